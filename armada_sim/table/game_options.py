"""The gaps in the rules that matter only between actions: costs, turns, guns, order, end, goals.

No single ruling depends on them; a dispute that names one prints it with its rulings. `docs/rules/armada.md` has
each beside the clause it settles; where no text defines an alternative, the definition is ours.
"""

from __future__ import annotations

from dataclasses import dataclass

from armada_sim.table import texts
from armada_sim.table.options import OPTIONS, RulingOptions
from armada_sim.table.parameters import count, length
from armada_sim.tabletop import gap, options_of


# fmt: off
@dataclass(frozen=True, slots=True)
class GameOptions(RulingOptions):
    """What a whole game depends on."""

    # 4.1 doubt
    illegal_claim_cost: str = gap("Is the action lost if it is ruled impossible?", {
        "not_spent": "no, the player chooses again",
        "action_spent": "yes, one action is spent",
        "turn_ends": "the turn ends",
    }, sources={"not_spent": texts.NOT_PERMITTED})
    # 4.2 movement
    move_sharing: str = gap("May a ship split its steps over several actions?", {
        "one_action": "no: one move action per ship per turn",
        "split_allowed": "yes, as long as its steps in a turn are no more than its size has",
    }, sources={"one_action": texts.NOT_MOVED_YET})
    stuck_lasts: str = gap("May a ship move that was found stuck and freed later in the same turn?", {
        "rest_of_turn": "no: a ship that was declared to move while it had no legal heading stays for the turn (the "
            "default, as nobody has to look at every ship before he plays)",
        "since_turn_start": "no, and neither may one that had no legal heading when its player's turn began, declared "
            "or not (the text to the letter: whatever is so placed cannot move any more this turn)",
        "retested": "yes, if it has a legal heading then",
    }, sources={"rest_of_turn": texts.STUCK, "since_turn_start": texts.STUCK})
    stuck_player: str = gap("What if a player has no legal action at all?", {
        "turn_passes": "his turn passes", "loses": "he loses, if he has none when his turn begins",
    })
    # 4.3 firing
    guns_per_side: str = gap("Do both sides of a ship share its guns?", {
        "shared": "yes: a total per turn", "per_side": "no: each side has as many as the ship has",
    }, sources={"shared": texts.AS_MANY_AS_PIPS})
    guns_when_damaged: str = gap("Does damage cost guns?", {
        "all": "no", "lose_one_per_damage": "yes, one for each hit taken",
    }, sources={"all": texts.AS_MANY_AS_PIPS})
    # 4.4 set-up, order, end
    deploy_order: str = gap("Who sets up first?", {
        "mover_first": "the player who moves first",
        "mover_last": "the player who moves last; the first mover sets up last",
        "simultaneous_hidden": "all at once and unseen: nobody sees another fleet before all are set up, and every "
            "ship stays half the gap from the middle line",
        "alternate_ship_by_ship": "ship by ship in turn, the first mover first; each ship joins its group",
    })
    first_player: str = gap("Who moves first?", {
        "other_decides": "the player who did not choose the fleet decides",
        "lot": "a lot decides (it is part of the game's seed)",
        "advanced_cut_and_choose": "one offers ships and names his side; the other takes the offer and moves first, "
            "or swaps and moves second",
    }, sources={"other_decides": texts.OTHER_DECIDES, "advanced_cut_and_choose": texts.ADVANCED})
    turn_order_n: str = gap("In what order do more than two players take turns?", {
        "clockwise": "the order of the seats; players without ships are skipped",
        "random_each_round": "by lot in each round",
        "lowest_pips_first": "in each round by pips afloat, fewest first, then by seat",
    })
    teams: str = gap("How do teams take turns?", {
        "separate_turns": "each player has turns, alternating between teams; allies block and can be hit",
        "shared_three_actions": "a team has three actions a turn, spent by any of its ships",
        "allies_transparent": "each player has turns; allies neither block shots nor can be hit",
    }, bears=("shot",))
    ffa_end: str = gap("When is a battle between more than two sides over?", {
        "last_afloat": "when one side is afloat",
        "most_enemy_pips_sunk(n)": "after n rounds, for the side that sank most pips of others; or when one side is "
            "afloat",
    }, takes={"most_enemy_pips_sunk": count}, example="most_enemy_pips_sunk(10)", sources={"last_afloat": texts.AIM})
    draw: str = gap("When is a game drawn?", {
        "no_limit": "by agreement only: the texts have no draw",
        "quiet_turns(n)": "after n turns in a row without damage, or by agreement (our rule; computer players ask for "
            "quiet_turns(60) in every game they play in)",
        "more_pips_left_wins(n)": "after n turns in a row without damage the side with most pips afloat wins; drawn "
            "if equal, or by agreement",
        "repetition": "when a position comes up for the third time, or by agreement",
    }, takes={"quiet_turns": count, "more_pips_left_wins": count}, example="quiet_turns(60)")
    # 4.5 goals
    flag_kind: str = gap("Is a flag fixed, or one of the ships?", {
        "each_chooses": "each player chooses, when ships are set up: a fixed flag on the table, or one of his ships",
        "fixed": "every flag is fixed on the table; a set-up that leaves one no place is refused",
        "ship": "every flag is one of its owner's ships",
    }, sources={"each_chooses": texts.FLAG_KIND, "fixed": texts.FLAG_KIND, "ship": texts.FLAG_KIND})
    flag_contact: str = gap("Touching the flag wins, yet contact makes a move illegal: what does touching a fixed "
        "flag do?", {
        "wins": "contact with an enemy flag is legal and wins; the own flag is an obstacle",
        "land_adjacent(d)": "a ship wins that ends a step within the length d of an enemy flag without touching it",
        "flag_not_solid": "no flag is an obstacle; contact with an enemy flag wins",
    }, takes={"land_adjacent": length}, example="land_adjacent(0.5 in)", sources={"wins": texts.FLAG})
    flag_size: str = gap("How large is a fixed flag?", {
        "disc(0.5 in)": "a disc of this radius, laid out as a regular polygon of 48 corners on its rim",
        "point": "a point",
    }, takes={"disc": length})
    flag_place: str = gap("Where may a fixed flag stand?", {
        "anywhere_own_half": "anywhere on its owner's half, and the agreed gap from enemies (the text names no place: "
            "half and gap are ours)",
        "anywhere": "anywhere on the surface, clear of what lies there, as the text leaves it",
        "in_fleet": "inside the hull of its owner's fleet, and the agreed gap from enemies",
    }, sources={"anywhere": texts.FLAG_KIND})
    flag_ship_contact: str = gap("Does touching the ship that carries the flag win?", {
        "only_sinking": "no: contact stays illegal", "boarding_wins": "yes: contact with it is legal and wins",
    }, sources={"only_sinking": texts.FLAG, "boarding_wins": texts.FLAG})
    flag_shot: str = gap("May a fixed flag be shot?", {
        "no": "no, and it does not block", "captures": "yes, and a hit captures it",
    })
    goal_cross: str = gap("What counts as past the line?", {
        "whole_footprint": "the whole outline strictly beyond, at the end of a step",
        "tip_crosses": "the tip strictly beyond, at the end of a step",
        "any_part": "any part strictly beyond, at the end of a step",
        "end_of_turn": "the whole outline strictly beyond when the turn ends",
    }, sources={"whole_footprint": texts.LINE})
    goal_and_annihilation: str = gap("With another goal, does sinking the whole enemy fleet still win?", {
        "both": "yes", "goal_only": "no; a side without ships only waits",
    }, sources={"both": texts.LINE})
    goal_line_room: str = gap("May the goal line lie near the edge?", {
        "must_fit": "no: every attacking size must fit between line and edge without touching it", "allow": "yes",
    })
    infiltration_defender: str = gap("How does the defender of a goal line win?", {
        "sinks_all": "only by sinking all attackers", "after_turns(n)": "also if n turns of the attacker are over",
    }, takes={"after_turns": count}, example="after_turns(20)", sources={"sinks_all": texts.LINE})
# fmt: on


BY_KEY = {option.key: option for option in options_of(GameOptions)}

GAME_OPTIONS = tuple(BY_KEY.values())[len(OPTIONS) :]
"""Every option that only a whole game depends on."""

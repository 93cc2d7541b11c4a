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
    }, sources={"not_spent": texts.NOT_PERMITTED},
        stays="dispute: you declared it, so it is done with; the text knows no penalty")
    # 4.2 movement
    stuck_lasts: str = gap("May a ship found stuck move if it is freed later in the turn?", {
        "rest_of_turn": "no: a ship that was declared to move while it had no legal heading stays for the turn (the "
            "default, as nobody has to look at every ship before he plays)",
        "since_turn_start": "no, and neither may one that had no legal heading when its player's turn began, declared "
            "or not (the text to the letter: whatever is so placed cannot move any more this turn)",
        "retested": "yes, if it has a legal heading then",
    }, sources={"rest_of_turn": texts.STUCK, "since_turn_start": texts.STUCK},
        stays="dispute: it is free again, so it may go; it was found stuck this turn")
    # 4.3 firing
    # 4.4 set-up, order, end
    deploy_order: str = gap("Who sets up first?", {
        "mover_first": "the player who moves first",
        "mover_last": "the player who moves last; the first mover sets up last",
        "alternate_ship_by_ship": "ship by ship in turn, the first mover first; each ship joins its group",
    }, refused={"simultaneous_hidden": "is a variant this program does not play"},
        stays="dispute: who sets up last sees more; the texts do not say who that is")
    first_player: str = gap("Who moves first?", {
        "other_decides": "the player who did not choose the fleet decides",
        "lot": "a random draw decides (it is part of the game's seed)",
        "advanced_cut_and_choose": "one offers ships and names his side; the other takes the offer and moves first, "
            "or swaps and moves second",
    }, sources={"other_decides": texts.OTHER_DECIDES, "advanced_cut_and_choose": texts.ADVANCED},
        stays="dispute: a lot is fair; the text lets one of us decide")
    game_limit: str = gap("When does a game end that nobody has won?", {
        "no_limit": "by agreement only: the texts have no draw",
        "quiet_turns(n)": "after n turns in a row without damage, or by agreement (our rule; computer players ask for "
            "quiet_turns(60) in every game they play in)",
        "turns(n)": "after n turns, those of all players counted together, or by agreement",
    }, takes={"quiet_turns": count, "turns": count}, example="quiet_turns(60)",
        stays="dispute: nobody has been hit for an hour; the text has no draw")
    tie_break: str = gap("Who wins a game that has come to its limit?", {
        "draw": "nobody: it is drawn",
        "more_pips_left": "the side with most pips afloat; drawn if equal, as under the next three",
        "more_hits_left": "the side whose ships afloat take most hits until they sink",
        "more_ships_left": "the side with most ships afloat",
        "more_price_left": "the side whose ships afloat have the highest price",
        "second_player": "every side but that of the player who moved first",
        "defender": "every side that has no line to get past",
    }, stays="dispute: time is up and you have one ship left, I have three; the text has no draw")
    # 4.5 goals
    flag_kind: str = gap("Is a flag fixed, or one of the ships?", {
        "each_chooses": "each player chooses, when ships are set up: a fixed flag on the table, or one of his ships",
        "fixed": "every flag is fixed on the table; a set-up that leaves one no place is refused",
        "ship": "every flag is one of its owner's ships",
    }, sources={"each_chooses": texts.FLAG_KIND, "fixed": texts.FLAG_KIND, "ship": texts.FLAG_KIND})
    flag_size: str = gap("How large is a fixed flag?", {
        "disc(0.5 in)": "a disc of this radius, laid out as a regular polygon of 48 corners on its rim",
        "point": "a point",
    }, takes={"disc": length},
        stays="dispute: my flag is a coin, yours a pawn")
    flag_place: str = gap("Where may a fixed flag stand?", {
        "anywhere_own_half": "anywhere on its owner's half, and the agreed gap from enemies (the text names no place: "
            "half and gap are ours)",
        "anywhere": "anywhere on the surface, clear of what lies there, as the text leaves it",
        "in_fleet": "inside the hull of its owner's fleet, and the agreed gap from enemies",
    }, sources={"anywhere": texts.FLAG_KIND},
        stays="dispute: a flag in the far corner is never found; the text names no place")
    flag_ship_contact: str = gap("Does touching the ship that carries the flag win?", {
        "only_sinking": "no: contact stays illegal", "boarding_wins": "yes: contact with it is legal and wins",
    }, sources={"only_sinking": texts.FLAG, "boarding_wins": texts.FLAG})
    goal_cross: str = gap("What counts as past the line?", {
        "whole_footprint": "the whole outline strictly beyond, at the end of a step",
        "tip_crosses": "the tip strictly beyond, at the end of a step",
        "any_part": "any part strictly beyond, at the end of a step",
    }, sources={"whole_footprint": texts.LINE},
        stays="dispute: the tip is past the line; the ship is not")
# fmt: on


BY_KEY = {option.key: option for option in options_of(GameOptions)}

GAME_OPTIONS = tuple(BY_KEY.values())[len(OPTIONS) :]
"""Every option that only a whole game depends on."""

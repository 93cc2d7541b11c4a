"""Every gap in the rules of Singidunum, once: question, values with the default first; U numbers are those of
`docs/rules/singidunum.md`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from armada_sim.tabletop import Gone, InputError, Message, gap, options_of, read_as, settled
from grid_games.singidunum.board import Board, board_of, default_board

SCENARIOS: dict[int, int] = {55: 8, 37: 4, 50: 7, 60: 9}
"""Army points and the victory points that win with them."""

_AS_SCENARIO = "as the scenario has them; with custom, as 55 has them"


# fmt: off
@dataclass(frozen=True, slots=True)
class Rules:
    """A value for each option, as the chapters read it."""

    scenario: str = gap("army points and victory points to win", {
        "55": "55 points, 8 victory points", "37": "37 points, 4 victory points (a first game)",
        "50": "50 points, 7 victory points", "60": "60 points, 9 victory points",
        "custom": "the numbers given as `points` and `victory`",
    })
    points: int = gap("army points (scenario = custom)", {
        "scenario": _AS_SCENARIO,
    }, numbers=range(4, 100), read={"scenario": 55})
    victory: int = gap("victory points to win (scenario = custom)", {
        "scenario": _AS_SCENARIO,
    }, numbers=range(1, 100), read={"scenario": SCENARIOS[55]})
    die: str = gap("is the 5 rolled again", {
        "d5": "no: faces 1, 2, 3, 3, 4, 5 count as they are", "d4": "every 5 is rolled again, by both players",
    })
    board: str = gap("which board", {"default": "the proposed board", "custom": "the rows given as `map`"})
    maquis: str = gap("brush and maquis, two types or one", {
        "separate": "maquis (M) and brush (S) are two types", "same": "M and S are one type in every rule",
    })
    deploy_rows: int = gap("depth of the deployment zone", {"4": "four rows", "2": "two rows", "3": "three rows"})
    first_player: str = gap("who starts turn 1", {
        "random": "either, by lot", "side_a": "the Romans (rows from the top)", "side_b": "the barbarians",
    })
    unit_split: str = gap("values inside a type", {
        "even": "heavy 7 7 6 6, cavalry and archers 6 5 5 4", "high": "heavy 7 7 7 6, the others 6 6 5 4",
        "low": "heavy 7 6 6 6, the others 6 5 4 4",
    })
    cavalry_end: str = gap("where a two-hex move may end", {"plain_or_brush": "on plain or brush", "plain": "on plain"})
    zoc_step: str = gap("which step is barred", {
        "any": "from any enemy zone of control into any", "same_enemy": "between two hexes that one enemy controls",
    })
    cavalry_stop: str = gap("the first step of two enters an enemy zone of control", {
        "stops": "the cavalry stops there", "goes_on": "the second step must obey zoc_step",
    })
    pincer: str = gap("what the pincer bars", {
        "both": "as the text has it in two places: a caught unit may not move, and no step enters a caught hex",
        "entering": "a step onto a caught hex (the later reminder alone)",
        "leaving": "a caught unit may not move; it may stay and attack (the phase's text alone)",
    }, was="entering")
    pincer_shape: str = gap("when a hex is caught between available enemies in contact", {
        "non_adjacent": "two of them are not adjacent to each other", "opposite": "two of them stand on opposite sides",
        "any_two": "there are two",
    })
    attack_in_place: str = gap("may a unit in contact attack without moving", {"yes": "yes", "no": "no"})
    contact_counts: str = gap("which enemies may be named after a move", {
        "all": "every adjacent enemy", "new": "only those not adjacent before the move",
    })
    follow_ups: str = gap("attacks after refusals", {"all": "each enemy in contact once an action", "one": "one"})
    follow_double: str = gap("a double attack after a refusal", {
        "same_two": "by the two that attacked together: an action's units are named at its start",
        "join": "by a single attacker too, with an available unit that moves beside the target or stands there",
    })
    tie: str = gap("difference 0 in melee", {"nothing": "nothing", "attacker_retreats": "the attacker retreats 1 hex"})
    result_1: str = gap("difference 1 in melee", {"retreat_1": "the loser retreats 1 hex", "nothing": "nothing"})
    pursuit: str = gap("when a victorious attacker may advance", {
        "after_3_and_elimination": "after a 3 and after an elimination", "after_3": "after a 3", "never": "never",
    })
    heavy_save: str = gap("heavy infantry's save", {
        "d6_4": "ordinary die, 4 or more", "d6_3": "ordinary die, 3 or more", "d6_5": "ordinary die, 5 or more",
        "special_3": "special die, 3 or more, the logo counting as 5",
    })
    saved_no_hex: str = gap("saved heavy infantry without a retreat hex", {
        "melee_only": "eliminated in melee, stays after a shot", "always": "eliminated", "never": "stays, activated",
    })
    no_retreat: str = gap("forced retreat in melee, first step impossible", {
        "eliminated": "the unit is eliminated", "stays": "it stays, activated",
    })
    second_step: str = gap("no second step on the same type", {
        "plain_chooses": "on plain it stays or takes a free hex of another type outside enemy zones; elsewhere it "
            "stays",
        "stay": "it stays", "all_choose": "the choice on any terrain",
    })
    second_hex: str = gap("which hexes of another type are open to a second step", {
        "opposite": "the opposite one if it can be: the text calls the step a second retreat, which must go there",
        "any": "any, as the owner chooses",
    }, was="any")
    activated_refusal: str = gap("an activated unit refuses", {
        "opposite_first": "to the opposite hex if that is legal, else as its owner chooses",
        "opposite_only": "no refusal if the opposite hex is illegal",
    })
    attacker_return: str = gap("the attacker's previous hex", {
        "if_legal": "if it is free, of the same type and outside enemy zones", "always": "it need only be free",
    })
    cavalry_return: str = gap("attacking cavalry that moved two hexes goes back to", {
        "start": "its starting hex, as the first step", "middle": "the hex it came from last",
    })
    shot_tie: str = gap("difference 0 of a shot", {"miss": "nothing", "activates": "the target is activated"})
    shot_no_hex: str = gap("target of a shot without a first retreat step", {
        "stays": "it stays, activated", "eliminated": "it is eliminated",
    })
    shot_veto: str = gap("the opponent's refusals of the announced hex", {
        "once": "one", "until_last": "each hex named; the last legal one stands",
    })
    veto_steps: str = gap("which hexes of a retreat of two after a shot can be refused", {
        "each": "each: the text calls the second step a second retreat, and who announces a hex may be refused it",
        "first": "the first",
    }, was="first")
    shot_separation: str = gap("plain hexes between archer and target", {"exact": "1 or 2", "at_least": "1 or more"})
    shoot_in_contact: str = gap("may an archer in contact shoot at another enemy", {"no": "no", "yes": "yes"})
    shoot_after_move: str = gap("may an archer that moved shoot", {"yes": "yes", "no": "no"})
    shot_penalty: str = gap("shooting over friends", {
        "once": "-1", "per_friend": "-1 for each on the path with fewest",
    })
    support_reach: str = gap("who must reach the target of a supported shot", {
        "both": "both archers", "lead": "the one who shoots",
    })
    support_reroll: str = gap("which die may be rolled again", {"own": "his own", "either": "his own or the target's"})
    flanks: str = gap("open flanks needed for a double attack", {"both_open": "both", "one_open": "at least one"})
    flank_hexes: str = gap("which neighbours are the flanks", {
        "row": "those in the target's row", "all_six": "all six; `flanks` has no effect then",
    })
    double_losses: str = gap("double attackers lose by 4 or more", {
        "lead": "the lead is eliminated, the other retreats 2", "both": "both are eliminated",
    })
    terrain_priority: str = gap("an enemy on the attacker's terrain", {
        "binding": "must be named", "free": "any contacted enemy may be named",
    })
    burnt_refuge: str = gap("is a burnt, unoccupied base hex a refuge", {"yes": "yes", "no": "no"})
    refuge_zoc: str = gap("which refuges must lie outside enemy zones of control", {
        "both": "base and maquis", "maquis": "maquis; a base hex need only be free",
    })
    entry_by_retreat: str = gap("does entering the enemy base by retreat count for the tie-break", {
        "counts": "yes", "not": "no",
    })
    both_reach: str = gap("both reach the total in one turn", {
        "more_vp": "more points win; equal: who entered the enemy base", "draw": "a draw",
    })
    empty_side: str = gap("a side has no unit left", {
        "passes": "it passes; the other goes on", "ends": "the game ends with that turn, points decide",
    })
# fmt: on


OPTIONS = options_of(Rules)

GONE: dict[str, Gone] = {}
"""Options that went."""


def rules_of(settings: Mapping[str, str | int]) -> Rules:
    """Settled options as rules. Raises InputError where `scenario`, `points` and `victory` do not fit together."""
    scenario, values = settings["scenario"], read_as(Rules, settings)
    points = 55 if scenario == "custom" else int(scenario)
    for key, number in (("points", points), ("victory", SCENARIOS[points])):
        if settings[key] == "scenario":
            values[key] = number
        elif scenario != "custom":
            raise InputError(
                Message("is given only with scenario = custom, not with {scenario}", scenario=scenario), key=key
            )
    return Rules(**values)


def agreed(given: Mapping[str, object]) -> tuple[dict[str, str | int], Board, Rules]:
    """Every option with its value, the rows of a custom board as `map` among them, and what they come to.

    `given` may hold `map`, rows or "default". Raises InputError with the key.
    """
    rest = dict(given)
    rows = rest.pop("map", "default")
    if rows != "default":
        rest.setdefault("board", "custom")
    settings = settled(OPTIONS, rest, GONE)
    rules, board = rules_of(settings), default_board()
    if settings["board"] == "custom":
        board = board if rows == "default" else board_of(str(rows))
        settings["map"] = board.text()
    elif rows != "default":
        raise InputError(Message("is given only with board = custom"), key="map")
    if 2 * rules.deploy_rows > len(board.rows):
        told = Message(
            "two zones of {n} rows do not fit on a board of {rows}", n=rules.deploy_rows, rows=len(board.rows)
        )
        raise InputError(told, key="deploy_rows")
    return settings, board, rules

"""Every gap in the rules of Singidunum, as an option; U numbers are those of `docs/rules/singidunum.md`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from armada_sim.errors import InputError
from armada_sim.gaps import Option

SCENARIOS: dict[int, int] = {55: 8, 37: 4, 50: 7, 60: 9}
"""Army points and the victory points that win with them."""

_AS_SCENARIO = "as the scenario has them; with custom, as 55 has them"

OPTIONS: tuple[Option, ...] = (
    Option("scenario", "army points and victory points to win", {
        "55": "55 points, 8 victory points", "37": "37 points, 4 victory points (a first game)",
        "50": "50 points, 7 victory points", "60": "60 points, 9 victory points",
        "custom": "the numbers given as `points` and `victory`",
    }),
    Option("points", "army points (scenario = custom)", {"scenario": _AS_SCENARIO}, numbers=range(4, 100)),
    Option("victory", "victory points to win (scenario = custom)", {"scenario": _AS_SCENARIO}, numbers=range(1, 100)),
    Option("die", "is the 5 rolled again", {
        "d5": "no: faces 1, 2, 3, 3, 4, 5 count as they are", "d4": "every 5 is rolled again, by both players",
    }),
    Option("board", "which board", {"default": "the proposed board", "custom": "the rows given as `map`"}),
    Option("maquis", "brush and maquis, two types or one", {
        "separate": "maquis (M) and brush (S) are two types", "same": "M and S are one type in every rule",
    }),
    Option("deploy_rows", "depth of the deployment zone", {"4": "four rows", "2": "two rows", "3": "three rows"}),
    Option("first_player", "who starts turn 1", {
        "random": "either, by lot", "side_a": "the Romans (rows from the top)", "side_b": "the barbarians",
    }),
    Option("unit_split", "values inside a type", {
        "even": "heavy 7 7 6 6, cavalry and archers 6 5 5 4", "high": "heavy 7 7 7 6, the others 6 6 5 4",
        "low": "heavy 7 6 6 6, the others 6 5 4 4",
    }),
    Option("cavalry_end", "where a two-hex move may end", {"plain_or_brush": "on plain or brush", "plain": "on plain"}),
    Option("zoc_step", "which step is barred", {
        "any": "from any enemy zone of control into any", "same_enemy": "between two hexes that one enemy controls",
    }),
    Option("cavalry_stop", "the first step of two enters an enemy zone of control", {
        "stops": "the cavalry stops there", "goes_on": "the second step must obey zoc_step",
    }),
    Option("pincer", "what the pincer bars", {
        "entering": "a step onto a caught hex", "leaving": "a caught unit may not move; it may stay and attack",
        "both": "both",
    }),
    Option("pincer_shape", "when a hex is caught between available enemies in contact", {
        "non_adjacent": "two of them are not adjacent to each other", "opposite": "two of them stand on opposite sides",
        "any_two": "there are two",
    }),
    Option("attack_in_place", "may a unit in contact attack without moving", {"yes": "yes", "no": "no"}),
    Option("contact_counts", "which enemies may be named after a move", {
        "all": "every adjacent enemy", "new": "only those not adjacent before the move",
    }),
    Option("follow_ups", "attacks after refusals", {"all": "each enemy in contact once an action", "one": "one"}),
    Option("tie", "difference 0 in melee", {"nothing": "nothing", "attacker_retreats": "the attacker retreats 1 hex"}),
    Option("result_1", "difference 1 in melee", {"retreat_1": "the loser retreats 1 hex", "nothing": "nothing"}),
    Option("pursuit", "when a victorious attacker may advance", {
        "after_3_and_elimination": "after a 3 and after an elimination", "after_3": "after a 3", "never": "never",
    }),
    Option("heavy_save", "heavy infantry's save", {
        "d6_4": "ordinary die, 4 or more", "d6_3": "ordinary die, 3 or more", "d6_5": "ordinary die, 5 or more",
        "special_3": "special die, 3 or more, the logo counting as 5",
    }),
    Option("saved_no_hex", "saved heavy infantry without a retreat hex", {
        "melee_only": "eliminated in melee, stays after a shot", "always": "eliminated", "never": "stays, activated",
    }),
    Option("no_retreat", "forced retreat in melee, first step impossible", {
        "eliminated": "the unit is eliminated", "stays": "it stays, activated",
    }),
    Option("second_step", "no second step on the same type", {
        "plain_chooses": "on plain it stays or takes a free hex of another type outside enemy zones; elsewhere it stays",
        "stay": "it stays", "all_choose": "the choice on any terrain",
    }),
    Option("activated_refusal", "an activated unit refuses", {
        "opposite_first": "to the opposite hex if that is legal, else as its owner chooses",
        "opposite_only": "no refusal if the opposite hex is illegal",
    }),
    Option("attacker_return", "the attacker's previous hex", {
        "if_legal": "if it is free, of the same type and outside enemy zones", "always": "it need only be free",
    }),
    Option("cavalry_return", "attacking cavalry that moved two hexes goes back to", {
        "start": "its starting hex, as the first step", "middle": "the hex it came from last",
    }),
    Option("shot_tie", "difference 0 of a shot", {"miss": "nothing", "activates": "the target is activated"}),
    Option("shot_no_hex", "target of a shot without a first retreat step", {
        "stays": "it stays, activated", "eliminated": "it is eliminated",
    }),
    Option("shot_veto", "the opponent's refusals of the announced hex", {
        "once": "one", "until_last": "each hex named; the last legal one stands",
    }),
    Option("shot_separation", "plain hexes between archer and target", {"exact": "1 or 2", "at_least": "1 or more"}),
    Option("shoot_in_contact", "may an archer in contact shoot at another enemy", {"no": "no", "yes": "yes"}),
    Option("shoot_after_move", "may an archer that moved shoot", {"yes": "yes", "no": "no"}),
    Option("shot_penalty", "shooting over friends", {
        "once": "-1", "per_friend": "-1 for each on the path with fewest",
    }),
    Option("support_reach", "who must reach the target of a supported shot", {
        "both": "both archers", "lead": "the one who shoots",
    }),
    Option("support_reroll", "which die may be rolled again", {"own": "his own", "either": "his own or the target's"}),
    Option("flanks", "open flanks needed for a double attack", {"both_open": "both", "one_open": "at least one"}),
    Option("flank_hexes", "which neighbours are the flanks", {
        "row": "those in the target's row", "all_six": "all six; `flanks` has no effect then",
    }),
    Option("double_losses", "double attackers lose by 4 or more", {
        "lead": "the lead is eliminated, the other retreats 2", "both": "both are eliminated",
    }),
    Option("terrain_priority", "an enemy on the attacker's terrain", {
        "binding": "must be named", "free": "any contacted enemy may be named",
    }),
    Option("burnt_refuge", "is a burnt, unoccupied base hex a refuge", {"yes": "yes", "no": "no"}),
    Option("refuge_zoc", "which refuges must lie outside enemy zones of control", {
        "both": "base and maquis", "maquis": "maquis; a base hex need only be free",
    }),
    Option("entry_by_retreat", "does entering the enemy base by retreat count for the tie-break", {
        "counts": "yes", "not": "no",
    }),
    Option("both_reach", "both reach the total in one turn", {
        "more_vp": "more points win; equal: who entered the enemy base", "draw": "a draw",
    }),
    Option("empty_side", "a side has no unit left", {
        "passes": "it passes; the other goes on", "ends": "the game ends with that turn, points decide",
    }),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rules:
    """One value for each option that the rules of play ask for; fields are named as the options."""

    points: int
    victory: int
    die: str
    maquis: str
    deploy_rows: int
    first_player: str
    unit_split: str
    cavalry_end: str
    zoc_step: str
    cavalry_stop: str
    pincer: str
    pincer_shape: str
    attack_in_place: str
    contact_counts: str
    follow_ups: str
    tie: str
    result_1: str
    pursuit: str
    heavy_save: str
    saved_no_hex: str
    no_retreat: str
    second_step: str
    activated_refusal: str
    attacker_return: str
    cavalry_return: str
    shot_tie: str
    shot_no_hex: str
    shot_veto: str
    shot_separation: str
    shoot_in_contact: str
    shoot_after_move: str
    shot_penalty: str
    support_reach: str
    support_reroll: str
    flanks: str
    flank_hexes: str
    double_losses: str
    terrain_priority: str
    burnt_refuge: str
    refuge_zoc: str
    entry_by_retreat: str
    both_reach: str
    empty_side: str


def rules_of(settings: Mapping[str, str | int]) -> Rules:
    """The rules of settled options. Raises InputError where `scenario`, `points` and `victory` do not fit together."""
    values = {key: value for key, value in settings.items() if key not in {"scenario", "board", "map"}}
    scenario = settings["scenario"]
    for key in ("points", "victory"):
        if scenario != "custom" and isinstance(settings[key], int):
            raise InputError(f"is given only with scenario = custom, not with {scenario}", key=key)
    points = 55 if scenario == "custom" else int(scenario)
    for key, number in (("points", points), ("victory", SCENARIOS[points])):
        if not isinstance(values[key], int):
            values[key] = number
    return Rules(**values)  # type: ignore[arg-type]  # settled: each option has one of its values

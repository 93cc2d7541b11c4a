"""The gaps in the rules of Singidunum that are left to the players, once: question, values with the default first; U
numbers are those of `docs/rules/singidunum.md`, which says of all other gaps what is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from armada_sim.tabletop import N_, Gone, InputError, Message, Option, gap, options_of, read_as, settled
from grid_games.core.numbers import KEY
from grid_games.singidunum.board import Board, board_of, default_board
from grid_games.singidunum.numbers import Numbers, numbers_of, the_text


# fmt: off
@dataclass(frozen=True, slots=True)
class Rules:
    """A value for each option, as the chapters read it."""

    scenario: int = gap("army points and victory points to win", {
        "55": "55 points, 8 victory points", "37": "37 points, 4 victory points (a first game)",
        "50": "50 points, 7 victory points", "60": "60 points, 9 victory points",
    }, stays="clause 3")
    die: str = gap("is the 5 rolled again", {
        "d5": "no: faces 1, 2, 3, 3, 4, 5 count as they are", "d4": "every 5 is rolled again, by both players",
    }, stays="clause 5")
    board: str = gap("which board", {"default": "the proposed board", "custom": "the rows given as `map`"},
        stays="dispute: the printed board is not known here, and whoever owns it plays on it")
    maquis: str = gap("brush and maquis, two types or one", {
        "separate": "maquis (M) and brush (S) are two types", "same": "M and S are one type in every rule",
    }, stays="clause 4")
    cavalry_end: str = gap("where a two-hex move may end", {"plain_or_brush": "on plain or brush", "plain": "on plain"},
        stays="clause 7")
    zoc_step: str = gap("which step is barred", {
        "any": "from any enemy zone of control into any", "same_enemy": "between two hexes that one enemy controls",
    }, stays="dispute: from one enemy's zone into another's is within enemy zones, or it is to leave the one and to "
        "enter the other")
    pincer: str = gap("what the pincer bars", {
        "both": "as the text has it in two places: a caught unit may not move, and no step enters a caught hex",
        "entering": "a step onto a caught hex (the later reminder alone)",
        "leaving": "a caught unit may not move; it may stay and attack (the phase's text alone)",
    }, was="entering", stays="clause 7")
    pincer_shape: str = gap("when a hex is caught between available enemies in contact", {
        "non_adjacent": "two of them are not adjacent to each other", "opposite": "two of them stand on opposite sides",
        "any_two": "there are two",
    }, stays="dispute: between two enemies is a line through the hex, or any two at its sides, or two that are apart, "
        "as in the author's Pergame")
    attack_in_place: str = gap("may a unit in contact attack without moving", {"yes": "yes", "no": "no"},
        stays="clause 6.2 against 9")
    follow_double: str = gap("a double attack after a refusal", {
        "same_two": "by the two that attacked together: an action's units are named at its start",
        "join": "by a single attacker too, with an available unit that moves beside the target or stands there",
    }, stays="dispute: the text has a double attack possible after a refusal, and does not say whose")
    pursuit: str = gap("when a victorious attacker may advance", {
        "after_3_and_elimination": "after a 3 and after an elimination", "after_3": "after a 3",
    }, stays="dispute: the FAQ has a pursuit in the line of 3 alone, and the hex of the dead is as empty")
    second_hex: str = gap("which hexes of another type are open to a second step", {
        "opposite": "the opposite one if it can be: the text calls the step a second retreat, which must go there",
        "any": "any, as the owner chooses",
    }, was="any", stays="dispute: the text has two rules here, a retreat must go to the opposite hex, and a second one "
        "may go onto another type")
    attacker_return: str = gap("the attacker's previous hex", {
        "if_legal": "if it is free, of the same type and outside enemy zones", "always": "it need only be free",
    }, stays="dispute: the text gives the way back once as an exception to the three conditions, once under them")
    shot_veto: str = gap("the opponent's refusals of the announced hex", {
        "once": "one", "until_last": "each hex named; the last legal one stands",
    }, stays="dispute: the opponent may refuse, says the text, and not how often")
    veto_steps: str = gap("which hexes of a retreat of two after a shot can be refused", {
        "each": "each: the text calls the second step a second retreat, and who announces a hex may be refused it",
        "first": "the first",
    }, was="first", stays="dispute: a hex is announced and may be refused, says the text, and a retreat of two has two")
    shot_separation: str = gap("plain hexes between archer and target", {"exact": "1 or 2", "at_least": "1 or more"},
        stays="clause 11")
    shoot_in_contact: str = gap("may an archer in contact shoot at another enemy", {"no": "no", "yes": "yes"},
        stays="dispute: an archer that is chosen may shoot, says the text without exception, and in contact one fights")
    flanks: str = gap("open flanks needed for a double attack", {"both_open": "both", "one_open": "at least one"},
        stays="clause 12")
    burning: str = gap("when a base hex is burnt", {
        "turn_end": "at the end of the turn",
        "at_once": "at once when the enemy has no available unit left, who could prevent it; else at the end of the "
            "turn",
    }, stays="dispute: the marker is put there at the end of the turn, or possibly at once if nothing can prevent it")
    refuge_zoc: str = gap("which refuges must lie outside enemy zones of control", {
        "both": "base and maquis", "maquis": "maquis; a base hex need only be free",
    }, stays="dispute: the text names base and maquis, then the zones, which may go with both or with the last")
    # fmt: on


OPTIONS = options_of(Rules)

_POINTS = N_("army points and victory points are those of the scenario")

GONE = {
    "points": Gone("scenario", _POINTS),
    "victory": Gone("scenario", _POINTS),
    "deploy_rows": Gone("4", N_("a deployment zone is four rows deep")),
    "first_player": Gone("random", N_("who begins is drawn at random")),
    "unit_split": Gone("even", N_("the box has heavy infantry 7 7 6 6, cavalry and archers 6 5 5 4")),
    "cavalry_stop": Gone("stops", N_("cavalry stops in the first hex that an enemy controls")),
    "contact_counts": Gone("all", N_("after a move every adjacent enemy may be named")),
    "follow_ups": Gone("all", N_("after refusals each enemy in contact may be attacked, once an action")),
    "tie": Gone("nothing", N_("at a difference of 0 in melee nothing happens")),
    "result_1": Gone("retreat_1", N_("at a difference of 1 in melee the loser retreats one hex")),
    "heavy_save": Gone("d6_4", N_("heavy infantry is saved by an ordinary die of 4 or more")),
    "saved_no_hex": Gone("melee_only", N_(
        "saved heavy infantry without a hex to retreat to dies in melee and stays after a shot"
    )),
    "no_retreat": Gone("eliminated", N_("who must retreat in melee and has no hex to go to dies")),
    "second_step": Gone("plain_chooses", N_(
        "without a second hex of the same type a unit on plain stays or takes another type, any other unit stays"
    )),
    "activated_refusal": Gone("opposite_first", N_(
        "an activated unit refuses to the opposite hex if that is legal, else as its owner chooses"
    )),
    "cavalry_return": Gone("start", N_("attacking cavalry that moved two hexes goes back to the hex where it began")),
    "shot_tie": Gone("miss", N_("at a difference of 0 a shot misses")),
    "shot_no_hex": Gone("stays", N_("the target of a shot without a hex to retreat to stays, activated")),
    "shoot_after_move": Gone("yes", N_("archers may move and shoot")),
    "shot_penalty": Gone("once", N_("a shot over friends costs 1, however many there are")),
    "support_reach": Gone("both", N_("both archers of a supported shot must reach the target")),
    "support_reroll": Gone("own", N_("of a supported shot the archer's own die may be rolled again")),
    "flank_hexes": Gone("row", N_("the flanks are the neighbours in the target's row")),
    "double_losses": Gone("lead", N_(
        "of two attackers who lose by 4 or more the lead dies, and the other retreats two hexes"
    )),
    "terrain_priority": Gone("binding", N_("an enemy on the attacker's own terrain must be named first")),
    "burnt_refuge": Gone("yes", N_("a burnt base hex with nobody on it is a refuge")),
    "entry_by_retreat": Gone("counts", N_("who enters the enemy base by a retreat has entered it")),
    "both_reach": Gone("more_vp", N_("where both reach the total in one turn more points win")),
    "empty_side": Gone("passes", N_("a side without units passes, and the other goes on")),
}  # fmt: skip
"""Options that went."""


def _in_force(numbers: Numbers) -> tuple[Option, ...]:
    """The options, the scenarios being those of the numbers."""
    if numbers.scenarios == the_text().scenarios:
        return OPTIONS
    said = N_("{points} army points, {n} victory points")
    values: dict[str, str] = {str(points): Message(said, points=points, n=victory)
                              for points, victory in numbers.scenarios}  # fmt: skip
    return tuple(replace(one, values=values) if one.key == "scenario" else one for one in OPTIONS)


def agreed(given: Mapping[str, object]) -> tuple[dict[str, str | int], Board, Rules, Numbers]:
    """Every option with its value, and what they come to; the rows of a custom board are among them as `map`, and what
    is not as in the text as `numbers`.

    `given` may hold `map`, rows or "default", and `numbers` (`core.numbers`). Raises InputError with the key.
    """
    rest = dict(given)
    numbers = numbers_of(rest.pop(KEY)) if KEY in rest else the_text()
    rows = rest.pop("map", "default")
    if rows != "default":
        rest.setdefault("board", "custom")
    settings, board = settled(_in_force(numbers), rest, GONE), default_board()
    if settings["board"] == "custom":
        board = board if rows == "default" else board_of(str(rows))
        settings["map"] = board.text()
    elif rows != "default":
        raise InputError(Message("is given only with board = custom"), key="map")
    if numbers.written:
        settings[KEY] = numbers.written
    return settings, board, Rules(**read_as(Rules, settings)), numbers

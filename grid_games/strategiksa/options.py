"""The gaps in the rules of Strategiksa that are left to the players, once: question, values with the default first.

U-numbers are those of `docs/rules/strategiksa.md`, which says of all other gaps what is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from armada_sim.tabletop import N_, Gone, InputError, gap, options_of, read_as, settled
from grid_games.core.numbers import KEY
from grid_games.strategiksa.board import read_terrain
from grid_games.strategiksa.numbers import numbers_of
from grid_games.strategiksa.units import FIELD


# fmt: off
@dataclass(frozen=True, slots=True)
class Rules:
    """A value for each option, as the chapters read it; fields stand in the order of the rules."""

    map: str = gap("Which map is played on? A map file, or its text, may be given instead.", {
        "classic": "25 zones, no mountains",
        "pinwheel": "twelve mountains around the middle, the same after a quarter turn",
        "citadel": "the middle zone is all mountain, so there are 24 zones",
    }, stays="clause 3")
    supply: int = gap("U3: how many pieces of a kind has a colour?", {
        "unlimited": "as many as wanted; the number in the box is a matter of material",
        "20": "twenty on the board at once; what is removed or converted may come back",
    }, numbers=range(10, 100), read={"unlimited": FIELD}, was="20",
        stays="dispute: about twenty of each is a rule of play, or what the box holds")
    spread: str = gap("U4: must a colour start on two squares at least?", {
        "two_squares": "yes, so that it controls its zone and is due a piece",
        "free": "no: all on one square is allowed, and controls nothing",
    }, was="free", stays="clause 12 against 21")
    vassal_zones: str = gap("U5: whose is a zone in which vassals stand?", {
        "mixed_to_lord": "the vassal's if only his colour stands there, the suzerain's if it is mixed",
        "all_to_lord": "the suzerain's, always",
    }, stays="clause 16 against 17")
    wounds: str = gap("U9: how long does a wound stay?", {
        "persist": "until a healer sees to it in a battle",
        "clear_after_battle": "until the battle ends",
    }, stays="dispute: no rule ends a wound but a healer in a battle, and the box has no marker for one")
    king_clash: str = gap("U10: what if two kings destroy each other?", {
        "field": "the battle goes on, and the side that holds the square takes the other",
        "both_free": "both alliances go on without a king",
    }, stays="dispute: whoever destroys a king may take the player, and here both have, or neither lives to do it")
    attrition: str = gap("U11: is it a regicide if a king dies of an old wound while winning?", {
        "regicide": "yes, by the side it fought",
        "no_regicide": "no: his colour goes on without a king",
    }, stays="dispute: the king died in that fight, or won it, and nobody destroyed him")
    regicide_timing: str = gap("U14: when does a regicide take effect?", {
        "immediate": "at once: the battle stops, and others between the same alliances vanish",
        "end_of_battle": "when the battle is over",
        "end_of_turn": "when all battles of the turn are over",
    }, stays="clause 43 against 37 and 32")
    vassal_regicide: str = gap("U15: what if a vassal's piece destroys a king?", {
        "forced_by_person": "if a vassal in person led the killing side, the fallen player becomes a vassal, without a "
            "choice; of a colour that the suzerain runs himself he chooses as always",
        "forced_vassal": "the fallen player becomes a vassal, without a choice, whoever led the vassal's pieces",
    }, was="forced_vassal", stays="dispute: a vassal who destroys a king is a person who leads, or any colour of his")
    manage_when: str = gap("U17: when does a suzerain name who runs a colour?", {
        "anytime": "at any time: before each decision of anybody; who has said pass is not asked in that round, and "
            "may speak",
        "colour_turn": "at the start of each turn of the colour",
    }, was="colour_turn", stays="example vassal-of-red")
    offers: str = gap("U19: may a player offer himself as a vassal?", {
        "one": "once a turn, to another independent player",
        "any_player": "once a turn, to any player of another alliance; a vassal's suzerain answers for him",
    }, refused={"conditional": "is not built: promises in free words cannot be judged"},
        stays="dispute: another player may be a vassal, and so his suzerain's, or cannot take a vassal himself")
    corner: str = gap("U20: is there a diagonal step beside mountains?", {
        "free": "yes",
        "blocked_between_two": "not between two mountains",
        "blocked_beside_one": "not beside one either",
    }, stays="dispute: diagonal steps are allowed, and mountains cannot be crossed; past a corner is one or the other")
    cap_test: str = gap("U24: when is the limit of 50 points tested?", {
        "each_piece": "before each piece, so that 52 can be reached",
        "turn_start": "once, at the start of the reinforcements",
    }, stays="dispute: who runs 49 and is due 5 receives them all, or until he has more than 50")
    max_rounds: int | None = gap("U26: after how many rounds does a game end?", {
        "none": "after none: it is played until somebody has won",
    }, numbers=range(1, 501), read={"none": None}, was="100", stays="scenario laboratory: its games have 100 rounds")
    victory: str = gap("U27: how is a game won?", {
        "either": "by supremacy or by territory",
        "supremacy": "by supremacy only",
        "territory": "by territory only",
    }, stays="clause 57")
    massacre: str = gap("U33: do the last healers survive when nobody faces them?", {
        "always": "no: they die at once",
        "facing": "yes, and hold the square",
    }, was="facing", stays="clause 39 against 37")
    canonical_steps: str = gap(
        "Are reinforcements, conversions and moves taken in one order only? For search: no end of a step is lost.", {
        "off": "no",
        "on": "yes, in rising order, cavalry last among reinforcements",
    }, stays="scenario experiments/strategiksa/levels")
    # fmt: on


OPTIONS = options_of(Rules)
"""All of them."""

GONE = {
    "mountains": Gone("squares", N_("mountains fill squares, which can be neither entered nor passed")),
    "min_players": Gone("3", N_("three players or more are needed")),
    "peace_rounds": Gone("0", N_("enemy squares may be entered from the first round on")),
    "stack_limit": Gone("none", N_("any number of pieces may share a square")),
    "saving": Gone("no", N_("points of reinforcement that are not used are lost")),
    "convert": Gone("1:1", N_("a cavalry becomes one infantry or archers, wounded if it was")),
    "convert_when": Gone("before_move", N_("cavalry is converted after the reinforcements, before anything moves")),
    "battle_order": Gone("attacker", N_("whoever runs the attacking colour says which battle is next")),
    "healers_only": Gone("both_die", N_("where both sides have only healers left, all die")),
    "commander": Gone("lord_if_split", N_("a side of several players is led by their suzerain")),
    "healing": Gone("any_ally", N_("a healer may heal any piece of his side")),
    "keeps": Gone("all", N_("a fallen player who is taken as a vassal runs every colour he ran before")),
    "dismissal": Gone("idle", N_("a vassal who runs nothing any more waits, and may be called back")),
    "small_zone": Gone("two_squares", N_("a zone with one open square cannot be controlled")),
    "territory": Gone("18", N_("eighteen zones win")),
    "friendly": Gone("person", N_(
        "friendly zones are those of every colour the player runs, of his suzerain, and to a suzerain those of all his "
        "colours"
    )),
    "fellow": Gone("no", N_("reinforcements do not stand in zones of a fellow vassal")),
    "limit": Gone("draw", N_("after the last round all independent players in play draw")),
    "repetition": Gone("off", N_("a position that comes back does not end the game")),
    "territory_when": Gone("turn_end", N_("territory is counted at the end of every turn, for everybody")),
    "empty_heal": Gone("illegal", N_("an unwounded piece is not healed")),
    "healers_alone": Gone("legal", N_("healers may enter an enemy square alone, and die")),
    "two_step": Gone("any", N_("cavalry and kings may turn between two steps")),
}  # fmt: skip
"""Options that went."""


def chosen(given: Mapping[str, object]) -> dict[str, str | int]:
    """A value for each option, as it is written: the one given, else the default; as `numbers` (`core.numbers`) what is
    not as in the text. Raises InputError with the key."""
    rest = {key: value for key, value in given.items() if key not in ("map", KEY)}
    numbers = numbers_of(given[KEY]).written if KEY in given else ""
    try:
        terrain = read_terrain(str(given.get("map", "classic")))
    except InputError as error:
        raise InputError(error.message, key="map") from None
    values = settled([option for option in OPTIONS if option.key != "map"], rest, GONE)
    return {"map": terrain.text, **values, **({KEY: numbers} if numbers else {})}


def read_rules(values: Mapping[str, str | int]) -> Rules:
    """What `chosen` gave, as the chapters read it."""
    return Rules(**read_as(Rules, values))

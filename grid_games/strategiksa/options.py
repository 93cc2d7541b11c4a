"""Every gap in the rules of Strategiksa, once: key, question, values with the default first, how a value is read.

U-numbers are those of `docs/rules/strategiksa.md`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from armada_sim.tabletop import Gone, InputError, gap, options_of, read_as, settled
from grid_games.strategiksa.board import read_terrain
from grid_games.strategiksa.units import FIELD


# fmt: off
@dataclass(frozen=True, slots=True)
class Rules:
    """A value for each option, as the chapters read it; fields stand in the order of the rules."""

    map: str = gap("Which map is played on? A map file, or its text, may be given instead.", {
        "classic": "25 zones, no mountains",
        "pinwheel": "twelve mountains around the middle, the same after a quarter turn",
        "citadel": "the middle zone is all mountain, so there are 24 zones",
    })
    mountains: str = gap("U1: are mountains squares or lines?", {
        "squares": "they fill squares that can be neither entered nor passed",
        "edges": "they are the lines of the map: no step crosses one, and the squares of its mountains are open",
    })
    min_players: int = gap("U2: how many players are needed?", {"3": "three", "2": "two, for duels and tests"})
    peace_rounds: int = gap("U2: in how many first rounds may nobody enter an enemy square?", {
        "0": "in none",
    }, numbers=range(1, 21))
    supply: int = gap("U3: how many pieces of a kind has a colour?", {
        "unlimited": "as many as wanted; the number in the box is a matter of material",
        "20": "twenty on the board at once; what is removed or converted may come back",
    }, numbers=range(10, 100), read={"unlimited": FIELD}, was="20")
    spread: str = gap("U4: must a colour start on two squares at least?", {
        "two_squares": "yes, so that it controls its zone and is due a piece",
        "free": "no: all on one square is allowed, and controls nothing",
    }, was="free")
    stack_limit: int | None = gap("U22: how many pieces of one alliance may share a square?", {
        "none": "any number",
    }, numbers=range(6, 41), read={"none": None})
    vassal_zones: str = gap("U5: whose is a zone in which vassals stand?", {
        "mixed_to_lord": "the vassal's if only his colour stands there, the suzerain's if it is mixed",
        "all_to_lord": "the suzerain's, always",
        "manager_pool": "as mixed_to_lord, but all zones of colours run by one player bring their points "
            "on his own colour's turn",
    })
    saving: str = gap("U6: may points of reinforcement be left unused?", {
        "no": "yes, and they are lost",
        "carry": "yes, and the colour has them in its next turn",
        "forced": "no: what can be placed must be",
    })
    convert: int = gap("U7: what does a cavalry become?", {
        "1:1": "one infantry or archers, wounded if it was",
        "1:2": "two infantry or archers in any mix, both wounded if it was",
    }, read={"1:1": 1, "1:2": 2})
    convert_when: str = gap("U7: when may cavalry be converted?", {
        "before_move": "after the reinforcements, before anything moves",
        "any_time": "among reinforcements and moves, until the battles begin",
    })
    battle_order: str = gap("U8: who says which battle is next?", {
        "attacker": "whoever runs the attacking colour",
        "board": "nobody: by file, then by rank",
        "defender": "whoever commands the defence of the first square by file and rank, among those he commands",
    })
    wounds: str = gap("U9: how long does a wound stay?", {
        "persist": "until a healer sees to it in a battle",
        "clear_after_battle": "until the battle ends",
        "clear_at_own_turn": "until the next turn of its colour begins",
    })
    king_clash: str = gap("U10: what if two kings destroy each other?", {
        "field": "the battle goes on, and the side that holds the square takes the other",
        "both_free": "both alliances go on without a king",
        "attacker": "the attacker takes the defender, at once",
        "both_removed": "both alliances leave the board",
        "forbidden": "a king is not sent against a king if another can be; if none can, as field",
    })
    attrition: str = gap("U11: is it a regicide if a king dies of an old wound while winning?", {
        "regicide": "yes, by the side it fought",
        "no_regicide": "no: his colour goes on without a king",
    })
    healers_only: str = gap("U12: what if only healers are left on both sides?", {
        "both_die": "all die",
        "defender_stays": "the attackers die",
        "standoff": "the attackers step back to where they came from",
    })
    commander: str = gap("U13: who leads a side of several players?", {
        "lord_if_split": "the suzerain",
        "majority": "the player with most pieces there; the suzerain if two have as many",
        "owner_of_round": "the players in turn order, one choice each",
    })
    healing: str = gap("U13: whom may a healer heal?", {
        "any_ally": "any piece of his side",
        "heal_own_colour_only": "pieces of his own colour",
    })
    regicide_timing: str = gap("U14: when does a regicide take effect?", {
        "immediate": "at once: the battle stops, and others between the same alliances vanish",
        "end_of_battle": "when the battle is over",
        "end_of_turn": "when all battles of the turn are over",
    })
    vassal_regicide: str = gap("U15: what if a vassal's piece destroys a king?", {
        "forced_by_person": "if a vassal in person led the killing side, the fallen player becomes a vassal, without a "
            "choice; of a colour that the suzerain runs himself he chooses as always",
        "forced_vassal": "the fallen player becomes a vassal, without a choice, whoever led the vassal's pieces",
        "may_decline": "the suzerain chooses as always",
    }, was="forced_vassal")
    keeps: str = gap("U16: what does a fallen player who is taken as a vassal run?", {
        "all": "every colour he ran before",
        "own_colour": "his own colour; the others go to the victor",
    })
    manage_when: str = gap("U17: when does a suzerain name who runs a colour?", {
        "anytime": "at any time: before each decision of anybody, unless he has said that he passes for the round",
        "colour_turn": "at the start of each turn of the colour",
        "lord_turn": "at the start of his own turn, for all his colours",
        "never": "never",
    }, was="colour_turn")
    dismissal: str = gap("U18: what becomes of a vassal who runs nothing any more?", {
        "idle": "he waits, and may be called back",
        "release": "his colour is his own again, without a king; squares shared with his suzerain are fought for "
            "at the end of the turn",
    })
    offers: str = gap("U19: may a player offer himself as a vassal?", {
        "one": "once a turn, to another independent player",
        "off": "no",
        "one_per_target": "to one independent player after another, once to each in a turn",
        "any_player": "once a turn, to any player of another alliance; a vassal's suzerain answers for him",
        "any_player_each": "to one such player after another, once to each in a turn",
    }, refused={"conditional": "is not built: promises in free words cannot be judged"})
    corner: str = gap("U20: is there a diagonal step beside mountains?", {
        "free": "yes",
        "blocked_between_two": "not between two mountains",
        "blocked_beside_one": "not beside one either",
    })
    small_zone: str = gap("U21: can a zone with one open square be controlled?", {
        "two_squares": "no",
        "one_square_enough": "yes, by that square",
    })
    territory: int | str = gap("U21: how many zones win?", {
        "18": "eighteen",
        "proportional": "72 % of those that can be controlled, rounded up",
    }, numbers=range(2, 26))
    friendly: str = gap("U23: whose zones are friendly to a colour?", {
        "person": "those of every colour its player runs, of his suzerain, and to a suzerain those of all his colours",
        "colour": "its own and its suzerain's; to the suzerain's own colour those of all allies",
    })
    fellow: str = gap("U23: may reinforcements stand in zones of a fellow vassal?", {"no": "no", "yes": "yes"})
    cap_test: str = gap("U24: when is the limit of 50 points tested?", {
        "each_piece": "before each piece, so that 52 can be reached",
        "turn_start": "once, at the start of the reinforcements",
        "never_above": "for each piece, which may not lead above 50",
    })
    max_rounds: int | None = gap("U26: after how many rounds does a game end?", {
        "none": "after none: it is played until somebody has won",
    }, numbers=range(1, 501), read={"none": None}, was="100")
    limit: str = gap("U26: what then?", {
        "draw": "a draw of all independent players in play",
        "most_zones": "the alliance with most zones wins, then that with more points of pieces; else a draw",
    })
    repetition: int = gap("U26: does a position that comes back end the game?", {
        "off": "no",
        "3": "the third time, with the same colour to play: a draw",
    }, read={"off": 0})
    victory: str = gap("U27: how is a game won?", {
        "either": "by supremacy or by territory",
        "supremacy": "by supremacy only",
        "territory": "by territory only",
    })
    territory_when: str = gap("U27: when is territory counted?", {
        "turn_end": "at the end of every turn, for everybody",
        "own_turn_start": "at the start of the suzerain's own turn",
    })
    empty_heal: str = gap("U28: may an unwounded piece be healed, to shift the initiative?", {
        "illegal": "no",
        "allowed": "yes",
    })
    healers_alone: str = gap("U29: may healers enter an enemy square alone?", {
        "legal": "yes, and die",
        "illegal": "only after a fighter of their side",
    })
    two_step: str = gap("U30: may cavalry and kings turn between two steps?", {"any": "yes", "straight": "no"})
    massacre: str = gap("U33: do the last healers survive when nobody faces them?", {
        "always": "no: they die at once",
        "facing": "yes, and hold the square",
    }, was="facing")
    canonical_steps: str = gap(
        "Are reinforcements, conversions and moves taken in one order only? For search: no end of a step is lost.", {
        "off": "no",
        "on": "yes, in rising order, cavalry last among reinforcements",
    })
# fmt: on


OPTIONS = options_of(Rules)
"""All of them."""

GONE: dict[str, Gone] = {}
"""Options that went."""


def chosen(given: Mapping[str, object]) -> dict[str, str | int]:
    """A value for each option, as it is written: the one given, else the default. Raises InputError with the key."""
    rest = {key: value for key, value in given.items() if key != "map"}
    try:
        terrain = read_terrain(str(given.get("map", "classic")))
    except InputError as error:
        raise InputError(error.message, key="map") from None
    return {"map": terrain.text, **settled([option for option in OPTIONS if option.key != "map"], rest, GONE)}


def read_rules(values: Mapping[str, str | int]) -> Rules:
    """What `chosen` gave, as the chapters read it."""
    return Rules(**read_as(Rules, values))

"""What may stand in the record of a game: its keys, their types and their limits.

Made like `files.model`, which explains the technique, and of its parts.
"""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal, NotRequired, TypedDict, cast

from pydantic_core import SchemaValidator, core_schema as core

from armada_sim.files.model import (
    ACTION,
    MOST_OBJECTS,
    MOST_SHIPS,
    NAME,
    TITLE,
    UNIT,
    DiscTable,
    FlagTable,
    LineTable,
    Name,
    ObjectTable,
    ShipTable,
    SurfaceTable,
    ToleranceTable,
    checked,
    default_of,
    list_of,
    one_line,
    table_schema,
    tables_of,
    wrong,
)
from armada_sim.play import FLEET_PATTERN, parse_counts
from armada_sim.table import MOST_PIPS, Counts, UnitName
from armada_sim.tabletop import InputError, Message, shown

FORMAT = 3
"""Of the records written here: with a digest for every action. Those of formats 1 and 2 are read as well."""

CHAINED = 3
"""The first format with a digest for every action."""

FIRST_FORMAT = 1
"""In which whatever was default was left out of a record."""

UNSAID_IN_FORMAT_1: dict[str, str | int] = {
    "footprint": "contact_triangle", "piece_profile": "ideal_sharp", "contact_blocks_move": "touch_blocks",
    "setup_touch": "touch_allowed",
    "doubt_rule": "three_answers", "doubt_scope": "every_positive_claim", "premeasure": "allowed",
    "step_legality": "every_step", "edge": "touch_illegal", "surface": "rectangle_36", "objects": "solid",
    "physical_fit": "virtual", "in_area": "any_part", "obstruction": "line_of_fire",
    "friendly_blocks": "anything", "wreck": "removed", "touching_target": "may_be_hit",
    "surface_least": "none",
    "min_gap": "10 in", "deploy_zone": "own_side_group", "fleet_budget": "exactly_12", "max_per_size": 4,
    "players": "any",
    "goal": "annihilation", "illegal_claim_cost": "not_spent", "stuck_lasts": "rest_of_turn",
    "deploy_order": "mover_first", "first_player": "other_decides", "game_limit": "quiet_turns(60)",
    "tie_break": "draw", "flag_kind": "fixed", "flag_size": "disc(0.5 in)", "flag_place": "in_fleet",
    "flag_ship_contact": "only_sinking",
    "goal_cross": "whole_footprint",
}  # fmt: skip
"""What a record of format 1 means by an option that it (and its preset) does not name: the defaults of its time. An
option added since stands here with the value under which the program does what it did before."""

MOST_PLAYERS = 24
MOST_ACTIONS = 20_000
LARGEST_SEED = 2**63 - 1
_LONGEST_PROGRAM = 40


def _fleets(value: object) -> object:
    if value in ("basic", "choose"):
        return value
    if not isinstance(value, list):
        raise wrong(
            Message(
                'expected basic, choose, or a list of fleets such as ["L4", "M4 S4"], not {given}', given=shown(value)
            )
        )
    if len(value) > MOST_PLAYERS:
        raise wrong(Message("has more than {n} entries", n=MOST_PLAYERS))
    try:
        return [parse_counts(fleet) if isinstance(fleet, str) else parse_counts("") for fleet in value]
    except InputError as error:
        raise wrong(error.message) from None


_FLEETS = checked(
    _fleets,
    core.union_schema(
        [
            core.literal_schema(["basic", "choose"]),
            core.list_schema(core.str_schema(pattern=FLEET_PATTERN)),
        ]
    ),
)
_SIDE = core.literal_schema(["south", "north", "west", "east"])
ACTIONS = core.int_schema(ge=1, le=MOST_PIPS)
_CARRIED = core.literal_schema(["fixed", "ship"])
_SEED = core.int_schema(ge=0, le=LARGEST_SEED)
_PROGRAM = core.no_info_after_validator_function(one_line, core.str_schema(max_length=_LONGEST_PROGRAM))
_LINK = core.str_schema(pattern=r"^[0-9a-f]{16}$")
_DIGEST = core.str_schema(pattern=r"^sha256:[0-9a-f]{64}$")
_NOTES = core.dict_schema(NAME, TITLE, max_length=MOST_PLAYERS)


TurnOfGame = Annotated[
    int,
    core.int_schema(ge=1, le=MOST_ACTIONS),
    "of the game, those of all players counted together: from this one on, once its place is free",
]


class SeatTable(TypedDict):
    """A player's place at the table."""

    player: Name
    side: NotRequired[Annotated[Literal["south", "north", "west", "east"], _SIDE]]
    team: NotRequired[Annotated[Name, "whom he plays with"]]
    actions: NotRequired[Annotated[int, ACTIONS, "of each of his turns, other than rules.actions says"]]


class _StartTable(TypedDict):
    """Where a game begins that is taken out of a battle."""

    first: Annotated[Name, "the player who begins a turn"]
    ships: Annotated[list[ShipTable], tables_of(ShipTable, MOST_SHIPS)]
    flags: Annotated[list[FlagTable], tables_of(FlagTable, MOST_PLAYERS)]


class ReinforcementTable(ShipTable):
    """A ship that comes onto the table during the game, to where it is said to lie."""

    turn: TurnOfGame


class _ResultTable(TypedDict):
    """How the game ended."""

    winners: Annotated[list[Name], list_of(NAME, None, MOST_PLAYERS), "players; none if it was drawn"]
    reason: Annotated[Name, "a short name such as sunk"]


class _ChainTable(TypedDict):
    """Digests, each over the one before it: what does not go with its own first was changed."""

    agreement: NotRequired[Annotated[str, _LINK, "of all that the file says besides seed, actions and result"]]
    seed: NotRequired[Annotated[str, _LINK]]
    actions: Annotated[list[str], default_of(list_of(_LINK, None, MOST_ACTIONS), []), "one for each action"]
    end: NotRequired[Annotated[str, _LINK, "of result, digest and unfinished"]]


class GameTable(TypedDict):
    """A game: what was agreed on, and what was done."""

    format: Annotated[int, core.int_schema(ge=FIRST_FORMAT, le=FORMAT), "of the record"]
    program: Annotated[str, default_of(_PROGRAM, ""), "the version that wrote it"]
    title: Annotated[str, default_of(TITLE, "")]
    unit: Annotated[UnitName, UNIT, "of lengths that are plain numbers; in actions they are mm"]
    rules: Annotated[Any, default_of(core.any_schema(), "classic")]
    surface: NotRequired[SurfaceTable]
    objects: Annotated[list[ObjectTable], tables_of(ObjectTable, MOST_OBJECTS)]
    tolerance: NotRequired[ToleranceTable]
    players: Annotated[list[SeatTable], list_of(table_schema(SeatTable), 2, MOST_PLAYERS), "clockwise"]
    fleets: Annotated[
        Literal["basic", "choose"] | list[Counts],
        default_of(_FLEETS, "basic"),
        "basic, choose, or a fleet for each player",
    ]
    flags: NotRequired[
        Annotated[Literal["fixed", "ship"], _CARRIED, "only of format 1: what rules.flag_kind says since"]
    ]
    lines: Annotated[list[LineTable], tables_of(LineTable, MOST_PLAYERS)]
    reinforcements: Annotated[list[ReinforcementTable], tables_of(ReinforcementTable, MOST_SHIPS)]
    seed: Annotated[int, default_of(_SEED, 0), "seed of random draws"]
    start: NotRequired[_StartTable]
    actions: Annotated[
        list[str],
        default_of(list_of(ACTION, None, MOST_ACTIONS), []),
        "one line of notation for each action; none in a file to play from",
    ]
    result: NotRequired[_ResultTable]
    unfinished: Annotated[bool, default_of(core.bool_schema(), False), "it goes no further, and has no result"]
    digest: NotRequired[Annotated[str, _DIGEST, "of the position after the last action"]]
    notes: Annotated[dict[str, str], default_of(_NOTES, {}), "what is worth knowing of each player: a name, a level"]
    chain: NotRequired[_ChainTable]


TABLES: dict[tuple[str, ...], type] = {
    (): GameTable,
    ("surface",): SurfaceTable,
    ("surface", "disc"): DiscTable,
    ("objects",): ObjectTable,
    ("tolerance",): ToleranceTable,
    ("players",): SeatTable,
    ("lines",): LineTable,
    ("reinforcements",): ReinforcementTable,
    ("start",): _StartTable,
    ("start", "ships"): ShipTable,
    ("start", "flags"): FlagTable,
    ("result",): _ResultTable,
    ("chain",): _ChainTable,
}
"""Which table stands where, by the keys on the way to it (list positions left out)."""


@cache
def _validator() -> SchemaValidator:
    return SchemaValidator(table_schema(GameTable))


def validated(raw: Mapping[str, Any]) -> GameTable:
    """The tables of a record. Raises pydantic_core.ValidationError with every mistake."""
    return cast(GameTable, _validator().validate_python(dict(raw)))

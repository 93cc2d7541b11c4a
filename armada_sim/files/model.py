"""What may stand in a dispute or layout file: its keys, their types and their limits.

This describes a file and nothing else; `building` turns what was read into a layout and questions.
A table is a `TypedDict` whose annotations carry the schema of each key for pydantic's core, which
validates (`validated`). The rest of pydantic, which takes longer to import than a ruling takes, is
needed only by `files.schema`, which has it write the JSON Schema of the same tables. (Annotations are
not postponed here: a `TypedDict` does not find `NotRequired` in postponed ones.)
"""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from decimal import Decimal
from functools import cache
from typing import Annotated, Any, Literal, NotRequired, TypedDict, final, get_args, get_type_hints, is_typeddict

from pydantic_core import PydanticCustomError, SchemaValidator, core_schema as core
from pydantic_core.core_schema import CoreSchema

from armada_sim.moving import MOST_STEPS
from armada_sim.table import (
    LENGTH_PATTERN,
    MOST_PIPS,
    MOST_STEPS as MOST_OF_A_MOVE,
    UNITS,
    Measure,
    UnitName,
    comma_hint,
)
from armada_sim.tabletop import InputError, Message, is_plain, shown

LARGEST_NUMBER = 10**9
"""Numbers beyond this are refused before anything is computed with them."""

_DECIMAL_PLACES = 60
"""Numbers written with more decimal places than this are refused."""

MOST_SHIPS = 200
MOST_OBJECTS = 200
MOST_CORNERS = 2000
"""Corners of all polygons of a file together."""

_MOST_QUESTIONS = 500
_MOST_ASKED = 100
"""Actions of one chain."""

LONGEST_ACTION = 20_000
"""Characters: 200 ships set up with 60 digits a number."""

MOST_COUNTED = 1000
"""Ships of a size."""

LONGEST_NAME = 60
LONGEST_TITLE = 300
LONGEST_OPTION = 100
QUESTION_KINDS = ("move", "shot", "contact", "setup", "action", "actions", "won")


def wrong(message: str) -> PydanticCustomError:
    """What a value is refused with, in our words."""
    return PydanticCustomError("armada", "{message}", {"message": message})


def number(value: object) -> int | Decimal:
    """A number exactly as written; raises PydanticCustomError for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        hint = comma_hint(value) if isinstance(value, str) else ""
        raise wrong(Message("expected a number, not {given}{hint}", given=shown(value), hint=hint))
    if isinstance(value, int):
        if abs(value) > LARGEST_NUMBER:
            raise wrong(Message("is out of range: {given}", given=shown(value)))
        return value
    if not value.is_finite():
        raise wrong(Message("expected a finite number, not {given}", given=shown(value)))
    if not value:
        return Decimal(0)
    if value.adjusted() > len(str(LARGEST_NUMBER)):
        raise wrong(Message("is out of range: {given}", given=shown(value)))
    exponent = value.as_tuple().exponent
    if not isinstance(exponent, int) or exponent < -_DECIMAL_PLACES:
        raise wrong(Message("is written with more than {most} decimal places", most=_DECIMAL_PLACES))
    return value


def within(least: float, most: float) -> CoreSchema:
    """A number within bounds, as a float."""

    def bounded(value: object) -> float:
        found = float(number(value))
        if not least <= found <= most:
            raise wrong(
                Message("must lie between {least} and {most}, not {given}", least=least, most=most, given=shown(value))
            )
        return found

    return checked(bounded, core.float_schema(ge=least, le=most))


def length(value: object) -> int | Decimal | Measure:
    """A length exactly as written, with or without its unit; raises PydanticCustomError for anything else."""
    if not isinstance(value, str):
        return number(value)
    try:
        measure = Measure.parse(value)
    except InputError as error:
        raise wrong(error.message) from None
    number(measure.value)
    return measure


def _point(value: object) -> object:
    if not isinstance(value, list) or len(value) != 2:
        raise wrong(Message("expected a point [x, y], not {given}", given=_counted(value)))
    return value


def _counted(value: object) -> str:
    """What stands where a point should; with a hint where decimal commas made more whole numbers of two decimals."""
    if not isinstance(value, list):
        return shown(value)
    if not all(isinstance(item, int | Decimal) and not isinstance(item, bool) for item in value):
        return Message("a list of {n}", n=len(value))
    found = _SOME.get(len(value)) or Message("{n} numbers", n=len(value))
    if not all(isinstance(item, int) for item in value):
        return found
    if len(value) == 3:
        return Message("{given}: write a decimal point, not a comma, as in 30.2", given=found)
    if len(value) == 4 and value[1] >= 0 and value[3] >= 0:
        x, tenths, y, others = (shown(item) for item in value)
        point = f"[{x}.{tenths}, {y}.{others}]"
        return Message("{given}: write a decimal point, as in {point}", given=found, point=point)
    return found


_SOME = {0: Message("an empty list"), 1: Message("one number"), 3: Message("three numbers"), 4: Message("four numbers")}


def _turn(value: object) -> int | Decimal | str:
    if value in ("max", "-max"):
        return str(value)
    if isinstance(value, str):
        raise wrong(Message('expected degrees, "max" or "-max", not {given}', given=shown(value)))
    return number(value)


def one_line(value: str) -> str:
    """Text as it is; raises PydanticCustomError unless it is plain and on one line."""
    if not is_plain(value) or value != value.strip():
        raise wrong(
            Message("expected plain text on one line without spaces around it, not {given}", given=shown(value))
        )
    return value


def _yes(value: object) -> object:
    if value is not True:
        raise wrong(Message("expected true, not {given}", given=shown(value)))
    return value


def checked(function: Any, json: CoreSchema) -> CoreSchema:
    """Whatever `function` returns; in a JSON Schema it is described by `json`."""
    return core.no_info_plain_validator_function(function, json_schema_input_schema=json)


def list_of(items: CoreSchema, least: int | None, most: int) -> CoreSchema:
    """A list of so many."""
    return core.list_schema(items, min_length=least, max_length=most)


def tuple_of(items: CoreSchema, least: int | None, most: int) -> CoreSchema:
    """The same as a tuple."""
    return core.no_info_after_validator_function(tuple, list_of(items, least, most))


def tables_of(table: type, most: int) -> CoreSchema:
    """A list of tables, empty if the key is left out."""
    return default_of(list_of(table_schema(table), None, most), [])


def default_of(schema: CoreSchema, value: object) -> CoreSchema:
    """A key that may be left out."""
    return core.with_default_schema(schema, default=value)


_CONFIG = core.CoreConfig(strict=True)
_NUMBER = core.float_schema()
REAL = checked(number, _NUMBER)
LENGTH = checked(length, core.union_schema([_NUMBER, core.str_schema(pattern=LENGTH_PATTERN)]))
UNIT = default_of(core.literal_schema(list(UNITS)), "mm")
TURN = checked(_turn, core.union_schema([_NUMBER, core.literal_schema(["max", "-max"])]))
POINT = core.no_info_before_validator_function(_point, list_of(LENGTH, 2, 2))
COUNT = core.int_schema(ge=0, le=MOST_COUNTED)
_TURNS = core.int_schema(ge=0, le=100_000)
_STEPS = core.int_schema(ge=1, le=MOST_OF_A_MOVE)
_MOVED = core.union_schema([_STEPS, list_of(_STEPS, 1, MOST_PIPS)], mode="left_to_right")
_LEFT = core.int_schema(ge=0, le=MOST_PIPS)
SIZE = core.str_schema(min_length=1, max_length=LONGEST_NAME)
NAME = core.no_info_after_validator_function(one_line, core.str_schema(min_length=1, max_length=LONGEST_NAME))
ACTION = core.no_info_after_validator_function(one_line, core.str_schema(min_length=1, max_length=LONGEST_ACTION))
_NAMES = list_of(NAME, None, MOST_SHIPS)
TITLE = core.no_info_after_validator_function(one_line, core.str_schema(max_length=LONGEST_TITLE))

Real = Annotated[int | Decimal, REAL]
Turn = Annotated[int | Decimal | Literal["max", "-max"], TURN]
Length = Annotated[int | Decimal | Measure, LENGTH]
Point = Annotated[list[Length], POINT]
Name = Annotated[str, NAME]
Count = Annotated[int, COUNT]
Corners = Annotated[list[Point], list_of(POINT, 3, MOST_CORNERS)]
Side = Annotated[Literal["left", "right", "either"], core.literal_schema(["left", "right", "either"])]


def table_schema(table: type) -> CoreSchema:
    """A table of the file for pydantic's core: no unknown keys, no conversions. It stays a dict if it is a `TypedDict`;
    of a frozen value one is made, whose fields are the keys (`from_` is `from`) with their defaults."""
    defaults = {one.name: one.default for one in fields(table)} if is_dataclass(table) else {}
    optional = [*defaults] if defaults else table.__optional_keys__  # type: ignore[attr-defined]
    keys, names = dict[str, core.TypedDictField](), dict[str, str]()
    for name, hint in get_type_hints(table, include_extras=True).items():
        hint = hint.__args__[0] if name in optional and not defaults else hint
        schema, default = table_schema(hint) if is_typeddict(hint) else _last(hint, dict), defaults.get(name)
        if default is not None and default is not MISSING:
            schema = default_of(schema, default)
        required = default is MISSING or (name not in optional and schema["type"] != "default")
        key = name.rstrip("_")
        keys[key] = core.typed_dict_field(schema, required=required, metadata={"description": _last(hint, str)})
        names[key] = name
    extra: Literal["allow", "forbid"] = "allow" if table is FleetTable else "forbid"
    found = core.typed_dict_schema(keys, cls=table, extra_behavior=extra, config=_CONFIG)
    if not defaults:
        return found
    return core.no_info_after_validator_function(lambda row: table(**{names[k]: row[k] for k in row}), found)


def _last(hint: object, kind: type) -> Any:
    """The last thing of a kind that is written beside a type."""
    return next((item for item in reversed(getattr(hint, "__metadata__", ())) if isinstance(item, kind)), None)


class DiscTable(TypedDict):
    """A round surface or object."""

    center: Annotated[Point, "its middle"]
    radius: Annotated[Length, "a length"]


class SurfaceTable(TypedDict):
    """The playing surface: one of rectangle, disc, polygon. Default: a 36 in square."""

    rectangle: NotRequired[Annotated[Point, "width and height; its lower left corner is at [0, 0]"]]
    disc: NotRequired[DiscTable]
    polygon: NotRequired[Annotated[Corners, "corners of any shape that does not cross itself"]]


class ToleranceTable(TypedDict):
    """How far placed pieces may be off."""

    position: Annotated[Length, default_of(LENGTH, 0), "how far any corner may be off; a length, 0 or more"]


class ShipTable(TypedDict):
    """A ship, placed by base and heading, or base and tip, or three corners."""

    name: Name
    player: Name
    size: Annotated[str, SIZE, "small, medium, large or one of rules.sizes"]
    base: NotRequired[Annotated[Point, "the middle of the base edge"]]
    heading: NotRequired[Annotated[Real, "degrees, counter-clockwise from +x: where the tip points"]]
    tip: NotRequired[Annotated[Point, "where the tip was measured; gives the heading"]]
    corners: NotRequired[
        Annotated[list[Point], list_of(POINT, 3, 3), "measured corners: base, base, tip; the piece is fitted to them"]
    ]
    damage: Annotated[int, default_of(COUNT, 0), "hits taken"]
    tolerance: NotRequired[Annotated[Length, "how far this piece's corners may be off; a length"]]


class ObjectTable(TypedDict):
    """Something on the table that is not a ship: a polygon, or a disc, which is ruled on as the regular polygon of 96
    corners around it, wider by 0.054 % of the radius at most.
    """

    name: Name
    polygon: NotRequired[Annotated[Corners, "corners of any shape that does not cross itself"]]
    disc: NotRequired[DiscTable]
    marker: Annotated[
        bool, default_of(core.bool_schema(), False), "a damage marker: in the way only if the rules say so"
    ]


class FleetTable(TypedDict):
    """What a player declared before setting up: ships of each size, those of rules.sizes as well, and a side."""

    player: Name
    small: NotRequired[Count]
    medium: NotRequired[Count]
    large: NotRequired[Count]
    side: NotRequired[
        Annotated[Literal["south", "north", "west", "east"], core.literal_schema(["south", "north", "west", "east"])]
    ]


class ToTable(TypedDict):
    """Where a ship is said to have got to."""

    base: Annotated[Point, "the middle of the base edge"]
    heading: Annotated[Real, "degrees, counter-clockwise from +x: where the tip points"]
    within: NotRequired[
        Annotated[
            Length, "how far every corner may be from it; a length; default the larger of the tolerance and 0.5 mm"
        ]
    ]


@final
class MoveTable(TypedDict):
    """May this ship move so? Give headings or turns; or to: could it have got there?"""

    move: Annotated[Name, "the ship's name"]
    headings: NotRequired[Annotated[list[Real], list_of(REAL, 1, MOST_STEPS), "degrees, one per step"]]
    turns: NotRequired[
        Annotated[
            list[Turn],
            list_of(TURN, 1, MOST_STEPS),
            'degrees to the left of the heading before, one per step; "max" and "-max" are the limit',
        ]
    ]
    to: NotRequired[ToTable]


Shot = TypedDict(
    "Shot",
    {
        "from": Name,
        "at": Name,
        "side": NotRequired[Annotated[Side, "left and right are as seen from base towards tip; default either"]],
    },
)
Shot.__doc__ = "Who fires at whom."


@final
class ShotTable(TypedDict):
    """May this ship hit that one?"""

    shot: Shot
    side: NotRequired[Annotated[Side, "the same as side inside shot; give one of them"]]


@final
class _ContactTable(TypedDict):
    """How far apart are these two ships, or this ship and this object?"""

    contact: Annotated[list[Name], list_of(NAME, 2, 2)]


@final
class _SetupTable(TypedDict):
    """Is the whole layout a legal set-up?"""

    setup: Annotated[Literal[True], core.no_info_before_validator_function(_yes, core.literal_schema([True]))]


@final
class ActionTable(TypedDict):
    """May this be done now, in the turn that is stated?"""

    action: Annotated[str, ACTION, "in the notation of records, such as R1 > 90, R1 x B2 or pass"]


@final
class ActionsTable(TypedDict):
    """May this be done now, and then that? Each action is asked about on the table that the one before left."""

    actions: Annotated[
        list[str],
        list_of(ACTION, 1, _MOST_ASKED),
        "in the notation of records; a claim that was refused has a question mark, and what follows it is asked all "
        "the same",
    ]


@final
class _WonTable(TypedDict):
    """Has anybody won, as the table lies and the turn stands?"""

    won: Annotated[Literal[True], core.no_info_before_validator_function(_yes, core.literal_schema([True]))]


QuestionTable = MoveTable | ShotTable | _ContactTable | _SetupTable | ActionTable | ActionsTable | _WonTable

_QUESTIONS: dict[str, type] = dict(zip(QUESTION_KINDS, get_args(QuestionTable), strict=True))


def _kind(value: object) -> str | None:
    kinds = [kind for kind in QUESTION_KINDS if isinstance(value, dict) and kind in value]
    return kinds[0] if len(kinds) == 1 else None


_QUESTION = core.tagged_union_schema({kind: table_schema(table) for kind, table in _QUESTIONS.items()}, _kind)
QUESTIONS = default_of(list_of(_QUESTION, None, _MOST_QUESTIONS), [])


class LineTable(TypedDict):
    """A line that an attacker must get past: all to the left of the way from start to end."""

    attacker: Name
    start: Point
    end: Point


class FlagTable(TypedDict):
    """A flag that stands on the table, or is carried by a ship: give one of at and ship."""

    owner: Name
    at: NotRequired[Annotated[Point, "where it stands"]]
    ship: NotRequired[Annotated[Name, "who carries it"]]


FiredTable = TypedDict(
    "FiredTable",
    {
        "from": Name,
        "at": NotRequired[Name],
        "side": NotRequired[Side],
    },
)
FiredTable.__doc__ = "A shot that was fired: by whom, perhaps at whom and from which side."


class TurnTable(TypedDict):
    """The turn that is being taken: the table lies as it does after all that was done in it. What is left out did not
    happen.
    """

    player: Annotated[Name, "whose turn it is"]
    left: NotRequired[Annotated[int, _LEFT, "actions left; else those of a turn less one for each move and each shot"]]
    steps: Annotated[
        dict[str, int | list[int]],
        default_of(core.dict_schema(NAME, _MOVED, max_length=MOST_SHIPS), {}),
        "ships that have moved in it, and by how many steps; a list if one has moved more than once",
    ]
    shots: Annotated[list[FiredTable], tables_of(FiredTable, MOST_PIPS), "fired in it"]
    stuck: Annotated[list[str], default_of(_NAMES, []), "ships found stuck in it (option stuck_lasts)"]
    order: NotRequired[
        Annotated[list[str], list_of(NAME, 1, MOST_SHIPS), "players of this round, in order; else clockwise"]
    ]
    quiet: Annotated[int, default_of(_TURNS, 0), "turns in a row without damage that are over (option game_limit)"]
    turns: Annotated[int, default_of(_TURNS, 0), "turns of the game that are over (option game_limit)"]
    agreed: Annotated[list[str], default_of(_NAMES, []), "players who have offered or agreed to a draw"]
    out: Annotated[list[str], default_of(_NAMES, []), "players who gave up"]


class PiecesTable(TypedDict):
    """What lies on a table."""

    unit: Annotated[
        UnitName,
        UNIT,
        'of lengths in sentences, and of those in this file that are plain numbers and not text such as "30.2 cm"',
    ]
    rules: Annotated[Any, default_of(core.any_schema(), "classic")]
    position: Annotated[
        Literal["checked", "as_written"],
        default_of(core.literal_schema(["checked", "as_written"]), "checked"),
        "as_written: rule even where pieces cannot lie as they are written",
    ]
    surface: NotRequired[SurfaceTable]
    tolerance: NotRequired[ToleranceTable]
    teams: Annotated[
        dict[str, list[str]],
        default_of(core.dict_schema(NAME, list_of(NAME, 1, MOST_SHIPS), max_length=MOST_SHIPS), {}),
        "who plays together: the name of a team and its players",
    ]
    fleets: Annotated[list[FleetTable], tables_of(FleetTable, MOST_SHIPS)]
    ships: Annotated[list[ShipTable], tables_of(ShipTable, MOST_SHIPS)]
    objects: Annotated[list[ObjectTable], tables_of(ObjectTable, MOST_OBJECTS)]


class LayoutTable(PiecesTable):
    """A table with pieces on it. x counts to the right and y upwards from (0, 0), the lower left corner of a rectangular
    surface; headings are degrees counter-clockwise, and 0 points to the right.
    """  # noqa: E501  its lines stand in the schema

    title: Annotated[str, default_of(TITLE, "")]


class DisputeTable(LayoutTable):
    """A table with pieces on it, and questions about it. x counts to the right and y upwards from (0, 0), the lower left corner
    of a rectangular surface; headings are degrees counter-clockwise, and 0 points to the right.
    """  # noqa: E501

    lines: Annotated[list[LineTable], tables_of(LineTable, MOST_SHIPS), "goal lines (goal = infiltration)"]
    flags: Annotated[list[FlagTable], tables_of(FlagTable, MOST_SHIPS), "goal = flag"]
    turn: NotRequired[TurnTable]
    questions: Annotated[list[QuestionTable], QUESTIONS]


DISPUTE_TABLES: dict[tuple[str, ...], type] = {
    (): DisputeTable,
    ("surface",): SurfaceTable,
    ("surface", "disc"): DiscTable,
    ("tolerance",): ToleranceTable,
    ("ships",): ShipTable,
    ("objects",): ObjectTable,
    ("objects", "disc"): DiscTable,
    ("fleets",): FleetTable,
    ("lines",): LineTable,
    ("flags",): FlagTable,
    ("turn",): TurnTable,
    ("turn", "shots"): FiredTable,
    ("questions", "move", "to"): ToTable,
    ("questions", "shot", "shot"): Shot,
    **{("questions", kind): table for kind, table in _QUESTIONS.items()},
}
"""Which table stands where, by the keys on the way to it (list positions left out)."""


def bare_table(
    unit: UnitName, ships: list[ShipTable], objects: list[ObjectTable], surface: SurfaceTable | None
) -> DisputeTable:
    """What a file says that has no more than pieces, objects and perhaps a surface, as other kinds of files have."""
    table: DisputeTable = {
        "title": "", "unit": unit, "rules": "", "position": "checked", "teams": {}, "fleets": [], "ships": ships,
        "objects": objects, "lines": [], "flags": [], "questions": [],
    }  # fmt: skip
    if surface is not None:
        table["surface"] = surface
    return table


def known_keys(table: type) -> list[str]:
    """The keys a table may have, as written in a file."""
    return [name.rstrip("_") for name in table.__annotations__]


@cache
def _validator() -> SchemaValidator:
    return SchemaValidator(table_schema(DisputeTable))


def validated(raw: Mapping[str, Any]) -> DisputeTable:
    """The tables of a dispute file. Raises pydantic_core.ValidationError with every mistake."""
    table: DisputeTable = _validator().validate_python(dict(raw))
    return table

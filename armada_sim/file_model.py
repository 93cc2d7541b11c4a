"""What may stand in a dispute or layout file: its keys, their types, their limits, their JSON Schema.

This describes a file and nothing else; `records` turns what was read into a layout and questions.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, PlainValidator, Tag
from pydantic_core import PydanticCustomError

from armada_sim.options import OPTIONS, PRESETS

LARGEST_NUMBER = 10**9
"""Numbers beyond this are refused before anything is computed with them."""

DECIMAL_PLACES = 60
"""Numbers written with more decimal places than this are refused."""

MOST_SHIPS = 200
MOST_OBJECTS = 200
MOST_CORNERS = 2000
"""Corners of all polygons of a file together."""

MOST_QUESTIONS = 500
MOST_STEPS = 100
LONGEST_NAME = 60
LONGEST_TITLE = 300
LONGEST_OPTION = 100
QUESTION_KINDS = ("move", "shot", "contact", "setup")


def shown(value: object) -> str:
    """A value in a complaint: short and on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return repr(value) if len(value) <= 40 else repr(value[:40]) + "…"
    if isinstance(value, int | Decimal):
        text = str(value) if not isinstance(value, int) or abs(value) < 10**40 else "a number of many digits"
        return text if len(text) <= 40 else text[:40] + "…"
    return "a list" if isinstance(value, list) else "a table" if isinstance(value, dict) else "a date or time"


def _wrong(message: str) -> PydanticCustomError:
    return PydanticCustomError("armada", "{message}", {"message": message})


def number(value: object) -> int | Decimal:
    """A number exactly as written; raises PydanticCustomError for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise _wrong(f"expected a number, not {shown(value)}")
    if isinstance(value, int):
        if abs(value) > LARGEST_NUMBER:
            raise _wrong(f"is out of range: {shown(value)}")
        return value
    if not value.is_finite():
        raise _wrong(f"expected a finite number, not {shown(value)}")
    if not value:
        return Decimal(0)
    if value.adjusted() > len(str(LARGEST_NUMBER)):
        raise _wrong(f"is out of range: {shown(value)}")
    exponent = value.as_tuple().exponent
    if not isinstance(exponent, int) or exponent < -DECIMAL_PLACES:
        raise _wrong(f"is written with more than {DECIMAL_PLACES} decimal places")
    return value


def _point(value: object) -> object:
    if not isinstance(value, list) or len(value) != 2:
        raise _wrong(f"expected a point [x, y], not {shown(value)}")
    return value


def _turn(value: object) -> int | Decimal | str:
    if value in ("max", "-max"):
        return str(value)
    if isinstance(value, str):
        raise _wrong(f'expected degrees, "max" or "-max", not {shown(value)}')
    return number(value)


def _one_line(value: str) -> str:
    if not value.isprintable() or value != value.strip():
        raise _wrong(f"expected plain text on one line without spaces around it, not {shown(value)}")
    return value


def _yes(value: object) -> object:
    if value is not True:
        raise _wrong(f"expected true, not {shown(value)}")
    return value


Real = Annotated[int | Decimal, PlainValidator(number, json_schema_input_type=float)]
Turn = Annotated[Any, PlainValidator(_turn, json_schema_input_type=float | Literal["max", "-max"])]
Point = Annotated[list[Real], Field(min_length=2, max_length=2), BeforeValidator(_point)]
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), AfterValidator(_one_line)]
Corners = Annotated[list[Point], Field(min_length=3, max_length=MOST_CORNERS)]


class Table(BaseModel):
    """A table of the file: no unknown keys, no conversions."""

    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False, defer_build=True)


class DiscTable(Table):
    """A round surface."""

    center: Point = Field(description="its middle")
    radius: Real = Field(description="a length")


class SurfaceTable(Table):
    """The playing surface: one of rectangle, disc, polygon. Default: a 36 in square."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1, "maxProperties": 1})

    rectangle: Point | None = Field(None, description="width and height; its lower left corner is at [0, 0]")
    disc: DiscTable | None = None
    polygon: Corners | None = Field(None, description="corners of any shape that does not cross itself")


class ToleranceTable(Table):
    """How far placed pieces may be off."""

    position: Real = Field(0, description="how far any corner may be off; a length, 0 or more")


_PLACED: list[Any] = [
    {"required": ["base", "heading"], "not": {"anyOf": [{"required": ["tip"]}, {"required": ["corners"]}]}},
    {"required": ["base", "tip"], "not": {"anyOf": [{"required": ["heading"]}, {"required": ["corners"]}]}},
    {
        "required": ["corners"],
        "not": {"anyOf": [{"required": ["base"]}, {"required": ["heading"]}, {"required": ["tip"]}]},
    },
]


class ShipTable(Table):
    """A ship, placed by base and heading, or base and tip, or three corners."""

    model_config = ConfigDict(json_schema_extra={"oneOf": _PLACED})

    name: Name
    player: Name
    size: Literal["small", "medium", "large"]
    base: Point | None = Field(None, description="the middle of the base edge")
    heading: Real | None = Field(None, description="degrees, counter-clockwise from +x: where the tip points")
    tip: Point | None = Field(None, description="where the tip was measured; gives the heading")
    corners: Annotated[list[Point], Field(min_length=3, max_length=3)] | None = Field(
        None, description="measured corners: base, base, tip; the piece is fitted to them"
    )
    damage: int = Field(0, ge=0, le=1000, description="hits taken")
    tolerance: Real | None = Field(None, description="how far this piece's corners may be off; a length")


class ObjectTable(Table):
    """Something on the table that is not a ship."""

    name: Name
    polygon: Corners
    marker: bool = Field(False, description="a damage marker: in the way only if the rules say so")


class FleetTable(Table):
    """What a player declared before setting up."""

    player: Name
    small: int | None = Field(None, ge=0, le=1000)
    medium: int | None = Field(None, ge=0, le=1000)
    large: int | None = Field(None, ge=0, le=1000)
    side: Literal["south", "north", "west", "east"] | None = None


class MoveTable(Table):
    """May this ship move so? Give headings, or turns, or in_place."""

    model_config = ConfigDict(
        json_schema_extra={"oneOf": [{"required": ["headings"]}, {"required": ["turns"]}, {"required": ["in_place"]}]}
    )

    move: Name = Field(description="the ship's name")
    headings: Annotated[list[Real], Field(min_length=1, max_length=MOST_STEPS)] | None = Field(
        None, description="degrees, one per step"
    )
    turns: Annotated[list[Turn], Field(min_length=1, max_length=MOST_STEPS)] | None = Field(
        None, description='degrees to the left of the heading before, one per step; "max" and "-max" are the limit'
    )
    in_place: Real | None = Field(None, description="a heading to turn to without a step (for a stuck ship)")


Side = Literal["left", "right", "base", "either"]


class Shot(Table):
    """Who fires at whom."""

    shooter: Name = Field(alias="from")
    at: Name
    side: Side | None = Field(None, description="left and right are as seen from base towards tip; default either")


class ShotTable(Table):
    """May this ship hit that one?"""

    shot: Shot
    side: Side | None = Field(None, description="the same as side inside shot; give one of them")


class ContactTable(Table):
    """How far apart are these two ships?"""

    contact: Annotated[list[Name], Field(min_length=2, max_length=2)]


class SetupTable(Table):
    """Is the whole layout a legal set-up?"""

    setup: Annotated[Literal[True], BeforeValidator(_yes)]


def _kind(value: object) -> str | None:
    kinds = [kind for kind in QUESTION_KINDS if isinstance(value, dict) and kind in value]
    return kinds[0] if len(kinds) == 1 else None


QuestionTable = Annotated[
    Annotated[MoveTable, Tag("move")]
    | Annotated[ShotTable, Tag("shot")]
    | Annotated[ContactTable, Tag("contact")]
    | Annotated[SetupTable, Tag("setup")],
    Discriminator(_kind),
]


class LayoutTable(Table):
    """A table with pieces on it."""

    title: Annotated[str, Field(max_length=LONGEST_TITLE), AfterValidator(_one_line)] = ""
    unit: Literal["mm", "in"] = Field("mm", description="of the lengths in this file and in sentences")
    rules: Any = "classic"
    surface: SurfaceTable | None = None
    tolerance: ToleranceTable | None = None
    fleets: Annotated[list[FleetTable], Field(max_length=MOST_SHIPS)] = []
    ships: Annotated[list[ShipTable], Field(max_length=MOST_SHIPS)] = []
    objects: Annotated[list[ObjectTable], Field(max_length=MOST_OBJECTS)] = []


class DisputeTable(LayoutTable):
    """A table with pieces on it, and questions about it."""

    questions: Annotated[list[QuestionTable], Field(max_length=MOST_QUESTIONS)] = []


TABLES: dict[tuple[str, ...], type[Table]] = {
    (): DisputeTable,
    ("surface",): SurfaceTable,
    ("surface", "disc"): DiscTable,
    ("tolerance",): ToleranceTable,
    ("ships",): ShipTable,
    ("objects",): ObjectTable,
    ("fleets",): FleetTable,
    ("questions", "move"): MoveTable,
    ("questions", "shot"): ShotTable,
    ("questions", "shot", "shot"): Shot,
    ("questions", "contact"): ContactTable,
    ("questions", "setup"): SetupTable,
}
"""Which table stands where, by the keys on the way to it (list positions left out)."""


def known_keys(table: type[Table]) -> list[str]:
    """The keys a table may have, as written in a file."""
    return [field.alias or name for name, field in table.model_fields.items()]


def _option_schema(key: str, values: dict[str, str]) -> dict[str, Any]:
    if key == "max_per_size":
        return {"type": "integer", "minimum": 1}
    if key == "min_gap":
        return {"anyOf": [{"type": "number", "minimum": 0}, {"type": "string", "pattern": r"^\S+ +(mm|cm|in)$"}]}
    plain = [value for value in values if "(" not in value and value != "custom"]
    choices: list[dict[str, Any]] = [{"enum": plain}]
    choices += [
        {"type": "string", "pattern": rf"^{value.partition('(')[0]}\(.+\)$"} for value in values if "(" in value
    ]
    if "custom" in values:
        length = {"anyOf": [{"type": "number", "exclusiveMinimum": 0}, {"type": "string"}]}
        size = {"type": "object", "required": ["base", "height"], "additionalProperties": False}
        cut = {"anyOf": [{"type": "number", "minimum": 0}, {"type": "string"}]}
        size |= {"properties": {"base": length, "height": length, "cut": cut}}
        sizes = ["small", "medium", "large"]
        choices.append(
            {
                "type": "object",
                "properties": dict.fromkeys(sizes, size),
                "required": sizes,
                "additionalProperties": False,
            }
        )
    return choices[0] if len(choices) == 1 else {"anyOf": choices}


def _rules_schema() -> dict[str, Any]:
    preset: dict[str, Any] = {"enum": list(PRESETS)}
    options = {o.key: {**_option_schema(o.key, o.values), "description": o.question} for o in OPTIONS}
    table = {"type": "object", "properties": {"preset": preset, **options}, "additionalProperties": False}
    return {"anyOf": [preset, table], "description": "the name of a preset, or a table of options"}


def _without_null(node: Any) -> Any:
    """A schema in which a key that may be left out may not be null instead."""
    if isinstance(node, list):
        return [_without_null(item) for item in node]
    if not isinstance(node, dict):
        return node
    found = {key: _without_null(item) for key, item in node.items()}
    branches = found.get("anyOf")
    if isinstance(branches, list) and {"type": "null"} in branches:
        found["anyOf"] = [branch for branch in branches if branch != {"type": "null"}]
        found.pop("default", None)
        if len(found["anyOf"]) == 1:
            found |= found.pop("anyOf")[0] | {k: v for k, v in found.items() if k != "anyOf"}
    if found.get("default", 0) is None:
        found.pop("default")
    return found


def schema_of(table: type[LayoutTable]) -> dict[str, Any]:
    """JSON Schema (2020-12) of a file, as plain data."""
    schema: dict[str, Any] = _without_null(table.model_json_schema())
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["properties"]["rules"] = _rules_schema()
    return schema

"""What the page may ask with: the keys of each request, their types and their limits."""

# annotations are not postponed: a TypedDict does not find NotRequired in postponed ones

from collections.abc import Mapping
from functools import cache
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypedDict,
    TypeVar,
    cast,
    get_args,
    get_type_hints,
    is_typeddict,
)

from pydantic_core import SchemaValidator, ValidationError, core_schema as core

from armada_sim.files import (
    NAME,
    REAL,
    TURN,
    UNIT,
    Name,
    Real,
    Turn,
    complaints,
    default_of,
    list_of,
    table_schema,
    tables_of,
    within,
)
from armada_sim.moving import MOST_STEPS
from armada_sim.table import UnitName
from armada_sim.tabletop import InputError, Message, Mistakes, plain_data

T = TypeVar("T", bound=Mapping[str, Any])

_DISPUTE = core.dict_schema(core.str_schema(), core.any_schema())
_STEPS = list_of(TURN, None, MOST_STEPS)
_WHAT = core.literal_schema(["reach", "threat", "danger"])
_FORMAT = core.literal_schema(["svg", "pdf", "png"])
_STYLE = core.literal_schema(["screen", "print", "greyscale"])
_POINT = list_of(REAL, 2, 2)
_MOST_NOTES = 30
_ID = core.int_schema(ge=0, le=10**9)


class TableBody(TypedDict):
    """The table as it lies."""

    dispute: Annotated[dict[str, Any], _DISPUTE, "a dispute, with the keys of a dispute file"]
    show_in: Annotated[UnitName, UNIT, "unit of lengths in sentences"]


class ShipAsked(TypedDict):
    """What the page wants to know of a ship."""

    name: Name
    turns: Annotated[
        list[Turn], default_of(_STEPS, []), "of each step taken so far; what is shown is about the place they end at"
    ]
    next: NotRequired[Annotated[Turn, TURN, "heading of the step being turned, or a limit; what is near is near to it"]]


class LookBody(TableBody):
    """What the engine sees while ships are dragged."""

    ship: NotRequired[Annotated[ShipAsked | None, core.nullable_schema(table_schema(ShipAsked))]]


class SnapBody(TableBody):
    """Where a ship that was let go touches what it is near."""

    ship: Annotated[str, NAME]
    most: Annotated[float, within(0, 100), "mm that it may be moved by"]


class RuleBody(TableBody):
    """A ruling on one question of the dispute."""

    number: Annotated[int, default_of(core.int_schema(ge=1), 1), "of the question, from 1"]


class ReadingsBody(RuleBody):
    """Which other readings of the rules would change the answer to one question of the dispute."""


class NoteRow(TypedDict):
    """An arrow with a remark, mm in the table frame."""

    start: Annotated[list[Real], _POINT]
    end: Annotated[list[Real], _POINT]
    text: Annotated[str, core.str_schema(max_length=200)]


class PictureBody(TableBody):
    """A picture of the ruling on a question, or of the table if none is named."""

    number: NotRequired[Annotated[int | None, core.nullable_schema(core.int_schema(ge=1)), "of the question, from 1"]]
    format: Annotated[Literal["svg", "pdf", "png"], default_of(_FORMAT, "svg")]
    style: Annotated[Literal["screen", "print", "greyscale"], default_of(_STYLE, "screen")]
    notes: Annotated[list[NoteRow], tables_of(NoteRow, _MOST_NOTES), "arrows and remarks on the table"]


class ExampleBody(TypedDict):
    """A shipped dispute."""

    name: Name


class ReadBody(TypedDict):
    """A file that was opened."""

    text: Annotated[str, core.str_schema()]


class SharpenBody(TableBody):
    """A search whose stages are shown, asked over the WebSocket: reach or threat of a ship, or what can hit it."""

    id: Annotated[int, _ID, "comes back with each answer"]
    what: Annotated[Literal["reach", "threat", "danger"], _WHAT]
    ship: Annotated[str, NAME]


def understood(body: bytes | str, table: type[T]) -> T:
    """What a page sent: a JSON object with numbers as written. Raises InputError for all the mistakes found."""
    try:
        raw = plain_data(body if isinstance(body, str) else body.decode("utf-8"), "json")
    except UnicodeDecodeError:
        raise InputError(Message("expected text in UTF-8")) from None
    try:
        return cast(T, _validator(table).validate_python(raw))
    except ValidationError as error:
        mistakes = Mistakes()
        mistakes.found += complaints(error, {(): table, **_inner(table)})
        mistakes.stop_if_any()
        raise


@cache
def _validator(table: type) -> SchemaValidator:
    return SchemaValidator(table_schema(table))


def _inner(table: type) -> dict[tuple[str, ...], type]:
    """The tables that stand in a table, by their keys."""
    kinds = {key: (hint, *get_args(hint)) for key, hint in get_type_hints(table).items()}
    return {(key,): kind for key, kinds in kinds.items() for kind in kinds if is_typeddict(kind)}

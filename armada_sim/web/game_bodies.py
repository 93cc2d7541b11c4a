"""What the page may ask about games: the keys of each request, their types and their limits."""

# annotations are not postponed: a TypedDict does not find NotRequired in postponed ones

from typing import Annotated, Any, Literal, NotRequired, TypedDict, get_args

from pydantic_core import core_schema as core

from armada_sim.files import NAME, UNIT, Name, default_of, list_of, table_schema
from armada_sim.files.setups import SETUPS
from armada_sim.table import UnitName
from armada_sim.web.bodies import ShipAsked
from armada_sim.web.game_answers import By

_KEY = core.str_schema(min_length=1, max_length=100)
_VERSION = core.int_schema(ge=0, le=2**40)
_LINE = core.str_schema(min_length=1, max_length=20_000)
_TEXT = core.str_schema(max_length=1_000_000)
_TABLE = core.dict_schema(core.str_schema(max_length=60), core.any_schema())

SEATED = ("here", "link", "open", "random", "greedy", "search")
"""Who may play a seat: this device, another by a link, whoever joins, computer players."""

_BY = list_of(core.literal_schema([*get_args(By)]), None, 20_000)

_WHO = core.dict_schema(NAME, core.literal_schema([*SEATED]), max_length=24)


class Clocks(TypedDict):
    """How much time people have."""

    minutes: Annotated[float, core.float_schema(gt=0, le=600), "for each person"]
    increment: Annotated[float, default_of(core.float_schema(ge=0, le=600), 0), "seconds more after each turn"]


class NewGame(TypedDict):
    """A game to begin: from what a form agreed on, from the table on the page, or from a record."""

    game: NotRequired[Annotated[dict[str, Any], _TABLE, "of a game file, without fleets where setup is given"]]
    setup: NotRequired[Annotated[str, core.literal_schema([*SETUPS])]]
    dispute: NotRequired[Annotated[dict[str, Any], _TABLE, "the table; its ships begin where they lie"]]
    first: NotRequired[Annotated[Name, "who begins on that table"]]
    record: NotRequired[Annotated[str, _TEXT, "of a game"]]
    actions: NotRequired[Annotated[list[str], list_of(_LINE, None, 20_000), "instead of the record's"]]
    by: NotRequired[Annotated[list[By], _BY, "where the first of the actions come from"]]
    upto: NotRequired[Annotated[int, core.int_schema(ge=0, le=20_000), "so many of the actions"]]
    who: Annotated[dict[str, Literal["here", "link", "open", "random", "greedy", "search"]], _WHO]
    budget: Annotated[int, default_of(core.int_schema(ge=1, le=300), 60), "play-outs a turn of search"]
    watched: NotRequired[Annotated[bool, core.bool_schema(), "whether anybody may look on"]]
    clock: NotRequired[Annotated[Clocks, table_schema(Clocks), "none, unless it is given"]]


class Nothing(TypedDict):
    """The games that others are let into."""


class Joining(TypedDict):
    """A seat of a game that is open to whoever joins; none to look on."""

    table: Annotated[str, _KEY]
    player: NotRequired[Name]


class KeyBody(TypedDict):
    """About a running game, by the holder of a key."""

    key: Annotated[str, _KEY]
    since: Annotated[int, default_of(core.int_schema(ge=0, le=20_000), 0), "events that are known already"]


class Changing(TypedDict):
    """A change of a running game at a version."""

    key: Annotated[str, _KEY]
    version: Annotated[int, _VERSION]
    since: Annotated[int, default_of(core.int_schema(ge=0, le=20_000), 0), "events that are known already"]


class Acting(Changing):
    """What a person does."""

    action: Annotated[str, _LINE, "in notation"]


class TakingBack(Changing):
    """To take back, to ask the others whether one may, or to answer them."""

    answer: NotRequired[Annotated[bool, core.bool_schema(), "to what is asked"]]


class Looking(TypedDict):
    """What one ship may do now."""

    key: Annotated[str, _KEY]
    ship: ShipAsked
    show_in: Annotated[UnitName, UNIT, "unit of lengths in sentences"]


class Replayed(TypedDict):
    """A record to play again."""

    record: Annotated[str, _TEXT]
    actions: NotRequired[Annotated[list[str], list_of(_LINE, None, 20_000), "instead of the record's"]]

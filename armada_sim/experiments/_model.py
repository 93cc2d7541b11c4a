"""What may stand in the file of an experiment: its keys, their types and their limits.

Made like `files.model`, which explains the technique, and of its parts.
"""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal, NotRequired, TypedDict, cast

from pydantic_core import SchemaValidator, core_schema as core

from armada_sim.files import (
    ACTIONS,
    COUNT,
    LARGEST_SEED,
    MOST_OBJECTS,
    MOST_SHIPS,
    NAME,
    REAL,
    SIZE,
    TITLE,
    UNIT,
    DiscTable,
    Length,
    Name,
    ObjectTable,
    Point,
    Real,
    SurfaceTable,
    TurnOfGame,
    checked,
    default_of,
    list_of,
    table_schema,
    tables_of,
    wrong,
)
from armada_sim.play import FLEET_PATTERN, parse_counts
from armada_sim.players import MOST_THOUGHT
from armada_sim.table import Counts, UnitName
from armada_sim.tabletop import InputError, Message, shown
from armada_sim.tabletop.laboratory import MOST_BUDGET, MOST_SETS

_MOST_FLEETS = 200
_MOST_PAIRS = 1_000
MOST_PLAYERS = 20
_MOST_SURFACES = 20
_MOST_VALUES = 40
"""Of one option that is varied."""


def _fleet(value: object) -> Counts:
    if not isinstance(value, str):
        raise wrong(Message('expected ships such as "L2 M2 S2", not {given}', given=shown(value)))
    try:
        return parse_counts(value)
    except InputError as error:
        raise wrong(error.message) from None


_FLEET = checked(_fleet, core.str_schema(pattern=FLEET_PATTERN))
_FLEETS = core.dict_schema(NAME, _FLEET, min_length=1, max_length=_MOST_FLEETS)
_LEVEL = core.literal_schema(["random", "greedy", "search"])
_WHOLE = core.int_schema(ge=1, le=MOST_THOUGHT)


class PlayerTable(TypedDict):
    """A computer player."""

    name: Name
    level: Annotated[Literal["random", "greedy", "search"], _LEVEL]
    tries: NotRequired[Annotated[int, _WHOLE, "paths tried for each ship at each decision"]]
    caution: NotRequired[
        Annotated[int, core.int_schema(ge=0, le=MOST_THOUGHT), "what an enemy near counts; a hit counts 1000"]
    ]
    budget: NotRequired[Annotated[int, _WHOLE, "how much search thinks about"]]


class NamedSurfaceTable(SurfaceTable):
    """A surface that `vary` may name."""

    name: Name


class GoalLineTable(TypedDict):
    """A line behind one fleet that the other must get past (goal = infiltration), along the edge of its player."""

    attacker: Annotated[
        Literal["first", "second"], core.literal_schema(["first", "second"]), "which fleet of a meeting attacks"
    ]
    depth: Annotated[Length, "how far the line is from the edge of the player who is attacked"]


class HandicapTable(TypedDict):
    """How many actions a turn has of the player of a fleet, other than rules.actions says."""

    first: NotRequired[Annotated[int, ACTIONS, "of the first fleet of a meeting"]]
    second: NotRequired[Annotated[int, ACTIONS, "of the second"]]


class LaterTable(TypedDict):
    """A ship that comes onto the table during each game, as it lies if its player sits in the south: with the sides it
    is turned half round."""

    fleet: Annotated[
        Literal["first", "second"], core.literal_schema(["first", "second"]), "which fleet of a meeting it joins"
    ]
    turn: TurnOfGame
    size: Annotated[str, SIZE, "small, medium, large or one of rules.sizes"]
    base: Annotated[Point, "the middle of the base edge"]
    heading: Annotated[Real, REAL, "degrees, counter-clockwise from +x: where the tip points"]
    damage: Annotated[int, default_of(COUNT, 0), "hits taken"]


class FairTable(TypedDict):
    """What would have to be so for the game to be fair, and what may be changed for it."""

    target: Annotated[
        Literal["even", "not_last", "first_move"],
        core.literal_schema(["even", "not_last", "first_move"]),
        "every meeting even; the one named by who not last; or the first move worth nothing",
    ]
    search: Annotated[int, core.int_schema(ge=1, le=MOST_SETS), "sets of the search, at most"]
    who: Annotated[
        list[str], default_of(list_of(NAME, 1, _MOST_FLEETS), []), "who is not to be last; else whose meetings count"
    ]
    within: NotRequired[Annotated[Real, REAL, "of a half: the share to either side that is taken for even; 0.05"]]
    at_once: NotRequired[Annotated[int, core.int_schema(ge=1), "how many changes may be made together; any number"]]
    change: Annotated[
        dict[str, Any],
        core.dict_schema(NAME, core.any_schema(), min_length=1),
        "numbers and options of the rules, surface, handicap.first, handicap.second or fleets.NAME, each with the "
        "values it may take, the nearest to what is agreed on first",
    ]


class ExperimentTable(TypedDict):
    """Fleets or players that meet, under what, and how often."""

    title: Annotated[str, default_of(TITLE, "")]
    unit: Annotated[UnitName, UNIT, 'of lengths in this file that are plain numbers and not text such as "30.2 cm"']
    seed: Annotated[int, default_of(core.int_schema(ge=0, le=LARGEST_SEED), 0), "seed of everything random"]
    sets: Annotated[int, core.int_schema(ge=1, le=MOST_SETS), "mirrored sets of games of each meeting, at most"]
    half_width: NotRequired[
        Annotated[Real, REAL, "a meeting ends once its interval is no wider to either side, such as 0.03"]
    ]
    half_width_of: Annotated[
        Literal["meetings", "first_moves"],
        default_of(core.literal_schema(["meetings", "first_moves"]), "meetings"),
        "whose interval: that of all games of a meeting, or of those in which either side moves first",
    ]
    batch: Annotated[
        int, default_of(core.int_schema(ge=2, le=MOST_SETS), 20), "sets after which the width is looked at"
    ]
    rules: Annotated[Any, default_of(core.any_schema(), "classic")]
    surface: NotRequired[SurfaceTable]
    objects: Annotated[list[ObjectTable], tables_of(ObjectTable, MOST_OBJECTS)]
    goal_line: NotRequired[GoalLineTable]
    handicap: NotRequired[HandicapTable]
    reinforcements: Annotated[list[LaterTable], tables_of(LaterTable, MOST_SHIPS)]
    deployment: Annotated[
        Literal["random_legal", "line", "cluster"],
        default_of(core.literal_schema(["random_legal", "line", "cluster"]), "random_legal"),
        "how ships are set up",
    ]
    compare: Annotated[
        Literal["fleets", "players", "prices"],
        default_of(core.literal_schema(["fleets", "players", "prices"]), "fleets"),
        "who meets: fleets, each played equally well; players, each with both fleets; or, to learn what ships are "
        "worth, two fleets drawn at random for each set",
    ]
    fleets: NotRequired[
        Annotated[dict[str, Counts], _FLEETS, "by name, such as L4 or M4 S4; not where prices are asked"]
    ]
    budget: NotRequired[
        Annotated[
            int, core.int_schema(ge=1, le=MOST_BUDGET), "pips that a fleet may cost where prices are asked, such as 12"
        ]
    ]
    against: NotRequired[Annotated[dict[str, Counts], _FLEETS, "if given, fleets meet these and not one another"]]
    meet: Annotated[
        Literal["others", "themselves", "all"],
        default_of(core.literal_schema(["others", "themselves", "all"]), "others"),
        "whom a fleet meets if against is not given",
    ]
    pairs: Annotated[
        list[list[str]],
        default_of(list_of(list_of(NAME, 2, 2), 1, _MOST_PAIRS), []),
        "if given, only these fleets meet, two by two, of all that would",
    ]
    players: Annotated[list[PlayerTable], list_of(table_schema(PlayerTable), 1, MOST_PLAYERS)]
    fair: NotRequired[FairTable]
    surfaces: Annotated[list[NamedSurfaceTable], tables_of(NamedSurfaceTable, _MOST_SURFACES)]
    vary: Annotated[
        dict[str, list[Any]],
        default_of(core.dict_schema(NAME, list_of(core.any_schema(), 1, _MOST_VALUES)), {}),
        "options, surface, handicap.first or handicap.second, and the values they take one after the other, all else "
        "as above",
    ]


TABLES: dict[tuple[str, ...], type] = {
    (): ExperimentTable,
    ("surface",): SurfaceTable,
    ("surface", "disc"): DiscTable,
    ("objects",): ObjectTable,
    ("goal_line",): GoalLineTable,
    ("handicap",): HandicapTable,
    ("reinforcements",): LaterTable,
    ("players",): PlayerTable,
    ("fair",): FairTable,
    ("surfaces",): NamedSurfaceTable,
    ("surfaces", "disc"): DiscTable,
}
"""Which table stands where, by the keys on the way to it (list positions left out)."""


@cache
def _validator() -> SchemaValidator:
    return SchemaValidator(table_schema(ExperimentTable))


def validated(raw: Mapping[str, Any]) -> ExperimentTable:
    """The tables of an experiment. Raises pydantic_core.ValidationError with every mistake."""
    return cast(ExperimentTable, _validator().validate_python(dict(raw)))

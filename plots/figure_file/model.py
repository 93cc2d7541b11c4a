"""What may stand in a figure file: its keys, their types and their limits. `building` makes a figure of it.

Whatever lies on the table has the keys of a dispute file; words are a text, or one for each language.
"""

# annotations are not postponed: a TypedDict does not find NotRequired in postponed ones

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from pydantic_core import SchemaValidator, core_schema as core

from armada_sim.files import (
    DISPUTE_TABLES,
    MOST_OBJECTS,
    MOST_SHIPS,
    NAME,
    POINT,
    QUESTIONS,
    REAL,
    SIZE,
    TITLE,
    TURN,
    DiscTable,
    FiredTable,
    Length,
    Name,
    ObjectTable,
    PiecesTable,
    QuestionTable,
    Real,
    Turn,
    checked,
    default_of,
    length,
    list_of,
    one_line,
    table_schema,
    tables_of,
    tuple_of,
    within,
    wrong,
)
from armada_sim.moving import MOST_STEPS
from armada_sim.table import MOST_STEPS as MOST_OF_A_MOVE
from armada_sim.tabletop import LANGUAGES, InputError, Language, Message, Said, Worded, is_plain, shown

_MOST_MARKS = 400
MOST_FRAMES = 8
_MOST_WORDS = 600
PARTS = ("base", "tip", "left", "right", "left_side", "right_side", "middle")
"""What of a piece a point may be named by: R1.tip."""

LOOKS = (
    "line", "bold", "thin", "dashed", "long_dashed", "warning", "tint", "error", "way", "last", "beyond", "won",
    "axis", "bar", "ground", "border", "goal", "white", "blue", "red", "yellow",
)  # fmt: skip
"""How lines and places may look."""

SHOWN = ("reach", "threat", "broadside", "template", "face", "outline", "headings", "errors")
"""What of a ship the engine works out."""


def _words(value: object) -> Worded:
    """A text in each language it is given in."""
    texts = {"en": value} if isinstance(value, str) else value
    if not isinstance(texts, dict) or not texts or not all(isinstance(text, str) for text in texts.values()):
        raise wrong(Message('expected a text, or {{ en = "…", fr = "…" }}, not {given}', given=shown(value)))
    for lang, text in texts.items():
        if lang not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise wrong(Message("no language is called {name} (known: {known})", name=repr(lang), known=known))
        if len(text) > _MOST_WORDS:
            raise wrong(Message("is longer than {n} characters", n=_MOST_WORDS))
        if not all(map(is_plain, text.split("\n"))):
            raise wrong(Message("expected plain text, not {given}", given=shown(text)))
    return Worded(texts)


def _place(value: object) -> str | list[Any]:
    """A point, by its numbers or by its name."""
    if isinstance(value, str):
        return one_line(value)
    if not isinstance(value, list) or len(value) != 2:
        raise wrong(Message('expected a point [x, y] or a part of a piece such as "R1.tip", not {given}',
                            given=shown(value)))  # fmt: skip
    return [length(part) for part in value]


_TEXT = core.str_schema(max_length=_MOST_WORDS)
_IN_EACH = core.dict_schema(core.literal_schema([*LANGUAGES]), _TEXT, min_length=1)
WORDS = checked(_words, core.union_schema([_TEXT, _IN_EACH]))
_BY_NAME = core.str_schema(min_length=1, max_length=80)
PLACE = checked(_place, core.union_schema([_BY_NAME, POINT]))
_LOOK = core.literal_schema([*LOOKS])
NO_WORDS = Worded({"en": ""})
CLAUSES = tuple_of(NAME, None, 20)
_NAMES = default_of(list_of(NAME, None, MOST_SHIPS), [])

SCALE = within(0.001, 1000)

Words = Annotated[Worded, WORDS]
Written = str | list[Length]
"""A point as it is written."""

Place = Annotated[Written, PLACE]
Legend = Annotated[Worded | None, WORDS, "for the legend"]


def missing(key: str) -> InputError:
    """What a key that is needed here and not given is refused with."""
    return InputError(Message("is missing"), key=key)


def _marks(table: type) -> Any:
    return tables_of(table, _MOST_MARKS)


@dataclass(frozen=True, slots=True, kw_only=True)
class GhostTable:
    """Where a ship would lie: after steps, or at a place; not both."""

    ship: Annotated[str, NAME, "whose size and look it has"]
    name: Annotated[str | None, NAME, "points are named by it, such as g.tip: of its last step"] = None
    headings: Annotated[list[Real] | None, list_of(REAL, 1, MOST_STEPS), "degrees, one per step"] = None
    turns: Annotated[
        list[Turn] | None, list_of(TURN, 1, MOST_STEPS), 'degrees to the left, one per step; "max", "-max"'
    ] = None
    base: Annotated[Written | None, PLACE, "a place instead of steps, with a heading"] = None
    heading: Annotated[int | Decimal | None, REAL] = None
    look: Annotated[str, _LOOK, "of every step but the last"] = "way"
    last: Annotated[str | None, _LOOK, "of the last step, if it looks otherwise"] = None
    words: Legend = None
    last_words: Annotated[Worded | None, WORDS] = None
    numbers: Annotated[bool, core.bool_schema(), "write the number of each step on it"] = False
    errors: Annotated[bool, core.bool_schema(), "draw how far its corners may be off"] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RegionTable:
    """A part of the table: a polygon, a disc, or what of a ship the engine works out."""

    name: Annotated[str | None, NAME, "its corners are points, such as name.1"] = None
    polygon: Annotated[list[Place] | None, list_of(PLACE, 3, 500)] = None
    disc: Annotated[DiscTable | None, table_schema(DiscTable)] = None
    show: Annotated[
        Literal["reach", "threat", "broadside", "template", "face", "outline", "headings", "errors"] | None,
        core.literal_schema([*SHOWN]),
        "reach: what the ship can cover after moving; threat: what it can shoot at then; broadside: the reach of "
        "its guns; template: the large piece on its side; face: its face on the table; outline: its outline under "
        "the rules; headings: those of its next step, legal and blocked; errors: where its corners may be",
    ] = None
    ship: Annotated[str | None, NAME] = None
    steps: Annotated[
        int | None, core.int_schema(ge=0, le=MOST_OF_A_MOVE), "at most so many; else those of the ship's move"
    ] = None
    open: Annotated[bool, core.bool_schema(), "as on an empty table without edges, by a formula"] = False
    gap: Annotated[float, within(0.125, 100), "mm. How well a region among obstacles is known"] = 1.0
    side: Annotated[Literal["left", "right", "either"], core.literal_schema(["left", "right", "either"])] = "either"
    slide: Annotated[float, within(0, 1), "of the template: from one end of its slide, 0, to 1"] = 0.5
    look: Annotated[str | None, _LOOK] = None
    words: Legend = None
    targets: Annotated[Worded | None, WORDS, "of a threat: marks who can be hit, and says so with {names}"] = None
    layers: Annotated[int, core.int_schema(ge=1, le=9), "tints on one another, for the legend"] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class LineTable:
    """A line through points."""

    points: Annotated[list[Place], list_of(PLACE, 2, 200)]
    name: Annotated[str | None, NAME, "what it is in an SVG file"] = None
    look: Annotated[str, _LOOK] = "line"
    words: Legend = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrowTable:
    """An arrow between two points."""

    from_: Place
    to: Place
    look: Annotated[str, _LOOK] = "bold"
    words: Legend = None
    bend: Annotated[float, within(-2, 2), "how far it swings out, of its length; to the left"] = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class DimensionTable:
    """A length between two points, measured by the engine."""

    from_: Annotated[Written | None, PLACE] = None
    to: Annotated[Written | None, PLACE] = None
    between: Annotated[
        list[str] | None, list_of(NAME, 2, 2), "two ships, or ghosts by name: where they are nearest each other"
    ] = None
    beside: Annotated[float, within(-200, 200), "mm of paper to the left of the way there; negative: to the right"] = (
        0.0
    )
    carried: Annotated[Written | None, PLACE, "where the end is carried over from, if it lies elsewhere"] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AngleTable:
    """The angle between two headings at a point, with its size."""

    at: Place
    start: Annotated[Real, REAL, "degrees"]
    end: Annotated[int | Decimal | None, REAL, "degrees"] = None
    limit: Annotated[str | None, NAME, "the ship whose limit of turn it is, to the left of start"] = None
    radius: Length
    words: Legend = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketTable:
    """A bracket beside the way from a point to another, with a text."""

    from_: Place
    to: Place
    beside: Annotated[float, within(-200, 200), "mm of paper to the left of the way there; negative: to the right"]
    text: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class CalloutTable:
    """A word with a line to a point."""

    at: Place
    text: Words
    toward: Annotated[float, within(-360, 360), "degrees: where the word stands, seen from the point"]
    far: Annotated[float, within(0, 200), "mm of paper from the point to the word"] = 9.0


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelTable:
    """A word with its middle at a point."""

    at: Place
    text: Words
    bold: Annotated[bool, core.bool_schema()] = False
    up: Annotated[float, within(-500, 500), "points of paper above it"] = 0.0


class MarksTable(TypedDict):
    """What is shown besides the pieces."""

    ghosts: Annotated[list[GhostTable], _marks(GhostTable)]
    regions: Annotated[list[RegionTable], _marks(RegionTable)]
    lines: Annotated[list[LineTable], _marks(LineTable)]
    arrows: Annotated[list[ArrowTable], _marks(ArrowTable)]
    dimensions: Annotated[list[DimensionTable], _marks(DimensionTable)]
    angles: Annotated[list[AngleTable], _marks(AngleTable)]
    brackets: Annotated[list[BracketTable], _marks(BracketTable)]
    callouts: Annotated[list[CalloutTable], _marks(CalloutTable)]
    labels: Annotated[list[LabelTable], _marks(LabelTable)]
    shots: Annotated[list[FiredTable], _marks(FiredTable), "the line of fire of each, or what blocks it"]
    questions: Annotated[list[QuestionTable], QUESTIONS, "the answers with their evidence: move, shot, contact, setup"]
    dimmed: Annotated[list[str], _NAMES, "pieces that are drawn pale"]
    hidden: Annotated[list[str], _NAMES, "pieces that are not drawn, but name points"]
    flagships: Annotated[list[str], _NAMES, "ships that fly a flag"]


class ChangedShipTable(TypedDict):
    """A ship that differs here: what is left out is as before; a new name is a new ship."""

    name: Name
    player: NotRequired[Name]
    size: NotRequired[Annotated[str, SIZE]]
    base: NotRequired[Annotated[list[Length], POINT]]
    heading: NotRequired[Real]
    tip: NotRequired[Annotated[list[Length], POINT]]
    corners: NotRequired[Annotated[list[list[Length]], list_of(POINT, 3, 3)]]
    damage: NotRequired[Annotated[int, core.int_schema(ge=0, le=1000)]]
    tolerance: NotRequired[Length]


class FrameTable(MarksTable):
    """One of several pictures side by side: what differs on its table, and what is shown on it alone."""

    caption: NotRequired[Annotated[Worded, WORDS, "under it, after its number"]]
    view: NotRequired[Annotated[list[Real], list_of(REAL, 4, 4), "left, bottom, right, top"]]
    rules: NotRequired[Annotated[Any, core.any_schema()]]
    ships: Annotated[list[ChangedShipTable], tables_of(ChangedShipTable, MOST_SHIPS)]
    objects: Annotated[list[ObjectTable], tables_of(ObjectTable, MOST_OBJECTS), "added"]
    removed: Annotated[list[str], _NAMES, "ships and objects that are gone"]


@dataclass(frozen=True)
class Headings:
    """What a figure says of itself."""

    game: str
    title: Said
    caption: Said
    clauses: tuple[str, ...]
    """Of the rules that it shows."""

    def told(self, words: Language) -> str:
        """The caption, with the clauses it rests on."""
        caption = words.tell(self.caption)
        if not self.clauses:
            return caption
        return words.say("{text} ({clauses})", text=caption, clauses=", ".join(self.clauses)).strip()


class FigureTable(PiecesTable, MarksTable):
    """A figure: a table as in a dispute file, and what to show on it. Points are [x, y], or a part of a piece such as
    "R1.tip": base, tip, left, right (the corners of its base), left_side, right_side, middle.
    """

    game: Annotated[Literal["armada"], default_of(core.literal_schema(["armada"]), "armada")]
    title: Words
    caption: NotRequired[Words]
    clauses: Annotated[tuple[str, ...], default_of(CLAUSES, ()), "of the rules, such as move.step"]
    layout: NotRequired[
        Annotated[str, TITLE, "a layout or dispute file beside this one, instead of unit, rules, surface, ships, …"]
    ]
    view: NotRequired[Annotated[list[Real], list_of(REAL, 4, 4), "left, bottom, right, top; else what is shown"]]
    names: Annotated[bool, default_of(core.bool_schema(), True), "whether pieces have their names beside them"]
    called: Annotated[
        dict[str, Worded],
        default_of(core.dict_schema(NAME, WORDS, max_length=MOST_OBJECTS), {}),
        "what objects are called, by their names",
    ]
    roles: Annotated[
        dict[str, Worded],
        default_of(core.dict_schema(NAME, WORDS, max_length=25), {}),
        "what the legend says of each player's pieces",
    ]
    edges: Annotated[bool, default_of(core.bool_schema(), True), "false: a table without edges, and no surface"]
    scale: NotRequired[Annotated[float, SCALE, "mm of paper per mm of table; else what fits a page"]]
    frames: Annotated[list[FrameTable], tables_of(FrameTable, MOST_FRAMES), "side by side; numbered"]


_MARK_TABLES: dict[str, type] = {
    "ghosts": GhostTable, "regions": RegionTable, "lines": LineTable, "arrows": ArrowTable,
    "dimensions": DimensionTable, "angles": AngleTable, "brackets": BracketTable, "callouts": CalloutTable,
    "labels": LabelTable, "shots": FiredTable,
}  # fmt: skip

TABLES: dict[tuple[str, ...], type] = {
    **DISPUTE_TABLES,
    (): FigureTable,
    ("frames",): FrameTable,
    ("frames", "ships"): ChangedShipTable,
    ("frames", "objects"): ObjectTable,
    ("frames", "objects", "disc"): DiscTable,
    **{(*where, key): table for where in ((), ("frames",)) for key, table in _MARK_TABLES.items()},
    **{(*where, "regions", "disc"): DiscTable for where in ((), ("frames",))},
    **{("frames", *path): table for path, table in DISPUTE_TABLES.items() if path[:1] == ("questions",)},
}
"""Which table stands where, as `files.complaints` takes it."""


@cache
def _validator() -> SchemaValidator:
    return SchemaValidator(table_schema(FigureTable))


def validated(raw: Mapping[str, Any]) -> FigureTable:
    """The tables of a figure file. Raises pydantic_core.ValidationError with every mistake."""
    table: FigureTable = _validator().validate_python(dict(raw))
    return table

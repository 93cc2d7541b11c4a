"""What the page is answered: the keys of every answer and their types, as the OpenAPI document publishes them.

Lengths are mm, headings degrees, points (x, y) in the table frame; of a photo, pixels.
"""

from typing import Literal, NotRequired

from typing_extensions import TypedDict  # that of `typing` tells pydantic too little before Python 3.12

Point = tuple[float, float]
Base = tuple[float | str, float | str]
"""Of a ship: a number that a double cannot hold is text with its unit, so that a ship that touches something exactly
still does when it is read again."""

Verdict = Literal["yes", "no", "in_doubt"]


class OptionShown(TypedDict):
    """An option of the rules."""

    key: str
    question: str
    default: str
    values: dict[str, str]
    free: bool


class Page(TypedDict):
    """What the page needs once: words, options, presets, examples."""

    lang: str
    languages: list[str]
    words: dict[str, str]
    options: list[OptionShown]
    presets: dict[str, dict[str, str]]
    examples: list[str]
    units: list[str]
    photo: str
    reading: str
    players: list[str]
    players_missing: str
    pictures: list[str]
    """In which formats they are made here."""


# ------------------------------------------------------------------------------------------- the table


class DiscRow(TypedDict):
    """A round surface or object."""

    center: Point
    radius: float


class SurfaceRow(TypedDict, total=False):
    """The playing surface, one of these."""

    rectangle: Point
    disc: DiscRow
    polygon: list[Point]


class ToleranceRow(TypedDict):
    """How far placed pieces may be off."""

    position: float


class ShipRow(TypedDict):
    """A ship on the table."""

    name: str
    player: str
    size: str
    base: Base
    heading: float
    damage: int
    tolerance: NotRequired[float]


class ThingRow(TypedDict):
    """An object on the table."""

    name: str
    polygon: NotRequired[list[Point]]
    disc: NotRequired[DiscRow]
    marker: NotRequired[bool]


class FleetRow(TypedDict):
    """What a player declared."""

    player: str
    small: NotRequired[int]
    medium: NotRequired[int]
    large: NotRequired[int]
    side: NotRequired[str]


class ClaimRow(TypedDict):
    """Where a ship is claimed to have got."""

    base: Point
    heading: float
    within: NotRequired[float]


ShotRow = TypedDict("ShotRow", {"from": str, "at": str, "side": str})


class QuestionRow(TypedDict, total=False):
    """A question as a dispute file has it, of one kind."""

    move: str
    headings: list[float]
    turns: list[float | Literal["max", "-max"]]
    to: ClaimRow
    shot: ShotRow
    contact: tuple[str, str]
    setup: Literal[True]


class Document(TypedDict):
    """The table as the page keeps it, with the keys of a dispute file."""

    title: str
    unit: str
    rules: str | dict[str, object]
    surface: NotRequired[SurfaceRow]
    tolerance: NotRequired[ToleranceRow]
    position: NotRequired[str]
    ships: list[ShipRow]
    objects: list[ThingRow]
    fleets: NotRequired[list[FleetRow]]
    teams: NotRequired[dict[str, list[str]]]
    questions: list[QuestionRow]
    left_out: NotRequired[str]


class RecordText(TypedDict):
    """A shipped game."""

    record: str


class Outline(TypedDict):
    """Of a size, base midpoint at the origin, tip along +x."""

    corners: list[Point]
    length: float


Pieces = dict[str, Outline]
"""An outline of each size."""


# -------------------------------------------------------------------------------- what the engine sees


class Problem(TypedDict):
    """Why pieces cannot lie so."""

    text: str
    pieces: list[str]


class PlaceRow(TypedDict):
    """Where a ship lies, and its tip, where the next step begins."""

    base: Point
    heading: float
    said: str
    tip: Point
    corners: list[Point]


class Neighbour(TypedDict):
    """How far a ship is from a piece or from the edge."""

    name: str
    relation: str
    clearance: float
    points: tuple[Point, Point]
    length: str
    text: str


Arc = TypedDict("Arc", {"from": float, "to": float})
BlockedArc = TypedDict("BlockedArc", {"from": float, "to": float, "by": str})


class Fan(TypedDict):
    """Legal headings of the next step, and what blocks the others."""

    legal: list[Arc]
    blocked: list[BlockedArc]


class NextStep(TypedDict):
    """The step that is being turned: whether the move that ends with it is allowed, and if not, why."""

    place: PlaceRow
    state: Verdict
    text: str


class ShipLook(TypedDict):
    """What one ship may do."""

    name: str
    turn_limit: float
    steps: int
    places: list[PlaceRow]
    guns: list[list[Point]]
    near: NotRequired[list[Neighbour]]
    fan: NotRequired[Fan]
    next: NotRequired[NextStep]


class Target(TypedDict):
    """An enemy, and whether a shot at it is clear, where that may be said."""

    name: str
    clear: bool | None


class Look(TypedDict):
    """The table as the engine sees it."""

    problems: list[Problem]
    notes: list[str]
    unsaid: str
    ship: ShipLook | None
    targets: NotRequired[list[Target]]


class Snap(TypedDict):
    """Where a ship that lies near something touches it, and what that is, in words; None where nothing is near."""

    base: Base | None
    text: str


class RegionStage(TypedDict):
    """Rings of a region, and how well it is known."""

    gap: float
    inner: list[list[Point]]
    outer: list[list[Point]]
    text: str


class DangerStage(TypedDict):
    """How an enemy comes to hit the ship."""

    enemy: str
    answer: Verdict
    text: str
    steps: list[list[Point]]
    line: tuple[Point, Point] | None


class Stage(TypedDict):
    """What a search says over the WebSocket: something found, that it is done, or why there is no answer."""

    id: int | None
    done: NotRequired[bool]
    error: NotRequired[str]
    region: NotRequired[RegionStage]
    danger: NotRequired[DangerStage]


# --------------------------------------------------------------------------------------------- rulings


class ClauseLine(TypedDict):
    """A clause of the rules and where it stands."""

    clause: str
    text: str
    source: str


class CornersShown(TypedDict):
    """A step."""

    corners: list[Point]


class PointsShown(TypedDict):
    """A clearance."""

    points: tuple[Point, Point]


class Witness(TypedDict, total=False):
    """Of what a ruling shows, as `armada check --json` has it, what the page draws."""

    steps: list[CornersShown]
    region: list[Point]
    template: list[Point]
    gun_point: Point
    target_point: Point
    tried: tuple[Point, Point]
    points: tuple[Point, Point]
    closest: PointsShown | None


class RulingShown(TypedDict):
    """Of `armada check --json`, what the page uses."""

    margin: float | None
    witness: Witness


class Ruled(TypedDict):
    """A ruling in words, with what is to be drawn."""

    question: str
    answer: str
    digest: str
    state: Verdict
    reasons: list[str]
    margin: str
    evidence: list[str]
    notes: list[str]
    clauses: list[ClauseLine]
    preamble: list[str]
    ruling: RulingShown


class ReadingRow(TypedDict):
    """An option with another value."""

    option: str
    value: str
    answer: Verdict | None
    undecided: bool
    source: str | None
    note: str | None


class OtherReadings(TypedDict):
    """What other readings of the rules make of an answer."""

    heading: str
    lines: list[str]
    stated: Verdict
    readings: list[ReadingRow]


# ----------------------------------------------------------------------------------------------- photo


class OtherWay(TypedDict):
    """Another way a ship may lie."""

    corners: list[str]
    wire: list[Point]


class PhotoShip(TypedDict):
    """Where one ship lies."""

    name: str
    base: Point
    heading: float
    corners: list[str]
    misfit: float
    tolerance: float
    unsure: str
    others: list[OtherWay]
    wire: list[Point]
    hidden: list[bool]
    text: str


class PhotoAnswer(TypedDict):
    """Where ships lie that were marked on a photo."""

    ships: list[PhotoShip]
    reference: list[Point]
    size: Point | None
    edges: list[tuple[int, int]]
    tolerance: float
    text: str
    doubts: list[str]
    """What does not fit, in sentences."""


class HeldPicture(TypedDict):
    """A picture that the server holds in memory: its name there, and its size in px, upright."""

    picture: str
    width: int
    height: int


class Forgotten(TypedDict):
    """Whether the picture was still there."""

    there: bool


class ReadShipRow(TypedDict):
    """A ship that was found on a picture."""

    name: str
    player: str
    size: str
    base: Point
    heading: float
    tolerance: float | None
    off: str
    """The same in words; empty where it cannot be known."""

    wire: list[Point]
    hidden: list[bool]
    text: str


class Doubt(TypedDict):
    """What a person is asked of a picture."""

    topic: Literal["paper", "size", "cropped", "mark", "place", "picture", "scale"]
    about: str
    text: str
    offer: str
    offered: str
    """The same in words."""


class PictureRead(TypedDict):
    """What a picture says of a table."""

    picture: str
    ships: list[ReadShipRow]
    paper: Literal["a4", "letter", "own", "none"]
    sheet: list[Point]
    size: Point | None
    edges: list[tuple[int, int]]
    questions: list[Doubt]
    text: str

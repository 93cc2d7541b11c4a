"""What the page is answered about games, as `answers` has it for the table.

Lengths are mm, headings degrees, points (x, y) in the table frame.
"""

from typing import Literal, NotRequired

from typing_extensions import TypedDict  # that of `typing` tells pydantic too little before Python 3.12

from armada_sim.web.answers import Document, Point, QuestionRow, ShipRow, Stage, ThingRow


class GoalLine(TypedDict):
    """What an attacker must get past."""

    attacker: str
    start: Point
    end: Point


class Coming(ShipRow):
    """A ship that is still to come onto the table, as it is to lie there."""

    turn: int
    """Of the game: from this one on."""


class Marked(TypedDict):
    """Where the steps of a move lie, or the line of fire of a shot."""

    steps: list[list[Point]]
    shot: tuple[Point, Point] | None


class Changed(Marked):
    """What an action did to the table: the ships that changed, and the names of those that lie there no more."""

    ships: list[ShipRow]
    gone: list[str]
    flagships: list[str]
    coming: list[Coming]
    objects: NotRequired[list[ThingRow]]


By = Literal["record", "person", "computer"]
"""Where an action comes from."""


class EventRow(Changed):
    """An action that was played, as it is told."""

    player: str
    heading: str
    action: str
    by: By
    text: str
    notes: list[str]


class MayDo(TypedDict):
    """What a ship may still do in this turn."""

    moves: bool
    fires: bool
    taken: int


class Choice(TypedDict):
    """A decision before the first turn."""

    action: str
    text: str


class AskedBack(TypedDict):
    """That somebody wants to take back an action and all that came after it."""

    by: list[str]
    text: str
    yours: bool
    """Whether this device has to answer."""


class ClockRow(TypedDict):
    """The time that people have, in seconds, below zero where it is up."""

    left: dict[str, float]
    runs: str | None
    """Whose it is that runs."""


class GameView(TypedDict):
    """A game for the holder of a key."""

    table: str
    version: int
    you: list[str]
    who: dict[str, str]
    phase: str
    decides: str | None
    mine: bool
    thinks: bool
    left: int
    heading: str
    due: str
    over: bool
    standing: str
    doc: Document
    lines: list[GoalLine]
    flagships: list[str]
    coming: list[Coming]
    ships: dict[str, MayDo]
    choices: list[Choice]
    undo: bool
    may_ask: bool
    """Whether the others may be asked to let something be taken back."""

    asked: AskedBack | None
    declined: str
    """Who did not agree to take back."""

    clock: ClockRow | None
    count: int
    since: int
    """How many events before these are known."""

    events: list[EventRow]
    record: NotRequired[str]
    agreed: NotRequired[list[str]]
    begins: NotRequired[Document]
    """The table before all events, where none of them is known."""

    said: NotRequired[list[str]]


class Opened(GameView):
    """A new game, with the key of this device and keys for others by player."""

    key: str
    links: dict[str, str]


class ListedGame(TypedDict):
    """A game of this server that others are let into."""

    table: str
    title: str
    who: dict[str, str]
    open: list[str]
    """Seats that nobody has taken yet."""

    watch: bool
    heading: str
    over: bool


class Listed(TypedDict):
    """The games that others are let into."""

    games: list[ListedGame]


class Joined(TypedDict):
    """The key of a seat, or to look on with."""

    key: str


class SaidLine(TypedDict):
    """What a device said to the others, and whom it plays."""

    by: list[str]
    text: str


class Gathered(TypedDict, total=False):
    """What a device at a game is told over the WebSocket: who is there, what was said, or why it cannot be there."""

    lines: list[SaidLine]
    present: list[str]
    error: str


class Watched(TypedDict, total=False):
    """What a device that watches a game is told over the WebSocket: that it went on, or why it cannot watch."""

    version: int
    error: str


class Proposal(Marked):
    """An action in notation, in words, and the ships it would set up."""

    action: str
    text: str
    ships: list[ShipRow]


class Begins(TypedDict):
    """Of a record played again, the first row: the table before all actions."""

    title: str
    agreed: list[str]
    total: int
    players: list[str]
    doc: Document
    lines: list[GoalLine]
    flagships: list[str]
    coming: list[Coming]
    heading: str
    text: str


class Moment(Changed):
    """Of a record played again, a row for each action: what changed on the table, and the ruling."""

    player: str | None
    heading: str
    action: str
    text: str
    allowed: bool
    ruling: list[str]
    question: QuestionRow | None


class Ends(TypedDict):
    """Of a record played again, the last row."""

    end: str
    wrong: list[str]


class Broken(TypedDict):
    """Why a record cannot be played further."""

    error: str


MESSAGES = (Stage, Watched, Gathered)
"""What comes over WebSockets."""

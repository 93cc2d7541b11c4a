"""What a ruling shows: places, headings, nearest points, lines of fire, as values and as JSON.

Lengths are mm, headings and angles degrees counter-clockwise from +x, points (x, y) in the table frame.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Literal

from armada_sim.geometry import HEADING_CLUSTER_DEG, Place, Point

Json = dict[str, "Json"] | list["Json"] | str | float | None
"""Plain data."""


def plain(value: object) -> Json:
    """A value as plain data: tuples become lists, infinite numbers None, what `Shown` is shows itself."""
    match value:
        case Shown():
            return value.as_json()
        case tuple() | list():
            return [plain(item) for item in value]
        case Mapping():
            return {str(key): plain(item) for key, item in value.items()}
        case float() if not math.isfinite(value):
            return None
        case None | str() | int() | float():
            return value
        case _:
            raise TypeError(f"{type(value).__name__} is no plain data")


@dataclass(frozen=True, slots=True)
class Shown:
    """A value whose fields are the keys of its JSON object, in their order."""

    def as_json(self) -> dict[str, Json]:
        """Plain data. What is None is null, or left out if that is its default."""
        values = {entry.name: (getattr(self, entry.name), entry.default) for entry in fields(self)}
        shown = {name: value for name, (value, default) in values.items() if value is not None or default is not None}
        return {name: plain(value) for name, value in shown.items()}


# ---------------------------------------------------------------------------------------- placements


@dataclass(frozen=True, slots=True)
class Placement(Shown):
    """Where a piece lies."""

    step: int | None = field(default=None, kw_only=True)
    """Of which step of a move it is the end, from 1; None if it is a ship on the table."""

    base: Point
    """The middle of its base edge."""

    heading: float

    @classmethod
    def at(cls, place: Place, step: int | None = None) -> Placement:
        """Base and heading of a place."""
        return cls(place.origin, float(place.heading), step=step)


@dataclass(frozen=True, slots=True)
class Flip(Shown):
    """A placement that changes the answer, and does so when it is asked again as it is shown.

    Asked again means: the same question about the layout with `ships` where they are shown and everything else as it
    was stated, `position="as_written"`, under the same rules but `doubt_rule="exact"`; for a move with
    `displaced=flip.steps` besides (see `check_move`). That answer is not the one the stated positions give.
    """

    ships: Mapping[str, Placement]
    """Every ship that lies elsewhere, by name."""

    steps: tuple[Placement, ...] | None = None
    """For a move: the ends of its steps that lie elsewhere; all of them if the ship that moves starts elsewhere."""


@dataclass(frozen=True, slots=True)
class Fault(Shown):
    """A ship that cannot lie as stated, and what that may change."""

    ship: str
    bound: float
    """mm. By how much it may lie elsewhere, at any corner: twice the depth of its faults, never less than its
    tolerance."""

    alone: float | None
    """mm. Proved: if everything else lies as stated, it may lie elsewhere by so much before the answer changes. None if
    no placement of it within ten metres does, or the question was whether a ship can have got somewhere."""

    matters: bool
    """Whether some placement of it within the bound, and of nothing else, may change the answer."""


# --------------------------------------------------------------------------------------------- moves


def told_heading(degrees: float) -> float:
    """An end of an interval of headings as it is told: floating point puts it within 1e-9 degrees of its place, and
    digits after those differ between systems, whose sines do."""
    return round(degrees, 9)


@dataclass(frozen=True, slots=True)
class Step(Shown):
    """Where a step leads."""

    step: int
    """From 1."""

    base: Point
    tip: Point
    heading: float
    corners: tuple[Point, ...]
    """The outline."""


@dataclass(frozen=True, slots=True)
class HeadingInterval(Shown):
    """Headings a step may take: `start` <= `end`, counter-clockwise."""

    start: float
    end: float
    start_by: str
    """What ends it there: the name of a ship or object, "edge", "turn limit", or "heading set"."""

    end_by: str
    start_closed: bool
    """Whether the end itself is legal: so at the limit of turn, not at a blocker touched."""

    end_closed: bool
    legal: bool = field(default=True, repr=False)
    """False in the evidence of a move that is not allowed: none of these headings is legal."""

    def __contains__(self, heading: float) -> bool:
        low, high = self.start - HEADING_CLUSTER_DEG, self.end + HEADING_CLUSTER_DEG
        return any(low <= heading + 360 * k <= high for k in range(-200, 201))

    def as_json(self) -> dict[str, Json]:
        """Plain data."""
        return {
            "from": told_heading(self.start), "to": told_heading(self.end),
            "from_by": self.start_by, "to_by": self.end_by,
            "from_closed": self.start_closed, "to_closed": self.end_closed, "legal": self.legal,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class BlockedHeadings(Shown):
    """A closed range of headings and what is in the way."""

    start: float
    end: float
    by: str

    def as_json(self) -> dict[str, Json]:
        """Plain data."""
        return {"from": told_heading(self.start), "to": told_heading(self.end), "by": self.by}


@dataclass(frozen=True, slots=True)
class Closest(Shown):
    """The clearance that decides, or the least one."""

    pieces: tuple[str, ...]
    """Names; "edge" is the surface's."""

    step: int | None = field(default=None, kw_only=True)
    """After which step of a move, from 1."""

    clearance: float
    """Negative if they overlap."""

    points: tuple[Point, Point]
    """The nearest points, one of each."""

    height: float
    """Of those points above the table: not 0 only between polyhedra."""


@dataclass(frozen=True, slots=True)
class MoveEvidence(Shown):
    """What a ruling on a move shows."""

    steps: tuple[Step, ...] = ()
    heading_interval: HeadingInterval | None = None
    """The last headings around the declared one with the same answer; None where it depends on none."""

    closest: Closest | None = None
    stands: int = 0
    """How many steps stand under the rules in force."""

    stuck: tuple[BlockedHeadings, ...] | None = None
    """What blocks every first heading; None if some is legal."""

    unsaid: frozenset[Literal["heading_interval", "closest", "stuck"]] = frozenset()
    """What was not looked at, because something else forbids the move, or may not be said: no part of the JSON."""

    def as_json(self) -> dict[str, Json]:
        """Plain data; what is None is null."""
        names = [entry.name for entry in fields(self) if entry.name not in (*self.unsaid, "unsaid")]
        return {name: plain(getattr(self, name)) for name in names}


@dataclass(frozen=True, slots=True)
class ClaimedPose(Shown):
    """A pose a ship is said to have got to, and how near to it legal paths end."""

    base: Point
    heading: float
    corners: tuple[Point, ...]
    within: float
    """How far every corner at the end of a path may be from the claim."""

    path: tuple[float, ...] | None
    """The headings of the legal path found that ends nearest."""

    off: float | None
    """How far a corner at the end of that path is from the claim, at most."""

    apart: float
    """Proved: no path that is legal in any placement within the tolerance ends nearer to the claim than this."""

    left: tuple[tuple[float, float, float], ...]
    """If in doubt: squares (x, y and half side) of base midpoints of the last step that are not settled."""

    blockers: tuple[str, ...]
    """What is in the way, unless the answer is yes."""


@dataclass(frozen=True, slots=True)
class ArrivalEvidence(MoveEvidence):
    """What a ruling on "could it have got there" shows: the path found that ends nearest, as a move, and the claim.

    Unless the answer is yes, of the path only its steps.
    """

    to: ClaimedPose = field(kw_only=True)


# --------------------------------------------------------------------------------------------- shots


@dataclass(frozen=True, slots=True)
class ClearLine(Shown):
    """A line of fire that nothing blocks."""

    slide: float
    """From the base corner of the gun side to the large piece laid on it."""

    template: tuple[Point, ...]
    """The large piece."""

    gun_point: Point
    target_point: Point


@dataclass(frozen=True, slots=True)
class BlockedLine(Shown):
    """Why there is no line of fire."""

    blockers: tuple[str, ...]
    tried: tuple[Point, Point] | None = None
    """A line that only these block, if there is one."""


@dataclass(frozen=True, slots=True)
class ShotEvidence(Shown):
    """What a ruling on a shot shows, of the side that comes nearest to a hit."""

    side: str
    gun_side: tuple[Point, Point]
    region: tuple[Point, ...]
    """The polygon it reaches."""

    line: ClearLine | BlockedLine

    def as_json(self) -> dict[str, Json]:
        """Plain data, the keys of the line among those of the side."""
        side = {"side": self.side, "gun_side": plain(self.gun_side), "region": plain(self.region)}
        return side | self.line.as_json()


# ------------------------------------------------------------------------------ contacts and set-ups


@dataclass(frozen=True, slots=True)
class ContactEvidence(Shown):
    """What a ruling on a contact shows; only the relation where `premeasure` withholds distances."""

    relation: str
    """apart, contact or overlap"""

    clearance: float | None = None
    points: tuple[Point, Point] | None = None
    height: float | None = None
    """As those of `Closest`."""


@dataclass(frozen=True, slots=True)
class WouldBe(Shown):
    """The smallest change that makes fleets those of a game of the texts."""

    game: str
    """As in `SetupEvidence.games`."""

    fleets: Mapping[str, Mapping[str, int]]
    """What every player would have then, ships by size; a second player where there is none yet is called ""."""

    ships: int
    """How many ships would be added or taken away."""


@dataclass(frozen=True, slots=True)
class SetupEvidence(Shown):
    """What a ruling on a set-up shows."""

    closest: Closest | None
    """The first clearance that is too small."""

    pairs_checked: int
    mobility: Mapping[str, float] | None = None
    """Legal degrees of first heading of every ship, each of an agreed set of headings counting its share of the
    circle; None where `premeasure` withholds them."""

    games: tuple[str, ...] = ()
    """Every game of the texts that the fleets make, the one agreed on first: basic, advanced, twelve-pips, full,
    matched (as `armada play --setup` has them). Empty if they make none."""

    offer: str | None = None
    """The ships of the offer, such as L2 M4 S4, if the fleets make the advanced set-up."""

    would_be: WouldBe | None = None
    """What would make them a game of the texts, or the one agreed on, if they make none, or not that one."""


# -------------------------------------------------------------------------------------------- endings


@dataclass(frozen=True, slots=True)
class ShownLine(Shown):
    """A goal line, in the words of a record: the attacker must get to the left of the way from start to end."""

    attacker: str
    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class OutcomeEvidence(Shown):
    """What a ruling on "has anybody won" shows, in the words of a record's result."""

    winners: tuple[str, ...]
    """Players; none if nobody has won, or it is not known who."""

    reason: str | None
    """A short name such as flag_taken; null while the game goes on, and where it is in doubt."""

    closest: Closest | None
    """The clearance that decides: of a ship and a flag, or of a ship and a goal line."""

    lines: tuple[ShownLine, ...] = ()


Evidence = MoveEvidence | ShotEvidence | ContactEvidence | SetupEvidence | ArrivalEvidence | OutcomeEvidence
"""What a ruling shows, by what was asked."""

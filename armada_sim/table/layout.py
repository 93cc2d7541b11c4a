"""What lies on the table, legal or not: ships, surface, objects, and how sure the places are.

A layout states; it does not judge. Whether pieces can lie so is decided by `positions`, whether it is a legal set-up
by the referee (`check_setup`); each reports every problem.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from armada_sim.geometry import (
    COORDINATE_LIMIT_MM,
    DISC_CORNERS,
    HEADING_LIMIT_DEG,
    MISFIT_MM,
    MM_PER_INCH,
    POSE_GRID_MM,
    ConvexDomain,
    DiscDomain,
    Domain,
    ExactPoint,
    Number,
    Place,
    Polygon,
    SimpleDomain,
    Unbounded,
    convex_parts,
    crossing,
    exact,
    local,
    polygon_domain,
    signed_area,
)
from armada_sim.table import loading
from armada_sim.table.pieces import Size, asks_no_more
from armada_sim.tabletop import N_, Amount, InputError, Message, cause, picture_of

if TYPE_CHECKING:
    from armada_sim.geometry import Region


def checked_coordinate(value: Number, what: str) -> Fraction:
    """`value` exactly, refused (InputError) beyond the coordinate limit."""
    try:
        number = exact(value)
    except (TypeError, ValueError) as error:
        raise InputError(Message("{what} {error}", what=what, error=cause(error))) from None
    if abs(number.numerator) > COORDINATE_LIMIT_MM * number.denominator:
        raise InputError(
            Message("{what} is out of range: beyond ±{limit}", what=what, limit=Amount(str(COORDINATE_LIMIT_MM), "mm"))
        )
    return number


def checked_heading(value: Number, what: str = Message("a heading")) -> Fraction:
    """`value` in degrees exactly, refused (InputError) beyond the heading limit."""
    try:
        number = exact(value)
    except (TypeError, ValueError) as error:
        raise InputError(Message("{what} {error}", what=what, error=cause(error))) from None
    if abs(number.numerator) > HEADING_LIMIT_DEG * number.denominator:
        raise InputError(Message("{what} is out of range: beyond ±{limit} degrees", what=what, limit=HEADING_LIMIT_DEG))
    return number


def _within(value: Number, limit: int) -> bool:
    """Whether a number is a decimal from -limit to limit."""
    return isinstance(value, Decimal) and value.is_finite() and -limit <= value <= limit


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a ship lies: the middle of its base edge and where its tip points."""

    x: Number
    """mm right of the table's origin, kept as given."""

    y: Number
    """mm up from the table's origin, kept as given."""

    heading: Number = 0
    """Degrees counter-clockwise from +x, kept as given (not reduced to a turn)."""

    def __post_init__(self) -> None:
        # decimals, as poses at rest have, are compared as they are: to make fractions of them takes longer
        if not _within(self.x, COORDINATE_LIMIT_MM):
            checked_coordinate(self.x, "x")
        if not _within(self.y, COORDINATE_LIMIT_MM):
            checked_coordinate(self.y, "y")
        if not _within(self.heading, HEADING_LIMIT_DEG):
            checked_heading(self.heading)

    @property
    def place(self) -> Place:
        """The same, exactly."""
        return Place(exact(self.x), exact(self.y), exact(self.heading))

    def __str__(self) -> str:
        return f"base ({float(self.x):g}, {float(self.y):g}), heading {float(self.heading):g}°"


@dataclass(frozen=True, slots=True)
class Ship:
    """A ship on the table."""

    name: str
    player: str
    size: Size
    pose: Pose
    damage: int = 0
    """Hits taken; at `size.pips` or more the ship is sunk."""

    tolerance: Number | None = None
    """mm any corner may be off; None means the layout's tolerance."""

    misfit: float = 0.0
    """mm. The least error that what it was placed from asks for, see `Fit`; 0 if it was given by base and heading.
    `Dispute.notes` says it in words."""

    measured: tuple[tuple[Number, Number], ...] = ()
    """mm. The points it was placed from: base and tip, or the two ends of the base edge and the tip; none if it
    was given by base and heading."""

    spread: Number | None = None
    """mm. Proved: no placement that agrees with the points measured lies further from `pose`, at any corner. None if
    it was given by base and heading."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", self.size if isinstance(self.size, Size) else Size(self.size))
        if not self.name:
            raise InputError(Message("a ship needs a name"))
        if isinstance(self.damage, bool) or not isinstance(self.damage, int) or self.damage < 0:
            raise InputError(
                Message("damage must be a whole number, 0 or more, not {damage}", damage=repr(self.damage))
            )
        if self.tolerance is not None and checked_coordinate(self.tolerance, Message("tolerance")) < 0:
            raise InputError(Message("a tolerance cannot be negative"))

    def at(self, pose: Pose) -> Ship:
        """The same ship at a pose that is stated, not measured."""
        return replace(self, pose=pose, misfit=0.0, measured=(), spread=None)

    @property
    def sunk(self) -> bool:
        """Whether it has taken as many hits as it has pips."""
        return self.damage >= self.size.pips


def _simple_polygon(corners: tuple[ExactPoint, ...], what: str) -> tuple[ExactPoint, ...]:
    """Corners counter-clockwise; InputError unless they make a simple polygon with area."""
    if len(corners) < 3:
        raise InputError(Message("{what} needs at least three corners", what=what))
    if len({(float(x), float(y)) for x, y in corners}) < len(corners):
        raise InputError(Message("{what} repeats a corner", what=what))
    met = crossing(corners)
    if met is not None:
        first, second = met
        raise InputError(
            Message(
                "{what} crosses itself: side {first} meets side {second}", what=what, first=first + 1, second=second + 1
            )
        )
    return corners if signed_area(corners) > 0 else corners[::-1]


def _points(points: object, what: str) -> tuple[ExactPoint, ...]:
    assert isinstance(points, tuple | list)
    return tuple((checked_coordinate(x, what), checked_coordinate(y, what)) for x, y in points)


@dataclass(frozen=True)
class Surface:
    """The playing surface. Build with `rectangle`, `disc`, `polygon` or `unbounded`."""

    domain: Domain
    kind: str
    """rectangle, disc, polygon or unbounded"""

    @classmethod
    def rectangle(cls, width: Number, height: Number) -> Surface:
        """A rectangle of width by height mm, lower left corner at the origin."""
        w, h = checked_coordinate(width, Message("width")), checked_coordinate(height, Message("height"))
        if w <= 0 or h <= 0:
            raise InputError(Message("a rectangle needs positive width and height"))
        zero = Fraction(0)
        return cls(polygon_domain(((zero, zero), (w, zero), (w, h), (zero, h))), "rectangle")

    @classmethod
    def disc(cls, center: tuple[Number, Number], radius: Number) -> Surface:
        """A disc of `radius` mm around `center`."""
        (centre,) = _points([center], Message("center"))
        r = checked_coordinate(radius, Message("radius"))
        if r <= 0:
            raise InputError(Message("a disc needs a positive radius"))
        return cls(DiscDomain(centre, r), "disc")

    @classmethod
    def polygon(cls, corners: object) -> Surface:
        """Any simple polygon, corners in mm, in either sense of rotation."""
        found = _simple_polygon(_points(corners, Message("a corner")), Message("the surface"))
        return cls(polygon_domain(found), "polygon")

    @classmethod
    def unbounded(cls) -> Surface:
        """A table without edges."""
        return cls(Unbounded(), "unbounded")

    @property
    def corners(self) -> tuple[ExactPoint, ...]:
        """mm, counter-clockwise, of a rectangle or polygon; empty for a disc and without edges."""
        return self.domain.corners if isinstance(self.domain, ConvexDomain | SimpleDomain) else ()

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """mm. Left, bottom, right, top (infinite if unbounded)."""
        if isinstance(self.domain, Unbounded):
            return -math.inf, -math.inf, math.inf, math.inf
        if isinstance(self.domain, DiscDomain):
            (x, y), r = self.domain.centre, self.domain.radius
            return float(x - r), float(y - r), float(x + r), float(y + r)
        xs, ys = zip(*self.corners, strict=True)
        return float(min(xs)), float(min(ys)), float(max(xs)), float(max(ys))


def standard_surface() -> Surface:
    """The surface where none is given: a 36 in square with a corner at the origin."""
    return Surface.rectangle(36 * MM_PER_INCH, 36 * MM_PER_INCH)


@dataclass(frozen=True)
class Obstacle:
    """Something solid on the table that is not a ship: an island, a book, a damage marker."""

    name: str
    polygon: tuple[ExactPoint, ...]
    """mm, counter-clockwise; exactly where it is."""

    marker: bool = False
    """A damage marker, which goes with its ship: never in the way."""

    beyond: float = field(default=0.0, compare=False)
    """mm. How far it reaches at most beyond the round thing it stands for; 0 if it stands for itself."""

    @classmethod
    def of(cls, name: str, polygon: object, *, marker: bool = False) -> Obstacle:
        """An obstacle from corners given in either sense of rotation, mm."""
        if not name:
            raise InputError(Message("an object needs a name"))
        what = Message("object {name}", name=repr(name))
        return cls(name, _simple_polygon(_points(polygon, Message("a corner")), what), marker)

    @classmethod
    def disc(cls, name: str, center: tuple[Number, Number], radius: Number, *, marker: bool = False) -> Obstacle:
        """A round obstacle: the regular polygon of `DISC_CORNERS` corners around it, which covers it and reaches at
        most `disc_excess` beyond it. center: mm. radius: mm, more than 0.
        """
        ((x, y),), r = _points((center,), Message("center")), checked_coordinate(radius, Message("the radius"))
        if r <= 0:
            raise InputError(Message("a disc needs a positive radius"))
        far, step = (float(r) + 2 * float(POSE_GRID_MM)) / math.cos(math.pi / DISC_CORNERS), math.tau / DISC_CORNERS
        arms = [(far * math.cos(i * step), far * math.sin(i * step)) for i in range(DISC_CORNERS)]
        corners = [tuple(c + round(Fraction(arm) / POSE_GRID_MM) * POSE_GRID_MM for c,
            arm in zip((x, y), ends, strict=True))
                   for ends in arms]  # fmt: skip
        return replace(cls.of(name, corners, marker=marker), beyond=disc_excess(float(r)))

    @cached_property
    def parts(self) -> tuple[Polygon, ...]:
        """Convex solids whose union it is."""
        return convex_parts(self.polygon)

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """mm. Left, bottom, right, top."""
        xs, ys = zip(*self.polygon, strict=True)
        return float(min(xs)), float(min(ys)), float(max(xs)), float(max(ys))

    def off(self, origin: ExactPoint) -> Region:
        """All that is off it, in a frame with this origin."""
        from armada_sim.geometry import PolygonSide

        return PolygonSide.of(local(self.polygon, origin), inside=False)


def disc_excess(radius: float) -> float:
    """mm. How far the polygon that stands for a round obstacle reaches beyond it at most; radius: mm."""
    return radius * (1 / math.cos(math.pi / DISC_CORNERS) - 1) + 4 * float(POSE_GRID_MM)


_POSITIONS = ("checked", "as_written")

SIDES = {"south": Message("south"), "north": Message("north"), "west": Message("west"), "east": Message("east")}


@dataclass(frozen=True, slots=True)
class Fleet:
    """What a player declares before setting up."""

    player: str
    small: int | None = None
    medium: int | None = None
    large: int | None = None
    side: str | None = None
    """The side of the surface the player sits at: south, north, west or east."""

    team: str = ""
    """The team; empty for a player alone."""

    others: tuple[tuple[str, int], ...] = ()
    """Ships of sizes that are not of the text, by name."""

    def __post_init__(self) -> None:
        if self.side is not None and self.side not in SIDES:
            raise InputError(
                Message("side must be one of {known}, not {given}", known=", ".join(SIDES), given=repr(self.side))
            )
        for size, count in self.declared.items():
            if count < 0:
                raise InputError(Message("{size} must not be negative", size=size))

    @property
    def declared(self) -> dict[str, int]:
        """How many ships of each size were declared, where any number was."""
        given = {"small": self.small, "medium": self.medium, "large": self.large}
        return {**{size: count for size, count in given.items() if count is not None}, **dict(self.others)}

    def count(self, size: Size) -> int | None:
        """How many ships of this size were declared; None if nothing was."""
        return self.declared.get(size.name)

    @property
    def declares_ships(self) -> bool:
        """Whether any number of ships was declared."""
        return bool(self.declared)


def _once(names: Sequence[str], twice: str) -> None:
    """Raises InputError if a name stands there twice."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise InputError(Message(twice, name=repr(name)))
        seen.add(name)


@dataclass(frozen=True)
class Layout:
    """A table. Two layouts are equal when every number is equal."""

    ships: tuple[Ship, ...] = ()
    surface: Surface = field(default_factory=standard_surface)
    objects: tuple[Obstacle, ...] = ()
    tolerance: Number = 0
    """mm. How far any corner of a placed ship may be off; 0 for typed-in positions."""

    fleets: tuple[Fleet, ...] = ()

    position: str = "checked"
    """"checked": a ruling that rests on what cannot be is in doubt; "as_written": it is ruled on all the same."""

    misplaced: tuple[tuple[str, Number], ...] = ()
    """(name, mm) of ships that cannot lie as stated: by how much each may lie elsewhere, at any corner, where that is
    more than its tolerance (`referee.faults`)."""

    only_misplaced: bool = False
    """Whether no other ship may be off its place; what counts as contact is the same."""

    evenly: bool = False
    """Whether margins take every ship to be off as far as any other, whatever is known of each."""

    surface_stated: bool = field(default=True, compare=False)
    """Whether the surface was stated; if not, it is the `default_surface` of the rules."""

    def __post_init__(self) -> None:
        if self.position not in _POSITIONS:
            raise InputError(
                Message(
                    "position must be one of {known}, not {given}",
                    known=", ".join(_POSITIONS),
                    given=repr(self.position),
                ),
                key="position",
            )
        object.__setattr__(self, "ships", tuple(self.ships))
        object.__setattr__(self, "objects", tuple(self.objects))
        object.__setattr__(self, "fleets", tuple(self.fleets))
        if checked_coordinate(self.tolerance, Message("tolerance")) < 0:
            raise InputError(Message("a tolerance cannot be negative"))
        names = [ship.name for ship in self.ships] + [thing.name for thing in self.objects]
        _once(names, N_("two things are named {name}"))
        players = [fleet.player for fleet in self.fleets]
        _once(players, N_("two fleets are declared for {name}"))

    @classmethod
    def load(cls, path: str | Path) -> Layout:
        """The layout of a dispute or layout file (TOML or JSON). Raises InputError."""
        layout: Layout = loading.layout_of(path)
        return layout

    def ship(self, name: str) -> Ship:
        """The ship called `name`. Raises InputError if there is none."""
        ship = self._by_name.get(name)
        if ship is not None:
            return ship
        known = ", ".join(ship.name for ship in self.ships) or Message("none")
        raise InputError(Message("no ship is called {name} (ships: {known})", name=repr(name), known=known))

    def allied(self, one: str, other: str) -> bool:
        """Whether two players (or one twice) are on one side: their fleets name the same team."""
        team = self._teams.get(one)
        return one == other or (team is not None and team == self._teams.get(other))

    @cached_property
    def _by_name(self) -> dict[str, Ship]:
        return {ship.name: ship for ship in self.ships}

    @cached_property
    def _misplaced(self) -> dict[str, Fraction]:
        return {name: exact(far) for name, far in self.misplaced}

    @cached_property
    def _teams(self) -> dict[str, str]:
        """The team of every player who has one."""
        return {fleet.player: fleet.team for fleet in self.fleets if fleet.team}

    @cached_property
    def kept(self) -> dict[Hashable, Any]:
        """What was worked out about this table, by keys of those who did, so that many questions look at it once."""
        return {}

    def _repr_svg_(self) -> str | None:
        """The table as a picture in a notebook."""
        return picture_of(self)

    def with_pose(self, name: str, pose: Pose) -> Layout:
        """The same table with one ship lying elsewhere."""
        moved = self.ship(name).at(pose)
        return replace(self, ships=tuple(moved if s.name == name else s for s in self.ships))

    def of_sizes(self, sizes: Sequence[Size]) -> Layout:
        """The same table, each ship of the one of these sizes that has the name of its own: that of the rules in force.

        Raises InputError if there is none.
        """
        named = {size.name: size for size in sizes}
        for ship in self.ships:
            if ship.size.name not in named:
                said = N_("{ship} is of a size that the game has not: {size}")
                raise InputError(Message(said, ship=ship.name, size=ship.size.name))
        if all(named[ship.size.name] == ship.size for ship in self.ships):
            return self
        return replace(self, ships=tuple(replace(ship, size=named[ship.size.name]) for ship in self.ships))

    def stated_tolerance(self, ship: Ship) -> Fraction:
        """mm any corner of `ship`, or what was measured of it, may be off as the table states it; 0 if it does not."""
        return exact(self.tolerance if ship.tolerance is None else ship.tolerance)

    def reading_error(self, ship: Ship) -> Fraction:
        """mm by which what was measured of `ship` may be off: what is stated, or what goes without saying."""
        return self.stated_tolerance(ship) or MISFIT_MM

    def tolerance_of(self, ship: Ship) -> Fraction:
        """mm any corner of `ship` may be off: what is stated, or what its readings leave open."""
        return self.stated_tolerance(ship) if ship.spread is None else exact(ship.spread)

    def slack_of(self, ship: Ship) -> Fraction:
        """mm by which `ship` may lie in something else and still count as touching it: its tolerance, but where its
        readings ask for more than they may be off, no more than is stated."""
        wrong = not asks_no_more(ship.misfit, self.reading_error(ship))
        return self.stated_tolerance(ship) if wrong else self.tolerance_of(ship)

    def error_of(self, ship: Ship) -> Fraction:
        """mm any corner of `ship` may be off where it lies now, by its tolerance or because it is misplaced."""
        error = self._misplaced.get(ship.name, Fraction(0))
        return error if self.only_misplaced else max(self.tolerance_of(ship), error)

    @cached_property
    def largest_tolerance(self) -> Fraction:
        """mm. What the least certain ship may be off; the scale on which margins are given."""
        least = Fraction(0) if self.only_misplaced else exact(self.tolerance)
        return max([least, *(self.error_of(ship) for ship in self.ships)])

    def weight(self, ship: Ship) -> Fraction:
        """Share of the margin by which `ship` may be off where it lies: 1, unless ships have errors of their own."""
        largest = self.largest_tolerance
        return self.error_of(ship) / largest if largest and not self.evenly else Fraction(1)

    def weight_of_step(self, ship: Ship) -> Fraction:
        """Share of the margin that each step of `ship` adds: its tolerance, wherever it may be misplaced."""
        largest = self.largest_tolerance
        if not largest or self.evenly:
            return Fraction(1)
        return Fraction(0) if self.only_misplaced else self.tolerance_of(ship) / largest

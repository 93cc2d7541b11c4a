"""One table of a figure file: its pieces, ghosts and points by name, and all that is marked on it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, TypeVar

from armada_sim.evidence import ContactEvidence
from armada_sim.files import Dispute, FiredTable, scaled
from armada_sim.geometry import Place, Point
from armada_sim.moving import Declaration, Mover, move_places
from armada_sim.pictures import arc_points, mean, surface_corners, thing_corners
from armada_sim.referee import check_contact, check_shot, fault_bounds, position_problems
from armada_sim.table import Layout, Pose, Rules, Ship, checked_coordinate
from armada_sim.tabletop import InputError, Message, Mistakes, Said, guess, inside
from plots.figure_file.model import (
    PARTS,
    AngleTable,
    ArrowTable,
    BracketTable,
    CalloutTable,
    DimensionTable,
    FigureTable,
    FrameTable,
    GhostTable,
    LabelTable,
    LineTable,
    MarksTable,
    Written,
    missing,
)
from plots.figure_file.regions import corners_of_region, marks_of_region
from plots.scene import Mark
from plots.scene_marks import Angle, Arrow, Bracket, Callout, Gap, Note, Ruled, Shape, Span

Row = TypeVar("Row")
"""Of one key of a figure file."""

_ANYWHERE = Message("a corner may lie anywhere in its disc")
_FAULTY = Message("of two that overlap: off by twice the depth")


@dataclass(frozen=True)
class Ghost:
    """Where a ship would lie after each step, or at a place."""

    ship: Ship
    places: tuple[Place, ...]
    declared: Declaration | None
    """The steps; None at a place."""

    row: GhostTable


@dataclass(frozen=True)
class Frame:
    """A table with what a file shows on it."""

    dispute: Dispute
    """The table, its rules and the questions about it."""

    figure: FigureTable
    row: FrameTable | None
    """What it has alone; None if the figure is one picture."""

    number: int = 1
    """Of the frame, from left to right."""

    @property
    def rules(self) -> Rules:
        """In force on it."""
        return self.dispute.rules

    @property
    def layout(self) -> Layout:
        """All of its pieces, those too that are hidden."""
        return self.dispute.layout

    @property
    def shown(self) -> Layout:
        """Without the pieces that are hidden."""
        hidden, layout = self._listed(lambda table: table["hidden"], "hidden"), self.layout
        return replace(layout, ships=tuple(ship for ship in layout.ships if ship.name not in hidden))

    @property
    def flagships(self) -> tuple[str, ...]:
        """Ships that fly a flag."""
        return self._listed(lambda table: table["flagships"], "flagships")

    @property
    def dimmed(self) -> tuple[str, ...]:
        """Pieces that are drawn pale."""
        return self._listed(lambda table: table["dimmed"], "dimmed")

    @property
    def _tables(self) -> list[tuple[str, MarksTable]]:
        """What is marked, of the whole figure, then of the frame alone; each with what its keys begin with."""
        return [("", self.figure), *([] if self.row is None else [(f"frames[{self.number}].", self.row)])]

    def _rows(self, of: Callable[[MarksTable], Sequence[Row]], key: str) -> Iterator[tuple[str, Row]]:
        """The rows under a key of each table, with their keys as in the file."""
        return ((f"{where}{key}[{i}]", row) for where, table in self._tables for i, row in enumerate(of(table), 1))

    def _listed(self, of: Callable[[MarksTable], Sequence[str]], key: str) -> tuple[str, ...]:
        """Names of pieces, each of them known. Raises InputError."""
        names = [*(ship.name for ship in self.layout.ships), *(thing.name for thing in self.layout.objects)]
        found = []
        for at, name in self._rows(of, key):
            if name in names:
                found.append(name)
            elif self.row is None or at.startswith("frames"):  # else it is gone in this frame
                raise InputError(_unknown(name, names), key=at)
        return tuple(found)

    # points

    @cached_property
    def ghosts(self) -> tuple[Ghost, ...]:
        """Where ships would lie. Raises InputError for all the mistakes found."""
        mistakes = Mistakes()
        found = [
            mistakes.attempt(key, partial(self._ghost, row))
            for key, row in self._rows(lambda table: table["ghosts"], "ghosts")
        ]
        mistakes.stop_if_any()
        return tuple(ghost for ghost in found if ghost is not None)

    def _ghost(self, row: GhostTable) -> Ghost:
        ship = self.ship(row.ship, "ship")
        if row.base is not None or row.heading is not None:
            if row.base is None or row.heading is None:
                raise missing("base" if row.base is None else "heading")
            x, y = self._numbers(row.base, "base") if isinstance(row.base, list) else self.point(row.base, "")
            return Ghost(ship, (Pose(x, y, row.heading).place,), None, row)
        declared = Declaration.of(row.headings, row.turns)
        declared.check_degrees()
        return Ghost(ship, tuple(move_places(self.layout, ship, declared, self.rules)), declared, row)

    def ship(self, name: str, key: str) -> Ship:
        """The ship of a name. Raises InputError."""
        names = [ship.name for ship in self.layout.ships]
        if name not in names:
            raise InputError(_unknown(name, names, ship=True), key=key)
        return self.layout.ship(name)

    @cached_property
    def _places(self) -> dict[str, tuple[Ship, Place]]:
        """Where ships lie, and ghosts that have a name: at their last step under it, at the others as in g.1."""
        found = {ship.name: (ship, ship.pose.place) for ship in self.layout.ships}
        for ghost in self.ghosts:
            name = ghost.row.name
            if name is not None:
                found |= {f"{name}.{k}": (ghost.ship, place) for k, place in enumerate(ghost.places, 1)}
                found[name] = (ghost.ship, ghost.places[-1])
        return found

    def _numbers(self, pair: Sequence[Any], key: str) -> tuple[Any, Any]:
        """A point as it is written, mm. Raises InputError."""
        numbers = [scaled(number, self.dispute.unit) for number in pair]
        with inside(key=key):
            for number, axis in zip(numbers, "xy", strict=True):
                checked_coordinate(number, axis)
        return numbers[0], numbers[1]

    def point(self, written: Written, key: str) -> Point:
        """mm. A point by its numbers, or by a part of a piece. Raises InputError."""
        if not isinstance(written, str):
            x, y = self._numbers(written, key)
            return float(x), float(y)
        name, _, part = written.rpartition(".")
        rings = {thing.name: thing_corners(thing) for thing in self.layout.objects} | self._regions
        if name not in self._places and name not in rings:
            raise InputError(_unknown(name or written, [*self._places, *rings]), key=key)
        numbers = [str(k) for k in range(1, 1 + len(rings.get(name, ())))]
        known = PARTS if name in self._places else ("middle", *numbers)
        if part not in known:
            said = Message("a piece has no part called {name}{guess}", name=repr(part), guess=guess(part, known))
            raise InputError(said, key=key)
        if name in self._places:
            return self._part(*self._places[name], part)
        return mean(rings[name]) if part == "middle" else rings[name][int(part) - 1]

    @cached_property
    def _regions(self) -> dict[str, tuple[Point, ...]]:
        """The corners of regions that have a name. They are named by ships alone, not by one another."""
        rows = self._rows(lambda table: table["regions"], "regions")
        return {row.name: corners for _, row in rows if row.name and (corners := corners_of_region(self, row))}

    def _part(self, ship: Ship, place: Place, part: str) -> Point:
        """mm. A part of a ship at a place."""
        outline = self.rules.outline(ship.size)
        corners, (x, y), half = outline.flat(place).corners, place.origin, float(outline.base) / 2
        right, left = corners[outline.right_tip], corners[outline.left_tip]
        tip = (right[0] + left[0]) / 2, (right[1] + left[1]) / 2
        if part in ("base", "tip", "middle"):
            return {"base": (x, y), "tip": tip, "middle": mean(corners)}[part]
        far = math.hypot(tip[0] - x, tip[1] - y)
        turn = half / far if part.startswith("left") else -half / far
        corner = x - (tip[1] - y) * turn, y + (tip[0] - x) * turn
        return ((corner[0] + tip[0]) / 2, (corner[1] + tip[1]) / 2) if part.endswith("side") else corner

    @property
    def extent(self) -> list[Point]:
        """mm. What there is to be seen: pieces and ghosts; of the table its border where nothing lies."""
        found = [corner for ship in self.shown.ships for corner in self.corners(ship, ship.pose.place)]
        found += [
            corner for ghost in self.ghosts for place in ghost.places for corner in self.corners(ghost.ship, place)
        ]
        found += [corner for thing in self.layout.objects for corner in thing_corners(thing)]
        return found or [*surface_corners(self.layout.surface)]

    def corners(self, ship: Ship, place: Place) -> tuple[Point, ...]:
        """mm. Of a ship at a place."""
        return self.rules.outline(ship.size).flat(place).corners

    # marks

    def marks(self) -> list[Mark]:
        """All that is marked, in the order in which it is drawn. Raises InputError for all the mistakes found."""
        mistakes, found = Mistakes(), list[Mark]()

        def each(
            of: Callable[[MarksTable], Sequence[Row]], key: str, make: Callable[[Row], Iterator[Mark]]
        ) -> None:  # fmt: skip
            for at, row in self._rows(of, key):
                found.extend(mistakes.attempt(at, partial(_made, make, row)) or ())

        mistakes.attempt("", lambda: (self.dimmed, self.flagships, self.shown))
        for ghost in mistakes.attempt("", lambda: self.ghosts) or ():
            found += self._ghost_marks(ghost)
        each(lambda table: table["regions"], "regions", partial(marks_of_region, self))
        each(lambda table: table["lines"], "lines", self._line)
        each(lambda table: table["dimensions"], "dimensions", self._dimension)
        each(lambda table: table["angles"], "angles", self._angle)
        each(lambda table: table["arrows"], "arrows", self._arrow)
        each(lambda table: table["brackets"], "brackets", self._bracket)
        each(lambda table: table["shots"], "shots", self._shot)
        each(lambda table: table["callouts"], "callouts", self._callout)
        each(lambda table: table["labels"], "labels", self._label)
        for number in range(1, len(self.dispute.questions) + 1):
            ruling = mistakes.attempt("", partial(self.dispute.ask, number))
            found += [] if ruling is None else [Ruled(ruling)]
        mistakes.stop_if_any()
        return found

    def _ghost_marks(self, ghost: Ghost) -> Iterator[Mark]:
        """The steps of a ghost, with their numbers."""
        row, ship = ghost.row, ghost.ship
        for number, place in enumerate(ghost.places, 1):
            last = number == len(ghost.places) and (row.last is not None or row.last_words is not None)
            look = (last and row.last) or row.look
            words, corners = row.last_words if last else row.words, self.corners(ship, place)
            kind = "step" if ghost.declared else row.name or "ghost"
            yield Shape(corners, look, words, kind, (ship.name,), number)
            if row.errors:
                yield from self.discs(ship, place, (number + 1) * float(self.layout.error_of(ship)), "error", _ANYWHERE)
            if row.numbers:
                yield Note(mean(corners), Message(str(number)), bold=True)

    def errors_of(self, ship: Ship) -> Iterator[Mark]:
        """Around each corner of a ship a disc of its error; of one that overlaps, of twice the depth."""
        bound = fault_bounds(self.layout, position_problems(self.layout, self.rules)).get(ship.name)
        faulty = bound is not None
        error = float(bound if bound is not None else self.layout.error_of(ship))
        look, words = ("warning", _FAULTY) if faulty else ("error", _ANYWHERE)
        yield from self.discs(ship, ship.pose.place, error, look, words)

    def discs(self, ship: Ship, place: Place, error: float, look: str, words: Said) -> Iterator[Mark]:
        """Around each corner of a ship at a place a disc of so many mm."""
        for corner in self.corners(ship, place):
            yield Shape(arc_points(corner, error, 0, 360), look, words, "region", (ship.name,))

    def _line(self, row: LineTable) -> Iterator[Mark]:
        points = tuple(self.point(point, f"points[{i}]") for i, point in enumerate(row.points, 1))
        yield Shape(points, row.look, row.words, row.name or row.look, closed=False)

    def _dimension(self, row: DimensionTable) -> Iterator[Mark]:
        if row.between is not None:
            layout, names = self.layout, list[str]()
            for i, name in enumerate(row.between, 1):
                if name not in self._places:
                    raise InputError(_unknown(name, [*self._places], ship=True), key=f"between[{i}]")
                ship, place = self._places[name]
                if place is not ship.pose.place:
                    layout = layout.with_pose(ship.name, Pose(*place.origin, float(place.heading)))
                names.append(ship.name)
            gap = check_contact(layout, *names, rules=self.rules).witness
            assert isinstance(gap, ContactEvidence)
            if gap.points is None:
                raise InputError(Message("they touch or overlap: there is no distance"), key="between")
            yield Gap(*gap.points, (names[0], names[1]))
            return
        start, end = self._way(row)
        carried = None if row.carried is None else self.point(row.carried, "carried")
        yield Span(start, end, row.beside, carried) if row.beside else Gap(start, end)

    def _way(self, row: ArrowTable | BracketTable | DimensionTable) -> tuple[Point, Point]:
        """Two points that differ."""
        if row.from_ is None or row.to is None:
            raise missing("from" if row.from_ is None else "to")
        start, end = self.point(row.from_, "from"), self.point(row.to, "to")
        if start == end:
            raise InputError(Message("is the same point as from"), key="to")
        return start, end

    def _angle(self, row: AngleTable) -> Iterator[Mark]:
        start = float(row.start)
        if row.limit is not None and row.end is None:
            ship = self.ship(row.limit, "limit")
            end = start + Mover(ship, self.rules.outline(ship.size)).turn_limit
        elif row.end is not None and row.limit is None:
            end = float(row.end)
        else:
            raise InputError(Message("expected one of end and limit"), key="end")
        radius = float(scaled(row.radius, self.dispute.unit))
        yield Angle(self.point(row.at, "at"), radius, start, end, row.words)

    def _arrow(self, row: ArrowTable) -> Iterator[Mark]:
        yield Arrow(*self._way(row), row.look, row.words, row.bend)

    def _bracket(self, row: BracketTable) -> Iterator[Mark]:
        yield Bracket(*self._way(row), row.beside, row.text)

    def _shot(self, row: FiredTable) -> Iterator[Mark]:
        shooter, target = self.ship(row["from"], "from"), self.ship(row.get("at", ""), "at")
        ruling = check_shot(self.layout, shooter.name, target.name, row.get("side", "either"), self.rules)
        yield Ruled(ruling, line_only=True)

    def _callout(self, row: CalloutTable) -> Iterator[Mark]:
        yield Callout(self.point(row.at, "at"), row.text, row.toward, row.far)

    def _label(self, row: LabelTable) -> Iterator[Mark]:
        yield Note(self.point(row.at, "at"), row.text, row.bold, row.up)


def _made(make: Callable[[Row], Iterator[Mark]], row: Row) -> list[Mark]:
    return list(make(row))


def _unknown(name: str, known: Sequence[str], *, ship: bool = False) -> Message:
    hint = guess(name, known)
    if ship:
        return Message("no ship is called {name}{guess}", name=repr(name), guess=hint)
    return Message("no ship or object is called {name}{guess}", name=repr(name), guess=hint)

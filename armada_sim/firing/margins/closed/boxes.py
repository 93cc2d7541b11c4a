"""What it takes to open a closed shot, bounded over boxes of placements and witnesses.

A shot is clear iff there are a placement of the shooter and a witness it carries (a slide of the large piece,
a line) such that every other piece, by itself, meets what the witness asks of it (`Opening`). What a solid has to
do is to leave a convex shape, and the least any of its corners must move for that is the depth of the overlap;
a target of which a point must be reached has to come as near as its distance. Only where the target has to be covered
its place matters too: it is taken as the large piece sees it. So the least error that opens the shot is the least
value of

    F(shooter's motion, slide, line, place of the target) = max over pieces of (what it must move / its weight).

Every part of F changes by no more than the points it is about move: if these move by at most r within a box, the part
is at least (its value in the middle - r) / weight all over the box. `closed.search` minimises F by
branch and bound. Frame: gun frame of the unmoved shooter, mm, radians (`margins.plane`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from armada_sim.firing.margins.areas import area, covered_area
from armada_sim.firing.margins.plane import (
    FLIP_STEP_MM,
    Floats,
    Piece,
    View,
    edge_normals,
    longest_arm,
    most_turn,
    outlines,
    pivot_of,
    points_to_frame,
)
from armada_sim.firing.margins.shapes import apart, by_shape, overlap
from armada_sim.geometry.domains import ConvexDomain, DiscDomain, Domain, SimpleDomain
from armada_sim.table.rules import Rules

IMMOVABLE_COST: Final = 1e9
"""mm. Cost that search gives to moving what cannot move; more than any table is wide."""

OPENING_LEAD: Final = 0.6
"""1. If one condition of a clear shot has, in the middle of a box, this share of what would exclude the whole box, the
box is split along what matters to that condition; else along its longest side."""

GUN, SLIDE, START, DEPTH, END, PLACE = slice(0, 3), 3, 4, 5, 6, slice(7, 10)
"""Where numbers stand: the shooter's motion, the slide, the start of the line on the side, the depth and
the other coordinate of its end (or the depth up to which the large piece must be free), the target's place."""

SIZE = 10


@dataclass(frozen=True)
class Bounds:
    """What is known of F over some boxes."""

    value: Floats
    """mm. F in the middles, without what is unmet."""

    unmet: Floats
    """mm. How far the middles are from meeting what no piece can mend."""

    low: Floats
    """mm. F is at least this all over each box."""

    longest: NDArray[np.int64]
    """The axis along which to split."""


class _Gathered:
    """Parts of F as they are put together."""

    def __init__(self, rows: int, rounding: float, goal: float, *, splits: bool = True) -> None:
        """splits: whether anybody asks where to split."""
        self.value, self.unmet, self.low = np.zeros(rows), np.zeros(rows), np.full(rows, -np.inf)
        self.top, self.lead, self.lacking = np.full(rows, -np.inf), np.zeros((rows, SIZE)), np.zeros((rows, SIZE))
        self.rounding, self.goal, self.splits = rounding, goal, splits

    def add(self, lack: Floats, spread: Floats, parts: Floats, weight: float) -> None:
        """A piece of some weight that must move by `lack` mm; `spread`: by how much that changes, by axes `parts`."""
        needed = np.maximum(lack, 0.0)
        if weight:
            self.value = np.maximum(self.value, needed / weight)
            self.low = np.maximum(self.low, (lack - spread - self.rounding) / weight)
        else:
            self.unmet = np.maximum(self.unmet, needed)
            self.low = np.where(lack - spread > self.rounding, np.inf, self.low)
        self.led((lack - weight * self.goal) / (spread + FLIP_STEP_MM), parts)

    def add_each(self, lack: Floats, spread: Floats, parts: Floats, weights: Floats) -> None:
        """The same for pieces (S,) at once that must move by `lack` mm (N, S), with one `spread` and `parts` for all."""
        if not len(weights):
            return
        needed, sure = np.maximum(lack, 0.0), lack - spread[:, None]
        some, none = weights > 0, weights == 0
        if some.any():
            self.value = np.maximum(self.value, (needed[:, some] / weights[some]).max(axis=1))
            self.low = np.maximum(self.low, ((sure[:, some] - self.rounding) / weights[some]).max(axis=1))
        if none.any():
            self.unmet = np.maximum(self.unmet, needed[:, none].max(axis=1))
            self.low = np.where((sure[:, none] > self.rounding).any(axis=1), np.inf, self.low)
        self.led((lack - weights * self.goal).max(axis=1) / (spread + FLIP_STEP_MM), parts)

    def led(self, top: Floats, parts: Floats) -> None:
        """The part that needs the least splitting to exclude a box says along which axis; top: what it has over its spread."""
        if not self.splits:
            return
        worse = top > self.top
        self.top = np.where(worse, top, self.top)
        self.lead = np.where(worse[:, None], parts, self.lead)
        self.lacking = np.maximum(self.lacking, np.where(top[:, None] > 0, parts, 0.0))


@dataclass(frozen=True)
class Opening:
    """F of one view."""

    view: View
    rules: Rules
    domain: Domain

    only: str = ""
    """Which of two conditions is looked at, `cover` or `line`, where the shot asks for both; none: both are."""

    # what is asked

    @property
    def square(self) -> bool:
        """Whether the line is square to the side."""
        return self.rules.obstruction in ("perpendicular_only", "centre_line")

    @property
    def front(self) -> bool:
        """Whether the large piece must be free up to a depth."""
        return self.rules.obstruction == "clear_template" and self.only != "cover"

    @property
    def covers(self) -> bool:
        """Whether the target must be covered."""
        return self.rules.in_area in ("half", "whole") and self.only != "line"

    @property
    def fits(self) -> bool:
        """Whether the large piece must have room."""
        return self.rules.physical_fit != "virtual" and not self.shared

    @property
    def stays(self) -> bool:
        """Whether it must lie on the surface."""
        stays = self.rules.template_over_edge == "must_stay_on_surface" or self.rules.physical_fit == "must_fit"
        return stays and not self.shared

    @property
    def lined(self) -> bool:
        """Whether a line must be found: under the large piece nothing lies in its way if it has room."""
        if self.only == "cover":
            return False
        if self.square:
            return True
        if self.front or self.rules.physical_fit == "must_fit":
            return False
        return not self.covers or bool(self.view.solids)

    @property
    def both(self) -> bool:
        """Whether the target must be covered and something be free as well."""
        return self.covers and (self.lined or self.front)

    @property
    def shared(self) -> bool:
        """Whether the shift of shooter and target against each other is looked at instead of the shooter's.

        Nothing is known then of where the shooter lies on the table.
        """
        return self.only == "cover" and self.view.shooter.weight > 0 and self.view.target.weight > 0

    @property
    def slid(self) -> bool:
        """Whether the slide matters."""
        middle = self.rules.obstruction == "centre_line"
        return self.covers or self.front or self.fits or self.stays or middle

    @property
    def cost(self) -> int:
        """What one box costs, see `margins.work.BOXES`; measured."""
        corners = sum(len(piece.corners) for piece in self.view.solids) if self.lined or self.front else 0
        return corners // 14 + 4 * (self.front + self.both) + 2 * len(self.view.laid_on) * self.fits

    def start(self, limit: float) -> tuple[Floats, Floats]:
        """Middle and half sides of a box of everything that F may be less than `limit` for."""
        view, gun, target = self.view, self.view.shooter, self.view.target
        low, high = np.zeros(SIZE), np.zeros(SIZE)
        turn = most_turn(gun, gun.weight * limit)
        shift = 0.0 if self.shared else gun.weight * limit
        high[GUN] = shift, shift, turn
        low[GUN] = -high[GUN]
        if self.slid:
            low[SLIDE], high[SLIDE] = view.first, view.last
        if self.lined and self.rules.obstruction != "centre_line" and (self.square or view.solids):
            low[START], high[START] = view.low, view.high
        if self.front or self.lined:
            low[DEPTH], high[DEPTH] = 0.0, view.depth
        if self.lined and not self.square:
            low[END], high[END] = view.first, view.last + view.base
        if self.covers and target.weight and self.alike is not None:
            low[PLACE] = high[PLACE] = self.alike
        elif self.covers and target.weight:
            far = longest_arm(target)
            both = min(turn + most_turn(target, target.weight * limit), math.pi)
            low[PLACE] = -far, -far, -both
            high[PLACE] = view.base + far, view.depth + far, both
        return (low + high) / 2, (high - low) / 2

    @cached_property
    def alike(self) -> Floats | None:
        """The one place under the large piece, before it slides, where it covers all of a target of its own shape.

        None if the target has another shape, or more places than one.
        """
        target = self.view.target
        shape = outlines(self.view, np.zeros(1), np.array([self.view.depth]))[0]
        corners = [
            q for q, p in zip(shape, np.roll(shape, 1, axis=0), strict=True) if np.hypot(*(q - p)) > FLIP_STEP_MM
        ]
        if self.rules.in_area != "whole" or len(corners) != len(target.corners):
            return None
        lever, found = target.corners - target.pivot, []
        for first in range(len(corners)):
            there = np.roll(np.array(corners), first, axis=0)
            pivot = pivot_of(there)[0]
            way = complex(*(there[0] - pivot)) / complex(*lever[0])
            turn = math.atan2(way.imag, way.real)
            place = np.array([*pivot, turn])
            off = _turned(lever[None], place[None])[0] - there
            if float(np.hypot(*off.T).max()) < self.view.rounding:
                found.append(place)
        return found[0] if len(found) == 1 else None

    @cached_property
    def rows(self) -> tuple[Floats, Floats]:
        """(R,), (R, SIZE): what is linear in a witness: rest + row numbers >= 0 is needed."""
        found: list[tuple[float, Floats]] = []

        def row(rest: float, **axes: float) -> None:
            line = np.zeros(SIZE)
            for name, value in axes.items():
                line[{"slide": SLIDE, "start": START, "end": START if self.square else END, "depth": DEPTH}[name]] += (
                    value
                )
            found.append((rest, line))

        view = self.view
        if not self.lined or self.rules.obstruction == "centre_line":
            return np.zeros(0), np.zeros((0, SIZE))
        for rest, ax, ay, sigma in view.bounds:
            if not sigma or view.solids or self.square:
                row(rest, end=ax, depth=ay, start=sigma)
        if self.slid:
            for k, c in view.slopes:
                row(view.base + c, end=-1.0, slide=1.0, depth=-k)
                row(c, end=1.0, slide=-1.0, depth=-k)
            if view.solids or self.square:
                row(0.0, start=1.0, slide=-1.0)
                row(view.base, start=-1.0, slide=1.0)
        return np.array([rest for rest, _ in found]), np.array([line for _, line in found])

    # F

    def bounds(self, c: Floats, h: Floats, goal: float = 0.0) -> Bounds:
        """F over boxes with middles c and half sides h, (N, SIZE). goal: where F exceeds it, it does not matter."""
        found = _Gathered(len(c), self.view.rounding, goal, splits=bool(h.any()))  # points are not split
        self._own(found, c, h)
        rests, rows = self.rows
        if len(rests):
            lack, spread = -(rests + c @ rows.T), h @ np.abs(rows).T
            ratio = lack / (spread + FLIP_STEP_MM)
            worst, line = ratio.argmax(axis=1), np.arange(len(c))
            found.unmet = np.maximum(found.unmet, lack.max(axis=1))
            found.low = np.where((lack - spread > self.view.rounding).any(axis=1), np.inf, found.low)
            found.led(ratio[line, worst], np.abs(rows)[worst] * h)
        part: Reached = self._place(found, c, h) if self.covers else Reached(self.view.part[None], None, None)
        if self.front:
            height = c[:, DEPTH]
            slope = max(math.hypot(1.0, k) for k, _ in self.view.slopes)
            own = np.zeros_like(h)
            own[:, SLIDE], own[:, DEPTH] = h[:, SLIDE], slope * h[:, DEPTH]
            self._off(found, outlines(self.view, c[:, SLIDE], height), own, c, h, part)
        elif self.lined:
            self._line(found, c, h, part)
        elif not self.covers:
            own = np.zeros_like(h)
            own[:, SLIDE] = h[:, SLIDE]
            shape = outlines(self.view, c[:, SLIDE], np.full(len(c), self.view.depth))
            self._meet(found, shape, own, c, h, part)
        if self.fits or self.stays:
            self._laid(found, c, h)
        if not found.splits:
            return Bounds(found.value, found.unmet, found.low, np.zeros(len(c), dtype=np.int64))
        split = np.where((found.top > OPENING_LEAD)[:, None], found.lead, found.lacking)
        split = np.where(split.max(axis=1, keepdims=True) > 0, split, h * self.scale)
        longest = split.argmax(axis=1)
        return Bounds(found.value, found.unmet, found.low, longest)

    @cached_property
    def solids(self) -> list[tuple[Floats, Floats]]:
        """(S, B, 2) mm: corners of the solids, those with as many corners together, and their weights (S,)."""
        pieces = self.view.solids
        groups = by_shape([piece.corners.shape for piece in pieces])
        return [
            (np.array([pieces[i].corners for i in group]), np.array([pieces[i].weight for i in group]))
            for group in groups
        ]

    @cached_property
    def scale(self) -> Floats:
        """mm. What a unit of each number moves, about."""
        scale = np.ones(SIZE)
        scale[GUN.stop - 1] = longest_arm(self.view.shooter) + self.view.depth / 2
        scale[PLACE.stop - 1] = longest_arm(self.view.target)
        return scale

    def _own(self, found: _Gathered, c: Floats, h: Floats) -> None:
        """How far the shooter moves."""
        gun = self.view.shooter
        arm = gun.corners - gun.pivot
        step = _turned(arm[None], c[:, GUN]) - arm
        moved = np.hypot(step[..., 0], step[..., 1]).max(axis=1)
        parts = np.zeros_like(h)
        parts[:, :2], parts[:, 2] = h[:, :2], h[:, 2] * longest_arm(gun)
        if self.shared:  # `most_turn`: however it is shifted besides
            moved, parts[:, 2] = 2 * gun.radius * np.abs(np.sin(c[:, 2] / 2)), h[:, 2] * gun.radius
        found.add(moved, np.hypot(h[:, 0], h[:, 1]) + parts[:, 2], parts, gun.weight)

    def _carried(self, points: Floats, own: Floats, c: Floats, h: Floats) -> tuple[Floats, Floats, Floats]:
        """Points of the shooter where it lies; how far they move within boxes; that by axes. own: without it."""
        pivot = self.view.shooter.pivot
        lever = points - pivot
        parts = own.copy()
        parts[:, :2] = h[:, :2]
        parts[:, 2] = h[:, 2] * np.hypot(lever[..., 0], lever[..., 1]).max(axis=1)
        spread = np.hypot(h[:, 0], h[:, 1]) + parts[:, 2] + own.sum(axis=1)
        return _turned(lever, c[:, GUN]) + pivot, spread, parts

    def _off(self, found: _Gathered, shape: Floats, own: Floats, c: Floats, h: Floats, part: Reached) -> None:
        """A shape of the shooter must meet the target's part and no solid."""
        moved, spread, parts = self._carried(shape, own, c, h)
        for solids, weights in self.solids:
            found.add_each(overlap(moved[:, None], solids), spread, parts, weights)
        self._meet(found, shape, own, c, h, part)

    def _meet(self, found: _Gathered, shape: Floats, own: Floats, c: Floats, h: Floats, part: Reached) -> None:
        """A shape of the shooter must meet the target's part."""
        if part.spread is None or part.parts is None:
            moved, spread, parts = self._carried(shape, own, c, h)
            found.add(apart(moved, part.corners), spread, parts, self.view.target.weight)
        else:  # both as the shooter sees them
            found.add(apart(shape, part.corners), own.sum(axis=1) + part.spread, own + part.parts, 0.0)

    def _line(self, found: _Gathered, c: Floats, h: Floats, part: Reached) -> None:
        """The line must miss every solid, and end at the target."""
        middle = self.rules.obstruction == "centre_line"
        start = c[:, SLIDE] + self.view.base / 2 if middle else c[:, START]
        end = np.stack((start if self.square else c[:, END], c[:, DEPTH]), axis=-1)
        line = np.stack((np.stack((start, np.zeros_like(start)), axis=-1), end), axis=1)
        own, last = np.zeros_like(h), np.zeros_like(h)
        first = SLIDE if middle else START
        last[:, first if self.square else END] = h[:, first if self.square else END]
        last[:, DEPTH] = h[:, DEPTH]
        own[:] = last
        own[:, first] = h[:, first]
        moved, _, parts = self._carried(line, own, c, h)
        reach = np.hypot(own[:, END] if not self.square else own[:, first], own[:, DEPTH])
        spread = np.hypot(h[:, 0], h[:, 1]) + parts[:, 2] + np.maximum(own[:, first], reach)
        for solids, weights in self.solids:
            found.add_each(overlap(moved[:, None], solids), spread, parts, weights)
        self._meet(found, end[:, None], last, c, h, part)

    # the large piece as a whole

    def _laid(self, found: _Gathered, c: Floats, h: Floats) -> None:
        """The large piece must have room."""
        own = np.zeros_like(h)
        own[:, SLIDE] = h[:, SLIDE]
        shape = outlines(self.view, c[:, SLIDE], np.full(len(c), self.view.depth))
        moved, spread, parts = self._carried(shape, own, c, h)
        if self.stays:
            for lack in self._outside(moved):
                found.add(lack, spread, parts, 0.0)
        for piece in self.view.laid_on if self.fits else ():
            lack = overlap(moved, piece.corners[None])
            if self.rules.physical_fit == "must_fit":
                found.add(lack, spread, parts, piece.weight)
            else:
                self._beyond(found, lack, spread, parts, piece, c, h)

    def _outside(self, moved: Floats) -> list[Floats]:
        """mm. How far the large piece sticks out of the surface; a few numbers of which none may be above 0."""
        gun = self.view.gun
        if isinstance(self.domain, ConvexDomain):
            walls = points_to_frame(gun, np.array([[float(x), float(y)] for x, y in self.domain.corners]))
            faces = edge_normals(walls)
            return [((moved @ faces.T) - (walls @ faces.T).max(axis=0)).max(axis=(1, 2))]
        if isinstance(self.domain, DiscDomain):
            centre = points_to_frame(gun, np.array([[float(v) for v in self.domain.centre]]))
            away = np.hypot(*np.moveaxis(moved - centre, -1, 0)).max(axis=1)
            return [away - float(self.domain.radius)]
        outside = (
            self.domain.outside if isinstance(self.domain, SimpleDomain) else ()
        )  # an open sea has nothing outside
        parts = [points_to_frame(gun, np.array(part.corners)) for part in outside]
        return [overlap(moved, part[None]) for part in parts]

    def _beyond(
        self, found: _Gathered, lack: Floats, spread: Floats, parts: Floats, piece: Piece, c: Floats, h: Floats
    ) -> None:
        """A piece must be off the large piece, or at least as far from the side as the target is.

        Both are as far from it as their nearest points, and 0 if they cross it; the shooter's motion takes both along.
        """
        target = self.view.target
        pivot = self.view.shooter.pivot
        far = max(float(np.hypot(*(q.corners - pivot).T).max()) for q in (target, piece))
        shift = np.hypot(h[:, 0], h[:, 1])
        along = shift + h[:, 2] * (far + np.hypot(c[:, 0], c[:, 1]) + shift)
        apiece = target.corners[:, None] - piece.corners
        against = h[:, 2] * float(np.hypot(apiece[..., 0], apiece[..., 1]).max())
        first, second = self._height(target, c), self._height(piece, c)
        nearer: Floats = np.maximum(first, 0.0) - np.maximum(second, 0.0)
        ahead = first - against
        least = np.where(
            ahead > second, np.maximum(ahead - along, 0.0) - np.maximum(second - along, 0.0), ahead - second
        )
        both = piece.weight + target.weight
        turned = np.zeros_like(h)
        turned[:, :2], turned[:, 2] = h[:, :2], h[:, 2] * far
        options = []
        for need, more, axes, weight in ((lack, spread, parts, piece.weight), (nearer, nearer - least, turned, both)):
            one = _Gathered(len(c), self.view.rounding, found.goal)
            one.add(need, more, axes, weight)
            options.append(one)
        off, beyond = options
        value = np.where(off.unmet > 0, IMMOVABLE_COST, off.value)
        if piece.weight:  # this time the target goes where it is hit, and the piece by itself beyond it
            further = np.where(nearer > 0, np.maximum(first, 0.0) - second, nearer)
            value = np.minimum(value, np.maximum(further + found.value * target.weight, 0.0) / piece.weight)
        else:
            value = np.where(nearer > 0, value, 0.0)
        if target.weight:  # or it is hit still nearer
            value = np.minimum(value, found.value + np.maximum(nearer, 0.0) / target.weight)
        found.value = np.maximum(found.value, value)
        found.low = np.maximum(found.low, np.minimum(off.low, beyond.low))
        found.led(np.minimum(off.top, beyond.top), np.where((off.top < beyond.top)[:, None], parts, turned))

    def _height(self, piece: Piece, c: Floats) -> Floats:
        """mm. How far from the moved side the nearest point of a piece lies; below 0 behind it."""
        pivot = self.view.shooter.pivot
        out = np.stack((-np.sin(c[:, 2]), np.cos(c[:, 2])), axis=-1)
        found: Floats = (out @ (piece.corners - pivot).T).min(axis=1) - (out * c[:, :2]).sum(axis=1) + pivot[1]
        return found

    def further(self, sample: Floats, piece: Piece, target: Floats) -> tuple[float, float]:
        """mm. How much farther out a piece must lie, or else the target nearer, so that the large piece may lie on it.

        target: its shift.
        """
        if self.rules.physical_fit == "must_fit":
            return IMMOVABLE_COST, IMMOVABLE_COST
        out = np.array([-math.sin(sample[2]), math.cos(sample[2])])
        height = max(float(self._height(self.view.target, sample[None])[0] + out @ target), 0.0)
        own = float(self._height(piece, sample[None])[0])
        return (height - own, height - max(own, 0.0)) if height > max(own, 0.0) else (0.0, 0.0)

    def shapes(self, sample: Floats) -> dict[str, Floats]:
        """What a witness asks for: a shape `free` of solids, one that must `reach` the target, the `room` it needs."""
        view, slide = self.view, sample[SLIDE : SLIDE + 1]
        laid = outlines(view, slide, np.array([view.depth]))[0]
        found = {"room": laid} if self.fits else {}
        if self.front:
            found["free"] = found["reach"] = outlines(view, slide, sample[DEPTH : DEPTH + 1])[0]
        elif self.lined:
            start = sample[SLIDE] + view.base / 2 if self.rules.obstruction == "centre_line" else sample[START]
            end = np.array([start if self.square else sample[END], sample[DEPTH]])
            found["free"], found["reach"] = np.array([[start, 0.0], end]), end[None]
        else:
            found["reach"] = laid
        return found

    # a target that must be covered

    def _place(self, found: _Gathered, c: Floats, h: Floats) -> Reached:
        """The target where it lies under the large piece; what it takes to bring it there, and whether it is covered."""
        gun, target = self.view.shooter, self.view.target
        parts, moved = np.zeros_like(h), np.zeros_like(h)
        if target.weight:
            inner = _turned((target.corners - target.pivot)[None], c[:, PLACE])
            parts[:, PLACE] = h[:, PLACE] * np.array([1.0, 1.0, longest_arm(target)])
            own = np.hypot(h[:, 7], h[:, 8]) + parts[:, 9]
            seen = inner + np.stack((c[:, SLIDE], np.zeros(len(c))), axis=-1)[:, None]
            moved[:] = parts
            moved[:, SLIDE] = h[:, SLIDE]
            placed, _, moved = self._carried(seen, moved, c, h)
            spread = own + h[:, SLIDE] + np.hypot(h[:, 0], h[:, 1]) + moved[:, 2]
            away = np.hypot(*np.moveaxis(placed - target.corners, -1, 0)).max(axis=1)
            if self.shared:
                off, spread = self._against(seen, own + h[:, SLIDE], c, h)
                found.add(off, spread, moved, target.weight + gun.weight)
            else:
                found.add(away, spread, moved, target.weight)
        else:
            back = target.corners - gun.pivot - c[:, None, :2]
            turn = -c[:, GUN]
            turn[:, :2] = 0.0
            seen = _turned(back, turn) + gun.pivot
            inner = seen - np.stack((c[:, SLIDE], np.zeros(len(c))), axis=-1)[:, None]
            parts[:, :2], parts[:, SLIDE] = h[:, :2], h[:, SLIDE]
            parts[:, 2] = h[:, 2] * np.hypot(back[..., 0], back[..., 1]).max(axis=1)
            own = np.hypot(h[:, 0], h[:, 1]) + parts[:, 2] + h[:, SLIDE]
        if not (target.weight and self.alike is not None):
            self._covered(found, inner, own, parts)
        if target.weight:
            own, parts = own + h[:, SLIDE], parts.copy()
            parts[:, SLIDE] = h[:, SLIDE]
        return Reached(seen, own, parts)

    def _against(self, seen: Floats, own: Floats, c: Floats, h: Floats) -> tuple[Floats, Floats]:
        """How far corners of target and shooter must move against each other, and how that changes within boxes.

        The shooter takes its corner a to a + d, and the point s, where the target's corner b then lies, to b + e:
        e - d = R (s - a) - (b - a) whatever its shift is, R its turn; and |e - d| <= |e| + |d|.
        """
        view = self.view
        lever = seen[:, :, None] - view.shooter.corners
        turned = _turned(lever.reshape(len(c), -1, 2), c[:, GUN] * np.array([0.0, 0.0, 1.0])).reshape(lever.shape)
        off = turned - (view.target.corners[:, None] - view.shooter.corners)
        far = np.hypot(lever[..., 0], lever[..., 1]).max(axis=(1, 2))
        return np.hypot(off[..., 0], off[..., 1]).max(axis=(1, 2)), own + h[:, 2] * far

    def unshared(self, sample: Floats) -> Floats:
        """A sample with the shift shared out between shooter and target."""
        if not self.shared:
            return sample
        view, shares = self.view, (self.view.shooter.weight, self.view.target.weight)
        inner = _turned((view.target.corners - view.target.pivot)[None], sample[None, PLACE])
        seen = inner[0] + np.array([sample[SLIDE], 0.0]) - view.shooter.pivot
        away = _turned(seen[None], sample[None, GUN])[0] + view.shooter.pivot - view.target.corners
        found = sample.copy()
        found[:2] = -away.mean(axis=0) * shares[0] / sum(shares)
        return found

    def quick(self, c: Floats, h: Floats, goal: float) -> NDArray[np.bool_]:
        """Boxes that are not excluded by the shooter's motion, or by the witness itself."""
        found = _Gathered(len(c), self.view.rounding, goal, splits=False)
        self._own(found, c, h)
        rests, rows = self.rows
        if len(rests):
            found.low = np.where(
                (-(rests + c @ rows.T) - h @ np.abs(rows).T > self.view.rounding).any(axis=1), np.inf, found.low
            )
        return found.low < goal

    def _covered(self, found: _Gathered, inner: Floats, spread: Floats, parts: Floats) -> None:
        """Whether the target is covered; inner: its corners as the large piece sees them."""
        view, target = self.view, self.view.target
        sides = [(s / math.hypot(1.0, k), k / math.hypot(1.0, k)) for k, _ in view.slopes for s in (1.0, -1.0)]
        faces = np.array([*sides, (0.0, -1.0), *([(0.0, 1.0)] if view.blunt else [])])
        ends = [level / math.hypot(1.0, k) for k, c in view.slopes for level in (view.base + c, c)]
        limits = np.array([*ends, 0.0, *([view.depth] if view.blunt else [])])
        if self.rules.in_area == "whole":
            found.add(((inner @ faces.T) - limits).max(axis=(1, 2)) + FLIP_STEP_MM, spread + FLIP_STEP_MM, parts, 0.0)
            return
        half, girth = (
            float(area(target.corners)) / 2,
            float(np.hypot(*(target.corners - np.roll(target.corners, 1, axis=0)).T).sum()),
        )
        widened = limits + np.stack((np.zeros_like(spread), spread), axis=-1)[..., None]
        lack = np.zeros((len(inner), 2))
        open_ = np.flatnonzero(found.low < (found.goal or np.inf))  # the others do not matter any more
        if len(open_):
            lack[open_] = (half - covered_area(inner[open_], faces, widened[open_])) / girth
        found.unmet = np.maximum(found.unmet, lack[:, 0] + FLIP_STEP_MM)
        found.low = np.where(lack[:, 1] > self.view.rounding, np.inf, found.low)
        found.led(lack[:, 0] / (spread + FLIP_STEP_MM), parts)


@dataclass(frozen=True)
class Reached:
    """What of the target the shooter must reach."""

    corners: Floats
    """(N or 1, A, 2): where it is stated to lie or, if it has been placed, as the shooter sees it."""

    spread: Floats | None
    """mm. How far that moves within boxes; None: it is where it is stated to lie."""

    parts: Floats | None


def _turned(lever: Floats, motion: Floats) -> Floats:
    """(N, A, 2): points (N or 1, A, 2) after a turn about the origin and a shift, motions (N, 3)."""
    cosine, sine = np.cos(motion[:, 2])[:, None], np.sin(motion[:, 2])[:, None]
    x, y = lever[..., 0], lever[..., 1]
    found = np.empty((len(motion), lever.shape[1], 2))
    found[..., 0] = cosine * x - sine * y + motion[:, 0, None]
    found[..., 1] = sine * x + cosine * y + motion[:, 1, None]
    return found

"""What a clear shot asks for, over boxes: a class for each demand.

A `Line` misses what blocks and ends at the target; a `Front` is the large piece, up to the depth at which it meets the
target. The large piece must `Cover` the target, and have `Room`. What each adds to F (`closed.opening`) is what it
takes in the middle of a box, and what it takes at least: less by no more than how far the points it is about move
within the box.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from armada_sim.firing.margins._areas import area, covered_area
from armada_sim.firing.margins._arrays import np
from armada_sim.firing.margins._shapes import apart, by_shape, overlap, overlaps, pushed, towards
from armada_sim.firing.margins.closed._boxes import SIZE, Boxes, Gathered, Moving, Numbers, along, named
from armada_sim.firing.margins.plane import (
    Floats,
    View,
    carried_by,
    edge_normals,
    hypotenuses,
    lengths,
    longest_arm,
    most_turn,
    outlines,
    pivot_of,
    points_to_frame,
    shift_of,
    turn_of,
    turned_by,
)
from armada_sim.geometry import FLIP_PAST_MM, FLIP_STEP_MM, ConvexDomain, DiscDomain, Domain, SimpleDomain

IMMOVABLE_COST: Final = 1e9
"""mm. Cost that search gives to moving what cannot move; more than any table is wide."""


@dataclass(frozen=True)
class Gun:
    """The shooter, and what it carries."""

    view: View
    shared: bool
    """Whether the shift of shooter and target against each other is looked at instead of the shooter's.

    Nothing is known then of where the shooter lies on the table."""

    apart: bool
    """Whether the target must not touch the side."""

    @property
    def side(self) -> Floats:
        """(1, 2, 2) mm: its ends."""
        return np.array([[[0.0, 0.0], [self.view.length, 0.0]]])

    @cached_property
    def solids(self) -> list[tuple[Floats, Floats]]:
        """(S, B, 2) mm: corners of the solids, those with as many corners together, and their weights (S,)."""
        pieces = self.view.solids
        groups = by_shape([piece.corners.shape for piece in pieces])
        return [
            (np.array([pieces[i].corners for i in group]), np.array([pieces[i].weight for i in group]))
            for group in groups
        ]

    def moved(self, found: Gathered, boxes: Boxes) -> None:
        """How far it moves itself."""
        gun, c, h = self.view.shooter, boxes.middle, boxes.half
        if self.shared:  # `most_turn`: however it is shifted besides
            far, turned = np.asarray(2 * gun.radius * abs(np.sin(c.turn / 2))), h.turn * gun.radius
        else:
            arm = gun.corners - gun.pivot
            step = carried_by(arm[None], c.motion) - arm
            far, turned = lengths(step).max(axis=1), h.turn * longest_arm(gun)
        found.add(far, boxes.drift + turned, boxes.parts(shift=h.shift, turn=turned), gun.weight)

    def carried(self, points: Floats, own: Numbers, boxes: Boxes) -> Moving:
        """Points of the shooter where it lies. own: how far they move without it."""
        pivot, h = self.view.shooter.pivot, boxes.half
        lever = points - pivot
        parts = named(own.whole.copy())
        parts.shift[:] = h.shift
        parts.turn[:] = h.turn * lengths(lever).max(axis=1)
        spread = boxes.drift + parts.turn + own.whole.sum(axis=1)
        return Moving(carried_by(lever, boxes.middle.motion) + pivot, spread, parts)

    def misses(self, found: Gathered, shape: Moving) -> None:
        """A shape of the shooter must miss every solid."""
        for solids, weights in self.solids:
            found.add_each(overlaps(shape.points, solids), shape.spread, shape.parts, weights)

    def meets(self, found: Gathered, shape: Floats, own: Numbers, boxes: Boxes, seen: Moving | None) -> None:
        """A shape of the shooter must meet the target's part. seen: the target as the shooter sees it, if placed."""
        if seen is None:
            moved = self.carried(shape, own, boxes)
            found.add(apart(moved.points, self.view.part[None]), moved.spread, moved.parts, self.view.target.weight)
            if self.apart:
                self._off(found, moved.points, boxes)
        else:
            parts = named(own.whole + seen.parts.whole)
            found.add(apart(shape, seen.points), own.whole.sum(axis=1) + seen.spread, parts, 0.0)

    def _off(self, found: Gathered, reached: Floats, boxes: Boxes) -> None:
        """A target that goes where it is reached must not touch the side there. reached: (N, K, 2)."""
        view, side = self.view, self.carried(self.side, boxes.parts(), boxes)
        found.add(overlap(view.target.corners[None], side.points), side.spread, side.parts, view.target.weight)
        shift = self.brought(reached, side.points, FLIP_STEP_MM)
        found.middle(lengths(shift), view.target.weight)
        found.middle(apart(view.part + shift[:, None], reached), 0.0)
        found.middle(overlap(view.target.corners + shift[:, None], side.points) + FLIP_STEP_MM, 0.0)

    def seen_off(self, found: Gathered, seen: Moving) -> None:
        """A target that is placed must not touch it. seen: the target as the shooter sees it."""
        found.add(overlap(seen.points, self.side) + FLIP_PAST_MM, seen.spread + FLIP_PAST_MM, seen.parts, 0.0)

    def brought(self, reached: Floats, side: Floats, deeper: float) -> Floats:
        """(N, 2): shifts that take the target to shapes (N, K, 2), and off the side (N, 2, 2) if it must be off it.

        deeper: by what share of a shift, or of a mm, it goes deeper: along their middles, since a corner that goes on
        as it went may pass a shape by.
        """
        target, part = self.view.target.corners, self.view.part
        shift = towards(part[None], reached)
        far = deeper * np.maximum(lengths(shift), 1.0)
        if self.apart:
            shift = shift + pushed(target + shift[:, None], side, FLIP_PAST_MM)
        way = reached.mean(axis=1) - part.mean(axis=0) - shift
        far = np.where(apart(part + shift[:, None], reached) > -far, far / np.maximum(lengths(way), FLIP_STEP_MM), 0.0)
        return np.asarray(shift + far[:, None] * way)

    def large_pieces(self, numbers: Numbers) -> Floats:
        """(N, K, 2): the large piece, at the slides of placements."""
        return outlines(self.view, numbers.slide, np.full(len(numbers.slide), self.view.depth))

    def unshared(self, sample: Floats) -> Floats:
        """A sample with the shift shared out between shooter and target."""
        if not self.shared:
            return sample
        view, one, found = self.view, named(sample[None]), sample.copy()
        inner = carried_by((view.target.corners - view.target.pivot)[None], one.place)
        seen = inner + along(one.slide) - view.shooter.pivot
        away = carried_by(seen, one.motion)[0] + view.shooter.pivot - view.target.corners
        weight, both = view.shooter.weight, view.shooter.weight + view.target.weight
        named(found).shift[:] = -away.mean(axis=0) * weight / both
        return found

    @property
    def looks(self) -> int:
        """Costs of looking at the solids, see `Opening.cost`."""
        return sum(len(piece.corners) for piece in self.view.solids) // 14


@dataclass(frozen=True)
class Front:
    """The large piece must meet the target."""

    gun: Gun
    free: bool
    """Whether only up to some depth, and up to there it must miss what blocks."""

    @property
    def cost(self) -> int:
        """Costs of a box, see `Opening.cost`."""
        return self.gun.looks + 4 if self.free else 0

    def widen(self, low: Numbers, high: Numbers) -> None:
        """Within what limits the numbers of a witness matter."""
        low.depth[...] = 0.0 if self.free else self.gun.view.depth
        high.depth[...] = self.gun.view.depth

    def bound(self, found: Gathered, boxes: Boxes, seen: Moving | None) -> None:
        """What it takes. seen: see `Gun.meets`."""
        view, c, h = self.gun.view, boxes.middle, boxes.half
        slope = max(math.hypot(1.0, k) for k, _ in view.slopes)
        shape, own = outlines(view, c.slide, c.depth), boxes.parts(slide=h.slide, depth=slope * h.depth)
        if self.free:
            self.gun.misses(found, self.gun.carried(shape, own, boxes))
        self.gun.meets(found, shape, own, boxes, seen)

    def shapes(self, sample: Numbers) -> dict[str, Floats]:
        """A shape that must be `free` of solids, if any, and one that must `reach` the target; sample: one row."""
        shape = outlines(self.gun.view, sample.slide, sample.depth)[0]
        return {"free": shape, "reach": shape} if self.free else {"reach": shape}


@dataclass(frozen=True)
class Line:
    """A line from the side must miss what blocks, and end at the target."""

    gun: Gun
    slid: bool
    """Whether the slide matters."""

    @property
    def cost(self) -> int:
        return self.gun.looks

    def widen(self, low: Numbers, high: Numbers) -> None:
        view = self.gun.view
        low.depth[...], high.depth[...] = 0.0, view.depth
        if view.solids:
            low.start[...], high.start[...] = view.low, view.high
        low.end[...], high.end[...] = view.first, view.last + view.base

    @cached_property
    def rows(self) -> tuple[Floats, Floats]:
        """(R,), (R, SIZE): what is linear in a witness: rest + row numbers >= 0 is needed."""
        view, found = self.gun.view, list[tuple[float, dict[str, float]]]()
        for rest, ax, ay, sigma in view.bounds:
            if not sigma or view.solids:
                found.append((rest, {"end": ax, "depth": ay, "start": sigma}))
        if self.slid:
            for k, c in view.slopes:
                found.append((view.base + c, {"end": -1.0, "slide": 1.0, "depth": -k}))
                found.append((c, {"end": 1.0, "slide": -1.0, "depth": -k}))
            if view.solids:
                found += [(0.0, {"start": 1.0, "slide": -1.0}), (view.base, {"start": -1.0, "slide": 1.0})]
        lines = np.zeros((len(found), SIZE))
        for line, (_, axes) in zip(lines, found, strict=True):
            for axis, value in axes.items():
                number = getattr(named(line), axis)
                number += value
        return np.array([rest for rest, _ in found]), lines

    def witnessed(self, found: Gathered, boxes: Boxes) -> None:
        """What is asked of the witness alone."""
        rests, rows = self.rows
        if not len(rests):
            return
        lack, spread = -(rests + boxes.middle.whole @ rows.T), boxes.half.whole @ abs(rows).T
        found.must(lack, lack - spread)
        if found.sides is not None:
            ratio = lack / (spread + FLIP_STEP_MM)
            worst = ratio.argmax(axis=1)
            parts = named(abs(rows)[worst] * boxes.half.whole)
            found.led(ratio[np.arange(len(worst)), worst], parts)

    def _ends(self, numbers: Numbers) -> tuple[Floats, Floats]:
        """(N, 2) each: start and end of the lines."""
        end = np.stack((numbers.end, numbers.depth), axis=-1)
        return np.stack((numbers.start, np.zeros_like(numbers.start)), axis=-1), end

    def bound(self, found: Gathered, boxes: Boxes, seen: Moving | None) -> None:
        h, (start, end) = boxes.half, self._ends(boxes.middle)
        own = boxes.parts(depth=h.depth, end=h.end, start=h.start)
        moved = self.gun.carried(np.stack((start, end), axis=1), own, boxes)
        reach = hypotenuses(h.end, h.depth)
        self.gun.misses(found, moved._replace(spread=boxes.drift + moved.parts.turn + np.maximum(h.start, reach)))
        self.gun.meets(found, end[:, None], boxes.parts(depth=h.depth, end=h.end), boxes, seen)

    def shapes(self, sample: Numbers) -> dict[str, Floats]:
        start, end = self._ends(sample)
        return {"free": np.concatenate((start, end)), "reach": end}


@dataclass(frozen=True)
class Cover:
    """The large piece must cover the target; a target that can move is placed under it."""

    gun: Gun
    whole: bool
    """Whether all of it must be covered, or half."""

    def widen(self, low: Numbers, high: Numbers, limit: float) -> None:
        """Within what limits the place matters. limit: mm, the error."""
        view, target = self.gun.view, self.gun.view.target
        if self.alike is not None:
            low.place[:] = high.place[:] = self.alike
            low.motion[:] = low.motion if target.weight else 0.0
            high.motion[:] = high.motion if target.weight else 0.0
        elif target.weight:
            far = longest_arm(target)
            both = min(float(high.turn) + most_turn(target, target.weight * limit), math.pi)
            low.place[:] = -far, -far, -both
            high.place[:] = view.base + far, view.depth + far, both

    @cached_property
    def alike(self) -> Floats | None:
        """The one place under the large piece, before it slides, where it covers all of a target of its own shape.

        None if the target has another shape, or more places than one.
        """
        view, target = self.gun.view, self.gun.view.target
        shape = outlines(view, np.zeros(1), np.array([view.depth]))[0]
        corners = shape[lengths(shape - np.roll(shape, 1, axis=0)) > FLIP_STEP_MM]
        if not self.whole or len(corners) != len(target.corners):
            return None
        lever, found = target.corners - target.pivot, []
        for first in range(len(corners)):
            there = np.roll(corners, first, axis=0)
            pivot = pivot_of(there)[0]
            way = complex(*(there[0] - pivot)) / complex(*lever[0])
            turn = math.atan2(way.imag, way.real)
            place = np.array([*pivot, turn])
            off = carried_by(lever[None], place[None])[0] - there
            if float(lengths(off).max()) < view.rounding:
                found.append(place)
        return found[0] if len(found) == 1 else None

    def follow(self, c: Numbers, h: Numbers) -> None:
        """Sets the shooter's motion to the one that takes the large piece to a target that is alike and cannot move."""
        view, target = self.gun.view, self.gun.view.target
        assert self.alike is not None
        c.turn[...], h.turn[...] = -turn_of(self.alike), 0.0
        at = shift_of(self.alike) + along(c.slide)[:, 0] - view.shooter.pivot
        c.shift[:] = target.pivot - view.shooter.pivot - turned_by(at, c.turn)
        h.shift[:] = h.slide[:, None] * abs(turned_by(np.array([[1.0, 0.0]]), c.turn))

    def placed(self, found: Gathered, boxes: Boxes) -> Moving:
        """The target as the shooter sees it; what it takes to bring it there, and whether it is covered."""
        gun, target, c, h = self.gun.view.shooter, self.gun.view.target, boxes.middle, boxes.half
        if not target.weight and self.alike is None:
            back = target.corners - gun.pivot - c.shift[:, None]
            seen = turned_by(back, -c.turn) + gun.pivot
            far = h.turn * lengths(back).max(axis=1)
            own, parts = boxes.drift + far + h.slide, boxes.parts(shift=h.shift, turn=far, slide=h.slide)
            self._covered(found, Moving(seen - along(c.slide), own, parts))
            return Moving(seen, own, parts)
        arms = h.place * np.array([1.0, 1.0, longest_arm(target)])
        own = lengths(shift_of(h.place)) + turn_of(arms)
        inner = carried_by((target.corners - target.pivot)[None], c.place)
        seen = inner + along(c.slide)
        parts = boxes.parts(place=arms, slide=h.slide)
        lies = self.gun.carried(seen, parts, boxes)
        if self.gun.shared:
            off, spread = self._against(seen, own + h.slide, boxes)
            found.add(off, spread, lies.parts, target.weight + gun.weight)
        else:
            away = lengths(lies.points - target.corners).max(axis=1)
            found.add(away, own + h.slide + boxes.drift + lies.parts.turn, lies.parts, target.weight)
        if self.alike is None:
            self._covered(found, Moving(inner, own, boxes.parts(place=arms)))
        return Moving(seen, own + h.slide, parts)

    def _against(self, seen: Floats, own: Floats, boxes: Boxes) -> tuple[Floats, Floats]:
        """How far corners of target and shooter must move against each other, and how that changes within boxes.

        The shooter takes its corner a to a + d, and the point s, where the target's corner b then lies, to b + e:
        e - d = R (s - a) - (b - a) whatever its shift is, R its turn; and |e - d| <= |e| + |d|.
        """
        view = self.gun.view
        lever = seen[:, :, None] - view.shooter.corners
        off = turned_by(lever, boxes.middle.turn) - (view.target.corners[:, None] - view.shooter.corners)
        far = lengths(lever).max(axis=(1, 2))
        return lengths(off).max(axis=(1, 2)), own + boxes.half.turn * far

    def _covered(self, found: Gathered, inner: Moving) -> None:
        """Whether the target is covered; inner: its corners as the large piece sees them."""
        view, target = self.gun.view, self.gun.view.target
        faces, limits = view.faces
        if self.whole:
            lack = ((inner.points @ faces.T) - limits).max(axis=(1, 2)) + FLIP_STEP_MM
            found.add(lack, inner.spread + FLIP_STEP_MM, inner.parts, 0.0)
            return
        half = float(area(target.corners)) / 2
        girth = float(lengths(target.corners - np.roll(target.corners, 1, axis=0)).sum())
        widened = limits + np.stack((np.zeros_like(inner.spread), inner.spread), axis=-1)[..., None]
        lack = np.zeros((len(inner.points), 2))
        open_ = np.flatnonzero(found.low < (found.goal or np.inf))  # the others do not matter any more
        if len(open_):
            lack[open_] = (half - covered_area(inner.points[open_], faces, widened[open_])) / girth
        found.must(lack[:, :1] + FLIP_STEP_MM, lack[:, 1:])
        found.led(lack[:, 0] / (inner.spread + FLIP_STEP_MM), inner.parts)


@dataclass(frozen=True)
class Room:
    """The large piece must have room."""

    gun: Gun
    domain: Domain
    """What it must stay on."""

    @property
    def cost(self) -> int:
        """Costs of a box, see `Opening.cost`."""
        return 2 * len(self.gun.view.laid_on)

    def bound(self, found: Gathered, boxes: Boxes) -> None:
        """What it takes."""
        moved = self.gun.carried(self.gun.large_pieces(boxes.middle), boxes.parts(slide=boxes.half.slide), boxes)
        for lack in self._outside(moved.points):
            found.add(lack, moved.spread, moved.parts, 0.0)
        for piece in self.gun.view.laid_on:
            found.add(overlap(moved.points, piece.corners[None]), moved.spread, moved.parts, piece.weight)

    def _outside(self, moved: Floats) -> list[Floats]:
        """mm. How far the large piece sticks out of the surface; a few numbers of which none may be above 0."""
        gun = self.gun.view.gun
        if isinstance(self.domain, ConvexDomain):
            walls = points_to_frame(gun, np.array([[float(x), float(y)] for x, y in self.domain.corners]))
            faces = edge_normals(walls)
            return [((moved @ faces.T) - (walls @ faces.T).max(axis=0)).max(axis=(1, 2))]
        if isinstance(self.domain, DiscDomain):
            centre = points_to_frame(gun, np.array([[float(v) for v in self.domain.centre]]))
            away = lengths(moved - centre).max(axis=1)
            return [away - float(self.domain.radius)]
        outside = self.domain.outside if isinstance(self.domain, SimpleDomain) else ()  # an open sea has none
        return [overlap(moved, points_to_frame(gun, np.array(part.corners))[None]) for part in outside]

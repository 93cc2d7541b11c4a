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

import numpy as np

from armada_sim.firing.margins._areas import area, covered_area
from armada_sim.firing.margins._shapes import apart, by_shape, overlap, pushed, towards
from armada_sim.firing.margins.closed._boxes import SIZE, Boxes, Gathered, Moving, Numbers, along, named
from armada_sim.firing.margins.plane import (
    FLIP_LIMIT_MM,
    Floats,
    View,
    carried_by,
    edge_normals,
    lengths,
    longest_arm,
    most_turn,
    outlines,
    points_to_frame,
    swing,
    turned_by,
)
from armada_sim.geometry import FLIP_PAST_MM, FLIP_STEP_MM, ConvexDomain, DiscDomain, Domain, SimpleDomain

IMMOVABLE_COST: Final = 1e9
"""mm. Cost that search gives to moving what cannot move; more than any table is wide."""


_SLIDES: Final = 200
"""Slides at which it is looked how much of a target is covered."""

_BISECTIONS: Final = 30
"""Bisections of how far pieces may be off while no slide covers enough."""


@dataclass(frozen=True)
class Gun:
    """The shooter, and what it carries."""

    view: View
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
        gun = self.view.shooter
        arm = gun.corners - gun.pivot
        far = lengths(carried_by(arm[None], boxes.middle.motion) - arm).max(axis=1)
        found.add(far, boxes.drift + boxes.half.turn * longest_arm(gun), gun.weight)

    def carried(self, points: Floats, own: Floats | float, boxes: Boxes) -> Moving:
        """Points of the shooter where it lies. own: how far they move without it."""
        lever = points - self.view.shooter.pivot
        spread = boxes.drift + boxes.half.turn * lengths(lever).max(axis=1) + own
        return Moving(carried_by(lever, boxes.middle.motion) + self.view.shooter.pivot, spread)

    def misses(self, found: Gathered, shape: Moving) -> None:
        """A shape of the shooter must miss every solid."""
        for solids, weights in self.solids:
            found.add_each(overlap(shape.points[:, None], solids), shape.spread, weights)

    def meets(self, found: Gathered, shape: Floats, own: Floats, boxes: Boxes, seen: Floats | None) -> None:
        """A shape of the shooter must meet the target's part. seen: the target as the shooter sees it, if placed."""
        if seen is None:
            moved = self.carried(shape, own, boxes)
            found.add(apart(moved.points, self.view.part[None]), moved.spread, self.view.target.weight)
            if self.apart:
                self._off(found, moved.points, boxes)
        else:
            found.middle(apart(shape, seen), 0.0)

    def _off(self, found: Gathered, reached: Floats, boxes: Boxes) -> None:
        """A target that goes where it is reached must not touch the side there. reached: (N, K, 2)."""
        view, side = self.view, self.carried(self.side, 0.0, boxes)
        found.add(overlap(view.target.corners[None], side.points), side.spread, view.target.weight)
        shift = self.brought(reached, side.points, FLIP_STEP_MM)
        found.middle(lengths(shift), view.target.weight)
        found.middle(apart(view.part + shift[:, None], reached), 0.0)
        found.middle(overlap(view.target.corners + shift[:, None], side.points) + FLIP_STEP_MM, 0.0)

    def seen_off(self, found: Gathered, seen: Floats) -> None:
        """A target that is placed must not touch it. seen: the target as the shooter sees it."""
        found.middle(overlap(seen, self.side) + FLIP_PAST_MM, 0.0)

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

    def laid(self, numbers: Numbers) -> Floats:
        """(N, K, 2): the large piece, at the slides of placements."""
        return outlines(self.view, numbers.slide, np.full(len(numbers.slide), self.view.depth))

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

    def bound(self, found: Gathered, boxes: Boxes, seen: Floats | None) -> None:
        """What it takes. seen: see `Gun.meets`."""
        view, c, h = self.gun.view, boxes.middle, boxes.half
        slope = max(math.hypot(1.0, k) for k, _ in view.slopes)
        shape, own = outlines(view, c.slide, c.depth), h.slide + slope * h.depth
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
        lack, spread = -(rests + boxes.middle.whole @ rows.T), boxes.half.whole @ np.abs(rows).T
        found.must(lack, lack - spread)

    def _ends(self, numbers: Numbers) -> tuple[Floats, Floats]:
        """(N, 2) each: start and end of the lines."""
        end = np.stack((numbers.end, numbers.depth), axis=-1)
        return np.stack((numbers.start, np.zeros_like(numbers.start)), axis=-1), end

    def bound(self, found: Gathered, boxes: Boxes, seen: Floats | None) -> None:
        h, (start, end) = boxes.half, self._ends(boxes.middle)
        own = np.maximum(h.start, np.hypot(h.end, h.depth))
        self.gun.misses(found, self.gun.carried(np.stack((start, end), axis=1), own, boxes))
        self.gun.meets(found, end[:, None], h.depth + h.end, boxes, seen)

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
        if target.weight:
            far = longest_arm(target)
            both = min(float(high.turn) + most_turn(target, target.weight * limit), math.pi)
            low.place[:] = -far, -far, -both
            high.place[:] = view.base + far, view.depth + far, both

    def placed(self, found: Gathered, c: Numbers) -> Floats:
        """(N, A, 2): the target as the shooter sees it, in single placements: what it takes to bring it there, and
        whether it is covered."""
        gun, target = self.gun.view.shooter, self.gun.view.target
        if target.weight:
            inner = carried_by((target.corners - target.pivot)[None], c.place)
            lies = carried_by(inner + along(c.slide) - gun.pivot, c.motion) + gun.pivot
            found.middle(lengths(lies - target.corners).max(axis=1), target.weight)
        else:
            inner = turned_by(target.corners - gun.pivot - c.shift[:, None], -c.turn) + gun.pivot - along(c.slide)
        found.middle(self._lack(inner) + FLIP_STEP_MM, 0.0)
        return np.asarray(inner + along(c.slide))

    def _lack(self, inner: Floats) -> Floats:
        """(N,) mm: how far a target with its corners there (N, A, 2), as the large piece sees them, is from covered.

        That changes by no more than the corners move. Half of it: the area that is missing, over its girth.
        """
        corners, (faces, limits) = self.gun.view.target.corners, self.gun.view.faces
        if self.whole:
            return np.asarray(((inner @ faces.T) - limits).max(axis=(1, 2)))
        girth = lengths(corners - np.roll(corners, 1, axis=0)).sum()
        covered = covered_area(inner, faces, np.broadcast_to(limits, (len(inner), 1, len(limits))))
        return np.asarray((area(corners) / 2 - covered[:, 0]) / girth)

    def parted(self) -> float:
        """mm. While pieces are off by less than this, no slide of the large piece covers enough."""
        view, gun, target = self.gun.view, self.gun.view.shooter, self.gun.view.target
        slides = np.linspace(view.first, view.last, _SLIDES)
        lack = float(self._lack(target.corners - along(slides)).min()) - (view.last - view.first) / (2 * _SLIDES - 2)
        arm, low, high = float(lengths(target.corners - gun.pivot).max()), 0.0, FLIP_LIMIT_MM
        for _ in range(_BISECTIONS):
            middle = (low + high) / 2
            own = middle * target.weight
            moved = swing(1.0, np.array(arm + own), arm + own, gun.radius, middle * gun.weight)
            low, high = (middle, high) if lack - own - float(moved) > view.rounding else (low, middle)
        return low


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
        moved = self.gun.carried(self.gun.laid(boxes.middle), boxes.half.slide, boxes)
        for lack in self._outside(moved.points):
            found.add(lack, moved.spread, 0.0)
        for piece in self.gun.view.laid_on:
            found.add(overlap(moved.points, piece.corners[None]), moved.spread, piece.weight)

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

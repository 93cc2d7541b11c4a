"""Slides of the large piece at which a shot cannot be clear, however pieces lie within eps.

For the options by which a line of fire is not enough: the target has to be covered, other pieces or the
surface's edge keep the large piece off, or something lies before the target. Frame: gun frame of the
unmoved shooter, mm. With e the shooter's eps and m the lever arm of n at v, the shooter sees what lies at
v no farther along n than n v + d + e sqrt(1 + (m + d + ...)^2 / r^2) if it may be off by d (`shot_needs`
has the exact form). An interval of slides is out if for all of them together

* a corner of the target stays beyond one edge of the large piece (`whole`), or the target cut by the edges,
  moved out by the most its corners move, has less than half its area (`half`);
* a corner of the large piece stays off the surface;
* a point that a solid keeps, wherever it lies, stays under the large piece (`must_fit`), or nearer than
  anything the target can have there (`clear_template`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from armada_sim.geometry.domains import ConvexDomain, DiscDomain, Domain, SimpleDomain
from armada_sim.rules import Rules
from armada_sim.shot_closed import ClosedProof, edge_normals
from armada_sim.shot_needs import area, covered_area
from armada_sim.shot_views import Floats, Piece, View, points_to_frame
from armada_sim.tolerance import MARGIN_SLACK_MM, SLIDE_CELL, SLIDE_CELLS, SLIDE_HALVINGS, SLIDE_POINTS

_SHARES = np.array(
    [
        (i / SLIDE_POINTS, j / SLIDE_POINTS, 1 - (i + j) / SLIDE_POINTS)
        for i in range(SLIDE_POINTS + 1)
        for j in range(SLIDE_POINTS + 1 - i)
    ]
)


@dataclass(frozen=True)
class Slides:
    """One view and one eps."""

    view: View
    rules: Rules
    domain: Domain | None
    """None: whatever the surface is."""

    eps: float

    def left(self) -> list[View]:
        """Views of the intervals of slides that are not out; together they hold all that may serve."""
        found: list[tuple[float, float]] = []
        todo = [(self.view.first, self.view.last, 0)]
        while todo:
            first, last, depth = todo.pop()
            if self.out(first, last):
                continue
            if depth == SLIDE_HALVINGS or last - first < MARGIN_SLACK_MM:
                if found and found[-1][1] == first:
                    first = found.pop()[0]
                found.append((first, last))
                continue
            middle = (first + last) / 2
            todo += [(middle, last, depth + 1), (first, middle, depth + 1)]
        return [self._between(first, last) for first, last in found]

    def _between(self, first: float, last: float) -> View:
        view = self.view
        if self.rules.obstruction == "centre_line":
            low, high = first + view.base / 2, last + view.base / 2
        else:
            low, high = max(view.low, first), min(view.high, last + view.base)
        return replace(view, first=first, last=last, low=low, high=high)

    def out(self, first: float, last: float) -> bool:
        """Whether no slide between these can serve."""
        if self.rules.in_area in ("half", "whole") and self._uncovered(first, last):
            return True
        fit = self.rules.physical_fit
        if (fit == "must_fit" or self.rules.template_over_edge == "must_stay_on_surface") and self._off_surface(first, last):
            return True
        if fit != "virtual" and any(self._under(corners, weight, first, last) for corners, weight in self.solids):
            return True
        return self.rules.obstruction == "clear_template" and self._before_target(first, last)

    @cached_property
    def solids(self) -> list[tuple[Floats, float]]:
        """Corners and weight of what may keep the large piece off."""
        return [(piece.corners, piece.weight) for piece in self.view.laid_on]

    @cached_property
    def faces(self) -> Floats:
        """(J, 2): normals of the large piece: right and left edge of each slope, its base, the cut of its tip."""
        sides = [(s / math.hypot(1.0, k), k / math.hypot(1.0, k)) for k, _ in self.view.slopes for s in (1.0, -1.0)]
        return np.array([*sides, (0.0, -1.0), *([(0.0, 1.0)] if self.view.blunt else [])])

    def limits(self, right: float, left: float) -> Floats:
        """(J,): the large piece is n v <= limit, its right edges at one slide and its left ones at another."""
        view = self.view
        found = []
        for k, c in view.slopes:
            found += [(right + view.base + c) / math.hypot(1.0, k), (c - left) / math.hypot(1.0, k)]
        return np.array([*found, 0.0, *([view.depth] if view.blunt else [])])

    def gain(self, faces: Floats, points: Floats, own: float) -> Floats:
        """(J, A) mm: most that points, off by `own`, are seen farther along directions."""
        shooter = self.view.shooter
        lever = points - shooter.pivot
        e, r = shooter.weight * self.eps, shooter.radius
        arm = np.abs(np.outer(faces[:, 1], lever[:, 0]) - np.outer(faces[:, 0], lever[:, 1])) + own
        arm = arm + e / (2 * r) * (np.abs(faces @ lever.T) + own)
        return np.asarray(own + e * np.hypot(1.0, arm / r) + MARGIN_SLACK_MM)

    def _uncovered(self, first: float, last: float) -> bool:
        target = self.view.target
        gained = self.gain(self.faces, target.corners, target.weight * self.eps)
        limits = self.limits(last, first)
        if self.rules.in_area == "whole":
            return bool((self.faces @ target.corners.T - gained > limits[:, None]).any())
        widened = limits + gained.max(axis=1)
        half = float(area(target.corners)) / 2
        return float(covered_area(target.corners[None], self.faces, widened[None, None])[0, 0]) < half - MARGIN_SLACK_MM * 1e3

    def _off_surface(self, first: float, last: float) -> bool:
        view = self.view
        levels = [0.0, *(c / k for k, c in view.slopes if k > 0 and c > 0)]  # as wide as the base
        corners = [(x, y) for y in levels for x in (0.0, view.base)]
        shape = np.array([*corners, (view.base / 2, view.depth)])
        start, end = np.add(shape, (first, 0.0)), np.add(shape, (last, 0.0))
        if isinstance(self.domain, ConvexDomain):
            walls = points_to_frame(view.gun, np.array([[float(x), float(y)] for x, y in self.domain.corners]))
            faces = edge_normals(walls)
            limits = (walls @ faces.T).max(axis=0)[:, None]
            return bool(
                (
                    (faces @ start.T - self.gain(faces, start, 0.0) > limits)
                    & (faces @ end.T - self.gain(faces, end, 0.0) > limits)
                ).any()
            )
        if isinstance(self.domain, DiscDomain):
            ((cx, cy),) = points_to_frame(view.gun, np.array([[float(v) for v in self.domain.centre]]))
            middle = (start + end) / 2
            away = np.hypot(middle[:, 0] - cx, middle[:, 1] - cy) - (last - first) / 2
            far = np.hypot(*(middle - view.shooter.pivot).T) + (last - first) / 2
            e = view.shooter.weight * self.eps
            return bool((away - e * np.hypot(1.0, far / view.shooter.radius) > float(self.domain.radius)).any())
        if isinstance(self.domain, SimpleDomain):
            parts = [points_to_frame(view.gun, np.array(part.corners)) for part in self.domain.outside]
            return any(len(self._kept(part, 0.0, first, last)) for part in parts)
        return False

    def _kept(self, corners: Floats, weight: float, first: float, last: float) -> Floats:
        """Points that a solid keeps wherever it lies and that stay under the large piece at all these slides."""
        error = weight * self.eps + MARGIN_SLACK_MM
        limits, faces = self.limits(first, last), self.faces
        rooms = [(faces, limits), (edge_normals(corners), (corners @ edge_normals(corners).T).max(axis=0) - error)]
        # candidates: the solid cut by the large piece, in triangles
        part = _cut(corners, faces, limits)
        if len(part) < 3:
            return np.empty((0, 2))
        points = np.concatenate([_SHARES @ part[[0, i, i + 1]] for i in range(1, len(part) - 1)])
        kept = (points @ rooms[1][0].T < rooms[1][1]).all(axis=1)
        kept &= (faces @ points.T + self.gain(faces, points, 0.0) < limits[:, None]).all(axis=0)
        return np.asarray(points[kept])

    def _under(self, corners: Floats, weight: float, first: float, last: float) -> bool:
        if not len(self._kept(corners, weight, first, last)):
            return False
        if self.rules.physical_fit == "must_fit":
            return True
        down, target = np.array([[0.0, -1.0]]), self.view.target
        lowest = (target.corners[:, 1] - self.gain(down, target.corners, target.weight * self.eps)[0]).min()
        nearest = (corners[:, 1] + self.gain(down, corners, weight * self.eps)[0]).min()
        return bool(lowest > max(0.0, nearest))

    def _before_target(self, first: float, last: float) -> bool:
        target, down = self.view.target, np.array([[0.0, -1.0]])
        own = target.weight * self.eps
        widened = self.limits(last, first) + self.gain(self.faces, target.corners, own).max(axis=1)
        part = _cut(target.corners, self.faces, widened)
        if not len(part):
            return True
        level = float((part[:, 1] - self.gain(down, target.corners, own).max()).min())
        for piece in self.view.solids:
            points = self._kept(piece.corners, piece.weight, first, last)
            if len(points) and bool((points[:, 1] + self.gain(-down, points, 0.0)[0] < level).any()):
                return True
        return False


def _cut(corners: Floats, faces: Floats, limits: Floats) -> Floats:
    """The part of a convex polygon within half-planes; may be empty."""
    kept: Sequence[Floats] = list(corners)
    for face, limit in zip(faces, limits, strict=True):
        height = [float(face @ point) - float(limit) for point in kept]
        found = []
        for i, point in enumerate(kept):
            before = height[i - 1]
            if (before > 0) != (height[i] > 0):
                found.append(kept[i - 1] + before / (before - height[i]) * (point - kept[i - 1]))
            if height[i] <= 0:
                found.append(point)
        kept = found
    return np.array(kept).reshape(-1, 2)


def proved_closed(view: View, rules: Rules, domain: Domain, eps: float) -> bool:
    """Whether no placement within eps makes the view clear, by slides first and then by lines."""
    return _closed(Slides(view, rules, domain, eps))


def _closed(slides: Slides) -> bool:
    return all(ClosedProof(part, slides.eps).proved() for part in slides.left())


def proved_closed_by_cells(view: View, rules: Rules, domain: Domain, eps: float) -> bool:
    """The same, for one small box of the shooter's motions after the other.

    In a box about g0 with half-widths h every motion is g0 after one that moves no corner of the shooter farther than
    |(h_x, h_y)| + 2 sin(h_t / 2) a, a its longest arm: that is the shooter's error where everything else lies as g0
    sees it. The surface is not looked at.
    """
    gun = view.shooter
    error = gun.weight * eps
    arm = float(np.hypot(*(gun.corners - gun.pivot).T).max())
    turn = 2 * math.asin(min(1.0, error / (2 * gun.radius)))
    todo, tried = [(np.zeros(3), np.array([error, error, turn]))], 0
    while todo:
        centre, half = todo.pop()
        near = np.maximum(np.abs(centre) - half, 0.0)
        if math.hypot(near[0], near[1], 2 * math.sin(min(near[2], math.pi) / 2) * gun.radius) > error + MARGIN_SLACK_MM:
            continue
        left = math.hypot(half[0], half[1]) + 2 * math.sin(min(half[2], math.pi) / 2) * arm
        if left < SLIDE_CELL * error:
            tried += 1
            if _closed(Slides(seen_from(view, centre, left / eps), rules, None, eps)):
                continue
            if tried > SLIDE_CELLS:
                return False
        axis = int((half * np.array([1.0, 1.0, arm])).argmax())
        half = half.copy()
        half[axis] /= 2
        move = np.zeros(3)
        move[axis] = half[axis]
        todo += [(centre - move, half), (centre + move, half)]
    return True


def seen_from(view: View, motion: Floats, weight: float) -> View:
    """The view as the shooter has it after a motion, and with another weight."""
    pivot, angle = view.shooter.pivot, float(motion[2])
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])

    def seen(corners: Floats) -> Floats:
        return np.asarray((corners - pivot - motion[:2]) @ turn + pivot)

    def piece(other: Piece) -> Piece:
        return replace(other, corners=seen(other.corners))

    return replace(
        view, shooter=replace(view.shooter, weight=weight), target=piece(view.target), part=seen(view.part),
        solids=tuple(piece(other) for other in view.solids), laid_on=tuple(piece(other) for other in view.laid_on),
    )  # fmt: skip

"""Proof that no placement within eps opens a closed shot: branch and bound over lines.

Frame: gun frame of the unmoved shooter, mm (`shot_views`). Suppose pieces lie within eps of their
places (times their weights) and the shot is clear along a segment PQ. Then, with e the shooter's
eps: P is within e of the side; Q is within the target's eps of the target; for every solid O the
segment's signed clearance is greater than minus O's eps, because O moved contains what is left of
O after taking away that much in every direction; and each reach bound holds after giving it the
slack of `_slack`. A directed line has an angle t and an offset c from the middle of the scene;
points at the same place along two lines of a box with half-widths (ht, hc) are at most
hc + rho ht apart if they are within rho of the middle. A box is discarded if already its middle
line fails with everything widened by that much. If all boxes are discarded, the shot stays closed.

Reach bounds: r + a q + sigma xp >= 0 in the moved frame. With u = cot t and X the line's crossing
with y = 0, a q + sigma xp = a Q + sigma X + a d(Q) + sigma (1, -u) d(P), where d is the inverse
motion's displacement, tau + s Rot J (v - c). With |tau|^2 + (s r)^2 <= e^2 the last two terms are
about e sqrt(|a + sigma (1, -u)|^2 + (m / r)^2), m the lever arm of a at Q and (1, -u) at P; `gain`
has the exact bound, for finite turns too.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from armada_sim.shot_views import Floats, View
from armada_sim.tolerance import (
    BRANCH_ANGLES,
    BRANCH_BOXES,
    BRANCH_OFFSETS,
    HINTS,
    MARGIN_SLACK_MM,
    ROUND_DIRECTIONS,
    SHALLOW_COTANGENT,
    SMALL_TURN,
    TURN_STEPS,
)


@dataclass(frozen=True)
class Lines:
    """Boxes of directed lines: angle, offset and their half-widths."""

    angle: Floats
    offset: Floats
    half_angle: float
    half_offset: float


def edge_normals(corners: Floats) -> Floats:
    """Outward unit normals of a counter-clockwise polygon; none for a point, two for a segment."""
    step = np.roll(corners, -1, axis=0) - corners
    length = np.hypot(step[:, 0], step[:, 1])
    kept = length > 0
    return np.column_stack((step[:, 1], -step[:, 0]))[kept] / length[kept, None]


_TURNS = np.arange(ROUND_DIRECTIONS) * (2 * math.pi / ROUND_DIRECTIONS)
_ROUND = np.column_stack((np.cos(_TURNS), np.sin(_TURNS)))


def gain(shift: Floats, arm: Floats, bend: Floats, radius: float, error: float) -> Floats:
    """mm. Most that a bound can gain from the shooter's motion within `error`; convex in arm and bend.

    The gain is a tau + s cos(turn/2) (a J w) - (s^2/2) (a w): at most
    shift sqrt(error^2 - (s r)^2) + s arm + s^2/2 bend for some s. Small motions by the Cauchy-Schwarz
    inequality, larger ones by steps of s, each bounded by its ends.
    """
    ratio = error / radius
    if ratio <= SMALL_TURN:
        return error * np.hypot(shift, (arm + ratio / 2 * np.maximum(bend, 0.0)) / radius)
    turns = np.linspace(0.0, min(ratio, 2.0), TURN_STEPS + 1)
    most = np.zeros_like(arm)
    for s, t in itertools.pairwise(float(turn) for turn in turns):
        left = math.sqrt(max(0.0, error * error - (s * radius) ** 2))
        most = np.maximum(most, shift * left + t * arm + np.maximum(bend * (s * s / 2), bend * (t * t / 2)))
    return most


class ClosedProof:
    """One view and one eps; joint: with the sums of bounds too, which takes longer."""

    def __init__(self, view: View, eps: float, *, joint: bool = False) -> None:
        self.view = view
        self.bounds = view.joint_bounds if joint else view.bounds
        self.error = view.shooter.weight * eps
        self.room = view.target.weight * eps
        self.solids = [
            (piece.corners, edge_normals(piece.corners), piece.weight * eps) for piece in view.solids
        ]
        self.middle = np.array([view.length / 2, view.depth / 2])
        normals = np.concatenate((edge_normals(view.part), _ROUND))
        self.target = np.column_stack((normals, (view.part @ normals.T).max(axis=0)))
        self.reach = self._radius()
        self.hints: Floats = np.empty((0, 2))

    def _radius(self) -> float:
        """mm from the middle within which every P and Q of a clear segment lies."""
        view = self.view
        side = max(math.dist((x, 0.0), self.middle) for x in (view.low, view.high)) + self.error
        target = float(np.hypot(*(view.part - self.middle).T).max()) + self.room
        return max(side, target) + MARGIN_SLACK_MM

    def out_of_reach(self) -> bool:
        """Whether one reach bound alone keeps the whole target out: convex, so largest at a corner."""
        part, shooter = self.view.part, self.view.shooter
        if self._out_of_disc():
            return True
        for rest, ax, ay, sigma in self.bounds:
            if sigma:
                continue
            size = math.hypot(ax, ay)
            offset = part - shooter.pivot
            more = size * self.room
            arm = np.abs(ay * offset[:, 0] - ax * offset[:, 1]) + more
            bend = more - ax * offset[:, 0] - ay * offset[:, 1]
            gained = gain(np.full(len(part), size), arm, bend, shooter.radius, self.error)
            most = rest + part @ np.array([ax, ay]) + gained
            if float(most.max()) + more < -MARGIN_SLACK_MM:
                return True
        return False

    def _out_of_disc(self) -> bool:
        """Whether the target stays farther from the pivot than the large piece reaches, however turned."""
        view, (px, py) = self.view, self.view.shooter.pivot
        full = max(
            [0.0, *(c / k for k, c in view.slopes if k > 0)]
        )  # up to here it may be as wide as its base
        corners = [(x, y) for x in (view.first, view.last + view.base) for y in (0.0, full)]
        top = max(0.0, min(view.base / 2 - k * view.depth + c for k, c in view.slopes))  # half as wide as a cut tip
        corners += [(x + view.base / 2, view.depth) for x in (view.first - top, view.last + top)]
        widest = max(math.hypot(x - px, y - py) for x, y in corners)
        # distance to a convex part from a point outside, by its separating directions (from below)
        normals = np.concatenate((edge_normals(view.part), _ROUND))
        away = float((normals @ view.shooter.pivot - (view.part @ normals.T).max(axis=0)).max())
        return away > widest + self.error + self.room + MARGIN_SLACK_MM

    def proved(self) -> bool:
        """Whether every box is discarded; False also when the search is given up."""
        if self.out_of_reach():
            return True
        boxes: Lines | None = self._first()
        while boxes is not None and len(boxes.angle):
            if len(boxes.angle) > BRANCH_BOXES:
                return False
            widened = boxes.half_offset + self.reach * boxes.half_angle + MARGIN_SLACK_MM
            serving = self.possible(boxes, 0.0)
            if serving.any() or boxes.half_offset < MARGIN_SLACK_MM:
                self.hints = self._crossings(boxes, serving)
                return False
            left = self.possible(boxes, widened)
            boxes = _split(boxes, left)
        return True

    def _crossings(self, boxes: Lines, chosen: NDArray[np.bool_]) -> Floats:
        """(xp, angle) of a few lines: where they cross the side, and their direction."""
        angle, offset = boxes.angle[chosen], boxes.offset[chosen]
        step = max(1, len(angle) // HINTS)
        angle, offset = angle[::step], offset[::step]
        sine = np.where(np.abs(np.sin(angle)) < 1 / SHALLOW_COTANGENT, 1.0, np.sin(angle))
        x, y = self.middle[0] - offset * np.sin(angle), self.middle[1] + offset * np.cos(angle)
        return np.column_stack((x - y * np.cos(angle) / sine, angle))

    def _first(self) -> Lines:
        """Boxes that cover every line which could serve."""
        turn = 2 * math.asin(min(1.0, self.error / (2 * self.view.shooter.radius)))
        turn = min(turn, math.pi / 2)
        count = BRANCH_ANGLES
        half = (math.pi / 2 + turn) / count
        angles = -turn + half * (2 * np.arange(count) + 1)
        wide = self.reach / BRANCH_OFFSETS
        offsets = wide * (2 * np.arange(BRANCH_OFFSETS) + 1) - self.reach
        angle, offset = np.meshgrid(angles, offsets, indexing="ij")
        return Lines(angle.ravel(), offset.ravel(), half, wide)

    def possible(self, boxes: Lines, widened: float) -> NDArray[np.bool_]:
        """Which middle lines might serve when everything is `widened` (mm); a mask."""
        alive = np.arange(len(boxes.angle))
        normal = np.column_stack((-np.sin(boxes.angle), np.cos(boxes.angle)))
        along = np.column_stack((normal[:, 1], -normal[:, 0]))
        foot = self.middle + boxes.offset[:, None] * normal
        start, end = self._start(foot, along, widened)
        enter, leave = _chord(self.target, foot, along, self.room + widened)
        leave = np.where(leave >= start, leave, -np.inf)
        enter = np.maximum(enter, start)
        kept = (start <= end) & (enter <= leave)
        alive, enter, leave, end = alive[kept], enter[kept], leave[kept], end[kept]
        boxes_half = (boxes.half_angle if widened else 0.0, widened)
        for bound in self.bounds:
            if bound[1] == bound[2] == 0.0:
                continue
            low, high = self._allowed(
                bound, boxes.angle[alive], foot[alive], along[alive], enter, leave, boxes_half
            )
            enter, leave = np.maximum(enter, low), np.minimum(leave, high)
            kept = enter <= leave
            alive, enter, leave, end = alive[kept], enter[kept], leave[kept], end[kept]
        for corners, normals, error in self.solids:
            first = foot[alive] + end[:, None] * along[alive]
            last = foot[alive] + enter[:, None] * along[alive]
            depth = penetration(corners, normals, normal[alive], first, last)
            kept = (depth < error + widened) | (end > enter)
            alive, enter, end = alive[kept], enter[kept], end[kept]
        mask = np.zeros(len(boxes.angle), dtype=bool)
        mask[alive] = True
        return mask

    def _start(self, foot: Floats, along: Floats, widened: float) -> tuple[Floats, Floats]:
        """Where a line may start: its chord in the side widened to a rectangle."""
        more = self.error + widened
        planes = np.array(
            [[1.0, 0.0, self.view.high], [-1.0, 0.0, -self.view.low], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0]]
        )
        return _chord(planes, foot, along, more)

    def _allowed(
        self, bound: tuple[float, float, float, float], angle: Floats, foot: Floats, along: Floats,
        enter: Floats, leave: Floats, half: tuple[float, float],
    ) -> tuple[Floats, Floats]:  # fmt: skip
        """The part of each chord [enter, leave] on which a reach bound may hold."""
        rest, ax, ay, sigma = bound
        size = math.hypot(ax, ay)
        skip = np.zeros(len(angle), dtype=bool)
        slack = np.full(len(angle), size * half[1])
        cotangent, crossing, extra = np.zeros(len(angle)), np.zeros(len(angle)), np.zeros(len(angle))
        turning = np.zeros(len(angle))
        if sigma:
            least = np.sin(angle) - half[0]
            skip = least < 1 / SHALLOW_COTANGENT
            sine = np.where(skip, 1.0, np.sin(angle))
            least = np.where(skip, 1.0, least)
            cotangent = np.where(skip, 0.0, np.cos(angle) / sine)
            crossing = foot[:, 0] - foot[:, 1] * cotangent
            far = half[1] * (1 + (1 + SHALLOW_COTANGENT) * self.error / self.reach)
            slack += far / least
            turning = half[0] / least**2
            steep = np.abs(cotangent) + turning
            away = np.hypot(crossing - self.view.shooter.pivot[0], self.view.shooter.pivot[1])
            extra = np.hypot(1.0, steep) * far / least + turning * away + (1 + steep**2) * self.error
        ends = []
        for where in (enter, leave):
            point = foot + where[:, None] * along
            room = rest + ax * point[:, 0] + ay * point[:, 1] + sigma * crossing
            slackened = self._slack(bound, point, cotangent, crossing, extra + size * half[1], turning)
            ends.append(room + slack + slackened)
        at_enter, at_leave = (np.where(skip, 1.0, value) for value in ends)
        with np.errstate(all="ignore"):
            zero = enter + (leave - enter) * at_enter / (at_enter - at_leave)
        low = np.where(at_enter >= 0, enter, np.where(at_leave >= 0, zero, np.inf))
        high = np.where(at_leave >= 0, leave, np.where(at_enter >= 0, zero, -np.inf))
        return low, high

    def _slack(
        self, bound: tuple[float, float, float, float], point: Floats, cotangent: Floats, crossing: Floats,
        extra: Floats, turning: Floats,
    ) -> Floats:  # fmt: skip
        """mm. Most a reach bound can gain by the shooter's motion (see the module)."""
        _, ax, ay, sigma = bound
        shooter = self.view.shooter
        x, y = point[:, 0] - shooter.pivot[0], point[:, 1] - shooter.pivot[1]
        start, level = crossing - shooter.pivot[0], -shooter.pivot[1]
        arm = np.abs(ay * x - ax * y + sigma * (-cotangent * start - level)) + extra
        bend = extra - (ax * x + ay * y + sigma * (start - cotangent * level))
        shift = np.hypot(ax + sigma, ay - sigma * cotangent) + turning
        return gain(shift, arm, bend, shooter.radius, self.error)


def _chord(planes: Floats, foot: Floats, along: Floats, more: float) -> tuple[Floats, Floats]:
    """Places along lines between which they are within `more` of a convex region (at least)."""
    enter, leave = np.full(len(foot), -np.inf), np.full(len(foot), np.inf)
    rate = along @ planes[:, :2].T
    rest = planes[:, 2] + more - foot @ planes[:, :2].T
    with np.errstate(all="ignore"):
        where = rest / rate
    leave = np.where(rate > 0, where, np.inf).min(axis=1)
    enter = np.where(rate < 0, where, -np.inf).max(axis=1)
    missed = ((rate == 0) & (rest < 0)).any(axis=1)
    return enter, np.where(missed, -np.inf, leave)


def penetration(corners: Floats, normals: Floats, across: Floats, first: Floats, last: Floats) -> Floats:
    """mm. How far a polygon must be pushed to free each segment first-last; negative: it is free.

    across: unit normals of the segments. The least overlap over all edge normals of both.
    """
    most = (corners @ normals.T).max(axis=0)
    depth = (most - np.minimum(first @ normals.T, last @ normals.T)).min(axis=1)
    offsets = across @ corners.T
    place = (across * first).sum(axis=1)
    return np.asarray(np.minimum(depth, np.minimum(offsets.max(axis=1) - place, place - offsets.min(axis=1))))


def _split(boxes: Lines, left: NDArray[np.bool_]) -> Lines:
    """The quarters of the boxes that are left."""
    angle, offset = boxes.angle[left], boxes.offset[left]
    a, c = boxes.half_angle / 2, boxes.half_offset / 2
    angles = np.concatenate((angle - a, angle - a, angle + a, angle + a))
    offsets = np.concatenate((offset - c, offset + c, offset - c, offset + c))
    return Lines(angles, offsets, a, c)

"""Where a piece lies that was measured by its points instead of its pose.

A measured triangle is never exactly a pyramid's. What is ruled on is the placement of the true piece whose greatest
distance from what was measured is least, rounded to the grid of poses. How great that distance is, and how far any
placement that agrees with the readings may lie from it, is kept.
"""

from __future__ import annotations

import cmath
import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final

from armada_sim.geometry import (
    DISC_ROUNDING_MM,
    HEADING_GRID_DEG,
    MISFIT_MM,
    POSE_GRID_MM,
    READINGS_MM,
    Number,
    Support,
    Surd,
    enclosing,
    exact,
    farthest_in_discs,
)
from armada_sim.table.layout import Pose
from armada_sim.table.pieces import Outline, asks_no_more
from armada_sim.tabletop import InputError, Message

_DIGITS = 6
"""Decimals of a misfit and a spread in mm: as fine as the grid of poses, so that rounding is no misfit."""

_FIT_HEADINGS: Final = 400
"""Headings tried at most for the placement nearest to three readings; some sixty are enough."""

_SPREAD_HEADINGS: Final = 300
"""Ranges of headings looked at, at most, for how far placements that agree with readings lie apart: at the end
the bound is what is proved so far."""

_SPREAD_SHARE: Final = 0.02
"""Share by which that bound may exceed what some placement reaches,"""

_SPREAD_FINE_MM: Final = 0.005
"""mm. and what it may exceed it by besides."""


@dataclass(frozen=True, slots=True)
class Fit:
    """Where a measured piece lies, and how well that is known."""

    pose: Pose
    misfit: float
    """mm. The least error that what was measured asks for: in every placement some reading is off by so much. Proved,
    and rounded down to six decimals."""

    spread: float
    """mm. Proved: no placement that agrees with the readings lies further from `pose`, at any corner."""


def on_grid(value: Fraction | float, grid: Fraction) -> Decimal:
    """`value` rounded to whole multiples of `grid` (a power of ten), as an exact decimal."""
    return Decimal(round(exact(value) / grid)).scaleb(-len(str(grid.denominator)) + 1)


def _heading_of(vector: complex) -> Decimal:
    """Degrees of a direction, from 0 up to 360, in whole steps of the heading grid."""
    heading = on_grid(math.degrees(cmath.phase(vector)), HEADING_GRID_DEG)
    return heading + 360 if heading < 0 else heading


def fitted(measured: Sequence[Sequence[Number]], outline: Outline, error: Number = 0) -> Fit:
    """Where a piece lies that was measured by its base midpoint and tip, or by its three corners.

    measured: (x, y) in mm; of three corners the two ends of the base edge come first, in either order, and then the
    tip (where its sides meet). error: mm by which readings may be off; 0 if nobody says, then `MISFIT_MM`. Readings
    that ask for more are taken to be off by twice what they ask for. Of base and tip the base is kept, and the tip
    gives the direction. Raises InputError if base and tip are the same, or three corners lie on one line.
    """
    ends = len(measured) == 2
    readings = _Readings.ends(measured[0], measured[1], outline) if ends else _Readings.corners(measured, outline)
    misfit, stated = readings.misfit, exact(error) or MISFIT_MM
    off = float(stated) if asks_no_more(misfit, stated) else 2 * misfit
    return Fit(readings.pose, misfit, readings.spread(off, outline))


@dataclass(frozen=True, slots=True)
class _Readings:
    """Points of a piece that were measured, and the placement ruled on. Complex numbers: mm, near the piece."""

    pose: Pose
    misfit: float
    arms: tuple[complex, ...]
    """Where the points lie in that placement, from the piece's circumcentre."""

    missed: tuple[complex, ...]
    """How far each lies from its reading."""

    @classmethod
    def ends(cls, base: Sequence[Number], tip: Sequence[Number], outline: Outline) -> _Readings:
        """A base midpoint and a tip. The base is kept, though either may be off: by half of what they miss."""
        dx, dy = exact(tip[0]) - exact(base[0]), exact(tip[1]) - exact(base[1])
        if not dx and not dy:
            raise InputError(Message("the tip lies on the base, so it gives no direction"), key="tip")
        vector, step = complex(float(dx), float(dy)), float(outline.step)
        pose = Pose(base[0], base[1], _heading_of(vector))
        ahead = _direction(pose)
        arms = (-outline.centre * ahead, (step - outline.centre) * ahead)
        return cls(pose, _rounded_down(abs(abs(vector) - step) / 2), arms, (0j, step * ahead - vector))

    @classmethod
    def corners(cls, corners: Sequence[Sequence[Number]], outline: Outline) -> _Readings:
        """The two ends of a base edge and a tip: the piece (not mirrored) whose worst corner is nearest."""
        points = [(exact(x), exact(y)) for x, y in corners]
        (ax, ay), (bx, by), (tx, ty) = points
        area = (bx - ax) * (ty - ay) - (by - ay) * (tx - ax)
        if not area:
            raise InputError(Message("the three corners lie on one line"), key="corners")
        # seen from base to tip the left base corner, the right one and the tip run counter-clockwise
        ordered = points if area > 0 else [points[1], points[0], points[2]]
        measured = [complex(float(x - ax), float(y - ay)) for x, y in ordered]
        frame = [outline.corners[-1], outline.corners[0], (outline.step, Surd(Fraction(0)))]
        piece = [complex(float(along) - outline.centre, float(across)) for along, across in frame]
        turn, middle, least = _nearest_placement(piece, measured)
        base = middle - outline.centre * turn
        pose = Pose(
            on_grid(ax + exact(base.real), POSE_GRID_MM), on_grid(ay + exact(base.imag), POSE_GRID_MM),
            _heading_of(turn),
        )  # fmt: skip
        ahead = _direction(pose)
        at = complex(float(exact(pose.x) - ax), float(exact(pose.y) - ay)) + outline.centre * ahead
        arms = tuple(ahead * point for point in piece)
        missed = tuple(at + arm - reading for arm, reading in zip(arms, measured, strict=True))
        return cls(pose, _rounded_down(least), arms, missed)

    def spread(self, off: float, outline: Outline) -> float:
        """mm. A proved bound on how far a placement whose points all lie within `off` of their readings is from this
        one, at any corner.

        Such a placement is this one turned by some angle about the circumcentre and then shifted. For one angle the
        shifts that agree with the readings are what some discs have in common, and the corner that goes farthest is
        known. Over a range of angles every point stays near where it is in the middle, so discs grown by that, and
        what comes out with it added, bound the whole range. The range with the greatest bound is halved until the bound
        is near enough to what its middle reaches.
        """
        ahead = _direction(self.pose)
        corners = [complex(float(a) - outline.centre, float(c)) * ahead for a, c in outline.corners]
        arm, reach = max(map(abs, self.arms)), max(map(abs, corners))

        def farthest(angle: float, half: float) -> float:
            turned = cmath.rect(1.0, angle) - 1
            discs = [-miss - turned * point for miss, point in zip(self.missed, self.arms, strict=True)]
            grown = off + arm * half + float(READINGS_MM)
            return farthest_in_discs(discs, grown, [-turned * corner for corner in corners]) + reach * half

        most = self._most_turn(off)
        known, waiting = 0.0, [(-farthest(0.0, most), 0.0, most)]
        for _ in range(_SPREAD_HEADINGS):
            least, angle, half = waiting[0]
            known = max(known, farthest(angle, 0.0))
            if -least <= known * (1 + _SPREAD_SHARE) + _SPREAD_FINE_MM:
                break
            heapq.heappop(waiting)
            for middle in (angle - half / 2, angle + half / 2):
                heapq.heappush(waiting, (-farthest(middle, half / 2), middle, half / 2))
        bound = float(max(-waiting[0][0], 0.0))
        return float(math.ceil(bound * 10**_DIGITS) / 10**_DIGITS)

    def _most_turn(self, off: float) -> float:
        """Radians. No placement that agrees with the readings is turned by more."""
        chord = 2.0
        for i, (arm, miss) in enumerate(zip(self.arms, self.missed, strict=True)):
            for other, missed in zip(self.arms[:i], self.missed[:i], strict=True):
                chord = min(chord, (2 * (off + float(READINGS_MM)) + abs(miss - missed)) / abs(arm - other))
        return 2 * math.asin(min(chord, 2.0) / 2)


def _direction(pose: Pose) -> complex:
    return cmath.rect(1.0, math.radians(float(exact(pose.heading) % 360)))


def _rounded_down(misfit: float) -> float:
    return 0.0 if misfit < 2 * float(POSE_GRID_MM) else math.floor(misfit * 10**_DIGITS) / 10**_DIGITS


def _nearest_placement(piece: Sequence[complex], measured: Sequence[complex]) -> tuple[complex, complex, float]:
    """Turn (a unit number) and place of the origin with which the greatest distance of points is least, and a proved
    bound on that distance from below, mm.

    For one turn the best place is the middle of the smallest circle about where each reading asks the origin to be; its
    support bounds what the distance can be at other turns (`_least_within`). Ranges of turns are halved, the most
    promising first, until none can be better by more than a part of `READINGS_MM`.
    """
    mean = sum(measured) / len(measured)
    start = cmath.phase(sum(p.conjugate() * (m - mean) for p, m in zip(piece, measured, strict=True)))
    waiting: list[tuple[float, float, float]] = []
    best = (math.inf, 1 + 0j, 0j)

    def look(angle: float, half: float) -> None:
        nonlocal best
        turn = cmath.rect(1.0, angle)
        distance, place, supports = enclosing([m - turn * p for m, p in zip(measured, piece, strict=True)])
        best = min(best, (distance, turn, place), key=lambda found: found[0])
        heapq.heappush(waiting, (_least_within(half, [turn * p for p in piece], distance, supports), angle, half))

    look(start, math.pi)
    for _ in range(_FIT_HEADINGS // 2):
        least, angle, half = waiting[0]
        if least > best[0] - float(READINGS_MM) / 100:
            break
        heapq.heappop(waiting)
        look(angle - half / 2, half / 2)
        look(angle + half / 2, half / 2)
    return best[1], best[2], max(min(best[0], waiting[0][0]) - DISC_ROUNDING_MM, 0.0)


def _least_within(half: float, arms: Sequence[complex], distance: float, supports: Sequence[Support]) -> float:
    """mm. A bound on the least greatest distance at all turns within `half` radians of one.

    At that one it is `distance`, with `supports`, and the points lie at `arms` from the origin. The greatest distance
    is no less than the mean of what lies along the vectors of support, in which a shift of the origin cancels out.
    """
    if half > math.pi / 2:
        return 0.0
    along = sum(s.share * s.toward.conjugate() * arms[s.number] for s in supports)
    return distance - math.sin(half) * abs(along.imag) - (1 - math.cos(half)) * max(along.real, 0.0)

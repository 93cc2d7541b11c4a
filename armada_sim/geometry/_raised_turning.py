"""At which headings a polyhedron that turns on the table meets another.

M is the hull of the differences of their sections (see `raised`). While A turns about its origin every point of M is a
fixed vector plus a turning one, so "the origin lies on the line through two points of M" reads a cos(heading) + b
sin(heading) + c = 0. Contact can start or end only at a root of one of these, where the line supports M.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from armada_sim.geometry.precision import working_at
from armada_sim.geometry.raised import difference_error, hull_corners, joint_levels
from armada_sim.geometry.solids import Body, Point, Raised
from armada_sim.geometry.tolerance import END_SLACK, EVENT_ERROR_RAD, PRECISIONS_BITS, TANGENT_SLACK
from armada_sim.geometry.turning import Event

if TYPE_CHECKING:
    from flint import arb


@dataclass(frozen=True, slots=True)
class _Swing:
    """A point of M while A turns: `own` turns, `fixed` (A's origin minus a corner of B) does not."""

    own: Point
    fixed: Point

    def at(self, cosine: float, sine: float) -> Point:
        (a, c), (x, y) = self.own, self.fixed
        return x + a * cosine - c * sine, y + a * sine + c * cosine


def _swings(a: Raised, b: Raised) -> tuple[list[_Swing], list[tuple[int, int]]]:
    """All points of M with A at heading 0, and the pairs that can span an edge of M.

    An edge at one level is parallel to a side of one of the two sections there; any two points of
    different levels may span an edge that bridges them.
    """
    x, y = a.place.origin
    pairs: list[tuple[int, int]] = []
    spans: list[range] = []
    swings = [_Swing(own, (x - bx, y - by)) for own, (bx, by) in hull_corners(a.levels, b)]
    end = 0
    for level in joint_levels(a.levels, b.levels):
        start, width = end, len(level.b)
        end += len(level.a) * width
        here = range(start, end)
        for i, j in combinations(here, 2):
            if (i - start) // width == (j - start) // width or (i - start) % width == (j - start) % width:
                pairs.append((i, j))
        pairs += [(i, j) for before in spans for i in before for j in here]
        spans.append(here)
    return swings, pairs


def _terms(p: _Swing, q: _Swing) -> tuple[float, float, float]:
    """(a, b, c): the origin lies on the line through the two points where a cos + b sin + c = 0."""
    (pa, pc), (px, py), (qa, qc), (qx, qy) = p.own, p.fixed, q.own, q.fixed
    cosine = (pa * qy - pc * qx) - (qa * py - qc * px)
    sine = (qa * px + qc * py) - (pa * qx + pc * qy)
    return cosine, sine, (pa * qc - pc * qa) + (px * qy - py * qx)


def _supports(p: Point, q: Point, points: Iterable[Point], slack: float) -> bool:
    """Whether the segment pq has the origin on it and all points on one side, generously."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = math.hypot(dx, dy)
    if length < slack:
        return math.hypot(*p) < 2 * slack
    if not -slack <= -(p[0] * dx + p[1] * dy) / length <= length + slack:
        return False
    sides = [(dx * (y - p[1]) - dy * (x - p[0])) / length for x, y in points]
    return min(sides) >= -slack or max(sides) <= slack


def raised_events(a: Raised, b: Raised) -> Iterable[Event]:
    """Headings of A at which its contact with B may start or end."""
    swings, pairs = _swings(a, b)
    size = max(math.hypot(*s.own) + math.hypot(*s.fixed) for s in swings)
    error, slack = 8.0 * difference_error(a, b) * size, END_SLACK * size
    for i, j in pairs:
        cosine, sine, constant = _terms(swings[i], swings[j])
        amplitude = math.hypot(cosine, sine)
        if abs(constant) > amplitude * (1 + TANGENT_SLACK) + error:
            continue
        part = max(-1.0, min(1.0, -constant / (amplitude or 1.0)))
        steep = math.sqrt(1 - part * part)
        shaky = abs(constant) > amplitude * (1 - TANGENT_SLACK) or error > EVENT_ERROR_RAD * amplitude * steep
        for sign in (-1, 1):
            root = _root(a, b, i, j, sign)
            angle = math.atan2(sine, cosine) + sign * math.acos(part)
            if amplitude <= error:  # a corner of B all but at the pivot: doubles know nothing of this root
                with working_at(PRECISIONS_BITS[-1]):
                    value = root()
                if value is None:
                    continue
                angle = math.radians(float(value))
            turn = math.cos(angle), math.sin(angle)
            points = [s.at(*turn) for s in swings]
            if _supports(points[i], points[j], points, slack):
                yield Event(math.degrees(angle) % 360.0, shaky, root)


def _root(a: Raised, b: Raised, i: int, j: int, sign: int) -> Callable[[], arb | None]:
    """The same root in ball arithmetic."""

    def heading() -> arb | None:
        from flint import arb

        ax, ay = a.place.origin_balls()
        swings = []
        for level in joint_levels(a.levels, b.levels):
            of_b = Body(level.b, b.place).balls()
            swings += [(along.ball(), across.ball(), ax - bx, ay - by) for along, across in level.a for bx, by in of_b]
        (pa, pc, px, py), (qa, qc, qx, qy) = swings[i], swings[j]
        cosine = (pa * qy - pc * qx) - (qa * py - qc * px)
        sine = (qa * px + qc * py) - (pa * qx + pc * qy)
        constant = (pa * qc - pc * qa) + (px * qy - py * qx)
        part = -constant / (cosine * cosine + sine * sine).nonnegative_part().sqrt()
        if not part.is_finite() or part > 1 or part < -1:
            return None
        part = part.min(arb(1)).max(arb(-1))
        return (arb.atan2(sine, cosine) + sign * part.acos()) * 180 / arb.pi()

    return heading

"""A second opinion on Armada's geometry, sharing no code and no algorithm with ``armada_sim``.

Frame everywhere: the table, x to the right, y up, millimetres; headings in degrees counter-clockwise from +x;
a ship's (x, y) is the midpoint of its base edge. Only the default rules (contact_triangle outline, official
sizes, zero tolerance). Numbers may be int, float (exact binary value), Fraction, Decimal, str ("1e-9", "1/3") or
mpmath's mpf. Exact questions are computed with 80 digits; a value within 1e-40 mm of zero counts as contact.

The routes differ from the product's on purpose: clearance is the distance of the origin from the Minkowski
difference, not a separating axis; shots are searched for by angular visibility from points of the gun side, not
in the dual plane.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any, TypeAlias

import mpmath
import numpy as np
import numpy.typing as npt

MP: Any = mpmath.mp.clone()
MP.dps = 80
ZERO: Any = MP.mpf("1e-40")

Real: TypeAlias = Any  # an mpf of MP; mpmath's types are not precise enough to name it
Number: TypeAlias = Any  # int | float | Fraction | Decimal | str | mpf
Point: TypeAlias = tuple[Real, Real]
Spot: TypeAlias = tuple[Number, Number]
Polygon: TypeAlias = list[Point]
Ship: TypeAlias = tuple[str, str, Number, Number, Number]  # name, size, x, y, heading
Array: TypeAlias = npt.NDArray[np.float64]
Plane: TypeAlias = tuple[float, float, Any]  # nx, ny, c: the half-plane nx·x + ny·y >= c

PIPS = {"small": 1, "medium": 2, "large": 3}
STEPS = {"small": 4, "medium": 2, "large": 1}
INCH = Fraction(254, 10)
SIZES = list(PIPS)


@cache
def base(size: str) -> Fraction:
    """Base edge b in mm, exact: (7p + 11)/32 in."""
    return Fraction(7 * PIPS[size] + 11, 32) * INCH


def height(size: str) -> Fraction:
    """Height h of the standing pyramid in mm, exact: (3p + 5)/8 in."""
    return Fraction(3 * PIPS[size] + 5, 8) * INCH


@cache
def step_length(size: str) -> Real:
    """Face height s in mm, from base midpoint to tip of a lying ship: sqrt(h² + b²/4)."""
    return MP.sqrt(real(height(size) ** 2 + base(size) ** 2 / 4))


@cache
def side_length(size: str) -> Real:
    """Lateral edge e in mm, from base corner to tip (the gun side): sqrt(h² + b²/2)."""
    return MP.sqrt(real(height(size) ** 2 + base(size) ** 2 / 2))


@cache
def turn_limit(size: str) -> Real:
    """Largest turn of one step in degrees, itself legal: 90 - atan((b/2)/s)."""
    return 90 - MP.degrees(MP.atan(real(base(size) / 2) / step_length(size)))


def real(value: Number) -> Real:
    """A number as an mpf of 80 digits; unit and frame unchanged."""
    if hasattr(value, "_mpf_"):
        return MP.convert(value)
    value = Fraction(value)
    return MP.mpf(value.numerator) / value.denominator


def direction(heading: Number) -> Point:
    """Unit vector of a heading in degrees; exact at whole quarter turns."""
    if not hasattr(heading, "_mpf_"):
        heading = Fraction(heading) % 360
        if heading % 90 == 0:
            return [(real(c), real(s)) for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1))][int(heading / 90)]
    angle = MP.radians(real(heading))
    return MP.cos(angle), MP.sin(angle)


def triangle(x: Number, y: Number, heading: Number, size: str) -> Polygon:
    """Right base corner, tip, left base corner (counter-clockwise) of a lying ship; mm, table frame."""
    (ux, uy), half, s = direction(heading), real(base(size) / 2), step_length(size)
    x, y = real(x), real(y)
    return [(x + half * uy, y - half * ux), (x + s * ux, y + s * uy), (x - half * uy, y + half * ux)]


def chain(x: Number, y: Number, heading0: Number, size: str, headings: Sequence[Number]) -> list[Polygon]:
    """The triangle after each step (mm, table frame), base midpoint on the tip before it; without the start."""
    steps = [triangle(x, y, heading0, size)]
    for heading in headings:
        steps.append(triangle(*steps[-1][1], heading, size))
    return steps[1:]


def _outline(ship: Ship) -> Polygon:
    return triangle(ship[2], ship[3], ship[4], ship[1])


def signed_clearance(first: Sequence[Point], second: Sequence[Point]) -> Real:
    """Gap between two convex polygons in mm, any frame; within 1e-70 of 0 when they only touch.

    Negative when they overlap: minus the shortest translation that parts them. Points (one corner) and segments
    (two) are polygons too. Method: the Minkowski difference, built by merging the edges of ``first`` and
    ``-second`` by angle, then the distance of the origin from that polygon.
    """
    x = y = MP.mpf(0)  # runs along the difference's outline, anticlockwise from its lowest corner
    edges = []
    for ring, sign in ((first, 1), (second, -1)):
        corners = [(sign * real(vx), sign * real(vy)) for vx, vy in ring]
        sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
        turn = -1 if sum(a[0] * b[1] - a[1] * b[0] for a, b in sides) < 0 else 1
        for dx, dy in ((turn * (b[0] - a[0]), turn * (b[1] - a[1])) for a, b in sides if a != b):
            angle = MP.atan2(dy, dx)
            edges.append((angle if angle >= 0 else angle + 2 * MP.pi, dx, dy))
        low, left = min((vy, vx) for vx, vy in corners)
        x, y = x + left, y + low
    if not edges:
        return MP.hypot(x, y)
    edges.sort(key=lambda edge: edge[0])
    distance, least, most = MP.inf, MP.inf, -MP.inf
    for _, dx, dy in edges:
        length = MP.hypot(dx, dy)
        # the origin seen from the edge's start: along it, and to its left
        along, left = -(x * dx + y * dy) / length, (x * dy - y * dx) / length
        distance = min(distance, MP.hypot(max(-along, along - length, 0), left))
        least, most = min(least, left), max(most, left)
        x, y = x + dx, y + dy
    return -distance if least >= 0 and most > ZERO else distance  # most is 0 in line with a flat difference


Corner3: TypeAlias = tuple[Real, Real, Real]


def lying(x: Number, y: Number, heading: Number, size: str, cut: Number = 0) -> list[Corner3]:
    """Corners (x, y, height) of the whole pyramid lying on a face, mm; ``cut``: width of its blunt tip, 0 if sharp.

    A standing pyramid, apex up, is described in a frame whose first axis runs up the middle of one face, whose second
    runs along that face's base edge and whose third points into the body; laid down, those are ahead, left and up.
    """
    half, h = real(base(size) / 2), real(height(size))
    square = [(sx * half, sy * half, MP.mpf(0)) for sx in (1, -1) for sy in (1, -1)]
    share = real(cut) / (2 * half)
    top = [(sx * share, sy * share, h * (1 - share)) for sx, sy, _ in square] if share else [(0, 0, h)]
    rise = MP.sqrt(half**2 + h**2)
    ahead, up = (0, half / rise, h / rise), (0, h / rise, -half / rise)
    (ux, uy), corners = direction(heading), []
    for px, py, pz in square + top:
        along = py * ahead[1] + half * ahead[1] + pz * ahead[2]
        level = (py + half) * up[1] + pz * up[2]
        corners.append((real(x) + along * ux + px * uy, real(y) + along * uy - px * ux, level))
    return corners


def solid_clearance(first: Sequence[Corner3], second: Sequence[Corner3]) -> Real:
    """Least slide on the table that makes two convex polyhedra touch, or (negative) that parts them, mm.

    Method: the section at height 0 of the hull of all differences of corners: those at height 0, and the points
    where segments between one above and one below cross it.
    """
    differences = [tuple(p - q for p, q in zip(a, b, strict=True)) for a in first for b in second]
    section = [(x, y) for x, y, z in differences if abs(z) <= ZERO]
    low, high = [[d for d in differences if sign * d[2] > ZERO] for sign in (-1, 1)]
    for ax, ay, az in low:
        for bx, by, bz in high:
            share = az / (az - bz)
            section.append((ax + share * (bx - ax), ay + share * (by - ay)))
    return signed_clearance(_hull(section), [(MP.mpf(0), MP.mpf(0))])


def _hull(points: Sequence[Point]) -> Polygon:
    """Corners of the convex hull, counter-clockwise; points within 1e-60 of a side are none."""
    halves = []
    for ordered in (sorted(points), sorted(points, reverse=True)):
        chain: Polygon = []
        for x, y in ordered:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > MP.mpf("1e-60"):
                    break
                chain.pop()
            chain.append((x, y))
        halves.append(chain[:-1])
    return halves[0] + halves[1]


def move_verdict(ship: Ship, headings: Sequence[Number], others: Iterable[Ship], rectangle: Spot) -> bool:
    """Is the move legal? ``headings`` has one absolute heading per step (degrees), at least one.

    ``rectangle`` is (w, h) in mm: the surface is [0, w] x [0, h], its edge forbidden. ``others`` are all other
    ships; contact with them is forbidden at the end of every step (the starting position is not tested).
    """
    if not headings:
        raise ValueError("a move has at least one step")
    _, size, x, y, heading = ship
    turns = [MP.fmod(abs(new - old), 360) for old, new in pairwise(map(real, [heading, *headings]))]
    if len(headings) > STEPS[size] or any(min(t, 360 - t) > turn_limit(size) + ZERO for t in turns):
        return False
    w, h = map(real, rectangle)
    steps, outlines = chain(x, y, heading, size, headings), [_outline(other) for other in others]
    inside = all(min(vx, vy, w - vx, h - vy) > ZERO for step in steps for vx, vy in step)
    return inside and all(signed_clearance(step, other) > ZERO for step in steps for other in outlines)


class _Gun:
    """Frame of a gun side: origin at the base corner, x along the side to the tip, y out from the ship (mm)."""

    def __init__(self, shooter: Ship, side: str) -> None:
        right, tip, left = _outline(shooter)
        self.origin = {"left": left, "right": right}[side]
        self.sign = 1 if side == "left" else -1
        self.e, self.b, self.s = side_length(shooter[1]), real(base("large")), step_length("large")
        self.along = ((tip[0] - self.origin[0]) / self.e, (tip[1] - self.origin[1]) / self.e)

    def local(self, point: Spot) -> Point:
        x, y = real(point[0]) - self.origin[0], real(point[1]) - self.origin[1]
        wx, wy = self.along
        return x * wx + y * wy, self.sign * (y * wx - x * wy)

    def ring(self, ship: Ship) -> Array:
        """The ship's corners as doubles in this frame, anticlockwise (a right side's frame is mirrored)."""
        return np.array([self.local(v) for v in _outline(ship)[:: self.sign]], float)

    def table(self, point: Spot) -> Point:
        x, y = real(point[0]), self.sign * real(point[1])
        wx, wy = self.along
        return self.origin[0] + x * wx - y * wy, self.origin[1] + x * wy + y * wx


def witness_faults(
    shooter: Ship,
    target: Ship,
    blockers: Iterable[Ship],
    side: str,
    slide: Number,
    p: Spot,
    q: Spot,
    slack: Number = 1e-6,
) -> list[str]:
    """What is wrong with a claimed shot; empty if nothing is.

    ``slide`` in mm from the base corner along the gun side; ``p`` and ``q`` in mm in the table frame; ``side`` is
    "left" or "right" as seen from base towards tip. ``slack`` (mm) is granted to everything but the blockers (all ships
    except shooter and target): pq, exactly as given, must be strictly clear of each of them.
    """
    gun, ease, t = _Gun(shooter, side), real(slack), real(slide)
    (px, py), q_local = gun.local(p), gun.local(q)
    template = [(t, MP.mpf(0)), (t + gun.b, MP.mpf(0)), (t + gun.b / 2, gun.s)]
    holds = [
        ("slide off the gun side", -ease <= t <= gun.e - gun.b + ease),
        ("p not on the base of the large at this slide", abs(py) <= ease and t - ease <= px <= t + gun.b + ease),
        ("q not in the template", signed_clearance([q_local], template) <= ease),
        ("q not in the target", signed_clearance([q], _outline(target)) <= ease),
        *((f"blocked by {blocker[0]}", signed_clearance([p, q], _outline(blocker)) > ZERO) for blocker in blockers),
    ]
    return [fault for fault, fine in holds if not fine]


def verify_witness(
    shooter: Ship,
    target: Ship,
    blockers: Iterable[Ship],
    side: str,
    slide: Number,
    p: Spot,
    q: Spot,
    slack: Number = 1e-6,
) -> bool:
    """True if (slide, p, q) proves a clear shot; arguments as of :func:`witness_faults` (mm, table frame)."""
    return not witness_faults(shooter, target, blockers, side, slide, p, q, slack)


@dataclass(frozen=True)
class Line:
    """A line of fire: slide (mm from the base corner), p and q (mm, table frame).

    ``clearance`` is the distance (mm) of pq from the nearest blocker, inf without blockers; ``depth`` how far (mm)
    q lies inside the target and inside the reach of p.
    """

    slide: float
    p: tuple[float, float]
    q: tuple[float, float]
    clearance: float
    depth: float


def dense_search(
    shooter: Ship, target: Ship, blockers: Sequence[Ship], side: str, n: int = 1000, keep: int = 64
) -> Line | None:
    """Looks for a clear line from many points p of the gun side, in doubles (verify what it finds).

    From each p the visibility is complete: between two neighbouring directions towards corners (of outlines, of
    the target's part within reach, of overlaps) nothing changes, so one ray each decides. The p's are n evenly
    spaced points and those on lines through two corners, with nudges. Hence a find is a shot (up to rounding),
    while None only says that no p of these sees the target: evidence, not proof. The ``keep`` widest finds are
    measured (mm, table frame); the one with the greatest min(clearance, depth) is returned.
    """
    gun = _Gun(shooter, side)
    e, b, s, k = map(float, (gun.e, gun.b, gun.s, gun.b / (2 * gun.s)))
    rings = [gun.ring(ship) for ship in (target, *blockers)]
    p = _gun_points(rings, e, n)
    left, right = np.maximum(0, p - b), np.minimum(e, p + b)
    reach = [(1.0, -k, left), (-1.0, -k, -right), (0.0, -1.0, np.full_like(p, -s))]
    planes = [_planes(ring) for ring in rings]

    # directions (angles from each p) at which anything may change
    corners = [tuple(v) for ring in rings for v in ring]
    corners += [_meet(edge, other) for edge in planes[0] for other in [*reach, *(o for own in planes[1:] for o in own)]]
    angles = np.stack([np.arctan2(y, x - p) for x, y in corners] + [0 * p, 0 * p + math.pi], 1)
    angles = np.sort(np.where((angles >= 0) & (angles <= math.pi), angles, 0.0), 1)  # without NaN and what is behind
    middle, width = (angles[:, 1:] + angles[:, :-1]) / 2, angles[:, 1:] - angles[:, :-1]

    dx, dy = np.cos(middle), np.sin(middle)
    near, far = _span(planes[0], p, dx, dy)
    for nx, ny, c in reach:
        gap, slope = (nx * p - c)[:, None], nx * dx + ny * dy
        with np.errstate(divide="ignore", invalid="ignore"):
            far = np.where(slope < 0, np.minimum(far, gap / -slope), far)
    for plane in planes[1:]:
        enter, leave = _span(plane, p, dx, dy)
        far = np.where(enter <= leave, np.minimum(far, enter), far)
    good = (near < far) & (width > 1e-13)
    if not good.any():
        return None
    score = np.where(good, np.minimum(width * np.maximum(near, 1e-3), far - near), -1.0).ravel()
    best: Line | None = None
    for index in [index for index in np.argsort(-score)[:keep] if score[index] > 0]:
        i, j = divmod(int(index), near.shape[1])
        r = (near[i, j] + far[i, j]) / 2
        start, end = np.array([p[i], 0.0]), np.array([p[i] + r * dx[i, j], r * dy[i, j]])
        depth = float(min(nx * end[0] + ny * end[1] - c for nx, ny, c in planes[0]))
        low, high = max(0.0, p[i] - b, end[0] - b + k * end[1]), min(e - b, p[i], end[0] - k * end[1])
        inside = min((high - low) / 2 * s / math.hypot(s, b / 2), s - end[1])
        gaps = [_segment_gap(start, end, ring) for ring in rings[1:]]
        if best is None or min([*gaps, depth, inside]) > min(best.clearance, best.depth):
            (px, py), (qx, qy) = (gun.table(v.tolist()) for v in (start, end))
            ends = (float(px), float(py)), (float(qx), float(qy))
            best = Line(float(low + high) / 2, *ends, min(gaps, default=math.inf), float(min(depth, inside)))
    return best


def _gun_points(rings: list[Array], e: float, n: int) -> Array:
    corners = np.concatenate(rings)
    i, j = np.triu_indices(len(corners), 1)
    (ax, ay), (bx, by) = corners[i].T, corners[j].T
    with np.errstate(divide="ignore", invalid="ignore"):
        hits = ax - ay * (bx - ax) / (by - ay)
    hits = hits[np.isfinite(hits)]
    nudges = [0.0, *(sign * size for size in (1e-4, 1e-7, 1e-10) for sign in (-1, 1))]
    points: Array = np.concatenate([np.linspace(0, e, n), *[hits + nudge for nudge in nudges]])
    return np.array(sorted(set(points[(points >= 0) & (points <= e)].tolist())))


def _planes(ring: Array) -> list[Plane]:
    """Inward half-planes nx·x + ny·y >= c of an anticlockwise ring."""
    result = []
    for (ax, ay), (bx, by) in zip(ring, np.roll(ring, -1, 0), strict=True):
        length = math.hypot(bx - ax, by - ay)
        nx, ny = (ay - by) / length, (bx - ax) / length
        result.append((float(nx), float(ny), float(nx * ax + ny * ay)))
    return result


def _meet(first: Plane, second: Plane) -> tuple[Any, Any]:
    det = first[0] * second[1] - first[1] * second[0]
    if abs(det) < 1e-14:
        return math.nan, math.nan
    x = (first[2] * second[1] - first[1] * second[2]) / det
    return x, (first[0] * second[2] - first[2] * second[0]) / det


def _span(planes: list[Plane], p: Array, dx: Array, dy: Array) -> tuple[Array, Array]:
    """Distances (mm) at which rays from (p, 0) enter and leave a convex polygon; enter > leave: missed."""
    enter, leave = np.zeros_like(dx), np.full_like(dx, math.inf)
    for nx, ny, c in planes:
        gap, slope = (nx * p - c)[:, None], nx * dx + ny * dy
        with np.errstate(divide="ignore", invalid="ignore"):
            at = -gap / slope
        enter = np.where(slope > 0, np.maximum(enter, at), enter)
        leave = np.where(slope < 0, np.minimum(leave, at), leave)
        leave = np.where((slope == 0) & (gap < 0), -1.0, leave)
    return enter, leave


def _segment_gap(start: Array, end: Array, ring: Array) -> float:
    """Distance (mm) between a segment and an outline it does not cross."""

    def gap(point: Array, a: Array, b: Array) -> float:
        along = b - a
        t = float(np.clip(float((point - a) @ along) / max(float(along @ along), 1e-300), 0, 1))
        return float(np.hypot(*(point - a - t * along)))

    sides = list(zip(ring, np.roll(ring, -1, 0), strict=True))
    return min([gap(v, start, end) for v in ring] + [gap(x, *side) for x in (start, end) for side in sides])


DEEP = 0.25  # mm by which every inequality behind a passage holds
FACES = ["edge", "edge", "corner"]  # what a ship shows to the gap


@dataclass(frozen=True)
class Scene:
    """A shot whose every clear line passes one gap of known width; rational poses, mm and degrees, table frame.

    ``kind`` says what faces the gap on either side, e.g. "edge-corner". For width > 0, (slide, p, q) is a witness
    that keeps exactly width/2 from both blockers; for width 0 that line grazes them.
    """

    shooter: Ship
    target: Ship
    blockers: tuple[Ship, Ship]
    side: str
    width: Fraction
    kind: str
    slide: Fraction
    p: tuple[Fraction, Fraction]
    q: tuple[Fraction, Fraction]


def passage(seed: int, width: Fraction) -> Scene:
    """A scene where two ships leave a gap of exactly ``width`` mm (0 to 1/5) and every clear line uses it.

    The same seed gives the same scene at every width but for one blocker's shift. Use the poses as they are
    (Fractions; finite decimals if ``width`` is one): as doubles the gap would change by about 1e-13 mm.

    Construction, before a final exact motion (mirror, quarter turns, translation): the gap lies at the origin and is
    crossed along +x. The upper ship lies in y >= width, the lower in y <= 0, each with either its base edge on that
    line and reaching over x = 0, or its base edge on x = 0 and a base corner on that line. The gun side lies in x < 0,
    its normal up to about 47° off the gap's direction, the target in x > 0.

    Why width > 0 is clear: the segment y = width/2, from the gun side to a point checked to lie inside target and
    reach, keeps width/2 from both ships. Why width 0 is not: each ship covers a closed interval of the line x = 0
    that ends at y = 0, so both together cover one interval without a hole: grazing the point (or, base to base, the
    segment) of contact is being blocked. Every shot stays in the trapezoid of all template positions and crosses
    x = 0, and the trapezoid's whole section with x = 0 is checked to lie 0.2 mm inside that interval. So lines
    elsewhere leave the reach, and for width > 0 the only way is the gap 0 < y < width.
    """
    if not 0 <= width <= Fraction(1, 5):
        raise ValueError("width must lie between 0 and 1/5 mm")
    (shooter, target, upper, lower, side), kind, mirror, turns, shift = _drawn(seed)
    upper = (*upper[:3], upper[3] + width, upper[4])
    gun, line = _Gun(shooter, side), _along(shooter, target, side, width / 2, 0)
    assert line is not None
    p, q = ((Fraction(x), width / 2) for x in line)
    (px, _), (qx, qy) = gun.local(p), gun.local(q)
    narrow = gun.b * qy / (2 * gun.s)
    slide = (max(0, px - gun.b, qx - gun.b + narrow) + min(gun.e - gun.b, px, qx - narrow)) / 2

    def place(x: Fraction, y: Fraction) -> tuple[Fraction, Fraction]:
        y *= mirror
        for _ in range(turns):
            x, y = -y, x
        return x + shift[0], y + shift[1]

    def moved(ship: Ship) -> Ship:
        return (*ship[:2], *place(ship[2], ship[3]), (mirror * ship[4] + 90 * turns) % 360)

    side = side if mirror > 0 else {"left": "right", "right": "left"}[side]
    fixed = moved(shooter), moved(target), (moved(upper), moved(lower)), side, width, kind
    return Scene(*fixed, Fraction(float(slide)), place(*p), place(*q))


@cache
def _drawn(seed: int) -> tuple[tuple[Ship, Ship, Ship, Ship, str], str, int, int, list[Fraction]]:
    """What :func:`_draw` gives, kind, and the final motion: mirror (1 or -1), quarter turns, translation (mm)."""
    rng = random.Random(seed)
    faces = rng.choice(FACES), rng.choice(FACES)
    while (drawn := _draw(rng, *faces)) is None:
        pass
    shift = [Fraction(rng.randrange(400_000, 500_000), 1000) for _ in "xy"]
    return drawn, "-".join(faces), rng.choice([1, -1]), rng.randrange(4), shift


def _draw(rng: random.Random, *faces: str) -> tuple[Ship, Ship, Ship, Ship, str] | None:
    """Shooter, target, upper, lower (width 0, before the final motion) and side; None if the proof fails."""

    def at(angle: Number, length: Number) -> complex:
        return float(length) * complex(math.cos(math.radians(angle)), math.sin(math.radians(angle)))

    def rounded(z: complex) -> tuple[Fraction, Fraction]:
        return Fraction(round(z.real * 1000), 1000), Fraction(round(z.imag * 1000), 1000)

    def blocker(name: str, up: int, face: str) -> tuple[Ship, float]:
        """A ship above (up = 1) or below the gap, and how much of the line x = 0 it covers from there."""
        size, aside = rng.choice(SIZES), Fraction(rng.randrange(-350, 351), 1000)
        if face == "corner":
            return (name, size, Fraction(0), up * base(size) / 2, rng.choice([0, 180])), float(base(size))
        covers = float(step_length(size)) * float(1 - 2 * abs(aside))
        return (name, size, aside * base(size), Fraction(0), up * 90 % 360), covers

    (upper, over), (lower, under) = blocker("upper", 1, faces[0]), blocker("lower", -1, faces[1])
    side, size, other = rng.choice(["left", "right"]), rng.choice(SIZES), rng.choice(SIZES)
    sign, slant, e = 1 if side == "left" else -1, 90 - float(turn_limit(size)), float(side_length(size))
    grain = rng.choice([Fraction(100), Fraction(1), Fraction(1, 15)])
    heading = Fraction(round((sign * (slant - 90) + rng.uniform(-40, 40)) * grain)) / grain
    # the gun side and the trapezoid of its reach; p is (-d, 0)
    along = at(heading - sign * slant, 1)
    out, half, s = along * 1j * sign, float(base("large")) / 2, float(step_length("large"))
    corner = -rng.uniform(0.5, 28) - along * rng.uniform(0.03, 0.97) * e
    reach = [corner, corner + e * along, corner + (e - half) * along + s * out, corner + half * along + s * out]
    edges = [(one, two) for one, two in zip(reach, reach[1:] + reach[:1], strict=True) if one.real * two.real < 0]
    cut = [one.imag - one.real * (two - one).imag / (two - one).real for one, two in edges]
    if max(reach[0].real, reach[1].real) > -DEEP or not cut or max(cut) > over - DEEP or min(cut) < DEEP - under:
        return None
    # the target lies over some point of the x axis
    turned, length, broad = Fraction(rng.randrange(36_000), 100), step_length(other), base(other) / 2
    middle = rng.uniform(1, 45) - at(turned, rng.uniform(0.05, 0.95) * length)
    middle -= at(turned + 90, rng.uniform(-0.6, 0.6) * float(broad))
    if min((middle + v).real for v in (at(turned, length), at(turned + 90, broad), at(turned - 90, broad))) < DEEP:
        return None
    shooter = ("shooter", size, *rounded(corner - at(heading + 90 * sign, base(size) / 2)), heading)
    target = ("target", other, *rounded(middle), turned)
    if _along(shooter, target, side, Fraction(0), DEEP) is None:
        return None
    pairs = [(shooter, upper), (shooter, lower), (target, upper), (target, lower), (shooter, target)]
    if any(signed_clearance(_outline(one), _outline(two)) < 2 * DEEP for one, two in pairs):
        return None
    return shooter, target, upper, lower, side


def _along(shooter: Ship, target: Ship, side: str, level: Fraction, deep: float) -> tuple[float, float] | None:
    """x (mm) of p on the gun side and of q, both on y = level and ``deep`` mm inside side, target and reach, if any."""
    gun = _Gun(shooter, side)
    wx, wy = gun.along
    u = (real(level) - gun.origin[1]) / wy
    x, k = gun.origin[0] + u * wx, gun.b / (2 * gun.s)
    # inside: nx·x + ny·y >= c for the reach of p = (u, 0) and for the target; q = p + r·(dx, dy)
    dx, dy = wx, -gun.sign * wy
    planes = [(1, -k, max(0, u - gun.b)), (-1, -k, -min(gun.e, u + gun.b)), (0, 1, 0), (0, -1, -gun.s)]
    low, high = 0.0, math.inf
    for nx, ny, c in [*planes, *_planes(gun.ring(target))]:
        value, slope = float(nx * u - c) - deep, float(nx * dx + ny * dy)
        if slope > 0:
            low = max(low, -value / slope)
        elif slope < 0:
            high = min(high, value / -slope)
    if not deep < u < gun.e - deep or low >= high:
        return None
    return float(x), float(x) + (low + high) / 2

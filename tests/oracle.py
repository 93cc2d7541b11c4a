"""A second opinion on Armada's geometry, sharing no code and no algorithm with ``armada_sim``.

Frame everywhere: the table, x to the right, y up, millimetres; headings in degrees counter-clockwise from +x; a ship's
(x, y) is the midpoint of its base edge. Only the default rules (contact_triangle outline, official sizes, zero
tolerance). Numbers may be int, float (exact binary value), Fraction, Decimal, str ("1e-9", "1/3") or mpmath's mpf.
Exact questions are computed with 80 digits; a value within 1e-40 mm of zero counts as contact.

The routes differ from the product's on purpose: clearance is the distance of the origin from the Minkowski difference,
not a separating axis; shots are searched for by angular visibility from points of the gun side, not in the dual plane.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
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
Polygon: TypeAlias = list[Point]
Ship: TypeAlias = tuple[str, str, Number, Number, Number]  # name, size, x, y, heading
Array: TypeAlias = npt.NDArray[np.float64]

PIPS = {"small": 1, "medium": 2, "large": 3}
STEPS = {"small": 4, "medium": 2, "large": 1}
INCH = Fraction(254, 10)


# ---------------------------------------------------------------------------------------------- sizes and poses


def base(size: str) -> Fraction:
    """Base edge b in mm, exact: (7p + 11)/32 in."""
    return Fraction(7 * PIPS[size] + 11, 32) * INCH


def height(size: str) -> Fraction:
    """Height h of the standing pyramid in mm, exact: (3p + 5)/8 in."""
    return Fraction(3 * PIPS[size] + 5, 8) * INCH


def step_length(size: str) -> Real:
    """Face height s in mm, from base midpoint to tip of a lying ship: sqrt(h² + b²/4)."""
    return MP.sqrt(real(height(size) ** 2 + base(size) ** 2 / 4))


def side_length(size: str) -> Real:
    """Lateral edge e in mm, from base corner to tip (the gun side): sqrt(h² + b²/2)."""
    return MP.sqrt(real(height(size) ** 2 + base(size) ** 2 / 2))


def turn_limit(size: str) -> Real:
    """Largest turn of one step in degrees, itself legal: 90 - atan((b/2)/s)."""
    return 90 - MP.degrees(MP.atan(real(base(size) / 2) / step_length(size)))


def real(value: Number) -> Real:
    """A number as an mpf of 80 digits; unit and frame unchanged."""
    if isinstance(value, str | Decimal | float):
        value = Fraction(value)
    if isinstance(value, Fraction):
        return MP.mpf(value.numerator) / value.denominator
    return MP.convert(value)


def direction(heading: Number) -> Point:
    """Unit vector of a heading in degrees; exact at whole quarter turns."""
    if isinstance(heading, str | Decimal | float):
        heading = Fraction(heading)
    if isinstance(heading, int | Fraction):
        heading = Fraction(heading) % 360
        if heading % 90 == 0:
            c, s = [(1, 0), (0, 1), (-1, 0), (0, -1)][int(heading / 90)]
            return real(c), real(s)
    angle = MP.radians(real(heading))
    return MP.cos(angle), MP.sin(angle)


def triangle(x: Number, y: Number, heading: Number, size: str) -> Polygon:
    """Right base corner, tip, left base corner (counter-clockwise) of a lying ship; mm, table frame."""
    return _triangle((real(x), real(y)), heading, size)


def chain(x: Number, y: Number, heading0: Number, size: str, headings: Sequence[Number]) -> list[Polygon]:
    """The triangle after each step (mm, table): its base midpoint is the tip before it. The start is not included."""
    result = []
    tip = triangle(x, y, heading0, size)[1]
    for heading in headings:
        result.append(_triangle(tip, heading, size))
        tip = result[-1][1]
    return result


def _triangle(middle: Point, heading: Number, size: str) -> Polygon:
    ux, uy = direction(heading)
    half, s = real(base(size) / 2), step_length(size)
    x, y = middle
    return [(x + half * uy, y - half * ux), (x + s * ux, y + s * uy), (x - half * uy, y + half * ux)]


def _outline(ship: Ship) -> Polygon:
    return triangle(ship[2], ship[3], ship[4], ship[1])


# ---------------------------------------------------------------------------------------------- clearance


def signed_clearance(first: Sequence[Point], second: Sequence[Point]) -> Real:
    """Gap between two convex polygons in mm; negative: the shortest translation that parts them; 0 (±1e-70): contact.

    Any frame. Points (one corner) and segments (two) are polygons too. Method: the Minkowski difference, built by
    merging the edges of ``first`` and ``-second`` by angle, then the distance of the origin from that polygon.
    """
    minus = [(-real(x), -real(y)) for x, y in second]
    rings = [_anticlockwise([(real(x), real(y)) for x, y in first]), _anticlockwise(minus)]
    lowest = [min(ring, key=lambda v: (v[1], v[0])) for ring in rings]
    edges = []
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
            if (ax, ay) != (bx, by):
                angle = MP.atan2(by - ay, bx - ax)
                edges.append((angle if angle >= 0 else angle + 2 * MP.pi, bx - ax, by - ay))
    edges.sort(key=lambda edge: edge[0])
    x, y = lowest[0][0] + lowest[1][0], lowest[0][1] + lowest[1][1]
    if not edges:
        return MP.hypot(x, y)
    distance, inside = MP.inf, True
    for _, dx, dy in edges:
        length = MP.hypot(dx, dy)
        # the origin seen from the edge's start: along it, and to its left
        along, left = -(x * dx + y * dy) / length, (x * dy - y * dx) / length
        distance = min(distance, MP.hypot(max(-along, along - length, 0), left))
        inside = inside and left >= 0
        x, y = x + dx, y + dy
    return -distance if inside else distance


def _anticlockwise(ring: Polygon) -> Polygon:
    area = sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(ring, ring[1:] + ring[:1], strict=True))
    return ring if area >= 0 else ring[::-1]


# ---------------------------------------------------------------------------------------------- moves


def move_verdict(
    ship: Ship, headings: Sequence[Number], others: Iterable[Ship], rectangle: tuple[Number, Number]
) -> bool:
    """Is the move legal? ``headings`` has one absolute heading per step (degrees), at least one.

    ``rectangle`` is (w, h) in mm: the surface is [0, w] x [0, h], its edge forbidden. ``others`` are all other ships;
    contact with them is forbidden at every step's end (the starting position is not tested).
    """
    if not headings:
        raise ValueError("a move has at least one step")
    _, size, x, y, heading = ship
    if len(headings) > STEPS[size]:
        return False
    previous = real(heading)
    for new in map(real, headings):
        turn = MP.fmod(abs(new - previous), 360)
        if min(turn, 360 - turn) > turn_limit(size) + ZERO:
            return False
        previous = new
    w, h = map(real, rectangle)
    outlines = [_outline(other) for other in others]
    for new_outline in chain(x, y, heading, size, headings):
        if any(min(vx, vy, w - vx, h - vy) <= ZERO for vx, vy in new_outline):
            return False
        if any(signed_clearance(new_outline, outline) <= ZERO for outline in outlines):
            return False
    return True


# ---------------------------------------------------------------------------------------------- shots: exact check


class _Gun:
    """The gun side's own frame: origin at the base corner, x along the side to the tip, y away from the ship (mm)."""

    def __init__(self, shooter: Ship, side: str) -> None:
        right, tip, left = _outline(shooter)
        self.origin = {"left": left, "right": right}[side]
        self.sign = 1 if side == "left" else -1
        self.e, self.b, self.s = side_length(shooter[1]), real(base("large")), step_length("large")
        self.along = ((tip[0] - self.origin[0]) / self.e, (tip[1] - self.origin[1]) / self.e)

    def local(self, point: tuple[Number, Number]) -> Point:
        x, y = real(point[0]) - self.origin[0], real(point[1]) - self.origin[1]
        wx, wy = self.along
        return x * wx + y * wy, self.sign * (y * wx - x * wy)

    def table(self, point: tuple[Number, Number]) -> Point:
        x, y = real(point[0]), self.sign * real(point[1])
        wx, wy = self.along
        return self.origin[0] + x * wx - y * wy, self.origin[1] + x * wy + y * wx


def witness_faults(
    shooter: Ship,
    target: Ship,
    blockers: Iterable[Ship],
    side: str,
    slide: Number,
    p: tuple[Number, Number],
    q: tuple[Number, Number],
    slack: Number = Fraction(1, 10**6),
) -> list[str]:
    """What is wrong with a claimed shot; empty if nothing is.

    ``slide`` in mm from the base corner along the gun side; ``p`` and ``q`` in mm in the table frame; ``side`` is
    "left" or "right" as seen from base towards tip. ``slack`` (mm) is granted to everything except the blockers: the
    segment pq, exactly as given, must be strictly clear of each of them.
    """
    gun, ease, t = _Gun(shooter, side), real(slack), real(slide)
    (px, py), q_local = gun.local(p), gun.local(q)
    faults = []
    if not -ease <= t <= gun.e - gun.b + ease:
        faults.append("slide off the gun side")
    if abs(py) > ease or not t - ease <= px <= t + gun.b + ease:
        faults.append("p not on the base of the large at this slide")
    template = [(t, MP.mpf(0)), (t + gun.b, MP.mpf(0)), (t + gun.b / 2, gun.s)]
    if signed_clearance([q_local], template) > ease:
        faults.append("q not in the template")
    if signed_clearance([q], _outline(target)) > ease:
        faults.append("q not in the target")
    faults += [f"blocked by {b[0]}" for b in blockers if signed_clearance([p, q], _outline(b)) <= ZERO]
    return faults


def verify_witness(
    shooter: Ship,
    target: Ship,
    blockers: Iterable[Ship],
    side: str,
    slide: Number,
    p: tuple[Number, Number],
    q: tuple[Number, Number],
    slack: Number = Fraction(1, 10**6),
) -> bool:
    """True if (slide, p, q) proves a clear shot; arguments as of :func:`witness_faults` (mm, table frame)."""
    return not witness_faults(shooter, target, blockers, side, slide, p, q, slack)


# ---------------------------------------------------------------------------------------------- shots: dense search


@dataclass(frozen=True)
class Line:
    """A line of fire: slide (mm from the base corner), p and q (mm, table frame).

    ``clearance`` is the distance (mm) of pq from the nearest blocker, inf without blockers; ``depth`` how far (mm) q
    lies inside the target and inside the reach of p.
    """

    slide: float
    p: tuple[float, float]
    q: tuple[float, float]
    clearance: float
    depth: float


def dense_search(
    shooter: Ship, target: Ship, blockers: Sequence[Ship], side: str, n: int = 1000, keep: int = 64
) -> Line | None:
    """Looks for a clear line from many points p of the gun side (mm, table frame); doubles, so verify what it finds.

    From each p the visibility is complete: between two neighbouring directions towards corners (of outlines, of the
    target's part within reach, of overlaps) nothing changes, so one ray each decides. The p's are n evenly spaced
    points and those on lines through two corners, with nudges. Hence a find is a shot (up to rounding), while None
    only says that no set of good p's wider than the spacing was met: evidence, not proof. ``keep`` of the
    widest finds are measured; the one with the greatest min(clearance, depth) is returned.
    """
    gun = _Gun(shooter, side)
    e, b, s = float(gun.e), float(gun.b), float(gun.s)
    k = b / (2 * s)
    # a mirrored frame (right side) makes the corners run clockwise; _planes needs them anticlockwise
    rings = [np.array([gun.local(v) for v in _outline(ship)[:: gun.sign]], float) for ship in (target, *blockers)]
    p = _gun_points(rings, e, n)
    reach = [(1.0, -k, np.maximum(0, p - b)), (-1.0, -k, -np.minimum(e, p + b)), (0.0, -1.0, np.full_like(p, -s))]
    planes = [_planes(ring) for ring in rings]

    # directions (angles from each p) at which anything may change
    fixed = np.concatenate([*rings, *[_crossings(planes[0], plane) for plane in planes[1:]]])
    moving = [_meet(t, r) for t in planes[0] for r in reach]
    mx = np.stack([np.broadcast_to(m[0], p.shape) for m in moving], 1)
    my = np.stack([np.broadcast_to(m[1], p.shape) for m in moving], 1)
    fx, fy = (np.broadcast_to(fixed[:, i], (p.size, len(fixed))) for i in (0, 1))
    angles = np.arctan2(np.concatenate([fy, my], 1), np.concatenate([fx, mx], 1) - p[:, None])
    angles = np.where((angles >= 0) & (angles <= math.pi), angles, 0.0)  # NaN and directions behind the side
    angles = np.sort(np.concatenate([angles, np.full((p.size, 1), 0.0), np.full((p.size, 1), math.pi)], 1), 1)
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
    for index in np.argsort(-score)[:keep]:
        if score[index] <= 0:
            break
        i, j = divmod(int(index), near.shape[1])
        r = (near[i, j] + far[i, j]) / 2
        start, end = np.array([p[i], 0.0]), np.array([p[i] + r * dx[i, j], r * dy[i, j]])
        depth = float(min(nx * end[0] + ny * end[1] - c for nx, ny, c in planes[0]))
        low, high = max(0.0, p[i] - b, end[0] - b + k * end[1]), min(e - b, p[i], end[0] - k * end[1])
        inside = min((high - low) / 2 * s / math.hypot(s, b / 2), s - end[1])
        gaps = [_segment_gap(start, end, ring) for ring in rings[1:]]
        if best is None or min([*gaps, depth, inside]) > min(best.clearance, best.depth):
            p_table, q_table = gun.table((float(p[i]), 0.0)), gun.table((float(end[0]), float(end[1])))
            best = Line(
                slide=float(low + high) / 2,
                p=(float(p_table[0]), float(p_table[1])),
                q=(float(q_table[0]), float(q_table[1])),
                clearance=min(gaps, default=math.inf),
                depth=float(min(depth, inside)),
            )
    return best


def _gun_points(rings: list[Array], e: float, n: int) -> Array:
    corners = np.concatenate(rings)
    i, j = np.triu_indices(len(corners), 1)
    (ax, ay), (bx, by) = corners[i].T, corners[j].T
    with np.errstate(divide="ignore", invalid="ignore"):
        hits = ax - ay * (bx - ax) / (by - ay)
    hits = hits[np.isfinite(hits)]
    nudges = [0.0, *(sign * size for size in (1e-4, 1e-7, 1e-10) for sign in (-1, 1))]
    points = np.concatenate([np.linspace(0, e, n), *[hits + nudge for nudge in nudges]])
    return np.unique(points[(points >= 0) & (points <= e)])


def _planes(ring: Array) -> list[tuple[float, float, float]]:
    """Inward half-planes nx·x + ny·y >= c of an anticlockwise ring."""
    result = []
    for (ax, ay), (bx, by) in zip(ring, np.roll(ring, -1, 0), strict=True):
        length = math.hypot(bx - ax, by - ay)
        nx, ny = (ay - by) / length, (bx - ax) / length
        result.append((float(nx), float(ny), float(nx * ax + ny * ay)))
    return result


def _meet(first: tuple[float, float, Any], second: tuple[float, float, Any]) -> tuple[Any, Any]:
    det = first[0] * second[1] - first[1] * second[0]
    if abs(det) < 1e-14:
        return math.nan, math.nan
    return (first[2] * second[1] - first[1] * second[2]) / det, (first[0] * second[2] - first[2] * second[0]) / det


def _crossings(one: list[tuple[float, float, float]], two: list[tuple[float, float, float]]) -> Array:
    points: Array = np.array([_meet(first, second) for first in one for second in two], float)
    return np.asarray(points[np.isfinite(points[:, 0])], float)


def _span(planes: list[tuple[float, float, float]], p: Array, dx: Array, dy: Array) -> tuple[Array, Array]:
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


# ---------------------------------------------------------------------------------------------- passages


@dataclass(frozen=True)
class Scene:
    """A shot whose every clear line passes one gap of known width; rational poses, mm and degrees, table frame.

    ``kind`` says what faces the gap on either side ("edge-edge", "edge-corner", …). For width > 0, (slide, p, q)
    is a witness whose distance from both blockers is exactly width/2.
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
    (Fractions with finite decimals): as doubles the gap would change by about 1e-13 mm.

    Construction, before a final exact rigid motion (mirror, quarter turns, translation). The gap lies at the
    origin and is crossed along +x. The upper ship lies in y >= width, the lower in y <= 0, each with either its base
    edge along that line (heading 90 or 270, base midpoint on it, reaching over x = 0) or a base corner in it at x = 0
    (heading 0 or 180, base edge on the line x = 0). The gun side lies in x < 0, the target in x > 0.

    Why width > 0 is clear: the segment y = width/2 from the gun side to a point checked to lie 0.25 mm deep in target
    and template keeps width/2 from both ships. Why width 0 is not: each ship covers an interval of the line x = 0
    that ends at y = 0, both closed, so together one interval without a hole, even at the point of contact. Every shot
    stays in the trapezoid of the template's positions and must cross the line x = 0, and the trapezoid's whole section
    with that line is checked to lie in that interval, 0.25 mm from its ends. So lines that pass elsewhere leave the
    reach, and for small widths the only crossing is the gap 0 < y < width.
    """
    if not 0 <= width <= Fraction(1, 5):
        raise ValueError("width must lie between 0 and 1/5 mm")
    rng = random.Random(seed)
    while True:
        found = _draw_passage(rng)
        if found is not None:
            break
    shooter, target, upper, lower, side, kind = found
    upper = (upper[0], upper[1], upper[2], upper[3] + width, upper[4])
    gun, level = _Gun(shooter, side), width / 2
    spans = _corridor(shooter, target, side, float(level))
    assert spans is not None
    p, q = ((Fraction(x), level) for x in spans)
    (px, _), (qx, qy) = gun.local(p), gun.local(q)
    k = gun.b / (2 * gun.s)
    slide = (max(0, px - gun.b, qx - gun.b + k * qy) + min(gun.e - gun.b, px, qx - k * qy)) / 2
    mirror, turns = rng.random() < 0.5, rng.randrange(4)
    shift = tuple(Fraction(rng.randrange(400_000, 500_000), 1000) for _ in "xy")

    def place(x: Fraction, y: Fraction) -> tuple[Fraction, Fraction]:
        y = -y if mirror else y
        for _ in range(turns):
            x, y = -y, x
        return x + shift[0], y + shift[1]

    def moved(ship: Ship) -> Ship:
        heading = (-ship[4] if mirror else ship[4]) + 90 * turns
        return (ship[0], ship[1], *place(ship[2], ship[3]), heading % 360)

    return Scene(
        shooter=moved(shooter),
        target=moved(target),
        blockers=(moved(upper), moved(lower)),
        side={"left": "right", "right": "left"}[side] if mirror else side,
        width=width,
        kind=kind,
        slide=Fraction(float(slide)),
        p=place(*p),
        q=place(*q),
    )


DEEP = 0.25  # mm that every inequality of a passage is fulfilled by


def _draw_passage(rng: random.Random) -> tuple[Ship, Ship, Ship, Ship, str, str] | None:
    """Upper and lower ship, shooter and target drawn at random for width 0; None if the proof would not hold."""

    def rounded(value: float) -> Fraction:
        return Fraction(round(value * 1000), 1000)

    def blocker(name: str, up: int) -> tuple[Ship, float, str]:
        size = rng.choice(["small", "medium", "large"])
        b, s = base(size), float(step_length(size))
        if rng.random() < 0.6:
            x = rounded(rng.uniform(-0.35, 0.35) * float(b))
            return (name, size, x, Fraction(0), 180 - 90 * up), s * (1 - 2 * abs(float(x)) / float(b)), "edge"
        return (name, size, Fraction(0), up * b / 2, rng.choice([0, 180])), float(b), "corner"

    upper, over, above = blocker("upper", 1)
    lower, under, below = blocker("lower", -1)
    size, side = rng.choice(["small", "medium", "large"]), rng.choice(["left", "right"])
    e, b = float(side_length(size)), float(base(size))
    alpha = math.asin(b / 2 / e)
    for _ in range(40):
        sign = 1 if side == "left" else -1
        heading = math.degrees(sign * (alpha - math.pi / 2)) + rng.uniform(-40, 40)
        heading_q = Fraction(round(heading * 100), 100) if rng.random() < 0.7 else Fraction(round(heading / 15) * 15)
        h = math.radians(float(heading_q))
        u, d = rng.uniform(0.03, 0.97) * e, rng.uniform(0.5, 28)
        # p at (-d, 0): back along the side to the base corner, then to the base midpoint
        x = -d - u * math.cos(h - sign * alpha) + b / 2 * sign * math.sin(h)
        y = -u * math.sin(h - sign * alpha) - b / 2 * sign * math.cos(h)
        shooter = ("shooter", size, rounded(x), rounded(y), heading_q)
        other = rng.choice(["small", "medium", "large"])
        t, facing = rng.uniform(0.05, 0.95) * float(step_length(other)), Fraction(rng.randrange(36_000), 100)
        f, v = math.radians(float(facing)), rng.uniform(-0.3, 0.3) * float(base(other))
        x, y = rng.uniform(1, 45) - t * math.cos(f) + v * math.sin(f), -t * math.sin(f) - v * math.cos(f)
        target = ("target", other, rounded(x), rounded(y), facing)
        if _corridor(shooter, target, side, 0.0) is None:
            continue
        gun = _Gun(shooter, side)
        corners = [(0, 0), (gun.e, 0), (gun.e - gun.b / 2, gun.s), (gun.b / 2, gun.s)]
        reach = [gun.table(corner) for corner in corners]
        section = [
            ay - ax * (by - ay) / (bx - ax)
            for (ax, ay), (bx, by) in zip(reach, reach[1:] + reach[:1], strict=True)
            if ax * bx < 0
        ]
        if max(reach[0][0], reach[1][0]) > -DEEP or min(vx for vx, _ in _outline(target)) < DEEP:
            continue
        if max(section) > over - DEEP or min(section) < DEEP - under:
            continue
        pairs = [(shooter, upper), (shooter, lower), (target, upper), (target, lower), (shooter, target)]
        if all(signed_clearance(_outline(one), _outline(two)) > 2 * DEEP for one, two in pairs):
            return shooter, target, upper, lower, side, f"{above}-{below}"
    return None


def _corridor(shooter: Ship, target: Ship, side: str, level: float) -> tuple[float, float] | None:
    """x of p and q (mm) on the line y = level, p on the gun side, q deep in target and reach; None if there is none."""
    sign, e, b, s = 1 if side == "left" else -1, *(float(f(shooter[1])) for f in (side_length, base)), 0.0
    h = math.radians(float(shooter[4]))
    alpha = math.asin(b / 2 / e)
    wx, wy = math.cos(h - sign * alpha), math.sin(h - sign * alpha)
    ox, oy = float(shooter[2]) - b / 2 * sign * math.sin(h), float(shooter[3]) + b / 2 * sign * math.cos(h)
    if abs(wy) < 0.1:
        return None
    u = (level - oy) / wy
    px, b, s = ox + u * wx, float(base("large")), float(step_length("large"))
    if not DEEP <= u <= e - DEEP:
        return None
    k = b / (2 * s)
    # along y = level, r mm beyond p: local coordinates (u + r·wx, -sign·r·wy); each entry is value + slope·r >= 0
    ax, ay = wx, -sign * wy
    limits = [(u, ax - k * ay), (e - u, -ax - k * ay), (b, ax - k * ay), (b, -ax - k * ay), (0.0, ay), (s, -ay)]
    f, half = math.radians(float(target[4])), float(base(target[1])) / 2
    long, tx, ty = float(step_length(target[1])), float(target[2]), float(target[3])
    forward, left = (px - tx) * math.cos(f) + (level - ty) * math.sin(f), 0.0
    left = (level - ty) * math.cos(f) - (px - tx) * math.sin(f)
    edge = math.hypot(long, half)
    limits.append((forward, math.cos(f)))
    for turn in (1, -1):
        value = (half * (long - forward) - turn * left * long) / edge
        limits.append((value, (-half * math.cos(f) + turn * long * math.sin(f)) / edge))
    low, high = 0.0, math.inf
    for value, slope in limits:
        if slope > 0:
            low = max(low, (DEEP - value) / slope)
        elif slope < 0:
            high = min(high, (value - DEEP) / -slope)
        elif value < DEEP:
            return None
    return (px, px + (low + high) / 2) if low < high else None

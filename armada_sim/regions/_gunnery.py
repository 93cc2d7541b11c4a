"""What a ship that lies somewhere may shoot at: lines from its gun sides among everything solid."""

import math
from typing import NamedTuple

from armada_sim.geometry.kernel.lines import (
    ALONG_X,
    ALONG_Y,
    FIRST,
    FROM_X,
    FROM_Y,
    LAST,
    LENGTH,
    OUT_X,
    OUT_Y,
    keep,
    shaded,
)
from armada_sim.geometry.kernel.outlines import (
    SHORT,
    SQUARE,
    TINY,
    Array,
    Ints,
    heading_vector,
    signed_separation,
)
from armada_sim.geometry.kernel.scenes import Scene, Work, spare_room

PLACES = 5
"""Of a gun side a shot is tried from."""

PEAK_MM = 0.5
"""mm. Between distances from the base midpoint at which it is known how a side is best turned to a point."""

TURNS = (0.0, 0.6, -0.6)
"""Headings that are tried besides, of the way to the last that has a point in reach."""

MOST_SLIDES = 64
"""Pieces of the slides of one side that are looked at apart."""


class Battery(NamedTuple):
    """The guns of a ship in its own frame, and what keeps them from firing, as arrays. mm."""

    sides: Array
    """(s, 9) start, unit vectors along and outwards, length of a gun side; first and last slide of the large
    piece there. A side whose slides are looked at apart has several rows."""

    arms: Array
    """(s, 2) the farthest from the base midpoint that anything of the row's side, and of the large piece there, is."""

    shape: Array
    """(v, 3) corners of the large piece at slide 0, its base along x from 0; and whether they lie to the right of
    its middle. A sharp tip counts twice."""

    slopes: Array
    """(n, 2) k and c of its long edges, which lie k y - c further in at depth y."""

    base: float
    depth: float
    things: Array
    """(m, k, 2) corners of each solid that blocks lines, on the table; unused rows repeat the first."""

    bounds: Array
    """(m, 3) a circle about each."""

    room: Array
    """(l, k, 2) the same of what the large piece must have room among."""

    walls: Array
    """(w, 3) and (d, 3): half-planes and discs it must stay inside."""

    discs: Array
    cut: bool
    """What blocks lines must not meet it nearer to the side than its target (clear_template)."""

    apart: bool
    """Whether it matters for a target at which slide the large piece lies, and not only for its lines."""

    chords: Array
    """(c, 4) ends of segments that lie wholly in what blocks lines."""

    spare: Array
    """Room: (2, p) for one outline, and"""

    parts: Array
    """(q, 2, p) for several."""


def large_piece(battery: Battery, side: Array, points: Array) -> int:
    """What the large piece covers between the slides of a side, counter-clockwise on the table; how many corners."""
    n = len(battery.shape)
    mirrored = side[ALONG_X] * side[OUT_Y] - side[ALONG_Y] * side[OUT_X] < 0.0
    for i in range(n):
        k = n - 1 - i if mirrored else i
        x = battery.shape[k, 0] + (side[LAST] if battery.shape[k, 2] > 0.0 else side[FIRST])
        y = battery.shape[k, 1]
        points[0, i] = side[FROM_X] + x * side[ALONG_X] + y * side[OUT_X]
        points[1, i] = side[FROM_Y] + x * side[ALONG_Y] + y * side[OUT_Y]
    return n


def inside(battery: Battery, points: Array, n: int) -> float:
    """mm. How far inside the surface all corners of a polygon lie; inf where it may lie beyond."""
    least = math.inf
    for i in range(n):
        for w in range(len(battery.walls)):
            wall = battery.walls[w]
            least = min(least, wall[0] * points[0, i] + wall[1] * points[1, i] - wall[2])
        for d in range(len(battery.discs)):
            dx, dy = points[0, i] - battery.discs[d, 0], points[1, i] - battery.discs[d, 1]
            least = min(least, battery.discs[d, 2] - math.sqrt(dx * dx + dy * dy))
    return least


def free_depth(battery: Battery, side: Array) -> float:
    """mm. Targets nearer to a side than this may be shot at, wherever the large piece lies between the side's slides.

    Only its lines may then still be blocked. 0 or less: nothing may.
    """
    if len(battery.room) == 0 and len(battery.walls) == 0 and len(battery.discs) == 0 and not battery.cut:
        return float(battery.depth)
    points = battery.spare
    n = large_piece(battery, side, points)
    if inside(battery, points, n) <= TINY:
        return 0.0
    best = battery.depth
    for j in range(len(battery.room)):
        thing = battery.room[j]
        if signed_separation(points[0], points[1], n, thing[:, 0], thing[:, 1], len(thing)) <= TINY:
            return 0.0
    if battery.cut:
        for j in range(len(battery.things)):
            thing = battery.things[j]
            if signed_separation(points[0], points[1], n, thing[:, 0], thing[:, 1], len(thing)) <= TINY:
                m = under(battery, side, TINY, thing)
                for i in range(m):
                    away_x, away_y = battery.parts[0, 0, i] - side[FROM_X], battery.parts[0, 1, i] - side[FROM_Y]
                    best = min(best, away_x * side[OUT_X] + away_y * side[OUT_Y])
    return float(best)


def under(battery: Battery, side: Array, pad: float, shape: Array) -> int:
    """The part of a convex polygon (n, 2) that the large piece covers between the slides of a side, or nearly.

    pad: mm by which its edges are moved out. The part is left in battery.parts[0]; returns how many corners it has.
    """
    n = len(shape)
    battery.parts[0, :, 0:n] = shape.T
    for edge in range(4 + 2 * len(battery.slopes)):
        # in the frame of the side: u x + v y >= w
        if edge < 2:
            u, v, w = 0.0, 1.0 - 2.0 * edge, -battery.depth * edge
        elif edge < 4:
            u, v, w = 5.0 - 2.0 * edge, 0.0, side[FIRST] if edge == 2 else -side[LAST] - battery.base
        else:
            k, c = battery.slopes[(edge - 4) // 2, 0], battery.slopes[(edge - 4) // 2, 1]
            u, v, w = 1.0, -k, side[FIRST] - c
            if edge % 2 == 1:
                u, w = -1.0, -side[LAST] - battery.base - c
        a, b = u * side[ALONG_X] + v * side[OUT_X], u * side[ALONG_Y] + v * side[OUT_Y]
        w += a * side[FROM_X] + b * side[FROM_Y] - pad * math.sqrt(u * u + v * v)
        n = keep(battery.parts[0], n, a, b, w, battery.parts[1])
    return n


def cleared(gun: Array, x: float, y: float, thing: Array) -> float:
    """mm. Lines from a place of a gun side to all points within so much of another point miss a convex obstacle (k, 2).

    At most the distance between the two points. The best of the lines that may lie between: through the gun, square
    to the way, and along each side of the obstacle.
    """
    dx, dy = x - gun[0], y - gun[1]
    length = math.sqrt(dx * dx + dy * dy)
    left = right = length
    first, final = math.inf, -math.inf
    n = len(thing)
    for i in range(n):
        rx, ry = thing[i, 0] - gun[0], thing[i, 1] - gun[1]
        along, across = (rx * dx + ry * dy) / length, (dx * ry - dy * rx) / length
        first, final = min(first, along), max(final, along)
        share = across * length / math.sqrt(rx * rx + ry * ry + TINY * TINY)
        if across <= 0.0 or along > 0.0:
            left = min(left, share if across > 0.0 else across)
        if across >= 0.0 or along > 0.0:
            right = min(right, -share if across < 0.0 else -across)
    best = max(left, right, first - length)
    if final < -TINY:
        return length
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        nx, ny = thing[j, 1] - thing[i, 1], thing[i, 0] - thing[j, 0]
        size = math.sqrt(nx * nx + ny * ny)
        if size > SHORT:
            low, high = math.inf, -math.inf
            for k in range(n):
                out = (nx * thing[k, 0] + ny * thing[k, 1]) / size
                low, high = min(low, out), max(high, out)
            here, there = (nx * gun[0] + ny * gun[1]) / size, (nx * x + ny * y) / size
            if here > high:
                best = max(best, there - high)
            if here < low:
                best = max(best, low - there)
    return min(best, length) - TINY


def depth_at(battery: Battery, side: Array, deepest: float, qx: float, qy: float, least: float, gun: Array) -> float:
    """mm. All points within so much of one can be shot at from the same place of a gun side, left in `gun`.

    side: as a row of battery.sides, on the table. deepest: its `free_depth`. 0 where it is no more than `least`.
    """
    base, slopes, things, bounds = battery.base, battery.slopes, battery.things, battery.bounds
    dx, dy = qx - side[FROM_X], qy - side[FROM_Y]
    x, y = dx * side[ALONG_X] + dy * side[ALONG_Y], dx * side[OUT_X] + dy * side[OUT_Y]
    room = min(y, deepest - y)
    inset = 0.0
    for i in range(len(slopes)):
        inset = max(inset, slopes[i, 0] * y - slopes[i, 1])
    low, high = max(side[FIRST], x - base + inset), min(side[LAST], x - inset)
    if room <= least or low > high:
        return 0.0
    first, last = max(low, 0.0), min(high + base, side[LENGTH])
    best = 0.0
    for place in range(PLACES):
        at = first + (last - first) * place / (PLACES - 1)
        start, latest = max(side[FIRST], at - base), min(side[LAST], at)
        if first > last or latest < start:
            continue
        stop = latest + base
        depth = min(room, x - start, stop - x)
        for i in range(len(slopes)):
            in_ = slopes[i, 0] * y - slopes[i, 1]
            depth = min(depth, (min(x - start, stop - x) - in_) / math.sqrt(1.0 + slopes[i, 0] * slopes[i, 0]))
        depth -= TINY
        gx, gy = side[FROM_X] + at * side[ALONG_X], side[FROM_Y] + at * side[ALONG_Y]
        middle_x, middle_y, half = 0.5 * (gx + qx), 0.5 * (gy + qy), 0.5 * math.sqrt((qx - gx) ** 2 + (qy - gy) ** 2)
        battery.spare[0, 0], battery.spare[0, 1] = gx, gy
        for j in range(len(things)):
            if depth <= max(best, least):
                break
            ex, ey, far = bounds[j, 0] - middle_x, bounds[j, 1] - middle_y, bounds[j, 2] + half + depth
            if ex * ex + ey * ey <= far * far:
                depth = min(depth, cleared(battery.spare[0], qx, qy, things[j]))
        if depth > max(best, least):
            best = depth
            gun[0], gun[1] = gx, gy
    return best


def aim(battery: Battery, row: int, x: float, y: float, heading: float, side: Array) -> None:
    """Put a row of the battery's sides on the table."""
    cosine, sine = heading_vector(heading)
    for i in range(0, 6, 2):
        side[i] = battery.sides[row, i] * cosine - battery.sides[row, i + 1] * sine
        side[i + 1] = battery.sides[row, i] * sine + battery.sides[row, i + 1] * cosine
    side[FROM_X] += x
    side[FROM_Y] += y
    side[LENGTH], side[FIRST], side[LAST] = battery.sides[row, 6], battery.sides[row, 7], battery.sides[row, 8]


def find_shots(
    battery: Battery, peaks: Array, fans: Array, numbers: Ints, nodes: Array, tries: Ints, depths: Array, shots: Ints,
    headings: Array,
    side: Array, gun: Array,
) -> None:  # fmt: skip
    """By which last steps of fans and rows of sides points of the table, and what is near them, can be shot at.

    peaks: (rows, k, 2) for each row and each PEAK_MM of distance from the base midpoint: the bearing in the ship's
    frame at which a point lies deepest in what the row reaches, degrees, and how far to either side it lies in it
    (negative: nowhere). numbers: which of the fans. nodes: (m, 2). tries: (m,) how often to look at each. depths,
    shots, headings: (m,) results: all within so much (mm) of it can be shot at; 1 + number of fan and row; heading,
    degrees.
    """
    rows = len(battery.sides)
    for f in numbers:
        for i in range(len(nodes)):
            dx, dy = nodes[i, 0] - fans[f, 0], nodes[i, 1] - fans[f, 1]
            at = math.sqrt(dx * dx + dy * dy) / PEAK_MM
            k = int(at)
            if k + 1 >= peaks.shape[1] or tries[i] <= 0:
                continue
            bearing = math.degrees(math.atan2(dy, dx))
            middle = 0.5 * (fans[f, 2] + fans[f, 3])
            for s in range(rows):
                wide = max(peaks[s, k, 1], peaks[s, k + 1, 1])
                if wide < 0.0:
                    continue
                best = bearing - peaks[s, k, 0] - (at - k) * (peaks[s, k + 1, 0] - peaks[s, k, 0])
                best -= 360.0 * math.floor((best - middle) / 360.0 + 0.5)
                if best + wide < fans[f, 2] or best - wide > fans[f, 3]:
                    continue
                looked = False
                for turn in range(3):
                    heading = best + TURNS[turn] * wide
                    if turn == 0:
                        heading = min(max(best, fans[f, 2]), fans[f, 3])
                    elif heading < fans[f, 2] or heading > fans[f, 3] or not looked or depths[i] > 0.0:
                        continue
                    aim(battery, s, fans[f, 0], fans[f, 1], heading, side)
                    deepest = free_depth(battery, side)
                    depth = depth_at(battery, side, deepest, nodes[i, 0], nodes[i, 1], depths[i], gun)
                    looked = True
                    if depth > depths[i]:
                        depths[i], shots[i], headings[i] = depth, f * rows + s + 1, heading
                if looked:
                    tries[i] -= 1


def may_shoot(
    battery: Battery, x: float, y: float, heading: float, half: float, turn: float,
    target: Array, least: float, side: Array, ends: Array,
) -> bool:  # fmt: skip
    """Whether some shot from a pose within `half` mm, each way, and `turn` degrees of one may be allowed.

    False: proved that none is. target: (n, 2) corners. least: mm^2 of it that must be covered.
    """
    shift, swing = half * SQUARE, math.radians(turn)
    for s in range(len(battery.sides)):
        aim(battery, s, x, y, heading, side)
        off = shift + swing * battery.arms[s, 1] + TINY
        near = shift + swing * battery.arms[s, 0] + TINY
        first, last = side[FIRST], side[LAST]
        pieces = 1
        if battery.apart:
            pieces = min(MOST_SLIDES, max(1, math.ceil(0.5 * (last - first) / off)))
        for piece in range(pieces):
            side[FIRST] = first + (last - first) * piece / pieces
            side[LAST] = first + (last - first) * (piece + 1) / pieces
            if least > 0.0 and covered_area(battery, side, off, target) < least:
                continue
            if no_room(battery, side, off):
                continue
            low, high = max(0.0, side[FIRST]), min(side[LENGTH], side[LAST] + battery.base)
            for e in range(2):
                at = high if e == 1 else low
                ends[0, e], ends[1, e] = side[FROM_X] + at * side[ALONG_X], side[FROM_Y] + at * side[ALONG_Y]
            n = under(battery, side, off, target)
            if n > 0 and not shaded(battery.chords, ends, near, battery.parts, n):
                return True
    return False


def covered_area(battery: Battery, side: Array, off: float, target: Array) -> float:
    """mm^2. No more of a target is covered by the large piece between the slides of a side, off by `off` at most."""
    n = under(battery, side, off + TINY, target)
    points, area = battery.parts[0], 0.0
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        one = (points[0, i] - points[0, 0]) * (points[1, j] - points[1, 0])
        area += 0.5 * (one - (points[0, j] - points[0, 0]) * (points[1, i] - points[1, 0]))
    return float(abs(area) + TINY * battery.depth)


def no_room(battery: Battery, side: Array, off: float) -> bool:
    """Whether the large piece lies on something, or over the edge, wherever it lies between the slides of a side.

    off: mm by which anything of it may be off besides.
    """
    if len(battery.room) == 0 and len(battery.walls) == 0 and len(battery.discs) == 0:
        return False
    middle = 0.5 * (side[FIRST] + side[LAST])
    off += 0.5 * (side[LAST] - side[FIRST])
    points, low, high = battery.spare, side[FIRST], side[LAST]
    side[FIRST], side[LAST] = middle, middle
    n = large_piece(battery, side, points)
    side[FIRST], side[LAST] = low, high
    if inside(battery, points, n) < -off:
        return True
    for j in range(len(battery.room)):
        thing = battery.room[j]
        if signed_separation(points[0], points[1], n, thing[:, 0], thing[:, 1], len(thing)) >= -off:
            continue
        return True
    return False


def open_shots(
    scene: Scene, battery: Battery, number: int, target: Array, least: float,
    boxes: Array, waiting: int, finest: float, budget: int, work: Work, left: Array,
) -> tuple[int, int, int]:  # fmt: skip
    """Last poses from which a target may be shot at: boxes of them are cut until none is larger than `finest` mm.

    number: the step that asks for the least clearance. boxes: (b, 5) x, y, heading, half side, half turn; the first
    `waiting` are looked at, the last first. left: (l, 5) result: those small ones from which no proof excludes a shot;
    it ends when they fill it. Returns how many there are, how many boxes still wait, and what is left of the budget.
    """
    found = 0
    side, ends = work.spare[0], work.bases
    while waiting > 0 and budget > 0 and found < len(left):
        budget -= 1
        waiting -= 1
        x, y, heading, half, turn = (
            boxes[waiting, 0], boxes[waiting, 1], boxes[waiting, 2], boxes[waiting, 3], boxes[waiting, 4],
        )  # fmt: skip
        off = half * SQUARE + scene.radius * math.radians(turn)
        if off < 2.0 * scene.radius and spare_room(scene, number, 0, x, y, heading, off + TINY) <= 0.0:
            continue
        if not may_shoot(battery, x, y, heading, half, turn, target, least, side, ends):
            continue
        wide, round_ = half * SQUARE, battery.arms[0, 1] * math.radians(turn)
        if max(wide, round_) <= finest:
            for i in range(5):
                left[found, i] = boxes[waiting, i]
            found += 1
        elif waiting + 4 > len(boxes):
            return found, waiting + 1, budget
        elif round_ >= wide:
            for i in range(5):
                boxes[waiting + 1, i] = boxes[waiting, i]
            for k in range(2):
                boxes[waiting + k, 2] = heading + (k - 0.5) * turn
                boxes[waiting + k, 4] = 0.5 * turn
            waiting += 2
        else:
            for k in range(4):
                boxes[waiting + k, 0] = x + (k % 2 - 0.5) * half
                boxes[waiting + k, 1] = y + (k // 2 - 0.5) * half
                boxes[waiting + k, 2], boxes[waiting + k, 3], boxes[waiting + k, 4] = heading, 0.5 * half, turn
            waiting += 4
    return found, waiting, budget

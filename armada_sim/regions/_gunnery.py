"""What a ship that lies somewhere may shoot at: lines from its gun sides among everything solid."""

import math
from typing import Any, NamedTuple

import numpy as np

from armada_sim.geometry.kernel.outlines import SHORT, SQUARE, TINY, Floats, heading_vector, signed_separation
from armada_sim.geometry.kernel.scenes import spare_room

PLACES = 5
"""Of a gun side a shot is tried from."""

PEAK_MM = 0.5
"""mm. Between distances from the base midpoint at which it is known how a side is best turned to a point."""

TURNS = (0.0, 0.6, -0.6)
"""Headings that are tried besides, of the way to the last that has a point in reach."""

MOST_SLIDES = 64
"""Pieces of the slides of one side that are looked at apart."""

MOST_PAIRS = 200
"""Parts of a gun side and of a target between which lines are looked at."""


class Battery(NamedTuple):
    """The guns of a ship in its own frame, and what keeps them from firing, as arrays. mm."""

    sides: Any
    """(s, 9) start, unit vectors along and outwards, length of a gun side; first and last slide of the large
    piece there. A side whose slides are looked at apart has several rows."""

    arms: Any
    """(s, 2) the farthest from the base midpoint that anything of the row's side, and of the large piece there, is."""

    shape: Any
    """(v, 3) corners of the large piece at slide 0, its base along x from 0; and whether they lie to the right of
    its middle. A sharp tip counts twice."""

    slopes: Any
    """(n, 2) k and c of its long edges, which lie k y - c further in at depth y."""

    base: float
    depth: float
    square: bool
    """Only lines square to the side, each from its own place."""

    things: Any
    """(m, k, 2) corners of each solid that blocks lines, on the table; unused rows repeat the first."""

    bounds: Any
    """(m, 3) a circle about each."""

    room: Any
    """(l, k, 2) the same of what the large piece must have room among."""

    later: Any
    """(l,) 1 for what it may lie on all the same if that begins no nearer to the side than the target."""

    walls: Any
    """(w, 3) and (d, 3): half-planes and discs it must stay inside."""

    discs: Any
    cut: bool
    """What blocks lines must not meet it nearer to the side than its target (clear_template)."""

    apart: bool
    """Whether it matters for a target at which slide the large piece lies, and not only for its lines."""

    chords: Any
    """(c, 4) ends of segments that lie wholly in what blocks lines."""

    spare: Any
    """Room: (2, p) for one outline, and"""

    parts: Any
    """(q, 2, p) for several."""


def clipped(px: Any, py: Any, n: int, a: float, b: float, c: float, qx: Any, qy: Any) -> int:
    """The part of a convex polygon (or segment, or point) where a x + b y >= c; how many corners it has."""
    found = 0
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        here = a * px[i] + b * py[i] - c
        there = a * px[j] + b * py[j] - c
        if here >= 0.0:
            qx[found], qy[found] = px[i], py[i]
            found += 1
        if (here >= 0.0) != (there >= 0.0):
            share = here / (here - there)
            qx[found], qy[found] = px[i] + share * (px[j] - px[i]), py[i] + share * (py[j] - py[i])
            found += 1
    return found


def laid(battery: Any, side: Floats, px: Any, py: Any) -> int:
    """What the large piece covers between the slides of a side, counter-clockwise on the table; how many corners."""
    n = len(battery.shape)
    mirrored = side[2] * side[5] - side[3] * side[4] < 0.0
    for i in range(n):
        k = n - 1 - i if mirrored else i
        x = battery.shape[k, 0] + (side[8] if battery.shape[k, 2] > 0.0 else side[7])
        y = battery.shape[k, 1]
        px[i] = side[0] + x * side[2] + y * side[4]
        py[i] = side[1] + x * side[3] + y * side[5]
    return n


def depth_of(side: Floats, thing: Any) -> float:
    """mm. How far from a side a thing (k, 2) begins, 0 if behind it."""
    least = math.inf
    for i in range(len(thing)):
        least = min(least, (thing[i, 0] - side[0]) * side[4] + (thing[i, 1] - side[1]) * side[5])
    return max(least, 0.0)


def free_depth(battery: Any, side: Floats) -> float:
    """mm. Targets nearer to a side than this may be shot at, wherever the large piece lies between the side's slides.

    Only its lines may then still be blocked. 0 or less: nothing may.
    """
    if len(battery.room) == 0 and len(battery.walls) == 0 and len(battery.discs) == 0 and not battery.cut:
        return float(battery.depth)
    px, py = battery.spare[0], battery.spare[1]
    n = laid(battery, side, px, py)
    for i in range(n):
        for w in range(len(battery.walls)):
            if battery.walls[w, 0] * px[i] + battery.walls[w, 1] * py[i] - battery.walls[w, 2] <= TINY:
                return 0.0
        for d in range(len(battery.discs)):
            dx, dy = px[i] - battery.discs[d, 0], py[i] - battery.discs[d, 1]
            if math.sqrt(dx * dx + dy * dy) >= battery.discs[d, 2] - TINY:
                return 0.0
    best = battery.depth
    for j in range(len(battery.room)):
        thing = battery.room[j]
        if signed_separation(px, py, n, thing[:, 0], thing[:, 1], len(thing)) <= TINY:
            if battery.later[j] == 0:
                return 0.0
            best = min(best, depth_of(side, thing))
    if battery.cut:
        for j in range(len(battery.things)):
            thing = battery.things[j]
            if signed_separation(px, py, n, thing[:, 0], thing[:, 1], len(thing)) <= TINY:
                best = min(best, part_depth(battery, side, thing))
    return float(best)


def part_depth(battery: Any, side: Floats, thing: Any) -> float:
    """mm. No part of a thing under the large piece, between the slides of a side, is nearer to the side than this."""
    m = len(thing)
    ax, ay, bx, by = battery.parts[0, 0], battery.parts[0, 1], battery.parts[1, 0], battery.parts[1, 1]
    for i in range(m):
        ax[i], ay[i] = thing[i, 0], thing[i, 1]
    m = under(battery, side, TINY, ax, ay, m, bx, by)
    least = battery.depth
    for i in range(m):
        least = min(least, (ax[i] - side[0]) * side[4] + (ay[i] - side[1]) * side[5])
    return float(least)


def under(battery: Any, side: Floats, pad: float, ax: Any, ay: Any, n: int, bx: Any, by: Any) -> int:
    """Cut a convex polygon, in (ax, ay), to what the large piece covers between the slides of a side, or nearly.

    pad: mm by which its edges are moved out. (bx, by): room. Returns how many corners are left.
    """
    for edge in range(4 + 2 * len(battery.slopes)):
        # in the frame of the side: u x + v y >= w
        if edge < 2:
            u, v, w = 0.0, 1.0 - 2.0 * edge, -battery.depth * edge
        elif edge < 4:
            u, v, w = 5.0 - 2.0 * edge, 0.0, side[7] if edge == 2 else -side[8] - battery.base
        else:
            k, c = battery.slopes[(edge - 4) // 2, 0], battery.slopes[(edge - 4) // 2, 1]
            u, v, w = 1.0, -k, side[7] - c
            if edge % 2 == 1:
                u, w = -1.0, -side[8] - battery.base - c
        a, b = u * side[2] + v * side[4], u * side[3] + v * side[5]
        w += a * side[0] + b * side[1] - pad * math.sqrt(u * u + v * v)
        n = clipped(ax, ay, n, a, b, w, bx, by)
        for i in range(n):
            ax[i], ay[i] = bx[i], by[i]
    return n


def cleared(gun: Any, x: float, y: float, thing: Any, square: bool) -> float:
    """mm. Lines from a place of a gun side to all points within so much of another point miss a convex obstacle (k, 2).

    square: the lines are parallel, each from its own place beside. At most the distance between the two points.
    The best of the lines that may lie between: through the gun, square to the way, and along each side of the obstacle.
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
        share = across if square else across * length / math.sqrt(rx * rx + ry * ry + TINY * TINY)
        if across <= 0.0 or along > 0.0 or square:
            left = min(left, share if across > 0.0 else across)
        if across >= 0.0 or along > 0.0 or square:
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
            if min(here, there if square else here) > high:
                best = max(best, (min(here, there) if square else there) - high)
            if max(here, there if square else here) < low:
                best = max(best, low - (max(here, there) if square else there))
    return min(best, length) - TINY


def depth_at(battery: Any, side: Floats, deepest: float, qx: float, qy: float, least: float, gun: Any) -> float:
    """mm. All points within so much of one can be shot at from the same place of a gun side, left in `gun`.

    side: as a row of battery.sides, on the table. deepest: its `free_depth`. 0 where it is no more than `least`.
    """
    base, slopes, things, bounds = battery.base, battery.slopes, battery.things, battery.bounds
    dx, dy = qx - side[0], qy - side[1]
    x, y = dx * side[2] + dy * side[3], dx * side[4] + dy * side[5]
    room = min(y, deepest - y)
    inset = 0.0
    for i in range(len(slopes)):
        inset = max(inset, slopes[i, 0] * y - slopes[i, 1])
    low, high = max(side[7], x - base + inset), min(side[8], x - inset)
    if room <= least or low > high:
        return 0.0
    first, last = max(low, 0.0), min(high + base, side[6])
    if battery.square:
        first = last = x
        room = min(room, x, side[6] - x)
    best = 0.0
    for place in range(1 if battery.square else PLACES):
        at = first + (last - first) * place / (PLACES - 1)
        start, latest = max(side[7], at - base), min(side[8], at)
        if battery.square:
            start, latest = side[7], side[8]
        if first > last or latest < start:
            continue
        stop = latest + base
        depth = min(room, x - start, stop - x)
        for i in range(len(slopes)):
            in_ = slopes[i, 0] * y - slopes[i, 1]
            depth = min(depth, (min(x - start, stop - x) - in_) / math.sqrt(1.0 + slopes[i, 0] * slopes[i, 0]))
        depth -= TINY
        gx, gy = side[0] + at * side[2], side[1] + at * side[3]
        middle_x, middle_y, half = 0.5 * (gx + qx), 0.5 * (gy + qy), 0.5 * math.sqrt((qx - gx) ** 2 + (qy - gy) ** 2)
        battery.spare[0, 0], battery.spare[0, 1] = gx, gy
        for j in range(len(things)):
            if depth <= max(best, least):
                break
            ex, ey, far = bounds[j, 0] - middle_x, bounds[j, 1] - middle_y, bounds[j, 2] + half + depth
            if ex * ex + ey * ey <= far * far:
                depth = min(depth, cleared(battery.spare[0], qx, qy, things[j], battery.square))
        if depth > max(best, least):
            best = depth
            gun[0], gun[1] = gx, gy
    return best


def aim(battery: Any, row: int, x: float, y: float, heading: float, side: Any) -> None:
    """Put a row of the battery's sides on the table."""
    cosine, sine = heading_vector(heading)
    for i in range(0, 6, 2):
        side[i] = battery.sides[row, i] * cosine - battery.sides[row, i + 1] * sine
        side[i + 1] = battery.sides[row, i] * sine + battery.sides[row, i + 1] * cosine
    side[0] += x
    side[1] += y
    side[6], side[7], side[8] = battery.sides[row, 6], battery.sides[row, 7], battery.sides[row, 8]


def find_shots(
    battery: Any, peaks: Any, fans: Any, numbers: Any, nodes: Any, tries: Any, depths: Any, shots: Any, headings: Any,
    side: Any, gun: Any,
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


def crossed(battery: Any, ends: Any, off: float, px: Any, py: Any, n: int) -> bool:
    """Whether every line from near a segment, (2, 2) its ends, to a convex polygon is blocked by the same chord.

    off: mm by which either end of the segment may be off.

    Which side of a line a point lies on is linear in each of three points, so it is enough to look at corners;
    displacing a point by d changes the area it spans with two others by their distance times d, at most.
    """
    for j in range(len(battery.chords)):
        ux, uy, vx, vy = battery.chords[j, 0], battery.chords[j, 1], battery.chords[j, 2], battery.chords[j, 3]
        dx, dy = vx - ux, vy - uy
        length = math.sqrt(dx * dx + dy * dy)
        first = dx * (ends[0, 1] - uy) - dy * (ends[0, 0] - ux)
        sign = 1.0 if first > 0.0 else -1.0
        second = dx * (ends[1, 1] - uy) - dy * (ends[1, 0] - ux)
        if min(sign * first, sign * second) <= (off + TINY) * length:
            continue
        blocked = True
        for i in range(n):
            qx, qy = px[i], py[i]
            if sign * (dx * (qy - uy) - dy * (qx - ux)) >= -TINY * length:
                blocked = False
                break
            for e in range(2):
                ex, ey = qx - ends[e, 0], qy - ends[e, 1]
                by_u = ex * (uy - ends[e, 1]) - ey * (ux - ends[e, 0])
                by_v = ex * (vy - ends[e, 1]) - ey * (vx - ends[e, 0])
                reach_u = (off + TINY) * (abs(qx - ux) + abs(qy - uy))
                reach_v = (off + TINY) * (abs(qx - vx) + abs(qy - vy))
                # seen from a start to the left of the chord, its start u is to the left of the line, its end v right
                if -sign * by_u <= reach_u or sign * by_v <= reach_v:
                    blocked = False
                    break
            if not blocked:
                break
        if blocked:
            return True
    return False


def met_by_chord(battery: Any, x: float, y: float, to_x: float, to_y: float) -> bool:
    """Whether a line crosses any chord."""
    ex, ey = to_x - x, to_y - y
    for j in range(len(battery.chords)):
        ux, uy, vx, vy = battery.chords[j, 0], battery.chords[j, 1], battery.chords[j, 2], battery.chords[j, 3]
        dx, dy = vx - ux, vy - uy
        start = dx * (y - uy) - dy * (x - ux)
        stop = dx * (to_y - uy) - dy * (to_x - ux)
        one = ex * (uy - y) - ey * (ux - x)
        other = ex * (vy - y) - ey * (vx - x)
        if start * stop < 0.0 and one * other < 0.0:
            return True
    return False


def shaded(battery: Any, side: Floats, ends: Any, off: float, askew: float, n: int) -> bool:
    """Whether every line from near a segment to a convex polygon, in battery.parts[0], is proved to be blocked.

    ends: (2, 2) of the segment, part of a side; off: mm by which either may be off; askew: mm by which lines square
    to the side may be. Segment and polygon are cut in two in turn until one chord blocks each pair, or until the line
    between the middles of a pair is free.
    """
    parts = battery.parts
    most = len(parts) - 2
    counts = [0] * (most + 1)
    spans = np.zeros((most + 1, 2))
    counts[0], spans[0, 1] = n, 1.0
    waiting, looked = 1, 0
    some = parts[most + 1]
    while waiting > 0:
        waiting -= 1
        low, high = spans[waiting, 0], spans[waiting, 1]
        m = counts[waiting]
        px, py = parts[waiting, 0], parts[waiting, 1]
        if battery.square:
            m = before_span(side, ends, low, high, askew, px, py, m, some[0], some[1])
            if m == 0:
                continue
        middle_x = middle_y = 0.0
        for i in range(m):
            middle_x += px[i] / m
            middle_y += py[i] / m
        for e in range(2):
            at = high if e == 1 else low
            for t in range(2):
                some[t, e] = ends[0, t] + at * (ends[1, t] - ends[0, t])
        looked += 1
        if crossed(battery, some[:, :2].T, off, px, py, m):
            continue
        from_x, from_y = 0.5 * (some[0, 0] + some[0, 1]), 0.5 * (some[1, 0] + some[1, 1])
        if looked > MOST_PAIRS or waiting + 2 > most or not met_by_chord(battery, from_x, from_y, middle_x, middle_y):
            return False
        wide_a = abs(some[0, 1] - some[0, 0]) + abs(some[1, 1] - some[1, 0])
        # how wide the polygon is, as seen from there
        ex, ey = middle_y - from_y, from_x - middle_x
        length = math.sqrt(ex * ex + ey * ey)
        if length == 0.0:
            return False
        ex, ey = ex / length, ey / length
        least, greatest = math.inf, -math.inf
        for i in range(m):
            across = ex * px[i] + ey * py[i]
            least, greatest = min(least, across), max(greatest, across)
        if wide_a >= greatest - least:
            for i in range(m):
                parts[waiting + 1, 0, i], parts[waiting + 1, 1, i] = px[i], py[i]
            counts[waiting + 1] = m
            spans[waiting, 1] = spans[waiting + 1, 0] = 0.5 * (low + high)
            spans[waiting + 1, 1] = high
        else:
            half = 0.5 * (least + greatest)
            following = parts[waiting + 1]
            counts[waiting + 1] = clipped(px, py, m, ex, ey, half, following[0], following[1])
            spans[waiting + 1, 0], spans[waiting + 1, 1] = low, high
            left = clipped(px, py, m, -ex, -ey, -half, some[0], some[1])
            for i in range(left):
                px[i], py[i] = some[0, i], some[1, i]
            counts[waiting] = left
        if counts[waiting + 1] > len(some[0]) - 4 or counts[waiting] > len(some[0]) - 4:
            return False
        waiting += 2
    return True


def before_span(
    side: Floats, ends: Any, low: float, high: float, askew: float, px: Any, py: Any, n: int, qx: Any, qy: Any
) -> int:
    """Cut a convex polygon to what lies square to a span of a segment along a side; how many corners are left."""
    for e in range(2):
        sign, at = 1.0 - 2.0 * e, high if e == 1 else low
        x, y = ends[0, 0] + at * (ends[1, 0] - ends[0, 0]), ends[0, 1] + at * (ends[1, 1] - ends[0, 1])
        n = clipped(px, py, n, sign * side[2], sign * side[3], sign * (x * side[2] + y * side[3]) - askew, qx, qy)
        for i in range(n):
            px[i], py[i] = qx[i], qy[i]
    return n


def may_shoot(
    battery: Any, x: float, y: float, heading: float, half: float, turn: float,
    target: Any, features: Any, least: float, side: Any, ends: Any,
) -> bool:  # fmt: skip
    """Whether some shot from a pose within `half` mm, each way, and `turn` degrees of one may be allowed.

    False: proved that none is. target: (n, 2) corners. features: (f, k, 2) convex parts of it of which a point must
    be reached. least: mm^2 of it that must be covered.
    """
    shift, swing = half * SQUARE, math.radians(turn)
    for s in range(len(battery.sides)):
        aim(battery, s, x, y, heading, side)
        off = shift + swing * battery.arms[s, 1] + TINY
        near = shift + swing * battery.arms[s, 0] + TINY
        first, last = side[7], side[8]
        pieces = 1
        if battery.apart:
            pieces = min(MOST_SLIDES, max(1, math.ceil(0.5 * (last - first) / off)))
        for piece in range(pieces):
            side[7] = first + (last - first) * piece / pieces
            side[8] = first + (last - first) * (piece + 1) / pieces
            if least > 0.0 and covered_area(battery, side, off, target) < least:
                continue
            if no_room(battery, side, off, target, shift, swing, x, y):
                continue
            low, high = max(0.0, side[7]), min(side[6], side[8] + battery.base)
            for e in range(2):
                at = high if e == 1 else low
                ends[e, 0], ends[e, 1] = side[0] + at * side[2], side[1] + at * side[3]
            for f in range(len(features)):
                ax, ay = battery.parts[0, 0], battery.parts[0, 1]
                for i in range(len(features[f])):
                    ax[i], ay[i] = features[f, i, 0], features[f, i, 1]
                n = under(battery, side, off, ax, ay, len(features[f]), battery.parts[1, 0], battery.parts[1, 1])
                if n > 0 and not shaded(battery, side, ends, near, near + off, n):
                    return True
    return False


def covered_area(battery: Any, side: Floats, off: float, target: Any) -> float:
    """mm^2. No more of a target is covered by the large piece between the slides of a side, off by `off` at most."""
    ax, ay = battery.parts[0, 0], battery.parts[0, 1]
    for i in range(len(target)):
        ax[i], ay[i] = target[i, 0], target[i, 1]
    n = len(target)
    px, py = battery.spare[0], battery.spare[1]
    m = laid(battery, side, px, py)
    for i in range(m):
        j = i + 1 if i + 1 < m else 0
        dx, dy = px[j] - px[i], py[j] - py[i]
        length = math.sqrt(dx * dx + dy * dy)
        if length > SHORT:
            across = dx * py[i] - dy * px[i] - (off + TINY) * length
            n = clipped(ax, ay, n, -dy, dx, across, battery.parts[1, 0], battery.parts[1, 1])
            for k in range(n):
                ax[k], ay[k] = battery.parts[1, 0, k], battery.parts[1, 1, k]
    area = 0.0
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        area += 0.5 * ((ax[i] - ax[0]) * (ay[j] - ay[0]) - (ax[j] - ax[0]) * (ay[i] - ay[0]))
    return float(abs(area) + TINY * battery.depth)


def no_room(battery: Any, side: Any, off: float, target: Any, shift: float, swing: float, x: float, y: float) -> bool:
    """Whether the large piece lies on something, or over the edge, wherever it lies between the slides of a side.

    off: mm by which anything of it may be off besides.
    """
    if len(battery.room) == 0 and len(battery.walls) == 0 and len(battery.discs) == 0:
        return False
    middle = 0.5 * (side[7] + side[8])
    off += 0.5 * (side[8] - side[7])
    px, py = battery.spare[0], battery.spare[1]
    low, high = side[7], side[8]
    side[7], side[8] = middle, middle
    n = laid(battery, side, px, py)
    side[7], side[8] = low, high
    for i in range(n):
        for w in range(len(battery.walls)):
            if battery.walls[w, 0] * px[i] + battery.walls[w, 1] * py[i] - battery.walls[w, 2] < -off:
                return True
        for d in range(len(battery.discs)):
            dx, dy = px[i] - battery.discs[d, 0], py[i] - battery.discs[d, 1]
            if math.sqrt(dx * dx + dy * dy) > battery.discs[d, 2] + off:
                return True
    for j in range(len(battery.room)):
        thing = battery.room[j]
        if signed_separation(px, py, n, thing[:, 0], thing[:, 1], len(thing)) >= -off:
            continue
        if battery.later[j] == 0:
            return True
        # how far the depths at which it, and the target, begin may be off
        slack = TINY
        for k in range(len(thing)):
            slack = max(slack, shift + swing * (abs(thing[k, 0] - x) + abs(thing[k, 1] - y)))
        other = TINY
        for k in range(len(target)):
            other = max(other, shift + swing * (abs(target[k, 0] - x) + abs(target[k, 1] - y)))
        if depth_of(side, thing) + slack < depth_of(side, target) - other:
            return True
    return False


def open_shots(
    scene: Any, battery: Any, number: int, target: Any, features: Any, least: float,
    boxes: Any, waiting: int, finest: float, budget: int, work: Any, left: Any,
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
        if not may_shoot(battery, x, y, heading, half, turn, target, features, least, side, ends):
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

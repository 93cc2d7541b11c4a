"""Lines of fire in floating point: from a gun side to a target, past what may block them.

A *side* is a row of numbers: where it lies, on the table or in a frame of its own, and which slides of the large piece
count, see the columns below. A *chord* is a segment that lies wholly in what blocks: (c, 4) x, y of both ends.
"""

import math

from armada_sim.compiled.plain import zeros
from armada_sim.geometry.kernel.outlines import TINY, Array

# columns of a side: where it starts, unit vectors along and outwards, its length, first and last slide; mm
FROM_X, FROM_Y, ALONG_X, ALONG_Y, OUT_X, OUT_Y, LENGTH, FIRST, LAST = 0, 1, 2, 3, 4, 5, 6, 7, 8
COLUMNS = 9

MOST_PAIRS = 200
"""Parts of a gun side and of a target between which lines are looked at."""

PARTS = 18
"""Polygons that `shaded` needs room for."""


def cut(points: Array, n: int, nx: float, ny: float, offset: float, out: Array) -> int:
    """The part of a convex polygon (or segment, or point) with n . p >= offset; how many corners it has.

    points, out: (2, k) x and y, of which the first n count.
    """
    count = 0
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        here = nx * points[0, i] + ny * points[1, i] - offset
        there = nx * points[0, j] + ny * points[1, j] - offset
        if here >= 0.0:
            out[0, count] = points[0, i]
            out[1, count] = points[1, i]
            count += 1
        if (here > 0.0 > there) or (here < 0.0 < there):
            share = here / (here - there)
            out[0, count] = points[0, i] + share * (points[0, j] - points[0, i])
            out[1, count] = points[1, i] + share * (points[1, j] - points[1, i])
            count += 1
    return count


def keep(points: Array, n: int, nx: float, ny: float, offset: float, spare: Array) -> int:
    """The same, left where the polygon was. spare: room."""
    n = cut(points, n, nx, ny, offset, spare)
    for i in range(n):
        points[0, i], points[1, i] = spare[0, i], spare[1, i]
    return n


def crossed(chords: Array, ends: Array, off: float, points: Array, n: int) -> bool:
    """Whether every line from near a segment to a convex polygon (2, k) is blocked by the same chord.

    ends: (2, 2) x and y of the segment's ends; off: mm by which either may be off.

    Which side of a line a point lies on is linear in each of three points, so it is enough to look at corners;
    displacing a point by d changes the area it spans with two others by their distance times d, at most.
    """
    for j in range(len(chords)):
        ux, uy, vx, vy = chords[j, 0], chords[j, 1], chords[j, 2], chords[j, 3]
        dx, dy = vx - ux, vy - uy
        length = math.sqrt(dx * dx + dy * dy)
        first = dx * (ends[1, 0] - uy) - dy * (ends[0, 0] - ux)
        sign = 1.0 if first > 0.0 else -1.0
        second = dx * (ends[1, 1] - uy) - dy * (ends[0, 1] - ux)
        if min(sign * first, sign * second) <= (off + TINY) * length:
            continue
        blocked = True
        for i in range(n):
            qx, qy = points[0, i], points[1, i]
            if sign * (dx * (qy - uy) - dy * (qx - ux)) >= -TINY * length:
                blocked = False
                break
            for e in range(2):
                ex, ey = qx - ends[0, e], qy - ends[1, e]
                by_u = ex * (uy - ends[1, e]) - ey * (ux - ends[0, e])
                by_v = ex * (vy - ends[1, e]) - ey * (vx - ends[0, e])
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


def met_by_chord(chords: Array, x: float, y: float, to_x: float, to_y: float) -> bool:
    """Whether a line crosses any chord."""
    ex, ey = to_x - x, to_y - y
    for j in range(len(chords)):
        ux, uy, vx, vy = chords[j, 0], chords[j, 1], chords[j, 2], chords[j, 3]
        dx, dy = vx - ux, vy - uy
        start = dx * (y - uy) - dy * (x - ux)
        stop = dx * (to_y - uy) - dy * (to_x - ux)
        one = ex * (uy - y) - ey * (ux - x)
        other = ex * (vy - y) - ey * (vx - x)
        if start * stop < 0.0 and one * other < 0.0:
            return True
    return False


def shaded(chords: Array, ends: Array, off: float, parts: Array, n: int) -> bool:
    """Whether every line from near a segment to a convex polygon, in parts[0], is proved to be blocked.

    ends: (2, 2) x and y of the segment's ends; off: mm by which either may be off. parts: (`PARTS`, 2, k) room. Segment
    and polygon are cut in two in turn until one chord blocks each pair, or until the line between the middles of a pair
    is free.
    """
    most = len(parts) - 2
    counts = [0] * (most + 1)
    spans = zeros((most + 1, 2))
    counts[0], spans[0, 1] = n, 1.0
    waiting, looked = 1, 0
    some = parts[most + 1]
    while waiting > 0:
        waiting -= 1
        low, high = spans[waiting, 0], spans[waiting, 1]
        m = counts[waiting]
        points = parts[waiting]
        middle_x = middle_y = 0.0
        for i in range(m):
            middle_x += points[0, i] / m
            middle_y += points[1, i] / m
        for e in range(2):
            at = high if e == 1 else low
            for t in range(2):
                some[t, e] = ends[t, 0] + at * (ends[t, 1] - ends[t, 0])
        looked += 1
        if crossed(chords, some, off, points, m):
            continue
        from_x, from_y = 0.5 * (some[0, 0] + some[0, 1]), 0.5 * (some[1, 0] + some[1, 1])
        if looked > MOST_PAIRS or waiting + 2 > most or not met_by_chord(chords, from_x, from_y, middle_x, middle_y):
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
            across = ex * points[0, i] + ey * points[1, i]
            least, greatest = min(least, across), max(greatest, across)
        if wide_a >= greatest - least:
            for i in range(m):
                parts[waiting + 1, 0, i], parts[waiting + 1, 1, i] = points[0, i], points[1, i]
            counts[waiting + 1] = m
            spans[waiting, 1] = spans[waiting + 1, 0] = 0.5 * (low + high)
            spans[waiting + 1, 1] = high
        else:
            half = 0.5 * (least + greatest)
            counts[waiting + 1] = cut(points, m, ex, ey, half, parts[waiting + 1])
            spans[waiting + 1, 0], spans[waiting + 1, 1] = low, high
            counts[waiting] = keep(points, m, -ex, -ey, -half, some)
        if counts[waiting + 1] > len(some[0]) - 4 or counts[waiting] > len(some[0]) - 4:
            return False
        waiting += 2
    return True

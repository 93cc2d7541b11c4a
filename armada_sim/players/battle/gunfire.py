"""What a ship of a battle surely may shoot at, and surely may not."""

import math
from typing import Any

import numpy as np

from armada_sim.players.battle.arrays import (
    A_LINE,
    BASE,
    CENTRE,
    COS,
    EDGE,
    FREE,
    HAIR,
    HALF,
    KIND,
    NO,
    NOTHING,
    RADIUS,
    SHARE,
    SIN,
    STEP,
    THE_PIECE,
    UNSURE,
    WHOLE,
    YES,
    X,
    Y,
    alive,
)

MOST_BOXES = 600
"""Boxes of lines looked at before a shot counts as unsure."""

LEVELS = 5
"""Heights at which a blocker is compared with a box of lines."""

NEAREST = 0.1
"""mm. Covered parts nearer to the side than this are not looked at: lines to them may be as flat as one likes."""

STARTS = 7
"""Points of the gun side that lines of fire are tried from."""

HAIR_AREA = 2.0**-10
"""mm^2. A covered area this near to half of the target is unsure. Areas are off by less than 1e-7 mm^2; between
slides 1e-5 mm apart, which is where the search for the best one ends, they differ by less than 1e-3 mm^2."""

THIRDS = 38
"""Steps of that search; each leaves two thirds of at most 30 mm."""

HALVINGS = 22
"""Steps of the search for the first and last slide that cover half: to 1e-5 mm."""

MOST_LAYINGS = 120
"""Intervals of slides looked at before it is unsure whether the large piece can be laid."""


def cut(points: Any, n: int, nx: float, ny: float, offset: float, out: Any) -> int:
    """The part of a convex polygon with n . p >= offset; points, out: (2, k). Returns its corners' number."""
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


def segment_gap(px: float, py: float, qx: float, qy: float, some: Any, i: int) -> float:
    """mm. Separation of a segment from the i-th of some convex polygons (m, 2, n), counter-clockwise; negative: it
    may meet it; more than `HAIR`: at least so much."""
    n = some.shape[2]
    best = -math.inf
    for k in range(n):
        m = k + 1 if k + 1 < n else 0
        dx = some[i, 0, m] - some[i, 0, k]
        dy = some[i, 1, m] - some[i, 1, k]
        length = math.sqrt(dx * dx + dy * dy)
        if length == 0.0:
            continue
        p = dy * (px - some[i, 0, k]) - dx * (py - some[i, 1, k])
        q = dy * (qx - some[i, 0, k]) - dx * (qy - some[i, 1, k])
        best = max(best, min(p, q) / length)
        if best > HAIR:
            return float(best)
    dx = qx - px
    dy = qy - py
    length = math.sqrt(dx * dx + dy * dy)
    if length > 0.0:
        low = math.inf
        high = -math.inf
        for k in range(n):
            side = dy * (some[i, 0, k] - px) - dx * (some[i, 1, k] - py)
            low = min(low, side)
            high = max(high, side)
        best = max(best, max(low, -high) / length)
    return best


def sees(battle: Any, row: int, kind: int, me: int, target: int) -> int:
    """Whether the piece in a row, a try of ship `me`, has a clear shot at a ship: yes, unsure, no."""
    geo = battle.geo
    sizes = battle.sizes
    other = battle.facts[target, KIND]
    reach = sizes[kind, RADIUS] + sizes[other, RADIUS] + sizes[2, STEP] + 1.0
    dx = geo[target, X] + sizes[other, CENTRE] * geo[target, COS] - geo[row, X] - sizes[kind, CENTRE] * geo[row, COS]
    dy = geo[target, Y] + sizes[other, CENTRE] * geo[target, SIN] - geo[row, Y] - sizes[kind, CENTRE] * geo[row, SIN]
    if dx * dx + dy * dy > reach * reach:  # most targets
        return NO
    left = sees_from(battle, row, kind, me, target, 1.0)
    if left == YES:
        return YES
    return max(left, sees_from(battle, row, kind, me, target, -1.0))


def sees_from(battle: Any, row: int, kind: int, me: int, target: int, side: float) -> int:
    """The same from one side: 1 for left, -1 for right."""
    n, first, last, ax, ay, wx, wy, mx, my = covered(battle, row, kind, target, side, HAIR)
    if n <= 0:
        return NO if n < 0 else UNSURE
    if battle.reading[FREE] == THE_PIECE:
        return piece_laid(battle, kind, me, target, side, first, last, ax, ay, wx, wy, mx, my)
    return line_of_fire(battle, me, target, n, first, last, ax, ay, wx, wy, mx, my)


def covered(
    battle: Any, row: int, kind: int, target: int, side: float, inset: float
) -> tuple[int, float, float, float, float, float, float, float, float]:
    """The part of a target in the reach of a side, less `inset` mm, in the side's frame: rows 0 and 1 of `work`.

    In that frame x runs from the side's base corner to the tip and y away from the ship. Returns the number
    of corners (0: unsure, -1: surely none, or not enough), the first and last slide of the large piece that cover
    enough (`enough_covered`), the frame's origin and its two axes on the table.
    """
    sizes = battle.sizes
    work = battle.work
    corners = battle.corners
    start = 2 if side > 0.0 else 0
    ax = corners[row, 0, start]
    ay = corners[row, 1, start]
    length = sizes[kind, EDGE]
    wx = (corners[row, 0, 1] - ax) / length
    wy = (corners[row, 1, 1] - ay) / length
    mx = -wy * side
    my = wx * side
    base = sizes[2, BASE]
    depth = sizes[2, STEP]
    k = base / (2.0 * depth)
    if length - base < HAIR:
        return 0, 0.0, 0.0, ax, ay, wx, wy, mx, my
    into_frame(battle, target, side, ax, ay, wx, wy, mx, my, work[0:2])
    if surely_out_of_reach(work, 3, k, length, depth):
        return -1, 0.0, 0.0, ax, ay, wx, wy, mx, my
    code, first, last = enough_covered(battle, length - base, inset)
    if code != YES:
        return (-1 if code == NO else 0), first, last, ax, ay, wx, wy, mx, my
    n = cut(work[0:2], 3, 0.0, 1.0, inset, work[2:4])
    n = cut(work[2:4], n, 0.0, -1.0, inset - depth, work[0:2])
    n = cut(work[0:2], n, 1.0, -k, first + inset, work[2:4])
    n = cut(work[2:4], n, -1.0, -k, inset - last - base, work[0:2])
    return (n if n > 2 else 0), first, last, ax, ay, wx, wy, mx, my


def enough_covered(battle: Any, room: float, inset: float) -> tuple[int, float, float]:
    """The slides, from 0 to `room` mm, at which the large piece covers enough of a target (rows 0 and 1 of `work`).

    inset positive: all slides from the first to the last surely do; negative: no others do. Returns whether there are
    any (yes; unsure; surely no), and the first and the last.
    """
    share = battle.reading[SHARE]
    if share == WHOLE:
        return all_covered(battle, room, inset)
    if share == HALF:
        return half_covered(battle, room, inset)
    return YES, 0.0, room


def all_covered(battle: Any, room: float, inset: float) -> tuple[int, float, float]:
    """`enough_covered` for the whole target: at slide t the large piece covers x from t + k y to t + b - k y."""
    base = battle.sizes[2, BASE]
    depth = battle.sizes[2, STEP]
    k = base / (2.0 * depth)
    work = battle.work
    first = 0.0
    last = room
    spare = math.inf
    for c in range(3):
        x = work[0, c]
        y = work[1, c]
        first = max(first, x + k * y - base)
        last = min(last, x - k * y)
        spare = min(spare, min(y, depth - y))
    spare = min(spare, (last - first) / 2.0)
    if spare < -HAIR:
        return NO, 0.0, 0.0
    return (YES if spare > inset else UNSURE), first + inset, last - inset


def half_covered(battle: Any, room: float, inset: float) -> tuple[int, float, float]:
    """`enough_covered` for half of the target's area.

    The square root of the covered area is concave where it is not zero (Brunn-Minkowski): so thirds close in on its
    maximum, and the slides that cover half are an interval around it.
    """
    base = battle.sizes[2, BASE]
    depth = battle.sizes[2, STEP]
    k = base / (2.0 * depth)
    work = battle.work
    need = polygon_area(work[0:2], 3) / 2.0
    n = cut(work[0:2], 3, 0.0, 1.0, 0.0, work[2:4])
    n = cut(work[2:4], n, 0.0, -1.0, -depth, work[4:6])
    if n < 3 or polygon_area(work[4:6], n) < need - HAIR_AREA:
        return NO, 0.0, 0.0
    low = math.inf
    high = -math.inf
    for c in range(n):
        low = min(low, work[4, c] + k * work[5, c] - base)
        high = max(high, work[4, c] - k * work[5, c])
    low = max(low, 0.0)
    high = min(high, room)
    if high <= low:  # the covered area is nothing where the two begin to meet
        return NO, 0.0, 0.0
    start = low
    end = high
    best = (low + high) / 2.0
    most = area_under(battle, best)
    for _ in range(THIRDS):
        if most > need + HAIR_AREA:
            break
        left = start + (end - start) / 3.0
        right = end - (end - start) / 3.0
        one = area_under(battle, left)
        other = area_under(battle, right)
        if one < other:
            start = left
        else:
            end = right
        if max(one, other) > most:
            most = max(one, other)
            best = left if one > other else right
    if most <= need + HAIR_AREA:
        return (NO if most < need - HAIR_AREA else UNSURE), 0.0, 0.0
    enough = need + HAIR_AREA if inset > 0.0 else need - HAIR_AREA
    return (
        YES,
        last_covering(battle, best, low, enough, inset > 0.0),
        last_covering(battle, best, high, enough, inset > 0.0),
    )


def last_covering(battle: Any, good: float, end: float, enough: float, inside: bool) -> float:
    """The last slide, from a good one to `end`, that covers `enough` mm^2; inside: one that does, else one that does
    not, or `end`."""
    if area_under(battle, end) >= enough:
        return end
    bad = end
    for _ in range(HALVINGS):
        middle = (good + bad) / 2.0
        if area_under(battle, middle) >= enough:
            good = middle
        else:
            bad = middle
    return good if inside else bad


def area_under(battle: Any, slide: float) -> float:
    """mm^2 of a target (rows 0 and 1 of `work`) under the large piece at a slide."""
    base = battle.sizes[2, BASE]
    k = base / (2.0 * battle.sizes[2, STEP])
    work = battle.work
    n = cut(work[0:2], 3, 0.0, 1.0, 0.0, work[2:4])
    n = cut(work[2:4], n, 1.0, -k, slide, work[4:6])
    n = cut(work[4:6], n, -1.0, -k, -slide - base, work[2:4])
    return polygon_area(work[2:4], n)


def polygon_area(points: Any, n: int) -> float:
    """mm^2. Area of a counter-clockwise polygon; points: (2, k)."""
    total = 0.0
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        total += points[0, i] * points[1, j] - points[1, i] * points[0, j]
    return float(total / 2.0)


def piece_laid(
    battle: Any, kind: int, me: int, target: int, side: float, first: float, last: float, ax: float, ay: float,
    wx: float, wy: float, mx: float, my: float,
) -> int:  # fmt: skip
    """Whether the large piece can be laid so that nothing meets it nearer to the side than the target's covered part.

    first, last: slides that surely cover enough. Intervals of slides are halved until in each it is proved that no
    slide will do, or one surely does.
    """
    room = battle.sizes[kind, EDGE] - battle.sizes[2, BASE]
    part = np.zeros((2, 3))
    into_frame(battle, target, side, ax, ay, wx, wy, mx, my, part)
    battle.work[0:2, 0:3] = part
    _, low, high = enough_covered(battle, room, -HAIR)
    blockers = np.zeros((len(battle.facts) + len(battle.things), 2, max(3, battle.things.shape[2])))
    count = blockers_in_frame(battle, me, target, side, ax, ay, wx, wy, mx, my, blockers)
    space = np.zeros((4, blockers.shape[2] + 8))
    answer = NO
    waiting = np.zeros((2 * MOST_LAYINGS + 1, 2))
    waiting[0, 0], waiting[0, 1] = low, high
    known = 1
    looked = 0
    while looked < known:
        if looked == MOST_LAYINGS:
            return UNSURE
        start, end = waiting[looked, 0], waiting[looked, 1]
        looked += 1
        if never_laid(battle, part, blockers, count, start, end, space):
            continue
        middle = (start + end) / 2.0
        if first <= middle <= last and surely_laid(battle, part, blockers, count, middle, space):
            return YES
        if end - start < HAIR:
            answer = UNSURE
            continue
        waiting[known, 0], waiting[known, 1] = start, middle
        waiting[known + 1, 0], waiting[known + 1, 1] = middle, end
        known += 2
    return answer


def under(battle: Any, points: Any, n: int, depth: float, first: float, last: float, inset: float, space: Any) -> int:
    """The part of a polygon between y = 0 and `depth` with x - k y >= first and x + k y <= last + b, all less `inset`:
    rows 0 and 1 of `space`. Returns its corners' number."""
    base = battle.sizes[2, BASE]
    k = base / (2.0 * battle.sizes[2, STEP])
    n = cut(points, n, 0.0, 1.0, inset, space[2:4])
    n = cut(space[2:4], n, 0.0, -1.0, inset - depth, space[0:2])
    n = cut(space[0:2], n, 1.0, -k, first + inset, space[2:4])
    return cut(space[2:4], n, -1.0, -k, inset - last - base, space[0:2])


def least(space: Any, n: int) -> float:
    """Least y of a polygon in rows 0 and 1."""
    low = math.inf
    for c in range(n):
        low = min(low, space[1, c])
    return low


def never_laid(battle: Any, part: Any, blockers: Any, count: int, start: float, end: float, space: Any) -> bool:
    """Whether at each slide of an interval the large piece surely covers nothing of the target, or something lies
    under it nearer to the side: one thing under all of these positions, nearer than anything any of them covers."""
    n = under(battle, part, 3, battle.sizes[2, STEP], start, end, -HAIR, space)
    if n == 0:
        return True
    nearest = least(space, n)
    for j in range(count):
        if under(battle, blockers[j], blockers.shape[2], nearest, end, start, HAIR, space) > 0:
            return True
    return False


def surely_laid(battle: Any, part: Any, blockers: Any, count: int, slide: float, space: Any) -> bool:
    """Whether at a slide a part of the target is covered, and surely nothing nearer to the side is under the piece."""
    n = under(battle, part, 3, battle.sizes[2, STEP], slide, slide, HAIR, space)
    if n == 0:
        return False
    nearest = least(space, n)
    for j in range(count):
        if under(battle, blockers[j], blockers.shape[2], nearest, slide, slide, -HAIR, space) > 0:
            return False
    return True


def into_frame(
    battle: Any, ship: int, side: float, ax: float, ay: float, wx: float, wy: float, mx: float, my: float, out: Any
) -> None:
    """A ship's corners in a side's frame, counter-clockwise there; out: (2, k)."""
    corners = battle.corners
    for c in range(3):
        c2 = c if side > 0.0 else 2 - c  # a mirrored frame turns the order round
        px = corners[ship, 0, c2] - ax
        py = corners[ship, 1, c2] - ay
        out[0, c] = px * wx + py * wy
        out[1, c] = px * mx + py * my


def surely_out_of_reach(work: Any, n: int, k: float, length: float, depth: float) -> bool:
    """Whether a polygon in rows 0 and 1 of `work` surely has no part in the reach of a side."""
    low = math.inf
    high = -math.inf
    left = -math.inf
    right = -math.inf
    for c in range(n):
        x = work[0, c]
        y = work[1, c]
        low = min(low, y)
        high = max(high, y)
        left = max(left, x - k * y)
        right = max(right, length - k * y - x)
    if high < -HAIR or low > depth + HAIR or left < -HAIR or right < -HAIR:
        return True
    half = k * depth
    work[4, 0] = 0.0
    work[5, 0] = 0.0
    work[4, 1] = length
    work[5, 1] = 0.0
    work[4, 2] = length - half
    work[5, 2] = depth
    work[4, 3] = half
    work[5, 3] = depth
    for c in range(n):
        d = c + 1 if c + 1 < n else 0
        dx = work[0, d] - work[0, c]
        dy = work[1, d] - work[1, c]
        size = math.sqrt(dx * dx + dy * dy)
        nearest = math.inf
        for q in range(4):
            nearest = min(nearest, (dy * (work[4, q] - work[0, c]) - dx * (work[5, q] - work[1, c])) / size)
        if nearest > HAIR:
            return True
    return False


def line_of_fire(
    battle: Any, me: int, target: int, n: int, low: float, high: float, ax: float, ay: float, wx: float, wy: float,
    mx: float, my: float,
) -> int:  # fmt: skip
    """Whether some line to the covered part of the target (rows 0 and 1 of `work`, n corners) is surely clear.

    Lines are tried from points along the side to the part's middle, its corners and the middles of its
    edges, a little inside. A large piece laid at slide t covers x from t + k y to t + b - k y, so a line from (p, 0) to
    a point (x, y) lies under one slide from `low` to `high` iff max(low, p - b, x - b + k y) <= min(high, p, x - k y).
    """
    base = battle.sizes[2, BASE]
    k = base / (2.0 * battle.sizes[2, STEP])
    work = battle.work
    mid_x = 0.0
    mid_y = 0.0
    for c in range(n):
        mid_x += work[0, c] / n
        mid_y += work[1, c] / n
    for goal in range(2 * n + 1):
        x = mid_x
        y = mid_y
        if goal > 0:
            c = (goal - 1) // 2
            d = c + 1 if c + 1 < n else 0
            x = work[0, c]
            y = work[1, c]
            if (goal - 1) % 2 == 1:
                x = (x + work[0, d]) / 2.0
                y = (y + work[1, d]) / 2.0
            x = 0.95 * x + 0.05 * mid_x
            y = 0.95 * y + 0.05 * mid_y
        first = max(low, x - base + k * y)
        last = min(high, x - k * y)
        if last - first < HAIR or y < HAIR:
            continue
        for s in range(STARTS):
            p = first + (last + base - first) * (s + 0.5) / STARTS
            # the slides that serve both: from max(first, p - base) to min(last, p)
            if min(last, p) - max(first, p - base) < HAIR:
                continue
            gap = way_gap(battle, me, target, ax, ay, wx, wy, mx, my, p, x, y)
            if gap > HAIR:
                return YES
    return UNSURE


def way_gap(
    battle: Any, me: int, target: int, ax: float, ay: float, wx: float, wy: float, mx: float, my: float, p: float,
    x: float, y: float,
) -> float:  # fmt: skip
    """mm. Least separation of a line of fire, from (p, 0) to (x, y) in a side's frame, from everything in the way."""
    if battle.reading[FREE] == NOTHING:
        return 1.0
    geo = battle.geo
    sizes = battle.sizes
    px = ax + p * wx
    py = ay + p * wy
    qx = ax + x * wx + y * mx
    qy = ay + x * wy + y * my
    mid_x = (px + qx) / 2.0
    mid_y = (py + qy) / 2.0
    half = math.sqrt((qx - px) * (qx - px) + (qy - py) * (qy - py)) / 2.0
    least = 1.0
    for j in range(len(battle.facts)):
        if j in (me, target) or not alive(battle, j):
            continue
        kind = battle.facts[j, KIND]
        dx = geo[j, X] + sizes[kind, CENTRE] * geo[j, COS] - mid_x
        dy = geo[j, Y] + sizes[kind, CENTRE] * geo[j, SIN] - mid_y
        far = half + sizes[kind, RADIUS] + 1.0
        if dx * dx + dy * dy > far * far:
            continue
        least = min(least, segment_gap(px, py, qx, qy, battle.corners, j))
        if least <= HAIR:
            return least
    for thing in range(len(battle.things)):
        least = min(least, segment_gap(px, py, qx, qy, battle.things, thing))
        if least <= HAIR:
            return least
    return least


def never_clear(battle: Any, me: int, target: int) -> bool:
    """Whether a ship surely has no clear shot at another: all lines from both sides meet something."""
    if battle.reading[FREE] != A_LINE:
        return False
    for side in (1.0, -1.0):
        n, first, last, ax, ay, wx, wy, mx, my = covered(battle, me, battle.facts[me, KIND], target, side, -HAIR)
        if n < 0:
            continue
        if n == 0 or not all_blocked(battle, me, target, n, side, first, last, ax, ay, wx, wy, mx, my):
            return False
    return True


def all_blocked(
    battle: Any, me: int, target: int, n: int, side: float, first: float, last: float, ax: float, ay: float, wx: float,
    wy: float, mx: float, my: float,
) -> bool:  # fmt: skip
    """Whether every line from a side to the covered part of a target (rows 0 and 1 of `work`) meets something.

    Boxes of lines x = p + u y, p and u from intervals, are halved until each either leads to no covered point under
    a slide it shares, or crosses one blocker whole, at a height below all covered points it leads to. All lines of a
    box lie in the strip p0 + u0 y <= x <= p1 + u1 y, which is convex, as is what a slide shared with p allows.
    first, last: no other slides will do.
    """
    work = battle.work
    base = battle.sizes[2, BASE]
    k = base / (2.0 * battle.sizes[2, STEP])
    blockers = np.zeros((len(battle.facts) + len(battle.things), 2, max(3, battle.things.shape[2])))
    count = blockers_in_frame(battle, me, target, side, ax, ay, wx, wy, mx, my, blockers)
    if count == 0:
        return False
    part = np.zeros((2, n))
    part[:, :] = work[0:2, 0:n]
    low = math.inf
    left = math.inf
    right = -math.inf
    for c in range(n):
        low = min(low, part[1, c])
        left = min(left, part[0, c])
        right = max(right, part[0, c])
    if low < NEAREST:
        return False
    stack = np.zeros((MOST_BOXES + 2, 4))
    stack[0, 0], stack[0, 1] = first, last + base
    stack[0, 2], stack[0, 3] = (left - last - base) / low, (right - first) / low
    waiting = 1
    looked = 0
    while waiting > 0:
        waiting -= 1
        p0, p1, u0, u1 = stack[waiting, 0], stack[waiting, 1], stack[waiting, 2], stack[waiting, 3]
        looked += 1
        if looked > MOST_BOXES:
            return False
        m = cut(part, n, 1.0, -u0, p0 - HAIR, work[2:4])
        m = cut(work[2:4], m, -1.0, u1, -p1 - HAIR, work[0:2])
        m = cut(work[0:2], m, -1.0, -k, -(p1 + base) - HAIR, work[2:4])
        m = cut(work[2:4], m, 1.0, -k, p0 - base - HAIR, work[0:2])
        if m == 0:
            continue
        nearest = math.inf
        for c in range(m):
            nearest = min(nearest, work[1, c])
        if crossed(blockers, count, nearest, p0, p1, u0, u1):
            continue
        half = 0 if (p1 - p0) > (u1 - u0) * nearest else 2
        for t in range(4):
            stack[waiting + 1, t] = stack[waiting, t]
        middle = (stack[waiting, half] + stack[waiting, half + 1]) / 2.0
        stack[waiting, half + 1], stack[waiting + 1, half] = middle, middle
        waiting += 2
    return True


def blockers_in_frame(
    battle: Any, me: int, target: int, side: float, ax: float, ay: float, wx: float, wy: float, mx: float, my: float,
    found: Any,
) -> int:  # fmt: skip
    """Ships other than two, and obstacles, in a side's frame, those within reach of its lines; how many.

    found: (k, 2, c) result, for all ships and obstacles and the corners of any.
    """
    things = battle.things
    ships = len(battle.facts)
    most = found.shape[2]
    count = 0
    far = battle.sizes[2, STEP] + 1.0
    for j in range(ships + len(things)):
        if j < ships:
            if j in (me, target) or not alive(battle, j):
                continue
            into_frame(battle, j, side, ax, ay, wx, wy, mx, my, found[count])
            for c in range(3, most):
                found[count, 0, c], found[count, 1, c] = found[count, 0, 2], found[count, 1, 2]
        else:
            for c in range(most):
                px = things[j - ships, 0, c] - ax
                py = things[j - ships, 1, c] - ay
                found[count, 0, c] = px * wx + py * wy
                found[count, 1, c] = px * mx + py * my
        low = math.inf
        high = -math.inf
        for c in range(most):
            low = min(low, found[count, 1, c])
            high = max(high, found[count, 1, c])
        if high > -1.0 and low < far:
            count += 1
    return count


def crossed(blockers: Any, count: int, nearest: float, p0: float, p1: float, u0: float, u1: float) -> bool:
    """Whether all lines of a box cross one blocker, at one of some heights below `nearest`."""
    most = blockers.shape[2]
    for j in range(count):
        low = math.inf
        high = -math.inf
        for c in range(most):
            low = min(low, blockers[j, 1, c])
            high = max(high, blockers[j, 1, c])
        low = max(0.0, low)
        high = min(nearest, high)
        if high - low < HAIR:
            continue
        for level in range(LEVELS):
            y = low + (high - low) * (level + 0.5) / LEVELS
            x0 = min(p0 + u0 * y, p1 + u0 * y) - HAIR
            x1 = max(p0 + u1 * y, p1 + u1 * y) + HAIR
            left = math.inf
            right = -math.inf
            for c in range(most):
                d = c + 1 if c + 1 < most else 0
                ya = blockers[j, 1, c]
                yb = blockers[j, 1, d]
                if (ya < y) != (yb < y):
                    x = blockers[j, 0, c] + (y - ya) / (yb - ya) * (blockers[j, 0, d] - blockers[j, 0, c])
                    left = min(left, x)
                    right = max(right, x)
            if left < x0 and x1 < right:
                return True
    return False

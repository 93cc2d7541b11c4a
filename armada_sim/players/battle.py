"""A battle as arrays: the filter the players think with, in plain scalar Python.

`compiled` in `boards` runs this same file through numba; it calls nothing outside it, so numba's cache
sees every change. Nothing here is a verdict: a pose counts as free, a shot as clear, only where every
distance that decides is at least `HAIR` from zero, which is far more than doubles are off on a table of
`LARGEST` mm (see `HAIR`); the rest is unsure, and asked of the referee or left alone.

Rules covered: flat triangular outlines, every step tested, contact blocks, convex surfaces, lines of fire
under the large piece laid anywhere on a long side, everything blocks. Others are played by asking the referee.
"""

import math
from typing import Any, NamedTuple

import numpy as np

HAIR = 2.0**-20
"""mm. A separation of triangles computed from corners within 1e4 mm is off by less than 1e-8 mm
(`geometry.kernel.error_bound` with corners off by 2^-49 of 2e4 mm), one of cut polygons by less than 1e-7."""

LARGEST = 1e4
"""mm. Tables larger than this are not thought about here."""

GRID = 1e6
"""1/mm and 1/degree. Poses at rest and declared headings are whole multiples of 1/GRID."""

HALF_GRID = 2.0**-10
"""1, in units of the grid. A position this near to halfway between two grid points is unsure."""

YES, UNSURE, NO = 1, 0, -1

# columns of `Battle.geo`
X, Y, HEADING, COS, SIN = 0, 1, 2, 3, 4
# columns of `Battle.facts`
KIND, PARTY, PLAYER, DAMAGE, STEPS, SHOTS = 0, 1, 2, 3, 4, 5
# columns of `Battle.sizes`
BASE, STEP, EDGE, LIMIT, MOST, PIPS, CENTRE, RADIUS = 0, 1, 2, 3, 4, 5, 6, 7
# entries of `Battle.clock`
TURN_OF, LEFT, QUIET, TURNS, DAMAGED, RESULT, PLAYERS, QUIET_LIMIT = 0, 1, 2, 3, 4, 5, 6, 7
# kinds of rows of a log
PASS, MOVE, SHOT = 0, 1, 2
GOING_ON, SUNK, QUIET_END = 0, 1, 2
# why `play_on` stops, if no shot is unsure
OVER, SEARCHES = -1, -2

TRIES = 24
"""Headings drawn for a step before the ship counts as unable to go on."""

MOST_BOXES = 600
"""Boxes of lines looked at before a shot counts as unsure."""

LEVELS = 5
"""Heights at which a blocker is compared with a box of lines."""

SWERVES = 4
"""Headings tried to each side of the one wanted where it is blocked."""

PLACES = 6
"""Places around a target that a threat is looked for from."""

NEAREST = 0.1
"""mm. Covered parts nearer to the side than this are not looked at: lines to them may be as flat as one likes."""

STARTS = 7
"""Points of the gun side that lines of fire are tried from."""


class Battle(NamedTuple):
    """A battle between two actions."""

    geo: Any
    """(n + 1, 5) x, y mm and heading in degrees of each ship, and its direction. The last row is for tries."""

    corners: Any
    """(n + 1, 2, 3) mm. x and y of the right base corner, the tip and the left base corner of each."""

    facts: Any
    """(n, 6) size, party, player, damage, steps taken and shots fired this turn."""

    sizes: Any
    """(3, 8) for small, medium, large: base, step, long side mm; limit of turn in degrees; steps of a move, pips;
    mm from the base midpoint to the middle of a circle around the piece, and its radius."""

    walls: Any
    """(w, 3) inward unit normal and offset of each half-plane that is the surface."""

    things: Any
    """(m, 2, k) corners of convex obstacles, counter-clockwise, mm: their x, then their y; the last corner repeated."""

    clock: Any
    """(8) whose turn, actions left, quiet turns, turns, whether a hit was scored this turn, the result, how many
    players, after how many quiet turns it is drawn (0: never)."""

    work: Any
    """(8, 24) room to compute in."""


def lay(battle: Any, row: int, kind: int, x: float, y: float, heading: float) -> None:
    """A piece of a size at a pose, in a row of `geo`."""
    geo = battle.geo
    angle = math.radians(heading)
    cosine = math.cos(angle)
    sine = math.sin(angle)
    half = battle.sizes[kind, BASE] / 2.0
    step = battle.sizes[kind, STEP]
    geo[row, X] = x
    geo[row, Y] = y
    geo[row, HEADING] = heading
    geo[row, COS] = cosine
    geo[row, SIN] = sine
    corners = battle.corners
    corners[row, 0, 0] = x + half * sine
    corners[row, 1, 0] = y - half * cosine
    corners[row, 0, 1] = x + step * cosine
    corners[row, 1, 1] = y + step * sine
    corners[row, 0, 2] = x - half * sine
    corners[row, 1, 2] = y + half * cosine


def alive(battle: Any, i: int) -> bool:
    """Whether a ship is afloat."""
    return bool(battle.facts[i, DAMAGE] < battle.sizes[battle.facts[i, KIND], PIPS])


def edge_gap(one: Any, i: int, other: Any, j: int) -> float:
    """mm. Greatest separation of a convex polygon from another along an edge normal of the first, or the first that
    is more than `HAIR`.

    The i-th of some polygons (m, 2, k) from the j-th of others (a view of one would cost as much as this).
    """
    n = one.shape[2]
    best = -math.inf
    for k in range(n):
        m = k + 1 if k + 1 < n else 0
        ax = one[i, 0, k]
        ay = one[i, 1, k]
        dx = one[i, 0, m] - ax
        dy = one[i, 1, m] - ay
        length = math.sqrt(dx * dx + dy * dy)
        if length == 0.0:
            continue
        nearest = math.inf
        for q in range(other.shape[2]):
            nearest = min(nearest, dy * (other[j, 0, q] - ax) - dx * (other[j, 1, q] - ay))
        best = max(best, nearest / length)
        if best > HAIR:
            return best
    return best


def polygon_gap(one: Any, i: int, other: Any, j: int) -> float:
    """mm. Separation of two convex polygons, negative where they overlap; more than `HAIR`: at least so much."""
    gap = edge_gap(one, i, other, j)
    return gap if gap > HAIR else max(gap, edge_gap(other, j, one, i))


def free_at(battle: Any, row: int, kind: int, me: int) -> int:
    """Whether the piece in a row, a try of ship `me`, touches nothing and lies inside the edge: yes, unsure, no."""
    geo = battle.geo
    answer = YES
    corners = battle.corners
    for w in range(len(battle.walls)):
        for k in range(3):
            depth = (
                battle.walls[w, 0] * corners[row, 0, k] + battle.walls[w, 1] * corners[row, 1, k] - battle.walls[w, 2]
            )
            if depth < -HAIR:
                return NO
            if depth <= HAIR:
                answer = UNSURE
    geo = battle.geo
    facts = battle.facts
    sizes = battle.sizes
    x = geo[row, X] + sizes[kind, CENTRE] * geo[row, COS]
    y = geo[row, Y] + sizes[kind, CENTRE] * geo[row, SIN]
    for j in range(len(facts)):
        other = facts[j, KIND]
        if j == me or facts[j, DAMAGE] >= sizes[other, PIPS]:
            continue
        dx = geo[j, X] + sizes[other, CENTRE] * geo[j, COS] - x
        dy = geo[j, Y] + sizes[other, CENTRE] * geo[j, SIN] - y
        far = sizes[kind, RADIUS] + sizes[other, RADIUS] + 1.0
        if dx * dx + dy * dy > far * far:  # circles around them are apart
            continue
        gap = polygon_gap(corners, row, corners, j)
        if gap < -HAIR:
            return NO
        if gap <= HAIR:
            answer = UNSURE
    for thing in range(len(battle.things)):
        gap = polygon_gap(corners, row, battle.things, thing)
        if gap < -HAIR:
            return NO
        if gap <= HAIR:
            answer = UNSURE
    return answer


def on_grid(value: float) -> tuple[float, bool]:
    """The nearest multiple of 1/GRID, and whether that is sure."""
    scaled = value * GRID
    whole = math.floor(scaled + 0.5)
    return whole / GRID, abs(scaled + 0.5 - whole) > HALF_GRID and abs(scaled + 0.5 - whole) < 1.0 - HALF_GRID


def rest(battle: Any, row: int, kind: int) -> bool:
    """The piece in a row brought to rest on the grid; whether where it comes to lie is sure."""
    x, sure_x = on_grid(battle.geo[row, X])
    y, sure_y = on_grid(battle.geo[row, Y])
    heading = battle.geo[row, HEADING]
    heading = math.floor((heading - 360.0 * math.floor(heading / 360.0)) * GRID + 0.5) / GRID
    lay(battle, row, kind, x, y, heading)
    return sure_x and sure_y


def step_on(battle: Any, me: int, heading: float) -> int:
    """The piece in the last row makes a step to a heading (degrees): whether it then lies free."""
    row = len(battle.facts)
    kind = battle.facts[me, KIND]
    step = battle.sizes[kind, STEP]
    x = battle.geo[row, X] + step * battle.geo[row, COS]
    y = battle.geo[row, Y] + step * battle.geo[row, SIN]
    lay(battle, row, kind, x, y, heading)
    return free_at(battle, row, kind, me)


def whole_heading(heading: float) -> float:
    """A heading on the grid."""
    return math.floor(heading * GRID + 0.5) / GRID


def wander(battle: Any, me: int, steps: int, rng: Any, headings: Any) -> int:
    """A random path from where ship `me` lies, each heading uniform among the free ones.

    headings: room for the headings. Returns the steps taken: fewer if the ship cannot go on; the last row
    of `geo` is where it comes to rest.
    """
    geo = battle.geo
    row = len(battle.facts)
    kind = battle.facts[me, KIND]
    limit = battle.sizes[kind, LIMIT] - 2.0 / GRID
    lay(battle, row, kind, geo[me, X], geo[me, Y], geo[me, HEADING])
    taken = 0
    for k in range(steps):
        x = geo[row, X]
        y = geo[row, Y]
        before = geo[row, HEADING]
        found = False
        for _ in range(TRIES):
            heading = whole_heading(before + limit * (2.0 * rng.random() - 1.0))
            if step_on(battle, me, heading) == YES:
                found = True
                break
            lay(battle, row, kind, x, y, before)
        if not found:
            break
        headings[k] = heading
        taken += 1
    if taken and not rest(battle, row, kind):
        return 0
    return taken


def follow(battle: Any, me: int, headings: Any, steps: int) -> bool:
    """Whether ship `me` may surely take a path; the last row of `geo` is then where it comes to rest."""
    geo = battle.geo
    row = len(battle.facts)
    kind = battle.facts[me, KIND]
    limit = battle.sizes[kind, LIMIT] - 1.0 / GRID
    lay(battle, row, kind, geo[me, X], geo[me, Y], geo[me, HEADING])
    for k in range(steps):
        before = geo[row, HEADING]
        turn = headings[k] - before
        turn -= 360.0 * math.floor(turn / 360.0 + 0.5)
        if abs(turn) > limit or step_on(battle, me, headings[k]) != YES:
            return False
    return rest(battle, row, kind)


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
            return best
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
    left = sees_from(battle, row, kind, me, target, 1.0)
    if left == YES:
        return YES
    return max(left, sees_from(battle, row, kind, me, target, -1.0))


def sees_from(battle: Any, row: int, kind: int, me: int, target: int, side: float) -> int:
    """The same from one side: 1 for left, -1 for right."""
    n, ax, ay, wx, wy, mx, my = covered(battle, row, kind, target, side, HAIR)
    if n <= 0:
        return NO if n < 0 else UNSURE
    return line_of_fire(battle, kind, me, target, n, ax, ay, wx, wy, mx, my)


def covered(
    battle: Any, row: int, kind: int, target: int, side: float, inset: float
) -> tuple[int, float, float, float, float, float, float]:
    """The part of a target in the reach of a side, less `inset` mm, in the side's frame: rows 0 and 1 of `work`.

    In that frame x runs from the side's base corner to the tip and y away from the ship. Returns the number
    of corners (0: unsure, -1: surely none), the frame's origin and its two axes on the table.
    """
    geo = battle.geo
    sizes = battle.sizes
    work = battle.work
    other = battle.facts[target, KIND]
    reach = sizes[kind, RADIUS] + sizes[other, RADIUS] + sizes[2, STEP] + 1.0
    dx = geo[target, X] + sizes[other, CENTRE] * geo[target, COS] - geo[row, X] - sizes[kind, CENTRE] * geo[row, COS]
    dy = geo[target, Y] + sizes[other, CENTRE] * geo[target, SIN] - geo[row, Y] - sizes[kind, CENTRE] * geo[row, SIN]
    if dx * dx + dy * dy > reach * reach:
        return -1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    corners = battle.corners
    start = 2 if side > 0.0 else 0
    ax = corners[row, 0, start]
    ay = corners[row, 1, start]
    length = sizes[kind, EDGE]
    wx = (corners[row, 0, 1] - ax) / length
    wy = (corners[row, 1, 1] - ay) / length
    mx = -wy * side
    my = wx * side
    depth = sizes[2, STEP]
    k = sizes[2, BASE] / (2.0 * depth)
    if length - sizes[2, BASE] < HAIR:
        return 0, ax, ay, wx, wy, mx, my
    into_frame(battle, target, side, ax, ay, wx, wy, mx, my, work[0:2])
    if surely_out_of_reach(work, 3, k, length, depth):
        return -1, ax, ay, wx, wy, mx, my
    n = cut(work[0:2], 3, 0.0, 1.0, inset, work[2:4])
    n = cut(work[2:4], n, 0.0, -1.0, inset - depth, work[0:2])
    n = cut(work[0:2], n, 1.0, -k, inset, work[2:4])
    n = cut(work[2:4], n, -1.0, -k, inset - length, work[0:2])
    return (n if n > 2 else 0), ax, ay, wx, wy, mx, my


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
    battle: Any, kind: int, me: int, target: int, n: int, ax: float, ay: float, wx: float, wy: float, mx: float,
    my: float,
) -> int:  # fmt: skip
    """Whether some line to the covered part of the target (rows 0 and 1 of `work`, n corners) is surely clear.

    Lines are tried from points along the side to the part's middle, its corners and the middles of its
    edges, a little inside. A large piece laid at slide t covers x from t + k y to t + b - k y, so a line from
    (p, 0) to a point (x, y) lies under one slide iff max(0, p - b, x - b + k y) <= min(e - b, p, x - k y).
    """
    base = battle.sizes[2, BASE]
    room = battle.sizes[kind, EDGE] - base
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
        first = max(0.0, x - base + k * y)
        last = min(room, x - k * y)
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
    for side in (1.0, -1.0):
        n, ax, ay, wx, wy, mx, my = covered(battle, me, battle.facts[me, KIND], target, side, -HAIR)
        if n < 0:
            continue
        if n == 0 or not all_blocked(battle, me, target, n, side, ax, ay, wx, wy, mx, my):
            return False
    return True


def all_blocked(
    battle: Any, me: int, target: int, n: int, side: float, ax: float, ay: float, wx: float, wy: float, mx: float,
    my: float,
) -> bool:  # fmt: skip
    """Whether every line from a side to the covered part of a target (rows 0 and 1 of `work`) meets something.

    Boxes of lines x = p + u y, p and u from intervals, are halved until each either leads to no covered point under
    a slide it shares, or crosses one blocker whole, at a height below all covered points it leads to. All lines of a
    box lie in the strip p0 + u0 y <= x <= p1 + u1 y, which is convex, as is what a slide shared with p allows.
    """
    work = battle.work
    kind = battle.facts[me, KIND]
    base = battle.sizes[2, BASE]
    k = base / (2.0 * battle.sizes[2, STEP])
    length = battle.sizes[kind, EDGE]
    blockers, count = blockers_in_frame(battle, me, target, side, ax, ay, wx, wy, mx, my)
    if count == 0:
        return False
    part = work[0:2, 0:n].copy()
    low = math.inf
    left = math.inf
    right = -math.inf
    for c in range(n):
        low = min(low, part[1, c])
        left = min(left, part[0, c])
        right = max(right, part[0, c])
    if low < NEAREST:
        return False
    stack = [(0.0, length, (left - length) / low, right / low)]
    looked = 0
    while len(stack) > 0:
        p0, p1, u0, u1 = stack.pop()
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
        if (p1 - p0) > (u1 - u0) * nearest:
            middle = (p0 + p1) / 2.0
            stack.append((p0, middle, u0, u1))
            stack.append((middle, p1, u0, u1))
        else:
            middle = (u0 + u1) / 2.0
            stack.append((p0, p1, u0, middle))
            stack.append((p0, p1, middle, u1))
    return True


def blockers_in_frame(
    battle: Any, me: int, target: int, side: float, ax: float, ay: float, wx: float, wy: float, mx: float, my: float
) -> tuple[Any, int]:
    """Ships other than two in a side's frame, those within reach of its lines: (k, 2, 3), and how many."""
    found = np.zeros((len(battle.facts), 2, 3))
    count = 0
    far = battle.sizes[2, STEP]
    for j in range(len(battle.facts)):
        if j in (me, target) or not alive(battle, j):
            continue
        into_frame(battle, j, side, ax, ay, wx, wy, mx, my, found[count])
        low = min(found[count, 1, 0], found[count, 1, 1], found[count, 1, 2])
        high = max(found[count, 1, 0], found[count, 1, 1], found[count, 1, 2])
        if high > 0.0 and low < far:
            count += 1
    return found, count


def crossed(blockers: Any, count: int, nearest: float, p0: float, p1: float, u0: float, u1: float) -> bool:
    """Whether all lines of a box cross one blocker, at one of some heights below `nearest`."""
    for j in range(count):
        low = max(0.0, min(blockers[j, 1, 0], blockers[j, 1, 1], blockers[j, 1, 2]))
        high = min(nearest, max(blockers[j, 1, 0], blockers[j, 1, 1], blockers[j, 1, 2]))
        if high - low < HAIR:
            continue
        for level in range(LEVELS):
            y = low + (high - low) * (level + 0.5) / LEVELS
            x0 = min(p0 + u0 * y, p1 + u0 * y) - HAIR
            x1 = max(p0 + u1 * y, p1 + u1 * y) + HAIR
            left = math.inf
            right = -math.inf
            for c in range(3):
                d = (c + 1) % 3
                ya = blockers[j, 1, c]
                yb = blockers[j, 1, d]
                if (ya < y) != (yb < y):
                    x = blockers[j, 0, c] + (y - ya) / (yb - ya) * (blockers[j, 0, d] - blockers[j, 0, c])
                    left = min(left, x)
                    right = max(right, x)
            if left < x0 and x1 < right:
                return True
    return False


# turns


def actor(battle: Any, i: int) -> bool:
    """Whether a ship is afloat and its player's turn it is."""
    return bool(battle.facts[i, PLAYER] == battle.clock[TURN_OF] and alive(battle, i))


def guns_left(battle: Any, i: int) -> int:
    """Shots a ship may still fire this turn."""
    return int(battle.sizes[battle.facts[i, KIND], PIPS]) - int(battle.facts[i, SHOTS])


def end_turn(battle: Any) -> None:
    """The next player with a ship afloat begins a turn, unless the game is over."""
    clock = battle.clock
    clock[TURNS] += 1
    clock[QUIET] = 0 if clock[DAMAGED] else clock[QUIET] + 1
    clock[DAMAGED] = 0
    clock[LEFT] = 3
    battle.facts[:, STEPS] = 0
    battle.facts[:, SHOTS] = 0
    if clock[QUIET_LIMIT] and clock[QUIET] >= clock[QUIET_LIMIT]:
        clock[RESULT] = QUIET_END
        return
    for k in range(1, clock[PLAYERS] + 1):
        player = (clock[TURN_OF] + k) % clock[PLAYERS]
        for i in range(len(battle.facts)):
            if battle.facts[i, PLAYER] == player and alive(battle, i):
                clock[TURN_OF] = player
                return


def spend(battle: Any) -> None:
    """One action fewer; the last ends the turn. A battle with one party afloat is over."""
    party = -1
    for i in range(len(battle.facts)):
        if alive(battle, i):
            if party >= 0 and battle.facts[i, PARTY] != party:
                party = -2
                break
            party = battle.facts[i, PARTY]
    if party != -2:
        battle.clock[RESULT] = SUNK
        return
    battle.clock[LEFT] -= 1
    if battle.clock[LEFT] == 0:
        end_turn(battle)


def fire(battle: Any, i: int, target: int) -> None:
    """A hit."""
    battle.facts[target, DAMAGE] += 1
    battle.facts[i, SHOTS] += 1
    battle.clock[DAMAGED] = 1
    spend(battle)


def settle(battle: Any, me: int, steps: int) -> None:
    """Ship `me` lies where the last row of `geo` says."""
    battle.geo[me] = battle.geo[len(battle.facts)]
    battle.corners[me] = battle.corners[len(battle.facts)]
    battle.facts[me, STEPS] += steps
    spend(battle)


def act(battle: Any, row: Any) -> bool:
    """An action of a log done again; false if a move is not surely legal."""
    if row[0] == SHOT:
        fire(battle, int(row[1]), int(row[2]))
    elif row[0] == MOVE:
        if not follow(battle, int(row[1]), row[3:7], int(row[2])):
            return False
        settle(battle, int(row[1]), int(row[2]))
    else:
        end_turn(battle)
    return True


def look(battle: Any, known: Any, sights: Any, friends: bool) -> int:
    """Who can hit whom now. sights: (n, n) result, 1 where a shot is surely clear, or known to be.

    known: (n, n) what is known of shots from earlier or from the referee: 1 clear, -1 not, 0 nothing yet; what is
    found is added. friends: whether shots at own ships count. Returns the first shot that is unsure, as
    shooter * n + target, or -1.
    """
    n = len(battle.facts)
    first = -1
    for i in range(n):
        for j in range(n):
            sights[i, j] = 0
        if not actor(battle, i) or guns_left(battle, i) <= 0:
            continue
        for j in range(n):
            if i == j or not alive(battle, j):
                continue
            if not friends and battle.facts[i, PARTY] == battle.facts[j, PARTY]:
                continue
            if known[i, j] == 0:
                answer = sees(battle, i, battle.facts[i, KIND], i, j)
                if answer == UNSURE and never_clear(battle, i, j):
                    answer = NO
                known[i, j] = answer
            if known[i, j] == YES:
                sights[i, j] = 1
            elif known[i, j] == 0 and first < 0:
                first = i * n + j
    return first


def forget(battle: Any, known: Any, moved: int) -> None:
    """What is known of shots that a ship, where it lies now, may take part in or be in the way of is forgotten."""
    geo = battle.geo
    sizes = battle.sizes
    kind = battle.facts[moved, KIND]
    x = geo[moved, X] + sizes[kind, CENTRE] * geo[moved, COS]
    y = geo[moved, Y] + sizes[kind, CENTRE] * geo[moved, SIN]
    for i in range(len(battle.facts)):
        other = battle.facts[i, KIND]
        dx = geo[i, X] + sizes[other, CENTRE] * geo[i, COS] - x
        dy = geo[i, Y] + sizes[other, CENTRE] * geo[i, SIN] - y
        reach = sizes[other, RADIUS] + sizes[2, STEP] + sizes[kind, RADIUS] + 1.0
        if i == moved or dx * dx + dy * dy < reach * reach:
            known[i, :] = 0


# the players


def random_action(battle: Any, sights: Any, rng: Any, row: Any) -> None:
    """An action drawn uniformly among: a move of each ship that may move, each clear shot, passing.

    sights: as `look` fills it. row: (7) the action, as in a log: what, ship, target or steps, headings. A move has
    a number of steps drawn uniformly, and each heading drawn uniformly among the free ones.
    """
    n = len(battle.facts)
    moves = 0
    shots = 0
    for i in range(n):
        if actor(battle, i) and battle.facts[i, STEPS] == 0:
            moves += 1
        for j in range(n):
            shots += sights[i, j]
    refused = 0
    while True:
        choice = rng.integers(0, moves + shots + 1)
        if choice == moves + shots:
            row[0] = PASS
            return
        if choice >= moves:
            choice -= moves
            for i in range(n):
                for j in range(n):
                    if sights[i, j]:
                        if choice == 0:
                            row[0] = SHOT
                            row[1] = i
                            row[2] = j
                            return
                        choice -= 1
        for i in range(n):
            if actor(battle, i) and battle.facts[i, STEPS] == 0:
                if choice == 0:
                    most = int(battle.sizes[battle.facts[i, KIND], MOST])
                    taken = wander(battle, i, 1 + rng.integers(0, most), rng, row[3:7])
                    if taken:
                        row[0] = MOVE
                        row[1] = i
                        row[2] = taken
                        return
                    break
                choice -= 1
        refused += 1
        if refused > 4 * moves:  # every ship seems to be stuck
            row[0] = PASS
            return


def turn_to(battle: Any, kind: int, x_goal: float, y_goal: float) -> float:
    """Degrees. By how much a piece of a size in the last row of `geo` must turn, at its tip, to head for a point."""
    geo = battle.geo
    n = len(battle.facts)
    step = battle.sizes[kind, STEP]
    tip_x = geo[n, X] + step * geo[n, COS]
    tip_y = geo[n, Y] + step * geo[n, SIN]
    turn = math.degrees(math.atan2(y_goal - tip_y, x_goal - tip_x)) - geo[n, HEADING]
    return turn - 360.0 * math.floor(turn / 360.0 + 0.5)


def approach(battle: Any, me: int, steps: int, rng: Any, headings: Any) -> int:
    """A path of ship `me` towards a place beside a random enemy; as `wander` otherwise."""
    geo = battle.geo
    n = len(battle.facts)
    enemies = 0
    for j in range(n):
        if alive(battle, j) and battle.facts[j, PARTY] != battle.facts[me, PARTY]:
            enemies += 1
    if enemies == 0:
        return wander(battle, me, steps, rng, headings)
    chosen = rng.integers(0, enemies)
    goal = 0
    for j in range(n):
        if alive(battle, j) and battle.facts[j, PARTY] != battle.facts[me, PARTY]:
            if chosen == 0:
                goal = j
                break
            chosen -= 1
    kind = battle.facts[goal, KIND]
    around = 2.0 * math.pi * rng.random()
    away = battle.sizes[kind, RADIUS] + battle.sizes[2, STEP] * rng.random()
    x_goal = geo[goal, X] + battle.sizes[kind, CENTRE] * geo[goal, COS] + away * math.cos(around)
    y_goal = geo[goal, Y] + battle.sizes[kind, CENTRE] * geo[goal, SIN] + away * math.sin(around)
    mine = battle.facts[me, KIND]
    limit = battle.sizes[mine, LIMIT] - 2.0 / GRID
    lay(battle, n, mine, geo[me, X], geo[me, Y], geo[me, HEADING])
    taken = 0
    for k in range(steps):
        x = geo[n, X]
        y = geo[n, Y]
        before = geo[n, HEADING]
        wanted = min(limit, max(-limit, turn_to(battle, mine, x_goal, y_goal)))
        found = False
        for attempt in range(TRIES):
            spread = limit * (attempt + 1.0) / TRIES
            turn = wanted + spread * (2.0 * rng.random() - 1.0)
            heading = whole_heading(before + min(limit, max(-limit, turn)))
            if step_on(battle, me, heading) == YES:
                found = True
                break
            lay(battle, n, mine, x, y, before)
        if not found:
            break
        headings[k] = heading
        taken += 1
        dx = x_goal - geo[n, X]
        dy = y_goal - geo[n, Y]
        if dx * dx + dy * dy < battle.sizes[mine, STEP] * battle.sizes[mine, STEP] / 4.0:
            break
    if taken and not rest(battle, n, mine):
        return 0
    return taken


def draw_path(battle: Any, me: int, attempt: int, rng: Any, headings: Any) -> int:
    """One of the paths tried for a ship, by its number: odd ones approach, and two of three go as far as they may."""
    most = int(battle.sizes[battle.facts[me, KIND], MOST])
    steps = most if attempt % 3 else 1 + attempt % most
    if attempt % 2:
        return approach(battle, me, steps, rng, headings)
    return wander(battle, me, steps, rng, headings)


def worth_shooting(battle: Any, target: int) -> int:
    """What a hit is worth: more the nearer it brings the target to sinking, and the more pips sink."""
    pips = int(battle.sizes[battle.facts[target, KIND], PIPS])
    left = pips - int(battle.facts[target, DAMAGE])
    return 1000 + (600 * pips if left == 1 else 0) + 100 * (3 - left)


def worth_hitting(battle: Any, target: int, hits: int) -> int:
    """What some hits on a ship are worth."""
    pips = int(battle.sizes[battle.facts[target, KIND], PIPS])
    health = pips - int(battle.facts[target, DAMAGE])
    return 1000 * min(hits, health) + (600 * pips if hits >= health else 0)


def worth_lying(battle: Any, row: int, me: int, left: int, caution: int) -> int:
    """What it is worth that ship `me` lies where a row of `geo` says, with `left` actions to come.

    Hits it can score at once, less what can reach it (`caution` each), less how far the enemy is in mm.
    """
    kind = battle.facts[me, KIND]
    geo = battle.geo
    sizes = battle.sizes
    guns = guns_left(battle, me)
    hits = 0
    danger = 0
    nearest = math.inf
    for j in range(len(battle.facts)):
        if not alive(battle, j) or battle.facts[j, PARTY] == battle.facts[me, PARTY]:
            continue
        other = battle.facts[j, KIND]
        dx = geo[j, X] + sizes[other, CENTRE] * geo[j, COS] - geo[row, X] - sizes[kind, CENTRE] * geo[row, COS]
        dy = geo[j, Y] + sizes[other, CENTRE] * geo[j, SIN] - geo[row, Y] - sizes[kind, CENTRE] * geo[row, SIN]
        away = math.sqrt(dx * dx + dy * dy)
        nearest = min(nearest, away)
        if away < sizes[other, MOST] * sizes[other, STEP] + sizes[other, RADIUS] + sizes[2, STEP]:
            danger += 1
        if guns > 0 and left > 0 and sees(battle, row, kind, me, j) == YES:
            hits = max(hits, worth_hitting(battle, j, min(left, guns)))
    value = hits - (0 if nearest == math.inf else math.floor(nearest))
    if hits == 0:
        value -= caution * danger * (4 - int(sizes[kind, PIPS]) + int(battle.facts[me, DAMAGE]))
    return value


def greedy_action(battle: Any, sights: Any, rng: Any, tries: int, caution: int, row: Any) -> int:
    """The best shot if there is one, else the best move found among `tries` paths of each ship, else passing.

    Best by damage first, then by least exposure, which counts `caution` for each enemy that may get near. row: as in `random_action`. Returns what it is worth.
    """
    n = len(battle.facts)
    best = 0
    row[0] = PASS
    for i in range(n):
        for j in range(n):
            if sights[i, j] and battle.facts[i, PARTY] != battle.facts[j, PARTY]:
                value = worth_shooting(battle, j)
                if value > best:
                    best = value
                    row[0] = SHOT
                    row[1] = i
                    row[2] = j
    if row[0] == SHOT:
        return best
    left = battle.clock[LEFT] - 1
    headings = battle.work[7, 0:4]
    for i in range(n):
        if not actor(battle, i) or battle.facts[i, STEPS] > 0:
            continue
        here = worth_lying(battle, i, i, 0, caution)
        for attempt in range(tries):
            taken = draw_path(battle, i, attempt, rng, headings)
            if not taken:
                continue
            value = worth_lying(battle, n, i, left, caution) - here
            if value > best:
                best = value
                row[0] = MOVE
                row[1] = i
                row[2] = taken
                for k in range(taken):
                    row[3 + k] = headings[k]
    return best


class Beam(NamedTuple):
    """Turns in the making, side by side: row w of each array is one."""

    geo: Any
    corners: Any
    facts: Any
    clock: Any
    known: Any
    """(w, n, n) as `look` keeps it."""

    plans: Any
    """(w, 3, 7) actions so far, as rows of a log."""

    values: Any
    """(w) what each seems worth."""

    counts: Any
    """(w) how many actions each has; -1 marks an unused row."""


def new_beam(battle: Any, width: int) -> Any:
    """Room for some turns in the making."""
    n = len(battle.facts)
    return Beam(
        np.zeros((width, n + 1, 5)), np.zeros((width, n + 1, 2, 3)), np.zeros((width, n, 6), dtype=np.int64), np.zeros((width, 8), dtype=np.int64),
        np.zeros((width, n, n), dtype=np.int64), np.zeros((width, 3, 7)), np.zeros(width, dtype=np.int64),
        np.full(width, -1, dtype=np.int64),
    )  # fmt: skip


def battle_in(battle: Any, beam: Any, w: int) -> Any:
    """The battle that a turn in the making has led to, as a view."""
    return Battle(
        beam.geo[w], beam.corners[w], beam.facts[w], battle.sizes, battle.walls, battle.things, beam.clock[w], battle.work
    )


def put(beam: Any, w: int, battle: Any, known: Any) -> None:
    """A battle copied into a row."""
    beam.geo[w] = battle.geo
    beam.corners[w] = battle.corners
    beam.facts[w] = battle.facts
    beam.clock[w] = battle.clock
    beam.known[w] = known


def strength(battle: Any, party: int) -> int:
    """What the ships of a party and of its enemies are worth: damage they can take, and pips; own minus theirs."""
    total = 0
    for i in range(len(battle.facts)):
        if alive(battle, i):
            pips = int(battle.sizes[battle.facts[i, KIND], PIPS])
            value = 1000 * (pips - int(battle.facts[i, DAMAGE])) + 600 * pips
            total += value if battle.facts[i, PARTY] == party else -value
    return total


def nearness(battle: Any, party: int) -> int:
    """mm. Minus the sum, over a party's ships, of the distance to the nearest enemy."""
    geo = battle.geo
    total = 0
    for i in range(len(battle.facts)):
        if not alive(battle, i) or battle.facts[i, PARTY] != party:
            continue
        nearest = math.inf
        for j in range(len(battle.facts)):
            if alive(battle, j) and battle.facts[j, PARTY] != party:
                dx = geo[j, X] - geo[i, X]
                dy = geo[j, Y] - geo[i, Y]
                nearest = min(nearest, math.sqrt(dx * dx + dy * dy))
        if nearest < math.inf:
            total -= math.floor(nearest)
    return total


def steer(battle: Any, me: int, x_goal: float, y_goal: float) -> bool:
    """A try of ship `me`, in the last row of `geo`, steered to a point as far as a move goes; no chance in it.

    Whether it gets within half a step of the point. At each step the free heading nearest to the point's is taken.
    """
    geo = battle.geo
    n = len(battle.facts)
    kind = battle.facts[me, KIND]
    step = battle.sizes[kind, STEP]
    limit = battle.sizes[kind, LIMIT] - 2.0 / GRID
    lay(battle, n, kind, geo[me, X], geo[me, Y], geo[me, HEADING])
    for _ in range(int(battle.sizes[kind, MOST])):
        x = geo[n, X]
        y = geo[n, Y]
        before = geo[n, HEADING]
        wanted = min(limit, max(-limit, turn_to(battle, kind, x_goal, y_goal)))
        found = False
        for attempt in range(2 * SWERVES + 1):
            swerve = (attempt + 1) // 2 * limit / SWERVES
            turn = wanted + (swerve if attempt % 2 else -swerve)
            if abs(turn) > limit:
                continue
            if step_on(battle, me, before + turn) == YES:
                found = True
                break
            lay(battle, n, kind, x, y, before)
        if not found:
            return False
        dx = x_goal - geo[n, X]
        dy = y_goal - geo[n, Y]
        if dx * dx + dy * dy < step * step / 4.0:
            return True
    return False


def can_threaten(battle: Any, me: int, target: int) -> bool:
    """Whether one of some moves of ship `me`, steered to places around a target, gives it a clear shot."""
    n = len(battle.facts)
    geo = battle.geo
    kind = battle.facts[me, KIND]
    other = battle.facts[target, KIND]
    x = geo[target, X] + battle.sizes[other, CENTRE] * geo[target, COS]
    y = geo[target, Y] + battle.sizes[other, CENTRE] * geo[target, SIN]
    dx = geo[me, X] - x
    dy = geo[me, Y] - y
    reach = (battle.sizes[kind, MOST] + 1.0) * battle.sizes[kind, STEP] + battle.sizes[2, STEP] + 20.0
    if dx * dx + dy * dy > reach * reach:
        return False
    start = math.atan2(dy, dx)
    away = battle.sizes[other, RADIUS] + battle.sizes[2, STEP] / 2.0
    for place in range(PLACES):
        angle = start + 2.0 * math.pi * place / PLACES
        steer(battle, me, x + away * math.cos(angle), y + away * math.sin(angle))
        if sees(battle, n, kind, me, target) == YES:
            return True
    return False


def answer(battle: Any, party: int) -> int:
    """About the most that a party loses to the next turn of its enemies: one ship's shots, where it lies or moved."""
    worst = 0
    for i in range(len(battle.facts)):
        if not alive(battle, i) or battle.facts[i, PARTY] == party:
            continue
        guns = int(battle.sizes[battle.facts[i, KIND], PIPS])
        for j in range(len(battle.facts)):
            if not alive(battle, j) or battle.facts[j, PARTY] != party:
                continue
            standing = worth_hitting(battle, j, guns)
            moved = worth_hitting(battle, j, min(guns, 2))
            if standing > worst and sees(battle, i, battle.facts[i, KIND], i, j) == YES:
                worst = standing
            elif moved > worst and can_threaten(battle, i, j):
                worst = moved
    return worst


def answered(battle: Any, party: int) -> int:
    """What a battle after a turn of a party is worth to it: strength, less what the enemy's answer may cost,
    then how near it is to the enemy."""
    value = 8 * strength(battle, party) + nearness(battle, party)
    return value if battle.clock[RESULT] != GOING_ON else value - 7 * answer(battle, party)


def search_action(battle: Any, known: Any, sights: Any, rng: Any, mind: Any, row: Any) -> int:
    """The first action of the best turn found, the enemy's best answer counted.

    mind: as in `play_on`; its fourth number, the budget, is how many turns are followed side by side, and answered
    at the end. Actions of a turn are tried in the order of what they seem worth. Returns what the turn is worth.
    """
    n = len(battle.facts)
    width = max(2, mind[3])
    mover = battle.clock[TURN_OF]
    party = -1
    for i in range(n):
        if battle.facts[i, PLAYER] == mover:
            party = battle.facts[i, PARTY]
    before = strength(battle, party)
    beam = new_beam(battle, width)
    done = new_beam(battle, width)
    put(beam, 0, battle, known)
    beam.counts[0] = 0
    for _ in range(battle.clock[LEFT]):
        following = new_beam(battle, width)
        for w in range(width):
            if beam.counts[w] >= 0:
                branch(battle, beam, w, following, done, rng, mind, sights, mover, party, before)
        beam = following
    for w in range(width):
        if beam.counts[w] >= 0:
            finish(battle, beam, w, done, mover, party, before)
    best = -(2**62)
    row[0] = PASS
    for w in range(width):
        if done.counts[w] < 0:
            continue
        value = answered(battle_in(battle, done, w), party)
        if value > best:
            best = value
            if done.counts[w] > 0:
                row[:] = done.plans[w, 0]
            else:
                row[0] = PASS
    return best


def offer(beam: Any, value: int) -> int:
    """The row of a beam that something of this value takes: an unused one, or the worst if that is worse; or -1."""
    worst = -1
    for w in range(len(beam.counts)):
        if beam.counts[w] < 0:
            return w
        if worst < 0 or beam.values[w] < beam.values[worst]:
            worst = w
    return worst if beam.values[worst] < value else -1


def finish(battle: Any, beam: Any, w: int, done: Any, mover: int, party: int, before: int) -> None:
    """A turn in the making as one that ends here."""
    here = battle_in(battle, beam, w)
    value = 8 * (strength(here, party) - before) + nearness(here, party)
    place = offer(done, value)
    if place < 0:
        return
    put(done, place, here, beam.known[w])
    done.plans[place] = beam.plans[w]
    done.values[place] = value
    done.counts[place] = beam.counts[w]
    if here.clock[RESULT] == GOING_ON and here.clock[TURN_OF] == mover:
        end_turn(battle_in(battle, done, place))


def branch(
    battle: Any, beam: Any, w: int, following: Any, done: Any, rng: Any, mind: Any, sights: Any, mover: int,
    party: int, before: int,
) -> None:  # fmt: skip
    """A turn in the making gone on with: each shot, two moves of each ship, or its end."""
    here = battle_in(battle, beam, w)
    n = len(here.facts)
    gained = 8 * (strength(here, party) - before)
    finish(battle, beam, w, done, mover, party, before)
    if here.clock[RESULT] != GOING_ON or here.clock[TURN_OF] != mover:
        return
    look(here, beam.known[w], sights, False)
    shots = sights.copy()
    row = np.zeros(7)
    for i in range(n):
        for j in range(n):
            if shots[i, j] and battle.facts[i, PARTY] != battle.facts[j, PARTY]:
                row[0] = SHOT
                row[1] = i
                row[2] = j
                extend(battle, beam, w, following, row, gained + 8 * worth_shooting(here, j))
    for i in range(n):
        if actor(here, i) and here.facts[i, STEPS] == 0:
            branch_moves(battle, beam, w, following, i, rng, mind, gained)


def branch_moves(
    battle: Any, beam: Any, w: int, following: Any, i: int, rng: Any, mind: Any, gained: int
) -> None:  # fmt: skip
    """The two best moves found of a ship, as ways to go on with a turn in the making."""
    here = battle_in(battle, beam, w)
    left = here.clock[LEFT] - 1
    stay = worth_lying(here, i, i, 0, mind[2])
    best = np.full(2, -(2**62), dtype=np.int64)
    rows = np.zeros((2, 7))
    headings = np.zeros(4)
    for attempt in range(mind[1]):
        taken = draw_path(here, i, attempt, rng, headings)
        if not taken:
            continue
        worth = worth_lying(here, len(here.facts), i, left, mind[2]) - stay
        if worth <= best[1]:
            continue
        at = 1
        if worth > best[0]:
            best[1] = best[0]
            rows[1] = rows[0]
            at = 0
        best[at] = worth
        rows[at, 0] = MOVE
        rows[at, 1] = i
        rows[at, 2] = taken
        for k in range(taken):
            rows[at, 3 + k] = headings[k]
    for at in range(2):
        if best[at] > -(2**62):
            extend(battle, beam, w, following, rows[at], gained + best[at])


def extend(battle: Any, beam: Any, w: int, following: Any, row: Any, value: int) -> None:
    """A turn in the making with one more action, if what it seems worth finds it a row."""
    place = offer(following, value)
    if place < 0:
        return
    put(following, place, battle_in(battle, beam, w), beam.known[w])
    following.plans[place] = beam.plans[w]
    following.plans[place, beam.counts[w]] = row
    following.values[place] = value
    following.counts[place] = beam.counts[w] + 1
    perform(battle_in(battle, following, place), following.known[place], row)


def play_on(
    battle: Any, minds: Any, rng: Any, known: Any, sights: Any, log: Any, count: int
) -> tuple[int, int]:
    """A battle played on by computer players until it is over, the log is full, or the referee must be asked.

    minds: (players, 4) level (0 random, 1 greedy, 2 search), paths tried for each ship, caution, budget. known, sights: as in `look`.
    log: (k, 7) rows as in `random_action`, of which `count` are filled. Returns how many are filled then, and
    which shot is unsure, or -1, or -2 if a player is to decide who searches (which is compiled apart).
    """
    while battle.clock[RESULT] == GOING_ON and count < len(log):
        mind = minds[battle.clock[TURN_OF]]
        unsure = look(battle, known, sights, mind[0] == 0)
        if unsure >= 0:
            return count, unsure
        if mind[0] > 1:
            return count, SEARCHES
        row = log[count]
        if mind[0] == 0:
            random_action(battle, sights, rng, row)
        else:
            greedy_action(battle, sights, rng, mind[1], mind[2], row)
        perform(battle, known, row)
        count += 1
    return count, OVER


def perform(battle: Any, known: Any, row: Any) -> None:
    """An action done; what it may change of what is known of shots is forgotten. A move that is not sure is none."""
    ship = int(row[1])
    if row[0] == MOVE:
        forget(battle, known, ship)
        if act(battle, row):
            forget(battle, known, ship)
            return
        row[0] = PASS
    elif row[0] == SHOT:
        target = int(row[2])
        act(battle, row)
        if not alive(battle, target):
            forget(battle, known, target)
        return
    act(battle, row)

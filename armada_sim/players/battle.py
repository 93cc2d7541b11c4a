"""A battle as arrays: the filter the players think with, in plain scalar Python.

`compiled` in `boards` runs this same file through numba; it calls nothing outside it, so what is kept
of it (`geometry.kept_code`) is of this text. Nothing here is a verdict: a pose counts as free, a shot as clear, only
where every distance that decides is at least `HAIR` from zero, which is far more than doubles are off on a table of
`LARGEST` mm (see `HAIR`); the rest is unsure, and asked of the referee or left alone.

Rules covered: flat triangular outlines, every step tested, contact blocks, convex surfaces, the large piece
laid anywhere on a long side, everything blocks, and the readings of a shot in `Battle.reading`. Others are played by
asking the referee (`boards.COVERED`).
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
TURN_OF, LEFT, QUIET, TURNS, DAMAGED, RESULT, PLAYERS, QUIET_LIMIT, CHECKS = 0, 1, 2, 3, 4, 5, 6, 7, 8
# entries of `Battle.reading`
SHARE, FREE = 0, 1
# how much of a target must be under one position of the large piece
ANY_PART, HALF, WHOLE = 0, 1, 2
# what must be free: a straight line under the large piece, the piece as far as the target begins, nothing
A_LINE, THE_PIECE, NOTHING = 0, 1, 2
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
    """(9) whose turn, actions left, quiet turns, turns, whether a hit was scored this turn, the result, how many
    players, after how many quiet turns it is drawn (0: never), how many poses have been looked at by `free_at`."""

    reading: Any
    """(2) what a shot needs: how much of the target is covered (`SHARE`), and what is free (`FREE`)."""

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
    battle.clock[CHECKS] += 1
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
    blockers, count = blockers_in_frame(battle, me, target, side, ax, ay, wx, wy, mx, my)
    space = np.zeros((4, blockers.shape[2] + 8))
    answer = NO
    waiting = [(low, high)]
    looked = 0
    while looked < len(waiting):
        if looked == MOST_LAYINGS:
            return UNSURE
        start, end = waiting[looked]
        looked += 1
        if never_laid(battle, part, blockers, count, start, end, space):
            continue
        middle = (start + end) / 2.0
        if first <= middle <= last and surely_laid(battle, part, blockers, count, middle, space):
            return YES
        if end - start < HAIR:
            answer = UNSURE
            continue
        waiting.append((start, middle))
        waiting.append((middle, end))
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
    stack = [(first, last + base, (left - last - base) / low, (right - first) / low)]
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
    """Ships other than two, and obstacles, in a side's frame, those within reach of its lines: (k, 2, c), how many."""
    things = battle.things
    ships = len(battle.facts)
    most = max(3, things.shape[2])
    found = np.zeros((ships + len(things), 2, most))
    count = 0
    far = battle.sizes[2, STEP] + 1.0
    for j in range(ships + len(things)):
        if j < ships:
            if j in (me, target) or not alive(battle, j):
                continue
            into_frame(battle, j, side, ax, ay, wx, wy, mx, my, found[count])
            found[count, :, 3:] = found[count, :, 2:3]
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
    return found, count


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
    return float(turn - 360.0 * math.floor(turn / 360.0 + 0.5))


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

    Best by damage first, then by least exposure, which counts `caution` for each enemy that may get near. row: as in
    `random_action`. Returns what it is worth.
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


def strength(battle: Any, party: int) -> int:
    """What the ships of a party and of its enemies are worth: damage they can take, and pips; own minus theirs."""
    total = 0
    for i in range(len(battle.facts)):
        if alive(battle, i):
            pips = int(battle.sizes[battle.facts[i, KIND], PIPS])
            value = 1000 * (pips - int(battle.facts[i, DAMAGE])) + 600 * pips
            total += value if battle.facts[i, PARTY] == party else -value
    return total


def play_on(
    battle: Any, minds: Any, rng: Any, known: Any, sights: Any, log: Any, count: int, until: int
) -> tuple[int, int]:
    """A battle played on by computer players until it is over, the log is full, or the referee must be asked.

    minds: (players, 3) level (0 random, 1 greedy, 2 search), paths tried for each ship, caution. known, sights: as in
    `look`. log: (k, 7) rows as in `random_action`, of which `count` are filled. until: how many turns of the battle
    are played (-1: all). Returns how many rows are filled then, and which shot is unsure, or -1, or -2 if a player
    is to decide who searches (which is done outside).
    """
    while battle.clock[RESULT] == GOING_ON and count < len(log) and battle.clock[TURNS] != until:
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


def think_on(battle: Any, minds: Any, rng: Any, known: Any, sights: Any, log: Any) -> int:
    """A turn played to its end in thought: unsure shots count as not clear. Returns how many rows are filled."""
    n = len(battle.facts)
    until = battle.clock[TURNS] + 1
    count, unsure = play_on(battle, minds, rng, known, sights, log, 0, until)
    while unsure >= 0:
        known[unsure // n, unsure % n] = NO
        count, unsure = play_on(battle, minds, rng, known, sights, log, count, until)
    return count


def imagine(battle: Any, minds: Any, rng: Any, known: Any, sights: Any, log: Any, turns: int, party: int) -> int:
    """What some turns played in thought come to for a party: the sum of its `strength` after each."""
    total = 0
    for _ in range(turns):
        if battle.clock[RESULT] == GOING_ON:
            think_on(battle, minds, rng, known, sights, log)
        total += strength(battle, party)
    return total


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

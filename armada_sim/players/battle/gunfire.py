"""What a ship of a battle surely may shoot at, and surely may not."""

import math

from armada_sim.compiled.plain import zeros
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
    PARTS,
    cut,
    shaded,
)
from armada_sim.geometry.kernel.outlines import Array, signed_separation
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
    RANGE,
    SHARE,
    SIN,
    STEP,
    THE_PIECE,
    UNSURE,
    WHOLE,
    YES,
    Battle,
    X,
    Y,
    alive,
)

STARTS = 7
"""Points of the gun side that lines of fire are tried from."""

CUTS = 2
"""Parts of each edge of a target to whose ends they are tried."""

MANY_STARTS, MANY_CUTS = 61, 8
"""The same where a shot is neither clear by one of these nor proved to be blocked."""

HAIR_AREA = 2.0**-10
"""mm^2. A covered area this near to half of the target is unsure. Areas are off by less than 1e-7 mm^2; between
slides 1e-5 mm apart, which is where the search for the best one ends, they differ by less than 1e-3 mm^2."""

THIRDS = 38
"""Steps of that search; each leaves two thirds of at most 30 mm."""

HALVINGS = 22
"""Steps of the search for the first and last slide that cover half: to 1e-5 mm."""

SLIDES = 24
"""Parts of the slides of a side at which it is looked whether all lines are blocked."""

MOST_SLIDES = 120
"""Intervals of slides looked at before it is unsure whether the large piece can be laid."""


def segment_gap(px: float, py: float, qx: float, qy: float, some: Array, i: int) -> float:
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


def sees(battle: Battle, row: int, kind: int, me: int, target: int) -> int:
    """Whether the piece in a row, a try of ship `me`, has a clear shot at a ship: yes, unsure, no."""
    geo = battle.geo
    sizes = battle.sizes
    other = battle.facts[target, KIND]
    reach = sizes[kind, RADIUS] + sizes[other, RADIUS] + sizes[RANGE, STEP] + 1.0
    dx = geo[target, X] + sizes[other, CENTRE] * geo[target, COS] - geo[row, X] - sizes[kind, CENTRE] * geo[row, COS]
    dy = geo[target, Y] + sizes[other, CENTRE] * geo[target, SIN] - geo[row, Y] - sizes[kind, CENTRE] * geo[row, SIN]
    if dx * dx + dy * dy > reach * reach:  # most targets
        return NO
    left = sees_from(battle, row, kind, me, target, 1.0)
    if left == YES:
        return YES
    return max(left, sees_from(battle, row, kind, me, target, -1.0))


def sees_from(battle: Battle, row: int, kind: int, me: int, target: int, hand: float) -> int:
    """The same from one side: 1 for left, -1 for right."""
    n = covered(battle, row, kind, target, hand, HAIR)
    if n <= 0:
        return NO if n < 0 else UNSURE
    if battle.reading[FREE] == THE_PIECE:
        return piece_fits(battle, me, target)
    return line_of_fire(battle, me, target, n, STARTS, CUTS)


def covered(battle: Battle, row: int, kind: int, target: int, hand: float, inset: float) -> int:
    """The part of a target in the reach of a side, less `inset` mm, in the side's frame: rows 0 and 1 of `work`.

    In that frame x runs from the side's base corner to the tip and y away from the ship. The side is left in
    `Battle.side`, with the first and last slide of the large piece that cover enough (`enough_covered`). Returns the
    number of corners (0: unsure, -1: surely none, or not enough).
    """
    sizes, work, side = battle.sizes, battle.work, battle.side
    corners = battle.corners
    start = 2 if hand > 0.0 else 0
    length = sizes[kind, EDGE]
    side[FROM_X], side[FROM_Y], side[LENGTH] = corners[row, 0, start], corners[row, 1, start], length
    side[ALONG_X] = (corners[row, 0, 1] - side[FROM_X]) / length
    side[ALONG_Y] = (corners[row, 1, 1] - side[FROM_Y]) / length
    side[OUT_X], side[OUT_Y] = -side[ALONG_Y] * hand, side[ALONG_X] * hand
    room, depth = length - sizes[RANGE, BASE], sizes[RANGE, STEP]
    if room < HAIR:
        return 0
    into_frame(battle, target, work[0:2])
    if surely_out_of_reach(battle, 3):
        return -1
    code, first, last = enough_covered(battle, room, inset)
    if code != YES:
        return -1 if code == NO else 0
    side[FIRST], side[LAST] = first, last
    n = under(battle, work[0:2], 3, depth, first, last, inset, work)
    return n if n > 2 else 0


def enough_covered(battle: Battle, room: float, inset: float) -> tuple[int, float, float]:
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


def all_covered(battle: Battle, room: float, inset: float) -> tuple[int, float, float]:
    """`enough_covered` for the whole target: at slide t the large piece covers x from t + k y to t + b - k y."""
    base = battle.sizes[RANGE, BASE]
    depth = battle.sizes[RANGE, STEP]
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


def half_covered(battle: Battle, room: float, inset: float) -> tuple[int, float, float]:
    """`enough_covered` for half of the target's area.

    The square root of the covered area is concave where it is not zero (Brunn-Minkowski): so thirds close in on its
    maximum, and the slides that cover half are an interval around it.
    """
    base = battle.sizes[RANGE, BASE]
    depth = battle.sizes[RANGE, STEP]
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


def last_covering(battle: Battle, good: float, end: float, enough: float, inside: bool) -> float:
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


def area_under(battle: Battle, slide: float) -> float:
    """mm^2 of a target (rows 0 and 1 of `work`) under the large piece at a slide."""
    base = battle.sizes[RANGE, BASE]
    k = base / (2.0 * battle.sizes[RANGE, STEP])
    work = battle.work
    n = cut(work[0:2], 3, 0.0, 1.0, 0.0, work[2:4])
    n = cut(work[2:4], n, 1.0, -k, slide, work[4:6])
    n = cut(work[4:6], n, -1.0, -k, -slide - base, work[2:4])
    return polygon_area(work[2:4], n)


def polygon_area(points: Array, n: int) -> float:
    """mm^2. Area of a counter-clockwise polygon; points: (2, k)."""
    total = 0.0
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        total += points[0, i] * points[1, j] - points[1, i] * points[0, j]
    return float(total / 2.0)


def piece_fits(battle: Battle, me: int, target: int) -> int:
    """Whether the large piece can lie so that nothing meets it nearer to the side than the target's covered part.

    At the slides of `Battle.side` it surely covers enough. Intervals of slides are halved until in each it is proved
    that no slide will do, or one surely does.
    """
    first, last = battle.side[FIRST], battle.side[LAST]
    part = zeros((2, 3))
    into_frame(battle, target, part)
    battle.work[0:2, 0:3] = part
    _, low, high = enough_covered(battle, battle.side[LENGTH] - battle.sizes[RANGE, BASE], -HAIR)
    blockers = zeros((len(battle.facts) + len(battle.things), 2, max(3, battle.things.shape[2])))
    count = blockers_in_frame(battle, me, target, blockers)
    space = zeros((4, blockers.shape[2] + 8))
    answer = NO
    waiting = zeros((2 * MOST_SLIDES + 1, 2))
    waiting[0, 0], waiting[0, 1] = low, high
    known = 1
    looked = 0
    while looked < known:
        if looked == MOST_SLIDES:
            return UNSURE
        start, end = waiting[looked, 0], waiting[looked, 1]
        looked += 1
        if never_fits(battle, part, blockers, count, start, end, space):
            continue
        middle = (start + end) / 2.0
        if first <= middle <= last and surely_fits(battle, part, blockers, count, middle, space):
            return YES
        if end - start < HAIR:
            answer = UNSURE
            continue
        waiting[known, 0], waiting[known, 1] = start, middle
        waiting[known + 1, 0], waiting[known + 1, 1] = middle, end
        known += 2
    return answer


def under(
    battle: Battle, points: Array, n: int, depth: float, first: float, last: float, inset: float, space: Array
) -> int:
    """The part of a polygon between y = 0 and `depth` with x - k y >= first and x + k y <= last + b, all less `inset`:
    rows 0 and 1 of `space`. Returns its corners' number."""
    base = battle.sizes[RANGE, BASE]
    k = base / (2.0 * battle.sizes[RANGE, STEP])
    n = cut(points, n, 0.0, 1.0, inset, space[2:4])
    n = cut(space[2:4], n, 0.0, -1.0, inset - depth, space[0:2])
    n = cut(space[0:2], n, 1.0, -k, first + inset, space[2:4])
    return cut(space[2:4], n, -1.0, -k, inset - last - base, space[0:2])


def least(space: Array, n: int) -> float:
    """Least y of a polygon in rows 0 and 1."""
    low = math.inf
    for c in range(n):
        low = min(low, space[1, c])
    return low


def never_fits(
    battle: Battle, part: Array, blockers: Array, count: int, start: float, end: float, space: Array
) -> bool:
    """Whether at each slide of an interval the large piece surely covers nothing of the target, or something lies
    under it nearer to the side: one thing under all of these positions, nearer than anything any of them covers."""
    n = under(battle, part, 3, battle.sizes[RANGE, STEP], start, end, -HAIR, space)
    if n == 0:
        return True
    nearest = least(space, n)
    for j in range(count):
        if under(battle, blockers[j], blockers.shape[2], nearest, end, start, HAIR, space) > 0:
            return True
    return False


def surely_fits(battle: Battle, part: Array, blockers: Array, count: int, slide: float, space: Array) -> bool:
    """Whether at a slide a part of the target is covered, and surely nothing nearer to the side is under the piece."""
    n = under(battle, part, 3, battle.sizes[RANGE, STEP], slide, slide, HAIR, space)
    if n == 0:
        return False
    nearest = least(space, n)
    for j in range(count):
        if under(battle, blockers[j], blockers.shape[2], nearest, slide, slide, -HAIR, space) > 0:
            return False
    return True


def into_frame(battle: Battle, ship: int, out: Array) -> None:
    """A ship's corners in the frame of `Battle.side`, counter-clockwise there; out: (2, k)."""
    side = battle.side
    mirrored = side[ALONG_X] * side[OUT_Y] - side[ALONG_Y] * side[OUT_X] < 0.0
    corners = battle.corners
    for c in range(3):
        c2 = 2 - c if mirrored else c  # a mirrored frame turns the order round
        px, py = corners[ship, 0, c2] - side[FROM_X], corners[ship, 1, c2] - side[FROM_Y]
        out[0, c] = px * side[ALONG_X] + py * side[ALONG_Y]
        out[1, c] = px * side[OUT_X] + py * side[OUT_Y]


def surely_out_of_reach(battle: Battle, n: int) -> bool:
    """Whether a polygon in rows 0 and 1 of `work` surely has no part in the reach of a side."""
    work, length, half = battle.work, battle.side[LENGTH], battle.sizes[RANGE, BASE] / 2.0
    reach_x, reach_y = work[4], work[5]
    reach_x[0], reach_x[1], reach_x[2], reach_x[3] = 0.0, length, length - half, half
    reach_y[0], reach_y[1] = 0.0, 0.0
    reach_y[2], reach_y[3] = battle.sizes[RANGE, STEP], battle.sizes[RANGE, STEP]
    return signed_separation(work[0], work[1], n, reach_x, reach_y, 4) > HAIR


def line_of_fire(battle: Battle, me: int, target: int, n: int, starts: int, cuts: int) -> int:
    """Whether some line to the covered part of the target (rows 0 and 1 of `work`, n corners) is surely clear.

    Lines are tried from so many points along the side to the part's middle, its corners and points that cut its edges
    in so many parts, a little inside. A large piece laid at slide t covers x from t + k y to t + b - k y, so a line
    from (p, 0) to a point (x, y) lies under one slide from the first to the last iff
    max(first, p - b, x - b + k y) <= min(last, p, x - k y).
    """
    base, low, high = battle.sizes[RANGE, BASE], battle.side[FIRST], battle.side[LAST]
    k = base / (2.0 * battle.sizes[RANGE, STEP])
    work = battle.work
    mid_x = 0.0
    mid_y = 0.0
    for c in range(n):
        mid_x += work[0, c] / n
        mid_y += work[1, c] / n
    for goal in range(cuts * n + 1):
        x = mid_x
        y = mid_y
        if goal > 0:
            c = (goal - 1) // cuts
            d = c + 1 if c + 1 < n else 0
            share = float((goal - 1) % cuts) / cuts
            x = 0.95 * ((1.0 - share) * work[0, c] + share * work[0, d]) + 0.05 * mid_x
            y = 0.95 * ((1.0 - share) * work[1, c] + share * work[1, d]) + 0.05 * mid_y
        first = max(low, x - base + k * y)
        last = min(high, x - k * y)
        if last - first < HAIR or y < HAIR:
            continue
        for s in range(starts):
            p = first + (last + base - first) * (s + 0.5) / starts
            # the slides that serve both: from max(first, p - base) to min(last, p)
            if min(last, p) - max(first, p - base) < HAIR:
                continue
            if way_gap(battle, me, target, p, x, y) > HAIR:
                return YES
    return UNSURE


def way_gap(battle: Battle, me: int, target: int, p: float, x: float, y: float) -> float:
    """mm. Least separation of a line of fire, from (p, 0) to (x, y) in a side's frame, from everything in the way."""
    if battle.reading[FREE] == NOTHING:
        return 1.0
    geo, sizes, side = battle.geo, battle.sizes, battle.side
    px = side[FROM_X] + p * side[ALONG_X]
    py = side[FROM_Y] + p * side[ALONG_Y]
    qx = side[FROM_X] + x * side[ALONG_X] + y * side[OUT_X]
    qy = side[FROM_Y] + x * side[ALONG_Y] + y * side[OUT_Y]
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


def narrowly_clear(battle: Battle, me: int, target: int) -> bool:
    """Whether a ship has a clear shot at another by one of many lines."""
    if battle.reading[FREE] != A_LINE:
        return False
    for hand in (1.0, -1.0):
        n = covered(battle, me, battle.facts[me, KIND], target, hand, HAIR)
        if n > 0 and line_of_fire(battle, me, target, n, MANY_STARTS, MANY_CUTS) == YES:
            return True
    return False


def never_clear(battle: Battle, me: int, target: int) -> bool:
    """Whether a ship surely has no clear shot at another: all lines from both sides meet something."""
    if battle.reading[FREE] != A_LINE:
        return False
    for hand in (1.0, -1.0):
        n = covered(battle, me, battle.facts[me, KIND], target, hand, -HAIR)
        if n == 0 or (n > 0 and not all_blocked(battle, me, target)):
            return False
    return True


def all_blocked(battle: Battle, me: int, target: int) -> bool:
    """Whether every line from a side to a target is proved to meet something, at the slides of `Battle.side`."""
    side, base, depth = battle.side, battle.sizes[RANGE, BASE], battle.sizes[RANGE, STEP]
    blockers = zeros((len(battle.facts) + len(battle.things), 2, max(3, battle.things.shape[2])))
    count = blockers_in_frame(battle, me, target, blockers)
    most, many = blockers.shape[2], 0
    chords = zeros((count * most, 4))
    for j in range(count):
        for c in range(most):
            d = c + 1 if c + 1 < most else 0
            chords[many, 0], chords[many, 1] = blockers[j, 0, c], blockers[j, 1, c]
            chords[many, 2], chords[many, 3] = blockers[j, 0, d], blockers[j, 1, d]
            many += 1
    part, parts, ends = zeros((2, 3)), zeros((PARTS, 2, 24)), zeros((2, 2))
    into_frame(battle, target, part)
    step = (side[LAST] - side[FIRST]) / SLIDES
    for i in range(SLIDES):
        start = side[FIRST] + i * step
        n = under(battle, part, 3, depth, start, start + step, -HAIR, battle.work)
        parts[0, :, 0:n] = battle.work[0:2, 0:n]
        ends[0, 0], ends[0, 1] = start, start + step + base
        if n > 0 and not shaded(chords, ends, HAIR, parts, n):
            return False
    return True


def blockers_in_frame(battle: Battle, me: int, target: int, out: Array) -> int:
    """Ships other than two, and obstacles, in a side's frame, those within reach of its lines; how many.

    out: (k, 2, c) result, for all ships and obstacles and the corners of any.
    """
    things, side = battle.things, battle.side
    ships = len(battle.facts)
    most = out.shape[2]
    count = 0
    far = battle.sizes[RANGE, STEP] + 1.0
    for j in range(ships + len(things)):
        if j < ships:
            if j in (me, target) or not alive(battle, j):
                continue
            into_frame(battle, j, out[count])
            for c in range(3, most):
                out[count, 0, c], out[count, 1, c] = out[count, 0, 2], out[count, 1, 2]
        else:
            for c in range(most):
                px, py = things[j - ships, 0, c] - side[FROM_X], things[j - ships, 1, c] - side[FROM_Y]
                out[count, 0, c] = px * side[ALONG_X] + py * side[ALONG_Y]
                out[count, 1, c] = px * side[OUT_X] + py * side[OUT_Y]
        low = math.inf
        high = -math.inf
        for c in range(most):
            low = min(low, out[count, 1, c])
            high = max(high, out[count, 1, c])
        if high > -1.0 and low < far:
            count += 1
    return count

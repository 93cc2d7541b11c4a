"""How much a picture speaks for a solid at a place: plain scalar functions, compiled where many places are asked.

A solid that lies where it is thought stands out along its outline: on either side of each edge of it the picture has
another colour. Within one of its faces it has one colour. A picture is an array (rows, columns, 4) of uint8 in the
colours of `finding.perceived`, with how common each is in the whole picture as a fourth.
"""

import math
from typing import NamedTuple

from armada_sim.compiled.plain import zeros
from armada_sim.geometry.kernel.outlines import Array


class View(NamedTuple):
    """A `Camera` in numbers, for a picture that may be smaller than the camera's."""

    focal: float
    bend: float
    middle_x: float
    middle_y: float
    reach: float
    scale: float
    """Pixels of the picture for one of the camera's."""

    turn: Array
    """(3, 3)"""

    shift: Array
    """(3,)"""


LEAST_PX = 20.0
"""Solids that would be seen smaller, added up over some of their edges, are not looked for."""

MIDDLE = 0.35
"""Of a solid's length: how far ahead of its base the middle is of what is seen of it."""

LEAST_GAP_PX = 2.5
"""Between two pixels on either side of an outline, however small the solid is seen."""

SHARES = (0.5, 0.2, 0.35, 0.65, 0.8)
"""Of each edge, where its two sides are compared."""

LEAST_EDGES, AT_ONCE, ENOUGH = 3, 0.55, 0.6
"""So many must be seen; how different their sides must be at the first share, and at all so far: where they are less no
more is looked at."""

# pairs of corners, and the two faces that meet there: see `solids`
FROM = (0, 1, 2, 0, 1, 3, 3, 4)
TO = (1, 2, 0, 3, 4, 4, 2, 2)
ONE = (0, 0, 0, 1, 1, 1, 2, 2)
OTHER = (1, 4, 3, 3, 4, 2, 3, 4)
COUNT = 8
# three corners of each face, counter-clockwise from outside, and its last one where it has four
FIRST = (0, 0, 4, 0, 4)
SECOND = (1, 3, 3, 2, 2)
THIRD = (2, 4, 2, 3, 1)
FOURTH = (-1, 1, -1, -1, -1)


def turned_by(view: View, corners: Array, turn: float, out: Array) -> None:
    """(5, 3) mm in `out`: from the base of a solid to its corners (5, 3) mm, as a camera is turned."""
    cosine, sine = math.cos(turn), math.sin(turn)
    for i in range(5):
        x = cosine * corners[i, 0] - sine * corners[i, 1]
        y = sine * corners[i, 0] + cosine * corners[i, 1]
        for j in range(3):
            out[i, j] = view.turn[j, 0] * x + view.turn[j, 1] * y + view.turn[j, 2] * corners[i, 2]


def project(view: View, turned: Array, x: float, y: float, out: Array) -> bool:
    """(5, 2) px in `out`, of a solid at (x, y) mm; whether all of it is before the camera. turned: see `turned_by`."""
    turn, shift = view.turn, view.shift
    right = turn[0, 0] * x + turn[0, 1] * y + shift[0]
    down = turn[1, 0] * x + turn[1, 1] * y + shift[1]
    ahead = turn[2, 0] * x + turn[2, 1] * y + shift[2]
    for i in range(5):
        depth = ahead + turned[i, 2]
        if depth <= 1.0:
            return False
        through_lens(view, right + turned[i, 0], down + turned[i, 1], depth, out[i])
    return True


def through_lens(view: View, right: float, down: float, depth: float, out: Array) -> None:
    """px, the first two of `out`: where a point of the camera's frame, mm, is seen."""
    near = view.focal / depth
    u, v = right * near, down * near
    bent = 1.0 + view.bend / (view.reach * view.reach) * (u * u + v * v)
    out[0], out[1] = view.scale * (u * bent + view.middle_x) - 0.5, view.scale * (v * bent + view.middle_y) - 0.5


def on_ground(view: View, x: float, y: float, out: Array) -> None:
    """(3,) in `out`: where a place (x, y) mm of the table is seen, px, and how many px a mm there is seen long."""
    turn, shift = view.turn, view.shift
    right = turn[0, 0] * x + turn[0, 1] * y + shift[0]
    down = turn[1, 0] * x + turn[1, 1] * y + shift[1]
    depth = turn[2, 0] * x + turn[2, 1] * y + shift[2]
    through_lens(view, right, down, depth, out)
    out[2] = view.scale * (view.focal / depth)


def middle_of(xs: Array, ys: Array, begin: int, end: int) -> tuple[float, float]:
    """mm, of places from `begin` to before `end`."""
    x, y = 0.0, 0.0
    for k in range(begin, end):
        x, y = x + xs[k], y + ys[k]
    return x / (end - begin), y / (end - begin)


def apart(picture: Array, x1: float, y1: float, x2: float, y2: float) -> float:
    """How different two pixels look; negative where one is outside."""
    rows, columns = picture.shape[0], picture.shape[1]
    if x1 < 0.0 or y1 < 0.0 or x2 < 0.0 or y2 < 0.0:
        return -1.0
    a, b, c, d = int(x1 + 0.5), int(y1 + 0.5), int(x2 + 0.5), int(y2 + 0.5)
    if a >= columns or c >= columns or b >= rows or d >= rows:
        return -1.0
    light = abs(float(picture[b, a, 0]) - float(picture[d, c, 0]))
    red = abs(float(picture[b, a, 1]) - float(picture[d, c, 1]))
    blue = abs(float(picture[b, a, 2]) - float(picture[d, c, 2]))
    return 0.4 * light + red + blue


def turned_away(seen: Array, face: int) -> bool:
    """Whether a face is seen from behind."""
    i, j, k = FIRST[face], SECOND[face], THIRD[face]
    across = (seen[j, 0] - seen[i, 0]) * (seen[k, 1] - seen[i, 1])
    return bool(across - (seen[j, 1] - seen[i, 1]) * (seen[k, 0] - seen[i, 0]) >= 0.0)


def beside_edges(seen: Array, away: Array, share: float, gap: float, pairs: Array) -> int:
    """How many edges of an outline are seen long enough.

    away: (5,) whether each face is turned away. gap: px. pairs: (8, 4) px, the answer, too: two points so far apart on
    either side of each edge, at a share of it.
    """
    count = 0
    for i in range(COUNT):
        if away[ONE[i]] == away[OTHER[i]]:
            continue
        a, b = FROM[i], TO[i]
        ux, uy = seen[b, 0] - seen[a, 0], seen[b, 1] - seen[a, 1]
        length = math.sqrt(ux * ux + uy * uy)
        if length < 3.0:
            continue
        half = 0.5 * gap / length
        nx, ny = -uy * half, ux * half
        x, y = seen[a, 0] + share * ux, seen[a, 1] + share * uy
        pairs[count, 0], pairs[count, 1], pairs[count, 2], pairs[count, 3] = x + nx, y + ny, x - nx, y - ny
        count += 1
    return count


def outlined(
    picture: Array, pairs: Array, count: int, strength: float, shift_x: float, shift_y: float, times: float
) -> float:
    """How far `beside_edges` differ, made `times` as large and shifted by so many px, added up; -1 if one is outside.

    strength: what counts as wholly different.
    """
    total = 0.0
    for i in range(count):
        different = apart(
            picture, shift_x + times * pairs[i, 0], shift_y + times * pairs[i, 1],
            shift_x + times * pairs[i, 2], shift_y + times * pairs[i, 3],
        )  # fmt: skip
        if different < 0.0:
            return -1.0
        total += min(1.0, different / strength)
    return total


def unevenness(picture: Array, seen: Array, away: Array, strength: float) -> float:
    """How different the middle of each face that is seen is from what is halfway to its corners: 0 to 1."""
    total, count = 0.0, 0
    for face in range(1, 5):
        if away[face]:
            continue
        i, j, k, m = FIRST[face], SECOND[face], THIRD[face], FOURTH[face]
        x, y = (seen[i, 0] + seen[j, 0] + seen[k, 0]) / 3.0, (seen[i, 1] + seen[j, 1] + seen[k, 1]) / 3.0
        if m >= 0:
            x, y = (seen[i, 0] + seen[k, 0]) / 2.0, (seen[i, 1] + seen[k, 1]) / 2.0
        for corner in (i, j, k):
            px, py = (x + seen[corner, 0]) / 2.0, (y + seen[corner, 1]) / 2.0
            total += min(1.0, max(0.0, apart(picture, x, y, px, py)) / strength)
            count += 1
    return total / max(1, count)


def commonness(picture: Array, seen: Array, away: Array) -> float:
    """How common the colours of the faces are that are seen: 0 to 1."""
    total, count = 0.0, 0
    for face in range(1, 5):
        if away[face]:
            continue
        i, j, k = FIRST[face], SECOND[face], THIRD[face]
        x, y = (seen[i, 0] + seen[j, 0] + seen[k, 0]) / 3.0, (seen[i, 1] + seen[j, 1] + seen[k, 1]) / 3.0
        a, b = int(x + 0.5), int(y + 0.5)
        if 0 <= a < picture.shape[1] and 0 <= b < picture.shape[0]:
            total += float(picture[b, a, 3]) / 255.0
            count += 1
    return total / max(1, count)


def corners_seen(view: View, turned: Array, x: float, y: float, seen: Array, away: Array) -> bool:
    """Whether a solid at a place is seen large enough.

    turned: see `turned_by`. seen: (5, 2) px of its corners, away: (5,) whether each face is turned away, the answers,
    too.
    """
    if not project(view, turned, x, y, seen):
        return False
    for face in range(5):
        away[face] = turned_away(seen, face)
    width = abs(seen[2, 0] - seen[0, 0]) + abs(seen[1, 0] - seen[0, 0]) + abs(seen[4, 0] - seen[0, 0])
    high = abs(seen[2, 1] - seen[0, 1]) + abs(seen[1, 1] - seen[0, 1]) + abs(seen[4, 1] - seen[0, 1])
    return bool(width + high >= LEAST_PX)


def gap_px(view: View, x: float, y: float, gap: float) -> float:
    """Between two pixels on either side of an outline; gap: mm."""
    depth = view.turn[2, 0] * x + view.turn[2, 1] * y + view.shift[2]
    return float(max(LEAST_GAP_PX, gap * view.focal * view.scale / depth))


def speaks(
    picture: Array,
    view: View,
    turned: Array,
    x: float,
    y: float,
    gap: float,
    strength: float,
    seen: Array,
    away: Array,
    pairs: Array,
) -> tuple[float, float, float]:
    """How much a picture speaks for a solid at a place: its outline; against it: how uneven and common its faces are.

    Each at most 1. turned: see `turned_by`. gap: mm between pixels on either side of the outline. seen, away, pairs:
    room.
    """
    if not corners_seen(view, turned, x, y, seen, away):
        return -1.0, 0.0, 0.0
    wide = gap_px(view, x, y, gap)
    total, count = 0.0, 0
    for share in SHARES:
        edges = beside_edges(seen, away, share, wide, pairs)
        more = outlined(picture, pairs, edges, strength, 0.0, 0.0, 1.0)
        if more < 0.0 or edges < LEAST_EDGES:
            return -1.0, 0.0, 0.0
        least = AT_ONCE if count == 0 else ENOUGH
        total += more
        count += edges
        if total < least * count:
            return -1.0, 0.0, 0.0
    return total / count, unevenness(picture, seen, away, strength), commonness(picture, seen, away)


def search(
    picture: Array,
    view: View,
    solids: Array,
    xs: Array,
    ys: Array,
    tiles: Array,
    turns: Array,
    heeds: Array,
    gap: float,
    strength: float,
    ahead: float,
    best: Array,
    turn: Array,
) -> None:
    """Over a net of places, what speaks most for each size there, and the turn with which, in radians.

    solids: (sizes, 5, 3) mm; xs, ys: (n,) mm. tiles: (m + 1,) where those begin that lie near each other: whether it is
    worth it to look closely at a place is seen by what a solid in the middle of them shows, shifted and made as large
    as it would be seen there. heeds: (kinds, 2) how far uneven and common faces count. ahead: how far the places lie
    ahead of the base, of a solid's length. The answer, best and turn: (kinds, sizes, n).
    """
    seen, away, turned, room = zeros((5, 2)), zeros(5), zeros((len(turns), 5, 3)), zeros((COUNT, 4))
    pairs, counts = zeros((len(turns), COUNT, 4)), [0] * len(turns)
    middle, place = zeros(3), zeros(3)
    for size in range(solids.shape[0]):
        back = ahead * solids[size, 2, 0]
        for t in range(len(turns)):
            turned_by(view, solids[size], turns[t], turned[t])
        for tile in range(len(tiles) - 1):
            at_x, at_y = middle_of(xs, ys, tiles[tile], tiles[tile + 1])
            on_ground(view, at_x, at_y, middle)
            for t in range(len(turns)):
                x, y = at_x - back * math.cos(turns[t]), at_y - back * math.sin(turns[t])
                counts[t] = 0
                if corners_seen(view, turned[t], x, y, seen, away):
                    counts[t] = beside_edges(seen, away, SHARES[0], gap_px(view, x, y, gap), pairs[t])
            for k in range(tiles[tile], tiles[tile + 1]):
                for kind in range(heeds.shape[0]):
                    best[kind, size, k], turn[kind, size, k] = -1.0, 0.0
                on_ground(view, xs[k], ys[k], place)
                times = place[2] / middle[2]
                right, down = place[0] - times * middle[0], place[1] - times * middle[1]
                for t in range(len(turns)):
                    if counts[t] < LEAST_EDGES:
                        continue
                    said = outlined(picture, pairs[t], counts[t], strength, right, down, times)
                    if said < AT_ONCE * counts[t]:
                        continue
                    x, y = xs[k] - back * math.cos(turns[t]), ys[k] - back * math.sin(turns[t])
                    outline, uneven, common = speaks(picture, view, turned[t], x, y, gap, strength, seen, away, room)
                    if outline <= 0.0:
                        continue
                    for kind in range(heeds.shape[0]):
                        score = outline - heeds[kind, 0] * uneven - heeds[kind, 1] * common
                        if score > best[kind, size, k]:
                            best[kind, size, k], turn[kind, size, k] = score, turns[t]


WAYS_BESIDE = 8
"""From a pose to one beside it: ahead and back along x, along y, turned about the base, about the middle."""


def beside(pose: Array, way: int, step: float, arm: float) -> tuple[float, float, float]:
    """x, y, turn one step away; arm: mm from the base to the tip, which a turn moves about as far as the step."""
    x, y, t = pose[0], pose[1], pose[2]
    sign = 1.0 if way % 2 == 0 else -1.0
    if way < 2:
        x += sign * step
    elif way < 4:
        y += sign * step
    elif way < 6:
        t += sign * step / arm
    else:
        middle = 0.45 * arm
        mx, my = x + middle * math.cos(t), y + middle * math.sin(t)
        t += 2.0 * sign * step / arm
        x, y = mx - middle * math.cos(t), my - middle * math.sin(t)
    return x, y, t


def climb(
    picture: Array,
    view: View,
    corners: Array,
    pose: Array,
    heeds: Array,
    gap: float,
    strength: float,
    step: float,
    least: float,
) -> float:
    """From a pose (x, y mm, radians) to one nearby for which the picture speaks most; what it says there.

    heeds: (2,) how far uneven and common faces count. step, least: mm, first and last; a turn moves a tip as far.
    pose: changed.
    """
    seen, away, turned, pairs = zeros((5, 2)), zeros(5), zeros((5, 3)), zeros((COUNT, 4))
    arm = corners[2, 0]
    turned_by(view, corners, pose[2], turned)
    outline, uneven, common = speaks(picture, view, turned, pose[0], pose[1], gap, strength, seen, away, pairs)
    here = float(outline - heeds[0] * uneven - heeds[1] * common)
    while step >= least:
        better = False
        for way in range(WAYS_BESIDE):
            x, y, t = beside(pose, way, step, arm)
            turned_by(view, corners, t, turned)
            outline, uneven, common = speaks(picture, view, turned, x, y, gap, strength, seen, away, pairs)
            score = float(outline - heeds[0] * uneven - heeds[1] * common)
            if score > here:
                here, better = score, True
                pose[0], pose[1], pose[2] = x, y, t
        if not better:
            step /= 2.0
    return here


def climb_closer(
    picture: Array,
    view: View,
    solids: Array,
    sizes: Array,
    poses: Array,
    heeds: Array,
    gap: float,
    strength: float,
    steps: Array,
    scores: Array,
) -> None:
    """The same of many, with pixels so many mm apart on either side of an outline, and then half as many.

    sizes: (n,) numbers of solids; poses: (n, 3), changed. steps: (2, 2) mm, first and last of either climb. scores:
    (n,), the answer.
    """
    for k in range(len(sizes)):
        corners, pose = solids[int(sizes[k])], poses[k]
        climb(picture, view, corners, pose, heeds, gap, strength, steps[0, 0], steps[0, 1])
        scores[k] = climb(picture, view, corners, pose, heeds, gap / 2.0, strength, steps[1, 0], steps[1, 1])

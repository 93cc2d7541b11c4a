"""Cells of base midpoints: with which headings they may be arrived at, and what is reached from there.

The last step of a path starts at the tip of the step before. A *cell* is a square of such tips
after one, two or three steps; its *arcs* are the headings with which they may be arrived at. Two
steps to a given point have closed form (two elbows); three are two and a heading.
A *fan* is a base midpoint with an interval of headings for the last step. What the outline
sweeps there is star-shaped about the base midpoint: it is the union of the outline at both ends
and of the sector each corner sweeps. These are the fan's convex *parts*.
"""

import math
from typing import NamedTuple

import numpy as np

from armada_sim.geometry.kernel.outlines import SQUARE, TINY, WIDE, WIDER, Array, Flags, Floats, Ints, heading_vector
from armada_sim.geometry.kernel.rasters import adds, boxed, mark, mark_grown, marked
from armada_sim.geometry.kernel.scenes import (
    Scene,
    Work,
    blocked_after,
    fan_parts,
    near_turn,
    spare_room,
    trace,
    turn_blocked,
    windows_after,
    windows_of,
)

TRIES = 6
"""Places where a legal path into a cell is looked for, from each end of its headings."""

MOST_ARRIVALS = 60
"""Arrivals in one cell from which fans are looked for: far more than differ by less than two turns."""

PIECE_DEG = 10.0
"""degrees. Of arrival headings at which gaps are looked for at a time."""

DEAD, NEAR, OPEN = 0, 1, 2


ARCS = 6
"""Arcs of arrival headings kept for one cell."""


class Cells(NamedTuple):
    """Squares in which the tip may lie before the last step."""

    square: Array
    """(n, 3) centre x, y and half side, mm."""

    layer: Ints
    """(n,) steps taken so far."""

    arcs: Array
    """(n, ARCS, 2) headings of the last of them, degrees, of which `many` count."""

    many: Ints

    spans: Array
    """(n, w, 2) headings a step from there may have, degrees, of which `held` count."""

    held: Ints
    """(n,) -1 where they were not looked for yet; -2, -3, ... where 0, 1, ... are known of a cell that holds it."""

    @classmethod
    def new(cls, square: Array, layer: Ints, arcs: Array, windows: int) -> "Cells":
        """Cells with one arc each, and room for so many windows."""
        n = len(layer)
        room = np.zeros((n, windows, 2))
        return cls(square, layer, arcs, np.ones(n, dtype=np.int64), room, np.full(n, -1, dtype=np.int64))

    def take(self, which: Ints | Flags | slice) -> "Cells":
        """Some of the cells, by index or mask."""
        return Cells._make(column[which] for column in self)


def elbow(scene: Scene, x: float, y: float, off: float, sign: float) -> tuple[bool, float, float]:
    """Two steps to within `off` mm of (x, y), turning left (sign 1) or right (-1) between them.

    Returns (whether there may be any, middle and half width of their last headings, degrees).
    """
    dx = x - scene.start[0]
    dy = y - scene.start[1]
    distance = math.sqrt(dx * dx + dy * dy)
    if distance - off > 2.0 * scene.step:
        return False, 0.0, 0.0
    least = math.degrees(math.acos(min(1.0, (distance + off) / (2.0 * scene.step))))
    if 2.0 * least > scene.limit + WIDER:
        return False, 0.0, 0.0
    if off >= 0.7 * distance:
        return True, 0.0, 180.0
    most = math.degrees(math.acos(min(1.0, max(0.0, (distance - off) / (2.0 * scene.step)))))
    most = min(most, 0.5 * scene.limit + WIDER)
    bearing = math.degrees(math.atan2(dy, dx))
    swing = math.degrees(math.asin(off / distance)) + WIDER
    turn, bend = 0.5 * (most + least), 0.5 * (most - least) + WIDER
    half = swing + bend
    first = near_turn(bearing - sign * turn, scene.start[2])
    allowed = False
    for i in range(len(scene.firsts)):
        if scene.firsts[i, 0] - half <= first <= scene.firsts[i, 1] + half:
            allowed = True
    last = bearing + sign * turn
    if not allowed:
        return False, 0.0, 0.0
    if blocked_after(scene, 2, x, y, last, off + scene.reach * math.radians(half)):
        return False, 0.0, 0.0
    if scene.swept == 1:
        ux, uy = heading_vector(last)
        base_x, base_y = x - scene.step * ux, y - scene.step * uy
        there = off + scene.step * math.radians(half)
        if turn_blocked(scene, 2, base_x, base_y, there, near_turn(first, last), half, last, half):
            return False, 0.0, 0.0
    return True, last, half


def arrives(scene: Scene, x: float, y: float, off: float, layer: int, heading: float, half: float) -> bool:
    """Whether `layer` steps may end with the tip within `off` mm of (x, y), the last heading within
    `half` degrees of `heading`."""
    if half >= 90.0:
        return True
    if blocked_after(scene, layer, x, y, heading, off + scene.reach * math.radians(half)):
        return False
    ux, uy = heading_vector(heading)
    base_x, base_y = x - scene.step * ux, y - scene.step * uy
    there = off + scene.step * math.radians(half)
    if layer == 1:
        dx, dy = base_x - scene.start[0], base_y - scene.start[1]
        if dx * dx + dy * dy > there * there:
            return False
        first = near_turn(heading, scene.start[2])
        for i in range(len(scene.firsts)):
            if scene.firsts[i, 0] - half - WIDER <= first <= scene.firsts[i, 1] + half + WIDER:
                return True
        return False
    for turn in range(2):
        if layer == 2:
            may, middle, spread = elbow(scene, x, y, off, 1.0 - 2.0 * turn)
            if may and abs(near_turn(heading, middle) - middle) <= spread + half:
                return True
        else:
            may, middle, spread = elbow(scene, base_x, base_y, there, 1.0 - 2.0 * turn)
            last = near_turn(heading, middle)
            if (
                may
                and abs(last - middle) <= spread + half + scene.limit + WIDER
                and not turn_blocked(scene, 3, base_x, base_y, there, middle, spread, last, half)
            ):
                return True
    return False


def trimmed(scene: Scene, x: float, y: float, off: float, layer: int, start: float, end: float, finest: float) -> float:
    """The first heading from `start` towards `end` at which `layer` steps may arrive; beyond `end` if none."""
    sign = 1.0 if end >= start else -1.0
    at = start
    width = finest
    while sign * (end - at) > 0.0:
        width = min(width, sign * (end - at))
        if arrives(scene, x, y, off, layer, at + sign * 0.5 * width, 0.5 * width):
            if width <= finest:
                return at
            width = max(finest, 0.25 * width)
        else:
            at += sign * width
            width = min(2.0 * width, 40.0)
    return end + sign


def cell_arcs(scene: Scene, x: float, y: float, off: float, layer: int, given: Array, many: int, arcs: Array) -> int:
    """Headings with which `layer` steps may arrive within `off` mm of (x, y), from inherited ones.

    given: (g, 2), of which `many` count; arcs: (a, 2) result, disjoint. Gaps that the next turn
    bridges anyway are not looked for. Returns how many.
    """
    finest = max(0.5 * math.degrees(off / scene.step), 0.05)
    found = 0
    for i in range(many):
        low, high = given[i, 0], given[i, 1]
        while low <= high and found < len(arcs):
            low = trimmed(scene, x, y, off, layer, low, high, finest)
            if low > high:
                break
            # the arc goes on to the next gap that the next turn does not bridge: from each piece that may be arrived
            # with to the farthest that is bridged to
            close = low
            while close < high:
                beyond = min(high, close + max(scene.bridge, PIECE_DEG))
                at = beyond
                while at > close:
                    piece = min(at - close, PIECE_DEG)
                    if arrives(scene, x, y, off, layer, at - 0.5 * piece, 0.5 * piece):
                        break
                    at -= piece
                if at <= close:
                    break
                close = at
            stop = trimmed(scene, x, y, off, layer, close, low, finest)
            arcs[found, 0], arcs[found, 1] = low, max(stop, low)
            found += 1
            low = beyond if close < high else high + 1.0
    return found


def cell_windows(
    scene: Scene, x: float, y: float, off: float, layer: int, count: int, spans: Array, inherited: int, work: Work
) -> int:
    """Headings a step from a cell may have (left in work.windows); how many intervals.

    spans: (w, 2) those of a cell that holds it, of which `inherited` count; negative: none are known.
    """
    found = 0
    end = done = -math.inf
    for i in range(count):
        low, high = work.arcs[i, 0] - scene.limit - WIDER, work.arcs[i, 1] + scene.limit + WIDER
        low = max(low, end)
        high = min(high, work.arcs[0, 0] - scene.limit - WIDER + 360.0)
        before = found
        for k in range(max(1, 3 * inherited)):
            start, stop = low, high
            if inherited >= 0:
                shift = 360.0 * (k // max(1, inherited) - 1)
                start = max(low, spans[k % max(1, inherited), 0] + shift)
                stop = min(high, spans[k % max(1, inherited), 1] + shift)
            if stop >= start and stop > done and inherited != 0:
                found = windows_of(scene, layer + 1, x, y, max(start, done), stop, off + TINY, work.windows, found)
                done = stop
        if scene.swept == 1:
            # the turn starts from an arrival, so what holds none is out of reach
            kept = before
            for w in range(before, found):
                if work.windows[w, 0] <= work.arcs[i, 1] and work.windows[w, 1] >= work.arcs[i, 0]:
                    work.windows[kept, 0], work.windows[kept, 1] = work.windows[w, 0], work.windows[w, 1]
                    kept += 1
            found = kept
        end = high
    return found


def know_cell(scene: Scene, cells: Cells, i: int, work: Work) -> None:
    """Finds the arcs of a cell and the headings a step from it may have, in place of inherited ones, if not known."""
    if cells.held[i] >= 0:
        return
    x, y, off = cells.square[i, 0], cells.square[i, 1], cells.square[i, 2] * SQUARE
    count = cell_arcs(scene, x, y, off, cells.layer[i], cells.arcs[i], cells.many[i], work.arcs)
    for a in range(count):
        cells.arcs[i, a, 0], cells.arcs[i, a, 1] = work.arcs[a, 0], work.arcs[a, 1]
    found = cell_windows(scene, x, y, off, cells.layer[i], count, cells.spans[i], -2 - cells.held[i], work)
    for w in range(found):
        cells.spans[i, w, 0], cells.spans[i, w, 1] = work.windows[w, 0], work.windows[w, 1]
    cells.many[i], cells.held[i] = count, found


def know_cells(scene: Scene, cells: Cells, work: Work) -> None:
    """`know_cell` for many."""
    for i in range(len(cells.layer)):
        know_cell(scene, cells, i, work)


def judge_cells(scene: Scene, cells: Cells, arc: float, raster: Floats, far: Ints, work: Work, codes: Ints) -> None:
    """What is to be done with cells. DEAD, as which they begin: no path leads there. NEAR: all it leads to is near what
    is known to be reached. OPEN: else.

    far: sums of pixels that are not near. Cells that are OPEN stay so.
    """
    lever = 0.0
    for i in range(len(scene.own)):
        lever = max(lever, math.sqrt(scene.own[i, 0] * scene.own[i, 0] + scene.own[i, 1] * scene.own[i, 1]))
    lever /= math.cos(math.radians(0.5 * arc))
    centre_x, centre_y = work.spare[0], work.spare[1]
    for i in range(len(cells.layer)):
        if codes[i] == OPEN or cells.held[i] == 0:
            continue
        cell = cells.square[i]
        centre_x[0], centre_y[0] = cell[0], cell[1]
        if boxed(centre_x, centre_y, 1, cell[2] + lever, raster, far) == 0:
            codes[i] = NEAR
            continue
        know_cell(scene, cells, i, work)
        if cells.held[i] == 0:
            codes[i] = DEAD
        elif leads_to(scene, cell, cells.spans[i], cells.held[i], arc, raster, far, work):
            codes[i] = OPEN
        else:
            codes[i] = NEAR


def leads_to(
    scene: Scene, cell: Array, spans: Array, held: int, arc: float, raster: Floats, sums: Ints, work: Work
) -> bool:
    """Whether a step from a cell may cover a marked pixel, or leave the raster."""
    for w in range(held):
        parts = fan_parts(scene, cell[0], cell[1], spans[w, 0], spans[w, 1], arc, True, work)
        for p in range(parts):
            if marked(work.part_x[p], work.part_y[p], work.part_n[p], cell[2], raster, sums, work.rows):
                return True
    return False


def steps_to(scene: Scene, x: float, y: float, layer: int, last: float, sign: float, headings: Array) -> bool:
    """Headings of `layer` steps to the point (x, y), ending with `last` where there is a choice.

    sign: which elbow. Whether there are any; limits of turn and obstacles are not looked at.
    """
    if layer == 3:
        ux, uy = heading_vector(last)
        x -= scene.step * ux
        y -= scene.step * uy
    dx, dy = x - scene.start[0], y - scene.start[1]
    bearing = near_turn(math.degrees(math.atan2(dy, dx)), scene.start[2])
    if layer == 1:
        headings[0] = bearing
        return True
    distance = math.sqrt(dx * dx + dy * dy)
    if distance > 2.0 * scene.step:
        return False
    turn = sign * math.degrees(math.acos(distance / (2.0 * scene.step)))
    headings[0] = near_turn(bearing - turn, scene.start[2])
    headings[1] = near_turn(bearing + turn, headings[0])
    if layer == 3:
        headings[2] = near_turn(last, headings[1])
    return True


def path_into(scene: Scene, x: float, y: float, half: float, layer: int, last: float, sign: float, work: Work) -> bool:
    """Whether the steps to (x, y) with that last heading are proved legal and end in the cell about it.

    The headings are left in work.headings, the base midpoints in work.bases.
    """
    if not steps_to(scene, x, y, layer, last, sign, work.headings):
        return False
    if not trace(scene, work.headings, layer, work.bases):
        return False
    off_x, off_y = work.bases[layer, 0] - x, work.bases[layer, 1] - y
    return bool(abs(off_x) <= half * WIDE and abs(off_y) <= half * WIDE)


def path_between(
    scene: Scene, x: float, y: float, half: float, start: float, end: float, finest: float, work: Work
) -> bool:
    """As `path_into` for three steps, with the first last heading that will do from `start` towards `end`."""
    for tries in range(TRIES):
        inward = (2.0**tries - 0.5) * finest
        if inward > abs(end - start):
            return False
        last = start + inward if end >= start else start - inward
        for turn in range(2):
            if path_into(scene, x, y, half, 3, last, 1.0 - 2.0 * turn, work):
                return True
    return False


def explore_cell(
    scene: Scene, x: float, y: float, half: float, layer: int, low: float, high: float, arc: float, raster: Floats,
    touched: Ints, full: Ints, work: Work, fans: Array, found: int,
) -> int:  # fmt: skip
    """Add the fans of legal paths into a cell, arriving between two headings; how many fans there are then."""
    if layer == 1:
        for share in range(3):
            heading = low + (high - low) * (0.02 + 0.48 * share)
            ux, uy = heading_vector(heading)
            at_x, at_y = scene.start[0] + scene.step * ux, scene.start[1] + scene.step * uy
            if (
                abs(at_x - x) <= half
                and abs(at_y - y) <= half
                and path_into(scene, at_x, at_y, half, 1, heading, 1.0, work)
            ):
                found = add_fans_at(scene, 1, arc, raster, touched, full, work, fans, found)
        return found
    if layer == 2:
        for turn in range(2):
            if path_into(scene, x, y, half, 2, low, 1.0 - 2.0 * turn, work):
                found = add_fans_at(scene, 2, arc, raster, touched, full, work, fans, found)
        return found
    finest = max(0.5 * math.degrees(half / scene.step), 0.05)
    if not path_between(scene, x, y, half, low, high, finest, work):
        return found
    at = near_turn(work.headings[2], 0.5 * (low + high))
    found = add_fans_at(scene, 3, arc, raster, touched, full, work, fans, found)
    # the next arrival needs to be no nearer than where the turns after both still meet
    for _ in range(MOST_ARRIVALS):
        if at >= high - finest:
            return found
        target = min(high, at + scene.bridge)
        if not path_between(scene, x, y, half, target, at, finest, work):
            if target < high and path_between(scene, x, y, half, high, target, finest, work):
                found = add_fans_at(scene, 3, arc, raster, touched, full, work, fans, found)
            return found
        at = near_turn(work.headings[2], target)
        found = add_fans_at(scene, 3, arc, raster, touched, full, work, fans, found)
        if target == high:
            return found
    return found


def add_fans_at(
    scene: Scene, layer: int, arc: float, raster: Floats, touched: Ints, full: Ints, work: Work, fans: Array, found: int
) -> int:
    """Add the fans at the end of the path in `work`, where they reach anything new; how many there are then."""
    x, y = work.bases[layer, 0], work.bases[layer, 1]
    for w in range(windows_after(scene, layer + 1, x, y, work.headings[layer - 1], 0.0, work.windows)):
        low, high = work.windows[w, 0], work.windows[w, 1]
        parts = fan_parts(scene, x, y, low, high, arc, False, work)
        new = False
        for p in range(parts):
            if adds(work.part_x[p], work.part_y[p], work.part_n[p], raster, touched, work.rows):
                new = True
                break
        if new and found < len(fans):
            for p in range(parts):
                mark(work.part_x[p], work.part_y[p], work.part_n[p], raster, touched, full, work.rows)
            fans[found, 0], fans[found, 1], fans[found, 2], fans[found, 3] = x, y, low, high
            for t in range(3):
                fans[found, 4 + t] = work.headings[t] if t < layer else math.nan
            found += 1
    return found


def explore_cells(
    scene: Scene, cells: Cells, arc: float, raster: Floats, touched: Ints, full: Ints, work: Work, fans: Array
) -> int:
    """Fans of legal paths into cells, where they reach anything new; how many.

    fans: (f, 7) result: base x, y, low and high heading of the last step, headings of those before.
    """
    found = 0
    for i in range(len(cells.layer)):
        cell = cells.square[i]
        for a in range(cells.many[i]):
            found = explore_cell(
                scene, cell[0], cell[1], cell[2], cells.layer[i], cells.arcs[i, a, 0], cells.arcs[i, a, 1], arc, raster,
                touched, full, work, fans, found,
            )  # fmt: skip
    return found


def mark_fans(
    scene: Scene, fans: Array, arc: float, outside: bool, raster: Floats, touched: Ints, full: Ints, work: Work
) -> None:
    """Mark what fans reach."""
    for i in range(len(fans)):
        parts = fan_parts(scene, fans[i, 0], fans[i, 1], fans[i, 2], fans[i, 3], arc, outside, work)
        for p in range(parts):
            mark(work.part_x[p], work.part_y[p], work.part_n[p], raster, touched, full, work.rows)


def fan_polygons(scene: Scene, fans: Array, arc: float, work: Work, points: Array, counts: Ints) -> int:
    """Parts of fans, inscribed. points: (v, 2) result, one part after another; counts: (p,); how many parts."""
    found = 0
    at = 0
    for i in range(len(fans)):
        parts = fan_parts(scene, fans[i, 0], fans[i, 1], fans[i, 2], fans[i, 3], arc, False, work)
        for p in range(parts):
            for v in range(work.part_n[p]):
                points[at, 0], points[at, 1] = work.part_x[p, v], work.part_y[p, v]
                at += 1
            counts[found] = work.part_n[p]
            found += 1
    return found


def mark_cells(scene: Scene, cells: Cells, arc: float, raster: Floats, hollow: Ints, work: Work, touched: Ints) -> None:
    """Mark every hollow pixel that holds a point to which cells may lead. hollow: sums of those pixels."""
    for i in range(len(cells.layer)):
        x, y, half = cells.square[i, 0], cells.square[i, 1], cells.square[i, 2]
        for w in range(cells.held[i]):
            parts = fan_parts(scene, x, y, cells.spans[i, w, 0], cells.spans[i, w, 1], arc, True, work)
            for p in range(parts):
                px, py, n = work.part_x[p], work.part_y[p], work.part_n[p]
                if marked(px, py, n, half, raster, hollow, work.rows):
                    mark_grown(px, py, n, half, raster, touched, work.rows)


def sure_elbow(
    scene: Scene, number: int, x: float, y: float, before: float, to_x: float, to_y: float, off: float, sign: float
) -> bool:
    """Whether two steps, the first being step `number`, are proved legal to every point within `off` mm of one.

    (x, y): base midpoint of the first, after heading `before`; sign: as in `elbow`. Not where the way is tested.
    """
    dx, dy = to_x - x, to_y - y
    distance = math.sqrt(dx * dx + dy * dy)
    if (distance + off) * WIDE >= 2.0 * scene.step or distance <= 2.0 * off:
        return False
    least = math.degrees(math.acos((distance + off) / (2.0 * scene.step)))
    most = math.degrees(math.acos((distance - off) / (2.0 * scene.step)))
    half = math.degrees(math.asin(off / distance)) + 0.5 * (most - least) + WIDER
    turn = 0.5 * (most + least)
    first = near_turn(math.degrees(math.atan2(dy, dx)) - sign * turn, before)
    if 2.0 * most + WIDER > scene.limit or abs(first - before) + half > scene.limit:
        return False
    swing = math.radians(half)
    if spare_room(scene, number, 0, x, y, first, 0.0) <= scene.radius * swing:
        return False
    ux, uy = heading_vector(first)
    base_x, base_y = x + scene.step * ux, y + scene.step * uy
    rest = (scene.step + scene.radius) * swing
    return bool(spare_room(scene, number + 1, 0, base_x, base_y, first + 2.0 * sign * turn, 0.0) > rest)


def mark_tips(scene: Scene, prefixes: Array, raster: Floats, tries: Ints, tips: Array) -> None:
    """Mark the pixels to every point of which two more steps are proved legal.

    prefixes: (n, 4) base midpoint of the first of the two, heading before it, its number. tries: (r, c) how often
    to look at a pixel. tips: (r, c) result: 1 + which prefix, negative for turning right between the two.
    """
    h = raster[2]
    off = 0.5 * h * SQUARE
    inner = 2.0 * scene.step * math.cos(math.radians(0.5 * min(180.0, scene.limit)))
    for p in range(len(prefixes)):
        x, y = prefixes[p, 0], prefixes[p, 1]
        first = max(0, math.floor((y - 2.0 * scene.step - raster[1]) / h))
        final = min(len(tips) - 1, math.floor((y + 2.0 * scene.step - raster[1]) / h))
        start = max(0, math.floor((x - 2.0 * scene.step - raster[0]) / h))
        stop = min(len(tips[0]) - 1, math.floor((x + 2.0 * scene.step - raster[0]) / h))
        for row in range(first, final + 1):
            to_y = raster[1] + (row + 0.5) * h
            for column in range(start, stop + 1):
                if tips[row, column] != 0 or tries[row, column] == 0:
                    continue
                to_x = raster[0] + (column + 0.5) * h
                square = (to_x - x) * (to_x - x) + (to_y - y) * (to_y - y)
                if square > 4.0 * scene.step * scene.step or square < inner * inner:
                    continue
                tries[row, column] -= 1
                for turn in range(2):
                    sign = 1.0 - 2.0 * turn
                    if sure_elbow(scene, int(prefixes[p, 3]), x, y, prefixes[p, 2], to_x, to_y, off, sign):
                        tips[row, column] = (p + 1) if turn == 0 else -(p + 1)
                        break

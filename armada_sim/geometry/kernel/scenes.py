"""A ship among everything solid: the room it has, the headings open to it, the fans of a last step."""

import math
from typing import NamedTuple

from armada_sim.geometry.kernel.outlines import SAFE, SHORT, TINY, Array, Floats, Ints, heading_vector

MOST_LOOKS = 100_000
"""Headings looked at for the windows, or the turn, of one base midpoint: what is not proved by then is not."""

CLOSER = 2.0**-5
"""Of how well ends of windows are found: how far apart headings are that are blocked by a hair."""


class Work(NamedTuple):
    """Room for the compiled functions, so that they allocate nothing."""

    bases: Array
    headings: Array
    arcs: Array
    windows: Array
    part_x: Array
    part_y: Array
    """(p, v) corners of convex parts, counter-clockwise,"""

    part_n: Ints
    """(p,) and how many of them count."""

    rows: Array
    spare: Array


class Scene(NamedTuple):
    """What a moving outline meets, as arrays for the compiled functions. mm, degrees."""

    radius: float
    """mm. No point that is tested is farther from the base midpoint of the step it belongs to."""

    reach: float
    """mm. The corner farthest from the tip."""

    step: float
    limit: float
    """degrees. The limit of turn, less a hair."""

    bridge: float
    """degrees. Gaps of arrival headings narrower than this make no difference to the next step."""

    own: Array
    """(c, 5) along, across of each corner of the footprint, unit normal and offset of the side that starts there."""

    outlines: Array
    """(3, o, k, 5) the same of all outlines that meet things, by phase: where a step ends, sliding ahead (to the base
    midpoint they go by), turning there on the way. Unused rows repeat the first. A point has normals 0; its offset is
    inf, or -inf where it meets nothing."""

    raised: Array
    """(2, m, k, 4) pairs of corners whose differences span `geometry.raised`'s hull, where a step ends (or turns) and
    sliding: along and across of the piece's, x and y of the thing's. Unused rows are nan, and last."""

    things: Array
    """(m, k, 5) as `outlines`, of each obstacle seen from above, on the table."""

    bounds: Array
    """(m, 5) centre of each obstacle, its farthest corner, the clearance it asks for besides `needs`, and
    which of `outlines` meets it; where `raised` does, -1."""

    edges: Array
    """(3, e, 2) corners that must stay inside walls and discs, by phase; unused rows are nan."""

    walls: Array
    """(w, 3) inward unit normal and offset of the half-planes to stay inside."""

    discs: Array
    """(d, 3) centre and radius of discs to stay inside."""

    swept: int
    """1 if the way is tested: sliding ahead and then turning (swept_area)."""

    scratch: Array
    """(3, k) room for the points of a hull, and for a number for each obstacle."""

    slack: float
    """mm. A bound on the error of any separation computed here."""

    needs: Array
    """(5,) mm. The clearance that step 1, 2, ... must have (0 unless pieces may be off)."""

    finest: float
    """degrees. Ends of windows are found this well."""

    start: Array
    """(3,) x, y mm of the base midpoint of the first step, and the ship's heading."""

    firsts: Array
    """(f, 2) headings of first steps, degrees, within half a turn of the ship's."""

    tips: int
    """1 if only where the tip may come is asked, 0 for all that the outline may cover."""


def raised_separation(
    raised: Array, phase: int, j: int, points: Array, x: float, y: float, cosine: float, sine: float, enough: float
) -> float:
    """Separation (mm) of two polyhedra on the table: of the origin from the hull of differences in `raised`.

    The hull is gone round from corner to corner; corners nearer than SHORT are taken for one. Each value is
    minus the greatest extent of all points along a unit vector, so it is never above the true separation;
    a side left out, or askew, makes it less by far under RAISED_SLACK, since the hull is as wide as a piece.
    Where it proves to be `enough` or more, no more is worked out than that.
    """
    n = len(raised[phase, j])
    start = 0
    for k in range(n):
        along, across = raised[phase, j, k, 0], raised[phase, j, k, 1]
        if along != along:  # nan: this row and the rest are unused
            n = k
            break
        points[0, k] = x + along * cosine - across * sine - raised[phase, j, k, 2]
        points[1, k] = y + along * sine + across * cosine - raised[phase, j, k, 3]
        if points[1, k] < points[1, start]:
            start = k
    gap = -math.inf
    at = start
    for _ in range(n):
        dx = dy = 0.0
        following = -1
        for k in range(n):
            ex = points[0, k] - points[0, at]
            ey = points[1, k] - points[1, at]
            if abs(ex) + abs(ey) > SHORT and (following < 0 or dx * ey - dy * ex < 0.0):
                following = k
                dx = ex
                dy = ey
        length = math.sqrt(dx * dx + dy * dy)
        most = -math.inf
        for k in range(n):
            most = max(most, dy * points[0, k] - dx * points[1, k])
        gap = max(gap, -most / length)
        at = following
        if gap >= enough or abs(points[0, at] - points[0, start]) + abs(points[1, at] - points[1, start]) <= SHORT:
            break
    return gap


def least_separation(scene: Scene, phase: int, x: float, y: float, heading: float, cap: float) -> float:
    """Least separation (mm, at most `cap`) of the ship from obstacles and edge, in a phase of its step.

    Positive: displacing every point by less leaves it clear. Negative: it leaves it blocked. Each is
    less what the obstacle asks for. phase: 0 where a step ends, 1 sliding ahead, 2 turning on the way.
    """
    best = cap
    cosine, sine = heading_vector(heading)
    own, things, bounds, edges = scene.outlines, scene.things, scene.bounds, scene.edges
    seen = scene.scratch
    c = own.shape[2]
    k = things.shape[1]
    solid = False
    for j in range(len(things)):
        seen[2, j] = math.inf
        dx = bounds[j, 0] - x
        dy = bounds[j, 1] - y
        far = best + scene.radius + bounds[j, 2] + max(0.0, bounds[j, 3])
        if far < 0.0 or dx * dx + dy * dy > far * far:
            continue
        # what polyhedra cover seen from above, the last outline, is apart by no more than they are
        raised = bounds[j, 4] < 0.0
        o = own.shape[1] - 1 if raised else int(bounds[j, 4])
        gap = -math.inf
        for i in range(c):
            nearest = math.inf
            for q in range(k):
                rx = things[j, q, 0] - x
                ry = things[j, q, 1] - y
                along = rx * cosine + ry * sine
                across = ry * cosine - rx * sine
                nearest = min(nearest, own[phase, o, i, 2] * along + own[phase, o, i, 3] * across - own[phase, o, i, 4])
            gap = max(gap, nearest)
        if gap - bounds[j, 3] >= best:
            continue
        for q in range(k):
            nx = things[j, q, 2]
            ny = things[j, q, 3]
            along = nx * cosine + ny * sine
            across = ny * cosine - nx * sine
            nearest = math.inf
            for i in range(c):
                nearest = min(nearest, along * own[phase, o, i, 0] + across * own[phase, o, i, 1])
            gap = max(gap, nearest + nx * x + ny * y - things[j, q, 4])
        if raised:
            seen[2, j] = gap - bounds[j, 3]
            solid = True
        else:
            best = min(best, gap - bounds[j, 3])
    while solid:  # polyhedra, those first that are nearest seen from above: mostly one decides
        j = 0
        for other in range(1, len(things)):
            if seen[2, other] < seen[2, j]:
                j = other
        if seen[2, j] >= best:
            break
        seen[2, j] = math.inf
        enough = best + bounds[j, 3]
        gap = raised_separation(scene.raised, phase % 2, j, seen, x, y, cosine, sine, enough)
        best = min(best, gap - bounds[j, 3])
    for i in range(edges.shape[1]):
        px = x + edges[phase, i, 0] * cosine - edges[phase, i, 1] * sine
        py = y + edges[phase, i, 0] * sine + edges[phase, i, 1] * cosine
        for w in range(len(scene.walls)):
            room = scene.walls[w, 0] * px + scene.walls[w, 1] * py - scene.walls[w, 2]
            if room < best:  # not so of nan
                best = room
        for d in range(len(scene.discs)):
            dx = px - scene.discs[d, 0]
            dy = py - scene.discs[d, 1]
            room = scene.discs[d, 2] - math.sqrt(dx * dx + dy * dy)
            if room < best:
                best = room
    return float(best)


def spare_room(scene: Scene, number: int, phase: int, x: float, y: float, heading: float, allowed: float) -> float:
    """mm. Of step `number`. allowed 0: how far everything may be off and is still proved clear, if positive.

    Otherwise everything may be displaced by `allowed`: if negative, blocked all the same, by so much.
    """
    gap = least_separation(scene, phase, x, y, heading, 4.0 * scene.radius) - scene.needs[number]
    return float(gap - scene.slack if allowed == 0.0 else gap + allowed + 3.0 * scene.slack)


def turned_free(scene: Scene, number: int, x: float, y: float, start: float, end: float, allowed: float) -> float:
    """degrees from `start` towards `end` through which the outline turns free; negative if not at all.

    allowed 0: proved free. Otherwise, with everything displaced by at most that: no turn is freer.
    """
    sign = 1.0 if end >= start else -1.0
    whole = abs(end - start)
    at = 0.0
    for _ in range(MOST_LOOKS):
        spare = spare_room(scene, number, 2, x, y, start + sign * at, allowed)
        if spare <= 0.0:
            return at if at > 0.0 else -1.0
        if at >= whole:
            return whole
        advance = math.degrees(spare / scene.radius) * SAFE
        if advance < scene.finest:
            if allowed == 0.0:
                return at
            advance = scene.finest
        at = min(whole, at + advance)
    return at if allowed == 0.0 else whole


def way_is_free(scene: Scene, number: int, x: float, y: float, before: float, heading: float) -> bool:
    """Whether the slide ahead to base (x, y) and the turn there from `before` are proved free."""
    if spare_room(scene, number, 1, x, y, before, 0.0) <= 0.0:
        return False
    return turned_free(scene, number, x, y, before, heading, 0.0) >= abs(heading - before)


def trace(scene: Scene, headings: Floats, k: int, bases: Array) -> bool:
    """Take `k` steps from the start: whether they are proved legal.

    headings: degrees. bases: (k + 1, 2) result: row i the base midpoint of step i + 1.
    """
    x, y, before = scene.start[0], scene.start[1], scene.start[2]
    bases[0, 0], bases[0, 1] = x, y
    for j in range(k):
        heading = headings[j]
        if abs(heading - before) > scene.limit:
            return False
        if spare_room(scene, j + 1, 0, x, y, heading, 0.0) <= 0.0:
            return False
        if scene.swept == 1 and not way_is_free(scene, j + 1, x, y, before, heading):
            return False
        ahead_x, ahead_y = heading_vector(heading)
        x += scene.step * ahead_x
        y += scene.step * ahead_y
        bases[j + 1, 0], bases[j + 1, 1] = x, y
        before = heading
    return True


def windows_of(
    scene: Scene, number: int, x: float, y: float, low: float, high: float, allowed: float, windows: Array, found: int
) -> int:
    """Headings from `low` to `high` at which step `number` with base (x, y) is free, as intervals.

    allowed: mm. 0: intervals proved free. Otherwise everything may be displaced by that much, and
    outside the intervals every heading is blocked. windows: (n, 2) result, degrees, of which the
    first `found` are kept. Returns how many there are then; beyond n, the rest is left out
    (allowed 0) or joined to the last.
    """
    at = edge = start = low
    inside = False
    for _ in range(MOST_LOOKS):
        spare = spare_room(scene, number, 0, x, y, at, allowed)
        reach = math.degrees(abs(spare) / scene.radius) * SAFE
        following = min(high, at + max(reach, scene.finest))
        closes = high
        closing = at >= high
        if spare > 0.0:
            if not inside:
                start = at if allowed == 0.0 else edge
                inside = True
            edge = at + reach
            if allowed == 0.0 and following > edge:
                closing = True
                closes = edge
        else:
            if allowed > 0.0 and not inside and edge < at - reach:  # between the two, nothing is proved
                if at - edge > scene.finest * CLOSER:
                    at = 0.5 * (edge + at - reach)
                    continue
                start = edge
                inside = True
            closes = edge if allowed == 0.0 else at
            closing = True
            edge = at + reach
        if inside and closing:
            if found == len(windows):
                if allowed > 0.0:
                    windows[found - 1, 1] = high
                return found
            windows[found, 0] = start
            windows[found, 1] = min(closes, high)
            found += 1
            inside = False
        if at >= high:
            return found
        at = following
    # the rest is not looked at: what is not proved free is left out, what is not proved blocked is not
    if not inside:
        start = edge
    if allowed > 0.0 and found == len(windows):
        windows[found - 1, 1] = high
    elif found < len(windows) and (inside or allowed > 0.0):
        windows[found, 0] = start
        windows[found, 1] = high if allowed > 0.0 else min(edge, high)
        found += 1
    return found


def windows_after(scene: Scene, number: int, x: float, y: float, before: float, allowed: float, windows: Array) -> int:
    """Headings step `number` with base (x, y) may have after `before`, the way included; as `windows_of`."""
    low, high = before - scene.limit, before + scene.limit
    if scene.swept == 1:
        if spare_room(scene, number, 1, x, y, before, allowed) <= 0.0:
            return 0
        left = turned_free(scene, number, x, y, before, high, allowed)
        right = turned_free(scene, number, x, y, before, low, allowed)
        if left < 0.0 or right < 0.0:
            return 0
        low, high = before - right, before + left
    return windows_of(scene, number, x, y, low, high, allowed, windows, 0)


def fan_parts(scene: Scene, x: float, y: float, low: float, high: float, arc: float, outside: bool, work: Work) -> int:
    """Convex parts of what the outline sweeps with base (x, y) and headings from `low` to `high`.

    arc: degrees. Arcs have corners at their ends and at whole multiples of it, so a finer one of
    half as much holds a coarser one. outside: arcs circumscribed, else inscribed. The parts are left in `work`.
    """
    if scene.tips == 1:
        return arc_parts(scene.step, x, y, low, high, arc, outside, work)
    c = len(scene.own)
    found = 0
    for end in range(2):
        if end == 0 or high > low:
            cosine, sine = heading_vector(low if end == 0 else high)
            for i in range(c):
                work.part_x[found, i] = x + scene.own[i, 0] * cosine - scene.own[i, 1] * sine
                work.part_y[found, i] = y + scene.own[i, 0] * sine + scene.own[i, 1] * cosine
            work.part_n[found] = c
            found += 1
    if high <= low:
        return found
    for i in range(c):
        r = math.sqrt(scene.own[i, 0] * scene.own[i, 0] + scene.own[i, 1] * scene.own[i, 1])
        if r == 0.0:
            continue
        bearing = math.degrees(math.atan2(scene.own[i, 1], scene.own[i, 0]))
        size = r / math.cos(math.radians(arc / 2.0)) if outside else r * SAFE
        at = low + bearing
        stop = high + bearing
        while at < stop:
            work.part_x[found, 0], work.part_y[found, 0] = x, y
            n = 1
            opened = at
            while True:
                ux, uy = heading_vector(at)
                work.part_x[found, n] = x + size * ux
                work.part_y[found, n] = y + size * uy
                n += 1
                if at >= stop or (at - opened > 60.0 and n > 2):
                    break
                at = min(stop, arc * (math.floor(at / arc + TINY) + 1.0))
            work.part_n[found] = n
            found += 1
    return found


def arc_parts(size: float, x: float, y: float, low: float, high: float, arc: float, outside: bool, work: Work) -> int:
    """As `fan_parts`, of the arc of radius `size` alone: triangles about it, or points on it."""
    pieces = max(1, math.ceil((high - low) / arc))
    width = (high - low) / pieces
    beyond = size / math.cos(math.radians(width / 2.0))
    for q in range(pieces + 1):
        ux, uy = heading_vector(low + width * q)
        work.part_x[q, 0], work.part_y[q, 0] = x + size * ux, y + size * uy
        work.part_n[q] = 1
        if outside and q < pieces:
            ux, uy = heading_vector(low + width * (q + 0.5))
            work.part_x[q, 1], work.part_y[q, 1] = x + beyond * ux, y + beyond * uy
            ux, uy = heading_vector(low + width * (q + 1))
            work.part_x[q, 2], work.part_y[q, 2] = x + size * ux, y + size * uy
            work.part_n[q] = 3
    return pieces if outside and high > low else pieces + 1


def near_turn(heading: float, about: float) -> float:
    """The same heading, within half a turn of another. Degrees."""
    return heading - 360.0 * math.floor((heading - about) / 360.0 + 0.5)


def blocked_after(scene: Scene, number: int, tip_x: float, tip_y: float, heading: float, off: float) -> bool:
    """Whether step `number` with its tip there is blocked wherever it is displaced by at most `off` mm.

    Also, if the way is tested, when the slide ahead from there is blocked so.
    """
    if off > 2.0 * scene.radius:
        return False
    ux, uy = heading_vector(heading)
    x, y = tip_x - scene.step * ux, tip_y - scene.step * uy
    if scene.swept == 1 and spare_room(scene, number, 1, tip_x, tip_y, heading, off + TINY) <= 0.0:
        return True
    return spare_room(scene, number, 0, x, y, heading, off + TINY) <= 0.0


def turn_blocked(
    scene: Scene, number: int, x: float, y: float, off: float, before: float, spread: float, heading: float, half: float
) -> bool:
    """Whether no turn from about `before` to about `heading` (degrees) is free, base within `off` of (x, y)."""
    if scene.swept == 0 or off > 2.0 * scene.radius:
        return False
    sign = 1.0 if heading >= before else -1.0
    start, end = before + sign * spread, heading - sign * half
    if sign * (end - start) <= 0.0:
        return False
    return bool(turned_free(scene, number, x, y, start, end, off + TINY) < abs(end - start))

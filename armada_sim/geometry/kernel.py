"""The floating-point kernel: signed clearance of convex outlines, in plain scalar Python.

One source, two uses. `armada check` runs these functions as they are; bulk callers run
`batch.compiled()`, which is this same file compiled by numba. (All of it stands in one module, long as
it is: `kept_code` finds what was compiled before by the text of this one.) Nothing here is a verdict: a result is
used only where it is further from zero than the bound returned with it; the rest is decided in
ball arithmetic by `clearance`.

Error bound. Let every corner coordinate be within e of the true one (e the sum for both shapes),
D the largest distance from a corner of one shape to a corner of the other or of its own, and L the
shortest edge. The direction of an edge is then known to 2e/L, a difference of corners to 2e, so a
separation along an edge normal is known to 2e + D * 2e/L before rounding; the arithmetic itself
adds fewer than 16 roundings of numbers no larger than D. `error_bound` doubles the first part.
A maximum of minima of such numbers, and a distance between an edge and a corner, keep the bound.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

Floats = Sequence[float]
ROUNDING = 2.0**-49
"""Sixteen half-ulps of 1."""

SAFE = 1.0 - 2.0**-30
"""What floating point proves, less more than its own rounding."""

WIDE = 1.0 + 2.0**-30
"""The same, outwards."""

WIDER = 2.0**-23
"""Degrees; added to headings for the same reason."""

SQUARE = math.sqrt(2.0) * WIDE
"""Half a diagonal of a square of half side 1."""

PLACES = 5
"""Of a gun side a shot is tried from."""

MOST_SLIDES = 64
"""Pieces of the slides of one side that are looked at apart."""

MOST_PAIRS = 200
"""Parts of a gun side and of a target between which lines are looked at."""

TRIES = 6
"""Places where a legal path into a cell is looked for, from each end of its headings."""

MOST_LOOKS = 100_000
"""Headings looked at for the windows, or the turn, of one base midpoint: what is not proved by then is not."""

MOST_AHEAD = 20_000
"""Boxes of headings looked at for what may follow a step."""

MOST_ARRIVALS = 60
"""Arrivals in one cell from which fans are looked for: far more than differ by less than two turns."""

TINY = 2.0**-30
"""mm; added to displacements for the same reason."""

SHORT = 2.0**-23
"""mm; corners of a hull nearer than this are taken for one."""

RAISED_SLACK = 2.0**-16
"""mm; more than a separation of polyhedra may be off."""

RASTER_SAFE = 2.0**-20
"""Of a pixel; the same for columns of a raster."""

CLOSER = 2.0**-5
"""Of how well ends of windows are found: how far apart headings are that are blocked by a hair."""

DEAD, NEAR, OPEN = 0, 1, 2


def separation(ax: Floats, ay: Floats, na: int, bx: Floats, by: Floats, nb: int) -> tuple[float, int, int]:
    """Greatest separation of A and B along an outward edge normal of A (negative: none separates).

    ax, ay, bx, by: corner coordinates, counter-clockwise, mm; na, nb: how many of them count.
    Returns (separation mm, index of the edge of A, index of the corner of B that decides).
    """
    best = -math.inf
    best_edge = 0
    best_corner = 0
    for i in range(na):
        j = i + 1 if i + 1 < na else 0
        dx = ax[j] - ax[i]
        dy = ay[j] - ay[i]
        length = math.sqrt(dx * dx + dy * dy)
        if length == 0.0:
            continue
        nearest = math.inf
        corner = 0
        for k in range(nb):
            gap = (dy * (bx[k] - ax[i]) - dx * (by[k] - ay[i])) / length
            if gap < nearest:
                nearest = gap
                corner = k
        if nearest > best:
            best = nearest
            best_edge = i
            best_corner = corner
    return best, best_edge, best_corner


def point_to_edge(px: float, py: float, qx: float, qy: float, rx: float, ry: float) -> tuple[float, float, float]:
    """Nearest point of the segment QR to P: (distance mm, x, y)."""
    dx = rx - qx
    dy = ry - qy
    square = dx * dx + dy * dy
    share = 0.0
    if square > 0.0:
        share = ((px - qx) * dx + (py - qy) * dy) / square
        share = min(1.0, max(0.0, share))
    x = qx + share * dx
    y = qy + share * dy
    return math.sqrt((px - x) * (px - x) + (py - y) * (py - y)), x, y


def nearest_points(
    ax: Floats, ay: Floats, na: int, bx: Floats, by: Floats, nb: int
) -> tuple[float, float, float, float, float]:
    """Distance of two disjoint convex outlines and a nearest pair (mm; on A, on B)."""
    best = math.inf
    best_ax = best_ay = best_bx = best_by = 0.0
    for i in range(na):
        for k in range(nb):
            m = k + 1 if k + 1 < nb else 0
            distance, x, y = point_to_edge(ax[i], ay[i], bx[k], by[k], bx[m], by[m])
            if distance < best:
                best, best_ax, best_ay, best_bx, best_by = distance, ax[i], ay[i], x, y
    for k in range(nb):
        for i in range(na):
            j = i + 1 if i + 1 < na else 0
            distance, x, y = point_to_edge(bx[k], by[k], ax[i], ay[i], ax[j], ay[j])
            if distance < best:
                best, best_ax, best_ay, best_bx, best_by = distance, x, y, bx[k], by[k]
    return best, best_ax, best_ay, best_bx, best_by


def error_bound(ax: Floats, ay: Floats, na: int, bx: Floats, by: Floats, nb: int, error: float) -> float:
    """mm. Bound on the error of a separation or distance of A and B; see the module's proof.

    error: mm, sum of the two shapes' coordinate errors.
    """
    low_x = high_x = ax[0]
    low_y = high_y = ay[0]
    shortest = math.inf
    for i in range(na):
        low_x = min(low_x, ax[i])
        high_x = max(high_x, ax[i])
        low_y = min(low_y, ay[i])
        high_y = max(high_y, ay[i])
        j = i + 1 if i + 1 < na else 0
        if na > 1:
            shortest = min(shortest, abs(ax[j] - ax[i]) + abs(ay[j] - ay[i]))
    for k in range(nb):
        low_x = min(low_x, bx[k])
        high_x = max(high_x, bx[k])
        low_y = min(low_y, by[k])
        high_y = max(high_y, by[k])
        m = k + 1 if k + 1 < nb else 0
        if nb > 1:
            shortest = min(shortest, abs(bx[m] - bx[k]) + abs(by[m] - by[k]))
    spread = (high_x - low_x) + (high_y - low_y)
    # the sum norm is at most sqrt(2) times the length, hence the 3 instead of 2 * sqrt(2)
    lever = 3.0 * spread / shortest if shortest > 0.0 else math.inf
    return 4.0 * error * (1.0 + lever) + ROUNDING * spread


def signed_separation(ax: Floats, ay: Floats, na: int, bx: Floats, by: Floats, nb: int) -> float:
    """Greatest separation along any edge normal of either outline; its sign says apart or not."""
    first, _, _ = separation(ax, ay, na, bx, by, nb)
    second, _, _ = separation(bx, by, nb, ax, ay, na)
    return max(first, second)


def hull(px: Floats, py: Floats, n: int, order: Any, chain: Any) -> int:
    """Convex hull of n points by Andrew's chain; their indices go into `chain`, counter-clockwise.

    order: (n,) and chain: (2 n,) integers to write to. Returns how many of `chain` count.
    """
    for i in range(n):
        k = i
        while k > 0 and (px[order[k - 1]] > px[i] or (px[order[k - 1]] == px[i] and py[order[k - 1]] > py[i])):
            order[k] = order[k - 1]
            k -= 1
        order[k] = i
    count = 0
    for half in range(2):
        start = count
        for step in range(n):
            i = order[step] if half == 0 else order[n - 1 - step]
            while count >= start + 2:
                b = chain[count - 1]
                a = chain[count - 2]
                turn = (px[b] - px[a]) * (py[i] - py[a]) - (py[b] - py[a]) * (px[i] - px[a])
                if turn > 0.0:
                    break
                count -= 1
            chain[count] = i
            count += 1
        count -= 1  # the last point of each half begins the other
    return count


def hull_clearance(px: Floats, py: Floats, n: int, error: float) -> tuple[float, float, float, float, int, int, float]:
    """Signed distance of the origin from the convex hull of n points: negative inside.

    error: mm, how far each coordinate may be off. Returns (low, high, nx, ny, i, j, share): proved
    bounds, the unit direction outwards from the hull's nearest point, and that point as the point of
    the segment from point i to point j at `share` of its length.

    Proof, whatever the chain above got wrong: for any unit vector, minus the greatest extent of the
    points along it is a lower bound. The distance of any segment between two of the points is an upper
    bound. If every edge of the closed chain is counter-clockwise as seen from the origin, the chain
    winds about it, and the origin lies inside by its distance from the chain; edges too short to have
    a direction are left out of this, which moves the chain by no more than their length. A point off by
    `error` in both coordinates moves each of these by at most sqrt(2) times as much: there is no lever.
    """
    order = [0] * n
    chain = [0] * (2 * n + 2)
    size = 0.0
    for k in range(n):
        size = max(size, abs(px[k]) + abs(py[k]))
    short = 4.0 * error + ROUNDING * size
    slack = 2.0 * error + ROUNDING * size
    count = hull(px, py, n, order, chain)
    nearest = math.inf
    inside = True
    near_x = near_y = share = 0.0
    i = j = 0
    for k in range(count):
        a = chain[k]
        b = chain[k + 1] if k + 1 < count else chain[0]
        if abs(px[b] - px[a]) + abs(py[b] - py[a]) <= short:
            slack += short
        elif px[a] * py[b] - py[a] * px[b] <= 0.0:
            inside = False
        gap, x, y = point_to_edge(0.0, 0.0, px[a], py[a], px[b], py[b])
        if gap < nearest:
            nearest = gap
            near_x = x
            near_y = y
            i = a
            j = b
    sign = -1.0 if inside else 1.0
    dx = px[j] - px[i]
    dy = py[j] - py[i]
    square = dx * dx + dy * dy
    low = -math.inf
    nx = ny = 0.0
    for attempt in range(2):
        # square to the edge, which is right near contact, and towards the nearest point, which may be a corner
        mx, my, length = (dy, -dx, math.sqrt(square)) if attempt == 0 else (-sign * near_x, -sign * near_y, nearest)
        if length > 0.0:
            mx /= length
            my /= length
            most = -math.inf
            for k in range(n):
                most = max(most, mx * px[k] + my * py[k])
            if -most > low:
                low = -most
                nx = mx
                ny = my
    if square > 0.0:
        share = min(1.0, max(0.0, -(px[i] * dx + py[i] * dy) / square))
    return low - slack, sign * nearest + slack, nx, ny, i, j, share


def heading_vector(heading: float) -> tuple[float, float]:
    """(cosine, sine) of a heading in degrees; the reduction to (-45, 45] is exact."""
    quarter = math.floor(heading / 90.0 + 0.5)
    angle = math.radians(heading - 90.0 * quarter)
    cosine = math.cos(angle)
    sine = math.sin(angle)
    turn = quarter % 4
    if turn == 1:
        return -sine, cosine
    if turn == 2:
        return -cosine, -sine
    if turn == 3:
        return sine, -cosine
    return cosine, sine


def classify_poses(
    poses: Any, along: Floats, across: Floats, obstacle_x: Any, obstacle_y: Any, counts: Any, wall: Any, codes: Any
) -> None:
    """For each pose: 1 clear of every obstacle and inside the walls, -1 not, 0 too close to say.

    poses: (n, 3) x, y mm and heading degrees. along, across: (c,) corners of the moving outline.
    obstacle_x, obstacle_y: (m, k) corners, of which the first counts[i] count. wall: (w, 3) inward
    unit normal and offset of each half-plane that must contain the outline. codes: (n,) result.
    """
    c = len(along)
    own_radius = 0.0
    for i in range(c):
        own_radius = max(own_radius, math.sqrt(along[i] * along[i] + across[i] * across[i]))
    m = len(counts)
    centre_x = [0.0] * m
    centre_y = [0.0] * m
    radius = [0.0] * m
    size = [0.0] * m
    for j in range(m):
        for k in range(counts[j]):
            centre_x[j] += obstacle_x[j, k] / counts[j]
            centre_y[j] += obstacle_y[j, k] / counts[j]
            size[j] = max(size[j], abs(obstacle_x[j, k]) + abs(obstacle_y[j, k]))
        for k in range(counts[j]):
            dx = obstacle_x[j, k] - centre_x[j]
            dy = obstacle_y[j, k] - centre_y[j]
            radius[j] = max(radius[j], math.sqrt(dx * dx + dy * dy))
    xs = [0.0] * c
    ys = [0.0] * c
    for p in range(len(poses)):
        x = poses[p, 0]
        y = poses[p, 1]
        cosine, sine = heading_vector(poses[p, 2])
        own_size = abs(x) + abs(y) + 2.0 * own_radius
        for i in range(c):
            xs[i] = x + along[i] * cosine - across[i] * sine
            ys[i] = y + along[i] * sine + across[i] * cosine
        code = 1
        for w in range(len(wall)):
            bound = 8.0 * ROUNDING * (own_size + abs(wall[w, 2]))
            nearest = math.inf
            for i in range(c):
                nearest = min(nearest, wall[w, 0] * xs[i] + wall[w, 1] * ys[i] - wall[w, 2])
            if nearest < -bound:
                code = -1
                break
            if nearest <= bound:
                code = 0
        if code != -1:
            for j in range(m):
                dx = centre_x[j] - x
                dy = centre_y[j] - y
                far = own_radius + radius[j]
                if dx * dx + dy * dy > 1.0001 * far * far + 1.0:
                    continue
                error = ROUNDING * (own_size + size[j])
                gap = signed_separation(xs, ys, c, obstacle_x[j], obstacle_y[j], counts[j])
                bound = error_bound(xs, ys, c, obstacle_x[j], obstacle_y[j], counts[j], error)
                if gap < -bound:
                    code = -1
                    break
                if gap <= bound:
                    code = 0
        codes[p] = code


def classify_raised(
    poses: Any, own: Any, fixed: Any, counts: Any, centres: Any, radii: Any, own_radius: float, codes: Any
) -> None:
    """For each pose of a polyhedron: 1 clear of every other polyhedron, -1 not, 0 too close to say.

    poses: (n, 3) x, y mm and heading degrees. For each of m others, own, fixed: (m, k, 2) the corners
    whose differences span the hull of `raised` (along and across in the piece's frame; x and y on the
    table), of which the first counts[i] count. centres: (m, 2) and radii: (m,) of a circle around each
    seen from above; own_radius: around the moving piece's origin. codes: (n,) result.
    """
    m = len(counts)
    most = 0
    size = [0.0] * m
    for j in range(m):
        most = max(most, counts[j])
        for k in range(counts[j]):
            size[j] = max(size[j], abs(fixed[j, k, 0]) + abs(fixed[j, k, 1]))
    px = [0.0] * most
    py = [0.0] * most
    for p in range(len(poses)):
        x = poses[p, 0]
        y = poses[p, 1]
        cosine, sine = heading_vector(poses[p, 2])
        own_size = abs(x) + abs(y) + 2.0 * own_radius
        code = 1
        for j in range(m):
            dx = centres[j, 0] - x
            dy = centres[j, 1] - y
            far = own_radius + radii[j]
            if dx * dx + dy * dy > 1.0001 * far * far + 1.0:
                continue
            for k in range(counts[j]):
                px[k] = x + own[j, k, 0] * cosine - own[j, k, 1] * sine - fixed[j, k, 0]
                py[k] = y + own[j, k, 0] * sine + own[j, k, 1] * cosine - fixed[j, k, 1]
            error = 4.0 * ROUNDING * (own_size + size[j])
            low, high, _, _, _, _, _ = hull_clearance(px, py, counts[j], error)
            if high < 0.0:
                code = -1
                break
            if low <= 0.0:
                code = 0
        codes[p] = code


# --- Reach: cells of base midpoints, fans of headings, rasters ------------------------------------
#
# The last step of a path starts at the tip of the step before. A *cell* is a square of such tips
# after one, two or three steps; its *arcs* are the headings with which they may be arrived at. Two
# steps to a given point have closed form (two elbows); three are two and a heading.
# A *fan* is a base midpoint with an interval of headings for the last step. What the outline
# sweeps there is star-shaped about the base midpoint: it is the union of the outline at both ends
# and of the sector each corner sweeps. These are the fan's convex *parts*.


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

    own: Any
    """(c, 5) along, across of each corner of the footprint, unit normal and offset of the side that starts there."""

    outlines: Any
    """(3, o, k, 5) the same of all outlines that meet things, by phase: where a step ends, sliding ahead (to
    the base midpoint they go by), turning there on the way. Unused rows repeat the first. A point has normals 0; its offset is inf, or -inf
    where it meets nothing."""

    raised: Any
    """(2, m, k, 4) pairs of corners whose differences span `geometry.raised`'s hull, where a step ends (or turns) and
    sliding: along and across of the piece's, x and y of the thing's. Unused rows repeat the first."""

    things: Any
    """(m, k, 5) as `outlines`, of each obstacle seen from above, on the table."""

    bounds: Any
    """(m, 5) centre of each obstacle, its farthest corner, the clearance it asks for besides `needs`, and
    which of `outlines` meets it; where `raised` does, -1."""

    edges: Any
    """(3, e, 2) corners that must stay inside walls and discs, by phase; unused rows are nan."""

    walls: Any
    """(w, 3) inward unit normal and offset of the half-planes to stay inside."""

    discs: Any
    """(d, 3) centre and radius of discs to stay inside."""

    swept: int
    """1 if the way is tested: sliding ahead and then turning (swept_area)."""

    scratch: Any
    """(2, k) room for the points of a hull."""

    slack: float
    """mm. A bound on the error of any separation computed here."""

    needs: Any
    """(5,) mm. The clearance that step 1, 2, ... must have (0 unless pieces may be off)."""

    quantum: float
    """degrees between agreed headings; 0 if every heading is allowed."""

    every: int
    """1 if every position is tested, 0 if only the last; 2 if only the last, but steps count that lead on to a
    legal one."""

    most: int
    """Steps of a move, where `every` is 2."""

    boxes: Any
    """(n, 6) room for `best_after`."""

    ahead: Any
    """(3,) result of `room_ahead`: headings of the steps by which a position leads on, degrees; nan: none."""

    finest: float
    """degrees. Ends of windows are found this well."""

    start: Any
    """(3,) x, y mm of the base midpoint of the first step, and the ship's heading."""

    firsts: Any
    """(f, 2) headings of first steps, degrees, within half a turn of the ship's."""

    tips: int
    """1 if only where the tip may come is asked, 0 for all that the outline may cover."""


def raised_separation(
    raised: Any, phase: int, j: int, points: Any, x: float, y: float, cosine: float, sine: float
) -> float:
    """Separation (mm) of two polyhedra on the table: of the origin from the hull of differences in `raised`.

    The hull is gone round from corner to corner; corners nearer than SHORT are taken for one. Each value is
    minus the greatest extent of all points along a unit vector, so it is never above the true separation;
    a side left out, or askew, makes it less by far under RAISED_SLACK, since the hull is as wide as a piece.
    """
    n = len(raised[phase, j])
    start = 0
    for k in range(n):
        points[0, k] = x + raised[phase, j, k, 0] * cosine - raised[phase, j, k, 1] * sine - raised[phase, j, k, 2]
        points[1, k] = y + raised[phase, j, k, 0] * sine + raised[phase, j, k, 1] * cosine - raised[phase, j, k, 3]
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
        if abs(points[0, at] - points[0, start]) + abs(points[1, at] - points[1, start]) <= SHORT:
            break
    return gap


def least_separation(scene: Any, phase: int, x: float, y: float, heading: float, cap: float) -> float:
    """Least separation (mm, at most `cap`) of the ship from obstacles and edge, in a phase of its step.

    Positive: displacing every point by less leaves it clear. Negative: it leaves it blocked. Each is
    less what the obstacle asks for. phase: 0 where a step ends, 1 sliding ahead, 2 turning on the way.
    """
    best = cap
    cosine, sine = heading_vector(heading)
    own, things, bounds, edges = scene.outlines, scene.things, scene.bounds, scene.edges
    c = own.shape[2]
    k = things.shape[1]
    for j in range(len(things)):
        dx = bounds[j, 0] - x
        dy = bounds[j, 1] - y
        far = best + scene.radius + bounds[j, 2] + max(0.0, bounds[j, 3])
        if far < 0.0 or dx * dx + dy * dy > far * far:
            continue
        # what polyhedra cover seen from above, the last outline, is apart by no more than they are
        o = int(bounds[j, 4])
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
        for q in range(k):
            nx = things[j, q, 2]
            ny = things[j, q, 3]
            along = nx * cosine + ny * sine
            across = ny * cosine - nx * sine
            nearest = math.inf
            for i in range(c):
                nearest = min(nearest, along * own[phase, o, i, 0] + across * own[phase, o, i, 1])
            gap = max(gap, nearest + nx * x + ny * y - things[j, q, 4])
        if o < 0 and gap - bounds[j, 3] < best:
            gap = raised_separation(scene.raised, phase % 2, j, scene.scratch, x, y, cosine, sine)
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


def spare_room(scene: Any, number: int, phase: int, x: float, y: float, heading: float, allowed: float) -> float:
    """mm. Of step `number`. allowed 0: how far everything may be off and is still proved clear, if positive.

    Otherwise everything may be displaced by `allowed`: if negative, blocked all the same, by so much.
    """
    gap = least_separation(scene, phase, x, y, heading, 4.0 * scene.radius) - scene.needs[number]
    return float(gap - scene.slack if allowed == 0.0 else gap + allowed + 3.0 * scene.slack)


def agreed(scene: Any, heading: float) -> float:
    """The nearest heading that is allowed at all."""
    if scene.quantum > 0.0:
        return float(scene.quantum * math.floor(heading / scene.quantum + 0.5))
    return heading


def best_after(scene: Any, number: int, many: int, x: float, y: float, before: float, allowed: float) -> float:
    """mm. As `spare_room`, of the best step `number` that is the last of `many` after heading `before` to tip (x, y).

    allowed 0: of some such step, whose headings are left in scene.ahead, and no more than of the best by far.
    Otherwise: no such step has more, or it is positive. Branch and bound over boxes of headings: what all of
    a box may be displaced by from the path tried in it is added to the room of that path.
    """
    boxes = scene.boxes
    fine = math.radians(scene.finest) * scene.radius
    for t in range(many):
        boxes[0, t], boxes[0, 3 + t] = before, (t + 1) * scene.limit
    count = 1
    seen = bound = -math.inf
    looked = 0
    while count > 0:
        if looked == MOST_AHEAD:
            return float(min(seen, 0.0) if allowed == 0.0 else allowed)
        looked += 1
        count -= 1
        at_x, at_y, last, middle, slack, widest = x, y, before, before, 0.0, -1.0
        split, half_before, fits, legal, apart = 0, 0.0, True, True, True
        for t in range(many):
            here, half = boxes[count, t], boxes[count, 3 + t]
            fits = fits and abs(here - middle) <= scene.limit + half + half_before + WIDER
            tried = min(max(here, last - scene.limit), last + scene.limit)
            if scene.quantum > 0.0:
                tried = agreed(scene, here)
                fits = fits and abs(tried - here) <= half + WIDER
                legal = legal and abs(tried - last) <= scene.limit
                apart = apart and 2.0 * half < scene.quantum
            lever = scene.radius
            if t < many - 1:
                ux, uy = heading_vector(tried)
                at_x, at_y, lever = at_x + scene.step * ux, at_y + scene.step * uy, scene.step
            slack += lever * math.radians(half + abs(tried - here))
            if lever * half > widest:
                widest, split = lever * half, t
            scene.ahead[t] = tried
            last, middle, half_before = tried, here, half
        if not fits:
            continue
        spare = spare_room(scene, number, 0, at_x, at_y, last, allowed)
        if legal and spare > (fine if allowed == 0.0 else 0.0):
            return float(spare - fine if allowed == 0.0 else spare)
        if legal:
            seen = max(seen, spare)
        if spare + slack < (0.0 if allowed == 0.0 else 0.5 * min(0.0, seen)):
            bound = max(bound, spare + slack)
        elif math.radians(widest) > 0.25 * fine and count + 2 <= len(boxes):
            for t in range(6):
                boxes[count + 1, t] = boxes[count, t]
            boxes[count, 3 + split] *= 0.5
            boxes[count + 1, 3 + split] *= 0.5
            boxes[count + 1, split] += boxes[count, 3 + split]
            boxes[count, split] -= boxes[count, 3 + split]
            count += 2
        elif allowed > 0.0:
            if scene.quantum == 0.0 or not apart:
                return allowed
            bound = max(bound, spare if legal else -fine)  # it holds no other headings that are agreed on
    return float(min(seen, 0.0) if allowed == 0.0 else bound)


def room_ahead(scene: Any, number: int, x: float, y: float, heading: float, allowed: float) -> float:
    """As `spare_room`, of step `number`, or the best that may follow it in the move, if it is worse itself."""
    best = spare_room(scene, number, 0, x, y, heading, allowed)
    for t in range(3):
        scene.ahead[t] = math.nan
    if best > 0.0 or scene.every != 2:
        return best
    ux, uy = heading_vector(heading)
    for extra in range(1, scene.most - number + 1):
        room = best_after(scene, number + extra, extra, x + scene.step * ux, y + scene.step * uy, heading, allowed)
        best = max(best, room)
        if best > 0.0:
            break
    return best


def turned_free(scene: Any, number: int, x: float, y: float, start: float, end: float, allowed: float) -> float:
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


def way_is_free(scene: Any, number: int, x: float, y: float, before: float, heading: float) -> bool:
    """Whether the slide ahead to base (x, y) and the turn there from `before` are proved free."""
    if spare_room(scene, number, 1, x, y, before, 0.0) <= 0.0:
        return False
    return turned_free(scene, number, x, y, before, heading, 0.0) >= abs(heading - before)


def trace(scene: Any, headings: Floats, k: int, bases: Any) -> bool:
    """Take `k` steps from the start: whether they are proved legal.

    headings: degrees. bases: (k + 1, 2) result: row i the base midpoint of step i + 1.
    """
    x, y, before = scene.start[0], scene.start[1], scene.start[2]
    bases[0, 0], bases[0, 1] = x, y
    for j in range(k):
        heading = headings[j]
        if abs(heading - before) > scene.limit:
            return False
        if scene.every == 1 and spare_room(scene, j + 1, 0, x, y, heading, 0.0) <= 0.0:
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
    scene: Any, number: int, x: float, y: float, low: float, high: float, allowed: float, windows: Any, found: int
) -> int:
    """Headings from `low` to `high` at which step `number` with base (x, y) is free, as intervals.

    allowed: mm. 0: intervals proved free. Otherwise everything may be displaced by that much, and
    outside the intervals every heading is blocked. windows: (n, 2) result, degrees, of which the
    first `found` are kept. Returns how many there are then; beyond n, the rest is left out
    (allowed 0) or joined to the last.
    """
    if scene.quantum > 0.0:
        return agreed_windows(scene, number, x, y, low, high, allowed, windows, found)
    at = edge = start = low
    inside = False
    radius = scene.radius
    if scene.every == 2:  # steps that follow turn with this one
        radius += max(0, scene.most - number) * scene.step
    for _ in range(MOST_LOOKS):
        spare = room_ahead(scene, number, x, y, at, allowed)
        reach = math.degrees(abs(spare) / radius) * SAFE
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


def windows_after(scene: Any, number: int, x: float, y: float, before: float, allowed: float, windows: Any) -> int:
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


def agreed_windows(
    scene: Any, number: int, x: float, y: float, low: float, high: float, allowed: float, windows: Any, found: int
) -> int:
    """As `windows_of`, where only whole multiples of `scene.quantum` are allowed: each one a window."""
    multiple = math.ceil(low / scene.quantum - TINY)
    while multiple * scene.quantum <= high + WIDER and found < len(windows):
        at = multiple * scene.quantum
        if room_ahead(scene, number, x, y, at, allowed) > 0.0:
            windows[found, 0] = at
            windows[found, 1] = at
            found += 1
        multiple += 1
    return found


def fan_parts(
    scene: Any, x: float, y: float, low: float, high: float, arc: float, outside: bool,
    part_x: Any, part_y: Any, part_n: Any,
) -> int:  # fmt: skip
    """Convex parts of what the outline sweeps with base (x, y) and headings from `low` to `high`.

    arc: degrees. Arcs have corners at their ends and at whole multiples of it, so a finer one of
    half as much holds a coarser one. outside: arcs circumscribed, else inscribed. part_x, part_y:
    (p, v) results, counter-clockwise; part_n: (p,) how many points count.
    """
    if scene.tips == 1:
        return arc_parts(scene.step, x, y, low, high, arc, outside, part_x, part_y, part_n)
    c = len(scene.own)
    found = 0
    for end in range(2):
        if end == 0 or high > low:
            cosine, sine = heading_vector(low if end == 0 else high)
            for i in range(c):
                part_x[found, i] = x + scene.own[i, 0] * cosine - scene.own[i, 1] * sine
                part_y[found, i] = y + scene.own[i, 0] * sine + scene.own[i, 1] * cosine
            part_n[found] = c
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
            part_x[found, 0], part_y[found, 0] = x, y
            n = 1
            opened = at
            while True:
                ux, uy = heading_vector(at)
                part_x[found, n] = x + size * ux
                part_y[found, n] = y + size * uy
                n += 1
                if at >= stop or (at - opened > 60.0 and n > 2):
                    break
                at = min(stop, arc * (math.floor(at / arc + TINY) + 1.0))
            part_n[found] = n
            found += 1
    return found


def arc_parts(
    size: float, x: float, y: float, low: float, high: float, arc: float, outside: bool,
    part_x: Any, part_y: Any, part_n: Any,
) -> int:  # fmt: skip
    """As `fan_parts`, of the arc of radius `size` alone: triangles about it, or points on it."""
    pieces = max(1, math.ceil((high - low) / arc))
    width = (high - low) / pieces
    beyond = size / math.cos(math.radians(width / 2.0))
    for q in range(pieces + 1):
        ux, uy = heading_vector(low + width * q)
        part_x[q, 0], part_y[q, 0] = x + size * ux, y + size * uy
        part_n[q] = 1
        if outside and q < pieces:
            ux, uy = heading_vector(low + width * (q + 0.5))
            part_x[q, 1], part_y[q, 1] = x + beyond * ux, y + beyond * uy
            ux, uy = heading_vector(low + width * (q + 1))
            part_x[q, 2], part_y[q, 2] = x + size * ux, y + size * uy
            part_n[q] = 3
    return pieces if outside and high > low else pieces + 1


def scan(px: Floats, py: Floats, n: int, pad: float, raster: Floats, rows: Any) -> tuple[int, int]:
    """Which pixels of each row a convex polygon, grown by `pad` mm each way, meets.

    raster: x, y of its corner and pixel size, mm. rows: (4, r) result, in pixels: least and greatest
    column met; greatest on the left side and least on the right side (what lies between these in a
    row wholly within the polygon's height is wholly inside it; only for pad 0). Returns the first
    and last row, cut to the raster.
    """
    h = raster[2]
    low = math.inf
    high = -math.inf
    for i in range(n):
        low = min(low, py[i])
        high = max(high, py[i])
    first = max(0, math.floor((low - pad - raster[1]) / h))
    last = min(len(rows[0]) - 1, math.floor((high + pad - raster[1]) / h))
    for row in range(first, last + 1):
        rows[0, row], rows[1, row] = math.inf, -math.inf
        rows[2, row], rows[3, row] = -math.inf, math.inf
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        rises = py[j] > py[i]
        a, b = (i, j) if rises else (j, i)
        slope = (px[b] - px[a]) / (py[b] - py[a]) if py[b] > py[a] else 0.0
        start = max(first, math.floor((py[a] - pad - raster[1]) / h))
        stop = min(last, math.floor((py[b] + pad - raster[1]) / h))
        for row in range(start, stop + 1):
            y = raster[1] + row * h
            near, far = px[a], px[b]
            if y - pad > py[a]:
                near = px[a] + slope * (y - pad - py[a])
            if y + h + pad < py[b]:
                far = px[a] + slope * (y + h + pad - py[a])
            left, right = (min(near, far) - raster[0]) / h, (max(near, far) - raster[0]) / h
            rows[0, row] = min(rows[0, row], left - pad / h)
            rows[1, row] = max(rows[1, row], right + pad / h)
            # counter-clockwise: sides go up on the right and down on the left
            if rises:
                rows[3, row] = min(rows[3, row], left)
            elif py[b] > py[a]:
                rows[2, row] = max(rows[2, row], right)
        if py[a] == py[b]:
            row = math.floor((py[a] - raster[1]) / h)
            if first <= row <= last and py[a] > raster[1] + row * h:
                rows[2, row] = math.inf
    for row in range(first, last + 1):
        if raster[1] + row * h < low or raster[1] + (row + 1) * h > high:
            rows[2, row] = math.inf
    return first, last


def marked(px: Floats, py: Floats, n: int, pad: float, raster: Floats, sums: Any, rows: Any) -> bool:
    """Whether a convex polygon, grown by `pad` mm each way, meets a marked pixel or leaves the raster.

    sums: (r + 1, c + 1) how many marked pixels there are below and left of each corner.
    """
    h = raster[2]
    pad += RASTER_SAFE * h
    left = right = px[0]
    low = high = py[0]
    for i in range(1, n):
        left, right = min(left, px[i]), max(right, px[i])
        low, high = min(low, py[i]), max(high, py[i])
    a = math.floor((left - pad - raster[0]) / h)
    b = math.floor((right + pad - raster[0]) / h) + 1
    c = math.floor((low - pad - raster[1]) / h)
    d = math.floor((high + pad - raster[1]) / h) + 1
    if a < 0 or c < 0 or d >= len(sums) or b >= len(sums[0]):
        return True
    if sums[d, b] - sums[c, b] - sums[d, a] + sums[c, a] == 0:
        return False
    first, last = scan(px, py, n, pad, raster, rows)
    for row in range(first, last + 1):
        a, b = math.floor(rows[0, row]), math.floor(rows[1, row]) + 1
        if sums[row + 1, b] - sums[row, b] - sums[row + 1, a] + sums[row, a] != 0:
            return True
    return False


def adds(px: Floats, py: Floats, n: int, raster: Floats, touched: Any, rows: Any) -> bool:
    """Whether a convex polygon meets a pixel not touched yet."""
    first, last = scan(px, py, n, 0.0, raster, rows)
    for row in range(first, last + 1):
        for column in range(max(0, math.floor(rows[0, row])), min(len(touched[0]), math.floor(rows[1, row]) + 1)):
            if touched[row, column] == 0:
                return True
    return False


def mark(px: Floats, py: Floats, n: int, raster: Floats, touched: Any, full: Any, rows: Any) -> None:
    """Mark the pixels a convex polygon meets, and those wholly inside it."""
    first, last = scan(px, py, n, 0.0, raster, rows)
    columns = len(touched[0])
    for row in range(first, last + 1):
        for column in range(max(0, math.floor(rows[0, row])), min(columns, math.floor(rows[1, row]) + 1)):
            touched[row, column] = 1
        if rows[2, row] < rows[3, row] and rows[2, row] > -math.inf:
            a = max(0, math.ceil(rows[2, row] + RASTER_SAFE))
            for column in range(a, min(columns, math.floor(rows[3, row] - RASTER_SAFE))):
                full[row, column] = 1


def near_pixels(touched: Any, gap: float, near: Any, sideways: Any) -> None:
    """Pixels wholly within `gap` pixels of some point of each touched pixel at hand.

    near: (r, c) result. sideways: (r, c) room for distances along rows.
    """
    rows, columns = len(touched), len(touched[0])
    most = math.floor(gap) + 1
    for i in range(rows):
        since = most
        for j in range(columns):
            since = 0 if touched[i, j] else min(most, since + 1)
            sideways[i, j] = since
        since = most
        for j in range(columns - 1, -1, -1):
            since = 0 if touched[i, j] else min(most, since + 1)
            sideways[i, j] = min(sideways[i, j], since)
            near[i, j] = 0
    for down in range(math.floor(gap)):
        wide = math.floor(math.sqrt(max(0.0, gap * gap - (down + 1) * (down + 1)))) - 1
        if wide < 0:
            break
        for i in range(rows):
            for k in range(max(0, i - down), min(rows, i + down + 1), max(1, 2 * down)):
                if abs(k - i) == down:
                    for j in range(columns):
                        if sideways[k, j] <= wide:
                            near[i, j] = 1


def near_turn(heading: float, about: float) -> float:
    """The same heading, within half a turn of another. Degrees."""
    return heading - 360.0 * math.floor((heading - about) / 360.0 + 0.5)


def blocked_after(scene: Any, number: int, tip_x: float, tip_y: float, heading: float, off: float) -> bool:
    """Whether step `number` with its tip there is blocked wherever it is displaced by at most `off` mm.

    Also, if the way is tested, when the slide ahead from there is blocked so.
    """
    if off > 2.0 * scene.radius:
        return False
    ux, uy = heading_vector(heading)
    x, y = tip_x - scene.step * ux, tip_y - scene.step * uy
    if scene.swept == 1 and spare_room(scene, number, 1, tip_x, tip_y, heading, off + TINY) <= 0.0:
        return True
    return bool(scene.every == 1 and spare_room(scene, number, 0, x, y, heading, off + TINY) <= 0.0)


def turn_blocked(
    scene: Any, number: int, x: float, y: float, off: float, before: float, spread: float, heading: float, half: float
) -> bool:
    """Whether no turn from about `before` to about `heading` (degrees) is free, base within `off` of (x, y)."""
    if scene.swept == 0 or off > 2.0 * scene.radius:
        return False
    sign = 1.0 if heading >= before else -1.0
    start, end = before + sign * spread, heading - sign * half
    if sign * (end - start) <= 0.0:
        return False
    return bool(turned_free(scene, number, x, y, start, end, off + TINY) < abs(end - start))


def holds_agreed(scene: Any, middle: float, half: float) -> bool:
    """Whether an interval of headings holds one that is allowed at all."""
    if scene.quantum == 0.0:
        return True
    nearest = scene.quantum * math.floor(middle / scene.quantum + 0.5)
    return bool(abs(nearest - middle) <= half + WIDER)


def elbow(scene: Any, x: float, y: float, off: float, sign: float) -> tuple[bool, float, float]:
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
    if not allowed or not holds_agreed(scene, first, half) or not holds_agreed(scene, last, half):
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


def arrives(scene: Any, x: float, y: float, off: float, layer: int, heading: float, half: float) -> bool:
    """Whether `layer` steps may end with the tip within `off` mm of (x, y), the last heading within
    `half` degrees of `heading`."""
    if half >= 90.0:
        return True
    if not holds_agreed(scene, heading, half):
        return False
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


def trimmed(scene: Any, x: float, y: float, off: float, layer: int, start: float, end: float, finest: float) -> float:
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


def cell_arcs(scene: Any, x: float, y: float, off: float, layer: int, given: Any, many: int, arcs: Any) -> int:
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
            # the arc goes on at least to the next gap that the next turn does not bridge
            close = low
            at = low
            while at < high:
                piece = min(high - at, 10.0)
                if arrives(scene, x, y, off, layer, at + 0.5 * piece, 0.5 * piece):
                    close = at + piece
                at += piece
                if at - close > scene.bridge:
                    break
            stop = trimmed(scene, x, y, off, layer, close, low, finest)
            arcs[found, 0], arcs[found, 1] = low, max(stop, low)
            found += 1
            low = at if at < high else high + 1.0
    return found


def judge_cell(
    scene: Any, x: float, y: float, half: float, layer: int, given: Any, many: int, arc: float, raster: Floats,
    far: Any, work: Any,
) -> tuple[int, int]:  # fmt: skip
    """What is to be done with a square cell, and how many arcs it has (left in work.arcs).

    DEAD: no path leads there. NEAR: all it leads to is near what is known to be reached. OPEN: else.
    """
    off = half * SQUARE
    count = cell_arcs(scene, x, y, off, layer, given, many, work.arcs)
    if count == 0:
        return DEAD, 0
    if off > 2.0 * scene.radius:
        return OPEN, count
    many = cell_windows(scene, x, y, off, layer, count, work)
    if many == 0:
        return DEAD, 0
    for w in range(many):
        parts = fan_parts(
            scene, x, y, work.windows[w, 0], work.windows[w, 1], arc, True, work.part_x, work.part_y, work.part_n
        )
        for p in range(parts):
            if marked(work.part_x[p], work.part_y[p], work.part_n[p], half, raster, far, work.rows):
                return OPEN, count
    return NEAR, count


def cell_windows(scene: Any, x: float, y: float, off: float, layer: int, count: int, work: Any) -> int:
    """Headings a step from a cell may have (left in work.windows); how many intervals."""
    found = 0
    end = -math.inf
    for i in range(count):
        low, high = work.arcs[i, 0] - scene.limit - WIDER, work.arcs[i, 1] + scene.limit + WIDER
        low = max(low, end)
        high = min(high, work.arcs[0, 0] - scene.limit - WIDER + 360.0)
        if high >= low:
            before = found
            found = windows_of(scene, layer + 1, x, y, low, high, off + TINY, work.windows, found)
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


def judge_cells(
    scene: Any, cells: Any, layers: Any, given: Any, counts: Any, arc: float, raster: Floats, far: Any, work: Any,
    codes: Any,
) -> None:  # fmt: skip
    """`judge_cell` for many cells, whose arcs are replaced. cells: (n, 3) centre and half side."""
    for i in range(len(layers)):
        codes[i], many = judge_cell(
            scene, cells[i, 0], cells[i, 1], cells[i, 2], layers[i], given[i], counts[i], arc, raster, far, work
        )
        for a in range(many):
            given[i, a, 0], given[i, a, 1] = work.arcs[a, 0], work.arcs[a, 1]
        counts[i] = many


def steps_to(scene: Any, x: float, y: float, layer: int, last: float, sign: float, headings: Any) -> bool:
    """Headings of `layer` steps to the point (x, y), ending with `last` where there is a choice.

    sign: which elbow. Whether there are any; limits of turn and obstacles are not looked at.
    """
    if layer == 3:
        last = agreed(scene, last)
        ux, uy = heading_vector(last)
        x -= scene.step * ux
        y -= scene.step * uy
    dx, dy = x - scene.start[0], y - scene.start[1]
    bearing = near_turn(math.degrees(math.atan2(dy, dx)), scene.start[2])
    if layer == 1:
        headings[0] = agreed(scene, bearing)
        return True
    distance = math.sqrt(dx * dx + dy * dy)
    if distance > 2.0 * scene.step:
        return False
    turn = sign * math.degrees(math.acos(distance / (2.0 * scene.step)))
    headings[0] = agreed(scene, near_turn(bearing - turn, scene.start[2]))
    headings[1] = agreed(scene, near_turn(bearing + turn, headings[0]))
    if layer == 3:
        headings[2] = near_turn(last, headings[1])
    return True


def path_into(scene: Any, x: float, y: float, half: float, layer: int, last: float, sign: float, work: Any) -> bool:
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
    scene: Any, x: float, y: float, half: float, start: float, end: float, finest: float, work: Any
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
    scene: Any, x: float, y: float, half: float, layer: int, low: float, high: float, arc: float, raster: Floats,
    touched: Any, full: Any, work: Any, fans: Any, found: int,
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
    scene: Any, layer: int, arc: float, raster: Floats, touched: Any, full: Any, work: Any, fans: Any, found: int
) -> int:
    """Add the fans at the end of the path in `work`, where they reach anything new; how many there are then."""
    x, y = work.bases[layer, 0], work.bases[layer, 1]
    for w in range(windows_after(scene, layer + 1, x, y, work.headings[layer - 1], 0.0, work.windows)):
        low, high = work.windows[w, 0], work.windows[w, 1]
        parts = fan_parts(scene, x, y, low, high, arc, False, work.part_x, work.part_y, work.part_n)
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
    scene: Any, cells: Any, layers: Any, given: Any, counts: Any, arc: float, raster: Floats, touched: Any, full: Any,
    work: Any, fans: Any,
) -> int:  # fmt: skip
    """Fans of legal paths into cells, where they reach anything new; how many.

    fans: (f, 7) result: base x, y, low and high heading of the last step, headings of those before.
    """
    found = 0
    for i in range(len(layers)):
        for a in range(counts[i]):
            found = explore_cell(
                scene, cells[i, 0], cells[i, 1], cells[i, 2], layers[i], given[i, a, 0], given[i, a, 1], arc, raster,
                touched, full, work, fans, found,
            )  # fmt: skip
    return found


def mark_fans(
    scene: Any, fans: Any, arc: float, outside: bool, raster: Floats, touched: Any, full: Any, work: Any
) -> None:
    """Mark what fans reach."""
    for i in range(len(fans)):
        parts = fan_parts(
            scene, fans[i, 0], fans[i, 1], fans[i, 2], fans[i, 3], arc, outside, work.part_x, work.part_y, work.part_n
        )
        for p in range(parts):
            mark(work.part_x[p], work.part_y[p], work.part_n[p], raster, touched, full, work.rows)


def fan_polygons(scene: Any, fans: Any, arc: float, work: Any, points: Any, counts: Any) -> int:
    """Parts of fans, inscribed. points: (v, 2) result, one part after another; counts: (p,); how many parts."""
    found = 0
    at = 0
    for i in range(len(fans)):
        parts = fan_parts(
            scene, fans[i, 0], fans[i, 1], fans[i, 2], fans[i, 3], arc, False, work.part_x, work.part_y, work.part_n
        )
        for p in range(parts):
            for v in range(work.part_n[p]):
                points[at, 0], points[at, 1] = work.part_x[p, v], work.part_y[p, v]
                at += 1
            counts[found] = work.part_n[p]
            found += 1
    return found


def mark_grown(px: Floats, py: Floats, n: int, pad: float, raster: Floats, touched: Any, rows: Any) -> None:
    """Mark the pixels a convex polygon, grown by `pad` mm each way, meets."""
    first, last = scan(px, py, n, pad + RASTER_SAFE, raster, rows)
    for row in range(first, last + 1):
        start = max(0, math.floor(rows[0, row]))
        for column in range(start, min(len(touched[0]), math.floor(rows[1, row]) + 1)):
            touched[row, column] = 1


def mark_cells(
    scene: Any, cells: Any, layers: Any, given: Any, counts: Any, arc: float, raster: Floats, hollow: Any, work: Any,
    touched: Any,
) -> None:  # fmt: skip
    """Mark every hollow pixel that holds a point to which cells may lead. hollow: sums of those pixels."""
    for i in range(len(cells)):
        for a in range(counts[i]):
            work.arcs[a, 0], work.arcs[a, 1] = given[i, a, 0], given[i, a, 1]
        windows = cell_windows(scene, cells[i, 0], cells[i, 1], cells[i, 2] * SQUARE, layers[i], counts[i], work)
        for w in range(windows):
            parts = fan_parts(
                scene, cells[i, 0], cells[i, 1], work.windows[w, 0], work.windows[w, 1], arc, True,
                work.part_x, work.part_y, work.part_n,
            )  # fmt: skip
            for p in range(parts):
                px, py, n = work.part_x[p], work.part_y[p], work.part_n[p]
                if marked(px, py, n, cells[i, 2], raster, hollow, work.rows):
                    mark_grown(px, py, n, cells[i, 2], raster, touched, work.rows)


def place_outline(outline: Any, x: float, y: float, heading: float, px: Any, py: Any) -> None:
    """Corners (n, 2) of an outline in a ship's frame, put on the table."""
    cosine, sine = heading_vector(heading)
    for i in range(len(outline)):
        px[i] = x + outline[i, 0] * cosine - outline[i, 1] * sine
        py[i] = y + outline[i, 0] * sine + outline[i, 1] * cosine


def sure_elbow(
    scene: Any, number: int, x: float, y: float, before: float, to_x: float, to_y: float, off: float, sign: float
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
    if scene.every == 1 and spare_room(scene, number, 0, x, y, first, 0.0) <= scene.radius * swing:
        return False
    ux, uy = heading_vector(first)
    base_x, base_y = x + scene.step * ux, y + scene.step * uy
    rest = (scene.step + scene.radius) * swing
    return bool(spare_room(scene, number + 1, 0, base_x, base_y, first + 2.0 * sign * turn, 0.0) > rest)


def mark_tips(scene: Any, prefixes: Any, raster: Floats, tries: Any, tips: Any) -> None:
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


def missed(ends: Any, pixel: Floats, thing: Any) -> bool:
    """Whether the hull of a piece of a gun side, (2, 2) its ends, and of a pixel misses a convex obstacle (k, 2).

    pixel: low and high x, low and high y. All mm.
    """
    k = len(thing)
    left = right = thing[0, 0]
    low = high = thing[0, 1]
    for i in range(1, k):
        left, right = min(left, thing[i, 0]), max(right, thing[i, 0])
        low, high = min(low, thing[i, 1]), max(high, thing[i, 1])
    if left > max(pixel[1], ends[0, 0], ends[1, 0]) + TINY or right < min(pixel[0], ends[0, 0], ends[1, 0]) - TINY:
        return True
    if low > max(pixel[3], ends[0, 1], ends[1, 1]) + TINY or high < min(pixel[2], ends[0, 1], ends[1, 1]) - TINY:
        return True
    for side in range(k + 8):
        # along a side of the obstacle, or from an end to a corner of the pixel
        if side < k:
            j = side + 1 if side + 1 < k else 0
            x, y, dx, dy = thing[side, 0], thing[side, 1], thing[j, 0] - thing[side, 0], thing[j, 1] - thing[side, 1]
        else:
            end, corner = (side - k) // 4, (side - k) % 4
            x, y = ends[end, 0], ends[end, 1]
            dx, dy = pixel[corner % 2] - x, pixel[2 + corner // 2] - y
        slack = TINY * (abs(dx) + abs(dy))
        least, most, near, far = math.inf, -math.inf, math.inf, -math.inf
        for i in range(k):
            across = dx * (thing[i, 1] - y) - dy * (thing[i, 0] - x)
            least, most = min(least, across), max(most, across)
        for i in range(6):
            px, py = (pixel[i % 2], pixel[2 + i // 2]) if i < 4 else (ends[i - 4, 0], ends[i - 4, 1])
            across = dx * (py - y) - dy * (px - x)
            near, far = min(near, across), max(far, across)
        if least > far + slack or most < near - slack:
            return True
    return False


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


def shot_into(battery: Any, side: Floats, deepest: float, pixel: Floats, ends: Any) -> bool:
    """Whether every point of a pixel can be shot at from the same place of a gun side, left in `ends`.

    side: as a row of battery.sides, on the table. deepest: its `free_depth`.
    """
    base, slopes, things, bounds = battery.base, battery.slopes, battery.things, battery.bounds
    # slides that cover each corner, hence slides and places of the side that serve all
    first, last, left, right = -math.inf, math.inf, math.inf, -math.inf
    for corner in range(4):
        dx, dy = pixel[corner % 2] - side[0], pixel[2 + corner // 2] - side[1]
        x, y = dx * side[2] + dy * side[3], dx * side[4] + dy * side[5]
        inset = 0.0
        for i in range(len(slopes)):
            inset = max(inset, slopes[i, 0] * y - slopes[i, 1])
        low, high = max(side[7], x - base + inset + TINY), min(side[8], x - inset - TINY)
        if y <= TINY or y >= deepest - TINY or low > high:
            return False
        first, last = max(first, low), min(last, high + base)
        left, right = min(left, x), max(right, x)
    first, last = max(first, 0.0) + TINY, min(last, side[6]) - TINY
    if battery.square:
        if left <= TINY or right >= side[6] - TINY:
            return False
        first, last = left, right
    if first > last:
        return False
    for place in range(1 if battery.square else PLACES):
        for end in range(2):
            at = (first, last)[end] if battery.square else first + (last - first) * place / (PLACES - 1)
            ends[end, 0], ends[end, 1] = side[0] + at * side[2], side[1] + at * side[3]
        clear = True
        for j in range(len(things)):
            dx, dy = bounds[j, 0] - ends[0, 0], bounds[j, 1] - ends[0, 1]
            far = bounds[j, 2] + abs(pixel[0] - ends[0, 0]) + abs(pixel[2] - ends[0, 1]) + 2.0 * (pixel[1] - pixel[0])
            far += right - left if battery.square else 0.0
            if dx * dx + dy * dy <= far * far and not missed(ends, pixel, things[j]):
                clear = False
                break
        if clear:
            return True
    return False


def aim(battery: Any, row: int, x: float, y: float, heading: float, side: Any) -> None:
    """Put a row of the battery's sides on the table."""
    cosine, sine = heading_vector(heading)
    for i in range(0, 6, 2):
        side[i] = battery.sides[row, i] * cosine - battery.sides[row, i + 1] * sine
        side[i + 1] = battery.sides[row, i] * sine + battery.sides[row, i + 1] * cosine
    side[0] += x
    side[1] += y
    side[6], side[7], side[8] = battery.sides[row, 6], battery.sides[row, 7], battery.sides[row, 8]


def mark_shots(battery: Any, poses: Any, raster: Floats, tries: Any, shots: Any, work: Any) -> None:
    """Mark the pixels all of which can be shot at from a pose with one number of pose and row of sides, from 1.

    poses: (n, 3). tries: (r, c) how often to look at a pixel. shots: (r, c) result.
    """
    ends, side, pixel = work.bases, work.spare[0], work.spare[1]
    px, py = battery.spare[0], battery.spare[1]
    for p in range(len(poses)):
        for s in range(len(battery.sides)):
            aim(battery, s, poses[p, 0], poses[p, 1], poses[p, 2], side)
            deepest = free_depth(battery, side)
            if deepest <= 0.0:
                continue
            n = laid(battery, side, px, py)
            first, final = scan(px, py, n, 0.0, raster, work.rows)
            for row in range(first, final + 1):
                start = max(0, math.floor(work.rows[0, row]))
                for column in range(start, min(len(shots[0]), math.floor(work.rows[1, row]) + 1)):
                    if shots[row, column] != 0 or tries[row, column] == 0:
                        continue
                    pixel[0], pixel[2] = raster[0] + column * raster[2], raster[1] + row * raster[2]
                    pixel[1], pixel[3] = pixel[0] + raster[2], pixel[2] + raster[2]
                    if shot_into(battery, side, deepest, pixel, ends):
                        shots[row, column] = p * len(battery.sides) + s + 1
                    else:
                        tries[row, column] -= 1


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
    spans = [(0.0, 0.0)] * (most + 1)
    counts[0], spans[0] = n, (0.0, 1.0)
    waiting, looked = 1, 0
    some = parts[most + 1]
    while waiting > 0:
        waiting -= 1
        low, high = spans[waiting]
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
            spans[waiting], spans[waiting + 1] = (low, 0.5 * (low + high)), (0.5 * (low + high), high)
        else:
            half = 0.5 * (least + greatest)
            following = parts[waiting + 1]
            counts[waiting + 1] = clipped(px, py, m, ex, ey, half, following[0], following[1])
            spans[waiting + 1] = (low, high)
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
    battery: Any, x: float, y: float, heading: float, half: float, turn: float, target: Any, features: Any, least: float,
    side: Any, ends: Any,
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
    scene: Any, battery: Any, number: int, target: Any, features: Any, least: float, boxes: Any, waiting: int, finest: float,
    budget: int, work: Any, left: Any,
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
        if not holds_agreed(scene, heading, turn):
            continue
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


def mark_carried_outside(
    fans: Any, half: Floats, outline: Any, turn: float, raster: Floats, touched: Any, work: Any
) -> None:
    """Mark all that a convex outline carried by the ship may cover at fans whose base is off by `half` each way."""
    n = len(outline)
    radius = 0.0
    for i in range(n):
        radius = max(radius, math.sqrt(outline[i, 0] * outline[i, 0] + outline[i, 1] * outline[i, 1]))
    for i in range(len(fans)):
        width = fans[i, 3] - fans[i, 2]
        pieces = max(1, math.ceil(width / turn))
        pad = half[i] + radius * math.radians(0.5 * width / pieces)
        for q in range(pieces):
            heading = fans[i, 2] + width * (q + 0.5) / pieces
            place_outline(outline, fans[i, 0], fans[i, 1], heading, work.part_x[0], work.part_y[0])
            mark_grown(work.part_x[0], work.part_y[0], n, pad, raster, touched, work.rows)


def cell_fans(scene: Any, cells: Any, layers: Any, given: Any, counts: Any, work: Any, fans: Any, half: Any) -> int:
    """Fans, one for each cell and window, that hold all last steps from cells with bases off by `half`; how many."""
    found = 0
    for i in range(len(cells)):
        for a in range(counts[i]):
            work.arcs[a, 0], work.arcs[a, 1] = given[i, a, 0], given[i, a, 1]
        windows = cell_windows(scene, cells[i, 0], cells[i, 1], cells[i, 2] * SQUARE, layers[i], counts[i], work)
        for w in range(windows):
            fans[found, 0], fans[found, 1], fans[found, 2] = cells[i, 0], cells[i, 1], work.windows[w, 0]
            fans[found, 3], half[found] = work.windows[w, 1], cells[i, 2]
            found += 1
    return found


def corner_error(scene: Any, x: float, y: float, heading: float, claim: Floats) -> float:
    """mm. The largest distance of a corner of the outline at a pose from where it is at another."""
    cosine, sine = heading_vector(heading)
    other_cosine, other_sine = heading_vector(claim[2])
    worst = 0.0
    for i in range(len(scene.own)):
        a, c = scene.own[i, 0], scene.own[i, 1]
        dx = x + a * cosine - c * sine - claim[0] - a * other_cosine + c * other_sine
        dy = y + a * sine + c * cosine - claim[1] - a * other_sine - c * other_cosine
        worst = max(worst, math.sqrt(dx * dx + dy * dy))
    return worst


def may_match(
    scene: Any, number: int, x: float, y: float, off: float, low: float, high: float, claim: Floats, within: float,
    windows: Any,
) -> bool:  # fmt: skip
    """Whether step `number`, base within `off` of (x, y), heading between two, may end within `within` of a claim."""
    many = windows_of(scene, number, x, y, low, high, off + TINY, windows, 0)
    for w in range(many):
        width = windows[w, 1] - windows[w, 0]
        pieces = max(1, math.ceil(math.radians(width) * scene.radius / max(off, 0.02 * within, TINY)))
        for q in range(pieces):
            heading = windows[w, 0] + width * (q + 0.5) / pieces
            rest = off + scene.radius * math.radians(0.5 * width / pieces) + TINY
            if corner_error(scene, x, y, heading, claim) <= within + rest:
                return True
    return False


def best_match(
    scene: Any, number: int, x: float, y: float, low: float, high: float, claim: Floats, windows: Any
) -> tuple[float, float]:
    """The proved legal heading between two that brings a step nearest a claim, and its corner error."""
    best, chosen = math.inf, low
    for w in range(windows_of(scene, number, x, y, low, high, 0.0, windows, 0)):
        for q in range(33):
            heading = windows[w, 0] + (windows[w, 1] - windows[w, 0]) * q / 32.0
            if q == 32:
                heading = min(max(near_turn(claim[2], heading), windows[w, 0]), windows[w, 1])
            error = corner_error(scene, x, y, heading, claim)
            if error < best:
                best, chosen = error, heading
    return best, chosen


def judge_claim(
    scene: Any, x: float, y: float, half: float, layer: int, given: Any, many: int, claim: Floats, within: float,
    work: Any, path: Any,
) -> tuple[int, int, float]:  # fmt: skip
    """Whether a path through a cell may end within `within` mm (any corner) of a claimed pose.

    Returns (code, arcs left in work.arcs, corner error of the best path found). DEAD: none does.
    OPEN: it may. The best path's headings are left in `path` if it is within.
    """
    off = half * SQUARE
    best = math.inf
    dx, dy = x - claim[0], y - claim[1]
    if math.sqrt(dx * dx + dy * dy) > within + off:
        return DEAD, 0, best
    count = cell_arcs(scene, x, y, off, layer, given, many, work.arcs)
    swing = math.degrees(2.0 * math.asin(min(1.0, within / scene.step))) + WIDER
    alive = False
    for i in range(count):
        low, high = work.arcs[i, 0], work.arcs[i, 1]
        about = near_turn(claim[2], 0.5 * (low + high))
        start = max(about - swing, low - scene.limit - WIDER)
        end = min(about + swing, high + scene.limit + WIDER)
        if start > end or not may_match(scene, layer + 1, x, y, off, start, end, claim, within, work.windows):
            continue
        alive = True
        for tries in range(9):
            # arrivals from which the claimed heading can be turned to
            at = low + (high - low) * (0.125 * tries)
            at = min(max(at, about - scene.limit), about + scene.limit)
            for turn in range(2):
                if not path_into(scene, x, y, half, layer, at, 1.0 - 2.0 * turn, work):
                    continue
                last = near_turn(work.headings[layer - 1], about)
                base_x, base_y = work.bases[layer, 0], work.bases[layer, 1]
                start, end = max(about - swing, last - scene.limit), min(about + swing, last + scene.limit)
                if start > end:
                    continue
                error, heading = best_match(scene, layer + 1, base_x, base_y, start, end, claim, work.windows)
                shift = work.headings[layer - 1] - last
                if scene.swept == 1 and not way_is_free(scene, layer + 1, base_x, base_y, last, heading):
                    continue
                if error < best:
                    best = error
                    for t in range(layer):
                        path[t] = work.headings[t]
                    path[layer] = heading + shift
                    path[layer + 1] = math.nan
    return (OPEN if alive else DEAD), count, best


def judge_claims(
    scene: Any, cells: Any, layers: Any, given: Any, counts: Any, claim: Floats, within: float, work: Any, codes: Any,
    path: Any, best_path: Any,
) -> float:  # fmt: skip
    """`judge_claim` for many cells, whose arcs are replaced; the best corner error (its path in best_path)."""
    best = math.inf
    for i in range(len(layers)):
        code, many, error = judge_claim(
            scene, cells[i, 0], cells[i, 1], cells[i, 2], layers[i], given[i], counts[i], claim, within, work, path
        )
        codes[i] = code
        for a in range(many):
            given[i, a, 0], given[i, a, 1] = work.arcs[a, 0], work.arcs[a, 1]
        counts[i] = many
        if error < best:
            best = error
            for t in range(len(best_path)):
                best_path[t] = path[t]
    return best

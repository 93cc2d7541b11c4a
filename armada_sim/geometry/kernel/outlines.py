"""Convex outlines and polyhedra in floating point: signed clearances, with the error they may have.

Error bound. Let every corner coordinate be within e of the true one (e the sum for both shapes),
D the largest distance from a corner of one shape to a corner of the other or of its own, and L the
shortest edge. The direction of an edge is then known to 2e/L, a difference of corners to 2e, so a
separation along an edge normal is known to 2e + D * 2e/L before rounding; the arithmetic itself
adds fewer than 16 roundings of numbers no larger than D. `error_bound` doubles the first part.
A maximum of minima of such numbers, and a distance between an edge and a corner, keep the bound.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Array = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.integer]
    Flags = npt.NDArray[np.bool_]
    Floats = Sequence[float] | Array
else:  # NumPy is slow to load, and what is ruled on needs none
    Array = Ints = Flags = Floats = Sequence

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

CLEAR, UNSURE, BLOCKED = 1, 0, -1
"""What a pose is; the least of several is the worst."""

TINY = 2.0**-30
"""mm; added to displacements for the same reason."""

SHORT = 2.0**-23
"""mm; corners of a hull nearer than this are taken for one."""

RAISED_SLACK = 2.0**-16
"""mm; more than a separation of polyhedra may be off."""


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


def hull(px: Floats, py: Floats, n: int, order: list[int] | Ints, chain: list[int] | Ints) -> int:
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
    the segment from point i to point j at that share of its length.

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
    poses: Array,
    along: Floats,
    across: Floats,
    obstacle_x: Array,
    obstacle_y: Array,
    counts: Ints,
    wall: Array,
    codes: Ints,
) -> None:
    """For each pose: CLEAR of every obstacle and inside the walls, BLOCKED, or UNSURE where it is too close to say.

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
        code = CLEAR
        for w in range(len(wall)):
            bound = 8.0 * ROUNDING * (own_size + abs(wall[w, 2]))
            nearest = math.inf
            for i in range(c):
                nearest = min(nearest, wall[w, 0] * xs[i] + wall[w, 1] * ys[i] - wall[w, 2])
            if nearest < -bound:
                code = BLOCKED
                break
            if nearest <= bound:
                code = UNSURE
        if code != BLOCKED:
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
                    code = BLOCKED
                    break
                if gap <= bound:
                    code = UNSURE
        codes[p] = code


def classify_raised(
    poses: Array, own: Array, fixed: Array, counts: Ints, centres: Array, radii: Array, own_radius: float, codes: Ints
) -> None:
    """For each pose of a polyhedron: CLEAR of every other polyhedron, BLOCKED, or UNSURE.

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
        code = CLEAR
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
                code = BLOCKED
                break
            if low <= 0.0:
                code = UNSURE
        codes[p] = code

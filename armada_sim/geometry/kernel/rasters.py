"""Polygons marked on a raster, from inside or from outside."""

import math

from armada_sim.geometry.kernel.outlines import Array, Floats, Ints

RASTER_SAFE = 2.0**-20
"""Of a pixel; the same for columns of a raster."""


def scan(px: Floats, py: Floats, n: int, pad: float, raster: Floats, rows: Array) -> tuple[int, int]:
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


def boxed(px: Floats, py: Floats, n: int, pad: float, raster: Floats, sums: Ints) -> int:
    """How many marked pixels the box about some points, grown by `pad` mm each way, meets; -1 if it leaves the raster.

    sums: (r + 1, c + 1) how many marked pixels there are below and left of each corner.
    """
    h = raster[2]
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
        return -1
    return int(sums[d, b] - sums[c, b] - sums[d, a] + sums[c, a])


def marked(px: Floats, py: Floats, n: int, pad: float, raster: Floats, sums: Ints, rows: Array) -> bool:
    """Whether a convex polygon, grown by `pad` mm each way, meets a marked pixel or leaves the raster; as `boxed`."""
    pad += RASTER_SAFE * raster[2]
    inside = boxed(px, py, n, pad, raster, sums)
    if inside <= 0:
        return inside < 0
    first, last = scan(px, py, n, pad, raster, rows)
    for row in range(first, last + 1):
        a, b = math.floor(rows[0, row]), math.floor(rows[1, row]) + 1
        if sums[row + 1, b] - sums[row, b] - sums[row + 1, a] + sums[row, a] != 0:
            return True
    return False


def adds(px: Floats, py: Floats, n: int, raster: Floats, touched: Ints, rows: Array) -> bool:
    """Whether a convex polygon meets a pixel not touched yet."""
    first, last = scan(px, py, n, 0.0, raster, rows)
    for row in range(first, last + 1):
        for column in range(max(0, math.floor(rows[0, row])), min(len(touched[0]), math.floor(rows[1, row]) + 1)):
            if touched[row, column] == 0:
                return True
    return False


def mark(px: Floats, py: Floats, n: int, raster: Floats, touched: Ints, full: Ints, rows: Array) -> None:
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


def near_pixels(touched: Ints, gap: float, near: Ints, sideways: Ints) -> None:
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


def mark_grown(px: Floats, py: Floats, n: int, pad: float, raster: Floats, touched: Ints, rows: Array) -> None:
    """Mark the pixels a convex polygon, grown by `pad` mm each way, meets."""
    first, last = scan(px, py, n, pad + RASTER_SAFE, raster, rows)
    for row in range(first, last + 1):
        start = max(0, math.floor(rows[0, row]))
        for column in range(start, min(len(touched[0]), math.floor(rows[1, row]) + 1)):
            touched[row, column] = 1

"""A table without its pattern: what repeats on it, such as the check of a cloth, is made one colour.

Seen from above a woven or printed pattern repeats along two ways. What most of the cells around a place show at the
same place of theirs is the table; where a picture shows something else, something lies there.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import uniform_filter

from armada_sim.photo.camera import Camera, Floats

Image = NDArray[np.uint8]
"""(rows, columns, 3)."""

_FARTHEST_MM = 600.0
"""Along x and y from the middle of what is seen of a table: so far a pattern is looked for."""

_ROUGH_MM, _FINE_MM = 2.0, 0.7
"""From one point of the table to the next that is looked at: to find a pattern, and to tell it from what lies on it."""

_PERIODS_MM = (8.0, 120.0)
"""Least and most."""

_OF_STEP = 0.4
"""Of a step of the rough look: by so much the picture is smoothed before."""

_AROUND, _STRONGEST = 51, 40.0
"""Points around one from whose mean it is told how light it is; units of Lab that count at most, so that no sheet is
taken for a pattern."""

_ALIKE, _AS_ALIKE, _CROSSING = 0.5, 0.9, 0.5
"""Correlation of a pattern with itself a period away; of the shortest period with the best; and the sine of the angle
between the two ways in which it repeats."""

_COUNTS = np.array([0.4, 1, 1], dtype=np.float32)
"""How far lightness and colours count."""

_GRID = 16
"""px from one place of a picture to the next of which it is worked out where on the table it lies."""


def without_pattern(rgb: Image, camera: Camera, sheet: Floats | None) -> Image | None:
    """The picture with a table of one colour, as far as the camera is known; None where no pattern is seen.

    sheet: (4, 2) mm; what lies on it is left as it is.
    """
    lab = _colours(rgb)
    repeats = _repeats(lab, camera)
    if repeats is None:
        return None
    bounds, ways = repeats
    usual, plain, known = _seen_in(lab, camera, ways, bounds, sheet)
    least, most = cv2.erode(usual, _BESIDE), cv2.dilate(usual, _BESIDE)
    soft = cv2.GaussianBlur(lab, (0, 0), _SOFT_PX)
    beyond = np.maximum(soft, most).astype(np.float32) - most + np.minimum(soft, least) - least
    other = np.asarray(abs(beyond) @ _COUNTS, dtype=np.float32)
    share = _share(other, known, camera.a_mm, float(np.linalg.norm(ways, axis=1).min()))
    share[known < 255] = 1
    if sheet is not None:
        corners = camera.project(np.column_stack([sheet, np.zeros(4)])) - 0.5
        cv2.fillConvexPoly(share, np.rint(corners).astype(np.int32), 1.0)
    table = plain + beyond
    cleared = table + share[..., None] * (lab - table)
    return np.asarray(cv2.cvtColor(np.clip(cleared, 0, 255).astype(np.uint8), cv2.COLOR_Lab2RGB))


def unsquare(rgb: Image, camera: Camera) -> float:
    """How far a table's pattern is from repeating alike along two ways at right angles, before a camera: the logarithm
    of how much longer one of its periods is, and radians, added up; infinite where none is seen."""
    repeats = _repeats(_colours(rgb), camera)
    if repeats is None:
        return math.inf
    _, ways = repeats
    first, second = np.linalg.norm(ways, axis=1)
    lean = math.asin(min(1.0, abs(float(ways[0] @ ways[1])) / float(first * second)))
    return abs(math.log(first / second)) + lean


def _colours(rgb: Image) -> Image:
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2Lab), dtype=np.uint8)


_BESIDE = np.ones((3, 3), np.uint8)
"""A pixel and those beside it."""

_SOFT_PX = 0.8
"""By which noise is smoothed before a picture is compared with its table."""

_OTHER, _NOISE = 8.0, 5.0
"""Units of Lab from which something else is seen, or so many times the median."""

_LEAST_MM2, _CLOSED, _EDGE_PX, _OF_MOST, _MOSTLY = 5.0, 0.25, 9, 0.8, 0.6
"""Of the least that lies on a table; share of a period by which what shows through between two such places belongs to
them; px within which an edge lies between it and the table; and of the greatest difference within so many px, what is
wholly something else."""


def _share(other: NDArray[np.float32], known: NDArray[np.uint8], a_mm: float, period: float) -> NDArray[np.float32]:
    """How far each pixel shows something else than the table: at its edge in part; a_mm: px of one, about."""
    least = max(_OTHER, _NOISE * float(np.median(other[known > 0])))
    sure = cv2.morphologyEx((other > least).astype(np.uint8), cv2.MORPH_OPEN, _BESIDE)
    _, numbers, stats, _ = cv2.connectedComponentsWithStats(sure)
    large = stats[:, cv2.CC_STAT_AREA] >= _LEAST_MM2 * a_mm**2
    large[0] = False
    sure = large[numbers].astype(np.uint8)
    most = cv2.dilate(other * sure, np.ones((_EDGE_PX, _EDGE_PX), np.uint8))
    share = np.clip(other / np.maximum(_OF_MOST * most, 1), 0, 1) * (most > 0)
    closed = 2 * int(_CLOSED * a_mm * period / 2) + 1
    whole = cv2.morphologyEx((share > _MOSTLY).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((closed, closed), np.uint8))
    outer, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    cv2.drawContours(whole, outer, -1, 1, cv2.FILLED)
    return np.where(cv2.erode(whole, _BESIDE) > 0, 1, share).astype(np.float32)


def _smooth(function: Callable[[Floats], Floats], shape: tuple[int, int]) -> NDArray[np.float32]:
    """(rows, columns, 2). What a smooth function says of all places (…, 2), column and row, worked out of some."""
    x, y = (np.arange(0, side + 2 * _GRID, _GRID, dtype=np.float64) for side in shape[::-1])
    some = np.nan_to_num(function(np.stack(np.meshgrid(x, y), axis=-1)), nan=_NOWHERE).astype(np.float32)
    larger = np.array([[_GRID, 0, 0], [0, _GRID, 0]], dtype=np.float32)
    found = cv2.warpAffine(np.ascontiguousarray(some), larger, shape[::-1], flags=cv2.INTER_LINEAR)
    return np.asarray(found, dtype=np.float32)


_NOWHERE = -1e4
"""Where a place lies that is not on the table."""


def _places(camera: Camera, places: Floats) -> Floats:
    """(…, 2) px, as OpenCV counts them, of places (…, 2) mm of the table."""
    flat = places.reshape(-1, 2)
    return (camera.project(np.column_stack([flat, np.zeros(len(flat))])) - 0.5).reshape(places.shape)


def _looked_up(picture: Image, at: NDArray[np.float32]) -> Image:
    """What a picture shows at (rows, columns, 2) px of it; nothing beyond it."""
    return np.asarray(cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR), dtype=np.uint8)


def _inside(at: NDArray[np.float32], picture: Image) -> NDArray[np.bool_]:
    """(…). Which px (…, 2) lie between pixels of a picture."""
    rows, columns = picture.shape[:2]
    return np.asarray(((at >= 0) & (at < [columns - 1, rows - 1])).all(axis=-1), dtype=np.bool_)


Bounds = tuple[Floats, Floats]
"""(2,), (2,) mm. Between which a picture shows the table."""


def _repeats(lab: Image, camera: Camera) -> tuple[Bounds, Floats] | None:
    """Where the table is seen, and (2, 2) mm, the two shortest ways along which it repeats; None where it does not."""
    across, down = np.meshgrid(np.linspace(0, camera.width, 15), np.linspace(0, camera.height, 15))
    bounds = camera.between(np.column_stack([across.ravel(), down.ravel()]), _FARTHEST_MM)
    if bounds is None or (bounds[1] - bounds[0]).min() <= 2 * _PERIODS_MM[0]:
        return None
    ways = _ways(lab, camera, bounds)
    return None if ways is None else (bounds, ways)


def _ways(lab: Image, camera: Camera, bounds: Bounds) -> Floats | None:
    """(2, 2) mm. The same ways."""
    low, high = bounds
    x, y = np.meshgrid(np.arange(low[0], high[0], _ROUGH_MM), np.arange(low[1], high[1], _ROUGH_MM))
    at = _places(camera, np.stack([x, y], axis=-1)).astype(np.float32)
    soft = np.asarray(cv2.GaussianBlur(lab, (0, 0), max(_SOFT_PX, _OF_STEP * camera.a_mm * _ROUGH_MM)), dtype=np.uint8)
    shown = _looked_up(soft, at).astype(np.float32)
    inside = _inside(at, lab).astype(np.float32)
    reach = int(_PERIODS_MM[1] / _ROUGH_MM) + 8
    alike = _alike(shown, inside, reach)
    found = _shortest(alike, reach)
    return None if found is None else _ROUGH_MM * _sharpened(alike, reach, found)


def _alike(shown: NDArray[np.float32], inside: NDArray[np.float32], reach: int) -> NDArray[np.float32]:
    """(2 reach + 1, 2 reach + 1). Correlation of what is seen with itself so many points away, where both are seen
    (Padfield, Masked object registration in the Fourier domain, IEEE Transactions on Image Processing 21, 2012)."""
    size = [cv2.getOptimalDFTSize(side + reach) for side in inside.shape]
    box = (_AROUND, _AROUND)
    seen = np.maximum(cv2.blur(inside, box), _NOTHING)[..., None]
    there = inside[..., None]
    apart = np.clip(shown - cv2.blur(shown * there, box) / seen, -_STRONGEST, _STRONGEST) * there
    waves = [np.fft.rfft2(apart[..., k] * math.sqrt(_COUNTS[k]), size) for k in range(3)]
    strength, where = np.fft.rfft2((apart**2) @ _COUNTS, size), np.fft.rfft2(inside, size)
    both = np.fft.irfft2(sum(abs(wave) ** 2 for wave in waves), size)
    one, other = (np.fft.irfft2(a * b.conj(), size) for a, b in ((strength, where), (where, strength)))
    found = both / np.sqrt(np.maximum(one, 1) * np.maximum(other, 1))
    around = np.roll(found, (reach, reach), (0, 1))[: 2 * reach + 1, : 2 * reach + 1]
    return np.asarray(around, dtype=np.float32)


def _shortest(alike: NDArray[np.float32], reach: int) -> Floats | None:
    """(2, 2). Two ways, in points, of those along which the correlation is greatest."""
    rows, columns = np.nonzero((alike >= cv2.dilate(alike, np.ones((5, 5)))) & (alike > _ALIKE))
    ways, strength = np.column_stack([columns, rows]) - reach, alike[rows, columns]
    long = np.hypot(*ways.T)
    low, high = (side / _ROUGH_MM for side in _PERIODS_MM)
    good = (long >= low) & (long <= high) & ((ways[:, 1] > 0) | ((ways[:, 1] == 0) & (ways[:, 0] > 0)))
    if not good.any():
        return None
    good &= strength > _AS_ALIKE * strength[good].max()
    order = [k for k in np.argsort(long, kind="stable") if good[k]]
    for k in order[1:]:
        first, second = ways[order[0]], ways[k]
        across = abs(first[0] * second[1] - first[1] * second[0])
        if across > _CROSSING * long[order[0]] * long[k]:
            return np.array([first, second], dtype=np.float64)
    return None


def _sharpened(alike: NDArray[np.float32], reach: int, ways: Floats) -> Floats:
    """The same as several periods together say it."""
    for far in (1, 2, 3, 4):
        counts = np.array([(i, j) for i in range(far + 1) for j in range(-far, far + 1) if (i, j) > (0, 0)])
        whole = np.rint(counts @ ways).astype(int) + reach
        near = ((whole >= 4) & (whole < 2 * reach - 3)).all(axis=1)
        used, tops = [], []
        for count, (x, y) in zip(counts[near], whole[near], strict=True):
            window = alike[y - 2 : y + 3, x - 2 : x + 3]
            dy, dx = np.unravel_index(window.argmax(), window.shape)
            u, v = x + int(dx) - 2, y + int(dy) - 2
            if alike[v, u] > _ALIKE / 2:
                used.append(count)
                tops.append((u - reach + _top(alike[v, u - 1 : u + 2]), v - reach + _top(alike[v - 1 : v + 2, u])))
        if len(used) > 2:
            ways = np.linalg.lstsq(np.array(used, dtype=np.float64), np.array(tops), rcond=None)[0]
    return ways


def _top(three: NDArray[np.float32]) -> float:
    """Of the parabola through three values, from the middle one."""
    bend = float(three[0] - 2 * three[1] + three[2])
    return float(np.clip((three[0] - three[2]) / 2 / bend, -1, 1)) if bend < 0 else 0.0


def _seen_in(
    lab: Image, camera: Camera, ways: Floats, bounds: Bounds, sheet: Floats | None
) -> tuple[Image, Image, NDArray[np.uint8]]:
    """(rows, columns, 3) twice: the table as a picture would show it with nothing on it, and its one colour; (rows,
    columns): 255 where that is known."""
    corners = np.array([(x, y) for x in (bounds[0][0], bounds[1][0]) for y in (bounds[0][1], bounds[1][1])])
    inverse = np.linalg.inv(ways)
    cells = corners @ inverse
    first, last = np.floor(cells.min(axis=0)).astype(int), np.ceil(cells.max(axis=0)).astype(int)
    i, j = last - first
    m, n = (max(4, round(float(side) / _FINE_MM)) for side in np.linalg.norm(ways, axis=1))
    at = _smooth(lambda points: _places(camera, (first + points[..., ::-1] / [m, n]) @ ways), (i * m, j * n))
    inside = _inside(at, lab)
    if sheet is not None:
        middle = sheet.mean(axis=0)
        around = (middle + (sheet - middle) * _AROUND_SHEET) @ inverse
        covered = np.zeros(inside.shape, np.uint8)
        cv2.fillConvexPoly(covered, np.rint((around - first) * [m, n])[:, ::-1].astype(np.int32), 1)
        inside &= covered == 0
    shown = _looked_up(lab, at)
    usual = _usual(shown, inside, (i, m, j, n))
    blurred = np.asarray(cv2.blur(usual, (n, m)), dtype=np.uint8)

    def back_to(pixels: Floats) -> Floats:
        return np.asarray(((camera.ground(pixels + 0.5) @ inverse - first) * [m, n])[..., ::-1])

    back = _smooth(back_to, (lab.shape[0], lab.shape[1]))
    found = [_looked_up(one, back) for one in (usual, blurred)]
    known = _looked_up(np.full(inside.shape, 255, np.uint8), back)
    return found[0], found[1], known


_AROUND_SHEET = 1.04
"""Of a sheet: so much about its middle hides the table."""

_REACH = 7
"""Cells both ways from whose mean it is told what is not in the picture."""

_NOTHING = 1e-6
"""Divided by where nothing is seen."""


def _usual(shown: Image, inside: NDArray[np.bool_], shape: tuple[int, int, int, int]) -> Image:
    """What most cells around show at the same place of theirs; shape: cells and points of each, both ways."""
    i, m, j, n = shape
    cells = shown.reshape(i, m, j, n, 3).transpose(1, 3, 0, 2, 4)
    seen = inside.reshape(i, m, j, n).transpose(1, 3, 0, 2)[..., None].astype(np.float32)
    near, weight = (uniform_filter(one, (1, 1, _REACH, _REACH, 1), mode="constant") for one in (cells * seen, seen))
    filled = np.where(seen > 0, cells, near / np.maximum(weight, _NOTHING)).astype(np.uint8)
    wide = np.pad(filled, ((0, 0), (0, 0), (2, 2), (2, 2), (0, 0)), mode="edge")
    tiles = wide.transpose(0, 2, 1, 3, 4).reshape(m * (i + 4), n * (j + 4), 3)
    middle = cv2.medianBlur(np.ascontiguousarray(tiles), 5).reshape(m, i + 4, n, j + 4, 3)[:, 2:-2, :, 2:-2]
    return np.ascontiguousarray(middle.transpose(1, 0, 3, 2, 4).reshape(i * m, j * n, 3))

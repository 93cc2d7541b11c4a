"""A pattern is looked for in a picture, and followed from cell to cell.

Nothing has to be known of the camera. Before one that looks down at about the right angle a pattern that repeats is
like itself a period away; from where its cells look most alike they are then followed outwards, each by how far it has
to be shifted to show what the others show.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.fft import irfft2, rfft2

from armada_sim.photo.camera import Camera, Floats, looking_down, turned
from armada_sim.photo.lattice import CELL, Lattice, Plane, in_all_parts

Image = NDArray[np.uint8]
"""(rows, columns, 3)."""

_UP_DEG, _ROLLED_DEG, _AWAY_MM = (27, 35, 43, 51, 59, 67, 88), (40, 58), 500.0
"""Of cameras before which a pattern is looked for: from the table, where they are held level and where they are held
on a side or upside down; and to its middle, from which it may be as far as it likes."""

_SMALL_PX = 800
"""Longer side of the picture that is looked at to begin with."""

_FARTHEST_MM, _STEP_MM = 600.0, 2.0
"""Before such a camera, from its middle: how far it is looked at, and from one point to the next."""

_PERIODS_MM = (8.0, 120.0)
"""Least and most, before such a camera."""

_OF_STEP, SOFT_PX = 0.4, 0.8
"""Of a step, and px: by so much a picture is smoothed before."""

_AROUND, _STRONGEST = 51, 40.0
"""Points around one from whose mean it is told how light it is; units of Lab that count at most, so that no sheet is
taken for a pattern."""

COUNTS = np.array([0.4, 1, 1], dtype=np.float32)
"""How far lightness and colours count."""

_ALIKE, _AS_ALIKE, _OTHER_WAY = 0.3, 0.7, 0.5
"""Correlation of a pattern with itself a period away; of the shortest period with the best, and of the other way with
the shortest."""

_CROSSING, _LONGER = 0.5, 2.5
"""The sine of the angle between both ways, and how much longer the other may be."""

_MOST_STARTS, _PLENTY = 4, 100
"""So many beginnings are followed, until one leads to so many cells."""


def lattice(lab: Image, focal: float) -> Lattice | None:
    """The pattern of a picture, where it has one; focal: px, about."""
    best: Lattice | None = None
    for begin in _begins(lab, focal)[:_MOST_STARTS]:
        one = _followed(lab, begin)
        if one is not None and (best is None or len(one.cells) > len(best.cells)):
            best = one
        if best is not None and len(best.cells) > _PLENTY:
            break
    return best


def _begins(lab: Image, focal: float) -> list[Plane]:
    """Lattices that may be there, the likeliest first."""
    scale = min(1.0, _SMALL_PX / max(lab.shape[:2]))
    small = lab
    if scale < 1:
        small = np.asarray(cv2.resize(lab, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    rows, columns = small.shape[:2]
    step = _STEP_MM * scale * focal / _AWAY_MM
    soft = np.asarray(cv2.GaussianBlur(small, (0, 0), max(SOFT_PX, _OF_STEP * step)), np.uint8)
    looks = [(up, 0) for up in _UP_DEG] + [(up, rolled) for up in _ROLLED_DEG for rolled in (90, 180, 270)]
    found: list[tuple[float, Plane]] = []
    for up, rolled in looks:
        level = looking_down(columns, rows, scale * focal, up, _AWAY_MM)
        camera = replace(level, turn=turned(np.array([0, 0, math.radians(rolled)])) @ level.turn)
        for odds, ways in _repeats(soft, camera):
            flat = np.column_stack([camera.turn[:, :2] @ ways.T, camera.shift]) / _AWAY_MM
            flat[:2] *= focal
            found.append((odds, Plane(flat, 0.0, lab.shape[1], lab.shape[0])))
    return [plane for _, plane in sorted(found, key=lambda one: -one[0])]


def _repeats(soft: Image, camera: Camera) -> Iterator[tuple[float, Floats]]:
    """What speaks for them, and (2, 2) mm: pairs of ways along which the table repeats before a camera."""
    across, down = np.meshgrid(np.linspace(0, camera.width, 15), np.linspace(0, camera.height, 15))
    bounds = camera.between(np.column_stack([across.ravel(), down.ravel()]), _FARTHEST_MM)
    if bounds is None or (bounds[1] - bounds[0]).min() <= 2 * _PERIODS_MM[0]:
        return
    low, high = bounds
    wide, tall = (len(np.arange(one, other, _STEP_MM)) for one, other in zip(low, high, strict=True))
    table = np.array([[_STEP_MM, 0, low[0]], [0, _STEP_MM, low[1]], [0, 0, 1]])
    lens = np.array([[camera.focal, 0, camera.width / 2 - 0.5], [0, camera.focal, camera.height / 2 - 0.5], [0, 0, 1]])
    onto = lens @ np.column_stack([camera.turn[:, :2], camera.shift]) @ table
    shown, there = (
        cv2.warpPerspective(one, onto, (wide, tall), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP).astype(np.float32)
        for one in (soft, np.ones(soft.shape[:2], np.uint8))
    )
    reach = int(_PERIODS_MM[1] / _STEP_MM) + 8
    alike = _alike(shown, there, reach)
    rows, columns = np.nonzero((alike >= cv2.dilate(alike, np.ones((5, 5)))) & (alike > _ALIKE))
    ways = np.column_stack([columns, rows]) - reach
    long, least = np.hypot(*ways.T) * _STEP_MM, _PERIODS_MM
    good = (long >= least[0]) & (long <= least[1]) & ((ways[:, 1] > 0) | ((ways[:, 1] == 0) & (ways[:, 0] > 0)))
    yield from ((odds, one * _STEP_MM) for odds, one in _pairs(ways[good], alike, reach))


def looked_up(picture: NDArray[Any], at: NDArray[np.float32]) -> NDArray[Any]:
    """What a picture shows at (rows, columns, 2) px of it; nothing beyond it."""
    return np.asarray(cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR), dtype=picture.dtype)


def _alike(shown: NDArray[np.float32], there: NDArray[np.float32], reach: int) -> NDArray[np.float32]:
    """(2 reach + 1, 2 reach + 1). Correlation of what is seen with itself so many points away, where both are seen
    (Padfield, Masked object registration in the Fourier domain, IEEE Transactions on Image Processing 21, 2012)."""
    size = [cv2.getOptimalDFTSize(max(side, reach + 1) + reach) for side in there.shape]
    box = (_AROUND, _AROUND)
    seen = np.maximum(cv2.blur(there, box), NOTHING)[..., None]
    mask = there[..., None]
    apart = np.clip(shown - cv2.blur(shown * mask, box) / seen, -_STRONGEST, _STRONGEST) * mask
    parts = np.concatenate([apart * np.sqrt(COUNTS), ((apart**2) @ COUNTS)[..., None], there[..., None]], axis=-1)
    *waves, strength, where = rfft2(np.moveaxis(parts, -1, 0), size)
    power = sum(wave.real**2 + wave.imag**2 for wave in waves)
    both, here = (np.roll(irfft2(wave, size), (reach, reach), (0, 1)) for wave in (power, strength * where.conj()))
    side = 2 * reach + 1
    both, here = both[:side, :side], np.maximum(here[:side, :side], 1)
    return np.asarray(both / np.sqrt(here * here[::-1, ::-1]), dtype=np.float32)  # there it is the other way around


NOTHING = 1e-6
"""Divided by where nothing is seen."""


def _pairs(ways: NDArray[np.int_], alike: NDArray[np.float32], reach: int) -> Iterator[tuple[float, Floats]]:
    """The shortest way along which a table is like itself, and the next one, with the likeliest other each."""
    long, strength = np.hypot(*ways.T), alike[ways[:, 1] + reach, ways[:, 0] + reach]
    least = _AS_ALIKE * strength.max(initial=0)
    for k in [k for k in np.argsort(long, kind="stable") if strength[k] > least][:2]:
        others = np.concatenate([ways, np.rint(long[k] * _ALL_AROUND).astype(int)])  # along stripes there is no top
        each = alike[others[:, 1] + reach, others[:, 0] + reach]
        far = np.hypot(*others.T) / long[k]
        crossing = abs(ways[k, 0] * others[:, 1] - ways[k, 1] * others[:, 0]) / (far * long[k] ** 2)
        good = np.flatnonzero((crossing > _CROSSING) & (far < _LONGER) & (each > _OTHER_WAY * strength[k]))
        if len(good):
            other = max(good, key=lambda one: float(each[one] - _SHORTER * far[one]))
            yield float(strength[k] + each[other]), _reduced(ways[k].astype(np.float64), others[other])


_ALL_AROUND = np.column_stack([one(np.linspace(0, np.pi, 36, endpoint=False)) for one in (np.cos, np.sin)])
"""Ways of length 1."""

_SHORTER = 0.05
"""Of correlation: what another way must be more alike for each time that it is as long."""


def _reduced(one: Floats, other: Floats) -> Floats:
    """(2, 2). The shortest two ways of the same lattice (Lagrange)."""
    while True:
        if other @ other < one @ one:
            one, other = other, one
        times = round(float(one @ other) / float(one @ one))
        if not times:
            return np.array([one, other])
        other = other - times * one


_SIDE = 16
"""Points across a cell, each way, at which it is looked at."""

_RINGS = (2, 3, 4, 6, 8, 11, 15, 20, 26, 34, 44)
"""Cells from the first, each way, within which they are followed, one time after the other."""

_FIRST, _LAST = 7, (0.45, 0.25, 0.12)
"""Cells from the middle of a picture, each way, among which the first is; and shares of a cell by which others may be
shifted: in the first ring, in others, and at last."""

_LEAST_SHOWN, _FAINT, _SHOWN = 0.6, 4.0, 0.6
"""Correlation of a first cell with those beside it; units of Lab by which it has to vary; and the correlation of others
with what they should show."""

_STRAY, _LEAST_PX2 = 0.12, 100.0
"""Of a cell: how far one may be shifted otherwise than those beside it; px^2 that one is large, at least."""

_FEWEST = 6
"""Cells that tell where the others are."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """What cells show."""

    cells: NDArray[np.int_]
    """(n, 2)."""

    waves: NDArray[np.complex64]
    """(n, side, side / 2 + 1, 3). Fourier transforms of what they show, without its mean."""

    strength: Floats
    """(n,). Units of Lab, squared, added up, the root of it."""


def _followed(lab: Image, plane: Plane) -> Lattice | None:
    """A lattice followed from where it is seen best; None where it is none."""
    first = _first(lab, plane)
    if first is None:
        return None
    seed, usual = first
    for ring in _RINGS:
        shown = _shown(lab, plane, seed, ring)
        if len(shown.cells) < _FEWEST:
            return None
        shift, alike = _shifts(shown, usual)
        near = _LAST[0] if ring == _RINGS[0] else _LAST[2] if ring == _RINGS[-1] else _LAST[1]
        good = (alike > _SHOWN) & (abs(shift).max(axis=1) <= near) & _together(shown.cells, shift, alike)
        if good.sum() < _FEWEST:
            return None
        cells = shown.cells[good].astype(np.float64)
        pixels = plane.seen(cells + shift[good])
        plane = _fitted(plane, cells, pixels)
        usual = shown.waves[good].mean(axis=0)
    wider = _wider(cells, shown.waves[good])
    if wider is not None:
        flat = np.column_stack([plane.flat[:, :2] @ wider.T, plane.flat[:, 2]])
        return _followed(lab, replace(plane, flat=flat))
    off = np.linalg.norm(plane.seen(cells) - pixels, axis=1)
    kept = off < _OUTLIER * max(_LEAST_OFF_PX, float(np.median(off)))
    some = in_all_parts(pixels[kept] / max(plane.width, plane.height))
    if len(some) < _LEAST_PARTS or np.median(alike[good]) < _CERTAIN:
        return None
    others = alike < _SHOWN
    bare = others & (alike < _UNLIKE) & (shown.strength < _FLAT * np.median(shown.strength[good]))
    other, alone = (shown.cells[which].astype(np.float64) for which in (others, bare))
    return Lattice(plane, cells[kept], pixels[kept], other, alone, some, _both_ways(usual))


def _wider(cells: Floats, waves: NDArray[np.complex64]) -> Floats | None:
    """(2, 2). The ways of a lattice of every other cell, where these show something else than the others, such as thin
    lines between squares; None where all are alike."""
    best, found = _DIFFERENT, None
    for ways in _EVERY_OTHER:
        odd = np.any(np.rint(2 * cells @ np.linalg.inv(ways)) % 2, axis=1)
        if min(odd.sum(), (~odd).sum()) >= _FEWEST:
            one, other = waves[odd].mean(axis=0), waves[~odd].mean(axis=0)
            apart = float(np.linalg.norm(one - other) / np.linalg.norm(one + other)) * 2
            if apart > best:
                best, found = apart, ways
    return found


_EVERY_OTHER = np.array([[[1, 1], [1, -1]], [[2, 0], [0, 1]], [[1, 0], [0, 2]]], dtype=np.float64)
"""Ways of lattices of every other cell."""

_DIFFERENT = 0.2
"""By what share of what both show two halves of all cells may differ, and be the same."""

_OUTLIER, _LEAST_OFF_PX = 5.0, 0.3
"""Times as far off as most, and px that most are, at least: a cell that is farther was not followed."""

_UNLIKE, _FLAT = 0.4, 0.7
"""Correlation with what it should show below which a cell shows nothing of it; and by how much less it then varies."""

_LEAST_PARTS, _CERTAIN = 12, 0.93
"""Parts of a picture in which a pattern must be seen, as lines of print on a sheet repeat, too; and the correlation of
most cells with what they should show: of checks it is 0.95 at least, of what the grain of wood seemed to be 0.90."""


def _both_ways(usual: NDArray[np.complex64]) -> bool:
    """Whether a cell changes along both ways."""
    cell = np.fft.irfft2(usual, (_SIDE, _SIDE), axes=(0, 1))
    changes = [np.roll(cell, 1, axis) - cell for axis in (0, 1)]
    tensor = np.array([[(one * other).sum() for one in changes] for other in changes])
    least, most = np.linalg.eigvalsh(tensor)
    return bool(least > _ONE_WAY * most)


_ONE_WAY = 0.33
"""Of its changes along one way: a pattern that changes less along the other is one of stripes."""


def _first(lab: Image, plane: Plane) -> tuple[NDArray[np.int_], NDArray[np.complex64]] | None:
    """The cell that is most like those beside it, and what they show."""
    shown = _shown(lab, plane, np.zeros(2, dtype=int), _FIRST)
    number = {tuple(cell): k for k, cell in enumerate(shown.cells.tolist())}
    best, found = _LEAST_SHOWN, None
    for x, y in number:
        around = [number.get((x + i, y + j), -1) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        if min(around) < 0 or shown.strength[around].mean() < _FAINT * _SIDE:
            continue
        usual = shown.waves[around].mean(axis=0)
        some = _Shown(shown.cells[around], shown.waves[around], shown.strength[around])
        alike = float(_shifts(some, usual)[1].mean())
        if alike > best:
            best, found = alike, (np.array([x, y]), usual)
    return found


def _shown(lab: Image, plane: Plane, about: NDArray[np.int_], ring: int) -> _Shown:
    """Cells about one that are wholly in the picture, and large enough."""
    steps = np.arange(-ring, ring + 1)
    cells = about + np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    within = (np.arange(_SIDE) + 0.5) / _SIDE - 0.5
    inner = np.stack(np.meshgrid(within, within), axis=-1)
    corners = plane.seen(cells[:, None] + CELL)
    whole = ((corners >= 1) & (corners <= [plane.width - 2, plane.height - 2])).all(axis=(1, 2))  # NaN is not
    cells = cells[whole]
    cells = cells[plane.areas(cells.astype(np.float64)) > _LEAST_PX2]
    at = (plane.seen(cells[:, None, None] + inner) - 0.5).astype(np.float32).reshape(-1, _SIDE**2, 2)
    seen = [looked_up(lab, at[k : k + _AT_ONCE]) for k in range(0, len(at), _AT_ONCE)]
    shown = (
        np.concatenate([*seen, np.zeros((0, _SIDE**2, 3), np.uint8)]).reshape(-1, _SIDE, _SIDE, 3).astype(np.float32)
    )
    shown = (shown - shown.mean(axis=(1, 2), keepdims=True)) * np.sqrt(COUNTS)
    waves = np.fft.rfft2(shown, axes=(1, 2)).astype(np.complex64)
    return _Shown(cells, waves, np.sqrt((shown**2).sum(axis=(1, 2, 3), dtype=np.float64)))


_AT_ONCE = 16384
"""Cells that are looked up at once: OpenCV takes no more than 32,767 rows."""


def _shifts(shown: _Shown, usual: NDArray[np.complex64]) -> tuple[Floats, Floats]:
    """(n, 2), (n,). By what share of itself each cell is shifted against what is usual, and their correlation then."""
    cell = np.fft.irfft2(usual, (_SIDE, _SIDE), axes=(0, 1))
    size = np.maximum(shown.strength * math.sqrt(float((cell**2).sum())), NOTHING)
    alike = np.fft.irfft2((shown.waves * usual.conj()).sum(axis=-1), (_SIDE, _SIDE), axes=(1, 2)) / size[:, None, None]
    near = (np.arange(_SIDE) + _SIDE // 2) % _SIDE - _SIDE // 2
    preferred = alike - _PREFER_NEAR * (near[:, None] ** 2 + near**2) / _SIDE**2
    row, column = np.divmod(preferred.reshape(len(alike), -1).argmax(axis=1), _SIDE)
    at = np.arange(len(alike))
    top = [
        _top(alike[at, row, column - 1], alike[at, row, column], alike[at, row, (column + 1) % _SIDE]),
        _top(alike[at, row - 1, column], alike[at, row, column], alike[at, (row + 1) % _SIDE, column]),
    ]
    return np.column_stack([near[column] + top[0], near[row] + top[1]]) / _SIDE, alike[at, row, column]


_PREFER_NEAR = 0.1
"""Of correlation, for each cell squared: along a stripe, where all are alike, the nearest is taken."""


def _top(before: Floats, here: Floats, after: Floats) -> Floats:
    """Of parabolas through three values, from the middle ones."""
    bend = np.minimum(before - 2 * here + after, -NOTHING)
    return np.clip((before - after) / 2 / bend, -0.5, 0.5)


def _together(cells: NDArray[np.int_], shift: Floats, alike: Floats) -> NDArray[np.bool_]:
    """(n,). Which cells are shifted as most of those beside them are."""
    low = cells.min(axis=0)
    wide, high = cells.max(axis=0) - low + 3
    at = cells - low + 1
    beside = np.full((high, wide, 2), np.nan)
    beside[at[:, 1], at[:, 0]] = np.where((alike > _SHOWN)[:, None], shift, np.nan)
    ways = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
    around = np.stack([beside[at[:, 1] + j, at[:, 0] + i] for i, j in ways])
    enough = np.isfinite(around[..., 0]).sum(axis=0) >= 2
    usual = np.zeros_like(shift)
    usual[enough] = np.nanmedian(around[:, enough], axis=0)
    return np.asarray(enough & (abs(shift - usual).max(axis=1) <= _STRAY))


def _fitted(plane: Plane, cells: Floats, pixels: Floats) -> Plane:
    """The plane before which cells are seen where they are, few of which may be wrong."""
    unknown = np.append(plane.flat.ravel()[:8], plane.bend)

    def plane_of(given: Floats) -> Plane:
        return replace(plane, flat=np.append(given[:8], 1.0).reshape(3, 3), bend=float(given[8]))

    for _ in range(_FITS):
        seen = plane_of(unknown).seen(cells)
        off = seen - pixels
        spread = max(_LEAST_OFF_PX, float(np.nanmedian(abs(off))) / _QUARTILE)
        weight = np.clip(1 - (np.linalg.norm(off, axis=1) / (_OUTLIER * spread)) ** 2, 0, 1) ** 2
        weight, off = np.nan_to_num(weight), np.nan_to_num(off)
        steps = np.maximum(abs(unknown), _LEAST_UNKNOWN) * _SMALL
        slopes = np.stack([(plane_of(unknown + one).seen(cells) - seen) for one in np.diag(steps)], axis=-1)
        slopes = np.nan_to_num(slopes / steps)
        normal = np.einsum("nik,nil,n->kl", slopes, slopes, weight)
        right = np.einsum("nik,ni,n->k", slopes, off, weight)
        normal[8, 8] += (spread / _BEND) ** 2
        right[8] += unknown[8] * (spread / _BEND) ** 2
        size = np.sqrt(np.diag(normal)) + NOTHING
        unknown = unknown - np.linalg.solve(normal / np.outer(size, size) + _FIRM * np.eye(9), right / size) / size
    return plane_of(unknown)


_FITS, _QUARTILE, _SMALL, _LEAST_UNKNOWN, _FIRM, _BEND = 4, 0.6745, 1e-6, 1e-4, 1e-9, 0.02
"""Steps; standard deviations in a median of what is off; steps of differences, as a share and of no less; how firm
equations are made; and the standard deviation of what a lens bends."""

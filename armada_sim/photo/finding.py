"""Ships in a picture whose camera is about known: every place, heading and size is looked at."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from types import SimpleNamespace

import cv2
import numpy as np
from numpy.typing import NDArray

from armada_sim.compiled import compiled_functions
from armada_sim.photo import contrast, oriented
from armada_sim.photo.camera import Camera, Floats
from armada_sim.photo.edges import COUNTED, Picture, picture


@dataclass(frozen=True, slots=True)
class Candidate:
    """A solid that may lie somewhere."""

    size: int
    """Its number among those that are looked for."""

    pose: Floats
    """(3,) mm, mm, radians."""

    score: float
    """How much the picture speaks for it: at most 1, see `contrast` and `oriented`."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A picture in the ways in which it is looked at."""

    image: Picture
    halved: tuple[NDArray[np.uint8], ...]
    """(rows, columns, 4) each. See `perceived`; and the same at a half, a quarter and so on of its size."""

    scale: float
    """Pixels of `perceived` for one of the image's."""

    near: NDArray[np.uint8]
    """(ways, rows, columns). How near each pixel of `perceived` is to an edge that runs that way, see `oriented`."""

    rough: NDArray[np.uint8]
    """The same from farther, to begin with."""

    before: Sight | None = None
    """As the picture was taken, if the pattern of its table was taken out."""

    @property
    def taken(self) -> Picture:
        """The picture as it was taken."""
        return self.image if self.before is None else self.before.image

    @property
    def perceived(self) -> NDArray[np.uint8]:
        """The picture that is searched."""
        return self.halved[0]


@cache
def fast_functions() -> SimpleNamespace:
    """`contrast` and `oriented`, compiled."""
    return compiled_functions((contrast, oriented), long=("search", "climb_closer", "search_edges", "climb_each"))


def sight(rgb: NDArray[np.uint8], before: Sight | None = None) -> Sight:
    """Of a picture (rows, columns, 3); before: as it was, if the pattern of its table was taken out."""
    searched, scale = perceived(rgb, SEARCHED_PX)
    near, rough = _near_edges(searched[..., :3])
    halved = [searched]
    while max(halved[-1].shape[:2]) > _LEAST_PX:
        smaller = cv2.resize(halved[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        halved.append(smaller.astype(np.uint8, copy=False))
    return Sight(picture(rgb), tuple(halved), scale, near, rough, before)


def view(camera: Camera, scale: float) -> contrast.View:
    """A camera as `contrast` takes it; scale: pixels of the picture that is looked at for one of the camera's."""
    x, y = camera.middle
    return contrast.View(
        camera.focal, camera.bend, float(x), float(y), camera.reach, scale,
        np.ascontiguousarray(camera.turn), np.ascontiguousarray(camera.shift),
    )  # fmt: skip


SEARCHED_PX = 1200
"""Longer side of the picture that is searched."""

_LEAST_PX = 150
"""The same of the smallest in which ships that are seen large are looked at."""

_STEP_MM, _STEP_BY_EDGES_MM, _STEP_DEG = 4.0, 5.0, 10.0
"""From one place, and one heading, to the next that is looked at; from one place where edges are."""

_GAP_MM = 3.2
"""Between two points on either side of an outline that are compared."""


def perceived(rgb: NDArray[np.uint8], side: float) -> tuple[NDArray[np.uint8], float]:
    """(rows, columns, 4) lightness, two of colour, how common that colour is; and its pixels for one of the picture."""
    scale = min(1.0, side / max(rgb.shape[:2]))
    small = cv2.resize(rgb, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else rgb
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 0.8), cv2.COLOR_RGB2Lab)
    bins = np.stack([lab[..., 0] // 10, lab[..., 1] // 6, lab[..., 2] // 6], axis=-1).astype(np.intp)
    shape = (26, 43, 43)
    flat = np.ravel_multi_index(tuple(np.moveaxis(bins, -1, 0)), shape)
    counts = np.bincount(flat.ravel(), minlength=int(np.prod(shape))).reshape(shape).astype(np.float32)
    for axis in range(3):
        counts = np.roll(counts, -1, axis) + counts + np.roll(counts, 1, axis)
    share = counts.ravel()[flat] / lab[..., 0].size
    common = np.clip(share / _COMMON, 0, 1) * 255
    return np.dstack([lab, common.astype(np.uint8)]), small.shape[1] / rgb.shape[1]


WAYS = 12
"""In which edges run that are looked for: one for each 15 degrees."""

_NEAR_EDGE_PX, _ROUGHLY_PX = 1.5, 3.0
"""px of the picture that is searched: where an edge is so far off, exp(-1/2) speaks for it."""

_EDGE_LEAST, _EDGE_AROUND, _AROUND_PX = 1.2, 0.7, 61
"""Of an edge: units of Lab a px, and of what there is in the mean within so many px around it."""


def _near_edges(lab: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Twice (ways, rows, columns) of a picture (rows, columns, 3)."""
    colours = lab.astype(np.float32)
    across, down = (cv2.Scharr(colours, cv2.CV_32F, *way) / 32 for way in ((1, 0), (0, 1)))
    counted = COUNTED[None]
    xx, yy, xy = (
        cv2.transform(one * other, counted) for one, other in ((across, across), (down, down), (across, down))
    )
    normal = np.arctan2(2 * xy, xx - yy) / 2
    change = np.sqrt((xx + yy + np.sqrt((xx - yy) ** 2 + 4 * xy * xy)) / 2)
    rows, columns = change.shape
    x, y = np.meshgrid(np.arange(columns, dtype=np.float32), np.arange(rows, dtype=np.float32))
    c, s = np.cos(normal), np.sin(normal)
    beside = [cv2.remap(change, x + sign * c, y + sign * s, cv2.INTER_LINEAR) for sign in (1, -1)]
    edge = (change >= beside[0]) & (change >= beside[1]) & (change > _EDGE_LEAST)
    edge &= change > _EDGE_AROUND * cv2.blur(change, (_AROUND_PX, _AROUND_PX))
    way = WAYS * (normal[edge] / np.pi + 0.5)
    before, after = np.floor(way) % WAYS, np.ceil(way) % WAYS
    near, rough = np.zeros((2, WAYS, rows, columns), dtype=np.uint8)
    steps = np.linspace(0, _FARTHEST_EDGE_PX, 256)
    tables = [np.rint(255 * np.exp(-((steps / px) ** 2) / 2)).astype(np.uint8) for px in (_NEAR_EDGE_PX, _ROUGHLY_PX)]
    for k in range(WAYS):
        runs = np.zeros_like(edge)
        runs[edge] = (before == k) | (after == k)
        far = np.minimum(cv2.distanceTransform((~runs).astype(np.uint8), cv2.DIST_L2, 3), _FARTHEST_EDGE_PX)
        step = cv2.convertScaleAbs(far, alpha=255 / _FARTHEST_EDGE_PX)
        near[k], rough[k] = (cv2.LUT(step, table) for table in tables)
    return near, rough


_FARTHEST_EDGE_PX = 12.0
"""Where nothing speaks for an edge any more."""

_LARGE_MM, _SHORTEST = 48.0, 0.017
"""mm, and share of the picture's width: where even a large piece is seen shorter nothing is looked for."""

_COMMON = 0.06
"""Share of a picture that has a colour which says nothing of a ship."""


def strength_of(lab: NDArray[np.uint8]) -> float:
    """How different two pixels near each other have to look: less on a table without a pattern."""
    here, there = lab[:, :-_NEAR_PX, :3].astype(np.int16), lab[:, _NEAR_PX:, :3].astype(np.int16)
    often = float(np.quantile((np.abs(here - there) * np.array([0.4, 1, 1])).sum(axis=-1)[::2, ::2], _OFTEN))
    return float(np.clip(_TIMES * often, *_STRENGTHS))


_NEAR_PX = 4
"""From one pixel to the next that it is compared with, to see how much of a pattern there is."""

_OFTEN, _TIMES = 0.85, 2.2
"""Share of pixels that differ no more than is usual of a table; and how many times as different an outline is."""

_STRENGTHS = (9.0, 20.0)
"""Least and most, in units of Lab."""


@dataclass(frozen=True, slots=True)
class Net:
    """Places on the table, those one after another that lie near each other."""

    xs: Floats
    """(n,) mm"""

    ys: Floats
    """(n,) mm"""

    tiles: NDArray[np.int64]
    """(m + 1,) The numbers of the first of each tile, and how many there are."""

    step: float
    """mm. From one to the next."""


def _tiled(xs: Floats, ys: Floats, step: float) -> Net:
    """Of places (n,), (n,) mm."""
    across, down = (np.floor_divide(part - part.min(), _TILE * step) for part in (xs, ys))
    order = np.lexsort((across, down))
    begins = np.flatnonzero(np.diff(across[order]).astype(bool) | np.diff(down[order]).astype(bool)) + 1
    tiles = np.concatenate([[0], begins, [len(xs)]]).astype(np.int64)
    return Net(np.ascontiguousarray(xs[order]), np.ascontiguousarray(ys[order]), tiles, step)


_TILE = 5
"""Places of a tile, along either way."""


def net(camera: Camera, step: float) -> Net | None:
    """Places of the table that are in the picture, `step` mm apart; None if there are none."""
    margin = 0.01 * camera.width
    w, h = camera.width - margin, camera.height - margin
    edge = np.concatenate(
        [np.column_stack([np.linspace(margin, w, 20), np.full(20, v)]) for v in (margin, h)]
        + [np.column_stack([np.full(20, u), np.linspace(margin, h, 20)]) for u in (margin, w)]
    )
    bounds = camera.between(edge, _FARTHEST_MM)
    if bounds is None:
        return None
    low, high = bounds
    xs, ys = np.meshgrid(np.arange(low[0], high[0], step), np.arange(low[1], high[1], step))
    places = np.column_stack([xs.ravel(), ys.ravel()])
    seen = camera.seen(places)
    inside = ((seen > margin) & (seen < [w, h])).all(axis=1)
    depth = places @ camera.turn[2, :2] + camera.shift[2]
    inside &= depth > 0
    inside &= camera.focal / np.maximum(depth, 1) * _LARGE_MM > _SHORTEST * camera.width
    near = np.flatnonzero(inside)
    near = near[np.argsort(depth[near], kind="stable")[:_MOST_PLACES]]
    return _tiled(places[near, 0], places[near, 1], step) if len(near) else None


_MOST_PLACES = 70_000
"""That are looked at, the nearest first: a square metre."""

_FARTHEST_MM = 1500.0
"""Along x and y from the middle of what is seen of a table: what lies farther away is not looked for."""

_HEEDS = np.array([(0.5, 0.5), (0.1, 0.5)])
"""How far uneven faces and common colours count against a solid: opaque and translucent pieces."""

_LEAST, _MOST = (0.3, 0.4), (250, 200)
"""Of each kind how much must speak for a place, and how many are looked at more closely."""

_LEAST_EDGES, _CLIMBED, _MOST_BY_EDGES, _SECTORS = 0.2, 9000, 400, 3
"""Of what edges alone show, such as clear pieces: the same, from how many places is climbed, and how many are kept; and
parts of a turn, in each of which the likeliest heading counts: beside the right place others may seem likelier."""

CLOSER_MM = np.array([(_STEP_MM, 1.0), (1.0, 0.5)])
"""First and last step to a place for which what is on either side of outlines speaks more, from farther and nearer."""

_CLIMB_MM = np.array([(_STEP_MM, 1.0), (2.0, 0.5)])
"""First and last step to a place for which edges speak more, by either map."""


def candidates(sight: Sight, camera: Camera, solids: Floats) -> list[Candidate]:
    """Where solids (sizes, 5, 3) mm may lie, what speaks most for them first."""
    nets = net(camera, _STEP_MM), net(camera, _STEP_BY_EDGES_MM)
    return _searched(sight, camera, solids, nets, _MOST, (_CLIMBED, _MOST_BY_EDGES))


def about(sight: Sight, camera: Camera, at: tuple[float, float], corners: Floats) -> list[Candidate]:
    """How a solid (5, 3) mm may lie that is seen at some px of the image, what speaks most for it first."""
    middle = camera.ground(np.array([at]), _MIDDLE_MM)[0]
    if not np.isfinite(middle).all():
        return []
    nets = _around(middle, _STEP_ABOUT_MM), _around(middle, _STEP_BY_EDGES_ABOUT_MM)
    return _searched(sight, camera, corners[None], nets, _MOST_ABOUT, _EDGES_ABOUT)


def _around(middle: Floats, step: float) -> Net:
    """Places about one (2,) mm, `step` apart."""
    along = np.arange(-_AROUND_MM, _AROUND_MM + 1, step)
    xs, ys = np.meshgrid(middle[0] + along, middle[1] + along)
    return _tiled(xs.ravel(), ys.ravel(), step)


_AROUND_MM, _MIDDLE_MM = 32.0, 7.0
"""From the middle of what is seen of a solid to the middle of its base; how high that is over the table."""

_STEP_ABOUT_MM, _STEP_BY_EDGES_ABOUT_MM = 2.5, 3.0
"""From one place to the next that is looked at, where somebody points at a solid."""

_MOST_ABOUT, _EDGES_ABOUT = (12, 12), (200, 16)
"""How many are looked at more closely there, of each kind and by edges."""


def _searched(
    sight: Sight,
    camera: Camera,
    solids: Floats,
    nets: tuple[Net | None, Net | None],
    most: tuple[int, ...],
    by_edges: tuple[int, int],
) -> list[Candidate]:
    """`candidates` over two nets, for what is on either side of outlines and for edges; most, by_edges: as above."""
    places, places_by_edges = nets
    if places is None or places_by_edges is None:
        return []
    lab, seen_by, fast = sight.perceived, view(camera, sight.scale), fast_functions()
    strength = strength_of(lab)
    turns = np.radians(np.arange(0, 360, _STEP_DEG))
    best, turn = np.zeros((2, len(_HEEDS), len(solids), len(places.xs)))
    search = partial(fast.search, lab, seen_by, solids)
    _over(places, search, turns, _HEEDS, _GAP_MM, strength, 0.0, best, turn)
    found: list[Candidate] = []
    for kind, heeds in enumerate(_HEEDS):
        tops = sorted(_summits(best[kind], turn[kind], places, _LEAST[kind]))[: most[kind]]
        climb = partial(fast.climb_closer, lab, seen_by, solids)
        found += climbed(tops, climb, heeds, _GAP_MM, strength, CLOSER_MM)
    likeliest, kept = by_edges
    summits = list[Summit]()
    best, turn = np.zeros((2, len(solids), len(places_by_edges.xs)))
    search = partial(fast.search_edges, sight.rough, seen_by, solids)
    for some in np.split(turns, _SECTORS):
        _over(places_by_edges, search, some, best, turn)
        summits += _summits(best, turn, places_by_edges, _LEAST_EDGES)
    climb = partial(fast.climb_each, sight.rough, sight.near, seen_by, solids)
    seen = climbed(sorted(summits)[:likeliest], climb, _CLIMB_MM)
    closest = _apart(_by_score(seen), solids, kept)
    return _by_score(_apart([*closest, *_by_score(found)], solids))


def _over(net: Net, search: Callable[..., object], *how: object) -> None:
    """Search a net; search: compiled, of places (n,), (n,), tiles, and `how`, in which it answers."""
    _in_parts(len(net.tiles) - 1, lambda first, end: search(net.xs, net.ys, net.tiles[first : end + 1], *how))


def _in_parts(count: int, work: Callable[[int, int], object]) -> None:
    """Work on numbers below `count`, from one to before another, side by side where there are many: compiled functions
    let go of the interpreter's lock."""
    if count < _MANY:
        work(0, count)
        return
    ends = np.linspace(0, count, _PARTS + 1).astype(int).tolist()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(work, ends, ends[1:]))


_MANY, _PARTS = 200, 16
"""Of fewer tiles, or summits, none are worked on side by side; and so many parts, as not all take as long."""

Summit = tuple[float, int, float, float, float]
"""What speaks for a solid, less than 0; its size, and its pose: mm, mm, radians."""


def climbed(given: Sequence[Summit], climb: Callable[..., object], *how: object) -> list[Candidate]:
    """From each to the summit near it; climb: compiled, of sizes, poses, which it changes, `how`, and scores, which it
    says."""
    poses = np.array([pose for _, _, *pose in given]).reshape(-1, 3)
    scores, sizes = np.zeros(len(given)), np.array([size for _, size, *_ in given], dtype=np.float64)
    _in_parts(len(given), lambda one, end: climb(sizes[one:end], poses[one:end], *how, scores[one:end]))
    return [Candidate(one[1], pose, float(score)) for one, pose, score in zip(given, poses, scores, strict=True)]


def _summits(best: Floats, turn: Floats, places: Net, least: float) -> Iterator[Summit]:
    """Of each size those at places near which it has no better one."""
    columns = np.rint((places.xs - places.xs.min()) / places.step).astype(int)
    rows = np.rint((places.ys - places.ys.min()) / places.step).astype(int)
    for size, scores in enumerate(best):
        grid = np.full((rows.max() + 1, columns.max() + 1), -1.0)
        grid[rows, columns] = scores
        around = cv2.dilate(grid, np.ones((5, 5), np.uint8))
        at = np.flatnonzero((scores >= least) & (scores >= around[rows, columns]))
        yield from ((float(-scores[k]), size, places.xs[k], places.ys[k], turn[size, k]) for k in at)


def unlike(order: Iterable[int], alike: Callable[[int, int], bool], kept: Iterable[int] = ()) -> list[int]:
    """Those kept, and of the others, in their order, each that is not like one before it."""
    found = list(kept)
    for one in order:
        if one not in found and not any(alike(one, other) for other in found):
            found.append(one)
    return found


def _by_score(found: Sequence[Candidate]) -> list[Candidate]:
    """What speaks most for them first."""
    return sorted(found, key=lambda one: -one.score)


_ALIKE_MM = 3.0
"""Solids of one size none of whose ends is farther from the other's are one."""


def _apart(found: Sequence[Candidate], solids: Floats, most: int | None = None) -> list[Candidate]:
    """Each once, as it comes first; no more than `most`."""
    if not found:
        return []
    sizes, poses = np.array([one.size for one in found]), np.array([one.pose for one in found])
    ahead = np.column_stack([np.cos(poses[:, 2]), np.sin(poses[:, 2])])
    ends = np.stack([poses[:, :2], poses[:, :2] + solids[sizes, 2, :1] * ahead], axis=1)
    kept = list[int]()
    for k, (size, there) in enumerate(zip(sizes, ends, strict=True)):
        aside = ends[kept] - there
        near = np.einsum("kij,kij->ki", aside, aside).max(axis=1) <= _ALIKE_MM**2
        if not (near & (sizes[kept] == size)).any():
            kept.append(k)
            if len(kept) == most:
                break
    return [found[k] for k in kept]

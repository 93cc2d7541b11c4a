"""The camera as a sheet of paper shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.adjusting import (
    CAMERA,
    CORRELATED,
    FAR,
    FIRM,
    LARGEST_STEP,
    OWN,
    Adjusted,
    Expected,
    adjusted,
    moved,
)
from armada_sim.photo.camera import Camera, Floats
from armada_sim.photo.edges import Picture
from armada_sim.photo.paper import WHOLE, Quad, ordered
from armada_sim.photo.readings import Paper
from armada_sim.photo.starting import cameras

_RANGES = ((24.0, 12.0, 6.0, 3.0, 2.0), (8.0, 5.0, 3.0, 2.0))
"""px. A quadrilateral's corners may be well off, or right among edges that are not the sheet's."""

_NEAR_PX = 1.5
"""From where an edge should be: what is nearer is seen there."""

_LEAST_SEEN, _LEAST_OF_SIDE = 0.33, 0.12
"""Share of the points of all its sides, and of each, at which an edge must be seen, for a sheet to be believed."""

_WELL_SEEN = 0.7
"""The same of a sheet that may well be there, beside which others are tried."""

_OUTLINED, _THREE = 0.7, 0.8
"""Where none is, the first quadrilateral of whose outline so much is seen may be a sheet one of whose sides is covered;
and share of the points of each other side at which an edge must be seen."""

_LEAST_UP, _NEAREST_MM, _FARTHEST_MM = 0.12, 120.0, 4000.0
"""Sine of the angle from the table, and mm to the middle of the sheet: of cameras that are believed."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A sheet as a picture shows it."""

    paper: Paper
    sheet: Floats
    """(4, 2) mm, counter-clockwise on the table."""

    adjusted: Adjusted
    seen: float
    """Share of the points of its sides at which an edge was seen where it should be."""

    cost: float
    """How badly it fits: half the sum of squares, in their spreads."""


def corners_of(width: float, height: float) -> Floats:
    """(4, 2) mm."""
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64)


def laid(
    image: Picture,
    picture: tuple[float, float],
    given: Iterable[Quad],
    papers: Iterable[tuple[Paper, tuple[float, float]]],
    expected: Expected,
) -> list[Laid]:
    """Ways to take quadrilaterals for sheets, the best first.

    The corners of one may be off, and then seem another sheet's: all are tried once more from where the one fits whose
    sides are seen best. Beside one that is surely a sheet no other is looked for.
    """
    papers, found, outlined = list(papers), list[Laid](), list[Quad]()
    for quad in given:
        pixels, ranges = ordered(quad.corners), _RANGES if quad.rough else _RANGES[1:]
        ways = list(_of_corners(image, picture, pixels, papers, expected, ranges))
        best = max(ways, key=lambda one: one.seen, default=None)
        if best is not None and (quad.rough or best.seen > _WELL_SEEN):
            nearer = ordered(best.adjusted.state.camera.seen(best.sheet))
            ways += _of_corners(image, picture, nearer, papers, expected, _RANGES[1:])
        found += _best_each(ways, expected)
        outlined += [quad] if quad.support > _OUTLINED else []
        if quad.support > WHOLE and best is not None and best.seen > WHOLE:
            break
    if not any(one.seen > _WELL_SEEN for one in found):
        for likely in outlined[:1]:
            found += _best_each(_of_three_sides(image, picture, ordered(likely.corners), papers, expected), expected)
    return sorted(found, key=lambda one: -one.seen)


def _best_each(ways: Iterable[Laid], expected: Expected) -> Iterable[Laid]:
    """Of each sheet."""
    return {one.paper: one for one in sorted(ways, key=lambda one: _good(one, expected))}.values()


def _placed(papers: Iterable[tuple[Paper, tuple[float, float]]]) -> Iterator[tuple[Paper, Floats]]:
    """Each sheet both ways: (4, 2) mm."""
    for paper, (long, short) in papers:
        yield paper, corners_of(long, short)
        yield paper, corners_of(short, long)


def _of_three_sides(
    image: Picture,
    picture: tuple[float, float],
    pixels: Floats,
    papers: Iterable[tuple[Paper, tuple[float, float]]],
    expected: Expected,
) -> Iterator[Laid]:
    """Sheets three of whose sides are about there (4, 2) px, wherever the fourth is: something covers most of it."""
    for paper, points in _placed(papers):
        for camera in _straight(picture, points, pixels, expected)[-1:]:
            for covered in range(4):
                begin = _seeing(camera, points, pixels, expected, covered)
                if _believed(begin, points):
                    one = _fitted(image, begin, paper, points, expected, _RANGES[1])
                    if _is_seen(one) and sorted(_seen_of_sides(one.adjusted))[1] > _THREE:
                        yield one


def _fitted(
    image: Picture, begin: Camera, paper: Paper, sheet: Floats, expected: Expected, ranges: Sequence[float]
) -> Laid:
    done = adjusted(image, expected.alone(begin), [], sheet, expected, ranges)
    return Laid(paper, sheet, done, _seen(done), cost_of(done, expected))


def _is_seen(one: Laid) -> bool:
    return one.seen > 0 and _believed(one.adjusted.state.camera, one.sheet)


def _of_corners(
    image: Picture,
    picture: tuple[float, float],
    pixels: Floats,
    papers: Iterable[tuple[Paper, tuple[float, float]]],
    expected: Expected,
    ranges: Sequence[Sequence[float]],
) -> Iterator[Laid]:
    """Sheets whose corners are about there (4, 2) px: the likeliest, and those that are worse by no more."""
    starts = [
        (_misfit(camera, points, pixels, expected), camera, paper, points)
        for paper, points in _placed(papers)
        for camera in _cameras(picture, points, pixels, expected)
    ]
    starts.sort(key=lambda one: one[0])
    plain = replace(expected, lattice=None)
    for paper in dict.fromkeys(one[2] for one in starts if one[0] <= starts[0][0] + _WORSE):
        likely = [(camera, points) for _, camera, other, points in starts if other is paper][:_STARTS]
        if expected.lattice is not None or not expected.may_be_cropped:  # else `_cameras` has done so
            likely += [(_seeing(camera, points, pixels, plain), points) for camera, points in likely[:1]]
        fits = [
            _fitted(image, camera, paper, points, expected, within)
            for camera, points in likely
            if _believed(camera, points)
            for within in ranges
        ]
        best = max(fits, key=lambda one: _good(one, expected), default=None)
        if best is not None and _is_seen(best):
            yield best


def _good(one: Laid, expected: Expected) -> float:
    """By which ways to take a quadrilateral for one sheet are compared."""
    return one.seen if _sheet_tells(expected) else -one.cost


def _sheet_tells(expected: Expected) -> bool:
    """Whether a camera that sees a sheet's sides is likely one: it may be none where the pattern of the table has a
    say, too, or the axis may be anywhere."""
    return expected.lattice is None and not expected.may_be_cropped


def _straight(picture: tuple[float, float], points: Floats, pixels: Floats, expected: Expected) -> list[Camera]:
    """Cameras with straight lenses, that with the usual focal length last; none where three corners lie on a line."""
    try:
        return cameras(*picture, points, pixels, expected.focal)
    except np.linalg.LinAlgError:
        return []


def _cameras(picture: tuple[float, float], points: Floats, pixels: Floats, expected: Expected) -> list[Camera]:
    """Those that see corners about where they are: straight ones, or, where these need not be likely, the best that
    comes of them."""
    found = _straight(picture, points, pixels, expected)
    if _sheet_tells(expected):
        return found

    def misfit(camera: Camera) -> float:
        return _misfit(camera, points, pixels, expected)

    some = sorted(found, key=misfit)[:_STARTS]
    return sorted((_seeing(one, points, pixels, expected) for one in some), key=misfit)[:1]


def _seeing(camera: Camera, points: Floats, pixels: Floats, expected: Expected, covered: int | None = None) -> Camera:
    """That which sees corners, and the pattern of the table, about where they are; of the side that is covered, if one
    is, no more is known than on which lines it ends."""
    state, counts = expected.alone(camera), np.tile(np.eye(2), (4, 1, 1))
    if covered is not None:
        for near, end in ((covered - 1, covered), (covered + 2, covered + 1)):
            along = pixels[end % 4] - pixels[near % 4]
            counts[end % 4] -= np.outer(along, along) / (along @ along)

    for _ in range(_STEPS):
        rows, far = expected.rows(state)
        here = state.camera
        off = counts @ (here.seen(points) - pixels)[..., None] / _CORNERS_PX
        moves = np.zeros((len(points), 2, CAMERA))
        moves[..., OWN] = counts @ here.slopes_of_ground(points)[0] / _CORNERS_PX
        rows, beside = np.concatenate([rows, moves.reshape(-1, CAMERA)]), np.append(far, off)
        normal = rows.T @ rows
        change = np.linalg.solve(normal + FIRM * np.trace(normal) * np.eye(CAMERA), -rows.T @ beside)
        state = moved(state, np.clip(change, -LARGEST_STEP, LARGEST_STEP))
    return state.camera


_STEPS = 5
"""Of Newton's."""


def _misfit(camera: Camera, points: Floats, pixels: Floats, expected: Expected) -> float:
    """How badly a camera sees the corners where they are, and how unusual it is."""
    off = np.append((camera.seen(points) - pixels).ravel() / _CORNERS_PX, expected.off(expected.alone(camera))[1:])
    usual = np.log(camera.focal / expected.focal) / (expected.focal_spread + _CORNERS_SPREAD)
    return float((off**2).sum() + usual**2)


_STARTS, _WORSE = 2, 60.0
"""Ways to take a quadrilateral for a sheet from which it is fitted; and by how much a sheet's best way may be worse."""

_CORNERS_PX, _CORNERS_SPREAD = 4.0, 0.1
"""px by which corners of a quadrilateral are off, and how far off a focal length made of them is."""


def _seen(done: Adjusted) -> float:
    """Share of the points of a sheet's sides at which an edge is seen where it should be; 0 where these are too few."""
    if min(_seen_of_sides(done)) < _LEAST_OF_SIDE:
        return 0.0
    near = float(_near(done)[~done.hidden].mean())
    return near if near >= _LEAST_SEEN else 0.0


def _seen_of_sides(done: Adjusted) -> list[float]:
    """The same of each side; 0 of one that lies outside the picture."""
    near = _near(done)
    each = [near[~done.hidden & (done.points.edge == side)] for side in range(4)]
    return [float(one.mean()) if len(one) else 0.0 for one in each]


def _near(done: Adjusted) -> NDArray[np.bool_]:
    return np.abs(np.where(np.isfinite(done.missed), done.missed, np.inf)) < _NEAR_PX


def _believed(camera: Camera, points: Floats) -> bool:
    middle = np.append(points.mean(axis=0), 0)
    away = camera.place - middle
    far = float(np.linalg.norm(away))
    return bool(away[2] > _LEAST_UP * far and _NEAREST_MM < far < _FARTHEST_MM)


_SPREAD_PX = 0.7
"""What is missed by points that fit."""


def cost_of(done: Adjusted, expected: Expected) -> float:
    """Half the sum of squares of what is missed, of no more where that is far (Tukey), and of what is expected."""
    missed = np.where(np.isfinite(done.missed), done.missed, np.inf)[~done.hidden]
    far = np.minimum(np.abs(missed) / (FAR * _SPREAD_PX), 1)
    return float((FAR**2 / 6 * (1 - (1 - far**2) ** 3)).sum() / CORRELATED + (expected.off(done.state) ** 2).sum() / 2)

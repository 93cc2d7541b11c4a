"""A sheet of paper in a picture: a quadrilateral of one colour, nearly white, whose sides are straight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.camera import GAMMA, Floats
from armada_sim.photo.sides import quadrilaterals

_SIDE_PX = 900
"""Longer side of the picture that is looked at: sheets are large."""

_LEAST_AREA, _MOST_AREA = 0.008, 0.8
"""Of the picture."""

_SHORTEST_PX = 1e-9
"""Of sides: to divide by where two corners are one."""

_LEAST_SUPPORT = 0.45
"""Of a quadrilateral that is taken for a sheet: see `Quad`."""

_COLOURED = 0.012
"""By how much each unit of colour (Lab) makes it less likely that something is paper."""


@dataclass(frozen=True, slots=True)
class Quad:
    """What may be a sheet."""

    corners: Floats
    """(4, 2) px."""

    support: float
    """Share of its outline along which it differs from what is beside it, less where it has a colour."""

    area: float
    """Share of the picture."""

    rough: bool
    """Whether its corners may be well off."""


@dataclass(frozen=True, slots=True)
class Small:
    """A picture as small as sheets are looked for in it."""

    rgb: NDArray[np.uint8]
    lab: NDArray[np.float32]
    """(rows, columns, 3). Lightness 0 to 100, and two of colour."""

    scale: float
    """Its pixels for one of the picture's."""


def small_of(rgb: NDArray[np.uint8]) -> Small:
    """Of a picture (rows, columns, 3)."""
    scale = min(1.0, _SIDE_PX / max(rgb.shape[:2]))
    small = rgb
    if scale < 1:
        small = np.asarray(cv2.resize(rgb, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.2), cv2.COLOR_RGB2Lab).astype(np.float32)
    lab[..., 0] /= 2.55
    lab[..., 1:] -= 128
    return Small(small, lab, scale)


def quads(given: Sequence[Small], most: int = 8) -> Iterator[Quad]:
    """What may be sheets of paper in one picture, however it is shown, in its pixels: those first whose sides show a
    whole outline, as one such may be all that is asked for, then the others, the likeliest first."""
    kept: list[Quad] = []
    for quad in _in_turn(given):
        if all(_unlike(quad, other, given[0]) for other in kept):
            kept.append(quad)
            yield replace(quad, corners=(quad.corners + 0.5) / given[0].scale)
            if len(kept) == most:
                return


def _in_turn(given: Sequence[Small]) -> Iterator[Quad]:
    """The same, in pixels of the small pictures, each as often as it is seen."""
    by_sides = [_of_sides(small.lab, corners, seen) for small in given for seen, corners in quadrilaterals(small.lab)]
    yield from sorted((one for one in by_sides if one.support > WHOLE), key=_likely)
    yield from sorted(by_sides + _regions(given), key=_likely)


WHOLE = 0.9
"""Share of the outline of a quadrilateral that differs from what is beside it, and of the sides of the sheet it is
taken for at which an edge is seen: of 65 of seeds 18000 to 19059 52 had more, and no false one."""


def _regions(given: Iterable[Small]) -> list[Quad]:
    found = list[Quad]()
    for small in given:
        tint = _tint(small.lab)
        found += [quad for mask in _masks(small.rgb, small.lab, tint) for quad in _at(mask, small.lab, tint)]
    return found


def _likely(quad: Quad) -> float:
    return -quad.support * float(quad.area**_LARGE)


def _unlike(one: Quad, other: Quad, small: Small) -> bool:
    apart = float(np.abs(ordered(one.corners) - ordered(other.corners)).max())
    return bool(apart > _ONE_SHEET * max(small.lab.shape[:2]))


_LARGE, _ONE_SHEET = 0.15, 0.03
"""How far large areas count; share of the picture's longer side within which the corners of one sheet lie."""


def _of_sides(lab: NDArray[np.float32], corners: Floats, seen: float) -> Quad:
    return Quad(corners, seen, cv2.contourArea(corners.astype(np.float32)) / lab[..., 0].size, rough=False)


_BRIGHT = 0.97
"""Share of a picture that is darker than what shows the colour of the light."""


def _tint(lab: NDArray[np.float32]) -> NDArray[np.float32]:
    """(2,). The colour of what is brightest, which is that of the light."""
    level = np.quantile(lab[..., 0], _BRIGHT)
    bright = lab[..., 0] > level
    if not bright.any():  # more than that is as bright as can be
        bright = lab[..., 0] >= level
    return np.asarray(np.median(lab[bright][:, 1:], axis=0))


def _masks(small: NDArray[np.uint8], lab: NDArray[np.float32], tint: NDArray[Any]) -> Iterator[NDArray[np.uint8]]:
    """Where it may be paper: what is bright and has the colour of the light or none, and what no edge crosses."""
    kernel = np.ones((3, 3), np.uint8)
    for reference in (tint, np.zeros(2)):
        plain = lab[..., 0] - 1.2 * np.linalg.norm(lab[..., 1:] - reference, axis=-1)
        for level in np.quantile(plain, np.linspace(0.35, 0.97, 24)):
            yield _opened((plain > level).astype(np.uint8), 3)
    colours = _chromaticities(small)
    for count in (3, 5, 8):
        yield from _groups(colours, count)
    for blur, high in ((1.5, 40), (1.5, 80), (2.5, 30), (2.5, 60)):
        edges = np.zeros(small.shape[:2], np.uint8)
        for channel in cv2.split(cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), blur), cv2.COLOR_RGB2Lab)):
            edges |= np.asarray(cv2.Canny(channel, high / 2, high), np.uint8)
        plain = np.asarray(cv2.dilate(edges, kernel) == 0, np.uint8)
        yield plain
        yield _wide(plain)


def _wide(plain: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """What lies in discs that no edge crosses, and beside them: not what lies between the prints of a cloth as white as
    the sheet on it."""
    discs = cv2.distanceTransform(plain, cv2.DIST_L2, 5) > _DISC_PX
    away = cv2.distanceTransform((~discs).astype(np.uint8), cv2.DIST_L2, 5)
    return np.where(away < _DISC_PX + _BESIDE_PX, plain, np.uint8(0))


_DISC_PX, _BESIDE_PX = 13.5, 6.5
"""Radius of discs that lie in a sheet, and how far beside them its corners may lie."""


def _chromaticities(small: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(rows, columns, 2). How red and how blue it is beside green, whatever light falls on it: a sheet on a cloth of
    another colour is seen where lamps make either of them lighter or darker."""
    light = cv2.GaussianBlur((small / np.float32(255)) ** np.float32(GAMMA), (0, 0), 1.5) + _DARKEST
    red, green, blue = np.moveaxis(light / light.sum(axis=-1, keepdims=True), -1, 0)
    return 100 * np.stack([cv2.medianBlur(one, 5) for one in (red - green, blue - green)], axis=-1)


_DARKEST = np.float32(0.01)
"""Of the brightest light: what is darker has no colour that can be told."""


def _groups(colours: NDArray[np.float32], count: int) -> Iterator[NDArray[np.uint8]]:
    """Where it has each of so many colours (rows, columns, 2)."""
    some = colours[::4, ::4].reshape(-1, 2)
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 15, 0.5)
    cv2.setRNGSeed(0)
    _, _, centres = cv2.kmeans(some, count, np.zeros(0, np.int32), ends, 1, cv2.KMEANS_PP_CENTERS)
    nearest = (centres**2).sum(axis=1) - 2 * (colours @ centres.T)  # squares without a part that all share
    label = np.argmin(nearest, axis=-1)
    for k in range(count):
        mask = cv2.morphologyEx((label == k).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        for side in (9, 21):
            yield _opened(np.asarray(mask, np.uint8), side)


def _opened(mask: NDArray[np.uint8], side: int) -> NDArray[np.uint8]:
    """Without what is narrower than so many px."""
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((side, side), np.uint8)), np.uint8)


def _at(mask: NDArray[np.uint8], lab: NDArray[np.float32], tint: NDArray[Any]) -> list[Quad]:
    contours, _ = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    found, whole = [], mask.size
    for contour in contours:
        area = cv2.contourArea(contour)
        if not _LEAST_AREA * whole < area < _MOST_AREA * whole:
            continue
        hull = cv2.convexHull(contour)
        for corners in _fours(hull):
            inside = cv2.contourArea(corners.astype(np.float32))
            if inside <= 0 or area / inside < 0.55 or cv2.contourArea(hull) / inside < 0.9:
                continue
            support = _support(lab, corners, tint)
            if support > _LEAST_SUPPORT:
                found.append(Quad(corners, support, inside / whole, rough=True))
    return found


def _fours(hull: NDArray[Any]) -> Iterator[Floats]:
    """(4, 2) each. Quadrilaterals about a convex outline: through four of its points, if one fits closely; and of its
    sides, drawn out where a corner is cut off, as ships cover it."""
    length = cv2.arcLength(hull, True)
    for share in (0.01, 0.02, 0.03, 0.05):
        near = cv2.approxPolyDP(hull, share * length, True).reshape(-1, 2)
        if len(near) == 4 and cv2.isContourConvex(near.reshape(-1, 1, 2)):
            yield near.astype(np.float64)
        if len(near) <= 4:
            break
    if len(hull) >= 5:
        near = np.asarray(cv2.approxPolyN(hull, 4, None, -1, True)).reshape(-1, 2)
        if len(near) == 4:
            yield near.astype(np.float64)


def _support(lab: NDArray[np.float32], corners: Floats, tint: NDArray[Any]) -> float:
    """Share of the sides beside which it has another colour than within, less where what is within has a colour."""
    rows, columns = lab.shape[:2]
    middle = corners.mean(axis=0)
    good, count = 0, 0
    colours = []
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = b - a
        length = float(np.linalg.norm(along))
        if length < 8:
            return 0.0
        normal = np.array([along[1], -along[0]]) / length
        normal *= 1 if (middle - a) @ normal > 0 else -1
        at = a + np.linspace(0.06, 0.94, 25)[:, None] * along
        inner, outer = np.rint(at + 3.5 * normal).astype(int), np.rint(at - 3.5 * normal).astype(int)
        size = np.array([columns, rows])
        ok = ((inner >= 0) & (outer >= 0) & (inner < size) & (outer < size)).all(axis=1)
        inner, outer = inner[ok], outer[ok]
        here, there = lab[inner[:, 1], inner[:, 0]], lab[outer[:, 1], outer[:, 0]]
        good += int((np.abs(here - there) @ np.array([0.7, 1, 1]) > 5).sum())
        count += 25
        colours.append(here)
    if not any(map(len, colours)):  # all of it lies outside the picture
        return 0.0
    within = np.median(np.concatenate(colours), axis=0)
    spread = float(np.median(np.abs(np.concatenate(colours) - within).sum(axis=1)))
    coloured = min(float(np.linalg.norm(within[1:])), float(np.linalg.norm(within[1:] - tint)))
    return good / count - _COLOURED * (coloured + spread + max(0.0, 45 - float(within[0])))


def ordered(corners: Floats) -> Floats:
    """Counter-clockwise on the table, first those of the side that is lowest in the picture."""
    x, y = (corners - corners.mean(axis=0)).T
    corners = corners[np.argsort(np.arctan2(-y, x))]
    sides = np.roll(corners, -1, axis=0) - corners
    return np.roll(
        corners, -int(np.argmax(sides[:, 0] / np.maximum(np.linalg.norm(sides, axis=1), _SHORTEST_PX))), axis=0
    )

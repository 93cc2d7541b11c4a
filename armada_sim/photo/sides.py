"""A sheet of paper by its sides: straight lines on one side of which a picture has one colour for a good way.

What has a pattern has no such side, and a side that a ship, a hand or a shadow covers in part is still a line. Where
three sides are seen the fourth is looked for between two of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.camera import Floats

Colours = NDArray[np.float32]
"""(rows, columns, 3). Lab: lightness 0 to 100, and two of colour."""

_COUNTS = np.array([0.7, 1, 1], dtype=np.float32)
"""How far differences of lightness and of colours count."""

_SHORTEST_PX, _LINE_PX = 9.0, 14.0
"""Of pieces of a line, and of the piece that a line begins with."""

_NOTHING_PX = 1e-9
"""To divide by where a line has no length."""

_ALIKE, _OTHER, _ONE_SHEET = 12.0, 6.0, 22.0
"""What one colour may differ by beside a side, two across it must, and those of a sheet beside two of its sides may."""

_BESIDE_PX, _NEAR_PX, _DEEP_PX = 3.5, 13.0, 60.0
"""From a side: where colours on either side of it are compared, and how far in one colour is looked for, beside a piece
of a line and beside a line."""

_ASIDE_PX, _ASIDE = 2.2, 0.995
"""Pieces of one line lie nearer to it, and the cosine of the angle between them is greater."""

_MOST_PIECES = 1500
"""So many pieces, the longest, are put together: noise has any number."""

_GAP_PX, _COVERED_PX = 130.0, 18.0
"""Between two pieces of one line at most, and of all its pieces at least."""

_MOST_SIDES, _MOST_THREES = 60, 16
"""So many sides, the likeliest, and so many threes of sides are looked at."""

_LEAST_TURN = np.sin(np.radians(18))
_BEYOND, _BEYOND_PX, _WITHIN = 1.5, 60.0, 0.4
"""A corner lies beyond the end of what is seen of a side by no more than so many times its length, or px; and no
farther within it than so much of its length."""

_OUTSIDE_PX = 60.0
"""By which a corner may lie outside the picture."""

_AREAS = (0.006, 0.8)
"""Of the picture."""

_LEAST, _LEAST_OF_SIDE = 0.4, 0.15
"""Share of points of all sides, and of each, at which a sheet must differ from what is beside it."""


@dataclass(frozen=True, slots=True)
class Side:
    """A line, on the left of which there is one colour."""

    strength: float
    """px of it that are seen, less where the colour is not one."""

    point: Floats
    """(2,) px."""

    along: Floats
    """(2,). Unit vector."""

    first: float
    last: float
    """px along it from `point`, to where it is seen."""

    colour: Floats
    """(3,)."""


def quadrilaterals(lab: Colours) -> list[tuple[float, Floats]]:
    """What may be sheets: how much of their outline is seen, at most 1, and their corners (4, 2) px; the best first."""
    sides = _sides(lab, _with_colour(lab, _pieces(lab)))[:_MOST_SIDES]
    rows, columns = lab.shape[:2]
    corners = _corners(sides, columns, rows)
    found = []
    for quad in [*_fours(corners), *_threes(lab, sides, corners)]:
        share = cv2.contourArea(quad.astype(np.float32)) / (rows * columns)
        if _AREAS[0] < share < _AREAS[1] and cv2.isContourConvex(quad.astype(np.float32).reshape(-1, 1, 2)):
            seen = outlined(lab, quad)
            if seen > _LEAST:
                found.append((seen, quad))
    return sorted(found, key=lambda one: -one[0])


def outlined(lab: Colours, corners: Floats) -> float:
    """Share of the outline of a quadrilateral (4, 2) px within which it has one colour and without which another."""
    middle, ends = corners.mean(axis=0), np.roll(corners, -1, axis=0)
    away = ends - corners
    if np.linalg.norm(away, axis=1).min() < 2 * _SHORTEST_PX:
        return 0.0
    turned = _left(away)
    inward = turned * np.sign(((middle - corners) * turned).sum(axis=1, keepdims=True))
    at = corners[:, None] + np.linspace(0.05, 0.95, 28)[:, None] * away[:, None]
    (inner, here), (outer, there) = (_at(lab, at + k * inward[:, None]) for k in (_BESIDE_PX, -_BESIDE_PX))
    seen = here & there
    if seen.mean() < 0.5:
        return 0.0
    colour = np.median(inner[seen], axis=0)
    good = seen & (_apart(inner, colour) < _ALIKE) & (_apart(inner, outer) > _OTHER)
    return float(good.mean()) if good.mean(axis=1).min() >= _LEAST_OF_SIDE else 0.0


def _left(along: Floats) -> Floats:
    """Unit vectors to the left, in a picture whose rows go down, of vectors (…, 2)."""
    unit = along / np.maximum(np.linalg.norm(along, axis=-1, keepdims=True), _NOTHING_PX)
    return np.stack([unit[..., 1], -unit[..., 0]], axis=-1)


def _apart(one: NDArray[np.floating], other: NDArray[np.floating]) -> Floats:
    return np.asarray(np.abs(one - other) @ _COUNTS, np.float64)


def _at(lab: Colours, pixels: Floats) -> tuple[Colours, NDArray[np.bool_]]:
    """Colours (…, 3) at px (…, 2), and whether these are in the picture."""
    size = np.array([lab.shape[1], lab.shape[0]])
    whole = np.rint(pixels).astype(np.intp)
    inside = np.asarray(((whole >= 0) & (whole < size)).all(axis=-1), np.bool_)
    whole = np.clip(whole, 0, size - 1)
    return lab[whole[..., 1], whole[..., 0]], inside


def _pieces(lab: Colours) -> Floats:
    """(n, 2, 2) px. Straight pieces of edges of lightness and of colours, both ways (von Gioi, Jakubowicz, Morel and
    Randall, LSD, Image Processing On Line 2, 2012)."""
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD)
    shown = lab * np.array([2.55, 2, 2], np.float32) + np.array([0, 128, 128], np.float32)
    found = []
    for channel in cv2.split(np.clip(shown, 0, 255).astype(np.uint8)):
        lines = detector.detect(np.asarray(channel))[0]
        if lines is not None:
            found.append(np.asarray(lines, np.float64).reshape(-1, 2, 2))
    pieces = np.concatenate(found) if found else np.zeros((0, 2, 2))
    lengths = np.linalg.norm(pieces[:, 1] - pieces[:, 0], axis=1)
    pieces = pieces[np.argsort(-lengths, kind="stable")[: 4 * _MOST_PIECES]]
    pieces = pieces[np.linalg.norm(pieces[:, 1] - pieces[:, 0], axis=1) >= _SHORTEST_PX]
    return np.concatenate([pieces, pieces[:, ::-1]])


def _with_colour(lab: Colours, pieces: Floats) -> tuple[Floats, Floats]:
    """(n, 2, 2), (n, 3). Pieces on the left of which there is one colour and on the right another; the former."""
    away = pieces[:, 1] - pieces[:, 0]
    at = pieces[:, None, 0] + np.linspace(0.1, 0.9, 9)[:, None] * away[:, None]
    left = _left(away)[:, None]
    inner = np.concatenate([_at(lab, at + k * left)[0] for k in np.linspace(_BESIDE_PX, _NEAR_PX, 3)], axis=1)
    outer = _at(lab, at - _BESIDE_PX * left)[0]
    colour = np.median(inner, axis=1)
    one = (_apart(inner, colour[:, None]) < _ALIKE).mean(axis=1)
    other = (_apart(outer, colour[:, None]) > _OTHER).mean(axis=1)
    good = (one >= 0.75) & (other >= 0.6)
    return pieces[good], colour[good].astype(np.float64)


def _sides(lab: Colours, given: tuple[Floats, Floats]) -> list[Side]:
    """Pieces that lie in one line put together, the likeliest sides first."""
    pieces, colours = given
    lengths = np.linalg.norm(pieces[:, 1] - pieces[:, 0], axis=1)
    order = np.argsort(-lengths, kind="stable")[:_MOST_PIECES]
    pieces, colours, lengths = pieces[order], colours[order], lengths[order]
    ways = (pieces[:, 1] - pieces[:, 0]) / np.maximum(lengths, _NOTHING_PX)[:, None]
    used = np.zeros(len(pieces), dtype=bool)
    found = []
    for i in range(len(pieces)):
        if used[i] or lengths[i] < _LINE_PX:
            continue
        alike = (ways @ ways[i] > _ASIDE) & (_apart(colours, colours[i]) < _ONE_SHEET)
        point, along, own = _line(pieces, lengths, alike, i, ways[i])
        used |= own
        ends = np.sort((pieces[own] - point) @ along, axis=1)
        for first, last, covered in _runs(ends):
            side = Side(covered, point, along, first, last, colours[i])
            share = _one_colour(lab, side)
            if covered > _COVERED_PX and share > 0.45:
                found.append(Side(covered * share**2, point, along, first, last, colours[i]))
    return sorted(found, key=lambda one: -one.strength)


def _line(
    pieces: Floats, lengths: Floats, alike: NDArray[np.bool_], start: int, along: Floats
) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """A line through a piece and all that lie in it: a point of it, its way, and which those are."""
    point, own = pieces[start].mean(axis=0), alike
    for _ in range(3):
        aside = np.abs((pieces - point) @ np.array([-along[1], along[0]])).max(axis=1)
        own = alike & (aside < _ASIDE_PX)
        own[start] = True
        points, weight = pieces[own].reshape(-1, 2), np.repeat(lengths[own], 2)
        middle = (points * weight[:, None]).sum(axis=0) / weight.sum()
        spread = points - middle
        way = np.linalg.eigh((spread * weight[:, None]).T @ spread)[1][:, 1]
        way = way * np.sign(way @ along)
        if way @ along < _ASIDE:
            break
        point, along = middle, way
    return point, along, own


def _runs(ends: Floats) -> Iterator[tuple[float, float, float]]:
    """First and last of each run of pieces (n, 2) without a wide gap, and how much of it they cover."""
    ends = ends[np.argsort(ends[:, 0], kind="stable")]
    first, last = ends[0]
    covered = last - first
    for begin, end in ends[1:]:
        if begin - last > _GAP_PX:
            yield float(first), float(last), float(covered)
            first, last, covered = begin, end, end - begin
            continue
        covered += max(0.0, end - max(begin, last))
        last = max(last, end)
    yield float(first), float(last), float(covered)


def _one_colour(lab: Colours, side: Side) -> float:
    """Share of a deep strip along a side that has its colour."""
    along = np.linspace(side.first, side.last, 24)[:, None, None] * side.along
    across = np.linspace(_BESIDE_PX, _DEEP_PX, 6)[:, None] * _left(side.along)
    colours, inside = _at(lab, side.point + along + across)
    return float((_apart(colours, side.colour) < _ALIKE)[inside].mean()) if inside.any() else 0.0


Corners = dict[tuple[int, int], Floats]
"""Where one side ends and another, to the left of it, begins."""


def _corners(sides: Sequence[Side], wide: float, high: float) -> Corners:
    found: Corners = {}
    for i, one in enumerate(sides):
        for j, other in enumerate(sides):
            turn = float(one.along[1] * other.along[0] - one.along[0] * other.along[1])
            if i == j or turn < _LEAST_TURN or _apart(one.colour, other.colour) > _ONE_SHEET:
                continue
            between = other.point - one.point
            ahead = float(between[1] * other.along[0] - between[0] * other.along[1]) / turn
            corner = one.point + ahead * one.along
            behind = float((corner - other.point) @ other.along)
            (a, b), (c, d) = (
                (side.last - side.first, max(_BEYOND_PX, _BEYOND * (side.last - side.first))) for side in (one, other)
            )
            if (
                -_WITHIN * a < ahead - one.last < b
                and -_WITHIN * c < other.first - behind < d
                and -_OUTSIDE_PX < corner[0] < wide + _OUTSIDE_PX
                and -_OUTSIDE_PX < corner[1] < high + _OUTSIDE_PX
            ):
                found[i, j] = corner
    return found


def _next(corners: Corners) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for i, j in corners:
        found.setdefault(i, []).append(j)
    return found


def _fours(corners: Corners) -> Iterator[Floats]:
    """Of four sides, each of which begins where the one before ends."""
    after = _next(corners)
    for i, j in corners:
        for k in after.get(j, ()) if j > i else ():
            for m in after.get(k, ()) if k > i else ():
                if m > i and (m, i) in corners:
                    yield np.array([corners[m, i], corners[i, j], corners[j, k], corners[k, m]])


def _threes(lab: Colours, sides: Sequence[Side], corners: Corners) -> Iterator[Floats]:
    """Of three sides, and a fourth where the picture shows most of one."""
    after = _next(corners)
    chains = []
    for i, j in corners:
        for k in after.get(j, ()):
            middle = corners[j, k] - corners[i, j]
            if k != i and np.linalg.norm(middle) > 2 * _SHORTEST_PX:
                seen = _crossed(lab, corners[i, j][None], corners[j, k][None], sides[j].colour)[0]
                strength = seen * (sides[i].strength * sides[j].strength * sides[k].strength) ** (1 / 3)
                chains.append((-float(strength), i, j, k))
    for _, i, j, k in sorted(chains)[:_MOST_THREES]:
        right, left = corners[i, j], corners[j, k]
        long = float(np.linalg.norm(left - right))
        tried = long * np.geomspace(0.3, 2.4, 26)
        lengths = np.stack(np.meshgrid(tried, tried), axis=-1).reshape(-1, 2)
        for closer in (0.03, 0.008, 0.0):
            ends = right - lengths[:, :1] * sides[i].along, left + lengths[:, 1:] * sides[k].along
            best = lengths[_crossed(lab, ends[1], ends[0], sides[j].colour).argmax()]
            steps = np.arange(-3, 4) * closer * long
            lengths = best + np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
        yield np.array([right, left, left + best[1] * sides[k].along, right - best[0] * sides[i].along])


def _crossed(lab: Colours, first: Floats, last: Floats, colour: Floats) -> Floats:
    """(n,). Share of lines from (n, 2) to (n, 2) px on whose left there is this colour, and another on the right; below
    0 where one leaves the picture."""
    away = last - first
    at = first[:, None] + np.linspace(0.04, 0.96, 24)[:, None] * away[:, None]
    left = _BESIDE_PX * _left(away)[:, None]
    (inner, here), (outer, there) = _at(lab, at + left), _at(lab, at - left)
    good = here & there & (_apart(inner, colour) < _ALIKE) & (_apart(inner, outer) > _OTHER)
    return np.asarray(good.mean(axis=1) - (here.mean(axis=1) < 0.9), np.float64)

"""The camera as ships alone show it: what has a rare colour is tried as a ship before cameras all around."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.adjusting import Expected, adjusted
from armada_sim.photo.camera import Camera, Floats, looking_down
from armada_sim.photo.contrast import MIDDLE
from armada_sim.photo.edges import Body, State
from armada_sim.photo.finding import CLOSER_MM, Sight, Summit, climbed, fast_functions, unlike, view
from armada_sim.photo.looks import judged

_UP_DEG = (26, 34, 42, 50, 58, 66, 75)
_AWAY_MM = (330, 400, 480, 570, 690, 830, 1000)
"""Of cameras that are tried, from the table and to its middle; the nearest to a true one is 4° and a tenth off."""

_TRIED, _ROUNDS, WEAK = 8, 3, 7.5
"""So many of these cameras, the likeliest, are fitted, and so many times; and as many again where the logarithm of the
odds of all of them is less."""

_TRIED_FROM, _LIKELY, _LEAST = 0.2, 0.7, 0.62
"""What speaks for a place that is looked at more closely, for a ship before one of these cameras, and before one that
is better known."""

MOST_SPOTS = 24
"""So many spots, the largest, are tried as ships."""

_RARE = (20, 50, 110)
"""Of 255: how common colours may be."""

_WIDE_PX, _AROUND_PX, _PLACES_APART_PX = 4.0, 6, 9.0
"""Of the widest places of spots: how far they are from its outline at least, within how many px no other is farther
from it, and px between two."""

_LEAST_SPOT_PX, _LARGEST_SPOT, _FULL, _LONGEST, _SPOTS_APART_PX = 60, 0.03, 0.3, 5, 6.0
"""Of a spot: its area, and as a share of the picture; what it fills of its box; how many times as long as wide that is;
and px between two."""

_TURNS = np.radians(np.arange(0, 360, 12.0))
_AROUND_MM = np.array([[0, 0], [7, 0], [-7, 0], [0, 7], [0, -7]], dtype=np.float64)
_HEEDS = np.array([0.15, 0.35])
"""Ships are tried about a spot with these headings (radians) and at these places; how uneven and common faces count."""

_GAP_MM, _STRENGTH, _MIDDLE_MM = 3.2, 20.0, 7.0
"""mm between two points on either side of an outline, units of Lab by which they differ wholly, and mm from the table
to the middle of what is seen of a ship."""

_ARM, _APART_MM = 0.4, 12.0
"""Of a ship's length, from its base to its middle; ships whose middles are nearer than so many mm are one."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A camera, and the ships that it was made of."""

    state: State
    sizes: tuple[int, ...]
    """Of the ships."""

    odds: float
    """Logarithms of what speaks for the ships, of each no more than so much, added up."""


def spots(perceived: NDArray[np.uint8]) -> Floats:
    """(n, 2) px. Middles of what has a rare colour and is about as large as a ship, the largest first, and then where
    it is widest: ships that touch are one spot, in which each is such a place."""
    rows, columns = perceived.shape[:2]
    common = cv2.blur(perceived[..., 3], (3, 3))
    seen: list[tuple[float, list[float]]] = []
    widest: list[tuple[float, list[float]]] = []
    for level in _RARE:
        mask = cv2.morphologyEx((common < level).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        _, labels, boxes, middles = cv2.connectedComponentsWithStats(mask)
        x, y, wide, high, area = boxes.T
        some = (x > 1) & (y > 1) & (x + wide < columns - 1) & (y + high < rows - 1)
        some &= (area >= _LEAST_SPOT_PX) & (area <= _LARGEST_SPOT * rows * columns) & (area >= _FULL * wide * high)
        some &= np.maximum(wide, high) <= _LONGEST * np.minimum(wide, high)
        some[0] = False  # all that is no spot
        counts = area[some] * (1 if level < _RARE[-1] else 0.5)
        seen += zip(counts.tolist(), middles[some].tolist(), strict=True)
        widest += _widest(mask * some[labels])
    first = _unlike(seen, _SPOTS_APART_PX)[:MOST_SPOTS]
    others = _unlike(widest, _PLACES_APART_PX)
    at = [*first, *(place for place in others if all(math.dist(place, one) > _PLACES_APART_PX for one in first))]
    return np.array(at[:MOST_SPOTS]).reshape(-1, 2)


def _unlike(given: Sequence[tuple[float, list[float]]], apart: float) -> list[list[float]]:
    """Places, those first that count most, but those near one that was given before."""
    kept = unlike(range(len(given)), lambda one, other: math.dist(given[one][1], given[other][1]) <= apart)
    return [given[k][1] for k in sorted(kept, key=lambda k: -given[k][0])]


def _widest(mask: NDArray[np.uint8]) -> list[tuple[float, list[float]]]:
    """Where what a mask shows is wider than all around: px from its outline, and the place, the widest first."""
    far = cv2.distanceTransform(mask, cv2.DIST_L2, 5)
    side = 2 * _AROUND_PX + 1
    y, x = np.nonzero((far == cv2.dilate(far, np.ones((side, side), np.uint8))) & (far > _WIDE_PX))
    return sorted(zip(far[y, x].tolist(), np.column_stack([x, y]).astype(float).tolist(), strict=True), reverse=True)


def tried(sight: Sight, camera: Camera, at: Floats, solids: Floats) -> tuple[Floats, Floats]:
    """(n, sizes), (n, sizes, 3). Of each spot what speaks for a ship of each size there, and its pose."""
    ground = camera.ground((at + 0.5) / sight.scale, _MIDDLE_MM)
    seen_by, fast = view(camera, sight.scale), fast_functions()
    scores, poses = np.full((len(at), len(solids)), -1.0), np.zeros((len(at), len(solids), 3))
    for i in np.flatnonzero(np.isfinite(ground).all(axis=1) & (np.abs(ground).max(axis=1) < 3000)):
        xs, ys = (np.ascontiguousarray(part) for part in (ground[i] + _AROUND_MM).T)
        best, turn = np.zeros((1, len(solids), len(xs))), np.zeros((1, len(solids), len(xs)))
        fast.search(
            sight.perceived, seen_by, solids, xs, ys, np.array([0, len(xs)]), _TURNS, _HEEDS[None], _GAP_MM, _STRENGTH,
            MIDDLE, best, turn,
        )  # fmt: skip
        likely = list[Summit]()
        for size, (said, headings, corners) in enumerate(zip(best[0], turn[0], solids, strict=True)):
            for k in np.argsort(-said)[:2]:
                if said[k] >= _TRIED_FROM:
                    x, y = (MIDDLE * corners[2, 0] * one(headings[k]) for one in (np.cos, np.sin))
                    likely.append((-said[k], size, xs[k] - x, ys[k] - y, headings[k]))
        climb = partial(fast.climb_closer, sight.perceived, seen_by, solids)
        for one in climbed(likely, climb, _HEEDS, _GAP_MM, _STRENGTH, CLOSER_MM):
            if one.score > scores[i, one.size]:
                scores[i, one.size], poses[i, one.size] = one.score, one.pose
    return scores, poses


def cameras_alone(
    sight: Sight,
    picture: tuple[float, float],
    at: Floats,
    solids: Floats,
    bodies: Sequence[Body],
    expected: Expected,
    focals: Iterable[float],
) -> list[Seen]:
    """Cameras that may have taken a picture, the likeliest first; none where fewer than two ships are seen.

    at: (n, 2) px of the picture as it is searched, as `spots` gives them.
    """
    starts: list[tuple[float, int, Camera, Floats, Floats]] = []
    for focal in focals if len(at) >= 2 else ():
        for turned in _turned(sight, picture, focal, expected):
            for away in _AWAY_MM:
                camera = replace(turned, shift=np.array([0.0, 0.0, away * turned.focal / expected.focal]))
                scores, poses = tried(sight, camera, at, solids)
                starts.append(
                    (float(np.maximum(0, scores.max(axis=1) - _LIKELY).sum()), len(starts), camera, scores, poses)
                )
    starts.sort(key=lambda one: (-one[0], one[1]))
    found = list[Seen]()
    for number, (value, _, camera, scores, poses) in enumerate(starts[: 2 * _TRIED]):
        if number == _TRIED and max((one.odds for one in found), default=0.0) >= WEAK:
            break
        if value > 0:
            seen = closer(sight, camera, at, solids, bodies, None, expected, (scores, poses))
            if seen is not None:
                found.append(seen)
    return sorted(found, key=lambda one: -one.odds)


def _turned(sight: Sight, picture: tuple[float, float], focal: float, expected: Expected) -> list[Camera]:
    """Cameras that look down as may be; as the pattern of the table shows it, where that has one."""
    usual = [looking_down(*picture, focal, up, 1.0) for up in _UP_DEG]
    if expected.lattice is None:
        return usual
    fits = [adjusted(sight.taken, expected.alone(one), [], None, expected) for one in usual]
    return [min((fit.state for fit in fits), key=lambda one: float((expected.off(one) ** 2).sum())).camera]


def closer(
    sight: Sight,
    camera: Camera,
    at: Floats,
    solids: Floats,
    bodies: Sequence[Body],
    sheet: Floats | None,
    expected: Expected,
    first: tuple[Floats, Floats] | None = None,
) -> Seen | None:
    """From a camera that is about right to one that the ships show, and the sheet, if there is one.

    None where without a sheet fewer than two ships are seen, or where such a camera cannot be. first: what `tried` says
    before this camera.
    """
    state: State | None = None
    sizes: tuple[int, ...] = ()
    for number in range(_ROUNDS if sheet is None else 1):
        scores, poses = first if first is not None and not number else tried(sight, camera, at, solids)
        taken = _apart(scores, poses, solids)
        if len(taken) < 2 and sheet is None:
            return None
        sizes = tuple(size for _, size in taken)
        begin = State(camera, expected.radius, np.array([poses[i, size] for i, size in taken]).reshape(-1, 3))
        own = [bodies[size] for size in sizes]
        state = adjusted(sight.taken, begin, own, sheet, expected, _RANGES_PX[number == 0 and sheet is None]).state
        camera = state.camera
        if (
            not np.isfinite(camera.place).all()
            or camera.place[2] < _LOWEST_MM
            or np.linalg.norm(camera.shift) > _FARTHEST_MM
        ):
            return None
    assert state is not None
    odds = judged(sight, state, [bodies[size] for size in sizes])
    return Seen(state, sizes, float(np.clip(odds, 0, _MOST_ODDS).sum()))


_MOST_ODDS = 3.0
"""What one ship speaks for a camera at most: how sure it is beyond that says more of its colours than of the camera."""


_RANGES_PX = ((6.0, 4.0, 3.0, 2.0), (12.0, 8.0, 6.0, 4.0, 3.0))
"""Within which edges are looked for: before a camera that is about right, and one that was guessed."""

_LOWEST_MM, _FARTHEST_MM = 50.0, 5000.0
"""Of cameras that are believed."""


def _apart(scores: Floats, poses: Floats, solids: Floats) -> list[tuple[int, int]]:
    """Spots and sizes of what speaks for itself, none on another."""
    sizes, best = scores.argmax(axis=1), scores.max(axis=1)
    own = poses[np.arange(len(poses)), sizes]
    arms = _ARM * solids[sizes, 2, 0]
    middles = own[:, :2] + arms[:, None] * np.column_stack([np.cos(own[:, 2]), np.sin(own[:, 2])])

    def alike(one: int, other: int) -> bool:
        return not np.linalg.norm(middles[one] - middles[other]) > _APART_MM

    order = (int(i) for i in np.argsort(-best) if best[i] >= _LEAST)
    return [(i, int(sizes[i])) for i in unlike(order, alike)]

"""Other ways to see the same marks: other corners that they may be and, where no rectangle is known, other cameras."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from armada_sim.photo.camera import Camera, turned
from armada_sim.photo.fitting import (
    NOWHERE,
    USUALLY_OFF,
    Fit,
    Flat,
    Piece,
    Way,
    fit,
    fit_as,
    possible,
)
from armada_sim.photo.solids import placed, visible
from armada_sim.photo.starting import cameras_over, ways

_TRIED = 400 * USUALLY_OFF**2
"""px^2. Marks are tried as other corners where, the camera as it is, their squares are greater by no more than this;
what a camera does to please two ships that are taken wrongly was 80."""

_TRIED_OF_A_SHIP, _TRIED_OF_ALL, _PAIRED = 3, 24, 4
"""Most ways so tried, the likeliest first, and how many of them are tried two at a time."""

_MOST = 1e12
"""px^2. More than this is no piece at all."""

_EVALUATIONS = 30
"""Most of a fit with marks taken otherwise; most take ten."""

_ROUNDS = 4
"""Most times that a better way to take a piece is looked for."""

_EVALUATIONS_OF_ONE = 10
"""Most of a fit to one ship, which need not be known well."""

_FIRST_SHIPS = 2
"""So many ships, those with the most marks and then the largest in the picture, each say where the camera may be."""

_WHOLE = 6
"""So many of these cameras, the likeliest for all ships, are fitted to all."""

Swap = dict[int, Way]
"""By numbers of pieces: what their marks are taken for instead."""


def fits_without(width: float, height: float, pieces: Sequence[Piece]) -> list[Fit]:
    """Cameras and pieces where no point of the table is known, the likeliest first; x leads right in the picture."""
    large = [(len(piece.pixels), float(np.ptp(piece.pixels, axis=0).max())) for piece in pieces]
    tried: list[tuple[float, int, Camera]] = []
    for number in sorted(range(len(pieces)), key=lambda k: large[k], reverse=True)[:_FIRST_SHIPS]:
        piece = pieces[number]
        for start in cameras_over(width, height, piece.pixels, piece.corners, piece.known):
            one = fit(start, NOWHERE, [piece], _EVALUATIONS_OF_ONE)
            if one is not None:
                others = (ways(one.camera, other.pixels, other.corners, other.known) for other in pieces)
                tried.append((sum(float(other.squares.min()) for other in others), len(tried), one.camera))
    fits = [fit(_upright(camera), NOWHERE, pieces) for _, _, camera in sorted(tried, key=lambda one: one[:2])[:_WHOLE]]
    return sorted((one for one in fits if one is not None and possible(one, pieces)), key=lambda one: one.cost)


def _upright(camera: Camera) -> Camera:
    """The same camera in the frame whose x leads right in the picture."""
    right = camera.turn[0]
    return replace(camera, turn=camera.turn @ turned(np.array([0, 0, np.arctan2(right[1], right[0])])))


def settled(found: Fit, flat: Flat, pieces: Sequence[Piece]) -> tuple[Fit, list[Fit]]:
    """The likeliest fit that taking marks of one piece or two for other corners leads to, and its rivals.

    The camera is fitted anew with each: it lies so as to please two ships that are taken wrongly, and then either alone
    fits worse the other way.
    """
    others: list[Fit] = []
    for _ in range(_ROUNDS):
        single = [(swap, _taken_so(found, flat, pieces, swap)) for swap in _swaps(found, pieces)]
        near = sorted((one for one in single if one[1].cost - found.cost <= _TRIED / 2), key=lambda one: one[1].cost)
        both = [{**one, **two} for (one, _), (two, _) in combinations(near[:_PAIRED], 2) if one.keys() != two.keys()]
        tried = [*single, *((swap, _taken_so(found, flat, pieces, swap)) for swap in both)]
        others = [one for swap, one in tried if possible(one, pieces) and all(_seen(one, pieces, k) for k in swap)]
        best = min(others, key=lambda one: one.cost, default=found)
        if best.cost >= found.cost:
            break
        found = best
    return found, others


def _seen(found: Fit, pieces: Sequence[Piece], number: int) -> bool:
    """Whether a piece would not hide a corner that was marked."""
    lying = placed(pieces[number].corners, found.poses[number, None])
    return bool(visible(found.camera.place, lying)[0, found.taken[number]].all())


def _swaps(found: Fit, pieces: Sequence[Piece]) -> list[Swap]:
    """Ways to take one piece's marks otherwise, the likeliest first as long as the camera is as it is."""
    swaps: list[tuple[float, int, Way]] = []
    for number, piece in enumerate(pieces):
        other = ways(found.camera, piece.pixels, piece.corners, piece.known)
        worse = other.squares - min(float(other.squares.min()), _MOST)
        worse[(other.corners == found.taken[number]).all(axis=1)] = np.inf
        best = [way for way in np.argsort(worse)[:_TRIED_OF_A_SHIP] if worse[way] <= _TRIED]
        swaps += [(float(worse[way]), number, (other.corners[way], other.poses[way])) for way in best]
    return [{number: way} for _, number, way in sorted(swaps, key=lambda one: one[:1])[:_TRIED_OF_ALL]]


def _taken_so(found: Fit, flat: Flat, pieces: Sequence[Piece], swap: Swap) -> Fit:
    chosen = [swap.get(k, way) for k, way in enumerate(zip(found.taken, found.poses, strict=True))]
    return fit_as(found.camera, flat, pieces, chosen, _EVALUATIONS)

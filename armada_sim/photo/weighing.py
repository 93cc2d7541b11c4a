"""How much what was found looks like a ship: features of its outline and faces, and their products, weighed together.

The weights are those of a logistic model, fitted to candidates on photographs whose truth is known by
`python -m tests.photographs.weights`. None of them are of pictures that accuracy is told of.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.camera import Floats
from armada_sim.photo.edges import (
    Body,
    Points,
    Predicted,
    State,
    across_edges,
    away,
    covered,
    edge_points,
    faces_seen,
    lying,
    predicted,
)
from armada_sim.photo.finding import Sight
from armada_sim.photo.marking import EDGES
from armada_sim.photo.solids import FACES
from armada_sim.photo.weights import ALONE, MEAN, OFFSET, PRODUCTS, SPREAD

_SPACING_PX = 3.0
_LEAST_SLOPE = 1e-6
"""Units of Lab a px. Where colours do not change at all, to divide by."""

_HALF = 14
"""Steps to either side that an edge is compared with."""

_LEAST_POINTS = 5
"""Of an outline: where fewer are seen nothing can be said."""


def features(
    sight: Sight,
    state: State,
    bodies: Sequence[Body],
    others: State | None = None,
    other_bodies: Sequence[Body] = (),
) -> Floats:
    """(n, FEATURES). Of each solid as if it lay alone, but for what `others` hide; NaN where too little is seen."""
    points = edge_points(state, bodies, None, _SPACING_PX)
    given = predicted(state, bodies, None, points)
    hidden = np.zeros(len(given.here), dtype=bool)
    if others is not None and len(bodies):
        hidden = covered(
            others, other_bodies, points, given.here, away(state, bodies)[points.owner], own=others is state
        )
    profile, slope = across_edges(sight.image, given, _HALF)
    middle = _HALF
    strength = slope[:, middle - 2 : middle + 3].max(axis=1)
    ratio = strength / np.maximum(slope[:, 4:-4].max(axis=1), _LEAST_SLOPE)
    weights = np.array([0.25, 1, 1])
    inner, outer = profile[:, middle - 8 : middle - 3].mean(axis=1), profile[:, middle + 4 : middle + 9].mean(axis=1)
    contrast = np.sqrt(((inner - outer) ** 2 * weights).sum(axis=-1))
    noise = [np.sqrt((profile[:, a : a + 7].var(axis=1) * weights).sum(axis=-1)) for a in (middle - 10, middle + 4)]
    sides = np.concatenate([inner, outer], axis=1)
    corners = lying(bodies, state.poses)
    pixels = state.camera.project(corners) * sight.scale
    faces, each_face = _faces(sight.perceived, faces_seen(state.camera, corners), pixels)
    near = _near(sight, points, given)
    each_edge = _each_edge(points, ~hidden, len(bodies), [ratio, contrast, strength, near, *(inner - outer).T])
    seen_from = _seen_from(state, corners, pixels)
    found = np.full((len(bodies), FEATURES), np.nan)
    order = np.argsort(points.owner, kind="stable")
    bounds = np.searchsorted(points.owner[order], np.arange(len(bodies) + 1))
    for k in range(len(bodies)):
        own = order[bounds[k] : bounds[k + 1]]
        own = own[~hidden[own]]
        outline, inside = own[points.outline[own]], own[~points.outline[own]]
        if len(outline) < _LEAST_POINTS:
            continue
        alone = _of_one(points, outline, inside, ratio, contrast, strength, noise, faces[k])
        runs = _running(points, outline, inside, near)
        both = [*alone, *_of_colours(sides[outline]), np.log1p(faces[k, 3]), *runs]
        found[k] = [*both, *each_edge[k], *each_face[k], *seen_from[k]]
    return found


def _near(sight: Sight, points: Points, given: Predicted) -> Floats:
    """(n,). How near points are to edges that run their way: at most 1."""
    ways, rows, columns = sight.near.shape
    x, y = np.rint(given.here * sight.scale - 0.5).astype(int).T
    inside = (x >= 0) & (x < columns) & (y >= 0) & (y < rows)
    way = np.rint((np.arctan2(given.across[:, 1], given.across[:, 0]) / np.pi + 2.5) * ways).astype(int) % ways
    return np.where(inside, sight.near[way, np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)] / 255, 0.0)


def _running(points: Points, outline: NDArray[np.intp], inside: NDArray[np.intp], near: Floats) -> list[float]:
    """How near an outline is to edges that run its way, its worst edges, and edges between faces."""
    edges = sorted(float(near[outline[points.edge[outline] == e]].mean()) for e in np.unique(points.edge[outline]))
    between = float(near[inside].mean()) if len(inside) else 1.0
    return [float(near[outline].mean()), edges[0], edges[min(1, len(edges) - 1)], between]


def _each_edge(points: Points, used: NDArray[np.bool_], count: int, values: Sequence[Floats]) -> Floats:
    """(n, edges * OF_EDGE). Of each edge of each solid: whether it is seen and bounds it, how sharp it is, how far
    colours differ and change, how near edges are that run its way, what is lighter and how tinted, and how long it is.

    values: (m,) each, of points: sharpness, contrast, change, nearness, three differences of colours.
    """
    sharp, contrast, change, near, *tints = (value[used] for value in values)
    key, size = points.owner[used] * len(EDGES) + points.edge[used], count * len(EDGES)
    number = np.bincount(key, minlength=size)
    all_of = [points.outline[used], sharp, np.log1p(contrast), near, *tints, np.log1p(change), sharp > _SHARP]
    means = [np.bincount(key, value, size) / np.maximum(number, 1) for value in all_of]
    return np.column_stack([number > 0, *means, np.log(np.maximum(number, 1))]).reshape(count, len(EDGES) * OF_EDGE)


def _seen_from(state: State, corners: Floats, pixels: Floats) -> Floats:
    """(n, OF_VIEW). How large each solid is seen, how large it is, and from where; pixels: where its corners are."""
    towards = state.camera.place - corners.mean(axis=1)
    round_about = np.arctan2(towards[:, 1], towards[:, 0]) - state.poses[:, 2]
    above = towards[:, 2] / np.linalg.norm(towards, axis=1)
    step = np.linalg.norm(corners[:, 2] - (corners[:, 0] + corners[:, 1]) / 2, axis=1)
    ways = np.cos(round_about), np.sin(round_about), np.cos(2 * round_about)
    return np.column_stack([_log_length(pixels), np.arcsin(above), *ways, np.log(step)])


def lengths(sight: Sight, state: State, bodies: Sequence[Body]) -> Floats:
    """(n,). Logarithms of how many pixels solids are long in the picture that is searched."""
    return _log_length(state.camera.project(lying(bodies, state.poses)) * sight.scale)


def _log_length(pixels: Floats) -> Floats:
    """(n,). The same of corners (n, k, 2)."""
    long = np.linalg.norm(pixels[:, :, None] - pixels[:, None], axis=-1).max(axis=(1, 2), initial=0.0)
    return np.asarray(np.log(long + 1))


PAIRED = 25
"""So many features are weighed by their products, too."""

OF_EDGE, OF_FACE, OF_VIEW = 11, 7, 6

FEATURES = PAIRED + len(EDGES) * OF_EDGE + len(FACES) * OF_FACE + OF_VIEW
"""So many are weighed."""

_SHARP = 0.8
"""Of the greatest change nearby: a point of an edge where colours change by more is sharp."""

_LEAST_SHARE = 0.01
"""Of a picture: rarer colours say no more."""


def _of_one(
    points: Points,
    outline: NDArray[np.intp],
    inside: NDArray[np.intp],
    ratio: Floats,
    contrast: Floats,
    strength: Floats,
    noise: Sequence[Floats],
    face: Floats,
) -> Floats:
    """(16,). Of one solid; outline, inside: numbers of its points, the others of all points (n,)."""
    edges = [outline[points.edge[outline] == e] for e in np.unique(points.edge[outline])]
    ratios = sorted(float(ratio[one].mean()) for one in edges)
    contrasts = sorted(float(np.median(contrast[one])) for one in edges)
    return np.array(
        [
            ratio[outline].mean(),
            ratios[0],
            ratios[min(1, len(ratios) - 1)],
            np.log1p(np.quantile(contrast[outline], 0.2)),
            np.log1p(np.median(contrast[outline])),
            np.log1p(contrasts[0]),
            np.log1p(np.median(noise[0][outline])),
            np.log1p(np.median(noise[1][outline])),
            ratio[inside].mean() if len(inside) else 1.0,
            np.log1p(face[0]),
            np.log(face[1] + _LEAST_SHARE),
            np.log1p(face[2]),
            np.log1p(np.median(strength[inside])) if len(inside) else np.log1p(face[2]),
            np.log1p(np.median(strength[outline])),
            np.log(len(outline)),
            (ratio[outline] > _SHARP).mean(),
        ]
    )


def _of_colours(sides: Floats) -> list[float]:
    """How much colours differ across an outline and along either side of it, and whether everywhere in one way.

    sides: (n, 6). Lab within and without, at each of its points.
    """
    inner, outer = sides[:, :3], sides[:, 3:]
    counts = np.array([0.5, 1, 1])
    across = (inner - outer) * counts
    return [
        float(np.log1p(np.median(np.linalg.norm(inner[:, 1:] - outer[:, 1:], axis=1)))),
        float(np.log1p(np.median(np.linalg.norm(inner[:, 1:] - np.median(inner[:, 1:], axis=0), axis=1)))),
        float(np.log1p(np.median(np.abs(outer - np.median(outer, axis=0)) @ counts))),
        float(np.linalg.norm(across.mean(axis=0)) / (np.linalg.norm(across, axis=1).mean() + _LEAST_SLOPE)),
    ]


def _faces(perceived: NDArray[np.uint8], seen: NDArray[np.bool_], pixels: Floats) -> tuple[Floats, Floats]:
    """(n, 4). How uneven the faces are that are seen, how common their colours, how different they look, and how
    different they are but for lightness; (n, faces * OF_FACE): of each, whether it is seen, its colour, how uneven it
    is, how common that colour is, and how large it is seen."""
    rows, columns = perceived.shape[:2]
    found, each = np.zeros((len(pixels), 4)), np.zeros((len(pixels), len(FACES), OF_FACE))
    for k in range(len(pixels)):
        uneven, common, colours = [], [], []
        for face, ring in enumerate(FACES):
            if not seen[k, face]:
                continue
            corner = pixels[k, list(ring)] - 0.5
            middle = corner.mean(axis=0)
            at = np.clip(np.rint(np.concatenate([[middle], (middle + corner) / 2])), 0, [columns - 1, rows - 1]).astype(
                int
            )
            value = perceived[at[:, 1], at[:, 0]].astype(float)
            colour = value[:, :3] * np.array([0.4, 1, 1])
            colours.append(np.median(colour, axis=0))
            uneven.append(np.abs(colour - colours[-1]).sum(axis=1).mean())
            common.append(np.median(value[:, 3]) / 255)
            (ax, ay), (bx, by) = corner[1] - corner[0], corner[2] - corner[0]
            each[k, face] = [1, *colours[-1], uneven[-1], common[-1], np.log1p(abs(ax * by - ay * bx))]
        apart = [float(np.abs(one - other).sum()) for one, other in combinations(colours, 2)]
        tinted = [float(np.linalg.norm(one[1:] - other[1:])) for one, other in combinations(colours, 2)]
        most = max(apart, default=0.0), max(tinted, default=0.0)
        found[k] = (np.mean(uneven), np.mean(common), *most) if uneven else (255, 1, 0, 0)
    return found, each.reshape(len(pixels), len(FACES) * OF_FACE)


def face_colours(sight: Sight, state: State, bodies: Sequence[Body]) -> Floats:
    """(n, 3). Colours of solids, lightness counted for less, since faces are lit differently."""
    corners = lying(bodies, state.poses)
    seen, pixels = faces_seen(state.camera, corners), state.camera.project(corners) * sight.scale - 0.5
    rows, columns = sight.perceived.shape[:2]
    found = np.zeros((len(corners), 3))
    for k in range(len(corners)):
        middles = np.array(
            [pixels[k, list(ring)].mean(axis=0) for face, ring in enumerate(FACES) if seen[k, face]]
        ).reshape(-1, 2)
        at = np.clip(np.rint(middles), 0, [columns - 1, rows - 1]).astype(int)
        if len(at):
            found[k] = np.median(sight.perceived[at[:, 1], at[:, 0], :3].astype(float), axis=0) * np.array([0.15, 1, 1])
    return found


_FARTHEST = 3.5
"""Spreads from what is usual: what is farther counts as if it were there, since no photograph shows what it says."""


def with_products(found: Floats, mean: Floats, spread: Floats) -> Floats:
    """(n, …). Features (n, FEATURES) by their means and spreads, and the products of each that is paired with itself
    and all after."""
    usual = np.clip((found - mean) / spread, -_FARTHEST, _FARTHEST)
    rows, columns = np.triu_indices(PAIRED)
    return np.column_stack([usual, usual[:, rows] * usual[:, columns]])


def weighed(found: Floats) -> Floats:
    """(n,). Logarithm of the odds that each is a ship as it lies; -inf where too little is seen."""
    score = with_products(found, MEAN, SPREAD) @ np.append(ALONE, PRODUCTS) + OFFSET
    return np.where(np.isfinite(score), score, -np.inf)

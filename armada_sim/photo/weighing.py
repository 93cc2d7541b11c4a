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
from armada_sim.photo.grouped import means, quantiles
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
    corners = lying(bodies, state.poses)
    pixels = state.camera.project(corners) * sight.scale
    faces, each_face = _faces(sight.perceived, faces_seen(state.camera, corners), pixels)
    near = _near(sight, points, given)
    each_edge = _each_edge(points, ~hidden, len(bodies), [ratio, contrast, strength, near, *(inner - outer).T])
    outline, inside = points.outline & ~hidden, ~points.outline & ~hidden
    found = np.column_stack([
        _of_outline(points, outline, inside, ratio, contrast, strength, noise, faces),
        _of_colours(inner[outline], outer[outline], points.owner[outline], len(bodies)), np.log1p(faces[:, 3]),
        _running(points, outline, inside, near, len(bodies)), each_edge, each_face, _seen_from(state, corners, pixels),
    ])  # fmt: skip
    found[np.bincount(points.owner[outline], minlength=len(bodies)) < _LEAST_POINTS] = np.nan
    return found


def _near(sight: Sight, points: Points, given: Predicted) -> Floats:
    """(n,). How near points are to edges that run their way: at most 1."""
    ways, rows, columns = sight.near.shape
    x, y = np.rint(given.here * sight.scale - 0.5).astype(int).T
    inside = (x >= 0) & (x < columns) & (y >= 0) & (y < rows)
    way = np.rint((np.arctan2(given.across[:, 1], given.across[:, 0]) / np.pi + 2.5) * ways).astype(int) % ways
    return np.where(inside, sight.near[way, np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)] / 255, 0.0)


def _running(points: Points, outline: NDArray[np.bool_], inside: NDArray[np.bool_], near: Floats, count: int) -> Floats:
    """(count, 4). How near outlines are to edges that run their way, their worst edges, and edges between faces."""
    between = means(near[inside], points.owner[inside], count)
    worst = _worst(means(near[outline], _edges_of(points, outline), count * len(EDGES)))
    return np.column_stack([
        means(near[outline], points.owner[outline], count), worst[:, :2], np.where(np.isnan(between), 1.0, between)
    ])  # fmt: skip


def _edges_of(points: Points, some: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Of each of some points the number of its edge, counted through all solids."""
    return np.asarray(points.owner[some] * len(EDGES) + points.edge[some])


def _worst(values: Floats) -> Floats:
    """(n, edges). Of values of the edges of solids, NaN of those that are not seen, the least first; where only one is
    seen it is the second, too."""
    found = np.sort(values.reshape(-1, len(EDGES)), axis=1)
    found[:, 1] = np.where(np.isnan(found[:, 1]), found[:, 0], found[:, 1])
    return found


def _each_edge(points: Points, used: NDArray[np.bool_], count: int, values: Sequence[Floats]) -> Floats:
    """(n, edges * OF_EDGE). Of each edge of each solid: whether it is seen and bounds it, how sharp it is, how far
    colours differ and change, how near edges are that run its way, what is lighter and how tinted, and how long it is.

    values: (m,) each, of points: sharpness, contrast, change, nearness, three differences of colours.
    """
    sharp, contrast, change, near, *tints = (value[used] for value in values)
    key, size = _edges_of(points, used), count * len(EDGES)
    number = np.bincount(key, minlength=size)
    all_of = [points.outline[used], sharp, np.log1p(contrast), near, *tints, np.log1p(change), sharp > _SHARP]
    of_each = [np.bincount(key, value, size) / np.maximum(number, 1) for value in all_of]
    return np.column_stack([number > 0, *of_each, np.log(np.maximum(number, 1))]).reshape(count, len(EDGES) * OF_EDGE)


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
    return np.asarray(np.log(longest(pixels) + 1))


def longest(pixels: Floats) -> Floats:
    """(n,). How far corners (n, k, 2) are from each other at most."""
    return np.asarray(np.linalg.norm(pixels[:, :, None] - pixels[:, None], axis=-1).max(axis=(1, 2), initial=0.0))


PAIRED = 25
"""So many features are weighed by their products, too."""

OF_EDGE, OF_FACE, OF_VIEW = 11, 7, 6

FEATURES = PAIRED + len(EDGES) * OF_EDGE + len(FACES) * OF_FACE + OF_VIEW
"""So many are weighed."""

_SHARP = 0.8
"""Of the greatest change nearby: a point of an edge where colours change by more is sharp."""

_LEAST_SHARE = 0.01
"""Of a picture: rarer colours say no more."""


def _of_outline(
    points: Points,
    outline: NDArray[np.bool_],
    inside: NDArray[np.bool_],
    ratio: Floats,
    contrast: Floats,
    strength: Floats,
    noise: Sequence[Floats],
    faces: Floats,
) -> Floats:
    """(n, 16). Of each solid; outline, inside: which points are seen; the others of all points (n,), or of solids."""
    count, owner, within, edge = len(faces), points.owner[outline], points.owner[inside], _edges_of(points, outline)

    def middle(values: Floats) -> Floats:
        return np.log1p(quantiles(values[outline], owner, count))

    ratios = _worst(means(ratio[outline], edge, count * len(EDGES)))
    contrasts = _worst(quantiles(contrast[outline], edge, count * len(EDGES)))
    smooth, between = means(ratio[inside], within, count), np.log1p(quantiles(strength[inside], within, count))
    return np.column_stack([
        means(ratio[outline], owner, count), ratios[:, :2], np.log1p(quantiles(contrast[outline], owner, count, 0.2)),
        middle(contrast), np.log1p(contrasts[:, 0]), middle(noise[0]), middle(noise[1]),
        np.where(np.isnan(smooth), 1.0, smooth), np.log1p(faces[:, 0]), np.log(faces[:, 1] + _LEAST_SHARE),
        np.log1p(faces[:, 2]), np.where(np.isnan(between), np.log1p(faces[:, 2]), between), middle(strength),
        np.log(np.maximum(np.bincount(owner, minlength=count), 1)),
        means((ratio[outline] > _SHARP).astype(np.float64), owner, count),
    ])  # fmt: skip


def _of_colours(inner: Floats, outer: Floats, owner: NDArray[np.intp], count: int) -> Floats:
    """(count, 4). How much colours differ across outlines and along either side of them, and whether everywhere in one
    way.

    inner, outer: (m, 3). Lab within and without, at each point of an outline; owner: (m,).
    """
    counts = np.array([0.5, 1, 1])
    across = (inner - outer) * counts
    usual = [np.column_stack([quantiles(side[:, k], owner, count) for k in range(3)]) for side in (inner, outer)]
    apart = np.linalg.norm(inner[:, 1:] - outer[:, 1:], axis=1)
    within = np.linalg.norm((inner - usual[0][owner])[:, 1:], axis=1)
    without = np.abs(outer - usual[1][owner]) @ counts
    mean = np.column_stack([means(across[:, k], owner, count) for k in range(3)])
    one_way = np.linalg.norm(mean, axis=1) / (means(np.linalg.norm(across, axis=1), owner, count) + _LEAST_SLOPE)
    return np.column_stack([*(np.log1p(quantiles(one, owner, count)) for one in (apart, within, without)), one_way])


def _faces(perceived: NDArray[np.uint8], seen: NDArray[np.bool_], pixels: Floats) -> tuple[Floats, Floats]:
    """(n, 4). How uneven the faces are that are seen, how common their colours, how different they look, and how
    different they are but for lightness; (n, faces * OF_FACE): of each, whether it is seen, its colour, how uneven it
    is, how common that colour is, and how large it is seen."""
    rows, columns = perceived.shape[:2]
    each, colours = np.zeros((len(pixels), len(FACES), OF_FACE)), []
    for face, ring in enumerate(FACES):
        corner = pixels[:, list(ring)] - 0.5
        middle = corner.mean(axis=1, keepdims=True)
        at = np.rint(np.concatenate([middle, (middle + corner) / 2], axis=1))
        at = np.clip(at, 0, [columns - 1, rows - 1]).astype(int)
        value = perceived[at[..., 1], at[..., 0]].astype(float)
        colour = value[..., :3] * np.array([0.4, 1, 1])
        colours.append(np.median(colour, axis=1))
        uneven = np.abs(colour - colours[-1][:, None]).sum(axis=-1).mean(axis=1)
        (ax, ay), (bx, by) = (corner[:, 1] - corner[:, 0]).T, (corner[:, 2] - corner[:, 0]).T
        common = np.median(value[..., 3], axis=1) / 255
        shown = np.column_stack([np.ones(len(pixels)), colours[-1], uneven, common, np.log1p(abs(ax * by - ay * bx))])
        each[:, face] = shown * seen[:, face, None]
    number, apart, tinted = seen.sum(axis=1), np.zeros(len(pixels)), np.zeros(len(pixels))
    for one, other in combinations(range(len(FACES)), 2):
        differ = (colours[one] - colours[other]) * (seen[:, one] & seen[:, other])[:, None]
        apart = np.maximum(apart, np.abs(differ).sum(axis=1))
        tinted = np.maximum(tinted, np.linalg.norm(differ[:, 1:], axis=1))
    usual = each[:, :, 4:6].sum(axis=1) / np.maximum(number, 1)[:, None]
    usual[number == 0] = 255, 1
    return np.column_stack([usual, apart, tinted]), each.reshape(len(pixels), len(FACES) * OF_FACE)


def face_colours(sight: Sight, state: State, bodies: Sequence[Body]) -> Floats:
    """(n, 3). Colours of solids, lightness counted for less, since faces are lit differently."""
    corners = lying(bodies, state.poses)
    seen, pixels = faces_seen(state.camera, corners), state.camera.project(corners) * sight.scale - 0.5
    rows, columns = sight.perceived.shape[:2]
    owner, face = np.nonzero(seen)
    middles = np.stack([pixels[:, list(ring)].mean(axis=1) for ring in FACES], axis=1)[owner, face]
    at = np.clip(np.rint(middles), 0, [columns - 1, rows - 1]).astype(int)
    value = sight.perceived[at[:, 1], at[:, 0], :3].astype(float) * np.array([0.15, 1, 1])
    return np.nan_to_num(np.column_stack([quantiles(value[:, k], owner, len(corners)) for k in range(3)]))


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

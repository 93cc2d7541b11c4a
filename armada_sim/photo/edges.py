"""Edges of solids and of the sheet: where a camera sees them, and where a picture shows them.

Real pieces have round edges: what is seen is the solid whose faces lie further in by the radius, swept by a ball of
that radius. So an outline lies further out than the edges of that solid by the radius, and an edge between two faces
that are both seen lies further out by it midway between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.camera import Camera, Floats
from armada_sim.photo.marking import EDGES
from armada_sim.photo.solids import FACES, placed

_ENDS = np.array(EDGES)
"""(8, 2)."""

EDGES_ON_TABLE = (0, 1, 2)
"""Those of `EDGES` that lie on the table."""

EDGE_FACES = np.array([(0, 1), (0, 4), (0, 3), (1, 3), (1, 4), (1, 2), (2, 3), (2, 4)])
"""The two faces that meet there."""

_LONGEST_PX, _LONGEST_OF_SHIP_PX = 4000.0, 300.0
"""Longer edges are looked at no more closely than one of these. What may lie just before the camera has many, all of
whose points err alike."""

_SHORTEST_PX = 1e-9
"""Between two points of an edge that is seen end on: shorter ones lead nowhere."""

END_PX = 3.0
"""Nearer to a corner an edge is round, or bent by the next."""

_BESIDE_PX = 3.0
"""Nearer to another solid's outline an edge cannot be told from that."""

_STEP_PX = 0.5
"""Across an edge."""

_KERNEL, _BLUR_PX = 4, 0.9
"""Steps to either side, and px, over which a change of colour is measured."""

COUNTED = np.array([0.5, 1, 1], dtype=np.float32)
"""How far squares of changes of lightness and of colours count."""


@dataclass(frozen=True, slots=True)
class Body:
    """A solid whose edges are round."""

    corners: Floats
    """(5, 3) mm. Sharp: see `solids`."""

    inward: Floats
    """(5, 3). By which a corner moves for each mm of the radius."""

    between: Floats
    """(8, 3). Unit vectors outwards, midway between the two faces of each edge."""


def body(corners: Floats) -> Body:
    """Of a solid (5, 3) mm."""
    crossed = [np.cross(corners[j] - corners[i], corners[k] - corners[i]) for i, j, k, *_ in FACES]
    normals = np.array([one / np.linalg.norm(one) for one in crossed])
    faces = [[face for face, ring in enumerate(FACES) if k in ring] for k in range(len(corners))]
    inward = [np.linalg.lstsq(normals[own], -np.ones(len(own)), rcond=None)[0] for own in faces]
    between = normals[EDGE_FACES].sum(axis=1)
    return Body(corners, np.array(inward), between / np.linalg.norm(between, axis=1, keepdims=True))


@dataclass(frozen=True, slots=True)
class State:
    """What is fitted: the camera, the radius of all edges, and how solids lie."""

    camera: Camera
    radius: float
    """mm."""

    poses: Floats
    """(n, 3) mm, mm, radians."""


def lying(bodies: Sequence[Body], poses: Floats) -> Floats:
    """(n, 5, 3) mm. Their sharp corners."""
    return placed(np.array([one.corners for one in bodies]).reshape(-1, 5, 3), poses)


def away(state: State, bodies: Sequence[Body]) -> Floats:
    """(n,) mm from the camera."""
    return np.asarray(np.linalg.norm(lying(bodies, state.poses).mean(axis=1) - state.camera.place, axis=-1))


def faces_seen(camera: Camera, corners: Floats) -> NDArray[np.bool_]:
    """(n, 5). Of solids (n, 5, 3) mm, which faces are turned to the camera."""
    a, b, c = (corners[:, list(ends)] for ends in zip(*(face[:3] for face in FACES), strict=True))
    return np.asarray((np.cross(b - a, c - a) * (camera.place - a)).sum(axis=-1) > 0)


@dataclass(frozen=True, slots=True)
class Points:
    """Points on edges of solids and of the sheet."""

    owner: NDArray[np.intp]
    """(n,). The solid; -1 for the sheet."""

    edge: NDArray[np.intp]
    """(n,)."""

    share: Floats
    """(n,). How far along the edge."""

    outline: NDArray[np.bool_]
    """(n,). Whether the edge bounds what is seen of its solid, rather than lie between two faces."""


def edge_points(state: State, bodies: Sequence[Body], sheet: Floats | None, spacing: float) -> Points:
    """Points so many px from each other on the edges that are seen, away from their ends.

    sheet: (4, 2) mm, its corners counter-clockwise on the table.
    """
    corners = lying(bodies, state.poses)
    pixels, seen = state.camera.project(corners), faces_seen(state.camera, corners)
    one, other = seen[:, EDGE_FACES[:, 0]], seen[:, EDGE_FACES[:, 1]]
    owner, edge = np.nonzero(one | other)
    outline, apart = (one != other)[owner, edge], np.full(len(owner), spacing)
    long = np.linalg.norm(pixels[owner, _ENDS[edge, 0]] - pixels[owner, _ENDS[edge, 1]], axis=-1)
    if sheet is not None:
        around = state.camera.seen(sheet)
        long = np.append(long, np.linalg.norm(np.roll(around, -1, axis=0) - around, axis=1))
        owner, edge = np.append(owner, np.full(4, -1)), np.append(edge, np.arange(4))
        outline, apart = np.append(outline, np.full(4, True)), np.append(apart, np.full(4, 2 * spacing))
    free = long - 2 * END_PX
    counts = np.zeros(len(long), dtype=np.intp)
    some = free >= apart
    longest = np.where(owner < 0, _LONGEST_PX, _LONGEST_OF_SHIP_PX)
    counts[some] = np.maximum(2, np.rint(np.minimum(free, longest)[some] / apart[some]))
    of = np.repeat(np.arange(len(long)), counts)
    number = np.arange(len(of)) - (np.cumsum(counts) - counts)[of]
    share = (END_PX + free[of] * (number + 0.5) / counts[of]) / long[of]
    return Points(owner[of], edge[of], share, outline[of])


@dataclass(frozen=True, slots=True)
class Predicted:
    """Where points are seen, and what moves them."""

    here: Floats
    """(n, 2) px."""

    across: Floats
    """(n, 2). Unit vectors across the edge: outwards, where it bounds what is seen of a solid or of the sheet."""

    space: Floats
    """(n, 3) mm."""

    swollen: Floats
    """(n, 3). By which the point moves for each mm of the radius."""

    bound: NDArray[np.bool_]
    """(n,). Whether the ball about it moves it outwards, too."""

    shaded: NDArray[np.bool_]
    """(n,). Whether it lies on the table, where a solid's own shadow begins."""


def predicted(state: State, bodies: Sequence[Body], sheet: Floats | None, points: Points) -> Predicted:
    """Of points of `edge_points`."""
    camera, n = state.camera, len(points.owner)
    space, ahead, middle, swollen = (np.zeros((n, 3)) for _ in range(4))
    solid = points.owner >= 0
    if solid.any():
        owner, edge, share = points.owner[solid], points.edge[solid], points.share[solid][:, None]
        i, j = _ENDS[edge].T
        inward = np.stack([one.inward for one in bodies])
        corners = np.stack([one.corners for one in bodies]) + state.radius * inward
        between = np.stack([one.between for one in bodies])[owner, edge] * ~points.outline[solid][:, None]
        start, along = corners[owner, i], corners[owner, j] - corners[owner, i]
        at = start + share * along + state.radius * between
        poses, turns = state.poses[owner], state.poses * np.array([0, 0, 1])
        space[solid], ahead[solid] = _laid(at, poses), _laid(at + 0.05 * along, poses)
        middle[solid] = _laid(corners.mean(axis=1), state.poses)[owner]
        swelling = inward[owner, i] + share * (inward[owner, j] - inward[owner, i]) + between
        swollen[solid] = _laid(swelling, turns[owner])
    if sheet is not None and (~solid).any():
        edge, share = points.edge[~solid], points.share[~solid][:, None]
        ring = np.column_stack([sheet, np.zeros(4)])
        start, along = ring[edge], ring[(edge + 1) % 4] - ring[edge]
        space[~solid], ahead[~solid], middle[~solid] = (
            start + share * along,
            start + (share + 0.02) * along,
            ring.mean(axis=0),
        )
    here, there, inside = camera.project(space), camera.project(ahead), camera.project(middle)
    run = there - here
    run /= np.maximum(np.linalg.norm(run, axis=1, keepdims=True), _SHORTEST_PX)
    across = np.column_stack([run[:, 1], -run[:, 0]])
    across *= np.where(((here - inside) * across).sum(axis=1) < 0, -1, 1)[:, None]
    bound = solid & points.outline
    depth = space @ camera.turn[2] + camera.shift[2]
    return Predicted(
        here + np.where(bound, state.radius * camera.focal / depth, 0)[:, None] * across,
        across,
        space,
        swollen,
        bound,
        solid & np.isin(points.edge, EDGES_ON_TABLE),
    )


def _laid(local: Floats, poses: Floats) -> Floats:
    cosine, sine = np.cos(poses[:, 2]), np.sin(poses[:, 2])
    x = poses[:, 0] + cosine * local[:, 0] - sine * local[:, 1]
    y = poses[:, 1] + sine * local[:, 0] + cosine * local[:, 1]
    return np.column_stack([x, y, local[:, 2]])


def covered(
    state: State, bodies: Sequence[Body], points: Points, here: Floats, far: Floats, own: bool
) -> NDArray[np.bool_]:
    """(n,). Which points a solid that is nearer to the camera hides, or nearly touches in the picture.

    far: (n,) mm from the camera to what the points belong to; infinite for the sheet. own: whether the points are of
    the same solids, none of which hides its own.
    """
    hidden = np.zeros(len(points.owner), dtype=bool)
    if not len(bodies):
        return hidden
    nearer, pixels = away(state, bodies), state.camera.project(lying(bodies, state.poses)).astype(np.float32)
    for k in range(len(bodies)):
        hull = cv2.convexHull(pixels[k].reshape(-1, 1, 2)).reshape(-1, 1, 2)
        low, high = pixels[k].min(axis=0) - _BESIDE_PX, pixels[k].max(axis=0) + _BESIDE_PX
        ask = (here > low).all(axis=1) & (here < high).all(axis=1) & (nearer[k] < far)
        if own:
            ask &= points.owner != k
        for i in np.flatnonzero(ask):
            hidden[i] |= cv2.pointPolygonTest(hull, (float(here[i, 0]), float(here[i, 1])), True) > -_BESIDE_PX
    return hidden


SUBPIXEL = 4
"""Bits of a pixel's fraction where polygons and lines that are put into a picture begin and end."""

_FARTHEST_PX = 1e6
"""What is farther lies outside any picture wherever it is."""


def fixed(pixels: Floats) -> NDArray[np.int32]:
    """As OpenCV takes fractions of pixels."""
    fractions = np.rint(np.clip(pixels, -_FARTHEST_PX, _FARTHEST_PX) * 2**SUBPIXEL)
    return np.asarray(fractions, dtype=np.int32)


@dataclass(frozen=True, slots=True)
class Picture:
    """Colours of a picture, smoothed a little."""

    colours: NDArray[np.float32]
    """(rows, columns, 3). Lab: lightness 0 to 100, and two of colour."""

    def at(self, pixels: Floats) -> NDArray[np.float32]:
        """(…, 3). At px (…, 2) from the upper left corner of the upper left pixel."""
        count = pixels.size // 2
        rows = -(-count // _ROW)
        if not rows:
            return np.zeros((*pixels.shape[:-1], 3), dtype=np.float32)
        room = np.zeros((rows, _ROW, 2), dtype=np.float32)
        room.reshape(-1, 2)[:count] = pixels.reshape(-1, 2)
        x, y = cv2.split(room - np.float32(0.5))
        found = cv2.remap(self.colours, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(found.reshape(-1, 3)[:count].reshape(*pixels.shape[:-1], 3), dtype=np.float32)


_ROW = 4096
"""Of so many points a row is made, since OpenCV takes no rows longer than 32,767."""

_SMOOTHED_PX = 0.7
"""By which light is smoothed before edges are looked for."""

_CODES = np.arange(256) / 255
_OF_LIGHT = np.where(_CODES <= 0.04045, _CODES / 12.92, ((_CODES + 0.055) / 1.055) ** 2.4).astype(np.float32)
"""Light that each value of a pixel stands for (sRGB, IEC 61966-2-1)."""


def picture(rgb: NDArray[np.uint8]) -> Picture:
    """Of (rows, columns, 3)."""
    light = cv2.GaussianBlur(_OF_LIGHT[rgb], (0, 0), _SMOOTHED_PX)
    return Picture(np.asarray(cv2.cvtColor(light, cv2.COLOR_LRGB2Lab), dtype=np.float32))


def across_edges(image: Picture, given: Predicted, half: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """(n, m, 3), (n, m). Colours at so many steps to either side of points; how much they change, 0 at the ends."""
    at = _STEP_PX * np.arange(-half, half + 1)
    ways = [given.here[:, way, None] + at * given.across[:, way, None] for way in range(2)]
    profile = image.at(np.stack(ways, axis=-1))
    if not len(profile):
        return profile, np.zeros(profile.shape[:2], dtype=np.float32)
    return profile, _slope(profile, COUNTED)


def _slope(profile: NDArray[np.float32], weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n, m). How much profiles (n, m, 3) change, 0 at the ends."""
    steps = np.arange(-_KERNEL, _KERNEL + 1)
    kernel = np.exp(-0.5 * (steps * _STEP_PX / _BLUR_PX) ** 2) * steps
    kernel /= np.abs(kernel).sum() * _STEP_PX
    change = cv2.filter2D(profile, cv2.CV_32F, kernel[None].astype(np.float32))
    slope = np.sqrt((change**2) @ weights)
    slope[:, :_KERNEL], slope[:, -_KERNEL:] = 0, 0
    return np.asarray(slope, np.float32)


@dataclass(frozen=True, slots=True)
class Measured:
    """What is seen across points."""

    off: Floats
    """(n,) px outwards to where light changes more than beside it, most of all such places, near ones before far ones;
    NaN where there is none."""

    change: Floats
    """(n,). How much colours change there, in units of Lab a px."""

    lighter: Floats
    """(n,). By how much it is lighter within than without, 0 to 100."""


_CLIPPED, _OF_CLIPPED = 0.93, 0.1
"""Of 1: a colour that is brighter somewhere is cut off, and its edge is seen too far out; what it counts for then."""

_PEAK = 0.6
"""Of the greatest change near a point: what changes less is no edge."""

_SHOWN = 0.45
"""Power of light that is about what is shown of it. The shadow at the foot of a solid is faint in it; blur, which mixes
light and not what is shown, moves edges in it."""


def measured(image: Picture, given: Predicted, within: float) -> Measured:
    """Across points, up to so many px to either side."""
    half = int(np.ceil((within + 2.5) / _STEP_PX))
    at = _STEP_PX * np.arange(-half, half + 1)
    profile, colours = across_edges(image, given, half)
    if not len(profile):
        return Measured(np.zeros(0), np.zeros(0), np.zeros(0))
    light = np.maximum(cv2.cvtColor(profile, cv2.COLOR_Lab2LRGB), 0)
    light[given.shaded] **= np.float32(_SHOWN)
    brightest = cv2.reduce(light, 1, cv2.REDUCE_MAX)
    counts = np.where(brightest > _CLIPPED, np.float32(_OF_CLIPPED), np.float32(1))
    slope = _slope(light * counts, np.ones(3, np.float32))
    ridge = np.zeros(slope.shape, dtype=bool)
    ridge[:, 1:-1] = (slope[:, 1:-1] >= slope[:, :-2]) & (slope[:, 1:-1] >= slope[:, 2:]) & (slope[:, 1:-1] > 0)
    ridge &= np.abs(at) <= within
    ridge &= slope >= _PEAK * slope.max(axis=1, keepdims=True)
    best = np.where(ridge, slope * np.exp(-0.5 * (at / within) ** 2), -1).argmax(axis=1)
    rows = np.arange(len(best))
    peak, left, right = slope[rows, best], slope[rows, best - 1], slope[rows, best + 1]
    bend = left - 2 * peak + right
    top = np.where(
        bend < 0, 0.5 * (left - right) / np.where(bend < 0, bend, -1), 0
    )  # of the parabola through the three
    off = np.where(ridge.any(axis=1), at[best] + _STEP_PX * np.clip(top, -1, 1), np.nan)
    end = half // 2
    lighter = profile[:, :end, 0].mean(axis=1) - profile[:, -end:, 0].mean(axis=1)
    return Measured(off, colours[rows, best], lighter)


_SMOOTHED = (1.5, 3.0)
"""px. How strongly two copies of a picture are smoothed whose edges are compared to see how blurred it is."""

_STRONGEST = 0.985
"""Share of a picture that changes less than the edges that are compared."""


def blur_of(rgb: NDArray[np.uint8]) -> float:
    """px by which a picture is blurred (standard deviation), 0 where that cannot be told from its pixels.

    Smoothing weakens a sharp edge more than a blurred one (Zhuo and Sim, Defocus map estimation from a single image,
    Pattern Recognition 44, 2011): of blur b and smoothing s its slope goes as 1 / sqrt(b² + s²).
    """
    grey = cv2.cvtColor(_OF_LIGHT[rgb], cv2.COLOR_RGB2GRAY)
    slopes = []
    for smoothed in _SMOOTHED:
        smooth = cv2.GaussianBlur(grey, (0, 0), smoothed)
        slopes.append(np.hypot(cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)))
    less, more = slopes
    ridge = less >= cv2.dilate(less, np.ones((3, 3), np.uint8))
    edge = ridge & (less >= np.quantile(less[::4, ::4], _STRONGEST)) & (more > 0)
    if not edge.any():
        return 0.0
    a, b = (one**2 for one in _SMOOTHED)
    ratio = np.clip((less[edge] / more[edge]) ** 2, 1 + 1e-3, b / a)
    return float(np.sqrt(max(0.0, np.median((b - ratio * a) / (ratio - 1)))))

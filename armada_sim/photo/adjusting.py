"""Camera and solids fitted together to the edges that a picture shows.

Across points of each edge the picture is looked at for where its colours change most; camera and poses are then those
that miss these places least, far ones counting little (Drummond and Cipolla, Real-time visual tracking of complex
structures, IEEE PAMI 24, 2002; weights of Tukey), again and again from nearer.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.camera import Camera, Floats, turned
from armada_sim.photo.edges import (
    Body,
    Picture,
    Points,
    Predicted,
    State,
    away,
    covered,
    edge_points,
    lying,
    measured,
    predicted,
)
from armada_sim.photo.lattice import Lattice
from armada_sim.photo.marking import ON_TABLE
from armada_sim.photo.solids import POSE, shared
from armada_sim.photo.strips import ENDS, whole_edges

FOCAL, BEND, TURN, SHIFT, RADIUS, ASIDE, SWELL, GLOW = 0, 1, slice(2, 5), slice(5, 8), 8, slice(9, 11), 11, 12
OWN = np.array([*range(RADIUS), *range(*ASIDE.indices(ASIDE.stop))])
"""Those of the camera alone: see `Camera.slopes`."""

CAMERA = 13
"""Unknowns of the camera and of all edges: logarithm of the focal length, bend, a turn, a shift by the camera's
distance, mm, shares of the picture's reach, and px twice; then three of each pose."""

CORRELATED = 3.0
"""So many neighbouring points err alike: they count as one."""

RANGES_PX = (6.0, 4.0, 3.0, 2.5, 2.0, 2.0)
"""Within which edges are looked for, one time after the other."""

_SPACING_PX = 4.0
"""From one point of an edge to the next."""

_LEAST_CHANGE = 1.0
"""Units of Lab a px. Where colours change less there is no edge."""

_REWEIGHTED, _REWEIGHTED_EACH = 8, 4
"""Times at most that points are counted anew, by how far they are missed: of all together, and of each solid alone, as
of a sheet until it is looked at from nearest. Two ships without a sheet, counted four times, stayed a tenth too far."""

FAR = 4.0
"""In spreads: what is missed by more counts nothing."""

_LEAST_SPREAD_PX = 0.3
"""Edges are not known better, however well they fit."""

_INNER = 0.2
"""How far a point between two faces that are seen counts: round edges, pips and reflections move it."""

_HELD = 100.0
"""How firmly a frame is held that no sheet gives, in spreads a mm: far more so than by what is seen."""

_STILL = 1e-6
"""Of unknowns that are all about 1: where none changes by more, points are not counted anew."""

LARGEST_STEP = 0.5
_LARGEST_STEP_ALONE = 0.1
"""Of these unknowns, by how much each may change at a time: of all together, and of a solid alone."""

FIRM = 1e-9
"""Share of the trace by which normal equations are made firm where nothing that is seen, or expected, says anything."""

_FIRM_ALONE = (1e-3, 1e-6)
"""The same of a solid alone: in spreads squared, and as a share of the trace."""

_NEAR_MIDDLE = 0.01
"""Of a picture's reach: no axis of a picture as the camera made it is farther from the middle."""

_MAD = 1.4826
"""Standard deviations of a normal distribution in its median absolute deviation."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What is expected of cameras and pieces before a picture is looked at."""

    focal: float
    """px."""

    focal_spread: float
    """Standard deviation of its logarithm."""

    bend_spread: float = 0.02
    """Telephones straighten their pictures to less than 0.01."""

    radius: float = 0.6
    """mm. Of the edges of pieces."""

    radius_spread: float = 0.25
    aside_spread: float = 0.0015
    """Of the picture's reach: how far the axis meets it from its middle."""

    swell_spread: float = 0.4
    """px by which what is lighter than what is beside it is seen larger: a camera's curve of tones does that."""

    glow_spread: float = 1.0
    """px by which a sheet is seen larger besides that is as bright as can be: at blurred edges it is, too."""

    lattice: Lattice | None = None
    """The pattern of the table, if it is seen: it is flat."""

    @property
    def may_be_cropped(self) -> bool:
        """Whether the axis may meet the picture far from its middle."""
        return self.aside_spread > _NEAR_MIDDLE

    def alone(self, camera: Camera) -> State:
        """A camera that sees no solids."""
        return State(camera, self.radius, np.zeros((0, 3)))

    def off(self, state: State) -> Floats:
        """(n,). How far these are from what is expected, in spreads."""
        usual = self._usual(state)
        return usual if self.lattice is None else np.append(usual, self.lattice.off(state.camera))

    def rows(self, state: State) -> tuple[Floats, Floats]:
        """(n, CAMERA), (n,). What the unknowns change of it; and that, of a lattice for less where it is far off, so
        that edges do not get out of sight."""
        off, rows = self._usual(state), np.zeros((len(self._spreads), CAMERA))
        rows[np.arange(len(rows)), [FOCAL, BEND, RADIUS, 9, 10, SWELL, GLOW]] = 1 / self._spreads
        if self.lattice is None:
            return rows, off
        moves, beside = self.lattice.rows(state.camera)
        far = np.maximum(1, _MAD * np.median(abs(beside)))
        of_lattice = np.zeros((len(beside), CAMERA))
        of_lattice[:, OWN] = moves
        return np.concatenate([rows, of_lattice / far]), np.append(off, beside / far)

    def _usual(self, state: State) -> Floats:
        """(7,). The same but for the lattice."""
        camera = state.camera
        off = [np.log(camera.focal / self.focal), camera.bend, state.radius - self.radius]
        return np.array([*off, *(np.array(camera.aside) / camera.reach), 0, 0]) / self._spreads

    @property
    def _spreads(self) -> Floats:
        aside, light = (self.aside_spread,) * 2, (self.swell_spread, self.glow_spread)
        return np.array([self.focal_spread, self.bend_spread, self.radius_spread, *aside, *light])


@dataclass(frozen=True, slots=True)
class Adjusted:
    """What was fitted, and how well."""

    state: State
    points: Points
    missed: Floats
    """(n,) px outwards from each point to what is seen; NaN where nothing is."""

    hidden: NDArray[np.bool_]
    """(n,). Behind another solid."""

    covariance: Floats
    """(CAMERA + 3 n, …) of the unknowns."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What is seen across points, and what the unknowns change of how far it is off."""

    points: Points
    off: Floats
    """(n,) px; 0 where nothing is seen."""

    usable: NDArray[np.bool_]
    hidden: NDArray[np.bool_]
    slopes: Floats
    """(n, CAMERA + 3). Of the camera, and of the pose of the solid that the point is on."""

    spread: Floats
    """(n,) px. Standard deviation; NaN where what is missed by such points says it."""

    alone: Floats
    """(n,). By how many times its square a point errs by itself."""

    alike: Floats
    """(n,) px by which all points of its edge err alike: shadows, light and round corners move it as a whole."""


def moved(state: State, change: Floats) -> State:
    """After a change of the unknowns."""
    camera = state.camera
    return State(
        replace(
            camera,
            focal=camera.focal * float(np.exp(change[FOCAL])),
            bend=camera.bend + float(change[BEND]),
            turn=turned(change[TURN]) @ camera.turn,
            shift=camera.shift + float(np.linalg.norm(camera.shift)) * change[SHIFT],
            aside=(
                camera.aside[0] + camera.reach * float(change[9]),
                camera.aside[1] + camera.reach * float(change[10]),
            ),
        ),
        state.radius + float(change[RADIUS]),
        state.poses + change[CAMERA:].reshape(-1, 3) * POSE,
    )


def slopes(state: State, points: Points, given: Predicted) -> Floats:
    """(n, CAMERA + 3) px. How far each unknown moves each point outwards."""
    camera = state.camera
    found = np.zeros((len(given.space), CAMERA + 3))
    found[:, OWN], by_place = camera.slopes(given.space, given.across)
    depth = given.space @ camera.turn[2] + camera.shift[2]
    swelling = np.where(given.bound, camera.focal / depth, 0)
    found[:, FOCAL] += state.radius * swelling
    found[:, RADIUS] = (by_place * given.swollen).sum(axis=1) + swelling
    solid = points.owner >= 0
    on_table = by_place[solid]
    arm = given.space[solid, :2] - state.poses[points.owner[solid], :2]
    found[solid, CAMERA:] = POSE * np.column_stack(
        [on_table[:, :2], on_table[:, 1] * arm[:, 0] - on_table[:, 0] * arm[:, 1]]
    )
    return found


def looked(
    image: Picture, state: State, bodies: Sequence[Body], sheet: Floats | None, within: float, alone: bool
) -> Looked:
    """Across points of all edges that are seen. alone: whether no solid hides another."""
    points = edge_points(state, bodies, sheet, _SPACING_PX)
    given = predicted(state, bodies, sheet, points)
    hidden = np.zeros(len(given.here), dtype=bool)
    if not alone:
        far = np.append(away(state, bodies), np.inf)
        hidden = covered(state, bodies, points, given.here, far[points.owner], own=True)
    found = measured(image, given, within)
    usable = ~hidden & np.isfinite(found.off) & (found.change > _LEAST_CHANGE)
    unknowns = -slopes(state, points, given)
    unknowns[:, SWELL] = -np.clip(found.lighter / _LIGHTER, -1, 1) * points.outline
    sheet_at = points.owner < 0
    inside = image.at(given.here[sheet_at] - _INSIDE_PX * given.across[sheet_at])
    unknowns[sheet_at, GLOW] = -1 if sheet_at.any() and np.median(inside[:, 0]) > _BRIGHTEST else 0
    return Looked(
        points,
        np.where(usable, found.off, 0),
        usable,
        hidden,
        unknowns,
        np.full(len(usable), np.nan),
        np.full(len(usable), CORRELATED),
        np.full(len(usable), _EDGE_PX),
    )


_INSIDE_PX, _BRIGHTEST = 12.0, 99.0
"""px from the side of a sheet to where it is looked at how bright it is; of 100, how bright what is cut off is."""

_LIGHTER = 20.0
"""Of 100: what is lighter by more, or darker, is seen wholly larger, or smaller."""


def looked_wholly(image: Picture, state: State, bodies: Sequence[Body], sheet: Floats | None) -> Looked:
    """At edges of ships as wholes, and at points of all edges: see `strips`."""
    edges, points = whole_edges(image, state, bodies), looked(image, state, bodies, sheet, RANGES_PX[-1], alone=False)
    given = predicted(state, bodies, None, edges.points)
    seen, spread = edges.spread < _WIDEST_PX, np.minimum(edges.spread, _WIDEST_PX)
    wholes = Looked(
        edges.points,
        np.where(seen, edges.off, 0),
        seen,
        ~seen,
        -slopes(state, edges.points, given),
        spread,
        np.full(len(seen), 1 - _ENDS_ALIKE),
        math.sqrt(_ENDS_ALIKE) * spread,
    )

    def both(kind: type, one: Any, other: Any) -> Any:
        names = [part.name for part in fields(kind) if part.name != "points"]
        return [np.concatenate([getattr(one, name), getattr(other, name)]) for name in names]

    return Looked(Points(*both(Points, wholes.points, points.points)), *both(Looked, wholes, points))


_WIDEST_PX = 2.0
"""An edge about which less is known is left out."""

_ENDS_ALIKE = 0.7
"""Of the square of what an edge is off by: what is the same at both its ends."""


def weights(seen: Looked, off: Floats, within: float) -> tuple[Floats, Floats]:
    """(n,) px, (n,). Spread of what is missed, and how far each point counts."""
    told = np.isfinite(seen.spread)
    others = np.abs(off[seen.usable & ~told])
    usual = float(np.median(others)) * _MAD if len(others) else 1.0
    spread = np.where(told, seen.spread, np.clip(usual, _LEAST_SPREAD_PX, within / 2))
    far = off / (FAR * spread)
    weight = np.where(seen.usable & (np.abs(far) < 1), (1 - far**2) ** 2, 0)
    weight *= np.where(seen.points.outline | told, 1.0, _INNER)
    weight[told] = np.repeat(weight[told].reshape(-1, len(ENDS)).min(axis=1), len(ENDS))  # whole edges count or do not
    return spread, weight


def adjusted(
    image: Picture,
    state: State,
    bodies: Sequence[Body],
    sheet: Floats | None,
    expected: Expected,
    ranges: Sequence[float] = RANGES_PX,
    doubtful: frozenset[int] = frozenset(),
) -> Adjusted:
    """Camera and poses together, from about right to as the picture shows them.

    sheet: (4, 2) mm; where there is none, solids may not all move together. ranges: px, within which edges are looked
    for, one time after the other. doubtful: solids that the camera is not fitted to.
    """
    result: Adjusted | None = None
    for number, within in enumerate(ranges, 1):
        seen = looked(image, state, bodies, sheet, within, alone=False)
        times = _REWEIGHTED if len(bodies) or number == len(ranges) else _REWEIGHTED_EACH
        found = _solved(seen, state, bodies, sheet, expected, within, doubtful, times)
        state = found.state
        off = np.where(seen.usable, missed(seen, found.change), np.nan)
        result = Adjusted(state, seen.points, off, seen.hidden, found.covariance)
    assert result is not None
    return result


def refined(
    image: Picture,
    done: Adjusted,
    bodies: Sequence[Body],
    sheet: Floats | None,
    expected: Expected,
    doubtful: frozenset[int] = frozenset(),
) -> Adjusted:
    """The same with camera and poses as edges of ships show them that are seen as wholes."""
    for _ in range(_WHOLLY):
        seen = looked_wholly(image, done.state, bodies, sheet)
        found = _solved(seen, done.state, bodies, sheet, expected, RANGES_PX[-1], doubtful, _REWEIGHTED)
        done = replace(done, state=found.state, covariance=found.covariance)
    return done


_WHOLLY = 2
"""Times that whole edges are looked at."""


@dataclass(frozen=True, slots=True)
class _Solved:
    state: State
    change: Floats
    """Of the unknowns."""

    covariance: Floats


def _solved(
    seen: Looked,
    state: State,
    bodies: Sequence[Body],
    sheet: Floats | None,
    expected: Expected,
    within: float,
    doubtful: frozenset[int],
    times: int,
) -> _Solved:
    """What is seen brought together with what is expected; points are counted anew at most so many times."""
    count = CAMERA + 3 * len(bodies)
    usual, far = expected.rows(state)
    base: Floats = np.zeros((count, count))
    given = np.zeros(count)
    base[:CAMERA, :CAMERA], given[:CAMERA] = usual.T @ usual, -usual.T @ far
    if sheet is None and len(bodies):
        rows = held(bodies, state.poses)
        base[CAMERA:, CAMERA:] += rows.T @ rows
    change, normal = np.zeros(count), base
    for _ in range(times):
        spread, weight = weights(seen, missed(seen, change), within)
        normal, right = equations(seen, weight / (spread**2 * seen.alone), len(bodies), doubtful)
        normal = normal + base + FIRM * np.trace(base) * np.eye(count)
        new = np.linalg.solve(normal, right + given)
        still = float(np.abs(new - change).max()) < _STILL
        change = new
        if still:
            break
    covariance = np.asarray(np.linalg.inv(normal), dtype=np.float64)
    return _Solved(moved(state, np.clip(change, -LARGEST_STEP, LARGEST_STEP)), change, covariance)


def each_adjusted(image: Picture, state: State, bodies: Sequence[Body], ranges: Sequence[float]) -> State:
    """Many solids, each as if it lay there alone, before a camera that is known."""
    for within in ranges if len(bodies) else ():
        seen = looked(image, state, bodies, None, within, alone=True)
        owner, change = seen.points.owner, np.zeros((len(bodies), 3))
        own = seen.slopes[:, CAMERA:]
        for _ in range(_REWEIGHTED_EACH):
            _, weight = weights(seen, seen.off + (own * change[owner]).sum(axis=1), within)
            normal, right = np.zeros((len(bodies), 3, 3)), np.zeros((len(bodies), 3))
            for i in range(3):
                right[:, i] = -np.bincount(owner, weight * seen.off * own[:, i], len(bodies))
                for j in range(i, 3):
                    both = np.bincount(owner, weight * own[:, i] * own[:, j], len(bodies))
                    normal[:, i, j] = normal[:, j, i] = both
            firm = _FIRM_ALONE[0] + _FIRM_ALONE[1] * np.trace(normal, axis1=1, axis2=2)
            change = np.linalg.solve(normal + firm[:, None, None] * np.eye(3), right[..., None])[..., 0]
        state = replace(state, poses=state.poses + np.clip(change, -_LARGEST_STEP_ALONE, _LARGEST_STEP_ALONE) * POSE)
    return state


def missed(seen: Looked, change: Floats) -> Floats:
    """(n,) px. What is missed after a change of the unknowns of the camera and of all poses."""
    poses = np.concatenate([change[CAMERA:].reshape(-1, 3), np.zeros((1, 3))])  # the sheet is the last
    return np.asarray(
        seen.off
        + seen.slopes[:, :CAMERA] @ change[:CAMERA]
        + (seen.slopes[:, CAMERA:] * poses[seen.points.owner]).sum(axis=1)
    )


def equations(seen: Looked, weight: Floats, count: int, doubtful: frozenset[int]) -> tuple[Floats, Floats]:
    """Normal equations, put together solid by solid: no point is on two."""
    normal, right = np.zeros((CAMERA + 3 * count,) * 2), np.zeros(CAMERA + 3 * count)
    weighed, pulls = seen.slopes * weight[:, None], weight * seen.off
    first = np.flatnonzero(np.diff(seen.points.owner * _EDGES + seen.points.edge, prepend=_NONE))
    if not len(first):
        return normal, right
    of_edge = np.add.reduceat(weighed, first), np.add.reduceat(weight, first), np.add.reduceat(pulls, first)
    shared_by = 1 / (1 / seen.alike[first] ** 2 + of_edge[1])
    owner, ends = seen.points.owner[first], np.append(first, len(weight))
    starts = np.flatnonzero(np.diff(owner, prepend=_NONE))
    for start, end in zip(starts, np.append(starts[1:], len(owner)), strict=True):
        k, edges, own = int(owner[start]), slice(start, end), slice(ends[start], ends[end])
        some = slice(CAMERA if k in doubtful else 0, CAMERA if k < 0 else CAMERA + 3)
        at = np.arange(CAMERA + 3)[some]
        at[at >= CAMERA] += 3 * k
        rows, sums = seen.slopes[own, some], of_edge[0][edges, some]
        normal[np.ix_(at, at)] += rows.T @ weighed[own, some] - sums.T @ (sums * shared_by[edges, None])
        right[at] -= rows.T @ pulls[own] - sums.T @ (of_edge[2] * shared_by)[edges]
    return normal, right


_EDGES, _NONE = 16, -99
"""More than a solid, or a sheet, has edges: to number all edges; and a number that none has."""


_EDGE_PX = 0.4
"""By which all points of an edge err alike, where edges are looked for point by point."""


def held(bodies: Sequence[Body], poses: Floats) -> Floats:
    """(3, 3 n). Further rows that keep the frame where no sheet does."""
    return np.asarray(_HELD * shared(lying(bodies, poses)[:, :ON_TABLE, :2], poses))

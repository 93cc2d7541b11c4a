"""Which of the places where ships may lie are ships: those that look most like it and do not overlap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import MultiPoint, Polygon
from shapely.geometry.base import BaseGeometry

from armada_sim.photo.adjusting import Adjusted, Expected, adjusted, each_adjusted
from armada_sim.photo.beginning import Begin, Known
from armada_sim.photo.camera import Floats
from armada_sim.photo.company import LEAST_ODDS, Considered, likely
from armada_sim.photo.contrast import MIDDLE
from armada_sim.photo.edges import Body, State, lying
from armada_sim.photo.finding import Candidate, Sight, candidates, unlike
from armada_sim.photo.looks import hidden_by, judged, looks
from armada_sim.photo.shadows import shadowed
from armada_sim.photo.weighing import face_colours, features, lengths, longest, weighed

SURE, LIKELY = 1.5, 1.0
"""Logarithms of odds: of ships that the camera is fitted to, first and then."""

_LEAST = 0.5
"""The same of all ships that are told of: one false one is as bad as a few that are missed."""

_SEEN_PLAINLY = 3.0
"""Logarithm of the odds of a ship that is none of another's shadow, wherever it lies: of four shadows that were taken
for ships it was 1.9 at most."""

_OVERLAP = 0.12
"""Share of the smaller of two footprints: ships that overlap by more are one."""

SEEN = 0.25
"""Share of all that is seen of two ships: if more is both, they are one. Of ships that were found on 120 photographs it
was 0.20 at most, of a ship and the same with its shadow or its mirror image taken for another 0.31 to 0.45."""

_NEARER_PX, _CLOSER = 4.0, (6.0, 4.0, 3.0, 2.0)
"""px within which edges are looked for: of all candidates the second time, and of the likeliest again and again."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """Ships, and the camera that sees them."""

    adjusted: Adjusted
    sizes: tuple[int, ...]
    odds: Floats
    """(n,) logarithms."""

    @property
    def total(self) -> float:
        """The logarithms of the odds of all ships, added up, those of one in the sky as the least."""
        return float(np.maximum(self.odds, LEAST_ODDS).sum())


def all_ships(known: Known, begin: Begin) -> Chosen:
    """Those that were found with the camera, and all others."""
    first = [Candidate(size, pose, 0.0) for size, pose in zip(begin.sizes, begin.state.poses, strict=True)]
    camera, sheet = begin.state.camera, begin.sheet
    looked_at = known.cleared(camera, sheet)
    given = [*first, *candidates(looked_at, camera, known.solids)]
    return chosen(looked_at, begin.state, given, known.bodies, begin.sheet, known.expected)


def doubtful(odds: Floats) -> frozenset[int]:
    """Ships that a camera is not fitted to, where others are rather ships than not."""
    return frozenset(int(k) for k in np.flatnonzero(odds < 0)) if (odds >= 0).any() else frozenset()


def chosen(
    sight: Sight,
    start: State,
    given: Sequence[Candidate],
    solids: Sequence[Body],
    sheet: Floats | None,
    expected: Expected,
) -> Chosen:
    """Of candidates before about this camera, those that are ships; camera and ships fitted together."""
    state, now = considered(sight, start, given, solids, sheet, expected)
    odds, sizes = likely(now), now.sizes
    corners = lying([solids[size] for size in sizes], state.poses)
    seen = outlines(state.camera.project(corners))

    def no_ship(one: int, other: int) -> bool:
        hardly = odds[one] < _SEEN_PLAINLY
        return bool(now.overlap[one, other]) or (
            hardly and shadowed(state.camera, corners[other], seen[other], seen[one])
        )

    best = unlike(_in_order(odds, _LEAST), no_ship)
    done = _together(sight, state, best, sizes, solids, sheet, expected)
    return Chosen(done, tuple(int(sizes[k]) for k in best), odds[best])


def considered(
    sight: Sight,
    start: State,
    given: Sequence[Candidate],
    solids: Sequence[Body],
    sheet: Floats | None,
    expected: Expected,
) -> tuple[State, Considered]:
    """Candidates, and the camera, fitted together with those that are likeliest ships."""
    state, sizes, alone = bettered(sight, start, given, solids)
    return side_by_side(sight, state, sizes, alone, solids, sheet, expected)


def side_by_side(
    sight: Sight,
    state: State,
    sizes: NDArray[np.intp],
    alone: Floats,
    solids: Sequence[Body],
    sheet: Floats | None,
    expected: Expected,
    said: Sequence[int] = (),
) -> tuple[State, Considered]:
    """Candidates weighed beside each other, and the camera fitted together with the likeliest.

    alone: (n,) logarithms of odds of each alone; said: those that are ships, as somebody says.
    """
    bodies, best, odds = [solids[size] for size in sizes], [*said], alone
    overlap = _overlapping(state, bodies)
    for least in (SURE, LIKELY):
        best = _apart(best, odds, least, overlap)
        done = _together(sight, state, best, sizes, solids, sheet, expected)
        state = followed(state, done.state)
        state.poses[best] = done.state.poses
        overlap = _overlapping(state, bodies)
        hiding = hidden_by(overlap, best)
        taken = None
        if sight.before is not None:
            as_taken = weighed(features(sight.before, state, bodies)), looks(sight.before, state, bodies, hiding)
            taken = np.column_stack(as_taken)
        now = Considered(
            alone, _weighed_anew(sight, state, best, sizes, solids, done.state), sizes,
            face_colours(sight, state, bodies), lengths(sight, state, bodies), looks(sight, state, bodies, hiding),
            taken, overlap, best,
        )  # fmt: skip
        odds = likely(now)
        best = [k for k in best if odds[k] > LIKELY or k in said]
    return state, replace(now, best=best)


def bettered(
    sight: Sight, start: State, given: Sequence[Candidate], solids: Sequence[Body]
) -> tuple[State, NDArray[np.intp], Floats]:
    """The likeliest candidates, each as a ship likeliest lies about there; their sizes and odds."""
    given = given[:_TRIED]
    sizes = np.array([one.size for one in given], dtype=np.intp)
    state = replace(start, poses=np.array([one.pose for one in given]).reshape(-1, 3))
    bodies = [solids[size] for size in sizes]
    state = each_adjusted(sight.image, state, bodies, first_ranges(state))
    odds = judged(sight, state, bodies)
    kept = [k for k in _each_once(state, sizes, odds, solids)[:_TRIED_AGAIN] if odds[k] > _HOPELESS]
    if not kept:
        return replace(state, poses=np.zeros((0, 3))), sizes[:0], odds[:0]
    ways = [way for k in kept for way in _ways(int(sizes[k]), state.poses[k], solids)]
    which = np.array([size for size, _ in ways], dtype=np.intp)
    others = [solids[size] for size in which]
    tried = each_adjusted(sight.image, replace(state, poses=np.array([pose for _, pose in ways])), others, _CLOSER)
    odds = judged(sight, tried, others)
    each = odds.reshape(len(kept), -1)
    best = each.argmax(axis=1) + each.shape[1] * np.arange(len(kept))
    return replace(tried, poses=tried.poses[best]), which[best], odds[best]


def _each_once(state: State, sizes: NDArray[np.intp], odds: Floats, solids: Sequence[Body]) -> list[int]:
    """The likeliest first; but none of the size, and in the place, of one before it."""
    wires = state.camera.project(lying([solids[size] for size in sizes], state.poses))
    apart = np.linalg.norm(wires[:, None] - wires, axis=-1).max(axis=-1)
    alike = (apart < _ALIKE * longest(wires)[:, None]) & (sizes[:, None] == sizes)
    return unlike((int(k) for k in np.argsort(-odds)), lambda one, other: bool(alike[one, other]))


_TRIED, _TRIED_AGAIN, _HOPELESS = 400, 60, -4.5
"""So many candidates, those for which the picture speaks most, are brought to edges nearby; so many of them, the
likeliest, are tried otherwise, too, but not those whose odds have a lower logarithm."""

_ALIKE = 0.05
"""Of a ship's length: how far all corners of the same candidate are seen from each other at most."""

_ASIDE_MM, _ASIDE = 2.5, 0.15
"""mm and radians by which a candidate is tried otherwise."""

_AHEAD_MM = 30.0
"""From a base to a point that shows where a ship points."""


def _ways(size: int, pose: Floats, solids: Sequence[Body]) -> list[tuple[int, Floats]]:
    """A pose and size, and others near: shifted, turned, a size larger or smaller about the same middle."""
    ahead = np.array([np.cos(pose[2]), np.sin(pose[2])])
    beside = np.array([-ahead[1], ahead[0]])
    found = [(size, pose)]
    found += [
        (size, np.append(pose[:2] + far * way, pose[2])) for way in (ahead, beside) for far in (-_ASIDE_MM, _ASIDE_MM)
    ]
    middle = pose[:2] + MIDDLE * solids[size].corners[2, 0] * ahead
    for turn in (-_ASIDE, _ASIDE):
        other = pose[2] + turn
        back = MIDDLE * solids[size].corners[2, 0] * np.array([np.cos(other), np.sin(other)])
        found.append((size, np.append(middle - back, other)))
    for other_size in range(len(solids)):
        if other_size != size:
            found.append((other_size, np.append(middle - MIDDLE * solids[other_size].corners[2, 0] * ahead, pose[2])))
    return found


def _weighed_anew(
    sight: Sight, state: State, best: Sequence[int], sizes: NDArray[np.intp], solids: Sequence[Body], done: State
) -> Floats:
    """(n,). Odds of all, now that it is about known what hides what and which colours players have."""
    own, odds = [solids[sizes[k]] for k in best], np.full(len(sizes), -np.inf)
    if best:
        odds[best] = weighed(features(sight, done, own, done, own))
    rest = [k for k in range(len(sizes)) if k not in best]
    if rest:
        some = [solids[sizes[k]] for k in rest]
        there = replace(state, poses=state.poses[rest])
        odds[rest] = weighed(features(sight, there, some, done, own))
    return odds


def first_ranges(state: State) -> tuple[float, ...]:
    """px within which edges of all candidates are looked for; the first are some mm on the table."""
    return max(6.0, 2.5 * state.camera.a_mm), _NEARER_PX


def followed(before: State, after: State) -> State:
    """A camera of another state, and poses before it that are seen where they were seen before."""
    ground = before.camera.seen(before.poses[:, :2])
    tips = before.poses[:, :2] + _AHEAD_MM * np.column_stack([np.cos(before.poses[:, 2]), np.sin(before.poses[:, 2])])
    ahead = before.camera.seen(tips)
    here, there = after.camera.ground(ground), after.camera.ground(ahead)
    turn = np.arctan2(*(there - here).T[::-1])
    poses = np.column_stack([here, turn])
    return State(after.camera, after.radius, np.where(np.isfinite(poses), poses, before.poses))


def _together(
    sight: Sight,
    state: State,
    best: Sequence[int],
    sizes: NDArray[np.intp],
    solids: Sequence[Body],
    sheet: Floats | None,
    expected: Expected,
) -> Adjusted:
    own = [solids[sizes[k]] for k in best]
    return adjusted(sight.taken, replace(state, poses=state.poses[list(best)].reshape(-1, 3)), own, sheet, expected)


def _apart(kept: Sequence[int], odds: Floats, least: float, overlap: NDArray[np.bool_]) -> list[int]:
    """Those kept, and the likeliest of the others that overlap none."""
    return unlike(_in_order(odds, least), lambda one, other: bool(overlap[one, other]), kept)


def _in_order(odds: Floats, least: float) -> list[int]:
    """Those likelier than that, the likeliest first."""
    return [int(k) for k in np.argsort(-odds) if odds[k] > least]


def _overlapping(state: State, bodies: Sequence[Body]) -> NDArray[np.bool_]:
    """(n, n). Whether solids lie in one place, or are seen in one."""
    corners = lying(bodies, state.poses)
    footprints = [Polygon(one) for one in corners[:, :3, :2]]
    seen = outlines(state.camera.project(corners))
    found = np.zeros((len(bodies), len(bodies)), dtype=bool)
    for one, other in combinations(range(len(bodies)), 2):
        least = min(footprints[one].area, footprints[other].area)
        seen_as_one = in_one_place(seen[one], seen[other], SEEN)
        if seen_as_one or _common(footprints[one], footprints[other]) > _OVERLAP * least:
            found[one, other] = found[other, one] = True
    return found


def outlines(wires: Floats) -> list[BaseGeometry]:
    """Of all that is seen of each ship (n, 5, 2) px."""
    return [MultiPoint(wire).convex_hull for wire in wires]


def in_one_place(one: BaseGeometry, other: BaseGeometry, share: float) -> bool:
    """Whether more than a share of all that is seen of two ships is both."""
    both = _common(one, other)
    return bool(both > share * (one.area + other.area - both))


def _common(one: BaseGeometry, other: BaseGeometry) -> float:
    """The area of what is in both."""
    return float(one.intersection(other).area) if one.intersects(other) else 0.0

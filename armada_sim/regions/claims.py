"""Could it have got there? Whether some legal path ends within a distance of a claimed pose.

Branch and bound over where the tip may lie before the last step, with the cells of `geometry.kernel`:
a cell is dead when no path through it can end within `within` of the claim at every corner.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from armada_sim.evidence import Answer
from armada_sim.geometry import (
    ARCS,
    DEFAULT_TABLE_TOLERANCE_MM,
    FINEST_OPENING_DEG,
    POSE_GRID_MM,
    REACH_ARC_DEG,
    Cells,
    Progress,
    compiled,
    opened,
    quarters,
    workspace,
)
from armada_sim.geometry.kernel.cells import OPEN
from armada_sim.geometry.kernel.outlines import TINY, WIDE
from armada_sim.geometry.kernel.scenes import Scene
from armada_sim.regions._surroundings import Surroundings, surroundings
from armada_sim.table import Layout, Pose, Rules
from armada_sim.tabletop import InputError, Message

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_CLAIM_FLOOR: Final = 1 / 128
"""Cells with a half side below this share of the claim's distance are left undecided."""

_CLAIM_FINEST_DEG: Final = 1e-9
"""degrees. Headings nearer than this count as one in the search for a claim, however near it is to be met: doubles
of headings hold little more. Less than 1e-9 mm at a corner."""

_NEAREST_RATIO: Final = 1.1
"""They end when the nearest pose found is this near to the proved distance."""

CLAIM_CELLS = 4_000
"""More open cells than this are left undecided, after each of at most ten cuts in four. Of 48 ends of random paths,
20,000 leave the same one in doubt as 4,000, after three times as long."""

BLOCKER_CELLS = 4_000
"""The same while the blockers of a claim are looked for: then no path counts as found."""

SWEPT_CELLS = 1_000
"""As CLAIM_CELLS where the way is tested: there a cell takes some eight times as long. Of 600 questions among twelve
ships 4,000 answer none otherwise."""

SWEPT_ROUGH_CELLS = 250
"""The same in searches that decide no answer: for what blocks a claim, and for the nearest end of a path."""

BLOCKER_SEARCHES = 40
"""Searches for paths among some of what lies on the table, to find which of it blocks a claim: some more than most
tables have ships. After these none is named, or more than need be."""

NEAREST_ROUNDS = 10
"""Bisections of the distance of the nearest legal pose, at most."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Whether a ship can have got to a pose."""

    answer: Answer
    """yes: `path` ends within `within`. no: proved that none does. in_doubt: neither."""

    within: float
    """mm. How far every corner of the last position may be from the claim."""

    path: tuple[float, ...] | None
    """Headings (degrees) of the legal path found that ends nearest the claim, within or not."""

    off: float | None
    """mm. The largest distance of a corner at the end of that path from the claim."""

    apart: float
    """mm. Proved: no path that is legal in any placement within the tolerance ends nearer than this to the claim."""

    left: tuple[tuple[float, float, float], ...]
    """If in doubt: squares (centre x, y and half side, mm) of last base midpoints not decided."""

    blockers: tuple[str, ...]
    """Unless yes: names of ships, objects, or "edge" among which alone no path was found either, none of them to
    be left out. Empty if it is the steps and turns that do not lead there."""


@dataclass(frozen=True, slots=True)
class Approach:
    """How near to a pose paths come, as far as one search within a distance went."""

    off: float
    path: tuple[float, ...] | None
    left: Floats
    """(n, 3) cells that could not be decided."""


@dataclass(frozen=True)
class Search:
    """Paths of at most some steps that end near one pose."""

    scene: Scene
    openings: tuple[Floats, Floats]
    """As `Spread.openings`."""

    steps: int
    claim: Floats
    """(3,) base midpoint mm and heading, degrees."""

    progress: Progress | None = None
    """Told the distance at hand, mm, and how many cells are open."""

    def within(self, distance: float, most: int = CLAIM_CELLS) -> Approach:
        """Search for a path that ends within `distance` mm of the claim; give up when `most` cells are open."""
        found = [self._first(distance)]
        for layer in range(1, self.steps):
            if found[-1].off <= distance:
                break
            found.append(self._layer(layer, distance, most))
        best = min(found, key=lambda one: one.off)
        return Approach(best.off, best.path, np.concatenate([one.left for one in found]))

    def roughly(self, distance: float, most: int = CLAIM_CELLS) -> Approach:
        """The same for what decides no answer."""
        return self.within(distance, SWEPT_ROUGH_CELLS if self.scene.swept else most)

    def _first(self, distance: float) -> Approach:
        """One step: the base midpoint is known, only the heading is free."""
        scene = self.scene._replace(finest=FINEST_OPENING_DEG)
        x, y, before = scene.start
        work = workspace(scene, REACH_ARC_DEG, 1)
        sure, all_of = self.openings
        swing = math.degrees(2 * math.asin(min(1.0, distance / scene.step)))
        best, path, open_ = math.inf, None, False
        for low, high in _near(all_of, self.claim[2], swing):
            open_ |= compiled().may_match(scene, 1, x, y, TINY, low, high, self.claim, distance, work.windows)
        for low, high in _near(sure, self.claim[2], swing):
            off, heading = compiled().best_match(scene, 1, x, y, low, high, self.claim, work.windows)
            if off < best:
                best, path = off, (float(heading) + 360 * round((before - heading) / 360),)
        left = np.array([[x, y, 0.0]]) if open_ and best > distance else np.zeros((0, 3))
        return Approach(best, path, left)

    def _layer(self, layer: int, distance: float, most: int) -> Approach:
        scene = self.scene._replace(finest=max(_CLAIM_FINEST_DEG, math.degrees(distance / 64 / self.scene.radius)))
        work = workspace(scene, REACH_ARC_DEG, 1)
        arcs = np.zeros((1, ARCS, 2))
        arcs[0, 0] = scene.start[2] - 180, scene.start[2] + 180
        square = np.array([[self.claim[0], self.claim[1], distance * WIDE]])
        cells = Cells.new(square, np.array([layer]), arcs, 0)
        best, path, stuck = math.inf, None, [np.zeros((0, 3))]
        while len(cells.layer) and best > distance:
            if self.progress is not None:
                self.progress(distance, len(cells.layer))
            codes, room, chosen = np.zeros(len(cells.layer), dtype=np.int8), np.zeros(6), np.zeros(6)
            off = compiled().judge_claims(scene, cells, self.claim, distance, work, codes, room, chosen)
            if off < best:
                best, path = float(off), tuple(chosen[~np.isnan(chosen)][: layer + 1].tolist())
            cells = cells.take(codes == OPEN)
            floor = cells.square[:, 2] < _CLAIM_FLOOR * distance
            if len(cells.layer) > most:
                floor[:] = True
            stuck.append(cells.square[floor])
            cells = quarters(cells.take(~floor))
        return Approach(best, path, np.concatenate(stuck) if best > distance else np.zeros((0, 3)))


def _near(fans: Floats, heading: float, swing: float) -> Iterable[tuple[float, float]]:
    """Parts of first headings that hold all of them within `swing` degrees of a heading."""
    for low, high in fans[:, 2:4].tolist():
        if (high - low) / 2 + swing < 180:  # else such headings may lie at both ends
            about = heading + 360 * round(((low + high) / 2 - heading) / 360)
            low, high = max(low, about - swing), min(high, about + swing)
        if low <= high:
            yield low, high


def default_within(layout: Layout) -> float:
    """mm. How far from a claimed pose a corner may end where nobody says."""
    return float(max(layout.largest_tolerance, DEFAULT_TABLE_TOLERANCE_MM))


def path_to_pose(
    layout: Layout, ship: str, pose: Pose, within: float | None = None, rules: Rules | None = None, *,
    nearest: bool = True, blame: bool = True, most: int | None = None, progress: Progress | None = None,
) -> Claim:  # fmt: skip
    """Whether `ship` can have moved to `pose` in one move (clauses move.step to move.edge).

    within: mm at any corner; default the larger of the layout's tolerance and 0.5. nearest: also
    search for the nearest legal pose when the claim is not met, and for what blocks a no. blame: whether to look for
    what blocks at all. most: open cells, beyond which they are left undecided; None for `SWEPT_CELLS` where the way is
    tested, else `CLAIM_CELLS`. progress: called with the distance being searched for, mm, and how many places are open.
    Raises InputError for an unknown ship or a distance that is not positive.
    """
    rules = rules or Rules()
    layout = layout.of_sizes(rules.sizes)
    moving = layout.ship(ship)
    if within is None:
        within = default_within(layout)
    if not 0 < within < math.inf:
        raise InputError(Message("the distance must be above 0, not {given}", given=repr(within)), key="within")
    around = surroundings(layout, moving, rules)
    claim = np.array([*pose.place.origin, float(pose.heading)])

    def search_among(scene: Surroundings) -> Search:
        return Search(*opened(scene.scene, scene.openings), moving.size.steps, claim, progress)

    search = search_among(around)
    found = search.within(within, most or (SWEPT_CELLS if search.scene.swept else CLAIM_CELLS))
    if found.off <= within:
        return Claim(Answer.YES, within, found.path, found.off, 0.0, (), ())
    answer = Answer.IN_DOUBT if len(found.left) else Answer.NO
    # paths that are legal in some placement only are none where doubt means no, yet they may be the true ones
    strict = layout.largest_tolerance and rules.doubt_rule == "three_answers"
    apart = 0.0 if strict else _refuted(within, found)
    left = tuple(tuple(row) for row in found.left.tolist())
    if nearest:
        apart, found = _nearest(search, within, found)
        if strict:
            wide = search_among(surroundings(layout, moving, replace(rules, doubt_rule="favour_actor")))
            apart, _ = _nearest(wide, within, wide.within(within))
    path, off = (found.path, found.off) if found.path is not None else (None, None)
    told = blame and (nearest or answer is Answer.IN_DOUBT)
    return Claim(answer, within, path, off, apart, left, _blockers(around, search, within) if told else ())


def _blockers(around: Surroundings, search: Search, within: float) -> tuple[str, ...]:
    """Names of what keeps a ship from a claim: among these alone no path is found either.

    A path is looked for among what is known to block; what it meets blocks too. In the end what can be left out is.
    """

    searches = 0

    def path_among(names: list[str]) -> tuple[float, ...] | None:
        nonlocal searches
        searches += 1
        scene, openings = opened(around.only(names), None)
        found = replace(search, scene=scene, openings=openings).roughly(within, BLOCKER_CELLS)
        return found.path if found.off <= within else None

    names: list[str] = []
    while (path := path_among(names)) is not None:
        if searches == BLOCKER_SEARCHES:
            return ()
        met = [name for name in dict.fromkeys(around.names) if name not in names and _meets(around.only([name]), path)]
        if not met:  # it all but touches something
            return tuple(names)
        names += met
    for name in list(names)[: BLOCKER_SEARCHES - searches]:
        rest = [other for other in names if other != name]
        if path_among(rest) is None:
            names = rest
    return tuple(names)


def _meets(scene: Scene, path: tuple[float, ...]) -> bool:
    """Whether a path is not proved to be free."""
    kernel = compiled()
    bases = np.zeros((len(path) + 1, 2))
    if not kernel.trace(scene, np.array(path), len(path), bases):
        return True
    return bool(kernel.spare_room(scene, len(path), 0, *bases[-2], path[-1], 0.0) <= 0)


def _refuted(distance: float, found: Approach) -> float:
    """The distance, if a search within it proved that no path ends there; else 0."""
    return 0.0 if len(found.left) or found.off <= distance else distance


def _nearest(search: Search, within: float, found: Approach) -> tuple[float, Approach]:
    """The nearest end of a legal path found, and a distance within which there is proved to be none."""
    apart = _refuted(within, found)
    reach = (search.steps + 1) * search.scene.step + math.dist(search.claim[:2], search.scene.start[:2])
    best, distance = found, max(within, float(POSE_GRID_MM) / 2)
    while best.off > distance and distance < 2 * reach:
        distance = 2 * distance
        tried = search.roughly(distance)
        best = min(best, tried, key=lambda one: one.off)
        apart = max(apart, _refuted(distance, tried))
    for _ in range(NEAREST_ROUNDS):
        if not math.isfinite(best.off) or best.off <= _NEAREST_RATIO * apart:
            break
        middle = max(apart, best.off / 16) ** 0.5 * best.off**0.5
        tried = search.roughly(middle)
        best = min(best, tried, key=lambda one: one.off)
        if tried.off > middle and not _refuted(middle, tried):
            break
        apart = max(apart, _refuted(middle, tried))
    return apart, best

"""How far pieces may be off before a shot's answer changes.

`low` is proved: `shot_closed` shows under every option that no placement within it opens a closed shot, `shot_open`
and `shot_carried` that none closes a clear one where a line of fire is all that a clear shot needs, and `shot_clear`
under the other options, and where those two are not near enough. `high` comes with a placement that was decided exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from armada_sim import broadsides
from armada_sim.broadsides import ShotCase
from armada_sim.layout import Pose, Ship
from armada_sim.pieces import Size
from armada_sim.rules import Rules
from armada_sim.shot_boxes import Opening
from armada_sim.shot_carried import CarriedProof
from armada_sim.shot_clear import Clear
from armada_sim.shot_closed import Search
from armada_sim.shot_open import OpenProof
from armada_sim.shot_views import (
    View,
    moved_by,
    points_to_frame,
    views,
)
from armada_sim.tolerance import (
    FLIP_LIMIT_MM,
    FLIP_STEP_MM,
    MARGIN_GOAL_MM,
    OPEN_ANGLES,
    OPEN_BISECTIONS,
    OPEN_REFINEMENTS,
    OPEN_STEP,
    OPENING_PAST,
    SHALLOW_COTANGENT,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Margin:
    """Margin from both sides."""

    low: float
    """mm. Proved: no placement within it (times each ship's weight) changes the answer."""

    high: float | None
    """mm. The `flip` is within it; None if no placement was found."""

    flip: dict[str, Pose] | None
    """Poses of the ships that must move for the other answer."""

    why: str | None = None
    """Why there is no flip."""


@dataclass(frozen=True)
class _Question:
    """A shot, its weights and the ways it could be clear."""

    case: ShotCase
    weights: Mapping[str, float]
    views: list[View]

    @property
    def ships(self) -> dict[str, Ship]:
        """The movable ships by name."""
        case = self.case
        return {ship.name: ship for ship in (case.shooter, case.target, *case.ships, *case.passed_ships)}

    def eps(self, flip: Mapping[str, Pose]) -> float:
        """mm. The least margin within which a placement lies."""
        ships = self.ships
        return max((moved_by(self.case, ships[n], pose) / self.weights[n] for n, pose in flip.items()), default=0.0)

    def clear(self, flip: Mapping[str, Pose]) -> bool:
        """The exact answer for a placement."""
        return broadsides.is_clear(self.case.moved(flip))


def shot_margin(case: ShotCase, weights: Mapping[str, float], clear: bool) -> Margin:
    """The margin of a shot that is `clear` or not, see `Margin`.

    weights: for each ship the share of the margin by which it may be off.
    """
    question = _Question(case, weights, views(case, weights))
    names = {case.shooter.name, case.target.name} | {ship.name for ship in case.ships}
    if not question.views:
        return Margin(math.inf, None, None, "no placement arms the ship")
    if not any(weights[name] for name in names):
        return Margin(math.inf, None, None, "none of the pieces may be off")
    return _open_margin(question) if clear else _closed_margin(question)


def _found(question: _Question, low: float, flip: dict[str, Pose] | None, limit: float = math.inf) -> Margin:
    """The result. limit: mm within which a placement comes as near to the other answer as one likes."""
    if flip is None:
        return Margin(low, None, None, _why(question, low, limit))
    high = question.eps(flip)
    return Margin(min(low, high), high, flip)


def _why(question: _Question, low: float, limit: float) -> str:
    """Why no flip is given."""
    case = question.case
    if low >= FLIP_LIMIT_MM / 2:
        return f"no placement within {low / 1000:.0f} m changes the answer"
    if case.rules.in_area == "whole" and case.target.size == Size.LARGE and limit < FLIP_LIMIT_MM:
        return (
            f"{case.target.name} is as large as the large piece, which covers all of it only where their corners coincide: "
            f"pieces off by {limit:.3f} mm come as near to that as one likes, but no headings in decimals meet it"
        )
    return "no placement that changes the answer was found; the margin holds all the same"


# closed shots


def _closed_margin(question: _Question) -> Margin:
    case = question.case
    whole = [Opening(view, case.rules, case.domain) for view in question.views]
    searches = [Search(opening) for opening in whole]
    covers = [Search(replace(opening, only="cover")) if opening.covers else None for opening in whole]
    low, high = FLIP_LIMIT_MM, FLIP_LIMIT_MM
    for search, cover in zip(searches, covers, strict=True):
        if cover is not None:
            cover.begin()
            cover.proved(high)
        search.begin(None if cover is None or cover.best is None else cover.opening.unshared(cover.best))
        high = min(high, search.high)
    for search, cover in zip(searches, covers, strict=True):
        known = 0.0 if cover is None else cover.proved(high, part=True)
        if search.opening.both and 2 * known + MARGIN_GOAL_MM < high:
            known = max(known, Search(replace(search.opening, only="line")).proved(high, part=True))
        if 2 * known + MARGIN_GOAL_MM < high:
            known = max(known, search.proved(high))
        low, high = min(low, known), min(high, search.high)
        search.refine()
        high = min(high, search.high)
    return _found(question, low, _opened(question, searches), high)


def _opened(question: _Question, searches: list[Search]) -> dict[str, Pose] | None:
    """The nearest placement found, and checked, that opens the shot."""
    for search in sorted((s for s in searches if s.best is not None), key=lambda s: s.high):
        for past in OPENING_PAST:  # what touches as found does not, once it is pushed a little further
            flip = search.poses(question.ships, past)
            if question.clear(flip):
                return flip
    return None


# clear shots


def _open_margin(question: _Question) -> Margin:
    known = _open_low(question) if open_provable(question.case.rules) else 0.0
    return _found(question, *Clear(question.case, question.weights, question.views).margin(known))


def open_provable(rules: Rules) -> bool:
    """Whether a line of fire is all a clear shot needs under these rules."""
    return (
        rules.physical_fit == "virtual"
        and rules.template_over_edge == "allowed"
        and rules.in_area in ("any_part", "touch_counts", "tip_or_base_only")
        and rules.obstruction in ("line_of_fire", "partial_cover_ok", "none")
    )


def _open_low(question: _Question) -> float:
    """The largest eps proved in any way for any view."""
    low = 0.0
    flattest = math.atan(1 / SHALLOW_COTANGENT)
    spacing = (math.pi - 2 * flattest) / (OPEN_ANGLES - 1)
    grid = [None, *(flattest + spacing * i for i in range(OPEN_ANGLES))]
    known = _witness_angles(question)
    for view in question.views:
        low = _greatest(CarriedProof(view).holds, low)
        proof = OpenProof(view)
        own = [angle for side, angle in known if side == view.gun.side and flattest < angle < math.pi - flattest]
        low, best = _best_angle(proof, [*own, *grid], low)
        best = own[0] if best is None and own else best
        for part in OPEN_REFINEMENTS:
            if best is None:
                break
            tries = [a for a in (best - spacing * part, best + spacing * part) if flattest < a < math.pi - flattest]
            low, better = _best_angle(proof, tries, low)
            best = best if better is None else better
    return low


def _witness_angles(question: _Question) -> list[tuple[str, float]]:
    """Side and direction (gun frame, radians) of the lines that make the shot clear."""
    found = []
    for shot in broadsides.decide(question.case):
        if shot.clear and shot.gun_point is not None and shot.target_point is not None:
            view = next(view for view in question.views if view.gun.side == shot.side)
            ends = points_to_frame(view.gun, np.array([shot.gun_point, shot.target_point]))
            dx, dy = ends[1] - ends[0]  # a right side's frame is mirrored, the two points swapped
            found.append((shot.side, math.atan2(float(dy), float(dx)) % math.pi))
    return found


def _best_angle(proof: OpenProof, angles: Sequence[float | None], low: float) -> tuple[float, float | None]:
    """The largest eps above `low` proved for one of the angles, and the angle (None: none is better)."""
    best: float | None = None
    for angle in angles:
        more = _greatest(partial(proof.holds, angle), low)
        if more > low:
            low, best = more, angle
    return low, best


def _greatest(holds: Callable[[float], bool], low: float) -> float:
    """About the largest eps that is proved; `low` if none somewhat greater is."""
    good, bad = low + max(low * OPEN_STEP, FLIP_STEP_MM), max(2 * low, MARGIN_GOAL_MM)
    if not holds(good):
        return low
    while bad < FLIP_LIMIT_MM and holds(bad):
        good, bad = bad, 2 * bad
    for _ in range(OPEN_BISECTIONS):
        middle = (good + bad) / 2
        good, bad = (middle, bad) if holds(middle) else (good, middle)
    return good

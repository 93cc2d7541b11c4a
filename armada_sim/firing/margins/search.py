"""How far pieces may be off before a shot's answer changes.

`low` is proved: `closed.search` shows under every option that no placement within it opens a closed shot, `line` that
none closes a clear one where a line of fire is all that a clear shot needs, and `clear.search`
under the other options, and where those two are not near enough. `high` has a placement that was decided exactly.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from armada_sim.firing import broadsides
from armada_sim.firing.broadsides import ShotCase
from armada_sim.firing.margins._reach import parted, parting
from armada_sim.firing.margins.closed import CLOSED_AIM, Opening, Search
from armada_sim.firing.margins.plane import FLIP_LIMIT_MM, View, moved_by, placed, views
from armada_sim.firing.margins.work import DECISION, Work, open_provable, work_of
from armada_sim.geometry import MARGIN_GOAL_MM, POSE_DIGITS
from armada_sim.table import Pose, Ship
from armada_sim.tabletop import Amount, Message

OPENING_PAST: Final = (1.0, 1.000001, 1.0001, 1.005)
"""Multiples of what it finds that are decided exactly, in turn."""


@dataclass(frozen=True, slots=True)
class Margin:
    """Margin from both sides."""

    low: float
    """mm. Proved: no placement within it (times each ship's weight) changes the answer."""

    high: float | None
    """mm. The `flip` is within it; None if no placement was found."""

    flip: dict[str, Pose] | None
    """Poses of the ships that must move for the other answer."""

    why: Message | None = None
    """Why there is no flip."""

    brief: bool = False
    """Whether it was looked for in fewer steps than NumPy allows, and was not done by then."""

    @property
    def wide(self) -> bool:
        """Whether a flip is known, but the margin is not as near to it as promised."""
        return self.high is not None and self.high > 2 * self.low + MARGIN_GOAL_MM


@dataclass(frozen=True)
class _Question:
    """A shot, its weights and the ways it could be clear."""

    case: ShotCase
    weights: Mapping[str, float]
    views: list[View]
    work: Work

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


def shot_margin(case: ShotCase, weights: Mapping[str, float], clear: bool, work: Work | None = None) -> Margin:
    """The margin of a shot that is `clear` or not, see `Margin`.

    weights: for each ship the share of the margin by which it may be off. work: what it may cost.
    """
    question = _Question(case, weights, views(case, weights), work or work_of(case.rules))
    names = {case.shooter.name, case.target.name} | {ship.name for ship in case.ships}
    if not question.views:
        return Margin(math.inf, None, None, Message("no position would let this ship fire"))
    rules, target = case.rules, case.target
    if rules.in_area == "whole" and rules.touching_target == "cannot" and rules.outline(target.size) == rules.template:
        return Margin(math.inf, None, None, Message(
            "{target} is as large as the large piece, which covers all of it only where it touches "
            "the side (touching_target = cannot)", target=target.name,
        ))  # fmt: skip
    if not any(weights[name] for name in names):
        return Margin(math.inf, None, None, Message("none of the pieces may be off"))
    return _open_margin(question) if clear else _closed_margin(question)


def stays_clear(
    case: ShotCase, weights: Mapping[str, float], enough: float, work: Work, *, searched: bool = True
) -> bool | None:
    """Whether a clear shot stays so while no piece is off by more than `enough` mm (times its weight).

    A question less than its margin, soon answered; None where neither a proof nor a placement was found. searched:
    whether they are looked for where the line shown does not settle it.
    """
    from armada_sim.firing.margins.clear import Clear
    from armada_sim.firing.margins.line import open_low

    found = views(case, weights)
    low = open_low(case, found, work) if open_provable(case.rules) else 0.0
    if low >= enough:
        return True
    return Clear(case, weights, found, work).settled(enough, low) if searched else None


def stays_closed(case: ShotCase, weights: Mapping[str, float], enough: float, work: Work) -> bool:
    """Whether it is proved that a closed shot stays so while no piece is off by more than `enough` mm (times its
    weight): soon where its margin is greater by far."""
    for view in views(case, weights):
        if parted(view).low >= enough:
            continue
        opening = Opening(view.within(enough), case.rules, case.domain)
        parts = (replace(opening, only=only) for only in (("cover", "line", "") if opening.both else ("",)))
        if not any(Search(part, work=work, aim=enough).proved(enough, part=True) >= enough for part in parts):
            return False
    return True


def _margin(question: _Question, low: float, flip: dict[str, Pose] | None, limit: float = math.inf) -> Margin:
    """The result. limit: mm within which a placement comes as near to the other answer as one likes."""
    if flip is None:
        return Margin(_rounded(low), None, None, _why(question, low, limit))
    high = question.eps(flip)
    return Margin(_rounded(min(low, high)), high, flip)


def _rounded(low: float) -> float:
    """mm. Down to the decimals of poses: what the last bits of sines leave open, which are not alike everywhere."""
    return min(low, math.floor(low * 10**POSE_DIGITS) / 10**POSE_DIGITS) if math.isfinite(low) else low


def _why(question: _Question, low: float, limit: float) -> Message:
    """Why no flip is given."""
    case, unit = question.case, question.case.unit
    if low >= FLIP_LIMIT_MM / 2:
        return Message("no placement within {metres} m changes the answer", metres=f"{low / 1000:.0f}")
    alike = case.rules.outline(case.target.size) == case.rules.template
    if case.rules.in_area == "whole" and alike and limit < FLIP_LIMIT_MM:
        return Message(
            "{target} is as large as the large piece, which covers all of it only where their corners coincide: pieces "
            "off by {length} come as near to that as one likes, but no pose in nine decimals meets it",
            target=case.target.name, length=Amount(f"{limit / unit.mm:.{unit.exactly.digits + 1}f}", unit.name),
        )  # fmt: skip
    if question.work.ended:
        return Message(
            "the search for a placement that changes the answer was ended after a fixed number of steps, "
            "and the margin is what is proved by then"
        )
    return Message("no placement that changes the answer was found; the margin holds all the same")


# closed shots


def _closed_margin(question: _Question) -> Margin:
    case, work = question.case, question.work
    whole = [Opening(view, case.rules, case.domain) for view in question.views]
    searches = sorted((Search(opening, work=work) for opening in whole), key=lambda search: search.parted.low)
    low = high = FLIP_LIMIT_MM
    for waiting, search in zip(range(len(searches) - 1, -1, -1), searches, strict=True):
        # the most promising one first: of the others mostly a proof is enough
        work.keep(work.left * waiting // (waiting + 1))
        opening, known = search.opening, search.parted.low
        if opening.cover:
            cover = Search(replace(opening, only="cover"), work=work)
            cover.begin()
            known = max(known, cover.proved(high))
            search.begin(None if cover.best is None else cover.opening.gun.unshared(cover.best))
            high = min(high, search.high)
            known = max(known, cover.proved(high, part=True))
        elif high == FLIP_LIMIT_MM:
            search.begin()
            high = search.high
        search.narrow(high)
        if opening.both and 2 * known + MARGIN_GOAL_MM < high:
            known = max(known, Search(replace(search.opening, only="line"), work=work).proved(high, part=True))
        if known < CLOSED_AIM * (high - MARGIN_GOAL_MM):
            known = max(known, search.proved(high))
        low = min(low, known)
        if search.high <= high:
            search.refine()
        high = min(high, search.high)
    work.keep(0)
    return _margin(question, low, _opened(question, searches), high)


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
    from armada_sim.firing.margins.clear import Clear
    from armada_sim.firing.margins.line import open_low

    case, views, work = question.case, question.views, question.work
    low, away = open_low(case, views, work) if open_provable(case.rules) else 0.0, _parting(question)
    if away is not None:
        found = _margin(question, low, away)
        if not found.wide:
            return found
    low, flip = Clear(case, question.weights, views, work).margin(low, away)
    return _margin(question, low, flip)


def _parting(question: _Question) -> dict[str, Pose] | None:
    """Poses of shooter and target with which the target is out of reach of every side, if they are found at once."""
    best: dict[str, Pose] | None = None
    for view in question.views:
        motions = parting(view)
        if motions is None:
            return None
        pieces = zip((question.case.shooter, question.case.target), (view.shooter, view.target), motions, strict=True)
        axes = view.gun.axes_float()
        flip = {ship.name: placed(ship, piece, motion, axes) for ship, piece, motion in pieces if piece.weight}
        if best is None or question.eps(flip) > question.eps(best):
            best = flip
    question.work.spend(DECISION)
    return None if best is None or question.clear(best) else best

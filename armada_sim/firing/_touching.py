"""Margins of shots under two options that ask for more than a line and room among what blocks.

touching_target = cannot: no shot from a gun side that the target is in contact with, since there is no
room for the large piece; another side of the same ship may fire. A side is the closed segment from base
corner to tip, so a target at its very end touches it.

physical_fit: the large piece must also fit among pieces that block no shot.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from armada_sim.firing.broadsides import ShotCase, is_clear, side_gap
from armada_sim.firing.margins import (
    PLAIN,
    PLAIN_SHARE_WORK,
    PLAIN_SHARES,
    PLAIN_WORK,
    Margin,
    Work,
    moved_by,
    open_provable,
    shot_margin,
    stays_clear,
    stays_closed,
    work_of,
)  # fmt: skip
from armada_sim.geometry import FLIP_PAST_MM, POSE_DIGITS, Gap, Point, Relation, middle
from armada_sim.table import Pose, Ship

Flip = dict[str, Pose]


def margin_of_shot(case: ShotCase, weights: Mapping[str, float], clear: bool, *, brief: bool = PLAIN) -> Margin:
    """The margin of a shot that is `clear` or not; everything that is looked for shares the same work.

    brief: whether that is less than elsewhere, as where there is no NumPy.
    """
    work = work_of(case.rules, PLAIN_WORK if brief else math.inf)
    margin = replace(_margin_within(case, weights, clear, work), brief=brief and work.ended)
    return _closed_by_shares(case, weights, margin) if margin.brief and not clear else margin


def _closed_by_shares(case: ShotCase, weights: Mapping[str, float], margin: Margin) -> Margin:
    """The margin of a closed shot with what small shares of its upper bound prove: the smaller, the sooner."""
    high = margin.high or 0.0
    for share in PLAIN_SHARES:
        error = math.floor(share * high * 10**POSE_DIGITS) / 10**POSE_DIGITS
        if error > margin.low:
            if not stays_closed(case, weights, error, work_of(case.rules, PLAIN_SHARE_WORK)):
                break
            margin = replace(margin, low=error)
    return margin


def settled_margin(case: ShotCase, weights: Mapping[str, float], clear: bool, enough: float) -> Margin:
    """The same, told from an error in mm by more proofs where it is not by a placement that is found: the answer does
    not depend on how much work went before."""
    margin = margin_of_shot(case, weights, clear)
    if margin.low >= enough or (margin.high is not None and margin.high < enough):
        return margin
    if not clear:
        sure: bool | None = stays_closed(case, weights, enough, work_of(case.rules))
    else:
        sure = surely_clear(case, weights, enough)
    if sure is None and margin.brief and open_provable(case.rules):
        margin = margin_of_shot(case, weights, clear, brief=False)
    return replace(margin, low=enough) if sure else margin


def _margin_within(case: ShotCase, weights: Mapping[str, float], clear: bool, work: Work) -> Margin:
    """The same with so much work."""
    if not clear:
        return shot_margin(case, weights, False, work)
    return (_fitting if case.rules.touching_target == "may_be_hit" else _untouched)(case, weights, work)


def surely_clear(case: ShotCase, weights: Mapping[str, float], enough: float, *, searched: bool = True) -> bool | None:
    """Whether a clear shot stays so wherever pieces lie that are off by no more than `enough` mm, times their weights;
    None where that is not soon settled, but for its margin. searched: as `stays_clear` has it."""
    if case.rules.touching_target != "may_be_hit" or not any(weights.values()):
        return None
    strict, work = _all_blocking(case), work_of(case.rules)
    if strict is case:
        return stays_clear(case, weights, enough, work, searched=searched)
    # what must only have room counts as blocking: a proof holds, but a placement that closes the shot says nothing
    return (is_clear(strict) and stays_clear(strict, weights, enough, work, searched=searched)) or None


def _all_blocking(case: ShotCase) -> ShotCase:
    """The shot with all that must only leave room for the large piece among what blocks it."""
    if case.rules.physical_fit == "virtual" or not (case.passed_ships or case.passed_obstacles):
        return case
    return replace(
        case, ships=(*case.ships, *case.passed_ships), obstacles=(*case.obstacles, *case.passed_obstacles),
        passed_ships=(), passed_obstacles=(),
    )  # fmt: skip


def _fitting(case: ShotCase, weights: Mapping[str, float], work: Work) -> Margin:
    """The margin of a clear shot at a target that may be touched.

    What must only have room is not known to its proof: there it counts as blocking, under which every clear shot is
    clear without, or nothing is proved.
    """
    margin = shot_margin(case, weights, True, work)
    strict = _all_blocking(case)
    if strict is case:
        return margin
    if not is_clear(strict):
        return replace(margin, low=0.0)
    proved = shot_margin(strict, weights, True, work)
    if proved.high is not None and proved.flip is not None and (margin.high is None or proved.high < margin.high):
        margin = margin if is_clear(case.moved(proved.flip)) else proved
    return replace(margin, low=min(margin.low, proved.low))


def _untouched(case: ShotCase, weights: Mapping[str, float], work: Work) -> Margin:
    """A clear shot stays so while its line does and the target touches none of the sides it is off now."""
    gaps = {side: gap for side in case.sides if (gap := side_gap(case, side)).relation is Relation.APART}
    lines = replace(case, rules=case.rules.but(touching_target="may_be_hit"), sides=tuple(gaps))
    total = weights[case.shooter.name] + weights[case.target.name]
    margin = _fitting(lines, weights, work)
    low = min(margin.low, *(gap.low / total if total else math.inf for gap in gaps.values()))
    flips = [margin.flip, *(_pushed(case, weights, gap) for gap in gaps.values() if total)]
    checked = [flip for flip in flips if flip and not is_clear(case.moved(flip))]
    best = min(checked, key=lambda flip: _size(case, weights, flip), default=None)
    if best is None:
        return replace(margin, low=low, high=None, flip=None)
    high = _size(case, weights, best)
    return Margin(min(low, high), high, best)


def _size(case: ShotCase, weights: Mapping[str, float], flip: Flip) -> float:
    """mm. The least margin within which a placement lies."""
    ships = {ship.name: ship for ship in (case.shooter, case.target, *case.ships, *case.passed_ships)}
    return max(moved_by(case, ships[name], pose) / weights[name] for name, pose in flip.items())


def _pushed(case: ShotCase, weights: Mapping[str, float], gap: Gap) -> Flip:
    """A placement in which the target just touches a side: on to it, then a little deeper along its own middle."""
    (dx, dy), (ux, uy) = _difference(gap.on_a, gap.on_b), _unit(_difference(gap.on_b, middle(case.body(case.target))))
    return _shifted(case, weights, (dx + FLIP_PAST_MM * ux, dy + FLIP_PAST_MM * uy))


def _difference(end: Point, start: Point) -> Point:
    return end[0] - start[0], end[1] - start[1]


def _unit(way: Point) -> Point:
    length = math.hypot(*way)
    return (way[0] / length, way[1] / length) if length else (0.0, 0.0)


def _shifted(case: ShotCase, weights: Mapping[str, float], by: Point) -> Flip:
    """The target shifted against the shooter, each doing its share, mm."""
    total = weights[case.shooter.name] + weights[case.target.name]

    def at(ship: Ship, part: float) -> Pose:
        x, y = (float(v) + part * d for v, d in zip((ship.pose.x, ship.pose.y), by, strict=True))
        return Pose(round(x, POSE_DIGITS), round(y, POSE_DIGITS), ship.pose.heading)

    parts = {case.target: weights[case.target.name] / total, case.shooter: -weights[case.shooter.name] / total}
    return {ship.name: at(ship, part) for ship, part in parts.items() if part}

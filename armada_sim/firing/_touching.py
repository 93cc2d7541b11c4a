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
from armada_sim.firing.guns import GunSide
from armada_sim.firing.margins import Margin, Work, moved_by, shot_margin
from armada_sim.geometry import FLIP_PAST_MM, POSE_DIGITS, Gap, Point, Relation, middle
from armada_sim.table import Pose, Ship
from armada_sim.tabletop import Message

Flip = dict[str, Pose]


def margin_of_shot(case: ShotCase, weights: Mapping[str, float], clear: bool, work: Work) -> Margin:
    """The margin of a shot that is `clear` or not; everything that is looked for shares the same work."""
    return (_fitting if case.rules.touching_target == "may_be_hit" else _margin)(case, weights, clear, work)


def _fitting(case: ShotCase, weights: Mapping[str, float], clear: bool, work: Work) -> Margin:
    """The margin of a shot at a target that may be touched.

    What must only have room is not known to the proof for clear shots: there it counts as blocking, under
    which every clear shot is clear without, or nothing is proved.
    """
    margin = shot_margin(case, weights, clear, work)
    if not clear or case.rules.physical_fit == "virtual" or not (case.passed_ships or case.passed_obstacles):
        return margin
    strict = replace(
        case, ships=(*case.ships, *case.passed_ships), obstacles=(*case.obstacles, *case.passed_obstacles),
        passed_ships=(), passed_obstacles=(),
    )  # fmt: skip
    if not is_clear(strict):
        return replace(margin, low=0.0)
    proved = shot_margin(strict, weights, True, work)
    if proved.high is not None and proved.flip is not None and (margin.high is None or proved.high < margin.high):
        margin = margin if is_clear(case.moved(proved.flip)) else proved
    return replace(margin, low=min(margin.low, proved.low))


def _margin(case: ShotCase, weights: Mapping[str, float], clear: bool, work: Work) -> Margin:
    """A clear shot stays so while its line does and the target touches none of the sides it is off now.

    One that is not stays so while the lines of those sides stay closed, and each of the others stays
    touched or closed.
    """
    lines = replace(case, rules=case.rules.but(touching_target="may_be_hit"))
    gaps = {side: side_gap(case, side) for side in case.sides}
    free = tuple(side for side, gap in gaps.items() if gap.relation is Relation.APART)
    total = weights[case.shooter.name] + weights[case.target.name]
    known = [_fitting(replace(lines, sides=free), weights, clear, work)] if free else []
    lows, flips = [margin.low for margin in known], [margin.flip for margin in known]
    for side in free if clear else (side for side in case.sides if side not in free):
        reach = max(0.0, gaps[side].low if clear else -gaps[side].high) / total if total else math.inf
        own = replace(lines, sides=(side,))
        if not clear and not is_clear(own):
            reach = max(reach, _fitting(own, weights, False, work).low)
        lows.append(reach)
        flips += _pushed(case, weights, side, gaps[side]) if total else []
    checked = [flip for flip in flips if flip and is_clear(case.moved(flip)) is not clear]
    best = min(checked, key=lambda flip: _size(case, weights, flip), default=None)
    low = min(lows, default=math.inf)
    if best is None:
        unknown = Message("no placement that changes the answer was found")
        why = next((margin.why for margin in known if margin.why), unknown)
        return Margin(low, None, None, why)
    high = _size(case, weights, best)
    return Margin(min(low, high), high, best)


def _size(case: ShotCase, weights: Mapping[str, float], flip: Flip) -> float:
    """mm. The least margin within which a placement lies."""
    ships = {ship.name: ship for ship in (case.shooter, case.target, *case.ships, *case.passed_ships)}
    return max(moved_by(case, ships[name], pose) / weights[name] for name, pose in flip.items())


def _pushed(case: ShotCase, weights: Mapping[str, float], side: str, gap: Gap) -> list[Flip]:
    """Placements in which the target just touches a side it is off, or is just off one it touches."""
    gun = GunSide(case.shooter, case.rules.outline(case.shooter.size), side)
    body = case.body(case.target)
    if gap.relation is Relation.APART:  # on to the side, then a little deeper along the target's own middle
        (dx, dy), (ux, uy) = _difference(gap.on_a, gap.on_b), _unit(_difference(gap.on_b, middle(body)))
        return [_shifted(case, weights, (dx + FLIP_PAST_MM * ux, dy + FLIP_PAST_MM * uy))]
    far = -gap.value + FLIP_PAST_MM
    outwards = gun.axes_float()[2]
    ways = [_difference(gap.on_a, gap.on_b), outwards, _difference(middle(body), middle(gun.edge))]
    return [_shifted(case, weights, (far * x, far * y)) for x, y in map(_unit, ways)]


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

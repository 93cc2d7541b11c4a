"""Rulings on shots: what forbids one outright, what the geometry says, and by how much."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from flint import ctx

from armada_sim.evidence import (
    Answer,
    BlockedLine,
    ClearLine,
    Flip,
    Placement,
    Reason,
    Ruling,
    ShotEvidence,
    Verdict,
    conclude,
    doubt_reason,
    relation_text,
)
from armada_sim.firing.broadsides import Shot, ShotCase, decide, is_clear, region, shot_case
from armada_sim.firing.guns import GunSide, large_template
from armada_sim.geometry import FINEST, Point, Polygon, ball, clearance, template_at
from armada_sim.table import Clause, Layout, Rules, Ship, Unit


def _refusal(layout: Layout, shooter: Ship, target: Ship, rules: Rules) -> Reason | None:
    """Why this shot is not open at all, wherever the pieces lie; None if it is."""
    if shooter.sunk:
        text = f"{shooter.name} has taken {shooter.damage} hits and is sunk"
        return Reason(Clause.SHOT_SUNK, text, None, (shooter.name,), shooter.damage, shooter.size.pips)
    if shooter.name == target.name:
        return Reason(Clause.SHOT_TARGET, f"{shooter.name} cannot fire at itself", None, (shooter.name,))
    if target.sunk:
        text = f"{target.name} has taken {target.damage} hits and is sunk already"
        return Reason(Clause.SHOT_TARGET, text, None, (target.name,), target.damage, target.size.pips)
    if shooter.player == target.player and rules.friendly_fire == "forbidden":
        text = f"{shooter.name} and {target.name} are on the same side: friendly_fire = forbidden"
        return Reason(Clause.SHOT_FRIEND, text, None, (shooter.name, target.name))
    return ally_reason(layout, shooter, target, rules)


def ally_reason(layout: Layout, shooter: Ship, target: Ship, rules: Rules) -> Reason | None:
    """Why an ally's ship is not fired at (option teams); None if it is, or is no ally's."""
    mate = shooter.player != target.player and layout.allied(shooter.player, target.player)
    if not mate or rules.teams != "allies_transparent":
        return None
    text = f"{target.name} is an ally's, and allies cannot be hit: teams = allies_transparent"
    return Reason(Clause.SHOT_FRIEND, text, None, (shooter.name, target.name))


def clear_side(layout: Layout, shooter: Ship, target: Ship, sides: Sequence[str], rules: Rules) -> str | None:
    """The first of `sides` from which the ruling on a shot allows it, without its evidence; None if none does."""
    if _refusal(layout, shooter, target, rules) is not None:
        return None
    exactly = not layout.largest_tolerance or rules.doubt_rule == "exact"
    for side in sides:
        if exactly:
            allowed = is_clear(shot_case(layout, shooter, target, (side,), rules))
        else:
            allowed = rule_on_shot(layout, shooter, target, (side,), rules, Unit()).allowed
        if allowed:
            return side
    return None


def against_shot(layout: Layout, shooter: Ship, target: Ship, sides: Sequence[str], rules: Rules) -> tuple[Reason, ...]:
    """The reasons of a ruling that does not allow a shot, without its margins where pieces lie as stated."""
    if layout.largest_tolerance and rules.doubt_rule != "exact":
        return rule_on_shot(layout, shooter, target, sides, rules, Unit()).reasons
    refused = _refusal(layout, shooter, target, rules)
    if refused is not None:
        return (refused,)
    case = shot_case(layout, shooter, target, sides, rules)
    return tuple(_reason(case, shot, Unit()) for shot in decide(case))


def flag_side(layout: Layout, shooter: Ship, flag: Polygon, sides: Sequence[str], rules: Rules) -> str | None:
    """The first of `sides` from which a flag on the table is hit; it stands exactly where it is. None if none is."""
    case = replace(shot_case(layout, shooter, shooter, sides, rules), aim=flag)
    return next((side for side in sides if is_clear(replace(case, sides=(side,)))), None)


def sight_line(
    layout: Layout, shooter: Ship, target: Ship, sides: Sequence[str], rules: Rules
) -> tuple[Point, Point] | None:
    """mm. The ends of a clear line of a shot that is allowed; None if none is, or only doubt allows it."""
    side = clear_side(layout, shooter, target, sides, rules)
    if side is None:
        return None
    found = decide(shot_case(layout, shooter, target, (side,), rules))[0]
    return None if found.gun_point is None or found.target_point is None else (found.gun_point, found.target_point)


def rule_on_shot(
    layout: Layout, shooter: Ship, target: Ship, sides: Sequence[str], rules: Rules, unit: Unit, *, tight: bool = False
) -> Ruling:
    """The ruling on a shot from any of `sides`. tight: whether to search longer for a margin near `margin_upper`."""
    refused = _refusal(layout, shooter, target, rules)
    if refused is not None:
        return Ruling("shot", Answer.NO, False, shooter.name, target.name, reasons=(refused,))
    case = shot_case(layout, shooter, target, sides, rules)
    shots = decide(case)
    best = max(shots, key=lambda shot: _merit(case, shot))
    clear = best.clear
    reasons = [_reason(case, shot, unit) for shot in ([best] if clear else shots)]
    notes: list[str] = []
    if shooter.player == target.player:
        notes.append(f"{target.name} is one of {shooter.player}'s own ships")
    elif layout.allied(shooter.player, target.player):
        notes.append(f"{target.name} is a ship of {target.player}, who is on {shooter.player}'s team")
    low, high, flip, note = _margin(layout, case, clear, tight)
    if note is not None:
        notes.append(note)
    answer, allowed = conclude(clear, low, layout.largest_tolerance, rules)
    if answer is Answer.IN_DOUBT:
        reasons.append(doubt_reason(Verdict(clear, low, high, None, ()), layout.largest_tolerance, unit, allowed))
    return Ruling(
        "shot", answer, allowed, shooter.name, target.name, low if math.isfinite(low) else None, high, flip,
        tuple(reasons), _evidence(case, best), tuple(notes),
    )  # fmt: skip


def _margin(
    layout: Layout, case: ShotCase, clear: bool, tight: bool
) -> tuple[float, float | None, Flip | None, str | None]:
    """Margin from both sides, a flip, and what is to be said of them."""
    from armada_sim.firing._touching import margin_of_shot
    from armada_sim.firing.margins import SHOT_WORK, TIGHT_WORK, Work

    weights = {ship.name: float(layout.weight(ship)) for ship in layout.ships}
    work = Work(TIGHT_WORK if tight else SHOT_WORK)
    margin = margin_of_shot(case, weights, clear, work)
    low, high = margin.low, math.inf if margin.high is None else margin.high
    unsettled = low < layout.largest_tolerance <= high and case.rules.doubt_rule != "exact"
    if not tight and work.ended and unsettled:
        work = Work(TIGHT_WORK)  # no answer depends on `tight`
        margin = margin_of_shot(case, weights, clear, work)
        tight = True
    more = _MORE if work.ended and not tight else ""
    if margin.flip is None:
        note = None if margin.why is None else f"there is no margin_upper: {margin.why}{more}"
        return margin.low, margin.high, None, note
    ships = {name: Placement((float(pose.x), float(pose.y)), float(pose.heading)) for name, pose in margin.flip.items()}
    return margin.low, margin.high, Flip(ships), _WIDE + more if margin.wide else None


_WIDE = (
    "margin is only what is proved: the search was ended after a fixed number of steps, "
    "and pieces may be off by more, up to margin_upper, before the answer changes"
)

_MORE = "; armada check --tight (tight=True in Python) searches longer"


def _reason(case: ShotCase, shot: Shot, unit: Unit) -> Reason:
    a, b, rules = case.shooter.name, case.target.name, case.rules
    names = (a, b)
    if shot.clear:
        return Reason(Clause.SHOT_CLEAR, f"from its {shot.side} side, {a} has a clear line to {b}", None, names)
    if not shot.armed:
        gun = GunSide(case.shooter, rules.outline(case.shooter.size), shot.side)
        base = float(rules.outline(gun.ship.size.LARGE).base)
        text = (
            f"the {shot.side} side of {a} is {unit.text(gun.length_text)} long: a large piece's base of "
            f"{unit.text(base)} does not lie on it, so this side is disarmed"
        )
        return Reason(Clause.SHOT_SIDE, text, None, (a,), gun.length_text, base)
    if shot.touching is not None:
        touches = relation_text(shot.touching.seen_from_b, f"the {shot.side} side of {a}", unit)
        text = f"{b} {touches}, so there is no room for the large piece: touching_target = cannot"
        return Reason(Clause.SHOT_TOUCHING, text, None, names, shot.touching.value, 0.0)
    if not shot.fits:
        text = f"on the {shot.side} side of {a}, the large piece fits nowhere"
        return Reason(Clause.SHOT_FIT, text, None, names)
    if not shot.reached:
        return _out_of_reach(case, shot, unit)
    blockers = " and ".join(shot.blockers)
    verb = "is" if len(shot.blockers) == 1 else "are"
    text = f"from its {shot.side} side, {a} has no clear line to {b}: {blockers} {verb} in the way"
    return Reason(Clause.SHOT_BLOCKED, text, None, (*names, *shot.blockers), 0.0, 0.0)


def _merit(case: ShotCase, shot: Shot) -> tuple[bool, bool, bool, float]:
    """What makes one side's evidence better than another's: clear, nearly clear, armed, near the target."""
    usable = shot.armed and shot.fits and shot.touching is None
    if shot.clear or shot.tried is not None or not usable:
        return shot.clear, shot.tried is not None, usable, 0.0
    return False, False, True, -_outside(case, shot.side)


def _outside(case: ShotCase, side: str) -> float:
    """mm. How far the target lies from a side's region of reach; 0 or less where they overlap."""
    corners = region(case, side)
    area = sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(corners, (*corners[1:], corners[0]), strict=True))
    ordered = corners if area > 0 else corners[::-1]
    return clearance(Polygon(tuple((Fraction(x), Fraction(y)) for x, y in ordered)), case.body(case.target)).value


def _out_of_reach(case: ShotCase, shot: Shot, unit: Unit) -> Reason:
    a, b, in_area = case.shooter.name, case.target.name, case.rules.in_area
    away = _outside(case, shot.side)
    if away > 0:
        text = f"{b} is {unit.text(away)} outside the reach of the {shot.side} side of {a}"
    elif shot.covered is not None:
        most = math.floor(shot.covered * 1000) / 10
        text = f"from the {shot.side} side of {a}, at most {most:.1f} % of {b} can be covered (in_area = {in_area})"
    else:
        text = f"not enough of {b} lies where the {shot.side} side of {a} reaches (in_area = {in_area})"
    return Reason(Clause.SHOT_REACH, text, None, (a, b), max(0.0, away), 0.0)


def _evidence(case: ShotCase, shot: Shot) -> ShotEvidence:
    gun = GunSide(case.shooter, case.rules.outline(case.shooter.size), shot.side)
    ends = gun.to_table(0.0, 0.0), gun.to_table(gun.length_text, 0.0)
    line = _clear_line(case, gun, shot) if shot.clear else BlockedLine(shot.blockers, shot.tried)
    return ShotEvidence(shot.side, ends, tuple(region(case, shot.side)), line)


def _clear_line(case: ShotCase, gun: GunSide, shot: Shot) -> ClearLine:
    assert shot.slide is not None
    assert shot.gun_point is not None
    assert shot.target_point is not None
    with ctx.workprec(FINEST):
        laid = template_at(large_template(case.rules), ball(Fraction(shot.slide)))
    template = tuple(gun.to_table(float(x), float(y)) for x, y in laid)
    return ClearLine(shot.slide, template, shot.gun_point, shot.target_point)

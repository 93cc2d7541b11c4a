"""Rulings on shots: what forbids one outright, what the geometry says, and by how much."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

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
)
from armada_sim.firing.broadsides import Shot, ShotCase, decide, is_clear, region, shot_case
from armada_sim.firing.guns import GunSide, large_template
from armada_sim.geometry import FINEST, Point, Polygon, Relation, ball, clearance, template_at, working_at
from armada_sim.table import GUN_SIDES, Clause, Layout, Rules, Ship, Unit
from armada_sim.tabletop import N_, Amount, Listing, Message


def _refusal(layout: Layout, shooter: Ship, target: Ship, rules: Rules) -> Reason | None:
    """Why this shot is not open at all, wherever the pieces lie; None if it is."""
    if shooter.sunk:
        text = Message.counted(
            "{ship} has taken {n} hit and is sunk", "{ship} has taken {n} hits and is sunk",
            shooter.damage, ship=shooter.name,
        )  # fmt: skip
        return Reason(Clause.SHOT_SUNK, text, None, (shooter.name,), shooter.damage, shooter.size.pips)
    if not shooter.size.guns:
        text = Message("{ship} has no gun", ship=shooter.name)
        return Reason(Clause.TURN_GUNS, text, None, (shooter.name,), 0.0, 0.0)
    if shooter.name == target.name:
        text = Message("{ship} cannot fire at itself", ship=shooter.name)
        return Reason(Clause.SHOT_TARGET, text, None, (shooter.name,))
    if target.sunk:
        text = Message.counted(
            "{ship} has taken {n} hit and is sunk already", "{ship} has taken {n} hits and is sunk already",
            target.damage, ship=target.name,
        )  # fmt: skip
        return Reason(Clause.SHOT_TARGET, text, None, (target.name,), target.damage, target.size.pips)
    return None


def clear_side(layout: Layout, shooter: Ship, target: Ship, sides: Sequence[str], rules: Rules) -> str | None:
    """The first of `sides` from which the ruling on a shot allows it, without its evidence; None if none does."""
    if _refusal(layout, shooter, target, rules) is not None:
        return None
    return next((side for side in sides if _allowed(layout, shot_case(layout, shooter, target, (side,), rules))), None)


def allowed_at_once(layout: Layout, shooter: Ship, target: Ship, side: str, rules: Rules) -> bool | None:
    """Whether the ruling on a shot from a side allows it; None where that takes a search for what could close it."""
    if _refusal(layout, shooter, target, rules) is not None:
        return False
    return _settled(layout, shot_case(layout, shooter, target, (side,), rules), searched=False)


def _allowed(layout: Layout, case: ShotCase) -> bool:
    """Whether the ruling on a shot allows it."""
    sure = _settled(layout, case, searched=True)
    if sure is not None:
        return sure
    from armada_sim.firing._touching import settled_margin

    clear = is_clear(case)
    margin = settled_margin(case, _weights(layout), clear, _enough(layout))
    return conclude(clear, margin.low, layout.largest_tolerance, case.rules)[1]


def _settled(layout: Layout, case: ShotCase, *, searched: bool) -> bool | None:
    """Whether the ruling on a shot allows it; None where only its margin tells, or a search that is not asked for."""
    clear, rule = is_clear(case), case.rules.doubt_rule
    if not layout.largest_tolerance or rule == "exact" or clear == (rule == "favour_actor"):
        return clear  # what is clear counts as clear also in doubt, or what is not as not
    from armada_sim.firing._touching import surely_clear

    return surely_clear(case, _weights(layout), _enough(layout), searched=searched) if clear else None


def _weights(layout: Layout) -> dict[str, float]:
    """The share of the margin by which each ship may be off."""
    return {ship.name: float(layout.weight(ship)) for ship in layout.ships}


def _enough(layout: Layout) -> float:
    """mm. The largest tolerance as a double, rounded up: what is proved of it is proved of the tolerance."""
    near = float(layout.largest_tolerance)
    return near if near >= layout.largest_tolerance else math.nextafter(near, math.inf)


def against_shot(layout: Layout, shooter: Ship, target: Ship, sides: Sequence[str], rules: Rules) -> tuple[Reason, ...]:
    """The reasons of a ruling that does not allow a shot, without its margins where pieces lie as stated."""
    if layout.largest_tolerance and rules.doubt_rule != "exact":
        return rule_on_shot(layout, shooter, target, sides, rules, Unit()).reasons
    refused = _refusal(layout, shooter, target, rules)
    if refused is not None:
        return (refused,)
    case = shot_case(layout, shooter, target, sides, rules)
    return tuple(_reason(case, shot, Unit()) for shot in decide(case))


def sight_line(
    layout: Layout, shooter: Ship, target: Ship, sides: Sequence[str], rules: Rules
) -> tuple[Point, Point] | None:
    """mm. The ends of a clear line of a shot that is allowed; None if none is, or only doubt allows it."""
    side = clear_side(layout, shooter, target, sides, rules)
    if side is None:
        return None
    found = decide(shot_case(layout, shooter, target, (side,), rules))[0]
    return None if found.gun_point is None or found.target_point is None else (found.gun_point, found.target_point)


def rule_on_shot(layout: Layout, shooter: Ship, target: Ship, sides: Sequence[str], rules: Rules, unit: Unit) -> Ruling:
    """The ruling on a shot from any of `sides`."""
    refused = _refusal(layout, shooter, target, rules)
    if refused is not None:
        return Ruling("shot", Answer.NO, False, shooter.name, target.name, reasons=(refused,))
    case = replace(shot_case(layout, shooter, target, sides, rules), unit=unit)
    shots = decide(case)
    best = max(shots, key=lambda shot: _merit(case, shot))
    clear = best.clear
    reasons = [_reason(case, shot, unit) for shot in ([best] if clear else shots)]
    notes: list[Message] = []
    values = {"target": target.name, "player": shooter.player, "other": target.player}
    if shooter.player == target.player:
        notes.append(Message(N_("{target} is one of {player}'s own ships"), **values))
    elif layout.allied(shooter.player, target.player):
        notes.append(Message(N_("{target} is a ship of {other}, who is on {player}'s team"), **values))
    low, high, flip, said = _margin(layout, case, clear)
    notes += said
    answer, allowed = conclude(clear, low, layout.largest_tolerance, rules)
    if answer is Answer.IN_DOUBT:
        reasons.append(doubt_reason(Verdict(clear, low, high, None, ()), layout.largest_tolerance, unit, allowed))
    return Ruling(
        "shot", answer, allowed, shooter.name, target.name, low if math.isfinite(low) else None, high, flip,
        tuple(reasons), _evidence(case, best), tuple(notes),
    )  # fmt: skip


def _margin(
    layout: Layout, case: ShotCase, clear: bool
) -> tuple[float, float | None, Flip | None, list[Message]]:  # fmt: skip
    """Margin from both sides, a flip, and what is to be said of them."""
    from armada_sim.firing._touching import settled_margin

    margin = settled_margin(case, _weights(layout), clear, 0.0 if case.rules.doubt_rule == "exact" else _enough(layout))
    notes = [Message(_BRIEF)] if margin.brief else []
    if margin.flip is None:
        notes += [Message("{why}, so the margin has no upper limit", why=margin.why)] if margin.why else []
        return margin.low, margin.high, None, notes
    ships = {name: Placement((float(pose.x), float(pose.y)), float(pose.heading)) for name, pose in margin.flip.items()}
    notes += [Message(_WIDE)] if margin.wide else []
    return margin.low, margin.high, Flip(ships), notes


_WIDE = N_("the lower number is proved; the answer may hold up to the higher one")
_BRIEF = N_("the margin was looked for in fewer steps than on a computer: it is proved, and may be larger")

_TOUCHES = N_(
    "{target} touches the {side} side of {ship}, so there is no room for the large piece (touching_target = cannot)"
)
_OVERLAPS = N_(
    "{target} overlaps the {side} side of {ship} by {length}, so there is no room for the large piece "
    "(touching_target = cannot)"
)


def _reason(case: ShotCase, shot: Shot, unit: Unit) -> Reason:
    a, b, rules = case.shooter.name, case.target.name, case.rules
    names, side = (a, b), GUN_SIDES[shot.side]
    if shot.clear:
        text = Message("from its {side} side, {ship} has a clear line to {target}", side=side, ship=a, target=b)
        return Reason(Clause.SHOT_CLEAR, text, None, names)
    if not shot.armed:
        gun = GunSide(case.shooter, rules.outline(case.shooter.size), shot.side)
        base = float(rules.template.base)
        length, most = unit.compared(gun.length_text, base)
        text = Message(
            "the {side} side of {ship} is {length} long; a large piece's base of {base} does not fit, so this "
            "side cannot fire",
            side=side, ship=a, length=length, base=most,
        )  # fmt: skip
        return Reason(Clause.SHOT_SIDE, text, None, (a,), gun.length_text, base)
    if shot.touching is not None:
        said = _TOUCHES if shot.touching.relation is Relation.CONTACT else _OVERLAPS
        text = Message(said, side=side, ship=a, target=b, length=unit.text(-shot.touching.value))
        return Reason(Clause.SHOT_TOUCHING, text, None, names, shot.touching.value, 0.0)
    if not shot.fits:
        text = Message("on the {side} side of {ship}, the large piece fits nowhere", side=side, ship=a)
        return Reason(Clause.SHOT_FIT, text, None, names)
    if not shot.reached:
        return _out_of_reach(case, shot, unit)
    one = N_("from its {side} side, {ship} has no clear line to {target}; {blockers} is in the way")
    many = N_("from its {side} side, {ship} has no clear line to {target}; {blockers} are in the way")
    said, blockers = one if len(shot.blockers) == 1 else many, Listing(shot.blockers)
    text = Message(said, side=side, ship=a, target=b, blockers=blockers)
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
    return clearance(Polygon(tuple((Fraction(x), Fraction(y)) for x, y in ordered)), case.aimed).value


def _out_of_reach(case: ShotCase, shot: Shot, unit: Unit) -> Reason:
    a, b, in_area = case.shooter.name, case.target.name, case.rules.in_area
    away = _outside(case, shot.side)
    values = {"target": b, "ship": a, "side": GUN_SIDES[shot.side]}
    if away > 0:
        said = N_("{target} is {length} outside the reach of the {side} side of {ship}")
        text = Message(said, length=unit.text(away), **values)
    elif shot.covered is not None:
        said = N_("from the {side} side of {ship}, at most {share} of {target} can be covered (in_area = {value})")
        most = Amount(f"{math.floor(shot.covered * 1000) / 10:.1f}", "%")
        text = Message(said, share=most, value=in_area, **values)
    else:
        said = N_("not enough of {target} lies where the {side} side of {ship} reaches (in_area = {value})")
        text = Message(said, value=in_area, **values)
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
    with working_at(FINEST):
        laid = template_at(large_template(case.rules), ball(Fraction(shot.slide)))
    template = tuple(gun.to_table(float(x), float(y)) for x, y in laid)
    return ClearLine(shot.slide, template, shot.gun_point, shot.target_point)

"""The picture of a move: every step, the one that decides, what is in its way, the legal headings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from armada_sim.evidence import Answer, ArrivalEvidence, ClaimedPose, MoveEvidence, Reason, Ruling, Step
from armada_sim.geometry import Point
from armada_sim.pictures import shapes
from armada_sim.pictures.dimension import draw_dimension
from armada_sim.pictures.messages import Words
from armada_sim.pictures.overhang import mark_overhang
from armada_sim.pictures.sheet import DASHED, HEAVY_DASHED, SOLID, Dash, Draft
from armada_sim.pictures.style import Look, Z
from armada_sim.table import Clause, Pose, Ship, edge_words
from armada_sim.tabletop import N_
from armada_sim.wording.telling import ended_by


def move_points(ruling: Ruling, ship: Ship, length: float) -> list[Point]:
    """What of a move must be in view besides the pieces it names, mm."""
    move, claim = _move(ruling), _claimed(ruling)
    found = [corner for step in move.steps for corner in step.corners]
    found += claim.corners if claim else ()
    found += move.closest.points if move.closest else ()
    found += _arc_in_view(move)
    if move.stuck:
        pivot = shapes.between(shapes.base_of(ship), shapes.base_of(ship), 0)
        heading = math.radians(float(ship.pose.heading))
        tip = (pivot[0] + length * math.cos(heading), pivot[1] + length * math.sin(heading))
        found += shapes.arc_points(tip, length, float(ship.pose.heading) - 75, float(ship.pose.heading) + 75)
    return found


def _move(ruling: Ruling) -> MoveEvidence:
    """The evidence of a move; of a refusal that looked at no step, none."""
    return ruling.witness if isinstance(ruling.witness, MoveEvidence) else MoveEvidence()


def _claimed(ruling: Ruling) -> ClaimedPose | None:
    """Where it is said to have got to, if that was the question."""
    return ruling.witness.to if isinstance(ruling.witness, ArrivalEvidence) else None


def _arc_in_view(move: MoveEvidence) -> list[Point]:
    """Where the arc of the legal headings of the last step, or of the limit of turn, will run."""
    interval = move.heading_interval
    if not move.steps or interval is None:
        return []
    start, end = interval.start, interval.end
    if not interval.legal:  # what is drawn then is the other side: as far as it may turn
        start, end = end, start + 360
    last = move.steps[-1]
    return list(shapes.arc_points(last.base, math.dist(last.base, last.tip), start, end))


def _offending_steps(ruling: Ruling) -> list[int]:
    """The steps that are not allowed (or decide a doubt), in order."""
    if ruling.allowed:
        return []
    return sorted({reason.step for reason in ruling.reasons if reason.step is not None})


def _blockers_of(ruling: Ruling) -> list[str]:
    """The pieces in the way of a move that is not allowed."""
    if ruling.allowed:
        return []
    names = [name for reason in ruling.reasons for name in reason.pieces if name != ruling.ship]
    return list(dict.fromkeys(names))


def draw_move(sheet: Draft, ruling: Ruling) -> None:
    """Steps, legal headings, the nearest points, and what is in the way."""
    assert ruling.ship is not None
    ship = sheet.layout.ship(ruling.ship)
    move = _move(ruling)
    _headings(sheet, move, ship)
    _turn_limit(sheet, ruling, ship)
    _stuck(sheet, move, ship)
    _ghosts(sheet, ruling, ship)
    _claim(sheet, ruling, ship)
    doubt = ruling.answer is Answer.IN_DOUBT
    mark_blockers(sheet, _blockers_of(ruling), N_("too close to be sure ({names})") if doubt else _IN_THE_WAY)
    closest = move.closest
    if closest:
        corners = next((s.corners for s in move.steps if s.step == closest.step), shapes.corners_of(ship, sheet.rules))
        toward = _toward(closest.points[0], corners)
        draw_dimension(sheet, closest.points, closest.clearance, closest.pieces, toward=toward)


def _toward(point: Point, corners: Sequence[Sequence[float]]) -> Point:
    x, y = shapes.mean(corners)
    return point[0] - x, point[1] - y


def _ghosts(sheet: Draft, ruling: Ruling, ship: Ship) -> None:
    steps, bad, style = _move(ruling).steps, _offending_steps(ruling), sheet.style
    look = sheet.style.looks(tuple(dict.fromkeys(s.player for s in sheet.layout.ships)))[ship.player]
    dashes: Dash = SOLID if _claimed(ruling) else DASHED
    for step in steps:
        number, corners = step.step, step.corners
        fill = sheet.polygon(
            corners, Z.GHOST, keep_clear=True, facecolor=look.fill, edgecolor="none", alpha=style.ghost_alpha
        )
        sheet.others.append(fill)
        mark_overhang(sheet, _lying(ship, step), Z.GHOST, dashes)
        if number in bad:
            heavy: Look = {"edgecolor": style.ink, "linewidth": sheet.heavy, "linestyle": "-"}
            artist = sheet.outline(corners, Z.HEAVY, halo=1.6, **heavy)
            sheet.mark("offending step", artist, ship.name, step=number)
            sheet.explain_patch(_offending(sheet.words, bad, ruling.answer), {"fill": False, **heavy})
        else:
            thin: Look = {"edgecolor": style.ink, "linewidth": style.line, "linestyle": dashes}
            sheet.mark("step", sheet.outline(corners, Z.GHOST + 0.1, **thin), ship.name, step=number)
    if steps:
        numbers = [step.step for step in steps]
        shade: Look = {"facecolor": look.fill, "alpha": style.ghost_alpha, "linewidth": 0}
        border: Look = {"fill": False, "edgecolor": style.ink, "linewidth": style.line, "linestyle": dashes}
        words = sheet.words.say(_path(ruling), ship=ship.name, steps=sheet.words.steps(numbers))
        sheet.explain_patch(words, shade, border)


def _lying(ship: Ship, at: Step | ClaimedPose) -> Ship:
    """The ship where the evidence has it."""
    return replace(ship, pose=Pose(*at.base, at.heading))


def _offending(words: Words, steps: Sequence[int], answer: Answer) -> str:
    """What is wrong with some steps."""
    if answer is Answer.IN_DOUBT:
        return words.say_many("{steps} is in doubt", "{steps} are in doubt", len(steps), steps=words.steps(steps))
    return words.say_many("{steps} is not allowed", "{steps} are not allowed", len(steps), steps=words.steps(steps))


def _path(ruling: Ruling) -> str:
    """The message for what the steps drawn are."""
    claim = _claimed(ruling)
    if claim is None:
        return N_("where {ship} would lie after {steps}")
    if claim.off is not None and claim.off <= claim.within:
        return N_("a legal path of {ship}: {steps}")
    return N_("the legal path of {ship} found that ends nearest: {steps}")


def _claim(sheet: Draft, ruling: Ruling, ship: Ship) -> None:
    """The position a ship is said to have got to, dashed, and how far the nearest one found is off."""
    claim = _claimed(ruling)
    if claim is None:
        return
    look: Look = {"edgecolor": sheet.style.blocker, "linewidth": sheet.style.bold, "linestyle": HEAVY_DASHED}
    sheet.mark("claim", sheet.outline(claim.corners, Z.HEAVY, halo=1.2, **look), ship.name)
    mark_overhang(sheet, _lying(ship, claim), Z.HEAVY, HEAVY_DASHED)
    sheet.explain_patch(sheet.words.say("where {ship} is said to have got", ship=ship.name), {"fill": False, **look})
    steps = _move(ruling).steps
    if ruling.answer is Answer.YES or not steps:
        return
    ends = max(zip(claim.corners, steps[-1].corners, strict=True), key=lambda pair: math.dist(*pair))
    draw_dimension(sheet, ends, claim.off, (ship.name,), words=N_("how far off that is, at a corner"))


def write_step_numbers(sheet: Draft, ruling: Ruling) -> None:
    """The number of every step: in its outline if there is room, else beside it."""
    style = sheet.style
    for step in _move(ruling).steps:
        text, corners = str(step.step), step.corners
        size = sheet.text_size(text, style.text)
        middle = shapes.between(step.base, step.tip, 0.34)
        if sheet.labeller.inside(corners, middle, size):
            sheet.texts.append(sheet.write(text, middle, style.text, fontweight="bold"))
            sheet.labeller.avoid(sheet.labeller.box(middle, size))
        else:
            sheet.texts.append(sheet.write_beside(corners, text, style.text, fontweight="bold"))


def _arc(sheet: Draft, pivot: Point, radius: float, start: float, end: float, **look: object) -> Any:
    """An arc with a short tick inwards at both ends."""
    points = list(shapes.arc_points(pivot, radius, start, end))
    ends = [shapes.between(point, pivot, sheet.mm(8) / radius) for point in (points[0], points[-1])]
    return sheet.line([ends[0], *points, ends[1]], Z.LINE, halo=1.5, **look)


def _headings(sheet: Draft, move: MoveEvidence, ship: Ship) -> None:
    """The legal headings of the last step, as an arc in front of it."""
    interval = move.heading_interval
    if interval is None or not interval.legal or not move.steps:
        return
    start, end, last = interval.start, interval.end, move.steps[-1]
    look: Look = {"color": sheet.style.good, "linewidth": sheet.style.bold}
    arc = _arc(sheet, last.base, math.dist(last.base, last.tip) + sheet.mm(7), start, end, **look)
    sheet.mark("headings", arc, ship.name)
    ends = ended_by(interval.start_by), ended_by(interval.end_by)
    headings = sheet.words.tell(sheet.words.unit.span(start, end, 2, ends))
    words = sheet.words.say("legal headings of the last step: {headings}", headings=headings)
    sheet.explain_line(words, marker="|", markersize=6, **look)


def _turn_limit(sheet: Draft, ruling: Ruling, ship: Ship) -> None:
    """How far the offending step might have turned, if it turned too far."""
    found = [r for r in ruling.reasons if r.clause is Clause.MOVE_TURN_LIMIT and r.step and r.limit]
    if ruling.allowed or not found:
        return
    reason = found[0]
    steps = {step.step: step for step in _move(ruling).steps}
    step, before = steps.get(reason.step or 0), steps.get((reason.step or 0) - 1)
    if step is None:
        return
    heading = float(ship.pose.heading) if before is None else before.heading
    look: Look = {"color": sheet.style.good, "linewidth": sheet.style.bold}
    limit = float(reason.limit or 0.0)
    arc = _arc(sheet, step.base, math.dist(step.base, step.tip) + sheet.mm(7), heading - limit, heading + limit, **look)
    sheet.mark("headings", arc, ship.name, step=reason.step)
    words = sheet.words.say(
        "as far as step {step} may turn: {angle} to either side", step=reason.step, angle=sheet.words.angle(limit)
    )
    sheet.explain_line(words, marker="|", markersize=6, **look)


def _stuck(sheet: Draft, move: MoveEvidence, ship: Ship) -> None:
    """Which headings of a stuck ship are blocked, and by what."""
    blocks = move.stuck or ()
    pivot, base = shapes.tip_of(ship, sheet.rules), shapes.base_of(ship)
    look: Look = {"color": sheet.style.blocker, "linewidth": sheet.style.bold}
    for count, block in enumerate(blocks):
        radius = math.dist(base, pivot) + sheet.mm(7 + 6 * count)
        arc = _arc(sheet, pivot, radius, block.start, block.end, **look)
        sheet.mark("blocked headings", arc, block.by)
    if blocks:
        words = sheet.words
        listed = words.in_turn(
            words.say(
                "{headings} by {by}",
                headings=words.tell(words.unit.span(b.start, b.end, 1)), by=words.tell(edge_words(b.by)),
            )
            for b in blocks
        )  # fmt: skip
        text = words.say("headings that are blocked: {list}", list=listed)
        if len(blocks) > 1:
            text = words.say("headings that are blocked, from the inside: {list}", list=listed)
        sheet.explain_line(text, marker="|", markersize=6, **look)


_IN_THE_WAY = N_("in the way ({names})")


def mark_blockers(sheet: Draft, names: Sequence[str], message: str = _IN_THE_WAY) -> None:
    """A heavy dashed outline around each of the pieces (or the surface's edge), and what the legend says of them."""
    look: Look = {"edgecolor": sheet.style.blocker, "linewidth": sheet.heavy, "linestyle": HEAVY_DASHED}
    listed = []
    for name in names:
        shape = shapes.piece_shape(name, sheet.layout, sheet.rules)
        if shape is None:
            continue
        sheet.mark("blocker", sheet.outline(shape.corners, Z.HEAVY - 0.1, halo=1.6, **look), name)
        listed.append(sheet.call(name))
    if listed:
        sheet.explain_patch(sheet.words.say(message, names=", ".join(listed)), {"fill": False, **look})


def reasons_shown(ruling: Ruling) -> list[Reason]:
    """The first reason, and those that say that it is in doubt or that the ship is stuck."""
    extra = (Clause.DOUBT, Clause.MOVE_STUCK)
    return [r for i, r in enumerate(ruling.reasons) if i == 0 or r.clause in extra]

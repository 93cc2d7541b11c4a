"""The picture of a shot: the reach, the large piece on the side, the line of fire or what blocks it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from armada_sim.evidence import Answer, BlockedLine, ClearLine, Ruling, ShotEvidence
from armada_sim.geometry import Point
from armada_sim.pictures import shapes
from armada_sim.pictures.move_marks import mark_blockers
from armada_sim.pictures.plane import first_met
from armada_sim.pictures.sheet import DASHED, LONG_DASHED, Draft
from armada_sim.pictures.style import Look, Z
from armada_sim.table import GUN_SIDES
from armada_sim.tabletop import N_

CLEAR, BLOCKED = N_("clear line of fire"), N_("where that line is blocked")
"""What the legend says of lines."""


def shot_points(ruling: Ruling) -> list[Point]:
    """What of a shot must be in view besides the pieces it names, mm."""
    match ruling.witness:
        case ShotEvidence(region=region, line=ClearLine(template=template)):
            return [*region, *template]
        case ShotEvidence(region=region):
            return list(region)
        case _:
            return []


def draw_shot(sheet: Draft, ruling: Ruling) -> None:
    """Region of reach, and the evidence for a yes or a no."""
    shot = ruling.witness
    if isinstance(shot, ShotEvidence):
        if shot.region:
            _region(sheet, ruling, shot)
        if isinstance(shot.line, ClearLine):
            _template(sheet, ruling, shot.line)
    draw_sight(sheet, ruling)


def draw_sight(sheet: Draft, ruling: Ruling) -> None:
    """The line of fire of a shot, or what blocks it and a line tried in vain."""
    match ruling.witness:
        case ShotEvidence(line=ClearLine() as line):
            doubt = N_("line of fire, too close to be sure")
            message = doubt if ruling.answer is Answer.IN_DOUBT else CLEAR
            mark_sight(
                sheet, line.gun_point, line.target_point, ruling.ship or "", ruling.target or "", message=message
            )
        case ShotEvidence(line=BlockedLine(blockers, tried)):
            mark_blockers(sheet, blockers)
            if tried is not None:
                _tried(sheet, ruling, tried, blockers)


def _region(sheet: Draft, ruling: Ruling, shot: ShotEvidence) -> None:
    style, corners = sheet.style, shot.region
    fill = sheet.polygon(corners, Z.REGION, facecolor=style.reach, edgecolor="none", alpha=style.reach_alpha)
    border = sheet.outline(corners, Z.REGION + 0.1, edgecolor=style.reach, linewidth=style.line)
    sheet.mark("region", fill, ruling.ship or "")
    sheet.others.append(border)
    words = sheet.words.say(
        "reach of {ship}'s {side} side", ship=ruling.ship, side=sheet.words.tell(GUN_SIDES[shot.side])
    )
    shade: Look = {"facecolor": style.reach, "alpha": style.reach_alpha, "linewidth": 0}
    sheet.explain_patch(words, shade, {"fill": False, "edgecolor": style.reach, "linewidth": style.line})


def _template(sheet: Draft, ruling: Ruling, line: ClearLine) -> None:
    look: Look = {"edgecolor": sheet.style.ink, "linewidth": sheet.style.line, "linestyle": LONG_DASHED}
    artist = sheet.outline(line.template, Z.TEMPLATE, halo=1.2, **look)
    sheet.mark("template", artist, ruling.ship or "")
    sheet.explain_patch(sheet.words.say("large piece laid on the side"), {"fill": False, **look})


def _tried(sheet: Draft, ruling: Ruling, line: tuple[Point, Point], blockers: Sequence[str]) -> None:
    """The line tried in vain, dashed, with a cross where it first meets something."""
    start, end = line
    met = [_first_met(start, end, name, sheet) for name in blockers]
    crossings = [point for point in met if point is not None]
    nearest = min(crossings, key=lambda point: math.dist(start, point), default=None)
    mark_blocked_sight(
        sheet, (start, end), nearest or shapes.between(start, end, 0.5), (ruling.ship or "", ruling.target or ""),
        blockers, message=BLOCKED if nearest else N_("that line is blocked"),
    )  # fmt: skip


def mark_sight(sheet: Draft, start: Point, end: Point, *pieces: str, message: str = CLEAR) -> None:
    """A clear sight line (mm); message: what it is in the legend."""
    look: Look = {"color": sheet.style.good, "linewidth": sheet.style.heavy, "solid_capstyle": "round"}
    dots: Look = {"marker": "o", "markersize": 5, "markeredgecolor": sheet.style.halo, "markeredgewidth": 0.8}
    line = sheet.line([start, end], Z.LINE, halo=1.6, **look, **dots)
    sheet.mark("line of fire", line, *pieces)
    sheet.explain_line(sheet.words.say(message), **look, **dots)


def mark_blocked_sight(
    sheet: Draft, ends: tuple[Point, Point], at: Point, pieces: Sequence[str] = (), blockers: Sequence[str] = (), *,
    message: str = BLOCKED,
) -> None:  # fmt: skip
    """A blocked sight line (mm), dashed, with a cross where it is blocked."""
    style = sheet.style
    look: Look = {"color": style.ink, "linewidth": style.bold, "linestyle": DASHED}
    sheet.mark("tried line", sheet.line(ends, Z.LINE, halo=1.2, **look), *pieces)
    cross: Look = {"marker": "X", "markersize": 10, "markeredgecolor": style.halo, "markeredgewidth": 1.0}
    artist = sheet.line([at], Z.LINE + 0.2, color=style.blocker, linestyle="none", **cross)
    sheet.mark("cross", artist, *blockers)
    sheet.explain_line(sheet.words.say("a line that would reach the target"), **look)
    sheet.explain_line(sheet.words.say(message), color=style.blocker, linestyle="none", **cross)


def _first_met(start: Point, end: Point, name: str, sheet: Draft) -> Point | None:
    shape = shapes.piece_shape(name, sheet.layout, sheet.rules)
    return None if shape is None else first_met(start, end, shape)

"""The picture of "has anybody won": goal lines, and the dimension line of the clearance that decides."""

from __future__ import annotations

from armada_sim.evidence import OutcomeEvidence, Ruling
from armada_sim.geometry import Point
from armada_sim.pictures.dimension import draw_dimension
from armada_sim.pictures.sheet import LONG_DASHED, Draft
from armada_sim.pictures.style import Look, Z


def goal_points(ruling: Ruling) -> list[Point]:
    """What must be in view besides the ships, mm."""
    shown = ruling.witness
    return [*shown.closest.points] if isinstance(shown, OutcomeEvidence) and shown.closest else []


def draw_won(sheet: Draft, ruling: Ruling) -> None:
    """Every goal line, and how near the decisive ship is to its goal."""
    shown = ruling.witness
    if not isinstance(shown, OutcomeEvidence):
        return
    look: Look = {"color": sheet.style.ink, "linewidth": sheet.style.line, "linestyle": LONG_DASHED}
    for line in shown.lines:
        sheet.mark("goal line", sheet.line([line.start, line.end], Z.GRID + 0.3, **look), line.attacker)
        sheet.explain_line(sheet.words.say("goal line of {attacker}", attacker=line.attacker), **look)
    if shown.closest is not None:
        draw_dimension(sheet, shown.closest.points, abs(shown.closest.clearance), shown.closest.pieces)


def draw_nothing(sheet: Draft, ruling: Ruling) -> None:
    """What is asked about the turn alone has no marks on the table."""

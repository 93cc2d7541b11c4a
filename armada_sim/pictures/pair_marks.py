"""The pictures of a contact question and of a set-up: pieces named, distances between them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from armada_sim.evidence import ContactEvidence, Reason, Ruling
from armada_sim.geometry import Point
from armada_sim.pictures import shapes
from armada_sim.pictures.dimension import dimension_line, draw_dimension
from armada_sim.pictures.messages import Words
from armada_sim.pictures.plane import Flat, centroid, clipped, distance, is_convex, nearest
from armada_sim.pictures.sheet import DOTTED, HEAVY_DASHED, Draft
from armada_sim.pictures.style import Look, Z
from armada_sim.referee import misplaced
from armada_sim.table import Clause, Layout
from armada_sim.tabletop import N_

_MOST_REASONS = 8
"""Problems of a set-up that are drawn; the legend says how many more there are."""

_LENGTHS = (Clause.SETUP_GAP, Clause.SETUP_OVERLAP, Clause.SETUP_TOUCH, Clause.SETUP_EDGE, Clause.SETUP_GROUP)


def draw_contact(sheet: Draft, ruling: Ruling) -> None:
    """The dimension line between the nearest points of two pieces."""
    names = tuple(name for name in (ruling.ship, ruling.target) if name is not None)
    found = [shapes.piece_shape(name, sheet.layout, sheet.rules) for name in names]
    known = [shape for shape in found if shape is not None and shape.filled]
    toward = None
    if len(known) == 2:
        toward = _from_to(known[0], known[1])
        _overlap(sheet, known[0], known[1], names)
    shown = ruling.witness
    if isinstance(shown, ContactEvidence) and shown.points is not None:
        draw_dimension(sheet, shown.points, shown.clearance, names, toward=toward)


def draw_setup(sheet: Draft, ruling: Ruling) -> None:
    """For every reason: the pieces it names in a heavy outline, the length it measured, its number."""
    reasons = [reason for reason in ruling.reasons if reason.clause is not Clause.DOUBT]
    numbered = len(reasons) > 1
    written = []
    for number, reason in enumerate(reasons[:_MOST_REASONS], 1):
        _pieces(sheet, reason, ruling.allowed)
        written.append(_length(sheet, reason, number if numbered else None))
    for write in written:
        write()
    if numbered:
        for number, reason in enumerate(reasons[:_MOST_REASONS], 1):
            said = sheet.words.say("{number}: {text}", number=number, text=sheet.words.tell(reason.text))
            sheet.explain_patch(said, {"fill": False, "linewidth": 0})
    if len(reasons) > _MOST_REASONS:
        more = sheet.words.say("and {count} more", count=len(reasons) - _MOST_REASONS)
        sheet.explain_patch(more, {"fill": False, "linewidth": 0})


def _pieces(sheet: Draft, reason: Reason, allowed: bool) -> None:
    style = sheet.style
    colour, width = (style.ink, style.bold) if allowed else (style.blocker, sheet.heavy)
    look: Look = {"edgecolor": colour, "linewidth": width, "linestyle": HEAVY_DASHED}
    marked = {name for mark in sheet.marks if mark.kind == "named piece" for name in mark.pieces}
    for name in reason.pieces:
        shape = shapes.piece_shape(name, sheet.layout, sheet.rules)
        if shape is None or name in marked:
            continue
        sheet.mark("named piece", sheet.outline(shape.corners, Z.HEAVY, halo=1.2, **look), name)
        message = N_("the tightest place") if allowed else N_("breaks a rule of the set-up")
        sheet.explain_patch(sheet.words.say(message), {"fill": False, **look})


def _length(sheet: Draft, reason: Reason, number: int | None) -> Callable[[], None]:
    """The dimension line of a reason between two pieces, and what writes its length; else its number beside its
    piece."""
    found = [(name, shapes.piece_shape(name, sheet.layout, sheet.rules)) for name in reason.pieces]
    known = [(name, shape) for name, shape in found if shape is not None]
    if len(known) == 2 and reason.clause in _LENGTHS and reason.measured is not None:
        (first, a), (second, b) = known
        if reason.measured < 0 and a.filled:
            _overlap(sheet, a, b, (first, second))
        ends = _sticking_out(a, b) if second == "edge" and reason.measured < 0 else nearest(a, b)
        toward = _from_to(a, b)
        length = reason.measured if math.isfinite(reason.measured) else None
        return dimension_line(
            sheet, ends, length, (first, second), number=number, limit=reason.limit or 0.0, toward=toward
        )
    if known and number is not None:
        shape = known[0][1]
        if shape.filled:
            sheet.texts.append(sheet.write_beside(shape.corners, str(number), sheet.style.text, fontweight="bold"))
    return lambda: None


MOST_OVERLAPS = 200
"""Overlaps of two pieces that are blackened in one picture: where there are more, they hide each other."""


def mark_misplaced(sheet: Draft, problems: Sequence[Reason]) -> None:
    """Ships that cannot lie as they are written, in a heavy outline, and overlaps: the first `MOST_OVERLAPS`."""
    look: Look = {"edgecolor": sheet.style.blocker, "linewidth": sheet.heavy, "linestyle": DOTTED}
    for name in dict.fromkeys(name for problem in problems for name in misplaced(problem)):
        corners = shapes.corners_of(sheet.layout.ship(name), sheet.rules)
        sheet.mark("misplaced", sheet.outline(corners, Z.HEAVY, halo=1.2, **look), name)
        sheet.explain_patch(sheet.words.say("cannot lie so"), {"fill": False, **look})
    marked = {frozenset(mark.pieces) for mark in sheet.marks if mark.kind == "overlap"}
    pairs = [problem for problem in problems if len(problem.pieces) == 2]
    for problem in pairs[:MOST_OVERLAPS]:
        found = [shapes.piece_shape(name, sheet.layout, sheet.rules) for name in problem.pieces]
        known = [shape for shape in found if shape is not None and shape.filled]
        if len(known) == 2 and frozenset(problem.pieces) not in marked:
            _overlap(sheet, known[0], known[1], (problem.pieces[0], problem.pieces[1]))


def position_caption(layout: Layout, problems: Sequence[Reason], words: Words) -> str:
    """What of a table cannot be, for the first line of the small print; empty if it can and is looked at."""
    sentences = [words.tell(problem.text) for problem in problems[:_MOST_REASONS]]
    if len(problems) > _MOST_REASONS:
        sentences.append(words.say("and {count} more", count=len(problems) - _MOST_REASONS))
    cannot = (
        words.say("This table is impossible as written: {list}.", list=words.in_turn(sentences)) if sentences else ""
    )
    as_written = (
        words.say("It is judged as written (position = as_written).") if layout.position == "as_written" else ""
    )
    return " ".join(line for line in (cannot, as_written) if line)


def _from_to(a: Flat, b: Flat) -> Point:
    """The direction from the middle of one shape to that of another."""
    (px, py), (qx, qy) = centroid(a), centroid(b)
    return qx - px, qy - py


def _sticking_out(ship: Flat, border: Flat) -> tuple[Point, Point]:
    """The corner furthest outside the surface, and the nearest point of its border."""
    surface = Flat(border.corners)
    worst = max(ship.corners, key=lambda corner: distance(Flat((corner,)), surface))
    return nearest(Flat((worst,)), border)


def _overlap(sheet: Draft, a: Flat, b: Flat, names: tuple[str, ...]) -> None:
    """Where two pieces overlap, in black."""
    common = clipped(a.corners, b.corners) if is_convex(b.corners) else clipped(b.corners, a.corners)
    if not common:
        return
    look: Look = {"facecolor": sheet.style.blocker, "linewidth": 0, "alpha": 0.85}
    patch = sheet.polygon(common, Z.HEAVY - 0.5, **look)
    sheet.mark("overlap", patch, *names)
    sheet.explain_patch(sheet.words.say("overlap"), look)

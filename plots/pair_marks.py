"""The pictures of a contact question and of a set-up: pieces named, distances between them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import shapely
from matplotlib.patches import Patch

from armada_sim.evidence import ContactEvidence, Reason, Ruling
from armada_sim.geometry import Point
from armada_sim.referee import misplaced
from armada_sim.table import Clause, Layout
from armada_sim.tabletop import N_
from plots import shapes
from plots.dimension import dimension_line, draw_dimension
from plots.messages import Words
from plots.sheet import DOTTED, HEAVY_DASHED, Sheet
from plots.style import Look, Z

_MOST_REASONS = 8
"""Problems of a set-up that are drawn; the legend says how many more there are."""

_LENGTHS = (Clause.SETUP_GAP, Clause.SETUP_OVERLAP, Clause.SETUP_TOUCH, Clause.SETUP_EDGE, Clause.SETUP_GROUP)


def draw_contact(sheet: Sheet, ruling: Ruling) -> None:
    """The dimension line between the nearest points of two pieces."""
    names = tuple(name for name in (ruling.ship, ruling.target) if name is not None)
    found = [shapes.piece_shape(name, sheet.layout, sheet.rules) for name in names]
    known = [shape for shape in found if isinstance(shape, shapely.Polygon)]
    toward = None
    if len(known) == 2:
        toward = _from_to(known[0], known[1])
        _overlap(sheet, known[0], known[1], names)
    shown = ruling.witness
    if isinstance(shown, ContactEvidence) and shown.points is not None:
        draw_dimension(sheet, shown.points, shown.clearance, names, toward=toward)


def draw_setup(sheet: Sheet, ruling: Ruling) -> None:
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
            sheet.explain(
                sheet.words.say("{number}: {text}", number=number, text=sheet.words.tell(reason.text)),
                Patch(fill=False, linewidth=0),
            )
    if len(reasons) > _MOST_REASONS:
        sheet.explain(
            sheet.words.say("and {count} more", count=len(reasons) - _MOST_REASONS), Patch(fill=False, linewidth=0)
        )


def _pieces(sheet: Sheet, reason: Reason, allowed: bool) -> None:
    style = sheet.style
    colour, width = (style.ink, style.bold) if allowed else (style.blocker, sheet.heavy)
    look: Look = {"edgecolor": colour, "linewidth": width, "linestyle": HEAVY_DASHED}
    marked = {name for mark in sheet.marks if mark.kind == "named piece" for name in mark.pieces}
    for name in reason.pieces:
        shape = shapes.piece_shape(name, sheet.layout, sheet.rules)
        if shape is None or name in marked:
            continue
        ring = shape.exterior if isinstance(shape, shapely.Polygon) else shape
        corners = [(float(x), float(y)) for x, y in shapely.get_coordinates(ring)[:-1]]
        sheet.mark("named piece", sheet.outline(corners, Z.HEAVY, halo=1.2, **look), name)
        message = N_("the tightest place") if allowed else N_("breaks a rule of the set-up")
        sheet.explain(sheet.words.say(message), Patch(fill=False, **look))


def _length(sheet: Sheet, reason: Reason, number: int | None) -> Callable[[], None]:
    """The dimension line of a reason between two pieces, and what writes its length; else its number beside its
    piece."""
    found = [(name, shapes.piece_shape(name, sheet.layout, sheet.rules)) for name in reason.pieces]
    known = [(name, shape) for name, shape in found if shape is not None]
    if len(known) == 2 and reason.clause in _LENGTHS and reason.measured is not None:
        (first, a), (second, b) = known
        if reason.measured < 0 and isinstance(a, shapely.Polygon):
            _overlap(sheet, a, b, (first, second))
        ends = _sticking_out(sheet, a, b) if second == "edge" and reason.measured < 0 else shapes.nearest(a, b)
        toward = _from_to(a, b)
        length = reason.measured if math.isfinite(reason.measured) else None
        return dimension_line(
            sheet, ends, length, (first, second), number=number, limit=reason.limit or 0.0, toward=toward
        )
    if known and number is not None:
        shape = known[0][1]
        if isinstance(shape, shapely.Polygon):
            sheet.texts.append(sheet.write_beside(shape, str(number), sheet.style.text, fontweight="bold"))
    return lambda: None


MOST_OVERLAPS = 200
"""Overlaps of two pieces that are blackened in one picture: where there are more, they hide each other."""


def mark_misplaced(sheet: Sheet, problems: Sequence[Reason]) -> None:
    """Ships that cannot lie as they are written, in a heavy outline, and overlaps: the first `MOST_OVERLAPS`."""
    look: Look = {"edgecolor": sheet.style.blocker, "linewidth": sheet.heavy, "linestyle": DOTTED}
    for name in dict.fromkeys(name for problem in problems for name in misplaced(problem)):
        corners = shapes.corners_of(sheet.layout.ship(name), sheet.rules)
        sheet.mark("misplaced", sheet.outline(corners, Z.HEAVY, halo=1.2, **look), name)
        sheet.explain(sheet.words.say("cannot lie so"), Patch(fill=False, **look))
    marked = {frozenset(mark.pieces) for mark in sheet.marks if mark.kind == "overlap"}
    pairs = [problem for problem in problems if len(problem.pieces) == 2]
    for problem in pairs[:MOST_OVERLAPS]:
        found = [shapes.piece_shape(name, sheet.layout, sheet.rules) for name in problem.pieces]
        known = [shape for shape in found if isinstance(shape, shapely.Polygon)]
        if len(known) == 2 and frozenset(problem.pieces) not in marked:
            _overlap(sheet, known[0], known[1], (problem.pieces[0], problem.pieces[1]))


def position_caption(layout: Layout, problems: Sequence[Reason], words: Words) -> str:
    """What of a table cannot be, for the first line of the small print; empty if it can and is looked at."""
    sentences = [words.tell(problem.text) for problem in problems[:_MOST_REASONS]]
    if len(problems) > _MOST_REASONS:
        sentences.append(words.say("and {count} more", count=len(problems) - _MOST_REASONS))
    cannot = (
        words.say("This table cannot be as it is written: {list}.", list=words.in_turn(sentences)) if sentences else ""
    )
    as_written = (
        words.say("It is ruled on as it is written (position = as_written).") if layout.position == "as_written" else ""
    )
    return " ".join(line for line in (cannot, as_written) if line)


def _from_to(a: shapely.Geometry, b: shapely.Geometry) -> Point:
    """The direction from the middle of one shape to that of another."""
    (px, py), (qx, qy) = shapely.get_coordinates(shapely.centroid([a, b]))
    return float(qx - px), float(qy - py)


def _sticking_out(sheet: Sheet, ship: shapely.Geometry, border: shapely.Geometry) -> tuple[Point, Point]:
    """The corner furthest outside the surface, and the nearest point of its border."""
    inside = shapely.Polygon(shapes.surface_corners(sheet.layout.surface))
    corners = [shapely.Point(p) for p in shapely.get_coordinates(ship)]
    worst = max(corners, key=lambda p: p.distance(inside))
    return shapes.nearest(worst, border)


def _overlap(sheet: Sheet, a: shapely.Geometry, b: shapely.Geometry, names: tuple[str, ...]) -> None:
    """Where two pieces overlap, in black."""
    common = shapely.intersection(a, b)
    if not isinstance(common, shapely.Polygon) or common.is_empty:
        return
    corners = [(float(x), float(y)) for x, y in shapely.get_coordinates(common.exterior)[:-1]]
    patch = sheet.polygon(corners, Z.HEAVY - 0.5, facecolor=sheet.style.blocker, linewidth=0, alpha=0.85)
    sheet.mark("overlap", patch, *names)
    sheet.explain(sheet.words.say("overlap"), Patch(facecolor=sheet.style.blocker, alpha=0.85, linewidth=0))

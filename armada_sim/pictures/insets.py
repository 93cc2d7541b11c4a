"""Crowds of ships too small for their names: framed on the table, and drawn once more, larger, below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from armada_sim.geometry import Point
from armada_sim.pictures import shapes
from armada_sim.pictures.plane import Flat, bounds, distance
from armada_sim.pictures.shapes import View
from armada_sim.pictures.sheet import Draft
from armada_sim.pictures.style import Look, Z

LETTERS = "ABCDEFGH"
"""Of the frames: more than eight crowds keep their leaders."""

_LINK_POINTS = 40.0
"""Ships whose names find no room belong to one crowd if they are so near."""

_FEWEST = 3
"""Names without room that make a crowd."""

_LEAST_FACTOR = 1.5
"""A crowd is not drawn once more if it would be less larger."""

_HEIGHT_SHARE = 0.8
"""Of the height of the table that a crowd may take below it."""

_REAL = 72 / 25.4
"""Points of paper per mm of table: no crowd is drawn larger than it lies on the table."""

Body = Callable[[Draft], None]
"""Draws everything but the names, on the table and once more on a crowd."""


def crowds(sheet: Draft, cramped: Sequence[Sequence[Point]]) -> list[View]:
    """The parts of the table that are drawn larger, for ships whose names find no room beside them; the fullest
    first."""
    near, groups = sheet.mm(_LINK_POINTS), list[list[Flat]]()
    for shape in map(Flat, map(tuple, cramped)):
        linked = [group for group in groups if any(distance(shape, other) <= near for other in group)]
        apart = [group for group in groups if group not in linked]
        groups = [*apart, [*(one for group in linked for one in group), shape]]
    views = [view for group in sorted(groups, key=len, reverse=True) for view in _larger(sheet, group)]
    return views[: len(LETTERS)]


def _larger(sheet: Draft, group: Sequence[Flat]) -> list[View]:
    """The part of the table with a crowd, or several parts of it if one would not be large enough."""
    if len(group) < _FEWEST:
        return []
    left, bottom, right, top = bounds([corner for shape in group for corner in shape.corners])
    room = 15 + 0.1 * max(right - left, top - bottom)
    view = _cutting_none(sheet, View(left - room, bottom - room, right + room, top + room))
    if _points_per_mm(sheet, view) >= _LEAST_FACTOR * sheet.labeller.points_per_mm:
        return [view]
    axis = int(top - bottom > right - left)
    ordered = sorted(group, key=lambda shape: bounds(shape.corners)[axis])
    half = len(ordered) // 2
    return [part for some in (ordered[:half], ordered[half:]) for part in _larger(sheet, some)]


def _cutting_none(sheet: Draft, view: View) -> View:
    """A part of the table that is so much larger that every ship it shows lies wholly within it."""
    room = sheet.mm(2)
    apart = [shapes.corners_of(ship, sheet.rules) for ship in sheet.layout.ships]
    while cut := [ship for ship in apart if view.meets(ship)]:
        left, bottom, right, top = bounds([corner for ship in cut for corner in ship])
        view = View(
            min(view.left, left - room), min(view.bottom, bottom - room), max(view.right, right + room),
            max(view.top, top + room),
        )  # fmt: skip
        apart = [ship for ship in apart if ship not in cut]
    return view


def _points_per_mm(sheet: Draft, view: View) -> float:
    """Of a crowd drawn larger."""
    height = _HEIGHT_SHARE * sheet.view.height * sheet.labeller.points_per_mm
    return min(sheet.width_points / view.width, height / view.height, _REAL)


def draw_inset(sheet: Draft, view: View, letter: str, body: Body) -> Draft:
    """A frame with a letter around a crowd, and the crowd below the table and what stands there."""
    style, scale = sheet.style, sheet.labeller.points_per_mm
    look: Look = {"fill": False, "edgecolor": style.quiet, "linewidth": style.line}
    sheet.mark(
        "frame", sheet.box(view.left, view.bottom, view.right, view.top, Z.LINE, keep_clear=True, **look), letter
    )
    sheet.texts.append(sheet.write_beside(view.corners, letter, style.text, fontweight="bold"))
    factor = _points_per_mm(sheet, view) / scale
    told = sheet.words.say("{frame}: {factor} times larger", frame=letter, factor=sheet.words.decimal(f"{factor:.2g}"))
    sheet.texts.append(sheet.write_outside(told, (0.0, 0.0), -sheet.below - 6, "top", style.text, style.ink))
    sheet.below += 6 + 1.6 * style.text
    enlarged = sheet.inset(view, factor, letter)
    sheet.below += factor * view.height * scale + 6
    body(enlarged)
    return enlarged

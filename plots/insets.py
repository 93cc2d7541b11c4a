"""Crowds of ships too small for their names: framed on the table, and drawn once more, larger, below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import shapely

from plots.shapes import View
from plots.sheet import Sheet
from plots.style import Look, Z

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

Body = Callable[[Sheet], None]
"""Draws everything but the names, on the table and once more on a crowd."""


def crowds(sheet: Sheet, cramped: Sequence[shapely.Geometry]) -> list[View]:
    """The parts of the table that are drawn larger, for ships whose names find no room beside them; the fullest
    first."""
    reach = sheet.mm(_LINK_POINTS) / 2
    parts = shapely.get_parts(shapely.union_all(shapely.buffer(cramped, reach)))
    groups = [[shape for shape in cramped if shapely.intersects(part, shape)] for part in parts]
    views = [view for group in sorted(groups, key=len, reverse=True) for view in _larger(sheet, group)]
    return views[: len(LETTERS)]


def _larger(sheet: Sheet, group: Sequence[shapely.Geometry]) -> list[View]:
    """The part of the table with a crowd, or several parts of it if one would not be large enough."""
    if len(group) < _FEWEST:
        return []
    left, bottom, right, top = shapely.total_bounds(group)
    room = 15 + 0.1 * max(right - left, top - bottom)
    view = View(left - room, bottom - room, right + room, top + room)
    if _points_per_mm(sheet, view) >= _LEAST_FACTOR * sheet.labeller.points_per_mm:
        return [view]
    axis = int(top - bottom > right - left)
    ordered = sorted(group, key=lambda shape: shapely.bounds(shape)[axis])
    half = len(ordered) // 2
    return [part for some in (ordered[:half], ordered[half:]) for part in _larger(sheet, some)]


def _points_per_mm(sheet: Sheet, view: View) -> float:
    """Of a crowd drawn larger."""
    height = _HEIGHT_SHARE * sheet.view.height * sheet.labeller.points_per_mm
    return min(sheet.width_points / view.width, height / view.height, _REAL)


def draw_inset(sheet: Sheet, view: View, letter: str, body: Body) -> Sheet:
    """A frame with a letter around a crowd, and the crowd below the table and what stands there."""
    style, scale = sheet.style, sheet.labeller.points_per_mm
    look: Look = {"fill": False, "edgecolor": style.quiet, "linewidth": style.line}
    sheet.mark(
        "frame", sheet.box(view.left, view.bottom, view.right, view.top, Z.LINE, keep_clear=True, **look), letter
    )
    sheet.texts.append(sheet.write_beside(view.box, letter, style.text, fontweight="bold"))
    factor = _points_per_mm(sheet, view) / scale
    told = sheet.words.say("{frame}: {factor} times larger", frame=letter, factor=sheet.words.decimal(f"{factor:.2g}"))
    sheet.texts.append(sheet.write_outside(told, (0.0, 0.0), -sheet.below - 6, "top", style.text, style.ink))
    sheet.below += 6 + 1.6 * style.text
    width, height = (factor * side for side in (view.width / sheet.view.width, view.height / sheet.view.height))
    place = sheet.shifted(0, -sheet.below)
    inner = sheet.ax.inset_axes((0.0, -height, width, height), transform=place, zorder=Z.WORDS)
    sheet.below += height * sheet.view.height * scale + 6
    enlarged = Sheet(
        inner, sheet.layout, sheet.rules, style, sheet.words, view, sheet.players, sheet.flagships,
        prefix=("inset", letter),
    )  # fmt: skip
    body(enlarged)
    sheet.others.append(inner)
    return enlarged

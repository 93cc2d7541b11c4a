"""Whole pictures as SVG, with no library: of a position, and of a ruling."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from armada_sim.evidence import Reason, Ruling
from armada_sim.geometry import Point
from armada_sim.pictures.messages import Words
from armada_sim.pictures.position import compose_position, whole_view
from armada_sim.pictures.ruling import compose_ruling, ruling_view
from armada_sim.pictures.shapes import View
from armada_sim.pictures.style import SCREEN, Style
from armada_sim.pictures.vector import POINTS_PER_MM, VectorSheet
from armada_sim.table import Layout, Rules, unit_of

WIDEST_MM, HIGHEST_MM = 150.0, 140.0
"""Paper the table may take when no scale is asked for."""

Note = tuple[Point, Point, str]
"""An arrow that a person put on a table, from a point to another in mm, and the remark where it begins; the remark
alone where both are one."""


def picture_of_position(
    layout: Layout, rules: Rules, *, unit: str = "mm", style: Style = SCREEN, lang: str = "en", title: str = "",
    problems: Sequence[Reason] = (), notes: Iterable[Note] = (),
) -> str:  # fmt: skip
    """The whole table as SVG. problems: what of it cannot be. Raises InputError for an unknown unit or language."""
    sheet = _sheet(layout, rules, whole_view(layout, rules), unit, style, lang)
    compose_position(sheet, title=title, problems=problems, frame=True)
    return _finished(sheet, notes, title)


def picture_of_ruling(
    layout: Layout, ruling: Ruling, rules: Rules, *, unit: str = "mm", style: Style = SCREEN, lang: str = "en",
    title: str = "", notes: Iterable[Note] = (),
) -> str:  # fmt: skip
    """One ruling as SVG. title: for readers who cannot see it, the answer if empty.

    Raises InputError for an unknown unit or language, and if the ruling names a ship the layout does not have.
    """
    sheet = _sheet(layout, rules, ruling_view(layout, ruling, rules), unit, style, lang)
    compose_ruling(sheet, ruling, frame=True)
    return _finished(sheet, notes, title)


def _sheet(layout: Layout, rules: Rules, view: View, unit: str, style: Style, lang: str) -> VectorSheet:
    scale = POINTS_PER_MM * min(WIDEST_MM / view.width, HIGHEST_MM / view.height)
    return VectorSheet(layout, rules, style, Words(lang, unit_of(layout, unit)), view, scale=scale)


def _finished(sheet: VectorSheet, notes: Iterable[Note], title: str) -> str:
    sheet.legend_where(legend=True)
    for start, end, text in notes:
        sheet.write_note(start, end, text)
    return sheet.drawn(title)

"""Figures of the pieces: the three outlines, the fleets, the template sheet at real size."""

from __future__ import annotations

import shapely
from matplotlib.patches import Patch

from armada_sim.geometry.solids import Point
from armada_sim.layout import Layout, Pose, Ship, Surface
from armada_sim.pieces import Footprint, Size
from armada_sim.rules import Rules
from plots import shapes
from plots.messages import Words
from plots.rulebook.parts import (
    SIZES,
    blue,
    centred,
    lay,
    measure,
    name_below,
    outline,
    row,
    said,
    size_words,
)
from plots.rulebook.registry import table_figure
from plots.shapes import View
from plots.sheet import DASHED, DOTTED, Dash, Sheet
from plots.style import Look, Z

FLEETS = ((4, 0, 0), (3, 1, 1), (3, 0, 3), (2, 3, 0), (2, 2, 2), (2, 1, 4), (1, 4, 1), (1, 3, 3), (0, 4, 4))
"""Large, medium, small ships of every fleet of 12 pips with at most four of a size."""


def _outlines(sheet: Sheet) -> None:
    dashes: dict[Footprint, Dash | str] = {
        Footprint.SHADOW_PENTAGON: DOTTED, Footprint.SECTION_TRIANGLE: DASHED, Footprint.CONTACT_TRIANGLE: "-",
    }  # fmt: skip
    for ship in sheet.layout.ships:
        sheet.labeller.hard.append(shapely.Polygon(shapes.corners_of(ship, sheet.rules)))
        for footprint, dash in dashes.items():
            corners = shapes.corners_of(ship, Rules(footprint=str(footprint)))
            width = sheet.style.bold if footprint is Footprint.CONTACT_TRIANGLE else sheet.style.line
            if footprint is Footprint.CONTACT_TRIANGLE:
                fill = sheet.polygon(corners, Z.REGION, facecolor=sheet.style.reach, alpha=sheet.style.reach_alpha, lw=0)
                sheet.others.append(fill)
            outline(sheet, corners, said(sheet.words, footprint), kind="outline", pieces=(ship.name,), dash=dash, width=width)
        _sizes(sheet, ship)
        section = Rules(footprint="section_triangle").outline(ship.size)
        x, y = shapes.base_of(ship)
        measure(sheet, (x, y), (x, y + float(section.step)), 18.0)
    for ship in sheet.layout.ships:
        name_below(sheet, ship)


def _sizes(sheet: Sheet, ship: Ship) -> None:
    """Base and length of a ship that points up, on dimension lines below and to its right."""
    right, tip, left = (shapes.corners_of(ship, sheet.rules)[i] for i in (0, 1, 2))
    measure(sheet, left, right, -5.0)
    measure(sheet, (tip[0], right[1]), tip, -18.0)


OUTLINES = table_figure("outlines", lambda words: row(words, (0, 62, 126)), View(-22, -15, 158, 51), _outlines)


def _fleets_scene(_: Words) -> Layout:
    ships = []
    for number, (larges, mediums, smalls) in enumerate(FLEETS):
        left, bottom = _cell(number)
        ranks = ([Size.LARGE] * larges + [Size.MEDIUM] * mediums, [Size.SMALL] * smalls)
        for rank, y in zip(ranks, (42.0, 2.0), strict=True):
            widths = [float(Rules().outline(size).base) + 5 for size in rank]
            x = left + (_CELL_WIDTH - sum(widths)) / 2
            for size, width in zip(rank, widths, strict=True):
                ships.append(Ship(f"{number}-{len(ships)}", "-", size, Pose(x + width / 2, bottom + y, 90)))
                x += width
    return Layout(tuple(ships), surface=Surface.unbounded())


_CELL_WIDTH, _CELL_HEIGHT = 150.0, 118.0


def _cell(number: int) -> Point:
    return (number % 3) * _CELL_WIDTH, -(number // 3) * _CELL_HEIGHT


def count_words(words: Words, size: Size, count: int) -> str:
    """4 small, 1 large"""
    return f"{count} {said(words, str(size) if count == 1 else f'many {size}')}"


def _fleets(sheet: Sheet) -> None:
    for ship in sheet.layout.ships:
        lay(sheet, ship, blue(sheet.style))
    sheet.explain(said(sheet.words, "pips"), Patch(fill=False, edgecolor=sheet.style.ink, linewidth=sheet.style.line))
    for number, counts in enumerate(FLEETS):
        left, bottom = _cell(number)
        words = [
            count_words(sheet.words, size, count) for size, count in zip(reversed(SIZES), counts, strict=True) if count
        ]
        centred(sheet, (left + _CELL_WIDTH / 2, bottom - 10), ", ".join(words), bold=True)


FLEET_PLATE = table_figure("fleets", _fleets_scene, View(0, -256, 450, 96), _fleets)


def _template_scene(words: Words) -> Layout:
    places = {Size.SMALL: (24, 88), Size.MEDIUM: (76, 88), Size.LARGE: (136, 88)}
    ships = tuple(Ship(size_words(words, size), "-", size, Pose(*places[size], 90)) for size in SIZES)
    return Layout(ships, surface=Surface.unbounded())


def _template(sheet: Sheet) -> None:
    for ship in sheet.layout.ships:
        corners = shapes.corners_of(ship, sheet.rules)
        sheet.labeller.hard.append(shapely.Polygon(corners))
        # the width of the line lies inside and outside by half: as thin as paper shows
        outline(
            sheet, corners, said(sheet.words, "outline"), kind="outline", pieces=(ship.name,), width=sheet.style.thin
        )
        middle = sheet.line(
            [shapes.base_of(ship), shapes.tip_of(ship, sheet.rules)], Z.TEMPLATE, color=sheet.style.quiet,
            linewidth=sheet.style.thin, linestyle=DASHED,
        )  # fmt: skip
        sheet.mark("axis", middle, ship.name)
        _sizes(sheet, ship)
    _bars(sheet)
    for ship in sheet.layout.ships:
        name_below(sheet, ship)


def _bars(sheet: Sheet) -> None:
    """A bar of 100 mm with a tick every 10, and one of 4 in with a tick every inch."""
    look: Look = {"color": sheet.style.ink, "linewidth": sheet.style.line}
    for y, length, tick, name in ((44.0, 100.0, 10.0, "100 mm"), (28.0, 101.6, 25.4, "4 in")):
        bar = sheet.line([(12, y), (12 + length, y)], Z.TEMPLATE, **look)
        sheet.mark("bar", bar, name)
        for i in range(round(length / tick) + 1):
            x = 12 + i * tick
            sheet.others.append(sheet.line([(x, y - 1.8), (x, y + 1.8)], Z.TEMPLATE, **look))
        text = name.replace("in", "po") if sheet.words.lang == "fr" else name
        centred(sheet, (12 + length + 14, y), text, bold=True)


TEMPLATE = table_figure("template", _template_scene, View(0, 18, 172, 140), _template, scale=1.0)

FIGURES = (OUTLINES, FLEET_PLATE, TEMPLATE)

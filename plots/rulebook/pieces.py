"""Figures of the pieces: the three outlines, the fleets, the template sheet at real size."""

from __future__ import annotations

import shapely
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from armada_sim.geometry import Point
from armada_sim.table import Footprint, Layout, Pose, Rules, Ship, Size, Surface
from armada_sim.tabletop import N_
from armada_sim.wording import counted
from plots import shapes
from plots.messages import Words
from plots.position import explain_tip
from plots.rulebook.parts import SIZES, blue, centred, lay, measure, name_below, outline, size_words
from plots.rulebook.registry import table_figure
from plots.shapes import View
from plots.sheet import DASHED, Sheet
from plots.style import Look, Z

FLEETS = ((4, 0, 0), (3, 1, 1), (3, 0, 3), (2, 3, 0), (2, 2, 2), (2, 1, 4), (1, 4, 1), (1, 3, 3), (0, 4, 4))
"""Large, medium, small ships of every fleet of 12 pips with at most four of a size."""


def _outlines_scene(_: Words) -> Layout:
    """The same large piece three times, one for every flat outline."""
    flat = [name for name in Footprint if name is not Footprint.SOLID3D]
    places = zip(flat, (0, 62, 124), strict=True)
    return Layout(
        tuple(Ship(str(name), "-", Size.LARGE, Pose(x, 0, 90)) for name, x in places), surface=Surface.unbounded()
    )


_OUTLINE_NAMES = {
    "contact_triangle": N_("face on the table\n({key})"), "section_triangle": N_("section\n({key})"),
    "shadow_pentagon": N_("shadow\n({key})"),
}  # fmt: skip


def _outlines(sheet: Sheet) -> None:
    style = sheet.style
    for ship in sheet.layout.ships:
        rules = Rules(footprint=ship.name)
        shown = rules.outline(ship.size)
        corners, face = shapes.corners_of(ship, rules), shapes.corners_of(ship, sheet.rules)
        look: Look = {"facecolor": style.reach, "alpha": style.reach_alpha, "linewidth": 0}
        sheet.mark("face", sheet.polygon(face, Z.REGION, keep_clear=True, **look), ship.name)
        sheet.explain(sheet.words.say("the face on the table"), Patch(**look))
        words = sheet.words.say("the outline in question")
        outline(sheet, corners, words, kind="outline", pieces=(ship.name,), width=style.bold)
        (x, y), half = shapes.base_of(ship), float(shown.base) / 2
        measure(sheet, (x - half, y), (x + half, y), -5.0)
        measure(sheet, (x + half, y), (x + half, y + float(shown.step)), -4.0, start=(x, y + float(shown.step)))
        if ship.name == Footprint.SHADOW_PENTAGON:
            measure(sheet, (x - half, y), (x - half, y + float(shown.corners[1][0])), 4.0)
    for ship in sheet.layout.ships:
        name_below(sheet, ship, 38.0, sheet.words.say(_OUTLINE_NAMES[ship.name], key=ship.name))


def _sizes(sheet: Sheet, ship: Ship) -> None:
    """Base and length of a ship that points up, on dimension lines below and to its right."""
    right, tip, left = (shapes.corners_of(ship, sheet.rules)[i] for i in (0, 1, 2))
    measure(sheet, left, right, -5.0)
    measure(sheet, right, (right[0], tip[1]), -4.0, start=tip)


_OUTLINES = table_figure(
    "outlines", N_("Three outlines of a lying large pyramid"),
    N_("The face on the table is the rule. The section is as long as the pyramid is high; the shadow adds the raised "
       "corners."),
    _outlines_scene, View(-24, -28, 166, 50), _outlines,
)  # fmt: skip


def _solid_scene(words: Words) -> Layout:
    """A large piece that points to the right, seen from above."""
    ship = Ship(size_words(words, Size.LARGE), "-", Size.LARGE, Pose(0, 0, 0))
    return Layout((ship,), surface=Surface.unbounded())


_SIDE_MM = -56.0
"""Height of the table in the view from the side, mm of the figure."""


def _solid(sheet: Sheet) -> None:
    (ship,), style = sheet.layout.ships, sheet.style
    lay(sheet, ship, blue(style), sheet.words.say("the face on the table"))
    explain_tip(sheet)
    levels, step = sheet.rules.outline(ship.size).levels, float(sheet.rules.outline(ship.size).step)
    assert levels is not None
    height, back = float(levels.heights[-1]), float(levels.corners[-1][0][0])
    half = float(levels.corners[-1][-1][1])
    measure(sheet, (0, half), (back, half), 4.0)
    measure(sheet, (0, -half), (0, half), 8.0)
    profile = [
        (float(along), _SIDE_MM + float(z)) for z, level in zip(levels.heights, levels.corners, strict=True) for along,
        _ in level
    ]  # fmt: skip
    corners = shapely.get_coordinates(shapely.MultiPoint(profile).convex_hull)[:-1].tolist()
    look: Look = {"facecolor": style.reach, "alpha": style.reach_alpha, "linewidth": 0}
    sheet.others.append(sheet.polygon(corners, Z.REGION, keep_clear=True, **look))
    outline(sheet, corners, sheet.words.say("the piece seen from the side"), kind="side view", pieces=(ship.name,))
    ground: Look = {"color": style.surface_edge, "linewidth": style.bold}
    table = sheet.line([(-12, _SIDE_MM), (step + 8, _SIDE_MM)], Z.REGION + 0.1, **ground)
    sheet.mark("table", table)
    sheet.explain(sheet.words.say("the table"), Line2D([], [], **ground))
    measure(sheet, (0, _SIDE_MM), (step, _SIDE_MM), -5.0)
    measure(sheet, (0, _SIDE_MM), (0, _SIDE_MM + height), 5.0, start=(back, _SIDE_MM + height))
    for text, y in ((N_("from above"), half), (N_("from the side"), _SIDE_MM + height - 4)):
        centred(sheet, (0.72 * step, y + sheet.mm(style.text)), sheet.words.say(text), bold=True)


_SOLID_PLATE = table_figure(
    "solid", N_("A lying large pyramid as a solid"),
    N_("With the option solid3d pieces meet as they really lie: the base leans ahead, and its raised corners stick "
       "out beyond the face by about 2 mm."),
    _solid_scene, View(-36, -69, 62, 27), _solid, rules=Rules(footprint=Footprint.SOLID3D),
)  # fmt: skip


def _fleets_scene(_: Words) -> Layout:
    ships: list[Ship] = []
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


_CELL_WIDTH, _CELL_HEIGHT = 160.0, 118.0


def _cell(number: int) -> Point:
    return (number % 3) * _CELL_WIDTH, -(number // 3) * _CELL_HEIGHT


def _fleets(sheet: Sheet) -> None:
    for ship in sheet.layout.ships:
        lay(sheet, ship, blue(sheet.style), sheet.words.say("a ship"))
    explain_tip(sheet)
    for number, counts in enumerate(FLEETS):
        left, bottom = _cell(number)
        words = [
            counted(sheet.words, size, count) for size, count in zip(reversed(SIZES), counts, strict=True) if count
        ]
        centred(sheet, (left + _CELL_WIDTH / 2, bottom - 10), ", ".join(words))


_FLEET_PLATE = table_figure(
    "fleets", N_("The nine fleets of 12 pips"),
    N_("A large ship has 3 pips, a medium one 2, a small one 1. At most four of a size: the fifth is kept for "
       "measuring."),
    _fleets_scene, View(0, -256, 480, 96), _fleets,
)  # fmt: skip


def _template_scene(words: Words) -> Layout:
    places = {Size.SMALL: (22, 70), Size.MEDIUM: (74, 70), Size.LARGE: (130, 70)}
    ships = tuple(Ship(size_words(words, size), "-", size, Pose(*places[size], 90)) for size in SIZES)
    return Layout(ships, surface=Surface.unbounded())


def _template(sheet: Sheet) -> None:
    for ship in sheet.layout.ships:
        corners = shapes.corners_of(ship, sheet.rules)
        sheet.labeller.hard.append(shapely.Polygon(corners))
        # the width of the line lies inside and outside by half: as thin as paper shows
        words = sheet.words.say("outline of a face")
        outline(sheet, corners, words, kind="outline", pieces=(ship.name,), width=sheet.style.thin)
        axis: Look = {"color": sheet.style.quiet, "linewidth": sheet.style.thin, "linestyle": DASHED}
        middle = sheet.line([shapes.base_of(ship), shapes.tip_of(ship, sheet.rules)], Z.TEMPLATE, **axis)
        sheet.mark("axis", middle, ship.name)
        sheet.explain(sheet.words.say("middle line: base midpoint to tip"), Line2D([], [], **axis))
        _sizes(sheet, ship)
    _bars(sheet)
    for ship in sheet.layout.ships:
        name_below(sheet, ship, 38.0)


def _bars(sheet: Sheet) -> None:
    """A bar of 100 mm with a tick every 10, and one of 4 in with a tick every inch."""
    look: Look = {"color": sheet.style.ink, "linewidth": sheet.style.line}
    for y, length, tick, name in ((36.0, 100.0, 10.0, "100 mm"), (24.0, 101.6, 25.4, "4 in")):
        bar = sheet.line([(12, y), (12 + length, y)], Z.TEMPLATE, **look)
        sheet.mark("bar", bar, name)
        sheet.explain(sheet.words.say("bar to check the printer"), Line2D([], [], marker="|", markersize=7, **look))
        for i in range(round(length / tick) + 1):
            x = 12 + i * tick
            sheet.others.append(sheet.line([(x, y - 1.8), (x, y + 1.8)], Z.TEMPLATE, **look))
        text = sheet.words.amount(*name.split())
        centred(sheet, (12 + length + 14, y), text, bold=True)


TEMPLATE = table_figure(
    "template", N_("Template: print at 100 %"),
    N_("Check the bars with a ruler, then lay your pieces on the outlines: a face must cover its outline exactly."),
    _template_scene, View(0, 16, 172, 120), _template, scale=1.0,
)  # fmt: skip

FIGURES = (_OUTLINES, _SOLID_PLATE, _FLEET_PLATE, TEMPLATE)

"""Figures of the pieces: the three outlines, a solid, the fleets, the template sheet at real size."""

from __future__ import annotations

import shapely

from armada_sim.geometry import Point
from armada_sim.pictures import View, base_of, corners_of, tip_of
from armada_sim.table import Footprint, Pose, Rules, Ship, Size
from armada_sim.tabletop import N_, Amount, Message
from plots.rulebook.parts import RULES, SIZE_NAMES, SIZES, open_table
from plots.rulebook.registry import RulebookFigure, scene_figure
from plots.scene import Mark, Note, Scene, Shape, Span

_FLAT = {
    Footprint.CONTACT_TRIANGLE: N_("face on the table\n({key})"), Footprint.SECTION_TRIANGLE: N_("section\n({key})"),
    Footprint.SHADOW_PENTAGON: N_("shadow\n({key})"),
}  # fmt: skip
"""The flat outlines, and what they are called."""


def outlines() -> Scene:
    """The same large piece three times, once with every flat outline."""
    marks = list[Mark]()
    for (key, name), x in zip(_FLAT.items(), (0, 62, 124), strict=True):
        ship, rules = Ship(str(key), "blue", Size.LARGE, Pose(x, 0, 90)), Rules(footprint=key)
        outline = rules.outline(ship.size)
        half, length, pieces = float(outline.base) / 2, float(outline.step), (ship.name,)
        marks += [
            Shape(corners_of(ship, RULES), "face", Message("the face on the table"), "face", pieces),
            Shape(corners_of(ship, rules), "bold", Message("the outline in question"), "outline", pieces),
            Span((x - half, 0), (x + half, 0), -5.0),
            Span((x + half, 0), (x + half, length), -4.0, (x, length)),
            Note((x, 0), Message(name, key=ship.name), up=-51),
        ]
        if key is Footprint.SHADOW_PENTAGON:
            marks.append(Span((x - half, 0), (x - half, float(outline.corners[1][0])), 4.0))
    return Scene(View(-24, -28, 166, 50), tuple(marks))


_SIDE_MM = -56.0
"""Height of the table in the view from the side, mm of the figure."""


def solid() -> Scene:
    """A large piece that points to the right, seen from above and from the side."""
    rules = Rules(footprint=Footprint.SOLID3D)
    ship, outline = Ship("large", "blue", Size.LARGE, Pose(0, 0, 0)), rules.outline(Size.LARGE)
    assert outline.levels is not None
    step, height = float(outline.step), float(outline.levels.heights[-1])
    back, half = float(outline.levels.corners[-1][0][0]), float(outline.levels.corners[-1][-1][1])
    levels = zip(outline.levels.heights, outline.levels.corners, strict=True)
    profile = shapely.MultiPoint([(float(x), _SIDE_MM + float(z)) for z, level in levels for x, _ in level])
    side = tuple((float(x), float(y)) for x, y in shapely.get_coordinates(profile.convex_hull)[:-1])
    table: tuple[Point, Point] = (-12, _SIDE_MM), (step + 8, _SIDE_MM)
    marks = (
        Span((0, half), (back, half), 4.0),
        Span((0, -half), (0, half), 8.0),
        Shape(side, "face"),
        Shape(side, "edge", Message("the piece seen from the side"), "side view", (ship.name,)),
        Shape(table, "table", Message("the table"), "table"),
        Span((0, _SIDE_MM), (step, _SIDE_MM), -5.0),
        Span((0, _SIDE_MM), (0, _SIDE_MM + height), 5.0, (back, _SIDE_MM + height)),
        Note((0.72 * step, half), Message("from above"), bold=True, up=9),
        Note((0.72 * step, _SIDE_MM + height - 4), Message("from the side"), bold=True, up=9),
    )
    roles = {"blue": Message("the face on the table")}
    return Scene(View(-36, -69, 62, 27), marks, open_table(ship), roles, rules, named=False)


FLEETS = ((4, 0, 0), (3, 1, 1), (3, 0, 3), (2, 3, 0), (2, 2, 2), (2, 1, 4), (1, 4, 1), (1, 3, 3), (0, 4, 4))
"""Large, medium, small ships of every fleet of 12 pips with at most four of a size."""

_CELL_WIDTH, _CELL_HEIGHT = 160.0, 118.0
"""mm. Of the part of the figure that a fleet has."""

_COUNTED = {Size.LARGE: N_("{n} large"), Size.MEDIUM: N_("{n} medium"), Size.SMALL: N_("{n} small")}


def fleets() -> Scene:
    """Every fleet in two ranks."""
    ships, marks = list[Ship](), list[Mark]()
    for number, (larges, mediums, smalls) in enumerate(FLEETS):
        left, bottom = (number % 3) * _CELL_WIDTH, -(number // 3) * _CELL_HEIGHT
        for rank, y in (([Size.LARGE] * larges + [Size.MEDIUM] * mediums, 42.0), ([Size.SMALL] * smalls, 2.0)):
            widths = [float(RULES.outline(size).base) + 5 for size in rank]
            x = left + (_CELL_WIDTH - sum(widths)) / 2
            for size, width in zip(rank, widths, strict=True):
                ships.append(Ship(f"{number}-{len(ships)}", "blue", size, Pose(x + width / 2, bottom + y, 90)))
                x += width
        counts = zip(_COUNTED.values(), FLEETS[number], strict=True)
        text = tuple(Message.counted(one, one, count) for one, count in counts if count)
        marks.append(Note((left + _CELL_WIDTH / 2, bottom - 10), text))
    roles = {"blue": Message("a ship")}
    return Scene(View(0, -256, 480, 96), tuple(marks), open_table(*ships), roles, named=False)


_BARS = ((36.0, 100.0, 10.0, Amount("100", "mm")), (24.0, 101.6, 25.4, Amount("4", "in")))
"""Where the bars lie, how long they are and how far their ticks are apart, mm; what is written beside them."""


def template() -> Scene:
    """The face of every size with its lengths, and bars to check the printer."""
    marks = list[Mark]()
    for size, name, x in zip(SIZES, SIZE_NAMES, (22, 74, 130), strict=True):
        ship = Ship(str(size), "blue", size, Pose(x, 70, 90))
        right, tip, left = corners_of(ship, RULES)
        axis = base_of(ship), tip_of(ship, RULES)
        marks += [
            Shape((right, tip, left), "thin", Message("outline of a face"), pieces=(ship.name,)),
            Shape(axis, "axis", Message("middle line: base midpoint to tip"), "axis", (ship.name,)),
            Span(left, right, -5.0),
            Span(right, (right[0], tip[1]), -4.0, tip),
            Note((x, 70), Message(name), up=-46),
        ]
    for y, length, tick, text in _BARS:
        ticks = [12 + tick * i for i in range(round(length / tick) + 1)]
        words = Message("bar to check the printer")
        marks += [Shape(((12, y), (12 + length, y)), "bar", words, "bar", (str(text),))]
        marks += [Shape(((x, y - 1.8), (x, y + 1.8)), "bar", kind="tick") for x in ticks]
        marks += [Note((12 + length + 14, y), text, bold=True)]
    return Scene(View(0, 16, 172, 120), tuple(marks), scale=1.0)


FIGURES: tuple[RulebookFigure, ...] = (
    scene_figure(
        "outlines", N_("Three outlines of a lying large pyramid"),
        N_("The face on the table is the rule. The section is as long as the pyramid is high; the shadow adds the "
           "raised corners."),
        outlines,
    ),
    scene_figure(
        "solid", N_("A lying large pyramid as a solid"),
        N_("With the option solid3d pieces meet as they really lie: the base leans ahead, and its raised corners "
           "stick out beyond the face by about 2 mm."),
        solid,
    ),
    scene_figure(
        "fleets", N_("The nine fleets of 12 pips"),
        N_("A large ship has 3 pips, a medium one 2, a small one 1. At most four of a size: the fifth is kept for "
           "measuring."),
        fleets,
    ),
    scene_figure(
        "template", N_("Template: print at 100 %"),
        N_("Check the bars with a ruler, then lay your pieces on the outlines: a face must cover its outline "
           "exactly."),
        template,
    ),
)  # fmt: skip

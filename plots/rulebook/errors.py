"""The figure of errors: how far pieces may be off, more with each step, and where two overlap."""

from __future__ import annotations

import shapely
from matplotlib.patches import Patch

from armada_sim.evidence import ContactEvidence
from armada_sim.referee import check_contact, check_move
from armada_sim.table import Layout, Pose, Ship, Size
from armada_sim.tabletop import N_
from plots import shapes
from plots.dimension import draw_dimension
from plots.messages import Words
from plots.position import explain_tip
from plots.rulebook.parts import blue, centred, ghost, grey, lay, red, stepped
from plots.rulebook.registry import table_figure
from plots.shapes import View
from plots.sheet import DASHED, Sheet
from plots.style import Look, Z

_HEADINGS = (0, 0, 0)
"""Degrees. Of the steps that A takes."""

_SIDES = {"A": 180, "C": 90, "B": 180, "D": 0}
"""Degrees. On which side of a ship its name stands, if it can."""


def errors_scene(_: Words) -> Layout:
    """The table of the example `overlapping-neighbours`: A passes C, B and D overlap."""
    places = {"A": Pose(40, 80, 0), "C": Pose(136, 104, 170), "B": Pose(158, 42, 90), "D": Pose(166, 38, 80)}
    ships = (Ship(name, "blue" if name == "A" else "red", Size.SMALL, pose) for name, pose in places.items())
    return Layout(tuple(ships), tolerance=1)


def _errors(sheet: Sheet) -> None:
    layout, rules, words = sheet.layout, sheet.rules, sheet.words
    bounds = {fault.ship: fault.bound for fault in check_move(layout, "A", _HEADINGS, rules=rules).faults}
    for ship in layout.ships:
        moves = ship.name == "A"
        look = (blue if moves else red)(sheet.style)
        lay(sheet, ship, look, words.say(N_("the ship that moves") if moves else N_("another ship")))
        if ship.name in bounds:
            _discs(sheet, ship, bounds[ship.name], N_("of two that overlap: off by twice the depth"), faulty=True)
        else:
            _discs(sheet, ship, float(layout.error_of(ship)), N_("a corner may lie anywhere in its disc"))
    path = stepped(layout.ship("A"), _HEADINGS, rules)
    for step, after in enumerate(path, 1):
        ghost(sheet, after, grey(sheet.style), words.say("where it lies after each step"), step)
        error = (step + 1) * float(layout.error_of(after))
        _discs(sheet, after, error, N_("a corner may lie anywhere in its disc"))
        centred(sheet, shapes.mean(shapes.corners_of(after, rules)), str(step), bold=True)
    explain_tip(sheet)
    for ship in layout.ships:
        shape = shapely.Polygon(shapes.corners_of(ship, rules))
        sheet.labels[ship.name] = sheet.write_beside(shape, ship.name, sheet.style.text, prefer=_SIDES[ship.name])
    gap = check_contact(layout.with_pose("A", path[-1].pose), "A", "C", rules=rules).witness
    assert isinstance(gap, ContactEvidence)
    assert gap.points is not None
    draw_dimension(sheet, gap.points, gap.clearance, ("A", "C"))


def _discs(sheet: Sheet, ship: Ship, error: float, words: str, *, faulty: bool = False) -> None:
    """Around each corner of a ship a disc of its error, mm."""
    style = sheet.style
    fill: Look = {"facecolor": style.reach, "alpha": 0.0 if faulty else style.reach_alpha, "linewidth": 0}
    border: Look = {"edgecolor": style.blocker if faulty else style.reach, "linewidth": style.line}
    border |= {"linestyle": DASHED} if faulty else {}
    for corner in shapes.corners_of(ship, sheet.rules):
        ring = shapes.arc_points(corner, error, 0, 360)
        sheet.others.append(sheet.polygon(ring, Z.TEMPLATE, **fill))
        sheet.mark("region", sheet.outline(ring, Z.TEMPLATE + 0.1, **border), ship.name)
    sheet.explain(sheet.words.say(words), Patch(**fill), Patch(fill=False, **border))


FIGURES = (
    table_figure(
        "errors", N_("How far pieces may be off"),
        N_("Each corner may be off by the error stated, after j steps by j + 1 times that. Of two pieces that overlap "
           "either may lie elsewhere, by twice the depth."),
        errors_scene, View(24, 20, 196, 116), _errors,
    ),
)  # fmt: skip

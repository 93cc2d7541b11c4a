"""Figures of steps: where one leads, paths, the limit of turn, regions after one to four, blocked headings, contact,
errors."""

from __future__ import annotations

from functools import partial
from itertools import accumulate

import shapely

from armada_sim.evidence import ContactEvidence
from armada_sim.geometry import Point
from armada_sim.pictures import View, arc_points, corners_of, mean, tip_of
from armada_sim.referee import check_contact, check_move
from armada_sim.regions import unobstructed
from armada_sim.table import Layout, Obstacle, Pose, Ship, Size, Surface
from armada_sim.tabletop import N_, Message
from plots.outlines import Region
from plots.region_marks import ReachShapes
from plots.rulebook.parts import BEFORE, RULES, open_table, row, stepped, turn_limit
from plots.rulebook.registry import RulebookFigure, scene_figure
from plots.scene import Angle, Area, Gap, Headings, Mark, Note, Ruled, Scene, Shape, Span


def covered(ship: Ship, steps: int) -> ReachShapes:
    """What one step up to so many can cover on an empty table."""
    parts = [unobstructed.cover(ship.size, k, RULES) for k in range(1, steps + 1)]
    return ReachShapes(Region(unobstructed.placed(shapely.union_all(parts), ship)))


def step() -> Scene:
    """From every size the region of a step, and the steps at either limit and straight ahead."""
    layout, marks = row(0, 78, 176)
    for ship in layout.ships:
        marks.append(Area(covered(ship, 1), Message("where a step can lead"), ship.name))
        for turn in (-turn_limit(ship), 0.0, turn_limit(ship)):
            (after,) = stepped(ship, [90 + turn])
            words = Message("examples of a step")
            marks.append(Shape(corners_of(after, RULES), "dashed", words, "step", (ship.name,)))
    return Scene(View(-36, -16, 232, 98), tuple(marks), layout, {"blue": BEFORE}, named=False)


_TURNS = {Size.SMALL: (72, 14, 10, 8), Size.MEDIUM: (72, 14), Size.LARGE: (72,)}
"""Degrees each step of the curved examples turns."""


def paths() -> Scene:
    """From every size all steps of an action, straight ahead and to either side."""
    layout, marks = row(0, 185, 345)
    for ship in layout.ships:
        for side in (1, 0, -1):
            path = stepped(ship, [90 + side * turned for turned in accumulate(_TURNS[ship.size])])
            for number, after in enumerate(path, 1):
                look, words = "way", Message("steps on the way, where it may stop")
                if number == len(path):
                    look, words = "last", Message("the furthest step")
                marks.append(Shape(corners_of(after, RULES), look, words, "step", (ship.name,), number))
            if not side:
                marks.append(Span(tip_of(ship, RULES), tip_of(path[-1], RULES), 7.0))
    return Scene(View(-112, -22, 412, 136), tuple(marks), layout, {"blue": BEFORE}, named=False)


def furthest_turn() -> Scene:
    """From every size a step at the limit of turn."""
    layout, marks = row(0, 72, 158)
    for ship in layout.ships:
        limit, tip, length = turn_limit(ship), tip_of(ship, RULES), float(RULES.outline(ship.size).step)
        (after,) = stepped(ship, [90 + limit])
        words = Message("the new piece at the limit")
        marks += [
            Shape(corners_of(after, RULES), "last", words, "step", (ship.name,)),
            Shape((tip, (tip[0], tip[1] + length)), "axis", Message("straight ahead"), "ahead", (ship.name,)),
            Angle(tip, 0.72 * length, 90, 90 + limit, Message("limit of turn")),
        ]
    return Scene(View(-46, -16, 178, 94), tuple(marks), layout, {"blue": BEFORE}, named=False)


def steps_of(size: Size) -> Scene:
    """Regions of one to four steps on one another, with their numbers."""
    ship, marks = Ship(str(size), "blue", size, Pose(0, 0, 90)), list[Mark]()
    tip, length = tip_of(ship, RULES), float(RULES.outline(size).step)
    for count in range(1, 5):
        words, turn = Message.counted("after {n} step", "after {n} steps", count), -(-count // size.steps)
        if turn > 1:
            words = Message("{steps} (turn {turn} at the earliest)", steps=words, turn=turn)
        marks.append(Area(covered(ship, count), words, ship.name, layers=5 - count))
    marks += [Note((tip[0], tip[1] + (k - 0.45) * length), str(k), bold=True) for k in range(1, 5)]
    (furthest,) = covered(ship, 4).shapes
    left, lowest, right, top = shapely.bounds(furthest)
    view = View(left - 6, lowest - 6, right + 6, top + 6)
    return Scene(view, tuple(marks), open_table(ship), {"blue": BEFORE}, named=False)


def blocked() -> Scene:
    """A medium ship between an enemy, a rock and the edge."""
    ships = (Ship("M", "blue", Size.MEDIUM, Pose(70, 40, 90)), Ship("R1", "red", Size.SMALL, Pose(100, 86, 62)))
    rock = Obstacle.of(N_("rock"), [[28, 96], [46, 88], [52, 99], [40, 110], [30, 107]])
    layout = Layout(ships, Surface.rectangle(140, 112), (rock,))
    roles = {"blue": Message("the ship that moves"), "red": Message("enemy ship")}
    return Scene(View(4, 30, 144, 128), (Headings(layout, "M"),), layout, roles)


RELATIONS = {"a": Message("apart"), "c": Message("in contact"), "o": Message("overlapping")}
"""Of the pairs of ships, by the letter they are named with."""


def pairs() -> Scene:
    """Three pairs of ships: apart, corner to corner in contact (exactly), overlapping."""
    touching, ships = RULES.outline(Size.LARGE).base, list[Ship]()
    for number, (letter, gap) in enumerate(zip(RELATIONS, (touching + 5, touching, touching - 6), strict=True)):
        ships.append(Ship(f"{letter}1", "blue", Size.LARGE, Pose(74 * number, 0, 90)))
        ships.append(Ship(f"{letter}2", "red", Size.LARGE, Pose(74 * number + gap, 0, 90)))
    layout = open_table(*ships)
    marks: list[Mark] = [Ruled(check_contact(layout, f"{a}1", f"{a}2", rules=RULES)) for a in RELATIONS]
    marks += [Note((74 * i + 13, -21), words, bold=True) for i, words in enumerate(RELATIONS.values())]
    roles = {"blue": Message("one ship"), "red": Message("another ship")}
    return Scene(View(-20, -26, 202, 52), tuple(marks), layout, roles, named=False)


_HEADINGS = (0, 0, 0)
"""Degrees. Of the steps that A takes where its errors are shown."""


def errors() -> Scene:
    """The table of the example `overlapping-neighbours`: A passes C, B and D overlap."""
    places = {"A": Pose(40, 80, 0), "C": Pose(136, 104, 170), "B": Pose(158, 42, 90), "D": Pose(166, 38, 80)}
    ships = (Ship(name, "blue" if name == "A" else "red", Size.SMALL, pose) for name, pose in places.items())
    layout, marks = Layout(tuple(ships), tolerance=1), list[Mark]()
    bounds = {fault.ship: fault.bound for fault in check_move(layout, "A", _HEADINGS, rules=RULES).faults}
    for ship in layout.ships:
        if ship.name in bounds:
            words = Message("of two that overlap: off by twice the depth")
            marks += _discs(ship, bounds[ship.name], "other", words)
        else:
            marks += _discs(ship, float(layout.error_of(ship)))
    path = stepped(layout.ship("A"), _HEADINGS)
    for number, after in enumerate(path, 1):
        corners, words = corners_of(after, RULES), Message("where it lies after each step")
        marks.append(Shape(corners, "way", words, "step", ("A",), number))
        marks += _discs(after, (number + 1) * float(layout.error_of(after)))
        marks.append(Note(mean(corners), str(number), bold=True))
    gap = check_contact(layout.with_pose("A", path[-1].pose), "A", "C", rules=RULES).witness
    assert isinstance(gap, ContactEvidence)
    assert gap.points is not None
    marks.append(Gap(*gap.points, ("A", "C")))
    roles = {"blue": Message("the ship that moves"), "red": Message("another ship")}
    return Scene(View(24, 20, 196, 116), tuple(marks), layout, roles)


_ANYWHERE = Message("a corner may lie anywhere in its disc")


def _discs(ship: Ship, error: float, look: str = "off", words: Message = _ANYWHERE) -> list[Mark]:
    """Around each corner of a ship a disc of its error, mm."""
    rings: list[tuple[Point, ...]] = [arc_points(corner, error, 0, 360) for corner in corners_of(ship, RULES)]
    return [Shape(ring, look, words, "region", (ship.name,)) for ring in rings]


FIGURES: tuple[RulebookFigure, ...] = (
    scene_figure(
        "step", N_("Where one step can lead"),
        N_("The middle of the new piece's base lies on the old ship's tip; its heading is free up to the limit of "
           "turn."),
        step,
    ),
    scene_figure(
        "paths", N_("Paths and distances"),
        N_("In one action a small ship makes up to four steps, a medium one up to two, a large one a single step."),
        paths,
    ),
    scene_figure(
        "turn-limit", N_("How far a step may turn"),
        N_("At the limit the new piece lies edge to edge with the place the ship has just left: 90° less half the "
           "angle at the tip."),
        furthest_turn,
    ),
    scene_figure(
        "steps-small", N_("One to four steps of a small ship"),
        N_("What the ship can cover on an empty table. Four steps are one action."),
        partial(steps_of, Size.SMALL),
    ),
    scene_figure(
        "steps-medium", N_("One to four steps of a medium ship"),
        N_("What the ship can cover on an empty table. Two steps are one action; the third and fourth take another "
           "turn."),
        partial(steps_of, Size.MEDIUM),
    ),
    scene_figure(
        "steps-large", N_("One to four steps of a large ship"),
        N_("What the ship can cover on an empty table. Each step is an action of another turn."),
        partial(steps_of, Size.LARGE),
    ),
    scene_figure(
        "blocked-headings", N_("Headings that are blocked"),
        N_("Each arc spans the headings at which the next piece would touch something; what is left is legal."),
        blocked,
    ),
    scene_figure(
        "contact-overlap", N_("Apart, in contact, overlapping"),
        N_("A ship that moves must stay apart from everything. At set-up own ships may touch, but not overlap."),
        pairs,
    ),
    scene_figure(
        "errors", N_("How far pieces may be off"),
        N_("Each corner may be off by the error stated, after j steps by j + 1 times that. Of two pieces that overlap "
           "either may lie elsewhere, by twice the depth."),
        errors,
    ),
)  # fmt: skip

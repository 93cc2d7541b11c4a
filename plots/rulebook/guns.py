"""Figures of guns and of what a ship gets to: reach, the slide of the large piece, what is threatened on an empty table
and among obstacles, clear and blocked shots."""

from __future__ import annotations

import shapely

from armada_sim.evidence import Answer
from armada_sim.firing import GunSide, base_slides, large_template, reaches
from armada_sim.geometry import Point
from armada_sim.pictures import View, base_of
from armada_sim.referee import check_shot
from armada_sim.regions import reachable, threat, unobstructed
from armada_sim.table import Layout, Obstacle, Pose, Ship, Size, Surface
from armada_sim.tabletop import N_, Message
from plots.outlines import Region, reached, threatened
from plots.region_marks import ReachShapes
from plots.rulebook.moves import covered
from plots.rulebook.parts import BEFORE, RULES, SIZE_NAMES, open_table, row
from plots.rulebook.registry import RulebookFigure, scene_figure
from plots.scene import Area, Mark, Note, Outlined, Ruled, Scene, Shape, Span

_FIRES = {"blue": Message("the ship that fires")}
_AT = {**_FIRES, "red": Message("target")}
_PAST_A_FRIEND = {"blue": Message("the ship that fires (A) and a friend (W)"), "red": Message("target")}


def slid(ship: Ship, side: str, share: float) -> tuple[Point, ...]:
    """Corners of the large piece on a side, `share` of the way of its slide: its base, then its tip."""
    gun, large = GunSide(ship, RULES.outline(ship.size), side), large_template(RULES)
    ((low, high),) = base_slides(gun, large)
    at, base, deep = float(low + share * (high - low)), float(large.base), float(RULES.outline(Size.LARGE).step)
    return gun.to_table(at, 0), gun.to_table(at + base, 0), gun.to_table(at + base / 2, deep)


def _side(ship: Ship, corners: tuple[Point, ...]) -> Area:
    return Area(ReachShapes(Region(shapely.Polygon(corners))), Message("reach of the guns"), ship.name)


def reach() -> Scene:
    """The reach of every size, and a large piece in the middle of it."""
    layout, marks = row(0, 122, 252)
    for ship in layout.ships:
        marks += [_side(ship, corners) for corners in reaches(layout, ship, RULES)]
        words = Message("large piece laid on the side")
        marks.append(Shape(slid(ship, "left", 0.5), "long", words, "template", (ship.name,)))
    return Scene(View(-62, -18, 318, 58), tuple(marks), layout, _FIRES, named=False)


def slide() -> Scene:
    """The large piece at both ends of its slide along every size."""
    layout, marks = row(0, 105, 216)
    for ship in layout.ships:
        start, end = (slid(ship, "right", share) for share in (0.0, 1.0))
        marks += [
            Shape(start, "edge", Message("large piece at one end of its slide"), "template", (ship.name,)),
            Shape(end, "other", Message("large piece at the other end"), "template", (ship.name,)),
            Span(start[2], end[2], -4.0),
        ]
    return Scene(View(-16, -16, 296, 66), tuple(marks), layout, _FIRES, named=False)


def threats() -> Scene:
    """What every size can cover and shoot at in one action on an empty table."""
    (layout, _), marks = row(0, 272, 480), list[Mark]()
    for ship in layout.ships:
        parts = [unobstructed.threat(ship.size, k, RULES) for k in range(ship.size.steps + 1)]
        guns = unobstructed.placed(shapely.union_all(parts), ship)
        region = ReachShapes(covered(ship, ship.size.steps).covered, Region(guns))
        marks.append(Area(region, Message("can be covered by moving"), ship.name))
        name = Message(SIZE_NAMES[list(Size).index(ship.size)])
        marks.append(Note((base_of(ship)[0], float(shapely.bounds(guns)[1])), name, up=-9))
    return Scene(View(-156, -106, 572, 186), tuple(marks), layout, {"blue": BEFORE}, named=False)


def shot(*, between: bool) -> Scene:
    """A large ship and a small target, with a friend between them or not."""
    ships = [Ship("A", "blue", Size.LARGE, Pose(60, 20, 90)), Ship("T", "red", Size.SMALL, Pose(14, 32, 80))]
    ships += [Ship("W", "blue", Size.MEDIUM, Pose(34, 31, 93))] if between else []
    layout = open_table(*ships)
    ruling = check_shot(layout, "A", "T", side="left", rules=RULES)
    return Scene(View(-16, 6, 94, 76), (Ruled(ruling),), layout, _PAST_A_FRIEND if between else _AT)


def sights() -> Scene:
    """A large ship and three targets beside it: in the open, behind a gap, behind a friend."""
    layout = open_table(
        Ship("A", "blue", Size.LARGE, Pose(60, 20, 90)), Ship("T1", "red", Size.SMALL, Pose(36, 50, 84)),
        Ship("T2", "red", Size.SMALL, Pose(12, 50, 95)), Ship("T3", "red", Size.SMALL, Pose(25, 20, 115)),
        Ship("W", "blue", Size.SMALL, Pose(40, 22, 105)),
    )  # fmt: skip
    (left, *_) = reaches(layout, layout.ships[0], RULES)
    rulings = [check_shot(layout, "A", name, side="left", rules=RULES) for name in ("T1", "T2", "T3")]
    lines = (Ruled(ruling, line_only=True) for ruling in rulings)
    return Scene(View(-12, 6, 90, 84), (_side(layout.ships[0], left), *lines), layout, _PAST_A_FRIEND)


STEPS = 2
"""One move action of a medium ship."""

REACH_GAP_MM, THREAT_GAP_MM = 1.0, 0.5
"""Of the searches among obstacles."""

_CROWD = View(-4, 48, 224, 214)
_SIDES = {"blue": Message("own ships; M moves"), "red": Message("enemy ship")}


def crowded() -> Layout:
    """A medium ship between two enemies, a friend, a rock and the edge."""
    ships = (
        Ship("M", "blue", Size.MEDIUM, Pose(100, 70, 90)), Ship("F", "blue", Size.SMALL, Pose(72, 118, 100)),
        Ship("R1", "red", Size.SMALL, Pose(134, 112, 62)), Ship("R2", "red", Size.LARGE, Pose(194, 153, 196)),
        Ship("R3", "red", Size.MEDIUM, Pose(208, 198, 180)),
    )  # fmt: skip
    rock = Obstacle.of(N_("rock"), [[90, 152], [108, 146], [118, 156], [110, 168], [94, 166]])
    return Layout(ships, Surface.rectangle(220, 210), (rock,))


def reach_among() -> Scene:
    """What M can cover there."""
    found = reachable(crowded(), "M", STEPS, REACH_GAP_MM, rules=RULES)
    area = Area(ReachShapes(reached(found)), Message("can be covered by moving"), "M")
    return Scene(_CROWD, (area,), crowded(), _SIDES)


def threat_among() -> Scene:
    """What M can shoot at there, and who can be hit."""
    found = threat(crowded(), "M", STEPS, THREAT_GAP_MM, RULES)
    hit = tuple(enemy.name for enemy in found.ships if enemy.answer is Answer.YES)
    area = Area(ReachShapes(threat=threatened(found)), piece="M")
    return Scene(_CROWD, (area, Outlined(hit, N_("can be hit from somewhere ({names})"))), crowded(), _SIDES)


FIGURES: tuple[RulebookFigure, ...] = (
    scene_figure(
        "gun-reach", N_("The reach of the guns"),
        N_("A large piece lies with its whole base against a long side; all the places it can lie in make up the "
           "reach."),
        reach,
    ),
    scene_figure(
        "large-slide", N_("The large piece slides along the side"),
        N_("The side is longer than the large piece's base by what the piece can slide; a small ship leaves it hardly "
           "any room."),
        slide,
    ),
    scene_figure(
        "threat", N_("What a ship threatens"),
        N_("What can be covered by one move action on an empty table, and what can be shot at from there or from the "
           "start."),
        threats,
    ),
    scene_figure(
        "shot-clear", N_("A clear shot"),
        N_("From a place of the large piece a straight line reaches the target and meets nothing else."),
        lambda: shot(between=False),
    ),
    scene_figure(
        "shot-blocked", N_("A blocked shot"),
        N_("Every line from the large piece's base to the target meets the ship in between: the target cannot be "
           "hit."),
        lambda: shot(between=True),
    ),
    scene_figure(
        "sight-lines", N_("Sight lines"),
        N_("One free line from the base of the large piece to any point of the target in reach is enough, however "
           "narrow the gap."),
        sights,
    ),
    scene_figure(
        "reach-obstacles", N_("What a ship can reach among obstacles"),
        N_("What a move action of M can cover, worked out step by step."),
        reach_among,
    ),
    scene_figure(
        "threat-obstacles", N_("What a ship threatens among obstacles"),
        N_("After a move action of M: what can be shot at from somewhere M can get to lies inside the dashed border."),
        threat_among,
    ),
)  # fmt: skip

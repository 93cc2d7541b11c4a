"""Figures of what is worked out by search: what a ship can reach and threaten among obstacles, and its sight lines."""

from __future__ import annotations

from functools import lru_cache

import shapely

from armada_sim.evidence import Answer
from armada_sim.regions import Reach, Threat, reachable, threat
from armada_sim.table import Layout, Obstacle, Pose, Rules, Ship, Size, Surface
from armada_sim.tabletop import N_
from plots.messages import Words
from plots.move_marks import mark_blockers
from plots.position import draw_surface, draw_things
from plots.region_marks import ReachShapes, mark_reach, reach_shapes
from plots.rulebook.parts import blue, lay, name_all, red
from plots.rulebook.registry import table_figure
from plots.shapes import View
from plots.sheet import Sheet

STEPS = 2
"""One move action of a medium ship."""

GAP_MM = 4.0
"""Coarse, so that the undecided band can be seen, and quick."""


FINE_GAP_MM = 1.5
"""For a border without steps that can be seen."""


def crowded_scene(words: Words) -> Layout:
    """A medium ship between two enemies, a friend, a rock and the edge."""
    ships = (
        Ship("M", "blue", Size.MEDIUM, Pose(100, 70, 90)),
        Ship("F", "blue", Size.SMALL, Pose(72, 118, 100)),
        Ship("R1", "red", Size.SMALL, Pose(134, 112, 62)),
        Ship("R2", "red", Size.LARGE, Pose(194, 153, 196)),
        Ship("R3", "red", Size.MEDIUM, Pose(208, 198, 180)),
    )
    rock = Obstacle.of(words.say("rock"), [[90, 152], [108, 146], [118, 156], [110, 168], [94, 166]])
    return Layout(ships, Surface.rectangle(220, 210), (rock,))


@lru_cache(maxsize=1)
def _reached(rules: Rules) -> Reach:
    """The same in every language, so worked out once."""
    layout = crowded_scene(Words())
    return reachable(layout, layout.ships[0].name, STEPS, GAP_MM, rules=rules)


@lru_cache(maxsize=1)
def _threatened(rules: Rules) -> Threat:
    """The same in every language, so worked out once."""
    layout = crowded_scene(Words())
    return threat(layout, layout.ships[0].name, STEPS, FINE_GAP_MM, rules)


def _things(sheet: Sheet) -> None:
    draw_surface(sheet)
    for ship in sheet.layout.ships:
        if ship.player == "red":
            lay(sheet, ship, red(sheet.style), sheet.words.say("enemy ship"))
        else:
            lay(sheet, ship, blue(sheet.style), sheet.words.say("own ships; M moves"))
    draw_things(sheet)


def _reach(sheet: Sheet) -> None:
    ship = sheet.layout.ships[0]
    found = _reached(sheet.rules)
    mark_reach(sheet, reach_shapes(found), words=sheet.words.say("can be covered by moving"), pieces=(ship.name,))
    _things(sheet)
    name_all(sheet)


def _threat(sheet: Sheet) -> None:
    ship = sheet.layout.ships[0]
    found = _threatened(sheet.rules)
    # what a disc inside the region covers: less than is proved, without specks
    smooth = shapely.buffer(shapely.buffer(found.inner, -FINE_GAP_MM / 2), FINE_GAP_MM / 2)
    mark_reach(sheet, ReachShapes(shapely.Polygon(), threat=smooth), pieces=(ship.name,))
    _things(sheet)
    hit = [enemy.name for enemy in found.ships if enemy.answer is Answer.YES]
    mark_blockers(sheet, hit, N_("can be hit from somewhere ({names})"))
    name_all(sheet)


VIEW = View(-4, 48, 224, 214)
REACH = table_figure(
    "reach-obstacles", N_("What a ship can reach among obstacles"),
    N_("A move action of M, worked out step by step: every filled point has a legal path; no point beyond the dashed "
       "border has one."),
    crowded_scene, VIEW, _reach,
)  # fmt: skip
THREAT = table_figure(
    "threat-obstacles", N_("What a ship threatens among obstacles"),
    N_("After a move action of M: every point inside the dashed border can be shot at from somewhere M can get to."),
    crowded_scene, VIEW, _threat,
)  # fmt: skip
FIGURES = (REACH, THREAT)

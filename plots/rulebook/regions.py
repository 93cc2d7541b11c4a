"""Figures of what is worked out by search: what a ship can reach and threaten among obstacles, and its sight lines."""

from __future__ import annotations

from functools import lru_cache

from armada_sim.evidence import Answer
from armada_sim.regions import Reach, Threat, reachable, threat
from armada_sim.table import Layout, Obstacle, Pose, Rules, Ship, Size, Surface
from armada_sim.tabletop import N_
from plots.messages import Words
from plots.move_marks import mark_blockers
from plots.outlines import reached, threatened
from plots.position import draw_surface, draw_things
from plots.region_marks import ReachShapes, mark_reach
from plots.rulebook.parts import blue, lay, name_all, red
from plots.rulebook.registry import table_figure
from plots.shapes import View
from plots.sheet import Sheet

STEPS = 2
"""One move action of a medium ship."""

REACH_GAP_MM, THREAT_GAP_MM = 1.0, 0.5
"""Of the searches."""


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
    return reachable(layout, layout.ships[0].name, STEPS, REACH_GAP_MM, rules=rules)


@lru_cache(maxsize=1)
def _threatened(rules: Rules) -> Threat:
    """The same in every language, so worked out once."""
    layout = crowded_scene(Words())
    return threat(layout, layout.ships[0].name, STEPS, THREAT_GAP_MM, rules)


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
    mark_reach(
        sheet, ReachShapes(reached(found)), words=sheet.words.say("can be covered by moving"), pieces=(ship.name,)
    )
    _things(sheet)
    name_all(sheet)


def _threat(sheet: Sheet) -> None:
    ship = sheet.layout.ships[0]
    found = _threatened(sheet.rules)
    mark_reach(sheet, ReachShapes(threat=threatened(found)), pieces=(ship.name,))
    _things(sheet)
    hit = [enemy.name for enemy in found.ships if enemy.answer is Answer.YES]
    mark_blockers(sheet, hit, N_("can be hit from somewhere ({names})"))
    name_all(sheet)


VIEW = View(-4, 48, 224, 214)
REACH = table_figure(
    "reach-obstacles", N_("What a ship can reach among obstacles"),
    N_("What a move action of M can cover, worked out step by step."),
    crowded_scene, VIEW, _reach,
)  # fmt: skip
THREAT = table_figure(
    "threat-obstacles", N_("What a ship threatens among obstacles"),
    N_("After a move action of M: what can be shot at from somewhere M can get to lies inside the dashed border."),
    crowded_scene, VIEW, _threat,
)  # fmt: skip
FIGURES = (REACH, THREAT)

"""Figures of guns: reach, the slide of the large piece, what a ship threatens, a clear and a blocked shot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import shapely

from armada_sim.firing import GunSide, base_slides, large_template, reaches
from armada_sim.geometry import Point
from armada_sim.referee import check_shot
from armada_sim.regions import unobstructed
from armada_sim.table import Layout, Pose, Ship, Size, Surface
from armada_sim.tabletop import N_
from plots import shapes
from plots.messages import Words
from plots.outlines import Region
from plots.position import explain_tip
from plots.region_marks import ReachShapes, mark_reach
from plots.rulebook.parts import blue, centred, lay, measure, name_all, outline, red, row
from plots.rulebook.registry import table_figure
from plots.shapes import View
from plots.sheet import DASHED, LONG_DASHED, Sheet
from plots.shot_marks import draw_shot, draw_sight

TARGET, OWN = N_("target"), N_("the ship that fires (A) and a friend (W)")


def slid(ship: Ship, side: str, share: float, sheet: Sheet) -> tuple[list[Point], float]:
    """Corners of the large piece on a side, `share` of the way of its slide, and the whole slide in mm."""
    gun, large = GunSide(ship, sheet.rules.outline(ship.size), side), large_template(sheet.rules)
    ((low, high),) = base_slides(gun, large, sheet.rules)
    start, most = float(low), float(high)
    at, base, deep = start + share * (most - start), float(large.base), float(sheet.rules.outline(Size.LARGE).step)
    return [gun.to_table(at, 0), gun.to_table(at + base, 0), gun.to_table(at + base / 2, deep)], most - start


def _guns_reach(sheet: Sheet, ship: Ship, corners: Sequence[Point]) -> None:
    words = sheet.words.say("reach of the guns")
    mark_reach(sheet, ReachShapes(Region(shapely.Polygon(corners))), words=words, pieces=(ship.name,))


def _template(sheet: Sheet, ship: Ship, corners: Sequence[Point], words: str, **look: Any) -> None:
    outline(sheet, corners, words, kind="template", pieces=(ship.name,), **look)


def _reach(sheet: Sheet) -> None:
    for ship in sheet.layout.ships:
        for corners in reaches(sheet.layout, ship, sheet.rules):
            _guns_reach(sheet, ship, corners)
        lay(sheet, ship, blue(sheet.style), sheet.words.say("the ship that fires"))
        large, _ = slid(ship, "left", 0.5, sheet)
        _template(sheet, ship, large, sheet.words.say("large piece laid on the side"), dash=LONG_DASHED)
    name_all(sheet)


REACH = table_figure(
    "gun-reach", N_("The reach of the guns"),
    N_("A large piece lies with its whole base against a long side; all the places it can lie in make up the reach."),
    lambda words: row(words, (0, 122, 252)), View(-62, -18, 318, 58), _reach,
)  # fmt: skip


def _slide(sheet: Sheet) -> None:
    for ship in sheet.layout.ships:
        lay(sheet, ship, blue(sheet.style), sheet.words.say("the ship that fires"))
        start, _ = slid(ship, "right", 0.0, sheet)
        end, _ = slid(ship, "right", 1.0, sheet)
        _template(sheet, ship, start, sheet.words.say("large piece at one end of its slide"))
        other = sheet.words.say("large piece at the other end")
        _template(sheet, ship, end, other, dash=DASHED, colour=sheet.style.blocker)
        measure(sheet, start[2], end[2], -4.0)
    name_all(sheet)


_SLIDE = table_figure(
    "large-slide", N_("The large piece slides along the side"),
    N_("The side is longer than the large piece's base by what the piece can slide; a small ship leaves it hardly "
       "any room."),
    lambda words: row(words, (0, 105, 216)), View(-16, -16, 296, 66), _slide,
)  # fmt: skip


def _threat(sheet: Sheet) -> None:
    for ship in sheet.layout.ships:
        steps = range(1, ship.size.steps + 1)
        inner = shapely.union_all([unobstructed.cover(ship.size, k, sheet.rules) for k in steps])
        guns = shapely.union_all([unobstructed.threat(ship.size, k, sheet.rules) for k in (0, *steps)])
        covered, shot_at = (Region(unobstructed.placed(shape, ship)) for shape in (inner, guns))
        mark_reach(
            sheet, ReachShapes(covered, shot_at), words=sheet.words.say("can be covered by moving"), pieces=(ship.name,)
        )
        lay(sheet, ship, blue(sheet.style), sheet.words.say("the ship before it moves"))
        lowest = float(shapely.bounds(unobstructed.placed(guns, ship))[1])
        centred(sheet, (shapes.base_of(ship)[0], lowest - sheet.mm(sheet.style.text)), ship.name)
    explain_tip(sheet)


THREAT = table_figure(
    "threat", N_("What a ship threatens"),
    N_("What can be covered by one move action on an empty table, and what can be shot at from there or from the "
       "start."),
    lambda words: row(words, (0, 272, 480)), View(-156, -106, 572, 186), _threat,
)  # fmt: skip


def shot_scene(between: bool) -> Layout:
    """A large ship and a small target, with a friend between them or not."""
    ships = [
        Ship("A", "blue", Size.LARGE, Pose(60, 20, 90)),
        Ship("T", "red", Size.SMALL, Pose(14, 32, 80)),
    ]
    if between:
        ships.append(Ship("W", "blue", Size.MEDIUM, Pose(34, 31, 93)))
    return Layout(tuple(ships), surface=Surface.unbounded())


def _shot(sheet: Sheet) -> None:
    kinds = {"A": (blue, N_("the ship that fires")), "T": (red, TARGET), "W": (blue, N_("own ship"))}
    for ship in sheet.layout.ships:
        look, message = kinds[ship.name]
        words = sheet.words.named(ship.name, sheet.words.say(message))
        lay(sheet, ship, look(sheet.style), words)
    name_all(sheet, 7.0)
    draw_shot(sheet, check_shot(sheet.layout, "A", "T", side="left", rules=sheet.rules))


_SHOT_VIEW = View(-16, 6, 94, 76)
CLEAR = table_figure(
    "shot-clear", N_("A clear shot"),
    N_("From a place of the large piece a straight line reaches the target and meets nothing else."),
    lambda _: shot_scene(between=False), _SHOT_VIEW, _shot,
)  # fmt: skip
COVERED = table_figure(
    "shot-blocked", N_("A blocked shot"),
    N_("Every line from the large piece's base to the target meets the ship in between: the target cannot be hit."),
    lambda _: shot_scene(between=True), _SHOT_VIEW, _shot,
)  # fmt: skip


def sight_scene(_: Words) -> Layout:
    """A large ship and three targets beside it: in the open, behind a gap, behind a friend."""
    ships = (
        Ship("A", "blue", Size.LARGE, Pose(60, 20, 90)),
        Ship("T1", "red", Size.SMALL, Pose(36, 50, 84)),
        Ship("T2", "red", Size.SMALL, Pose(12, 50, 95)),
        Ship("T3", "red", Size.SMALL, Pose(25, 20, 115)),
        Ship("W", "blue", Size.SMALL, Pose(40, 22, 105)),
    )
    return Layout(ships, surface=Surface.unbounded())


def _sights(sheet: Sheet) -> None:
    shooter = sheet.layout.ships[0]
    (left, *_) = reaches(sheet.layout, shooter, sheet.rules)
    _guns_reach(sheet, shooter, left)
    for ship in sheet.layout.ships:
        own = ship.player == shooter.player
        lay(sheet, ship, (blue if own else red)(sheet.style), sheet.words.say(OWN if own else TARGET))
    explain_tip(sheet)
    for ship in sheet.layout.ships:
        if ship.player != shooter.player:
            draw_sight(sheet, check_shot(sheet.layout, shooter.name, ship.name, side="left", rules=sheet.rules))
    for ship in sheet.layout.ships:  # beside the lines, and rather ahead of the targets, where none runs
        outline_of, prefer = shapely.Polygon(shapes.corners_of(ship, sheet.rules)), -90 if ship == shooter else 90
        sheet.labels[ship.name] = sheet.write_beside(outline_of, ship.name, sheet.style.text, prefer=prefer)


_SIGHTS = table_figure(
    "sight-lines", N_("Sight lines"),
    N_("One free line from the base of the large piece to any point of the target in reach is enough, however narrow "
       "the gap."),
    sight_scene, View(-12, 6, 90, 84), _sights,
)  # fmt: skip

FIGURES = (REACH, _SLIDE, THREAT, CLEAR, COVERED, _SIGHTS)

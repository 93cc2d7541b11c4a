"""Margins of shots: flips are real, nothing within the proved part changes the answer, and both are near."""

from __future__ import annotations

import math
import random
import re
from dataclasses import replace

import numpy as np
import pytest
from shapely import LinearRing

from armada_sim.firing import broadsides
from armada_sim.firing.broadsides import ShotCase, shot_case
from armada_sim.firing.margins.clear._flips import extremes
from armada_sim.firing.margins.clear.search import Clear
from armada_sim.firing.margins.closed.opening import Opening
from armada_sim.firing.margins.closed.search import Search
from armada_sim.firing.margins.line import open_low
from armada_sim.firing.margins.plane import Piece, moved_by, placed, views
from armada_sim.firing.margins.search import Margin, shot_margin
from armada_sim.firing.margins.work import Work
from armada_sim.geometry.tolerance import MARGIN_GOAL_MM
from armada_sim.table.layout import Layout, Obstacle, Pose, Ship, Surface
from armada_sim.table.pieces import Size
from armada_sim.table.rules import Rules
from tests.whole import whole


def random_case(seed: int, rules: Rules | None = None) -> ShotCase:
    """A shooter, a target before one of its sides, and up to four things near."""
    rng = random.Random(seed)
    heading = round(rng.uniform(0, 360), 2)
    side = rng.choice(["left", "right"])
    out_sign = 1 if side == "left" else -1

    def pose(low: float, high: float) -> Pose:
        along, out = rng.uniform(-30, 60), rng.uniform(low, high)
        c, s = math.cos(math.radians(heading)), math.sin(math.radians(heading))
        x = 400 + along * c - out_sign * out * s
        y = 400 + along * s + out_sign * out * c
        return Pose(round(x, 3), round(y, 3), round(rng.uniform(0, 360), 2))

    ships = [
        Ship("S", "red", rng.choice(list(Size)), Pose(400, 400, heading)),
        Ship("T", "blue", rng.choice(list(Size)), pose(15, 75)),
    ]
    objects = []
    for i in range(rng.randint(0, 3)):
        if rng.random() < 0.2:
            p = pose(5, 60)
            x, y = float(p.x), float(p.y)
            objects.append(Obstacle.of(f"o{i}", [(x, y), (x + 8, y), (x + 8, y + 5), (x, y + 5)]))
        else:
            ships.append(Ship(f"b{i}", rng.choice(["red", "blue"]), rng.choice(list(Size)), pose(5, 60)))
    layout = Layout(ships=tuple(ships), objects=tuple(objects))
    return shot_case(layout, ships[0], ships[1], (side,), rules or Rules())


def table_piece(case: ShotCase, ship: Ship, weight: float) -> Piece:
    """A ship as a piece in the table frame."""
    return Piece(ship.name, weight, np.array(case.body(ship).corners))


def ask(case: ShotCase, weights: dict[str, float] | None = None) -> tuple[bool, dict[str, float], Margin]:
    clear = any(shot.clear for shot in broadsides.decide(case))
    everyone = {ship.name: 1.0 for ship in (case.shooter, case.target, *case.ships)} | (weights or {})
    return clear, everyone, shot_margin(case, everyone, clear)


def check_flip(case: ShotCase, clear: bool, weights: dict[str, float], margin: Margin) -> None:
    assert margin.flip is not None
    assert margin.high is not None
    ships = {ship.name: ship for ship in (case.shooter, case.target, *case.ships)}
    for name, pose in margin.flip.items():
        assert moved_by(case, ships[name], pose) <= weights[name] * margin.high * (1 + 1e-12)
    assert any(shot.clear for shot in broadsides.decide(case.moved(margin.flip))) != clear


@pytest.mark.parametrize("seeds", [(*range(8), 57), whole((*range(8, 30), 94, 255, 261, 339))], ids=["few", "whole"])
def test_flips_and_ratio(seeds: tuple[int, ...]) -> None:
    for seed in seeds:  # those above 30 need the wider searches
        case = random_case(seed)
        clear, weights, margin = ask(case)
        check_flip(case, clear, weights, margin)
        assert margin.high is not None
        assert margin.low <= margin.high
        assert margin.high <= 2 * margin.low + MARGIN_GOAL_MM


@pytest.mark.parametrize("seed", [whole(seed) if seed in (102, 108) else seed for seed in range(100, 110)])
def test_nothing_within_the_margin_changes_the_answer(seed: int) -> None:
    case = random_case(seed)
    rng = random.Random(seed)
    ships = {ship.name: ship for ship in (case.shooter, case.target, *case.ships)}
    clear, weights, margin = ask(case, {name: rng.choice([0.3, 1.0]) for name in ships})
    pieces = {name: table_piece(case, ship, weights[name]) for name, ship in ships.items()}
    fans = {name: extremes(piece, weights[name] * margin.low * 0.9999) for name, piece in pieces.items()}
    for _ in range(6):
        moved = {
            name: placed(ships[name], pieces[name], tuple(float(v) for v in rng.choice(fans[name])))  # type: ignore[arg-type]
            for name in pieces
        }
        assert any(shot.clear for shot in broadsides.decide(case.moved(moved))) == clear


def test_one_pair_decides() -> None:
    # the target lies square before the middle of the side, out of reach by a known distance
    rules = Rules()
    depth = float(rules.outline(Size.LARGE).step)
    shooter = Ship("S", "red", "large", Pose(400, 400, 0))
    base, along = 25.4, depth
    edge = math.hypot(along, base / 2)
    normal = (base / 2 / edge, along / edge)  # outwards of the left side
    middle = (400 + along / 2, 400 + base / 4)
    away = depth + 2.0
    heading = math.degrees(math.atan2(normal[1], normal[0]))
    target = Ship("T", "blue", "large", Pose(middle[0] + away * normal[0], middle[1] + away * normal[1], heading))
    case = shot_case(Layout(ships=(shooter, target)), shooter, target, ("left",), rules)
    clear, weights, margin = ask(case)
    assert not clear
    check_flip(case, clear, weights, margin)
    assert margin.high == pytest.approx(1.0, abs=0.02)
    assert (margin.high - MARGIN_GOAL_MM) / 2 <= margin.low <= 1.0


def test_nothing_moves() -> None:
    case = random_case(0)
    names = [ship.name for ship in (case.shooter, case.target, *case.ships)]
    assert ask(case, dict.fromkeys(names, 0.0))[2] == Margin(math.inf, None, None, "none of the pieces may be off")


@pytest.mark.parametrize(
    "changes",
    [
        {"obstruction": "none"},
        {"obstruction": "partial_cover_ok", "in_area": "touch_counts"},
        {"obstruction": "clear_template"},
        {"in_area": "half"},
        {"physical_fit": "must_fit"},
        {"footprint": "shadow_pentagon"},
    ],
)
@pytest.mark.parametrize("seeds", [(204,), whole((2, 3))], ids=["few", "whole"])
def test_options(changes: dict[str, str], seeds: tuple[int, ...]) -> None:
    for seed in seeds:
        case = random_case(seed, Rules(**changes))  # type: ignore[arg-type]
        clear, weights, margin = ask(case)
        if margin.flip is not None:
            check_flip(case, clear, weights, margin)
        assert margin.high is None or margin.low <= margin.high


def test_a_target_of_the_large_pieces_own_shape_says_why_it_has_no_flip() -> None:
    for seed in (319, 200):
        clear, _, margin = ask(random_case(seed, Rules(in_area="whole")))
        assert not clear
        assert margin.flip is None
        assert margin.why is not None
        told = re.search(r"pieces off by ([0-9.]+) mm come as near", margin.why)
        assert told is not None
        assert 0 < margin.low <= float(told[1]) <= 2 * margin.low + MARGIN_GOAL_MM


def test_what_is_proved_of_a_covered_target_knows_nothing_of_the_surface() -> None:
    # all of the target is covered, but the large piece lies 1 mm off a surface that hardly holds it
    rules = Rules(in_area="half", physical_fit="must_fit", obstruction="clear_template")
    shooter, target = Ship("S", "red", "large", Pose(400, 400, 0)), Ship("T", "blue", "small", Pose(420, 415, 75))
    layout = Layout(ships=(shooter, target))
    outline = np.array(broadsides.region(shot_case(layout, shooter, target, ("left",), rules), "left"))
    outline = outline[np.hypot(*(outline - np.roll(outline, 1, axis=0)).T) > 1e-6]
    held = 1.0005 * (outline - outline.mean(axis=0)) + outline.mean(axis=0) - np.array([0.0, 1.0])
    held = held if LinearRing(held).is_ccw else held[::-1]
    case = shot_case(replace(layout, surface=Surface.polygon(held.tolist())), shooter, target, ("left",), rules)
    down = {ship.name: replace(ship.pose, y=ship.pose.y - 1) for ship in (shooter, target)}
    assert not broadsides.is_clear(case)
    assert broadsides.is_clear(case.moved(down))
    (view,) = views(case, {"S": 1.0, "T": 1.0})
    assert Search(Opening(view, rules, case.domain, only="cover"), 2000).proved(20.0, part=True) <= 1.0


def reflected(case: ShotCase) -> ShotCase:
    """The same shot in a mirror: from the other side of the ship."""

    def turned(ship: Ship) -> Ship:
        pose = Pose(800 - ship.pose.x, ship.pose.y, 180 - ship.pose.heading)
        return replace(ship, pose=pose)

    things = [
        Obstacle.of(thing.name, [(800 - x, y) for part in thing.parts for x, y in part.corners])
        for thing in case.obstacles
    ]
    ships = tuple(turned(ship) for ship in (case.shooter, case.target, *case.ships))
    side = "right" if case.sides == ("left",) else "left"
    return shot_case(Layout(ships=ships, objects=tuple(things)), ships[0], ships[1], (side,), case.rules)


@pytest.mark.parametrize("mirrored", [True, whole(False)])
def test_boxes_of_places_prove_more_than_one_line_and_never_too_much(mirrored: bool) -> None:
    """No line of fire is there for all of the shooter's motions: the proof by witnesses splits them."""
    case = random_case(303)
    if mirrored:
        case = reflected(case)
    weights = {ship.name: 1.0 for ship in (case.shooter, case.target, *case.ships)}
    seen = views(case, weights)
    assert open_low(case, seen, Work()) < 2.0
    clear = Clear(case, weights, seen, Work())
    assert clear.proved(2.1, 6_000).done
    flip = clear.flips.nearest(2.42, None)  # one at 4.84 mm is known
    assert flip is not None
    assert not clear.proved(clear.known.needed(flip), 2_000).done

"""Random tables on which some pieces cannot lie as stated, and placements of these within the bounds of faults."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from armada_sim import (
    Layout,
    Obstacle,
    Pose,
    Rules,
    Ruling,
    Ship,
    Size,
    Surface,
    check_contact,
    check_move,
    check_shot,
)
from armada_sim.geometry import Number, clearance
from armada_sim.table import Outline, fitted

SIDE = 420
"""mm. Side of the square in which the ships lie."""

KINDS = ("move", "move", "shot", "contact")


@dataclass(frozen=True)
class Scene:
    """A question about a table, and the rules."""

    layout: Layout
    rules: Rules
    kind: str
    asked: tuple[object, ...]

    def ask(self, layout: Layout | None = None) -> Ruling:
        """The ruling, on this table or on another with the same ships."""
        table = layout or self.layout
        if self.kind == "move":
            name, headings = self.asked
            return check_move(table, str(name), headings, rules=self.rules)  # type: ignore[arg-type]
        one, other = map(str, self.asked)
        return (check_shot if self.kind == "shot" else check_contact)(table, one, other, rules=self.rules)

    def stated(self, layout: Layout) -> bool | None:
        """Whether the answer to a table as it is written is yes, whatever pieces may be off by; of a contact, whether
        they touch or overlap."""
        ships = tuple(replace(ship, misfit=0, measured=(), spread=None) for ship in layout.ships)
        return self.ask(replace(layout, ships=ships, position="as_written", tolerance=0)).answer == "yes"


def random_scene(chooser: random.Random) -> Scene:
    """A table of six to twelve ships of which two or more overlap or stick out, by hairs or by much, and a question
    that is mostly asked beside them."""
    ships = [_ship(chooser, f"{'RB'[k % 2]}{k}") for k in range(chooser.randint(5, 9))]
    for _ in range(chooser.randint(1, 3)):
        near = chooser.choice(ships)
        depth = chooser.choice([0.05, 0.3, 1.0, 4.0, 9.0])
        ships.append(_pushed_into(chooser, near, f"{chooser.choice('RB')}{len(ships)}", depth))
    tolerance = chooser.choice([Decimal(0), Decimal(0), Decimal("0.5")])
    layout = Layout(tuple(ships), Surface.rectangle(SIDE, SIDE), tolerance=tolerance)
    kind = chooser.choice(KINDS)
    mover = chooser.choice(ships)
    if kind == "move":
        steps, heading, headings = chooser.randint(1, mover.size.steps), float(mover.pose.heading), []
        for _ in range(steps):
            heading += chooser.uniform(-60, 60)
            headings.append(round(heading, 3))
        return Scene(layout, Rules(), kind, (mover.name, headings))
    others = sorted(
        (ship for ship in ships if ship.name != mover.name and (kind == "contact" or ship.player != mover.player)),
        key=lambda ship: math.dist((mover.pose.x, mover.pose.y), (ship.pose.x, ship.pose.y)),
    )
    other = chooser.choice(others[:3]) if others else next(ship for ship in ships if ship is not mover)
    return Scene(layout, Rules(), kind, (mover.name, other.name))


CHANGES = {
    "edge": ("touch_ok", "open_sea"),
    "contact_blocks_move": ("overlap_only",),
    "step_legality": ("swept_area",),
    "in_area": ("touch_counts", "half", "whole"),
    "obstruction": ("clear_template", "partial_cover_ok", "none"),
    "touching_target": ("cannot",),
    "friendly_blocks": ("enemies_only", "none"),
}
"""Options other than those of outlines, with values that are not default."""


def wider_scene(chooser: random.Random) -> Scene:
    """The same under one or two other options; a rock lies under a ship, and readings ask for more than is stated."""
    scene = random_scene(chooser)
    layout, ships = scene.layout, list(scene.layout.ships)
    for _ in range(chooser.choice([0, 1, 1, 2])):
        i = chooser.randrange(len(ships))
        ships[i] = _misread(chooser, ships[i], layout.tolerance)
    rock = []
    if chooser.random() < 0.4:
        pose = chooser.choice(ships).pose
        x, y = (round(float(v) + chooser.uniform(-20, 20), 3) for v in (pose.x, pose.y))
        rock = [Obstacle.of("rock", [(x, y), (x + 15, y + chooser.randint(0, 9)), (x + chooser.randint(0, 9), y + 12)])]
    rules = Rules(**{key: chooser.choice(CHANGES[key]) for key in chooser.sample(sorted(CHANGES), 2)})
    return replace(scene, layout=replace(layout, ships=tuple(ships), objects=tuple(rock)), rules=rules)


def _misread(chooser: random.Random, ship: Ship, tolerance: Number) -> Ship:
    """The ship as it is fitted to a base and a tip that lie too far apart for it."""
    heading, far = math.radians(float(ship.pose.heading)), float(_outline(ship).step) + chooser.uniform(0.8, 8)
    tip = tuple(
        round(float(v) + far * f, 3)
        for v, f in zip((ship.pose.x, ship.pose.y), (math.cos(heading), math.sin(heading)), strict=True)
    )
    measured = ((ship.pose.x, ship.pose.y), tip)
    fit = fitted(measured, _outline(ship), tolerance)
    return replace(ship, pose=fit.pose, misfit=fit.misfit, measured=measured, spread=Decimal(str(fit.spread)))


def _ship(chooser: random.Random, name: str) -> Ship:
    size = chooser.choice(list(Size))
    x, y = (chooser.uniform(40, SIDE - 40) for _ in range(2))
    if chooser.random() < 0.1:
        x = chooser.uniform(-3, 12)
    pose = Pose(round(x, 3), round(y, 3), round(chooser.uniform(0, 360), 3))
    return Ship(name, "red" if name[0] == "R" else "blue", size, pose)


def _pushed_into(chooser: random.Random, near: Ship, name: str, depth: float) -> Ship:
    """A ship beside another that overlaps it by about `depth`."""
    ship = _ship(chooser, name)
    angle = chooser.uniform(0, math.tau)
    low, high = 0.0, 120.0
    for _ in range(40):
        middle = (low + high) / 2
        there = Pose(near.pose.x + middle * math.cos(angle), near.pose.y + middle * math.sin(angle), ship.pose.heading)
        gap = clearance(_outline(near).solid(near.pose.place), _outline(ship).solid(there.place)).value
        low, high = (middle, high) if gap < -depth else (low, middle)
    return replace(ship, pose=Pose(round(there.x, 6), round(there.y, 6), ship.pose.heading))


def _outline(ship: Ship) -> Outline:
    return Rules().outline(ship.size)


def elsewhere(chooser: random.Random, scene: Scene, bounds: Mapping[str, float]) -> Layout:
    """The table with faulty ships anywhere within their bounds, and the others within the tolerance, at every corner;
    mostly at the ends of what is allowed, and towards a piece of the question."""
    layout, some = scene.layout, chooser.random() < 0.5
    towards = layout.ship(str(scene.asked[0]))
    for ship in layout.ships:
        most = bounds.get(ship.name, 0.0 if some else float(layout.tolerance_of(ship)))
        if most and chooser.random() < 0.8:
            layout = layout.with_pose(ship.name, _displaced(chooser, ship, most * (1 - 1e-9), towards.pose))
    return layout


def _displaced(chooser: random.Random, ship: Ship, most: float, towards: Pose) -> Pose:
    """A pose at which no corner lies farther than `most` mm from where it is stated to lie."""
    outline = _outline(ship)
    far = most * chooser.choice([1.0, 1.0, 0.5, chooser.random()])
    angle = chooser.uniform(0, math.tau)
    if chooser.random() < 0.6:
        angle = math.atan2(towards.y - ship.pose.y, towards.x - ship.pose.x) + chooser.gauss(0, 0.6)
    shift = far * chooser.choice([1.0, 1.0, chooser.random()])
    turn = 2 * math.asin(min(1.0, (far - shift) / (2 * outline.radius))) * chooser.choice([-1, 1])
    heading = math.radians(float(ship.pose.heading))
    centre = outline.centre  # turned about the circumcentre, all corners move alike
    x = ship.pose.x + centre * (math.cos(heading) - math.cos(heading + turn)) + shift * math.cos(angle)
    y = ship.pose.y + centre * (math.sin(heading) - math.sin(heading + turn)) + shift * math.sin(angle)
    return Pose(x, y, float(ship.pose.heading) + math.degrees(turn))

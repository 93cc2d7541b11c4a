"""Random shots among twelve ships, as the public call is asked for them: crowded, at limits, under any options."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from armada_sim import Layout, Obstacle, Pose, Rules, Ship, Size, Surface
from armada_sim.firing.broadsides import reaches
from armada_sim.firing.guns import GunSide, large_template
from armada_sim.geometry.clearance import clearance
from armada_sim.geometry.decompose import signed_area
from armada_sim.geometry.gap import Relation
from armada_sim.geometry.solids import Polygon as Solid
from armada_sim.table.game_options import BY_KEY

SHIPS = 12

CONCERNED = (
    "in_area", "obstruction", "physical_fit", "footprint",
    "touching_target", "friendly_blocks", "wreck", "objects", "doubt_rule",
)  # fmt: skip
"""Options that a shot depends on."""

HAIRS_MM = (0.0, 1e-12, -1e-12, 1e-9, -1e-9, 1e-6, -1e-6, 0.01, -0.01, 0.3, -0.3)
"""mm. How far beside a limit things are put."""


@dataclass(frozen=True)
class ShotScene:
    """One question."""

    layout: Layout
    shooter: str
    target: str
    side: str
    rules: Rules


def shot_scene(seed: int, *, varied: bool) -> ShotScene:
    """The shot with this seed, see `random_shot`."""
    return random_shot(random.Random(f"shot {seed} {varied}"), varied=varied)


def random_shot(chooser: random.Random, *, varied: bool) -> ShotScene:
    """A shot among ships that do not overlap, mostly at one within reach.

    varied: up to three options changed, things on the table, tolerances, and pieces that touch or lie at limits;
    without, the default rules and chance alone.
    """
    rules = _rules(chooser) if varied else Rules()
    surface, objects = Surface.rectangle(600, 600), list[Obstacle]()
    if varied:
        surface = chooser.choice(
            [surface, Surface.disc((300, 300), 200), Surface.unbounded(), Surface.rectangle(450, 450)]
        )
        objects = [_thing(chooser, i) for i in range(chooser.choice((0, 0, 1, 3)))]
    spread = chooser.uniform(60, 200)
    lying = [Ship("S0", "red", chooser.choice(list(Size)), Pose(300, 300, _decimal(chooser, 0, 360)))]
    if varied and chooser.random() < 0.6:
        _add(chooser, lying, rules, _at_limit(chooser, lying[0], rules))
    for _ in range(60 * SHIPS):
        if len(lying) >= SHIPS:
            break
        x, y = (_decimal(chooser, 300 - spread, 300 + spread) for _ in range(2))
        place = Pose(x, y, _decimal(chooser, 0, 360))
        if varied and chooser.random() < 0.15:
            place = _touching(chooser, chooser.choice(lying), rules)
        _add(chooser, lying, rules, place)
    shooter = lying[0]
    others = [ship for ship in lying[1:] if ship.player != shooter.player] or lying[1:]
    others.sort(key=lambda ship: _outside(shooter, ship, rules))
    reached = sum(_outside(shooter, ship, rules) < 0 for ship in others)
    target = (
        lying[1] if varied and lying[1] in others and chooser.random() < 0.4 else chooser.choice(others[: reached + 1])
    )
    tolerance = chooser.choice((0, 0, Decimal("0.5"), Decimal("0.01"), 2)) if varied else 0
    if varied:
        lying = [_changed(chooser, ship, tolerance, fires=ship.name in (shooter.name, target.name)) for ship in lying]
    sides = ["left", "right", "either", "either"]
    layout = Layout(tuple(lying), surface, tuple(objects), tolerance, position="as_written")  # some lie on each other
    return ShotScene(layout, shooter.name, target.name, chooser.choice(sides) if varied else "either", rules)


def _rules(chooser: random.Random) -> Rules:
    """Rules with up to three options changed."""
    changes = {}
    for key in chooser.sample(CONCERNED, chooser.choice((0, 1, 2, 3))):
        option = BY_KEY[key]
        values = [value for value in option.values if value not in option.refused and "(" not in value]
        changes[key] = chooser.choice(values)
    return Rules(**changes)  # type: ignore[arg-type]


def _decimal(chooser: random.Random, low: float, high: float) -> Decimal:
    return Decimal(round(chooser.uniform(low, high) * 1000)).scaleb(-3)


def _add(chooser: random.Random, lying: list[Ship], rules: Rules, pose: Pose) -> None:
    """A ship of lot more, if it overlaps none."""
    player = chooser.choice(["red", "blue", "blue"]) if len(lying) > 1 else "blue"
    ship = Ship(f"S{len(lying)}", player, chooser.choice(list(Size)), pose)
    body = rules.outline(ship.size).flat(ship.pose.place)
    if all(clearance(body, rules.outline(o.size).flat(o.pose.place)).relation is not Relation.OVERLAP for o in lying):
        lying.append(ship)


def _changed(chooser: random.Random, ship: Ship, tolerance: Decimal | int, *, fires: bool) -> Ship:
    """A few ships are known better than others, a few have sunk."""
    own = chooser.choice((None, None, None, None, 0, Decimal("0.1"))) if tolerance else None
    damage = 0 if fires and chooser.random() < 0.98 else chooser.choice((0, 0, 0, 3))
    return Ship(ship.name, ship.player, ship.size, ship.pose, damage, own)


def _thing(chooser: random.Random, number: int) -> Obstacle:
    """A small thing on the table."""
    x, y, size = chooser.uniform(230, 370), chooser.uniform(230, 370), chooser.uniform(2, 12)
    count = chooser.choice((3, 4, 8))
    turn = chooser.uniform(0, 1)
    corners = [
        (
            round(x + r * math.cos(2 * math.pi * (i + turn) / count), 3),
            round(y + r * math.sin(2 * math.pi * (i + turn) / count), 3),
        )
        for i in range(count)
        for r in [size * chooser.uniform(0.4, 1)]
    ]
    return Obstacle.of(f"o{number}", corners, marker=chooser.random() < 0.3)


def _outside(shooter: Ship, ship: Ship, rules: Rules) -> float:
    """mm. How far a ship lies outside all that the shooter's sides reach; below 0 if it does not."""
    body, found = rules.outline(ship.size).flat(ship.pose.place), [math.inf]
    for corners in reaches(Layout(ships=(shooter,)), shooter, rules):
        exact = tuple((Fraction(x), Fraction(y)) for x, y in corners)
        found.append(clearance(Solid(exact if signed_area(exact) > 0 else exact[::-1]), body).value)
    return min(found)


def _touching(chooser: random.Random, ship: Ship, rules: Rules) -> Pose:
    """A pose whose base midpoint lies on a corner of a ship, or beside it by a hair."""
    x, y = chooser.choice(rules.outline(ship.size).flat(ship.pose.place).corners)
    return Pose(x + chooser.choice(HAIRS_MM), y, _decimal(chooser, 0, 360))


def _at_limit(chooser: random.Random, shooter: Ship, rules: Rules) -> Pose:
    """A pose at the edge of what a side reaches: its base or its tip at the full depth, or at the shoulder."""
    side = GunSide(shooter, rules.outline(shooter.size), chooser.choice(["left", "right"]))
    depth, hair = float(large_template(rules).depth), chooser.choice(HAIRS_MM)
    along = chooser.choice((0.0, side.length_text / 2, side.length_text)) + chooser.choice((0.0, hair))
    _, (wx, wy), (mx, my) = side.axes_float()
    out = math.degrees(math.atan2(my, mx))
    across = math.degrees(math.atan2(wy, wx))
    x, y = side.to_table(along, chooser.choice((depth, depth, 0.0, depth / 2)) + hair)
    return Pose(x, y, chooser.choice((out, across, across + 180, out + 180, chooser.uniform(0, 360))))

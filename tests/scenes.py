"""Random tables among twelve ships and questions at the edge of a rule: turns at the limit, pieces that touch, several
things wrong.

The property tests of bounded work and `tests/benchmarks/measure_longest.py` ask the same ones, each by its seed.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from armada_sim import (
    Layout,
    Obstacle,
    Pose,
    Rules,
    Ruling,
    Ship,
    Surface,
    check_contact,
    check_move,
    check_setup,
    check_shot,
    legal_headings,
)
from armada_sim.moving.movement import Mover, TurnGiven
from tests.shot_scenes import random_shot
from tests.strategies import decimal_between, random_ship

SHIPS = 12

TOLERANCES = (Fraction(0), Fraction(0), Fraction(1, 2), Fraction(2))
"""mm. Half of the tables state none."""

ROOM = {"moves": 420, "contacts": 420, "setups": 520}
"""mm. Side of the square in which the ships lie."""

CHANGES: dict[str, tuple[str, ...]] = {
    "footprint": ("section_triangle", "shadow_pentagon", "solid3d"),
    "contact_blocks_move": ("overlap_only",),
    "step_legality": ("swept_area",),
    "edge": ("open_sea", "touch_ok"),
    "setup_touch": ("no_touch",),
}
"""Values other than the default of the options a move, contact or set-up depends on."""


@dataclass(frozen=True)
class Question:
    """A question to the referee."""

    layout: Layout
    words: str
    """What is asked, for whoever looks for what took so long."""

    ask: partial[Ruling]


def crowd(chooser: random.Random, room: int) -> Layout:
    """Twelve ships of two players in a square; some touch, now and then some overlap, an island may lie among them."""
    room_left = 60 if chooser.random() < 0.9 else 0  # tries for a place that is free
    ships: list[Ship] = []
    for i in range(SHIPS):
        for _ in range(max(1, room_left)):
            ship = random_ship(chooser, f"S{i}", (room / 2, room / 2), room / 2 - 20, "red" if i % 2 else "blue")
            if ships and chooser.random() < 0.15:
                ship = _beside(chooser, ship, chooser.choice(ships))
            if all(_away(ship, other) for other in ships):
                break
        ships.append(ship)
    surface = chooser.choice([Surface.rectangle(room, room)] * 3 + [Surface.disc((room / 2, room / 2), room / 2)])
    objects = []
    if chooser.random() < 0.3:
        x, y = chooser.uniform(60, room - 60), chooser.uniform(60, room - 60)
        objects.append(Obstacle.of("island", star(chooser, x, y, 45, chooser.choice([4, 6, 8]))))
    tolerance = chooser.choice(TOLERANCES)
    return Layout(
        tuple(ships), surface, tuple(objects), tolerance, position="as_written"
    )  # pieces may lie on each other


def star(chooser: random.Random, x: float, y: float, size: float, points: int) -> list[tuple[Fraction, Fraction]]:
    """A polygon that is usually not convex, mm."""
    found = []
    for i in range(points):
        r, a = size * chooser.uniform(0.35, 1), 2 * math.pi * (i + chooser.uniform(-0.3, 0.3)) / points
        found.append((Fraction(round(x + r * math.cos(a), 3)), Fraction(round(y + r * math.sin(a), 3))))
    return found


def _beside(chooser: random.Random, ship: Ship, other: Ship) -> Ship:
    """The ship laid base to base with another that heads along an axis: they touch exactly. Else where it lies."""
    pose, heading = other.pose, Fraction(other.pose.heading)
    if heading % 90:
        return replace(ship, pose=replace(ship.pose, heading=90 * chooser.randrange(4)))
    along = decimal_between(chooser, -8, 8)
    x, y = (
        (pose.x, Fraction(pose.y) + Fraction(along))
        if heading % 180 == 0
        else (Fraction(pose.x) + Fraction(along), pose.y)
    )
    return replace(ship, pose=Pose(x, y, (heading + 180) % 360))


def _away(ship: Ship, other: Ship) -> bool:
    """Whether discs about the middles of two ships' faces stay apart; always for ships laid base to base."""
    ends = [
        (float(s.pose.x), float(s.pose.y), math.radians(float(s.pose.heading)), 9.0 + 4 * s.size.pips)
        for s in (ship, other)
    ]
    (ax, ay, at, ar), (bx, by, bt, br) = ends
    return (
        math.dist((ax + ar * math.cos(at), ay + ar * math.sin(at)), (bx + br * math.cos(bt), by + br * math.sin(bt)))
        > ar + br
    )


def some_rules(chooser: random.Random, classic: float) -> Rules:
    """The default rules with this chance, else one or two options changed."""
    if chooser.random() < classic:
        return Rules()
    keys = chooser.sample(sorted(CHANGES), chooser.choice([1, 2]))
    changes: dict[str, Any] = {key: chooser.choice(CHANGES[key]) for key in keys}
    return Rules(**changes)


def told(rules: Rules) -> str:
    """What is not default."""
    return ", ".join(f"{key} = {value}" for key, value in rules.not_default().items()) or "the default rules"


def hard_turn(chooser: random.Random, limit: float) -> TurnGiven:
    """A turn that is the limit, next to it, none, far beyond it, or anything."""
    sign = chooser.choice([1, -1])
    near = [limit, math.nextafter(limit, 0), math.nextafter(limit, 180), limit - 1e-9, limit + 1e-9]
    kind = chooser.random()
    if kind < 0.35:
        return sign * chooser.choice(near)
    if kind < 0.5:
        return "max" if sign > 0 else "-max"
    if kind < 0.6:
        return 0
    return float(decimal_between(chooser, -limit - 10, limit + 10))


def hard_move(chooser: random.Random, classic: float = 0.7) -> Question:
    """A move of one ship in a crowd, mostly near some limit."""
    layout, rules = crowd(chooser, ROOM["moves"]), some_rules(chooser, classic)
    ship = chooser.choice(layout.ships)
    limit = Mover(ship, rules.outline(ship.size)).turn_limit
    steps = chooser.randint(1, ship.size.steps)
    if chooser.random() < 0.3:
        turns = [hard_turn(chooser, limit) for _ in range(steps)]
        ask = partial(check_move, layout, ship.name, turns=turns, rules=rules)
        return Question(layout, f"{ship.name} turns {turns} under {told(rules)}", ask)
    at, headings = float(ship.pose.heading), []
    for step in range(steps):
        ends = [end for i in legal_headings(layout, ship.name, rules) for end in (i.start, i.end)] if step == 0 else []
        turn = hard_turn(chooser, limit)
        if ends and chooser.random() < 0.3:  # at, or next to, the first heading that is blocked
            end = chooser.choice(ends)
            at = chooser.choice([end, math.nextafter(end, -720), math.nextafter(end, 720), end + 1e-9])
        elif not isinstance(turn, str):
            at += float(turn)
        headings.append(at)
    ask = partial(check_move, layout, ship.name, headings, rules=rules)
    return Question(layout, f"{ship.name} headings {headings} under {told(rules)}", ask)


def nearest(ship: Ship, others: Sequence[Ship]) -> list[Ship]:
    """Others by the distance of their bases from a ship's."""
    x, y = float(ship.pose.x), float(ship.pose.y)
    return sorted(others, key=lambda other: math.dist((x, y), (float(other.pose.x), float(other.pose.y))))


def hard_shot(chooser: random.Random, classic: float = 0.5) -> Question:
    """A shot of one ship in a crowd, mostly at one within reach; see `tests/shot_scenes.py`."""
    scene = random_shot(chooser, varied=chooser.random() >= classic)
    ask = partial(check_shot, scene.layout, scene.shooter, scene.target, scene.side, scene.rules)
    return Question(scene.layout, f"{scene.shooter} at {scene.target}, {scene.side}, under {told(scene.rules)}", ask)


def hard_contact(chooser: random.Random, classic: float = 0.7) -> Question:
    """The contact of two ships in a crowd, one of them the nearest to the other half of the time."""
    layout, rules = crowd(chooser, ROOM["contacts"]), some_rules(chooser, classic)
    one, other = chooser.sample(layout.ships, 2)
    if chooser.random() < 0.5:
        other = nearest(one, [ship for ship in layout.ships if ship is not one])[0]
    a, b = one.name, other.name
    return Question(layout, f"{a} and {b} under {told(rules)}", partial(check_contact, layout, a, b, rules=rules))


def hard_setup(chooser: random.Random, classic: float = 0.7) -> Question:
    """A crowd, or a part of one, asked about as a set-up: mostly a great many things are wrong with it."""
    layout, rules = crowd(chooser, ROOM["setups"]), some_rules(chooser, classic)
    layout = replace(layout, ships=layout.ships[: chooser.choice([2, 3, 5, 8, SHIPS])])
    rules = rules.but(
        min_gap=chooser.choice([0, 5, rules.min_gap]), deploy_zone=chooser.choice(["anywhere", rules.deploy_zone])
    )
    return Question(layout, f"set-up under {told(rules)}", partial(check_setup, layout, rules=rules))


QUESTIONS: dict[str, Callable[..., Question]] = {
    "moves": hard_move, "shots": hard_shot, "contacts": hard_contact, "setups": hard_setup,
}  # fmt: skip


def question(kind: str, seed: int, classic: float | None = None) -> Question:
    """The question of a kind ("moves", "shots", "contacts", "setups") with this seed.

    classic: the chance of the default rules; None for that kind's own.
    """
    chooser = random.Random(f"{kind} {seed}")
    return QUESTIONS[kind](chooser) if classic is None else QUESTIONS[kind](chooser, classic)

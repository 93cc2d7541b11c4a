"""Flips of random questions asked again as they are shown: `python -m tests.benchmarks.measure_flips moves --count 99`.

Tables of several kinds (sound, touching, overlapping within the tolerance, several things wrong at once), any options
that bear on the question. A flip is asked again through public calls, each piece of a step by itself as a step of one
straight ahead that ends where the flip shows it; `check_move(displaced=…)` must say the same.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from armada_sim import (
    Clause,
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
)
from armada_sim.evidence.evidence import Flip, Placement
from armada_sim.moving.movement import Mover
from armada_sim.table.game_options import BY_KEY
from tests.scenes import star
from tests.shot_scenes import random_shot
from tests.strategies import decimal_between, random_ship

CONCERNED = {
    "moves": (
        "footprint", "piece_profile", "contact_blocks_move", "step_legality",
        "edge", "objects", "wreck", "doubt_rule",
    ),
    "contacts": ("footprint", "piece_profile", "doubt_scope"),
    "setups": (
        "footprint", "piece_profile", "setup_touch", "deploy_zone", "objects", "wreck",
        "min_gap", "doubt_scope",
    ),
}  # fmt: skip
"""Options that a question depends on; those of shots are in `tests/shot_scenes.py`."""

HAIR_DEG = 1e-9
"""degrees. Turns by the limit, reckoned in doubles, may be beyond it by so much."""


@dataclass(frozen=True)
class Asked:
    """A question and its answer."""

    layout: Layout
    rules: Rules
    ruling: Ruling
    again: Callable[[Layout, Rules, Flip], bool]
    """Whether the stated answer is yes (allowed, in contact) with the pieces where a flip shows them."""

    words: str


def some_rules(chooser: random.Random, keys: tuple[str, ...]) -> Rules:
    """Rules with up to three of some options changed."""
    changes: dict[str, Any] = {}
    for key in chooser.sample(keys, chooser.choice((0, 1, 1, 2, 3))):
        option = BY_KEY[key]
        plain = [value for value in option.values if value not in option.refused and not value.startswith("custom")]
        changes[key] = chooser.choice([value for value in plain if "(" not in value and value != "d"])
    return Rules(**changes)


def table(chooser: random.Random) -> Layout:
    """A crowded corner of a table, of any of the four kinds."""
    surface = chooser.choice(
        [
            Surface.rectangle(600, 600), Surface.disc((300, 300), 130), Surface.unbounded(),
            Surface.polygon(star(chooser, 300, 300, 260, 9)), Surface.rectangle(600, 330),
        ]
    )  # fmt: skip
    tolerance = chooser.choice((Fraction(0), Fraction(0), Fraction(1, 2), Fraction(2)))
    sound, spread = chooser.random() < 0.5, chooser.choice((70, 110, 160))
    ships = [random_ship(chooser, "S", (300, 300), 25, "red")]
    for i in range(chooser.randrange(0, 7)):
        for _ in range(40):
            ship = random_ship(chooser, f"B{i}", (300, 300), spread, chooser.choice(["red", "blue"]))
            ship = replace(_near(chooser, ship, chooser.choice(ships), tolerance), damage=chooser.choice([0, 0, 0, 3]))
            if not sound or all(check_contact(Layout(ships=(ship, s)), ship.name, s.name).allowed for s in ships):
                ships.append(ship)
                break
    things = []
    for i in range(chooser.randrange(0, 3)):
        x, y = chooser.uniform(220, 380), chooser.uniform(220, 380)
        things.append(Obstacle.of(f"I{i}", star(chooser, x, y, 45, chooser.choice([4, 6, 8])), marker=i == 1))
    if tolerance and chooser.random() < 0.3:
        ships = [replace(s, tolerance=chooser.choice((None, None, Fraction(0), Fraction(1, 4)))) for s in ships]
    return Layout(ships=ships, surface=surface, objects=things, tolerance=tolerance, position="as_written")


def _near(chooser: random.Random, ship: Ship, other: Ship, tolerance: Fraction) -> Ship:
    """Now and then the ship is brought next to another: they touch, lie next to each other, or overlap by little."""
    if chooser.random() < 0.6:
        return ship
    gap = check_contact(Layout(ships=(ship, other)), ship.name, other.name).witness
    assert gap is not None
    (ax, ay), (bx, by) = gap.points  # type: ignore[union-attr,misc]
    most = 2 * float(tolerance)
    past = chooser.choice((0.0, chooser.uniform(0, most), chooser.uniform(-most, most), chooser.uniform(-2, 6)))
    away = math.hypot(bx - ax, by - ay) or 1.0
    share = (away + past) / away
    moved = [round(float(v) + share * d, 6) for v, d in ((ship.pose.x, bx - ax), (ship.pose.y, by - ay))]
    return replace(ship, pose=Pose(*(Decimal(str(v)) for v in moved), ship.pose.heading))


def lying(layout: Layout, flip: Flip) -> Layout:
    """The table as a flip shows it."""
    for name, at in flip.ships.items():
        layout = layout.with_pose(name, Pose(*at.base, at.heading))
    return layout


def some_move(chooser: random.Random) -> Asked:
    """A move, often with turns at or beyond the limit."""
    layout, rules = table(chooser), some_rules(chooser, CONCERNED["moves"])
    ship = layout.ships[0]
    limit = Mover(ship, rules.outline(ship.size)).turn_limit
    turns: list[Any] = []
    for _ in range(chooser.randint(1, ship.size.steps)):
        near = limit + chooser.choice((chooser.uniform(-1, 1), chooser.uniform(0, 6)))
        kind = chooser.choice(("max", "-max", near, -near, *[decimal_between(chooser, -limit, limit)] * 4))
        turns.append(kind if isinstance(kind, str | Decimal) else Decimal(str(round(kind, 4))))
    how: dict[str, Any] = {"turns": turns}

    def again(table: Layout, rules: Rules, flip: Flip) -> bool:
        shown = check_move(lying(table, flip), ship.name, **how, rules=rules, displaced=flip.steps or ())
        alone = move_holds(table, ruling, how, rules, flip) if flip.ships or flip.steps else None
        if alone is not None and alone != shown.allowed:
            raise AssertionError(f"asked by pieces {alone}, asked as a move {shown.allowed}: {shown.reasons}")
        return shown.allowed

    ruling = check_move(layout, ship.name, **how, rules=rules)
    return Asked(layout, rules, ruling, again, f"{how}")


def move_holds(layout: Layout, ruling: Ruling, how: dict[str, Any], rules: Rules, flip: Flip) -> bool | None:
    """Whether a move holds with the pieces where a flip shows them, each asked by itself; None if that cannot be."""
    if rules.step_legality == "swept_area":
        return None
    ship, stated = layout.ships[0], ruling.witness
    outline, shown = rules.outline(ship.size), {at.step: at for at in flip.steps or ()}
    limit, step = Mover(ship, outline).turn_limit, float(outline.step)
    steps = [Placement(s.base, s.heading, step=s.step) for s in stated.steps]  # type: ignore[union-attr]
    there = lying(layout, flip)
    before = [flip.ships.get(ship.name, Placement(ship.pose.place.origin, float(ship.pose.heading))), None]
    before[1] = Placement(ship.pose.place.origin, float(ship.pose.heading))
    for number, at in enumerate(steps, 1):
        piece = shown.get(number, at)
        for old in before:
            assert old is not None
            turn = abs((piece.heading - old.heading + 180) % 360 - 180)
            if turn > limit + HAIR_DEG:
                return False
        before = [piece, at]
        way = math.radians(piece.heading)
        behind = Pose(piece.base[0] - step * math.cos(way), piece.base[1] - step * math.sin(way), piece.heading)
        ruling = check_move(there.with_pose(ship.name, behind), ship.name, [piece.heading], rules=rules)
        if not ruling.allowed:
            return False
    return True


def _solid(thing: Obstacle, rules: Rules) -> bool:
    return not thing.marker and rules.objects != "block_shot_only"


def some_shot(chooser: random.Random) -> Asked:
    """A shot in a crowd."""
    scene = random_shot(chooser, varied=chooser.random() < 0.7)

    def again(table: Layout, rules: Rules, flip: Flip) -> bool:
        return check_shot(lying(table, flip), scene.shooter, scene.target, scene.side, rules).allowed

    ruling = check_shot(scene.layout, scene.shooter, scene.target, scene.side, scene.rules)
    return Asked(scene.layout, scene.rules, ruling, again, f"{scene.shooter} at {scene.target}, {scene.side}")


def some_contact(chooser: random.Random) -> Asked:
    """The contact of a ship and another thing."""
    layout, rules = table(chooser), some_rules(chooser, CONCERNED["contacts"])
    others = [thing.name for thing in (*layout.ships[1:], *layout.objects)]
    other = chooser.choice(others) if others else None
    if other is None:
        return some_contact(chooser)

    def again(table: Layout, rules: Rules, flip: Flip) -> bool:
        return check_contact(lying(table, flip), "S", other, rules=rules).answer == "yes"

    return Asked(layout, rules, check_contact(layout, "S", other, rules=rules), again, f"S and {other}")


def some_setup(chooser: random.Random) -> Asked:
    """A set-up of some ships."""
    rules = some_rules(chooser, CONCERNED["setups"])
    layout = replace(table(chooser), fleets=())
    rules = rules.but(min_gap=chooser.choice([0, 10, 30]), fleet_budget="free", max_per_size=20)
    layout = replace(layout, ships=tuple(replace(s, damage=0) for s in layout.ships))

    def again(table: Layout, rules: Rules, flip: Flip) -> bool:
        return check_setup(lying(table, flip), rules=rules).allowed

    return Asked(layout, rules, check_setup(layout, rules=rules), again, "the set-up")


QUESTIONS = {"moves": some_move, "shots": some_shot, "contacts": some_contact, "setups": some_setup}


def stated(asked: Asked, flip: Flip) -> bool:
    """Whether the answer is yes with the pieces where a flip shows them; an empty flip: as they are written.

    Without tolerances, but in a set-up: there they say which overlaps count as contact.
    """
    layout = replace(asked.layout, position="as_written")
    if asked.ruling.question != "setup":
        layout = replace(layout, tolerance=0, ships=tuple(replace(s, tolerance=None) for s in layout.ships))
    return asked.again(layout, asked.rules.but(doubt_rule="exact"), flip)


def exceptions(kind: str, seed: int, counts: Counter[str]) -> list[str]:
    """What is wrong with the flip of one question; counts: how many questions had which."""
    asked = QUESTIONS[kind](random.Random(f"flips {kind} {seed}"))
    ruling, words = asked.ruling, f"{kind} {seed} ({asked.words}; {asked.rules.not_default()})"
    counts[f"{ruling.answer}"] += 1
    if ruling.flip is None:
        counts["without a flip"] += 1
        if ruling.margin is None:
            return []
        counts["without, though there is a margin"] += 1
        said = any("margin" in note or "placement" in note for note in ruling.notes)
        return [] if said else [f"{words}: nothing is said of there being no flip"]
    counts["flips"] += 1
    broken = sum(reason.clause is not Clause.DOUBT for reason in ruling.reasons)
    counts["with several reasons"] += broken > 1
    found = []
    try:
        before = str(ruling.answer) == "yes" if str(ruling.answer) != "in_doubt" else stated(asked, Flip({}, ()))
        if stated(asked, ruling.flip) == before:
            found.append(f"{words}: the flip does not change the answer; {ruling.flip}; {ruling.reasons}")
    except AssertionError as failed:
        found.append(f"{words}: {failed}; {ruling.flip}")
    if ruling.margin_upper is None or ruling.margin is None or ruling.margin_upper < ruling.margin:
        found.append(f"{words}: margins {ruling.margin} and {ruling.margin_upper}")
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=QUESTIONS)
    parser.add_argument("--count", type=int, default=1000, help="how many questions (1000)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (0)")
    given = parser.parse_args()
    counts, wrong, start = Counter[str](), 0, time.process_time()
    for seed in range(given.first, given.first + given.count):
        for exception in exceptions(given.kind, seed, counts):
            wrong += 1
            print(exception, flush=True)
    spent = time.process_time() - start
    print(f"{given.count} {given.kind} from seed {given.first}: {wrong} exceptions; {dict(counts)}; {spent:.0f} s")


if __name__ == "__main__":
    main()

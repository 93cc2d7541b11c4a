"""Random disputes about moves and shots, answered where there is nothing but Python and FLINT.

    python -m tests.firing.pocket 0 100

prints the rulings on so many of them, one a line, from a process that can load nothing else.
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from armada_sim import Layout, Obstacle, Pose, Rules, Ruling, Ship, Size, Surface, check_move, check_shot
from armada_sim.geometry.clearance import clearance
from armada_sim.geometry.gap import Relation

ABSENT = frozenset({
    "numpy", "shapely", "matplotlib", "llvmlite", "starlette", "uvicorn", "pydantic", "rich", "click", "scipy",
    "sqlite3",
})  # fmt: skip
"""What a browser has not."""

TOLERANCES = ("0", "0.3", "0.5", "1", "2")
"""mm."""

RULES: Sequence[dict[str, str]] = (
    {}, {}, {}, {"in_area": "half"}, {"in_area": "whole"}, {"obstruction": "clear_template"},
    {"footprint": "shadow_pentagon"}, {"obstruction": "partial_cover_ok"}, {"physical_fit": "must_fit"},
    {"touching_target": "cannot"},
    {"step_legality": "swept_area"}, {"doubt_rule": "favour_actor"}, {"doubt_rule": "exact", "obstruction": "none"},
)  # fmt: skip

ROOM_MM = (50, 140)
"""mm. Ships lie no farther than some distance between these from the middle, along each axis."""


class Absence:
    """Keeps everything out that a browser has not."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name.split(".")[0] in ABSENT:
            raise ModuleNotFoundError(f"no {name}", name=name)


def _decimal(chooser: random.Random, low: float, high: float) -> Decimal:
    return Decimal(round(chooser.uniform(low, high) * 100)).scaleb(-2)


def table(chooser: random.Random, rules: Rules) -> Layout:
    """Four to twelve ships that do not overlap, and now and then a thing among them."""
    room, lying, tries = chooser.uniform(*ROOM_MM), list[Ship](), 0
    count = chooser.randint(4, 12)
    while len(lying) < count and tries < 600:
        tries += 1
        x, y = (_decimal(chooser, 300 - room, 300 + room) for _ in range(2))
        size, player = chooser.choice(list(Size)), "red" if len(lying) % 2 else "blue"
        ship = Ship(f"S{len(lying)}", player, size, Pose(x, y, _decimal(chooser, 0, 360)))
        body = rules.outline(size).flat(ship.pose.place)
        others = (rules.outline(other.size).flat(other.pose.place) for other in lying)
        if all(clearance(body, other).relation is not Relation.OVERLAP for other in others):
            lying.append(ship)
    objects = []
    if chooser.random() < 0.2:
        x, y = chooser.randint(200, 400), chooser.randint(200, 400)
        objects.append(Obstacle.of("reef", [(x, y), (x + 12, y + 2), (x + 9, y + 10), (x, y + 7)]))
    tolerance = Decimal(chooser.choice(TOLERANCES))
    if tolerance and chooser.random() < 0.3:
        lying[-1] = replace(lying[-1], tolerance=Decimal("0.1"))
    return Layout(tuple(lying), Surface.rectangle(600, 600), tuple(objects), tolerance)


def ruling(seed: int) -> Ruling:
    """The answer to one dispute: about a shot, or now and then about a move."""
    chooser = random.Random(f"pocket {seed}")
    rules = Rules(**chooser.choice(RULES))  # type: ignore[arg-type]
    layout = table(chooser, rules)
    shooter, *others = layout.ships
    if seed % 3 == 2:
        turns = [chooser.choice(("max", "-max", _decimal(chooser, -40, 40))) for _ in range(chooser.randint(1, 4))]
        return check_move(layout, shooter.name, turns=turns, rules=rules)
    others.sort(key=lambda ship: math.dist(_at(ship), _at(shooter)))
    return check_shot(layout, shooter.name, chooser.choice(others[:3]).name, rules=rules)


def _at(ship: Ship) -> tuple[float, float]:
    return float(ship.pose.x), float(ship.pose.y)


def main(first: int, count: int) -> None:
    """Prints the rulings as plain data."""
    for seed in range(first, first + count):
        print(json.dumps(ruling(seed).as_json()), flush=True)


if __name__ == "__main__":
    sys.meta_path.insert(0, Absence())  # type: ignore[arg-type]
    main(int(sys.argv[1]), int(sys.argv[2]))

"""The promise of the margin, under every value of every option: honest from both sides, and tight.

Random tables with islands and surfaces that are not convex; pieces are displaced as they may be off.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest

from armada_sim import Clause, Fleet, Layout, Obstacle, Rules, Surface
from armada_sim.evidence.conditions import Condition, Key, Movable, Shift, TurnOf, displacement
from armada_sim.evidence.judging import Verdict, judge
from armada_sim.geometry.solids import STILL, Displacement
from armada_sim.moving._case import MoveCase
from armada_sim.moving._move_conditions import conditions
from armada_sim.moving.movement import Mover
from armada_sim.setup.setups import Setup
from armada_sim.table.game_options import BY_KEY
from armada_sim.table.units import Unit
from tests.scenes import star
from tests.strategies import decimal_between, random_ship

CONCERNED = (
    "footprint", "piece_profile", "contact_blocks_move", "setup_touch",
    "step_legality", "edge", "objects", "wreck", "deploy_zone",
)  # fmt: skip
PARAMETERS = {"own_edge_band(d)": "own_edge_band(9 in)"}
CHANGES = [{}] + [
    {key: PARAMETERS.get(value, value)}
    for key in CONCERNED
    for value in BY_KEY[key].values
    if value != getattr(Rules(), key)
    and value not in BY_KEY[key].refused
    and not value.startswith(("custom", "rounded"))
]
PAST_MM = 1e-6


def table(chooser: random.Random) -> Layout:
    """A crowded corner of a table."""
    surface = chooser.choice(
        [
            Surface.rectangle(600, 600), Surface.disc((300, 300), 130), Surface.unbounded(),
            Surface.polygon(star(chooser, 300, 300, 260, 9)), Surface.rectangle(600, 330),
        ]
    )  # fmt: skip
    ships = [random_ship(chooser, "S", (300, 300), 25, "red")]
    for i in range(chooser.randrange(0, 3)):
        ship = random_ship(chooser, f"B{i}", (300, 300), 110, chooser.choice(["red", "blue"]))
        ships.append(replace(ship, damage=chooser.choice([0, 0, 3])))
    things = []
    for i in range(chooser.randrange(0, 3)):
        x, y = chooser.uniform(220, 380), chooser.uniform(220, 380)
        things.append(Obstacle.of(f"I{i}", star(chooser, x, y, 45, chooser.choice([4, 6, 8])), marker=i == 1))
    tolerances = [None, None, Fraction(1, 2), Fraction(1, 4)]
    ships = [replace(s, tolerance=chooser.choice(tolerances)) for s in ships]
    return Layout(ships=ships, surface=surface, objects=things, tolerance=Fraction(1, 2))


def rigid(chooser: random.Random, piece: Movable, size: float) -> Displacement:
    """A random displacement that moves the corner it moves most by just less than `size` mm."""
    if not size:
        return STILL
    angle = chooser.choice([0.0, 0.0, 1.0, -1.0]) * chooser.uniform(0, 0.05) * size
    way = chooser.uniform(0, 2 * math.pi)
    low, high = 0.0, 1.0
    for _ in range(30):
        middle = (low + high) / 2
        tried = displacement(middle * size * math.cos(way), middle * size * math.sin(way), middle * angle)
        low, high = (middle, high) if tried.size(piece.arms) < size else (low, middle)
    return displacement(low * size * math.cos(way), low * size * math.sin(way), low * angle)


def honest(
    chooser: random.Random, evaluate: Callable[[Shift], Sequence[Condition]], pieces: Mapping[Key, Movable],
    verdict: Verdict, physical: Callable[[Shift], bool] = lambda shift: True,
) -> None:  # fmt: skip
    """Fails unless the margin is proved wrong by no random placement, and the flip keeps within its bound."""
    if verdict.low > 0:
        size = min(verdict.low, 30.0) * (1 - 1e-9) - PAST_MM
        for _ in range(6 if size > 0 else 0):
            shift = {key: rigid(chooser, piece, size * float(piece.share)) for key, piece in pieces.items()}
            if physical(shift):
                assert all(c.holds for c in evaluate(shift)) == verdict.holds
    if verdict.shift is not None:
        assert verdict.high is not None
        assert verdict.low <= verdict.high
        for key, move in verdict.shift.items():
            assert move.size(pieces[key].arms) <= verdict.high * float(pieces[key].share) + 2e-6
    elif math.isfinite(verdict.low):
        assert not one_pair(verdict), "no flip was found"
    if verdict.high is not None and one_pair(verdict):
        assert verdict.high <= 1.01 * verdict.low + 0.001


def one_pair(verdict: Verdict) -> bool:
    """Whether one pair decides: what mends it comes near nothing else."""
    if verdict.holds:
        return True
    broken = [c for c in verdict.conditions if not c.holds]
    if len(broken) != 1 or not math.isfinite(broken[0].high):
        return False
    return all(c.low > 1.05 * broken[0].high + 0.01 for c in verdict.conditions if c.holds)


def judged_move(chooser: random.Random, changes: dict[str, str]) -> None:
    layout, rules = table(chooser), Rules(**changes)
    ship = layout.ships[0]
    heading, headings = Fraction(ship.pose.heading), []
    for _ in range(chooser.randrange(1, 3)):
        heading += Fraction(decimal_between(chooser, -80, 80))
        headings.append(heading)
    case = MoveCase(layout, Mover(ship, rules.outline(ship.size)), tuple(headings), rules, Unit())
    verdict = judge(partial(conditions, case), case.pieces())
    honest(chooser, partial(off, case), case.pieces(), verdict)
    if verdict.shift is not None:
        assert all(c.holds for c in conditions(case, verdict.shift)) != verdict.holds


def off(case: MoveCase, shift: Shift) -> list[Condition]:
    """What must hold of a move whose pieces are off, and, each by itself, its turns."""
    pieces = {key: move for key, move in shift.items() if not isinstance(key, TurnOf)}
    found = [c for c in conditions(case, pieces) if c.reason.clause is not Clause.MOVE_TURN_LIMIT]
    for step in range(1, len(case.ends) + 1):
        turned = {key: move for key, move in shift.items() if key == TurnOf(step)}
        found += [
            c for c in conditions(case, turned)
            if c.reason.clause is Clause.MOVE_TURN_LIMIT and c.reason.step == step
        ]  # fmt: skip
    return found


@pytest.mark.parametrize("changes", CHANGES, ids=lambda c: "-".join(f"{k}={v}" for k, v in c.items()) or "classic")
def test_margins_of_moves(changes: dict[str, str]) -> None:
    for seed in range(2):
        judged_move(random.Random(f"move {seed}"), changes)


def judged_setup(chooser: random.Random, changes: dict[str, str]) -> None:
    layout = replace(
        table(chooser), fleets=(Fleet("red", side=chooser.choice(["south", "west"])), Fleet("blue", side="north"))
    )
    rules = Rules(**{"min_gap": chooser.choice([0, 10, 30]), **changes})
    setup = Setup(layout, rules, Unit())

    exact = Setup(
        replace(layout, tolerance=0, ships=tuple(replace(s, tolerance=0) for s in layout.ships)), rules, Unit()
    )
    overlapping = {
        c.reason.pieces for c in exact.conditions({}) if not c.holds and str(c.reason.clause) == "setup.overlap"
    }
    broken = {c.reason.pieces for c in setup.conditions({}) if not c.holds and str(c.reason.clause) == "setup.overlap"}
    touching = overlapping - broken

    def physical(shift: Shift) -> bool:
        """What is in contact as stated does not come to overlap by more than the errors."""
        return not [
            c for c in setup.conditions(shift)
            if not c.holds and str(c.reason.clause) == "setup.overlap" and c.reason.pieces in touching
        ]  # fmt: skip

    verdict = judge(setup.conditions, setup.pieces())
    honest(chooser, setup.conditions, setup.pieces(), verdict, physical)
    if verdict.shift is not None:
        assert all(c.holds for c in setup.conditions(verdict.shift)) != verdict.holds


@pytest.mark.parametrize("changes", CHANGES, ids=lambda c: "-".join(f"{k}={v}" for k, v in c.items()) or "classic")
def test_margins_of_set_ups(changes: dict[str, str]) -> None:
    for seed in range(2):
        judged_setup(random.Random(f"setup {seed}"), changes)


@pytest.mark.parametrize("seed", [86, 118, 257])
def test_a_ship_deep_in_an_object_that_is_not_convex(seed: int) -> None:
    """With a tolerance it need not come wholly off it, and the straight way out of one part leads into the next."""
    chooser = random.Random(f"attack {seed}")
    layout = table(chooser)
    layout = replace(layout, surface=Surface.rectangle(900, 900), objects=layout.objects[:1])
    setup = Setup(layout, Rules(min_gap=10, deploy_zone="anywhere"), Unit())
    verdict = judge(setup.conditions, setup.pieces())
    assert not verdict.holds
    assert one_pair(verdict)
    honest(chooser, setup.conditions, setup.pieces(), verdict)

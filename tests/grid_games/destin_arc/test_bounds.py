"""How long steps and games can be (docs/rules/destin-arc.md, "How long a game is")."""

import itertools
from collections import Counter
from math import ceil

import numpy as np
import pytest

from grid_games.destin_arc import bounds
from grid_games.destin_arc.chapters.turns import Leg, Phase, leg
from grid_games.destin_arc.game import KIND, DestinArc
from grid_games.testing.conformance import random_moves
from tests.grid_games.destin_arc.scenes import game


def limit(arc: DestinArc, now: Leg) -> int | None:
    """The most moves of a phase; None for one of another chapter."""
    if now.phase in (Phase.MOVEMENT, Phase.SPECIAL):
        return sum(bounds.movement(arc, seat) for seat in now.seats)
    if now.phase == Phase.MAGIC:
        return sum(bounds.magic(arc, seat) for seat in now.seats)
    if now.phase in (Phase.MISSILE, Phase.MELEE):
        return sum(bounds.combat(arc, seat, now.phase == Phase.MISSILE) for seat in now.seats)
    return None


@pytest.mark.parametrize(
    "settings", [{}, {"simul": "plotted", "leader_of_lost_unit": "stays"}, {"spells_a_step": "one_attack"}], ids=str
)
def test_no_step_is_longer_than_its_bound(settings: dict[str, str]) -> None:
    arc = KIND.load(3, {"map": "village"} | settings)
    longest: Counter[str] = Counter()
    for seed in range(5):
        state, lengths = arc.new(), Counter[tuple[int, Leg]]()
        for move in random_moves(arc, np.random.default_rng(seed)):
            now = leg(state)
            if now is not None and (most := limit(arc, now)) is not None:
                lengths[state.turn, now] += 1
                longest[now.phase] = max(longest[now.phase], lengths[state.turn, now])
                assert lengths[state.turn, now] <= most
            state = state.after(move)
    assert max(longest["missile"], longest["melee"]) > 10


def test_a_retreat_enters_a_zone_that_often() -> None:
    """Ways that go one hex farther from their start with each step, against zones of connected hexes."""
    land, rng = game().land, np.random.default_rng(3)
    most = Counter[int]()
    for _ in range(700):
        start = int(rng.integers(len(land)))
        area = int(rng.choice([2, 4]))
        path = [start]
        for far in range(1, 7):
            beyond = [h for h in range_of(land.beside(1 << path[-1])) if land.distance(start, h) == far]
            if not beyond:
                break
            path.append(beyond[int(rng.integers(len(beyond)))])
        zone = 1 << path[int(rng.integers(len(path)))]
        while zone.bit_count() < area:
            near = range_of(land.beside(zone) & ~zone)
            zone |= 1 << near[int(rng.integers(len(near)))]
        entries = sum(zone >> there & 1 and not zone >> here & 1 for here, there in itertools.pairwise(path))
        most[area] = max(most[area], entries)
        assert entries <= ceil(area / 2)
    assert most == {2: 1, 4: 2}


def range_of(bits: int) -> list[int]:
    return [h for h in range(bits.bit_length()) if bits >> h & 1]


def test_the_longest_game() -> None:
    """Seven priests of Bhâr with weather for five turns, five Christian ones with blades for three; 46 pieces at most
    on a side."""
    arc = game()
    assert bounds.zones(arc) == [(35, 4), (15, 2)]
    assert bounds.rolls_of_a_retreat(arc) == min(2 + 46, 2 * 35) + 15
    assert arc.max_plies == 283_678
    assert KIND.load(None, {"map": "village"}).max_plies == 8_763

"""How long steps and games can be (docs/rules/destin-arc.md, "How long a game is")."""

from collections import Counter

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
        return sum(bounds.combat(arc, seat) for seat in now.seats)
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


@pytest.mark.parametrize(("name", "most"), [("arc", 1_127_806), ("village", 21_381)])
def test_the_longest_game(name: str, most: int) -> None:
    assert game(map=name).max_plies == most

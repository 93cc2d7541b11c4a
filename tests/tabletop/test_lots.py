"""Generators by seed: without NumPy the same numbers as with it."""

from __future__ import annotations

import numpy as np
from hypothesis import given, strategies as st

from armada_sim.tabletop.lots import Pcg64, generator, generator_at, state_of

WAYS = {
    "random": lambda rng, n: rng.random(),
    "uniform": lambda rng, n: rng.uniform(-3.5, n),
    "below": lambda rng, n: int(rng.integers(n)),
    "between": lambda rng, n: int(rng.integers(-n, n)),
    "order": lambda rng, n: [*map(int, rng.permutation(n % 24))],
}
SIZES = st.one_of(st.integers(1, 30), st.integers(2**31, 2**33), st.sampled_from([2**32 - 1, 2**32, 2**32 + 1, 2**62]))


@given(st.integers(0, 2**140), st.lists(st.tuples(st.sampled_from([*WAYS]), SIZES), max_size=40))
def test_plain_numbers_are_those_of_numpy(seed: int, asked: list[tuple[str, int]]) -> None:
    plain, other = Pcg64(seed), np.random.default_rng(seed)
    for way, n in asked:
        assert WAYS[way](plain, n) == WAYS[way](other, n)
    assert plain.state == other.bit_generator.state


def test_a_generator_goes_on_from_its_state() -> None:
    rng = generator(7)
    rng.integers(5)
    again, plain = generator_at(state_of(rng)), Pcg64(0)
    plain.state = dict(state_of(rng))
    assert [again.random(), int(again.integers(9))] == [plain.random(), plain.integers(9)]

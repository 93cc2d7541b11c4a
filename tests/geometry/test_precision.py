"""The working precision of one thread is not changed by another."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from flint import arb, ctx

from armada_sim.geometry.precision import working_at
from tests.scenes import QUESTIONS, question
from tests.whole import whole

THREADS = 4


@pytest.fixture
def restless() -> Iterator[None]:
    """Threads give way to each other all the time."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("restless")
def test_a_thread_computes_at_its_own_precision() -> None:
    """The ball of a sum is as small as its bits say, and what was before is there again."""

    def narrow(bits: int) -> bool:
        with working_at(bits):
            total = arb(2).sqrt() + arb(3).sqrt() + arb(5).sqrt() + arb(7).sqrt()
            return total.rad() <= arb(2) ** (8 - bits) and ctx.prec == bits

    before = ctx.prec
    with ThreadPoolExecutor(THREADS) as pool:
        assert list(pool.map(narrow, (64, 128, 256) * 700)) == [True] * 2100
    assert ctx.prec == before


@pytest.mark.usefixtures("restless")
@pytest.mark.parametrize("count", [10, whole(100)])
def test_rulings_asked_for_at_once_are_those_asked_for_one_by_one(count: int) -> None:
    """To the last digit; moves at a limit had other margins."""
    questions = [question(kind, seed).ask for kind in QUESTIONS for seed in range(count)]
    alone = [repr(ask()) for ask in questions]
    with ThreadPoolExecutor(THREADS) as pool:
        assert list(pool.map(lambda ask: repr(ask()), questions)) == alone

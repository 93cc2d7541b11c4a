"""The working precision of one thread is not changed by another."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from threading import Barrier, Thread

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


def at_once(work: Callable[[int], None]) -> None:
    """Work done in some threads, which begin together."""
    ready = Barrier(THREADS)

    def begun(number: int) -> None:
        ready.wait()
        work(number)

    threads = [Thread(target=begun, args=(number,)) for number in range(THREADS)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()


@pytest.mark.usefixtures("restless")
def test_a_thread_computes_at_its_own_precision() -> None:
    """The ball of a sum is as small as its bits say, and what was before is there again."""
    before, wide, asked = ctx.prec, [], []

    def work(number: int) -> None:
        for round_ in range(500):
            bits = 64 << (number + round_) % 3
            with working_at(bits):
                total = arb(2).sqrt() + arb(3).sqrt() + arb(5).sqrt() + arb(7).sqrt()
                asked.append(bits)
                if total.rad() > arb(2) ** (8 - bits) or ctx.prec != bits:
                    wide.append(bits)

    at_once(work)
    assert (wide, len(asked), ctx.prec) == ([], THREADS * 500, before)


@pytest.mark.usefixtures("restless")
@pytest.mark.parametrize("count", [10, whole(100)])
def test_rulings_asked_for_at_once_are_those_asked_for_one_by_one(count: int) -> None:
    """To the last digit; moves at a limit had other margins."""
    questions = [question(kind, seed) for kind in QUESTIONS for seed in range(count)]
    alone = [repr(one.ask()) for one in questions]
    together = [""] * len(questions)

    def work(number: int) -> None:
        for i in range(number, len(questions), THREADS):
            together[i] = repr(questions[i].ask())

    at_once(work)
    assert together == alone

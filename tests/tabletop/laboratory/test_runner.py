"""The same games, whoever plays them, however often the run is stopped."""

from __future__ import annotations

import gc
import math
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.laboratory._runner import (
    TERMINATED,
    Standing,
    WorkersLostError,
    _missing,
    _within,
    run,
    sets_wanted,
)
from armada_sim.tabletop.laboratory.contest import MOST_SETS, GameRow, Plan
from armada_sim.tabletop.laboratory.intervals import mean_interval
from armada_sim.tabletop.laboratory.store import Store, opened
from tests.sources import ROOT
from tests.tabletop.laboratory.toys import Coin, numbers
from tests.whole import whole

COIN = Coin((0.5, 0.9, 0.2))
PLAN = Plan(60, half_width=0.12, batch=10)


@contextmanager
def store_of(coin: Coin, path: Path) -> Iterator[Store]:
    with opened(path, coin.identity, coin.meetings) as store:
        yield store


def dumped(coin: Coin, path: Path) -> list[object]:
    with store_of(coin, path) as store:
        return [(m, *row) for m in range(len(coin.meetings)) for row in store.games(m)]


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> tuple[tuple[int, ...], list[object]]:
    """What one worker in one go ends with."""
    path = tmp_path_factory.mktemp("alone") / "a.games"
    with store_of(COIN, path) as store:
        counts = run(COIN, PLAN, store)
    return counts, dumped(COIN, path)


def test_a_fixed_plan_plays_just_that(tmp_path: Path) -> None:
    told: list[Standing] = []
    with store_of(COIN, tmp_path / "a.games") as store:
        assert run(COIN, Plan(7), store, progress=told.append) == (7, 7, 7)
        assert [numbers(store, m) for m in range(3)] == [set(range(7))] * 3
        assert run(COIN, Plan(7), store, progress=lambda _: pytest.fail("nothing was missing")) == (7, 7, 7)
    assert [standing.sets for standing in told] == list(range(1, 22))
    assert told[-1].games == 42


def test_a_plan_far_longer_than_a_run_costs_nothing_before_it_is_played(tmp_path: Path) -> None:
    class Enough(Exception):
        pass

    def stop(standing: Standing) -> None:
        assert standing.wanted == 3 * MOST_SETS
        if standing.sets == 10:
            raise Enough

    with store_of(COIN, tmp_path / "a.games") as store:
        store.add([((1, MOST_SETS - 1), COIN.play(1, MOST_SETS - 1))])
        tracemalloc.start()
        with pytest.raises(Enough):
            run(COIN, Plan(MOST_SETS), store, progress=stop)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert [numbers(store, m) - {MOST_SETS - 1} for m in range(3)] == [{0, 1, 2}] * 3
    assert most < 1_000_000


@pytest.mark.parametrize("plan", [{"sets": MOST_SETS + 1}, {"sets": 10**12}, {"sets": 3, "batch": 10**12},
    {"sets": 3, "half_width": math.nan},
                                  {"sets": 3, "half_width": math.inf}])  # fmt: skip
def test_absurd_plans_are_refused_with_a_sentence(plan: dict[str, Any]) -> None:
    with pytest.raises(
        InputError, match=r"^(sets|batch): must be at most 1000000, not 10|^half_width: a half width is a share between"
    ):
        Plan(**plan)


@given(
    st.lists(st.integers(0, 12), max_size=4),
    st.lists(st.sets(st.integers(0, 20)), min_size=4, max_size=4),
)
def test_what_is_missing_is_what_is_wanted_and_not_there(counts: list[int], kept: list[set[int]]) -> None:
    there = [[range(low, low + 1) for low in sorted(numbers)] for numbers in kept[: len(counts)]]
    wanted = sorted((n, m) for m, count in enumerate(counts) for n in range(count) if n not in kept[m])
    assert list(_missing(counts, there)) == [(m, n) for n, m in wanted]
    assert sum(counts) - sum(map(_within, there, counts)) == len(wanted)


def test_stopping_looks_at_width_and_never_at_the_result() -> None:
    rng = np.random.default_rng(1)
    for chance in (0.1, 0.5, 0.8):
        scores = (rng.random((200, 2)) < chance).astype(float)
        plan = Plan(200, half_width=0.08, batch=20)
        for have in (0, 5, 20, 39, 100, 200):
            assert sets_wanted(plan, scores[:have]) == sets_wanted(plan, 1 - scores[:have])
            for before in range(0, have, 7):
                assert sets_wanted(plan, scores[:have], sets_wanted(plan, scores[:before])) == sets_wanted(
                    plan, scores[:have]
                )
    assert sets_wanted(Plan(200, 0.08, 20), np.zeros((0, 2))) == 20
    assert sets_wanted(Plan(10, 0.001, 20), np.zeros((10, 2))) == 10


def test_the_width_may_be_that_of_each_game_of_a_set() -> None:
    """Whoever moves first wins most: the mean of a set is known long before what each side gets so."""
    rng = np.random.default_rng(2)
    scores = np.column_stack([rng.random(400) < 0.6, rng.random(400) < 0.4]).astype(float)
    scores[::2, 1] = 1 - scores[::2, 0]
    both, each = Plan(400, 0.05, 10), Plan(400, 0.05, 10, each=True)
    wanted = sets_wanted(each, scores)
    assert sets_wanted(both, scores) < wanted < 400
    assert max(mean_interval(scores[:wanted, [k]]).half_width for k in (0, 1)) <= 0.05
    assert max(mean_interval(scores[: wanted - 10, [k]]).half_width for k in (0, 1)) > 0.05


def test_two_workers_play_the_same_games(alone: tuple[tuple[int, ...], list[object]], tmp_path: Path) -> None:
    with store_of(COIN, tmp_path / "a.games") as store:
        counts = run(COIN, PLAN, store, workers=2)
    assert (counts, dumped(COIN, tmp_path / "a.games")) == alone


def documented(program: str) -> list[str]:
    """The words of the command that the page on clusters has for a program of Dask."""
    text = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")
    (line,) = re.findall(rf"^dask {program} .*$", text, re.MULTILINE)
    return shlex.split(line, comments=True)[1:]


@contextmanager
def cluster_by_commands(workers: int) -> Iterator[str]:
    """A cluster begun by the documented commands, on this machine, by its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    there = {"8786": str(port), "tcp://scheduler.example:8786": f"tcp://127.0.0.1:{port}", "16": str(workers)}
    begun = []
    try:
        for program in ("scheduler", "worker"):
            words = [there.get(word, word) for word in documented(program)]
            command = [sys.executable, "-m", "dask", *words, "--host", "127.0.0.1", "--no-dashboard"]
            begun.append(
                subprocess.Popen(command, stderr=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": str(ROOT)})
            )
        yield f"tcp://127.0.0.1:{port}"
    finally:
        for process in reversed(begun):
            process.terminate()
            process.wait()


@pytest.mark.whole
def test_a_worker_of_a_cluster_is_killed_and_the_games_are_the_same(tmp_path: Path) -> None:
    """Scheduler and two workers by the documented commands; the worker that is killed comes back, what it was playing
    is played again."""
    distributed = pytest.importorskip("distributed")
    plan = Plan(2_000)
    with cluster_by_commands(2) as address, distributed.Client(address, timeout=60) as client:
        client.wait_for_workers(2)
        before = set(client.run(os.getpid).values())

        def kill(standing: Standing) -> None:
            if killed and standing.sets < standing.wanted // 2:
                os.kill(killed.pop(), signal.SIGKILL)

        killed = sorted(before)[:1]
        with store_of(COIN, tmp_path / "a.games") as store:
            run(COIN, plan, store, cluster=address, progress=kill)
        client.wait_for_workers(2)
        after = set(client.run(os.getpid).values())
    assert not killed
    assert len(before & after) == 1
    with store_of(COIN, tmp_path / "b.games") as store:
        run(COIN, plan, store)
    assert dumped(COIN, tmp_path / "a.games") == dumped(COIN, tmp_path / "b.games")


@pytest.mark.whole
def test_a_cluster_that_goes_away_loses_nothing_that_was_kept(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
        ) as cluster,
        store_of(COIN, tmp_path / "a.games") as store,
    ):

        def goes_away(_: Standing) -> None:
            distributed.default_client()._timeout = 0  # else the client looks for it for ten seconds
            cluster.close()

        with pytest.raises(
            WorkersLostError, match=r"^a worker died; what was kept is whole, .*\(the cluster is gone\)$"
        ):
            run(COIN, Plan(100_000), store, cluster=cluster.scheduler_address, progress=goes_away)
        for meeting in range(3):
            for number, game, row in store.games(meeting):
                assert row == COIN.play(meeting, number)[game]


@pytest.mark.whole
@pytest.mark.parametrize(
    "address",
    ["nonsense://nowhere", "inproc://x", "nowhere", "tls://127.0.0.1:1", "ucx://127.0.0.1:1", "tcp://127.0.0.1:x"],
)
def test_no_cluster_there(tmp_path: Path, address: str) -> None:
    pytest.importorskip("distributed")
    with (
        store_of(COIN, tmp_path / "a.games") as store,
        pytest.raises(InputError, match="--cluster: no scheduler answers"),
    ):
        run(COIN, PLAN, store, cluster=address)
    gc.collect()  # a client that found nobody, dropped while the next one starts, holds that up for ten seconds


def test_a_worker_that_dies_loses_nothing_that_was_kept(tmp_path: Path) -> None:
    deadly = Coin(COIN.chances, broken=frozenset({(1, 30)}))
    with store_of(COIN, tmp_path / "a.games") as store:
        with pytest.raises(
            WorkersLostError, match=r"^a worker died; what was kept is whole, and the same command goes on"
        ):
            run(deadly, Plan(40), store, workers=2)
        for meeting in range(3):
            for number, game, row in store.games(meeting):
                assert row == COIN.play(meeting, number)[game]
        assert run(COIN, Plan(40), store) == (40, 40, 40)


class Listening(Coin):
    """Tells as its reason whether Ctrl-C would be heard by whoever plays, had it not been told to ignore it."""

    def play(self, meeting: int, number: int) -> tuple[GameRow, ...]:
        deaf = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])
        return tuple(replace(row, reason="deaf" if deaf else "hears") for row in super().play(meeting, number))


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_workers_never_hear_ctrl_c_not_even_while_they_start(tmp_path: Path) -> None:
    coin = Listening((0.5,))
    for workers, reason in ((1, "hears"), (2, "deaf")):
        with store_of(coin, tmp_path / f"{workers}.games") as store:
            run(coin, Plan(6), store, workers=workers)
            assert {row.reason for *_, row in store.games(0)} == {reason}
        assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


RUN = """
import sys
from pathlib import Path
from armada_sim.tabletop.laboratory import run
from armada_sim.tabletop.laboratory.store import opened
from tests.tabletop.laboratory.test_runner import COIN, PLAN
from armada_sim.tabletop.laboratory.contest import Plan
def main():
    workers, sets, most = map(int, sys.argv[2:])
    told = 0
    def tell(at):
        nonlocal told
        told += 1
        print(at.sets, flush=True)
        if told == most:
            sys.stdin.read()
    with opened(Path(sys.argv[1]), COIN.identity, COIN.meetings) as store:
        print("begun", flush=True)
        run(COIN, Plan(sets) if sets else PLAN, store, workers=workers, progress=tell)
if __name__ == "__main__":
    main()
"""


def started(script: Path, store: Path, workers: int, sets: int = 0, most: int = 0) -> subprocess.Popen[str]:
    """A run with some workers; of a fixed number of sets, if given; that waits to be killed after `most`, if given."""
    script.write_text(RUN)
    command = [sys.executable, str(script), str(store), *map(str, (workers, sets, most))]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, "PYTHONPATH": os.getcwd()},
    )  # fmt: skip


@pytest.mark.parametrize("kills", [1, whole(8)])
def test_killed_many_times_it_ends_with_the_same_games(
    kills: int, alone: tuple[tuple[int, ...], list[object]], tmp_path: Path
) -> None:
    """At some moment of the set after the one that it is killed at, however slow the machine: there it waits."""
    rng = np.random.default_rng(4)
    for _ in range(kills):
        at = int(rng.integers(0, 3))
        with started(tmp_path / "run.py", tmp_path / "a.games", 1, most=at + 1) as process:
            assert process.stdout is not None
            for line, _ in enumerate(process.stdout):
                if line == at:
                    process.kill()
                    break
        assert process.returncode == -signal.SIGKILL
    with started(tmp_path / "run.py", tmp_path / "a.games", 1) as process:
        process.communicate()
    assert process.returncode == 0
    assert dumped(COIN, tmp_path / "a.games") == alone[1]


@pytest.mark.whole
def test_killed_with_its_workers(alone: tuple[tuple[int, ...], list[object]], tmp_path: Path) -> None:
    for _ in range(2):
        with started(tmp_path / "run.py", tmp_path / "a.games", 2) as process:
            assert process.stdout is not None
            for line, _ in enumerate(process.stdout):
                if line == 2:
                    process.kill()
                    break
            rest = process.stdout.read()  # ends only when the workers, who hold it too, have ended
        assert "Traceback" not in rest
    with store_of(COIN, tmp_path / "a.games") as store:
        assert run(COIN, PLAN, store) == alone[0]
    assert dumped(COIN, tmp_path / "a.games") == alone[1]


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_terminated_it_ends_its_workers_and_says_nothing(tmp_path: Path) -> None:
    with started(tmp_path / "run.py", tmp_path / "a.games", 2, 100_000) as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(3)]
        process.terminate()
        told += process.stdout  # ends only when the workers, and what watches over what they share, have ended
    assert process.returncode == TERMINATED
    assert all(line.strip().isdigit() for line in told[1:])
    with store_of(COIN, tmp_path / "a.games") as store:
        assert any(numbers(store, meeting) for meeting in range(len(COIN.meetings)))


def test_ctrl_c_keeps_what_is_over(tmp_path: Path) -> None:
    class Stopped(Coin):
        def play(self, meeting: int, number: int):  # type: ignore[no-untyped-def]
            if number == 5:
                raise KeyboardInterrupt
            return super().play(meeting, number)

    with store_of(COIN, tmp_path / "a.games") as store:
        with pytest.raises(KeyboardInterrupt):
            run(Stopped(COIN.chances), Plan(9), store)
        assert [numbers(store, m) for m in range(3)] == [set(range(5))] * 3
        assert run(COIN, Plan(9), store) == (9, 9, 9)

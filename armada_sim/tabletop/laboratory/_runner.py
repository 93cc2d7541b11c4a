"""Playing an experiment: on this machine's cores or on a cluster, resumed from whatever its store holds.

What is played depends on the experiment and its plan only. A meeting is played in batches of sets; after each it ends
if its interval is narrow enough, whatever the result is. As sets depend on their numbers alone, one worker, many, or a
cluster end with the same games, and so does a run that was killed and begun again.
"""

from __future__ import annotations

import heapq
import math
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import active_children, get_context, parent_process

import numpy as np
from numpy.typing import NDArray

from armada_sim.tabletop.errors import ArmadaError, CostWarning, InputError
from armada_sim.tabletop.laboratory.contest import Contest, GameRow, Plan
from armada_sim.tabletop.laboratory.intervals import enough, mean_interval
from armada_sim.tabletop.laboratory.store import Store, Unit
from armada_sim.tabletop.language import N_, Message

_CHUNK_S = 1.0
"""Seconds. About how long a worker plays before its games are kept."""

_MOST_UNITS = 200
"""Sets in one chunk."""

TERMINATED = 143
"""Exit status after SIGTERM, as shells have it."""

_AHEAD = 2
"""Chunks given out for each worker."""


class WorkersLostError(ArmadaError):
    """A worker died. What was kept is whole; the same command goes on from there."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a run has got."""

    sets: int
    """Sets there are, of those that are certain to be wanted."""

    wanted: int
    games: int
    """Games played by this run."""

    seconds: float
    """Since it began."""

    left: float
    """Seconds. What the rest takes at the pace so far; less where a meeting ends early."""

    latest: int
    """The meeting of the set that was kept last."""


def sets_wanted(plan: Plan, scores: NDArray[np.float64], known: int = 0) -> int:
    """How many sets a meeting needs that has these scores ((n, k), sets in order): at most the plan's.

    More than n where it is not settled yet; then the next whole batch. known: what this came to for fewer of them.
    """
    if plan.half_width is None:
        return plan.sets
    for count in range(known or plan.batch, plan.sets, plan.batch):
        if len(scores) < count or enough(mean_interval(scores[:count]), plan.half_width):
            return count
    return plan.sets


def sets_left(plan: Plan, store: Store, meetings: int) -> int:
    """How many sets of some meetings a store lacks of a plan, at most."""
    return sum(plan.sets - _within(store.there(meeting), plan.sets) for meeting in range(meetings))


def sets_so_far(contest: Contest, plan: Plan, store: Store) -> tuple[int, ...]:
    """How many sets of each meeting a plan can look at by now: those from the first up to one that is missing."""
    there = [store.there(meeting) for meeting in range(len(contest.meetings))]
    return tuple(min(plan.sets, kept[0].stop) if kept and not kept[0].start else 0 for kept in there)


def run(
    contest: Contest, plan: Plan, store: Store, *, workers: int = 1, cluster: str = "",
    progress: Callable[[Standing], None] = lambda _: None,
) -> tuple[int, ...]:  # fmt: skip
    """Play what is missing; returns how many sets of each meeting count.

    workers: processes on this machine; 1 plays in this process. cluster: the address of a Dask scheduler, whose
    workers play instead. Raises InputError for a cluster that does not answer, WorkersLostError. KeyboardInterrupt
    passes through once what was kept is safe.
    """
    start, games, played, meetings = time.monotonic(), 0, 0, range(len(contest.meetings))
    counts, scores = [0 for _ in meetings], [np.zeros((0, 1)) for _ in meetings]
    with _pool(workers, cluster) as (executor, width):
        while True:
            if plan.half_width is not None:  # else nobody asks for them
                scores = [_longer(scores[m], store.scores(m, since=len(scores[m]))) for m in meetings]
            counts = [sets_wanted(plan, scores[m], counts[m]) for m in meetings]
            there = [store.there(m) for m in meetings]
            missing = sum(counts) - sum(_within(stretches, counts[m]) for m, stretches in enumerate(there))
            if not missing:
                return tuple(counts)
            done = sum(counts) - missing
            for kept in _played(contest, _missing(counts, there), missing, executor, width):
                store.add(kept)
                done, played = done + len(kept), played + len(kept)
                games += sum(len(rows) for _, rows in kept)
                seconds, latest = time.monotonic() - start, kept[-1][0][0]
                left = seconds / played * (sum(counts) - done)
                progress(Standing(done, sum(counts), games, seconds, left, latest))


def _longer(scores: NDArray[np.float64], more: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scores with those of the sets that follow."""
    if not len(scores) or not len(more):
        return scores if len(scores) else more
    return np.concatenate([scores, more])


def _within(stretches: Sequence[range], count: int) -> int:
    """How many of the numbers below `count` are in stretches of numbers."""
    return sum(max(0, min(stretch.stop, count) - stretch.start) for stretch in stretches)


def _missing(counts: Sequence[int], there: Sequence[Sequence[range]]) -> Iterator[Unit]:
    """What is to be played, the meetings by turns: found as it is asked for, since plans may be longer than a run."""
    found = heapq.merge(*(_gaps(meeting, counts[meeting], stretches) for meeting, stretches in enumerate(there)))
    return ((meeting, number) for number, meeting in found)


def _gaps(meeting: int, count: int, stretches: Sequence[range]) -> Iterator[tuple[int, int]]:
    """The numbers below `count` that are in no stretch, each with its meeting."""
    at = 0
    for stretch in (*stretches, range(count, count)):
        for number in range(at, min(stretch.start, count)):
            yield number, meeting
        at = stretch.stop


Kept = list[tuple[Unit, tuple[GameRow, ...]]]


def _play_units(contest: Contest, units: Sequence[Unit]) -> tuple[Kept, float]:
    """Some sets played, and the seconds that took."""
    start = time.monotonic()
    kept = [(unit, contest.play(*unit)) for unit in units]
    return kept, time.monotonic() - start


def _played(
    contest: Contest, units: Iterator[Unit], left: int, executor: Executor | None, width: int
) -> Iterator[Kept]:
    """All units played, of which there are `left`, in chunks of about `_CHUNK_S`, as they come."""
    if executor is None:
        for unit in units:
            yield _play_units(contest, [unit])[0]
        return
    waiting: set[Future[tuple[Kept, float]]] = set()
    size = 1
    try:
        while left or waiting:
            while left and len(waiting) < _AHEAD * width:
                chunk = list(islice(units, size))
                with _deaf():
                    waiting.add(executor.submit(_play_units, contest, chunk))
                left -= len(chunk)
            over, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in over:
                kept, seconds = future.result()
                size = _chunk(len(kept), seconds, left // (_AHEAD * width))
                yield kept
    except (BrokenExecutor, CancelledError) as error:
        raise _lost(Message(str(error).rstrip(".")) if str(error) else Message("the cluster is gone")) from None
    finally:
        for future in waiting:
            future.cancel()


_KILLED = N_("A process in the process pool was terminated abruptly while the future was running or pending")
"""What Python says most of it."""


def _lost(why: Message) -> WorkersLostError:
    said = N_("a worker died; what was kept is whole, and the same command goes on from there ({why})")
    return WorkersLostError(Message(said, why=why))


def _chunk(count: int, seconds: float, most: int) -> int:
    """Sets of the next chunk."""
    return max(1, min(math.ceil(count * _CHUNK_S / max(seconds, _CHUNK_S / _MOST_UNITS)), most, 2 * count, _MOST_UNITS))


@contextmanager
def _pool(workers: int, cluster: str) -> Iterator[tuple[Executor | None, int]]:
    """Who plays, and how many at once; None for this process."""
    if cluster:
        with _cluster(cluster) as found:
            yield found
        return
    if workers == 1:
        yield None, 1
        return
    with _ended_by_terminate():
        others = set(active_children())
        pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_at_work)
        try:
            yield pool, workers
        except BaseException:
            for child in set(active_children()) - others:
                child.terminate()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _ended_by_terminate() -> Iterator[None]:
    """SIGTERM meanwhile ends the process as an exit does, workers and what they share with it included."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(*_: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough
        raise SystemExit(TERMINATED)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _deaf() -> Iterator[None]:
    """Ctrl-C waits meanwhile, and processes started meanwhile never hear it, not even as their interpreter starts."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _at_work() -> None:
    """Begin a worker: Ctrl-C and what slows the work are the parent's affair, and without a parent there is no work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.simplefilter("ignore", CostWarning)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Executor, int]]:
    try:
        from distributed import Client
        from distributed.client import ClosedClientError
    except ImportError:
        raise InputError(
            Message("a cluster needs the extra `cluster` (pip install armada-sim[cluster])"), key="--cluster"
        ) from None
    try:
        client = Client(address, timeout=10)
    # each way of connecting has its own
    except (OSError, ValueError, TypeError, AssertionError, ImportError, RuntimeError) as error:
        why = (str(error).splitlines() or [type(error).__name__])[0]
        raise InputError(
            Message("no scheduler answers at {address}: {why}", address=address, why=why), key="--cluster"
        ) from None
    with client:
        width = sum(client.nthreads().values())
        if not width:
            raise InputError(Message("the scheduler at {address} has no workers", address=address), key="--cluster")
        try:
            yield client.get_executor(), width
        except ClosedClientError:  # it looked for its scheduler in vain while games were kept
            raise _lost(Message("the cluster is gone")) from None


def cores() -> int:
    """Processors this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1

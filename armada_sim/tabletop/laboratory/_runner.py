"""Playing an experiment: on this machine's cores or on a cluster, resumed from whatever its store holds.

What is played depends on the experiment and its plan only. A meeting is played in batches of sets; after each it ends
if its interval is narrow enough, whatever the result is. As sets depend on their numbers alone, one worker, many, or a
cluster end with the same games, and so does a run that was killed and begun again. Where what is fair is searched for,
the search is played first, then the fresh sets of what it left; it looks at whole rounds alone.
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
from itertools import islice, repeat
from multiprocessing import active_children, get_context, parent_process
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from armada_sim.tabletop.errors import ArmadaError, CostWarning, InputError
from armada_sim.tabletop.laboratory.asking import search_of
from armada_sim.tabletop.laboratory.contest import Contest, GameRow, Plan
from armada_sim.tabletop.laboratory.fair import Halving
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
        if len(scores) < count:
            return count
        looked_at = np.split(scores[:count], scores.shape[1], axis=1) if plan.each else [scores[:count]]
        if all(enough(mean_interval(part), plan.half_width) for part in looked_at):
            return count
    return plan.sets


def sets_left(contest: Contest, plan: Plan, store: Store) -> int:
    """How many sets a store lacks of a plan, at most."""
    search, (since, meetings, _), more = search_of(contest), reported(contest, store), 0
    if search is not None and not meetings:
        counts = followed(search, store)[0]
        kept = sum(_within(store.there(meeting), count) for meeting, count in enumerate(counts))
        more = search.sets - kept + search.most_fresh(plan)
    return more + sum(plan.sets - _within(store.there(meeting), since + plan.sets, since) for meeting in meetings)


class Reported(NamedTuple):
    """Which sets a report is of: after a search its fresh ones, while it is under way none."""

    since: int
    """The number of the first."""

    meetings: tuple[int, ...]
    order: tuple[int, ...] = ()
    """The settings as a search ranks them, the best first."""


def reported(contest: Contest, store: Store) -> Reported:
    """Which sets a report is of, by what is in a store."""
    search = search_of(contest)
    if search is None:
        return Reported(0, tuple(range(len(contest.meetings))))
    order = followed(search, store)[1]
    return Reported(search.since, search.played(order) if order else (), order)


def followed(search: Halving, store: Store) -> tuple[list[int], tuple[int, ...]]:
    """How far a search has got with what is in a store: as `Halving.follow` has it."""
    return search.follow([store.scores(meeting, search.fair.counted) for meeting in range(len(search.meetings))])


def sets_so_far(contest: Contest, plan: Plan, store: Store) -> tuple[int, ...] | None:
    """How many sets of each meeting a plan can look at by now: those up to one that is missing; of a search its fresh
    ones. None where there is nothing to look at yet."""
    since, meetings, _ = reported(contest, store)
    counts = {meeting: _reached(store.there(meeting), since, plan.sets) for meeting in meetings}
    if not counts or not all(counts.values()):
        return None
    return tuple(counts.get(meeting, 0) for meeting in range(len(contest.meetings)))


def _reached(there: Sequence[range], since: int, most: int) -> int:
    """How many sets there are from one up to the first that is missing, of so many."""
    return next((min(most, stretch.stop - since) for stretch in there if since in stretch), 0)


def run(
    contest: Contest, plan: Plan, store: Store, *, workers: int = 1, cluster: str = "",
    progress: Callable[[Standing], None] = lambda _: None,
) -> tuple[int, ...]:  # fmt: skip
    """Play what is missing; returns how many sets of each meeting count: fresh ones, where a search came before.

    workers: processes on this machine; 1 plays in this process. cluster: the address of a Dask scheduler, whose
    workers play instead. Raises InputError for a cluster that does not answer, WorkersLostError. KeyboardInterrupt
    passes through once what was kept is safe.
    """
    meetings, search = range(len(contest.meetings)), search_of(contest)
    with _pool(workers, cluster) as crew:
        playing = _Playing(contest, store, crew, progress)
        if search is None:
            return playing.completed(_growing(plan, store, meetings))
        playing.completed(lambda: followed(search, store)[0], of=search.sets, more=search.least_fresh(plan))
        playing.before += search.sets
        since, fresh, _ = reported(contest, store)
        counts = dict(zip(fresh, playing.completed(_growing(plan, store, fresh, since), fresh, since), strict=True))
        return tuple(counts.get(meeting, 0) for meeting in meetings)


def _growing(plan: Plan, store: Store, meetings: Sequence[int], since: int = 0) -> Callable[[], Sequence[int]]:
    """How many sets from `since` some meetings need, as far as their scores tell: asked again, as they grow."""
    counts, scores = [0 for _ in meetings], [np.zeros((0, 1)) for _ in meetings]

    def wanted() -> Sequence[int]:
        for i, meeting in enumerate(meetings):
            if plan.half_width is not None:  # else nobody asks for them
                scores[i] = _longer(scores[i], store.scores(meeting, since=since + len(scores[i])))
            counts[i] = sets_wanted(plan, scores[i], counts[i])
        return counts

    return wanted


class _Playing:
    """A run: what it has played so far."""

    def __init__(
        self, contest: Contest, store: Store, crew: tuple[Executor | None, int], progress: Callable[[Standing], None]
    ) -> None:
        self.contest, self.store, self.crew, self.progress = contest, store, crew, progress
        self.start, self.games, self.played, self.before = time.monotonic(), 0, 0, 0

    def completed(
        self, wanted: Callable[[], Sequence[int]], meetings: Sequence[int] | None = None, since: int = 0, *,
        of: int | None = None, more: int = 0,
    ) -> tuple[int, ...]:  # fmt: skip
        """Play until nothing is missing of what is wanted of some meetings, or all, which is returned.

        since: the first number that is wanted. of: all that will be wanted, where more than is known now. more: what
        is certain to be wanted afterwards.
        """
        numbers = range(len(self.contest.meetings)) if meetings is None else meetings
        while True:
            counts = tuple(wanted())
            ends = [since + count for count in counts]
            there = [self.store.there(number) for number in numbers]
            missing = sum(counts) - sum(map(_within, there, ends, repeat(since)))
            if not missing:
                return counts
            total = sum(counts) if of is None else of
            done = self.before + sum(counts) - missing
            units = ((numbers[place], number) for place, number in _missing(ends, there, since))
            for kept in _played(self.contest, units, missing, *self.crew):
                self.store.add(kept)
                done += len(kept)
                self.played += len(kept)
                self.games += sum(len(rows) for _, rows in kept)
                seconds, in_all = time.monotonic() - self.start, self.before + total + more
                left = seconds / self.played * (in_all - done)
                self.progress(Standing(done, in_all, self.games, seconds, left, kept[-1][0][0]))


def _longer(scores: NDArray[np.float64], more: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scores with those of the sets that follow."""
    if not len(scores) or not len(more):
        return scores if len(scores) else more
    return np.concatenate([scores, more])


def _within(stretches: Sequence[range], end: int, since: int = 0) -> int:
    """How many of the numbers from `since` and below `end` are in stretches of numbers."""
    return sum(max(0, min(stretch.stop, end) - max(stretch.start, since)) for stretch in stretches)


def _missing(ends: Sequence[int], there: Sequence[Sequence[range]], since: int = 0) -> Iterator[Unit]:
    """What is to be played, the meetings by turns: found as it is asked for, since plans may be longer than a run."""
    found = heapq.merge(*(_gaps(place, range(since, ends[place]), kept) for place, kept in enumerate(there)))
    return ((place, number) for number, place in found)


def _gaps(place: int, wanted: range, stretches: Sequence[range]) -> Iterator[tuple[int, int]]:
    """The numbers wanted that are in no stretch, each with the place of its meeting."""
    at = wanted.start
    for stretch in (*stretches, range(wanted.stop, wanted.stop)):
        for number in range(at, min(stretch.start, wanted.stop)):
            yield number, place
        at = max(at, stretch.stop)


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

"""What a game costs in the laboratory, and what a store of many costs: `python tests/benchmarks/measure_laboratory.py`.

Processor time of sets of the basic fleets, in parts, beside random plies of python-chess in the same process. Then
stores of as many games as are asked for, filled with those that were played, again and again under other numbers:
rows a second into the store in chunks as a run keeps them, bytes a game, and how long it takes to open it, to read it
as columns and to sum it up. And what a scheduler is given: the bytes of a chunk there and back.
"""

from __future__ import annotations

import argparse
import pickle
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from armada_sim.experiments import battles, parse_battles
from armada_sim.tabletop.laboratory import columns
from armada_sim.tabletop.laboratory._runner import _MOST_UNITS, _play_units
from armada_sim.tabletop.laboratory.store import opened
from armada_sim.tabletop.laboratory.summary import summary
from tests.benchmarks.test_battles import plies_a_second

EXPERIMENT = """
sets = 1000000
[fleets]
L4 = "L4"
[against]
"M4 S4" = "M4 S4"
[[players]]
name = "p"
level = "{level}"
"""

spent: dict[str, float] = {}


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Processor time of a block, added up."""
    start = time.process_time()
    yield
    spent[what] = spent.get(what, 0.0) + time.process_time() - start


def watched(name: str, what: Callable[..., Any]) -> Callable[..., Any]:
    """A function whose processor time is added up."""

    def called(*given: Any, **named: Any) -> Any:
        with timed(name):
            return what(*given, **named)

    return called


def cost(level: str, sets: int) -> list[Any]:
    """Print what a game costs; the sets."""
    study = parse_battles(EXPERIMENT.format(level=level))
    study.play(0, 0)  # compiled before it is measured
    spent.clear()
    plies = plies_a_second(1.0, time.process_time)
    with timed("all"):
        kept = [((0, number), study.play(0, number)) for number in range(sets)]
    games = sum(len(rows) for _, rows in kept)
    parts = ", ".join(f"{name} {1e3 * seconds / games:.2f}" for name, seconds in spent.items() if name != "all")
    print(
        f"{level}: {games / spent['all']:.0f} games/s of processor time, {1e3 * spent['all'] / games:.2f} ms a game "
        f"({parts}); python-chess: {plies:.0f} random plies/s of it, {plies * spent['all'] / games:.0f} plies a game"
    )
    sent = pickle.dumps((_play_units, study, [unit for unit, _ in kept[:_MOST_UNITS]]))
    back = pickle.dumps((kept[:_MOST_UNITS], 1.0))
    print(f"a chunk of {min(sets, _MOST_UNITS)} sets: {len(sent):,} bytes there, {len(back):,} back", flush=True)
    return kept


def store(level: str, kept: list[Any], games: int, folder: Path) -> None:
    """Print what a store of so many games costs."""
    study, path, numbers = parse_battles(EXPERIMENT.format(level=level)), folder / f"{games}.games", games // 2
    spent.clear()
    with opened(path, study.identity, study.meetings) as base:
        for low in range(0, numbers, _MOST_UNITS):
            units = range(low, min(low + _MOST_UNITS, numbers))
            chunk = [((0, number), kept[number % len(kept)][1]) for number in units]
            with timed("kept"):
                base.add(chunk)
    size = path.stat().st_size
    with timed("opened"), opened(path, study.identity, study.meetings):
        pass
    with timed("columns"):
        columns(path)
    with opened(path, study.identity, study.meetings) as base, timed("summed up"):
        summary(study, base, (numbers,))
    times = ", ".join(f"{name} in {seconds:.1f} s" for name, seconds in spent.items())
    print(f"{games:,} games: {games / spent['kept']:.0f} rows/s, {size / games:.0f} bytes a game; {times}", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=int, default=300)
    parser.add_argument("--games", type=int, nargs="*", default=[10_000, 100_000])
    given = parser.parse_args()
    for name in ("_begun", "play_out", "_log"):
        owner: Any = battles.Battles if name == "_begun" else battles
        setattr(owner, name, watched(name.strip("_"), getattr(owner, name)))
    with TemporaryDirectory() as folder:
        for level in ("greedy", "random"):
            kept = cost(level, given.sets)
        for games in given.games:
            store("random", kept, games, Path(folder))


if __name__ == "__main__":
    main()

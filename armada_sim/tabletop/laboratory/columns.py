"""A store as columns of NumPy arrays, as Polars, pandas and charts take them.

A table is a dictionary: names of columns, and arrays of one length. Meetings, sets and games are counted from 1, as
people count them and as `--game` does; entrants are 1 and 2, in the order of their meeting.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from armada_sim.tabletop.laboratory.contest import GameRow, Meeting

if TYPE_CHECKING:
    from armada_sim.tabletop.laboratory.store import Store

Columns = dict[str, NDArray[Any]]
"""A table: arrays of shape (n,) by the names of its columns, in order."""


@dataclass(frozen=True)
class Opened:
    """What a store of any game holds."""

    store: Path
    identity: str
    """Text of all that its games depend on."""

    games: Columns
    """(n,) each, a row a game, in order: `meeting`, `setting`, `entrant_1`, `entrant_2`, `set`, `game`, `first` (the
    entrant, 1 or 2, who moved first), `share_1` and `share_2` (what each got, 1 in all), `reason`, `turns`, `actions`
    (how many), `start` (a digest of the position it began from)."""

    sets: Columns
    """(n,) each, a row a set, in order: `meeting`, `setting`, `entrant_1`, `entrant_2`, `set`, `games` (how many),
    `share_1` and `share_first` (the mean over its games of what the first entrant, and whoever moved first, got). Sets
    are independent of each other; games of a set are not."""

    def rows(self) -> Iterator[tuple[int, int, int, GameRow]]:
        """The games with their logs, which only the game they are of can read: meeting, set and game, and the row.

        They are read again from the store; what was kept in it since it was opened is passed over.
        """
        from armada_sim.tabletop.laboratory.store import found

        names = zip(*(self.games[name].tolist() for name in ("meeting", "set", "game")), strict=True)
        wanted = next(names, None)
        with found(self.store) as (_, meetings, store):
            for i in range(len(meetings)):
                for number, game, row in store.games(i):
                    if (i + 1, number + 1, game + 1) == wanted:
                        yield *wanted, row
                        wanted = next(names, None)


def columns(store: str | Path, *, sets: int | None = None) -> Opened:
    """What a store holds of the games of any experiment; sets: of each meeting at most so many, the first.

    The whole store is looked through. Raises InputError where there is none, where it is damaged, or while a run is
    under way.
    """
    from armada_sim.tabletop.laboratory.store import found

    path = Path(store)
    with found(path) as (identity, meetings, opened):
        games = games_of(meetings, opened, sets)
    return Opened(path, identity, games, _sets_of(games))


def games_of(meetings: Sequence[Meeting], store: Store, sets: int | None = None) -> Columns:
    """The table of the games of a store."""
    names = ("meeting", "set", "game", "first", "turns", "actions")
    numbers = {name: array("q") for name in names}
    shares, reasons, starts, known = (array("d"), array("d")), array("q"), list[str](), dict[str, int]()
    for i in range(len(meetings)):
        for number, game, row in store.games(i, sets):
            counted = (i + 1, number + 1, game + 1, row.first + 1, row.turns, row.actions)
            for kept, value in zip(numbers.values(), counted, strict=True):
                kept.append(value)
            for got, share in zip(shares, row.shares, strict=True):
                got.append(share)
            reasons.append(known.setdefault(row.reason, len(known)))
            starts.append(row.start)
    found = {name: np.array(kept, dtype=np.int64) for name, kept in numbers.items()}
    which = found["meeting"] - 1
    entrants = [_texts([meeting.entrants[k] for meeting in meetings])[which] for k in (0, 1)]
    return {
        "meeting": found["meeting"], "setting": _texts([meeting.setting for meeting in meetings])[which],
        "entrant_1": entrants[0], "entrant_2": entrants[1], "set": found["set"], "game": found["game"],
        "first": found["first"], "share_1": np.array(shares[0], dtype=np.float64),
        "share_2": np.array(shares[1], dtype=np.float64), "reason": _texts(known)[np.array(reasons, dtype=np.int64)],
        "turns": found["turns"], "actions": found["actions"], "start": _texts(starts),
    }  # fmt: skip


def _texts(written: Iterable[str]) -> NDArray[np.str_]:
    """(n,) texts, also of none."""
    return np.array(list(written), dtype=np.str_)


def _sets_of(games: Columns) -> Columns:
    """The table of sets of a table of games."""
    begin = np.flatnonzero(games["game"] == 1)
    count = np.diff(begin, append=len(games["game"]))
    first = np.where(games["first"] == 1, games["share_1"], games["share_2"])
    same = {name: games[name][begin] for name in ("meeting", "setting", "entrant_1", "entrant_2", "set")}
    means = {name: _means(kept, begin, count) for name, kept in (("share_1", games["share_1"]), ("share_first", first))}
    return {**same, "games": count, **means}


def _means(values: NDArray[np.float64], begin: NDArray[np.int64], count: NDArray[np.int64]) -> NDArray[np.float64]:
    """Of stretches of an array."""
    return np.add.reduceat(values, begin) / count if len(begin) else np.zeros(0)

"""Games in one database file: each set is there whole or not at all, whatever happened to who played it.

The file is SQLite's. A run holds it exclusively as long as it lasts, by a lock that the operating system takes back
from a process that is killed; another run is refused meanwhile. A store holds the games of one experiment only.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from armada_sim.arena.contest import GameRow, Meeting
from armada_sim.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMAT = 1
"""Of the stores written and read here."""

_WAIT_S = 0.2
"""Seconds. How long a file that is in use is waited for."""

_TABLES = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE meetings (meeting INTEGER PRIMARY KEY, setting TEXT NOT NULL, entrants TEXT NOT NULL);
CREATE TABLE games (
    meeting INTEGER NOT NULL REFERENCES meetings, number INTEGER NOT NULL, game INTEGER NOT NULL,
    first INTEGER NOT NULL, shares TEXT NOT NULL, reason TEXT NOT NULL, turns INTEGER NOT NULL,
    actions INTEGER NOT NULL, start TEXT NOT NULL, log BLOB NOT NULL,
    PRIMARY KEY (meeting, number, game)
);
"""

Unit = tuple[int, int]
"""A meeting and the number of a set of it."""


class Store:
    """An open store. Use `opened`."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self._base = base

    def add(self, sets: Iterable[tuple[Unit, tuple[GameRow, ...]]]) -> None:
        """Keep some sets, all in one transaction. A set that is there stays as it is."""
        rows = [
            (meeting, number, k, g.first, " ".join(map(repr, g.shares)), g.reason, g.turns, g.actions, g.start, g.log)
            for (meeting, number), games in sets
            for k, g in enumerate(games)
        ]
        with self._base:
            self._base.executemany("INSERT OR IGNORE INTO games VALUES (?,?,?,?,?,?,?,?,?,?)", rows)

    def numbers(self, meeting: int) -> set[int]:
        """The sets of a meeting that are there."""
        found = self._base.execute("SELECT DISTINCT number FROM games WHERE meeting = ?", (meeting,))
        return {number for (number,) in found}

    def games(self, meeting: int, sets: int | None = None) -> Iterator[tuple[int, int, GameRow]]:
        """Set, game and row of a meeting's games in order, of the sets below `sets`."""
        limit = 2**62 if sets is None else sets
        found = self._base.execute(f"{_ROWS} WHERE meeting = ? AND number < ? ORDER BY number, game", (meeting, limit))
        return map(_row, found)

    def game(self, meeting: int, number: int, game: int) -> GameRow:
        """One game. Raises InputError if it is not there."""
        where = "WHERE meeting = ? AND number = ? AND game = ?"
        found = self._base.execute(f"{_ROWS} {where}", (meeting, number, game)).fetchone()
        if found is None:
            raise InputError(f"game {game + 1} of set {number + 1} of meeting {meeting + 1} is not in the store")
        return _row(found)[2]

    def scores(self, meeting: int, entrant: int = 0) -> NDArray[np.float64]:
        """(n, k) shares of one entrant in the k games of the first n sets, up to the first set that is missing."""
        found = self._base.execute(
            "SELECT number, game, shares FROM games WHERE meeting = ? ORDER BY number, game", (meeting,)
        )  # without the logs, which are most of a store: a run looks at scores again and again
        rows: list[list[float]] = []
        for number, game, shares in found:
            if number > len(rows) - (game > 0):
                break
            if game == 0:
                rows.append([])
            rows[-1].append(_shares(shares)[entrant])
        return np.array(rows, dtype=np.float64) if rows else np.zeros((0, 1))


_ROWS = "SELECT number, game, first, shares, reason, turns, actions, start, log FROM games"


def _row(found: tuple[Any, ...]) -> tuple[int, int, GameRow]:
    """Set, game and row out of what `_ROWS` selects."""
    number, game, first, shares, *rest = found
    return number, game, GameRow(first, _shares(shares), *rest)


def _shares(text: str) -> tuple[float, ...]:
    return tuple(float(share) for share in text.split())


@contextmanager
def opened(path: Path, identity: str, meetings: Iterable[Meeting]) -> Iterator[Store]:
    """The store in a file, made if it is not there, held until the end.

    Raises InputError if it is no store, holds games of another experiment, or is in use.
    """
    base = None
    try:
        base = sqlite3.connect(path, timeout=_WAIT_S, isolation_level="DEFERRED")
        base.execute("PRAGMA locking_mode = EXCLUSIVE")
        base.execute("BEGIN EXCLUSIVE")
        _checked(base, path, identity, list(meetings))
        base.commit()
        yield Store(base)
    except sqlite3.DatabaseError as error:
        raise _explained(error, path) from None
    finally:
        if base is not None:
            base.close()


def _checked(base: sqlite3.Connection, path: Path, identity: str, meetings: list[Meeting]) -> None:
    """Make the tables of a new file, or see that they are this experiment's."""
    if not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        for statement in _TABLES.split(";"):
            base.execute(statement)
        base.executemany("INSERT INTO facts VALUES (?, ?)", [("format", str(FORMAT)), ("identity", identity)])
        rows = [(i, meeting.setting, "\n".join(meeting.entrants)) for i, meeting in enumerate(meetings)]
        base.executemany("INSERT INTO meetings VALUES (?, ?, ?)", rows)
        return
    facts = dict(base.execute("SELECT name, value FROM facts"))
    if facts.get("format") != str(FORMAT):
        raise InputError("is a store of another format", file=str(path))
    if facts.get("identity") != identity:
        raise InputError("holds games of another experiment, or of another version of it; name another file", file=str(path))


def _explained(error: sqlite3.DatabaseError, path: Path) -> InputError:
    text = str(error)
    if "locked" in text or "busy" in text:
        return InputError("is in use by another run", file=str(path))
    if "not a database" in text or "no such table" in text:
        return InputError("is not a store of games", file=str(path))
    return InputError(f"cannot be used as a store: {text}", file=str(path))

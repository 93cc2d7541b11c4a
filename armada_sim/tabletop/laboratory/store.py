"""Games in one database file: each set is there whole or not at all, whatever happened to who played it.

The file is SQLite's. A run holds it exclusively as long as it lasts, by a lock that the operating system takes back
from a process that is killed; another run is refused meanwhile. A store holds the games of one experiment only. Each
set has a checksum, so that whatever was changed in it since is reported when the store is opened.
"""

from __future__ import annotations

import hashlib
import sqlite3
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.laboratory.contest import GameRow, Meeting
from armada_sim.tabletop.language import Message

if TYPE_CHECKING:
    from numpy.typing import NDArray

ENDING = ".games"
"""Of the names of stores."""

EXPERIMENT, WANTED = "experiment", "wanted"
"""Facts about the last run: what was typed, and how many sets it was to have."""

FORMAT = "2"
"""Of the stores written here."""

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
CREATE TABLE sets (
    meeting INTEGER NOT NULL REFERENCES meetings, number INTEGER NOT NULL, checksum BLOB NOT NULL,
    PRIMARY KEY (meeting, number)
) WITHOUT ROWID
"""

_KEPT = """
SELECT meeting, number, game, first, shares, reason, turns, actions, start, log, checksum
FROM games LEFT JOIN sets USING (meeting, number) ORDER BY meeting, number, game
"""
_NO_GAMES = "SELECT meeting, number FROM sets EXCEPT SELECT meeting, number FROM games LIMIT 1"

_IN_MEMORY = ":memory:"
"""What SQLite takes for no file at all."""

Unit = tuple[int, int]
"""A meeting and the number of a set of it."""


class Store:
    """An open store. Use `opened`."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self._base = base

    def add(self, sets: Iterable[tuple[Unit, tuple[GameRow, ...]]]) -> None:
        """Keep some sets, all in one transaction. A set that is there stays as it is."""
        with self._base:
            for (meeting, number), games in sets:
                shares = [" ".join(map(repr, g.shares)) for g in games]
                rows = [
                    (meeting, number, k, g.first, shares[k], g.reason, g.turns, g.actions, g.start, g.log)
                    for k, g in enumerate(games)
                ]
                seal = (meeting, number, _checksum(rows))
                if self._base.execute("INSERT OR IGNORE INTO sets VALUES (?,?,?)", seal).rowcount:
                    self._base.executemany("INSERT INTO games VALUES (?,?,?,?,?,?,?,?,?,?)", rows)

    def note(self, **facts: str) -> None:
        """Keep facts about the run: what is the same already is left as it is."""
        known = dict(self._base.execute("SELECT name, value FROM facts"))
        with self._base:
            for name, value in facts.items():
                if known.get(name) != value:
                    self._base.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, value))

    def starts(self, meeting: int) -> dict[int, str]:
        """How each set of a meeting began, by its number: digests."""
        asked = "SELECT number, start FROM games WHERE meeting = ? AND game = 0"
        return dict(self._base.execute(asked, (meeting,)))

    def there(self, meeting: int) -> list[range]:
        """The sets of a meeting that are there: stretches of their numbers, in order."""
        found = self._base.execute(
            "SELECT min(number), max(number) + 1 FROM"
            " (SELECT number, number - row_number() OVER (ORDER BY number) AS stretch FROM sets WHERE meeting = ?)"
            " GROUP BY stretch ORDER BY 1", (meeting,),
        )  # fmt: skip
        return [range(low, high) for low, high in found]

    def games(self, meeting: int, sets: int | None = None, *, since: int = 0) -> Iterator[tuple[int, int, GameRow]]:
        """Set, game and row of a meeting's games in order, of so many sets from `since`, or of all from there."""
        limit = 2**62 if sets is None else since + sets
        where = "WHERE meeting = ? AND number >= ? AND number < ? ORDER BY number, game"
        return map(_row, self._base.execute(f"{_ROWS} {where}", (meeting, since, limit)))

    def game(self, meeting: int, number: int, game: int) -> GameRow:
        """One game. Raises InputError if it is not there."""
        where = "WHERE meeting = ? AND number = ? AND game = ?"
        found = self._base.execute(f"{_ROWS} {where}", (meeting, number, game)).fetchone()
        if found is None:
            raise InputError(
                Message(
                    "game {game} of set {number} of meeting {meeting} is not in the store",
                    game=game + 1,
                    number=number + 1,
                    meeting=meeting + 1,
                )
            )
        return _row(found)[2]

    def scores(self, meeting: int, entrant: int | None = 0, *, since: int = 0) -> NDArray[np.float64]:
        """(n, k) shares of one entrant, or if None of whoever moved first, in the k games of n sets, from `since` up to
        the first that is missing."""
        found = self._base.execute(
            "SELECT number, game, first, shares FROM games WHERE meeting = ? AND number >= ? ORDER BY number, game",
            (meeting, since),
        )  # without the logs, which are most of a store: a run looks at scores again and again
        kept, sets = array("d"), 0
        for number, game, first, shares in found:
            if game == 0:
                if number != since + sets:
                    break
                sets += 1
            kept.append(_shares(shares)[first if entrant is None else entrant])
        return np.array(kept, dtype=np.float64).reshape(sets, -1) if kept else np.zeros((0, 1))


_ROWS = "SELECT number, game, first, shares, reason, turns, actions, start, log FROM games"


def _row(found: tuple[Any, ...]) -> tuple[int, int, GameRow]:
    """Set, game and row out of what `_ROWS` selects."""
    number, game, first, shares, *rest = found
    return number, game, GameRow(first, _shares(shares), *rest)


def _shares(text: str) -> tuple[float, ...]:
    return tuple(float(share) for share in text.split())


@contextmanager
def opened(path: Path, identity: str, meetings: Iterable[Meeting], *, fresh: bool = False) -> Iterator[Store]:
    """The store in a file, made if it is not there, held until the end. fresh: without the games it had.

    Raises InputError if it is no store, is damaged, holds games of another experiment, or is in use.
    """
    base = None
    try:
        base = _connected(path)
        _look_through(base, path, identity, list(meetings), fresh=fresh)
        base.commit()
        yield Store(base)
    except sqlite3.Error as error:
        raise _explained(error, path) from None
    finally:
        if base is not None:
            base.close()


def _connected(path: Path) -> sqlite3.Connection:
    """The database of a file, which from now on nobody else can open."""
    if str(path) == _IN_MEMORY:
        raise InputError(Message("names no file: games kept there would be forgotten"), file=str(path))
    try:
        base = sqlite3.connect(path, timeout=_WAIT_S, isolation_level="DEFERRED")
    except ValueError as error:  # a name that no file can have
        raise _explained(error, path) from None
    base.text_factory = _text
    base.execute("PRAGMA locking_mode = EXCLUSIVE")
    base.execute("BEGIN EXCLUSIVE")
    return base


@contextmanager
def found(path: Path) -> Iterator[tuple[str, tuple[Meeting, ...], Store]]:
    """A store of whatever experiment, as it is, with its identity and its meetings. Raises InputError as `opened`."""
    if not path.is_file():
        raise InputError(Message("there is no such file"), file=str(path))
    base = None
    try:
        base = _connected(path)
        identity = dict(base.execute("SELECT name, value FROM facts")).get("identity", "")
        rows = base.execute("SELECT setting, entrants FROM meetings ORDER BY meeting")
        meetings = tuple(Meeting(setting, tuple(entrants.split("\n"))) for setting, entrants in rows)
        _look_through(base, path, identity, meetings)
        yield identity, meetings, Store(base)
    except sqlite3.Error as error:
        raise _explained(error, path) from None
    finally:
        if base is not None:
            base.close()


@dataclass(frozen=True, slots=True)
class Listed:
    """A store as a list of them has it."""

    file: str
    experiment: str
    """As it was typed; empty where that is not known, as in a store that is in use."""

    last: str
    """When something was last kept in it, as YYYY-MM-DD HH:MM in local time."""

    games: int
    sets: int
    wanted: int
    """Sets of the plan it was last played for; 0 where that is not known."""

    in_use: bool = False


def stores(folder: Path) -> tuple[Listed, ...]:
    """The stores of a folder, the latest first; other files that end alike are passed over."""
    kept = []
    for path in sorted(folder.glob(f"*{ENDING}"), key=lambda path: -path.stat().st_mtime):
        last = datetime.fromtimestamp(path.stat().st_mtime).isoformat(" ", "minutes")
        try:
            with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=_WAIT_S)) as base:
                facts = dict(base.execute("SELECT name, value FROM facts"))
                games, sets = (
                    base.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("games", "sets")
                )
            told = facts.get(EXPERIMENT, ""), last, games, sets, int(facts.get(WANTED, 0))
            kept.append(Listed(path.name, *told))
        except (sqlite3.Error, ValueError) as error:
            if "locked" in str(error):
                kept.append(Listed(path.name, "", last, 0, 0, 0, in_use=True))
    return tuple(kept)


def _look_through(
    base: sqlite3.Connection, path: Path, identity: str, meetings: Sequence[Meeting], *, fresh: bool = False
) -> None:
    """Make the tables of a new file, or see that they are this experiment's and as they were written."""
    try:
        _check(base, identity, meetings, fresh=fresh)
    except InputError as error:
        raise error.within(file=str(path)) from None
    except ValueError as error:  # a database so damaged that its own names are no text
        raise _explained(error, path) from None


def _check(base: sqlite3.Connection, identity: str, meetings: Sequence[Meeting], *, fresh: bool) -> None:
    rows = [(i, meeting.setting, "\n".join(meeting.entrants)) for i, meeting in enumerate(meetings)]
    if not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        for statement in _TABLES.split(";"):
            base.execute(statement)
        base.executemany("INSERT INTO facts VALUES (?, ?)", [("format", FORMAT), ("identity", identity)])
        base.executemany("INSERT INTO meetings VALUES (?, ?, ?)", rows)
        return
    facts = dict(base.execute("SELECT name, value FROM facts"))
    if facts.get("format") != FORMAT:
        raise InputError(Message("is a store of another format"))
    if facts.get("identity") != identity:
        raise InputError(Message("holds games of another experiment, or of another version of it; name another file"))
    if fresh:
        for table in ("games", "sets", "meetings"):
            base.execute(f"DELETE FROM {table}")
        base.executemany("INSERT INTO meetings VALUES (?, ?, ?)", rows)
        return
    (verdict,) = base.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise InputError(
            Message(
                "is damaged: {why}; name another file, and its games are played anew", why=" ".join(verdict.split())
            )
        )
    if base.execute("SELECT meeting, setting, entrants FROM meetings ORDER BY meeting").fetchall() != rows:
        raise _damage("meetings", Message("they are not those of the experiment"))
    with closing(base.execute(_KEPT)) as cursor:  # one left open would hold the file
        for unit, kept in groupby(cursor, itemgetter(0, 1)):
            games = list(kept)
            if games[0][-1] != _checksum([game[:-1] for game in games]):
                raise _damage(_place(*unit), Message("it is not what was written, as its checksum shows"))
    if (unit := base.execute(_NO_GAMES).fetchone()) is not None:
        raise _damage(_place(*unit), Message("its games are missing"))


def _checksum(games: Sequence[tuple[Any, ...]]) -> bytes:
    """Of the games of one set, as the database has them: SHA-256 of every field, lengths of logs included."""
    hashed = hashlib.sha256()
    for *fields, log in games:
        hashed.update(repr((*fields, len(log) if isinstance(log, bytes) else log)).encode())
        hashed.update(log if isinstance(log, bytes) else b"")
    return hashed.digest()


def _place(meeting: object, number: object) -> Message:
    """A set of a meeting by its numbers, which damage may have made anything."""
    one, other = (str(at + 1) if isinstance(at, int) else ascii(at)[:40] for at in (meeting, number))
    return Message("meeting {meeting}, set {set}", meeting=one, set=other)


def _damage(where: str, what: str) -> InputError:
    """What is wrong with a store, and what to do about it."""
    return InputError(
        Message("{what}: the store is damaged; name another file, and its games are played anew", what=what), key=where
    )


def _text(data: bytes) -> str:
    """Text of a database; what is no UTF-8 is kept apart from what is, and fits no checksum."""
    return data.decode("utf-8", "surrogateescape")


def _explained(error: Exception, path: Path) -> InputError:
    text = " ".join(str(error).split())
    if "locked" in text or "busy" in text:
        return InputError(Message("is in use by another run"), file=str(path))
    if "not a database" in text or "no such table" in text:
        return InputError(Message("is not a store of games"), file=str(path))
    return InputError(Message("cannot be used as a store: {why}", why=text), file=str(path))

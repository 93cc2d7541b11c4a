"""Running games in one SQLite file, with their table's token: what was answered is there, whatever ended the program.

Each change is one transaction, done before anybody is told of it; one that cannot be written is refused, and nothing is
changed. A run holds the file exclusively as long as it lasts, by a lock that the operating system takes back from a
process that is killed. Only its user can read the file; of devices' keys it holds digests alone.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from secrets import token_urlsafe
from threading import Lock
from time import time

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.folders import DATA, user_folder
from armada_sim.tabletop.language import Message, cause
from armada_sim.tabletop.web.keeping import TOKEN_BYTES, Kept, KeptGame, Locks, UnkeptError, Use, Written, leaving

_FORMAT = "running games 1"
_WAIT_S = 0.2
"""Seconds. How long a file that is in use is waited for."""

_TABLES = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE games (
    name TEXT PRIMARY KEY, locks TEXT NOT NULL, version INTEGER NOT NULL, begins TEXT NOT NULL, state TEXT NOT NULL,
    acted INTEGER NOT NULL, over INTEGER NOT NULL, changed REAL NOT NULL
);
CREATE TABLE lines (
    name TEXT NOT NULL REFERENCES games ON DELETE CASCADE, number INTEGER NOT NULL, line TEXT NOT NULL,
    PRIMARY KEY (name, number)
) WITHOUT ROWID
"""

_NO_GAMES = Message("is a file, but not one of running games; name another with --games")


class _KeptFile:
    """Games in an SQLite database."""

    def __init__(self, base: sqlite3.Connection, token: str, clock: Callable[[], float]) -> None:
        self._base, self._clock, self._lock = base, clock, Lock()
        self.token = token

    def add(self, name: str, locks: Locks, version: int, game: Written, watched: Collection[str] = ()) -> list[str]:
        now = self._clock()
        with self._change() as base:
            rows = base.execute("SELECT name, acted, over, changed FROM games").fetchall()
            gone = leaving((Use(kept, bool(acted), bool(over), at) for kept, acted, over, at in rows), now, watched)
            base.executemany("DELETE FROM games WHERE name = ?", [(one,) for one in gone])
            row = (name, json.dumps({**locks}), version, game.begins, game.state, False, game.over, now)
            base.execute("INSERT INTO games VALUES (?,?,?,?,?,?,?,?)", row)
            base.executemany("INSERT INTO lines VALUES (?,?,?)", _rows(name, game.lines))
        return gone

    def put(self, name: str, version: int, before: Written, game: Written) -> bool:
        pairs = zip(before.lines, game.lines, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        with self._change() as base:
            changed = base.execute(
                "UPDATE games SET version = ?, state = ?, over = ?, changed = ?, acted = 1"
                " WHERE name = ? AND version = ?",
                (version + 1, game.state, game.over, self._clock(), name, version),
            )
            if not changed.rowcount:
                return False
            base.execute("DELETE FROM lines WHERE name = ? AND number >= ?", (name, same))
            base.executemany("INSERT INTO lines VALUES (?,?,?)", [*_rows(name, game.lines)][same:])
        return True

    def get(self, name: str) -> KeptGame | None:
        with self._change() as base:
            row = base.execute(
                "SELECT locks, version, begins, state, over FROM games WHERE name = ?", (name,)
            ).fetchone()
            if row is None:
                return None
            lines = base.execute("SELECT line FROM lines WHERE name = ? ORDER BY number", (name,)).fetchall()
        locks, version, begins, state, over = row
        return KeptGame(
            json.loads(locks), version, Written(begins, tuple(line for (line,) in lines), state, bool(over))
        )

    def close(self) -> None:
        with self._lock:
            self._base.close()

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        """All of it or nothing, one at a time."""
        with self._lock:
            try:
                yield self._base
                self._base.commit()
            except BaseException as error:
                self._undo()
                if isinstance(error, sqlite3.Error):
                    why = " ".join(str(error).split())
                    text = Message("this cannot be kept, so nothing was changed: {why}", why=why)
                    raise UnkeptError(text) from None
                raise

    def _undo(self) -> None:
        try:
            self._base.rollback()
        except sqlite3.Error:  # what a disk that fails leaves half is undone when the file is next read
            return


def _rows(name: str, lines: Sequence[str]) -> Iterator[tuple[str, int, str]]:
    return ((name, k, line) for k, line in enumerate(lines))


def kept_in(file: Path, forget: bool = False, clock: Callable[[], float] = time) -> Kept:
    """The games in a file, made if it is not there; no other run can open it until the end. Raises InputError.

    forget: that they go, and the token with them.
    """
    path = file.absolute()  # so that no name is another thing than a file to SQLite
    try:
        try:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            path.chmod(0o600)
        return _opened(str(path), forget, clock)
    except sqlite3.Error as error:
        raise _explained(error).within(file=str(file)) from None
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise error.within(file=str(file)) from None
        text = Message("games cannot be kept there: {why}", why=cause(error))
        raise InputError(text, file=str(file)) from None


def usual_file() -> Path:
    """The file in the user's data folder, the folder made if need be, for this user alone. Raises InputError."""
    folder = user_folder(DATA)
    if folder is None:
        raise InputError(Message("there is no home directory"))
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(Message("games cannot be kept there: {why}", why=cause(error)), file=str(folder)) from None
    return folder / "games.sqlite"


def _opened(name: str, forget: bool, clock: Callable[[], float]) -> Kept:
    """The games of a database that from now on nobody else can open. Raises InputError and sqlite3.Error."""
    base = sqlite3.connect(name, timeout=_WAIT_S, isolation_level="DEFERRED", check_same_thread=False)
    try:
        for setting in ("locking_mode = EXCLUSIVE", "synchronous = FULL", "secure_delete = ON", "foreign_keys = ON"):
            base.execute(f"PRAGMA {setting}")
        base.execute("BEGIN EXCLUSIVE")
        token = _token(base, forget)
        base.commit()
    except BaseException:
        base.close()
        raise
    return _KeptFile(base, token, clock)


def _token(base: sqlite3.Connection, forget: bool) -> str:
    """The token kept, in tables that are made if there are none. Raises InputError and sqlite3.Error."""
    if not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        for statement in _TABLES.split(";"):
            base.execute(statement)
        base.execute("INSERT INTO facts VALUES ('format', ?)", (_FORMAT,))
    if dict(base.execute("SELECT name, value FROM facts")).get("format") != _FORMAT:
        raise InputError(_NO_GAMES)
    (verdict,) = base.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict)
    if forget:
        base.execute("DELETE FROM games")
        base.execute("DELETE FROM facts WHERE name = 'token'")
    base.execute("INSERT OR IGNORE INTO facts VALUES ('token', ?)", (token_urlsafe(TOKEN_BYTES),))
    (token,) = base.execute("SELECT value FROM facts WHERE name = 'token'").fetchone()
    return str(token)


def _explained(error: sqlite3.Error) -> InputError:
    text = " ".join(str(error).split())
    if "locked" in text or "busy" in text:
        return InputError(Message("is in use by another table; name another file with --games"))
    if "not a database" in text or "no such table" in text:
        return InputError(_NO_GAMES)
    return InputError(Message("games cannot be kept there: {why}", why=text))

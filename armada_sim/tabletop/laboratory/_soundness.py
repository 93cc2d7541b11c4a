"""Whether the games of a store are what was written: row by row, and by a checksum of each set."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import groupby
from math import isfinite
from operator import itemgetter
from typing import Any, Final

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.laboratory.contest import Meeting

_SHARES_SUM: Final = 1e-9
"""1. How far the shares of a game, which are rounded, may add up to something else than 1."""

Row = tuple[Any, ...]
"""A game as the database has it: meeting, number, game, first, shares, reason, turns, actions, start, log."""

_ROWS = """
SELECT meeting, number, game, first, shares, reason, turns, actions, start, log, {checksum}
ORDER BY meeting, number, game
"""
_WITH = _ROWS.format(checksum="checksum FROM games LEFT JOIN sets USING (meeting, number)")
_WITHOUT = _ROWS.format(checksum="NULL FROM games")
_MOST_GAMES = "SELECT max(game) + 1 FROM games WHERE meeting = ?"
_NO_GAMES = "SELECT meeting, number FROM sets EXCEPT SELECT meeting, number FROM games LIMIT 1"


def checksum(rows: Sequence[Row]) -> bytes:
    """Of the games of one set: SHA-256 of every field, lengths included."""
    hashed = hashlib.sha256()
    for *fields, log in rows:
        hashed.update(repr((*fields, len(log))).encode())
        hashed.update(log)
    return hashed.digest()


def damage(where: str, what: str) -> InputError:
    """What is wrong with a store, and what to do about it."""
    return InputError(f"{what}: the store is damaged; name another file, and its games are played anew", key=where)


def sealed(base: sqlite3.Connection, meetings: Sequence[Meeting], *, has_checksums: bool = True) -> Iterator[Row]:
    """Meeting, number and checksum of each set of a store, once its games are found to be sound.

    Raises InputError that names the set and the game of the first that is not.
    """
    latest, games = None, 0
    with closing(base.execute(_WITH if has_checksums else _WITHOUT)) as cursor:  # one left open would hold the file
        for (meeting, number), found in groupby(cursor, itemgetter(0, 1)):
            if not (_count(meeting) and meeting < len(meetings) and _count(number)):
                raise damage("games", f"one is of {_set(meeting, number)}, which there is not")
            rows = list(found)
            where = f"meeting {meeting + 1}, set {number + 1}"
            _in_order([row[2] for row in rows], where)
            for row in rows:
                _sound(row, len(meetings[meeting].entrants), f"{where}, game {row[2] + 1}")
            if meeting != latest:
                latest, (games,) = meeting, base.execute(_MOST_GAMES, (meeting,)).fetchone()
            now = checksum([row[:-1] for row in rows])
            if (rows[0][-1] != now) if has_checksums else (len(rows) != games):
                missing = _count(games) and len(rows) < games
                text = (
                    f"game {len(rows) + 1} is missing"
                    if missing
                    else "it is not what was written, as its checksum shows"
                )
                raise damage(where, text)
            yield meeting, number, now
    odd = base.execute(_NO_GAMES).fetchone() if has_checksums else None
    if odd is not None:
        if not all(map(_count, odd)):
            raise damage("sets", f"one is {_set(*odd)}, which there is not")
        raise damage(f"meeting {odd[0] + 1}, set {odd[1] + 1}", "its games are missing")


def _set(meeting: object, number: object) -> str:
    """A set by what its row says."""
    return f"set {_shown(number)} of meeting {_shown(meeting)}"


def _in_order(games: Sequence[object], where: str) -> None:
    """Raises InputError unless these are 0, 1, 2, ..."""
    for wanted, game in enumerate(games):
        if not _count(game):
            raise damage(where, f"one of its games has no number, but {_shown(game)}")
        if game != wanted:
            what = f"game {wanted} is there twice" if game == wanted - 1 else f"game {wanted + 1} is missing"
            raise damage(where, what)


def _sound(row: Row, entrants: int, where: str) -> None:
    """Raises InputError unless each field of a game can be what it is for."""
    first, shares, reason, turns, actions, start, log = row[3:10]
    numbers = _numbers(shares)
    if numbers is None:
        raise damage(where, f"its shares are not numbers, but {_shown(shares)}")
    whole = all(0 <= share <= 1 for share in numbers) and abs(sum(numbers) - 1) <= _SHARES_SUM
    if len(numbers) != entrants or not whole:
        raise damage(where, f"its shares are not what {entrants} entrants can get of one point, but {_shown(shares)}")
    if not (_count(first) and first < entrants):
        raise damage(where, f"who moved first is none of its entrants, but {_shown(first)}")
    for name, value in (("turns", turns), ("actions", actions)):
        if not _count(value):
            raise damage(where, f"its number of {name} is {_shown(value)}")
    for name, value, kind in (("reason", reason, str), ("start", start, str), ("log", log, bytes)):
        if not isinstance(value, kind):
            raise damage(where, f"its {name} is {_shown(value)}, which cannot be read")


def _count(value: object) -> bool:
    return isinstance(value, int) and value >= 0


def _numbers(text: object) -> list[float] | None:
    """Shares out of their text; None if they are no numbers."""
    try:
        found = [float(share) for share in text.split()] if isinstance(text, str) else [float("nan")]
    except ValueError:
        return None
    return found if all(map(isfinite, found)) else None


def _shown(value: object) -> str:
    """A field in a sentence: short and on one line."""
    text = ascii(value)
    return text if len(text) <= 40 else f"{text[:40]}…"

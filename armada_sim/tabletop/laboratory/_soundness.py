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
from armada_sim.tabletop.language import N_, Message

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
    return InputError(
        Message("{what}: the store is damaged; name another file, and its games are played anew", what=what), key=where
    )


def sealed(base: sqlite3.Connection, meetings: Sequence[Meeting], *, has_checksums: bool = True) -> Iterator[Row]:
    """Meeting, number and checksum of each set of a store, once its games are found to be sound.

    Raises InputError that names the set and the game of the first that is not.
    """
    latest, games = None, 0
    with closing(base.execute(_WITH if has_checksums else _WITHOUT)) as cursor:  # one left open would hold the file
        for (meeting, number), found in groupby(cursor, itemgetter(0, 1)):
            if not (_count(meeting) and meeting < len(meetings) and _count(number)):
                raise damage(
                    "games",
                    _no_set(N_("one is of set {number} of meeting {meeting}, which there is not"), meeting, number),
                )
            rows = list(found)
            place = {"meeting": meeting + 1, "set": number + 1}
            where = Message("meeting {meeting}, set {set}", **place)
            _in_order([row[2] for row in rows], where)
            for row in rows:
                named = Message("meeting {meeting}, set {set}, game {game}", **place, game=row[2] + 1)
                _sound(row, len(meetings[meeting].entrants), named)
            if meeting != latest:
                latest, (games,) = meeting, base.execute(_MOST_GAMES, (meeting,)).fetchone()
            now = checksum([row[:-1] for row in rows])
            if (rows[0][-1] != now) if has_checksums else (len(rows) != games):
                missing = _count(games) and len(rows) < games
                changed = Message("it is not what was written, as its checksum shows")
                raise damage(where, Message("game {n} is missing", n=len(rows) + 1) if missing else changed)
            yield meeting, number, now
    odd = base.execute(_NO_GAMES).fetchone() if has_checksums else None
    if odd is not None:
        if not all(map(_count, odd)):
            raise damage("sets", _no_set(N_("one is set {number} of meeting {meeting}, which there is not"), *odd))
        where = Message("meeting {meeting}, set {set}", meeting=odd[0] + 1, set=odd[1] + 1)
        raise damage(where, Message("its games are missing"))


def _no_set(said: str, meeting: object, number: object) -> Message:
    """Of a set by what its row says."""
    return Message(said, number=_shown(number), meeting=_shown(meeting))


def _in_order(games: Sequence[object], where: str) -> None:
    """Raises InputError unless these are 0, 1, 2, ..."""
    for wanted, game in enumerate(games):
        if not _count(game):
            raise damage(where, Message("one of its games has no number, but {given}", given=_shown(game)))
        if game != wanted:
            twice = Message("game {n} is there twice", n=wanted)
            raise damage(where, twice if game == wanted - 1 else Message("game {n} is missing", n=wanted + 1))


def _sound(row: Row, entrants: int, where: str) -> None:
    """Raises InputError unless each field of a game can be what it is for."""
    first, shares, reason, turns, actions, start, log = row[3:10]
    numbers = _numbers(shares)
    if numbers is None:
        raise damage(where, Message("its shares are not numbers, but {given}", given=_shown(shares)))
    whole = all(0 <= share <= 1 for share in numbers) and abs(sum(numbers) - 1) <= _SHARES_SUM
    if len(numbers) != entrants or not whole:
        said = N_("its shares are not what {n} entrants can get of one point, but {given}")
        raise damage(where, Message(said, n=entrants, given=_shown(shares)))
    if not (_count(first) and first < entrants):
        raise damage(where, Message("who moved first is none of its entrants, but {given}", given=_shown(first)))
    fields = (
        (_count(turns), turns, N_("its number of turns is {given}")),
        (_count(actions), actions, N_("its number of actions is {given}")),
        (isinstance(reason, str), reason, N_("its reason is {given}, which cannot be read")),
        (isinstance(start, str), start, N_("its start is {given}, which cannot be read")),
        (isinstance(log, bytes), log, N_("its log is {given}, which cannot be read")),
    )
    for sound, value, said in fields:
        if not sound:
            raise damage(where, Message(said, given=_shown(value)))


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

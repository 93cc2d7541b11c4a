"""Running games where they are kept: what is written of a game, which of them go, and games in memory alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from secrets import token_urlsafe
from threading import Lock
from time import time
from typing import NamedTuple, Protocol

from armada_sim.tabletop.language import Message
from armada_sim.tabletop.web.answering import RefusedError

FINISHED_DAYS = 30
"""How long a game stays that is over."""

MOST_GAMES = 1000
"""Kept at a time; one in which nobody did anything for a day makes room for a new one."""

TOKEN_BYTES = 16
_DAY_S = 86_400.0


class UnkeptError(RefusedError):
    """It cannot be written where games are kept."""

    status = 507


class FullError(RefusedError):
    """There is no room for it."""

    status = 429


Locks = Mapping[str, Sequence[str]]
"""Seats by the digest of the key that holds them."""


@dataclass(frozen=True, slots=True)
class Written:
    """A game as text."""

    begins: str
    """What never changes."""

    lines: tuple[str, ...] = ()
    """What was done; grows by an action, and is shortened where one is taken back."""

    state: str = ""
    """What else there is to it."""

    over: bool = False


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game as it was last written."""

    locks: Locks
    version: int
    written: Written


class Kept(Protocol):
    """Where the games of one table are kept; any thread may ask."""

    token: str
    """What a link to this table brings."""

    def add(self, name: str, locks: Locks, version: int, game: Written, watched: Collection[str] = ()) -> list[str]:
        """Keep a new game. Names of those that went: finished ones, and for want of room those in which nobody ever did
        anything and that nobody watches. Raises FullError and UnkeptError."""

    def put(self, name: str, version: int, before: Written, game: Written) -> bool:
        """Keep a game as it is a version later; false if it is not at this one any more. Raises UnkeptError."""

    def get(self, name: str) -> KeptGame | None:
        """A game, if it is there. Raises UnkeptError."""

    def close(self) -> None:
        """Nothing is kept from now on."""


class Use(NamedTuple):
    """What a kept game is used for."""

    name: str
    acted: bool
    """Whether anybody ever did anything in it."""

    over: bool
    changed: float
    """Seconds, of the time of day."""


def leaving(kept: Iterable[Use], now: float, watched: Collection[str]) -> list[str]:
    """Names of the games that make room for a new one. now: seconds. Raises FullError."""
    there = [*kept]
    free = [one for one in there if one.name not in watched]
    gone = [one.name for one in free if one.over and one.changed < now - FINISHED_DAYS * _DAY_S]
    if len(there) - len(gone) < MOST_GAMES:
        return gone
    idle = [one for one in free if not one.acted and one.changed < now - _DAY_S]
    if not idle:
        raise FullError(Message("there are {n} games here already", n=MOST_GAMES))
    return [*gone, min(idle, key=lambda one: one.changed).name]


class _InMemory:
    """Games by name, each with what it is used for."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._lock, self.token = clock, Lock(), token_urlsafe(TOKEN_BYTES)
        self._games: dict[str, tuple[KeptGame, Use]] = {}

    def add(self, name: str, locks: Locks, version: int, game: Written, watched: Collection[str] = ()) -> list[str]:
        with self._lock:
            now = self._clock()
            gone = leaving((use for _, use in self._games.values()), now, watched)
            for one in gone:
                del self._games[one]
            self._games[name] = KeptGame(locks, version, game), Use(name, False, game.over, now)
        return gone

    def put(self, name: str, version: int, before: Written, game: Written) -> bool:
        with self._lock:
            kept, _ = self._games.get(name, (None, None))
            if kept is None or kept.version != version:
                return False
            made = replace(kept, version=version + 1, written=game)
            self._games[name] = made, Use(name, True, game.over, self._clock())
        return True

    def get(self, name: str) -> KeptGame | None:
        with self._lock:
            return self._games[name][0] if name in self._games else None

    def close(self) -> None:
        with self._lock:
            self._games.clear()


def kept_in_memory(clock: Callable[[], float] = time) -> Kept:
    """Games that end with the program."""
    return _InMemory(clock)

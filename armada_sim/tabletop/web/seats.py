"""Running games, no game by name: who sits where by a secret of their own, each action kept before it is answered.

A device holds a key; it holds one seat or more, or none, to look on. Only digests of keys are kept. A game is a frozen
value with a version; a change says which version it was made of, and comes too late if that is not the last. The few
that are asked for are in memory; all of them are where `kept` keeps them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import randbelow, token_urlsafe
from threading import Lock
from typing import Any, Generic, TypeVar

from armada_sim.tabletop.language import Message
from armada_sim.tabletop.web.answering import RefusedError
from armada_sim.tabletop.web.keeping import FullError, Kept, Locks, Written, kept_in_memory

_MOST_IN_MEMORY = 50
"""Games that no device watches."""

_MOST_WATCHERS = 24
"""Devices that watch one game at a time."""

_ID_BYTES, _SECRET_BYTES = 9, 18

Value = TypeVar("Value")


class GoneError(RefusedError):
    """There is no such game here, or no such key to it."""

    status = 404


class LateError(RefusedError):
    """Something changed meanwhile."""

    status = 409


@dataclass(frozen=True, slots=True)
class Seen(Generic[Value]):
    """A running game as the holder of a key has it."""

    table: str
    """Its name; no secret."""

    seats: frozenset[str]
    """Whom the key plays."""

    version: int
    value: Value


@dataclass(frozen=True, slots=True)
class Form(Generic[Value]):
    """How games are written and read."""

    written: Callable[[Value], Written]
    read: Callable[[Written], Value]
    """Raises InputError if the game is no more what this program plays."""


@dataclass(slots=True)
class _Running(Generic[Value]):
    value: Value
    written: Written
    locks: Locks
    version: int
    lock: Lock = field(default_factory=Lock)
    working: int | None = None
    """The version that somebody thinks about already."""


class Games(Generic[Value]):
    """The running games of one server."""

    def __init__(
        self, form: Form[Value], kept: Kept | None = None, in_memory: int = _MOST_IN_MEMORY, kind: str = "g"
    ) -> None:
        """kind: how the names of its games begin; those of another kind may be kept in the same place."""
        self._form, self._kept, self._most, self._kind = form, kept or kept_in_memory(), in_memory, kind
        self._lock, self._reading = Lock(), Lock()
        self._running: dict[str, _Running[Value]] = {}
        """By table; the one that was used last stands last."""

        self._watchers: dict[str, set[Callable[[], object]]] = {}
        """By table, where there are any."""

    def open(self, value: Value, devices: Sequence[Sequence[str]]) -> list[str]:
        """A new game; a key for each device with the seats it holds. Raises FullError and UnkeptError."""
        table, secrets = self._kind + token_urlsafe(_ID_BYTES), [token_urlsafe(_SECRET_BYTES) for _ in devices]
        locks = {_digest(one): [*seats] for one, seats in zip(secrets, devices, strict=True)}
        game = _Running(value, self._form.written(value), locks, randbelow(2**31))
        with self._lock:
            watched = {*self._watchers}
        gone = self._kept.add(table, locks, game.version, game.written, watched)
        with self._lock:
            for name in gone:
                self._running.pop(name, None)
            self._use(table, game)
        return [f"{table}.{secret}" for secret in secrets]

    def at(self, key: str, version: int | None = None) -> Seen[Value]:
        """The game of a key. Raises GoneError, and LateError unless it is at the version, if one is given."""
        table, seats, game = self._found(key)
        with game.lock:
            _check(version, game)
            return Seen(table, seats, game.version, game.value)

    def put(self, key: str, version: int, value: Value) -> Seen[Value]:
        """The game changed to another value, from a version. Raises GoneError, LateError and UnkeptError."""
        table, seats, game = self._found(key)
        with game.lock:
            _check(version, game)
            written = self._form.written(value)
            if not self._kept.put(table, version, game.written, written):
                with self._lock:
                    self._running.pop(table, None)  # it is read anew
                raise LateError(_WENT_ON)
            game.value, game.written, game.version = value, written, version + 1
        with self._lock:
            watchers = [*self._watchers.get(table, ())]
        for changed in watchers:
            changed()
        return Seen(table, seats, version + 1, value)

    @contextmanager
    def working(self, key: str, version: int) -> Iterator[Callable[[], None] | None]:
        """To think about a version meanwhile; None where somebody does already. Raises GoneError.

        What it gives is called now and then while it is thought about: it raises LateError as soon as the game went on
        or was taken back, and when all who watched it have left.
        """
        table, _, game = self._found(key)
        watched = table in self._watchers
        with game.lock:
            free = game.working != version
            if free:
                game.working = version

        def wanted() -> None:
            with game.lock:
                _check(version, game)
            if watched and table not in self._watchers:
                raise LateError(Message("nobody waits for it any more"))

        try:
            yield wanted if free else None
        finally:
            if free:
                with game.lock:
                    game.working = None

    @contextmanager
    def watching(self, key: str, changed: Callable[[], object]) -> Iterator[None]:
        """While `changed` is called after every change, from any thread. Raises GoneError and FullError."""
        table = self._found(key)[0]
        with self._lock:
            watchers = self._watchers.setdefault(table, set())
            if len(watchers) >= _MOST_WATCHERS:
                raise FullError(Message("{n} devices watch this game already", n=_MOST_WATCHERS))
            watchers.add(changed)
        try:
            yield
        finally:
            with self._lock:
                watchers.discard(changed)
                if not watchers:
                    del self._watchers[table]

    def _found(self, key: str) -> tuple[str, frozenset[str], _Running[Value]]:
        table, _, secret = key.partition(".")
        game = self._here(table)
        if game is None and table.startswith(self._kind):
            with self._reading:
                game = self._here(table) or self._read(table, secret)
        if game is None or (seats := game.locks.get(_digest(secret))) is None:
            raise GoneError(Message("this game is not here any more"))
        return table, frozenset(seats), game

    def _here(self, table: str) -> _Running[Value] | None:
        with self._lock:
            game = self._running.get(table)
            if game is not None:
                self._use(table, game)
            return game

    def _read(self, table: str, secret: str) -> _Running[Value] | None:
        """A game from where it is kept, for the holder of a key to it."""
        kept = self._kept.get(table)
        if kept is None or _digest(secret) not in kept.locks:
            return None
        game = _Running(self._form.read(kept.written), kept.written, kept.locks, kept.version)
        with self._lock:
            self._use(table, game)
        return game

    def _use(self, table: str, game: _Running[Value]) -> None:
        """Have a game in memory as the last that was used; of those that nobody watches, the first ones leave it."""
        self._running.pop(table, None)
        idle = [name for name, one in self._running.items() if name not in self._watchers and one.working is None]
        for name in idle[: max(0, len(idle) + 1 - self._most)]:
            del self._running[name]
        self._running[table] = game


_WENT_ON = Message("the game has gone on meanwhile")


def _check(version: int | None, game: _Running[Any]) -> None:
    if version not in (None, game.version):
        raise LateError(_WENT_ON)


def _digest(secret: str) -> str:
    return sha256(secret.encode("utf-8", "replace")).hexdigest()

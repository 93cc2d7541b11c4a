"""Running games, no game by name: who sits where by a secret of their own, few enough to keep in memory.

A device holds a key; it holds one seat or more, or none, to look on. The store keeps digests of keys alone. A game is a
frozen value with a version; a change says which version it was made of, and comes too late if that is not the last.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import randbelow, token_urlsafe
from threading import Lock
from typing import Any, Generic, TypeVar

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from armada_sim.tabletop.language import Message
from armada_sim.tabletop.web.shell import RefusedError, language_of

MOST_GAMES = 50
"""Kept at a time; a new one takes the place of the one that was idle longest and that no device watches."""

_MOST_WATCHERS = 24
"""Devices that watch one game at a time."""

_ID_BYTES, _SECRET_BYTES = 9, 18

Value = TypeVar("Value")

Locks = Mapping[str, Sequence[str]]
"""Seats by the digest of the key that holds them."""


class GoneError(RefusedError):
    """There is no such game here, or no such key to it."""

    status = 404


class LateError(RefusedError):
    """Something changed meanwhile."""

    status = 409


class FullError(RefusedError):
    """There is no room for it."""

    status = 429


@dataclass(frozen=True, slots=True)
class Seen(Generic[Value]):
    """A running game as the holder of a key has it."""

    table: str
    """Its name; no secret."""

    seats: frozenset[str]
    """Whom the key plays."""

    version: int
    value: Value
    locks: Locks


@dataclass(slots=True)
class _Running(Generic[Value]):
    value: Value
    locks: Locks
    version: int = field(default_factory=lambda: randbelow(2**31))
    lock: Lock = field(default_factory=Lock)
    working: int | None = None
    """The version that somebody thinks about already."""

    watchers: set[Callable[[], object]] = field(default_factory=set)


class Games(Generic[Value]):
    """The running games of one server."""

    def __init__(self, most: int = MOST_GAMES) -> None:
        self._most, self._lock = most, Lock()
        self._running: dict[str, _Running[Value]] = {}
        """By table; the one that was used last stands last."""

    def open(self, value: Value, devices: Sequence[Sequence[str]]) -> list[str]:
        """A new game; a key for each device with the seats it holds. Raises FullError."""
        table, secrets = token_urlsafe(_ID_BYTES), [token_urlsafe(_SECRET_BYTES) for _ in devices]
        self.reopen(value, table, {_digest(one): [*seats] for one, seats in zip(secrets, devices, strict=True)})
        return [f"{table}.{secret}" for secret in secrets]

    def reopen(self, value: Value, table: str, locks: Locks) -> None:
        """A game that was lost here, under the keys it had; one that is here stays. Raises FullError."""
        with self._lock:
            if table in self._running:
                return
            if len(self._running) >= self._most:
                idle = next((name for name, game in self._running.items() if not game.watchers), None)
                if idle is None:
                    text = Message("there are {n} games here already, and devices watch each of them", n=self._most)
                    raise FullError(text)
                del self._running[idle]
            self._running[table] = _Running(value, locks)

    def at(self, key: str, version: int | None = None) -> Seen[Value]:
        """The game of a key. Raises GoneError, and LateError unless it is at the version, if one is given."""
        table, seats, game = self._found(key)
        with game.lock:
            _check(version, game)
            return Seen(table, seats, game.version, game.value, game.locks)

    def put(self, key: str, version: int, value: Value) -> Seen[Value]:
        """The game changed to another value, from a version. Raises GoneError and LateError."""
        table, seats, game = self._found(key)
        with game.lock:
            _check(version, game)
            game.value, game.version = value, version + 1
            found = Seen(table, seats, game.version, value, game.locks)
            watchers = [*game.watchers]
        for changed in watchers:
            changed()
        return found

    @contextmanager
    def working(self, key: str, version: int) -> Iterator[Callable[[], None] | None]:
        """To think about a version meanwhile; None where somebody does already. Raises GoneError.

        What it gives is called now and then while it is thought about: it raises LateError as soon as the game went on
        or was taken back, and when all who watched it have left.
        """
        game = self._found(key)[2]
        with game.lock:
            free, watched = game.working != version, bool(game.watchers)
            if free:
                game.working = version

        def wanted() -> None:
            with game.lock:
                _check(version, game)
                if watched and not game.watchers:
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
        game = self._found(key)[2]
        with game.lock:
            if len(game.watchers) >= _MOST_WATCHERS:
                raise FullError(Message("{n} devices watch this game already", n=_MOST_WATCHERS))
            game.watchers.add(changed)
        try:
            yield
        finally:
            with game.lock:
                game.watchers.discard(changed)

    def _found(self, key: str) -> tuple[str, frozenset[str], _Running[Value]]:
        table, _, secret = key.partition(".")
        with self._lock:
            game = self._running.pop(table, None)
            if game is not None:
                self._running[table] = game  # last used
        if game is None or (seats := game.locks.get(_digest(secret))) is None:
            raise GoneError(Message("this game is not here any more"))
        return table, frozenset(seats), game


def _check(version: int | None, game: _Running[Any]) -> None:
    if version not in (None, game.version):
        raise LateError(Message("the game has gone on meanwhile"))


def _digest(secret: str) -> str:
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


def watched(path: str, games: Games[Any]) -> WebSocketRoute:
    """A route on which a device says its key, and is told each version there is from then on."""

    async def watch(socket: WebSocket) -> None:
        await socket.accept()
        loop, changed = asyncio.get_running_loop(), asyncio.Event()
        try:
            key = await socket.receive_text()
            with games.watching(key, lambda: loop.call_soon_threadsafe(changed.set)):
                left = asyncio.create_task(socket.receive())  # nothing more is said: whatever comes is the end
                while not left.done():
                    changed.clear()
                    await socket.send_json({"version": games.at(key).version})
                    waiting = asyncio.create_task(changed.wait())
                    await asyncio.wait({left, waiting}, return_when=asyncio.FIRST_COMPLETED)
                    waiting.cancel()
                if left.result()["type"] != "websocket.disconnect":
                    await socket.close(1008)
        except RefusedError as error:
            await socket.send_json({"error": language_of(socket).complaint(error)})
            await socket.close()
        except KeyError:  # it did not send text
            await socket.close(1008)
        except (WebSocketDisconnect, RuntimeError):  # it has gone
            return

    return WebSocketRoute(path, watch)

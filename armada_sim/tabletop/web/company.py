"""Who watches a running game now, and what its devices say to each other: a few lines, kept in memory alone."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic
from typing import Any

from anyio.to_thread import run_sync
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from armada_sim.tabletop.language import Message
from armada_sim.tabletop.web.keeping import FullError
from armada_sim.tabletop.web.seats import Games
from armada_sim.tabletop.web.shell import Allowance, conversing

MOST_LINES, LONGEST_LINE = 20, 200
"""Of a game, and characters of each."""

_MOST_DEVICES = 24
_MOST_TABLES = 200
"""Games whose lines are kept at a time; those that nobody watches go first."""

_RATE, _BURST = 1.0, 10.0
"""Lines a second that a device may say, and lines at once."""


@dataclass(frozen=True, slots=True, eq=False)
class _Device:
    seats: frozenset[str]
    changed: Callable[[], object]


@dataclass(slots=True)
class _Gathered:
    lines: deque[tuple[list[str], str]] = field(default_factory=lambda: deque(maxlen=MOST_LINES))
    devices: set[_Device] = field(default_factory=set)


class Company:
    """The devices at the running games of one server."""

    def __init__(self, games: Games[Any]) -> None:
        self._games, self._lock = games, Lock()
        self._tables: dict[str, _Gathered] = {}

    def route(self, path: str) -> WebSocketRoute:
        """Where a device says its key and then its lines, and is told who is there and what was said."""
        return WebSocketRoute(path, self._sit)

    async def _sit(self, socket: WebSocket) -> None:
        await socket.accept()
        loop, changed = asyncio.get_running_loop(), asyncio.Event()
        async with conversing(socket):
            seen = await run_sync(self._games.at, await socket.receive_text())
            device = _Device(seen.seats, lambda: loop.call_soon_threadsafe(changed.set))
            self._come(seen.table, device)
            try:
                await self._listen(socket, seen.table, device, changed)
            finally:
                self._go(seen.table, device)

    async def _listen(self, socket: WebSocket, table: str, device: _Device, changed: asyncio.Event) -> None:
        allowance = Allowance(_RATE, _BURST)
        coming = asyncio.create_task(socket.receive())
        while True:
            changed.clear()
            await socket.send_json(self._gathered(table))
            waiting = asyncio.create_task(changed.wait())
            await asyncio.wait({coming, waiting}, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            if coming.done():
                event = coming.result()
                if event["type"] == "websocket.disconnect":
                    return
                line = " ".join((event.get("text") or "").split())[:LONGEST_LINE]
                if not line or not device.seats or not allowance.taken(monotonic()):
                    await socket.close(1008)
                    return
                self._say(table, device, line)
                coming = asyncio.create_task(socket.receive())

    def _gathered(self, table: str) -> dict[str, object]:
        with self._lock:
            here = self._tables[table]
            present = sorted({player for device in here.devices for player in device.seats})
            return {"lines": [{"by": by, "text": text} for by, text in here.lines], "present": present}

    def _come(self, table: str, device: _Device) -> None:
        with self._lock:
            here = self._tables.pop(table, None) or _Gathered()
            if len(here.devices) >= _MOST_DEVICES:
                self._tables[table] = here
                raise FullError(Message("{n} devices watch this game already", n=_MOST_DEVICES))
            empty = [name for name, other in self._tables.items() if not other.devices]
            for name in empty[: max(0, len(self._tables) + 1 - _MOST_TABLES)]:
                del self._tables[name]
            self._tables[table] = here
            here.devices.add(device)
        self._tell(table, device)

    def _go(self, table: str, device: _Device) -> None:
        with self._lock:
            self._tables[table].devices.discard(device)
        self._tell(table, device)

    def _say(self, table: str, device: _Device, line: str) -> None:
        with self._lock:
            self._tables[table].lines.append((sorted(device.seats), line))
        self._tell(table, device)

    def _tell(self, table: str, device: _Device) -> None:
        """Have all but one device look anew."""
        with self._lock:
            devices = self._tables[table].devices - {device}
        for device in devices:
            device.changed()

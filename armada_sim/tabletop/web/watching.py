"""Where a device watches a running game: it is told each version there is."""

from __future__ import annotations

import asyncio
from functools import partial
from threading import Event
from typing import Any

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from armada_sim.tabletop.web.answering import QUICK
from armada_sim.tabletop.web.seats import Games
from armada_sim.tabletop.web.shell import conversing
from armada_sim.tabletop.web.turns import run


def watched(path: str, games: Games[Any]) -> WebSocketRoute:
    """A route on which a device says its key, and is told each version there is from then on."""

    async def watch(socket: WebSocket) -> None:
        await socket.accept()
        loop, changed = asyncio.get_running_loop(), asyncio.Event()
        async with conversing(socket):
            key = await socket.receive_text()
            await run(QUICK, socket, partial(games.at, key), Event())  # which reads it, if it is not in memory
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

    return WebSocketRoute(path, watch)

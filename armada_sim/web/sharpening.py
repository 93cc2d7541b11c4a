"""Long searches, shown stage by stage over a WebSocket."""

from __future__ import annotations

import asyncio
from functools import partial
from threading import Event

from starlette.websockets import WebSocket, WebSocketDisconnect

from armada_sim.tabletop import InputError, Language
from armada_sim.tabletop.web import SLOW, LeftError, language_of, refused, run
from armada_sim.web.bodies import SharpenBody, understood
from armada_sim.web.searching import to_the_end


async def sharpen(socket: WebSocket) -> None:
    """Answer each `SharpenBody`: of several the last, stage by stage.

    Each answer is a `Stage`.
    """
    await socket.accept()
    words, working = language_of(socket), None
    stop = Event()
    while True:
        event = await socket.receive()
        stop.set()
        if working is not None:
            working.cancel()
            await asyncio.wait({working})
        if event["type"] == "websocket.disconnect":
            return
        stop = Event()
        working = asyncio.create_task(_answer(socket, event.get("text") or event.get("bytes") or "", stop, words))


async def _answer(socket: WebSocket, body: str | bytes, stop: Event, words: Language) -> None:
    """Send the stages of one request, until it is stopped."""
    number: int | None = None
    try:
        given = understood(body, SharpenBody)
        number, stages = given["id"], to_the_end(given, words)
        while (found := await run(SLOW, socket, partial(next, stages, None), stop)) is not None:
            await socket.send_json(found)
    except InputError as error:
        await socket.send_json({"id": number, "error": refused(error, words)})
    except (WebSocketDisconnect, RuntimeError, LeftError):  # the page has gone
        stop.set()
    except Exception:
        await socket.close(1011)  # the page says that there is no answer, and can ask again
        raise

"""Regions that sharpen while they are looked at: reach and threat, stage by stage, over a WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from threading import Event
from typing import Any

from anyio.to_thread import run_sync
from starlette.websockets import WebSocket, WebSocketDisconnect

from armada_sim.files.building import build_dispute
from armada_sim.regions import Reach, Threat, threat_stages
from armada_sim.regions.reach import reach_stages
from armada_sim.table import Unit
from armada_sim.tabletop import InputError, Language
from armada_sim.tabletop.web import language_of, refused, turns
from armada_sim.web.bodies import SharpenBody, understood

_AT_ONCE = 2
"""Stages that are worked out at the same time, of all pages together; others wait for their turn."""

_GAP_MM = 1.0
"""mm. How sharp a region becomes on the page."""


async def sharpen(socket: WebSocket) -> None:
    """Answer requests {"id", "what": "reach" | "threat", "ship", "dispute"}: of several the last, stage by stage.

    Answers are {"id", "gap", "inner", "outer", "done", "text"} or {"id", "error"}.
    """
    await socket.accept()
    words, working = language_of(socket), None
    stop = Event()
    try:
        while True:
            body = await socket.receive_text()
            stop.set()
            if working is not None:
                await working
            stop = Event()
            working = asyncio.create_task(_answer(socket, body, stop, words))
    except WebSocketDisconnect:
        stop.set()
        if working is not None:
            await working


async def _answer(socket: WebSocket, body: str, stop: Event, words: Language) -> None:
    """Send the stages of one request, until it is stopped."""
    number: int | None = None
    try:
        given = understood(body, SharpenBody)
        number = given["id"]
        stages = await run_sync(partial(_stages, given, stop))
        limit = turns(socket, "searches", _AT_ONCE)
        while (found := await run_sync(partial(next, stages, None), limiter=limit)) is not None and not stop.is_set():
            await socket.send_json({"id": number, **_shown(found, words)})
        if not stop.is_set():
            await socket.send_json({"id": number, "done": True})
    except InputError as error:
        await socket.send_json({"id": number, "error": refused(error, words)})
    except (WebSocketDisconnect, RuntimeError):  # the page has gone
        stop.set()


def _stages(given: SharpenBody, stop: Event) -> Iterator[Reach | Threat]:
    """The stages of what is asked. Raises InputError."""
    dispute, name = build_dispute(given["dispute"]), given["ship"]
    steps = dispute.layout.ship(name).size.steps
    found: dict[str, Callable[..., Iterator[Reach | Threat]]] = {"reach": reach_stages, "threat": threat_stages}
    return _until(stop, found[given["what"]](dispute.layout, name, steps, gap=_GAP_MM, rules=dispute.rules))


def _until(stop: Event, stages: Iterator[Reach | Threat]) -> Iterator[Reach | Threat]:
    for found in stages:
        yield found
        if stop.is_set():
            return


def _shown(found: Reach | Threat, words: Language) -> dict[str, Any]:
    """Rings of a region, and how well it is known."""
    text = words.say(
        "The true border lies within {length} of the one drawn.", length=words.tell(Unit().text(found.gap))
    )
    return {"gap": found.gap, "inner": rings(found.inner), "outer": rings(found.outer), "text": text, "done": False}


def rings(region: Any) -> list[list[list[float]]]:
    """Corners of all borders of a region, outer ones and holes alike (drawn with the even-odd rule), to 0.01 mm."""
    polygons = [part for part in getattr(region, "geoms", [region]) if part.geom_type == "Polygon"]
    return [
        [[round(x, 2), round(y, 2)] for x, y in ring.coords]
        for polygon in polygons
        for ring in (polygon.exterior, *polygon.interiors)
    ]

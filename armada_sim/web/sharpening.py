"""Long searches, shown stage by stage over a WebSocket: reach and threat that sharpen, and what can hit a ship."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from threading import Event
from typing import TYPE_CHECKING

from starlette.websockets import WebSocket, WebSocketDisconnect

from armada_sim.files.building import build_dispute
from armada_sim.geometry import Progress
from armada_sim.regions import Reach, Threat, threat_stages
from armada_sim.regions.reach import reach_stages
from armada_sim.table import Unit, rounded
from armada_sim.tabletop import InputError, Language
from armada_sim.tabletop.web import SLOW, LeftError, language_of, refused, still_wanted
from armada_sim.web.answers import Point, RegionStage, Stage
from armada_sim.web.bodies import SharpenBody, understood
from armada_sim.web.dangers import dangers
from armada_sim.web.looking import withheld

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_GAP_MM = 1.0
"""mm. How sharp a region becomes on the page."""


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
        number = given["id"]
        stages = await SLOW.run(socket, partial(search_stages, given, words), stop)
        while (found := await SLOW.run(socket, partial(next, stages, None), stop)) is not None:
            await socket.send_json(found)
        await socket.send_json({"id": number, "done": True})
    except InputError as error:
        await socket.send_json({"id": number, "error": refused(error, words)})
    except (WebSocketDisconnect, RuntimeError, LeftError):  # the page has gone
        stop.set()
    except Exception:
        await socket.close(1011)  # the page says that there is no answer, and can ask again
        raise


def search_stages(given: SharpenBody, words: Language, progress: Progress = still_wanted) -> Iterator[Stage]:
    """The stages of what is asked, as they are shown. Raises InputError, before the first.

    progress: called now and then; what it raises ends the search.
    """
    dispute, name = build_dispute(given["dispute"]), given["ship"]
    number, layout, rules, unit = given["id"], dispute.layout, dispute.rules, dispute.measure(given["show_in"])
    if given["what"] != "reach" and (quiet := withheld(rules)):
        raise quiet
    match given["what"]:
        case "reach":
            regions = reach_stages(layout, name, gap=_GAP_MM, rules=rules, progress=progress)
            return ({"id": number, "region": _shown(one, unit, words)} for one in regions)
        case "threat":
            covered = threat_stages(layout, name, gap=_GAP_MM, rules=rules, progress=progress)
            return ({"id": number, "region": _shown(one, unit, words)} for one in covered)
        case "danger":
            return ({"id": number, "danger": one.shown(rules, words)} for one in dangers(layout, name, rules, progress))


def _shown(found: Reach | Threat, unit: Unit, words: Language) -> RegionStage:
    """Rings of a region, and how well it is known."""
    text = words.say(
        "The true border lies within {length} of the one drawn.", length=words.tell(rounded(found.gap, unit, up=True))
    )
    return {"gap": found.gap, "inner": rings(found.inner), "outer": rings(found.outer), "text": text}


def rings(region: BaseGeometry) -> list[list[Point]]:
    """Corners of all borders of a region, outer ones and holes alike (drawn with the even-odd rule), to 0.01 mm."""
    polygons = [part for part in getattr(region, "geoms", [region]) if part.geom_type == "Polygon"]
    return [
        [(round(x, 2), round(y, 2)) for x, y in ring.coords]
        for polygon in polygons
        for ring in (polygon.exterior, *polygon.interiors)
    ]

"""The referee's table as a web application."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import time

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute

from armada_sim.tabletop.web import Company, Games, Guard, Kept, answered, table, watched
from armada_sim.web.answers import Page
from armada_sim.web.game_answers import MESSAGES
from armada_sim.web.game_routes import game_endpoints
from armada_sim.web.openapi import described
from armada_sim.web.photographs import Pictures, photo_endpoints
from armada_sim.web.questions import ENDPOINTS, page
from armada_sim.web.shared import FORM, shared_endpoints
from armada_sim.web.sharpening import sharpen
from armada_sim.web.writing import WRITING
from armada_sim.wording import Teller

_STATIC = Path(__file__).with_name("static")


def referee_table(guard: Guard, kept: Kept | None = None, now: Callable[[], float] = time) -> Starlette:
    """The application that `armada serve` runs; where its games are kept, memory unless it is said. now: the time of
    day, seconds."""
    games, tables = Games(WRITING, kept), Games(FORM, kept, kind="t")
    endpoints = (
        *ENDPOINTS, *photo_endpoints(Pictures()), *game_endpoints(games, now), *shared_endpoints(tables)
    )  # fmt: skip
    routes = [
        answered("/api/page", page, "GET"),
        answered("/api/openapi.json", lambda _, words: described(endpoints, Page, MESSAGES), "GET"),
        *(answered(one.path, one.ask, lane=one.lane, most=one.most) for one in endpoints),
        WebSocketRoute("/api/sharpen", sharpen),
        watched("/api/game/watch", games),
        Company(games).route("/api/game/company"),
        watched("/api/shared/watch", tables),
    ]
    return table(routes, {"/": _STATIC}, guard, Teller)

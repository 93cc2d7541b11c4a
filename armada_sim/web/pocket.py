"""The page's engine where there is no server: everything that a page may ask without other devices."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from time import time
from typing import Any

from armada_sim.tabletop import COMPUTER_ONLY, Language, Message
from armada_sim.tabletop.web import SLOW, Ask, Engine
from armada_sim.web.answers import Page, Stage
from armada_sim.web.questions import ENDPOINTS, page
from armada_sim.wording import Teller

_GAMES = ("new", "list", "view", "act", "think", "undo", "claim", "hint", "look", "record", "replay")
"""What may be asked about games at one device."""

_PLAYERS = ["here", "random", "greedy"]


@cache
def _games() -> dict[str, Ask]:
    """The answers about games of this process, by path; loaded when a game is first asked for."""
    from armada_sim.tabletop.web import Games
    from armada_sim.web.game_routes import game_endpoints
    from armada_sim.web.writing import WRITING

    return {one.path: one.ask for one in game_endpoints(Games(WRITING), time)}


def _of_games(path: str, body: bytes, words: Language) -> Any:
    return _games()[path](body, words)


def _page(body: bytes, words: Language) -> Page:
    """What the page needs once, with who may play here."""
    missing = Message("Other devices, and computer players that search, take a table that a computer serves.")
    return {
        **page(body, words),
        "players": _PLAYERS,
        "players_missing": words.tell(missing),
        "reading": words.tell(COMPUTER_ONLY),
    }


def _searched(body: str, words: Language) -> Iterator[Stage]:
    from armada_sim.web.searching import answers

    return answers(body, words)


ENGINE = Engine(
    {
        "/api/page": _page,
        **{one.path: one.ask for one in ENDPOINTS},
        **{path: partial(_of_games, path) for path in (f"/api/game/{name}" for name in _GAMES)},
    },
    {"/api/sharpen": _searched},
    frozenset(one.path for one in ENDPOINTS if one.lane is SLOW) - {"/api/picture"},
    Teller,
)

"""Games that others are let into: seats open to whoever joins, and games that may be watched. No key is listed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock

from armada_sim.tabletop import Message
from armada_sim.tabletop.web import Games, GoneError
from armada_sim.web.game_answers import Joined, Listed, ListedGame
from armada_sim.web.game_bodies import Joining
from armada_sim.web.playing import Playing
from armada_sim.wording import Teller

_MOST_LISTED = 20
"""Games; the oldest is not listed any more."""


@dataclass(slots=True)
class _Offered:
    seats: dict[str, str]
    """The key of each seat that nobody has taken yet."""

    watching: str
    """The key to look on with; empty where nobody may."""


class Lobby:
    """What the games of one server offer. In memory alone: a server that is started anew lists none."""

    def __init__(self, games: Games[Playing]) -> None:
        self._games, self._lock = games, Lock()
        self._offered: dict[str, _Offered] = {}

    def offer(self, seats: Mapping[str, str], watching: str) -> None:
        """List a game. seats: the keys of those that are open. watching: a key without a seat, or none."""
        keys = [*seats.values(), *filter(None, [watching])]
        if not keys:
            return
        with self._lock:
            self._offered[keys[0].partition(".")[0]] = _Offered({**seats}, watching)
            for table in [*self._offered][:-_MOST_LISTED]:
                del self._offered[table]

    def listed(self, tell: Teller) -> Listed:
        """The games that are offered, the last first."""
        with self._lock:
            offered = [
                (table, [*one.seats], [*one.seats.values()], one.watching) for table, one in self._offered.items()
            ]
        rows: list[ListedGame] = []
        for table, seats, keys, watching in reversed(offered):
            try:
                playing = self._games.at(watching or keys[0]).value
            except GoneError:
                continue
            rows.append({
                "table": table, "title": playing.begins.title, "who": {**playing.who},
                "open": [] if playing.over else [*seats], "watch": bool(watching),
                "heading": tell.heading(playing.sitting.game), "over": playing.over,
            })  # fmt: skip
        return {"games": rows}

    def joined(self, given: Joining) -> Joined:
        """The key of a seat, which nobody else gets after that; or one to look on with. Raises GoneError."""
        with self._lock:
            offered = self._offered.get(given["table"])
            player = given.get("player", "")
            key = offered and (offered.seats.pop(player, "") if player else offered.watching)
            if offered and not offered.seats and not offered.watching:
                del self._offered[given["table"]]
        if not key:
            raise GoneError(Message("this seat is not free any more"))
        return {"key": key}

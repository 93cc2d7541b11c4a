"""Connections that wait for their request to come: for so long, and so many; whoever sends a whole request is answered.

Uvicorn itself gives a request any time to come, and counts connections before it knows who asks. Loaded by `serving`
alone: the rest of the shell runs without a server.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

_LONGEST_S = 30
"""Seconds. For a whole request, a body of a megabyte included; and for the next one of a connection that stays open."""

_EACH, _ALL = 64, 256
"""Connections of one address, and of all, that wait for a request: of more, the one that waits longest is closed."""

_COMING = (h11.IDLE, h11.SEND_BODY)


class Waiting:
    """The connections of one server that wait, by address, those that wait longest first."""

    def __init__(self) -> None:
        self._by_address: dict[str, dict[Patient, None]] = {}

    def add(self, one: Patient) -> None:
        """One more; others are closed if there are too many."""
        own = self._by_address.setdefault(one.address, {})
        own[one] = None
        if len(own) > _EACH:
            self._close_first(own)
        elif sum(map(len, self._by_address.values())) > _ALL:
            self._close_first(max(self._by_address.values(), key=len))

    def remove(self, one: Patient) -> None:
        """It waits no more."""
        own = self._by_address.get(one.address, {})
        own.pop(one, None)
        if not own:
            self._by_address.pop(one.address, None)

    @staticmethod
    def _close_first(own: dict[Patient, None]) -> None:
        next(iter(own)).hang_up()


class Patient(H11Protocol):
    """A connection that is closed if its request does not come."""

    waiting: Waiting
    """Set in a class of each server."""

    address = ""
    _limit: asyncio.TimerHandle | None = None
    _begun = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as its base
        """It waits for its first request."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self._wait()

    def data_received(self, data: bytes) -> None:
        """A part of a request: the first of one gives the rest its time."""
        if not self._begun:
            self._begun = True
            self._wait()
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """It waits for the next request."""
        super().on_response_complete()
        self._begun = False
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone."""
        self._rest()
        super().connection_lost(exc)

    def hang_up(self) -> None:
        """Close it."""
        self._rest()
        self.transport.abort()

    def _look(self) -> None:
        coming = self.conn.their_state in _COMING and self.transport.get_protocol() is self
        if not coming:
            self._rest()
        elif self._limit is None:
            self._wait()

    def _wait(self) -> None:
        self._rest()
        self._limit = self.loop.call_later(_LONGEST_S, self.hang_up)
        self.waiting.add(self)

    def _rest(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None
        self.waiting.remove(self)


def patient() -> type[Patient]:
    """The connections of one server."""
    made: Any = type("Patient", (Patient,), {"waiting": Waiting()})
    found: type[Patient] = made
    return found

"""Turns at the work: few at a time, fair between those who ask, and nothing is worked out that nobody waits for.

Work is done in threads that end with the program: whatever they are at, it ends when it is told to.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from contextvars import copy_context
from threading import Event, Thread
from typing import TypeVar

from starlette.requests import HTTPConnection

from armada_sim.tabletop.language import Message
from armada_sim.tabletop.web.answering import LEFT, Lane, RefusedError

_EACH, _ALL = 24, 200
"""Questions of one address, and of all, that wait at a lane."""

T = TypeVar("T")


class BusyError(RefusedError):
    """Too much waits already."""

    status = 503


async def run(lane: Lane, connection: HTTPConnection, work: Callable[[], T], left: Event) -> T:
    """What some work gives, in a thread, when it is its turn at a lane. Raises BusyError and whatever the work raises.

    left: set by who asks once nobody waits for it; the work is told (`still_wanted`). To cancel this leaves the queue
    at once, or leaves the thread to itself, which holds its turn until it ends.
    """
    lanes: dict[str, _Turns] = connection.app.state.lanes
    turns = lanes.setdefault(lane.name, _Turns(lane.at_once))
    return await turns.run(connection.client.host if connection.client else "", work, left)


class _Turns:
    """Who works at a lane, and who waits by address; of one loop."""

    def __init__(self, at_once: int) -> None:
        self._free, self._waiting = at_once, dict[str, deque[asyncio.Future[None]]]()

    async def run(self, address: str, work: Callable[[], T], left: Event) -> T:
        await self._turn(address)
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()

        def worked() -> None:
            LEFT.set(left)
            done: Future[T] = Future()
            try:
                done.set_result(work())
            except BaseException as error:  # whoever waits raises it
                done.set_exception(error)
            with suppress(RuntimeError):  # the program ends, and the loop has ended
                loop.call_soon_threadsafe(self._ended, answer, done)

        Thread(target=copy_context().run, args=(worked,), daemon=True).start()
        return await answer

    def _ended(self, answer: asyncio.Future[T], done: Future[T]) -> None:
        self._pass_on()
        if answer.done():  # nobody waits
            return
        if (error := done.exception()) is not None:
            answer.set_exception(error)
        else:
            answer.set_result(done.result())

    async def _turn(self, address: str) -> None:
        """Wait for a turn, and have it."""
        if self._free:
            self._free -= 1
            return
        if len(self._waiting.get(address, ())) >= _EACH or sum(map(len, self._waiting.values())) >= _ALL:
            raise BusyError(Message("too much is asked here at once: ask again in a little while"))
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it came in the same moment
                self._pass_on()
            else:
                self._waiting[address].remove(turn)
                if not self._waiting[address]:
                    del self._waiting[address]
            raise

    def _pass_on(self) -> None:
        """A turn that has ended goes to the address that waits longest since it had one."""
        if not self._waiting:
            self._free += 1
            return
        address = next(iter(self._waiting))
        waiting = self._waiting.pop(address)
        turn = waiting.popleft()
        if waiting:
            self._waiting[address] = waiting  # behind the others
        turn.set_result(None)

"""Requests and answers of a table in a browser: guarded, limited, and refused with a sentence."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from hmac import compare_digest
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message as Sent, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from armada_sim.tabletop.language import Language, Message
from armada_sim.tabletop.web.answering import (
    MOST_BYTES,
    QUICK,
    Ask,
    Lane,
    LeftError,
    RefusedError,
    Speaks,
    refused,
    refused_as,
    rendered,
    replied,
    spoken,
)
from armada_sim.tabletop.web.policy import SERVED
from armada_sim.tabletop.web.turns import BusyError, run

_RATE = 400.0
"""Requests a second from one address, in the long run: some twenty pages on which a ship is dragged without a pause."""

_BURST = 2000.0
"""Requests that may come at once from it."""

_LARGE_AT_ONCE = 4
"""Requests whose bodies may be larger than most, from their coming until they are answered: others wait to be sent."""

_NOBODY = 499
"""What is answered to who has gone, as others call it."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Guard:
    """Who may ask."""

    hosts: frozenset[str]
    """What the address of a request may be, with the port: a page of another name that leads here may not ask. Any, if
    none is named."""

    token: str = ""
    """What a link must bring the first time; empty where only this machine is listened to."""

    def admits(self, connection: HTTPConnection) -> bool:
        """Whether a request comes from this table's own page."""
        host, origin = connection.headers.get("host", ""), connection.headers.get("origin")
        return (not self.hosts or host in self.hosts) and (origin is None or origin.partition("://")[2] == host)

    def knows(self, connection: HTTPConnection) -> bool:
        """Whether it brings the token."""
        given = connection.query_params.get("token") or connection.cookies.get(_COOKIE, "")
        return not self.token or compare_digest(given.encode(), self.token.encode())


_COOKIE, _COOKIE_S = "table", 30 * 86_400
"""What a browser keeps the token as, and how many seconds: a device that was shut down still goes on."""

_MOST_ADDRESSES = 1000
"""Addresses whose requests are counted at the same time."""


_SOCKETS_EACH, _SOCKETS = 100, 400
"""WebSockets of one address, and of all, that are open at the same time."""


class Allowance:
    """How often somebody may ask: so often a second in the long run, and so often at once (a token bucket)."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst, self._left, self._since = rate, burst, burst, 0.0

    def taken(self, now: float) -> bool:
        """Whether one more may be asked at this time, in seconds; if so it is counted."""
        self._left = min(self._burst, self._left + (now - self._since) * self._rate)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class _Guarded:
    """Everything behind a guard, with headers that keep a page to itself."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self.app, self.guard, self.asked, self.sockets = app, guard, dict[str, Allowance](), Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        if not self.guard.admits(connection):
            await self._refuse(scope, receive, send, Message("this table is not asked from another page"))
            return
        if not self.guard.knows(connection):
            await self._refuse(
                scope, receive, send, Message("the link to this table has a token, and this one has not")
            )
            return

        if not self._allowance(connection).taken(monotonic()):
            await self._refuse(scope, receive, send, Message("too many questions at once: wait a little"), 429)
            return

        if scope["type"] == "websocket":
            await self._hold(connection, scope, receive, send)
        else:
            await self._pass(connection, scope, receive, send)

    async def _hold(self, connection: HTTPConnection, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one socket more be open, if there are not too many."""
        address = connection.client.host if connection.client else ""
        if self.sockets[address] >= _SOCKETS_EACH or self.sockets.total() >= _SOCKETS:
            await self._refuse(scope, receive, send, Message("too much is open at this table: close a page"))
            return
        self.sockets[address] += 1
        try:
            await self._pass(connection, scope, receive, send)
        finally:
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]

    async def _pass(self, connection: HTTPConnection, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def with_headers(event: Sent) -> None:
            nonlocal begun
            begun = True
            if event["type"] == "http.response.start":
                headers = [*event["headers"], *((name.encode(), text.encode()) for name, text in SERVED.items())]
                if self.guard.token and "token" in connection.query_params:
                    cookie = f"{_COOKIE}={self.guard.token}; Max-Age={_COOKIE_S}; Path=/; HttpOnly; SameSite=Strict"
                    headers.append((b"set-cookie", cookie.encode()))
                event = {**event, "headers": headers}
            await send(event)

        try:
            await self.app(scope, receive, with_headers)
        except asyncio.CancelledError:  # the program ends
            if not begun:
                await self._refuse(scope, receive, send, Message("this table is closed"), 503)

    def _allowance(self, connection: HTTPConnection) -> Allowance:
        """What the address that asks has left; those that asked longest ago are forgotten."""
        address = connection.client.host if connection.client else ""
        found = self.asked.pop(address, None) or Allowance(_RATE, _BURST)
        self.asked[address] = found
        if len(self.asked) > _MOST_ADDRESSES:
            del self.asked[next(iter(self.asked))]
        return found

    @staticmethod
    async def _refuse(scope: Scope, receive: Receive, send: Send, why: str, status: int = 403) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": why})
        else:
            await _refusal(why, status)(scope, receive, send)


def _refusal(why: str, status: int) -> Response:
    return Response(rendered({"error": why}), status, headers=SERVED, media_type="application/json")


def language_of(connection: HTTPConnection) -> Language:
    """The language a page asks for (`?lang=fr`), English if it asks for none that is known."""
    return spoken(connection.query_params.get("lang", ""), connection.app.state.speaks)


async def body_of(request: Request, most: int = MOST_BYTES) -> bytes:
    """The body of a request. Raises HTTPException if it is too long."""
    parts, length = [], 0
    async for part in request.stream():
        parts.append(part)
        length += len(part)
        if length > most:
            raise HTTPException(413, f"at most {most} bytes can be asked")
    return b"".join(parts)


@asynccontextmanager
async def conversing(socket: WebSocket) -> AsyncIterator[None]:
    """A conversation over a socket: a refusal ends it with its sentence, what is no text at once, a leaver silently."""
    try:
        yield
    except RefusedError as error:
        await socket.send_json({"error": language_of(socket).complaint(error)})
        await socket.close()
    except KeyError:  # it did not send text
        await socket.close(1008)
    except (WebSocketDisconnect, RuntimeError):
        return


def answered(path: str, ask: Ask, method: str = "POST", lane: Lane = QUICK, most: int = MOST_BYTES) -> Route:
    """A route on which a question is answered beside others, in a thread; InputError is refused with its sentence.

    Of a question whose answer is an iterator each part is an answer of its own: a line of JSON, when it is its turn.
    """

    async def answer(request: Request) -> Response:
        words, room = language_of(request), request.app.state.room if most > MOST_BYTES else nullcontext()
        try:
            async with room:
                body = await body_of(request, most)
                reply = await _while_wanted(request, lane, partial(replied, ask, body, words))
        except BusyError as error:
            reply = refused_as(error, words)
        except LeftError:
            return Response(status_code=_NOBODY)
        if not isinstance(reply.body, bytes):
            return StreamingResponse(_lines(request, reply.body, words), reply.status, media_type=reply.media)
        return Response(reply.body, reply.status, media_type=reply.media)

    return Route(path, answer, methods=[method])


async def _while_wanted(request: Request, lane: Lane, work: Callable[[], T]) -> T:
    """What some work gives. Raises LeftError if whoever asked goes meanwhile, and whatever the work raises."""
    left = Event()
    working = asyncio.create_task(run(lane, request, work, left))
    gone = asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({working, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise LeftError
        return working.result()
    finally:
        left.set()
        for task in (working, gone):
            task.cancel()


async def _gone(request: Request) -> None:
    """Until whoever asked has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _lines(request: Request, lines: Iterator[bytes], words: Language) -> AsyncIterator[bytes]:
    """Lines of an answer, each when it is its turn."""
    left = Event()
    try:
        while (line := await run(QUICK, request, partial(next, lines, None), left)) is not None:
            yield line
    except BusyError as error:
        yield rendered({"error": refused(error, words)}) + b"\n"
    finally:
        left.set()


async def _failed(request: Request, error: Exception) -> Response:
    """What the routes themselves refuse: no such page, no such method, too long."""
    assert isinstance(error, HTTPException)
    return _refusal(error.detail, error.status_code)


class _Pages(StaticFiles):
    """The files of a page: those of its folder and the shell's, and nothing a request could name beside it."""

    def file_response(self, *args: Any, **extra: Any) -> Response:
        """As Starlette; modules are modules on every system."""
        response = super().file_response(*args, **extra)
        if str(args[0]).endswith(".js"):
            response.headers["content-type"] = "text/javascript; charset=utf-8"
        return response


def table(
    routes: Sequence[BaseRoute], folders: Mapping[str, Path], guard: Guard,
    speaks: Speaks = Language,
) -> Starlette:  # fmt: skip
    """The application: routes, folders of files by where they are found ("/" last; the shell's own modules are found
    beside them), a guard before all, what says things in a language."""
    shell: list[str | tuple[str, str]] = [("armada_sim.tabletop.web", "static")]
    mounts = [Mount(where, _Pages(directory=folder, packages=shell, html=True)) for where, folder in folders.items()]
    app = Starlette(routes=[*routes, *mounts], exception_handlers={HTTPException: _failed})
    app.state.lanes = {}
    app.state.room = asyncio.Semaphore(_LARGE_AT_ONCE)
    app.state.speaks = speaks
    app.add_middleware(_Guarded, guard=guard)
    return app

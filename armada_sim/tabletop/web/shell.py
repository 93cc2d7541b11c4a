"""Requests and answers of a table in a browser: guarded, limited, and refused with a sentence."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hmac import compare_digest
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message as Sent, Receive, Scope, Send

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.language import LANGUAGES, Language, Message
from armada_sim.tabletop.web.turns import QUICK, Lane, LeftError, RefusedError

MOST_BYTES = 1_000_000
"""Of the body of a request; a table of 200 ships takes 20,000."""

_RATE = 400.0
"""Requests a second from one address, in the long run: some twenty pages on which a ship is dragged without a pause."""

_BURST = 2000.0
"""Requests that may come at once from it."""

_NOBODY = 499
"""What is answered to who has gone, as others call it."""

_POLICY = "; ".join(
    (
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:", "connect-src 'self'",
        "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    )
)  # fmt: skip

_HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}

Ask = Callable[[bytes, Language], Any]
"""What answers a question: the body of the request and the language of the answer, to plain data. Raises InputError."""


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
                headers = [*event["headers"], *((name.encode(), text.encode()) for name, text in _HEADERS.items())]
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
            await refusal(why, status)(scope, receive, send)


def refusal(text: str, status: int) -> JSONResponse:
    """A sentence that says why there is no answer."""
    return JSONResponse({"error": text}, status, headers=_HEADERS)


def language_of(connection: HTTPConnection) -> Language:
    """The language a page asks for (`?lang=fr`), English if it asks for none that is known."""
    lang = connection.query_params.get("lang", "")
    speaks: Callable[[str], Language] = connection.app.state.speaks
    return speaks(lang if lang in LANGUAGES else "en")


async def body_of(request: Request) -> bytes:
    """The body of a request. Raises HTTPException if it is too long."""
    parts, length = [], 0
    async for part in request.stream():
        parts.append(part)
        length += len(part)
        if length > MOST_BYTES:
            raise HTTPException(413, f"at most {MOST_BYTES} bytes can be asked")
    return b"".join(parts)


def refused(error: InputError, words: Language) -> str:
    """What is wrong with a question, in a sentence."""
    return words.in_turn(words.complaint(one) for one in (error, *error.others))


def answered(path: str, ask: Ask, method: str = "POST", lane: Lane = QUICK) -> Route:
    """A route on which a question is answered beside others, in a thread; InputError is refused with its sentence.

    Of a question whose answer is an iterator each part is an answer of its own: a line of JSON, when it is its turn.
    """

    async def answer(request: Request) -> Response:
        body, words = await body_of(request), language_of(request)
        try:
            found = await _while_wanted(request, lane, partial(ask, body, words))
        except InputError as error:
            return refusal(refused(error, words), error.status if isinstance(error, RefusedError) else 422)
        except LeftError:
            return Response(status_code=_NOBODY)
        if isinstance(found, Iterator):
            return StreamingResponse(_lines(request, found, words), media_type="application/x-ndjson")
        return found if isinstance(found, Response) else JSONResponse(found)

    return Route(path, answer, methods=[method])


async def _while_wanted(request: Request, lane: Lane, work: Callable[[], Any]) -> Any:
    """What some work gives. Raises LeftError if whoever asked goes meanwhile, and whatever the work raises."""
    left = Event()
    working = asyncio.create_task(lane.run(request, work, left))
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


async def _lines(request: Request, rows: Iterator[Any], words: Language) -> AsyncIterator[str]:
    """Answers as lines; last, what is wrong, if something is."""
    left = Event()
    try:
        while (row := await QUICK.run(request, partial(next, rows, None), left)) is not None:
            yield json.dumps(row, ensure_ascii=False) + "\n"
    except InputError as error:
        yield json.dumps({"error": refused(error, words)}, ensure_ascii=False) + "\n"
    finally:
        left.set()


async def _failed(request: Request, error: Exception) -> Response:
    """What the routes themselves refuse: no such page, no such method, too long."""
    assert isinstance(error, HTTPException)
    return refusal(error.detail, error.status_code)


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
    speaks: Callable[[str], Language] = Language,
) -> Starlette:  # fmt: skip
    """The application: routes, folders of files by where they are found ("/" last; the shell's own modules are found
    beside them), a guard before all, what says things in a language."""
    shell: list[str | tuple[str, str]] = [("armada_sim.tabletop.web", "static")]
    mounts = [Mount(where, _Pages(directory=folder, packages=shell, html=True)) for where, folder in folders.items()]
    app = Starlette(routes=[*routes, *mounts], exception_handlers={HTTPException: _failed})
    app.state.lanes = {}
    app.state.speaks = speaks
    app.add_middleware(_Guarded, guard=guard)
    return app

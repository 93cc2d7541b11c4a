"""Turns at the work: fair, bounded, and not taken for who has gone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any, TypeVar

import pytest
from starlette.applications import Starlette
from starlette.requests import HTTPConnection

from armada_sim.tabletop import Language
from armada_sim.tabletop.web import Guard, Lane, LeftError, answered, run, still_wanted, table
from armada_sim.tabletop.web.turns import _EACH, BusyError

ONE = Lane("one", 1)

T = TypeVar("T")


def alone(work: Coroutine[Any, Any, T]) -> T:
    """What it gives, run in a thread: where a browser was driven before, this one has a loop already."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


class Asking:
    """Addresses that ask at a lane with one turn, whose first work waits to be let go."""

    def __init__(self) -> None:
        self.app, self.gate, self.done = Starlette(), Event(), list[str]()
        self.app.state.lanes = {}
        self.first = self.ask("first", self.gate.wait)

    def ask(self, name: str, work: Callable[[], object] = lambda: None) -> asyncio.Task[None]:
        """A question of an address, named after it."""
        connection = HTTPConnection({"type": "http", "client": (name.rstrip("0123456789"), 1), "app": self.app})

        def worked() -> None:
            work()
            self.done.append(name)

        return asyncio.create_task(run(ONE, connection, worked, Event()))


def test_addresses_take_turns() -> None:
    async def asked() -> list[str]:
        lane = Asking()
        await asyncio.sleep(0)
        tasks = [lane.ask(name) for name in ("a1", "a2", "a3", "a4", "b1", "b2", "c1")]
        await asyncio.sleep(0)
        lane.gate.set()
        await asyncio.gather(lane.first, *tasks)
        return lane.done

    assert alone(asked()) == ["first", "a1", "b1", "c1", "a2", "b2", "a3", "a4"]


def test_one_address_may_not_wait_with_too_many() -> None:
    async def asked() -> None:
        lane = Asking()
        await asyncio.sleep(0)
        tasks = [lane.ask(f"a{k}") for k in range(_EACH)]
        await asyncio.sleep(0)
        with pytest.raises(BusyError, match="at once"):
            await lane.ask("a99")
        tasks.append(lane.ask("b"))
        lane.gate.set()
        await asyncio.gather(lane.first, *tasks)
        assert len(lane.done) == _EACH + 2

    alone(asked())


def test_who_leaves_the_queue_is_not_worked_for_and_holds_no_place() -> None:
    async def asked() -> None:
        lane = Asking()
        await asyncio.sleep(0)
        tasks = [lane.ask(f"a{k}") for k in range(_EACH)]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        last = lane.ask("a99")
        lane.gate.set()
        await asyncio.gather(lane.first, last)
        assert lane.done == ["first", "a99"]

    alone(asked())


def test_work_that_is_left_is_told_and_gives_its_turn_on() -> None:
    async def asked() -> None:
        app, begun, left, ended = Starlette(), Event(), Event(), list[str]()
        app.state.lanes = {}
        connection = HTTPConnection({"type": "http", "client": ("a", 1), "app": app})

        def endless() -> None:
            begun.set()
            try:
                while True:
                    still_wanted()
            except LeftError:
                ended.append("left")
                raise

        long = asyncio.create_task(run(ONE, connection, endless, left))
        await asyncio.to_thread(begun.wait)
        left.set()
        long.cancel()
        await run(ONE, connection, lambda: ended.append("next"), Event())
        assert ended == ["left", "next"]

    alone(asked())


def test_a_question_whose_asker_has_gone_is_not_worked_on(tmp_path: Path) -> None:
    """Sixty that are dropped while one is answered, and another that waits: it is the next."""
    gate, begun, worked = Event(), Event(), list[str]()

    def ask(body: bytes, _: Language) -> object:
        worked.append(body.decode())
        if body == b"first":
            begun.set()
            gate.wait()
        return {}

    app = table([answered("/api/ask", ask, lane=ONE)], {"/": tmp_path}, Guard(frozenset({"here"})))

    async def post(text: str, gone: asyncio.Event) -> int:
        status, events = [0], [{"type": "http.request", "body": text.encode(), "more_body": False}]

        async def receive() -> Any:
            if events:
                return events.pop()
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(event: Any) -> None:
            status[0] = event.get("status", status[0])

        scope = {
            "type": "http", "method": "POST", "path": "/api/ask", "query_string": b"", "headers": [(b"host", b"here")],
            "client": ("a", 1), "http_version": "1.1", "scheme": "http", "root_path": "",
        }  # fmt: skip
        await app(scope, receive, send)
        return status[0]

    async def asked() -> None:
        stays, goes = asyncio.Event(), asyncio.Event()
        first = asyncio.create_task(post("first", stays))
        await asyncio.to_thread(begun.wait)
        dropped = [asyncio.create_task(post(f"{k}", goes)) for k in range(20)]
        other = asyncio.create_task(post("other", stays))
        await asyncio.sleep(0)
        goes.set()
        assert {*await asyncio.gather(*dropped)} == {499}
        gate.set()
        assert await asyncio.gather(first, other) == [200, 200]
        assert worked == ["first", "other"]

    alone(asked())


def test_rows_come_one_by_one_and_what_is_wrong_comes_last(tmp_path: Path) -> None:
    from starlette.testclient import TestClient

    from armada_sim.tabletop import InputError

    def rows() -> Any:
        yield {"row": 1}
        raise InputError("no more of it")

    app = table([answered("/api/rows", lambda *_: rows())], {"/": tmp_path}, Guard(frozenset({"testserver"})))
    lines = TestClient(app).post("/api/rows").text.splitlines()
    assert [json.loads(line) for line in lines] == [{"row": 1}, {"error": "no more of it"}]

"""The shell of a table in a browser: who may ask, how much, and where it listens."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from armada_sim.tabletop import InputError, Language
from armada_sim.tabletop.web import MOST_BYTES, Games, Guard, answered, table, watched
from armada_sim.tabletop.web.serving import listening
from armada_sim.tabletop.web.shell import Allowance
from tests.tabletop.web.numbers import NUMBERS


def made(folder: Path, token: str = "", hosts: frozenset[str] = frozenset({"testserver"})) -> TestClient:
    folder.joinpath("index.html").write_text("<p>here</p>")
    folder.joinpath("main.js").write_text("1")
    folder.parent.joinpath("secret").write_text("secret")

    def echo(body: bytes, words: Language) -> object:
        if not body:
            raise InputError("nothing was asked", key="body")
        return {"asked": len(body), "lang": words.lang}

    routes = [answered("/api/echo", echo), answered("/api/large", echo, most=3 * MOST_BYTES)]
    return TestClient(table(routes, {"/": folder}, Guard(hosts, token)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "pages"
    inside.mkdir()
    return inside


def test_pages_and_answers_keep_to_themselves(folder: Path) -> None:
    client = made(folder)
    page = client.get("/")
    assert (page.status_code, page.text) == (200, "<p>here</p>")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    assert client.get("/main.js").headers["content-type"].startswith("text/javascript")
    answer = client.post("/api/echo?lang=fr", content=b"abc")
    assert answer.json() == {"asked": 3, "lang": "fr"}
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert client.post("/api/echo?lang=xx", content=b"abc").json()["lang"] == "en"


def test_what_cannot_be_answered_is_refused_with_a_sentence(folder: Path) -> None:
    client = made(folder)
    refused = client.post("/api/echo", content=b"")
    assert (refused.status_code, refused.json()) == (422, {"error": "body: nothing was asked"})
    assert client.get("/api/echo").status_code == 404
    assert client.get("/nowhere").status_code == 404
    assert client.post("/api/echo", content=b"x" * MOST_BYTES).status_code == 200
    too_long = client.post("/api/echo", content=b"x" * (MOST_BYTES + 1))
    assert (too_long.status_code, "bytes" in too_long.json()["error"]) == (413, True)


def test_a_route_may_have_a_limit_of_its_own(folder: Path) -> None:
    client = made(folder)
    assert client.post("/api/large", content=b"x" * (3 * MOST_BYTES)).json()["asked"] == 3 * MOST_BYTES
    assert client.post("/api/large", content=b"x" * (3 * MOST_BYTES + 1)).status_code == 413


def test_few_large_requests_come_at_once_and_the_others_after_them(folder: Path) -> None:
    """Those that wait are not even listened to, so that nothing of them is in memory."""
    app, listened, answers = made(folder).app, list[int](), list[int]()

    async def asked(number: int, come: asyncio.Event) -> None:
        sent = asyncio.Event()

        async def receive() -> dict[str, object]:
            if sent.is_set():  # nobody goes
                await asyncio.Event().wait()
            listened.append(number)
            await come.wait()
            sent.set()
            return {"type": "http.request", "body": b"x", "more_body": False}

        async def send(event: dict[str, object]) -> None:
            if event["type"] == "http.response.start":
                answers.append(int(str(event["status"])))

        scope = {
            "type": "http", "method": "POST", "path": "/api/large", "raw_path": b"/api/large", "query_string": b"",
            "headers": [(b"host", b"testserver")], "client": ("127.0.0.1", 1), "server": ("testserver", 80),
            "scheme": "http", "http_version": "1.1", "root_path": "",
        }  # fmt: skip
        await app(scope, receive, send)

    async def all_of_them() -> None:
        come = asyncio.Event()
        tasks = [asyncio.create_task(asked(number, come)) for number in range(7)]
        for _ in range(50):
            await asyncio.sleep(0)
        assert sorted(set(listened)) == [0, 1, 2, 3]
        come.set()
        await asyncio.gather(*tasks)

    with ThreadPoolExecutor(1) as pool:  # a browser that other tests drive may have a loop in this thread
        pool.submit(asyncio.run, all_of_them()).result()
    assert answers == [200] * 7


@pytest.mark.parametrize("path", ["/../secret", "/%2e%2e/secret", "/..%2fsecret", "//secret", "/main.js/../../secret"])
def test_no_request_names_a_file_beside_the_pages(folder: Path, path: str) -> None:
    assert "secret" not in made(folder).get(path).text


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"origin": "http://testserver"}, 200),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"host": "evil.example"}, 403),
        ({"host": "testserver:99"}, 403),
    ],
)
def test_another_page_may_not_ask(folder: Path, headers: dict[str, str], status: int) -> None:
    assert made(folder).post("/api/echo", content=b"x", headers=headers).status_code == status
    assert made(folder).get("/", headers=headers).status_code == status


def test_a_table_for_others_asks_for_its_token_once(folder: Path) -> None:
    client = made(folder, token="key", hosts=frozenset())
    assert client.get("/").status_code == 403
    assert client.get("/?token=kez").status_code == 403
    first = client.get("/?token=key")
    assert first.status_code == 200
    assert "HttpOnly" in first.headers["set-cookie"]
    assert "SameSite=Strict" in first.headers["set-cookie"]
    assert client.post("/api/echo", content=b"x").status_code == 200  # by the cookie


def test_it_listens_to_this_machine_alone_unless_told_otherwise() -> None:
    near, address = listening("127.0.0.1", 0)
    with near:
        assert near.proto == socket.IPPROTO_TCP  # else answers in two parts wait 40 ms for each other
        assert (address.token, address.link) == ("", f"http://127.0.0.1:{address.port}/")
        assert f"localhost:{address.port}" in address.guard.hosts
        with pytest.raises(InputError, match="cannot be listened to"):
            listening("127.0.0.1", address.port)
    far, address = listening("0.0.0.0", 0)
    with far:
        assert len(address.token) > 15
        assert address.link.endswith(f":{address.port}/?token={address.token}")
        assert address.guard.hosts == frozenset()
    with pytest.raises(InputError, match="expected an address"):
        listening("nowhere at all", 0)


def test_a_taken_port_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(InputError) as refused:
            listening("127.0.0.1", taken.getsockname()[1])
        assert refused.value.key == "--port"


def test_who_asks_too_often_waits(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    allowance = Allowance(rate=10, burst=3)
    assert [allowance.taken(100.0) for _ in range(5)] == [True, True, True, False, False]
    assert [allowance.taken(at) for at in (100.0625, 100.25, 100.25, 100.25)] == [False, True, True, False]
    assert [allowance.taken(200.0) for _ in range(4)] == [True, True, True, False]
    monkeypatch.setattr("armada_sim.tabletop.web.shell._BURST", 2.0)
    monkeypatch.setattr("armada_sim.tabletop.web.shell._RATE", 1e-9)
    client = made(folder)
    answers = [client.post("/api/echo", content=b"x") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert "wait" in answers[-1].json()["error"]


def test_one_address_holds_only_so_many_sockets(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armada_sim.tabletop.web.shell._SOCKETS_EACH", 2)
    games = Games(NUMBERS)
    (key,) = games.open((), [["red"]])
    client = TestClient(table([watched("/watch", games)], {"/": folder}, Guard(frozenset({"testserver"}))))
    with client, client.websocket_connect("/watch") as one:
        with client.websocket_connect("/watch"), pytest.raises(WebSocketDisconnect) as refused:
            client.websocket_connect("/watch").__enter__()
        assert "close a page" in refused.value.reason
        with client.websocket_connect("/watch") as other:
            for socket_of in (one, other):
                socket_of.send_text(key)
                assert "version" in socket_of.receive_json()

"""Requests that do not come: closed after their time, and never in the way of one that does."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from armada_sim.tabletop import Language
from armada_sim.tabletop.web import answered, table
from armada_sim.tabletop.web.patience import _EACH
from armada_sim.tabletop.web.serving import listening, server_of

HALVES = (
    b"",
    b"GET / HT",
    b"GET / HTTP/1.1\r\nHost: x\r\n",
    b"POST /api/ask HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc",
)


@contextmanager
def asked(tmp_path: Path) -> Iterator[int]:
    """The port of a table that is served."""
    listener, address = listening("127.0.0.1", 0)

    def ask(body: bytes, _: Language) -> object:
        return len(body)

    server = server_of(table([answered("/api/ask", ask)], {"/": tmp_path}, address.guard))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield address.port
    finally:
        server.should_exit = True
        thread.join(10)


def answer(port: int, other: socket.socket | None = None) -> bytes:
    """The first line of the answer to a whole request, sent in two parts."""
    with other or socket.create_connection(("127.0.0.1", port)) as one:
        one.sendall(f"POST /api/ask HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Length: 6\r\n\r\nabc".encode())
        one.sendall(b"def")
        return one.recv(1000).partition(b"\r\n")[0]


def ended(one: socket.socket) -> bool:
    """Whether the other side closes it."""
    with suppress(ConnectionResetError):
        while one.recv(1000):
            pass
    return True


def test_half_requests_keep_nobody_out(tmp_path: Path) -> None:
    with asked(tmp_path) as port, ExitStack() as open_ones:
        halves = [open_ones.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(3 * _EACH)]
        for k, one in enumerate(halves):
            with suppress(OSError):  # it was closed already
                one.sendall(HALVES[k % len(HALVES)])
        assert answer(port) == b"HTTP/1.1 200 OK"
        assert all(map(ended, halves[: 2 * _EACH]))
        assert answer(port, halves[-4]) == b"HTTP/1.1 200 OK"  # which had sent nothing yet


@pytest.mark.parametrize("half", HALVES)
def test_what_does_not_come_is_not_waited_for(tmp_path: Path, half: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armada_sim.tabletop.web.patience._LONGEST_S", 0.2)
    with asked(tmp_path) as port, socket.create_connection(("127.0.0.1", port)) as one:
        one.settimeout(10)
        one.sendall(half)
        assert ended(one)
        assert answer(port) == b"HTTP/1.1 200 OK"

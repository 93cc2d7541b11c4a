"""Listening: where, how the link reads, and how it ends."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import ip_address
from secrets import token_urlsafe
from typing import TYPE_CHECKING

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.language import Message, cause
from armada_sim.tabletop.words import quoted

if TYPE_CHECKING:
    import uvicorn
    from starlette.applications import Starlette

    from armada_sim.tabletop.web.shell import Guard


@dataclass(frozen=True, slots=True)
class Address:
    """Where a table listens."""

    host: str
    port: int
    token: str
    """Empty where only this machine can ask."""

    @property
    def link(self) -> str:
        """What to open in a browser."""
        host = _own_address() if self.everywhere else self.host
        host = f"[{host}]" if ":" in host else host
        return f"http://{host}:{self.port}/{f'?token={self.token}' if self.token else ''}"

    @property
    def everywhere(self) -> bool:
        """Whether it listens on every address of this machine."""
        return ip_address(self.host).is_unspecified if self.host != "localhost" else False

    @property
    def guard(self) -> Guard:
        """Who may ask there."""
        from armada_sim.tabletop.web.shell import Guard

        names = {f"[{self.host}]" if ":" in self.host else self.host}
        if not self.token:
            names |= {"localhost", "127.0.0.1", "[::1]"}
        hosts = frozenset[str]() if self.everywhere else frozenset(f"{name}:{self.port}" for name in names)
        return Guard(hosts, self.token)


def _own_address() -> str:
    """The address by which others reach this machine; its own name for itself where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("10.255.255.255", 1))  # nothing is sent: this only picks an address
        except OSError:
            return "127.0.0.1"
        found: str = asked.getsockname()[0]
        return found


def listening(host: str, port: int, token: str = "") -> tuple[socket.socket, Address]:
    """A socket that listens, and its address; port 0 is any free one. Raises InputError.

    token: what a link brings where others can ask; a new one if none is given.
    """
    try:
        loopback = host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        raise InputError(
            Message("expected an address such as 127.0.0.1, not {given}", given=quoted(host)), key="--host"
        ) from None
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # or asyncio holds answers back
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()
    except OSError as error:
        listener.close()
        text = Message("{host} cannot be listened to at port {port}: {why}", host=host, port=port, why=cause(error))
        raise InputError(text, key="--port") from None
    return listener, Address(host, listener.getsockname()[1], "" if loopback else token or token_urlsafe(16))


def serve(
    made: Callable[[Guard], Starlette], host: str, port: int, token: str, told: Callable[[Address], None]
) -> None:
    """Serve until Ctrl-C or a signal. told: what is said once it listens. Raises InputError."""
    listener, address = listening(host, port, token)
    server = server_of(made(address.guard))
    told(address)
    server.run(sockets=[listener])


@contextmanager
def served(made: Callable[[Guard], Starlette], port: int = 0) -> Iterator[Address]:
    """Serve this machine alone, beside other work, until that ends; port 0 is any free one. Raises InputError."""
    listener, address = listening("127.0.0.1", port)
    server = server_of(made(address.guard))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield address
    finally:
        server.should_exit = True
        thread.join()


def server_of(app: Starlette) -> uvicorn.Server:
    """What serves an application, with its limits."""
    import uvicorn

    from armada_sim.tabletop.web.patience import patient

    config = uvicorn.Config(
        app, http=patient(), log_config=None, access_log=False, ws_max_size=1_000_000, timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
    )  # fmt: skip
    return uvicorn.Server(config)

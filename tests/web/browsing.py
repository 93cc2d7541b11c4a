"""A table that is served, for tests in a real browser."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from armada_sim.tabletop.web.serving import listening
from armada_sim.web import referee_table

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@contextmanager
def served(port: int = 0) -> Iterator[str]:
    """A table while it is served, by its link."""
    listener, address = listening("127.0.0.1", port)
    server = uvicorn.Server(
        uvicorn.Config(referee_table(address.guard), log_level="warning", timeout_graceful_shutdown=1)
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield address.link
    finally:
        server.should_exit = True
        thread.join(10)

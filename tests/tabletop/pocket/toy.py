"""A page of three files that a browser keeps, and a server of static files that can fail."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from armada_sim.tabletop.pocket import sealed
from tests.sources import ROOT

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Toy</title>
<link rel="stylesheet" href="style.css">
<script type="module" src="main.js"></script>
</head>
<body>
<p id="here"></p>
</body>
</html>
"""

BULK = 3_000_000
"""Bytes of what a toy's engine would be."""


def toy(folder: Path, text: str, bulk: bytes = bytes(BULK)) -> str:
    """A page that shows a text from each of its files, sealed; its version."""
    folder.mkdir(exist_ok=True)
    folder.joinpath("engine").mkdir(exist_ok=True)
    for name in ("dom.js", "storage.js", "words.js"):
        folder.joinpath(name).write_bytes((ROOT / "armada_sim/tabletop/web/static" / name).read_bytes())
    style = (ROOT / "armada_sim/web/static/style.css").read_text(encoding="utf-8")
    folder.joinpath("style.css").write_text(style.replace("body {", "body.toy {"), encoding="utf-8")
    main = f"""import {{ second }} from "./second.js";
const kept = await fetch("engine/third.packed");
const unpacked = kept.headers.has("x-unpacked");
const third = unpacked ? kept : new Response(kept.body.pipeThrough(new DecompressionStream("gzip")));
document.getElementById("here").textContent = "{text}" + second + await third.text();
dispatchEvent(new Event("begun"));
document.body.dataset.begun = Number(document.body.dataset.begun ?? 0) + 1;
"""
    folder.joinpath("main.js").write_text(main)
    folder.joinpath("second.js").write_text(f'export const second = "{text}";\n')
    folder.joinpath("engine/third.packed").write_bytes(gzip.compress(text.encode(), mtime=0))
    folder.joinpath("engine/bulk.bin").write_bytes(bulk)
    folder.joinpath("manifest.webmanifest").write_text(json.dumps({"name": "Toy", "theme_color": "#123456"}))
    return sealed(folder, PAGE)


@dataclass
class Host:
    """A web space, and what went through it."""

    folder: Path
    port: int = 0
    asked: list[str] = field(default_factory=list)
    """Paths, in turn."""

    breaks: Counter[str] = field(default_factory=Counter)
    """Paths whose files break off in the middle, and how often they still do."""

    @property
    def link(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @contextmanager
    def up(self) -> Iterator[Host]:
        """While it is there; a second time at the same port."""
        server = ThreadingHTTPServer(("127.0.0.1", self.port), partial(_Handler, self))
        server.daemon_threads = True
        self.port = server.server_address[1]
        thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            server.shutdown()
            server.server_close()
            thread.join()


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, host: Host, *args: Any) -> None:
        self.host = host
        super().__init__(*args, directory=str(host.folder))

    def do_GET(self) -> None:
        path = self.path.partition("?")[0].lstrip("/")
        self.host.asked.append(path)
        del self.headers["If-Modified-Since"]  # two versions may be of the same second
        if not self.host.breaks[path]:
            super().do_GET()
            return
        self.host.breaks[path] -= 1
        body = self.host.folder.joinpath(path).read_bytes()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: len(body) // 2])
        self.close_connection = True

    def log_message(self, *args: Any) -> None:
        """Nothing on the terminal."""

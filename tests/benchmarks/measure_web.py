"""What the table in a browser costs: `python -m tests.benchmarks.measure_web --tables 40 --clients 50 --long 20000`.

`armada serve` runs as a process of its own, and what it spends (user and system time, without whoever asks) is read
off before and after each request, on tables of twelve ships drawn by lot: looks while a ship is dragged, rulings on
moves, shots, the first outline of a reach. Then many pages drag at once; then a mix of all that a page asks, to see
that memory stays flat.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import httpx2
import numpy as np
from websockets.sync.client import connect

from armada_sim import Layout, Pose, Ship, Size, check_contact
from armada_sim.files import Dispute
from armada_sim.table import Rules
from armada_sim.tabletop.shipped import shipped
from armada_sim.web.documents import document

_SHIPS = 12
_NEAR_MM = 2.0
"""mm. Ships are drawn until none is nearer to another."""

_FIELD_MM = ((450.0, 120.0), (420.0, 120.0))
"""Middle and half side of where they lie; wider for more ships."""

_EXAMPLES = sorted(shipped("armada_sim", ".toml"))


@dataclass(frozen=True)
class Server:
    """A server that runs."""

    link: str
    pid: int

    def spent(self) -> float:
        """Seconds of processor time so far. The clock of another process has this number on Linux."""
        return time.clock_gettime((~self.pid << 3) | 2)

    def memory(self) -> float:
        """MB that it holds now."""
        lines = Path(f"/proc/{self.pid}/status").read_text(encoding="utf-8").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


@contextmanager
def serving() -> Iterator[Server]:
    """`armada serve`, by itself."""
    command = [sys.executable, "-c", "from armada_sim.cli import main; main()", "serve", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        try:
            yield Server(running.stdout.readline().split()[-1].split("?")[0], running.pid)
        finally:
            running.terminate()


def drawn(seed: int, most: int = _SHIPS) -> Layout:
    """Twelve ships or more by lot, half of them of each of two players, some of them near to each other."""
    rng, wide = np.random.default_rng(seed), math.sqrt(most / _SHIPS)
    field = [(middle - wide * half, middle + wide * half) for middle, half in _FIELD_MM]
    ships: list[Ship] = []
    while len(ships) < most:
        count = len(ships)
        x, y, heading = (Decimal(f"{v:.1f}") for v in rng.uniform(*zip(*field, (0, 360), strict=True)))
        new = Ship(f"S{count}", ("red", "blue")[count % 2], [*Size][count // 2 % 3], Pose(x, y, heading))
        layout = Layout(ships=(*ships, new))
        if all(check_contact(layout, new.name, old.name).witness.clearance > _NEAR_MM for old in ships):
            ships.append(new)
    return Layout(ships=tuple(ships))


@dataclass(frozen=True)
class Page:
    """A page that asks about one table."""

    server: Server
    client: httpx2.Client
    table: dict[str, Any]
    rng: random.Random

    @classmethod
    def at(cls, server: Server, client: httpx2.Client, seed: int) -> Page:
        """With a table by lot."""
        return cls(server, client, document(Dispute("", "mm", Rules(), drawn(seed))), random.Random(seed))

    def ask(self, path: str, **body: Any) -> float:
        """Seconds of processor time of one request."""
        before = self.server.spent()
        answer = self.client.post(path, json=body)
        assert answer.status_code == 200, answer.text
        return self.server.spent() - before

    def pair(self) -> tuple[str, str]:
        """A ship and one of its enemies."""
        ship = self.rng.choice(self.table["ships"])
        enemies = [other["name"] for other in self.table["ships"] if other["player"] != ship["player"]]
        return ship["name"], self.rng.choice(enemies)

    def look(self) -> float:
        """While a ship is dragged by a tenth of a millimetre."""
        ship = self.rng.choice(self.table["ships"])
        ship["base"][0] = round(ship["base"][0] + self.rng.choice((-0.1, 0.1)), 1)
        return self.ask("/api/look", dispute=self.table, ship={"name": ship["name"]})

    def move(self) -> float:
        """A ruling on two steps."""
        turns = [self.rng.uniform(-40, 40), self.rng.uniform(-40, 40)]
        return self.rule({"move": self.pair()[0], "turns": turns})

    def shot(self) -> float:
        """A ruling on a shot."""
        ship, enemy = self.pair()
        return self.rule({"shot": {"from": ship, "at": enemy}})

    def rule(self, question: dict[str, Any]) -> float:
        """A ruling on a question."""
        return self.ask("/api/rule", dispute={**self.table, "questions": [question]})

    def sharpened(self, what: str, stages: int) -> float:
        """Seconds of processor time until so many stages of a search came; the rest is dropped."""
        with connect(f"{self.server.link.replace('http', 'ws')}api/sharpen") as socket:
            before = self.server.spent()
            socket.send(json.dumps({"id": 1, "what": what, "ship": self.pair()[0], "dispute": self.table}))
            for _ in range(stages):
                if {"done", "error"} & json.loads(socket.recv()).keys():
                    break
            return self.server.spent() - before

    def game(self) -> int:
        """A game on this table: begun, looked at, played on by a computer, recorded and replayed; how many requests."""
        players = {"red": "here", "blue": "greedy"}
        view = self.client.post("/api/game/new", json={"dispute": self.table, "first": "blue", "who": players}).json()
        key, asked = view["key"], 1
        while view.get("thinks") and asked < 6:
            view = self.client.post("/api/game/think", json={"key": key, "version": view["version"]}).json()
            asked += 1
        for path in ("view", "record"):
            found = self.client.post(f"/api/game/{path}", json={"key": key})
            assert found.status_code == 200, found.text
        assert self.client.post("/api/game/replay", json={"record": found.text}).status_code == 200
        return asked + 3

    def mixed(self) -> int:
        """What a page asks in some minutes; how many requests."""
        for ask, count in ((self.look, 60), (self.move, 12), (self.shot, 6)):
            for _ in range(count):
                ask()
        for what, stages in (("reach", 2), ("threat", 1), ("danger", 6)):
            self.sharpened(what, stages)
        self.ask("/api/pieces", dispute=self.table)
        self.ask("/api/example", name=self.rng.choice(_EXAMPLES))
        return 83 + self.game()


def figures(what: str, spent: Sequence[float]) -> None:
    """Median, 99 % and the most, in ms."""
    ordered = sorted(1000 * one for one in spent)
    middle, most = ordered[len(ordered) // 2], ordered[int(0.99 * (len(ordered) - 1))]
    print(f"{what}: median {middle:.1f} ms, 99 % {most:.1f} ms, most {ordered[-1]:.1f} ms ({len(ordered)})", flush=True)


def at_once(server: Server, client: httpx2.Client, clients: int, count: int) -> None:
    """Many pages that drag."""
    pages = [Page.at(server, client, seed) for seed in range(clients)]

    def waited(page: Page) -> list[float]:
        found = []
        for _ in range(count):
            start = time.perf_counter()
            page.look()
            found.append(time.perf_counter() - start)
        return found

    before, spent = server.memory(), server.spent()
    with ThreadPoolExecutor(clients) as pool:
        waits = [wait for one in pool.map(waited, pages) for wait in one]
    each = 1000 * (server.spent() - spent) / len(waits)
    grown = server.memory() - before
    figures(f"{clients} pages at once, waiting ({each:.1f} ms of processor time each, {grown:+.0f} MB)", waits)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--each", type=int, default=10, help="requests of a kind at each table")
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--long", type=int, default=0, help="so many requests of a mix, to see that memory stays flat")
    given = parser.parse_args()
    limits = httpx2.Limits(max_connections=given.clients)
    with serving() as server, httpx2.Client(base_url=server.link, timeout=120, limits=limits) as client:
        pages = [Page.at(server, client, seed) for seed in range(given.tables)]
        pages[0].shot()
        figures("first reach outline of the server", [pages[0].sharpened("reach", 1)])
        figures("first reach outline", [page.sharpened("reach", 1) for page in pages])
        for what in (Page.look, Page.move, Page.shot):
            figures(what.__name__, [what(page) for page in pages for _ in range(given.each)])
        at_once(server, client, given.clients, given.each)
        asked, shown, seed = 0, 0, 1000
        while asked < given.long:
            asked, seed = asked + Page.at(server, client, seed).mixed(), seed + 1
            if asked >= shown + given.long // 20:
                shown = asked
                print(f"after {asked} requests of a mix: {server.memory():.0f} MB", flush=True)


if __name__ == "__main__":
    main()

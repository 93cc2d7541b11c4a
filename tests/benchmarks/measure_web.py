"""How soon the table in a browser answers: `python -m tests.benchmarks.measure_web --clients 50 --count 20`.

A server of its own, on loopback, with a table of twelve ships: first one page that drags and asks, then many pages that
drag at once, then as many requests of one page as asked for. Printed are how long answers take, and memory.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
import uvicorn

from armada_sim.files import Dispute
from armada_sim.table import Rules
from armada_sim.tabletop.web.serving import listening
from armada_sim.web import referee_table
from armada_sim.web.documents import document
from tests.regions.test_reach import crowded


def asked(link: str, path: str, body: dict[str, Any], count: int) -> list[float]:
    """Seconds of each of so many requests."""
    spent = []
    with httpx2.Client(base_url=link, timeout=120) as client:
        for i in range(count):
            body["dispute"]["ships"][0]["base"][0] += 0.1 * (-1) ** i
            start = time.perf_counter()
            answer = client.post(path, content=json.dumps(body))
            assert answer.status_code == 200, answer.text
            spent.append(time.perf_counter() - start)
    return spent


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--long", type=int, default=0, help="so many requests more, to see that memory stays flat")
    given = parser.parse_args()
    table = document(Dispute("", "mm", Rules(), crowded(1)))
    listener, address = listening("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(referee_table(address.guard), log_level="warning"))
    threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True).start()
    name = table["ships"][0]["name"]
    enemy = next(ship["name"] for ship in table["ships"] if ship["player"] != table["ships"][0]["player"])
    look = {"dispute": table, "ship": {"name": name}}
    move = {"dispute": {**table, "questions": [{"move": name, "turns": [10]}]}, "number": 1}
    shot = {"dispute": {**table, "questions": [{"shot": {"from": name, "at": enemy}}]}, "number": 1}
    for what, path, body in (("look", "/api/look", look), ("move", "/api/rule", move), ("shot", "/api/rule", shot)):
        asked(address.link, path, body, 2)
        spent = asked(address.link, path, body, given.count)
        print(f"{what}: median {1000 * statistics.median(spent):.0f} ms, longest {1000 * max(spent):.0f} ms")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with ThreadPoolExecutor(given.clients) as pool:
        waits = list(
            pool.map(
                lambda _: asked(address.link, "/api/look", json.loads(json.dumps(look)), given.count),
                range(given.clients),
            )
        )
    every = sorted(wait for one in waits for wait in one)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(
        f"{given.clients} pages at once: {len(every)} answers, median {every[len(every) // 2]:.2f} s, "
        f"longest {every[-1]:.2f} s, memory {grown / 1024:+.0f} MB"
    )
    for part in range(1, 11 if given.long else 1):
        asked(address.link, "/api/look", look, given.long // 10)
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"after {given.long // 10 * part} looks more: {most:.0f} MB at most")


if __name__ == "__main__":
    main()

"""What a hand feels at the page: `python -m tests.benchmarks.measure_live --tables 3`.

`armada serve` runs as a process of its own and Chromium shows its page. A ship is dragged for four seconds among 12
ships, and among 40; in every frame it is looked which measures are drawn (elements of class `measure`, whose
`data-asked` is the time at which they were asked for), and how old they are when they first are. Then the page asks
what can hit a ship, whether one can have got somewhere, and about a shot; the seconds count as they pass there, so
other work on the machine is in them.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
from typing import Any

from playwright.sync_api import sync_playwright

from armada_sim.files import Dispute
from armada_sim.table import Rules
from armada_sim.web.documents import document
from tests.benchmarks.measure_web import drawn, serving
from tests.web.browsing import CHROMIUM, middle

_SECONDS = 4

_DRAG = """([x, y, seconds]) => new Promise((done) => {
    const board = document.getElementById("board"), start = performance.now(), drawn = new Map();
    const frame = (now) => {
        for (const one of document.querySelectorAll(".measure[data-asked]")) {
            const asked = Number(one.dataset.asked);
            if (asked >= start && !drawn.has(asked)) drawn.set(asked, performance.now() - asked);
        }
        const turn = (now - start) / 400;
        const at = { clientX: x + 60 * Math.sin(turn), clientY: y + 40 * Math.sin(1.7 * turn) };
        board.dispatchEvent(new PointerEvent("pointermove", { pointerId: 1, bubbles: true, ...at }));
        performance.now() - start < 1000 * seconds ? requestAnimationFrame(frame) : done([...drawn.values()]);
    };
    requestAnimationFrame(frame);
})"""
"""Drags what is held about a point of the screen; the age in ms of each answer when it was first drawn."""

_RULED = """async (body) => {
    const start = performance.now();
    const answer = await fetch("./api/rule?lang=en", { method: "POST", body });
    await answer.json();
    return (performance.now() - start) / 1000;
}"""

_SEARCHED = """(body) => new Promise((done) => {
    const start = performance.now(), passed = () => (performance.now() - start) / 1000;
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/sharpen?lang=en`);
    let first = null;
    socket.onopen = () => socket.send(body);
    socket.onmessage = (event) => {
        const stage = JSON.parse(event.data);
        first ??= passed();
        if (!stage.done && !stage.error) return;
        socket.close();
        done([first, passed()]);
    };
})"""
"""Seconds until the first and the last answer of a search."""


def dragged(page: Any, table: dict[str, Any], chooser: random.Random) -> list[float]:
    """ms. How old measures are when they are drawn, while a ship of the table is dragged."""
    page.evaluate(
        "doc => localStorage['armada-table:' + sessionStorage['armada-open']] = doc", json.dumps({"doc": table})
    )
    page.reload()
    name = chooser.choice(table["ships"])["name"]
    x, y = middle(page, f"[data-ship={name}] .hull")
    page.mouse.move(x, y)
    page.mouse.down()
    found: list[float] = page.evaluate(_DRAG, [x, y, _SECONDS])
    page.mouse.up()
    return found


def asked(page: Any, table: dict[str, Any], chooser: random.Random) -> dict[str, float]:
    """Seconds that each question takes at the page."""
    ship = chooser.choice(table["ships"])
    enemy = chooser.choice([one["name"] for one in table["ships"] if one["player"] != ship["player"]])
    (x, y), heading = ship["base"], ship["heading"]
    to = {"move": ship["name"], "to": {"base": [round(x + 40, 1), round(y + 40, 1)], "heading": heading}}
    shot = {"shot": {"from": ship["name"], "at": enemy}}
    search = json.dumps({"id": 1, "what": "danger", "ship": ship["name"], "dispute": table})
    first, last = page.evaluate(_SEARCHED, search)
    claim, fired = (
        page.evaluate(_RULED, json.dumps({"dispute": {**table, "questions": [question]}})) for question in (to, shot)
    )
    return {"what can hit me, first": first, "what can hit me": last, "claim": claim, "shot": fired}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=3, help="tables by lot of each size")
    given = parser.parse_args()
    with serving() as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"{server.link}?lang=en#example=four-steps")
        page.wait_for_selector("[data-ship]")
        questions: dict[str, list[float]] = {}
        for count in (12, 40):
            ages: list[float] = []
            for seed in range(given.tables):
                table = document(Dispute("", "mm", Rules(), drawn(seed, count)))
                ages += dragged(page, {**table}, random.Random(seed))
                for what, spent in asked(page, {**table}, random.Random(seed)).items() if count == 12 else ():
                    questions.setdefault(what, []).append(spent)
            rate = len(ages) / _SECONDS / given.tables
            age = f"{statistics.median(ages):.0f} ms old, at most {max(ages):.0f} ms" if ages else "none"
            print(f"dragging among {count} ships: {rate:.1f} measures a second are drawn: {age}", flush=True)
        for what, times in questions.items():
            print(f"{what}: median {statistics.median(times):.2f} s, most {max(times):.2f} s ({len(times)})")
        browser.close()


if __name__ == "__main__":
    main()

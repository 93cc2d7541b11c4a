"""What the pocket costs on a slow phone: `python -m tests.benchmarks.measure_pocket`.

A pocket is built, served as files and opened in Chromium with a profile on disk, as a phone has one: first and later
openings to the first ruling, then looks, moves and shots of random disputes among twelve ships, by turns with the same
questions to a server in this process, and what the browser's memory comes to. Everything is measured as it is, with the
browser's own throttle (--throttle, which slows the page but not its workers), and with all processes of the browser
stopped for three quarters of the time (--quarter), which slows all of it. Ratios are to the server's answers in that
run.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import psutil
from playwright.sync_api import sync_playwright

from armada_sim.files.records import parse_dispute
from armada_sim.tabletop.pocket import from_registries
from armada_sim.web.documents import document
from tests.benchmarks.measure_cold import dispute
from tests.tabletop.pocket.toy import Host
from tests.web.asking import table
from tests.web.browsing import CHROMIUM
from tests.web.pockets import answers, built

SLOWER = 4
"""How many times slower a phone is taken to be."""

PERIOD_S = 0.02
"""Seconds between two stops of the browser."""

LATER = 5
"""Later openings."""

STAY_S = 5
"""Seconds that a page stays open: a browser keeps what it has compiled some seconds later."""

EXAMPLE = "four-steps"


def browser_processes() -> list[psutil.Process]:
    """All processes of the browsers that this one began."""
    children = psutil.Process().children(recursive=True)
    return [one for one in children if "chrom" in one.name()]


def memory() -> int:
    """Bytes that they hold, what they share counted once."""
    return sum(one.memory_full_info().pss for one in browser_processes())


@contextmanager
def quartered() -> Iterator[None]:
    """While the browser runs for one part of the time in `SLOWER`."""
    over = threading.Event()

    def send(what: int) -> None:
        for one in browser_processes():
            try:
                os.kill(one.pid, what)
            except ProcessLookupError:
                continue

    def turns() -> None:
        while not over.is_set():
            send(signal.SIGSTOP)
            over.wait(PERIOD_S * (1 - 1 / SLOWER))
            send(signal.SIGCONT)
            over.wait(PERIOD_S / SLOWER)

    thread = threading.Thread(target=turns, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        send(signal.SIGCONT)


ASK = """() => new Promise((ruled) => {
  let asked = false;
  const seen = () => {
    const ask = document.querySelector("#ask:enabled");
    if (document.querySelector("#ruling .answer")) return over.disconnect(), ruled();
    if (ask && !asked) setTimeout(() => ask.click());
    asked ||= Boolean(ask);
  };
  const over = new MutationObserver(seen);
  over.observe(document, { subtree: true, childList: true, attributes: true });
  seen();
})"""
"""Presses the button as soon as it is there, and waits for the ruling; who looks now and then sees it later."""


def opened(context: Any, link: str, throttle: bool) -> tuple[Any, float]:
    """The page with the ruling on its first question, and seconds to that."""
    page = context.new_page()
    if throttle:
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    began = perf_counter()
    page.goto(f"{link}#example={EXAMPLE}", wait_until="commit")
    page.evaluate(ASK)
    return page, perf_counter() - began


def timed(page: Any, path: str, body: Any) -> float:
    """Seconds of a question at the page."""
    began = perf_counter()
    ((status, text),) = answers(page, "en", [(path, body)])
    assert status == 200, text
    return perf_counter() - began


def questions(count: int) -> dict[str, list[tuple[str, Any]]]:
    """Looks, moves and shots among twelve ships."""
    found: dict[str, list[tuple[str, Any]]] = {"look": [], "move": [], "shot": []}
    for seed in range(count):
        asked = {"dispute": document(parse_dispute(dispute(3_000_000 + seed), format="toml")), "show_in": "mm"}
        name = asked["dispute"]["questions"][0]["move"]  # type: ignore[index]
        found["look"].append(("/api/look", {**asked, "ship": {"name": name, "turns": []}}))
        found["move"].append(("/api/rule", {**asked, "number": 1}))
        found["shot"].append(("/api/rule", {**asked, "number": 2}))
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20, help="disputes asked (20)")
    parser.add_argument("--throttle", action="store_true", help="with the browser's own throttle")
    parser.add_argument(
        "--quarter", action="store_true", help="with the browser stopped for three quarters of the time"
    )
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver, table() as client:
        fetched = Path(folder) / "fetched"
        fetched.mkdir()
        pocket = built(Path(folder) / "pocket", from_registries(fetched))
        shutil.rmtree(fetched, ignore_errors=True)
        context = driver.chromium.launch_persistent_context(
            Path(folder) / "profile", executable_path=CHROMIUM, args=["--no-sandbox"],
            viewport={"width": 390, "height": 844},
        )  # fmt: skip
        context.pages[0].goto("about:blank")
        empty = memory()
        slow = quartered() if given.quarter else nullcontext()
        with Host(pocket).up() as host, slow:
            page, first = opened(context, host.link, given.throttle)
            later = []
            for _ in range(LATER):
                page.wait_for_timeout(1000 * STAY_S)
                page.close()
                page, seconds = opened(context, host.link, given.throttle)
                later.append(seconds)
            print(f"first opening to a ruling {first:.1f} s, later ones {', '.join(f'{one:.1f}' for one in later)} s")
            for name, asked in questions(given.count).items():
                here, there = [], []
                for path, body in asked:
                    here.append(timed(page, path, body))
                    began = perf_counter()
                    client.post(path, content=json.dumps(body))
                    there.append(perf_counter() - began)
                print(
                    f"{name}: median {1000 * median(here):.0f} ms, greatest {1000 * max(here):.0f}; the server's "
                    f"{1000 * median(there):.0f}, so {median(here) / median(there):.1f} times"
                )
            print(f"memory: {(memory() - empty) / 1e6:.0f} MB above the {empty / 1e6:.0f} MB of a browser without it")
        context.close()


if __name__ == "__main__":
    main()

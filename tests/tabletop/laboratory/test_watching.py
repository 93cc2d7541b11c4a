"""A run that is watched: its page, what it is told, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest
from starlette.testclient import TestClient

from armada_sim.tabletop import Language
from armada_sim.tabletop.laboratory._watching import Watch, watched
from armada_sim.tabletop.web import Guard
from tests.experiments.small import SMALL
from tests.web.browsing import CHROMIUM, serious

REPORT = """<!DOCTYPE html><html lang="en"><head><title>r</title><style>h1{{color:rgb(1,2,3)}}</style></head>
<body><main><h1>Report {n}</h1><svg><defs><style>*{{stroke-width:7px}}</style></defs>
<path id="p" style="fill:rgb(4,5,6)" d="M0 0h1v1z"/></svg></main></body></html>"""


def asked(link: str, path: str) -> bytes:
    with urlopen(Request(f"{link}api/{path}", b"")) as answer:
        found: bytes = answer.read()
    return found


def test_reports_are_made_for_who_looks_and_the_last_one_is_waited_for() -> None:
    watch = Watch("coins", Language("fr"))
    client = TestClient(watch.page(Guard(frozenset({"testserver"}))))
    watch.tell("one of three")
    assert not watch.due()
    watch.end(lambda: pytest.fail("nobody looks"))
    standing = client.post("/api/standing").json()
    assert (standing["version"], standing["said"], standing["over"]) == (0, "one of three", False)
    assert (standing["title"], standing["lang"]) == ("coins", "fr")
    assert watch.due()
    watch.tell("two of three", lambda: b"<main>two</main>")
    assert client.post("/api/standing").json()["version"] == 1
    assert client.post("/api/report").content == b"<main>two</main>"
    with ThreadPoolExecutor(1) as other:
        ending = other.submit(watch.end, lambda: b"<main>three</main>")
        while not client.post("/api/standing").json()["over"]:
            pass
        assert not ending.done()
        assert client.post("/api/report").content == b"<main>three</main>"
        ending.result(5)
    assert TestClient(watch.page(Guard(frozenset({"elsewhere"})))).post("/api/report").status_code == 403


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_command_serves_its_report_until_ctrl_c(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(SMALL)
    words = ("balance", "small.toml", "--workers", "1", "--sets", "1000000", "--watch", "--lang", "fr")
    with subprocess.Popen(
        [sys.executable, "-m", "armada_sim.cli", *words], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, env={**os.environ, "PYTHONPATH": os.getcwd()},
    ) as process:  # fmt: skip
        assert process.stderr is not None
        link = next(line.split()[-1] for line in process.stderr if "http://127.0.0.1:" in line)
        standing: dict[str, Any] = {"version": 0}
        while not standing["version"]:
            standing = json.loads(asked(link, "standing"))
        assert standing["title"] == "One large against two smalls"
        assert "1\u202f000\u202f000" in standing["said"] or "1000000" in standing["said"]
        page = asked(link, "report").decode()
        assert '<html lang="fr">' in page
        assert "<svg" in page
        process.send_signal(signal.SIGINT)
        told = process.communicate()[1]
    assert process.returncode == 130
    assert "small-" in told
    with pytest.raises(URLError):
        asked(link, "standing")


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium")
def test_a_page_shows_each_report_as_it_is_styled_and_says_when_the_run_is_gone(browser: Any) -> None:
    expect = pytest.importorskip("playwright.sync_api").expect
    with browser.new_context() as context:
        page, faults = context.new_page(), []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        with watched("coins", Language("en")) as (watch, link):
            page.goto(link)
            expect(page.locator("#standing")).to_have_text("Nothing was played yet.")
            for n in (1, 2):
                watch.tell(f"{n} of 3 sets", lambda n=n: REPORT.format(n=n).encode())
                expect(page.locator("h1")).to_have_text(f"Report {n}")
            expect(page.locator("#standing")).to_have_text("2 of 3 sets")
            assert page.title() == "coins"
            styled = "const s = getComputedStyle(document.querySelector({}))[{}]; s"
            assert page.evaluate(styled.format("'h1'", "'color'")) == "rgb(1, 2, 3)"
            assert page.evaluate(styled.format("'#p'", "'fill'")) == "rgb(4, 5, 6)"
            assert page.evaluate(styled.format("'#p'", "'strokeWidth'")) == "7px"
            assert not faults, faults
            assert serious(page) == []
        expect(page.locator("#standing")).to_have_text("The run has stopped; this is what it had found.")
        expect(page.locator("h1")).to_have_text("Report 2")

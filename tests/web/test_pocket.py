"""The pocket in a browser: the page with its engine beside it answers as the server and the command line do."""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from armada_sim.files.records import parse_dispute
from armada_sim.tabletop.shipped import shipped
from armada_sim.web.documents import document
from armada_sim.web.questions import ENDPOINTS
from armada_sim.web.rulings import rule
from armada_sim.wording import Teller
from tests.benchmarks.measure_cold import dispute as cold_dispute
from tests.commands import run
from tests.tabletop.pocket.toy import Host
from tests.web.asking import asked, table
from tests.web.browsing import CHROMIUM, until
from tests.web.pockets import answers, built, distribution, runtime, toy_answer
from tests.web.test_journey import SIZES, Hand
from tests.web.test_play_page import due, duel
from tests.whole import few, whole

sync_api = pytest.importorskip("playwright.sync_api", reason="pip install '.[browser]' drives pages")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium")

EXAMPLES = sorted(shipped("armada_sim", ".toml"))

ALIKE = "/api/picture"
"""Looks the same, and is drawn otherwise."""

MOST_BYTES = 16_000_000
"""Of the whole download, as web spaces send it: compressed."""

SINES = 1e-11
"""How far numbers may differ that a search for the margin of a shot ends at: systems work out sines each in its way."""

BRIEF = 2
"""Answers with a margin that took fewer steps, of some four hundred; all others are the same bytes."""

NEEDS_MORE = {"could-it-have-got-there"}
"""Examples that only the program on a computer answers."""


@pytest.fixture(scope="module")
def pocket(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pocket's folder."""
    folder = tmp_path_factory.mktemp("pocket")
    return built(folder / "pocket", runtime(folder))


@pytest.fixture(scope="module")
def page(browser: Any, pocket: Path) -> Iterator[Any]:
    """Its page, open where nothing answers any more."""
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        made = context.new_page()
        with Host(pocket).up() as host:
            made.goto(host.link)
            kept(made)
        yield made


def kept(page: Any) -> None:
    """The page is kept, and its engine answers."""
    sync_api.expect(page.locator("#offline")).to_have_attribute("data-said", "kept", timeout=60_000)
    answers(page, "en", [])


def same(here: Any, there: Any) -> bool:
    """Whether two answers say the same: every word and every number, these as far as sines of systems do not differ.
    Where a margin took fewer steps the answer says so, and is the same but for it."""
    if isinstance(here, dict) and isinstance(there, dict):
        brief = any("than on a computer" in note or "que sur un ordinateur" in note for note in here.get("notes", ()))
        keys = ("question", "answer", "state", "reasons", "clauses", "digest") if brief else here.keys() | there.keys()
        return all(same(here.get(key), there.get(key)) for key in keys)
    if isinstance(here, list) and isinstance(there, list):
        return len(here) == len(there) and all(map(same, here, there))
    if isinstance(here, float) and isinstance(there, float):
        return math.isclose(here, there, rel_tol=SINES, abs_tol=SINES)
    return bool(here == there)


def forms(client: TestClient, lang: str) -> list[tuple[str, Any]]:
    """Every question of the page, good and bad, about all that is shipped."""
    found: list[tuple[str, Any]] = []
    for name in EXAMPLES:
        found.append(("/api/example", {"name": name}))
        about = {"dispute": asked(client, "example", lang=lang, name=name), "show_in": "cm"}
        found += [("/api/pieces", about), ("/api/look", about), ("/api/read", {"text": json.dumps(about["dispute"])})]
        for ship in about["dispute"]["ships"]:
            found.append(("/api/look", {**about, "ship": {"name": ship["name"], "turns": []}}))
            found.append(("/api/look", {**about, "ship": {"name": ship["name"], "turns": [5], "next": "max"}}))
            found.append(("/api/snap", {**about, "ship": ship["name"], "most": 4}))
        if name not in NEEDS_MORE:
            for number in range(len(about["dispute"]["questions"]) + 2):
                found.append(("/api/rule", {**about, "number": number}))
            found.append(("/api/readings", {**about, "number": 1}))
    nobody = {"dispute": {"ships": [{"name": "A", "size": "huge"}]}, "show_in": "furlong", "number": "one"}
    for endpoint in ENDPOINTS:
        bad = ("", "[]", "{", {}, nobody, {"name": "no such", "text": "ships = 1"})
        found += [(endpoint.path, body) for body in bad]
    return [(path, body) for path, body in found if path not in (ALIKE, "/api/photo")]


@pytest.mark.parametrize("lang", few(["fr", "en"], 1))
def test_every_question_is_answered_as_by_the_server(page: Any, lang: str) -> None:
    """Byte for byte, but for margins that took fewer steps."""
    with table() as client:
        questions = forms(client, lang)
        sent = [(path, body if isinstance(body, str) else json.dumps(body)) for path, body in questions]
        served = [client.post(f"{path}?lang={lang}", content=body) for path, body in sent]
    assert len({path for path, _ in questions}) == len(ENDPOINTS) - 2
    exactly = 0
    for question, server, (status, text) in zip(sent, served, answers(page, lang, questions), strict=True):
        assert status == server.status_code, question
        exactly += text == server.text
        assert same(json.loads(text), server.json()), question
    assert exactly == len(sent) - BRIEF


@pytest.mark.parametrize(("first", "count"), [(0, 10), whole(10, 90), *(whole(n, 100) for n in range(100, 500, 100))])
def test_random_disputes_are_answered_as_by_the_command_line(page: Any, first: int, count: int) -> None:
    """A move and a shot among twelve ships: answer, clauses and margins."""
    told = [parse_dispute(cold_dispute(1_000_000 + seed), format="toml") for seed in range(first, first + count)]
    questions = [
        ("/api/rule", {"dispute": document(dispute), "number": number, "show_in": "mm"})
        for dispute in told
        for number in (1, 2)
    ]
    expected = [rule(dispute, number, "mm", Teller("fr")) for dispute in told for number in (1, 2)]
    found = answers(page, "fr", questions)
    for number, ((status, text), one) in enumerate(zip(found, expected, strict=True)):
        assert status == 200, text
        assert same(json.loads(text), json.loads(json.dumps(one))), f"seed {1_000_000 + first + number // 2}"


def test_the_download_is_small_and_whole(pocket: Path) -> None:
    sent = sum(len(gzip.compress(path.read_bytes())) for path in pocket.rglob("*") if path.is_file())
    assert sent < MOST_BYTES
    listed = json.loads((pocket / "files.json").read_text(encoding="utf-8"))["files"]
    there = {path.relative_to(pocket).as_posix() for path in pocket.rglob("*") if path.is_file()}
    assert {one["path"] for one in listed} == there - {"files.json", "service.js"}


@pytest.mark.parametrize("size", few(SIZES, 1))
def test_a_dispute_is_settled_on_two_phones_without_a_network(
    browser: Any, pocket: Path, link: str, size: tuple[int, int]
) -> None:
    """And a third one, which opens the link at a table that a computer serves."""
    phone = {"viewport": {"width": size[0], "height": size[1]}, "has_touch": True, "is_mobile": True, "locale": "fr"}
    with browser.new_context(**phone) as mine, browser.new_context(**phone) as theirs:
        page, other = mine.new_page(), theirs.new_page()
        with Host(pocket).up() as host:
            for one in (page, other):
                one.goto(host.link)
                kept(one)
        hosts = set[str]()
        page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
        for one in (page, other):
            one.evaluate("localStorage.clear(), sessionStorage.clear()")
            one.goto(host.link)  # nothing answers there any more
        hand = Hand(page)
        hand.tap("#start-settle")
        until(page, "document.activeElement?.id === 'add-x'")
        ships = [("", "120,5", "200", "90"), ("#add-small", "180", "205,5", "270")]
        ships += [("#add-blue", "150", "300", "180"), ("#add-large", "260", "260", "135")]
        for count, (chip, *numbers) in enumerate(ships, 1):
            if chip:
                hand.tap(chip)
            for number in numbers:
                hand.type(number)
            sync_api.expect(page.locator("[data-ship]")).to_have_count(count)
        hand.tap("#tab-question")
        hand.tap("[data-ship=R1] .name")
        hand.tap("#next-heading")
        hand.type("75,5")
        hand.seen("#ruling .answer")
        answer, letters = page.inner_text("#ruling .answer"), page.inner_text("#letters")
        hand.tap("#tab-file")
        hand.tap("#table-code")
        code = page.inner_text("#code-link")
        other.goto(code)  # scanned
        sync_api.expect(other.locator("[data-ship]")).to_have_count(4)
        sync_api.expect(other.locator("#ruling .answer")).to_have_text(answer)
        sync_api.expect(other.locator("#letters")).to_have_text(letters)
        assert hosts == {host.link.split("/")[2]}
        other.goto(link + code[code.index("#") :])
        sync_api.expect(other.locator("#ruling .answer")).to_have_text(answer)
        sync_api.expect(other.locator("#letters")).to_have_text(letters)


def test_what_lies_on_the_table_is_there_after_a_reload_without_a_network(browser: Any, pocket: Path) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        with Host(pocket).up() as host:
            page.goto(f"{host.link}#example=four-steps")
            kept(page)
            sync_api.expect(page.locator("[data-ship]")).not_to_have_count(0)
        count = page.locator("[data-ship]").count()
        page.reload()
        sync_api.expect(page.locator("[data-ship]")).to_have_count(count)
        ((status, text),) = answers(page, "fr", [("/api/example", {"name": "four-steps"})])
        assert (status, len(json.loads(text)["ships"])) == (200, count)


def test_a_game_goes_on_after_a_reload_and_its_last_action_can_be_taken_back(
    browser: Any, pocket: Path, tmp_path: Path
) -> None:
    with browser.new_context(viewport={"width": 1200, "height": 800}, locale="en") as context:
        page = context.new_page()
        with Host(pocket).up() as host:
            page.goto(f"{host.link}#example=four-steps")
            kept(page)
            sync_api.expect(page.locator("[data-ship]")).not_to_have_count(0)
        duel(page, tmp_path)
        page.fill("#typed", "R1 > 60")
        page.keyboard.press("Enter")
        due(page, "red, 2 actions left")
        page.reload()
        due(page, "red, 2 actions left")
        page.click("#take-back")
        due(page, "red, 3 actions left")


def test_a_search_that_is_dropped_ends_and_the_next_is_answered(page: Any) -> None:
    """Regions take the program on a computer: the sentence comes by the worker that is ended and begun anew."""
    asked_twice = """async (body) => {
      const { line } = await import('./transport.js');
      const one = line('api/sharpen', 'en'), told = [];
      await new Promise((go) => (one.onopen = go));
      one.send(JSON.stringify({ ...body, id: 1 }));
      const answer = new Promise((go) => (one.onmessage = ({ data }) => go(JSON.parse(data))));
      one.send(JSON.stringify({ ...body, id: 2 }));
      return answer;
    }"""
    ((_, text),) = answers(page, "en", [("/api/example", {"name": "four-steps"})])
    told = page.evaluate(asked_twice, {"what": "reach", "ship": "B1", "dispute": json.loads(text), "show_in": "mm"})
    assert told["id"] == 2
    assert "computer" in told["error"]


@pytest.mark.whole
def test_the_command_builds_a_pocket_whose_engine_imports_a_package_more(browser: Any, tmp_path: Path) -> None:
    """The worker as it is, with one line after it by which Python in it can be asked."""
    folder, target = distribution(tmp_path / "there", runtime(tmp_path)), tmp_path / "pocket"
    done = run("armada", "pocket", "-o", target, "--with", "toylib", "--runtime", folder)
    assert done.exit_code == 0, done.output
    with (target / "worker.js").open("a") as worker:
        worker.write("self.known = ready.then(({ python }) => python);\n")
    asking = "async (name) => (await self.known).pyimport(name).ENGINE.answer('/api/page', 'fr', '').body"
    with Host(target).up() as host, browser.new_context(service_workers="block") as context:  # it would miss the line
        page = context.new_page()
        page.goto(host.link)
        ((status, _),) = answers(page, "en", [("/api/example", {"name": "four-steps"})])
        assert status == 200
        (engine,) = page.workers
        assert json.loads(engine.evaluate(asking, "toylib")) == toy_answer("fr")

"""Links that hold a table and its question, and QR codes of them: opened anywhere, without a word from the server."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
import segno
from starlette.testclient import TestClient

from armada_sim.web.codes import MOST_LETTERS
from tests.web.asking import asked
from tests.web.browsing import CHROMIUM, KEPT

sync_api = pytest.importorskip("playwright.sync_api", reason="pip install '.[browser]' drives pages")
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium")


def test_a_link_is_drawn_as_a_qr_code(client: TestClient) -> None:
    link = "http://192.168.0.7:8000/#seat=" + "a" * (MOST_LETTERS - 30)
    answer = client.post("/api/qr", json={"link": link})
    assert answer.headers["content-type"] == "image/svg+xml"
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h", answer.text)
    dark = {(int(x) + i, int(y)) for x, y, length in runs for i in range(int(length))}
    expected = [[*row] for row in segno.make_qr(link).matrix_iter(border=4)]
    assert dark == {(x, y) for y, row in enumerate(expected) for x, square in enumerate(row) if square}
    assert f'viewBox="0 0 {len(expected)} {len(expected)}"' in answer.text


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "this link has 1201 letters"), ("fr", "ce lien compte 1201 caractères")]
)
def test_a_link_too_long_for_a_camera_is_refused_with_what_to_do(client: TestClient, lang: str, told: str) -> None:
    said = asked(client, "qr", 422, lang, link="x" * (MOST_LETTERS + 1))
    assert told in said


@pytest.fixture
def page(browser: Any, link: str) -> Iterator[Any]:
    """The first example on a phone, whose server keeps no table for others; what it complains of fails the test."""
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        made, faults = context.new_page(), []
        context.route("**/api/shared/*", lambda route: route.abort())
        made.on("pageerror", lambda error: faults.append(str(error)))
        made.goto(f"{link}?lang=en#example=four-steps")
        made.wait_for_selector("[data-handle=step]")
        yield made
        assert faults == []


def code_of_table(page: Any) -> str:
    """The link of the table, as the card with its QR code has it."""
    page.click("#tab-file")
    page.click("#table-code")
    text: str = page.inner_text("#code-link")
    return text


def lay(page: Any, ships: int, digits: int) -> None:
    """A table of ships on the page, with so many digits behind the point."""
    rng, sizes = random.Random(7), ["large", "medium", "small"]
    document = {
        "title": "", "unit": "mm", "rules": "classic", "surface": {"rectangle": [914.4, 914.4]}, "objects": [],
        "tolerance": {"position": 0.5}, "questions": [],
        "ships": [
            {"name": f"{'RB'[i % 2]}{'LMS'[i % 3]}{1 + i // 2}", "player": ["red", "blue"][i % 2], "size": sizes[i % 3],
             "base": [round(rng.uniform(60, 850), digits), round(rng.uniform(60, 850), digits)],
             "heading": round(rng.uniform(0, 360), digits), "damage": 0}
            for i in range(ships)
        ],
    }  # fmt: skip
    page.click("#tab-file")
    page.set_input_files(
        "#open", {"name": "t.json", "mimeType": "application/json", "buffer": json.dumps(document).encode()}
    )
    sync_api.expect(page.locator(f"[data-ship={document['ships'][-1]['name']}]")).to_have_count(1)


@needs_browser
@pytest.mark.parametrize(("ships", "digits", "most"), [(4, 3, 330), (12, 3, 500), (20, 3, 650), (20, 6, 780)])
def test_a_table_of_ships_fits_into_a_code(page: Any, ships: int, digits: int, most: int) -> None:
    lay(page, ships, digits)
    link = code_of_table(page)
    assert len(link) < most < MOST_LETTERS
    sync_api.expect(page.locator("#code img.qr")).to_be_visible()


@needs_browser
def test_of_a_table_too_large_for_a_code_the_link_is_text_and_why_is_said(page: Any) -> None:
    lay(page, 60, 6)
    link = code_of_table(page)
    assert len(link) > MOST_LETTERS
    sync_api.expect(page.locator("#code [role=alert]")).to_contain_text("send it as text")
    sync_api.expect(page.locator("#copy-code")).to_be_visible()


@needs_browser
@pytest.mark.parametrize("way", ["address", "pasted"])
def test_a_code_brings_table_question_and_letters(page: Any, browser: Any, link: str, way: str) -> None:
    """To a phone in another language and unit, at another address."""
    page.fill("#next-heading", "120.5")
    page.click("#ask")
    letters, before = page.inner_text("#letters"), page.evaluate(KEPT)
    page.click("#ruling-code")
    found = page.inner_text("#code-link")
    sync_api.expect(page.locator("#code .letters")).to_have_text(letters)
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        other = context.new_page()
        context.route("**/api/shared/*", lambda route: route.abort())
        if way == "address":
            other.goto(f"{link}?lang=fr#{found.partition('#')[2]}")
        else:
            other.goto(f"{link}?lang=fr#example=island-in-the-way")
            other.wait_for_selector(".thing")
            other.click("#tab-file")
            other.fill("#open-link", found.replace(link, "https://pocket.example/"))
            other.press("#open-link", "Enter")
        sync_api.expect(other.locator("#letters")).to_have_text(letters)
        sync_api.expect(other.locator("#letters-differ")).to_have_count(0)
        after = other.evaluate(KEPT)
        usual = {"fleets": [], "teams": {}, "position": "checked"}
        assert {**usual, **after["doc"]} == {**usual, **before["doc"], "questions": []}
        assert after["draft"] == before["draft"]
        other.fill("#next-heading", "121")
        other.click("#ask")
        sync_api.expect(other.locator("#letters")).not_to_have_text(letters)
        sync_api.expect(other.locator("#letters-differ")).to_have_count(0)


PACKED = "async held => (await import('/packing.js')).packed(held)"


@needs_browser
def test_older_links_are_opened_and_other_letters_are_said(page: Any) -> None:
    page.click("#ask")
    letters, held = page.inner_text("#letters"), page.evaluate(KEPT)
    brief = page.evaluate("async held => (await import('/brief.js')).brief(held)", {**held, "digest": "AAAA 2222"})
    older = {"doc": held["doc"], "draft": held["draft"], "ruled": {"answer": "yes"}}
    for text, differ in ((page.evaluate(PACKED, brief), 1), (page.evaluate(PACKED, older), 0)):
        page.evaluate("text => { location.hash = 'example=island-in-the-way' }")
        page.wait_for_selector(".thing")
        page.evaluate("text => { location.hash = 'table=' + text }", text)
        sync_api.expect(page.locator("#letters")).to_have_text(letters)
        sync_api.expect(page.locator("#letters-differ")).to_have_count(differ)
    page.evaluate("text => { location.hash = text }", page.evaluate(PACKED, {**held["doc"], "title": "older"}))
    sync_api.expect(page.locator("#letters")).to_have_count(0)
    sync_api.expect(page.locator("#table-title")).to_have_text("older")

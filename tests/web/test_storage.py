"""The page where the browser keeps nothing for it, or has no room: it works, and says that the table is not kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.browsing import CHROMIUM, serious

sync_api = pytest.importorskip("playwright.sync_api", reason="pip install '.[browser]' drives pages")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium")

BLOCKED = {"profile": {"default_content_setting_values": {"cookies": 2}}}
"""What Chromium keeps of a person who lets no page store anything."""

FULL = """for (let n = 23; n; n -= 1) try {
    for (;;) localStorage[`x${Math.random()}`] = "x".repeat(2 ** n);
} catch {}"""

EMPTIED = "Object.keys(localStorage).filter((key) => key[0] === 'x').forEach((key) => localStorage.removeItem(key))"


@pytest.fixture
def blocked(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """A page in a browser that refuses to store anything; whatever the page complains of fails the test."""
    tmp_path.joinpath("Default").mkdir()
    tmp_path.joinpath("Default/Preferences").write_text(json.dumps(BLOCKED))
    with browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=CHROMIUM, args=["--no-sandbox"], viewport={"width": 390, "height": 844}
    ) as context:
        page, faults = context.pages[0], list[str]()
        page.on("pageerror", lambda error: faults.append(str(error)))
        yield page
        assert faults == []


def test_a_browser_that_keeps_nothing_shows_the_page_and_says_so(blocked: Any, link: str) -> None:
    blocked.goto(f"{link}?lang=en#example=four-steps")
    blocked.wait_for_selector("[data-ship=R1] .hull")
    assert blocked.evaluate("(() => { try { return localStorage.length } catch { return 'refused' } })()") == "refused"
    sync_api.expect(blocked.locator("#near")).not_to_be_empty()
    blocked.click("#ask")
    blocked.wait_for_selector("#ruling .answer")
    blocked.click("#tab-file")
    assert "save it as a file" in blocked.inner_text("#unkept")
    assert serious(blocked) == []
    blocked.click("#undo")


def test_a_table_for_which_there_is_no_room_stays_on_the_page_and_is_not_left(browser: Any, link: str) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto(f"{link}?lang=en#example=four-steps")
        page.wait_for_selector("[data-ship=R1] .hull")
        page.click("#tab-file")
        assert page.locator("#unkept").count() == 0
        page.evaluate(FULL)
        before = page.locator("[data-ship]").count()
        page.click("#tab-table")
        page.click("#add-ship")
        sync_api.expect(page.locator("[data-ship]")).not_to_have_count(before)
        page.click("#tab-file")
        assert "save it as a file" in page.inner_text("#unkept")
        leaves = "dispatchEvent(new Event('leaving', { cancelable: true }))"
        assert not page.evaluate(leaves)
        page.evaluate(EMPTIED)
        page.click("#tab-table")
        page.click("#add-ship")
        page.click("#tab-file")
        assert page.locator("#unkept").count() == 0
        assert page.evaluate(leaves)

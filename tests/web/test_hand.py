"""The table in the hand: a press counts, no answer stands beside another question, keys act where the focus is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.browsing import CHROMIUM, middle, until

sync_api = pytest.importorskip("playwright.sync_api", reason="pip install '.[browser]' drives pages")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium")


@pytest.fixture
def page(browser: Any, link: str) -> Iterator[Any]:
    """The first example at a desk; whatever the page complains of fails the test."""
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        made, faults = context.new_page(), []
        made.on("pageerror", lambda error: faults.append(str(error)))
        made.goto(f"{link}?lang=en")
        made.wait_for_selector("[data-handle=step]")
        sync_api.expect(made.locator("#near")).not_to_be_empty()
        yield made
        assert faults == []


def table(page: Any) -> Any:
    """The table that the browser keeps."""
    return json.loads(page.evaluate("localStorage.getItem('armada-table')"))["doc"]


def test_a_press_on_ask_counts_though_a_field_was_being_typed_into(page: Any) -> None:
    page.fill("#next-heading", "170")
    with page.expect_request("**/api/rule?*") as asked:
        x, y = middle(page, "#ask")
        page.mouse.click(x, y)
    (question,) = json.loads(asked.value.post_data)["dispute"]["questions"]
    assert question["turns"] != [0]
    sync_api.expect(page.locator("#ruling")).to_contain_text("170")


def test_a_ruling_is_gone_when_question_or_table_changes(page: Any) -> None:
    page.click("#ask")
    sync_api.expect(page.locator("#ruling .answer")).to_be_visible()
    page.click("#add-step")
    sync_api.expect(page.locator("#ruling")).to_have_count(0)
    page.click("#ask")
    sync_api.expect(page.locator("#ruling .answer")).to_be_visible()
    page.fill("#next-heading", "33")
    page.keyboard.press("Tab")
    sync_api.expect(page.locator("#ruling")).to_have_count(0)


@pytest.mark.parametrize("key", ["ArrowDown", "Delete", "ArrowLeft", "+"])
@pytest.mark.parametrize("focused", ["#tab-table", "#ask"])
def test_keys_act_on_a_ship_only_where_the_table_has_the_focus(page: Any, focused: str, key: str) -> None:
    before, shown = table(page), page.get_attribute("#board", "viewBox")
    page.locator(focused).focus()
    for _ in range(5):
        page.keyboard.press(key)
    until(page, "document.readyState === 'complete'")
    assert table(page) == before
    assert page.get_attribute("#board", "viewBox") == shown

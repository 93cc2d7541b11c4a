"""The table in the hand: a press counts, no answer stands beside another question, keys act where the focus is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.browsing import CHROMIUM, KEPT, middle, until

sync_api = pytest.importorskip("playwright.sync_api", reason="pip install '.[browser]' drives pages")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium")


@pytest.fixture
def page(browser: Any, link: str) -> Iterator[Any]:
    """The first example at a desk; whatever the page complains of fails the test."""
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        made, faults = context.new_page(), []
        made.on("pageerror", lambda error: faults.append(str(error)))
        made.goto(f"{link}?lang=en#example=four-steps")
        made.wait_for_selector("[data-handle=step]")
        sync_api.expect(made.locator("#near")).not_to_be_empty()
        yield made
        assert faults == []


def table(page: Any) -> Any:
    """The table that the browser keeps."""
    return kept(page)["doc"]


def kept(page: Any) -> Any:
    """All that the browser keeps of the table that this tab has open."""
    return page.evaluate(KEPT)


def test_a_press_on_ask_counts_though_a_field_was_being_typed_into(page: Any) -> None:
    page.fill("#next-heading", "170")
    with page.expect_request("**/api/rule?*") as asked:
        x, y = middle(page, "#ask")
        page.mouse.click(x, y)
    (question,) = json.loads(asked.value.post_data)["dispute"]["questions"]
    assert question["turns"] == [80]
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


def test_a_reload_keeps_what_was_changed_after_a_link_was_opened(page: Any, link: str) -> None:
    page.click("#tab-file")
    page.click("#copy-link")
    sync_api.expect(page.locator("#by-hand-text, #notice:not([hidden])").first).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("[data-ship=R1]").focus()
    page.keyboard.press("ArrowRight")
    moved = table(page)
    page.reload()
    page.wait_for_selector("[data-ship=R1]")
    assert table(page)["ships"] == moved["ships"]


def test_two_tabs_of_a_browser_have_a_table_each(page: Any, link: str) -> None:
    other = page.context.new_page()
    other.goto(f"{link}?lang=en")
    other.wait_for_selector("[data-ship=R1]")
    other.locator("[data-ship=R1]").focus()
    other.keyboard.press("ArrowRight")
    assert table(other)["ships"] != table(page)["ships"]
    page.reload()
    page.wait_for_selector("[data-ship=R1]")
    assert table(other)["ships"] != table(page)["ships"]
    page.click("#tab-file")
    page.click("#kept summary")
    assert page.locator("#kept li").count() >= 2
    page.locator("#kept li button[aria-pressed=false]").first.click()
    sync_api.expect(page.locator("#notice")).to_have_text("This table is open in another tab.")
    other.close()


def test_over_plain_http_text_is_copied_by_hand(browser: Any, link: str) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        context.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
        page = context.new_page()
        page.goto(f"{link}?lang=fr#example=four-steps")
        page.wait_for_selector("[data-handle=step]")
        page.click("#ask")
        page.click("#copy-text")
        sync_api.expect(page.locator("#by-hand")).to_contain_text("Copiez ce texte")
        assert page.evaluate("getSelection().toString()").startswith("B1")


def test_a_link_in_an_open_tab_is_opened_and_a_broken_one_reported(page: Any) -> None:
    page.evaluate("location.hash = 'example=island-in-the-way'")
    page.wait_for_selector(".thing")
    assert page.evaluate("location.hash") == ""
    before = table(page)
    for broken in ("table=AAAA", "xyz"):
        page.evaluate(f"location.hash = '{broken}'")
        sync_api.expect(page.locator("#notice")).to_contain_text("This link is broken")
        page.evaluate("document.getElementById('notice').textContent = ''")
    assert table(page) == before


@pytest.mark.parametrize("kept_by", ["server", "link"])
def test_a_link_holds_table_question_and_ruling(page: Any, browser: Any, kept_by: str) -> None:
    if kept_by == "link":
        page.route("**/api/shared/new?*", lambda route: route.abort())
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.fill("#next-heading", "120,5")
    page.click("#ask")
    answer = page.inner_text("#ruling .answer")
    page.evaluate("navigator.share = undefined")
    page.click("#share")
    sync_api.expect(page.locator("#notice")).to_have_text("Copied")
    with browser.new_context() as other:
        again, link = other.new_page(), page.evaluate("navigator.clipboard.readText()")
        assert (len(link) < 100) == (kept_by == "server")
        again.goto(link)
        sync_api.expect(again.locator("#ruling .answer")).to_have_text(answer)
        assert again.input_value("#next-heading") == "120.5"


def test_a_claim_begins_beside_the_ship_and_has_a_heading(page: Any) -> None:
    page.click("#kind-to")
    claim = kept(page)["draft"]["to"]
    (ship,) = (one for one in table(page)["ships"] if one["name"] == kept(page)["draft"]["ship"])
    assert abs(claim["base"][0] - ship["base"][0]) + abs(claim["base"][1] - ship["base"][1]) > 15
    page.fill("#claim-heading", "33")
    page.keyboard.press("Tab")
    assert kept(page)["draft"]["to"]["heading"] == 33
    sync_api.expect(page.locator("[data-handle]")).to_have_count(1)


def test_undo_leaves_the_question(page: Any) -> None:
    page.fill("#next-heading", "120")
    page.keyboard.press("Tab")
    page.locator("[data-ship=B1]").focus()
    page.keyboard.press("ArrowRight")
    page.click("#undo")
    assert page.input_value("#next-heading") == "120"


def test_the_step_that_is_turned_says_what_is_wrong_with_it(page: Any) -> None:
    sync_api.expect(page.locator(".ghost.next.yes")).to_have_count(1)
    page.fill("#next-heading", "300")
    page.keyboard.press("Enter")
    sync_api.expect(page.locator("#ruling .asked")).to_contain_text("turning 150° to the right")
    sync_api.expect(page.locator(".ghost.next.no")).to_have_count(1)
    sync_api.expect(page.locator("#board text.measure.no")).not_to_be_empty()
    sync_api.expect(page.locator("[data-handle]")).to_have_count(1)


def test_a_shot_is_asked_by_tapping_one_ship_and_then_the_other(page: Any) -> None:
    page.click("#kind-shot")
    for name in ("R1", "B1"):
        page.mouse.click(*middle(page, f"[data-ship={name}] .name"))
    sync_api.expect(page.locator("#ruling .asked")).to_contain_text("R1")
    assert kept(page)["draft"]["target"] == "B1"
    page.mouse.click(*middle(page, "[data-ship=B1] .name"))
    sync_api.expect(page.locator("#ruling")).to_have_count(0)


def test_ships_that_are_added_lie_apart_and_numbers_have_commas(page: Any) -> None:
    page.click("#tab-table")
    for _ in range(5):
        page.click("#add-ship")
    bases = [ship["base"] for ship in table(page)["ships"]]
    assert len({tuple(base) for base in bases}) == len(bases) == 7
    sync_api.expect(page.locator(".ship.wrong")).to_have_count(0)
    page.fill("#add-x", "12,5")
    for text in ("30.25", "-45", ""):
        page.keyboard.press("Enter")
        page.keyboard.insert_text(text)
    last = table(page)["ships"][-1]
    assert (last["base"], last["heading"]) == ([12.5, 30.25], -45)
    assert page.evaluate("document.activeElement.id") == "add-x"
    page.fill("#add-x", "12,,5")
    page.keyboard.press("Tab")
    assert page.evaluate("document.getElementById('add-x').validationMessage") == "This is no number."


def test_a_dark_page_prints_light(page: Any) -> None:
    page.click("#tab-file")
    page.get_by_role("button", name="Light or dark").click()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.emulate_media(media="print")
    ground = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--surface')")
    assert ground == "#fff"


def test_the_language_that_was_chosen_on_a_device_goes_before_that_of_a_link(page: Any, link: str) -> None:
    page.click("#tab-file")
    page.get_by_label("Language").select_option("fr")
    sync_api.expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.goto(f"{link}?lang=en")
    sync_api.expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_a_question_that_fails_is_asked_again_by_a_press(page: Any) -> None:
    page.route("**/api/rule?*", lambda route: route.abort())
    page.click("#ask")
    sync_api.expect(page.locator("#ruling")).to_contain_text("The referee does not answer")
    page.unroute("**/api/rule?*")
    page.click("#again")
    sync_api.expect(page.locator("#ruling .answer")).to_be_visible()


def test_two_points_are_measured_and_a_remark_goes_into_the_picture(page: Any, tmp_path: Any) -> None:
    page.click("#tool-measure")
    x, y = middle(page, "[data-ship=R1] .name")
    page.mouse.move(x + 80, y + 40)
    page.mouse.down()
    page.mouse.move(x + 180, y + 40, steps=4)
    page.mouse.up()
    sync_api.expect(page.locator("line.measured")).to_have_count(1)
    page.click("#tool-note")
    page.mouse.move(x + 80, y + 60)
    page.mouse.down()
    page.mouse.move(x + 150, y + 90, steps=4)
    page.mouse.up()
    sync_api.expect(page.locator("line.note")).to_have_count(1)
    page.click("#tab-table")
    page.fill("#note-0", "here it scraped")
    page.keyboard.press("Tab")
    page.click("#tab-question")
    page.click("#ask")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Picture (SVG)").click()
    assert "here it scraped" in saved.value.path().read_text(encoding="utf-8")


def test_questions_asked_at_a_table_are_kept_and_brought_back(page: Any) -> None:
    for heading in ("90", "120"):
        page.fill("#next-heading", heading)
        page.click("#ask")
        sync_api.expect(page.locator("#ruling")).to_be_visible()
        until(page, f"{KEPT}.draft.next === {heading}")
    page.click("#earlier summary")
    page.click("#earlier-1")
    assert page.input_value("#next-heading") == "90"
    sync_api.expect(page.locator("#ruling .answer")).to_be_visible()


def test_a_shared_table_is_seen_and_asked_on_both_devices(browser: Any, link: str) -> None:
    with browser.new_context() as one, browser.new_context() as other:
        here, there = one.new_page(), other.new_page()
        here.goto(f"{link}?lang=en#example=four-steps")
        here.wait_for_selector("[data-handle=step]")
        here.click("#tab-file")
        here.click("#share-live")
        there.goto(here.inner_text("#shared-link"))
        there.wait_for_selector("[data-ship=R1]")
        here.keyboard.press("Escape")
        x, y = middle(here, "[data-ship=R1] .name")
        here.mouse.move(x, y)
        here.mouse.down()
        for k in range(1, 5):
            here.mouse.move(x + 15 * k, y)
        until(there, f"{KEPT}.doc.ships[1].base[0] !== 375")
        here.mouse.up()
        here.click("#tab-question")
        here.fill("#next-heading", "100")
        here.keyboard.press("Tab")
        until(there, f"{KEPT}.draft.next === 100")
        there.click("#tab-question")
        there.click("#ask")
        sync_api.expect(here.locator("#ruling .answer")).to_be_visible()
        sync_api.expect(there.locator("#ruling .answer")).to_have_text(here.inner_text("#ruling .answer"))
        assert table(here)["ships"] == table(there)["ships"]
        seen = table(there)
        here.evaluate("location.hash = 'example=island-in-the-way'")
        sync_api.expect(here.locator("#notice")).to_have_text("This table is not the shared one.")
        here.wait_for_selector(".thing")
        assert table(there) == seen


def test_a_search_that_is_cut_off_says_so_and_a_press_begins_it_again(page: Any) -> None:
    page.route_web_socket(re.compile("api/sharpen"), lambda socket: socket.close())
    page.click("#show-reach")
    sync_api.expect(page.locator("#notice")).to_contain_text("The referee does not answer")
    sync_api.expect(page.locator("#show-reach")).to_have_attribute("aria-pressed", "false")
    page.click("#kind-danger")
    page.click("#ask")
    sync_api.expect(page.locator("#ruling")).to_contain_text("The referee does not answer")
    sync_api.expect(page.locator("#again")).to_be_visible()

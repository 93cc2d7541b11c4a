"""What the page is answered too late is dropped, never drawn; what it may not measure it says; searches end."""

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
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        made = context.new_page()
        made.goto(f"{link}?lang=en#example=four-steps")
        sync_api.expect(made.locator("#near")).to_contain_text("clear of")
        yield made


def held(page: Any, path: str) -> list[Any]:
    """Requests that wait to be answered, as they come."""
    found: list[Any] = []
    page.route(f"**/{path}?*", lambda route: found.append(route))
    return found


def come(page: Any, requests: list[Any], count: int) -> None:
    """Wait until so many have been asked."""
    for _ in range(100):
        if len(requests) >= count:
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"{len(requests)} of {count} requests")


def nudged(page: Any) -> None:
    """The ship R1 one millimetre to the right."""
    page.locator("[data-ship=R1]").focus()
    page.keyboard.press("ArrowRight")


def written(page: Any, selector: str) -> None:
    """Keep all that is ever written there, in the page."""
    page.evaluate(
        """selector => {
            const place = document.querySelector(selector);
            window.written = [];
            const kept = new MutationObserver(() => window.written.push(place.textContent));
            kept.observe(place, {childList: true, subtree: true});
        }""",
        selector,
    )


def test_of_several_looks_only_the_last_is_drawn(page: Any) -> None:
    nudged(page)
    looks = held(page, "api/look")
    written(page, "#near")
    nudged(page)
    come(page, looks, 1)
    nudged(page)
    nudged(page)
    answer = looks[0].fetch().json()
    answer["problems"] = [{"text": "LATE", "pieces": ["R1"]}]
    looks[0].fulfill(json=answer)
    come(page, looks, 2)
    last = json.loads(looks[1].request.post_data)["dispute"]
    kept = json.loads(page.evaluate("localStorage.getItem('armada-table:' + sessionStorage.getItem('armada-open'))"))[
        "doc"
    ]
    assert last["ships"] == kept["ships"]  # of those between none was asked for
    looks[1].continue_()
    until(page, "window.written.length > 0")
    assert "LATE" not in "".join(page.evaluate("window.written"))
    sync_api.expect(page.locator(".ship.wrong")).to_have_count(0)
    assert len(looks) == 2


def test_a_ruling_on_a_table_that_was_changed_meanwhile_is_not_shown(page: Any) -> None:
    rulings = held(page, "api/rule")
    written(page, "#page")
    page.click("#ask")
    come(page, rulings, 1)
    nudged(page)
    rulings[0].continue_()
    sync_api.expect(page.locator("#ask")).to_have_text("Ask the referee")
    page.wait_for_load_state("networkidle")
    sync_api.expect(page.locator("#ruling")).to_have_count(0)
    page.click("#ask")  # about R1 now, which was chosen with its step straight ahead
    come(page, rulings, 2)
    assert json.loads(rulings[1].request.post_data)["dispute"]["questions"] == [{"move": "R1", "turns": [0]}]
    rulings[1].continue_()
    sync_api.expect(page.locator("#ruling .answer")).to_be_visible()


def test_stages_of_a_region_that_nobody_wants_any_more_are_not_drawn_and_its_search_ends(page: Any) -> None:
    frames: list[str] = []
    sockets: list[Any] = []
    page.on("websocket", lambda socket: sockets.append(socket))
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: frames.append(str(text))))
    page.click("#show-reach")
    sync_api.expect(page.locator("path.reach.inner")).to_have_count(1)
    page.click("#show-reach")
    sync_api.expect(page.locator("path.reach")).to_have_count(0)
    page.wait_for_timeout(50)
    assert len(sockets) == len(frames) == 1
    assert sockets[0].is_closed()
    for _ in range(6):  # faster than a socket opens
        page.locator("#show-reach").dispatch_event("click")
        page.locator("#show-threat").dispatch_event("click")
    sync_api.expect(page.locator("path.threat.inner")).to_have_count(1)
    sync_api.expect(page.locator("path.reach.inner")).to_have_count(0)


def test_the_page_says_that_it_may_not_measure(page: Any) -> None:
    page.click("#tab-rules")
    page.get_by_label("premeasure").select_option("declared_only")
    told = page.locator("#near")
    sync_api.expect(told).to_contain_text("no measuring before an action is declared")
    sync_api.expect(page.locator("#board .legal, #board line.near")).to_have_count(0)
    page.click("#show-reach")
    page.click("#tab-question")
    page.get_by_role("button", name="What can hit me?").click()
    page.click("#ask")
    sync_api.expect(page.locator("#page [role=alert]")).to_contain_text("no measuring before an action is declared")
    sync_api.expect(page.locator("path.reach")).to_have_count(0)
    assert told.inner_text().count("declared") == 1
    x, y = middle(page, "[data-ship=R1]")
    page.mouse.click(x, y)
    page.get_by_role("button", name="This move").click()
    page.click("#ask")
    sync_api.expect(page.locator("#ruling .answer")).to_be_visible()

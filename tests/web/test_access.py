"""The page for everybody: nothing that axe finds serious, nothing too wide or too small, all by keyboard, all said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.browsing import CHROMIUM, serious

sync_api = pytest.importorskip("playwright.sync_api", reason="pip install '.[browser]' drives pages")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium")

from tests.web import screens  # noqa: E402 - after it is known that pages can be driven
from tests.whole import whole  # noqa: E402

NARROW = screens.SIZES["phone"]
TWICE = (640, 400)
"""A desk of 1280 by 800 at 200 %."""


def device(browser: Any, size: tuple[int, int], theme: str = "light", factor: int = 1) -> Any:
    """A browser's window of this size, over a connection that gives it no clipboard."""
    width, height = size
    viewport = {"width": width, "height": height}
    made = browser.new_context(viewport=viewport, color_scheme=theme, device_scale_factor=factor)
    made.add_init_script(screens.NO_CLIPBOARD)
    return made


@pytest.mark.parametrize(
    ("size", "lang", "theme"),
    [
        (NARROW, "fr", "light"),
        (TWICE, "en", "dark"),
        whole(NARROW, "en", "light"),
        whole(NARROW, "en", "dark"),
        whole(NARROW, "fr", "dark"),
        whole(TWICE, "en", "light"),
        whole(TWICE, "fr", "light"),
        whole(TWICE, "fr", "dark"),
    ],
)
def test_no_screen_keeps_anybody_out(browser: Any, link: str, size: tuple[int, int], lang: str, theme: str) -> None:
    faults = {}
    with device(browser, size, theme, factor=2) as context:
        page = context.new_page()
        for name in screens.scenes(page, link, lang):
            if wrong := serious(page):
                faults[name] = wrong
    assert faults == {}


TOO_WIDE = """() => {
  const wide = [document.documentElement, ...document.querySelectorAll("#panel, #page, #tabs, dialog")];
  return wide.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.outerHTML.slice(0, 80));
}"""
"""What scrolls sideways."""

TOO_SMALL = """() => [
    ...document.querySelectorAll("button:not(#grip), select, input:not([type=checkbox]), .hold .room")
  ]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.id || one.textContent || one.outerHTML.slice(0, 80), one.getBoundingClientRect().height, one])
  .filter(([, height, one]) => height < (one.matches(".room") ? 44 : 40) - 0.1)
  .map(([name, height]) => `${name}: ${height}`)"""
"""What a finger misses."""


@pytest.mark.parametrize(
    ("size", "lang"), [("phone", "fr"), whole("phone", "en"), ("lying", "fr"), whole("lying", "en")]
)
def test_a_phone_shows_all_and_a_finger_meets_it(browser: Any, link: str, size: str, lang: str) -> None:
    faults = {}
    with device(browser, screens.SIZES[size]) as context:
        page = context.new_page()
        for name in screens.scenes(page, link, lang):
            if wrong := page.evaluate(TOO_WIDE) + page.evaluate(TOO_SMALL):
                faults[name] = wrong
    assert faults == {}


def on(page: Any, selector: str, back: bool = False) -> None:
    """Tab on, or back, until this has the focus, which is seen wherever it goes and never lost."""
    page.wait_for_selector(selector, state="attached")
    if page.evaluate(f"document.activeElement.matches({selector!r})"):
        return
    for _ in range(80):
        page.keyboard.press("Shift+Tab" if back else "Tab")
        at = page.evaluate(
            f"""() => {{
              const one = document.activeElement, {{ outlineStyle, outlineWidth }} = getComputedStyle(one);
              const {{ left, top, right, bottom }} = one.getBoundingClientRect();
              const seen = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
              const marked = outlineStyle !== "none" && parseFloat(outlineWidth) >= 1;
              return {{
                here: one.matches({selector!r}), lost: one === document.body,
                shown: seen && (marked || one.matches(".ship")), what: one.outerHTML.slice(0, 120),
              }};
            }}"""
        )
        if at["lost"]:
            continue  # the browser's own buttons, between the last of the page and the first
        assert at["shown"], f"{at['what']} has the focus, which is not seen"
        if at["here"]:
            return
    raise AssertionError(f"{selector} is not reached")


def heard(page: Any, text: str) -> None:
    """Wait until a screen reader is given this."""
    sync_api.expect(page.locator("#said")).to_have_text(re.compile(text))


def opened(browser: Any, link: str) -> Iterator[Any]:
    """The first screen at a desk."""
    with device(browser, screens.SIZES["desk"]) as context:
        page = context.new_page()
        page.goto(f"{link}?lang=en")
        page.wait_for_selector("#help")
        yield page


def test_a_dispute_is_settled_by_keyboard_alone(browser: Any, link: str) -> None:
    for page in opened(browser, link):
        assert page.evaluate("document.activeElement.id") == "start-settle"
        page.keyboard.press("Enter")
        sync_api.expect(page.locator("#add-x")).to_be_focused()
        on(page, "#add-large", back=True)
        page.keyboard.press("Space")
        on(page, "#add-x")
        for ship in (("300", "300", "90"), ("340", "300", "90")):
            for number in ship:
                page.keyboard.type(number)
                page.keyboard.press("Enter")
            sync_api.expect(page.locator("#add-x")).to_be_focused()
        assert page.locator("[data-ship]").count() == 2
        on(page, "[data-ship=R1]", back=True)
        heard(page, "R1 is chosen")
        page.keyboard.press("ArrowLeft")
        heard(page, "^R1 is .* mm clear of R2")
        page.keyboard.press("ArrowRight")
        on(page, "#tab-question")
        page.keyboard.press("Enter")
        on(page, "#next-heading")
        page.keyboard.press("Control+a")
        page.keyboard.type("95")
        page.keyboard.press("Tab")
        heard(page, "^Allowed")
        on(page, "#next-heading", back=True)
        page.keyboard.press("Control+a")
        page.keyboard.type("270")
        page.keyboard.press("Tab")
        heard(page, "limit of")
        for place in ("[data-ship=R1]", "[data-ship=R2]", "#ask"):
            on(page, place)
        assert page.input_value("#next-heading") == "270", "who passes by a ship keeps the question"
        page.keyboard.press("Enter")
        heard(page, "^Not allowed. .*limit of")
        sync_api.expect(page.locator("#ask")).to_be_focused()
        on(page, "#share", back=True)
        page.keyboard.press("Enter")
        sync_api.expect(page.locator("#by-hand-text")).to_be_focused()
        page.keyboard.press("Escape")
        sync_api.expect(page.locator("#share")).to_be_focused()

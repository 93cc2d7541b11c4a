"""A dispute settled on a phone, counted: taps, typed keys, scrolls. It fails when the way grows longer."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browsing import CHROMIUM, middle, until

sync_api = pytest.importorskip("playwright.sync_api", reason="pip install '.[browser]' drives pages")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium")

MOST_TAPS, MOST_KEYS = 10, 56
"""Of the first question; 15 taps and no scroll are the promise."""

SIZES = [(390, 844), (360, 740)]


class Hand:
    """One finger on a phone, that counts what it does and never scrolls."""

    def __init__(self, page: Any) -> None:
        self.page, self.taps, self.keys = page, 0, 0

    def tap(self, selector: str) -> None:
        """Tap what must be on the screen, and under nothing else."""
        x, y = middle(self.page, selector)
        size = self.page.viewport_size
        assert 0 < x < size["width"], (selector, x)
        assert 0 < y < size["height"], (selector, y)
        over = "([x, y, selector]) => document.elementFromPoint(x, y)?.closest(selector) !== null"
        assert self.page.evaluate(over, [x, y, selector.split(" ")[0]]), f"{selector} is covered"
        self.page.touchscreen.tap(x, y)
        self.taps += 1

    def type(self, text: str) -> None:
        """Type where the focus is, and Enter."""
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")
        self.keys += len(text) + 1

    def seen(self, selector: str) -> None:
        """What must be on the screen without a scroll."""
        sync_api.expect(self.page.locator(selector)).to_be_visible()
        until(self.page, f"document.querySelector({selector!r}).getBoundingClientRect().bottom <= innerHeight")
        until(self.page, f"document.querySelector({selector!r}).getBoundingClientRect().top >= 0")

    def above_the_sheet(self, name: str) -> None:
        """The ship is on the board, and the sheet does not lie over it."""
        sheet = "document.getElementById('panel').getBoundingClientRect().top"
        hull = f"document.querySelector('[data-ship={name}] .hull').getBoundingClientRect()"
        until(
            self.page, f"{hull}.bottom <= {sheet} && {hull}.top >= 40 && {hull}.left >= 0 && {hull}.right <= innerWidth"
        )


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_dispute_of_four_ships_is_typed_asked_and_seen_on_two_phones(
    browser: Any, link: str, width: int, height: int, lang: str
) -> None:
    phone = {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True, "locale": lang}
    with browser.new_context(**phone) as mine, browser.new_context(**phone) as theirs:
        page, other = mine.new_page(), theirs.new_page()
        page.goto(link)
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
        hand.tap("#tab-file")
        hand.tap("#share-live")
        sync_api.expect(page.locator("#shared-link")).to_be_visible()
        other.goto(page.inner_text("#shared-link"))  # scanned
        sync_api.expect(other.locator("[data-ship]")).to_have_count(4)
        hand.tap("#shared .close")
        hand.tap("#tab-question")
        hand.tap("[data-ship=R1] .name")
        hand.tap("#next-heading")
        hand.type("75,5")
        hand.seen("#ruling .answer")
        hand.above_the_sheet("R1")
        sync_api.expect(other.locator("#ruling .answer")).to_have_text(page.inner_text("#ruling .answer"))
        print(f"{lang} {width}: {hand.taps} taps, {hand.keys} keys")
        assert hand.taps <= MOST_TAPS
        assert hand.keys <= MOST_KEYS

        second = Hand(page)
        second.tap("#kind-shot")
        second.tap("[data-ship=R1] .name")
        second.tap("[data-ship=B1] .name")
        second.seen("#ruling .answer")
        second.above_the_sheet("R1")
        second.above_the_sheet("B1")
        assert second.taps == 3

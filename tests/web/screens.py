"""Pictures of every screen of the page: `python -m tests.web.screens DIR` writes them, by size, language and look."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import expect, sync_playwright

from tests.catalogues import ROOT
from tests.web.browsing import CHROMIUM, served

SIZES = {"phone": (360, 740), "tall": (390, 844), "lying": (844, 390), "desk": (1280, 800)}
"""Pixels."""

LANGUAGES = ("en", "fr")
TABS = ("question", "table", "photo", "rules", "file", "game")
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', {value: undefined}); navigator.share = undefined"
RECORD = ROOT / "examples" / "games" / "larges-against-mediums.json"


def scenes(page: Any, link: str, lang: str) -> Iterator[str]:
    """Go through every screen of a fresh page, and stop at each; gives its name."""
    page.goto(f"{link}?lang={lang}")
    page.wait_for_selector("#help")
    yield "help"
    page.click("#start-example")
    page.wait_for_selector("[data-handle=step]")
    expect(page.locator("#near")).not_to_be_empty()
    for tab in TABS:
        page.click(f"#tab-{tab}")
        yield f"tab-{tab}"
    page.click("#tab-question")
    yield from _questions(page)
    yield from _cards(page)
    yield from _game(page)


def _questions(page: Any) -> Iterator[str]:
    if page.locator("#menu-button").is_visible():
        page.click("#menu-button")
        yield "menu"
        page.click("#menu-button")
    for name, heading in (("yes", "35"), ("no", "300")):
        page.fill("#next-heading", heading)
        page.keyboard.press("Tab")
        page.click("#ask")
        page.wait_for_selector(f"#ruling.{name}")
        yield f"ruling-{name}"
    page.fill("#next-heading", "35")
    page.keyboard.press("Tab")
    page.click("#ask")
    page.wait_for_selector("#ruling.yes")
    page.locator("#doubt").fill("5")
    page.wait_for_selector("#ruling.in_doubt")
    yield "ruling-doubt"
    page.locator("#doubt").fill("0")
    page.wait_for_selector("#ruling.yes")
    page.click("#kind-shot")
    yield "shot"
    page.select_option("#asked-ship", "R1")
    page.select_option("#asked-other", "B1")
    page.wait_for_selector("#ruling .answer")
    yield "ruling-shot"
    page.click("#kind-to")
    yield "to"
    page.click("#ask")
    page.wait_for_selector("#ruling .answer")
    yield "ruling-to"
    page.click("#kind-danger")
    page.click("#ask")
    expect(page.locator("#ruling .quiet")).to_have_count(0)
    yield "danger"
    page.click("#kind-contact")
    yield "contact"


def _cards(page: Any) -> Iterator[str]:
    page.click("#tab-file")
    page.click("#share-live")
    page.wait_for_selector("#shared-link")
    yield "shared"
    page.click("#share-end")
    page.click("#copy-link")
    page.wait_for_selector("#by-hand")
    yield "by-hand"
    page.keyboard.press("Escape")


def _game(page: Any) -> Iterator[str]:
    page.click("#tab-game")
    page.select_option("#who-1", "here")
    page.select_option("select:has([value=matched])", "matched")
    page.click("#start-game")
    page.wait_for_selector("#due")
    yield "game-begun"
    while not page.locator("#hint").count():
        due, ready = page.inner_text("#due"), page.locator("#set-up, #choose-do, [id^=choice-]")
        if not ready.count():
            page.click("#propose")
            page.wait_for_selector("#set-up")
            yield "game-set-up"
        ready.first.click()
        expect(page.locator("#due")).not_to_have_text(due)
    page.click("#hint")
    page.wait_for_selector("#play-hint")
    yield "game-hint"
    page.click("#leave")
    yield "game-leave"
    page.click("#leave")
    page.set_input_files("#open-record", str(RECORD))
    page.wait_for_selector("#ending")
    page.click("#last")
    page.click("#back")
    yield "replay"


def main(folder: Path) -> None:
    """Write all pictures: each size in each language, and one dark."""
    folder.mkdir(parents=True, exist_ok=True)
    with served() as link, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        looks: list[tuple[str, str, Literal["light", "dark"]]] = [
            (size, lang, "light") for size in SIZES for lang in LANGUAGES
        ]
        looks.append(("tall", "en", "dark"))
        for size, lang, theme in looks:
            width, height = SIZES[size]
            with browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme) as context:
                context.add_init_script(NO_CLIPBOARD)
                page = context.new_page()
                for name in scenes(page, link, lang):
                    page.wait_for_timeout(150)  # what is asked at the next frame is shown
                    page.screenshot(path=folder / f"{size}-{lang}-{theme}-{name}.png")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))

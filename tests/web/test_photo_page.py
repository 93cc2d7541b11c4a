"""A photo on the page in a real browser: marked, fitted, nudged, put on the table and ruled on."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.photo.painting import SHIPS, paint, seen, sheet
from tests.web import test_page as pages
from tests.web.browsing import CHROMIUM, serious
from tests.web.test_page import kept, opened, page

__all__ = ["page"]
sync_api = pytest.importorskip("playwright.sync_api", reason="pip install '.[browser]' drives pages")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium")

TO_SCREEN = """([x, y]) => {
  const board = document.getElementById("photo"), at = new DOMPoint(x, y).matrixTransform(board.getScreenCTM());
  return [at.x, at.y];
}"""


def marked(page: Any, pixel: Any) -> None:
    """A point of the picture is pressed."""
    x, y = page.evaluate(TO_SCREEN, [float(pixel[0]), float(pixel[1])])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.up()


def photographed(page: Any, tmp_path: Path, ships: int = 4) -> None:
    """A picture chosen; its sheet and so many ships marked, tips first."""
    picture = tmp_path / "table.png"
    paint(picture)
    page.click("#tab-photo")
    page.set_input_files("#picture", str(picture))
    page.wait_for_selector("#photo image")
    for corner in sheet():
        marked(page, corner)
    for number, ship in enumerate(SHIPS[:ships]):
        if number:
            page.click("#next-ship")
        page.fill("#photo-player", ship.player)
        page.press("#photo-player", "Enter")
        page.locator(".form select").first.select_option(ship.size)
        corners = seen(ship)
        x, y = page.evaluate(TO_SCREEN, [float(part) for part in corners["tip"]])
        page.mouse.move(x, y)
        page.mouse.wheel(0, -700)
        page.wait_for_timeout(50)
        for name in ["tip", *sorted(corners.keys() - {"tip"})]:
            marked(page, corners[name])
        page.click("#whole")
    sync_api.expect(page.locator("#photo [data-wire]")).to_have_count(ships)


def test_ships_on_a_photo_are_marked_put_on_the_table_and_ruled_on(page: Any, tmp_path: Path) -> None:
    photographed(page, tmp_path)
    assert "mm" in page.inner_text("#photo-found")
    assert serious(page) == []
    page.click("#photo-put")
    document = kept(page)["doc"]
    assert [(ship["name"], ship["size"]) for ship in document["ships"]] == [
        ("R1", "large"), ("R2", "medium"), ("B1", "small"), ("B2", "medium")
    ]  # fmt: skip
    off = document["tolerance"]["position"]
    assert 0.3 < off < 6
    for found, true in zip(document["ships"], SHIPS, strict=True):
        assert math.dist(found["base"], (true.x, true.y)) < off
        assert abs((found["heading"] - true.degrees + 180) % 360 - 180) < 5
    assert document["rules"]["surface"] == "unbounded"
    page.get_by_role("button", name="How far apart").click()
    page.get_by_label("Other piece").select_option("B1")
    assert pages.asked(page)
    page.click("#undo")
    assert len(kept(page)["doc"]["ships"]) == 2


def test_a_mark_is_nudged_by_hand_and_by_keyboard_and_the_wire_follows(page: Any, tmp_path: Path) -> None:
    photographed(page, tmp_path, ships=1)
    wire = page.locator("#photo [data-wire] line").first
    before = wire.get_attribute("x1")
    mark = page.locator('[data-mark="0.0"]')
    mark.focus()
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    sync_api.expect(wire).not_to_have_attribute("x1", before)
    assert page.evaluate("document.activeElement.getAttribute('data-mark')") == "0.0"
    worse = page.inner_text("#photo-found")
    pages.dragged(page, '[data-mark="0.0"]', -3, 0)
    sync_api.expect(page.locator("#photo-found")).not_to_have_text(worse)
    page.locator('[data-mark="0.0"]').focus()
    page.keyboard.press("Delete")
    assert page.locator('[data-mark^="0."]').count() == len(seen(SHIPS[0])) - 1


def test_what_cannot_be_is_said(page: Any, tmp_path: Path) -> None:
    photographed(page, tmp_path, ships=1)
    page.click("#reference-again")
    for corner in ((300, 300), (600, 300), (900, 300), (600, 700)):
        marked(page, np.array(corner))
    sync_api.expect(page.get_by_role("alert")).to_contain_text("three lie on a line")
    assert page.locator("#photo-put").is_disabled()
    (tmp_path / "no.png").write_bytes(b"nothing")
    page.get_by_text("Another picture").click()
    page.set_input_files("#picture", str(tmp_path / "no.png"))
    sync_api.expect(page.get_by_role("alert")).to_contain_text("no picture")


def test_a_photo_fits_a_phone_and_speaks_french(browser: Any, link: str, tmp_path: Path) -> None:
    with browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True) as context:
        page = context.new_page()
        opened(page, link, "fr")
        photographed(page, tmp_path, ships=2)
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        assert "peut être à" in page.inner_text("#photo-found")

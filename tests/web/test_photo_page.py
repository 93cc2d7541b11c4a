"""A photo on the page in a real browser: marked, fitted, nudged, put on the table and ruled on."""

from __future__ import annotations

import itertools
import math
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tests.photo.painting import SHIPS, paint, seen, sheet
from tests.photo.scenes import scene
from tests.photo.standing import SEVEN, Standing
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


LAID = """([corners, own, ships]) => {
  const marked = ships.map(([size, marks], i) => ({ name: `R${i + 1}`, player: "red", size, marks }));
  const kept = JSON.parse(localStorage.getItem("armada-photo"));
  Object.assign(kept, { sheet: "own", own, surface: false, corners, ships: marked });
  localStorage.setItem("armada-photo", JSON.stringify(kept));
}"""


def photographed(page: Any, tmp_path: Path, ships: int = 4, known: str = "a4") -> None:
    """A picture chosen; its sheet, if that is what is known, and so many ships marked, corners in any order."""
    picture = tmp_path / "table.png"
    paint(picture)
    page.click("#tab-photo")
    page.set_input_files("#picture", str(picture))
    page.click("#photo-keep")
    page.get_by_label("On the table lies").or_(page.get_by_label("Sur la table")).select_option(known)
    for corner in sheet() if known == "a4" else ():
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
        for name in sorted(corners):
            marked(page, corners[name])
        small = not page.locator("#whole").is_visible()
        for press in ("#menu-button", "#whole", "#menu-button") if small else ("#whole",):
            page.click(press)
    sync_api.expect(page.locator("#photo [data-wire]")).to_have_count(ships, timeout=20_000)
    marks = page.locator(f'[data-mark^="{ships - 1}."]').count()  # on a phone two corners may be one mark wide apart
    sync_api.expect(page.locator(f"#corner-{marks - 1} option").first).to_have_text(re.compile(":"))  # all are answered


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
    page.get_by_label("Ship").select_option("R1")
    page.get_by_label("Other piece").select_option("B1")
    assert pages.asked(page)
    page.click("#undo")
    assert len(kept(page)["doc"]["ships"]) == 2


def test_a_mark_is_nudged_by_hand_and_by_keyboard_and_the_wire_follows(page: Any, tmp_path: Path) -> None:
    photographed(page, tmp_path, ships=1)
    wire = page.locator("#photo [data-wire] .hue").last
    before, said = wire.get_attribute("d"), page.inner_text("#photo-found")
    mark = page.locator('[data-mark="0.0"]')
    mark.focus()
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    sync_api.expect(wire).not_to_have_attribute("d", before)
    assert page.evaluate("document.activeElement.getAttribute('data-mark')") == "0.0"
    sync_api.expect(page.locator("#photo-found")).not_to_have_text(said)
    worse = page.inner_text("#photo-found")
    pages.dragged(page, '[data-mark="0.0"]', 0, -25)  # where no nudge led, however many of them are answered by now
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


def test_what_is_said_of_pieces_takes_no_room_over_a_photo(browser: Any, link: str) -> None:
    with browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True) as context:
        page = context.new_page()
        page.goto(f"{link}?lang=en")
        sync_api.expect(page.locator("#help")).to_be_visible()
        page.keyboard.press("Escape")
        page.click("#tab-photo")
        sync_api.expect(page.locator("#near")).to_be_hidden()


def points(page: Any) -> list[Any]:
    """Where the marks lie on the picture."""
    found: list[Any] = page.eval_on_selector_all(
        "[data-mark] .hold", "all => all.map((one) => [one.cx.baseVal.value, one.cy.baseVal.value])"
    )
    return found


def test_two_ships_of_known_size_are_reference_enough(page: Any, tmp_path: Path) -> None:
    photographed(page, tmp_path, ships=3, known="ships")
    assert page.inner_text("#photo-found").startswith("No sheet was used")
    assert page.locator("#photo .sheet").count() == 0
    page.click("#photo-put")
    document = kept(page)["doc"]
    off = document["tolerance"]["position"]
    assert off < 12
    told = [math.dist(a["base"], b["base"]) for a, b in itertools.combinations(document["ships"], 2)]
    true = [math.dist((a.x, a.y), (b.x, b.y)) for a, b in itertools.combinations(SHIPS[:3], 2)]
    assert told == pytest.approx(true, abs=2 * off)
    page.click("#tab-photo")
    page.get_by_label("On the table lies").select_option("a4")
    sync_api.expect(page.locator("#photo-put")).to_be_disabled()
    assert "4" in page.inner_text("#photo-next")


def test_marks_are_undone_one_by_one_and_done_again(page: Any, tmp_path: Path) -> None:
    photographed(page, tmp_path, ships=1)
    before = points(page)
    pages.dragged(page, '[data-mark="0.0"]', 30, 10)
    dragged = points(page)
    assert dragged != before
    page.click("#undo")
    assert points(page) == before
    page.keyboard.press("Control+Shift+z")
    assert points(page) == dragged
    page.click("#undo")
    for _ in seen(SHIPS[0]):
        page.click("#undo")
    assert points(page) == before[:4]
    assert page.locator("#photo [data-wire]").count() == 0
    for _ in seen(SHIPS[0]):
        page.click("#redo")
    assert points(page) == before
    sync_api.expect(page.locator("#photo [data-wire]")).to_have_count(1)
    assert len(kept(page)["doc"]["ships"]) == 2  # the table has steps of its own


def test_marks_and_picture_are_kept_and_a_lost_picture_is_asked_for(page: Any, tmp_path: Path) -> None:
    photographed(page, tmp_path, ships=1)
    before, place = points(page), page.evaluate(TO_SCREEN, [500, 500])
    page.reload()
    sync_api.expect(page.locator("#photo [data-wire]")).to_have_count(1)
    assert points(page) == before
    assert page.evaluate(TO_SCREEN, [500, 500]) == pytest.approx(place, abs=2)  # the whole picture is shown
    page.click("#undo")
    assert points(page) == before[:-1]
    page.click("#redo")
    page.evaluate("new Promise((done) => { indexedDB.deleteDatabase('armada').onsuccess = done; })")
    page.reload()
    sync_api.expect(page.locator("#page")).to_contain_text("choose it again")
    page.set_input_files("#picture", str(tmp_path / "table.png"))
    sync_api.expect(page.locator("#photo [data-wire]")).to_have_count(1)
    assert points(page) == before


def test_a_ship_that_may_lie_otherwise_is_settled_by_one_tap(page: Any, tmp_path: Path) -> None:
    """Base and upper edge of one side: the ship may as well lie turned over to the other."""
    given, number = scene(38), 4
    Image.new("RGB", given.eye.picture, (90, 90, 90)).save(tmp_path / "grey.png")
    page.click("#tab-photo")
    page.set_input_files("#picture", str(tmp_path / "grey.png"))
    page.click("#photo-keep")
    page.evaluate(
        LAID,
        [
            given.sheet_marks.tolist(),
            given.sheet,
            [[one.size, [{"at": at.tolist()} for _, at in one.marks]] for one in given.ships],
        ],
    )
    page.reload()
    sync_api.expect(page.locator("#photo [data-wire]")).to_have_count(len(given.ships))
    doubted = page.locator("#photo [data-wire]", has=page.locator(".other"))
    sync_api.expect(doubted).to_have_attribute("data-wire", f"R{number + 1}")
    assert serious(page) == []
    page.click("[data-way='1']")
    sync_api.expect(page.locator("#photo .other")).to_have_count(0)
    assert page.locator("[data-way]").count() == 0


def test_where_scipy_is_missing_the_page_says_what_to_install(
    browser: Any, link: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)  # what Python itself does to forbid an import
    for lang, said in (("en", "photos need SciPy"), ("fr", "SciPy")):
        with browser.new_context() as context:
            page = context.new_page()
            opened(page, link, lang)
            page.click("#tab-photo")
            sync_api.expect(page.get_by_role("alert")).to_contain_text(said)
            sync_api.expect(page.get_by_role("alert")).to_contain_text("pip install 'armada-sim[photo]'")
            assert page.locator("#picture").count() == 0


def test_wires_are_seen_on_ships_of_their_own_colour(page: Any, tmp_path: Path) -> None:
    """Under each line of a player's colour lie a white one and a black one, wider each."""
    photographed(page, tmp_path, ships=1)
    for theme in ("light", "dark"):
        page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
        widths = page.evaluate(  # at once: what is looked up first may be replaced before it is looked at
            """() => [...document.querySelectorAll("#photo [data-wire] path")].map(
                (one) => [getComputedStyle(one).stroke, getComputedStyle(one).strokeWidth])"""
        )
        assert len(widths) >= 3
        assert len(widths) % 3 == 0
        for black, white, hue in zip(widths[::3], widths[1::3], widths[2::3], strict=True):
            assert (black[0], white[0]) == ("rgb(0, 0, 0)", "rgb(255, 255, 255)")
            assert float(black[1][:-2]) > float(white[1][:-2]) + 1 > float(hue[1][:-2]) + 2


@pytest.mark.parametrize(("lang", "width", "height"), [("fr", 390, 844), ("en", 360, 740)])
@pytest.mark.parametrize("itself", [True, False], ids=["read", "stands"])
def test_seven_ships_come_from_the_camera_to_the_table_in_six_taps(
    browser: Any, link: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    lang: str, width: int, height: int, itself: bool,
) -> None:  # fmt: skip
    """Two of them at the camera: its shutter, and that the picture is taken. No key is typed, all is in view."""
    if not itself:
        Standing().stand_in(monkeypatch)
    picture = tmp_path / "table.png"
    paint(picture, SEVEN)
    phone = {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}
    with browser.new_context(**phone) as context:
        page, taps = context.new_page(), itertools.count(1)
        opened(page, link, lang)
        last = 0
        page.tap("#tab-photo")
        last = next(taps)
        with page.expect_file_chooser() as chooser:
            page.tap("#camera")
        last = next(taps)
        chooser.value.set_files(str(picture))
        last = [next(taps), next(taps)][-1]
        page.tap("#photo-send")
        last = next(taps)
        put = page.locator("#photo-put")
        sync_api.expect(put).to_be_enabled(timeout=20_000)
        shown = page.locator("#photo [data-wire]")
        assert shown.count() == 7 if not itself else shown.count() >= 7
        for one in (put, *shown.all(), *page.locator("#photo .tag").all()):
            box = one.bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= height
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert serious(page) == []
        put.tap()
        last = next(taps)
        assert last == 6
        document = kept(page)["doc"]
        assert itself or len(document["ships"]) == 7
        for true in SEVEN:
            (near,) = [one for one in document["ships"] if math.dist(one["base"], (true.x, true.y)) < 3]
            assert near["size"] == true.size
        assert {ship["player"] for ship in document["ships"]} >= (
            {"rouge", "bleu"} if lang == "fr" else {"red", "blue"}
        )

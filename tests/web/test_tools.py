"""What else a person does at the table: fingers, typed units, files dropped, rulings copied, printed and exported."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from armada_sim.files.records import parse_dispute
from tests.web.browsing import CHROMIUM, middle, until

sync_api = pytest.importorskip("playwright.sync_api", reason="pip install '.[browser]' drives pages")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium")


@pytest.fixture
def page(browser: Any, link: str) -> Iterator[Any]:
    with browser.new_context(viewport={"width": 1280, "height": 800}, has_touch=True) as context:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        made, faults = context.new_page(), []
        made.on("pageerror", lambda error: faults.append(str(error)))
        made.goto(f"{link}?lang=en#example=four-steps")
        sync_api.expect(made.locator("#near")).to_contain_text("clear of")
        yield made
        assert faults == []


def kept(page: Any) -> dict[str, Any]:
    """What the page keeps in the browser."""
    found: dict[str, Any] = json.loads(
        page.evaluate("localStorage.getItem('armada-table:' + sessionStorage.getItem('armada-open'))")
    )
    return found


def boxes(page: Any, selector: str) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of each on the screen."""
    found: list[tuple[float, float, float, float]] = page.evaluate(
        """selector => [...document.querySelectorAll(selector)].map(one => {
            const box = one.getBoundingClientRect();
            return [box.left, box.top, box.right, box.bottom];
        })""",
        selector,
    )
    return found


@pytest.mark.parametrize(("dx", "dy"), [(0, 0), (-12, 0), (-8, 30), (0, -40), (20, 15)])
def test_the_dimension_line_is_drawn_and_its_length_covers_no_name(page: Any, dx: int, dy: int) -> None:
    page.click("#tab-table")
    x, y = kept(page)["doc"]["ships"][0]["base"]
    for label, value in (("Base, x", x + dx), ("Base, y", y + dy)):
        page.locator("#ship-form").get_by_label(label).fill(str(value))
        page.keyboard.press("Enter")
    line = page.locator("line.near")
    sync_api.expect(line).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(100)  # so that what is drawn has settled
    (length,) = boxes(page, "#board .length")
    for name in (*boxes(page, ".ship .name"), *boxes(page, ".handle")):
        apart = length[2] <= name[0] or name[2] <= length[0] or length[3] <= name[1] or name[3] <= length[1]
        assert apart, (length, name)


def test_two_fingers_zoom_about_what_lies_between_them(page: Any) -> None:
    x, y = middle(page, "[data-ship=R1] .name")
    before = page.evaluate("import('./view.js').then(found => found.view.scale)")
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touched = [{"x": at[0], "y": at[1], "id": i} for i, at in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    touch("touchStart", (x - 60, y + 60))
    touch("touchStart", (x - 60, y + 60), (x + 60, y + 60))
    for k in range(1, 7):
        touch("touchMove", (x - 60 - 10 * k, y + 60), (x + 60 + 10 * k, y + 60))
    touch("touchEnd")
    until(page, f"import('./view.js').then(found => Math.abs(found.view.scale * 2 / {before} - 1) < 0.05)")
    assert middle(page, "[data-ship=R1] .name")[0] == pytest.approx(x, abs=6)


@pytest.mark.parametrize(("unit", "typed", "mm"), [("cm", "12.5", 125), ("in", "5", 127), ("mm", "99.75", 99.75)])
def test_numbers_are_typed_in_any_unit(page: Any, unit: str, typed: str, mm: float) -> None:
    page.click("#tab-table")
    page.get_by_label("Unit").select_option(unit)
    page.locator("#ship-form").get_by_label("Base, x").fill(typed)
    page.keyboard.press("Enter")
    assert kept(page)["doc"]["ships"][0]["base"][0] == mm
    sync_api.expect(page.locator("#near")).to_contain_text(f" {unit} ")


def test_size_player_and_damage_are_chosen_and_seen(page: Any) -> None:
    page.click("#tab-table")
    form = page.locator("#ship-form")
    form.get_by_label("Size").select_option("large")
    form.get_by_label("Damage").fill("2")
    page.keyboard.press("Enter")
    form.get_by_label("Player").fill("green")
    page.keyboard.press("Enter")
    ship = page.locator("[data-ship=B1]")
    sync_api.expect(ship.locator(".hit")).to_have_count(2)
    sync_api.expect(ship).to_have_class("ship look-3 chosen")
    sync_api.expect(ship).to_have_attribute("aria-label", "B1, green, large, Damage 2")


def test_a_ghost_is_dragged_to_where_a_ship_may_have_got(page: Any) -> None:
    page.get_by_role("button", name="Could it have got there?").click()
    x, y = middle(page, "[data-claim]")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 40, y - 30, steps=5)
    page.mouse.up()
    before = page.evaluate(
        "JSON.parse(localStorage.getItem('armada-table:' + sessionStorage.getItem('armada-open'))).draft.to"
    )
    page.click("#ask")
    sync_api.expect(page.locator("#ruling .answer")).to_be_visible()
    layout = parse_dispute(json.dumps({**kept(page)["doc"], "questions": []}), format="json").layout
    sync_api.expect(page.locator("#ruling .asked")).to_contain_text(f"{before['base'][0]:.2f}")
    assert layout.ship("B1").pose.x != before["base"][0]


def test_the_limit_of_turn_is_written_on_the_table(page: Any) -> None:
    x, y = middle(page, "[data-handle=step]")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 120, y + 120, steps=6)
    sync_api.expect(page.locator("#board text", has_text="limit of turn")).to_be_visible()
    page.mouse.move(x + 30, y, steps=6)
    sync_api.expect(page.locator("#board text", has_text="limit of turn")).to_have_count(0)
    page.mouse.up()


def test_a_ruling_is_copied_exported_and_printed(page: Any) -> None:
    page.click("#ask")
    page.get_by_role("button", name="Copy as text").click()
    sync_api.expect(page.locator("#said")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert copied[:2] == [page.inner_text("#ruling .asked"), page.inner_text("#ruling .answer")]
    assert any("[move.contact]" in line for line in copied)
    for kind, begins in (("SVG", b"<?xml"), ("PDF", b"%PDF-")):
        with page.expect_download() as found:
            page.get_by_role("button", name=f"Picture ({kind})").click()
        assert Path(found.value.path()).read_bytes().startswith(begins)
    page.evaluate("window.print = () => { window.printed = true }")
    page.get_by_role("button", name="Print").click()
    assert page.evaluate("window.printed")
    page.emulate_media(media="print")
    sync_api.expect(page.locator("#ruling .answer")).to_be_visible()
    sync_api.expect(page.locator("[data-ship=B1] .hull")).to_be_visible()
    sync_api.expect(page.locator("#bar")).to_be_hidden()
    sync_api.expect(page.locator("#ask")).to_be_hidden()


def test_a_file_is_dropped_on_the_page(page: Any) -> None:
    text = '[[ships]]\nname = "K1"\nplayer = "red"\nsize = "medium"\nbase = [100, 100]\nheading = 45\n'
    page.evaluate(
        """text => {
            const given = new DataTransfer();
            given.items.add(new File([text], "table.toml"));
            document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: given, bubbles: true, cancelable: true}));
        }""",
        text,
    )
    sync_api.expect(page.locator("[data-ship]")).to_have_count(1)
    sync_api.expect(page.locator("[data-ship=K1]")).to_be_visible()


def test_nothing_moves_by_itself_where_motion_is_not_wanted(page: Any) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.click("#ask")
    page.locator("#ruling .answer").wait_for()
    assert page.evaluate("document.getAnimations().length") == 0
    style = page.evaluate("fetch('style.css').then(found => found.text())")
    assert "transition" not in style
    assert "animation" not in style


def test_on_a_phone_the_buttons_cover_no_ship(browser: Any, link: str) -> None:
    with browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True) as context:
        page = context.new_page()
        page.goto(f"{link}?lang=fr#example=four-steps")
        sync_api.expect(page.locator("#near")).to_contain_text("mm")
        (bar,) = boxes(page, "#bar")
        for left, top, right, bottom in boxes(page, ".ship .hull"):
            assert top > bar[3]
            assert 0 < left < right < 360
            assert bottom < boxes(page, "#near")[0][1]

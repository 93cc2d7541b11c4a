"""The page in a real browser: what a person drags, types and reads."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from armada_sim import check_contact, check_move
from armada_sim.files.records import parse_dispute
from tests.web.browsing import CHROMIUM, middle, serious, until

sync_api = pytest.importorskip("playwright.sync_api", reason="pip install '.[browser]' drives pages")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium")


@pytest.fixture
def page(browser: Any, link: str) -> Iterator[Any]:
    """A fresh page with the first example; whatever it complains of fails the test."""
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        made, faults = context.new_page(), []
        made.on("pageerror", lambda error: faults.append(str(error)))
        made.on(
            "console",
            lambda said: faults.append(said.text) if said.type == "error" and "422" not in said.text else None,
        )
        opened(made, link)
        yield made
        assert faults == []


def opened(page: Any, link: str, lang: str = "en") -> None:
    page.goto(f"{link}?lang={lang}#example=four-steps")
    page.wait_for_selector("[data-handle=step]")
    sync_api.expect(page.locator("#near")).not_to_be_empty()


def kept(page: Any) -> dict[str, Any]:
    """What the page keeps in the browser."""
    found: dict[str, Any] = json.loads(
        page.evaluate("localStorage.getItem('armada-table:' + sessionStorage.getItem('armada-open'))")
    )
    return found


def ships(page: Any) -> dict[str, Any]:
    return {ship["name"]: ship for ship in kept(page)["doc"]["ships"]}


def dragged(page: Any, selector: str, dx: float, dy: float, steps: int = 8) -> None:
    x, y = middle(page, selector)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx, y + dy, steps=steps)
    page.wait_for_timeout(100)  # so that what is drawn has settled
    page.mouse.up()
    page.wait_for_timeout(100)


def asked(page: Any) -> str:
    """Ask the referee; the answer in words."""
    page.click("#ask")
    page.wait_for_selector("#ruling .answer")
    found: str = page.inner_text("#ruling .answer")
    return found


def test_a_ship_is_dragged_and_turned_and_all_is_undone(page: Any) -> None:
    before = ships(page)
    dragged(page, "[data-ship=R1] .hull", 120, -60)
    moved = ships(page)
    assert moved["R1"]["base"][0] > before["R1"]["base"][0] + 20
    assert moved["R1"]["base"][1] > before["R1"]["base"][1] + 10
    assert moved["B1"] == before["B1"]
    page.click("#tab-table")
    dragged(page, "[data-handle=turn]", 60, 30)
    assert ships(page)["R1"]["heading"] < 80
    page.click("#undo")
    assert ships(page) == moved
    page.keyboard.press("Control+z")
    assert ships(page) == before
    page.keyboard.press("Control+y")
    assert ships(page) == moved


def test_a_drag_asks_at_most_once_a_frame_and_leaves_what_it_does_not_change(page: Any) -> None:
    questions: list[object] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda sent: questions.append(sent)))
    page.click("#show-reach")
    x, y = middle(page, "[data-ship=R1] .hull")
    page.mouse.move(x, y)
    page.mouse.down()
    page.wait_for_timeout(200)
    page.evaluate("document.querySelector('[data-ship=B1]').before = document.querySelector('#tab-file').before = 1")
    page.on("request", lambda request: questions.append(request.url) if "/api/" in request.url else None)
    questions.clear()
    frames = page.evaluate(
        """([x, y]) => new Promise((done) => {
            const board = document.getElementById("board");
            let frames = 0;
            const frame = () => {
                for (let k = 1; k <= 40; k += 1) {
                    const at = { pointerId: 1, bubbles: true, clientX: x + frames + k / 40, clientY: y };
                    board.dispatchEvent(new PointerEvent("pointermove", at));
                }
                frames += 1;
                frames < 10 ? requestAnimationFrame(frame) : requestAnimationFrame(() => done(frames));
            };
            requestAnimationFrame(frame);
        })""",
        [x, y],
    )
    assert 1 <= len(questions) <= frames
    assert page.evaluate("document.querySelector('[data-ship=B1]').before === 1")
    assert page.evaluate("document.querySelector('#tab-file').before === 1")
    page.mouse.up()
    until(page, "document.querySelector('#tab-file').before === 1")


def test_a_ship_dropped_near_another_snaps_into_contact_and_it_is_said(page: Any) -> None:
    scale = float(page.evaluate("document.getElementById('board').style.getPropertyValue('--px')"))  # mm per pixel
    dragged(page, "[data-ship=R1] .hull", -35 / scale, -17.5 / scale, steps=20)  # its base lies 1 mm before B1's tip
    sync_api.expect(page.locator("#said")).to_contain_text("touches")
    page.click("#tab-table")
    sync_api.expect(page.locator("#near span").first).to_have_text("R1 touches B1")
    at = ships(page)["R1"]["base"]
    x = float(str(at[0]).removesuffix(" mm"))
    assert any(isinstance(value, str) for value in at), "it touches nowhere else"
    layout = parse_dispute(json.dumps({**kept(page)["doc"], "questions": []}), format="json").layout
    assert check_contact(layout, "R1", "B1").witness.relation == "contact"
    page.click("#tab-table")
    field = page.locator("#ship-form").get_by_label("Base, x")
    assert float(field.input_value()) == pytest.approx(x, abs=1e-4)
    page.click("#undo")
    assert all(isinstance(value, int) for value in ships(page)["R1"]["base"]), "the drag and the snap are one step"
    page.click("#redo")
    assert ships(page)["R1"]["base"] == at
    page.click("#board", position={"x": 5, "y": 400})
    page.keyboard.press("ArrowRight")
    assert ships(page)["R1"]["base"][0] == pytest.approx(x + 1, abs=1e-3)


def test_a_move_is_built_step_by_step_and_ruled_on_as_everywhere(page: Any) -> None:
    dragged(page, "[data-handle=step]", 70, 60)
    page.click("#add-step")
    page.wait_for_timeout(200)
    dragged(page, "[data-handle=step]", 40, 80)
    answer = asked(page)
    state = kept(page)
    layout = parse_dispute(json.dumps({**state["doc"], "questions": []}), format="json").layout
    first, last = float(page.locator("output").first.inner_text().rstrip("°")), state["draft"]["next"]
    ruling = check_move(layout, "B1", [first, last])
    assert answer == ("Allowed." if ruling.allowed else "Not allowed.")
    assert page.locator("#board .evidence").count() >= 2
    assert page.inner_text("#said").startswith(answer)


def test_the_limit_of_turn_is_snapped_to_and_said(page: Any) -> None:
    dragged(page, "[data-handle=step]", 120, 120, steps=12)
    sync_api.expect(page.locator("#said")).to_have_text("limit of turn")
    assert kept(page)["draft"]["limit"] == "-max"
    assert asked(page) == "Allowed."


def test_a_shot_is_asked_and_its_line_drawn(page: Any) -> None:
    page.get_by_role("button", name="This shot").click()
    page.get_by_label("Ship").select_option("R1")
    page.get_by_label("Target").select_option("B1")
    assert asked(page) in ("Allowed.", "Not allowed.")
    assert page.locator("#board .evidence").count() >= 1


def test_doubt_grows_with_the_tolerance(page: Any) -> None:
    page.fill("#next-heading", "35")
    page.keyboard.press("Enter")
    assert asked(page) == "Allowed."
    page.click("#tab-table")
    page.locator("#tolerance").fill("5")
    assert kept(page)["doc"]["tolerance"] == {"position": 5}
    page.click("#tab-question")
    assert "doubt" in asked(page)


def test_a_ruling_shows_where_it_turns_to_doubt(page: Any) -> None:
    page.fill("#next-heading", "35")
    page.keyboard.press("Enter")
    assert asked(page) == "Allowed."
    margin = page.evaluate(
        "JSON.parse(localStorage['armada-table:' + sessionStorage['armada-open']]).ruling.ruling.margin"
    )
    sure = page.locator(".doubt rect.sure")
    assert float(sure.get_attribute("width")) == pytest.approx(min(100, 100 * margin / 5))
    page.locator("#doubt").fill(str(min(5, margin + 0.1)))
    sync_api.expect(page.locator("#ruling .answer")).to_contain_text("doubt")
    page.locator("#doubt").fill("0")
    sync_api.expect(page.locator("#ruling .answer")).to_have_text("Allowed.")


def test_what_can_hit_a_ship_is_told_of_every_enemy(page: Any) -> None:
    page.get_by_role("button", name="What can hit me?").click()
    page.get_by_label("Ship").select_option("B1")
    page.click("#ask")
    sync_api.expect(page.locator("#ruling li")).to_have_count(2)  # R1 from where it lies, and after a move
    assert "R1" in page.inner_text("#ruling")
    until(page, "JSON.parse(localStorage['armada-table:' + sessionStorage['armada-open']]).ruling.done")


def test_a_ship_is_turned_about_its_tip(page: Any) -> None:
    page.click("#tab-table")
    page.locator("[data-ship=R1]").focus()
    before = ships(page)["R1"]
    dragged(page, "[data-handle=swing]", 40, 0)
    after = ships(page)["R1"]
    length = page.evaluate("import('./shapes.js').then(shapes => shapes.outlines.large.length)")

    def tip(ship: dict[str, Any]) -> list[float]:
        turn = math.radians(ship["heading"])
        return [ship["base"][0] + length * math.cos(turn), ship["base"][1] + length * math.sin(turn)]

    assert abs(after["heading"] - before["heading"]) > 5
    assert tip(after) == pytest.approx(tip(before), abs=0.01)


def test_objects_and_the_surface_have_any_shape(page: Any) -> None:
    page.click("#tab-table")
    page.click("#add-disc")
    disc = kept(page)["doc"]["objects"][0]["disc"]
    dragged(page, "circle[data-thing=O1]", 50, -20)
    moved = kept(page)["doc"]["objects"][0]["disc"]
    assert moved["center"][0] > disc["center"][0] + 5
    assert moved["radius"] == disc["radius"]
    page.locator(".thing-form summary").click()
    page.locator(".thing-form").get_by_label("Radius").fill("12.5")
    page.locator(".thing-form").get_by_label("Radius").press("Enter")
    assert kept(page)["doc"]["objects"][0]["disc"]["radius"] == 12.5
    assert page.locator(".thing-form").get_by_label("Radius").is_visible()  # what was open stays open
    page.click("#add-object")
    page.locator(".thing-form summary").nth(1).click()
    page.get_by_label("Corners").fill("10 10\n50 10\n30 60,5")
    page.get_by_label("Corners").blur()
    assert kept(page)["doc"]["objects"][1]["polygon"] == [[10, 10], [50, 10], [30, 60.5]]
    page.get_by_label("Shape").select_option("disc")
    assert kept(page)["doc"]["surface"] == {"disc": {"center": [457.2, 457.2], "radius": 457.2}}
    sync_api.expect(page.locator("circle.surface")).to_have_count(1)
    page.get_by_label("Shape").select_option("polygon")
    sync_api.expect(page.locator("polygon.surface")).to_have_count(1)
    layout = parse_dispute(json.dumps(kept(page)["doc"]), format="json").layout
    assert [thing.name for thing in layout.objects] == ["O1", "O2"]


def test_steps_are_undone_after_a_reload_too(page: Any) -> None:
    before = ships(page)
    dragged(page, "[data-ship=R1] .hull", 50, 0)
    page.reload()
    page.wait_for_selector("[data-ship=R1]")
    page.click("#undo")
    assert ships(page) == before


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_serious_is_found_by_axe(page: Any, link: str, lang: str, theme: str) -> None:
    opened(page, link, lang)
    page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    asked(page)
    for tab in page.locator("[role=tab]").all():
        tab.click()
        if theme == "dark":
            page.evaluate("document.documentElement.dataset.theme = 'dark'")
        assert not serious(page)


def test_reach_sharpens_on_the_table(page: Any) -> None:
    page.click("#show-reach")
    page.wait_for_selector("path.reach.inner")
    assert len(page.locator("path.reach.inner").get_attribute("d")) > 200
    page.click("#show-threat")
    page.wait_for_selector("path.threat.inner")
    sync_api.expect(page.locator("path.reach.inner")).to_have_count(0)


def test_nothing_is_lost_on_reload_and_a_link_holds_the_table(page: Any, browser: Any, link: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    dragged(page, "[data-ship=R1] .hull", 50, 0)
    moved = ships(page)
    page.reload()
    page.wait_for_selector("[data-ship=R1]")
    assert ships(page) == moved
    page.click("#tab-file")
    page.get_by_role("button", name="Copy a link to this table").click()
    sync_api.expect(page.locator("#notice")).to_have_text("Copied")
    with browser.new_context() as other:
        again = other.new_page()
        again.goto(page.evaluate("navigator.clipboard.readText()"))
        again.wait_for_selector("[data-ship=R1]")
        assert ships(again) == moved


def test_files_are_opened_and_saved_as_the_command_line_has_them(page: Any, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[[ships]]\nname = "K1"\nplayer = "red"\nsize = "medium"\nbase = [100, 100]\nheading = 45\n')
    page.click("#tab-file")
    page.set_input_files("#open", str(file))
    page.wait_for_selector("[data-ship=K1]")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    layout = parse_dispute(Path(saved.value.path()).read_text(), format="json").layout
    assert [(ship.name, ship.pose.x, float(ship.pose.heading)) for ship in layout.ships] == [("K1", 100, 45.0)]
    file.write_text("[[ships]]\nheding = 3\n")
    page.set_input_files("#open", str(file))
    assert "heding" in page.get_by_role("alert").inner_text()
    assert list(ships(page)) == ["K1"]


def test_a_ship_is_moved_by_keyboard_alone(page: Any) -> None:
    page.locator("[data-ship=R1]").focus()
    before = ships(page)["R1"]
    for key in ("ArrowRight", "ArrowRight", "Shift+ArrowUp", "Alt+ArrowLeft"):
        page.keyboard.press(key)
        page.wait_for_timeout(60)
    after = ships(page)["R1"]
    assert after["base"] == [before["base"][0] + 2, before["base"][1] + 0.1]
    assert after["heading"] == before["heading"] + 1
    assert page.evaluate("document.activeElement.getAttribute('data-ship')") == "R1"


def test_a_ship_is_added_named_and_removed_with_typed_numbers(page: Any) -> None:
    page.click("#tab-table")
    page.click("#add-ship")
    form = page.locator("#ship-form")
    form.get_by_label("Name").fill("New")
    form.get_by_label("Name").press("Enter")
    form.get_by_label("Base, x").fill("123.4567")
    form.get_by_label("Base, x").press("Enter")
    form.get_by_label("Size").select_option("large")
    assert ships(page)["New"]["base"][0] == 123.4567
    assert ships(page)["New"]["size"] == "large"
    form.get_by_role("button", name="Remove").click()
    assert "New" not in ships(page)


def test_options_are_a_form_and_decide(page: Any) -> None:
    page.click("#tab-rules")
    page.get_by_label("contact_blocks_move").select_option("overlap_only")
    assert kept(page)["doc"]["rules"] == {"preset": "classic", "contact_blocks_move": "overlap_only"}
    page.get_by_label("Preset").select_option("lenient")
    assert kept(page)["doc"]["rules"] == "lenient"


def test_it_is_french_where_french_is_asked_for(page: Any, link: str) -> None:
    opened(page, link, "fr")
    assert page.evaluate("document.documentElement.lang") == "fr"
    sync_api.expect(page.get_by_role("button", name="Ce tir")).to_have_count(1)
    assert "mm" in page.inner_text("#near")
    assert "clear of" not in page.inner_text("#near")


def test_it_fits_a_phone(browser: Any, link: str) -> None:
    with browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True) as context:
        page = context.new_page()
        opened(page, link)
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        for tab in ("table", "rules", "file", "question"):
            page.click(f"#tab-{tab}")
            assert page.evaluate("document.documentElement.scrollWidth") == 360
        sizes = page.evaluate(
            "[...document.querySelectorAll('button:not(.grip)')]"
            ".filter(b => b.checkVisibility()).map(b => b.getBoundingClientRect().height)"
        )
        assert min(sizes) >= 40


def test_names_are_text_and_never_markup(page: Any) -> None:
    page.click("#tab-table")
    page.locator("#ship-form").get_by_label("Name").fill("<img src=x onerror=alert(1)>")
    page.locator("#ship-form").get_by_label("Name").press("Enter")
    page.click("#tab-question")
    sync_api.expect(page.locator("#near")).to_contain_text("<img")
    sync_api.expect(page.locator("#near img, #board img, #page img")).to_have_count(0)

"""A photo that is read by itself, in a real browser: ships confirmed, corrected, asked about; what goes wrong."""

from __future__ import annotations

import itertools
import math
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PIL import Image

from armada_sim.photo import Paper, Reading
from armada_sim.table import Size
from armada_sim.tabletop import InputError, Message
from tests.photo.painting import SHIPS, Placed, paint, seen
from tests.photo.standing import SEVEN, Standing, any_scale, looks_like, resized
from tests.web.browsing import CHROMIUM, serious, until
from tests.web.test_killed import running
from tests.web.test_page import dragged, kept, opened, page
from tests.web.test_photo_page import TO_SCREEN, marked, points

__all__ = ["page"]
sync_api = pytest.importorskip("playwright.sync_api", reason="pip install '.[browser]' drives pages")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium")
expect = sync_api.expect

NAMES = ["R1", "R2", "B3", "B4", "R5", "B6", "B7"]


@pytest.fixture
def stand(monkeypatch: pytest.MonkeyPatch) -> Standing:
    """What stands in for the reading at the served table."""
    made = Standing()
    made.stand_in(monkeypatch)
    return made


@pytest.fixture(scope="session")
def painted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("painted") / "table.png"
    paint(found, SEVEN)
    return found


@pytest.fixture
def rough(browser: Any, link: str) -> Iterator[Any]:
    """A page on which something goes wrong, of which browsers complain."""
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        made = context.new_page()
        opened(made, link)
        yield made


def wires(page: Any) -> list[str]:
    """Names of the ships that are shown."""
    found: list[str] = page.eval_on_selector_all(
        "#photo [data-wire]", "all => all.map((one) => one.getAttribute('data-wire'))"
    )
    return found


def chosen(page: Any, picture: Path) -> None:
    page.click("#tab-photo")
    page.set_input_files("#picture", str(picture))


def read(page: Any, picture: Path, count: int = 7) -> None:
    """A picture chosen, sent and read."""
    chosen(page, picture)
    page.click("#photo-send")
    expect(page.locator("#photo [data-wire]")).to_have_count(count)
    expect(page.locator("#photo-busy")).to_have_count(0)


def tapped(page: Any, number: int) -> None:
    """The middle of a ship is pressed on the picture."""
    marked(page, Standing().middle(number))


def quiet(page: Any) -> None:
    """Nothing is sent or read any more."""
    expect(page.locator("#photo-next, #photo-form").first).to_be_visible()
    expect(page.locator("#photo-busy")).to_have_count(0)


def said(stand: Standing) -> dict[str, Any]:
    """What was said of each ship when the picture was read last."""
    return {ship.name: ship for ship in stand.calls[-1]["ships"] or ()}


def test_the_page_asks_once_before_a_picture_is_sent(page: Any, stand: Standing, painted: Path) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/photo/" in request.url else None)
    chosen(page, painted)
    expect(page.locator("#photo-ask")).to_contain_text("never written")
    assert serious(page) == []
    assert asked == []
    page.click("#photo-send")
    expect(page.locator("#photo [data-wire]")).to_have_count(7)
    page.get_by_text("Another picture").click()
    with page.expect_response(lambda answer: "/api/photo/read" in answer.url):
        page.set_input_files("#picture", str(painted))
    expect(page.locator("#photo [data-wire]")).to_have_count(7)
    assert page.locator("#photo-ask").count() == 0
    assert [re.sub(r".*/api/photo/(\w+).*", r"\1", url) for url in asked].count("picture") == 2
    assert sum("/forget" in url for url in asked) == 1  # the first one is not needed any more


def test_a_picture_that_is_kept_here_is_not_sent_and_another_is_not_asked_about(
    page: Any, stand: Standing, painted: Path
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/photo/" in request.url else None)
    chosen(page, painted)
    page.click("#photo-keep")
    expect(page.locator("#photo-next")).to_contain_text("4 to go")
    page.get_by_text("Another picture").click()
    page.set_input_files("#picture", str(painted))
    expect(page.locator("#photo-next")).to_contain_text("4 to go")
    assert asked == []
    page.click("#photo-by-itself")
    page.click("#photo-send")
    expect(page.locator("#photo [data-wire]")).to_have_count(7)


def test_what_is_pressed_while_another_picture_is_opened_holds_for_it(
    page: Any, stand: Standing, painted: Path
) -> None:
    chosen(page, painted)
    page.click("#photo-keep")
    expect(page.locator("#photo-next")).to_contain_text("4 to go")
    page.evaluate("""() => {
        const open = window.createImageBitmap.bind(window), opening = new Promise((done) => { window.openNow = done; });
        window.createImageBitmap = (file) => (window.opened = opening.then(() => open(file)));
    }""")
    page.get_by_text("Another picture").click()
    page.set_input_files("#picture", str(painted))
    page.click("#photo-by-itself")
    expect(page.locator("#photo-ask")).to_be_visible()
    page.evaluate("async () => { window.openNow(); await window.opened; }")
    page.evaluate("() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))")
    page.click("#photo-send")
    expect(page.locator("#photo [data-wire]")).to_have_count(7)


def test_ships_are_shown_with_name_size_and_accuracy_and_put_on_the_table(
    page: Any, stand: Standing, painted: Path
) -> None:
    read(page, painted)
    assert wires(page) == NAMES
    tags = page.locator("#photo .tag").all_text_contents()
    assert tags == [f"{name} ±1.5 mm{ship.size}" for name, ship in zip(NAMES, SEVEN, strict=True)]
    looks = page.eval_on_selector_all("#photo [data-wire]", "all => all.map((one) => one.getAttribute('class').trim())")
    assert looks == [f"look-{0 if name[0] == 'R' else 1}" for name in NAMES]
    assert serious(page) == []
    page.click("#photo-put")
    document = kept(page)["doc"]
    assert [ship["name"] for ship in document["ships"]] == NAMES
    for ship, true in zip(document["ships"], SEVEN, strict=True):
        assert (ship["base"], ship["heading"], ship["size"]) == ([true.x, true.y], true.degrees % 360, true.size)
    assert document["tolerance"]["position"] == 1.5
    assert document["rules"]["surface"] == "unbounded"
    page.click("#undo")
    assert len(kept(page)["doc"]["ships"]) == 2


def test_size_and_player_of_a_ship_are_corrected_by_taps(page: Any, stand: Standing, painted: Path) -> None:
    read(page, painted)
    tapped(page, 1)
    expect(page.locator("#photo-form")).to_contain_text("R2")
    page.get_by_role("button", name="blue", exact=True).click()
    page.click("#size-large")
    expect(page.locator("#read-1")).to_contain_text("large")
    expect(page.locator("#read-1")).to_contain_text("±1.5")
    assert [(name, ship.size) for name, ship in said(stand).items() if ship.size] == [("R2", Size.LARGE)]
    assert [name for name, ship in said(stand).items() if not ship.wire] == ["R2"]  # that of another size is none
    page.click("#read-done")
    page.click("#photo-put")
    ship = kept(page)["doc"]["ships"][1]
    assert (ship["name"], ship["player"], ship["size"]) == ("R2", "blue", "large")
    page.click("#tab-photo")
    page.click("#undo")
    expect(page.locator("#read-1")).to_contain_text("medium")


def test_words_beside_many_ships_on_a_telephone_lie_on_no_others(
    browser: Any, link: str, stand: Standing, painted: Path
) -> None:
    """Thirteen ships near each other: names alone stand where there is no room for more."""
    stand.ships = [
        Placed(
            "red" if k % 2 else "blue",
            ("small", "medium", "large")[k % 3],
            -60 + 75 * (k % 5),
            30 + 80 * (k // 5),
            37 * k,
        )
        for k in range(13)
    ]
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    with browser.new_context(**phone) as context:
        page = context.new_page()
        opened(page, link)
        read(page, painted, 13)
        tags = page.locator("#photo .tag")
        assert tags.count() == 13
        texts = [tag.locator("text").first.text_content() for tag in tags.all()]
        names = [text.split()[0] for text in texts]
        assert sorted(names) == sorted(wires(page))
        assert any("±" in text for text in texts)
        boxes = [tag.bounding_box() for tag in tags.all()]
        for one, other in itertools.combinations(boxes, 2):
            wide, high = (
                min(one[at] + one[size], other[at] + other[size]) - max(one[at], other[at])
                for at, size in (("x", "width"), ("y", "height"))
            )
            assert min(wide, high) < 6, (one, other)  # letters have a dark rim


def test_what_is_no_ship_is_removed_and_comes_back_by_undo(page: Any, stand: Standing, painted: Path) -> None:
    read(page, painted)
    tapped(page, 3)
    page.click("#read-remove")
    assert wires(page) == [name for name in NAMES if name != "B4"]
    assert len(stand.calls) == 1
    page.click("#undo")
    assert wires(page) == NAMES
    page.click("#redo")
    page.click("#photo-put")
    assert len(kept(page)["doc"]["ships"]) == 6


def test_a_ship_that_was_missed_is_pointed_at(page: Any, stand: Standing, painted: Path) -> None:
    stand.blind = frozenset({6, 0})
    read(page, painted, 5)
    tapped(page, 6)
    expect(page.locator("#read-5")).to_contain_text("±1.5")
    assert wires(page) == ["R2", "B3", "B4", "R5", "B6", "B1"]  # a free name of its player
    assert said(stand)["S1"].at == pytest.approx(stand.middle(6), abs=3)
    assert all(said(stand)[name].wire for name in ("R2", "B3"))
    page.click("#photo-put")
    assert kept(page)["doc"]["ships"][5]["base"] == [SEVEN[6].x, SEVEN[6].y]
    page.click("#tab-photo")
    page.click("#undo")
    assert len(wires(page)) == 5


def test_a_ship_that_is_hardly_seen_is_looked_for_again_until_it_is_said_to_lie_so(
    page: Any, stand: Standing, painted: Path
) -> None:
    stand.blind = stand.hardly = frozenset({6, 0})
    read(page, painted, 5)
    tapped(page, 6)
    question = page.locator("[data-question]", has_text="does B1 lie so?")
    expect(question.get_by_role("button")).to_have_text(["Look at B1", "It lies as drawn"])
    question.get_by_role("button").first.click()
    expect(page.locator("#photo-form")).to_have_attribute("aria-label", "B1")
    page.click("#read-done")
    tapped(page, 0)
    expect(page.locator("[data-question]")).to_have_count(2)
    assert not said(stand)["B1"].wire
    assert said(stand)["B1"].at == pytest.approx(stand.middle(6), abs=3)
    question.get_by_role("button").last.click()
    expect(page.locator("[data-question]")).to_have_count(1)
    page.click("#read-0")
    page.click("#size-large")
    quiet(page)
    assert said(stand)["B1"].wire
    assert not said(stand)["R1"].wire
    expect(page.locator("[data-question]")).to_contain_text(["does R1 lie so?"])


def test_a_ship_is_pointed_at_and_a_corner_nudged_by_keyboard(page: Any, stand: Standing, painted: Path) -> None:
    stand.blind = frozenset({6})
    read(page, painted, 6)
    page.locator("#photo").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")  # near the middle of the picture
    expect(page.locator("#photo [data-wire]")).to_have_count(7)
    quiet(page)
    page.click("#read-0")
    calls = len(stand.calls)
    corner = page.locator("[data-corner='0.2']")
    corner.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    quiet(page)
    for _ in range(200):
        if len(stand.calls) > calls:
            break
        page.wait_for_timeout(25)
    assert said(stand)["R1"].wire[2][0] == pytest.approx(seen(SEVEN[0])["tip"][0] + 2, abs=0.01)
    assert page.evaluate("document.activeElement.getAttribute('data-corner')") == "0.2"


def test_a_wire_that_lies_beside_is_dragged_by_a_corner(page: Any, stand: Standing, painted: Path) -> None:
    stand.unknown = frozenset({0})
    read(page, painted)
    expect(page.locator("#photo-off")).to_contain_text("R1")
    assert page.locator("[data-wire=R1]").get_attribute("data-known") == "false"
    assert page.locator("[data-wire=R1] .other").count() == 3
    page.click("#photo-put")
    assert [ship["name"] for ship in kept(page)["doc"]["ships"]] == NAMES[1:]
    page.click("#tab-photo")
    page.click("#read-0")
    scale = 1 / (page.evaluate(TO_SCREEN, [1, 0])[0] - page.evaluate(TO_SCREEN, [0, 0])[0])
    dragged(page, "[data-corner='0.2']", 30, -20)
    expect(page.locator("[data-wire=R1]")).to_have_attribute("data-known", "true")
    tip = seen(SEVEN[0])["tip"]
    assert said(stand)["R1"].wire[2] == pytest.approx((tip[0] + 30 * scale, tip[1] - 20 * scale), abs=2)
    assert page.locator("#photo-off").count() == 0


def test_corners_of_the_sheet_are_dragged_and_what_it_is_is_said(page: Any, stand: Standing, painted: Path) -> None:
    read(page, painted)
    page.click("#photo-known summary")
    page.get_by_label("On the table lies").select_option("letter")
    quiet(page)
    assert (stand.calls[-1]["sheet"], stand.calls[-1]["ships"]) == (Paper.LETTER, None)
    page.click("#read-sheet")
    dragged(page, "[data-corner='-2.0']", 15, 10)
    quiet(page)
    until(page, "document.querySelector('#photo-busy') === null")
    assert stand.calls[-1]["sheet"].size == (279.4, 215.9)
    assert len(stand.calls[-1]["sheet"].corners) == 4
    page.get_by_label("On the table lies").select_option("own")
    quiet(page)
    assert stand.calls[-1]["sheet"].size == (600, 400)
    page.check("#read-surface")
    page.click("#photo-put")
    assert kept(page)["doc"]["surface"] == {"rectangle": [297, 210]}  # as it was read


def test_questions_are_answered_by_one_tap_each(page: Any, stand: Standing, painted: Path) -> None:
    stand.questions = [looks_like(Paper.LETTER), resized("R2", Size.SMALL)]
    read(page, painted)
    questions = page.locator(".question")
    expect(questions).to_have_count(2)
    assert all(one.get_by_role("button").count() == 2 for one in questions.all())
    assert serious(page) == []
    questions.nth(1).locator("[data-answer=leave]").click()
    expect(questions).to_have_count(1)
    page.click("[data-answer=take]")
    expect(questions).to_have_count(0)
    quiet(page)
    assert stand.calls[-1]["sheet"] is Paper.LETTER
    assert page.locator(".question").count() == 0  # what was left so is not asked again


def test_the_size_that_a_question_offers_is_taken(page: Any, stand: Standing, painted: Path) -> None:
    stand.questions = [resized("R2", Size.SMALL)]
    read(page, painted)
    page.click("[data-answer=take]")
    expect(page.locator("#read-1")).to_contain_text("small")
    quiet(page)
    assert said(stand)["R2"].size is Size.SMALL


def test_where_all_ships_may_be_larger_the_size_of_one_is_a_tap(page: Any, stand: Standing, painted: Path) -> None:
    stand.questions, stand.unknown = [any_scale("B3")], frozenset(range(len(SEVEN)))
    read(page, painted)
    asked = page.locator(".question")
    assert asked.get_by_role("button").all_inner_texts()[:3] == ["small", "medium", "large"]
    assert page.locator("#photo-put").is_disabled()
    assert page.locator("#photo-off").count() == 0  # the question says why
    assert serious(page) == []
    asked.locator("[data-answer=large]").click()
    expect(asked).to_have_count(0)
    quiet(page)
    assert [(name, ship.size) for name, ship in said(stand).items() if ship.size] == [("B3", Size.LARGE)]
    assert all(ship.wire for ship in said(stand).values())  # they are seen where they were
    assert page.locator("#photo-put").is_enabled()


def test_a_reading_is_kept_and_its_picture_sent_again_where_it_was_forgotten(
    rough: Any, stand: Standing, painted: Path
) -> None:
    read(rough, painted)
    rough.click("#read-0")
    rough.click("#size-small")
    expect(rough.locator("#read-0")).to_contain_text("small · ±1.5")
    rough.reload()
    expect(rough.locator("#photo [data-wire]")).to_have_count(7)
    expect(rough.locator("#read-0")).to_contain_text("small · ±1.5")
    calls = len(stand.calls)
    rough.click("#read-0")
    rough.click("#size-medium")  # it is not held by this page
    expect(rough.locator("#read-0")).to_contain_text("medium · ±1.5")
    assert len(stand.calls) == calls + 1


def test_a_picture_that_the_server_let_go_is_sent_again(
    rough: Any, stand: Standing, painted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from armada_sim.web.photographs import Pictures

    read(rough, painted)
    let_go = [True]
    at = Pictures.at

    def gone(self: Pictures, name: str) -> bytes:
        if let_go and let_go.pop():
            self.forget(name)
        return at(self, name)

    monkeypatch.setattr(Pictures, "at", gone)
    rough.click("#read-0")
    rough.click("#size-small")
    expect(rough.locator("#read-0")).to_contain_text("small · ±1.5")
    assert let_go == []


def test_to_forget_it_there_asks_again_before_a_picture_is_sent(page: Any, stand: Standing, painted: Path) -> None:
    read(page, painted)
    page.click("#photo-known summary")
    with page.expect_response(lambda answer: "/api/photo/forget" in answer.url) as answer:
        page.click("#photo-forget")
    assert answer.value.json() == {"there": True}
    assert wires(page) == NAMES
    page.click("#read-0")
    page.click("#size-small")
    expect(page.locator("#photo-ask")).to_be_visible()
    page.click("#photo-send")
    expect(page.locator("#read-0")).to_contain_text("small · ±1.5")


def test_marks_by_hand_stay_the_way_out(page: Any, stand: Standing, painted: Path) -> None:
    read(page, painted)
    page.click("#photo-known summary")
    page.click("#photo-by-hand")
    expect(page.locator("#photo-next")).to_contain_text("4 to go")
    assert page.locator("#photo [data-wire]").count() == 0
    page.click("#photo-by-itself")
    expect(page.locator("#photo [data-wire]")).to_have_count(7)


def test_an_old_answer_never_stands_beside_a_new_picture(
    page: Any, stand: Standing, painted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    going, waits = Event(), Event()

    def slow(*given: Any, **said: Any) -> Reading:
        if not going.is_set():
            going.set()
            assert waits.wait(30)
            return Standing()(*given, **said)
        return Standing(SHIPS)(*given, **said)

    monkeypatch.setattr("armada_sim.photo.read", slow)
    other = tmp_path / "other.png"
    paint(other)
    chosen(page, painted)
    page.click("#photo-send")
    expect(page.locator("#photo-busy")).to_contain_text("looked for")
    assert going.wait(30)
    page.get_by_text("Another picture").click()
    page.set_input_files("#picture", str(other))
    expect(page.locator("#photo [data-wire]")).to_have_count(4)
    with page.expect_response(lambda answer: "/api/look" in answer.url):
        waits.set()
        page.click("#tab-table")  # which asks something, and that is answered after the old picture
    page.click("#tab-photo")
    expect(page.locator("#photo [data-wire]")).to_have_count(4)


def test_what_was_undone_meanwhile_is_not_done_by_a_late_answer(
    page: Any, stand: Standing, painted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read(page, painted)
    waits = Event()

    def slow(*given: Any, **said: Any) -> Reading:
        assert waits.wait(30)
        return stand(*given, **said)

    monkeypatch.setattr("armada_sim.photo.read", slow)
    page.click("#read-0")
    page.click("#size-small")
    expect(page.locator("#photo-busy")).to_be_visible()
    assert page.locator("#photo-put").is_disabled()
    page.click("#undo")
    expect(page.locator("#photo-busy")).to_have_count(0)
    waits.set()
    expect(page.locator("#read-0")).to_contain_text("large · ±1.5")
    page.click("#photo-put")
    assert kept(page)["doc"]["ships"][0]["size"] == "large"


def test_a_refused_picture_says_why_and_can_be_marked(
    page: Any, stand: Standing, painted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refusing(*_: Any, **__: Any) -> Reading:
        raise InputError(Message("the picture is too dark: take it with more light"))

    monkeypatch.setattr("armada_sim.photo.read", refusing)
    chosen(page, painted)
    page.click("#photo-send")
    expect(page.get_by_role("alert")).to_contain_text("too dark")
    assert page.locator("#photo image").count() == 1
    monkeypatch.setattr("armada_sim.photo.read", stand)
    page.click("#photo-read-again")
    expect(page.locator("#photo [data-wire]")).to_have_count(7)
    monkeypatch.setattr("armada_sim.photo.read", refusing)
    page.click("#read-0")
    page.click("#size-small")
    expect(page.get_by_role("alert")).to_contain_text("too dark")
    assert wires(page) == NAMES  # nothing is lost
    assert page.locator("[data-wire=R1]").get_attribute("data-known") == "false"  # it is not as it was read
    monkeypatch.setattr("armada_sim.photo.read", stand)
    page.click("#photo-read-again")
    expect(page.locator("#read-0")).to_contain_text("small · ±1.5")


def test_files_that_are_too_large_or_no_pictures_leave_all_as_it_was(
    page: Any, stand: Standing, painted: Path, tmp_path: Path
) -> None:
    read(page, painted)
    page.get_by_text("Another picture").click()
    (tmp_path / "no.png").write_bytes(b"nothing")
    with (tmp_path / "large.png").open("wb") as file:
        file.truncate(40_000_001)
    for name, told in (("no.png", "no picture"), ("large.png", "40 MB")):
        page.set_input_files("#picture", str(tmp_path / name))
        expect(page.get_by_role("alert")).to_contain_text(told)
        assert wires(page) == NAMES
    page.click("#photo-put")
    assert len(kept(page)["doc"]["ships"]) == 7


def test_a_server_that_is_killed_while_it_reads_leaves_the_picture(browser: Any, painted: Path, tmp_path: Path) -> None:
    table = running("--port", "0", "--games", str(tmp_path / "games"))
    with table as (process, link), browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{link.partition('?')[0]}?lang=fr#example=four-steps")
        page.wait_for_selector("[data-handle=step]")
        chosen(page, painted)
        page.click("#photo-send")
        page.wait_for_selector("#photo-busy")
        process.kill()
        expect(page.get_by_role("alert")).to_contain_text("L’arbitre ne répond pas")
        assert page.locator("#photo image").count() == 1
        page.click("#photo-by-hand")
        marked(page, (500, 500))
        assert len(points(page)) == 1


def test_a_mark_snaps_to_the_corner_beside_it_and_arrows_place_it_off(page: Any, painted: Path) -> None:
    chosen(page, painted)
    page.click("#photo-keep")
    page.get_by_label("On the table lies").select_option("ships")
    corners = seen(SEVEN[0])
    for name, (dx, dy) in {"tip": (4, -3), "base_left": (-3, 4), "base_right": (3, 3)}.items():
        x, y = page.evaluate(TO_SCREEN, [float(part) for part in corners[name]])
        page.mouse.move(x + dx, y + dy)
        page.mouse.down()
        page.mouse.up()
        assert math.dist(points(page)[-1], corners[name]) < 1.5, name
    marked(page, (1000, 800))  # the middle of the sheet, where nothing is to be seen
    assert points(page)[-1] == pytest.approx([1000, 800], abs=2)
    page.locator("[data-mark='0.0']").focus()
    before = points(page)[0]
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    assert points(page)[0] == pytest.approx([before[0] - 3, before[1]])
    page.locator("[data-mark='0.0']").click()  # a tap alone moves nothing
    assert points(page)[0] == pytest.approx([before[0] - 3, before[1]])
    dragged(page, "[data-mark='0.0']", 6, 4)
    assert math.dist(points(page)[0], corners["tip"]) < 1.5


def test_a_mark_snaps_to_an_edge_where_there_is_no_corner(page: Any, tmp_path: Path) -> None:
    picture = tmp_path / "edge.png"
    image = Image.new("RGB", (1200, 900), (60, 60, 60))
    image.paste((200, 200, 200), (600, 0, 1200, 900))
    image.save(picture)
    chosen(page, picture)
    page.click("#photo-keep")
    x, y = page.evaluate(TO_SCREEN, [600, 450])
    page.mouse.click(x + 5, y)
    assert points(page)[0][0] == pytest.approx(600, abs=1.5)
    assert points(page)[0][1] == pytest.approx(450, abs=3)


def test_where_opencv_is_missing_ships_are_marked_by_hand(
    browser: Any, link: str, painted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cv2", None)
    with browser.new_context() as context:
        page = context.new_page()
        opened(page, link)
        chosen(page, painted)
        expect(page.locator("#photo-unread")).to_contain_text("pip install 'armada-sim[photo]'")
        expect(page.locator("#photo-next")).to_contain_text("4 to go")
        assert page.locator("#photo-by-itself, #photo-send").count() == 0

"""Games in a real browser: played to the end, by mouse, keyboard and on two devices; looked through with a slider."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from armada_sim.files import load_game, parse_game, replay
from armada_sim.wording.replay_report import account
from tests.catalogues import ROOT
from tests.web.browsing import CHROMIUM, KEPT, middle, serious, served, until

sync_api = pytest.importorskip("playwright.sync_api", reason="pip install '.[browser]' drives pages")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium")

DUEL = """
rules = "classic"
surface = { rectangle = [500, 400] }
[[ships]]
name = "R1"
player = "red"
size = "large"
base = [200, 150]
heading = 90
[[ships]]
name = "B1"
player = "blue"
size = "small"
base = [260, 185]
heading = 0
"""
"""A small ship beside a large one, which has a clear line to it after a step to the right."""

RECORD = ROOT / "examples" / "games" / "larges-against-mediums.json"


@pytest.fixture
def page(browser: Any, link: str) -> Iterator[Any]:
    """A fresh page at the tab of games; whatever it complains of fails the test."""
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        yield from opened(context, link)


def opened(context: Any, link: str, lang: str = "en", seat: str = "") -> Iterator[Any]:
    made, faults = context.new_page(), []
    made.on("pageerror", lambda error: faults.append(str(error)))
    made.on("console", lambda said: faults.append(said.text) if said.type == "error" and known(said.text) else None)
    made.goto(seat or f"{link}?lang={lang}#example=four-steps")
    made.click("#tab-game")
    yield made
    assert faults == []


def known(text: str) -> bool:
    """Whether it is more than a refusal of the server or a server that is gone, which the page tells itself."""
    return not re.search(r"\b(422|404|409)\b|ERR_CONNECTION|WebSocket connection", text)


def duel(page: Any, tmp_path: Path, red: str = "here", blue: str = "here") -> None:
    """A game begun with the ships of the duel, red first."""
    file = tmp_path / "duel.toml"
    file.write_text(DUEL)
    page.click("#tab-file")
    page.set_input_files("#open", str(file))
    until(
        page,
        f"{KEPT}.doc.ships[0].name === 'R1'",
    )
    page.click("#tab-game")
    page.get_by_label("Begin").select_option("ships")
    page.get_by_label("Who plays red").select_option(red)
    page.get_by_label("Who plays blue").select_option(blue)
    page.click("#start-game")
    due(page, "red, 3 actions left" if red == "here" else "red")


def due(page: Any, text: str) -> None:
    """Wait until this is due."""
    sync_api.expect(page.locator("#due")).to_contain_text(text)


def events(page: Any) -> list[str]:
    found: list[str] = page.locator("#account li").all_inner_texts()
    return found[::-1]


def saved(page: Any) -> str:
    with page.expect_download() as found:
        page.click("#save-record")
    text: str = Path(found.value.path()).read_text(encoding="utf-8")
    return text


def dragged(page: Any, selector: str, dx: float, dy: float) -> None:
    page.wait_for_timeout(150)  # so that what is drawn has settled
    x, y = middle(page, selector)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx, y + dy, steps=6)
    page.mouse.up()
    page.wait_for_timeout(150)


def test_a_small_game_is_played_to_its_end_with_the_mouse(page: Any, tmp_path: Path) -> None:
    duel(page, tmp_path)
    page.click("[data-ship=R1] .hull")
    sync_api.expect(page.locator("#board .legal").first).to_be_visible()
    dragged(page, "[data-handle=step]", 110, 40)
    page.click("#move-ship")
    due(page, "red, 2 actions left")
    page.click("[data-ship=R1] .hull")
    page.click("#shoot-B1")
    due(page, "red wins: no other side is afloat")
    sync_api.expect(page.locator("[data-ship=B1]")).to_have_count(0)
    found = replay(parse_game(saved(page)))
    assert found.good
    assert events(page)[1:] == ["R1 hits B1 and sinks it"]
    sync_api.expect(page.locator("#end-turn")).to_have_count(0)


def test_a_claim_is_ruled_on_with_its_clause(page: Any, tmp_path: Path) -> None:
    duel(page, tmp_path)
    page.select_option("#acting", "R1")
    page.click("#claim_shot-do")
    said = page.locator("#page .ruling.no").first
    sync_api.expect(said).to_contain_text("Not allowed")
    sync_api.expect(said).to_contain_text("(shot.")
    assert "Not allowed" in page.inner_text("#said")
    due(page, "red, 3 actions left")
    page.fill("#typed", "B1 > 30")
    page.keyboard.press("Enter")
    sync_api.expect(page.locator("#game-wrong")).to_contain_text("(turn.ship)")


def test_a_hint_is_on_the_board_and_played_by_one_press(page: Any, tmp_path: Path) -> None:
    duel(page, tmp_path)
    marks, shapes = page.locator("#board .proposed"), {"move": "polygon", "shot": "line"}
    done = []
    for left in (2, 1, 0):
        page.click("#hint")
        action = page.locator("#hinted code").inner_text()
        kind = "shot" if " x " in action else "move"
        done.append(kind)
        sync_api.expect(marks.first).to_be_visible()
        assert marks.first.evaluate("mark => mark.localName") == shapes[kind]
        assert marks.count() == (len(action.split()) - 2 if kind == "move" else 1)
        assert page.inner_text("#hinted") in page.inner_text("#said") + " " + action
        page.click("#play-hint")
        sync_api.expect(page.locator("#due")).not_to_contain_text(f"{left + 1} action")
        sync_api.expect(marks).to_have_count(0)
        if kind == "shot":
            break
    assert done[-1] == "shot", done
    due(page, "red wins")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_what_the_others_did_is_looked_at_step_by_step(browser: Any, link: str, tmp_path: Path, motion: str) -> None:
    with browser.new_context(reduced_motion=motion) as one, browser.new_context() as other:
        reds, blues = opened(one, link), None
        red = next(reds)
        duel(red, tmp_path, blue="link")
        blues = opened(other, link, seat=red.input_value("#link-blue"))
        blue = next(blues)
        sync_api.expect(red.locator("#recap")).to_have_count(0)
        red.click("#end-turn")
        due(blue, "blue, 3 actions left")
        hull = red.locator("[data-ship=B1] .hull")
        before = hull.get_attribute("points")
        blue.fill("#typed", "B1 > 30")
        blue.keyboard.press("Enter")
        due(blue, "blue, 2 actions left")
        blue.click("#end-turn")
        due(red, "red, 3 actions left")
        now = hull.get_attribute("points")
        assert now != before
        assert red.locator("#recap li").all_inner_texts() == [
            "B1 takes one step, to heading 30°", "blue ends the turn"
        ]  # fmt: skip
        red.click("#recap-show")
        sync_api.expect(red.locator("#recap [aria-current=step]")).to_contain_text("B1 takes one step")
        sync_api.expect(red.locator("#board polygon.proposed")).to_have_count(1)
        sync_api.expect(red.locator("#end-turn, #typed")).to_have_count(0)
        assert "B1 takes one step" in red.inner_text("#said")
        red.click("#back")
        sync_api.expect(hull).to_have_attribute("points", before)
        red.click("#next")
        sync_api.expect(hull).to_have_attribute("points", now)
        red.click("#next")
        sync_api.expect(red.locator("#board .proposed")).to_have_count(0)
        sync_api.expect(red.locator("#run")).to_have_count(1 if motion == "no-preference" else 0)
        red.click("#recap-leave")
        red.click("#end-turn")
        due(red, "blue, 3 actions left")
        sync_api.expect(red.locator("#recap")).to_have_count(0)
        assert [*reds, *blues] == []


def test_what_a_ship_may_still_do_is_seen_on_it(page: Any, tmp_path: Path) -> None:
    duel(page, tmp_path)
    ship, marks = page.locator("[data-ship=R1]"), page.locator("#board .may")
    sync_api.expect(ship).to_have_attribute("aria-label", "R1, red, large, may move, may fire")
    assert marks.count() == page.locator("[data-ship=R1] .may").count() == 2
    page.click("[data-ship=R1] .hull")
    sync_api.expect(page.locator("#board .legal").first).to_be_visible()
    page.fill("#typed", "R1 > 60")
    page.keyboard.press("Enter")
    due(page, "red, 2 actions left")
    sync_api.expect(ship).to_have_attribute("aria-label", "R1, red, large, may fire")
    page.click("[data-ship=R1] .hull")
    page.wait_for_selector("#claim_shot")
    sync_api.expect(page.locator("#board :is(.legal, .blocked)")).to_have_count(0)
    page.click("[data-ship=B1] .hull")
    page.wait_for_timeout(200)
    sync_api.expect(page.locator("#board :is(.legal, .blocked)")).to_have_count(0)


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)])
def test_a_new_game_shows_ones_own_fleet_large_and_nothing_covers_it(
    browser: Any, link: str, size: tuple[int, int]
) -> None:
    with browser.new_context(viewport={"width": size[0], "height": size[1]}) as context:
        pages = opened(context, link)
        page = next(pages)
        page.click("#start-game")
        page.click("#choice-0")
        page.click("#propose")
        page.wait_for_selector("[data-ship=RL1]")
        page.wait_for_timeout(200)
        own = "[data-ship^=RL] .hull"

        def free() -> bool:
            """Whether one's ships are on the board, and under no box that lies over it."""
            found: bool = page.evaluate(
                f"""[...document.querySelectorAll("{own}")].every((hull) => {{
                  const {{left, right, top, bottom}} = hull.getBoundingClientRect();
                  const board = document.getElementById("board").getBoundingClientRect();
                  const over = [...document.querySelectorAll("#bar button, #near:not(:empty)")].some((box) => {{
                    const its = box.getBoundingClientRect();
                    return its.left < right && left < its.right && its.top < bottom && top < its.bottom;
                  }});
                  const within = left >= board.left && right <= board.right && top >= board.top;
                  return within && bottom <= board.bottom && !over;
                }})"""
            )
            return found

        assert free()
        assert page.evaluate("document.getElementById('board').viewBox.baseVal.height") < 0.8 * 914.4
        page.click("#set-up")
        page.wait_for_selector("#acting, #recap")
        page.wait_for_timeout(200)
        assert free()
        assert [*pages] == []


def test_a_game_that_was_left_is_gone_on_with_until_it_is_forgotten(page: Any, tmp_path: Path) -> None:
    duel(page, tmp_path)
    page.fill("#typed", "R1 > 60")
    page.keyboard.press("Enter")
    due(page, "red, 2 actions left")
    before = events(page)
    page.click("#leave")
    sync_api.expect(page.locator("#leave-help")).to_contain_text("Go on")
    due(page, "red, 2 actions left")
    page.click("#leave")
    sync_api.expect(page.locator("#left-games li")).to_have_text(re.compile("red, blue · Turn 1: red"))
    page.reload()
    page.click("#left-0")
    due(page, "red, 2 actions left")
    assert events(page) == before
    page.click("#end-turn")
    due(page, "blue, 3 actions left")
    page.click("#leave")
    page.click("#leave")
    page.click("#start-game")  # another one
    page.wait_for_selector("#choice-0")
    page.click("#leave")
    page.click("#leave")
    sync_api.expect(page.locator("#left-games li")).to_have_count(2)
    page.click("#forget-0")
    page.click("#forget-0")
    sync_api.expect(page.locator("#left-games li")).to_have_count(1)
    page.click("#left-0")
    due(page, "blue, 3 actions left")


def test_a_game_goes_on_after_a_reload_and_the_players_own_table_is_kept(page: Any, tmp_path: Path) -> None:
    duel(page, tmp_path)
    page.click("#tab-table")
    page.wait_for_timeout(200)
    own = json.loads(page.evaluate("localStorage.getItem('armada-table:' + sessionStorage.getItem('armada-open'))"))[
        "doc"
    ]
    page.click("#tab-game")
    page.fill("#typed", "R1 > 60")
    page.keyboard.press("Enter")
    due(page, "red, 2 actions left")
    before = events(page)
    page.reload()
    due(page, "red, 2 actions left")
    assert events(page) == before
    page.click("#tab-table")
    page.wait_for_timeout(200)
    assert (
        json.loads(page.evaluate("localStorage.getItem('armada-table:' + sessionStorage.getItem('armada-open'))"))[
            "doc"
        ]
        == own
    )


def test_a_game_survives_the_server_and_a_server_that_does_not_know_it(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with browser.new_context() as context:
        with served(games=file) as first:
            port = int(re.findall(r":(\d+)/", first)[0])
            pages = opened(context, first)
            page = next(pages)
            duel(page, tmp_path)
            page.click("#end-turn")
            due(page, "blue, 3 actions left")
            before = events(page)
        with served(port, file):
            page.click("#end-turn")  # it asks again every two seconds
            due(page, "red, 3 actions left")
            assert events(page)[:-1] == before
            before = events(page)
        kept = page.evaluate("localStorage.getItem('armada-game')")
        with served(port):
            sync_api.expect(page.locator("#game-wrong")).to_have_text("this game is not here any more")
            page.reload()
            sync_api.expect(page.locator("#game-wrong")).to_have_text("this game is not here any more")
            page.click("#look-back")
            sync_api.expect(page.locator("#moment-number")).to_contain_text(f"/ {len(before)}")
            page.click("#close-record")
            assert page.evaluate("localStorage.getItem('armada-game')") == kept
        with served(port, file):
            due(page, "red, 3 actions left")
            assert events(page) == before
            page.click("#leave")
            page.click("#leave")
            assert page.evaluate("localStorage.getItem('armada-game')") is None
            assert next(pages, None) is None


def test_two_devices_play_at_one_table(browser: Any, link: str, tmp_path: Path) -> None:
    with browser.new_context() as one, browser.new_context() as other:
        reds = opened(one, link)
        red = next(reds)
        duel(red, tmp_path, blue="link")
        blues = opened(other, link, seat=red.input_value("#link-blue"))
        blue = next(blues)
        due(blue, "red, 3 actions left")
        sync_api.expect(blue.locator("#end-turn, #typed")).to_have_count(0)
        red.click("#end-turn")
        due(blue, "blue, 3 actions left")
        sync_api.expect(red.locator("#end-turn, #typed")).to_have_count(0)
        blue.fill("#typed", "B1 > 30")
        blue.keyboard.press("Enter")
        due(red, "blue, 2 actions left")
        assert events(red) == events(blue)
        assert "B1 takes one step" in red.inner_text("#said")
        blue.reload()
        due(blue, "blue, 2 actions left")
        thirds = opened(one, link, seat=red.input_value("#link-blue"))  # in another tab of the same browser
        due(next(thirds), "blue, 2 actions left")
        red.reload()
        due(red, "blue, 2 actions left")
        sync_api.expect(red.locator("#end-turn")).to_have_count(0)
        blue.click("#resign")
        blue.click("#resign")
        due(red, "red wins: the other side resigned")
        assert [*reds, *blues, *thirds] == []


def test_two_devices_agree_to_take_back_and_claim_by_the_clock(browser: Any, tmp_path: Path) -> None:
    day = [1_000_000.0]
    with served(now=lambda: day[0]) as link, browser.new_context() as one, browser.new_context() as other:
        reds = opened(one, link)
        red = next(reds)
        red.fill("#minutes", "2")
        red.keyboard.press("Tab")
        duel(red, tmp_path, blue="link")
        blues = opened(other, link, seat=red.input_value("#link-blue"))
        blue = next(blues)
        sync_api.expect(blue.locator("#clocks")).to_contain_text("red 2:00")
        red.click("#end-turn")
        due(red, "blue, 3 actions left")
        for answer in ("no", "yes"):
            red.click("#ask-back")
            sync_api.expect(blue.locator("#asked-back")).to_contain_text("red asks to take back: red ends the turn")
            sync_api.expect(red.locator("#asked-back")).to_be_visible()
            blue.click(f"#back-{answer}")
            sync_api.expect(red.locator("#asked-back")).to_have_count(0)
            sync_api.expect(red.locator("#declined")).to_have_count(1 if answer == "no" else 0)
        due(red, "red, 3 actions left")
        sync_api.expect(blue.locator("#claim-game")).to_have_count(0)
        day[0] += 121
        blue.reload()
        sync_api.expect(blue.locator("#time-up")).to_have_text("The time of red is up.")
        blue.click("#claim-game")
        due(red, "The time of red is up; blue claims the game")
        sync_api.expect(red.locator("#end-turn")).to_have_count(0)
        assert [*reds, *blues] == []


def test_whoever_joins_plays_and_talks_and_others_look_on(browser: Any, tmp_path: Path) -> None:
    with served() as link, browser.new_context() as one, browser.new_context() as other, browser.new_context() as third:
        reds = opened(one, link)
        red = next(reds)
        red.check("#may-watch")
        duel(red, tmp_path, blue="open")
        sync_api.expect(red.locator("#present")).to_have_text("Here now: red")
        blues, onlookers = opened(other, link), opened(third, link)
        blue, onlooker = next(blues), next(onlookers)
        blue.click("[id^=join-]")
        due(blue, "red, 3 actions left")
        sync_api.expect(red.locator("#present")).to_have_text("Here now: blue, red")
        blue.fill("#line", "<b>good luck</b>")
        blue.keyboard.press("Enter")
        sync_api.expect(red.locator("#lines li")).to_have_text("blue: <b>good luck</b>")
        sync_api.expect(blue.locator("#line")).to_have_value("")
        onlooker.click("#look-again")
        sync_api.expect(onlooker.locator("[id^=join-]")).to_have_count(0)
        onlooker.click("[id^=watch-]")
        due(onlooker, "red, 3 actions left")
        sync_api.expect(onlooker.locator("#lines li")).to_have_count(1)
        sync_api.expect(onlooker.locator("#line, #typed, #end-turn")).to_have_count(0)
        assert [*reds, *blues, *onlookers] == []


def test_the_link_of_a_seat_is_shown_as_a_qr_code(page: Any, tmp_path: Path) -> None:
    duel(page, tmp_path, blue="link")
    page.click("#show-qr-blue")
    sync_api.expect(page.get_by_alt_text("QR code of the link for blue")).to_be_visible()
    until(page, "document.getElementById('qr-blue').naturalWidth > 50")


def test_a_game_is_played_by_keyboard_alone(page: Any, tmp_path: Path) -> None:
    file = tmp_path / "duel.toml"
    file.write_text(DUEL)
    page.click("#tab-file")
    page.set_input_files("#open", str(file))
    until(
        page,
        f"{KEPT}.doc.ships[0].name === 'R1'",
    )

    def to(selector: str) -> None:
        """Tab on until it has the focus, once it is there."""
        page.wait_for_selector(selector, state="attached")
        for _ in range(60):
            if page.evaluate(f"document.activeElement.matches({selector!r})"):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{selector} is not reached")

    page.focus("#tab-game")
    page.keyboard.press("Enter")
    to("select[id='from']")
    page.keyboard.press("ArrowDown")
    to("#who-1")
    page.keyboard.press("Home")
    to("#start-game")
    page.keyboard.press("Enter")
    due(page, "red, 3 actions left")
    to("[data-ship=R1]")
    page.wait_for_timeout(200)
    assert "R1" in page.inner_text("#said")
    for key in ("Alt+ArrowRight", "Alt+ArrowRight"):
        page.keyboard.press(key)
        page.wait_for_timeout(100)
    to("#next-heading")
    assert page.input_value("#next-heading") == "88"
    page.keyboard.press("Control+a")
    page.keyboard.type("45")
    page.keyboard.press("Tab")
    to("#move-ship")
    page.keyboard.press("Enter")
    due(page, "red, 2 actions left")
    assert "heading 45" in page.inner_text("#said")
    assert page.evaluate("document.activeElement.id") in ("due", "move-ship")
    to("[data-ship=R1]")
    to("#shoot-B1")
    page.keyboard.press("Enter")
    due(page, "red wins")
    assert "red wins" in page.inner_text("#said")


def test_ships_are_set_up_where_they_are_dragged(page: Any) -> None:
    page.get_by_label("Who plays blue").select_option("here")
    page.click("#start-game")
    page.click("#choice-0")
    due(page, "blue, first")
    page.click("#choice-0")
    page.click("#propose")
    page.wait_for_selector("[data-ship=RL1]")
    dragged(page, "[data-ship=RL4] .hull", 15, 0)
    dragged(page, "[data-handle=turn]", 20, 0)
    page.click("#set-up")
    due(page, "blue, deploy")
    placed = dict(parse_game(saved(page)).actions[-1].ships)  # type: ignore[union-attr]
    assert placed["RL4"].x > placed["RL2"].x + 36
    assert placed["RL4"].heading < 90
    page.click("#take-back")
    due(page, "red, deploy")


def test_computers_play_a_game_to_its_end(page: Any, tmp_path: Path) -> None:
    duel(page, tmp_path, "random", "greedy")
    sync_api.expect(page.locator("#due")).to_contain_text(re.compile("wins|A draw"), timeout=60_000)
    assert replay(parse_game(saved(page))).good


def test_two_devices_see_a_computer_play_and_what_is_taken_back_meanwhile(
    browser: Any, link: str, tmp_path: Path
) -> None:
    with browser.new_context() as one:
        firsts = opened(one, link)
        first = next(firsts)
        duel(first, tmp_path, blue="random")
        seconds = opened(one, link)  # the same seat in another tab
        second = next(seconds)
        due(second, "red, 3 actions left")
        for _ in range(3):
            done = first.locator("#account li").count()
            first.click("#end-turn")
            sync_api.expect(first.locator("#account li").nth(done + 1)).to_be_attached()
            due(first, "red, 3 actions left")
            sync_api.expect(second.locator("#account li")).to_have_count(first.locator("#account li").count())
        done = first.locator("#account li").count()
        second.click("#take-back")
        for device in (first, second):
            sync_api.expect(device.locator("#account li").nth(done - 1)).not_to_be_attached()
        due(first, "red, 3 actions left")
        sync_api.expect(first.locator("#account li")).to_have_count(second.locator("#account li").count())
        assert [*firsts, *seconds] == []


def test_a_record_is_looked_through_forward_and_back_and_played_on(page: Any) -> None:
    page.set_input_files("#open-record", str(RECORD))
    record = load_game(RECORD)
    sync_api.expect(page.locator("#moment-number")).to_have_text(f"0 / {len(record.actions)}", timeout=20_000)
    found = replay(record)
    told = [words for _, rows in account(found, "en") for _, words in rows]
    for moment in (5, 30, 29, len(told)):
        page.locator("#moment").fill(str(moment))
        sync_api.expect(page.locator("#moment-text")).to_have_text(f"{told[moment - 1]}. Allowed.")
        page.wait_for_timeout(100)
        afloat = {ship.name for ship in found.games[moment].layout.ships if not ship.sunk}
        drawn = page.evaluate("[...document.querySelectorAll('#board [data-ship]')].map(s => s.dataset.ship)")
        assert set(drawn) == afloat
    page.locator("#moment").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    sync_api.expect(page.locator("#moment-text")).to_contain_text(told[0])
    page.click("#last")
    page.click("#back")
    sync_api.expect(page.locator("#moment-text")).to_contain_text(told[-2])
    page.click("#continue")
    page.click("#start-game")
    page.wait_for_selector("#due")
    assert len(parse_game(saved(page)).actions) == len(told) - 1


def test_what_is_to_come_is_drawn_where_it_will_lie_until_it_has_come(page: Any, tmp_path: Path) -> None:
    table = {
        "format": 2,
        "players": [{"player": "red"}, {"player": "blue"}],
        "fleets": "choose",
        "rules": {"fleet_budget": "free"},
        "start": {"first": "red", "ships": [
            {"name": "R1", "player": "red", "size": "small", "base": [300, 300], "heading": 90},
            {"name": "B1", "player": "blue", "size": "small", "base": [600, 600], "heading": 270},
        ]},
        "reinforcements": [
            {"name": "R2", "player": "red", "size": "large", "base": [300, 0], "heading": 90, "turn": 3},
            {"name": "B2", "player": "blue", "size": "large", "base": [600, 914.4], "heading": 270, "turn": 9},
        ],
        "actions": ["pass", "pass", "R2 > 90", "pass"],
    }  # fmt: skip
    file = tmp_path / "later.json"
    file.write_text(json.dumps(table))
    page.set_input_files("#open-record", str(file))
    sync_api.expect(page.locator("#moment-number")).to_have_text("0 / 4")
    names = "[...document.querySelectorAll('#board [data-{}]')].map(s => s.dataset.{})"
    for moment, coming, ships in (
        (0, ["R2", "B2"], ["R1", "B1"]),
        (2, ["B2"], ["R1", "B1", "R2"]),
        (1, ["R2", "B2"], ["R1", "B1"]),
    ):
        page.locator("#moment").fill(str(moment))
        until(page, f"({names.format('coming', 'coming')}).join() === '{','.join(coming)}'")
        assert page.evaluate(names.format("ship", "ship")) == ships
    sync_api.expect(page.locator("#board")).to_contain_text("B2, from turn 9 on")
    page.locator("#moment").fill("4")
    page.click("#continue")
    page.click("#start-game")
    due(page, "blue, 3 actions left")
    assert page.evaluate(names.format("coming", "coming")) == ["B2"]


@pytest.mark.parametrize("name", ["larges-against-mediums", "three-players-and-a-line", "relief-at-the-island"])
def test_a_shipped_game_is_in_the_menu_of_examples(page: Any, name: str) -> None:
    page.click("#tab-file")
    page.get_by_label("Examples").select_option(name)
    page.wait_for_selector("#ending")
    page.click("#continue")
    page.click("#start-game")
    page.wait_for_selector("#due")


def test_an_action_of_a_record_is_put_to_the_referee(page: Any) -> None:
    page.set_input_files("#open-record", str(RECORD))
    record = load_game(RECORD)
    sync_api.expect(page.locator("#moment-number")).to_contain_text(f"/ {len(record.actions)}", timeout=20_000)
    for sign in (" > ", " x "):
        number = next(i for i, line in enumerate(json.loads(RECORD.read_text())["actions"], 1) if sign in line)
        page.locator("#moment").fill(str(number))
        page.click("#ask-about")
        page.click("#ask")
        sync_api.expect(page.locator("#ruling .answer")).to_have_text("Allowed.")
        page.click("#tab-game")


def test_it_is_french_where_french_is_asked_for(browser: Any, link: str) -> None:
    with browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True) as context:
        pages = opened(context, link, "fr")
        page = next(pages)
        for tab in page.locator("[role=tab]").all()[::-1]:
            tab.click()
            assert page.evaluate("document.documentElement.scrollWidth") == 360
        page.click("#tab-game")
        page.click("#start-game")
        sync_api.expect(page.locator("#choice-0")).to_contain_text("prend 4 grands")
        page.click("#choice-0")
        page.wait_for_selector("#propose")
        for text in (page.inner_text("#page"), page.inner_text("#said")):
            assert not re.search(r"\b(the|takes|moves|turn)\b", text), text
        assert [*pages] == []


def test_colours_are_said_in_french_and_kept_as_they_are(browser: Any, link: str, tmp_path: Path) -> None:
    with browser.new_context() as context:
        pages = opened(context, link, "fr")
        page = next(pages)
        assert page.input_value("#player-0") == "rouge"
        file = tmp_path / "duel.toml"
        file.write_text(DUEL)
        page.click("#tab-file")
        page.set_input_files("#open", str(file))
        until(page, f"{KEPT}.doc.ships[0].name === 'R1'")
        page.click("#tab-game")
        page.select_option("#from", "ships")
        page.select_option("#who-1", "here")
        page.click("#start-game")
        due(page, "rouge, encore 3 actions")
        page.click("#end-turn")
        due(page, "bleu, encore 3 actions")
        assert page.locator("#account h3").all_inner_texts() == ["Tour 1\u202f: rouge"]
        assert events(page) == ["rouge termine son tour"]
        page.fill("#typed", "R1 > 90")
        page.keyboard.press("Enter")
        sync_api.expect(page.locator("#game-wrong")).to_contain_text("(bleu)")
        for text in (page.inner_text("#page"), page.inner_text("#said")):
            assert not re.search(r"\b(red|blue)\b", text), text
        sync_api.expect(page.locator("[data-ship=R1]")).to_have_attribute("aria-label", re.compile("^R1, rouge, grand"))
        assert parse_game(saved(page)).agreement.players == ("red", "blue")
        assert [*pages] == []


def test_it_fits_a_phone(browser: Any, link: str, tmp_path: Path) -> None:
    with browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True) as context:
        pages = opened(context, link)
        page = next(pages)
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        duel(page, tmp_path, blue="link")
        page.locator("[data-ship=R1] .hull").tap()
        page.wait_for_selector("#move-ship")
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        sizes = page.evaluate(
            "[...document.querySelectorAll('button:not(.grip)')]"
            ".filter(b => b.checkVisibility()).map(b => b.getBoundingClientRect().height)"
        )
        assert min(sizes) >= 40
        assert [*pages] == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_serious_is_found_by_axe(page: Any, tmp_path: Path, theme: str) -> None:
    page.emulate_media(color_scheme=theme)
    duel(page, tmp_path, blue="link")
    page.select_option("#acting", "R1")
    page.wait_for_selector("#claim_shot")
    assert not serious(page)
    page.click("#claim_shot-do")
    page.wait_for_selector("#page .ruling.no")
    page.click("#end-turn")
    due(page, "blue, 3 actions left")
    assert not serious(page)
    page.click("#look-back")
    page.wait_for_selector("#ending")
    page.click("#last")
    page.click("#continue")
    assert not serious(page)


def test_names_are_text_and_never_markup(page: Any) -> None:
    page.fill("#player-0", "<img src=x>")
    page.keyboard.press("Tab")
    page.click("#start-game")
    page.wait_for_selector("#due")
    assert "<img src=x>" in page.inner_text("#page")
    sync_api.expect(page.locator("#page img, #board img")).to_have_count(0)

"""A page that a browser keeps: its first load, without a network, from one version to the next, in bad surroundings."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from armada_sim.tabletop import InputError, Language
from armada_sim.tabletop.pocket import sealed, shell_words
from tests.sources import ROOT
from tests.tabletop.pocket.toy import PAGE, Host, toy
from tests.web.browsing import CHROMIUM, serious, until

sync_api = pytest.importorskip("playwright.sync_api", reason="pip install '.[browser]' drives pages")
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium")


NO_FAREWELL = """for (const type of ["pagehide", "visibilitychange"]) {
    addEventListener(type, (event) => event.stopImmediatePropagation(), true);
}"""
"""A page that is ended hears nothing before."""


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A toy that is served."""
    toy(tmp_path / "toy", "one")
    with Host(tmp_path / "toy").up() as made:
        yield made


@pytest.fixture
def context(browser: Any) -> Iterator[Any]:
    with browser.new_context(viewport={"width": 390, "height": 844}, locale="en") as made:
        yield made


def shows(page: Any, text: str) -> None:
    """Every file of the page is of this version."""
    sync_api.expect(page.locator("#here")).to_have_text(text * 3)


def said(page: Any, key: str) -> None:
    """What the shell says, by its key."""
    sync_api.expect(page.locator("#offline")).to_have_attribute("data-said", key, timeout=15000)


def opened(context: Any, host: Host) -> Any:
    """A page that is kept."""
    page = context.new_page()
    page.goto(host.link)
    said(page, "kept")
    shows(page, "one")
    return page


@needs_browser
def test_a_page_once_opened_is_there_without_a_server(context: Any, tmp_path: Path) -> None:
    toy(tmp_path / "toy", "one")
    host = Host(tmp_path / "toy")
    with host.up():
        page = opened(context, host)
    page.reload()
    shows(page, "one")
    page.goto(f"{host.link}index.html?lang=fr#table")
    shows(page, "one")
    assert page.get_attribute("html", "lang") == "fr"
    assert context.new_page().goto(host.link).status == 200


@needs_browser
def test_every_answer_has_the_headers_of_a_strict_page_and_nothing_else_is_answered(context: Any, host: Host) -> None:
    page = opened(context, host)
    files = json.loads(host.folder.joinpath("files.json").read_text())["files"]
    asked = len(host.asked)
    for path in ("files.json", *(file["path"] for file in files)):
        given = page.evaluate(
            "async (path) => { const answer = await fetch(path); "
            "return [answer.status, (await answer.arrayBuffer()).byteLength, Object.fromEntries(answer.headers)]; }",
            path,
        )
        body = host.folder.joinpath(path).read_bytes()
        assert (given[0], given[1]) == (200, len(gzip.decompress(body) if path.endswith(".packed") else body))
        assert ("x-unpacked" in given[2]) == path.endswith(".packed")
        assert "script-src 'self' 'wasm-unsafe-eval'" in given[2]["content-security-policy"]
        assert given[2]["x-content-type-options"] == "nosniff"
    assert page.evaluate("fetch('service.js').then(({ status }) => status)") == 404
    assert page.evaluate("fetch('nowhere').then(({ status }) => status)") == 404
    assert page.evaluate("fetch('main.js', { method: 'POST' }).then(({ status }) => status)") == 404
    assert len(host.asked) == asked


@needs_browser
def test_no_other_host_is_asked(context: Any, host: Host) -> None:
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page = opened(context, host)
    forbidden = """new Promise((done) => {
        addEventListener("securitypolicyviolation", ({ effectiveDirective }) => done(effectiveDirective));
        fetch("http://example.invalid/").catch(() => undefined);
    })"""
    assert page.evaluate(forbidden) == "connect-src"
    assert {url.partition("/")[0] + "//" + url.split("/")[2] for url in asked} <= {host.link.rstrip("/")}


@needs_browser
def test_another_version_is_taken_whole_when_it_is_wanted(context: Any, host: Host) -> None:
    page, beside = opened(context, host), context.new_page()
    beside.goto(host.link)
    shows(beside, "one")
    host.asked.clear()
    toy(host.folder, "two")
    page.reload()
    shows(page, "one")
    said(page, "new_version")
    assert "engine/bulk.bin" not in host.asked, "it is the same file"
    page.reload()
    shows(page, "one")
    assert page.evaluate("caches.keys().then((names) => names.length)") == 2
    page.evaluate("sessionStorage.left = ''; addEventListener('pagehide', () => (sessionStorage.left += 'once'))")
    page.click("#offline-take")
    shows(page, "two")
    shows(beside, "two")
    until(page, "caches.keys().then((names) => names.length === 1)")
    assert page.evaluate("sessionStorage.left") == "once"
    assert page.get_attribute("body", "data-begun") == "1"


@needs_browser
@pytest.mark.parametrize("spoilt", ["broken", "wrong"])
def test_an_update_that_does_not_come_whole_changes_nothing(context: Any, tmp_path: Path, spoilt: str) -> None:
    toy(tmp_path / "toy", "one")
    host = Host(tmp_path / "toy")
    with host.up():
        page = opened(context, host)
        toy(host.folder, "two", bytes(2_000_000))
        bulk = host.folder / "engine/bulk.bin"
        if spoilt == "broken":
            host.breaks["engine/bulk.bin"] = 9
        else:
            bulk.write_bytes(b"x" * 2_000_000)
        page.reload()
        said(page, "update_broke")
        shows(page, "one")
    page.reload()
    shows(page, "one")
    host.breaks.clear()
    bulk.write_bytes(bytes(2_000_000))
    with host.up():
        page.reload()
        said(page, "new_version")
        shows(page, "one")
        page.click("#offline-take")
        shows(page, "two")


@needs_browser
def test_a_first_load_that_breaks_off_goes_on_where_it_stopped(context: Any, host: Host) -> None:
    host.breaks["engine/bulk.bin"] = 9
    page = context.new_page()
    page.goto(host.link)
    said(page, "broke")
    assert page.inner_text("#here") == ""
    host.breaks.clear()
    host.asked.clear()
    page.click("#offline-again")
    said(page, "kept")
    shows(page, "one")
    assert "engine/bulk.bin" in host.asked
    assert not {"engine/third.packed", "main.js"} & {*host.asked}


@needs_browser
def test_a_first_load_that_got_somewhere_goes_on_by_itself(context: Any, host: Host) -> None:
    host.breaks["engine/bulk.bin"] = 1
    opened(context, host)
    assert host.asked.count("engine/bulk.bin") == 2
    assert host.asked.count("engine/third.packed") == 1


@needs_browser
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_is_said_can_be_read_by_everybody(context: Any, host: Host, lang: str) -> None:
    host.breaks["engine/bulk.bin"] = 9
    page = context.new_page()
    page.goto(f"{host.link}?lang={lang}")
    said(page, "broke")
    assert serious(page) == []
    host.breaks.clear()
    page.click("#offline-again")
    said(page, "kept")
    assert serious(page) == []
    assert page.get_by_role("status").inner_text() == Language(lang).say(shell_words()["kept"])
    page.click("#offline-close")
    assert not page.is_visible("#offline")


@needs_browser
def test_a_page_that_cannot_be_kept_works_and_says_so(browser: Any, host: Host) -> None:
    with browser.new_context(service_workers="block") as context:
        page = context.new_page()
        page.goto(host.link)
        said(page, "refused")
        shows(page, "one")


@needs_browser
def test_where_there_is_no_room_the_page_works_and_says_so(context: Any, host: Host) -> None:
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": host.link.rstrip("/"), "quotaSize": 1_000_000})
    page.goto(host.link)
    said(page, "full")
    shows(page, "one")
    session.send("Storage.overrideQuotaForOrigin", {"origin": host.link.rstrip("/")})
    page.click("#offline-again")
    said(page, "kept")


@needs_browser
def test_an_address_that_is_not_secure_works_and_says_so(browser: Any, host: Host, tmp_path: Path) -> None:
    args = ["--no-sandbox", "--host-resolver-rules=MAP toy.test 127.0.0.1"]
    with browser.browser_type.launch_persistent_context(tmp_path, executable_path=CHROMIUM, args=args) as context:
        page = context.pages[0]
        page.goto(host.link.replace("127.0.0.1", "toy.test"))
        said(page, "insecure")
        shows(page, "one")


@needs_browser
def test_a_page_whose_engine_is_starting_says_so(context: Any, host: Host) -> None:
    page = opened(context, host)
    page.add_init_script("addEventListener('begun', (event) => event.stopImmediatePropagation(), { once: true })")
    page.reload()
    said(page, "starting")
    shows(page, "one")
    assert page.is_visible("#offline")
    page.evaluate("dispatchEvent(new Event('begun'))")
    assert not page.is_visible("#offline")


@needs_browser
def test_an_engine_that_ends_is_said(context: Any, host: Host) -> None:
    lost = "export const loadPyodide = async () => { throw new RangeError('no memory'); };"
    host.folder.joinpath("engine/pyodide.mjs").write_text(lost)
    for file in ("web/static/beside.js", "pocket/static/worker.js"):
        host.folder.joinpath(Path(file).name).write_bytes((ROOT / "armada_sim/tabletop" / file).read_bytes())
    host.folder.joinpath("main.js").write_text('import "./beside.js";')
    sealed(host.folder, PAGE)
    page = context.new_page()
    page.goto(host.link)
    said(page, "died")


@needs_browser
def test_a_page_that_was_ended_while_it_was_seen_says_so(context: Any, host: Host) -> None:
    page = opened(context, host)
    page.reload()
    shows(page, "one")
    assert not page.is_visible("#offline")
    page.add_init_script(NO_FAREWELL)
    page.reload()
    shows(page, "one")
    page.reload()
    said(page, "ended")


@needs_browser
def test_a_table_that_is_not_kept_is_not_left_for_another_version(context: Any, host: Host) -> None:
    page = opened(context, host)
    toy(host.folder, "two")
    page.reload()
    said(page, "new_version")
    page.evaluate("addEventListener('leaving', (event) => event.preventDefault())")
    page.click("#offline-take")
    said(page, "unsaved")
    shows(page, "one")
    page.click("#offline-take")
    said(page, "unsaved")
    shows(page, "one")
    page.click("#offline-reload")
    shows(page, "two")


@needs_browser
def test_what_the_browser_threw_away_is_loaded_again(context: Any, host: Host) -> None:
    page = opened(context, host)
    page.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))")
    page.reload()
    shows(page, "one")
    page.reload()
    said(page, "kept")


@needs_browser
@pytest.mark.parametrize(("lacks", "key"), [("delete AbortSignal.any", "old"), ("delete self.WebAssembly", "no_wasm")])
def test_a_browser_that_lacks_something_is_told_what_to_do(context: Any, host: Host, lacks: str, key: str) -> None:
    page = context.new_page()
    page.add_init_script(lacks)
    page.goto(f"{host.link}?lang=fr")
    assert page.get_attribute("html", "data-lacking") == key
    assert page.inner_text("#offline") != ""
    assert page.inner_text("#here") == ""


def test_the_same_files_are_the_same_version(tmp_path: Path) -> None:
    first, again = toy(tmp_path / "one", "one"), toy(tmp_path / "two", "one")
    assert first == again == sealed(tmp_path / "one", PAGE)
    assert {path.name: path.read_bytes() for path in tmp_path.joinpath("one").rglob("*.*")} == {
        path.name: path.read_bytes() for path in tmp_path.joinpath("two").rglob("*.*")
    }
    assert toy(tmp_path / "three", "two") != first
    assert sealed(tmp_path / "two", PAGE.replace("Toy", "Other")) != first


def test_a_folder_that_is_no_page_is_refused(tmp_path: Path) -> None:
    toy(tmp_path / "toy", "one")
    with pytest.raises(InputError, match="</body>"):
        sealed(tmp_path / "toy", PAGE.replace("</body>", ""))
    tmp_path.joinpath("toy/manifest.webmanifest").unlink()
    with pytest.raises(InputError, match="JSON"):
        sealed(tmp_path / "toy", PAGE)


def test_every_word_of_the_shell_is_said_and_every_script_finds_its_words() -> None:
    static = ROOT / "armada_sim/tabletop/pocket/static"
    scripts = "".join(static.joinpath(name).read_text(encoding="utf-8") for name in ("start.js", "offline.js"))
    python = (ROOT / "armada_sim/tabletop/pocket/offline.py").read_text(encoding="utf-8")
    service = static.joinpath("service.js").read_text(encoding="utf-8")
    words = shell_words()
    assert [key for key in words if f'"{key}"' not in scripts + python + service] == []
    said = re.findall(r'\b(?:say|tell|doing|without)\("(\w+)"', scripts)
    assert said
    assert [key for key in said if key not in words] == []


def test_the_language_of_the_first_words_is_the_one_that_was_chosen() -> None:
    """A script for any browser imports nothing, so it names what another keeps."""
    key = re.compile(r'"(\w+-lang)"')
    files = (ROOT / f"armada_sim/tabletop/{path}" for path in ("web/static/files.js", "pocket/static/start.js"))
    assert len({tuple(key.findall(file.read_text(encoding="utf-8"))) for file in files}) == 1

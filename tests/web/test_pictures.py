"""Pictures where there is no Matplotlib: the engine answers with SVG, and the page makes PNG of that."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.web.browsing import CHROMIUM

SVG = "{http://www.w3.org/2000/svg}"

ASKING = """
import json, sys
for name in ("numpy", "shapely", "matplotlib", "contourpy", "scipy", "xml", "html"):
    sys.modules[name] = None
from armada_sim.web.pocket import ENGINE
document = json.loads(ENGINE.answer("/api/example", "en", json.dumps({"name": sys.argv[1]})).body)
found = []
for wanted in json.loads(sys.argv[2]):
    reply = ENGINE.answer("/api/picture", wanted.pop("lang"), json.dumps({"dispute": document, **wanted}))
    found.append([reply.status, reply.media, reply.body.decode()])
found.append([0, "", json.loads(ENGINE.answer("/api/page", "en", "{}").body)["pictures"]])
print(json.dumps(found))
"""


def answers(example: str, *wanted: dict[str, Any]) -> list[tuple[int, str, Any]]:
    """What the pocket's engine answers, where none of these libraries is; last, which formats it offers."""
    command = [sys.executable, "-c", ASKING, example, json.dumps(wanted)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [(status, media, said) for status, media, said in json.loads(done.stdout)]


def test_the_pocket_s_engine_draws_positions_and_rulings() -> None:
    note = {"start": [200, 200], "end": [340, 310], "text": "it <was> here"}
    asked = (("en", "screen", {}), ("fr", "print", {"number": 1}), ("fr", "greyscale", {"number": 2}))
    wanted = [{"show_in": "cm", "notes": [note], "lang": lang, "style": style, **more} for lang, style, more in asked]
    *pictures, (_, _, formats) = answers("four-steps", *wanted)
    assert formats == ["svg"]
    for status, media, svg in pictures:
        assert (status, media) == (200, "image/svg+xml")
        root = ElementTree.fromstring(svg)
        assert root.findtext(f"{SVG}title") == "The blue small slips round the red large"
        assert "it <was> here" in (root.findtext(f"{SVG}desc") or "")
        assert root.find(".//*[@id='ship-B1']") is not None
    assert "Permis (déplacement de B1)" in pictures[1][2]


@pytest.mark.parametrize("kind", ["png", "pdf"])
def test_what_needs_matplotlib_is_refused_in_a_sentence(kind: str) -> None:
    english, french, _ = answers("four-steps", *({"lang": lang, "format": kind} for lang in ("en", "fr")))
    assert (english[0], french[0]) == (422, 422)
    assert "pictures are made as svg alone here, where there is no Matplotlib" in english[2]
    assert "les images ne sont faites qu’en svg" in french[2]


@pytest.fixture
def page(browser: Any, link: str) -> Iterator[Any]:
    """A page whose engine has no Matplotlib: what it asks for as PNG it gets as SVG."""
    given = json.loads(json.dumps(answers("four-steps", {"lang": "en", "number": 1})))

    def offered(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "pictures": given[1][2]})

    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        made = context.new_page()
        made.route("**/api/page?*", offered)
        made.route("**/api/picture?*", lambda route: route.fulfill(body=given[0][2], content_type="image/svg+xml"))
        made.goto(f"{link}?lang=en#example=four-steps")
        made.wait_for_selector("[data-handle=step]")
        yield made


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium")
def test_the_page_makes_png_of_svg(page: Any) -> None:
    page.click("#ask")
    page.wait_for_selector("#ruling .answer")
    assert page.get_by_role("button", name="Picture (PDF)").count() == 0
    with page.expect_download() as saved:
        page.get_by_role("button", name="Picture (PNG)").click()
    content = Path(saved.value.path()).read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", content[16:24])
    assert width > 1500
    assert height > 900

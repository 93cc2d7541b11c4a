"""Words of the figures as a browser sets them: no two overlap, and none leaves the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from armada_sim.pictures import Words
from armada_sim.tabletop.language import LANGUAGES
from plots import STYLES, figure_bytes
from plots.rulebook import FIGURES, RulebookFigure
from tests.plots.test_rulebook import DEAR
from tests.web.browsing import CHROMIUM
from tests.whole import side_by_side, whole

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium")

MOST = 2.0
"""Square pixels. Boxes of letters have empty borders."""

MEASURE = """
() => {
  const page = document.querySelector("svg").getBoundingClientRect();
  const boxes = [...document.querySelectorAll("text")].filter((one) => one.textContent.trim()).map((one) => {
    const box = one.getBoundingClientRect(), edge = 0.18 * box.height;  // above capitals and below the line
    return {text: one.textContent.trim(), of: one.parentNode, left: box.left, right: box.right,
            top: box.top + edge, bottom: box.bottom - edge};
  });
  const found = [];
  boxes.forEach((one, k) => {
    if (one.left < page.left || one.right > page.right || one.top < page.top || one.bottom > page.bottom)
      found.push([1e9, `${one.text} leaves the page`]);
    for (const other of boxes.slice(k + 1)) {
      if (other.of === one.of) continue;  // lines of one text
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (wide > 0 && high > 0) found.push([wide * high, `${one.text} lies on ${other.text}`]);
    }
  });
  return [boxes.length, found];
}
"""


@pytest.fixture(scope="module")
def page(browser: Any) -> Iterator[Any]:
    """An empty page."""
    made = browser.new_page(viewport={"width": 1400, "height": 1400})
    yield made
    made.close()


def measured(page: Any, svg: bytes) -> tuple[int, list[str]]:
    """How many texts an SVG has, and what is wrong with them."""
    page.set_content(f"<!doctype html><body style='margin:0'>{svg.decode()[svg.decode().index('<svg') :]}</body>")
    count, found = page.evaluate(MEASURE)
    return count, [words for area, words in found if area > MOST]


@pytest.mark.parametrize(("style", "lang"), side_by_side(STYLES, reversed(LANGUAGES)))
@pytest.mark.parametrize(
    "figure",
    [whole(one) if i % 4 or one.name in DEAR else one for i, one in enumerate(FIGURES)],
    ids=lambda one: one.name,
)
def test_no_word_of_a_figure_lies_on_another_in_a_browser(
    page: Any, figure: RulebookFigure, lang: str, style: str
) -> None:
    made = figure.make(STYLES[style], Words(lang)).figure
    count, found = measured(page, figure_bytes(made, "svg", figure.name, "", lang))
    assert count > 2
    assert not found, "\n".join(found)


def test_the_browser_sees_words_on_one_another_and_words_that_leave_the_page(page: Any) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80">{}</svg>'
    text = '<g><text x="{}" y="{}" font-size="12">a word</text></g>'
    assert measured(page, svg.format(text.format(20, 20) + text.format(20, 60)).encode()) == (2, [])
    assert measured(page, svg.format(text.format(20, 20) + text.format(40, 22)).encode())[1]
    assert measured(page, svg.format(text.format(190, 20)).encode())[1]

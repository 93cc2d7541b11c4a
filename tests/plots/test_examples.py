"""The pictures of the shipped disputes can be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from armada_sim.files.records import load_dispute
from plots import PRINT, SHOW, draw_position, draw_ruling
from plots.figures import fitted, page
from plots.position import whole_view
from plots.ruling import ruling_view
from tests.plots.looks import assert_readable
from tests.whole import few

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.toml"))


@pytest.mark.parametrize("path", few(EXAMPLES, 6), ids=lambda path: path.stem)
def test_every_ruling_can_be_read_in_both_languages(path: Path) -> None:
    dispute = load_dispute(path)
    assert dispute.questions
    for number in range(1, len(dispute.questions) + 1):
        ruling = dispute.ask(number)
        view = ruling_view(dispute.layout, ruling, dispute.rules)
        for lang in ("en", "fr"):
            figure, ax = page(view, PRINT, None)
            draw_ruling(ax, dispute.layout, ruling, dispute.rules, style=PRINT, lang=lang, view=view)
            assert_readable(fitted(figure, ax, PRINT))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_position_can_be_read_with_everything_shown(path: Path) -> None:
    dispute = load_dispute(path)
    view = whole_view(dispute.layout, dispute.rules)
    figure, ax = page(view, PRINT, None)
    draw_position(ax, dispute.layout, dispute.rules, show=SHOW, style=PRINT, view=view)
    assert_readable(fitted(figure, ax, PRINT))

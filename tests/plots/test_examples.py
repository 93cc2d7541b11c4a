"""The pictures of the shipped disputes can be read."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from armada_sim.files import parse_game, replay
from armada_sim.files.records import parse_dispute
from armada_sim.pictures import Look, Words, ruling_view
from armada_sim.table import Rules, Size
from armada_sim.tabletop.language import LANGUAGES, Language
from armada_sim.tabletop.shipped import shipped, text_of
from grid_games import catalogue
from grid_games.cli.papers import load_paper, replayed_states
from plots import PRINT, SHOW, draw_position, draw_ruling
from plots.animation import page as animation_page
from plots.figures import fitted, page
from plots.frames import frames
from plots.grids import figure_of_state
from plots.position import whole_view
from plots.save import described
from tests.plots.french import assert_french, texts_of
from tests.plots.looks import assert_readable
from tests.whole import few

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.toml"))
BOARDS = sorted((ROOT / "grid_games" / "examples").glob("[!e]*/*.toml"))
FRENCH = Language("fr")


def own_sizes(rules: Rules) -> list[str]:
    """Sizes that a file gives a name."""
    return [size.name for size in rules.numbers.sizes if size not in tuple(Size)]


@pytest.mark.parametrize("path", few(EXAMPLES, 1), ids=lambda path: path.stem)
def test_every_ruling_can_be_read_in_both_languages(path: Path) -> None:
    for lang in LANGUAGES:
        dispute = parse_dispute(text_of(path, Language(lang)))
        for number in range(1, len(dispute.questions) + 1):
            ruling = dispute.ask(number)
            view = ruling_view(dispute.layout, ruling, dispute.rules)
            figure, ax = page(view, PRINT, None)
            draw_ruling(ax, dispute.layout, ruling, dispute.rules, style=PRINT, lang=lang, view=view)
            assert_readable(fitted(figure, ax, PRINT))
            if lang == "fr":
                assert_french([*texts_of(figure), *described(figure, lang)], own_sizes(dispute.rules))


@pytest.mark.parametrize("lang", few(LANGUAGES[::-1], 1))
@pytest.mark.parametrize("path", few(EXAMPLES[4:] + EXAMPLES[:4], 4), ids=lambda path: path.stem)
def test_every_position_can_be_read_with_everything_shown(path: Path, lang: str) -> None:
    dispute = parse_dispute(text_of(path, Language(lang)))
    view = whole_view(dispute.layout, dispute.rules)
    figure, ax = page(view, PRINT, None)
    look: Look = {"title": dispute.title, "style": PRINT, "lang": lang, "view": view}
    draw_position(ax, dispute.layout, dispute.rules, show=SHOW, **look)
    assert_readable(fitted(figure, ax, PRINT))
    if lang == "fr":
        assert_french([*texts_of(figure), *described(figure, lang)], own_sizes(dispute.rules))


@pytest.mark.parametrize("kind", few(catalogue.KINDS, 1))
def test_a_board_says_nothing_in_english(kind: str) -> None:
    state = catalogue.load(kind).new()
    figure = figure_of_state(state, style=PRINT, lang="fr")
    assert_french([*texts_of(figure), *described(figure, "fr")])


@pytest.mark.parametrize("path", few(BOARDS, 1), ids=lambda path: path.stem)
def test_an_example_of_a_board_says_nothing_in_english(path: Path, tmp_path: Path) -> None:
    shown = tmp_path / path.name
    shown.write_text(text_of(path, Language("fr")), encoding="utf-8")
    paper = load_paper(str(shown))
    figure = figure_of_state(replayed_states(paper)[-1], style=PRINT, lang="fr", title=paper.title)
    assert_french([*texts_of(figure), *described(figure, "fr")])


def test_a_game_in_motion_says_nothing_in_english() -> None:
    """Names of ships and players are those of the record, and so is notation."""
    found = replay(parse_game(text_of(shipped("armada_sim", ".json", "games")["larges-against-mediums"], FRENCH)))
    text = animation_page(found, frames(found, "fr"), PRINT, Words("fr"))
    said = re.sub(r"(?s)<(style|script).*?</\1>|<code>.*?</code>", "", text)
    said = " ".join(said.split())
    assert_french(re.split(r"<[^>]*>", html.unescape(said)), found.record.agreement.players)

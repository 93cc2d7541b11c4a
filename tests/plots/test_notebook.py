"""Values draw themselves in a notebook."""

from __future__ import annotations

import subprocess
import sys
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from armada_sim.evidence.ruling import Answer, Ruling
from armada_sim.play import Agreement, Flag, Game, Seat
from armada_sim.referee.questions import check_contact, check_move, check_setup, check_shot
from armada_sim.regions import Reach, Threat, reachable, threat
from armada_sim.table.layout import Layout, Pose, Ship
from armada_sim.table.pieces import Size
from armada_sim.table.rules import Rules
from armada_sim.tabletop.laboratory import run
from armada_sim.tabletop.laboratory.contest import Plan
from armada_sim.tabletop.laboratory.store import opened
from armada_sim.tabletop.laboratory.summary import summary
from grid_games import catalogue
from plots.grids import PICTURES
from tests.tabletop.laboratory.toys import round_robin
from tests.whole import few

ROOT = Path(__file__).parents[2]
LAYOUT = Layout((Ship("R1", "red", Size.LARGE, Pose(300, 400, 90)), Ship("B2", "blue", Size.SMALL, Pose(340, 400, 90))))


def named(svg: str) -> set[str]:
    return {node.attrib["id"] for node in ElementTree.fromstring(svg).iter() if "id" in node.attrib}


def test_a_layout_draws_all_its_ships() -> None:
    svg = LAYOUT._repr_svg_()

    assert svg.startswith("<svg ")
    assert {"ship-R1", "ship-B2"} <= named(svg)


def test_every_kind_of_ruling_draws_its_evidence() -> None:
    shot = check_shot(LAYOUT, "R1", "B2")
    marks = {
        "step-B2": check_move(LAYOUT, "B2", headings=[90, 100]),
        "template-R1" if shot.allowed else "region-R1": shot,
        "dimension-R1-B2": check_contact(LAYOUT, "R1", "B2"),
        "ship-R1": check_setup(LAYOUT),
    }
    for mark, ruling in marks.items():
        svg = ruling._repr_svg_()
        assert svg is not None
        assert mark in named(svg), ruling.question


def test_a_ruling_is_drawn_under_its_own_rules_and_unit() -> None:
    ruling = check_contact(LAYOUT, "R1", "B2", rules=Rules(footprint="section_triangle"), unit="in")
    svg = ruling._repr_svg_()

    assert svg is not None
    assert "(footprint = section_triangle)" in svg
    assert " in clear of B2" in svg


def test_what_it_was_given_on_is_no_part_of_a_ruling() -> None:
    ruling = check_contact(LAYOUT, "R1", "B2")
    bare = Ruling("contact", Answer.NO, True, "R1", "B2")

    assert bare._repr_svg_() is None
    assert "subject" not in ruling.as_json()
    assert "subject" not in repr(ruling)
    assert ruling == check_contact(Layout(LAYOUT.ships, tolerance=0), "R1", "B2")


CROWD = Layout((*LAYOUT.ships, Ship("R2", "red", Size.MEDIUM, Pose(250, 480, 0))))


def words_of(svg: str | None) -> str:
    assert svg is not None
    return " ".join(
        "".join(node.itertext()) for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("text")
    )


@pytest.mark.parametrize(
    ("found", "mark", "words"),
    [
        (reachable(CROWD, "B2", 1, 4.0), "inner-B2", "What B2 can cover in one step"),
        (reachable(CROWD, "R1", gap=4.0, of="tips"), "inner-R1", "Where R1's tip can get in one step"),
        (threat(CROWD, "R2", gap=8.0), "threat-R2", "What R2 can shoot at after moving"),
    ],
)
def test_regions_draw_themselves_with_what_lies_around(found: Reach | Threat, mark: str, words: str) -> None:
    svg = found._repr_svg_()

    assert svg is not None
    assert {mark, "ship-R1", "ship-B2", "ship-R2"} <= named(svg)
    assert words in words_of(svg)
    assert "The true border lies within" in words_of(svg)


def test_a_game_draws_its_table_with_its_flags_and_whose_turn_it_is() -> None:
    agreement = Agreement((Seat("red"), Seat("blue")), rules=Rules(goal="flag"))
    game = Game.of_layout(agreement, CROWD, "blue", (Flag("red", ship="R1"), Flag("blue", ship="B2")))
    svg = game._repr_svg_()

    assert svg is not None
    assert {"ship-R1", "ship-B2", "flag-R1", "flag-B2"} <= named(svg)
    assert "Turn 1: blue" in words_of(svg)


@pytest.mark.parametrize("kind", few(PICTURES, 1))
def test_positions_of_the_board_games_draw_themselves(kind: str) -> None:
    state = catalogue.load(kind).new()
    svg = state._repr_svg_()

    assert svg is not None
    assert svg.count("<path") > 30  # fields and pieces
    moved = state.play(next(iter(state.legal_moves())))
    assert moved._repr_svg_().startswith("<svg ")


def test_what_an_experiment_came_to_is_shown_as_its_report(tmp_path: Path) -> None:
    coin = round_robin("abc", {"ab": 0.5, "ac": 0.9, "bc": 0.6})
    with opened(tmp_path / "a.games", coin.identity, coin.meetings) as store:
        found = summary(coin, store, run(coin, Plan(8), store))
    page = found._repr_html_()

    assert page is not None
    assert page.startswith("<iframe srcdoc=")
    text = unescape(page)
    assert all(line in unescape(text) for line in (found.title, *found.words))
    assert "<svg" in text


@pytest.mark.parametrize("problem", [ImportError("No module named 'matplotlib'"), ValueError("no such colour")])
def test_what_cannot_be_drawn_is_a_warning_and_no_error(problem: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> str:
        raise problem

    monkeypatch.setattr("plots.notebook.figure_bytes", broken)
    with pytest.warns(RuntimeWarning, match=str(problem)):
        assert LAYOUT._repr_svg_() is None


def test_without_matplotlib_a_notebook_shows_words() -> None:
    code = "import sys\nclass Absent:\n    def find_spec(name, path=None, target=None):\n"
    code += (
        "        if name == 'matplotlib':\n            raise ModuleNotFoundError(\"No module named 'matplotlib'\")\n"
    )
    code += "sys.meta_path.insert(0, Absent)\nfrom armada_sim import *\n"
    code += "assert Layout((Ship('a', 'x', 'small', Pose(0, 0, 0)),))._repr_svg_() is None"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "not drawn: No module named 'matplotlib" in done.stderr

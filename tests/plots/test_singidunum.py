"""Figures of Singidunum show what the rules say, in two languages."""

from __future__ import annotations

from fractions import Fraction

import pytest

from armada_sim.pictures import STYLES, Words
from grid_games.singidunum import odds
from grid_games.singidunum.game import KIND
from plots.grids import figure_of_state
from plots.grids.hexes import HEX_MM, centre, corners
from plots.rulebook import FIGURES
from plots.sheet import Drawing
from tests.grid_games.singidunum.scenes import after, scene


def drawn(name: str, style: str = "screen", lang: str = "en") -> Drawing:
    (figure,) = (figure for figure in FIGURES if figure.name == name)
    return figure.make(STYLES[style], Words(lang)).drawing


def marked(drawing: Drawing, kind: str) -> set[str]:
    return {mark.pieces[0] for mark in drawing.marked(kind)}


def test_hexes_lie_side_by_side_on_both_kinds_of_board() -> None:
    grid = KIND.load().table.board.grid
    for flat in (False, True):
        here, there = grid.places[40], grid.places[grid.neighbours[40][0]]
        (ax, ay), (bx, by) = centre(here, flat=flat), centre(there, flat=flat)
        assert ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 == pytest.approx(HEX_MM)
        shared = [
            one
            for one in corners(here, flat=flat)
            for other in corners(there, flat=flat)
            if one == pytest.approx(other)
        ]
        assert len(shared) == 2


def test_the_bars_of_odds_are_as_long_as_their_chances() -> None:
    drawing = drawn("singidunum-odds")
    for mark in drawing.marked("chance"):
        advantage, column = map(int, mark.pieces)
        xs = [x for x, _ in mark.artist.get_xy()]
        share = odds.melee(KIND.load().table.rules, advantage)[column]
        assert Fraction(round((max(xs) - min(xs)) / 3), 36) == share
    assert len(drawing.marked("chance")) == 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 8 + 7 + 6


def test_a_screen_hides_the_other_army_in_pictures() -> None:
    state = after(KIND.load().new(), "E9@d4")
    seen = {player: figure_of_state(state, player=player) for player in ("romans", "barbarians")}
    chips = {
        player: sum(str(artist.get_gid()).startswith("chip") for artist in figure.axes[0].patches)
        for player, figure in seen.items()
    }
    assert chips == {"romans": 1, "barbarians": 0}


def test_pictures_tell_of_fire_and_of_the_end() -> None:
    burnt = figure_of_state(scene("H7@e5 H6@f5' / E9@i9", turn=2, points=(2, 0), burnt=["j6"]))
    assert any(str(artist.get_gid()).startswith("burnt") for artist in burnt.axes[0].patches)
    for points, told in (((8, 2), "the Romans won"), ((8, 8), "nobody won")):
        over = after(scene("H7@e5 / E9@i9", points=points), "pass", "pass")
        words = [text.get_text() for text in figure_of_state(over).axes[0].texts]
        assert any(told in text.replace("\n", " ") for text in words)

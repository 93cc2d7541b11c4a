"""Pictures of Le Jeu du destin d’Arc: what stands where, what a player may see, figures front and back, the table."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
import shapely
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.text import Text

from armada_sim.pictures import Words
from grid_games.destin_arc.chapters.combat_table import CELLS
from grid_games.destin_arc.game import KIND
from grid_games.destin_arc.state import State
from grid_games.destin_arc.units import UNITS
from plots import STYLES
from plots.figures import page
from plots.grids import figure_of_state
from plots.grids.destin_arc import TERRAIN_WORDS, Map, Pieces, map_view, scene_of
from plots.grids.destin_arc_counters import draw_counter, looks_of
from plots.grids.destin_arc_symbols import OF_UNIT, placed, symbol
from plots.grids.hexes import HEX_MM, centre
from plots.grids.scene import BoardScene, board_sheet, figure_of_board
from plots.rulebook import FIGURES
from plots.rulebook.shipped import board_of
from plots.sheet import Drawing
from tests.whole import few


def start() -> State:
    """Every piece placed."""
    figure = board_of("destin-start")
    return figure.state(figure.frames[0])


@cache
def drawn() -> Drawing:
    """The start, all of it."""
    return figure_of_board(replace(scene_of(start(), None), legend=False), "x", "y", STYLES["screen"], Words("en"))[1]


def seen(state: State, seat: int | None) -> set[str]:
    """The counters that a player sees."""
    scene = BoardScene(map_view(state.game.land), (Pieces(state, seat),))
    return names(figure_of_board(scene, "x", "y", STYLES["screen"], Words("en"))[1])


def names(drawing: Drawing) -> set[str]:
    return {mark.pieces[0] for mark in drawing.marked("counter")}


def test_every_hex_has_its_terrain() -> None:
    drawing = drawn()
    cells = "".join(start().game.land.columns)
    for cell in TERRAIN_WORDS:
        (mark,) = drawing.marked(cell)
        assert shapes_of(mark.artist) == cells.count(cell)
    (places,) = drawing.marked("place")
    assert shapes_of(places.artist) == 5


def shapes_of(patch: PathPatch) -> int:
    """How many shapes a patch is made of."""
    return int(np.count_nonzero(patch.get_path().codes == Path.MOVETO))


def box_of(text: Text) -> shapely.Polygon:
    """mm"""
    ax = text.axes
    return shapely.box(*text.get_window_extent().transformed(ax.transData.inverted()).extents)


def test_names_are_hidden_by_no_counter_and_by_no_other_name() -> None:
    state = start()
    drawing = drawn()
    words = {mark.pieces[0]: box_of(mark.artist) for mark in drawing.marked("name")}
    assert set(words) == {text for text, _ in state.game.land.names}
    counters = shapely.union_all([shapely.Polygon(mark.artist.get_xy()) for mark in drawing.marked("counter")])
    for text, box in words.items():
        assert not box.intersects(counters), text
        assert not any(box.intersects(other) for name, other in words.items() if name != text), text
    for text, label in state.game.land.names:
        x, y = centre(state.game.land.grid.places[state.game.land.numbers[label]], flat=True)
        assert words[text].distance(shapely.Point(x, y)) < 1.5 * HEX_MM


def test_terrains_and_sides_are_told_apart_without_colours() -> None:
    """In the legend each terrain but open country has its symbol; Ulf's counters, as dark as Bonnaire's, have a second
    rim."""
    style = STYLES["screen"]
    view = map_view(start().game.land)
    sheet = board_sheet(page(view, style, 1.0)[1], view, style, Words("en"))
    Map(start().game.land).draw(sheet)
    handles = {cell: sheet.entries[words] for cell, words in TERRAIN_WORDS.items()}
    assert {cell for cell, handle in handles.items() if len(handle) == 2} == {"."}
    shapes = [handle[2].get_marker() for cell, handle in handles.items() if cell in "hctgmb"]
    assert len({tuple(map(tuple, shape.vertices.round(3))) for shape in shapes}) == len(shapes)
    for unit, rims in (("b1", 0), ("u1", 1), ("f1", 0)):
        others = len(sheet.others)
        draw_counter(sheet, unit, looks_of(style)["buf".index(unit[0])], (0, 0), 3, unit, ())
        added = [one for one in sheet.others[others:] if one.get_facecolor()[3] == 0]
        assert len(added) == rims


def test_a_player_sees_no_hidden_enemy() -> None:
    state = start()
    hidden = {state.game.pieces.names[p] for p in state.game.pieces.hidden}
    assert seen(state, 1).isdisjoint(hidden)
    assert "b10" in seen(state, 0)
    assert "f6" not in seen(state, 0)


def test_a_stack_shows_three_and_its_number() -> None:
    game = KIND.load(None, {"map": "hamlet"})
    assert seen(game.new(), None) == set(game.pieces.names) - {"u1.2"}


def test_symbols_differ() -> None:
    assert set(OF_UNIT) == {unit.id for unit in UNITS}
    shapes = {name: symbol(name) for name in set(OF_UNIT.values())}
    for name, shape in shapes.items():
        assert shape.is_valid
        assert shape.area > 0.2
        others = [other for key, other in shapes.items() if key != name]
        assert all(shape.symmetric_difference(other).area > 0.15 for other in others), name
    assert max(abs(value) for value in placed("u4", (0, 0), 1).bounds) == pytest.approx(1)


def test_counters_have_their_printed_names_in_french() -> None:
    for unit in UNITS:
        assert (Words("fr").say(unit.short), Words("en").say(unit.short)) == (unit.name, unit.short)


def test_the_counters_show_front_and_back() -> None:
    (figure,) = (figure for figure in FIGURES if figure.name == "destin-counters")
    drawing = figure.make(STYLES["screen"], Words("en")).drawing
    assert len(drawing.marked("counter")) == 2 * len(UNITS)
    written = [text.get_text() for text in drawing.texts]
    for value in ("120", "60", "20/40", "∞", "25/1", "13/1", "10/4", "5/4"):
        assert value in written


def test_the_table_is_the_table() -> None:
    (figure,) = (figure for figure in FIGURES if figure.name == "destin-table")
    drawing = figure.make(STYLES["screen"], Words("en")).drawing
    assert [mark.pieces[0] for mark in drawing.marked("cell")] == [cell for row in CELLS for cell in row]


@pytest.mark.parametrize("lang", few(["fr", "en"], 1))
def test_moments_are_told(lang: str) -> None:
    game = KIND.load(None, {"map": "hamlet"})
    state, rng = game.new(), np.random.default_rng(3)
    told = set()
    for _ in range(40):
        moves = state.legal_moves()
        if not moves:
            break
        figure = figure_of_state(state, player="ulf", lang=lang) if len(told) < 2 else None
        if figure is not None:
            told.add(" ".join(text.get_text() for text in figure.axes[0].texts))
        state = state.after(moves[int(rng.integers(len(moves)))])
    assert len(told) > 1

"""Pictures of the discrete games: chips where the pieces stand, colours and kinds that can be told apart, battles as
they are fought."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import numpy as np
import pytest
import shapely
from matplotlib.colors import to_rgb
from matplotlib.patches import PathPatch, Polygon

from armada_sim.pictures import Words
from armada_sim.tabletop.errors import InputError, NotBuiltError
from grid_games import catalogue
from grid_games.strategiksa.game import KIND
from grid_games.strategiksa.moves import COLOURS
from grid_games.strategiksa.text.positions import read_position
from plots import STYLES, Drawing
from plots.grids import PICTURES, figure_of_state
from plots.grids.scene import figure_of_board
from plots.grids.squares import SQUARE_MM
from plots.grids.stacks import Chip, across, chip_places
from plots.grids.strategiksa import (
    COLOUR_WORDS,
    KINDS,
    chips_of,
    looks_of,
    scene_of,
)
from plots.grids.strategiksa_sheets import CHIP_MM, RIGHT_CHIP, fought, rounds_of
from plots.grids.symbols import placed, symbol
from plots.rulebook import FIGURES
from plots.rulebook.shipped import board_of
from tests.whole import few, side_by_side

CROWDED = (
    "pinwheel|4|R|R=R,G=R,B=B,Y=Y,P=P,O=O,W=W,T=T|R=R,G=R,B=B,Y=Y,P=P,O=O,W=W,T=T|"
    "a1=Y:KI3A;c1=P:K2C*3H;e1=O:K12I;g1=W:KA*;i1=T:KC;d10=R:K*3I2I*4C5C*6A7A*8H+G:I2A;f5=B:K9I*;j10=G:H"
)


def drawn(text: str, players: int, style: str = "screen", lang: str = "en") -> tuple[Drawing, object]:
    name = text.partition("|")[0]
    state = read_position(KIND.load(players, {"map": name}), text)
    return figure_of_board(scene_of(state), "x", "y", STYLES[style], Words(lang))[1], state


def scene() -> Any:
    """Where red has moved and the battle of the rulebook begins."""
    figure = board_of("strategiksa-vassal")
    return figure.state(figure.frames[0])


def outline(artist: object) -> shapely.Polygon:
    assert isinstance(artist, Polygon)
    return shapely.Polygon(artist.get_xy())


def outline_of(artist: object) -> shapely.Polygon:
    """Of a patch with holes, what its box covers."""
    assert isinstance(artist, PathPatch)
    return shapely.box(*artist.get_path().get_extents().extents)


def square_of(name: str) -> shapely.Polygon:
    x, y = "abcdefghij".index(name[0]) * SQUARE_MM, (int(name[1:]) - 1) * SQUARE_MM
    return shapely.box(x, y, x + SQUARE_MM, y + SQUARE_MM)


def test_every_piece_is_a_chip_on_its_square_and_none_covers_another() -> None:
    drawing, _ = drawn(CROWDED, 8)
    chips = drawing.marked("chip")
    found = Counter((mark.pieces[0], mark.pieces[1]) for mark in chips)

    assert found == {
        ("a1", "yellow"): 3, ("c1", "purple"): 3, ("e1", "orange"): 2, ("g1", "white"): 2, ("i1", "turquoise"): 2,
        ("d10", "red"): 8, ("d10", "green"): 2, ("f5", "blue"): 2, ("j10", "green"): 1,
    }  # fmt: skip
    for mark in chips:
        assert square_of(mark.pieces[0]).contains(outline(mark.artist))
    for one, other in itertools.combinations(chips, 2):
        assert not outline(one.artist).intersects(outline(other.artist))


def test_the_numbers_are_those_of_the_pieces() -> None:
    drawing, _ = drawn(CROWDED, 8)
    written = Counter(text.get_text() for text in drawing.texts if text.get_fontweight() == "bold")
    letters = Counter("12345")  # zones
    assert (written - Counter("ABCDE") - letters)["12"] == 1
    assert {number: count - letters[number] for number, count in written.items() if number.isdigit()} == {
        "2": 3, "3": 3, "4": 1, "5": 1, "6": 1, "7": 1, "8": 1, "9": 1, "12": 1, "1": 0,
    }  # fmt: skip


def test_wounds_lie_on_their_side_and_are_named() -> None:
    drawing, _ = drawn(CROWDED, 8)
    wounded = Counter(mark.pieces[:3] for mark in drawing.marked("chip") if mark.pieces[3:] == ("wounded",))
    assert wounded == Counter([
        ("c1", "purple", "cavalry"), ("g1", "white", "archers"), ("f5", "blue", "infantry"),
        *(("d10", "red", kind) for kind in ("king", "infantry", "cavalry", "archers")),
    ])  # fmt: skip
    for mark in drawing.marked("symbol"):
        if mark.pieces[2] == "infantry":  # a shield is higher than wide
            box = mark.artist.get_path().get_extents()  # type: ignore[attr-defined]
            assert (box.width > box.height) == ("wounded" in mark.pieces)
    for kind in KINDS.values():
        up, lying = placed(kind, (0, 0), 1), placed(kind, (0, 0), 1, lying=True)
        (left, bottom, right, top), turned = shapely.bounds(up), shapely.bounds(lying)
        assert turned == pytest.approx((-top, left, -bottom, right), abs=1e-9)


def test_mountains_lie_where_the_map_has_them() -> None:
    drawing, _ = drawn(CROWDED, 8)
    assert sorted(mark.pieces[0] for mark in drawing.marked("mountain")) == sorted(
        ["c4", "c5", "d5", "f3", "f4", "g3", "d8", "e7", "e8", "g6", "h6", "h7"]
    )
    for mark in drawing.marked("mountain"):
        assert outline(mark.artist).equals(square_of(mark.pieces[0]))
    shades = {mark.pieces[0]: mark.artist.get_facecolor() for mark in drawing.marked("square")}  # type: ignore[attr-defined]
    assert len(shades) == 100
    assert shades["a1"] == shades["b2"] == shades["e1"] == shades["c3"] != shades["c1"] == shades["a3"]


@pytest.mark.parametrize("count", range(1, 13))
def test_chips_fit_in_their_square_without_overlap_and_have_one_size(count: int) -> None:
    places = chip_places(count, 2.0, 3.0, 10.0, across(12))
    boxes = [shapely.box(x - side / 2, y - side / 2, x + side / 2, y + side / 2) for (x, y), side in places]
    assert len(boxes) == count
    assert all(shapely.box(2, 3, 12, 13).contains(box) for box in boxes)
    assert not any(one.intersects(other) for one, other in itertools.combinations(boxes, 2))
    assert {side for _, side in places} == {chip_places(1, 2.0, 3.0, 10.0, across(12))[0][1]}
    assert across(1) == across(4) == 2


def test_kinds_have_outlines_that_differ() -> None:
    """Drawn over one another, no two symbols share three quarters of what either covers."""
    for one, other in itertools.combinations(KINDS.values(), 2):
        a, b = symbol(one), symbol(other)
        assert a.intersection(b).area < 0.75 * a.union(b).area, (one, other)
    assert all(shapely.is_valid(symbol(kind)) for kind in KINDS.values())


def test_symbols_can_be_read_on_every_colour() -> None:
    for style in STYLES.values():
        for look in looks_of(style).values():
            fill, ink = (np.dot((0.2126, 0.7152, 0.0722), to_rgb(one)) for one in (look.fill, look.hatch_ink))
            assert abs(fill - ink) > 0.25, f"symbols cannot be read on {look.fill}"


@pytest.mark.parametrize("style", few(reversed(STYLES), 1))
def test_25_colours_are_told_apart_by_look_and_letter(style: str) -> None:
    """The letter alone tells them apart where the fill is grey; in colour fill and hatch do too."""
    looks = looks_of(STYLES[style])
    assert set(looks) == set(COLOURS.values()) == set(COLOUR_WORDS)
    assert style == "greyscale" or len({look.fill for look in looks.values()}) == 25
    game = KIND.load(25)
    zones = [f"{file}{rank}" for file in "acegi" for rank in (1, 3, 5, 7, 9)]
    squares = ";".join(f"{square}={letter}:K2I*" for square, letter in zip(zones, game.letters, strict=True))
    own = ",".join(f"{letter}={letter}" for letter in game.letters)
    drawing, _ = drawn(f"classic|1|R|{own}|{own}|{squares}", 25)
    chips = {(mark.pieces[1], mark.artist.get_facecolor()) for mark in drawing.marked("chip")}  # type: ignore[attr-defined]
    assert len(chips) == 25
    for square, letter in zip(zones, game.letters, strict=True):
        inside = [text for text in drawing.texts if square_of(square).contains(shapely.Point(text.get_position()))]
        assert sorted(text.get_text() for text in inside) == sorted(["2", letter, letter])


def test_few_colours_need_no_letters() -> None:
    drawing, _ = drawn("classic|1|R|R=R,G=G,B=B|R=R,G=G,B=B|c3=R:KH;e3=G:K;c7=B:K", 3)
    assert not {text.get_text() for text in drawing.texts} & {"R", "G"}


@pytest.mark.parametrize(("style", "lang"), side_by_side(STYLES, ["fr", "en"]))
def test_a_crowded_board_can_be_read(style: str, lang: str) -> None:
    state = read_position(KIND.load(8, {"map": "pinwheel"}), CROWDED)
    figure = figure_of_state(state, style=style, lang=lang, title="Eight players")
    (ax,) = figure.axes
    told = [text.get_text() for text in ax.texts]
    assert any(("Round 4, turn of red" if lang == "en" else "Manche 4, tour de rouge") in text for text in told)
    legend = " ".join(text.get_text() for text in ax.get_legend().get_texts()).split()  # type: ignore[union-attr]
    served = (
        "green (G), which serves red and is run by red"
        if lang == "en"
        else "vert (noté G), au service de rouge, géré par rouge"
    )
    assert served in " ".join(legend)


def test_the_moment_is_told() -> None:
    new = KIND.load(3).new()
    (ax,) = figure_of_state(new).axes
    assert "The players are setting up: red decides." in [text.get_text() for text in ax.texts]
    assert figure_of_state(scene(), lang="fr").axes[0].get_title("left") == "Strategiksa"


def test_what_stands_on_a_square_is_what_the_game_has_there() -> None:
    chips = chips_of(scene().table, scene().game.players)
    assert chips[4, 2] == [
        Chip("red", "infantry", 4),
        Chip("red", "archers"),
        Chip("green", "king"),
        Chip("green", "cavalry", 2),
    ]
    drawing, _ = drawn("classic|1|R|R=R,G=G,B=B|R=R,G=G,B=B|c3=R:KH;e3=G:K;c7=B:K", 3)
    assert drawing.marked("battle") == []
    (position,) = (figure for figure in FIGURES if figure.name == "strategiksa-position")
    assert [mark.pieces for mark in position.make(STYLES["screen"], Words("en")).drawing.marked("battle")] == [("e3",)]


# ----------------------------------------------------------------------------------------------------- battles


def test_the_battle_is_the_one_of_the_reference() -> None:
    figure = board_of("strategiksa-battle")
    rounds, after = rounds_of(*fought(figure.page(figure.frames[0])))

    assert [(one.first, one.pieces, one.left) for one in rounds] == [
        (1, (6, 0), (None, 1)), (0, (2, 4), (3, None)), (1, (2, 4), (3, None)), (0, (3, 1), (None, None)),
    ]  # fmt: skip
    assert [sum(chip.count for chip in one.stacks[0]) for one in rounds] == [5, 4, 4, 4]
    assert [sum(chip.count for chip in one.stacks[1]) for one in rounds] == [3, 3, 2, 1]
    assert after.table.lords == (0, 0, 2)


def test_each_fight_shows_who_falls_and_who_picks_first() -> None:
    (figure,) = (figure for figure in FIGURES if figure.name == "strategiksa-battle")
    made = figure.make(STYLES["screen"], Words("en"))
    removed = Counter(mark.pieces for mark in made.drawing.marked("removed"))
    assert removed == Counter([("1", "red"), ("2", "green"), ("3", "green"), ("4", "red"), ("4", "green")])
    sides = [outline(mark.artist).centroid.x < RIGHT_CHIP - CHIP_MM for mark in made.drawing.marked("first")]
    assert sides == [False, True, False, True]
    for mark in made.drawing.marked("removed"):  # what is removed can still be told
        symbols = [outline_of(one.artist) for one in made.drawing.marked("symbol") if one.pieces[0] == mark.pieces[0]]
        disc = outline(mark.artist)
        assert all(shape.intersection(disc).area < 0.1 * shape.area for shape in symbols)
    told = [" ".join(text.get_text().split()) for text in made.drawing.texts]
    assert "The king beats the archer and is wounded." in told
    assert told.count("The infantry beats the cavalry and is wounded.") == 2
    assert "The wounded king beats the wounded infantry and dies of its wound." in told
    assert "Red takes green as a vassal; the battle is over." in told


def test_healing_is_a_round_that_passes_the_initiative() -> None:
    game = KIND.load(3)
    state = read_position(game, "classic|1|R|R=R,G=G,B=B|R=R,G=G,B=B|c3=R:K;d3=R:2I;e3=G:KC*H;c7=B:K")
    for text in ("no offer", "stop", "I d3-e3", "I d3-e3", "stop"):
        state = state.play(game.parse(text))
    rounds, after = rounds_of(state, [game.parse(text) for text in ("h C*", "I", "/C")])

    assert [(one.first, one.pieces, one.left, one.colours) for one in rounds] == [
        (1, (None, 5), (None, 4), (None, "green")), (0, (2, 4), (3, None), ("red", "green")),
    ]  # fmt: skip
    assert after.current_player() == "green"


def test_every_game_with_pictures_is_in_the_catalogue() -> None:
    assert set(PICTURES) <= set(catalogue.KINDS)
    for name in PICTURES:
        state = catalogue.load(name).new()
        figure = figure_of_state(state, lang="fr", style="greyscale")
        assert figure.axes


def test_a_game_without_pictures_and_strange_styles_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    state = KIND.load(3).new()
    with pytest.raises(InputError, match="style: must be screen, print or greyscale"):
        figure_of_state(state, style="neon")
    with pytest.raises(InputError, match="lang: must be one of"):
        figure_of_state(state, lang="de")
    monkeypatch.delitem(PICTURES, "strategiksa")
    with pytest.raises(NotBuiltError, match="there are no pictures of strategiksa"):
        figure_of_state(state)

"""Maps, map files, seats."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from armada_sim.tabletop.errors import InputError
from grid_games import catalogue
from grid_games.core.match import Match
from grid_games.core.protocol import finite
from grid_games.core.records import Record
from grid_games.core.sets import mask, members
from grid_games.strategiksa.board import (
    MAPS,
    SQUARES,
    ZONE_MASKS,
    ZONES,
    Terrain,
    entered,
    filled,
    read_terrain,
)
from grid_games.strategiksa.documents import load_map
from grid_games.strategiksa.game import KIND
from grid_games.strategiksa.options import OPTIONS

PINWHEEL = """\
. . . . . . . . . .
. . . . . . . . . .
. . . ^ ^ . . . . .
. . . . ^ . . ^ . .
. . . . . . ^ ^ . .
. . ^ ^ . . . . . .
. . ^ . . ^ . . . .
. . . . . ^ ^ . . .
. . . . . . . . . .
. . . . . . . . . .
"""
"""Section 5.2 of the reference, rank 10 first."""


def quarter_turn(square: int) -> int:
    return 10 * (square % 10) + 9 - square // 10


def test_a_game_without_a_last_round_has_no_bound() -> None:
    """Who needs an end is given one; a number that was asked for stays."""
    assert KIND.load().max_plies is None
    assert (finite(KIND).settings["max_rounds"], finite(KIND, 3, {"max_rounds": 7}).settings["max_rounds"]) == (100, 7)
    with pytest.raises(InputError, match="expected a game that ends, such as with max_rounds = 100"):
        finite(KIND, 3, {"max_rounds": "none"})


def test_a_record_of_format_1_means_the_options_of_its_time() -> None:
    earlier = catalogue.recorded(Record("strategiksa", 3, format=1))
    assert {one.key: str(earlier.settings[one.key]) for one in OPTIONS if one.was} == {
        one.key: one.was for one in OPTIONS if one.was
    }
    assert catalogue.recorded(Record("strategiksa", 3)) == KIND.load()
    assert (
        catalogue.recorded(Record("strategiksa", 3, {"massacre": "always"}, format=1)).settings["massacre"] == "always"
    )
    assert '"format": 2' in Match(KIND.load()).record().text()


def test_zones_are_blocks_of_four() -> None:
    assert [SQUARES[square] for square in members(ZONE_MASKS[ZONES.index("B3")])] == ["c5", "c6", "d5", "d6"]
    assert sum(ZONE_MASKS) == (1 << 100) - 1


@given(st.sets(st.integers(0, 99), max_size=40))
def test_zones_are_entered_by_one_and_filled_by_two(squares: set[int]) -> None:
    counts = [sum(SQUARES[square] in names for square in squares) for names in map(zone_names, ZONES)]
    firsts = [SQUARES.index(zone_names(zone)[0]) for zone in ZONES]
    for found, least in ((entered(mask(squares)), 1), (filled(mask(squares)), 2)):
        assert members(found) == sorted(first for first, count in zip(firsts, counts, strict=True) if count >= least)


def zone_names(zone: str) -> list[str]:
    """The squares of a zone such as B3, the first file and the first rank first: c5, c6, d5, d6."""
    files, ranks = "abcdefghij"[2 * "ABCDE".index(zone[0]) :][:2], (2 * int(zone[1]) - 1, 2 * int(zone[1]))
    return [f"{file}{rank}" for file in files for rank in ranks]


def test_the_pinwheel_is_as_the_reference_draws_it() -> None:
    rows = [row.split() for row in PINWHEEL.splitlines()]
    drawn = {10 * file + 9 - row for row in range(10) for file in range(10) if rows[row][file] == "^"}
    assert MAPS["pinwheel"].mountains == drawn
    game = KIND.load(3, {"map": "pinwheel"})
    assert game.ground.open.bit_count() == 88
    sizes = sorted((game.ground.open & mask).bit_count() for mask in ZONE_MASKS)
    assert sizes == [2] * 4 + [3] * 4 + [4] * 17
    between = KIND.load(3, {"map": "pinwheel", "corner": "blocked_between_two"}).ground
    assert between.near == game.ground.near
    assert KIND.load(3, {"map": "pinwheel", "corner": "blocked_beside_one"}).ground.near != game.ground.near


def test_the_pinwheel_turns() -> None:
    assert {quarter_turn(square) for square in MAPS["pinwheel"].mountains} == MAPS["pinwheel"].mountains


def test_the_citadel_has_24_zones() -> None:
    assert sum(KIND.load(3, {"map": "citadel"}).ground.zones) == 24


@pytest.mark.parametrize("name", MAPS)
def test_maps_are_written_and_read(name: str) -> None:
    terrain = MAPS[name]
    assert read_terrain(terrain.text) == terrain
    odd = Terrain(terrain.mountains | {0})
    assert read_terrain(odd.text) == read_terrain(f"{odd.text} lines") == odd


def test_a_map_file_is_a_map_of_a_game(made_file: Callable[[str], Path]) -> None:
    terrain = load_map(made_file('name = "Two rocks"\nmountains = ["c4", "h7"]\n'))
    game = KIND.load(3, {"map": terrain.text})
    assert game.settings["map"] == "mountains c4 h7"
    assert KIND.load(3, game.settings) == game


@pytest.mark.parametrize(("content", "complaint"), [
    ("mountains = [", "is not valid TOML"), ("", "expected mountains, if only an empty list"),
    ('mountain = ["c4"]', "mountain: is no key of a map"),
    ("mountains = 3", 'mountains: expected a list of texts such as \\["c4"\\]'),
    ("mountains = [4]", "mountains: expected a list of texts"),
    ('mountains = ["c4", "k4"]', "mountains 2: expected a square from a1 to j10, not 'k4'"),
    ('mountains = ["c4", "c4"]', "mountains: 'c4' stands there twice"),
    ('mountains = ["c4"]\nlines = ["c4-c5"]', "lines: is no key of a map; there are name, mountains"),
    ("name = 3\nmountains = []", "name: expected a text"),
    ("mountains = " + "[" * 60_000, "more than 12 tables or lists"),
    ("a." * 30_000 + "b = 1", "a key of more than 12 parts"),
    (f"mountains = {'9' * 5000}", "a number or date that does not exist"), (b"\xff\xfe", "is not text in UTF-8"),
    (1_000_001, "is larger than 1000 kB"), (None, "is a directory"),
])  # fmt: skip
def test_faults_of_map_files(made_file: Callable[[object], Path], content: object, complaint: str) -> None:
    path = made_file(content)
    with pytest.raises(InputError, match=complaint) as caught:
        load_map(path)
    assert str(caught.value).startswith(str(path))


def test_a_map_file_may_begin_with_a_byte_order_mark(made_file: Callable[[object], Path]) -> None:
    assert load_map(made_file(b'\xef\xbb\xbfmountains = ["c4"]\n')).text == "mountains c4"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_map_that_is_a_pipe_without_a_writer(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "map.toml")
    with pytest.raises(InputError, match="is a pipe that nothing is written to"):
        load_map(tmp_path / "map.toml")


def test_a_map_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.toml: there is no such file"):
        load_map(tmp_path / "none.toml")


def test_seats() -> None:
    game = KIND.load(None, {"seats": "T B R"})
    assert game.players == ("turquoise", "blue", "red")
    assert KIND.load(8).players == ("red", "green", "blue", "yellow", "purple", "orange", "white", "turquoise")
    assert game.new().current_player() == "turquoise"


def test_each_map_seats_as_many_as_it_has_zones_to_start_in() -> None:
    """Every player needs a zone of his own with two open squares (clause 12); letters and names are all different."""
    assert {name: sum(KIND.load(3, {"map": name}).ground.zones) for name in MAPS} == {
        "classic": 25, "pinwheel": 25, "citadel": 24,
    }  # fmt: skip
    for name, most in (("classic", 25), ("pinwheel", 25), ("citadel", 24)):
        game = KIND.load(most, {"map": name})
        assert len(set(game.players)) == len(set(game.letters)) == most
    crowded = KIND.load(25)
    assert all(crowded.parse(f"m {letter}={letter}") and crowded.parse(f"{letter}.A*") for letter in crowded.letters)


@pytest.mark.parametrize(
    ("players", "settings", "complaint"),
    [
        (2, {}, "players: expected 3 to 25 players, not 2"),
        (26, {}, "players: expected 3 to 25 players, not 26"),
        (25, {"map": "citadel"}, "map: the map has 24 zones to start in, too few for 25 players"),
        (None, {"seats": "R G G"}, "seats: expected different colours"),
        (4, {"seats": "R G B"}, "seats: there are 3 colours, but 4 players"),
        (3, {"map": "nowhere"}, "map: expected classic, pinwheel, citadel, or a map"),
        (3, {"map": "mountains k1"}, "map: expected a square"),
        (3, {"map": "mountains " + " ".join(SQUARES[:40])},
         "map: 15 zones of the map can be controlled, and 18 are needed"),
        (3, {"map": "mountains " + " ".join(SQUARES[:96])}, "map: the map has 2 zones"),
    ],
)  # fmt: skip
def test_players_and_maps_that_do_not_go_together(
    players: int | None, settings: dict[str, object], complaint: str
) -> None:
    with pytest.raises(InputError, match=complaint):
        KIND.load(players, settings)

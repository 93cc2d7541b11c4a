"""A game's numbers as data: what stands on invented pieces is what they fight, move and count with."""

import json
import random
from collections import Counter

import pytest
from click.testing import CliRunner

from grid_games import catalogue
from grid_games.cli.commands import cli
from grid_games.core.match import Match
from grid_games.core.records import read_record
from grid_games.destin_arc.chapters.combat_table import column, ratio
from grid_games.destin_arc.chapters.objectives import score
from grid_games.destin_arc.game import KIND
from grid_games.destin_arc.units import UNITS
from tests.grid_games.destin_arc.test_combat import columned

from .scenes import game, scene

B, U, F = 0, 1, 2


@pytest.mark.parametrize("seed", range(6))
def test_battles_are_of_the_numbers_on_the_pieces(seed: int) -> None:
    """Infantry on Fidèles by day, where nothing modifies: the ratio by division, in favour of the defender."""
    draw = random.Random(seed)
    attack, defence = draw.randint(2, 60), draw.randint(2, 40)
    numbers = json.dumps({"units": {"b1": {"melee": attack}, "u1": {"defence": defence}}})
    found = columned({"b1.1": "K22", "u1.1": "K24"}, B, "u1.1", "b1.1", numbers=numbers)
    assert found == ("auto" if attack >= 9 * defence else ratio(column(attack, defence)))
    if 1 <= attack // defence <= 8:
        assert found == f"{attack // defence}-1"


def test_a_piece_goes_as_far_as_it_says() -> None:
    """Over open ground of the city's west: every hex costs 1."""
    reached = {}
    for move in (1, 3):
        numbers = json.dumps({"units": {"b1": {"move": move}}})
        state = scene({"b1.1": "A2"}, "movement", B, numbers=numbers)
        state = state.play(state.game.parse("move b1.1"))
        land = state.game.land
        goals = [land.numbers[text.split()[1]] for text in map(str, state.legal_moves()) if text.startswith("to ")]
        reached[move] = max(land.distance(land.numbers["A2"], goal) for goal in goals)
    assert reached == {1: 1, 3: 3}


@pytest.mark.parametrize(("level", "infantry"), [("unfavourable", 10), ("average", 12), ("favourable", 15)])
def test_levels_have_the_pieces_of_the_file(level: str, infantry: int) -> None:
    of = game(numbers="long-night", level_b=level, level_u=level, level_f=level)
    count = Counter(unit.id for p, unit in enumerate(of.pieces.units) if p not in of.pieces.spares)
    assert (count["b1"], count["b8"], count["f1"], count["b2"]) == (infantry, 0, 25, 6)


def test_a_place_counts_what_the_file_says() -> None:
    """The hall, F33, counts 4; the temple, K32, two as any other."""
    place = dict(game().land.places)
    pieces = {"u1.1": place["hall"], "b1.1": place["temple"]}
    for numbers, points in (("text", [2, 2, 0]), ('{"places": {"hall": 4}}', [2, 4, 0])):
        assert [score(scene(pieces, "movement", B, numbers=numbers), seat) for seat in range(3)] == points


def test_numbers_that_say_what_the_text_says_change_nothing() -> None:
    said = {unit.id: {"melee": unit.melee, "counts": list(unit.counts)} for unit in UNITS}
    assert KIND.load(settings={"numbers": json.dumps({"units": said})}).settings == KIND.load().settings


def test_a_record_carries_its_numbers(tmp_path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[units]\nb1 = { melee = 30 }\nf6 = { move = 12 }\nf7 = { move = 'unlimited' }\n")
    played = Match(KIND.load(settings={"numbers": str(file), "map": "hamlet"}))
    text = played.record().text()
    file.unlink()
    again = catalogue.recorded(read_record(text))
    assert again == played.game
    assert again.numbers.by_id["b1"].melee == 30
    assert again.numbers == played.game.numbers


def test_somebody_who_no_longer_goes_anywhere_has_legs_to_count() -> None:
    state = scene({"f6": "A2"}, "movement", F, special=True, shown=["f6"], numbers='{"units": {"f6": {"move": 2}}}')
    for move in ("move f6", "to A4"):
        state = state.play(state.game.parse(move))
        assert 0 < len([text for text in map(str, state.legal_moves()) if text.startswith("to ")]) <= 6
    last = next(move for move in state.legal_moves() if str(move).startswith("to "))
    assert not [text for text in map(str, state.play(last).legal_moves()) if text.startswith("to ")]


MISTAKES = """
[units]
b1 = { melee = 1, defence = 0, speed = 3 }
b4 = { counts = 2 }
b2 = { counts = [1, 2], move = 0, points = 5 }
z1 = { melee = 3 }
u3 = 4
[places]
castle = 3
hall = -1
"""


def test_every_mistake_of_a_file_is_told_with_its_key(tmp_path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(MISTAKES)
    done = CliRunner().invoke(cli, ["play", "destin-arc", "--numbers", str(file)])
    assert done.exit_code == 2
    told = {line.removeprefix(f"Error: {file}: ").partition(": ")[0] for line in done.output.strip().splitlines()}
    units = {"b1.melee", "b1.defence", "b1.speed", "b4.counts", "b2.counts", "b2.move", "b2.points", "z1", "u3"}
    assert told == {f"units.{unit}" for unit in units} | {"places.castle", "places.hall"}


def test_a_side_without_pieces_is_refused() -> None:
    none = {unit.id: "none" for unit in UNITS if unit.side == F}
    with pytest.raises(ValueError, match="Fereira has no piece at some level"):
        KIND.load(settings={"numbers": json.dumps({"units": none})})

"""Army lists and what the game offers people."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from armada_sim.tabletop.errors import InputError
from grid_games import catalogue
from grid_games.core.protocol import NotationError
from grid_games.singidunum.armies import ARMIES, check, keeping
from grid_games.singidunum.extras import EXTRAS
from grid_games.singidunum.game import KIND
from grid_games.singidunum.moves import Attack, Double, Go, Retreat, Shoot, Support
from grid_games.singidunum.state import State
from tests.grid_games.singidunum.scenes import after, game, scene, units


def test_the_lists_are_armies_of_their_budgets() -> None:
    """The first of each are the reference's, "checked against the pool"."""
    for name, army in ARMIES.items():
        budget = int(name.rpartition("-")[2])
        check(game(scenario=budget), army.units)
        assert budget - 2 < sum(int(unit[1]) for unit in army.units.split()) <= budget


@pytest.mark.parametrize(("text", "told"), [
    ("", "at least one"), ("E7", "there is no unit E7"), ("E9 E9", "2 times E9; a side has 1"),
    ("E9 E8 H7 H7 H6 A4", "costs 41 points; 37"),
])  # fmt: skip
def test_what_is_no_army_is_said(text: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        check(game(scenario="37"), text)


@pytest.mark.parametrize("name", ["mixed-37", "many-37", "mixed-55", "many-55"])
def test_a_list_is_deployed_in_front_and_becomes_the_army(name: str) -> None:
    loaded, rng = game(scenario=name.rpartition("-")[2]), np.random.default_rng(1)
    state = loaded.new()
    for player in loaded.players:
        assert state.current_player() == player
        check(loaded, ARMIES[name].units)
        while state.current_player() == player:
            choices = keeping(state, ARMIES[name].units)
            state = state.play(choices[int(rng.integers(len(choices)))])
    for side, rows in zip(units(state).split(" / "), ("cd", "hi"), strict=True):
        assert sorted(text[:2] for text in side.split()) == sorted(ARMIES[name].units.split())
        assert {text[3] for text in side.split()} <= set(rows)


def test_what_cannot_be_deployed_any_more_is_said() -> None:
    with pytest.raises(InputError, match="nobody deploys now"):
        keeping(scene("H7@e5 / E9@i9"), "E9")
    state = after(game(scenario="37").new(), "E9@d4", "E8@d5", "H7@d6", "C5@d7", "C4@d8")
    with pytest.raises(InputError, match="cannot be deployed: H7 costs 7, and 4 of 37"):
        keeping(state, "E9 E8 H7 C5 C4 H7")


def test_what_people_are_told_and_may_type(tmp_path: Path) -> None:
    loaded = game()
    for text, _ in EXTRAS.notation:
        assert str(loaded.parse(text)) == text
    assert EXTRAS.kind_of is not None
    assert [EXTRAS.kind_of(loaded.parse(text)) for text in ("d7", "d7-e7", "+2", "veto")] == [
        "stay",
        "move",
        "dice",
        "decision",
    ]
    assert EXTRAS.reading is not None
    state = loaded.new()
    placed = after(state, "E9@d4")
    done = after(placed, "done")
    move = loaded.parse("E9@d4")
    assert EXTRAS.reading(state, move, placed, "romans") == "E9@d4"
    assert EXTRAS.reading(state, move, placed, "barbarians") == ""
    assert EXTRAS.reading(placed, loaded.parse("done"), done, "barbarians") == "the army is deployed"
    path = tmp_path / "board.txt"
    path.write_text("BBB\nPP\nPPP\nPP\nBBB\n")
    assert EXTRAS.read_map is not None
    assert EXTRAS.read_map(str(path)) == "BBB/PP/PPP/PP/BBB"
    assert catalogue.extras("singidunum") is EXTRAS


def test_positions_as_text() -> None:
    text = "3 romans 2-3 E9@e4 C6@d5' / H7@f4 A4@b6!' burnt b5 j6 entered romans barbarians passed barbarians"
    positions = EXTRAS.positions
    assert positions is not None
    state = positions.read(game(), text)
    assert (state.turn, state.points, state.entered, state.passer) == (3, (2, 3), 3, 1)
    assert sorted(positions.write(state).split()) == sorted(text.split())
    assert positions.read(game(), positions.write(state)) == state
    assert positions.read(game(), positions.example) == positions.read(
        game(), positions.write(positions.read(game(), positions.example))
    )


@pytest.mark.parametrize("settings", [
    {}, {"shot_veto": "until_last", "flanks": "one_open"},
])  # fmt: skip
def test_every_moment_of_random_games_has_a_text_that_reads_back(settings: dict[str, Any]) -> None:
    """Whatever is to be decided; which phases were met is counted."""
    positions = EXTRAS.positions
    assert positions is not None
    loaded, met = KIND.load(2, settings), Counter[str]()
    for seed in range(6):
        rng, state = np.random.default_rng(seed), loaded.new()
        while True:
            met[state.phase] += 1
            text = positions.write(state)
            assert positions.read(loaded, text) == state, text
            assert re.match(positions.start, text), text
            moves = state.legal_moves()
            if not moves:
                break
            fights = [move for move in moves if isinstance(move, Attack | Shoot | Double | Support | Retreat | Go)]
            pool = fights if fights and rng.random() < 0.7 else moves
            state = state.after(pool[int(rng.integers(len(pool)))])
    assert {"deploy", "first", "go", "strike", "answer", "melee", "where", "shot", "follow", "over"} <= set(met)


@pytest.mark.parametrize(("text", "told"), [
    ("dance lead=e4", "input should be"), ("strike lead=e4 lead=e4", "each once"),
    ("strike led=e4", "says nothing of an action; expected lead"),
    ("strike lead=e4 joint=yes", "says nothing of an action"), ("strike lead=z9", "there is no 'z9'"),
    ("strike lead=e5", "is not on its hex"), ("melee lead=e4 dice=3", "is no action; expected one such as answer"),
    ("save who=everybody", "is no action"), ("go lead=e4", "nothing is under way"), ("over", "does not say why"),
    ("", "input should be"),
])  # fmt: skip
def test_what_is_wrong_with_an_action_is_told(text: str, told: str) -> None:
    positions = EXTRAS.positions
    assert positions is not None
    with pytest.raises(NotationError) as caught:
        positions.read(game(), f"3 romans 2-1 E9@e4 / H7@f4; {text}")
    assert told in str(caught.value)


@pytest.mark.parametrize(("text", "told"), [
    ("romans E9@e4 / ", "expected one such as"), ("1 romans 0-0 E9 / A4@i9", "'E9' is no unit on a hex"),
    ("1 romans 0-0 E9@z9 / A4@i9", "no 'z9'"),
    ("1 romans 0-0 E9@e4 / A4@i9 passed romans barbarians", "one player passes first"),
    ("1 romans 0-0 E9@e4' / A4@i9", "no available unit"), ("9 romans 0-0 E9@e4 / A4@i9", "no turn 9"),
])  # fmt: skip
def test_what_is_no_position_is_said(text: str, told: str) -> None:
    assert EXTRAS.positions is not None
    with pytest.raises(NotationError, match=told):
        EXTRAS.positions.read(game(), text)


def read(text: str) -> State:
    assert EXTRAS.positions is not None
    state: State = EXTRAS.positions.read(game(), text)
    return state


@pytest.mark.parametrize(("text", "entered"), [
    ("1 romans 0-0 E9@e4 / A4@i9", 0), ("2 romans 0-0 E9@j6 / A4@i9", 1), ("2 romans 0-0 E9@e4 / A4@b6'", 2),
    ("2 romans 0-0 E9@j6! / A4@i9", 1),
    ("2 romans 2-0 E9@e4 / A4@i9 burnt j6", 1), ("2 romans 0-2 E9@e4 / A4@i9 burnt b6 entered romans", 3),
])  # fmt: skip
def test_who_has_entered_the_enemy_base_is_inferred(text: str, entered: int) -> None:
    assert read(text).entered == entered


def test_what_the_board_prints_is_what_a_position_takes() -> None:
    """Each unit of the board, typed with the hex where it stands."""
    state = read("3 romans 2-3 E9@e4 C6@d5' H6@g4 / H7@f4' A4@b6!' C5@h8 burnt b5 j6")
    rows = state.game.board(state).splitlines()[1:12]
    printed: list[list[str]] = [[], []]
    for r, row in enumerate(rows):
        cells = [row[4 + 2 * (r % 2) :][4 * c : 4 * c + 4].strip() for c in range(13 - r % 2)]
        for c, cell in enumerate(cells):
            if cell[:1].isalpha():
                printed[cell[0].islower()].append(f"{cell}@{'abcdefghijk'[r]}{c + 1}")
    romans, barbarians = (" ".join(units) for units in printed)
    assert (romans, barbarians) == ("C6'@d5 E9@e4 H6@g4", "a4'@b6 h7'@f4 c5@h8")
    again = read(f"3 romans 2-3 {romans} / {barbarians} burnt b5 j6".replace("@b6", "@b6!"))
    assert again == state
    with pytest.raises(NotationError, match="small letters are the barbarians'"):
        read("1 romans 0-0 e9@e4 / A4@i9")


@pytest.mark.parametrize(("text", "told"), [
    ("1 romans 0-0 E9@e4 E8@e5 E9@e6 / A4@i9", "the Romans have 2 times E9; a side has 1"),
    ("1 romans 0-0 E9@e4 / C4@i9 C4@i8", "the barbarians have 2 times C4; a side has 1"),
    ("1 romans 0-0 E9@e4 E8@e5 H7@e6 H7@e7 H6@e8 H6@e9 C6@f4 C5@f5 A6@f6 / A4@i9", "60 points of units; 55"),
    ("1 romans 0-0 E9@e4! / A4@i9", "e4 is no hex of the enemy base"),
    ("1 romans 0-0 E9@b6! / A4@i9", "b6 is no hex of the enemy base"),
    ("1 romans 0-0 E9@g1 / A4@i9", "g1 lies in the flight zone"),
    ("2 romans 2-0 E9@e4 / A4@i9 burnt e5", "e5 is no hex of a base"),
    ("1 romans 2-0 E9@e4 / A4@i9 burnt j6", "none has ended"),
    ("2 romans 3-0 E9@e4 / A4@i9 burnt j5 j6", "the Romans burnt 2, for two points each, and have 3 points"),
])  # fmt: skip
def test_impossible_positions(text: str, told: str) -> None:
    with pytest.raises(NotationError, match=told):
        read(text)

"""Games and numbers written down before hold, and each way in which they may fail is told."""

from pathlib import Path

import pytest

from armada_sim.tabletop.errors import InputError
from grid_games.testing.conformance import ConformanceError
from grid_games.testing.counting import check_counts, count_tree, histories
from grid_games.testing.golden import check_golden, golden, random_golden, rewritten
from tests.grid_games import toys

DATA = Path(__file__).parents[2] / "data"
TREES = (DATA / "nim" / "trees.txt").read_text()

NIM = """\
game nim
players 2
setting heaps = 1-2
---
  1: o
  2: oo
anna 3: take 1 2
  1: o
  2: o
bert 2: take 1 1
  1:
  2: o
anna 1: take 1 2
  1:
  2:
won by anna: last taken
anna 1, bert 0
"""


def test_counts_made_by_hand_are_confirmed():
    assert check_counts(TREES, toys.load) == 11


@pytest.mark.parametrize(
    ("was", "now"), [("count 2 5", "count 2 6"), ("histories 5", "histories 4"), ("ends 2", "ends 3")]
)
def test_a_wrong_count_is_told_with_the_counts_of_each_first_move(was, now):
    found = {"count 2 6": [2, 2, 1], "histories 4": [2, 2, 1], "ends 3": [2, 1, 1]}[now]
    moves = ["take 1 1", "take 1 2", "take 2 2"]

    with pytest.raises(ConformanceError, match=f"tree start.*{now[:-2]} is {was[-1]}, not {now[-1]}") as caught:
        check_counts(TREES.replace(was, now, 1), toys.load)
    assert str(caught.value).splitlines()[1:] == [
        f"  {move}: {count}" for move, count in zip(moves, found, strict=True)
    ]


@pytest.mark.parametrize(("line", "message"), [
    ("counts 1 3", "'counts' is unknown"), ("count 1", "not enough values"), ("moves take 9 9", "take 9 9"),
    ("state {}", "no state"), ("players 3", "'players' is unknown"),
])  # fmt: skip
def test_a_line_that_is_not_known_stops_the_count(line, message):
    with pytest.raises(InputError, match=message) as caught:
        check_counts(f"game nim\ntree one\n{line}\n", toys.load)
    assert caught.value.key == "line 3"


def test_a_tree_must_count_something():
    for text in ("game nim\ntree one\nmoves take 1 1\n", "game nim\n"):
        with pytest.raises(ConformanceError, match="counts nothing"):
            check_counts(text, toys.load)


def test_results_of_dice_are_moves():
    """One choice of three lots with two results and one with one, in each of two rounds for two players."""
    state = toys.ODDS.load(2, {"rounds": 1}).new()

    assert [count_tree(state, depth) for depth in range(5)] == [1, 4, 7, 28, 49]
    assert histories(state).total() == 49


def test_a_count_ends_where_it_is_told_to():
    """Half the game, told apart by the heaps alone: 02 and 10 after the first move, 11 after."""
    state = toys.NIM.load(2, {"heaps": "1-2"}).new()
    found = histories(state, ended=lambda one: one.seat == 1, key=lambda one: sum(one.heaps))

    assert found == {2: 2, 1: 1}


def test_a_golden_game_reads_as_it_was_played():
    game = toys.NIM.load(2, {"heaps": "1-2"})
    text = golden(game, [game.parse(move) for move in ("take 1 2", "take 1 1", "take 1 2")])

    assert text == NIM
    assert check_golden(NIM, toys.load) == 3


@pytest.mark.parametrize("kind", toys.KINDS, ids=lambda kind: kind.name)
def test_a_random_game_is_written_again_as_it_was(kind):
    text = random_golden(kind.load(), 5)

    assert rewritten(text, toys.load) == text
    assert check_golden(text, toys.load) > 3


@pytest.mark.parametrize(("was", "now", "line"), [
    ("anna 3", "anna 4", 7), ("  2: oo\n", "  2: ooo\n", 6), ("won by anna", "won by bert", 16),
    ("anna 1, bert 0", "anna 1, bert 1", 17),
])  # fmt: skip
def test_a_golden_game_that_differs_names_the_line(was, now, line):
    with pytest.raises(ConformanceError, match=f"line {line} was"):
        check_golden(NIM.replace(was, now), toys.load)


def test_a_golden_game_that_is_not_allowed_any_more_is_told():
    for move, message in (("take 2 2", "take 2 2 is not allowed"), ("take 1 7", "'take 1 7' is no move")):
        with pytest.raises(ConformanceError, match=message):
            check_golden(NIM.replace("bert 2: take 1 1", f"bert 2: {move}"), toys.load)


def test_a_golden_game_that_cannot_be_read_is_told():
    for text, message in (("game nim\n", "---"), ("game nim\nplayers 2\nseed 1\n---\n", "'seed 1' is unknown")):
        with pytest.raises(InputError, match=message):
            rewritten(text, toys.load)
    with pytest.raises(ConformanceError, match="no moves"):
        check_golden(golden(toys.NIM.load(), []), toys.load)

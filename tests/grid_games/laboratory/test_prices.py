"""Experiments that ask what the units of Singidunum are worth."""

from __future__ import annotations

import json

import pytest

from armada_sim.tabletop.errors import InputError
from grid_games.laboratory.rotations import parse_rotations

ASKED = """
game = "singidunum"
compare = "prices"
sets = 3
[levels]
chance = "random"
greedy = "greedy"
[settings]
scenario = "37"
"""


def test_the_lists_of_a_set_are_deployed_and_change_seats() -> None:
    study = parse_rotations(ASKED)
    shelf = study.shelf(0)
    assert shelf is not None
    names = [ware.name for ware in shelf.wares]
    for number in range(3):
        lists = study.lists(0, number)
        assert lists == study.lists(1, number)
        texts = [[name for name, n in zip(names, units, strict=True) for _ in range(n)] for units in lists]
        one, other = study.play(0, number)
        for row, (first, second) in ((one, texts), (other, texts[::-1])):
            moves = json.loads(study.record(0, number, row.first, row.log))["moves"]
            deployed = [move.partition("@")[0] for move in moves if "@" in move]
            assert deployed == [*first, *second]
        assert (one.first, other.first) == (0, 1)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("sets = 3", "sets = 3\nbudget = 38", "budget: must be at most 37, not 38"),
        ("sets = 3", "sets = 3\nbudget = 3", "budget: no two lists of different costs can be bought for 3"),
        ("sets = 3", 'sets = 3\nopening = "players"', "opening: armies that are compared are set up at random"),
        ("sets = 3", 'sets = 3\narmies = { a = "E9" }', "armies: says nothing where prices are asked"),
        ('game = "singidunum"', 'game = "destin-arc"', "settings.scenario"),
    ],
)
def test_what_gives_no_prices_is_one_sentence(old: str, new: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_rotations(ASKED.replace(old, new))
    assert str(caught.value).startswith(said)

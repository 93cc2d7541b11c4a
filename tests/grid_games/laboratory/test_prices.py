"""Experiments that ask what the units of Singidunum and the pieces of Strategiksa are worth."""

from __future__ import annotations

import json

import pytest

from armada_sim.tabletop.errors import InputError
from grid_games.laboratory.rotations import Rotations, parse_rotations

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


SEVERAL = """
game = "strategiksa"
players = {players}
compare = "{compare}"
sets = 6
[levels]
chance = "random"
[settings]
max_rounds = 1
{more}
"""


@pytest.mark.parametrize("players", [3, 4])
def test_each_list_is_alone_in_every_seat_against_the_other_in_all_others(players: int) -> None:
    study = parse_rotations(SEVERAL.format(players=players, compare="prices", more="numbers = 'short-muster'"))
    shelf = study.shelf(0)
    assert shelf is not None
    assert [(ware.name, ware.price, ware.most) for ware in shelf.wares] == [
        ("I", 1, 10), ("A", 1, 10), ("H", 1, 10), ("C", 2, 5)
    ]  # fmt: skip
    for number in range(6):
        one, other = study.lists(0, number)
        rows = study.play(0, number)
        assert len(rows) == 2 * players
        for place, row in enumerate(rows):
            alone, rest = (one, other) if place % 2 == 0 else (other, one)
            assert mustered(study, number, place, row.log) == [
                alone if seat == place // 2 else rest for seat in range(players)
            ]


def mustered(study: Rotations, number: int, game: int, log: bytes) -> list[tuple[int, ...]]:
    """How many of each piece every colour set up."""
    moves, found = json.loads(study.record(0, number, game, log))["moves"], list[list[str]]()
    for move in moves:
        if move.startswith("zone"):
            found.append([])
        elif move.startswith("+"):
            found[-1].append(move[1])
        elif move != "stop":
            break
    return [tuple(pieces.count(kind) for kind in "IAHC") for pieces in found]


def test_lists_of_ten_points_meet_by_the_numbers_of_the_text() -> None:
    foot, horse = (4, 3, 3, 0), (0, 0, 0, 5)
    more = '[armies]\nfoot = "I I I I A A A H H H"\nhorse = "C C C C C"'
    study = parse_rotations(SEVERAL.format(players=3, compare="armies", more=more))
    rows = study.play(0, 0)
    assert mustered(study, 0, 0, rows[0].log) == [foot, horse, horse]
    assert mustered(study, 0, 3, rows[3].log) == [foot, horse, foot]


@pytest.mark.parametrize(
    ("army", "said"),
    [
        ("K I I I I I I I I I", "there is no piece K; there are I, A, H, C"),
        ("C C C C", "C C C C costs 8 points; all 10 are spent"),
        ("C C C C C C", "C C C C C C costs 12 points; all 10 are spent"),
        ("H H H H H H H H H H H", "11 times H; a colour has 10"),
    ],
)
def test_a_list_that_cannot_be_set_up_is_refused(army: str, said: str) -> None:
    more = f'supply = 10\n[armies]\nfoot = "I I I I I I I I I I"\nodd = "{army}"'
    with pytest.raises(InputError) as caught:
        parse_rotations(SEVERAL.format(players=3, compare="armies", more=more))
    assert str(caught.value) == f"armies.odd: {said}"


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

"""Sections 2 and 3, U2, U3: armies, budgets, secret deployment."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from grid_games.singidunum.numbers import the_text
from grid_games.singidunum.state import State
from tests.grid_games.singidunum.scenes import after, clause, decides, game, legal, units

ROMANS = "E9@d4 E8@d5 H7@d6 H6@d7 C6@d8 C5@d9 C4@d10 A5@c5 A5@c6"
"""The reference's army of 55 points."""

BARBARIANS = "E9@h4 H7@h5 H6@h6 C6@h7 A5@h8 A4@h9"
"""The reference's army of 37 points."""


def deployed(army: str, start: State) -> State:
    return after(start, *army.split())


def test_the_pool() -> None:
    """Section 2 and U3: 14 units a side, 83 points."""
    pool = {unit.name: unit.count for unit in the_text().units}
    assert pool == Counter(["E9", "E8", "H7", "H7", "H6", "H6", "C6", "C5", "C5", "C4", "A6", "A5", "A5", "A4"])
    assert sum(unit.price * unit.count for unit in the_text().units) == 83


@pytest.mark.parametrize(("settings", "points", "victory"), [
    ({}, 55, 8), ({"scenario": "37"}, 37, 4), ({"scenario": 50}, 50, 7), ({"scenario": "60"}, 60, 9),
])  # fmt: skip
def test_budgets(settings: dict[str, object], points: int, victory: int) -> None:
    table = game(**settings).table
    assert (table.rules.scenario, table.victory) == (points, victory)


def test_no_more_is_spent_than_agreed_and_less_may_be() -> None:
    state = deployed("E9@d4 E8@d5 H7@d6 H7@d7", game(scenario="37").new())  # 31 of 37
    assert clause(state, "H7@d8") == "2"
    assert legal(state, "H6") == {f"H6@{name}" for name in (text.split("@")[1] for text in legal(state, "C4"))}
    assert decides(deployed("H6@d8", state)) == "barbarians deploy"  # all 37 are spent
    assert clause(state, "E9@d9") == "2"
    assert decides(after(state, "done")) == "barbarians deploy"
    poor = deployed("E9@d4 E8@d5 H7@d6 C5@d7 C4@d8", game(scenario="37").new())  # 33 of 37
    assert clause(poor, "H7@d9") == "3"
    assert {text[:2] for text in legal(poor)} == {"A4", "do"}


def test_an_army_has_at_least_one_unit() -> None:
    assert clause(game().new(), "done") == "3"


def test_the_deployment_zone() -> None:
    """U2: hexes of base, plain, brush or maquis in the first four rows, one unit a hex."""
    state = game().new()
    zone = {text.split("@")[1] for text in legal(state, "H7")}
    terrain = dict(zip(state.game.table.board.names, state.game.table.board.terrain, strict=True))
    assert {name[0] for name in zone} == set("abcd")
    assert {terrain[name] for name in zone} <= set("BPSM")
    assert (clause(state, "H7@e5"), clause(state, "H7@a1")) == ("U2", "U2")
    assert clause(after(state, "H7@d5"), "C4@d5") == "U2"
    other = after(state, "H7@d5", "done")
    theirs = {text.split("@")[1] for text in legal(other, "H7")}
    assert {name[0] for name in theirs} == set("hijk")


def test_who_begins() -> None:
    state = after(deployed(ROMANS, game().new()), *BARBARIANS.split(), "done")
    assert decides(state) == "chance first"
    assert [(str(move), share) for move, share in state.chance_outcomes()] == [
        ("first:romans", Fraction(1, 2)),
        ("first:barbarians", Fraction(1, 2)),
    ]
    assert decides(after(state, "first:barbarians")) == "barbarians go"


def test_nothing_of_an_army_is_seen_before_both_are_deployed() -> None:
    one = deployed(ROMANS, game().new())
    other = deployed("A4@a6 done", game().new())
    assert one.observation("barbarians") == other.observation("barbarians") != one
    assert one.observation("romans") == one
    assert list(one.legal_moves()) == list(other.legal_moves())
    later = after(one, "E9@h4")
    assert later.observation("romans") == one.observation("romans")
    for state, player in ((one, "barbarians"), (later, "romans")):
        assert state.game.board(state, player) == state.game.board(state.observation(player))
        assert "E9" not in state.game.board(one, "barbarians")
    over = after(one, *BARBARIANS.split(), "done")
    assert over.observation("romans") == over.observation("barbarians") == over


def test_guesses_are_armies_that_might_stand_there() -> None:
    rng = np.random.default_rng(3)
    state = after(deployed(ROMANS, game().new()), "E9@h4", "H7@h5")
    spent = Counter()
    for _ in range(60):
        guess = state.guess("barbarians", rng)
        assert guess.observation("barbarians") == state.observation("barbarians")
        mine = units(guess).split(" / ")[0].split()
        points = sum(int(text[1]) for text in mine)
        assert points <= 55
        spent[points > 50] += 1
        assert len(set(mine)) == len(mine)
        half = state.guess("romans", rng)
        assert half.observation("romans") == state.observation("romans")
        assert decides(half) == "barbarians deploy"
    assert spent[True] > spent[False] > 0  # most spend all they can; stopping short is legal too
    start = game().new()
    assert start.guess("romans", rng) == start  # nothing is hidden yet

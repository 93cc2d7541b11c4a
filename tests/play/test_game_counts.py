"""Counted trees of small games, and a played game pinned to the last millionth of a millimetre."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from itertools import product

import numpy as np
import pytest

from armada_sim.moving import Declaration
from armada_sim.play import open_fleets, open_offers
from armada_sim.play.actions import Action, Answer, ChooseFirst, Move, Pass, Shoot, parse_action
from armada_sim.play.deployments import prepared
from armada_sim.play.game import Game
from armada_sim.play.rest import to_grid
from tests.games import BASIC, after, agreement, battle, ship

# decisions before the first turn


def fleets(budget: str, most: int = 4) -> int:
    return len(
        open_fleets(Game.new(agreement(fleets="choose", rules={"fleet_budget": budget, "max_per_size": most})).state)
    )


def test_fleets_are_as_many_as_their_pips_allow() -> None:
    """Counted by hand from 3 L + 2 M + S with at most four of each."""
    counts = [3 * large + 2 * medium + small for large, medium, small in product(range(5), repeat=3)]
    assert fleets("exactly_12") == counts.count(12) == 9
    assert fleets("at_most_12") == sum(0 < pips <= 12 for pips in counts) == 66
    assert fleets("free") == 5**3 - 1
    assert fleets("full_4_4_4") == 1
    assert fleets("exactly_12", 3) == 5  # without those that have four of a size
    assert fleets("matched(2 small, 3 medium, 2 large or 4 large)") == 2


def test_the_advanced_set_up_has_so_many_ways() -> None:
    """24 ways to have mediums or smalls, 4 to have larges, two sides to name, two answers."""
    start = Game.new(agreement(rules={"first_player": "advanced_cut_and_choose"}))
    ways = [start.play(offer).play(Answer(swap)) for offer in open_offers(start.state) for swap in (False, True)]
    assert len(ways) == 24 * 4 * 2 * 2
    settled = {(game.state.fleets, game.state.first) for game in ways}
    assert len(settled) == 24 * 4 * 2 * 2  # who has the larges, and who moves first
    for game in ways:
        assert game.state.offer is not None
        larges = next(player for player, fleet in game.state.fleets if fleet.large)
        assert (game.state.first == larges) == (game.state.offer.take == "small")


# turns


def tree(game: Game, actions: Iterable[Action], depth: int) -> int:
    """Lines of play of so many actions, of those given; a line that ends the game early counts once."""
    if not depth or game.outcome() is not None:
        return 1
    actions = list(actions)
    return sum(tree(game.play(action), actions, depth - 1) for action in actions if game.allows(action))


def duel(**rules: str) -> Game:
    """Two larges beside each other, each in the other's reach."""
    return battle(ship("RL1", "large", 300, 300), ship("BL1", "large", 330, 300), rules=rules)


SHOTS = [Shoot("RL1", "BL1"), Shoot("BL1", "RL1"), Pass()]


@pytest.mark.parametrize(("depth", "lines"), [(1, 2), (2, 4), (3, 8), (4, 15), (5, 28)])
def test_a_duel_of_shots_and_passes(depth: int, lines: int) -> None:
    """Each turn is up to three shots and ends with a pass or the third; three hits end the game."""
    assert tree(duel(), SHOTS, depth) == lines == by_hand(depth)


def by_hand(depth: int, own: int = 0, other: int = 0, left: int = 3) -> int:
    """The same tree from its definition: damage of who acts and of the other, and his actions left."""
    if not depth or other == 3:
        return 1
    passed = by_hand(depth - 1, other, own, 3)
    if other + 1 == 3:
        return passed + 1
    shot = by_hand(depth - 1, other + 1, own, 3) if left == 1 else by_hand(depth - 1, own, other + 1, left - 1)
    return passed + shot


def test_orders_of_three_actions_of_three_ships() -> None:
    """Three ships with one heading each: 3 x 2 x 1 orders of moving, and passing after none, one or two."""
    ships = [ship(f"RS{i}", "small", 100 * i, 100) for i in (1, 2, 3)]
    game = battle(*ships, ship("BL1", "large", 800, 800))
    moves: list[Action] = [Move(f"RS{i}", Declaration(headings=(90,))) for i in (1, 2, 3)]
    finals = {str(g.layout.ships) for g in ends_of_turn(game, [*moves, Pass()])}
    assert len(list(ends_of_turn(game, [*moves, Pass()]))) == 1 + 3 + 6 + 6
    assert len(finals) == 2**3  # which of them moved


def ends_of_turn(game: Game, actions: list[Action]) -> Iterable[Game]:
    for action in actions:
        if game.allows(action):
            following = game.play(action)
            if following.current_player() != game.current_player():
                yield following
            else:
                yield from ends_of_turn(following, actions)


# one game, pinned


SCRIPT = """\
BS1 > 265.5 250.25 270 288.125
BS2 ~ -max 30 max -12.345678
BS3 > 271/3 ?
BM1 > 270 200.000001
RL1 > 90
RL2 ~ 20
RL4 ~ -max
BS1 > 300 10 80 150
BM1 ~ -10 10
BM2 > 280 290
RL1 > 120
RL3 > 100.000001
RL4 ~ 1/3
"""


def integers(game: Game) -> list[list[int | str]]:
    """The table in whole millionths of a millimetre and of a degree."""
    return [[s.name, *(to_grid(v) for v in (s.pose.x, s.pose.y, s.pose.heading)), s.damage] for s in game.layout.ships]


def fingerprint(value: object) -> str:
    return sha256(json.dumps(value).encode()).hexdigest()[:16]


def test_a_scripted_game_comes_out_the_same_to_the_last_digit() -> None:
    game = after(Game.new(agreement()), *BASIC)
    tables = []
    for line in SCRIPT.splitlines():
        game = game.play(parse_action(line))
        tables.append(integers(game))
    assert next(row for row in tables[-1] if row[0] == "BS1") == ["BS1", 340981157, 618731236, 150000000, 0]
    assert fingerprint(tables) == "07929b1d532469a1"
    assert (game.current_player(), game.state.turns) == ("blue", 4)


def test_a_generated_opening_comes_out_the_same() -> None:
    """A line begins before the middle of its side: no lot has a part in it."""
    lined = prepared(agreement(), np.random.default_rng(2), "line", [parse_action("fleet L4"), ChooseFirst("red")])
    assert fingerprint(integers(lined)) == "3ea6842b7b8ed7bc"

"""Positions with a known answer, built by hand: `search` finds it within its default budget of play-outs.

Every action is played in the exact game, which refuses what is not legal, and what is claimed is asked of the game
and of the closed forms of `unobstructed`, not of the arrays the player thinks with.
"""

from __future__ import annotations

import numpy as np
import pytest

from armada_sim import Layout, Obstacle, Rules, check_shot
from armada_sim.evidence.ruling import Answer
from armada_sim.play.game import Game
from armada_sim.players.computer import Computer, Level
from armada_sim.regions.threats import threat as threat_of
from armada_sim.regions.unobstructed import cover, placed, threat
from tests.games import battle, ship

PLAYER, RULES = Computer(Level.SEARCH), Rules()

ISLAND = Obstacle.of("island", [(322, 300), (330, 300), (330, 345), (322, 345)])

SINKING = {
    "a shot available this turn": ("BS1", battle(
        ship("RL1", "large", 300, 300), ship("BS1", "small", 320, 330, 0))),
    "a move that opens a shot": ("BS1", battle(
        ship("RL1", "large", 300, 300), ship("BS1", "small", 335, 390, 0), ship("BL9", "large", 850, 850))),
    "the shot that sinks, of two": ("BM1", battle(
        ship("RS1", "small", 300, 300), ship("BM2", "medium", 285, 305, 180), ship("BM1", "medium", 315, 305, 0, 1))),
    "finishing a damaged large": ("BL1", battle(
        ship("RS1", "small", 300, 300), ship("BL1", "large", 315, 305, 0, 2), ship("BL9", "large", 850, 850))),
    "sinking before being sunk": ("BM1", battle(
        ship("RM1", "medium", 300, 300, 90, 1), ship("BM1", "medium", 320, 310, 90, 1))),
    "both guns at one ship": ("BM1", battle(
        ship("RM1", "medium", 300, 300), ship("BM1", "medium", 320, 310, 0), ship("BL9", "large", 850, 850))),
    "a shot of one, a move and a shot of another": ("BM1", battle(
        ship("RS1", "small", 300, 300), ship("RS2", "small", 380, 240), ship("BM1", "medium", 315, 305, 0),
        ship("BL9", "large", 850, 850))),
    "a move and two shots": ("BM1", battle(
        ship("RM1", "medium", 300, 300), ship("BM1", "medium", 340, 385, 0), ship("BL9", "large", 850, 850))),
    "round a blockade": ("BS1", battle(
        ship("RM1", "medium", 300, 300), ship("BS1", "small", 338, 318, 0), ship("BL9", "large", 850, 850),
        objects=(ISLAND,))),
}  # fmt: skip
"""The ship that red can sink in this turn, and the position."""

FLEEING = {
    "an escape": battle(ship("RS1", "small", 300, 305, 270), ship("BL1", "large", 285, 345, 0)),
    "hit and away": battle(ship("RS1", "small", 300, 300), ship("BL1", "large", 355, 312, 180)),
}  # fmt: skip
"""Positions in which no enemy can be sunk in this turn, and red's only ship can get away from all guns."""

BLOCKADE = battle(
    ship("RL1", "large", 48.5, 300, 180, 2), ship("RS1", "small", 75, 192, 90), ship("BL1", "large", 131.5, 300, 180),
    objects=(
        Obstacle.of("west", [(54.5, 170), (66.5, 170), (66.5, 290), (54.5, 290)]),
        Obstacle.of("east", [(83.5, 170), (95.5, 170), (95.5, 290), (83.5, 290)]),
    ),
)  # fmt: skip
"""RL1, with its tip at the edge, cannot move; one more hit sinks it, and BL1 has that hit after its step. Up the lane
between the islands RS1 can get to where BL1's step begins."""


def turn(game: Game) -> Game:
    """The game after the whole turn of red."""
    rng = np.random.default_rng(1)
    while game.outcome() is None and game.current_player() == "red":
        game = game.play(PLAYER.choose(game, rng))
    return game


def under_fire(game: Game) -> list[str]:
    """Red ships that a blue one might hit after a move action if nothing else lay on the table: all that could be."""
    afloat = [one for one in game.layout.ships if not one.sunk]
    guns = [
        placed(threat(one.size, steps, RULES), one)
        for one in afloat
        if one.player == "blue"
        for steps in range(one.size.steps + 1)
    ]
    mine = {one.name: placed(cover(one.size, 0, RULES), one) for one in afloat if one.player == "red"}
    return [name for name, body in mine.items() if any(body.intersects(gun) for gun in guns)]


@pytest.mark.parametrize("name", SINKING)
def test_what_can_be_sunk_in_a_turn_is_sunk(name: str) -> None:
    target, game = SINKING[name]
    assert not game.layout.ship(target).sunk
    assert turn(game).layout.ship(target).sunk


@pytest.mark.parametrize("name", FLEEING)
def test_a_ship_that_cannot_win_ends_its_turn_where_no_gun_reaches(name: str) -> None:
    game = FLEEING[name]
    assert under_fire(game)
    assert not under_fire(turn(game))


def test_hit_and_away_hits_first() -> None:
    assert turn(FLEEING["hit and away"]).layout.ship("BL1").damage == 1


def threatened(layout: Layout) -> set[str]:
    """Red ships that BL1 can hit now or after a move, by the exact decision; what is in doubt counts."""
    after_a_move = {one.name for one in threat_of(layout, "BL1", 1).ships if one.answer is not Answer.NO}
    red = [one.name for one in layout.ships if one.player == "red"]
    return after_a_move | {name for name in red if check_shot(layout, "BL1", name).allowed}


def test_a_ship_lies_down_in_the_way_of_an_enemy_that_would_sink_another() -> None:
    assert threatened(BLOCKADE.layout) == {"RL1"}
    end = turn(BLOCKADE).layout
    assert threatened(end) == set()
    without = Layout(tuple(one for one in end.ships if one.name != "RS1"), end.surface, end.objects)
    assert threatened(without) == {"RL1"}

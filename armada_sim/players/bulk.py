"""Whole battles between computer players at the speed of the compiled arrays.

The arrays decide alone only what they are sure of (`battle`), so every game can be replayed by the exact
engine, action by action; `actions` are what a record holds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from armada_sim.play import Action, Game, Shoot, on_grid, place_is_free
from armada_sim.players.battle import arrays, choices, notes
from armada_sim.players.boards import Board, board_of, compiled, covers
from armada_sim.players.computer import NO_END, Computer, action_of
from armada_sim.table import Pose, Ship
from armada_sim.tabletop import InputError, Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

MOST_ACTIONS = 20_000
"""Actions after which a battle that does not end is left as it is."""

_PAGE = 512


@dataclass(frozen=True)
class Played:
    """A battle that was played out."""

    start: Game
    board: Board
    """How it ended."""

    log: NDArray[np.float64]
    """(k, 7) rows as in `battle.random_action`."""

    @cached_property
    def actions(self) -> list[Action]:
        """Its actions, from `start` on."""
        return [action_of(row, self.board.names) for row in self.log]

    @property
    def text(self) -> str:
        """The same in notation, a line each."""
        return written(self.log, self.board.names)

    @property
    def winner(self) -> int | None:
        """The party that won, by number; None if it was drawn or did not end."""
        if self.board.battle.clock[arrays.WON] >= 0:
            return int(self.board.battle.clock[arrays.WON])
        if self.board.battle.clock[arrays.RESULT] != arrays.SUNK:
            return None
        facts, sizes = self.board.battle.facts, self.board.battle.sizes
        afloat = facts[facts[:, arrays.DAMAGE] < sizes[facts[:, arrays.KIND], arrays.PIPS]]
        return int(afloat[0, arrays.PARTY])


def written(log: NDArray[np.float64], names: Sequence[str]) -> str:
    """Actions of the rows (k, 7) of a log in notation, a line each; names: of the ships."""
    letters = [name.encode() for name in names]
    most = max(map(len, letters))
    rows = np.array([list(name.ljust(most, b"\0")) for name in letters], dtype=np.uint8)
    out = np.zeros(notes.room_for(log, rows), dtype=np.uint8)
    return out[: compiled().noted(log, rows, out)].tobytes().decode()


def play_out(game: Game, players: dict[str, Computer], rng: np.random.Generator) -> Played:
    """A battle played to its end from the present position by computer players, a `Computer` for each player.

    Raises InputError under rules that the arrays do not play (use `tabletop.match` there), and under those
    by which it need never end (`computer.asked_for` gives it an end).
    """
    if not covers(game.state):
        raise InputError(Message("the rules of this game are not played in bulk; play it action by action"))
    if not game.state.rules.limited:
        raise InputError(NO_END, key="game_limit")
    board, kernel = board_of(game.state), compiled()
    minds = np.array([players[name].mind for name in board.players])
    n = len(board.names)
    known, sights = np.zeros((n, n), dtype=np.int64), np.zeros((n, n), dtype=np.int64)
    log, count = np.zeros((_PAGE, 7)), 0
    while True:
        count, unsure = kernel.play_on(board.battle, minds, rng, known, sights, log, count, -1)
        if unsure >= 0:
            i, j = divmod(unsure, n)
            known[i, j] = arrays.YES if _now(game, board).allows(Shoot(board.names[i], board.names[j])) else arrays.NO
        elif unsure == choices.ARRIVES:
            i = int(board.battle.clock[arrays.LOOKED])
            if place_is_free(_now(game, board).state, _ships(game)[board.names[i]]):
                kernel.join(board.battle, known, i)
            board.battle.clock[arrays.LOOKED] += 1
            kernel.arrive(board.battle, known)
        elif unsure == choices.SEARCHES:
            computer = players[board.players[board.battle.clock[arrays.TURN_OF]]]
            turn = computer.turn(board.battle, known, rng)
            log = np.concatenate((log[:count], turn, np.zeros((_PAGE, 7))))
            for row in turn:
                kernel.perform(board.battle, known, row)
            count += len(turn)
        elif board.battle.clock[arrays.RESULT] != arrays.GOING_ON or len(log) >= MOST_ACTIONS:
            return Played(game, board, log[:count])
        else:
            log = np.concatenate((log, np.zeros_like(log)))


def _ships(game: Game) -> dict[str, Ship]:
    """The ships that a game began with, and those that were to come, by name."""
    return {ship.name: ship for ship in (*game.layout.ships, *(one.ship for one in game.state.to_come))}


def _now(game: Game, board: Board) -> Game:
    """The game as ships lie now, to ask the referee: of the table alone, as a replay takes long."""
    battle, ships, known = board.battle, [], _ships(game)
    for k, name in enumerate(board.names):
        if arrays.alive(battle, k):
            x, y, heading = (on_grid(round(float(value) * arrays.GRID)) for value in battle.geo[k, :3])
            damage = int(battle.facts[k, arrays.DAMAGE])
            ships.append(replace(known[name], pose=Pose(x, y, heading), damage=damage))
    player = board.players[battle.clock[arrays.TURN_OF]]
    agreement = replace(game.state.agreement, reinforcements=())
    return Game.of_layout(agreement, replace(game.layout, ships=tuple(ships)), player, game.state.flags)

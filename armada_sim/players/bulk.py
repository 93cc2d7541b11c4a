"""Whole battles between computer players at the speed of the compiled arrays.

The arrays decide alone only what they are sure of (`battle`), so every game can be replayed by the exact
engine, action by action; `actions` are what a record holds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from armada_sim.play import Action, Game, Shoot, on_grid
from armada_sim.players.battle import arrays, choices, notes
from armada_sim.players.boards import Board, board_of, compiled, covers
from armada_sim.players.computer import NO_END, Computer, action_of
from armada_sim.table import Pose
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
        """The party afloat, or that reached its aim, by number; None if it was drawn or did not end."""
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
    if game.state.rules.quiet_turns is None:
        raise InputError(NO_END, key="draw")
    board, kernel = board_of(game.state), compiled()
    minds = np.array([players[name].mind for name in board.players])
    n = len(board.names)
    known, sights = np.zeros((n, n), dtype=np.int64), np.zeros((n, n), dtype=np.int64)
    log, count = np.zeros((_PAGE, 7)), 0
    while True:
        count, unsure = kernel.play_on(board.battle, minds, rng, known, sights, log, count, -1)
        if unsure >= 0:
            i, j = divmod(unsure, n)
            known[i, j] = _referee(game, board, i, j)
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


def _referee(game: Game, board: Board, i: int, j: int) -> int:
    """What the referee says of a shot as ships lie now: asked about the table alone, as a replay takes long."""
    battle, ships = board.battle, []
    for k, name in enumerate(board.names):
        if arrays.alive(battle, k):
            x, y, heading = (on_grid(round(float(value) * arrays.GRID)) for value in battle.geo[k, :3])
            there = game.layout.ship(name)
            ships.append(replace(there, pose=Pose(x, y, heading), damage=int(battle.facts[k, arrays.DAMAGE])))
    player = board.players[battle.clock[arrays.TURN_OF]]
    now = Game.of_layout(game.state.agreement, replace(game.layout, ships=tuple(ships)), player)
    return arrays.YES if now.allows(Shoot(board.names[i], board.names[j])) else arrays.NO

"""Computer players: they look at a game, think with arrays, and answer with an action the game allows.

Where nothing is compiled they think the same, some hundred times slower; only to search takes NumPy.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from typing import TYPE_CHECKING

from armada_sim.compiled import floats, integers
from armada_sim.moving import Declaration, Mover
from armada_sim.play import (
    Action,
    Draw,
    Game,
    Move,
    Pass,
    Phase,
    Shoot,
    State,
    first_headings,
    on_grid,
    still_open,
)
from armada_sim.players.battle import arrays
from armada_sim.players.boards import Board, board_of, compiled, covers
from armada_sim.table import Rules
from armada_sim.tabletop import InputError, Message

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]

MOST_THOUGHT = 100_000
"""Tries, caution, play-outs: more changes nothing but the time."""

LONGEST_S = 3600
"""s. For one turn: more than anybody waits for."""

_HEADING_HAIR = 4e-6
"""degrees. How far inside an interval of legal headings one is chosen: some points of the grid."""

_REFUSALS = 30
"""Actions thought of one after the other before a player gives up and passes: only under rules that the arrays do
not play by themselves are any refused."""

_REFUSALS_OF_A_SHIP = 5
"""Of these so many with moves of one ship before it is left where it lies."""

_QUIET_TURNS = 60
"""Turns in a row without damage after which computer players want the game drawn, where no number is agreed on."""


NO_END = Message("computer players need a limit to their games: quiet_turns(n) or turns(n)")
"""What is said of games between them that need have none."""


class Level(StrEnum):
    """How strong a computer player is."""

    RANDOM = "random"
    GREEDY = "greedy"
    SEARCH = "search"


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player."""

    level: Level
    tries: int = 12
    """Paths tried for each ship at each decision (not for random)."""

    caution: int = 25
    """What an enemy counts that may get near, where a hit counts 1000."""

    budget: int = 60
    """Play-outs for a whole turn, fewer if less of it is left (search only)."""

    seconds: float | None = None
    """s. Time for a whole turn, instead of `budget`: games then depend on the machine (search only)."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "level", Level(self.level))
        for key, least, most in (
            ("tries", 1, MOST_THOUGHT),
            ("caution", 0, MOST_THOUGHT),
            ("budget", 1, MOST_THOUGHT),
            ("seconds", 0.001, LONGEST_S),
        ):
            given = getattr(self, key)
            if given is not None and not least <= given <= most:
                raise InputError(
                    Message(
                        "expected a number from {least} to {most}, not {given}", least=least, most=most, given=given
                    ),
                    key=key,
                )

    def __str__(self) -> str:
        """As records write it."""
        if self.level is not Level.SEARCH:
            return self.level.value
        return (
            f"search, {self.budget} play-outs a turn" if self.seconds is None else f"search, {self.seconds:g} s a turn"
        )

    @property
    def mind(self) -> tuple[int, int, int]:
        """The same as a row of `battle.play_on`."""
        return list(Level).index(self.level), self.tries, self.caution

    def turn(
        self, battle: arrays.Battle, known: Whole, rng: np.random.Generator, wanted: Callable[[], None] = lambda: None
    ) -> Floats:
        """The rest of a turn as `planning.plan` finds it (search only)."""
        from armada_sim.players.planning import plan

        left, actions = int(battle.clock[arrays.LEFT]), int(battle.clock[arrays.ACTIONS])
        nodes = -(-self.budget * left // actions) if self.seconds is None else None
        seconds = None if self.seconds is None else self.seconds * left / actions
        return plan(battle, known, rng, (self.tries, self.caution), nodes, seconds, wanted)

    def choose(self, game: Game, rng: np.random.Generator, wanted: Callable[[], None] = lambda: None) -> Action:
        """An action that `game` allows; the same for the same position and the same numbers from `rng`.

        wanted: called now and then; what it raises ends the thought.
        """
        if game.state.phase is not Phase.PLAY:
            return _opening(game, rng)
        if to_answer(game.state) and agrees(game.state):
            return Draw()
        board, sure = board_of(game.state), covers(game.state)
        known, sights = seen(game, board, friends=self.level is Level.RANDOM)
        refused: list[str] = []
        for _ in range(_REFUSALS):
            wanted()
            action = action_of(self._thought(board, known, sights, rng, wanted), board.names)
            if sure or game.allows(action):
                break
            if isinstance(action, Move):
                refused.append(action.ship)
                if refused.count(action.ship) == _REFUSALS_OF_A_SHIP:  # others may be free where this one is not
                    board.battle.facts[board.names.index(action.ship), arrays.MOVES] = board.battle.clock[
                        arrays.MOVES_EACH
                    ]
        else:
            action = Pass()
        if isinstance(action, Pass) and len(board.battle.aims) and self.level is not Level.RANDOM:
            return _nearer(game, board) or action
        return action

    def _thought(
        self, board: Board, known: Whole, sights: Whole, rng: np.random.Generator, wanted: Callable[[], None]
    ) -> Floats:
        kernel, battle, row = compiled(), board.battle, floats((7,))
        match self.level:
            case Level.RANDOM:
                kernel.random_action(battle, sights, rng, row)
            case Level.GREEDY:
                kernel.greedy_action(battle, sights, rng, self.tries, self.caution, row)
            case Level.SEARCH:
                row[:] = self.turn(battle, known, rng, wanted)[0]
        return row


def _nearer(game: Game, board: Board) -> Move | None:
    """The step that brings a ship nearest to its aim, at an end or inside of its legal headings; None if none does.

    The arrays look at some headings and are not always sure; here the referee says which there are.
    """
    battle, kernel, n, room = board.battle, compiled(), len(board.names), floats((2,))
    found: list[tuple[float, Move]] = []
    for i, ship in enumerate(game.state.layout.ships):
        name = ship.name
        if not still_open(game.state, ship)[0] or not kernel.aim_point(battle, i, room):
            continue
        ahead, kind, place = kernel.way_left(battle, i, i, 0.0), int(battle.facts[i, arrays.KIND]), ship.pose.place
        x, y = Mover(ship, game.state.rules.outline(ship.size)).stepped(place, place.heading).origin
        towards = math.degrees(math.atan2(room[1] - y, room[0] - x))
        for interval in first_headings(game.state, ship):
            low, high = interval.start + _HEADING_HAIR, interval.end - _HEADING_HAIR
            about = towards + 360 * round(((low + high) / 2 - towards) / 360)
            for heading in {min(max(about, low), high), low, high, (low + high) / 2}:
                unit = round(heading * arrays.GRID)
                kernel.lay(battle, n, kind, x, y, unit / arrays.GRID)
                gain = ahead - kernel.way_left(battle, n, i, 0.0)
                if gain > 0:
                    found.append((gain, Move(name, Declaration(headings=(on_grid(unit),)))))
    return next((move for _, move in sorted(found, key=lambda one: -one[0]) if game.allows(move)), None)


def asked_for(rules: Rules) -> Rules:
    """The rules that computer players play under: those given, with a limit where they have none, _QUIET_TURNS."""
    return rules if rules.limited else rules.but(game_limit=f"quiet_turns({_QUIET_TURNS})")


def _opening(game: Game, rng: np.random.Generator) -> Action:
    """A decision before the first turn; ships are set up at random, or if that fails in a line or close together."""
    from armada_sim.play import DEPLOYMENTS, NoRoomError, opening_choice

    for deployment in ("random_legal", "line"):
        try:
            return opening_choice(game, rng, DEPLOYMENTS[deployment])
        except NoRoomError:
            continue
    return opening_choice(game, rng, DEPLOYMENTS["cluster"])


def to_answer(state: State) -> bool:
    """Whether others are for a draw, and the player whose turn it is has not agreed."""
    return state.turn is not None and bool(state.agreed) and state.turn.player not in state.agreed


def declines(state: State, action: Action) -> bool:
    """Whether a computer player whose turn begins so does not agree to the draw that others are for."""
    turn = state.turn
    if turn is None or turn.left < state.agreement.actions_of(turn.player):
        return False
    return to_answer(state) and not isinstance(action, Draw)


def agrees(state: State) -> bool:
    """Whether a computer player to move agrees to a draw: unless its side can still take more hits than any other."""
    assert state.turn is not None
    left: dict[str, int] = {}
    for ship in state.layout.ships:
        party = state.party(ship.player)
        left[party] = left.get(party, 0) + max(ship.size.pips - ship.damage, 0)
    mine = left.pop(state.party(state.turn.player), 0)
    return mine <= max(left.values(), default=0)


def seen(game: Game, board: Board, *, friends: bool) -> tuple[Whole, Whole]:
    """(n, n) what is known of shots, and which are clear now; what the arrays leave unsure is asked of the referee.

    Under rules that the arrays do not play by themselves, the referee is asked about every ship in range.
    """
    n = len(board.names)
    known, sights = integers((n, n)), integers((n, n))
    kernel = compiled()
    if not covers(game.state):
        kernel.look(board.battle, known, sights, True)
        for i, j in product(range(n), repeat=2):
            if known[i, j] != arrays.NO:
                known[i, j] = _asked(game, board, i, j)
    while True:
        unsure = int(kernel.look(board.battle, known, sights, friends))
        if unsure < 0:
            return known, sights
        i, j = divmod(unsure, n)
        known[i, j] = _asked(game, board, i, j)


def _asked(game: Game, board: Board, i: int, j: int) -> int:
    return arrays.YES if game.allows(Shoot(board.names[i], board.names[j])) else arrays.NO


def action_of(row: Sequence[float] | Floats, names: Sequence[str]) -> Action:
    """The action that a row of a log means."""
    what, ship = int(row[0]), names[int(row[1])]
    if what == arrays.SHOT:
        return Shoot(ship, names[int(row[2])])
    if what == arrays.MOVE:
        units = [round(float(heading) * arrays.GRID) for heading in row[3 : 3 + int(row[2])]]
        return Move(ship, Declaration(headings=tuple(on_grid(unit) for unit in units)))
    return Pass()

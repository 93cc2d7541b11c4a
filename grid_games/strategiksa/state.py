"""One moment of a game of Strategiksa."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from armada_sim.arena.protocol import Outcome
from grid_games.core.protocol import IllegalMoveError, Violation
from grid_games.strategiksa.chapters.turn import PHASES
from grid_games.strategiksa.moves import Move
from grid_games.strategiksa.phases import NOTHING, Memory, Over, Phase, Step
from grid_games.strategiksa.table import Table

if TYPE_CHECKING:
    from grid_games.strategiksa.game import Strategiksa


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a game: the table, whose turn it is, and the step of the turn with its decision."""

    game: Strategiksa = field(hash=False, repr=False)
    table: Table
    round: int
    """From 1; 0 during the set-up."""

    turn: int
    """The colour to play, by its seat."""

    step: Step | Phase
    memory: Memory = NOTHING

    def to(self, step: Step | Phase, table: Table | None = None, memory: Memory | None = None) -> State:
        """The same turn at another step."""
        return State(self.game, table or self.table, self.round, self.turn, step, memory or self.memory)

    def at(self, round_number: int, turn: int, step: Step | Phase) -> State:
        """The same table at another turn."""
        return State(self.game, self.table, round_number, turn, step, self.memory)

    def settled(self) -> State:
        """Onward to the next decision."""
        state = self
        while isinstance(state.step, Phase):
            state = PHASES[state.step](state)
        return state

    @property
    def decision(self) -> Step:
        """The step somebody decides; a state that players see is never in a phase."""
        assert not isinstance(self.step, Phase)
        return self.step

    def current_player(self) -> str | None:
        """The player who decides; None when the game is over."""
        player = self.decision.decider(self)
        return None if player is None else self.game.players[player]

    def legal_moves(self) -> Sequence[Move]:
        """What may be played, in a fixed order."""
        return self.decision.moves(self)

    def chance_outcomes(self) -> tuple[tuple[Move, Fraction], ...]:
        """Nothing is left to chance."""
        return ()

    def why_not(self, move: Move) -> Violation | None:
        """The clause that forbids a move; None if it is legal."""
        return self.decision.why_not(self, move)

    def play(self, move: Move) -> State:
        """The state after a move. Raises IllegalMoveError."""
        if violation := self.why_not(move):
            raise IllegalMoveError(move, violation)
        return self.after(move)

    def after(self, move: Move) -> State:
        """The state after a move that is legal."""
        state = self.decision.after(self, move)
        return state if state.step.__class__ is not Phase else state.settled()

    def outcome(self) -> Outcome | None:
        """Who won and why; None while the game goes on."""
        return self.step.outcome if isinstance(self.step, Over) else None

    def returns(self) -> Mapping[str, Fraction]:
        """Half points divided by two (clause 58, U26): 1 for the winner, 1/2 for his vassals with troops, shares in a draw."""
        scores = self.step.scores if isinstance(self.step, Over) else (Fraction(0),) * len(self.game.players)
        return dict(zip(self.game.players, scores, strict=True))

    def observation(self, player: str) -> Hashable:
        """Everything: nothing is hidden."""
        return self

    def guess(self, player: str, rng: np.random.Generator) -> State:
        """Itself: nothing is hidden."""
        return self

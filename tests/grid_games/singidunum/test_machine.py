"""A match as people play it: moves, moves taken back, refused moves, records read again, in any order."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from grid_games.core.match import Match, replayed
from grid_games.core.protocol import CHANCE, IllegalMoveError
from grid_games.core.records import read_record
from grid_games.singidunum.armies import ARMIES, deployment
from tests.grid_games.singidunum.scenes import game


class Table(RuleBasedStateMachine):
    @initialize(
        lists=st.tuples(*[st.sampled_from(sorted(name for name in ARMIES if name.endswith("37")))] * 2),
        seed=st.integers(0, 99),
    )
    def deploy(self, lists: tuple[str, str], seed: int) -> None:
        self.match, self.states = Match(game(scenario="37", die="d4")), list[Any]()
        for name in lists:
            for move in deployment(self.match.state, ARMIES[name].units, np.random.default_rng(seed)):
                self.push(move)

    def push(self, move: Any) -> None:
        self.states.append(self.match.state)
        self.match.push(move)

    @rule(choice=st.integers(0, 10**6), eager=st.booleans())
    def move(self, choice: int, eager: bool) -> None:
        moves = [move for move in self.match.legal_moves if str(move) != "pass" or not eager]
        fights = [move for move in moves if str(move)[0] in "x*" or "++" in str(move)]
        if moves:
            chosen = fights if fights and eager else moves
            self.push(chosen[choice % len(chosen)])

    @rule(count=st.integers(1, 4))
    def take_back(self, count: int) -> None:
        for _ in range(min(count, len(self.states) - 14)):
            self.match.pop()
            assert self.match.state == self.states.pop()

    @rule(choice=st.integers(0, 10**9))
    def try_anything(self, choice: int) -> None:
        loaded, state = self.match.game, self.match.state
        move = loaded.numbered(choice % loaded.move_count)
        if move in state.legal_moves():
            assert state.why_not(move) is None
            return
        with pytest.raises(IllegalMoveError) as caught:
            state.play(move)
        assert caught.value.violation == state.why_not(move)
        assert self.match.state == state

    @rule()
    def write_down_and_read(self) -> None:
        assert replayed(self.match.game, read_record(self.match.record().text())).state == self.match.state

    @invariant()
    def somebody_decides(self) -> None:
        if not hasattr(self, "match"):
            return
        state = self.match.state
        assert (state.current_player() is None) == (state.outcome() is not None) == (not state.legal_moves())
        assert (state.current_player() == CHANCE) == bool(state.chance_outcomes())


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=8, stateful_step_count=60)

"""Experiments with discrete games as contests: who meets whom, and how a set of games is played from every seat.

Where levels of play are compared, a set has each of two players once in every seat, alone against the other in all
other seats; with two seats that is the game and its mirror image, with n > 2 it is 2n games. Where armies are
compared, each plays from either seat. Where seats (factions) are compared, a set is one game in which all are played
equally well, and each two of them meet. A share is made of returns: what the first entrant got in the mean of their
seats, divided by the sum of that and of what the other got in theirs; a half where neither got anything. So a half is
even, however many sit at the table.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from armada_sim.tabletop import Chooser, positions
from armada_sim.tabletop.laboratory import Form, GameRow, Meeting, Study, by_level
from grid_games import catalogue, core, players
from grid_games.core.protocol import CHANCE, Game, State
from grid_games.core.records import Record
from grid_games.laboratory.experiment import Experiment, parse_experiment
from grid_games.players import Dice, player

NEITHER = -1
"""Marks a seat of neither entrant, where seats are compared: played as well as theirs, and not counted."""

Hands = tuple[int, ...]
"""For each seat, which of the two entrants plays it, or NEITHER."""


@dataclass(frozen=True)
class _Plan:
    """What a meeting is played with."""

    meeting: Meeting
    game: Game[Any, Any]
    levels: tuple[str, str]
    """Of the two entrants, as `players.player` reads them."""

    arrangements: tuple[Hands, ...]
    armies: tuple[str, str] | None = None
    """Of the two entrants, where armies are compared."""


@dataclass(frozen=True)
class Rotations(Study[Experiment]):
    """An experiment, ready to be played."""

    @property
    def title(self) -> str:
        """What people call it."""
        return self.experiment.title or self.experiment.game

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        """Setting by setting."""
        return tuple(plan.meeting for plan in self._plans)

    @cached_property
    def _plans(self) -> tuple[_Plan, ...]:
        return tuple(plan for setting, game in self.experiment.games() for plan in self._under(setting, game))

    def _under(self, setting: str, game: Game[Any, Any]) -> Iterator[_Plan]:
        """The meetings of one setting."""
        asked, everywhere = self.experiment, rotations(len(game.players))
        if asked.compare == "levels":
            for (one, first), (other, second) in combinations(asked.levels.items(), 2):
                yield _Plan(Meeting(setting, (one, other)), game, (first, second), everywhere)
            return
        for name, level in by_level(setting, [*asked.levels.items()]):
            if asked.compare == "armies":
                for (one, army), (other, enemy) in combinations(asked.chosen.items(), 2):
                    yield _Plan(Meeting(name, (one, other)), game, (level, level), everywhere, (army, enemy))
                continue
            for pair in combinations(game.players, 2):
                hands = tuple(pair.index(who) if who in pair else NEITHER for who in game.players)
                yield _Plan(Meeting(name, pair), game, (level, level), (hands,))

    @cached_property
    def identity(self) -> str:
        """The experiment without its plan, and the version of the program that plays: of the game, its players and
        what is shared."""
        told = hashlib.sha256()
        for source in (core, players, type(self._plans[0].game)):
            for file in sorted(Path(inspect.getfile(source)).parent.rglob("*.py")):
                told.update(file.read_bytes())
        return json.dumps(
            {"game": self.experiment.game, "rules": told.hexdigest(), "experiment": self.experiment.source}
        )

    def play(self, meeting: int, number: int) -> tuple[GameRow, ...]:
        """One set of games."""
        plan, seed = self._plans[meeting], self.experiment.seed
        own = [] if self.experiment.compare == "levels" else [meeting]
        lots, state, moves = self.experiment.opening == "lots", plan.game.new(), list[Any]()
        rows = []
        for k, hands in enumerate(plan.arrangements):
            if lots and (k == 0 or plan.armies):  # the same for all games of a set, but for who has which army
                armies = (
                    {who: plan.armies[hand] for who, hand in zip(plan.game.players, hands, strict=True)}
                    if plan.armies
                    else {}
                )
                state, moves = set_up(plan.game, np.random.default_rng([seed, number, *own]), armies)
            rows.append(_played(plan, hands, state, moves, np.random.default_rng([seed, number, meeting, k])))
        return tuple(rows)

    def record(self, meeting: int, number: int, game: int, log: bytes) -> str:
        """The record of one game of a set."""
        from grid_games.core.match import Match

        plan = self._plans[meeting]
        names = plan.levels if self.experiment.compare == "seats" else plan.meeting.entrants
        moves = zlib.decompress(log).decode().split("\n")
        match = Match(plan.game, map(plan.game.parse, moves))
        record: Record = match.record([names[hand] for hand in plan.arrangements[game]])
        return record.text()


def parse_rotations(text: str, form: Form = "toml") -> Rotations:
    """The experiment of a text. Raises InputError."""
    return Rotations(parse_experiment(text, form))


def rotations(seats: int) -> tuple[Hands, ...]:
    """Who sits where in the games of a set: each of two once in every seat, alone among the other."""
    alone = [tuple(int(seat != place) for seat in range(seats)) for place in range(seats)]
    if seats == 2:
        return tuple(alone)
    return tuple(hands for one in alone for hands in (one, tuple(1 - hand for hand in one)))


def shares(game: Game[Any, Any], returns: Mapping[str, Fraction], hands: Sequence[int]) -> tuple[float, float]:
    """What each of two entrants got of a game, 1 in all: in the mean of their seats, above the least one can get."""
    least = game.utility[0]
    got = [Fraction(0), Fraction(0)]
    for who, hand in zip(game.players, hands, strict=True):
        if hand != NEITHER:
            got[hand] += (returns[who] - least) / hands.count(hand)
    total = sum(got)
    share = float(got[0] / total) if total else 0.5
    return share, 1.0 - share


def set_up(
    game: Game[Any, Any], rng: np.random.Generator, armies: Mapping[str, str] | None = None
) -> tuple[State[Any], list[Any]]:  # fmt: skip
    """A game whose players have set up by lot, each the army named for them, if any, and the moves that led there."""
    state, moves, known = game.new(), list[Any](), catalogue.extras(game.name).armies if armies else None
    while game.opening(state):
        who = state.current_player()
        if who == CHANCE:
            move = Dice().choose(state, rng)
        else:
            legal = known.keeping(state, armies[who]) if known and armies and who else state.legal_moves()
            move = legal[int(rng.integers(len(legal)))]
        moves.append(move)
        state = state.after(move)
    return state, moves


def _played(plan: _Plan, hands: Hands, state: State[Any], moves: list[Any], rng: np.random.Generator) -> GameRow:
    """One game from a state that `moves` led to."""
    players = [player(text) for text in plan.levels]
    seats: dict[str, Chooser] = {who: players[hand] for who, hand in zip(plan.game.players, hands, strict=True)}
    start = hashlib.sha256("\n".join(map(str, moves)).encode()).hexdigest()[:16]
    turns, last, moves = 0, None, list(moves)
    now: Any = state
    for move, after in positions(now, {**seats, CHANCE: Dice()}, rng, plan.game.max_plies or 0):
        mover = now.current_player()
        turns, last = (turns, last) if mover in (CHANCE, last) else (turns + 1, mover)
        moves.append(move)
        now = after
    result = now.outcome()
    reason = "too_long" if result is None else result.reason
    got = shares(plan.game, now.returns(), hands)
    return GameRow(
        next(hand for hand in hands if hand != NEITHER),
        got,
        reason,
        turns,
        len(moves),
        start,
        zlib.compress("\n".join(map(str, moves)).encode(), 9),
    )

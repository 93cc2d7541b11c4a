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
import time
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from armada_sim.tabletop import Chooser, positions
from armada_sim.tabletop.laboratory import RANDOM_LISTS, Form, GameRow, Pairing, Shelf, Study, paired
from grid_games import catalogue, core, players
from grid_games.core.protocol import CHANCE, Game, State
from grid_games.core.records import Record
from grid_games.laboratory.experiment import Experiment, parse_experiment
from grid_games.players import Dice, Search, player

NEITHER = -1
"""Marks a seat of neither entrant, where seats are compared: played as well as theirs, and not counted."""

QUICK, LOOKS, SAMPLES, PATIENCE_S = 4, 2, 12, 1.5
"""Games that are timed before an experiment is played, looks for a decision in them of a player who searches, decisions
of them that he is asked for, and seconds after which there is no other of either."""

Hands = tuple[int, ...]
"""For each seat, which of the two entrants plays it, or NEITHER."""


Seating = Pairing[Game[Any, Any], str, str]
"""A meeting in a game, with levels of play, as `players.player` reads them, and armies, if they are compared."""


@dataclass(frozen=True)
class Rotations(Study[Experiment]):
    """An experiment, ready to be played."""

    @property
    def title(self) -> str:
        """What people call it."""
        return self.experiment.title or self.experiment.game

    @cached_property
    def pairings(self) -> tuple[Seating, ...]:
        """What each meeting is played with."""
        asked = self.experiment

        def entries(game: Game[Any, Any]) -> Iterable[tuple[tuple[str, str], tuple[str, str]]]:
            if asked.compare == "levels":
                return [(("", ""), ("", ""))]
            if asked.compare == "prices":
                return [((RANDOM_LISTS, ""), (RANDOM_LISTS, ""))]
            named = dict.fromkeys(game.players, "") if asked.compare == "seats" else asked.chosen
            return combinations(named.items(), 2)

        levels, compared = [*asked.levels.items()], asked.compare == "levels"
        return paired(asked.games(), levels, compared=compared, entries=entries, fair=asked.fair)

    def shelf(self, meeting: int) -> Shelf | None:
        """What random armies are made of, where they meet."""
        return self.experiment.shelf(self.pairings[meeting].under) if self.experiment.compare == "prices" else None

    def _armies(self, meeting: int, number: int) -> tuple[str, str]:
        """What the entrants of a set have."""
        if (shelf := self.shelf(meeting)) is None:
            return self.pairings[meeting].entries
        one, other = (
            " ".join(ware.name for ware, count in zip(shelf.wares, counts, strict=True) for _ in range(count))
            for counts in self.lists(meeting, number)
        )
        return one, other

    def _arrangements(self, seating: Seating) -> tuple[Hands, ...]:
        """Who sits where in the games of a set."""
        seats, pair = seating.under.players, seating.meeting.entrants
        if self.experiment.compare != "seats":
            return rotations(len(seats))
        return (tuple(pair.index(who) if who in pair else NEITHER for who in seats),)

    @cached_property
    def identity(self) -> str:
        """The experiment without its plan, and the version of the program that plays: of the game, its players and
        what is shared."""
        told = hashlib.sha256()
        for source in (core, players, type(self.pairings[0].under)):
            folder = Path(inspect.getfile(source)).parent
            for file in sorted((*folder.rglob("*.py"), *folder.rglob("*.toml"))):
                told.update(file.read_bytes())
        return json.dumps(
            {"game": self.experiment.game, "program": told.hexdigest(), "experiment": self.experiment.source}
        )

    def play(self, meeting: int, number: int) -> tuple[GameRow, ...]:
        """One set of games."""
        seating, seed = self.pairings[meeting], self.experiment.seed
        compared = self.experiment.compare
        lots = meeting if self.search is None else meeting % self.search.each  # settings that are searched share them
        own = [] if compared in ("levels", "prices") else [lots]
        state, moves = seating.under.new(), list[Any]()
        rows = []
        for k, hands in enumerate(self._arrangements(seating)):
            if k == 0 or compared in ("armies", "prices"):  # the same for all, but for who has which army
                state, moves = self._begun(meeting, number, hands, np.random.default_rng([seed, number, *own]))
            rows.append(_played(seating, hands, state, moves, np.random.default_rng([seed, number, lots, k])))
        return tuple(rows)

    def _begun(
        self, meeting: int, number: int, hands: Hands, rng: np.random.Generator
    ) -> tuple[State[Any], list[Any]]:  # fmt: skip
        """How a game of a set begins, whose entrants sit so, and the moves that led there."""
        game, brought = self.pairings[meeting].under, self._armies(meeting, number)
        if self.experiment.opening == "players":
            return game.new(), []
        armed = self.experiment.compare in ("armies", "prices")
        return set_up(game, rng, {who: brought[hand] for who, hand in zip(game.players, hands, strict=True) if armed})

    def pace(self, meeting: int) -> float:
        """Seconds of processor time that a set of a meeting takes, about: each game as long as those in which one of
        the two players has every seat, in the mean of both."""
        seating = self.pairings[meeting]
        lasts = [self._lasts(meeting, text) for text in seating.players]
        return len(self._arrangements(seating)) * sum(lasts) / len(lasts)

    @cached_property
    def _known(self) -> dict[tuple[Game[Any, Any], str], float]:
        """What `_lasts` has found, by game and player."""
        return {}

    def _lasts(self, meeting: int, text: str) -> float:
        """Seconds of a game in which a player has every seat: as some that are played take. Of one who searches as many
        decisions as in games with few looks, which last about as long, each as long as some of them take."""
        game, one = self.pairings[meeting].under, player(text)
        if (game, text) in self._known:
            return self._known[game, text]
        rng, began, games, asked = np.random.default_rng(self.experiment.seed), time.process_time(), 0, list[Any]()
        hand = replace(one, budget=LOOKS, seconds=None) if isinstance(one, Search) else one
        seats: dict[str, Chooser] = {**dict.fromkeys(game.players, hand), CHANCE: Dice()}
        hands = self._arrangements(self.pairings[meeting])[0]
        while games < QUICK and time.process_time() - began < PATIENCE_S:
            asked.append(self._begun(meeting, games, hands, rng)[0])
            asked += [state for _, state in positions(asked[-1], seats, rng, game.max_plies or 0)]
            games += 1
        seconds = (time.process_time() - began) / games
        if hand is not one:
            asked = [s for s in asked if s.current_player() not in (None, CHANCE) and len(s.legal_moves()) > 1]
            seconds = len(asked) / games * _takes(one, asked, rng)
        return self._known.setdefault((game, text), seconds)

    def record(self, meeting: int, number: int, game: int, log: bytes) -> str:
        """The record of one game of a set."""
        from grid_games.core.match import Match

        seating = self.pairings[meeting]
        names = seating.players if self.experiment.compare == "seats" else seating.meeting.entrants
        moves = zlib.decompress(log).decode().split("\n")
        match = Match(seating.under, map(seating.under.parse, moves))
        record: Record = match.record([names[hand] for hand in self._arrangements(seating)[game]])
        return record.text()


def _takes(one: Chooser, asked: Sequence[State[Any]], rng: np.random.Generator) -> float:
    """Seconds that a decision takes a player, in the mean of some of those asked; 0 where there are none."""
    spent = list[float]()
    for place in rng.permutation(len(asked))[:SAMPLES]:
        at = time.process_time()
        one.choose(asked[place], rng)
        spent.append(time.process_time() - at)
        if sum(spent) > PATIENCE_S:
            break
    return sum(spent) / max(len(spent), 1)


def parse_rotations(text: str, form: Form = "toml") -> Rotations:
    """The experiment of a text. Raises InputError."""
    found = Rotations(parse_experiment(text, form))
    found.search  # noqa: B018  # judged by being made
    return found


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


def _played(seating: Seating, hands: Hands, state: State[Any], moves: list[Any], rng: np.random.Generator) -> GameRow:
    """One game from a state that `moves` led to."""
    players = [player(text) for text in seating.players]
    seats: dict[str, Chooser] = {who: players[hand] for who, hand in zip(seating.under.players, hands, strict=True)}
    start = hashlib.sha256("\n".join(map(str, moves)).encode()).hexdigest()[:16]
    turns, last, moves = 0, None, list(moves)
    now: Any = state
    for move, after in positions(now, {**seats, CHANCE: Dice()}, rng, seating.under.max_plies or 0):
        mover = now.current_player()
        turns, last = (turns, last) if mover in (CHANCE, last) else (turns + 1, mover)
        moves.append(move)
        now = after
    result = now.outcome()
    reason = "too_long" if result is None else result.reason
    got = shares(seating.under, now.returns(), hands)
    return GameRow(
        next(hand for hand in hands if hand != NEITHER),
        got,
        reason,
        turns,
        len(moves),
        start,
        zlib.compress("\n".join(map(str, moves)).encode(), 9),
    )

"""What every game must keep, as checks that anybody can run on a game of their own.

`check_game` walks through random games and holds each promise of `grid_games.core.protocol` to what it meets;
`check_kind` does what concerns options and numbers of players. Both raise ConformanceError, which says the promise, the
game and the moves that led there. `grid_games.testing.golden` and `grid_games.testing.counting` hold a game to
games and numbers written down before.

What this cannot know: whether the rules are the right ones, and what ought to be secret. A test can say the second
by a `disguise`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from operator import getitem
from typing import Any

import numpy as np

from armada_sim.tabletop import InputError
from grid_games.core.match import Match, replayed
from grid_games.core.protocol import CHANCE, Game, IllegalMoveError, Kind, NotationError, State, Violation
from grid_games.core.records import read_record
from grid_games.players.simple import Dice, Random

__all__ = ["ConformanceError", "Walked", "check_game", "check_kind"]

Disguise = Callable[[Any, str, np.random.Generator], Any]
"""From a state and a player: a state that differs only in what is to be hidden from the player."""

NO_MOVES = ("", "?!", "no such move")
"""Texts that are no move of any game."""

NO_STATES: tuple[object, ...] = ({}, [], "state", None)
"""Documents that are no state of any game."""

ROUNDING = 1e-9
"""What a worth that was said before a move was played may differ by from what is found after it."""

NEARLY = 1e-4
"""The same of one that ends a go, from what the state before it is worth."""

SEVERAL = 100
"""Moves from which not all are compared by what they are worth."""

TOLD = 40
"""Moves that an error lists, at most."""


class ConformanceError(AssertionError):
    """A promise that a game does not keep."""


@dataclass
class Walked:
    """What was met on the way: a check that met nothing has shown nothing."""

    games: int = 0
    plies: int = 0
    looked: int = 0
    """States looked at closely."""

    rolls: int = 0
    guesses: int = 0
    """Guesses that differ from the state they were made from."""

    refusals: int = 0
    """Moves judged to be illegal."""

    endings: dict[str, int] = field(default_factory=dict)
    """Number of games by reason."""


def check_game(
    game: Game[Any, Any], *, games: int = 5, seed: int = 0, looks: int = 40, most: int = 24,
    disguise: Disguise | None = None,
) -> Walked:  # fmt: skip
    """Hold a game to its promises along `games` random games.

    `looks` states of each game are looked at closely, the first and the last among them, and up to `most` of the legal
    moves of each. Raises ConformanceError.
    """
    return _Check(game, np.random.default_rng(seed), most, disguise).run(games, seed, looks)


def check_kind(kind: Kind) -> None:
    """Hold what is known of a game before it is loaded to what is loaded. Raises ConformanceError."""

    def need(holds: bool, promise: str) -> None:
        if not holds:
            raise ConformanceError(f"{kind.name}: {promise}")

    need(len(kind.seats) > 0, "there is no number of players it is for")
    for seats in kind.seats:
        game = kind.load(seats)
        need(game.name == kind.name, f"what it loads is named {game.name}")
        need(len(set(game.players)) == seats, f"for {seats} players it seats {', '.join(game.players)}")
        need(kind.load(seats, game.settings) == game, "its settings do not make it again")
    need(kind.load() == kind.load(kind.seats[0]), "the first number of players is not the default")
    for seats in (min(kind.seats) - 1, max(kind.seats) + 1):
        need(_refuses(kind, seats, {}, "players"), f"{seats} players are not refused with the key players")
    unknown = {"no_such_option": "1"}
    need(_refuses(kind, None, unknown, "no_such_option"), "an unknown option is not refused with its key")
    for option in kind.options:
        key, unknown = option.key, {option.key: "no such value"}
        need(_refuses(kind, None, unknown, key), f"an unknown value of {key} is not refused with its key")
        for value in option.values:
            kept = "(" in value or str(kind.load(None, {key: value}).settings[key]) == value
            need(kept, f"{key} = {value} is lost")


def _refuses(kind: Kind, players: int | None, settings: Mapping[str, object], key: str) -> bool:
    try:
        kind.load(players, settings)
    except InputError as error:
        return error.key == key
    return False


def document_of(game: Game[Any, Any], state: State[Any]) -> str:
    """A state as one line of JSON with its keys in order."""
    return json.dumps(game.state_to_json(state), sort_keys=True, ensure_ascii=False)


def random_moves(game: Game[Any, Any], rng: np.random.Generator) -> list[Any]:
    """The moves of a random game, dice drawn with their probabilities. Raises ConformanceError if it does not end."""
    if game.max_plies is None:
        raise ConformanceError(f"{game.name}: its options set no end; load it with `finite`")
    state, moves = game.new(), list[Any]()
    while state.legal_moves():
        if len(moves) == game.max_plies:
            raise ConformanceError(f"{game.name}: a game is not over after max_plies, {game.max_plies}")
        moves.append((Dice() if state.current_player() == CHANCE else Random()).choose(state, rng))
        state = state.after(moves[-1])
    return moves


class _Check:
    """One run: what it has met so far, and where it stands."""

    def __init__(self, game: Game[Any, Any], rng: np.random.Generator, most: int, disguise: Disguise | None) -> None:
        self.game, self.rng, self.most, self.disguise = game, rng, most, disguise
        self.seen = Walked()
        self.pool: list[Any] = []
        self.offered: dict[tuple[str, Hashable], tuple[Any, ...] | None] = {}
        self.way: Sequence[Any] = ()
        self.at = 0

    def need(self, holds: bool, promise: str) -> None:
        """The promise must hold here."""
        if not holds:
            way = "; ".join(map(str, self.way[: self.at][-TOLD:])) or "none"
            last = ", the last of them" * (self.at > TOLD)
            raise ConformanceError(f"{self.game.name}: {promise}\nafter {self.at} moves{last}: {way}")

    def run(self, games: int, seed: int, looks: int) -> Walked:
        self.names()
        for number in range(games):
            self.way, self.at = random_moves(self.game, np.random.default_rng([seed, number])), 0
            again = random_moves(self.game, np.random.default_rng([seed, number]))
            self.need(list(self.way) == again, "the same seed gives another game")
            states = self.walk(looks)
            self.end(states[-1])
            self.written_down(states)
            self.seen.games += 1
        self.need(not self.game.hides or self.seen.guesses > 0, "it hides things, but a guess is always the truth")
        return self.seen

    def names(self) -> None:
        game = self.game
        self.need(hash(game) == hash(game) and game.new() == game.new(), "two new games differ")
        self.need(game.new().outcome() is None, "it is over before it begins")
        self.need(game.new().game == game, "a state belongs to another game")
        low, high = game.utility
        ordered = isinstance(low, Fraction) and isinstance(high, Fraction) and low < high
        self.need(ordered, f"its utility is {low} to {high}")
        for text in NO_MOVES:
            quoted = self.raises(NotationError, partial(game.parse, text), repr(text))
            self.need(quoted, f"parse({text!r}) raises no NotationError that quotes it")
        for number in (-1, game.move_count):
            refused = self.raises(NotationError, partial(game.numbered, number))
            self.need(refused, f"numbered({number}) raises no NotationError")
        for document in NO_STATES:
            refused = self.raises(NotationError, partial(game.state_from_json, document))
            self.need(refused, f"state_from_json({json.dumps(document)}) raises no NotationError")
        for number, move in self.any_moves(self.most):
            again = game.number(move)
            self.need(again == number, f"the number {number} stands for {move}, whose number is {again}")

    def any_moves(self, count: int) -> Iterator[tuple[int, Any]]:
        """The moves of some numbers, drawn at random."""
        for number in self.rng.integers(self.game.move_count, size=count).tolist():
            try:
                yield number, self.game.numbered(number)
            except NotationError:
                continue  # a gap in the numbers

    @staticmethod
    def raises(kind: type[Exception], call: Callable[[], object], told: str = "") -> bool:
        try:
            call()
        except kind as error:
            return told in str(error)
        return False

    def walk(self, looks: int) -> list[State[Any]]:
        """Play the moves judged, looking closely at some states on the way."""
        states: list[State[Any]] = [self.game.new()]
        length = len(self.way)
        close = {*self.rng.choice(length, min(looks, length), replace=False).tolist(), 0, length - 1}
        for at, move in enumerate(self.way):
            self.at = at
            if self.at in close:
                self.look(states[-1])
            states.append(states[-1].play(move))
            self.seen.plies += 1
        self.at = len(self.way)
        return states

    # one state

    def look(self, state: State[Any]) -> None:
        self.seen.looked += 1
        mover = state.current_player()
        self.need(mover in (*self.game.players, CHANCE), f"{mover!r} is to move")
        self.need(state.outcome() is None, "it has an outcome, and there are legal moves")
        self.need(dict(state.returns()) == dict.fromkeys(self.game.players, 0), "returns are not 0 while it goes on")
        legal = list(state.legal_moves())
        self.view(state, legal)
        self.dice(state, legal)
        self.document(state)
        some = [legal[k] for k in sorted(self.rng.permutation(len(legal))[: self.most])]
        for move in some:
            self.move(move)
            reason = state.why_not(move)
            self.need(reason is None, f"{move} is among the legal moves, and why_not says {reason}")
            self.unchanged(state, move)
        self.alike_moves(state, legal if len(legal) < SEVERAL else some)
        self.judged(state, legal)
        self.pool = (self.pool + some)[-20 * self.most :]
        for player in self.game.players:
            self.known(state, player, tuple(legal) if mover == player else None)

    def alike_moves(self, state: State[Any], moves: list[Any]) -> None:
        """Moves of one kind are worth the same, or all end the game; what is known of a move unplayed is found after
        it."""
        found: dict[Hashable, tuple[Any, list[float]]] = {}
        weighed = zip(*(self.game.weighed(state, moves, player) for player in self.game.players), strict=True)
        stands = [self.game.evaluate(state, player) for player in self.game.players]
        for kind, move, known in zip(self.game.kinds(state, moves), moves, weighed, strict=True):
            after = state.after(move)
            players = self.game.players if after.outcome() is None else ()
            worths = [self.game.evaluate(after, player) for player in players]
            ends = state.current_player() != after.current_player() or self.game.closes(state, after)
            right = all(
                one is None or abs(one - value) < ROUNDING or (ends and abs(one - now) < NEARLY)
                for one, value, now in zip(known, worths, stands, strict=False)
            )
            self.need(right, f"{move} is not worth what was said before it was played")
            first, same = found.setdefault(kind, (move, worths))
            self.need(worths == same, f"{first} and {move} are of one kind, but not worth the same")

    def view(self, state: State[Any], legal: list[Any]) -> None:
        """The legal moves as a sequence."""
        moves = state.legal_moves()
        self.need(len(moves) == len(legal) > 0, f"it counts {len(moves)} legal moves and lists {len(legal)}")
        self.need(len(set(legal)) == len(legal), "a legal move is listed twice")
        self.need(list(state.legal_moves()) == legal, "the legal moves have no fixed order")
        for k in {0, len(legal) - 1, *self.rng.integers(len(legal), size=self.most).tolist()}:
            same = moves[k] == legal[k] == moves[k - len(legal)]
            self.need(same, f"legal move {k} is {legal[k]} in the list and {moves[k]} when asked")
            self.need(legal[k] in moves, f"{legal[k]} is listed, but not in legal_moves()")
        self.need(list(moves[1:3]) == legal[1:3], "a slice of the legal moves is not theirs")
        for k in (len(legal), -len(legal) - 1):
            self.need(self.raises(IndexError, partial(getitem, moves, k)), f"there is a legal move {k} of {len(legal)}")

    def dice(self, state: State[Any], legal: list[Any]) -> None:
        chances = state.chance_outcomes()
        if state.current_player() != CHANCE:
            self.need(chances == (), "there are chance outcomes, but chance is not to move")
            return
        self.seen.rolls += 1
        self.need([move for move, _ in chances] == legal, "the chance outcomes are not the legal moves")
        positive = all(isinstance(share, Fraction) and share > 0 for _, share in chances)
        self.need(positive, "a probability is no positive Fraction")
        whole, most = sum(share for _, share in chances), self.game.max_chance_outcomes
        self.need(whole == 1, f"the probabilities sum to {whole}")
        self.need(len(chances) <= most, f"{len(chances)} results are more than max_chance_outcomes")

    def move(self, move: object) -> None:
        """Its notation and its number."""
        text, number, count = str(move), self.game.number(move), self.game.move_count
        again = self.game.parse(text)
        self.need(again == move, f"{text!r} reads back as {again!r}")
        self.need(0 <= number < count, f"the number of {text} is {number}, move_count is {count}")
        numbered = self.game.numbered(number)
        self.need(numbered == move, f"the number of {text} reads back as {numbered}")
        self.need(hash(move) == hash(again), f"{text} and what it reads back as hash differently")

    def judged(self, state: State[Any], legal: list[Any]) -> None:
        """Moves of other moments, and any number: those not generated are judged illegal, and refused."""
        moves, known = state.legal_moves(), set(legal)
        strangers = [self.pool[k] for k in self.rng.permutation(len(self.pool))[: self.most]]
        strangers += [move for _, move in self.any_moves(self.most // 2)]
        for move in strangers:
            words = ("not ", "") if move in known else ("", "not ")
            self.need((move in moves) == (move in known), "{} is {}in legal_moves(), but {}listed".format(move, *words))
            if move not in known:
                self.refused(state, move)

    def refused(self, state: State[Any], move: object) -> None:
        """A move that is not legal is judged so, and is not played."""
        violation = state.why_not(move)
        self.need(isinstance(violation, Violation), f"{move} is not listed, but why_not allows it")
        assert violation is not None
        self.need(bool(violation.clause and violation.text), f"why_not({move}) lacks a clause or a sentence")
        try:
            state.play(move)
        except IllegalMoveError as error:
            same = error.violation == violation and error.move == move
            self.need(same, f"play({move}) says {error.violation}, why_not says {violation}")
            self.seen.refusals += 1
            return
        self.need(False, f"{move} is not allowed, but play plays it")

    def document(self, state: State[Any]) -> None:
        text = document_of(self.game, state)
        copy = self.game.state_from_json(json.loads(text))
        self.need(copy == state, f"a state reads back from JSON as another: {text}")
        self.need(hash(copy) == hash(state), "equal states hash differently")
        self.need(document_of(self.game, copy) == text, "a state is written in two ways")
        self.need(list(copy.legal_moves()) == list(state.legal_moves()), "equal states offer different moves")

    def unchanged(self, state: State[Any], move: object) -> None:
        """A move played and played again; the state before must be as it was."""
        before, mark = document_of(self.game, state), hash(state)
        after = state.play(move)
        same = document_of(self.game, state) == before and hash(state) == mark
        self.need(same, f"play({move}) changed the state it was asked of")
        again = state.play(move)
        self.need(after == again and hash(after) == hash(again), f"{move} played twice leads to different states")
        self.need(after == state.after(move), f"play and after differ for {move}")

    # what players know

    def known(self, state: State[Any], player: str, offer: tuple[Any, ...] | None) -> None:
        """What `player` sees must not reveal what is hidden from them."""
        seen = state.observation(player)
        alike = self.offered.setdefault((player, seen), offer) == offer
        secret = f"{player} cannot tell two states apart that offer different moves"
        self.need(alike, f"the legal moves reveal a secret: {secret}")
        picture = self.picture(state, player)
        guess, again = (state.guess(player, np.random.default_rng([self.at, 7])) for _ in range(2))
        self.need(guess == again, f"guess({player}) differs for the same seed")
        self.need(self.game.hides or guess == state, f"nothing is hidden, but guess({player}) changes the state")
        self.alike(state, guess, player, "a guess")
        same = self.picture(guess, player) == picture
        self.need(same, f"the board shows {player} what the observation does not")
        self.document(guess)
        self.seen.guesses += guess != state
        if self.disguise is not None:
            self.alike(state, self.disguise(state, player, self.rng), player, "a state that differs only in secrets")

    def alike(self, state: State[Any], other: State[Any], player: str, what: str) -> None:
        """`player` must not be able to tell two states apart."""
        same = other.observation(player) == state.observation(player)
        self.need(same, f"the observation leaks: {player} can tell {what} from the state")
        self.need(other.current_player() == state.current_player(), f"{what} has another player to move")
        self.need(other.outcome() == state.outcome(), f"{what} has another outcome")
        if state.current_player() == player:
            same = list(other.legal_moves()) == list(state.legal_moves())
            self.need(same, f"the legal moves reveal a secret: {what} offers {player} others")

    def picture(self, state: State[Any], player: str) -> str:
        """The board as a player sees it."""
        game, worth, board = self.game, self.game.evaluate(state, player), self.game.board(state, player)
        self.need(math.isfinite(worth) and 0 <= worth <= 1, f"evaluate says {worth}")
        self.need(bool(game.board(state)) and bool(board), "the board is empty")
        return board

    # whole games

    def end(self, state: State[Any]) -> None:
        result, returns = state.outcome(), dict(state.returns())
        self.need(result is not None, "there are no legal moves, but no outcome")
        assert result is not None
        self.need(state.current_player() is None, "it is over, but somebody is to move")
        self.need(bool(result.reason), "it ends without a reason")
        self.need(set(result.winners) <= set(self.game.players), f"{', '.join(result.winners)} won")
        self.need(list(returns) == list(self.game.players), f"returns are for {', '.join(returns)}")
        low, high = self.game.utility
        within = all(isinstance(one, Fraction) and low <= one <= high for one in returns.values())
        self.need(within, f"returns leave the utility: {returns}")
        best, won = {player for player, one in returns.items() if one == max(returns.values())}, set(result.winners)
        self.need(not won or best <= won, f"{', '.join(won)} won, but {', '.join(sorted(best))} got most")
        self.need(len(state.legal_moves()) == 0 and state.chance_outcomes() == (), "it is over, but there are moves")
        for move in self.pool[-self.most :]:
            self.refused(state, move)
        self.document(state)
        for player in self.game.players:
            self.known(state, player, None)
        self.seen.endings[result.reason] = self.seen.endings.get(result.reason, 0) + 1

    def written_down(self, states: list[State[Any]]) -> None:
        """The game as a record, read back and judged again."""
        text = Match(self.game, self.way).record().text()
        told = ""
        try:
            told = "" if replayed(self.game, read_record(text)).state == states[-1] else "it leads elsewhere"
        except InputError as error:
            told = str(error)
        self.need(not told, f"its record does not lead here: {told}")

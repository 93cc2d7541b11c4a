"""Games and kinds that each break one promise, with the words in which the conformance suite must say so."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import astuple, replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np

from armada_sim.tabletop.errors import InputError
from grid_games.core.protocol import IllegalMoveError, NotationError, Outcome, Violation
from tests.grid_games import toys
from tests.grid_games.toys import Duel, DuelState, Nim, NimState, Odds, OddsState, Word


def broken(toy: type[Any], state: dict[str, Any] | None = None, **game: Any) -> Any:
    """A toy with some of its methods replaced."""
    kinds = {Nim: toys.NIM, Odds: toys.ODDS, Duel: toys.DUEL}
    made = type(toy.__name__, (toy,), {"state": type("Broken", (toy.state,), state or {}), **game})
    return replace(kinds[toy], make=made).load()


TAKE = Word("take", (1, 1))


class Moody(tuple):
    """A view that does not find what it holds, or is wrong in some other way."""

    def __contains__(self, move: object) -> bool:
        return False


class Welcoming(tuple):
    def __contains__(self, move: object) -> bool:
        return True


class Miscounting(tuple):
    def __len__(self) -> int:
        return super().__len__() + any(True for _ in self)

    def __getitem__(self, key: Any) -> Any:
        return super().__getitem__(min(key, super().__len__() - 1))


class Unsliced(tuple):
    def __getitem__(self, key: Any) -> Any:
        return () if isinstance(key, slice) else super().__getitem__(key)


class Mismatched(tuple):
    def __getitem__(self, key: Any) -> Any:
        return super().__getitem__(key if isinstance(key, slice) or key >= 0 else -key - 1)


class Endless(tuple):
    def __getitem__(self, key: Any) -> Any:
        return super().__getitem__(key if isinstance(key, slice) or abs(key) < len(self) else 0)


def viewed(view: type) -> dict[str, Any]:
    return {"legal_moves": lambda self: view(NimState.legal_moves(self))}


def forgetful(self: Any) -> Any:
    """Another order when a state is asked again."""
    again = "asked" in self.__dict__
    self.__dict__["asked"] = True
    moves = NimState.legal_moves(self)
    return moves[::-1] if again else moves


def counter() -> Callable[[], int]:
    ticks = itertools.count()
    return lambda: next(ticks)


def changing(self: Any, move: Word) -> Any:
    after = NimState.play(self, move)
    object.__setattr__(self, "seat", 1 - self.seat)
    return after


def secretly(self: Any, move: Word) -> Any:
    """The state after is another one every time."""
    after = NimState.play(self, move)
    self.__dict__["played"] = self.__dict__.get("played", 0) + 1
    return replace(after, seat=(after.seat + self.__dict__["played"]) % 2)


def returning(**shares: Any) -> dict[str, Any]:
    """Returns at the end of the game."""
    return {"returns": lambda self: NimState.returns(self) if any(self.heaps) else shares}


def ending(make: Callable[[Any], Any]) -> dict[str, Any]:
    return {"outcome": lambda self: None if any(self.heaps) else make(self)}


def other_reason(self: Any, move: Word) -> Any:
    if self.why_not(move) is not None:
        raise IllegalMoveError(move, Violation("1", "for another reason"))
    return self.after(move)


def leaky_board(self: Any, state: Any, player: str | None = None) -> str:
    return str(state)


def peeking_moves(self: Any) -> Any:
    """Only shots that can hit."""
    moves = DuelState.legal_moves(self)
    return (
        tuple(one for one in moves if one.verb != "shoot" or one.numbers[0] == self.cells[1 - self.seat])
        if moves
        else ()
    )


def seeing(self: Any, player: str) -> Any:
    return DuelState.observation(self, player), self.cells


def seeing_far(self: Any, player: str) -> Any:
    """Shows in which half of the row the other hides."""
    other = self.cells[1 - self.game.players.index(player) :][:1]
    return DuelState.observation(self, player), tuple(cell <= 2 for cell in other)


def guessing_near(self: Any, player: str, rng: Any) -> Any:
    """Guesses within that half."""
    while True:
        made = DuelState.guess(self, player, rng)
        if seeing_far(made, player) == seeing_far(self, player):
            return made


def guess_with(change: Callable[[Any, Any], Any]) -> dict[str, Any]:
    return {"guess": lambda self, player, rng: change(self, DuelState.guess(self, player, rng))}


def timeless(self: Any, player: str) -> Any:
    """What a player knows without the number of the turn."""
    cells, hidden, may, _, target, hit = DuelState.observation(self, player)
    return cells, hidden, may, target, hit


def stubborn() -> Any:
    tick = counter()

    def guess(self: Any, player: str, rng: Any) -> Any:
        return DuelState.guess(self, player, np.random.default_rng(tick()))

    return guess


def first_chance(shares: Callable[[Any], Any]) -> dict[str, Any]:
    return {"chance_outcomes": lambda self: shares(OddsState.chance_outcomes(self)) if self.lot else ()}


def copied(self: Any, document: Any) -> Any:
    return replace(Nim.built(self, document), seat=0)


def jittery() -> Any:
    tick = counter()
    return lambda self, state: {**state.document(), "written": tick()}


def marked(self: Any, document: Any) -> Any:
    state = Nim.built(self, document)
    state.__dict__["read"] = True
    return state


def twice(self: Any, text: str) -> Any:
    raise NotationError("no")


def reading(change: Callable[[str], str]) -> Any:
    return lambda self, text: Nim.parse(self, change(text))


class Hashed(Word):
    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Word) and (self.verb, self.numbers) == (other.verb, other.numbers)

    def __hash__(self) -> int:
        return 1


def new_each_time() -> Any:
    tick = counter()
    return lambda self: NimState(self, self.heaps, tick() % 2)


GAMES: dict[str, Any] = {
    # the game
    "two new games differ": broken(Nim, new=new_each_time()),
    "over before it begins": broken(Nim, {"outcome": lambda self: Outcome((), "at once")}),
    "a state belongs to another game": broken(Nim, new=lambda self: NimState(toys.NIM.load(3), self.heaps)),
    "its utility is": broken(Nim, utility=(0.0, 1.0)),
    "raises no NotationError that quotes it": broken(Nim, parse=twice),
    r"numbered\(-1\) raises no NotationError": broken(
        Nim, numbered=lambda self, number: self.words[number % len(self.words)]
    ),
    "state_from_json.* raises no NotationError": broken(
        Nim, state_from_json=lambda self, document: self.built(document) if document else self.new()
    ),
    "the number .* stands for .*, whose number is": broken(
        Nim, number=lambda self, move: (self.words.index(move) + 1) % 9
    ),
    "not over after max_plies, 1": broken(Nim, max_plies=1),
    "the same seed gives another game": broken(
        Nim,
        {
            "legal_moves": (lambda rng: lambda self: NimState.legal_moves(self)[:: int(rng.choice((1, -1)))])(
                np.random.default_rng(0)
            )
        },
    ),
    "a guess is always the truth": broken(Duel, {"guess": lambda self, player, rng: self}),
    # who moves, when
    "'nobody' is to move": broken(Nim, {"current_player": lambda self: "nobody"}),
    "it has an outcome, and there are legal moves": broken(
        Nim,
        {"outcome": lambda self: None if len(self.heaps) == sum(h > 0 for h in self.heaps) else Outcome((), "early")},
    ),
    "returns are not 0 while it goes on": broken(
        Nim, {"returns": lambda self: dict.fromkeys(self.game.players, Fraction(1))}
    ),
    # legal moves as a sequence
    "it counts 10 legal moves and lists 9": broken(Nim, viewed(Miscounting)),
    "listed twice": broken(Nim, {"legal_moves": lambda self: NimState.legal_moves(self) * 2}),
    "no fixed order": broken(Nim, {"legal_moves": forgetful}),
    "in the list and .* when asked": broken(Nim, viewed(Mismatched)),
    "is listed, but not in legal_moves": broken(
        Nim, {"why_not": lambda self, move: NimState.why_not(self, move), **viewed(Moody)}
    ),
    "a slice of the legal moves is not theirs": broken(Nim, viewed(Unsliced)),
    "there is a legal move 9 of 9": broken(Nim, viewed(Endless)),
    "is not in legal_moves|is in legal_moves.*, but not listed": broken(Nim, viewed(Welcoming)),
    # dice
    "chance is not to move": broken(Nim, {"chance_outcomes": lambda self: ((TAKE, Fraction(1)),)}),
    "the chance outcomes are not the legal moves": broken(
        Odds,
        first_chance(lambda all_: all_[::-1])
        | {
            "legal_moves": lambda self: (
                tuple(m for m, _ in OddsState.chance_outcomes(self)) if self.lot else OddsState.legal_moves(self)
            )
        },
    ),
    "no positive Fraction": broken(Odds, first_chance(lambda all_: tuple((m, float(p)) for m, p in all_))),
    "the probabilities sum to": broken(
        Odds, first_chance(lambda all_: tuple((m, p * Fraction(999999999, 1000000000)) for m, p in all_))
    ),
    "more than max_chance_outcomes": broken(Odds, max_chance_outcomes=1),
    # moves
    "reads back as Word": broken(
        Nim, parse=reading(lambda text: text if text.split()[1:2] == ["1"] else text.replace("take 2", "take 1"))
    ),
    "move_count is 3": broken(
        Nim, move_count=3, numbered=lambda self, number: self.words[number] if 0 <= number < 3 else twice(self, "")
    ),
    "the number of .* reads back as": broken(
        Nim,
        numbered=lambda self, number: Nim.numbered(self, number or -1),
        number=lambda self, move: self.words.index(move) or 1,
    ),
    "what it reads back as hash differently": broken(
        Nim, parse=lambda self, text: Hashed(*astuple(Nim.parse(self, text)))
    ),
    # legality judged
    "is among the legal moves, and why_not says": broken(Nim, {"why_not": lambda self, move: Violation("1", "no")}),
    "play and after differ": broken(
        Nim, {"play": lambda self, move: replace(NimState.play(self, move), seat=self.seat)}
    ),
    "is not listed, but why_not allows it": broken(Nim, {"why_not": lambda self, move: None}),
    "lacks a clause or a sentence": broken(
        Nim, {"why_not": lambda self, move: None if NimState.why_not(self, move) is None else Violation("", "no")}
    ),
    "for another reason, why_not says": broken(Nim, {"play": other_reason}),
    "is not allowed, but play plays it": broken(Nim, {"play": lambda self, move: self.after(move)}),
    # states
    "reads back from JSON as another": broken(Nim, built=copied),
    "equal states hash differently": broken(Nim, {"__hash__": lambda self: id(self)}),
    "a state is written in two ways": broken(Nim, state_to_json=jittery()),
    "equal states offer different moves": broken(
        Nim,
        {"legal_moves": lambda self: NimState.legal_moves(self)[:: -1 if "read" in self.__dict__ else 1]},
        built=marked,
    ),
    r"play\(.*\) changed the state": broken(Nim, {"play": changing}),
    "played twice leads to different states": broken(Nim, {"play": secretly}),
    # what players know
    "cannot tell two states apart": broken(
        Duel, {"observation": lambda self, player: (DuelState.observation(self, player)[1:], "same")}
    ),
    "differs for the same seed": broken(Duel, {"guess": stubborn()}),
    "nothing is hidden, but guess": broken(Duel, hides=False),
    "the observation leaks": broken(Duel, {"observation": seeing}),
    "has another player to move": broken(
        Duel, {"observation": timeless} | guess_with(lambda self, made: replace(made, turn=made.turn + 1))
    ),
    "has another outcome": broken(
        Duel, {"observation": timeless} | guess_with(lambda self, made: replace(made, turn=made.turn - self.hit))
    ),
    "a guess offers .* others": broken(Duel, {"legal_moves": peeking_moves}),
    "the board shows": broken(Duel, board=leaky_board),
    "are of one kind, but": broken(Duel, kinds=lambda self, state, moves: ["any"] * len(moves)),
    "is not worth what was said": broken(Nim, weighed=lambda self, state, moves, player: [1.5] * len(moves)),
    "evaluate says": broken(Nim, evaluate=lambda self, state, player: 1.5),
    "the board is empty": broken(Nim, board=lambda self, state, player=None: ""),
    # the end
    "its record does not lead here": broken(Nim, settings={"heaps": "1-3-5", "share": 0.5}),
    "there are no legal moves, but no outcome": broken(Nim, ending(lambda self: None)),
    "it is over, but somebody is to move": broken(Nim, {"current_player": lambda self: self.game.players[self.seat]}),
    "it ends without a reason": broken(Nim, ending(lambda self: Outcome(("anna",), ""))),
    "zoe won": broken(Nim, ending(lambda self: Outcome(("zoe",), "last taken"))),
    "returns are for anna\n": broken(Nim, returning(anna=Fraction(1))),
    "returns leave the utility": broken(Nim, returning(anna=Fraction(2), bert=Fraction(0))),
    "won, but .* got most": broken(
        Nim,
        ending(lambda self: Outcome((self.game.players[self.seat],), "last taken"))
        | {
            "returns": lambda self: {
                player: Fraction(not any(self.heaps) and player == self.game.players[self.seat - 1])
                for player in self.game.players
            }
        },
    ),
    "it is over, but there are moves": broken(
        Odds,
        {
            "chance_outcomes": lambda self: (
                OddsState.chance_outcomes(self) if self.turn < 4 else ((Word("drawn"), Fraction(1)),)
            )
        },
    ),
}  # fmt: skip


def kind(**changes: Any) -> Any:
    """The kind of Nim with some of its parts replaced."""
    parts = {key: getattr(toys.NIM, key) for key in ("name", "seats", "options", "gone", "limits", "load")}
    return SimpleNamespace(**parts | changes)


def loading(load: Callable[[Any, Any], Any]) -> Any:
    """The kind of Nim that loads otherwise."""
    return kind(load=lambda players=None, settings=None: load(players, settings))


def keyless(*given: Any) -> Any:
    """Refuses without the key."""
    try:
        return toys.NIM.load(*given)
    except InputError as error:
        raise InputError(error.message, key=error.key.removesuffix("s") if error.key == "players" else "") from error


def otherwise(settings: Any, was: str, now: str) -> dict[str, Any]:
    """Settings in which one value is another."""
    return {key: value.replace(was, now) for key, value in (settings or {}).items()}


KINDS: dict[str, Any] = {
    "there is no number of players": kind(seats=range(0)),
    "what it loads is named nim": kind(name="nym"),
    "for 2 players it seats anna, bert, cleo": loading(lambda players, settings: toys.NIM.load(3, settings)),
    "do not make it again": loading(
        lambda players, settings: toys.NIM.load(players, {"heaps": "3-4-5"} if settings is None else None)
    ),
    "is not the default": loading(lambda players, settings: toys.NIM.load(players or 3, settings)),
    "1 players are not refused": loading(keyless),
    "an unknown option is not refused": loading(lambda players, settings: toys.NIM.load(players)),
    "an unknown value of heaps is not refused": loading(
        lambda players, settings: toys.NIM.load(players, otherwise(settings, "no such value", "1-2"))
    ),
    "heaps = 3-4-5 is lost": loading(
        lambda players, settings: toys.NIM.load(players, otherwise(settings, "3-4-5", "1-2"))
    ),
}  # fmt: skip

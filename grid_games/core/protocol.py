"""What a discrete game is here: a `Game`, its immutable `State`s, and typed moves.

The model is OpenSpiel's (chance is a player with listed probabilities, observations per player, returns for each),
the words are python-chess's (typed moves, notation, a live view of the legal ones, an outcome with its reason). The
verbs `current_player`, `play`, `outcome` and `returns` are those of every game of this project
(`armada_sim.tabletop.protocol`). A *move* is a typed value people can read and type; the integer an adapter gives it is
its *number*.

What `grid_games.testing.conformance` holds every game to:

* no legal moves ⇔ there is an outcome ⇔ nobody is to move;
* `move in legal_moves()` ⇔ `why_not(move)` is None ⇔ `play(move)` does not raise;
* the notation, the number and the JSON form of whatever they stand for round-trip;
* `play` never changes its argument; the same moves lead to equal states;
* two states a player cannot tell apart offer that player the same moves;
* moves of one kind (`Game.kinds`) are worth the same by `Game.evaluate`, and what `Game.weighed` says;
* every game ends within `Game.max_plies`, where it has one: see `finite`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, Self, TypeVar

import numpy as np

from armada_sim.tabletop import N_, ArmadaError, Gone, InputError, Message, Option, Outcome, Position

__all__ = ["CHANCE", "Game", "IllegalMoveError", "NotationError", "Outcome", "State", "Violation"]

CHANCE = N_("chance")
"""Who is to move when dice decide."""

M = TypeVar("M", bound=Hashable)
"""The kind of move a game takes: a frozen value whose `str` is its notation."""


@dataclass(frozen=True, slots=True)
class Violation:
    """Why a move is not allowed."""

    clause: str
    """The clause of the rules, as `docs/rules` numbers them, such as "28", or "turn" for what no clause but the order
    of play forbids."""

    text: str
    """One sentence."""

    def __init__(self, clause: str, text: str, /, **values: object) -> None:
        """`text`: a message, or the template of one, which is marked by standing here, with its values."""
        object.__setattr__(self, "clause", clause)
        object.__setattr__(self, "text", text if isinstance(text, Message) else Message(text, **values))

    def __str__(self) -> str:
        return f"{self.clause}: {self.text}"


class IllegalMoveError(ArmadaError, ValueError):
    """A move that the rules forbid as things stand."""

    def __init__(self, move: object, violation: Violation) -> None:
        self.message = Message(
            "{move} is not allowed: {reason} (clause {clause})",
            move=str(move), reason=violation.text, clause=violation.clause,
        )  # fmt: skip
        super().__init__(self.message)
        self.move = move
        self.violation = violation


class NotationError(InputError):
    """A text that is no move, or a document that is no state, of this game: a message, or the template of one, which is
    marked by standing here, with its values."""

    def __init__(
        self, text: str, /, *, key: str = "", file: str = "", others: Sequence[InputError] = (), **values: object
    ) -> None:
        told = text if isinstance(text, Message) else Message(text, **values)
        super().__init__(told, key=key, file=file, others=others)


class State(Position[M], Protocol[M]):
    """One moment of a game. Hashable; never changes; equal to every state the rules cannot tell from it."""

    @property
    def game(self) -> Game[M, Any]:
        """The game this is a moment of."""

    def current_player(self) -> str | None:
        """A player's name, CHANCE where dice decide, None when the game is over."""

    def legal_moves(self) -> Sequence[M]:
        """What may be played, without repeats, in a fixed order: a view that is counted and asked without being listed.

        At CHANCE the possible results; empty when the game is over. They follow from what the player to move knows.
        """

    def chance_outcomes(self) -> tuple[tuple[M, Fraction], ...]:
        """Each result with its probability; they sum to 1. Empty unless CHANCE is to move."""

    def why_not(self, move: M) -> Violation | None:
        """The clause that forbids a move; None if it is legal."""

    def play(self, move: M) -> Self:
        """The state after a move. Raises IllegalMoveError, which carries the violation."""

    def after(self, move: M) -> Self:
        """The state after a move taken from `legal_moves()`: as `play`, but it is not judged again."""

    def outcome(self) -> Outcome | None:
        """Who won and why; None while the game goes on."""

    def returns(self) -> Mapping[str, Fraction]:
        """What each player got, within `Game.utility`; all 0 while the game goes on."""

    def observation(self, player: str) -> Hashable:
        """All that `player` may know, memories included."""

    def secrets(self, player: str) -> frozenset[Hashable]:
        """What is hidden from `player`, each thing by a name that it keeps until it is known or gone."""

    def may_show(self, move: M) -> bool:
        """Whether a legal move might show whoever plays it something that is hidden from them, wherever that is: it
        follows from what they know."""

    def guess(self, player: str, rng: np.random.Generator) -> Self:
        """A state that `player` could not tell from this one, drawn at random: it follows from what `player` knows
        alone. Itself where nothing is hidden."""


S = TypeVar("S", bound="State[Any]")


class Game(Protocol[M, S]):
    """A game with its options settled and its players seated. Hashable and frozen."""

    @property
    def name(self) -> str:
        """As the command takes it, such as "strategiksa"."""

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players in the order of their seats."""

    @property
    def settings(self) -> Mapping[str, str | int]:
        """Every option with its value, and whatever else `load` needs to make this game again."""

    def new(self) -> S:
        """The state before the first move."""

    def parse(self, text: str) -> M:
        """The move of a notation. Raises NotationError, which quotes the text and says what was expected."""

    def state_to_json(self, state: S) -> dict[str, Any]:
        """A state, whole, as a JSON document."""

    def state_from_json(self, document: object) -> S:
        """The state of a document. Raises NotationError."""

    def opening(self, state: S) -> bool:
        """Whether the players are still setting up: choosing, placing or deploying what they begin with.

        The laboratory draws these moves by lot, the same for all games of a mirrored set.
        """

    def closes(self, before: S, after: S) -> bool:
        """Whether the move between two states ended a go: a player's turn, or whatever else is done as one, with all
        that followed from it.

        Players who look ahead look to the end of goes, where the rule of thumb is at its best.
        """

    @property
    def max_plies(self) -> int | None:
        """No game has more moves, results of dice included; None where the options set no end."""

    @property
    def max_chance_outcomes(self) -> int:
        """No roll has more results; 0 where nothing is rolled."""

    @property
    def utility(self) -> tuple[Fraction, Fraction]:
        """The least and the greatest entry of `State.returns` at the end of a game."""

    @property
    def hides(self) -> bool:
        """Whether anything is ever hidden from a player."""

    @property
    def move_count(self) -> int:
        """Numbers of moves are 0 to this less 1, whatever the state."""

    def number(self, move: M) -> int:
        """The number of a move."""

    def numbered(self, number: int) -> M:
        """The move of a number. Raises NotationError where there is none."""

    def evaluate(self, state: S, player: str) -> float:
        """How well `player` stands, from 0 (lost) to 1 (won), by a rule of thumb of the game. It may use hidden
        things: players guess first."""

    def weighed(self, state: S, moves: Sequence[M], player: str) -> Sequence[float | None]:
        """What `evaluate` finds for a player after each of some legal moves, where that is known without playing it;
        None elsewhere. Of a move that ends a go, or after which somebody else decides, it may be nearly what the state
        is worth: what follows on it follows on all others, too."""

    def kinds(self, state: S, moves: Sequence[M]) -> Sequence[Hashable]:
        """For each of some legal moves its kind: after moves of one kind `evaluate` finds the same, for every player.
        A move that may have none like it is a kind of its own.

        Players who judge by the rule of thumb look at one move of each kind.
        """

    @property
    def foresees(self) -> bool:
        """Whether `evaluate` counts what rolls that are due bring on average, so that looks ahead need not follow each
        of their results before they compare moves."""

    def horizon(self, state: S) -> int | None:
        """How many goes a look ahead passes after the one under way, to be worth its time at the decision of a state;
        None where looks tell no more than the rule of thumb."""

    @property
    def breadth(self) -> int:
        """Moves compared at a moment of a look ahead, drawn at random where there are more."""

    def habit(self, state: S) -> M | None:
        """The move that computer players make without thinking; None where there is something to think about."""

    def board(self, state: S, player: str | None = None) -> str:
        """The board in characters, as `player` sees it; all of it for None."""


class Kind(Protocol):
    """A game before its options are settled: what `grid-games list` shows and `load` makes."""

    @property
    def name(self) -> str:
        """As the command takes it."""

    @property
    def title(self) -> str:
        """As people call it, with what it is in a few words."""

    @property
    def options(self) -> tuple[Option, ...]:
        """What of its rules players agree on."""

    @property
    def gone(self) -> Mapping[str, Gone]:
        """The options it had once, by key."""

    @property
    def seats(self) -> range:
        """Numbers of players it is for; the first is the default."""

    @property
    def limits(self) -> Mapping[str, object]:
        """Options under which every game ends, for whoever needs that; empty where all do."""

    def load(self, players: int | None = None, settings: Mapping[str, object] | None = None) -> Game[Any, Any]:
        """The game with `settings`, defaults for the rest. Raises InputError with the key."""


def finite(kind: Kind, players: int | None = None, settings: Mapping[str, object] | None = None) -> Game[Any, Any]:
    """The game with `settings`, and with `Kind.limits` where they set no end. Raises InputError with the key."""
    game = kind.load(players, settings)
    if game.max_plies is None:
        game = kind.load(players, {**kind.limits, **(settings or {})})
    if game.max_plies is None:
        limits = ", ".join(f"{key} = {value}" for key, value in kind.limits.items())
        told = Message("expected a game that ends, such as with {settings}", settings=limits)
        raise InputError(told, key=next(iter(kind.limits)))
    return game

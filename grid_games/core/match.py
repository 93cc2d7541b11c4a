"""A game as people play it: moves are made, taken back, written down and read again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from armada_sim.tabletop import InputError, Listing, Message
from grid_games.core.protocol import Game, Outcome, State
from grid_games.core.records import Record


class Match:
    """A game in progress with its moves. The words are those of python-chess's board."""

    def __init__(self, game: Game[Any, Any], moves: Iterable[Any] = ()) -> None:
        self.game = game
        self._states: list[State[Any]] = [game.new()]
        self._moves: list[Any] = []
        for move in moves:
            self.push(move)

    @property
    def state(self) -> State[Any]:
        """The state now."""
        return self._states[-1]

    @property
    def states(self) -> tuple[State[Any], ...]:
        """Every state from the beginning, the one now last."""
        return tuple(self._states)

    @property
    def moves(self) -> tuple[Any, ...]:
        """What was played, results of dice included."""
        return tuple(self._moves)

    @property
    def legal_moves(self) -> Sequence[Any]:
        """What may be played now."""
        return self.state.legal_moves()

    def outcome(self) -> Outcome | None:
        """Who won and why; None while the game goes on."""
        return self.state.outcome()

    def push(self, move: object) -> None:
        """Play a move, or the move of a notation. Raises IllegalMoveError or NotationError and changes nothing then."""
        typed = self.game.parse(move) if isinstance(move, str) else move
        self._states.append(self.state.play(typed))
        self._moves.append(typed)

    def pop(self) -> Any:
        """Take the last move back and return it. Raises IndexError if there is none."""
        move = self._moves.pop()
        self._states.pop()
        return move

    def peek(self) -> Any:
        """The last move. Raises IndexError if there is none."""
        return self._moves[-1]

    def record(self, seats: Sequence[str] = ()) -> Record:
        """The game so far as a record; `seats` says who played, in the order of `game.players`."""
        result = self.outcome()
        return Record(
            game=self.game.name,
            players=len(self.game.players),
            settings=dict(self.game.settings),
            seats=tuple(seats),
            moves=tuple(str(move) for move in self._moves),
            winners=None if result is None else result.winners,
            reason=None if result is None else result.reason,
        )


def replayed(game: Game[Any, Any], record: Record) -> Match:
    """The match of a record, each move judged again.

    Raises InputError, whose key is the number of the move from 1, for a move that cannot be read or is not allowed,
    and for a result that is not the one recorded.
    """
    match = Match(game)
    for number, text in enumerate(record.moves, 1):
        try:
            match.push(text)
        except ValueError as error:
            raise InputError(getattr(error, "message", str(error)), key=f"moves {number}") from error
    found = match.outcome()
    if record.reason is not None and found != Outcome(record.winners or (), record.reason):
        raise InputError(_other_end(record.reason, found), key="reason")
    return match


def _other_end(reason: str, found: Outcome | None) -> Message:
    """What a record says of the end, and what is so."""
    if found is None:
        return Message("the record says {reason}, but the game is not over", reason=reason)
    if found.drawn:
        return Message(
            "the record says {reason}, but the game ends by {end}, won by nobody", reason=reason, end=found.reason
        )
    return Message(
        "the record says {reason}, but the game ends by {end}, won by {winners}",
        reason=reason, end=found.reason, winners=Listing(map(Message, found.winners)),
    )  # fmt: skip

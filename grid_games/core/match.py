"""A game as people play it: moves are made, taken back, written down and read again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from armada_sim.tabletop import Fault, InputError, Message, replaying
from grid_games.core.protocol import CHANCE, Game, IllegalMoveError, Outcome, State
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

    def push(self, move: object) -> State[Any]:
        """Play a move, or the move of a notation, and return the state after it.

        Raises IllegalMoveError or NotationError and changes nothing then.
        """
        typed = self.game.parse(move) if isinstance(move, str) else move
        self._states.append(self.state.play(typed))
        self._moves.append(typed)
        return self.state

    def pop(self) -> Any:
        """Take the last move back and return it. Raises IndexError if there is none."""
        move = self._moves.pop()
        self._states.pop()
        return move

    def peek(self) -> Any:
        """The last move. Raises IndexError if there is none."""
        return self._moves[-1]

    def kept(self, left: int, player: str | None, called: Callable[[str], str]) -> str | None:
        """Why `player` may not take moves back until `left` are played, in a sentence; None if he may. `called`: what a
        player is called in it.

        Nobody takes back what the dice have said, nor what has told anybody anything that was hidden, nor what might
        have shown it, nor moves of others while anything is hidden.
        """
        between = zip(self._states[left:], self._moves[left:], self._states[left + 1 :], strict=False)
        for before, move, after in between:
            mover = before.current_player()
            if mover == CHANCE:
                return Message("The dice have been thrown since: that is not taken back.")
            secrets = [(before.secrets(one), after.secrets(one)) for one in self.game.players]
            if mover != player and any(now for _, now in secrets):
                return Message(
                    "A move of {player} has been played since, and you may not see it.", player=called(mover or "")
                )
            if any(was - now for was, now in secrets):
                return Message("Something hidden has come to light since: that is not taken back.")
            if before.may_show(move):
                return Message("That might have shown something hidden: it is not taken back.")
        return None

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


def replay(
    match: Match, moves: Iterable[str], key: str, progress: Callable[[int], None] = lambda _: None
) -> Fault[str, IllegalMoveError] | None:
    """Play moves in notation in a match, as `tabletop.replaying` does; the first that is not allowed, if any."""
    *_, last = replaying(match.state, moves, lambda _, text: match.push(text), IllegalMoveError, key, progress)
    return last if isinstance(last, Fault) else None


def replayed(game: Game[Any, Any], record: Record) -> Match:
    """The match of a record, each move judged again; how it ended is seen again.

    Raises InputError, whose key is the number of the move from 1, for a move that cannot be read or is not allowed.
    """
    match = Match(game)
    fault = replay(match, record.moves, "moves {n}")
    if fault is not None:
        raise InputError(fault.error.message, key=f"moves {fault.number}") from fault.error
    return match

"""One match of any game here: players choose, the game plays, until it is over; or a record is played again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.protocol import Position

if TYPE_CHECKING:
    import numpy as np

A = TypeVar("A")
E = TypeVar("E", bound=Exception)
P = TypeVar("P", bound=Position[Any])


class Chooser(Protocol):
    """Somebody who decides."""

    def choose(self, game: Any, rng: np.random.Generator) -> Any:
        """An action that `game` allows."""


def positions(
    game: Position[Any], players: Mapping[str, Chooser], rng: np.random.Generator, most: int = 100_000
) -> Iterator[tuple[Any, Position[Any]]]:
    """Each action chosen and the position after it, until the game is over or `most` actions are played."""
    for _ in range(most):
        player = game.current_player()
        if player is None:
            return
        action = players[player].choose(game, rng)
        game = game.play(action)
        yield action, game


@dataclass(frozen=True, slots=True)
class Fault(Generic[A, E]):
    """The first action of a record that the rules do not allow."""

    number: int
    """From 1."""

    action: A
    player: str | None
    """Who was to decide; None after the game's end."""

    error: E
    """What the game refused it with."""


def replaying(
    game: P, actions: Iterable[A], play: Callable[[P, A], P], refusal: type[E], key: str,
    progress: Callable[[int], None] = lambda _: None,
) -> Iterator[P | Fault[A, E]]:  # fmt: skip
    """The game before the first action of a record and after each, as it is played again; last the first fault, if any.

    play: the game after an action; it raises `refusal` for one that is not allowed. key: of an action in the record, as
    in "moves[{n}]". progress: called with every action's number. Raises InputError, with that key, for an action that
    means nothing in this game.
    """
    yield game
    for number, action in enumerate(actions, 1):
        progress(number)
        player = game.current_player()
        try:
            game = play(game, action)
        except refusal as error:
            yield Fault(number, action, player, error)
            return
        except InputError as error:
            raise type(error)(error.message, key=key.format(n=number)) from error
        yield game

"""The verbs every game here has, so that one runner of matches serves them all.

A game is an immutable position between actions. Whose decision it is, what follows from an action,
whether it is over and what each player gets for it: nothing else is asked of it here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, Self, TypeVar

A_contra = TypeVar("A_contra", contravariant=True)
"""The kind of action a game takes."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. Every ending has a reason."""

    winners: tuple[str, ...]
    """Players; none if it was drawn."""

    reason: str
    """A short name, such as "sunk" or "quiet_turns"; the game's rules say what it means."""

    @property
    def drawn(self) -> bool:
        """Whether nobody won."""
        return not self.winners


class Position(Protocol[A_contra]):
    """A game between two actions."""

    def current_player(self) -> str | None:
        """Who decides next; None when the game is over."""

    def play(self, action: A_contra) -> Self:
        """The position after an action. Raises an error that says what the action violates."""

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""

    def returns(self) -> Mapping[str, Fraction]:
        """What each player has: 1 shared by the winners' side, 0 for the losers, an even share of 1 in a draw.

        All 0 while the game goes on.
        """

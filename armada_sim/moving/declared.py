"""How a player says that a ship moves: one form for files, the page, actions and questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Final, Literal

from armada_sim.geometry import Number
from armada_sim.table import Pose, checked_heading
from armada_sim.tabletop import InputError, Listing, Message, inside

MOST_STEPS: Final = 100
"""Steps. A move of more is refused as a mistake in the input; no ship makes so many."""

TurnGiven = Number | Literal["max", "-max"]
"""Degrees to the left, or the limit to the left or right."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """A move as declared, by one of three: headings, turns, or where the ship is said to have got."""

    headings: tuple[Number, ...] | None = None
    """Degrees, one per step."""

    turns: tuple[TurnGiven, ...] | None = None
    """To the left of the heading before, one per step."""

    to: Pose | None = None
    """A pose the ship is said to have got to."""

    def __post_init__(self) -> None:
        """Raises InputError unless exactly one is given, with steps that can be meant."""
        given = [one.name for one in fields(self) if getattr(self, one.name) is not None]
        if len(given) != 1:
            keys = Listing(given) if given else Message("none of them")
            text = Message("a move is declared by headings, turns or to; given: {keys}", keys=keys)
            raise InputError(text, key=(given or [""])[-1])
        if not self.steps and self.to is None:
            raise InputError(Message("a move needs at least one step"), key=given[0])
        if self.steps > MOST_STEPS:
            raise InputError(Message("a move of {n} steps is surely a mistake", n=self.steps), key=given[0])

    @classmethod
    def of(
        cls, headings: Sequence[Number] | None = None, turns: Sequence[TurnGiven] | None = None,
        to: Pose | None = None,
    ) -> Declaration:  # fmt: skip
        """The same of any sequences. Raises InputError."""
        return cls(
            None if headings is None else tuple(headings), None if turns is None else tuple(turns), to
        )  # fmt: skip

    @property
    def steps(self) -> int:
        """How many are declared one by one."""
        return len(self.headings or self.turns or ())

    @property
    def named_headings(self) -> tuple[Number, ...]:
        """Degrees. Every heading it names."""
        return (*(self.headings or ()), *((self.to.heading,) if self.to else ()))

    def check_degrees(self) -> None:
        """Raises InputError, with its key, for degrees beyond what is accepted."""
        for key, value in self._degrees():
            with inside(key=key):
                checked_heading(value)

    def _degrees(self) -> Iterator[tuple[str, Number]]:
        for i, heading in enumerate(self.headings or (), 1):
            yield f"headings[{i}]", heading
        for i, turn in enumerate(self.turns or (), 1):
            if not isinstance(turn, str):
                yield f"turns[{i}]", turn

"""What a game gives the laboratory: who meets whom under what, and how one set of mirrored games is played.

A *meeting* is some entrants (fleets, army lists, players) under one setting (options, surface, strength of play). It
is played in *sets*: each begins from its own start and is played once from every seat, so that its games are not
independent of each other, and sets are. Sets of a meeting are numbered from 0; a set depends on its number alone, not
on who plays it, when, or after what.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.language import Message

MOST_SETS = 1_000_000
"""Of a meeting: its interval would be a tenth of a percent wide."""

MOST_MEETINGS = 20_000
"""Of an experiment: two hundred fleets that all meet one another."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Entrants that meet under one setting."""

    setting: str
    entrants: tuple[str, ...]
    """Two; the same name twice where something meets itself."""

    def __str__(self) -> str:
        return f"{' - '.join(self.entrants)} ({self.setting})"


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game as it is kept."""

    first: int
    """The entrant, by its place in the meeting, that moved first."""

    shares: tuple[float, ...]
    """What each entrant got: 1 in all."""

    reason: str
    """Why it ended."""

    turns: int
    actions: int
    start: str
    """A digest of the position it began from."""

    log: bytes
    """What the game's own contest makes a record of."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is played."""

    sets: int
    """Of each meeting, at most."""

    half_width: float | None = None
    """A meeting ends early once the interval of its share is no wider than this to either side; None for never."""

    batch: int = 20
    """Sets after which that is looked at. Every meeting's games are those of whole batches, whoever played them."""

    each: bool = False
    """Whether the width is that of each game of a set by itself, such as of those in which one side moves first."""

    def __post_init__(self) -> None:
        for key, count in (("sets", self.sets), ("batch", self.batch)):
            if count < 1:
                raise InputError(Message("a plan needs at least one set"), key=key)
            if count > MOST_SETS:
                raise InputError(Message("must be at most {most}, not {given}", most=MOST_SETS, given=count), key=key)
        if self.half_width is not None and not 0 < self.half_width < 1:
            raise InputError(
                Message("a half width is a share between 0 and 1, not {given}", given=self.half_width),
                key="half_width",
            )


def few_meetings(*factors: int) -> None:
    """Raises InputError if the product of these is more meetings than an experiment may have."""
    count = math.prod(factors)
    if count > MOST_MEETINGS:
        raise InputError(
            Message(
                "there would be {count} meetings; an experiment has at most {most}",
                count=count,
                most=MOST_MEETINGS,
            )
        )


class Contest(Protocol):
    """An experiment of some game, ready to be played. Workers get a pickled copy."""

    @property
    def title(self) -> str:
        """What people call it."""

    @property
    def meetings(self) -> tuple[Meeting, ...]:
        """All there are, in the order of their numbers."""

    @property
    def identity(self) -> str:
        """Text of all that its games depend on: stores hold games of one identity."""

    def play(self, meeting: int, number: int) -> tuple[GameRow, ...]:
        """One set of a meeting: the same whenever and wherever it is played."""

    def record(self, meeting: int, number: int, game: int, log: bytes) -> str:
        """The text of the record of one game of a set, that can be replayed."""

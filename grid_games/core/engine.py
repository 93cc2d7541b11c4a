"""The one engine of the board games: a state waits at a step, and the step says who decides, what may be decided, what
forbids a move, and what a move leads to.

A game spells the fields of its state once, in a dataclass or a named tuple, and derives from `Moment`; equality, copies
and documents (`core.documents`) follow from the fields. Its steps are frozen values that derive from `Step`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, Self, TypeVar, overload

import numpy as np

from armada_sim.tabletop import Outcome, picture_of
from grid_games.core.protocol import CHANCE, Game, IllegalMoveError, Violation

M = TypeVar("M", bound=Hashable)
S = TypeVar("S")

DICE_DECIDE, NOBODY = -1, -2
"""Who decides, besides the seats from 0."""


class Step(Generic[S, M]):
    """What is to be decided, with whatever the step alone has to know."""

    __slots__ = ()

    def decider(self, state: S) -> int:
        """The seat of whoever decides, DICE_DECIDE or NOBODY."""
        raise NotImplementedError

    def moves(self, state: S) -> Sequence[M]:
        """What may be decided, or come of a roll."""
        raise NotImplementedError

    def chances(self, state: S) -> tuple[tuple[M, Fraction], ...]:
        """What the dice may give, with probabilities; empty where somebody decides."""
        return ()

    def why_not(self, state: S, move: M) -> Violation | None:
        """What forbids a move; None if it is legal."""
        raise NotImplementedError

    def after(self, state: S, move: M) -> S:
        """What a legal move leads to."""
        raise NotImplementedError


class Moment(Generic[M]):
    """What every state answers by the step it waits at (`grid_games.core.protocol.State`)."""

    __slots__ = ()

    game: Game[M, Any]

    @property
    def decision(self) -> Step[Any, M]:
        """The step it waits at."""
        raise NotImplementedError

    def _repr_svg_(self) -> str | None:
        """The board as a picture in a notebook."""
        return picture_of(self)

    def current_player(self) -> str | None:
        seat = self.decision.decider(self)
        return self.game.players[seat] if seat >= 0 else CHANCE if seat == DICE_DECIDE else None

    def legal_moves(self) -> Sequence[M]:
        return self.decision.moves(self)

    def chance_outcomes(self) -> tuple[tuple[M, Fraction], ...]:
        return self.decision.chances(self)

    def why_not(self, move: M) -> Violation | None:
        return self.decision.why_not(self, move)

    def play(self, move: M) -> Self:
        if (violation := self.why_not(move)) is not None:
            raise IllegalMoveError(move, violation)
        return self.after(move)

    def after(self, move: M) -> Self:
        after: Self = self.decision.after(self, move)
        return after

    def outcome(self) -> Outcome | None:
        raise NotImplementedError

    def returns(self) -> Mapping[str, Fraction]:
        """1 shared by the winners, an even share for all in a draw; all 0 while the game goes on."""
        players, result = self.game.players, self.outcome()
        winners = () if result is None else result.winners or players
        return {player: Fraction(player in winners, len(winners) or 1) for player in players}

    def observation(self, player: str) -> Hashable:
        """Everything, where nothing is hidden."""
        return self

    def secrets(self, player: str) -> frozenset[Hashable]:
        """Nothing, where nothing is hidden."""
        return frozenset()

    def may_show(self, move: M) -> bool:
        """Nothing, where nothing is hidden."""
        return False

    def guess(self, player: str, rng: np.random.Generator) -> Self:
        """Itself, where nothing is hidden."""
        return self


class View(Sequence[M]):
    """Moves that are counted, and looked up by their places, without being listed."""

    __slots__ = ("_count",)

    def __init__(self, count: int) -> None:
        self._count = count

    def __len__(self) -> int:
        return self._count

    def at(self, index: int) -> M:
        """The move of a place within the length."""
        raise NotImplementedError

    @overload
    def __getitem__(self, index: int) -> M: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[M]: ...
    def __getitem__(self, index: int | slice) -> M | Sequence[M]:
        if index.__class__ is int and 0 <= index < self._count:
            return self.at(index)
        places = range(self._count)[index]
        return self.at(places) if isinstance(places, int) else tuple(map(self.at, places))

    def __iter__(self) -> Iterator[M]:
        return map(self.at, range(self._count))


def copier(names: Iterable[str], listed: Iterable[str] = ()) -> Callable[[object, object], None]:
    """A function that gives its first argument these attributes of its second, and copies of those `listed`: written
    out, as dataclasses write their methods, since attributes of an object that takes over a whole dictionary are read
    five times as slowly."""
    scope: dict[str, Any] = {}
    lines = [f"to.{name} = of.{name}" for name in names] + [f"to.{name} = of.{name}.copy()" for name in listed]
    exec("def copy(to, of):" + "".join(f"\n    {line}" for line in lines), scope)
    copy: Callable[[object, object], None] = scope["copy"]
    return copy

"""Declarations: each player's unseen by the others, then all are resolved, the players taking turns (clauses 1.7.2,
1.8, 11)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from grid_games.destin_arc.moves import END, Fight, Move
from grid_games.destin_arc.state import Draft, Moment, Step

D = TypeVar("D")


@dataclass(unsafe_hash=True)
class Declaring(Step, Generic[D]):
    """A step in which one player declares, or two, and what they declared is then resolved."""

    seats: tuple[int, ...]
    at: int = 0
    """Who declares, among `seats`; their number once all have."""

    declared: tuple[tuple[D, ...], ...] = ()
    """What each player has declared, in the order of `seats`."""

    left: tuple[tuple[int, ...], ...] = ()
    """For each player what is not resolved yet, by its place among what was declared."""

    turn: int = 0
    """Whose is resolved next, among `seats`."""

    def able(self, d: Draft) -> bool:
        """Whether the player who declares has pieces for it at all."""
        raise NotImplementedError

    def reveal(self, d: Draft) -> None:
        """What follows as soon as the declarations are known."""
        raise NotImplementedError

    def resolve(self, d: Draft, declared: D) -> None:
        """Resolve one thing that the player whose turn it is has declared."""
        raise NotImplementedError

    @property
    def seat(self) -> int:
        """Who declares."""
        return self.seats[self.at]

    @property
    def over(self) -> bool:
        """Whether all have declared."""
        return self.at == len(self.seats)

    def own(self, team: int) -> tuple[tuple[D, ...], ...]:
        """What a player has declared, nothing for the others."""
        return tuple(mine if seat == team else () for seat, mine in zip(self.seats, self.declared, strict=False))

    def withheld(self, team: int) -> Iterable[Hashable]:
        """What others have declared, and that it is all."""
        for seat, mine in zip(self.seats, self.declared, strict=False):
            if seat != team and not self.over:
                yield from ((type(self).__name__, seat, k) for k in range(len(mine)))
        yield from ((type(self).__name__, seat) for seat in self.seats[: self.at] if seat != team and not self.over)

    def run(self, d: Draft) -> bool:
        """Wait for a declaration or for the choice of what is resolved next; a single one left needs no choice."""
        if not self.declared:
            d.become(self.but(declared=((),) * len(self.seats)))
        elif not self.over:
            if self.able(d):
                return True
            d.become(self.but(at=self.at + 1))
        elif not self.left:
            d.become(self.but(left=tuple(tuple(range(len(mine))) for mine in self.declared)))
            self.reveal(d)
        elif not any(self.left):
            d.pop()
        elif not self.left[self.turn]:
            d.become(self.but(turn=(self.turn + 1) % len(self.seats)))
        elif len(self.left[self.turn]) == 1:
            self.fight(d, self.left[self.turn][0])
        else:
            return True
        return False

    def unasked(self, d: Draft) -> Sequence[Move]:
        if not self.declared or (self.over and not self.left):
            return ()
        if not self.over:
            return () if self.able(d) else (END,)
        return self.fights() if len(self.left[self.turn]) == 1 else ()

    def decider(self, s: Moment) -> int:
        return self.seats[self.turn if self.over else self.at]

    def fights(self) -> list[Move]:
        """Which may be resolved next."""
        return [Fight(k + 1) for k in self.left[self.turn]]

    def fight(self, d: Draft, number: int) -> None:
        """Resolve one by its place, and let the next player choose."""
        left = list(self.left)
        left[self.turn] = tuple(k for k in left[self.turn] if k != number)
        d.become(self.but(left=tuple(left), turn=(self.turn + 1) % len(self.seats)))
        self.resolve(d, self.declared[self.turn][number])

    def declare(self, d: Draft, mine: tuple[D, ...], **fields: object) -> None:
        """All that the player who declares has declared, by now."""
        every = (*self.declared[: self.at], mine, *self.declared[self.at + 1 :])
        d.become(self.but(declared=every, **fields))

"""A move as declared: the places it leads to, what may be in its way, what may be off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from armada_sim.evidence import Key, Movable, TurnOf
from armada_sim.geometry import Body, Heading, Number, Place
from armada_sim.moving.movement import Hazard, Mover, TurnGiven, hazards
from armada_sim.table import Layout, Rules, Ship, Unit, checked_heading
from armada_sim.tabletop import InputError, Message

MOST_STEPS = 100
"""A move of more steps than this is refused as a mistake in the input."""


def _declared(
    mover: Mover, headings: Sequence[Number] | None, turns: Sequence[TurnGiven] | None
) -> tuple[Heading, ...]:
    if (headings is None) == (turns is None):
        raise InputError(Message("a move is declared by headings or by turns, one of them"), key="move")
    found: list[Heading] = [checked_heading(h) for h in headings or ()]
    if turns is not None:
        at: Heading = mover.ship.pose.place.heading
        for turn in turns:
            at = mover.turned(at, turn)
            found.append(at)
    if not found:
        raise InputError(Message("a move needs at least one step"), key="headings" if turns is None else "turns")
    if len(found) > MOST_STEPS:
        raise InputError(Message("a move of {n} steps is surely a mistake", n=len(found)), key="headings")
    return tuple(found)


@dataclass(frozen=True)
class MoveCase:
    """A move as declared, with everything its conditions need."""

    layout: Layout
    mover: Mover
    headings: tuple[Heading, ...]
    rules: Rules
    unit: Unit
    in_place: bool = False

    @classmethod
    def declared(
        cls, layout: Layout, moving: Ship, headings: Sequence[Number] | None, turns: Sequence[TurnGiven] | None,
        in_place: Number | None, rules: Rules, unit: Unit,
    ) -> MoveCase:  # fmt: skip
        """A move in the words of a declaration: headings, turns, or a turn in place. Raises InputError."""
        mover = Mover(moving, rules.outline(moving.size))
        if in_place is None:
            return cls(layout, mover, _declared(mover, headings, turns), rules, unit)
        if headings is not None or turns is not None:
            raise InputError(Message("a turn in place has no steps"), key="in_place")
        return cls(layout, mover, (checked_heading(in_place),), rules, unit, in_place=True)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Where the ship lies after each step."""
        if self.in_place:
            return (self.mover.ship.pose.place.turned(self.headings[0]),)
        return tuple(self.mover.path(self.headings))

    @cached_property
    def things(self) -> tuple[Hazard, ...]:
        """What it must not touch, where it is stated to lie."""
        return tuple(hazards(self.layout, self.mover.ship, self.rules))

    def share(self, step: int) -> Fraction:
        """How far the piece of a step (from 1) may be off, as a share of the error."""
        return (step + 1) * self.layout.weight(self.mover.ship)

    def pieces(self) -> dict[Key, Movable]:
        """Everything that can be displaced."""
        found: dict[Key, Movable] = {
            ship.name: Movable(self.layout.weight(ship), self._lying(ship).shadow.arms) for ship in self.layout.ships
        }
        for step, place in enumerate(self.places, 1):
            arms = self.mover.solid(place).shadow.arms
            found[step] = Movable(self.share(step), arms)
            found[TurnOf(step)] = Movable(self.layout.weight(self.mover.ship), arms)
        return found

    def _lying(self, ship: Ship) -> Body:
        return self.rules.outline(ship.size).solid(ship.pose.place)

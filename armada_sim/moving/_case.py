"""A move as declared: the places it leads to, what may be in its way, what may be off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from armada_sim.evidence import Key, Movable, Placement, Shift, TurnOf
from armada_sim.geometry import LIMIT_HAIR_DEG, STILL, Body, Heading, Place
from armada_sim.moving.declared import Declaration
from armada_sim.moving.movement import Hazard, Mover, hazards
from armada_sim.table import Layout, Pose, Rules, Ship, Unit, checked_heading
from armada_sim.tabletop import InputError, Message


def _headings(mover: Mover, declared: Declaration) -> tuple[Heading, ...]:
    if declared.turns is None:
        return tuple(map(checked_heading, declared.headings or ()))
    found: list[Heading] = [mover.ship.pose.place.heading]
    for turn in declared.turns:
        found.append(mover.turned(found[-1], turn))
    return tuple(found[1:])


def _placed(displaced: Sequence[Placement], headings: Sequence[Heading]) -> dict[int, Place]:
    """Ends of steps that lie elsewhere, by step; a heading that is the declared one but for rounding is that one."""
    found: dict[int, Place] = {}
    for at in displaced:
        if at.step is None or not 1 <= at.step <= len(headings) or at.step in found:
            raise InputError(Message("names each step of the move once at most, from 1"), key="displaced")
        place, declared = Pose(*at.base, at.heading).place, headings[at.step - 1]
        found[at.step] = place.turned(declared) if abs(float(declared) - at.heading) < LIMIT_HAIR_DEG else place
    return found


@dataclass(frozen=True)
class MoveCase:
    """A move as declared, with everything its conditions need."""

    layout: Layout
    mover: Mover
    headings: tuple[Heading, ...]
    rules: Rules
    unit: Unit
    placed: Mapping[int, Place] = field(default_factory=dict)
    """Where the pieces of some steps lie instead of where their headings lead."""

    @classmethod
    def declared(
        cls, layout: Layout, moving: Ship, declared: Declaration, rules: Rules, unit: Unit,
        displaced: Sequence[Placement] = (),
    ) -> MoveCase:  # fmt: skip
        """A move as it was declared step by step. Raises InputError.

        displaced: ends of steps that lie elsewhere than their headings lead.
        """
        mover = Mover(moving, rules.outline(moving.size))
        chosen = _headings(mover, declared)
        return cls(layout, mover, chosen, rules, unit, placed=_placed(displaced, chosen))

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Where the ship lies after each step."""
        return tuple(self.mover.path(self.headings))

    @cached_property
    def ends(self) -> tuple[Place, ...]:
        """Where the piece of each step lies: there, unless it is stated to lie elsewhere."""
        return tuple(self.placed.get(step, place) for step, place in enumerate(self.places, 1))

    def end(self, step: int, shift: Shift) -> Place:
        """Where the piece of a step (from 1) lies after a displacement, its turn with it."""
        return self.ends[step - 1].displaced(shift.get(step, STILL) + shift.get(TurnOf(step), STILL))

    @cached_property
    def things(self) -> tuple[Hazard, ...]:
        """What it must not touch, where it is stated to lie."""
        return tuple(hazards(self.layout, self.mover.ship, self.rules))

    def share(self, step: int) -> Fraction:
        """How far the piece of a step (from 1) may be off, as a share of the error."""
        ship = self.mover.ship
        return self.layout.weight(ship) + step * self.layout.weight_of_step(ship)

    def turn_share(self, step: int) -> Fraction:
        """How far the turn of a step (from 1) may be off, as a share of the error: the first begins where the ship
        lies, the others where a step ended."""
        weight = self.layout.weight if step == 1 else self.layout.weight_of_step
        return weight(self.mover.ship)

    def pieces(self) -> dict[Key, Movable]:
        """Everything that can be displaced."""
        found: dict[Key, Movable] = {
            ship.name: Movable(self.layout.weight(ship), self._lying(ship).shadow.arms) for ship in self.layout.ships
        }
        for step, place in enumerate(self.ends, 1):
            arms = self.mover.solid(place).shadow.arms
            found[step] = Movable(self.share(step), arms)
            found[TurnOf(step)] = Movable(self.turn_share(step), arms)
        return found

    def _lying(self, ship: Ship) -> Body:
        return self.rules.outline(ship.size).solid(ship.pose.place)

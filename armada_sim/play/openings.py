"""Many set-ups of one agreement with ships anywhere by lot: those that `deployments.prepared` makes, sooner.

All that is kept from one set-up to the next is the table without ships. Ships are set up by the compiled arrays, which
answer only what they are sure of: everything stays a hair, a thousand times what they may err by, inside what the rules
allow, so the engine is not asked again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from armada_sim.compiled import integers
from armada_sim.geometry import Unbounded
from armada_sim.play import placing
from armada_sim.play._endings import started
from armada_sim.play._fields import casts_no_shadow, fast, field_of, pose_in, scatterings
from armada_sim.play._opening import after_opening
from armada_sim.play.actions import ChooseFirst
from armada_sim.play.deployments import OPENING_DEPLOYMENTS, first_by_lot, no_room, none_found
from armada_sim.play.game import Game
from armada_sim.play.placing import Field
from armada_sim.play.state import Agreement, Phase, State, due_ships
from armada_sim.table import Ship, Size

if TYPE_CHECKING:
    import numpy as np


def settled(agreement: Agreement) -> bool:
    """Whether set-ups of an agreement follow from the table without ships: fleets are settled, and set up whole, on a
    surface that does not grow with what lies on it; no flags are placed; and ships of a group are as far apart as their
    outlines are."""
    rules = agreement.rules
    fleets = isinstance(agreement.fleets, tuple) and rules.first_player != "advanced_cut_and_choose"
    whole = rules.deploy_order != "alternate_ship_by_ship" and rules.goal != "flag"
    flat = all(casts_no_shadow(rules.outline(size)) for size in rules.sizes)
    return fleets and whole and flat and not isinstance(agreement.surface.domain, Unbounded)


@dataclass(frozen=True)
class _Fleet:
    """What a player sets up."""

    field: Field
    sided: bool
    ships: tuple[tuple[str, Size], ...]
    kinds: tuple[int, ...]
    """Of each ship, a row of `Field.outlines`."""


@dataclass(frozen=True)
class Openings:
    """Set-ups of an agreement that is `settled`, one after another."""

    agreement: Agreement

    @cached_property
    def _empty(self) -> State:
        return Game.new(self.agreement).state

    @cached_property
    def _fleets(self) -> dict[str, _Fleet]:
        empty, players = self._empty, self.agreement.players
        due = {player: tuple(due_ships(empty, player).items()) for player in players}
        sizes, whole = empty.sizes, sum(map(len, due.values()))
        return {
            player: _Fleet(
                field_of(empty, player, whole), self.agreement.seat(player).side is not None, due[player],
                tuple(sizes.index(size) for _, size in due[player]),
            )
            for player in players
        }  # fmt: skip

    def begun(self, rng: np.random.Generator) -> Game:
        """A game at its first turn. Raises NoRoomError if no set-up is found."""
        state = self._empty
        if state.phase is Phase.FIRST:
            state = after_opening(state, ChooseFirst(first_by_lot(state, rng)))
        assert state.decides is not None
        without = ""
        for _ in range(OPENING_DEPLOYMENTS):
            ships, before = list[Ship](), list[str]()
            for player in (state.decides, *state.waiting):
                if not (found := self._set_up(player, before, rng)):
                    without = player
                    break
                ships += found
                before.append(player)
            else:
                layout = replace(state.layout, ships=tuple(ships))
                return Game(started(state.but(phase=Phase.PLAY, decides=None, waiting=(), layout=layout)))
        raise none_found(no_room(without, self._fleets[without].ships))

    def _set_up(self, player: str, before: Sequence[str], rng: np.random.Generator) -> list[Ship]:
        """A player's ships, in the order in which they are named, beside those of players before; none without room."""
        fleet, taken = self._fleets[player], 0
        for other in before:
            theirs, start = self._fleets[other], taken
            relation = placing.FRIEND if self._empty.allied(other, player) else placing.ENEMY
            taken += len(theirs.ships)
            fast().taken_over(fleet.field, start, theirs.field, start, taken, relation)
        order = [int(k) for k in rng.permutation(len(fleet.ships))]
        kinds = integers((len(order),), [fleet.kinds[k] for k in order])
        for _ in scatterings(fleet.field, taken, kinds, rng, sided=fleet.sided):
            rows = (taken + order.index(k) for k in range(len(order)))
            return [
                Ship(name, player, size, pose_in(fleet.field, row))
                for (name, size), row in zip(fleet.ships, rows, strict=True)
            ]
        return []

"""Ships that come onto the table during a game: when, and whether the place that is theirs is free."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from armada_sim.play.goals import flag_solid, keeps_clear
from armada_sim.play.state import Reinforcement, State
from armada_sim.table import Ship
from armada_sim.tabletop import N_, Message


def arrived(state: State) -> State:
    """The table as a turn begins: with the ships of the player who decides that are due and whose places are free."""
    for one in _due(state):
        if place_is_free(state, one.ship):
            state = state.but(layout=replace(state.layout, ships=(*state.layout.ships, one.ship)))
    return state


def _due(state: State) -> list[Reinforcement]:
    """What may come as the turn begins of the player who decides, in the order agreed on."""
    return [one for one in state.to_come if one.ship.player == state.decides and one.turn <= state.turns + 1]


def place_is_free(state: State, ship: Ship) -> bool:
    """Whether what is to come touches no ship and no flag on the table, however far these are off."""
    layout, rules = state.layout, state.rules
    body, error = rules.outline(ship.size).solid(ship.pose.place), layout.tolerance_of(ship)
    others = [other for other in layout.ships if not (other.sunk and rules.wreck == "removed")]
    ships = (
        keeps_clear(body, rules.outline(o.size).solid(o.pose.place), rules, error + layout.tolerance_of(o))
        for o in others
    )
    flags = (flag_solid(flag, rules) for flag in state.flags_left() if flag.at is not None)
    return all(ships) and all(keeps_clear(body, flag, rules, error) for flag in flags)


def arrivals(before: State, after: State) -> Iterator[Message]:
    """What came onto the table with an action, as the next turn began, and what had to wait; without full stops."""
    if after.turns == before.turns:
        return
    there = {ship.name for ship in after.layout.ships}
    for said, some in ((N_("{ship} comes onto the table"), [one for one in before.to_come if one.ship.name in there]),
                       (N_("{ship} waits: its place is taken"), _due(after))):  # fmt: skip
        yield from (Message(said, ship=one.ship.name) for one in some)

"""The explosion of a map, and the fire that rains around it (clause 6)."""

from __future__ import annotations

from grid_games.core.sets import BIT
from grid_games.destin_arc.chapters.zones import EXPLOSION, RAIN, ZoneSave, veiled
from grid_games.destin_arc.state import Draft


def break_out(d: Draft) -> None:
    """At the start of its turn whoever stands where it blows up or beside saves or is eliminated, and whoever stands
    farther off where fire rains saves or is half eliminated."""
    fire, land = d.game.land.fire, d.game.land
    if fire is None or fire.turn != d.turn:
        return
    there = land.numbers[fire.hex]
    near, far = land.within(there, 1), land.within(there, fire.reach)
    on = [(p, BIT[h]) for p, h in enumerate(d.where) if h >= 0 and BIT[h] & far]
    d.push(*veiled(d, [(p, ZoneSave(p, EXPLOSION if bit & near else RAIN, -1)) for p, bit in on]))

"""A game as the arrays computer players think with, and the functions that work on them, compiled where they can be."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from types import SimpleNamespace
from typing import TYPE_CHECKING

from armada_sim.compiled import compiled_functions, floats, integers
from armada_sim.geometry import POSE_GRID_MM, ConvexDomain, padded
from armada_sim.geometry.kernel.lines import COLUMNS
from armada_sim.moving import Mover, is_solid
from armada_sim.play import Agreement, State, counts_at_limit, given_at_limit
from armada_sim.players.battle import aims, arrays, choices, gunfire, notes, paths, rounds
from armada_sim.players.battle.arrays import Battle
from armada_sim.table import Outline, Pose, Rules, Ship, Size

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

COVERED = {
    "footprint": ("contact_triangle", "section_triangle"), "contact_blocks_move": ("touch_blocks",),
    "step_legality": ("every_step",),
    "edge": ("touch_illegal", "open_sea"), "objects": ("solid",), "physical_fit": ("virtual",),
    "in_area": ("any_part", "touch_counts", "half", "whole"),
    "obstruction": ("line_of_fire", "partial_cover_ok", "clear_template", "none"), "friendly_blocks": ("anything",),
    "wreck": ("removed",), "touching_target": ("may_be_hit",),
    "goal": ("annihilation", "flag", "infiltration"),
    "stuck_lasts": ("rest_of_turn", "retested"), "goal_cross": ("whole_footprint", "tip_crosses", "any_part"),
    "flag_ship_contact": ("only_sinking",),
}  # fmt: skip
"""Values of options that `battle` plays by itself. Under others every action is asked of the referee."""

_SHARES = {"half": arrays.HALF, "whole": arrays.WHOLE}
_FREE = {"clear_template": arrays.THE_PIECE, "none": arrays.NOTHING}
"""How `battle` reads a shot. What only touches or grazes is unsure anyway, so the other values are as by default."""

_CROSSING = {"tip_crosses": arrays.LINE_TIP, "any_part": arrays.LINE_PART}
"""What counts as past a line, if not the whole outline."""


@cache
def compiled() -> SimpleNamespace:
    """The functions of `battle`, compiled where they can be."""
    return compiled_functions((arrays, aims, paths, gunfire, rounds, choices, notes))


@dataclass(frozen=True)
class Board:
    """A battle as arrays, and what the rows are called."""

    battle: Battle
    names: tuple[str, ...]
    """Ships in the order of the rows, those that are still to come last."""

    players: tuple[str, ...]
    """Players in the order of turns."""


def covers(state: State) -> bool:
    """Whether `battle` plays a game of this state by itself, as the referee would."""
    exact = not state.layout.largest_tolerance or state.rules.doubt_rule == "exact"
    return exact and len(given_at_limit(state)) < 2 and _fixed(state.agreement, state.sizes).covered


@dataclass(frozen=True)
class _Fixed:
    """What stays as it is while games of an agreement are played with ships of some sizes."""

    covered: bool
    """Whether `battle` plays them by itself, if no piece may be off."""

    sizes: NDArray[np.float64]
    walls: NDArray[np.float64]
    things: NDArray[np.float64]
    reading: NDArray[np.int64]


@lru_cache(maxsize=16)
def _fixed(agreement: Agreement, kinds: tuple[Size, ...]) -> _Fixed:
    rules = agreement.rules
    reading = (_SHARES.get(rules.in_area, arrays.ANY_PART), _FREE.get(rules.obstruction, arrays.A_LINE))
    return _Fixed(
        _covered(agreement, kinds),
        _sizes_of(rules, kinds),
        _walls(agreement),
        _things(agreement),
        integers((2,), reading),
    )


def _covered(agreement: Agreement, kinds: Sequence[Size]) -> bool:
    """What `covers` says but for what pieces may be off."""
    rules, surface = agreement.rules, agreement.surface
    plain = all(getattr(rules, key) in values for key, values in COVERED.items())
    inside = isinstance(surface.domain, ConvexDomain) or rules.edge == "open_sea" or surface.kind == "unbounded"
    left, bottom, right, top = surface.bounds
    small = surface.kind == "unbounded" or max(abs(left), abs(bottom), abs(right), abs(top)) < arrays.LARGEST
    outlines = [rules.template, *map(rules.outline, kinds)]
    sharp = all(len(one.corners) == 3 and not one.levels for one in outlines) and rules.numbers.shots_a_side is None
    plain = plain and (rules.goal == "annihilation" or len(agreement.parties) == 2)
    return plain and inside and small and sharp


def board_of(state: State) -> Board:
    """The arrays of a game between turns or within one. Rules that are not covered are approximated."""
    assert state.turn is not None
    layout, turn, order = state.layout, state.turn, state.agreement.turn_order
    parties = state.agreement.parties
    later, hands = {one.ship.name: one for one in state.to_come}, [state.agreement.actions_of(who) for who in order]
    ships = (*layout.ships, *(one.ship for one in later.values()))
    kinds, numbers = state.sizes, state.rules.numbers
    facts = [
        (1 + kinds.index(ship.size), parties.index(state.party(ship.player)), order.index(ship.player),
         min(ship.damage, ship.size.pips) + (ship.size.pips if ship.name in later else 0),
         numbers.moves_a_ship if ship.name in turn.stuck else turn.moves_of(ship.name), turn.shots_of(ship.name),
         later[ship.name].turn if ship.name in later else 0)
        for ship in ships
    ]  # fmt: skip
    clock = (
        order.index(turn.player), turn.left, state.quiet, state.turns, int(turn.damaged), 0, len(order),
        state.rules.quiet_turns or 0, 0, -1, hands[order.index(turn.player)], numbers.moves_a_ship,
        state.rules.most_turns or 0, next(map(parties.index, given_at_limit(state)), -1),
        int(counts_at_limit(state.rules, kinds[0]) - counts_at_limit(state.rules, kinds[0], 1)), len(ships),
    )  # fmt: skip
    n, fixed = len(ships), _fixed(state.agreement, kinds)
    battle = Battle(
        floats((n + 1, 5)), floats((n + 1, 2, 3)), integers((n, 7), [*chain(*facts)]), fixed.sizes,
        fixed.walls, fixed.things, integers((len(clock),), clock),
        integers((len(hands),), hands), fixed.reading, _aims(state, parties),
        floats((8, 24)), floats((COLUMNS,)),
    )  # fmt: skip
    for i, ship in enumerate(ships):
        paths.lay(battle, i, facts[i][0], float(ship.pose.x), float(ship.pose.y), float(ship.pose.heading))
    return Board(battle, tuple(ship.name for ship in ships), order)


def _sizes_of(rules: Rules, kinds: Sequence[Size]) -> NDArray[np.float64]:
    """`Battle.sizes` under some rules."""
    counts = [counts_at_limit(rules, size) for size in kinds]
    whole = math.lcm(*(count.denominator for count in counts))
    rows = [_row(rules.template, 0.0, 0, max(size.pips for size in kinds), 0, 0)]
    for size, count in zip(kinds, counts, strict=True):
        turn = _turn_limit(rules, size)
        rows.append(_row(rules.outline(size), turn, size.steps, size.pips, size.guns, int(count * whole)))
    return floats((len(rows), len(rows[0])), [*chain(*rows)])


def _row(outline: Outline, limit: float, steps: int, pips: int, guns: int, counts: int) -> tuple[float, ...]:
    base, step = float(outline.base), float(outline.step)
    edge = math.hypot(base / 2, step)
    # the circle through the three corners
    centre = (step * step - base * base / 4) / (2 * step)
    return base, step, edge, limit, steps, pips, centre, step - centre, guns, counts


def _turn_limit(rules: Rules, size: Size) -> float:
    """Degrees. The limit of turn of a size."""
    return Mover(Ship("any", "any", size, Pose(0, 0, 0)), rules.outline(size)).turn_limit


def _walls(agreement: Agreement) -> NDArray[np.float64]:
    surface, domain = agreement.surface, agreement.surface.domain
    if agreement.rules.edge == "open_sea" or surface.kind == "unbounded":
        return floats((0, 3))
    left, bottom, right, top = surface.bounds
    walls = [(1.0, 0.0, left), (-1.0, 0.0, -right), (0.0, 1.0, bottom), (0.0, -1.0, -top)]
    if isinstance(domain, ConvexDomain):
        walls = [*domain.half_planes]
    return floats((len(walls), 3), [*chain(*walls)])


def _aims(state: State, parties: Sequence[str]) -> NDArray[np.float64]:
    """`Battle.aims`: lines of attackers, flags of sides still in the battle."""
    rows: list[tuple[float, ...]] = []
    for line in state.agreement.lines:
        what = _CROSSING.get(state.rules.goal_cross, arrays.LINE_WHOLE)
        rows.append((what, parties.index(state.party(line.attacker)), *line.half_plane))
    names = [ship.name for ship in state.layout.ships]
    for flag in state.flags_left():
        side = parties.index(state.party(flag.owner))
        if flag.ship is not None:
            rows.append((arrays.FLAGSHIP, side, names.index(flag.ship), 0.0, 0.0))
        elif flag.at is not None:
            radius = float(state.rules.flag_radius_mm or POSE_GRID_MM)
            rows.append((arrays.FLAG, side, float(flag.at[0]), float(flag.at[1]), radius))
    return floats((len(rows), 5), [*chain(*rows)])


def _things(agreement: Agreement) -> NDArray[np.float64]:
    parts = [p.corners for thing in agreement.objects if is_solid(thing, agreement.rules) for p in thing.parts]
    return padded(parts)

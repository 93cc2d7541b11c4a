"""Aims of a battle, goal lines and flags: how far a ship is from one, and what it is worth to be nearer."""

import math

from armada_sim.geometry.kernel.outlines import Array
from armada_sim.players.battle.arrays import (
    AIM,
    CENTRE,
    COS,
    DAMAGE,
    FLAG,
    FLAGSHIP,
    KIND,
    LINE_PART,
    LINE_TIP,
    MOST,
    PARTY,
    PIPS,
    RADIUS,
    RANGE,
    SIDE,
    SIN,
    STEP,
    Battle,
    X,
    Y,
)

RIM = math.cos(math.pi / 48.0)
"""A flag is laid out as a polygon of 48 corners: it covers a disc of this share of its radius."""

REACHED = 1_000_000
"""What it is worth to win."""

PER_MM = 4
"""What a millimetre on the way to an aim is worth, where a millimetre nearer to an enemy is worth 1, a hit 1000."""

HELD = 400
"""What a hit on an enemy is worth besides that may reach its aim with its next move."""


def flag_gap(corners: Array, row: int, x: float, y: float) -> float:
    """mm. Distance of a point from a piece; 0 inside."""
    best = math.inf
    inside = True
    for k in range(3):
        m = k + 1 if k < 2 else 0
        ax = corners[row, 0, k]
        ay = corners[row, 1, k]
        dx = corners[row, 0, m] - ax
        dy = corners[row, 1, m] - ay
        px = x - ax
        py = y - ay
        if dx * py - dy * px < 0.0:
            inside = False
        share = min(1.0, max(0.0, (px * dx + py * dy) / (dx * dx + dy * dy)))
        px -= share * dx
        py -= share * dy
        best = min(best, math.sqrt(px * px + py * py))
    return 0.0 if inside else best


def flag_depth(corners: Array, row: int, x: float, y: float, radius: float) -> float:
    """mm. By how much a piece surely reaches a flag, or, negative, surely does not; 0 where it is not sure."""
    gap = flag_gap(corners, row, x, y)
    if gap < radius * RIM:
        return radius * RIM - gap
    return radius - gap if gap > radius else 0.0


def past(battle: Battle, row: int, aim: int) -> float:
    """mm. How far the piece in a row is past a line; negative: how far it still is from that."""
    aims = battle.aims
    corners = battle.corners
    low = math.inf
    high = -math.inf
    for k in range(3):
        depth = aims[aim, 2] * corners[row, 0, k] + aims[aim, 3] * corners[row, 1, k] - aims[aim, 4]
        low = min(low, depth)
        high = max(high, depth)
    if aims[aim, AIM] == LINE_TIP:
        return float(aims[aim, 2] * corners[row, 0, 1] + aims[aim, 3] * corners[row, 1, 1] - aims[aim, 4])
    return high if aims[aim, AIM] == LINE_PART else low


def wins_by(battle: Battle, row: int, me: int) -> float:
    """mm. By how much the piece in a row, of ship `me`, has reached an aim; negative: how far it is from any."""
    best = -math.inf
    party = battle.facts[me, PARTY]
    aims = battle.aims
    for a in range(len(aims)):
        if aims[a, AIM] <= LINE_PART:
            if aims[a, SIDE] == party:
                best = max(best, past(battle, row, a))
        elif aims[a, AIM] == FLAG and aims[a, SIDE] != party:
            best = max(best, flag_depth(battle.corners, row, aims[a, 2], aims[a, 3], aims[a, 4]))
    return best


def to_go(battle: Battle, row: int, me: int) -> float:
    """mm. As `way_left`, with a quarter of a step at most for heading elsewhere: that is lost in turning."""
    return way_left(battle, row, me, 0.25)


def way_left(battle: Battle, row: int, me: int, lost: float) -> float:
    """mm. How far ship `me`, lying as a row says, is from the nearest aim of its party; inf if it has none.

    lost: the share of a step that counts besides where the ship heads square to its way.
    """
    best = math.inf
    party = battle.facts[me, PARTY]
    geo = battle.geo
    kind = battle.facts[me, KIND]
    step = battle.sizes[kind, STEP]
    aims = battle.aims
    for a in range(len(aims)):
        ux = aims[a, 2]
        uy = aims[a, 3]
        if aims[a, AIM] <= LINE_PART:
            if aims[a, SIDE] != party:
                continue
            away = max(0.0, -past(battle, row, a))
        elif aims[a, SIDE] == party:
            continue
        else:
            goal_x = aims[a, 2]
            goal_y = aims[a, 3]
            near = aims[a, 4]
            if aims[a, AIM] == FLAGSHIP:
                other = int(aims[a, 2])
                size = battle.facts[other, KIND]
                if battle.facts[other, DAMAGE] >= battle.sizes[size, PIPS]:
                    continue
                goal_x = geo[other, X] + battle.sizes[size, CENTRE] * geo[other, COS]
                goal_y = geo[other, Y] + battle.sizes[size, CENTRE] * geo[other, SIN]
                near = battle.sizes[size, RADIUS] + battle.sizes[RANGE, STEP] / 2.0
            away = max(0.0, flag_gap(battle.corners, row, goal_x, goal_y) - near)
            ux = goal_x - geo[row, X]
            uy = goal_y - geo[row, Y]
            length = max(1.0, math.sqrt(ux * ux + uy * uy))
            ux /= length
            uy /= length
        best = min(best, away + lost * step * (1.0 - ux * geo[row, COS] - uy * geo[row, SIN]))
    return best


def moves_off(battle: Battle, row: int, me: int) -> float:
    """How many moves, about, ship `me` is from an aim; inf if it has none."""
    kind = battle.facts[me, KIND]
    return float(to_go(battle, row, me) / (battle.sizes[kind, MOST] * battle.sizes[kind, STEP]))


def aim_point(battle: Battle, me: int, work: Array) -> bool:
    """A point that ship `me` heads for on its way to the nearest aim, left in work (2,); whether there is any."""
    best = math.inf
    party = battle.facts[me, PARTY]
    geo = battle.geo
    aims = battle.aims
    for a in range(len(aims)):
        if (aims[a, AIM] <= LINE_PART) != (aims[a, SIDE] == party):
            continue
        if aims[a, AIM] <= LINE_PART:
            away = max(0.0, -past(battle, me, a)) + 2.0 * battle.sizes[RANGE, STEP]
            x = geo[me, X] + away * aims[a, 2]
            y = geo[me, Y] + away * aims[a, 3]
        elif aims[a, AIM] == FLAGSHIP:
            other = int(aims[a, 2])
            size = battle.facts[other, KIND]
            if battle.facts[other, DAMAGE] >= battle.sizes[size, PIPS]:
                continue
            x = geo[other, X] + battle.sizes[size, CENTRE] * geo[other, COS]
            y = geo[other, Y] + battle.sizes[size, CENTRE] * geo[other, SIN]
        else:
            x = aims[a, 2]
            y = aims[a, 3]
        dx = x - geo[me, X]
        dy = y - geo[me, Y]
        away = math.sqrt(dx * dx + dy * dy)
        if away < best:
            best = away
            work[0] = x
            work[1] = y
    return best < math.inf


def flagship_of(battle: Battle, ship: int) -> bool:
    """Whether a ship carries a flag."""
    found = False
    for a in range(len(battle.aims)):
        found = found or bool(battle.aims[a, AIM] == FLAGSHIP and int(battle.aims[a, 2]) == ship)
    return found


def blocked_by_own(battle: Battle, row: int, me: int) -> float:
    """mm. From the piece in a row, of ship `me`, to the nearest flag of its own side: 0 unsure, negative it touches."""
    best = math.inf
    aims = battle.aims
    for a in range(len(aims)):
        if aims[a, AIM] == FLAG and aims[a, SIDE] == battle.facts[me, PARTY]:
            best = min(best, -flag_depth(battle.corners, row, aims[a, 2], aims[a, 3], aims[a, 4]))
    return best

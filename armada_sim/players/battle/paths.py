"""Where ships of a battle may lie, and paths of steps that end there."""

import math

from armada_sim.geometry.kernel.outlines import Array
from armada_sim.players.battle.aims import blocked_by_own, wins_by
from armada_sim.players.battle.arrays import (
    AIM_HAIR,
    BASE,
    CENTRE,
    CHECKS,
    COS,
    DAMAGE,
    GRID,
    HAIR,
    HALF_GRID,
    HEADING,
    KIND,
    LIMIT,
    NO,
    PIPS,
    RADIUS,
    SIN,
    STEP,
    UNSURE,
    YES,
    Battle,
    Generator,
    X,
    Y,
)

TRIES = 24
"""Headings drawn for a step before the ship counts as unable to go on."""


def lay(battle: Battle, row: int, kind: int, x: float, y: float, heading: float) -> None:
    """A piece of a size at a pose, in a row of `Battle.geo`."""
    geo = battle.geo
    angle = math.radians(heading)
    cosine = math.cos(angle)
    sine = math.sin(angle)
    half = battle.sizes[kind, BASE] / 2.0
    step = battle.sizes[kind, STEP]
    geo[row, X] = x
    geo[row, Y] = y
    geo[row, HEADING] = heading
    geo[row, COS] = cosine
    geo[row, SIN] = sine
    corners = battle.corners
    corners[row, 0, 0] = x + half * sine
    corners[row, 1, 0] = y - half * cosine
    corners[row, 0, 1] = x + step * cosine
    corners[row, 1, 1] = y + step * sine
    corners[row, 0, 2] = x - half * sine
    corners[row, 1, 2] = y + half * cosine


def edge_gap(one: Array, i: int, other: Array, j: int) -> float:
    """mm. Greatest separation of a convex polygon from another along an edge normal of the first, or the first that
    is more than `HAIR`.

    The i-th of some polygons (m, 2, k) from the j-th of others (a view of one would cost as much as this).
    """
    n = one.shape[2]
    best = -math.inf
    for k in range(n):
        m = k + 1 if k + 1 < n else 0
        ax = one[i, 0, k]
        ay = one[i, 1, k]
        dx = one[i, 0, m] - ax
        dy = one[i, 1, m] - ay
        length = math.sqrt(dx * dx + dy * dy)
        if length == 0.0:
            continue
        nearest = math.inf
        for q in range(other.shape[2]):
            nearest = min(nearest, dy * (other[j, 0, q] - ax) - dx * (other[j, 1, q] - ay))
        best = max(best, nearest / length)
        if best > HAIR:
            return best
    return best


def polygon_gap(one: Array, i: int, other: Array, j: int) -> float:
    """mm. Separation of two convex polygons, negative where they overlap; more than `HAIR`: at least so much."""
    gap = edge_gap(one, i, other, j)
    return gap if gap > HAIR else max(gap, edge_gap(other, j, one, i))


def off_ships(battle: Battle, row: int, kind: int, me: int) -> int:
    """Whether the piece in a row, a try of ship `me`, touches no other ship: yes, unsure, no."""
    answer = YES
    corners = battle.corners
    geo = battle.geo
    facts = battle.facts
    sizes = battle.sizes
    x = geo[row, X] + sizes[kind, CENTRE] * geo[row, COS]
    y = geo[row, Y] + sizes[kind, CENTRE] * geo[row, SIN]
    for j in range(len(facts)):
        other = facts[j, KIND]
        if j == me or facts[j, DAMAGE] >= sizes[other, PIPS]:
            continue
        dx = geo[j, X] + sizes[other, CENTRE] * geo[j, COS] - x
        dy = geo[j, Y] + sizes[other, CENTRE] * geo[j, SIN] - y
        far = sizes[kind, RADIUS] + sizes[other, RADIUS] + 1.0
        if dx * dx + dy * dy > far * far:  # circles around them are apart
            continue
        gap = polygon_gap(corners, row, corners, j)
        if gap < -HAIR:
            return NO
        if gap <= HAIR:
            answer = UNSURE
    return answer


def free_at(battle: Battle, row: int, kind: int, me: int) -> int:
    """Whether the piece in a row, a try of ship `me`, touches nothing and lies inside the edge: yes, unsure, no."""
    answer = YES
    battle.clock[CHECKS] += 1
    corners = battle.corners
    for w in range(len(battle.walls)):
        for k in range(3):
            depth = (
                battle.walls[w, 0] * corners[row, 0, k] + battle.walls[w, 1] * corners[row, 1, k] - battle.walls[w, 2]
            )
            if depth < -HAIR:
                return NO
            if depth <= HAIR:
                answer = UNSURE
    off = off_ships(battle, row, kind, me)
    if off != YES:
        if off == NO:
            return NO
        answer = UNSURE
    for thing in range(len(battle.things)):
        gap = polygon_gap(corners, row, battle.things, thing)
        if gap < -HAIR:
            return NO
        if gap <= HAIR:
            answer = UNSURE
    if len(battle.aims) > 0:
        gap = blocked_by_own(battle, row, me)
        if gap < -HAIR:
            return NO
        if gap <= HAIR or abs(wins_by(battle, row, me)) <= AIM_HAIR:
            answer = UNSURE
    return answer


def arrived(battle: Battle, me: int) -> bool:
    """Whether the piece in the last row, a step of ship `me`, has reached its aim: there its way ends."""
    return len(battle.aims) > 0 and wins_by(battle, len(battle.facts), me) > 0.0


def on_grid(value: float) -> tuple[float, bool]:
    """The nearest multiple of 1/GRID, and whether that is sure."""
    scaled = value * GRID
    whole = math.floor(scaled + 0.5)
    return whole / GRID, abs(scaled + 0.5 - whole) > HALF_GRID and abs(scaled + 0.5 - whole) < 1.0 - HALF_GRID


def rest(battle: Battle, row: int, kind: int) -> bool:
    """The piece in a row brought to rest on the grid; whether where it comes to lie is sure."""
    x, sure_x = on_grid(battle.geo[row, X])
    y, sure_y = on_grid(battle.geo[row, Y])
    heading = battle.geo[row, HEADING]
    heading = math.floor((heading - 360.0 * math.floor(heading / 360.0)) * GRID + 0.5) / GRID
    lay(battle, row, kind, x, y, heading)
    return sure_x and sure_y


def step_on(battle: Battle, me: int, heading: float) -> int:
    """The piece in the last row makes a step to a heading (degrees): whether it then lies free."""
    row = len(battle.facts)
    kind = battle.facts[me, KIND]
    step = battle.sizes[kind, STEP]
    x = battle.geo[row, X] + step * battle.geo[row, COS]
    y = battle.geo[row, Y] + step * battle.geo[row, SIN]
    lay(battle, row, kind, x, y, heading)
    return free_at(battle, row, kind, me)


def whole_heading(heading: float) -> float:
    """A heading on the grid."""
    return math.floor(heading * GRID + 0.5) / GRID


def wander(battle: Battle, me: int, steps: int, rng: Generator, headings: Array) -> int:
    """A random path from where ship `me` lies, each heading uniform among the free ones.

    headings: room for the headings. Returns the steps taken: fewer if the ship cannot go on; the last row
    of `Battle.geo` is where it comes to rest.
    """
    geo = battle.geo
    row = len(battle.facts)
    kind = battle.facts[me, KIND]
    limit = battle.sizes[kind, LIMIT] - 2.0 / GRID
    lay(battle, row, kind, geo[me, X], geo[me, Y], geo[me, HEADING])
    taken = 0
    for k in range(steps):
        x = geo[row, X]
        y = geo[row, Y]
        before = geo[row, HEADING]
        found = False
        for _ in range(TRIES):
            heading = whole_heading(before + limit * (2.0 * rng.random() - 1.0))
            if step_on(battle, me, heading) == YES:
                found = True
                break
            lay(battle, row, kind, x, y, before)
        if not found:
            break
        headings[k] = heading
        taken += 1
        if arrived(battle, me):
            break
    if taken and not rest(battle, row, kind):
        return 0
    return taken


def follow(battle: Battle, me: int, headings: Array, steps: int) -> bool:
    """Whether ship `me` may surely take a path; the last row of `Battle.geo` is then where it comes to rest."""
    geo = battle.geo
    row = len(battle.facts)
    kind = battle.facts[me, KIND]
    limit = battle.sizes[kind, LIMIT] - 1.0 / GRID
    lay(battle, row, kind, geo[me, X], geo[me, Y], geo[me, HEADING])
    for k in range(steps):
        before = geo[row, HEADING]
        turn = headings[k] - before
        turn -= 360.0 * math.floor(turn / 360.0 + 0.5)
        if abs(turn) > limit or step_on(battle, me, headings[k]) != YES:
            return False
        if k < steps - 1 and arrived(battle, me):
            return False
    return rest(battle, row, kind)

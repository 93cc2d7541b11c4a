"""What players do in a battle: at random, greedily, in thought."""

import math

from armada_sim.geometry.kernel.outlines import Array, Ints
from armada_sim.players.battle.aims import (
    HELD,
    PER_MM,
    REACHED,
    aim_point,
    flagship_of,
    moves_off,
    to_go,
    way_left,
    wins_by,
)
from armada_sim.players.battle.arrays import (
    CENTRE,
    COS,
    DAMAGE,
    GOING_ON,
    GRID,
    HEADING,
    KIND,
    LEFT,
    LIMIT,
    LOOKED,
    MOST,
    MOVE,
    NO,
    PARTY,
    PASS,
    PIPS,
    RADIUS,
    RANGE,
    RESULT,
    SHOT,
    SIN,
    STEP,
    TURN_OF,
    TURNS,
    WON,
    YES,
    Battle,
    Generator,
    X,
    Y,
    alive,
)
from armada_sim.players.battle.gunfire import sees
from armada_sim.players.battle.paths import TRIES, arrived, lay, rest, step_on, wander, whole_heading
from armada_sim.players.battle.rounds import act, actor, arrive, forget, guns_left, look, moves_left

HEADINGS = 151
"""Headings of a step that are looked at where nothing else is worth doing: a degree apart."""

# why `play_on` stops, if no shot is unsure
OVER, SEARCHES, ARRIVES = -1, -2, -3


# the players


def random_action(battle: Battle, sights: Ints, rng: Generator, row: Array) -> None:
    """An action drawn uniformly among: a move of each ship that may move, each clear shot, passing.

    sights: as `look` fills it. row: (7) the action, as in a log: what, ship, target or steps, headings. A move has
    a number of steps drawn uniformly, and each heading drawn uniformly among the free ones.
    """
    n = len(battle.facts)
    moves = 0
    shots = 0
    for i in range(n):
        if actor(battle, i) and moves_left(battle, i) > 0:
            moves += 1
        for j in range(n):
            shots += sights[i, j]
    refused = 0
    while True:
        choice = rng.integers(0, moves + shots + 1)
        if choice == moves + shots:
            row[0] = PASS
            return
        if choice >= moves:
            choice -= moves
            for i in range(n):
                for j in range(n):
                    if sights[i, j]:
                        if choice == 0:
                            row[0] = SHOT
                            row[1] = i
                            row[2] = j
                            return
                        choice -= 1
        for i in range(n):
            if actor(battle, i) and moves_left(battle, i) > 0:
                if choice == 0:
                    most = int(battle.sizes[battle.facts[i, KIND], MOST])
                    taken = wander(battle, i, 1 + int(rng.integers(0, most)), rng, row[3:7])
                    if taken:
                        row[0] = MOVE
                        row[1] = i
                        row[2] = taken
                        return
                    break
                choice -= 1
        refused += 1
        if refused > 4 * moves:  # every ship seems to be stuck
            row[0] = PASS
            return


def turn_to(battle: Battle, kind: int, x_goal: float, y_goal: float) -> float:
    """Degrees. How far a piece of a size in the last row of `Battle.geo` must turn, at its tip, to head for a point."""
    geo = battle.geo
    n = len(battle.facts)
    step = battle.sizes[kind, STEP]
    tip_x = geo[n, X] + step * geo[n, COS]
    tip_y = geo[n, Y] + step * geo[n, SIN]
    turn = math.degrees(math.atan2(y_goal - tip_y, x_goal - tip_x)) - geo[n, HEADING]
    return float(turn - 360.0 * math.floor(turn / 360.0 + 0.5))


def approach(battle: Battle, me: int, steps: int, rng: Generator, headings: Array) -> int:
    """A path of ship `me` towards a place beside a random enemy; as `wander` otherwise."""
    geo = battle.geo
    n = len(battle.facts)
    enemies = 0
    for j in range(n):
        if alive(battle, j) and battle.facts[j, PARTY] != battle.facts[me, PARTY]:
            enemies += 1
    if enemies == 0:
        return wander(battle, me, steps, rng, headings)
    chosen = rng.integers(0, enemies)
    goal = 0
    for j in range(n):
        if alive(battle, j) and battle.facts[j, PARTY] != battle.facts[me, PARTY]:
            if chosen == 0:
                goal = j
                break
            chosen -= 1
    kind = battle.facts[goal, KIND]
    around = 2.0 * math.pi * rng.random()
    away = battle.sizes[kind, RADIUS] + battle.sizes[RANGE, STEP] * rng.random()
    x_goal = geo[goal, X] + battle.sizes[kind, CENTRE] * geo[goal, COS] + away * math.cos(around)
    y_goal = geo[goal, Y] + battle.sizes[kind, CENTRE] * geo[goal, SIN] + away * math.sin(around)
    return head_for(battle, me, steps, x_goal, y_goal, rng, headings)


def head_for(battle: Battle, me: int, steps: int, x_goal: float, y_goal: float, rng: Generator, headings: Array) -> int:
    """A path of ship `me` towards a point, as straight as it is free; as `wander` otherwise."""
    geo = battle.geo
    n = len(battle.facts)
    mine = battle.facts[me, KIND]
    limit = battle.sizes[mine, LIMIT] - 2.0 / GRID
    lay(battle, n, mine, geo[me, X], geo[me, Y], geo[me, HEADING])
    taken = 0
    for k in range(steps):
        x = geo[n, X]
        y = geo[n, Y]
        before = geo[n, HEADING]
        wanted = min(limit, max(-limit, turn_to(battle, mine, x_goal, y_goal)))
        found = False
        for attempt in range(TRIES):
            spread = limit * (attempt + 1.0) / TRIES
            turn = wanted + spread * (2.0 * rng.random() - 1.0)
            heading = whole_heading(before + min(limit, max(-limit, turn)))
            if step_on(battle, me, heading) == YES:
                found = True
                break
            lay(battle, n, mine, x, y, before)
        if not found:
            break
        headings[k] = heading
        taken += 1
        if arrived(battle, me):
            break
        dx = x_goal - geo[n, X]
        dy = y_goal - geo[n, Y]
        if dx * dx + dy * dy < battle.sizes[mine, STEP] * battle.sizes[mine, STEP] / 4.0:
            break
    if taken and not rest(battle, n, mine):
        return 0
    return taken


def draw_path(battle: Battle, me: int, attempt: int, rng: Generator, headings: Array) -> int:
    """One of the paths tried for a ship, by its number: odd ones approach, and two of three go as far as they may."""
    most = int(battle.sizes[battle.facts[me, KIND], MOST])
    steps = most if attempt % 3 else 1 + attempt % most
    if len(battle.aims) > 0 and attempt % 4 == 1 and aim_point(battle, me, battle.work[6]):
        return head_for(battle, me, most, battle.work[6, 0], battle.work[6, 1], rng, headings)
    if attempt % 2:
        return approach(battle, me, steps, rng, headings)
    return wander(battle, me, steps, rng, headings)


def worth_shooting(battle: Battle, target: int) -> int:
    """What a hit is worth: more the nearer it brings the target to sinking, and the more pips sink."""
    pips = int(battle.sizes[battle.facts[target, KIND], PIPS])
    left = pips - int(battle.facts[target, DAMAGE])
    value = 1000 + (600 * pips if left == 1 else 0) + 100 * (int(battle.sizes[RANGE, PIPS]) - left)
    if len(battle.aims) > 0:
        if left == 1 and flagship_of(battle, target):
            value += REACHED
        elif flagship_of(battle, target) or moves_off(battle, target, target) <= 1.0:
            value += HELD
    return value


def worth_hitting(battle: Battle, target: int, hits: int) -> int:
    """What some hits on a ship are worth."""
    pips = int(battle.sizes[battle.facts[target, KIND], PIPS])
    health = pips - int(battle.facts[target, DAMAGE])
    return 1000 * min(hits, health) + (600 * pips if hits >= health else 0)


def worth_lying(battle: Battle, row: int, me: int, left: int, caution: int) -> int:
    """What it is worth that ship `me` lies where a row of `Battle.geo` says, with `left` actions to come.

    Hits it can score at once, less what can reach it (`caution` each), less how far the enemy is in mm.
    """
    kind = battle.facts[me, KIND]
    geo = battle.geo
    sizes = battle.sizes
    guns = guns_left(battle, me)
    hits = 0
    danger = 0
    nearest = math.inf
    for j in range(len(battle.facts)):
        if not alive(battle, j) or battle.facts[j, PARTY] == battle.facts[me, PARTY]:
            continue
        other = battle.facts[j, KIND]
        dx = geo[j, X] + sizes[other, CENTRE] * geo[j, COS] - geo[row, X] - sizes[kind, CENTRE] * geo[row, COS]
        dy = geo[j, Y] + sizes[other, CENTRE] * geo[j, SIN] - geo[row, Y] - sizes[kind, CENTRE] * geo[row, SIN]
        away = math.sqrt(dx * dx + dy * dy)
        near = away
        if len(battle.aims) > 0:  # an enemy on its way to its aim is to be met first
            left_to_go = to_go(battle, j, j)
            near += 0.0 if left_to_go == math.inf else 0.5 * left_to_go
        nearest = min(nearest, near)
        if away < sizes[other, MOST] * sizes[other, STEP] + sizes[other, RADIUS] + sizes[RANGE, STEP]:
            danger += 1
        if guns > 0 and left > 0 and sees(battle, row, kind, me, j) == YES:
            hits = max(hits, worth_hitting(battle, j, min(left, guns)))
    value = hits - (0 if nearest == math.inf else math.floor(nearest))
    if len(battle.aims) > 0:
        if row == len(battle.facts) and wins_by(battle, row, me) > 0.0:
            return REACHED
        ahead = to_go(battle, row, me)
        value -= 0 if ahead == math.inf else math.floor(PER_MM * ahead)
    if hits == 0:
        weak = int(sizes[RANGE, PIPS] - sizes[kind, PIPS]) + int(battle.facts[me, DAMAGE])
        value -= caution * danger * (1 + 2 * weak // max(int(sizes[RANGE, PIPS]) - 1, 1))  # as in the text: from 1 to 3
    return value


def greedy_action(battle: Battle, sights: Ints, rng: Generator, tries: int, caution: int, row: Array) -> int:
    """The best shot if there is one, else the best move found among `tries` paths of each ship, else passing.

    Best by damage first, then by least exposure, which counts `caution` for each enemy that may get near. row: as in
    `random_action`. Returns what it is worth.
    """
    n = len(battle.facts)
    best = 0
    row[0] = PASS
    for i in range(n):
        for j in range(n):
            if sights[i, j] and battle.facts[i, PARTY] != battle.facts[j, PARTY]:
                value = worth_shooting(battle, j)
                if value > best:
                    best = value
                    row[0] = SHOT
                    row[1] = i
                    row[2] = j
    if row[0] == SHOT:
        return best
    left = battle.clock[LEFT] - 1
    headings = battle.work[7, 0:4]
    for i in range(n):
        if not actor(battle, i) or moves_left(battle, i) <= 0:
            continue
        here = worth_lying(battle, i, i, 0, caution)
        for attempt in range(tries):
            taken = draw_path(battle, i, attempt, rng, headings)
            if not taken:
                continue
            value = worth_lying(battle, n, i, left, caution) - here
            if value > best:
                best = value
                row[0] = MOVE
                row[1] = i
                row[2] = taken
                for k in range(taken):
                    row[3 + k] = headings[k]
    if row[0] == PASS and len(battle.aims) > 0:  # whatever brings a ship nearer to its aim is better than to stay
        gain_ground(battle, rng, tries, row)
    return best


def gain_ground(battle: Battle, rng: Generator, tries: int, row: Array) -> None:
    """The move that brings a ship nearest to its aim, if one is found: of a step, or as straight as it is free."""
    n = len(battle.facts)
    headings = battle.work[7, 0:4]
    most = 0.0
    for i in range(n):
        if not actor(battle, i) or moves_left(battle, i) <= 0 or not aim_point(battle, i, battle.work[6]):
            continue
        ahead = way_left(battle, i, i, 0.0)
        kind = battle.facts[i, KIND]
        limit = battle.sizes[kind, LIMIT] - 2.0 / GRID
        for attempt in range(tries + HEADINGS):
            if attempt < tries:
                taken = head_for(
                    battle, i, battle.sizes[kind, MOST], battle.work[6, 0], battle.work[6, 1], rng, headings
                )
            else:
                lay(battle, n, kind, battle.geo[i, X], battle.geo[i, Y], battle.geo[i, HEADING])
                turn = limit * (2.0 * (attempt - tries) / (HEADINGS - 1.0) - 1.0)
                headings[0] = whole_heading(battle.geo[i, HEADING] + turn)
                taken = 1 if step_on(battle, i, headings[0]) == YES and rest(battle, n, kind) else 0
            if taken > 0 and ahead - way_left(battle, n, i, 0.0) > most:
                most = ahead - way_left(battle, n, i, 0.0)
                row[0] = MOVE
                row[1] = i
                row[2] = taken
                for k in range(taken):
                    row[3 + k] = headings[k]


def strength(battle: Battle, party: int) -> int:
    """What the ships of a party and of its enemies are worth: damage they can take, and pips; own minus theirs."""
    total = 0
    for i in range(len(battle.facts)):
        if alive(battle, i):
            pips = int(battle.sizes[battle.facts[i, KIND], PIPS])
            value = 1000 * (pips - int(battle.facts[i, DAMAGE])) + 600 * pips
            total += value if battle.facts[i, PARTY] == party else -value
    return total + prospects(battle, party) if len(battle.aims) > 0 or battle.clock[WON] >= 0 else total


def prospects(battle: Battle, party: int) -> int:
    """What the aims come to for a party: all, once the game is won; else how near its nearest ship is, less theirs."""
    if battle.clock[WON] >= 0:
        return REACHED if battle.clock[WON] == party else -REACHED
    mine = math.inf
    theirs = math.inf
    for i in range(len(battle.facts)):
        if alive(battle, i):
            if battle.facts[i, PARTY] == party:
                mine = min(mine, to_go(battle, i, i))
            else:
                theirs = min(theirs, to_go(battle, i, i))
    value = 0 if mine == math.inf else -math.floor(PER_MM * mine)
    return value + (0 if theirs == math.inf else math.floor(PER_MM * theirs))


def play_on(
    battle: Battle, minds: Array, rng: Generator, known: Ints, sights: Ints, log: Array, count: int, until: int
) -> tuple[int, int]:
    """A battle played on by computer players until it is over, the log is full, or the referee must be asked.

    minds: (players, 3) level (0 random, 1 greedy, 2 search), paths tried for each ship, caution. known, sights: as in
    `look`. log: (k, 7) rows as in `random_action`, of which `count` are filled. until: how many turns of the battle
    are played (-1: all). Returns how many rows are filled then, and which shot is unsure, or -1, or -2 if a player
    is to decide who searches (which is done outside), or -3 if it is not sure whether the place is free of the ship
    that `LOOKED` says.
    """
    while battle.clock[RESULT] == GOING_ON and count < len(log) and battle.clock[TURNS] != until:
        if battle.clock[LOOKED] < len(battle.facts):
            return count, ARRIVES
        mind = minds[battle.clock[TURN_OF]]
        unsure = look(battle, known, sights, mind[0] == 0)
        if unsure >= 0:
            return count, unsure
        if mind[0] > 1:
            return count, SEARCHES
        row = log[count]
        if mind[0] == 0:
            random_action(battle, sights, rng, row)
        else:
            greedy_action(battle, sights, rng, mind[1], mind[2], row)
        perform(battle, known, row)
        count += 1
    return count, OVER


def think_on(battle: Battle, minds: Array, rng: Generator, known: Ints, sights: Ints, log: Array) -> int:
    """A turn played to its end in thought: unsure shots count as not clear, unsure places as taken. Returns how many
    rows are filled."""
    n = len(battle.facts)
    until = battle.clock[TURNS] + 1
    count, unsure = play_on(battle, minds, rng, known, sights, log, 0, until)
    while unsure >= 0 or unsure == ARRIVES:
        if unsure == ARRIVES:
            battle.clock[LOOKED] += 1
            arrive(battle, known)
        else:
            known[unsure // n, unsure % n] = NO
        count, unsure = play_on(battle, minds, rng, known, sights, log, count, until)
    return count


def imagine(
    battle: Battle, minds: Array, rng: Generator, known: Ints, sights: Ints, log: Array, turns: int, party: int
) -> int:
    """What some turns played in thought come to for a party: the sum of its `strength` after each."""
    total = 0
    for _ in range(turns):
        if battle.clock[RESULT] == GOING_ON:
            think_on(battle, minds, rng, known, sights, log)
        total += strength(battle, party)
    return total


def perform(battle: Battle, known: Ints, row: Array) -> None:
    """An action done; what it may change of what is known of shots is forgotten. A move that is not sure is none."""
    ship = int(row[1])
    if row[0] == MOVE:
        forget(battle, known, ship)
        if act(battle, row):
            forget(battle, known, ship)
        else:
            row[0] = PASS
            act(battle, row)
    elif row[0] == SHOT:
        target = int(row[2])
        act(battle, row)
        if not alive(battle, target):
            forget(battle, known, target)
    else:
        act(battle, row)
    if battle.clock[RESULT] == GOING_ON:
        arrive(battle, known)

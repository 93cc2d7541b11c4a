"""Turns of a battle: what is done, what is known, what is over."""

from armada_sim.geometry.kernel.outlines import Array, Ints
from armada_sim.players.battle.aims import flag_depth, flagship_of, past, wins_by
from armada_sim.players.battle.arrays import (
    ACTIONS,
    AIM,
    AT_LIMIT,
    CAPTURED,
    CENTRE,
    COMES,
    COS,
    COUNTS,
    CROSSED,
    DAMAGE,
    DAMAGED,
    FLAG,
    FLAG_SUNK,
    GIVEN,
    GOING_ON,
    GUNS,
    HAIR,
    HIT_COUNTS,
    KIND,
    LEFT,
    LINE_PART,
    LOOKED,
    MOVE,
    MOVES,
    MOVES_EACH,
    NO,
    OWN_FLAG_SUNK,
    PARTY,
    PIPS,
    PLAYER,
    PLAYERS,
    QUIET,
    QUIET_LIMIT,
    RADIUS,
    RANGE,
    RESULT,
    SHOT,
    SHOTS,
    SIDE,
    SIN,
    STEP,
    SUNK,
    TURN_LIMIT,
    TURN_OF,
    TURNS,
    UNSURE,
    WON,
    YES,
    Battle,
    X,
    Y,
    alive,
)
from armada_sim.players.battle.gunfire import narrowly_clear, never_clear, sees
from armada_sim.players.battle.paths import follow, off_ships

# turns


def actor(battle: Battle, i: int) -> bool:
    """Whether a ship is afloat and its player's turn it is."""
    return bool(battle.facts[i, PLAYER] == battle.clock[TURN_OF] and alive(battle, i))


def guns_left(battle: Battle, i: int) -> int:
    """Shots a ship may still fire this turn."""
    return int(battle.sizes[battle.facts[i, KIND], GUNS]) - int(battle.facts[i, SHOTS])


def moves_left(battle: Battle, i: int) -> int:
    """Moves a ship may still make this turn."""
    return int(battle.clock[MOVES_EACH]) - int(battle.facts[i, MOVES])


def end_turn(battle: Battle) -> None:
    """The next player with a ship afloat begins a turn, unless the game is over."""
    clock = battle.clock
    clock[TURNS] += 1
    clock[QUIET] = 0 if clock[DAMAGED] else clock[QUIET] + 1
    clock[DAMAGED] = 0
    clock[LOOKED] = 0
    battle.facts[:, MOVES] = 0
    battle.facts[:, SHOTS] = 0
    quiet = clock[QUIET_LIMIT] > 0 and clock[QUIET] >= clock[QUIET_LIMIT]
    if quiet or (clock[TURN_LIMIT] > 0 and clock[TURNS] >= clock[TURN_LIMIT]):
        clock[RESULT] = AT_LIMIT
        clock[WON] = ahead(battle)
        return
    for k in range(1, clock[PLAYERS] + 1):
        player = (clock[TURN_OF] + k) % clock[PLAYERS]
        for i in range(len(battle.facts)):
            if battle.facts[i, PLAYER] == player and alive(battle, i):
                clock[TURN_OF] = player
                clock[ACTIONS] = battle.hands[player]
                clock[LEFT] = clock[ACTIONS]
                return


def ahead(battle: Battle) -> int:
    """The party that has won at the limit of turns; -1 if none has."""
    party = int(battle.clock[GIVEN])
    if party >= 0:
        return party
    most = -1
    for i in range(len(battle.facts)):
        count = 0
        for j in range(len(battle.facts)):
            if battle.facts[j, PARTY] == battle.facts[i, PARTY] and alive(battle, j):
                count += int(battle.sizes[battle.facts[j, KIND], COUNTS])
                count -= int(battle.clock[HIT_COUNTS] * battle.facts[j, DAMAGE])
        if count == most and battle.facts[i, PARTY] != party:
            party = -1
        elif count > most:
            most = count
            party = int(battle.facts[i, PARTY])
    return party


def arrive(battle: Battle, known: Ints) -> None:
    """The ships that are due come onto the table as a turn begins, as far as it is sure whether their places are free:
    LOOKED is then the first whose is not, or the number of all."""
    clock = battle.clock
    while clock[LOOKED] < len(battle.facts):
        i = int(clock[LOOKED])
        due = battle.facts[i, COMES] > 0 and battle.facts[i, COMES] <= clock[TURNS] + 1
        if due and battle.facts[i, PLAYER] == clock[TURN_OF]:
            free = place_free(battle, i)
            if free == UNSURE:
                return
            if free == YES:
                join(battle, known, i)
        clock[LOOKED] += 1


def place_free(battle: Battle, i: int) -> int:
    """Whether a ship that is to come touches no ship and no flag where it is to lie: yes, unsure, no."""
    answer = off_ships(battle, i, int(battle.facts[i, KIND]), i)
    for a in range(len(battle.aims)):
        if answer != NO and battle.aims[a, AIM] == FLAG:
            depth = flag_depth(battle.corners, i, battle.aims[a, 2], battle.aims[a, 3], battle.aims[a, 4])
            if depth > HAIR:
                answer = NO
            elif depth >= -HAIR:
                answer = UNSURE
    return answer


def join(battle: Battle, known: Ints, i: int) -> None:
    """A ship comes onto the table; what is known of shots that it may be in the way of is forgotten."""
    battle.facts[i, COMES] = 0
    battle.facts[i, DAMAGE] -= int(battle.sizes[battle.facts[i, KIND], PIPS])
    forget(battle, known, i)


def spend(battle: Battle) -> None:
    """One action fewer; the last ends the turn. A battle with one party afloat is over, or with an aim reached."""
    if battle.clock[RESULT] != GOING_ON:
        return
    party = -1
    for i in range(len(battle.facts)):
        if alive(battle, i):
            if party >= 0 and battle.facts[i, PARTY] != party:
                party = -2
                break
            party = battle.facts[i, PARTY]
    if party != -2:
        battle.clock[RESULT] = SUNK
        return
    battle.clock[LEFT] -= 1
    if battle.clock[LEFT] == 0:
        end_turn(battle)


def fire(battle: Battle, i: int, target: int) -> None:
    """A hit."""
    battle.facts[target, DAMAGE] += 1
    battle.facts[i, SHOTS] += 1
    battle.clock[DAMAGED] = 1
    if not alive(battle, target) and flagship_of(battle, target):
        own = battle.facts[i, PARTY] == battle.facts[target, PARTY]
        battle.clock[RESULT] = OWN_FLAG_SUNK if own else FLAG_SUNK
        for k in range(len(battle.facts)):  # who sinks the ship with the own flag loses
            if (battle.facts[k, PARTY] == battle.facts[i, PARTY]) != own:
                battle.clock[WON] = battle.facts[k, PARTY]
    spend(battle)


def settle(battle: Battle, me: int) -> None:
    """Ship `me` lies where the last row of `Battle.geo` says."""
    battle.geo[me] = battle.geo[len(battle.facts)]
    battle.corners[me] = battle.corners[len(battle.facts)]
    battle.facts[me, MOVES] += 1
    if len(battle.aims) > 0 and wins_by(battle, me, me) > 0.0:
        battle.clock[RESULT] = CAPTURED
        battle.clock[WON] = battle.facts[me, PARTY]
        for a in range(len(battle.aims)):
            line = battle.aims[a, AIM] <= LINE_PART and battle.aims[a, SIDE] == battle.facts[me, PARTY]
            if line and past(battle, me, a) > 0.0:
                battle.clock[RESULT] = CROSSED
    spend(battle)


def act(battle: Battle, row: Array) -> bool:
    """An action of a log done again; false if a move is not surely legal."""
    if row[0] == SHOT:
        fire(battle, int(row[1]), int(row[2]))
    elif row[0] == MOVE:
        if not follow(battle, int(row[1]), row[3:7], int(row[2])):
            return False
        settle(battle, int(row[1]))
    else:
        end_turn(battle)
    return True


def look(battle: Battle, known: Ints, sights: Ints, friends: bool) -> int:
    """Who can hit whom now. sights: (n, n) result, 1 where a shot is surely clear, or known to be.

    known: (n, n) what is known of shots from earlier or from the referee: 1 clear, -1 not, 0 nothing yet; what is
    found is added. friends: whether shots at own ships count. Returns the first shot that is unsure, as
    shooter * n + target, or -1.
    """
    n = len(battle.facts)
    first = -1
    for i in range(n):
        for j in range(n):
            sights[i, j] = 0
        if not actor(battle, i) or guns_left(battle, i) <= 0:
            continue
        for j in range(n):
            if i == j or not alive(battle, j):
                continue
            if not friends and battle.facts[i, PARTY] == battle.facts[j, PARTY]:
                continue
            if known[i, j] == 0:
                answer = sees(battle, i, battle.facts[i, KIND], i, j)
                if answer == UNSURE:
                    if never_clear(battle, i, j):
                        answer = NO
                    elif narrowly_clear(battle, i, j):
                        answer = YES
                known[i, j] = answer
            if known[i, j] == YES:
                sights[i, j] = 1
            elif known[i, j] == 0 and first < 0:
                first = i * n + j
    return first


def forget(battle: Battle, known: Ints, moved: int) -> None:
    """What is known of shots that a ship, where it lies now, may take part in or be in the way of is forgotten."""
    geo = battle.geo
    sizes = battle.sizes
    kind = battle.facts[moved, KIND]
    x = geo[moved, X] + sizes[kind, CENTRE] * geo[moved, COS]
    y = geo[moved, Y] + sizes[kind, CENTRE] * geo[moved, SIN]
    for i in range(len(battle.facts)):
        other = battle.facts[i, KIND]
        dx = geo[i, X] + sizes[other, CENTRE] * geo[i, COS] - x
        dy = geo[i, Y] + sizes[other, CENTRE] * geo[i, SIN] - y
        reach = sizes[other, RADIUS] + sizes[RANGE, STEP] + sizes[kind, RADIUS] + 1.0
        if i == moved or dx * dx + dy * dy < reach * reach:
            known[i, :] = 0

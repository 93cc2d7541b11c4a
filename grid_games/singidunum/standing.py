"""Rules of thumb: what computer players value a position by."""

from __future__ import annotations

from math import exp
from typing import cast

from grid_games.core.sets import members
from grid_games.singidunum.chapters.deployment import unspent
from grid_games.singidunum.chapters.melee import nameable
from grid_games.singidunum.chapters.shooting import may_shoot
from grid_games.singidunum.chapters.turns import burnable
from grid_games.singidunum.moves import PLAYERS, Roll
from grid_games.singidunum.state import HELPER, LEAD, TARGET, Phase, State
from grid_games.singidunum.table import Outcomes

_POINT, _BURN, _STRENGTH, _NEARER, _STUCK, _READY, _UNSPENT = 0.9, 0.5, 0.07, 0.035, 0.25, 0.02, 0.08
"""What the rule of thumb gives for a victory point, for a point that burning would bring now, for a point of strength
on the board, for each hex nearer to the enemy base, against a unit in contact without a hex to retreat to, for an
available unit, for an army point not spent yet."""

_FAR = 12
"""Hexes from the enemy base from which nearness counts."""

_COLUMNS = {4: 1.4, 3: 0.35, 2: 0.15, 1: 0.08, 0: 0.0, -1: -0.08, -2: -0.15, -3: -0.2, -4: -1.4}
"""What a column of the tables is worth to the active side."""


def evaluate(state: State, player: str) -> float:
    """From 0 to 1: points, strength, what would burn now, how near the enemy base, who is stuck, what the dice
    promise."""
    me = PLAYERS.index(player)
    if state.phase == Phase.OVER:
        return float(state.returns()[player])
    draft = state
    worth = _side(draft, me) - _side(draft, 1 - me)
    if state.phase == Phase.DEPLOY:
        worth += _to_come(draft, me) - _to_come(draft, 1 - me)
    elif draft.at[LEAD] >= 0:
        worth += _promise(draft) * (1 if draft.mover == me else -1)
    return 1 / (1 + exp(-worth))


def _to_come(draft: State, side: int) -> float:
    """What a side that has not deployed yet, or not all of it, may still spend."""
    return _UNSPENT * unspent(draft, side) if side >= draft.mover else 0.0


def _side(draft: State, side: int) -> float:
    """What a side's standing is worth."""
    table = draft.table
    around, far, strength = table.board.grid.around, table.far[side], table.numbers.strength
    worth = _POINT * draft.points[side] + _BURN * 2 * burnable(draft)[side].bit_count()
    worth += _READY * (draft.men[side] & draft.ready).bit_count()
    foes = table.board.grid.near(draft.men[1 - side])
    safe = ~(draft.occupied | foes)
    for place in members(draft.men[side]):
        worth += _STRENGTH * strength[draft.kinds[place]] + _NEARER * (_FAR - far[place])
        if foes >> place & 1 and not around[place] & table.alike[place] & safe:
            worth -= _STUCK
    return worth


def _promise(draft: State) -> float:
    """What the fight or shot under way promises the mover."""
    melee, shot = draft.table.melee, draft.table.shot
    match draft.phase:
        case Phase.MELEE:
            return _mean(melee[draft.advantage])
        case Phase.SHOT | Phase.SUPPORT | Phase.DICE | Phase.REROLL | Phase.REROLLED:
            return _mean(shot[draft.advantage])
        case Phase.ANSWER:
            return min(_attack(draft, draft.at[TARGET]), _COLUMNS[1])  # it may be refused
        case Phase.DOUBLE:
            return _attack(draft, draft.at[TARGET], 5)
        case Phase.STRIKE:
            moved, lead = draft.came[LEAD] >= 0, draft.face(draft.at[LEAD])
            strikes = [_attack(draft, place) for place in members(nameable(draft))]
            strikes += [_mean(shot[lead - draft.face(place)]) for place in members(may_shoot(draft, moved=moved))]
            return max(strikes, default=0.0) if moved and draft.contact else max([*strikes, 0.0])
    return 0.0


def _attack(draft: State, target: int, more: int = 0) -> float:
    """What an attack by the lead promises if it is accepted; `more`: strength that a helper adds."""
    helper = draft.face(draft.at[HELPER]) if draft.joint and draft.at[HELPER] >= 0 else more
    advantage = draft.face(draft.at[LEAD]) + helper - draft.face(target)
    return _mean(draft.table.melee[advantage])


def _mean(outcomes: Outcomes) -> float:
    return sum(float(share) * _COLUMNS[cast("Roll", move).gap] for move, share in outcomes)

"""What people are told of a battle: who attacks with what, the ratio, what shifts it (dossier 1.12, 2.3)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from grid_games.destin_arc.battles import Combat, on_held
from grid_games.destin_arc.results import Roll
from grid_games.destin_arc.state import State
from grid_games.destin_arc.strengths import Battle, modifier, value, weigh
from grid_games.destin_arc.table import AUTOMATIC, ratio


def in_numbers(state: Any) -> str:
    """The battle of a state of this game that is being declared, or whose dice are rolled, in numbers; empty if there is none."""
    task = state.task
    if isinstance(task, Roll):
        return battle_words(state, task.battle, task.kind)
    if isinstance(task, Combat) and task.open and task.mine[-1].attackers:
        return battle_words(state, task.mine[-1], task.kind)
    return ""


def battle_words(state: State, battle: Battle, kind: str) -> str:
    """A battle in numbers, such as "b1.1 (10), b4 (40 +2) on u1.2 in melee: 50 against 4 is 12-1, eliminated"."""
    names = state.game.pieces.names
    attackers = []
    for piece, amazed in zip(battle.attackers, battle.surprised, strict=True):
        shift = modifier(state, piece, kind, battle.target, battle.singled, amazed)
        attackers.append(f"{names[piece]} ({_half(value(state, piece, kind))}{f' {shift:+}' if shift else ''})")
    told = f"{', '.join(attackers)} on {names[battle.target]} in {kind}"
    if on_held(state, battle.target):
        return f"{told}: held, so any attack eliminates it"
    numbers = weigh(state, battle, kind)
    told = f"{told}: {_half(numbers.attack)} against {_half(numbers.defence)} is {ratio(numbers.base)}"
    if numbers.shift:
        told += f", shifted {numbers.shift:+}"
    if numbers.die:
        told += f", {-numbers.die:+} to the die"
    if not numbers.allowed:
        return f"{told}: too weak"
    return f"{told}: " + ("eliminated without a roll" if numbers.column >= AUTOMATIC else f"read in column {ratio(numbers.column)}")


def _half(doubled: int) -> Fraction:
    """A value that is kept doubled, as people say it."""
    return Fraction(doubled, 2)

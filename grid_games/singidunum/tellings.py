"""What people are told at the table: what is to be decided, and the strengths of what is fought over."""

from __future__ import annotations

from typing import Any

from grid_games.singidunum.chapters import deployment as deploy
from grid_games.singidunum.judging import EXPECTED
from grid_games.singidunum.moves import PLAYERS
from grid_games.singidunum.state import (
    ANSWER,
    DEPLOY,
    DICE,
    DOUBLE,
    HELPER,
    LEAD,
    MELEE,
    REROLL,
    REROLLED,
    SHOT,
    SUPPORT,
    TARGET,
    WHERE,
    Draft,
)
from grid_games.singidunum.units import NAMES, STRENGTH, pool


def asked(state: Any) -> str:
    """What is to be decided in a state of this game, in one line."""
    draft = Draft(state)
    if state.phase == DEPLOY:
        return _deploying(draft)
    told = in_numbers(state)
    if not told and state.phase == WHERE:
        told = unit(draft, draft.at[draft.who])
    return (
        f"{told}: {EXPECTED[state.phase]}"
        if told
        else f"{PLAYERS[state.side]}: {EXPECTED[state.phase]}"
        if state.side >= 0
        else EXPECTED[state.phase]
    )


def in_numbers(state: Any) -> str:
    """The fight or shot that is answered or rolled for in a state of this game, with its strengths; empty if there is none."""
    draft = Draft(state)
    if state.phase in (ANSWER, MELEE):
        fighters = [draft.at[LEAD], *([draft.at[HELPER]] if draft.joint else [])]
        advantage = sum(map(draft.face, fighters)) - draft.face(draft.at[TARGET])
        return f"{' and '.join(unit(draft, place) for place in fighters)} attack{'' if draft.joint else 's'} {unit(draft, draft.at[TARGET])}, {advantage:+}"
    if state.phase in (SHOT, SUPPORT, DICE, REROLL, REROLLED):
        dice = f", dice {draft.dice[0]}:{draft.dice[1]}" if state.phase == REROLL else ""
        return f"{unit(draft, draft.at[LEAD])} shoots at {unit(draft, draft.at[TARGET])}, {draft.advantage:+}{dice}"
    if state.phase == DOUBLE:
        return f"double attack on {unit(draft, draft.at[TARGET])}, led by {unit(draft, draft.at[LEAD])}"
    return ""


def unit(draft: Draft, place: int) -> str:
    """A unit with its hex, such as E9 on e5; with the strength that it shows if it is activated."""
    name = f"{NAMES[draft.kinds[place]]} on {draft.table.board.names[place]}"
    return name if draft.ready >> place & 1 else f"{name} (activated: {draft.face(place)})"


def _deploying(draft: Draft) -> str:
    """The points and the units that whoever deploys has left."""
    army, every = deploy.army(draft, draft.mover), pool(draft.rules.unit_split)
    spent = sum(count * STRENGTH[code] for code, count in enumerate(army))
    left = ", ".join(f"{every[code] - count} {NAMES[code]}" for code, count in enumerate(army) if every[code] > count)
    return f"{spent} of {draft.rules.points} points spent, {left} left: {EXPECTED[DEPLOY]}"

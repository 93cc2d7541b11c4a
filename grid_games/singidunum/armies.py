"""Army lists by name, to play with and to compare, and how a list is deployed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armada_sim.errors import InputError
from grid_games.core.hexes import hexes_of
from grid_games.singidunum.deploy import room
from grid_games.singidunum.draft import DEPLOY, Draft
from grid_games.singidunum.moves import Move, Place, Say
from grid_games.singidunum.play import State
from grid_games.singidunum.units import CODES, STRENGTH


@dataclass(frozen=True, slots=True)
class Army:
    """A list of units."""

    name: str
    units: tuple[str, ...]
    words: str
    """What it is about."""

    @property
    def cost(self) -> int:
        """Army points."""
        return sum(STRENGTH[CODES[unit]] for unit in self.units)


def _army(name: str, units: str, words: str) -> Army:
    return Army(name, tuple(units.split()), words)


ARMIES: dict[str, Army] = {army.name: army for army in (
    _army("mixed-37", "E9 H7 H6 C6 A5 A4", "the reference's army of 37 points: all four types"),
    _army("elite-37", "E9 E8 H7 H7 C6", "few and strong"),
    _army("heavy-37", "E9 H7 H7 H6 C4 A4", "heavy infantry in the middle"),
    _army("horse-37", "E9 H7 C6 C5 C5 C4", "all the cavalry there is but one"),
    _army("bows-37", "E9 H7 A6 A5 A5 A4", "archers side by side behind two strong units"),
    _army("many-37", "C6 C5 C5 C4 A6 A5 A5", "seven units, none of them strong"),
    _army("mixed-55", "E9 E8 H7 H6 C6 C5 C4 A5 A5", "the reference's army of 55 points"),
    _army("elite-55", "E9 E8 H7 H7 H6 H6 C6 A6", "few and strong"),
    _army("heavy-55", "E9 H7 H7 H6 H6 C5 C5 A5 A5", "heavy infantry in the middle"),
    _army("horse-55", "E9 E8 H7 H6 C6 C5 C5 C4 A4", "all the cavalry"),
    _army("bows-55", "E9 E8 H7 H6 A6 A5 A5 A4 C4", "all the archers"),
    _army("many-55", "H7 H7 C6 C5 C5 C4 A6 A5 A5 A4", "ten units, no elite"),
)}  # fmt: skip
"""Lists by name; the number is the budget they are for."""


def army(name: str) -> Army:
    """An army by its name. Raises InputError."""
    if name not in ARMIES:
        raise InputError(f"there is no army {name!r}; there are {', '.join(ARMIES)}")
    return ARMIES[name]


def deployment(state: State, units: tuple[str, ...], rng: np.random.Generator) -> tuple[Move, ...]:
    """Moves that deploy an army for the side that deploys now: at random, on the foremost rows of plain that take it.

    Raises InputError if the rules do not allow that army.
    """
    if state.phase != DEPLOY:
        raise InputError("nobody deploys now")
    draft, side = Draft(state), state.mover
    board, far = draft.table.board, draft.table.far[side]
    spaces = sorted(hexes_of(room(draft, side) & draft.table.plain), key=lambda place: far[place])
    front = spaces[: 2 * len(units)]
    if len(front) < len(units):
        raise InputError(f"{len(units)} units do not fit on {len(front)} hexes of plain")
    chosen = rng.permutation(len(front))[: len(units)].tolist()
    moves: list[Move] = []
    for unit, number in zip(units, chosen, strict=True):
        move: Move = Place(unit, board.names[front[number]])
        violation = state.why_not(move)
        if violation is not None:
            raise InputError(f"{', '.join(units)} cannot be deployed: {violation.text}")
        state = state.after(move)
        moves.append(move)
    return (*moves, Say.DONE) if state.phase == DEPLOY and state.mover == side else tuple(moves)

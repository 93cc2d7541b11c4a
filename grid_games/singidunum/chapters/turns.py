"""Turns: alternation, passing, the end of a turn, burning, victory (sections 6 and 13, U15)."""

from __future__ import annotations

from collections.abc import Iterable

from armada_sim.tabletop import N_, Outcome
from grid_games.core.engine import NOBODY
from grid_games.singidunum.moves import PLAYERS, Say
from grid_games.singidunum.state import HELPER, LEAD, Phase, State, Step

ENDINGS = {
    "victory_points": N_("on victory points"), "last_turn": N_("with more points after the last turn"),
    "no_units": N_("as the enemy has no units left"),
    "entered_base": N_("at equal points, with a unit in the enemy base"),
    "equal": N_("equal in points and in the enemy base"),
}  # fmt: skip
"""Reasons for which a game ends."""


def end_action(draft: State) -> None:
    """The activation phase (section 6.4); then it is the other's go."""
    draft.activate(LEAD)
    if draft.at[HELPER] >= 0:
        draft.activate(HELPER)
    draft.idle()
    if draft.passer < 0:
        draft.mover = 1 - draft.mover
    _go(draft)


def passes(draft: State) -> None:
    """The mover declines to use a unit: the remaining ones are activated (section 6.6)."""
    draft.ready &= ~draft.men[draft.mover]
    _go(draft)


def begin(draft: State, side: int) -> None:
    """A turn begins: every unit is available."""
    draft.turn += 1
    draft.ready = draft.occupied
    draft.mover, draft.passer = side, -1
    _go(draft)


def _go(draft: State) -> None:
    """The mover's go. Without an available unit it is a pass: the first passer leads the next turn, the second ends
    this one."""
    if draft.rules.burning == "at_once":
        burn(draft, [side for side in (0, 1) if not draft.ready & draft.men[1 - side]])
    while not draft.ready & draft.men[draft.mover]:
        if draft.passer >= 0:
            draft.played(draft.mover, Say.PASS)
            _end_turn(draft)
            return
        draft.played(draft.mover, Say.PASS)
        draft.passer = draft.mover
        draft.mover = 1 - draft.mover
    draft.phase = Phase.GO


def _end_turn(draft: State) -> None:
    close(draft)
    if draft.result is None:
        begin(draft, draft.passer)


def close(draft: State) -> None:
    """What the end of a turn brings: fires, and the end of the game where somebody has won."""
    burn(draft)
    if max(draft.points) >= draft.table.victory:
        _decide(draft, "victory_points")
    elif draft.turn == draft.table.numbers.turns:
        _decide(draft, "last_turn")
    elif not draft.occupied:
        _decide(draft, "no_units")


def _decide(draft: State, reason: str) -> None:
    """More points win; if equal, who has entered the enemy base; else a draw."""
    one, other = draft.points
    if one != other:
        _finish(draft, PLAYERS[:1] if one > other else PLAYERS[1:], reason)
    elif draft.entered in (1, 2):
        _finish(draft, (PLAYERS[draft.entered - 1],), "entered_base")
    else:
        _finish(draft, (), "equal")


def _finish(draft: State, winners: tuple[str, ...], reason: str) -> None:
    draft.phase = Phase.OVER
    draft.result = Outcome(winners, reason)


def burnable(draft: State) -> tuple[int, int]:
    """For each side the set of enemy base hexes it would burn if the turn ended now."""
    bases = draft.table.board.bases
    one, other = (
        bases[1 - side] & draft.men[side] & ~draft.fled & ~draft.burnt & ~draft.foes_zone(side) for side in (0, 1)
    )
    return one, other


def burn(draft: State, sides: Iterable[int] = (0, 1)) -> None:
    """Markers of sides on enemy base hexes, two points each: occupied, not by a retreat, in no enemy zone of control,
    not burnt yet."""
    every = burnable(draft)
    for side in sides:
        hexes = every[side]
        draft.burnt |= hexes
        draft.score(side, 2 * hexes.bit_count())


STEPS = {Phase.OVER: Step(N_("the game is over"), lambda _: [], lambda *_: None, decides=lambda _: NOBODY)}

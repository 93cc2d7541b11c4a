"""What a dispute may ask about points: does this kill score, does this hex burn, who wins (section 13, U14, U15)."""

from __future__ import annotations

from armada_sim.tabletop import InputError
from grid_games.core.protocol import Violation
from grid_games.core.sets import members
from grid_games.singidunum.chapters.retreat import escapes
from grid_games.singidunum.chapters.turns import burnable, close
from grid_games.singidunum.moves import PLAYERS
from grid_games.singidunum.state import Draft, Phase, State


def scores(state: State, name: str) -> Violation | None:
    """Why the unit on a hex would bring no point if it died there as things stand (U14); None if it would."""
    draft, place = Draft(state), _place(state, name)
    if not draft.kinds[place]:
        raise InputError(f"nobody stands on {name}")
    side = draft.men[1] >> place & 1
    draft.remove(side, place)
    if escapes(draft, place, side):
        return Violation("U14", f"{name} is plain, beside a free hex of the {PLAYERS[side]}' base or of maquis")
    return None


def burns(state: State, name: str) -> Violation | None:
    """Why a hex would not burn if the turn ended now; None if it would."""
    draft, place, board = Draft(state), _place(state, name), state.game.table.board
    bit = 1 << place
    if bit & (burnable(draft)[0] | burnable(draft)[1]):
        return None
    if not bit & draft.table.base:
        return Violation("13", f"{name} is no hex of a base")
    if bit & draft.burnt:
        return Violation("13", f"{name} is burnt already")
    side = 0 if bit & board.bases[1] else 1
    if not bit & draft.men[side]:
        return Violation("13", f"no unit of the {PLAYERS[side]} stands on {name}")
    if bit & draft.fled:
        return Violation("U15", f"the unit on {name} came by a retreat")
    enemy = next(other for other in members(draft.men[1 - side]) if board.grid.around[other] & bit)
    return Violation("13", f"{name} lies in the zone of control of the enemy on {board.names[enemy]}")


def wins(state: State, player: str) -> Violation | None:
    """Why a player has not won, or would not if the turn ended now; None if he has or would."""
    if player not in PLAYERS:
        raise InputError(f"expected {' or '.join(PLAYERS)}, not {player!r}")
    if state.phase in (Phase.DEPLOY, Phase.FIRST):
        return Violation("13", "no turn has begun")
    draft = Draft(state)
    if state.result is None:
        close(draft)
    result, total = draft.result, draft.rules.victory
    score = ", ".join(f"{name} {points}" for name, points in zip(PLAYERS, draft.points, strict=True))
    if result is None:
        return Violation("13", f"with this turn's fires {score}; {total} points win, or more after the last turn")
    if player in result.winners:
        return None
    who = " and ".join(result.winners) or "nobody"
    return Violation("13", f"{score}: {who} would win, {result.reason.replace('_', ' ')}")


def _place(state: State, name: str) -> int:
    numbers = state.game.table.board.numbers
    if name not in numbers:
        raise InputError(f"there is no hex {name} on this board")
    return numbers[name]


QUESTIONS = {
    "scores": ("Does the unit on {named} bring a point if it dies there now?", scores),
    "burns": ("Does {named} burn if the turn ends now?", burns),
    "wins": ("Have the {named} won if the turn ends now?", wins),
}
"""By the key of a dispute's question."""

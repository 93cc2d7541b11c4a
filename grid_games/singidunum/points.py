"""What a dispute may ask about points: does this kill score, does this hex burn, who wins (section 13, U14, U15)."""

from __future__ import annotations

from armada_sim.tabletop import N_, InputError, Listing, Message
from grid_games.core.protocol import Violation
from grid_games.core.sets import members
from grid_games.singidunum.chapters.retreat import refuges
from grid_games.singidunum.chapters.turns import ENDINGS, burnable, close
from grid_games.singidunum.moves import CALLED, PLAYERS
from grid_games.singidunum.state import Phase, State
from grid_games.singidunum.text import score_of


def scores(state: State, name: str) -> Violation | None:
    """Why the unit on a hex would bring no point if it died there as things stand (U14); None if it would."""
    draft, place = state.draft(), _place(state, name)
    if not draft.kinds[place]:
        raise InputError(Message("nobody stands on {hex}", hex=name))
    side = draft.men[1] >> place & 1
    draft.remove(side, place)
    if refuges(draft, place, side):
        told = Message(
            "{hex} is plain, beside a free hex of the {player}' base or of maquis",
            hex=name, player=CALLED[side],
        )  # fmt: skip
        return Violation("U14", told)
    return None


def burns(state: State, name: str) -> Violation | None:
    """Why a hex would not burn if the turn ended now; None if it would."""
    draft, place, board = state, _place(state, name), state.table.board
    bit = 1 << place
    if bit & (burnable(draft)[0] | burnable(draft)[1]):
        return None
    if not bit & draft.table.base:
        return Violation("13", "{hex} is no hex of a base", hex=name)
    if bit & draft.burnt:
        return Violation("13", "{hex} is burnt already", hex=name)
    side = 0 if bit & board.bases[1] else 1
    if not bit & draft.men[side]:
        return Violation("13", "no unit of the {player} stands on {hex}", player=CALLED[side], hex=name)
    if bit & draft.fled:
        return Violation("U15", "the unit on {hex} came by a retreat", hex=name)
    enemy = next(other for other in members(draft.men[1 - side]) if board.grid.around[other] & bit)
    told = Message("{hex} lies in the zone of control of the enemy on {other}", hex=name, other=board.names[enemy])
    return Violation("13", told)


def wins(state: State, player: str) -> Violation | None:
    """Why a player has not won, or would not if the turn ended now; None for who has or would."""
    if player not in PLAYERS:
        raise InputError(Message("expected romans or barbarians, not {given}", given=repr(player)))
    if state.phase in (Phase.DEPLOY, Phase.FIRST):
        return Violation("13", "no turn has begun")
    draft = state.draft()
    if state.result is None:
        close(draft)
    result, total = draft.result, draft.table.victory
    score = score_of(draft.points)
    if result is None:
        return Violation(
            "13", "with this turn's fires {score}; {n} points win, or more after the last turn", score=score, n=total
        )
    if player in result.winners:
        return None
    why = Message(ENDINGS[result.reason])
    if result.drawn:
        return Violation("13", "{score}: nobody would win, {reason}", score=score, reason=why)
    points = {"most": max(draft.points), "least": min(draft.points)}
    winners = Listing(CALLED[PLAYERS.index(winner)] for winner in result.winners)
    return Violation("13", "the {winners} would win {reason}, {most} to {least}", winners=winners, reason=why, **points)


def _place(state: State, name: str) -> int:
    numbers = state.game.table.board.numbers
    if name not in numbers:
        raise InputError(Message("there is no hex {hex} on this board", hex=name))
    return numbers[name]


QUESTIONS = {
    "scores": (N_("Does the unit on {named} bring a point if it dies there now?"), scores),
    "burns": (N_("Does {named} burn if the turn ends now?"), burns),
    "wins": (N_("Have the {named} won if the turn ends now?"), wins),
}
"""By the key of a dispute's question."""

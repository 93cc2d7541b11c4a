"""What a player may know, and states that could not be told from the true one (clause 7.3)."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from grid_games.core.sets import nth
from grid_games.destin_arc.chapters import hidden
from grid_games.destin_arc.chapters.objectives import clauses, holders
from grid_games.destin_arc.state import ACTED, COLLIDED, DONE, RAN, STRUCK, Draft, State

UNKNOWN = -9
"""Where a piece is that a player does not see."""


NEAR = 0.75
"""How often a guess looks for a hidden piece within one turn's reach of where it was last seen: a rule of thumb."""


def observation(s: State, seat: int) -> Hashable:
    """All that a player may know of a state."""
    game, board = s.game, s.board
    pieces = game.pieces
    where = tuple(place if place < 0 or board.sees(seat, p) else UNKNOWN for p, place in enumerate(s.where))
    secret = RAN | DONE | ACTED | STRUCK | COLLIDED
    marks = tuple(m if board.sees(seat, p) else m & ~secret for p, m in enumerate(s.marks))
    points = tuple(n if pieces.team[p] == seat else -1 for p, n in enumerate(s.points))
    effects = tuple(e if e.bearer < 0 or board.sees(seat, e.bearer) else e.serial for e in s.effects)
    known = [(step, told) for step, told in ((step, step.seen(s, seat)) for step in s.todo) if told is not None]
    todo = tuple(told for _, told in known)
    mover = -2 if s.result is not None else known[-1][0].decider(s)  # a secret roll looks like the turn it interrupts,
    if mover == seat and s.step.decider(s) != seat:
        mover = -3  # but not to the player whose turn it is: nothing is asked of that player now
    progress = tuple((side, clauses(s, side)) for side in range(3) if game.teams[side] == seat)
    worn = tuple(n if pieces.team[p] == seat else -1 for p, n in zip(pieces.of["f6"], s.worn, strict=True))
    return (
        mover, s.turn, s.lead, where, marks, s.unseen, s.last, points, worn, effects, s.casts,
        tuple(c for c in s.charges if board.sees(seat, c[0])), s.firm, s.rolling,
        holders(s), progress, todo, s.result, s.stands,
    )  # fmt: skip


def guess(s: State, seat: int, rng: np.random.Generator) -> State:
    """Another state with the same observation: hidden enemies elsewhere, unseen declarations forgotten.

    A hidden enemy is put anywhere it could stand without having been detected or met: more likely near where it was
    last seen. Spell points stay: whoever counts the spells cast knows them.
    """
    draft = Draft(s)
    draft.todo = [step.known(s, seat) for step in draft.todo]
    unknown = [p for p in s.game.pieces.hidden if s.where[p] >= 0 and not s.board.sees(seat, p)]
    for p in unknown:
        _move_away(draft, p, seat, rng)
    return draft.state()


def _move_away(d: Draft, piece: int, seat: int, rng: np.random.Generator) -> None:
    """Put a hidden piece on a hex where `seat` could not know that it is not."""
    game = d.game
    land, pieces = game.land, game.pieces
    owner = pieces.team[piece]
    taken = hidden.watched(d, piece) | d.board.own[seat] | d.board.full_for(piece) | d.board.foes[owner]
    open_ = land.all & ~taken & ~(land.wall if pieces.cavalry[piece] else 0)
    open_ &= ~d.enchanted.zones
    last = d.last[pieces.hidden.index(piece)]
    reach = pieces.units[piece].move * 2
    if last >= 0 and rng.random() < NEAR and land.within(last, min(reach, len(land))) & open_:
        open_ &= land.within(last, min(reach, len(land)))
    if open_ and not any(step.concerns(d, piece) for step in d.todo):
        d.write("where", piece, nth(open_, int(rng.integers(open_.bit_count()))))

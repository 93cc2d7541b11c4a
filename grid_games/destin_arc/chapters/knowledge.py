"""What a player may know, and states that could not be told from the true one (clause 7.3)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

import numpy as np

from grid_games.core.sets import nth
from grid_games.destin_arc.chapters import hidden
from grid_games.destin_arc.chapters.objectives import clauses, holders
from grid_games.destin_arc.state import ACTED, COLLIDED, DONE, RAN, STRUCK, Effect, State, draft_of

UNKNOWN = -9
"""Where a piece is that a player does not see."""

SECRET = RAN | DONE | ACTED | STRUCK | COLLIDED
"""Marks of a hidden piece that its owner alone knows."""

NEAR = 0.75
"""How often a guess looks for a hidden piece within one turn's reach of where it was last seen: a rule of thumb."""


def observation(s: State, seat: int) -> Hashable:
    """All that a player may know of a state."""
    game, board = s.game, s.board
    pieces = game.pieces
    where = tuple(place if place < 0 or board.sees(seat, p) else UNKNOWN for p, place in enumerate(s.where))
    marks = tuple(m if board.sees(seat, p) else m & ~SECRET for p, m in enumerate(s.marks))
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
        holders(s), progress, todo, s.result, s.stands, s.spied,
    )  # fmt: skip


def secrets(s: State, seat: int) -> frozenset[Hashable]:
    """What is hidden from a player, each thing by a name of its own: pieces, and what others declare unseen."""
    unseen = (p for p in s.game.pieces.hidden if s.where[p] >= 0 and not s.board.sees(seat, p))
    return frozenset(unseen).union(*(step.withheld(seat) for step in s.todo))


def guess(s: State, seat: int, rng: np.random.Generator) -> State:
    """Another state with the same observation, which follows from what the player knows alone.

    A hidden enemy is put anywhere it could stand without having been detected or met: more likely near where it was
    last seen. Unseen declarations are forgotten, and whether a hidden piece has moved; what its owner alone knows of
    a piece (spell points, how worn it is) is as it was at the beginning.
    """
    draft, pieces, board = draft_of(s), s.game.pieces, s.board
    told = [step for step in s.todo if step.seen(s, seat) is not None]
    draft.todo = [step.known(s, seat) for step in (told if s.step in told else s.todo)]
    for p in (p for team, own in enumerate(s.game.priests) if team != seat for p in own):
        draft.write("points", p, pieces.units[p].points)
    for k, p in enumerate(pieces.of["f6"]):
        if pieces.team[p] != seat:
            draft.write("worn", k, 0)
    unknown = [p for p in pieces.hidden if s.where[p] >= 0 and not board.sees(seat, p)]
    if any(effect.bearer in unknown for effect in s.effects):
        draft.enchant([
            Effect(e.serial, "bless", "bhar", pieces.side[unknown[0]], unknown[0], 0, 0) if e.bearer in unknown else e
            for e in s.effects
        ])  # fmt: skip
    known: dict[int, tuple[int, int]] = {}
    for p in unknown:
        team = pieces.team[p]
        if team not in known:
            known[team] = _stacks(s.where[q] for q in pieces.by_team[team] if s.where[q] >= 0 and board.sees(seat, q))
        draft.unmark(p, SECRET)
        if not any(step.concerns(draft, p) for step in draft.todo):
            goal = _elsewhere(s, p, seat, known[team], rng)
            draft.put(p, goal)
            known[team] = _stacks((goal,), known[team])
    return draft.state()


def _stacks(hexes: Iterable[int], before: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """The hexes with a piece and those with several, after these more."""
    one, more = before
    for place in hexes:
        one, more = one | 1 << place, more | one & 1 << place
    return one, more


def _elsewhere(s: State, piece: int, seat: int, known: tuple[int, int], rng: np.random.Generator) -> int:
    """A hex where `seat` could not know that a hidden piece is not; `known`: the hexes with one of its friends and with
    several, as far as the player knows, and as they are guessed."""
    land, pieces = s.game.land, s.game.pieces
    full = known[pieces.stacks[piece]]
    taken = hidden.watched(s, piece) | s.board.own[seat] | full | s.board.foes[pieces.team[piece]]
    open_ = land.all & ~taken & ~(land.wall if pieces.cavalry[piece] else 0)
    open_ = open_ & ~s.enchanted.zones or open_ or land.all
    last, reach = s.last[pieces.hidden.index(piece)], pieces.units[piece].move * 2
    if last >= 0 and rng.random() < NEAR:
        open_ = open_ & land.within(last, min(reach, len(land))) or open_
    return nth(open_, int(rng.integers(open_.bit_count())))

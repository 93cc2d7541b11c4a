"""Invisible pieces: who is seen by whom, detection, collisions (clause 7)."""

from __future__ import annotations

from collections.abc import Iterable

from grid_games.core.sets import mask
from grid_games.destin_arc.state import COLLIDED, STRUCK, Draft, Moment

REACH = 1
"""Hexes within which a detector reveals (clause 7.1.4)."""


def show(d: Draft, piece: int, by: Iterable[int] = ()) -> None:
    """Let everybody see a piece, which enemies have come upon."""
    d.write("unseen", piece, False)
    d.spied = (*d.spied, *((piece, foe) for foe in by))


def hide(d: Draft, piece: int) -> None:
    """Make a piece invisible; others remember where it was."""
    if not d.unseen[piece]:
        d.write("last", d.game.pieces.hidden.index(piece), d.where[piece])
    d.write("unseen", piece, True)
    d.unmark(piece, STRUCK | COLLIDED)
    d.spied = tuple(pair for pair in d.spied if pair[0] != piece)


def may_hide(s: Moment, piece: int) -> bool:
    """Whether a piece that is seen could be invisible where it stands: no detector near, no enemy on its hex."""
    pieces, place = s.game.pieces, s.where[piece]
    if place < 0 or not pieces.units[piece].hides or s.unseen[piece]:
        return False
    return not watched(s, piece) >> place & 1 and not s.board.enemies(pieces.team[piece], place)


def watched(s: Moment, piece: int) -> int:
    """The hexes on which an invisible piece would be detected."""
    where = s.where
    return s.game.land.wider(mask([where[p] for p in s.game.watchers[piece] if where[p] >= 0]))


def uncovered(s: Moment, piece: int) -> int:
    """The hexes on which a piece would detect an enemy that its player does not see yet."""
    pieces = s.game.pieces
    team, detects = pieces.team[piece], pieces.units[piece].detects
    foes = (p for p in pieces.hidden if not s.board.sees(team, p) and pieces.units[p].id in detects)
    return s.game.land.wider(mask(s.where[p] for p in foes if s.where[p] >= 0))


def may_find(s: Moment, piece: int, way: Iterable[int]) -> bool:
    """Whether a piece that goes a way, to its last hex, might come upon an enemy that its player does not see, wherever
    that one is: on hexes where nobody would have detected it before."""
    pieces, hexes = s.game.pieces, tuple(way)
    team, detects = pieces.team[piece], pieces.units[piece].detects
    for p in (p for p in pieces.hidden if s.where[p] >= 0 and not s.board.sees(team, p)):
        found = s.game.land.wider(mask(hexes)) if pieces.units[p].id in detects else 0
        if pieces.collides[p]:
            found |= 1 << hexes[-1]
        if found & ~watched(s, p):
            return True
    return False


def covert(s: Moment, seat: int) -> int:
    """The hexes on which a player has pieces of which others see none."""
    return mask(
        s.where[p] for p in s.game.hiders[seat]
        if s.where[p] >= 0 and all(s.unseen[q] for q in s.board.friends(seat, s.where[p]))
    )  # fmt: skip


def detect(d: Draft, moved: int | None = None) -> None:
    """Reveal every invisible piece that stands within a detector's reach; `moved`: the only one that has moved since
    that was looked at."""
    if moved is not None and moved not in d.game.noticing:
        return
    team, where, board, land = d.game.pieces.team, d.where, d.board, d.game.land
    seat, others = -1, 0
    for p, detectors in d.game.spotters:
        if where[p] < 0 or not d.unseen[p]:
            continue
        if team[p] != seat:
            seat, others = team[p], board.others(team[p])
        near = land.within(where[p], REACH)
        if near & others and (by := [q for q in detectors if where[q] >= 0 and near >> where[q] & 1]):
            show(d, p, by)


def meet(d: Draft, piece: int) -> None:
    """A piece has ended a move, retreat or advance on its hex: collisions (clause 7.2)."""
    pieces, place = d.game.pieces, d.where[piece]
    if place < 0 or len(d.board.on(place)) < 2:
        return
    team = pieces.team[piece]
    for other in tuple(d.board.on(place)):
        if pieces.team[other] == team:
            continue
        if d.unseen[other] and pieces.collides[other]:
            _collide(d, other, -1 if d.unseen[piece] and not pieces.collides[piece] else piece)
        if d.unseen[piece] and not d.unseen[other] and pieces.collides[piece]:
            _collide(d, piece, other)


def _collide(d: Draft, piece: int, foe: int) -> None:
    d.mark(piece, COLLIDED)
    show(d, piece, (foe,))


def stuck(s: Moment, piece: int) -> bool:
    """Whether a collision immobilises a piece: an enemy that its player sees is still on its hex."""
    return bool(s.marks[piece] & COLLIDED and s.board.enemies(s.game.pieces.team[piece], s.where[piece]))

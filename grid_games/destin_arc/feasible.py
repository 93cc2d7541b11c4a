"""Whether every objective can be met on a map, with the pieces that stand there: looked at when a game is loaded
(clauses 8.1, 8.2.3)."""

from __future__ import annotations

from armada_sim.tabletop import InputError, Message
from grid_games.destin_arc.board import COSTLY, PLACES
from grid_games.destin_arc.chapters.ways import Going, reach
from grid_games.destin_arc.state import Terms


def check(game: Terms) -> None:
    """Raises InputError for a place that a player who takes part cannot hold in time, with the key of the place."""
    first = {berth.piece: berth.hexes[0] for berth in game.berths}
    for seat in range(len(game.players)):
        own = sorted((p for p in first if game.pieces.team[p] == seat), key=lambda p: -game.pieces.units[p].move)
        for name, place in zip(PLACES, game.land.points, strict=True):
            if own and place >= 0 and not any(_comes(game, p, first[p], place) for p in own):
                label = game.land.labels[place]
                told = Message(
                    "no piece of {player} can come to {hex} early enough to hold it for a full turn",
                    player=game.called[seat], hex=label,
                )  # fmt: skip
                raise InputError(told, key=f"places.{name}")


def starts(game: Terms) -> None:
    """Raises InputError for a designer's own unit that can start nowhere, or where an enemy might, with its key: each
    piece has a hex that no enemy's list names."""
    team, units = game.pieces.team, game.pieces.units
    named = [{h for berth in game.berths if team[berth.piece] == seat for h in berth.hexes} for seat in range(3)]
    for berth in game.berths:
        unit, hexes = units[berth.piece], set(berth.hexes)
        taken = {h for seat in range(3) if seat != team[berth.piece] for h in hexes & named[seat]}
        if unit.like and (taken or not hexes):
            told = Message("none of its hexes is on the map")
            if taken:
                told = Message("an enemy may start on {hex}", hex=game.land.labels[min(taken)])
            raise InputError(told, key=f"units.{unit.id}.start")


def _comes(game: Terms, piece: int, start: int, place: int) -> bool:
    """Whether a piece alone on the map comes to a place in time, as far as its allowance in all steps together goes."""
    land, unit = game.land, game.pieces.units[piece]
    points = unit.move * (land.turns - 1) * (1 + unit.extra)
    barred = land.wall if game.pieces.cavalry[piece] and game.rules.wall_cavalry == "barred" else 0
    if unit.move < COSTLY:
        barred |= land.costly
    way_in = Going(land.all & ~barred, land.costly & ~barred, 0)
    return start == place or any(layer >> place & 1 for layer in reach(land, start, points, way_in))

"""The map in characters, as a player sees it."""

from __future__ import annotations

from grid_games.destin_arc.board import LETTERS, PLACES, TERRAINS
from grid_games.destin_arc.chapters.objectives import known_holders
from grid_games.destin_arc.chapters.strengths import night
from grid_games.destin_arc.state import BACK, State

WIDTH = 5
"""Characters of a column."""

ASIDE, ABOVE = 6, 8
"""Columns and lines to either side of the hex around which a part of the map is shown: it fits on a small screen."""

LEGEND = "B1 full strength, b1 on its back, + not alone, * unseen by others, # both"


def drawn(state: State, seat: int | None, around: int | None = None) -> str:
    """The map, a line for each two rows, columns B, D, F, ... standing half a hex higher: terrain, or the foremost
    piece on a hex.

    `around`: only the part about that hex.
    """
    game, land, board = state.game, state.game.land, state.board
    across, down = range(len(land.columns)), range(land.height)
    if around is not None:
        x, r = divmod(around, land.height)
        across = range(max(x - ASIDE, 0), min(x + ASIDE + 1, len(land.columns)))
        down = range(max(r - ABOVE, 0), min(r + ABOVE + 1, land.height))
    lines = [
        f"turn {state.turn} of {land.turns}, {'night' if night(state) else 'day'}; to move: "
        f"{state.current_player() or 'nobody'}"
    ]
    holders = zip(PLACES, land.points, known_holders(state), strict=True)
    held = [f"{place} {land.labels[hex_]}: {game.players[who] if who >= 0 else 'nobody'}"
            for place, hex_, who in holders if hex_ >= 0]  # fmt: skip
    lines += ["; ".join(held)] if held else []
    lines.append("       " + "".join(LETTERS[x].ljust(WIDTH) for x in across).rstrip())
    for r in down:
        cells = []
        for x in across:
            there = [p for p in board.at.get(x * land.height + r, ()) if seat is None or board.sees(seat, p)]
            cells.append((_piece(state, there, seat) if there else land.columns[x][r]).ljust(WIDTH))
        lines.append((f"{2 * r + 1}/{2 * r + 2}".ljust(7) + "".join(cells)).rstrip())
    terrain = ", ".join(f"{letter} {name}" for letter, name in TERRAINS.items() if land.having(letter))
    return "\n".join([*lines, terrain, LEGEND])


def _piece(state: State, there: list[int], seat: int | None) -> str:
    """The foremost piece; nobody learns from whom else an enemy is hidden."""
    first = there[0]
    name = state.game.pieces.units[first].id
    name = name.upper() if not state.marks[first] & BACK else name
    hidden = bool(state.unseen[first]) and seat in (None, state.game.pieces.team[first])
    return name + ("", "+", "*", "#")[(len(there) > 1) + 2 * hidden]

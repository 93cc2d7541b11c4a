"""The map in characters, as a player sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grid_games.destin_arc.land import LETTERS, PLACES
from grid_games.destin_arc.objectives import holders
from grid_games.destin_arc.state import BACK, State
from grid_games.destin_arc.strengths import night

if TYPE_CHECKING:
    from grid_games.destin_arc.game import DestinArc

WIDTH = 5
"""Characters of a column."""


def drawn(game: DestinArc, state: State, seat: int | None) -> str:
    """The map, a line for each row: terrain, or the foremost piece, with a + if it is not alone; * marks what others do not see."""
    land, board = game.land, state.board
    lines = [f"turn {state.turn} of {land.turns}, {'night' if night(state) else 'day'}; to move: {state.current_player() or 'nobody'}"]
    held = [f"{place} {land.labels[hex_]}: {game.players[who] if who >= 0 else 'nobody'}"
            for place, hex_, who in zip(PLACES, land.points, holders(state), strict=True) if hex_ >= 0]  # fmt: skip
    lines += ["; ".join(held)] if held else []
    lines.append("    " + "".join(letter.ljust(WIDTH) for letter in LETTERS[: len(land.columns)]).rstrip())
    for row in range(1, 2 * land.height + 1):
        cells = []
        for x, column in enumerate(land.columns):
            r, odd = divmod(row - (1 if x % 2 else 2), 2)
            cell = ""
            if not odd and 0 <= r < land.height:
                there = [p for p in board.at.get(x * land.height + r, ()) if seat is None or board.sees(seat, p)]
                cell = _piece(state, there) if there else column[r]
            cells.append(cell.ljust(WIDTH))
        lines.append((str(row).ljust(4) + "".join(cells)).rstrip())
    return "\n".join(lines)


def _piece(state: State, there: list[int]) -> str:
    first = there[0]
    name = state.game.pieces.units[first].id
    name = name.upper() if not state.marks[first] & BACK else name
    return name + ("*" if state.unseen[first] else "") + ("+" if len(there) > 1 else "")

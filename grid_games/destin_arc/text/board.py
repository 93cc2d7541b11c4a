"""The map in characters, as a player sees it."""

from __future__ import annotations

from grid_games.destin_arc.board import LETTERS, PLACES, TERRAINS
from grid_games.destin_arc.chapters.movement import Movement
from grid_games.destin_arc.chapters.objectives import known_holders
from grid_games.destin_arc.chapters.strengths import night
from grid_games.destin_arc.chapters.zones import covered
from grid_games.destin_arc.state import BACK, DONE, Effect, State

WIDTH = 5
"""Characters of a column."""

ASIDE, ABOVE = 6, 8
"""Columns and lines to either side of the hex around which a part of the map is shown: it fits on a small screen."""

LEGEND = {
    "B1": "a piece of the unit B1 at full strength", "b1": "on its back: half its values",
    "B1+": "not alone on its hex", "B1*": "not seen by others", "B1#": "both", "B1.": "has had its move in this step",
    "c'": "an enemy zone of control, where your pieces stop", "c!": "a hex in a zone of a spell",
}  # fmt: skip
"""What stands on the board besides terrain."""


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
    spells, zones = covered(state), 0 if seat is None else board.zone(seat)
    for r in down:
        cells = []
        for x in across:
            hex_ = x * land.height + r
            there = [p for p in board.at.get(hex_, ()) if seat is None or board.sees(seat, p)]
            ground = land.columns[x][r] + ("'" if zones >> hex_ & 1 else "") + ("!" if spells >> hex_ & 1 else "")
            cells.append((_piece(state, there, seat) if there else ground).ljust(WIDTH))
        lines.append((f"{2 * r + 1}/{2 * r + 2}".ljust(7) + "".join(cells)).rstrip())
    told = ((effect.serial, lying(state, effect, seat)) for effect in state.effects)
    lines += [f"spell {serial}: {text}" for serial, text in told if text]
    return "\n".join(
        [*lines, ", ".join(f"{letter} {name}" for letter, name in TERRAINS.items() if land.having(letter))]
    )


def lying(state: State, effect: Effect, seat: int | None) -> str:
    """A spell that lies, with what it lies on and how long; empty if a player does not see what it lies on."""
    if effect.bearer >= 0 and seat is not None and not state.board.sees(seat, effect.bearer):
        return ""
    labels = state.game.land.labels
    hexes = ", ".join(label for place, label in enumerate(labels) if effect.hexes >> place & 1)
    what = f"{effect.spell} on {state.game.pieces.names[effect.bearer] if effect.bearer >= 0 else hexes}"
    if effect.spell == "healing":
        return f"{what}, at the start of turn {effect.until}"
    return f"{what}, to the end of turn {effect.until}" if effect.until else f"{what}, until it is dispelled"


def _piece(state: State, there: list[int], seat: int | None) -> str:
    """The foremost piece; nobody learns from whom else an enemy is hidden, nor reads of whose move it is not."""
    first, step = there[0], state.step
    name = state.game.pieces.units[first].id
    name = name.upper() if not state.marks[first] & BACK else name
    hidden = bool(state.unseen[first]) and seat in (None, state.game.pieces.team[first])
    mine = isinstance(step, Movement) and step.seat == seat == state.game.pieces.team[first]
    moved = mine and all(state.marks[p] & DONE for p in there)
    return name + ("", "+", "*", "#")[(len(there) > 1) + 2 * hidden] + ("." if moved else "")

"""The map in characters, as a player sees it."""

from __future__ import annotations

from functools import reduce

from armada_sim.tabletop import N_, Message
from grid_games.core.extras import enumerated, in_turn
from grid_games.destin_arc.board import LETTERS, PLACES, TERRAINS
from grid_games.destin_arc.chapters.movement import Movement
from grid_games.destin_arc.chapters.objectives import clauses, holders, score
from grid_games.destin_arc.chapters.strengths import night
from grid_games.destin_arc.state import BACK, DONE, Effect, State
from grid_games.destin_arc.units import CALLED, PRINTED

WIDTH = 5
"""Characters of a column."""

ASIDE, ABOVE = 6, 8
"""Columns and lines to either side of the hex around which a part of the map is shown: it fits on a small screen."""

LEGEND = {
    "B1": N_("a piece of the unit B1 at full strength"), "b1": N_("on its back: half its values"),
    "B1+": N_("not alone on its hex"), "B1*": N_("not seen by others"), "B1#": N_("both"),
    "B1.": N_("has had its move in this step"),
    "c'": N_("an enemy zone of control, where your pieces stop"), "c!": N_("a hex in a zone of a spell"),
}  # fmt: skip
"""What stands on the board besides terrain."""


def place_called(name: str) -> Message:
    """What one of `PLACES` is called in sentences: in English "place" alone would be anywhere."""
    return Message("Place de Briscourt") if name == "place" else Message(name)


def board_text(state: State, seat: int | None, around: int | None = None) -> str:
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
    player = state.current_player()
    now = {"n": state.turn, "turns": land.turns}
    if player is None:
        over = N_("Turn {n} of {turns}, night; the game is over"), N_("Turn {n} of {turns}, day; the game is over")
        head: list[str] = [Message(over[not night(state)], **now)]
    else:
        mover = game.called[game.seat(player)] if player in game.players else Message(player)
        going = N_("Turn {n} of {turns}, night; to move: {player}"), N_("Turn {n} of {turns}, day; to move: {player}")
        head = [Message(going[not night(state)], player=mover, **now)]
    owners = zip(PLACES, land.points, holders(state), strict=True)
    held = [
        Message(
            "{place} {hex}: {player}",
            place=place_called(place), hex=land.labels[hex_],
            player=game.called[who] if who >= 0 else Message("nobody"),
        )
        for place, hex_, who in owners if hex_ >= 0
    ]  # fmt: skip
    head += [in_turn(held)] if held else []
    lines = []
    lines.append("       " + "".join(LETTERS[x].ljust(WIDTH) for x in across).rstrip())
    spells, zones = state.enchanted.zones, 0 if seat is None else board.zone(seat)
    for r in down:
        cells = []
        for x in across:
            hex_ = x * land.height + r
            there = [p for p in board.at.get(hex_, ()) if seat is None or board.sees(seat, p)]
            ground = land.columns[x][r] + ("'" if zones >> hex_ & 1 else "") + ("!" if spells >> hex_ & 1 else "")
            cells.append((_piece(state, there, seat) if there else ground).ljust(WIDTH))
        lines.append((f"{2 * r + 1}/{2 * r + 2}".ljust(7) + "".join(cells)).rstrip())
    told = ((effect.serial, lying(state, effect, seat)) for effect in state.effects)
    lying_now = [Message("spell {n}: {told}", n=serial, told=text) for serial, text in told if text]
    terrain = enumerated(
        Message("{sign} {terrain}", sign=letter, terrain=Message(name))
        for letter, name in TERRAINS.items() if land.having(letter)
    )  # fmt: skip
    status = [text] if (text := standing(state, seat)) else []
    parts = [*head, "\n".join(lines), *status, *lying_now, terrain]
    return reduce(lambda text, line: Message("{board}\n{status}", board=text, status=line), parts)


def standing(state: State, seat: int | None) -> str:
    """The places that each player holds, how much of each secret objective that a player knows is met, of all for None;
    and the points of both for a player. Empty where a map has neither."""
    game, now = state.game, holders(state)
    places = [Message("{player} {n}", player=name, n=now.count(who)) for who, name in enumerate(game.called)]
    total = sum(place >= 0 for place in game.land.points)
    parts: list[str] = []
    if total:
        parts.append(Message("places held, of {total}: {places}", total=total, places=enumerated(places)))
    for side, name in enumerate(CALLED):
        if seat in (None, game.teams[side]) and (met := clauses(state, side)):
            told = {"side": name, "n": sum(met), "total": len(met)}
            parts.append(Message("secret objective of {side}: {n} of {total} met", **told))
    if parts and seat is not None:
        parts.append(Message("points so far of {player}: {n}", player=game.called[seat], n=score(state, seat)))
    return in_turn(parts) if parts else ""


def lying(state: State, effect: Effect, seat: int | None) -> str:
    """A spell that lies, with what it lies on and how long; empty if a player does not see what it lies on."""
    if effect.bearer >= 0 and seat is not None and not state.board.sees(seat, effect.bearer):
        return ""
    labels = state.game.land.labels
    hexes = ", ".join(label for place, label in enumerate(labels) if effect.hexes >> place & 1)
    on = state.game.pieces.names[effect.bearer] if effect.bearer >= 0 else hexes
    its = {"spell": PRINTED.get(effect.spell, effect.spell), "where": on, "n": effect.until}
    if effect.spell == "healing":
        return Message("{spell} on {where}, at the start of turn {n}", **its)
    if effect.until:
        return Message("{spell} on {where}, to the end of turn {n}", **its)
    return Message("{spell} on {where}, until it is dispelled", **its)


def _piece(state: State, there: list[int], seat: int | None) -> str:
    """The foremost piece; nobody learns from whom else an enemy is hidden, nor reads of whose move it is not."""
    first, step = there[0], state.step
    name = state.game.pieces.units[first].id
    name = name.upper() if not state.marks[first] & BACK else name
    hidden = state.unseen[first] and seat in (None, state.game.pieces.team[first])
    mine = isinstance(step, Movement) and step.seat == seat == state.game.pieces.team[first]
    moved = mine and all(state.marks[p] & DONE for p in there)
    return name + ("", "+", "*", "#")[(len(there) > 1) + 2 * hidden] + ("." if moved else "")

"""What has happened, and what is known of anything: in words, for people at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grid_games.core.sets import members
from grid_games.singidunum import text
from grid_games.singidunum.board import TERRAIN
from grid_games.singidunum.moves import PLAYERS, Go, Move
from grid_games.singidunum.state import Draft, Phase, State
from grid_games.singidunum.units import NAMES, STRENGTH

_DICE = (Phase.MELEE, Phase.SHOT, Phase.DICE, Phase.REROLLED, Phase.SAVE)
_KNOWN = {
    "E": "E elite: strengths 9 and 8, one hex [2, 7]",
    "H": "H heavy infantry: strengths 7 and 6, one hex; may survive an elimination by a die (U8) [2, 7]",
    "C": "C cavalry: strengths 6 to 4, two hexes [2, 7]",
    "A": "A archers: strengths 6 to 4, one hex; shoot over one or two hexes of plain [2, 11]",
}
_WORDS = {"elite": "E", "heavy infantry": "H", "infantry": "H", "cavalry": "C", "archers": "A"}


def told(before: State, move: Move, after: State, player: str) -> str:
    """What a move was and all that followed from it; nothing of what the other deploys behind his screen."""
    if before.phase == Phase.DEPLOY:
        if before.current_player() == player:
            return str(move)
        done = after.phase != Phase.DEPLOY or after.mover != before.mover
        return f"the {PLAYERS[before.mover]} have deployed" if done else ""
    fight = text.in_numbers(before) if before.phase in _DICE else ""
    what = f"{fight}: the dice say {move}" if fight else str(move)
    return "; ".join([what, *_changes(before, move, after)])


def _changes(before: State, move: Move, after: State) -> Iterator[str]:
    """All that is different, but for where the move itself took a unit."""
    names, turned = before.game.table.board.names, []
    for side, player in enumerate(PLAYERS):
        left = {place: before.kinds[place] for place in members(before.men[side] & ~after.men[side])}
        came = {place: after.kinds[place] for place in members(after.men[side] & ~before.men[side])}
        for place in sorted(left):
            code = left[place]
            end = next((other for other in sorted(came) if came[other] == code), None)
            if end is None:
                yield f"{NAMES[code]} of the {player} on {names[place]} is removed"
                continue
            del came[end]
            if not (isinstance(move, Go) and move == Go(names[place], names[end])):
                yield f"{NAMES[code]} of the {player} {names[place]}-{names[end]}"
    if after.turn == before.turn:
        turned = members(after.men[0] | after.men[1])
        turned = [place for place in turned if not after.ready >> place & 1 and _was_ready(before, after, place)]
    if turned:
        yield f"activated: {', '.join(f'{NAMES[after.kinds[place]]} on {names[place]}' for place in turned)}"
    if burnt := after.burnt & ~before.burnt:
        yield f"burnt: {', '.join(names[place] for place in members(burnt))}"
    if after.points != before.points:
        yield "points: " + ", ".join(f"{player} {points}" for player, points in zip(PLAYERS, after.points, strict=True))
    if after.turn != before.turn and after.result is None:
        yield f"turn {after.turn}, all units are available, the {PLAYERS[after.mover]} begin"
    elif after.passer != before.passer and after.passer >= 0:
        yield f"the {PLAYERS[after.passer]} have passed"


def _was_ready(before: State, after: State, place: int) -> bool:
    """Whether the unit on a hex, activated now, was available before, wherever it stood."""
    code, side = after.kinds[place], after.men[1] >> place & 1
    if before.kinds[place] == code and before.men[side] >> place & 1:
        return bool(before.ready >> place & 1)
    gone = members(before.men[side] & ~after.men[side])
    return any(before.kinds[start] == code and before.ready >> start & 1 for start in gone)


def about(state: State, player: str, what: str) -> Sequence[str]:
    """What is known of a type of unit, a hex, a terrain, a side; of how things stand, for an empty word."""
    word = what.strip().casefold()
    seen = state.observation(player) if player in PLAYERS else state
    board = state.game.table.board
    if not word:
        return [*_KNOWN.values(), *(_standing(seen, side) for side in range(2))]
    letter = _WORDS.get(word, word.upper()[:1] if word.upper() in (*"EHCA", *NAMES[1:]) else "")
    if letter:
        return [_KNOWN[letter]]
    if word in board.names:
        return [_hex(seen, board.names.index(word))]
    if word in PLAYERS:
        return [_standing(seen, PLAYERS.index(word))]
    signs = {name: sign for sign, name in ((text.SIGNS[letter], name) for letter, name in TERRAIN.items())}
    return [f"{word}: shown as {signs[word]}; rules movement says what it costs"] if word in signs else []


def _hex(state: State, place: int) -> str:
    """What is on a hex and who controls it."""
    draft, board = Draft(state), state.game.table.board
    ground = TERRAIN[board.terrain[place]]
    parts = [f"{board.names[place]}: {ground}{', burnt' if state.burnt >> place & 1 else ''}"]
    if state.kinds[place]:
        side = state.men[1] >> place & 1
        fled = ", came by a retreat" if state.fled >> place & 1 else ""
        parts.append(f"{text.unit(draft, place)}, {PLAYERS[side]}{fled}")
    control = [player for side, player in enumerate(PLAYERS) if draft.foes_zone(1 - side) >> place & 1]
    parts.append(f"zone of control of {' and '.join(f'the {player}' for player in control) or 'nobody'} [8]")
    return "; ".join(parts)


def _standing(state: State, side: int) -> str:
    """Points, units and deeds of a side."""
    draft, player = Draft(state), PLAYERS[side]
    units = ", ".join(text.unit(draft, place) for place in members(state.men[side])) or "no units"
    strength = sum(STRENGTH[state.kinds[place]] for place in members(state.men[side]))
    entered = "has" if state.entered >> side & 1 else "has not"
    army = f"{units} ({strength} points of army)"
    return f"the {player}: {state.points[side]} points; {army}; {entered} entered the enemy base"

"""What has happened, and what is known of anything: in words, for people at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from armada_sim.tabletop import N_, Listing, Message, signed
from grid_games.core.extras import enumerated, in_turn
from grid_games.core.sets import members
from grid_games.singidunum import text
from grid_games.singidunum.board import TERRAIN
from grid_games.singidunum.moves import CALLED, PLAYERS, First, Go, Move, Retreat, Roll, Save, Say
from grid_games.singidunum.state import Phase, State, Trail, retold

_DICE = (Phase.MELEE, Phase.SHOT, Phase.DICE, Phase.REROLLED, Phase.SAVE)
_KNOWN = {
    "E": N_("E elite: strengths {strengths}, one hex [2, 7]"),
    "H": N_("H heavy infantry: strengths {strengths}, one hex; may survive an elimination by a die (U8) [2, 7]"),
    "C": N_("C cavalry: strengths {strengths}, two hexes [2, 7]"),
    "A": N_("A archers: strengths {strengths}, one hex; shoot over one or two hexes of plain [2, 11]"),
}
WORDS = {N_("elite"): "E", N_("heavy infantry"): "H", N_("infantry"): "H", N_("cavalry"): "C", N_("archers"): "A"}


def reading(before: State, move: Move, after: State, player: str) -> str:
    """What a move was and all that followed from it; nothing of what the other deploys behind their screen."""
    if before.phase == Phase.DEPLOY:
        if before.current_player() == player:
            return str(move)
        done = after.phase != Phase.DEPLOY or after.mover != before.mover
        return Message("the army is deployed") if done else ""
    fight = text.in_numbers(before) if before.phase in _DICE else ""
    what = (
        Message("{fight}: the dice say {roll}", fight=fight, roll=_rolled(move))
        if fight
        else _said(before, move, after)
    )
    trail = retold(before, move)
    stuck = (
        Message("{unit} has no hex to retreat to: {reasons} [10]", unit=text.unit(before, place), reasons=reasons)
        for place, reasons in trail.nowhere if before.kinds[place]
    )  # fmt: skip
    return in_turn(part for part in (what, *stuck, *_changes(before, move, after, trail)) if part)


def _rolled(move: Move) -> str:
    """A result of dice."""
    return signed(move.gap) if isinstance(move, Roll) else str(move)


_SAID = {
    Say.ACCEPT: N_("the combat is accepted"), Say.REFUSE: N_("the combat is refused"),
    Say.ALLOW: N_("the hex announced stands"), Say.VETO: N_("the hex announced is vetoed"),
    Say.HOLD: N_("nothing more is done"), Say.ALONE: N_("nobody supports the shot"), Say.KEEP: N_("the dice stand"),
    Say.REROLL: N_("the own die is rolled again"), Say.PASS: N_("no unit is used any more"),
}  # fmt: skip
"""Decisions in words."""


def _said(before: State, move: Move, after: State) -> str:
    """A move: what is a word of English in the notation, in words."""
    if isinstance(move, First):
        return Message("lots are drawn for who begins [U2]")
    if isinstance(move, Save):
        told = N_("{unit} makes its save [U8]") if move.made else N_("{unit} fails its save [U8]")
        return Message(told, unit=text.unit(before, before.at[before.who]))
    if isinstance(move, Say):
        return Message(_SAID[move]) if move in _SAID else str(move)
    if isinstance(move, Retreat):
        second, announced = before.manner == "second", after.phase == Phase.VETO
        told = N_("{move} (second hex, announced)") if announced else N_("{move} (second hex)")
        if second:
            return Message(told, move=str(move))
        return Message("{move} (announced)", move=str(move)) if before.manner == "announce" else str(move)
    return str(move)


def _changes(before: State, move: Move, after: State, trail: Trail) -> Iterator[str]:
    """All that is different, but for where the move itself took a unit."""
    names, units, turned = before.table.board.names, before.table.numbers.names, []
    for side in range(len(PLAYERS)):
        left = {place: before.kinds[place] for place in members(before.men[side] & ~after.men[side])}
        came = {place: after.kinds[place] for place in members(after.men[side] & ~before.men[side])}
        for place in sorted(left):
            code = left[place]
            end = next((other for other in sorted(came) if came[other] == code), None)
            if end is None:
                yield _removed(before, side, place, trail)
                continue
            del came[end]
            if not (isinstance(move, Go) and move == Go(names[place], names[end])):
                way = f"{names[place]}-{names[end]}"
                yield Message("{unit} of the {player} {way}", unit=units[code], player=CALLED[side], way=way)
    begins = after.turn != before.turn and after.result is None
    if not begins and after.passer != before.passer and after.passer >= 0:
        yield Message("the {player} have passed", player=CALLED[after.passer])
    if after.turn == before.turn:
        turned = members(after.men[0] | after.men[1])
        turned = [place for place in turned if not after.ready >> place & 1 and _was_ready(before, after, place)]
    if turned:
        where = (Message("{unit} on {hex}", unit=units[after.kinds[place]], hex=names[place]) for place in turned)
        yield Message("activated: {units}", units=enumerated(where))
    if burnt := after.burnt & ~before.burnt:
        yield Message("burnt: {hexes}", hexes=", ".join(names[place] for place in members(burnt)))
    if after.points != before.points:
        yield Message("points: {score}", score=text.score_of(after.points))
    if begins:
        told = {"n": after.turn, "player": CALLED[after.mover]}
        yield Message("turn {n}, all units are available, the {player} begin", **told)


def _removed(before: State, side: int, place: int, trail: Trail) -> Message:
    """That a unit has left the board, and why nobody has a point for it where that is so."""
    names, kind = before.table.board.names, before.kinds[place]
    unit = before.table.numbers.names[kind]
    told = Message("{unit} of the {player} on {hex} is removed", unit=unit, player=CALLED[side], hex=names[place])
    for one in trail.fled:
        if one[:2] == (side, kind):
            return Message("{told}, without a point: {hex} is in the flight zone [7]", told=told, hex=names[one[2]])
    for one in trail.spared:
        if one[:2] == (side, kind):
            hexes = [names[hex_] for hex_ in members(one[2])]
            return Message.counted(
                "{told}, without a point: {hexes} beside it is a refuge [U14]",
                "{told}, without a point: {hexes} beside it are refuges [U14]", len(hexes),
                told=told, hexes=Listing(hexes),
            )  # fmt: skip
    return told


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
        return [*(_type(seen, letter) for letter in _KNOWN), *(_standing(seen, side) for side in range(2))]
    letter = WORDS.get(word, word.upper()[:1] if word.upper() in (*"EHCA", *state.table.numbers.codes) else "")
    if letter:
        return [_type(seen, letter)]
    if word in board.names:
        return [_hex(seen, board.names.index(word))]
    if word in PLAYERS:
        return [_standing(seen, PLAYERS.index(word))]
    signs = {name: text.SIGNS[letter] for letter, name in TERRAIN.items()}
    if word not in signs:
        return []
    told = {"terrain": Message(word), "sign": signs[word]}
    return [Message("{terrain}: shown as {sign}; rules 7 says what it costs", **told)]


def _type(state: State, letter: str) -> str:
    """What is known of a type of unit."""
    strengths = [str(unit.strength) for unit in state.table.numbers.units if unit.name[0] == letter]
    return Message(_KNOWN[letter], strengths=Listing(strengths) if strengths else "–")


def _hex(state: State, place: int) -> str:
    """What is on a hex and who controls it."""
    board = state.table.board
    where = {"hex": board.names[place], "terrain": Message(TERRAIN[board.terrain[place]])}
    burnt = state.burnt >> place & 1
    parts = [Message("{hex}: {terrain}, burnt", **where) if burnt else Message("{hex}: {terrain}", **where)]
    if state.kinds[place]:
        who = {"unit": text.unit(state, place), "player": CALLED[state.men[1] >> place & 1]}
        fled = state.fled >> place & 1
        parts.append(
            Message("{unit}, {player}, came by a retreat", **who) if fled else Message("{unit}, {player}", **who)
        )
    control = [player for side, player in enumerate(CALLED) if state.foes_zone(1 - side) >> place & 1]
    players = Listing(Message("the {player}", player=player) for player in control)
    parts.append(
        Message("zone of control of {players} [8]", players=players)
        if control
        else Message("zone of control of nobody [8]")
    )
    return in_turn(parts)


def _standing(state: State, side: int) -> str:
    """Points, units and deeds of a side."""
    units = [text.unit(state, place) for place in members(state.men[side])]
    price = state.table.numbers.price
    cost = sum(price[state.kinds[place]] for place in members(state.men[side]))
    told = {
        "player": CALLED[side], "strength": cost,
        "units": enumerated(units) if units else Message("no units"),
    }  # fmt: skip
    if state.entered >> side & 1:
        return Message.counted(
            "the {player}: {n} point; {units} ({strength} points of army); has entered the enemy base",
            "the {player}: {n} points; {units} ({strength} points of army); has entered the enemy base",
            state.points[side], **told,
        )  # fmt: skip
    return Message.counted(
        "the {player}: {n} point; {units} ({strength} points of army); has not entered the enemy base",
        "the {player}: {n} points; {units} ({strength} points of army); has not entered the enemy base",
        state.points[side], **told,
    )  # fmt: skip

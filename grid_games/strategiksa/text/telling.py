"""What is to be decided, what has happened, and what is known of anything: in words, for people at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from armada_sim.tabletop import Listing, Message
from grid_games.core.extras import Aside
from grid_games.strategiksa.board import SQUARE, SQUARES, ZONE_MASKS, ZONES
from grid_games.strategiksa.chapters.battles import (
    ATTACKER,
    DEFENDER,
    SIDES,
    Battle,
    Choosing,
    Picking,
    Replying,
    contested,
)
from grid_games.strategiksa.chapters.control import CAP, NOBODY, controllers, points_run, quota, territories
from grid_games.strategiksa.chapters.conversion import Converting
from grid_games.strategiksa.chapters.interrupts import disposable
from grid_games.strategiksa.chapters.movement import Moving
from grid_games.strategiksa.chapters.reinforcement import Reinforcing
from grid_games.strategiksa.chapters.setup import START_POINTS, Crowning, Placing, Settling
from grid_games.strategiksa.chapters.vassalage import Answering, Managing, Offering, Regicide, targets
from grid_games.strategiksa.moves import WAIT, Add, Convert, Move, Reply
from grid_games.strategiksa.state import State
from grid_games.strategiksa.text.positions import square_text
from grid_games.strategiksa.text.skipping import left_out
from grid_games.strategiksa.units import FOUGHT, KINDS, PIECES, of_kind, stack_text

NAMES = {"K": "king", "I": "infantry", "C": "cavalry", "A": "archers", "H": "healer"}
_KNOWN = {
    "K": "the king: one square or two, beats infantry, cavalry and archers; without him a player falls [35, 43]",
    "I": "infantry: one square, beats cavalry; 1 point [35]",
    "C": "cavalry: one square or two, beats archers; 2 points; may become foot [24, 35]",
    "A": "archers: one square, beat infantry; 1 point [35]",
    "H": "a healer: one square, heals a piece in a battle, never fights, dies where he is left alone; 1 point [38, 39]",
}


def asked(state: State) -> str:
    """What is to be decided in a state and what whoever decides has for it, in one line."""
    names, colour = state.game.players, state.game.players[state.turn]
    who = state.current_player()
    if state.aside >= 0:
        return Message(
            "{decision}; before this {player} may say who runs {colours}, wait, or pass for the round",
            decision=asked(state._replace(aside=-1)), player=names[state.aside], colours=_disposed(state),
        )  # fmt: skip
    turn = "" if not state.round else f"round {state.round}, turn of {colour}: "
    match state.step:
        case Settling():
            free = len(state.legal_moves())
            return f"{who} chooses a zone to start in, as in zone B2; {free} are free"
        case Crowning(zone=zone):
            return f"{who} puts his king down in zone {ZONES[zone]}, as in {state.legal_moves()[0]}"
        case Placing(zone=zone, left=left):
            return f"{who} sets up in zone {ZONES[zone]}: {left} of {START_POINTS} points left"
        case Managing(colours=asked_about):
            managed = asked_about[0]
            now = names[state.table.managers[managed]]
            return f"{turn}{who} says who runs {names[managed]}, now {now}"
        case Offering(asked=refused):
            listed = " or ".join(names[target] for target in targets(state, refused))
            return f"{turn}{who} may offer himself as a vassal to {listed}"
        case Answering(target=target):
            lord = names[state.table.lords[target]]
            return f"{turn}{who} answers the offer of {colour}, who would be a vassal of {lord}"
        case Reinforcing(left=left):
            table, ground, rule = state.table, state.game.ground, state.game.rules.vassal_zones
            run, due = points_run(table, table.managers[state.turn]), quota(table, ground, state.turn, rule)
            return f"{turn}{who} reinforces: {left} of {due} points left; he runs {run}, above {CAP} none come"
        case Converting():
            return f"{turn}{who} may turn cavalry into foot, or stops"
        case Moving(waiting=waiting):
            left = sum(count for _, _, count in waiting)
            fought = ", ".join(SQUARES[square] for square in contested(state))
            return f"{turn}{who} moves: {left} pieces can still move" + (
                f"; battles to come on {fought}" if fought else ""
            )
        case Choosing():
            fought = ", ".join(SQUARES[square] for square in contested(state))
            return f"{turn}{who} says which battle is next: {fought}"
        case Picking(battle=battle) as step:
            able = _healings(step, state)
            return f"{turn}{_battle(state, battle)}; {who}, {SIDES[step.side]}, has the initiative; {able}"
        case Replying(battle=battle, colour=sent, piece=piece) as step:
            faced = f"{names[sent]} has sent {PIECES[piece]}"
            return f"{turn}{_battle(state, battle)}; {faced}, {who}, {SIDES[step.side]}, replies"
        case Regicide():
            fallen = state.memory.fallen[0]
            killer = names[fallen.killer]
            return (
                f"{turn}the king of {names[fallen.player]} fell to {killer}: {who} takes a vassal (v) or the colour (s)"
            )
    return ""


def aside(state: State) -> Aside | None:
    """What a suzerain may say before somebody's decision (U17); aloud he is asked where a battle is beginning in which
    another leads a colour of his."""
    if state.aside < 0:
        return None
    names, table, lord = state.game.players, state.table, state.aside
    led = [colour for colour in disposable(table, lord) if table.managers[colour] != lord]
    letter = state.game.letters[disposable(table, lord)[0]]
    example = f"dismiss {names[led[0]]}" if led else f"m {letter}={letter}"
    words = Message(
        "Before this {player} may say who runs {colours}, as in {example}; pass ends the asking for this round.",
        player=names[lord], colours=_disposed(state), example=example,
    )  # fmt: skip
    battle = getattr(state.step, "battle", None)
    fought = isinstance(battle, Battle) and any(table.stacks[colour][battle.square] for colour in led)
    return Aside(WAIT, words, (state.round, state.turn, battle.square, lord) if battle and fought else None)


def _disposed(state: State) -> Listing:
    """The colours that the suzerain who is asked may dispose of."""
    return Listing([state.game.players[colour] for colour in disposable(state.table, state.aside)])


def phrase(state: State, text: str) -> Sequence[tuple[str, ...]]:
    """`dismiss green`: his suzerain runs the colour himself (clause 48)."""
    verb, _, name = text.partition(" ")
    if verb != "dismiss" or name not in state.game.players:
        return ()
    letters, colour = state.game.letters, state.game.players.index(name)
    return ((f"m {letters[colour]}={letters[state.table.lords[colour]]}",),)


def told(before: State, move: Move, after: State, player: str) -> str:
    """What a move was and all that followed from it, for anybody: nothing is hidden here. Waiting is no news."""
    if move == WAIT:
        return ""
    skipped = list(left_out(before, move))
    parts = [str(move), *_fight(before, move), *_lost(before, move, after), *_ruled(before, after)]
    parts += [text for later, text in skipped if not later]
    battle = getattr(after.step, "battle", None)
    if isinstance(battle, Battle) and getattr(getattr(before.step, "battle", None), "square", None) != battle.square:
        parts.append(_battle(after, battle))
    if after.round and (before.round, before.turn) != (after.round, after.turn) and after.current_player() is not None:
        held = territories(after.table, after.game.ground).items()
        zones = ", ".join(f"{after.game.players[lord]} {count}" for lord, count in sorted(held)) or "none"
        parts.append(f"round {after.round}, turn of {after.game.players[after.turn]}; zones held: {zones}")
    parts += [text for later, text in skipped if later]
    return "; ".join(parts)


def about(state: State, player: str, what: str) -> Sequence[str]:
    """What is known of a kind of piece, a square, a zone, a colour; of how things stand, for an empty word."""
    game, word = state.game, what.strip()
    names = [name.casefold() for name in game.players]
    if not word:
        return [*_KNOWN.values(), *(_standing(state, colour) for colour in range(len(game.players)))]
    for letter, text in _KNOWN.items():
        if word.casefold() in (letter.casefold(), NAMES[letter]):
            return [text]
    if word in ZONES:  # a zone is B2, a square b2
        return [_zone(state, ZONES.index(word))]
    if word.casefold() in SQUARE:
        square = SQUARE[word.casefold()]
        zone = next(zone for zone, mask in enumerate(ZONE_MASKS) if mask >> square & 1)
        there = square_text(state.table, game.letters, square) or "nobody"
        ground = there if game.ground.open >> square & 1 else "a mountain"
        return [f"{SQUARES[square]}: {ground}", _zone(state, zone)]
    if word.casefold() in names or word.upper() in game.letters:
        colour = names.index(word.casefold()) if word.casefold() in names else game.letters.index(word.upper())
        return [_standing(state, colour)]
    return []


def _zone(state: State, zone: int) -> str:
    """Who controls a zone."""
    owner = controllers(state.table, state.game.ground)[zone]
    return f"zone {ZONES[zone]}: {'nobody' if owner == NOBODY else state.game.players[owner]} controls it [18]"


def _standing(state: State, colour: int) -> str:
    """Who runs a colour, what it has, and how near its alliance is to winning."""
    names, table, its = state.game.players, state.table, state.table.lords[colour]
    whose = "independent" if its == colour else f"belongs to {names[its]}, run by {names[table.managers[colour]]}"
    held = territories(table, state.game.ground).get(its, 0)
    pieces = stack_text(table.totals[colour]) or "no pieces"
    run = points_run(table, colour)
    return (
        f"{names[colour]}: {whose}; {pieces}; the alliance of {names[its]} holds {held} zones, "
        f"{state.game.zones_needed} win; {names[colour]} runs {run} points, above {CAP} none are reinforced [53, 56]"
    )


def _battle(state: State, battle: Battle) -> str:
    """Who fights where, with what."""
    letters, row = state.game.letters, state.table.stacks
    sides = [
        " ".join(f"{letters[colour]}:{stack_text(row[colour][battle.square])}" for colour in side)
        for side in battle.sides(state.table)
    ]
    return f"battle on {SQUARES[battle.square]}, {sides[ATTACKER]} against {sides[DEFENDER]}"


def _healings(step: Picking, state: State) -> str:
    """How many healings a side has left in a battle."""
    pools = {step.pool(state, colour) for colour in step.battle.sides(state.table)[step.side]}
    left = sum(step.battle.heals[pool] for pool in pools)
    return "1 healing left" if left == 1 else f"{left or 'no'} healings left"


def _fight(before: State, move: Move) -> Iterator[str]:
    """How a fight ended."""
    for colour, piece, rest in _fighters(before, move):
        left = "is removed" if rest is None else f"is left as {PIECES[rest]}"
        yield f"{before.game.players[colour]} {PIECES[piece]} {left}"


def _lost(before: State, move: Move, after: State) -> Iterator[str]:
    """Pieces that left the board besides those that fought: healers left alone, kings of new vassals, whole colours."""
    if isinstance(move, Add | Convert):
        return
    fought = {colour: PIECES[piece][0] for colour, piece, rest in _fighters(before, move) if rest is None}
    for colour, name in enumerate(before.game.players):
        was, now = before.table.totals[colour], after.table.totals[colour]
        for kind in KINDS:
            gone = of_kind(was, kind) - of_kind(now, kind) - (fought.get(colour) == kind)
            if gone > 0:
                yield f"{gone} {NAMES[kind]}{'s' if gone > 1 and kind in 'KH' else ''} of {name} removed"


def _fighters(before: State, move: Move) -> list[tuple[int, int, int | None]]:
    """Colour and piece of both that fight, if a move is the reply that makes them fight, and what is left of each."""
    step = before.step
    if not isinstance(move, Reply) or not isinstance(step, Replying):
        return []
    colour = step.colour_of(before, move.colour)
    return [
        (step.colour, step.piece, FOUGHT[step.piece][move.piece]),
        (colour, move.piece, FOUGHT[move.piece][step.piece]),
    ]


def _ruled(before: State, after: State) -> Iterator[str]:
    """Who belongs to whom now, and who runs what."""
    names = before.game.players
    for colour, name in enumerate(names):
        lord, manager = after.table.lords[colour], after.table.managers[colour]
        if lord != before.table.lords[colour]:
            yield f"{name} belongs to {names[lord]} now"
        if manager != before.table.managers[colour]:
            yield f"{name} is run by {names[manager]} now"

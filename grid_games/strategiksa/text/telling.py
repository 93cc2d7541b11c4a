"""What is to be decided, what has happened, and what is known of anything: in words, for people at the table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import reduce

from armada_sim.tabletop import N_, Listing, Message
from grid_games.core.extras import Aside, enumerated, in_turn
from grid_games.core.sets import mask
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
from grid_games.strategiksa.chapters.control import NOBODY, controllers, points_run, quota, territories
from grid_games.strategiksa.chapters.conversion import Converting
from grid_games.strategiksa.chapters.interrupts import disposable
from grid_games.strategiksa.chapters.movement import Moving
from grid_games.strategiksa.chapters.reinforcement import Reinforcing
from grid_games.strategiksa.chapters.setup import Crowning, Placing, Settling
from grid_games.strategiksa.chapters.vassalage import Answering, Managing, Offering, Regicide, targets
from grid_games.strategiksa.moves import (
    SPOKEN,
    STOP,
    WAIT,
    Add,
    Answer,
    Heal,
    Move,
    Offer,
    Reply,
    Take,
    token_parts,
)
from grid_games.strategiksa.numbers import Numbers, the_text
from grid_games.strategiksa.state import State
from grid_games.strategiksa.text.positions import held, square_text, when
from grid_games.strategiksa.text.skipping import left_out
from grid_games.strategiksa.units import FOUGHT, KINDS, PIECES, of_kind, stack_text

NAMES = {
    "K": Message("king"), "I": Message("infantry"), "C": Message("cavalry"), "H": Message("healer"),
    "A": Message.meaning("kind of piece", "archers"),
}  # fmt: skip
_KNOWN = {
    "K": N_("the king: one square or two, beats infantry, cavalry and archers; without him a player falls [35, 43]"),
    "I": N_("infantry: one square, beats cavalry; 1 point [35]"),
    "C": N_("cavalry: one square or two, beats archers; 2 points; may become foot [24, 35]"),
    "A": N_("archers: one square, beat infantry; 1 point [35]"),
    "H": N_(
        "a healer: one square, heals a piece in a battle, never fights, dies where he is left alone; 1 point [38, 39]"
    ),
}


def asked(state: State) -> str:
    """What is to be decided in a state and what whoever decides has for it, in one line."""
    if state.aside >= 0:
        return Message(
            "{decision}; before this {player} may say who runs {colours}, wait, or pass for the round",
            decision=asked(state._replace(aside=-1)),
            player=state.game.called[state.aside],
            colours=_disposed(state),
        )
    return _decision(state)


def aim(state: State, player: str) -> Sequence[str]:
    """What is played for, by a vassal's suzerain where the player is a vassal (clauses 55 to 58, U26)."""
    game, rules, n, aims = state.game, state.game.rules, state.game.numbers.zones, list[str]()
    own = game.players.index(player) if player in game.players else 0
    lord = state.table.lords[own]
    name, vassal = {"lord": game.called[lord]}, lord != own
    if vassal:
        aims.append(
            Message(
                "You are a vassal of {lord}: you cannot win, but you have half a victory if {lord} wins while you run "
                "troops [57, 58].",
                **name,
            )
        )
    if rules.victory != "territory":
        aims.append(
            Message("The alliance of {lord} wins when only its pieces are left [55].", **name) if vassal else
            Message("You win when only pieces of your alliance are left: those of your colour and your vassals' [55].")
        )  # fmt: skip
    if rules.victory != "supremacy":
        aims.append(
            Message("The alliance of {lord} wins when it holds {n} of the 25 zones [56].", n=n, **name) if vassal else
            Message("You win when your alliance holds {n} of the 25 zones [56].", n=n)
        )  # fmt: skip
    if not vassal:
        aims.append(
            Message("Only an independent player wins; a vassal of his who runs troops has half a victory [57, 58].")
        )
    if rules.max_rounds:
        aims.append(Message("After round {n} nobody wins [U26].", n=rules.max_rounds))
    return aims


def now(state: State, player: str) -> str:
    """The round, and how far each alliance is."""
    left = enemies(state)
    told = {"where": when(state), "held": held(state)}
    return Message("{where}; {held}; {enemies}.", enemies=left, **told) if left else Message("{where}; {held}.", **told)


def enemies(state: State) -> str:
    """How many enemies each alliance has left, whom supremacy asks to be gone (clause 55); empty before the first
    round."""
    if not state.round or state.game.rules.victory == "territory":
        return ""
    table, names = state.table, state.game.called
    left = [sum(of_kind(total, kind) for kind in KINDS) for total in table.totals]
    found = {lord: sum(left) - sum(left[colour] for colour in table.colours(lord)) for lord in table.lords_in_play()}
    counts = enumerated(Message("{player} {n}", player=names[lord], n=n) for lord, n in sorted(found.items()))
    return Message("enemy pieces left to each: {enemies}", enemies=counts)


def _decision(state: State) -> str:
    """The same without what others may say before."""
    names, who = state.game.called, Message(state.current_player() or "")
    match state.step:
        case Settling():
            free = len(state.legal_moves())
            return Message.counted(
                "{player} chooses a zone to start in: type zone B2, for example; {n} is free",
                "{player} chooses a zone to start in: type zone B2, for example; {n} are free", free, player=who,
            )  # fmt: skip
        case Crowning(zone=zone):
            return Message("{player} puts his king down in zone {zone}", player=who, zone=ZONES[zone])
        case Placing() as step:
            return _placing(state, step, who)
        case Managing():
            now = names[state.table.managers[state.turn]]
            return Message(
                "{player} says who runs {colour}, now {manager}", player=who, colour=names[state.turn], manager=now
            )
        case Offering():
            whom = [names[target] for target in targets(state)]
            listed = reduce(lambda one, other: Message("{one} or {other}", one=one, other=other), whom)
            return Message("{player} may offer himself as a vassal to {players}", player=who, players=listed)
        case Answering(target=target):
            return Message(
                "{player} answers the offer of {colour}, who would be a vassal of {lord}",
                player=who, colour=names[state.turn], lord=names[state.table.lords[target]],
            )  # fmt: skip
        case Reinforcing() as step:
            return _reinforcing(state, step, who)
        case Converting():
            return Message("{player} may turn cavalry into foot, or stops", player=who)
        case Moving(waiting=waiting):
            left, example = sum(count for _, _, count in waiting), str(state.legal_moves()[-1])
            if fought := ", ".join(SQUARES[square] for square in contested(state)):
                return Message.counted(
                    "{player} moves, as in {example}, or stops: {n} piece can still move; battles to come on {squares}",
                    "{player} moves, as in {example}, or stops: {n} pieces can still move; battles to come on "
                    "{squares}",
                    left, player=who, squares=fought, example=example,
                )  # fmt: skip
            return Message.counted(
                "{player} moves, as in {example}, or stops: {n} piece can still move",
                "{player} moves, as in {example}, or stops: {n} pieces can still move",
                left, player=who, example=example,
            )  # fmt: skip
        case Choosing():
            fought = ", ".join(SQUARES[square] for square in contested(state))
            return Message("{player} says which battle is next: {squares}", player=who, squares=fought)
        case Picking(battle=battle) as step:
            return _picking(state, battle, step, who)
        case Replying(battle=battle, colour=sent, piece=piece) as step:
            return Message(
                "{battle}; {sender} has sent {piece}: {player}, {side}, replies, as in {example}",
                battle=_battle(state, battle), sender=names[sent], piece=PIECES[piece], player=who,
                side=Message(SIDES[step.side]), example=str(state.legal_moves()[0]),
            )  # fmt: skip
        case Regicide():
            fallen = state.memory.fallen[0]
            return Message(
                "the king of {fallen} fell to {killer}: {player} takes a vassal (v) or the colour (s)",
                fallen=names[fallen.player], killer=names[fallen.killer], player=who,
            )  # fmt: skip
    return ""


def _placing(state: State, step: Placing, who: Message) -> Message:
    """What a colour that sets up has left, and at its beginning what pieces cost."""
    numbers, zone, example = state.game.numbers, ZONES[step.zone], state.legal_moves()[0]
    if step.left != numbers.start:
        told = Message.counted(
            "{player} sets up in zone {zone}: {n} point left", "{player} sets up in zone {zone}: {n} points left",
            step.left, player=who, zone=zone,
        )  # fmt: skip
        return Message("{told}; stop leaves the rest", told=told) if step.may_stop(state) else told
    told = Message(
        "{player} has {n} points for pieces in zone {zone}: {prices}; type {example}, for example",
        n=step.left, player=who, zone=zone, prices=_prices(numbers), example=example,
    )  # fmt: skip
    if numbers.least == numbers.start:
        return told
    return Message.counted(
        "{told}; {n} point at least is spent", "{told}; {n} points at least are spent", numbers.least, told=told
    )


def _prices(numbers: Numbers) -> Message:
    """What pieces cost."""
    if numbers.prices == the_text().prices:
        return Message("infantry I, archers A and healers H cost 1, cavalry C costs 2")
    return Message("the prices are {prices}", prices=enumerated(f"{kind} {price}" for kind, price in numbers.prices))


def _reinforcing(state: State, step: Reinforcing, who: Message) -> Message:
    """The points that are left, what they buy and where, and how near the limit is (clauses 19, 20 and 53)."""
    table, numbers, added = state.table, state.game.numbers, [m for m in state.legal_moves() if isinstance(m, Add)]
    run, squares = points_run(numbers, table, table.managers[state.turn]), mask(move.square for move in added)
    told = Message.counted(
        "{player} reinforces, as in {example}, or stops: {n} point left of {due}; {prices}; zones open to it: {zones}",
        "{player} reinforces, as in {example}, or stops: {n} points left of {due}; {prices}; zones open to it: {zones}",
        step.left, player=who, due=quota(table, state.turn, state.game.rules), prices=_prices(numbers),
        example=str(added[0]),
        zones=", ".join(name for name, zone in zip(ZONES, ZONE_MASKS, strict=True) if zone & squares),
    )  # fmt: skip
    if run + step.left <= numbers.limit:
        return told
    return Message(
        "{told}; his pieces are worth {run} points, and above {cap} there are no reinforcements",
        told=told, run=run, cap=numbers.limit,
    )  # fmt: skip


def _picking(state: State, battle: Battle, step: Picking, who: Message) -> Message:
    """Who has the initiative, and what he may do with it (clauses 34, 37 and 38)."""
    moves = state.legal_moves()
    told = {
        "battle": _battle(state, battle),
        "player": who,
        "side": Message(SIDES[step.side]),
        "example": str(moves[0]),
    }
    heal = next((str(move) for move in moves if isinstance(move, Heal)), "")
    if not heal:
        return Message("{battle}; {player}, {side}, has the initiative and sends a piece, as in {example}", **told)
    return Message.counted(
        "{battle}; {player}, {side}, has the initiative: he sends a piece, as in {example}, or heals one, as in {heal} "
        "({n} healer can)",
        "{battle}; {player}, {side}, has the initiative: he sends a piece, as in {example}, or heals one, as in {heal} "
        "({n} healers can)",
        battle.heals[step.side], heal=heal, **told,
    )  # fmt: skip


def default(state: State) -> Move | None:
    """What whoever types a move of a later step of the turn has not said: no offer, and no more of each step."""
    match state.step:
        case Offering():
            return Offer(None)
        case Reinforcing() | Converting() | Moving():
            return STOP
    return None


def aside(state: State) -> Aside | None:
    """What a suzerain may say before somebody's decision (U17); aloud that is asked where a battle is beginning in
    which another leads a colour of theirs."""
    if state.aside < 0:
        return None
    names, table, lord = state.game.called, state.table, state.aside
    led = [colour for colour in disposable(table, lord) if table.managers[colour] != lord]
    letter = state.game.letters[disposable(table, lord)[0]]
    example = f"dismiss {state.game.players[led[0]]}" if led else f"m {letter}={letter}"
    words = Message(
        "Before this {player} may say who runs {colours}, as in {example}; pass ends the asking for this round.",
        player=names[lord], colours=_disposed(state), example=example,
    )  # fmt: skip
    battle = getattr(state.step, "battle", None)
    if not isinstance(battle, Battle) or lord not in battle.lords or battle.leaders[battle.lords.index(lord)] == lord:
        return Aside(WAIT, words)
    return Aside(WAIT, words, occasion=(state.round, state.turn, battle.square, lord))


def _disposed(state: State) -> Listing:
    """The colours that the suzerain who is asked may dispose of."""
    return Listing([state.game.called[colour] for colour in disposable(state.table, state.aside)])


_ADDED = re.compile(r"\+(\d{1,2})?([KICAH]) ([a-j]\d{1,2})")
_ADDITIONS = re.compile(rf"{_ADDED.pattern}(?: {_ADDED.pattern})*")


def phrase(state: State, text: str) -> Sequence[tuple[str, ...]]:
    """`dismiss green`: the suzerain runs the colour (clause 48). `+K c3 +2I d3`: new pieces. A word of a written game
    that stands for several moves."""
    if several := _ADDED.findall(text) if _ADDITIONS.fullmatch(text) else ():
        return [(f"+{kind} {square}",) for n, kind, square in several for _ in range(int(n or 1))]
    if (parts := token_parts(text)) != (text,):
        return (parts,) if len(set(parts)) == 1 else tuple((part,) for part in parts)
    verb, _, name = text.partition(" ")
    if verb != "dismiss" or name not in state.game.players:
        return ()
    letters, colour = state.game.letters, state.game.players.index(name)
    return ((f"m {letters[colour]}={letters[state.table.lords[colour]]}",),)


def reading(before: State, move: Move, after: State, player: str) -> str:
    """What a move was and all that followed from it, for anybody: nothing is hidden here. Waiting is no news."""
    if move == WAIT:
        return ""
    skipped = list(left_out(before, move))
    parts = [_said(before, move), *_fight(before, move), *_lost(before, move, after), *_ruled(before, after)]
    parts += [text for later, text in skipped if not later]
    battle = getattr(after.step, "battle", None)
    if isinstance(battle, Battle) and getattr(getattr(before.step, "battle", None), "square", None) != battle.square:
        parts.append(_battle(after, battle))
    if after.round and (before.round, before.turn) != (after.round, after.turn) and after.current_player() is not None:
        parts.append(Message("round {n}, turn of {colour}", n=after.round, colour=after.game.called[after.turn]))
    parts += [text for later, text in skipped if later]
    return in_turn(parts)


def _said(state: State, move: Move) -> str:
    """A move as it is written; what is a word of English there may be said in other languages."""
    if isinstance(move, Offer) and move.target is not None:
        lord = state.game.called[state.game.letters.index(move.target)]
        return Message("offers himself to {player} as a vassal", player=lord)
    if isinstance(move, Take):
        return Message("takes a vassal") if move.vassal else Message("takes the colour and no vassal")
    return SPOKEN.get(str(move), str(move))


def about(state: State, player: str, what: str) -> Sequence[str]:
    """What is known of a kind of piece, a square, a zone, a colour; of how things stand, for an empty word."""
    game, word = state.game, what.strip()
    names = [name.casefold() for name in game.players]
    if not word:
        return [*map(Message, _KNOWN.values()), *(_standing(state, colour) for colour in range(len(game.players)))]
    for letter, text in _KNOWN.items():
        if word.casefold() in (letter.casefold(), NAMES[letter]):
            return [Message(text)]
    if word in ZONES:  # a zone is B2, a square b2
        return [_zone(state, ZONES.index(word))]
    if word.casefold() in SQUARE:
        square = SQUARE[word.casefold()]
        zone = next(zone for zone, mask in enumerate(ZONE_MASKS) if mask >> square & 1)
        there = square_text(state.table, game.letters, square) or Message("nobody")
        ground = there if game.ground.open >> square & 1 else Message("a mountain")
        return [Message("{square}: {there}", square=SQUARES[square], there=ground), _zone(state, zone)]
    if word.casefold() in names or word.upper() in game.letters:
        colour = names.index(word.casefold()) if word.casefold() in names else game.letters.index(word.upper())
        return [_standing(state, colour)]
    return []


def _zone(state: State, zone: int) -> str:
    """Who controls a zone."""
    owner = controllers(state.table)[zone]
    if owner == NOBODY:
        return Message("zone {zone}: nobody controls it [18]", zone=ZONES[zone])
    return Message("zone {zone}: {player} controls it [18]", zone=ZONES[zone], player=state.game.called[owner])


def _standing(state: State, colour: int) -> str:
    """Who runs a colour, what it has, and how near its alliance is to winning."""
    names, table, its, numbers = state.game.called, state.table, state.table.lords[colour], state.game.numbers
    whose = Message("independent")
    if its != colour:
        whose = Message("belongs to {lord}, run by {manager}", lord=names[its], manager=names[table.managers[colour]])
    zones = territories(table).get(its, 0)
    pieces = stack_text(table.totals[colour]) or Message("no pieces")
    return Message(
        "{player}: {whose}; {pieces}; the alliance of {lord} holds {zones} of the {needed} zones that win [56]; "
        "{player} runs pieces worth {points}, and gets no reinforcements above {cap} [53]",
        player=names[colour], whose=whose, pieces=pieces, lord=names[its], needed=numbers.zones, cap=numbers.limit,
        zones=zones,
        points=Message.counted("{n} point", "{n} points", points_run(numbers, table, colour)),
    )  # fmt: skip


def _battle(state: State, battle: Battle) -> str:
    """Who fights where, with what."""
    letters, row = state.game.letters, state.table.stacks
    sides = [
        " ".join(f"{letters[colour]}:{stack_text(row[colour][battle.square])}" for colour in side)
        for side in battle.sides(state.table)
    ]
    return Message(
        "battle on {square}, {attackers} against {defenders}",
        square=SQUARES[battle.square], attackers=sides[ATTACKER], defenders=sides[DEFENDER],
    )  # fmt: skip


def _fight(before: State, move: Move) -> Iterator[str]:
    """How a fight ended."""
    for colour, piece, rest in _fighters(before, move):
        its = {"player": before.game.called[colour], "piece": PIECES[piece]}
        if rest is None:
            yield Message("{player} {piece} is removed", **its)
        else:
            yield Message("{player} {piece} is left as {rest}", rest=PIECES[rest], **its)


def _lost(before: State, move: Move, after: State) -> Iterator[str]:
    """Pieces that left the board without a fight, and why: healers left alone, the king of a new vassal."""
    for colour, name in enumerate(before.game.called):
        was, now = before.table.totals[colour], after.table.totals[colour]
        if (gone := of_kind(was, "H") - of_kind(now, "H")) > 0:
            yield Message.counted(
                "{n} healer of {player} removed: healers left alone on a square die [39]",
                "{n} healers of {player} removed: healers left alone on a square die [39]", gone, player=name,
            )  # fmt: skip
        if isinstance(move, Answer) and of_kind(was, "K") > of_kind(now, "K"):
            yield Message("1 king of {player} removed: who offers himself gives up his king [52]", player=name)


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
    names = before.game.called
    for colour, name in enumerate(names):
        lord, manager = after.table.lords[colour], after.table.managers[colour]
        if lord != before.table.lords[colour]:
            yield Message("{player} belongs to {lord} now", player=name, lord=names[lord])
        if manager != before.table.managers[colour]:
            yield Message("{player} is run by {manager} now", player=name, manager=names[manager])

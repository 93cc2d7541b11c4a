"""May this be done now: what the turn allows, and the referee's ruling on the move or the shot itself.

    asked = check_actions(game, [parse_action("R1 > 90"), parse_action("R1 x B1")])

Actions of a chain are asked about one after the other, each on the table that the one before left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from armada_sim.evidence import Answer, Reason, Ruling, ShotEvidence, Subject
from armada_sim.play.actions import Draw, Move, Pass, Refused, Resign, Shoot, notation
from armada_sim.play.arrivals import arrivals
from armada_sim.play.game import Game
from armada_sim.play.state import Phase
from armada_sim.play.turns import TurnAction, asked_sides, turn_reasons
from armada_sim.play.winning import outcome_words
from armada_sim.referee import check_declared, check_shot, fault_bounds, position_problems
from armada_sim.table import Clause, Layout, Unit, unit_of
from armada_sim.tabletop import N_, Listing, Message


@dataclass(frozen=True)
class Asked:
    """An action that was asked about."""

    action: TurnAction
    player: str | None
    """Whose turn it was; None after the end of the game."""

    ruling: Ruling
    after: Game
    """The game after it; as it was before if it is not allowed."""


def check_actions(game: Game, actions: Sequence[TurnAction], *, unit: str = "mm") -> list[Asked]:
    """Rulings on actions, each on the table that the one before left.

    They end with the first that is not allowed: what was declared after it rests on it. (An action that was claimed and
    refused, `Refused`, goes on with what it leaves.) Notes of a ruling say what follows from it. A ship that has moved
    lies where its move ends, and is as far off there as the steps make it: what it was off before, and its tolerance
    once more for each step. unit: "mm", "cm" or "in", for the sentences. Raises InputError as the
    referee does.
    """
    found: list[Asked] = []
    stated = game.state.layout
    moved: set[str] = set()
    for number, action in enumerate(actions, 1):
        player, ruling = game.current_player(), check_action(game, action, unit=unit)
        ruling = replace(ruling, notes=(*_carried(game, moved, ruling, unit_of(stated, unit)), *ruling.notes))
        if not ruling.allowed:
            found.append(Asked(action, player, _last(ruling, actions[number:], Message("this is not allowed")), game))
            break
        shot_from = ruling.witness.side if isinstance(ruling.witness, ShotEvidence) else None
        after = game.forced(replace(action, side=shot_from) if shot_from and isinstance(action, Shoot) else action)
        claim = action.claim if isinstance(action, Refused) else action
        if isinstance(claim, Move) and after.state.layout.ship(claim.ship) != game.state.layout.ship(claim.ship):
            after = _carrying(game, after, claim, stated)
            moved.add(claim.ship)
        ruling = replace(ruling, notes=(*ruling.notes, *_follows(game, after, action)))
        found.append(Asked(action, player, ruling, after))
        game = after
    return found


def check_action(game: Game, action: TurnAction, *, unit: str = "mm") -> Ruling:
    """The ruling on an action: what of the turn is against it, else what the referee says of the move or shot.

    `question` is move or shot, with margin, witness and flip as the referee gives them, or pass, draw,
    resign or refused. Raises InputError as these do.
    """
    state = game.state
    if state.phase is Phase.OVER:
        late = Reason(Clause.GAME_END, Message("the game was over before this action"))
        return _by_turn(game, action, (late,), unit)
    if not isinstance(action, Move | Shoot):
        return _by_turn(game, action, game.why_not(action), unit)
    reasons = turn_reasons(state, action) if state.turn is not None else game.why_not(action)
    sunk = isinstance(action, Shoot) and any(s.name == action.target and s.sunk for s in state.layout.ships)
    if reasons or sunk:
        return _by_turn(game, action, reasons or game.why_not(action), unit)
    ship, rules = state.layout.ship(action.ship), state.rules
    if isinstance(action, Move):
        return check_declared(game.table_for_move(ship.name), ship.name, action.declared, rules=rules, unit=unit)
    sides = asked_sides(state, action)
    return check_shot(game.lying, ship.name, action.target, sides, rules, unit=unit)


_KINDS = {Move: "move", Shoot: "shot", Pass: "pass", Draw: "draw", Resign: "resign", Refused: "refused"}


def _by_turn(game: Game, action: TurnAction, reasons: tuple[Reason, ...], unit: str) -> Ruling:
    """The ruling on what the turn alone decides: no placement of pieces changes it."""
    answer = Answer.NO if reasons else Answer.YES
    ship, target = getattr(action, "ship", None), getattr(action, "target", None)
    subject = Subject(game.lying, game.state.rules, unit)
    return Ruling(_KINDS[type(action)], answer, not reasons, ship, target, reasons=reasons, subject=subject)


# from one action to the next


def _last(ruling: Ruling, rest: Sequence[TurnAction], why: Message) -> Ruling:
    """The ruling that ends a chain, with what was not asked because of it."""
    if not rest:
        return ruling
    listed = Listing(notation(action) for action in rest)
    note = Message("not asked: {actions}, for what comes later rests on this, and {why}", actions=listed, why=why)
    return replace(ruling, notes=(*ruling.notes, note))


def _carrying(before: Game, after: Game, move: Move, stated: Layout) -> Game:
    """The game after a move with all that pieces may be off: of the ship that moved what it was off before and its
    tolerance (of the table that was stated) for each step; of those that could not lie as they did, what their faults
    let them be off, since a fault goes with the ship that leaves it."""
    table, rules = before.lying, before.state.rules
    checked = table.position == "checked"
    errors = fault_bounds(table, position_problems(table, rules)) if checked else {}
    steps = move.declared.steps
    was = table.tolerance_of(table.ship(move.ship))
    errors[move.ship] = max(was, errors.get(move.ship, was)) + steps * stated.tolerance_of(stated.ship(move.ship))
    ships = tuple(
        replace(ship.at(ship.pose), tolerance=errors[ship.name]) if errors.get(ship.name) else ship
        for ship in after.state.layout.ships
    )
    return Game(after.state.but(layout=replace(after.state.layout, ships=ships)))


def _carried(game: Game, moved: set[str], ruling: Ruling, unit: Unit) -> list[Message]:
    """That a ship lies where an earlier action took it, and how far it may be off there."""
    layout, found = game.state.layout, list[Message]()
    for name in (ruling.ship, ruling.target):
        if name in moved:
            error = layout.tolerance_of(layout.ship(name or ""))
            at = N_("{ship} lies where its move ends, and margins are about its place there")
            off = N_("{ship} lies where its move ends, and may be off by {length} there")
            found.append(Message(off if error else at, ship=name, length=unit.text(float(error))))
    return found


def _follows(before: Game, after: Game, action: TurnAction) -> list[Message]:
    """What an allowed action has done: damage, how the game or the turn ended, or how many actions are left."""
    notes, state = list[Message](), after.state
    hit = next((s for s in state.layout.ships if isinstance(action, Shoot) and s.name == action.target), None)
    if hit is not None:
        assert isinstance(action, Shoot)
        ship, n, pips = action.ship, hit.damage, hit.size.pips
        sinks = Message("{ship} hits {target} and sinks it", ship=ship, target=hit.name)
        hits = Message("{ship} hits {target} ({n} of {pips})", ship=ship, target=hit.name, n=n, pips=pips)
        notes.append(sinks if hit.sunk else hits)
    if state.result is not None:
        return [*notes, outcome_words(state.result)]
    assert state.turn is not None
    if state.turns > before.state.turns:
        next_one = Message("the turn is over; {player} is next", player=state.turn.player)
        return [*notes, next_one, *arrivals(before.state, state)]
    left = state.turn.left
    return [*notes, Message.counted("{n} action of this turn is left", "{n} actions of this turn are left", left)]

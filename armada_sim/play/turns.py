"""Turns: three actions, each a move or a shot; damage, sinking, passing; whose turn comes next.

Whether a move or a shot is legal is asked of the referee's own code; here stands what a turn allows.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from armada_sim.evidence import HeadingInterval, Reason
from armada_sim.firing import LONG_SIDES, against_shot, clear_side, sight_line
from armada_sim.geometry import Place, Point
from armada_sim.moving import Declaration, Mover, first_intervals, move_allowed, move_places, rule_on_move
from armada_sim.play._endings import after_action, after_turn, resigned
from armada_sim.play.actions import Draw, Move, Pass, Refused, Resign, Shoot
from armada_sim.play.goals import crosses, table_for_move, takes_flag, touches
from armada_sim.play.rest import at_rest
from armada_sim.play.state import Phase, State, Turn
from armada_sim.table import Clause, Ship, Unit
from armada_sim.tabletop import N_, Listing, Message, Outcome, quoted

TurnAction = Move | Shoot | Pass | Draw | Resign | Refused


def against(state: State, action: TurnAction, *, explain: bool = True) -> tuple[Reason, ...]:
    """Why an action is not allowed now; empty if it is. Without `explain` the referee's own reasons are short."""
    if state.phase is not Phase.PLAY or state.turn is None:
        return (Reason(Clause.GAME_PHASE, Message("no turn is being taken now")),)
    match action:
        case Draw() if state.turn.player in state.agreed:
            return (Reason(Clause.GAME_END, Message("{player} has offered a draw already", player=state.turn.player)),)
        case Pass() | Draw() | Resign():
            return ()
        case Refused(claim):
            short = turn_reasons(state, claim)
            if short:
                return short
            if _referee_allows(state, claim):
                return (Reason(Clause.TURN_CLAIM, Message("the referee allows this: it was not to be refused")),)
            return ()
        case Move() | Shoot():
            found = turn_reasons(state, action)
            if found or _referee_allows(state, action):
                return found
            if explain:
                return _why(state, action)
            return (Reason(Clause.TURN_CLAIM, Message("the referee does not allow this")),)


# what a turn allows


def turn_reasons(state: State, action: Move | Shoot) -> tuple[Reason, ...]:
    """What of the turn is against an action, by its clauses; the referee is asked afterwards."""
    turn = state.turn
    assert turn is not None
    ship = next((s for s in state.layout.ships if s.name == action.ship), None)
    if ship is None or ship.player != turn.player or ship.sunk:
        players = Listing((turn.player,))
        whose = Message("{ship} is not one of the ships afloat of {players}", ship=action.ship, players=players)
        return (Reason(Clause.TURN_SHIP, whose, None, (action.ship,)),)
    if not turn.left:
        return (Reason(Clause.TURN_ACTIONS, Message("the actions of this turn are spent"), None, (action.ship,)),)
    if isinstance(action, Move):
        return _may_move(state, turn, ship)
    return _may_fire(state, turn, ship, action)


def _may_move(state: State, turn: Turn, ship: Ship) -> tuple[Reason, ...]:
    if ship.name in turn.stuck:
        return (Reason(Clause.TURN_STUCK, stuck_text(state, ship), None, (ship.name,)),)
    moves, most = turn.moves_of(ship.name), state.rules.numbers.moves_a_ship
    if moves >= most:
        again = Message("{ship} has moved {n} times this turn", ship=ship.name, n=moves)
        text = again if most > 1 else Message("{ship} has moved this turn", ship=ship.name)
        return (Reason(Clause.TURN_MOVED, text, None, (ship.name,)),)
    return ()


def still_open(state: State, ship: Ship) -> tuple[bool, bool]:
    """Whether the turn lets a ship move and fire still; what is legal of that is for the referee."""
    if state.turn is None or ship.player != state.turn.player or ship.sunk:
        return False, False
    guns = bool(state.turn.left and open_sides(state, ship.name)) and state.turn.shots_of(ship.name) < ship.size.guns
    return not turn_reasons(state, Move(ship.name, Declaration((0,)))), guns


def first_headings(state: State, ship: Ship) -> list[HeadingInterval]:
    """Headings a first step of a ship may take on the table as it is for it: with the flags in its way."""
    return first_intervals(Mover(ship, state.rules.outline(ship.size)), table_for_move(state, ship), state.rules)


def stuck_text(state: State, ship: Ship) -> Message:
    """Why a ship that is held for the turn may not move."""
    began = N_("{ship} had no legal heading when the turn began, or was found stuck since")
    found = N_("{ship} was found stuck this turn")
    return Message(began if state.rules.stuck_lasts == "since_turn_start" else found, ship=ship.name)


def open_sides(state: State, ship: str) -> tuple[str, ...]:
    """The sides of a ship that have not fired as often as a side may (`Numbers.shots_a_side`)."""
    turn, most = state.turn, state.rules.numbers.shots_a_side
    return tuple(side for side in LONG_SIDES if most is None or turn is None or turn.shots_of(ship, side) < most)


def asked_sides(state: State, action: Shoot) -> tuple[str, ...]:
    """The sides of a ship from which a shot is asked for, and may still be fired."""
    return tuple(side for side in open_sides(state, action.ship) if action.side in (side, "either"))


def _may_fire(state: State, turn: Turn, ship: Ship, action: Shoot) -> tuple[Reason, ...]:
    if action.side not in (*LONG_SIDES, "either"):
        text = Message(
            "{ship} has no gun side {side} (sides: {known})",
            ship=ship.name, side=quoted(action.side), known=", ".join(LONG_SIDES),
        )  # fmt: skip
        return (Reason(Clause.SHOT_SIDE, text, None, (ship.name,)),)
    fired, guns = turn.shots_of(ship.name), ship.size.guns
    if fired >= guns:
        text = Message.counted(
            "{ship} has {n} gun; shots fired this turn: {fired}", "{ship} has {n} guns; shots fired this turn: {fired}",
            guns, ship=ship.name, fired=fired,
        )  # fmt: skip
        return (Reason(Clause.TURN_GUNS, text, None, (ship.name,), float(fired), float(guns)),)
    most = state.rules.numbers.shots_a_side
    if most is not None and not asked_sides(state, action):
        text = Message.counted(
            "{ship} has fired from there, and a side fires {n} time in a turn (shots_a_side)",
            "{ship} has fired from there, and a side fires {n} times in a turn (shots_a_side)", most, ship=ship.name,
        )  # fmt: skip
        return (Reason(Clause.TURN_GUNS, text, None, (ship.name,), float(most), float(most)),)
    target = next((s for s in state.layout.ships if s.name == action.target), None)
    if target is None:
        text = Message("there is no {target} to fire at", target=action.target)
        return (Reason(Clause.SHOT_TARGET, text, None, (action.target,)),)
    return ()


# what the referee says


def _referee_allows(state: State, action: Move | Shoot) -> bool:
    ship = state.layout.ship(action.ship)
    if isinstance(action, Move):
        layout = table_for_move(state, ship)
        return move_allowed(layout, ship, action.declared, state.rules)
    return _fired_side(state, action) is not None


def _fired_side(state: State, action: Shoot) -> str | None:
    """The side a shot is fired from: the first that is allowed, of those asked for; None if none is."""
    ship = state.layout.ship(action.ship)
    return clear_side(state.layout, ship, state.layout.ship(action.target), asked_sides(state, action), state.rules)


def line_of_fire(state: State, action: Shoot) -> tuple[Point, Point] | None:
    """mm. The ends of a clear line of a shot; None if there is none, as where only doubt allows the shot."""
    layout = state.layout
    target = next((s for s in layout.ships if s.name == action.target), None)
    if target is None:
        return None
    return sight_line(layout, layout.ship(action.ship), target, asked_sides(state, action), state.rules)


def _why(state: State, action: Move | Shoot) -> tuple[Reason, ...]:
    """The referee's reasons against a move or shot."""
    ship = state.layout.ship(action.ship)
    if isinstance(action, Move):
        layout = table_for_move(state, ship)
        return rule_on_move(layout, ship, action.declared, state.rules, Unit()).reasons
    target = state.layout.ship(action.target)
    return against_shot(state.layout, ship, target, asked_sides(state, action), state.rules)


# what follows


def after(state: State, action: TurnAction) -> State:
    """The state after an action that is allowed."""
    turn = state.turn
    assert turn is not None
    match action:
        case Pass():
            return after_turn(state)
        case Draw():
            return _draw(state, turn.player)
        case Resign():
            return resigned(state)
        case Refused(claim):
            return _refused(state, turn, claim)
        case Move():
            ship = state.layout.ship(action.ship)
            places = move_places(state.layout, ship, action.declared, state.rules)
            return _spent(_moved(state, ship, places))
        case Shoot():
            return _spent(_fired(state, turn, action))


def _spent(state: State) -> State:
    """One action fewer. The turn ends with the last."""
    if state.result is not None or state.turn is None:
        return state
    state = state.but(turn=replace(state.turn, left=state.turn.left - 1))
    return state if state.turn and state.turn.left else after_turn(state)


def _moved(state: State, ship: Ship, places: list[Place]) -> State:
    """A ship taken along some places, until one of them wins the game."""
    turn, mover = state.turn, Mover(ship, state.rules.outline(ship.size))
    assert turn is not None
    won = None
    for count, place in enumerate(places, 1):
        won = _wins_at(state, mover, place, (count + 1) * state.layout.tolerance_of(ship))
        if won is not None:
            places = places[:count]
            break
    steps = (*turn.steps, (ship.name, len(places)))
    layout = state.layout.with_pose(ship.name, at_rest(places[-1]))
    state = state.but(layout=layout, turn=replace(turn, steps=steps))
    return state if won is None else after_action(state.but(result=won))


def _wins_at(state: State, mover: Mover, place: Place, error: Fraction) -> Outcome | None:
    """What a ship wins by ending a step at a place.

    error: mm. How far it may be off there: more with each step, as the referee allows (`docs/rules/armada.md`).
    """
    rules, player = state.rules, mover.ship.player
    mine = state.party(player)
    for flag in state.flags_left():
        if state.party(flag.owner) == mine:
            continue
        if flag.at is not None and takes_flag(mover.solid(place), flag, rules, error):
            return Outcome(state.members(mine), "flag_taken")
        if flag.ship is not None and rules.flag_ship_contact == "boarding_wins":
            carrier = state.layout.ship(flag.ship)
            other = rules.outline(carrier.size).solid(carrier.pose.place)
            both = error + state.layout.tolerance_of(carrier)
            if not carrier.sunk and touches(mover.solid(place), other, rules, both):
                return Outcome(state.members(mine), "flag_boarded")
    for line in state.agreement.lines:
        if state.party(line.attacker) == mine and crosses(mover.outline, place, line, rules, error):
            return Outcome(state.members(mine), "line_crossed")
    return None


def _fired(state: State, turn: Turn, action: Shoot) -> State:
    # where either of two sides will do and neither is certain by itself, the caller names one
    side = _fired_side(state, action) or action.side
    turn = replace(turn, shots=(*turn.shots, (action.ship, side)), damaged=True)
    target = state.layout.ship(action.target)
    hit = replace(target, damage=target.damage + 1)
    layout = replace(state.layout, ships=tuple(hit if s.name == hit.name else s for s in state.layout.ships))
    return after_action(state.but(layout=layout, turn=turn), hit)


def _refused(state: State, turn: Turn, claim: Move | Shoot) -> State:
    """What a claim costs that was ruled impossible (options illegal_claim_cost, stuck_lasts)."""
    rules = state.rules
    if isinstance(claim, Move):
        ship = state.layout.ship(claim.ship)
        if rules.stuck_lasts != "retested" and not first_headings(state, ship):
            state = state.but(turn=replace(turn, stuck=(*turn.stuck, ship.name)))
    if rules.illegal_claim_cost == "turn_ends":
        return after_turn(state)
    return _spent(state) if rules.illegal_claim_cost == "action_spent" else state


def _draw(state: State, player: str) -> State:
    agreed = (*state.agreed, player)
    state = state.but(agreed=agreed)
    if all(p in agreed for p in state.order if state.in_battle(p)):
        return after_action(state.but(result=Outcome((), "agreement")))
    return state

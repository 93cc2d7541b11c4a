"""Turns: three actions, each a move or a shot; damage, sinking, passing; whose turn comes next.

Whether a move or a shot is legal is asked of the referee's own code; here stands what a turn allows.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from armada_sim.evidence import HeadingInterval, MoveEvidence, Reason
from armada_sim.firing import against_shot, ally_reason, clear_side, decide, flag_side, shot_case, sight_line
from armada_sim.geometry import Place, Point
from armada_sim.moving import Mover, first_intervals, move_allowed, move_places, rule_on_move
from armada_sim.play._endings import after_action, after_turn, resigned
from armada_sim.play.actions import Draw, Move, Pass, Refused, Resign, Shoot
from armada_sim.play.goals import crosses, flag_solid, flags_to_shoot, table_for_move, takes_flag, touches
from armada_sim.play.rest import at_rest
from armada_sim.play.state import Flag, Phase, State, Turn
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
    if ship is None or ship.player not in state.acting() or ship.sunk:
        whose = Message(
            "{ship} is not one of the ships afloat of {players}", ship=action.ship, players=Listing(state.acting())
        )
        return (Reason(Clause.TURN_SHIP, whose, None, (action.ship,)),)
    if not turn.left and not (isinstance(action, Move) and ship.name == turn.unfinished):
        rest = N_("the actions of this turn are spent; only the rest of {ship}'s move is open")
        text = Message(rest if turn.unfinished else N_("the actions of this turn are spent"), ship=turn.unfinished)
        return (Reason(Clause.TURN_ACTIONS, text, None, (action.ship,)),)
    if isinstance(action, Move):
        return _may_move(state, turn, ship, action)
    return _may_fire(state, turn, ship, action)


def _may_move(state: State, turn: Turn, ship: Ship, action: Move) -> tuple[Reason, ...]:
    in_place = action.in_place is not None
    if ship.name in turn.stuck and not in_place:
        return (Reason(Clause.TURN_STUCK, stuck_text(state, ship), None, (ship.name,)),)
    done = turn.steps_of(ship.name)
    goes_on = turn.unfinished == ship.name or state.rules.move_sharing == "split_allowed"
    if ship.name in turn.over or (done and (in_place or not goes_on)):
        text = Message("{ship} has moved this turn", ship=ship.name)
        return (Reason(Clause.TURN_MOVED, text, None, (ship.name,)),)
    steps = len(action.headings or action.turns or ())
    if done and done + steps > ship.size.steps:
        text = Message.counted(
            "{ship} has taken {done} of its {n} step this turn", "{ship} has taken {done} of its {n} steps this turn",
            ship.size.steps, ship=ship.name, done=done,
        )  # fmt: skip
        return (Reason(Clause.TURN_MOVED, text, None, (ship.name,), float(done + steps), float(ship.size.steps)),)
    return ()


def still_open(state: State, ship: Ship) -> tuple[bool, bool]:
    """Whether the turn lets a ship move and fire still; what is legal of that is for the referee."""
    if state.turn is None or ship.player not in state.acting() or ship.sunk:
        return False, False
    guns = bool(state.turn.left) and bool(sides_left(state, ship))
    return not turn_reasons(state, Move(ship.name, headings=(0,))), guns


def first_headings(state: State, ship: Ship) -> list[HeadingInterval]:
    """Headings a first step of a ship may take on the table as it is for it: with the flags in its way."""
    return first_intervals(Mover(ship, state.rules.outline(ship.size)), table_for_move(state, ship), state.rules)


def stuck_text(state: State, ship: Ship) -> Message:
    """Why a ship that is held for the turn may not move."""
    began = N_("{ship} had no legal heading when the turn began, or was found stuck since")
    found = N_("{ship} was found stuck this turn")
    return Message(began if state.rules.stuck_lasts == "since_turn_start" else found, ship=ship.name)


def _guns_of(state: State, ship: Ship) -> int:
    """Guns a ship has (option guns_when_damaged)."""
    lost = ship.damage if state.rules.guns_when_damaged == "lose_one_per_damage" else 0
    return ship.size.pips - lost


def sides_left(state: State, ship: Ship, side: str = "either") -> tuple[str, ...]:
    """Sides of a ship from which it may still fire this turn, of those asked for."""
    turn = state.turn
    assert turn is not None
    asked = state.rules.gun_sides if side == "either" else (side,)
    guns = _guns_of(state, ship)
    if state.rules.guns_per_side == "shared":
        return asked if turn.shots_of(ship.name) < guns else ()
    return tuple(s for s in asked if turn.shots_of(ship.name, s) < guns)


def _may_fire(state: State, turn: Turn, ship: Ship, action: Shoot) -> tuple[Reason, ...]:
    if action.side not in (*state.rules.gun_sides, "either"):
        text = Message(
            "{ship} has no gun side {side} (sides: {known})",
            ship=ship.name, side=quoted(action.side), known=", ".join(state.rules.gun_sides),
        )  # fmt: skip
        return (Reason(Clause.SHOT_SIDE, text, None, (ship.name,)),)
    if not sides_left(state, ship, action.side):
        fired, guns = turn.shots_of(ship.name), _guns_of(state, ship)
        text = Message.counted(
            "{ship} has {n} gun; shots fired this turn: {fired}", "{ship} has {n} guns; shots fired this turn: {fired}",
            guns, ship=ship.name, fired=fired,
        )  # fmt: skip
        return (Reason(Clause.TURN_GUNS, text, None, (ship.name,), float(fired), float(guns)),)
    target = next((s for s in state.layout.ships if s.name == action.target), None)
    if target is None and shootable(state, action.target) is None:
        text = Message("there is no {target} to fire at", target=action.target)
        return (Reason(Clause.SHOT_TARGET, text, None, (action.target,)),)
    ally = None if target is None else ally_reason(state.layout, ship, target, state.rules)
    return () if ally is None else (ally,)


# what the referee says


def shootable(state: State, name: str) -> Flag | None:
    """An enemy flag that may be fired at, by its name."""
    assert state.turn is not None
    return next((flag for flag in flags_to_shoot(state, state.turn.player) if flag.name == name), None)


def _referee_allows(state: State, action: Move | Shoot) -> bool:
    ship = state.layout.ship(action.ship)
    if isinstance(action, Move):
        layout = table_for_move(state, ship)
        return move_allowed(layout, ship, action.headings, action.turns, action.in_place, state.rules)
    return _fired_side(state, action) is not None


def _fired_side(state: State, action: Shoot) -> str | None:
    """The side a shot is fired from: the first that is allowed, of those asked for; None if none is."""
    ship = state.layout.ship(action.ship)
    sides, layout = sides_left(state, ship, action.side), state.layout
    flag = shootable(state, action.target)
    if flag is not None:
        return flag_side(layout, ship, flag_solid(flag, state.rules), sides, state.rules)
    target = next((s for s in layout.ships if s.name == action.target), None)
    return None if target is None else clear_side(layout, ship, target, sides, state.rules)


def line_of_fire(state: State, action: Shoot) -> tuple[Point, Point] | None:
    """mm. The ends of a clear line of a shot; None if there is none, as where only doubt allows the shot."""
    layout, rules = state.layout, state.rules
    ship, flag = layout.ship(action.ship), shootable(state, action.target)
    if flag is None:
        target = next((s for s in layout.ships if s.name == action.target), None)
        sides = sides_left(state, ship, action.side)
        return None if target is None else sight_line(layout, ship, target, sides, rules)
    side = _fired_side(state, action)
    if side is None:
        return None
    found = decide(replace(shot_case(layout, ship, ship, (side,), rules), aim=flag_solid(flag, rules)))[0]
    if found.gun_point is None or found.target_point is None:
        return None
    return found.gun_point, found.target_point


def _why(state: State, action: Move | Shoot) -> tuple[Reason, ...]:
    """The referee's reasons against a move or shot."""
    ship = state.layout.ship(action.ship)
    if isinstance(action, Move):
        layout = table_for_move(state, ship)
        return rule_on_move(layout, ship, action.headings, action.turns, action.in_place, state.rules, Unit()).reasons
    layout = state.layout
    target = next((s for s in layout.ships if s.name == action.target), None)
    if target is None:
        text = Message("{ship} has no clear line to {target}", ship=action.ship, target=action.target)
        return (Reason(Clause.SHOT_BLOCKED, text, None, (action.ship, action.target)),)
    return against_shot(layout, ship, target, sides_left(state, ship, action.side), state.rules)


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
            return resigned(state, "resigned")
        case Refused(claim):
            return _refused(state, turn, claim)
        case Move():
            ship = state.layout.ship(action.ship)
            places = move_places(state.layout, ship, action.headings, action.turns, action.in_place, state.rules)
            moved = _moved(state, ship, places, in_place=action.in_place is not None)
            return _spent(moved, 0 if turn.unfinished == ship.name else 1)
        case Shoot():
            return _spent(_fired(state, turn, action))


def _spent(state: State, cost: int = 1, unfinished: str | None = None) -> State:
    """So many actions fewer. The turn ends with the last, unless a ship may still choose the rest of its move."""
    if state.result is not None or state.turn is None:
        return state
    turn = replace(state.turn, left=state.turn.left - cost, unfinished=unfinished)
    state = state.but(turn=turn)
    return state if turn.left or unfinished else after_turn(state)


def _moved(state: State, ship: Ship, places: list[Place], *, in_place: bool = False) -> State:
    """A ship taken along some places, until one of them wins the game."""
    turn, mover = state.turn, Mover(ship, state.rules.outline(ship.size))
    assert turn is not None
    won = None
    for count, place in enumerate(places, 1):
        won = _wins_at(state, mover, place, (count + 1) * state.layout.tolerance_of(ship))
        if won is not None:
            places = places[:count]
            break
    steps = (*turn.steps, (ship.name, 0 if in_place else len(places)))
    over = (*turn.over, ship.name) if in_place else turn.over
    layout = state.layout.with_pose(ship.name, at_rest(places[-1]))
    state = state.but(layout=layout, turn=replace(turn, steps=steps, over=over))
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
    if rules.goal_cross != "end_of_turn":
        for line in state.agreement.lines:
            mine_to_cross = state.party(line.attacker) == mine
            if mine_to_cross and crosses(mover.outline, place, line, rules, error):
                return Outcome(state.members(mine), "line_crossed")
    return None


def _fired(state: State, turn: Turn, action: Shoot) -> State:
    # where either of two sides will do and neither is certain by itself, the caller names one
    side = _fired_side(state, action) or action.side
    shooter = state.layout.ship(action.ship)
    turn = replace(turn, shots=(*turn.shots, (action.ship, side)), damaged=True)
    if shootable(state, action.target) is not None:
        won = Outcome(state.members(state.party(shooter.player)), "flag_shot")
        return after_action(state.but(turn=turn, result=won))
    target = state.layout.ship(action.target)
    hit = replace(target, damage=target.damage + 1)
    layout = replace(state.layout, ships=tuple(hit if s.name == hit.name else s for s in state.layout.ships))
    spoils = dict(state.spoils)
    if hit.sunk and state.party(target.player) != state.party(shooter.player):
        spoils[shooter.player] = spoils.get(shooter.player, 0) + target.size.pips
    return after_action(state.but(layout=layout, turn=turn, spoils=tuple(sorted(spoils.items()))), hit)


def _refused(state: State, turn: Turn, claim: Move | Shoot) -> State:
    """What a claim costs that was ruled impossible (illegal_claim_cost, stuck_lasts, illegal_later_step).

    A move whose first steps stand has been made: it costs its action and nothing else.
    """
    rules = state.rules
    cost = 0 if turn.unfinished == claim.ship else 1
    if isinstance(claim, Move):
        ship = state.layout.ship(claim.ship)
        if rules.stuck_lasts != "retested" and not first_headings(state, ship):
            state = state.but(turn=replace(turn, stuck=(*turn.stuck, ship.name)))
        stands = _standing(state, ship, claim)
        if stands:
            return _stood(_moved(state, ship, stands), ship, cost)
    if rules.illegal_claim_cost == "turn_ends":
        return after_turn(state)
    return _spent(state, cost) if rules.illegal_claim_cost == "action_spent" else state


def _stood(state: State, ship: Ship, cost: int) -> State:
    """After the first steps of a refused move: the rest is open to choose again, or the move is over."""
    if state.result is not None or state.turn is None:
        return state
    turn = state.turn
    if state.rules.illegal_later_step == "legal_prefix_stands":
        return _spent(state, cost, ship.name if turn.steps_of(ship.name) < ship.size.steps else None)
    return _spent(state.but(turn=replace(turn, over=(*turn.over, ship.name))), cost)


def _standing(state: State, ship: Ship, claim: Move) -> list[Place]:
    """Places of the steps of a refused move that stand (option illegal_later_step)."""
    if state.rules.illegal_later_step == "whole_move_void" or claim.in_place is not None:
        return []
    ruling = rule_on_move(
        table_for_move(state, ship), ship, claim.headings, claim.turns, claim.in_place, state.rules, Unit()
    )
    places = move_places(state.layout, ship, claim.headings, claim.turns, None, state.rules)
    return places[: ruling.witness.stands if isinstance(ruling.witness, MoveEvidence) else 0]


def _draw(state: State, player: str) -> State:
    agreed = (*state.agreed, player)
    state = state.but(agreed=agreed)
    if all(p in agreed for p in state.order if state.takes_turns(p)):
        return after_action(state.but(result=Outcome((), "agreement")))
    return state

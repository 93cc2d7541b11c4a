"""When a game is over, and whose turn comes next (options 4.4 and 4.5 on order and end)."""

from __future__ import annotations

from dataclasses import replace

from armada_sim.firing import clear_side, flag_side
from armada_sim.moving import Mover, first_intervals
from armada_sim.play.goals import crosses, flag_solid, flags_to_shoot, table_for_move
from armada_sim.play.state import Phase, State, Turn
from armada_sim.table import Ship
from armada_sim.tabletop import N_, Outcome
from armada_sim.tabletop.lots import drawn

ENDINGS = {
    "sunk": N_("no other side is afloat"),
    "nobody_afloat": N_("no side is afloat"),
    "attackers_sunk": N_("no attacker is afloat"),
    "resigned": N_("the other side resigned"),
    "stuck": N_("the other side has nothing it can do"),
    "agreement": N_("all agreed to it"),
    "quiet_turns": N_("too many turns in a row without damage"),
    "more_pips_left": N_("too many turns in a row without damage, and most pips afloat"),
    "repetition": N_("the same position for the third time"),
    "most_pips_sunk": N_("most pips sunk when the last round was over"),
    "last_round": N_("equal numbers of pips sunk when the last round was over"),
    "flag_taken": N_("a ship reached the enemy flag"),
    "flag_boarded": N_("a ship reached the ship that carries the enemy flag"),
    "flag_shot": N_("the enemy flag was hit"),
    "flag_sunk": N_("the ship that carried the enemy flag was sunk"),
    "own_flag_sunk": N_("a player sank the ship that carried his own flag"),
    "line_crossed": N_("a ship got past the line"),
    "line_held": N_("the line was held long enough"),
}
"""Reason of an outcome, as it is said."""

_THIRD_TIME = 3
"""A position that comes up this often is drawn (draw = repetition)."""


def after_action(state: State, sunk: Ship | None = None) -> State:
    """The state with its result, if an action ended the game.

    sunk: the ship that was hit last.
    """
    result = state.result or _flagship_sunk(state, sunk) or _annihilated(state)
    return state if result is None else over(state, result)


def over(state: State, result: Outcome) -> State:
    """The game ended so."""
    return state.but(phase=Phase.OVER, decides=None, turn=None, result=result)


def _flagship_sunk(state: State, hit: Ship | None) -> Outcome | None:
    if hit is None or not hit.sunk or state.turn is None:
        return None
    carried = [flag for flag in state.flags if flag.ship == hit.name]
    if not carried:
        return None
    party = state.party(state.turn.player)
    if party == state.party(carried[0].owner):  # who sinks his own flag loses
        return Outcome(tuple(p for p in state.agreement.players if state.party(p) != party), "own_flag_sunk")
    return Outcome(state.members(party), "flag_sunk")


def settled(state: State) -> Outcome | None:
    """What has ended the game as it stands, whoever lies where; None if nothing has.

    Of a flagship that was sunk it is not known by whom if nobody has fired in the turn: then nobody is named among more
    than two sides.
    """
    return state.result or _flagship_lost(state) or _annihilated(state) or _held_out(state) or _quiet(state)


def _flagship_lost(state: State) -> Outcome | None:
    """The outcome if a ship with a flag lies sunk."""
    sunk = next((s for f in state.flags for s in state.layout.ships if s.name == f.ship and s.sunk), None)
    if sunk is None or (state.turn is not None and state.turn.shots):
        return _flagship_sunk(state, sunk)
    others = {state.party(player) for player in state.agreement.players} - {state.party(sunk.player)}
    return Outcome(state.members(*others) if len(others) == 1 else (), "flag_sunk")


def _annihilated(state: State) -> Outcome | None:
    """The last side in the battle wins; an attacker without ships has lost."""
    afloat, left = state.parties_afloat(), state.parties_left()
    attackers = {state.party(line.attacker) for line in state.agreement.lines}
    if attackers and not attackers & set(afloat):
        return Outcome(tuple(p for p in state.agreement.players if state.party(p) not in attackers), "attackers_sunk")
    if len(left) == 1:
        return Outcome(state.members(left[0]), "sunk")
    return None if afloat else Outcome((), "nobody_afloat")


def started(state: State) -> State:
    """The first turn begins (clause turn.actions)."""
    return begin_turn(_new_round(state, first=True))


def after_turn(state: State) -> State:
    """The turn ends: what it decides, and the next one."""
    turn = state.turn
    assert turn is not None
    crossed = _crossed_at_end(state, turn)
    if crossed is not None:
        return over(state, crossed)
    attacks = dict(state.attacks)
    if any(state.party(line.attacker) == state.party(turn.player) for line in state.agreement.lines):
        attacks[turn.player] = attacks.get(turn.player, 0) + 1
    # an offer of a draw stands until somebody lets a turn go by without agreeing
    agreed = state.agreed if turn.player in state.agreed else ()
    state = state.but(
        turns=state.turns + 1, quiet=0 if turn.damaged else state.quiet + 1, attacks=tuple(sorted(attacks.items())),
        agreed=agreed, turn=None,
    )  # fmt: skip
    ended = _held_out(state) or _quiet(state)
    if ended is not None:
        return over(state, ended)
    return begin_turn(_to_next(state, turn.player))


def _crossed_at_end(state: State, turn: Turn) -> Outcome | None:
    if state.rules.goal_cross != "end_of_turn":
        return None
    mine = state.party(turn.player)
    for line in state.agreement.lines:
        if state.party(line.attacker) != mine:
            continue
        for player in state.members(mine):
            for ship in state.afloat(player):
                outline, error = state.rules.outline(ship.size), state.layout.tolerance_of(ship)
                if crosses(outline, ship.pose.place, line, state.rules, error):
                    return Outcome(state.members(mine), "line_crossed")
    return None


def _held_out(state: State) -> Outcome | None:
    """The defender of a goal line has held out for the turns agreed on."""
    last = state.rules.last_attack
    attackers = {state.party(line.attacker) for line in state.agreement.lines}
    had = [dict(state.attacks).get(p, 0) for p in state.order if state.party(p) in attackers and state.takes_turns(p)]
    if last is None or not had or min(had) < last:
        return None
    return Outcome(tuple(p for p in state.agreement.players if state.party(p) not in attackers), "line_held")


def _quiet(state: State) -> Outcome | None:
    """Too many turns without damage (option draw)."""
    most = state.rules.quiet_turns
    if most is None or state.quiet < most:
        return None
    if state.rules.more_pips_win:
        pips = {p: sum(state.pips_afloat(m) for m in state.members(p)) for p in state.parties_afloat()}
        best = [party for party, count in pips.items() if count == max(pips.values())]
        if len(best) == 1:
            return Outcome(state.members(best[0]), "more_pips_left")
    return Outcome((), "quiet_turns")


def _to_next(state: State, player: str) -> State:
    """The order moves on to the next player (or team) with a ship; after the last a new round begins."""
    at = state.order.index(player) + 1
    rest = [p for p in state.order[at:] if state.takes_turns(p)]
    if rest:
        return state.but(decides=rest[0])
    return _new_round(state)


def _new_round(state: State, *, first: bool = False) -> State:
    rules = state.rules
    rounds = state.rounds + (not first)
    sides = {seat.party for seat in state.agreement.seats}
    if rules.last_round is not None and rounds >= rules.last_round and len(sides) > 2:
        return over(state, _counted_out(state))
    order = list(state.agreement.turn_order)
    assert state.first is not None
    at = order.index(state.first)
    order = order[at:] + order[:at]
    if rules.teams == "shared_three_actions":
        order = [p for i, p in enumerate(order) if state.party(p) not in [state.party(q) for q in order[:i]]]
    if rules.turn_order_n == "random_each_round" and len(order) > 2:
        order = [order[i] for i in drawn(state.agreement.seed, f"round {rounds}", len(order))]
    elif rules.turn_order_n == "lowest_pips_first" and len(order) > 2:
        seats = state.agreement.players
        order.sort(key=lambda p: (state.pips_afloat(p), seats.index(p)))
    living = [p for p in order if state.takes_turns(p)]
    return state.but(phase=Phase.PLAY, order=tuple(order), rounds=rounds, decides=living[0])


def _counted_out(state: State) -> Outcome:
    """Most pips of others sunk wins (ffa_end = most_enemy_pips_sunk)."""
    spoils: dict[str, int] = {}
    for player, pips in state.spoils:
        party = state.party(player)
        spoils[party] = spoils.get(party, 0) + pips
    best = [party for party, pips in spoils.items() if pips == max(spoils.values())]
    return Outcome(state.members(best[0]), "most_pips_sunk") if len(best) == 1 else Outcome((), "last_round")


def begin_turn(state: State) -> State:
    """A turn begins; a position may have come up before, or its player may have nothing to do."""
    if state.result is not None:
        return state
    player = state.decides
    assert player is not None
    state = state.but(turn=Turn(player))
    if state.rules.stuck_lasts == "since_turn_start":
        state = state.but(turn=Turn(player, stuck=_held(state)))
    if state.rules.draw == "repetition":
        key = (player, *((s.name, s.pose.x, s.pose.y, s.pose.heading, s.damage) for s in state.layout.ships))
        state = state.but(seen=(*state.seen, key))
        if state.seen.count(key) >= _THIRD_TIME:
            return over(state, Outcome((), "repetition"))
    waits = not any(state.afloat(p) for p in state.acting())
    if state.rules.stuck_player == "loses" and not waits and not _can_act(state):
        return resigned(state, "stuck")
    return state


def _held(state: State) -> tuple[str, ...]:
    """The ships of those who act that have no legal heading as the turn begins."""
    rules, found = state.rules, []
    for player in state.acting():
        for ship in state.afloat(player):
            if not first_intervals(Mover(ship, rules.outline(ship.size)), table_for_move(state, ship), rules):
                found.append(ship.name)
    return tuple(found)


def resigned(state: State, reason: str) -> State:
    """The ships of the player (or of the team that acts as one) leave the battle; if that ends it, for this reason."""
    gone = state.acting()
    ships = tuple(replace(s, damage=s.size.pips) if s.player in gone else s for s in state.layout.ships)
    state = after_action(state.but(layout=replace(state.layout, ships=ships), out=(*state.out, *gone)))
    if state.result is None:
        return after_turn(state)
    return state.but(result=replace(state.result, reason=reason)) if state.result.winners else state


def _can_act(state: State) -> bool:
    """Whether the player has any move or shot at all."""
    rules = state.rules
    sides = rules.gun_sides
    for player in state.acting():
        solids = [flag_solid(flag, rules) for flag in flags_to_shoot(state, player)]
        for ship in state.afloat(player):
            table, mover = table_for_move(state, ship), Mover(ship, rules.outline(ship.size))
            if first_intervals(mover, table, rules) or rules.stuck_ship == "may_rotate_in_place":
                return True
            if any(flag_side(state.layout, ship, solid, sides, rules) is not None for solid in solids):
                return True
            for target in state.layout.ships:
                if target.name != ship.name and clear_side(state.layout, ship, target, sides, rules) is not None:
                    return True
    return False

"""When a game is over, and whose turn comes next (options 4.4 and 4.5 on order and end)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from armada_sim.moving import Mover, first_intervals
from armada_sim.play.arrivals import arrived
from armada_sim.play.goals import table_for_move
from armada_sim.play.state import Phase, State, Turn
from armada_sim.table import Rules, Ship, Size
from armada_sim.tabletop import N_, Outcome

ENDINGS = {
    "sunk": N_("no other side is afloat"),
    "nobody_afloat": N_("no side is afloat"),
    "attackers_sunk": N_("no attacker is afloat"),
    "resigned": N_("the other side resigned"),
    "agreement": N_("all agreed to it"),
    "quiet_turns": N_("too many turns in a row without damage"),
    "turn_limit": N_("the limit of turns is reached"),
    "more_pips_left": N_("most pips afloat at the limit of turns"),
    "more_hits_left": N_("most hits left to take at the limit of turns"),
    "more_ships_left": N_("most ships afloat at the limit of turns"),
    "more_price_left": N_("ships of the highest price afloat at the limit of turns"),
    "second_player": N_("who moved first had not won at the limit of turns"),
    "defender": N_("nobody was past the line at the limit of turns"),
    "flag_taken": N_("a ship reached the enemy flag"),
    "flag_boarded": N_("a ship reached the ship that carries the enemy flag"),
    "flag_sunk": N_("the ship that carried the enemy flag was sunk"),
    "own_flag_sunk": N_("a player sank the ship that carried his own flag"),
    "line_crossed": N_("a ship got past the line"),
}
"""Reason of an outcome, as it is said."""

_COUNTS: Mapping[str, Callable[[Size, int], Fraction | int]] = {
    "more_pips_left": lambda size, _: size.pips, "more_hits_left": lambda size, damage: size.pips - damage,
    "more_ships_left": lambda *_: 1, "more_price_left": lambda size, _: size.price,
}  # fmt: skip
"""By tie_break, where ships are counted: what one of a size and with some damage counts."""


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
    if party == state.party(carried[0].owner):  # who sinks their own flag loses
        return Outcome(tuple(p for p in state.agreement.players if state.party(p) != party), "own_flag_sunk")
    return Outcome(state.members(party), "flag_sunk")


def settled(state: State) -> Outcome | None:
    """What has ended the game as it stands, whoever lies where; None if nothing has.

    Of a flagship that was sunk it is not known by whom if nobody has fired in the turn: then nobody is named among more
    than two sides.
    """
    return state.result or _flagship_lost(state) or _annihilated(state) or _at_limit(state)


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
    # an offer of a draw stands until somebody lets a turn go by without agreeing
    agreed = state.agreed if turn.player in state.agreed else ()
    quiet = 0 if turn.damaged else state.quiet + 1
    state = state.but(turns=state.turns + 1, quiet=quiet, agreed=agreed, turn=None)
    ended = _at_limit(state)
    if ended is not None:
        return over(state, ended)
    return begin_turn(_to_next(state, turn.player))


def _at_limit(state: State) -> Outcome | None:
    """How a game ends that has come to its limit (options game_limit, tie_break)."""
    quiet, most = state.rules.quiet_turns, state.rules.most_turns
    if (quiet is None or state.quiet < quiet) and (most is None or state.turns < most):
        return None
    ahead = _ahead(state)
    return Outcome(state.members(*ahead), limit_reason(state.rules, won=bool(ahead)))


def limit_reason(rules: Rules, *, won: bool) -> str:
    """The reason of the outcome of a game at its limit, which somebody has won or nobody."""
    if won:
        return rules.tie_break
    return "turn_limit" if rules.quiet_turns is None else "quiet_turns"


def counts_at_limit(rules: Rules, size: Size, damage: int = 0) -> Fraction:
    """What a ship afloat counts for its side at the limit (option tie_break); 0 where ships are not counted."""
    count = _COUNTS.get(rules.tie_break)
    return Fraction(0 if count is None else count(size, damage))


def _ahead(state: State) -> list[str]:
    """The sides that have won at the limit (option tie_break)."""
    counts = dict.fromkeys(state.parties_left(), Fraction(0))
    if state.rules.tie_break not in _COUNTS:
        return [party for party in given_at_limit(state) if party in counts]
    for ship in [ship for player in state.members(*counts) for ship in state.afloat(player)]:
        counts[state.party(ship.player)] += counts_at_limit(state.rules, ship.size, ship.damage)
    best = [party for party, count in counts.items() if count == max(counts.values())]
    return best if len(best) == 1 else []


def given_at_limit(state: State) -> list[str]:
    """The sides that win at the limit whatever happens until then (option tie_break)."""
    match state.rules.tie_break:
        case "second_player":
            behind = {state.party(player) for player in state.order[:1]}
        case "defender":
            behind = {state.party(line.attacker) for line in state.agreement.lines}
        case _:
            return []
    return [party for party in state.agreement.parties if party not in behind]


def _to_next(state: State, player: str) -> State:
    """The order moves on to the next player with a ship; after the last a new round begins."""
    at = state.order.index(player) + 1
    rest = [p for p in state.order[at:] if state.in_battle(p)]
    if rest:
        return state.but(decides=rest[0])
    return _new_round(state)


def _new_round(state: State, *, first: bool = False) -> State:
    order = list(state.agreement.turn_order)
    assert state.first is not None
    at = order.index(state.first)
    order = order[at:] + order[:at]
    living = [p for p in order if state.in_battle(p)]
    return state.but(phase=Phase.PLAY, order=tuple(order), rounds=state.rounds + (not first), decides=living[0])


def begin_turn(state: State) -> State:
    """The turn of whoever decides begins."""
    if state.result is not None:
        return state
    player = state.decides
    assert player is not None
    actions = state.agreement.actions_of(player)
    state = arrived(state).but(turn=Turn(player, actions))
    if state.rules.stuck_lasts == "since_turn_start":
        state = state.but(turn=Turn(player, actions, stuck=_held(state)))
    return state


def _held(state: State) -> tuple[str, ...]:
    """The player's ships that have no legal heading as the turn begins."""
    assert state.turn is not None
    rules, found = state.rules, []
    for ship in state.afloat(state.turn.player):
        if not first_intervals(Mover(ship, rules.outline(ship.size)), table_for_move(state, ship), rules):
            found.append(ship.name)
    return tuple(found)


def resigned(state: State) -> State:
    """The ships of the player whose turn it is leave the battle, which may end it."""
    assert state.turn is not None
    player = state.turn.player
    ships = tuple(replace(s, damage=s.size.pips) if s.player == player else s for s in state.layout.ships)
    state = after_action(state.but(layout=replace(state.layout, ships=ships), out=(*state.out, player)))
    if state.result is None:
        return after_turn(state)
    return state.but(result=replace(state.result, reason="resigned")) if state.result.winners else state

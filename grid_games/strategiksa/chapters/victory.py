"""How a game ends (clauses 55 to 58; U26, U27)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from armada_sim.tabletop import N_, Outcome
from grid_games.strategiksa.chapters.control import territories
from grid_games.strategiksa.state import Over, State
from grid_games.strategiksa.units import points

ENDINGS = {
    "empty": N_("empty"), "supremacy": N_("supremacy"), "territory": N_("territory"), "most_zones": N_("most zones"),
    "limit": N_("limit"), "repetition": N_("repetition"),
}  # fmt: skip
"""Reasons for which a game ends."""


def verdict(state: State, lords: Iterable[int]) -> Over | None:
    """Supremacy, or an empty board, a draw of `lords` (clause 55, U26).

    Tested at every change of alliance and at the end of every battle.
    """
    left = state.table.lords_in_play()
    if not left:
        return drawn(state, "empty", lords)
    if len(left) == 1 and state.game.rules.victory != "territory":
        return won(state, left[0], "supremacy")
    return None


def conquest(state: State, only: int | None = None) -> Over | None:
    """Territory (clause 56, U21): who holds enough zones; `only` asks for one suzerain."""
    if state.game.rules.victory == "supremacy":
        return None
    need, table = state.game.zones_needed, state.table
    if sum(occupied.bit_count() for occupied in table.occupied) < need:  # too few squares are held
        return None
    held = territories(table, state.game.ground)
    enough = [lord for lord, zones in held.items() if zones >= need and only in (None, lord)]
    if not enough:
        return None
    # two can have enough only where `territory` is a small number: most zones, then whose turn it is, then the seats
    return won(state, max(enough, key=lambda lord: (held[lord], lord == table.lords[state.turn], -lord)), "territory")


def at_limit(state: State) -> Over:
    """The last round is over (U26)."""
    table, lords = state.table, state.table.lords_in_play()
    if state.game.rules.limit == "most_zones":
        held = territories(table, state.game.ground)
        ranks = {
            lord: (held.get(lord, 0), sum(points(table.totals[colour]) for colour in table.colours(lord)))
            for lord in lords
        }
        first = [lord for lord in lords if ranks[lord] == max(ranks.values())]
        if len(first) == 1:
            return won(state, first[0], "most_zones")
    return drawn(state, "limit", lords)


def won(state: State, lord: int, reason: str) -> Over:
    """The game is won: the winner 1, his vassals who run troops 1/2 (clauses 57 and 58)."""
    return Over(Outcome((state.game.players[lord],), reason), _shared(state, [lord], Fraction(1)))


def drawn(state: State, reason: str, lords: Iterable[int]) -> Over:
    """Nobody won: an even share of 1 for each of `lords`, half as much for his vassals who run troops (U26)."""
    its = set(lords)
    return Over(Outcome((), reason), _shared(state, its, Fraction(1, len(its))))


def _shared(state: State, lords: Collection[int], share: Fraction) -> tuple[Fraction, ...]:
    """What each player gets: a share for each of `lords`, half of it for each vassal of his who runs a piece."""
    table, scores = state.table, [Fraction(0)] * len(state.game.players)
    for colour, manager in enumerate(table.managers):
        if table.lords[colour] in lords and table.totals[colour]:
            scores[manager] = share / 2
    for lord in lords:
        scores[lord] = share
    return tuple(scores)

"""How a game ends (clauses 55 to 58; U26, U27)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from armada_sim.arena.protocol import Outcome
from grid_games.strategiksa.chapters.control import territories
from grid_games.strategiksa.phases import Over
from grid_games.strategiksa.units import points

if TYPE_CHECKING:
    from grid_games.strategiksa.state import State


def verdict(state: State, lords: Iterable[int]) -> Over | None:
    """Supremacy, or an empty board, a draw of `lords` (clause 55, U26); tested at every change of alliance and end of a battle."""
    left = state.table.lords_in_play()
    if not left:
        return drawn(state, "empty", set(lords))
    if len(left) == 1 and state.game.settings["victory"] != "territory":
        return won(state, left[0], "supremacy")
    return None


def conquest(state: State, only: int | None = None) -> Over | None:
    """Territory (clause 56, U21): who holds enough zones; `only` asks for one suzerain."""
    if state.game.settings["victory"] == "supremacy":
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
    if state.game.settings["limit"] == "most_zones":
        table, held = state.table, territories(state.table, state.game.ground)
        ranks = sorted(
            (
                (held.get(lord, 0), sum(points(table.totals[colour]) for colour in table.colours(lord)), lord)
                for lord in table.lords_in_play()
            ),
            reverse=True,
        )
        if len(ranks) == 1 or ranks[0][:2] > ranks[1][:2]:
            return won(state, ranks[0][2], "most_zones")
    return drawn(state, "limit", set(state.table.lords_in_play()))


def won(state: State, lord: int, reason: str) -> Over:
    """The game is won: the winner 1, his vassals who run troops 1/2 (clauses 57 and 58)."""
    scores = [Fraction(0)] * len(state.game.players)
    for player in _in_office(state, lord):
        scores[player] = Fraction(1, 2)
    scores[lord] = Fraction(1)
    return Over(Outcome((state.game.players[lord],), reason), tuple(scores))


def drawn(state: State, reason: str, lords: set[int]) -> Over:
    """Nobody won: an even share of 1 for each of `lords`, half as much for his vassals who run troops (U26)."""
    scores, share = [Fraction(0)] * len(state.game.players), Fraction(1, len(lords))
    for lord in lords:
        for player in _in_office(state, lord):
            scores[player] = share / 2
    for lord in lords:
        scores[lord] = share
    return Over(Outcome((), reason), tuple(scores))


def _in_office(state: State, lord: int) -> set[int]:
    """Vassals of a suzerain who run at least one piece."""
    table = state.table
    return {
        manager
        for colour, manager in enumerate(table.managers)
        if table.lords[colour] == lord and manager != lord and table.totals[colour]
    }

"""How a game ends (clauses 55 to 58; U26, U27)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from armada_sim.tabletop import N_, Outcome
from grid_games.strategiksa.chapters.control import HELD, territories
from grid_games.strategiksa.state import Over, State

ENDINGS = {
    "empty": N_("empty"), "supremacy": N_("supremacy"), "territory": N_("territory"), "limit": N_("limit"),
}  # fmt: skip
"""Reasons for which a game ends."""


def verdict(state: State, lords: Iterable[int]) -> Over | None:
    """Supremacy, or an empty board, a draw of `lords` (clause 55, U26).

    Tested at every change of alliance and at the end of every battle.
    """
    left = state.table.lords_in_play()
    if not left:
        return ended_in_draw(state, "empty", lords)
    if len(left) == 1 and state.game.rules.victory != "territory":
        return won(state, left[0], "supremacy")
    return None


def conquest(state: State) -> Over | None:
    """Territory (clause 56): who holds enough zones; of 25 two cannot."""
    if state.game.rules.victory == "supremacy":
        return None
    needed = state.game.numbers.zones
    if sum(map(int.bit_count, state.table.occupied)) < HELD * needed:  # too few squares are occupied
        return None
    enough = [lord for lord, zones in territories(state.table).items() if zones >= needed]
    return won(state, enough[0], "territory") if enough else None


def at_limit(state: State) -> Over:
    """The last round is over (U26)."""
    return ended_in_draw(state, "limit", state.table.lords_in_play())


def won(state: State, lord: int, reason: str) -> Over:
    """The game is won: the winner 1, vassals who run troops 1/2 (clauses 57 and 58)."""
    return Over(Outcome((state.game.players[lord],), reason), _shared(state, [lord], Fraction(1)))


def ended_in_draw(state: State, reason: str, lords: Iterable[int]) -> Over:
    """Nobody won: an even share of 1 for each of `lords`, half as much for vassals who run troops (U26)."""
    its = set(lords)
    return Over(Outcome((), reason), _shared(state, its, Fraction(1, len(its))))


def _shared(state: State, lords: Collection[int], share: Fraction) -> tuple[Fraction, ...]:
    """What each player gets: a share for each of `lords`, half of it for each of their vassals who runs a piece."""
    table, scores = state.table, [Fraction(0)] * len(state.game.players)
    for colour, manager in enumerate(table.managers):
        if table.lords[colour] in lords and table.totals[colour]:
            scores[manager] = share / 2
    for lord in lords:
        scores[lord] = share
    return tuple(scores)

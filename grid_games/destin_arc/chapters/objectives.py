"""Holding places, objectives, and how the game ends (clause 8)."""

from __future__ import annotations

from dataclasses import dataclass

from armada_sim.tabletop import N_
from grid_games.core.protocol import Outcome
from grid_games.destin_arc.state import GONE, TAKEN, Draft, Event, Moment
from grid_games.destin_arc.units import BONNAIRE, FEREIRA, ULF

SECRET_PLACE = {ULF: 1, FEREIRA: 2}
"""The place of each printed secret objective that has one, by its number among `PLACES`."""


ENDINGS = {
    "both": N_("both objectives"), "strategic": N_("strategic"), "secret": N_("secret"),
    "last_player": N_("last player"), "nobody_left": N_("nobody left"), "draw": N_("draw"),
    "points": N_("points"),
}  # fmt: skip
"""Reasons for which a game ends."""


def holders(s: Moment) -> tuple[int, ...]:
    """The player who holds each place now; -1 nobody (clause 8.2.1)."""
    found = s.board.holders
    if s.game.rules.hold != "last_occupier":
        return found
    three = zip(s.game.land.points, found, s.occupiers, strict=True)
    return tuple(before if now < 0 and not s.board.claims(place) else now for place, now, before in three)


def gone(s: Moment, pieces: tuple[int, ...], side: int) -> int:
    """How many of these pieces are eliminated or captured, to the credit of a side where that matters."""
    where = s.where
    lost = [p for p in pieces if where[p] in (GONE, TAKEN)]
    if lost and s.game.rules.elimination_credit == "own_only":
        lost = [p for p in lost if s.fates[p] >= 0 and s.game.teams[s.fates[p]] == s.game.teams[side]]
    return len(lost)


def _all_gone(s: Moment, pieces: tuple[int, ...], side: int) -> bool:
    return bool(pieces) and s.where[pieces[0]] < 0 and gone(s, pieces, side) == len(pieces)


def _half_gone(s: Moment, pieces: tuple[int, ...], side: int) -> bool:
    return bool(pieces) and 2 * gone(s, pieces, side) >= len(pieces)


def clauses(s: Moment, side: int) -> tuple[bool, ...]:
    """Which clauses of a side's secret objective are met, of those about what is on the map (clause 8.1.3)."""
    latched, (one, two, three) = s.latched[side], s.game.sought[side]
    if side == BONNAIRE:
        met = (_all_gone(s, one, side), _all_gone(s, two, side), _half_gone(s, three, side))
    elif side == ULF:
        met = (_all_gone(s, one, side), _half_gone(s, two, side), latched)
    else:
        met = (_captured(s), _half_gone(s, two, side), latched)
    given = s.game.goals_given[side]
    return met if len(given) == len(met) else tuple(met[k] for k in given)


def _captured(s: Moment) -> bool:
    """Whether Bonnaire is captured; without Fra Borges Fereira captures by eliminating."""
    of, where = s.game.pieces.of, s.where
    return any(where[p] == TAKEN or (where[p] == GONE and not of["f5"] and s.fates[p] == FEREIRA) for p in of["b10"])


def alive(s: Moment, seat: int) -> bool:
    """Whether a player has a piece left."""
    return any(s.where[p] >= 0 for p in s.game.pieces.by_team[seat])


@dataclass(unsafe_hash=True)
class Checkpoint(Event):
    """After Bonnaire's half-turn, and at the end of the turn: places, then victory (clauses 8.2.2 to 8.2.11)."""

    end: bool

    def happen(self, d: Draft) -> None:
        """Whoever qualifies first has won."""
        held = holders(d)
        d.occupiers = tuple(now if now >= 0 else before for now, before in zip(held, d.occupiers, strict=True))
        full = self._full(d, held)
        d.latched = tuple(
            side in SECRET_PLACE and (full[SECRET_PLACE[side]] == d.game.teams[side] or held_once)
            for side, held_once in enumerate(d.latched)
        )
        self._judge(d, held, full)

    def _full(self, d: Draft, held: tuple[int, ...]) -> tuple[int, ...]:
        """Who has held each place for a full turn, as far as this checkpoint can tell; -1 nobody."""
        first = d.game.teams[BONNAIRE]
        kept = tuple(now if now == before else -1 for now, before in zip(held, d.firm, strict=True))
        rolled = tuple(now if now == before else -1 for now, before in zip(held, d.rolling, strict=True))
        d.firm, d.rolling = (held, rolled) if self.end else (kept, held)
        if d.game.rules.hold_time == "rolling":
            return tuple(seat if (seat == first) != self.end else -1 for seat in (kept if self.end else rolled))
        return kept if self.end else (-1,) * len(held)

    def _judge(self, d: Draft, held: tuple[int, ...], full: tuple[int, ...]) -> None:
        game = d.game
        left = [seat for seat in range(len(game.players)) if alive(d, seat)]
        if len(left) < 2:
            d.result = Outcome(tuple(game.players[seat] for seat in left), "last_player" if left else "nobody_left")
            return
        places = [number for number, place in enumerate(game.land.points) if place >= 0]
        found: list[tuple[int, int, int, str]] = []
        for seat in left:
            strategic = bool(places) and all(full[number] == seat for number in places)
            mine = (clauses(d, side) for side in range(3) if game.teams[side] == seat)
            secret = any(met and all(met) for met in mine)
            if strategic or secret:
                reason = "both" if strategic and secret else "strategic" if strategic else "secret"
                found.append((strategic + secret, sum(now == seat for now in held), seat, reason))
        if found:
            best = max(found)[:2]
            first = [one for one in found if one[:2] == best]
            d.result = Outcome(tuple(game.players[seat] for _, _, seat, _ in first), first[0][3])


def final(d: Draft) -> Outcome:
    """How the game ends after its last turn without Total Victory (clause 8.2.12)."""
    game = d.game
    scores = [score(d, seat) for seat in range(len(game.players))]
    first = [player for player, points in zip(game.players, scores, strict=True) if points == max(scores) > 0]
    return Outcome(tuple(first), "points") if len(first) == 1 else Outcome((), "draw")


def score(s: Moment, seat: int) -> int:
    """Points for places held and clauses met."""
    held = holders(s)
    met = sum(sum(clauses(s, side)) for side in range(3) if s.game.teams[side] == seat)
    places = sum(points for points, now in zip(s.game.place_points, held, strict=True) if now == seat)
    return places + s.game.rules.clause_points * met

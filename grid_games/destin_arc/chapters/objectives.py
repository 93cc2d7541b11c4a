"""Holding places, objectives, and how the game ends (clause 8)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from armada_sim.tabletop import N_
from grid_games.core.protocol import Outcome
from grid_games.destin_arc.state import BACK, GONE, TAKEN, TRAPPED, Draft, Event, Look
from grid_games.destin_arc.units import BONNAIRE, FEREIRA, ULF

SECRET_PLACE = {ULF: 1, FEREIRA: 2}
"""The place of each printed secret objective that has one, by its number among `PLACES`."""


ENDINGS = {
    "both": N_("both objectives"), "strategic": N_("strategic"), "secret": N_("secret"),
    "last_player": N_("last player"), "nobody_left": N_("nobody left"), "time": N_("time"), "draw": N_("draw"),
    "points": N_("points"),
}  # fmt: skip
"""Reasons for which a game ends."""


def holders(s: Look) -> tuple[int, ...]:
    """The player who holds each place now; -1 nobody (clause 8.2.1)."""
    found = s.board.holders
    if s.game.rules.hold != "last_occupier":
        return found
    three = zip(s.game.land.points, found, s.occupiers, strict=True)
    return tuple(before if now < 0 and not s.board.claims(place) else now for place, now, before in three)


def known_holders(s: Look) -> tuple[int, ...]:
    """The same as everybody knows it: where hidden pieces may hold, as the last checkpoint found."""
    return holders(s) if s.game.rules.hidden_holds == "no" else s.firm


def gone(s: Look, pieces: tuple[int, ...], side: int) -> int:
    """How many of these pieces are eliminated or captured, to the credit of a side where that matters."""
    where = s.where
    lost = [p for p in pieces if where[p] in (GONE, TAKEN)]
    if lost and s.game.rules.elimination_credit == "own_only":
        lost = [p for p in lost if s.fates[p] >= 0 and s.game.teams[s.fates[p]] == s.game.teams[side]]
    return len(lost)


def _all_gone(s: Look, pieces: tuple[int, ...], side: int) -> bool:
    return bool(pieces) and s.where[pieces[0]] < 0 and gone(s, pieces, side) == len(pieces)


def _half_gone(s: Look, pieces: tuple[int, ...], side: int) -> bool:
    return bool(pieces) and 2 * gone(s, pieces, side) >= len(pieces)


def clauses(s: Look, side: int) -> tuple[bool, ...]:
    """Which clauses of the secret objective that a side has are met, of those about what is on the map (clause
    8.1.3)."""
    goal, latched = s.dealt[side], s.latched[side]
    one, two, three = s.game.sought[goal]
    if goal == BONNAIRE:
        met = (_all_gone(s, one, side), _all_gone(s, two, side), _half_gone(s, three, side))
    elif goal == ULF:
        met = (_all_gone(s, one, side), _half_gone(s, two, side), latched)
    else:
        met = (_captured(s, side), _half_gone(s, two, side), latched)
    given = s.game.goals_given[goal]
    return met if len(given) == len(met) else tuple(met[k] for k in given)


def _captured(s: Look, side: int) -> bool:
    """Whether Bonnaire counts as captured for a side (option `capture`); one without Fra Borges captures by
    eliminating."""
    of, how = s.game.pieces.of, s.game.rules.capture
    for p in of["b10"]:
        if s.where[p] == TAKEN:
            return True
        if s.where[p] == GONE:
            if (how == "kill_by_f" or side != FEREIRA or not of["f5"]) and s.fates[p] == side:
                return True
            if how == "trapped" and s.marks[p] & TRAPPED:
                return True
    return False


def share(s: Look, seat: int) -> Fraction:
    """The attack values a player has left of those he began with."""
    pieces, left, first = s.game.pieces, 0, 0
    for p in pieces.by_team[seat]:
        if p not in pieces.spares:
            first += pieces.melee[p][0] + pieces.missile[p][0]
        if s.where[p] >= 0:
            side = 1 if s.marks[p] & BACK else 0
            left += pieces.melee[p][side] + pieces.missile[p][side]
    return Fraction(left, first) if first else Fraction(0)


def _first(s: Look, seat: int) -> Fraction:
    """What puts a player before another who is level with him (option `tie_break`)."""
    return share(s, seat) if s.game.rules.tie_break == "attack" else Fraction(0)


def alive(s: Look, seat: int) -> bool:
    """Whether a player has a piece left."""
    return any(s.where[p] >= 0 for p in s.game.pieces.by_team[seat])


@dataclass(frozen=True)
class Checkpoint(Event):
    """After Bonnaire's half-turn, and at the end of the turn: places, then victory (clauses 8.2.2 to 8.2.11)."""

    end: bool

    def happen(self, d: Draft) -> None:
        """Whoever qualifies first has won."""
        held = holders(d)
        d.occupiers = tuple(now if now >= 0 else before for now, before in zip(held, d.occupiers, strict=True))
        full = self._full(d, held)
        stays = not (self.end and d.game.rules.hold_latch == "lasts")
        d.latched = tuple(
            goal in SECRET_PLACE and (full[SECRET_PLACE[goal]] == d.game.teams[side] or (d.latched[side] and stays))
            for side, goal in enumerate(d.dealt)
        )
        self._judge(d, held, full)

    def _full(self, d: Draft, held: tuple[int, ...]) -> tuple[int, ...]:
        """Who has held each place for a full turn, as far as this checkpoint can tell; -1 nobody."""
        how, nobody, first = d.game.rules.hold_time, (-1,) * len(held), d.game.teams[BONNAIRE]
        kept = tuple(now if now == before else -1 for now, before in zip(held, d.firm, strict=True))
        rolled = tuple(now if now == before else -1 for now, before in zip(held, d.rolling, strict=True))
        d.firm, d.rolling = (held, rolled) if self.end else (kept, held)
        if how == "rolling":
            return tuple(seat if (seat == first) != self.end else -1 for seat in (kept if self.end else rolled))
        if not self.end:
            return nobody
        return held if how == "one" else kept

    def _judge(self, d: Draft, held: tuple[int, ...], full: tuple[int, ...]) -> None:
        game = d.game
        left = [seat for seat in range(len(game.players)) if alive(d, seat)]
        if len(left) < 2:
            d.result = Outcome(tuple(game.players[seat] for seat in left), "last_player" if left else "nobody_left")
            return
        places = [number for number, place in enumerate(game.land.points) if place >= 0]
        found: list[tuple[int, int, Fraction, int, str]] = []
        for seat in left:
            strategic = bool(places) and all(full[number] == seat for number in places)
            mine = (clauses(d, side) for side in range(3) if game.teams[side] == seat)
            secret = any(met and all(met) for met in mine)
            if strategic or secret:
                reason = "both" if strategic and secret else "strategic" if strategic else "secret"
                found.append((strategic + secret, sum(now == seat for now in held), _first(d, seat), seat, reason))
        if found:
            best = max(found)[:3]
            first = [one for one in found if one[:3] == best]
            d.result = Outcome(tuple(game.players[one[3]] for one in first), first[0][4])


def final(d: Draft) -> Outcome:
    """How the game ends after its last turn without Total Victory (clause 8.2.12)."""
    game = d.game
    if game.rules.final_score == "draw":
        return Outcome((), "time")
    scores = [(score(d, seat), _first(d, seat)) for seat in range(len(game.players))]
    if game.rules.tie_break == "none" and not any(points for points, _ in scores):
        return Outcome((), "draw")
    first = [seat for seat, one in enumerate(scores) if one == max(scores)]
    return Outcome((game.players[first[0]],), "points") if len(first) == 1 else Outcome((), "draw")


def score(s: Look, seat: int) -> int:
    """Points for places held and clauses met."""
    held = holders(s)
    met = sum(sum(clauses(s, side)) for side in range(3) if s.game.teams[side] == seat)
    rules = s.game.rules
    return rules.place_points * sum(now == seat for now in held) + rules.clause_points * met

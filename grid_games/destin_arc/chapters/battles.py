"""Missiles and melee: declaring every battle, then resolving one after another (dossier 1.7, 1.9, 1.10)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grid_games.core.protocol import Violation
from grid_games.destin_arc.chapters import hidden
from grid_games.destin_arc.chapters.combat_table import AUTOMATIC, ratio
from grid_games.destin_arc.chapters.leaders import stacked
from grid_games.destin_arc.chapters.movement import held
from grid_games.destin_arc.chapters.results import AUTO, Roll, strike
from grid_games.destin_arc.chapters.strengths import MISSILE, Battle, Weighed, value, weigh
from grid_games.destin_arc.moves import END, Move
from grid_games.destin_arc.state import ACTED, FOUGHT, MEDITATES, RAN, STRUCK, Draft, Look, State, Task, Waiting

if TYPE_CHECKING:
    from grid_games.destin_arc.game import DestinArc

COUNTER = 4
"""The range printed on the example counter (option `missile_range`)."""


def distance_of(game: DestinArc, kind: str) -> int:
    """Hexes from which pieces attack at most."""
    return COUNTER if kind == MISSILE and game.options["missile_range"] != 1 else 1


def reach_of(game: DestinArc, piece: int, kind: str) -> int:
    """Hexes from which a piece attacks."""
    if kind == MISSILE and game.options["missile_range"] == "units":
        return game.pieces.units[piece].reach
    return distance_of(game, kind)


def barred(s: Look, one: int, other: int) -> bool:
    """Whether the terrain of two hexes allows no combat between them (clause 1.14.4)."""
    land, options = s.game.land, s.game.options
    bits = (1 << one, 1 << other)

    def differ(hexes: int) -> bool:
        return bool(hexes & bits[0]) != bool(hexes & bits[1])

    return (
        differ(land.river)
        or (differ(land.marsh) and options["marsh_combat"] == "barred")
        or (differ(land.wall) and options["wall_combat"] == "barred")
    )


def unfit(s: Look, piece: int, kind: str) -> Violation | None:
    """Why a piece attacks nobody in a step; None if it can attack."""
    name = s.game.pieces.names[piece]
    if s.where[piece] < 0:
        return Violation("1.10.1", f"{name} is not on the map")
    if value(s, piece, kind) <= 0:
        return Violation("1.9.1" if kind == MISSILE else "1.10.1", f"{name} has no {kind} value")
    if s.marks[piece] & MEDITATES:
        return Violation("1.8.5", f"{name} meditates")
    if held(s, piece):
        return Violation("4.5", f"{name} is held")
    return None


def out_of_reach(s: Look, piece: int, target: int, kind: str, singled: bool) -> Violation | None:
    """Why a piece that can attack cannot attack this target; None if it can."""
    pieces, land = s.game.pieces, s.game.land
    here, there = s.where[piece], s.where[target]
    reach = reach_of(s.game, piece, kind)
    if land.distance(here, there) > reach:
        far = "not adjacent to" if reach == 1 else f"farther than {reach} hexes from"
        return Violation(
            "1.9.2" if kind == MISSILE else "1.10.1", f"{pieces.names[piece]} is {far} {pieces.names[target]}"
        )
    if barred(s, here, there):
        return Violation(
            "1.14.4", f"there is no combat between {land.labels[here]} and {land.labels[there]}: their terrain"
        )
    if singled and pieces.units[piece].singles is None:
        return Violation(
            "1.11.1", f"{pieces.names[piece]} cannot single out the leader {pieces.names[target]}, who is stacked"
        )
    return None


def on_held(s: Look, target: int) -> bool:
    """Whether any attack on a piece is allowed and destroys it, because it is held (clause 4.5)."""
    return s.game.options["hold_attack"] == "adjacent" and held(s, target)


@dataclass(frozen=True)
class Combat(Task):
    """A step of missiles or melee: of one player, or of two whose declarations are unseen."""

    kind: str
    seats: tuple[int, ...]
    at: int = 0
    """Who declares, among `seats`; their number once all have."""

    battles: tuple[tuple[Battle, ...], ...] = ()
    """What each player has declared, in the order of `seats`."""

    open: bool = False
    """Whether the last battle declared still takes attackers."""

    left: tuple[tuple[int, ...], ...] = ()
    """For each player the battles not resolved yet, by place in `battles`."""

    turn: int = 0
    """Whose battle is resolved next, among `seats`."""

    def run(self, d: Draft) -> bool:
        """Wait for a declaration or for the choice of a battle; a single one left needs no choice."""
        if not self.battles:
            d.become(self.but(battles=((),) * len(self.seats)))
            return False
        if self.at < len(self.seats):
            if self._armed(d, self.seats[self.at]):
                return True
            d.become(self.but(at=self.at + 1))
            return False
        if not self.left:
            self._reveal(d)
            return False
        if not any(self.left):
            d.pop()
            return False
        if not self.left[self.turn]:
            d.become(self.but(turn=(self.turn + 1) % len(self.seats)))
            return False
        if len(self.left[self.turn]) == 1:
            self._resolve(d, self.left[self.turn][0])
            return False
        return True

    def _armed(self, d: Draft, seat: int) -> bool:
        """Whether a player has pieces for this kind of combat at all, near an enemy or not."""
        table = d.game.pieces.missile if self.kind == MISSILE else d.game.pieces.melee
        return any(d.where[p] >= 0 and table[p][0] for p in d.game.pieces.by_team[seat])

    def actor(self, s: Look) -> int:
        """Who declares, or whose battle is next."""
        return self.seats[self.at if self.at < len(self.seats) else self.turn]

    # declaring

    @property
    def mine(self) -> tuple[Battle, ...]:
        """What the player who declares has declared so far."""
        return self.battles[self.at]

    def free(self, s: Look) -> list[int]:
        """The pieces of the player who declares that can still attack."""
        used = {p for battle in self.mine for p in battle.attackers}
        return [
            p
            for p in s.game.pieces.by_team[self.seats[self.at]]
            if s.where[p] >= 0 and p not in used and unfit(s, p, self.kind) is None
        ]

    def helpers(self, s: Look, target: int, free: list[int]) -> list[int]:
        """Those of them that can attack a target."""
        singled = stacked(s, target) is not None
        reach = s.game.land.within(s.where[target], distance_of(s.game, self.kind))
        return [p for p in free if reach >> s.where[p] & 1 and out_of_reach(s, p, target, self.kind, singled) is None]

    def _drawn(self, s: Look, target: int, attackers: Sequence[int]) -> Battle:
        team = s.game.pieces.team[target]
        amazed = tuple(bool(s.unseen[p] >> team & 1 and s.marks[p] & RAN) for p in attackers)
        return Battle(len(self.mine) + 1, target, tuple(attackers), amazed, stacked(s, target) is not None)

    def _enough(self, s: Look, battle: Battle) -> bool:
        """Whether a battle may be fought with the attackers it has."""
        if not battle.attackers:
            return False
        return on_held(s, battle.target) or weigh(s, battle, self.kind).allowed

    def _targets(self, s: Look, free: list[int]) -> list[int]:
        """The enemies that the free pieces together may attack."""
        board, land, seat = s.board, s.game.land, self.seats[self.at]
        near = 0
        for p in free:
            near |= 1 << s.where[p]
        for _ in range(distance_of(s.game, self.kind)):
            near = land.wider(near)
        found: list[int] = []
        hexes = near & board.foes[seat]
        while hexes:
            low = hexes & -hexes
            hexes ^= low
            found += [
                t
                for t in board.enemies(seat, low.bit_length() - 1)
                if self._enough(s, self._drawn(s, t, self.helpers(s, t, free)))
            ]
        return sorted(found)

    def moves(self, s: State) -> Sequence[Move]:
        """Attackers for the open battle; while it is strong enough, other targets and the end. Or which battle is next."""
        names = s.game.pieces.names
        if self.at == len(self.seats):
            return Waiting([Move("fight", str(k + 1)) for k in self.left[self.turn]])
        free = self.free(s)
        moves: list[Move] = []
        if self.open:
            battle = self.mine[-1]
            moves += [Move("with", names[p]) for p in self.helpers(s, battle.target, free)]
            if not self._enough(s, battle):
                return Waiting(moves)
        fought = {battle.target for battle in self.mine}
        for target in self._targets(s, free):
            if target not in fought:
                moves.append(Move("attack", names[target]))
            elif s.game.options["attacks_per_target"] == "any":
                moves.append(Move("apart", names[target]))
        return Waiting([*moves, END])

    def refusal(self, s: State, move: Move) -> Violation | None:
        """Why a move is not among `moves`."""
        game = s.game
        if self.at == len(self.seats):
            return Violation("1.7.2", "choose a battle not resolved yet") if move.verb == "fight" else None
        piece = game.pieces.numbers.get(move.what, -1)
        open_ = self.mine[-1] if self.open else None
        if move.verb == "with" and piece >= 0:
            return self._refuses_attacker(s, piece, open_)
        if open_ is not None and not self._enough(s, open_):
            numbers = weigh(s, open_, self.kind) if open_.attackers else None
            told = ratio(numbers.base) if numbers is not None and numbers.attack else "nobody"
            return Violation(
                "1.12.3",
                f"the attack on {game.pieces.names[open_.target]} is {told}, and at least 1-4 is needed: add attackers with with",
            )
        if move.verb in ("attack", "apart") and piece >= 0:
            return self._refuses_target(s, piece)
        return None

    def _refuses_attacker(self, s: State, piece: int, battle: Battle | None) -> Violation | None:
        pieces, seat = s.game.pieces, self.seats[self.at]
        if battle is None:
            return Violation("1.7.2", "no battle is being declared: choose a target with attack")
        if pieces.team[piece] != seat:
            return Violation("1.7.6", f"{pieces.names[piece]} is no piece of {s.game.players[seat]}")
        if any(piece in other.attackers for other in self.mine):
            return Violation("1.7.1", f"{pieces.names[piece]} attacks in this step already")
        return unfit(s, piece, self.kind) or out_of_reach(s, piece, battle.target, self.kind, battle.singled)

    def _refuses_target(self, s: State, piece: int) -> Violation | None:
        pieces, seat = s.game.pieces, self.seats[self.at]
        name = pieces.names[piece]
        if pieces.team[piece] == seat or s.where[piece] < 0 or not s.board.sees(seat, piece):
            return Violation("1.7.6", f"{name} is no enemy that {s.game.players[seat]} sees")
        if any(battle.target == piece for battle in self.mine):
            return Violation("1.7.3", f"{name} is attacked in this step already: one battle for each target")
        free = self.free(s)
        if not self.helpers(s, piece, free):
            if stacked(s, piece) is not None:
                return Violation("1.11.1", f"{name} is stacked, and nobody near can single him out")
            return Violation("1.9.2" if self.kind == MISSILE else "1.10.1", f"no free piece can attack {name}")
        numbers = weigh(s, self._drawn(s, piece, self.helpers(s, piece, free)), self.kind)
        return Violation("1.12.3", f"all that can attack {name} make {ratio(numbers.base)}, and at least 1-4 is needed")

    def play(self, d: Draft, move: Move) -> None:
        """Declare, or resolve."""
        numbers = d.game.pieces.numbers
        if move.verb == "fight":
            self._resolve(d, int(move.what) - 1)
        elif move.verb in ("attack", "apart"):
            target = numbers[move.what]
            battle = Battle(len(self.mine) + 1, target, (), (), stacked(d, target) is not None)
            self._declared(d, (*self.mine, battle), True)
        elif move.verb == "with":
            last = self.mine[-1]
            battle = self._drawn(d, last.target, (*last.attackers, numbers[move.what]))
            self._declared(d, (*self.mine[:-1], battle._replace(number=last.number)), True)
        else:
            d.become(self.but(at=self.at + 1, open=False))

    def _declared(self, d: Draft, mine: tuple[Battle, ...], open_: bool) -> None:
        battles = (*self.battles[: self.at], mine, *self.battles[self.at + 1 :])
        d.become(self.but(battles=battles, open=open_))

    # resolving

    def _reveal(self, d: Draft) -> None:
        """Declarations become known: who attacks is seen, who is attacked no longer meditates."""
        for battles in self.battles:
            for battle in battles:
                for p in battle.attackers:
                    d.mark(p, FOUGHT | (ACTED if d.game.pieces.units[p].id == "f6" else 0))
                    if d.unseen[p]:
                        hidden.show(d, p)
                        d.mark(p, STRUCK)
                d.unmark(battle.target, MEDITATES)
        d.become(self.but(left=tuple(tuple(range(len(battles))) for battles in self.battles)))

    def _resolve(self, d: Draft, number: int) -> None:
        """Fight a battle as things stand now; it lapses if its target or its attackers are gone (clause 1.7.5)."""
        seat = self.seats[self.turn]
        left = tuple(
            tuple(k for k in mine if k != number) if place == self.turn else mine
            for place, mine in enumerate(self.left)
        )
        d.become(self.but(left=left, turn=(self.turn + 1) % len(self.seats)))
        battle = self._now(d, self.battles[self.turn][number], seat)
        if battle is None:
            return
        if on_held(d, battle.target):
            strike(d, battle, seat, self.kind, AUTO)
            return
        numbers: Weighed = weigh(d, battle, self.kind)
        if not numbers.allowed:
            return
        if numbers.column >= AUTOMATIC:
            strike(d, battle, seat, self.kind, AUTO)
        else:
            d.push(Roll(battle, seat, self.kind, numbers.column, numbers.die))

    def _now(self, d: Draft, battle: Battle, seat: int) -> Battle | None:
        """A declared battle with those who can still fight it; None if it lapses."""
        target = battle.target
        if d.where[target] < 0 or not d.board.sees(seat, target):
            return None
        singled = stacked(d, target) is not None
        able = [
            (p, amazed)
            for p, amazed in zip(battle.attackers, battle.surprised, strict=True)
            if unfit(d, p, self.kind) is None and out_of_reach(d, p, target, self.kind, singled) is None
        ]
        if not able:
            return None
        return Battle(battle.number, target, tuple(p for p, _ in able), tuple(amazed for _, amazed in able), singled)

    def seen(self, s: State, team: int) -> Hashable:
        """A declaration is known to its player only, until all have declared."""
        if self.at == len(self.seats):
            return ("Combat", self)
        own = tuple(mine if seat == team else () for seat, mine in zip(self.seats, self.battles, strict=False))
        return ("Combat", self.kind, self.seats, self.at, own, self.open and self.seats[self.at] == team)

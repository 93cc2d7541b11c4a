"""Missiles and melee: declaring every battle, then resolving one after another (clauses 1.7, 1.9, 1.10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from armada_sim.tabletop import Message
from grid_games.core.protocol import Violation
from grid_games.core.sets import mask, members
from grid_games.destin_arc.chapters import hidden
from grid_games.destin_arc.chapters.combat_table import AUTOMATIC, ratio
from grid_games.destin_arc.chapters.declaring import Declaring
from grid_games.destin_arc.chapters.going import held, meditates
from grid_games.destin_arc.chapters.leaders import stacked
from grid_games.destin_arc.chapters.results import AUTO, Roll, strike
from grid_games.destin_arc.chapters.strengths import MISSILE, Battle, defence, value, weigh, weighed
from grid_games.destin_arc.moves import END, Attack, Fight, Move, With
from grid_games.destin_arc.state import ACTED, FOUGHT, MEDITATES, RAN, STRUCK, Draft, Moment, State, Terms

COUNTER = 4
"""The range printed on the example counter (option `missile_range`)."""


def distance_of(game: Terms, kind: str) -> int:
    """Hexes from which pieces attack at most."""
    return COUNTER if kind == MISSILE and game.rules.missile_range != 1 else 1


def barred(s: Moment, one: int, other: int) -> bool:
    """Whether the terrain of two hexes allows no combat between them (clause 1.14.4)."""
    barriers = s.game.barriers
    return barriers[one] != barriers[other]


@lru_cache(maxsize=1_000)
def unarmed(name: str, kind: str) -> Violation:
    """Why a piece without a value attacks nobody. Kept as `meditates` is."""
    if kind == MISSILE:
        return Violation("1.9.1", "{piece} has no missile value", piece=name)
    return Violation("1.10.1", "{piece} has no melee value", piece=name)


def unfit(s: Moment, piece: int, kind: str) -> Violation | None:
    """Why a piece attacks nobody in a step; None if it can attack."""
    name = s.game.pieces.names[piece]
    if s.where[piece] < 0:
        return Violation("1.10.1", "{piece} is not on the map", piece=name)
    if value(s, piece, kind) <= 0:
        return unarmed(name, kind)
    if s.marks[piece] & MEDITATES:
        return meditates(name)
    if held(s, piece):
        return Violation("4.5", "{piece} is held", piece=name)
    return None


def out_of_reach(s: Moment, piece: int, target: int, kind: str, singled: bool) -> Violation | None:
    """Why a piece that can attack cannot attack this target; None if it can."""
    pieces, land = s.game.pieces, s.game.land
    here, there = s.where[piece], s.where[target]
    own = kind == MISSILE and s.game.rules.missile_range == "units"
    reach = pieces.units[piece].reach if own else distance_of(s.game, kind)
    name, other = pieces.names[piece], pieces.names[target]
    if not land.within(here, reach) >> there & 1:
        told = Message("{piece} is not adjacent to {other}", piece=name, other=other)
        if reach > 1:
            told = Message("{piece} is farther than {n} hexes from {other}", piece=name, n=reach, other=other)
        return Violation("1.9.2" if kind == MISSILE else "1.10.1", told)
    if barred(s, here, there):
        told = Message(
            "there is no combat between {hex} and {other}: their terrain",
            hex=land.labels[here], other=land.labels[there]
        )  # fmt: skip
        return Violation("1.14.4", told)
    if kind == MISSILE and s.enchanted.zones >> there & 1 and s.game.rules.zone_missiles == "barred":
        return Violation(
            "4.3", "{hex} lies in the zone of a spell: there is only melee (zone_missiles)", hex=land.labels[there]
        )
    if singled and pieces.units[piece].singles is None:
        return Violation(
            "1.11.1", "{piece} cannot single out the leader {other}, who is stacked", piece=name, other=other
        )
    return None


def on_held(s: Moment, target: int) -> bool:
    """Whether any attack on a piece is allowed and destroys it, because it is held (clause 4.5)."""
    return s.game.rules.hold_attack == "adjacent" and held(s, target)


@dataclass(unsafe_hash=True)
class Combat(Declaring[Battle]):
    """A step of missiles or melee: of one player, or of two whose declarations are unseen."""

    kind: str = field(kw_only=True)
    open: bool = False
    """Whether the last battle declared still takes attackers."""

    def able(self, d: Draft) -> bool:
        """Whether the player who declares has pieces for this kind of combat at all, near an enemy or not."""
        values = d.game.pieces.missile if self.kind == MISSILE else d.game.pieces.melee
        return any(d.where[p] >= 0 and values[p][0] for p in d.game.pieces.by_team[self.seat])

    def idle(self, s: State) -> bool:
        """No enemy can be attacked; whether one who is unseen could attack is not told."""
        return not (self.over or self.mine or self._veiled(s)) and s.legal_moves() == (END,)

    def _veiled(self, s: State) -> bool:
        """Whether the player has pieces that could attack, out of sight of others."""
        values = s.game.pieces.missile if self.kind == MISSILE else s.game.pieces.melee
        return any(values[p][0] and s.unseen[p] and s.where[p] >= 0 for p in s.game.hiders[self.seat])

    # declaring

    @property
    def mine(self) -> tuple[Battle, ...]:
        """What the player who declares has declared so far."""
        return self.declared[self.at]

    def _reached(self, s: Moment) -> dict[int, tuple[int, ...]]:
        """The enemies that the player who declares sees and can reach, each with the pieces that can attack it."""
        board, seat, facts, key = s.board, self.seat, s.facts, ("reached", self.kind, self.seat)
        if key not in facts:
            near = self._near(s, board.foes[seat]) & board.own[seat]
            there = sorted(p for place in members(near) for p in board.friends(seat, place))
            fit = [p for p in there if unfit(s, p, self.kind) is None]
            near = self._near(s, mask([s.where[p] for p in fit])) & board.foes[seat]
            foes = sorted(p for place in members(near) for p in board.enemies(seat, place))
            facts[key] = {target: self._attackers(s, target, fit) for target in foes}
        found: dict[int, tuple[int, ...]] = facts[key]
        return found

    def _near(self, s: Moment, hexes: int) -> int:
        """The hexes from which hexes can be attacked, and these."""
        for _ in range(distance_of(s.game, self.kind)):
            hexes = s.game.land.wider(hexes)
        return hexes

    def _attackers(self, s: Moment, target: int, fit: Sequence[int]) -> tuple[int, ...]:
        """Those of some pieces that can attack a target."""
        where, singled = s.where, stacked(s, target) is not None
        reach = s.game.land.within(where[target], distance_of(s.game, self.kind))
        near = [p for p in fit if reach >> where[p] & 1]
        return tuple([p for p in near if out_of_reach(s, p, target, self.kind, singled) is None])

    def helpers(self, s: Moment, target: int) -> tuple[int, ...]:
        """The pieces that can still attack a target."""
        able = self._reached(s).get(target, ())
        used = {p for battle in self.mine for p in battle.attackers}
        return tuple([p for p in able if p not in used]) if used else able

    def _battle(self, s: Moment, target: int, attackers: Sequence[int]) -> Battle:
        amazed = tuple(bool(s.unseen[p] and s.marks[p] & RAN) for p in attackers)
        return Battle(len(self.mine) + 1, target, tuple(attackers), amazed, stacked(s, target) is not None)

    def _enough(self, s: Moment, target: int, attackers: tuple[int, ...]) -> bool:
        """Whether a battle against a target may be fought by these attackers."""
        if not attackers:
            return False
        facts, key = s.facts, ("enough", self.kind, target, attackers)
        if key not in facts:
            facts[key] = on_held(s, target) or self._allowed(s, target, attackers)
        found: bool = facts[key]
        return found

    def _allowed(self, s: Moment, target: int, attackers: tuple[int, ...]) -> bool:
        """The same by the ratio, which modifiers change only where they are strength (option `attack_mod`)."""
        if s.game.rules.attack_mod == "strength":
            return weigh(s, self._battle(s, target, attackers), self.kind).allowed
        guard = defence(s, target, stacked(s, target) is not None)
        return weighed(sum([value(s, p, self.kind) for p in attackers]), guard, 0).allowed

    def with_all(self, s: Moment) -> Battle:
        """The open battle, fought by all that can still join it too."""
        last = self.mine[-1]
        return self._battle(s, last.target, (*last.attackers, *self.helpers(s, last.target)))

    def moves(self, s: State) -> Sequence[Move]:
        """Attackers for the open battle; while it is strong enough, other targets and the end. Or which battle is
        next."""
        if self.over:
            return self.fights()
        moves: list[Move] = []
        if self.open:
            battle = self.mine[-1]
            moves = s.game.on_pieces(With, self.helpers(s, battle.target))
            if not self._enough(s, battle.target, battle.attackers):
                return moves
        fought = {battle.target for battle in self.mine}
        others = [t for t in self._reached(s) if t not in fought and self._enough(s, t, self.helpers(s, t))]
        return [*moves, *s.game.on_pieces(Attack, others), END]

    def refusal(self, s: State, move: Move) -> Violation | None:
        game = s.game
        if self.over:
            return Violation("1.7.2", "choose a battle not resolved yet") if isinstance(move, Fight) else None
        open_ = self.mine[-1] if self.open else None
        if isinstance(move, With):
            return self._refuses_attacker(s, game.pieces.numbers[move.piece], open_)
        if open_ is not None and not self._enough(s, open_.target, open_.attackers):
            name = game.pieces.names[open_.target]
            if not open_.attackers:
                return Violation("1.12.3", "nobody attacks {piece} yet: name attackers, as in with b1.1", piece=name)
            now = ratio(weigh(s, open_, self.kind).base)
            return Violation(
                "1.12.3", "the attack on {piece} is {ratio}, and at least 1-4 is needed: name others, as in with b1.1",
                piece=name, ratio=now,
            )  # fmt: skip
        return self._refuses_target(s, game.pieces.numbers[move.piece]) if isinstance(move, Attack) else None

    def _refuses_attacker(self, s: State, piece: int, battle: Battle | None) -> Violation | None:
        pieces, seat = s.game.pieces, self.seat
        if battle is None:
            return Violation("1.7.2", "no battle is being declared: choose a target with attack")
        if pieces.team[piece] != seat:
            return Violation(
                "1.7.6", "{piece} is no piece of {player}", piece=pieces.names[piece], player=s.game.called[seat]
            )
        if (engaged := self._engaged(s, piece)) is not None:
            return engaged
        return unfit(s, piece, self.kind) or out_of_reach(s, piece, battle.target, self.kind, battle.singled)

    def _engaged(self, s: State, piece: int) -> Violation | None:
        """Why a piece that is declared in a battle of this step joins no other; None if it is in none."""
        names = s.game.pieces.names
        for battle in self.mine:
            if piece in battle.attackers:
                told = Message(
                    "{piece} is declared against {target}: a piece attacks once in a step",
                    piece=names[piece], target=names[battle.target],
                )  # fmt: skip
                return Violation("1.7.1", told)
        return None

    def _refuses_target(self, s: State, piece: int) -> Violation:
        pieces, seat = s.game.pieces, self.seat
        name = pieces.names[piece]
        if pieces.team[piece] == seat or s.where[piece] < 0 or not s.board.sees(seat, piece):
            return Violation("1.7.6", "{piece} is no enemy that {player} sees", piece=name, player=s.game.called[seat])
        if any(battle.target == piece for battle in self.mine):
            return Violation(
                "1.7.3", "there is one battle against {piece} in this step, which attack opens", piece=name
            )
        helpers = self.helpers(s, piece)
        if not helpers:
            return self._unhelped(s, piece)
        numbers = weigh(s, self._battle(s, piece, helpers), self.kind)
        return Violation(
            "1.12.3",
            "all that can attack {piece} make {base}, and at least 1-4 is needed",
            piece=name,
            base=ratio(numbers.base),
        )

    def _unhelped(self, s: State, target: int) -> Violation:
        """Why nobody can attack a target: what hinders a piece that is near enough, last of all that it never attacks
        so."""
        names, near = s.game.pieces.names, s.game.land.within(s.where[target], distance_of(s.game, self.kind))
        singled = stacked(s, target) is not None
        player = s.game.called[self.seat]
        text = Message("{player} has no piece near enough to {piece}", player=player, piece=names[target])
        never = Violation("1.9.2" if self.kind == MISSILE else "1.10.1", text)
        for p in (p for p in s.game.pieces.by_team[self.seat] if s.where[p] >= 0 and near >> s.where[p] & 1):
            if (engaged := self._engaged(s, p)) is not None:
                return engaged
            why = unfit(s, p, self.kind) or out_of_reach(s, p, target, self.kind, singled)
            if why is not None and why.clause not in ("1.9.1", "1.9.2", "1.10.1"):
                return why
            never = why or never
        return never

    def play(self, d: Draft, move: object) -> None:
        numbers = d.game.pieces.numbers
        if isinstance(move, Fight):
            self.fight(d, move.number - 1)
        elif isinstance(move, Attack):
            self.declare(d, (*self.mine, self._battle(d, numbers[move.piece], ())), open=True)
        elif isinstance(move, With):
            last = self.mine[-1]
            battle = self._battle(d, last.target, (*last.attackers, numbers[move.piece]))
            self.declare(d, (*self.mine[:-1], battle._replace(number=last.number)), open=True)
        else:
            d.become(self.but(at=self.at + 1, open=False))

    # resolving

    def reveal(self, d: Draft) -> None:
        """Who attacks is seen, who is attacked no longer meditates."""
        for battle in (battle for mine in self.declared for battle in mine):
            for p in battle.attackers:
                d.mark(p, FOUGHT | (ACTED if d.game.pieces.units[p].id == "f6" else 0))
                if d.unseen[p]:
                    hidden.show(d, p)
                    d.mark(p, STRUCK)
            d.unmark(battle.target, MEDITATES)

    def resolve(self, d: Draft, declared: Battle) -> None:
        """Fight a battle as things stand now; it lapses if its target or its attackers are gone (clause 1.7.5)."""
        seat = self.seats[self.turn]
        battle = self.still(d, declared, seat)
        if battle is None:
            return
        if on_held(d, battle.target):
            strike(d, battle, seat, self.kind, AUTO)
            return
        numbers = weigh(d, battle, self.kind)
        if numbers.allowed and numbers.column >= AUTOMATIC:
            strike(d, battle, seat, self.kind, AUTO)
        elif numbers.allowed:
            d.push(Roll(battle, seat, self.kind, numbers.column, numbers.die))

    def still(self, d: Moment, battle: Battle, seat: int) -> Battle | None:
        """A declared battle with those who can still fight it; None if it lapses."""
        target = battle.target
        if d.where[target] < 0 or not d.board.sees(seat, target):
            return None
        kind, singled = self.kind, stacked(d, target) is not None
        pairs = [
            pair for pair in zip(battle.attackers, battle.surprised, strict=True)
            if unfit(d, pair[0], kind) is None and out_of_reach(d, pair[0], target, kind, singled) is None
        ]  # fmt: skip
        if not pairs:
            return None
        attackers, surprised = zip(*pairs, strict=True)
        return battle._replace(attackers=attackers, surprised=surprised, singled=singled)

    def known(self, s: State, team: int) -> Combat:
        """A declaration is known to its player only, until all have declared."""
        return self if self.over else self.but(declared=self.own(team), open=self.open and self.seat == team)

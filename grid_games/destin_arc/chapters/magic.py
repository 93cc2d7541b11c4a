"""Magic: declaring spells, their targets, joint casting, resolving them, what they do (clauses 1.8, 4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from armada_sim.tabletop import Message
from grid_games.core.protocol import Violation
from grid_games.core.sets import mask, members
from grid_games.destin_arc.chapters.battles import barred
from grid_games.destin_arc.chapters.casting import Casting, near, purse, unable
from grid_games.destin_arc.chapters.declaring import Declaring
from grid_games.destin_arc.chapters.leaders import stacked
from grid_games.destin_arc.chapters.spells import cast
from grid_games.destin_arc.chapters.zones import covered
from grid_games.destin_arc.moves import END, At, Cast, Fight, Join, Move, On, Undo
from grid_games.destin_arc.state import BACK, MEDITATES, Draft, Effect, Moment, State
from grid_games.destin_arc.units import Spell


def _friendly(s: Moment, spell: Spell) -> bool:
    """Whether a spell on a piece is cast on friends (option `light_target`)."""
    return spell.at == "friend" and not (spell.name == "light" and s.game.rules.light_target == "enemy")


def _attacks(s: Moment, spell: Spell) -> bool:
    """Whether a spell is an attack: on enemies, or on whoever is in a zone."""
    return spell.at == "zone" or (spell.at != "spell" and not _friendly(s, spell))


ON_PIECES = ("friend", "enemy")
"""What spells on pieces are cast at."""

_ELSEWHERE = ("4", "4.2", "4.9", "7.2")
"""What forbids a target that is out of range, or on the other side, or unseen: no reason why there is no target at
all."""


@dataclass(unsafe_hash=True)
class Magic(Declaring[Casting]):
    """The magic step of one player, or of two whose declarations are unseen."""

    open: Casting | None = None
    """The spell whose target is being chosen."""

    def able(self, d: Draft) -> bool:
        return any(d.where[p] >= 0 for p in d.game.priests[self.seat])

    def reveal(self, d: Draft) -> None:
        """Any enemy spell declared against it ends a meditation (clause 1.8.5)."""
        team = d.game.pieces.team
        for casting in (casting for mine in self.declared for casting in mine):
            for p in d.game.meditating:
                struck = p == casting.target or d.where[p] in casting.hexes
                if struck and d.marks[p] & MEDITATES and team[p] != team[casting.casters[0]]:
                    d.unmark(p, MEDITATES)

    def idle(self, s: State) -> bool:
        """No priest can cast, as all can see: what is left of the points they cannot."""
        return not (self.over or self.declared[self.at] or self.open) and not self.ready(s)

    # declaring

    def ready(self, s: Moment) -> list[int]:
        """The priests who can still cast in this step."""
        facts, key = s.facts, ("able", self.seat)
        if key not in facts:
            facts[key] = [p for p in s.game.priests[self.seat] if unable(s, p) is None]
        able: list[int] = facts[key]
        used = set(self.open.casters) if self.open else set()
        if s.game.rules.spells_a_step != "one_attack":
            used |= {p for one in self.declared[self.at] for p in one.casters}
        return [p for p in able if p not in used] if used else able

    def attackers(self, s: Moment) -> set[int]:
        """The priests who have attacked by a spell in this step and may cast others."""
        if s.game.rules.spells_a_step != "one_attack":
            return set()
        return {p for one in self.declared[self.at] if _attacks(s, one.definition(s)) for p in one.casters}

    def aims(self, s: Moment, casting: Casting) -> Iterator[Move]:
        """What the spell may be cast at, as far as it has not been said and can be paid; one after another, as it is
        found."""
        spell = casting.definition(s)
        if spell.name != "dispel" and casting.purse(s) < casting.cost(s):
            return
        if spell.at == "spell":
            yield from (Undo(effect.serial) for effect in self._undone(s, casting.casters, spell))
        elif spell.at == "zone":
            yield from map(s.game.spots.__getitem__, members(self._area(s, casting, spell)))
        else:
            yield from s.game.on_pieces(On, self._within(s, casting, spell))

    def _targets(self, s: Moment, spell: Spell) -> int:
        """The hexes of pieces on which a spell may be cast, as far as that does not depend on the caster. A leader who
        may not be singled out stands on a piece that may, but that need not be a priest."""
        board, seat, where, facts, key = s.board, self.seat, s.where, s.facts, ("targets", self.seat, spell.name)
        if key not in facts:
            facts[key] = board.own[seat] if _friendly(s, spell) else board.foes[seat]
            if spell.name == "healing":
                own = s.game.pieces.by_team[seat]
                facts[key] &= mask(where[p] for p in own if s.marks[p] & BACK and where[p] >= 0)
            elif spell.name == "silence":
                others = (p for team, own in enumerate(s.game.priests) if team != seat for p in own if where[p] >= 0)
                seen = (p for p in others if board.sees(seat, p))
                facts[key] &= mask(where[p] for p in seen if stacked(s, p) is None)
        found: int = facts[key]
        return found

    def aimed(self, s: Moment, casters: tuple[int, ...], spell: Spell) -> bool:
        """Whether there is anything at which these priests can cast a spell."""
        if spell.at == "spell":
            return bool(s.effects) and any(True for _ in self._undone(s, casters, spell))
        if purse(s, casters) < spell.cost:
            return False
        if spell.at == "zone":
            return s.game.land.holds(self._free(s, Casting(casters, spell.name), spell), spell.area)
        if not near(s, casters, spell.distance) & self._targets(s, spell):
            return False
        return s.game.rules.terrain_stops_magic == "no" or any(
            True for _ in self._within(s, Casting(casters, spell.name), spell)
        )

    def _undone(self, s: Moment, casters: tuple[int, ...], spell: Spell) -> Iterator[Effect]:
        """The spells that these priests can dispel: in range and paid, on hexes or on a piece their player sees (clause
        4.6)."""
        facts, key = s.facts, ("lying", self.seat)
        if key not in facts:
            seen = [one for one in s.effects if one.bearer < 0 or s.board.sees(self.seat, one.bearer)]
            facts[key] = [
                (one, s.game.numbers.books[one.school][one.spell].cost, one.hexes or 1 << s.where[one.bearer])
                for one in seen if one.spell != "healing"
            ]  # fmt: skip
        has, around = purse(s, casters), near(s, casters, spell.distance)
        return (effect for effect, cost, hexes in facts[key] if cost <= has and hexes & around)

    def _within(self, s: Moment, casting: Casting, spell: Spell) -> Iterator[int]:
        """The pieces on which it may be cast, whatever it costs."""
        around = casting.near(s, spell.distance)
        for p in sorted(p for place in members(around & self._targets(s, spell)) for p in s.board.on(place)):
            if self._missed(s, casting, spell, around, p) is None:
                yield p

    def _area(self, s: Moment, casting: Casting, spell: Spell) -> int:
        """The hexes that may be named next for a zone."""
        land, allowed = s.game.land, self._free(s, casting, spell)
        if casting.hexes:
            chosen = mask(casting.hexes)
            return land.beside(chosen) & allowed & ~chosen
        return land.roomy(allowed, spell.area)

    def _free(self, s: Moment, casting: Casting, spell: Spell) -> int:
        """The hexes in range on which no zone of the spell lies, nor is declared to."""
        allowed = casting.near(s, spell.distance) & ~covered(s, spell.name)
        for mine in self.declared[self.at]:
            if mine.spell == spell.name:
                allowed &= ~mask(mine.hexes)
        return allowed

    def _missed(self, s: Moment, casting: Casting, spell: Spell, around: int, piece: int) -> Violation | None:
        """Why a spell cannot be cast on a piece; None if it can. `around`: the hexes within its range."""
        pieces, board, rules = s.game.pieces, s.board, s.game.rules
        name, place = pieces.names[piece], s.where[piece]
        friend = pieces.team[piece] == self.seat
        friendly = _friendly(s, spell)
        if place < 0 or not board.sees(self.seat, piece):
            return Violation("7.2", "{piece} is not seen on the map", piece=name)
        if friend != friendly:
            text = Message("{spell} is cast on enemies", spell=spell.name)
            if friendly:
                text = Message("{spell} is cast on friends", spell=spell.name)
            return Violation("4.2", text) if spell.name == "light" else Violation("4", text)
        if not around >> place & 1:
            if spell.distance == 1:
                return Violation("4.9", "{piece} is on no hex beside the caster", piece=name)
            return Violation(
                "4",
                Message.counted(
                    "{piece} is farther than {n} hex", "{piece} is farther than {n} hexes", spell.distance, piece=name
                ),
            )
        if spell.name == "healing" and not s.marks[piece] & BACK:
            return Violation("4.7", "{piece} is not on its back", piece=name)
        if spell.name == "silence" and not pieces.units[piece].school:
            return Violation("4", "{piece} is no priest", piece=name)
        if not friend and stacked(s, piece) is not None:
            return Violation("1.8.8", "{piece} is a stacked leader", piece=name)
        if rules.terrain_stops_magic == "yes" and all(barred(s, s.where[p], place) for p in casting.casters):
            return Violation("1.14.4", "the terrain between stops spells on {piece}", piece=name)
        return None

    def joins(self, s: Moment, piece: int, spell: Spell, partners: Sequence[int]) -> Iterator[int]:
        """Those with whom a priest can bring a spell to an end."""
        attackers = self.attackers(s) if _attacks(s, spell) else ()
        for p in partners:
            if p not in attackers and self.aimed(s, (piece, p), spell):
                yield p

    def moves(self, s: State) -> Sequence[Move]:
        """Casters with their spells and the end; a partner and targets for the open spell; which spell is next."""
        if self.over:
            return self.fights()
        ready = self.ready(s)
        if self.open is not None:
            first, partners = self.open.casters[0], self.open.partners(s, ready)
            joins = () if self.open.hexes else self.joins(s, first, self.open.definition(s), partners)
            return [*s.game.on_pieces(Join, joins), *self.aims(s, self.open)]
        casts = s.game.casts
        return [*(casts[p, name] for p in ready for name in self._spells(s, p, ready)), END]

    def _spells(self, s: Moment, piece: int, ready: Sequence[int]) -> list[str]:
        """The spells that a priest can cast, alone or with another."""
        book, points, alone = s.game.numbers.books[s.game.pieces.units[piece].school], s.points, Casting((piece,), "")
        partners, mine, attackers = alone.partners(s, ready), self.declared[self.at], self.attackers(s)
        facts = {} if attackers else s.facts
        zones = tuple([(one.spell, one.hexes) for one in mine if one.hexes]) if mine else ()
        key = "spells", piece, points[piece], tuple([(p, points[p]) for p in partners]), zones
        if key not in facts:
            able = book.items() if piece not in attackers else [one for one in book.items() if not _attacks(s, one[1])]
            facts[key] = [
                name for name, spell in able
                if self.aimed(s, (piece,), spell) or any(True for _ in self.joins(s, piece, spell, partners))
            ]  # fmt: skip
        found: list[str] = facts[key]
        return found

    def refusal(self, s: State, move: Move) -> Violation | None:
        if self.over:
            return Violation("1.7.2", "choose a spell not resolved yet") if isinstance(move, Fight) else None
        if self.open is None:
            return self._refuses_cast(s, move)
        spell = self.open.definition(s)
        if isinstance(move, On) and spell.at in ON_PIECES:
            piece = s.game.pieces.numbers[move.piece]
            unpaid = Violation("1.8.2", "it cannot be paid: a second priest must join")
            return self._missed(s, self.open, spell, self.open.near(s, spell.distance), piece) or unpaid
        if isinstance(move, At) and spell.at == "zone":
            return self._refuses_hex(s, self.open, spell, move.hex)
        if isinstance(move, Undo) and spell.at == "spell":
            return self._refuses_undo(s, self.open, spell, move.number)
        if isinstance(move, Join):
            return self._refuses_join(s, self.open, move)
        return None

    def _refuses_hex(self, s: State, casting: Casting, spell: Spell, label: str) -> Violation:
        """Why a hex is not named for a zone."""
        land, place = s.game.land, s.game.land.numbers[label]
        if casting.purse(s) < casting.cost(s):
            return Violation("1.8.2", "it cannot be paid: a second priest must join")
        if not casting.near(s, spell.distance) >> place & 1:
            return Violation(
                "4",
                Message.counted(
                    "{hex} is farther than {n} hex", "{hex} is farther than {n} hexes", spell.distance, hex=label
                ),
            )
        if place in casting.hexes:
            return Violation("4.3", "{hex} is named already", hex=label)
        if casting.hexes and not land.beside(mask(casting.hexes)) >> place & 1:
            return Violation("4.3", "{hex} is not connected with the hexes named", hex=label)
        return Violation(
            "4.3",
            "{hex} is in a zone of {spell}, or leaves no room for {area} hexes",
            hex=label,
            spell=spell.name,
            area=spell.area,
        )

    def _refuses_undo(self, s: State, casting: Casting, spell: Spell, serial: int) -> Violation:
        """Why a spell is not dispelled."""
        effect = next((effect for effect in s.effects if effect.serial == serial), None)
        if effect is None or (effect.bearer >= 0 and not s.board.sees(self.seat, effect.bearer)):
            return Violation(
                "4.6", "there is no spell {n} that {player} sees", n=serial, player=s.game.called[self.seat]
            )
        if effect.spell == "healing":
            return Violation("4.6", "healing cannot be dispelled")
        if casting.cost(s, effect) > casting.purse(s):
            return Violation(
                "1.8.2",
                "to dispel {spell} costs {cost}, which cannot be paid",
                spell=effect.spell,
                cost=casting.cost(s, effect),
            )
        return Violation(
            "4",
            Message.counted(
                "spell {spell} is farther than {n} hex",
                "spell {spell} is farther than {n} hexes",
                spell.distance,
                spell=serial,
            ),
        )

    def _refuses_join(self, s: State, casting: Casting, move: Join) -> Violation | None:
        """Why a priest does not join."""
        piece, ready = s.game.pieces.numbers[move.piece], self.ready(s)
        if s.game.pieces.team[piece] == self.seat:
            if (why := unable(s, piece)) is not None:
                return why
            if piece not in ready and piece not in casting.casters:
                return Violation("1.8.3", "{piece} casts in this step already", piece=move.piece)
        if piece not in casting.partners(s, ready):
            told = Message(
                "{piece} cannot join: it must be a free priest of the same kind beside the caster", piece=move.piece
            )
            return Violation("1.8.4", told)
        if casting.hexes:
            return None
        if _attacks(s, casting.definition(s)) and piece in self.attackers(s):
            return Violation("1.8.3", "{piece} has attacked by a spell in this step already", piece=move.piece)
        return self._aimless(s, casting.joined(s, piece))

    def _refuses_cast(self, s: State, move: Move) -> Violation | None:
        game = s.game
        if not isinstance(move, Cast):
            return None
        name, piece = move.piece, game.pieces.numbers[move.piece]
        if game.pieces.team[piece] != self.seat:
            return Violation("1.8.1", "{piece} is no piece of {player}", piece=name, player=game.called[self.seat])
        why = unable(s, piece)
        if why is not None:
            return why
        if piece not in self.ready(s):
            return Violation("1.8.3", "{piece} casts in this step already", piece=name)
        book = game.numbers.books[game.pieces.units[piece].school]
        if move.spell not in book:
            return Violation("4", "{spell} is no spell of {piece}", spell=move.spell, piece=name)
        if _attacks(s, book[move.spell]) and piece in self.attackers(s):
            return Violation("1.8.3", "{piece} has attacked by a spell in this step already", piece=name)
        return self._aimless(s, Casting((piece,), move.spell))

    def _aimless(self, s: State, casting: Casting) -> Violation:
        """Why there is nothing to cast a spell at: it cannot be paid, what is near is hindered, or nothing is near."""
        spell, cost, has = casting.definition(s), casting.cost(s), casting.purse(s)
        if spell.at == "spell":
            found = [self._refuses_undo(s, casting, spell, effect.serial) for effect in s.effects]
        elif has < cost:
            return Violation(
                "1.8.2",
                Message.counted(
                    "{spell} costs {cost}, which {n} point does not pay",
                    "{spell} costs {cost}, which {n} points do not pay",
                    has,
                    spell=spell.name,
                    cost=cost,
                ),
            )
        elif spell.at == "zone":
            labels, around = s.game.land.labels, casting.near(s, spell.distance)
            found = [self._refuses_hex(s, casting, spell, labels[place]) for place in members(around)]
        else:
            around = casting.near(s, spell.distance)
            every = (self._missed(s, casting, spell, around, p) for p in range(len(s.where)))
            found = [why for why in every if why is not None]
        nothing = Violation("4", "there is nothing in range for {spell}", spell=spell.name)
        near_by = (why for why in found if why.clause not in _ELSEWHERE)
        return next(near_by, next((why for why in found if why.clause == "4.9"), nothing))

    def play(self, d: Draft, move: Any) -> None:
        game, open_ = d.game, self.open
        if isinstance(move, Fight):
            self.fight(d, move.number - 1)
        elif isinstance(move, Cast):
            d.become(self.but(open=Casting((game.pieces.numbers[move.piece],), move.spell)))
        elif open_ is None:
            d.become(self.but(at=self.at + 1))
        elif isinstance(move, Join):
            d.become(self.but(open=open_.joined(d, game.pieces.numbers[move.piece])))
        elif isinstance(move, On):
            self._close(d, open_._replace(target=game.pieces.numbers[move.piece]))
        elif isinstance(move, Undo):
            self._close(d, open_._replace(undone=move.number))
        else:
            wider = open_._replace(hexes=(*open_.hexes, game.land.numbers[move.hex]))
            if len(wider.hexes) == wider.definition(d).area:
                self._close(d, wider)
            else:
                d.become(self.but(open=wider))

    def _close(self, d: Draft, casting: Casting) -> None:
        """A spell is declared, and paid."""
        casting.pay(d, next((effect for effect in d.effects if effect.serial == casting.undone), None))
        self.declare(d, (*self.declared[self.at], casting), open=None)

    def resolve(self, d: Draft, declared: Casting) -> None:
        cast(d, declared)

    def known(self, s: State, team: int) -> Magic:
        """A declaration is known to its player only, until all have declared; then not whom it concerns if that
        piece is hidden: the first that it may be stands for it."""
        if not self.over:
            return self.but(declared=self.own(team), open=self.open if self.seat == team else None)
        pieces, sees = s.game.pieces, s.board.sees

        def veiled(c: Casting) -> Casting:
            if c.target < 0 or sees(team, c.target):
                return c
            owner = pieces.team[c.target]
            return c._replace(target=next(p for p in s.game.hiders[owner] if s.where[p] >= 0 and not sees(team, p)))

        return self.but(declared=tuple(tuple(map(veiled, mine)) for mine in self.declared))

"""Ulf turns two pieces of Peuple into one of Fidèles (clause 3.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from grid_games.core.protocol import Violation
from grid_games.core.sets import mask, members
from grid_games.destin_arc.chapters import hidden
from grid_games.destin_arc.moves import END, Convert, Move, To
from grid_games.destin_arc.state import BACK, CHANGED, SPARE, TURNED, Draft, Moment, State, Step

NEAR = 1
"""Hexes within which Ulf converts."""


@dataclass(unsafe_hash=True)
class Conversion(Step):
    """After a movement: two Peuple and a hex are chosen, or nothing happens."""

    chosen: tuple[int, ...] = ()

    def run(self, d: Draft) -> bool:
        """Asked only where a conversion is possible."""
        if len(self.chosen) == 2:
            hexes = self.hexes(d, *self.chosen)
            if hexes.bit_count() > 1:
                return True
            self._convert(d, hexes.bit_length() - 1)
            return False
        if d.game.rules.questions != "all" and (only := self._only(d)):
            d.become(self.but(chosen=(*self.chosen, *only)))
            return False
        if self.chosen or self.pairs(d):
            return True
        d.pop()
        return False

    def unasked(self, d: Draft) -> Sequence[Move]:
        if len(self.chosen) == 2:
            hexes = self.hexes(d, *self.chosen)
            return (d.game.goals[hexes.bit_length() - 1],) if hexes.bit_count() == 1 else ()
        return d.game.on_pieces(Convert, self._only(d)) if d.game.rules.questions != "all" else ()

    def implied(self, s: State) -> Move | None:
        only = self._only(s) if len(self.chosen) < 2 else ()
        return s.game.on_pieces(Convert, only)[0] if only else None

    def _only(self, s: Moment) -> Sequence[int]:
        """What is still to be chosen of the only pair, if one must be."""
        pairs = [pair for pair in self.pairs(s) if set(self.chosen) <= set(pair)]
        must = self.chosen or s.game.rules.convert_must == "yes"
        return [p for p in pairs[0] if p not in self.chosen] if len(pairs) == 1 and must else []

    def ulf(self, s: Moment) -> int:
        """The one who converts; -1 if lost or may not any more this turn."""
        for p in s.game.pieces.converts:
            if s.where[p] >= 0 and not (s.marks[p] & CHANGED and s.game.rules.convert_limit == "one"):
                return p
        return -1

    def crowd(self, s: Moment) -> list[int]:
        """The Peuple within reach."""
        ulf, where = self.ulf(s), s.where
        if ulf < 0 or not any(where[p] == SPARE for p in s.game.pieces.spares):
            return []
        near = s.game.land.within(where[ulf], NEAR)
        return [p for p in s.game.pieces.of["f1"] if where[p] >= 0 and near >> where[p] & 1]

    def pairs(self, s: Moment) -> list[tuple[int, int]]:
        """The pairs that leave or find room for the new piece."""
        crowd = self.crowd(s)
        return [(p, q) for k, p in enumerate(crowd) for q in crowd[k + 1 :] if self.hexes(s, p, q)]

    def hexes(self, s: Moment, one: int, other: int) -> int:
        """Where the new piece may stand: a hex that the conversion empties, else a free hex within reach of Ulf."""
        board, ulf = s.board, self.ulf(s)

        def free(place: int) -> bool:
            """No piece is seen there; who is hidden bars nothing, friends either, since others would learn of it."""
            return not any(p not in (one, other) and not s.unseen[p] for p in board.on(place))

        emptied = mask(h for h in (s.where[one], s.where[other]) if free(h))
        return emptied or mask(h for h in members(s.game.land.within(s.where[ulf], NEAR)) if free(h))

    def decider(self, s: Moment) -> int:
        return s.game.pieces.team[s.game.pieces.converts[0]]

    def moves(self, s: State) -> Sequence[Move]:
        """The first piece or none; the second; the hex."""
        if len(self.chosen) == 2:
            return [s.game.goals[place] for place in members(self.hexes(s, *self.chosen))]
        pairs = self.pairs(s)
        if self.chosen:
            (one,) = self.chosen
            return s.game.on_pieces(Convert, (sum(pair) - one for pair in pairs if one in pair))
        able = s.game.on_pieces(Convert, sorted({p for pair in pairs for p in pair}))
        return able if s.game.rules.convert_must == "yes" else [*able, END]

    def refusal(self, s: State, move: Move) -> Violation | None:
        if move == END and not self.chosen:
            return Violation("3.4", "the conversion is automatic: it is not left out (convert_must)")
        if isinstance(move, Convert):
            return self._refuses_piece(s, s.game.pieces.numbers[move.piece])
        if not isinstance(move, To) or len(self.chosen) < 2:
            return None
        if any(self.hexes(s, *self.chosen) >> s.where[p] & 1 for p in self.chosen):
            return Violation("3.4", "{hex} is not emptied by the conversion", hex=move.hex)
        return Violation("3.4", "{hex} is no free hex within {near} hex of Ulf", hex=move.hex, near=NEAR)

    def _refuses_piece(self, s: State, piece: int) -> Violation:
        """Why a piece is not chosen."""
        name, names = s.game.pieces.names[piece], s.game.pieces.names
        if piece in self.chosen:
            return Violation("3.4", "{piece} is chosen already", piece=name)
        if len(self.chosen) == 2:
            one, other = (names[p] for p in self.chosen)
            return Violation(
                "3.4", "{piece} and {other} are converted: the hex of the Fidèles is named", piece=one, other=other
            )
        if piece not in s.game.pieces.of["f1"]:
            return Violation("3.4", "{piece} is no Peuple", piece=name)
        if piece not in self.crowd(s):
            return Violation("3.4", "{piece} is not within {near} hex of Ulf", piece=name, near=NEAR)
        if not self.chosen:
            return Violation("3.4", "{piece} leaves with no other Peuple a hex free for Fidèles", piece=name)
        one = names[self.chosen[0]]
        return Violation("3.4", "{piece} and {other} leave no hex free for Fidèles", piece=one, other=name)

    def may_show(self, s: State, move: Move) -> bool:
        return isinstance(move, To) and hidden.may_find(s, self.made(s), (s.game.land.numbers[move.hex],))

    def made(self, s: Moment) -> int:
        """The piece that the Peuple become."""
        return next(p for p in s.game.pieces.spares if s.where[p] == SPARE)

    def play(self, d: Draft, move: Any) -> None:
        if move == END:
            d.pop()
        elif isinstance(move, Convert):
            d.become(self.but(chosen=(*self.chosen, d.game.pieces.numbers[move.piece])))
        else:
            self._convert(d, d.game.land.numbers[move.hex])

    def _convert(self, d: Draft, place: int) -> None:
        ulf = self.ulf(d)
        new = self.made(d)
        if all(d.marks[p] & BACK for p in self.chosen):
            d.mark(new, BACK)
        for p in self.chosen:
            d.put(p, TURNED)
        d.enchant([effect for effect in d.effects if effect.bearer not in self.chosen])
        d.put(new, place)
        d.mark(ulf, CHANGED)
        d.become(Conversion())
        hidden.meet(d, new)

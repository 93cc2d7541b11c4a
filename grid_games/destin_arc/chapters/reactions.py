"""Dispel as a reaction: an enemy priest ends a spell as soon as it lies (option `dispel_when` = reaction)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from grid_games.core.protocol import Violation
from grid_games.destin_arc.chapters.casting import Casting, joined, partners, pay, spent, unable, undoes
from grid_games.destin_arc.moves import END, Move
from grid_games.destin_arc.state import Draft, Effect, Look, State, Task, Waiting


def reactions(s: Look, effect: Effect) -> tuple[Reaction, ...]:
    """The question that follows a spell: to each enemy of its caster, in the order of their seats."""
    if s.game.options["dispel_when"] != "reaction":
        return ()
    caster = s.game.team_of(effect.side)
    return tuple(Reaction(effect.serial, seat) for seat in range(len(s.game.players)) if seat != caster)


@dataclass(frozen=True)
class Reaction(Task):
    """A player is asked whether one of his priests, or two together, dispels a spell that has just taken effect."""

    serial: int
    """Of the spell."""

    seat: int
    open: Casting | None = None
    """His dispel, until it is said that nobody joins it."""

    def run(self, d: Draft) -> bool:
        """Asked only where he could: whoever counts spells and hexes knows that as well."""
        if self.able(d):
            return True
        d.pop()
        return False

    def actor(self, s: Look) -> int:
        """He who is asked."""
        return self.seat

    def effect(self, s: Look) -> Effect | None:
        """The spell; None if it lies no more."""
        return next((effect for effect in s.effects if effect.serial == self.serial), None)

    def ready(self, s: Look) -> list[int]:
        """His priests who may still cast this turn."""
        return [p for p in s.game.priests[self.seat] if unable(s, p) is None]

    def able(self, s: Look) -> list[Casting]:
        """The castings that would end the spell: by one priest, or by him and another."""
        effect = self.effect(s)
        if effect is None:
            return []
        ready = self.ready(s)
        alone = [Casting((p,), "dispel", undone=self.serial) for p in ready]
        together = s.game.options["joint_cast"] != "half"  # there each would cast a spell of his own
        pairs = [joined(s, one, q) for one in alone for q in partners(s, one, ready)] if together else []
        return [one for one in (*alone, *pairs) if undoes(s, self.seat, one, effect)]

    def moves(self, s: State) -> Sequence[Move]:
        """Who dispels, or nobody; then who joins, or that it is done by him alone."""
        names, able = s.game.pieces.names, self.able(s)
        if self.open is None:
            return Waiting([*(Move("cast", names[p], "dispel") for p in sorted({one.casters[0] for one in able})), END])
        mine = [one for one in able if one.casters[0] == self.open.casters[0]]
        return Waiting(
            [
                Move("undo", str(self.serial)) if len(one.casters) == 1 else Move("join", names[one.casters[1]])
                for one in mine
            ]
        )

    def refusal(self, s: State, move: Move) -> Violation | None:
        """Why not."""
        if move.verb == "cast" and self.open is None:
            piece = s.game.pieces.numbers[move.what]
            if s.game.pieces.team[piece] != self.seat:
                return Violation("1.8.1", f"{move.what} is no piece of {s.game.players[self.seat]}")
            return unable(s, piece) or Violation(
                "4.6", f"{move.what} cannot dispel spell {self.serial}: only that is asked now"
            )
        if move.verb == "undo":
            return Violation(
                "4.6", f"only spell {self.serial} can be dispelled now, by whoever is named with cast and can pay it"
            )
        if move.verb == "join":
            return Violation(
                "1.8.4", f"{move.what} cannot join: it must be a free priest of the same kind beside the caster"
            )
        return None

    def play(self, d: Draft, move: Move) -> None:
        """Dispel at once, or let it lie."""
        if move == END:
            d.pop()
        elif move.verb == "cast":
            d.become(self.but(open=Casting((d.game.pieces.numbers[move.what],), "dispel", undone=self.serial)))
        else:
            assert self.open is not None
            casting = self.open if move.verb == "undo" else joined(d, self.open, d.game.pieces.numbers[move.what])
            d.pop()
            pay(d, casting, self.effect(d))
            spent(d, casting)
            d.casts += 1
            d.effects = tuple(effect for effect in d.effects if effect.serial != self.serial)

    def seen(self, s: State, team: int) -> Hashable:
        """Everybody sees who is asked; nobody is told of a question that is not asked."""
        return ("Reaction", self) if self.able(s) else None

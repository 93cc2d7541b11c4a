"""Moves: what players do, one small step at a time, and how it is written.

A notation is a word and what it is about: `move b1.3`, `to Q12`, `attack u1.2`, `with b1.4`, `cast b5.1 light`, `end`;
results of dice begin with `=`. Every move has a number that depends on nothing but the game's pieces and map.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from grid_games.core.protocol import NotationError
from grid_games.destin_arc.units import SPELL_NAMES


class Move(NamedTuple):
    """One step."""

    verb: str
    what: str = ""
    """A piece, a hex, a number or a result, by the verb."""

    spell: str = ""

    def __str__(self) -> str:
        if self.verb == "=":
            return f"={self.what}"
        return " ".join(part for part in self if part)


END = Move("end")
"""Ends what is going on: the step, the choice; stays put where it is offered."""

PIECE_VERBS = (
    *("move", "fly", "show", "hide", "meditate", "convert", "attack", "apart"),
    *("with", "join", "on", "advance", "bear", "lose"),
)
"""Verbs that name a piece: `attack` opens a battle against it, `apart` another one, `with` adds an attacker, `join` a second
priest, `on` is whom a spell is cast on, `bear` names the piece on which a leader stands,
`lose` an attacker who suffers what falls on the attackers."""

HEX_VERBS = ("place", "to", "at")
"""`place` before the first turn, `to` where a piece goes, `at` a hex of a zone."""

NUMBER_VERBS = ("fight", "undo")
"""`fight` resolves the declared battle or spell of that number, `undo` is the spell that is dispelled."""

RESULTS = (
    *("printed", "exchanged", "ulf", "fereira", "save", "fail", "A0"),
    *(letter + code for letter in "DBA" for code in "123456"),
)
"""What dice can say: which secret objectives are dealt, who leads the turn, whether a piece saves, what the combat table gives."""

_PIECE, _HEX, _NUMBER = (re.compile(shape) for shape in (r"[buf]\d{1,2}(\.\d{1,2})?", r"[A-Z]\d{1,2}", r"[1-9]\d{0,3}"))
_SHAPES = dict.fromkeys(PIECE_VERBS, _PIECE) | dict.fromkeys(HEX_VERBS, _HEX) | dict.fromkeys(NUMBER_VERBS, _NUMBER)
_EXPECTED = "move b1.3, to Q12, attack u1.2, with b1.4, cast b5.1 light, fight 2, end or =D3"


def parse(text: str) -> Move:
    """The move of a notation, whatever game it is in. Raises NotationError."""
    move = _read(text.split())
    if move is None or str(move) != " ".join(text.split()):
        raise NotationError(f"{text!r} is no move: expected something like {_EXPECTED}")
    return move


def _read(words: list[str]) -> Move | None:
    if len(words) == 1:
        if words[0] == "end":
            return END
        return Move("=", words[0][1:]) if words[0][:1] == "=" and words[0][1:] in RESULTS else None
    if len(words) == 3 and words[0] == "cast":
        return Move(*words) if _PIECE.fullmatch(words[1]) and words[2] in SPELL_NAMES else None
    if len(words) != 2:
        return None
    shape = _SHAPES.get(words[0])
    return Move(*words) if shape is not None and shape.fullmatch(words[1]) else None


def numbering(pieces: tuple[str, ...], hexes: tuple[str, ...], most: int) -> tuple[Move, ...]:
    """Every move of a game with these pieces, these hexes, and at most so many battles or spells at once, by its number."""
    numbers = tuple(str(k) for k in range(1, most + 1))
    blocks = [
        ("end", "", ("",)),
        ("=", "", RESULTS),
        *((verb, "", pieces) for verb in PIECE_VERBS),
        *(("cast", spell, pieces) for spell in SPELL_NAMES),
        *((verb, "", hexes) for verb in HEX_VERBS),
        *((verb, "", numbers) for verb in NUMBER_VERBS),
    ]
    return tuple(Move(verb, what, spell) for verb, spell, whats in blocks for what in whats)

"""The spells of both priesthoods (dossier 4)."""

from __future__ import annotations

from dataclasses import dataclass

FOREVER = 0
"""The duration of what lasts until it is dispelled or its piece is lost."""


@dataclass(frozen=True, slots=True)
class Spell:
    """One spell as one priesthood casts it."""

    name: str
    """As it is typed."""

    cost: int
    """0: that of the spell it ends."""

    distance: int
    """Hexes; 1 is "HC", the caster's hex or one beside it."""

    saved: bool
    """Whether a successful save cancels it."""

    turns: int
    """Turns it lasts, the one of casting included; FOREVER for permanent ones."""

    bonus: int = 0
    """What it adds to attacks."""

    area: int = 0
    """Connected hexes it covers; 0 for a spell on one piece."""

    at: str = "friend"
    """What it is cast at: "friend", "enemy", "spell" or "zone"."""


SPELLS: dict[str, dict[str, Spell]] = {
    "bhar": {
        spell.name: spell
        for spell in (
            Spell("bless", 25, 1, True, 3, bonus=1),
            Spell("healing", 25, 1, False, 2),
            Spell("dispel", 0, 4, False, FOREVER, at="spell"),
            Spell("silence", 25, 4, True, 3, at="enemy"),
            Spell("light", 50, 6, True, FOREVER, bonus=2),
            Spell("hold", 50, 6, True, 1, at="enemy"),
            Spell("weather", 75, 10, True, 5, area=4, at="zone"),
        )
    },
    "christian": {
        spell.name: spell
        for spell in (
            Spell("bless", 25, 1, True, 3, bonus=1),
            Spell("healing", 25, 1, False, 1),
            Spell("dispel", 0, 4, False, FOREVER, at="spell"),
            Spell("silence", 25, 4, True, 3, at="enemy"),
            Spell("light", 50, 6, True, FOREVER, bonus=1),
            Spell("flame", 50, 4, True, 1, at="enemy"),
            Spell("blade", 75, 10, True, 3, area=2, at="zone"),
        )
    },
}
"""By priesthood and name. "hold" is printed "hold pers", "weather" "weather turn", "flame" "flame strike", "blade" "blade bar"."""

NAMES: tuple[str, ...] = tuple(dict.fromkeys(name for book in SPELLS.values() for name in book))
"""Every name once."""

PRINTED = {"hold": "hold pers", "weather": "weather turn", "flame": "flame strike", "blade": "blade bar"}
"""Names that the rules print longer."""

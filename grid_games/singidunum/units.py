"""The units: four types, their values, how many of each a side may take (sections 2 and U3)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Troop:
    """A unit as it stands in the box."""

    letter: str
    """E elite, H heavy infantry, C cavalry, A archers."""

    strength: int
    """On the dark face (available); it is also the cost in army points. The light face (activated) shows 1 less."""

    @property
    def name(self) -> str:
        """As notation has it, such as "H7"."""
        return f"{self.letter}{self.strength}"


TROOPS: tuple[Troop | None, ...] = (None, *(
    Troop(letter, strength) for letter, strengths in (("E", (9, 8)), ("H", (7, 6)), ("C", (6, 5, 4)), ("A", (6, 5, 4)))
    for strength in strengths
))  # fmt: skip
"""Troop of each code; code 0 is an empty hex."""

NAMES: tuple[str, ...] = tuple(troop.name if troop else "" for troop in TROOPS)
CODES: dict[str, int] = {name: code for code, name in enumerate(NAMES) if name}
STRENGTH: tuple[int, ...] = tuple(troop.strength if troop else 0 for troop in TROOPS)
HEAVY = frozenset(code for code, troop in enumerate(TROOPS) if troop and troop.letter == "H")
CAVALRY = frozenset(code for code, troop in enumerate(TROOPS) if troop and troop.letter == "C")
ARCHERS = frozenset(code for code, troop in enumerate(TROOPS) if troop and troop.letter == "A")

_BOX = {"E": (9, 8), "H": (7, 7, 6, 6), "C": (6, 5, 5, 4), "A": (6, 5, 5, 4)}

POOL: tuple[int, ...] = tuple(_BOX[troop.letter].count(troop.strength) if troop else 0 for troop in TROOPS)
"""How many of each code a side has (U3)."""

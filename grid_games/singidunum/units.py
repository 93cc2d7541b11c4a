"""The units: four types, their values, how many of each a side may take (sections 2 and U3)."""

from __future__ import annotations

NAMES: tuple[str, ...] = ("", "E9", "E8", "H7", "H6", "C6", "C5", "C4", "A6", "A5", "A4")
"""As notation has the unit of each code, type and strength; code 0 is an empty hex. E elite, H heavy infantry,
C cavalry, A archers."""

CODES: dict[str, int] = {name: code for code, name in enumerate(NAMES) if name}

STRENGTH: tuple[int, ...] = tuple(int(name[1:] or 0) for name in NAMES)
"""On the dark face (available); it is also the cost in army points. The light face (activated) shows 1 less."""

HEAVY, CAVALRY, ARCHERS = (frozenset(code for name, code in CODES.items() if name[0] == letter) for letter in "HCA")

_BOX = ("E9", "E8", "H7", "H7", "H6", "H6", "C6", "C5", "C5", "C4", "A6", "A5", "A5", "A4")

POOL: tuple[int, ...] = tuple(map(_BOX.count, NAMES))
"""How many of each code a side has (U3)."""

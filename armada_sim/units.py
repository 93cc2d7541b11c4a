"""Lengths in sentences."""

from __future__ import annotations

from dataclasses import dataclass

from armada_sim.errors import InputError


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit a file uses: "mm" or "in". Lengths come in as mm."""

    name: str = "mm"

    def __post_init__(self) -> None:
        if self.name not in ("mm", "in"):
            raise InputError(f"unit must be mm or in, not {self.name!r}", key="unit")

    def text(self, length: float) -> str:
        """A length in words, with enough digits not to read as zero when it is not."""
        value = length if self.name == "mm" else length / 25.4
        digits = 2 if self.name == "mm" else 3
        if value and abs(value) < 10.0**-digits:
            return f"{value:.2g} {self.name}"
        return f"{value:.{digits}f} {self.name}"

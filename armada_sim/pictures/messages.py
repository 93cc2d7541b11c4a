"""What figures say, in one language and with lengths in one unit.

The ends of a ship keep the words of the rules in force here: in French pointe (tip) and base. (The French text of 2009
calls the base "proue" and the tip "poupe"; geometry is not affected, the words are avoided.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from armada_sim.table import Unit
from armada_sim.wording import Naming


@dataclass(frozen=True, slots=True)
class Words(Naming):
    """What is said in one language, with lengths in one unit."""

    unit: Unit = field(default_factory=Unit)

    def length(self, length: float) -> str:
        """A length (mm) in words."""
        return self.tell(self.unit.text(length))

    def angle(self, degrees: float) -> str:
        """An angle in degrees."""
        return self.decimal(f"{degrees:.{min(2, self.unit.angle_digits)}f}") + "°"

    def named(self, name: str, text: str) -> str:
        """A: three steps"""
        return self.say("{name}: {text}", name=name, text=text)

    def part(self, title: str, number: int, count: int) -> str:
        """Ratings (2 of 3); the title alone of what has one part."""
        if count == 1:
            return title
        return self.say("{title} ({number} of {count})", title=title, number=number, count=count)

    def steps(self, numbers: Sequence[int]) -> str:
        """Steps in words: "step 1", "steps 2 and 3", "steps 1 to 4", "steps 1, 2 and 4"."""
        if len(numbers) == 1:
            return self.say("step {numbers}", numbers=numbers[0])
        listed = self.listed([str(n) for n in numbers])
        if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
            listed = self.say("{first} to {last}", first=numbers[0], last=numbers[-1])
        return self.say("steps {numbers}", numbers=listed)

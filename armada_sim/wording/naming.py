"""Players who are called like a colour are named in the language that is spoken."""

from __future__ import annotations

from collections.abc import Sequence

from armada_sim.tabletop import N_, Language

COLOURS = (
    N_("red"), N_("blue"), N_("yellow"), N_("green"), N_("purple"), N_("orange"), N_("white"), N_("turquoise"),
)  # fmt: skip
"""What players are called who say nothing else."""

_NAMES = ("player", "other", "first", "attacker", "winners")
"""Values of messages that may be the names of players."""


class Naming(Language):
    """A language in which players are called by the colours of their pieces."""

    __slots__ = ()

    def called(self, player: str) -> str:
        """A player's name as it is said."""
        return super().say(player) if player in COLOURS else player

    def say(self, message: str, /, **values: object) -> str:
        """As every language."""
        return super().say(message, **self._named(values))

    def say_many(self, one: str, many: str, n: int, /, **values: object) -> str:
        """As every language."""
        return super().say_many(one, many, n, **self._named(values))

    def say_as(self, context: str, message: str, /, **values: object) -> str:
        """As every language."""
        return super().say_as(context, message, **self._named(values))

    def listed(self, items: Sequence[str]) -> str:
        """As every language."""
        return super().listed([self.called(item) for item in items])

    def _named(self, values: dict[str, object]) -> dict[str, object]:
        return {
            key: self.called(value) if key in _NAMES and isinstance(value, str) else value
            for key, value in values.items()
        }

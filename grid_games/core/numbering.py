"""Numbers of moves that depend on no state: those that stand alone first, then a block for each kind of move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from math import prod
from typing import Any, Generic, TypeVar

from grid_games.core.protocol import NotationError

M = TypeVar("M")


class Numbering(Generic[M]):
    """The numbers of a game's moves.

    `alone` are moves without fields that vary; `blocks` gives for each other kind, a frozen dataclass, the values of
    each of its fields in the order of __match_args__, the last of which varies fastest.
    """

    def __init__(self, alone: Iterable[M], blocks: Mapping[type[M], Sequence[Sequence[Any]]]) -> None:
        self._alone = tuple(alone)
        self._of_alone = {move: number for number, move in enumerate(self._alone)}
        self._blocks: dict[type[M], tuple[int, Sequence[Sequence[Any]], tuple[dict[Any, int], ...]]] = {}
        self.count = len(self._alone)
        for kind, axes in blocks.items():
            places = tuple({value: place for place, value in enumerate(axis)} for axis in axes)
            self._blocks[kind] = self.count, axes, places
            self.count += prod(map(len, axes))

    @cached_property
    def number(self) -> Callable[[M], int]:
        """Gives the number of a move. Raises KeyError if the game does not have it."""
        return self._number if self._blocks else self._of_alone.__getitem__

    def _number(self, move: M) -> int:
        block = self._blocks.get(type(move))
        if block is None:
            return self._of_alone[move]
        number, (start, _, axes) = 0, block
        for key, places in zip(type(move).__match_args__, axes, strict=True):  # type: ignore[attr-defined]
            number = number * len(places) + places[getattr(move, key)]
        return start + number

    def numbered(self, number: int) -> M:
        """The move of a number. Raises NotationError where there is none."""
        if not 0 <= number < self.count:
            raise NotationError("{n} is the number of no move; expected 0 to {last}", n=number, last=self.count - 1)
        if number < len(self._alone):
            return self._alone[number]
        kind, (start, axes, _) = next(one for one in reversed(self._blocks.items()) if one[1][0] <= number)
        rest, found = number - start, list[Any]()
        for values in reversed(axes):
            rest, place = divmod(rest, len(values))
            found.insert(0, values[place])
        return kind(*found)

"""Boxes of placements and witnesses of a closed shot, and what is put together about F (`closed.opening`) over them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from armada_sim.firing.margins._arrays import NDArray, np
from armada_sim.firing.margins.plane import Floats, lengths
from armada_sim.geometry import FLIP_STEP_MM

_OPENING_LEAD: Final = 0.6
"""If one condition of a clear shot has, in the middle of a box, this share of what would exclude the whole box, the
box is split along what matters to that condition; else along its longest side."""

SIZE = 10
"""Numbers of a placement and a witness."""


class Numbers(NamedTuple):
    """Named views of numbers (..., SIZE): a placement and a witness, or how far something moves as each changes."""

    whole: Floats
    motion: Floats
    """(..., 3): the shooter's motion,"""

    shift: Floats
    """(..., 2): its shift"""

    turn: Floats
    """and its turn."""

    slide: Floats
    start: Floats
    """Where the line starts on the side."""

    depth: Floats
    """How deep it ends, or up to where the large piece must be free,"""

    end: Floats
    """and the other coordinate of its end."""

    place: Floats
    """(..., 3): the target's place under the large piece, before that slides."""


def named(numbers: Floats) -> Numbers:
    """Views, through which the numbers can be set."""
    columns = (slice(0, 3), slice(0, 2), 2, 3, 4, 5, 6, slice(7, 10))
    return Numbers(numbers, *(numbers[..., column] for column in columns))


@dataclass(frozen=True)
class Boxes:
    """Middles and half sides (N, SIZE) of boxes."""

    middle: Numbers
    half: Numbers

    @cached_property
    def drift(self) -> Floats:
        """(N,) mm. How far the shooter's shift moves things."""
        return lengths(self.half.shift)

    def parts(self, **axes: Floats) -> Numbers:
        """So much along some axes, nothing along the others."""
        found = named(np.zeros_like(self.half.whole))
        for axis, far in axes.items():
            getattr(found, axis)[...] = far
        return found


class Moving(NamedTuple):
    """Points in the middles of boxes, and how far they move within these."""

    points: Floats
    """(N, A, 2)"""

    spread: Floats
    """(N,) mm."""

    parts: Numbers
    """mm. The same by axes."""


def along(slide: Floats) -> Floats:
    """(N, 1, 2): shifts along the side."""
    return np.stack((slide, np.zeros(len(slide))), axis=-1)[:, None]


class Gathered:
    """F over some boxes, as its parts are put together."""

    def __init__(self, rows: int, rounding: float, goal: float, sides: Floats | None) -> None:
        """goal: mm, what F exceeds does not matter. sides: mm, of the boxes; None: nobody asks where to split."""
        self.rounding, self.goal, self.sides = rounding, goal, sides
        self.value = np.zeros(rows)
        """mm. F in the middles, without what is unmet."""
        self.unmet = np.zeros(rows)
        """mm. How far the middles are from meeting what no piece can mend."""
        self.low = np.full(rows, -np.inf)
        """mm. F is at least this all over each box."""
        self.top, self.lead, self.lacking = np.full(rows, -np.inf), np.zeros((rows, SIZE)), np.zeros((rows, SIZE))

    def add(self, lack: Floats, spread: Floats, parts: Numbers, weight: float) -> None:
        """A piece of some weight that must move by `lack` mm; `spread`: by how much that changes, by axes `parts`."""
        sure = lack - spread
        if weight:
            self.middle(lack, weight)
            self.low = np.maximum(self.low, (sure - self.rounding) / weight)
        else:
            self.must(lack[:, None], sure[:, None])
        self.led((lack - weight * self.goal) / (spread + FLIP_STEP_MM), parts)

    def add_each(self, lack: Floats, spread: Floats, parts: Numbers, weights: Floats) -> None:
        """The same for pieces (S,) at once that must move by `lack` mm (N, S), all with one `spread` and `parts`."""
        if not len(weights):
            return
        sure = lack - spread[:, None]
        some, none = weights > 0, weights == 0
        if some.any():
            self.value = np.maximum(self.value, (lack[:, some] / weights[some]).max(axis=1))
            self.low = np.maximum(self.low, ((sure[:, some] - self.rounding) / weights[some]).max(axis=1))
        if none.any():
            self.must(lack[:, none], sure[:, none])
        self.led((lack - weights * self.goal).max(axis=1) / (spread + FLIP_STEP_MM), parts)

    def middle(self, lack: Floats, weight: float) -> None:
        """In the middles alone a piece of some weight must move by `lack` mm; of none: no piece can mend it.

        Where a witness has no choice, as at the last slide, rounding alone does not tell that a middle is out.
        """
        if weight:
            self.value = np.maximum(self.value, lack / weight)
        else:
            self.unmet = np.maximum(self.unmet, lack - self.rounding)

    def must(self, lack: Floats, sure: Floats) -> None:
        """What no piece can mend is not met by `lack` mm (N, S) in the middles, and by `sure` all over the boxes."""
        self.middle(lack.max(axis=1), 0.0)
        self.low = np.where((sure > self.rounding).any(axis=1), np.inf, self.low)

    def led(self, top: Floats, parts: Numbers) -> None:
        """The part that needs the least splitting to exclude a box says along which axis. top: over its spread."""
        if self.sides is None:
            return
        worse = top > self.top
        self.top = np.where(worse, top, self.top)
        self.lead = np.where(worse[:, None], parts.whole, self.lead)
        self.lacking = np.maximum(self.lacking, np.where(top[:, None] > 0, parts.whole, 0.0))

    @property
    def longest(self) -> NDArray[np.int64]:
        """(N,): the axis along which to split."""
        assert self.sides is not None
        split = np.where((self.top > _OPENING_LEAD)[:, None], self.lead, self.lacking) * (self.sides > 0)
        return np.asarray(np.where(split.max(axis=1, keepdims=True) > 0, split, self.sides).argmax(axis=1))

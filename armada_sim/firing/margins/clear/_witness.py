"""Witnesses of a clear shot: a slide, a point of the base and a point of the target, carried by the shooter.

A witness is fixed in the gun frame of the unmoved shooter and goes wherever the shooter goes. Under every
option a shot is clear iff some witness has all its needs met, and each need names the shooter and at most
one other piece (`clear._needs`), which is what the margins of clear shots and the search for flips build on.

Under `clear_template` the end says up to which depth nothing may lie under the large piece.
Frame of the geometry: axes of the table, origin at the shooter's pivot, mm; of the numbers: the gun frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from armada_sim.firing.margins._arrays import NDArray, np
from armada_sim.firing.margins.plane import Floats, View, outlines
from armada_sim.table import Rules

Ints = NDArray[np.int64]


class Columns(NamedTuple):
    """Views of the numbers of witnesses, through which they can be set: (W,) mm, gun frame of the view."""

    slide: Floats
    start: Floats
    """On the side."""

    x: Floats
    y: Floats
    """Of the end."""


@dataclass(frozen=True)
class Witnesses:
    """Some witnesses as numbers, one a row."""

    view: Ints
    """Index of the view."""

    numbers: Floats
    """(W, 4) mm: see `Columns`."""

    @property
    def columns(self) -> Columns:
        """Their numbers by name."""
        return Columns(*self.numbers.T)

    def __len__(self) -> int:
        return len(self.view)

    def take(self, index: NDArray[np.int64] | NDArray[np.bool_]) -> Witnesses:
        """Some of them."""
        return Witnesses(self.view[index], self.numbers[index])


def together(parts: Sequence[Witnesses]) -> Witnesses:
    """All the witnesses of some groups."""
    return Witnesses(
        np.concatenate([part.view for part in parts]),
        np.concatenate([part.numbers for part in parts]),
    )


@dataclass(frozen=True)
class Shape:
    """Witnesses as points of the unmoved shooter; leading axes (N or 1, W)."""

    view: Ints
    slide: Floats
    start: Floats
    """(N, W, 2)"""

    end: Floats
    sight: Floats
    """(N, W, K, 2): what blockers must keep out of."""

    laid: Floats
    """(N, W, K, 2): the large piece."""


@dataclass(frozen=True)
class Guns:
    """The views of a shot with what turns numbers into points."""

    views: tuple[View, ...]
    rules: Rules
    pivot: Floats
    """mm, table frame: the shooter's pivot."""

    @property
    def axes(self) -> tuple[Floats, Floats, Floats]:
        """(V, 2) each: origin, direction along the side, direction outwards; axes of the table."""
        axes = np.array([view.gun.axes_float() for view in self.views])
        return axes[:, 0] - self.pivot, axes[:, 1], axes[:, 2]

    def points(self, view: Ints, x: Floats, y: Floats) -> Floats:
        """Points of the gun frames; view broadcast against x and y."""
        origin, along, out = self.axes
        return np.asarray(origin[view] + x[..., None] * along[view] + y[..., None] * out[view])

    def shape(self, w: Witnesses) -> Shape:
        """The points of some witnesses."""
        slide, start, x, y = w.columns
        view = w.view[:, None]
        _, along, out = self.axes
        mirrored = along[:, 0] * out[:, 1] - along[:, 1] * out[:, 0] < 0

        def outline(limit: Floats) -> Floats:
            corners = outlines(self.views[0], slide, limit)
            corners = self.points(view, corners[..., 0], corners[..., 1])
            return np.where(mirrored[w.view, None, None], corners[:, ::-1], corners)

        first, last = self.points(w.view, start, np.zeros_like(start)), self.points(w.view, x, y)
        laid = outline(np.full(len(w), self.views[0].depth))
        sight = outline(y) if self.rules.obstruction == "clear_template" else np.stack((first, last), axis=1)
        where = (slide, first, last, sight, laid)
        return Shape(w.view[None], *(part[None] for part in where))

    def proper(self, w: Witnesses) -> Witnesses:
        """The nearest witnesses that the unmoved shooter's large piece really covers."""
        found = replace(w, numbers=w.numbers.copy())
        slide, start, x, y = found.columns
        first, last, low, high = (
            np.array([getattr(v, name) for v in self.views])[w.view] for name in ("first", "last", "low", "high")
        )
        base, depth = self.views[0].base, self.views[0].depth
        slide[:], y[:] = np.clip(slide, first, last), np.clip(y, 0.0, depth)
        inset = self.views[0].inset(y)
        x[:] = np.clip(x, slide + inset, slide + base - inset)
        start[:] = np.clip(start, np.maximum(slide, low), np.minimum(slide + base, high))
        return found

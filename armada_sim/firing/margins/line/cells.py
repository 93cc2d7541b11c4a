"""Proof that a clear shot stays clear, one box of the shooter's motions at a time.

`line.open` proves it for all motions of the shooter at once, by one direction of the lines: what the shooter's motion
takes from their reach is lost for all of them. Here its motions are split into boxes, and each box may have a
direction of its own. A motion g of a box with the middle m is m after a motion d that shifts by no more than the box's
half diagonal and turns by no more than its half turn. Seen from the shooter at m, every other piece lies where the
inverse of m takes it, and is off by as much as before; the shooter is off by what d moves a corner at most. So
`line.open` applies to what is seen from there, and the shot stays clear if it proves so for each box that holds a
motion within the error. Frame: axes of the table, motions about the shooter's pivot (`margins.plane`), mm and radians.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from armada_sim.firing.margins.line.open import Corner, OpenProof
from armada_sim.firing.margins.plane import Floats, Motion, Piece, View, longest_arm, most_turn, turned
from armada_sim.firing.margins.work import Work

CELLS: Final = 160
"""1. Boxes of the shooter's motions after which the proof of a line of fire that splits them is given up."""

Angle = float | None
"""radians, gun frame: the direction of the lines; None: any."""


@dataclass(frozen=True)
class _Box:
    """A box of the shooter's motions."""

    centre: Floats
    half: Floats
    hints: tuple[tuple[int, Angle], ...]
    """Views and directions that prove it for the middle of the box that it is a part of."""


class CellProof:
    """The views of one clear shot, and the directions that each tries."""

    def __init__(self, views: Sequence[View], angles: Sequence[Sequence[Angle]], work: Work) -> None:
        self.views, self.work = views, work
        self.every = tuple((i, angle) for i, own in enumerate(angles) for angle in own)
        self.regions: list[dict[Angle, list[Corner]]] = [{} for _ in views]
        self.arm = longest_arm(views[0].shooter)

    def holds(self, eps: float) -> bool:
        """Whether no placement within eps closes the shot, as far as some boxes tell."""
        shooter = self.views[0].shooter
        error = shooter.weight * eps
        half = np.array([error, error, most_turn(shooter, error)])
        todo, looked = [_Box(np.zeros(3), half, self.every)], 0
        while todo:
            box = todo.pop()
            looked += 1
            if looked > CELLS or self.work.over:
                return False
            spread = math.hypot(box.half[0], box.half[1]) + 2 * math.sin(box.half[2] / 2) * self.arm
            if self._least(box) - spread > error:
                continue
            left = self._proving(box, box.hints, eps, 0.0) or self._proving(box, self.every, eps, 0.0)
            if not left:
                return False
            if self._proving(box, left, eps, spread, first=True):
                continue
            todo += [replace(part, hints=left) for part in self._halves(box)]
        return True

    def _least(self, box: _Box) -> float:
        """mm. The farthest that the motion in the middle moves a corner of the shooter."""
        x, y, turn = (float(v) for v in box.centre)
        return self.views[0].shooter.displacement(self._seen(0, (x, y, turn)))

    def _proving(
        self, box: _Box, ways: Sequence[tuple[int, Angle]], eps: float, spread: float, *, first: bool = False
    ) -> tuple[tuple[int, Angle], ...]:
        """The views and directions, or the first of them, that prove it for motions that are `spread` mm from the middle."""
        proofs: dict[int, OpenProof] = {}
        found = []
        for i, angle in ways:
            if i not in proofs:
                proofs[i] = OpenProof(self._from(i, box, spread / eps), self.work, self.regions[i])
            if proofs[i].holds(angle, eps):
                found.append((i, angle))
                if first:
                    break
        return tuple(found)

    def _seen(self, i: int, motion: Motion) -> Motion:
        """A motion in the gun frame of a view."""
        _, (wx, wy), (mx, my) = self.views[i].gun.axes_float()
        x, y, turn = motion
        return x * wx + y * wy, x * mx + y * my, turn if wx * my - wy * mx > 0 else -turn

    def _from(self, i: int, box: _Box, weight: float) -> View:
        """A view from where the motion in the middle of a box takes the shooter, which is off by a share of the error."""
        view = self.views[i]
        x, y, turn = self._seen(i, (float(box.centre[0]), float(box.centre[1]), float(box.centre[2])))
        pivot = view.shooter.pivot

        def back(points: Floats) -> Floats:
            return turned(points - np.array([x, y]), pivot, (0.0, 0.0, -turn))

        def moved(piece: Piece) -> Piece:
            return replace(piece, corners=back(piece.corners))

        solids = tuple(moved(piece) for piece in view.solids)
        return replace(
            view, shooter=replace(view.shooter, weight=weight), target=moved(view.target), part=back(view.part),
            solids=solids, laid_on=solids,
        )  # fmt: skip

    def _halves(self, box: _Box) -> list[_Box]:
        """The halves of a box along what moves corners most."""
        axis = int((box.half * np.array([1.0, 1.0, self.arm])).argmax())
        half, move = box.half.copy(), np.zeros(3)
        half[axis] /= 2
        move[axis] = half[axis]
        return [_Box(box.centre - move, half, box.hints), _Box(box.centre + move, half, box.hints)]

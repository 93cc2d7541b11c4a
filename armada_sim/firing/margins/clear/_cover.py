"""Can an adversary who moves every piece a little rob a clear shot of all its known witnesses?

A witness is fixed to the shooter, and each of its needs names one other piece: where that piece lies
*as the shooter sees it* decides alone whether it is lost. So for each piece the places the shooter may
see it at are covered with boxes; over each box some witnesses may be lost (`clear._needs`); and the shot stays
clear unless one box can be chosen for each piece so that together they take all witnesses. Boxes that
are in no such choice are dropped, the others split, until none is left.

All pieces see the same motion of the shooter. So its motions are divided into cells, and each cell is settled by
itself, with those boxes only that a piece can be seen in from there. Which witnesses a box takes does not depend on
the cell: boxes are shared by all cells (`Places`), and what a cell has dropped its parts need not look at again.

Frame: axes of the table, origin at the shooter's pivot, mm, as the shooter sees it. With g the
shooter's motion and d a piece's own displacement (at most e at its corners) it sees the corner v at
g^-1(v + d). If g keeps within a cell (half-widths h about g0) and w = g0^-1 v, then along n that is within
e + |(h_x, h_y)| + h (|n J w| + e) + (h^2 / 2) (|n w| + e) of n w; and within e + the bound of `clear._needs` for
what the shooter carries of n v. What does not move is seen by -g alone; all of it is one piece here, whose boxes
are motions of the shooter.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Final

from armada_sim.firing.margins._arrays import NDArray, np
from armada_sim.firing.margins.clear._needs import SHOOTER, Boxes, Stage
from armada_sim.firing.margins.clear._witness import Ints, Shape, Witnesses, together
from armada_sim.firing.margins.plane import (
    Floats,
    across,
    carried_by,
    longest_arm,
    most_turn,
    shift_of,
    swing,
    turn_of,
    turned_by,
)

_COVER_DIRECTIONS: Final = 12
"""Directions in which a box of places is compared with how far a piece may be off."""

_COVER_MASKS: Final = 150
"""Sets of witnesses that are kept apart while choices of several pieces are put together."""

_COVER_LEAVES: Final = 400
"""Boxes of places of one piece at which that proof splits them no more before it splits the shooter's motions."""

_COVER_ROUNDS: Final = 3
"""Times it splits them for one cell of the shooter's motions."""

_COVER_ALL: Final = 120
"""Up to so many boxes of places of one piece are all split; of more only those that take most."""

Masks = list[int]
"""Sets of witnesses, a bit each."""

_ANGLES = np.arange(_COVER_DIRECTIONS) * (2 * math.pi / _COVER_DIRECTIONS)
_FAN = np.column_stack((np.cos(_ANGLES), np.sin(_ANGLES)))


@dataclass(frozen=True)
class Cell:
    """A box of the shooter's motions."""

    centre: Floats
    half: Floats

    @classmethod
    def within(cls, stage: Stage, eps: float) -> Cell:
        """Every motion within eps."""
        error = stage.pieces[SHOOTER].weight * eps
        return cls(np.zeros(3), np.array([error, error, most_turn(stage.pieces[SHOOTER], error)]))


def packed(lost: NDArray[np.bool_]) -> Masks:
    """Sets as bits."""
    return [int("".join(map("01".__getitem__, row)), 2) for row in lost.tolist()]


def maximal(masks: Iterable[int]) -> Masks:
    """Those masks that are in no other one, once each, in order."""
    kept: Masks = []
    for mask in sorted(set(masks), key=int.bit_count, reverse=True):
        if all(mask & ~other for other in kept):
            kept.append(mask)
    return sorted(kept)


def _joined_masks(first: Masks, second: Masks) -> Masks:
    """Unions of a mask of each, the maximal ones; of too many, pairs are united (which takes more)."""
    unions = sorted({one | other for one in first for other in second})
    while len(unions) > _COVER_MASKS:
        if len(unions) <= 4 * _COVER_MASKS:
            unions = maximal(unions)
        if len(unions) > _COVER_MASKS:
            half = len(unions) // 2
            pairs = zip(unions[:half], unions[half : 2 * half], strict=True)
            unions = sorted({*(one | other for one, other in pairs), *unions[2 * half :]})
    return maximal(unions)


class Places:
    """A tree of boxes of places at which the shooter may see one piece, and what each of them takes."""

    def __init__(self, cover: Cover, k: int, centre: Floats, half: Floats) -> None:
        self.cover, self.k = cover, k
        piece = cover.stage.pieces[k]
        self.arm = longest_arm(piece)
        self.centre, self.half = np.empty((0, 3)), np.empty((0, 3))
        self.least: Floats = np.empty((0, _COVER_DIRECTIONS, len(piece.corners)))
        self.lost = np.empty((0, cover.count), dtype=bool)
        self.masks: Masks = []
        self.parts: Ints = np.empty((0,), dtype=np.int64)
        self._add(centre, half)

    def _add(self, centre: Floats, half: Floats) -> None:
        """More boxes."""
        lost = self.cover.taken(self.k, centre, half, self.cover.shape)
        held = self.cover.stage.own(self.k, Boxes(self.k, centre, half))
        least = -held.most(np.broadcast_to(-_FAN, (len(centre), *_FAN.shape)))
        self.centre, self.half = np.concatenate((self.centre, centre)), np.concatenate((self.half, half))
        self.least, self.lost = np.concatenate((self.least, least)), np.concatenate((self.lost, lost))
        self.masks = self.masks + packed(lost)
        self.parts = np.concatenate((self.parts, np.full(len(centre), -1)))

    def learn(self, shape: Shape) -> None:
        """More witnesses."""
        new = self.cover.taken(self.k, self.centre, self.half, shape)
        self.lost = np.concatenate((self.lost, new), axis=1)
        self.masks = packed(self.lost)

    def taking(self, which: Ints) -> Masks:
        """What some boxes take."""
        return [self.masks[i] for i in which.tolist()]

    def split(self, which: Ints) -> Ints:
        """The quarters of some boxes, along their longest sides."""
        new = which[self.parts[which] < 0]
        if len(new):
            centre, half = self.centre[new], self.half[new]
            size = half * np.array([1.0, 1.0, self.arm])
            for _ in range(2):
                rows, axis = np.arange(len(half)), size.argmax(axis=1)
                half, size, move = half.copy(), size.copy(), np.zeros_like(half)
                half[rows, axis] /= 2
                size[rows, axis] /= 2
                move[rows, axis] = half[rows, axis]
                centre = np.stack((centre - move, centre + move), axis=1).reshape(-1, 3)
                half, size = np.repeat(half, 2, axis=0), np.repeat(size, 2, axis=0)
            self.parts[new] = len(self.parts) + 4 * np.arange(len(new))
            self._add(centre, half)
        return np.asarray((self.parts[which][:, None] + np.arange(4)).ravel())

    def seen(self, which: Ints, cell: Cell) -> Ints:
        """Those boxes that hold a place seen from a cell (at least those)."""
        stage, piece = self.cover.stage, self.cover.stage.pieces[self.k]
        error = piece.weight * self.cover.eps
        if self.k == SHOOTER:
            limit = piece.corners @ _FAN.T + error
            met = (abs(self.centre[which] - cell.centre) <= self.half[which] + cell.half).all(axis=1)
        else:
            limit = np.array([self.cover.limit(cell, n, piece.corners, error) for n in _FAN]).T
            met = np.ones(len(which), dtype=bool)
        return np.asarray(which[met & (self.least[which] <= limit.T + stage.rounding).all(axis=(1, 2))])


_Leaves = dict[int, Ints]
"""For each piece the boxes that still matter."""


class Cover:
    """One eps and some witnesses; the cells share the boxes."""

    def __init__(self, stage: Stage, witnesses: Witnesses, eps: float, whole: Cell) -> None:
        self.stage, self.eps, self.whole = stage, eps, whole
        self.witnesses, self.shape, self.count = witnesses, stage.guns.shape(witnesses), len(witnesses)
        still = [k for k in range(1, len(stage.pieces)) if not stage.pieces[k].weight]
        asked = set(stage.asked)
        self.still = [k for k in (SHOOTER, *still) if k in asked]
        groups = [SHOOTER] if self.still else []
        groups += [k for k in range(1, len(stage.pieces)) if k not in still and k in asked]
        self.places = {k: Places(self, k, *self._first(k)) for k in groups}

    @property
    def work(self) -> int:
        """Boxes looked at."""
        return sum(len(places.parts) for places in self.places.values())

    def learn(self, witnesses: Witnesses) -> None:
        """More witnesses."""
        more = self.stage.guns.shape(witnesses)
        for places in self.places.values():
            places.learn(more)
        self.witnesses = together([self.witnesses, witnesses])
        self.shape, self.count = self.stage.guns.shape(self.witnesses), len(self.witnesses)

    def leaves(self) -> _Leaves:
        """What to begin with."""
        return {k: np.zeros(1, dtype=np.int64) for k in self.places}

    def _first(self, k: int) -> tuple[Floats, Floats]:
        """A box of everything piece k may be seen at."""
        cell = self.whole
        if k == SHOOTER:
            return cell.centre[None], cell.half[None]
        piece = self.stage.pieces[k]
        error = piece.weight * self.eps
        turn = most_turn(piece, error)
        high = np.array([self.limit(cell, n, piece.pivot[None], error)[0] for n in np.eye(2)])
        low = -np.array([self.limit(cell, -n, piece.pivot[None], error)[0] for n in np.eye(2)])
        centre = np.array([*((low + high) / 2 - piece.pivot), -turn_of(cell.centre)])
        return centre[None], np.array([*((high - low) / 2), turn + turn_of(cell.half)])[None]

    def limit(self, cell: Cell, n: Floats, points: Floats, error: float) -> Floats:
        """(A,) mm: most of n x for points of a piece as the shooter may see them from a cell."""
        shooter = self.stage.pieces[SHOOTER]
        seen = turned_by((points - shift_of(cell.centre))[None], -turn_of(cell.centre[None]))[0]
        h = float(turn_of(cell.half))
        flank = across(n)
        box = seen @ n + error + math.hypot(*shift_of(cell.half))
        box = box + h * (abs(seen @ flank) + error) + h * h / 2 * (abs(seen @ n) + error)
        arm, bend = abs(points @ flank) + error, np.maximum(-(points @ n), 0.0) + error
        swung = swing(1.0, arm, bend, shooter.radius, self.eps * shooter.weight)
        return np.asarray(np.minimum(box, points @ n + error + swung))

    def taken(self, k: int, centre: Floats, half: Floats, shape: Shape) -> NDArray[np.bool_]:
        """(N, W): which witnesses may be lost somewhere in each box."""
        boxes, whose = Boxes(k, centre, half), self.still if k == SHOOTER else [k]
        needs = [self.stage.surely(shape, boxes, j) for j in whose]
        least = reduce(np.minimum, needs)  # of pieces that cannot be off, one row for all boxes
        return np.broadcast_to(least <= self.stage.rounding, (len(centre), least.shape[-1]))

    def settled(self, cell: Cell, leaves: _Leaves) -> _Leaves | None:
        """None if no choice of boxes seen from a cell takes all witnesses, else the boxes that still matter."""
        leaves = {k: self.places[k].seen(which, cell) for k, which in leaves.items()}
        for last in range(_COVER_ROUNDS, -1, -1):
            left = self._dangerous(leaves)
            if left is None or not last:
                return left
            leaves = left
            split = False
            for k, places in self.places.items():
                which = leaves[k]
                leading = places.lost[which].any(axis=1)
                if len(which) > _COVER_ALL:
                    leading &= self._leading(places.taking(which))
                if len(which) > _COVER_LEAVES or not leading.any():
                    continue
                split = True
                leaves[k] = np.concatenate((which[~leading], places.seen(places.split(which[leading]), cell)))
            if not split:
                break
        return leaves

    def _dangerous(self, leaves: _Leaves) -> _Leaves | None:
        """The boxes that are in a choice which takes all witnesses; None if there is none."""
        masks, everything = {k: self.places[k].taking(which) for k, which in leaves.items()}, (1 << self.count) - 1
        if not all(masks.values()):
            return None
        best = {k: maximal(mask) for k, mask in masks.items()}
        found = {}
        for k, which in leaves.items():
            rest = [0]
            for j in leaves:
                if j != k:
                    rest = _joined_masks(rest, best[j])
            dangerous = {mask: any(mask | other == everything for other in rest) for mask in set(masks[k])}
            if not any(dangerous.values()):
                return None
            found[k] = which[np.array([dangerous[mask] for mask in masks[k]])]
        return found

    def _leading(self, masks: Masks) -> NDArray[np.bool_]:
        """Boxes that take what no other box takes too, and more; the rest need no split yet."""
        waiting, found = set(maximal(masks)), np.zeros(len(masks), dtype=bool)
        for i, mask in enumerate(masks):
            if mask in waiting:
                found[i] = True
                waiting.remove(mask)
        return found

    def suspect(self, cell: Cell, leaves: _Leaves) -> Floats:
        """A placement (P, 3) from boxes that may take all witnesses: middles, seen from the cell's middle."""
        motions = np.zeros((len(self.stage.pieces), 3))
        motions[SHOOTER] = cell.centre
        taken, masks = 0, {k: self.places[k].taking(which) for k, which in leaves.items()}
        for k in sorted(leaves, key=lambda k: -max(map(int.bit_count, masks[k]))):
            size = [(mask | taken).bit_count() for mask in masks[k]]
            best = size.index(max(size))
            if size[best] <= taken.bit_count() or k == SHOOTER:
                continue
            taken |= masks[k][best]
            pivot = self.stage.pieces[k].pivot
            place = self.places[k].centre[leaves[k][best]]
            now = carried_by((pivot + shift_of(place))[None, None], cell.centre[None])[0, 0]
            motions[k] = *(now - pivot), turn_of(place) + turn_of(cell.centre)
        return motions

    def halves(self, cell: Cell) -> list[Cell]:
        """The halves of a cell along its longest side that hold a motion within eps."""
        gun = self.stage.pieces[SHOOTER]
        size = cell.half * np.array([1.0, 1.0, longest_arm(gun)])
        half, move = cell.half.copy(), np.zeros(3)
        axis = int(size.argmax())
        half[axis] /= 2
        move[axis] = half[axis]
        cells = [Cell(cell.centre - move, half), Cell(cell.centre + move, half)]
        limit = (gun.corners @ _FAN.T + gun.weight * self.eps).T + self.stage.rounding
        kept = []
        for part in cells:
            held = self.stage.own(SHOOTER, Boxes(SHOOTER, part.centre[None], part.half[None]))
            if (-held.most(-_FAN[None]) <= limit).all():
                kept.append(part)
        return kept

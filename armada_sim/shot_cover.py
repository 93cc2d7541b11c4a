"""Can an adversary who moves every piece a little rob a clear shot of all its known witnesses?

A witness is fixed to the shooter, and each of its needs names one other piece: where that piece lies
*as the shooter sees it* decides alone whether it is lost. So for each piece the places the shooter may
see it at are covered with boxes; over each box some witnesses may be lost (`shot_needs`); and the shot stays
clear unless one box can be chosen for each piece so that together they take all witnesses. Boxes that
are in no such choice are dropped, the others split, until none is left.

Frame: axes of the table, origin at the shooter's pivot, mm, as the shooter sees it. With g the
shooter's motion and d a piece's own displacement (at most e at its corners) it sees the corner v at
g^-1(v + d). If g keeps within a cell (half-widths h about g0) and w = g0^-1 v, then along n that is within
e + |(h_x, h_y)| + h (|n J w| + e) + (h^2 / 2) (|n w| + e) of n w; and within e + the bound of `shot_needs` for
what the shooter carries of n v. Pieces see the same g; that is used only by splitting its cell.
What does not move is seen by -g alone; all of it is one piece here, whose boxes are motions of the shooter.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from armada_sim.shot_needs import SHOOTER, Stage, across, turned_by
from armada_sim.shot_views import Floats, Piece
from armada_sim.shot_witness import Shape
from armada_sim.tolerance import COVER_ALL, COVER_BOXES, COVER_DIRECTIONS, COVER_MASKS

Masks = NDArray[np.uint64]
"""(M, words): sets of witnesses."""

_ANGLES = np.arange(COVER_DIRECTIONS) * (2 * math.pi / COVER_DIRECTIONS)
_FAN = np.column_stack((np.cos(_ANGLES), np.sin(_ANGLES)))


@dataclass(frozen=True)
class Cell:
    """A box of the shooter's motions."""

    centre: Floats
    half: Floats


def most_turn(piece: Piece, error: float) -> float:
    """Radians. Most that a piece can turn while no corner moves farther than `error` (`shot_views`)."""
    return 2 * math.asin(error / (2 * piece.radius)) if error < 2 * piece.radius else math.pi


def packed(lost: NDArray[np.bool_]) -> Masks:
    """Sets as bits; bits that stand for no witness are set."""
    rows, count = lost.shape
    full = np.ones((rows, -count % 64 + count), dtype=bool)
    full[:, :count] = lost
    return np.packbits(full, axis=1).view(np.uint64)


def maximal(masks: Masks) -> Masks:
    """Those masks that are in no other one."""
    masks = np.unique(masks, axis=0)
    size = np.bitwise_count(masks).sum(axis=1)
    masks = masks[np.argsort(-size, kind="stable")]
    kept = np.zeros_like(masks)
    count = 0
    for mask in masks:
        if not (mask & ~kept[:count] == 0).all(axis=1).any():
            kept[count] = mask
            count += 1
    return kept[:count]


def joined_masks(first: Masks, second: Masks) -> Masks:
    """Unions of a mask of each, the maximal ones; of too many, pairs are united (which takes more)."""
    unions = (first[:, None] | second[None]).reshape(-1, first.shape[1])
    while len(unions) > COVER_MASKS:
        unions = maximal(np.unique(unions, axis=0)[:]) if len(unions) <= 16 * COVER_MASKS else np.unique(unions, axis=0)
        if len(unions) > COVER_MASKS:
            half = len(unions) // 2
            unions = np.concatenate((unions[:half] | unions[half : 2 * half], unions[2 * half :]))
    return maximal(unions)


class Cover:
    """One eps, one cell of the shooter's motions."""

    def __init__(self, stage: Stage, shape: Shape, eps: float, cell: Cell) -> None:
        self.stage, self.shape, self.eps, self.cell = stage, shape, eps, cell
        self.looked_at = 0
        still = [k for k in range(1, len(stage.pieces)) if not stage.pieces[k].weight]
        asked = {piece for _, piece in stage.asked}
        self.still = [k for k in (SHOOTER, *still) if k in asked]
        self.groups = [SHOOTER] if self.still else []
        self.groups += [k for k in range(1, len(stage.pieces)) if k not in still and k in asked]
        self.boxes = {k: self._first(k) for k in self.groups}
        self.lost = {k: self._lost(k, *self.boxes[k]) for k in self.groups}

    def _first(self, k: int) -> tuple[Floats, Floats]:
        """A box of everything piece k may be seen at."""
        stage, cell = self.stage, self.cell
        if k == SHOOTER:
            return cell.centre[None], cell.half[None]
        piece = stage.pieces[k]
        error = piece.weight * self.eps
        turn = most_turn(piece, error)
        high = np.array([self._limit(n, piece.pivot[None], error)[0] for n in np.eye(2)])
        low = -np.array([self._limit(-n, piece.pivot[None], error)[0] for n in np.eye(2)])
        centre = np.array([*((low + high) / 2 - piece.pivot), -cell.centre[2]])
        return centre[None], np.array([*((high - low) / 2), turn + cell.half[2]])[None]

    def _seen(self, points: Floats) -> Floats:
        """Points (A, 2) as the shooter sees them from the middle of its cell."""
        return np.asarray(turned_by((points - self.cell.centre[:2])[None], -self.cell.centre[2:])[0])

    def _limit(self, n: Floats, points: Floats, error: float) -> Floats:
        """(A,) mm: most of n x for points of a piece as the shooter may see them."""
        cell, shooter = self.cell, self.stage.pieces[SHOOTER]
        seen = self._seen(points)
        h = float(cell.half[2])
        flank = across(n)
        box = seen @ n + error + math.hypot(*cell.half[:2])
        box = box + h * (np.abs(seen @ flank) + error) + h * h / 2 * (np.abs(seen @ n) + error)
        e, r = self.eps * shooter.weight, shooter.radius
        arm = np.abs(points @ flank) + error + e / (2 * r) * (np.maximum(-(points @ n), 0.0) + error)
        return np.asarray(np.minimum(box, points @ n + error + e * np.hypot(1.0, arm / r)))

    def _boxes(self, k: int, centre: Floats, half: Floats) -> tuple[Floats, Floats]:
        """Boxes of placements of everything in which only piece k moves."""
        whole = np.zeros((2, len(centre), len(self.stage.pieces), 3))
        whole[0, :, k], whole[1, :, k] = centre, half
        return whole[0], whole[1]

    def _lost(self, k: int, centre: Floats, half: Floats) -> NDArray[np.bool_]:
        """(N, W): which witnesses may be lost somewhere in each box."""
        self.looked_at += len(centre)
        boxes = self._boxes(k, centre, half)
        whose = self.still if k == SHOOTER else [k]
        needs = [self.stage.needs(self.shape, boxes, None, only=j).min(axis=0) for j in whose]
        return np.asarray(np.min(needs, axis=0) <= self.stage.rounding)

    def _inside(self, k: int, centre: Floats, half: Floats) -> NDArray[np.bool_]:
        """Boxes that hold a place where the shooter may see piece k (at least those)."""
        piece = self.stage.pieces[k]
        held = self.stage.own(k, self._boxes(k, centre, half), None)
        if k == SHOOTER:
            limit = piece.corners @ _FAN.T + piece.weight * self.eps
        else:
            limit = np.array([self._limit(n, piece.corners, piece.weight * self.eps) for n in _FAN]).T
        fan = np.broadcast_to(-_FAN, (len(centre), *_FAN.shape))
        least = -held.most(fan)
        return np.asarray((least <= limit.T + self.stage.rounding).all(axis=(1, 2)))

    def refine(self) -> bool | None:
        """Splits the boxes that matter; True if no choice of boxes takes all witnesses, None if there are too many."""
        masks = {k: packed(self.lost[k]) for k in self.groups}
        best = {k: maximal(mask) for k, mask in masks.items()}
        chosen = {}
        for k in self.groups:
            rest = np.zeros((1, masks[k].shape[1]), dtype=np.uint64)
            for j in self.groups:
                if j != k:
                    rest = joined_masks(rest, best[j])
            free = np.zeros(len(masks[k]), dtype=bool)
            for other in rest:
                free |= ((masks[k] | other) == np.uint64(2**64 - 1)).all(axis=1)
            chosen[k] = free
            if not free.any():
                return True
        for k in self.groups:
            centre, half = (part[chosen[k]] for part in self.boxes[k])
            lost, mask = self.lost[k][chosen[k]], masks[k][chosen[k]]
            leading = lost.any(axis=1)
            if len(mask) > COVER_ALL:
                leading &= self._leading(mask)
            if leading.any():
                one, two = self._split(k, centre[leading], half[leading])
                inside = self._inside(k, one, two)
                one, two = one[inside], two[inside]
                centre, half = np.concatenate((centre[~leading], one)), np.concatenate((half[~leading], two))
                lost = np.concatenate((lost[~leading], self._lost(k, one, two)))
            if len(centre) > COVER_BOXES:
                return None
            self.boxes[k], self.lost[k] = (centre, half), lost
            if not len(centre):
                return True
        return False

    def _leading(self, masks: Masks) -> NDArray[np.bool_]:
        """Boxes that take what no other box takes too, and more; the rest need no split yet."""
        _, first = np.unique(masks, axis=0, return_index=True)
        distinct = masks[first]
        size = np.bitwise_count(distinct).sum(axis=1)
        found = np.zeros(len(masks), dtype=bool)
        kept = np.zeros_like(distinct)
        count = 0
        for i in np.argsort(-size, kind="stable"):
            if not (distinct[i] & ~kept[:count] == 0).all(axis=1).any():
                kept[count] = distinct[i]
                count += 1
                found[first[i]] = True
        return found

    def _split(self, k: int, centre: Floats, half: Floats) -> tuple[Floats, Floats]:
        """Quarters along the longest sides."""
        piece = self.stage.pieces[k]
        outer = float(np.hypot(*(piece.corners - piece.pivot).T).max())
        size = half * np.array([1.0, 1.0, outer])
        for _ in range(2):
            rows, axis = np.arange(len(half)), size.argmax(axis=1)
            half, size, move = half.copy(), size.copy(), np.zeros_like(half)
            half[rows, axis] /= 2
            size[rows, axis] /= 2
            move[rows, axis] = half[rows, axis]
            centre, half, size = np.concatenate((centre - move, centre + move)), np.concatenate((half, half)), np.concatenate((size, size))
        return centre, half

    def suspect(self) -> Floats | None:
        """A placement (P, 3) from boxes that together may take all witnesses: middles, seen from the cell's middle."""
        masks = {k: packed(self.lost[k]) for k in self.groups}
        found = self._pick(list(self.groups), masks, np.zeros(next(iter(masks.values())).shape[1], dtype=np.uint64))
        if found is None:
            return None
        motions = np.zeros((len(self.stage.pieces), 3))
        shooter = self.cell.centre
        motions[SHOOTER] = shooter
        for k, i in found.items():
            if k == SHOOTER:
                continue
            pivot = self.stage.pieces[k].pivot
            dx, dy, turn = self.boxes[k][0][i]
            now = turned_by((pivot + np.array([dx, dy]))[None, None], shooter[2:])[0, 0] + shooter[:2]
            motions[k] = *(now - pivot), turn + shooter[2]
        return motions

    def _pick(self, groups: list[int], masks: dict[int, Masks], taken: Masks) -> dict[int, int] | None:
        """One box for each piece so that all witnesses are taken (greedily: it may miss a choice)."""
        found = {}
        for k in sorted(groups, key=lambda k: -int(np.bitwise_count(masks[k]).sum(axis=1).max())):
            size = np.bitwise_count(masks[k] | taken).sum(axis=1)
            best = int(size.argmax())
            if int(size[best]) > int(np.bitwise_count(taken).sum()):
                found[k], taken = best, taken | masks[k][best]
        return found

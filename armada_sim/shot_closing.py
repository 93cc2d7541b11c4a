"""The least disturbance found that closes a clear shot: greedy moves against a sample of lines.

Everything in the table frame, mm. Lines are fixed to the shooter: a start on its side, a direction
per mm of depth and the depth it may have. A placement closes the sample if on every line a solid
comes before the target, or the target does not come within the depth. Pieces are moved in turn to
whichever of a fan of extreme motions leaves least open. It proves nothing: what is found is checked
exactly elsewhere, and lines that turn out to be still open are added to the sample.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from armada_sim.shot_views import Floats, Motion, Piece, View, edge_normals
from armada_sim.tolerance import (
    CLOSING_ANGLES,
    CLOSING_DIRECTIONS,
    CLOSING_LINES,
    CLOSING_NEAR_MM,
    CLOSING_ROUNDS,
    CLOSING_STARTS,
)

STILL: Motion = (0.0, 0.0, 0.0)
_TURN_SHARES = (0.0, 0.5, -0.5, 0.8, -0.8, 1.0, -1.0)


@dataclass(frozen=True)
class Sample:
    """Lines fixed to the unmoved shooter, table frame."""

    start: Floats
    step: Floats
    """mm of (x, y) per mm of depth."""

    depth: Floats
    """mm. Greatest depth in reach."""


def joined(samples: Sequence[Sample]) -> Sample:
    """All the lines of some samples."""
    return Sample(
        np.concatenate([sample.start for sample in samples]),
        np.concatenate([sample.step for sample in samples]),
        np.concatenate([sample.depth for sample in samples]),
    )


def sample_of(view: View, xp: Floats, cotangent: Floats) -> Sample:
    """Lines of a view given by where they start on the side and their cotangent."""
    depth = np.full(len(xp), np.inf)
    usable = np.ones(len(xp), dtype=bool)
    for rest, ax, ay, sigma in view.bounds:
        rate, room = ax * cotangent + ay, rest + (ax + sigma) * xp
        usable &= room >= 0
        with np.errstate(all="ignore"):
            depth = np.minimum(depth, np.where(rate < 0, -room / rate, np.inf))
    usable &= np.isfinite(depth)
    xp, cotangent, depth = xp[usable], cotangent[usable], depth[usable]
    origin, along, out = (np.array(axis) for axis in view.gun.axes_float())
    return Sample(origin + xp[:, None] * along, cotangent[:, None] * along + out, depth)


def fan(view: View) -> Sample:
    """A grid of lines of a view."""
    starts = np.linspace(view.low, view.high, CLOSING_STARTS)
    angles = math.pi * (np.arange(CLOSING_ANGLES) + 0.5) / CLOSING_ANGLES
    xp, angle = (part.ravel() for part in np.meshgrid(starts, angles, indexing="ij"))
    return sample_of(view, xp, np.cos(angle) / np.sin(angle))


def near(view: View, xp: float, cotangent: float) -> Sample:
    """A line and some around it, closer and closer."""
    width = np.array([-1.0, -0.1, -0.01, 0.0, 0.01, 0.1, 1.0])
    more, turn = (part.ravel() for part in np.meshgrid(width, width * 0.1, indexing="ij"))
    starts = np.clip(xp + more, view.low, view.high)
    return sample_of(view, starts, cotangent + turn)


class Closing:
    """One shot: its movable pieces and the lines to close."""

    def __init__(self, shooter: Piece, target: Piece, solids: list[Piece], sample: Sample) -> None:
        self.shooter, self.target, self.solids = shooter, target, solids
        self.whole = sample
        self.sample = sample
        self.extra: list[Sample] = []

    def add(self, sample: Sample) -> None:
        """Lines that turned out to stay open."""
        self.extra.append(sample)

    def search(self, eps: float, finer: int = 1) -> dict[str, Motion] | None:
        """Motions within eps that close every line of the sample, or None if none was found."""
        self.sample = self._relevant(eps, CLOSING_LINES * finer)
        motions = {piece.name: STILL for piece in (self.shooter, self.target, *self.solids)}
        fans = {
            p.name: extremes(p, p.weight * eps, finer)
            for p in (self.shooter, self.target, *self.solids)
            if p.weight
        }
        best = self._open([self._lines(STILL)], self._places(motions))[0]
        for _ in range(CLOSING_ROUNDS * finer):
            before = best
            for piece in (self.target, self.shooter, *self.solids):
                if best == 0.0:
                    break
                if piece.weight == 0.0:
                    continue
                tries = np.concatenate(([motions[piece.name]], fans[piece.name]))
                values = self._values(piece, tries, motions)
                chosen = int(np.argmin(values))
                dx, dy, turn = (float(part) for part in tries[chosen])
                best, motions[piece.name] = float(values[chosen]), (dx, dy, turn)
            if best == 0.0 or best >= before * 0.999:
                break
        if best > 0.0:
            return None
        return {name: motion for name, motion in motions.items() if motion != STILL}

    def _values(self, piece: Piece, tries: Floats, motions: dict[str, Motion]) -> Floats:
        """How much is open for each motion of one piece."""
        if piece is self.shooter:
            return self._open([self._lines((m[0], m[1], m[2])) for m in tries], self._places(motions))
        lines = [self._lines(motions[self.shooter.name])]
        places = self._places(motions)
        return self._open(lines, places, (piece.name, moved_shapes(piece, tries)))

    def _relevant(self, eps: float, lines: int) -> Sample:
        """The lines of the whole sample that can come near the target, thinned out."""
        whole = self.whole
        reach = 1 + float(np.hypot(*(self.target.corners - self.shooter.pivot).T).max()) / self.shooter.radius
        more = (self.target.weight + self.shooter.weight * reach) * eps + CLOSING_NEAR_MM
        centre = self.target.corners.mean(axis=0)
        normals = edge_normals(self.target.corners)
        inner = float((normals @ (self.target.corners - centre).T).max(axis=1).min())
        grown = centre + (self.target.corners - centre) * (1 + more / max(inner, CLOSING_NEAR_MM))
        begin, end = chords(grown[None], whole.start[None], whole.step[None])
        near = np.flatnonzero(((end >= begin) & (end >= 0) & (begin <= whole.depth))[0])
        near = near[:: max(1, len(near) // lines)]
        kept = Sample(whole.start[near], whole.step[near], whole.depth[near])
        return joined([kept, *self.extra])

    def _lines(self, motion: Motion) -> tuple[Floats, Floats]:
        """Starts and steps of the sample when the shooter has moved."""
        cosine, sine = math.cos(motion[2]), math.sin(motion[2])
        turn = np.array([[cosine, sine], [-sine, cosine]])
        pivot = self.shooter.pivot
        start = (self.sample.start - pivot) @ turn + pivot + np.array(motion[:2])
        return start, self.sample.step @ turn

    def _places(self, motions: dict[str, Motion]) -> list[tuple[str, Floats]]:
        """The target, then the solids, where they lie after their motions."""
        return [
            (piece.name, piece.moved(motions.get(piece.name, STILL))) for piece in (self.target, *self.solids)
        ]

    def _open(
        self, lines: list[tuple[Floats, Floats]], places: list[tuple[str, Floats]],
        varied: tuple[str, Floats] | None = None,
    ) -> Floats:  # fmt: skip
        """For each set of lines (or each shape of the varied piece) how much is open."""
        start = np.array([pair[0] for pair in lines])
        step = np.array([pair[1] for pair in lines])
        stop = self.sample.depth[None, :]
        enter = np.zeros_like(stop)
        for i, (name, corners) in enumerate(places):
            shapes = varied[1] if varied is not None and varied[0] == name else corners[None]
            begin, end = chords(shapes, start, step)
            if i == 0:
                enter = np.where((end > begin) & (end > 0), np.maximum(begin, 0.0), np.inf)
            else:
                stop = np.minimum(stop, np.where((end >= begin) & (end >= 0), np.maximum(begin, 0.0), np.inf))
        room = np.clip(stop - enter, 0.0, 4.0)
        return np.asarray(np.sqrt(room).sum(axis=1))


def chords(shapes: Floats, start: Floats, step: Floats) -> tuple[Floats, Floats]:
    """Depths at which lines enter and leave polygons; leave < enter if they miss.

    shapes (K or 1, n, 2), start and step (1 or K, L, 2); the result is (K, L).
    """
    edge = np.roll(shapes, -1, axis=1) - shapes
    normal = np.stack((edge[..., 1], -edge[..., 0]), axis=-1)
    level = (normal * shapes).sum(axis=-1)
    rate = normal @ np.swapaxes(step, 1, 2)
    rest = level[..., None] - normal @ np.swapaxes(start, 1, 2)
    with np.errstate(all="ignore"):
        where = rest / rate
    leave = np.where(rate > 0, where, np.inf).min(axis=1)
    enter = np.where(rate < 0, where, -np.inf).max(axis=1)
    return enter, leave


def extremes(piece: Piece, limit: float, finer: int = 1) -> Floats:
    """A fan of motions (K, 3) that move no corner farther than `limit` mm and some corner about that far.

    finer: how many times as many directions and turns.
    """
    half = 2 * math.asin(min(1.0, limit / (2 * _outer(piece))))
    angles = 2 * math.pi * np.arange(CLOSING_DIRECTIONS * finer) / (CLOSING_DIRECTIONS * finer)
    turn, angle = np.meshgrid(
        half * (np.array(_TURN_SHARES) if finer == 1 else np.linspace(-1, 1, 6 * finer + 1)),
        angles,
        indexing="ij",
    )
    across = np.column_stack((np.cos(angle.ravel()), np.sin(angle.ravel())))
    square = edge_normals(piece.corners)
    across = np.concatenate((across, square, -square))
    turns = np.concatenate((turn.ravel(), np.zeros(2 * len(square))))
    motions = np.column_stack((np.zeros_like(across), turns))
    step = moved_shapes(piece, motions) - piece.corners
    along = (step * across[:, None, :]).sum(axis=2)
    room = along**2 + limit * limit - (step**2).sum(axis=2)
    size = np.maximum((np.sqrt(np.maximum(room, 0.0)) - along).min(axis=1), 0.0)
    motions[:, :2] = across * size[:, None]
    return motions


def moved_shapes(piece: Piece, motions: Floats) -> Floats:
    """A piece's corners (K, n, 2) after each of some motions (K, 3)."""
    offset = piece.corners - piece.pivot
    cosine, sine = np.cos(motions[:, 2:]), np.sin(motions[:, 2:])
    x = cosine * offset[:, 0] - sine * offset[:, 1]
    y = sine * offset[:, 0] + cosine * offset[:, 1]
    return np.stack((x, y), axis=-1) + piece.pivot + motions[:, None, :2]


def _outer(piece: Piece) -> float:
    """mm. Distance of its farthest corner from its pivot."""
    return float(np.hypot(*(piece.corners - piece.pivot).T).max())

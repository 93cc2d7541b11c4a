"""How far pieces may be off before a closed shot opens: branch and bound over placements and witnesses.

`closed._boxes` says what F, the error a placement and a witness ask for, is at least over a box, and what it is in its
middle. Boxes are split, those with the least bound first, until none is left in which F may be below the margin that
is aimed at; if it takes too many, the margin is the least bound of those that are left. Middles where everything can
be met are placements that open the shot: the best is made better by small random changes, and decided exactly.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from armada_sim.firing.margins._arrays import np
from armada_sim.firing.margins._noise import Noise
from armada_sim.firing.margins._reach import Parted, parted
from armada_sim.firing.margins._shapes import pushed
from armada_sim.firing.margins.closed._boxes import SIZE, Gathered, named
from armada_sim.firing.margins.closed._demands import IMMOVABLE_COST
from armada_sim.firing.margins.closed.opening import Opening
from armada_sim.firing.margins.plane import FLIP_LIMIT_MM, Floats, Motion, Piece, placed, shift_of, turn_of, turned
from armada_sim.firing.margins.work import BOXES, Work
from armada_sim.geometry import FLIP_STEP_MM, MARGIN_GOAL_MM
from armada_sim.table import Pose, Ship

_OPENING_SAMPLES: Final = 800
"""Samples the search for an opening of a closed shot keeps."""

_OPENING_ROUNDS: Final = 8
"""Rounds of that search."""

_OPENING_CHILDREN: Final = 14
"""Samples near each of them that are looked at."""

_OPENING_PARENTS: Final = 16
"""Samples near which others are looked at in each round."""

_OPENING_PARTED: Final = 1.5
"""Half of them have the shooter where it is, half where it brings what it reaches up to so many times nearer the
target than is proved to be needed at least."""

_OPENING_UNMET: Final = 10.0
"""What that search counts a mm for by which the target, or the large piece, is not where it must be."""

CLOSED_AIM: Final = 0.75
"""Share of the margin's upper bound that the proof of a closed shot aims at while that is easy."""

_CLOSED_GOAL: Final = 0.503
"""Share that it aims at when it is not."""

_CLOSED_PART: Final = 0.93
"""Share of the least placement found that meets a part of what a shot asks for up to which the proof about that part
aims; where that is too little for the margin, it aims at `CLOSED_AIM` of it."""

_CLOSED_EASY: Final = 4_000
"""Boxes up to which it is."""

_CLOSED_BOXES: Final = 300_000
"""Boxes after which it is given up, and the margin is the least bound of those left."""

_CLOSED_CHUNK: Final = 1000
"""Boxes that are split together,"""

_CLOSED_SHARE: Final = 8
"""and where that is more, one in so many of those that are left: sorting them takes as long as splitting as many."""

_OPENING_WITNESS_MM: Final = 4.0
"""mm. How far, at first, the search for an opening changes slides and lines."""

_OPENING_GAIN: Final = 0.02
"""Share by which a placement that the proof comes across must be better to be followed."""

_SEED = 20091


def _cost(found: Gathered) -> Floats:
    """What the search for an opening counts for samples."""
    return np.asarray(found.value + np.where(found.unmet > 0, IMMOVABLE_COST + _OPENING_UNMET * found.unmet, 0.0))


@dataclass
class Search:
    """The search for the least F of one view."""

    opening: Opening
    most: int = _CLOSED_BOXES
    """Boxes after which it is given up."""

    work: Work = field(default_factory=Work)
    """What all searches about the shot may cost."""

    aim: float | None = None
    """mm. What F is proved to be at least, or not; None: as near to the least F as is promised."""

    def __post_init__(self) -> None:
        self.noise = Noise(_SEED)
        self.best: Floats | None = None
        self.high = FLIP_LIMIT_MM
        self.boxes = 0
        """Boxes looked at."""

    def narrow(self, high: float) -> None:
        """From now on only openings within `high` mm are looked at: what matters to none of them is left out."""
        self.opening = replace(self.opening, view=self.opening.view.within(high))

    @cached_property
    def parted(self) -> Parted:
        """What keeps the target out of reach, whatever else the shot asks for."""
        return parted(self.opening.view)

    def begin(self, like: Floats | None = None) -> None:
        """Looks for a placement that opens the shot. like: one that meets some of what it takes."""
        centre, half = self.opening.start(FLIP_LIMIT_MM)
        samples = centre + half * (2 * self.noise.uniform(_OPENING_SAMPLES, SIZE) - 1)
        shares = _OPENING_PARTED * self.noise.uniform(_OPENING_SAMPLES, 1) * (np.arange(_OPENING_SAMPLES) % 2)[:, None]
        named(samples).motion[:] = shares * self.parted.motion
        if like is not None:
            known = like != 0.0
            samples[::2, known] = like[known]
        self._polish(samples, self._score(samples), _OPENING_ROUNDS)

    def _score(self, samples: Floats, most: float = math.inf) -> Floats:
        """What samples cost; inf for some that surely cost more than `most`."""
        self.work.spend(len(samples) * (2 + self.opening.cost) // BOXES)
        if math.isinf(most):
            return _cost(self.opening.bounds(samples, np.zeros_like(samples)))
        score, chosen = np.full(len(samples), np.inf), np.flatnonzero(_cost(self.opening.first(samples)) <= most)
        if len(chosen):
            score[chosen] = _cost(self.opening.bounds(samples[chosen], np.zeros((len(chosen), SIZE))))
        return score

    def _polish(self, samples: Floats, score: Floats, rounds: int) -> None:
        """Better samples near some, whose scores are known."""
        gun, opening = self.opening.view.shooter, self.opening
        centre, half = opening.start(FLIP_LIMIT_MM)
        low, high = centre - half, centre + half
        scale = 1.0
        for _ in range(rounds):
            if self.work.over:
                break
            order = np.argsort(score, kind="stable")[:_OPENING_PARENTS]
            samples, score = samples[order], score[order]
            children = np.repeat(samples, _OPENING_CHILDREN, axis=0)
            n = len(children)
            reach = min(max(float(score[0]) % IMMOVABLE_COST, FLIP_STEP_MM), FLIP_LIMIT_MM)
            width = named(np.full(SIZE, _OPENING_WITNESS_MM))
            width.motion[:] = reach, reach, min(reach / gun.radius, 1.0)
            turn_of(width.place)[...] = min(1.0, _OPENING_WITNESS_MM * reach / gun.radius)
            change = self.noise.bell(n, SIZE) * width.whole * (scale * 10.0 ** (-3.0 * self.noise.uniform(n, 1)))
            children = np.clip(children + change * (self.noise.uniform(n, SIZE) < 0.5), low, high)
            worst = float(score[-1]) if len(order) == _OPENING_PARENTS else math.inf
            samples = np.concatenate((samples, children))
            score = np.concatenate((score, self._score(children, worst)))
            scale *= 0.9
        i = int(score.argmin())
        if score[i] < self.high:
            self.high, self.best = float(score[i]), samples[i]

    def refine(self) -> None:
        """Makes the best placement better."""
        if self.best is not None:
            self._polish(self.best[None], np.array([self.high]), _OPENING_ROUNDS)

    def proved(self, high: float, *, part: bool = False) -> float:
        """mm. F is at least this; aimed at a share of `high`, or of what is found.

        part: placements found are none, since they meet only part of what the shot asks for.
        """
        goal = self._goal(high, part)
        centre, half = (side[None] for side in self.opening.start(goal))
        known = self.opening.bounds(centre, half)
        if not half.any():  # nothing can be chosen: there is one box, a point
            return max(0.0, min(goal, float(known.low[0])))
        low, axis = known.low, known.longest
        while True:
            goal = self._goal(high, part)
            if goal <= FLIP_STEP_MM:
                return 0.0
            order = np.argsort(low, kind="stable")
            order = order[low[order] < goal]
            if not len(order) or self.boxes > self.most or self.work.over:
                return max(0.0, goal if not len(order) else min(goal, float(low[order[0]])))
            most = max(_CLOSED_CHUNK, len(order) // _CLOSED_SHARE)
            chosen, rest = order[:most], order[most:]
            rows = np.arange(len(chosen))
            cut, move = half[chosen], np.zeros((len(chosen), SIZE))
            cut[rows, axis[chosen]] /= 2
            move[rows, axis[chosen]] = cut[rows, axis[chosen]]
            new = np.concatenate((centre[chosen] - move, centre[chosen] + move))
            cut = np.concatenate((cut, cut))
            self.boxes += len(new)
            kept = self.opening.quick(new, cut, goal)
            self.work.spend((2 * len(new) + int(kept.sum()) * self.opening.cost) // BOXES)
            if not kept.any():
                centre, half, low, axis = centre[rest], half[rest], low[rest], axis[rest]
                continue
            new, cut = new[kept], cut[kept]
            known = self.opening.bounds(new, cut, goal)
            value = np.where(known.unmet > 0, math.inf, known.value)
            i = int(value.argmin())
            if self.aim is not None and value[i] < self.aim:
                return 0.0
            if value[i] < (high if part else min(high, self.high)) * (1 - _OPENING_GAIN):
                few = np.argsort(value, kind="stable")[:_OPENING_PARENTS]
                self._polish(new[few], value[few], _OPENING_ROUNDS // 2)
            centre, half = np.concatenate((centre[rest], new)), np.concatenate((half[rest], cut))
            low, axis = np.concatenate((low[rest], known.low)), np.concatenate((axis[rest], known.longest))

    def _goal(self, high: float, part: bool) -> float:
        """mm. What the proof aims at; see `proved`."""
        if self.aim is not None:
            return self.aim
        high = high if part else min(high, self.high)
        if high >= FLIP_LIMIT_MM and not part:
            return high
        easy, goal = (max(share * (high - MARGIN_GOAL_MM), 0.0) for share in (CLOSED_AIM, _CLOSED_GOAL))
        most = _CLOSED_PART * self.high if part else FLIP_LIMIT_MM
        if self.boxes < _CLOSED_EASY and easy <= most:
            return easy
        return goal if goal <= most else CLOSED_AIM * self.high

    def motions(self, past: float) -> dict[str, Motion]:
        """Motions of the pieces, gun frame, that should open the shot; shifts are taken `past` times as far."""
        assert self.best is not None
        opening, sample = self.opening, self.opening.boxes(self.best[None], np.zeros((1, SIZE))).middle
        view, gun, target = opening.view, opening.view.shooter, opening.view.target
        own = (float(sample.shift[0, 0]), float(sample.shift[0, 1]), float(sample.turn[0]))
        shapes = {kind: turned(points, gun.pivot, own) for kind, points in opening.shapes(sample).items()}
        shifts: dict[str, Floats] = {}

        def shift(piece: Piece, by: Floats) -> None:
            shifts[piece.name] = shifts.get(piece.name, np.zeros(2)) + by

        if not opening.cover:
            shift(target, opening.gun.brought(shapes["reach"][None], shapes["side"][None], past - 1 + FLIP_STEP_MM)[0])
        for kind, pieces in (("free", view.solids), ("room", view.laid_on)):
            for piece in pieces if kind in shapes else ():
                (away,) = pushed(piece.corners[None] + shifts.get(piece.name, np.zeros(2)), shapes[kind][None])
                shift(piece, past * away)
        motions = {name: (float(x), float(y), 0.0) for name, (x, y) in shifts.items() if x or y}
        if own != (0.0, 0.0, 0.0):
            motions[gun.name] = own
        if opening.cover and target.weight:
            (place,) = turned(shift_of(sample.place) + np.array([sample.slide[0], 0.0]), gun.pivot, own) - target.pivot
            motions[target.name] = (float(place[0]), float(place[1]), float(sample.turn[0] + turn_of(sample.place)[0]))
        return motions

    def poses(self, ships: Mapping[str, Ship], past: float) -> dict[str, Pose]:
        """The same as poses of the ships that move."""
        view = self.opening.view
        pieces = {piece.name: piece for piece in (view.shooter, view.target, *view.laid_on)}
        motions = self.motions(past)
        return {
            name: placed(ships[name], pieces[name], motion, view.gun.axes_float())
            for name, motion in motions.items()
            if pieces[name].weight
        }

"""What is known of a clear shot: its stage, and witnesses, of which the exact decision tells more.

Witnesses to begin with are a grid; better ones are found near those that there are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Final

from armada_sim.firing import broadsides
from armada_sim.firing.broadsides import Shot, ShotCase
from armada_sim.firing.guns import GunSide
from armada_sim.firing.margins._arrays import np
from armada_sim.firing.margins._noise import Noise
from armada_sim.firing.margins.clear._needs import Stage
from armada_sim.firing.margins.clear._witness import Guns, Witnesses, together
from armada_sim.firing.margins.plane import (
    FLIP_LIMIT_MM,
    Floats,
    Piece,
    View,
    moved_by,
    placed,
    points_to_frame,
    shift_of,
    turned_by,
)
from armada_sim.firing.margins.work import DECISION, FIT, NEEDS, PART, Work
from armada_sim.geometry import ROUNDING_SHARE
from armada_sim.table import Pose

_POOL_SLIDES: Final = 9
"""Slides of the grid of witnesses with which the margin of a clear shot begins."""

_POOL_STARTS: Final = 5
"""Starts on the side for each of them."""

CLIMB_PARENTS: Final = 12
"""Witnesses that are kept while looking for better ones nearby."""

_CLIMB_CHILDREN: Final = 10
"""Neighbours looked at for each of them."""

_CLIMB_STEPS_MM: Final = (3.0, 1.5, 0.7, 0.3, 0.1, 0.03)
"""mm. How far away those neighbours are, about, in turn."""

_BETTER_STEPS_MM: Final = (3.0, 0.3)
"""mm. The same where a proof needs a witness that a placement leaves as much of as possible."""

_POOL_KEPT: Final = 700
"""Witnesses of that grid that are kept."""

_WITNESS_SHARES: Final = (1.0, 0.999, 0.999999, 1.001, 1.1)
"""How far along a clear line, as shares of it, the ends of witnesses are put: at the covered part's border,
just before and just beyond it."""

_SEED = 20091


def stage_of(case: ShotCase, weights: Mapping[str, float], views: list[View]) -> Stage:
    """The shot as a stage."""
    bodies = {ship.name: case.body(ship) for ship in (case.shooter, case.target, *case.ships)}
    corners = {name: np.array(body.corners) for name, body in bodies.items()}
    pivot = Piece("", 0.0, corners[case.shooter.name]).pivot
    pieces = [Piece(name, weights[name], corners[name] - pivot) for name in corners]
    things = [(thing.name, np.array(part.corners)) for thing in case.obstacles for part in thing.parts]
    pieces += [Piece(name, 0.0, shape - pivot) for name, shape in things]
    size = max(float(abs(shape).max()) for shape in (*corners.values(), *(s for _, s in things)))
    rounding = ROUNDING_SHARE * (2 * size + FLIP_LIMIT_MM)
    return Stage(Guns(tuple(views), case.rules, pivot), tuple(pieces), case.domain, rounding)


def first_pool(stage: Stage) -> Witnesses:
    """A grid of witnesses: slides, starts on the side, and points of the covered part of the target."""
    found = []
    for index, view in enumerate(stage.guns.views):
        slides = np.linspace(view.first, view.last, _POOL_SLIDES if view.last > view.first else 1)
        ends = _ends(view)
        rows = [
            (slide, start, *end)
            for slide in slides
            for start in np.linspace(
                max(slide, view.low), max(slide, view.low, min(slide + view.base, view.high)), _POOL_STARTS
            )
            for end in ends
        ]
        numbers = np.array(rows)
        found.append(Witnesses(np.full(len(numbers), index), numbers))
    return stage.guns.proper(together(found))


def _ends(view: View) -> list[tuple[float, float]]:
    """Ends spread over the target, nearer its corners and its middle."""
    part = view.part
    middle = part.mean(axis=0)
    points = [middle, *(middle + share * (corner - middle) for share in (0.3, 0.6, 0.9) for corner in part)]
    edges = (part + np.roll(part, 1, axis=0)) / 2
    points += [middle + share * (edge - middle) for share in (0.5, 0.9) for edge in edges]
    return [(float(x), float(y)) for x, y in points]


def climbed(
    stage: Stage, pool: Witnesses, value: Callable[[Witnesses], Floats], steps: Sequence[float] = _CLIMB_STEPS_MM
) -> Witnesses:
    """Witnesses near the best ones of a pool that are better; the best first."""
    noise = Noise(_SEED)
    best = pool.take(np.argsort(-value(pool), kind="stable")[:CLIMB_PARENTS])
    for step in steps:
        parents = np.repeat(np.arange(len(best)), _CLIMB_CHILDREN)
        children = best.take(parents)
        change = replace(children, numbers=noise.bell(*children.numbers.shape) * step)
        for column, often in zip(
            (change.columns.slide, change.columns.start), noise.uniform(len(parents), 2).T, strict=True
        ):
            column *= often < 0.5
        children = replace(children, numbers=children.numbers + change.numbers)
        every = together([best, stage.guns.proper(children)])
        best = every.take(np.argsort(-value(every), kind="stable")[:CLIMB_PARENTS])
    return best


class Known:
    """A clear shot and the witnesses known of it, more and more as it is asked."""

    def __init__(
        self, case: ShotCase, weights: Mapping[str, float], views: list[View], work: Work | None = None
    ) -> None:
        self.work = work or Work()
        self.case, self.whole = case, stage_of(case, weights, views)
        self.stage = self.whole
        self.ships = {ship.name: ship for ship in (case.shooter, case.target, *case.ships)}
        self.within(0.0)
        self.pool = first_pool(self.stage)
        self.pool = self.best(self.still, _POOL_KEPT)
        for shot in broadsides.decide(case):
            if shot.clear:
                self._learn(case, shot, self.still[None])

    def within(self, eps: float) -> None:
        """From now on only placements within eps are asked about: what matters in none of them is left out."""
        stage = self.whole.within(eps)
        if stage.left_out != self.stage.left_out:
            self.stage = stage

    @property
    def still(self) -> Floats:
        """(P, 3): the placement in which nothing has moved."""
        return np.zeros((len(self.stage.pieces), 3))

    def value(self, pool: Witnesses, motions: Floats) -> Floats:
        """(N, W) mm: by how much each witness has what it needs in placements (N, P, 3)."""
        fits = len(self.stage.solids) if self.case.rules.physical_fit != "virtual" else 0
        self.work.spend(1 + FIT * fits + len(pool) * len(motions) * len(self.stage.asked) // NEEDS)
        needs = self.stage.needs(self.stage.guns.shape(pool), motions)
        return np.asarray(reduce(np.minimum, (need for _, need in needs)))

    def held(self, pool: Witnesses, eps: float) -> Floats:
        """(W,) mm: the same wherever pieces lie within eps, at least."""
        self.work.spend(1 + len(pool) * len(self.stage.asked) // NEEDS)
        return self.stage.held(self.stage.guns.shape(pool), eps)

    def needed(self, motions: Floats) -> float:
        """mm. The eps of a placement (P, 3), by all the corners that are seen from above."""
        weights = {piece.name: piece.weight for piece in self.stage.pieces}
        poses = self.poses(motions)
        return max((moved_by(self.case, self.ships[n], pose) / weights[n] for n, pose in poses.items()), default=0.0)

    def size(self, motions: Floats) -> float:
        """mm. The same by the corners of the bodies that count for shots, which may be fewer."""
        return max(
            piece.displacement(tuple(float(v) for v in motion)) / piece.weight  # type: ignore[arg-type]
            for piece, motion in zip(self.stage.pieces, motions, strict=True)
            if piece.weight
        )

    def poses(self, motions: Floats) -> dict[str, Pose]:
        """Poses of the ships that move; motions (P, 3)."""
        found = {}
        for piece, motion in zip(self.stage.pieces, motions, strict=True):
            if piece.weight and motion.any():
                dx, dy, turn = (float(v) for v in motion)
                moved = Piece(piece.name, 1.0, piece.corners + self.stage.guns.pivot)
                found[piece.name] = placed(self.ships[piece.name], moved, (dx, dy, turn))
        return found

    def motions(self, poses: Mapping[str, Pose]) -> Floats:
        """(P, 3): the motions of the ships that lie at some poses instead of their own."""
        found = self.still
        for piece, motion in zip(self.stage.pieces, found, strict=True):
            if piece.weight and piece.name in poses:
                ship, pose = self.ships[piece.name], poses[piece.name]
                turn = math.radians(float(pose.heading) - float(ship.pose.heading))
                base = np.array([float(ship.pose.x), float(ship.pose.y)]) - self.stage.guns.pivot
                gone = np.array([float(pose.x), float(pose.y)]) - self.stage.guns.pivot
                shift_of(motion)[:] = gone - piece.pivot - turned_by((base - piece.pivot)[None], np.array([turn]))[0]
                motion[-1] = turn
        return found

    def best(self, motions: Floats, most: int) -> Witnesses:
        """The witnesses that a placement leaves most of, or takes least from; the best first."""
        value = self.value(self.pool, motions[None])[0]
        return self.pool.take(np.argsort(-value, kind="stable")[:most])

    def survivors(self, motions: Floats, most: int) -> Witnesses:
        """The best witnesses that a placement leaves."""
        found = self.best(motions, most)
        return found.take(self.value(found, motions[None])[0] > self.stage.rounding)

    def better(self, motions: Floats, most: int) -> Witnesses:
        """The best witnesses that a placement leaves of those near the ones known; they join the pool."""
        found = climbed(self.stage, self.pool, lambda w: self.value(w, motions[None])[0], _BETTER_STEPS_MM).take(
            np.arange(most)
        )
        found = found.take(self.value(found, motions[None])[0] > self.stage.rounding)
        self.pool = together([self.pool, found])
        return found

    def closed(self, motions: Floats) -> bool:
        """Whether a placement closes the shot, decided exactly; if not its witness joins the pool."""
        self.work.spend(DECISION + PART * len(self.whole.pieces))
        case = self.case.moved(self.poses(motions))
        shot = broadsides.clear_shot(case)
        if shot is not None:
            self._learn(case, shot, motions[None])
        return shot is None

    def _learn(self, case: ShotCase, shot: Shot, centre: Floats) -> None:
        """The witness of a clear shot joins the pool, and those near it that are better."""
        guns = self.stage.guns
        gun = GunSide(case.shooter, case.rules.outline(case.shooter.size), shot.side)
        (ax, ay), (wx, wy), (mx, my) = gun.axes_float()
        assert shot.slide is not None
        assert shot.gun_point is not None
        assert shot.target_point is not None
        (px, py), (qx, qy) = shot.gun_point, shot.target_point
        start = (px - ax) * wx + (py - ay) * wy
        end = np.array([(qx - ax) * wx + (qy - ay) * wy, (qx - ax) * mx + (qy - ay) * my])
        mine = [i for i, view in enumerate(guns.views) if view.gun.side == shot.side]
        shares = np.array(_WITNESS_SHARES)
        rows = [(shot.slide, start, start + s * (end[0] - start), s * end[1]) for s in shares]
        seen = points_to_frame(gun, np.array(case.body(case.target).corners))
        if case.rules.obstruction == "clear_template":
            # what counts there is how deep the covered part begins: ends near its corners
            rows += [
                (shot.slide, start, *(end + s * (corner - end))) for corner in seen for s in (0.5, 0.9, 0.99, 0.9999)
            ]
        numbers = np.array(rows)
        found = [Witnesses(np.full(len(numbers), i), numbers) for i in mine]
        told = guns.proper(together(found))
        better = climbed(self.stage, told, lambda w: self.value(w, centre)[0], _CLIMB_STEPS_MM[::3])
        new = together([told, better])
        left = self.value(new, centre)[0] > self.stage.rounding
        self.pool = together([self.pool, new.take(left)])

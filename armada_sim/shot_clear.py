"""How far pieces may be off before a clear shot is closed: witnesses against an adversary.

The adversary places every piece within eps (times its weight) and wants no witness left. The shot stays
clear if one witness survives everything (`Clear.proved_at_once`), or if no choice of places takes them all
(`Clear.proved`, by `shot_cover`). Where that fails the exact decision is asked about a suspect placement:
it is a flip, or it names a new witness.

`Clear.flip` searches the same placements greedily: pieces take turns to take whichever of a fan of extreme
motions leaves least of the known witnesses; what it finds is decided exactly, too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from armada_sim import broadsides
from armada_sim.broadsides import Shot, ShotCase
from armada_sim.guns import GunSide
from armada_sim.layout import Pose, Ship
from armada_sim.shot_cover import Cell, Cover
from armada_sim.shot_needs import SHOOTER, TARGET, Boxes, Stage, turned_by
from armada_sim.shot_noise import Noise
from armada_sim.shot_pool import climbed, first_pool, kind_of
from armada_sim.shot_views import Floats, Piece, View, edge_normals, most_turn, points_to_frame, table_placed
from armada_sim.shot_witness import Guns, Witnesses, together
from armada_sim.tolerance import (
    ATTACK_LEARNED,
    ATTACK_STEPS,
    ATTACK_TRIES,
    ATTACKED,
    CLEAR_DIRECTIONS,
    CLEAR_GROWTH,
    CLEAR_LADDER,
    CLIMB_PARENTS,
    CLIMB_STEPS_MM,
    CLIMBS,
    CLOSING_TRIES,
    COVER_CELL,
    COVER_LEARNED,
    COVER_SHARES,
    COVER_WITNESSES,
    COVER_WORK,
    FLIP_LIMIT_MM,
    FLIP_STEP_MM,
    HALF_OF_FLIP,
    MARGIN_GOAL_MM,
    NEARER_SHARE,
    NEARER_STEPS,
    OPEN_BISECTIONS,
    OPEN_STEP,
    POOL_KEPT,
    ROUNDING_SHARE,
    SUSPECTS,
    WITNESS_SHARES,
)  # fmt: skip

_SEED = 20091


def stage_of(case: ShotCase, weights: Mapping[str, float], views: list[View]) -> Stage:
    """The shot as a stage."""
    bodies = {ship.name: case.body(ship) for ship in (case.shooter, case.target, *case.ships)}
    corners = {name: np.array(body.corners) for name, body in bodies.items()}
    pivot = Piece("", 0.0, corners[case.shooter.name]).pivot
    pieces = [Piece(name, weights[name], corners[name] - pivot) for name in corners]
    things = [(thing.name, np.array(part.corners)) for thing in case.obstacles for part in thing.parts]
    pieces += [Piece(name, 0.0, shape - pivot) for name, shape in things]
    size = max(float(np.abs(shape).max()) for shape in (*corners.values(), *(s for _, s in things)))
    target = corners[case.target.name] - pivot
    outline = case.rules.outline(case.target.size)
    tip = (target[outline.right_tip] + target[outline.left_tip]) / 2  # the middle, if it is cut off
    return Stage(
        Guns(tuple(views), case.rules, pivot), tuple(pieces), target[[-1, 0]], tip, case.domain,
        ROUNDING_SHARE * (2 * size + FLIP_LIMIT_MM),
    )  # fmt: skip


def everywhere(stage: Stage, eps: float) -> Boxes:
    """One box that holds every placement within eps."""
    half = np.zeros((1, len(stage.pieces), 3))
    for k, piece in enumerate(stage.pieces):
        error = piece.weight * eps
        half[0, k] = error, error, most_turn(piece, error)
    return np.zeros_like(half), half


def at(centre: Floats) -> Boxes:
    """Boxes that are single placements."""
    return centre, np.zeros_like(centre)


def poses_of(stage: Stage, ships: Mapping[str, Ship], motions: Floats) -> dict[str, Pose]:
    """Poses of the ships that move; motions (P, 3)."""
    found = {}
    for piece, motion in zip(stage.pieces, motions, strict=True):
        if piece.weight and motion.any():
            dx, dy, turn = (float(v) for v in motion)
            moved = Piece(piece.name, 1.0, piece.corners + stage.guns.pivot)
            found[piece.name] = table_placed(ships[piece.name], moved, (dx, dy, turn))
    return found


@dataclass(frozen=True)
class Proof:
    """What came of a proof that no placement closes the shot."""

    done: bool
    flip: Floats | None
    """A placement (P, 3) that does."""

    suspects: list[Floats]
    """If it was given up: placements it could not exclude, the latest first."""


class Clear:
    """A clear shot: what is known of its witnesses grows as it is asked."""

    def __init__(self, case: ShotCase, weights: Mapping[str, float], views: list[View]) -> None:
        self.case, self.stage = case, stage_of(case, weights, views)
        self.ships = {ship.name: ship for ship in (case.shooter, case.target, *case.ships)}
        self.noise = Noise(_SEED)
        self.pool = first_pool(self.stage)
        self._thin()
        for shot in broadsides.decide(case):
            if shot.clear:
                self.learn(case, shot, np.zeros((1, len(self.stage.pieces), 3)))

    def value(self, pool: Witnesses, boxes: Boxes, eps: float | None) -> Floats:
        """(N, W) mm: by how much each witness has what it needs."""
        return np.asarray(self.stage.needs(self.stage.guns.shape(pool), boxes, eps).min(axis=0))

    def margin(self, low: float = 0.0, flip: Mapping[str, Pose] | None = None) -> tuple[float, dict[str, Pose] | None]:
        """A proved margin (mm), and the poses of a placement that closes the shot.

        low, flip: what is known already.
        """
        low = max(low, self.proved_at_once())
        motions = self._nearest_flip(low) if flip is None else self._motions(flip)
        if motions is None:
            return low, None
        for work in COVER_WORK:
            if self.needed(motions) <= 2 * low + MARGIN_GOAL_MM:
                break
            low, motions = self._closer(low, motions, work)
        for share in COVER_SHARES:
            eps = share * (self.needed(motions) - MARGIN_GOAL_MM)
            if self.needed(motions) <= 2 * low + MARGIN_GOAL_MM or eps <= low * (1 + OPEN_STEP):
                break
            if self.proved(eps, COVER_WORK[0]).done:
                low = eps
        return low, self.poses(motions)

    def _closer(self, low: float, motions: Floats, work: int) -> tuple[float, Floats]:
        """A greater margin, or a nearer placement that closes the shot: proof and search help each other."""
        eps = HALF_OF_FLIP * (self.needed(motions) - MARGIN_GOAL_MM)
        proof = self.proved(eps, work)
        if proof.done:
            return eps, motions
        starts = proof.suspects if proof.flip is None else [proof.flip]
        limit = NEARER_SHARE * self.needed(motions)
        for start in starts:
            larger = self._within_eps(start * (limit / max(self.needed(start), FLIP_STEP_MM)), limit)
            better = self.flip(limit, larger)
            if better is not None:
                return low, self._nearer(better, low)
        return low, self._nearer(motions if proof.flip is None else proof.flip, low)

    def _motions(self, flip: Mapping[str, Pose]) -> Floats:
        """The motions (P, 3) that bring ships to some poses."""
        motions = np.zeros((len(self.stage.pieces), 3))
        for k, piece in enumerate(self.stage.pieces):
            if piece.name in flip and piece.weight:
                before, after = self.ships[piece.name].pose, flip[piece.name]
                turn = math.radians(float(after.heading) - float(before.heading))
                base, now = (np.array([float(p.x), float(p.y)]) - self.stage.guns.pivot for p in (before, after))
                lever = turned_by((base - piece.pivot)[None, None], np.array([turn]))[0, 0]
                motions[k] = *(now - piece.pivot - lever), math.remainder(turn, 2 * math.pi)
        return motions

    def needed(self, motions: Floats) -> float:
        """mm. About the eps of a placement."""
        return max(
            piece.displacement(tuple(float(v) for v in motion)) / piece.weight  # type: ignore[arg-type]
            for piece, motion in zip(self.stage.pieces, motions, strict=True)
            if piece.weight
        )

    def _nearest_flip(self, low: float) -> Floats | None:
        """The nearest placement found that closes the shot."""
        eps = max(CLEAR_LADDER[0] * low, MARGIN_GOAL_MM / 2)
        step = 0
        while eps < FLIP_LIMIT_MM:
            motions = self.flip(eps)
            if motions is not None:
                return motions
            step += 1
            eps = CLEAR_LADDER[step] * low if low and step < len(CLEAR_LADDER) else max(eps, MARGIN_GOAL_MM) * CLEAR_GROWTH
        return None

    def _nearer(self, motions: Floats, low: float) -> Floats:
        """A placement that closes the shot, found by making one that does smaller and mending it."""
        good, bad = self.needed(motions), low
        for _ in range(NEARER_STEPS):
            if good <= max(2 * low + MARGIN_GOAL_MM, bad * (1 + 4 * OPEN_STEP)):
                break
            eps = max(math.sqrt(good * bad), good * NEARER_SHARE) if bad else good * NEARER_SHARE
            better = self.flip(eps, self._within_eps(motions, eps))
            better = self.flip(eps) if better is None else better
            better = self.flip(eps, np.zeros_like(motions)) if better is None else better
            if better is None:
                bad = eps
            else:
                motions, good = better, self.needed(better)
        return motions

    # from below

    def proved_at_once(self) -> float:
        """About the largest eps at which one witness survives everything."""
        low = 0.0
        for _ in range(CLIMBS):
            low = self._greatest(low)
            eps = max(low, MARGIN_GOAL_MM)
            every = everywhere(self.stage, eps)
            better = climbed(self.stage, self.pool, lambda w, e=every, x=eps: self.value(w, e, x)[0])  # type: ignore[misc]
            self.pool = together([self.pool, better])
        return self._greatest(low)

    def _greatest(self, low: float) -> float:
        """About the largest eps, at least `low`, at which a witness of the pool survives everything."""
        few = self.pool

        def left(eps: float) -> Floats:
            return np.asarray(self.value(few, everywhere(self.stage, eps), eps)[0])

        good, bad = low, max(2 * low, MARGIN_GOAL_MM / 4)
        value = left(low * (1 + OPEN_STEP))
        if value.max() <= self.stage.rounding:
            return low
        while bad < FLIP_LIMIT_MM:
            value = left(bad)
            few = few.take(np.argsort(-value, kind="stable")[:CLIMB_PARENTS * 4])
            if value.max() <= self.stage.rounding:
                break
            good, bad = bad, 2 * bad
        for _ in range(OPEN_BISECTIONS):
            middle = (good + bad) / 2
            good, bad = (middle, bad) if left(middle).max() > self.stage.rounding else (good, middle)
        return good

    # the exact decision and what it teaches

    def poses(self, motions: Floats) -> dict[str, Pose]:
        """Poses of the ships that move; motions (P, 3)."""
        return poses_of(self.stage, self.ships, motions)

    def closed(self, motions: Floats) -> bool:
        """Whether a placement closes the shot; if not its witness joins the pool."""
        case = self.case.moved(self.poses(motions))
        for shot in broadsides.decide(case):
            if shot.clear:
                self.learn(case, shot, motions[None])
                return False
        return True

    def _thin(self) -> None:
        """Keeps the witnesses that have most of what they need where everything is stated to lie."""
        value = self.value(self.pool, at(np.zeros((1, len(self.stage.pieces), 3))), None)[0]
        self.pool = self.pool.take(np.sort(np.argsort(-value, kind="stable")[:POOL_KEPT]))

    def learn(self, case: ShotCase, shot: Shot, centre: Floats) -> None:
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
        shares = np.array(WITNESS_SHARES)
        rows = [(shot.slide, start, start + s * (end[0] - start), s * end[1]) for s in shares]
        if case.rules.obstruction == "clear_template" or case.rules.physical_fit != "virtual":
            # what counts there is how deep the covered part begins: ends near its corners
            seen = points_to_frame(gun, np.array(case.body(case.target).corners))
            rows += [(shot.slide, start, *(end + s * (corner - end))) for corner in seen for s in (0.5, 0.9, 0.99, 0.9999)]
        numbers = np.array(rows)
        found = [
            Witnesses(np.full(len(rows), i), np.full(len(rows), kind_of(guns.views[i].part)), numbers) for i in mine
        ]
        told = guns.proper(together(found))
        better = climbed(self.stage, told, lambda w: self.value(w, at(centre), None)[0], CLIMB_STEPS_MM[::3])
        self.pool = together([self.pool, told, better])

    # from above

    def flip(self, eps: float, start: Floats | None = None) -> Floats | None:
        """Motions (P, 3) within eps that close the shot, decided exactly; None if none was found.

        start: motions within eps to begin with.
        """
        sample = self._sample(eps)
        for _ in range(CLOSING_TRIES):
            motions = self.attack(sample, eps, start)
            if motions is None:
                return None
            left = self._survivors(motions, ATTACK_LEARNED)
            if not len(left):
                if self.closed(motions):
                    return motions
                left = self._survivors(motions, ATTACK_LEARNED)
            sample, start = together([sample, left]), motions
        return None

    def attack(self, sample: Witnesses, eps: float, start: Floats | None) -> Floats | None:
        """Motions within eps that leave none of some witnesses."""
        stage = self.stage
        still = np.zeros((1, len(stage.pieces), 3))
        shape = stage.guns.shape(sample)
        current = still if start is None else start[None]
        needs = stage.needs(shape, at(current), None)
        best = _left(needs.min(axis=0))[0]
        for step in ATTACK_STEPS if start is None else ATTACK_STEPS[2:]:
            for k in (TARGET, SHOOTER, *range(2, len(stage.pieces))):
                piece = stage.pieces[k]
                if best == 0.0 or not piece.weight:
                    continue
                error = piece.weight * eps
                if step:
                    width = step * error / np.array([1.0, 1.0, max(piece.radius, error)])
                    tries = current[0, k] + self.noise.bell(ATTACK_TRIES, 3) * width
                    tries = self._within(piece, tries, eps)
                else:
                    tries = extremes(piece, error)
                places = np.repeat(current, len(tries), axis=0)
                places[:, k] = tries
                if k == SHOOTER:
                    values = _left(stage.needs(shape, at(places), None).min(axis=0))
                else:
                    others = [i for i, (_, other) in enumerate(stage.asked) if other != k]
                    new = stage.needs(shape, at(places), None, only=k).min(axis=0)
                    values = _left(np.minimum(new, needs[others].min(axis=0)) if others else new)
                chosen = int(np.argmin(values))
                if values[chosen] < best:
                    best, current = float(values[chosen]), places[chosen : chosen + 1]
                    needs = stage.needs(shape, at(current), None)
            if best == 0.0:
                return np.asarray(current[0])
        return None

    def _sample(self, eps: float) -> Witnesses:
        """About the witnesses that matter within eps: those that have most, some others, the newest."""
        value = self.value(self.pool, at(np.zeros((1, len(self.stage.pieces), 3))), None)[0]
        order = np.argsort(-value, kind="stable")
        order = order[value[order] > -2 * eps]
        half = ATTACKED // 2
        newest = np.arange(max(0, len(self.pool) - half), len(self.pool))
        return self.pool.take(np.unique(np.concatenate((order[:half], order[:: max(1, len(order) // half)], newest))))

    def _within(self, piece: Piece, motions: Floats, eps: float) -> Floats:
        """Motions taken back to where no corner moves farther than the piece may be off."""
        for _ in range(3):
            away = np.hypot(*np.moveaxis(moved_shapes(piece, motions) - piece.corners, -1, 0)).max(axis=1)
            motions = motions * np.minimum(1.0, piece.weight * eps / np.maximum(away, FLIP_STEP_MM))[:, None]
        return motions

    # branch and bound

    def proved(self, eps: float, work: int) -> Proof:
        """Whether no placement within eps closes the shot, looking at up to `work` boxes."""
        every = everywhere(self.stage, eps)
        whole = Cell(every[0][0, SHOOTER], every[1][0, SHOOTER])
        cover = Cover(self.stage, self._spread(every, eps), eps, whole)
        todo, suspects, cells = [(whole, cover.leaves())], [], 0
        while todo:
            cell, leaves = todo.pop()
            cells += 1
            left = cover.settled(cell, leaves)
            if left is None:
                continue
            motions = self._within_eps(cover.suspect(cell, left), eps)
            suspects.append(motions)
            learned = self._survivors(motions)
            if not len(learned):
                if self.closed(motions):
                    return Proof(False, motions, [])
                learned = self._survivors(motions)
            if len(learned):
                cover.learn(learned)
            if cover.work + COVER_CELL * cells > work:
                return Proof(False, None, suspects[: -SUSPECTS - 1 : -1])
            todo += [(half, left) for half in cover.halves(cell)]
        return Proof(True, None, [])

    def _survivors(self, motions: Floats, most: int = COVER_LEARNED) -> Witnesses:
        """The best witnesses of the pool that a placement leaves."""
        value = self.value(self.pool, at(motions[None]), None)[0]
        order = np.argsort(-value, kind="stable")[:most]
        return self.pool.take(order[value[order] > self.stage.rounding])

    def _spread(self, every: Boxes, eps: float) -> Witnesses:
        """Witnesses to begin a proof with: those that survive most, and some others."""
        value = self.value(self.pool, every, eps)[0]
        order = np.argsort(-value, kind="stable")
        half = COVER_WITNESSES // 2
        chosen = np.concatenate((order[:half], order[half :: max(1, len(order) // half)], np.arange(max(0, len(order) - half // 2), len(order))))
        return self.pool.take(np.unique(chosen))

    def _within_eps(self, motions: Floats, eps: float) -> Floats:
        """The motions taken back to within eps."""
        rows = [
            self._within(piece, motion[None], eps)[0] if piece.weight else np.zeros(3)
            for piece, motion in zip(self.stage.pieces, motions, strict=True)
        ]
        return np.array(rows)


def _left(needs: Floats) -> Floats:
    """How much of some witnesses is left, for each placement."""
    return np.asarray(np.sqrt(np.clip(needs, 0.0, 4.0)).sum(axis=1))


_TURN_SHARES = (0.0, 0.6, -0.6, 1.0, -1.0)


def extremes(piece: Piece, limit: float, finer: int = 1) -> Floats:
    """A fan of motions (K, 3) that move no corner farther than `limit` mm and some corner about that far.

    finer: how many times as many directions and turns.
    """
    half = 2 * math.asin(min(1.0, limit / (2 * _outer(piece))))
    angles = 2 * math.pi * np.arange(CLEAR_DIRECTIONS * finer) / (CLEAR_DIRECTIONS * finer)
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

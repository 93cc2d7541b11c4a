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

import numpy as np

from armada_sim import broadsides
from armada_sim.broadsides import Shot, ShotCase
from armada_sim.guns import GunSide
from armada_sim.layout import Pose
from armada_sim.shot_closed import edge_normals
from armada_sim.shot_cover import Cell, Cover, most_turn
from armada_sim.shot_needs import SHOOTER, TARGET, Boxes, Stage
from armada_sim.shot_pool import climbed, first_pool, kind_of
from armada_sim.shot_views import Floats, Piece, View, points_to_frame, table_placed
from armada_sim.shot_witness import Guns, Witnesses, together
from armada_sim.tolerance import (
    ATTACKED,
    CLEAR_DIRECTIONS,
    CLEAR_GROWTH,
    CLEAR_LADDER,
    CLIMB_PARENTS,
    CLIMB_STEPS_MM,
    CLIMBS,
    CLOSING_ROUNDS,
    CLOSING_TRIES,
    COVER_LEVELS,
    COVER_ROUNDS,
    COVER_SHARES,
    COVER_WITNESSES,
    COVER_WORK,
    FLIP_LIMIT_MM,
    FLIP_STEP_MM,
    MARGIN_GOAL_MM,
    OPEN_BISECTIONS,
    OPEN_STEP,
    OPENING_CHILDREN,
    OPENING_GROWTH,
    OPENING_ROOM_MM,
    OPENING_START,
    OPENING_STEPS,
    OPENING_TRIES,
    POOL_KEPT,
    ROUNDING_SHARE,
    SHRINK_STEPS,
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


class Clear:
    """A clear shot: what is known of its witnesses grows as it is asked."""

    def __init__(self, case: ShotCase, weights: Mapping[str, float], views: list[View]) -> None:
        self.case, self.stage = case, stage_of(case, weights, views)
        self.ships = {ship.name: ship for ship in (case.shooter, case.target, *case.ships)}
        self.pool = first_pool(self.stage)
        self._thin()
        for shot in broadsides.decide(case):
            if shot.clear:
                self.learn(case, shot, np.zeros((1, len(self.stage.pieces), 3)))

    def value(self, pool: Witnesses, boxes: Boxes, eps: float | None) -> Floats:
        """(N, W) mm: by how much each witness has what it needs."""
        return np.asarray(self.stage.needs(self.stage.guns.shape(pool), boxes, eps).min(axis=0))

    # from below

    def margin(self) -> tuple[float, dict[str, Pose] | None]:
        """A proved margin (mm), and the poses of a placement that closes the shot."""
        low = self.proved_at_once()
        motions = self._nearest_flip(low)
        flip = None if motions is None else self.poses(motions)
        for share in COVER_SHARES:
            high = FLIP_LIMIT_MM if motions is None else self.needed(motions)
            eps = share * (high - MARGIN_GOAL_MM)
            if motions is None or high <= 2 * low + MARGIN_GOAL_MM or eps <= low * (1 + OPEN_STEP):
                break
            proved, better = self.proved(eps)
            if proved:
                low = eps
                break
            if better is not None and self.needed(better) < high:
                motions, flip = better, self.poses(better)
        return low, flip

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
                return motions if self.needed(motions) <= 2 * low else self._shrunk(motions)
            step += 1
            eps = CLEAR_LADDER[step] * low if low and step < len(CLEAR_LADDER) else max(eps, MARGIN_GOAL_MM) * CLEAR_GROWTH
        return None

    def _shrunk(self, motions: Floats) -> Floats:
        """The least share of some motions found that still closes the shot."""
        good, bad = 1.0, 0.0
        for _ in range(SHRINK_STEPS):
            middle = (good + bad) / 2
            good, bad = (middle, bad) if self.closed(middle * motions) else (good, middle)
        return good * motions

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
        found = {}
        for piece, motion in zip(self.stage.pieces, motions, strict=True):
            if piece.weight and motion.any():
                dx, dy, turn = (float(v) for v in motion)
                ship = self.ships[piece.name]
                moved = Piece(piece.name, 1.0, piece.corners + self.stage.guns.pivot)
                found[piece.name] = table_placed(ship, moved, (dx, dy, turn))
        return found

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
        shares = np.array([1.0, 1.0 - 1e-3, 1 - 1e-6, 1 + 1e-3, 1.1])
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

    def flip(self, eps: float) -> Floats | None:
        """Motions (P, 3) within eps that close the shot, decided exactly; None if none was found."""
        for _ in range(CLOSING_TRIES):
            motions = self._attack(eps)
            if motions is None:
                return None
            if self.closed(motions):
                return motions
        return None

    def _attack(self, eps: float) -> Floats | None:
        """Motions within eps that leave no witness of a sample of the pool."""
        stage = self.stage
        still = np.zeros((1, len(stage.pieces), 3))
        value = self.value(self.pool, at(still), None)[0]
        order = np.argsort(-value, kind="stable")
        order = order[value[order] > -2 * eps]
        chosen = np.unique(np.concatenate((order[:ATTACKED // 2], order[:: max(1, 2 * len(order) // ATTACKED)], np.arange(max(0, len(self.pool) - ATTACKED // 4), len(self.pool)))))
        shape = stage.guns.shape(self.pool.take(chosen))
        fans = {k: extremes(piece, piece.weight * eps) for k, piece in enumerate(stage.pieces) if piece.weight}
        order_of_play = [TARGET, SHOOTER, *range(2, len(stage.pieces))]
        centre = still
        needs = stage.needs(shape, at(centre), None)
        best = _left(needs.min(axis=0))[0]
        for _ in range(CLOSING_ROUNDS):
            before = best
            for k in order_of_play:
                if best == 0.0 or k not in fans:
                    continue
                tries = np.repeat(centre, len(fans[k]) + 1, axis=0)
                tries[1:, k] = fans[k]
                if k == SHOOTER:
                    values = _left(stage.needs(shape, at(tries), None).min(axis=0))
                else:
                    mine = [i for i, (_, piece) in enumerate(stage.asked) if piece == k]
                    others = [i for i in range(len(stage.asked)) if i not in mine]
                    new = stage.needs(shape, at(tries), None, only=k).min(axis=0)
                    values = _left(np.minimum(new, needs[others].min(axis=0)) if others else new)
                chosen_try = int(np.argmin(values))
                if values[chosen_try] < best:
                    best, centre = float(values[chosen_try]), tries[chosen_try : chosen_try + 1]
                    needs = stage.needs(shape, at(centre), None)
            if best == 0.0 or best >= before * 0.999:
                break
        return centre[0] if best == 0.0 else None

    # the other way round: placements that give a closed shot a witness

    def opening(self, limit: float) -> dict[str, Pose] | None:
        """Poses of the nearest placement found, nearer than `limit` mm, that makes a closed shot clear."""
        stage = self.stage
        still = np.zeros((1, len(stage.pieces), 3))
        self.pool = together([self.pool, climbed(stage, self.pool, lambda w: self.value(w, at(still), None)[0])])
        best = float(self.value(self.pool, at(still), None).max())
        eps = max(-best, MARGIN_GOAL_MM) * OPENING_START
        far = max(float(np.hypot(*piece.pivot)) for piece in stage.pieces if piece.weight)
        while eps < min(limit, far + OPENING_ROOM_MM):
            for motions in self._openings(eps)[:2]:
                if broadsides.is_clear(self.case.moved(self.poses(motions))):
                    return self.poses(self._shrunk_opening(motions))
            eps *= OPENING_GROWTH
        return None

    def _openings(self, eps: float) -> list[Floats]:
        """Motions (P, 3) within eps that should give some witness all it needs, the best first."""
        stage = self.stage
        fans = {
            k: np.concatenate((np.zeros((1, 3)), extremes(piece, piece.weight * eps)))
            for k, piece in enumerate(stage.pieces)
            if piece.weight
        }
        tries = np.zeros((len(fans.get(SHOOTER, [0])), len(stage.pieces), 3))
        if SHOOTER in fans:
            tries[:, SHOOTER] = fans[SHOOTER]
        value = self.value(self.pool, at(tries), None)
        order = np.argsort(-value.max(axis=1), kind="stable")[:OPENING_TRIES]
        found: list[tuple[float, Floats]] = []
        for row in order:
            ranked = self.pool.take(np.argsort(-value[row], kind="stable")[:OPENING_TRIES])
            shape = stage.guns.shape(ranked)
            worth = np.full(len(ranked), np.inf)
            chosen = np.repeat(tries[row : row + 1], len(ranked), axis=0)
            for k in {piece for _, piece in stage.asked}:
                options = np.repeat(tries[row : row + 1], len(fans.get(k, [0])), axis=0)
                if k in fans and k != SHOOTER:
                    options[:, k] = fans[k]
                needs = stage.needs(shape, at(options), None, only=k).min(axis=0)
                best = needs.argmax(axis=0)
                worth = np.minimum(worth, needs[best, np.arange(len(ranked))])
                chosen[:, k] = options[best, k]
            top = int(worth.argmax())
            if worth[top] > -eps:
                found.append(self._fitted(ranked.take(np.array([top])), chosen[top], eps))
        return [motions for worth, motions in sorted(found, key=lambda pair: -pair[0]) if worth > 0]

    def _fitted(self, witness: Witnesses, motions: Floats, eps: float) -> tuple[float, Floats]:
        """What a witness has of its needs when each piece is moved to suit it best, and how."""
        stage, worth, motions = self.stage, math.inf, motions.copy()
        shape, rng = stage.guns.shape(witness), np.random.default_rng(_SEED)
        for k in {piece for _, piece in stage.asked}:
            piece, best = stage.pieces[k], -math.inf
            for step in OPENING_STEPS:
                options = np.repeat(motions[None], 1 + (OPENING_CHILDREN if piece.weight and k != SHOOTER and best < 0 else 0), axis=0)
                noise = rng.standard_normal((len(options), 3)) * step * eps / np.array([1.0, 1.0, piece.radius])
                noise[0] = 0.0
                options[:, k] += noise
                options[:, k] = self._within(piece, options[:, k], eps)
                needs = stage.needs(shape, at(options), None, only=k).min(axis=0)[:, 0]
                motions, best = options[int(needs.argmax())], float(needs.max())
            worth = min(worth, best)
        return worth, motions

    def _within(self, piece: Piece, motions: Floats, eps: float) -> Floats:
        """Motions taken back to where no corner moves farther than the piece may be off."""
        for _ in range(3):
            away = np.hypot(*np.moveaxis(moved_shapes(piece, motions) - piece.corners, -1, 0)).max(axis=1)
            motions = motions * np.minimum(1.0, piece.weight * eps / np.maximum(away, FLIP_STEP_MM))[:, None]
        return motions

    def _shrunk_opening(self, motions: Floats) -> Floats:
        """The least share of some motions found that still makes the shot clear."""
        good, bad = 1.0, 0.0
        for _ in range(SHRINK_STEPS):
            middle = (good + bad) / 2
            clear = broadsides.is_clear(self.case.moved(self.poses(middle * motions)))
            good, bad = (middle, bad) if clear else (good, middle)
        return good * motions

    # branch and bound

    def proved(self, eps: float) -> tuple[bool, Floats | None]:
        """Whether no placement within eps closes the shot; or, if one was found, its motions (P, 3)."""
        centre, half = everywhere(self.stage, eps)
        cell = Cell(centre[0, SHOOTER], half[0, SHOOTER])
        for _ in range(COVER_ROUNDS):
            value = self.value(self.pool, everywhere(self.stage, eps), eps)[0]
            chosen = np.argsort(-value, kind="stable")[:COVER_WITNESSES]
            chosen = np.union1d(chosen, np.arange(len(self.pool) - 30, len(self.pool)))
            cover = Cover(self.stage, self.stage.guns.shape(self.pool.take(chosen)), eps, cell)
            for _ in range(COVER_LEVELS):
                done = cover.refine()
                if done:
                    return True, None
                if done is None or cover.looked_at > COVER_WORK:
                    break
            motions = cover.suspect()
            assert motions is not None
            if self.closed(motions):
                return False, motions
        return False, None


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

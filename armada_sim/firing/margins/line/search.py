"""How far pieces may be off while a line of fire is surely still there: quick proofs (`line.open`, `line._carried`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import numpy as np

from armada_sim.firing import broadsides
from armada_sim.firing.broadsides import ShotCase
from armada_sim.firing.margins.line._carried import CarriedProof
from armada_sim.firing.margins.line._open import OpenProof
from armada_sim.firing.margins.plane import FLIP_LIMIT_MM, OPEN_BISECTIONS, OPEN_STEP, View, points_to_frame
from armada_sim.firing.margins.work import Work
from armada_sim.geometry import FLIP_STEP_MM, MARGIN_GOAL_MM

_SHALLOW_COTANGENT: Final = 4.0
"""Lines flatter against the gun side than this cotangent are not held to the bounds that tie the
start on the side to the end; they are only held to the others, which is safe."""

_OPEN_ANGLES: Final = 25
"""Directions that the proof of an open shot tries first."""

_OPEN_REFINEMENTS: Final = (0.5, 0.25, 0.125, 0.04, 0.01, 0.003)
"""Steps, as shares of the grid of directions, by which the best direction is refined."""


def open_low(case: ShotCase, views: list[View], work: Work) -> float:
    """mm. The largest eps proved in any way for any of the views that a clear shot has."""
    low = 0.0
    flattest = math.atan(1 / _SHALLOW_COTANGENT)
    steepest = math.pi - flattest
    spacing = (steepest - flattest) / (_OPEN_ANGLES - 1)
    grid = [flattest + spacing * i for i in range(_OPEN_ANGLES)]
    known = _witness_angles(case, views)
    for view in views:
        low = _greatest(CarriedProof(view, work).holds, low)
        proof = OpenProof(view, work)
        own = [angle for side, angle in known if side == view.gun.side and flattest < angle < steepest]
        low, best = _best_angle(proof, [*own, None, *grid], low)
        best = own[0] if best is None and own else best
        for part in _OPEN_REFINEMENTS:
            if best is None:
                break
            tries = [a for a in (best - spacing * part, best + spacing * part) if flattest < a < steepest]
            low, better = _best_angle(proof, tries, low)
            best = best if better is None else better
    return low


def _witness_angles(case: ShotCase, views: list[View]) -> list[tuple[str, float]]:
    """Side and direction (gun frame, radians) of the lines that make the shot clear."""
    found = []
    for shot in broadsides.decide(case):
        if shot.clear and shot.gun_point is not None and shot.target_point is not None:
            view = next(view for view in views if view.gun.side == shot.side)
            ends = points_to_frame(view.gun, np.array([shot.gun_point, shot.target_point]))
            dx, dy = ends[1] - ends[0]  # a right side's frame is mirrored, the two points swapped
            found.append((shot.side, math.atan2(float(dy), float(dx)) % math.pi))
    return found


def _best_angle(proof: OpenProof, angles: Sequence[float | None], low: float) -> tuple[float, float | None]:
    """The largest eps above `low` proved for one of the angles, and the angle (None: none is better)."""
    best: float | None = None
    for angle in angles:
        more = _greatest(partial(proof.holds, angle), low)
        if more > low:
            low, best = more, angle
    return low, best


def _greatest(holds: Callable[[float], bool], low: float) -> float:
    """About the largest eps that is proved; `low` if none somewhat greater is."""
    good, bad = low + max(low * OPEN_STEP, FLIP_STEP_MM), max(2 * low, MARGIN_GOAL_MM)
    if not holds(good):
        return low
    while bad < FLIP_LIMIT_MM and holds(bad):
        good, bad = bad, 2 * bad
    for _ in range(OPEN_BISECTIONS):
        middle = (good + bad) / 2
        good, bad = (middle, bad) if holds(middle) else (good, middle)
    return good

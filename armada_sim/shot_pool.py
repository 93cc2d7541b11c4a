"""Witnesses to begin with, and better ones near those that there are."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from armada_sim.shot_needs import Stage
from armada_sim.shot_noise import Noise
from armada_sim.shot_views import Floats, View
from armada_sim.shot_witness import ACROSS, CARRIED, WITHIN, Witnesses, together
from armada_sim.tolerance import CLIMB_CHILDREN, CLIMB_PARENTS, CLIMB_STEPS_MM, POOL_SLIDES, POOL_STARTS

_SEED = 20091


def kind_of(part: Floats) -> int:
    """The kind of witness that reaches a part of the target."""
    return {1: CARRIED, 2: ACROSS}.get(len(part), WITHIN)


def first_pool(stage: Stage) -> Witnesses:
    """A grid of witnesses: slides, starts on the side, and points of the covered part of the target."""
    found = []
    for index, view in enumerate(stage.guns.views):
        kind = kind_of(view.part)
        slides = np.linspace(view.first, view.last, POOL_SLIDES if view.last > view.first else 1)
        ends = _ends(view, kind)
        rows = [
            (slide, start, *end)
            for slide in slides
            for start in np.linspace(max(slide, view.low), max(slide, view.low, min(slide + view.base, view.high)), POOL_STARTS)
            for end in ends
        ]
        numbers = np.array(rows)
        count = len(numbers)
        found.append(Witnesses(np.full(count, index), np.full(count, kind), numbers))
    return stage.guns.proper(together(found))


def _ends(view: View, kind: int) -> list[tuple[float, float]]:
    """Ends spread over the target, nearer its corners and its middle; across its base, beyond it."""
    part = view.part
    if kind == CARRIED:
        return [(float(part[0][0]), float(part[0][1]))]
    if kind == ACROSS:
        step = part[1] - part[0]
        out = np.array([step[1], -step[0]]) / np.hypot(*step)
        points = [part[0] + share * step + side * out for share in (0.1, 0.3, 0.5, 0.7, 0.9) for side in (0.5, 4.0, -0.5, -4.0)]
    else:
        middle = part.mean(axis=0)
        points = [middle, *(middle + share * (corner - middle) for share in (0.3, 0.6, 0.9) for corner in part)]
        edges = (part + np.roll(part, 1, axis=0)) / 2
        points += [middle + share * (edge - middle) for share in (0.5, 0.9) for edge in edges]
    return [(float(x), float(y)) for x, y in points]


def climbed(stage: Stage, pool: Witnesses, value: Callable[[Witnesses], Floats], steps: Sequence[float] = CLIMB_STEPS_MM) -> Witnesses:
    """Witnesses near the best ones of a pool that are better; the best first."""
    noise = Noise(_SEED)
    best = pool.take(np.argsort(-value(pool), kind="stable")[:CLIMB_PARENTS])
    for step in steps:
        parents = np.repeat(np.arange(len(best)), CLIMB_CHILDREN)
        change = noise.bell(len(parents), 4) * step
        change[:, :2] *= noise.uniform(len(parents), 2) < 0.5
        children = best.take(parents)
        children = Witnesses(children.view, children.kind, children.numbers + change)
        every = together([best, stage.guns.proper(children)])
        best = every.take(np.argsort(-value(every), kind="stable")[:CLIMB_PARENTS])
    return best

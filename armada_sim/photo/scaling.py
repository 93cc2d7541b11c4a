"""How large ships are that lie without a sheet: all sizes have one shape, so that only how they differ tells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.adjusting import adjusted
from armada_sim.photo.beginning import Begin, Known
from armada_sim.photo.choosing import Chosen
from armada_sim.photo.edges import State
from armada_sim.photo.sheets import cost_of

_SURE = 3.0
"""Logarithm of the odds of ships that tell of scale and camera."""

_CLEARER = 8.0
"""By how much worse (half a sum of squares, in spreads) ships of other sizes must fit not to be believed."""

_MORE = 5.0
"""Logarithm of odds: by how much more must be seen to be ships at another scale for it to be the only one."""


def surely(done: Chosen) -> Chosen:
    """Those ships alone that surely are some."""
    sure = [k for k, odds in enumerate(done.odds) if odds > _SURE]
    state = replace(done.adjusted.state, poses=done.adjusted.state.poses[sure].reshape(-1, 3))
    return Chosen(replace(done.adjusted, state=state), tuple(done.sizes[k] for k in sure), done.odds[sure])


def scaled(known: Known, begin: Begin, done: Chosen, seen_by: Callable[[Begin], Chosen]) -> tuple[Begin, Chosen, bool]:
    """Ships at the likeliest scale, as they are or all a size or two larger or smaller; whether they could as well be
    of other sizes.

    Where edges leave several scales, it is the one at which most is seen to be ships: what is smaller than the smallest
    or larger than the largest is none, nor what has another size than was said. seen_by: which ships a camera sees.
    """
    near = _near(known, begin, done)
    tried = [(one, done if one is begin else seen_by(one)) for one in near]
    likeliest, seen = max(tried, key=lambda one: one[1].total)
    if likeliest is begin:
        return begin, seen, len(near) > 1
    hardly_more = seen.total < done.total + _MORE
    return likeliest, seen, hardly_more or len(_near(known, likeliest, seen)) > 1


def _near(known: Known, begin: Begin, done: Chosen) -> list[Begin]:
    """Scales at which sure ships fit nearly as well as at the best one: `begin` itself, and others."""
    sure = surely(done)
    sizes, largest = np.array(sure.sizes, dtype=np.intp), len(known.bodies) - 1
    steps = [step for step in range(-largest, largest + 1) if ((sizes + step >= 0) & (sizes + step <= largest)).all()]
    if not len(sizes) or len(steps) < 2:
        return [begin]
    fits = {step: _fitted(known, sure.adjusted.state, sizes, sizes + step) for step in steps}
    most = min(cost for cost, _ in fits.values()) + _CLEARER
    return [
        begin if step == 0 else replace(begin, state=state, sizes=tuple(int(size) for size in sizes + step))
        for step, (cost, state) in fits.items()
        if cost <= most
    ]


def _fitted(known: Known, state: State, sizes: NDArray[np.intp], other: NDArray[np.intp]) -> tuple[float, State]:
    """How badly ships fit as others, and how they then lie."""
    lengths = known.solids[:, 2, 0]
    times = float(np.exp(np.log(lengths[other] / lengths[sizes]).mean()))
    camera = replace(state.camera, shift=state.camera.shift * times)
    begin = replace(state, camera=camera, poses=state.poses * [times, times, 1])
    fit = adjusted(known.sight.taken, begin, [known.bodies[size] for size in other], None, known.expected)
    return cost_of(fit, known.expected), fit.state

"""How far off ships may be that were read off a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from armada_sim.photo.adjusting import CAMERA, Adjusted
from armada_sim.photo.camera import Floats
from armada_sim.photo.choosing import Chosen
from armada_sim.photo.edges import Body, lying
from armada_sim.photo.solids import POSE


@dataclass(frozen=True, slots=True)
class Support:
    """What a ship's place rests on."""

    spread: Floats
    """(n,) mm. Standard deviation of the farthest corner on the table, as the fit has it."""

    pixel: Floats
    """(n,) mm that a pixel of the picture that is worked on is wide there."""

    near: Floats
    """(n,). Share of the points of its outline at which an edge is seen where it should be."""


def support(done: Adjusted, bodies: Sequence[Body]) -> Support:
    """Of each ship of a fit."""
    count, state = len(bodies), done.state
    corners = lying(bodies, state.poses)[:, :3, :2]
    spread, near = np.zeros(count), np.zeros(count)
    for k in range(count):
        at = CAMERA + 3 * k + np.arange(3)
        covariance = done.covariance[np.ix_(at, at)] * np.outer(POSE, POSE)
        arms = corners[k] - state.poses[k, :2]
        moves = np.array([[[1, 0, -arm[1]], [0, 1, arm[0]]] for arm in arms])
        spread[k] = np.sqrt(max(np.trace(move @ covariance @ move.T) for move in moves))
        own = (done.points.owner == k) & done.points.outline
        off = np.where(np.isfinite(done.missed[own]), np.abs(done.missed[own]), np.inf)
        if len(off):
            near[k] = (off < _NEAR_PX).mean()
    depth = lying(bodies, state.poses).mean(axis=1) @ state.camera.turn[2] + state.camera.shift[2]
    return Support(spread, depth / state.camera.focal, near)


_NEAR_PX = 1.5
"""Of the picture that is worked on: an edge that is seen within is where it should be."""

_SPREADS, _PIXELS, _LEAST_MM = 2.2, 0.55, 0.4
"""What is stated: so many standard deviations, and pixels for what all edges have in common, such as blur; and mm."""

_UNSEEN, _SEEN = 2.5, (0.5, 0.85)
"""So many times as much where the first share of an outline is seen where it should be; once where the second is."""

_UNLIKELY, _LIKELY, _UNSEEN_BUT_SET = 1.5, (2.0, 6.0), 3.0
"""The same by the logarithm of the odds; and of a ship that lies there since somebody says so, not by what is seen."""

_LOOSE, _CLOSE = 3.0, (0.75, 0.95)
"""The same by the share of the sheet's sides that is seen: it may not be that sheet."""

_WITHOUT_SHEET = 1.5
"""The same where there is no sheet: all lengths rest on how large ships are seen, and what makes all of them look
larger, such as light and shadow, the fit takes for their distance."""

_MOST_MM, _LEAST_ODDS, _LEAST_WIRED = 25.0, -2.0, -6.0
"""A ship that may be off by more, or that looks so little like one, lies nobody knows where. The last is of one whose
corners somebody has set: of 120 set where no ship lies none looked so much like one, of those that are there and had
been missed three of four do."""


def tolerances(
    done: Chosen, bodies: Sequence[Body], seen: float, wired: Sequence[int] = ()
) -> tuple[float | None, ...]:
    """mm. How far any corner on the table of each ship may be off; None where it cannot be known.

    seen: share of the sides of the sheet that is seen; 0 without a sheet, where one ship alone says nothing. wired:
    ships whose corners somebody has set. The figures above are those that cover 97 of 100 ships of photographs whose
    truth is known: see `docs/measurements.md`.
    """
    found = support(done.adjusted, bodies)
    off = np.hypot(_SPREADS * found.spread, _PIXELS * found.pixel)
    unlikely = np.where(done.odds > _LEAST_ODDS, np.interp(done.odds, _LIKELY, (_UNLIKELY, 1)), _UNSEEN_BUT_SET)
    off *= np.interp(found.near, _SEEN, (_UNSEEN, 1)) * unlikely
    off *= np.interp(seen, _CLOSE, (_LOOSE, 1)) if seen else _WITHOUT_SHEET
    least = np.full(len(bodies), _LEAST_ODDS)
    least[list(wired)] = _LEAST_WIRED
    known = (off + _LEAST_MM < _MOST_MM) & (done.odds > least) & bool(seen or len(bodies) > 1)
    return tuple(math.ceil(10 * (one + _LEAST_MM)) / 10 if good else None for one, good in zip(off, known, strict=True))

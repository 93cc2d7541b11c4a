"""Players by the colours of their pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

import cv2
import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.camera import GAMMA, Floats
from armada_sim.photo.solids import FACES

NAMED = {
    "red": (122, 39, 40), "orange": (154, 69, 35), "yellow": (154, 129, 39), "green": (45, 88, 52),
    "cyan": (47, 111, 126), "blue": (42, 48, 110), "purple": (71, 42, 92), "pink": (151, 67, 92),
    "black": (41, 40, 40), "white": (162, 164, 157), "transparent": (138, 132, 127),
}  # fmt: skip
"""Colours of pieces that are sold, red, green, blue: the middle of what photographs show of them."""

_ALIKE = 20.0
"""Two ships whose colours differ by less are one player's."""


def lab(colours: Floats) -> Floats:
    """(n, 3). Lightness, counted for little since faces are lit differently, and two of colour."""
    given = np.asarray(colours, dtype=np.float32).reshape(1, -1, 3) / 255
    found = np.asarray(cv2.cvtColor(given, cv2.COLOR_RGB2Lab)[0], dtype=np.float64)
    return np.asarray(found * np.array([_LIGHTNESS, 1, 1]))


_LIGHTNESS, _MEDIUM, _DARK = 0.4, 50.0, 10.0
"""How far lightness counts; of it, the middle, and what is nearly black."""


def _in_medium_light(given: Floats) -> Floats:
    """(n, 3). The same with colours as strong as if all were as light: a lamp does not make red orange."""
    light = _MEDIUM / (given[:, :1] / _LIGHTNESS + _DARK)
    return np.asarray(np.concatenate([given[:, :1], light * given[:, 1:]], axis=1))


def colour_of(rgb: NDArray[np.uint8], wire: Floats, seen: NDArray[np.bool_]) -> tuple[int, int, int]:
    """Red, green, blue of the light that comes from all that is seen of a solid: its faces are lit differently.

    wire: (5, 2) px of the picture (rows, columns, 3); seen: (faces,).
    """
    most = np.array(rgb.shape[1::-1]) - 1
    light, area = np.zeros(3), 0
    for face in np.flatnonzero(seen):
        ring = wire[list(FACES[face])] - 0.5
        inner = ring.mean(axis=0) + _INNER * (ring - ring.mean(axis=0))
        low = np.clip(np.floor(inner.min(axis=0)), 0, most).astype(int)
        high = np.clip(np.ceil(inner.max(axis=0)), 0, most).astype(int) + 1
        mask = np.zeros((high - low)[::-1], np.uint8)
        cv2.fillConvexPoly(mask, np.rint(inner - low).astype(np.int32), 1)
        shown = rgb[low[1] : high[1], low[0] : high[0]][mask > 0]
        if len(shown):
            light, area = light + len(shown) * (np.median(shown, axis=0) / 255) ** GAMMA, area + len(shown)
    red, green, blue = np.rint(255 * (light / max(area, 1)) ** (1 / GAMMA))
    return int(red), int(green), int(blue)


_INNER = 0.7
"""Of a face, about its middle: what is looked at."""


def players(colours: Floats) -> list[str]:
    """A name for each of the colours (n, 3), the same for those that look alike."""
    if not len(colours):
        return []
    at = lab(colours)
    group = [[k] for k in range(len(at))]
    while len(group) > 1:
        means = np.array([at[one].mean(axis=0) for one in group])
        apart = np.linalg.norm(means[:, None] - means, axis=-1) + 1e9 * np.eye(len(group))
        a, b = np.unravel_index(int(apart.argmin()), apart.shape)
        if apart[a, b] > _ALIKE:
            break
        group[int(min(a, b))] += group.pop(int(max(a, b)))
    names = list(NAMED)
    known = _in_medium_light(lab(np.array([NAMED[name] for name in names], dtype=np.float64)))
    found = [""] * len(at)
    taken: set[str] = set()
    for one in sorted(group, key=len, reverse=True):
        order = np.argsort(np.linalg.norm(known - _in_medium_light(at[one].mean(axis=0)[None]), axis=1))
        name = next((names[k] for k in order if names[k] not in taken), names[order[0]])
        taken.add(name)
        for k in one:
            found[k] = name
    return found


def ship_names(owners: Sequence[str]) -> list[str]:
    """A name for each ship: the first letter of its player, and a number; players of one letter share its numbers."""
    numbers: dict[str, Iterator[int]] = {}
    return [f"{name[0].upper()}{next(numbers.setdefault(name[0], count(1)))}" for name in owners]

"""Players by the colours of their pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

import cv2
import numpy as np

from armada_sim.photo.camera import Floats

NAMED = {
    "red": (190, 40, 40), "orange": (225, 120, 40), "yellow": (225, 200, 50), "green": (40, 140, 70),
    "cyan": (40, 160, 170), "blue": (45, 75, 170), "purple": (110, 55, 140), "black": (35, 35, 38),
    "white": (225, 225, 220),
}  # fmt: skip
"""Colours of pieces that are sold: red, green, blue."""

_ALIKE = 22.0
"""Two ships whose colours differ by less are one player's."""


def lab(colours: Floats) -> Floats:
    """(n, 3). Lightness, counted for little since faces are lit differently, and two of colour."""
    given = np.asarray(colours, dtype=np.float32).reshape(1, -1, 3) / 255
    found = np.asarray(cv2.cvtColor(given, cv2.COLOR_RGB2Lab)[0], dtype=np.float64)
    return np.asarray(found * np.array([0.4, 1, 1]))


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
    known = lab(np.array([NAMED[name] for name in names], dtype=np.float64))
    found = [""] * len(at)
    taken: set[str] = set()
    for one in sorted(group, key=len, reverse=True):
        order = np.argsort(np.linalg.norm(known - at[one].mean(axis=0), axis=1))
        name = next((names[k] for k in order if names[k] not in taken), names[order[0]])
        taken.add(name)
        for k in one:
            found[k] = name
    return found


def ship_names(owners: Sequence[str]) -> list[str]:
    """A name for each ship: the first letter of its player, and a number; players of one letter share its numbers."""
    numbers: dict[str, Iterator[int]] = {}
    return [f"{name[0].upper()}{next(numbers.setdefault(name[0], count(1)))}" for name in owners]

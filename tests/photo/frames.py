"""How far ships are off: in the sheet's frame, or as they lie to each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.photo.scenes import Array, lying

Complex = np.ndarray[Any, np.dtype[np.complex128]]
"""Points of the table: x + y i, mm."""


def on_table(size: str, x: float, y: float, degrees: float) -> Complex:
    """(3,). The corners of a ship that lie on the table."""
    return x + 1j * y + np.exp(1j * np.radians(degrees)) * (lying(size)[[0, 1, 4], :2] @ np.array([1, 1j]))


def off(truth: Complex, told: Complex, sheet: tuple[float, float] | None, by: Sequence[bool] | None = None) -> Array:
    """(n,) mm. How far the farthest corner of each ship (n, 3) is off, whichever corner of the sheet is (0, 0).

    sheet: its width and height in the frame of the truth; None where only ships are known: the one table, as its ships
    lie to each other, is laid over the other (Procrustes). by: the ships that are, the others with them; None for all.
    """
    if sheet is None:
        chosen = np.ones(len(truth), dtype=bool) if by is None else np.array(by)
        here, there = told - told[chosen].mean(), truth - truth[chosen].mean()
        turn = np.exp(1j * np.angle((here.conj() * there)[chosen].sum()))
        return np.abs(here * turn - there).max(axis=1)
    width, height = sheet
    frames = [(0, 1), (width, 1j), (width + 1j * height, -1), (1j * height, -1j)]
    tried = [np.abs(told - (truth - origin) / along).max(axis=1) for origin, along in frames]
    return min(tried, key=lambda one: float(np.median(one)))

"""Photographs that are kept with their truth, and what is read off them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from scipy.optimize import linear_sum_assignment

from armada_sim.photo import CORNERS, Paper, Reading, ReadShip, SaidShip, read
from armada_sim.table import Size
from tests.photo.frames import off, on_table
from tests.photo.scenes import NAMES, Array
from tests.photographs import Photograph, PhotographedShip, load
from tests.sources import ROOT

FOLDER = Path(os.environ.get("ARMADA_PHOTOGRAPHS", ROOT / "tests" / "data" / "photographs"))

SEEN = [NAMES.index(name) for name in CORNERS]
"""Where each of `CORNERS` is among `NAMES`."""

PAPERS = {"A4": Paper.A4, "Letter": Paper.LETTER}

Pair = tuple[PhotographedShip, ReadShip]


@cache
def kept(seed: int) -> Photograph:
    return load(FOLDER / f"{seed:05d}.jpg")


@cache
def reading(seed: int) -> Reading:
    """What is read off it where nobody says anything."""
    return read(kept(seed).path)


def wire(ship: PhotographedShip) -> tuple[tuple[float, float], ...]:
    """px. Where its corners are seen, in the order of `CORNERS`."""
    return tuple((float(x), float(y)) for x, y in ship.pixels[SEEN])


def middle(wire: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """px. Of what is seen of a ship, as the page says it."""
    x, y = np.array(wire).mean(axis=0)
    return float(x), float(y)


def said(ship: PhotographedShip, wired: bool = True, size: str | None = None) -> SaidShip:
    """As somebody who sees it right says it; the middle of its box in the picture is a point on it."""
    low, high = ship.pixels.min(axis=0), ship.pixels.max(axis=0)
    x, y = (low + high) / 2
    return SaidShip(ship.name, (float(x), float(y)), Size(size or ship.size), wire(ship) if wired else ())


def paired(truth: Photograph, told: Reading) -> list[Pair]:
    """Ships, and those that were found where they are: none twice."""
    found: list[Pair] = []
    free = list(told.ships)
    for ship in truth.ships:
        corners = np.array(wire(ship))
        long = np.linalg.norm(corners[:, None] - corners, axis=-1).max()
        away = [float(np.linalg.norm(np.array(one.wire) - corners, axis=1).mean()) for one in free]
        if away and min(away) < 0.35 * long:
            found.append((ship, free.pop(int(np.argmin(away)))))
    return found


def errors(truth: Photograph, told: Reading, pairs: list[Pair]) -> Array:
    """(n,) mm. How far the farthest corner of each is off, each as large as it is."""
    true = [on_table(ship.size, ship.x, ship.y, ship.heading) for ship, _ in pairs]
    lies = [on_table(one.size.value, float(one.pose.x), float(one.pose.y), float(one.pose.heading)) for _, one in pairs]
    sheet = None if truth.sheet is None or told.size is None else truth.sheet.size
    return off(np.array(true), np.array(lies), sheet)


def outside(truth: Photograph, told: Reading, pairs: list[Pair], within: float = 1.0) -> list[str]:
    """Names of ships that are off by more than so many times what is stated of them."""
    missed = errors(truth, told, pairs) if pairs else []
    return [
        f"{ship.name}: {far:.1f} of {one.tolerance}"
        for (ship, one), far in zip(pairs, missed, strict=True)
        if one.tolerance is not None and far > within * one.tolerance
    ]


def told_apart(owners: Sequence[str], told: Sequence[str]) -> int:
    """Of how many ships the players are told apart as they are, whatever they are called."""
    there, names = sorted(set(owners)), sorted(set(told))
    counts = np.zeros((len(there), len(names)), dtype=int)
    for owner, name in zip(owners, told, strict=True):
        counts[there.index(owner), names.index(name)] += 1
    return int(counts[linear_sum_assignment(counts, maximize=True)].sum())

"""Sheets by their sides, in pictures that are drawn with known corners."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from armada_sim.photo.sides import outlined, quadrilaterals
from tests.photo.scenes import Array

HIGH, WIDE = 600, 800

TRIED = 8
"""So many are taken for sheets by turns."""


def table(lot: np.random.Generator, pattern: str) -> Array:
    """(HIGH, WIDE, 3) lightness and two of colour."""
    if pattern == "check":
        y, x = np.mgrid[0:HIGH, 0:WIDE]
        wide = lot.integers(9, 18)
        lightness = 45 + 22.0 * ((x + y) // wide % 2) + 22.0 * ((x - y) // wide % 2)
        colour = np.where(lightness > 80, 0, 20.0)
    else:
        lightness, colour = np.full((HIGH, WIDE), 45.0), np.full((HIGH, WIDE), 12.0)
    return np.stack([lightness + lot.normal(0, 1, lightness.shape), colour, colour], axis=-1)


def sheet(lot: np.random.Generator) -> Array:
    """(4, 2) px. A rectangle as a camera sees it."""
    wide, high = lot.uniform(150, 260), lot.uniform(120, 200)
    turn, middle = lot.uniform(0, 2 * np.pi), np.array([WIDE, HIGH]) / 2 + lot.uniform(-80, 80, 2)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [wide / 2, high / 2]
    corners = corners @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    nearer = 1 + lot.uniform(0, 0.0008) * corners[:, 1:]
    return np.asarray(corners * nearer + middle)


def drawn(lot: np.random.Generator, pattern: str, corners: Array, hidden: bool) -> Array:
    lab = table(lot, pattern)
    mask = np.zeros((HIGH, WIDE), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(corners * 16).astype(np.int32), 255, lineType=cv2.LINE_AA, shift=4)
    share = mask[..., None] / 255
    lab = lab * (1 - share) + share * np.array([93.0, -1.0, -3.0])
    if hidden:
        cv2.circle(lab, tuple(int(v) for v in corners[0]), 30, (20, 5, -20), -1)
        cv2.circle(lab, tuple(int(v) for v in corners.mean(axis=0)), 12, (40, 40, 30), -1)
    return np.asarray(cv2.GaussianBlur(lab, (0, 0), 1.0), np.float32)


def off(told: Array, corners: Array) -> float:
    """px. Of the farthest corner, whichever is first, either way round."""
    ways = (np.roll(told[::way], first, axis=0) for way in (1, -1) for first in range(4))
    return float(min(np.abs(one - corners).max() for one in ways))


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("pattern", ["plain", "check"])
def test_a_sheet_is_among_the_first_that_are_found(pattern: str, hidden: bool) -> None:
    """On a plain and on a checked table; seldom not, where one of its corners is hidden."""
    lot = np.random.default_rng(5)
    missed = 0
    for _ in range(10):
        corners = sheet(lot)
        found = quadrilaterals(drawn(lot, pattern, corners, hidden))
        missed += all(off(one, corners) > 5 for _, one in found[: TRIED if hidden else 1])
    assert missed <= (2 if hidden else 1)


@pytest.mark.parametrize("pattern", ["plain", "check"])
def test_a_table_without_a_sheet_shows_none(pattern: str) -> None:
    lot = np.random.default_rng(6)
    for _ in range(10):
        assert all(seen < 0.8 for seen, _ in quadrilaterals(drawn(lot, pattern, np.zeros((4, 2)), False)))


def test_an_outline_is_seen_as_far_as_the_picture_differs_across_it() -> None:
    lot = np.random.default_rng(7)
    for _ in range(25):
        corners = sheet(lot)
        lab = drawn(lot, "plain", corners, False)
        assert outlined(lab, corners) > 0.97
        assert outlined(lab, corners[::-1]) > 0.97
        assert outlined(lab, corners + 40.0) < 0.5
    assert outlined(lab, np.zeros((4, 2))) == 0
    assert outlined(lab, corners + 5000.0) == 0


def test_any_picture_is_done_with() -> None:
    """Noise, lines without end, and next to nothing."""
    lot = np.random.default_rng(8)
    for _ in range(20):
        rows, columns = (int(side) for side in lot.integers(3, 300, 2))
        lab = lot.normal(50, 30, (rows, columns, 3)).astype(np.float32)
        if lot.random() < 0.5:
            lab[:: int(lot.integers(2, 30))] = lot.normal(50, 30, 3)
        for seen, corners in quadrilaterals(lab):
            assert 0 < seen <= 1
            assert corners.shape == (4, 2)
            assert np.isfinite(corners).all()

"""Where ships may lie before anything is known of the camera."""

from __future__ import annotations

import cv2
import numpy as np

from armada_sim.photo.alone import MOST_SPOTS, spots
from armada_sim.photo.finding import sight
from tests.photo.painting import EYE, Placed, painted

COLOURS = 4
"""Values of a point of a picture that is searched: its colour, and how common that is, the last."""


def seen(discs: list[tuple[tuple[int, int], int]]) -> np.ndarray:
    """A picture of discs, middle and radius, in a colour that is rare."""
    found = np.full((450, 600, COLOURS), 255, np.uint8)
    for middle, radius in discs:
        found[cv2.circle(np.zeros((450, 600), np.uint8), middle, radius, 1, -1) > 0] = 0
    return found


def away(found: np.ndarray, at: tuple[float, float]) -> float:
    """px. How far the nearest spot is."""
    return float(np.linalg.norm(found - at, axis=1).min())


def test_of_ships_that_touch_there_is_a_spot_on_each() -> None:
    """They are one spot, whose middle lies between them."""
    heap = [Placed("blue", "small", x, y, turn) for x, y, turn in ((300, 0, 60), (320, 10, 90), (300, 30, 200))]
    searched = sight(np.asarray(painted(heap, EYE)))
    found = (spots(searched.perceived) + 0.5) / searched.scale
    for ship in heap:
        outline = cv2.convexHull(EYE.shoot(ship.corners).astype(np.float32))
        assert any(cv2.pointPolygonTest(outline, (float(x), float(y)), False) > 0 for x, y in found), ship


def test_a_spot_of_one_width_is_one_and_one_with_a_waist_has_a_place_on_either_side() -> None:
    assert len(spots(seen([((100, 100), 12)]))) == 1
    both = spots(seen([((100, 100), 12), ((122, 100), 12)]))
    assert away(both, (111, 100)) < 1
    assert max(away(both, (100, 100)), away(both, (122, 100))) < 2
    assert len(both) == 3


def test_where_there_are_many_spots_their_middles_come_first() -> None:
    pairs = [(60 + 90 * i, 60 + 65 * j) for i in range(6) for j in range(6)]
    discs = [((x + side, y), 12) for x, y in pairs for side in (0, 22)]
    found = spots(seen(discs))
    assert len(found) == MOST_SPOTS
    assert all(min(away(found[k : k + 1], (x + 11, y)) for x, y in pairs) < 1 for k in range(MOST_SPOTS))

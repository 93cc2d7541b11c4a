"""Tables with ships as cameras see them, by homogeneous matrices: nothing here is shared with the fit."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[np.float64]]

INCH = 25.4
PYRAMIDS = {"small": (9 / 16 * INCH, INCH), "medium": (25 / 32 * INCH, 1.375 * INCH), "large": (INCH, 1.75 * INCH)}
"""mm: base and height."""

SHEETS = [(297.0, 210.0), (11 * INCH, 8.5 * INCH)]
NAMES = ("base_right", "base_left", "upper_left", "upper_right", "tip")
FACES = ((0, 1, 4), (0, 1, 2, 3), (1, 2, 4), (2, 3, 4), (3, 0, 4))


def lying(size: str) -> Array:
    """(5, 3) mm, by NAMES: an upright pyramid, tipped over an edge of its base until a face lies on the table."""
    base, height = PYRAMIDS[size]
    half = base / 2
    upright = np.array([[0, -half, 0], [0, half, 0], [base, half, 0], [base, -half, 0], [half, 0, height]])
    lean = math.atan2(height, half)
    tipped = np.array([[math.cos(lean), 0, math.sin(lean)], [0, 1, 0], [math.sin(lean), 0, -math.cos(lean)]])
    return upright @ tipped.T


def shifted(x: float, y: float, turn: float) -> Array:
    """(4, 4). A turn about the vertical, then a shift."""
    c, s = math.cos(turn), math.sin(turn)
    return np.array([[c, -s, 0, x], [s, c, 0, y], [0, 0, 1, 0], [0, 0, 0, 1]])


def by(matrix: Array, points: Array) -> Array:
    return (np.column_stack([points, np.ones(len(points))]) @ matrix.T)[:, :3]


@dataclass(frozen=True)
class Eye:
    """A camera."""

    picture: tuple[int, int]
    place: Array
    outer: Array
    focal: float
    bend: float
    """How far the lens moves a corner of the picture outwards, as a share."""

    def shoot(self, points: Array) -> Array:
        """(n, 2) px."""
        seen = by(self.outer, points)
        assert (seen[:, 2] > 0).all()
        flat = seen[:, :2] / seen[:, 2:]
        corner = math.hypot(*self.picture) / 2 / self.focal
        flat = flat * (1 + self.bend * (flat**2).sum(axis=1, keepdims=True) / corner**2)
        inner = np.array([[self.focal, 0, self.picture[0] / 2], [0, self.focal, self.picture[1] / 2], [0, 0, 1]])
        return (np.column_stack([flat, np.ones(len(flat))]) @ inner.T)[:, :2]

    def shows(self, corners: Array) -> list[tuple[int, ...]]:
        """The faces of a solid that are turned to the camera."""
        middle, found = corners.mean(axis=0), []
        for face in FACES:
            a, b, c = corners[list(face[:3])]
            normal = np.cross(b - a, c - a)
            normal *= np.sign(normal @ (a - middle))
            if normal @ (self.place - a) > 0:
                found.append(face)
        return found


def eye(picture: tuple[int, int], at: Array, to: Array, focal: float, bend: float, roll: float = 0.0) -> Eye:
    """A camera at a place that looks to a point."""
    ahead = (to - at) / np.linalg.norm(to - at)
    right = np.cross(ahead, [0.0, 1.0, 0.0] if abs(ahead[1]) < 0.9 else [1.0, 0.0, 0.0])
    right /= np.linalg.norm(right)
    down = np.cross(ahead, right)
    c, s = math.cos(roll), math.sin(roll)
    outer = np.eye(4)
    outer[:3, :3] = [c * right + s * down, c * down - s * right, ahead]
    outer[:3, 3] = -outer[:3, :3] @ at
    return Eye(picture, at, outer, focal, bend)


@dataclass(frozen=True)
class Ship:
    """A ship as it lies, and the marks on it."""

    size: str
    x: float
    y: float
    turn: float
    seen: dict[str, Array]
    """px. Where its corners are."""

    shown: set[str]
    """Those that it does not hide itself."""

    marks: list[tuple[str, Array]]


@dataclass(frozen=True)
class Scene:
    """In the frame of the sheet: its corner at (0, 0)."""

    eye: Eye
    sheet: tuple[float, float]
    sheet_marks: Array
    ships: list[Ship]


def scene(
    seed: int,
    long_side: int = 2000,
    off: tuple[float, float] = (1, 2),
    each_way: float = 0.0,
    most: int = 12,
    least: int = 3,
    marked: int = 3,
    tilt: float = 60,
) -> Scene:
    """A table by lot: 500 to 1200 mm away, at most `tilt` degrees from straight above, any side, wide and long lenses.

    Marks are off by a length within `off` in any direction, or, with `each_way`, normally with that deviation in px.
    """
    lot = np.random.default_rng(seed)
    while True:
        picture = (long_side, long_side * 3 // 4) if lot.random() < 0.7 else (long_side * 3 // 4, long_side)
        lean, side, away = math.radians(lot.uniform(0, tilt)), lot.uniform(0, 2 * math.pi), lot.uniform(500, 1200)
        to = np.array([*lot.uniform(-60, 60, 2), 0.0])
        at = to + away * np.array([math.sin(lean) * math.cos(side), math.sin(lean) * math.sin(side), math.cos(lean)])
        camera = eye(picture, at, to, lot.uniform(0.65, 1.5) * long_side, lot.uniform(-0.03, 0.03), lot.uniform(0, 6.3))
        sheet = SHEETS[lot.integers(2)]
        frame = shifted(*lot.uniform(-120, 120, 2), lot.uniform(0, 2 * math.pi)) @ shifted(
            -sheet[0] / 2, -sheet[1] / 2, 0
        )
        corners = by(frame, np.array([[0, 0, 0], [sheet[0], 0, 0], [*sheet, 0], [0, sheet[1], 0]]))
        lying_so = _ships(lot, camera, int(lot.integers(least, most + 1)))
        if _within(camera, corners) and lying_so:
            break

    def wrong(n: int) -> Array:
        if each_way:
            return lot.normal(0, each_way, (n, 2))
        turn = lot.uniform(0, 2 * math.pi, n)
        return lot.uniform(*off, (n, 1)) * np.column_stack([np.cos(turn), np.sin(turn)])

    back, ships = np.linalg.inv(frame), []
    for size, matrix, solid in lying_so:
        shown = {k for face in camera.shows(solid) for k in face}
        chosen = [4, *lot.permutation(sorted(shown - {4}))[: lot.integers(marked - 1, 5)]]
        marks = camera.shoot(solid[chosen]) + wrong(len(chosen))
        apart = np.linalg.norm(marks[:, None] - marks, axis=-1)[np.triu_indices(len(marks), 1)]
        if apart.min() < 5:  # corners behind each other, of which a person marks one
            chosen, marks = [4, 3, 2], camera.shoot(solid[[4, 3, 2]]) + wrong(3)
        own = back @ matrix
        named = [(NAMES[k], mark) for k, mark in zip(chosen, marks, strict=True)]
        seen = dict(zip(NAMES, camera.shoot(solid), strict=True))
        turn = math.atan2(own[1, 0], own[0, 0])
        ships.append(Ship(size, own[0, 3], own[1, 3], turn, seen, {NAMES[k] for k in shown}, named))
    return Scene(camera, sheet, camera.shoot(corners) + wrong(4), ships)


def _ships(lot: np.random.Generator, camera: Eye, count: int) -> list[tuple[str, Array, Array]]:
    """So many ships within the picture that do not touch; none if there is no room."""
    found: list[tuple[str, Array, Array]] = []
    for _ in range(300):
        size = ("small", "medium", "large")[lot.integers(3)]
        matrix = shifted(*lot.uniform(-300, 300, 2), lot.uniform(0, 2 * math.pi))
        solid = by(matrix, lying(size))
        clear = all(np.linalg.norm(solid.mean(axis=0) - other.mean(axis=0)) > 55 for _, _, other in found)
        if clear and _within(camera, solid):
            found.append((size, matrix, solid))
        if len(found) == count:
            return found
    return []


def _within(camera: Eye, points: Array) -> bool:
    pixels = camera.shoot(points)
    return bool((pixels > 15).all() and (pixels < np.array(camera.picture) - 15).all())

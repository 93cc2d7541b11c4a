"""Pictures of tables as a camera takes them."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from tests.photo.scenes import NAMES, Array, Eye, by, eye, lying, shifted

COLOURS = {"red": (196, 60, 50), "blue": (50, 90, 190)}
LIGHT = np.array([0.3, -0.4, 0.87])


@dataclass(frozen=True)
class Placed:
    """A ship on a painted table."""

    player: str
    size: str
    x: float
    y: float
    degrees: float

    @property
    def corners(self) -> Array:
        return by(shifted(self.x, self.y, np.radians(self.degrees)), lying(self.size))


SHEET = (297.0, 210.0)
SHIPS = [
    Placed("red", "large", 340, 60, 80),
    Placed("red", "medium", 60, 290, -20),
    Placed("blue", "small", 400, 150, 215),
    Placed("blue", "medium", 230, 270, 160),
]
EYE = eye((2000, 1500), np.array([180.0, -330.0, 620.0]), np.array([220.0, 140.0, 0.0]), 1650, 0.008)


def seen(ship: Placed, view: Eye = EYE) -> dict[str, Array]:
    """px of the corners that it does not hide itself."""
    shown = {k for face in view.shows(ship.corners) for k in face}
    pixels = view.shoot(ship.corners)
    return {NAMES[k]: pixels[k] for k in shown}


def sheet(view: Eye = EYE) -> Array:
    """(4, 2) px."""
    return view.shoot(np.array([[0, 0, 0], [SHEET[0], 0, 0], [*SHEET, 0], [0, SHEET[1], 0]]))


_PAINTED: dict[tuple[object, ...], bytes] = {}
"""Files of pictures that were painted once: it takes a second."""


def paint(path: Path, ships: list[Placed] = SHIPS, view: Eye = EYE) -> None:
    """A PNG file of such a picture."""
    key = (*ships, view.picture, view.focal, view.bend, view.outer.tobytes())
    if key not in _PAINTED:
        file = io.BytesIO()
        painted(ships, view).save(file, "PNG", compress_level=1)
        _PAINTED[key] = file.getvalue()
    path.write_bytes(_PAINTED[key])


def painted(ships: list[Placed], view: Eye) -> Image.Image:
    """Wood, a sheet of paper, and ships."""
    lot = np.random.default_rng(1)
    grain = 12 * np.sin(np.arange(view.picture[1])[:, None] / 23 + np.sin(np.arange(view.picture[0]) / 300))
    wood = np.array([150, 112, 74]) + grain[..., None] + lot.normal(0, 3, (*grain.shape, 1))
    image = Image.fromarray(wood.clip(0, 255).astype(np.uint8))
    ImageDraw.Draw(image).polygon([tuple(pixel) for pixel in sheet(view)], fill=(244, 243, 238))
    put_on(image, ships, view)
    return image


def put_on(image: Image.Image, ships: list[Placed], view: Eye) -> None:
    """Pyramids lit from one side, the farthest first."""
    draw = ImageDraw.Draw(image)
    for ship in sorted(ships, key=lambda one: -float(np.linalg.norm(one.corners.mean(axis=0) - view.place))):
        corners = ship.corners
        for face in view.shows(corners):
            a, b, c = corners[list(face[:3])]
            normal = np.cross(b - a, c - a)
            normal *= np.sign(normal @ (a - corners.mean(axis=0))) / np.linalg.norm(normal)
            light = 0.55 + 0.45 * max(0.0, float(normal @ LIGHT))
            fill = tuple(int(part * light) for part in COLOURS[ship.player])
            draw.polygon([tuple(pixel) for pixel in view.shoot(corners[list(face)])], fill=fill, outline=(20, 20, 20))

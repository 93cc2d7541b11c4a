"""What people do wrong with photographs: slips made of a good one, and what is true of it then."""

from __future__ import annotations

import io
import math
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from PIL import Image as Pictures

from tests.photo.scenes import NAMES, Array
from tests.photographs.developing import Bytes, encoded
from tests.photographs.textures import linear
from tests.photographs.truth import Photograph

TURNS = {3: 180, 6: 90, 8: 270}
"""Degrees clockwise by which a picture is shown turned, of values that EXIF has for its orientation."""


@dataclass(frozen=True)
class Slipped:
    """A photograph after a slip."""

    slip: str
    file: bytes
    """A JPEG."""

    truth: Photograph
    """Pixels are those of the picture as it is shown now; its eye is the camera's, before anything was cut off."""

    cut: tuple[int, int] = (0, 0)
    """px. What was cut off at the left and above: the lens's middle is that of the eye less this."""

    said_sheet: str | None = None
    """The sheet that the person says is there."""

    said_sizes: dict[str, str] = field(default_factory=dict)
    """Sizes of ships that the person says, by the ships' names, where they are wrong."""

    marks: dict[tuple[str, str], Array] = field(default_factory=dict)
    """px. Marks that lie where no corner is, by the ship's name and the corner's."""


def _read(photograph: Photograph) -> tuple[Bytes, Pictures.Exif]:
    with Pictures.open(photograph.path) as opened:
        return np.asarray(opened.convert("RGB")), opened.getexif()


def _names_sheet(photograph: Photograph) -> str | None:
    return photograph.sheet.name if photograph.sheet else None


def _room(photograph: Photograph) -> Array:
    """(4,) px that can be cut off at the left, above, at the right and below, with all that is looked for left."""
    known = [ship.pixels for ship in photograph.ships]
    if photograph.sheet:
        known.append(photograph.sheet.pixels)
    low, high = np.vstack(known).min(axis=0) - 8, np.vstack(known).max(axis=0) + 8
    width, height = photograph.eye.picture
    return np.maximum([low[0], low[1], width - high[0], height - high[1]], 0)


def _without(photograph: Photograph, cut: Array) -> Slipped:
    """EXIF stays, as programs that crop leave it: its focal length is that of the whole picture."""
    picture, told = _read(photograph)
    height, width = picture.shape[:2]
    left, top, right, bottom = (int(part) for part in cut)
    kept = picture[top : height - bottom, left : width - right]
    moved = np.array([left, top])
    sheet = photograph.sheet and replace(photograph.sheet, pixels=photograph.sheet.pixels - moved)
    ships = tuple(replace(ship, pixels=ship.pixels - moved) for ship in photograph.ships)
    return Slipped(
        "cropped",
        encoded(np.ascontiguousarray(kept), 92, told.tobytes()),
        replace(photograph, sheet=sheet, ships=ships),
        (left, top),
        _names_sheet(photograph),
    )


def cropped(photograph: Photograph, lot: np.random.Generator, share: float = 0.25) -> Slipped:
    """Cut off at one or two sides only, up to a share of the picture, with all that is looked for left in it."""
    width, height = photograph.eye.picture
    most = np.minimum(_room(photograph), share * np.array([width, height, width, height]))
    cut = np.floor(most * lot.uniform(0.8, 1.0, 4)).astype(int)
    keeps = [2, 0] if cut[0] > cut[2] else [0, 2]
    cut[keeps[1] if cut[keeps[0]] == 0 else keeps[0]] = 0
    cut[3 if cut[1] >= cut[3] else 1] = 0
    return _without(photograph, cut)


def cut_at_one_side(photograph: Photograph, share: float = 0.25) -> Slipped | None:
    """A share of the picture cut off where there is most room; None where something that is looked for would go."""
    sides = np.tile(photograph.eye.picture, 2)
    room = _room(photograph) / sides
    side = int(np.argmax(room))
    if room[side] < share:
        return None
    return _without(photograph, np.where(np.arange(4) == side, np.floor(share * sides), 0))


def turned(photograph: Photograph, orientation: int) -> Slipped:
    """Stored turned, with an orientation in EXIF (3, 6 or 8) that tells how it is to be shown: no slip of anybody's."""
    picture, told = _read(photograph)
    stored = np.rot90(picture, TURNS[orientation] // 90)
    told[0x0112] = orientation
    file = encoded(np.ascontiguousarray(stored), 92, told.tobytes())
    return Slipped("turned", file, photograph, said_sheet=_names_sheet(photograph))


def dark(photograph: Photograph, lot: np.random.Generator, stops: float = 4.5) -> Slipped:
    """Taken with so many stops too little light."""
    picture, told = _read(photograph)
    light = linear(picture.astype(np.float32) / 255) * np.float32(2**-stops)
    light = light + lot.normal(0, 0.003, light.shape).astype(np.float32)
    shown = np.clip(np.maximum(light, 0) ** (1 / 2.2) * 255, 0, 255).astype(np.uint8)
    return Slipped("dark", encoded(shown, 80, told.tobytes()), photograph, said_sheet=_names_sheet(photograph))


def blurred(photograph: Photograph, lot: np.random.Generator, far: float = 0.02) -> Slipped:
    """Out of focus and moved by a share of the longer side while it was taken."""
    picture, told = _read(photograph)
    length = far * max(picture.shape)
    turn, size = lot.uniform(0, math.pi), int(length) | 1
    line = np.zeros((size, size), np.float32)
    end = 0.5 * length * np.array([math.cos(turn), math.sin(turn)])
    middle = np.array([size // 2, size // 2])
    ends = [tuple(int(part) for part in np.round(middle + sign * end)) for sign in (-1, 1)]
    cv2.line(line, ends[0], ends[1], 1.0, 1, cv2.LINE_AA)
    soft = cv2.filter2D(cv2.GaussianBlur(picture, (0, 0), 0.2 * length), -1, line / line.sum())
    return Slipped("blurred", encoded(soft, 85, told.tobytes()), photograph, said_sheet=_names_sheet(photograph))


def other_sheet(photograph: Photograph) -> Slipped:
    """Letter said where A4 lies, or A4 where Letter does."""
    assert photograph.sheet is not None
    said = {"A4": "Letter", "Letter": "A4"}[photograph.sheet.name]
    return Slipped("other sheet", photograph.path.read_bytes(), photograph, said_sheet=said)


def other_size(photograph: Photograph, lot: np.random.Generator) -> Slipped:
    """A wrong size said of one ship."""
    ship = photograph.ships[lot.integers(len(photograph.ships))]
    others = [size for size in ("small", "medium", "large") if size != ship.size]
    return Slipped(
        "other size",
        photograph.path.read_bytes(),
        photograph,
        said_sheet=_names_sheet(photograph),
        said_sizes={ship.name: others[lot.integers(2)]},
    )


def mark_off(photograph: Photograph, lot: np.random.Generator, far: float = 0.01) -> Slipped:
    """One corner of a ship marked a share of the longer side away: 20 px of 2000."""
    ship = photograph.ships[lot.integers(len(photograph.ships))]
    corner, turn = int(lot.integers(5)), lot.uniform(0, 2 * math.pi)
    away = far * max(photograph.eye.picture) * np.array([math.cos(turn), math.sin(turn)])
    return Slipped(
        "mark off",
        photograph.path.read_bytes(),
        photograph,
        said_sheet=_names_sheet(photograph),
        marks={(ship.name, NAMES[corner]): ship.pixels[corner] + away},
    )


def picture(slipped: Slipped) -> Bytes:
    """(h, w, 3) RGB, as it is stored."""
    with Pictures.open(io.BytesIO(slipped.file)) as opened:
        return np.asarray(opened.convert("RGB"))

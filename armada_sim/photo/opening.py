"""A picture as a camera wrote it: upright, small enough to work on, and what it says of the lens."""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.needs import check_installed
from armada_sim.tabletop import Amount, InputError, Message

WORKED_ON_PX = 2000
"""Longer side of the picture that is worked on; a larger one is made smaller."""

MOST_BYTES = 40_000_000
MOST_PIXELS = 80_000_000
_LEAST_SIDE_PX = 300

_DIAGONAL_35_MM = math.hypot(36, 24)
_ORIENTATION, _EXIF, _FOCAL_35, _WIDE, _HIGH = 0x0112, 0x8769, 0xA405, 0xA002, 0xA003
_WHOLE, _PARTS, _RATIO_OFF = (4 / 3, 3 / 2), (1, 16 / 9, 2, 19 / 9, 19.5 / 9, 20 / 9), 0.012
"""Of the longer side to the shorter: of all that a camera sees, of what it may keep of that; and the share by which
rounding may change it."""

_TURNED = frozenset(range(5, 9))
"""Orientations of EXIF that exchange width and height."""

_DARK = 40
"""Of 255: where 95 of 100 pixels are darker nothing is found."""


class Cut(Enum):
    """Whether somebody has cropped a picture, so that its middle need not be the lens's."""

    NOT = "not"
    """It shows all that a camera sees."""

    PERHAPS = "perhaps"
    """Its sides are in a ratio in which cameras keep the middle of that, and people who crop any part."""

    SURELY = "surely"
    """They are in no ratio of cameras, or not in that in which it was taken."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A picture to work on."""

    rgb: NDArray[np.uint8]
    """(rows, columns, 3)."""

    width: int
    """px of the picture as it was taken, upright."""

    height: int
    """px of that picture."""

    focal: float | None
    """px of that picture; None where it does not say."""

    cut: Cut

    @property
    def scale(self) -> float:
        """Pixels that are worked on for one that was taken."""
        return float(self.rgb.shape[1] / self.width)


def opened(source: Path | bytes) -> Opened:
    """A picture (a file, or its bytes), upright.

    Raises InputError with what to do where it is no picture, too large, too small or too dark.
    """
    check_installed()
    from PIL import Image, ImageOps, UnidentifiedImageError

    content = source if isinstance(source, bytes) else _content(source)
    if len(content) > MOST_BYTES:
        raise InputError(
            Message(
                "the picture has more than {size}: save it smaller", size=Amount(f"{MOST_BYTES // 1_000_000}", "MB")
            )
        )
    if content[4:8] == b"ftyp":
        raise InputError(Message("this picture is a HEIC or AVIF file: save or send it as JPEG"))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of damaged EXIF, too: what cannot be read is said below
            image = Image.open(io.BytesIO(content), formats=("JPEG", "PNG", "WEBP", "TIFF", "BMP"))
            wide, high = image.size
            if wide * high > MOST_PIXELS:
                raise InputError(_too_large(wide * high))
            turn, focal, taken = _exif(image)
            image.draft(
                "RGB", (WORKED_ON_PX, WORKED_ON_PX) if wide > WORKED_ON_PX and high > WORKED_ON_PX else image.size
            )
            rgb = np.asarray(ImageOps.exif_transpose(image).convert("RGB"))
    except InputError:  # a ValueError, too
        raise
    except Image.DecompressionBombError:
        raise InputError(Message("the picture has too many pixels: save it smaller")) from None
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError):
        raise InputError(Message("this is no picture that can be read: take a JPEG or PNG file")) from None
    width, height = (high, wide) if turn in _TURNED else (wide, high)
    if min(width, height) < _LEAST_SIDE_PX:
        raise InputError(
            Message(
                "the picture is too small: it should have at least {side} on its shorter side",
                side=Amount(str(_LEAST_SIDE_PX), "px"),
            )
        )
    if np.quantile(rgb[::8, ::8].max(axis=2), 0.95) < _DARK:
        raise InputError(Message("the picture is too dark: take it with more light"))
    taken = taken or (wide, high)
    return Opened(
        _smaller(rgb),
        width,
        height,
        None if focal is None else focal * math.hypot(*taken) / _DIAGONAL_35_MM * _enlarged(taken, (wide, high)),
        _cut(max(wide, high) / min(wide, high), max(taken) / min(taken)),
    )


def _cut(ratio: float, taken: float) -> Cut:
    """How a picture was cut, by the ratio of its sides and that in which it was taken."""
    if not _near(ratio, (taken,)) or not _near(ratio, (*_WHOLE, *_PARTS)):
        return Cut.SURELY
    return Cut.NOT if _near(ratio, _WHOLE) else Cut.PERHAPS


def _near(ratio: float, ratios: Sequence[float]) -> bool:
    return any(abs(ratio / other - 1) < _RATIO_OFF for other in ratios)


def _enlarged(taken: tuple[int, int], size: tuple[int, int]) -> float:
    """How many times as many px a picture has along a side as when it was taken, if it was not cropped."""
    same = _near(max(size) / min(size), (max(taken) / min(taken),))
    return max(size) / max(taken) if same else 1.0


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InputError(
                Message(
                    "the picture has more than {size}: save it smaller", size=Amount(f"{MOST_BYTES // 1_000_000}", "MB")
                )
            )
        return path.read_bytes()
    except OSError as error:
        raise InputError(Message("cannot be read: {why}", why=str(error.strerror))) from None


def _too_large(pixels: int) -> Message:
    return Message(
        "the picture has {pixels} megapixels: take or save one of at most {most}",
        pixels=Amount(str(pixels // 1_000_000)), most=Amount(str(MOST_PIXELS // 1_000_000)),
    )  # fmt: skip


def _exif(image: object) -> tuple[int, float | None, tuple[int, int] | None]:
    """Orientation, mm of a lens that sees as much on film of 35 mm, and px of the picture as it was taken."""
    exif = image.getexif()  # type: ignore[attr-defined]
    turn, more = exif.get(_ORIENTATION, 1), exif.get_ifd(_EXIF)
    focal, wide, high = (more.get(tag) for tag in (_FOCAL_35, _WIDE, _HIGH))
    known = isinstance(focal, int | float) and 8 <= focal <= 400
    sized = isinstance(wide, int) and isinstance(high, int) and min(wide, high) >= _LEAST_SIDE_PX
    return turn if isinstance(turn, int) else 1, float(focal) if known else None, (wide, high) if sized else None


def _smaller(rgb: NDArray[np.uint8]) -> NDArray[np.uint8]:
    import cv2

    side = max(rgb.shape[:2])
    if side <= WORKED_ON_PX:
        return rgb
    scale = WORKED_ON_PX / side
    return np.asarray(cv2.resize(rgb, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))

"""From light to a picture, as a phone does it: exposure, colour, noise and its removal, sharpening, JPEG, EXIF."""

from __future__ import annotations

import io
import math
from typing import Any

import cv2
import numpy as np
from PIL import Image as Pictures

from tests.photographs.conditions import Developing, Table
from tests.photographs.textures import Image

Bytes = np.ndarray[Any, np.dtype[np.uint8]]

DIAGONAL = 43.27
"""mm. Of a 35 mm film, to which phones relate their focal lengths."""


def developed(light: Image, table: Table) -> Bytes:
    """(h, w, 3) RGB of linear light (h, w, 3)."""
    asked, lot = table.developing, np.random.default_rng([table.seed, 2])
    long_side = max(light.shape[:2])
    unit = long_side / 2000
    picture = _balanced(_exposed(light, asked), asked)
    picture = _moved(_vignetted(picture, asked.vignetting), asked, unit)
    picture = _noisy(picture, asked.noise, lot)
    shown = _toned(_denoised(picture, asked), asked.contrast)
    soft = cv2.GaussianBlur(shown, (0, 0), 1.1 * max(unit, 0.5))
    shown = shown + asked.sharpening * (shown - soft)
    return np.clip(np.round(shown * 255), 0, 255).astype(np.uint8)


def encoded(picture: Bytes, quality: int, exif: bytes | None = None) -> bytes:
    """A JPEG file."""
    file = io.BytesIO()
    Pictures.fromarray(picture).save(file, "JPEG", quality=quality, **({"exif": exif} if exif else {}))
    return file.getvalue()


def exif(table: Table, turned: int = 1) -> bytes:
    """What a phone writes beside a picture; with its focal length, where the table has that.

    turned: 1 as it is, 3, 6 or 8 to be turned by 180, 90 or 270 degrees clockwise when it is shown.
    """
    told = Pictures.Exif()
    told[0x010F], told[0x0110], told[0x0112] = "Phone", "Made by tests.photographs", turned
    told[0x0131], told[0x0132] = "tests.photographs", "2026:01:01 12:00:00"
    more = told.get_ifd(0x8769)
    more[0x9003] = "2026:01:01 12:00:00"
    if table.conditions["exif"] == "yes":
        film = table.focal * DIAGONAL / 1.25  # four to three: the diagonal is 1.25 of the longer side
        more[0xA405] = round(film)
        more[0x920A] = round(film * 7.06 / DIAGONAL, 2)  # a sensor with a diagonal of 7.06 mm
    return told.tobytes()


def _exposed(light: Image, asked: Developing) -> Image:
    """As automatic exposure does: a middle grey on average, and bright parts that are not all lost."""
    grey = light.mean(axis=-1)
    average = float(np.exp(np.log(grey + 0.02).mean()))
    bright = float(np.quantile(grey, 0.97))
    gain = min(0.26 / average, 0.85 / bright) * 2**asked.exposure
    return light * np.float32(gain)


def _balanced(light: Image, asked: Developing) -> Image:
    """Bright greys become nearly grey."""
    grey = light.mean(axis=-1)
    bright = light[(grey > np.quantile(grey, 0.6)) & (grey < np.quantile(grey, 0.98))].mean(axis=0)
    gain = (bright.mean() / np.maximum(bright, 1e-4)) ** (0.5 * (1 - asked.cast))
    return light * gain.astype(np.float32)


def _vignetted(light: Image, share: float) -> Image:
    height, width = light.shape[:2]
    y, x = np.mgrid[0:height, 0:width]
    far = ((x - width / 2) ** 2 + (y - height / 2) ** 2) / (width**2 + height**2) * 4
    return light * (1 - share * far**1.3)[..., None].astype(np.float32)


def _moved(light: Image, asked: Developing, unit: float) -> Image:
    """Out of focus, and moved while it is taken: both ways about where it lies, so that nothing is shifted."""
    found = cv2.GaussianBlur(light, (0, 0), max(asked.blur * unit, 0.3))
    far = math.hypot(*asked.shake) * unit
    if far < 0.3:
        return found
    steps = np.linspace(-0.5, 0.5, 2 * math.ceil(far) + 3)
    total = np.zeros_like(found)
    for step in steps:
        shift = np.float32([[1, 0, step * asked.shake[0] * unit], [0, 1, step * asked.shake[1] * unit]])
        total += cv2.warpAffine(
            found, shift, found.shape[1::-1], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
    return total / len(steps)


def _noisy(light: Image, noise: float, lot: np.random.Generator) -> Image:
    """Of photons and of reading, on a sensor whose pixels see one colour each and are filled in from around."""
    shot = noise**2 * light / 0.18
    read = (0.25 * noise * 0.18) ** 2
    grain = lot.standard_normal(light.shape).astype(np.float32) * np.sqrt(0.18**2 * (shot * 0.8 + read) + 1e-9)
    coarse = cv2.GaussianBlur(grain, (0, 0), 0.8)
    return np.maximum(light + 0.6 * grain + 1.2 * coarse, 0)


def _denoised(light: Image, asked: Developing) -> Image:
    """Colours are smoothed widely, brightness a little and not across edges; in values near to those shown."""
    values = np.sqrt(np.clip(light, 0, 4)).astype(np.float32)
    colours = cv2.cvtColor(np.clip(values, 0, 1), cv2.COLOR_RGB2YCrCb)
    strength = 0.02 + asked.noise * asked.denoise
    bright = cv2.bilateralFilter(colours[..., 0], 5, 1.5 * strength, 1.6)
    kept = colours[..., 0] * (1 - 0.7 * asked.denoise) + bright * 0.7 * asked.denoise
    red, blue = (cv2.bilateralFilter(np.ascontiguousarray(colours[..., k]), 7, 0.06 + strength, 2.5) for k in (1, 2))
    return np.clip(cv2.cvtColor(np.stack([kept, red, blue], axis=-1), cv2.COLOR_YCrCb2RGB), 0, 1) ** 2


def _toned(light: Image, contrast: float) -> Image:
    """The curve of sRGB, with a shoulder and more contrast."""
    light = np.clip(light, 0, 1)
    bent = light * (1 + 0.25 * (1 - light))
    shown = np.where(bent <= 0.0031308, 12.92 * bent, 1.055 * np.maximum(bent, 1e-8) ** (1 / 2.4) - 0.055)
    curve = shown * shown * (3 - 2 * shown)
    return (shown * (1 - contrast) + curve * contrast).astype(np.float32)

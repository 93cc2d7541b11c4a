"""A few pictures as they were looked at and found right; `python -m tests.plots.test_reference` draws them anew."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread
from numpy.typing import NDArray

from plots import STYLES
from plots.messages import Words
from plots.rulebook import FIGURES
from plots.save import figure_bytes

FOLDER = Path(__file__).parent / "reference"
PICTURES = (("step", "screen", "en"), ("shot-blocked", "print", "fr"), ("steps-small", "greyscale", "en"),
    ("deployment", "screen", "en"),
    ("strategiksa-position", "screen", "en"), ("strategiksa-battle", "greyscale", "fr"))  # fmt: skip
DPI = 45
MOST_OFF = 0.035
"""Root mean square of the difference of grey levels, of 1: letters may move by a share of a pixel, no more."""


def drawn(name: str, style: str, lang: str) -> bytes:
    (figure,) = (figure for figure in FIGURES if figure.name == name)
    made = figure.make(STYLES[style], Words(lang)).figure
    return figure_bytes(made, "png", name, "", lang, DPI)


def off(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """How far two pictures differ; those of other sizes differ wholly."""
    if any(abs(a - b) > 2 for a, b in zip(one.shape, other.shape, strict=True)):
        return 1.0
    height, width = (min(a, b) for a, b in zip(one.shape[:2], other.shape[:2], strict=True))
    difference = one[:height, :width, :3] - other[:height, :width, :3]
    return float(np.sqrt(np.mean(difference**2)))


@pytest.mark.parametrize(("name", "style", "lang"), PICTURES)
def test_a_picture_looks_as_it_did(name: str, style: str, lang: str) -> None:
    known = imread(FOLDER / f"{name}.{lang}.{style}.png")
    now = imread(BytesIO(drawn(name, style, lang)), format="png")

    assert off(known, now) < MOST_OFF


def test_the_measure_sees_a_changed_picture() -> None:
    known = imread(FOLDER / "step.en.screen.png")
    assert off(known, imread(BytesIO(drawn("step", "greyscale", "en")), format="png")) > 2 * MOST_OFF
    shifted = np.roll(known, 3, axis=1)
    assert off(known, shifted) > 2 * MOST_OFF


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for picture in PICTURES:
        name, style, lang = picture
        (FOLDER / f"{name}.{lang}.{style}.png").write_bytes(drawn(*picture))

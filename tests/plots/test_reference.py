"""Pictures as they were looked at and found right: a few of the rulebooks, and those of the how-to pages.

`python -m tests.plots.test_reference` draws them anew.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread
from numpy.typing import NDArray

from armada_sim.pictures import Words
from plots import STYLES
from plots.rulebook import FIGURES
from plots.rulebook.gallery import few_colours
from plots.save import figure_bytes
from tests.whole import whole

FOLDER, HOWTO = Path(__file__).parent / "reference", Path(__file__).parents[2] / "docs" / "howto"
PICTURES = {
    FOLDER / f"{name}.{lang}.{style}.png": (name, style, lang, 45)
    for name, style, lang in (
        ("step", "screen", "en"), ("shot-blocked", "print", "fr"), ("steps-small", "greyscale", "en"),
        ("deployment", "screen", "en"), ("strategiksa-position", "screen", "en"),
        ("strategiksa-battle", "greyscale", "fr"),
    )
} | {HOWTO / f"errors.{lang}.png": ("errors", "screen", lang, 114) for lang in ("en", "fr")}  # fmt: skip
"""Which figure each is, in which style and language, and how many dots per inch it has."""

MOST_OFF = 0.035
"""Root mean square of the difference of grey levels, of 1: letters may move by a share of a pixel, no more."""


def drawn(name: str, style: str, lang: str, dpi: float) -> bytes:
    (figure,) = (figure for figure in FIGURES if figure.name == name)
    made = figure.make(STYLES[style], Words(lang)).figure
    return figure_bytes(made, "png", name, "", lang, dpi)


def off(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """How far two pictures differ; those of other sizes differ wholly."""
    if any(abs(a - b) > 2 for a, b in zip(one.shape, other.shape, strict=True)):
        return 1.0
    height, width = (min(a, b) for a, b in zip(one.shape[:2], other.shape[:2], strict=True))
    difference = one[:height, :width, :3] - other[:height, :width, :3]
    return float(np.sqrt(np.mean(difference**2)))


DEAR = (FOLDER / "steps-small.en.greyscale.png", HOWTO / "errors.fr.png")


@pytest.mark.parametrize("path", [whole(one) if one in DEAR else one for one in PICTURES], ids=lambda path: path.name)
def test_a_picture_looks_as_it_did(path: Path) -> None:
    assert off(imread(path), imread(BytesIO(drawn(*PICTURES[path])), format="png")) < MOST_OFF


def test_the_measure_sees_a_changed_picture() -> None:
    known = imread(FOLDER / "step.en.screen.png")
    assert off(known, imread(BytesIO(drawn("step", "greyscale", "en", 45)), format="png")) > 2 * MOST_OFF
    assert off(known, np.roll(known, 3, axis=1)) > 2 * MOST_OFF


if __name__ == "__main__":
    for path, picture in PICTURES.items():
        path.write_bytes(few_colours(drawn(*picture)))

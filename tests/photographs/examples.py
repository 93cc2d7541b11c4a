"""The example pictures of docs/howto/photo.md, out of kept photographs: `python -m tests.photographs.examples`.

What is asked or refused is printed: the page tells it in the same words.
"""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from armada_sim.photo import Paper, Reading, SaidShip, opened, read
from armada_sim.table import Size
from armada_sim.tabletop import InputError
from plots.photo import DOTS_PER_INCH, figure_of_reading
from tests.photographs import load, slips
from tests.photographs.developing import Bytes, encoded

ROOT = Path(__file__).parents[2]
KEPT, PAGES = ROOT / "tests" / "data" / "photographs", ROOT / "docs" / "howto"
SIDE, QUALITY = 900, 82
WITH_A_SHEET, ALONE, ASKED, DARK = "00026", "00021", "00022", "00026"
STOPS = 6.0
"""Too little light by so many."""


def written(name: str, rgb: Bytes, found: Reading | None = None) -> None:
    """A picture of the page, with what was read over it."""
    scale = SIDE / max(rgb.shape)
    small = cv2.resize(rgb, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    if found is not None:
        file = io.BytesIO()
        figure_of_reading(small, found).savefig(file, format="png", dpi=DOTS_PER_INCH)
        with Image.open(file) as drawn:
            small = np.asarray(drawn.convert("RGB"))
    (PAGES / f"photo-{name}.jpg").write_bytes(encoded(small, QUALITY))


def main() -> None:
    for name, seed in (("sheet", WITH_A_SHEET), ("alone", ALONE)):
        written(name, opened(KEPT / f"{seed}.jpg").rgb, read(KEPT / f"{seed}.jpg"))
    path = KEPT / f"{ASKED}.jpg"
    found = read(path)
    said = [SaidShip(ship.name, at(ship.wire), wire=ship.wire) for ship in found.ships]
    wrong = next(k for k, ship in enumerate(found.ships) if ship.size is not Size.LARGE)
    said[wrong] = replace(said[wrong], size=Size.LARGE, wire=())
    asked = read(path, sheet=found.paper if found.paper is not Paper.NONE else None, ships=said)
    written("asked", opened(path).rgb, asked)
    print(*(question.text for question in asked.questions), sep="\n")
    dark = slips.dark(load(KEPT / DARK), np.random.default_rng(0), STOPS)
    written("dark", slips.picture(dark))
    try:
        read(dark.file)
    except InputError as error:
        print(error)


def at(wire: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    """px. The middle of what is seen of a ship."""
    x, y = np.mean(wire, axis=0)
    return float(x), float(y)


if __name__ == "__main__":
    main()

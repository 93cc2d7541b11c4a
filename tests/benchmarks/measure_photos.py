"""How far off ships are that are found on photos, and whether the stated tolerance covers it, on tables by lot.

Cameras 500 to 1200 mm away, 0 to 60 degrees from straight above, focal lengths 0.65 to 1.5 of the longer side, lenses
that move the corners of the picture by up to 3 %; A4 or Letter, 3 to 12 ships within 600 mm, 3 to 5 marks on each.
"""

from __future__ import annotations

from typing import Any

import click
import numpy as np

from tests.photo.scenes import scene
from tests.photo.test_photo import errors, found

SHEET, SHIPS = True, False
"""What is known: a sheet, or only the sizes of ships."""

LOTS: list[tuple[str, str, bool, dict[str, Any]]] = [
    ("2000 px, marks 1 to 2 px off", "tip", SHEET, {}),
    ("4000 px, marks 1 to 2 px off", "tip", SHEET, {"long_side": 4000}),
    ("2000 px, normal, 2 px each way", "tip", SHEET, {"each_way": 2.0}),
    ("2000 px, at most 20 degrees from straight above", "tip", SHEET, {"tilt": 20}),
    ("2000 px, no corner named", "none", SHEET, {}),
    ("2000 px, no sheet, two ships", "tip", SHIPS, {"least": 2, "most": 2}),
    ("2000 px, no sheet, two ships, 4 or 5 marks", "tip", SHIPS, {"least": 2, "most": 2, "marked": 4}),
    ("2000 px, no sheet, 3 to 12 ships, no corner named", "none", SHIPS, {}),
    ("4000 px, the same", "none", SHIPS, {"long_side": 4000}),
]


@click.command()
@click.option("--count", default=100, show_default=True)
@click.option("--first", default=0, show_default=True)
def main(count: int, first: int) -> None:
    """Print the worst corner of a table in mm (median, 90 %, greatest), and what was stated."""
    for title, said, known, change in LOTS:
        off, stated, unsure = [], [], 0
        for seed in range(first, first + count):
            given = scene(seed, **change)
            told = found(given, said, known)
            off.append(errors(given, told).max())
            stated.append(told.tolerance)
            unsure += any(ship.unsure for ship in told.ships)
        covered = np.mean(np.array(off) <= np.array(stated))
        shares = (0.5, 0.9, 1)
        figures = (" / ".join(f"{one:.1f}" for one in np.quantile(values, shares)) for values in (off, stated))
        print(
            f"{title}: off {next(figures)} mm, stated {next(figures)} mm, covered {covered:.1%}, unsure {unsure}",
            flush=True,
        )


if __name__ == "__main__":
    main()

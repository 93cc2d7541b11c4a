"""A picture of a table in, the ships on it out: what that takes is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from armada_sim.photo.needs import check_installed
from armada_sim.photo.readings import Paper, Reading, SaidSheet, SaidShip, Source
from armada_sim.table import Profile
from armada_sim.tabletop import Language

if TYPE_CHECKING:
    from armada_sim.photo.reading import Prepared


def prepared(source: Source, profile: Profile | None = None, sheet: Paper | SaidSheet | None = None) -> Prepared:
    """A picture that is to be read more than once, such as where one after another of its ships is said.

    What does not depend on what is said of ships is worked out once; it holds 60 to 250 MB. profile, sheet and what is
    raised: as of `read`.
    """
    check_installed()
    from armada_sim.photo.reading import prepared as preparing

    return preparing(source, profile, sheet)


def read(
    source: Source | Prepared | Sequence[Source],
    profile: Profile | None = None,
    sheet: Paper | SaidSheet | None = None,
    ships: Sequence[SaidShip] | None = None,
    lang: str = "en",
) -> Reading:
    """What lies on the table in a picture (a file, or its bytes), with pieces of a profile (default: `ideal_sharp`).

    One that is `prepared` has its profile and sheet. Several pictures of one table, from different sides, are fitted
    together; what is said, and px, are of the first.
    sheet: what lies there, where that is known. ships: those to be read, and no others; else all are looked for. What
    is said in px is of the picture as it is shown, upright, from its upper left corner to the right and down; so is
    what is read. Frames and units of the answer: see `Reading`. Ships are named after players' colours in `lang`.

    Raises InputError, with what to do, where it is no picture, where nothing can be read off it, or where OpenCV,
    SciPy or Pillow is not installed; where the language is not known.
    """
    words = Language(lang)
    check_installed()
    from armada_sim.photo.reading import read as reading

    return reading(source, profile, sheet, ships, words)

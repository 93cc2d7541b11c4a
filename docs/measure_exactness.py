"""Prints how often raw Shapely calls exact contact touching, overlapping or apart."""

from __future__ import annotations

import math
import random
from collections import Counter
from decimal import Decimal
from fractions import Fraction

import shapely

from armada_sim.geometry.exact import Surd
from armada_sim.table.pieces import IDEAL_SHARP, Footprint, Size, outline

TRIANGLE = outline(IDEAL_SHARP[Size.LARGE], Footprint.CONTACT_TRIANGLE).corners
SQUARE = tuple((Surd(Fraction(x)), Surd(Fraction(y))) for x, y in ((0, -1), (2, -1), (2, 1), (0, 1)))


def turned(corners: tuple[tuple[Surd, Surd], ...], heading: float) -> list[tuple[float, float]]:
    """The outline's corners as anyone would compute them in doubles."""
    cosine, sine = math.cos(math.radians(heading)), math.sin(math.radians(heading))
    points = [(float(along), float(across)) for along, across in corners]
    return [(103.1 + a * cosine - c * sine, 57.7 + a * sine + c * cosine) for a, c in points]


def word(corners: tuple[tuple[Surd, Surd], ...], heading: Fraction) -> str:
    """What Shapely says of two outlines base to base."""
    first, second = (shapely.Polygon(turned(corners, float(h))) for h in (heading, heading + 180))
    if not first.intersects(second):
        return "apart"
    return "touches" if first.touches(second) else "overlaps"


def main() -> None:
    """Count over the headings the tests use."""
    whole = [Fraction(heading) for heading in range(1, 360)]
    chooser = random.Random(7)
    decimals = [Fraction(Decimal(chooser.randrange(360 * 10**6)).scaleb(-6)) for _ in range(1000)]
    for name, corners, headings in (
        ("squares, whole degrees", SQUARE, whole),
        ("triangles, whole degrees", TRIANGLE, whole),
        ("triangles, random decimals", TRIANGLE, decimals),
    ):
        print(name, dict(Counter(word(corners, heading) for heading in headings)))


if __name__ == "__main__":
    main()

"""Objects of very many corners."""

from __future__ import annotations

from fractions import Fraction

Corners = list[tuple[Fraction, Fraction]]


def comb(corners: int, left: int, right: int, level: int, teeth: int, *, shape: str, back: int = 30) -> Corners:
    """A comb with its teeth downwards: pointed ("saw") or blunt ("teeth"). mm; `level` is where its back begins."""
    x0, x1, y = Fraction(left), Fraction(right), Fraction(level)
    found: Corners = []
    if shape == "saw":
        count = corners - 2
        found = [(x0 + (x1 - x0) * i / (count - 1), y - teeth * (i % 2)) for i in range(count)]
    else:
        count = (corners - 2) // 4
        width = (x1 - x0) / count
        for i in range(count):
            x = x0 + i * width
            found += [(x, y), (x + width * 3 / 10, y), (x + width * 3 / 10, y - teeth), (x + width * 6 / 10, y - teeth)]
    return [*found, (x1, y + back), (x0, y + back)]


def flipped(corners: Corners, x: int) -> Corners:
    """Turned by a quarter, to point to the right, towards `x`."""
    return [(x - b, a) for a, b in corners]

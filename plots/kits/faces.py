"""Pieces and cards to be cut out: as many on a sheet as fit, every back where its front lies once the sheet is turned
over on its long edge."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from matplotlib.figure import Figure

from armada_sim.geometry import Point
from armada_sim.pictures import Look, Z
from plots.kits.pages import Kit
from plots.paper import Leaf
from plots.sheet import Sheet

BETWEEN_MM = 3.0
"""Between two pieces on a sheet: printers lay the back down within a millimetre or so."""

_MARKER_POINTS = 7.0
"""Size of the letters of a marker."""

Face = Callable[[Sheet, Point, bool], None]
"""Draws one piece around a point, its front or (True) its back, in the units of its sheet."""


def marker(text: str, side: float, look: Look, ink: str) -> Face:
    """A square with a word, the same on both sides; side: in the units of its sheet."""

    def draw(sheet: Sheet, middle: Point, back: bool) -> None:
        (x, y), half = middle, side / 2
        sheet.mark("marker", sheet.box(x - half, y - half, x + half, y + half, Z.SURFACE, **look), text)
        sheet.texts.append(sheet.write(text, middle, _MARKER_POINTS, halo=False, color=ink))

    return draw


def leaves_of(
    faces: Sequence[Face], size: tuple[float, float], kit: Kit, name: str, *, scale: float = 1.0,
    below: Callable[[Sheet, float], object] | None = None,
) -> list[Leaf]:  # fmt: skip
    """The pieces in their order, row by row, each with its back.

    size: mm of paper, width and height of a piece. scale: mm of paper per unit in which pieces are drawn. below: draws
    what else the last sheet has in front, from an upper border down, in the same unit.
    """
    across, up = (int((room + BETWEEN_MM) // (side + BETWEEN_MM)) for room, side in zip(kit.window, size, strict=True))
    most = across * up
    shares = [faces[first : first + most] for first in range(0, len(faces), most)]

    def side(share: Sequence[Face], back: bool) -> Figure:
        figure, sheet = kit.sheet(scale)
        pitch = [one + BETWEEN_MM for one in size]
        left = (kit.window[0] - across * pitch[0] + BETWEEN_MM) / 2
        for place, face in enumerate(share):
            row, column = divmod(place, across)
            x = left + (across - 1 - column if back else column) * pitch[0] + size[0] / 2
            y = kit.window[1] - row * pitch[1] - size[1] / 2
            face(sheet, (x / scale, y / scale), back)
        if below is not None and share is shares[-1] and not back:
            rows = -(-len(share) // across)
            below(sheet, (kit.window[1] - rows * pitch[1] - BETWEEN_MM) / scale)
        return figure

    return [Leaf(side(share, False), side(share, True), name) for share in shares]

"""Boards side by side, as one figure."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import accumulate

from matplotlib.artist import Artist

from armada_sim.pictures import Look, View
from armada_sim.tabletop import Worded
from plots.grids.scene import BoardScene, board_sheet
from plots.sheet import Sheet

_HEADING_MM = 7.0
"""Above a frame that has a heading."""


@dataclass(frozen=True, slots=True)
class Frames:
    """Boards side by side and below one another, with a heading each."""

    scenes: tuple[BoardScene, ...]
    headings: tuple[Worded | None, ...]
    columns: int

    @property
    def _places(self) -> list[tuple[float, float]]:
        """Where each begins, its heading too: left and top, mm."""
        rows = [self.scenes[k : k + self.columns] for k in range(0, len(self.scenes), self.columns)]
        head = _HEADING_MM if any(self.headings) else 0.0
        lefts = [
            0.0,
            *accumulate(
                max(row[k].view.width for row in rows if k < len(row))
                for k in range(min(self.columns, len(self.scenes)))
            ),
        ]
        tops = [0.0, *accumulate(max(one.view.height for one in row) + head for row in rows)]
        return [(left, -top) for top, row in zip(tops, rows, strict=False) for left, _ in zip(lefts, row, strict=False)]

    @property
    def view(self) -> View:
        """All of them."""
        head = _HEADING_MM if any(self.headings) else 0.0
        ends = [
            (x + one.view.width, y - head - one.view.height)
            for (x, y), one in zip(self._places, self.scenes, strict=True)
        ]
        return View(0, min(y for _, y in ends), max(x for x, _ in ends), 0)

    def draw(self, sheet: Sheet) -> None:
        """Each on axes of its own, of one scale; one legend for all."""
        for k, (scene, heading, (left, top)) in enumerate(zip(self.scenes, self.headings, self._places, strict=True)):
            if heading:
                room = (scene.view.width - 2) / sheet.mm(1)
                text = sheet.wrapped(sheet.words.tell(heading), room, sheet.style.text)
                look: Look = {"ha": "left", "va": "bottom", "fontweight": "bold"}
                at = (left + 1, top - _HEADING_MM + 0.5)
                sheet.texts.append(sheet.write(text, at, sheet.style.text, **look))
                top -= _HEADING_MM
            box = (left, top - scene.view.height, scene.view.width, scene.view.height)
            axes = sheet.ax.inset_axes(box, transform=sheet.ax.transData)
            inner = board_sheet(axes, scene.view, sheet.style, sheet.words, ("inset", "ABCDEFGH"[k]))
            inner.entries = sheet.entries
            for mark in scene.marks:
                mark.draw(inner)
            sheet.marks += inner.marks
            sheet.texts += inner.texts
            added: Collection[Artist] = (axes, *inner.others)
            sheet.others += added

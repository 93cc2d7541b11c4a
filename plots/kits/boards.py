"""Boards without pieces, at a size to play on: on as many sheets as it takes, with no word where they are cut."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import shapely
from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text

from armada_sim.geometry import Point
from armada_sim.pictures import Look, View, Z
from plots.figures import page
from plots.grids.scene import board_sheet
from plots.kits.pages import Grid, Kit, Sign
from plots.paper import OVERLAP_MM, Leaf, Tiling, tiling
from plots.scene import Mark
from plots.sheet import Sheet

_CLEAR_MM = 0.4
"""A word stays so far from where sheets are cut."""

_SHIFT_MM = 0.5
"""Places that are tried for a board on its sheets lie so far apart."""


@dataclass(frozen=True, slots=True)
class Seams:
    """Where sheets end and neighbours begin, mm of the drawing: no word is written there that can stand elsewhere."""

    upright: tuple[float, ...]
    level: tuple[float, ...]
    view: View

    def draw(self, sheet: Sheet) -> None:
        """Keep words away."""
        view, far = self.view, sheet.mm(_CLEAR_MM * 72 / 25.4)
        sheet.labeller.hard += [shapely.box(x - far, view.bottom, x + far, view.top) for x in self.upright]
        sheet.labeller.hard += [shapely.box(view.left, y - far, view.right, y + far) for y in self.level]


def seams_of(tiled: Tiling) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """mm from the left and from below, of a figure as large as all its windows: where a window ends or begins."""
    found = []
    for axis, count in enumerate((tiled.columns, tiled.rows)):
        step = tiled.window[axis] - OVERLAP_MM
        found.append(tuple(k * step + more for k in range(1, count) for more in (0.0, OVERLAP_MM)))
    return found[0], found[1]


@dataclass(frozen=True, slots=True)
class Laid:
    """A board on its sheets, and the key to it."""

    leaf: Leaf
    entries: Sequence[tuple[Sequence[Artist], str]]
    """What its legend has: samples that lie on one another, and their words."""

    def key(self, *head: str) -> Grid:
        """The legend as a table."""
        return Grid([head, *((Sign(partial(_sample, artists), 2.2), words) for artists, words in self.entries)])


def _sample(artists: Sequence[Artist], sheet: Sheet, middle: Point, half: float) -> None:
    """Samples of a legend, in a square box."""
    (x, y), side = middle, 0.85 * half
    for artist in artists:
        if isinstance(artist, Patch):
            look: Look = {"facecolor": artist.get_facecolor(), "edgecolor": artist.get_edgecolor()}
            look |= {"hatch": artist.get_hatch(), "linewidth": artist.get_linewidth(), "fill": artist.get_fill()}
            sheet.others.append(sheet.box(x - side, y - side, x + side, y + side, Z.REGION, **look))
        elif isinstance(artist, Line2D):
            sample = Line2D([], [])
            sample.update_from(artist)
            sample.set_data(*(([x], [y]) if artist.get_marker() not in ("None", "", None) else ([x - side, x + side], [y, y])))
            sample.set_zorder(Z.HEAVY)
            sheet.ax.add_artist(sample)


def board_laid(marks: Sequence[Mark], view: View, scale: float, kit: Kit, name: str) -> Laid:
    """A board without legend; scale: mm of paper per mm of the drawing.

    Words keep clear of the cuts if they can; the board lies in the middle of its sheets, or aside by as little as
    spares most words that cannot move.
    """
    wide, high = view.width * scale, view.height * scale
    tiled = tiling(Figure(figsize=(wide / 25.4, high / 25.4)), kit.paper)
    whole = [
        count * (tiled.window[axis] - OVERLAP_MM) + OVERLAP_MM for axis, count in enumerate((tiled.columns, tiled.rows))
    ]
    spare = whole[0] - wide, whole[1] - high
    all_of_it = _around(view, spare, scale)
    upright, level = seams_of(tiled)
    seams = Seams(
        tuple(all_of_it.left + x / scale for x in upright),
        tuple(all_of_it.bottom + y / scale for y in level),
        all_of_it,
    )
    figure, ax = page(all_of_it, replace(kit.style, width_mm=None), scale)
    sheet = board_sheet(ax, all_of_it, kit.style, kit.words)
    for mark in (seams, *marks):
        mark.draw(sheet)
    words = [box for text in ax.texts if (box := extent_mm(text)) is not None]
    right, up = (
        _shift([box[axis::2] for box in words], lines, room)
        for axis, (lines, room) in enumerate(zip((upright, level), spare, strict=True))
    )
    ax.set_xlim(all_of_it.left - right / scale, all_of_it.right - right / scale)
    ax.set_ylim(all_of_it.bottom - up / scale, all_of_it.top - up / scale)
    entries = [
        (proxies if isinstance(proxies, tuple) else (proxies,), said) for said, proxies in sheet.entries.items()
    ]
    return Laid(Leaf(figure, name=name), entries)


def _around(view: View, spare: Sequence[float], scale: float) -> View:
    """The view with so many mm of paper more, half of them on either side."""
    x, y = (one / scale / 2 for one in spare)
    return View(view.left - x, view.bottom - y, view.right + x, view.top + y)


def extent_mm(text: Text) -> tuple[float, float, float, float] | None:
    """mm of its figure. Left, bottom, right, top of a text; None for one without letters."""
    if not text.get_text().strip() or not text.get_visible():
        return None
    figure = text.figure
    assert isinstance(figure, Figure)
    # Matplotlib's own renderer of the whole figure would be made anew for every text
    box, per = text.get_window_extent(RendererAgg(1, 1, figure.dpi)), 25.4 / figure.dpi
    return box.x0 * per, box.y0 * per, box.x1 * per, box.y1 * per


def _shift(spans: Sequence[Sequence[float]], lines: Sequence[float], room: float) -> float:
    """mm. How far to move spans so that the fewest lie across lines, as little as that takes; no further than there is
    room on either side."""
    steps = math.floor(max(room, 0) / 2 / _SHIFT_MM)
    tried = [sign * k * _SHIFT_MM for k in range(steps + 1) for sign in (1, -1)]
    low, high = (np.array([span[end] for span in spans]) for end in (0, 1))

    def crossed(by: float) -> int:
        return sum(int(np.count_nonzero((low + by < line + _CLEAR_MM) & (high + by > line - _CLEAR_MM))) for line in lines)

    return min(tried, key=lambda by: (crossed(by), abs(by)))


def split_words(leaf: Leaf, paper: str) -> list[str]:
    """The words of a board that no single sheet shows whole, or that a cut goes through."""
    tiled = tiling(leaf.front, paper)
    upright, level = seams_of(tiled)
    found = []
    for ax in leaf.front.axes:
        for text in ax.findobj(Text):
            box = extent_mm(text)
            if box is not None and (
                any(box[0] < x < box[2] for x in upright) or any(box[1] < y < box[3] for y in level)
            ):
                found.append(text.get_text())
    return found

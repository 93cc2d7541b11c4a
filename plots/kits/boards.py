"""Boards without pieces, at a size to play on: on as many sheets as it takes, with no word where they are cut."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import numpy.typing as npt
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

_CLEAR_MM, _NEAR_MM = 0.6, 0.2
"""A word is put so far from where sheets are cut, and is taken to be cut where it is nearer."""

_DRAWINGS = 5
"""At most, to find where a board lies best."""

Spans = npt.NDArray[np.float64]
"""mm. A row for each word: where it begins and ends."""

_DOTS_PER_INCH = 720
"""At which words are measured."""

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


def key_of(sheet: Sheet, *head: str) -> Grid:
    """The legend of a sheet as a table: samples that lie on one another, and their words."""
    entries = [(proxies if isinstance(proxies, tuple) else (proxies,), said) for said, proxies in sheet.entries.items()]
    return Grid([head, *((Sign(partial(_sample, artists), 2.2), words) for artists, words in entries)])


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
            sample.set_data(
                *(([x], [y]) if artist.get_marker() not in ("None", "", None) else ([x - side, x + side], [y, y]))
            )
            sample.set_zorder(Z.HEAVY)
            sheet.ax.add_artist(sample)


def board_laid(marks: Sequence[Mark], view: View, scale: float, kit: Kit, name: str) -> Leaf:
    """A board without legend; scale: mm of paper per mm of the drawing.

    Words keep clear of the cuts if they can; the board lies in the middle of its sheets, or aside where that spares
    words that cannot move: it is drawn a few times at most, and kept as it cuts fewest.
    """
    size = view.width * scale, view.height * scale
    tiled = tiling(Figure(figsize=(size[0] / 25.4, size[1] / 25.4)), kit.paper)
    counts = tiled.columns, tiled.rows
    whole = [count * (room - OVERLAP_MM) + OVERLAP_MM for count, room in zip(counts, tiled.window, strict=True)]
    spare = [(all_of_it - one) / 2 for all_of_it, one in zip(whole, size, strict=True)]
    lines, found, moved = seams_of(tiled), list[tuple[int, Figure]](), (0.0, 0.0)
    for _ in range(_DRAWINGS):
        left, low = (
            edge - (room + by) / scale
            for edge, room, by in zip((view.left, view.bottom), spare, moved, strict=True)
        )  # fmt: skip
        shown = View(left, low, left + whole[0] / scale, low + whole[1] / scale)
        figure, ax = page(shown, replace(kit.style, width_mm=None), scale)
        sheet = board_sheet(ax, shown, kit.style, kit.words)
        upright, level = lines
        seams = Seams(tuple(left + x / scale for x in upright), tuple(low + y / scale for y in level), shown)
        for mark in (seams, *marks):
            mark.draw(sheet)
        words = [box for text in ax.texts if (box := extent_mm(text)) is not None]
        spans = [np.array([box[axis::2] for box in words]).reshape(-1, 2) for axis in (0, 1)]
        cuts = sum(int(_across(*one, 0.0).sum()) for one in zip(spans, lines, strict=True))
        found.append((cuts, figure))
        reach = [(-room - by, room - by) for room, by in zip(spare, moved, strict=True)]
        ways = [_shift(*one) for one in zip(spans, lines, reach, strict=True)]
        if ways == [0.0, 0.0]:  # of those cut alone: others may find another place
            cut = [one[_across(one, seams, 0.0)] for one, seams in zip(spans, lines, strict=True)]
            ways = [_shift(*one) for one in zip(cut, lines, reach, strict=True)]
        if not cuts or ways == [0.0, 0.0]:
            break
        moved = moved[0] + ways[0], moved[1] + ways[1]
    return Leaf(min(found, key=lambda one: one[0])[1], name=name)


def extent_mm(text: Text) -> tuple[float, float, float, float] | None:
    """mm of its figure. Left, bottom, right, top of a text; None for one without letters."""
    if not text.get_text().strip() or not text.get_visible():
        return None
    # a renderer of its own: Matplotlib would make one of the whole figure anew for every text; fine, or letters are
    # hinted to whole pixels and wider than on paper
    renderer = RendererAgg(1, 1, _DOTS_PER_INCH)  # type: ignore[no-untyped-call]
    box, per = text.get_window_extent(renderer, dpi=_DOTS_PER_INCH), 25.4 / _DOTS_PER_INCH
    return box.x0 * per, box.y0 * per, box.x1 * per, box.y1 * per


def _across(spans: Spans, lines: Sequence[float], by: float) -> npt.NDArray[np.bool_]:
    """Which spans, moved by so many mm, lie across lines or all but touch them."""
    low, high = spans.T[:, :, None] + by
    cuts = np.array(lines)[None, :]
    return np.asarray(((low < cuts + _NEAR_MM) & (high > cuts - _NEAR_MM)).any(axis=1))


def _shift(spans: Spans, lines: Sequence[float], reach: tuple[float, float]) -> float:
    """mm. How far to move spans so that the fewest lie across lines, as little as that takes, within what there is."""
    steps = np.arange(math.ceil(reach[0] / _SHIFT_MM), math.floor(reach[1] / _SHIFT_MM) + 1).tolist() or [0]
    return min((k * _SHIFT_MM for k in steps), key=lambda by: (int(_across(spans, lines, by).sum()), abs(by)))


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

"""What a reader needs of any figure: every word legible, nothing cut off.

Overlaps are measured in square points between the box of every text and
* every other text,
* what the kinds in `AREAS` cover, all that is within their outline: pieces, their places before and after moves, flags,
  symbols of terrain, objects; and the counters, chips and boxes that hold words of their own (`HOLDING`),
* what the kinds in `LINES` cover, a line as wide as it is drawn: walls, rims, borders, sight lines, dimension lines,
  arcs, leaders.

What is printed on a board (below `Z.REGION`) may be covered by the counters that stand there, as on a table. Words may
lie on all else, and have a halo there: the ground (hexes, squares, cells and their thin rims, houses, tufts,
hills' arcs, the pale river), tints (reach, zones, bands, hatches), and thin outlines of places that are only thought of
(`broadside`, `template`, `outer`, `overhang`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import shapely
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import ArrowStyle, FancyArrowPatch, Patch
from matplotlib.path import Path
from matplotlib.text import Annotation, Text

from armada_sim.pictures import Z

MOST = 1.0
"""Square points. Boxes of letters have empty borders: so much is no overlap."""

HOLDING = {"object", "step", "claim", "disc", "offending_step", "counter", "mountain"}
"""An object bears its name, a step its number, a counter its figures, where they fit wholly inside."""

AREAS = {"ship", "sunk", "ghost", "winner", "flag", "symbol", "count", "removed"} | HOLDING
LINES = {
    "wall", "place", "surface", "dimension", "heading", "headings", "blocked_headings", "line_of_fire", "tried_line",
    "cross", "angle", "blocker", "misplaced", "named_piece", "base", "burnt", "battle", "arrow", "against",
    "callout", "bracket", "first", "ring", "barred", "may", "further", "axis", "bar", "goal_line", "leader", "frame",
}  # fmt: skip


def box_of(text: Artist, renderer: Any) -> shapely.Polygon:
    """Of a text or of letters that are shapes, in pixels."""
    box = text.get_window_extent(renderer)
    return shapely.box(box.x0, box.y0, box.x1, box.y1)


def kind_of(artist: Artist) -> str:
    """What an artist is, from its name in files."""
    return re.sub(r"^(inset-[A-Z]|pane-[0-9])-", "", str(artist.get_gid() or "")).partition("-")[0]


def overlaps(figure: Figure, most: float = MOST) -> list[str]:
    """Every overlap of more than `most` square points, every text that is cut off: in words, the worst first."""
    canvas = FigureCanvasAgg(figure)
    figure.draw_without_rendering()
    renderer, point = canvas.get_renderer(), figure.dpi / 72
    texts = list(_texts(figure))
    boxes = np.array([box_of(text, renderer) for text, _ in texts], dtype=object)
    words = [_said(text) for text, _ in texts]
    found = []
    paper = shapely.box(0, 0, *figure.bbox.size)
    for box, word, (_, table) in zip(boxes, words, texts, strict=True):
        if not paper.contains(box) or (table is not None and not table.buffer(0.01).contains(box)):
            found.append((float("inf"), f"{word!r} is cut off"))
    tree = shapely.STRtree(boxes)
    for i, k in zip(*tree.query(boxes, predicate="intersects"), strict=True):
        if i < k:
            found.append((boxes[i].intersection(boxes[k]).area / point**2, f"{words[i]!r} lies on {words[k]!r}"))
    for mark, kind, name in _marks(figure):
        for i in tree.query(mark, predicate="intersects"):
            if kind in HOLDING and mark.contains(boxes[i].centroid if kind == "disc" else boxes[i]):
                continue
            if (kind == "count" and words[i] == name) or (kind == "counter" and texts[i][0].zorder < Z.REGION):
                continue
            found.append((boxes[i].intersection(mark).area / point**2, f"{words[i]!r} lies on {name}"))
    found += [(size / point**2, text) for size, text in _arrows_on_pieces(figure)]
    return [f"{text}: {size:.1f} pt²" for size, text in sorted(found, reverse=True) if size > most]


def assert_readable(figure: Figure) -> None:
    """No word lies on a mark or on another word, and none is cut off by the paper or the table."""
    assert len(list(_texts(figure))) > 2
    found = overlaps(figure)
    assert not found, "\n".join(found)


def _arrows_on_pieces(figure: Figure) -> Iterator[tuple[float, str]]:
    """Square pixels of pieces and objects under arrows that point at a small gap from outside."""
    pieces = [(shape, name) for shape, kind, name in _marks(figure) if kind in {"ship", "sunk", "object"}]
    for ax in _tables(figure):
        for arrow in ax.patches:
            if kind_of(arrow) == "dimension" and isinstance(arrow.get_arrowstyle(), ArrowStyle.CurveFilledB):  # type: ignore[attr-defined]
                shape = shape_of(arrow, area=False)
                yield from ((shape.intersection(piece).area, f"an arrow lies on {name}") for piece, name in pieces)


def _said(text: Artist) -> str:
    return text.get_text() if isinstance(text, Text) else str(text.get_gid())


def _tables(figure: Figure) -> list[Axes]:
    return [*figure.axes, *(inner for ax in figure.axes for inner in ax.child_axes)]


def _texts(figure: Figure) -> Iterator[tuple[Artist, shapely.Polygon | None]]:
    """Every text that is seen, and the table that cuts it off."""
    found: list[tuple[Artist, shapely.Polygon | None]] = [(text, None) for text in figure.texts]
    found += [(text, None) for legend in figure.legends for text in legend.get_texts()]
    for ax in _tables(figure):
        table = shapely.box(*ax.bbox.extents)
        found += [(text, None if isinstance(text, Annotation) else table) for text in ax.texts]
        found += [(artist, table) for artist in ax.patches if kind_of(artist) == "count"]
        found += [(ax.title, None), (ax._left_title, None), (ax.xaxis.label, None), (ax.yaxis.label, None)]  # type: ignore[attr-defined]
        for axis, (low, high) in ((ax.xaxis, ax.get_xlim()), (ax.yaxis, ax.get_ylim())):
            seen = axis.get_major_ticks() if ax.axison and axis.get_visible() else []  # asked for, they are made
            ticks = [tick for tick in seen if min(low, high) <= tick.get_loc() <= max(low, high)]
            found += [(label, None) for tick in ticks for label in (tick.label1, tick.label2)]
        legend = ax.get_legend()
        found += [] if legend is None else [(text, None) for text in legend.get_texts()]
    return (
        one for one in found if not isinstance(one[0], Text) or (one[0].get_text().strip() and one[0].get_visible())
    )


def _marks(figure: Figure) -> Iterator[tuple[shapely.Geometry, str, str]]:
    """What words must keep clear of, in pixels, as far as its table shows it; its kind and its name."""
    for ax in _tables(figure):
        table = shapely.box(*ax.bbox.extents)
        for artist in ax.get_children():
            kind = kind_of(artist)
            if kind in AREAS or (kind in LINES and not isinstance(artist, Text)):
                shape = shape_of(artist, area=kind in AREAS)
                yield shape.intersection(table) if artist.get_clip_on() else shape, kind, str(artist.get_gid())


def shape_of(artist: Artist, *, area: bool) -> shapely.Geometry:
    """What an artist covers, in pixels: a patch all that it surrounds if `area`, else its line."""
    pixel = artist.get_figure().dpi / 72  # type: ignore[union-attr]
    if isinstance(artist, FancyArrowPatch):
        paths, filled = artist._get_path_in_displaycoord()  # type: ignore[attr-defined]
        width = pixel * artist.get_linewidth()
        drawn = zip(paths, filled, strict=True)
        return shapely.union_all([_covered(path, area=bool(full), width=width) for path, full in drawn])
    if isinstance(artist, Patch):
        path = artist.get_transform().transform_path(artist.get_path())
        return _covered(path, area=area, width=pixel * artist.get_linewidth())
    if isinstance(artist, LineCollection):
        widths = np.resize(artist.get_linewidths(), len(artist.get_segments()))
        lines = zip(map(artist.get_transform().transform, artist.get_segments()), widths, strict=True)
        return shapely.union_all([shapely.LineString(line).buffer(width * pixel / 2) for line, width in lines])
    assert isinstance(artist, Line2D)
    points = artist.get_transform().transform(np.asarray(artist.get_xydata()))
    parts = []
    if artist.get_linestyle() not in ("None", "none", "") and len(points) > 1:
        parts.append(shapely.LineString(points).buffer(artist.get_linewidth() * pixel / 2, cap_style="flat"))
    if artist.get_marker() not in (None, "None", "none", ""):
        parts += [shapely.Point(at).buffer(artist.get_markersize() * pixel / 2) for at in points]
    return shapely.union_all(parts)


def _covered(path: Path, *, area: bool, width: float) -> shapely.Geometry:
    """What a path in pixels surrounds, or its line."""
    rings = [ring for ring in path.to_polygons(closed_only=False) if len(ring) > 1]
    if not area:
        return shapely.union_all([shapely.LineString(ring).buffer(width / 2, cap_style="flat") for ring in rings])
    shape: shapely.Geometry = shapely.Polygon()
    for ring in rings:
        if len(ring) > 3:
            shape = shape.symmetric_difference(shapely.Polygon(ring).buffer(0))
    return shape

"""Shapes as elements of SVG, from looks in Matplotlib's words: points to the right and down."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from armada_sim.geometry import Point
from armada_sim.pictures.spoken import escaped
from armada_sim.pictures.style import Look

_TILE_POINTS = 72.0
"""Matplotlib's hatches have six lines, for each sign, in a square of this side."""

_LINES = 6

_HEAD_LENGTH, _HEAD_WIDTH = 0.4, 0.2
"""Of an arrowhead, and half across, as shares of its scale."""

_CROSS = ((-1, -2), (0, -1), (1, -2), (2, -1), (1, 0), (2, 1), (1, 2), (0, 1), (-1, 2), (-2, 1), (-1, 0), (-2, -1))
_MARKERS: dict[str, tuple[tuple[float, float], ...]] = {
    "^": ((0, -0.5), (-0.5, 0.5), (0.5, 0.5)),
    ">": ((0.5, 0), (-0.5, -0.5), (-0.5, 0.5)),
    "X": tuple((x / 4, y / 4) for x, y in _CROSS),
}
"""Corners of markers of size 1, to the right and down."""


def number(value: float) -> str:
    """A length to hundredths of a point."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, content: str | None = None, /, **given: str | float | None) -> str:
    """An element with the attributes that are given; `_` for `-` in their names, at whose end it is left out."""
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escaped(value) if isinstance(value, str) else number(value)}"'
        for key, value in given.items()
        if value is not None
    )
    return f"<{name}{told}/>" if content is None else f"<{name}{told}>{content}</{name}>"


def text(
    lines: Sequence[str], x: float, baselines: Sequence[float], size: float, colour: str, **more: str | float | None
) -> str:
    """A text of some lines, each with what its letters stand on."""
    spans = (
        escaped(lines[0])
        if len(lines) == 1
        else "".join(element("tspan", escaped(line), x=x, y=y) for line, y in zip(lines, baselines, strict=True))
    )
    return element("text", spans, x=x, y=baselines[0], font_size=size, fill=colour, **more)


def path_of(points: Iterable[Point], *, closed: bool) -> str:
    """What the attribute `d` says of some points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + ("z" if closed else "")


def _colour(value: str | None) -> str | None:
    return None if value in (None, "none") else value


def _stroke(look: Look, colour: str | None, width: float | None = None) -> dict[str, str | float | None]:
    """Attributes of a line; width: of its halo, whose dashes are those of the line."""
    lying = float(look.get("linewidth", 1.0))
    if colour is None or not lying:
        return {}
    dashes = look.get("linestyle", "-")
    signs = [] if isinstance(dashes, str) else [number(length * lying) for length in dashes[1]]
    return {
        "stroke": colour, "stroke_width": lying if width is None else width,
        "stroke_dasharray": " ".join(signs) or None,
    }  # fmt: skip


def area(points: Sequence[Point], look: Look, halo: float, paper: str, fills: Sequence[str] = ()) -> str:
    """A polygon, its border with a halo of so many points; fills: hatches over its colour."""
    d, full = path_of(points, closed=True), look.get("fill", True)
    edge = _colour(look.get("edgecolor", None if full else "black"))
    border = _stroke(look, edge)
    parts = [element("path", d=d, fill="none", **_stroke(look, paper, border_width(look) + halo))] if halo else []
    face = _colour(look.get("facecolor")) if full else None
    parts.append(element("path", d=d, fill=face or "none", opacity=look.get("alpha"), **border))
    parts += [element("path", d=d, fill=fill) for fill in fills]
    return "".join(parts)


def border_width(look: Look) -> float:
    """Points."""
    return float(look.get("linewidth", 1.0))


def line(points: Sequence[Point], look: Look, halo: float, paper: str, marked: Sequence[Point] | None = None) -> str:
    """A line with its markers, at all its points if not at some, and their halo of so many points."""
    dashed = not isinstance(look.get("linestyle", "-"), str)
    cap = "butt" if dashed else {"round": "round"}.get(str(look.get("solid_capstyle")), "square")
    d, places = path_of(points, closed=False), points if marked is None else marked
    under, parts = (paper, border_width(look) + halo), list[str]()
    for coat in (under, None) if halo else (None,):
        if look.get("linestyle") != "none":
            colour, width = coat or (look.get("color"), None)
            stroke = _stroke(look, colour, width)
            parts.append(element("path", d=d, fill="none", stroke_linecap=cap, stroke_linejoin="round", **stroke))
        if look.get("marker"):
            parts += [_marker(x, y, look, coat) for x, y in places]
    return "".join(parts)


def _marker(x: float, y: float, look: Look, halo: tuple[str, float] | None) -> str:
    kind, size = look["marker"], float(look.get("markersize", 6.0))
    face = look.get("markerfacecolor", look.get("color"))
    edge, width = halo or (
        look.get("markeredgecolor", look.get("color")), float(look.get("markeredgewidth", 1.0)),
    )  # fmt: skip
    if kind == "o":
        return element("circle", cx=x, cy=y, r=size / 2, fill=face, stroke=edge, stroke_width=width)
    if kind == "|":
        d = path_of([(x, y - size / 2), (x, y + size / 2)], closed=False)
        return element("path", d=d, stroke=edge, stroke_width=width)
    corners = _MARKERS[kind] if isinstance(kind, str) else _scaled(kind)
    d = path_of([(x + size * right, y + size * down) for right, down in corners], closed=True)
    return element("path", d=d, fill=face, stroke=edge, stroke_width=width)


def _scaled(corners: Sequence[Point]) -> list[Point]:
    """A marker of one's own, up, as one of size 1, down."""
    largest = 2 * max(abs(value) for corner in corners for value in corner)
    return [(x / largest, -y / largest) for x, y in corners]


def arrow(start: Point, end: Point, kind: str, look: Look, paper: str | None) -> str:
    """An arrow that ends exactly there, with a halo of the colour of paper if it has one.

    kind: as Matplotlib calls it.
    """
    size, width = math.dist(start, end), border_width(look)
    if not size:
        return ""
    ahead = ((end[0] - start[0]) / size, (end[1] - start[1]) / size)
    style, _, more = kind.partition(",")
    if style == "|-|":
        half = float(look["mutation_scale"]) * float(more.partition("widthA=")[2].partition(",")[0])
        ends = [_square(at, ahead, half) for at in (start, end)]
        shapes = [([start, end], False), *((bar, False) for bar in ends)]
    else:
        back = width / 2 * math.hypot(_HEAD_LENGTH, _HEAD_WIDTH) / _HEAD_WIDTH
        tail = _moved(start, ahead, back) if style.startswith("<|") else start
        tip = _moved(end, ahead, -back)
        shapes = [([tail, tip], False), (_head(tip, ahead, -float(look["mutation_scale"])), True)]
        if style.startswith("<|"):
            shapes.append((_head(tail, ahead, float(look["mutation_scale"])), True))
    coats = [(look["color"], width)] if paper is None else [(paper, width + 1.6), (look["color"], width)]
    return "".join(
        element(
            "path", d=path_of(points, closed=closed), fill=look["color"] if closed else "none", stroke=colour,
            stroke_width=wide, stroke_linecap="round",
        )
        for points, closed in shapes
        for colour, wide in coats
    )  # fmt: skip


def _moved(at: Point, ahead: Point, far: float) -> Point:
    return at[0] + far * ahead[0], at[1] + far * ahead[1]


def _square(at: Point, ahead: Point, half: float) -> list[Point]:
    """A line square to another, so far to either side."""
    return [_moved(at, (-ahead[1], ahead[0]), half), _moved(at, (-ahead[1], ahead[0]), -half)]


def _head(tip: Point, ahead: Point, scale: float) -> list[Point]:
    """An arrowhead, from its tip so far along the line."""
    left, right = _square(_moved(tip, ahead, _HEAD_LENGTH * scale), ahead, _HEAD_WIDTH * abs(scale))
    return [left, tip, right]


def hatches(hatch: str, ink: str, width: float, name: str) -> list[tuple[str, str]]:
    """Patterns of lines of so many points for Matplotlib's signs: the name of each, and what defines it."""
    found: list[tuple[str, str]] = []
    for signs, tile in _TILES:
        count = _LINES * sum(hatch.count(sign) for sign in signs)
        if count:
            wide, high, content = tile(_TILE_POINTS / count, ink, width)
            own, size = f"{name}-{len(found)}", {"width": f"{wide:g}", "height": f"{high:g}"}
            found.append((own, element("pattern", content, id=own, patternUnits="userSpaceOnUse", **size)))
    return found


def _ruled(points: Sequence[Sequence[Point]], ink: str, width: float) -> str:
    d = "".join(path_of(pair, closed=False) for pair in points)
    return element("path", d=d, stroke=ink, stroke_width=width, fill="none", stroke_linecap="square")


def _rising(step: float, ink: str, width: float) -> tuple[float, float, str]:
    side = 2 * step
    return side, side, _ruled([[(x, side), (x + side, 0)] for x in (-side, 0, side)], ink, width)


def _falling(step: float, ink: str, width: float) -> tuple[float, float, str]:
    side = 2 * step
    return side, side, _ruled([[(x, 0), (x + side, side)] for x in (-side, 0, side)], ink, width)


def _lying(step: float, ink: str, width: float) -> tuple[float, float, str]:
    return step, step, _ruled([[(0, step / 2), (step, step / 2)]], ink, width)


def _standing(step: float, ink: str, width: float) -> tuple[float, float, str]:
    return step, step, _ruled([[(step / 2, 0), (step / 2, step)]], ink, width)


def _spots(step: float, **look: str | float) -> tuple[float, float, str]:
    """Circles in rows, each row half a step beside the one before."""
    places = ((0.0, 0.0), (step, 0.0), (step / 2, step), (0.0, 2 * step), (step, 2 * step))
    return step, 2 * step, "".join(element("circle", cx=x, cy=y, **look) for x, y in places)


def _dots(step: float, ink: str, width: float) -> tuple[float, float, str]:
    return _spots(step, r=0.1 * step + width / 2, fill=ink)


def _rings(step: float, ink: str, width: float) -> tuple[float, float, str]:
    return _spots(step, r=0.19 * step, fill="none", stroke=ink, stroke_width=width + 0.02 * step)


_TILES = (("/xX", _rising), ("\\xX", _falling), ("-+", _lying), ("|+", _standing), (".", _dots), ("o", _rings))
"""Signs, and the tile that stands for them."""

"""What the figures are put together from: ships in their roles, ghosts of steps, labels, lengths."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from matplotlib.patches import Patch, Polygon
from matplotlib.text import Text

from armada_sim.geometry import Point, exact
from armada_sim.moving import Mover
from armada_sim.table import Layout, Pose, Rules, Ship, Size, Surface
from armada_sim.tabletop import N_
from plots import shapes
from plots.dimension import draw_dimension
from plots.labels import text_size
from plots.messages import Words
from plots.overhang import mark_overhang
from plots.position import draw_ship, explain_tip
from plots.shapes import View
from plots.sheet import DASHED, Dash, Sheet
from plots.style import Look, PlayerLook, Style, Z

SIZES = (Size.SMALL, Size.MEDIUM, Size.LARGE)


_SIZE_NAMES = {Size.SMALL: N_("small"), Size.MEDIUM: N_("medium"), Size.LARGE: N_("large")}


def size_words(words: Words, size: Size) -> str:
    """small, medium, large"""
    return words.say(_SIZE_NAMES[size])


def _looks(style: Style) -> dict[str, PlayerLook]:
    return style.looks(("red", "blue", "yellow"))


def blue(style: Style) -> PlayerLook:
    """The ship a figure is about; the source text's figures have it blue."""
    return _looks(style)["blue"]


def red(style: Style) -> PlayerLook:
    """The other side."""
    return _looks(style)["red"]


def yellow(style: Style) -> PlayerLook:
    """The furthest step, as in the source text; plain, so that its outline reads."""
    return PlayerLook(_looks(style)["yellow"].fill, "", style.ink)


def grey(style: Style) -> PlayerLook:
    """Steps on the way, as in the source text."""
    return PlayerLook("#a9a9a9", "", style.ink)


def row(words: Words, xs: Sequence[float], heading: float = 90, y: float = 0) -> Layout:
    """One ship of every size, side by side (mm), named by its size, on an endless table."""
    ships = tuple(
        Ship(size_words(words, size), "-", size, Pose(x, y, heading)) for size, x in zip(SIZES, xs, strict=True)
    )
    return Layout(ships, surface=Surface.unbounded())


def mover(ship: Ship, rules: Rules) -> Mover:
    """A ship about to move."""
    return Mover(ship, rules.outline(ship.size))


def stepped(ship: Ship, headings: Sequence[float], rules: Rules) -> list[Ship]:
    """The ship after every step of a path, for drawing."""
    places = mover(ship, rules).path([exact(heading) for heading in headings])
    return [replace(ship, pose=Pose(*place.origin, heading)) for place, heading in zip(places, headings, strict=True)]


def lay(sheet: Sheet, ship: Ship, look: PlayerLook, words: str = "") -> None:
    """A ship of the scene; words for the legend."""
    draw_ship(sheet, ship, look)
    if words:
        sheet.explain_player(words, look)


def ghost(sheet: Sheet, ship: Ship, look: PlayerLook, words: str, step: int | None = None) -> Polygon:
    """A place of a ship that is not there: pale fill, dashed outline."""
    corners, style = shapes.corners_of(ship, sheet.rules), sheet.style
    face: Look = {"facecolor": look.fill, "edgecolor": look.hatch_ink, "linewidth": 0, "hatch": look.hatch}
    sheet.others.append(sheet.polygon(corners, Z.GHOST, keep_clear=True, alpha=0.8, **face))
    mark_overhang(sheet, ship, Z.GHOST, DASHED)
    border: Look = {"edgecolor": style.ink, "linewidth": style.line, "linestyle": DASHED}
    artist = sheet.outline(corners, Z.GHOST + 0.1, **border)
    sheet.mark("step", artist, ship.name, step=step)
    sheet.explain(words, Patch(alpha=0.8, **face), Patch(fill=False, **border))
    return artist


def outline(
    sheet: Sheet, corners: Sequence[Sequence[float]], words: str, *, kind: str, pieces: Sequence[str] = (),
    dash: Dash | str = "-", width: float | None = None, colour: str | None = None,
) -> Polygon:  # fmt: skip
    """An outline that the legend explains."""
    look: Look = {"edgecolor": colour or sheet.style.ink, "linewidth": width or sheet.style.line, "linestyle": dash}
    artist = sheet.outline(corners, Z.TEMPLATE, halo=1.0, **look)
    sheet.mark(kind, artist, *pieces)
    sheet.explain(words, Patch(fill=False, **look))
    return artist


def name_all(sheet: Sheet, room: float = 0.0) -> None:
    """The dark tip in the legend, and under every ship its name."""
    explain_tip(sheet)
    for ship in sheet.layout.ships:
        name_below(sheet, ship, room)


def name_below(sheet: Sheet, ship: Ship, room: float = 0.0, text: str = "") -> None:
    """A ship's name, or a text, under its middle, with so much room (points) for what else is written there."""
    corners = shapes.corners_of(ship, sheet.rules)
    xs, ys = zip(*corners, strict=True)
    lines = (text or ship.name).count("\n")
    below = min(ys) - sheet.mm(room + (0.85 + 0.6 * lines) * sheet.style.text)
    sheet.labels[ship.name] = _written(sheet, ((min(xs) + max(xs)) / 2, below), text or ship.name)


def centred(sheet: Sheet, at: Point, text: str, *, bold: bool = False) -> Text:
    """A text with its middle at a point; later words keep clear of it."""
    written = _written(sheet, at, text, fontweight="bold" if bold else "normal")
    sheet.texts.append(written)
    return written


def _written(sheet: Sheet, at: Point, text: str, **look: Any) -> Text:
    size = sheet.style.text
    sheet.labeller.hard.append(sheet.labeller.box(at, text_size(text, size, sheet.style.font)))
    return sheet.write(text, at, size, **look)


def measure(sheet: Sheet, p: Point, q: Point, offset: float, *, start: Point | None = None) -> None:
    """The length between two points on a dimension line beside them, with thin lines that carry it over.

    offset: mm of paper to the left of the way from p to q (negative: to the right). start: where q is carried over
    from.
    """
    dx, dy = q[0] - p[0], q[1] - p[1]
    size = math.hypot(dx, dy)
    away = sheet.mm(offset / 25.4 * 72)
    nx, ny = -dy / size * away, dx / size * away
    a, b = (p[0] + nx, p[1] + ny), (q[0] + nx, q[1] + ny)
    near, past = sheet.mm(2) / abs(away), 1 + sheet.mm(3) / abs(away)
    look: Look = {"color": sheet.style.quiet, "linewidth": sheet.style.thin}
    for corner, foot, end in ((p, p, a), (start or q, q, b)):
        begin = shapes.between(foot, end, near) if corner == foot else corner
        sheet.others.append(sheet.line([begin, shapes.between(foot, end, past)], Z.DIMENSION, **look))
    draw_dimension(sheet, (a, b), size, ())


def view_of(points: Iterable[Sequence[float]], margin: float = 8.0) -> View:
    """The smallest view with so much room (mm of table) around all points."""
    xs, ys = zip(*((float(p[0]), float(p[1])) for p in points), strict=True)
    return View(min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin)

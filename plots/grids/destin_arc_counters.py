"""Counters of Le Jeu du destin d'Arc: small on the map, and as the rules print them, front or back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from matplotlib.font_manager import FontProperties
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

from armada_sim.geometry import Point
from armada_sim.pictures import Look, PlayerLook, Style, Z
from grid_games.destin_arc.roster import Roster
from grid_games.destin_arc.units import UNLIMITED
from plots.grids.destin_arc_symbols import placed
from plots.outlines import Region
from plots.region_marks import region_patch
from plots.sheet import Sheet

_SIDE_COLOURS = ("red", "blue", "yellow")
"""Colours of Bonnaire's, Ulf's and Fereira's counters."""

DOUBLE_RIM = "u"
"""First letter of the units with a second, pale rim: without colours Ulf's counters are as dark as Bonnaire's."""


@cache
def _outline(text: str, weight: str, italic: bool) -> tuple[TextPath, float, float]:
    """The shape of a word one unit high, and its middle. Thousands of small words are quicker, and no larger, as
    shapes."""
    path = TextPath(
        (0, 0),
        text,
        size=1.0,
        prop=FontProperties(family="DejaVu Sans", weight=weight, style="italic" if italic else "normal"),
    )
    ends = path.vertices[path.codes != Path.CLOSEPOLY]  # letters reach as far as the corners of their curves
    x, y = ((ends.min(axis=0) + ends.max(axis=0)) / 2).tolist()
    return path, x, y


def word_shape(text: str, at: tuple[float, float], size: float, weight: str = "normal", italic: bool = False) -> Path:
    """A word as a shape around a point, `size` mm high."""
    path, x, y = _outline(text, weight, italic)
    return path.transformed(Affine2D().translate(-x, -y).scale(size).translate(*at))


def looks_of(style: Style) -> dict[int, PlayerLook]:
    """The look of each side's counters."""
    looks = style.looks(_SIDE_COLOURS)
    return {side: looks[colour] for side, colour in enumerate(_SIDE_COLOURS)}


def draw_counter(
    sheet: Sheet, unit: str, look: PlayerLook, middle: tuple[float, float], half: float, name: str,
    figures: Sequence[str], *, back: bool = False, hidden: bool = False, depth: int = 0,
) -> None:  # fmt: skip
    """One counter: its symbol above, its figures below; a pale stripe across a back, a dashed rim for an invisible
    piece; depth: how many lie on it."""
    style, (x, y), front = sheet.style, middle, Z.SHIP + 0.5 - 0.1 * depth
    rim: Look = {"edgecolor": style.ink, "linewidth": style.line, "linestyle": (0, (3, 2)) if hidden else "-"}
    draw_body(sheet, unit, look, middle, half, (name,), front, pale=0.92, back=back, **rim)
    draw_symbol(sheet, unit, look, (x, y + half * 0.3), half * 0.55, name, front + 0.03)
    for text, (right, up) in zip(figures, ((-0.47, -0.64), (0.47, -0.64)), strict=False):
        path = word_shape(text, (x + right * half, y + up * half), half * 0.52, weight="bold")
        sheet.others.append(
            sheet.ax.add_patch(PathPatch(path, facecolor=look.hatch_ink, linewidth=0, zorder=front + 0.03))
        )


def draw_body(
    sheet: Sheet, unit: str, look: PlayerLook, middle: tuple[float, float], half: float, names: tuple[str, ...],
    zorder: float, *, pale: float, back: bool, **rim: object,
) -> None:  # fmt: skip
    """The square of a counter, with the second rim of some (pale: at so much of its side), and the stripe of a back."""
    x, y = middle
    sheet.mark("counter", sheet.box(x - half, y - half, x + half, y + half, zorder, facecolor=look.fill, **rim), *names)
    if unit.startswith(DOUBLE_RIM):
        near, inner = half * pale, {"facecolor": "none", "edgecolor": look.hatch_ink, "linewidth": sheet.style.thin}
        sheet.others.append(sheet.box(x - near, y - near, x + near, y + near, zorder + 0.01, **inner))
    if back:
        ends = ((-1, -1), (-0.55, -1), (1, 0.55), (1, 1), (0.55, 1), (-1, -0.55))
        soft: Look = {"facecolor": look.hatch_ink, "edgecolor": "none", "alpha": 0.38}
        sheet.others.append(sheet.polygon([(x + half * a, y + half * b) for a, b in ends], zorder + 0.02, **soft))


def draw_symbol(
    sheet: Sheet, unit: str, look: PlayerLook, at: tuple[float, float], size: float, name: str, zorder: float
) -> None:
    """The symbol of a counter around a point."""
    look_of_symbol: Look = {"facecolor": look.hatch_ink, "linewidth": 0}
    sheet.mark("symbol", region_patch(sheet, Region(placed(unit, at, size)), zorder, **look_of_symbol), name)


CARD_MM = 24.0
"""Side of a counter in the drawing's units."""


def draw_card(
    sheet: Sheet, pieces: Roster, piece: int, look: PlayerLook, middle: Point, back: bool, *, letters: float = 0.138,
    serial: bool = False,
) -> None:  # fmt: skip
    """A counter as the rules print one: movement and save above, missiles and range, melee and defence below.

    letters: their height as a share of its side. serial: whether it has its name, such as b9.1, above.
    """
    unit, (x, y) = pieces.units[piece], middle
    half, name = CARD_MM / 2, pieces.names[piece]
    rim: Look = {"edgecolor": sheet.style.ink, "linewidth": sheet.style.bold}
    sides = (name, "back" if back else "front")
    draw_body(sheet, unit.drawn, look, middle, half, sides, Z.SURFACE, pale=0.965, back=back, **rim)
    aside = 0.22 * half if unit.missile else 0.0
    draw_symbol(sheet, unit.drawn, look, (x + aside, y + 1.2), half * 0.42, name, Z.SHIP)
    missile, melee, defence = (table[piece][back] for table in (pieces.missile, pieces.melee, pieces.defence))
    move = "∞" if unit.move >= UNLIMITED else f"{unit.move}/{unit.pegasus}" if unit.pegasus else str(unit.move)
    corners = [(move, -0.4 if len(move) > 3 else -0.62, 0.8), (str(unit.save), 0.68, 0.8)]
    corners += [(str(melee) if unit.melee else "–", -0.62, -0.8), (str(defence), 0.62, -0.8)]
    if unit.missile:
        corners.append((f"{missile}/{unit.reach}", -0.55, -0.4))
    size = letters * CARD_MM / sheet.mm(1)
    drawn: Look = {"color": look.hatch_ink, "fontweight": "bold"}
    if serial:  # all stands nearer to the rim, to leave it room
        corners = [(text, 0.92 if right > 0 else -0.92, up) for text, right, up in corners]
        wide = [1.1 * sheet.text_size(text, size)[0] * sheet.mm(1) / half for text in (move, str(unit.save))]
        at = x + (wide[0] - wide[1]) / 2 * half, y + 0.8 * half
        sheet.texts.append(sheet.write(name, at, size, halo=False, color=look.hatch_ink))
    for text, right, up in corners:
        side = "center" if not serial else "right" if right > 0 else "left"
        at = x + right * half, y + up * half
        sheet.texts.append(sheet.write(text, at, size, halo=False, ha=side, **drawn))

"""Whole figures, without pyplot: axes of a known size, with room for every word around them."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence

import shapely
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from armada_sim.evidence import Reason, Ruling
from armada_sim.geometry import Point
from armada_sim.pictures import DEFAULT_SHOW, HIGHEST_MM, WIDEST_MM, Sight, Style, View, Words, ruling_view, shapes
from armada_sim.referee import position_problems
from armada_sim.regions import Reach, Threat
from armada_sim.table import Layout, Rules, unit_of
from armada_sim.tabletop import InputError, Message
from plots.outlines import reached, threatened
from plots.position import draw_position, framed_view, view_around, whole_view
from plots.region_marks import ReachShapes
from plots.ruling import draw_ruling
from plots.settings import plain
from plots.style_file import style_of

MM_PER_INCH = 25.4
_LEAST_MARGIN_MM = 0.5
"""Above and below a picture: letters may be a little higher than they are said to be."""

_SHORTEST_INCHES, _LONGEST_INCHES = 0.2, 200.0


@plain
def figure_of_ruling(
    layout: Layout, ruling: Ruling, rules: Rules, *, unit: str = "mm", style: str | Style = "screen",
    lang: str = "en", scale: float | None = None,
) -> Figure:  # fmt: skip
    """A figure of one ruling.

    scale: mm of paper per mm of table in SVG and PDF (1 is real size); what fits a page if None.
    Raises InputError for an unknown unit, style or language, or a scale that makes no figure.
    """
    view = ruling_view(layout, ruling, rules)
    figure, ax = page(view, style_of(style), scale)
    draw_ruling(ax, layout, ruling, rules, unit=unit, style=style, lang=lang, view=view, frame=True)
    return fitted(figure, ax, style_of(style))


@plain
def figure_of_position(
    layout: Layout, rules: Rules, *, show: Collection[str] = DEFAULT_SHOW, unit: str = "mm",
    style: str | Style = "screen", lang: str = "en", title: str = "", scale: float | None = None,
    reach: Mapping[str, ReachShapes] | None = None, flagships: Collection[str] = (), sights: Sequence[Sight] = (),
    around: str | None = None, framing: Sequence[Point] | None = None, problems: Sequence[Reason] = (),
) -> Figure:  # fmt: skip
    """A figure of the whole table; or of the part with all that lies on it and the points of `framing`, mm; or of the
    part `around` a ship: as far as its guns and the regions reach. `show`, `reach`, `flagships`, `problems`, `scale`
    and errors as for `draw_position`, `figure_of_ruling`."""
    view = whole_view(layout, rules, reach)
    if framing is not None:
        view = framed_view(layout, rules, framing, (reach or {}).values())
    if around is not None:
        view = view_around(layout, rules, layout.ship(around), (reach or {}).values())
    figure, ax = page(view, style_of(style), scale)
    draw_position(
        ax, layout, rules, show=show, unit=unit, style=style, lang=lang, title=title, view=view, reach=reach,
        flagships=flagships, sights=sights, problems=problems, frame=True,
    )  # fmt: skip
    return fitted(figure, ax, style_of(style))


@plain
def figure_of_reach(
    layout: Layout, found: Reach | Threat, rules: Rules, *, unit: str = "mm", style: str | Style = "screen",
    lang: str = "en",
) -> Figure:  # fmt: skip
    """A figure of what one ship can reach, or shoot at, with what lies around. Raises InputError as
    `figure_of_ruling`."""
    words, ship = Words(lang, unit_of(layout, unit)), layout.ship(found.ship)
    if isinstance(found, Threat):
        region = ReachShapes(threat=threatened(found, rules))
    else:
        region = ReachShapes(reached(found), tips=bool(found.stage.scene.tips))
    corners = [(float(x), float(y)) for shape in region.shapes for x, y in shapely.get_coordinates(shape)]
    view = View.around([*corners, *shapes.corners_of(ship, rules)])
    figure, ax = page(view, style_of(style), None)
    draw_position(
        ax, layout, rules, unit=unit, style=style, lang=lang, title=_title(found, words), view=view,
        reach={ship.name: region},
        problems=position_problems(layout, rules, unit), frame=True,
    )  # fmt: skip
    return fitted(figure, ax, style_of(style))


def _title(found: Reach | Threat, words: Words) -> str:
    """What a region shows."""
    ship = found.ship
    if isinstance(found, Threat):
        return words.say("What {ship} can shoot at after moving", ship=ship)
    if found.stage.scene.tips:
        return words.say_many(
            "Where {ship}'s tip can get in one step", "Where {ship}'s tip can get in at most {n} steps", found.steps,
            ship=ship,
        )  # fmt: skip
    return words.say_many(
        "What {ship} can cover in one step", "What {ship} can cover in at most {n} steps", found.steps, ship=ship
    )


def page(view: View, style: Style, scale: float | None) -> tuple[Figure, Axes]:
    """A figure with axes of the right size on paper; the room around them comes later."""
    if style.width_mm is not None:
        factor = (style.width_mm - 2 * style.margin_mm) / view.width
    else:
        factor = min(WIDEST_MM / view.width, HIGHEST_MM / view.height) if scale is None else scale
    low, high = (inches * MM_PER_INCH / max(view.width, view.height) for inches in (_SHORTEST_INCHES, _LONGEST_INCHES))
    if not low <= factor <= high:
        told = Message(
            "{factor} makes no figure of this table: expected {low} to {high}",
            factor=f"{factor:g}", low=_rounded(low, math.ceil), high=_rounded(high, math.floor),
        )  # fmt: skip
        raise InputError(told, key="scale")
    width, height = view.width * factor / MM_PER_INCH, view.height * factor / MM_PER_INCH
    figure = Figure(figsize=(width, height), facecolor=style.page)
    return figure, figure.add_axes((0.0, 0.0, 1.0, 1.0))


def _rounded(number: float, towards: Callable[[float], int]) -> str:
    """A number above 0 in two digits, not beyond itself."""
    step = 10.0 ** (math.floor(math.log10(number)) - 1)
    return f"{towards(number / step) * step:.2g}"


def fitted(figure: Figure, ax: Axes, style: Style) -> Figure:
    """The same figure with as much room around its axes as the words there need, and the margin of the style."""
    words, box = ax.get_tightbbox(), ax.bbox
    assert words is not None
    dpi, margin = figure.dpi, style.margin_mm / MM_PER_INCH
    left, below = (box.x0 - words.x0) / dpi + margin, (box.y0 - words.y0) / dpi + margin
    right, above = (words.x1 - box.x1) / dpi + margin, (words.y1 - box.y1) / dpi + margin
    if style.width_mm is not None:  # the axes have what the words beside them leave
        share = (style.width_mm / MM_PER_INCH - left - right) * dpi / box.width
        figure.set_size_inches(box.width * share / dpi, box.height * share / dpi)
        words, box = ax.get_tightbbox(), ax.bbox
        assert words is not None
        right = max(style.width_mm / MM_PER_INCH - left - box.width / dpi, (words.x1 - box.x1) / dpi + margin)
    width, height = box.width / dpi, box.height / dpi
    least = max(0.0, _LEAST_MARGIN_MM - style.margin_mm) / MM_PER_INCH
    below, above = below + least, above + least
    total = (left + width + right, below + height + above)
    figure.set_size_inches(*total)
    ax.set_position((left / total[0], below / total[1], width / total[0], height / total[1]))
    return figure

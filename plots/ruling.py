"""The picture of a ruling: the position, the step or shot in question, what decides it."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
import shapely
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Polygon, Wedge

from armada_sim.layout import Layout
from armada_sim.pieces import Size
from armada_sim.rules import Rules
from armada_sim.ruling import Answer, Ruling
from armada_sim.units import Unit
from plots.position import Z_MARK, Z_REGION, Drawn, boxed, centroid, corners_of, draw_position, draw_scale
from plots.style import Style, style_named

AROUND_MM = 30.0
LEAST_VIEW_MM = 150.0
MM_PER_INCH = 25.4
BLOCKER_DASH = (0, (2.2, 0.7))


def verdict_words(ruling: Ruling) -> str:
    """The answer as players say it."""
    if ruling.question == "contact":
        words = {"apart": "Apart", "contact": "In contact", "overlap": "Overlapping"}
        return words[ruling.witness["relation"]] + (" (in doubt)" if ruling.answer is Answer.IN_DOUBT else "")
    if ruling.answer is Answer.IN_DOUBT:
        return "In doubt: allowed" if ruling.allowed else "In doubt: not allowed"
    return "Allowed" if ruling.allowed else "Not allowed"


def draw_ruling(ax: Axes, layout: Layout, ruling: Ruling, rules: Rules, *, style: Style, unit: str = "mm") -> Drawn:
    """The position and what the ruling rests on, on `ax`; sets the view; returns the artists."""
    drawn = draw_position(ax, layout, rules, style=style, show=("damage",))
    involved = {name for reason in ruling.reasons for name in reason.pieces} | {ruling.ship, ruling.target}
    points = [c for s in layout.ships if s.name in involved for c in corners_of(s, rules)]
    guilty: set[str] = set()
    measured: dict[str, Any] | None = None
    if ruling.question == "move":
        guilty = _draw_move(ax, ruling, drawn, style, points)
        measured = ruling.witness.get("closest")
    elif ruling.question == "shot":
        guilty = _draw_shot(ax, ruling, drawn, style, points)
    elif ruling.question == "contact":
        measured = ruling.witness
    elif not ruling.allowed:
        guilty = {name for reason in ruling.reasons for name in reason.pieces}
        measured = ruling.witness.get("closest")
    _mark_guilty(ax, layout, guilty, drawn, style)
    if not points or ruling.question == "setup":
        points = [c for s in layout.ships for c in corners_of(s, rules)] or [(0.0, 0.0)]
    _view(ax, points)
    if measured is not None:
        _dimension(ax, measured["points"], measured["clearance"], drawn, style, unit)
    _label_ships(ax, layout, rules, drawn, style)
    draw_scale(ax, style, unit)
    return drawn


def _label_ships(ax: Axes, layout: Layout, rules: Rules, drawn: Drawn, style: Style) -> None:
    """Names of ships and objects beside them, where they cover nothing."""
    for ship in layout.ships:
        corners = corners_of(ship, rules)
        tip, base = corners[rules.outline(ship.size).tip], (float(ship.pose.x), float(ship.pose.y))
        length = math.dist(tip, base)
        behind = tuple(b + 7 * (b - t) / length for t, b in zip(tip, base, strict=True))
        spot = _free_spot(ax, base, drawn, ship.name, first=(behind[0], behind[1]))
        drawn.labels.append(boxed(ax, spot, ship.name, style))
    for thing in layout.objects:
        middle = centroid([(float(x), float(y)) for x, y in thing.polygon])
        drawn.labels.append(boxed(ax, middle, thing.name, style))


def _draw_move(ax: Axes, ruling: Ruling, drawn: Drawn, style: Style, points: list[tuple[float, float]]) -> set[str]:
    bad = {reason.step for reason in ruling.reasons if reason.step is not None} if not ruling.allowed else set()
    for step in ruling.witness.get("steps", ()):
        wrong = step["step"] in bad
        patch = Polygon(
            step["corners"], closed=True, fill=False, linestyle="-" if wrong else (0, (4, 2)), zorder=Z_MARK,
            edgecolor=style.bad if wrong else style.ghost, linewidth=style.heavy if wrong else 1.2,
        )  # fmt: skip
        ax.add_patch(patch)
        drawn.marks.append(patch)
        x, y = (sum(c[i] for c in step["corners"]) / len(step["corners"]) for i in (0, 1))
        ax.text(x, y, str(step["step"]), ha="center", va="center", fontsize=style.font, zorder=Z_MARK + 1, clip_on=True)
        points += [(c[0], c[1]) for c in step["corners"]]
    if ruling.witness.get("steps"):
        label = f"{ruling.ship} after each step, numbered"
        drawn.legend.append(Patch(fill=False, edgecolor=style.ghost, linestyle="--", label=label))
    if bad:
        drawn.legend.append(
            Patch(fill=False, edgecolor=style.bad, linewidth=style.heavy, label="the step that is not allowed")
        )
    _draw_interval(ax, ruling, drawn, style)
    if ruling.allowed:
        return set()
    return {p for r in ruling.reasons for p in r.pieces if p not in (ruling.ship, "edge")}


def _draw_interval(ax: Axes, ruling: Ruling, drawn: Drawn, style: Style) -> None:
    """The legal headings of the last step, as a thin arc about its base midpoint."""
    interval = ruling.witness.get("heading_interval")
    if interval is None:
        return
    last = ruling.witness["steps"][-1]
    radius = math.dist(last["base"], last["tip"]) + 4
    arc = Wedge(
        last["base"],
        radius,
        interval["from"],
        interval["to"],
        width=1.6,
        facecolor=style.good,
        alpha=0.6,
        zorder=Z_REGION,
    )
    ax.add_patch(arc)
    drawn.marks.append(arc)
    drawn.legend.append(Patch(facecolor=style.good, alpha=0.6, label="last headings with the same answer"))


def _draw_shot(ax: Axes, ruling: Ruling, drawn: Drawn, style: Style, points: list[tuple[float, float]]) -> set[str]:
    witness = ruling.witness
    if witness.get("region"):
        patch = Polygon(witness["region"], facecolor=style.region, edgecolor=style.ghost, alpha=0.35, zorder=Z_REGION)
        ax.add_patch(patch)
        drawn.marks.append(patch)
        drawn.legend.append(
            Patch(facecolor=style.region, alpha=0.35, label=f"reach of {ruling.ship}'s {witness['side']} side")
        )
        points += [(p[0], p[1]) for p in witness["region"]]
    if witness.get("template"):
        laid = Polygon(
            witness["template"], fill=False, edgecolor=style.edge, linestyle=(0, (4, 2)), linewidth=1.2, zorder=Z_MARK
        )
        ax.add_patch(laid)
        drawn.marks.append(laid)
        drawn.legend.append(
            Patch(fill=False, edgecolor=style.edge, linestyle="--", label="large piece laid on the side")
        )
        _line(
            ax,
            (witness["gun_point"], witness["target_point"]),
            "clear line of fire",
            drawn,
            style.good,
            style.heavy,
            "-",
        )
    elif witness.get("tried"):
        _line(ax, witness["tried"], "a line that would reach, but is blocked", drawn, style.bad, 1.4, ":")
    return set(witness.get("blockers", ()))


def _line(
    ax: Axes, ends: Sequence[Sequence[float]], label: str, drawn: Drawn, colour: str, width: float, dash: Any
) -> None:
    (px, py), (qx, qy) = ends
    (line,) = ax.plot(
        [px, qx], [py, qy], color=colour, linewidth=width, linestyle=dash, marker="o", markersize=3.5, zorder=Z_MARK + 1
    )
    drawn.marks.append(line)
    drawn.legend.append(
        Line2D([], [], color=colour, linewidth=width, linestyle=dash, marker="o", markersize=3.5, label=label)
    )


def _dimension(ax: Axes, ends: Sequence[Sequence[float]], length: float, drawn: Drawn, style: Style, unit: str) -> None:
    """A dimension line with arrowheads between two points, its length written beside it."""
    (px, py), (qx, qy) = ends
    drawn.dimension.extend([(px, py), (qx, qy)])
    dx, dy = qx - px, qy - py
    size = math.hypot(dx, dy)
    if size > 4:
        arrow = ax.annotate(
            "",
            (qx, qy),
            (px, py),
            arrowprops={"arrowstyle": "<->", "lw": 1.1, "shrinkA": 0, "shrinkB": 0},
            zorder=Z_MARK + 1,
        )
        drawn.marks.append(arrow)
    else:  # too short for arrowheads inside: point at it from both sides
        ux, uy = (dx / size, dy / size) if size > 0 else (1.0, 0.0)
        for (x, y), sign in (((px, py), -1), ((qx, qy), 1)):
            drawn.marks.append(
                ax.annotate(
                    "", (x, y), (x + sign * 9 * ux, y + sign * 9 * uy),
                    arrowprops={"arrowstyle": "->", "lw": 1.1, "shrinkA": 0, "shrinkB": 0}, zorder=Z_MARK + 1,
                )
            )  # fmt: skip
    middle = ((px + qx) / 2, (py + qy) / 2)
    text = Unit(unit).text(abs(length)) + (" overlap" if length < 0 else "")
    label = ax.annotate(
        text, middle, _free_spot(ax, middle, drawn, text),
        fontsize=style.font, ha="center", va="center", zorder=Z_MARK + 2, clip_on=True,
        bbox={"facecolor": "white", "edgecolor": style.edge, "linewidth": 0.5, "pad": 1.5},
        arrowprops={"arrowstyle": "-", "lw": 0.6},
    )  # fmt: skip
    drawn.labels.append(label)
    name = "measured overlap" if length < 0 else "measured gap"
    drawn.legend.append(Line2D([], [], color="black", marker=">", linewidth=1.1, markersize=4, label=name))


def _half_width(words: str, view: float) -> float:
    """mm. About half the width of a label in a view this wide."""
    return (0.0085 * len(words) + 0.01) * view


def _free_spot(
    ax: Axes, near: tuple[float, float], drawn: Drawn, words: str, *, first: tuple[float, float] | None = None
) -> tuple[float, float]:
    """The nearest place for a label's middle where its box covers no ship, mark or other label."""
    left, right = ax.get_xlim()
    half_width, half_height = _half_width(words, right - left), 0.022 * (right - left)
    taken: list[Any] = [shapely.Polygon(patch.get_xy()) for patch in drawn.ships.values()]
    taken += [
        shapely.Polygon(mark.get_xy()) for mark in drawn.marks if isinstance(mark, Polygon) and not mark.get_fill()
    ]
    taken += [shapely.LineString(np.asarray(mark.get_xydata())) for mark in drawn.marks if isinstance(mark, Line2D)]
    taken += [
        shapely.LineString(np.asarray(mark.get_path().vertices)) for mark in drawn.marks if isinstance(mark, Wedge)
    ]
    bottom, top = ax.get_ylim()
    corner = (left + 0.26 * (right - left), bottom + 0.09 * (top - bottom))
    taken.append(shapely.box(left, bottom, *corner))  # the scale bar
    if drawn.dimension:
        taken.append(shapely.LineString(drawn.dimension).buffer(1.5))
    for text in drawn.labels:
        x, y = text.get_position()
        wide = _half_width(text.get_text(), right - left)
        taken.append(shapely.box(x - wide, y - half_height, x + wide, y + half_height))
    room = shapely.box(
        left + half_width, ax.get_ylim()[0] + half_height, right - half_width, ax.get_ylim()[1] - half_height
    )
    spots = [first] if first is not None else []
    for radius in range(8, 120, 4):
        for turn in range(0, 360, 20):
            angle = math.radians(turn)
            spots.append((near[0] + radius * math.cos(angle), near[1] + radius * math.sin(angle)))
    for x, y in spots:
        box = shapely.box(x - half_width, y - half_height, x + half_width, y + half_height)
        outside = first is not None and (x, y) == first  # a ship outside the view keeps its label there
        if (outside or room.contains(shapely.Point(x, y))) and not any(box.intersects(shape) for shape in taken):
            return x, y
    return near[0], near[1] + 12


def _mark_guilty(ax: Axes, layout: Layout, guilty: Collection[str], drawn: Drawn, style: Style) -> None:
    """A heavy outline around what is in the way."""
    shapes: list[Any] = [drawn.ships[name].get_xy() for name in guilty if name in drawn.ships]
    shapes += [[(float(x), float(y)) for x, y in thing.polygon] for thing in layout.objects if thing.name in guilty]
    for corners in shapes:
        patch = Polygon(
            corners,
            closed=True,
            fill=False,
            edgecolor=style.bad,
            linewidth=style.heavy,
            linestyle=BLOCKER_DASH,
            zorder=Z_MARK,
        )
        ax.add_patch(patch)
        drawn.marks.append(patch)
    if shapes:
        drawn.legend.append(
            Patch(
                fill=False,
                edgecolor=style.bad,
                linewidth=style.heavy,
                linestyle=BLOCKER_DASH,
                label="in the way, or too close",
            )
        )


def _view(ax: Axes, points: Sequence[tuple[float, float]]) -> None:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    width = max(max(xs) - min(xs) + 2 * AROUND_MM, LEAST_VIEW_MM)
    height = max(max(ys) - min(ys) + 2 * AROUND_MM, LEAST_VIEW_MM * 0.75)
    width = max(width, 1.2 * height)
    x, y = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    ax.set_xlim(x - width / 2, x + width / 2)
    ax.set_ylim(y - height / 2, y + height / 2)


def _blank(style: Style) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(8.0, 6.6), layout="constrained")
    FigureCanvasAgg(figure)
    ax = figure.add_subplot()
    ax.tick_params(labelsize=style.font - 2)
    return figure, ax


def _finish(figure: Figure, ax: Axes, drawn: Drawn, style: Style, unit: str, scale: float | None) -> Figure:
    ax.set_xlabel("mm" if unit == "mm" else "position in mm, gaps in inches", fontsize=style.font - 1)
    unique: dict[str, Any] = {str(handle.get_label()): handle for handle in drawn.legend}
    figure.legend(
        handles=list(unique.values()), loc="outside lower center", ncols=2, fontsize=style.font, frameon=False,
        handlelength=2.6, handleheight=1.3,
    )  # fmt: skip
    if scale is not None:
        (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
        width, height = ((right - left) * scale / MM_PER_INCH, (top - bottom) * scale / MM_PER_INCH)
        figure.set_layout_engine("none")
        total = (width + 1.2, height + 2.4)
        figure.set_size_inches(*total)
        ax.set_position((0.7 / total[0], 1.5 / total[1], width / total[0], height / total[1]))
    return figure


def figure_of_ruling(
    layout: Layout, ruling: Ruling, rules: Rules, *, unit: str = "mm", style: str = "screen", scale: float | None = None
) -> Figure:
    """A figure of one ruling, with its answer as title and a legend below.

    scale: 1 draws a mm of the table as a mm of paper in SVG and PDF. Raises InputError for an
    unknown style.
    """
    look = style_named(style)
    figure, ax = _blank(look)
    drawn = draw_ruling(ax, layout, ruling, rules, style=look, unit=unit)
    words = ruling.reasons[0].text if ruling.reasons else ""
    options = ", ".join(f"{key} = {value}" for key, value in rules.not_default().items())
    text = "\n".join(textwrap.wrap(words, 84)) + (f"\n[{options}]" if options else "")
    ax.set_title(f"{verdict_words(ruling)}\n{text}", fontsize=look.font + 1, loc="left")
    return _finish(figure, ax, drawn, look, unit, scale)


def figure_of_position(
    layout: Layout, rules: Rules, *, show: Collection[str] = ("labels", "damage", "scale"), unit: str = "mm",
    style: str = "screen", title: str = "", scale: float | None = None,
) -> Figure:  # fmt: skip
    """A figure of a whole position. Raises InputError for an unknown style."""
    look = style_named(style)
    figure, ax = _blank(look)
    drawn = draw_position(ax, layout, rules, style=look, show=set(show) - {"labels"})
    left, bottom, right, top = layout.surface.bounds
    corners = [c for s in layout.ships for c in corners_of(s, rules)]
    reach = float(rules.outline(Size.LARGE).step)
    if math.isfinite(left):
        ax.set_xlim(left - reach / 2, right + reach / 2)
        ax.set_ylim(bottom - reach / 2, top + reach / 2)
    else:
        _view(ax, corners or [(0.0, 0.0)])
    if "labels" in show:
        _label_ships(ax, layout, rules, drawn, look)
    if "scale" in show:
        draw_scale(ax, look, unit)
    ax.set_title(title, fontsize=look.font + 1, loc="left")
    return _finish(figure, ax, drawn, look, unit, scale)

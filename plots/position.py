"""A position: the surface, the objects, the ships true to scale."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, Patch, Polygon
from matplotlib.text import Text

from armada_sim.broadsides import region, shot_case
from armada_sim.geometry.solids import Body, Point
from armada_sim.layout import Layout, Ship
from armada_sim.rules import Rules
from plots.style import Style

SHOWN = ("labels", "grid", "broadsides", "headings", "damage", "scale")
"""What `show` may name."""

Z_SURFACE, Z_REGION, Z_OBJECT, Z_SHIP, Z_MARK, Z_LABEL = 0, 1, 2, 3, 4, 5


@dataclass(frozen=True)
class Drawn:
    """What was drawn, for callers that go on drawing and for tests."""

    ships: dict[str, Polygon] = field(default_factory=dict)
    marks: list[Artist] = field(default_factory=list)
    labels: list[Text] = field(default_factory=list)
    legend: list[Patch | Line2D] = field(default_factory=list)
    dimension: list[Point] = field(default_factory=list)
    """Ends of the measured gap, mm."""


def corners_of(ship: Ship, rules: Rules) -> tuple[Point, ...]:
    """Corners of a ship's outline, mm, table frame."""
    return Body(rules.outline(ship.size).corners, ship.pose.place).corners


def centroid(corners: Sequence[Sequence[float]]) -> Point:
    """Mean of the corners: inside any convex outline."""
    return sum(c[0] for c in corners) / len(corners), sum(c[1] for c in corners) / len(corners)


def draw_surface(ax: Axes, layout: Layout, style: Style) -> None:
    """The outline of the playing surface."""
    left, bottom, right, top = layout.surface.bounds
    look = {"fill": False, "edgecolor": style.edge, "linewidth": 1.6, "zorder": Z_SURFACE}
    if layout.surface.kind == "disc":
        ax.add_patch(Circle(((left + right) / 2, (bottom + top) / 2), (right - left) / 2, **look))
    elif math.isfinite(left):
        corners = [(float(x), float(y)) for x, y in layout.surface.domain.corners]  # type: ignore[attr-defined]
        ax.add_patch(Polygon(corners, closed=True, **look))


def draw_position(
    ax: Axes, layout: Layout, rules: Rules, *, style: Style, show: Collection[str] = ("labels", "damage", "scale")
) -> Drawn:
    """Surface, objects and ships on `ax`, in mm; returns the artists.

    show: any of labels, grid, broadsides, headings, damage, scale.
    """
    drawn = Drawn()
    ax.set_aspect("equal")
    draw_surface(ax, layout, style)
    for thing in layout.objects:
        corners = [(float(x), float(y)) for x, y in thing.polygon]
        patch = Polygon(
            corners, facecolor="#d9d4cc", edgecolor=style.edge, hatch="xx", linewidth=style.thin, zorder=Z_OBJECT
        )
        ax.add_patch(patch)
        drawn.marks.append(patch)
        if "labels" in show:
            drawn.labels.append(boxed(ax, centroid(corners), thing.name, style))
    players = list(dict.fromkeys(ship.player for ship in layout.ships))
    for ship in layout.ships:
        if "broadsides" in show and not ship.sunk:
            _broadsides(ax, layout, ship, rules, style)
        _ship(ax, ship, rules, players.index(ship.player), style, show, drawn)
    for index, player in enumerate(players):
        names = ", ".join(ship.name for ship in layout.ships if ship.player == player)
        drawn.legend.append(_player_patch(index, f"{player} ({names})", style))
    if layout.objects:
        drawn.legend.append(Patch(facecolor="#d9d4cc", edgecolor=style.edge, hatch="xx", label="solid object"))
    if "grid" in show:
        ax.grid(True, color="#dddddd", linewidth=0.5, zorder=-1)
    return drawn


def _player_patch(index: int, label: str, style: Style) -> Patch:
    fill, hatch = style.fills[index % len(style.fills)], style.hatches[index % len(style.hatches)]
    return Patch(facecolor=fill, edgecolor=style.edge, hatch=hatch, linewidth=style.thin, label=label)


def _ship(ax: Axes, ship: Ship, rules: Rules, player: int, style: Style, show: Collection[str], drawn: Drawn) -> None:
    corners = corners_of(ship, rules)
    patch = Polygon(
        corners, closed=True, facecolor=style.fills[player % len(style.fills)], edgecolor=style.edge,
        hatch=style.hatches[player % len(style.hatches)], linewidth=style.thin, zorder=Z_SHIP,
        alpha=0.4 if ship.sunk else 1.0,
    )  # fmt: skip
    ax.add_patch(patch)
    drawn.ships[ship.name] = patch
    outline = rules.outline(ship.size)
    (tx, ty), (bx, by) = corners[outline.tip], (float(ship.pose.x), float(ship.pose.y))
    if "headings" in show:
        ax.annotate(
            "", (tx + (tx - bx) * 0.3, ty + (ty - by) * 0.3), (tx, ty), arrowprops={"arrowstyle": "->", "lw": 1}
        )
    if "damage" in show:
        for hit in range(min(ship.damage, ship.size.pips)):
            share = 0.12 + 0.14 * hit
            dot = Circle(
                (bx + (tx - bx) * share, by + (ty - by) * share),
                1.3,
                facecolor="black",
                edgecolor="white",
                zorder=Z_MARK,
            )
            ax.add_patch(dot)
            drawn.marks.append(dot)
    if "labels" in show:
        back = (bx - tx, by - ty)
        length = math.hypot(*back) or 1.0
        drawn.labels.append(boxed(ax, (bx + 6.5 * back[0] / length, by + 6.5 * back[1] / length), ship.name, style))


def boxed(ax: Axes, at: Point, text: str, style: Style) -> Text:
    """A label on a small white box behind a ship's base, clipped with the axes."""
    box = {"facecolor": "white", "edgecolor": "none", "alpha": 0.75, "pad": 0.8}
    return ax.text(
        *at, text, ha="center", va="center", fontsize=style.font, zorder=Z_LABEL, bbox=box, clip_on=True
    )  # fmt: skip


def _broadsides(ax: Axes, layout: Layout, ship: Ship, rules: Rules, style: Style) -> None:
    case = shot_case(layout, ship, ship, ("left", "right"), rules)
    for side in case.sides:
        corners = region(case, side)
        if corners:
            ax.add_patch(Polygon(corners, facecolor=style.region, edgecolor=style.region, alpha=0.3, zorder=Z_REGION))


def draw_scale(ax: Axes, style: Style, unit: str) -> None:
    """A scale bar in the lower left corner of the view."""
    left, right = ax.get_xlim()
    bottom, top = ax.get_ylim()
    goal = (right - left) / 5
    steps = [1, 2, 5, 10, 20, 50, 100, 200, 500] if unit == "mm" else [25.4 * n for n in (0.25, 0.5, 1, 2, 5, 10, 20)]
    length = max((s for s in steps if s <= goal), default=steps[0])
    x, y = left + 0.04 * (right - left), bottom + 0.035 * (top - bottom)
    ax.plot([x, x + length], [y, y], color=style.edge, linewidth=2.5, solid_capstyle="butt", zorder=Z_LABEL)
    text = f"{length:g} mm" if unit == "mm" else f"{length / 25.4:g} in"
    ax.text(x + length / 2, y + 0.012 * (top - bottom), text, ha="center", va="bottom", fontsize=style.font - 1)

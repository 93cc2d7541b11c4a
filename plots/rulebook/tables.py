"""Figures of the whole table: deployments, and the goals of the advanced game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product

import shapely
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from armada_sim.geometry import Point
from armada_sim.table import Fleet, Layout, Pose, Rules, Ship, Size
from armada_sim.tabletop import N_
from plots import shapes
from plots.dimension import draw_dimension
from plots.messages import Words
from plots.position import draw_surface, explain_tip
from plots.rulebook.parts import blue, lay, red
from plots.rulebook.registry import table_figure
from plots.shapes import View
from plots.sheet import DASHED, LONG_DASHED, Sheet
from plots.style import Look, Z

SIDE_MM = 914.4
"""36 in: the surface of the default rules."""

FLAG_RADIUS_MM = 12.7
"""½ in: option flag_size."""

VIEW = View(-16, -16, SIDE_MM + 16, SIDE_MM + 16)


def fleet(player: str, prefix: str, size: Size, places: Sequence[tuple[float, float, float]]) -> tuple[Ship, ...]:
    """Ships of one size at (x, y, heading), mm and degrees."""
    return tuple(Ship(f"{prefix}{i}", player, size, Pose(*place)) for i, place in enumerate(places, 1))


def _table(south: Sequence[Ship], north: Sequence[Ship]) -> Layout:
    """A table with the fleets declared as they lie."""
    fleets = []
    for player, side, ships in (("blue", "south", south), ("red", "north", north)):
        small, medium, large = (sum(ship.size is size for ship in ships) for size in Size)
        fleets.append(Fleet(player, small, medium, large, side))
    return Layout((*south, *north), fleets=tuple(fleets))


def larges(y: float) -> tuple[Ship, ...]:
    """Four large ships in line abreast, pointing north, bases at y mm."""
    return fleet("blue", "L", Size.LARGE, [(360 + 65 * i, y, 90) for i in range(4)])


def _small_fleet(y: float) -> tuple[Ship, ...]:
    """Four medium and four small ships in two lines, pointing south, bases of the front line at y mm."""
    mediums = fleet("red", "M", Size.MEDIUM, [(367 + 60 * i, y, 270) for i in range(4)])
    return mediums + fleet("red", "S", Size.SMALL, [(367 + 60 * i, y + 34, 270) for i in range(4)])


def own_side(_: Words) -> Layout:
    """The default: each fleet in a group on its half, the gap a little over 25 cm."""
    return _table(larges(275), _small_fleet(609))


def in_bands(_: Words) -> Layout:
    """Both fleets within 6 in of their edges."""
    south = fleet("blue", "L", Size.LARGE, [(217 + 180 * i, 60, 90) for i in range(4)])
    mediums = fleet("red", "M", Size.MEDIUM, [(217 + 180 * i, 832, 270) for i in range(4)])
    smalls = fleet("red", "S", Size.SMALL, [(217 + 180 * i, 880, 270) for i in range(4)])
    return _table(south, mediums + smalls)


def anywhere(_: Words) -> Layout:
    """Four larges in the middle, ringed by the other fleet."""
    inner = fleet("blue", "L", Size.LARGE, [(*_round(457.2, 18, 90 * i + 45), 90 * i + 45) for i in range(4)])
    ring = [(*_round(457.2, 375, 45 * i), 45 * i + 180) for i in range(8)]
    mediums = fleet("red", "M", Size.MEDIUM, ring[::2])
    return _table(inner, mediums + fleet("red", "S", Size.SMALL, ring[1::2]))


def _round(middle: float, radius: float, angle: float) -> Point:
    turn = math.radians(angle)
    return round(middle + radius * math.cos(turn), 2), round(middle + radius * math.sin(turn), 2)


SOUTH, NORTH = N_("fleet of the player in the south"), N_("fleet of the player in the north")


def _fleets(sheet: Sheet, south: str = SOUTH, north: str = NORTH) -> None:
    draw_surface(sheet)
    for ship in sheet.layout.ships:
        mine = ship.player == "blue"
        lay(sheet, ship, (blue if mine else red)(sheet.style), sheet.words.say(south if mine else north))
    explain_tip(sheet)


def _gap(sheet: Sheet) -> None:
    """The dimension line between the two nearest enemies."""
    lying = [(ship, shapely.Polygon(shapes.corners_of(ship, sheet.rules))) for ship in sheet.layout.ships]
    ours, theirs = ([one for one in lying if one[0].player == player] for player in ("blue", "red"))
    (first, a), (second, b) = min(product(ours, theirs), key=lambda pair: pair[0][1].distance(pair[1][1]))
    draw_dimension(sheet, shapes.nearest(a, b), a.distance(b), (first.name, second.name))


def _across(sheet: Sheet, heights: Sequence[float], words: str, kind: str) -> None:
    """Dashed lines across the table at so many mm from its southern edge."""
    look: Look = {"color": sheet.style.quiet, "linewidth": sheet.style.line, "linestyle": LONG_DASHED}
    for y in heights:
        sheet.mark(kind, sheet.line([(0, y), (SIDE_MM, y)], Z.REGION, **look))
    sheet.explain(words, Line2D([], [], **look))


def _own_side(sheet: Sheet) -> None:
    _across(sheet, (SIDE_MM / 2,), sheet.words.say("the two halves"), "halves")
    _fleets(sheet)
    _gap(sheet)


def _bands(sheet: Sheet) -> None:
    _across(sheet, (152.4, SIDE_MM - 152.4), sheet.words.say("the bands"), "band")
    _fleets(sheet)
    draw_dimension(sheet, ((60, 0), (60, 152.4)), 152.4, ())
    draw_dimension(sheet, ((60, SIDE_MM - 152.4), (60, SIDE_MM)), 152.4, ())


def _anywhere(sheet: Sheet) -> None:
    _fleets(sheet, N_("fleet in the middle"), N_("fleet that surrounds the other"))
    _gap(sheet)


BAND_RULES = Rules(deploy_zone="own_edge_band(6 in)")
ANYWHERE_RULES = Rules(deploy_zone="anywhere")
_DEPLOYMENT = table_figure(
    "deployment", N_("Setting up: each in a group on his side"),
    N_("Every ship lies on its player's half, in one group with its fleet, at least 25 cm from every enemy."),
    own_side, VIEW, _own_side,
)  # fmt: skip
_BAND = table_figure(
    "deployment-band", N_("Setting up in a band along the edge"),
    N_("With the option own_edge_band every ship lies wholly within so much of its player's edge, here 6 in (152.4 "
       "mm)."),
    in_bands, VIEW, _bands, rules=BAND_RULES,
)  # fmt: skip
_ANYWHERE = table_figure(
    "deployment-anywhere", N_("Setting up anywhere"),
    N_("With the option anywhere only the gap to the enemy counts: one fleet may ring the other."),
    anywhere, VIEW, _anywhere, rules=ANYWHERE_RULES,
)  # fmt: skip


# -------------------------------------------------------------------------------------------- goals

FLAGS = {"blue": (457.2, 226.0), "red": (457.2, 660.0)}
"""Where the flags stand, mm: behind the front line, inside the hull of their fleet."""


def flag_scene(_: Words) -> Layout:
    """Two fleets with room for a flag inside."""
    front = fleet("blue", "L", Size.LARGE, [(372, 205, 90), (422, 250, 90), (493, 250, 90), (543, 205, 90)])
    mediums = fleet("red", "M", Size.MEDIUM, [(380, 640, 270), (432, 610, 270), (484, 610, 270), (536, 640, 270)])
    smalls = fleet("red", "S", Size.SMALL, [(400, 700, 270), (440, 712, 270), (480, 712, 270), (516, 700, 270)])
    return _table(front, mediums + smalls)


def _flag(sheet: Sheet) -> None:
    _fleets(sheet)
    flags = (("blue", N_("flag of the fleet in the south")), ("red", N_("flag of the fleet in the north")))
    for player, message in flags:
        look = (blue if player == "blue" else red)(sheet.style)
        corners = shapes.arc_points(FLAGS[player], FLAG_RADIUS_MM, 0, 358)
        full: Look = {"facecolor": look.fill, "edgecolor": sheet.style.ink, "linewidth": sheet.style.bold}
        sheet.mark("flag", sheet.polygon(corners, Z.THING, keep_clear=True, **full), player)
        spot: Look = {"markerfacecolor": look.fill, "markeredgecolor": sheet.style.ink, "markersize": 7}
        sheet.explain(sheet.words.say(message), Line2D([], [], marker="o", linestyle="none", **spot))
        text = sheet.words.say("flag")
        sheet.labels[player] = sheet.write_beside(shapely.Polygon(corners), text, sheet.style.text)


FLAG = table_figure(
    "goal-flag", N_("Capture the flag"),
    N_("Touching the enemy's fixed flag wins. It stands on its owner's half, here inside his fleet: a disc of radius "
       "12.7 mm (½ in)."),
    flag_scene, VIEW, _flag,
)  # fmt: skip

GOAL_LINE_MM = 790.0
"""Height of the goal line in the figure: every size fits between it and the edge."""


def infiltration_scene(_: Words) -> Layout:
    """The attacker in the south, a line behind the fleet in the north."""
    return _table(larges(275), _small_fleet(617))


def _infiltration(sheet: Sheet) -> None:
    style = sheet.style
    strip: Look = {"facecolor": style.reach, "alpha": style.reach_alpha, "linewidth": 0}
    corners = [(0, GOAL_LINE_MM), (SIDE_MM, GOAL_LINE_MM), (SIDE_MM, SIDE_MM), (0, SIDE_MM)]
    _fleets(sheet)
    sheet.mark("beyond", sheet.polygon(corners, Z.GRID, **strip))
    sheet.explain(sheet.words.say("to be reached"), Patch(**strip))
    line: Look = {"color": style.good, "linewidth": style.heavy}
    sheet.mark("goal line", sheet.line([(0, GOAL_LINE_MM), (SIDE_MM, GOAL_LINE_MM)], Z.REGION, **line))
    sheet.explain(sheet.words.say("goal line"), Line2D([], [], **line))
    winner = Ship("winner", "blue", Size.LARGE, Pose(700, GOAL_LINE_MM + 40, 60))
    look = blue(style)
    places = shapes.corners_of(winner, sheet.rules)
    face: Look = {"facecolor": look.fill, "alpha": style.ghost_alpha, "linewidth": 0}
    border: Look = {"edgecolor": style.ink, "linewidth": style.line, "linestyle": DASHED}
    sheet.others.append(sheet.polygon(places, Z.GHOST, keep_clear=True, **face))
    sheet.mark("winner", sheet.outline(places, Z.GHOST + 0.1, **border))
    sheet.explain(sheet.words.say("a ship wholly past it: won"), Patch(**face), Patch(fill=False, **border))


_INFILTRATION = table_figure(
    "goal-infiltration", N_("Infiltration"),
    N_("The attacker wins when a ship lies wholly past the line behind the other fleet."),
    infiltration_scene, VIEW, _infiltration,
)  # fmt: skip

FIGURES = (_DEPLOYMENT, _BAND, _ANYWHERE, FLAG, _INFILTRATION)

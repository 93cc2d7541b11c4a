"""Figures of the whole table: deployments, and the goals of the advanced game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product

from armada_sim.geometry import Point
from armada_sim.pictures import Flat, View, arc_points, corners_of, distance, nearest
from armada_sim.table import Fleet, Layout, Pose, Rules, Ship, Size
from armada_sim.tabletop import N_, Message
from plots.rulebook.parts import RULES
from plots.rulebook.registry import RulebookFigure, scene_figure
from plots.scene import Gap, Mark, Note, Scene, Shape

SIDE_MM = 914.4
"""36 in: the surface of the default rules."""

_ROLES = {
    "blue": Message("fleet of the player in the south"), "red": Message("fleet of the player in the north"),
}  # fmt: skip


def _rank(player: str, size: Size, places: Sequence[tuple[float, float, float]]) -> tuple[Ship, ...]:
    """Ships of one size at (x, y, heading), mm and degrees."""
    letter = str(size)[0].upper()
    return tuple(Ship(f"{letter}{i}", player, size, Pose(*place)) for i, place in enumerate(places, 1))


def _in_line(player: str, size: Size, left: float, apart: float, y: float) -> tuple[Ship, ...]:
    """Four ships abreast that point at the other side, bases at y mm."""
    return _rank(player, size, [(left + apart * i, y, 90 if player == "blue" else 270) for i in range(4)])


def _scene(
    ships: Sequence[Ship], marks: Sequence[Mark], rules: Rules = RULES, roles: dict[str, Message] = _ROLES
) -> Scene:  # fmt: skip
    """A table with the fleets declared as they lie: blue in the south, red in the north."""
    fleets = []
    for player, side in (("blue", "south"), ("red", "north")):
        small, medium, large = (sum(s.size is size for s in ships if s.player == player) for size in Size)
        fleets.append(Fleet(player, small, medium, large, side))
    layout = Layout(tuple(ships), fleets=tuple(fleets))
    return Scene(View(-16, -16, SIDE_MM + 16, SIDE_MM + 16), tuple(marks), layout, roles, rules, named=False)


def _gap(ships: Sequence[Ship]) -> Gap:
    """Between the two nearest enemies."""
    lying = [(ship, Flat(corners_of(ship, RULES))) for ship in ships]
    ours, theirs = ([one for one in lying if one[0].player == player] for player in ("blue", "red"))
    (first, a), (second, b) = min(product(ours, theirs), key=lambda pair: distance(pair[0][1], pair[1][1]))
    return Gap(*nearest(a, b), (first.name, second.name))


def _across(y: float, words: Message, kind: str, look: str = "across") -> Shape:
    """A line across the table at so many mm from its southern edge."""
    return Shape(((0, y), (SIDE_MM, y)), look, words, kind)


def _facing(north: float) -> tuple[Ship, ...]:
    """Four large ships in the south; four medium and four small ones in two lines from `north` on."""
    larges = _in_line("blue", Size.LARGE, 360, 65, 275)
    return larges + _in_line("red", Size.MEDIUM, 367, 60, north) + _in_line("red", Size.SMALL, 367, 60, north + 34)


def own_side() -> Scene:
    """The default: each fleet in a group on its half, the gap a little over 25 cm."""
    ships = _facing(609)
    return _scene(ships, (_across(SIDE_MM / 2, Message("the two halves"), "halves"), _gap(ships)))


def in_bands() -> Scene:
    """Both fleets within 6 in of their edges."""
    ranks = (("blue", Size.LARGE, 60), ("red", Size.MEDIUM, 832), ("red", Size.SMALL, 880))
    ships = [ship for player, size, y in ranks for ship in _in_line(player, size, 217, 180, y)]
    marks = list[Mark]()
    for edge, border in ((0.0, 152.4), (SIDE_MM, SIDE_MM - 152.4)):
        marks += [_across(border, Message("the bands"), "band"), Gap((60, edge), (60, border))]
    return _scene(ships, marks, Rules(deploy_zone="own_edge_band(6 in)"))


def anywhere() -> Scene:
    """Four larges in the middle, ringed by the other fleet."""
    inner = _rank("blue", Size.LARGE, [(*_round(18, 90 * i + 45), 90 * i + 45) for i in range(4)])
    ring = [(*_round(375, 45 * i), 45 * i + 180) for i in range(8)]
    ships = inner + _rank("red", Size.MEDIUM, ring[::2]) + _rank("red", Size.SMALL, ring[1::2])
    roles = {"blue": Message("fleet in the middle"), "red": Message("fleet that surrounds the other")}
    return _scene(ships, (_gap(ships),), Rules(deploy_zone="anywhere"), roles)


def _round(radius: float, angle: float) -> Point:
    """So far from the middle of the table."""
    turn = math.radians(angle)
    return round(SIDE_MM / 2 + radius * math.cos(turn), 2), round(SIDE_MM / 2 + radius * math.sin(turn), 2)


FLAGS = {"blue": (457.2, 226.0), "red": (457.2, 660.0)}
"""Where the flags stand, mm: behind the front line, inside the hull of their fleet."""

FLAG_RADIUS_MM = 12.7
"""½ in: option flag_size."""


def flags() -> Scene:
    """Two fleets with a flag inside."""
    ships = _rank("blue", Size.LARGE, [(372, 205, 90), (422, 250, 90), (493, 250, 90), (543, 205, 90)])
    ships += _rank("red", Size.MEDIUM, [(380, 640, 270), (432, 610, 270), (484, 610, 270), (536, 640, 270)])
    ships += _rank("red", Size.SMALL, [(400, 700, 270), (440, 712, 270), (480, 712, 270), (516, 700, 270)])
    words = {"blue": Message("flag of the fleet in the south"), "red": Message("flag of the fleet in the north")}
    marks = list[Mark]()
    for player, place in FLAGS.items():
        marks.append(Shape(arc_points(place, FLAG_RADIUS_MM, 0, 358), player, words[player], "flag", (player,)))
        marks.append(Note((place[0], place[1] - 26), Message("flag")))
    return _scene(ships, marks)


GOAL_LINE_MM = 790.0
"""Height of the goal line in the figure: every size fits between it and the edge."""


def infiltration() -> Scene:
    """The attacker in the south, a line behind the fleet in the north."""
    winner = Ship("winner", "blue", Size.LARGE, Pose(700, GOAL_LINE_MM + 40, 60))
    strip: list[Point] = [(0, GOAL_LINE_MM), (SIDE_MM, GOAL_LINE_MM), (SIDE_MM, SIDE_MM), (0, SIDE_MM)]
    marks = (
        Shape(tuple(strip), "beyond", Message("to be reached"), "beyond"),
        _across(GOAL_LINE_MM, Message("goal line"), "goal line", "goal"),
        Shape(corners_of(winner, RULES), "won", Message("a ship wholly past it: won"), "winner"),
    )
    return _scene(_facing(617), marks)


FIGURES: tuple[RulebookFigure, ...] = (
    scene_figure(
        "deployment", N_("Setting up: each in a group on his side"),
        N_("Every ship lies on its player's half, in one group with its fleet, at least 25 cm from every enemy."),
        own_side,
    ),
    scene_figure(
        "deployment-band", N_("Setting up in a band along the edge"),
        N_("With the option own_edge_band every ship lies wholly within so much of its player's edge, here 6 in "
           "(152.4 mm)."),
        in_bands,
    ),
    scene_figure(
        "deployment-anywhere", N_("Setting up anywhere"),
        N_("With the option anywhere only the gap to the enemy counts: one fleet may ring the other."),
        anywhere,
    ),
    scene_figure(
        "goal-flag", N_("Capture the flag"),
        N_("Touching the enemy's fixed flag wins. It stands on its owner's half, here inside his fleet: a disc of "
           "radius 12.7 mm (½ in)."),
        flags,
    ),
    scene_figure(
        "goal-infiltration", N_("Infiltration"),
        N_("The attacker wins when a ship lies wholly past the line behind the other fleet."),
        infiltration,
    ),
)  # fmt: skip

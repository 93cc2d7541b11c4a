"""Symbols of the units of Le Jeu du destin d'Arc, as shapes in a box from -1 to 1."""

from __future__ import annotations

import math
from functools import cache

import shapely
from shapely import affinity

from plots.grids import symbols

OF_UNIT = {
    "b1": "infantry", "b2": "archers", "b3": "cavalry", "b4": "rider", "b5": "sun", "b6": "dark sun", "b7": "cavalry",
    "b8": "swords", "b9": "dagger", "b10": "masked king", "u1": "infantry", "u2": "healer", "u3": "lance",
    "u4": "wings", "u5": "king", "u6": "cavalry", "f1": "fork", "f2": "sight", "f3": "axe", "f4": "dagger",
    "f5": "palm", "f6": "wand", "f7": "king",
}  # fmt: skip
"""The symbol of each unit."""


def _star(points: int, inner: float) -> shapely.Polygon:
    corners = []
    for k in range(2 * points):
        radius, turn = (1.0 if k % 2 == 0 else inner), math.pi * k / points
        corners.append((radius * math.sin(turn), radius * math.cos(turn)))
    return shapely.Polygon(corners)


def _bar(start: tuple[float, float], end: tuple[float, float], width: float) -> shapely.Geometry:
    return shapely.LineString([start, end]).buffer(width / 2, cap_style="flat")


def _blade() -> shapely.Geometry:
    """A dagger, point down."""
    edge = shapely.Polygon([(-0.17, 0.25), (0.17, 0.25), (0.13, -0.75), (0, -1), (-0.13, -0.75)])
    return shapely.union_all(
        [
            edge,
            shapely.box(-0.5, 0.25, 0.5, 0.42),
            shapely.box(-0.1, 0.42, 0.1, 0.85),
            shapely.Point(0, 0.9).buffer(0.17),
        ]
    )


def _fork() -> shapely.Geometry:
    """A hay fork."""
    prongs = [_bar((x, 0.15), (x, 1), 0.16) for x in (-0.42, 0, 0.42)]
    return shapely.union_all([*prongs, shapely.box(-0.5, 0.05, 0.5, 0.22), _bar((0, 0.1), (0, -1), 0.18)])


def _axe() -> shapely.Geometry:
    head = (
        shapely.Point(0, 0.35)
        .buffer(0.75)
        .intersection(shapely.box(-1, -0.2, 1, 0.9))
        .difference(shapely.Point(0, 1.12).buffer(0.45))
    )
    return shapely.union_all([head.difference(shapely.Point(0, -0.42).buffer(0.45)), _bar((0, 0.95), (0, -1), 0.18)])


def _sight() -> shapely.Geometry:
    """A telescopic sight."""
    ring = shapely.Point(0, 0).buffer(0.78).difference(shapely.Point(0, 0).buffer(0.58))
    lines = [
        _bar((-1, 0), (-0.25, 0), 0.14),
        _bar((0.25, 0), (1, 0), 0.14),
        _bar((0, -1), (0, -0.25), 0.14),
        _bar((0, 0.25), (0, 1), 0.14),
    ]
    return shapely.union_all([ring, *lines, shapely.Point(0, 0).buffer(0.1)])


def _palm() -> shapely.Geometry:
    """An open hand."""
    fingers = [
        _bar((x, 0), (x * 1.25, top), 0.24) for x, top in ((-0.42, 0.72), (-0.14, 0.95), (0.14, 0.95), (0.42, 0.75))
    ]
    thumb = _bar((0.35, -0.55), (0.92, 0.05), 0.26)
    return shapely.union_all([shapely.box(-0.54, -0.75, 0.54, 0.05).buffer(0.08), *fingers, thumb])


def _wand() -> shapely.Geometry:
    star = affinity.translate(affinity.scale(_star(5, 0.42), 0.55, 0.55, origin=(0, 0)), 0.42, 0.45)
    return shapely.union_all([star, _bar((0.3, 0.3), (-0.85, -0.9), 0.2)])


def _wings() -> shapely.Geometry:
    """Pegasus: a horse's head between wings."""
    feathers = [
        shapely.Polygon([(0.1, -0.5 + 0.3 * k), (1, -0.2 + 0.42 * k), (0.75, -0.38 + 0.3 * k), (0.1, -0.75 + 0.3 * k)])
        for k in range(3)
    ]
    right = shapely.union_all(feathers)
    left = affinity.scale(right, -1, 1, origin=(0, 0))
    head = affinity.scale(symbols.symbol("cavalry"), 0.55, 0.95, origin=(0, 0))
    return shapely.union_all([left, right, head])


def _squeezed(shape: shapely.Geometry, wide: float, high: float, up: float = 0) -> shapely.Geometry:
    return affinity.translate(affinity.scale(shape, wide, high, origin=(0, 0)), 0, up)


@cache
def symbol(name: str) -> shapely.Geometry:
    """The shape of that name. Raises KeyError."""
    if name in ("king", "infantry", "cavalry", "archers", "healer"):
        return symbols.symbol(name)
    crown, horse, blade = symbols.symbol("king"), symbols.symbol("cavalry"), _blade()
    spear = [_bar((0.95, -1), (0.95, 0.75), 0.14), shapely.Polygon([(0.78, 0.6), (1.12, 0.6), (0.95, 1.05)])]
    made = {
        "sun": lambda: _star(12, 0.55).difference(shapely.Point(0, 0).buffer(0.3)),
        "dark sun": lambda: shapely.union_all([_star(12, 0.62)]).difference(_squeezed(crown, 0.42, 0.42)),
        "swords": lambda: shapely.union_all([affinity.rotate(blade, angle, origin=(0, 0)) for angle in (35, -35)]),
        "dagger": lambda: blade,
        "masked king": lambda: shapely.union_all([_squeezed(crown, 0.8, 0.5, 0.5), _squeezed(blade, 0.8, 0.55, -0.45)]),
        "rider": lambda: shapely.union_all([_squeezed(crown, 0.6, 0.35, 0.72), _squeezed(horse, 0.85, 0.62, -0.35)]),
        "lance": lambda: shapely.union_all([horse, *spear]),
        "wings": _wings, "fork": _fork, "axe": _axe, "sight": _sight, "palm": _palm, "wand": _wand,
    }  # fmt: skip
    return made[name]()


def placed(unit: str, centre: tuple[float, float], half: float) -> shapely.Geometry:
    """The symbol of a unit around a point, as large as a box of `half` to every side."""
    shape = symbol(OF_UNIT[unit])
    left, bottom, right, top = shapely.bounds(shape)
    shape = affinity.translate(shape, -(left + right) / 2, -(bottom + top) / 2)
    factor = 2 * half / max(right - left, top - bottom)
    return affinity.translate(affinity.scale(shape, factor, factor, origin=(0, 0)), *centre)

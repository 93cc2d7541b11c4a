"""Triangles of what stands on the table: pyramids with rounded edges, solid or hollow, their pips, mugs, hands."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.spatial import ConvexHull

from tests.photo.scenes import FACES, Array, lying
from tests.photographs.shapes import planes

Indices = np.ndarray[Any, np.dtype[np.int64]]

BASE = 1
"""Of FACES, the square one."""

_ARC = 7
_PIPS = {"small": 1, "medium": 2, "large": 3}


@dataclass(frozen=True)
class Mesh:
    """Vertices (n, 3) mm, their normals (n, 3), and triangles (m, 3), counter-clockwise from outside."""

    points: Array
    normals: Array
    triangles: Indices

    def moved(self, matrix: Array) -> Mesh:
        """By a turn and shift (4, 4)."""
        turn = matrix[:3, :3]
        return Mesh(self.points @ turn.T + matrix[:3, 3], self.normals @ turn.T, self.triangles)


def joined(*meshes: Mesh) -> Mesh:
    starts = np.cumsum([0, *(len(mesh.points) for mesh in meshes)])
    return Mesh(
        np.vstack([mesh.points for mesh in meshes]),
        np.vstack([mesh.normals for mesh in meshes]),
        np.vstack([mesh.triangles + start for mesh, start in zip(meshes, starts[:-1], strict=True)]),
    )


def _shrunk(normals: Array, offsets: Array, by: float) -> Array:
    """(5, 3). Corners of the pyramid whose faces lie so far inside those of another."""
    found = []
    for corner in range(5):
        through = [k for k, face in enumerate(FACES) if corner in face]
        found.append(np.linalg.lstsq(normals[through], offsets[through] - by, rcond=None)[0])
    return np.array(found)


def _round_directions(normals: Array) -> Array:
    """(n, 3). Normals of the faces, arcs between those that meet at an edge, and directions all around."""
    found = [*normals]
    for a in range(5):
        for b in range(a):
            if len(set(FACES[a]) & set(FACES[b])) == 2:
                between = math.acos(normals[a] @ normals[b])
                for k in np.linspace(0, 1, _ARC)[1:-1]:
                    found.append(
                        (math.sin((1 - k) * between) * normals[a] + math.sin(k * between) * normals[b])
                        / math.sin(between)
                    )
    n = 150
    up = 1 - 2 * (np.arange(n) + 0.5) / n
    turn = np.arange(n) * math.pi * (3 - math.sqrt(5))
    level = np.sqrt(1 - up**2)
    return np.vstack([found, np.column_stack([level * np.cos(turn), level * np.sin(turn), up])])


def pyramid(size: str, rounding: float, wall: float | None) -> Mesh:
    """A lying pyramid, the middle of its base edge at (0, 0): its flat faces lie where those of the sharp one do.

    rounding: mm, radius of its edges. wall: mm, of a hollow one that is open at its base; None for a solid one.
    """
    normals, offsets = planes(lying(size))
    directions = _round_directions(normals)
    middles = _shrunk(normals, offsets, rounding)
    points = (middles[:, None] + rounding * directions).reshape(-1, 3)
    around = np.tile(directions, (5, 1))
    hull = ConvexHull(points)
    triangles = hull.simplices.copy()
    a, b, c = (points[triangles[:, k]] for k in range(3))
    inwards = (np.cross(b - a, c - a) * hull.equations[:, :3]).sum(axis=1) < 0
    triangles[inwards] = triangles[inwards][:, ::-1]
    used, numbers = np.unique(triangles, return_inverse=True)
    outer = Mesh(points[used], around[used], numbers.reshape(triangles.shape))
    if wall is None:
        return outer
    base, level = normals[BASE], offsets[BASE]
    on = (np.abs(outer.points @ base - level) < 1e-6)[outer.triangles].all(axis=1)
    shell = Mesh(outer.points, outer.normals, outer.triangles[~on])
    inner = _shrunk(normals, offsets, wall)
    inner[:4] += _onto(inner, base, level)
    square = [points[k * len(directions) + BASE] for k in FACES[BASE]]
    return joined(shell, _rim(np.array(square), inner[list(FACES[BASE])], base), _inside(inner, normals))


def _onto(inner: Array, base: Array, level: float) -> Array:
    """(4, 3). What brings the base corners of a cavity to the base, along its edges."""
    along = inner[:4] - inner[4]
    return along * ((level - inner[:4] @ base) / (along @ base))[:, None]


def _rim(outside: Array, inside: Array, normal: Array) -> Mesh:
    triangles = []
    for k in range(4):
        n = (k + 1) % 4
        triangles += [[k, n, 4 + n], [k, 4 + n, 4 + k]]
    return _facing(np.vstack([outside, inside]), np.array(triangles), normal)


def _inside(corners: Array, normals: Array) -> Mesh:
    """The faces of a cavity, seen from within it."""
    found = []
    for number, face in enumerate(FACES):
        if number != BASE:
            found.append(_facing(corners[list(face)], np.array([[0, 1, 2]]), -normals[number]))
    return joined(*found)


def _facing(points: Array, triangles: Indices, normal: Array) -> Mesh:
    """Flat triangles, turned so that they face along a normal."""
    a, b, c = (points[triangles[:, k]] for k in range(3))
    wrong = np.cross(b - a, c - a) @ normal < 0
    triangles = triangles.copy()
    triangles[wrong] = triangles[wrong][:, ::-1]
    return Mesh(points, np.tile(normal, (len(points), 1)), triangles)


def pips(size: str) -> Mesh:
    """Flat bumps near the base edges of the faces that do not lie on the table."""
    corners = lying(size)
    normals, _ = planes(corners)
    found = []
    for face, normal in zip(FACES, normals, strict=True):
        if len(face) == 4 or normal[2] < -0.9:
            continue
        a, b, tip = corners[list(face)]
        along, up = (b - a) / np.linalg.norm(b - a), tip - (a + b) / 2
        up /= np.linalg.norm(up)
        count = _PIPS[size]
        for k in range(count):
            at = (a + b) / 2 + up * 4.2 + along * (k - (count - 1) / 2) * 4.4
            found.append(_bump(at, normal, along, up, 1.35, 0.25))
    return joined(*found)


def _bump(at: Array, normal: Array, along: Array, up: Array, radius: float, height: float) -> Mesh:
    n, points, around = 20, [], []
    turns = np.linspace(0, 2 * math.pi, n, endpoint=False)
    rings = ((1.0, -0.1, 0.9), (0.95, 0.7, 0.5), (0.75, 1.0, 0.0))
    for share, level, slope in rings:
        out = np.cos(turns)[:, None] * along + np.sin(turns)[:, None] * up
        points.append(at + radius * share * out + normal * height * level)
        lean = slope * out + math.sqrt(1 - slope**2) * normal
        around.append(lean)
    points.append((at + normal * height)[None])
    around.append(normal[None])
    triangles = []
    for ring in range(2):
        for k in range(n):
            a, b = ring * n + k, ring * n + (k + 1) % n
            triangles += [[a, b, b + n], [a, b + n, a + n]]
    triangles += [[2 * n + k, 2 * n + (k + 1) % n, 3 * n] for k in range(n)]
    whole, flat = np.vstack(points), np.array(triangles)
    a, b, c = (whole[flat[:, k]] for k in range(3))
    if (np.cross(b - a, c - a) @ normal).sum() < 0:
        flat = flat[:, ::-1]
    return Mesh(whole, np.vstack(around), flat)


def turned(profile: Array, count: int = 96) -> Mesh:
    """A profile (n, 2) of radius and height in mm, from the axis below outwards and back, turned about the vertical."""
    turns = np.linspace(0, 2 * math.pi, count, endpoint=False)
    slopes = np.gradient(profile, axis=0)
    across = np.column_stack([slopes[:, 1], -slopes[:, 0]])
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    c, s = np.cos(turns)[:, None], np.sin(turns)[:, None]
    points = np.stack([profile[:, 0] * c, profile[:, 0] * s, np.broadcast_to(profile[:, 1], (count, len(profile)))], -1)
    normals = np.stack([across[:, 0] * c, across[:, 0] * s, np.broadcast_to(across[:, 1], (count, len(profile)))], -1)
    n, triangles = len(profile), []
    for k in range(count):
        for j in range(n - 1):
            a, b = k * n + j, (k + 1) % count * n + j
            triangles += [[a, b, b + 1], [a, b + 1, a + 1]]
    return Mesh(points.reshape(-1, 3), normals.reshape(-1, 3), np.array(triangles))


def mug(radius: float, height: float) -> Mesh:
    """A mug at (0, 0), without its handle."""
    wall, lip = 3.5, np.linspace(0, math.pi, 9)
    outside = [(0, 0.3), (radius * 0.85, 0.3), (radius * 0.94, 1.5), (radius, 6), (radius, 9), (radius, height - 4)]
    edge = [(radius - wall / 2 + wall / 2 * math.cos(k), height - wall / 2 + wall / 2 * math.sin(k)) for k in lip]
    inside = [(radius - wall, height - 6), (radius - wall, 14), (radius - wall - 3, 8), (radius - wall - 8, 6), (0, 6)]
    return turned(np.array([*outside, *edge, *inside]))


def handle(radius: float, height: float) -> Mesh:
    """The handle of a mug at (0, 0), towards x."""
    bow, ring = np.linspace(-0.55 * math.pi, 0.55 * math.pi, 30), np.linspace(0, 2 * math.pi, 16, endpoint=False)
    points, normals = [], []
    for k in bow:
        middle = np.array([radius - 3 + 0.62 * radius * math.cos(k), 0, 0.5 * height + 0.3 * height * math.sin(k)])
        out = np.array([math.cos(k), 0, math.sin(k)])
        lean = np.cos(ring)[:, None] * out + np.sin(ring)[:, None] * np.array([0, 1, 0])
        points.append(middle + lean * [4.0, 6.0, 4.0])
        normals.append(lean)
    triangles = []
    for j in range(len(bow) - 1):
        for k in range(16):
            a, b = j * 16 + k, j * 16 + (k + 1) % 16
            triangles += [[a, b, b + 16], [a, b + 16, a + 16]]
    return Mesh(np.vstack(points), np.vstack(normals), np.array(triangles)[:, ::-1])


def capsule(ends: Array) -> Mesh:
    """Around two spheres, (8,): middles and radii in mm."""
    n = 700
    up = 1 - 2 * (np.arange(n) + 0.5) / n
    turn = np.arange(n) * math.pi * (3 - math.sqrt(5))
    level = np.sqrt(1 - up**2)
    ball = np.column_stack([level * np.cos(turn), level * np.sin(turn), up])
    points = np.vstack([ends[:3] + ends[3] * ball, ends[4:7] + ends[7] * ball])
    hull = ConvexHull(points)
    triangles = hull.simplices.copy()
    a, b, c = (points[triangles[:, k]] for k in range(3))
    inwards = (np.cross(b - a, c - a) * hull.equations[:, :3]).sum(axis=1) < 0
    triangles[inwards] = triangles[inwards][:, ::-1]
    return Mesh(points, np.vstack([ball, ball]), triangles)

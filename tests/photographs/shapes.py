"""What stands on the table: lying pyramids, a mug, a hand; and how much of each ship a camera sees."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from shapely.geometry import MultiPoint, Polygon

from tests.photo.scenes import FACES, Array, Eye, by, lying, shifted


@dataclass(frozen=True)
class Lying:
    """A ship as it lies: the middle of its base edge and the direction of its tip, in the frame of the sheet."""

    name: str
    player: str
    colour: str
    size: str
    x: float
    y: float
    degrees: float
    z: float = 0.0
    """mm. 0 on the sheet, or the table where there is no sheet; less by a sheet's thickness beside it."""

    @property
    def corners(self) -> Array:
        """(5, 3) mm, by NAMES: the solid with sharp edges."""
        return by(shifted(self.x, self.y, math.radians(self.degrees)), lying(self.size)) + np.array([0, 0, self.z])

    @property
    def outline(self) -> Polygon:
        """mm. What it covers of the table, seen from straight above."""
        return MultiPoint(self.corners[:, :2]).convex_hull


@dataclass(frozen=True)
class Mug:
    """A mug on the table."""

    x: float
    y: float
    radius: float
    height: float
    handle: float
    """degrees. Where its handle points."""

    @property
    def outline(self) -> Polygon:
        turn = math.radians(self.handle)
        grip = MultiPoint(
            [
                (self.x, self.y),
                (self.x + 1.75 * self.radius * math.cos(turn), self.y + 1.75 * self.radius * math.sin(turn)),
            ]
        )
        return MultiPoint([(self.x, self.y)]).buffer(self.radius).union(grip.convex_hull.buffer(7))

    @property
    def spheres(self) -> Array:
        """(n, 4) mm: middles and radii of spheres that fill it, for how much it covers."""
        r = 0.35 * self.radius
        turns = np.linspace(0, 2 * math.pi, 12, endpoint=False)
        ring = np.column_stack([self.x + (self.radius - r) * np.cos(turns), self.y + (self.radius - r) * np.sin(turns)])
        levels = np.linspace(r, self.height - r, 8)
        return np.array([[x, y, z, r] for x, y in [*ring, (self.x, self.y)] for z in levels])


@dataclass(frozen=True)
class Hand:
    """A hand that reaches over the table: the tip of its middle finger, and where it points."""

    x: float
    y: float
    degrees: float
    left: bool

    @property
    def capsules(self) -> Array:
        """(n, 8) mm: two middles and their radii each, in the frame of the sheet."""
        side = -1.0 if self.left else 1.0
        found: list[tuple[float, ...]] = []
        for across, back, radius in ((-27.0, 14.0, 7.5), (-9.0, 0.0, 8.0), (9.0, 5.0, 8.0), (26.0, 22.0, 7.0)):
            knuckle = (-92.0 + 0.18 * abs(across), across * 0.95, 30.0)
            bent = (-back - 40.0, across, 27.0)
            found.append((-back - radius, across, radius + 1, radius, *bent, radius + 1))
            found.append((*bent, radius + 1, *knuckle, radius + 3))
        found.append((-66.0, -62.0, 12.0, 8.5, -104.0, -48.0, 20.0, 10.5))
        found.append((-104.0, -48.0, 20.0, 10.5, -150.0, -24.0, 27.0, 14.0))
        for across in (-26.0, -9.0, 9.0, 25.0):
            found.append((-90.0, across * 0.95, 29.0, 11.5, -168.0, across * 0.6, 30.0, 14.0))
        found.append((-165.0, -9.0, 31.0, 17.0, -215.0, -11.0, 35.0, 19.0))
        found.append((-165.0, 9.0, 31.0, 17.0, -215.0, 11.0, 35.0, 19.0))
        found.append((-205.0, 0.0, 35.0, 25.0, -560.0, 0.0, 85.0, 42.0))
        whole = np.array(found)
        whole[:, [1, 5]] *= side
        matrix = shifted(self.x, self.y, math.radians(self.degrees))
        return np.column_stack([by(matrix, whole[:, :3]), whole[:, 3], by(matrix, whole[:, 4:7]), whole[:, 7]])

    @property
    def outline(self) -> Polygon:
        """mm. What it covers of the table, seen from straight above."""
        found = Polygon()
        for ax, ay, _, ar, bx, by_, _, br in self.capsules:
            ends = MultiPoint([(ax, ay)]).buffer(ar).union(MultiPoint([(bx, by_)]).buffer(br))
            found = found.union(ends.convex_hull)
        return found

    @property
    def spheres(self) -> Array:
        """(n, 4) mm: middles and radii."""
        ends = self.capsules
        return np.vstack([ends[:, :4] * (1 - k) + ends[:, 4:] * k for k in np.linspace(0, 1, 9)])


def planes(corners: Array) -> tuple[Array, Array]:
    """Normals (5, 3) that point outwards and offsets (5,) of the faces of a lying pyramid, in the order of FACES."""
    middle, normals, offsets = corners.mean(axis=0), [], []
    for face in FACES:
        a, b, c = corners[list(face[:3])]
        normal = np.cross(b - a, c - a)
        normal *= np.sign(normal @ (a - middle)) / np.linalg.norm(normal)
        normals.append(normal)
        offsets.append(normal @ a)
    return np.array(normals), np.array(offsets)


def rays(eye: Eye, long_side: int) -> Array:
    """(h, w, 3) directions in the frame of the sheet through the middles of pixels of a picture so long."""
    scale = max(eye.picture) / long_side
    width, height = round(eye.picture[0] / scale), round(eye.picture[1] / scale)
    x, y = np.meshgrid((np.arange(width) + 0.5) * scale, (np.arange(height) + 0.5) * scale)
    bent = np.stack([x - eye.picture[0] / 2, y - eye.picture[1] / 2], axis=-1) / eye.focal
    corner = math.hypot(*eye.picture) / 2 / eye.focal
    flat = straightened(bent, eye.bend, corner)
    ahead = np.concatenate([flat, np.ones((*flat.shape[:2], 1))], axis=-1)
    return ahead @ eye.outer[:3, :3]


def straightened(bent: Array, bend: float, corner: float) -> Array:
    """Points (…, 2) of a picture in normalised coordinates, back where a lens that bends nothing shows them.

    A lens moves radius r to r (1 + bend r² / corner²).
    """
    far = np.linalg.norm(bent, axis=-1, keepdims=True)
    r = far.copy()
    for _ in range(8):
        r -= (r * (1 + bend * r**2 / corner**2) - far) / (1 + 3 * bend * r**2 / corner**2)
    return bent * np.where(far > 0, r / np.where(far > 0, far, 1), 1)


def _depth(place: Array, ahead: Array, corners: Array) -> Array:
    """(h, w). How far along each ray it meets a pyramid; infinite where it does not."""
    normals, offsets = planes(corners)
    into, out = np.full(ahead.shape[:2], -np.inf), np.full(ahead.shape[:2], np.inf)
    for normal, offset in zip(normals, offsets, strict=True):
        slope = ahead @ normal
        with np.errstate(divide="ignore", invalid="ignore"):
            at = (offset - normal @ place) / slope
        into = np.where(slope < 0, np.maximum(into, at), into)
        out = np.where(slope > 0, np.minimum(out, at), out)
    return np.where((into < out) & (into > 0), into, np.inf)


def _sphere_depth(place: Array, ahead: Array, spheres: Array) -> Array:
    """(h, w). The same for spheres (n, 4)."""
    found, square = np.full(ahead.shape[:2], np.inf), (ahead**2).sum(axis=-1)
    for *middle, radius in spheres:
        towards = np.array(middle) - place
        along = ahead @ towards
        under = along**2 - square * (towards @ towards - radius**2)
        meets = under > 0
        near = np.where(meets, (along - np.sqrt(np.where(meets, under, 0))) / square, np.inf)
        found = np.minimum(found, np.where(near > 0, near, np.inf))
    return found


def covered(eye: Eye, ships: list[Lying], things: list[Mug | Hand], long_side: int = 400) -> tuple[Array, Array]:
    """(n,) shares of each ship's pixels that other ships cover, and that anything covers; of sharp solids."""
    ahead = rays(eye, long_side)
    depths = np.array([_depth(eye.place, ahead, ship.corners) for ship in ships])
    clutter = np.full(ahead.shape[:2], np.inf)
    for thing in things:
        clutter = np.minimum(clutter, _sphere_depth(eye.place, ahead, thing.spheres))
    nearest = depths.min(axis=0)
    whole = np.isfinite(depths)
    count = np.maximum(whole.sum(axis=(1, 2)), 1)
    by_ships = (whole & (depths > nearest)).sum(axis=(1, 2)) / count
    by_all = (whole & (depths > np.minimum(nearest, clutter))).sum(axis=(1, 2)) / count
    return by_ships, by_all


def hidden(eye: Eye, points: Array, ships: list[Lying], things: list[Mug | Hand]) -> Array:
    """(n,) bool: points (n, 3) mm that a ship or another thing hides from the camera."""
    ahead = (points - eye.place)[None]
    found = np.zeros(len(points), dtype=bool)
    for ship in ships:
        found |= _depth(eye.place, ahead, ship.corners)[0] < 0.999
    for thing in things:
        found |= _sphere_depth(eye.place, ahead, thing.spheres)[0] < 0.999
    return found

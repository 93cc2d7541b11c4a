"""A photo of a table: marks on it in, where the ships lie out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from armada_sim.geometry import COORDINATE_LIMIT_MM, HEADING_GRID_DEG, POSE_GRID_MM
from armada_sim.photo.camera import Camera, Floats
from armada_sim.photo.fitting import Doubt, Fit, Flat, Piece, camera_of, doubt, fit
from armada_sim.photo.solids import CORNERS, placed, solid, visible
from armada_sim.table import Pose, Profile, Size, on_grid
from armada_sim.tabletop import InputError, Message

LEAST_MARKS = 3
MOST_MARKS = len(CORNERS)

_ALIKE = 1.0
"""px. Two marks nearer to each other than this are one that was made twice."""

_FLATTEST = 0.01
"""1. Sine of the least angle at a corner of a rectangle, below which three of them lie on a line."""

_FINEST = 0.1
"""mm. A tolerance is rounded up to whole multiples of this."""

Pixel = tuple[float, float]
"""Of a picture: from its upper left corner to the right, and down."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A corner of a ship as it was marked."""

    at: Pixel
    corner: str | None = None
    """Which it is, of `CORNERS`; None leaves it to be found."""


@dataclass(frozen=True, slots=True)
class MarkedShip:
    """A ship and three to five of its corners."""

    name: str
    size: Size
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """A rectangle that lies on the table."""

    width: float
    """mm."""

    height: float
    """mm."""

    corners: tuple[Pixel, ...]
    """Its four corners as they were marked, in any order."""


@dataclass(frozen=True, slots=True)
class FoundShip:
    """Where a ship lies."""

    name: str
    pose: Pose
    corners: tuple[str, ...]
    """Which corner each mark was taken for."""

    misfit: float
    """px. How far the farthest of its marks misses it."""

    tolerance: float
    """mm. How far its corners may be off."""

    unsure: bool
    """Whether its marks may as well be other corners, which would lay it elsewhere."""

    wire: tuple[Pixel, ...]
    """Where its corners are seen, in the order of `CORNERS`."""

    hidden: tuple[bool, ...]
    """Which of them the ship itself hides."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a photo says of a table."""

    ships: tuple[FoundShip, ...]
    reference: tuple[Pixel, ...]
    """Where its corners are seen: that at (0, 0), then counter-clockwise on the table."""

    size: tuple[float, float]
    """mm. How far the rectangle reaches from (0, 0) along x and y: one of its sides lies along each."""

    mark: float
    """px. How far a mark is off, as far as can be seen."""

    tolerance: float
    """mm. How far any corner of any ship may be off."""

    focal: float
    """px."""

    camera: tuple[float, float, float]
    """mm. Where the camera stood."""


def place(picture: Pixel, reference: Reference, ships: Sequence[MarkedShip], profile: Profile) -> Found:
    """Where ships lie that were marked on a picture of so many pixels, wide and high.

    The table's frame is that of the rectangle: its corner at (0, 0) is the one from which, in the picture, x leads to
    the right. Raises InputError, with the ship's name or `reference` as key, where the marks make no sense.
    """
    corners = _around(reference)
    if not ships:
        raise InputError(Message("mark at least one ship"), key="ships")
    pieces = [_piece(ship, profile) for ship in ships]
    tried = []
    for start, (w, h) in enumerate([(reference.width, reference.height), (reference.height, reference.width)]):
        flat = Flat(np.array([[0, 0], [w, 0], [w, h], [0, h]], dtype=np.float64), corners)
        try:
            camera, cost = camera_of(*picture, flat)
        except np.linalg.LinAlgError:
            raise _no_rectangle() from None
        tried.append((cost, start, camera, flat))
    best = None
    for cost, _, camera, flat in sorted(tried, key=lambda one: one[:2]):
        if best is None or cost < best[0].cost:  # a fit with ships misses by no less than that without them
            found = fit(camera, flat, pieces)
            if found is not None and (best is None or found.cost < best[0].cost):
                best = found, flat
    if best is None or not _possible(best[0], pieces):
        raise InputError(Message("the marks fit no ships on a table before a camera: look for one on a wrong corner"))
    return _told(best[0], best[1], ships, pieces)


def _possible(found: Fit, pieces: Sequence[Piece]) -> bool:
    """Whether the camera stands over the table, before all of the ships, and these within what coordinates may be."""
    if not np.isfinite(found.poses).all() or np.abs(found.poses[:, :2]).max() > COORDINATE_LIMIT_MM:
        return False
    corners = [placed(piece.corners, found.poses[k : k + 1])[0] for k, piece in enumerate(pieces)]
    ahead = np.concatenate(corners) @ found.camera.turn[2] + found.camera.shift[2]
    return bool(found.camera.place[2] > 0 and ahead.min() > 0)


def _around(reference: Reference) -> Floats:
    """(4, 2) px. The corners counter-clockwise on the table, first those of the lower side as the picture shows it."""
    corners = np.array(reference.corners, dtype=np.float64)
    if len(corners) != 4:
        raise InputError(Message("mark the four corners of the reference"), key="reference")
    x, y = (corners - corners.mean(axis=0)).T
    corners = corners[np.argsort(np.arctan2(-y, x))]
    sides = np.roll(corners, -1, axis=0) - corners
    before = np.roll(sides, 1, axis=0)
    lengths = np.hypot(*sides.T)
    if (lengths < _ALIKE).any():
        raise _no_rectangle()
    bends = (before[:, 0] * -sides[:, 1] + before[:, 1] * sides[:, 0]) / (lengths * np.roll(lengths, 1))
    if (bends < _FLATTEST).any():
        raise _no_rectangle()
    return np.roll(corners, -int(np.argmax(sides[:, 0] / lengths)), axis=0)


def _no_rectangle() -> InputError:
    said = Message("of the reference's corners three lie on a line, or two on one point: mark each corner once")
    return InputError(said, key="reference")


def _piece(ship: MarkedShip, profile: Profile) -> Piece:
    if not LEAST_MARKS <= len(ship.marks) <= MOST_MARKS:
        said = Message("mark {least} to {most} corners of each ship", least=LEAST_MARKS, most=MOST_MARKS)
        raise InputError(said, key=ship.name)
    pixels = np.array([mark.at for mark in ship.marks], dtype=np.float64)
    apart = np.linalg.norm(pixels[:, None] - pixels, axis=-1)[np.triu_indices(len(pixels), 1)]
    if (apart < _ALIKE).any():
        raise InputError(Message("two marks lie on one point: mark each corner once"), key=ship.name)
    known = tuple(None if mark.corner is None else CORNERS.index(mark.corner) for mark in ship.marks)
    said_of = [corner for corner in known if corner is not None]
    if len({*said_of}) < len(said_of):
        raise InputError(Message("two marks are said to be one corner"), key=ship.name)
    return Piece(solid(profile[ship.size]), pixels, known)


def _told(found: Fit, flat: Flat, ships: Sequence[MarkedShip], pieces: Sequence[Piece]) -> Found:
    doubts = doubt(found, pieces)
    told = tuple(_ship(ship, found, pieces[k], k, doubts) for k, ship in enumerate(ships))
    ground = np.column_stack([flat.points, np.zeros(4)])
    width, height = flat.points[2]
    x, y, z = found.camera.place
    return Found(
        ships=told,
        reference=_pixels(found.camera, ground),
        size=(float(width), float(height)),
        mark=doubts.mark,
        tolerance=max(ship.tolerance for ship in told),
        focal=found.camera.focal,
        camera=(float(x), float(y), float(z)),
    )


def _ship(ship: MarkedShip, found: Fit, piece: Piece, number: int, doubts: Doubt) -> FoundShip:
    x, y, turn = found.poses[number]
    corners = placed(piece.corners, found.poses[number : number + 1])
    wire = found.camera.project(corners[0])
    missed = np.hypot(*(wire[found.taken[number]] - piece.pixels).T)
    heading = math.degrees(turn) % 360
    return FoundShip(
        name=ship.name,
        pose=Pose(on_grid(x, POSE_GRID_MM), on_grid(y, POSE_GRID_MM), on_grid(heading, HEADING_GRID_DEG)),
        corners=tuple(CORNERS[k] for k in found.taken[number]),
        misfit=float(missed.max()),
        tolerance=math.ceil(float(doubts.corners[number]) / _FINEST) * _FINEST,
        unsure=doubts.unsure[number],
        wire=_pixels(found.camera, corners[0]),
        hidden=tuple(not seen for seen in visible(found.camera, corners)[0]),
    )


def _pixels(camera: Camera, points: Floats) -> tuple[Pixel, ...]:
    return tuple((float(x), float(y)) for x, y in camera.project(points))

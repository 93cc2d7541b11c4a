"""A photo of a table: marks on it in, where the ships lie out."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from armada_sim.geometry import HEADING_GRID_DEG, POSE_GRID_MM
from armada_sim.photo.camera import Camera, Floats
from armada_sim.photo.doubt import BESIDE, Doubt, doubt
from armada_sim.photo.fitting import NOWHERE, USUALLY_OFF, Fit, Flat, Piece, camera_of, fit, possible
from armada_sim.photo.marking import (
    CORNERS,
    LEAST_MARKS,
    MOST_MARKS,
    LeftOut,
    MarkedShip,
    Other,
    Pixel,
    PlacedShip,
    PlacedShips,
    Reference,
)
from armada_sim.photo.readings import SIDES_MM
from armada_sim.photo.rivals import fits_without, settled
from armada_sim.photo.solids import placed, solid, visible
from armada_sim.table import Pose, Profile, on_grid
from armada_sim.tabletop import InputError, Message

LEAST_SHIPS = 2
"""Of a photo without a rectangle."""

_ALIKE = 1.0
"""px. Two marks nearer to each other than this are one that was made twice."""

_FLATTEST = 0.01
"""Sine of the least angle at a corner of a rectangle, below which three of them lie on a line."""

_BESIDE_PX = 6.0
"""A ship that its marks miss by no more is not said to have one beside its corner."""

_CLEARER = 12.0
"""By how much the squares must be less, in those of a mark's error, with a sheet that is asked about."""

_FINEST = 0.1
"""mm. A tolerance is rounded up to whole multiples of this."""


def place(picture: Pixel, reference: Reference | None, ships: Sequence[MarkedShip], profile: Profile) -> PlacedShips:
    """Where ships lie that were marked on a picture of so many pixels, wide and high.

    The table's frame is that of the rectangle: its corner at (0, 0) is the one from which, in the picture, x leads to
    the right. Without one, two ships or more say where the camera is; how they lie to each other is found, and x leads
    right in the picture. Raises InputError, with the ship's name or `reference` as key, where the marks make no sense.
    """
    corners = None if reference is None else _around(reference)
    if not ships:
        raise InputError(Message("mark at least one ship"), key="ships")
    if reference is None and len(ships) < LEAST_SHIPS:
        raise InputError(Message("with no sheet or rectangle, mark at least two ships"), key="ships")
    sound, pieces, left = _pieces(ships, profile, LEAST_SHIPS if reference is None else 1)
    if reference is None or corners is None:
        flat, fits = NOWHERE, fits_without(*picture, pieces)
    else:
        flat, fits = _over(picture, (reference.width, reference.height), corners, pieces)
    if not fits:
        raise InputError(Message("the marks fit no ships on a table before a camera: look for one on a wrong corner"))
    found, rivals = settled(fits[0], flat, pieces)
    doubts = doubt(found, [*fits[1:], *rivals], pieces, reference is not None)
    looks = (
        None
        if reference is None or corners is None
        else _looks_like(picture, reference, corners, pieces, found, doubts.mark)
    )
    return _placed(found, doubts, flat, sound, pieces, left, looks)


def _pieces(
    ships: Sequence[MarkedShip], profile: Profile, least: int
) -> tuple[list[MarkedShip], list[Piece], list[LeftOut]]:
    """Ships whose marks make sense, what is marked on them, and those that are left out.

    Raises InputError, with the name of the first of these, where there are fewer than so many others.
    """
    sound, pieces, left = [], [], []
    refused: InputError | None = None
    for ship in ships:
        try:
            pieces.append(_piece(ship, profile))
            sound.append(ship)
        except InputError as error:
            refused = refused or error
            left.append(LeftOut(ship.name, error.message))
    if refused is not None and len(sound) < least:
        raise refused
    return sound, pieces, left


def _looks_like(
    picture: Pixel, reference: Reference, corners: Floats, pieces: Sequence[Piece], found: Fit, mark: float
) -> tuple[float, float] | None:
    """The sides of a usual sheet that fits the marks much better than the one that was said, if it was one."""
    said = (max(reference.width, reference.height), min(reference.width, reference.height))
    if said not in SIDES_MM.values():
        return None
    for sides in SIDES_MM.values():
        if sides != said:
            _, fits = _over(picture, sides, corners, pieces)
            if fits and 2 * (found.cost - fits[0].cost) > _CLEARER * max(mark, USUALLY_OFF) ** 2:
                return sides
    return None


def _over(
    picture: Pixel, sides: tuple[float, float], corners: Floats, pieces: Sequence[Piece]
) -> tuple[Flat, list[Fit]]:
    """The likelier way to lay the rectangle's longer side, and the fit over it, if one is possible."""
    tried = []
    for start, (w, h) in enumerate([sides, sides[::-1]]):
        flat = Flat(np.array([[0, 0], [w, 0], [w, h], [0, h]], dtype=np.float64), corners)
        try:
            camera, cost = camera_of(*picture, flat)
        except np.linalg.LinAlgError:
            raise _no_rectangle() from None
        tried.append((cost, start, camera, flat))
    best: list[Fit] = []
    for cost, _, camera, over in sorted(tried, key=lambda one: one[:2]):
        if not best or cost < best[0].cost:  # a fit with ships misses by no less than that without them
            found = fit(camera, over, pieces)
            if found is not None and (not best or found.cost < best[0].cost):
                best, flat = [found], over
    return flat, [found for found in best if possible(found, pieces)]


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


def _placed(
    found: Fit,
    doubts: Doubt,
    flat: Flat,
    ships: Sequence[MarkedShip],
    pieces: Sequence[Piece],
    left: Sequence[LeftOut],
    looks_like: tuple[float, float] | None,
) -> PlacedShips:
    told = tuple(_ship(ship, found, pieces[k], k, doubts) for k, ship in enumerate(ships))
    ground = np.column_stack([flat.points, np.zeros(len(flat.points))])
    x, y, z = found.camera.place
    return PlacedShips(
        ships=told,
        left=tuple(left),
        looks_like=looks_like,
        reference=_pixels(found.camera, ground),
        size=(float(flat.points[2, 0]), float(flat.points[2, 1])) if len(flat.points) else None,
        mark=doubts.mark,
        tolerance=max(ship.tolerance for ship in told),
        focal=found.camera.focal,
        camera=(float(x), float(y), float(z)),
    )


def _ship(ship: MarkedShip, found: Fit, piece: Piece, number: int, doubts: Doubt) -> PlacedShip:
    x, y, turn = found.poses[number]
    corners = placed(piece.corners, found.poses[number : number + 1])
    wire = found.camera.project(corners[0])
    missed = np.hypot(*(wire[found.taken[number]] - piece.pixels).T)
    heading = math.degrees(turn) % 360
    rivals = doubts.rivals[number]
    return PlacedShip(
        name=ship.name,
        pose=Pose(on_grid(x, POSE_GRID_MM), on_grid(y, POSE_GRID_MM), on_grid(heading, HEADING_GRID_DEG)),
        corners=_named(found, number),
        misfit=float(missed.max()),
        beside=bool(doubts.own[number] > BESIDE * doubts.mark and missed.max() > _BESIDE_PX),
        tolerance=math.ceil(float(doubts.corners[number]) / _FINEST) * _FINEST,
        unsure=bool(rivals),
        others=tuple(
            Other(named, _pixels(rival.camera, placed(piece.corners, rival.poses[number, None])[0]))
            for named, rival in {_named(rival, number): rival for rival in rivals}.items()
            if named != _named(found, number)
        ),
        wire=_pixels(found.camera, corners[0]),
        hidden=tuple(not seen for seen in visible(found.camera.place, corners)[0]),
    )


def _named(found: Fit, number: int) -> tuple[str, ...]:
    return tuple(CORNERS[k] for k in found.taken[number])


def _pixels(camera: Camera, points: Floats) -> tuple[Pixel, ...]:
    return tuple((float(x), float(y)) for x, y in camera.project(points))

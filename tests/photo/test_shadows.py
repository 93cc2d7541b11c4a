"""What lies where another ship's shadow would lie is taken for that, and a ship beside another is not."""

from __future__ import annotations

import numpy as np
import pytest
from shapely.geometry.base import BaseGeometry

from armada_sim.photo import choosing
from armada_sim.photo.adjusting import Expected
from armada_sim.photo.camera import Camera, Floats
from armada_sim.photo.choosing import chosen, outlines
from armada_sim.photo.company import Considered
from armada_sim.photo.edges import State, body, lying
from armada_sim.photo.shadows import shadowed
from armada_sim.photo.solids import solid
from armada_sim.table import PROFILES, Size
from tests.photo.kept import FOLDER, kept
from tests.photo.scenes import by, lying as solid_of, shifted
from tests.photo.test_edges import camera as seen_by
from tests.photo.test_search import CAMERA, sight

BODIES = [body(solid(PROFILES["ideal_sharp"][size])) for size in Size]


def outline(camera: Camera, points: Floats) -> BaseGeometry:
    return outlines(camera.project(points)[None])[0]


def shadowed_by(camera: Camera, solid: Floats, seen: BaseGeometry) -> bool:
    return shadowed(camera, solid, outline(camera, solid), seen)


def thrown(corners: Floats, degrees: float, up: float) -> Floats:
    """(n, 3) mm. Where the light of a lamp, so far up, puts the corners on the table."""
    way, long = np.radians(degrees), 1 / np.tan(np.radians(up))
    aside = corners[:, 2:] * long * np.array([np.cos(way), np.sin(way)])
    return np.column_stack([corners[:, :2] + aside, np.zeros(len(corners))])


def test_a_shadow_is_known_whatever_lamp_throws_it() -> None:
    """Of shadows half of which, or more, are not hidden by what throws them, nine of ten: lamps stand between the ways
    that are tried. It does not depend on whether all of the shadow is taken for a ship, or what is seen of it."""
    known = list[tuple[bool, bool]]()
    for seed in range(200):
        lot = np.random.default_rng(seed)
        corners = lying([BODIES[lot.integers(3)]], np.array([[*lot.uniform(0, 300, 2), lot.uniform(0, 7)]]))[0]
        shade = outline(CAMERA, thrown(corners, lot.uniform(0, 360), lot.uniform(25, 55)))
        seen = shade.difference(outline(CAMERA, corners))
        assert not shadowed_by(CAMERA, corners + np.array([400.0, 0.0, 0.0]), shade), "it does not touch what throws it"
        if seen.area > 0.5 * shade.area:
            known.append((shadowed_by(CAMERA, corners, shade), shadowed_by(CAMERA, corners, seen)))
    assert len(known) > 60
    assert all(one == other for one, other in known)
    assert np.mean([one for one, _ in known]) > 0.9


def test_no_ship_of_a_photograph_is_taken_for_a_shadow() -> None:
    """Of all that are kept, where they truly lie, beside any other."""
    pairs = 0
    for path in sorted(FOLDER.glob("*.json")):
        truth = kept(int(path.stem))
        camera = seen_by(truth.eye)
        corners = [by(shifted(ship.x, ship.y, np.radians(ship.heading)), solid_of(ship.size)) for ship in truth.ships]
        for one, here in enumerate(corners):
            seen = outline(camera, here)
            for other, there in enumerate(corners):
                pairs += one != other
                assert one == other or not shadowed_by(camera, there, seen), (truth.seed, truth.ships[one].name)
    assert pairs > 1000


@pytest.mark.parametrize(("odds", "ships"), [(0.6, 1), (2.9, 1), (3.1, 2)])
def test_what_is_hardly_a_ship_is_none_where_a_shadow_lies(
    odds: float, ships: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ship, and beside it one that is taken for its shadow, which a ship that is seen plainly is not."""
    poses = np.array([[200.0, 150.0, 0.4], [206.0, 128.0, 0.1]])
    state = State(CAMERA, 0.5, poses)
    given = Considered(
        *(np.array([8.0, odds]) for _ in range(2)), np.array([2, 1]), np.zeros((2, 3)), np.zeros(2), np.zeros(2), None,
        np.zeros((2, 2), dtype=bool), [0],
    )  # fmt: skip
    monkeypatch.setattr(choosing, "considered", lambda *_: (state, given))
    monkeypatch.setattr(choosing, "likely", lambda now: now.beside)
    monkeypatch.setattr(choosing, "shadowed", lambda camera, solid, throws, seen: bool(np.allclose(solid, corners[0])))
    corners = lying([BODIES[2], BODIES[1]], poses)
    found = chosen(sight(), state, [], BODIES, None, Expected(CAMERA.focal, 0.01))
    assert len(found.sizes) == ships

"""What colours pieces have in a picture, and whose they are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from armada_sim.photo.camera import looking_down
from armada_sim.photo.colouring import NAMED, colour_of, players
from armada_sim.photo.edges import body, faces_seen, lying
from armada_sim.photo.saying import COLOURS
from armada_sim.photo.solids import FACES, solid
from armada_sim.table import PROFILES, Size


def test_every_colour_has_a_word() -> None:
    assert set(NAMED) == COLOURS


def test_colours_that_are_alike_are_one_player_s() -> None:
    lot = np.random.default_rng(2)
    red, blue, white = (np.array(NAMED[name], dtype=float) for name in ("red", "blue", "white"))
    given = [red, blue, red * 0.9, white, blue * 1.1, red + 10, white * 0.95]
    assert players(np.array(given)) == ["red", "blue", "red", "white", "blue", "red", "white"]
    order = lot.permutation(len(given))
    told = players(np.array(given)[order])
    assert told == [["red", "blue", "red", "white", "blue", "red", "white"][k] for k in order]
    assert players(np.zeros((0, 3))) == []
    assert players(np.array([[46.0, 77, 168]])) == ["blue"]


@pytest.mark.parametrize("name", NAMED)
def test_the_colour_of_a_piece_is_that_of_the_light_from_all_its_faces(name: str) -> None:
    """Whatever is beside it, and whichever of its faces is in the shade."""
    camera = looking_down(800, 600, 800, 50, 400)
    corners = lying([body(solid(PROFILES["ideal_sharp"][Size("large")]))], np.array([[-30.0, -10, 0.4]]))[0]
    seen, wire = faces_seen(camera, corners[None])[0], camera.project(corners)
    picture = np.full((600, 800, 3), (200, 90, 160), np.uint8)
    shades = iter([0.8, 1.2, 1.0])
    for face in np.flatnonzero(seen):
        colour = np.clip(np.array(NAMED[name]) * next(shades), 0, 255)
        cv2.fillConvexPoly(picture, np.rint(wire[list(FACES[face])] - 0.5).astype(np.int32), colour.tolist())
    found = colour_of(picture, wire, seen)
    assert np.abs(np.array(found) - NAMED[name]).max() < 0.25 * max(NAMED[name])
    assert players(np.array([found], dtype=float)) == [name]


@pytest.mark.parametrize("name", [name for name in NAMED if name not in ("black", "white", "transparent")])
@pytest.mark.parametrize("light", [0.6, 0.8, 1.25, 1.6])
def test_a_lamp_does_not_change_the_name_of_a_colour(name: str, light: float) -> None:
    assert players(np.minimum(light * np.array([NAMED[name]], dtype=float), 255)) == [name]


def test_two_players_never_have_one_name() -> None:
    """Two shades of red that differ as players do are called red and what is nearest to the other."""
    told = players(np.array([[200.0, 20, 20], [90, 10, 10], [200, 22, 18]]))
    assert told[0] == told[2] != told[1]

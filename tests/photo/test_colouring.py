"""What colours pieces have in a picture, and whose they are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from armada_sim.photo.camera import looking_down
from armada_sim.photo.colouring import PLASTICS, colour_of, players
from armada_sim.photo.edges import body, faces_seen, lying
from armada_sim.photo.opening import opened
from armada_sim.photo.saying import COLOURS
from armada_sim.photo.solids import FACES, solid
from armada_sim.table import PROFILES, Size
from tests.photo.kept import kept, told_apart
from tests.photographs.conditions import KEPT
from tests.whole import whole

SEEN = {
    "red": (122, 39, 40), "orange": (154, 69, 35), "yellow": (154, 129, 39), "green": (45, 88, 52),
    "cyan": (47, 111, 126), "blue": (42, 48, 110), "purple": (71, 42, 92), "pink": (151, 67, 92),
    "black": (35, 34, 34), "white": (175, 176, 171), "transparent": (108, 105, 101),
}  # fmt: skip
"""Red, green, blue of such pieces in photographs."""

HUES = [name for name in SEEN if name not in ("black", "white", "transparent")]


def test_every_colour_has_a_word() -> None:
    assert set(PLASTICS) == set(SEEN) == COLOURS


def test_colours_that_are_alike_are_one_player_s() -> None:
    lot = np.random.default_rng(2)
    red, blue, white = (np.array(SEEN[name], dtype=float) for name in ("red", "blue", "white"))
    given = [red, blue, red * 0.9, white, blue * 1.1, red + 10, white * 0.95]
    whose = ["red", "blue", "red", "white", "blue", "red", "white"]
    assert players(np.array(given)) == whose
    order = lot.permutation(len(given))
    assert players(np.array(given)[order]) == [whose[k] for k in order]
    assert players(np.zeros((0, 3))) == []
    assert players(np.array([[46.0, 77, 168]])) == ["blue"]


@pytest.mark.parametrize("others", [("white", "black"), ("white", "red"), ("black", "yellow")])
def test_black_and_white_are_two_players_in_any_light(others: tuple[str, str]) -> None:
    """Of a table in a photograph (26000) whose thirteen black, white and clear ships were all called transparent."""
    lot = np.random.default_rng(5)
    whose = [name for name in others for _ in range(4)]
    for light in (0.7, 1.0, 1.3):
        shade = light * np.exp(lot.normal(0, 0.15, len(whose)))
        given = np.minimum(shade[:, None] * np.array([SEEN[name] for name in whose]), 255)
        told = players(given)
        assert [told.index(one) for one in told] == [whose.index(one) for one in whose], (light, told)


@pytest.mark.parametrize(("name", "share"), [("red", 0.4), ("blue", 0.5), ("black", 0.5)])
def test_one_ship_in_glare_is_no_player_of_its_own(name: str, share: float) -> None:
    given = np.array([SEEN[name]] * 5 + [SEEN["yellow"]] * 5, dtype=float)
    given[0] = (1 - share) * given[0] + share * 220
    told = players(given)
    assert len(set(told)) == 2
    assert told[0] == told[1]


@pytest.mark.parametrize("name", SEEN)
def test_the_colour_of_a_piece_is_that_of_its_faces_without_glare_and_what_is_beside_it(name: str) -> None:
    camera = looking_down(800, 600, 800, 50, 400)
    corners = lying([body(solid(PROFILES["ideal_sharp"][Size("large")]))], np.array([[-30.0, -10, 0.4]]))[0]
    seen, wire = faces_seen(camera, corners[None])[0], camera.project(corners)
    picture = np.full((600, 800, 3), (200, 90, 160), np.uint8)
    shades = iter([0.8, 1.2, 1.0])
    for face in np.flatnonzero(seen):
        colour = np.clip(np.array(SEEN[name]) * next(shades), 0, 255)
        cv2.fillConvexPoly(picture, np.rint(wire[list(FACES[face])] - 0.5).astype(np.int32), colour.tolist())
    dull = np.array(colour_of(picture, wire))
    assert np.abs(dull - SEEN[name]).max() < 0.25 * max(SEEN[name])
    assert players(np.array([dull], dtype=float)) == [name]
    hull = cv2.contourArea(cv2.convexHull(wire.astype(np.float32)))
    x, y = np.rint(wire.mean(axis=0)).astype(int)
    cv2.circle(picture, (int(x), int(y)), int((0.1 * hull / np.pi) ** 0.5), (255, 255, 255), -1)
    assert np.abs(np.array(colour_of(picture, wire)) - dull).max() < 0.12 * max(SEEN[name])


@pytest.mark.parametrize("wire", [[[-90, -90], [-50, -90], [-70, -40], [-60, -60], [-80, -60]], [[3, 3]] * 5])
def test_a_piece_of_which_nothing_is_seen_has_a_colour_still(wire: list[list[int]]) -> None:
    found = colour_of(np.full((40, 60, 3), 90, np.uint8), np.array(wire, dtype=float))
    assert all(0 <= part <= 255 for part in found)


@pytest.mark.parametrize("name", HUES)
@pytest.mark.parametrize("light", [0.6, 0.8, 1.25, 1.6])
def test_a_lamp_does_not_change_the_name_of_a_colour(name: str, light: float) -> None:
    assert players(np.minimum(light * np.array([SEEN[name]], dtype=float), 255)) == [name]


def test_two_players_never_have_one_name() -> None:
    """Two shades of red that differ as players do are called red and what is nearest to the other."""
    told = players(np.array([[250.0, 60, 60], [40, 1, 1], [250, 62, 58], [41, 1, 1]]))
    assert told[0] == told[2] != told[1] == told[3]


@pytest.mark.parametrize(("seeds", "least"), [([0, 2, 16], 0.9), whole(KEPT, 0.92)])
def test_players_of_photographs_are_told_apart(seeds: list[int], least: float) -> None:
    """By ships of which at most half is covered, where they truly are; black and white, black and blue among them."""
    right = ships = 0
    for seed in seeds:
        truth = kept(seed)
        given = opened(truth.path)
        seen = [ship for ship in truth.ships if ship.covered <= 0.5]
        told = players(np.array([colour_of(given.rgb, ship.pixels * given.scale) for ship in seen], dtype=float))
        right, ships = right + told_apart([ship.player for ship in seen], told), ships + len(seen)
    assert right >= least * ships

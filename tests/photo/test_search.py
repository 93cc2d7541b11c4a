"""A painted table is searched for ships: they are found where they lie, compiled as in plain Python."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
import pytest

from armada_sim.photo import contrast, oriented
from armada_sim.photo.camera import Camera
from armada_sim.photo.choosing import _overlapping as overlapping, bettered
from armada_sim.photo.edges import State, body, lying
from armada_sim.photo.finding import (
    WAYS,
    Candidate,
    Sight,
    about,
    candidates,
    fast_functions,
    net,
    sight as sight_of,
    unlike,
    view,
)
from armada_sim.photo.opening import opened
from armada_sim.photo.solids import solid
from armada_sim.photo.weighing import FEATURES, features, weighed
from armada_sim.table import PROFILES, Size
from tests.photo.painting import EYE, SHIPS, Placed, paint
from tests.photo.scenes import Array
from tests.photographs import weights
from tests.photographs.weights import mirrored
from tests.whole import few

SIZES = [*Size]
SOLIDS = np.stack([solid(PROFILES["ideal_sharp"][size]) for size in SIZES])
CAMERA = Camera(*EYE.picture, EYE.focal, EYE.bend, EYE.outer[:3, :3], EYE.outer[:3, 3])
STEP_MM, STEP_DEG = 4.0, 10.0
"""Of the net of places that are looked at."""


@cache
def sight() -> Sight:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "table.png"
        paint(path)
        given = opened(path)
    return sight_of(given.rgb)


def lies_at(ship: Placed, pose: np.ndarray, far: float = STEP_MM, turn: float = STEP_DEG) -> bool:
    """Whether a pose is a ship's, but for so many mm and degrees."""
    turned = (math.degrees(pose[2]) - ship.degrees + 180) % 360 - 180
    return math.hypot(pose[0] - ship.x, pose[1] - ship.y) < far and abs(turned) <= turn


def test_every_painted_ship_is_among_the_likeliest_places() -> None:
    """Sizes are not told apart here: a small ship fits upon a face of a large one."""
    found = candidates(sight(), CAMERA, SOLIDS)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    for ship in SHIPS:
        own = [k for k, one in enumerate(found) if SIZES[one.size] == ship.size and lies_at(ship, one.pose)]
        assert own[0] < 2 * len(SHIPS)
        assert found[own[0]].score > 0.85


def test_places_that_are_searched_side_by_side_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """To the last bit, in whatever parts."""
    both = []
    for many in (1, 10**9):
        monkeypatch.setattr("armada_sim.photo.finding._MANY", many)
        both.append([(one.size, one.score, *one.pose) for one in candidates(sight(), CAMERA, SOLIDS)])
    assert both[0] == both[1]
    assert len(both[0]) > 50


@pytest.mark.parametrize("seed", few(range(6), 2))
def test_candidates_that_come_to_lie_on_one_ship_are_one(seed: int) -> None:
    """Some mm and degrees beside it; one of another size among them."""
    lot, given = np.random.default_rng(seed), list[Candidate]()
    for ship in SHIPS:
        lies = np.array([ship.x, ship.y, math.radians(ship.degrees)])
        sizes = [SIZES.index(Size(ship.size))] * 4 + [int(lot.integers(len(SIZES)))]
        given += [Candidate(size, lies + lot.normal(0, 1, 3) * (1.5, 1.5, 0.05), 0.9) for size in sizes]
    order = [given[k] for k in lot.permutation(len(given))]
    before = State(CAMERA, 0.0, np.zeros((0, 3)))
    state, which, odds = bettered(sight(), before, order, [body(one) for one in SOLIDS])
    for ship in SHIPS:
        near = [k for k, pose in enumerate(state.poses) if lies_at(ship, pose, 1.0, 2.0)]
        assert len([k for k in near if SIZES[which[k]] == ship.size]) == 1
        assert SIZES[which[max(near, key=lambda k: float(odds[k]))]] == ship.size
    twice = bettered(sight(), before, [*order, *order], [body(one) for one in SOLIDS])
    assert twice[0].poses == pytest.approx(state.poses)
    assert list(twice[1]) == list(which)


@pytest.mark.parametrize("ship", SHIPS, ids=lambda ship: ship.size)
def test_about_a_point_on_a_ship_it_is_found(ship: Placed) -> None:
    x, y = EYE.shoot(ship.corners.mean(axis=0)[None])[0]
    found = about(sight(), CAMERA, (float(x), float(y)), SOLIDS[SIZES.index(Size(ship.size))])
    assert any(lies_at(ship, one.pose) for one in found[:2])
    assert found[0].score > 0.9


def test_compiled_and_in_plain_python_the_answers_are_the_same_bits() -> None:
    lot, fast = np.random.default_rng(7), fast_functions()
    seen_by, image = view(CAMERA, sight().scale), sight().perceived
    room, turned = [(np.zeros((5, 2)), np.zeros(5), np.zeros((8, 4))) for _ in range(2)], np.zeros((5, 3))
    spoken = 0
    for _ in range(400):
        ship = SHIPS[lot.integers(len(SHIPS))]
        x, y, turn = np.array([ship.x, ship.y, math.radians(ship.degrees)]) + lot.normal(0, 1, 3) * (3, 3, 0.1)
        if lot.random() < 0.2:
            x, y = lot.uniform(-2000, 2000, 2)
        corners, gap, answers = SOLIDS[lot.integers(3)], float(lot.uniform(1, 6)), []
        for module, own in ((contrast, room[0]), (fast, room[1])):
            module.turned_by(seen_by, corners, float(turn), turned)
            answers.append(module.speaks(image, seen_by, turned, float(x), float(y), gap, 15.0, *own))
        plain, compiled = answers
        assert plain == compiled
        spoken += plain[0] > 0
    assert spoken > 50


def test_a_search_and_a_climb_are_the_same_bits_too() -> None:
    fast, seen_by, image = fast_functions(), view(CAMERA, sight().scale), sight().perceived
    ship = SHIPS[0]
    xs, ys = ship.x + np.array([0.0, 3, -3]), ship.y + np.array([0.0, 2, 4])
    turns, heeds = np.radians(ship.degrees + np.arange(-20, 30, 10.0)), np.array([(0.5, 0.5), (0.0, 0.0)])
    tiles = np.array([0, 1, 3])
    answers = []
    for module in (contrast, fast):
        best, turn = np.zeros((2, 3, 3)), np.zeros((2, 3, 3))
        module.search(image, seen_by, SOLIDS, xs, ys, tiles, turns, heeds, 3.2, 15.0, 0.0, best, turn)
        around, with_turn = np.zeros((2, 3, 3)), np.zeros((2, 3, 3))
        module.search(
            image, seen_by, SOLIDS, xs, ys, tiles, turns, heeds, 3.2, 15.0, contrast.MIDDLE, around, with_turn
        )
        pose = np.array([ship.x + 3, ship.y - 2, math.radians(ship.degrees + 6)])
        value = module.climb(image, seen_by, SOLIDS[2], pose, heeds[0], 3.2, 15.0, 4.0, 0.5)
        poses, scores = np.array([(ship.x + 3, ship.y - 2, math.radians(ship.degrees + 6))] * 2), np.zeros(2)
        steps = np.array([(4.0, 1.0), (1.0, 0.5)])
        given = (SOLIDS, np.array([2.0, 0.0]), poses, heeds[0], 3.2, 15.0, steps, scores)
        module.climb_closer(image, seen_by, *given)
        answers.append([*map(np.ndarray.tobytes, (best, turn, around, with_turn, pose, poses, scores)), value])
        assert best.max() > 0.7
        assert scores[0] > max(0.7, scores[1])
        assert lies_at(ship, poses[0], far=2)
        assert lies_at(ship, pose, far=2)
    assert answers[0] == answers[1]


def test_edges_of_a_picture_speak_for_ships_where_they_lie_and_for_nothing_beside_them() -> None:
    fast, seen_by, near = fast_functions(), view(CAMERA, sight().scale), sight().near
    room, turned_so = (np.zeros((5, 2)), np.zeros(5), np.zeros((8, 6))), np.zeros((5, 3))

    def speaks(corners: Array, x: float, y: float, turn: float) -> float:
        fast.turned_by(seen_by, corners, turn, turned_so)
        said: float = fast.speaks_edges(near, seen_by, turned_so, x, y, *room)
        return said

    for ship in SHIPS:
        corners, turn = SOLIDS[SIZES.index(Size(ship.size))], math.radians(ship.degrees)
        here = speaks(corners, ship.x, ship.y, turn)
        beside = speaks(corners, ship.x + 12, ship.y + 12, turn)
        turned = speaks(corners, ship.x, ship.y, turn + math.pi / 4)
        assert here > 0.6 > 0.5 > max(beside, turned)


@pytest.mark.parametrize("degrees", range(0, 180, 15))
def test_an_edge_is_near_in_the_maps_of_its_way_alone(degrees: int) -> None:
    y, x = np.mgrid[:200, :200] - 100.0
    turn = math.radians(degrees)
    rgb = np.where((y * math.cos(turn) - x * math.sin(turn) > 0)[..., None], 220, 40).astype(np.uint8).repeat(3, axis=2)
    near = sight_of(rgb).near[:, 100, 100]
    way = degrees * WAYS // 180
    assert near[way] > 200
    across = [(way + k) % WAYS for k in range(3, WAYS - 2)]
    assert near[across].max() < 30


def test_a_search_and_a_climb_by_edges_are_the_same_bits_in_plain_python() -> None:
    fast, seen_by, shown = fast_functions(), view(CAMERA, sight().scale), sight()
    ship = SHIPS[0]
    xs, ys, tiles = ship.x + np.array([0.0, 3, -3, 5000]), ship.y + np.array([0.0, 2, 4, 0]), np.array([0, 3, 4])
    turns = np.radians(ship.degrees + np.arange(-20, 30, 10.0))
    answers = []
    for module in (oriented, fast):
        best, turn = np.zeros((3, 4)), np.zeros((3, 4))
        module.search_edges(shown.near, seen_by, SOLIDS, xs, ys, tiles, turns, best, turn)
        pose = np.array([ship.x + 3, ship.y - 2, math.radians(ship.degrees + 6)])
        value = module.climb_edges(shown.near, seen_by, SOLIDS[2], pose, 4.0, 0.5)
        answers.append([*map(np.ndarray.tobytes, (best, turn, pose)), value])
        assert best[2, 0] > 0.6
        assert best[2, 3] == -1
        assert lies_at(ship, pose, far=2)
    assert answers[0] == answers[1]


def test_what_is_seen_from_the_middle_of_a_tile_says_what_each_place_of_it_does() -> None:
    fast, seen_by, shown = fast_functions(), view(CAMERA, sight().scale), sight()
    places = net(CAMERA, 5.0)
    assert places is not None
    assert np.diff(places.tiles).min() > 0
    assert np.diff(places.tiles).mean() > 15
    for begin, end in pairwise(places.tiles):
        assert max(np.ptp(part[begin:end]) for part in (places.xs, places.ys)) <= 4 * places.step + 1e-9
    turns, heeds = np.radians(np.arange(0, 360, 10.0)), np.array([(0.5, 0.5)])
    by_edges, beside = [], []
    for tiles in (places.tiles, np.arange(len(places.xs) + 1)):
        best, turn = np.zeros((2, 3, len(places.xs)))
        fast.search_edges(shown.rough, seen_by, SOLIDS, places.xs, places.ys, tiles, turns, best, turn)
        by_edges.append(best)
        most, turn = np.zeros((2, 1, 3, len(places.xs)))
        given = (places.xs, places.ys, tiles, turns, heeds, 3.2, 15.0, 0.0, most, turn)
        fast.search(shown.perceived, seen_by, SOLIDS, *given)
        beside.append(most)
    about, exact = by_edges
    both = (about > 0) & (exact > 0)
    assert both.sum() > 0.97 * ((about > 0) | (exact > 0)).sum()
    assert np.abs(about - exact)[both].mean() < 0.01
    assert exact.max() > 0.8
    about, exact = beside
    assert (about <= exact).all()
    seen = exact > 0.3
    assert seen.sum() > 20
    assert (about == exact)[seen].mean() > 0.98


def test_beside_a_heading_that_is_seen_too_small_the_others_are_looked_at_as_without_it() -> None:
    """In noise every place speaks; of 36 headings some are seen smaller than what is looked for."""
    fast, lot, places = fast_functions(), np.random.default_rng(3), np.arange(12, dtype=np.float64)
    xs, ys, tiles = 200 + 2 * places, 150 + places, np.array([0, len(places)])
    turns, room = np.radians(np.arange(0, 360, 10.0)), (np.zeros((5, 2)), np.zeros(5))
    seen_by = view(CAMERA, 0.22 * sight().scale)
    noise = lot.integers(0, 256, (200, 270, 4)).astype(np.uint8)

    def is_seen(turn: float) -> bool:
        turned = np.zeros((5, 3))
        fast.turned_by(seen_by, SOLIDS[0], turn, turned)
        return bool(fast.corners_seen(seen_by, turned, 200.0, 150.0, *room))

    small, large = (next(turn for turn in turns if is_seen(turn) == seen) for seen in (False, True))
    answers = []
    for some in (np.array([large]), np.array([small, large])):
        best, turn = np.zeros((2, 1, 1, len(xs)))
        fast.search(noise, seen_by, SOLIDS[:1], xs, ys, tiles, some, np.zeros((1, 2)), 3.2, 5.0, 0.0, best, turn)
        answers.append((best.tolist(), turn.tolist()))
    assert answers[0] == answers[1]
    assert np.max(answers[0][0]) > 0.6


def test_what_is_like_one_before_it_is_left_out() -> None:
    assert unlike([5, 1, 6, 2, 9], lambda one, other: abs(one - other) < 2) == [5, 1, 9]
    assert unlike([5, 1, 6], lambda one, other: abs(one - other) < 2, kept=[7, 5]) == [7, 5, 1]


def test_no_places_have_no_features_and_ships_are_likelier_than_what_lies_beside_them() -> None:
    bodies = [body(one) for one in SOLIDS]
    none = State(CAMERA, 0.6, np.zeros((0, 3)))
    assert features(sight(), none, []).shape == (0, FEATURES)
    there = np.array([(ship.x, ship.y, math.radians(ship.degrees)) for ship in SHIPS])
    own = [bodies[SIZES.index(Size(ship.size))] for ship in SHIPS]
    odds = weighed(features(sight(), State(CAMERA, 0.6, there), own))
    beside = weighed(features(sight(), State(CAMERA, 0.6, there + np.array([0, 0, 1.3])), own))
    assert (odds > beside).all()
    assert (odds > 0).mean() >= 0.7


def test_in_a_mirror_a_ship_is_as_likely() -> None:
    """The weights were fitted to what is in pictures and to that in a mirror, so they say the same of both."""
    found = np.random.default_rng(5).normal(size=(200, FEATURES))
    assert np.allclose(weighed(found), weighed(mirrored(found)), atol=0.05)
    assert np.array_equal(mirrored(mirrored(found)), found)


@pytest.mark.whole
def test_candidates_of_a_painted_table_hold_its_ships() -> None:
    """What the weights are fitted to: of each ship a candidate counts as one, and most others as none."""
    found, good, counts = weights.painted(1)
    assert found.shape == (len(good), FEATURES)
    assert weights.PAINTED_SHIPS <= good.sum() < len(good) / 2
    assert set(counts) == {1.0, weights.AS_FOUND}
    by_weight, left = weights.logistic(found, good, counts, weights.FIRM)
    assert ((found @ by_weight + left > 0) == good).mean() > 0.95


def test_what_is_seen_in_one_place_is_one_ship() -> None:
    """Counted in pixels; where the shares are nearly those that decide, either is right."""
    lot, told = np.random.default_rng(7), {True: 0, False: 0}
    bodies = [body(one) for one in SOLIDS]
    for _ in range(800):
        sizes = lot.integers(3, size=2)
        first = np.array([lot.uniform(80, 320), lot.uniform(60, 240), lot.uniform(0, 6.3)])
        poses = np.array([first, first + np.append(lot.normal(0, 25, 2), lot.uniform(0, 6.3))])
        state = State(CAMERA, 0.0, poses)
        own = [bodies[size] for size in sizes]
        corners = lying(own, poses)
        seen = [_filled(CAMERA.project(one)) for one in corners]
        lies = [_filled(4 * one[:3, :2]) for one in corners]
        both, either = (int(part.sum()) for part in (seen[0] & seen[1], seen[0] | seen[1]))
        common = int((lies[0] & lies[1]).sum()) / min(int(one.sum()) for one in lies)
        if abs(both / either - 0.25) < 0.03 or abs(common - 0.12) < 0.03:
            continue
        answer = bool(overlapping(state, own)[0, 1])
        assert answer == (both / either > 0.25 or common > 0.12)
        told[answer] += 1
    assert min(told.values()) > 100


def _filled(points: np.ndarray) -> np.ndarray:
    """(1000, 1000). The convex hull of points, at half their size."""
    found = np.zeros((1000, 1000), np.uint8)
    cv2.fillConvexPoly(found, cv2.convexHull(np.rint(points / 2).astype(np.int32)), 1)
    return found > 0

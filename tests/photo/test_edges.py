"""Where edges of solids are seen and what moves them, against solids and cameras that know nothing of the fit."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from armada_sim.photo import CORNERS, EDGES
from armada_sim.photo.adjusting import (
    ASIDE,
    BEND,
    CAMERA,
    FOCAL,
    POSE,
    RADIUS,
    SHIFT,
    SWELL,
    TURN,
    Looked,
    equations,
    moved,
    slopes,
    weights,
)
from armada_sim.photo.camera import Camera, looking_down, turned
from armada_sim.photo.contrast import COUNT, FIRST, FOURTH, FROM, ONE, OTHER, SECOND, THIRD, TO
from armada_sim.photo.edges import (
    EDGE_FACES,
    Body,
    Points,
    Predicted,
    State,
    blur_of,
    body,
    edge_points,
    measured,
    picture,
    predicted,
)
from armada_sim.photo.solids import FACES, shared, solid
from armada_sim.table import PROFILES, Size
from tests.photo.painting import EYE, SHEET, SHIPS, Placed
from tests.photo.scenes import NAMES, PYRAMIDS, Array, Eye, by, lying, shifted

IDEAL = PROFILES["ideal_sharp"]
SEEN = [NAMES.index(name) for name in CORNERS]
SHEET_MM = np.array([[0, 0], [SHEET[0], 0], [*SHEET], [0, SHEET[1]]])


def camera(view: Eye = EYE) -> Camera:
    return Camera(*view.picture, view.focal, view.bend, view.outer[:3, :3], view.outer[:3, 3])


def state(radius: float) -> tuple[State, list[Body]]:
    poses = np.array([[ship.x, ship.y, math.radians(ship.degrees)] for ship in SHIPS])
    return State(camera(), radius, poses), [body(solid(IDEAL[Size(ship.size)])) for ship in SHIPS]


def shown(view: Eye, ships: list[Placed], points: Points) -> Array:
    """(n, 2) px. Where points of sharp edges are seen."""
    pixels = np.zeros((len(points.owner), 2))
    for k, (owner, edge, share) in enumerate(zip(points.owner, points.edge, points.share, strict=True)):
        if owner < 0:
            ring = np.column_stack([SHEET_MM, np.zeros(4)])
            a, b = ring[edge], ring[(edge + 1) % 4]
        else:
            a, b = ships[owner].corners[SEEN][list(EDGES[edge])]
        pixels[k] = view.shoot((a + share * (b - a))[None])[0]
    return pixels


def test_points_of_sharp_edges_are_seen_where_the_camera_sees_them() -> None:
    given, bodies = state(0.0)
    points = edge_points(given, bodies, SHEET_MM, 9.0)
    told = predicted(given, bodies, SHEET_MM, points)
    assert len(points.owner) > 200
    assert told.here == pytest.approx(shown(EYE, SHIPS, points), abs=1e-6)
    assert np.linalg.norm(told.across, axis=1) == pytest.approx(1)


def other_eye(unknown: int, by_: float) -> Eye:
    """The camera after a change of one unknown, made by matrices."""
    outer, focal, bend = EYE.outer.copy(), EYE.focal, EYE.bend
    if unknown == FOCAL:
        focal *= math.exp(by_)
    elif unknown == BEND:
        bend += by_
    elif TURN.start <= unknown < TURN.stop:
        a, b = [(1, 2), (2, 0), (0, 1)][unknown - TURN.start]
        turn = np.eye(4)
        turn[a, a] = turn[b, b] = math.cos(by_)
        turn[b, a], turn[a, b] = math.sin(by_), -math.sin(by_)
        moved_only, outer[:3, 3] = outer[:3, 3].copy(), 0
        outer = turn @ outer
        outer[:3, 3] = moved_only
    elif SHIFT.start <= unknown < SHIFT.stop:
        outer[unknown - SHIFT.start, 3] += by_ * np.linalg.norm(EYE.outer[:3, 3])
    return replace(EYE, outer=outer, focal=focal, bend=bend)


@pytest.mark.parametrize("unknown", range(SHIFT.stop))
def test_what_the_camera_s_unknowns_move_is_what_differences_say(unknown: int) -> None:
    given, bodies = state(0.0)
    points = edge_points(given, bodies, SHEET_MM, 9.0)
    told = predicted(given, bodies, SHEET_MM, points)
    step = 1e-5
    far = (shown(other_eye(unknown, step), SHIPS, points) - shown(other_eye(unknown, -step), SHIPS, points)) / (
        2 * step
    )
    found = slopes(given, points, told)[:, unknown]
    assert np.abs(found).max() > 5
    assert found == pytest.approx((far * told.across).sum(axis=1), rel=1e-5, abs=1e-4)


@pytest.mark.parametrize("unknown", range(3))
def test_what_a_pose_moves_is_what_differences_say(unknown: int) -> None:
    given, bodies = state(0.0)
    points = edge_points(given, bodies, None, 9.0)
    told = predicted(given, bodies, None, points)
    step, name = 1e-4, ("x", "y", "degrees")[unknown]
    one = step * POSE[unknown] * (1 if unknown < 2 else math.degrees(1))
    there, here = ([replace(ship, **{name: getattr(ship, name) + sign * one}) for ship in SHIPS] for sign in (1, -1))
    far = (shown(EYE, there, points) - shown(EYE, here, points)) / (2 * step)
    found = slopes(given, points, told)[:, CAMERA + unknown]
    assert found == pytest.approx((far * told.across).sum(axis=1), rel=1e-5, abs=1e-4)


def test_with_round_edges_differences_say_nearly_the_same() -> None:
    """How far an outline lies further out for its radius changes with distance, too, which is left out; as the unit
    vectors across edges turn with poses, points are compared across the edges as they are."""
    given, bodies = state(0.6)
    points = edge_points(given, bodies, SHEET_MM, 9.0)
    told = predicted(given, bodies, SHEET_MM, points)
    found = slopes(given, points, told)
    step, count = 1e-6, CAMERA + 3 * len(bodies)
    for unknown in range(SWELL):  # which moves nothing, but is seen
        change = np.zeros(count)
        change[unknown] = step
        ends = [predicted(moved(given, sign * change), bodies, SHEET_MM, points).here for sign in (1, -1)]
        far = ((ends[0] - ends[1]) * told.across).sum(axis=1) / (2 * step)
        exact = unknown in range(ASIDE.start, ASIDE.stop)
        assert np.abs(found[:, unknown] - far).max() < (1e-5 if exact else 0.02) * np.abs(far).max(), unknown
    assert (found[:, RADIUS] != 0).any()


def test_an_inset_pyramid_is_the_same_one_about_the_middle_of_its_ball() -> None:
    """All five faces touch one ball; moved in by r, they make the same pyramid smaller about that ball's middle."""
    for size, (base, height) in PYRAMIDS.items():
        corners = lying(size)
        ball = base * height / (base + math.sqrt(base**2 + 4 * height**2))  # 3 V / S
        foot = corners[:4].mean(axis=0)
        middle = foot + ball / height * (corners[4] - foot)
        given = body(solid(IDEAL[Size(size)]))
        for radius in (0.3, 1.0, 2.5):
            inset = middle + (1 - radius / ball) * (corners - middle)
            assert given.corners + radius * given.inward == pytest.approx(inset[SEEN], abs=1e-9)


def test_between_two_faces_is_midway_and_outwards() -> None:
    given = body(solid(IDEAL[Size.MEDIUM]))
    middle = given.corners.mean(axis=0)
    for (i, j), faces, way in zip(EDGES, EDGE_FACES, given.between, strict=True):
        a, b = given.corners[i], given.corners[j]
        assert np.linalg.norm(way) == pytest.approx(1)
        assert way @ (b - a) == pytest.approx(0, abs=1e-9)
        assert way @ ((a + b) / 2 - middle) > 0
        heights = [np.abs((given.corners[list(FACES[face])] - a) @ way).max() for face in faces]
        assert min(heights) > 0
        assert all({i, j} <= {*FACES[face]} for face in faces)


def test_what_is_compiled_has_the_same_edges_and_faces() -> None:
    assert tuple(zip(FROM, TO, strict=True)) == EDGES
    assert [*map(set, zip(ONE, OTHER, strict=True))] == [set(pair) for pair in EDGE_FACES.tolist()]
    assert len(EDGES) == COUNT
    rings = [tuple(k for k in ring if k >= 0) for ring in zip(FIRST, SECOND, THIRD, FOURTH, strict=True)]
    for ring, face in zip(rings, FACES, strict=True):
        at = face.index(ring[0])
        assert ring == face[at:] + face[:at]


def test_a_frame_is_held_by_what_moves_all_ships_together() -> None:
    """A shift, or a turn about the middle of all corners, moves the sums; what turns one ship about a corner does not
    move them by as much as it moves that ship."""
    poses = np.array([[ship.x, ship.y, math.radians(ship.degrees)] for ship in SHIPS])
    corners = np.array(
        [by(shifted(x, y, t), lying(ship.size)[SEEN])[:3, :2] for (x, y, t), ship in zip(poses, SHIPS, strict=True)]
    )
    rows, middle = shared(corners, poses), corners.mean(axis=(0, 1))
    each = np.zeros((3, len(poses), 3))
    each[0, :, 0] = each[1, :, 1] = 1 / POSE[0]
    away = poses[:, :2] - middle
    each[2] = np.column_stack([-away[:, 1], away[:, 0], np.ones(len(poses))]) / POSE
    sums = rows @ each.reshape(3, -1).T  # (row, way): of a shift by 1 mm, and of a turn by 1 radian
    assert sums[0, 0] == pytest.approx(3 * len(poses))
    assert sums[1, 1] == pytest.approx(3 * len(poses))
    assert sums[2, 2] == pytest.approx(np.linalg.norm(corners - middle))
    assert sums - np.diag(np.diag(sums)) == pytest.approx(np.zeros((3, 3)), abs=1e-9)


def test_a_turn_about_an_axis_is_a_matrix_of_that_axis() -> None:
    angle = 0.3
    c, s = math.cos(angle), math.sin(angle)
    assert turned(np.array([0, 0, angle])) == pytest.approx(np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]))
    assert turned(np.zeros(3)) == pytest.approx(np.eye(3))


@pytest.mark.parametrize("ships", [0, 1, len(SHIPS)])
@pytest.mark.parametrize("sheet", [SHEET_MM, None])
def test_equations_are_those_of_edges_that_err_as_wholes(ships: int, sheet: Array | None) -> None:
    """Against the covariance of all points written out: each errs alone, and with all others of its edge."""
    given, bodies = state(0.6)
    given, bodies = replace(given, poses=given.poses[:ships]), bodies[:ships]
    points = edge_points(given, bodies, sheet, 25.0)
    lot, n, count = np.random.default_rng(3), len(points.owner), len(bodies)
    rows, off, weight = lot.normal(size=(n, CAMERA + 3)), lot.normal(size=n), lot.uniform(0.1, 4, n)
    alike = lot.uniform(0.1, 1, 100)[10 * (points.owner + 1) + points.edge]
    seen = Looked(points, off, np.ones(n, bool), np.zeros(n, bool), rows, np.ones(n), np.ones(n), alike)
    whole = np.zeros((n, CAMERA + 3 * count))
    whole[:, :CAMERA] = rows[:, :CAMERA]
    for k in range(count):
        own = points.owner == k
        whole[own, CAMERA + 3 * k : CAMERA + 3 * k + 3] = rows[own, CAMERA:]
    one = (points.owner[:, None] == points.owner) & (points.edge[:, None] == points.edge)
    inverse = np.linalg.inv(np.diag(1 / weight) + alike**2 * one)
    normal, right = equations(seen, weight, count, frozenset())
    assert normal == pytest.approx(whole.T @ inverse @ whole, abs=1e-9)
    assert right == pytest.approx(-whole.T @ inverse @ off, abs=1e-9)


def test_a_whole_edge_counts_as_far_as_its_worse_end() -> None:
    """And as surely as was said of it; points of a sheet count one by one, as surely as all of them together."""
    points = Points(np.array([0, 0, 0, 0, -1, -1, -1]), np.array([3, 3, 5, 5, 0, 0, 0]), np.zeros(7), np.ones(7) > 0)
    told = np.array([0.2, 0.2, 0.5, 0.5, np.nan, np.nan, np.nan])
    off = np.array([0.1, 0.9, 0.1, 0.0, 0.5, -0.5, 20])
    seen = Looked(points, off, np.ones(7, bool), np.zeros(7, bool), np.zeros((7, CAMERA + 3)), told, told, told)
    spread, weight = weights(seen, off, 6.0)
    assert spread[:4] == pytest.approx(told[:4])
    assert spread[4:] == pytest.approx(0.5 * 1.4826)
    assert weight == pytest.approx(
        [0, 0, (1 - 0.05**2) ** 2, (1 - 0.05**2) ** 2, *[(1 - (1 / 5.9304) ** 2) ** 2] * 2, 0]
    )


def step(blur: float, bright: tuple[float, float, float], at: float) -> Array:
    """(200, 200, 3). A picture of light that ends at a column, blurred, cut off at 1 and shown as sRGB."""
    columns = np.arange(200) + 0.5
    share = np.array([0.5 * (1 + math.erf((at - x) / (blur * math.sqrt(2)))) for x in columns])
    light = np.clip(0.03 + share[:, None] * (np.array(bright) - 0.03), 0, 1)
    shown = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.repeat(np.rint(255 * shown).astype(np.uint8)[None], 200, axis=0)


@pytest.mark.parametrize("blur", [0.6, 1.2, 2.0, 3.0])
@pytest.mark.parametrize("bright", [(0.6, 0.6, 0.6), (0.1, 0.12, 0.05), (3.0, 0.4, 0.1)])
def test_an_edge_is_seen_where_light_ends_however_blurred_and_bright(
    blur: float, bright: tuple[float, float, float]
) -> None:
    """In what is shown light reaches too far out, and a colour that is cut off farther still."""
    image = picture(step(blur, bright, 100.3))
    rows = np.column_stack([np.full(20, 100.0), np.arange(40, 60) + 0.5])
    across, nothing = np.tile([1.0, 0.0], (20, 1)), np.zeros((20, 3))
    told = measured(image, Predicted(rows, across, nothing, nothing, np.zeros(20, bool), np.zeros(20, bool)), 6.0)
    assert told.off == pytest.approx(0.3, abs=0.2)
    assert (told.lighter > 0).all()


@pytest.mark.parametrize("blur", [1.2, 2.0, 3.0])
def test_how_blurred_a_picture_is_shows_in_its_edges(blur: float) -> None:
    assert blur_of(step(blur, (0.6, 0.6, 0.6), 100.3)) == pytest.approx(blur, rel=0.15)


def test_a_picture_of_one_colour_is_not_blurred() -> None:
    assert blur_of(np.full((200, 200, 3), 90, np.uint8)) == 0


@pytest.mark.parametrize("away", [40.0, 60.0, 120.0, 600.0])
def test_what_may_lie_just_before_the_camera_is_looked_at_no_more_closely(away: float) -> None:
    """One of 60 photographs took 30 s longer: hundreds of candidates, each of thousands of points."""
    large = body(solid(IDEAL[Size.LARGE]))
    state = State(looking_down(2000, 1500, 1700, 60, away), 0.6, np.array([[-30.0, 0.0, 0.0]]))
    points = edge_points(state, [large], None, 1.0)
    assert 100 < len(points.owner) <= 300 * len(EDGES)
    assert np.bincount(points.edge).max() == 300 or away > 120

"""`contact` with an object: do a ship and an island touch, how far apart are they, what changes it."""

from __future__ import annotations

import math
import random

import pytest
import shapely
from click.testing import CliRunner

from armada_sim import InputError, Layout, Obstacle, Pose, Rules, check_contact
from armada_sim.cli.commands import cli
from armada_sim.evidence.ruling import Ruling
from tests.strategies import random_ship
from tests.tables import R1

SHAPES = (
    [(0, 0), (60, 0), (60, 60), (0, 60)],
    [(0, 0), (90, 0), (90, 20), (20, 20), (20, 90), (0, 90)],
    [(0, 0), (100, 0), (100, 100), (70, 100), (70, 30), (30, 30), (30, 100), (0, 100)],
    [(50, 0), (60, 35), (100, 40), (62, 55), (50, 100), (40, 55), (0, 40), (38, 35)],
)


def scene(number: int) -> Layout:
    """A ship beside, on or in a bay of an object."""
    random_ = random.Random(number)
    ship = random_ship(random_, "S", (450.0, 450.0), 70.0, "red")
    corners = [(x + 400, y + 400) for x, y in SHAPES[number % len(SHAPES)]]
    tolerance = random_.choice([0, 1])
    return Layout(ships=[ship], objects=[Obstacle.of("reef", corners)], tolerance=tolerance, position="as_written")


def covered(layout: Layout) -> tuple[shapely.Polygon, shapely.Polygon]:
    ship = layout.ships[0]
    body = Rules().outline(ship.size).solid(ship.pose.place)
    return shapely.Polygon(body.corners), shapely.Polygon([(float(x), float(y)) for x, y in layout.objects[0].polygon])


def flipped(layout: Layout, ruling: Ruling) -> Layout:
    assert ruling.flip is not None
    place = ruling.flip.ships["S"]
    return layout.with_pose("S", Pose(*place.base, place.heading))


@pytest.mark.parametrize("number", range(60))
def test_a_ship_and_an_object_of_any_shape(number: int) -> None:
    """Against Shapely; and the displacement told changes the answer, within the margin told."""
    layout = scene(number)
    ship, reef = covered(layout)
    ruling = check_contact(layout, "reef", "S")
    assert (ruling.ship, ruling.target) == ("S", "reef")
    apart = shapely.distance(ship, reef)
    if apart:
        assert ruling.witness.relation == "apart"
        assert ruling.witness.clearance == pytest.approx(apart)
        on_ship, on_reef = map(shapely.Point, ruling.witness.points)
        assert max(shapely.distance(ship, on_ship), shapely.distance(reef, on_reef)) < 1e-9
        assert ruling.margin == pytest.approx(apart)
    else:
        assert ruling.witness.relation == "overlap"
    assert ruling.margin is not None
    assert ruling.margin_upper is not None
    assert ruling.margin <= ruling.margin_upper <= 1.01 * ruling.margin + 0.001
    assert str(ruling.answer) == ("in_doubt" if ruling.margin < layout.tolerance else "no" if apart else "yes")
    after = flipped(layout, ruling)
    assert (check_contact(after, "S", "reef").witness.relation == "apart") is not bool(apart)
    corners = zip(covered(layout)[0].exterior.coords, covered(after)[0].exterior.coords, strict=True)
    assert max(math.dist(p, q) for p, q in corners) <= ruling.margin_upper + 1e-9


def test_exactly_edge_to_edge_is_contact() -> None:
    square = Obstacle.of("reef", [(300, 100), (400, 100), (400, 500), (300, 500)])
    small = random_ship(random.Random(0), "S", (0.0, 0.0), 0.0, "red")
    width = Rules().outline(small.size).corners[0][1]
    layout = Layout(ships=[small], objects=[square])
    touching = layout.with_pose("S", Pose(300 - abs(float(width)), 300, 90))
    assert check_contact(touching, "S", "reef").witness.relation == "contact"


def test_two_objects_are_refused() -> None:
    layout = Layout(objects=[Obstacle.of("a", SHAPES[0]), Obstacle.of("b", SHAPES[1])])
    with pytest.raises(
        InputError, match="contact: 'a' and 'b' are objects, which lie where they are stated to lie: name a ship"
    ):
        check_contact(layout, "a", "b")
    with pytest.raises(InputError, match="contact needs two different things"):
        check_contact(layout, "a", "a")


def test_what_is_told_and_drawn(tmp_path) -> None:
    path = tmp_path / "reef.toml"
    reef = '[[objects]]\nname = "reef"\npolygon = [[350, 380], [400, 380], [400, 500], [380, 390]]\n'
    path.write_text(R1 + reef + '[[questions]]\ncontact = ["R1", "reef"]\n', encoding="utf-8")
    told = CliRunner().invoke(cli, ["check", str(path), "-o", str(tmp_path / "p.svg")])
    assert told.exit_code == 0, told.output
    assert "Do R1 (red, large) and reef (an object) touch?" in told.stdout
    assert "R1 is 42.32 mm clear of reef" in told.stdout
    assert "reef" in (tmp_path / "p.svg").read_text(encoding="utf-8")

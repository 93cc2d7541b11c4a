"""Round objects: ruled on as a polygon that covers the disc and hardly reaches beyond it."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from click.testing import CliRunner
from hypothesis import given, strategies as st

from armada_sim import InputError, Layout, Obstacle, Pose, Ship, Surface, check_contact, check_move, check_shot
from armada_sim.cli.commands import cli
from armada_sim.files.records import dispute_schema, layout_schema, parse_dispute
from armada_sim.table.layout import disc_excess

RADII = st.floats(0.5, 400).map(lambda r: round(r, 3))
PLACES = st.floats(-900, 900).map(lambda c: round(c, 3))


@given(PLACES, PLACES, RADII)
def test_the_polygon_covers_the_disc_and_reaches_hardly_beyond(x: float, y: float, radius: float) -> None:
    corners = Obstacle.disc("island", (x, y), radius).polygon
    cx, cy, r = Fraction(x), Fraction(y), Fraction(radius)
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        cross = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        assert cross > 0
        assert cross**2 >= r**2 * ((bx - ax) ** 2 + (by - ay) ** 2)  # every side is at least the radius away
        assert math.dist((float(ax), float(ay)), (x, y)) <= radius + disc_excess(radius)


@given(st.floats(0, 360), RADII, st.floats(0.1, 300))
def test_clearances_are_those_of_the_disc_less_the_excess(towards: float, radius: float, gap: float) -> None:
    angle = math.radians(towards)
    far = radius + gap
    ship = Ship("S", "red", "small", Pose(far * math.cos(angle), far * math.sin(angle), towards))
    table = Layout([ship], Surface.unbounded(), [Obstacle.disc("island", (0, 0), radius)])
    clearance = check_contact(table, "S", "island").witness.clearance
    assert gap - disc_excess(radius) - 1e-6 <= clearance <= gap + 1e-6


TEXT = """
unit = "cm"
[[ships]]
name = "R1"
player = "red"
size = "large"
base = [40, 40]
heading = 90
[[ships]]
name = "B1"
player = "blue"
size = "small"
base = [44.6, 42.2]
heading = 0
[[objects]]
name = "cup"
disc = { center = [43, 42.2], radius = "13 mm" }
[[objects]]
name = "bowl"
disc = { center = [44, 47.5], radius = 1.5 }
[[questions]]
shot = { from = "R1", at = "B1", side = "right" }
[[questions]]
contact = ["R1", "cup"]
[[questions]]
move = "R1"
headings = [20]
"""


def test_a_disc_of_a_file_blocks_shots_and_moves_and_says_what_it_is_ruled_on_as() -> None:
    dispute = parse_dispute(TEXT)
    assert dispute.notes == tuple(
        f"{name} is round; it counts as the polygon of 96 corners around it, at most {wider} cm wider"
        for name, wider in (("cup", 0.0007), ("bowl", 0.0008))
    )
    shot, contact, move = (dispute.ask(number) for number in (1, 2, 3))
    assert (shot.allowed, move.allowed) == (False, False)
    assert shot.witness.line.blockers == ("cup",)
    assert "bowl" in move.reasons[0].pieces
    assert contact.witness.relation == "apart"
    without = Layout(dispute.layout.ships, dispute.layout.surface)
    assert check_shot(without, "R1", "B1", "right").allowed
    assert check_move(without, "R1", [20]).allowed


@pytest.mark.parametrize(
    ("disc", "told"),
    [
        ("disc = { center = [1, 2], radius = 0 }", "objects[1].disc: a disc needs a positive radius"),
        ("disc = { center = [1, 2] }", "objects[1].disc.radius: is missing"),
        ("disc = { center = [1, 2], radius = -3 }", "objects[1].disc: a disc needs a positive radius"),
        ("", "objects[1]: expected one of polygon and disc, not none"),
        (
            "disc = { center = [1, 2], radius = 1 }\npolygon = [[0, 0], [1, 0], [0, 1]]",
            "objects[1]: expected one of polygon and disc, not both",
        ),
    ],
)
def test_what_is_no_disc_is_one_sentence_with_its_key(disc: str, told: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_dispute(f'[[objects]]\nname = "cup"\n{disc}\n')
    assert str(caught.value) == told


def test_the_list_of_examples_and_the_schema_say_where_0_0_lies_and_how_headings_count() -> None:
    listed = CliRunner().invoke(cli, ["example"])
    assert listed.exit_code == 0
    for text in (listed.output, dispute_schema()["description"], layout_schema()["description"]):
        assert "(0, 0)" in text
        assert "counter-clockwise" in text

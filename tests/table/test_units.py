"""Millimetres, centimetres and inches: in every kind of file, and in what is said and drawn."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction

import pytest
from click.testing import CliRunner
from matplotlib.text import Text

from armada_sim import InputError
from armada_sim.cli.commands import cli
from armada_sim.experiments.experiment import parse_experiment
from armada_sim.files.game_reading import parse_game
from armada_sim.files.records import parse_dispute
from armada_sim.geometry.exact import exact
from armada_sim.table.parameters import length_mm
from armada_sim.table.rules import Rules
from armada_sim.table.units import MM_PER, UNITS, Measure, Unit, rounded
from armada_sim.wording.telling import point

SCENE = """
title = "In centimetres"
unit = "cm"
rules = {{ min_gap = 25.5 }}
[surface]
rectangle = [91.44, {height}]
[tolerance]
position = 0.05
[[ships]]
name = "R1"
player = "red"
size = "large"
base = [30.2, {y}]
heading = 90
[[ships]]
name = "B1"
player = "blue"
size = "small"
base = [30.2, 41.0]
tip = [30.2, 43.64]
[[objects]]
name = "reef"
polygon = [[60, 60], ["70 cm", 60], [60, "700 mm"]]
[[questions]]
contact = ["R1", "B1"]
"""


def test_a_file_in_centimetres_is_the_one_in_millimetres() -> None:
    dispute = parse_dispute(SCENE.format(height=80, y=30))
    layout = dispute.layout
    assert layout.surface.bounds == (0.0, 0.0, 914.4, 800.0)
    assert (exact(layout.ship("R1").pose.x), exact(layout.tolerance)) == (302, Fraction(1, 2))
    assert layout.objects[0].polygon == ((600, 600), (700, 600), (600, 700))
    assert dispute.rules.min_gap_mm == 255
    assert dispute.notes[0].startswith("B1, measured: base and tip are within 0.0")
    assert "base placed at (30.2, 41) cm, heading 90" in dispute.notes[0]


def test_what_is_said_and_drawn_of_it_is_in_centimetres(tmp_path) -> None:
    path = tmp_path / "cm.toml"
    path.write_text(SCENE.format(height=80, y=30), encoding="utf-8")
    told = CliRunner().invoke(cli, ["check", str(path)])
    assert told.exit_code == 0
    assert "corner may be off by 0.05 cm" in told.stdout
    assert " cm clear of B1" in told.stdout
    assert " mm" not in told.stdout
    figure = pytest.importorskip("plots").figure_of_position(
        parse_dispute(path.read_text()).layout, Rules(), unit="cm", show=["scale", "grid"]
    )
    drawn = [text.get_text() for text in figure.findobj(Text)]
    assert {"20 cm", "x, to the right (cm)"} <= set(drawn)
    inches = CliRunner().invoke(cli, ["check", str(path), "--unit", "in"])
    assert " in clear of B1" in inches.stdout


@pytest.mark.parametrize(
    "written", ['"80 cm"', '"800 mm"', '"31.49606299212598425196850393700787401574803149606299 in"']
)
def test_a_length_may_bring_its_unit(written: str) -> None:
    height = exact(parse_dispute(SCENE.format(height=written, y='"11.811 in"')).layout.surface.corners[2][1])
    assert abs(height - 800) < Fraction(1, 10**40)


def test_a_decimal_is_exactly_what_is_written() -> None:
    for unit in UNITS:
        assert length_mm(f"0.1 {unit}", "x") == Fraction(1, 10) * MM_PER[unit]
        assert Measure.parse(f" 0.1{unit} ") == Measure(Decimal("0.1"), unit)
    assert parse_dispute(SCENE.format(height=80, y='"0.1 mm"')).layout.ship("R1").pose.y == Decimal("0.1")
    for text in ("1", "mm", "1 m", "1e3 mm", "1,5 cm", "1 cm 2 mm", "", "٣ cm", "1 mm\n2", "inf mm"):
        with pytest.raises(InputError, match="expected a length such as"):
            Measure.parse(text)


def test_words_of_a_unit_have_digits_enough() -> None:
    assert [Unit(name).text(302.004) for name in UNITS] == ["302.00 mm", "30.200 cm", "11.890 in"]
    assert Unit("cm").text(0.001) == "0.0001 cm"
    assert point((302.0, -0.001), Unit("cm")) == "(30.200, 0.000)"
    assert [rounded(302.0049, Unit("cm"), up=up) for up in (False, True)] == ["30.200 cm", "30.201 cm"]


def test_experiments_and_games_may_be_in_centimetres() -> None:
    asked = parse_experiment(
        'title = "t"\nsets = 10\nunit = "cm"\n[surface]\nrectangle = [91.44, "800 mm"]\n'
        '[fleets]\na = "L4"\nb = "M4 S4"\n[[players]]\nname = "g"\nlevel = "greedy"\n'
    )
    assert asked.tables[0].surface.bounds == (0.0, 0.0, 914.4, 800.0)
    players = [{"player": "red", "side": "south"}, {"player": "blue", "side": "north"}]
    line = {"attacker": "red", "start": [0, 70], "end": ["900 mm", 70]}
    game = {"format": 1, "unit": "cm", "players": players, "surface": {"rectangle": [90, 80]}, "actions": []}
    record = parse_game(json.dumps({**game, "rules": {"goal": "infiltration"}, "lines": [line]}))
    assert record.agreement.surface.bounds == (0.0, 0.0, 900.0, 800.0)
    assert tuple(map(exact, record.agreement.lines[0].end)) == (900, 700)


@pytest.mark.parametrize("known", [0.0, 0.7, 4.0])
@pytest.mark.parametrize("just", [1e-3, 3e-4])
def test_a_heading_just_below_the_other_end_is_said_as_the_first(known: float, just: float) -> None:
    """A ship of a photograph was said to head for 360.0°."""
    assert float(Unit("mm", known=known).heading(360 - just).number) == 0
    assert float(Unit("mm", known=known, signed=True).heading(180 - just).number) == -180
    assert Unit("mm", known=known).heading(360).number == "360"  # as it was stated

"""Whole texts of `armada check`: as many decimals as the readings or the tolerance allow, one unit, one turn."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from matplotlib.text import Text

import plots
from armada_sim.cli.commands import cli
from armada_sim.files import load_dispute

if TYPE_CHECKING:
    from pathlib import Path

READ_TO_A_MILLIMETRE = """
[[ships]]
name = "R1"
player = "red"
size = "large"
corners = [[288, 400], [313, 400], [300, 446]]
[[ships]]
name = "B1"
player = "blue"
size = "medium"
corners = [[346, 471], [350, 451], [312, 454]]
[[questions]]
contact = ["R1", "B1"]
[[questions]]
move = "R1"
turns = [75]
[[questions]]
shot = { from = "R1", at = "B1" }
[[questions]]
setup = true
"""

IN_INCHES = """
unit = "in"
[[ships]]
name = "R1"
player = "red"
size = "large"
corners = [[11.31, 15.75], [12.31, 15.75], [11.82, 17.57]]
[[ships]]
name = "B1"
player = "blue"
size = "small"
base = [13.5, 17]
tip = [13.5, 18.04]
[[objects]]
name = "cup"
disc = { center = [20, 20], radius = 1.5 }
[[questions]]
contact = ["R1", "B1"]
[[questions]]
move = "R1"
headings = [20]
[[questions]]
shot = { from = "R1", at = "B1" }
"""

STUCK = """
[tolerance]
position = 0.5
[[ships]]
name = "R1"
player = "red"
size = "large"
base = [61, 500]
heading = {heading}
[[ships]]
name = "B1"
player = "blue"
size = "medium"
base = [19, 553]
heading = 265
[[ships]]
name = "B2"
player = "blue"
size = "small"
base = [40, 478]
heading = 180
[[questions]]
move = "R1"
turns = ["max"]
"""


def report(folder: Path, text: str, *options: str) -> str:
    """What `armada check` says of a file, in one line."""
    path = folder / "table.toml"
    path.write_text(text, encoding="utf-8")
    done = CliRunner().invoke(cli, ["check", str(path), *options])
    assert done.exit_code in (0, 1), done.output
    return " ".join(done.stdout.split())


def most_decimals(text: str) -> int:
    """Of any number in a text (options and clauses have none)."""
    return max(len(found) for found in re.findall(r"\d+[.,](\d+)", text))


def test_readings_to_a_millimetre_give_a_decimal(tmp_path: Path) -> None:
    """Lengths and positions to 0.1 mm, headings to 0.1°; all decimals are in the data."""
    said = report(tmp_path, READ_TO_A_MILLIMETRE)
    assert most_decimals(said) == 1, re.findall(r"\d+\.\d\d+", said)
    assert re.search(r"base placed at \(300\.\d, \d+\.\d\) mm, heading \d+\.\d°, good to 0\.\d mm at", said)
    assert "armada check --json has all decimals" in said
    assert re.search(r"Pieces would need to be off by at least 7\.\d mm to change this; 7\.\d mm is enough", said)
    assert re.search(r"turns by 75\.0°, which is beyond the limit of 74\.6°", said)
    span = r"legal heading from 16\d\.\d° \(the turn limit, not reached\) counter-clockwise to \d+\.\d° \(B1\)"
    assert re.search(span, said)
    document = json.loads(CliRunner().invoke(cli, ["check", str(tmp_path / "table.toml"), "--json"]).stdout)
    layout = load_dispute(str(tmp_path / "table.toml")).layout
    assert [(row["ship"], row["base"], row["heading"], row["misfit"]) for row in document["measured"]] == [
        (ship.name, [float(ship.pose.x), float(ship.pose.y)], float(ship.pose.heading), ship.misfit)
        for ship in layout.ships
    ]
    contact = document["rulings"][0]
    assert len(repr(contact["margin"])) > 10


@pytest.mark.parametrize("unit", ["cm", "mm", "in"])
def test_a_page_has_one_unit(unit: str, tmp_path: Path) -> None:
    """Also the lines on measured corners and round things, and what the pictures say."""
    said = report(tmp_path, IN_INCHES, "--unit", unit)
    assert set(re.findall(r"\d (mm|cm|in)\b", said)) == {unit}
    wider = {"mm": "0.02 mm", "cm": "0.002 cm", "in": "0.0008 in"}[unit]
    assert f"cup is round; it counts as the polygon of 96 corners around it, at most {wider} wider" in said
    base = {"mm": "(299.99, 400.05) mm", "cm": "(29.999, 40.005) cm", "in": "(11.811, 15.750) in"}[unit]
    assert f"base placed at {base}" in said
    dispute = load_dispute(str(tmp_path / "table.toml"))
    for number in (1, 2, 3):
        figure = plots.figure_of_ruling(dispute.layout, dispute.ask(number, unit), dispute.rules, unit=unit)
        drawn = " ".join(text.get_text() for text in figure.findobj(Text))
        assert set(re.findall(r"\d (mm|cm|in)\b", drawn)) <= {unit}


def test_a_tolerance_gives_the_decimals_of_every_line(tmp_path: Path) -> None:
    """The whole text of a stuck ship at 0.5 mm."""
    said = report(tmp_path, STUCK.format(heading=180))
    assert most_decimals(said) == 1 or re.findall(r"\d+\.\d\d+", said) == []
    start = said.index("Tolerance")
    assert said[start : said.index("[move.contact] A position")] == (
        "Tolerance: any corner may be off by 0.5 mm. 1. May R1 (red, large) take one step, turning left "
        "as far as allowed? Not allowed. - after step 1, R1 overlaps B2 by 2.0 mm [move.contact] - R1 has no "
        "legal heading at all [move.stuck] Pieces would need to be off by at least 0.6 mm to change this; 0.7 mm "
        "is enough. · step 1: base (14.8, 500.0), tip (2.5, 455.4), heading 254.6° · the last step "
        "has no legal heading · closest points after step 1: R1 (15.3, 477.0) mm, B2 (13.6, 478.0) mm · every heading"
        " within the limit of turn is blocked: 105.4° to 117.5° by B1 108.7° to 251.3° by the edge 248.6° to "
        "254.6° by B2 "
    )


def test_negative_headings_are_answered_in_their_own_turn(tmp_path: Path) -> None:
    """A file with -180 has no heading above 180 in its answers, one with 180 none below 0."""
    said = report(tmp_path, STUCK.format(heading=-180))
    assert "heading −105.4°" in said
    assert "108.7° counter-clockwise to −108.7° by the edge −111.4° to −105.4° by B2" in said
    assert not re.search(r"(1[89]\d|2\d\d|3\d\d)(\.\d)?°", said)
    asked = STUCK.format(heading=180).replace('turns = ["max"]', "headings = [-106]")
    assert "−111.4° to −105.4° by B2" in report(tmp_path, asked)

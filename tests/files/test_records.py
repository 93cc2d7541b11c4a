"""Dispute files: what they mean, and that whatever is in them is answered by one sentence."""

import json
import re
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings, strategies as st

from armada_sim.files.disputes import ContactQuestion, MoveQuestion, SetupQuestion, ShotQuestion
from armada_sim.files.records import dispute_schema, layout_schema, load_dispute, parse_dispute
from armada_sim.geometry.exact import MM_PER_INCH, exact
from armada_sim.moving import Declaration
from armada_sim.table.layout import Layout, Pose
from armada_sim.table.pieces import Size
from armada_sim.table.rules import Rules
from armada_sim.tabletop.errors import InputError, NotBuiltError
from tests.tables import B2, R1


def places(text: str) -> list[str]:
    """The keys of all the mistakes in a text."""
    with pytest.raises(InputError) as caught:
        parse_dispute(text)
    return [error.key for error in (caught.value, *caught.value.others)]


def refusal(text: str, form: str = "toml") -> str:
    """The sentence a text is refused with."""
    with pytest.raises(InputError) as caught:
        parse_dispute(text, format=form, file="dispute.toml")
    sentence = str(caught.value)
    assert sentence.startswith("dispute.toml: ")
    assert "\n" not in sentence
    assert sentence.isprintable()
    return sentence


# ------------------------------------------------------------------------------------- what files mean


def test_every_key_of_the_design():
    text = """
title = "Did the red large clip the blue small?"
unit = "mm"
rules = { preset = "classic", obstruction = "clear_template" }
[surface]
rectangle = [914.4, 900]
[tolerance]
position = 0.5
[[fleets]]
player = "red"
large = 4
side = "south"
[[ships]]
name = "R1"
player = "red"
size = "large"
base = [300, 400]
heading = 90
damage = 1
tolerance = 0.25
[[ships]]
name = "B2"
player = "blue"
size = "small"
base = [400.10, 400]
tip = [426.485, 400]
[[objects]]
name = "reef"
polygon = [[600, 600], [650, 600], [600, 650]]
[[objects]]
name = "chip"
marker = true
polygon = [[700, 600], [750, 600], [700, 650]]
[[questions]]
move = "B2"
headings = [80, 75.5, 90]
[[questions]]
move = "B2"
turns = [-10, "max", "-max"]
[[questions]]
shot = { from = "R1", at = "B2" }
[[questions]]
shot = { from = "R1", at = "B2", side = "left" }
[[questions]]
shot = { from = "R1", at = "B2" }
side = "right"
[[questions]]
contact = ["R1", "B2"]
[[questions]]
setup = true
"""
    dispute = parse_dispute(text)
    assert dispute.title == "Did the red large clip the blue small?"
    assert dispute.rules == Rules(obstruction="clear_template")
    layout = dispute.layout
    assert layout.surface.bounds == (0, 0, 914.4, 900)
    assert exact(layout.tolerance) == Fraction(1, 2)
    assert layout.tolerance_of(layout.ship("R1")) == Fraction(1, 4)
    assert layout.ship("R1").damage == 1
    assert exact(layout.ship("B2").pose.x) == Fraction(4001, 10)
    assert layout.fleets[0].side == "south"
    assert [thing.marker for thing in layout.objects] == [False, True]
    assert dispute.questions == (
        MoveQuestion("B2", Declaration(headings=(80, Decimal("75.5"), 90))),
        MoveQuestion("B2", Declaration(turns=(-10, "max", "-max"))),
        ShotQuestion("R1", "B2"),
        ShotQuestion("R1", "B2", "left"),
        ShotQuestion("R1", "B2", "right"),
        ContactQuestion("R1", "B2"),
        SetupQuestion(),
    )


def test_numbers_mean_what_is_written():
    dispute = parse_dispute(R1.replace("300", "0.1").replace("90", "1e-30"))
    pose = dispute.layout.ships[0].pose
    assert exact(pose.x) == Fraction(1, 10)
    assert exact(pose.heading) == Fraction(1, 10**30)


def test_inches_are_exact_and_headings_are_degrees():
    text = 'unit = "in"\nrules = { min_gap = 12.5 }\n[tolerance]\nposition = 0.02\n[surface]\nrectangle = [36, 30]\n'
    text += R1.replace("300, 400", "12.1, 15.3") + "tolerance = 0.01\n"
    text += '[[objects]]\nname = "book"\npolygon = [[1, 1], [2, 1], [1, 2]]\n'
    dispute = parse_dispute(text)
    ship, layout = dispute.layout.ships[0], dispute.layout
    assert exact(ship.pose.x) == Fraction("12.1") * MM_PER_INCH
    assert ship.pose.heading == 90
    assert layout.tolerance_of(ship) == Fraction("0.254")
    assert exact(layout.tolerance) == Fraction("0.508")
    assert layout.surface.bounds[2:] == (914.4, 762.0)
    assert layout.objects[0].polygon[0] == (MM_PER_INCH, MM_PER_INCH)
    assert dispute.rules.min_gap_mm == Fraction("12.5") * MM_PER_INCH


def test_a_gap_in_numbers_is_shown_with_its_unit():
    assert parse_dispute("rules = { min_gap = 300 }").rules.not_default() == {"min_gap": "300 mm"}
    assert parse_dispute('unit = "in"\nrules = { min_gap = 10 }').rules.not_default() == {"min_gap": "10 in"}
    assert parse_dispute('unit = "in"\nrules = { surface_least = 20 }').rules.not_default() == {
        "surface_least": "20 in"
    }


def test_a_measured_profile_in_inches():
    sizes = ", ".join(f"{size} = {{ base = 0.5, height = 1.25 }}" for size in Size)
    rules = parse_dispute(f'unit = "in"\nrules = {{ piece_profile = {{ {sizes} }} }}').rules
    assert rules.profile[Size.SMALL].base == Fraction("12.7")


TEAMS = R1 + B2 + B2.replace("B2", "G3").replace("blue", "green").replace("[400, 400]", "[460, 400]")


def test_teams_are_declared_by_name():
    text = '[teams]\nnorth = ["red", "green"]\n' + TEAMS + '[[fleets]]\nplayer = "red"\nsmall = 0\nlarge = 1\n'
    layout = parse_dispute(text).layout
    assert layout.allied("red", "green")
    assert not layout.allied("red", "blue")
    assert [(fleet.player, fleet.team, fleet.large) for fleet in layout.fleets] == [
        ("red", "north", 1),
        ("green", "north", None),
    ]


def test_team_mates_need_keep_no_gap_at_set_up():
    ask = "[[questions]]\nsetup = true\n"
    apart = parse_dispute(TEAMS + ask).ask(1)
    together = parse_dispute('[teams]\nall = ["red", "green"]\nother = ["blue"]\n' + TEAMS + ask).ask(1)
    gaps = [{frozenset(r.pieces) for r in ruling.reasons if r.clause == "setup.gap"} for ruling in (apart, together)]
    assert frozenset({"R1", "G3"}) in gaps[0]
    assert frozenset({"R1", "G3"}) not in gaps[1]
    assert frozenset({"R1", "B2"}) in gaps[1]


@pytest.mark.parametrize(
    ("teams", "words"),
    [
        ('north = ["red", "gren"]', "teams.north[2]: no ship and no fleet belongs to 'gren'; did you mean green?"),
        ('a = ["red"]\nb = ["red"]', "teams.b[1]: 'red' is on two teams"),
        ('a = ["red", "red"]', "teams.a[2]: 'red' is named twice"),
        ("a = []", "teams.a: needs at least 1 entry"),
        ('a = "red"', "teams.a: expected a list, not 'red'"),
        ('"" = ["red"]', "is empty"),
        ("a = [1]", "teams.a[1]: expected text, not 1"),
    ],
)
def test_mistakes_in_teams(teams, words):
    assert words in refusal(f"[teams]\n{teams}\n{TEAMS}")


@pytest.mark.parametrize(
    ("rules", "bounds"),
    [
        ('"classic"', (0, 0, 914.4, 914.4)),
        ('{ surface = "disc_20" }', (0, 0, 508, 508)),
        ('{ surface = "unbounded" }', (-float("inf"),) * 2 + (float("inf"),) * 2),
    ],
)
def test_the_surface_when_none_is_stated(rules, bounds):
    assert parse_dispute(f"rules = {rules}").layout.surface.bounds == bounds


def test_a_table_preset_presumes_a_tolerance(monkeypatch):
    monkeypatch.setattr("armada_sim.table.rules.REAL_TABLE_PRESETS", ("lenient",))
    assert parse_dispute('rules = "lenient"').layout.tolerance == Fraction(1, 2)
    assert parse_dispute('rules = "lenient"\n[tolerance]\nposition = 0').layout.tolerance == 0
    assert parse_dispute("").layout.tolerance == 0


def test_json_is_the_same_as_toml(tmp_path):
    text = json.dumps({"ships": [{"name": "R1", "player": "red", "size": "large", "base": [300, 400], "heading": 90}]})
    assert parse_dispute(text, format="json").layout == parse_dispute(R1).layout
    (tmp_path / "a.json").write_text(text)
    (tmp_path / "b.toml").write_bytes(b"\xef\xbb\xbf" + R1.replace("\n", "\r\n").encode())
    assert Layout.load(tmp_path / "a.json") == Layout.load(tmp_path / "b.toml")


# ------------------------------------------------------------------------------- measured by its points


def test_a_misfit_beyond_the_tolerance_is_said_plainly():
    corners = "corners = [[287.3, 400], [312.7, 400], [300, 449]]\n"
    ship = R1.replace("base = [300, 400]\nheading = 90\n", corners)
    (note,) = parse_dispute("[tolerance]\nposition = 0.5\n" + ship).notes
    assert re.fullmatch(
        r"R1, measured: the corners are up to 1\.4 mm off those of a large ship, more than the tolerance of "
        r"0\.5 mm; base placed at \(300, 401\.4\) mm, heading 90°, good to 3\.5 mm at any corner",
        note,
    )
    (note,) = parse_dispute("[tolerance]\nposition = 2\n" + ship).notes
    assert note.startswith("R1, measured: the corners are within 1.4 mm of a large ship; base placed at")
    inches = parse_dispute(
        'unit = "in"\n' + ship.replace("[[287.3, 400], [312.7, 400], [300, 449]]", "[[0, 0], [1, 0], [0.5, 1.9]]")
    )
    assert inches.notes[0].startswith("R1, measured: the corners are up to 0.0")
    assert "more than the 0.020 in allowed without a tolerance" in inches.notes[0]


def test_a_misfit_is_told_once():
    """The dispute says how a ship was placed; a ruling on it does not say so again."""
    corners = "corners = [[287.3, 400], [312.7, 400], [300, 449]]\n"
    dispute = parse_dispute(R1.replace("base = [300, 400]\nheading = 90\n", corners) + "[[questions]]\nsetup = true\n")
    assert len(dispute.notes) == 1
    assert not [note for note in dispute.ask(1).notes if "measure" in note or "rigid" in note]


def test_the_tip_gives_the_heading_and_the_base_is_kept():
    ship = R1.replace("heading = 90", "tip = [300.1, 447]")
    dispute = parse_dispute(ship)
    (found,) = dispute.layout.ships
    assert found.pose == Pose(300, 400, Decimal("89.878094"))
    assert found.misfit == pytest.approx(0.771 / 2, abs=1e-3)
    assert "base and tip are within 0.39 mm of a large ship" in dispute.notes[0]


# ---------------------------------------------------------------------------------------- what is wrong

SHIP = R1 + B2
ONE_MISTAKE = {
    "a wrong key": (R1.replace("heading", "headng"), "ships[1].headng: there is no such key here; did you mean"),
    "a wrong key at the top": ("tilte = 'x'", "tilte: there is no such key here; did you mean title?"),
    "a missing key": (R1.replace("heading = 90\n", ""), "ships[1].heading: expected base and heading"),
    "no place": (R1.replace("heading = 90\n", "").replace("base = [300, 400]\n", ""), "ships[1]: expected base and"),
    "two places": (R1 + "tip = [1, 2]", "ships[1]: expected base and heading, or base and tip, or corners"),
    "NaN": (R1.replace("90", "nan"), "ships[1].heading: expected a finite number, not NaN"),
    "infinity": (R1.replace("300", "-inf"), "ships[1].base[1]: expected a finite number"),
    "a huge exponent": (R1.replace("300", "1e999999999999"), "ships[1].base[1]: "),
    "a large exponent": (R1.replace("300", "1e99999999"), "ships[1].base[1]: is out of range"),
    "a small exponent": (R1.replace("300", "1e-99999999"), "ships[1].base[1]: is written with more than 60"),
    "negative damage": (R1 + "damage = -1", "ships[1].damage: must be at least 0, not -1"),
    "half a damage": (R1 + "damage = 0.5", "ships[1].damage: expected a whole number, not 0.5"),
    "a heading in words": (R1.replace("90", '"north"'), "ships[1].heading: expected a number, not 'north'"),
    "a heading that is true": (R1.replace("90", "true"), "ships[1].heading: expected a number, not true"),
    "a heading that is a date": (R1.replace("90", "2005-03-01"), "ships[1].heading: expected a number, not a date"),
    "a heading out of range": (R1.replace("90", "36000.1"), "ships[1].heading: the heading is out of range"),
    "a place out of range": (R1.replace("300", "100000.5"), "ships[1].base: x is out of range"),
    "out of range in inches": ('unit = "in"\n' + R1.replace("300", "5000"), "ships[1].base: x is out of range"),
    "a point of three": (R1.replace("[300, 400]", "[1, 2, 3]"), "ships[1].base: expected a point [x, y]"),
    "a size unknown": (R1.replace('"large"', '"huge"'), "ships[1].size: expected small, medium or large, not 'huge'"),
    "an empty name": (R1.replace('"R1"', '""'), "ships[1].name: is empty"),
    "a name of two lines": (R1.replace('"R1"', '"R\\n1"'), "ships[1].name: expected plain text"),
    "a long name": (R1.replace('"R1"', f'"{"x" * 61}"'), "ships[1].name: is longer than 60"),
    "two of one name": (R1 + R1, "ships[2].name: two things are named 'R1'"),
    "an object named as a ship": (
        R1 + '[[objects]]\nname = "R1"\npolygon = [[0, 0], [1, 0], [0, 1]]',
        "objects[1].name: two things",
    ),
    "a tip on the base": (R1.replace("heading = 90", "tip = [300, 400]"), "ships[1].tip: the tip lies on the base"),
    "corners on a line": (
        R1.replace("base = [300, 400]\nheading = 90", "corners = [[0, 0], [1, 1], [2, 2]]"),
        "ships[1].corners: the three corners lie on one line",
    ),
    "two corners": (
        R1.replace("base = [300, 400]\nheading = 90", "corners = [[0, 0], [1, 1]]"),
        "ships[1].corners: needs at least 3",
    ),
    "an unknown ship": (SHIP + '[[questions]]\nmove = "R2"\nheadings = [1]',
     "questions[1].move: no ship is called 'R2'"),
    "an unknown target": (
        SHIP + '[[questions]]\nshot = { from = "R1", at = "X" }',
        "questions[1].shot.at: no ship is called 'X' (known: R1, B2)",
    ),
    "a contact with itself": (SHIP + '[[questions]]\ncontact = ["R1", "R1"]',
     "questions[1].contact: expected two different things, not 'R1' twice"),
    "a contact of objects": (
        SHIP + '[[objects]]\nname = "o"\npolygon = [[0, 0], [9, 0], [0, 9]]\n[[objects]]\nname = "p"\n'
        'polygon = [[0, 0], [9, 0], [0, 9]]\n'
        '[[questions]]\ncontact = ["o", "p"]',
        "questions[1].contact: 'o' and 'p' are objects, which lie where they are stated to lie: name a ship",
    ),
    "a contact with nothing": (
        SHIP + '[[objects]]\nname = "reef"\npolygon = [[0, 0], [9, 0], [0, 9]]\n[[questions]]\n'
        'contact = ["R1", "reff"]',
        "questions[1].contact[2]: no ship or object is called 'reff'; did you mean reef?",
    ),
    "a contact of three": (SHIP + '[[questions]]\ncontact = ["R1", "B2", "R1"]',
     "questions[1].contact: has more than 2"),
    "no steps": (SHIP + '[[questions]]\nmove = "R1"\nheadings = []', "questions[1].headings: needs at least 1"),
    "no declaration": (SHIP + '[[questions]]\nmove = "R1"', "questions[1]: a move is declared by"),
    "two declarations": (
        SHIP + '[[questions]]\nmove = "R1"\nheadings = [1]\nturns = [1]',
        "questions[1].turns: a move is declared by headings, turns or to; given: headings and turns",
    ),
    "a turn in words": (SHIP + '[[questions]]\nmove = "R1"\nturns = ["min"]',
     "questions[1].turns[1]: expected degrees"),
    "a step in words": (SHIP + '[[questions]]\nmove = "R1"\nheadings = [1, "a"]', "questions[1].headings[2]: expected"),
    "a hundred steps": (
        SHIP + f'[[questions]]\nmove = "R1"\nheadings = [{"0, " * 101}]',
        "questions[1].headings: has more than 100",
    ),
    "an unknown side": (
        SHIP + '[[questions]]\nshot = { from = "R1", at = "B2", side = "top" }',
        "questions[1].shot.side: expected left, right or either",
    ),
    "a side twice": (
        SHIP + '[[questions]]\nside = "left"\nshot = { from = "R1", at = "B2", side = "left" }',
        "questions[1].side: is given twice",
    ),
    "no question": (SHIP + "[[questions]]\nmov = 1",
     "questions[1]: expected move, shot, contact, setup, action, actions or won; did you mean move"),
    "two questions in one": (SHIP + '[[questions]]\nmove = "R1"\nsetup = true',
     "questions[1]: asks move and setup at once"),
    "setup = false": ("[[questions]]\nsetup = false", "questions[1].setup: expected true, not false"),
    "a question that is a word": ('questions = ["setup"]',
     "questions[1]: expected move, shot, contact, setup, action, actions or won"),
    "ships that are a table": ("[ships]\nname = 'R1'", "ships: expected a list, not a table"),
    "a surface that crosses itself": (
        "[surface]\npolygon = [[0, 0], [9, 9], [9, 0], [0, 9]]",
        "surface.polygon: the surface crosses itself",
    ),
    "an object that crosses itself": (
        '[[objects]]\nname = "o"\npolygon = [[0, 0], [9, 9], [9, 0], [0, 9]]',
        "objects[1].polygon: object 'o' crosses itself: side 1 meets side 3",
    ),
    "a flat surface": ("[surface]\nrectangle = [0, 10]", "surface.rectangle: a rectangle needs positive"),
    "a disc without radius": ("[surface]\ndisc = { center = [0, 0] }", "surface.disc.radius: is missing"),
    "two surfaces": (
        "[surface]\nrectangle = [9, 9]\npolygon = [[0, 0], [9, 0], [0, 9]]",
        "surface: expected one of rectangle, disc and polygon, not 2",
    ),
    "no surface in it": ("[surface]", "surface: expected one of rectangle, disc and polygon, not 0"),
    "a negative tolerance": ("[tolerance]\nposition = -0.5", "tolerance.position: a tolerance cannot be negative"),
    "a ship's negative tolerance": (R1 + "tolerance = -1", "ships[1].tolerance: a tolerance cannot be negative"),
    "a unit unknown": ('unit = "m"', "unit: expected mm, cm or in, not 'm'"),
    "a length in a unit unknown": (R1.replace("300", '"3 ft"'),
     "ships[1].base[1]: expected a length such as '10 in' or '25.5 cm', not '3 ft'"),
    "a length without its unit": (R1.replace("300", '"300"'), "ships[1].base[1]: expected a length such as"),
    "a length of many digits": (R1.replace("300", f'"{"9" * 5000} mm"'), "ships[1].base[1]: is out of range"),
    "a negative tolerance with its unit": ('[tolerance]\nposition = "-0.5 cm"',
     "tolerance.position: a tolerance cannot be negative, as -0.5 cm is"),
    "decimal commas": (
        R1.replace("[300, 400]", "[30,2, 41,0]"),
        "ships[1].base: expected a point [x, y], not four numbers: write a decimal point, as in [30.2, 41.0]",
    ),
    "one decimal comma": (
        R1.replace("[300, 400]", "[30,2, 41]"),
        "ships[1].base: expected a point [x, y], not three numbers: write a decimal point, not a comma, as in 30.2",
    ),
    "a decimal comma in a length": (
        R1.replace("300", '"30,2 cm"'),
        "ships[1].base[1]: expected a length such as '10 in' or '25.5 cm', not '30,2 cm': write a decimal point, as "
        "in 30.2 cm",
    ),
    "a decimal comma in a heading's text": (
        R1.replace("heading = 90", 'heading = "90,5"'),
        "ships[1].heading: expected a number, not '90,5': write a decimal point, as in 90.5",
    ),
    "a bare decimal comma": (
        R1.replace("heading = 90", "heading = 90,5"), ": write a decimal point, as in 90.5",
    ),
    "a decimal comma and a zero": (R1.replace("[300, 400]", "[30,05, 41]"), ": write a decimal point, as in 30.05"),
    "a decimal comma in an option": ('rules = { min_gap = "25,5 cm" }', "rules.min_gap: expected a length such as"),
    "five numbers": (R1.replace("[300, 400]", "[1, 2, 3, 4, 5]"),
     "ships[1].base: expected a point [x, y], not 5 numbers"),
    "four decimals": (R1.replace("[300, 400]", "[1.5, 2, 3, 4]"),
     "ships[1].base: expected a point [x, y], not four numbers"),
    "points for a point": (R1.replace("[300, 400]", "[[1, 2], [3, 4], [5, 6]]"),
     "ships[1].base: expected a point [x, y], not a list of 3"),
    "a preset unknown": ('rules = "clasic"', "rules.preset: there is no preset 'clasic'"),
    "an option unknown": ('rules = { obstructon = "none" }',
     "rules.obstructon: there is no such option; did you mean obstr"),
    "an option called name": ('rules = { name = "x" }', "rules.name: there is no such option"),
    "a value unknown": ('rules = { obstruction = "noen" }', "rules.obstruction: expected one of"),
    "a value in a list": ('rules = { obstruction = ["none"] }',
     "rules.obstruction: expected text or a number, not a list"),
    "an exponent in an option": ('rules = { min_gap = "1e999999999 in" }', "rules.min_gap: expected something shorter"),
    "a strange digit in an option": ('rules = { game_limit = "quiet_turns(²)" }',
     "rules.game_limit: quiet_turns takes a whole number from 1"),
    "rules of a number": ("rules = 1", "rules: expected the name of a preset or a table of options, not 1"),
    "two fleets": ('[[fleets]]\nplayer = "red"\n[[fleets]]\nplayer = "red"', "fleets[2].player: two fleets"),
    "a side of the sky": ('[[fleets]]\nplayer = "red"\nside = "up"',
     "fleets[1].side: expected south, north, west or east"),
    "no TOML": ("title = ", "is not valid TOML: invalid value (at end of document)"),
    "a key twice": ("title = 1\ntitle = 2\n", "is not valid TOML: cannot overwrite a value (at line 2"),
    "a title of two lines": ('title = "a\\nb"', "title: expected plain text on one line"),
    "an integer of thousands of digits": (f"title = {'9' * 5000}", "a number or date that does not exist (at line 1)"),
    "a long integer": (R1.replace("90", "9" * 300), "ships[1].heading: is out of range"),
    "a month that does not exist": ("title = 2005-13-01", "is not valid TOML: "),
    "deep lists": ("title = " + "[" * 100_000, "more than 12 tables or lists within one another"),
    "rather deep lists": (f"title = {'[' * 30}{']' * 30}", "more than 12 tables or lists within one another"),
    "a deep key": (".".join("a" * 100_000) + " = 1", "has a key of more than 12 parts"),
    # would take an hour, were it looked through from each letter
    "a long word": ("title = '" + "a" * 900_000 + "\n", "is not valid TOML"),
    "a deep quoted key": (".".join(['"a.b"'] * 50_000) + " = 1", "has a key of more than 12 parts"),
    "a deep header": ("[" + " . ".join("a" * 30_000) + "]", "has a key of more than 12 parts"),
    "too many ships": ("ships = [" + "{}," * 201 + "]", "ships: has more than 200 entries"),
    "too many questions": ("questions = [" + "{setup = true}," * 501 + "]", "questions: has more than 500 entries"),
}  # fmt: skip


@pytest.mark.parametrize("case", ONE_MISTAKE)
def test_a_mistake_is_one_sentence_with_its_key(case):
    text, words = ONE_MISTAKE[case]
    assert words in refusal(text)


JSON_MISTAKES = {
    "a list": ("[1]", "expected a table with keys, not a list"),
    "nothing": ("", "is not valid JSON"),
    "half a document": ('{"title": "x"', "is not valid JSON: Expecting ',' delimiter (at line 1, column 14)"),
    "NaN": ('{"tolerance": {"position": NaN}}', "NaN is not a number"),
    "a key twice": ('{"title": "a", "title": "b"}', "the key 'title' stands twice"),
    "a decimal comma": ('{"ships": [\n{"heading": 30,2}]}', ": write a decimal point, as in 30.2"),
    "many keys, the last one twice": (
        "{" + ", ".join(f'"k{i}": 1' for i in range(80_000)) + ', "k79999": 2}',
        "the key 'k79999' stands twice",
    ),
    "null": ('{"surface": {"disc": null}}', "surface.disc: is null; leave the key out"),
    "deep": ('{"a":' * 100_000, "more than 12 tables or lists"),
    "deep lists": ("[" * 100_000, "more than 12 tables or lists"),
    "a lone surrogate": ('{"title": "\\ud800"}', "title: holds U+D800, which stands in no text"),
    "a lone surrogate in a key": ('{"\\ud800": 1}', "a key is not plain text: '\\ud800'"),
    "an integer of thousands of digits": (f'{{"title": {"9" * 5000}}}', "title: expected text"),
    "an infinite number": (
        '{"tolerance": {"position": 1e9999999999999999999}}',
        "tolerance.position: expected a finite",
    ),
}


@pytest.mark.parametrize("case", JSON_MISTAKES)
def test_a_mistake_in_json_is_one_sentence(case):
    text, words = JSON_MISTAKES[case]
    assert words in refusal(text, "json")


def test_all_mistakes_are_found_at_once():
    text = 'unit = "m"\nrules = "clasic"\n' + R1.replace("90", '"up"') + B2.replace('"small"', '"tiny"')
    assert refusal(text).startswith("dispute.toml: rules.preset: there is no preset 'clasic'")
    assert refusal(text).endswith(
        "; unit: expected mm, cm or in, not 'm'; ships[1].heading: expected a number, not 'up'"
        "; ships[2].size: expected small, medium or large, not 'tiny'"
    )


def test_mistakes_of_sense_are_found_at_once_too():
    text = R1.replace("300", "99999999") + R1 + '[[questions]]\nmove = "X"\nheadings = [1]\n[[questions]]\nmove = "R1"'
    assert places(text) == ["ships[1].base", "ships[2].name", "questions[1].move", "questions[2]"]


def test_every_mistake_in_the_rules_is_found():
    text = (
        'rules = { preset = "clasic", obstrction = "none", setup_touch = "never", min_gap = "five", game_limit = true }'
    )
    assert places(text) == [
        "rules.obstrction",
        "rules.preset",
        "rules.setup_touch",
        "rules.min_gap",
        "rules.game_limit",
    ]


def test_of_very_many_mistakes_some_are_told_and_the_others_counted():
    text = "".join(f"[[ships]]\nnam = 'S{i}'\n" for i in range(40))
    assert places(text) == [*(f"ships[{i}].nam" for i in range(1, 21)), ""]
    assert refusal(text).endswith("; there are 140 mistakes more")  # 40 unknown keys and 120 that are missing


def test_what_is_not_built_is_refused_by_name():
    with pytest.raises(NotBuiltError, match=r"rules\.piece_profile: rounded has no published measures"):
        parse_dispute('rules = { piece_profile = "rounded" }')


def test_an_option_of_the_whole_game_is_printed_with_a_dispute():
    assert parse_dispute('rules = { game_limit = "quiet_turns(9)" }').rules.not_default() == {
        "game_limit": "quiet_turns(9)"
    }


def test_two_thousand_corners_are_too_many():
    corners = [[i, 10 if i % 2 else 0] for i in range(1000)] + [[i, 20] for i in reversed(range(1000))]
    data = {"objects": [{"name": "a", "polygon": corners}, {"name": "b", "polygon": [[0, 0], [1, 0], [0, 1]]}]}
    assert "objects: its polygons have 2003 corners together; at most 2000" in refusal(json.dumps(data), "json")


# --------------------------------------------------------------------------------------------- files


def test_files_that_cannot_be_read(tmp_path, made_file):
    huge, binary = made_file(100 * 2**20), made_file(b"title = 'x'\n\xff\xfe")
    for path, words in [
        (huge, "is larger than 1000 kB"),
        (binary, "is not text in UTF-8 (line 2)"),
        (tmp_path, "is a directory"),
        (tmp_path / "none.toml", "there is no such file"),
        (tmp_path / ("x" * 300), "cannot be read: "),
        (Path("/dev/zero"), "is larger than 1000 kB"),
    ]:
        with pytest.raises(InputError) as caught:
            load_dispute(path)
        assert str(caught.value).startswith(f"{path}: ")
        assert words in str(caught.value)


def test_standard_input_is_read_up_to_the_limit_only():
    code = "from armada_sim.files.records import load_dispute\ntry: load_dispute('-')\nexcept Exception as e: print(e)"
    with Path("/dev/zero").open("rb") as endless:
        done = subprocess.run([sys.executable, "-c", code], stdin=endless, capture_output=True, timeout=60, check=True)
    assert done.stdout.decode() == "standard input: is larger than 1000 kB, which nothing read here needs\n"


# ------------------------------------------------------------------------------------------- schemas


def test_schemas_are_schemas():
    for schema in (dispute_schema(), layout_schema()):
        jsonschema.Draft202012Validator.check_schema(schema)
    assert "questions" in dispute_schema()["properties"]
    assert "questions" not in layout_schema()["properties"]


def test_the_schema_and_the_reader_agree():
    validator = jsonschema.Draft202012Validator(dispute_schema())
    ship = {"name": "R1", "player": "red", "size": "large", "base": [300, 400], "heading": 90}
    good = [
        {}, {"ships": [ship]}, {"ships": [{**ship, "damage": 2, "tolerance": 0.5}]},
        {"unit": "cm", "ships": [{**ship, "base": ["30.2 cm", "-.5 in"], "tolerance": "1 mm"}],
         "tolerance": {"position": "0 in"}},
        {"ships": [ship], "questions": [{"move": "R1", "turns": ["max", 3.5]}, {"setup": True}]},
        {"rules": {"preset": "lenient", "min_gap": "12 in", "game_limit": "quiet_turns(9)", "max_per_size": 5}},
        {"rules": "simple_guns", "surface": {"disc": {"center": [0, 0], "radius": 300}}},
    ]  # fmt: skip
    bad = [
        {"ships": [{**ship, "tip": [1, 2]}]}, {"ships": [{**ship, "heading": None}]}, {"unit": "m"},
        {"ships": [{**ship, "base": ["30,2 cm", 1]}]}, {"ships": [{**ship, "heading": "90 mm"}]},
        {"ships": [{**ship, "base": ["1 m", 1]}]}, {"ships": [{**ship, "base": [1]}]},
        {"ships": [{**ship, "size": "huge"}]}, {"ships": ship}, {"shps": []}, {"rules": {"obstruction": "noen"}},
        {"ships": [ship], "questions": [{"move": "R1"}]}, {"questions": [{"setup": False}]}, {"surface": {}},
    ]  # fmt: skip
    for data in good:
        validator.validate(data)
        parse_dispute(json.dumps(data), format="json")
    for data in bad:
        assert not validator.is_valid(data), data
        refusal(json.dumps(data), "json")


# ---------------------------------------------------------------------------------------------- fuzz

KEYS = (
    "title unit rules surface tolerance fleets ships objects questions name player size base heading tip corners "
    "damage polygon marker move headings turns to shot from at side contact setup rectangle disc center "
    "radius position small medium large south R1 red max -max mm in classic lenient preset min_gap"
)
WORDS = st.sampled_from(KEYS.split())
VALUES = st.recursive(
    WORDS | st.integers(-(10**6), 10**6) | st.booleans() | st.none() | st.floats(width=32) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=5),
    max_leaves=25,
)
SHIPS = st.fixed_dictionaries(
    {"name": WORDS | VALUES, "player": WORDS | VALUES, "size": st.sampled_from([*Size, "x"])},
    optional={
        "base": st.lists(st.integers(-1000, 1000), min_size=2, max_size=2) | VALUES,
        "heading": st.integers(-400, 400) | VALUES,
        "tip": st.lists(st.integers(-1000, 1000), min_size=2, max_size=2),
        "corners": st.lists(st.lists(st.integers(-9, 9), min_size=2, max_size=2), min_size=3, max_size=3),
        "damage": st.integers(-1, 4),
    },
)
FILES = st.dictionaries(WORDS, VALUES, max_size=5) | st.fixed_dictionaries(
    {}, optional={"ships": st.lists(SHIPS, max_size=3), "rules": VALUES, "questions": VALUES, "objects": VALUES}
)


def only_input_errors(text, form):
    said = "fuzz: "
    try:
        parse_dispute(text, format=form, file="fuzz")
    except InputError as error:
        said = str(error)
    assert said.startswith("fuzz: ")
    assert said.isprintable()


@given(FILES)
@settings(max_examples=100, deadline=None)
def test_any_structure_is_read_or_refused(data):
    only_input_errors(json.dumps(data), "json")


VALID = sorted((Path(__file__).parents[2] / "examples").glob("*.toml"))


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_any_damaged_file_is_read_or_refused(data):
    text = data.draw(st.sampled_from(VALID)).read_text(encoding="utf-8")
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 12)))
        patch = st.text(max_size=4) | st.sampled_from(
            ["nan", "1e9", "[[", "]]", "{", '"', "\n", "-1", "max", "2005-01-01"]
        )
        text = text[:start] + data.draw(patch) + text[end:]
    only_input_errors(text, "toml")


@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda b: b.decode("latin-1")))
@settings(deadline=None)
def test_any_text_is_read_or_refused(text):
    only_input_errors(text, "toml")
    only_input_errors(text, "json")


NUMBERS = st.decimals(-90000, 90000, allow_nan=False, places=9) | st.integers(-90000, 90000)
PLACED = st.tuples(st.sampled_from(list(Size)), NUMBERS, NUMBERS, st.decimals(-36000, 36000, places=12))


@given(st.lists(PLACED, max_size=5), st.sampled_from(["mm", "cm", "in"]), st.decimals(0, 5, places=3))
@settings(deadline=None)
def test_what_is_written_is_read_back(ships, unit, tolerance):
    scale = {"mm": Fraction(1), "cm": Fraction(10), "in": MM_PER_INCH}[unit]
    ships = [row for row in ships if all(abs(exact(v)) * scale <= 10**5 for v in row[1:3])]
    text = f'unit = "{unit}"\n[tolerance]\nposition = {tolerance:f}\n'
    rows = []
    for i, (size, x, y, heading) in enumerate(ships):
        text += f'[[ships]]\nname = "S{i}"\nplayer = "p"\nsize = "{size}"\n'
        text += f"base = [{Decimal(x):f}, {Decimal(y):f}]\n".replace("-0,", "0,")
        text += f"heading = {heading:f}\n"
        row = f'"name": "S{i}", "player": "p", "size": "{size}", "base": [{Decimal(x):f}, {Decimal(y):f}]'
        rows.append(f'{{{row}, "heading": {heading:f}}}')
    document = f'{{"unit": "{unit}", "tolerance": {{"position": {tolerance:f}}}, "ships": [{", ".join(rows)}]}}'
    dispute = parse_dispute(text)
    assert parse_dispute(document, format="json") == dispute
    measured = re.sub(r'"base": \[(.*?), (.*?)\]', rf'"base": ["\1 {unit}", "\2 {unit}"]', document)
    assert (
        parse_dispute(measured.replace(f'"unit": "{unit}", ', ""), format="json").layout.ships == dispute.layout.ships
    )
    assert [(s.size, *map(exact, (s.pose.x, s.pose.y, s.pose.heading))) for s in dispute.layout.ships] == [
        (size, exact(x) * scale, exact(y) * scale, exact(heading)) for size, x, y, heading in ships
    ]
    assert exact(dispute.layout.tolerance) == exact(tolerance) * scale

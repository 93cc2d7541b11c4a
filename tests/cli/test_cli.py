"""The commands `armada` and `grid-games`: what they print, how they end, what they refuse."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time

import pytest
import shapely

from armada_sim import legal_headings, reachable
from armada_sim.cli.explain import in_a_file
from armada_sim.files.records import parse_dispute
from armada_sim.table.game_options import BY_KEY
from tests import commands
from tests.cli.beginning import ROOT, begun, ended
from tests.tables import B2, R1
from tests.whole import whole

ALLOWED = f'title = "A step"\n{R1}{B2}[[questions]]\nmove = "R1"\nheadings = [80]\n'
TOO_MANY = ALLOWED + '[[questions]]\nmove = "R1"\nheadings = [80, 80]\n'


def run(*arguments, text=None):
    return commands.run("armada", *arguments, typed=text)


# ---------------------------------------------------------------------------------------------- check


def test_an_allowed_move_in_words():
    result = run("check", "-", text=ALLOWED)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "A step"
    assert "1. May R1 (red, large) take one step, to heading 80°?" in lines
    assert "   Allowed." in lines
    assert "Pieces would need to be off by at least" in result.output
    assert "\x1b" not in result.output


@pytest.mark.usefixtures("no_margins")
def test_check_says_which_readings_would_change_an_answer():
    file = str(ROOT / "examples" / "half-out-of-reach.toml")
    readings = run("check", file, "--readings")
    assert readings.exit_code == 1
    told = " ".join(readings.output.split())
    assert "Other readings of the rules, each alone: - not allowed; allowed if in_area = any_part (French text" in told
    assert "- not allowed; allowed if in_area = touch_counts (no text says this)" in told
    (row,) = json.loads(run("check", file, "--json", "--readings").output)["rulings"]
    assert (row["stated"], [one["value"] for one in row["readings"]]) == ("no", ["any_part", "touch_counts"])


def test_check_says_where_no_reading_changes_anything():
    plain, result = run("check", "-", text=TOO_MANY), run("check", "-", "--readings", text=TOO_MANY)
    assert plain.exit_code == result.exit_code == 1
    assert set(plain.output.splitlines()) < set(result.output.splitlines())
    assert "reading" not in plain.output
    assert result.output.count("No other reading of the rules changes this, each option alone.") == 1


def test_what_is_not_allowed_ends_with_1():
    result = run("check", "-", text=TOO_MANY)
    assert result.exit_code == 1
    assert "   Not allowed." in result.output.splitlines()
    assert "- R1 is a large ship and may take 1 step in a move, not 2 [move.steps]" in result.output
    assert "[move.steps] A small ship may take up to four steps" in result.output


def test_doubt_is_told_with_both_outcomes():
    near = ALLOWED.replace("base = [400, 400]", "base = [350, 470]") + "[tolerance]\nposition = 40\n"
    assert "In doubt, so not allowed." in run("check", "-", text=near).output
    favour = 'rules = { doubt_rule = "favour_actor" }\n' + near
    result = run("check", "-", text=favour)
    assert "In doubt, so allowed." in result.output
    assert "Rules: doubt_rule = favour_actor; otherwise the defaults." in result.output
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (
            'contact = ["R1", "B2"]',
            ["Do R1 (red, large) and B2 (blue, small) touch?", "No, they are apart."],
        ),
        ("setup = true", ["Is this a legal set-up?", "Not allowed.", "1 pair of ships was checked"]),
        ('shot = { from = "R1", at = "B2", side = "left" }', ["hit B2 (blue, small) from its left side?"]),
        ('move = "B2"\nturns = ["max", "-max", -3.5]', ["turning left as far as allowed, right as far as allowed"]),
    ],
)
def test_questions_in_words(question, words):
    text = ALLOWED.replace('move = "R1"\nheadings = [80]', question)
    output = " ".join(run("check", "-", text=text).output.split())
    for word in words:
        assert word in output


def test_the_json_document():
    text = "rules = { min_gap = 300 }\n" + TOO_MANY + "[tolerance]\nposition = 0.25\n"
    result = run("check", "-", "--json", text=text)
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    assert set(document) == {"title", "rules", "tolerance", "notes", "position", "rulings"}
    assert document["title"] == "A step"
    assert document["rules"] == {"min_gap": "300 mm"}
    assert document["tolerance"] == 0.25
    assert [ruling["answer"] for ruling in document["rulings"]] == ["yes", "no"]
    keys = "question ship target answer allowed margin margin_upper flip reasons witness notes"
    assert set(document["rulings"][0]) == set(keys.split())
    assert document["rulings"][1]["reasons"][0]["clause"] == "move.steps"


def test_json_lengths_are_mm_whatever_the_unit():
    text = ALLOWED.replace("[400, 400]", "[354, 400]")
    documents = [json.loads(run("check", "-", "--json", "--unit", unit, text=text).stdout) for unit in ("mm", "in")]
    assert documents[0]["rulings"][0]["margin"] == documents[1]["rulings"][0]["margin"]
    reasons = [document["rulings"][0]["reasons"][0] for document in documents]
    assert reasons[0]["measured"] == reasons[1]["measured"]


def test_draw(tmp_path):
    pytest.importorskip("plots.ruling")
    target = tmp_path / "position.svg"
    result = run("draw", "-", "-o", str(target), "--show", "labels, grid,broadsides", "--unit", "in", text=ALLOWED)
    assert (result.exit_code, result.output) == (0, "")
    assert target.read_bytes().startswith(b"<?xml")


# ------------------------------------------------------------------------------------------ bad input


@pytest.mark.parametrize(
    ("arguments", "text", "words"),
    [
        (["check", "-"], "x = 1", "Error: standard input: x: there is no such key here"),
        (["check", "-"], "", "Error: standard input: questions: asks nothing: add a [[questions]] table"),
        (["check", "-"], ALLOWED.replace('move = "R1"', 'move = "R9"'), "questions[1].move: no ship is called 'R9'"),
        (["check", "nowhere.toml"], None, "Error: nowhere.toml: there is no such file"),
        (["check", "-", "-o", "a.gif"], ALLOWED, "--output: the name of a picture ends in .svg, .pdf or .png"),
        (["check", "-", "-o", "no/such/place.svg"], ALLOWED, "--output: there is no directory 'no/such'"),
        (["draw", "-", "-o", "a.svg", "--show", "labls"], ALLOWED, "called 'labls'; did you mean labels?"),
        (["check"], None, "Missing argument 'FILE'"),
        (["check", "-", "--unit", "m"], ALLOWED, "'m' is not one of 'mm', 'cm', 'in'"),
        (["chek"], None, "No such command 'chek'"),
        (["example", "island"], None, "there is no example called 'island'"),
        (["example", "four-step"], None, "did you mean four-steps?"),
        (["rules", "obstructio"], None, "did you mean obstruction?"),
        (["schema", "disput"], None, "did you mean dispute?"),
    ],
)
def test_bad_input_is_a_sentence_and_2(arguments, text, words):
    assert words in commands.refused("armada", *arguments, typed=text)


BAD_FILES = {
    "key": (ALLOWED.replace("heading = 90", "headng = 90"), "ships[1].headng: "),
    "nan": (ALLOWED.replace("heading = 90", "heading = nan"), "ships[1].heading: "),
    "damage": (ALLOWED.replace("heading = 90", "heading = 90\ndamage = -1"), "ships[1].damage: "),
    "twice": (ALLOWED.replace('"B2"', '"R1"'), "ships[2].name: "),
    "word": (ALLOWED.replace("heading = 90", 'heading = "north"'), "ships[1].heading: "),
    "far": (ALLOWED.replace("[300, 400]", "[300, 4e5]"), "ships[1].base: "),
    "crossing": (ALLOWED + "[surface]\npolygon = [[0, 0], [9, 9], [9, 0], [0, 9]]", "surface.polygon: "),
    "deep": ("a = " + "[" * 100_000, ""),
    "utf8": (b"title = '\xff'", ""),
    "syntax": ("title = ", ""),
    "large": (100 * 2**20, ""),
    "directory": (None, ""),
}


@pytest.mark.parametrize("case", BAD_FILES)
def test_a_bad_file_is_one_line_on_stderr(case, made_file):
    content, key = BAD_FILES[case]
    path = made_file(content)
    said = commands.refused("armada", "check", path)
    assert said.startswith(f"Error: {path}: {key}")
    assert len(said) < 400 + len(str(path))


def test_a_surrogate_in_a_file_name_does_not_break_the_sentence(tmp_path):
    odd = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.toml")
    assert "there is no such file" in commands.refused("armada", "check", odd)


CROWD = "".join(
    f'[[ships]]\nname = "S{i}"\nplayer = "red"\nsize = "small"\nbase = [{100 + 30 * i}, 100]\nheading = 90\n'
    for i in range(15)
)
SLOW = CROWD + "[[questions]]\nsetup = true\n" * 500
"""Some hundredths of a second for each question: long enough to be interrupted, however fast the machine."""


@pytest.mark.skipif(os.name == "nt", reason="terminals and signals")
def test_long_work_is_told_on_a_terminal_and_ends_cleanly_with_ctrl_c(tmp_path):
    dispute = tmp_path / "slow.toml"
    dispute.write_text(SLOW, encoding="utf-8")
    terminal, slave = os.openpty()
    words = ["check", str(dispute), "-o", str(tmp_path / "ruling.svg")]
    with begun("armada_sim.cli", words, stdout=subprocess.PIPE, stderr=slave) as process:
        os.close(slave)
        try:
            shown = told_until(terminal, rb"question ([2-9]|\d\d+) of 500")
            process.send_signal(signal.SIGINT)
            after = told_until(terminal, rb"Interrupted\.\r\n")
            assert process.stdout.read() == b""
            process.wait(60)
        finally:
            process.kill()
    os.close(terminal)
    assert process.returncode == 130
    assert b"Traceback" not in shown + after
    assert list(tmp_path.iterdir()) == [dispute]


def told_until(terminal, pattern):
    """What a terminal shows, up to a pattern; fails if that does not come within a minute."""
    told, end = b"", time.monotonic() + 60
    while not re.search(pattern, told):
        ready, _, _ = select.select([terminal], [], [], max(0, end - time.monotonic()))
        assert ready, told
        told += os.read(terminal, 4096)
    return told


def test_nothing_is_told_about_progress_in_a_pipe():
    done = modules_after(
        "import armada_sim.tabletop.terminal.progress\narmada_sim.tabletop.terminal.progress.PATIENCE_S = 0",
        ["check", "-"],
        {"rich"},
    )
    assert done.stdout.endswith("[]\n")
    assert done.stderr == ""


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_while_a_file_is_read_ends_with_130():
    pipe = subprocess.PIPE
    with begun("armada_sim.cli", ["check", "-"], stdin=pipe, stderr=pipe) as process:
        process.stdin.write(b"#" * 500_000)  # more than a pipe holds: it is reading once this has gone
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert told.split(b"\n") == [b"", b"Interrupted.", b""]


BELL = """
import signal, sys
class Bell:
    def find_spec(self, name, path=None, target=None):
        if name == MODULE:
            sys.meta_path.remove(self)
            Last() if SWALLOWED else signal.raise_signal(signal.SIGINT)
class Last:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Bell())
class Count:
    left = EXECUTED
    def __call__(self, event, _):
        if event == "exec" and self.left:
            self.left -= 1
            if not self.left:
                signal.raise_signal(signal.SIGINT)
sys.addaudithook(Count())
sys.argv = ARGUMENTS
from PROGRAM import main
main()
"""
"""A program that is interrupted when it loads a module (perhaps in a finalizer), or executes the so-manieth piece of
code."""

CHECK, DRAW = ["armada", "check", "-"], ["armada", "draw", "-", "-o", "picture.svg"]


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize(
    ("module", "executed", "arguments"),
    [
        ("armada_sim.files.records", None, CHECK),
        ("click", 0, CHECK),
        *(whole(module, 0, CHECK) for module in ("armada_sim.cli.check", "flint", "numpy", "numpy.linalg")),
        *(whole(module, 0, DRAW) for module in ("plots", "matplotlib.path", "shapely")),
        ("grid_games.cli.commands", 0, ["grid-games", "list"]),
        *(whole("", count, CHECK) for count in (40, 300)),  # a dataclass executes what it writes
    ],
)
@pytest.mark.usefixtures("ctrl_c_is_heard")
def test_ctrl_c_while_modules_are_loaded_is_one_line_and_130(module, executed, arguments, tmp_path):
    program = "grid_games.cli" if arguments[0] == "grid-games" else "armada_sim.cli"
    code = (
        BELL.replace("MODULE", repr(module))
        .replace("EXECUTED", str(executed))
        .replace("SWALLOWED", str(executed is None))
    )
    code = code.replace("ARGUMENTS", repr(arguments)).replace("PROGRAM", program)
    shot = ALLOWED.replace('move = "R1"\nheadings = [80]', 'shot = { from = "R1", at = "B2" }')
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], input=shot, capture_output=True, text=True, env=environment,
        cwd=tmp_path)  # fmt: skip
    assert (done.returncode, done.stderr.strip()) == (130, "Interrupted.")
    assert list(tmp_path.iterdir()) == []


def test_a_narrow_alphabet_does_not_break_output(tmp_path):
    path = tmp_path / "a.toml"
    path.write_text(ALLOWED.replace("A step", "Où est-il ?"), encoding="utf-8")
    done = ended("armada_sim.cli", ["check", str(path)], env={"PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert b" est-il ?" in done.stdout


# ------------------------------------------------------------------------------------ the other commands


@pytest.mark.parametrize("program", commands.PROGRAMS)
def test_every_help_has_an_example(program):
    for command in ([], *([name] for name in commands.PROGRAMS[program].commands)):
        assert f"Example: {program} " in commands.run(program, *command, "--help").output


def modules_after(setting, arguments, wanted):
    """Runs the command in a fresh interpreter, which then prints what it has imported of `wanted`."""
    code = f"import sys\n{setting}\nfrom armada_sim.cli import main\nsys.argv = ['armada', *{arguments!r}]\n"
    code += f"try: main()\nexcept SystemExit: pass\nprint(sorted({wanted!r} & set(sys.modules)))"
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, input=ALLOWED, check=True
    )


def test_help_imports_nothing_heavy():
    done = modules_after("", ["--help"], {"numpy", "shapely", "matplotlib", "rich", "pydantic_core", "flint"})
    assert done.stdout.endswith("[]\n")


def test_version():
    assert run("--version").output.startswith("armada ")


def test_rules_lists_and_explains():
    listing = run("rules").output
    for word in ("obstruction [line_of_fire]:", "lenient:", "shot.blocked:"):
        assert word in listing
    assert "grazing counts as blocked" in run("rules", "obstruction").output
    assert "in_area = touch_counts" in run("rules", "lenient").output
    assert "source: F" in run("rules", "shot.blocked").output
    assert "no_limit (default): by agreement only" in run("rules", "game_limit").output.replace("\n    ", " ")
    assert "solid3d: the real pyramids decide contact" in run("rules", "footprint").output


@pytest.mark.parametrize("key", BY_KEY)
def test_every_option_shows_a_line_that_works(key):
    line = in_a_file(key)
    assert line in run("rules", key).output
    rules = parse_dispute(line).rules
    assert key in rules.not_default()


def test_schemas_are_printed():
    for kind in ("layout", "dispute", "game"):
        assert json.loads(run("schema", kind).output)["type"] == "object"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(["lst"], "No such command 'lst'"), (["list", "--jsn"], "--jsn"), (["list", "x"], "there is no game 'x'")],
)
def test_a_mistaken_call_of_grid_games_is_a_sentence_and_2(arguments, words):
    assert words in commands.refused("grid-games", *arguments)


def test_draw_in_french_at_real_size_with_what_is_asked_for(tmp_path):
    target = tmp_path / "position.svg"
    result = run("draw", "-", "-o", str(target), "--show", "labels,damage,headings", "--lang", "fr", "--scale", "0.25",
                 "--style", "print", "--whole-table", text=ALLOWED)  # fmt: skip
    assert result.exit_code == 0, result.output
    text = target.read_text(encoding="utf-8")
    assert 'xml:lang="fr"' in text
    assert "pointe\u202f: l’extrémité qui avance" in text
    width = float(re.search(r'<svg[^>]* width="([\d.]+)pt"', text)[1])
    assert 914.4 * 0.25 * 72 / 25.4 < width < 914.4 * 0.25 * 72 / 25.4 + 300
    assert run("draw", "-", "-o", str(target), "--scale", "0", text=ALLOWED).exit_code == 2


# ---------------------------------------------------------------------------------------------- reach

TABLE = 'title = "Reach"\n' + R1 + B2


def test_reach_in_words():
    result = run("reach", "-", "B2", "--steps", "2", "--gap", "2", text=TABLE)
    assert (result.exit_code, result.stderr) == (0, "")
    words = " ".join(result.output.split())
    assert "Legal headings of B2's first step:" in words
    assert "(the turn limit)" in words
    assert "After at most 2 steps, at the end, B2 can cover at least" in words
    assert "The two borders are within 2.00 mm of one another." in words


def test_reach_as_json_is_the_region_itself():
    result = run("reach", "-", "B2", "--steps", "2", "--gap", "2", "--json", text=TABLE)
    document = json.loads(result.stdout)
    dispute = parse_dispute(TABLE)
    region = reachable(dispute.layout, "B2", 2, gap=2.0)
    for key, shape in (("inner", region.inner), ("outer", region.outer)):
        assert document[key]["type"] == "MultiPolygon"
        drawn = shapely.geometry.shape(document[key])
        assert drawn.symmetric_difference(shape).area < 1e-6
        assert document["area"][key] == shape.area
    told = [round(h.start, 9) for h in legal_headings(dispute.layout, "B2")]
    assert [h["from"] for h in document["headings"]] == told
    assert document["undecided"] == []


def test_reach_takes_the_steps_of_the_size_unless_told(tmp_path):
    picture = tmp_path / "reach.svg"
    result = run("reach", "-", "R1", "--gap", "4", "-o", str(picture), text=TABLE)
    assert "After one step, at the end, R1 can cover" in result.output
    drawn = picture.read_text()
    assert "What R1 can cover in one step" in drawn
    assert 'id="inner-R1"' in drawn
    assert "The true border lies within 6.00 mm of the one drawn." in drawn


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["B3"], "no ship is called 'B3' (known: R1, B2)"),
        (["B2", "--steps", "5"], "--steps': expected a whole number from 1 to 4, not '5'."),
        (["B2", "--gap", "nan"], "--gap': expected a number from 0.125 to 100, not 'nan'."),
        (["B2", "--gap", "0.01"], "--gap': expected a number from 0.125 to 100, not '0.01'."),
        (["B2", "--style", "print"], "name one with -o"),
    ],
)
def test_what_reach_cannot_answer_is_one_sentence(arguments, words):
    assert words in commands.refused("armada", "reach", "-", *arguments, typed=TABLE)


def test_draw_shows_reach(tmp_path):
    picture = tmp_path / "position.svg"
    assert run("draw", "-", "-o", str(picture), "--show", "labels,reach", text=TABLE).exit_code == 0
    assert 'id="inner-B2"' in picture.read_text()


NEAR = R1 + B2.replace("[400, 400]", "[332, 430]") + B2.replace('"B2"', '"B3"').replace("[400, 400]", "[800, 800]")


def test_draw_shows_what_lies_around_a_ship_and_its_lines_of_fire(tmp_path):
    whole, near = tmp_path / "whole.svg", tmp_path / "near.svg"
    for target, more in ((whole, []), (near, ["--around", "R1"])):
        result = run("draw", "-", "-o", str(target), "--show", "labels,sight", *more, text=NEAR)
        assert (result.exit_code, result.output) == (0, "")
    assert 'id="line_of_fire-R1-B2"' in whole.read_text()
    assert 'id="line_of_fire-R1-B3"' not in whole.read_text()  # out of reach
    assert "blue (B2, B3)" in whole.read_text()
    assert "blue (B2)" in near.read_text()
    said = commands.refused("armada", "draw", "-", "-o", near, "--around", "R9", typed=NEAR)
    assert said == "Error: --around: no ship is called 'R9' (known: R1, B2, B3)\n"


def test_draw_shows_what_a_ship_threatens(tmp_path):
    picture = tmp_path / "threat.svg"
    assert run("draw", "-", "-o", str(picture), "--show", "threat", "--around", "R1", text=NEAR).exit_code == 0
    text = picture.read_text()
    assert 'id="threat-R1"' in text
    assert 'id="threat-B2"' not in text
    assert "can be shot at after moving" in text

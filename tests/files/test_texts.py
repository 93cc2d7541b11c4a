"""Characters no text has: refused at reading, with file and key; harmless in a picture all the same."""

from __future__ import annotations

import json
import xml.dom.minidom
from pathlib import Path

import pytest
from click.testing import CliRunner
from matplotlib.figure import Figure

from armada_sim.cli.commands import cli
from armada_sim.experiments.experiment import parse_experiment
from armada_sim.tabletop.errors import InputError
from grid_games.cli.commands import cli as grid
from grid_games.laboratory.experiment import parse_experiment as parse_rotations
from plots.save import figure_bytes
from tests.experiments.small import SMALL
from tests.whole import few

UNFIT = ["\0", "\x07", "\x08", "\x0b", "\x1b", "\x1f", "\x7f", "\x85", "\x9b", "\ud800", "\udfff", "\ufffe", "\uffff"]
FIT = ["é", "→", "\U0001f6a2", "漢", "$x$", "<b>&amp;", "[/a]", "-->", "]]>", '"', "  ", "\u200d"]

DISPUTE = {"game": "strategiksa", "questions": []}
SHOWN = [f"U+{ord(character):04X}" for character in UNFIT]


@pytest.mark.parametrize("character", UNFIT, ids=SHOWN)
def test_such_a_character_is_refused_with_file_and_key(character: str, tmp_path: Path) -> None:
    file = tmp_path / "dispute.json"
    told = f"holds U+{ord(character):04X}, which stands in no text"
    for key, document in (
        ("title", {**DISPUTE, "title": f"a{character}b"}),
        ("position", {**DISPUTE, "position": f"{character}\n"}),
        ("moves[1]", {**DISPUTE, "moves": [character]}),
        ("questions[1].move", {**DISPUTE, "questions": [{"move": f"a{character}"}]}),
        ("seats[1]", {"game": "strategiksa", "players": 4, "seats": [f"x{character}", "a", "b", "c"]}),
        ("reason", {"game": "strategiksa", "players": 4, "winners": ["red"], "reason": character}),
    ):
        file.write_text(json.dumps(document), encoding="utf-8")
        for call in (["check", str(file)], ["draw", str(file), "-o", str(tmp_path / "x.svg")]):
            done = CliRunner().invoke(grid, call)
            assert done.exit_code == 2, done.output
            if ("seats" not in document and "reason" not in document) or not "\ud800" <= character <= "\udfff":
                assert done.stderr == f"Error: {file}: {key}: {told}\n"
            assert done.stderr.count("\n") == 1
            assert [path.name for path in tmp_path.iterdir()] == [file.name]


@pytest.mark.parametrize("character", UNFIT, ids=SHOWN)
def test_nor_does_it_get_into_experiments_and_games_as_text(character: str, tmp_path: Path) -> None:
    told = f"holds U+{ord(character):04X}, which stands in no text"
    quoted = json.dumps(character)[1:-1]
    for parse, text in (
        (parse_experiment, SMALL),
        (parse_rotations, 'game = "singidunum"\nsets = 1\n[levels]\na = "random"\nb = "random"\n'),
    ):
        if not "\ud800" <= character <= "\udfff":  # TOML itself has no half of a pair
            with pytest.raises(InputError, match=f"title: {told}".replace("+", r"\+")):
                parse(f'title = "{quoted}"\n' + text.replace('title = "One large against two smalls"\n', ""))
            file = tmp_path / "game.txt"
            file.write_text(f"# a game\n\nStrategiksa{character}\n", encoding="utf-8")
            done = CliRunner().invoke(grid, ["check", str(file)])
            assert (done.exit_code, done.stderr) == (2, f"Error: {file}: line 3: {told}\n")


@pytest.mark.filterwarnings("ignore:Glyph")  # a font may lack the sign
@pytest.mark.parametrize("text", few(FIT, 5))
def test_every_other_character_may_stand_in_a_title(text: str, tmp_path: Path) -> None:
    file, picture = tmp_path / "dispute.json", tmp_path / "x.svg"
    file.write_text(json.dumps({**DISPUTE, "title": f"a{text}b"}), encoding="utf-8")
    done = CliRunner().invoke(grid, ["draw", str(file), "-o", str(picture)])
    assert done.exit_code == 0, done.output
    title = xml.dom.minidom.parse(str(picture)).getElementsByTagName("title")[0].firstChild
    assert title is not None
    assert title.nodeValue == f"a{text}b"


@pytest.mark.parametrize("title", ["two\nlines", "two\r\nlines", "a" * 301])
def test_a_title_is_one_line(title: str, tmp_path: Path) -> None:
    file = tmp_path / "dispute.json"
    file.write_text(json.dumps({**DISPUTE, "title": title}), encoding="utf-8")
    done = CliRunner().invoke(grid, ["draw", str(file), "-o", str(tmp_path / "x.svg")])
    assert done.exit_code == 2
    assert done.stderr.startswith(f"Error: {file}: title: expected at most 300 characters on one line, not ")


@pytest.mark.filterwarnings("ignore:Glyph")
@pytest.mark.parametrize("kind", ["svg", "pdf", "png"])
def test_a_picture_is_whole_whatever_stands_on_it(kind: str) -> None:
    """Called from Python, no file has been read that could be refused."""
    figure = Figure(figsize=(2, 2))
    ax = figure.add_subplot()
    wild = "".join(UNFIT)
    ax.set_title(f"a{wild}b", parse_math=False)
    ax.text(0, 0, f"c{wild}", parse_math=False)
    content = figure_bytes(figure, kind, f"title {wild}", f"told {wild}")
    assert len(content) > 1000
    if kind == "svg":
        document = xml.dom.minidom.parseString(content)
        title = document.getElementsByTagName("title")[0].firstChild
        assert title is not None
        assert title.nodeValue == "title " + "\ufffd" * len(UNFIT)


def test_names_in_armada_s_files_are_plain_text(tmp_path: Path) -> None:
    file = tmp_path / "dispute.json"
    for character, told in zip(UNFIT, SHOWN, strict=True):
        document = {
            "title": f"a{character}b",
            "ships": [{"name": "R", "player": "red", "size": "small", "base": [100, 100], "heading": 0}],
        }
        file.write_text(json.dumps(document), encoding="utf-8")
        done = CliRunner().invoke(cli, ["draw", str(file), "-o", str(tmp_path / "x.svg")])
        assert (done.exit_code, done.stderr) == (2, f"Error: {file}: title: holds {told}, which stands in no text\n")

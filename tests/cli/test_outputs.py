"""No output lands on an input, on another output or on a store, whatever way its path is written."""

from __future__ import annotations

import json
import os
import sqlite3
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.writing import keep_apart
from tests.cli.beginning import ended
from tests.commands import refused
from tests.experiments.small import SMALL
from tests.tables import B2, R1

DISPUTE = f'title = "A step"\n{R1}{B2}[[questions]]\nmove = "R1"\nheadings = [80]\n'
TWO = DISPUTE + '[[questions]]\nmove = "R1"\nheadings = [90]\n'
GRID = 'game = "strategiksa"\nsets = 1\n[levels]\na = "random"\nb = "random"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "inner").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def plain(path: Path) -> str:
    return path.name


def dotted(path: Path) -> str:
    return f"inner/.././inner/../{path.name}"


def absolute(path: Path) -> str:
    return str(path.absolute())


def symlink(path: Path) -> str:
    (path.parent / f"soft{path.suffix}").symlink_to(path.name)
    return f"soft{path.suffix}"


def through_a_folder(path: Path) -> str:
    (path.parent / "here").symlink_to(path.parent, target_is_directory=True)
    return f"here/{path.name}"


def hard_link(path: Path) -> str:
    os.link(path, path.parent / f"hard{path.suffix}")
    return f"hard{path.suffix}"


WAYS = (plain, dotted, absolute, symlink, through_a_folder, hard_link)
Way = Callable[[Path], str]


@pytest.mark.parametrize("way", WAYS)
def test_an_output_on_an_input_is_told_whatever_way_it_is_written(folder: Path, way: Way) -> None:
    kept = folder / "a.csv"
    kept.write_text("kept")
    name = way(kept)
    keep_apart([("--export", "b.csv"), ("--report", "a.html")], ["a.csv", "none.toml", "-", ""])
    with pytest.raises(InputError) as told:
        keep_apart([("--report", "a.html"), ("--export", name)], ["none.toml", "a.csv"])
    assert str(told.value) == f"--export: {name} would overwrite a.csv, which this command reads"


@pytest.mark.parametrize("way", [plain, dotted, absolute, symlink, through_a_folder])
def test_two_outputs_of_one_name_are_told_though_neither_is_there(folder: Path, way: Way) -> None:
    name = way(folder / "a.json")
    with pytest.raises(InputError) as told:
        keep_apart([("--game", "a.json"), ("--game", "b.json"), ("--record", name)])
    assert str(told.value) == f"--record: {name} is written to by --game too"


def test_an_output_never_lands_on_a_store_of_whatever_experiment(folder: Path) -> None:
    with sqlite3.connect("other.csv") as base:
        base.execute("CREATE TABLE games (a)")
    base.close()
    with pytest.raises(InputError, match=r"^--export: other\.csv is a store of games, or another database"):
        keep_apart([("--export", "other.csv")])


def test_what_standard_input_is_redirected_from_is_an_input(folder: Path) -> None:
    (folder / "a.svg").write_text(DISPUTE)
    with open("a.svg", encoding="utf-8") as text:
        done = ended("armada_sim.cli", ["draw", "-", "-o", "inner/../a.svg"], stdin=text, cwd=folder)
    assert (done.returncode, (folder / "a.svg").read_text()) == (2, DISPUTE)
    assert done.stderr == b"Error: --output: inner/../a.svg would overwrite -, which this command reads\n"


COMMANDS = (
    ("armada", DISPUTE, "a.svg", ["check", "{}", "-o", "a.svg"]),
    ("armada", TWO, "a-1.svg", ["check", "{}", "-o", "a.svg"]),
    ("armada", DISPUTE, "a.svg", ["draw", "{}", "-o", "a.svg"]),
    ("armada", DISPUTE, "a.svg", ["reach", "{}", "R1", "-o", "a.svg"]),
    ("armada", "{}", "a.html", ["replay", "{}", "-o", "a.html"]),
    (
        "armada",
        json.dumps(tomllib.loads(SMALL)),
        "a.json",
        ["balance", "{}", "--workers", "1", "--game", "1:1:1", "a.json"],
    ),
    ("armada", SMALL, "a.csv", ["balance", "{}", "--workers", "1", "--export", "a.csv"]),
    ("armada", SMALL, "a.html", ["balance", "{}", "--workers", "1", "-o", "a.html"]),
    (
        "grid-games",
        json.dumps(tomllib.loads(GRID)),
        "a.json",
        ["balance", "{}", "--workers", "1", "--game", "1:1:1", "a.json"],
    ),
    ("grid-games", "{}", "a.svg", ["draw", "{}", "-o", "a.svg"]),
    ("grid-games", "{}", "a.svg", ["draw", "strategiksa", "--map", "{}", "-o", "a.svg"]),
)


@pytest.mark.parametrize(("program", "text", "file", "words"), COMMANDS)
def test_no_command_writes_on_what_it_reads(folder: Path, program: str, text: str, file: str, words: list[str]) -> None:
    (folder / file).write_text(text)
    name = symlink(folder / file)
    there = sorted(folder.rglob("*"))
    assert "would overwrite" in refused(program, *(word.format(name) for word in words))
    assert sorted(folder.rglob("*")) == there
    assert (folder / file).read_text() == text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--store", "y.csv", "--export", "y.csv"], "--export: y.csv would overwrite y.csv, which this command reads"),
        (
            ["--store", "y.html", "-o", "inner/../y.html"],
            "--report: inner/../y.html would overwrite y.html, which this command reads",
        ),
        (
            ["--store", "y.json", "--game", "1:1:1", "y.json"],
            "--game: y.json would overwrite y.json, which this command reads",
        ),
        (["--game", "1:1:1", "g.json", "--game", "1:2:1", "./g.json"], "--game: ./g.json is written to by --game too"),
        (["-o", "r.html", "-o", "r.html"], "--report: r.html is written to by --report too"),
        (["--export", "old.csv"], "--export: old.csv is a store of games, or another database"),
    ],
)
def test_balance_writes_on_no_store_and_nothing_twice(folder: Path, words: list[str], told: str) -> None:
    (folder / "e.toml").write_text(GRID)
    with sqlite3.connect("old.csv") as base:
        base.execute("CREATE TABLE games (a)")
    base.close()
    there = sorted(folder.rglob("*"))
    assert refused("grid-games", "balance", "e.toml", "--workers", 1, *words).startswith(f"Error: {told}")
    assert sorted(folder.rglob("*")) == there


def test_a_page_of_figures_is_no_picture(folder: Path) -> None:
    (folder / "out").mkdir()
    said = refused("armada", "figures", "-o", "out", "--format", "png", "--page", "out/step.en.png")
    assert said == "Error: --page: the name of the page ends in .md\n"
    assert not list((folder / "out").iterdir())

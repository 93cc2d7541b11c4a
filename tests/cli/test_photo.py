"""`armada photo`: a table of ships, a dispute file, a picture to check, and what is refused."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from armada_sim.files import load_dispute
from armada_sim.photo import Paper, SaidSheet
from armada_sim.table import Size
from tests.commands import refused, run
from tests.photo.painting import paint
from tests.photo.standing import SEVEN, Standing, looks_like, resized
from tests.sources import ROOT


@pytest.fixture
def stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Standing:
    """A painted picture, `table.png`, in the folder where commands run, and what stands in for the reading."""
    monkeypatch.chdir(tmp_path)
    paint(Path("table.png"), SEVEN)
    made = Standing()
    monkeypatch.setattr("armada_sim.photo.read", made)
    return made


def test_ships_are_told_written_and_drawn(stand: Standing) -> None:
    done = run("armada", "photo", "table.png", "-o", "table.toml", "--overlay", "over.png")
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert lines[0] == "7 ships were read."
    assert lines[1].split() == ["R1", "red", "large", "base", "(340.0,", "60.0),", "heading", "80°", "±1.5", "mm"]
    assert lines[-2:] == ["Any corner of any ship may be off by 1.5 mm.", "Written: table.toml"]
    dispute = load_dispute("table.toml")
    assert (dispute.unit, float(dispute.layout.tolerance), dispute.layout.surface.kind) == ("mm", 1.5, "unbounded")
    assert [(ship.name, ship.player, str(ship.size)) for ship in dispute.layout.ships][:3] == [
        ("R1", "red", "large"), ("R2", "red", "medium"), ("B3", "blue", "small"),
    ]  # fmt: skip
    for ship, true in zip(dispute.layout.ships, SEVEN, strict=True):
        assert (ship.pose.x, ship.pose.y, ship.pose.heading) == (true.x, true.y, true.degrees % 360)
    with Image.open("table.png") as photo, Image.open("over.png") as over:
        assert over.size == photo.size
        changed = (np.abs(np.asarray(photo.convert("L"), int) - np.asarray(over.convert("L"), int)) > 40).mean()
    assert 0.001 < changed < 0.1


def test_the_reading_itself_finds_the_painted_ships(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    paint(Path("table.png"), SEVEN)
    done = run("armada", "photo", "table.png", "-o", "table.toml")
    assert done.exit_code in (0, 1), done.output
    ships = load_dispute("table.toml").layout.ships
    for true in SEVEN:
        assert [
            ship.size for ship in ships
            if abs(float(ship.pose.x) - true.x) < 3 and abs(float(ship.pose.y) - true.y) < 3
        ] == [true.size]  # fmt: skip


def test_in_french_players_are_called_in_french(stand: Standing) -> None:
    done = run("armada", "photo", "table.png", "-o", "table.toml", "--lang", "fr")
    assert "7 navires lus." in done.output
    assert "rouge" in done.output
    assert {ship.player for ship in load_dispute("table.toml").layout.ships} == {"rouge", "bleu"}


def test_a_ship_that_cannot_be_known_is_named_and_left_out(stand: Standing) -> None:
    stand.unknown = frozenset({1})
    done = run("armada", "photo", "table.png", "-o", "table.toml", "--overlay", "over.png")
    assert done.exit_code == 1
    assert "R2: where it lies cannot be known from this picture. It is left out." in done.output
    assert [ship.name for ship in load_dispute("table.toml").layout.ships] == ["R1", "B3", "B4", "R5", "B6", "B7"]


def test_where_no_ship_is_known_nothing_is_written(stand: Standing) -> None:
    stand.unknown = frozenset(range(7))
    done = run("armada", "photo", "table.png", "-o", "table.toml")
    assert done.exit_code == 1
    assert done.output.endswith("Nothing is written: no ship is known.\n")
    assert not Path("table.toml").exists()


def test_questions_are_asked_with_status_1(stand: Standing) -> None:
    stand.questions = [looks_like(Paper.LETTER), resized("R2", Size.SMALL)]
    done = run("armada", "photo", "table.png")
    assert done.exit_code == 1
    assert "? this sheet looks like Letter\n? R2 looks like a small\n" in done.output
    document = json.loads(run("armada", "photo", "table.png", "--json").output)
    assert [(one["topic"], one["offer"]) for one in document["questions"]] == [("paper", "letter"), ("size", "small")]


def test_the_json_document(stand: Standing) -> None:
    stand.unknown = frozenset({0})
    done = run("armada", "photo", "table.png", "--json", "-o", "t.toml")
    document = json.loads(done.output)
    assert (document["pictures"], document["output"], document["sheet"]) == (["table.png"], "t.toml", "a4")
    first, second = document["ships"][:2]
    assert (first["name"], first["tolerance"], second["tolerance"]) == ("R1", None, 1.5)
    assert len(first["wire"]) == len(first["hidden"]) == 5


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("a4", Paper.A4), ("Letter", Paper.LETTER), ("none", Paper.NONE), ("600x400", SaidSheet((600, 400))),
        ("600.5×400mm", SaidSheet((600.5, 400))),
    ],
)  # fmt: skip
def test_what_lies_on_the_table_is_said(stand: Standing, typed: str, meant: object) -> None:
    assert run("armada", "photo", "table.png", "--sheet", typed).exit_code == 0
    assert stand.calls[-1]["sheet"] == meant


def test_a_rectangle_may_be_the_playing_surface(stand: Standing) -> None:
    run("armada", "photo", "table.png", "--sheet", "297x210", "--surface", "-o", "table.toml")
    surface = load_dispute("table.toml").layout.surface
    assert surface.kind == "rectangle"
    assert tuple(map(float, surface.corners[2])) == (297, 210)


def test_ships_of_a_games_own_sizes_are_read_and_its_rules_are_kept(stand: Standing) -> None:
    rules = load_dispute(ROOT / "examples" / "huge.toml").rules
    done = run("armada", "photo", "table.png", "--rules", str(ROOT / "examples" / "huge.toml"), "-o", "table.toml")
    assert done.exit_code == 0, done.output
    pieces = stand.calls[-1]["profile"]
    assert [str(size) for size in pieces.sizes] == ["small", "medium", "large", "huge"]
    assert float(pieces[pieces.sizes[-1]].base) == pytest.approx(50.8)
    written = load_dispute("table.toml")
    assert written.rules.numbers == rules.numbers
    assert written.layout.surface.kind == "unbounded"
    run("armada", "photo", "table.png", "--rules", "table.toml", "--sheet", "297x210", "--surface", "-o", "more.toml")
    again = load_dispute("more.toml")
    assert (again.rules.numbers, again.layout.surface.kind) == (rules.numbers, "rectangle")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["table.png", "--rules", "no.toml"], "no.toml: there is no such file"),
        (["table.png", "--rules", "words.txt"], "words.txt"),
        (["table.png", "--rules", "rules.toml", "-o", "rules.toml"], "would overwrite rules.toml"),
        (["no.png"], "no.png: "),
        (["words.txt"], "words.txt: this is no picture"),
        ([".png"], "cannot be read"),
        (["table.png", "--sheet", "a5"], "a4, letter, none"),
        (["table.png", "--sheet", "1x1"], "from 20 to 5000 mm"),
        (["table.png", "--surface"], "--surface: say its sides"),
        (["table.png", "--sheet", "a4", "--surface"], "--surface: say its sides"),
        (["table.png", "-o", "table.txt"], "ends in .toml"),
        (["table.png", "--overlay", "over.svg"], "ends in .png"),
        (["table.png", "--overlay", "table.png"], "would overwrite table.png"),
        (["table.png", "-o", "no/table.toml"], "no folder"),
        (["table.png", "more.png"], "more.png: cannot be read"),
        ([], "Missing argument"),
    ],
)
def test_bad_input_is_a_sentence_and_nothing_is_written(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    paint(Path("table.png"), SEVEN)
    Path("words.txt").write_text("nothing")
    Path("rules.toml").write_text('rules = "classic"')
    there = sorted(Path().rglob("*"))
    assert told in refused("armada", "photo", *words)
    assert sorted(Path().rglob("*")) == there


@pytest.mark.parametrize("library", ["cv2", "scipy", "PIL"])
def test_where_a_library_is_missing_it_is_said_what_to_install(
    stand: Standing, monkeypatch: pytest.MonkeyPatch, library: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    assert "pip install 'armada-sim[photo]'" in refused("armada", "photo", "table.png", "-o", "table.toml")

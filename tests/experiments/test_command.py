"""`armada balance` as a user types it."""

from __future__ import annotations

import csv
import io
import json
from html import escape
from pathlib import Path

import numpy as np
import pytest
from click.testing import Result

from armada_sim.experiments.battles import SET_DRAWS, Battles
from armada_sim.experiments.experiment import Experiment, parse_experiment
from armada_sim.play.deployments import NoRoomError, prepared
from armada_sim.play.state import Agreement, Seat
from armada_sim.tabletop.laboratory.store import opened
from tests.commands import refused, run
from tests.experiments.small import SMALL
from tests.whole import few


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "small.toml").write_text(SMALL)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def balance(*words: str) -> Result:
    return run("armada", "balance", "--workers", "1", *words)


def test_an_experiment_is_played_told_and_gone_on_with(folder: Path) -> None:
    first = balance("small.toml")
    assert first.exit_code == 0, first.output
    assert "6 games were played" in first.output
    assert "Whoever moves first gets" in first.output
    (store,) = folder.glob("small-????????.games")
    kept = store.read_bytes()
    again = balance("small.toml", "--json")
    assert store.read_bytes() == kept
    found = json.loads(again.stdout)
    assert found["games"] == 6
    assert "\n".join(found["words"]) + "\n" == first.stdout
    more = json.loads(balance("small.toml", "--sets", "5", "--json").stdout)
    assert more["games"] == 10
    assert (
        json.loads(balance("small.toml", "--json").stdout) == found
    )  # the experiment's own plan looks at its own sets


def test_games_as_tables_and_records(folder: Path) -> None:
    done = balance("small.toml", "--export", "a.csv", "--game", "1:2:2", "g.json")
    assert done.exit_code == 0, done.output
    rows = list(csv.DictReader(io.StringIO((folder / "a.csv").read_text())))
    assert [(row["set"], row["game"], row["first"]) for row in rows] == [
        (str(number), str(game), str(game)) for number in (1, 2, 3) for game in (1, 2)
    ]
    assert {row["entrant_1"] for row in rows} == {"large"}
    assert all(float(row["share_1"]) + float(row["share_2"]) == 1 for row in rows)
    replayed = run("armada", "replay", "g.json", "--json")
    assert replayed.exit_code == 0, replayed.output
    wanted = rows[3]
    record = json.loads((folder / "g.json").read_text())
    assert len(record["actions"]) == int(wanted["actions"])
    assert record["result"]["reason"] == wanted["reason"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["none.toml"], "Error: none.toml: there is no such file"),
        (["small.toml", "-o", "a.html", "-o", "a.pdf"],
         "Error: --report: expected a file that ends in .html, not 'a.pdf'"),
        (["small.toml", "-o", "no/a.html"], "Error: --report: there is no folder for no/a.html"),
        (["small.toml", "--export", "a.parquet"],
         "Error: --export: expected a file that ends in .csv, not 'a.parquet'"),
        (["small.toml", "--game", "1:1", "g.json"],
         "Error: --game: expected numbers of meeting, set and game such as 1:5:2, not '1:1'"),
        (["small.toml", "--store", "small.toml"], "Error: small.toml: is not a store of games"),
        (["small.toml", "--game", "2:1:1", "g.json"], "Error: --game: there is 1 meeting, no meeting 2"),
        (["small.toml", "--cluster", "tcp://127.0.0.1:1"], "Error: --workers: a cluster has workers of its own"),
        (["small.toml", "--sets", "0"], "Error: Invalid value for '--sets'"),
        (["small.toml", "--sets", "1000000000000"],
         "Error: Invalid value for '--sets': expected a whole number from 1 to 1000000, not"),
        (["small.toml", "--workers", "1000000000"],
         "Error: Invalid value for '--workers': expected a whole number from 1 to 1000, not"),
        (["small.toml", "--store", ":memory:"], "Error: :memory:: names no file: games kept there would be forgotten"),
        (["small.toml", "--store", ""], "Error: --store: the name of the file is empty"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence_before_anything_is_played(folder: Path, words: list[str], told: str) -> None:
    assert refused("armada", "balance", "--workers", "1", *words).startswith(told)
    assert sorted(path.name for path in folder.iterdir()) == ["small.toml"]
    assert (folder / "small.toml").read_text() == SMALL


def test_what_is_asked_of_a_store_and_is_not_there(folder: Path) -> None:
    assert balance("small.toml", "--store", "small.games").exit_code == 0
    for which in ("1:4:1", "1:1:3"):
        done = balance("small.toml", "--store", "small.games", "--game", which, "g.json")
        assert (done.exit_code, (folder / "g.json").exists()) == (2, False)
        assert done.stderr.startswith("Error: game ")
    (folder / "other.toml").write_text(SMALL.replace("seed = 3", "seed = 4"))
    refused = balance("other.toml", "--store", "small.games")
    assert refused.exit_code == 2
    assert "small.games: holds games of another experiment" in refused.stderr


HOSTILE = ["[/a]", "[bold]x", "$\\frac$", "_{^", "<b>&'", "{0}", "%s", "@@BODY@@", "\\", "=1+1", "--x"]


@pytest.mark.parametrize("name", few(HOSTILE, 1))
def test_names_of_any_plain_text_are_shown_as_they_are(folder: Path, name: str) -> None:
    asked = {"title": name, "sets": 2, "rules": {"fleet_budget": "free"}, "fleets": {name: "L1", "b": "S2", "c": "M1"},
             "players": [{"name": name, "level": "random"}, {"name": "q", "level": "random"}]}  # fmt: skip
    (folder / "h.json").write_text(json.dumps(asked))
    done = balance("h.json", "-o", "h.html", "--export", "h.csv")
    assert (done.exit_code, done.stderr) == (0, ""), done.exception
    assert name in done.stdout
    assert escape(name) in (folder / "h.html").read_text()
    assert (
        next(csv.DictReader((folder / "h.csv").read_text().splitlines()))["entrant_1"]
        == "'" * name.startswith(("@", "=", "-")) + name
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (SMALL.replace('"free"', '"free", min_gap = "60 in"'),
         "cannot begin: large - smalls (as agreed), set 1, on a surface 914.4 by 914.4 mm, drawn 3 times: no legal "
         "set-up of "),
        (SMALL + '[[surfaces]]\nname = "tray"\nrectangle = [100, 100]\n[vary]\nsurface = ["tray"]\n',
         "cannot begin: large - smalls (surface = tray), set 1, on a surface 100 by 100 mm, drawn 3 times: no legal "
         "set-up"),
        (SMALL.replace('"free"', '"free", goal = "infiltration"'),
         "cannot begin: large - smalls (as agreed): lines: goal = infiltration and goal lines"),
        (SMALL + '[goal_line]\nattacker = "first"\ndepth = 60\n',
         "goal_line: goal = infiltration and goal lines belong together"),
        (SMALL.replace('"free"', '"free", goal = "infiltration"') + '[goal_line]\nattacker = "first"\ndepth = 950\n',
         "goal_line.depth: the line must lie on the surface, between its edges"),
        (SMALL.replace('"free"', '"matched"'), "cannot begin: large - smalls (as agreed): fleets: "),
    ],
)  # fmt: skip
def test_what_cannot_begin_is_one_sentence_before_anything_is_played(folder: Path, text: str, told: str) -> None:
    (folder / "odd.toml").write_text(text)
    assert refused("armada", "balance", "odd.toml").startswith(f"Error: odd.toml: {told}")
    assert not list(folder.glob("*.games"))


TIGHT = SMALL.replace("sets = 3\nseed = 3", "sets = 2\nseed = 3") + "[surface]\nrectangle = [150, 300]\n"
"""A table on which most lots find a set-up, and some do not."""


@pytest.mark.parametrize("workers", few(["1", "2"], 0))
def test_a_set_whose_first_draw_finds_no_room_is_drawn_again(folder: Path, workers: str) -> None:
    asked = parse_experiment(TIGHT)
    assert [begins(asked, n) for n in range(2)] == [False, True]
    (folder / "tight.toml").write_text(TIGHT)
    done = run(
        "armada", "balance", "tight.toml", "--workers", workers, "--export", "tight.csv", "--store", "tight.games"
    )
    assert done.exit_code == 0, done.output
    assert len(list(csv.DictReader(io.StringIO((folder / "tight.csv").read_text())))) == 4
    with opened(folder / "tight.games", Battles(asked).identity, Battles(asked).meetings) as store:
        kept = dict(enumerate(store.games(0)))
    assert [row for _, _, row in (kept[0], kept[1])] == list(Battles(asked).play(0, 0))


def test_a_set_is_drawn_anew_until_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    meant, drawn = Battles(parse_experiment(SMALL)), []

    def third(_: Battles, agreement: Agreement, rng: np.random.Generator) -> object:
        drawn.append(rng.bit_generator.state["state"]["state"])
        if len(drawn) < 3:
            raise NoRoomError("no legal set-up was found")
        return prepared(agreement, rng)

    monkeypatch.setattr(Battles, "_sooner", third)
    assert len(meant.play(0, 2)) == 2
    assert len(set(drawn)) == len(drawn) == 3


def test_a_set_that_never_finds_room_is_drawn_so_many_times_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    def fails(*_: object) -> None:
        drawn.append(1)
        raise NoRoomError("no legal set-up was found")

    meant = Battles(parse_experiment(TIGHT))
    monkeypatch.setattr(Battles, "_sooner", fails)
    with pytest.raises(
        NoRoomError, match=r"set 3, on a surface 150 by 300 mm, drawn 100 times: no legal set-up was found$"
    ):
        meant.play(0, 2)
    assert len(drawn) == SET_DRAWS == 100


def begins(asked: Experiment, number: int) -> bool:
    """Whether the first draw of a set's start finds room, drawn as the laboratory's page says."""
    rng = np.random.default_rng([asked.seed, number, 10_000, 2])
    sides = ("south", "north") if rng.integers(2) == 0 else ("north", "south")
    seats = (Seat("red", sides[0]), Seat("blue", sides[1]))
    fleets = (asked.fleets[0][1], asked.fleets[1][1])
    try:
        prepared(Agreement(seats, asked.tables[0].rules, asked.tables[0].surface, (), fleets), rng)
    except NoRoomError:
        return False
    return True


def test_a_shipped_name_that_is_misspelt_is_guessed(folder: Path) -> None:
    for name, meant in (("bassic", "basic"), ("first_move", "first-move"), ("Basic", "basic")):
        said = refused("armada", "balance", name)
        assert said == f"Error: {name}: there is no such file; did you mean {meant}?\n"


def test_an_experiment_from_standard_input_is_kept_under_a_plain_name(folder: Path) -> None:
    done = run("armada", "balance", "-", "--workers", "1", typed=SMALL)
    assert done.exit_code == 0, done.output
    assert len(list(folder.glob("experiment-????????.games"))) == len(list(folder.glob("*.games"))) == 1

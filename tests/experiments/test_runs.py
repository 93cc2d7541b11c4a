"""Runs of experiments as one has ideas: an edited file, a fresh start, what was run, two runs compared."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import Result

from armada_sim.experiments import Battles
from armada_sim.tabletop.laboratory import Store
from tests.commands import refused, run
from tests.experiments.small import SMALL

EDITED = SMALL.replace('"free"', '"free", obstruction = "clear_template"')
"""Begins with the same set-ups."""

OTHER = SMALL.replace("seed = 3", "seed = 4")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "idea.toml").write_text(SMALL)
    return tmp_path


def balance(*words: str) -> Result:
    done = run("armada", "balance", "--workers", "1", *words)
    assert done.exit_code == 0, done.output
    return done


def test_an_edited_file_never_meets_the_store_of_the_last_run(folder: Path) -> None:
    balance("idea.toml")
    (folder / "idea.toml").write_text(OTHER)
    balance("idea.toml")
    assert len(list(folder.glob("idea-????????.games"))) == 2
    (folder / "idea.toml").write_text(SMALL.replace("sets = 3", "sets = 4"))  # more of the same goes on
    balance("idea.toml")
    assert len(list(folder.glob("*.games"))) == 2


def test_what_was_run_is_listed_with_how_to_go_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("armada", "balance", "--list").stdout == "Nothing was run in this folder.\n"
    balance("idea.toml")
    (done,) = folder.glob("*.games")
    os.utime(done, (0, 0))

    def interrupted(contest: Battles, plan: object, store: Store, **_: object) -> None:
        store.add([((0, 0), contest.play(0, 0))])
        raise KeyboardInterrupt

    (folder / "idea.toml").write_text(OTHER)
    with monkeypatch.context() as patch:
        patch.setattr("armada_sim.tabletop.laboratory._runner.run", interrupted)
        stopped = run("armada", "balance", "idea.toml", "--workers", "1")
    assert stopped.exit_code != 0
    (part,) = set(folder.glob("*.games")) - {done}
    assert f"What was played is kept in {part.name}; the same command goes on." in stopped.stderr
    (folder / "none.games").write_text("no store")
    one, other = run("armada", "balance", "--list").stdout.splitlines()
    assert one.startswith(part.name)
    assert one.endswith("2 games, 1 of 3 sets; to go on: armada balance idea.toml")
    assert other.startswith(f"{done.name}  19")
    assert other.endswith("  6 games, done")
    listed = json.loads(run("armada", "balance", "--list", "--json").stdout)
    assert [(row["sets"], row["wanted"]) for row in listed] == [(1, 3), (3, 3)]
    balance("idea.toml")
    assert "done" in run("armada", "balance", "--list").stdout.splitlines()[0]


def test_fresh_forgets_the_games_of_this_experiment_and_of_no_other(folder: Path) -> None:
    first = balance("idea.toml", "--json").stdout
    assert json.loads(balance("idea.toml", "--sets", "5", "--json").stdout)["games"] == 10
    assert balance("idea.toml", "--fresh", "--json").stdout == first
    (store,) = folder.glob("*.games")
    assert "6 games, done" in run("armada", "balance", "--list").stdout
    (folder / "other.toml").write_text(OTHER)
    said = refused("armada", "balance", "other.toml", "--fresh", "--store", store.name)
    assert "holds games of another experiment" in said
    assert balance("idea.toml", "--json").stdout == first


def test_two_runs_are_compared_on_shared_set_ups(folder: Path) -> None:
    balance("idea.toml", "--sets", "4")
    (store,) = folder.glob("*.games")
    (folder / "edited.toml").write_text(EDITED)
    one = json.loads(balance("edited.toml", "--against", "idea.toml", "--json").stdout)["against"]
    other = json.loads(balance("edited.toml", "--against", store.name, "--json").stdout)["against"]
    assert one == other
    assert one["edits"] == [{"key": "rules.obstruction", "now": '"clear_template"', "before": ""}]
    assert not one["program"]
    (shift,) = one["shifts"]
    assert (shift["alike"], shift["difference"]["sets"], shift["difference"]["games"]) == (3, 3, 12)


def test_two_runs_without_a_common_set_up_are_compared_by_their_shares(folder: Path) -> None:
    balance("idea.toml")
    (folder / "other.toml").write_text(OTHER)
    told = balance("other.toml", "--against", "idea.toml").stdout
    assert "What changed in the file: seed is 4, was 3." in told
    assert "0 sets begin alike" in told
    (folder / "named.toml").write_text(SMALL.replace("large =", "big ="))
    assert "No meeting of two different entrants is in both runs." in balance(
        "named.toml", "--against", "idea.toml"
    ).stdout  # fmt: skip


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "Missing argument 'EXPERIMENT'"),
        (["idea.toml", "--against", "none.toml"], "none.toml: there is no such file"),
        (["idea.toml", "--against", "basic"], "--against: no games of basic are here"),
        (["idea.toml", "--against", "idea.toml"], "is the store that is played for"),
    ],
)
def test_what_cannot_be_compared_is_one_sentence(folder: Path, words: list[str], said: str) -> None:
    balance("idea.toml")
    assert said in refused("armada", "balance", *words)


def test_board_games_list_their_runs_too(folder: Path) -> None:
    (folder / "short.toml").write_text(
        'game = "strategiksa"\nsets = 1\n[levels]\na = "random"\nb = "random"\n[settings]\nmax_rounds = 2\n'
    )
    assert run("grid-games", "balance", "short.toml", "--workers", "1").exit_code == 0
    assert "done" in run("grid-games", "balance", "--list").stdout

"""One file, whole sets, one run at a time."""

from __future__ import annotations

import multiprocessing
import sqlite3
from pathlib import Path

import numpy as np
import pytest

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.laboratory.contest import GameRow
from armada_sim.tabletop.laboratory.store import opened
from tests.tabletop.laboratory.toys import Coin, numbers


def test_what_is_added_is_there_in_order_and_once(tmp_path: Path) -> None:
    coin = Coin((0.5, 0.7))
    with opened(tmp_path / "a.games", coin.identity, coin.meetings) as store:
        store.add([((1, 2), coin.play(1, 2)), ((1, 0), coin.play(1, 0))])
        store.add([((1, 0), tuple(GameRow(0, (0.5, 0.5), "other", 1, 1, "", b"") for _ in range(2)))])
    with opened(tmp_path / "a.games", coin.identity, coin.meetings) as store:
        assert numbers(store, 0) == set()
        assert numbers(store, 1) == {0, 2}
        assert [(n, k, row) for n, k, row in store.games(1)] == [
            (n, k, row) for n in (0, 2) for k, row in enumerate(coin.play(1, n))
        ]
        assert store.game(1, 2, 1) == coin.play(1, 2)[1]


def test_scores_end_before_the_first_missing_set(tmp_path: Path) -> None:
    coin = Coin((0.5,))
    with opened(tmp_path / "a.games", coin.identity, coin.meetings) as store:
        assert store.scores(0).shape[0] == 0
        store.add([((0, n), coin.play(0, n)) for n in (0, 1, 2, 4)])
        wanted = np.array([[row.shares[0] for row in coin.play(0, n)] for n in range(3)])
        assert np.array_equal(store.scores(0), wanted)
        assert np.array_equal(store.scores(0, 1), 1 - wanted)
        assert np.array_equal(store.scores(0, since=1), wanted[1:])
        assert store.scores(0, since=3).shape[0] == 0
        assert store.scores(0, since=4).shape == (1, 2)
        assert store.there(0) == [range(3), range(4, 5)]


def test_a_store_holds_one_experiment(tmp_path: Path) -> None:
    path = tmp_path / "a.games"
    with opened(path, "one", Coin((0.5,)).meetings):
        pass
    with pytest.raises(InputError, match=r"a\.games: holds games of another experiment"), opened(path, "two", ()):
        pass


@pytest.mark.parametrize("content", [b"no database at all, only words", b""])
def test_other_files(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.games"
    path.write_bytes(content)
    if content:
        with pytest.raises(InputError, match="is not a store of games"), opened(path, "x", ()):
            pass
        assert path.read_bytes() == content
    else:  # an empty file is an empty store
        with opened(path, "x", ()) as store:
            assert numbers(store, 0) == set()


def test_another_database_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.games"
    with sqlite3.connect(path) as base:
        base.execute("CREATE TABLE facts_of_mine (a)")
    base.close()
    with pytest.raises(InputError, match="is not a store of games"), opened(path, "x", ()):
        pass
    with sqlite3.connect(path) as base:
        assert [name for (name,) in base.execute("SELECT name FROM sqlite_master")] == ["facts_of_mine"]
    base.close()


@pytest.mark.parametrize("name", [".", "missing/a.games", "/dev/null", "/dev/full", "a\0b"])
def test_places_that_cannot_be_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="cannot be used as a store"), opened(tmp_path / name, "x", ()):
        pass


def _hold(path: str, ready: object, go: object) -> None:
    with opened(Path(path), "x", ()):
        ready.set()  # type: ignore[attr-defined]
        go.wait(60)  # type: ignore[attr-defined]


def test_two_runs_on_one_file_are_refused(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    ready, go = context.Event(), context.Event()
    other = context.Process(target=_hold, args=(str(tmp_path / "a.games"), ready, go))
    other.start()
    assert ready.wait(60)
    with pytest.raises(InputError, match="is in use by another run"), opened(tmp_path / "a.games", "x", ()):
        pass
    go.set()
    other.join()
    with opened(tmp_path / "a.games", "x", ()) as store:
        assert numbers(store, 0) == set()


def test_a_store_in_memory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with (
        pytest.raises(InputError, match=r"^:memory:: names no file: games kept there would be forgotten$"),
        opened(Path(":memory:"), "x", ()),
    ):
        pass
    assert not list(tmp_path.iterdir())
    with opened(Path("./:memory:").absolute(), "x", ()):
        pass
    assert (tmp_path / ":memory:").is_file()

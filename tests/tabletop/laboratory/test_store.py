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


def refused(path: Path) -> str:
    with pytest.raises(InputError) as told, opened(path, "x", ()):
        pass
    return str(told.value)


def test_other_files_are_left_as_they_are(tmp_path: Path) -> None:
    """But an empty file is an empty store."""
    words, base, empty = (tmp_path / name for name in "abc")
    words.write_bytes(b"no database at all, only words")
    with sqlite3.connect(base) as other:
        other.execute("CREATE TABLE facts_of_mine (a)")
    other.close()
    empty.touch()
    for path in (words, base):
        before = path.read_bytes()
        assert refused(path).endswith("is not a store of games")
        assert path.read_bytes() == before
    with opened(empty, "x", ()) as store:
        assert numbers(store, 0) == set()


@pytest.mark.parametrize("name", [".", "missing/a.games", "/dev/null", "/dev/full", "a\0b"])
def test_places_that_cannot_be_written(tmp_path: Path, name: str) -> None:
    assert "cannot be used as a store" in refused(tmp_path / name)


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
    assert "is in use by another run" in refused(tmp_path / "a.games")
    go.set()
    other.join()
    with opened(tmp_path / "a.games", "x", ()) as store:
        assert numbers(store, 0) == set()


def test_a_store_in_memory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert refused(Path(":memory:")) == ":memory:: names no file: games kept there would be forgotten"
    assert not list(tmp_path.iterdir())
    with opened(Path("./:memory:").absolute(), "x", ()):
        pass
    assert (tmp_path / ":memory:").is_file()

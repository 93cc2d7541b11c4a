"""Running games in a file: what was answered is there again, and nobody's game makes room for another."""

from __future__ import annotations

import os
import resource
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from armada_sim.tabletop import InputError
from armada_sim.tabletop.folders import DATA, user_folder
from armada_sim.tabletop.web import Games, GoneError, Kept, kept_in, kept_in_memory, usual_file
from armada_sim.tabletop.web.keeping import FINISHED_DAYS, FullError, UnkeptError
from armada_sim.tabletop.web.seats import LateError
from tests.tabletop.web.numbers import NUMBERS, Pile

DAY = 86_400.0


class Clock:
    """A time that is set."""

    def __init__(self) -> None:
        self.now = 1e9

    def __call__(self) -> float:
        return self.now


@settings(max_examples=40)
@given(piles=st.lists(st.lists(st.integers(0, 3), max_size=6).map(tuple), min_size=1, max_size=6), few=st.booleans())
def test_a_game_is_what_it_was_after_any_changes(
    tmp_path_factory: pytest.TempPathFactory, piles: list[Pile], few: bool
) -> None:
    file = tmp_path_factory.mktemp("kept") / "games.sqlite"
    with closing(kept_in(file)) as kept:
        games = Games(NUMBERS, kept, in_memory=1 if few else 50)
        (key, other) = games.open((9,), [["red"], ["blue", "green"]])
        (beside,) = games.open((7, 7), [["red"]])
        for pile in piles:
            games.put(key, games.at(key).version, pile)
            assert games.at(beside).value == (7, 7)
        version, token = games.at(key).version, kept.token
    with closing(kept_in(file)) as kept:
        games = Games(NUMBERS, kept)
        assert kept.token == token
        assert (games.at(key).value, games.at(key).version) == (piles[-1], version)
        assert games.at(other).seats == {"blue", "green"}
        assert games.at(beside).value == (7, 7)
        with pytest.raises(LateError):
            games.put(key, version + 1, ())
        with pytest.raises(GoneError):
            games.at(key + "x")
    assert key.partition(".")[2].encode() not in file.read_bytes()


def test_the_file_is_its_users_alone_and_what_is_forgotten_is_gone(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with closing(kept_in(file)) as kept:
        (key,) = Games(NUMBERS, kept).open((123456,), [["red"]])
        token = kept.token
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)
    with closing(kept_in(file)) as kept:
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with closing(kept_in(file, forget=True)) as kept:
        assert kept.token != token
        with pytest.raises(GoneError):
            Games(NUMBERS, kept).at(key)
    assert b"123456" not in file.read_bytes()
    assert token.encode() not in file.read_bytes()


def test_the_usual_file_is_in_a_folder_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert user_folder(DATA, {"HOME": "/h"}, "linux") == Path("/h/.local/share/armada-sim")
    assert user_folder(DATA, {"HOME": "/h"}, "darwin") == Path("/h/Library/Application Support/armada-sim")
    assert user_folder(DATA, {"HOME": "/h", "XDG_DATA_HOME": "/d"}, "linux") == Path("/d/armada-sim")
    monkeypatch.setenv("ARMADA_DATA_DIR", str(tmp_path / "mine"))
    assert usual_file().parent == tmp_path / "mine"
    assert stat.S_IMODE((tmp_path / "mine").stat().st_mode) == 0o700
    monkeypatch.setenv("ARMADA_DATA_DIR", "/dev/null/mine")
    with pytest.raises(InputError, match="cannot be kept there"):
        usual_file()


def test_a_file_serves_one_table_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    script = f"from pathlib import Path; from armada_sim.tabletop.web import kept_in; kept_in(Path({str(file)!r}))"
    with closing(kept_in(file)):
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
        assert "is in use by another table; name another file with --games" in done.stderr
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_other_files_are_left_as_they_are(tmp_path: Path) -> None:
    text, base = tmp_path / "dispute.toml", tmp_path / "other.sqlite"
    text.write_text('title = "a dispute"\n' * 200)
    with closing(sqlite3.connect(base)) as other:
        other.execute("CREATE TABLE mine (a)")
    for file in (text, base):
        before = file.read_bytes()
        with pytest.raises(InputError, match="not one of running games"):
            kept_in(file)
        assert file.read_bytes() == before
    with pytest.raises(InputError, match="cannot be kept there"):
        kept_in(tmp_path / "nowhere" / "games.sqlite")


def test_a_full_disk_is_said_before_anything_changes(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with closing(kept_in(file)) as kept:
        games = Games(NUMBERS, kept)
        (key,) = games.open((1,), [["red"]])
        version = games.at(key).version
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (file.stat().st_size, before[1]))
        try:
            with pytest.raises(UnkeptError, match="nothing was changed") as refused:
                games.put(key, version, tuple(range(10_000)))
            assert refused.value.status == 507
            with pytest.raises(UnkeptError):
                games.open(tuple(range(10_000)), [["red"]])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert (games.at(key).value, games.at(key).version) == ((1,), version)
        games.put(key, version, (1, 2))
    with closing(kept_in(file)) as kept:
        assert Games(NUMBERS, kept).at(key).value == (1, 2)


Keeping = Callable[[Clock], Kept]


@pytest.fixture(params=["file", "memory"])
def keeping(request: pytest.FixtureRequest, tmp_path: Path) -> Keeping:
    """Where games are kept, in either way."""
    file = tmp_path / "games.sqlite"
    return kept_in_memory if request.param == "memory" else lambda clock: kept_in(file, clock=clock)


def test_finished_games_go_after_their_time_and_no_others(keeping: Keeping) -> None:
    clock = Clock()
    games = Games(NUMBERS, keeping(clock))
    (done,), (still,) = games.open((1,), [["red"]]), games.open((1,), [["red"]])
    games.put(done, games.at(done).version, (1, 0))
    games.put(still, games.at(still).version, (1, 2))
    clock.now += (FINISHED_DAYS - 1) * DAY
    games.open((), [[]])
    assert games.at(done).value == (1, 0)
    clock.now += 2 * DAY
    with games.watching(done, lambda: None):
        games.open((), [[]])
        assert games.at(done).value == (1, 0)
    games.open((), [[]])
    with pytest.raises(GoneError):
        games.at(done)
    clock.now += 1000 * DAY
    games.open((), [[]])
    assert games.at(still).value == (1, 2)


def test_only_what_nobody_touched_for_a_day_makes_room(keeping: Keeping, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armada_sim.tabletop.web.keeping.MOST_GAMES", 3)
    clock = Clock()
    games = Games(NUMBERS, keeping(clock))
    (played,), (idle,), (seen,) = (games.open((1,), [["red"]]) for _ in range(3))
    games.put(played, games.at(played).version, (1, 2))
    with pytest.raises(FullError, match="3 games"):
        games.open((), [[]])
    clock.now += 2 * DAY
    with games.watching(idle, lambda: None):
        games.open((), [[]])
        assert games.at(idle).value == (1,)
        with pytest.raises(GoneError):
            games.at(seen)
    clock.now += 2 * DAY
    games.open((), [[]])
    with pytest.raises(GoneError):
        games.at(idle)
    assert games.at(played).value == (1, 2)


def test_few_games_are_in_memory_and_all_are_there(tmp_path: Path) -> None:
    with closing(kept_in(tmp_path / "games.sqlite")) as kept:
        games = Games(NUMBERS, kept, in_memory=2)
        keys = [games.open((k,), [["red"]])[0] for k in range(6)]
        with games.watching(keys[0], lambda: None):
            assert [games.at(key).value for key in keys] == [(k,) for k in range(6)]
            assert len(vars(games)["_running"]) <= 3
        assert os.path.exists(tmp_path / "games.sqlite")
        assert keys[0].partition(".")[2] not in repr(vars(games))

"""Whatever is changed in a store after it was written is told in one sentence, or changes nothing that is reported."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings, strategies as st

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.laboratory._export import as_csv
from armada_sim.tabletop.laboratory._runner import run
from armada_sim.tabletop.laboratory.contest import Plan
from armada_sim.tabletop.laboratory.store import opened
from armada_sim.tabletop.laboratory.summary import as_data, summary
from tests.tabletop.laboratory.toys import Coin, numbers

COIN = Coin((0.5, 0.7))
SETS = 3
TABLES = {
    "games": ("meeting", "number", "game", "first", "shares", "reason", "turns", "actions", "start", "log"),
    "sets": ("meeting", "number", "checksum"),
    "meetings": ("meeting", "setting", "entrants"),
    "facts": ("name", "value"),
}
SLOW = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


def told(path: Path) -> str:
    """Everything that is told of a store, once it is complete."""
    with opened(path, COIN.identity, COIN.meetings) as store:
        found = summary(COIN, store, run(COIN, Plan(SETS), store))
        return json.dumps(as_data(found)) + as_csv(COIN, store).decode()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A store and what is told of it."""
    path = tmp_path_factory.mktemp("whole") / "a.games"
    return path, told(path)


@pytest.fixture(scope="module")
def loose(whole: tuple[Path, str]) -> Path:
    """The same store without constraints, in which anything can stand."""
    path = whole[0].with_name("loose.games")
    base = sqlite3.connect(path)
    base.execute("ATTACH ? AS whole", (str(whole[0]),))
    for table in TABLES:
        base.execute(f"CREATE TABLE {table} AS SELECT * FROM whole.{table}")
    base.commit()
    base.close()
    return path


def copied(whole: Path, path: Path) -> sqlite3.Connection:
    """A copy, open."""
    shutil.copy(whole, path)
    base = sqlite3.connect(path)
    base.execute("PRAGMA synchronous = OFF")
    return base


def changed(whole: Path, path: Path, statement: str, *values: Any) -> str:
    """The sentence about a copy after a statement."""
    base = copied(whole, path)
    with base:
        assert base.execute(statement, values).rowcount
    base.close()
    with pytest.raises(InputError) as error:
        told(path)
    sentence = str(error.value)
    assert sentence.startswith(f"{path}: ")
    assert "\n" not in sentence
    return sentence.removeprefix(f"{path}: ")


ANEW = ": the store is damaged; name another file, and its games are played anew"
SECOND = "WHERE meeting = 1 AND number = 2 AND game = 1"


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        (
            f"UPDATE games SET shares = 'a b' {SECOND}",
            "meeting 2, set 3, game 2: its shares are not numbers, but 'a b'",
        ),
        (
            f"UPDATE games SET shares = 'nan 0' {SECOND}",
            "meeting 2, set 3, game 2: its shares are not numbers, but 'nan 0'",
        ),
        (f"UPDATE games SET shares = NULL {SECOND}", "meeting 2, set 3, game 2: its shares are not numbers, but None"),
        (
            f"UPDATE games SET shares = '1.0' {SECOND}",
            "meeting 2, set 3, game 2: its shares are not what 2 entrants can get of one point, but '1.0'",
        ),
        (
            f"UPDATE games SET shares = '2.0 -1.0' {SECOND}",
            "meeting 2, set 3, game 2: its shares are not what 2 entrants can get of one point, but '2.0 -1.0'",
        ),
        (
            f"UPDATE games SET shares = '0.3 0.7' {SECOND}",
            "meeting 2, set 3: it is not what was written, as its checksum shows",
        ),
        (
            f"UPDATE games SET first = 2 {SECOND}",
            "meeting 2, set 3, game 2: who moved first is none of its entrants, but 2",
        ),
        (f"UPDATE games SET turns = 'x' {SECOND}", "meeting 2, set 3, game 2: its number of turns is 'x'"),
        (f"UPDATE games SET actions = -1 {SECOND}", "meeting 2, set 3, game 2: its number of actions is -1"),
        (
            f"UPDATE games SET log = 'text' {SECOND}",
            "meeting 2, set 3, game 2: its log is 'text', which cannot be read",
        ),
        (
            f"UPDATE games SET reason = x'ff' {SECOND}",
            "meeting 2, set 3, game 2: its reason is b'\\xff', which cannot be read",
        ),
        (
            f"UPDATE games SET reason = CAST(x'ff' AS TEXT) {SECOND}",
            "meeting 2, set 3: it is not what was written, as its checksum shows",
        ),
        (
            f"UPDATE games SET log = x'00' {SECOND}",
            "meeting 2, set 3: it is not what was written, as its checksum shows",
        ),
        (f"DELETE FROM games {SECOND}", "meeting 2, set 3: game 2 is missing"),
        ("DELETE FROM games WHERE meeting = 1 AND number = 0 AND game = 0", "meeting 2, set 1: game 1 is missing"),
        ("DELETE FROM games WHERE meeting = 1 AND number = 2", "meeting 2, set 3: its games are missing"),
        (
            "DELETE FROM sets WHERE meeting = 1 AND number = 2",
            "meeting 2, set 3: it is not what was written, as its checksum shows",
        ),
        (f"INSERT INTO games SELECT * FROM games {SECOND}", "meeting 2, set 3: game 2 is there twice"),
        (f"UPDATE games SET game = 'x' {SECOND}", "meeting 2, set 3: one of its games has no number, but 'x'"),
        (f"UPDATE games SET meeting = 7 {SECOND}", "meeting 2, set 3: game 2 is missing"),
        (f"UPDATE games SET number = -1 {SECOND}", "games: one is of set -1 of meeting 1, which there is not"),
        (
            "UPDATE sets SET number = 'x' WHERE meeting = 1 AND number = 2",
            "meeting 2, set 3: it is not what was written, as its checksum shows",
        ),
        ("INSERT INTO sets SELECT 9, 'x', checksum FROM sets", "sets: one is set 'x' of meeting 9, which there is not"),
        ("UPDATE meetings SET entrants = 'x' WHERE meeting = 1", "meetings: they are not those of the experiment"),
    ],
)
def test_damage_is_told_with_file_and_row(loose: Path, tmp_path: Path, statement: str, sentence: str) -> None:
    assert changed(loose, tmp_path / "b.games", statement) == sentence + ANEW


def test_a_format_of_tomorrow_and_another_experiment_are_told(loose: Path, tmp_path: Path) -> None:
    path = tmp_path / "b.games"
    assert changed(loose, path, "UPDATE facts SET value = '3' WHERE name = 'format'") == "is a store of another format"
    assert changed(loose, path, "UPDATE facts SET value = 'x' WHERE name = 'identity'").startswith(
        "holds games of another"
    )


VALUES = st.one_of(
    st.none(), st.integers(-(2**63), 2**63 - 1), st.floats(),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=6),
    st.binary(max_size=6), st.sampled_from(["0.5 0.5", "1e400 0", "0 1 0", "\0"]),
)  # fmt: skip


@SLOW
@given(st.data())
def test_any_field_of_any_row_that_is_changed_is_told(loose: Path, tmp_path: Path, data: st.DataObject) -> None:
    base = copied(loose, tmp_path / "b.games")
    table = data.draw(st.sampled_from(list(TABLES)))
    column = data.draw(st.sampled_from(TABLES[table]))
    rows = [row for (row,) in base.execute(f"SELECT rowid FROM {table}")]
    row, value = data.draw(st.sampled_from(rows)), data.draw(VALUES)
    (before,) = base.execute(f"SELECT {column} FROM {table} WHERE rowid = ?", (row,)).fetchone()
    with base:
        base.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (value, row))
    (after,) = base.execute(f"SELECT {column} FROM {table} WHERE rowid = ?", (row,)).fetchone()
    base.close()
    assume(repr(after) != repr(before))
    with pytest.raises(InputError) as error:
        told(tmp_path / "b.games")
    assert str(error.value).startswith(f"{tmp_path / 'b.games'}: ")
    assert "\n" not in str(error.value)


@SLOW
@given(st.data())
def test_any_byte_of_a_field_that_is_flipped_is_told(loose: Path, tmp_path: Path, data: st.DataObject) -> None:
    base = copied(loose, tmp_path / "b.games")
    table = data.draw(st.sampled_from(["games", "sets"]))
    column = data.draw(st.sampled_from(TABLES[table]))
    row = data.draw(st.integers(1, 6))
    found, kind = base.execute(f"SELECT {column}, typeof({column}) FROM {table} WHERE rowid = ?", (row,)).fetchone()
    if kind == "integer":
        value: Any = found ^ (1 << data.draw(st.integers(0, 62)))
    else:
        raw = bytearray(found.encode() if kind == "text" else found)
        raw[data.draw(st.integers(0, len(raw) - 1))] ^= 1 << data.draw(st.integers(0, 7))
        value = bytes(raw)
    cast = f"CAST(? AS {kind})"
    with base:
        base.execute(f"UPDATE {table} SET {column} = {cast} WHERE rowid = ?", (value, row))
    base.close()
    with pytest.raises(InputError) as error:
        told(tmp_path / "b.games")
    assert str(error.value).startswith(f"{tmp_path / 'b.games'}: meeting") or "which there is not" in str(error.value)


@SLOW
@given(st.data())
def test_any_byte_of_the_file_that_is_flipped_is_told_or_changes_nothing(
    whole: tuple[Path, str], tmp_path: Path, data: st.DataObject
) -> None:
    raw = bytearray(whole[0].read_bytes())
    raw[data.draw(st.integers(0, len(raw) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    path = tmp_path / "b.games"
    path.write_bytes(raw)
    (tmp_path / "b.games-journal").unlink(missing_ok=True)
    sentence = ""
    try:
        found = told(path)
    except InputError as error:
        sentence = str(error)
    if sentence:
        assert sentence.startswith(f"{path}: ")
        assert "\n" not in sentence
    else:
        assert found == whole[1]


def of_format_1(whole: Path, path: Path) -> Path:
    """The same store as it was written before there were checksums."""
    shutil.copy(whole, path)
    base = sqlite3.connect(path)
    with base:
        base.execute("DROP TABLE sets")
        base.execute("UPDATE facts SET value = '1' WHERE name = 'format'")
    base.close()
    return path


def test_a_store_without_checksums_gets_them_and_says_so_once(whole: tuple[Path, str], tmp_path: Path) -> None:
    path = of_format_1(whole[0], tmp_path / "b.games")
    with opened(path, COIN.identity, COIN.meetings) as store:
        assert store.notes == (
            "had no checksums; its sets have them from now on, and nothing shows whether they were changed before",
        )
        assert [numbers(store, m) for m in (0, 1)] == [set(range(SETS))] * 2
        store.add([((0, 5), COIN.play(0, 5))])
    with opened(path, COIN.identity, COIN.meetings) as store:
        assert store.notes == ()
        assert numbers(store, 0) == {*range(SETS), 5}
    assert changed(path, tmp_path / "c.games", f"UPDATE games SET turns = turns + 1 {SECOND}") == (
        "meeting 2, set 3: it is not what was written, as its checksum shows" + ANEW
    )


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        (
            f"UPDATE games SET shares = 'a b' {SECOND}",
            "meeting 2, set 3, game 2: its shares are not numbers, but 'a b'",
        ),
        (f"DELETE FROM games {SECOND}", "meeting 2, set 3: game 2 is missing"),
        ("DELETE FROM games WHERE meeting = 1 AND number = 0 AND game = 1", "meeting 2, set 1: game 2 is missing"),
        (f"UPDATE games SET game = 2 {SECOND}", "meeting 2, set 1: game 3 is missing"),
    ],
)
def test_a_damaged_store_without_checksums_stays_as_it_was(
    whole: tuple[Path, str], tmp_path: Path, statement: str, sentence: str
) -> None:
    path = of_format_1(whole[0], tmp_path / "b.games")
    base = sqlite3.connect(path)
    with base:
        base.execute(statement)
    base.close()
    before = path.read_bytes()
    for _ in range(2):
        with pytest.raises(InputError) as error:
            told(path)
        assert str(error.value) == f"{path}: {sentence}{ANEW}"
    assert path.read_bytes() == before


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_killed_while_it_gets_its_checksums_a_store_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.games"
    with opened(path, COIN.identity, COIN.meetings) as store:
        store.add([((m, n), COIN.play(m, n)) for m in (0, 1) for n in range(300)])
    of_format_1(path, path.with_suffix(".old"))
    wanted = as_table(path)
    script = """
import os, signal, sys
from pathlib import Path
from armada_sim.tabletop.laboratory.store import opened
from tests.tabletop.laboratory.test_damage import COIN
for number in range(1, 41):
    if os.fork() == 0:
        signal.setitimer(signal.ITIMER_REAL, number * number * 4e-5)  # nobody listens: the process ends at once
        with opened(Path(sys.argv[1]), COIN.identity, COIN.meetings) as store:
            os._exit(0 if store.notes else 1)
    _, status = os.wait()
    print(os.WTERMSIG(status), os.WEXITSTATUS(status))
    if not os.WIFSIGNALED(status):
        break
"""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    done = subprocess.run(
        [sys.executable, "-c", script, str(path.with_suffix(".old"))],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    *killed, last = done.stdout.splitlines()
    assert killed
    assert set(killed) == {f"{int(signal.SIGALRM)} 0"}
    assert last in ("0 0", "0 1", f"{int(signal.SIGALRM)} 0")  # 1: the one before was killed just after it was done
    assert as_table(path.with_suffix(".old")) == wanted


def as_table(path: Path) -> bytes:
    with opened(path, COIN.identity, COIN.meetings) as store:
        return as_csv(COIN, store)

"""Whatever is changed in a store after it was written is told in one sentence, or changes nothing that is reported."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings, strategies as st

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.laboratory import as_csv, run
from armada_sim.tabletop.laboratory.contest import Plan
from armada_sim.tabletop.laboratory.store import opened
from armada_sim.tabletop.laboratory.summary import as_data, summary
from tests.tabletop.laboratory.toys import Coin

COIN = Coin((0.5, 0.7))
SETS = 3
TABLES = {
    "games": ("meeting", "number", "game", "first", "shares", "reason", "turns", "actions", "start", "log"),
    "sets": ("meeting", "number", "checksum"),
    "meetings": ("meeting", "setting", "entrants"),
    "facts": ("name", "value"),
}
SLOW = settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


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


CHANGED = "it is not what was written, as its checksum shows"


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        (f"UPDATE games SET shares = NULL {SECOND}", f"meeting 2, set 3: {CHANGED}"),
        (f"UPDATE games SET log = 'text' {SECOND}", f"meeting 2, set 3: {CHANGED}"),
        (f"UPDATE games SET reason = CAST(x'ff' AS TEXT) {SECOND}", f"meeting 2, set 3: {CHANGED}"),
        (f"DELETE FROM games {SECOND}", f"meeting 2, set 3: {CHANGED}"),
        ("DELETE FROM games WHERE meeting = 1 AND number = 2", "meeting 2, set 3: its games are missing"),
        ("DELETE FROM sets WHERE meeting = 1 AND number = 2", f"meeting 2, set 3: {CHANGED}"),
        (f"INSERT INTO games SELECT * FROM games {SECOND}", f"meeting 2, set 3: {CHANGED}"),
        (f"UPDATE games SET number = -1 {SECOND}", f"meeting 2, set 0: {CHANGED}"),
        ("INSERT INTO sets SELECT 9, 'x', checksum FROM sets", "meeting 10, set 'x': its games are missing"),
        ("UPDATE meetings SET entrants = 'x' WHERE meeting = 1", "meetings: they are not those of the experiment"),
    ],
)
def test_damage_is_told_with_file_and_set(loose: Path, tmp_path: Path, statement: str, sentence: str) -> None:
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

"""A store as columns: what was played, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.laboratory import Columns, columns
from armada_sim.tabletop.laboratory.store import opened
from tests.tabletop.laboratory.toys import Coin

COIN = Coin((0.3, 0.8))
PLAYED = [(0, 0), (0, 1), (0, 3), (1, 2)]
"""Meetings and sets, as workers leave them: not all from the first."""


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "a.games"
    with opened(path, COIN.identity, COIN.meetings) as store:
        store.add([(unit, COIN.play(*unit)) for unit in PLAYED])
    return path


def rows(table: Columns, *names: str) -> list[tuple[object, ...]]:
    return list(zip(*(table[name].tolist() for name in names), strict=True))


def test_games_and_sets_are_those_that_were_played(store: Path) -> None:
    found = columns(store)
    games = [(unit, k, row) for unit in PLAYED for k, row in enumerate(COIN.play(*unit))]
    assert rows(found.games, "meeting", "set", "game") == [(m + 1, n + 1, k + 1) for (m, n), k, _ in games]
    assert rows(found.games, "first", "share_1", "share_2", "reason", "turns", "actions", "start") == [
        (row.first + 1, *row.shares, row.reason, row.turns, row.actions, row.start) for *_, row in games
    ]
    assert rows(found.games, "setting", "entrant_1", "entrant_2")[::6] == [
        ("as agreed", "a0", "b0"), ("as agreed", "a1", "b1")
    ]  # fmt: skip
    won = {unit: [row.shares[0] for row in COIN.play(*unit)] for unit in PLAYED}
    assert rows(found.sets, "meeting", "set", "games", "share_1", "share_first") == [
        (m + 1, n + 1, 2, (one + other) / 2, (one + 1 - other) / 2) for (m, n), (one, other) in won.items()
    ]
    assert [(m, n, k, row.log) for m, n, k, row in found.rows()] == [
        (m + 1, n + 1, k + 1, row.log) for (m, n), k, row in games
    ]


def test_columns_are_flat_and_of_types_that_every_library_of_tables_takes(store: Path) -> None:
    for table in (columns(store).games, columns(store).sets):
        assert {column.ndim for column in table.values()} == {1}
        assert len({len(column) for column in table.values()}) == 1
        assert {column.dtype.kind for column in table.values()} <= set("ifU")


@pytest.mark.parametrize("library", ["polars", "pandas"])
def test_polars_and_pandas_take_them(store: Path, library: str) -> None:
    frame = pytest.importorskip(library).DataFrame(columns(store).games)
    assert list(frame.columns) == list(columns(store).games)
    assert frame["share_1"].mean() == columns(store).games["share_1"].mean()
    assert list(frame["entrant_1"]) == columns(store).games["entrant_1"].tolist()


def test_so_many_sets_of_each_meeting_and_no_games_at_all(store: Path, tmp_path: Path) -> None:
    assert rows(columns(store, sets=2).sets, "meeting", "set") == [(1, 1), (1, 2)]
    with opened(tmp_path / "empty.games", COIN.identity, COIN.meetings):
        pass
    none = columns(tmp_path / "empty.games")
    assert {len(column) for table in (none.games, none.sets) for column in table.values()} == {0}
    assert list(none.rows()) == []


def test_what_is_kept_after_it_was_opened_is_passed_over(store: Path) -> None:
    found = columns(store)
    with opened(store, COIN.identity, COIN.meetings) as more:
        more.add([(unit, COIN.play(*unit)) for unit in [(0, 2), (0, 4), (1, 0)]])
    assert [(m - 1, n - 1) for m, n, k, _ in found.rows() if k == 1] == PLAYED
    assert len(columns(store).sets["set"]) == 7


def test_no_store_is_made_where_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such file"):
        columns(tmp_path / "none.games")
    assert not list(tmp_path.iterdir())

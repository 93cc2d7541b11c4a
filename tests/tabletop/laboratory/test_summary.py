"""What an experiment came to, in numbers and in words."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from armada_sim.tabletop.laboratory import as_csv, run
from armada_sim.tabletop.laboratory.contest import GameRow, Plan
from armada_sim.tabletop.laboratory.fairness import fairness
from armada_sim.tabletop.laboratory.store import Store, opened
from armada_sim.tabletop.laboratory.summary import Summary, as_data, summary
from armada_sim.tabletop.laboratory.words import Teller
from tests.tabletop.laboratory.toys import Coin, Settings, round_robin


@contextmanager
def played(coin: Coin, sets: int, path: Path) -> Iterator[tuple[Summary, Store]]:
    with opened(path, coin.identity, coin.meetings) as store:
        counts = run(coin, Plan(sets), store)
        yield summary(coin, store, counts), store


def test_a_biased_coin(tmp_path: Path) -> None:
    with played(Coin((0.7,)), 400, tmp_path / "a.games") as (found, store):
        (row,) = found.settings[0].meetings
        wins = sum(game.shares[0] for *_, game in store.games(0))
        assert row.share.mean == pytest.approx(wins / 800)
        assert row.share.low < 0.7 < row.share.high
        assert row.first.low < 0.5 < row.first.high
        assert (row.share.sets, row.share.games, row.distinct, row.reasons) == (400, 800, 800, (("tossed", 800),))
        one, other = row.by_first
        assert one is not None
        assert other is not None
        assert (one.mean + other.mean) / 2 == pytest.approx(row.share.mean)
        assert row.turns[0] >= 5
        assert list(row.turns) == sorted(row.turns)
        assert (found.settings[0].ratings, found.settings[0].mixture) == ({}, None)
        assert any(word.startswith("a0 beats b0: ") for word in found.words)
        assert found.words[0] == "800 games were played, 800 of them different from each other."


def test_whoever_moves_first_wins(tmp_path: Path) -> None:
    class First(Coin):
        """Whoever moves first has the point: no side is better, every set is split."""

        def play(self, meeting: int, number: int):  # type: ignore[no-untyped-def]
            return tuple(
                replace(row, shares=(1.0 - row.first, float(row.first))) for row in super().play(meeting, number)
            )

    with played(First((0.5,)), 60, tmp_path / "a.games") as (found, _):
        (row,) = found.settings[0].meetings
        assert (row.share.mean, row.first.mean, row.first.sets, row.first.games) == (0.5, 1.0, 60, 120)
        assert found.settings[0].first.low > 0.9
        assert [half.mean for half in row.by_first if half is not None] == [1.0, 0.0]
        assert any(word.startswith("Whoever moves first gets 100.0 % (") for word in found.words)


def test_rock_paper_scissors(tmp_path: Path) -> None:
    coin = round_robin("rps", {"rp": 0.0, "rs": 1.0, "ps": 0.0})
    with played(coin, 60, tmp_path / "a.games") as (found, _):
        (setting,) = found.settings
        assert setting.mixture is not None
        weights = {part.entrant: part.weight for part in setting.mixture.parts}
        assert weights == pytest.approx({"r": 1 / 3, "p": 1 / 3, "s": 1 / 3})
        assert [rating.mean for rating in setting.ratings.values()] == pytest.approx([0, 0, 0], abs=1e-6)
        assert any(word.startswith("p beats r") for word in found.words)
        assert any(re.match(r"Ratings in Elo points: [rps] [+-]0 \(", word) for word in found.words)


def test_settings_are_compared_on_the_same_sets(tmp_path: Path) -> None:
    coin = Settings((0.6,), (("a", "b"),), lost=lambda meeting, number: bool(meeting) and number % 10 == 0)
    with played(coin, 200, tmp_path / "a.games") as (found, store):
        (change,) = found.changes
        lost = [game.shares[0] for number, _, game in store.games(0) if number % 10 == 0]
        assert change.difference.mean == pytest.approx(-sum(lost) / 400)
        assert change.difference.high < 0
        assert change.difference.half_width < found.settings[0].meetings[0].share.half_width
        assert any(word.startswith("other changes the share of a against b") for word in found.words)


def test_the_same_game_under_two_settings_is_one_game(tmp_path: Path) -> None:
    with played(Settings((0.6,), (("a", "b"),)), 20, tmp_path / "a.games") as (found, _):
        assert (found.games, found.distinct) == (80, 40)
        assert [row.distinct for setting in found.settings for row in setting.meetings] == [40, 40]
        assert found.words[0] == "80 games were played, 40 of them different from each other."


def test_without_scipy_the_words_say_that_there_is_no_mixture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    coin = round_robin("rps", {"rp": 0.0, "rs": 1.0, "ps": 0.0})
    with played(coin, 10, tmp_path / "a.games") as (found, _):
        assert found.settings[0].mixture is None
        assert len(found.settings[0].ratings) == 3
        told = "The mixture that nothing beats was not worked out: it needs SciPy (pip install 'armada-sim[stats]')."
        assert found.words.count(told) == 1


def test_the_nearest_to_even_come_first(tmp_path: Path) -> None:
    coin = Coin((0.9, 0.5, 0.7, 0.1, 0.3, 0.6, 0.8, 0.2))
    with played(coin, 100, tmp_path / "a.games") as (found, _):
        rows = fairness(found.settings[0])
        assert len(rows) == 16
        assert {row.number for row, *_ in rows[:2]} == {1}
        away = [abs(estimate.mean - 0.5) for *_, estimate in rows]
        assert away == sorted(away)
        assert any("Of 16 meetings with a given first mover" in word for word in found.words)


@pytest.mark.parametrize(
    "coin", [Coin((0.9, 0.5)), Coin((0.5,) * 13), round_robin("rps", {"rp": 0.0, "rs": 1.0, "ps": 0.0})], ids=str
)
def test_french_sentences_tell_the_same_numbers_and_no_english(coin: Coin, tmp_path: Path) -> None:
    with played(coin, 40, tmp_path / "a.games") as (found, _):
        told = list(Teller("fr").sentences(found.settings, found.changes, found.games, found.distinct))
    assert len(told) == len(found.words)
    for english, french in zip(found.words, told, strict=True):
        assert sorted(re.findall(r"\d+(?:\.\d+)?", english)) == sorted(
            re.findall(r"\d+(?:\.\d+)?", french.replace(",", "."))
        )
        assert not re.search(r"\b(agreed|of|the|beats|games|moves|whoever|whether|to|and|first)\b", french)


def test_what_many_settings_change_is_counted(tmp_path: Path) -> None:
    names = [(f"a{i}", f"b{i}") for i in range(14)]

    coin = Settings((0.6, 0.95, *(0.6,) * 12), tuple(names), lost=lambda meeting, _: meeting > 14)
    with played(coin, 60, tmp_path / "a.games") as (found, store):
        lost = sum(game.shares[0] for *_, game in store.games(1)) / 120
        (told,) = [word for word in found.words if word.startswith("other changes")]
        assert told.startswith(
            f"other changes for certain 13 of 14 shares, most that of a1 against b1, by −{100 * lost:.1f} points ("
        )


def test_data_for_programs_is_plain_json(tmp_path: Path) -> None:
    coin = round_robin("abc", {"ab": 0.6, "ac": 0.7, "bc": 0.5})
    with played(coin, 30, tmp_path / "a.games") as (found, store):
        data = json.loads(json.dumps(as_data(found)))
        assert data["settings"][0]["meetings"][1]["meeting"]["entrants"] == ["a", "c"]
        assert data["settings"][0]["meetings"][1]["share"]["sets"] == 30
        assert data["words"] == list(found.words)
        lines = as_csv(coin, store).decode().splitlines()
        assert len(lines) == 1 + 3 * 60
        assert lines[0].startswith("meeting,setting,entrant_1,entrant_2,set,game,first,share_1,share_2,reason,turns")


LIKE_FORMULAS = ("=cmd|' /C calc'!A0", "+1", "-2+3", "\u22123", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\uff1d1")
PLAIN = ("it's = 1", "a-b", "'=1", "", " large")


def test_no_text_of_a_table_is_taken_for_a_formula(tmp_path: Path) -> None:
    """An apostrophe stands before it, as spreadsheets write text that looks like one; numbers stay numbers."""
    names = (*LIKE_FORMULAS, *PLAIN)
    coin = Below(tuple(0.5 for _ in names), tuple((name, "b") for name in names))
    with opened(tmp_path / "a.games", coin.identity, coin.meetings) as store:
        store.add(((number, 0), coin.play(number, 0)) for number in range(len(names)))
        text = as_csv(coin, store).decode()
    assert "'\r=1" in text  # which Python before 3.13 does not quote, and reads as two rows
    rows = list(csv.DictReader(io.StringIO(text.replace("\r", " "), newline="")))
    entrants = [row["entrant_1"] for row in rows[::2]]
    assert entrants == [*(f"'{name}".replace("\r", " ") for name in LIKE_FORMULAS), *PLAIN]
    assert {(row["share_1"], row["share_2"]) for row in rows} == {("-0.5", "1.5")}
    assert {row["reason"] for row in rows} == {"'-"}


class Below(Coin):
    """Games whose loser gets less than nothing."""

    def play(self, meeting: int, number: int) -> tuple[GameRow, ...]:
        """The same for everybody."""
        return tuple(replace(row, shares=(-0.5, 1.5), reason="-") for row in super().play(meeting, number))


@pytest.mark.parametrize(("coin", "lines"), [
    (Settings((0.5, 0.5), (("a", "b"), ("c", "d"))), 4),
    (Settings((0.5,) * 21, tuple((f"a{i}", f"b{i}") for i in range(21)), where=("as agreed",)), 5),
], ids=["few", "many"])  # fmt: skip
def test_what_is_too_close_to_call_takes_one_line(coin: Settings, lines: int, tmp_path: Path) -> None:
    """Of few meetings with all of them, of many with their number; so does each thing that is not certain."""
    with played(coin, 4, tmp_path / "a.games") as (found, _):
        assert all(row.share.low < 0.5 < row.share.high for setting in found.settings for row in setting.meetings)
        (close,) = (line for line in found.words if "oo close to call" in line)
        assert all(f"{one} against {other}" in close for one, other in coin.names) == (len(coin.names) < 10)
        assert len(found.words) <= lines

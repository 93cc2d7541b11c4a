"""How sets of games are played from every seat, and what is counted."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from armada_sim.tabletop.laboratory import run
from armada_sim.tabletop.laboratory.contest import Plan
from armada_sim.tabletop.laboratory.store import opened
from armada_sim.tabletop.laboratory.summary import summary
from grid_games import catalogue
from grid_games.cli.commands import cli
from grid_games.core.match import replayed
from grid_games.core.records import read_record
from grid_games.laboratory import rotations as laboratory
from grid_games.laboratory.experiment import parse_experiment
from grid_games.laboratory.rotations import NEITHER, Rotations, rotations, set_up, shares
from tests.commands import refused
from tests.grid_games import toys

SHORT = """
game = "strategiksa"
sets = 3
[levels]
weak = "random"
strong = "greedy:5"
[settings]
max_rounds = 2
"""


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_each_of_two_is_alone_once_in_every_seat(seats: int) -> None:
    found = rotations(seats)

    assert len(found) == (2 if seats == 2 else 2 * seats) == len(set(found))
    for who in (0, 1):
        alone = Counter(hands.index(who) for hands in found if hands.count(who) == 1)
        assert alone == dict.fromkeys(range(seats), 1)


def test_shares_are_means_of_seats_against_each_other() -> None:
    """A winner with a vassal: 1 and 1/2; the seats of the two who share them count in the mean."""
    game = catalogue.load("strategiksa", 3)
    got = {"red": Fraction(1), "green": Fraction(1, 2), "blue": Fraction(0)}

    assert shares(game, got, (0, 1, 1)) == (0.8, pytest.approx(0.2))
    assert shares(game, got, (1, 0, 0)) == (0.2, 0.8)
    assert shares(game, dict.fromkeys(got, Fraction(0)), (0, 1, 1)) == (0.5, 0.5)
    assert shares(game, dict.fromkeys(got, Fraction(1, 3)), (0, 1, 1)) == (0.5, 0.5)


def test_two_seats_share_what_the_two_got() -> None:
    """A third who wins leaves them even."""
    game = catalogue.load("strategiksa", 3)
    got = {"red": Fraction(1), "green": Fraction(1, 2), "blue": Fraction(0)}

    assert shares(game, got, (0, 1, NEITHER)) == (pytest.approx(2 / 3), pytest.approx(1 / 3))
    assert shares(game, got, (0, NEITHER, 1)) == (1.0, 0.0)
    assert shares(game, {**got, "red": Fraction(0), "green": Fraction(0)}, (0, 1, NEITHER)) == (0.5, 0.5)


def test_games_of_a_set_begin_alike_and_can_be_replayed() -> None:
    contest = Rotations(parse_experiment(SHORT))
    rows = contest.play(0, 1)

    assert len(rows) == 6
    assert len({row.start for row in rows}) == 1
    assert [row.first for row in rows] == [0, 1, 1, 0, 1, 0]
    assert rows == contest.play(0, 1)
    assert rows[0].start != contest.play(0, 2)[0].start
    record = read_record(contest.record(0, 1, 3, rows[3].log))
    assert record.seats == ("weak", "strong", "weak")
    match = replayed(catalogue.load("strategiksa", record.players, record.settings), record)
    assert len(match.moves) == rows[3].actions
    ended = match.outcome()
    assert ended is not None
    assert ended.reason == rows[3].reason


@pytest.mark.parametrize("name", catalogue.KINDS)
def test_setting_up_by_lot_ends_where_the_game_begins(name: str) -> None:
    game = catalogue.load(name)
    state, moves = set_up(game, np.random.default_rng(3))

    assert moves
    assert state.outcome() is None
    assert not game.opening(state)
    before = game.new()
    for move in moves:
        assert game.opening(before)
        before = before.play(move)
    assert before == state == set_up(game, np.random.default_rng(3))[0]


def test_armies_are_deployed_as_they_are_listed() -> None:
    """The same list plays both seats in turn, whatever hexes it is dealt."""
    text = 'game = "singidunum"\ncompare = "armies"\nsets = 1\nlevels = { a = "random" }\n'
    text += '[settings]\nscenario = "37"\n[armies]\n'
    contest = Rotations(parse_experiment(text + 'mixed = "E9 H7 H6 C6 A5 A4"\nmany = "C6 C5 C5 C4 A6 A5 A5"'))
    rows = contest.play(0, 0)

    placed = [
        [move.partition("@")[0] for move in read_record(contest.record(0, 0, k, row.log)).moves if "@" in move]
        for k, row in enumerate(rows)
    ]
    lists = [["E9", "H7", "H6", "C6", "A5", "A4"], ["C6", "C5", "C5", "C4", "A6", "A5", "A5"]]
    assert sorted(placed[0]) == sorted(placed[1]) == sorted(lists[0] + lists[1])
    assert sorted(placed[0][: len(lists[0])]) == sorted(lists[0])
    assert sorted(placed[1][: len(lists[1])]) == sorted(lists[1])


def test_each_two_seats_meet() -> None:
    contest = Rotations(parse_experiment(SHORT.replace("sets = 3", 'sets = 3\ncompare = "seats"')))

    told = [(meeting.setting, meeting.entrants) for meeting in contest.meetings]
    pairs = [("red", "green"), ("red", "blue"), ("green", "blue")]
    assert told == [(f"as agreed; {level}", pair) for level in ("weak", "strong") for pair in pairs]
    (row,) = contest.play(1, 0)
    assert row.first == 0
    assert read_record(contest.record(1, 0, 0, row.log)).seats == ("random",) * 3


def test_search_beats_random_at_a_solved_game_and_equals_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nim (Bouton, 1901): whoever moves first wins from heaps that do not balance, if he knows how."""
    monkeypatch.setattr(catalogue, "load", toys.load)
    monkeypatch.setattr(catalogue, "extras", lambda name: catalogue.NONE)
    text = (
        'game = "nim"\nsets = 40\nopening = "players"\n[levels]\ngood = "search:40"\nbad = "random"\nsame = "search:40"'
    )
    contest = Rotations(parse_experiment(text))
    with opened(tmp_path / "nim.games", contest.identity, contest.meetings) as store:
        counts = run(contest, Plan(40), store, workers=1)
        (found,) = summary(contest, store, counts).settings

    share = {row.meeting.entrants: row.share for row in found.meetings}
    assert share["good", "bad"].low > 0.5
    assert share["bad", "same"].high < 0.5
    assert share["good", "same"].low <= 0.5 <= share["good", "same"].high


def test_the_command_plays_resumes_and_reports(tmp_path: Path) -> None:
    (tmp_path / "short.toml").write_text(SHORT.replace("strong =", '"-strong" ='))
    asked = ["balance", str(tmp_path / "short.toml"), "--store", str(tmp_path / "a.games"), "--workers", "1"]
    first = CliRunner().invoke(cli, [*asked, "--sets", "2", "--json"], catch_exceptions=False)
    again = CliRunner().invoke(
        cli, [*asked, "-o", str(tmp_path / "report.html"), "--game", "1:3:2", str(tmp_path / "game.json"),
         "--export", str(tmp_path / "games.csv")]
    )  # fmt: skip

    assert first.exit_code == again.exit_code == 0, again.output
    assert '"games": 12' in first.output
    assert again.output.startswith("18 games were played")
    assert "strategiksa" in (tmp_path / "report.html").read_text()
    assert read_record((tmp_path / "game.json").read_text()).seats == ("-strong", "weak", "weak")
    assert ",weak,'-strong,1,1," in (tmp_path / "games.csv").read_text()  # no formula of a spreadsheet


def test_a_bad_file_is_one_sentence_and_2(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(SHORT.replace("max_rounds", "max_round"))
    said = refused("grid-games", "balance", file)
    assert said == f"Error: {file}: settings.max_round: is no option; do you mean max_rounds?\n"
    assert list(tmp_path.iterdir()) == [file]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which goes on by hand alone."""
    now = [0.0]
    monkeypatch.setattr(catalogue, "load", toys.load)
    monkeypatch.setattr(laboratory.time, "process_time", lambda: now[0])
    return now


def pace(*levels: str) -> float:
    listed = "\n".join(f'{level[:3]} = "{level}"' for level in levels)
    return Rotations(parse_experiment(f'game = "nim"\nsets = 1\nopening = "players"\n[levels]\n{listed}')).pace(0)


def test_the_pace_of_a_set_is_the_time_of_whole_games(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    """Each state takes a second to make, and players nothing to choose: a game of Nim has two moves at least, and a set
    two games."""
    made = toys.NimState.play

    def slow(state: toys.NimState, move: toys.Word) -> toys.NimState:
        clock[0] += 1
        return made(state, move)

    monkeypatch.setattr(toys.NimState, "play", slow)
    assert 4 <= pace("random", "greedy") < 20


def test_the_pace_of_who_searches_is_decisions_times_what_some_take(
    monkeypatch: pytest.MonkeyPatch, clock: list[float]
) -> None:  # fmt: skip
    """A decision of his takes 10 s, all else nothing: a game has two at least, he has half of the seats."""
    searches = laboratory.Search.choose

    def slow(player: laboratory.Search, state: toys.NimState, rng: np.random.Generator) -> toys.Word:
        clock[0] += 10
        return searches(player, state, rng)

    monkeypatch.setattr(laboratory.Search, "choose", slow)
    assert 20 <= pace("random", "search:2") < 100
    assert pace("random", "greedy") == 0


def test_the_time_of_an_experiment_is_said_before_it_starts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Three sets of a meeting, 80 s each; nothing is said once all are there."""
    monkeypatch.setattr(Rotations, "pace", lambda self, meeting: 80.0)
    (tmp_path / "short.toml").write_text(SHORT)
    arguments = ["balance", str(tmp_path / "short.toml"), "--store", str(tmp_path / "kept"), "--workers", "1"]
    first, again = (CliRunner().invoke(cli, arguments) for _ in range(2))

    assert first.stderr == "3 sets are to be played: about 4 minutes\n"
    assert again.stderr == ""

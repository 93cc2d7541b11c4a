"""Sets of mirrored battles: the same whoever plays them, kept as records that replay."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from armada_sim.experiments.battles import Battles
from armada_sim.experiments.experiment import parse_experiment
from armada_sim.files.game_reading import parse_game
from armada_sim.files.game_records import replay
from armada_sim.tabletop.laboratory.contest import GameRow
from tests.experiments.small import SMALL
from tests.whole import whole


def contest(text: str) -> Battles:
    return Battles(parse_experiment(text))


@pytest.fixture(scope="module")
def played() -> tuple[Battles, list[tuple[GameRow, ...]]]:
    battles = contest(SMALL)
    return battles, [battles.play(0, number) for number in range(4)]


def test_a_set_depends_on_its_number_alone(played: tuple[Battles, list[tuple[GameRow, ...]]]) -> None:
    battles, rows = played
    copy = pickle.loads(pickle.dumps(battles))
    assert [copy.play(0, number) for number in (3, 1)] == [rows[3], rows[1]]
    assert len({row[0].start for row in rows}) == 4
    assert contest(SMALL.replace("seed = 3", "seed = 4")).play(0, 1) != rows[1]


def test_either_side_begins_from_the_same_start(played: tuple[Battles, list[tuple[GameRow, ...]]]) -> None:
    battles, rows = played
    for number, row in enumerate(rows):
        assert [game.first for game in row] == [0, 1]
        assert row[0].start == row[1].start
        records = [parse_game(battles.record(0, number, k, game.log)) for k, game in enumerate(row)]
        assert [record.start.first for record in records if record.start] == ["red", "blue"]
        assert records[0].start is not None
        assert records[1].start is not None
        assert records[0].start.ships == records[1].start.ships
    sides = {parse_game(battles.record(0, n, 0, row[0].log)).agreement.seats[0].side for n, row in enumerate(rows)}
    assert sides == {"south", "north"}


def test_every_game_replays_to_its_result(played: tuple[Battles, list[tuple[GameRow, ...]]]) -> None:
    battles, rows = played
    for number, row in enumerate(rows):
        for k, game in enumerate(row):
            record = parse_game(battles.record(0, number, k, game.log))
            again = replay(record)
            assert again.good
            assert len(record.actions) == game.actions
            end = again.games[-1]
            assert end.state.turns == game.turns
            result = end.outcome()
            assert result is not None
            assert result.reason == game.reason
            assert tuple(float(end.returns()[name]) for name in ("red", "blue")) == game.shares


def test_settings_share_their_starts() -> None:
    battles = contest(SMALL + '[vary]\nmin_gap = ["9 in"]\nin_area = ["half"]\n')
    base, gap, area = (battles.play(m, 0)[0] for m in range(3))
    assert area.start == base.start
    assert gap.start
    assert [m.setting for m in battles.meetings] == ["as agreed", "min_gap = 9 in", "in_area = half"]


def test_rules_that_the_arrays_do_not_play_are_played_by_the_referee() -> None:
    battles = contest(SMALL.replace('"free" }', '"free", physical_fit = "must_fit" }'))
    rows = battles.play(0, 0)
    record = parse_game(battles.record(0, 0, 0, rows[0].log))
    assert record.agreement.rules.physical_fit == "must_fit"
    assert replay(record).good
    assert battles.play(0, 0) == rows


def test_games_for_flags_have_their_flags() -> None:
    battles = contest(SMALL.replace('"free" }', '"free", goal = "flag" }'))
    kinds = set()
    for number in (2, 3):
        for k, row in enumerate(battles.play(0, number)):
            record = parse_game(battles.record(0, number, k, row.log))
            assert record.start is not None
            assert {flag.owner for flag in record.start.flags} == {"red", "blue"}
            kinds |= {flag.ship is None for flag in record.start.flags}
            assert replay(record).good
    assert kinds == {True, False}


def test_players_that_are_compared_play_either_fleet_first_and_second() -> None:
    battles = contest(
        SMALL.replace("sets = 3", 'sets = 3\ncompare = "players"') + '[[players]]\nname = "keen"\nlevel = "greedy"\n'
    )
    assert [str(meeting) for meeting in battles.meetings] == ["chance - keen (as agreed; large, smalls)"]
    keen = np.zeros(4)
    for number in range(3):
        rows = battles.play(0, number)
        hands = []
        for k, row in enumerate(rows):
            record = parse_game(battles.record(0, number, k, row.log))
            assert record.start is not None
            assert record.result is not None
            notes = dict(record.notes)
            hands.append((notes["red"], record.start.first))
            winner = [notes[name] for name in record.result.winners]
            assert row.shares == (
                (0.5, 0.5) if not winner else (float(winner == ["random"]), float(winner == ["greedy"]))
            )
            assert ("random", "greedy")[row.first] == notes[record.start.first]
        assert hands == [("random", "red"), ("random", "blue"), ("greedy", "red"), ("greedy", "blue")]
        keen += [row.shares[1] for row in rows]
    assert keen.sum() > 6


@pytest.mark.parametrize("attacker", ["first", whole("second")])
def test_games_with_a_goal_line_are_played(attacker: str) -> None:
    """The line lies behind the player who is attacked, wherever he sits; games end there or when attackers are sunk."""
    text = SMALL.replace('"free" }', '"free", goal = "infiltration" }').replace('"random"', '"greedy"')
    battles = contest(f'{text}[goal_line]\nattacker = "{attacker}"\ndepth = "6 cm"\n')
    attacks = ("red", "blue")[attacker == "second"]
    ends, sides = set(), set()
    for number in range(4):
        for k, row in enumerate(battles.play(0, number)):
            record = parse_game(battles.record(0, number, k, row.log))
            (line,) = record.agreement.lines
            defender = next(seat for seat in record.agreement.seats if seat.player != attacks)
            assert line.attacker == attacks
            assert float(line.start[1]) == float(line.end[1]) == {"north": 854.4, "south": 60.0}[str(defender.side)]
            assert replay(record).good
            ends.add(row.reason)
            sides.add(str(defender.side))
    assert sides == {"north", "south"}
    assert ends & {"line_crossed", "attackers_sunk"}
    assert ends <= {"line_crossed", "attackers_sunk", "sunk", "quiet_turns"}

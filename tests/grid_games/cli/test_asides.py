"""What people may say before somebody else's decision: offered at the line before it, passed over in silence."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import pairwise

import pytest
from click.testing import CliRunner

from grid_games import catalogue
from grid_games.cli.commands import cli
from grid_games.cli.sitting import Sitting
from grid_games.cli.turns import HUMAN
from grid_games.core.match import Match
from grid_games.core.protocol import CHANCE
from grid_games.core.records import read_record

SET_UP = """
zone B2;+K c3;+H c3;+I d3;+I d3;+I d3;+I d3;+A d3;+C d4;+C d4
zone C2;+K e3;+C e3;+C e3;+I e4;+I e4;+A e4;+A e4;+H f4;+H f4
zone C3;+K f6;+I e5;+I e5;+A e5;+A e5;+C f6;+C f6;+H f6;+H f6
no offer;stop;stop;stop;offer R;yes
"""
"""In the first round green has just become red's vassal, and has blue's troops before him."""


@pytest.fixture
def record(tmp_path):
    def written(*seats, moves=SET_UP):
        match = Match(catalogue.load("strategiksa", 3))
        for text in moves.replace("\n", ";").split(";"):
            if text:
                match.push(text)
        file = tmp_path / "vassal.json"
        file.write_text(match.record(seats).text())
        return file

    return written


def play(file, text, *more):
    result = CliRunner().invoke(cli, ["play", "--resume", str(file), *more], input=text)
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())


NOTE = "Before this red may say who runs green, as in dismiss green; pass ends the asking for this round."


def test_whoever_sits_there_decides_and_the_line_says_who_may_speak(record):
    said = play(record("human", "human", "human"), "stop\nstop\nquit\n")
    assert "green> stop green: stop" in said
    assert "red>" not in said
    assert said.count(NOTE) == 1


def test_a_word_is_typed_at_anybodys_line_and_recorded(record, tmp_path):
    kept = tmp_path / "kept.json"
    lines = "why dismiss green\nwhy m G=B\n? dis\n? m\ndismiss green\n+I e3\npass\nstop\nquit\n"
    said = play(record("human", "human", "human"), lines, "--record", str(kept))
    assert "It is allowed." in said
    assert "blue is neither a vassal of red nor brought down by him [49]" in said
    assert "before this, red (1): m G=R" in said
    assert "red: m G=R; green is run by red now" in said
    assert read_record(kept.read_text()).moves[-4:] == ("m G=R", "+I e3", "pass", "stop")


def test_what_was_passed_over_is_taken_back_with_the_move(record, tmp_path):
    kept = tmp_path / "kept.json"
    said = play(record("human", "human", "human"), "+I e3\nundo\nm G=R\nundo\nquit\n", "--record", str(kept))
    assert said.count("Taken back.") == 2
    assert read_record(kept.read_text()).moves[-1] == "yes"


def test_a_computer_is_not_kept_waiting_but_a_battle_of_a_vassal_is_said_aloud(record):
    """Blue attacks green, both computers: red is asked once, when the battle begins, and takes over or waits."""
    attack = ";wait;".join(("", *["stop"] * 3, "no offer", *["stop"] * 2, *["I e5-e4"] * 2, "stop"))
    battle = record("human", "greedy", "greedy", moves=f"{SET_UP}{attack}")
    waited, taken = play(battle, "wait\nquit\n"), play(battle, "dismiss green\nquit\n")
    aloud = "before this red may say who runs green, wait, or pass for the round"
    assert waited.count(aloud) == taken.count(aloud) == 1
    assert "red: m G=R; green is run by red now" in taken
    assert "red, defending, has the initiative" in taken
    assert "red, defending" not in waited


def test_the_turn_of_a_computer_is_one_line_though_a_suzerain_may_speak_before_each_move(record):
    """Red, a person, is green's suzerain: no two lines after each other are of one player."""
    said = play(record("human", "greedy", "greedy"), "quit\n")
    told = re.findall(r"(?<= )(red|green|blue): (?=\S)", said.partition(" Round ")[0])
    assert "green" in told
    assert [pair for pair in pairwise(told) if pair[0] == pair[1]] == []


def test_a_dispute_need_not_say_who_was_silent(tmp_path):
    file = tmp_path / "dispute.toml"
    position = "classic|2|G|R=R,G=R,B=B|R=R,G=G,B=B|c3=R:KH;d4=R:2C;e3=G:2I;e4=G:A;c7=B:K2I;d8=B:C"
    file.write_text(
        f'game = "strategiksa"\nposition = "{position}"\nmoves = ["stop"]\n'
        '[[questions]]\nmove = "I e3-e5"\n[[questions]]\nmove = "I e3-d2"\nafter = ["A e4-e5"]\n'
        '[[questions]]\nmove = "m G=R"\n'
    )
    result = CliRunner().invoke(cli, ["check", str(file), "--json"])
    assert result.output.count('"answer": "yes"') == 2
    assert "moves one square; e5 is 2 away" in result.output


DUEL = """
zone A1;+K a1;+I a1;+I a1;+I a1;+I a1;+I a1;+I a1;+I a1;+I a1;+I a1;+I a2
zone C2;+K e3;+I e3;+I e3;+I e3;+I e3;+I e3;+I e3;+I e3;+I e3;+I e3;+A e4
zone C3;+K f6;+I e5;+I f6;+I f6;+I f6;+I f6;+I f6;+I f6;+I f6;+I f6;+I f6
no offer;stop;stop;no offer;stop;stop;no offer;stop
"""
"""Blue is about to move, and green has one archer on e4."""


def test_what_has_one_answer_is_not_asked_but_told(record, tmp_path):
    """A lone infantryman against a lone archer: nobody chooses who fights."""
    kept = tmp_path / "kept.json"
    people = record("human", "human", "human", moves=DUEL)
    said = play(people, "I e5-e4; stop\nundo\nquit\n", "--record", str(kept))
    assert "green: forced: A" in said
    assert "blue: forced: /I; green A is left as A*; blue I is removed" in said
    assert said.count("forced: ") == 2
    assert "Taken back." in said
    assert read_record(kept.read_text()).moves[-1] == "I e5-e4"  # to the last choice there was


def test_of_what_is_hidden_one_answer_is_no_question_either_where_nobody_learns_of_it():
    """Alone at the table, or while one person keeps the screen; where it would change hands he is asked, for else the
    others would know that he had no choice."""
    rng, game = random.Random(3), catalogue.load("destin-arc", 3)
    alone, together = (
        Sitting(Match(game), dict.fromkeys(game.players, "greedy") | dict.fromkeys(people, HUMAN), 0)
        for people in (["bonnaire"], game.players)
    )
    skipped, handed, last = 0, 0, ""
    for _ in range(700):
        state = alone.state
        player, moves = state.current_player(), state.legal_moves()
        if player in game.players:
            changes = player != last and together.veiled(state)
            assert (alone.only() is None) == (player != "bonnaire" or len(moves) > 1)
            assert (together.only() is None) == (changes or len(moves) > 1)
            assert together.betrays(together.match.states) == changes
            skipped, handed = skipped + (alone.only() is not None), handed + changes
        last = player if player in game.players else last
        move, only = moves[rng.randrange(len(moves))], together.only() is not None
        alone.match.push(move)
        together.played(move, alone=only)
    for viewer in game.players:
        told = together.news[viewer]
        assert any("forced: " in text for player, text in told if player == viewer)
        assert not any("forced: " in text for player, text in told if player != viewer)
    assert skipped > 5
    assert handed > 5


def test_alone_at_the_table_what_has_one_answer_goes_on_at_once(tmp_path):
    """Of units and spells that others do not see."""
    rng, match = random.Random(3), Match(catalogue.load("destin-arc", 3))
    while match.state.current_player() != "bonnaire" or len(match.state.legal_moves()) > 1:
        match.push(rng.choice(match.state.legal_moves()))
    (only,) = match.state.legal_moves()
    file, kept = tmp_path / "game.json", tmp_path / "kept.json"
    file.write_text(match.record(("human", "greedy", "greedy")).text())
    said = play(file, "quit\n", "--record", str(kept))
    assert said.count("forced: ") >= 1
    assert read_record(kept.read_text()).moves[len(match.moves)] == str(only)


def test_meditation_is_no_question_while_all_spell_points_are_full():
    """Arc: the line before the first move says that it may be; `end` is meant for what is asked."""
    game = catalogue.load("destin-arc", 3, {"map": "village"})

    def table(points=None):
        match = Match(game)
        while match.state.current_player() == CHANCE:
            match.push(match.legal_moves[0])
        if points is not None:
            match._states[-1] = replace(match.state, points=tuple(min(points, n) for n in match.state.points))
        return Sitting(match, {"bonnaire": HUMAN, "ulf": "random", "fereira": "random"}, 0)

    full, spent = table(), table(50)
    note = "Before this priests may meditate, as in meditate b5.1, although all spell points are full."
    assert [line.partition(":")[0] for line in full.faces("bonnaire")[-2:]] == ["General movement", note]
    assert "Meditation: priests who will neither move nor cast." in spent.faces("bonnaire")
    for typed, moves in (
        ("end", ["end", "end"]),
        ("move b4", ["end", "move b4"]),
        ("meditate b5.1", ["meditate b5.1"]),
    ):
        one = table()
        assert not any(line.startswith("Not allowed") for line in one.say(typed))
        assert [str(move) for move in one.match.moves][: len(moves)] == moves
        one.say("undo")
        assert one.match.moves == ()

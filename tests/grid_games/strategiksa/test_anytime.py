"""A suzerain's word before anybody's decision (clauses 48 to 50, U17): who is asked, how often, and what it decides."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest

from grid_games.cli.sitting import Sitting
from grid_games.core.match import Match
from grid_games.core.protocol import NotationError, finite
from grid_games.core.written import Written
from grid_games.players import player
from grid_games.strategiksa.extras import EXTRAS
from grid_games.strategiksa.game import KIND
from grid_games.strategiksa.moves import PASS, read_move
from grid_games.strategiksa.state import Phase, State
from grid_games.strategiksa.text.positions import read_position
from grid_games.strategiksa.text.telling import aside
from grid_games.strategiksa.transcripts import read_transcript, write_transcript
from tests.commands import run
from tests.grid_games.strategiksa.tables import at, clause, game, legal, play


def anytime(squares: str, phase: Phase = Phase.REINFORCE, turn: str = "R", seats: str = "RGB", **rest: object) -> State:
    at_table = {key: rest.pop(key) for key in ("lords", "managers") if key in rest}
    return at(game(seats, manage_when="anytime", **rest), squares, phase, turn, **at_table)


def test_nobody_is_asked_without_a_vassal() -> None:
    assert anytime("a1=R:KI e5=G:KI j10=B:K").aside < 0
    assert anytime("a1=R:KI j10=B:K", lords="G=R").aside < 0  # a vassal without pieces


def test_each_is_asked_once_before_a_decision_until_he_passes() -> None:
    """From the colour to play on: in blue's turn blue before red; a pass holds until the next round."""
    start = anytime("a1=R:K c1=G:I j10=B:K j1=Y:I", turn="B", seats="RGBY", lords="G=R Y=B")
    assert (start.current_player(), legal(start)) == ("blue", {"wait", "pass", "m Y=B"})
    red = play(start, "wait")
    assert (red.current_player(), legal(red)) == ("red", {"wait", "pass", "m G=R"})
    moving = play(red, "pass")
    assert (moving.current_player(), clause(moving, "m G=R"), clause(moving, "m Y=B")) == ("blue", "U17", "U17")
    yellow = play(moving, "stop")
    assert (yellow.turn, yellow.current_player()) == (3, "blue")  # red has passed
    silent = play(yellow, "pass,stop")
    assert (silent.round, silent.turn, silent.current_player(), silent.memory.silent) == (2, 0, "red", 0)


def test_one_word_before_a_decision_is_all() -> None:
    start = anytime("a1=R:K c1=G:I j1=Y:I j10=B:K", seats="RGBY", lords="G=R Y=R")
    assert legal(start) == {"wait", "pass", *(f"m {pair}" for pair in ("G=R", "G=Y", "Y=R", "Y=G"))}
    said = play(start, "m G=Y")
    assert (said.aside, said.current_player()) == (-1, "red")  # and now red's king
    later = play(said, "K a1-a2")
    assert (later.current_player(), later.turn) == ("red", 1)  # asked again, before yellow decides for green
    assert later.table.managers[later.turn] == 3


def test_a_dismissal_before_the_last_move_takes_the_half_victory() -> None:
    """Green runs his troops; red wins by taking blue, and may dismiss green first, in the midst of the battle."""
    battle = anytime("a1=R:K e5=R:I+B:K* g7=G:I", Phase.BATTLES, lords="G=R")
    shared, alone = play(battle, "wait,K*,wait,/I,wait,s"), play(battle, "wait,K*,wait,/I,m G=R,s")
    assert shared.returns() == {"red": Fraction(1), "green": Fraction(1, 2), "blue": Fraction(0)}
    assert alone.returns() == {"red": Fraction(1), "green": Fraction(0), "blue": Fraction(0)}


def test_a_suzerain_takes_over_the_defence_of_his_vassal() -> None:
    """Before the first piece is sent, and between two fights."""
    battle = anytime("a1=R:K e5=B:2I+G:2A j10=B:K", Phase.BATTLES, turn="B", lords="G=R")
    assert play(battle, "wait").current_player() == "green"
    assert play(battle, "m G=R").current_player() == "red"
    reply = play(battle, "wait,A,wait,/I,wait,I,m G=R")
    assert reply.current_player() == "red"
    assert play(reply, "/A").outcome() is None
    elsewhere = anytime("a1=R:K c3=G:I e5=B:2I+R:2A j10=B:K", Phase.BATTLES, turn="B", lords="G=R")
    assert play(elsewhere, "m G=R").step.battle == elsewhere.step.battle


def test_he_is_asked_aloud_where_another_leads_his_colour_in_a_battle() -> None:
    led, own = (anytime(f"a1=R:K e5=B:2I+G:2A{more} j10=B:K", Phase.BATTLES, "B", lords="G=R") for more in ("", "+R:I"))
    assert led.aside == own.aside == 0
    assert aside(led).occasion is not None
    assert aside(own).occasion is None  # he leads both colours already
    assert aside(play(led, "wait")) is None


def test_a_regicide_by_a_colour_taken_over_in_time_is_the_suzerains() -> None:
    """Who leads the killing side when the king falls decides whether the fallen one has to be taken (U15)."""
    battle = anytime("a1=R:K e5=G:I+B:K* d1=B:I j10=Y:K", Phase.BATTLES, "G", "RGBY", lords="G=R")
    forced, chosen = play(battle, "wait,K*,wait,/I"), play(battle, "wait,K*,m G=R,/I")
    assert forced.table.lords == (0, 0, 0, 3)
    assert legal(chosen) == {"v", "s"}


def test_a_word_that_leaves_nothing_of_the_decision_ends_it() -> None:
    """Yellow runs more than 50 points: once he runs green too, green gets no reinforcement (53)."""
    squares = "a1=R:K c1=G:I d1=G:I j1=Y:30I30A j10=B:K"
    start = anytime(squares, turn="G", seats="RGBY", lords="G=R Y=R")
    assert type(start.step).__name__ == "Reinforcing"
    after = play(start, "m G=Y")
    assert (type(after.step).__name__, after.current_player()) == ("Moving", "red")  # asked anew, before the moves
    assert play(after, "pass").current_player() == "yellow"


def test_words_are_kept_in_documents_and_texts() -> None:
    start = anytime("a1=R:K c1=G:I j1=Y:I j10=B:K", turn="B", seats="RGBY", lords="G=R Y=B")
    for state in (start, play(start, "wait"), play(start, "wait,pass"), play(start, "pass")):
        assert state.game.state_from_json(state.game.state_to_json(state)) == state
    document = start.game.state_to_json(start)
    for wrong in ("G", "K", 1, ""):
        with pytest.raises(NotationError, match=r"asked: (expected a suzerain who has a colour|there is no )"):
            start.game.state_from_json({**document, "asked": wrong})
    with pytest.raises(NotationError, match="a player who does not play"):
        start.game.state_from_json({**document, "memory": {**document["memory"], "silent": 16}})


SAMPLE = """\
[Map "classic"] [Seats "R G B"] [Options "default"]
setup R B2: c3=KH d3=4IA d4=2C
setup G C2: e3=K2C f4=2I2A2H
setup B B4: c7=K2I2A d8=2C2H
1 R: offer G yes; stop; m R=G; 2I d3-d2; pass
1 G: stop; I f4-f5
1 B: stop; stop
2 R: m R=R; +H c3; ...
"""


def test_words_stand_where_they_were_said() -> None:
    record = read_transcript(SAMPLE)
    assert write_transcript(record) == SAMPLE
    assert record.moves.count("pass") == 1
    assert record.moves.count("wait") == 3
    assert record.moves[record.moves.index("m R=G") - 1] == "stop"


def test_computers_keep_their_vassals_until_a_victory_is_near() -> None:
    far = anytime("a1=R:K b1=R:I e5=G:I j10=B:K30I", lords="G=R")
    near = anytime("a1=R:K20I b1=R:I e5=G:I j10=B:K", lords="G=R")
    for who in ("greedy", "search:20"):
        rng = np.random.default_rng(1)
        assert player(who).choose(far, rng) == PASS
        assert str(player(who).choose(near, rng)) == "m G=R"
    assert near.game.habit(play(near, "m G=R")) is None


def test_the_bound_of_a_game_counts_words() -> None:
    setting_up = 4 * 12
    asked, alone = (
        (finite(KIND, 4, {"manage_when": when, "max_rounds": 5}).max_plies or 0) - setting_up
        for when in ("anytime", "colour_turn")
    )
    assert asked == 3 * alone > 0  # two suzerains at most


WORDS = ("m B=R", "50"), ("m G=B", "49"), ("m G=G", "U17"), ("m X=R", "49"), ("m G=R", None)


@pytest.mark.parametrize(("word", "clause"), WORDS)
def test_a_dispute_names_the_rule_against_a_word_as_the_terminal_does(word: str, clause: str | None) -> None:
    state = read_position(KIND.load(), "classic|2|R|R=R,G=R,B=B|R=R,G=G,B=B|c3=R:KH;e3=R:2II*+G:A;d8=B:K")
    page = Written(EXTRAS, state).before(read_move(word))
    found = page.state.why_not(read_move(word))
    assert (found and found.clause) == clause
    table = Sitting(match := Match(state.game), dict.fromkeys(state.game.players, "human"), 0)
    match._states = [state]
    assert (found and (found.clause, found.text)) == (
        (why := table.why_not(read_move(word))) and (why.clause, why.text)
    )


def passed() -> tuple[Match, list[str]]:
    """Red has said that nothing more comes in this round; what was played since."""
    match = Match(game(manage_when="anytime"))
    match._states = [anytime("a1=R:K3I b1=R:I e5=G:3I e6=G:I j10=B:K", lords="G=R", managers="G=G")]
    for text in ("pass", "I a1-a2", "stop"):
        while match.state.why_not(match.game.parse(text)) is not None:
            match.push(match.legal_moves[0])
        match.push(text)
    return match, [str(move) for move in match.moves]


def test_who_has_passed_for_the_round_speaks_all_the_same() -> None:
    """At any time (48): as if he had waited."""
    match, before = passed()
    word = match.game.parse("m G=R")
    assert match.state.why_not(word).clause == "U17"
    table = Sitting(match, dict.fromkeys(match.game.players, "human"), 0)
    assert not any("not" in line.split() for line in table.answer("green", "m G=R"))
    assert match.moves[-1] == word
    assert "pass" in before
    assert "pass" not in map(str, match.moves)
    assert [text for text in before if text not in ("pass", "wait")] == [
        str(move) for move in match.moves[:-1] if str(move) not in ("pass", "wait")
    ]


def test_in_a_dispute_too() -> None:
    match, before = passed()
    page = Written(EXTRAS, match.states[0])
    for text in before:
        page = page.said(match.game.parse(text))
    assert page.state == match.state
    assert page.said(match.game.parse("m G=R")).state.table.managers[1] == 0
    assert page.before(match.game.parse("m B=R")).state.why_not(match.game.parse("m B=R")).clause == "50"


@pytest.mark.parametrize(("word", "clause"), WORDS)
def test_whoever_claims_a_wrong_word_hears_its_rule_too(word: str, clause: str | None) -> None:
    """Not that somebody else is to move: red is asked before green decides."""
    position = "classic|2|G|R=R,G=R,B=B|R=R,G=G,B=B|c3=R:KH;e3=R:2II*+G:A;d8=B:K"
    asked = f'game = "strategiksa"\nposition = "{position}"\n[[questions]]\nmove = "{word}"\nby = "red"\n'
    (ruling,) = json.loads(run("grid-games", "check", "-", "--json", typed=asked).stdout)["rulings"]
    assert [reason["clause"] for reason in ruling["reasons"]] == ([] if clause is None else [clause])

"""Games and positions as text: the verified sample of the reference, round trips, complaints."""

from __future__ import annotations

import random
import re

import pytest

from grid_games.core.match import Match
from grid_games.core.protocol import NotationError
from grid_games.strategiksa.game import KIND
from grid_games.strategiksa.text.positions import position_text, read_position
from grid_games.strategiksa.transcripts import read_transcript, write_transcript

SAMPLE = """\
[Map "classic"] [Seats "R G B"] [Options "default"]
setup R B2: c3=KH d3=4IA d4=2C
setup G C2: e3=K2C f4=2I2A2H
setup B B4: c7=K2I2A d8=2C2H
1 R: +A d4; 4I d3-e3; A d3-e3; b e3; K/A; I/C; C/I; I*/K*; v
1 G: 2A f4-g5; H f4-g4
1 B: offer R no; +H c8; C>I d8; I c7-b6
"""
POSITION = (
    "classic|2|R|R=R,G=R,B=B|R=R,G=G,B=B|"
    "b6=B:I;c3=R:KH;c7=B:KI2A;c8=B:H;d4=R:2CA;d8=B:IC2H;e3=R:2II*;f4=G:2IH;g4=G:H;g5=G:2A"
)


def test_the_sample_leads_to_its_position() -> None:
    record = read_transcript(SAMPLE + POSITION)
    match = Match(KIND.load(3, record.settings), map(KIND.load().parse, record.moves))
    assert position_text(match.state) == POSITION


def test_the_sample_is_written_as_it_was() -> None:
    assert write_transcript(read_transcript(SAMPLE)) == SAMPLE
    assert read_transcript(SAMPLE.replace(" b e3;", "")) == read_transcript(SAMPLE)


def test_the_position_is_read_as_the_state_it_was() -> None:
    record = read_transcript(SAMPLE)
    game = KIND.load(3, record.settings)
    state = read_position(game, POSITION)
    assert state == Match(game, map(game.parse, record.moves)).state
    assert position_text(state) == POSITION


@pytest.mark.parametrize(("settings", "seed"), [
    ({"map": "pinwheel", "seats": "B T R Y"}, 4), ({}, 6), ({"offers": "any_player", "seats": "R G B Y P W"}, 9),
    ({"manage_when": "colour_turn"}, 5),
])  # fmt: skip
def test_random_games_are_written_and_read(settings: dict[str, object], seed: int) -> None:
    game, rng = KIND.load(None, settings), random.Random(seed)
    for length in (200, 350):
        match = Match(game)
        while len(match.moves) < length and (legal := match.legal_moves):
            match.push(legal[rng.randrange(len(legal))])
        again = read_transcript(write_transcript(match.record()))
        assert Match(KIND.load(None, again.settings), map(game.parse, again.moves)).state == match.state
        again_text = write_transcript(again)
        assert again_text == write_transcript(match.record())


@pytest.mark.parametrize("moves", ["no offer", "no offer,stop", "no offer,+A c3,C>I d4,stop"])
def test_a_turn_that_is_not_over_stays_so(moves: str) -> None:
    record = read_transcript("\n".join(SAMPLE.splitlines()[:4]))
    game = KIND.load(3, record.settings)
    match = Match(game, map(game.parse, (*record.moves, *moves.split(","))))
    text = write_transcript(match.record())
    assert text.rstrip().endswith("...")
    assert read_transcript(text) == match.record()


@pytest.mark.parametrize("moves", ["zone B2", "zone B2,+K c3", "zone B2,+K c3,+A d4"])
def test_a_set_up_that_is_not_over_stays_so(moves: str) -> None:
    game = KIND.load()
    match = Match(game, map(game.parse, moves.split(",")))
    assert read_transcript(write_transcript(match.record())) == match.record()


@pytest.mark.parametrize(("wrong", "right", "complaint"), [
    ('[Map "classic"]', '[Map "classical"]', "line 1: map: expected classic"),
    ("default", "wound=persist", "line 1: wound: is no option"),
    ("setup G C2: e3=K2C", "setup G C2: e3=K3C", "line 3: the set-up of G is of more than 10 points"),
    ("setup R B2: c3=KH", "setup R B2: c3=K", "line 2: the set-up of R does not use all its points"),
    ("+A d4", "+A a1", "line 5: .*zone A1 is empty"), ("K/A", "K/H", "line 5: .*the attacking side has no H on e3"),
    ("; v", "", "line 5: the line ends, but .*regicide"), ("1 B:", "1 R:", "line 7: now it is round 1 of B"),
    ("I c7-b6", "I c7-b6; I c7-b5", "line 7: .*is 2 away"), ("I c7-b6", "I c7=b6", "line 7: expected a move such as"),
    ("1 G: 2A f4-g5", "1 G: v", "line 6: v"), ("I*/K*; v", "I*/K*; v; v", "line 5: v comes after the end of the turn"),
])  # fmt: skip
def test_mistakes_are_told_with_their_line(wrong: str, right: str, complaint: str) -> None:
    assert wrong in SAMPLE
    with pytest.raises(NotationError, match=complaint):
        read_transcript(SAMPLE.replace(wrong, right))


@pytest.mark.parametrize(("wrong", "right", "complaint"), [
    ("classic", "citadel", "is on the map 'citadel'"), ("|2|", "|0|", "a round from 1, not 0"),
    ("|R|", "|W|", "one of the colours R G B"), ("G=R,B=B|R=R", "G=B,B=R|R=R", "V1"),
    ("R=R,G=G,B=B", "R=R,G=B,B=B", "V2"), ("b6=B:I", "b6=B:2K", "V5"), ("b6=B:I", "b6=B:KI", "V5: blue has 2 kings"),
    ("b6=B:I", "k6=B:I", "expected a square with its pieces"), ("b6=B:I", "b6=B:X", "expected pieces such as"),
    ("b6=B:I", "b6=B:I+R:I", "no square holds two alliances"),
])  # fmt: skip
def test_mistakes_in_positions(wrong: str, right: str, complaint: str) -> None:
    assert wrong in POSITION
    with pytest.raises(NotationError, match=complaint):
        read_position(KIND.load(), POSITION.replace(wrong, right, 1))


@pytest.mark.parametrize(
    ("options", "key"), [("wounds=persist wounds=persist", "wounds"), ("map=citadel", "map"), ("seats=RGB", "seats")]
)
def test_an_option_told_twice(options: str, key: str) -> None:
    with pytest.raises(NotationError, match=f"line 1: {key} is given twice"):
        read_transcript(f'[Map "classic"] [Seats "R G B"] [Options "{options}"]')


def head(options: str) -> str:
    return SAMPLE.replace('"default"', f'"{options}"')


def test_a_set_of_rules_has_a_name_and_default_is_what_the_program_plays() -> None:
    assert read_transcript(SAMPLE).settings == KIND.load().settings
    early = read_transcript(head("early manage_when=anytime")).settings
    assert (early["supply"], early["spread"], early["manage_when"]) == (20, "free", "anytime")
    written = write_transcript(read_transcript(head("early manage_when=anytime"))).partition("\n")[0]
    assert "supply=20 spread=free" in written
    assert "early" not in written


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("tournament", "expected a set of rules (default, early) or options such as wounds=persist, not 'tournament'"),
        ("saving=yes", "is no option any more: points of reinforcement that are not used are lost"),
        ("early saving=yes", "is no option any more: points of reinforcement that are not used are lost"),
    ],
)
def test_rules_that_are_not_played_any_more_are_refused(options: str, told: str) -> None:
    with pytest.raises(NotationError, match=re.escape(told)):
        read_transcript(head(options))
    assert read_transcript(head("saving=no")).settings == KIND.load().settings  # as it is played anyway


def test_eleven_pieces_on_one_square_are_too_many_under_the_default() -> None:
    crowd = SAMPLE.splitlines()[0] + "\nsetup R B2: c3=K9IH"
    with pytest.raises(NotationError, match="must stand on two squares at least"):
        read_transcript(f"{crowd}\n")

"""Matches, records and the catalogue, on toys."""

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from armada_sim.tabletop.errors import InputError, NotBuiltError
from armada_sim.tabletop.options import Option, settled
from grid_games import catalogue
from grid_games.core.match import Match, replayed
from grid_games.core.protocol import IllegalMoveError, NotationError, Violation
from grid_games.core.records import Record, read_record
from tests.grid_games import toys

NIM = toys.NIM.load(2, {"heaps": "1-2"})
MOVES = ("take 1 2", "take 1 1", "take 1 2")


class TakeBack(RuleBasedStateMachine):
    """However moves are made and taken back, a match is the replay of its record."""

    def __init__(self) -> None:
        super().__init__()
        self.match = Match(toys.DUEL.load())

    @precondition(lambda self: self.match.outcome() is None)
    @rule(data=st.data())
    def push(self, data: st.DataObject) -> None:
        self.match.push(data.draw(st.sampled_from(list(self.match.legal_moves))))

    @precondition(lambda self: self.match.moves)
    @rule()
    def pop(self) -> None:
        last = self.match.peek()
        assert self.match.pop() == last

    @invariant()
    def the_record_tells_the_whole_story(self) -> None:
        again = replayed(self.match.game, read_record(self.match.record().text()))
        assert (again.state, again.moves) == (self.match.state, self.match.moves)


TestTakeBack = TakeBack.TestCase
TestTakeBack.settings = settings(max_examples=15, stateful_step_count=25)


def test_a_match_is_played_in_notation():
    match = Match(NIM)
    for move in MOVES:
        assert match.outcome() is None
        match.push(move)

    assert match.outcome() == toys.Outcome(("anna",), "last taken")
    assert list(match.legal_moves) == []
    assert match.moves == tuple(map(NIM.parse, MOVES))


def test_a_refused_move_changes_nothing():
    match = Match(NIM, map(NIM.parse, MOVES[:1]))
    before = match.state
    for move, error in (("take 2 2", IllegalMoveError), ("take one", NotationError)):
        with pytest.raises(error):
            match.push(move)
        assert (match.state, len(match.moves)) == (before, 1)


def test_an_empty_match_has_nothing_to_take_back():
    for call in (Match(NIM).pop, Match(NIM).peek):
        with pytest.raises(IndexError):
            call()


def test_an_illegal_move_says_its_clause():
    error = IllegalMoveError("a1-b2", Violation("28", "the square is held"))

    assert str(error) == "a1-b2 is not allowed: the square is held (clause 28)"
    assert str(error.violation) == "28: the square is held"


def test_a_record_is_read_as_it_was_written():
    record = Match(NIM, map(NIM.parse, MOVES)).record(("greedy", "a person"))

    assert record == Record("nim", 2, {"heaps": "1-2"}, ("greedy", "a person"), MOVES, ("anna",), "last taken")
    assert read_record(record.text()) == record
    assert record.text().splitlines()[-5:] == ['  "take 1 2",', '  "take 1 1",', '  "take 1 2"', " ]", "}"]
    assert read_record(Match(NIM).record().text()).moves == ()


@pytest.mark.parametrize(
    ("moves", "message"),
    [(("take 1 2", "take 2 2"), "take 2 2 is not allowed"), (("take 1 2", "hello"), "'hello' is no move")],
)
def test_a_record_that_is_not_so_is_refused_with_the_place(moves, message):
    with pytest.raises(InputError, match=message) as caught:
        replayed(NIM, Record("nim", 2, {}, (), moves))
    assert caught.value.key == "moves 2"


def test_every_mistake_of_a_record_is_told():
    with pytest.raises(InputError) as caught:
        read_record('{"game": 3, "players": "two", "move": []}', "my.json")
    assert all(word in str(caught.value) for word in ("my.json", "game", "players", "move"))
    with pytest.raises(InputError, match="nvalid JSON"):
        read_record("{")


OPTIONS = (
    Option("board", "Which?", {"small": "5 by 5", "large": "10 by 10"}, refused={"round": "has no squares"}),
    Option("rounds", "How many?", {"9": "nine"}, numbers=range(1, 100)),
    Option("flip", "Is it?", {"off": "no", "on": "yes"}),
)


def test_options_are_settled_with_their_defaults():
    assert settled(OPTIONS, {}) == {"board": "small", "rounds": 9, "flip": "off"}
    assert settled(OPTIONS, {"rounds": "12", "flip": True, "board": "large"}) == {
        "board": "large",
        "rounds": 12,
        "flip": "on",
    }
    assert settled(OPTIONS, {"rounds": 99})["rounds"] == 99


@pytest.mark.parametrize(("given", "kind", "key", "message"), [
    ({"bord": "small"}, InputError, "bord", "do you mean board?"), ({"xyz": 1}, InputError, "xyz", "is no option$"),
    ({"board": "medium"}, InputError, "board", "expected small or large, not 'medium'"),
    ({"board": 5}, InputError, "board", "not '5'"),
    ({"board": "round"}, NotBuiltError, "board", "round has no squares"),
    ({"rounds": 100}, InputError, "rounds", "expected 9 or a whole number from 1 to 99, not '100'"),
    ({"rounds": "٣"}, InputError, "rounds", "not '٣'"),
    ({"rounds": "1" * 5000}, InputError, "rounds", "a whole number"),
])  # fmt: skip
def test_a_setting_that_is_not_known_is_refused_with_its_key(given, kind, key, message):
    with pytest.raises(InputError, match=message) as caught:
        settled(OPTIONS, given)
    assert type(caught.value) is kind
    assert caught.value.key == key


def test_an_unknown_game_is_refused():
    with pytest.raises(InputError, match="there is no game 'chess'"):
        catalogue.load("chess")

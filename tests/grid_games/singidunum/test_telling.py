"""What people at the table read of each move, and about whatever they name."""

from __future__ import annotations

import re

import numpy as np
import pytest

from grid_games import catalogue
from grid_games.core.protocol import CHANCE
from grid_games.core.sets import members
from grid_games.players import player
from grid_games.singidunum.moves import PLAYERS, Go
from grid_games.singidunum.state import Phase, State
from grid_games.singidunum.telling import about, reading
from grid_games.singidunum.text import asked, chances, decides
from tests.grid_games.singidunum.scenes import after as played, game, scene


def games():
    for seed in range(6):
        rng = np.random.default_rng(seed)
        state = game().new()
        while state.outcome() is None:
            moves = state.legal_moves()
            move = moves[int(rng.integers(len(moves)))]
            yield state, move, (state := state.play(move))
    greedy = player("greedy")
    for seed in range(3):
        rng, state = np.random.default_rng(seed), game(scenario=37).new()
        while state.outcome() is None:
            dice = state.current_player() == CHANCE
            moves = state.legal_moves()
            move = moves[int(rng.integers(len(moves)))] if dice else greedy.choose(state, rng)
            yield state, move, (state := state.play(move))


def army(state: State, side: int) -> list[str]:
    return sorted(state.table.numbers.names[state.kinds[place]] for place in members(state.men[side]))


def test_every_change_is_told_to_both() -> None:
    seen = dict.fromkeys(("removed", "moved", "activated", "burnt", "points", "turn", "passed"), 0)
    for before, move, after in games():
        if before.phase == Phase.DEPLOY:
            continue
        text = reading(before, move, after, "romans")
        assert text == reading(before, move, after, "barbarians")
        names = before.game.table.board.names
        gone = sum(len(army(before, side)) - len(army(after, side)) for side in range(2))
        assert text.count(" is removed") == gone
        places = [set(members(state.men[0] | state.men[1])) for state in (before, after)]
        for place in places[1] - places[0]:
            assert names[place] in text
            seen["moved"] += not isinstance(move, Go)
        for place in places[0] & places[1] if before.turn == after.turn else ():
            if before.ready >> place & 1 and not after.ready >> place & 1 and before.kinds[place] == after.kinds[place]:
                assert re.search(rf"activated: .*on {names[place]}\b", text)
                seen["activated"] += 1
        for place in members(after.burnt & ~before.burnt):
            assert re.search(rf"burnt: .*\b{names[place]}\b", text)
            seen["burnt"] += 1
        if after.points != before.points:
            assert f"points: Romans {after.points[0]}, barbarians {after.points[1]}" in text
            seen["points"] += 1
        seen["removed"] += gone
        seen["turn"] += f"turn {after.turn}, all units" in text
        seen["passed"] += " have passed" in text
        assert (after.turn != before.turn and after.result is None) == (f"turn {after.turn}, all units" in text)
    assert all(seen.values()), seen


def told(before: State, text: str) -> str:
    move = before.game.parse(text)
    return str(reading(before, move, before.play(move), "romans"))


def test_a_death_that_brings_no_point_says_why() -> None:
    """Into the flight zone (section 7), and on plain beside free hexes of the own base (U14)."""
    flees = told(scene("C6@c2 E9@e5 / C6@h6"), "c2-c1")
    assert "C6 of the Romans on c2 is removed, without a point: c1 is in the flight zone [7]" in flees
    spared = told(played(scene("E9@h7 / A5@i7 C4@e2"), "h7", "xi7", "accept"), "+4")
    assert "A5 of the barbarians on i7 is removed, without a point: j6 and j7 beside it are refuges [U14]" in spared
    scores = told(played(scene("E9@e5 / A5@e6 C4@i2"), "e5", "xe6", "accept"), "+4")
    assert "A5 of the barbarians on e6 is removed; points: Romans 1, barbarians 0" in scores


def test_a_veto_says_of_which_retreat_and_news_of_the_second_hex_says_so() -> None:
    state = played(scene("A6@e4 / C4@e7 A4@i9"), "e4", "*e7")
    state = played(state, "+2")
    assert str(asked(state)).startswith("C4 on e7 (activated: 3) retreats 2 hexes and announces the first, one of ")
    vetoed = state.play(state.game.parse(">e8"))
    assert asked(vetoed) == "C4 on e7 (activated: 3) would retreat 2 hexes, the first to e8: allow it, or veto it"
    assert told(state, ">e8") == ">e8 (announced)"
    second = played(vetoed, "allow")
    assert told(second, ">f8").startswith(">f8 (second hex, announced)")
    again = asked(second.play(second.game.parse(">f8")))
    assert again == "C4 on e8 (activated: 3) would retreat a second hex, to f8: allow it, or veto it"


def test_who_begins_is_drawn_by_lot() -> None:
    state = game().new()
    while state.phase != Phase.FIRST:
        state = state.after(state.legal_moves()[-1])
    begins = "lots are drawn for who begins [U2]; turn 1, all units are available, the Romans begin"
    assert told(state, "first:romans") == begins


def test_who_decides_is_said_where_it_is_not_who_is_to_move() -> None:
    state = played(scene("E9@e5 / A5@e6 C4@i2"), "e5")
    assert asked(state).startswith("E9 on e5: attack an enemy, such as xe6, or ")
    assert decides(state) == ""
    assert decides(played(state, "xe6")) == "the barbarians decide now"


def test_passing_is_told_before_what_the_end_of_the_turn_brings() -> None:
    ended = scene("E9@k6 / A5@e6", mover="romans", turn=8, passed="barbarians", points=(2, 0))
    line = told(ended, "pass")
    assert "burnt: k6; points: Romans 4, barbarians 0" in line
    first = told(scene("E9@e5 A4@d2 / A5@e6", turn=3), "pass")
    assert first.index("the Romans have passed") < first.index("activated: ")


def test_a_save_says_whose_it_is() -> None:
    state = played(scene("E9@e5 / H6@e6 A4@i9"), "e5", "xe6", "accept", "+4")
    assert told(state, "lost").startswith(
        "H6 on e6 (activated: 5) fails its save [U8]; H6 of the barbarians on e6 is removed"
    )
    assert told(state, "saved").startswith("H6 on e6 (activated: 5) makes its save [U8]")


def test_keep_or_reroll_shows_the_odds_of_both() -> None:
    """A6 shoots at C6, dice 1:4 (-3, a miss): of another die 5 is +1, all else misses (U10, U11)."""
    state = played(scene("A6@e4 A5@d4 / C6@e7"), "e4", "*e7", "+d4", "1:4")
    both = "A6 on e4 shoots at C6 on e7, even, dice 1:4: keep (miss) or reroll (17% hit, back 1; 83% miss)"
    assert asked(state) == chances(state)[0] == both
    assert chances(played(state, "reroll"))[0].endswith("17% hit, back 1; 83% miss")


def test_dice_are_told_with_the_fight_they_decide() -> None:
    lines = [reading(before, move, after, "romans") for before, move, after in games() if before.phase == Phase.MELEE]
    assert lines
    assert all(
        re.match(r"[EHCA]\d on \w+.* attacks? [EHCA]\d on \w+.*, (?:[+−]\d+|even): the dice say (?:[+−]\d|0)", line)
        for line in lines
    )


def test_nothing_is_told_of_what_stands_behind_the_screen() -> None:
    state = game().new()
    move = state.game.parse("E9@d4")
    after = state.play(move)
    assert (reading(state, move, after, "romans"), reading(state, move, after, "barbarians")) == ("E9@d4", "")
    assert "E9" not in "".join(about(after, "barbarians", "") + about(after, "barbarians", "d4"))
    assert "E9 on d4" in about(after, "romans", "d4")[0]


@pytest.mark.parametrize(("what", "expected"), [
    ("cavalry", "two hexes"), ("A6", "shoot over"), ("d4", "d4: "), ("romans", "the Romans: 0 points; no units"),
    ("plain", "shown as ."), ("", "E elite"),
])  # fmt: skip
def test_about(what: str, expected: str) -> None:
    assert any(expected in line for line in about(game().new(), "romans", what))


def test_about_nothing() -> None:
    assert list(about(catalogue.load("singidunum").new(), "romans", "dragon")) == []
    assert len(PLAYERS) == 2


def test_a_death_without_a_way_out_names_what_barred_each_hex() -> None:
    before = played(scene("E9@e4 A5@d7' A6@f7' A4@e7' / C6@e6 A4@c9"), "e4-e5")
    move = before.game.parse("+1")
    (told,) = [part for part in str(reading(before, move, before.play(move), "romans")).split("; ") if "no hex" in part]
    barred = "d5, d6, f5, f6 (in an enemy zone of control), e5, e7 (occupied)"
    assert told == f"C6 on e6 has no hex to retreat to: {barred} [10]"

"""Positions of Le Jeu du destin d’Arc as a line of text, and what people are told of a battle."""

import re

import numpy as np
import pytest

from grid_games.core.protocol import NotationError
from grid_games.destin_arc.chapters.movement import Movement
from grid_games.destin_arc.text.fights import in_numbers
from grid_games.destin_arc.text.positions import read, write
from tests.grid_games.destin_arc.scenes import at, flipped, game, offers, play

CASES = [
    (3, {"map": "village"}), (2, {"map": "village"}),
    (3, {"map": "hamlet", "simul": "sequential", "convert_limit": "anytime"}),
    (3, {"map": "village", "hold": "last_occupier", "simul": "plotted"}),
]  # fmt: skip


@pytest.mark.parametrize(("players", "settings"), CASES)
def test_the_beginning_of_every_step_of_random_games_has_a_text_that_reads_back(players, settings):
    arc, rng = game(players, **settings), np.random.default_rng(7)
    state, written, steps, before = arc.new(), 0, set(), None
    while state.outcome() is None:
        begins = isinstance(state.step, Movement) and (state.turn, state.todo[0]) != before
        before = (state.turn, state.todo[0])
        try:
            text = write(state)
        except NotationError:
            assert not begins, state.todo
        else:
            assert read(arc, text) == state
            written += 1
            steps.add(text.split()[1])
        moves = state.legal_moves()
        state = state.after(moves[int(rng.integers(len(moves)))])
    with pytest.raises(NotationError, match="only the moment at which a step begins"):
        write(state)
    assert {"movement", "special", "melee"} <= steps
    assert written >= 8


def test_what_a_line_says():
    state = read(
        game(),
        "4 melee ulf b4@Q12' b1.1@Q12 b9.1@Q14? b10@R15 u1.1@Q10 u2.1@W14; lead fereira; gone u1.2/b; points "
        "u2.1=25; casts 2",
    )
    assert (state.turn, state.current_player()) == (4, "ulf")
    assert [at(state, name) for name in ("b4", "b1.1", "u1.2", "u1.3")] == ["Q12", "Q12", "gone", "absent"]
    assert flipped(state, "b4")
    assert not flipped(state, "b1.1")
    number = state.game.pieces.numbers
    assert [state.board.sees(1, number[name]) for name in ("b9.1", "b10", "b4")] == [False, True, True]
    assert (state.points[number["u2.1"]], state.casts) == (25, 2)
    crowd = read(game(), "3 special ulf b1.1@Q14 b2.1@Q14 b4@Q14 u3.1@Q12; charge u3.1=3; stands b4=b2.1")
    assert (crowd.charges, crowd.stands) == (((number["u3.1"], 3),), ((number["b4"], number["b2.1"]),))


def test_who_leads_if_nothing_is_said():
    told = "b1.1@Q12 u1.1@Q10 f3.1@P11"
    assert read(game(), f"3 melee ulf {told}").lead == 1
    assert read(game(), f"3 melee fereira {told}").lead == 2
    assert offers(read(game(), f"3 melee bonnaire {told}"), "attack") == ["f3.1", "u1.1"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("melee", "'melee' is no position; expected one such as 3 melee bonnaire"),
        ("3 meele bonnaire b1.1@Q12", "Bonnaire has no step 'meele'"),
        ("9 melee bonnaire b1.1@Q12", "expected a turn from 1 to 8, not 9"),
        ("3 melee bob b1.1@Q12", "'bob' is no player; expected one of bonnaire, ulf, fereira"),
        ("3 melee bonnaire b1.99@Q12", "there is no piece b1.99"),
        ("3 melee bonnaire b1.1@Q13", "there is no hex Q13"),
        ("3 melee bonnaire b1.1", "'b1.1' is no piece on a hex; expected one such as b1.3@Q12"),
        ("3 melee bonnaire b1.1@Q12 b1.1@Q14", "b1.1 is already on Q12"),
        ("3 melee bonnaire b1.1@Q12 u1.1@Q12", "b1.1 of another player is on Q12"),
        ("3 melee bonnaire b1.1@Q12?", "b1.1 cannot be hidden"),
        ("3 melee bonnaire b1.1@Q12; firm z----", "'z' is no player; expected b or u or f"),
        ("3 melee bonnaire u1.1@Q12", "Bonnaire has nothing to decide when the step melee begins"),
        ("3 melee bonnaire b1.1@Q12; gone b1.1", "'b1.1': b1.1 is on Q12"),
        ("3 melee bonnaire b1.1@Q12; gone b1.2/x", "expected one such as gone u1.3 u1.4/b"),
        ("3 melee bonnaire b1.1@Q12; rann b1.1", "expected a group such as lead, gone"),
        ("3 melee bonnaire b1.1@Q12; points b1.1=5", "expected one such as points b5.1=150"),
        ("3 melee bonnaire b1.1@Q12; worn f6=99", "expected one such as worn f6=1"),
        ("3 melee bonnaire b1.1@Q12; charge b1.1=9", "expected one such as charge u3.2=4"),
        (
            "3 melee bonnaire b1.1@Q12; spell 1 foo bhar b b1.1 until 3",
            "expected one such as spell 1 light bhar b b1.1 until 3",
        ),
        ("3 melee bonnaire b1.1@Q12; firm bb", "expected one such as firm b-u--"),
    ],
)
def test_what_is_wrong_with_a_line_is_told(text, words):
    with pytest.raises(NotationError) as caught:
        read(game(), text)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("position", "moves", "told"),
    [
        ("3 melee bonnaire b1.1@Q12 u1.2@Q10", "attack u1.2; with b1.1",
         "b1.1 (10) on u1.2 in melee: 10 against 4 is 2-1, read in column 2-1"),
        ("3 melee bonnaire b1.1@Q12' b4@Q8 u3.1@Q10", "attack u3.1; with b1.1",
         "b1.1 (5) on u3.1 in melee: 5 against 30 is 1-6, too weak"),
        ("3 melee bonnaire b1.1@Q12 u4@Q10; spell 1 hold bhar b u4 until 3", "attack u4; with b1.1",
         "b1.1 (10) on u4 in melee: held, so any attack eliminates it"),
        ("3 melee bonnaire b4@Q12 u1.2@Q10", "attack u1.2; with b4; end", ""),
        ("3 melee bonnaire b4@Q12 u1.2@Q10", "attack u1.2", ""),
        ("3 melee bonnaire b4@Q12 u1.2@Q10", "attack u1.2; with b4",
         "b4 (40; its own +2) on u1.2 in melee: 40 against 4 is 10-1, shifted +2, eliminated without a roll"),
        ("1 missile bonnaire b2.1@Q12 u1.2@Q10; lead ulf", "attack u1.2; with b2.1; end",
         "b2.1 (10; night -2) on u1.2 by missiles: 10 against 4 is 2-1, shifted -2, read in column 1-2"),
    ],
)  # fmt: skip
def test_a_battle_is_told_in_numbers(position, moves, told):
    """Dossier 1.12: values of the lists, archers -2 by night, Winandy's +2."""
    assert in_numbers(play(read(game(), position), *moves.split("; "))) == told


def test_what_modifies_an_attack_adds_up_to_its_modifier() -> None:
    """By night, beside the enemy, under a spell: the parts that are told sum to the shift of a single attacker."""
    position = "1 melee fereira f3.1@Q12 u1.2@Q10; lead fereira; spell 1 bless christian f f3.1 until 3 +1"
    told = in_numbers(play(read(game(), position), "attack u1.2", "with f3.1"))
    parts, shift = re.search(r"\(20; ([^)]*)\)", told), re.search(r"shifted \+(\d)", told)
    assert parts is not None
    assert shift is not None
    assert parts[1] == "night +1, spells +1"
    assert sum(int(n) for n in re.findall(r"[+-]\d", parts[1])) == int(shift[1])

"""The rule of thumb and the players that go by it: battles foreseen, offers, kings, in positions where the right choice
is plain."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from grid_games.players import Greedy, Random
from grid_games.players.simple import worth
from grid_games.strategiksa.game import KIND
from grid_games.strategiksa.numbers import the_text
from grid_games.strategiksa.standing import ATTACKER, DEFENDER, thumb_of
from grid_games.strategiksa.state import Phase, State
from grid_games.strategiksa.units import read_stack
from tests.grid_games.strategiksa.tables import at, game, on, play, table
from tests.whole import whole

FORECAST = thumb_of(the_text()).forecast


@pytest.mark.parametrize(
    ("attack", "defence", "left", "fallen"),
    [
        ("I", "C", ("I*", ""), None),  # infantry beats cavalry and is wounded
        ("I*", "C", ("", ""), None),  # whoever wins while wounded dies of it
        ("C", "2I", ("", "II*"), None),
        ("A", "CH", ("", "C*H"), None),
        ("I", "CH", ("I*", ""), None),  # healers left alone die
        ("2C", "K", ("", "K"), DEFENDER),  # the king wins, then wins wounded
        ("K", "2C", ("K", ""), ATTACKER),
        ("C", "K", ("", "K*"), None),
    ],
)
def test_battles_are_foreseen(attack: str, defence: str, left: tuple[str, str], fallen: int | None) -> None:
    """Each has one way to go, worked out by clauses 34 to 39."""
    found = FORECAST(read_stack(attack), read_stack(defence))

    assert found[2] == fallen
    if fallen is None:
        assert found[:2] == tuple(read_stack(text) if text else 0 for text in left)


def test_a_battle_under_way_is_foreseen_from_where_it_is() -> None:
    """Whoever replies chooses what beats the other."""
    attack, defence = read_stack("CA"), read_stack("IA")

    assert FORECAST(attack, defence, DEFENDER, pick=2)[:2] == (read_stack("C"), 0)
    assert FORECAST(read_stack("I"), read_stack("CI"), ATTACKER)[:2] == (0, read_stack("C"))


def chosen(state: State) -> set[str]:
    """What a greedy player may choose."""
    return {str(Greedy().choose(state, np.random.default_rng(seed))) for seed in range(4)}


def offering(green: str = "K4I2CA", blue: str = "K4I2CA", red: str = "K4I2CA") -> State:
    of = KIND.load(3)
    return of.position(table(of, f"a1=R:{red} a10=G:{green} j10=B:{blue}"), 1, 0)


def test_nobody_offers_himself_in_an_even_game() -> None:
    assert chosen(offering()) == {"no offer"}


def test_who_is_nearly_lost_offers_himself_and_is_taken() -> None:
    state = offering(red="KI", green="K8I8C", blue="K8I8C")

    assert chosen(state) <= {"offer G", "offer B"}
    assert chosen(play(state, "offer B")) == {"yes"}


def test_an_offer_is_worth_what_follows_from_the_better_answer() -> None:
    """Where the suzerain has 1 a vassal looks forward to 0.35, less than a quarter of all; of two thirds to 0.15."""
    state = offering()
    alone, offered, vassal = (
        play(state, line).game.evaluate(play(state, line), "red") for line in ("no offer", "offer B", "offer B,yes")
    )

    assert alone == pytest.approx(1 / 3)
    assert offered == vassal
    assert 0.13 < vassal < 0.17


def test_the_worth_of_an_ending_is_a_part_of_all_that_was_won() -> None:
    """The last enemy offers himself: 1 to the winner, 1/2 to him."""
    of = KIND.load(3)
    state = play(of.position(table(of, "a1=R:KI a10=G:I j10=B:K5I", "G=B", "G=B"), 1, 0), "wait,offer B,wait,yes")

    assert state.outcome() is not None
    assert [worth(state, player) for player in of.players] == pytest.approx([1 / 3, 0, 2 / 3])


FAR = "j1=G:K9I j10=B:K5I"


def turn_of(state: State) -> State:
    """What stands after a greedy player's turn, battles and all."""
    rng, turn = np.random.default_rng(0), state.turn
    while state.outcome() is None and state.turn == turn:
        state = state.play(Greedy().choose(state, rng))
    return state


def test_several_attack_where_one_would_fail() -> None:
    """Two archers on e5: one infantryman loses, four beside it win."""
    alone = at(game(), f"a1=R:K e4=R:I e5=B:2A {FAR}", Phase.MOVE)
    together = at(game(), f"a1=R:K d4=R:C e4=R:C f4=R:C f6=R:C e5=B:2A {FAR}", Phase.MOVE)

    assert "B" in on(turn_of(alone), "e5")
    assert "B" not in on(turn_of(together), "e5")


def red_king(square: str, turn: str = "R", guard: str = "", move: str = "") -> float:
    """How well red stands with his king there, four of green's infantry on e4, and after a move."""
    state = at(game(), f"{square}=R:K{guard} a1=R:3I e4=G:4I i1=G:K j10=B:K5I", Phase.MOVE, turn)
    return state.game.evaluate(play(state, move) if move else state, "red")


def test_a_king_whom_enemies_can_overwhelm_is_in_danger() -> None:
    """Infantry reaches a neighbouring square. Green's turn comes before red's next while red plays, and after it while
    green does. Before its move the king may still get away."""
    moved = red_king("c5", move="K c5-d5")
    assert moved < red_king("c5") - 0.1
    assert moved < red_king("d5") - 0.05 < red_king("d5", move="K d5-c5") - 0.05
    assert red_king("d5", turn="G") > moved + 0.1
    assert red_king("d5", guard="4A4I") > red_king("c5", guard="4A4I") - 0.05


def test_pieces_who_could_join_two_lost_battles_are_not_lost_twice() -> None:
    """Standing is between 0 and 1 even where eight infantry between two hosts count in both battles."""
    state = at(game(), "a1=R:I d4=R:I f4=R:I e4=R:8I d5=B:19A19I f5=G:19A19I", Phase.MOVE)
    state = play(state, "I d4-d5,I f4-f5")
    found = [state.game.evaluate(state, player) for player in state.game.players]

    assert all(0 <= value <= 1 for value in found)
    assert sum(found) == pytest.approx(1)


def test_a_king_whom_fresh_pieces_can_overwhelm_is_in_danger() -> None:
    """Green controls four zones, the nearest two squares from the king, and nothing else of his is near; two cavalry
    bring down a king who stands alone, one does not."""
    one = "c7=G:I d7=G:I"
    four = f"{one} c9=G:I d9=G:I e9=G:I f9=G:I g9=G:I h9=G:I"

    def risk(zones: str) -> float:
        state = at(game(), f"c5=R:K a1=R:3I {zones} i1=G:K j10=B:K5I", Phase.MOVE)
        near, off = (state.game.evaluate(play(state, f"K c5-{square}"), "red") for square in ("d5", "d4"))
        return off - near

    assert risk(one) == pytest.approx(0, abs=0.01)
    assert risk(four) > 0.05


@pytest.mark.parametrize(
    ("players", "settings"),
    [
        (3, {"canonical_steps": "on"}),
        (4, {"map": "pinwheel", "supply": "10", "offers": "any_player"}),
        whole(6, {"regicide_timing": "end_of_turn", "cap_test": "turn_start", "map": "citadel"}),
    ],
)
def test_what_moves_are_worth_without_being_played_is_what_is_found_after_them(
    players: int, settings: dict[str, object]
) -> None:
    """All moves of some moments of games, for every player."""
    of = KIND.load(players, {"max_rounds": 6, **settings})
    known = Counter[str]()
    for seed in range(2):
        rng, state = np.random.default_rng(seed), of.new()
        while state.outcome() is None:
            moves = state.legal_moves()
            if rng.random() < 0.1:
                for player in of.players:
                    for move, value in zip(moves, of.weighed(state, moves, player), strict=True):
                        if value is not None:
                            assert value == pytest.approx(of.evaluate(state.after(move), player), abs=1e-12)
                            known[type(move).__name__] += 1
            state = state.after((Greedy(4) if rng.random() < 0.5 else Random()).choose(state, rng))

    assert {"Add", "Convert", "Stop", "Walk"} <= set(known)


def test_few_greedy_games_are_over_by_the_third_round() -> None:
    """At most one in five: nobody offers himself, or loses his king, at once."""
    of, games, over = KIND.load(3, {"canonical_steps": "on"}), 20, 0
    for seed in range(games):
        state, rng = of.new(), np.random.default_rng(seed)
        while state.outcome() is None and state.round <= 3:
            state = state.after(Greedy().choose(state, rng))
        over += state.outcome() is not None
    assert over <= games // 5

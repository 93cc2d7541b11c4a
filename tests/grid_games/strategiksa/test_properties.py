"""What holds along random games, for any number of players, any map, any mix of options."""

from __future__ import annotations

import random

from hypothesis import given, settings, strategies as st

from grid_games.strategiksa.chapters.battles import Picking, Replying
from grid_games.strategiksa.chapters.movement import Moving
from grid_games.strategiksa.game import KIND, Strategiksa
from grid_games.strategiksa.moves import Add, Convert, Walk
from grid_games.strategiksa.options import OPTIONS
from grid_games.strategiksa.state import Over, State, Table
from grid_games.strategiksa.units import of_kind

ODD = [(option.key, value) for option in OPTIONS for value in list(option.values)[1:]] + [("supply", "10")]


@st.composite
def games(draw: st.DrawFn) -> Strategiksa:
    """Any number of players, up to four options that are not default."""
    options = dict(draw(st.lists(st.sampled_from(ODD), max_size=4)))
    return KIND.load(draw(st.integers(3, 8)), {"max_rounds": 8, **options})


def totals(table: Table) -> dict[tuple[int, str], int]:
    return {(colour, kind): of_kind(total, kind) for colour, total in enumerate(table.totals) for kind in "KICAH"}


def waiting(state: State) -> int:
    """How many pieces may still move: each moves once (clause 27)."""
    assert isinstance(state.step, Moving)
    return sum(count for _, _, count in state.step.waiting)


def allowed_growth(state: State, move: object) -> dict[tuple[int, str], int]:
    """How many more of each kind a move may bring (clauses 11, 19 and 24)."""
    more: dict[tuple[int, str], int] = {}
    kinds = move.kind if isinstance(move, Add) else move.into if isinstance(move, Convert) else ""
    for kind in kinds:
        more[state.turn, kind] = more.get((state.turn, kind), 0) + 1
    return more


def check_table(state: State) -> None:
    """Invariants V1, V2, V3, V5 and V6 of the reference; what is derived agrees with the stacks."""
    table, game = state.table, state.game
    lords, managers = table.lords, table.managers
    assert all(lords[lord] == lord for lord in lords)
    assert all(lords[manager] == lords[colour] for colour, manager in enumerate(managers))
    assert all(managers[colour] == colour for colour, lord in enumerate(lords) if lord == colour)
    counted = totals(table)
    for colour, lord in enumerate(lords):
        assert counted[colour, "K"] <= (lord == colour)
        assert all(counted[colour, kind] <= game.rules.supply for kind in "ICAH")
        assert not table.occupied[colour] & ~game.ground.open
    again = Table.of(table.stacks, lords, managers)
    assert (again.occupied, again.totals) == (table.occupied, table.totals)
    assert all(stack >= 0 for row in table.stacks for stack in row)


def check_sides(before: State, state: State) -> None:
    """V4: between turns no square holds two alliances; attackers are of one colour."""
    table = state.table
    if (before.round, before.turn) != (state.round, state.turn):
        for lord in set(table.lords):
            assert not table.alliance(lord) & table.others(lord)
    if isinstance(state.step, (Picking, Replying)):
        square = state.step.battle.square
        attackers = [
            c for c, row in enumerate(table.stacks) if row[square] and table.lords[c] == table.lords[state.turn]
        ]
        assert attackers == [state.turn]


@settings(max_examples=60)
@given(games(), st.integers(0, 10**6))
def test_random_games(game: Strategiksa, seed: int) -> None:
    rng, state = random.Random(seed), game.new()
    for _ in range(180):
        legal = state.legal_moves()
        if not legal:
            break
        move = legal[rng.randrange(len(legal))]
        after = state.after(move)
        growth, was, now = allowed_growth(state, move), totals(state.table), totals(after.table)
        kings = {(colour, "K") for colour in range(len(game.players))}
        for key, count in now.items():
            assert count <= was[key] + growth.get(key, 0) or (not state.round and key in kings)
        if isinstance(move, Walk) and type(after.step) is type(state.step) and after.turn == state.turn:
            assert now == was
        if (
            isinstance(move, Walk)
            and isinstance(after.step, Moving)
            and (after.round, after.turn) == (state.round, state.turn)
        ):
            assert waiting(after) == waiting(state) - 1
        check_table(after)
        check_sides(state, after)
        state = after
    assert (state.outcome() is None) != isinstance(state.step, Over)


def test_generation_and_judgement_agree_over_every_number() -> None:
    """Every move there is, judged in states of each step: legal exactly if it is listed."""
    kinds = [KIND.load(3, {"seats": "R G B", "manage_when": when}) for when in ("anytime", "colour_turn")]
    rng, seen = random.Random(5), dict[str, int]()
    every = [kinds[0].numbered(number) for number in range(kinds[0].move_count)]
    for number in range(30):
        state = kinds[number % 2].new()
        while moves := state.legal_moves():
            name = type(state.decision).__name__
            if seen.get(name, 0) < 1:
                seen[name] = seen.get(name, 0) + 1
                assert {move for move in every if state.why_not(move) is None} == set(moves)
            state = state.after(moves[rng.randrange(len(moves))])
    assert set(seen) >= {
        "Settling", "Crowning", "Placing", "Offering", "Answering", "Reinforcing", "Converting", "Moving", "Managing",
        "Interrupting", "Picking", "Replying", "Regicide", "Choosing",
    }  # fmt: skip

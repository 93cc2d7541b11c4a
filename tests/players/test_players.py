"""Computer players: what their arrays are sure of is what the referee says, and what they play is allowed."""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st

from armada_sim import Layout, Obstacle, Rules, Ship, Surface
from armada_sim.firing import clear_side
from armada_sim.firing.guns import GunSide
from armada_sim.moving import legal_poses
from armada_sim.play.actions import Move, Pass, Shoot, notation
from armada_sim.play.deployments import prepared
from armada_sim.play.game import Game
from armada_sim.play.rest import to_grid
from armada_sim.players.battle import arrays, choices, gunfire, paths, rounds
from armada_sim.players.boards import board_of, compiled, covers
from armada_sim.players.bulk import play_out, written
from armada_sim.players.computer import Computer, Level, action_of, seen
from armada_sim.tabletop.match import positions
from tests.games import BASIC, COMPUTERS, after, agreement, battle, ship
from tests.whole import few, whole

RANDOM, GREEDY = Computer(Level.RANDOM), Computer(Level.GREEDY)
SEARCH = Computer(Level.SEARCH, budget=6)


READINGS = [
    {"in_area": "half"}, {"in_area": "whole"}, {"obstruction": "clear_template"},
    {"obstruction": "clear_template", "in_area": "whole"}, {"obstruction": "none"},
    {"obstruction": "partial_cover_ok", "in_area": "touch_counts"},
]  # fmt: skip
"""Readings of a shot, other than the default, that the arrays decide by themselves."""


def crowd(seed: int, near: float = 90, rules: dict[str, str] | None = None) -> Game:
    """A battle of ten ships close together and an island."""
    rng = np.random.default_rng(seed)
    ships: list[Ship] = []
    while len(ships) < 10:
        name = f"{'RB'[len(ships) % 2]}X{len(ships)}"
        size = ("small", "medium", "large")[int(rng.integers(3))]
        x, y, heading = (round(float(v), 6) for v in (*rng.uniform(450 - near, 450 + near, 2), rng.uniform(0, 360)))
        new = ship(name, size, x, y, heading)
        try_ = battle(*ships, new, ship("RZ", "small", 5, 5), ship("BZ", "small", 5, 60))
        poses = np.array([[x, y, heading]])
        if legal_poses(try_.state.layout, name, poses, Rules())[0]:
            ships.append(new)
    island = Obstacle.of("island", [(430, 430), (445, 428), (440, 445)])
    kept = [s for s in ships if clear_of_island(s, island)]
    return battle(*kept, objects=(island,), rules=rules)


def clear_of_island(one: Ship, island: Obstacle) -> bool:
    layout = Layout((one,), objects=(island,))
    pose = np.array([[float(one.pose.x), float(one.pose.y), float(one.pose.heading)]])
    return bool(legal_poses(layout, one.name, pose)[0])


@pytest.mark.parametrize("seed", range(3))
def test_poses_and_shots_the_arrays_are_sure_of_are_the_referee_s(seed: int) -> None:
    game = crowd(seed)
    board, rng = board_of(game.state), np.random.default_rng(seed)
    counted: Counter[int] = Counter()
    for i, name in enumerate(board.names):
        size = game.layout.ship(name).size
        poses = np.column_stack([rng.uniform(350, 550, (60, 2)), rng.uniform(0, 360, 60)])
        legal = legal_poses(game.state.layout, name, poses)
        for pose, right in zip(poses.tolist(), legal.tolist(), strict=True):
            paths.lay(board.battle, len(board.names), int(board.battle.facts[i, arrays.KIND]), *pose)
            code = paths.free_at(board.battle, len(board.names), int(board.battle.facts[i, arrays.KIND]), i)
            assert code == arrays.UNSURE or (code == arrays.YES) == right, (size, pose)
        for j, target in enumerate(board.names):
            if i == j:
                continue
            code = gunfire.sees(board.battle, i, int(board.battle.facts[i, arrays.KIND]), i, j)
            if code == arrays.UNSURE and gunfire.never_clear(board.battle, i, j):
                code = arrays.NO
            counted[code] += 1
            if code != arrays.UNSURE and (code == arrays.YES or abs(i - j) < 4):
                allowed = Game.allows(as_player(game, name), Shoot(name, target))
                assert allowed == (code == arrays.YES), (name, target)
    assert counted[arrays.UNSURE] < 0.1 * counted.total()
    assert counted[arrays.YES] > 3


def aimed(seed: int, rules: dict[str, str]) -> Game:
    """A large ship, a smaller one about where a large piece laid at its left side would cover it, and one nearby."""
    rng = np.random.default_rng(seed)
    shooter = ship("RL1", "large", 450, 450, round(float(rng.uniform(0, 360)), 6))
    gun = GunSide(shooter, Rules().outline(shooter.size), "left")
    _, _, (mx, my) = gun.axes_float()
    outwards = np.degrees(np.arctan2(my, mx))
    size = ("small", "small", "medium")[int(rng.integers(3))]
    places = [
        gun.to_table(rng.uniform(8, 40), rng.uniform(-1, 9)),
        gun.to_table(rng.uniform(-5, 55), rng.uniform(3, 30)),
    ]
    headings = [outwards + rng.uniform(-12, 12), rng.uniform(0, 360)]
    target, other = (
        ship(name, one, *(round(float(v), 6) for v in (*place, heading)))
        for name, one, place, heading in zip(("BX1", "BX2"), (size, "small"), places, headings, strict=True)
    )
    return battle(shooter, target, other, rules=rules)


@pytest.mark.parametrize("seeds", [range(16), whole(range(50))])
@pytest.mark.parametrize("rules", few(READINGS, 3), ids=str)
def test_shots_the_arrays_are_sure_of_are_the_referee_s_under_other_readings(
    rules: dict[str, str], seeds: range
) -> None:
    kernel, counted = compiled(), Counter[tuple[int, bool]]()
    for game in [crowd(1, 60, rules), *(aimed(seed, rules) for seed in seeds)]:
        assert covers(game.state)
        board = board_of(game.state)
        for i, name in enumerate(board.names):
            for j, target in enumerate(board.names):
                if i == j or np.hypot(*(board.battle.geo[i, :2] - board.battle.geo[j, :2])) > 70:
                    continue
                code = kernel.sees(board.battle, i, int(board.battle.facts[i, arrays.KIND]), i, j)
                if code == arrays.UNSURE and kernel.never_clear(board.battle, i, j):
                    code = arrays.NO
                counted[code, Game.allows(as_player(game, name), Shoot(name, target))] += 1
    assert not counted[arrays.YES, False] + counted[arrays.NO, True]
    assert counted[arrays.UNSURE, True] + counted[arrays.UNSURE, False] < 0.1 * counted.total()
    assert counted[arrays.YES, True] > len(seeds) / 5
    assert counted[arrays.NO, False] > len(seeds) / 5


def as_player(game: Game, name: str) -> Game:
    """The same battle with the turn of a ship's player."""
    return Game.of_layout(game.state.agreement, game.state.layout, game.layout.ship(name).player)


def test_whatever_battle_is_compiled_or_not_it_is_the_same() -> None:
    game = crowd(1)
    plain, fast = board_of(game.state).battle, board_of(game.state).battle
    n = len(plain.facts)
    results = []
    for look, greedy_action, one in (
        (rounds.look, choices.greedy_action, plain), (compiled().look, compiled().greedy_action, fast),
    ):  # fmt: skip
        rng, row = np.random.default_rng(3), np.zeros(7)
        known, sights = np.zeros((n, n), dtype=np.int64), np.zeros((n, n), dtype=np.int64)
        look(one, known, sights, True)
        greedy_action(one, sights, rng, 4, 25, row)
        results.append((known.tolist(), sights.tolist(), row.tolist()))
    assert results[0] == results[1]


@pytest.mark.parametrize("rules", [{}, {"obstruction": "clear_template"}], ids=str)
def test_compiled_functions_let_go_of_what_they_are_given(rules: dict[str, str]) -> None:
    kernel, one = compiled(), board_of(crowd(1, 60, rules).state).battle
    n, rng, row = len(one.facts), np.random.default_rng(3), np.zeros(7)
    known, sights = np.zeros((n, n), dtype=np.int64), np.zeros((n, n), dtype=np.int64)
    held = [sys.getrefcount(thing) for thing in (one.geo, known, sights, rng, row)]
    for _ in range(3):
        known[:] = 0
        kernel.look(one, known, sights, True)
        kernel.greedy_action(one, sights, rng, 4, 25, row)
        kernel.random_action(one, sights, rng, row)
    assert held == [sys.getrefcount(thing) for thing in (one.geo, known, sights, rng, row)]


@pytest.mark.parametrize("seed", range(4))
def test_a_move_that_greedy_chose_is_the_one_it_makes(seed: int) -> None:
    """Ships in the way of shots it weighs must not change the path it has drawn."""
    board, kernel = board_of(crowd(seed, near=140).state), compiled()
    n, rng, row = len(board.names), np.random.default_rng(seed), np.zeros(7)
    known, sights = np.zeros((n, n), dtype=np.int64), np.zeros((n, n), dtype=np.int64)
    made = 0
    for _ in range(60):
        if board.battle.clock[arrays.RESULT] != arrays.GOING_ON:
            break
        kernel.look(board.battle, known, sights, False)
        kernel.greedy_action(board.battle, sights, rng, 12, 25, row)
        moves = row[0] == arrays.MOVE
        kernel.perform(board.battle, known, row)
        assert not moves or row[0] == arrays.MOVE
        made += moves
    assert made > 3


@pytest.mark.parametrize("minds", [(RANDOM, RANDOM), (RANDOM, GREEDY), (GREEDY, GREEDY), (SEARCH, GREEDY)], ids=str)
def test_a_battle_in_bulk_replays_in_the_exact_game(minds: tuple[Computer, Computer]) -> None:
    game = after(Game.new(agreement(rules=COMPUTERS)), *BASIC)
    played = play_out(game, dict(zip(("red", "blue"), minds, strict=True)), np.random.default_rng(7))
    for action in played.actions[:150]:
        assert game.outcome() is None
        game = game.play(action)
    if len(played.actions) > 150:
        for action in played.actions[150:]:
            game = game.forced(action)
    outcome = game.outcome()
    assert outcome is not None
    parties = ("red", "blue")
    assert outcome.winners == (() if played.winner is None else (parties[played.winner],))
    for i, name in enumerate(played.board.names):
        there, row = game.layout.ship(name), played.board.battle.geo[i]
        if not there.sunk:
            expected = [to_grid(there.pose.x), to_grid(there.pose.y), to_grid(there.pose.heading)]
            assert [round(float(v) * arrays.GRID) for v in row[:3]] == expected
        assert played.board.battle.facts[i, arrays.DAMAGE] == there.damage


@pytest.mark.parametrize("rules", few(reversed(READINGS), 2), ids=str)
def test_a_battle_in_bulk_replays_under_other_readings(rules: dict[str, str]) -> None:
    game = after(Game.new(agreement(rules={**COMPUTERS, **rules})), *BASIC)
    played = play_out(game, {"red": GREEDY, "blue": GREEDY}, np.random.default_rng(7))
    assert any(isinstance(action, Shoot) for action in played.actions)
    for action in played.actions[:150]:
        game = game.play(action) if isinstance(action, Shoot) else game.forced(action)


@pytest.mark.parametrize(
    ("minds", "digest"),
    [((RANDOM, RANDOM), "ccfbf2c53eda835b"), ((GREEDY, GREEDY), "84cdadde88d24fea"),
     ((SEARCH, GREEDY), "57424abda6bf7c47")],
    ids=str,
)  # fmt: skip
def test_the_same_seed_gives_the_same_game_everywhere(minds: tuple[Computer, Computer], digest: str) -> None:
    game = after(Game.new(agreement(rules=COMPUTERS)), *BASIC)
    log = play_out(game, dict(zip(("red", "blue"), minds, strict=True)), np.random.default_rng(11)).log
    units = np.round(log * arrays.GRID).astype("<i8")
    assert hashlib.sha256(units.tobytes()).hexdigest()[:16] == digest


def test_a_player_given_seconds_plays_a_turn() -> None:
    game = battle(ship("RL1", "large", 300, 300), ship("BS1", "small", 320, 330, 0))
    assert Computer(Level.SEARCH, seconds=0.001).choose(game, np.random.default_rng(1)) == Shoot("RL1", "BS1")


def test_random_moves_are_drawn_uniformly_from_the_legal_headings() -> None:
    game = battle(ship("RL1", "large", 450, 450), ship("BL1", "large", 480, 500, 0), ship("BL2", "large", 800, 800))
    board, rng = board_of(game.state), np.random.default_rng(5)
    found, heads = [], np.zeros(4)
    for _ in range(3000):
        assert compiled().wander(board.battle, 0, 1, rng, heads) == 1
        found.append(heads[0])
    from armada_sim import legal_headings

    spans = [(i.start, i.end) for i in legal_headings(game.state.layout, "RL1")]
    total = sum(end - start for start, end in spans)
    assert len(spans) > 1 or total < 145
    for start, end in spans:
        inside = [h for h in found if start <= h <= end]
        assert abs(len(inside) / 3000 - (end - start) / total) < 0.04
        thirds = np.histogram(inside, 3, (start, end))[0] / len(inside)
        assert np.abs(thirds - 1 / 3).max() < 0.06


def test_random_actions_are_drawn_uniformly_from_moves_shots_and_passing() -> None:
    game = battle(ship("RL1", "large", 300, 300), ship("RS1", "small", 100, 100), ship("BM1", "medium", 320, 330, 0))
    rng, counted = np.random.default_rng(2), Counter()
    for _ in range(1200):
        action = RANDOM.choose(game, rng)
        counted[type(action).__name__ + getattr(action, "ship", "")] += 1
    assert set(counted) == {"MoveRL1", "MoveRS1", "ShootRL1", "Pass"}
    assert all(abs(n / 1200 - 1 / 4) < 0.05 for n in counted.values())


@pytest.mark.parametrize(
    "rules",
    [{"footprint": "shadow_pentagon"}, {"physical_fit": "must_fit"}, {"step_legality": "swept_area"},
     {"contact_blocks_move": "overlap_only", "edge": "touch_ok"}],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("player", [RANDOM, GREEDY], ids=lambda p: p.level.value)
def test_players_keep_to_rules_that_the_arrays_do_not_know(rules: dict[str, str], player: Computer) -> None:
    game = battle(
        ship("RL1", "large", 300, 300), ship("RS1", "small", 250, 300), ship("BM1", "medium", 320, 345, 0), rules=rules
    )
    assert not covers(game.state)
    rng = np.random.default_rng(4)
    for _ in range(4):
        if game.outcome() is not None:
            break
        game = game.play(player.choose(game, rng))


def test_players_play_a_whole_game_from_the_first_decision() -> None:
    agreed = agreement(surface=Surface.rectangle(600, 700))
    followed = positions(Game.new(agreed), {"red": GREEDY, "blue": RANDOM}, np.random.default_rng(8), 14)
    *_, (_, last) = followed
    assert last.state.phase in ("play", "over")
    assert prepared(agreed, np.random.default_rng(1)).state.phase == "play"


def test_shots_a_player_thinks_of_are_allowed_and_only_those() -> None:
    game = battle(ship("RL1", "large", 300, 300), ship("RL2", "large", 340, 310), ship("BM1", "medium", 320, 330, 0))
    board, as_written = board_of(game.state), replace(game.layout, position="as_written")  # RL2 and BM1 overlap
    _, sights = seen(game, board, friends=True)
    for i, shooter in enumerate(board.names):
        for j, target in enumerate(board.names):
            if i != j and shooter.startswith("R"):
                pair = as_written.ship(shooter), as_written.ship(target)
                allowed = clear_side(as_written, *pair, ("left", "right"), Rules())
                assert bool(sights[i, j]) == (allowed is not None)


def test_rows_mean_actions() -> None:
    names = ("A", "B")
    assert action_of([arrays.SHOT, 0, 1, 0, 0, 0, 0], names) == Shoot("A", "B")
    assert action_of([arrays.PASS, 0, 0, 0, 0, 0, 0], names) == Pass()
    move = action_of([arrays.MOVE, 1, 2, 90.5, 12.25, 7, 7], names)
    assert isinstance(move, Move)
    assert [Fraction(h) for h in move.declared.headings or ()] == [Fraction(181, 2), Fraction(49, 4)]


@given(st.integers(1, 4), st.lists(st.integers(-36 * 10**9, 36 * 10**9), min_size=4, max_size=4))
def test_rows_in_notation_are_that_of_their_actions(steps: int, units: list[int]) -> None:
    names, headings = ("RL1", "Bé12"), [unit / arrays.GRID for unit in units]
    rows = [[arrays.MOVE, 1, steps, *headings], [arrays.SHOT, 0, 1, *headings], [arrays.PASS, 0, 0, *headings]]
    assert written(np.array(rows), names).splitlines() == [notation(action_of(row, names)) for row in rows]


def test_the_arrays_refuse_tables_they_are_not_proved_for() -> None:
    huge = agreement(surface=Surface.rectangle(50_000, 50_000))
    layout = Layout((ship("RL1", "large", 300, 300), ship("BL1", "large", 800, 800)))
    assert not covers(Game.of_layout(huge, layout, "red").state)
    assert covers(Game.of_layout(agreement(), layout, "red").state)

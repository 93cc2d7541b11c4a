"""Positions out of random games, written as disputes: what is ruled on a chain of actions is what the game says."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

import pytest

from armada_sim import Answer
from armada_sim.files.building import build_dispute
from armada_sim.files.disputes import Dispute
from armada_sim.files.tables import number_of, object_table, point_of, rules_table, ship_table, surface_table
from armada_sim.geometry import Number
from armada_sim.moving import Declaration
from armada_sim.play.actions import Draw, Move, Pass, Refused, Resign, Shoot, notation
from armada_sim.play.game import Game
from armada_sim.play.rulings import check_actions
from armada_sim.play.state import State
from armada_sim.play.turns import TurnAction
from tests.play.test_game_machine import SCENES, scene
from tests.whole import few, whole

CHAIN = 4
"""Actions of a chain, at most."""


def written(state: State, actions: list[TurnAction], tolerance: Number = 0) -> Dispute:
    """The dispute that states this moment of a game, and asks about actions and whether anybody has won."""
    turn, agreed = state.turn, state.agreement
    assert turn is not None
    raw = {
        "rules": rules_table(state.rules), **surface_table(agreed.surface, state.rules),
        "objects": [object_table(thing) for thing in agreed.objects],
        "tolerance": {"position": number_of(tolerance)},
        "fleets": [{"player": seat.player} for seat in agreed.seats],
        "teams": {
            team: [s.player for s in agreed.seats if s.team == team] for team in {s.team for s in agreed.seats} if team
        },
        "ships": [ship_table(ship) for ship in state.layout.ships],
        "lines": [
            {"attacker": line.attacker, "start": point_of(line.start), "end": point_of(line.end)}
            for line in agreed.lines
        ],
        "flags": [
            {"owner": f.owner, **({"ship": f.ship} if f.ship else {"at": point_of(f.at or ())})} for f in state.flags
        ],
        "turn": {
            "player": turn.player, "left": turn.left, "steps": dict(turn.steps),
            "shots": [{"from": name, "side": side} for name, side in turn.shots],
            "stuck": [*turn.stuck], "order": [*state.order], "quiet": state.quiet,
            "agreed": [*state.agreed], "out": [*state.out],
        },
        "questions": [{"actions": [notation(action) for action in actions]}, {"won": True}],
    }  # fmt: skip
    return build_dispute(raw)


def tried(rng: random.Random, game: Game) -> TurnAction:
    """Something a player may want to do: often a ship that is not allowed to, a turn too far, or a shot in vain."""
    state, names = game.state, [ship.name for ship in game.state.layout.ships]
    own = [ship.name for ship in state.afloat(state.turn.player)] if state.turn else []
    ship = rng.choice(own if own and rng.random() < 0.85 else names)
    match rng.randrange(12):
        case 0:
            return rng.choice([Pass(), Pass(), Draw(), Resign()])
        case 1 | 2 | 3 | 4:
            return Shoot(ship, rng.choice(names), rng.choice(["either", "either", "left", "right"]))
        case 5:
            return Refused(Move(ship, Declaration(turns=(rng.randint(-70, 70), rng.randint(-70, 70)))))
        case _:
            turns = (rng.randint(-80, 80) for _ in range(rng.choice([1, 1, 2, 3, 4])))
            return Move(ship, Declaration(turns=tuple(turns)))


def moments(rng: random.Random, count: int) -> Iterator[Game]:
    """Moments of random games, one of each."""
    for number in range(count):
        game = scene(number % len(SCENES))
        for _ in range(rng.randrange(30)):
            action = tried(rng, game)
            if not isinstance(action, Resign) and game.allows(action):
                after = game.forced(action)
                if after.outcome() is not None:
                    break
                game = after
        yield game


def wanted(rng: random.Random, game: Game) -> TurnAction:
    """Rather something that is allowed."""
    actions = [tried(rng, game) for _ in range(rng.choice([1, 6]))]
    return next((action for action in actions if game.allows(action)), actions[0])


def position(state: State) -> tuple[object, ...]:
    """What two games agree on that stand alike."""
    turn = state.turn
    done = turn and (turn.player, turn.left, sorted(turn.stuck), sorted(turn.shots), turn.damaged)
    ships = [(ship.name, ship.pose, ship.damage) for ship in state.layout.ships]
    return ships, done, state.decides, state.order, state.quiet, state.result


@pytest.mark.parametrize(("part", "count"), [(0, 4), *(whole(part, 8) for part in range(120))])
def test_what_is_ruled_is_what_the_game_says(part: int, count: int) -> None:
    """Every action of a chain is allowed if and only if the game allows it, and leaves the same position."""
    rng = random.Random(f"rulings {part}")
    allowed = refused = 0
    for start in moments(rng, count):
        for _ in range(3):
            game, actions, before = start, list[TurnAction](), list[Game]()
            while len(actions) < CHAIN and game.outcome() is None:
                actions.append(wanted(rng, game))
                before.append(game)
                if not game.allows(actions[-1]):
                    break
                game = game.forced(actions[-1])
            dispute = written(start.state, actions)
            assert dispute.game is not None
            asked = check_actions(dispute.game, actions)
            for was, one in zip(before, asked, strict=False):
                assert one.player == was.current_player()
                assert one.ruling.allowed == was.allows(one.action), (notation(one.action), one.ruling.reasons)
                assert one.ruling.answer is not Answer.IN_DOUBT
                after = was.forced(one.action) if one.ruling.allowed else was
                assert position(one.after.state) == position(after.state)
                allowed, refused = allowed + one.ruling.allowed, refused + (not one.ruling.allowed)
            assert len(asked) == len(actions)
            assert not dispute.ask(2).allowed, dispute.ask(2).reasons
    assert min(allowed, refused) >= count


@pytest.mark.parametrize("part", few(range(15), 1))
def test_with_tolerance_no_ruling_allows_what_the_game_does_not(part: int) -> None:
    """A ship that has moved is less sure of its place than in a game, where it is laid down anew: doubt is added."""
    rng, count = random.Random(f"doubts {part}"), 20
    doubts = 0
    for start in moments(rng, count):
        game = Game(start.state.but(layout=replace(start.state.layout, tolerance=Decimal("0.5"))))
        actions = [wanted(rng, game) for _ in range(CHAIN)]
        dispute = written(start.state, actions, Decimal("0.5"))
        assert dispute.game is not None
        for one in check_actions(dispute.game, actions):
            if one.ruling.allowed or one.ruling.answer is Answer.NO:
                assert one.ruling.allowed == game.allows(one.action), (notation(one.action), one.ruling.reasons)
            doubts += one.ruling.answer is Answer.IN_DOUBT
            if one.ruling.allowed:
                game = game.forced(one.action)
                if game.outcome() is not None:
                    break
    assert doubts or part  # twenty moments may hold none

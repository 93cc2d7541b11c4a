"""Random play: whatever players do, the engine agrees with itself and with the referee, and games end."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any

from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from armada_sim import Layout, Obstacle, Pose, Ship, Size, check_contact
from armada_sim.moving import Declaration
from armada_sim.moving.movement import Mover, first_intervals
from armada_sim.play.actions import Action, Draw, Move, Pass, Refused, Resign, Shoot, notation, parse_action
from armada_sim.play.game import Game
from armada_sim.play.goals import table_for_move
from armada_sim.play.state import Flag, GoalLine, Seat
from tests.games import agreement, ship

ABC = (Seat("red", "south"), Seat("blue", "north"), Seat("green", "east"))
TEAMS = (Seat("red", team="x"), Seat("blue", team="y"), Seat("green", team="x"))
SHIPS = (
    ship("RS1", "small", 300, 300), ship("RL1", "large", 260, 300), ship("BM1", "medium", 330, 340, 200),
    ship("BS1", "small", 290, 400, 270, 0), ship("BL1", "large", 220, 380, 300, 2),
)  # fmt: skip
GREEN = (
    Ship("GM1", "green", Size.MEDIUM, Pose(400, 330, 120), 1),
    Ship("GS1", "green", Size.SMALL, Pose(360, 390, 250)),
)
ISLAND = (Obstacle.of("rock", [(310, 370), (325, 372), (318, 385)]),)
LINES = (GoalLine("red", (0, 520), (914.4, 520)),)
FLAGS = (Flag("red", (250, 250)), Flag("blue", (360, 450)))
CARRIED = (Flag("red", None, "RL1"), Flag("blue", None, "BM1"))
SCENES: list[tuple[tuple[Seat, ...], tuple[Ship, ...], dict[str, Any], dict[str, Any]]] = [
    ((), SHIPS, {}, {"objects": ISLAND}),
    (ABC, SHIPS + GREEN, {"wreck": "stays_as_obstacle"}, {}),
    (TEAMS, SHIPS + GREEN, {}, {"objects": ISLAND}),
    ((), SHIPS, {"illegal_claim_cost": "action_spent"}, {}),
    ((), SHIPS, {"goal": "infiltration"}, {"lines": LINES}),
    ((), SHIPS, {"goal": "flag"}, {"flags": FLAGS}),
    (ABC, SHIPS + GREEN, {"goal": "flag", "flag_ship_contact": "boarding_wins"}, {"flags": CARRIED}),
]
"""Seats, ships near each other, rules, and what else is agreed on."""

TURNS = st.lists(st.integers(-80_000_000, 80_000_000), min_size=1, max_size=5)
"""Turns of the steps of a move, in 1e-6 degrees; some are beyond the limit."""


def scene(number: int) -> Game:
    seats, ships, rules, more = SCENES[number]
    flags = more.get("flags", ())
    agreed = agreement(
        *seats, fleets="choose", rules={"game_limit": "quiet_turns(7)", **rules},
        **{key: value for key, value in more.items() if key != "flags"},
    )  # fmt: skip
    return Game.of_layout(agreed, Layout(ships), "red", flags)


class Playing(RuleBasedStateMachine):
    """One game, in which everything tried is asked about twice and checked after it is played."""

    game: Game
    start: Game
    played: list[Action]
    moved: list[str]

    @initialize(number=st.integers(0, len(SCENES) - 1))
    def first_game(self, number: int) -> None:
        self.begin(number)

    def begin(self, number: int) -> None:
        self.game = self.start = scene(number)
        self.played, self.moved = [], []

    def going_on(self) -> bool:
        return self.game.outcome() is None

    def own(self) -> list[str]:
        state = self.game.state
        return [ship.name for ship in state.afloat(state.turn.player)] if state.turn else []

    def tried(self, action: Action, *, claim: bool = False) -> None:
        """The action played if it is allowed; else, if it is claimed, what the claim costs."""
        assert parse_action(notation(action)) == action
        before, allowed = repr(self.game.state), self.game.allows(action)
        assert allowed == (not self.game.why_not(action))
        if not allowed and claim and self.game.allows(Refused(action)):
            assert isinstance(action, Move | Shoot)
            action = Refused(action)
        elif not allowed:
            return
        old, self.game = self.game, self.game.play(action)
        assert repr(old.state) == before
        self.played.append(action)
        self.check_pieces(old, action)

    def check_pieces(self, old: Game, action: Action) -> None:
        new, same_turn = self.game.state, self.game.state.turns == old.state.turns
        damage = sum(s.damage for s in new.layout.ships) - sum(s.damage for s in old.state.layout.ships)
        moves = [s for s, o in zip(new.layout.ships, old.state.layout.ships, strict=True) if s.pose != o.pose]
        if isinstance(action, Shoot):
            assert not moves
            assert damage == 1
        elif not isinstance(action, Resign):
            assert damage == 0
            assert len(moves) <= 1
        if isinstance(action, Move):
            assert action.ship not in self.moved
        self.moved = [*self.moved, *(s.name for s in moves)] if same_turn else []
        for lying in moves:
            boarded = new.result is not None and new.result.reason == "flag_boarded"
            others = [s.name for s in new.layout.ships if s.name != lying.name and not s.sunk]
            for other in [] if boarded else others:
                relation = check_contact(new.layout, lying.name, other, rules=new.rules).witness.relation
                assert relation == "apart"

    @precondition(going_on)
    @rule(data=st.data(), turns=TURNS, claim=st.booleans())
    def move(self, data: st.DataObject, turns: list[int], claim: bool) -> None:
        names = self.own()
        if names:
            name = data.draw(st.sampled_from(names))
            heading, headings = Decimal(str(self.game.layout.ship(name).pose.heading)), []
            for turn in turns:
                heading += Decimal(turn).scaleb(-6)
                headings.append(heading)
            self.tried(Move(name, Declaration(headings=tuple(headings))), claim=claim)

    @precondition(going_on)
    @rule(data=st.data(), share=st.floats(0.01, 0.99))
    def step_inside_a_legal_interval(self, data: st.DataObject, share: float) -> None:
        names, state = self.own(), self.game.state
        if not names:
            return
        moving = state.layout.ship(data.draw(st.sampled_from(names)))
        mover = Mover(moving, state.rules.outline(moving.size))
        intervals = first_intervals(mover, table_for_move(state, moving), state.rules)
        for low, high in ((i.start, i.end) for i in intervals if i.end - i.start > 0.001):
            heading = Decimal(math.floor((low + share * (high - low)) * 10**6)).scaleb(-6)
            step = Move(moving.name, Declaration(headings=(heading,)))
            assert {str(reason.clause) for reason in self.game.why_not(step)} <= {
                "turn.moved",
                "turn.stuck",
                "turn.actions",
            }
        if intervals:
            self.tried(step)

    @precondition(going_on)
    @rule(data=st.data(), side=st.sampled_from(["either", "left", "right"]), claim=st.booleans())
    def shoot(self, data: st.DataObject, side: str, claim: bool) -> None:
        names = self.own()
        if names:
            targets = [s.name for s in self.game.state.layout.ships]
            shot = Shoot(data.draw(st.sampled_from(names)), data.draw(st.sampled_from(targets)), side)
            self.tried(shot, claim=claim)

    @precondition(going_on)
    @rule()
    def shoot_whatever_can_be_hit(self) -> None:
        """The first open shot at somebody else's ship: so games are decided and not only drawn."""
        state = self.game.state
        for name in self.own():
            for target in state.layout.ships:
                if not state.allied(target.player, state.layout.ship(name).player):
                    shot = Shoot(name, target.name)
                    if self.game.allows(shot):
                        return self.tried(shot)
        return None

    @precondition(going_on)
    @rule()
    def end_the_turn(self) -> None:
        self.tried(Pass())

    @precondition(lambda self: self.going_on() and self.game.state.turns > 3)
    @rule(action=st.sampled_from([Draw(), Resign()]))
    def give_up(self, action: Action) -> None:
        self.tried(action)

    def check_replay(self) -> Game:
        """What was played, from its notation: the same game comes of it."""
        again = self.start
        for action in self.played:
            again = again.play(parse_action(notation(action)))
        assert again == self.game
        return again

    @precondition(lambda self: not self.going_on())
    @rule(number=st.integers(0, len(SCENES) - 1))
    def another_game(self, number: int) -> None:
        self.check_replay()
        self.begin(number)

    @invariant()
    def somebody_decides_or_it_is_over(self) -> None:
        game, state = self.game, self.game.state
        assert (game.outcome() is None) != (game.current_player() is None)
        returns = game.returns()
        assert set(returns) == set(state.agreement.players)
        assert sum(returns.values()) == (0 if game.outcome() is None else 1)
        if state.result is not None:
            assert state.result.reason
            assert not game.allows(Pass())
        else:
            assert game.current_player() in state.order
            assert game.allows(Pass())

    @invariant()
    def nothing_is_overspent(self) -> None:
        state = self.game.state
        assert all(s.damage <= s.size.pips for s in state.layout.ships)
        if state.turn is None:
            return
        assert 0 <= state.turn.left <= 3
        assert state.turn.left
        for moving in state.layout.ships:
            assert state.turn.steps_of(moving.name) <= moving.size.steps
            assert state.turn.shots_of(moving.name) <= moving.size.pips

    def teardown(self) -> None:
        """The game ends if nobody does anything more."""
        if not hasattr(self, "game"):
            return
        again = self.check_replay()
        for _ in range(8):
            if again.outcome() is None:
                again = again.play(Pass())
        assert again.outcome() is not None


Playing.TestCase.settings = settings(
    max_examples=15, stateful_step_count=25, suppress_health_check=list(HealthCheck), print_blob=True
)
TestPlaying = Playing.TestCase

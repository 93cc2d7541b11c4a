"""What the combat table does: losses, retreats, advances, and what some pieces add (clauses 1.11, 1.13, 3.4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from armada_sim.tabletop import Message
from grid_games.core.dice import Chances
from grid_games.core.extras import by_reason
from grid_games.core.protocol import Violation
from grid_games.core.sets import members
from grid_games.destin_arc.chapters import hidden
from grid_games.destin_arc.chapters.combat_table import results
from grid_games.destin_arc.chapters.going import crowded
from grid_games.destin_arc.chapters.leaders import leader_on
from grid_games.destin_arc.chapters.losses import Saving, eliminate, flip
from grid_games.destin_arc.chapters.retreats import (
    UNSEEN,
    Leaving,
    Withdraw,
    barriers,
    refuges,
    walled,
    way_out,
)
from grid_games.destin_arc.chapters.strengths import MISSILE, Battle
from grid_games.destin_arc.chapters.zones import entered
from grid_games.destin_arc.moves import END, Follow, Hide, Move, Result, To
from grid_games.destin_arc.state import BACK, GONE, Draft, Event, Moment, Picking, Rolls, State, Step, draft_of

AUTO = "D5"
"""What an attack above 8-1, or on a held piece, does without a roll."""


@dataclass(unsafe_hash=True)
class Roll(Step):
    """The d12 of a battle, read in its column."""

    battle: Battle
    seat: int
    kind: str
    column: int
    die: int

    def chances(self, s: State) -> Rolls:
        return _results(self.column, self.die, self.kind == MISSILE).pairs

    def play(self, d: Draft, move: Any) -> None:
        d.pop()
        strike(d, self.battle, self.seat, self.kind, move.result)


@cache
def _results(column: int, die: int, missiles: bool) -> Chances[Move]:
    """What can come of a roll in a column, as moves."""
    return results(column, die, missiles).of(lambda told: Result(told))


def strike(d: Draft, battle: Battle, seat: int, kind: str, told: str) -> None:
    """Put what a result means on top, in the order of the rules. Retreats and what comes after them may wait for the
    end of combat (option `retreat_time`)."""
    pieces, target, letter, code = d.game.pieces, battle.target, told[0], int(told[1])
    units, credit, place = pieces.units, pieces.side[battle.attackers[0]], d.where[target]
    homes = tuple(d.where[p] for p in battle.attackers)
    hit = letter in "DB" and code > 0
    losers = () if kind == MISSILE or letter == "D" else battle.attackers

    def suffering(part: str) -> list[Step]:
        theirs = [Suffer(target, code, credit, seat, (), part)] if hit else []
        return [*theirs, *(Suffer(p, code, pieces.side[target], pieces.team[target], losers, part) for p in losers)]

    first: list[Step] = []
    if hit and pieces.leader[target] and (letter == "D" or d.game.rules.success == "d_or_b"):
        if any(units[p].captures for p in battle.attackers):
            eliminate(d, target, credit, taken=True)
        elif any(units[p].kills for p in battle.attackers):
            first.append(DeathSave(target, credit))
    now, then = (suffering("loss"), suffering("retreat")) if _later(d) else (suffering(""), [])
    if not (hit and code in (1, 2, 4)) and any(units[p].pushes for p in battle.attackers):
        then.append(Suffer(target, 1, credit, seat, (), "retreat"))
    then += [Untangle(battle), Advance(battle, seat, place, homes)]
    then += [Rehide(p) for p in battle.attackers if units[p].rehides]
    d.push(*first, *now, *([Later(tuple(then))] if _later(d) else then))


def _later(s: Moment) -> bool:
    """Whether retreats and advances wait for a sub-phase of their own (option `retreat_time`)."""
    return s.game.rules.retreat_time == "sub_phase"


@dataclass(unsafe_hash=True)
class DeathSave(Saving):
    """A leader attacked with success by the Fraternité Rouge or Bonnaire saves, or dies whatever the table says."""

    piece: int
    credit: int

    def needs(self, s: Moment) -> int:
        return s.game.pieces.units[self.piece].save

    def befall(self, d: Draft) -> None:
        eliminate(d, self.piece, self.credit)


@dataclass(unsafe_hash=True)
class Suffer(Event):
    """What a code of the table does to one piece."""

    piece: int
    code: int
    credit: int
    """Side to whose credit a loss is."""

    seat: int
    """The player on the other side of the battle."""

    others: tuple[int, ...]
    """Pieces that suffer the same on their own account: a leader among them does not go along."""

    part: str = ""
    """"loss" or "retreat" where only that part is due."""

    def happen(self, d: Draft) -> None:
        """Turned, eliminated, made to retreat."""
        piece, code = self.piece, self.code
        if d.where[piece] < 0:
            return
        leader = leader_on(d, piece)
        if leader is None or leader in self.others:
            leader = -1
        alive = True
        if code in (3, 4) and self.part != "retreat":
            alive = flip(d, piece, self.credit)
        elif code >= 5 and self.part != "retreat":
            eliminate(d, piece, self.credit)
            alive = False
        if not alive:
            bereaved(d, leader, self)
        elif code in (1, 2, 4) and self.part != "loss":
            d.push(Retreat(piece, 2 if code == 2 else 1, self.credit, self.seat, leader))

    def again(self, s: Moment) -> bool:
        """Whether a piece that is half eliminated by it is already."""
        return self.code in (3, 4) and bool(s.marks[self.piece] & BACK)

    def loses(self, d: Draft, team: int) -> str:
        if d.where[self.piece] < 0 or self.part == "retreat" or self.code < 3:
            return ""
        name = d.game.pieces.names[self.piece]
        if self.again(d):
            return Message("{piece} is half eliminated a second time", piece=name)
        return Message("{piece} suffers the result of the battle", piece=name)


def bereaved(d: Draft, leader: int, cause: Suffer) -> None:
    """A visible leader, -1 for none, whose piece is lost (option `leader_of_lost_unit`)."""
    if leader < 0 or d.where[leader] < 0:
        return
    how = d.game.rules.leader_of_lost_unit
    if how == "dies":
        eliminate(d, leader, cause.credit)
    elif how == "retreats":
        away = Suffer(leader, 1, cause.credit, cause.seat, (), "retreat")
        d.push(Later((away,)) if cause.part == "loss" and _later(d) else away)


@dataclass(unsafe_hash=True)
class Later(Event):
    """What waits for the sub-phase of retreats and advances, after what waits already (option `retreat_time`)."""

    steps: tuple[Step, ...]

    def happen(self, d: Draft) -> None:
        turn = d.todo[0]
        assert isinstance(turn, Waiting)
        d.todo = (turn.but(waiting=(*turn.waiting, *self.steps)), *d.todo[1:])


@dataclass(unsafe_hash=True)
class Waiting(Step):
    """What keeps retreats and advances until it is their time: the turn."""

    waiting: tuple[Step, ...] = field(default=(), kw_only=True)


@dataclass(unsafe_hash=True)
class Retreat(Leaving):
    """A piece must retreat; with it the visible leader who stands on it."""

    piece: int
    steps: int
    credit: int
    seat: int
    leader: int
    near: int = -1
    """An enemy on the same hex, whose own zone does not count: it is what the piece retreats from."""

    def decider(self, s: Moment) -> int:
        """Its owner, or the opponent (option `retreat_path`)."""
        return self.seat if s.game.rules.retreat_path == "opponent" else super().decider(s)

    def _ways(self, s: Moment, *, seen: bool = False) -> list[int]:
        """Where it leads; an opponent who chooses may not learn of friends that are hidden."""
        chosen = s.game.rules.retreat_path == "opponent"
        return refuges(s, self.piece, self.steps, self.leader, self.near, seen=seen or chosen)

    def refuges(self, s: Moment, *, seen: bool = False) -> int:
        """The hexes on which it may end (clauses 1.13.1 to 1.13.4)."""
        return self._ways(s, seen=seen)[-1]

    def loses(self, d: Draft, team: int) -> str:
        pieces, board = d.game.pieces, d.board
        if d.where[self.piece] < 0 or not board.sees(team, self.piece) or self.refuges(d):
            return ""
        known = draft_of(d)
        for p in pieces.hidden:
            if d.unseen[p] and pieces.team[p] != team:
                known.put(p, GONE)
        layers = refuges(known, self.piece, self.steps, self.leader, self.near)
        reasons = [*barriers(known, self.piece, self.steps, layers), *((h, UNSEEN) for h in members(layers[-1]))]
        barred = [(d.game.land.labels[place], Message(reason)) for place, reason in reasons]
        told = {"piece": pieces.names[self.piece], "n": self.steps}
        if not barred:
            return Message("{piece} has no hex to retreat to [1.13.1]", **told)
        return Message.counted(
            "{piece} must retreat {n} hex and cannot: {reasons} [1.13]",
            "{piece} must retreat {n} hexes and cannot: {reasons} [1.13]",
            self.steps, piece=told["piece"], reasons=by_reason(barred),
        )  # fmt: skip

    def refusal(self, s: State, move: Move) -> Violation | None:
        name = s.game.pieces.names[self.piece]
        if move == END:
            return Violation("1.13.1", "{piece} must retreat", piece=name)
        if not isinstance(move, To):
            return None
        place = s.game.land.numbers[move.hex]
        team, layers = s.game.pieces.team[self.piece], self._ways(s)
        if s.board.foes[team] >> place & 1:
            return Violation("1.13.3", "{hex} is held by the enemy", hex=move.hex)
        if s.game.land.wall >> place & 1 and walled(s, self.piece):
            return Violation("1.14.3", "{hex} is a wall, closed to cavalry", hex=move.hex)
        if not layers[-2] >> place & 1:
            return Violation(
                "1.13.3",
                "{piece} retreats {steps}: its way does not end on {hex}",
                piece=name,
                steps=self.steps,
                hex=move.hex,
            )
        if s.board.own[team] >> place & 1:
            return Violation("1.13.2", "{hex} is occupied by a friend: it goes on to a free hex", hex=move.hex)
        return Violation(
            "1.13.1", "{piece} may not stop in an enemy zone of control, such as on {hex}", piece=name, hex=move.hex
        )

    def go(self, d: Draft, goal: int) -> None:
        """Without a way out it is eliminated."""
        if goal < 0:
            eliminate(d, self.piece, self.credit)
            bereaved(d, self.leader, Suffer(self.piece, 5, self.credit, self.seat, ()))
            return
        path = way_out(d, self.piece, goal, self._ways(d))
        along = self.leader >= 0 and d.where[self.leader] == d.where[self.piece]
        gone = [self.piece, self.leader] if along else [self.piece]
        for piece in gone:
            d.put(piece, goal)
        for piece in gone:
            d.push(*entered(d, piece, path))
        hidden.detect(d)
        for piece in gone:
            hidden.meet(d, piece)


@dataclass(unsafe_hash=True)
class Advance(Picking):
    """One attacker may move into the hex that has become free (clause 1.12.5)."""

    battle: Battle
    seat: int
    place: int
    homes: tuple[int, ...]
    verb = Follow

    def near(self, s: Moment) -> list[int]:
        """The attackers who still stand beside the hex, where they attacked from."""
        beside = s.game.land.beside(1 << self.place)
        pairs = zip(self.battle.attackers, self.homes, strict=True)
        return [p for p, h in pairs if s.where[p] == h and beside >> h & 1]

    def open(self, s: Moment) -> list[int]:
        """The attackers still in place beside a hex without an enemy, no cavalry before a wall."""
        if s.board.enemies(self.seat, self.place):
            return []
        wall = s.game.land.wall >> self.place & 1
        return [p for p in self.near(s) if not (wall and walled(s, p))]

    def able(self, s: Moment) -> list[int]:
        """Those of them who may advance."""
        return [p for p in self.open(s) if not s.board.full_for(p) >> self.place & 1]

    def due(self, d: Draft) -> bool:
        """Asked even if a hidden friend bars the way, which others may not know."""
        return bool(self.able(d) or (hidden.covert(d, self.seat) >> self.place & 1 and self.open(d)))

    def refusal(self, s: State, move: Move) -> Violation | None:
        if not isinstance(move, Follow):
            return None
        piece, label = s.game.pieces.numbers[move.piece], s.game.land.labels[self.place]
        if piece in self.near(s):
            if s.game.land.wall >> self.place & 1 and walled(s, piece):
                return Violation("1.14.3", "{hex} is a wall, closed to cavalry", hex=label)
            return crowded(s, piece, self.place)
        return Violation("1.12.5", "{piece} is no attacker that still stands beside {hex}", piece=move.piece, hex=label)

    def may_show(self, s: State, move: Move) -> bool:
        return isinstance(move, Follow) and hidden.may_find(s, s.game.pieces.numbers[move.piece], (self.place,))

    def pick(self, d: Draft, piece: int) -> None:
        d.pop()
        path = (d.where[piece], self.place)
        d.put(piece, self.place)
        d.push(*entered(d, piece, path))
        hidden.detect(d)
        hidden.meet(d, piece)


@dataclass(unsafe_hash=True)
class Untangle(Event):
    """After a battle on one hex, who was hidden there leaves it (clause 7.2, collisions)."""

    battle: Battle

    def happen(self, d: Draft) -> None:
        """Collided pieces retreat 1; Fra Borges and Aris, where they may not stay, are put on the nearest free hex."""
        target, pieces = self.battle.target, d.game.pieces
        place = d.where[target]
        for p in self.battle.attackers:
            if place < 0 or d.where[p] != place:
                continue
            for piece, foe in ((p, target), (target, p)):
                if pieces.collides[piece]:
                    d.push(Retreat(piece, 1, pieces.side[foe], pieces.team[foe], -1, foe))
                    return
                if pieces.units[piece].hides:
                    d.push(Withdraw(piece))
                    return


@dataclass(unsafe_hash=True)
class Rehide(Picking):
    """Bonnaire, Fra Borges: invisible again right after the battle, if the owner likes (clause 7.2)."""

    piece: int
    verb = Hide

    def decider(self, s: Moment) -> int:
        return s.game.pieces.team[self.piece]

    def able(self, s: Moment) -> list[int]:
        return [self.piece] if hidden.may_hide(s, self.piece) else []

    def pick(self, d: Draft, piece: int) -> None:
        d.pop()
        hidden.hide(d, piece)

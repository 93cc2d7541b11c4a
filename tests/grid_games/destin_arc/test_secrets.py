"""Pairs of worlds that differ only in what a player may not know: seen, offered, refused, advised and told alike, step
by step (docs/rules/destin-arc.md, 7.3). The other world is made here, not by the guesses of the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

import numpy as np
import pytest

from grid_games.cli.sitting import Sitting
from grid_games.cli.turns import HUMAN
from grid_games.core.dice import Chances
from grid_games.core.match import Match
from grid_games.core.protocol import CHANCE
from grid_games.core.sets import mask, members
from grid_games.destin_arc.chapters.battles import Combat
from grid_games.destin_arc.chapters.declaring import Declaring
from grid_games.destin_arc.chapters.magic import Magic
from grid_games.destin_arc.chapters.movement import Movement
from grid_games.destin_arc.extras import EXTRAS
from grid_games.destin_arc.game import DestinArc
from grid_games.destin_arc.moves import END, Follow, Move, OnPiece, To
from grid_games.destin_arc.state import ACTED, DONE, RAN, State, Step, draft_of
from grid_games.destin_arc.units import FEREIRA, ULF
from grid_games.players.search import Search
from grid_games.players.simple import Greedy
from tests.whole import whole

from .scenes import game, scene

ASKED = 12
"""Moves of the game, legal or not, that are tried in a position."""

GREEDY, SEARCH = Greedy(6), Search(2, ahead=0)
"""Whose advice is asked: both look at few moves, since what they know is the same for many."""

SELDOM = 20
"""Advice of `GREEDY` for one of `SEARCH`, who is asked on small maps alone: it plays turns to their ends."""


def veiled(state: State, seat: int) -> list[int]:
    """The pieces on the map that a player does not see."""
    team = state.game.pieces.team
    return [p for p, unseen in enumerate(state.unseen) if unseen and state.where[p] >= 0 and team[p] != seat]


def otherwise(state: State, seat: int, rng: np.random.Generator) -> State | None:
    """Another world that differs only in what a player may not know; None while something secret is going on in which
    the worlds cannot be alike."""
    if state.step.seen(state, seat) is None:
        return None
    pieces, land = state.game.pieces, state.game.land
    d, away = draft_of(state), veiled(state, seat)
    shown = [p for p, h in enumerate(state.where) if h >= 0 and p not in away]
    for p in away:
        d.put(p, state.where[p])
        foes = [q for q in shown if pieces.team[q] != pieces.team[p]]
        spotters = [q for q in foes if pieces.units[p].id in pieces.units[q].detects]
        taken = mask([h for q, h in enumerate(d.where) if q != p and h >= 0])
        taken |= land.wider(mask([d.where[q] for q in spotters])) | (land.wall if pieces.cavalry[p] else 0)
        free = members(land.all & ~taken)
        near = members(land.wider(mask([d.where[q] for q in shown])) & ~taken)
        some = near if near and rng.random() < 0.7 else free
        d.put(p, some[int(rng.integers(len(some)))])
        if not isinstance(state.step, Movement):
            d.remark(p, state.marks[p] & ~(DONE | RAN | ACTED) | int(rng.choice([0, DONE, RAN, DONE | RAN])))
    for p, left in enumerate(state.points):
        if left and pieces.team[p] != seat:
            d.write("points", p, int(rng.integers(left + 1)))
    for k, p in enumerate(pieces.of["f6"]):
        if p in away:
            d.write("worn", k, int(rng.integers(3)))
    d.todo = [forgotten(state, step, seat) for step in state.todo if step.seen(state, seat) is not None]
    return d.state()


def forgotten(state: State, step: Step, seat: int) -> Step:
    """A step without what others do in it unseen."""
    if isinstance(step, Declaring) and not step.over and step.declared:
        declared = tuple(own if who == seat else () for who, own in zip(step.seats, step.declared, strict=True))
        return replace(step, declared=declared, open=step.open if step.seat == seat else NOTHING[type(step)])
    if isinstance(step, Movement) and step.hand in veiled(state, seat):
        return Movement(step.seat, step.special)
    return step


NOTHING = {Combat: False, Magic: None}
"""What stands in these steps for nothing being declared just now."""


def revealed(before: State, after: State) -> bool:
    """Whether what was hidden has been seen, or is told to be lost."""
    return any(was and (not after.unseen[p] or after.where[p] < 0) for p, was in enumerate(before.unseen))


def barred(one: State, other: State) -> bool:
    """Whether a piece has gone in one world where a hidden friend bars the way in the other: it retreats elsewhere
    there, as all see (clause 1.13.2)."""
    team = one.game.pieces.team
    covert = {(team[p], h) for p, h in enumerate(one.where) if one.unseen[p]}
    gone = [p for p, h in enumerate(other.where) if h >= 0 and h != one.where[p] and not one.unseen[p]]
    return any((team[p], other.where[p]) in covert for p in gone)


def let_through(one: State, other: State, after: State, then: State) -> bool:
    """Whether a piece that all see is lost in one world and not in the other, where a hidden friend near it lets it
    retreat farther: as all see (clause 1.13.2)."""
    team, land = one.game.pieces.team, one.game.land
    lost = [p for p, h in enumerate(after.where) if (h < 0) != (then.where[p] < 0) and not one.unseen[p]]
    near = [(team[p], land.within(one.where[p], 2)) for p in lost if one.where[p] >= 0]
    covert = {(team[p], h) for world in (one, other) for p, h in enumerate(world.where) if world.unseen[p] and h >= 0}
    return any(side == mine and around >> h & 1 for side, around in near for mine, h in covert)


def trail(state: State, move: Move, seat: int) -> tuple[list[object], State]:
    """What a player observes from a move on, as long as what is decided or rolled is secret, whoever must save saving:
    each observation once. And the state then."""
    state = state.after(move)
    seen = [state.observation(state.game.players[seat])]
    while state.result is None and state.step.seen(state, seat) is None:
        state = state.after(state.legal_moves()[0])
        seen.append(state.observation(state.game.players[seat]))
    return [one for one, _ in groupby(seen)], state


def check_still(one: State, other: State, seat: int, strangers: list[Move]) -> None:
    """Two worlds look alike to a player as they stand."""
    arc, player = one.game, one.game.players[seat]
    assert one.observation(player) == other.observation(player)
    assert arc.board(one, player) == arc.board(other, player)
    assert EXTRAS.about
    assert EXTRAS.asked
    for what in ("", *(arc.pieces.names[p] for p in veiled(one, seat))):
        assert EXTRAS.about(one, player, what) == EXTRAS.about(other, player, what)
    if one.current_player() == player:
        assert other.current_player() == player
        assert list(one.legal_moves()) == list(other.legal_moves())
        assert EXTRAS.asked(one) == EXTRAS.asked(other)
        for move in strangers:
            assert one.why_not(move) == other.why_not(move), move


def odds(state: State, *moves: Move) -> list[list[str]]:
    """What people who play against each other are answered who ask for the odds, now and after moves."""
    match = Match(state.game)
    match._states[:] = [state]
    sitting = Sitting(match, dict.fromkeys(state.game.players, HUMAN), 3)
    return [sitting.say(f"odds {move}".strip()) for move in ("", *moves)]


def check_going(one: State, other: State, seat: int, move: Move) -> None:
    """A move that is legal in both worlds is followed by the same observations, unless it shows what was hidden."""
    if isinstance(one.step, Declaring) and move == END:
        return  # what was declared unseen is known now
    (seen, after), (same, then) = trail(one, move, seat), trail(other, move, seat)
    if revealed(one, after) or revealed(other, then) or barred(after, then) or barred(then, after):
        return
    if let_through(one, other, after, then):
        return
    assert seen == same, f"{move}, seen by {seat}"
    player = one.game.players[seat]
    assert EXTRAS.reading
    assert EXTRAS.reading(one, move, one.after(move), player) == EXTRAS.reading(other, move, other.after(move), player)


def check_kept(one: State, other: State, seat: int, tried: list[Move]) -> None:
    """Whether a move may be taken back is the same in both worlds, and none may that shows its player something."""
    for move in tried:
        shows = one.may_show(move)
        assert shows == other.may_show(move), f"{move} by {seat}"
        for world in (one, other):
            after = world.after(move)
            found = [p for p in veiled(world, seat) if after.where[p] >= 0 and not after.unseen[p]]
            assert shows or not found or not isinstance(move, To | Follow), f"{move} by {seat} finds {found}"


def check_unseen(one: State, seat: int, move: Move) -> None:
    """What is done with a hidden piece is no observation, unless it shows the piece."""
    seen, after = trail(one, move, seat)
    if not revealed(one, after):
        assert set(seen) == {one.observation(one.game.players[seat])}, f"{move}, seen by {seat}"


def positions(state: State, seed: int, every: int) -> Iterator[tuple[State, Move]]:
    """Positions of a random game that goes on from a state, with the moves played there."""
    rng = np.random.default_rng(seed)
    ply = 0
    while state.outcome() is None:
        moves = state.legal_moves()
        if state.current_player() == CHANCE:
            move = Chances(state.chance_outcomes()).draw(rng)
        else:
            move = moves[int(rng.integers(len(moves)))]
            if move == END and len(moves) > 1 and rng.random() < 0.5:
                move = moves[int(rng.integers(len(moves) - 1))]
        if ply % every == 0:
            yield state, move
        state, ply = state.after(move), ply + 1


def compare(start: State, seed: int, most: int, every: int) -> int:
    """Pairs compared in a game that goes on from a state."""
    rng, pairs, arc = np.random.default_rng([seed, 1]), 0, start.game
    assert isinstance(arc, DestinArc)
    for state, move in positions(start, seed, every):
        strangers = [arc.numbered(int(n)) for n in rng.integers(arc.move_count, size=ASKED)]
        moves = state.legal_moves()
        tried = dict.fromkeys([move, *(moves[int(k)] for k in rng.integers(len(moves), size=3))])
        for seat, player in enumerate(arc.players):
            if not veiled(state, seat) or (other := otherwise(state, seat, rng)) is None:
                continue
            check_still(state, other, seat, strangers)
            for one in tried:
                piece = arc.pieces.numbers[one.piece] if isinstance(one, OnPiece) else -1
                step = state.step
                hand = step.hand if isinstance(step, Movement) and isinstance(one, To) else piece
                if state.current_player() != player and hand in veiled(state, seat):
                    check_unseen(state, seat, one)
                elif other.why_not(one) is None:
                    check_going(state, other, seat, one)
            if state.current_player() == player:
                check_kept(state, other, seat, list(tried))
                assert odds(state, *tried, END) == odds(other, *tried, END)
            if state.current_player() == player and len(moves) > 1:
                one, same = (world.guess(player, np.random.default_rng([seed, pairs])) for world in (state, other))
                assert one == same
                who = GREEDY if pairs % SELDOM or len(arc.land) > 100 else SEARCH
                hint, again = (who.choose(world, np.random.default_rng(pairs)) for world in (state, other))
                assert hint == again
            pairs += 1
        if pairs >= most:
            break
    return pairs


GAMES = [
    whole("arc", 1, 200, 7), whole("barons", 3, 100, 5), whole("briscourt", 3, 100, 5), ("hamlet", 12, 40, 1),
    ("village", 5, 90, 2),
]  # fmt: skip
OTHERS: list[dict[str, str]] = [
    {}, {"simul": "plotted"}, {"enemy_hex": "passed", "aris_visibility": "turn"}, {"questions": "all"},
    {"retreat_path": "opponent", "retreat_time": "sub_phase"},
    {"spells_a_step": "one_attack", "willing_target": "rolls"},
    {"simul": "sequential", "convert_limit": "anytime", "convert_must": "no"},
]  # fmt: skip


@pytest.mark.parametrize(("name", "seeds", "most", "every"), GAMES)
def test_worlds_that_differ_only_in_secrets_are_alike(name: str, seeds: int, most: int, every: int) -> None:
    assert sum(compare(game(map=name).new(), seed, most, every) for seed in range(seeds)) > 190


@pytest.mark.whole
@pytest.mark.parametrize(("name", "settings"), [
    *(("arc", one) for one in OTHERS[:2]), ("barons", {}), ("briscourt", {}), ("academy", {}),
    *((name, one) for name in ("hamlet", "village") for one in OTHERS)
], ids=str)  # fmt: skip
def test_thousands_of_worlds(name: str, settings: dict[str, str]) -> None:
    shown = {"arc": (2, 400, 5), "academy": (2, 600, 3), "hamlet": (60, 400, 1), "village": (8, 300, 1)}
    seeds, most, every = shown.get(name, (4, 250, 3))
    assert sum(compare(game(map=name, **settings).new(), 100 + seed, most, every) for seed in range(seeds)) > 600


def test_an_alliance_keeps_secrets() -> None:
    assert sum(compare(game(2, map="village").new(), seed, 60, 2) for seed in range(3)) > 100


def test_joint_declarations_are_secret() -> None:
    """Ulf and Fereira have several enemies beside them, and often declare before they end."""
    pieces = {"b1.1": "K22", "b1.2": "S28", "b10": "A60", "u1.1": "K24", "u1.2": "S30", "f7": "L21", "f1.1": "S26"}
    assert sum(compare(scene(pieces, "melee", ULF, lead=FEREIRA), seed, 12, 1) for seed in range(20)) > 200

"""The default rules against a second implementation of them (oracle.py), ply for ply.

Random games, drawn so that everything happens, are played by both. Games from the set-up are few, for it takes long
until their armies meet; most begin in the thick of things.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from grid_games.strategiksa.game import KIND
from grid_games.strategiksa.state import State
from tests.whole import whole

from . import tables
from .oracle import FILES, MOUNTAINS, PRICE, Oracle, zone_of

LETTERS = "RGBYP"
OPEN = {board: sorted({f + str(r) for f in FILES for r in range(1, 11)} - MOUNTAINS[board]) for board in MOUNTAINS}
ZONES = sorted({zone_of(square) for square in OPEN["classic"]})

HAPPENED = {
    "melee": {
        "battle": 300, "battle chosen": 40, "colours in one side": 40, "commander for several": 15, "healed": 10,
        "massacre": 30, "massacre of both": 1, "clash": 10, "clash won": 5, "clash undecided": 3, "regicide v": 10,
        "regicide s": 10, "regicide by vassal": 10, "vassals of vassals": 10, "managed": 50, "passed": 50,
        "led anew": 10, "offer yes": 10, "offer no": 20, "converted": 30, "skipped": 50, "half victory": 30,
        "supremacy": 30, "limit": 30,
    },
    "lands": {"territory": 8, "managed": 5, "half victory": 5},
    "purses": {"capped": 4, "converted": 30, "question gone": 1},
    "last men": {"empty": 3, "clash undecided": 10, "supremacy": 10},
}  # fmt: skip
"""How often at least, in the games that begin so."""


def lockstep(oracle: Oracle, state: State, choose: random.Random, slow: float) -> None:
    """Plays a random game to its end, comparing everything before each move."""
    name = dict(zip(oracle.seats, state.game.players, strict=True))
    warlike = choose.random() < 0.7
    while oracle.ending is None:
        legal = sorted(oracle.legal)
        assert state.current_player() == name[oracle.decider or ""]
        assert sorted(str(move) for move in state.legal_moves()) == legal
        assert state.game.state_to_json(state)["position"] == oracle.text()
        assert state.outcome() is None
        text = choose.choices(legal, [weight(oracle, text, warlike, slow) for text in legal])[0]
        oracle.play(text)
        state = state.play(state.game.parse(text))
    assert state.current_player() is None
    assert list(state.legal_moves()) == []
    winner, reason = oracle.ending
    oracle.seen[reason] += 1
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (() if winner is None else (name[winner],))
    assert outcome.reason == reason
    assert state.returns() == {name[player]: part for player, part in oracle.score.items()}
    board = state.game.state_to_json(state)["position"].split("|")
    assert board[3:] == oracle.text().split("|")[3:]


def weight(oracle: Oracle, text: str, warlike: bool, slow: float) -> float:
    """How much a move is wanted: much where it brings pieces of two alliances together."""
    if text == "stop":
        return 40 * slow
    if text in ("no offer", "wait"):
        return 20
    if "-" not in text:
        return 4 if text.startswith("h ") else 1
    end = text.split("-")[1]
    if warlike and oracle.enemies_on(end, oracle.turn):
        return 60 if any(piece["kind"] == "K" for piece in oracle.on(end)) else 15
    return 1


def stacked(pieces: dict[str, dict[str, Counter[str]]]) -> str:
    parts = []
    for square, groups in pieces.items():
        stacks = ("".join(f"{n}{name}" for name, n in stack.items()) for stack in groups.values())
        parts.append(f"{square}=" + "+".join(f"{c}:{stack}" for c, stack in zip(groups, stacks, strict=True)))
    return ";".join(parts)


def drawn(draw: random.Random, board: str, seats: str, sort: str) -> str:
    """A position at the start of a turn: a melee in a corner of the board, many lands, or full purses."""
    lords, managers = {}, {}
    free = draw.sample(seats, draw.choice((2, 2, 3)))
    for colour in seats:
        lords[colour] = colour if colour in free else draw.choice(free)
    for colour in seats:
        allied = [other for other in seats if lords[other] == lords[colour]]
        managers[colour] = colour if lords[colour] == colour else draw.choice(allied)
    pieces: dict[str, dict[str, Counter[str]]] = {}
    held: dict[str, str] = {}
    count: Counter[tuple[str, str]] = Counter()

    def put(colour: str, kind: str, square: str) -> None:
        if held.setdefault(square, lords[colour]) == lords[colour] and count[colour, kind] < 20:
            count[colour, kind] += 1
            wound = "*" if kind != "H" and draw.random() < 0.35 else ""
            pieces.setdefault(square, {}).setdefault(colour, Counter())[kind + wound] += 1

    side = {"lands": 10, "purses": 10, "last men": 2}.get(sort) or draw.randint(2, 4)
    across, up = draw.randint(0, 10 - side), draw.randint(1, 11 - side)
    area = [s for s in OPEN[board] if 0 <= FILES.index(s[0]) - across < side and 0 <= int(s[1:]) - up < side]
    empty = list(draw.sample(area, len(area))) + draw.sample(OPEN[board], 20)
    for colour in seats:
        if lords[colour] == colour and draw.random() < 0.9:
            square = next(s for s in empty if s not in held)
            put(colour, "K", square)
    if sort == "lands":
        great = draw.choice(free)
        few = draw.randint(17, 20)
        for number, zone in enumerate(draw.sample(ZONES, len(ZONES))):
            squares = [s for s in OPEN[board] if zone_of(s) == zone and s not in held]
            if number >= few:
                squares = squares[:1]
            for square in squares[:2]:
                of = [c for c in seats if (lords[c] == great) == (number < few)]
                put(draw.choice(of or free), draw.choice("IICAH"), square)
    else:
        camps = {lord: draw.choice(area) for lord in free}
        least, most, kinds = {"melee": (0, 5, "IICAAH"), "purses": (20, 60, "CCCIAH"), "last men": (0, 1, "IA")}[sort]
        for colour in seats:
            homes = [camps[lords[colour]]] * 2 + draw.sample(area, 1) + draw.sample(OPEN[board], sort != "last men")
            if sort == "purses":
                homes = [s for s in OPEN[board] if zone_of(s) == zone_of(camps[lords[colour]])]
            for _ in range(draw.randint(least, most)):
                if (
                    sort == "purses"
                    and sum(n * PRICE[k] for (c, k), n in count.items() if managers[c] == managers[colour]) > 48
                ):
                    break
                put(colour, draw.choice(kinds), draw.choice(homes))
    present = {lords[colour] for groups in pieces.values() for colour in groups}
    moving = [colour for colour in seats if any(colour in groups for groups in pieces.values())]
    if len(present) < 2:
        return drawn(draw, board, seats, sort)
    pairs = [",".join(f"{c}={by[c]}" for c in seats) for by in (lords, managers)]
    return "|".join([board, str(draw.choice((1, 2))), draw.choice(moving), *pairs, stacked(pieces)])


def engine(position: str, seats: str, rounds: int) -> State:
    board, number, turn, lords, managers, squares = position.split("|")
    game = tables.game(seats, map=board, manage_when="anytime", max_rounds=rounds)
    pairs = (lords.replace(",", " "), managers.replace(",", " "))
    return game.position(tables.table(game, squares.replace(";", " "), *pairs), int(number), seats.index(turn))


def test_the_oracle_plays_the_dossiers_own_game() -> None:
    """The sample of section 4, step by step, and the position it ends in."""
    red, green = "+K c3,+H c3,4 +I d3,+A d3,2 +C d4", "+K e3,2 +C e3,2 +I f4,2 +A f4,2 +H f4"
    blue = "+K c7,2 +I c7,2 +A c7,2 +C d8,2 +H d8"
    red_turn = "no offer,+A d4,stop,4 I d3-e3,A d3-e3,stop,K,/A,I,/C,C,/I,I*,/K*,v"
    green_turn, blue_turn = "pass,2 A f4-g5,H f4-g4,stop", "offer R,no,+H c8,C>I d8,stop,I c7-b6,stop"
    oracle = Oracle("RGB")
    for part in f"zone B2,{red},zone C2,{green},zone B4,{blue},{red_turn},{green_turn},{blue_turn}".split(","):
        often = part[0].isdigit()
        for _ in range(int(part[0]) if often else 1):
            oracle.play(part[2:] if often else part)
    assert oracle.text() == (
        "classic|2|R|R=R,G=R,B=B|R=R,G=G,B=B|b6=B:I;c3=R:KH;c7=B:KI2A;c8=B:H;d4=R:2CA;d8=B:IC2H;"
        "e3=R:2II*;f4=G:2IH;g4=G:H;g5=G:2A"
    )


@pytest.mark.parametrize(
    ("players", "board"),
    [(3, "classic"), (4, "pinwheel"), *(whole(n, board) for n in (3, 4, 5) for board in ("classic", "pinwheel"))],
)
def test_whole_games_are_the_oracles(players: int, board: str) -> None:
    choose = random.Random(f"whole {players} {board}")
    game = KIND.load(players, {"map": board, "max_rounds": 5})
    lockstep(Oracle(LETTERS[:players], board, rounds=5), game.new(), choose, slow=0.05)


@pytest.mark.parametrize(("sort", "games", "part"), [
    ("melee", 15, 8), ("lands", 2, 4), ("purses", 3, 4), ("last men", 5, 5),
    whole("melee", 60, 1), whole("lands", 6, 1), whole("purses", 5, 1), whole("last men", 20, 1),
])  # fmt: skip
def test_games_from_the_thick_of_things_are_the_oracles(sort: str, games: int, part: int) -> None:
    """Everything happens, and of what it happens in all games a part at least."""
    choose = random.Random(sort)
    seen: Counter[str] = Counter()
    for board in ("classic", "pinwheel"):
        for seats in ("RGB", "RGBY", "RGBYP"):
            for _ in range(games):
                position = drawn(choose, board, seats, sort)
                rounds = int(position.split("|")[1]) + choose.choice(
                    (0, 0, 1) if sort in ("lands", "purses") else (0, 1, 3)
                )
                oracle = Oracle(seats, board, rounds, position)
                slow = choose.choice((2, 20) if sort == "lands" else (0.02, 0.3, 2))
                lockstep(oracle, engine(position, seats, rounds), choose, slow)
                seen.update(oracle.seen)
    assert {what: seen[what] for what, least in HAPPENED[sort].items() if seen[what] < least // part} == {}

"""The rules against a second implementation of them (oracle.py), decision for decision and roll for roll.

Games drawn so that everything happens are played by both. Games from deployment are few, for it takes long until the
armies meet; most begin in the thick of things.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import pytest

from grid_games.players.simple import Greedy
from grid_games.singidunum.game import KIND
from grid_games.singidunum.options import OPTIONS
from grid_games.singidunum.state import State
from tests.grid_games.singidunum.scenes import scene
from tests.whole import whole

from .oracle import BASE, DEFAULTS, LAND, POOL, Oracle, ranges

NAMES = {"r": "romans", "b": "barbarians", "chance": "chance"}


def engine_text(state: State, oracle: Oracle) -> str:
    """A state of the engine in the oracle's notation. When within an action units are turned makes no difference."""
    turning = {unit["at"] for unit in oracle.acting}
    document = state.game.state_to_json(state)
    sides = []
    for player, base in (("romans", BASE["b"]), ("barbarians", BASE["r"])):
        units = [unit for unit in document["units"] if unit["player"] == player]
        sides.append(" ".join(sorted(
            unit["unit"] + "@" + unit["hex"]
            + ("?" if unit["hex"] in turning else "" if unit["available"] else "'")
            + "!" * (unit["fled"] and unit["hex"] in base)
            for unit in units
        )))  # fmt: skip
    passed = (document["passed"] or "-")[0]
    points = ":".join(map(str, document["points"]))
    entered = "".join(sorted(player[0] for player in document["entered"]))
    burnt, mover = " ".join(sorted(document["burnt"])), document["mover"][0]
    return f"{document['turn']}|{mover}|{passed}|{points}|{entered}|{burnt}|{' / '.join(sides)}"


def engine(position: str, options: Mapping[str, str]) -> State:
    """The engine's state of a position in the oracle's notation."""
    turn, mover, passer, points, entered, burnt, units = position.split("|")
    name = {"r": "romans", "b": "barbarians", "-": None}
    scores = int(points.split(":")[0]), int(points.split(":")[1])
    inside = [str(name[side]) for side in entered]
    return scene(units, str(name[mover]), int(turn), name[passer], scores, burnt.split(), inside, **options)


Chooser = Callable[[Oracle, State], str]


def lockstep(oracle: Oracle, state: State, choose: Chooser) -> None:
    """Plays a game to its end, comparing everything before each move."""
    while oracle.ending is None:
        compare(oracle, state)
        text = choose(oracle, state)
        oracle.play(text)
        state = state.play(state.game.parse(text))
    assert state.current_player() is None
    assert list(state.legal_moves()) == []
    winner, reason = oracle.ending
    oracle.seen[f"end: {reason}"] += 1
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((NAMES[winner],) if winner else (), reason)
    assert engine_text(state, oracle) == oracle.text()


def compare(oracle: Oracle, state: State) -> None:
    assert state.current_player() == NAMES[oracle.decider]
    assert engine_text(state, oracle) == oracle.text()
    assert sorted(str(move) for move in state.legal_moves()) == sorted(oracle.legal)
    if oracle.decider == "chance":
        assert {str(move): chance for move, chance in state.chance_outcomes()} == oracle.legal
    assert state.outcome() is None


@dataclass(frozen=True)
class Sort:
    """Positions: the land around which units stand, how far they stand from it, which they are, how many on a side."""

    centre: str
    radius: tuple[int, ...] = (2, 2, 3, 4)
    units: str = "E H C A"
    others: str = "E H C A"
    count: tuple[int, int] = (1, 6)
    others_count: tuple[int, int] = (1, 6)
    evasive: tuple[float, ...] = (0.5, 1, 5)
    doubles: float = 4
    flee: float = 0.05
    """How much such moves are wanted."""


SORTS = {
    "melee": Sort("PPPS"),
    "base": Sort("B"),
    "edge": Sort("MSF"),
    "archers": Sort("P", radius=(3, 4), units="A", others="A H E", count=(3, 4), others_count=(3, 6)),
    "crowd": Sort("PPS", count=(5, 9), others_count=(5, 9)),
    "chases": Sort("P", radius=(2,), units="C E", count=(2, 3), others_count=(3, 4), evasive=(20,), doubles=40),
    "weak against strong": Sort("PS", radius=(2, 3), units="C4 A4", others="E9", count=(3, 4), doubles=400),
    "last men": Sort("F", count=(1, 1), others_count=(1, 1), flee=2),
}


def at_random(draw: random.Random, sort: Sort) -> Chooser:
    """Any move, the sooner the nearer it brings units to the enemy; any result of the dice."""
    fierce = draw.choice((0.3, 1, 4))
    words = {"pass": 0.02, "hold": 0.3, "refuse": draw.choice(sort.evasive)}

    def weight(oracle: Oracle, text: str) -> float:
        if "++" in text:
            return sort.doubles * fierce
        if text[0] in "+x":
            return 4 * fierce
        if "-" not in text:
            return words.get(text, 1)
        start, end = text.split("-")
        unit = oracle.on(start)
        assert unit
        if LAND[end] == "F":
            return sort.flee
        before, then = (min((ranges(at)[foe["at"]] for foe in oracle.foes(unit)), default=9) for at in (start, end))
        return 3 * fierce if then == 1 else 1 + 2 * fierce * (then < before)

    def choose(oracle: Oracle, _: State) -> str:
        texts = sorted(oracle.legal)
        if oracle.decider == "chance":
            return draw.choice(texts)
        return draw.choices(texts, [weight(oracle, text) for text in texts])[0]

    return choose


def drawn(draw: random.Random, sort: Sort, options: Mapping[str, str]) -> str:
    """A position at the beginning of somebody's go that play may lead to."""
    centre = draw.choice(sorted(at for at in LAND if LAND[at] in sort.centre))
    radius = draw.choice(sort.radius)
    area = sorted(at for at in LAND if ranges(centre)[at] <= radius and LAND[at] != "F")
    draw.shuffle(area)
    units = {}
    sides = draw.choice(("rb", "br"))
    for side, kinds, count in zip(sides, (sort.units, sort.others), (sort.count, sort.others_count), strict=True):
        pool = [kind for kind in POOL if kind.startswith(tuple(kinds.split()))]
        left = int(options.get("scenario", 55))
        found = []
        for kind in draw.sample(pool, min(draw.randint(*count), len(pool))):
            left -= int(kind[1])
            if area and left >= 0:
                at = area.pop()
                fled = at in BASE["b" if side == "r" else "r"] and draw.random() < 0.3
                found.append(f"{kind}@{at}{chr(39) if draw.random() < 0.3 else ''}{'!' if fled else ''}")
        units[side] = found
    mover = draw.choice("rb")
    if all("'" in text for text in units[mover]):
        return drawn(draw, sort, options)
    passer = draw.choice(("-", "-", "-", "b" if mover == "r" else "r"))
    turn = draw.choice((1, 4, 7, 8))
    burnt = {side: [at for at in sorted(BASE[side]) if turn > 1 and draw.random() < 0.2] for side in BASE}
    least = {side: 2 * len(burnt["b" if side == "r" else "r"]) for side in "rb"}
    even = draw.choice((0, 7, None))
    points = {
        side: max(least[side], draw.randint(0, 7)) if even is None else max(even, *least.values()) for side in "rb"
    }
    entered = {*draw.choice(("", "", "r", "b", "br")), *(side for side in "rb" if least[side])}
    for side, texts in units.items():
        inside = [text for text in texts if text[3:].strip("'!") in BASE["b" if side == "r" else "r"]]
        if inside:
            entered.add(side)
    marks = f"{''.join(sorted(entered))}|{' '.join(burnt['r'] + burnt['b'])}"
    return (
        f"{turn}|{mover}|{passer}|{points['r']}:{points['b']}|{marks}|{' '.join(units['r'])} / {' '.join(units['b'])}"
    )


def played(draw: random.Random, sort: Sort, options: Mapping[str, str]) -> Counter[str]:
    """One game from a position drawn; what happened in it."""
    position = drawn(draw, sort, options)
    oracle = Oracle(position, options)
    lockstep(oracle, engine(position, options), at_random(draw, sort))
    return oracle.seen


def greedy(draw: random.Random) -> Chooser:
    """The engine's greedy player, for games people might play."""
    player, rng = Greedy(most=8), np.random.default_rng(draw.randrange(10**6))

    def choose(oracle: Oracle, state: State) -> str:
        if oracle.decider == "chance":
            return draw.choices(*zip(*sorted(oracle.legal.items()), strict=True))[0]
        return str(player.choose(state, rng))

    return choose


GAMES = {
    "melee": 85, "base": 80, "edge": 55, "archers": 180, "crowd": 30, "chases": 120, "weak against strong": 60,
    "last men": 70,
}  # fmt: skip

HAPPENED = {
    "melee +4": 100, "melee +3": 80, "melee +2": 80, "melee +1": 60, "melee +0": 60, "melee -1": 60, "melee -2": 50,
    "melee -3": 40, "melee -4": 30, "attack after a move": 500, "attack in place": 150,
    "back into contact with the same enemy": 12, "barred: within the zone of one": 1000,
    "barred: from zone to zone": 1000, "barred: pincer": 400, "refused": 200, "refused by an activated unit": 200,
    "cannot refuse": 300, "follow-up": 60, "third attack": 2, "double attack": 300,
    "double attack in which one stays": 100, "joint follow-up": 1, "double attack lost by 1": 4,
    "double attack lost by 2": 5, "double attack lost by 3": 3, "double attack lost by 4": 2, "retreat opposite": 150,
    "retreat elsewhere": 150, "retreat in a base, enemies outside it": 80, "back where it came from": 80,
    "back two hexes": 8, "another way than it came": 20, "no second step": 15, "second step elsewhere": 10,
    "no retreat": 150, "no retreat though saved": 5, "pursuit after 3": 50, "pursuit after elimination": 200,
    "pursued": 200, "shot +0": 200, "shot +1": 100, "shot +2": 100, "shot +4": 40, "shot over friends": 30,
    "supported shot, keep": 6, "supported shot, reroll": 6, "vetoed": 80, "nowhere to go from a shot": 10, "saved": 10,
    "lost": 15, "killed": 300, "killed beside a refuge": 30, "in the enemy base at the end of a turn": 150,
    "kept from burning by a retreat": 50, "burnt": 100, "flight zone": 40, "passed": 5, "end: victory_points": 80,
    "end: last_turn": 100, "end: entered_base": 40, "end: equal": 50, "end: no_units": 2,
}  # fmt: skip
"""How often at least, in all games of `GAMES` together."""


@pytest.mark.parametrize("part", [8, whole(1)])
def test_games_from_the_thick_of_things_are_the_oracles(part: int) -> None:
    seen: Counter[str] = Counter()
    for name, games in GAMES.items():
        draw = random.Random(name)
        for _ in range(games // part):
            seen += played(draw, SORTS[name], {})
    assert {what: seen[what] for what, least in HAPPENED.items() if seen[what] < least // part} == {}


def test_an_enemy_that_refused_into_the_hex_of_another_is_not_challenged_again() -> None:
    """Too rare for games by lot: inside a base b6 retreats to b5, which was challenged before and is beside the
    attacker still."""
    position = "3|b|-|0:0|||H7@b5 H6@b6 / E9@c6 C6@h6"
    oracle, state = Oracle(position), engine(position, {})
    for text in ("c6", "xb5", "refuse", "xb6", "refuse", ">b5"):
        compare(oracle, state)
        oracle.play(text)
        state = state.play(state.game.parse(text))
    compare(oracle, state)
    assert "pass" in oracle.legal
    lockstep(oracle, state, at_random(random.Random("siege"), SORTS["base"]))


def test_a_unit_that_joins_after_a_refusal_is_the_oracle_s() -> None:
    """Too rare for games by lot: one enemy refuses, and a second unit comes up against another."""
    position, options = (
        "1|r|-|0:0|||E9@e4 H7@c4 A4@i3 / C6@e6 H6@d5 A5@i9",
        {"follow_double": "join", "pincer_shape": "opposite"},
    )
    oracle, state = Oracle(position, options), engine(position, options)
    for text in ("e4-e5", "xe6", "refuse", ">f6", "e5++d5"):
        compare(oracle, state)
        oracle.play(text)
        state = state.play(state.game.parse(text))
    lockstep(oracle, state, at_random(random.Random("join"), SORTS["chases"]))


@pytest.mark.parametrize("games", [1, whole(3)])
@pytest.mark.parametrize("scenario", ["37", "55"])
def test_whole_games_are_the_oracles(scenario: str, games: int) -> None:
    draw, options = random.Random(f"whole {scenario}"), {"scenario": scenario}
    for _ in range(games):
        lockstep(Oracle(options=options), KIND.load(settings=options).new(), at_random(draw, SORTS["melee"]))


def test_greedy_games_are_the_oracles() -> None:
    draw = random.Random("greedy")
    seen: Counter[str] = Counter()
    for name in ("melee", "base", "archers", "chases"):
        for _ in range(10):
            position = drawn(draw, SORTS[name], {})
            oracle = Oracle(position)
            lockstep(oracle, engine(position, {}), greedy(draw))
            seen += oracle.seen
    assert (
        min(seen[what] for what in ("killed", "burnt", "double attack", "refused", "pursued", "shot +2", "shot +4")) > 0
    )


ALTERNATIVES = [
    (option.key, value)
    for option in OPTIONS
    if option.key in DEFAULTS
    for value in option.values
    if value not in (DEFAULTS[option.key], "custom")
]


@pytest.mark.parametrize("sorts", [1, whole(8)])
def test_games_with_other_options_are_the_oracles(sorts: int) -> None:
    """Each value in turn, together with some others, in so many sorts of games."""
    for key, value in ALTERNATIVES:
        draw = random.Random(f"{key} = {value}")
        for name in draw.sample(sorted(SORTS), sorts):
            others = dict(draw.sample(ALTERNATIVES, draw.choice((0, 3, 8))))
            played(draw, SORTS[name], others | {key: value})

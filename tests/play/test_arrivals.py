"""Ships that come onto the table during a game: when, where, and what keeps them waiting."""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace
from decimal import Decimal
from typing import Any

import jsonschema
import pytest
from shapely import Polygon

from armada_sim import InputError, Layout, Obstacle, Pose, Ship, Size
from armada_sim.files.game_reading import game_schema, parse_game
from armada_sim.files.game_records import record_of, record_text, replay
from armada_sim.files.record import Start
from armada_sim.play import Agreement, Flag, Game, GoalLine, Reinforcement, Seat, check_actions, parse_action
from armada_sim.table import Rules
from armada_sim.wording import Teller
from tests.games import after, agreement, ship

RL1, BL1 = ship("RL1", "large", 300, 300), ship("BL1", "large", 800, 800)
RL5, BS5 = ship("RL5", "large", 500, 500), ship("BS5", "small", 700, 300)


def later(*rows: tuple[int, Ship]) -> tuple[Reinforcement, ...]:
    return tuple(Reinforcement(one, turn) for turn, one in rows)


def game_of(*ships: Ship, to_come: tuple[Reinforcement, ...], rules: dict[str, Any] | None = None, **more: Any) -> Game:
    """Red's first turn on a table of some ships."""
    flags = more.pop("flags", ())
    agreed = agreement(rules=rules, reinforcements=to_come, fleets="choose", **more)
    return Game.of_layout(agreed, Layout(ships), "red", flags)


def names(game: Game) -> list[str]:
    return [one.name for one in game.layout.ships]


def triangle(one: Ship) -> Polygon:
    """A piece on the table, computed anew from its measures."""
    outline, angle = Rules().outline(one.size), math.radians(float(one.pose.heading))
    x, y, half, long = float(one.pose.x), float(one.pose.y), float(outline.base) / 2, float(outline.step)
    c, s = math.cos(angle), math.sin(angle)
    return Polygon([(x + half * s, y - half * c), (x + long * c, y + long * s), (x - half * s, y + half * c)])


def test_it_comes_as_a_turn_of_its_player_begins_and_may_act_in_it() -> None:
    game = game_of(RL1, BL1, to_come=later((2, RL5), (4, BS5)))
    assert (names(game), [one.ship.name for one in game.state.to_come]) == (["RL1", "BL1"], ["RL5", "BS5"])
    second = after(game, "pass")  # blue's: not red's ship
    assert names(second) == ["RL1", "BL1"]
    third = after(second, "pass")
    assert (third.current_player(), names(third), third.state.turn.left) == ("red", ["RL1", "BL1", "RL5"], 3)
    assert third.allows(parse_action("RL5 > 90"))
    assert not third.allows(parse_action("BS5 > 90"))
    fourth = after(third, "RL5 > 80", "pass")
    assert names(fourth) == ["RL1", "BL1", "RL5", "BS5"]
    assert fourth.state.to_come == ()


@pytest.mark.parametrize("seed", range(12))
def test_of_random_tables_it_comes_when_the_words_say(seed: int) -> None:
    """Ships wander about the places of those to come; the overlap of triangles, by Shapely, says when they are free."""
    draw = random.Random(f"arrivals {seed}")
    places = [Pose(draw.randint(300, 420), draw.randint(300, 420), draw.randint(0, 359)) for _ in range(6)]
    rows = [
        Reinforcement(Ship(f"{who[0].upper()}X{i}", who, draw.choice(list(Size)), pose), draw.randint(2, 7))
        for i, pose in enumerate(places) for who in [draw.choice(("red", "blue"))]
    ]  # fmt: skip
    there = [Ship(f"R{i}", "red", "small", Pose(250 + 60 * i, 250, 90)) for i in range(3)]
    there += [Ship(f"B{i}", "blue", "medium", Pose(250 + 60 * i, 480, 270)) for i in range(3)]
    game, waited, came = game_of(*there, to_come=tuple(rows)), 0, 0
    while game.state.turns < 14:
        before = game
        movable = [one for one in game.layout.ships if one.player == game.current_player()]
        for _ in range(6):
            one = draw.choice(movable)
            move = parse_action(f"{one.name} > {float(one.pose.heading) + draw.uniform(-70, 70):.3f}")
            if game.allows(move):
                game = game.play(move)
                break
        if game.state.turns == before.state.turns:
            game = after(game, "pass")
        lie = [one for one in game.layout.ships if one.name in names(before)]
        turn, player = game.state.turns + 1, game.current_player()
        for row in rows:
            if row.ship.name in names(before) or row.ship.player != player or row.turn > turn:
                continue
            gap = min(triangle(row.ship).distance(triangle(one)) for one in lie)
            if gap > 0:
                lie.append(row.ship)
            came, waited = came + (gap > 0), waited + (gap == 0)
        assert [one.name for one in lie] == names(game)
    assert came == len(rows) - len(game.state.to_come)
    assert waited or seed not in (0, 1, 2)


def test_to_touch_is_to_be_in_the_way_and_it_comes_once_that_is_gone() -> None:
    """Base edge on base edge, exactly: the other ship moves on in its next turn."""
    behind = ship("RL1", "large", 500, 500, 270)
    game = game_of(behind, BL1, to_come=later((3, RL5)))
    waits = after(game, "pass", "pass")
    assert names(waits) == ["RL1", "BL1"]
    assert names(after(waits, "RL1 > 270", "pass", "pass")) == ["RL1", "BL1", "RL5"]
    a_hair = replace(behind, pose=Pose(500, Decimal("499.999999"), 270))
    assert names(after(game_of(a_hair, BL1, to_come=later((3, RL5))), "pass", "pass")) == ["RL1", "BL1", "RL5"]


def test_what_is_in_doubt_is_taken_and_a_wreck_is_where_it_stays() -> None:
    near = ship("RL1", "large", 500, 499, 270)
    free = [
        names(after(game_of(near, BL1, to_come=later((3, RL5)), tolerance=off), "pass", "pass"))[-1]
        for off in (0.4, 0.6)
    ]
    assert free == ["RL5", "BL1"]
    sunk = ship("BL2", "large", 500, 500, 0, damage=3)
    for wreck, last in (("removed", "RL5"), ("stays_as_obstacle", "BL2")):
        table = game_of(RL1, BL1, sunk, to_come=later((3, RL5)), rules={"wreck": wreck})
        assert names(after(table, "pass", "pass"))[-1] == last


def test_a_flag_on_the_table_is_in_the_way() -> None:
    flags = (Flag("red", (100, 100)), Flag("blue", (500, 520)))
    game = game_of(RL1, BL1, to_come=later((3, RL5)), rules={"goal": "flag"}, flags=flags)
    assert "RL5" not in names(after(game, *["pass"] * 6))


def test_ships_come_in_the_order_agreed_on() -> None:
    """Two that want the same place: the second waits until the first has left it."""
    second = replace(RL5, name="RL6")
    game = after(game_of(RL1, BL1, to_come=later((3, RL5), (2, second))), "pass", "pass")
    assert names(game)[2:] == ["RL5"]
    assert names(after(game, "RL5 > 90", "pass", "pass"))[2:] == ["RL5", "RL6"]


def test_who_has_no_ship_afloat_has_lost_whatever_was_to_come() -> None:
    last = ship("BS1", "small", 315, 305, 0)
    game = after(game_of(RL1, last, to_come=later((2, BS5))), "RL1 x BS1")
    assert (game.outcome().winners, game.outcome().reason) == (("red",), "sunk")
    seats = (Seat("red"), Seat("blue"), Seat("green"))
    three = (RL1, BL1, Ship("GS1", "green", Size.SMALL, Pose(100, 800, 0)))
    agreed = Agreement(seats, Rules(), fleets="choose", reinforcements=later((4, BS5)))
    gave_up = after(Game.of_layout(agreed, Layout(three), "blue"), "resign", *["pass"] * 6)
    assert (gave_up.state.to_come, "BS5" in names(gave_up)) == ((), False)
    sunk = after(Game.of_layout(agreed, Layout((RL1, last, three[2])), "red"), "RL1 x BS1", *["pass"] * 6)
    assert (sunk.outcome(), sunk.state.to_come, "BS5" in names(sunk)) == (None, (), False)


def test_a_record_is_read_and_replayed_with_what_came() -> None:
    game = game_of(RL1, BL1, to_come=later((3, RL5), (4, replace(BS5, damage=0))))
    start, actions = Start((RL1, BL1), "red"), []
    for line in ("pass", "pass", "RL5 > 81.5", "pass", "BS5 > 90 90", "pass"):
        actions.append(parse_action(line))
        game = game.play(actions[-1])
    text = record_text(record_of(game, actions, start=start))
    found = replay(parse_game(text))
    assert found.good
    assert found.games[-1] == game
    changed = json.loads(text)
    changed["reinforcements"][0]["turn"] = 5
    found = replay(parse_game(json.dumps(changed)))
    assert not found.good
    assert "the agreement" in found.differs


def test_rulings_and_accounts_say_what_came_and_what_waits() -> None:
    behind = ship("RL1", "large", 500, 500, 270)
    game = game_of(behind, BL1, to_come=later((2, RL5), (2, BS5)))
    first, second = check_actions(game, [parse_action("pass"), parse_action("pass")])
    assert [str(note) for note in first.ruling.notes] == ["the turn is over; blue is next", "BS5 comes onto the table"]
    assert str(second.ruling.notes[-1]) == "RL5 waits: its place is taken"
    told = [Teller(lang).action(first.after, parse_action("pass"), second.after) for lang in ("en", "fr")]
    assert told == [
        "blue ends the turn; RL5 waits: its place is taken",
        "bleu termine son tour ; RL5 attend : sa place est prise",
    ]


ROW = {"name": "RX", "player": "red", "size": "small", "base": [400, 400], "heading": 90, "turn": 3}
FILE = {"format": 2, "players": [{"player": "red"}, {"player": "blue"}], "fleets": ["L4", "M4 S4"]}
ISLAND = {"name": "rock", "polygon": [[390, 390], [410, 390], [410, 410], [390, 410]]}


@pytest.mark.parametrize(
    ("row", "more", "words"),
    [
        ({"turn": 1}, {}, "reinforcements[1].turn: a ship comes in turn 2 or later"),
        ({"turn": "soon"}, {}, "reinforcements[1].turn: expected a whole number"),
        ({"name": "RL2"}, {}, "reinforcements[1].name: another ship is named 'RL2', or may be in a fleet"),
        ({"name": "a b"}, {}, "the name 'a b' cannot stand in a line of notation"),
        (
            {"name": "a b"},
            {"start": {"first": "red", "ships": [{**{k: v for k, v in ROW.items() if k != "turn"}, "name": "R"}]}},
            "the name 'a b' cannot stand in a line of notation",
        ),
        ({"player": "gren"}, {}, "reinforcements[1].player: no player is called 'gren' (players: red, blue)"),
        ({"size": "huge"}, {}, "reinforcements[1].size: expected small, medium or large, not 'huge'"),
        ({"damage": 1}, {}, "reinforcements[1].damage: RX would be sunk before it comes"),
        ({"base": [400, -1]}, {}, "reinforcements[1]: RX lies over the edge of the surface"),
        ({}, {"objects": [ISLAND]}, "reinforcements[1]: RX overlaps rock by 10.00 mm"),
        ({"colour": "red"}, {}, "reinforcements[1].colour: there is no such key here"),
        (
            {"base": [400, 870]},
            {"rules": "infiltration", "lines": [{"attacker": "red", "start": [0, 850], "end": [914, 850]}]},
            "reinforcements[1]: RX does not lie wholly before the goal line of red",
        ),
        (
            {},
            {"start": {"first": "red", "ships": [{k: v for k, v in ROW.items() if k != "turn"}]}},
            "reinforcements[1].name: another ship is named 'RX'",
        ),
    ],
)
def test_what_cannot_come_is_refused_in_a_sentence_with_its_key(
    row: dict[str, Any], more: dict[str, Any], words: str
) -> None:
    with pytest.raises(InputError) as caught:
        parse_game(json.dumps({**FILE, "reinforcements": [{**ROW, **row}], **more}), "mine.json")
    assert words in str(caught.value)
    assert str(caught.value).startswith("mine.json: ")
    assert len(parse_game(json.dumps({**FILE, "reinforcements": [ROW]})).agreement.reinforcements) == 1


def test_the_schema_has_what_the_reader_takes() -> None:
    check = jsonschema.Draft202012Validator(game_schema()).is_valid
    huge = {"sizes": {"huge": {"base": 40, "height": 60, "pips": 4, "steps": 1}}, "fleet_budget": "free"}
    rows: list[tuple[dict[str, Any], dict[str, Any], bool]] = [
        ({}, {}, True), ({"turn": 0}, {}, False), ({"colour": "red"}, {}, False), ({"size": "huge"}, {}, False),
        ({"size": "huge"}, {"rules": huge}, True), ({"turn": 3.5}, {}, False),
    ]  # fmt: skip
    for row, more, good in rows:
        document = {**FILE, "reinforcements": [{**ROW, **row}], **more}
        assert check(document) == good
        if good:
            parse_game(json.dumps(document))
        else:
            with pytest.raises(InputError, match=r"reinforcements\[1\]"):
                parse_game(json.dumps(document))


def test_two_that_come_have_two_names_and_what_lies_on_the_edge_may_come() -> None:
    with pytest.raises(InputError, match=r"reinforcements\[2\]\.name: "):
        parse_game(json.dumps({**FILE, "reinforcements": [ROW, ROW]}))
    at_edge = {**ROW, "base": [400, 0]}
    game = parse_game(json.dumps({**FILE, "reinforcements": [at_edge]})).begin()
    assert game.state.to_come[0].ship.pose.y == 0


def test_attackers_that_come_later_need_room_behind_the_line_too() -> None:
    line = (GoalLine("red", (0, 894.4), (914.4, 894.4)),)
    rules, small = {"goal": "infiltration"}, ship("RS1", "small", 300, 300)
    game_of(small, BL1, to_come=(), rules=rules, lines=line)
    with pytest.raises(InputError, match="there is no room for a large ship"):
        game_of(small, BL1, to_come=later((2, RL5)), rules=rules, lines=line)


def test_an_object_in_the_way_of_sight_alone_is_no_matter() -> None:
    rock = (Obstacle.of("rock", [(490, 490), (510, 490), (510, 510), (490, 510)]),)
    game = game_of(RL1, BL1, to_come=later((2, RL5)), rules={"objects": "block_shot_only"}, objects=rock)
    assert "RL5" in names(after(game, "pass", "pass"))

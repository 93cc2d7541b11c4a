"""Games where there is neither server nor NumPy, Shapely, SQLite or LLVM: people at one device, and a greedy player."""

from __future__ import annotations

import pytest

from armada_sim.files import parse_game, replay
from armada_sim.players import Computer, Level
from armada_sim.tabletop.lots import generator
from tests.web.pocketing import without

FLEETS = {"players": [{"player": "red"}, {"player": "blue"}], "seed": 7}

SET_UP = """
view = done("game/new", game=GAME, setup="full", who=WHO)
key = view["key"]
def act(action):
    global view
    view = done("game/act", key=key, version=view["version"], action=action)
def think():
    global view
    view = done("game/think", key=key, version=view["version"])
while view["phase"] != "play":
    if view["thinks"]:
        think()
    elif view["choices"]:
        act(view["choices"][0]["action"])
    else:
        act(done("game/hint", key=key)["action"])
"""


def game(who: dict[str, str]) -> str:
    return f"GAME, WHO = {FLEETS!r}, {who!r}\n" + SET_UP


def test_people_at_one_device_play_take_back_and_replay() -> None:
    code = """
ship = next(iter(view["ships"]))
look = done("game/look", key=key, ship={"name": ship, "turns": []}, show_in="mm")["ship"]
act(f"{ship} ~ 0")
moved = view["count"]
view = done("game/undo", key=key, version=view["version"])
act(f"{ship} ~ 0")
act("pass")
status, record = ask("game/record", key=key)
status, lines = ask("game/replay", record=record)
rows = [json.loads(line) for line in lines.splitlines()]
hint = done("game/hint", key=key)["action"]
found = {"ships": len(view["doc"]["ships"]), "fan": len(look["fan"]["legal"]), "moved": moved, "count": view["count"],
         "record": record, "rows": len(rows), "end": rows[-1], "hint": hint, "turn": view["decides"],
         "list": done("game/list"), "refused": [ask("game/join", table="g"), ask("shared/new", dispute={}, draft="")],
         "taken": ask("game/act", key=key, version=view["version"] - 1, action="pass")}
"""
    found = without(game({"red": "here", "blue": "here"}) + code)
    assert (found["ships"], found["count"], found["list"]) == (24, found["moved"] + 1, {"games": []})
    assert found["fan"] > 0
    assert found["rows"] == found["count"] + 2
    assert found["end"]["wrong"] == []
    assert [status for status, _ in found["refused"]] == [404, 404]
    assert "this takes a table that a computer serves" in found["refused"][0][1]
    assert found["taken"][0] == 409
    record = parse_game(found["record"], form="json")
    assert replay(record).fault is None
    assert len(record.actions) == found["count"]


def test_a_game_that_goes_on_in_another_page_can_be_taken_back_as_before() -> None:
    """The worker ended with the page: what the browser kept of the game begins it anew."""
    code = """
while view["thinks"]:
    think()
before = view["count"]
act("pass")
ended = done("game/view", key=key)
kept = dict(record=ended["record"], actions=[row["action"] for row in ended["events"]],
            by=[row["by"] for row in ended["events"]], who=WHO)
view = done("game/new", **kept)
again = view["undo"], [row["by"] for row in view["events"]] == kept["by"]
back = done("game/undo", key=view["key"], version=view["version"])
view = done("game/new", **{**kept, "by": []})
found = {"again": again, "kinds": sorted({*kept["by"]}), "back": back["count"] - before, "unknown": view["undo"],
         "wrong": ask("game/new", **{**kept, "by": ["nobody"]})[0]}
"""
    found = without(game({"red": "here", "blue": "greedy"}) + code)
    assert found == {
        "again": [True, True], "kinds": ["computer", "person"], "back": 0, "unknown": False, "wrong": 422,
    }  # fmt: skip


def test_a_greedy_player_without_numpy_acts_as_with_it() -> None:
    """Set-ups by lot and all actions of a turn, from the same seed; here they are thought of with compiled code."""
    code = """
for _ in range(8):
    think()
found = ask("game/record", key=key)[1]
"""
    record = parse_game(without(game({"red": "greedy", "blue": "random"}) + code), form="json")
    players = {"red": Computer(Level.GREEDY), "blue": Computer(Level.RANDOM)}
    rng, played = generator(7), record.begin()
    for action in record.actions:
        player = played.current_player() or ""
        assert players[player].choose(played, rng) == action
        played = played.forced(action)
    assert len(record.actions) > 8


@pytest.mark.parametrize(
    ("rules", "lang", "told"),
    [({"goal": "flag", "flag_kind": "fixed"}, "en", "this takes a table"), ({"goal": "infiltration"}, "fr", "il faut")],
)
def test_what_takes_more_than_is_there_is_refused_in_a_sentence(rules: dict[str, str], lang: str, told: str) -> None:
    given = {**FLEETS, "rules": rules}
    found = without(f"found = ask('game/new', {lang!r}, game={given!r}, who={{}})")
    assert found[0] == 422
    assert told in found[1]


def test_the_page_says_who_may_play_and_why_nobody_else() -> None:
    found = without("found = done('page')")
    assert found["players"] == ["here", "random", "greedy"]
    assert found["players_missing"].startswith("Other devices, and computer players that search")

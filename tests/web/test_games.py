"""Games through the public routes: games by lot end and replay; seats, versions, lost games, bodies."""

from __future__ import annotations

import json
import random
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings, strategies as st
from starlette.testclient import TestClient

from armada_sim.cli.commands import cli
from armada_sim.files import load_game, parse_game, replay
from armada_sim.play import notation
from armada_sim.tabletop import Message
from armada_sim.tabletop.web.seats import Games, LateError
from armada_sim.web import playing
from armada_sim.web.game_bodies import Acting, Changing, KeyBody, Looking, NewGame, Replayed
from tests.catalogues import ROOT
from tests.tabletop.web.numbers import NUMBERS
from tests.web.asking import asked
from tests.whole import few

SMALL = {
    "rules": {"fleet_budget": "free", "game_limit": "quiet_turns(5)", "min_gap": "2 in"},
    "players": [{"player": "red"}, {"player": "blue"}],
    "fleets": ["S2", "M1 S1"],
    "surface": {"rectangle": [400, 300]},
}
PEOPLE = {"red": "here", "blue": "here"}


def begun(client: TestClient, who: dict[str, str] = PEOPLE, **changes: Any) -> dict[str, Any]:
    found: dict[str, Any] = asked(client, "game/new", game={**SMALL, **changes}, who=who)
    return found


@cache
def begun_once(client: TestClient) -> str:
    """The key of one game."""
    return str(begun(client)["key"])


def act(client: TestClient, view: dict[str, Any], action: str, key: str = "") -> dict[str, Any]:
    key = key or view["key"]
    found: dict[str, Any] = asked(client, "game/act", key=key, version=view["version"], action=action)
    return {"key": key, **found}


def set_up(client: TestClient, view: dict[str, Any], keys: dict[str, str] | None = None) -> dict[str, Any]:
    """The game at its first turn, everything before it as the hints have it."""
    while view["phase"] != "play":
        assert not view["mine"] or (view["phase"] in ("fleet", "first")) == bool(view["choices"])
        if view["thinks"]:
            view = {**view, **asked(client, "game/think", key=view["key"], version=view["version"])}
            continue
        key = (keys or {}).get(view["decides"], view["key"])
        view = act(client, view, asked(client, "game/hint", key=key)["action"], key)
    return view


def by_lot(client: TestClient, view: dict[str, Any], draws: random.Random) -> str:
    """An action of a person who plays by lot and may claim what is not allowed: in notation."""
    if not view["ships"] or draws.random() < 0.15:
        return "pass"
    name = draws.choice(sorted(view["ships"]))
    found = asked(client, "game/look", key=view["key"], ship={"name": name})
    clear = [target["name"] for target in found["targets"] if target["clear"] or draws.random() < 0.1]
    if clear and draws.random() < 0.7:
        return f"{name} x {draws.choice(clear)}"
    if view["ships"][name]["moves"] and found["ship"]["fan"]["legal"]:
        part = draws.choice(found["ship"]["fan"]["legal"])
        return f"{name} > {draws.uniform(part['from'], part['to']):.3f}"
    return "pass"


def played(client: TestClient, view: dict[str, Any], draws: random.Random) -> dict[str, Any]:
    """The game at its end."""
    for _ in range(400):
        if view["over"]:
            return view
        if view["thinks"]:
            view = {**view, **asked(client, "game/think", key=view["key"], version=view["version"])}
            continue
        body = {"key": view["key"], "version": view["version"], "action": by_lot(client, view, draws)}
        answer = client.post("/api/game/act", json=body)
        if answer.status_code == 422:  # the turn does not allow it
            body["action"] = "pass"
            answer = client.post("/api/game/act", json=body)
        assert answer.status_code == 200, answer.text
        view = {**view, **answer.json()}
    raise AssertionError("the game goes on and on")


def record_of(client: TestClient, view: dict[str, Any]) -> str:
    answer = client.post("/api/game/record", json={"key": view["key"]})
    assert answer.status_code == 200
    return answer.text


@pytest.mark.parametrize("seed", few(range(60), 3))
def test_games_played_by_lot_end_and_their_records_replay(client: TestClient, seed: int) -> None:
    draws = random.Random(seed)
    who = {"red": "here", "blue": draws.choice(["here", "random"])}
    cost = draws.choice(["not_spent", "action_spent"])
    rules = {**SMALL["rules"], "illegal_claim_cost": cost}
    view = played(client, set_up(client, begun(client, who, rules=rules, seed=seed)), draws)
    text = record_of(client, view)
    found = replay(parse_game(text))
    assert found.good
    assert found.record.result is not None
    whole_view = asked(client, "game/view", key=view["key"])
    assert [event["action"] for event in whole_view["events"]] == [notation(one) for one in found.record.actions]
    rows = [json.loads(line) for line in client.post("/api/game/replay", json={"record": text}).text.splitlines()]
    assert [row["action"] for row in rows[1:-1]] == [event["action"] for event in whole_view["events"]]
    assert rows[-1]["wrong"] == []
    lying = {ship["name"]: ship for ship in rows[0]["doc"]["ships"]}
    for row in rows[1:-1]:
        lying |= {ship["name"]: ship for ship in row["ships"]}
        lying = {name: ship for name, ship in lying.items() if name not in row["gone"]}
    assert [*lying.values()] == whole_view["doc"]["ships"]


def test_a_record_is_byte_for_byte_what_the_terminal_writes(client: TestClient, tmp_path: Path) -> None:
    """The same seed and lines against a greedy computer player, in both places."""
    lines = ["fleet L4", "auto", "RL1 > 90", "RL2 > 20 20 20", "pass", "RL1 x BM1", "pass"]
    file = tmp_path / "game.json"
    done = CliRunner().invoke(cli, ["play", "--seed", "5", "--record", str(file)], input="\n".join([*lines, "quit"]))
    assert done.exit_code == 0, done.output
    players = [{"player": "red"}, {"player": "blue"}]
    view = asked(client, "game/new", game={"players": players, "seed": 5}, who={"red": "here", "blue": "greedy"})
    for line in lines:
        while view["thinks"]:
            view |= asked(client, "game/think", key=view["key"], version=view["version"])
        typed = asked(client, "game/hint", key=view["key"])["action"] if line == "auto" else line
        body = {"key": view["key"], "version": view["version"], "action": typed}
        view |= client.post("/api/game/act", json=body).json()
    while view["thinks"]:
        view |= asked(client, "game/think", key=view["key"], version=view["version"])
    assert record_of(client, view) == file.read_text(encoding="utf-8")


def test_a_key_moves_its_own_ships_and_no_others(client: TestClient) -> None:
    view = begun(client, {"red": "here", "blue": "link"})
    keys = {"red": view["key"], "blue": view["links"]["blue"]}
    assert asked(client, "game/view", key=keys["blue"])["you"] == ["blue"]
    wrong = {"red": "blue", "blue": "red"}[view["decides"]]
    told = asked(client, "game/act", 422, key=keys[wrong], version=view["version"], action="first red")
    assert told == f"it is for {view['decides']} to decide"
    view = set_up(client, view, keys)
    mover, other = view["decides"], {"red": "blue", "blue": "red"}[view["decides"]]
    for action in ("pass", "resign", "draw", f"{other[0].upper()}S1 > 90"):
        told = asked(client, "game/act", 422, key=keys[other], version=view["version"], action=action)
        assert told == f"it is for {mover} to decide"
    told = asked(client, "game/act", 422, key=keys[mover], version=view["version"], action=f"{other[0].upper()}S1 > 90")
    assert "belongs to" in told
    told = asked(client, "game/undo", 422, key=keys[mover], version=view["version"], answer=True)
    assert told == "Nothing is asked of you."
    asked(client, "game/act", 404, key=keys[mover] + "x", version=view["version"], action="pass")
    asked(client, "game/act", 404, key="nothing", version=0, action="pass")
    asked(client, "game/act", key=keys[mover], version=view["version"], action="pass")


def test_what_comes_late_is_refused_and_changes_nothing(client: TestClient) -> None:
    view = set_up(client, begun(client))
    act(client, view, "pass")
    for path, more in (("act", {"action": "pass"}), ("undo", {})):
        told = asked(client, f"game/{path}", 409, key=view["key"], version=view["version"], **more)
        assert told == "the game has gone on meanwhile"
    assert asked(client, "game/view", key=view["key"])["count"] == len(view["events"]) + 1


def test_a_claim_that_costs_nothing_is_ruled_on_and_one_that_costs_is_recorded(client: TestClient) -> None:
    for cost, more in (("not_spent", 0), ("action_spent", 1)):
        view = set_up(client, begun(client, rules={**SMALL["rules"], "illegal_claim_cost": cost}))
        ship, target = ("RS1", "BM1") if view["decides"] == "red" else ("BM1", "RS1")
        after = act(client, view, f"{ship} x {target}")
        assert "Not allowed" in after["said"][0]
        assert "(shot." in after["said"][0]
        assert after["count"] == view["count"] + more
        assert not more or after["events"][-1]["notes"] == after["said"]
    told = asked(client, "game/act", 422, key=view["key"], version=after["version"], action="fleet L4")
    assert "(game.phase)" in told
    assert "ships afloat" in asked(
        client, "game/act", 422, key=view["key"], version=after["version"], action="XX9 > 90"
    )
    asked(client, "game/act", 422, key=view["key"], version=after["version"], action=f"{ship} x {target} ?")


def test_people_of_one_device_take_back_what_they_did(client: TestClient) -> None:
    view = set_up(client, begun(client))
    after = act(client, view, "pass")
    back = asked(client, "game/undo", key=view["key"], version=after["version"])
    assert back["said"] == ["Taken back."]
    assert (back["doc"], back["decides"], back["count"]) == (view["doc"], view["decides"], view["count"])
    assert back["version"] > after["version"]


def test_nobody_takes_another_s_seat_with_what_a_browser_keeps(client: TestClient) -> None:
    """Blue, with a shorter record, the table's name and locks of his own making, once held red's seat so."""
    view = begun(client, {"red": "here", "blue": "link"})
    keys = {"red": view["key"], "blue": view["links"]["blue"]}
    view = act(client, set_up(client, view, keys), "pass", keys[view["decides"]])
    kept = asked(client, "game/view", key=keys["blue"])
    lock = sha256(keys["blue"].partition(".")[2].encode()).hexdigest()
    body = {
        "record": kept["record"], "actions": [event["action"] for event in kept["events"]][:-1],
        "who": PEOPLE, "reopen": {"table": kept["table"], "locks": {lock: ["red", "blue"]}},
    }  # fmt: skip
    for _ in range(60):
        begun(client)
    assert asked(client, "game/new", 422, **body).startswith("reopen: there is no such key")
    for player, key in keys.items():
        seen = asked(client, "game/view", key=key)
        assert (seen["you"], seen["events"], seen["version"]) == ([player], kept["events"], kept["version"])
    assert "locks" not in kept


def test_a_game_goes_on_from_any_moment_of_a_record(client: TestClient) -> None:
    file = ROOT / "examples" / "games" / "larges-against-mediums.json"
    record = load_game(file)
    for moment in (0, 7):
        view = asked(client, "game/new", record=file.read_text(encoding="utf-8"), upto=moment, who={})
        game = replay(record).games[moment]
        assert view["count"] == moment
        assert view["decides"] == game.current_player()
        assert parse_game(record_of(client, view)).actions == record.actions[:moment]


def test_a_battle_begins_with_the_ships_on_the_table(client: TestClient) -> None:
    document = client.post("/api/example", json={"name": "four-steps"}).json()
    view = asked(client, "game/new", dispute=document, first="blue", who={"red": "greedy"})
    assert (view["decides"], view["phase"], view["thinks"]) == ("blue", "play", False)
    assert {ship["name"] for ship in view["doc"]["ships"]} == {ship["name"] for ship in document["ships"]}
    assert replay(parse_game(record_of(client, view))).good
    assert "players" in asked(client, "game/new", 422, dispute={**document, "ships": [], "questions": []}, who={})


def test_a_device_is_told_of_every_change(client: TestClient) -> None:
    view = set_up(client, begun(client, {"red": "here", "blue": "here"}))
    with client.websocket_connect("/api/game/watch") as socket:
        socket.send_text(view["key"])
        assert socket.receive_json() == {"version": view["version"]}
        after = act(client, view, "pass")
        assert socket.receive_json() == {"version": after["version"]}
    with client.websocket_connect("/api/game/watch?lang=fr") as socket:
        socket.send_text("no.key")
        assert "partie" in socket.receive_json()["error"]


def test_goal_lines_and_flagships_are_shown(client: TestClient) -> None:
    players = [{"player": "red"}, {"player": "blue"}]
    view = asked(client, "game/new", game={"players": players, "rules": "infiltration"}, who={})
    (line,) = parse_game(view["record"]).agreement.lines
    assert view["lines"] == [{"attacker": "red", "start": [*line.start], "end": [*line.end]}]
    assert "past the goal line" in view["agreed"][-1]
    rules = {**SMALL["rules"], "goal": "flag", "flag_kind": "ship"}
    view = begun(client, rules=rules)
    view = set_up(client, view)
    assert {name[0] for name in view["flagships"]} == {"R", "B"}
    assert json.loads(record_rows(client, view)[-2])["flagships"] == view["flagships"]


def record_rows(client: TestClient, view: dict[str, Any]) -> list[str]:
    """The rows of a game's record played again."""
    return client.post("/api/game/replay", json={"record": record_of(client, view)}).text.splitlines()


def test_what_is_to_come_is_shown_until_it_has_come(client: TestClient) -> None:
    rows = [
        {"name": "RX", "player": "red", "size": "small", "base": [300, 0], "heading": 90, "turn": 3},
        {"name": "BX", "player": "blue", "size": "large", "base": [200, 300], "heading": 270, "damage": 1, "turn": 9},
    ]
    view = begun(client, reinforcements=rows)
    assert "Reinforcements: RX (red) from turn 3 on; BX (blue) from turn 9 on." in view["agreed"]
    view = set_up(client, view)
    shown = [{**row, "base": [*map(float, row["base"])], "damage": row.get("damage", 0)} for row in rows]
    assert view["coming"] == shown
    while view["coming"] == shown:
        view = act(client, view, "pass")
    assert (view["coming"], view["decides"]) == (shown[1:], "red")
    event = view["events"][-1]
    assert (event["coming"], [ship["name"] for ship in event["ships"]]) == (shown[1:], ["RX"])
    assert event["text"].endswith("; RX comes onto the table")
    assert "RX" in [ship["name"] for ship in view["doc"]["ships"]]
    begins, *moments = map(json.loads, record_rows(client, view))
    assert [begins["coming"], *(moment["coming"] for moment in moments[:-1])][-2:] == [shown, shown[1:]]


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(
    frames=st.lists(st.binary(max_size=40) | st.text(max_size=40) | st.just("x" * 50_000), min_size=1, max_size=4),
    first=st.sampled_from(["key", "none"]),
)
def test_whatever_is_said_on_the_socket_ends_it(client: TestClient, frames: list[str | bytes], first: str) -> None:
    """Of a device that watches anything said is the end; of others, what is no key."""
    key = begun_once(client)
    with client.websocket_connect("/api/game/watch") as socket:
        if first == "key":
            socket.send_text(key)
            assert "version" in socket.receive_json()
        for frame in frames:
            socket.send_bytes(frame) if isinstance(frame, bytes) else socket.send_text(frame)
        said = []
        while (answer := socket.receive())["type"] == "websocket.send":
            said.append(json.loads(answer["text"]))
        assert answer["type"] == "websocket.close"
        assert [*map(set, said)] == ([{"error"}] if first == "none" and isinstance(frames[0], str) else [])
    with client.websocket_connect("/api/game/watch") as socket:
        socket.send_text(key)
        assert "version" in socket.receive_json()


def test_two_devices_have_a_computer_think_once() -> None:
    games = Games(NUMBERS)
    (key,) = games.open((1,), [["red"]])
    version = games.at(key).version
    with games.working(key, version) as mine, games.working(key, version) as theirs:
        assert mine is not None
        assert theirs is None
    with games.working(key, version) as again:
        assert again is not None


def test_a_thought_ends_as_soon_as_the_game_goes_on_or_everybody_left() -> None:
    games = Games(NUMBERS)
    (key,) = games.open((1,), [["red"]])
    version = games.at(key).version
    with games.working(key, version) as wanted:
        assert wanted is not None
        wanted()  # nobody watches, and nobody did
        with games.watching(key, lambda: None):
            wanted()
        games.put(key, version, (1, 2))
        with pytest.raises(LateError):
            wanted()
    with ExitStack() as thinking:
        with games.watching(key, lambda: None):
            wanted = thinking.enter_context(games.working(key, version + 1))
            assert wanted is not None
            wanted()
        with pytest.raises(LateError, match="nobody waits"):
            wanted()


def test_a_computer_player_is_stopped_in_mid_thought() -> None:
    record = load_game(ROOT / "examples" / "games" / "larges-against-mediums.json")
    players = dict.fromkeys(record.agreement.players, "search")
    game, calls = playing.begun(replace(record, actions=record.actions[:10], result=None, digest=""), players), 0

    def wanted() -> None:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise LateError(Message("the game has gone on meanwhile"))

    with pytest.raises(LateError):
        playing.thought(game, wanted)
    assert calls == 4
    assert len(playing.thought(game, lambda: None).events) == 11


@pytest.mark.parametrize(
    ("path", "body", "told"),
    [
        ("new", b"{", "JSON"),
        ("new", b'{"who": {}}', "players: needs at least 2 entries"),
        ("new", b'{"who": {"red": "someone"}}', "expected here, link, open, random, greedy or search"),
        ("new", b'{"who": {"c": "here"}, "game": {"players": [{"player": "a"}, {"player": "b"}]}}', "no player"),
        ("new", b'{"who": {}, "record": "{}"}', "format"),
        ("new", b'{"who": {}, "dispute": {"ships": 3}}', "ships"),
        ("new", b'{"who": {}, "game": {"players": 3}}', "players"),
        ("new", b'{"who": {}, "game": {"rules": 3}}', "rules"),
        ("view", b"{}", "key: is missing"),
        ("act", b'{"key": "a", "version": true}', "version"),
        ("look", b'{"key": "a", "ship": {}}', "ship.name: is missing"),
        ("replay", b'{"record": "format = 9"}', "records of format 9"),
    ],
)  # fmt: skip
def test_what_cannot_be_understood_gets_a_sentence(client: TestClient, path: str, body: bytes, told: str) -> None:
    answer = client.post(f"/api/game/{path}", content=body)
    assert answer.status_code == 422
    assert told in answer.json()["error"]


BODIES = (Acting, KeyBody, Changing, Looking, NewGame, Replayed)
KEYS = sorted({key for body in BODIES for key in body.__annotations__} | {"players", "rules", "name", "turns"})
PLAIN = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5)
)
DEEP = st.recursive(
    PLAIN,
    lambda one: st.lists(one, max_size=3) | st.dictionaries(st.sampled_from(KEYS), one, max_size=4),
    max_leaves=12,
)
ROUTES = ("new", "list", "join", "claim", "view", "act", "think", "undo", "hint", "look", "record", "replay")


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
@given(path=st.sampled_from(ROUTES), body=DEEP | st.dictionaries(st.sampled_from(KEYS), DEEP, max_size=5))
def test_whatever_is_asked_is_answered_or_refused(client: TestClient, path: str, body: object) -> None:
    """No body makes an answer that is a fault of the program: the client raises those."""
    assert client.post(f"/api/game/{path}", json=body).status_code in (200, 404, 409, 422)

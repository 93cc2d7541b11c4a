"""People at one table from several devices: who lets take back, whose time is up, who joins, what is said."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from armada_sim.files import parse_game
from armada_sim.tabletop.web.kept import kept_in
from tests.web.asking import asked, table
from tests.web.test_games import SMALL, act, record_of, set_up

TWO = {"red": "here", "blue": "link"}


class Watch:
    """A time of day that goes on when it is told to."""

    seconds = 1_000_000.0

    def __call__(self) -> float:
        """Seconds."""
        return self.seconds


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def client(watch: Watch) -> Iterator[TestClient]:
    with table(now=watch) as made:
        yield made


def opened(client: TestClient, who: dict[str, str] = TWO, **more: Any) -> tuple[dict[str, Any], dict[str, str]]:
    """A game at its first turn, and the key of each player."""
    view = asked(client, "game/new", game=SMALL, who=who, **more)
    keys = {"red": view["key"], "blue": view["key"], **view["links"]}
    return set_up(client, view, keys), keys


def seen_by(client: TestClient, key: str) -> Any:
    return asked(client, "game/view", key=key)


def other(player: str) -> str:
    return {"red": "blue", "blue": "red"}[player]


@pytest.mark.parametrize("answer", [True, False])
def test_the_other_side_says_whether_something_is_taken_back(client: TestClient, answer: bool) -> None:
    before, keys = opened(client)
    me, you = before["decides"], other(before["decides"])
    after = act(client, before, "pass", keys[me])
    assert not after["undo"]
    assert after["may_ask"]
    offered = asked(client, "game/undo", key=keys[me], version=after["version"])
    assert offered["asked"] == {"by": [me], "text": f"{me} ends the turn", "yours": False}
    assert not offered["may_ask"]
    theirs = seen_by(client, keys[you])
    assert theirs["asked"]["yours"]
    assert theirs["count"] == after["count"]
    told = asked(client, "game/undo", 422, key=keys[me], version=offered["version"], answer=True)
    assert told == "Nothing is asked of you."
    done = asked(client, "game/undo", key=keys[you], version=theirs["version"], answer=answer)
    assert done["asked"] is None
    assert (done["count"], done["declined"]) == ((before["count"], "") if answer else (after["count"], you))
    assert done["decides"] == (me if answer else you)


def test_who_goes_on_does_not_take_back(client: TestClient) -> None:
    before, keys = opened(client)
    me, you = before["decides"], other(before["decides"])
    after = act(client, before, "pass", keys[me])
    offered = asked(client, "game/undo", key=keys[me], version=after["version"])
    gone_on = act(client, offered, "pass", keys[you])
    assert gone_on["asked"] is None
    assert gone_on["count"] == after["count"] + 1
    again = asked(client, "game/undo", key=keys[me], version=gone_on["version"])
    back = asked(client, "game/undo", key=keys[you], version=again["version"], answer=True)
    assert (back["count"], back["decides"]) == (before["count"], me)


def test_clocks_are_counted_at_the_table_and_claimed_by_the_other_side(client: TestClient, watch: Watch) -> None:
    view, keys = opened(client, clock={"minutes": 1, "increment": 5})
    me, you = view["decides"], other(view["decides"])
    assert view["clock"] == {"left": {"red": 60.0, "blue": 60.0}, "runs": me}
    watch.seconds += 20
    assert seen_by(client, keys[you])["clock"]["left"][me] == 40
    view = act(client, view, "pass", keys[me])
    assert view["clock"] == {"left": {me: 45.0, you: 60.0}, "runs": you}
    watch.seconds += 59
    told = asked(client, "game/claim", 422, key=keys[me], version=view["version"])
    assert told == "nobody's time is up"
    watch.seconds += 2
    late = seen_by(client, keys[me])
    assert late["clock"]["left"][you] == -1
    assert not late["over"]
    told = asked(client, "game/claim", 422, key=keys[you], version=view["version"])
    assert told == "only another player may claim the game"
    ended = asked(client, "game/claim", key=keys[me], version=view["version"])
    assert ended["over"]
    assert ended["standing"] == f"The time of {you} is up; {me} claims the game"
    assert ended["clock"]["runs"] is None
    told = asked(client, "game/act", 422, key=keys[you], version=ended["version"], action="pass")
    assert told == "the game is over"
    assert parse_game(record_of(client, {"key": keys[me]})).result is None


def test_who_has_no_time_left_may_go_on_until_the_game_is_claimed(client: TestClient, watch: Watch) -> None:
    view, keys = opened(client, clock={"minutes": 0.5})
    watch.seconds += 100
    after = act(client, view, "pass", keys[view["decides"]])
    assert after["clock"]["left"][view["decides"]] == -70
    assert not after["over"]


def test_what_is_asked_and_the_clocks_outlive_the_server(tmp_path: Path, watch: Watch) -> None:
    file = tmp_path / "games.sqlite"
    with closing(kept_in(file)) as kept, table(kept, now=watch) as first:
        view, keys = opened(first, clock={"minutes": 1})
        after = act(first, view, "pass", keys[view["decides"]])
        asked(first, "game/undo", key=keys[view["decides"]], version=after["version"])
        before = {key: seen_by(first, key) for key in keys.values()}
    with closing(kept_in(file)) as kept, table(kept, now=watch) as again:
        assert {key: seen_by(again, key) for key in keys.values()} == before


def test_an_open_seat_is_joined_once_and_no_key_is_listed(client: TestClient) -> None:
    view = asked(client, "game/new", game=SMALL, who={"red": "here", "blue": "open"}, watched=True)
    assert view["links"] == {}
    (row,) = asked(client, "game/list")["games"]
    assert (row["table"], row["open"], row["watch"]) == (view["table"], ["blue"], True)
    assert "." not in json.dumps(row)
    mine = asked(client, "game/join", table=row["table"], player="blue")["key"]
    assert seen_by(client, mine)["you"] == ["blue"]
    told = asked(client, "game/join", 404, table=row["table"], player="blue")
    assert told == "this seat is not free any more"
    asked(client, "game/join", 404, table=row["table"], player="red")
    asked(client, "game/join", 404, table="another", player="blue")
    assert asked(client, "game/list")["games"][0]["open"] == []
    watching = asked(client, "game/join", table=row["table"])["key"]
    seen = seen_by(client, watching)
    assert (seen["you"], seen["mine"]) == ([], False)
    asked(client, "game/act", 422, key=watching, version=seen["version"], action="fleet S2")


def test_a_game_that_offers_nothing_is_not_listed(client: TestClient) -> None:
    view = asked(client, "game/new", game=SMALL, who=TWO)
    assert asked(client, "game/list") == {"games": []}
    asked(client, "game/join", 404, table=view["table"])


def test_devices_see_who_is_there_and_say_lines(client: TestClient) -> None:
    _, keys = opened(client)
    with client.websocket_connect("/api/game/company") as red:
        red.send_text(keys["red"])
        assert red.receive_json() == {"lines": [], "present": ["red"]}
        with client.websocket_connect("/api/game/company") as blue:
            blue.send_text(keys["blue"])
            assert blue.receive_json()["present"] == ["blue", "red"]
            assert red.receive_json()["present"] == ["blue", "red"]
            blue.send_text("  <b>good\n luck</b> " + "x" * 300)
            line = {"by": ["blue"], "text": ("<b>good luck</b> " + "x" * 300)[:200]}
            assert red.receive_json()["lines"] == [line]
            assert blue.receive_json()["lines"] == [line]
        assert red.receive_json() == {"lines": [line], "present": ["red"]}
        for number in range(9):
            red.send_text(str(number))
            assert red.receive_json()["lines"][-1] == {"by": ["red"], "text": str(number)}


def test_who_looks_on_or_has_no_key_says_nothing(client: TestClient) -> None:
    view = asked(client, "game/new", game=SMALL, who=TWO, watched=True)
    watching = asked(client, "game/join", table=view["table"])["key"]
    with client.websocket_connect("/api/game/company") as socket:
        socket.send_text(watching)
        assert socket.receive_json() == {"lines": [], "present": []}
        socket.send_text("hello")
        assert socket.receive()["type"] == "websocket.close"
    with client.websocket_connect("/api/game/company?lang=fr") as socket:
        socket.send_text("no.key")
        assert "partie" in socket.receive_json()["error"]

"""A served table that is killed and started again: two devices go on, and nothing that was answered is lost."""

from __future__ import annotations

import json
import os
import random
import re
import resource
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
import segno

from armada_sim.files import load_game
from armada_sim.web import playing
from armada_sim.web.taking_back import taken_back
from armada_sim.web.writing import WRITING
from tests.catalogues import ROOT
from tests.web.test_games import SMALL
from tests.whole import whole

ARMADA = (sys.executable, "-m", "armada_sim.cli", "serve", "--no-browser")


@contextmanager
def running(*options: str, limit: Callable[[], None] | None = None) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A table in a process of its own, and its link; killed at the end."""
    with subprocess.Popen([*ARMADA, *options], stdout=subprocess.PIPE, text=True, preexec_fn=limit) as process:
        try:
            assert process.stdout is not None
            link = re.search(r"http://\S+", process.stdout.readline())
            assert link is not None
            yield process, re.sub(r"//[\d.]+:", "//127.0.0.1:", link[0])
        finally:
            process.kill()


class Device:
    """A browser with a seat."""

    def __init__(self, link: str, key: str = "") -> None:
        self.key, self.base = key, link.partition("?")[0]
        self.cookies = {**httpx.get(link).raise_for_status().cookies}

    def post(self, path: str, **body: Any) -> httpx.Response:
        """The answer, or the refusal."""
        given = {"key": self.key, **body} if self.key else body
        headers = {"cookie": "; ".join(f"{name}={text}" for name, text in self.cookies.items())}
        return httpx.post(f"{self.base}api/game/{path}", json=given, headers=headers, timeout=60)

    def ask(self, path: str, **body: Any) -> Any:
        answer = self.post(path, **body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def ask_and_hang_up(self, path: str, **body: Any) -> None:
        """Send a question whose answer is never read."""
        text = json.dumps({"key": self.key, **body}).encode()
        host = self.base.split("/")[2]
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        head = f"POST /api/game/{path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n"
        with socket.create_connection((host.partition(":")[0], int(host.partition(":")[2]))) as asked:
            asked.sendall(f"{head}Content-Length: {len(text)}\r\n\r\n".encode() + text)


def seen(device: Device) -> tuple[Any, ...]:
    """What a device knows of a game."""
    view = device.ask("view")
    return view["version"], [event["action"] for event in view["events"]], view["doc"], view["undo"], view["you"]


def acted(devices: dict[str, Device]) -> None:
    """One action more, of whoever decides."""
    view = devices["red"].ask("view")
    mover = devices[view["decides"]]
    hint = mover.ask("hint")["action"]
    mover.ask("act", version=view["version"], action=hint if view["phase"] != "play" else "pass")


@pytest.mark.parametrize("kills", [1, whole(8)])
def test_a_killed_table_goes_on_with_all_that_was_answered(tmp_path: Path, kills: int) -> None:
    draws, options = random.Random(kills), ["--games", str(tmp_path / "games.sqlite"), "--host", "0.0.0.0"]
    with running(*options, "--port", "0") as (process, link):
        port = link.partition("?")[0].rstrip("/").rpartition(":")[2]
        first = Device(link)
        long = {**SMALL, "rules": {**SMALL["rules"], "game_limit": "quiet_turns(200)"}, "seed": 4}
        opened = first.ask("new", game=long, who={"red": "here", "blue": "link"})
        devices = {"red": Device(link, opened["key"]), "blue": Device(link, opened["links"]["blue"])}
        acted(devices)
        known = [seen(device) for device in devices.values()]
        process.kill()
    for _ in range(kills):
        with running(*options, "--port", port) as (process, again):
            assert again == link
            assert [seen(device) for device in devices.values()] == known
            for _ in range(draws.randrange(3)):
                acted(devices)
            known = [seen(device) for device in devices.values()]
            view = devices["red"].ask("view")
            asked = draws.random() < 0.7 and view["phase"] == "play"
            if asked:
                devices[view["decides"]].ask_and_hang_up("act", version=view["version"], action="pass")
            process.kill()
        if asked:  # it was made, or it was not
            with running(*options, "--port", port):
                version, actions, *_ = seen(devices["red"])
                assert (version, actions) in [(known[0][0], known[0][1]), (known[0][0] + 1, [*known[0][1], "pass"])]
                known = [seen(device) for device in devices.values()]


def test_a_full_disk_refuses_an_action_and_the_game_goes_on(tmp_path: Path) -> None:
    options = ("--games", str(tmp_path / "games.sqlite"), "--port", "0")
    with running(*options) as (_, link):
        first = Device(link)
        opened = first.ask("new", game=SMALL, who={"red": "here", "blue": "here"})
        device = Device(link, opened["key"])
        while device.ask("view")["phase"] != "play":
            acted({"red": device, "blue": device})
        known = seen(device)

    def no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    with running(*options, limit=no_room) as (_, link):
        device = Device(link, opened["key"])
        refused = device.post("act", version=known[0], action="pass")
        assert (refused.status_code, "nothing was changed" in refused.json()["error"]) == (507, True)
        assert seen(device) == known
    with running(*options) as (_, link):
        device = Device(link, opened["key"])
        assert seen(device) == known
        acted({"red": device, "blue": device})
        assert seen(device)[1] == [*known[1], "pass"]


def test_what_is_in_use_or_cannot_be_written_is_said(tmp_path: Path) -> None:
    options = ("--games", str(tmp_path / "games.sqlite"), "--port", "0")
    with running(*options):
        other = subprocess.run([*ARMADA, *options], capture_output=True, text=True, check=False)
        assert (other.returncode, "is in use by another table" in other.stderr) == (2, True)
    other = subprocess.run([*ARMADA, "--games", "/dev/null/x"], capture_output=True, text=True, check=False)
    assert (other.returncode, "cannot be kept there" in other.stderr) == (2, True)


def test_a_game_with_computers_goes_on_as_if_it_had_not_been_written() -> None:
    """Written and read after every action it is played by the same draws, told the same, and taken back the same."""
    record = load_game(ROOT / "examples" / "games" / "larges-against-mediums.json")
    record = replace(record, actions=record.actions[:6], result=None, digest="")
    game = playing.begun(record, {"red": "human", "blue": "random"}, notes={"en": ["a note"], "fr": ["une note"]})
    other, seats, draws = game, frozenset({"red"}), random.Random(3)
    for _ in range(30):
        if game.sitting.game.outcome() is not None:
            break
        if game.computer:
            game, other = (playing.thought(one, lambda: None) for one in (game, other))
        elif game.sitting.before and draws.random() < 0.2:
            game, other = (taken_back(one, seats, None)[0] for one in (game, other))
        else:
            typed = str(draws.choice(["pass", "draw"]))
            game, other = (playing.acted(one, seats, typed)[0] for one in (game, other))
        other = WRITING.read(WRITING.written(other))
        assert WRITING.written(other) == WRITING.written(game)
        for name in ("events", "sitting", "text", "record", "notes", "asked", "clock", "claimed", "declined"):
            assert getattr(other, name) == getattr(game, name)


def test_a_signal_ends_a_table_whatever_it_works_at(tmp_path: Path) -> None:
    ships = [
        {"name": f"S{k}", "player": "red", "size": "small", "base": [60 + k % 20 * 90, 60 + k // 20 * 90], "heading": k}
        for k in range(200)
    ]
    body = json.dumps({"dispute": {"surface": {"rectangle": [2000, 1100]}, "ships": ships}, "format": "png"}).encode()
    with ExitStack() as asked, running("--games", str(tmp_path / "games.sqlite"), "--port", "0") as (process, link):
        host = link.split("/")[2]
        address, _, port = host.partition(":")
        head = f"POST /api/picture HTTP/1.1\r\nHost: {host}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        for _ in range(10):
            asked.enter_context(socket.create_connection((address, int(port)))).sendall(head + body)
        assert httpx.get(f"{link}api/page").status_code == 200
        process.terminate()
        assert process.wait(timeout=5) == 143


def test_a_terminal_shows_the_link_as_a_code_to_scan(tmp_path: Path) -> None:
    """Its squares, two rows a line, are those of the link's code; nothing of it goes into a pipe."""
    options = ("--games", str(tmp_path / "games.sqlite"), "--port", "0", "--host", "0.0.0.0")
    ours, theirs = os.openpty()
    with subprocess.Popen([*ARMADA, *options], stdout=theirs) as process, os.fdopen(ours, "rb") as terminal:
        said = []
        while not said or "Ctrl-C" not in said[-1]:
            said.append(terminal.readline().decode().rstrip())
        process.kill()
    os.close(theirs)
    halves = {" ": (1, 1), "▀": (0, 1), "▄": (1, 0), "█": (0, 0)}
    shown = [row for line in said[1:-1] if line for row in zip(*map(halves.__getitem__, line), strict=True)]
    link = re.search(r"http://\S+", said[0])
    assert link is not None
    code = [[*row] for row in segno.make_qr(link[0]).matrix_iter(border=2)]
    assert [[*row] for row in shown][: len(code)] == code
    with running(*options) as (process, _):
        assert process.stdout is not None
        assert "Ctrl-C" in process.stdout.readline()

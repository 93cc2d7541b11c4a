"""Signals that end a program, and readers who leave: the game being played is kept, and nothing is told as a
mistake."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import commands
from tests.whole import whole

from .beginning import ROOT, begun, ended, signalled

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and pipes of Unix")

ARMADA = ("armada_sim.cli", ["play", "--red", "human", "--blue", "human"], "fleet L4\n", "red: fleet L4", ["fleet L4"])
NIM = ("grid_games.cli", ["play", "strategiksa", "--players", "4"], "", "", [])
GAMES = {"armada": ARMADA, "grid-games": NIM}


def ended_by(
    which: signal.Signals, game: str, folder: Path, *, ignored: tuple[signal.Signals, ...] = (), twice: bool = False
) -> tuple[int, str]:
    """Status and standard error of a program that plays, and is sent a signal while it waits for a line."""
    module, words, typed, _, _ = GAMES[game]
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with begun(module, [*words, "--record", "game.json"], ignored=ignored, cwd=folder, text=True, **pipes) as process:
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(typed)
            process.stdin.flush()
            asked = 0
            while asked < 1 + typed.count("\n"):  # it waits for the line after those
                letter = process.stdout.read(1)
                assert letter
                asked += letter == ">"
            signalled(process, which)
            if twice:
                process.send_signal(which)
            if which in ignored:
                process.stdin.close()
            told = process.stderr.read() if process.stderr is not None else ""
            process.wait(60)
        finally:
            process.kill()
    return process.returncode, told


@pytest.mark.parametrize(
    ("which", "game"), [(signal.SIGINT, "grid-games"), (signal.SIGTERM, "armada"), whole(signal.SIGHUP, "armada")]
)
def test_a_signal_that_ends_the_program_keeps_the_game(which: signal.Signals, game: str, tmp_path: Path) -> None:
    status, told = ended_by(which, game, tmp_path)
    assert status == 128 + which
    assert [line for line in told.splitlines() if line] == [
        "The record is in game.json.",
        *(["Interrupted."] if which is signal.SIGINT else []),
    ]
    record = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    assert list(record.get("actions", record.get("moves"))) == GAMES[game][4]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.json"]


def test_a_signal_that_comes_twice_breaks_off_nothing(tmp_path: Path) -> None:
    status, _ = ended_by(signal.SIGHUP, "armada", tmp_path, twice=True)
    assert status == 129
    json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("which", [signal.SIGINT, whole(signal.SIGHUP)])
def test_a_signal_that_is_ignored_from_outside_stays_so(which: signal.Signals, tmp_path: Path) -> None:
    """As for a job in the background, or under nohup: the game goes on until its input ends."""
    assert ended_by(which, "armada", tmp_path, ignored=(which,)) == (0, "The record is in game.json.\n")


def test_a_terminal_that_is_closed_keeps_the_game(tmp_path: Path) -> None:
    """Nobody can be told anything then: no words, and no core of them, end up elsewhere."""
    module, words, typed, said, done = ARMADA
    master, slave = os.openpty()
    taken = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0)"
    ends: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), slave)
    with begun(
        module, [*words, "--record", "game.json"], first=taken, cwd=tmp_path, start_new_session=True, **ends
    ) as process:
        try:
            os.close(slave)
            os.write(master, typed.encode())
            shown = b""
            while said.encode() not in shown or not shown.rstrip().endswith(b">"):
                shown += os.read(master, 4096)
            os.close(master)
            process.wait(60)
        finally:
            process.kill()
    assert process.returncode == 129
    record = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    assert list(record.get("actions", record.get("moves"))) == done


def test_a_signal_while_a_finalizer_runs_is_not_lost(tmp_path: Path) -> None:
    code = (
        "import signal, sys\n"
        "class Last:\n    def __del__(self):\n        signal.raise_signal(signal.SIGTERM)\n"
        "class Bell:\n    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'armada_sim.tabletop.terminal.console':\n            sys.meta_path.remove(self)\n"
        "            Last()\n"
        "sys.meta_path.insert(0, Bell())\nsys.argv = ['armada', 'check', '-']\nfrom armada_sim.cli import main\n"
        "main()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as process:
        process.wait(60)  # it does not wait for the file, which never ends
        assert process.stderr is not None
        assert (process.returncode, process.stderr.read()) == (143, b"")


@pytest.mark.parametrize(("name", "words"), [
    ("/proc/game.json", "cannot be written to: No such file or directory"),
    ("nowhere/game.json", "there is no folder for nowhere/game.json"),
    (f"{'a' * 300}.json", "cannot be written to: File name too long"),
    ("folder.json", "folder.json is a directory"),
    (".json", "expected a file that ends in .json, not '.json'"),
])  # fmt: skip
@pytest.mark.parametrize("game", GAMES)
def test_where_the_record_goes_is_looked_at_before_the_first_move(
    name: str, words: str, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.json").mkdir()
    said = commands.refused(game, *GAMES[game][1], "--record", name)
    assert said.startswith("Error: --record: ")
    assert words in said
    assert [path.name for path in tmp_path.iterdir()] == ["folder.json"]


def test_a_record_that_is_there_is_written_over_at_the_end_only(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text("before", encoding="utf-8")
    commands.refused("armada", "play", "--record", file, "--rules", "no such")
    assert file.read_text(encoding="utf-8") == "before"
    assert ended_by(signal.SIGTERM, "armada", tmp_path)[0] == 143
    assert json.loads(file.read_text(encoding="utf-8"))["actions"] == ["fleet L4"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.json"]


def test_what_is_typed_and_is_no_text_is_refused_like_other_words(tmp_path: Path) -> None:
    module, call, *_ = NIM
    done = ended(module, call, cwd=tmp_path, input=b"\xff\xfe\nwhy \xc3\nhint \xff\nquit\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"The game is left." in done.stdout
    assert rb"\xff" in done.stdout

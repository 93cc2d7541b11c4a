"""A record that cannot be written where it was asked for: asked again, kept elsewhere, printed; never lost."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.whole import whole

from .beginning import begun, signalled

pytestmark = pytest.mark.skipif(os.name == "nt", reason="terminals, signals and limits of Unix")

WORDS = ["play", "--blue", "human", "--record", "stick/game.json"]


def at_work(folder: Path, **extra: Any) -> subprocess.Popen[bytes]:
    """A game about to be recorded on a stick that is there still."""
    for name in ("stick", "home", "temporary"):
        (folder / name).mkdir()
    homes = {"HOME": str(folder / "home"), "TMPDIR": str(folder / "temporary")}
    return begun("armada_sim.cli", WORDS, cwd=folder, env=homes, **extra)


def done_in(text: str) -> list[str]:
    """The actions of a record."""
    return list(json.loads(text)["actions"])


def piped(folder: Path, **extra: Any) -> tuple[int, str, str]:
    """Status, output and errors of a game from whose folder the stick is pulled out before it is left."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE) | extra
    with at_work(folder, **pipes) as process:
        try:
            assert process.stdin is not None
            if process.stdout is not None:
                seen = b""
                while not seen.endswith(b"> "):
                    seen += process.stdout.read(1)
                shutil.rmtree(folder / "stick")
            output, errors = process.communicate(b"fleet L4\nquit\n", 60)
        finally:
            process.kill()
    return process.returncode, (output or b"").decode(), errors.decode()


FULL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))"  # files take nothing, as on a full disk


def left_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_a_record_whose_folder_is_gone_is_kept_in_the_users_own(tmp_path: Path) -> None:
    status, _, errors = piped(tmp_path)
    first, second = errors.splitlines()
    assert (status, first) == (2, "Error: cannot write stick/game.json: No such file or directory")
    (kept,) = left_in(tmp_path)
    assert (kept.parent, kept.suffix) == (tmp_path / "home", ".json")
    assert second == f"The record is in {kept}."
    assert done_in(kept.read_text(encoding="utf-8")) == ["fleet L4"]


def test_a_record_goes_to_the_folder_for_temporary_files_where_there_is_no_home(tmp_path: Path) -> None:
    status, _, errors = piped(tmp_path, first="import os; os.rmdir('home')")
    (kept,) = left_in(tmp_path)
    assert (status, kept.parent) == (2, tmp_path / "temporary")
    assert errors.splitlines()[-1] == f"The record is in {kept}."
    assert done_in(kept.read_text(encoding="utf-8")) == ["fleet L4"]


def test_a_record_that_no_file_takes_is_printed(tmp_path: Path) -> None:
    status, output, errors = piped(tmp_path, first=FULL)
    assert status == 2
    assert errors.splitlines()[-1] == "The record can be written nowhere; this is all of it:"
    assert done_in(output[output.index("{\n") :]) == ["fleet L4"]
    assert left_in(tmp_path) == []


def test_where_the_output_is_lost_too_it_is_printed_as_an_error(tmp_path: Path) -> None:
    with open("/dev/full", "wb") as lost:
        status, _, errors = piped(tmp_path, stdout=lost, first=FULL)
    assert status == 2
    text = errors[errors.index("{\n") : errors.rindex("}") + 1]
    assert done_in(text) == []
    assert errors.endswith("standard output: cannot be written: No space left on device\n")


def at_a_terminal(folder: Path, *lines: str, ends: signal.Signals | None = None) -> tuple[int, str]:
    """Status and screen of a game whose stick is pulled out before it is left; a line is typed at each prompt."""
    import pty

    here, there = pty.openpty()
    with at_work(folder, stdin=there, stdout=there, stderr=there) as process:
        os.close(there)
        screen, typed = "", ["quit", *lines]
        try:
            while True:
                try:
                    screen += os.read(here, 4096).decode().replace("\r", "")
                except OSError:  # it has ended
                    break
                if screen.endswith("> ") and typed:
                    if typed[0] == "quit":
                        shutil.rmtree(folder / "stick")
                    if ends and typed[0] == "quit":
                        signalled(process, ends)
                    else:
                        os.write(here, f"{typed[0]}\n".encode())
                    typed = typed[1:]
            status = process.wait(60)
        finally:
            process.kill()
            os.close(here)
    return status, screen


def test_a_person_names_another_file(tmp_path: Path) -> None:
    """As often as it takes; a game that is kept where it was then said is well."""
    status, screen = at_a_terminal(tmp_path, "gone/game.json", "game.txt", "home/mine.json")
    assert status == 0
    assert screen.count("Another file for the record, or nothing> ") == 3
    assert "Error: there is no folder for gone/game.json" in screen
    assert "Error: expected a file that ends in .json, not 'game.txt'" in screen
    assert screen.endswith("The record is in home/mine.json.\n")
    assert done_in((tmp_path / "home" / "mine.json").read_text(encoding="utf-8")) == []
    assert len(left_in(tmp_path)) == 1


@pytest.mark.parametrize("ends", [None, whole(signal.SIGTERM), signal.SIGINT])
def test_who_names_none_and_who_is_gone_finds_it_at_home(ends: signal.Signals | None, tmp_path: Path) -> None:
    """A signal that ends the program waits for nobody; Ctrl-C leaves the game, and the question can be answered."""
    status, screen = at_a_terminal(tmp_path, *([] if ends is signal.SIGTERM else [""]), ends=ends)
    (kept,) = left_in(tmp_path)
    assert kept.parent == tmp_path / "home"
    assert f"The record is in {kept}." in screen.replace("\n", "")
    assert ("Another file" in screen) == (ends is not signal.SIGTERM)
    assert status == {None: 2, signal.SIGTERM: 143, signal.SIGINT: 130}[ends]


def test_a_picture_that_cannot_be_drawn_ends_no_game(tmp_path: Path) -> None:
    words = [*WORDS[:-2], "--record", "game.json", "--picture", "stick/t.svg"]
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    (tmp_path / "stick").mkdir()
    with begun("armada_sim.cli", words, cwd=tmp_path, **pipes) as process:
        seen = b""
        while not seen.endswith(b"> "):
            seen += process.stdout.read(1)  # type: ignore[union-attr]
        shutil.rmtree(tmp_path / "stick")
        _, errors = process.communicate(b"fleet L4\nfirst red\nauto\nquit\n", 60)
    assert process.returncode == 0
    assert errors.decode().splitlines() == [
        "The picture is not refreshed any more: cannot write stick/t.svg: No such file or directory.",
        "The record is in game.json.",
    ]
    assert len(done_in((tmp_path / "game.json").read_text(encoding="utf-8"))) == 3

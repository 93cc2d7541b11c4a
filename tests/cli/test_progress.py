"""What a person at a terminal sees while it works: words as they are, whatever stands in them."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest

from armada_sim.tabletop.laboratory import desk
from armada_sim.tabletop.language import Language
from armada_sim.tabletop.terminal import progress
from armada_sim.tabletop.terminal.progress import Progress, bar

ROOT = Path(__file__).parents[2]

NAMES = ["[/a]", ":smile:", "{task.total}"]


class Terminal(io.StringIO):
    """Standard error that is a terminal, and tells when something is shown."""

    def __init__(self, wanted: str) -> None:
        super().__init__()
        self.wanted, self.shown = wanted, Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        count = super().write(text)
        if self.wanted in self.getvalue():
            self.shown.set()
        return count


@pytest.mark.parametrize("name", NAMES)
def test_words_are_shown_as_they_are(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At first, and when they change; nothing of a user's is markup."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "PATIENCE_S", 0)
    for changed in (False, True):
        terminal = Terminal(f"{name}: at work")
        monkeypatch.setattr(sys, "stderr", terminal)
        with Progress("begun" if changed else f"{name}: at work") as told:
            if changed:
                told.tell(f"{name}: at work")
            assert terminal.shown.wait(20), terminal.getvalue()


@pytest.mark.parametrize("name", NAMES)
def test_a_bar_shows_words_as_they_are(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    terminal = Terminal(name)
    monkeypatch.setattr(sys, "stderr", terminal)
    with bar(name, name) as advance:
        advance(2, 3, name)
    assert "2/3" in terminal.getvalue()
    assert terminal.getvalue().count(name) >= 4


def test_no_bar_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    for nobody in (None, io.StringIO()):
        monkeypatch.setattr(sys, "stderr", nobody)
        with bar("games", "begun") as advance:
            advance(1, 2, "told")
        assert nobody is None or nobody.getvalue() == ""


def test_the_estimate_of_an_experiment_says_what_it_is_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is played: each meeting whose pace is asked for is named while it is."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "PATIENCE_S", 0)
    terminal, asked = Terminal("meeting 2 of 3"), list[bool]()
    monkeypatch.setattr(sys, "stderr", terminal)

    class Slow:
        meetings = (None,) * 3

        def pace(self, meeting: int) -> float:
            asked.append(meeting == 1 and terminal.shown.wait(20))
            return 0.0

    desk._say_time(Slow(), 1, 1, Language("en"))  # type: ignore[arg-type]
    assert asked == [False, True, False]


@pytest.mark.whole  # a bar without a standard error is drawn nowhere: by every run above
@pytest.mark.skipif(os.name == "nt", reason="a shell of Unix")
def test_closed_standard_error_keeps_no_figure_from_being_made(tmp_path: Path) -> None:
    figures = f'"{sys.executable}" -m armada_sim.cli figures -o figures --only turn-limit 2>&-'
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["bash", "-c", figures], cwd=tmp_path, env=environment, capture_output=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, b"1 file in figures\n")

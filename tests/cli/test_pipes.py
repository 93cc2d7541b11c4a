"""A reader who leaves: no words, and status 141 as for every program whose pipe is closed, or 0 if it was done
before."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.beginning import ROOT, ended
from tests.whole import whole

EXAMPLES = ROOT / "examples"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="pipes of Unix")

CALLS = [
    ("armada_sim.cli", ["--help"]),
    ("armada_sim.cli", ["rules"]),
    ("grid_games.cli", ["play", "strategiksa"]),
    whole("armada_sim.cli", ["--version"]),
    whole("armada_sim.cli", ["check", str(EXAMPLES / "inches.toml")]),
    whole("grid_games.cli", ["balance", "tiny.toml", "--workers", "1"]),
]

TINY = 'title = "t"\ngame = "singidunum"\nsets = 1\n[levels]\na = "random"\nb = "random"\n'


@pytest.mark.parametrize(
    ("module", "words"), CALLS, ids=lambda value: value if isinstance(value, str) else "-".join(value)[-40:]
)
def test_a_closed_pipe_is_no_mistake(module: str, words: list[str], tmp_path: Path) -> None:
    (tmp_path / "tiny.toml").write_text(TINY, encoding="utf-8")
    reading, writing = os.pipe()
    os.close(reading)
    done = ended(module, words, cwd=tmp_path, stdout=writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize("script", ["rules | head -1", "rules | cat"])
def test_a_reader_may_leave_under_pipefail(script: str, tmp_path: Path) -> None:
    program = f'set -o pipefail; armada() {{ "{sys.executable}" -m armada_sim.cli "$@"; }}; armada {script} > told'
    done = subprocess.run(
        ["bash", "-c", program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode in ((0, 141) if "head" in script else (0,))
    assert done.stderr == b""
    assert (tmp_path / "told").stat().st_size


def test_what_cannot_be_read_is_2_whoever_listens(tmp_path: Path) -> None:
    """A mistake in the input is told by the status though nobody reads the words."""
    reading, writing = os.pipe()
    os.close(reading)
    done = ended("armada_sim.cli", ["check", "nowhere.toml"], stdout=writing, stderr=writing)
    os.close(writing)
    assert done.returncode == 2

"""Processor time of first answers, each in a home where nothing was compiled, and of the same again.

    python tests/benchmarks/measure_first_answers.py

User and system time of the command and its workers, beside that of importing NumPy and Shapely in the same run. Other
names after the command measure only these.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
ARMADA = [sys.executable, "-c", "from armada_sim.cli import main; main()"]

COMMANDS = {
    "reach, a small, 4 steps, 2 ships": ["reach", f"{EXAMPLES}/four-steps.toml", "B1"],
    "reach, a small, 4 steps, 12 ships": ["reach", f"{EXAMPLES}/could-it-have-got-there.toml", "R1"],
    "threat, a large": [
        "draw",
        f"{EXAMPLES}/four-steps.toml",
        "--show",
        "threat",
        "--around",
        "R1",
        "-o",
        "threat.svg",
    ],
    "threat, a small": [
        "draw",
        f"{EXAMPLES}/four-steps.toml",
        "--show",
        "threat",
        "--around",
        "B1",
        "-o",
        "threat.svg",
    ],
    "could it have got there": ["check", f"{EXAMPLES}/could-it-have-got-there.toml"],
    "play, greedy against greedy": ["play", "--red", "greedy", "--blue", "greedy"],
    "balance, one set of each meeting": ["balance", "basic", "--sets", "1"],
}


def cost(command: Sequence[str], home: str, folder: str) -> float:
    """Seconds of processor time. Raises CalledProcessError where something went wrong."""
    hidden = {key: value for key, value in os.environ.items() if key not in ("ARMADA_CACHE_DIR", "XDG_CACHE_HOME")}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        command, cwd=folder, env={**hidden, "HOME": home}, capture_output=True, text=True, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1) or "Traceback" in done.stderr:
        raise subprocess.CalledProcessError(done.returncode, command, done.stdout, done.stderr)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure and print."""
    for name, command in COMMANDS.items():
        if sys.argv[1:] and name.split(",")[0] not in sys.argv[1:]:
            continue
        with tempfile.TemporaryDirectory() as home:
            spent = []
            for _ in range(2):
                with tempfile.TemporaryDirectory() as folder:
                    spent.append(cost([*ARMADA, *command], home, folder))
                    imports = cost([sys.executable, "-c", "import numpy, shapely"], home, folder)
        print(f"{name}: first {spent[0]:.1f} s, again {spent[1]:.1f} s (imports {imports:.2f} s)", flush=True)


if __name__ == "__main__":
    main()

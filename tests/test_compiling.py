"""Workers of a test run compile each function once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TINY = "def doubled(x):\n    return x + x\n\ndef fourfold(x):\n    return doubled(doubled(x))\n"
PROGRAM = """
import sys
from pathlib import Path
import tiny
from armada_sim.geometry.batch import compiled_copy
from tests.compiling import compiled_by_one
compiled_by_one(Path(sys.argv[1]))
copy = compiled_copy(tiny)
print("ready", flush=True)
sys.stdin.readline()
print(copy.fourfold(2), *(sum(counted.values()) for counted in (copy.fourfold.stats.cache_misses, copy.fourfold.stats.cache_hits)))
"""


@pytest.mark.skipif(os.name == "nt", reason="locks of Unix")
def test_of_two_processes_one_compiles_and_the_other_loads(tmp_path: Path) -> None:
    (tmp_path / "tiny.py").write_text(TINY, encoding="utf-8")
    (tmp_path / "locks").mkdir()
    root = Path(__file__).parents[1]
    environment = {**os.environ, "PYTHONPATH": f"{root}:{tmp_path}", "NUMBA_CACHE_DIR": str(tmp_path / "kept")}
    both = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(tmp_path / "locks")], env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )
        for _ in range(2)
    ]  # fmt: skip
    for process in both:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in both:  # both go on at once
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    told = sorted(process.communicate()[0] for process in both)
    assert told == ["8 0 1\n", "8 1 0\n"]

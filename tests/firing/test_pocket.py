"""Disputes are answered alike with nothing but Python and FLINT."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.firing.pocket import ruling

ROOT, COUNT = Path(__file__).parents[2], 100


@pytest.mark.whole  # every run asks others in tests/test_without_numpy.py and tests/firing/test_shot_work.py
def test_disputes_are_answered_alike_without_numpy() -> None:
    """The same answer and reasons always, and the same margin and flip, unless the ruling says that it took fewer steps
    to look for them."""
    command = [sys.executable, "-m", "tests.firing.pocket", "0", str(COUNT)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert not done.stderr
    brief = 0
    for seed, line in zip(range(COUNT), done.stdout.splitlines(), strict=True):
        ours, theirs = json.loads(line), json.loads(json.dumps(ruling(seed).as_json()))
        for key in ("answer", "allowed", "witness"):
            assert ours[key] == theirs[key], seed
        assert [reason["clause"] for reason in ours["reasons"]] == [reason["clause"] for reason in theirs["reasons"]], (
            seed
        )
        if any("fewer steps than on a computer" in note for note in ours["notes"]):
            brief += 1
            assert ours["margin_upper"] is None or ours["margin"] <= ours["margin_upper"], seed
        else:
            assert ours == theirs, seed
    assert brief < COUNT / 2

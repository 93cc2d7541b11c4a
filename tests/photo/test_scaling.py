"""Ships without a sheet, whose sizes only what differs between them tells."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from armada_sim.photo import Paper, prepared, scaling
from armada_sim.photo.beginning import Begin
from armada_sim.photo.choosing import all_ships
from armada_sim.photo.edges import State
from tests.photo.painting import EYE, SHIPS, paint
from tests.photo.test_search import CAMERA


def test_where_hardly_more_is_seen_to_be_ships_at_another_scale_it_may_be_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Edges leave the other scale from the first, and not the first from the other, as of 28019."""
    paint(tmp_path / "table.png", [ship for ship in SHIPS if ship.size == "large"], EYE)
    known = prepared(tmp_path / "table.png", sheet=Paper.NONE).known
    begin = Begin(Paper.NONE, None, State(CAMERA, 0.0, np.zeros((0, 3))), (), 0.0, 0.0, 0.0)
    done, other = all_ships(known, begin), replace(begin, odds=1.0)
    assert set(done.sizes) == {2}
    monkeypatch.setattr(scaling, "_near", lambda _, one, done: [begin, other] if one is begin else [other])
    for more, either in [(-1.0, True), (0.0, True), (4.9, True), (5.1, False), (30.0, False)]:
        at_other = replace(done, odds=done.odds + more / len(done.odds))
        likeliest, seen, several = scaling.scaled(known, begin, done, lambda _, found=at_other: found)
        assert (likeliest is other, several) == (more > 0, either)
        assert seen is (at_other if more > 0 else done)

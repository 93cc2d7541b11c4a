"""Ships without a sheet: from where they are seen, and how large they are, only they themselves tell."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

from armada_sim.photo import Paper, prepared, reading, scaling
from armada_sim.photo.beginning import Begin, Known
from armada_sim.photo.choosing import Chosen, all_ships
from armada_sim.photo.edges import State
from armada_sim.photo.reading import _likeliest as likeliest
from tests.photo.painting import EYE, SHIPS, paint
from tests.photo.test_search import CAMERA


@cache
def large_ones() -> tuple[Known, Begin, Chosen]:
    """A painted table of large ships without a sheet, its camera, and the ships before it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "table.png"
        paint(path, [ship for ship in SHIPS if ship.size == "large"], EYE)
        known = prepared(path, sheet=Paper.NONE).known
    begin = Begin(Paper.NONE, None, State(CAMERA, 0.0, np.zeros((0, 3))), (), 0.0, 0.0, 0.0)
    return known, begin, all_ships(known, begin)


@pytest.mark.parametrize(
    ("odds", "totals", "best"),
    [
        ((14.6, 14.4, 12.0), (44.3, 43.0, 63.2), 2),  # 31031: each ship's dark side was taken for its shadow
        ((14.6, 14.4, 10.5), (44.3, 43.0, 63.2), 0),
        ((14.6, 10.7, 10.5), (44.3, 43.0, 63.2), 0),
        ((14.6, 12.0, 11.0, 11.0), (44.3, 43.0, 40.0, 63.2), 0),  # three are tried
        ((3.0, 1.2, 0.9), (4.0, 5.0, 9.0), 1),  # and none that is hopeless
    ],
)
def test_a_camera_is_tried_that_is_not_much_less_likely(
    odds: tuple[float, ...], totals: tuple[float, ...], best: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of those tried it is that before which most speaks for ships."""
    known, first, ships = large_ones()
    found = [replace(first, odds=one) for one in odds]
    seen = {id(one): replace(ships, odds=np.array([total])) for one, total in zip(found, totals, strict=True)}
    monkeypatch.setattr(reading, "all_ships", lambda _, begin: seen[id(begin)])
    begin, done = likeliest(known, found)
    assert begin is found[best]
    assert done.total == totals[best]


def test_where_hardly_more_is_seen_to_be_ships_at_another_scale_it_may_be_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Edges leave the other scale from the first, and not the first from the other, as of 28019."""
    known, begin, done = large_ones()
    other = replace(begin, odds=1.0)
    assert set(done.sizes) == {2}
    monkeypatch.setattr(scaling, "_near", lambda _, one, done: [begin, other] if one is begin else [other])
    for more, either in [(-1.0, True), (0.0, True), (4.9, True), (5.1, False), (30.0, False)]:
        at_other = replace(done, odds=done.odds + more / len(done.odds))
        likeliest, seen, several = scaling.scaled(known, begin, done, lambda _, found=at_other: found)
        assert (likeliest is other, several) == (more > 0, either)
        assert seen is (at_other if more > 0 else done)

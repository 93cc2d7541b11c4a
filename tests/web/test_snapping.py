"""A ship that is let go near something touches it exactly, and goes on touching it wherever the table goes."""

from __future__ import annotations

import json
import random
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.commands import run
from tests.web.asking import asked
from tests.whole import few

FOOTPRINTS = ["contact_triangle", "section_triangle", "shadow_pentagon", "solid3d"]
SIZES = ["small", "medium", "large"]
NOTCHED = [[0, 0], [200, 0], [200, 200], [120, 200], [100, 90], [80, 200], [0, 200]]
SURFACES: list[dict[str, Any]] = [
    {"rectangle": [200, 200]},
    {"disc": {"center": [100, 100], "radius": 100}},
    {"polygon": NOTCHED},
]


def crowded(chooser: random.Random) -> dict[str, Any]:
    """A few ships on a small surface, some of them parallel, perhaps beside an island."""

    def number(low: float, high: float) -> float:
        return round(chooser.uniform(low, high), 3)

    def ship(i: int) -> dict[str, Any]:
        heading = chooser.choice([number(0, 360), 30 * chooser.randrange(12)])
        base = [number(10, 190), number(10, 190)]
        return {"name": f"S{i}", "player": "red", "size": chooser.choice(SIZES), "base": base, "heading": heading}

    island = {"disc": {"center": [number(40, 160), number(40, 160)], "radius": number(5, 30)}}
    star = {"polygon": [[100, 60], [110, 100], [150, 110], [105, 112], [100, 150], [92, 110]]}
    return {
        "rules": {"footprint": chooser.choice(FOOTPRINTS)}, "surface": chooser.choice(SURFACES),
        "ships": [ship(i) for i in range(chooser.choice([2, 2, 3, 5]))],
        "objects": [{"name": "O1", **chooser.choice([island, star])}] if chooser.random() < 0.4 else [],
    }  # fmt: skip


@pytest.mark.parametrize("seed", few(range(66), 1))
def test_what_is_snapped_touches_and_overlaps_nothing_here_and_in_a_file(client: TestClient, seed: int) -> None:
    """Of 45 tables each: as it is drawn, as it is saved, and as the saved file is opened again."""
    chooser, snaps = random.Random(seed), 0
    for _ in range(45):
        document = crowded(chooser)
        near = asked(client, "look", dispute=document, ship={"name": "S0"})["ship"]["near"]
        found = asked(client, "snap", dispute=document, ship="S0", most=12)
        if not found["base"]:
            assert not near or not 0 < near[0]["clearance"] <= 12, "what is near and free can be touched"
            continue
        snaps += 1
        document["ships"][0]["base"] = found["base"]
        for table in (document, asked(client, "read", text=json.dumps(document))):
            seen = asked(client, "look", dispute=table, ship={"name": "S0"})
            assert not [one for one in seen["problems"] if "S0" in one["pieces"]]
            touched = [one["text"] for one in seen["ship"]["near"] if one["relation"] == "contact"]
            assert touched
            assert all(text.removeprefix("S0 touches ") in found["text"] for text in touched)
            assert table["ships"][0]["base"] == found["base"]
    assert snaps > 8


def test_what_is_snapped_touches_at_the_command_line_too(client: TestClient, tmp_path: Path) -> None:
    document = crowded(random.Random(11))
    document["ships"][0] |= {"base": [100, 42.1], "heading": 12.345}
    document["ships"] = [document["ships"][0], {**document["ships"][1], "base": [135, 41], "heading": 100}]
    document |= {"objects": [], "rules": "classic", "surface": SURFACES[0]}
    document["ships"][0]["base"] = asked(client, "snap", dispute=document, ship="S0", most=30)["base"]
    assert max(-Decimal(one.removesuffix(" mm")).as_tuple().exponent for one in document["ships"][0]["base"]) > 40
    document["questions"] = [{"contact": ["S0", "S1"]}]
    saved = tmp_path / "table.json"
    saved.write_text(json.dumps(document), encoding="utf-8")
    ruled = run("armada", "check", "--json", saved)
    assert json.loads(ruled.stdout)["rulings"][0]["witness"]["relation"] == "contact"


def test_nothing_is_snapped_to_that_may_not_be_measured_to(client: TestClient) -> None:
    document: dict[str, Any] = asked(client, "example", name="four-steps")
    assert asked(client, "snap", dispute=document, ship="B1", most=50)["text"] == "B1 touches R1"
    for value in ("own_ship_only", "declared_only"):
        hidden = {**document, "rules": {"premeasure": value}}
        assert asked(client, "snap", dispute=hidden, ship="B1", most=50) == {"base": None, "text": ""}

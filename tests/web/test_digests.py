"""Letters of a ruling: the same for whoever has the same table, question and ruling, others for anybody else."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.asking import asked
from tests.web.pocketing import without
from tests.whole import few

NAMES = ["four-steps", "set-up-too-close", "half-out-of-reach", "island-in-the-way", "wedged-at-the-edge"]


@pytest.fixture(params=few(NAMES, 2))
def document(request: pytest.FixtureRequest, client: TestClient) -> Any:
    return asked(client, "example", name=request.param)


def letters(client: TestClient, document: Any, lang: str = "en", **more: Any) -> str:
    found: str = asked(client, "rule", lang=lang, dispute=document, **{"number": 1, **more})["digest"]
    assert re.fullmatch("[A-Z2-7]{4} [A-Z2-7]{4}", found)
    return found


def shuffled(value: Any, rng: random.Random) -> Any:
    """The same with keys in another order."""
    match value:
        case dict():
            return {key: shuffled(value[key], rng) for key in rng.sample([*value], len(value))}
        case list():
            return [shuffled(item, rng) for item in value]
    return value


def test_letters_are_the_same_in_every_language_and_unit_and_order_of_keys(client: TestClient, document: Any) -> None:
    found = letters(client, document)
    assert letters(client, document, "fr") == found
    assert letters(client, document, show_in="in") == found
    assert letters(client, {**document, "title": "ours", "questions": document["questions"][:1]}) == found
    assert letters(client, shuffled(document, random.Random(5))) == found
    as_saved = asked(client, "read", text=json.dumps(document, indent=2))
    assert letters(client, as_saved) == found


def put(document: Any, key: str, value: Any) -> None:
    document[key] = value


CHANGES: dict[str, Callable[[Any], None]] = {
    "a ship": lambda document: put(document["ships"][0], "base", [document["ships"][0]["base"][0] + 0.001, 400]),
    "a heading": lambda document: put(document["ships"][-1], "heading", document["ships"][-1]["heading"] + 0.001),
    "damage": lambda document: put(document["ships"][-1], "damage", 1 - document["ships"][-1]["damage"]),
    "a name": lambda document: put(document["ships"][-1], "player", "green"),
    "an option": lambda document: put(document, "rules", {"min_gap": "200 mm"}),
    "the tolerance": lambda document: put(document, "tolerance", {"position": 0.125}),
    "the surface": lambda document: put(document, "surface", {"rectangle": [914.401, 914.4]}),
    "the question": lambda document: put(document["questions"][0], "headings", [90]),
    "the kind of question": lambda document: put(document, "questions", [{"setup": True}]),
}


@pytest.mark.parametrize("change", CHANGES)
def test_any_change_of_table_rules_or_question_gives_other_letters(client: TestClient, change: str) -> None:
    document = asked(client, "example", name="four-steps")
    before = letters(client, document)
    CHANGES[change](document)
    assert letters(client, document) != before


@pytest.mark.parametrize("name", few(["four-steps", "half-out-of-reach"], 1))
def test_letters_are_the_same_where_margins_are_looked_for_in_fewer_steps(client: TestClient, name: str) -> None:
    """In a browser alone, which has no NumPy."""
    document = asked(client, "example", name=name)
    found = without(f"found = done('rule', dispute=json.loads({json.dumps(document)!r}), number=1)")
    assert found["digest"] == letters(client, document)

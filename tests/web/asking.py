"""Questions to the table's routes, whose answers are as the server publishes them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from time import time
from typing import Any

import jsonschema
from starlette.testclient import TestClient

from armada_sim.tabletop.web import Guard
from armada_sim.tabletop.web.keeping import Kept
from armada_sim.web import referee_table


def table(kept: Kept | None = None, now: Callable[[], float] = time) -> TestClient:
    """A table of its own."""
    return TestClient(referee_table(Guard(frozenset({"testserver"})), kept, now))


@cache
def published() -> Any:
    """The OpenAPI document."""
    return table().get("/api/openapi.json").json()


@cache
def answer_of(path: str) -> jsonschema.Draft202012Validator:
    """What says whether an answer is of the published type."""
    (schema,) = published()["paths"][path]["post"]["responses"]["200"]["content"].values()
    return jsonschema.Draft202012Validator({**schema["schema"], "components": published()["components"]})


def asked(client: TestClient, path: str, status: int = 200, lang: str = "en", **body: Any) -> Any:
    """The answer to a question; the sentence where it is refused."""
    answer = client.post(f"/api/{path}?lang={lang}", json=body)
    assert answer.status_code == status, answer.text
    if status != 200:
        return answer.json()["error"]
    answer_of(f"/api/{path}").validate(answer.json())
    return answer.json()

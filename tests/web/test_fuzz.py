"""What the page's own description of its questions allows, and much that it does not, is answered or refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from armada_sim.tabletop.web import Guard
from armada_sim.web import referee_table

schemathesis = pytest.importorskip("schemathesis", reason="pip install '.[fuzz]' asks what OpenAPI allows")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def operations() -> list[Any]:
    """Every question that is published."""
    table = referee_table(Guard(frozenset({"testserver", "localhost"})))
    published = schemathesis.openapi.from_asgi("/api/openapi.json", table)
    return [found.ok() for found in published.get_all_operations()]


@pytest.mark.parametrize("operation", operations(), ids=lambda operation: operation.path)
def test_whatever_a_body_holds_there_is_an_answer_or_a_sentence(operation: Any) -> None:
    modes = [operation.as_strategy(generation_mode=mode) for mode in schemathesis.GenerationMode]
    answers = set()

    @settings(max_examples=60, deadline=None, suppress_health_check=[*HealthCheck], database=None)
    @given(case=st.one_of(modes))
    def asked(case: Any) -> None:
        answer = case.call()
        other = case.method != "POST" and answer.status_code in (404, 405)
        held = operation.path.startswith(("/api/game/", "/api/shared/", "/api/photo/"))
        gone = held and answer.status_code in (404, 409)
        assert other or gone or answer.status_code in (200, 413, 422, 429), answer.text
        if answer.status_code != 200:
            assert answer.json()["error"]
        answers.add(answer.status_code)

    asked()
    assert 422 in answers or operation.method == "get"  # which has no body

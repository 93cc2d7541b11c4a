"""Questions the page may put: where, with which body, and who answers; and all of them as an OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from starlette.routing import Route

from armada_sim.files import dispute_schema, plain_schema
from armada_sim.tabletop import Language
from armada_sim.tabletop.web import answered
from armada_sim.web.bodies import understood

B = TypeVar("B", bound=Mapping[str, Any])


@dataclass(frozen=True, slots=True)
class Endpoint(Generic[B]):
    """A question that is put by POST."""

    path: str
    body: type[B]
    answer: Callable[[B, Language], Any]
    """To plain data, or a response that holds a file. Raises InputError, which the page shows."""

    @property
    def route(self) -> Route:
        """Where it is answered."""
        return answered(self.path, lambda body, words: self.answer(understood(body, self.body), words))


def described(endpoints: Sequence[Endpoint[Any]]) -> dict[str, Any]:
    """The OpenAPI document of questions."""
    refused = {
        "description": "refused",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/refusal"}}},
    }
    paths = {
        one.path: {
            "post": {
                "summary": (one.body.__doc__ or "").strip(),
                "parameters": [{"name": "lang", "in": "query", "schema": {"type": "string"}}],
                "requestBody": {"required": True, "content": {"application/json": {"schema": _schema(one.body)}}},
                "responses": {"200": {"description": "the answer"}, "4XX": refused},
            }
        }
        for one in endpoints
    }
    refusal = {"type": "object", "required": ["error"], "properties": {"error": {"type": "string"}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Armada's table", "version": "1"},
        "paths": paths,
        "components": {"schemas": {"dispute": dispute_schema(), "refusal": refusal}},
    }


def _schema(body: type) -> dict[str, Any]:
    schema = plain_schema(body)
    if "dispute" in schema["properties"]:
        schema["properties"]["dispute"] = {"$ref": "#/components/schemas/dispute"}
    return schema

"""All questions of the page as an OpenAPI document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from armada_sim.files import dispute_schema, plain_schema
from armada_sim.web.endpoints import Endpoint, Upload

_NAMED = "#/components/schemas/{model}"


class _Untitled(GenerateJsonSchema):
    """Pydantic's, without a title for each key: its name again."""

    def field_title_should_be_set(self, schema: object) -> bool:
        return False


def described(endpoints: Sequence[Endpoint[Any] | Upload], page: type, messages: Sequence[type]) -> dict[str, Any]:
    """The OpenAPI document of questions, of the page's own (GET) and of messages over WebSockets."""
    replies = {"/api/page": page, **{one.path: one.reply for one in endpoints}, **{str(one): one for one in messages}}
    schemas, named = TypeAdapter.json_schemas(
        [(path, "serialization", TypeAdapter(reply)) for path, reply in replies.items() if reply],
        ref_template=_NAMED, schema_generator=_Untitled,
    )  # fmt: skip
    answers = {path: schema for (path, _), schema in schemas.items()}
    lang = [{"name": "lang", "in": "query", "schema": {"type": "string"}}]
    paths: dict[str, Any] = {
        one.path: {
            "post": {
                "summary": one.summary,
                "parameters": lang,
                "requestBody": {"required": True, "content": one.content(_body)},
                "responses": _responses(one.media, answers.get(one.path, {})),
            }
        }
        for one in endpoints
    }
    own = _responses("application/json", answers["/api/page"])
    refusal = {"type": "object", "required": ["error"], "properties": {"error": {"type": "string"}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Armada's table", "version": "1"},
        "paths": {"/api/page": {"get": {"summary": page.__doc__, "parameters": lang, "responses": own}}, **paths},
        "components": {"schemas": {"dispute": dispute_schema(), "refusal": refusal, **named["$defs"]}},
    }


def _responses(media: str, answer: object) -> dict[str, Any]:
    refused = {"schema": {"$ref": _NAMED.format(model="refusal")}}
    return {
        "200": {"description": "the answer", "content": {media: {"schema": answer}}},
        "4XX": {"description": "refused", "content": {"application/json": refused}},
    }


def _body(body: type) -> dict[str, Any]:
    schema = plain_schema(body)
    if "dispute" in schema["properties"]:
        schema["properties"]["dispute"] = {"$ref": _NAMED.format(model="dispute")}
    return schema

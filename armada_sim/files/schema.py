"""JSON Schema of dispute and layout files, written by pydantic from the tables of `files.model`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from armada_sim.files.model import MoveTable, ObjectTable, ShipTable, SurfaceTable, table_schema
from armada_sim.table import BY_KEY, LENGTH_PATTERN, LENGTHS, PRESETS, count_of_ships
from armada_sim.tabletop import NONE_GONE, Gone, Option

_PLACED: list[Any] = [
    {"required": ["base", "heading"], "not": {"anyOf": [{"required": ["tip"]}, {"required": ["corners"]}]}},
    {"required": ["base", "tip"], "not": {"anyOf": [{"required": ["heading"]}, {"required": ["corners"]}]}},
    {
        "required": ["corners"],
        "not": {"anyOf": [{"required": ["base"]}, {"required": ["heading"]}, {"required": ["tip"]}]},
    },
]

_TOGETHER: dict[type, dict[str, Any]] = {
    SurfaceTable: {"minProperties": 1, "maxProperties": 1},
    ShipTable: {"oneOf": _PLACED},
    ObjectTable: {"oneOf": [{"required": ["polygon"]}, {"required": ["disc"]}]},
    MoveTable: {"oneOf": [{"required": [key]} for key in ("headings", "turns", "to")]},
}
"""What the keys of a table must be together; `building` says it in words."""


class _Generator(GenerateJsonSchema):
    """Pydantic's, with our descriptions of keys and what tables require of several keys."""

    def typed_dict_schema(self, schema: Any) -> dict[str, Any]:
        return {**super().typed_dict_schema(schema), **_TOGETHER.get(schema["cls"], {})}

    def typed_dict_field_schema(self, schema: Any) -> dict[str, Any]:
        description = schema["metadata"]["description"]
        return {**super().typed_dict_field_schema(schema), **({"description": description} if description else {})}


def _option_schema(option: Option) -> dict[str, Any]:
    values = option.values
    if option.other is count_of_ships:
        return {"type": "integer", "minimum": 1}
    if option.key in LENGTHS:
        lengths: list[dict[str, Any]] = [
            {"type": "number", "minimum": 0},
            {"type": "string", "pattern": LENGTH_PATTERN},
        ]
        return {"anyOf": [*([{"const": "none"}] if "none" in values else []), *lengths]}
    plain = [value for value in values if "(" not in value and value != "custom"]
    choices: list[dict[str, Any]] = [{"enum": plain}]
    choices += [{"type": "string", "pattern": rf"^{name}\(.+\)$"} for name in option.takes]
    if "custom" in values:
        length = {"anyOf": [{"type": "number", "exclusiveMinimum": 0}, {"type": "string"}]}
        size = {"type": "object", "required": ["base", "height"], "additionalProperties": False}
        cut = {"anyOf": [{"type": "number", "minimum": 0}, {"type": "string"}]}
        size |= {"properties": {"base": length, "height": length, "cut": cut}}
        sizes = ["small", "medium", "large"]
        choices.append(
            {
                "type": "object",
                "properties": dict.fromkeys(sizes, size),
                "required": sizes,
                "additionalProperties": False,
            }
        )
    return choices[0] if len(choices) == 1 else {"anyOf": choices}


def _rules_schema(gone: Mapping[str, Gone]) -> dict[str, Any]:
    preset: dict[str, Any] = {"enum": list(PRESETS)}
    options = {o.key: {**_option_schema(o), "description": o.question} for o in BY_KEY.values()}
    for key, one in gone.items():
        options[key] = {"enum": [one.value, *([int(one.value)] if one.value.isdigit() else [])]}
    table = {"type": "object", "properties": {"preset": preset, **options}, "additionalProperties": False}
    return {"anyOf": [preset, table], "description": "the name of a preset, or a table of options"}


def plain_schema(table: type) -> dict[str, Any]:
    """JSON Schema of a table, as plain data."""
    schema: dict[str, Any] = _Generator().generate(table_schema(table))
    return schema


def schema_of(table: type, gone: Mapping[str, Gone] = NONE_GONE) -> dict[str, Any]:
    """JSON Schema (2020-12) of a file, as plain data. gone: options that it may name with what is played now."""
    schema = plain_schema(table)
    schema["$schema"] = _Generator.schema_dialect
    schema["properties"]["rules"] = _rules_schema(gone)
    return schema

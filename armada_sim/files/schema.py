"""JSON Schema of dispute and layout files, written by pydantic from the tables of `files.model`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from armada_sim.files.model import (
    MOST_COUNTED,
    FleetTable,
    MoveTable,
    ObjectTable,
    ShipTable,
    SurfaceTable,
    table_schema,
)
from armada_sim.table import (
    BY_KEY,
    GUNS,
    LENGTH_PATTERN,
    LENGTHS,
    MOST_PIPS,
    MOST_STEPS,
    NONE,
    NUMBERS,
    PRESETS,
    Size,
    count_of_ships,
)
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
    FleetTable: {"additionalProperties": {"type": "integer", "minimum": 0, "maximum": MOST_COUNTED}},
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


_SIDE = {"anyOf": [{"type": "number", "exclusiveMinimum": 0}, {"type": "string", "pattern": LENGTH_PATTERN}]}
_CUT = {"anyOf": [{"type": "number", "minimum": 0}, {"type": "string", "pattern": LENGTH_PATTERN}]}
_MEASURES: dict[str, Any] = {"base": _SIDE, "height": _SIDE, "cut": _CUT}


def _number_schema(key: str) -> dict[str, Any]:
    def whole(least: int, most: int) -> dict[str, Any]:
        return {"type": "integer", "minimum": least, "maximum": most}

    match key:
        case "sizes":
            own = {"pips": whole(1, MOST_PIPS), "steps": whole(1, MOST_STEPS), "guns": whole(0, MOST_PIPS)}
            own["price"] = {"type": "number", "exclusiveMinimum": 0}
            size = {"type": "object", "properties": {**_MEASURES, **own}, "additionalProperties": False}
            measured = {**size, "required": ["base", "height", "pips", "steps"]}
            changed = {str(name): {"anyOf": [{"const": NONE}, size]} for name in Size}
            return {"type": "object", "properties": changed, "additionalProperties": measured}
        case "range":
            return {"anyOf": [{"type": "number", "exclusiveMinimum": 0}, {"type": "string"}]}
        case "shots_a_side":
            return {"anyOf": [{"const": GUNS}, whole(1, MOST_PIPS)]}
    return whole(1, MOST_PIPS)


_OF_THE_TEXT = {"items": {"properties": {"size": {"enum": [*map(str, Size)]}}}}
_OF_A_FLEET = {"properties": dict.fromkeys(FleetTable.__annotations__, True), "additionalProperties": False}
_OTHER_SIZES: dict[str, Any] = {
    "if": {"properties": {"rules": {"type": "object", "required": ["sizes"]}}, "required": ["rules"]}
}
"""Where sizes may have other names than the text's."""

_SIZES_NAMED: dict[str, Any] = {
    "ships": _OF_THE_TEXT, "start": {"properties": {"ships": _OF_THE_TEXT}}, "reinforcements": _OF_THE_TEXT,
    "fleets": {"items": {"if": {"type": "object"}, "then": _OF_A_FLEET}},
}  # fmt: skip
"""Where they are named, by key."""


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
        size = {"type": "object", "required": ["base", "height"], "additionalProperties": False}
        size |= {"properties": _MEASURES}
        sizes = [*map(str, Size)]
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
    options |= {key: {**_number_schema(key), "description": one.question} for key, one in NUMBERS.items()}
    for key, one in gone.items():
        value = {"enum": [one.value, *([int(one.value)] if one.value.isdigit() else [])]}
        others = [{"type": "string", "pattern": f"^({form})$"} for form in one.became]
        options[key] = {"anyOf": [value, *others]} if others else value
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
    named = {key: of for key, of in _SIZES_NAMED.items() if key in schema["properties"]}
    return {**schema, **_OTHER_SIZES, "else": {"properties": named}}

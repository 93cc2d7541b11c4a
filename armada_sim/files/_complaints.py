"""What is wrong with the tables of a file, each mistake in a sentence with its key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from pydantic_core import ValidationError

from armada_sim.files import model as model
from armada_sim.tabletop import InputError, guess, key_text, shown

_EXPECTED = {
    "string_type": "text",
    "string_unicode": "text",
    "string_pattern_mismatch": "text of the form that armada schema shows",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a table",
}

Tables = Mapping[tuple[str, ...], type]
"""Which table stands where in a kind of file, by the keys on the way to it (list positions left out)."""


def _path(loc: Sequence[int | str]) -> str:
    """A key as players count: lists from 1."""
    text = ""
    for part in loc:
        text += f"[{part + 1}]" if isinstance(part, int) else f".{key_text(part)}"
    return text.lstrip(".")


def complaints(error: ValidationError, tables: Tables) -> list[InputError]:
    """All of pydantic's complaints in our words."""
    items = error.errors(include_url=False)
    items.sort(key=lambda item: item["type"] != "extra_forbidden")  # a misspelt key is why another is missing
    return [_complaint(item, tables) for item in items]


def _complaint(error: Any, tables: Tables) -> InputError:
    loc = list(error["loc"])
    table = tuple(part for part in loc if isinstance(part, str))
    where = loc[:2] + loc[3:] if loc[:1] == ["questions"] and len(loc) > 2 else loc
    kind, context = error["type"], error.get("ctx", {})
    match kind:
        case "extra_forbidden":
            message = _unknown(table, tables)
        case "missing":
            message = "is missing"
        case "union_tag_not_found":
            message = _no_question(error["input"])
        case "literal_error":
            message = f"expected {_listed(context['expected'])}, not {shown(error['input'])}"
        case "too_long":
            message = f"has more than {context['max_length']} entries"
        case "too_short":
            message = f"needs at least {context['min_length']} entries"
        case "string_too_long":
            message = f"is longer than {context['max_length']} characters"
        case "string_too_short":
            message = "is empty"
        case "greater_than_equal" | "less_than_equal":
            bound = "at least" if kind == "greater_than_equal" else "at most"
            message = f"must be {bound} {context.get('ge', context.get('le'))}, not {shown(error['input'])}"
        case "armada":
            message = error["msg"]
        case _:
            message = f"expected {_EXPECTED.get(kind, 'something else')}, not {shown(error['input'])}"
    return InputError(message, key=_path(where))


def _listed(expected: str) -> str:
    return expected.replace("'", "")


def _unknown(table: tuple[str, ...], tables: Tables) -> str:
    known = model.known_keys(tables[table[:-1]])
    return f"there is no such key here{guess(table[-1], known)}"


def _no_question(value: Any) -> str:
    kinds = [kind for kind in model.QUESTION_KINDS if kind in value] if isinstance(value, dict) else []
    if kinds:
        return f"asks {' and '.join(kinds)} at once; give each its own [[questions]]"
    for key in value if isinstance(value, dict) else ():
        near = get_close_matches(key, model.QUESTION_KINDS, 1)
        if near:
            return f"expected move, shot, contact or setup; did you mean {near[0]} by {key_text(key)}?"
    return "expected move, shot, contact or setup"

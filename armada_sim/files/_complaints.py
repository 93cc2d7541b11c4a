"""What is wrong with the tables of a file, each mistake in a sentence with its key."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from pydantic_core import ValidationError

from armada_sim.files import model as model
from armada_sim.tabletop import N_, InputError, Listing, Message, either, guess, key_text, shown

_EXPECTED = {
    "string_type": N_("expected text, not {given}"),
    "string_unicode": N_("expected text, not {given}"),
    "string_pattern_mismatch": N_("expected text of the form that armada schema shows, not {given}"),
    "int_type": N_("expected a whole number, not {given}"),
    "bool_type": N_("expected true or false, not {given}"),
    "list_type": N_("expected a list, not {given}"),
    "dict_type": N_("expected a table, not {given}"),
}
_SOMETHING = N_("expected something else, not {given}")

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
    where = [part for k, part in enumerate(loc) if k < 2 or loc[k - 2] != "questions"]  # without the kind of question
    kind, context, given = error["type"], error.get("ctx", {}), shown(error["input"])
    match kind:
        case "extra_forbidden":
            message = _unknown(table, tables)
        case "missing":
            message = Message("is missing")
        case "union_tag_not_found":
            message = _no_question(error["input"])
        case "literal_error":
            message = Message("expected {known}, not {given}", known=_listed(context["expected"]), given=given)
        case "too_long":
            message = Message("has more than {n} entries", n=context["max_length"])
        case "too_short":
            message = Message.counted("needs at least {n} entry", "needs at least {n} entries", context["min_length"])
        case "string_too_long":
            message = Message("is longer than {n} characters", n=context["max_length"])
        case "string_too_short":
            message = Message("is empty")
        case "greater_than_equal":
            message = Message("must be at least {bound}, not {given}", bound=context["ge"], given=given)
        case "less_than_equal":
            message = Message("must be at most {bound}, not {given}", bound=context["le"], given=given)
        case "armada":
            message = context["message"]
        case _:
            message = Message(_EXPECTED.get(kind, _SOMETHING), given=given)
    return InputError(message, key=_path(where))


def _listed(expected: str) -> str:
    return either(re.findall(r"'([^']*)'", expected))


def _unknown(table: tuple[str, ...], tables: Tables) -> str:
    known = model.known_keys(tables[table[:-1]])
    return Message("there is no such key here{guess}", guess=guess(table[-1], known))


def _no_question(value: object) -> str:
    kinds = [kind for kind in model.QUESTION_KINDS if kind in value] if isinstance(value, dict) else []
    if kinds:
        return Message("asks {kinds} at once; give each its own [[questions]]", kinds=Listing(kinds))
    for key in value if isinstance(value, dict) else ():
        near = get_close_matches(key, model.QUESTION_KINDS, 1)
        if near:
            said = N_("expected move, shot, contact, setup, action, actions or won; did you mean {name} by {given}?")
            return Message(said, name=near[0], given=key_text(key))
    return Message("expected move, shot, contact, setup, action, actions or won")

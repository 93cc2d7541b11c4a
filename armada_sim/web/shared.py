"""A table that several devices see and change at once: what lies there, what is being asked, and that it was asked.

Whoever has its link has its key. The last change prevails; each comes with the version that it was made of.
"""

# annotations are not postponed: a TypedDict does not find NotRequired in postponed ones

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from pydantic_core import core_schema as core
from typing_extensions import TypedDict

from armada_sim.files import default_of
from armada_sim.files.building import build_dispute
from armada_sim.tabletop import InputError, Language, Message
from armada_sim.tabletop.web import Form, Games, Seen, Written
from armada_sim.web.answers import Document
from armada_sim.web.endpoints import Endpoint

_LONGEST = 200_000
"""Letters of a table with its question: 200 ships take 30,000."""

_HELD = core.dict_schema(core.str_schema(max_length=60), core.any_schema())
_KEY = core.str_schema(min_length=1, max_length=100)


@dataclass(frozen=True, slots=True)
class Shared:
    """A shared table at a version."""

    text: str
    """JSON of the dispute and the draft of its question."""

    asked: int
    """How often the referee was asked; the rest of the ruling follows from the question."""


def _written(table: Shared) -> Written:
    return Written("table", state=json.dumps([table.text, table.asked]))


def _read(written: Written) -> Shared:
    text, asked = json.loads(written.state)
    return Shared(text, asked)


FORM = Form(_written, _read)
"""How shared tables are kept."""


class SharedBody(TypedDict):
    """A table to be shared, with the question that is being put."""

    dispute: Annotated[dict[str, Any], _HELD, "a dispute, with the keys of a dispute file"]
    draft: Annotated[str, core.str_schema(max_length=10_000), "the question, as the page writes it"]
    asked: Annotated[int, default_of(core.int_schema(ge=0, le=10**9), 0), "how often the referee was asked"]


class SharedChange(SharedBody):
    """A change of a shared table, made of a version."""

    key: Annotated[str, _KEY]
    version: Annotated[int, core.int_schema(ge=0, le=2**40)]


class SharedKey(TypedDict):
    """A shared table, by its key."""

    key: Annotated[str, _KEY]


class SharedOpened(TypedDict):
    """A table that is shared now: the key that its link holds."""

    key: str


class SharedView(TypedDict):
    """A shared table at a version: as it lies, the question as the page writes it, and how often that was asked."""

    version: int
    dispute: Document
    draft: str
    asked: int


def shared_endpoints(tables: Games[Shared]) -> tuple[Endpoint[Any], ...]:
    """Questions about the shared tables of one server."""
    return (
        Endpoint("/api/shared/new", SharedBody, partial(_new, tables), SharedOpened),
        Endpoint("/api/shared/put", SharedChange, partial(_put, tables), SharedView),
        Endpoint("/api/shared/view", SharedKey, partial(_view, tables), SharedView),
    )


def _new(tables: Games[Shared], given: SharedBody, _: Language) -> SharedOpened:
    (key,) = tables.open(_value(given), [["table"]])
    return {"key": key}


def _put(tables: Games[Shared], given: SharedChange, _: Language) -> SharedView:
    return _shown(tables.put(given["key"], given["version"], _value(given)))


def _view(tables: Games[Shared], given: SharedKey, _: Language) -> SharedView:
    return _shown(tables.at(given["key"]))


def _value(given: Mapping[str, Any]) -> Shared:
    """Raises InputError for what is no table, or too long."""
    build_dispute(given["dispute"])
    text = json.dumps({"dispute": given["dispute"], "draft": given["draft"]}, default=float)
    if len(text) > _LONGEST:
        raise InputError(Message("a table to be shared has at most {n} letters", n=_LONGEST), key="dispute")
    return Shared(text, given["asked"])


def _shown(seen: Seen[Shared]) -> SharedView:
    held = json.loads(seen.value.text)
    return {"version": seen.version, "dispute": held["dispute"], "draft": held["draft"], "asked": seen.value.asked}

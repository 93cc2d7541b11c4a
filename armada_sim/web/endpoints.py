"""Questions the page may put: where, with which body, and who answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from armada_sim.tabletop import Language
from armada_sim.tabletop.web import MOST_BYTES, QUICK, Lane
from armada_sim.web.bodies import understood

B = TypeVar("B", bound=Mapping[str, Any])


@dataclass(frozen=True, slots=True)
class Endpoint(Generic[B]):
    """A question that is put by POST."""

    path: str
    body: type[B]
    answer: Callable[[B, Language], Any]
    """To plain data, or a `File`. Raises InputError, which the page shows."""

    reply: Any
    """The type of that data, from `answers`; None of a file."""

    media: str = "application/json"
    lane: Lane = QUICK

    @property
    def summary(self) -> str:
        """What it asks, in a line."""
        return (self.body.__doc__ or "").strip()

    @property
    def most(self) -> int:
        """How many bytes its body may have."""
        return MOST_BYTES

    def content(self, schema: Callable[[type], object]) -> dict[str, object]:
        """What its body holds, by media type, as OpenAPI has it; schema: that of a body."""
        return {"application/json": {"schema": schema(self.body)}}

    def ask(self, body: bytes, words: Language) -> Any:
        """The answer to a request. Raises InputError."""
        return self.answer(understood(body, self.body), words)


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that is put by POST, as it is."""

    path: str
    summary: str
    takes: str
    """Media types, as OpenAPI has them."""

    most: int
    """How many bytes it may have."""

    answer: Callable[[bytes, Language], Any]
    """To plain data. Raises InputError, which the page shows."""

    reply: Any
    """The type of that data, from `answers`."""

    media: str = "application/json"
    lane: Lane = QUICK

    def content(self, _: object) -> dict[str, object]:
        """As of an `Endpoint`."""
        return {self.takes: {"schema": {"type": "string", "format": "binary"}}}

    def ask(self, body: bytes, words: Language) -> Any:
        """The answer to a request. Raises InputError."""
        return self.answer(body, words)

"""Questions the page may put: where, with which body, and who answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from armada_sim.tabletop import Language
from armada_sim.tabletop.web import QUICK, Lane
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

    def ask(self, body: bytes, words: Language) -> Any:
        """The answer to a request. Raises InputError."""
        return self.answer(understood(body, self.body), words)

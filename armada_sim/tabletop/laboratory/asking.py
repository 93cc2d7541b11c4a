"""An experiment as its file says it, of any game: what all such files have in common."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

from armada_sim.tabletop.errors import inside
from armada_sim.tabletop.laboratory.contest import Contest, Plan
from armada_sim.tabletop.language import Language, Message
from armada_sim.tabletop.reading import read_text

if TYPE_CHECKING:
    from armada_sim.tabletop.laboratory.results import Opening
    from armada_sim.tabletop.laboratory.store import Store

BASELINE = "as agreed"
"""The setting in which nothing is varied."""

_UNPLAYED = ("title", "sets", "half_width", "batch")
"""Keys that say nothing of what is played: the title and the plan."""

Form = Literal["toml", "json"]
Asked = TypeVar("Asked")


class Study(Contest, Protocol):
    """A contest as a file asks for it: what a game says about itself in the laboratory."""

    @property
    def plan(self) -> Plan:
        """How much the file wants to be played."""

    def facts(self, plan: Plan, lang: str = "en") -> tuple[tuple[str, str], ...]:
        """What a report prints of how the games of a plan came about: a name and a value each."""

    def openings(self, store: Store, counts: Sequence[int]) -> tuple[Opening, ...]:
        """Where pieces began in the first `counts` sets of the first meetings; none where no picture shows it."""


def load_experiment(path: str | Path, parse: Callable[[str, Form], Asked]) -> Asked:
    """What `parse` makes of a file, or of standard input if `path` is "-". Raises InputError."""
    file = Message("standard input") if str(path) == "-" else str(path)
    with inside(file=file):
        return parse(read_text(path), "json" if Path(path).suffix.lower() == ".json" else "toml")


def source(raw: Mapping[str, object]) -> str:
    """All that the keys of a file say of what is played, as canonical JSON."""
    return json.dumps({key: value for key, value in raw.items() if key not in _UNPLAYED}, sort_keys=True, default=str)


def sets_told(plan: Plan, tell: Language) -> tuple[str, str]:
    """How many sets a meeting has, as a report prints it: a name and a value."""
    sets = str(plan.sets)
    if plan.half_width is not None:
        percent = tell.decimal(f"{100 * plan.half_width:g}")
        sets = tell.say("{sets}, or until the interval is within ±{percent} %", sets=plan.sets, percent=percent)
    return tell.say("sets of a meeting"), sets

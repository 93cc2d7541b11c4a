"""An experiment as its file says it, of any game: what all such files have in common."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Literal, Protocol, TypeVar

from armada_sim.tabletop.errors import inside
from armada_sim.tabletop.laboratory.contest import GameRow, Meeting, Plan
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
Of = TypeVar("Of", bound="Experiment")
Level = TypeVar("Level")


class Experiment(Protocol):
    """What a file says of an experiment, whatever the game."""

    @property
    def title(self) -> str:
        """What people call it."""

    @property
    def plan(self) -> Plan:
        """How much is to be played."""

    def facts(self, plan: Plan, lang: str = "en") -> tuple[tuple[str, str], ...]:
        """What a report prints of how the games of a plan came about: a name and a value each."""


@dataclass(frozen=True)
class Study(ABC, Generic[Of]):
    """A `Contest` as a file asks for it: what a game says about itself in the laboratory."""

    experiment: Of

    @property
    def title(self) -> str:
        """What people call it."""
        return self.experiment.title

    @property
    @abstractmethod
    def meetings(self) -> tuple[Meeting, ...]:
        """All there are, setting by setting."""

    @property
    @abstractmethod
    def identity(self) -> str:
        """Text of all that its games depend on."""

    @abstractmethod
    def play(self, meeting: int, number: int) -> tuple[GameRow, ...]:
        """One set of a meeting."""

    @abstractmethod
    def record(self, meeting: int, number: int, game: int, log: bytes) -> str:
        """The text of the record of one game of a set."""

    def openings(self, store: Store, counts: Sequence[int]) -> tuple[Opening, ...]:
        """Where pieces began in the first `counts` sets of the first meetings; none where no picture shows it."""
        return ()


def by_level(setting: str, levels: Sequence[tuple[str, Level]]) -> list[tuple[str, Level]]:
    """Levels of play under a setting, each with what the setting is called then: as it is where there is one."""
    return [(setting if len(levels) == 1 else f"{setting}; {name}", level) for name, level in levels]


def load_experiment(path: str | Path, parse: Callable[[str, Form], Asked]) -> Asked:
    """What `parse` makes of a file, or of standard input if `path` is "-". Raises InputError."""
    file = Message("standard input") if str(path) == "-" else str(path)
    with inside(file=file):
        return parse(read_text(path), "json" if Path(path).suffix.lower() == ".json" else "toml")


def source(raw: Mapping[str, object]) -> str:
    """All that the keys of a file say of what is played, as canonical JSON."""
    return json.dumps({key: value for key, value in raw.items() if key not in _UNPLAYED}, sort_keys=True, default=str)


def sets_of_a_meeting(plan: Plan, tell: Language) -> tuple[str, str]:
    """How many sets a meeting has, as a report prints it: a name and a value."""
    sets = str(plan.sets)
    if plan.half_width is not None:
        percent = tell.decimal(f"{100 * plan.half_width:g}")
        sets = tell.say("{sets}, or until the interval is within ±{percent} %", sets=plan.sets, percent=percent)
    return tell.say("sets of a meeting"), sets

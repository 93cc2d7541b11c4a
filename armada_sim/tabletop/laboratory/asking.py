"""An experiment as its file says it, of any game: what all such files have in common."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

import numpy as np

from armada_sim.tabletop.errors import InputError, inside
from armada_sim.tabletop.laboratory.contest import Contest, GameRow, Meeting, Plan
from armada_sim.tabletop.laboratory.fair import Fair, Halving, combined
from armada_sim.tabletop.language import N_, Language, Message
from armada_sim.tabletop.reading import read_text

if TYPE_CHECKING:
    from armada_sim.tabletop.laboratory.results import Opening
    from armada_sim.tabletop.laboratory.shelves import Shelf
    from armada_sim.tabletop.laboratory.store import Store

BASELINE = "as agreed"
"""The setting in which nothing is varied."""

_PATIENCE_S = 20.0
"""Seconds. A set that took longer is not played twice to see how long it takes."""

RANDOM_LISTS = "random lists"
"""What meets itself where prices are asked."""

_LISTS = 0x115757
"""What lists are drawn from, besides the seed and the set's number."""

_UNPLAYED = ("title", "sets", "half_width", "half_width_of", "batch")
"""Keys that say nothing of what is played: the title and the plan."""

Form = Literal["toml", "json"]
Asked = TypeVar("Asked")
Of = TypeVar("Of", bound="Experiment")
Under = TypeVar("Under")
Level = TypeVar("Level")
Entry = TypeVar("Entry")


class Experiment(Protocol):
    """What a file says of an experiment, whatever the game."""

    @property
    def title(self) -> str:
        """What people call it."""

    @property
    def seed(self) -> int:
        """Of everything that chance decides."""

    @property
    def plan(self) -> Plan:
        """How much is to be played."""

    @property
    def fair(self) -> Fair | None:
        """What would have to be so for the game to be fair, where that is searched for: then its settings are those of
        `combined`, in the same order."""

    def facts(self, plan: Plan, lang: str = "en") -> tuple[tuple[str, str], ...]:
        """What a report prints of how the games of a plan came about: a name and a value each."""


@dataclass(frozen=True, slots=True)
class Pairing(Generic[Under, Level, Entry]):
    """What a meeting is played with."""

    meeting: Meeting
    under: Under
    """What its setting is."""

    players: tuple[Level, Level]
    entries: tuple[Entry, Entry]
    """What the first and the second entrant bring."""


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
    def pairings(self) -> tuple[Pairing[Any, Any, Any], ...]:
        """What each meeting is played with: `paired`."""

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        """All there are, setting by setting."""
        return tuple(pairing.meeting for pairing in self.pairings)

    @cached_property
    def search(self) -> Halving | None:
        """The search for what is fair, where that is asked for. Raises InputError for one that makes no sense."""
        fair = self.experiment.fair
        return None if fair is None else Halving(fair, tuple(map(len, combined(fair))), self.meetings)

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

    def pace(self, meeting: int) -> float:
        """Seconds of processor time that a set of a meeting takes, about: as long as one that is played for that, the
        second where the first was quick, since what is compiled is compiled once."""
        for _ in range(2):
            start = time.process_time()
            self.play(meeting, 0)
            if (took := time.process_time() - start) > _PATIENCE_S:
                break
        return took

    def shelf(self, meeting: int) -> Shelf | None:
        """What the lists of a meeting are made of, where random ones meet in each of its sets."""
        return None

    def lists(self, meeting: int, number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """How many of each unit of its shelf the two lists of a set have: the same under every setting and at every
        level whose shelf is the same."""
        shelf = self.shelf(meeting)
        assert shelf is not None
        rng = np.random.default_rng([self.experiment.seed, number, _LISTS])
        return shelf.drawn(rng), shelf.drawn(rng)

    def openings(self, store: Store, counts: Sequence[int]) -> tuple[Opening, ...]:
        """Where pieces began in the first `counts` sets of the first meetings; none where no picture shows it."""
        return ()


def paired(
    settings: Iterable[tuple[str, Under]], players: Sequence[tuple[str, Level]], *, compared: bool,
    entries: Callable[[Under], Iterable[tuple[tuple[str, Entry], tuple[str, Entry]]]], fair: Fair | None = None,
) -> tuple[Pairing[Under, Level, Entry], ...]:  # fmt: skip
    """The meetings of an experiment. If players are `compared`, each two of them meet under each setting with each pair
    of `entries` there; else each of these pairs, played equally well, at each level. Entries without a name are alone.
    Where what is fair is searched for, only pairs that say something of it meet.
    """
    found: list[Pairing[Under, Level, Entry]] = []
    for setting, under in settings:
        for (one, first), (other, second) in combinations(players, 2) if compared else ((who, who) for who in players):
            for (a, entry), (b, against) in entries(under):
                if fair is not None and not fair.concerns(a, b):
                    continue
                if compared:
                    meeting = Meeting(f"{setting}; {a}, {b}" if a else setting, (one, other))
                else:
                    meeting = Meeting(setting if len(players) == 1 else f"{setting}; {one}", (a, b))
                found.append(Pairing(meeting, under, (first, second), (entry, against)))
    return tuple(found)


def load_experiment(path: str | Path, parse: Callable[[str, Form], Asked]) -> Asked:
    """What `parse` makes of a file, or of standard input if `path` is "-". Raises InputError."""
    file = Message("standard input") if str(path) == "-" else str(path)
    with inside(file=file):
        return parse(read_text(path), "json" if Path(path).suffix.lower() == ".json" else "toml")


def none_of(keys: Iterable[str]) -> None:
    """Raises InputError if there are keys of a file that say nothing where prices are asked."""
    for key in keys:
        raise InputError(Message("says nothing where prices are asked"), key=key)


def may_change(fair: Fair, tell: Language) -> tuple[str, str]:
    """What may be changed, as a report prints it: a name and a value."""
    return tell.say("may be changed"), tell.in_turn(way[0].name for way in combined(fair) if len(way) == 1)


def search_of(contest: Contest) -> Halving | None:
    """The search for what is fair, if that is what a contest is about."""
    return contest.search if isinstance(contest, Study) else None


def source(raw: Mapping[str, object]) -> str:
    """All that the keys of a file say of what is played, as canonical JSON."""
    return json.dumps({key: value for key, value in raw.items() if key not in _UNPLAYED}, sort_keys=True, default=str)


def sets_of_a_meeting(plan: Plan, tell: Language) -> tuple[str, str]:
    """How many sets a meeting has, as a report prints it: a name and a value."""
    sets = str(plan.sets)
    if plan.half_width is not None:
        percent = tell.decimal(f"{100 * plan.half_width:g}")
        said = N_("{sets}, or until the interval is within ±{percent} %")
        if plan.each:
            said = N_("{sets}, or until the intervals with either side first are within ±{percent} %")
        sets = tell.say(said, sets=plan.sets, percent=percent)
    return tell.say("sets of a meeting"), sets

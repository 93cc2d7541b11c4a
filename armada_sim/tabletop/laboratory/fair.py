"""What would make a game fair: the settings there are, and the search for the nearest one that does.

Settings are combinations of changes, the one that changes least first. The search is sequential halving (Karnin, Koren
and Somekh, ICML 2013): in each round every setting that is left is played in the same number of further sets, which
have the same numbers for all, and the half that is best so far stays. Best is what is least beyond the limit asked
for, and of those within it what changes least. All rounds get the same share of the sets, so there are never more than
asked for. What is said of settings afterwards comes from sets that the search has not seen.

How often it is mistaken: let the right one, the nearest within the limit, lie within it by d, and let all that are
nearer lie beyond it by d. By Hoeffding's inequality (Journal of the American Statistical Association 58, 1963, 13-30) a
mean of m sets is off by d to one side with a chance of exp(-2 m d²) at most. The right one is lost in a round only if
one of its k means is off, or as many of the nearer ones are as stay, whose number is bounded by Markov's inequality. So
another one is named with a chance of at most the sum, over the rounds r from 1, of k (2 + 2^r) exp(-2 m d²), where m
are the sets that a meeting has at the end of the round.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, islice, product
from typing import Any, ClassVar, Final, Literal

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.laboratory.contest import MOST_SETS, Meeting, Plan
from armada_sim.tabletop.laboratory.intervals import EVEN, Estimate, Scores, mean_interval, near_even
from armada_sim.tabletop.language import Message

MOST_SETTINGS: Final = 4_096
"""That one search may choose from."""

LEAST_SETS: Final = 2
"""Of every setting's meetings in the first round."""

KEPT: Final = 3
"""Settings that fresh sets are played of, besides the one agreed on."""

_ROUNDED: Final = 12
"""Decimals. What is less beyond a limit is on it."""

Target = Literal["even", "not_last", "first_move"]
Verdict = Literal["yes", "no", "open"]


@dataclass(frozen=True, slots=True)
class Fair:
    """What is asked for, as a file says it: the table `fair`."""

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}

    target: Target
    """Every meeting even; somebody not last: not worse than everybody else; or the first move worth nothing."""

    search: int
    """Sets of the search, at most."""

    change: dict[str, Any]
    """What may be changed, and the values it may take, the nearest to what is agreed on first."""

    who: list[str] = field(default_factory=list)
    """Who is not to be last; else whose meetings are looked at, all if it is empty."""

    within: float = EVEN
    """Of a half: share to either side that is taken for even."""

    at_once: int | None = None
    """How many changes may be made together; None for any number."""

    @property
    def counted(self) -> int | None:
        """Whose share is looked at, as `Store.scores` has it: the first entrant's, or whoever moves first's."""
        return None if self.target == "first_move" else 0

    def concerns(self, one: str, other: str) -> bool:
        """Whether the meeting of two says something of what is asked for."""
        if self.target == "not_last":
            return one != other and (one in self.who or other in self.who)
        return (one != other or self.target == "first_move") and (not self.who or {one, other} <= {*self.who})

    def check(self, entrants: Sequence[str], players: int) -> None:
        """Raises InputError, whose key begins after `fair`, unless this can be asked of these entrants, played by so
        many players at the table of an experiment."""
        if players != 1:
            raise InputError(Message("what is fair is searched for with one player, not {n}", n=players))
        if not 1 <= self.search <= MOST_SETS:
            raise InputError(Message("expected a whole number from 1 to {most}", most=MOST_SETS), key="search")
        if not 0 < self.within < 0.5:
            raise InputError(Message("expected a share above 0 and below 0.5"), key="within")
        if self.at_once is not None and self.at_once < 1:
            raise InputError(Message("expected 1 or more"), key="at_once")
        if self.target == "not_last" and len(self.who) != 1:
            raise InputError(Message("names the one that is not to be last"), key="who")
        for name in self.who:
            if name not in entrants:
                raise InputError(Message("there is no {name} that meets anybody", name=repr(name)), key="who")


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is changed."""

    key: str
    value: Any
    place: int
    """Of the value among those of the key, from 1."""

    table: str = "fair.change"
    """Of the file, where the key stands."""

    @property
    def name(self) -> str:
        """As settings are called by it."""
        return f"{self.key} = {str(self.value).lower() if isinstance(self.value, bool) else self.value}"

    @property
    def where(self) -> str:
        """Its place in the file."""
        return f"{self.table}.{self.key}[{self.place}]"


def combined(fair: Fair) -> tuple[tuple[Step, ...], ...]:
    """All that may be changed together, the least first: fewer changes, then values further to the front.

    The first is no change. Raises InputError if there are too many, or none.
    """
    steps = [
        [Step(key, value, place) for place, value in enumerate(values, 1)] for key, values in _flat(fair.change, "")
    ]
    if not steps:
        raise InputError(Message("nothing may be changed"), key="fair.change")
    most = min(len(steps), len(steps) if fair.at_once is None else fair.at_once)
    ways = (way for size in range(most + 1) for keys in combinations(steps, size) for way in product(*keys))
    found = list(islice(ways, MOST_SETTINGS + 1))
    if len(found) > MOST_SETTINGS:
        told = Message("there are more than {most} settings; at_once says how many may be changed together",
                       most=MOST_SETTINGS)  # fmt: skip
        raise InputError(told, key="fair.change")
    return tuple(sorted(found, key=lambda way: (len(way), sum(step.place for step in way))))


def _flat(change: Mapping[str, Any], before: str) -> Iterator[tuple[str, list[Any]]]:
    """Keys of tables within tables, joined by dots, with their values."""
    for key, values in change.items():
        if isinstance(values, Mapping):
            yield from _flat(values, f"{before}{key}.")
        elif isinstance(values, list) and values:
            yield before + key, values
        else:
            raise InputError(Message("expected a list of values"), key=f"fair.change.{before}{key}")


@dataclass(frozen=True, slots=True)
class Part:
    """What one meeting says of what is asked for."""

    one: str
    """Whose share it is: the first entrant's, or that of the one who is not to be last; of two of whom whoever moves
    first is asked about, the first entrant."""

    other: str
    share: Estimate


@dataclass(frozen=True, slots=True)
class Kept:
    """A setting that the search left, by its fresh sets."""

    setting: str
    changes: int
    """Of what is agreed on."""

    verdict: Verdict
    """Whether it is as asked for; open where its intervals do not tell."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What a search came to."""

    target: Target
    who: tuple[str, ...]
    within: float
    settings: int
    rounds: int
    sets: int
    """Of the search."""

    kept: tuple[Kept, ...]
    """The one that the search names, then those that it dropped last."""


@dataclass(frozen=True)
class Halving:
    """The search through some settings, whose meetings follow one another."""

    fair: Fair
    changes: tuple[int, ...]
    """Of each setting, how many."""

    meetings: tuple[Meeting, ...]

    def __post_init__(self) -> None:
        least = len(self.meetings) * LEAST_SETS * _rounds(len(self.changes))
        if not self.meetings:
            raise InputError(Message("nobody meets anybody of whom this could be asked"), key="fair.who")
        if self.fair.search < least:
            told = Message(
                "a search through {settings} settings needs at least {least} sets, not {n}",
                settings=len(self.changes), least=least, n=self.fair.search,
            )  # fmt: skip
            raise InputError(told, key="fair.search")

    @property
    def each(self) -> int:
        """Meetings of a setting."""
        return len(self.meetings) // len(self.changes)

    @cached_property
    def rounds(self) -> tuple[tuple[int, int], ...]:
        """Of each round: how many settings take part, and how many sets each of their meetings has at its end."""
        found, left, sets, count = list[tuple[int, int]](), len(self.changes), 0, _rounds(len(self.changes))
        for _ in range(count):
            sets += self.fair.search // (left * self.each * count)
            found.append((left, sets))
            left = (left + 1) // 2
        return tuple(found)

    @cached_property
    def sets(self) -> int:
        """All that the search plays."""
        ends = [0, *(sets for _, sets in self.rounds)]
        return sum(left * self.each * (sets - ends[i]) for i, (left, sets) in enumerate(self.rounds))

    @property
    def since(self) -> int:
        """The number of the first fresh set, of any meeting."""
        return self.rounds[-1][1]

    def numbers(self, setting: int) -> range:
        """The meetings of a setting."""
        return range(setting * self.each, (setting + 1) * self.each)

    def follow(self, scores: Sequence[Scores]) -> tuple[list[int], tuple[int, ...]]:
        """How many sets each meeting needs, as far as scores tell; and the settings, the best first, once they all do.

        scores: of each meeting, in order, as `Store.scores` has them: of its first entrant, or of whoever moves first
        where that is asked for.
        """
        counts, left, dropped = [0] * len(self.meetings), list(range(len(self.changes))), list[int]()
        for _, sets in self.rounds:
            played = [meeting for setting in left for meeting in self.numbers(setting)]
            for meeting in played:
                counts[meeting] = sets
            if any(len(scores[meeting]) < sets for meeting in played):
                return counts, ()
            beyond = {setting: self._beyond(setting, scores, sets) for setting in left}
            ranked = sorted(left, key=lambda setting: (beyond[setting], setting))
            stay = (len(left) + 1) // 2
            dropped[:0], left = ranked[stay:], ranked[:stay]
        return counts, (*left, *dropped)

    def played(self, order: Sequence[int]) -> tuple[int, ...]:
        """The meetings that fresh sets are played of, once the order of settings is known."""
        return tuple(number for setting in sorted({0, *order[:KEPT]}) for number in self.numbers(setting))

    def least_fresh(self, plan: Plan) -> int:
        """Fresh sets that are certain to be played."""
        each = plan.sets if plan.half_width is None else min(plan.sets, plan.batch)
        return each * self.each * min(KEPT, len(self.changes))

    def most_fresh(self, plan: Plan) -> int:
        """Fresh sets, at most."""
        return plan.sets * self.each * min(KEPT + 1, len(self.changes))

    def found(self, order: Sequence[int], scores: Mapping[int, Scores]) -> Found:
        """What the search came to. scores: of fresh sets, of each meeting that was played."""
        kept = []
        for setting in order[:KEPT]:
            numbers = self.numbers(setting)
            parts = tuple(
                Part(*self._named(number), mean_interval(self._own(number, scores[number]))) for number in numbers
            )
            verdict = self._verdict([part.share for part in parts])
            kept.append(Kept(self.meetings[numbers[0]].setting, self.changes[setting], verdict, parts))
        asked = self.fair
        return Found(
            asked.target, tuple(asked.who), asked.within, len(self.changes), len(self.rounds), self.sets, tuple(kept),
        )  # fmt: skip

    def _named(self, meeting: int) -> tuple[str, str]:
        """Who meets, the one asked about first."""
        one, other = self.meetings[meeting].entrants
        return (other, one) if self._turned(meeting) else (one, other)

    def _own(self, meeting: int, scores: Scores) -> Scores:
        """The scores that are asked about."""
        return 1 - scores if self._turned(meeting) else scores

    def _turned(self, meeting: int) -> bool:
        return self.fair.target == "not_last" and self.meetings[meeting].entrants[0] not in self.fair.who

    def _beyond(self, setting: int, scores: Sequence[Scores], sets: int) -> float:
        """By how much a setting is beyond the limit asked for, in its first sets; 0 within it."""
        means = [float(self._own(number, scores[number][:sets]).mean()) for number in self.numbers(setting)]
        if self.fair.target == "not_last":
            over = 0.5 - max(means)
        else:
            over = max(abs(mean - 0.5) for mean in means) - self.fair.within
        return max(0.0, round(over, _ROUNDED))

    def _verdict(self, shares: Sequence[Estimate]) -> Verdict:
        """Whether shares are as asked for."""
        if self.fair.target == "not_last":
            if any(share.low >= 0.5 for share in shares):
                return "yes"
            return "no" if all(share.high < 0.5 for share in shares) else "open"
        near = [near_even(share, self.fair.within) for share in shares]
        return "no" if "no" in near else "open" if "open" in near else "yes"


def _rounds(settings: int) -> int:
    """After which one of so many is left."""
    return max(1, math.ceil(math.log2(max(settings, 1))))

"""The question behind a dispute: which other readings of the rules would change an answer.

Every option that bears on a question is tried with each of its values alone, from the rules in force, on pieces that
lie as stated: without margins, and whatever is doubtful or cannot be. Nothing is claimed of two options changed
together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from armada_sim.evidence import Answer, Asked, Json, Ruling, Subject
from armada_sim.referee._lying import every_problem
from armada_sim.table import BY_KEY, Layout, Rules, Unit, default_surface, given_as, plain_values
from armada_sim.tabletop import InputError, Language, Message, Option

Tried = Callable[[int, int], None]
"""Told how many readings were tried, and of how many."""

_CANNOT_LIE = Message("under that reading this table is impossible as written")
_BOUND = Message("the search ended at its bound")


@dataclass(frozen=True, slots=True)
class Reading:
    """One option with another value than the rules in force have, and what it makes of the answer."""

    option: str
    value: str
    answer: Answer | None
    """Yes or no for pieces that lie as stated; None if that was not decided."""

    source: str | None
    """What of a text the value rests on; None if no text says it."""

    note: str | None = None
    """Why the answer was not decided, or what else is to be known of it."""

    @property
    def undecided(self) -> bool:
        """Whether the work at hand did not decide the answer, or the question cannot be put so."""
        return self.answer is None

    def as_json(self, lang: str = "en") -> dict[str, Json]:
        """Plain data. lang: of the sentences."""
        words = Language(lang)
        return {
            "option": self.option,
            "value": self.value,
            "answer": None if self.answer is None else str(self.answer),
            "undecided": self.undecided,
            "source": None if self.source is None else words.tell(self.source),
            "note": None if self.note is None else words.tell(self.note),
        }


@dataclass(frozen=True, slots=True)
class Readings:
    """What other readings of the rules make of an answer."""

    stated: Answer
    """The answer under the rules in force for pieces that lie as stated; in doubt if that was not decided, and then
    nothing was compared with it."""

    found: tuple[Reading, ...]
    """Those that change it, in the order of the options; then those under which the table cannot be, then those that
    were not decided."""

    def as_json(self, lang: str = "en") -> dict[str, Json]:
        """Plain data: `stated` and `readings`. lang: of the sentences."""
        return {"stated": str(self.stated), "readings": [reading.as_json(lang) for reading in self.found]}


def other_readings(ruling: Ruling, progress: Tried | None = None) -> Readings:
    """Which options would change the answer of a ruling, each with one other value alone.

    The work is counted: what would go beyond it is undecided. progress: called before each reading is tried. Raises
    InputError for a ruling that was not given by one of `check_move`, `check_shot`, `check_contact`, `check_setup`.
    """
    if ruling.subject is None or ruling.subject.asked is None:
        raise InputError(Message("this ruling does not know what was asked: ask the referee again"), key="ruling")
    layout, rules, asked = ruling.subject.layout, ruling.subject.rules, ruling.subject.asked
    stated = asked.stated(layout, rules)
    if stated is Answer.IN_DOUBT:
        return Readings(stated, ())
    others = list(_others(asked, layout, rules))
    found, spent = [], 0
    for number, (option, value) in enumerate(others):
        if progress is not None:
            progress(number, len(others))
        reading, work = _tried(ruling.subject, stated, option, value, asked.most - spent)
        spent += work
        if reading.answer is not stated:
            found.append(reading)
    return Readings(stated, tuple(sorted(found, key=lambda one: (one.undecided, one.note is not None))))


def _others(asked: Asked, layout: Layout, rules: Rules) -> Iterator[tuple[Option, str]]:
    """The values to be tried."""
    for option in BY_KEY.values():
        if asked.kind not in option.bears or (option.key == "surface" and layout.surface_stated):
            continue
        now = getattr(rules, option.key)
        for value in plain_values(option.key):
            given = given_as(option.key, value)
            if given != now and (option.other is None or option.other(given) != option.other(now)):
                yield option, value


def _tried(subject: Subject, stated: Answer, option: Option, value: str, left: int) -> tuple[Reading, int]:
    """What one value makes of the answer, and the work that took."""
    layout, rules, asked = subject.layout, subject.rules, subject.asked
    assert asked is not None
    text = option.sources.get(value)
    source = None if text is None else Message(text)
    try:
        changed = rules.but(**{option.key: given_as(option.key, value)})
        table = replace(layout, surface=default_surface(changed)) if option.key == "surface" else layout
        work = asked.work(table, changed)
        if work > left:
            return Reading(option.key, value, None, source, _BOUND), 0
        answer = asked.stated(table, changed)
    except InputError as error:  # not with the other options in force, or there is no such question then
        return Reading(option.key, value, None, source, error.message), 0
    if answer is Answer.IN_DOUBT:
        return Reading(option.key, value, None, source, _BOUND), work
    if answer is not stated and _possible(layout, rules) and not _possible(table, changed):
        return Reading(option.key, value, answer, source, _CANNOT_LIE), work
    return Reading(option.key, value, answer, source), work


def _possible(layout: Layout, rules: Rules) -> bool:
    """Whether the table can be as it is written, or is to be ruled on all the same."""
    return layout.position == "as_written" or next(every_problem(layout, rules, Unit()), None) is None

"""Two runs compared: what changed in the file, and what that changed in the meetings both have."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from armada_sim.tabletop.laboratory._prices import prices
from armada_sim.tabletop.laboratory.asking import Study
from armada_sim.tabletop.laboratory.contest import Meeting
from armada_sim.tabletop.laboratory.intervals import Estimate, apart, difference, judgement, mean_interval
from armada_sim.tabletop.laboratory.store import Store
from armada_sim.tabletop.laboratory.summary import Summary
from armada_sim.tabletop.laboratory.words import Teller
from armada_sim.tabletop.language import N_


@dataclass(frozen=True, slots=True)
class Edit:
    """A key of the file that says something else."""

    key: str
    now: str
    """As JSON; empty where the key is not there."""

    before: str


@dataclass(frozen=True, slots=True)
class Shift:
    """A meeting that both runs have."""

    meeting: Meeting
    alike: int
    """Sets that begin alike in both."""

    difference: Estimate
    """Of the first entrant's share: set by set if any begin alike, else of two shares by themselves."""


@dataclass(frozen=True, slots=True)
class Repriced:
    """A unit that both runs have a price for."""

    setting: str
    unit: str
    difference: Estimate
    """Of what it is worth, from two prices by themselves: wider than need be where runs share lists."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A run against another."""

    edits: tuple[Edit, ...]
    program: bool
    """Whether the rules or players in the program are others."""

    shifts: tuple[Shift, ...]
    prices: tuple[Repriced, ...]
    words: tuple[str, ...]


def compared(
    contest: Study[Any], found: Summary, store: Store, counts: Sequence[int], lang: str, *,
    other: tuple[str, tuple[Meeting, ...], Store], study: Study[Any] | None,
) -> Comparison:  # fmt: skip
    """What the first `counts` sets of each meeting, of which `found` is the summary, come to against another store: its
    identity, its meetings and it. study: what that store is of, as far as it is known; prices need it."""
    identity, meetings, kept = other
    now, before = json.loads(contest.identity), json.loads(identity)
    edits = tuple(_edits(json.loads(now.pop("experiment")), json.loads(before.pop("experiment"))))
    if edits:  # what follows from the file is no change of the program
        for identity_of in (now, before):
            identity_of.pop("rules", None)
    shifts = []
    for number, meeting in enumerate(contest.meetings):
        one, two = meeting.entrants
        if meeting not in meetings or one == two:
            continue
        place = meetings.index(meeting)
        starts, others = store.starts(number), kept.starts(place)
        alike = sum(others.get(at) == start for at, start in starts.items() if at < counts[number])
        scores, against = store.scores(number)[: counts[number]], kept.scores(place)
        both = min(len(scores), len(against))
        if not both:
            continue
        change = difference(scores[:both], against[:both]) if alike else apart(*map(mean_interval, (scores, against)))
        shifts.append(Shift(meeting, alike, change))
    priced = tuple(_repriced(found, meetings, kept, study)) if study is not None else ()
    words = tuple(_sentences(Teller(lang), edits, shifts, priced, program=now != before))
    return Comparison(edits, now != before, tuple(shifts), priced, words)


def _repriced(found: Summary, meetings: tuple[Meeting, ...], kept: Store, study: Study[Any]) -> Iterator[Repriced]:
    for setting in found.settings:
        meeting = setting.meetings[0].meeting
        if setting.prices is None or meeting not in meetings:
            continue
        place = meetings.index(meeting)
        shelf, scores = study.shelf(place), kept.scores(place)
        if shelf is None or not len(scores):
            continue
        before = prices(shelf, [study.lists(place, number) for number in range(len(scores))], scores)
        worths = {price.unit: price.worth for price in before.prices}
        for price in setting.prices.prices:
            then = worths.get(price.unit)
            if price.worth is not None and then is not None:
                yield Repriced(setting.name, price.unit, apart(price.worth, then))


def _edits(now: Any, before: Any, key: str = "") -> Iterator[Edit]:
    """Keys that differ, as far down as they do; a list is a table whose keys are places from 1."""
    if isinstance(now, list) and isinstance(before, list):
        now, before = ({f"[{i}]": item for i, item in enumerate(items, 1)} for items in (now, before))
    if isinstance(now, dict) and isinstance(before, dict):
        for name in dict.fromkeys((*now, *before)):
            inner = name if not key or name.startswith("[") else f".{name}"
            yield from _edits(now.get(name), before.get(name), key + inner)
    elif now != before:
        yield Edit(key, *("" if value is None else json.dumps(value, ensure_ascii=False) for value in (now, before)))


def _sentences(
    tell: Teller, edits: Sequence[Edit], shifts: Sequence[Shift], priced: Sequence[Repriced], *, program: bool
) -> Iterator[str]:
    nothing = tell.say("nothing")
    if edits:
        said = [
            tell.say("{key} is {now}, was {before}", key=e.key, now=e.now or nothing, before=e.before or nothing)
            for e in edits
        ]
        yield tell.say("What changed in the file: {edits}.", edits=tell.in_turn(said))
    else:
        yield tell.say("The files say the same of what is played.")
    if program:
        yield tell.say("The program plays by other rules or with other players than then.")
    for row in priced:
        message = _REPRICED["open" if judgement(row.difference, 0.0) == "open" else "sure"]
        size = tell.worth(row.difference, sign="+")
        yield tell.say(message, unit=row.unit, setting=tell.setting(row.setting), size=size)
    if not shifts and not priced:
        yield tell.say("No meeting of two different entrants is in both runs.")
    for shift in shifts:
        verdict = judgement(shift.difference, 0.0)
        message = _SHIFTS[verdict]
        one, other = map(tell.named, shift.meeting.entrants)
        yield tell.say(
            message, one=one, other=other, setting=tell.setting(shift.meeting.setting),
            size=tell.points(shift.difference),
            how=tell.say_many("{n} set begins alike", "{n} sets begin alike", shift.alike),
        )  # fmt: skip


_REPRICED = {
    "sure": N_("What {unit} is worth ({setting}) has changed by {size}."),
    "open": N_("No change is certain in what {unit} is worth ({setting}): {size}."),
}
_SHIFTS = {
    "above": N_("{one} gets more against {other} ({setting}): by {size}; {how}."),
    "below": N_("{one} gets less against {other} ({setting}): by {size}; {how}."),
    "open": N_("No change is certain for {one} against {other} ({setting}): {size}; {how}."),
}

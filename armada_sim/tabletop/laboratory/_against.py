"""Two runs compared: what changed in the file, and what that changed in the meetings both have."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from armada_sim.tabletop.laboratory.contest import Contest, Meeting
from armada_sim.tabletop.laboratory.intervals import Estimate, apart, difference, judgement, mean_interval
from armada_sim.tabletop.laboratory.store import Store
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
class Comparison:
    """A run against another."""

    edits: tuple[Edit, ...]
    program: bool
    """Whether the rules or players in the program are others."""

    shifts: tuple[Shift, ...]
    words: tuple[str, ...]


def compared(
    contest: Contest, store: Store, counts: Sequence[int], other: tuple[str, tuple[Meeting, ...], Store], lang: str
) -> Comparison:
    """What the first `counts` sets of each meeting come to against another store: its identity, its meetings and it."""
    identity, meetings, kept = other
    now, before = json.loads(contest.identity), json.loads(identity)
    edits = tuple(_edits(json.loads(now.pop("experiment")), json.loads(before.pop("experiment"))))
    if edits:  # what follows from the file is no change of the program
        now.pop("rules", None), before.pop("rules", None)
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
    words = tuple(_sentences(Teller(lang), edits, shifts, program=now != before))
    return Comparison(edits, now != before, tuple(shifts), words)


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


def _sentences(tell: Teller, edits: Sequence[Edit], shifts: Sequence[Shift], *, program: bool) -> Iterator[str]:
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
    if not shifts:
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


_SHIFTS = {
    "above": N_("{one} gets more against {other} ({setting}): by {size}; {how}."),
    "below": N_("{one} gets less against {other} ({setting}): by {size}; {how}."),
    "open": N_("No change is certain for {one} against {other} ({setting}): {size}; {how}."),
}

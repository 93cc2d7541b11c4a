"""What an experiment came to: values, data for programs, and plain words.

Every share is told with an interval whose unit is the mirrored set. A sentence says that one thing beats another only
where the interval says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from hashlib import sha256
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armada_sim.arena.contest import Contest, Meeting
from armada_sim.arena.intervals import Estimate, difference, judgement, mean_interval, near_even
from armada_sim.arena.mixture import Mixture, able, mixture
from armada_sim.arena.ratings import ratings
from armada_sim.arena.store import Store
from armada_sim.errors import InputError

Floats = NDArray[np.float64]

EVEN = 0.05
"""Shares this near to a half are told as even, where the interval says so."""

FEW = 12
"""Meetings of a setting that are told one by one, with a first mover or without."""

_RESAMPLES = 500
"""Of the sets of all meetings, for the intervals of ratings and of the mixture."""


@dataclass(frozen=True)
class MeetingSummary:
    """One meeting."""

    number: int
    meeting: Meeting
    share: Estimate
    """Of the first entrant."""

    first: Estimate
    """Of whoever moved first."""

    by_first: tuple[Estimate | None, Estimate | None]
    """Of the first entrant where he moved first, and where he did not; None where that was not played."""

    distinct: int
    """Games that differ from each other."""

    turns: tuple[int, int, int, int, int]
    """Length of the games: shortest, quartiles, longest."""

    reasons: tuple[tuple[str, int], ...]
    """Why games ended, and how often."""

    scores: Floats
    """(n, k) shares of the first entrant."""

    first_scores: Floats
    """(n, k) shares of whoever moved first."""

    lengths: Floats
    """(n * k) turns."""


@dataclass(frozen=True)
class SettingSummary:
    """All meetings under one setting."""

    name: str
    meetings: tuple[MeetingSummary, ...]
    first: Estimate
    """Of whoever moved first, in all of them."""

    ratings: Mapping[str, Estimate]
    """Of each entrant, in Elo points with mean 0; empty unless three entrants or more meet."""

    mixture: Mixture[str] | None
    """None unless everybody meets everybody, and without SciPy."""

    @property
    def entrants(self) -> tuple[str, ...]:
        """In the order in which they come up."""
        return tuple(dict.fromkeys(name for row in self.meetings for name in row.meeting.entrants))

    @property
    def complete(self) -> bool:
        """Whether three entrants or more met, everybody everybody."""
        met = {frozenset(row.meeting.entrants) for row in self.meetings}
        return len(self.entrants) > 2 and all(frozenset(pair) in met for pair in combinations(self.entrants, 2))


@dataclass(frozen=True)
class Change:
    """What a setting changes in a meeting, on the same sets."""

    setting: str
    against: str
    entrants: tuple[str, ...]
    difference: Estimate
    """Of the first entrant's share."""


@dataclass(frozen=True)
class Summary:
    """What an experiment came to."""

    title: str
    level: float
    settings: tuple[SettingSummary, ...]
    changes: tuple[Change, ...]
    games: int
    distinct: int
    words: tuple[str, ...]


def summary(contest: Contest, store: Store, counts: Sequence[int]) -> Summary:
    """What the first `counts` sets of each meeting say. Raises InputError if there are none of one."""
    found = [_meeting(store, i, meeting, counts[i]) for i, meeting in enumerate(contest.meetings)]
    rows, different = [row for row, _ in found], [games for _, games in found]
    names = list(dict.fromkeys(meeting.setting for meeting in contest.meetings))
    settings = tuple(_setting(name, [row for row in rows if row.meeting.setting == name]) for name in names)
    changes = tuple(change for later in settings[1:] for change in _changes(settings[0], later))
    games, distinct = sum(row.share.games for row in rows), len(set[bytes]().union(*different))
    words = tuple(_words(settings, changes, games, distinct))
    return Summary(contest.title, 0.95, settings, changes, games, distinct, words)


def _meeting(store: Store, number: int, meeting: Meeting, sets: int) -> tuple[MeetingSummary, set[bytes]]:
    """A meeting, and digests of its games."""
    scores: list[list[float]] = []
    first: list[list[float]] = []
    firsts: list[list[int]] = []
    lengths, reasons, different = [], Counter[str](), set[bytes]()
    for _, game, row in store.games(meeting=number, sets=sets):
        if game == 0:
            scores.append([])
            first.append([])
            firsts.append([])
        scores[-1].append(row.shares[0])
        first[-1].append(row.shares[row.first])
        firsts[-1].append(row.first)
        lengths.append(row.turns)
        reasons[row.reason] += 1
        different.add(sha256(f"{row.first} {row.start} ".encode() + row.log).digest())
    if not scores:
        raise InputError(f"no game of {meeting} was played")
    table, order = np.array(scores), np.array(firsts)
    quarters = np.percentile(lengths, [0, 25, 50, 75, 100], method="nearest").astype(int).tolist()
    halves = tuple(_half(table, order[0] == who) for who in (0, 1))
    told = MeetingSummary(
        number, meeting, mean_interval(table), mean_interval(np.array(first)), (halves[0], halves[1]), len(different),
        tuple(quarters), tuple(reasons.most_common()), table, np.array(first), np.array(lengths, dtype=float),
    )  # fmt: skip
    return told, different


def _half(scores: Floats, columns: NDArray[np.bool_]) -> Estimate | None:
    """Of some games of each set."""
    return mean_interval(scores[:, columns]) if columns.any() else None


def _setting(name: str, rows: list[MeetingSummary]) -> SettingSummary:
    pooled = mean_interval(np.concatenate([row.first_scores.mean(axis=1, keepdims=True) for row in rows]))
    found = SettingSummary(name, tuple(rows), replace(pooled, games=sum(row.share.games for row in rows)), {}, None)
    names = found.entrants
    met = {
        (row.meeting.entrants[0], row.meeting.entrants[1]): row.scores
        for row in rows if row.meeting.entrants[0] != row.meeting.entrants[1]
    }  # fmt: skip
    if len(names) < 3 or len(met) < len(names) - 1:
        return found
    rng = np.random.default_rng(0)
    rated = ratings(met, names, rng, _RESAMPLES)
    mixed = mixture(met, names, rng, _RESAMPLES) if found.complete and able() else None
    return replace(found, ratings=rated, mixture=mixed)


def _changes(base: SettingSummary, later: SettingSummary) -> list[Change]:
    """What a later setting changes in the meetings that both have."""
    there = {row.meeting.entrants: row for row in base.meetings}
    found = []
    for row in later.meetings:
        if row.meeting.entrants in there:
            one = there[row.meeting.entrants].scores
            both = min(len(one), len(row.scores))
            told = difference(row.scores[:both], one[:both])
            found.append(Change(later.name, base.name, row.meeting.entrants, told))
    return found


# ----------------------------------------------------------------------------------------- plain words


def percent(share: float) -> str:
    """A share as people read it."""
    return f"{100 * share:.1f} %"


def told(estimate: Estimate) -> str:
    """An estimate with its interval."""
    return f"{percent(estimate.mean)} ({percent(estimate.low)} to {percent(estimate.high)})"


def _words(
    settings: Sequence[SettingSummary], changes: Sequence[Change], games: int, distinct: int
) -> Iterator[str]:  # fmt: skip
    yield f"{games} games were played, {distinct} of them different from each other."
    for setting in settings:
        several = len(settings) > 1
        where = f"Under {setting.name}, " if several else ""
        if len(setting.meetings) <= FEW:
            for row in setting.meetings:
                yield _meeting_words(row, where)
        else:
            yield from _many_words(setting, where)
        yield from _fair_words(setting)
        yield _first_words(setting, several=several)
        if setting.mixture is not None:
            yield _mixture_words(setting.mixture)
    if any(setting.complete and setting.mixture is None for setting in settings):
        yield "The mixture that nothing beats was not worked out: it needs SciPy (pip install 'armada-sim[stats]')."
    for change in changes:
        yield _change_words(change)


def _meeting_words(row: MeetingSummary, where: str) -> str:
    one, other = row.meeting.entrants
    share = row.share
    drawn = f"; {share.draws} of {share.games} games were drawn" if share.draws else ""
    if one == other:
        return f"{where}{one} against itself: whoever moves first gets {told(row.first)} of {share.sets} mirrored sets{drawn}."
    ending = f"{told(share)} of {share.sets} mirrored sets"
    match judgement(share):
        case "above":
            text = f"{one} beats {other}: {ending}"
        case "below":
            text = f"{other} beats {one}, which gets {ending}"
        case _:
            near = ", which is even" if near_even(share, EVEN) == "yes" else ""
            text = f"{'w' if where else 'W'}hether {one} or {other} is better stays open: {one} gets {ending}{near}"
    return f"{where}{text}{drawn}."


def _many_words(setting: SettingSummary, where: str) -> Iterator[str]:
    """Who beats whom, an entrant at a time; where one group meets another, each of the first."""
    met: dict[str, dict[str, list[str]]] = {}
    rows = [row for row in setting.meetings if row.meeting.entrants[0] != row.meeting.entrants[1]]
    for row in rows:
        (one, other), verdict = row.meeting.entrants, judgement(row.share)
        turned = {"above": "below", "below": "above"}.get(verdict, verdict)
        met.setdefault(one, {}).setdefault(verdict, []).append(other)
        met.setdefault(other, {}).setdefault(turned, []).append(one)
    sure = sum(judgement(row.share) != "open" for row in rows)
    yield f"{where}{'o' if where else 'O'}f {len(rows)} meetings {sure} have a side that is better, {len(rows) - sure} are open."
    firsts = dict.fromkeys(row.meeting.entrants[0] for row in rows)
    seconds = {row.meeting.entrants[1] for row in rows}
    for name in setting.entrants if seconds & firsts.keys() else firsts:
        told = [
            f"{what} {', '.join(met[name][verdict])}"
            for verdict, what in (("above", "beats"), ("below", "is beaten by"), ("open", "is not surely better or worse than"))
            if verdict in met.get(name, {})
        ]
        if told:
            yield f"{where}{name} {'; '.join(told)}."


def fairness(setting: SettingSummary) -> list[tuple[MeetingSummary, int, Estimate]]:
    """Meetings with who moves first (by place) and the first entrant's share then, the nearest to even first."""
    found = [
        (row, who, estimate)
        for row in setting.meetings if row.meeting.entrants[0] != row.meeting.entrants[1]
        for who, estimate in enumerate(row.by_first) if estimate is not None
    ]  # fmt: skip
    return sorted(found, key=lambda item: abs(item[2].mean - 0.5))


def _fair_words(setting: SettingSummary) -> Iterator[str]:
    """Which meetings are even for a given first mover, where there are many."""
    rows = fairness(setting)
    if len(rows) <= FEW:
        return
    sure = {verdict: sum(near_even(e, EVEN) == verdict for *_, e in rows) for verdict in ("yes", "no", "open")}
    yield (
        f"Of {len(rows)} meetings with a given first mover {sure['yes']} are within {percent(EVEN)} of even, {sure['no']} are "
        f"not, and {sure['open']} are open."
    )
    nearest = "; ".join(
        f"{row.meeting.entrants[0]} against {row.meeting.entrants[1]}, {row.meeting.entrants[who]} first: {told(e)}"
        for row, who, e in rows[:FEW]
    )
    yield f"The nearest to even: {nearest}."


def _first_words(setting: SettingSummary, *, several: bool) -> str:
    where = f"Under {setting.name}, w" if several else "W"
    match judgement(setting.first):
        case "above":
            what = "to move first is an advantage"
        case "below":
            what = "to move first is a drawback"
        case _:
            what = "no effect of moving first is certain"
    return f"{where}hoever moves first gets {told(setting.first)}: {what}."


def _mixture_words(mixed: Mixture[str]) -> str:
    parts = [f"{part.entrant} {percent(part.weight)}" for part in mixed.parts if part.weight > 0]
    return f"The mixture that nothing beats, by the shares found: {', '.join(parts)}."


def _change_words(change: Change) -> str:
    one, low, high = change.entrants[0], change.difference.low, change.difference.high
    size = f"by {100 * change.difference.mean:+.1f} points ({100 * low:+.1f} to {100 * high:+.1f})"
    certain = "changes" if judgement(change.difference, 0.0) != "open" else "changes nothing that is certain in"
    return f"{change.setting} {certain} the share of {one} against {change.entrants[1]} {size}."


# ------------------------------------------------------------------------------------------------ data


def as_data(found: Any) -> Any:
    """A summary as plain data for programs: dataclasses as tables, arrays of games left out."""
    if is_dataclass(found) and not isinstance(found, type):
        items = ((item.name, getattr(found, item.name)) for item in fields(found))
        return {name: as_data(value) for name, value in items if not isinstance(value, np.ndarray)}
    if isinstance(found, Mapping):
        return {str(key): as_data(value) for key, value in found.items()}
    if isinstance(found, list | tuple):
        return [as_data(item) for item in found]
    return found.item() if isinstance(found, np.generic) else found

"""What an experiment came to: values, and data for programs. The unit of every interval is the mirrored set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.laboratory._mixture import able, mixture
from armada_sim.tabletop.laboratory._prices import prices
from armada_sim.tabletop.laboratory._ratings import ratings
from armada_sim.tabletop.laboratory._runner import reported
from armada_sim.tabletop.laboratory.asking import Study, search_of
from armada_sim.tabletop.laboratory.contest import Contest, GameRow, Meeting
from armada_sim.tabletop.laboratory.fair import Found
from armada_sim.tabletop.laboratory.intervals import LEVEL, Estimate, difference, mean_interval
from armada_sim.tabletop.laboratory.results import Change, MeetingSummary, SettingSummary
from armada_sim.tabletop.laboratory.store import Store
from armada_sim.tabletop.laboratory.words import Teller
from armada_sim.tabletop.language import Message
from armada_sim.tabletop.notebook import picture_of

Floats = NDArray[np.float64]

_RESAMPLES = 500
"""Of the sets of all meetings, for the intervals of ratings and of the mixture."""


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
    """What there is to say, in the language asked for."""

    fair: Found | None = None
    """What a search for what is fair came to; all else is of its fresh sets."""

    def _repr_html_(self) -> str | None:
        """The report in a notebook."""
        return picture_of(self, "html")


def summary(contest: Contest, store: Store, counts: Sequence[int], lang: str = "en") -> Summary:
    """What the first `counts` sets of each meeting say. Raises InputError if there are none of one."""
    search = search_of(contest)
    since, numbers, order = reported(contest, store)
    found = [_meeting(store, i, contest.meetings[i], counts[i], since) for i in numbers]
    rows, different = [row for row, _ in found], [games for _, games in found]
    names = list(dict.fromkeys(row.meeting.setting for row in rows))
    settings = tuple(_setting(name, [row for row in rows if row.meeting.setting == name], contest) for name in names)
    changes = tuple(change for later in settings[1:] for change in _changes(settings[0], later))
    games, distinct = sum(row.share.games for row in rows), len(set[bytes]().union(*different))
    fair = None
    if search is not None:
        moved = search.fair.counted is None
        fair = search.found(order, {row.number: row.first_scores if moved else row.scores for row in rows})
    words = tuple(Teller(lang).sentences(settings, changes, games, distinct, fair))
    return Summary(contest.title, LEVEL, settings, changes, games, distinct, words, fair)


def _meeting(
    store: Store, number: int, meeting: Meeting, sets: int, since: int
) -> tuple[MeetingSummary, set[bytes]]:  # fmt: skip
    """A meeting by so many sets from `since`, and digests of its games."""
    kept: list[list[GameRow]] = []
    different = set[bytes]()
    for _, game, row in store.games(number, sets, since=since):
        if game == 0:
            kept.append([])
        kept[-1].append(replace(row, log=b""))
        different.add(sha256(f"{row.first} {row.start} ".encode() + row.log).digest())
    if not kept:
        raise InputError(Message("no game of {meeting} was played", meeting=meeting))
    games = [row for rows in kept for row in rows]
    scores = np.array([[row.shares[0] for row in rows] for rows in kept])
    first = np.array([[row.shares[row.first] for row in rows] for rows in kept])
    order = np.array([row.first for row in kept[0]])
    turns = [row.turns for row in games]
    quarters = np.percentile(turns, [0, 25, 50, 75, 100], method="nearest").astype(int).tolist()
    halves = tuple(_half(scores, order == who) for who in (0, 1))
    summed = MeetingSummary(
        number, meeting, mean_interval(scores), mean_interval(first), (halves[0], halves[1]), len(different),
        tuple(quarters), tuple(Counter(row.reason for row in games).most_common()), scores, first,
    )  # fmt: skip
    return summed, different


def _half(scores: Floats, columns: NDArray[np.bool_]) -> Estimate | None:
    """Of some games of each set."""
    return mean_interval(scores[:, columns]) if columns.any() else None


def _setting(name: str, rows: list[MeetingSummary], contest: Contest) -> SettingSummary:
    pooled = mean_interval(np.concatenate([row.first_scores.mean(axis=1, keepdims=True) for row in rows]))
    found = SettingSummary(name, tuple(rows), replace(pooled, games=sum(row.share.games for row in rows)), {}, None)
    if isinstance(contest, Study) and (shelf := contest.shelf(rows[0].number)) is not None:
        scores, number = rows[0].scores, rows[0].number
        return replace(found, prices=prices(shelf, [contest.lists(number, i) for i in range(len(scores))], scores))
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
    there = {row.meeting.entrants: row for row in base.meetings if base.prices is None}
    found = []
    for row in later.meetings:
        if row.meeting.entrants in there:
            one = there[row.meeting.entrants].scores
            both = min(len(one), len(row.scores))
            change = difference(row.scores[:both], one[:both])
            found.append(Change(later.name, base.name, row.meeting.entrants, change))
    return found


def as_data(found: object) -> Any:
    """A summary as plain data for programs: dataclasses as tables, arrays of games left out."""
    if is_dataclass(found) and not isinstance(found, type):
        items = ((item.name, getattr(found, item.name)) for item in fields(found))
        return {name: as_data(value) for name, value in items if not isinstance(value, np.ndarray)}
    if isinstance(found, Mapping):
        return {str(key): as_data(value) for key, value in found.items()}
    if isinstance(found, list | tuple):
        return [as_data(item) for item in found]
    return found.item() if isinstance(found, np.generic) else found

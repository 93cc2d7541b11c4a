"""Which meetings are near to even for a given first mover."""

from __future__ import annotations

from typing import TYPE_CHECKING

from armada_sim.tabletop.laboratory.intervals import Estimate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from armada_sim.tabletop.laboratory.contest import Meeting
    from armada_sim.tabletop.laboratory.results import MeetingSummary, SettingSummary

FEW = 12
"""Meetings of a setting that are listed one by one, with a first mover or without."""

NEAREST = 5
"""Of the meetings nearest to even, those that are named in words."""


def offered(meetings: Sequence[Meeting]) -> bool:
    """Whether one group meets another, so that a pair of them can be offered."""
    firsts, seconds = ({meeting.entrants[place] for meeting in meetings} for place in (0, 1))
    return not firsts & seconds


def fairness(setting: SettingSummary) -> list[tuple[MeetingSummary, int, Estimate]]:
    """Meetings with who moves first (by place) and the first entrant's share then, the nearest to even first."""
    found = [
        (row, who, estimate)
        for row in setting.meetings if row.meeting.entrants[0] != row.meeting.entrants[1]
        for who, estimate in enumerate(row.by_first) if estimate is not None
    ]  # fmt: skip
    return sorted(found, key=lambda item: abs(item[2].mean - 0.5))

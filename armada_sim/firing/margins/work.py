"""What the search for one shot's margin may cost, counted: the same on every machine.

All searches about one shot share one purse, so that many of them take no longer than one. At its end what is proved
stands, and what was found. A unit is about a hundredth of a millisecond.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from armada_sim.table import Rules

SHOT_WORK: Final = 480_000
"""units. Most that the margin of one shot may cost where a line of fire is all that a clear shot needs: some two
seconds. Of 500 random shots among 12 ships 5 take more than an eighth of it, and none misses the promised factor."""

OTHER_WORK: Final = 60_000
"""units. The same under other rules, where no factor is promised: half a second, of some kinds one."""

PLAIN_WORK: Final = 4_000
"""units. What it may cost at first where there is no NumPy, and a unit takes some ten times as long: half a second. Of
500 random shots under the default rules nine in ten need no more."""

PLAIN_SHARES = (1 / 32, 1 / 8, 1 / 4)
"""Of the upper bound of a closed shot's margin: errors for which it is then proved to stay closed, one by one."""

PLAIN_SHARE_WORK = 1_000
"""units. What each of these proofs may cost."""

LOOK = 3
"""units. A region of lines compared with the target, in the proofs for a line of fire."""

DECISION = 900
"""units. One exact decision about a placement."""

PART = 15
"""units. What each solid on the table adds to it."""

BOX = 10
"""units. A box of places in the proof by witnesses."""

NEEDS = 70
"""Needs of witnesses, each for one placement, that make a unit."""

FIT = 8
"""units. A piece that must leave room for the large one, or lie beyond the target, each time witnesses are asked."""

BOXES = 10
"""Costs of boxes of placements of a closed shot (two for splitting one off, and `Opening.cost`) that make a unit."""


@dataclass
class Work:
    """What is left of it."""

    left: int = SHOT_WORK

    kept: int = 0
    """units. What is kept for later."""

    ended: bool = False
    """Whether some search was ended for it."""

    @property
    def over(self) -> bool:
        """Whether nothing is left but that."""
        return self.left <= self.kept

    def spend(self, units: int) -> None:
        """Takes so much off."""
        self.left -= units
        self.ended = self.ended or self.over

    def keep(self, units: int) -> None:
        """Keeps so much for later, from now on."""
        self.kept = units
        self.ended = self.ended or self.over


def open_provable(rules: Rules) -> bool:
    """Whether a line of fire is all a clear shot needs under these rules."""
    return (
        rules.physical_fit == "virtual"
        and rules.in_area in ("any_part", "touch_counts")
        and rules.obstruction in ("line_of_fire", "partial_cover_ok", "none")
    )


def work_of(rules: Rules, most: float = math.inf) -> Work:
    """What the margin of one shot may cost under these rules, and no more than `most` units."""
    return Work(int(min(SHOT_WORK if open_provable(rules) else OTHER_WORK, most)))

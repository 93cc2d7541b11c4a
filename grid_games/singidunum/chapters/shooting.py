"""Shots: lines, penalty, support, the table (section 11, U10, U11)."""

from __future__ import annotations

from grid_games.core.sets import members
from grid_games.singidunum.chapters.retreat import run
from grid_games.singidunum.chapters.turns import end_action
from grid_games.singidunum.state import (
    DICE,
    DICE_DECIDE,
    HELPER,
    LEAD,
    REROLL,
    REROLLED,
    SHOT,
    SUPPORT,
    TARGET,
    Draft,
    Task,
    zone,
)
from grid_games.singidunum.table import shot_column
from grid_games.singidunum.units import ARCHERS

_FARTHEST = 3
"""Hexes a shot goes under `shot_separation` = exact: 1 or 2 plain hexes lie between."""


def lines(draft: Draft, archer: int) -> list[int]:
    """Hexes that a shot from `archer` can reach, over no friend, over one at the least, over two, ...

    Along shortest paths whose hexes between are plain and hold no enemy of the archer; a path over fewer friends counts.
    """
    table, around = draft.table, draft.table.board.grid.around
    rings = table.board.rings[archer]
    last = _FARTHEST if table.rules.shot_separation == "exact" else len(rings) - 1
    mover = draft.mover
    way, friends = table.plain & ~draft.men[1 - mover], draft.men[mover]
    fronts, found = [1 << archer], [0]
    for away, ring in enumerate(rings[1 : last + 1], 1):
        entered = [zone(around, front) & ring for front in fronts]
        if not any(entered):
            break
        if away > 1:
            found.extend([0] * (len(entered) - len(found)))
            seen = 0
            for count, reached in enumerate(entered):
                found[count] |= reached & ~seen
                seen |= reached
        onward = [0] * (len(entered) + 1)
        for count, reached in enumerate(entered):
            onward[count] |= reached & way & ~friends
            onward[count + 1] |= reached & way & friends
        fronts = onward
    return found


def marks(draft: Draft, archer: int) -> int:
    """The enemies that a unit on `archer` can shoot at."""
    reached = 0
    for hexes in lines(draft, archer):
        reached |= hexes
    return reached & draft.men[1 - draft.mover]


def penalty(draft: Draft, archer: int, target: int) -> int:
    """What is taken off the archer's total for shooting over friends."""
    over = next(count for count, hexes in enumerate(lines(draft, archer)) if hexes >> target & 1)
    return min(over, 1) if draft.rules.shot_penalty == "once" else over


def may_shoot(draft: Draft, *, moved: bool) -> int:
    """The enemies at which the lead may shoot."""
    place, rules = draft.at[LEAD], draft.rules
    if draft.kinds[place] not in ARCHERS or (moved and (rules.shoot_after_move == "no" or draft.contact)):
        return 0
    if rules.shoot_in_contact == "no" and draft.table.board.grid.around[place] & draft.men[1 - draft.mover]:
        return 0
    return marks(draft, place)


def supporters(draft: Draft, target: int) -> list[int]:
    """The available archers beside the lead that can support a shot at `target`."""
    around, foes = draft.table.board.grid.around, draft.men[1 - draft.mover]
    found = []
    for place in members(around[draft.at[LEAD]] & draft.men[draft.mover] & draft.ready):
        if draft.kinds[place] not in ARCHERS:
            continue
        if draft.rules.support_reach == "both":
            hindered = draft.rules.shoot_in_contact == "no" and around[place] & foes
            if hindered or not marks(draft, place) >> target & 1:
                continue
        found.append(place)
    return found


def aimed(draft: Draft, target: int) -> None:
    """A target is named; where there are archers to support the shot, that is asked."""
    lead = draft.at[LEAD]
    draft.at[TARGET] = target
    draft.fired = True
    draft.advantage = draft.face(lead) - penalty(draft, lead, target) - draft.face(target)
    if supporters(draft, target):
        draft.ask(SUPPORT, draft.mover)
    else:
        draft.ask(SHOT, DICE_DECIDE)


def supported(draft: Draft, helper: int) -> None:
    """Archers beside support the shot: a die may be rolled again."""
    draft.at[HELPER] = helper
    draft.ask(DICE, DICE_DECIDE)


def rolled(draft: Draft, own: int, other: int) -> None:
    """Both dice of a supported shot are seen."""
    draft.dice = (own, other)
    draft.ask(REROLL, draft.mover)


def again(draft: Draft, *, own: bool) -> None:
    """One die is rolled again."""
    draft.dice = (0, draft.dice[1]) if own else (draft.dice[0], 0)
    draft.ask(REROLLED, DICE_DECIDE)


def column_of(draft: Draft, own: int, other: int) -> int:
    """The column of the archer's and the target's dice."""
    return shot_column(draft.rules, draft.advantage + own - other)


def kept(draft: Draft) -> None:
    """The dice stand."""
    hit(draft, column_of(draft, *draft.dice))


def hit(draft: Draft, column: int) -> None:
    """The table of shots (U10)."""
    if column > 0 or (column == 0 and draft.rules.shot_tie == "activates"):
        draft.activate(TARGET)
    if column <= 0:
        end_action(draft)
        return
    task: Task = ("out", TARGET, 0) if column == 4 else ("retreat", TARGET, column)
    draft.tasks = (task,)
    run(draft)

"""Melee: who may be named, refusing, follow-up attacks, the table (section 9, U5 to U7, U12, U13)."""

from __future__ import annotations

from grid_games.core.sets import members
from grid_games.singidunum.chapters.retreat import refusals, run, stepped
from grid_games.singidunum.chapters.turns import end_action
from grid_games.singidunum.moves import MOST
from grid_games.singidunum.state import AGAIN, ANSWER, DICE_DECIDE, HELPER, LEAD, MELEE, TARGET, WHERE, Draft, Task
from grid_games.singidunum.table import Table


def in_contact(draft: Draft, place: int, start: int) -> int:
    """The enemies that a unit on `place` may name; it came from `start`, the same hex if it stayed (U5)."""
    around, rules = draft.table.board.grid.around, draft.rules
    near = around[place] & draft.men[1 - draft.mover]
    if start == place:
        return near if rules.attack_in_place == "yes" else 0
    return near & ~around[start] if rules.contact_counts == "new" else near


def by_priority(table: Table, place: int, enemies: int) -> int:
    """Of these enemies those that a unit on `place` may name: those on its terrain type first (U13)."""
    if table.rules.terrain_priority == "free":
        return enemies
    return enemies & table.alike[place] or enemies


def flanks_open(draft: Draft, target: int, side: int) -> bool:
    """Whether a unit of `side` on `target` can be attacked by two: no friend on its left, none on its right (U12)."""
    table, friends = draft.table, draft.men[side]
    opened = [not flank & friends for flank in table.flanks[target]]
    return any(opened) if table.one_flank else all(opened)


def nameable(draft: Draft) -> int:
    """The enemies that the lead may attack now: in contact, not challenged in this action, by priority."""
    left = draft.contact & draft.men[1 - draft.mover] & ~draft.challenged
    return by_priority(draft.table, draft.at[LEAD], left) if left else 0


def challenge(draft: Draft, target: int) -> None:
    """Attack: the defender accepts or refuses; one who cannot retreat is not asked."""
    if draft.attacks and draft.at[HELPER] >= 0:  # a follow-up is double again if it can be
        both = draft.table.board.grid.around[target] >> draft.at[HELPER] & 1
        draft.joint = bool(both) and flanks_open(draft, target, 1 - draft.mover)
    draft.at[TARGET] = draft.vacated = target
    draft.attacks += 1
    draft.challenged |= 1 << target
    if refusals(draft):
        draft.ask(ANSWER, 1 - draft.mover)
    else:
        accepted(draft)


def accepted(draft: Draft) -> None:
    """Both roll; strengths of the faces showing, both attackers' in a double attack."""
    strength = draft.face(draft.at[LEAD]) + (draft.face(draft.at[HELPER]) if draft.joint else 0)
    draft.advantage = strength - draft.face(draft.at[TARGET])
    draft.ask(MELEE, DICE_DECIDE)


def refused(draft: Draft) -> None:
    """The defender retreats one hex: it names the hex where it has a choice."""
    choices = refusals(draft)
    draft.who, draft.manner, draft.steps = TARGET, "refuse", 1
    if choices & choices - 1:
        draft.choices = choices
        draft.ask(WHERE, 1 - draft.mover)
    else:
        withdrawn(draft, choices.bit_length() - 1)


def withdrawn(draft: Draft, end: int) -> None:
    """The defender has refused and stands on `end`; the attacker may attack another enemy in contact."""
    stepped(draft, end)
    draft.activate(TARGET)
    draft.challenged |= 1 << end
    draft.at[TARGET] = -1
    if (draft.rules.follow_ups == "all" or draft.attacks < 2) and nameable(draft):
        draft.ask(AGAIN, draft.mover)
    else:
        end_action(draft)


def targets(draft: Draft) -> list[int]:
    """The enemies that may be attacked, in order."""
    return list(members(nameable(draft)))


def fought(draft: Draft, gap: int) -> None:
    """The table: what follows from the attacker's total less the defender's."""
    rules = draft.rules
    draft.activate(TARGET)
    attackers = (LEAD, HELPER) if draft.joint else (LEAD,)
    if gap == 0:
        beaten: tuple[Task, ...] = ()
        if rules.tie == "attacker_retreats":
            beaten = tuple(("retreat", who, 1) for who in attackers)
        draft.tasks = beaten
    elif abs(gap) == 1 and rules.result_1 == "nothing":
        draft.tasks = ()
    elif gap > 0:
        draft.tasks = _won(draft, gap)
    elif gap == -MOST:
        other: Task = ("out", HELPER, 0) if rules.double_losses == "both" else ("retreat", HELPER, 2)
        draft.tasks = (("out", LEAD, 0), other) if draft.joint else (("out", LEAD, 0),)
    else:
        draft.tasks = tuple(("retreat", who, min(-gap, 2)) for who in attackers)
    run(draft)


def _won(draft: Draft, gap: int) -> tuple[Task, ...]:
    pursuit = draft.rules.pursuit
    follow: tuple[Task, ...] = ()
    if (gap == 3 and pursuit != "never") or (gap == MOST and pursuit == "after_3_and_elimination"):
        follow = (("follow", LEAD, 0),)
    return (("out", TARGET, 0) if gap == MOST else ("retreat", TARGET, min(gap, 2)), *follow)

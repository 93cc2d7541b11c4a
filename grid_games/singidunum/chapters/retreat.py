"""Retreats and eliminations (sections 10 and 13, U8 to U10, U14)."""

from __future__ import annotations

from grid_games.core.sets import members
from grid_games.singidunum.chapters.turns import end_action
from grid_games.singidunum.state import DICE_DECIDE, FOLLOW, HELPER, LEAD, SAVE, TARGET, VETO, WHERE, Draft, Task, zone


def fit(draft: Draft, place: int, side: int) -> int:
    """Where a unit that leaves `place` may retreat to, near or far: free, same type, outside every enemy zone of control.

    Inside a base the zones of enemies outside it do not count.
    """
    table = draft.table
    free = table.alike[place] & ~draft.occupied
    if table.base >> place & 1:
        camp = next(base for base in table.board.bases if base >> place & 1)
        return free & camp & ~zone(table.board.grid.around, draft.men[1 - side] & camp)
    return free & ~draft.foes_zone(side)


def opposite(draft: Draft, enemy: int, place: int) -> int:
    """The neighbour straight away from an enemy, as a set; empty if there is none."""
    grid = draft.table.board.grid
    direction = grid.direction(enemy, place) if enemy >= 0 else None
    if direction is None or grid.beside[place][direction] < 0:
        return 0
    return 1 << grid.beside[place][direction]


def refusals(draft: Draft) -> int:
    """The hexes to which the unit challenged may retreat to refuse; none: it cannot (section 9)."""
    place = draft.at[TARGET]
    legal = fit(draft, place, 1 - draft.mover) & draft.table.board.grid.around[place]
    if draft.ready >> place & 1:
        return legal
    away = opposite(draft, draft.at[LEAD], place) & legal
    if away or draft.rules.activated_refusal == "opposite_only":
        return away
    return legal


def first_steps(draft: Draft, who: int) -> int:
    """The hexes to which a unit that must retreat may take its first step."""
    place, side = draft.at[who], draft.owner(who)
    fits = fit(draft, place, side)
    legal = fits & draft.table.board.grid.around[place]
    if who == TARGET and draft.fired:
        return legal
    if who != TARGET and draft.came[who] >= 0:
        back = 1 << draft.came[who]
        if back & ~draft.occupied if draft.rules.attacker_return == "always" else back & fits:
            return back
    return opposite(draft, draft.at[LEAD if who == TARGET else TARGET], place) & legal or legal


def run(draft: Draft) -> None:
    """Do what is left to do in the action, up to the next decision or its end."""
    while draft.tasks:
        task, draft.tasks = draft.tasks[0], draft.tasks[1:]
        if draft.at[task[1]] >= 0 and not _TASKS[task[0]](draft, task):
            return
    end_action(draft)


def _retreat(draft: Draft, task: Task) -> bool:
    """First step of a retreat; the task says whether a save came before ("saved")."""
    what, who, draft.steps = task
    choices = first_steps(draft, who)
    if not choices:
        _nowhere(draft, who, saved=what == "saved")
        return True
    fired = who == TARGET and draft.fired
    return _name(draft, who, choices, "announce" if fired else "retreat")


def _second(draft: Draft, task: Task) -> bool:
    """Second step: the same criterion again, from the same enemy; on plain another type will do if no plain is left."""
    who = task[1]
    place, side = draft.at[who], draft.owner(who)
    grid, table = draft.table.board.grid, draft.table
    legal = fit(draft, place, side) & grid.around[place] & ~(1 << draft.left)
    if legal:
        if not (who == TARGET and draft.fired):
            legal = opposite(draft, draft.at[LEAD if who == TARGET else TARGET], place) & legal or legal
        return _name(draft, who, legal, "second")
    rule = draft.rules.second_step
    if rule == "stay" or (rule == "plain_chooses" and not table.plain >> place & 1):
        return True
    others = grid.around[place] & ~table.alike[place] & ~draft.occupied & ~draft.foes_zone(side) & ~(1 << draft.left)
    if not others:
        return True
    draft.may_stay = True
    return _wait(draft, who, others, "second")


def _name(draft: Draft, who: int, choices: int, manner: str) -> bool:
    """Step to the only hex there is, or have its owner choose; false if a decision is needed."""
    if choices & choices - 1:
        return _wait(draft, who, choices, manner)
    draft.who, draft.manner = who, manner
    stepped(draft, choices.bit_length() - 1)
    return True


def _wait(draft: Draft, who: int, choices: int, manner: str) -> bool:
    draft.who, draft.choices, draft.manner = who, choices, manner
    draft.ask(WHERE, draft.owner(who))
    return False


def stepped(draft: Draft, end: int) -> None:
    """A unit takes a step of its retreat."""
    who, start = draft.who, draft.at[draft.who]
    draft.at[who] = end if draft.relocate(draft.owner(who), start, end, retreat=True) else -1
    if draft.manner != "second" and draft.steps == 2:
        draft.left = start
        draft.tasks = (("second", who, 0), *draft.tasks)
    draft.choices, draft.may_stay, draft.announced, draft.vetoed = 0, False, -1, False


def named(draft: Draft, end: int) -> None:
    """A hex of a retreat is named; of a unit hit by a shot, announced: the opponent may veto (U10)."""
    rest = draft.choices & ~(1 << end)
    if draft.manner == "announce" and rest and not (draft.vetoed and draft.rules.shot_veto == "once"):
        draft.announced = end
        draft.ask(VETO, draft.mover)
        return
    stepped(draft, end)
    run(draft)


def vetoed(draft: Draft) -> None:
    """The announced hex is refused: another is named."""
    draft.choices &= ~(1 << draft.announced)
    draft.announced, draft.vetoed = -1, True
    if draft.choices & draft.choices - 1:
        draft.ask(WHERE, draft.owner(draft.who))
    else:
        named(draft, draft.choices.bit_length() - 1)


def allowed(draft: Draft) -> None:
    """The announced hex stands."""
    stepped(draft, draft.announced)
    run(draft)


def _nowhere(draft: Draft, who: int, *, saved: bool) -> None:
    """The first step is impossible: U9 in melee, U10 after a shot, `saved_no_hex` after a save."""
    rules = draft.rules
    if saved:
        dies = rules.saved_no_hex == "always" or (rules.saved_no_hex == "melee_only" and not draft.fired)
    else:
        dies = rules.shot_no_hex == "eliminated" if draft.fired else rules.no_retreat == "eliminated"
    if not dies:
        return
    slain(draft, who)
    follow: Task = ("follow", LEAD, 0)
    if (
        who == TARGET
        and not saved
        and not draft.fired
        and rules.pursuit == "after_3_and_elimination"
        and follow not in draft.tasks
    ):
        draft.tasks = (*draft.tasks, follow)


def _out(draft: Draft, task: Task) -> bool:
    """The table says eliminated; heavy infantry rolls for its save (U8)."""
    who = task[1]
    if not draft.heavy(draft.at[who]):
        slain(draft, who)
        return True
    draft.who = who
    draft.ask(SAVE, DICE_DECIDE)
    return False


def rolled_save(draft: Draft, made: bool) -> None:
    """Saved: a retreat of two hexes instead, and no pursuit."""
    who = draft.who
    if made:
        rest = tuple(task for task in draft.tasks if who != TARGET or task[0] != "follow")
        draft.tasks = (("saved", who, 2), *rest)
    else:
        slain(draft, who)
    run(draft)


def slain(draft: Draft, who: int) -> None:
    """Eliminate a unit: a victory point for the enemy, unless the escape clause spares it (U14)."""
    place, side = draft.at[who], draft.owner(who)
    draft.remove(side, place)
    draft.at[who] = -1
    if not escapes(draft, place, side):
        draft.points[1 - side] += 1


def escapes(draft: Draft, place: int, side: int) -> bool:
    """Whether a unit that died there counts no point: on plain, beside a free hex of its own base or of maquis."""
    table, rules = draft.table, draft.rules
    if not table.plain >> place & 1:
        return False
    free = table.board.grid.around[place] & ~draft.occupied
    safe = free & ~draft.foes_zone(side)
    base = table.board.bases[side] & (free if rules.refuge_zoc == "maquis" else safe)
    if rules.burnt_refuge == "no":
        base &= ~draft.burnt
    return bool(base or table.refuge & safe)


def followers(draft: Draft) -> list[int]:
    """The attackers that may follow into the hex left."""
    return [who for who in ((LEAD, HELPER) if draft.joint else (LEAD,)) if draft.at[who] >= 0]


def _follow(draft: Draft, task: Task) -> bool:
    """Pursuit (U7): into the hex the enemy left, if it is free."""
    if draft.occupied >> draft.vacated & 1:
        return True
    draft.ask(FOLLOW, draft.mover)
    return False


_TASKS = {"retreat": _retreat, "saved": _retreat, "second": _second, "out": _out, "follow": _follow}


def places(draft: Draft) -> list[int]:
    """The hexes that may be named, in order."""
    return list(members(draft.choices))

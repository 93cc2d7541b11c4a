"""Retreats and eliminations (sections 10 and 13, U8 to U10, U14)."""

from __future__ import annotations

from armada_sim.tabletop import N_, Message
from grid_games.core.extras import by_reason
from grid_games.core.protocol import Violation
from grid_games.core.sets import members
from grid_games.singidunum.board import TERRAIN
from grid_games.singidunum.chapters.turns import end_action
from grid_games.singidunum.moves import Go, Move, Retreat, Save, Say
from grid_games.singidunum.state import HELPER, LEAD, TARGET, Phase, Rolled, State, Step, Task


def fit(draft: State, place: int, side: int) -> int:
    """Where a unit that leaves `place` may retreat to, near or far: free, same type, outside every enemy zone of
    control.

    Inside a base the zones of enemies outside it do not count.
    """
    table = draft.table
    free = table.alike[place] & ~draft.occupied
    if table.base >> place & 1:
        camp = next(base for base in table.board.bases if base >> place & 1)
        return free & camp & ~table.board.grid.near(draft.men[1 - side] & camp)
    return free & ~draft.foes_zone(side)


def opposite(draft: State, enemy: int, place: int) -> int:
    """The neighbour straight away from an enemy, as a set; empty if there is none."""
    grid = draft.table.board.grid
    direction = grid.direction(enemy, place) if enemy >= 0 else None
    if direction is None or grid.beside[place][direction] < 0:
        return 0
    return 1 << grid.beside[place][direction]


def refusals(draft: State) -> int:
    """The hexes to which the unit challenged may retreat to refuse; none: it cannot (section 9)."""
    place = draft.at[TARGET]
    legal = fit(draft, place, 1 - draft.mover) & draft.table.board.grid.around[place]
    if draft.ready >> place & 1:
        return legal
    return opposite(draft, draft.at[LEAD], place) & legal or legal


def first_steps(draft: State, who: int) -> int:
    """The hexes to which a unit that must retreat may take its first step."""
    place, side = draft.at[who], draft.owner(who)
    fits = fit(draft, place, side)
    legal = fits & draft.table.board.grid.around[place]
    if who != TARGET and draft.came[who] >= 0:
        back = 1 << draft.came[who]
        if back & ~draft.occupied if draft.rules.attacker_return == "always" else back & fits:
            return back
    return _away(draft, who) & legal or legal


def barred(draft: State, place: int, side: int) -> str:
    """What bars each neighbour of a hex to a unit of a side that must leave it by a retreat and cannot."""
    board = draft.table.board
    every = ((board.names[other], _barrier(draft, place, side, other)) for other in members(board.grid.around[place]))
    return by_reason((name, barrier) for name, barrier in every if barrier is not None)


def _barrier(draft: State, here: int, side: int, place: int) -> Message | None:
    """Why no retreat leads from a hex to its neighbour; None if it lies open."""
    if draft.occupied >> place & 1:
        return Message("occupied")
    if not draft.may_stay and not draft.table.alike[here] >> place & 1:
        ground = Message(TERRAIN[draft.table.board.terrain[place]])
        return Message("{terrain}, another terrain than the hex left", terrain=ground)
    if not fit(draft, here, side) >> place & 1 and draft.foes_zone(side) >> place & 1:
        return Message("in an enemy zone of control")
    return None


def _away(draft: State, who: int) -> int:
    """The hex opposite the enemy, for a unit that must go there if it can; empty for one that was shot."""
    if who == TARGET and draft.fired:
        return 0
    return opposite(draft, draft.at[LEAD if who == TARGET else TARGET], draft.at[who])


def run(draft: State) -> None:
    """Do what is left to do in the action, up to the next decision or its end."""
    while draft.tasks:
        task, draft.tasks = draft.tasks[0], draft.tasks[1:]
        if draft.at[task[1]] >= 0 and not _TASKS[task[0]](draft, task):
            return
    end_action(draft)


def _retreat(draft: State, task: Task) -> bool:
    """First step of a retreat; the task says whether a save came before ("saved")."""
    what, who, draft.steps = task
    choices = first_steps(draft, who)
    if not choices:
        _nowhere(draft, who, saved=what == "saved")
        return True
    fired = who == TARGET and draft.fired
    return _name(draft, who, choices, "announce" if fired else "retreat")


def _second(draft: State, task: Task) -> bool:
    """Second step: the same criterion again, from the same enemy; on plain another type will do if no plain is left."""
    who = task[1]
    place, side = draft.at[who], draft.owner(who)
    grid, table = draft.table.board.grid, draft.table
    legal = fit(draft, place, side) & grid.around[place] & ~(1 << draft.left)
    if legal:
        return _name(draft, who, _away(draft, who) & legal or legal, "second")
    if not table.plain >> place & 1:
        draft.played(side, Say.HOLD)
        return True
    others = grid.around[place] & ~table.alike[place] & ~draft.occupied & ~draft.foes_zone(side) & ~(1 << draft.left)
    if not others:
        draft.played(side, Say.HOLD)
        return True
    if draft.rules.second_hex == "opposite":
        others = _away(draft, who) & others or others
    draft.may_stay = True
    return _wait(draft, who, others, "second")


def _name(draft: State, who: int, choices: int, manner: str) -> bool:
    """Step to the only hex there is, or have its owner choose; false if a decision is needed."""
    if choices & choices - 1:
        return _wait(draft, who, choices, manner)
    draft.who, draft.manner = who, manner
    alone(draft, choices)
    return True


def alone(draft: State, choices: int) -> None:
    """A unit takes the only step there is."""
    end = choices.bit_length() - 1
    draft.played(draft.owner(draft.who), draft.table.on[Retreat][end])
    stepped(draft, end)


def _wait(draft: State, who: int, choices: int, manner: str) -> bool:
    draft.who, draft.choices, draft.manner = who, choices, manner
    draft.phase = Phase.WHERE
    return False


def stepped(draft: State, end: int) -> None:
    """A unit takes a step of its retreat."""
    who, start = draft.who, draft.at[draft.who]
    draft.at[who] = end if draft.relocate(draft.owner(who), start, end, retreat=True) else -1
    if draft.manner != "second" and draft.steps == 2:
        draft.left = start
        draft.tasks = (("second", who, 0), *draft.tasks)
    draft.choices, draft.may_stay, draft.announced, draft.vetoed = 0, False, -1, False


def named(draft: State, end: int) -> None:
    """A hex of a retreat is named; of a unit hit by a shot, announced: the opponent may veto (U10)."""
    rest, shot = draft.choices & ~(1 << end), draft.fired and draft.who == TARGET
    announced = shot and (draft.manner != "second" or draft.rules.veto_steps == "each")
    if announced and rest and not (draft.vetoed and draft.rules.shot_veto == "once"):
        draft.announced = end
        draft.phase = Phase.VETO
        return
    if shot:
        draft.played(draft.mover, Say.ALLOW)
    stepped(draft, end)
    run(draft)


def answered(draft: State, move: Say) -> None:
    """The announced hex stands, or it is refused and another is named."""
    if move is Say.ALLOW:
        stepped(draft, draft.announced)
        run(draft)
        return
    draft.choices &= ~(1 << draft.announced)
    draft.announced, draft.vetoed = -1, True
    if draft.choices & draft.choices - 1 or draft.may_stay:
        draft.phase = Phase.WHERE
    else:
        alone(draft, draft.choices)
        run(draft)


def _nowhere(draft: State, who: int, *, saved: bool) -> None:
    """The first step is impossible: in melee the unit dies (U8, U9), after a shot it stays (U10)."""
    if draft.trail is not None:
        draft.trail.nowhere.append((draft.at[who], barred(draft, draft.at[who], draft.owner(who))))
    if draft.fired:
        return
    slain(draft, who)
    follow: Task = ("follow", LEAD, 0)
    beaten = who == TARGET and not saved
    if beaten and draft.rules.pursuit == "after_3_and_elimination" and follow not in draft.tasks:
        draft.tasks = (*draft.tasks, follow)


def _out(draft: State, task: Task) -> bool:
    """The table says eliminated; heavy infantry rolls for its save (U8)."""
    who = task[1]
    if not draft.heavy(draft.at[who]):
        slain(draft, who)
        return True
    draft.who = who
    draft.phase = Phase.SAVE
    return False


def rolled_save(draft: State, move: Save) -> None:
    """Saved: a retreat of two hexes instead, and no pursuit."""
    who = draft.who
    if move.made:
        rest = tuple(task for task in draft.tasks if who != TARGET or task[0] != "follow")
        draft.tasks = (("saved", who, 2), *rest)
    else:
        slain(draft, who)
    run(draft)


def slain(draft: State, who: int) -> None:
    """Eliminate a unit: a victory point for the enemy, unless the escape clause spares it (U14)."""
    place, side = draft.at[who], draft.owner(who)
    kind = draft.kinds[place]
    draft.remove(side, place)
    draft.at[who] = -1
    if not (spared := refuges(draft, place, side)):
        draft.score(1 - side, 1)
    elif draft.trail is not None:
        draft.trail.spared.append((side, kind, spared))


def refuges(draft: State, place: int, side: int) -> int:
    """The hexes that make the death of a unit there no point: of plain, the free ones beside it of its own base or of
    maquis."""
    table = draft.table
    if not table.plain >> place & 1:
        return 0
    free = table.board.grid.around[place] & ~draft.occupied
    safe = free & ~draft.foes_zone(side)
    base = table.board.bases[side] & (free if draft.rules.refuge_zoc == "maquis" else safe)
    return base | table.refuge & safe


def _follow(draft: State, task: Task) -> bool:
    """Pursuit (U7): into the hex the enemy left, if it is free."""
    if draft.occupied >> draft.vacated & 1:
        draft.played(draft.mover, Say.HOLD)
        return True
    draft.phase = Phase.FOLLOW
    return False


def followers(draft: State) -> list[Move]:
    """The attackers that may follow into the hex left, or none of them."""
    names, whoever = draft.table.board.names, (LEAD, HELPER) if draft.joint else (LEAD,)
    goings = [Go(names[draft.at[who]], names[draft.vacated]) for who in whoever if draft.at[who] >= 0]
    return [*goings, Say.HOLD]


def followed(draft: State, move: Go | Say) -> None:
    """An attacker follows, or none does."""
    if isinstance(move, Go):
        start = draft.table.board.numbers[move.start]
        who = LEAD if start == draft.at[LEAD] else HELPER
        stays = draft.relocate(draft.mover, start, draft.vacated, retreat=False)
        draft.at[who] = draft.vacated if stays else -1
    run(draft)


_TASKS = {"retreat": _retreat, "saved": _retreat, "second": _second, "out": _out, "follow": _follow}


def places(draft: State) -> list[Move]:
    """The hexes that may be named, and staying where that may be."""
    moves = [draft.table.on[Retreat][place] for place in members(draft.choices)]
    return [*moves, Say.HOLD] if draft.may_stay else moves


def why_not(draft: State, move: Move) -> Violation | None:
    """Why a unit cannot retreat to a hex."""
    if move is Say.HOLD:
        return Violation("10", "the unit must retreat: a hex is named")
    if not isinstance(move, Retreat):
        return None
    board, name, side = draft.table.board, move.hex, draft.owner(draft.who)
    place, here = board.numbers[name], draft.at[draft.who]
    if not board.grid.around[here] >> place & 1:
        told = Message("{hex} is no neighbour of {here}, where the unit stands", hex=name, here=board.names[here])
    elif (barrier := _barrier(draft, here, side, place)) is not None:
        told = Message("{hex}: {reason}", hex=name, reason=barrier)
    elif place == draft.left:
        return Violation("U9", "{hex} is the hex first left", hex=name)
    elif draft.vetoed:
        return Violation("U10", "{hex} was refused", hex=name)
    else:
        told = Message("{hex} is not the hex opposite the enemy, which comes first", hex=name)
    return Violation("10", told)


def _no_follower(draft: State, move: Move) -> Violation | None:
    if not isinstance(move, Go):
        return None
    return Violation("U7", "only an attacker follows, into the hex that its enemy left")


STEPS = {
    Phase.VETO: Step(
        N_("let the enemy retreat to the hex announced (allow) or not (veto)"),
        lambda _: [Say.ALLOW, Say.VETO],
        answered,
    ),
    Phase.SAVE: Rolled(N_("the save is rolled: saved or lost"), lambda draft: draft.table.save, rolled_save),
    Phase.FOLLOW: Step(N_("an attacker may follow into the hex won, or hold"), followers, followed, _no_follower),
}

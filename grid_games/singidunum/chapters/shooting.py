"""Shots: lines, penalty, support, the table (section 11, U10, U11)."""

from __future__ import annotations

from armada_sim.tabletop import N_
from grid_games.core.protocol import Violation
from grid_games.core.sets import members
from grid_games.singidunum.chapters.retreat import run
from grid_games.singidunum.chapters.turns import end_action
from grid_games.singidunum.moves import CALLED, Dice, Move, Roll, Say, Support
from grid_games.singidunum.odds import shot_column
from grid_games.singidunum.state import HELPER, LEAD, TARGET, Phase, Rolled, State, Step, Task
from grid_games.singidunum.table import Outcomes


def lines(draft: State, archer: int) -> tuple[int, int]:
    """Hexes that a shot from `archer` can reach: over no friend, and only over friends.

    Along shortest paths whose hexes between are plain and hold no enemy of the archer; a path over no friend counts.
    """
    table, grid, mover = draft.table, draft.table.board.grid, draft.mover
    near, friends = grid.near, draft.men[mover]
    way = table.plain & ~draft.men[1 - mover]
    found, found_over = 0, 0
    first = grid.around[archer] & way
    clear, over = first & ~friends, first & friends
    for ring in table.ranges[archer]:
        entered, entered_over = near(clear) & ring, near(over) & ring if over else 0
        found |= entered
        found_over |= entered_over & ~entered
        clear, over = entered & way & ~friends, (entered_over | entered & friends) & way
    return found, found_over


def marks(draft: State, archer: int) -> int:
    """The enemies that a unit on `archer` can shoot at."""
    foes = draft.men[1 - draft.mover]
    if not foes & sum(draft.table.ranges[archer]):
        return 0
    clear, over = lines(draft, archer)
    return (clear | over) & foes


def penalty(draft: State, archer: int, target: int) -> int:
    """What is taken off the archer's total for shooting over friends."""
    return lines(draft, archer)[1] >> target & 1


def may_shoot(draft: State, *, moved: bool) -> int:
    """The enemies at which the lead may shoot."""
    place = draft.at[LEAD]
    if draft.kinds[place] not in draft.table.numbers.archers or (moved and draft.contact):
        return 0
    if draft.rules.shoot_in_contact == "no" and draft.table.board.grid.around[place] & draft.men[1 - draft.mover]:
        return 0
    return marks(draft, place)


def supporters(draft: State, target: int) -> list[int]:
    """The available archers beside the lead that can support a shot at `target`."""
    around, foes = draft.table.board.grid.around, draft.men[1 - draft.mover]
    found = []
    for place in members(around[draft.at[LEAD]] & draft.men[draft.mover] & draft.ready):
        hindered = draft.rules.shoot_in_contact == "no" and around[place] & foes
        if draft.kinds[place] in draft.table.numbers.archers and not hindered and marks(draft, place) >> target & 1:
            found.append(place)
    return found


def aimed(draft: State, target: int) -> None:
    """A target is named; where there are archers to support the shot, that is asked."""
    lead = draft.at[LEAD]
    draft.at[TARGET] = target
    draft.fired = True
    draft.advantage = draft.face(lead) - penalty(draft, lead, target) - draft.face(target)
    if supporters(draft, target):
        draft.phase = Phase.SUPPORT
    else:
        draft.played(draft.mover, Say.ALONE)
        draft.phase = Phase.SHOT


def _legal_support(draft: State) -> list[Move]:
    return [*(draft.table.on[Support][place] for place in supporters(draft, draft.at[TARGET])), Say.ALONE]


def supported(draft: State, move: Support | Say) -> None:
    """Archers beside support the shot: a die may be rolled again; or they do not."""
    if isinstance(move, Support):
        draft.at[HELPER] = draft.table.board.numbers[move.hex]
        draft.phase = Phase.DICE
    else:
        draft.phase = Phase.SHOT


def seen(draft: State, move: Dice) -> None:
    """Both dice of a supported shot are seen."""
    draft.dice = (move.own, move.other)
    draft.phase = Phase.REROLL


def again(draft: State, move: Say) -> None:
    """The dice stand, or the archer's is rolled again."""
    own, other = draft.dice
    if move is Say.KEEP:
        hit(draft, Roll(shot_column(draft.advantage + own - other)))
        return
    draft.dice = (0, other)
    draft.phase = Phase.REROLLED


def _rerolled(draft: State) -> Outcomes:
    needed = draft.advantage - draft.dice[1]
    return draft.table.one_die.of(lambda face: shot_column(needed + face)).of(Roll).pairs


def hit(draft: State, move: Roll) -> None:
    """The table of shots (U10)."""
    column = move.gap
    if not column:
        end_action(draft)
        return
    draft.activate(TARGET)
    task: Task = ("out", TARGET, 0) if column == 4 else ("retreat", TARGET, column)
    draft.tasks = (task,)
    run(draft)


def why_not(draft: State, name: str) -> Violation:
    """Why the lead cannot shoot at a hex."""
    lead, foes, rules, board = draft.at[LEAD], draft.men[1 - draft.mover], draft.rules, draft.table.board
    place, moved = board.numbers[name], draft.came[LEAD] >= 0
    if draft.kinds[lead] not in draft.table.numbers.archers:
        return Violation("11", "only archers shoot")
    if moved and draft.contact:
        return Violation("U11", "archers that move into contact attack")
    if board.grid.around[lead] & foes and rules.shoot_in_contact == "no":
        return Violation("U11", "archers in contact do not shoot")
    if not foes >> place & 1:
        return Violation("11", "there is no enemy on {hex}", hex=name)
    between, exact = board.grid.distance(lead, place) - 1, rules.shot_separation == "exact"
    if between < 1 or (between > 2 and exact):
        if exact:
            return Violation("11", "{n} hexes lie between; a shot goes over 1 or 2", n=between)
        return Violation("11", "{n} hexes lie between; a shot goes over 1 or more", n=between)
    return Violation("11", "no shortest way to {hex} leads over plain hexes without enemies", hex=name)


def _no_support(draft: State, move: Move) -> Violation | None:
    if not isinstance(move, Support):
        return None
    place = draft.table.board.numbers[move.hex]
    if not draft.men[draft.mover] & draft.ready & 1 << place or draft.kinds[place] not in draft.table.numbers.archers:
        player = CALLED[draft.mover]
        return Violation("11", "there are no available archers of the {player} on {hex}", player=player, hex=move.hex)
    if not draft.table.board.grid.around[draft.at[LEAD]] >> place & 1:
        return Violation("11", "the archers on {hex} do not stand beside those who shoot", hex=move.hex)
    return Violation("U11", "the archers on {hex} cannot shoot at the target themselves", hex=move.hex)


STEPS = {
    Phase.SUPPORT: Step("", _legal_support, supported, _no_support),
    Phase.SHOT: Rolled(
        N_("the dice are rolled, for a difference such as +2"), lambda draft: draft.table.shot[draft.advantage], hit
    ),
    Phase.DICE: Rolled(N_("both dice are rolled, such as 3:4"), lambda draft: draft.table.dice, seen),
    Phase.REROLL: Step(N_("keep or reroll"), lambda _: [Say.KEEP, Say.REROLL], again),
    Phase.REROLLED: Rolled(N_("a die is rolled again, for a difference such as +2"), _rerolled, hit),
}

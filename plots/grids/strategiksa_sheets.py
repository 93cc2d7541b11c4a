"""A battle of Strategiksa, fight by fight: who stands on the square, who picks first, what is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from matplotlib.lines import Line2D

from armada_sim.pictures import Look, PlayerLook, View, Words, Z, arc_points
from armada_sim.tabletop import N_, InputError, Message
from grid_games.core.written import Written
from grid_games.strategiksa.chapters.battles import Picking, Replying
from grid_games.strategiksa.moves import Heal, Move, Reply, Take
from grid_games.strategiksa.state import State
from grid_games.strategiksa.units import FOUGHT, PIECES
from plots.grids.scene import BoardScene
from plots.grids.squares import SQUARE_MM
from plots.grids.stacks import Chip, chip_places, draw_chip, draw_stack
from plots.grids.strategiksa import KINDS, MARGIN_MM, SCALE, colour_words, explain, looks_of, stack_chips
from plots.labels import wrapped
from plots.sheet import Sheet

ROW_MM = 12.5
"""Height of a fight."""

_INNER = SQUARE_MM - 2 * MARGIN_MM
((_, CHIP_MM),) = chip_places(1, 0.0, 0.0, _INNER, 2)
"""Side of a chip, as on a board."""

LEFT_STACK, LEFT_CHIP, RIGHT_CHIP, RIGHT_STACK, WORDS_MM, WIDTH_MM = 4.5, 20.5, 29.5, 35.5, 48.0, 82.0
"""Where the columns are: left edges of stacks and words, middles of chips."""

_NAMES = {"K": N_("the king"), "I": N_("the infantry"), "C": N_("the cavalry"), "A": N_("the archer")}
_WOUNDED = {
    "K": N_("the wounded king"), "I": N_("the wounded infantry"), "C": N_("the wounded cavalry"),
    "A": N_("the wounded archer"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Round:
    """One fight, or one healing."""

    stacks: tuple[tuple[Chip, ...], tuple[Chip, ...]]
    """Attackers and defenders before it."""

    first: int
    """The side with the initiative: 0 the attackers, 1 the defenders."""

    pieces: tuple[int | None, int | None]
    """The pieces sent, attackers' and defenders'; in a healing the one healed and None."""

    colours: tuple[str | None, str | None]
    left: tuple[int | None, int | None]
    """What is left of them."""


def rounds_of(state: State, moves: Sequence[Move]) -> tuple[list[Round], State]:
    """The rounds that some moves of one battle are, and the state after them. `state` is at its first choice."""
    found: list[Round] = []
    for move in moves:
        step = state.decision
        if isinstance(step, Picking) and isinstance(move, Heal):
            stacks, side = _stacks(state, step.battle.square, step.battle.lords), step.battle.initiative
            man = (_colour(state, stacks[side], move.colour), move.piece)
            found.append(_round(stacks, side, {side: man}, {side: move.piece - 1}))
        elif isinstance(step, Replying) and isinstance(move, Reply):
            battle = step.battle
            side, stacks = battle.initiative, _stacks(state, battle.square, battle.lords)
            mine, other = (
                (state.game.players[step.colour], step.piece),
                (_colour(state, stacks[1 - side], move.colour), move.piece),
            )
            left = {side: FOUGHT[step.piece][move.piece], 1 - side: FOUGHT[move.piece][step.piece]}
            found.append(_round(stacks, side, {side: mine, 1 - side: other}, left))
        state = state.play(move)
    return found, state


def _round(
    stacks: tuple[tuple[Chip, ...], tuple[Chip, ...]],
    first: int,
    sent: dict[int, tuple[str, int]],
    left: dict[int, int | None],
) -> Round:
    colours = tuple(sent[side][0] if side in sent else None for side in (0, 1))
    pieces = tuple(sent[side][1] if side in sent else None for side in (0, 1))
    return Round(stacks, first, pieces, colours, (left.get(0), left.get(1)))  # type: ignore[arg-type]


def _stacks(state: State, square: int, lords: tuple[int, int]) -> tuple[tuple[Chip, ...], tuple[Chip, ...]]:
    """What stands on a square, of each side."""
    table, players = state.table, state.game.players
    attackers, defenders = (
        tuple(
            chip
            for colour, name in enumerate(players)
            if table.lords[colour] == lord
            for chip in stack_chips(table.stacks[colour][square], name)
        )
        for lord in lords
    )
    return attackers, defenders


def _colour(state: State, stack: Sequence[Chip], letter: str) -> str:
    """Whose piece a move names: by its letter, or the only colour of its side."""
    if letter:
        return state.game.players[state.game.letters.index(letter)]
    (colour,) = {chip.player for chip in stack}
    return colour


def fought(page: Written) -> tuple[State, tuple[Move, ...]]:
    """A game at the first choice of the first battle that its moves fight, and the moves from there. Raises InputError
    if they fight none."""
    past = page.past
    for k, one in enumerate(past[:-1]):
        state = cast("State", one.state)
        if isinstance(state.decision, Picking):
            return state, tuple(page.moves[k:])
    raise InputError(Message("no battle is fought by these moves"), key="moves")


def battle(page: Written) -> BoardScene:
    """The battle that the moves of a game fight: a line of heads, its rounds, and a line for the end."""
    state, moves = fought(page)
    count = len(rounds_of(state, moves)[0])
    return BoardScene(View(0, -(count * ROW_MM) - 6, WIDTH_MM, 8), (Battle(state, moves),), SCALE)


@dataclass(frozen=True)
class Battle:
    """The rounds that some moves of one battle are, below one another."""

    state: State
    """At the first choice."""

    moves: tuple[Move, ...]

    def draw(self, sheet: Sheet) -> None:
        """The rounds, what becomes of the fallen king, and the legend."""
        rounds, after = rounds_of(self.state, self.moves)
        looks = looks_of(sheet.style, after.game.players)
        words, style = sheet.words, sheet.style
        sides = [rounds[0].stacks[side][0].player for side in (0, 1)]
        heads = ((N_("attackers"), LEFT_STACK), (N_("defenders"), RIGHT_STACK))
        for side, (head, left) in enumerate(heads):
            text, x = f"{words.say(head)}\n({colour_words(words, sides[side])})", left + SQUARE_MM / 2
            sheet.texts.append(sheet.write(text, (x, 3.2), style.small_text, fontweight="bold"))
        for number, one in enumerate(rounds):
            _draw_round(sheet, number, one)
            y = -(number + 0.5) * ROW_MM
            for side, x in ((0, LEFT_STACK), (1, RIGHT_STACK)):
                low, high, place = y - SQUARE_MM / 2, y + SQUARE_MM / 2, f"{number + 1}"
                look: Look = {"facecolor": style.surface, "edgecolor": style.quiet, "linewidth": style.thin}
                sheet.mark("stack", sheet.box(x, low, x + SQUARE_MM, high, Z.SURFACE, **look), place, sides[side])
                draw_stack(sheet, one.stacks[side], looks, place, x + MARGIN_MM, low + MARGIN_MM, _INNER)
            for side, x in ((0, LEFT_CHIP), (1, RIGHT_CHIP)):
                piece, colour = one.pieces[side], one.colours[side]
                if piece is None or colour is None:
                    continue
                name = PIECES[piece]
                chip = Chip(colour, KINDS[name[0]], 1, name.endswith("*"))
                draw_chip(sheet, chip, looks[colour], (x, y), CHIP_MM, f"{number + 1}")
                if one.left[side] is None:
                    _removed(sheet, (x, y), f"{number + 1}", colour)
        _end(sheet, self.state, after, self.moves, len(rounds))
        _legend(sheet, rounds, looks)


def _draw_round(sheet: Sheet, number: int, one: Round) -> None:
    """Its number, who picks first, and what happens in words."""
    style, y = sheet.style, -(number + 0.5) * ROW_MM
    sheet.texts.append(sheet.write(f"{number + 1}.", (2, y), style.text, fontweight="bold"))
    if number:
        ends = [(0, y + ROW_MM / 2), (WIDTH_MM, y + ROW_MM / 2)]
        sheet.others.append(sheet.line(ends, Z.GRID, color=style.grid, linewidth=style.thin))
    middle, side = (LEFT_CHIP, 1) if one.first == 0 else (RIGHT_CHIP, -1)
    x, away = middle - side * (CHIP_MM / 2 + 1.9), 1.0
    tip = x + side * 1.4
    flag = sheet.polygon([(x, y + away), (tip, y), (x, y - away)], Z.LINE, facecolor=style.good, linewidth=0)
    sheet.mark("first", flag, str(number + 1))
    if None not in one.pieces:
        ends = [(LEFT_CHIP + CHIP_MM / 2 + 0.7, y), (RIGHT_CHIP - CHIP_MM / 2 - 0.7, y)]
        fight = sheet.arrow(ends[0], ends[1], _AGAINST, Z.LINE, color=style.ink, linewidth=style.line)
        sheet.mark("against", fight, str(number + 1))
    room = (WIDTH_MM - WORDS_MM - 1) / sheet.mm(1)
    text = wrapped(_sentence(sheet.words, one), room, style.text, style.font)
    sheet.texts.append(sheet.write(text, (WORDS_MM, y), style.text, ha="left"))


def _sentence(words: Words, one: Round) -> str:
    """One round in a sentence."""
    names = [
        None if piece is None else words.say((_WOUNDED if PIECES[piece].endswith("*") else _NAMES)[PIECES[piece][0]])
        for piece in one.pieces
    ]
    if None in one.pieces:
        (name,) = (name for name in names if name is not None)
        text = words.say("A healer cures {winner}; the initiative passes.", winner=name)
    else:
        a, b = (piece for piece in one.pieces if piece is not None)
        beats = _beats(a, b)
        order = names if beats >= 0 else names[::-1]
        message = N_("{winner} beats {loser} and is wounded.")
        if beats == 0:
            message = N_("{winner} and {loser} destroy each other.")
        elif one.left[0] is None and one.left[1] is None:
            message = N_("{winner} beats {loser} and dies of its wound.")
        text = words.say(message, winner=order[0], loser=order[1])
    return text[:1].upper() + text[1:]


def _beats(one: int, other: int) -> int:
    """1 if a piece beats another, -1 if it is beaten, 0 if both fall, wounds apart."""
    healthy, against = one - one % 2, other - other % 2
    return (FOUGHT[healthy][against] is not None) - (FOUGHT[against][healthy] is not None)


_AGAINST = "<|-|>,head_width=2,head_length=3"


def _removed(sheet: Sheet, centre: tuple[float, float], place: str, colour: str) -> None:
    """A cross on a disc over the upper right corner of a chip: its symbol stays in sight."""
    x, y = centre[0] + 0.46 * CHIP_MM, centre[1] + 0.46 * CHIP_MM
    far, style = 0.13 * CHIP_MM, sheet.style
    rim: Look = {"facecolor": style.blocker, "edgecolor": style.halo, "linewidth": style.thin}
    disc = sheet.polygon(arc_points((x, y), 0.25 * CHIP_MM, 0, 360)[:-1], Z.HEAVY, **rim)
    sheet.mark("removed", disc, place, colour)
    for up in (far, -far):
        cross = sheet.line([(x - far, y - up), (x + far, y + up)], Z.HEAVY + 0.1, color="white", linewidth=style.bold)
        sheet.others.append(cross)


def _end(sheet: Sheet, before: State, after: State, moves: Sequence[Move], count: int) -> None:
    """What becomes of the fallen king."""
    if not moves or not isinstance(moves[-1], Take):
        return
    words, players, style = sheet.words, after.game.players, sheet.style
    changed = [colour for colour in range(len(players)) if before.table.lords[colour] != after.table.lords[colour]]
    lord = colour_words(words, players[after.table.lords[changed[0]]])
    fallen = words.listed([colour_words(words, players[colour]) for colour in changed])
    message = N_("{lord} runs the pieces of {fallen} himself; the battle is over.")
    if moves[-1].vassal:
        message = N_("{lord} takes {fallen} as a vassal; the battle is over.")
    text = words.say(message, lord=lord, fallen=fallen)
    at = (LEFT_STACK, -(count * ROW_MM) - 3)
    sheet.texts.append(sheet.write(text[:1].upper() + text[1:], at, style.text, ha="left", fontweight="bold"))


def _legend(sheet: Sheet, rounds: Sequence[Round], looks: Mapping[str, PlayerLook]) -> None:
    style, words = sheet.style, sheet.words
    shown = [chip for one in rounds for stack in one.stacks for chip in stack]
    names = dict.fromkeys(chip.player for chip in shown)
    explain(sheet, shown, {name: colour_words(words, name) for name in names}, looks)
    flag = Line2D([], [], color=style.good, marker=">", markersize=6, linestyle="none")
    sheet.explain(words.say("picks first"), flag)
    sheet.explain_line(
        words.say("against"), marker=r"$\leftrightarrow$", color=style.ink, markersize=12, linestyle="none"
    )
    disc = Line2D([], [], color=style.blocker, marker="o", markersize=9, linestyle="none")
    cross = Line2D([], [], color="white", marker="x", markersize=4.5, markeredgewidth=1.4, linestyle="none")
    sheet.explain(words.say("removed"), disc, cross)

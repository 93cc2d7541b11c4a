"""A battle of Strategiksa, fight by fight: who stands on the square, who picks first, what is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matplotlib.lines import Line2D

from armada_sim.pictures import Look, PlayerLook, View, Words, Z
from armada_sim.tabletop import N_
from grid_games.strategiksa.chapters.battles import Picking, Replying
from grid_games.strategiksa.moves import Heal, Move, Reply, Take
from grid_games.strategiksa.state import State
from grid_games.strategiksa.units import FOUGHT, PIECES
from plots.grids.stacks import Chip, draw_chip, draw_stack
from plots.grids.strategiksa import KINDS, colour_words, explain, stack_chips
from plots.labels import wrapped
from plots.sheet import Sheet

ROW_MM = 17.0
"""Height of a fight."""

STACK_MM, CHIP_MM = 14.0, 9.0
"""Sides of a stack and of the chips that fight."""

LEFT_STACK, LEFT_CHIP, RIGHT_CHIP, RIGHT_STACK, WORDS_MM, WIDTH_MM = 8.0, 31.0, 50.0, 59.0, 78.0, 132.0
"""Where the columns are: left edges of stacks and words, middles of chips."""

NAMES = {"K": N_("king"), "I": N_("infantry"), "C": N_("cavalry"), "A": N_("archer")}
_WOUNDED = {"K": N_("wounded king"), "I": N_("wounded infantry"), "C": N_("wounded cavalry"), "A": N_("wounded archer")}


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


def battle_view(count: int) -> View:
    """Room for so many rounds under a line of heads, and a line for the end."""
    return View(0, -(count * ROW_MM) - 9, WIDTH_MM, 8)


@dataclass(frozen=True)
class Battle:
    """The rounds that some moves of one battle are, below one another."""

    state: State
    """At the first choice."""

    moves: tuple[Move, ...]

    def draw(self, sheet: Sheet) -> None:
        """The rounds, what becomes of the fallen king, and the legend."""
        rounds, after = rounds_of(self.state, self.moves)
        looks = sheet.style.looks(after.game.players)
        words, style = sheet.words, sheet.style
        sides = [rounds[0].stacks[side][0].player for side in (0, 1)]
        heads = ((N_("attackers"), LEFT_STACK), (N_("defenders"), RIGHT_STACK))
        for side, (head, left) in enumerate(heads):
            text, x = f"{words.say(head)}\n({colour_words(words, sides[side])})", left + STACK_MM / 2
            sheet.texts.append(sheet.write(text, (x, 3.2), style.small_text, fontweight="bold"))
        for number, one in enumerate(rounds):
            _draw_round(sheet, number, one)
            y = -(number + 0.5) * ROW_MM
            for side, x in ((0, LEFT_STACK), (1, RIGHT_STACK)):
                low, high = y - STACK_MM / 2, y + STACK_MM / 2
                look: Look = {"facecolor": style.surface, "edgecolor": style.quiet, "linewidth": style.thin}
                sheet.mark(
                    "stack", sheet.box(x, low, x + STACK_MM, high, Z.SURFACE, **look), f"{number + 1}", sides[side]
                )
                draw_stack(sheet, one.stacks[side], looks, f"{number + 1}", x + 0.7, low + 0.7, STACK_MM - 1.4)
            for side, x in ((0, LEFT_CHIP), (1, RIGHT_CHIP)):
                piece, colour = one.pieces[side], one.colours[side]
                if piece is None or colour is None:
                    continue
                name = PIECES[piece]
                chip = Chip(colour, KINDS[name[0]], 1, name.endswith("*"))
                draw_chip(sheet, chip, looks[colour], (x, y), CHIP_MM, f"{number + 1}")
                if one.left[side] is None:
                    _cross(sheet, (x, y), f"{number + 1}", colour)
        _end(sheet, self.state, after, self.moves, len(rounds))
        _legend(sheet, rounds, looks)


def _draw_round(sheet: Sheet, number: int, one: Round) -> None:
    """Its number, who picks first, and what happens in words."""
    style, y = sheet.style, -(number + 0.5) * ROW_MM
    sheet.texts.append(sheet.write(f"{number + 1}.", (3.5, y), style.text, fontweight="bold"))
    if number:
        ends = [(1, y + ROW_MM / 2), (WIDTH_MM - 1, y + ROW_MM / 2)]
        sheet.others.append(sheet.line(ends, Z.GRID, color=style.grid, linewidth=style.thin))
    middle, away = ((LEFT_CHIP, 6.2) if one.first == 0 else (RIGHT_CHIP, -6.2)), 1.3
    x = middle[0] - middle[1]
    tip = x + (1.6 if one.first == 0 else -1.6)
    flag = sheet.polygon([(x, y + away), (tip, y), (x, y - away)], Z.LINE, facecolor=style.good, linewidth=0)
    sheet.mark("first", flag, str(number + 1))
    if None not in one.pieces:
        sheet.texts.append(sheet.write("×", ((LEFT_CHIP + RIGHT_CHIP) / 2, y), style.title, fontweight="bold"))
    room = (WIDTH_MM - WORDS_MM - 2) / sheet.mm(1)
    text = wrapped(_sentence(sheet.words, one), room, style.text, style.font)
    sheet.texts.append(sheet.write(text, (WORDS_MM, y), style.text, ha="left"))


def _sentence(words: Words, one: Round) -> str:
    """One round in a sentence."""
    names = [
        None if piece is None else words.say((_WOUNDED if PIECES[piece].endswith("*") else NAMES)[PIECES[piece][0]])
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


def _cross(sheet: Sheet, centre: tuple[float, float], place: str, colour: str) -> None:
    """Over a chip that is removed."""
    (x, y), reach = centre, 0.6 * CHIP_MM
    for ends in ([(x - reach, y - reach), (x + reach, y + reach)], [(x - reach, y + reach), (x + reach, y - reach)]):
        line = sheet.line(ends, Z.HEAVY, halo=1.2, color=sheet.style.blocker, linewidth=sheet.style.bold)
        sheet.mark("removed", line, place, colour)


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
    at = (LEFT_STACK, -(count * ROW_MM) - 4.5)
    sheet.texts.append(sheet.write(text[:1].upper() + text[1:], at, style.text, ha="left", fontweight="bold"))


def _legend(sheet: Sheet, rounds: Sequence[Round], looks: Mapping[str, PlayerLook]) -> None:
    style, words = sheet.style, sheet.words
    shown = [chip for one in rounds for stack in one.stacks for chip in stack]
    names = dict.fromkeys(chip.player for chip in shown)
    explain(sheet, shown, {name: colour_words(words, name) for name in names}, looks)
    flag = Line2D([], [], color=style.good, marker=">", markersize=6, linestyle="none")
    sheet.explain(words.say("picks first"), flag)
    cross = Line2D([], [], color=style.blocker, marker="x", markersize=8, markeredgewidth=2, linestyle="none")
    sheet.explain(words.say("removed"), cross)

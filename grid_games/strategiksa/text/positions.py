"""Positions as one line of text, and the board in characters.

`classic|2|R|R=R,G=R,B=B|R=R,G=G,B=B|c3=R:KH;e3=R:2II*+G:A`: map, round, colour to play, suzerains, managers, squares
by file and rank. It holds all there is at the start of a turn; round 0 is the set-up.
"""

from __future__ import annotations

from functools import reduce

from armada_sim.tabletop import Message
from grid_games.core.extras import enumerated
from grid_games.core.protocol import NotationError
from grid_games.strategiksa.board import SIDE, SQUARE, SQUARES
from grid_games.strategiksa.chapters.control import territories
from grid_games.strategiksa.state import State, Table, Terms
from grid_games.strategiksa.units import KING, KING_WOUNDED, number, of_kind, read_stack, stack_text


def position_text(state: State) -> str:
    """The line of a state, without the step its turn is at."""
    letters, table = state.game.letters, state.table
    pairs = (
        ",".join(f"{letters[colour]}={letters[player]}" for colour, player in enumerate(players))
        for players in (table.lords, table.managers)
    )
    squares = ((square, square_text(table, letters, square)) for square in range(SIDE * SIDE))
    told = ";".join(f"{SQUARES[square]}={text}" for square, text in squares if text)
    return "|".join((state.game.rules.map, str(state.round), letters[state.turn], *pairs, told))


def square_text(table: Table, letters: str, square: int) -> str:
    """What stands on a square, such as `R:2II*+G:A`; empty if nothing does."""
    return "+".join(
        f"{letters[colour]}:{stack_text(row[square])}" for colour, row in enumerate(table.stacks) if row[square]
    )


def read_position(game: Terms, text: str) -> State:
    """The start of a turn that a line describes. Raises NotationError, which says which part is wrong."""
    table, round_number, turn = read_parts(game, text)
    last = game.rules.max_rounds
    if round_number < 1 or round_number > (last or round_number):
        if last:
            raise NotationError("expected a round from 1 to {last}, not {n}", last=last, n=round_number)
        raise NotationError("expected a round from 1, not {n}", n=round_number)
    if not table.totals[turn]:
        raise NotationError("{player} has no pieces, and so no turn", player=game.called[turn])
    if problem := broken_invariant(game, table):
        raise NotationError(problem)
    if any(table.alliance(lord) & table.others(lord) for lord in set(table.lords)):
        raise NotationError("at the start of a turn no square holds two alliances")
    return game.position(table, round_number, turn)


def read_parts(game: Terms, text: str) -> tuple[Table, int, int]:
    """Table, round and colour to play of a line. Raises NotationError."""
    parts = text.strip().split("|")
    if len(parts) != 6:
        raise NotationError("expected map|round|colour|suzerains|managers|squares, not {given}", given=repr(text))
    name, round_text, letter, lords, managers, squares = parts
    if name != game.rules.map:
        raise NotationError(
            "the position is on the map {map}, the game on {other}", map=repr(name), other=repr(game.rules.map)
        )
    if not (round_text.isascii() and round_text.isdigit() and len(round_text) < 5):
        raise NotationError("expected the number of a round, not {given}", given=repr(round_text))
    return (
        Table.of(_read_squares(game, squares), _read_pairs(game, lords), _read_pairs(game, managers)),
        int(round_text),
        _colour(game, letter),
    )


def _colour(game: Terms, letter: str) -> int:
    if len(letter) != 1 or letter not in game.letters:
        raise NotationError(
            "expected one of the colours {letters}, not {given}", letters=" ".join(game.letters), given=repr(letter)
        )
    return game.letters.index(letter)


def _read_pairs(game: Terms, text: str) -> list[int]:
    pairs = [pair.partition("=") for pair in text.split(",")]
    if [colour for colour, _, _ in pairs] != list(game.letters) or not all(equals for _, equals, _ in pairs):
        example = ",".join(f"{letter}={letter}" for letter in game.letters)
        raise NotationError("expected {example} or the like, not {given}", example=example, given=repr(text))
    return [_colour(game, player) for _, _, player in pairs]


def _read_squares(game: Terms, text: str) -> list[list[int]]:
    stacks = [[0] * (SIDE * SIDE) for _ in game.letters]
    for part in text.split(";") if text else ():
        name, equals, groups = part.partition("=")
        if name not in SQUARE or not equals:
            raise NotationError(
                "expected a square with its pieces, such as e3=R:2II*+G:A, not {given}", given=repr(part)
            )
        for group in groups.split("+"):
            letter, _, stack = group.partition(":")
            colour = _colour(game, letter)
            if stacks[colour][SQUARE[name]]:
                raise NotationError("{letter} is given twice for {square}", letter=letter, square=name)
            stacks[colour][SQUARE[name]] = read_stack(stack)
    return stacks


def broken_invariant(game: Terms, table: Table) -> str:
    """Which of the invariants V1, V2, V3, V5 and V6 of `docs/rules/strategiksa.md` a table breaks; empty if none."""
    names, lords = game.called, table.lords
    for colour, lord in enumerate(lords):
        if lords[lord] != lord:
            return Message(
                "V1: {lord}, suzerain of {player}, is a vassal himself", lord=names[lord], player=names[colour]
            )
        if lords[table.managers[colour]] != lord:
            its = {"player": names[colour], "manager": names[table.managers[colour]]}
            return Message("V2: {player} is run by {manager}, who is of another alliance", **its)
        if lord == colour and table.managers[colour] != colour:
            return Message("V3: {player} is independent, but his colour is run by another", player=names[colour])
    for colour, total in enumerate(table.totals):
        kings = number(total, KING) + number(total, KING_WOUNDED)
        if kings > (lords[colour] == colour):
            return Message("V5: {player} has {n} kings", player=names[colour], n=kings)
        for kind in "ICAH":
            if of_kind(total, kind) > game.supply(kind):
                return Message(
                    "V6: {player} has more than {n} pieces of kind {kind}",
                    player=names[colour], n=game.supply(kind), kind=kind,
                )  # fmt: skip
        if table.occupied[colour] & ~game.ground.open:
            return Message("V6: {player} stands on a mountain", player=names[colour])
    return ""


def board_text(state: State) -> str:
    """The board in characters: zones in lines, mountains as ^, and who runs what below."""
    letters, table, ground = state.game.letters, state.table, state.game.ground
    cells = [
        square_text(table, letters, square) or ("." if ground.open >> square & 1 else "^")
        for square in range(SIDE * SIDE)
    ]
    widths = [max(len(cells[SIDE * file + rank]) for rank in range(SIDE)) for file in range(SIDE)]

    def line(words: list[str]) -> str:
        padded = [word.ljust(width) for word, width in zip(words, widths, strict=True)]
        return " | ".join(f"{padded[file]} {padded[file + 1]}" for file in range(0, SIDE, 2))

    lines = []
    for rank in reversed(range(SIDE)):
        lines.append(f"{rank + 1:>2}  " + line([cells[SIDE * file + rank] for file in range(SIDE)]))
        if rank % 2 == 0 and rank:
            lines.append("    " + "-+-".join("-" * (widths[file] + widths[file + 1] + 1) for file in range(0, SIDE, 2)))
    lines.append("    " + line(list("abcdefghij")))
    told, names = list[str](), state.game.called
    for colour, name in enumerate(names):
        lord, manager = table.lords[colour], table.managers[colour]
        if lord != colour:
            whose = {"player": name, "lord": names[lord], "manager": names[manager]}
            told.append(Message("{player} belongs to {lord}, run by {manager}", **whose))
    now: dict[str, object] = {"where": when(state), "colour": names[state.turn]}
    decider = state.current_player()
    status = Message("{where}, turn of {colour}: the game is over", **now)
    if decider is not None:
        status = Message("{where}, turn of {colour}: {player} decides", player=Message(decider), **now)
    if state.round:
        status = Message("{status}; {held}", status=status, held=held(state))
    board = "\n".join(text.rstrip() for text in lines)
    return reduce(lambda text, line: Message("{board}\n{status}", board=text, status=line), [status, *told], board)


def when(state: State) -> Message:
    """The round, and the last where there is one."""
    if not state.round:
        return Message("Set-up")
    last = state.game.rules.max_rounds
    return Message("Round {n} of {last}", n=state.round, last=last) if last else Message("Round {n}", n=state.round)


def held(state: State) -> Message:
    """The zones that each alliance holds, and how many win (clause 56)."""
    names, zones = state.game.called, territories(state.table)
    counts = [Message("{player} {n}", player=names[lord], n=count) for lord, count in sorted(zones.items())]
    told = enumerated(counts) if counts else Message.meaning("zones held", "none")
    if state.game.rules.victory == "supremacy":
        return Message("zones held: {zones}", zones=told)
    return Message("zones held, of the {n} that win: {zones}", n=state.game.numbers.zones, zones=told)

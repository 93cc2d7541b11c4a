"""`grid-games odds`: exact chances of throws and fights."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from armada_sim.tabletop.terminal import JSON, WIDTH, command, in_json, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from armada_sim.tabletop import Language
    from grid_games.core.extras import Cell, OddsTable


@command(
    short_help="Tell the exact chances of a fight.",
    example="grid-games odds singidunum attack=C6 defence=H6",
)
@click.argument("game")
@click.argument("words", nargs=-1, metavar="[WORD]...")
@click.option("--anyway", is_flag=True, help="Of a fight too that the rules do not allow.")
@JSON
@click.pass_obj
def odds(tell: Language, game: str, words: tuple[str, ...], anyway: bool, as_json: bool) -> None:
    """Tell exact chances of what is rolled in GAME; which WORDs may follow, the game says. --json has every chance as
    a fraction."""
    from armada_sim.tabletop import InputError, Message, NotBuiltError
    from grid_games import catalogue

    kind, extras = catalogue.kind(game), catalogue.extras(game)
    if extras.odds is None:
        if catalogue.load(game).max_chance_outcomes:
            raise NotBuiltError(Message("its odds are not built"), key=game)
        if words:
            raise InputError(
                Message("nothing is rolled in {game}, so there is nothing to ask", game=game), key=words[0]
            )
        tables: Sequence[OddsTable] = ()
    else:
        tables = extras.odds(words)
        if extras.unlawful is not None and not anyway and (why := extras.unlawful(words)):
            raise InputError(Message("{why}; --anyway tells its odds all the same", why=why))
    if as_json:
        click.echo(in_json({"game": kind.name, "tables": [_document(table, tell) for table in tables]}))
    elif not tables:
        click.echo(tell.say("Nothing is rolled in {game}: what happens follows from the moves alone.", game=kind.name))
    else:
        click.echo("\n\n".join("\n".join(_lines(table, tell)) for table in tables))


def _document(table: OddsTable, tell: Language) -> dict[str, Any]:
    rows = [[_plain(cell, tell) for cell in row] for row in table.rows]
    head = [tell.tell(word) for word in table.head]
    return {"title": tell.tell(table.title), "head": head, "rows": rows, "note": tell.tell(table.note)}


def _plain(cell: Cell, tell: Language) -> str | int:
    """A cell as JSON has it."""
    if isinstance(cell, Fraction):
        return str(cell)
    return tell.tell(cell) if isinstance(cell, str) else cell


def _lines(table: OddsTable, tell: Language) -> list[str]:
    for exact in (True, False):  # percent alone where the fractions have no room
        grid = [list(map(tell.tell, table.head)), *([_cell(cell, exact, tell) for cell in row] for row in table.rows)]
        widths = [max(len(row[i]) for row in grid) for i in range(len(table.head))]
        if sum(widths) + 2 * len(widths) - 2 <= WIDTH:
            break
    lines = [click.style(tell.tell(table.title), bold=True)]
    for row in grid:
        first, *rest = (
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append("  ".join((first, *rest)).rstrip())
    return lines + (wrapped(tell.tell(table.note)) if table.note else [])


def _cell(cell: Cell, exact: bool, tell: Language) -> str:
    """A probability as the fraction it is and in percent, or in percent alone."""
    if not isinstance(cell, Fraction) or cell in (0, 1):
        return str(_plain(cell, tell))
    percent = tell.amount(f"{100 * float(cell):.1f}", "%")
    return f"{cell} ({percent})" if exact else percent

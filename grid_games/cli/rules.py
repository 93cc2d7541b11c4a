"""`grid-games rules`: the rules of a game on the screen, whole or a clause of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from armada_sim.tabletop.terminal import JSON, command, in_json

if TYPE_CHECKING:
    from armada_sim.tabletop import Language


@command(
    short_help="Print the rules of a game, or what they say under a clause.",
    example="grid-games rules strategiksa 28; grid-games rules singidunum 10",
)
@click.argument("game")
@click.argument("clause", required=False)
@JSON
@click.pass_obj
def rules(words: Language, game: str, clause: str | None, as_json: bool) -> None:
    """Print the rules of GAME as the program plays them; with CLAUSE, what stands under a clause, chapter or option.

    grid-games rules GAME numbers: units, prices and the like, as a file that --numbers takes."""
    from armada_sim.tabletop import rules_pages
    from armada_sim.tabletop.shipped import text_of
    from grid_games import catalogue
    from grid_games.core.numbers import KEY, file_of_text

    kind = catalogue.kind(game)
    if clause is None:
        text = rules_pages.plain(rules_pages.page(game, words.lang))
    elif clause in kind.gone:
        text = words.say("{name}: {text}", name=clause, text=words.tell(kind.gone[clause].message))
    elif clause == KEY and catalogue.extras(game).numbers:
        text = text_of(file_of_text(catalogue.KINDS[game].rpartition(".")[0]), words).rstrip()
    else:
        text = rules_pages.look_up(game, clause, words.lang)
    click.echo(in_json({"game": kind.name, "clause": clause, "text": text}) if as_json else text)

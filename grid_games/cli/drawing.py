"""`grid-games draw`: pictures of positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from armada_sim.tabletop.terminal import PAPER, Look, Whole, Width, command, looks, picture_path
from grid_games.cli.shared import MAP, NUMBERS, SEATS, SETTINGS

if TYPE_CHECKING:
    from armada_sim.tabletop import Language
    from grid_games.core.protocol import State

MOST_MOVES = 1_000_000
"""More than any record holds."""


@command(
    short_help="Draw a position of a game.",
    example="grid-games draw strategiksa --set map=pinwheel -o board.svg",
)
@click.argument("what", metavar="FILE|GAME")
@click.option("-o", "--output", metavar="PICTURE", required=True, help="The picture (.svg, .pdf or .png).")
@SEATS
@SETTINGS
@MAP
@NUMBERS
@click.option(
    "--after",
    type=Whole(0, MOST_MOVES),
    metavar="N",
    help="The position after N moves of the file; by default the last one.",
)
@click.option("--view", metavar="PLAYER", help="Only what this player may know.")
@click.option(
    "--cell", metavar="WIDTH", type=Width(4, 200), help="Width of a hex or square on paper, such as 20mm."
)  # fmt: skip
@PAPER
@looks
@click.pass_obj
def draw(
    words: Language,
    what: str, output: str, players: int | None, pairs: tuple[str, ...], map_: str | None,
    numbers: str | None, after: int | None, view: str | None, cell: float | None, look: Look,
) -> None:  # fmt: skip
    """Draw the start of a GAME, or the position of a dispute or a recorded game in a FILE (- reads standard input).

    On paper: grid-games draw singidunum -o board.pdf --cell 30mm --paper a4
    """
    from armada_sim.tabletop import InputError, Message, guess
    from grid_games import catalogue
    from grid_games.cli.papers import load_paper, replayed_states
    from grid_games.cli.shared import files_of, loaded

    picture = picture_path(output, reads=[what, *files_of(pairs, map_, numbers)])
    assert picture is not None
    look.suits(picture, "--cell" if cell is not None else None)
    title = ""
    if what in catalogue.KINDS:
        game = loaded(what, players, pairs, map_, numbers)
        states: tuple[State[Any], ...] = (game.new(),)
    else:
        given_too = {"--players": players, "--set": pairs or None, "--map": map_, "--numbers": numbers}
        for key, given in given_too.items():
            if given is not None:
                raise InputError(Message("is said in the file"), key=key)
        paper = load_paper(what)
        game, states, title = paper.game, replayed_states(paper), paper.title
    if after is not None and after >= len(states):
        told = Message.counted(
            "there is {n} move, not {given}", "there are {n} moves, not {given}", len(states) - 1, given=after
        )
        raise InputError(told, key="--after")
    if view is not None and view not in game.players:
        told = Message("nobody is called {name}{guess}", name=repr(view), guess=guess(view, game.players))
        raise InputError(told, key="--view")
    import plots
    from plots.grids import figure_of_state

    style = plots.styled(look, sized=cell is not None)
    lang = style.lang or words.lang
    shown = states[-1 if after is None else after]
    figure = figure_of_state(shown, player=view, style=style, lang=lang, title=title, cell=cell)
    plots.save_figure(figure, picture, title=title, lang=lang, outlines=style.outlines, paper=look.paper)

"""`armada print`: everything one prints to play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from armada_sim.tabletop.terminal import Print, command, print_kit, prints

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from armada_sim.tabletop import Language
    from plots.kits import Part


@command("print", short_help="Make everything one prints to play.", example="armada print -o kit.pdf --paper letter")
@prints
@click.pass_obj
def print_(words: Language, wanted: Print) -> None:
    """Make a PDF of what one prints to play: rule sheet, player's aid, pyramids to fold, template, rulers, markers.

    Print it at 100 %; every sheet has a bar to check that.
    """
    from plots.kits import parts_of, save_kit

    def save(chosen: Sequence[Part], path: Path) -> None:
        save_kit(chosen, path, "Armada", paper=wanted.paper, style=wanted.style, lang=words.lang)

    print_kit(wanted, parts_of(None), words, save)

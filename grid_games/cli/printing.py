"""`grid-games print`: everything one prints to play a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from armada_sim.tabletop.terminal import Print, command, print_kit, prints
from grid_games.cli.shared import MAP, NUMBERS, SEATS, SETTINGS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from armada_sim.tabletop import Language
    from plots.kits import Part


@command("print", short_help="Make everything one prints to play.", example="grid-games print singidunum -o kit.pdf")
@click.argument("game")
@SEATS
@SETTINGS
@MAP
@NUMBERS
@prints
@click.pass_obj
def print_(
    words: Language,
    game: str, players: int | None, pairs: tuple[str, ...], map_: str | None, numbers: str | None, wanted: Print,
) -> None:  # fmt: skip
    """Make a PDF of what one prints to play GAME: rule sheet, player's aid, board, keys, pieces, tracks, cards.

    Board and pieces are those of --map, --numbers and --set. Print it at 100 %; every sheet has a bar to check that.
    What has two sides is printed on both: grid-games print destin-arc --only counters,spells -o cards.pdf
    """
    from grid_games.cli.shared import changed_words, files_of, loaded, not_default
    from plots.kits import parts_of, save_kit

    terms = loaded(game, players, pairs, map_, numbers)
    seen = ("map", "numbers", "seats")
    changed = changed_words({key: value for key, value in not_default(terms).items() if key not in seen})
    agreed = "" if changed is None else words.tell(changed)

    def save(chosen: Sequence[Part], path: Path) -> None:
        save_kit(chosen, path, game, paper=wanted.paper, style=wanted.style, lang=words.lang, agreed=agreed)

    print_kit(wanted, parts_of(terms), words, save, reads=files_of(pairs, map_, numbers))

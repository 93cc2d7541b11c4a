"""The colours of `armada_sim.photo.colouring`, fitted to photographs: `python -m tests.photographs.colours FOLDER…`.

Ships of which at most half is covered count, where they truly are. It takes half a second a picture.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import click
import numpy as np

from armada_sim.photo.camera import Floats
from armada_sim.photo.colouring import colour_of, shades
from armada_sim.photo.opening import opened
from tests.photographs import load
from tests.photographs.company import of_all

MOST_COVERED = 0.5
FIRM = 12
"""So many ships of any plastic count beside those of one, for how far ships of one player are from theirs."""


def painted(path: Path) -> dict[str, Floats]:
    """Of each plastic in a photograph the shades (n, 3) of its ships: no two players have one."""
    truth = load(path)
    given, of = opened(truth.path), defaultdict(list)
    for ship in truth.ships:
        if ship.covered <= MOST_COVERED:
            name = "transparent" if ship.colour == "clear" else ship.colour
            of[name].append(colour_of(given.rgb, ship.pixels * given.scale))
    return {name: shades(np.array(colours)) for name, colours in of.items()}


def away(several: list[Floats]) -> Floats:
    """(n, 3). How far ships, two of a player or more, are from the player's mean, as if that were known."""
    return np.concatenate([(one - one.mean(0)) * (len(one) / (len(one) - 1)) ** 0.5 for one in several if len(one) > 1])


def _line(values: Floats) -> str:
    return f"({', '.join(f'{value:.2f}' for value in values)})"


@click.command()
@click.argument("folders", type=click.Path(path_type=Path, exists=True, file_okay=False), nargs=-1, required=True)
def main(folders: tuple[Path, ...]) -> None:
    """Fit the colours of pieces to the photographs in FOLDERS and print them."""
    players = defaultdict[str, list[Floats]](list)
    for one in of_all(folders, painted):
        for name, ships in one.items():
            players[name].append(ships)
    every = away([ships for of in players.values() for ships in of])
    middles = {name: np.array([np.median(ships, axis=0) for ships in of]) for name, of in players.items()}
    usual = {name: np.median(of, axis=0) for name, of in middles.items()}
    for name in sorted(players):
        own = away(players[name])
        spread = np.sqrt(((own**2).sum(axis=0) + FIRM * (every**2).mean(axis=0)) / (len(own) + FIRM))
        click.echo(f'    "{name}": ({_line(usual[name])}, {_line(spread)}),')
    light = np.concatenate([middles[name] - usual[name] for name in players])
    click.echo(f"_LIGHT = {_line(np.sqrt((light**2).mean(axis=0)))}")
    both = np.concatenate([*middles.values()])
    parts = (both.mean(axis=0), np.sqrt((every**2).mean(axis=0)), both.std(axis=0))
    click.echo(f"_ANOTHER = ({', '.join(_line(part) for part in parts)})")


if __name__ == "__main__":
    main()

"""Make photographs of tables whose truth is known: `python -m tests.photographs FOLDER --seeds 1000:1060`."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from tests.photographs.making import make
from tests.photographs.rendering import mitsuba


class Seeds(click.ParamType):
    """FIRST:END, or one seed."""

    name = "seeds"

    def convert(self, value: str | range, param: click.Parameter | None, ctx: click.Context | None) -> range:
        if isinstance(value, range):
            return value
        first, colon, end = value.partition(":")
        try:
            return range(int(first), int(end) if colon else int(first) + 1)
        except ValueError:
            self.fail(f"{value!r} is not FIRST:END", param, ctx)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--seeds", type=Seeds(), required=True, help="FIRST:END, without END.")
@click.option("--width", default=2000, show_default=True, help="px of the longer side.")
@click.option("--passes", default=6, show_default=True, help="Of each picture; rare bright ones are left out.")
@click.option("--samples", default=4, show_default=True, help="A pixel and pass.")
@click.option("--most", type=int, help="Bytes of a picture.")
def main(folder: Path, seeds: range, width: int, passes: int, samples: int, most: int | None) -> None:
    """Render photographs to FOLDER; those that are there already stay."""
    click.echo(f"{len(seeds)} pictures, {mitsuba().variant()}", err=True)
    for number, seed in enumerate(seeds):
        began = time.monotonic()

        def told(what: str, seed: int = seed, number: int = number) -> None:
            if sys.stderr.isatty():
                click.echo(f"\r{number + 1} of {len(seeds)}: seed {seed}, {what} ", err=True, nl=False)

        try:
            path = make(folder, seed, width, passes, samples, most, told)
        except KeyboardInterrupt:
            click.echo("\nStopped; what is made stays, and the same command goes on from there.", err=True)
            sys.exit(130)
        what = f"seed {seed} is left out, its lamp hides what is looked for" if path is None else str(path)
        click.echo(f"\r{number + 1} of {len(seeds)}: {what}, {time.monotonic() - began:.0f} s", err=True)


if __name__ == "__main__":
    main()

"""The command `grid-games`. Nothing is imported here: what follows a call of `main` can be interrupted at any
moment."""

from __future__ import annotations


def main() -> None:
    """Entry point of the command `grid-games`."""
    from armada_sim.tabletop.terminal import start

    start("grid_games.cli.commands", "grid-games")

"""The command `armada`, a module for every kind of work; everything but click is imported when a command needs it.

Nothing is imported here: what follows a call of `main` can be interrupted at any moment.
"""

from __future__ import annotations


def main() -> None:
    """Entry point of the command `armada`."""
    from armada_sim.tabletop.terminal import start

    start("armada_sim.cli.commands", "armada")

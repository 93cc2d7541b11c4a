"""What takes libraries that a browser alone has not."""

from __future__ import annotations

from importlib.util import find_spec

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.language import Message

COMPUTER_ONLY = Message("only the program on a computer can work this out: a browser alone has not all that it takes")


def needs(*libraries: str) -> None:
    """Raises InputError unless these are there."""
    if any(find_spec(name) is None for name in libraries):
        raise InputError(COMPUTER_ONLY)

"""A game for tests of what keeps games: a pile of numbers."""

from __future__ import annotations

from armada_sim.tabletop.web import Form, Written

Pile = tuple[int, ...]

NUMBERS: Form[Pile] = Form(
    lambda pile: Written("pile", tuple(map(str, pile)), f"{len(pile)}", pile[-1:] == (0,)),
    lambda written: tuple(map(int, written.lines)),
)
"""Over when the last number is 0."""

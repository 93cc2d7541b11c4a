"""What of a polyhedron is raised over the table: its outline seen from above, around the face that lies there."""

from __future__ import annotations

from armada_sim.pictures import shapes
from armada_sim.pictures.sheet import Dash, Draft
from armada_sim.pictures.style import Look
from armada_sim.table import Ship


def mark_overhang(sheet: Draft, ship: Ship, zorder: float, dash: Dash, *, filled: bool = False) -> None:
    """The outline from above of a ship where it lies, or would lie; nothing if ships are outlines."""
    corners, style = shapes.overhang_of(ship, sheet.rules), sheet.style
    if not corners:
        return
    look: Look = {"edgecolor": style.ink, "linewidth": style.thin, "linestyle": dash}
    look |= {"facecolor": style.surface} if filled else {"fill": False}
    patch = sheet.polygon(corners, zorder, keep_clear=True, joinstyle="miter", **look)
    sheet.mark("overhang", patch, ship.name)
    sheet.explain_patch(sheet.words.say("raised base corners, over the table"), look)

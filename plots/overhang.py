"""What of a polyhedron is raised over the table: its outline seen from above, around the face that lies there."""

from __future__ import annotations

from matplotlib.patches import Patch

from armada_sim.table import Ship
from plots import shapes
from plots.sheet import Dash, Sheet
from plots.style import Look


def mark_overhang(sheet: Sheet, ship: Ship, zorder: float, dash: Dash, *, filled: bool = False) -> None:
    """The outline from above of a ship where it lies, or would lie; nothing if ships are outlines."""
    corners, style = shapes.overhang_of(ship, sheet.rules), sheet.style
    if not corners:
        return
    look: Look = {"edgecolor": style.ink, "linewidth": style.thin, "linestyle": dash}
    look |= {"facecolor": style.surface} if filled else {"fill": False}
    patch = sheet.polygon(corners, zorder, keep_clear=True, joinstyle="miter", **look)
    sheet.mark("overhang", patch, ship.name)
    sheet.explain(sheet.words.say("raised base corners, over the table"), Patch(**look))

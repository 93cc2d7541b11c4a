"""A counter of Le Jeu du destin d'Arc as the rules print it, front or back."""

from __future__ import annotations

from armada_sim.geometry import Point
from armada_sim.pictures import Look, PlayerLook, Z
from grid_games.destin_arc.roster import Roster
from grid_games.destin_arc.units import PEGASUS, UNLIMITED
from plots.grids.destin_arc import draw_body, draw_symbol
from plots.sheet import Sheet

CARD_MM = 24.0
"""Side of a counter in the drawing's units."""


def draw_card(
    sheet: Sheet, pieces: Roster, piece: int, look: PlayerLook, middle: Point, back: bool, *, letters: float = 0.138,
    serial: bool = False,
) -> None:  # fmt: skip
    """A counter as the rules print one: movement and save above, missiles and range, melee and defence below.

    letters: their height as a share of its side. serial: whether it has its name, such as b9.1, above.
    """
    unit, (x, y) = pieces.units[piece], middle
    half, name = CARD_MM / 2, pieces.names[piece]
    rim: Look = {"edgecolor": sheet.style.ink, "linewidth": sheet.style.bold}
    sides = (name, "back" if back else "front")
    draw_body(sheet, unit.id, look, middle, half, sides, Z.SURFACE, pale=0.965, back=back, **rim)
    aside = 0.22 * half if unit.missile else 0.0
    draw_symbol(sheet, unit.id, look, (x + aside, y + 1.2), half * 0.42, name, Z.SHIP)
    missile, melee, defence = (table[piece][back] for table in (pieces.missile, pieces.melee, pieces.defence))
    move = "∞" if unit.move >= UNLIMITED else f"{unit.move}/{PEGASUS}" if unit.id == "u4" else str(unit.move)
    corners = [(move, -0.4 if len(move) > 3 else -0.62, 0.8), (str(unit.save), 0.68, 0.8)]
    corners += [(str(melee) if unit.melee else "–", -0.62, -0.8), (str(defence), 0.62, -0.8)]
    if unit.missile:
        corners.append((f"{missile}/{unit.reach}", -0.55, -0.4))
    size = letters * CARD_MM / sheet.mm(1)
    drawn: Look = {"color": look.hatch_ink, "fontweight": "bold"}
    if serial:  # all stands nearer to the rim, to leave it room
        corners = [(text, 0.92 if right > 0 else -0.92, up) for text, right, up in corners]
        wide = [1.1 * sheet.text_size(text, size)[0] * sheet.mm(1) / half for text in (move, str(unit.save))]
        at = x + (wide[0] - wide[1]) / 2 * half, y + 0.8 * half
        sheet.texts.append(sheet.write(name, at, size, halo=False, color=look.hatch_ink))
    for text, right, up in corners:
        side = "center" if not serial else "right" if right > 0 else "left"
        at = x + right * half, y + up * half
        sheet.texts.append(sheet.write(text, at, size, halo=False, ha=side, **drawn))

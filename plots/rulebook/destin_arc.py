"""Figures of Le Jeu du destin d'Arc: the map, the start, the counters front and back, what the rules say on a part of
the map, the turn, the combat table."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cache, partial

from matplotlib.colors import to_hex, to_rgb
from matplotlib.patches import Patch

from armada_sim.geometry import Point
from armada_sim.pictures import Look, Style, View
from armada_sim.tabletop import N_
from grid_games import catalogue
from grid_games.destin_arc.chapters.combat_table import CELLS, COLUMNS
from grid_games.destin_arc.chapters.turns import Phase, program
from grid_games.destin_arc.game import KIND
from grid_games.destin_arc.roster import Roster
from grid_games.destin_arc.state import State
from grid_games.destin_arc.units import SIDES, UNITS, Unit
from plots.grids.destin_arc import PLAYER_WORDS, Map, looks_of, map_view, scene_of
from plots.grids.destin_arc_counters import CARD_MM, draw_card
from plots.grids.figure import BoardFigure, Frame, Marked, Ways
from plots.grids.scene import BoardScene, Cell, Table
from plots.rulebook.boards import declared
from plots.rulebook.registry import board_figure
from plots.sheet import Sheet

_made = partial(board_figure, "destin-arc")


@cache
def start() -> State:
    """Everybody placed, choices taken in turn."""
    state = KIND.load().new()
    number = 0
    while (moves := state.legal_moves())[0].verb == "place":
        state = state.after(moves[number % len(moves)])
        number += 1
    return state


def _map() -> BoardScene:
    land = start().game.land
    return BoardScene(map_view(land), (Map(land),), 1.0)


# counters

_PER_ROW = 4
"""Units in a row of the sheet: a front and a back each."""

_BOLD = 1.15
"""How much wider bold letters are."""

GAP_MM, NAME_MM = 3.0, 8.5
_PITCH, _ROW_PITCH = CARD_MM + GAP_MM, CARD_MM + NAME_MM + GAP_MM
"""From a counter to the next, and from a row to the next."""


def _rows() -> list[list[Unit]]:
    rows: list[list[Unit]] = []
    for side in range(len(SIDES)):
        units = [unit for unit in UNITS if unit.side == side]
        rows += [units[k : k + _PER_ROW] for k in range(0, len(units), _PER_ROW)]
    return rows


@dataclass(frozen=True)
class Cards:
    """The counters of some units in rows, front and back, under their names."""

    rows: Sequence[Sequence[Unit]]
    pieces: Roster

    @property
    def view(self) -> View:
        """All of them."""
        return View(0, -len(self.rows) * _ROW_PITCH, _PER_ROW * 2 * _PITCH, 0)

    def draw(self, sheet: Sheet) -> None:
        """Names and counters, and the sides in the legend."""
        looks, room = looks_of(sheet.style), CARD_MM * 2 + GAP_MM / 2
        size = 0.85 * sheet.style.text
        for row, units in enumerate(self.rows):
            top = -row * _ROW_PITCH
            for k, unit in enumerate(units):
                left, name = k * 2 * _PITCH + GAP_MM / 2, sheet.words.say(unit.short)
                title = f"{name} ({unit.id})"
                if unit.points:
                    title = sheet.words.say(
                        "{name} ({unit}, {points} points)", name=name, unit=unit.id, points=unit.points
                    )
                title = sheet.wrapped(title, room / sheet.mm(1) / _BOLD, size)
                at = (left + room / 2, top - NAME_MM + 0.8)
                sheet.texts.append(sheet.write(title, at, size, fontweight="bold", va="bottom"))
                piece = self.pieces.of[unit.id][0]
                for face in range(2):
                    middle = (left + CARD_MM / 2 + face * (CARD_MM + GAP_MM / 2), top - NAME_MM - CARD_MM / 2)
                    draw_card(sheet, self.pieces, piece, looks[unit.side], middle, bool(face))
        for side, name in enumerate(SIDES):
            sheet.explain(
                sheet.words.say(PLAYER_WORDS[name]), Patch(facecolor=looks[side].fill, edgecolor=sheet.style.ink)
            )


def _counters() -> BoardScene:
    cards = Cards(_rows(), start().game.pieces)
    return BoardScene(cards.view, (cards,), 1.0)


# the combat table

CELL_MM, ROW_MM = 12.0, 7.0

_TINTS = {"D": "#2451a4", "B": "#8a6fb0", "A": "#e08214"}
_HATCHES = {"D": "", "B": "////", "A": "...."}
"""Without colours."""

_RESULT_WORDS: dict[Hashable, str] = {
    "D": N_("the defender suffers"), "B": N_("both suffer"), "A": N_("the attackers suffer"),
    "1": N_("1, 2: retreat"), "3": N_("3, 4: half eliminated"), "5": N_("5, 6: eliminated"),
}  # fmt: skip
_STRENGTHS = (0.12, 0.22, 0.4, 0.5, 0.8, 0.9)
"""Of the tint of each result, from 1 to 6: the heavier, the darker."""


def _table_looks(style: Style) -> dict[Hashable, Look]:
    """Of every result, such as D3, of whom it falls on, and of what it is."""
    grey = style.name == "greyscale"
    rim: Look = {"edgecolor": style.quiet, "linewidth": style.thin}
    found: dict[Hashable, Look] = {}
    for letter, tint in _TINTS.items():
        own: Look = rim | ({"hatch": _HATCHES[letter]} if grey else {})
        found[letter] = own | {"facecolor": _mixed("#000000", 0.12) if grey else _mixed(tint, 0.6)}
        for number, strength in enumerate(_STRENGTHS, 1):
            ink = ("#000000", 0.7 * strength) if grey else (tint, strength)
            lines: Look = {"edgecolor": style.grid} if grey and number > 4 else {}
            found[f"{letter}{number}"] = own | lines | {"facecolor": _mixed(*ink)}
    return found | {str(k): rim | {"facecolor": _mixed("#000000", 0.7 * _STRENGTHS[k - 1])} for k in (1, 3, 5)}


def _mixed(colour: str, strength: float) -> str:
    """A colour on white paper."""
    red, green, blue = (1 - strength * (1 - part) for part in to_rgb(colour))
    return to_hex((red, green, blue))


def _table() -> BoardScene:
    heads: list[tuple[Point, str]] = [((-0.5 * CELL_MM, -0.5 * ROW_MM), "d12")]
    heads += [(((k + 0.5) * CELL_MM, -0.5 * ROW_MM), ratio) for k, ratio in enumerate(COLUMNS)]
    heads += [((-0.5 * CELL_MM, -(row + 1.5) * ROW_MM), str(row + 1)) for row in range(len(CELLS))]
    cells = [
        Cell((k * CELL_MM, -(row + 2) * ROW_MM, (k + 1) * CELL_MM, -(row + 1) * ROW_MM), cell, cell, (cell,))
        for row, results in enumerate(CELLS)
        for k, cell in enumerate(results)
    ]
    view = View(-CELL_MM, -(len(CELLS) + 1) * ROW_MM - 0.5, len(COLUMNS) * CELL_MM, ROW_MM * 0.2)
    table = Table("cell", tuple(cells), tuple(heads), 0.42 * ROW_MM, _table_looks, _RESULT_WORDS)
    return BoardScene(view, (table,), 1.0)


# what the rules say

_FIGURE = partial(BoardFigure, "destin-arc")
_FAR = "b6@K32 u5@W40"
"""Who has no part in it."""

RULES = (
    _FIGURE(
        "destin-zones", N_("Zones of control"),
        N_("The infantry on T21 has 4 points. Each enemy controls the six hexes around it; who enters such a hex stops "
           "there (clause 1.4.2). The figures of a counter are attack and defence."),
        (Frame(
            f"3 movement bonnaire b1.1@T21 u1.1@T17 u3.1@V21 {_FAR}", "T21 4", ("move b1.1",),
            marks=(
                Marked("further", N_("must stop: an enemy zone"), on="S16 S18 T19 U20 U22 V23"),
                Marked("may", N_("may go here"), moves="to "),
                Marked("barred", N_("near, but out of reach"), near="T21 4"),
            ),
        ),),
    ),
    _FIGURE(
        "destin-ratio", N_("A ratio, worked out"),
        N_("The knights (40) and two pieces of Fidèles (5 each) attack together: 50 against a defence of 15 is more "
           "than 3 and less than 4 to 1, so the column is 3-1 (clause 1.12.2)."),
        (Frame(
            f"3 melee ulf b7.1@S14 u3.1@T13 u1.1@R13 u1.2@R15 {_FAR}", "S14 2",
            arrows=(Ways("T13-S14 R13-S14 R15-S14", N_("attacks together"), "struck"),),
        ),),
    ),
    _FIGURE(
        "destin-stacking", N_("A leader in a stack"),
        N_("Winandy (30) stands on infantry (10): whoever attacks the infantry meets 40, and nobody attacks him alone "
           "but a piece that may single out a leader (clauses 1.11.1, 1.11.2). The knights have 40: 1-1."),
        (Frame(
            f"3 melee ulf b4@S14 b1.1@S14 u3.1@T13 {_FAR}", "S14 2",
            arrows=(Ways("T13-S14", N_("attacks"), "struck"),),
        ),),
    ),
    _FIGURE(
        "destin-spell", N_("The area of a spell"),
        N_("A priest of Bhâr turns the weather on four connected hexes, each within 10 of him: three are named, the "
           "fourth lies beside one of them (clauses 4, 4.3). Every piece there rolls its save, friends too."),
        (Frame(
            f"3 magic bonnaire b5.1@Q12 u1.1@S14 u1.2@T13 u2.1@S12 {_FAR}", "S14 3",
            ("cast b5.1 weather", "at S12", "at S14", "at T13"),
            marks=(
                Marked("spell", N_("hexes named"), on="S12 S14 T13"),
                Marked("further", N_("may be the fourth"), moves="at "),
            ),
        ),),
    ),
    _FIGURE(
        "destin-invisibility", N_("Invisible pieces"),
        N_("Fraternité Rouge is hidden on S12 (section 7): its owner alone sees it. It exerts no zone, and suffers "
           "those of others (clause 1.4.8)."),
        tuple(
            Frame(f"3 movement bonnaire b9.1@S12? b1.1@R15 u1.1@T15 {_FAR}", "S14 2", heading=heading, player=player)
            for player, heading in (("bonnaire", N_("what Bonnaire sees")), ("ulf", N_("what Ulf sees")))
        ),
        columns=2,
    ),
)  # fmt: skip


# the turn

_PHASES = {
    Phase.MEDITATION: N_("priests of Bhâr meditate"), Phase.MOVEMENT: N_("general movement"),
    Phase.CONVERSION: N_("Ulf converts Peuple"), Phase.MAGIC: N_("combat: magic"),
    Phase.MISSILE: N_("combat: missiles"), Phase.MELEE: N_("combat: melee"), Phase.SPECIAL: N_("special movement"),
    Phase.INITIATIVE: N_("a roll: who leads"),
    Phase.END: N_("end of the turn: places, spells, hiding"),
}  # fmt: skip
_STEP_MM, _STEP_WIDE_MM = 7.0, 90.0


def _turn() -> BoardScene:
    """The steps of a turn in their order, and who takes them, where Ulf leads."""
    game, cells, heads = KIND.load(), list[Cell](), list[tuple[Point, str]]()
    state = catalogue.extras(game.name).positions.read(game, f"1 movement ulf u1.1@S14 {_FAR}")  # type: ignore[union-attr]
    for leg in (leg for leg in program(state) if leg.phase in _PHASES):
        low, who = -_STEP_MM * (len(cells) + 1), "+".join(SIDES[seat] for seat in leg.seats)
        heads.append(((-6.0, low + _STEP_MM / 2 - 0.4), str(len(cells) + 1)))
        box = (0.0, low, _STEP_WIDE_MM, low + _STEP_MM - 0.8)
        cells.append(Cell(box, who, _PHASES[leg.phase], (who, str(leg.phase))))
    words: dict[Hashable, str] = {
        "bonnaire": PLAYER_WORDS["bonnaire"], "ulf": PLAYER_WORDS["ulf"], "fereira": PLAYER_WORDS["fereira"],
        "ulf+fereira": N_("Ulf and Fereira"), "": N_("nobody, or dice"),
    }  # fmt: skip
    table = Table("phase", tuple(cells), tuple(heads), 3.1, _turn_looks, words)
    return BoardScene(View(-12, -_STEP_MM * len(cells) - 1, _STEP_WIDE_MM + 1, 1), (table,), 1.0)


def _turn_looks(style: Style) -> dict[Hashable, Look]:
    """Of the steps of each side."""
    rim: Look = {"edgecolor": style.ink, "linewidth": style.thin}
    looks = looks_of(style)
    found: dict[Hashable, Look] = {
        name: rim | {"facecolor": _mixed(looks[side].fill, 0.45), "hatch": looks[side].hatch}
        for side, name in enumerate(SIDES)
    }  # fmt: skip
    return found | {"ulf+fereira": rim | {"facecolor": style.grid}, "": rim | {"facecolor": style.page}}


FIGURES = (
    _made(
        "destin-map", N_("The city of Arc"),
        N_("The printed map is lost: this one is reconstructed from the clues of the rules. Places of strategic "
           "importance have a heavy rim."),
        _map,
    ),
    _made(
        "destin-start", N_("A start"),
        N_("Every piece placed, at the average level; figures are attack and defence. Fereira's and Bonnaire's "
           "hidden pieces are shown here."),
        lambda: scene_of(start(), None),
    ),
    _made(
        "destin-counters", N_("The counters, front and back"),
        N_("Movement and magic save above; missiles and their range, then melee and defence below. The back, with a "
           "stripe, is what is left after losses. The archers' range of 4 stands on the text's own counter; by its "
           "rules all shoot at the next hex (missile_range)."),
        _counters,
    ),
    *declared(RULES),
    _made(
        "destin-turn", N_("The steps of a turn"),
        N_("Bonnaire plays his half-turn first, then Ulf and Fereira play theirs together, here with Ulf in the lead "
           "(clauses 1.3.2 to 1.3.4). There are eight turns at most."),
        _turn,
    ),
    _made(
        "destin-table", N_("The combat table"),
        N_("Ratio across, d12 down. D falls on the defender, A on the attackers, B on both. 1 and 2: retreat; 3: half "
           "eliminated; 4: half eliminated and retreat 1; 5 and 6: eliminated."),
        _table,
    ),
)  # fmt: skip

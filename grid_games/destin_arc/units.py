"""The pieces and the spells as the lists of the rules give them (clauses 3 and 4).

The numbers stand in `numbers.toml`: a value on the front of a piece is as printed; what the back has, who counts as a
leader or as mounted and how many there are, the options say (`roster`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from armada_sim.tabletop import N_, Message
from grid_games.core.numbers import of_text

SIDES = "bonnaire", "ulf", "fereira"
"""The three sides; a piece belongs to one by its place in this list."""

CALLED = Message("Bonnaire"), Message("Ulf"), Message("Fereira")
"""What they are called in sentences."""

BONNAIRE, ULF, FEREIRA = range(3)

LETTERS = "buf"
"""The first letter of a piece's name stands for its side."""

UNLIMITED = 10_000
"""Aris Dombal's allowance: no way on a map costs as much."""

FREE = "unlimited"
"""How files say that a piece goes anywhere."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One line of the lists of units."""

    id: str
    """As the rules number it, in lower case, such as "b9"."""

    side: int
    name: str
    """As printed."""

    short: str
    """In English, for sentences; a message."""

    counts: tuple[int, int, int]
    """How many there are at the unfavourable, average, favourable level."""

    move: int
    melee: int
    """0: none."""

    missile: int
    defence: int
    save: int
    """The d12 threshold of its magic save: it saves on this or more."""

    points: int = 0
    """Spell points."""

    school: str = ""
    """Whose spells it casts: "bhar", "christian" or "" for none."""

    extra: bool = False
    """Moves in the special movement step."""

    leader: bool = False
    stacks: bool = False
    """Has a right to stack without being a leader."""

    cavalry: bool = False
    """Named cavalry in the lists, or a knight."""

    rider: bool = False
    """Mounted because only riders have movement 20."""

    attack: int = 0
    """Modifier of every attack."""

    temple: int = 0
    """Modifier within one hex of a temple."""

    night: int = 0
    """Modifier of every attack by night."""

    night_missile: int = 0
    night_melee: int = 0

    hides: bool = False
    """Invisible while it moves."""

    surprise: int = 0
    rehides: bool = False
    """Invisible again right after its attack."""

    collides: bool = False
    """Immobilised when, invisible, it is on the hex of an enemy, as its line says."""

    kills: bool = False
    """A leader it attacks with success saves or dies."""

    singles: int | None = None
    """Modifier when it singles out a stacked leader; None: it cannot."""

    captures: bool = False
    reach: int = 1
    """Hexes of its missiles as its counter says, where that is known (option `missile_range` = units)."""

    pushes: bool = False
    """Whatever it attacks retreats."""

    charge: int = 0
    """Hexes in a straight line that make a charge; 0: it does not charge."""

    pegasus: int = 0
    """Its movement on Pegasus; 0: it has none."""

    aura: int = 0
    """It lifts the attacks of Peuple within so many hexes, by 1; 0: it does not."""

    converts: bool = False
    detects: tuple[str, ...] = ()
    """Units it reveals within one hex."""

    zone_free: str = ""
    """Which enemy zones it ignores: "sniper" all but archers', "borges" all but three units', "all"."""

    like: str = ""
    """Of a designer's own unit the id of the one it is like; empty for those of the text."""

    start: tuple[str, ...] = ()
    """The hexes where a designer's own unit may start."""

    @property
    def drawn(self) -> str:
        """The unit whose symbol it has."""
        return self.like or self.id


_TEXT = of_text(__package__ or "")
"""What is a number, of each unit by its id and of each spell by priesthood and name."""


def _unit(id: str, side: int, name: str, short: str, **able: Any) -> Unit:
    """A unit with the numbers of the text."""
    row = _TEXT["units"][id]
    move = UNLIMITED if row["move"] == FREE else row["move"]
    return Unit(id, side, name, short, **able, **{**row, "counts": tuple(row["counts"]), "move": move})


UNITS: tuple[Unit, ...] = (
    _unit("b1", BONNAIRE, "Infanterie MPA", N_("MPA infantry")),
    _unit("b2", BONNAIRE, "Archerie MPA", N_("MPA archers")),
    _unit("b3", BONNAIRE, "Cavalerie MPA", N_("MPA cavalry"), extra=True, cavalry=True),
    _unit("b4", BONNAIRE, "Winandy", N_("Winandy"), extra=True, leader=True, rider=True),
    _unit("b5", BONNAIRE, "Prêtres de Bhâr", N_("priests of Bhâr"), school="bhar"),
    _unit("b6", BONNAIRE, "Koulnikov", N_("Koulnikov"), school="bhar", extra=True, leader=True),
    _unit("b7", BONNAIRE, "Cavalerie des barons alliés", N_("allied barons"), extra=True, cavalry=True),
    _unit("b8", BONNAIRE, "Mercenaires", N_("mercenaries"), extra=True),
    _unit("b9", BONNAIRE, "Fraternité Rouge", N_("Fraternité Rouge"), extra=True, stacks=True, hides=True,
          collides=True, kills=True, singles=-2),
    _unit("b10", BONNAIRE, "Bonnaire", N_("Bonnaire"), extra=True, leader=True, hides=True, rehides=True, collides=True,
          kills=True, singles=0),
    _unit("u1", ULF, "Fidèles chrétiens", N_("Fidèles")),
    _unit("u2", ULF, "Prêtres chrétiens", N_("Christian priests"), school="christian", detects=("b9",)),
    _unit("u3", ULF, "Chevaliers de l’aristocratie", N_("knights"), extra=True, cavalry=True),
    _unit("u4", ULF, "Unité spéciale de Gonzague", N_("Gonzague"), extra=True, leader=True, cavalry=True,
          detects=("b9",)),
    _unit("u5", ULF, "Ulf", N_("Ulf"), extra=True, leader=True, rider=True, converts=True, detects=("b9", "b10")),
    _unit("u6", ULF, "Cavalerie des barons", N_("barons"), extra=True, cavalry=True),
    _unit("f1", FEREIRA, "Peuple", N_("Peuple")),
    _unit("f2", FEREIRA, "Snipers fereiristes", N_("snipers"), extra=True, stacks=True, pushes=True,
          zone_free="sniper"),
    _unit("f3", FEREIRA, "Fantassins nains", N_("dwarves")),
    _unit("f4", FEREIRA, "Carmelina et la Giostra", N_("Carmelina"), extra=True, stacks=True, hides=True, collides=True,
          singles=-2),
    _unit("f5", FEREIRA, "Fra Borges et la Paume", N_("Fra Borges"), extra=True, stacks=True, hides=True, rehides=True,
          singles=-2, captures=True, zone_free="borges"),
    _unit("f6", FEREIRA, "Aris Dombal", N_("Aris Dombal"), extra=True, stacks=True, hides=True, zone_free="all"),
    _unit("f7", FEREIRA, "Fereira", N_("Fereira"), extra=True, leader=True),
)  # fmt: skip
"""As the text has them."""

BY_ID = {unit.id: unit for unit in UNITS}

LIKE = "b1", "b2", "b3", "b4", "b7", "b8", "u1", "u3", "u6", "f2", "f3", "f4"
"""What a designer's own unit may be like: of the others some rule speaks by name."""

# spells

FOREVER = 0
"""The duration of what lasts until it is dispelled or its piece is lost."""

LASTING = "lasting"
"""How files say that a spell lasts so long."""


@dataclass(frozen=True, slots=True)
class Spell:
    """One spell as one priesthood casts it."""

    school: str
    """Whose it is, as `Unit.school`."""

    name: str
    """As it is typed."""

    distance: int
    """Hexes; 1 is "HC", the caster's hex or one beside it."""

    cost: int = 0
    """0: that of the spell it ends."""

    saved: bool = False
    """Whether a successful save cancels it."""

    turns: int = FOREVER
    """Turns it lasts, the one of casting included; FOREVER for permanent ones. Healing works at the start of the last
    of them, or at once where there is one."""

    bonus: int = 0
    """What it adds to attacks."""

    area: int = 0
    """Connected hexes it covers; 0 for a spell on one piece."""

    at: str = "friend"
    """What it is cast at: "friend", "enemy", "spell" or "zone"."""


_SHAPES: dict[str, dict[str, Any]] = {
    "bless": {}, "healing": {}, "dispel": {"at": "spell"}, "silence": {"at": "enemy"}, "light": {},
    "hold": {"at": "enemy"}, "weather": {"at": "zone", "saved": True}, "flame": {"at": "enemy", "turns": 1},
    "blade": {"at": "zone", "saved": True},
}  # fmt: skip
"""What is no number of each spell, or follows from its effect: all in a zone save, and a flame burns at once."""


def _spell(school: str, name: str, row: dict[str, Any]) -> Spell:
    """A spell with the numbers of the text."""
    turns = {"turns": FOREVER} if row.get("turns") == LASTING else {}
    return Spell(school, name, **{**row, **_SHAPES[name], **turns})


SPELLS = tuple(_spell(school, name, row) for school, book in _TEXT["spells"].items() for name, row in book.items())
"""As the text has them."""

SCHOOLS: tuple[str, ...] = tuple(_TEXT["spells"])
"""The priesthoods."""

SPELL_KEYS: dict[tuple[str, str], frozenset[str]] = {
    (school, name): frozenset(row) for school, book in _TEXT["spells"].items() for name, row in book.items()
}
"""What is a number of each spell, by priesthood and name."""

PRINTED = {"hold": "hold pers", "weather": "weather turn", "flame": "flame strike", "blade": "blade bar"}
"""Spells that have more than a word in the lists."""

SPELL_NAMES: tuple[str, ...] = tuple(dict.fromkeys(spell.name for spell in SPELLS))
"""Every name once."""

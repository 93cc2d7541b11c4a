"""The pieces and the spells as the lists of the rules give them (clauses 3 and 4).

A value on the front of a piece is as printed; what the back has, who counts as a leader or as mounted and how many
there are, the options say (`roster`).
"""

from __future__ import annotations

from dataclasses import dataclass

from armada_sim.tabletop import N_, Message

SIDES = "bonnaire", "ulf", "fereira"
"""The three sides; a piece belongs to one by its place in this list."""

CALLED = Message("Bonnaire"), Message("Ulf"), Message("Fereira")
"""What they are called in sentences."""

BONNAIRE, ULF, FEREIRA = range(3)

LETTERS = "buf"
"""The first letter of a piece's name stands for its side."""

UNLIMITED = 10_000
"""Aris Dombal's allowance: no way on a map costs as much."""


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

    charges: bool = False
    converts: bool = False
    detects: tuple[str, ...] = ()
    """Units it reveals within one hex."""

    zone_free: str = ""
    """Which enemy zones it ignores: "sniper" all but archers', "borges" all but three units', "all"."""


UNITS: tuple[Unit, ...] = (
    Unit("b1", BONNAIRE, "Infanterie MPA", N_("MPA infantry"), (15, 15, 15), 4, 10, 0, 10, 10),
    Unit("b2", BONNAIRE, "Archerie MPA", N_("MPA archers"), (6, 6, 6), 4, 10, 10, 6, 11, night_missile=-2, reach=4),
    Unit("b3", BONNAIRE, "Cavalerie MPA", N_("MPA cavalry"), (2, 2, 2), 10, 14, 0, 10, 9, extra=True, cavalry=True),
    Unit("b4", BONNAIRE, "Winandy", N_("Winandy"), (1, 1, 1), 20, 40, 0, 30, 5, extra=True, leader=True, rider=True,
         attack=2),
    Unit("b5", BONNAIRE, "Prêtres de Bhâr", N_("priests of Bhâr"), (6, 6, 6), 2, 5, 0, 10, 7, 200, "bhar", temple=1),
    Unit("b6", BONNAIRE, "Koulnikov", N_("Koulnikov"), (1, 1, 1), 4, 20, 0, 20, 4, 400, "bhar", extra=True, leader=True,
         temple=2),
    Unit("b7", BONNAIRE, "Cavalerie des barons alliés", N_("allied barons"), (3, 3, 3), 10, 20, 0, 15, 7, extra=True,
         cavalry=True),
    Unit("b8", BONNAIRE, "Mercenaires", N_("mercenaries"), (3, 6, 12), 4, 20, 10, 10, 10, extra=True, night_missile=-2),
    Unit("b9", BONNAIRE, "Fraternité Rouge", N_("Fraternité Rouge"), (5, 5, 10), 8, 40, 0, 10, 8, extra=True,
         stacks=True, night=1, hides=True, surprise=1, collides=True, kills=True, singles=-2),
    Unit("b10", BONNAIRE, "Bonnaire", N_("Bonnaire"), (1, 1, 1), 8, 50, 0, 20, 5, extra=True, leader=True, night=1,
         hides=True, surprise=3, rehides=True, collides=True, kills=True, singles=0),
    Unit("u1", ULF, "Fidèles chrétiens", N_("Fidèles"), (5, 10, 20), 6, 5, 0, 4, 10),
    Unit("u2", ULF, "Prêtres chrétiens", N_("Christian priests"), (5, 5, 5), 4, 5, 0, 6, 9, 150, "christian",
         detects=("b9",)),
    Unit("u3", ULF, "Chevaliers de l’aristocratie", N_("knights"), (3, 3, 3), 20, 40, 0, 30, 5, extra=True,
         cavalry=True, charges=True),
    Unit("u4", ULF, "Unité spéciale de Gonzague", N_("Gonzague"), (1, 1, 1), 20, 60, 0, 50, 3, extra=True, leader=True,
         cavalry=True, attack=2, detects=("b9",)),
    Unit("u5", ULF, "Ulf", N_("Ulf"), (1, 1, 1), 20, 60, 0, 30, 4, extra=True, leader=True, rider=True, attack=1,
         converts=True, detects=("b9", "b10")),
    Unit("u6", ULF, "Cavalerie des barons", N_("barons"), (3, 3, 3), 10, 20, 0, 15, 7, extra=True, cavalry=True),
    Unit("f1", FEREIRA, "Peuple", N_("Peuple"), (20, 20, 40), 2, 3, 0, 3, 12, night=-1),
    Unit("f2", FEREIRA, "Snipers fereiristes", N_("snipers"), (2, 4, 8), 3, 0, 25, 10, 8, extra=True, stacks=True,
         night=-2, pushes=True, zone_free="sniper"),
    Unit("f3", FEREIRA, "Fantassins nains", N_("dwarves"), (5, 5, 5), 2, 20, 20, 10, 5, night_melee=1),
    Unit("f4", FEREIRA, "Carmelina et la Giostra", N_("Carmelina"), (1, 1, 1), 10, 50, 0, 15, 5, extra=True,
         stacks=True, night=1, hides=True, surprise=1, collides=True, singles=-2),
    Unit("f5", FEREIRA, "Fra Borges et la Paume", N_("Fra Borges"), (1, 1, 1), 12, 75, 0, 50, 2, extra=True,
         stacks=True, hides=True, surprise=1, rehides=True, captures=True, singles=-2, zone_free="borges"),
    Unit("f6", FEREIRA, "Aris Dombal", N_("Aris Dombal"), (1, 1, 1), UNLIMITED, 120, 0, 50, 2, extra=True, stacks=True,
         hides=True, surprise=1, zone_free="all"),
    Unit("f7", FEREIRA, "Fereira", N_("Fereira"), (1, 1, 1), 10, 20, 0, 15, 5, extra=True, leader=True),
)  # fmt: skip

BY_ID = {unit.id: unit for unit in UNITS}

AURA = 4
"""Fereira lifts the attacks of Peuple within so many hexes, by 1."""

PEGASUS = 40
"""Gonzague's movement on Pegasus; on horse it is the printed 20."""

CHARGE = 4
"""Hexes in a straight line that make a charge."""

# spells

FOREVER = 0
"""The duration of what lasts until it is dispelled or its piece is lost."""


@dataclass(frozen=True, slots=True)
class Spell:
    """One spell as one priesthood casts it."""

    name: str
    """As it is typed."""

    cost: int
    """0: that of the spell it ends."""

    distance: int
    """Hexes; 1 is "HC", the caster's hex or one beside it."""

    saved: bool
    """Whether a successful save cancels it."""

    turns: int
    """Turns it lasts, the one of casting included; FOREVER for permanent ones."""

    bonus: int = 0
    """What it adds to attacks."""

    area: int = 0
    """Connected hexes it covers; 0 for a spell on one piece."""

    at: str = "friend"
    """What it is cast at: "friend", "enemy", "spell" or "zone"."""


def _book(healing: int, light: int, *own: Spell) -> dict[str, Spell]:
    """The spells of a priesthood by name: turns of healing and bonus of light differ, and each has some of its own."""
    spells = (
        Spell("bless", 25, 1, True, 3, bonus=1),
        Spell("healing", 25, 1, False, healing),
        Spell("dispel", 0, 4, False, FOREVER, at="spell"),
        Spell("silence", 25, 4, True, 3, at="enemy"),
        Spell("light", 50, 6, True, FOREVER, bonus=light),
        *own,
    )
    return {spell.name: spell for spell in spells}


SPELLS = {
    "bhar": _book(
        2, 2, Spell("hold", 50, 6, True, 1, at="enemy"), Spell("weather", 75, 10, True, 5, area=4, at="zone")
    ),
    "christian": _book(
        1, 1, Spell("flame", 50, 4, True, 1, at="enemy"), Spell("blade", 75, 10, True, 3, area=2, at="zone")
    ),
}
"""By priesthood and name."""

PRINTED = {"hold": "hold pers", "weather": "weather turn", "flame": "flame strike", "blade": "blade bar"}
"""Spells that have more than a word in the lists."""

SPELL_NAMES: tuple[str, ...] = tuple(dict.fromkeys(name for book in SPELLS.values() for name in book))
"""Every name once."""

"""What pieces are worth in a battle: values, modifiers, the sum of a joint attack (clauses 1.12, 2.3, 3.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from armada_sim.tabletop import N_
from grid_games.destin_arc.chapters.combat_table import FIRST, column
from grid_games.destin_arc.chapters.leaders import leader_on
from grid_games.destin_arc.state import BACK, Effect, Moment

MELEE, MISSILE = N_("melee"), N_("missile")

THIRDS = 3
"""A third of Aris's attack is lost at a time; with all three gone nothing is left."""


class Battle(NamedTuple):
    """Pieces of one player against one enemy piece."""

    number: int
    """Among the battles of its player in this step, from 1."""

    target: int
    attackers: tuple[int, ...]
    """In the order in which they were named."""

    surprised: tuple[bool, ...]
    """For each attacker whether it comes by surprise."""

    singled: bool
    """Whether the target is a leader singled out of a stack."""


class Weighed(NamedTuple):
    """A battle in numbers."""

    attack: int
    defence: int
    base: int
    """The column before modifiers; below 0 no attack is allowed."""

    shift: int
    """Columns to the right."""

    die: int
    """Subtracted from the roll."""

    column: int
    """The column in which the roll is read; `AUTOMATIC` or more: no roll."""

    @property
    def allowed(self) -> bool:
        """Whether the attack is allowed: the ratio is 1-4 at least, before modifiers."""
        return self.base >= FIRST


def night(s: Moment) -> bool:
    """Whether it is night."""
    calendar = s.game.rules.calendar
    return calendar[(s.turn - 1) % len(calendar)] == "N"


def value(s: Moment, piece: int, kind: str) -> int:
    """The attack value of a piece as it is; 0: it cannot attack so."""
    pieces = s.game.pieces
    side = 1 if s.marks[piece] & BACK else 0
    full = (pieces.missile if kind == MISSILE else pieces.melee)[piece][side]
    if pieces.units[piece].id == "f6":
        return full * (THIRDS - s.worn[pieces.of["f6"].index(piece)]) // THIRDS
    return full


def defence(s: Moment, target: int, singled: bool) -> int:
    """The defence of a piece, with the leader who stands on it; of a leader singled out the own (clauses 1.11.2,
    1.11.5)."""
    pieces = s.game.pieces

    def own(piece: int) -> int:
        return pieces.defence[piece][1 if s.marks[piece] & BACK else 0]

    other = None if singled else leader_on(s, target)
    return own(target) + (0 if other is None else own(other))


def near_temple(s: Moment, piece: int) -> int:
    """The bonus of a priest within one hex of a temple; 0 for others and elsewhere."""
    bonus = s.game.pieces.units[piece].temple
    return bonus if bonus and s.where[piece] >= 0 and s.game.land.blessed >> s.where[piece] & 1 else 0


def by_night(s: Moment, piece: int, kind: str) -> int:
    """The modifier of the night for a piece; 0 by day."""
    unit = s.game.pieces.units[piece]
    if not (unit.night or unit.night_missile or unit.night_melee) or not night(s):
        return 0
    return unit.night + (unit.night_missile if kind == MISSILE else unit.night_melee)


def lifted(s: Moment, piece: int) -> bool:
    """Whether Fereira's presence lifts a piece of Peuple."""
    where, units, far = s.where, s.game.pieces.units, s.game.land.distance
    near = (p for p in s.game.pieces.of["f7"] if where[p] >= 0 and far(where[p], where[piece]) <= units[p].aura)
    return units[piece].id == "f1" and any(True for _ in near)


def spell_bonus(effects: Sequence[Effect], bearer: int, names: tuple[str, ...]) -> int:
    """What spells on a piece add; the same spell counts once, at its best."""
    best: dict[str, int] = {}
    for effect in effects:
        if effect.bearer == bearer and effect.spell in names:
            best[effect.spell] = max(best.get(effect.spell, 0), effect.bonus)
    return sum(best.values())


CAUSES = (
    N_("its own"), N_("night"), N_("surprise"), N_("temple"), N_("Fereira near"), N_("spells"), N_("leader in a stack"),
    N_("charge"),
)  # fmt: skip
"""What `modifiers` are from."""


def modifiers(s: Moment, piece: int, kind: str, target: int, singled: bool, surprised: bool) -> tuple[int, ...]:
    """The modifiers of one attacker's attack on a target, one for each of `CAUSES`."""
    unit = s.game.pieces.units[piece]
    spells = charge = 0
    if s.effects:
        helps = ("bless", "light") if s.game.rules.light_target == "friend" else ("bless",)
        spells = spell_bonus(s.effects, piece, helps)
    if kind == MELEE and s.charges:
        ahead = s.game.land.grid.beside[s.where[piece]]
        charge = sum(p == piece and ahead[way] == s.where[target] for p, way in s.charges)
    return (
        unit.attack, by_night(s, piece, kind), unit.surprise if surprised else 0,
        near_temple(s, piece) if kind == MELEE and unit.temple else 0, int(unit.id == "f1" and lifted(s, piece)),
        spells, (unit.singles or 0) if singled else 0, charge,
    )  # fmt: skip


def modifier(s: Moment, piece: int, kind: str, target: int, singled: bool, surprised: bool) -> int:
    """The modifier of one attacker's attack on a target."""
    return sum(modifiers(s, piece, kind, target, singled, surprised))


def joint(strengths: Sequence[int], modifiers: Sequence[int], how: str) -> int:
    """The modifier of several attackers together (option `joint_mod`)."""
    if how == "best":
        return max(modifiers)
    left = sum(strengths)
    ranked = sorted(zip(strengths, modifiers, strict=True), key=lambda pair: -pair[1])
    return next(mod for strength, mod in ranked if 2 * (left := left - strength) <= sum(strengths))


def weigh(s: Moment, battle: Battle, kind: str) -> Weighed:
    """The numbers of a battle as things stand (clauses 1.12.1 to 1.12.3, 2.3)."""
    rules = s.game.rules
    strengths = [value(s, p, kind) for p in battle.attackers]
    pairs = zip(battle.attackers, battle.surprised, strict=True)
    mods = [modifier(s, p, kind, battle.target, battle.singled, amazed) for p, amazed in pairs]
    guard = defence(s, battle.target, battle.singled)
    lit = spell_bonus(s.effects, battle.target, ("light",)) if rules.light_target == "enemy" else 0
    if rules.attack_mod == "strength":
        strengths = [max(strength + mod, 0) for strength, mod in zip(strengths, mods, strict=True)]
        return weighed(sum(strengths), guard, lit)
    together = joint(strengths, mods, rules.joint_mod)
    if rules.attack_mod == "die":
        return weighed(sum(strengths), guard, lit, together)
    return weighed(sum(strengths), guard, together + lit)


def weighed(attack: int, guard: int, shift: int, die: int = 0) -> Weighed:
    """The column of an attack on a defence with a shift: never below 1-4, and eliminated beyond 8-1 (clause 2.3)."""
    if attack <= 0:
        return Weighed(attack, guard, -1, shift, die, -1)
    base = column(attack, guard)
    return Weighed(attack, guard, base, shift, die, max(base + shift, FIRST))

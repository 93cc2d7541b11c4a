"""What pieces are worth in a battle: values, modifiers, the sum of a joint attack (clauses 1.12, 2.3, 3.4)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from armada_sim.tabletop import N_
from grid_games.destin_arc.chapters.combat_table import AUTOMATIC, FIRST, LAST, column
from grid_games.destin_arc.chapters.leaders import leader_on, stacked
from grid_games.destin_arc.options import Rules
from grid_games.destin_arc.state import BACK, Effect, Look
from grid_games.destin_arc.units import AURA

MELEE, MISSILE = N_("melee"), N_("missile")


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
    """Sum, in the unit of `defence`."""

    defence: int
    base: int
    """The column before modifiers; below 0 no attack is allowed."""

    shift: int
    """Columns to the right."""

    die: int
    """Subtracted from the roll."""

    column: int
    """The column in which the roll is read; `AUTOMATIC` or more: no roll."""

    allowed: bool


def night(s: Look) -> bool:
    """Whether it is night."""
    calendar = s.game.rules.calendar
    return calendar[(s.turn - 1) % len(calendar)] == "N"


def value(s: Look, piece: int, kind: str) -> int:
    """The attack value of a piece as it is, doubled; 0: it cannot attack so."""
    pieces = s.game.pieces
    side = 1 if s.marks[piece] & BACK else 0
    full = (pieces.missile if kind == MISSILE else pieces.melee)[piece][side]
    if pieces.units[piece].id == "f6":
        worn = s.worn[pieces.of["f6"].index(piece)]
        if s.game.rules.aris_decay == "geometric":  # to the nearest: 120, 80, 53, 36
            return 2 * int(Fraction(full, 2) * Fraction(2, 3) ** worn + Fraction(1, 2))
        return max(full * (3 - worn) // 3, 0)
    return full


def defence(s: Look, target: int, singled: bool) -> int:
    """The defence of a piece, doubled, with the leader who stands on it (clauses 1.11.2, 1.11.5)."""
    pieces = s.game.pieces

    def own(piece: int) -> int:
        return pieces.defence[piece][1 if s.marks[piece] & BACK else 0]

    both = not singled or s.game.rules.stacked_leader_defence == "sum"
    other = (stacked(s, target) if singled else leader_on(s, target)) if both else None
    return own(target) + (0 if other is None else own(other))


def near_temple(s: Look, piece: int) -> int:
    """The bonus of a priest within one hex of a temple; 0 for others and elsewhere."""
    bonus = s.game.pieces.units[piece].temple
    return bonus if bonus and s.where[piece] >= 0 and s.game.land.blessed >> s.where[piece] & 1 else 0


def by_night(s: Look, piece: int, kind: str) -> int:
    """The modifier of the night for a piece; 0 by day."""
    unit = s.game.pieces.units[piece]
    if not (unit.night or unit.night_missile or unit.night_melee) or not night(s):
        return 0
    return unit.night + (unit.night_missile if kind == MISSILE else unit.night_melee)


def lifted(s: Look, piece: int) -> bool:
    """Whether Fereira's presence lifts a piece of Peuple."""
    where, pieces = s.where, s.game.pieces
    near = (p for p in pieces.of["f7"] if where[p] >= 0 and s.game.land.distance(where[p], where[piece]) <= AURA)
    return pieces.units[piece].id == "f1" and any(True for _ in near)


def spell_bonus(effects: Sequence[Effect], bearer: int, names: tuple[str, ...]) -> int:
    """What spells on a piece add; the same spell counts once, at its best."""
    best: dict[str, int] = {}
    for effect in effects:
        if effect.bearer == bearer and effect.spell in names:
            best[effect.spell] = max(best.get(effect.spell, 0), effect.bonus)
    return sum(best.values())


def modifier(s: Look, piece: int, kind: str, target: int, singled: bool, surprised: bool) -> int:
    """The modifier of one attacker's attack on a target."""
    rules, unit = s.game.rules, s.game.pieces.units[piece]
    total = unit.attack + by_night(s, piece, kind) + (unit.surprise if surprised else 0)
    if kind == MELEE and unit.temple and rules.temple_scope in ("melee", "saves"):
        total += near_temple(s, piece)
    if unit.id == "f1" and lifted(s, piece):
        total += 1
    if s.effects:
        helps = ("bless", "light") if rules.light_target == "friend" else ("bless",)
        total += spell_bonus(s.effects, piece, helps)
    if singled:
        total += unit.singles or 0
    if kind == MELEE and s.charges:
        ahead = s.game.land.grid.beside[s.where[piece]]
        total += any(p == piece and (way < 0 or ahead[way] == s.where[target]) for p, way in s.charges)
    return total


def cover(s: Look, attackers: Sequence[int], target: int, kind: str) -> int:
    """Columns to the left for the defender's sake, under the options that grant them."""
    rules, total = s.game.rules, 0
    if rules.temple_scope == "defence":
        total += near_temple(s, target)
    if rules.night_scope == "defence":
        total += by_night(s, target, MELEE)
    if rules.wall_combat == "cover" and s.game.land.wall >> s.where[target] & 1:
        total += not any(s.game.land.wall >> s.where[p] & 1 for p in attackers)
    if rules.light_target == "enemy":
        total -= spell_bonus(s.effects, target, ("light",))
    return total


def joint(strengths: Sequence[int], modifiers: Sequence[int], how: str) -> int:
    """The modifier of several attackers together (option `joint_mod`)."""
    if how == "best":
        return max(modifiers)
    if how == "worst":
        return min(modifiers)
    if how == "sum":
        return sum(modifiers)
    if how == "lead":
        return modifiers[0]
    half, brought = sum(strengths), 0
    for strength, mod in sorted(zip(strengths, modifiers, strict=True), key=lambda pair: -pair[1]):
        brought += strength
        if 2 * brought >= half:
            return mod
    return min(modifiers)


def weigh(s: Look, battle: Battle, kind: str) -> Weighed:
    """The numbers of a battle as things stand (clauses 1.12.1 to 1.12.3, 2.3)."""
    rules = s.game.rules
    strengths = [value(s, p, kind) for p in battle.attackers]
    pairs = zip(battle.attackers, battle.surprised, strict=True)
    mods = [modifier(s, p, kind, battle.target, battle.singled, amazed) for p, amazed in pairs]
    guard = defence(s, battle.target, battle.singled)
    aside = cover(s, battle.attackers, battle.target, kind)
    how = rules.attack_mod
    if how == "strength":
        strengths = [max(strength + 2 * mod, 0) for strength, mod in zip(strengths, mods, strict=True)]
    elif how == "percent":
        strengths = [strength * max(10 + mod, 0) for strength, mod in zip(strengths, mods, strict=True)]
        guard *= 10
    together = joint(strengths, mods, rules.joint_mod) if how in ("column", "die") else 0
    shift, die = (0, together) if how == "die" else (together, 0)
    return weighed(sum(strengths), guard, shift - aside, die, rules)


def weighed(attack: int, guard: int, shift: int, die: int, rules: Rules) -> Weighed:
    """The column of an attack on a defence with a shift (options `auto_elim`, `shift_overflow`)."""
    if attack <= 0:
        return Weighed(attack, guard, -1, shift, die, -1, False)
    base = column(attack, guard, rules.auto_elim == "exact")
    over = rules.shift_overflow
    moved = base + shift
    allowed = base >= FIRST and (over != "illegal" or moved >= FIRST)
    if base >= AUTOMATIC and shift >= 0:
        moved = max(moved, AUTOMATIC)
    elif over == "clamp":
        moved = min(moved, LAST)
    return Weighed(attack, guard, base, shift, die, max(moved, FIRST), allowed)

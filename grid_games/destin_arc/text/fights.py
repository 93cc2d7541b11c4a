"""Battles and spells in numbers, and what the dice may give of them (clauses 1.8, 1.12, 2.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from armada_sim.tabletop import N_, Listing, Message
from grid_games.core.dice import Chances
from grid_games.core.extras import enumerated, in_percent
from grid_games.core.sets import mask
from grid_games.destin_arc.chapters.battles import Combat, on_held
from grid_games.destin_arc.chapters.casting import Casting
from grid_games.destin_arc.chapters.combat_table import AUTOMATIC, SPARED, ratio, results
from grid_games.destin_arc.chapters.declaring import Declaring
from grid_games.destin_arc.chapters.leaders import leader_on
from grid_games.destin_arc.chapters.losses import SAVE, Saving, save
from grid_games.destin_arc.chapters.magic import Magic
from grid_games.destin_arc.chapters.results import Roll
from grid_games.destin_arc.chapters.spells import SpellSave, saves_on
from grid_games.destin_arc.chapters.strengths import CAUSES, MISSILE, Battle, defence, modifiers, value, weigh
from grid_games.destin_arc.moves import On
from grid_games.destin_arc.odds import FATES
from grid_games.destin_arc.state import BACK, State
from grid_games.destin_arc.units import PRINTED

D = TypeVar("D")


def in_numbers(state: Any) -> str:
    """The battle of a state of this game that is being declared, or whose dice are rolled, in numbers; empty if there
    is none."""
    step = state.step
    if isinstance(step, Roll):
        return battle_words(state, step.battle, step.kind)
    if isinstance(step, Combat) and step.open and step.mine[-1].attackers:
        return battle_words(state, step.mine[-1], step.kind)
    return ""


def battle_words(state: State, battle: Battle, kind: str) -> str:
    """A battle in numbers, such as "b1.1 (10), b4 (40; night +2) on u1.2 in melee: 50 against 4 is 12-1"."""
    names = state.game.pieces.names
    attackers = (
        _attacker(state, battle, kind, piece, amazed)
        for piece, amazed in zip(battle.attackers, battle.surprised, strict=True)
    )
    who = {"attackers": enumerated(attackers), "target": names[battle.target]}
    on = N_("{attackers} on {target} by missiles") if kind == MISSILE else N_("{attackers} on {target} in melee")
    told = Message(on, **who)
    if on_held(state, battle.target):
        return Message("{told}: held, so any attack eliminates it", told=told)
    numbers = weigh(state, battle, kind)
    told = Message(
        "{told}: {attack} against {defence} is {ratio}",
        told=told, attack=str(numbers.attack), defence=_defence(state, battle, numbers.defence),
        ratio=ratio(numbers.base),
    )  # fmt: skip
    if numbers.shift:
        told = Message("{told}, shifted {n}", told=told, n=f"{numbers.shift:+}")
    if numbers.die:
        told = Message("{told}, {n} to the die", told=told, n=f"{-numbers.die:+}")
    if not numbers.allowed:
        return Message("{told}, too weak", told=told)
    if numbers.column >= AUTOMATIC:
        return Message("{told}, eliminated without a roll", told=told)
    return Message("{told}, read in column {column}", told=told, column=ratio(numbers.column))


def rolled(state: State, battle: Battle, kind: str) -> Chances[str] | None:
    """What may come of the roll of a battle; None where nothing is rolled."""
    numbers = weigh(state, battle, kind)
    if not numbers.allowed or numbers.column >= AUTOMATIC or on_held(state, battle.target):
        return None
    return results(numbers.column, numbers.die, kind == MISSILE)


def spell_words(state: State, casting: Casting, seat: int) -> str:
    """A spell with who casts it and at what; nobody learns whom it concerns without seeing that piece."""
    names, labels = state.game.pieces.names, state.game.land.labels
    who = {"casters": Listing(names[p] for p in casting.casters), "spell": PRINTED.get(casting.spell, casting.spell)}
    if casting.target >= 0 and not state.board.sees(seat, casting.target):
        return Message("{casters} cast {spell} on a piece that you do not see", **who)
    if casting.target >= 0:
        return Message("{casters} cast {spell} on {target}", target=names[casting.target], **who)
    if casting.undone:
        return Message("{casters} cast {spell} against spell {n}", n=casting.undone, **who)
    return Message("{casters} cast {spell} at {hexes}", hexes=", ".join(labels[h] for h in casting.hexes), **who)


def _attacker(state: State, battle: Battle, kind: str, piece: int, amazed: bool) -> str:
    """An attacker with its value and what modifies it."""
    own = {"piece": state.game.pieces.names[piece], "n": value(state, piece, kind)}
    amounts = modifiers(state, piece, kind, battle.target, battle.singled, amazed)
    causes = [
        Message("{cause} {n}", cause=Message(one), n=f"{n:+}") for one, n in zip(CAUSES, amounts, strict=True) if n
    ]
    return (
        Message("{piece} ({n}; {causes})", causes=enumerated(causes), **own)
        if causes
        else Message("{piece} ({n})", **own)
    )


def _defence(state: State, battle: Battle, total: int) -> str:
    """A defence, with that of the leader who stands on the piece."""
    leader = None if battle.singled else leader_on(state, battle.target)
    if leader is None:
        return str(total)
    alone = defence(state, battle.target, singled=True)
    return Message("{n} ({alone}, and {rest} of {leader} on it)", n=total, alone=alone, rest=total - alone,
                   leader=state.game.pieces.names[leader])  # fmt: skip


def chances(state: Any) -> list[str]:
    """What the dice may give of what whoever decides has declared, of what is still to be resolved, or of what is
    rolled for (clauses 1.12, 2)."""
    step = state.step
    if isinstance(step, Roll):
        return [*_fates(state, step.battle, step.kind)]
    if isinstance(step, Combat):
        battles = _mine(step)
        if step.open and not battles[-1].attackers:
            return [*_fates(state, step.with_all(state), step.kind)]
        return [line for battle in battles for line in _fates(state, battle, step.kind)]
    if isinstance(step, Magic):
        castings = [*_mine(step), *([step.open] if step.open is not None else [])]
        return [line for casting in castings for line in _saves(state, casting)]
    if isinstance(step, Saving):
        piece = step.casting.target if isinstance(step, SpellSave) else getattr(step, "piece", -1)
        return [_saved(step.needs(state), [state.game.pieces.names[piece]])]
    return []


def _mine(step: Declaring[D]) -> list[D]:
    """What whoever decides has declared, as far as it is not resolved."""
    if not step.over:
        return list(step.declared[step.at])
    return [step.declared[step.turn][k] for k in step.left[step.turn]]


def _fates(state: State, battle: Battle, kind: str) -> Iterator[str]:
    """A battle in numbers, and how often each thing happens to either side."""
    yield battle_words(state, battle, kind)
    if (found := rolled(state, battle, kind)) is None:
        return
    names, missiles = state.game.pieces.names, kind == MISSILE
    shares = [(name, found.that(holds)) for name, holds in FATES if not (missiles and name.startswith("attackers"))]
    shares.append((Message("nothing happens"), found[SPARED]))
    yield enumerated(in_percent(name, share) for name, share in shares if share)
    if weak := [names[p] for p in (battle.target, *battle.attackers) if state.marks[p] & BACK]:
        yield Message(
            "who is on its back is eliminated where others are half eliminated: {pieces}", pieces=Listing(weak)
        )


def _saves(state: State, casting: Casting) -> list[str]:
    """A spell that is being cast, and how often those whom it may strike save against it."""
    spell = Message(PRINTED.get(casting.spell, casting.spell))
    return [
        Message("{spell}: {chances}", spell=spell, chances=_saved(needs, names))
        for needs, names in struck(state, casting).items()
    ]


def _saved(needs: int, names: Sequence[str]) -> str:
    """How often pieces save that need so much."""
    told = Message("saved, on {n}+ ({pieces})", n=needs, pieces=Listing(names))
    return in_percent(told, save(needs)[SAVE])


def struck(state: State, casting: Casting) -> dict[int, list[str]]:
    """The pieces that a spell strikes, or may still be cast on, by what they need to save against it; the least
    first. Of a zone those that everybody sees in it."""
    pieces, hexes, found = state.game.pieces, mask(casting.hexes), dict[int, list[str]]()
    if casting.target >= 0:
        whom = [casting.target]
    elif casting.hexes:
        whom = [p for p, h in enumerate(state.where) if h >= 0 and hexes >> h & 1 and not state.unseen[p]]
    else:
        whom = [pieces.numbers[move.piece] for move in state.legal_moves() if isinstance(move, On)]
    for p in whom:
        if needs := saves_on(state, casting, p):
            found.setdefault(needs, []).append(pieces.names[p])
    return dict(sorted(found.items()))

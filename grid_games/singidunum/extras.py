"""What Singidunum offers people beyond the protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from armada_sim.tabletop import N_, Message
from grid_games.core.extras import Armies, Extras, Positions
from grid_games.core.numbers import shipped_numbers
from grid_games.singidunum import armies, documents, moves, odds, points, telling, text
from grid_games.singidunum.board import TERRAIN
from grid_games.singidunum.chapters import turns
from grid_games.singidunum.state import retold

_KINDS: dict[type[Any], str] = {
    moves.Place: N_("deploy"), moves.Go: N_("move"), moves.Double: N_("double attack"),
    moves.Attack: N_("attack"), moves.Shoot: N_("shot"), moves.Support: N_("support"), moves.Retreat: N_("retreat"),
    moves.Say: N_("decision"), moves.First: N_("chance"), moves.Roll: N_("dice"), moves.Dice: N_("dice"),
    moves.Save: N_("save"),
}  # fmt: skip


def kind_of(move: moves.Move) -> str:
    """The kind of a move in a word or two."""
    return N_("stay") if isinstance(move, moves.Go) and move.start == move.end else _KINDS[type(move)]


EXTRAS = Extras(
    rules="docs/rules/singidunum.md",
    notation=(
        ("E9@b5", N_("take the elite of strength 9 and deploy it on b5")), ("done", N_("the army is complete")),
        ("d7-e7", N_("the unit on d7 goes to e7 (after a victory: follows there)")),
        ("d7", N_("the unit on d7 is chosen and stays")),
        ("d7++f7", N_("a double attack on f7, led by the unit on d7; both goings follow")),
        ("pass", N_("use no unit any more this turn")),
        ("xf7", N_("attack the unit on f7")),
        ("*f7", N_("shoot at the unit on f7")),
        ("+d8", N_("the archers on d8 support the shot")), ("alone", N_("nobody supports it")),
        ("hold", N_("do not attack, shoot, follow or step on")),
        ("accept", N_("accept the combat")), ("refuse", N_("refuse it and retreat")),
        (">g7", N_("retreat to g7; of a unit hit by a shot: announce it")),
        ("allow", N_("the hex announced stands")), ("veto", N_("it does not")), ("keep", N_("the dice stand")),
        ("reroll", N_("roll one’s own die again")),
        ("+2", N_("dice: the attacker’s total is 2 more than the defender’s; 4 is 4 or more")),
        ("3:4", N_("dice of a supported shot, the archer's first")),
        ("saved", N_("heavy infantry makes its save")), ("lost", N_("it fails")),
        ("first:romans", N_("chance: who begins")),
    ),
    legend=(
        ("E9", N_("a unit of the Romans with its strength: E elite, H heavy infantry, C cavalry, A archers")),
        ("e9", N_("a unit of the barbarians")),
        ("E9'", N_("activated: it has 1 less than its name says, here 8")),
        ("*", N_("a burnt hex; about HEX says so of a hex with a unit too")),
        *((text.SIGNS[letter], name) for letter, name in TERRAIN.items()),
    ),
    maps={"default": N_("the proposed board: 11 rows of 13 and 12 hexes, seven hexes between the camps")},
    read_map=lambda path: documents.read_board(Path(path)).text(),
    numbers=shipped_numbers("singidunum"),
    endings=turns.ENDINGS,
    positions=Positions(example=text.EXAMPLE, start=text.START, read=text.read, write=text.write),
    questions=points.QUESTIONS,
    odds=odds.tables,
    unlawful=odds.unlawful,
    armies=Armies(
        named={name: army.units for name, army in armies.ARMIES.items()},
        check=armies.check,
        keeping=armies.keeping,
        shelf=armies.shelf,
    ),
    spoken=moves.SPOKEN,
    kind_of=kind_of,
    phrase=text.phrase,
    phrases=(("E9@b5 H7@b6", N_("several units are deployed")),),
    stakes=text.in_numbers,
    chances=text.chances,
    aim=text.aim,
    now=text.now,
    below=text.decides,
    clauses=((N_("win"), "3 13 U15"), (N_("zoc"), "8"), (N_("turn"), "6")),
    called=dict(zip(moves.PLAYERS, moves.CALLED, strict=True)),
    crowds=True,
    heads=r" +1 +2 ",
    asked=text.asked,
    reading=telling.reading,
    about=telling.about,
    unasked=lambda before, move: retold(before, move).unasked,
    topics=tuple(map(Message, (*telling.WORDS, *TERRAIN.values()))) + moves.CALLED,
)  # fmt: skip
"""All of it."""

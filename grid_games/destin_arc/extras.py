"""What the game offers people besides: what may be typed, its maps, its odds, what a player learns of another's
move."""

from __future__ import annotations

from armada_sim.tabletop import N_, Message
from grid_games.core.extras import Extras, Positions
from grid_games.core.numbers import shipped_numbers
from grid_games.destin_arc.board import TERRAINS
from grid_games.destin_arc.chapters.objectives import ENDINGS
from grid_games.destin_arc.moves import SPOKEN
from grid_games.destin_arc.odds import odds
from grid_games.destin_arc.options import MAP
from grid_games.destin_arc.state import unasked
from grid_games.destin_arc.text import positions
from grid_games.destin_arc.text.board import LEGEND
from grid_games.destin_arc.text.changes import reading
from grid_games.destin_arc.text.fights import chances, in_numbers
from grid_games.destin_arc.text.lookup import TOPICS, about, aim, final, now
from grid_games.destin_arc.text.prompts import aside, asked, completing, default, doubt, kind_of, phrase, window
from grid_games.destin_arc.units import CALLED, SIDES

NOTATION = (
    ("place Q10", N_("put the next piece there, before the first turn")),
    ("meditate b5.1", N_("a priest of Bhâr meditates until the next turn")),
    ("move b1.3", N_("take a piece in hand; it has its move now")),
    ("fly u4", N_("the same on Pegasus, which is Gonzague’s choice")),
    ("to Q12", N_("go there: a leg of a move, a retreat, a conversion")),
    ("show b9.2", N_("let a hidden piece be seen")),
    ("hide b9.2", N_("make a piece invisible, when it may")),
    ("convert f1.4", N_("one of two Peuple that Ulf turns into Fidèles")),
    (
        "cast b5.1 light",
        N_("a spell of a priest: bless, healing, dispel, silence, light, hold, weather, flame, blade (also hold pers)"),
    ),
    ("join b5.2", N_("a second priest joins the cast")),
    ("on u1.2", N_("whom the spell is cast on")),
    ("at K22", N_("a hex of a zone; one after another")),
    ("undo 3", N_("the spell that is dispelled, by its number")),
    ("attack u1.2", N_("declare a battle against a piece")),
    ("with b1.3", N_("a piece joins the battle declared last")),
    ("bear u1.2", N_("the piece on which a leader stands, where several share his hex")),
    ("fight 2", N_("resolve the second battle or spell declared")),
    ("advance b1.3", N_("move into the hex that has become free")),
    ("end", N_("no more of this: the step, the choice")),
    ("=D3", N_("what the dice gave: a result of the table, =save, =fail, =ulf, =fereira")),
)

PHRASES = (
    ("place Q10 Q11 Q12", N_("put the next pieces there, one after the other")),
    ("b1.3-Q12-R13", N_("take a piece in hand and go there, leg by leg")),
    ("b1.1+b4xu1.2", N_("attack a piece with others")),
    ("b5.1 light b1.2", N_("cast a spell on a piece, or at hexes")),
)

EXTRAS = Extras(
    rules="docs/rules/destin-arc.md",
    notation=NOTATION,
    legend=(*LEGEND.items(), *TERRAINS.items()),
    endings=ENDINGS,
    maps=dict(MAP.values),
    read_map=lambda file: file,
    numbers=shipped_numbers("destin-arc"),
    positions=Positions(example=positions.EXAMPLE, start=positions.START, read=positions.read, write=positions.write),
    odds=odds,
    spoken=SPOKEN,
    kind_of=kind_of,
    stakes=in_numbers,
    chances=chances,
    aim=aim,
    now=now,
    final=final,
    clauses=((N_("win"), "8.1.2 8.1.3 8.2.12"), (N_("zoc"), "1.4.1 1.4.2"), (N_("turn"), "1.3.1 1.3.2")),
    called={**dict(zip(SIDES, CALLED, strict=True)), "alliance": Message("Alliance")},
    heads=r" {7}[A-Z]",
    default=default,
    doubt=doubt,
    asked=asked,
    aside=aside,
    about=about,
    topics=TOPICS,
    phrase=phrase,
    phrases=PHRASES,
    window=window,
    reading=reading,
    unasked=unasked,
    completing=completing,
    implied=lambda state: state.decision.implied(state),
)

"""What Strategiksa offers people beyond the protocol: maps, notation, positions, whole games as text."""

from __future__ import annotations

from armada_sim.tabletop import N_, Message
from grid_games.core.extras import Armies, Extras, Positions, Transcripts
from grid_games.core.numbers import shipped_numbers
from grid_games.strategiksa import armies, moves
from grid_games.strategiksa.chapters.victory import ENDINGS
from grid_games.strategiksa.documents import load_map
from grid_games.strategiksa.options import OPTIONS
from grid_games.strategiksa.text import telling
from grid_games.strategiksa.text.positions import position_text, read_position
from grid_games.strategiksa.text.recalling import recalled
from grid_games.strategiksa.text.unasked import unasked
from grid_games.strategiksa.transcripts import read_transcript, write_transcript

_NOTATION = (
    ("zone B2", N_("the zone to start in")),
    ("+K c3", N_("a new piece: the king and others at the set-up, reinforcements later")),
    ("m G=B", N_("blue runs the green colour from now on")),
    ("pass", N_("a suzerain says nothing more before decisions of this round; wait: nothing before this one")),
    ("offer G", N_("an offer to become green’s vassal; no offer")),
    ("yes", N_("the answer to an offer; no")),
    ("C>I d4", N_("a cavalry becomes infantry; C* is wounded")),
    ("I d3-e3", N_("a move")),
    ("stop", N_("no more of this step")),
    ("b e3", N_("the next battle")),
    ("K", N_("a piece sent by the side with the initiative; G.I where it has several colours")),
    ("/A", N_("the reply of the other side")),
    ("h K*", N_("a healing instead of a fight")),
    ("v", N_("the fallen player becomes a vassal; s: his colour is run by the victor himself")),
)

_KINDS = {
    moves.Settle: N_("zone"), moves.Add: N_("new piece"), moves.Convert: N_("conversion"), moves.Walk: N_("move"),
    moves.Stop: N_("stop"), moves.Name: N_("manager"), moves.Silence: N_("silence"), moves.Offer: N_("offer"),
    moves.Answer: N_("answer"), moves.Begin: N_("battle"), moves.Pick: N_("pick"), moves.Reply: N_("reply"),
    moves.Heal: N_("healing"), moves.Take: N_("regicide"),
}  # fmt: skip


EXTRAS = Extras(
    rules="docs/rules/strategiksa.md",
    notation=_NOTATION,
    legend=(
        ("R:2IA", N_("of red, two infantry and an archer; K king, I infantry, C cavalry, A archer, H healer")),
        ("C*", N_("wounded")),
        ("B:I+G:A", N_("pieces of blue and of green on one square")),
        (".", N_("nobody")),
        ("^", N_("a mountain")),
        ("| -+-", N_("between zones, named by column and row of zones: A1 holds a1, a2, b1 and b2")),
    ),
    endings=ENDINGS,
    maps=next(option.values for option in OPTIONS if option.key == "map"),
    numbers=shipped_numbers("strategiksa"),
    read_map=lambda file: load_map(file).text,
    positions=Positions(
        example="classic|2|R|R=R,G=R,B=B|R=R,G=G,B=B|c3=R:KH;e3=R:2II*+G:A;d8=B:K",
        start=r"[^|\[\]{}]+\|\d+\|[A-Z]\|",
        read=read_position,
        write=position_text,
    ),
    transcripts=Transcripts(
        example="1 R: +A d4; 4I d3-e3; K/A; v", start=r"\[Map \"", read=read_transcript, write=write_transcript
    ),
    armies=Armies(named={}, check=armies.check, keeping=armies.keeping, shelf=armies.shelf),
    spoken=moves.SPOKEN,
    kind_of=lambda move: _KINDS[type(move)],
    aim=telling.aim,
    now=telling.now,
    below=telling.enemies,
    clauses=((N_("win"), "55 56"), (N_("zoc"), "18"), (N_("turn"), "13")),
    heads=r"    a +b ",
    default=telling.default,
    asked=telling.asked,
    reading=telling.reading,
    about=telling.about,
    topics=(*telling.NAMES.values(), *map(Message, moves.COLOURS.values())),
    aside=telling.aside,
    unasked=unasked,
    recalled=recalled,
    phrase=telling.phrase,
    phrases=(
        ("+K c3 +2I d3", N_("several new pieces")),
        ("4I d3-e3", N_("a move of four pieces")),
        (N_("dismiss green"), N_("green's suzerain runs his colour himself from now on")),
    ),
)
"""What commands find."""

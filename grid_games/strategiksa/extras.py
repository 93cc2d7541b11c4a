"""What Strategiksa offers people beyond the protocol."""

from __future__ import annotations

from grid_games.core.extras import Extras, Positions
from grid_games.strategiksa.map_files import load_map
from grid_games.strategiksa.moves import (
    Add,
    Answer,
    Begin,
    Convert,
    Heal,
    Move,
    Name,
    Offer,
    Pick,
    Reply,
    Settle,
    Stop,
    Take,
    Walk,
)
from grid_games.strategiksa.positions import position_text, read_position

_KINDS: dict[type, str] = {
    Settle: "zone to start in", Add: "new piece", Convert: "conversion", Walk: "move of a piece", Stop: "stop",
    Name: "manager of a colour", Offer: "offer of service", Answer: "answer to an offer", Begin: "next battle",
    Pick: "piece to fight", Reply: "piece against it", Heal: "healing", Take: "fate of the fallen king",
}  # fmt: skip


def kind_of(move: Move) -> str:
    """The kind of a move in a few words."""
    return _KINDS[type(move)]


EXTRAS = Extras(
    notation=(
        ("zone B2", "set-up: the zone to start in"),
        ("+K c3", "set-up and reinforcements: a new piece on a square (K king, I infantry, C cavalry, A archers, H healer)"),
        ("m G=B", "the suzerain lets Blue run the green colour this turn"),
        ("offer G", "offer yourself to Green as a vassal; no offer; the answer is yes or no"),
        ("C>I d4", "a cavalry on d4 becomes infantry"),
        ("I d3-e3", "an infantry moves from d3 to e3; I* is a wounded one"),
        ("stop", "no more of this step"),
        ("b e3", "fight the battle on e3 next"),
        ("K", "send the king first; G.K the green one, where a side has several colours; /A send archers against what was sent"),
        ("h K*", "heal the wounded king instead of sending a piece"),
        ("v", "take the fallen king's player as a vassal; s: run his colour yourself"),
    ),
    maps={
        "classic": "all 100 squares open",
        "pinwheel": "twelve mountains in four groups, the same after a quarter turn; every zone can be controlled",
        "citadel": "four mountains in the middle, whose zone nobody can control",
    },
    read_map=lambda file: load_map(file).text,
    positions=Positions("classic|1|R|R=R,G=G,B=B|R=R,G=G,B=B|c3=R:KH;d4=R:2CA;e3=G:K2C;c7=B:K2I2A", r"\w+\|\d", read_position, position_text),
    kind_of=kind_of,
)  # fmt: skip

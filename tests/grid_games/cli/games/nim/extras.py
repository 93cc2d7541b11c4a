"""Nim with a notation of positions (`3-0-5 bert`) and of games (`Nim anna bert: take 1 1; take 2 3`), as people might
write them."""

from fractions import Fraction

from armada_sim.tabletop.errors import InputError
from grid_games.core.extras import Extras, OddsTable, Positions, Transcripts
from grid_games.core.protocol import NotationError
from grid_games.core.records import Record


def read_position(game, text):
    heaps, _, player = text.partition(" ")
    try:
        return game.state_from_json(
            {"heaps": [int(one) for one in heaps.split("-")], "seat": game.players.index(player)}
        )
    except ValueError:
        raise NotationError(f"expected heaps and a player such as 3-0-5 bert, not {text!r}") from None


def read_game(text):
    names, _, moves = text.strip().partition(":")
    return Record("nim", len(names.split()) - 1, moves=tuple(move.strip() for move in moves.split(";") if move.strip()))


def odds(words):
    if words:
        raise InputError(f"knows no {words[0]!r}")
    return [
        OddsTable("A coin", ("side", "chance"), (("head", Fraction(1, 3)), ("tail", Fraction(2, 3))), "It is bent.")
    ]


EXTRAS = Extras(
    notation=(("take 2 1", "take two from the first heap"),),
    maps={"table": "a table"},
    positions=Positions("3-0-5 bert", r"\d", read_position, lambda state: "-".join(map(str, state.heaps))),
    transcripts=Transcripts(
        "Nim anna bert: take 1 1; take 2 3", r"Nim ", read_game, lambda record: "; ".join(record.moves)
    ),
    odds=odds,
    kind_of=lambda move: f"heap {move.numbers[1]}",
)

"""Computer players for every game: random, greedy, search. They are asked for by a text, such as "search:60"."""

from __future__ import annotations

import re
from difflib import get_close_matches

from armada_sim.tabletop import Chooser, InputError, Message
from grid_games.players.search import Search
from grid_games.players.simple import Dice, Greedy, Random

__all__ = ["LEVELS", "Dice", "Greedy", "Random", "Search", "player"]

LEVELS = {
    "random": "any legal move, each as likely",
    "greedy": "the move after which it stands best by the game's rule of thumb; greedy:20 looks at 20 of the "
    "moves only",
    "search": "Monte-Carlo tree search; search:400 takes about 400 looks ahead for a decision, search:2s two seconds",
}
"""What may be asked for, in the order of strength."""

MOST_LOOKS, LONGEST_S = 100_000, 3600
"""Looks ahead, and seconds, for a decision: more than anybody waits for."""

ASKED = re.compile(r"(?P<level>[a-z]+)(?::(?P<number>\d{1,7}|\d{1,4}\.\d{1,3}(?=s))(?P<unit>s)?)?")


def player(text: str) -> Chooser:
    """The player of a text: a level, and for some a number. Raises InputError."""
    found = ASKED.fullmatch(text.strip())
    level, number, unit = found.group("level", "number", "unit") if found else ("", None, None)
    if found is None or level not in LEVELS:
        near = get_close_matches(text.partition(":")[0], LEVELS, n=1)
        if near:
            raise InputError(Message("there is no player {name}; do you mean {near}?", name=repr(text), near=near[0]))
        raise InputError(Message("there is no player {name}; expected random, greedy, or search:60", name=repr(text)))
    if number is None:
        plain: dict[str, Chooser] = {"random": Random(), "greedy": Greedy(), "search": Search()}
        return plain[level]
    most = {"search": LONGEST_S if unit else MOST_LOOKS}.get(level, 10**7)
    if level == "random" or (unit and level != "search") or not (0.01 if unit else 1) <= float(number) <= most:
        told = Message(
            "expected random, greedy, greedy:20, search, search:60 (1 to {looks}) or search:2s (0.01 to {seconds}), "
            "not {given}",
            looks=MOST_LOOKS, seconds=LONGEST_S, given=repr(text),
        )  # fmt: skip
        raise InputError(told)
    if level == "greedy":
        return Greedy(most=int(number))
    return Search(seconds=float(number)) if unit else Search(budget=int(number))

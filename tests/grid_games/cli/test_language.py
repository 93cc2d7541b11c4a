"""Board games in other languages: at the table nothing stays English but what is typed and the pages of rules."""

from __future__ import annotations

import re

import pytest

from armada_sim.tabletop import Language
from grid_games import catalogue
from grid_games.cli.sitting import HUMAN, Sitting, answer, final_words, seats_line
from grid_games.core.match import Match
from grid_games.players import player
from tests.marked import unmarked

TYPED = "human random auto board hint legend quit undo end done dismiss green xu"
"""What is typed, and who sits where."""


@pytest.mark.parametrize("name", catalogue.KINDS)
def test_a_game_at_the_table_says_nothing_in_english(name: str, other: str) -> None:
    game, hand = catalogue.finite(name), player("random")
    seats = {who: "random" if seat else HUMAN for seat, who in enumerate(game.players)}
    sitting = Sitting(Match(game), seats, {HUMAN: hand, **dict.fromkeys(game.players, hand)}, 3, Language(other))
    said = [seats_line(sitting)]
    for _ in range(200):
        who = sitting.front.current_player()
        if who in sitting.people:
            said += [sitting.asked(), *sitting.unasked()]
            sitting.passed_over()
        if who is not None:
            sitting.played(sitting.chosen(HUMAN if who in sitting.people else who))
        said += sitting.heard(game.players[0])
    said += [line for typed in ("help", "?", "why nothing", "undo") for line in answer(sitting, typed)]
    said += final_words(sitting)
    notation = {word for one in catalogue.extras(name).notation for word in re.findall(r"[^\W\d_]{2,}", one[0])}
    moves = [str(move) for move in sitting.match.moves]
    left = unmarked("\n".join(said), TYPED, "nothing", *notation, *moves)
    left = {word for word in left if not word.isupper()}
    assert left == set(), [line for line in said if any(word in re.sub("⟦[^⟦⟧]*⟧", "", line) for word in left)][:3]
    assert sum("⟦" in line for line in said) > 100

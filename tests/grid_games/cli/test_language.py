"""Board games in other languages: at the table and in what is told of games nothing stays English but what is typed and
the pages of rules; French agrees in number, and with any piece."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import pytest

from armada_sim.tabletop import Language
from grid_games import catalogue
from grid_games.cli.sitting import Sitting
from grid_games.cli.turns import HUMAN
from grid_games.core.match import Match
from grid_games.destin_arc.moves import parse
from grid_games.destin_arc.text.prompts import phrase
from grid_games.destin_arc.units import PRINTED, SPELL_NAMES
from grid_games.players import player
from grid_games.testing.golden import CHOICE
from tests.catalogues import ROOT, catalogue as messages
from tests.marked import unmarked
from tests.whole import whole

TYPED = "human random auto board hint legend quit undo end done dismiss green xu save fail ulf fereira"
"""What is typed, and who sits where."""

GOLDEN = [
    path if number == 0 else whole(path)
    for game in catalogue.KINDS
    for number, path in enumerate(sorted((ROOT / "tests" / "data" / game).glob("golden_*.txt")))
]


@pytest.mark.parametrize("name", catalogue.KINDS)
def test_a_game_at_the_table_says_nothing_in_english(name: str, other: str) -> None:
    game, hand = catalogue.finite(name), player("random")
    seats = {who: "random" if seat else HUMAN for seat, who in enumerate(game.players)}
    sitting = Sitting(Match(game), seats, 3, Language(other))
    sitting.hands = dict.fromkeys(game.players, hand)
    said = [sitting.greeting()]
    for _ in range(200):
        who = sitting.front.current_player()
        if who in sitting.people:
            sitting.faces(who)
            said += [sitting.decision, *sitting.asides]
            sitting.passed_over()
        if who is not None:
            sitting.played(sitting.chosen())
        said += sitting.heard(game.players[0])
    said += [line for typed in ("help", "?", "why nothing", "undo") for line in sitting.say(typed)]
    said.append(sitting.outcome())
    notation = {word for one in catalogue.extras(name).notation for word in re.findall(r"[^\W\d_]{2,}", one[0])}
    moves = [str(move) for move in sitting.match.moves]
    left = unmarked("\n".join(said), TYPED, "nothing help", *notation, *PRINTED.values(), *moves)
    left = {word for word in left if not word.isupper()}
    assert left == set(), [line for line in said if any(word in re.sub("⟦[^⟦⟧]*⟧", "", line) for word in left)][:3]
    assert sum("⟦" in line for line in said) > 100


def tellings(text: str) -> Iterator[tuple[str, str]]:
    """What is told of a golden game: each move to each player, what is to be decided, the board, why some moves are not
    allowed; each with the moves it is about."""
    head, _, body = text.partition("\n---\n")
    words = dict(line.partition(" ")[::2] for line in head.splitlines())
    settings = dict(line.split(" ", 1)[1].split(" = ", 1) for line in head.splitlines() if line.startswith("setting"))
    game = catalogue.load(words["game"], int(words["players"]), settings)
    extras, match = catalogue.extras(game.name), Match(game)
    assert extras.reading is not None
    assert extras.asked is not None
    for line in filter(None, map(CHOICE.fullmatch, body.splitlines())):
        before = match.state
        match.push(line[2])
        done, after = match.peek(), match.state
        for viewer in game.players:
            yield extras.reading(before, done, after, viewer), line[2]
        if after.outcome() is None:
            yield extras.asked(after), f"{line[2]} {' '.join(map(str, islice(after.legal_moves(), 500)))}"
        yield game.board(after), line[2]
        for tried in (*match.moves[:5], *match.moves[-5:]):
            if (why := after.why_not(tried)) is not None:
                yield why.text, f"{line[2]} {tried} {' '.join(map(str, islice(after.legal_moves(), 500)))}"


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_all_that_is_told_of_a_golden_game_is_told_in_any_language(file, other):
    """The same in a language of marks as in English, but for the marks; in French one of a thing is one."""
    marked, french, told = Language(other), Language("fr"), 0
    notation = " ".join(typed for typed, _ in catalogue.extras(file.parent.name).notation)
    for text, move in tellings(file.read_text()):
        said = marked.tell(text)
        assert re.sub("[⟦⟧]", "", said) == text
        assert {
            word
            for word in unmarked(said, move, notation, *SPELL_NAMES, *PRINTED.values(), TYPED)
            if not word.isupper()
        } == set(), said
        assert not re.search(r"(?<![\w,.+-])1 (?!pas\b|fois\b)\w+s\b", french.tell(text)), french.tell(text)
        told += "⟦" in said
    assert told > 200


@pytest.mark.parametrize("name", catalogue.KINDS)
def test_what_is_asked_about_may_be_named_in_any_language(name: str) -> None:
    """A French name finds what the English one does, and says it in French."""
    game, extras, french = catalogue.finite(name), catalogue.extras(name), Language("fr")
    assert extras.about is not None
    sitting = Sitting(Match(game), dict.fromkeys(game.players, HUMAN), 3, french)
    first = sitting.front.current_player()
    assert first is not None
    known = [topic for topic in extras.topics if extras.about(sitting.front, first, topic)]
    assert len(known) > 7
    for topic in known:
        told = {french.tell(line) for line in extras.about(sitting.front, first, topic)}
        assert told <= set(sitting.say(f"about {french.tell(topic).upper()}"))
    assert [topic for topic in known if french.tell(topic) != topic] != []


def test_spells_may_be_named_as_the_french_lists_print_them() -> None:
    for name, printed in PRINTED.items():
        assert parse(f"cast b5.1 {printed}") == parse(f"cast b5.1 {name}")
    assert phrase(catalogue.finite("destin-arc").new(), "u2.1 flame strike b4") == [("cast u2.1 flame", "on b4")]


def test_french_of_arc_agrees_with_any_piece():
    """A piece is named by its notation, and may be Carmelina, a cavalry or Winandy: no participle follows its name."""
    name = r"\{(?:piece|partner|other|target|side|place)\}"
    said = r"(?:\u202f:)?(?: (?:n'|s')?(?:est|était|reste))?(?: pas| plus)? (?!déjà)\w*(?:é|vu|pris|mis|tenu|perdu)\b"
    agreeing = re.compile(name + said)
    found = [
        form
        for message in messages("fr")
        if message.id and any(file.startswith("grid_games/destin_arc") for file, _ in message.locations)
        for form in ([message.string] if isinstance(message.string, str) else message.string)
        if agreeing.search(form)
    ]
    assert found == []

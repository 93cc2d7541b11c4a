"""What somebody who never read the book reads and may type at the terminal."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from armada_sim.tabletop import Language
from grid_games import catalogue
from grid_games.cli import fitting
from grid_games.cli.sitting import Sitting
from grid_games.cli.turns import HUMAN
from grid_games.core.match import Match
from grid_games.core.protocol import State
from grid_games.destin_arc.text.positions import read
from tests.commands import run
from tests.grid_games.destin_arc.scenes import game as arc_game, play, scene

VILLAGE = ("destin-arc", "--map", "village")


def played(*words: str, typed: str, lang: str = "en") -> str:
    result = run("grid-games", "play", *words, "--lang", lang, typed=f"{typed}\nquit\n")
    assert result.exit_code == 0, result.stderr
    return result.stdout


def sitting(name: str, lang: str = "en") -> Sitting:
    game = catalogue.load(name)
    return Sitting(Match(game), dict.fromkeys(game.players, HUMAN), 3, Language(lang))


def at(state: State[Any], lang: str = "en") -> Sitting:
    """People who sit at a position."""
    match = Match(state.game)
    match._states[:] = [state]
    return Sitting(match, dict.fromkeys(state.game.players, HUMAN), 3, Language(lang))


@pytest.mark.parametrize(
    ("words", "aims", "status"),
    [
        (("singidunum",), "Whoever has 8 points or more at the end of a turn",
         "Turn 1 of 8; Romans 0, barbarians 0; 8 points win"),
        (("singidunum", "--set", "scenario=37"), "Whoever has 4 points or more", "4 points win"),
        (("strategiksa", "--set", "max_rounds=9"), "You win when your alliance holds 18 of the 25 zones [56].",
         "Round 1 of 9, turn of red: red decides; zones held, of the 18 that win: red 1, green 1, blue 1"),
        (VILLAGE, "You win at once with all 5 places of strategic importance held for a full turn",
         "places held, of 5: Bonnaire 1, Ulf 0, Fereira 0; secret objective of Bonnaire: 0 of 3 met"),
    ],
)  # fmt: skip
def test_the_aim_stands_at_the_start_and_how_far_each_is_in_the_status(words, aims, status):
    told = played(*words, typed="auto")
    assert aims in " ".join(told.partition("> ")[0].split())
    assert status in " ".join(told.split())


@pytest.mark.parametrize(("words", "last", "status"), [
    (("singidunum",), "of equals the one whose unit has entered the enemy base [3, 13].",
     "Before turn 1 of 8; Romans 0, barbarians 0; 8 points win."),
    (("strategiksa",), "a vassal of his who runs troops has half a victory [57, 58].",
     "Set-up; zones held, of the 18 that win: none."),
    (VILLAGE, "1 for a part met of the objective [8.2.12].", "secret objective of Bonnaire: 0 of 3 met"),
])  # fmt: skip
def test_all_of_the_aim_stands_before_the_first_decision_with_how_far_each_is(words, last, status):
    told = " ".join(played(*words, typed="score").partition("> ")[0].split())
    assert last in told
    assert status in told


@pytest.mark.parametrize(("name", "status"), [
    ("singidunum", "Before turn 1 of 8; Romans 0, barbarians 0; 8 points win."),
    ("strategiksa", "Set-up; zones held, of the 18 that win: none."),
])  # fmt: skip
def test_how_far_each_is_can_be_asked_from_the_start(name, status):
    assert sitting(name).say("score") == sitting(name).say("turn") == [status]


def test_how_far_each_is_from_supremacy_is_told():
    """Eleven pieces each after the set-up but five points: a king and five cavalry are six."""
    table = sitting("strategiksa")
    for line in ("zone E1", "+K j2 +5C j1", "zone A1", "+K a1 +10I a2", "zone C3", "+K e5 +5C e6"):
        table.say(line)
    assert "; enemy pieces left to each: red 17, green 12, blue 17." in table.say("score")[0]
    table.say("offer G")
    table.say("yes")
    assert "; enemy pieces left to each: green 6, blue 16." in table.say("score")[0]
    assert table.say("board")[-1] == "enemy pieces left to each: green 6, blue 16"


def test_the_rules_say_how_to_win_and_what_a_round_is():
    for name in ("singidunum", "strategiksa", "destin-arc"):
        table = sitting(name)
        assert table.say("rules round") == table.say("rules turn") != table.say("rules win") == table.say("rules score")
    told = " ".join(sitting("singidunum").say("rules win"))
    assert "Whoever has the points of the scenario at the end of a turn wins." in told
    assert "55 points, 8 victory points" in told
    assert "whoever has entered the enemy base at any time" in told


@pytest.mark.parametrize("name", ["singidunum", "strategiksa", "destin-arc"])
def test_words_of_either_language_ask_the_same(name):
    """In French what English words ask may be asked in French, with accents or without."""
    english = ("aim", "score", "turn", "zoc", "about zoc", "rules win", "help", "legend", "odds")
    french = ("objectif", "score", "tour", "zoc", "infos zoc", "regles victoire", "aide", "légende", "chances")
    table = sitting(name, "fr")
    for one, other in zip(english, french, strict=True):
        assert table.say(one) == table.say(other) != [], (one, other)
        assert "coup" not in table.say(one)[0] or one in ("help", "odds"), one
    assert table.say("victoire") == table.say("aim")


@pytest.mark.parametrize("name", ["singidunum", "strategiksa", "destin-arc"])
def test_words_that_are_moves_are_typed_in_either_language_with_accents_or_without(name):
    table, spoken = sitting(name, "fr"), catalogue.extras(name).spoken
    words = [word for word, _ in catalogue.extras(name).notation if re.fullmatch(r"[a-z]{2,}", word)]
    assert set(words) - {"saved", "lost"} <= set(spoken) != set()
    for move, said in spoken.items():
        french = Language("fr").tell(said)
        for typed in (move, french, french.upper(), french.replace("’", "'").replace("é", "e")):
            assert str(table.read(typed)[0]) == move
        assert table.written(table.game.parse(move)) == french


def test_what_news_and_prompts_say_in_french_is_typed_and_told_again():
    told = played("destin-arc", "--map", "village", typed="pourquoi pas fin\nfin\nfin", lang="fr").replace(
        "\u202f", " "
    )
    assert "prenez un pion en main, ou fin." in told
    assert "Permis : move b4, move b9.1, move b10, show b9.1, show b10, fin." in told
    assert "C’est permis." in told
    assert "Bonnaire : fin ; " in told
    typed = "zone E1\n+K j2 +5C j1\nzone A1\n+K a1 +5C a2\nPas d'offre\nreprendre\noffer B\nnon\npourquoi pas oui"
    told = played("strategiksa", "--blue", "human", typed=typed, lang="fr").replace("\u202f", " ").replace("’", "'")
    assert "rouge : s'offre comme vassal au joueur bleu" in told
    assert "bleu : non" in told
    assert "rouge : pas d'offre" in told
    assert "et non «" not in told


def test_prompts_of_singidunum_name_moves_as_they_are_typed_in_french():
    told = played("singidunum", "--seed", "1", typed="auto", lang="fr").replace("\u202f", " ")
    assert "ou passe (ne plus employer d’unité ce tour)." in " ".join(told.split())
    assert "pass (" in " ".join(run("grid-games", "check", "-", "--lang", "fr", typed=DISPUTE).stdout.split())


DISPUTE = """game = "singidunum"
position = "1 romans 0-0 E9@e4 / C6@e6"
[[questions]]
move = "accept"
"""


def test_what_was_typed_is_quoted_as_it_was_typed():
    assert "et non « aide zoc »." in played("strategiksa", typed="aide zoc", lang="fr").replace("\u202f", " ")


def test_few_moves_are_listed_with_the_question():
    told = played("strategiksa", typed="zone E1\n+K j2")
    assert "Red puts his king down in zone E1.\nAllowed: +K i1, +K i2," in told
    assert told.rpartition("+K j2")[2].count("Allowed: ") == 0  # there are twenty


def test_several_pieces_are_placed_with_one_line():
    assert "red: +K j2; +I j1; +I j1; +C i1\n" in played("strategiksa", typed="zone E1\n+K j2 +2I j1 +C i1")
    assert "Romans: E9@b5; H7@b6\n" in played("singidunum", typed="E9@b5 H7@b6")
    assert "Bonnaire: place Q10; place Q12; place Q14\n" in played("destin-arc", typed="place Q10 Q12 Q14")
    told = played("singidunum", typed="E9@b5 H7@b5 C6@b6")
    assert "Romans: E9@b5\n" in told  # up to the first that is not allowed, whose reason is said
    assert "Not allowed: b5 is occupied: one unit a hex [U2]" in told


def test_a_move_of_a_later_step_says_nothing_in_those_between():
    table = sitting("strategiksa")
    for line in ("zone E1", "+K j2 +5C j1", "zone A1", "+K a1 +5C a2", "zone C3", "+K e5 +5C e6"):
        assert table.say(line) == []
    assert table.say("why C j1-j3") == ["It is allowed."]
    assert table.say("C j1-j3") == []
    assert [str(move) for move in table.match.moves[-4:]] == ["no offer", "stop", "stop", "C j1-j3"]
    assert table.say("C a2-a4") == ["Not allowed: red has no C on a2 [27]"]  # another's piece: nothing is said instead
    assert str(table.match.moves[-1]) == "C j1-j3"


def test_what_forbids_a_move_of_a_later_step_is_said_where_nothing_is_said_in_those_between():
    """At the offer: the reason is that of moving, not that an offer is asked about."""
    table = sitting("strategiksa")
    for line in ("zone E1", "+K j2 +5C j1", "zone A1", "+K a1 +5C a2", "zone C3", "+K e5 +5C e6"):
        table.say(line)
    no_infantry = ["Not allowed: red has no I on f6 [27]"]
    assert table.say("I f6-g7") == table.say("why I f6-g7") == no_infantry
    assert table.say("offer R") == ["Not allowed: nobody offers himself to himself [52]"]
    assert table.say("yes")[0].startswith("Not allowed: now red may offer himself as a vassal")  # of no later step


def test_the_end_of_a_step_is_asked_for_twice_with_a_piece_in_hand():
    told = played(*VILLAGE, typed="move b1.1\nend\nend")
    doubt = "end ends the whole step, with b1.1 in hand and 7 other pieces not moved: end again does it."
    assert doubt in told
    assert told.partition(doubt)[0].count("Bonnaire's magic step begins") == 0
    assert "Bonnaire: end; Bonnaire's magic step begins" in told.partition(doubt)[2]
    assert doubt.partition(" with ")[0] not in played(*VILLAGE, typed="end\nend")


DECLARING = {"b1.1": "K22", "b1.2": "S28", "u1.1": "K24", "u1.2": "S30", "f7": "L21"}
"""Ulf and Fereira attack Bonnaire together, each unseen; Fereira leads."""


@pytest.mark.parametrize("before", [("end",), ("attack b1.1", "with f7", "end")])
def test_odds_tell_nothing_that_others_have_declared_unseen(before):
    state = play(scene(DECLARING, "melee", 2, lead=2), *before)
    table = at(state)
    assert table.say("attack b1.1; with u1.1; attack b1.2; with u1.2") == []
    told = table.say("odds end")
    assert [line.partition(":")[0] for line in told[::2]] == ["u1.1 (5) on b1.1 in melee", "u1.2 (5) on b1.2 in melee"]
    assert told == table.say("odds")


@pytest.mark.parametrize(("position", "typed", "told"), [
    ("3 melee bonnaire b1.1@Q12 b1.2@R9 u1.1@Q10 f7@A2", "attack u1.1",
     ["b1.1 (10), b1.2 (10) on u1.1 in melee: 20 against 4 is 5-1, read in column 5-1",
      "67% defender eliminated, 33% defender half eliminated, 25% attackers eliminated, 8% attackers half eliminated, "
      "67% successful (letter D)"]),
    ("3 melee bonnaire b1.1@Q12 b1.2@R9 u1.1@Q10 f7@A2", "b1.1+b1.2xu1.1",
     ["b1.1 (10), b1.2 (10) on u1.1 in melee: 20 against 4 is 5-1, read in column 5-1",
      "67% defender eliminated, 33% defender half eliminated, 25% attackers eliminated, 8% attackers half eliminated, "
      "67% successful (letter D)"]),
    ("3 magic bonnaire b5.1@Q12 u1.2@Q16 u1.1@Q18 f1.1@A2", "cast b5.1 hold",
     ["hold pers: 25% saved, on 10+ (u1.1 and u1.2)"]),
    ("3 magic bonnaire b5.1@Q12 u1.2@Q16 u1.1@Q18 f1.1@A2", "b5.1 hold u1.2", ["hold pers: 25% saved, on 10+ (u1.2)"]),
])  # fmt: skip
def test_odds_of_arc_say_what_may_come_of_an_attack_or_a_spell(position, typed, told):
    assert at(read(arc_game(), position)).say(f"odds {typed}") == told


def test_accept_or_refuse_shows_the_odds_of_both():
    """The melee's chances are counted over both dice: 9 against 6, faces 1 2 3 3 4 5 (sections 5, 9)."""
    gaps = [9 - 6 + one - other for one, other in product((1, 2, 3, 3, 4, 5), repeat=2)]
    out, back = (Fraction(sum(map(holds, gaps)), 36) for holds in (lambda gap: gap >= 4, lambda gap: gap == 1))
    game, extras = catalogue.load("singidunum"), catalogue.extras("singidunum")
    assert extras.positions is not None
    state = extras.positions.read(game, "2 romans 0-0 E9@e4 / C6@e6 A4@h9").play(game.parse("e4-e5"))
    assert extras.asked is not None
    told = extras.asked(state)
    assert "refuse (the unit retreats 1 hex, to d6, e7, f6) or accept (" in told
    assert f"{round(100 * out)}% defender out" in told
    assert f"{round(100 * back)}% defender back 1" in told
    assert extras.chances(state)[0].startswith("E9 on e5 attacks C6 on e6, +3: ")


BOARD = [
    "how things stand",
    "       A    B    C",
    "1/2    .    h    .",
    "3/4    .    .    m",
    "places held by nobody",
    "key",
]


@pytest.mark.parametrize("width", [16, 80])
def test_boards_fit_the_terminal_with_column_heads_and_all_that_stands_around(width, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    whole = fitting.board(BOARD, [], r" {7}[A-Z]")
    assert max(map(len, whole)) <= width
    assert re.findall(r"\S+", " ".join(whole)).count("1/2") == (2 if width == 16 else 1)
    assert {"A", "B", "C", "key"} <= set(" ".join(whole).split())
    after = [line.replace("m", "B1") for line in BOARD]
    some = fitting.board(after, BOARD, r" {7}[A-Z]")
    assert "C" in " ".join(some).split()
    assert "1/2" not in " ".join(some)
    assert some[-1] == "key"
    assert " ".join(some).count("places held") == 1
    assert fitting.board(BOARD, BOARD, r" {7}[A-Z]") == []


def test_texts_are_no_wider_than_the_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    told = played(*VILLAGE, typed="help\nrules win\nauto\nauto")
    lines = [line for line in told.splitlines() if not line.startswith("Bonnaire> ")]
    assert max(map(len, lines)) <= 60


@pytest.mark.parametrize(("words", "typed", "width"), [
    (("singidunum", "--romans", "greedy"), "", 60),
    (("strategiksa", "--players", "8", "--set", "max_rounds=1", "--red", "random"), "", 80),
    (("destin-arc",), "board Q14", 60),
    (VILLAGE, "help\nlegend", 40),
    (("strategiksa",), "help\nlegend", 40),
])  # fmt: skip
def test_ends_parts_and_lists_are_no_wider_than_the_terminal(words, typed, width, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    told = played(*words, typed=typed)
    assert [line for line in told.splitlines() if len(line) > width and "> " not in line] == []
    assert "Result (1 is" in told or typed


def test_the_board_is_shown_as_it_is_again_once_a_move_is_taken_back():
    """Red has seen what the others did after him, and takes his own last move back: their rows are as before."""
    told = played("strategiksa", typed="zone E1\n+K j2 +5C j1\nno offer\nC j1-h1\nstop\nundo")
    assert "green: " in told.rpartition("> stop")[2].partition("> undo")[0]
    assert re.search(r"^ ?\d+  .*G:", told.rpartition("> undo")[2], re.MULTILINE)
    assert "  a b" in played("strategiksa", typed="zone E1\nundo").rpartition("> undo")[0]


def test_a_map_that_is_not_shown_says_each_time_how_to_see_it(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    told = played("destin-arc", typed="auto\n" * 4)
    assert told.count("The board is 133 characters wide") == 1
    assert told.count("The board has changed: board shows it, board PLACE a part.") >= 2


def test_the_result_says_what_one_is():
    """Beside the points of both it would read as a score."""
    told = " ".join(played("singidunum", "--romans", "greedy", typed="").split())
    assert "Result (1 is the whole victory): Romans 0, barbarians 1." in told


def test_players_in_the_plural_win():
    assert "Barbarians win (on victory points)." in played("singidunum", "--romans", "greedy", typed="")
    assert "Les barbares gagnent (" in played("singidunum", "--romans", "greedy", typed="", lang="fr")


def test_the_aim_speaks_of_no_places_on_a_map_without_any():
    """On the hill of the Barons nothing of the town is fought for, and Fereira has no objective there."""
    aims = catalogue.extras("destin-arc").aim
    hill = catalogue.load("destin-arc", 3, {"map": "barons"}).new()
    told = {player: " ".join(aims(hill, player)) for player in hill.game.players}
    assert all("place" not in text for text in told.values())
    assert "1 for each part met" in told["ulf"]
    assert told["fereira"] == "You have no objective on this map: you win only if nobody else has pieces left [8.2.11]."


def test_french_says_which_french_words_are_typed():
    told = played("strategiksa", typed="rien\npourquoi\nrègles", lang="fr")
    assert "Tapez aide pour savoir" in told
    assert "Tapez aide, ou ?" in " ".join(told.split())
    assert "Dites quel coup : pourquoi zone A1" in told.replace("\u202f", " ")
    assert "Tapez règles et un article" in told
    assert not re.search(r"\b(?:Tapez|comme|exemple) (?:help|rules|why)\b", told)


def test_a_question_ends_in_one_sign():
    table = at(play(scene({"b1.1": "K22", "b1.2": "K26", "u1.1": "K24"}, "melee", 0), "attack u1.1"))
    assert table.faces("bonnaire")[-2:] == ["Melee: attack on u1.1, with whom?", "Allowed: with b1.1, with b1.2."]


def test_the_odds_of_arc_and_of_singidunum_are_whole_sentences_in_french():
    asked = ("destin-arc", "16", "4"), ("singidunum", "attack=C6", "defence=H6")
    arc, singidunum = (run("grid-games", "odds", *words, "--lang", "fr").stdout for words in asked)
    assert "1/2 éliminé" in arc
    assert not re.search(r"retourné|recul|retrait\b", arc)
    assert "replié de 2 (différence 3)" in singidunum

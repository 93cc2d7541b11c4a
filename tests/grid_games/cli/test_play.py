"""`grid-games play`: people and computers in the terminal, records, undo, and what is hidden from whom."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from grid_games import catalogue
from grid_games.cli.sitting import Sitting
from grid_games.core.match import Match, replayed
from grid_games.core.records import read_record
from tests.cli.beginning import begun
from tests.commands import refused, run
from tests.grid_games.destin_arc.scenes import scene


def play(*arguments, text=""):
    return run("grid-games", "play", *arguments, typed=text)


def recorded(file: Path):
    record = read_record(file.read_text(encoding="utf-8"))
    return record, replayed(catalogue.load(record.game, record.players, record.settings), record)


def test_two_people_play_a_game_to_its_end_and_it_is_recorded(tmp_path):
    file = tmp_path / "game.json"
    result = play("nim", "--bert", "human", "--record", file, text="take 1 1\ntake 3 2\ntake 5 3\n")

    assert result.exit_code == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[0] == "anna (a person), bert (a person). Type help for what may be typed."
    assert lines[1:5] == ["1: o", "2: ooo", "3: ooooo", "anna> take 1 1"]
    assert "anna: take 1 1" in lines
    assert lines[-1] == "Anna wins (last taken). Result (1 is the whole victory): anna 1, bert 0."
    record, match = recorded(file)
    assert (record.seats, record.moves) == (("human", "human"), ("take 1 1", "take 3 2", "take 5 3"))
    assert match.outcome().winners == ("anna",)


def test_computers_play_by_themselves_and_the_seed_decides(tmp_path):
    files = [tmp_path / f"{name}.json" for name in "abc"]
    for file, seed in zip(files, (1, 1, 2), strict=True):
        asked = ["odds", "--anna", "random", "--bert=random", "--players", "2", "--set", "rounds=8", "--seed"]
        result = play(*asked, seed, "--record", file)
        assert result.exit_code == 0, result.stderr
    one, same, other = (file.read_text() for file in files)
    assert one == same != other
    record, match = recorded(files[0])
    assert match.outcome() is not None
    assert record.settings["rounds"] == 8


def test_a_recorded_game_goes_on_where_it_was_left_as_if_it_never_had_stopped(tmp_path):
    whole, part = tmp_path / "whole.json", tmp_path / "part.json"
    lines = "fair\nbold\nfair\nsure\n"
    asked = ("--seed", 3, "--record")
    assert play("odds", "--set", "rounds=4", *asked, whole, text=lines).exit_code == 0
    assert "The game is left." in play("odds", "--set", "rounds=4", *asked, part, text="fair\nbold\n").output
    assert len(recorded(part)[0].moves) < len(recorded(whole)[0].moves)
    assert play("--resume", part, *asked, part, text="fair\nsure\n").exit_code == 0

    assert part.read_text() == whole.read_text()


def test_what_is_typed_wrongly_changes_nothing_and_is_explained():
    told = play(
        "nim",
        "--bert",
        "human",
        text="take 9\nwhy take 2 1\ntake 3 2; take 1 1\ntake 1 2\nundo\nundo\nwhy take 3 2\nwhy\nquit\n",
    ).stdout
    assert "'take 9' is no move of nim; expected one such as take 1 1. Type help" in told
    assert "'take 2 1' is no move" in told
    assert "take 1 1 is not played: somebody else is to move." in told
    assert "Not allowed: it is one of" in told
    assert told.count("Taken back.") == 1
    assert "There is nothing to take back." in told
    assert "Name a move, as in why take 1 1" in told
    assert told.splitlines()[-2:] == ["anna> quit", "The game is left."]


def test_undo_takes_back_what_the_computers_did_too(tmp_path):
    file = tmp_path / "game.json"
    result = play("nim", "--seed", 5, "--record", file, text="take 1 1\nundo\ntake 1 2\nundo\ntake 1 1\n")
    again = tmp_path / "again.json"
    play("nim", "--seed", 5, "--record", again, text="take 1 1\n")

    assert result.stdout.count("Taken back.") == 2
    assert file.read_text() == again.read_text()


def test_undo_does_not_take_back_what_the_dice_have_said(tmp_path):
    file = tmp_path / "game.json"
    told = play("odds", "--set", "rounds=9", "--record", file, text="wild\nundo\n").stdout
    assert "The dice have been thrown since: that is not taken back." in told
    assert recorded(file)[0].moves[0] == "wild"


def test_legal_moves_are_listed_by_kind_and_by_their_beginning():
    told = play("nim", text="?\n? TAKE 1\n? grab\nhelp\nhint\n").stdout
    assert "heap 1 (1): take 1 1" in told.splitlines()
    assert "heap 3 (5): take 1 3, take 2 3, take 3 3, take 4 3, take 5 3" in told.splitlines()
    assert told.count("heap 3 (1): take 1 3") == 1
    assert "No legal move begins with 'grab'." in told
    assert "  take 2 1    take two from the first heap" in told
    assert "A computer would play: take " in told


def test_a_computer_plays_on_for_a_person_until_somebody_else_decides():
    told = play("nim", "--bert", "human", text="auto\nauto\n").stdout
    assert "anna: take " in told
    assert "bert: take " in told


def test_the_board_is_shown_again_after_dice_and_computers():
    told = play("odds", "--set", "rounds=3", text="sure\nsure\n").stdout
    assert told.count("OddsState(") == 3
    told = play("duel", text="hide 2\nslip 1\nquit\n").stdout
    assert told.count("((") == 3


def test_save_writes_a_record_at_once(tmp_path):
    file = tmp_path / "kept.json"
    told = play(
        "nim",
        "--bert",
        "human",
        text=f"take 1 1\nsave {file}\nsave\nsave {tmp_path / 'x.txt'}\nsave {tmp_path / 'no' / 'x.json'}\n",
    )
    assert recorded(file)[0].moves == ("take 1 1",)
    assert "Say where: save FILE.json" in told.stdout
    assert "expected a file that ends in .json" in told.stdout
    assert "there is no folder for" in told.stdout
    assert list(tmp_path.iterdir()) == [file]


# ----------------------------------------------------------------------------------------------------- secrets


def test_people_see_only_what_their_player_may_know():
    """Two submarines hide: neither cell stands anywhere in what is printed for the other."""
    result = play("duel", "--bert", "human", text="\nhide 3\n\nhide 1\n\nboard\nslip 4\n\nboard\nquit\n")
    parts = result.stdout.split("look away. Press Enter, ")
    assert [part.split(".")[0] for part in parts[1:]] == ["anna", "bert", "anna", "bert"]
    hidden = parts[2]
    assert "hide 3" not in hidden
    assert "(3,)" not in hidden
    assert "(1,)" not in parts[3].split("anna> ")[0]
    assert "slip 4" not in parts[4]
    assert "(1,)" in parts[4]


def test_alone_against_a_computer_nothing_of_it_is_told():
    told = play("duel", "--seed", 4, text="hide 3\nshoot 2\nquit\n").stdout
    assert "wins" not in told  # a game that is over shows all of it
    assert "Press Enter" not in told
    assert "bert: hide" not in told
    assert "at (" not in told  # the whole board


def at_a_terminal(*lines, columns=80, words=(), first=""):
    """What is seen of a game at a terminal so wide, in which lines are typed at prompts that end so."""
    import fcntl
    import pty
    import struct
    import termios

    here, there = pty.openpty()
    fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    terminal = {"stdin": there, "stdout": there, "stderr": there}
    with begun(
        "grid_games.cli", ["play", *words], first=f"import os; os.environ.pop('COLUMNS', 0)\n{first}", **terminal
    ) as process:
        os.close(there)
        seen = ""
        for prompt, line in lines:
            part = ""
            while not part.endswith(prompt):
                part += os.read(here, 4096).decode().replace("\r", "")
            seen += part
            os.write(here, f"{line}\n".encode())
        assert process.wait(timeout=60) == 0
    os.close(here)
    return seen


@pytest.mark.skipif(os.name == "nt", reason="terminals")
def test_on_a_terminal_the_screen_is_cleared_between_two_people():
    duel = "from grid_games import catalogue\ncatalogue.KINDS['duel'] = 'tests.grid_games.cli.games.duel'"
    turns = (
        ("anna. ", ""),
        ("anna> ", "hide 3"),
        ("bert. ", ""),
        ("bert> ", "hide 1"),
        ("anna. ", ""),
        ("anna> ", "quit"),
    )
    screens = at_a_terminal(*turns, words=["duel", "--bert", "human"], first=duel).split("\x1b[3J")
    assert len(screens) == 6
    assert ["hide 3" in screen for screen in screens] == [False, True, False, False, False, True]  # anna's are 1 and 5
    assert ["hide 1" in screen for screen in screens] == [False, False, False, True, False, False]


@pytest.mark.skipif(os.name == "nt", reason="terminals")
@pytest.mark.parametrize(("columns", "whole"), [(80, False), (160, True)])
def test_a_board_too_wide_for_the_terminal_is_shown_in_parts(columns, whole):
    typed = (("Bonnaire> ", "board Q16"), ("Bonnaire> ", "quit"))
    first, _, part = at_a_terminal(*typed, columns=columns, words=["destin-arc"]).partition("board Q16")
    assert ("characters wide, this terminal 80: board PLACE" in " ".join(first.split())) != whole
    assert ("\n67/68 " in first) == whole
    assert "\n15/16 " in part
    assert "\n67/68 " not in part


def test_people_change_places_unseen_only_while_something_is_hidden():
    """Behind the screens of Singidunum armies are deployed; from then on all is open, and whatever is played may be
    taken back, but not that the screens are gone."""
    lines = " E9@d7 done  C6@h6 undo C5@h6 done h6-g6 undo h6-g6 d7-e7 undo undo undo undo quit ".replace(" ", "\n")
    told = play("singidunum", "--barbarians", "human", "--seed", "1", text=lines).stdout
    assert "[U2]; turn 1, all units are available, the barbarians begin" in " ".join(told.split())
    assert told.count("look away") == 2
    deployed, _, after = told.partition("barbarians: done")
    assert "E9" not in deployed.rpartition("look away")[2].replace("1 E9", "").replace("such as E9@h2", "")
    assert " c5" in after
    assert " E9" in after
    assert "Romans: d7-e7" in after
    assert after.count("Taken back.") == 3
    assert after.count("Something hidden has come to light since") == 2


def test_undo_does_not_take_back_what_another_person_hid():
    told = play("duel", "--bert", "human", text="\nhide 3\n\nundo\nquit\n").stdout
    assert "A move of anna has been played since, and you may not see it." in told


def test_who_has_moved_since_is_named_as_elsewhere():
    state = scene({"b1.1": "K22", "u1.1": "K60", "b10": "A60"}, "movement", 0)
    match = Match(state.game)
    match._states[:] = [state]
    table = Sitting(match, dict.fromkeys(state.game.players, "human"), 3)
    while table.decides() == "bonnaire":
        table.say("end")
    assert match.kept(0, "ulf", table.called) == "A move of Bonnaire has been played since, and you may not see it."


def test_undo_does_not_take_back_what_has_come_to_light(tmp_path):
    """Ulf comes beside Bonnaire, sees him, and may not go elsewhere; a move that shows nothing is taken back."""
    arc = scene({"u5": "K20", "b10": "K26", "f1.1": "A68"}, "movement", 1)
    assert _sat(arc, "move u5; to K24", "undo") == ["Something hidden has come to light since: that is not taken back."]
    assert _sat(arc, "move u5", "undo") == ["Taken back."]


@pytest.mark.parametrize(("piece", "way", "hidden", "taken"), [
    ("u5", "J15", {"b10": "A60"}, False),  # Bonnaire would have been seen beside J15
    ("u5", "J15", {}, True),
    ("u5", "K18", {"b9.1": "A60"}, True),  # u2.1 watches all around K18 for the Fraternité
    ("u5", "K18", {"b10": "A60"}, False),  # and not for Bonnaire
    ("u1.1", "O20", {"b10": "A60"}, False),  # Fidèles detect nobody, but would have met him on O20
    ("u1.1", "L21", {"b10": "A60"}, True),  # where Ulf would have seen him
], ids=str)  # fmt: skip
def test_undo_takes_back_only_what_could_show_nothing_hidden(piece, way, hidden, taken):
    """Wherever the hidden piece is: what may be taken back tells nothing of it (7.1.4)."""
    pieces = {"u5": "K20", "u2.1": "K18", "u1.1": "M20", "f1.1": "A68", "b1.1": "A64"}
    said = {
        place: _sat(scene(pieces | dict.fromkeys(hidden, place), "movement", 1), f"move {piece}; to {way}", "undo")
        for place in ("A60", "C50")
    }
    told = ["Taken back."] if taken else ["That might have shown something hidden: it is not taken back."]
    assert list(said.values()) == [told, told]


def test_a_hint_depends_on_nothing_hidden():
    """Neither on where enemies are, nor on how many moves they have made unseen."""
    pieces = {"u5": "K20", "u2.1": "K30", "u6.1": "G36", "f1.1": "F19", "b1.1": "M22"}
    hints = set()
    for before in ((), ("move b9.1", "to K60"), ("move b9.1", "to L61", "move b9.2", "to K40")):
        state = scene(pieces | {"b10": "C50", "b9.1": "K58", "b9.2": "K44"}, "movement", 0, lead=1)
        match = Match(state.game)
        match._states[:] = [state]
        for text in before:
            match.push(text)
        while match.state.current_player() != "ulf":
            match.push(match.legal_moves[-1])
        sitting = Sitting(match, dict.fromkeys(match.game.players, "human"), 3)
        hints.add(tuple(sitting.say("hint")))
    assert len(hints) == 1


def _sat(state, *lines):
    """What is said at last to people who type these lines from a state on."""
    match = Match(state.game)
    match._states[:] = [state]
    sitting = Sitting(match, dict.fromkeys(state.game.players, "human"), 3)
    return [sitting.say(line) for line in lines][-1]


def test_save_writes_only_what_a_player_may_know(tmp_path):
    """With --record, which says that it holds everything, all of it is kept; a game does not go on from a view."""
    view, kept = tmp_path / "view.json", tmp_path / "kept.json"
    lines = f"\nhide 3\n\nhide 1\n\nshoot 4\n\nsave {view}\nquit\n"
    told = play("duel", "--bert", "human", "--record", kept, text=lines).stdout
    assert f"All that is played, hidden moves too, will be in {kept}: a game goes on from it." in told
    assert recorded(kept)[0].moves[:2] == ("hide 3", "hide 1")
    written = json.loads(view.read_text())
    assert (written["view"], written["game"], written["told"]) == ("bert", "duel", ["bert: hide 1"])
    assert "hide 3" not in view.read_text()
    assert "(3,)" not in view.read_text()
    assert "moves" not in written
    assert f"{view}: view: a player's view of a game is no record of it" in refused(
        "grid-games", "play", "--resume", view
    )


def test_save_writes_a_whole_record_once_nothing_is_hidden(tmp_path):
    """The screens of Singidunum are gone, and a game goes on from what is saved."""
    kept = tmp_path / "kept.json"
    lines = f" E9@d7 done  C6@h6 done save {kept} quit ".replace(" ", "\n").replace("save\n", "save ")
    told = play("singidunum", "--barbarians", "human", "--seed", "1", text=lines).stderr
    assert f"The record is in {kept}." in told
    assert recorded(kept)[0].moves[:2] == ("E9@d7", "done")


def test_a_map_of_arc_may_be_a_file(tmp_path):
    file = tmp_path / "half.toml"
    file.write_text('name = "Half"\nlike = "arc"\nturns = 2\n[places]\n[start]\n"b1.1" = "K22"\n"u1.1" = "K60"\n')
    told = play("destin-arc", "--players", "2", "--map", file, text="quit\n").stdout
    assert "Turn 1 of 2" in told


# ---------------------------------------------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "GAME: say which game"),
        (["nin"], "there is no game 'nin'; do you mean nim?"),
        (["nim", "--players", "7"], "--players: expected 2 to 4, not 7"),
        (["nim", "--set", "heaps=9"], "--set heaps: expected 1-3-5"),
        (["nim", "--set", "heap=1-2"], "--set heap: is no option; do you mean heaps?"),
        (["nim", "--set", "heaps"], "--set: expected KEY=VALUE, not 'heaps'"),
        (["nim", "--set", "heaps=1-2", "--set", "heaps=1-2"], "--set: heaps is set twice"),
        (["nim", "--bertt", "greedy"], "--bertt: is no option, and no player of this game; did you mean bert?"),
        (["nim", "--bert", "gredy"], "--bert: there is no player 'gredy'; do you mean greedy?"),
        (["nim", "--bert"], "--bert: expects who plays"),
        (["nim", "--bert", "--anna", "greedy"], "--bert: expects who plays"),
        (["nim", "--bert", "greedy", "--bert", "random"], "--bert: is given twice"),
        (["nim", "greedy"], "expected options, such as --red greedy, not 'greedy'"),
        (["nim", "--record", "game.txt"], "--record: expected a file that ends in .json"),
        (["nim", "--record", "nowhere/game.json"], "--record: there is no folder"),
        (["nim", "--resume", "game.json"], "GAME: is said in the record"),
        (["--resume", "game.json"], "game.json: there is no such file"),
        (["nim", "--seed", "-1"], "--seed"),
    ],
)  # fmt: skip
def test_a_mistaken_call_is_one_sentence_and_2(arguments, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert words in refused("grid-games", "play", *arguments)
    assert list(tmp_path.iterdir()) == []


def test_a_record_with_an_illegal_move_does_not_go_on(tmp_path):
    file = tmp_path / "game.json"
    play("nim", "--bert", "human", "--record", file, text="take 1 1\ntake 3 2\n")
    document = json.loads(file.read_text())
    document["moves"][1] = "take 1 1"
    file.write_text(json.dumps(document))
    assert f"Error: {file}: moves 2: take 1 1 is not allowed" in refused("grid-games", "play", "--resume", file)


def test_the_rules_are_looked_up_at_the_table():
    shown = play("strategiksa", text="rules 28\nrules\nrules 280\nquit\n").stdout
    assert "28. On a square with enemies a piece stops until the end of the turn" in shown
    assert "Type rules and a clause, or one of: The board; Players, colours and pieces; " in shown
    assert "the rules of strategiksa have nothing under '280'; did you mean 28?." not in shown
    assert "the rules of strategiksa have nothing under '280'; did you mean 28?" in shown
    assert "there is no page of rules for nim." in play("nim", text="rules 1\nquit\n").stdout


def test_the_signs_on_a_board_are_explained():
    for game, words in (("strategiksa", "C*"), ("singidunum", "brush"), ("destin-arc", "not alone on its hex")):
        assert words in play(game, text="legend\nquit\n").stdout
    assert "The board has no signs." in play("nim", text="legend\nquit\n").stdout


def test_only_the_lines_of_the_board_that_are_new_are_printed_again():
    """Nine moves set a colour up; when red is to move again, rows without news are not printed, until he asks for
    all."""
    setup = "zone A1\n+K a1\n" + "+A b1\n" * 5 + "+I a2\n" * 5
    shown = play("strategiksa", text=setup + "no offer\nboard\nquit\n").stdout
    first, _, rest = shown.partition("red> zone A1")
    again, _, asked = rest.rpartition("red> +I a2")[2].partition("red> board")
    assert "\n10  . . | . . |" in first
    assert "\n10  " in asked
    assert "R:5I" in again
    assert "\n 5  " not in again

"""Which language commands speak: --lang, ARMADA_LANG, the locale, English."""

import ast
import json
import re
import tomllib

import pytest
from click.testing import CliRunner

from armada_sim.cli.commands import cli
from armada_sim.experiments import parse_experiment as parse_armada_experiment
from armada_sim.files.records import parse_dispute
from armada_sim.table import BY_KEY, PRESETS, Rules
from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.language import Language
from armada_sim.tabletop.shipped import text_of
from armada_sim.tabletop.terminal.spoken import spoken
from grid_games.catalogue import KINDS
from grid_games.cli.commands import cli as grid_cli
from grid_games.laboratory.experiment import parse_experiment
from tests.catalogues import ROOT
from tests.marked import unmarked
from tests.sources import calls as calls_in_sources
from tests.whole import few

RAISED = {"InputError", "NotBuiltError"}
RAISED |= {"IllegalActionError", "NoRoomError", "WorkersLostError", "CostWarning"}
GROUPS = {"armada": cli, "grid-games": grid_cli}
LOCALE = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


@pytest.fixture
def environment(monkeypatch):
    """Sets what a language may be read from to these values, and nothing else."""

    def make(**given):
        for name in ("ARMADA_LANG", *LOCALE):
            monkeypatch.delenv(name, raising=False)
        for name, value in given.items():
            monkeypatch.setenv(name, value)

    return make


@pytest.mark.parametrize(
    ("given", "lang"),
    [
        ({}, "en"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "fr_FR@euro"}, "fr"),
        ({"LANG": "french"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "fr"}, "en"),
        ({"LC_ALL": "POSIX", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "fr_FR.UTF-8", "LANG": "en_GB.UTF-8"}, "fr"),
        ({"LC_ALL": "en_GB.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "en"),
        ({"LANGUAGE": "de:fr:en", "LANG": "de_DE.UTF-8"}, "fr"),
        ({"LANGUAGE": "en_US:fr", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"ARMADA_LANG": "fr", "LANG": "en_GB.UTF-8"}, "fr"),
        ({"ARMADA_LANG": "", "LC_ALL": "fr_FR.UTF-8"}, "fr"),
    ],
)
def test_the_environment_says_which_language(environment, given, lang):
    environment(**given)
    assert spoken(["check", "FILE"]).lang == lang


@pytest.mark.parametrize(
    ("typed", "lang"),
    [
        ("--lang fr check -", "fr"),
        ("check - --lang=fr", "fr"),
        ("--lang en check --lang fr -", "fr"),
        ("check - --lang xx", "en"),
        ("check - --lang", "en"),
        ("check -- --lang fr", "en"),
        ("figures --lang fr,en", "fr"),
    ],
)
def test_what_is_typed_says_it_first(environment, typed, lang):
    environment(ARMADA_LANG="en", LANG="fr_FR.UTF-8")
    assert spoken(typed.split()).lang == lang


def test_a_language_nobody_wrote_is_refused(environment):
    environment(ARMADA_LANG="xx")
    with pytest.raises(InputError, match="ARMADA_LANG: must be one of en, fr, not 'xx'"):
        spoken([])
    assert spoken(["--lang", "fr"]).lang == "fr"
    for commands, name in ((cli, "rules"), (grid_cli, "list")):
        for words in ([name], [name, "--help"], ["--help"]):
            done = CliRunner().invoke(commands, words)
            assert (done.exit_code, done.output) == (2, "Error: ARMADA_LANG: must be one of en, fr, not 'xx'\n")


# in a language of marked strings


def calls(commands):
    """Every command, and the group."""
    return [(commands, []), *((command, [name]) for name, command in commands.commands.items())]


@pytest.mark.parametrize(("name", "commands"), GROUPS.items(), ids=GROUPS)
def test_help_says_nothing_in_english(name, commands, other, monkeypatch):
    monkeypatch.setenv("ARMADA_LANG", other)
    for command, typed in calls(commands):
        shown = CliRunner().invoke(commands, [*typed, "--help"], prog_name=name)
        assert shown.exit_code == 0, shown.output
        names = [name, *typed, *commands.commands, command.example, command.more]  # typed as they are
        for param in command.params:
            names += [*param.opts, *map(str, getattr(param.type, "choices", ())), str(param.default)]
        assert "⟦Usage:⟧" in shown.output
        assert unmarked(shown.output, *names, "help layout game experiment style") == set(), typed


@pytest.mark.parametrize(
    "typed",
    [
        "chekc", "dummy", "check", "check a b", "check a b c", "check --fo x", "check --outpu", "check -o",
        "balance b --game 1", "check --json=3 x", "draw x -o a.svg --scale x", "draw x -o a.svg --unit x", "draw x",
        "play --seed -1", "figures --dpi 1", "rules --lang de",
    ],
)  # fmt: skip
def test_what_cannot_be_understood_is_told_in_the_language(typed, other, monkeypatch):
    monkeypatch.setenv("ARMADA_LANG", other)
    done = CliRunner().invoke(cli, typed.split(), prog_name="armada")
    assert done.exit_code == 2
    assert done.output.startswith("⟦Error: ⟧")
    names = "armada help check crop output unit json scale cm in seed dpi game en fr eo"
    assert unmarked(done.output, names, typed) == set()


MISTAKES = [
    "title = ",
    "titel = 1",
    "[[ships]]\nname = 1",
    "[[ships]]\nnaem = 'R'",
    "[[ships]]\nname = 'R'\nplayer = 'red'\nsize = 'huge'\nbase = [1, 2]\nheading = 3",
    "[[ships]]\nname = 'R'\nplayer = 'red'\nsize = 'large'\nbase = [1, 2, 3]\nheading = 3",
    "[[ships]]\nname = 'R'\nplayer = 'red'\nsize = 'large'\nbase = ['1', 9999999]\nheading = 3",
    "[[ships]]\nname = 'R'\nplayer = 'red'\nsize = 'large'\nbase = [1, 9999999]\nheading = '3'",
    "rules = 1",
    "rules = 'clasic'",
    "rules = {obstrction = 'none', obstruction = 'noen', min_gap = '3', game_limit = 'quiet_turns(x)', reef = 1}",
    "[surface]\nrectangle = [1, 2]\ndisc = {center = [0, 0], radius = 1}",
    "[surface]\npolygon = [[0, 0], [1, 0]]",
    "[tolerance]\nposition = -1",
    "[[questions]]\nmove = 'R'",
    "[[questions]]\nmove = 'R'\nshot = {from = 'R', at = 'B'}",
    "[[questions]]\nsetp = true",
    "[teams]\nnorth = ['red']",
    "unit = 'm'",
    "title = 'a\\nb'",
    'title = "x',
    "title = {b = 1, b = 2}",
    "unit = 1\nunit.b = 2",
    '[unit]\n[unit]\ntitle = "\\ud800"',
    "[unit]\n[unit]",
    "unit.a = 1\n[unit.a.b]\n[unit]",
    '{"title": "\\q"}',
    '{"title": 1,}',
]


@pytest.mark.parametrize("text", few(MISTAKES, 8))
def test_a_bad_file_is_told_of_in_the_language(text, other, monkeypatch):
    monkeypatch.setenv("ARMADA_LANG", other)
    done = CliRunner().invoke(cli, ["check", "-"], input=text, prog_name="armada")
    assert done.exit_code == 2
    assert all(line.startswith("⟦Error: ⟧") for line in done.output.splitlines())
    typed = "questions ships setup obstruction classic in cm large medium small title unit name"
    assert (
        unmarked(done.output, text, typed, *Rules.__dataclass_fields__, *PRESETS, *BY_KEY["obstruction"].values)
        == set()
    )


def test_no_complaint_is_made_of_plain_text():
    """What is raised on purpose is a message, so that it can be said in any language."""
    made = 0
    for where, call in calls_in_sources():
        if where.startswith("grid_games/testing/"):  # says what is wrong with a game to who writes one
            continue
        if isinstance(call.func, ast.Name) and call.func.id in RAISED and call.args:
            made += 1
            assert not isinstance(call.args[-1], ast.Constant | ast.JoinedStr | ast.BinOp), where
    assert made > 400


# what is shipped


SHIPPED = sorted(
    file for folder in ("examples", "grid_games/examples") for file in (ROOT / folder).rglob("*.*")
    if file.suffix != ".tex" and (file.parent.name != "figures" or file.stem == "one-step")
)  # fmt: skip
"""Documents in LaTeX are a file for each language; figures have their words in them, and but one no comments."""


def document(text, kind):
    """What a shipped file says to the program, its title left out, without marks."""
    text = re.sub("[⟦⟧]", "", text)
    if kind == ".txt":
        return [line for line in text.splitlines() if not line.startswith("#")]
    return {**(tomllib if kind == ".toml" else json).loads(text), "title": None}


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_a_shipped_file_is_the_same_in_another_language_but_for_what_is_said_to_people(file, other):
    text, told = file.read_text("utf-8"), text_of(file, Language(other))
    comments = " ".join(re.findall(r"(?m)(?:^|  )# (?!\w+ = )(.+)$", told))
    assert unmarked(comments) == set()
    assert comments.count("⟦") >= ("#" in text)
    assert ("⟦" in told) == (file.suffix != ".json")  # digests cover all of a record
    assert document(told, file.suffix) == document(text, file.suffix)
    french = document(text_of(file, Language("fr")), file.suffix)
    assert list(french) == list(document(text, file.suffix))  # keys, or lines of notation
    assert text_of(file, Language()) == text


READERS = {
    "examples": parse_dispute, "examples/experiments": parse_armada_experiment,
    **{f"grid_games/examples/experiments/{game}": parse_experiment for game in KINDS},
}  # fmt: skip


@pytest.mark.parametrize(
    ("file", "reader"),
    [(file, READERS[at]) for file in SHIPPED if (at := file.parent.relative_to(ROOT).as_posix()) in READERS],
    ids=lambda one: getattr(one, "name", ""),
)
def test_a_shipped_file_is_read_in_french(file, reader):
    """Its title has spaces that do not break."""
    reader(text_of(file, Language("fr")))


def test_help_says_between_which_numbers_a_number_may_be():
    shown = CliRunner().invoke(cli, ["serve", "--help", "--lang", "fr"]).output
    assert "[par défaut : 8713 ; de 0 à 65 535]" in " ".join(shown.split())
    shown = CliRunner().invoke(grid_cli, ["play", "--help"]).output
    assert "[default: 0; at least 0]" in " ".join(shown.split())

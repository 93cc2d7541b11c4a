"""Which language commands speak: --lang, ARMADA_LANG, the locale, English."""

import re

import pytest
from click.testing import CliRunner

from armada_sim.cli.commands import cli
from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.terminal.spoken import spoken
from grid_games.cli.commands import cli as grid_cli
from tests.marked import unmarked

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
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "fr_FR@euro"}, "fr"),
        ({"LANG": "french"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "fr"}, "en"),
        ({"LC_ALL": "POSIX", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "fr_FR.UTF-8", "LANG": "en_GB.UTF-8"}, "fr"),
        ({"LC_ALL": "en_GB.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "en"),
        ({"LANGUAGE": "de:fr:en", "LANG": "de_DE.UTF-8"}, "fr"),
        ({"LANGUAGE": "en_US:fr", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"ARMADA_LANG": "fr", "LANG": "en_GB.UTF-8"}, "fr"),
        ({"ARMADA_LANG": "en", "LC_ALL": "fr_FR.UTF-8"}, "en"),
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


@pytest.mark.parametrize("commands", GROUPS.values(), ids=GROUPS)
def test_every_command_takes_a_language(commands):
    for name in commands.commands:
        done = CliRunner().invoke(commands, [name, "--lang", "xx"])
        assert done.exit_code == 2
        assert re.search(r"--lang.*'xx'", done.output), name


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
        assert unmarked(shown.output, *names, "help layout game experiment") == set(), typed


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
    names = "armada help check output unit json scale cm in seed dpi game en fr eo"
    assert unmarked(done.output, names, typed) == set()

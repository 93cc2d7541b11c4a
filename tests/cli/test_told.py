"""Rulings, reaches and replays in any language: nothing stays English, and French is right for every piece and name."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from armada_sim import Layout, Pose, Rules, Ship, Surface, check_contact, check_move, check_setup, check_shot
from armada_sim.cli.commands import cli
from armada_sim.evidence import ContactEvidence, Ruling
from armada_sim.files.records import load_dispute
from armada_sim.table import Unit, rounded
from armada_sim.tabletop import Language
from armada_sim.wording.telling import answer_words, margin_words
from tests.marked import unmarked

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.toml"))
FRENCH = Language("fr")


def said(lang, *arguments):
    """What a command prints in a language, on one line."""
    result = CliRunner().invoke(cli, list(map(str, arguments)), env={"ARMADA_LANG": lang})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code < 2, result.output
    return " ".join(result.output.split())


def test_reasons_and_notes_in_data_are_in_the_language(other):
    """All else there is the same."""
    file = ROOT / "examples" / "set-up-too-close.toml"
    ours, theirs = (json.loads(said(lang, "check", file, "--json"))["rulings"] for lang in (other, "en"))
    texts = [text for row in ours for text in (*(reason["text"] for reason in row["reasons"]), *row["notes"])]
    names = [ship.name for ship in load_dispute(file).layout.ships]
    assert texts
    assert unmarked(" ".join(texts), *names, "cm") == set()
    for row in (*ours, *theirs):
        del row["reasons"], row["notes"]
    assert ours == theirs


NAMES = ("R1", "Éclair", "B2")
PLAYERS = ("rouge", "Anna", "Océane")
SIZES = ("small", "medium", "large")
ELIDED = re.compile(
    r"\b(?:de|que|le|la|si|se|ne|me|te|je) (?:Éclair|Anna|Océane|île)\b|\b(?:de le|de les|à le|à les)\b"
)
"""What French does not say before a vowel, and what it draws together."""


def told(ruling, unit=None):
    """The sentences of a ruling in French."""
    margin = margin_words(ruling, unit or Unit())
    texts = [
        *(reason.text for reason in ruling.reasons),
        *ruling.notes,
        answer_words(ruling),
        *([margin] if margin else []),
    ]
    return [FRENCH.tell(text) for text in texts]


@pytest.mark.parametrize(("name", "player", "size"), [*zip(NAMES, PLAYERS, SIZES, strict=True)])
def test_french_agrees_with_every_piece_and_name(name, player, size):
    other = "Anna" if player != "Anna" else "rouge"
    rules = Rules(max_per_size=1, deploy_zone="own_side_group")
    ships = (
        Ship(name, player, size, Pose(200, 200, 90)),
        Ship("A1", other, "small", Pose(200, 290, 100)),
        Ship("A2", player, size, Pose(500, 205, 90), damage=1),
    )
    layout = Layout(ships=ships, surface=Surface.rectangle(600, 600))
    sentences = [
        *told(check_move(layout, name, headings=[90, 90], rules=rules)),
        *told(check_move(layout, name, headings=[90] * 9, rules=rules)),
        *told(check_move(layout, name, turns=["-max"], rules=rules)),
        *told(check_shot(layout, name, "A1", rules=rules)),
        *told(check_shot(layout, name, "A2", rules=rules)),
        *told(check_contact(layout, name, "A1", rules=rules)),
        *told(check_setup(layout, rules=rules)),
    ]
    assert len(sentences) > 15
    assert [sentence for sentence in sentences if ELIDED.search(sentence) or "(s)" in sentence] == []
    few = {"small": "1 petit navire", "medium": "1 navire moyen", "large": "1 grand navire"}
    many = {"small": "2 petits navires", "medium": "2 navires moyens", "large": "2 grands navires"}
    fleet = " ".join(FRENCH.tell(reason.text) for reason in check_setup(layout, rules=rules).reasons)
    assert many[size] in fleet
    assert few[size] not in fleet


def test_a_length_nobody_measures_is_said_to_be_small():
    assert [FRENCH.tell(Unit().text(length)) for length in (0.0, 4.5e-14, 0.00021, 0.5)] == [
        "0\u202fmm", "moins de 0,0001\u202fmm", "0,00021\u202fmm", "0,50\u202fmm",
    ]  # fmt: skip
    assert [rounded(4.5e-14, Unit(), up=up) for up in (False, True)] == ["0 mm", "0.000001 mm"]
    ruling = Ruling("contact", "no", True, "R1", "B2", 4.5e-14, 1e-9, witness=ContactEvidence("apart"))
    assert margin_words(ruling, Unit()) == "Pieces may not be off at all: 0.000001 mm is enough to change this."


def test_both_languages_say_the_same_figures():
    """Sides, measured lengths, limits and margins: every number of the English sentences is in the French ones."""
    for file in EXAMPLES[::8]:
        numbers = []
        for lang in ("en", "fr"):
            told = said(lang, "check", file)
            texts = [part for part in told.replace("\u202f", " ").split() if re.search(r"\d", part)]
            numbers.append(sorted(re.sub(r"(?<=\d),(?=\d)", ".", part.strip("().,;:?")) for part in texts))
        assert len(numbers[0]) > 10
        assert set(numbers[0]) - set(numbers[1]) <= {"4", "5"}, file

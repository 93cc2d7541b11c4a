"""Messages: English by themselves, and the same sentence with its values in another language."""

from __future__ import annotations

import copy
import pickle

import pytest

from armada_sim.table import Unit, rounded
from armada_sim.tabletop import Amount, Language, Listing, Message, Said

ENGLISH, FRENCH = Language(), Language("fr")

SAID = [
    (Message("the edge"), "the edge", "le bord"),
    (Message("{name}: {text}", name="R1", text="{x}"), "R1: {x}", "R1\u202f: {x}"),
    (Message("{name}: {text}", name="R1", text=Message("the edge")), "R1: the edge", "R1\u202f: le bord"),
    (Message("{name}: {text}", name="R1", text="'x'"), "R1: 'x'", "R1\u202f: «\u202fx\u202f»"),
    (Amount("-40.5", "°"), "−40.5°", "−40,5°"),
    (Message.counted("{n} large", "{n} large", 0), "0 large", "0 grand"),
    (Message.counted("{n} large", "{n} large", 2), "2 large", "2 grands"),
    (Message.meaning("compared", "fleets"), "fleets", "les flottes"),
    (Message("{ as it stands }"), "{ as it stands }", "{ as it stands }"),
    (Amount("22.25", "mm"), "22.25 mm", "22,25\u202fmm"),
    (Amount("1.5", "in"), "1.5 in", "1,5\u202fpo"),
    (Amount("80.5", "°"), "80.5°", "80,5°"),
    (Amount("3.0", "%"), "3.0 %", "3,0\u202f%"),
    (Amount("2.5"), "2.5", "2,5"),
    (Listing([]), "", ""),
    (Listing(["a"]), "a", "a"),
    (Listing(["B2", "R1", Message("the edge")]), "B2, R1 and the edge", "B2, R1 et le bord"),
]


@pytest.mark.parametrize(("said", "english", "french"), SAID)
def test_it_is_english_by_itself_and_said_in_other_languages(said: Said, english: str, french: str) -> None:
    assert (str(said), said, ENGLISH.tell(said), FRENCH.tell(said)) == (english, english, english, french)


@pytest.mark.parametrize("said", [said for said, _, _ in SAID])
@pytest.mark.parametrize("kept", [copy.copy, copy.deepcopy, lambda said: pickle.loads(pickle.dumps(said))])
def test_it_is_kept_whole(said: Said, kept: object) -> None:
    """By workers of an experiment as well, which send what they have to say."""
    again = kept(said)  # type: ignore[operator]
    assert type(again) is type(said)
    assert (again, FRENCH.tell(again)) == (said, FRENCH.tell(said))


def test_a_text_that_is_no_message_stays_as_it_is() -> None:
    assert FRENCH.tell("the edge") == "the edge"
    assert FRENCH.tell(f"{Message('the edge')}") == "the edge"


def test_lengths_are_amounts() -> None:
    assert FRENCH.tell(Unit("in").text(25.4)) == "1,000\u202fpo"
    assert FRENCH.tell(rounded(22.256, Unit(), up=True)) == "22,26\u202fmm"
    assert FRENCH.tell(rounded(0.0, Unit(), up=True)) == "0\u202fmm"

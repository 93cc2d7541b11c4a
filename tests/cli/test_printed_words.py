"""What is printed of every shipped dispute, in both languages: signs, angles, decimals, names, sentences."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from armada_sim.cli.commands import cli
from armada_sim.cli.explain import examples
from armada_sim.tabletop.shipped import text_of
from armada_sim.wording import Naming
from armada_sim.wording.naming import COLOURS

SHIPPED = examples()
LANGUAGES = ("en", "fr")
MOST_DECIMALS = 3
"""Of a number where pieces lie exactly as stated: of a margin that two decimals would make nothing of."""


def printed(name: str, lang: str) -> str:
    """What `armada check` says of a shipped dispute in the same language, all in one line."""
    text = text_of(SHIPPED[name], Naming(lang))
    return " ".join(CliRunner().invoke(cli, ["check", "-", "--lang", lang], input=text).stdout.split())


def faults(said: str, lang: str) -> list[str]:
    """What of a printed text nobody would print."""
    said = re.sub(r"piece_profile = \{.*?\} \}", "", said)  # as a file has it
    found = [f"hyphen for minus: {sign}" for sign in re.findall(r"(?<![\w.])-\d\S*", said)]
    for number in re.findall(r"−?\d+(?:[.,]\d+)?(?=°)", said):
        if not -180 <= float(number.replace("−", "-").replace(",", ".")) <= 360:
            found.append(f"angle beyond a turn: {number}°")
    found += [f"too precise: {number}" for number in re.findall(rf"\d+[.,]\d{{{MOST_DECIMALS + 1},}}", said)]
    if lang != "en":
        found += [f"untranslated: {word}" for word in re.findall(rf"\b(?:{'|'.join(COLOURS)})\b", said)]
    sentences = re.split(r"(?<=[.?!])\s| · | - |\[[a-z_.]+\]|(?=Note)", said)
    return found + [f"two colons: {one}" for one in sentences if len(re.findall(r":(?=\s)", one)) > 1]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SHIPPED)
def test_a_ruling_is_printed_as_people_write(name: str, lang: str) -> None:
    said = printed(name, lang)
    assert len(said) > 300
    assert faults(said, lang) == []


@pytest.mark.parametrize(
    "said",
    [
        "cap -40°", "from 164.6° to 375.36°", "base (29,9997512 ; 19,9995145)", "B1 (red, petit)",
        "Mesures : R1 : les coins mesurés sont ceux d’un grand navire.",
    ],
)  # fmt: skip
def test_each_kind_of_fault_is_seen(said: str) -> None:
    assert len(faults(said, "fr")) == (2 if "2999" in said.replace(",", "") else 1)

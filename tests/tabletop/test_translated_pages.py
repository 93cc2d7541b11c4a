"""Pages in other languages say what the English ones say: the same paragraphs, codes, numbers, tests and files, by
French rules of signs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from armada_sim.tabletop.language import LANGUAGES
from armada_sim.tabletop.rules_pages import look_up, name_of_page, page
from tests.rules_pages import ROOT

TRANSLATED = sorted(file for lang in LANGUAGES[1:] for file in (ROOT / "docs").rglob(f"*.{lang}.md"))
HEAD = re.compile(
    r"(?:<a id=[^>]*></a>)*(?:#+ (?:\d[\d.]* )?|(?:> )?(?:- )?(?:\*\*[^*]*[\d`][^*]*\*\*)?|\| |```\w*|\d+\. |> )?"
)
"""How a paragraph begins: marks, and the code of a clause or an option."""


def english(file: Path) -> Path:
    return file.with_name(file.name.split(".")[0] + ".md")


def paragraphs(file: Path) -> list[str]:
    return re.split(r"\n{2,}", file.read_text(encoding="utf-8").strip())


def compared(paragraph: str, thousands: str) -> tuple[str, ...]:
    """How it begins, what stands in backticks (keys, values, tests, files), and its runs of digits but for the sign
    between thousands."""
    head = HEAD.match(paragraph)
    assert head
    keys = {" ".join(key.replace(".fr.", ".en.").split()) for key in re.findall(r"(?<!`)`([^`]+)`", paragraph)}
    words = re.sub(r"`[^`]*`|\]\([^)]*\)|<[^>]*>|\b1/2 éliminé", "", paragraph)  # the author's word for half eliminated
    numbers = re.findall(r"\d+", re.sub(rf"(?<=\d){thousands}(?=\d{{3}}\b)", "", words))
    return (head[0], *sorted(keys), *sorted(numbers))


def differences(one: list[str], other: list[str]) -> list[tuple[str, str]]:
    """Paragraphs that do not say the same, by what can be compared."""
    pairs = zip(one, other, strict=True)
    return [(first, second) for first, second in pairs if compared(first, ",") != compared(second, "\u202f")]


@pytest.mark.parametrize("file", TRANSLATED, ids=lambda file: file.name)
def test_a_page_has_the_paragraphs_of_the_english_one(file: Path) -> None:
    assert len(paragraphs(file)) == len(paragraphs(english(file)))
    assert differences(paragraphs(english(file)), paragraphs(file)) == []


def test_what_a_page_leaves_out_or_changes_is_noticed() -> None:
    said = ["**1.** A `key`, 1,000 or 0.5.", "More."]
    assert differences(said, ["**1.** Un `key`, 1\u202f000 ou 0,5.", "Suite."]) == []
    for wrong in (
        "**2.** Un `key`, 1\u202f000 ou 0,5.",
        "**1.** Un `kay`, 1\u202f000 ou 0,5.",
        "**1.** Un `key`, 1\u202f000 ou 0,6.",
    ):
        assert len(differences(said, [wrong, "Suite."])) == 1


def test_the_page_of_a_language_is_read_and_else_the_english_one() -> None:
    assert (name_of_page("armada", "fr"), name_of_page("armada", "xx")) == ("armada.fr.md", "armada.md")
    assert look_up("armada", "turn.moved", "fr").startswith("turn.moved Un navire se déplace au plus une fois")
    assert page("armada", "xx") == page("armada")


@pytest.mark.parametrize("file", TRANSLATED, ids=lambda file: file.name)
def test_french_signs_keep_to_their_words(file: Path) -> None:
    """A narrow space that does not break stands before ; : ! ? % », after « and before units."""
    text = re.sub(
        r"^```.*?^```$|`[^`]*`|\]\([^)]*\)|<[^>]*>|^\|[-|]*\|$", "", file.read_text(), flags=re.DOTALL | re.MULTILINE
    )
    plain = re.compile(
        r".* [;:!?%»].*|.*« .*|.*\d "
        r"(?:mm|cm|po)\b.*|.*[^\s\u202f*][;!?»].*|.*\w:(?:\s|$).*|.*\d\.\d+\s?(?:mm|cm|po|%).*"
    )
    assert plain.findall(text) == []
    assert re.findall(r".*[^\W\d_]'[^\W_].*", text) == []

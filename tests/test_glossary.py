"""docs/glossary.md: every word stands there in both languages, and what it gives up is nowhere said in French."""

from __future__ import annotations

import re

from tests.catalogues import ROOT, catalogue

PAGE = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ROWS = [line.strip("|").split("|") for line in PAGE.splitlines() if re.match(r"\| (?!word |not said )", line)]


def french() -> list[str]:
    """Messages of the catalogue, and paragraphs of pages but for those about words."""
    found = [
        form
        for message in catalogue("fr")
        if message.id
        for form in ([message.string] if isinstance(message.string, str) else message.string)
    ]
    for page in [ROOT / "README.fr.md", *(ROOT / "docs").rglob("*.fr.md")]:
        found += re.split(r"\n{2,}", page.read_text(encoding="utf-8"))
    return [text for text in found if "proue" not in text]


def said(word: str, texts: list[str]) -> list[str]:
    return [text for text in texts if re.search(rf"\b{word}s?\b", text, re.IGNORECASE)]


def test_every_word_is_explained_in_both_languages() -> None:
    words = [row for row in ROWS if len(row) == 4]
    assert len(words) > 100
    assert [row for row in words if not all(cell.strip() for cell in row)] == []


def test_words_that_are_given_up_are_not_said() -> None:
    given_up = [(row[0].strip(), row[1].strip()) for row in ROWS if len(row) == 2]
    assert len(given_up) >= 5
    texts = french()
    for word, instead in given_up:
        assert said(word, texts) == []
        assert said(word, [f"le {word} ennemi"])
        assert any(said(other, texts) for other in instead.split(", ")), instead

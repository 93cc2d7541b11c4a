"""What the pages of rules in docs/rules have in common, for the tests that compare them with the program."""

from __future__ import annotations

import re
from pathlib import Path

from armada_sim.tabletop.language import Language
from armada_sim.tabletop.options import Option

ROOT = Path(__file__).parents[1]
NUMBER = r"\d+(?:\.\d+)*"


WORDS = {
    "en": {
        "default": " (default)",
        "colon": ": ",
        "refused": "refused: ",
        "numbers": "or any whole number from {} to {}",
    },
    "fr": {
        "default": " (par défaut)",
        "colon": "\u202f: ",
        "refused": "refusé\u202f: ",
        "numbers": "ou tout nombre entier de {} à {}",
    },
}
"""How the pages of each language write options."""


def page_of(game: str, lang: str = "en") -> str:
    """The page of a game's rules in a language."""
    return (ROOT / "docs" / "rules" / (f"{game}.md" if lang == "en" else f"{game}.{lang}.md")).read_text()


def entries(page: str, heading: str) -> dict[str, str]:
    """What stands under each heading of a clause or option, by what the pattern's only group finds in it."""
    found = list(re.finditer(heading, page, re.MULTILINE))
    ends = [*(one.start() for one in found[1:]), len(page)]
    under: dict[str, str] = {}
    for one, end in zip(found, ends, strict=True):
        under[one[1]] = under.get(one[1], "") + page[one.start() : end]
    return under


def cited(folder: Path) -> set[str]:
    """Every clause and gap that a violation or a docstring of a game's program names."""
    source = "\n".join(path.read_text() for path in folder.rglob("*.py"))
    found = {code for codes in re.findall(r"Violation\(([^,]*),", source) for code in re.findall(r'"([^"]+)"', codes)}
    for words in re.findall(rf"(?:[Cc]lause|[Ss]ection|dossier)s? ({NUMBER}(?:(?:, | and | to ){NUMBER})*)", source):
        for first, last in re.findall(rf"({NUMBER})(?: to ({NUMBER}))?", words):
            found |= set(_between(first, last or first))
    for first, last in re.findall(r"\bU(\d+)(?: to U(\d+))?", source):
        found |= {f"U{number}" for number in _between(first, last or first)}
    return found


def _between(first: str, last: str) -> list[str]:
    """The numbers from one to another, which differ in their last part."""
    stem = first.rpartition(".")[0]
    numbers = range(int(first.rpartition(".")[2]), int(last.rpartition(".")[2]) + 1)
    return [f"{stem}.{number}" if stem else str(number) for number in numbers]


def lines_of(option: Option, gap: str = "", lang: str = "en") -> str:
    """An option's question and values as the pages have them; `gap` is the number of the gap that it settles."""
    say, words = Language(lang).say, WORDS[lang]
    question = re.sub(r"^U\d+\u202f?: ", "", say(option.question))  # Strategiksa's name the gap
    lines = [f"> **{gap and f'{gap} · '}`{option.key}`** {question[:1].upper()}{question[1:]}"]
    for value, meaning in option.values.items():
        default = words["default"] if value == option.default else ""
        lines.append(f"> - `{value}`{default}{words['colon']}{say(meaning)}")
    if option.numbers is not None:
        lines.append(f"> - {words['numbers'].format(option.numbers[0], option.numbers[-1])}")
    lines += [f"> - {words['refused']}`{value}` {say(reason)}" for value, reason in option.refused.items()]
    return "\n".join(lines)


def missing_tests(page: str, folder: Path = ROOT) -> list[str]:
    """The tests that a page names as `file.py::name` and that are not there."""
    return [
        f"{file}::{name}"
        for file, name in re.findall(r"`([\w/]+\.py)::(\w+)`", page)
        if not re.search(rf"^(?:def |class )?{name}\b", (folder / file).read_text(), re.MULTILINE)
    ]

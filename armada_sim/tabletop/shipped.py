"""Examples that come along with a package, in any language."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from armada_sim.tabletop.language import Language

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def examples_of(package: str) -> Traversable:
    """The folder of examples that come along with a package."""
    from importlib.resources import files

    inside, beside = files(package) / "examples", Path(str(files(package))).parent / "examples"  # in a checkout
    return inside if inside.is_dir() else beside


def shipped(package: str, suffix: str, *folders: str) -> dict[str, Traversable]:
    """Example files of this kind in a folder of those that come along with a package, by name."""
    wanted = examples_of(package).joinpath(*folders)
    items = [item for item in wanted.iterdir() if item.name.endswith(suffix)] if wanted.is_dir() else []
    return {
        item.name.removesuffix(suffix): item for item in sorted(items, key=lambda item: item.name.removesuffix(suffix))
    }


_TITLE = re.compile(r'(?<=^title = ").+(?="$)|(?<=^  "title": ").+(?=",?$)', re.M)
_BESIDE = re.compile(r"(?<=  # ).+$", re.M)
"""A comment after something, which may be commented out."""

_NAME = re.compile(r'^(?:player|name) = "([a-z]+)"', re.M)

_ABOVE = re.compile(r"(?:^# (?!\w+ = ).+\n)+", re.M)
"""A paragraph of comments on lines of their own."""

_WIDE = 100
"""Columns of such a paragraph."""


def title_of(text: str) -> str:
    """What a shipped file is about, a message: its title, or in a game as people write them down what its first line
    says beside the answer; empty where nothing says it."""
    found = _TITLE.search(text) or re.search(r"(?<=\().+(?=\)$)", text.partition("\n")[0])
    return found[0] if found else ""


def translated(say: Callable[[str], str], text: str) -> str:
    """The text of a shipped file with its title, its comments, by paragraphs, and the players and objects of a table
    whose names are words, as `say` says them."""

    def paragraph(found: re.Match[str]) -> str:
        lines = [line.removeprefix("# ") for line in found[0].splitlines()]
        told = say(" ".join(lines))
        many = [told] if len(lines) == 1 else textwrap.wrap(told, _WIDE, break_on_hyphens=False)
        return "".join(f"# {line}\n" for line in many)

    for name in sorted(set(_NAME.findall(text))) if "[[ships]]" in text else ():
        text = text.replace(f'"{name}"', f'"{say(name)}"')
    for places in (_TITLE, _BESIDE):
        text = places.sub(lambda found: say(found[0]), text)
    return _ABOVE.sub(paragraph, text)


def text_of(file: Traversable, words: Language) -> str:
    """The text of a shipped file in the language of the words; a record is the same in every language, as its digests
    cover all of it."""
    text = file.read_text(encoding="utf-8")
    return text if words.lang == "en" or file.name.endswith(".json") else translated(words.say, text)

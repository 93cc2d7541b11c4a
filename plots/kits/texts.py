"""The words of rule sheets and player's aids: a file for each game and language, with its numbers left to the engine.

`# ` begins a page, `## ` a heading, `- ` a point; `[[name]]` stands for blocks that a game makes; `{name}` for a number
or a word that it gives. Other lines are paragraphs, each on one line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files

from plots.kits.pages import Block, Heading, Text

Made = Mapping[str, Sequence[Block]]
"""Blocks by the name that a text calls them."""


def source_of(game: str, lang: str) -> str:
    """The text of a game, as it is kept; in English where there is none of a language."""
    folder = files(__package__).joinpath("texts")
    own = folder.joinpath(f"{game}.{lang}.md")
    return (own if own.is_file() else folder.joinpath(f"{game}.en.md")).read_text(encoding="utf-8")


def pages_of(game: str, lang: str, facts: Mapping[str, object], made: Made) -> list[tuple[str, list[Block]]]:
    """Title and blocks of every page of a text. Raises KeyError for a name that nobody gives."""
    found: list[tuple[str, list[Block]]] = []
    for line in source_of(game, lang).format_map(facts).splitlines():
        if line.startswith("# "):
            found.append((line[2:], []))
        elif line.startswith("## "):
            found[-1][1].append(Heading(line[3:]))
        elif line.startswith("- "):
            found[-1][1].append(Text(line[2:], bullet=True))
        elif line.startswith("[["):
            found[-1][1].extend(made[line.strip("[] ")])
        elif line:
            found[-1][1].append(Text(line))
    return found

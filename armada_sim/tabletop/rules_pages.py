"""The pages of rules that come along (`docs/rules`), for people to read: whole, or what stands under a code.

A clause begins a paragraph with its code in bold, `**1.12.3.**` or ``**`move.sweep`**``. A chapter is a heading, found
by its title, or by its number if it has one. An option is a quotation that begins with its key, and with the gap of the
text that it settles if it has a number: ``> **U3 · `supply`**``. Options and tests stand folded, in
``<details>``, below the rule, which comes first.
"""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.language import Message
from armada_sim.tabletop.reading import guess, shown

_CLAUSE = re.compile(r"(?:<a id=\"[\w.]+\"></a>)?\*\*`?([\w.]+?)\.?`?\*\*")
_OPTION = re.compile(r"> \*\*(?:(\w+)(?: · |\*\*))?(?:`(\w+)`\*\*)?")
_CHAPTER = re.compile(r"#{2,} (?:(\d[\d.]*) )?(.+)")
_TEST = r"`[^`]*\.py::[^`]*`"
_FOR_READERS_OF_CODE = re.compile(
    rf"\s*\*[^*]*{_TEST}[^*]*\*|\s*\((?:[^()]*\s)?{_TEST}[^()]*\)|^Modules? (?:`[^`]*`|[^`.])*\.\s*"
)
"""Where a page names the tests that show what it says, and the modules that do it."""


_MARKUP = r"<a id=[^>]*></a>|<details><summary>.*</summary>|</details>"


def name_of_page(game: str, lang: str = "en") -> str:
    """The file of a game's page, such as "destin-arc.fr.md": the English one where a language has none."""
    own = f"{game}.{lang}.md"
    return own if _folder().joinpath(own).is_file() else f"{game}.md"


def page(game: str, lang: str = "en") -> str:
    """The page of a game, such as "armada" or "destin-arc"; in a checkout from its `docs`. Raises InputError."""
    file = _folder().joinpath(name_of_page(game, lang))
    if not file.is_file():
        raise InputError(Message("there is no page of rules for {game}", game=game))
    return file.read_text(encoding="utf-8")


def _folder() -> Traversable:
    package = files("armada_sim")
    inside = package / "rules"
    return inside if inside.is_dir() else Path(str(package)).parent / "docs" / "rules"


def codes(text: str) -> list[str]:
    """All that can be looked up in a page: clauses, numbers and titles of chapters, gaps, options."""
    return list(dict.fromkeys(code for _, found in _blocks(text) for code in found))


def chapters(text: str) -> list[str]:
    """The titles of a page's chapters, with their numbers where they have any."""
    return [line.removeprefix("## ") for line in text.splitlines() if line.startswith("## ")]


def plain(text: str) -> str:
    """A whole page as it is read on a screen."""
    return "\n\n".join(filter(None, (_plain(block) for block, _ in _blocks(text))))


def look_up(game: str, code: str, lang: str = "en") -> str:
    """What the page of a game says under a code. Raises InputError, with what may have been meant."""
    text = page(game, lang)
    found = entry(text, code)
    if not found:
        raise InputError(
            Message(
                "the rules of {game} have nothing under {code}{guess}",
                game=game,
                code=shown(code),
                guess=guess(code, codes(text)),
            )
        )
    return found


def entry(text: str, code: str) -> str:
    """What a page says under a code, plain, paragraphs with an empty line between; empty if it has none such.

    Of a clause with the options that it leaves, of a chapter as a whole, of an option or a gap alone.
    """
    blocks = _blocks(text)
    start = next((i for i, (_, found) in enumerate(blocks) if code.casefold() in map(str.casefold, found)), None)
    if start is None:
        return ""
    rank = _rank(blocks[start][0])
    end = next((i for i in range(start + 1, len(blocks)) if _rank(blocks[i][0]) >= rank), len(blocks))
    if not rank:
        end = start + 1
    return "\n\n".join(filter(None, (_plain(block) for block, _ in blocks[start:end])))


def _blocks(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """The paragraphs of a page, each with the codes it begins with."""
    found = []
    for block in re.split(r"\n{2,}(?!    )", text):
        option, clause, chapter = _OPTION.match(block), _CLAUSE.match(block), _CHAPTER.match(block)
        match = option or clause or chapter
        found.append((block, tuple(code.rstrip(".") for code in match.groups() if code) if match else ()))
    return found


def _rank(block: str) -> int:
    """0 of what belongs to the paragraph above it, 1 of a clause, more of a heading, most of a chapter."""
    heading = re.match(r"#+", block)
    if heading:
        return 10 - len(heading[0])
    return 1 if _CLAUSE.match(block) else 0


def _plain(block: str) -> str:
    """A paragraph as it is read on a screen: without marks, links and names of tests."""
    if block.startswith("```"):
        return block.removeprefix("```\n").removesuffix("\n```")
    text = re.sub(r"^> ?", "", re.sub(_MARKUP, "", block), flags=re.MULTILINE)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", _FOR_READERS_OF_CODE.sub("", text))
    parts = re.split(r"`([^`]*)`", text)  # every second is code, in which a star is a star
    parts[::2] = (re.sub(r"\*+(?=\S)|(?<=\S)\*+|^#+ ", "", part, flags=re.MULTILINE) for part in parts[::2])
    return "".join(parts).strip()

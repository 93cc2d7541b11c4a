"""A language of marked strings: what is said in it without marks comes from no catalogue."""

from __future__ import annotations

import re
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from tests.catalogues import template

MARKED = "eo"
"""A language there is no catalogue of."""


def _marked(text: str) -> str:
    """A message with marks around all but its values, which are to bring their own."""
    return "".join(part if part.startswith("{") else f"⟦{part}⟧" for part in re.split(r"(\{\w+\})", text) if part)


def written(folder: Path) -> None:
    """Writes its catalogue, as one more file, compiled, into a folder of languages."""
    made = Catalog(MARKED, fuzzy=False)
    made.update(template(), no_fuzzy_matching=True)
    for message in made:
        if message.id:
            strings = tuple(map(_marked, (message.id,) if isinstance(message.id, str) else message.id))
            message.string = strings if message.pluralizable else strings[0]
    file = folder / MARKED / "LC_MESSAGES" / "armada.mo"
    file.parent.mkdir(parents=True)
    with file.open("wb") as compiled:
        write_mo(compiled, made)


def unmarked(text: str, *names: str) -> set[str]:
    """Words that come from no catalogue and are no names."""
    left = re.sub(r"⟦[^⟦⟧]*⟧", " ", text)
    known = {word for name in ("mm", *names) for word in re.findall(r"[^\W\d_]+", name)}
    return {word for word in re.findall(r"[^\W\d_]{2,}", left) if word not in known}

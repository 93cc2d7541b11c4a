"""Whether what stands on a picture is French: no English word, and no key without its French words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from matplotlib.figure import Figure
from matplotlib.text import Text

from armada_sim.table import BY_KEY, Clause
from grid_games import catalogue as games
from tests.catalogues import OPTIONS_OF, catalogue

_ALIKE = """
    action actions alliance angle arc archers aura base bases capture case cases chances change clause clauses combat
    contact course distance distances double face figure force importance impossible infiltration invisible leader long
    maquis missiles note obstacle obstacles option part passage place placement point points port pose position
    positions possible protection question refuse section service six surface table temple terrain touches vassal zone
    zones
"""
"""Words that are French as well as English. Each was looked at; a new one is an English word until it stands here."""

_NAMES = """
    aris armada barons bhâr bonnaire borges briscourt carmelina destin dombal fereira fidèles fra fraternité
    gonzague jeu koulnikov mpa peuple rouge singidunum snipers strategiksa ulf winandy
"""
"""Of games, and of people, units and places in the French text of Arc, which English keeps; rouge is in one of them."""

_WORD = re.compile(r"[^\W\d_]{3,}")


@cache
def english() -> frozenset[str]:
    """Every word the program can say in English and not in French: of all its messages, small letters."""
    ids = (message.id for message in catalogue("fr") if message.id)
    said = (form for one in ids for form in ((one,) if isinstance(one, str) else one))
    found = {word for text in said for word in _WORD.findall(re.sub(r"\{\w+\}", " ", text).casefold())}
    return frozenset(found.difference(_ALIKE.split(), _NAMES.split()))


@cache
def keys() -> frozenset[str]:
    """What is the same in every language: options, their values, maps, clauses, keys of files."""
    options = [*BY_KEY.values(), *(option for options in OPTIONS_OF.values() for option in options)]
    maps = (name for kind in games.KINDS for name in games.extras(kind).maps)
    values = (value.partition("(")[0] for option in options for value in option.values)
    return frozenset(
        [option.key for option in options]
        + [*values, *maps, *Clause, "unit", "cut", "margin_upper", "tolerance.position", "position"]
    )


def texts_of(figure: Figure) -> list[str]:
    """Every text on a figure, lines joined."""
    return [" ".join(text.get_text().split()) for text in figure.findobj(Text)]  # type: ignore[attr-defined]


def assert_french(texts: Iterable[str], names: Iterable[str] = ()) -> None:
    """names: of ships and players, as they were given; they are no words of a language."""
    explained = re.compile(
        rf"(?<=[\w)]) \((?:option )?(?:{'|'.join(map(re.escape, keys()))})(?: = [^()]*(?:\([^()]*\))?)?\)"
    )
    given = frozenset(word.casefold() for name in names for word in _WORD.findall(name))
    for text in texts:
        left = explained.sub("", text)
        assert not re.search(r"\b[a-z]+_[a-z_]+\b", left), f"a key without French words: {text!r}"
        found = {word for word in _WORD.findall(left) if word.casefold() in english() - given}
        assert not found, f"{found} in {text!r}"

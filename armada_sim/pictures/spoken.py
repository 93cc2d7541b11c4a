"""What pictures say to readers who cannot see them, and the names of their layers in drawing programs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from armada_sim.tabletop import N_, UNFIT, Language

INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"

LAYER_WORDS = {
    "table": N_("table"), "regions": N_("regions"), "objects": N_("objects"), "ships": N_("pieces"),
    "marks": N_("marks"), "lines": N_("lines"), "dimensions": N_("dimension lines"), "labels": N_("labels"),
    "words": N_("words"),
}  # fmt: skip
"""Names of the layers of an SVG file (`sheet.LAYERS`), as drawing programs show them."""


def escaped(text: str) -> str:
    """A text as it stands in XML; a pocket has no `html` and no `xml`."""
    return text.translate(_ESCAPES)


_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def clean(text: str) -> str:
    """A text with what no file can hold replaced: a caller in Python may have given anything."""
    return UNFIT.sub("\ufffd", text)


def legend_words(explained: Iterable[str], words: Language) -> str:
    """What a legend says, in a sentence."""
    return words.say("Legend: {list}", list=words.in_turn(explained))


def described(titles: Sequence[str], sentences: Sequence[str], words: Language) -> tuple[str, str]:
    """Title and description of a picture from the words on it: titles, sentences, legends."""
    flat = [text.replace("\n", " ") for text in (*titles, *sentences)]
    count = len(titles)
    return " - ".join(flat[:count]) or words.say("Figure"), "\n".join(flat[count:])


def read_aloud(title: str, description: str, lang: str) -> tuple[str, str]:
    """Attributes and elements of an SVG file that say its title and description where screen readers look for them."""
    name = hashlib.sha1(f"{title}\n{description}".encode(), usedforsecurity=False).hexdigest()[:12]
    labelled = f'xmlns:inkscape="{INKSCAPE}" role="img" xml:lang="{lang}" aria-labelledby="title-{name} desc-{name}" '
    told = (
        f' <title id="title-{name}">{escaped(title)}</title>\n <desc id="desc-{name}">{escaped(description)}</desc>\n'
    )
    return labelled, told


def layer_start(layer: str, words: Language) -> str:
    """The tag, but for its end, that begins a layer."""
    label = f'inkscape:groupmode="layer" inkscape:label="{escaped(words.say(LAYER_WORDS[layer]))}"'
    return f'<g id="layer-{layer}" {label}'

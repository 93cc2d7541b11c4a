"""How values draw themselves in a notebook: IPython asks them for `_repr_svg_`, and they ask here."""

from __future__ import annotations


def drawn(value: object) -> str | None:
    """A value as an SVG element; None if there is nothing to draw."""
    from plots.notebook import svg_of

    return svg_of(value)

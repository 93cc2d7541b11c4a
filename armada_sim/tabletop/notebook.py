"""How values draw themselves in a notebook: IPython asks them for `_repr_svg_` or `_repr_html_`, and they ask here.

A notebook shows the plain words of a value that cannot be drawn: what kept it from that is a warning, never an error.
"""

from __future__ import annotations

import warnings
from typing import Literal


def picture_of(value: object, kind: Literal["svg", "html"] = "svg") -> str | None:
    """A value as an SVG element, or as HTML; None if there is nothing to draw, or no Matplotlib to draw it with."""
    try:
        from plots.notebook import html_of, svg_of

        return (svg_of if kind == "svg" else html_of)(value)
    except Exception as error:  # whatever it is, the value itself can be read
        warnings.warn(f"not drawn: {error}", RuntimeWarning, stacklevel=3)
        return None

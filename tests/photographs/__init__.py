"""Photographs of tables with ships, path-traced, whose truth is known: made by `python -m tests.photographs`.

`load` reads a picture's truth; `conditions` says what is drawn by lot, and which seeds are for what.
"""

from tests.photographs.truth import Photograph, PhotographedSheet, PhotographedShip, load

__all__ = ["Photograph", "PhotographedSheet", "PhotographedShip", "load"]

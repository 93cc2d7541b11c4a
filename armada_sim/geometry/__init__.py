"""Polygons and angles: exact decisions about convex solids, with no word of any game.

Angles are degrees counter-clockwise from +x, lengths millimetres, polygons counter-clockwise and
not closed. Decisions (apart, contact, overlap; blocked or clear) are about the real shapes;
points and lengths that are only shown are doubles.
"""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)

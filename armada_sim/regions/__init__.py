"""Where a ship can get to and what it can hit from there: reach, claims, threats."""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)

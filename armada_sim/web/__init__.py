"""Armada's table in a browser: what the page shows and asks is answered here, by the same referee as everywhere."""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)

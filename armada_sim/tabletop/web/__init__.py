"""The shell of a table in a browser, no game by name: who may ask, how much, and how answers and refusals look."""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)

"""A whole game of Armada: actions, states, turns, endings, set-ups."""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)

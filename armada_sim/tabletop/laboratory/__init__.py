"""Experiments in bulk with any game: contests, the store of their games, the runner, statistics, ratings, export."""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)

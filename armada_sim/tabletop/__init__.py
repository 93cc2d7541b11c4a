"""What any game on a table needs, no game by name: errors, options, the protocol of games and matches, lots, files."""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)

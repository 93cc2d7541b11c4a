"""What lies on a table of Armada, and the rules agreed on: pieces, poses, surfaces, units, clauses, options."""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)

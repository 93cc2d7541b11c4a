"""How commands behave at a terminal: mistakes, starting and ending, progress, the options they share."""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)

"""Plain scalar Python compiled, without more of a compiler than that takes."""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)

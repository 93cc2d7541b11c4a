"""Pictures of positions and rulings: what is drawn, in which look, and the same as SVG without any library."""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)

"""Where ships lie on a photographed table: camera and real solids fitted together to marked corners."""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)

"""How far pieces may be off before a shot's answer changes; what the three searches share."""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)

"""Disputes, layouts and games as files: read, checked, written; their schemas."""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)

"""Functions of plain scalar Python compiled by LLVM, and where machine code is kept; knows no geometry and no game.

What may be written so, and what is promised of it, stands in `docs/compiled.md`.
"""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)

"""Exact referee for Armada: rule on a disputed move or shot, with evidence.

What a package offers to others stands in the stub beside its `__init__` and is imported when it is first used, so
that a command pays only for what it needs.
"""

from __future__ import annotations

from lazy_loader import attach_stub

from armada_sim.table import loading

TYPE_CHECKING = False  # as type checkers understand it; loading `typing` would be most of loading this package
if TYPE_CHECKING:
    from pathlib import Path

    from armada_sim.table import Layout

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)


def _layout_of(path: str | Path) -> Layout:
    from armada_sim.files import load_dispute

    return load_dispute(path).layout


loading.layout_of = _layout_of

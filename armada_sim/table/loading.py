"""How a layout is read from a file: `armada_sim` says it here, since a table knows nothing of files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

layout_of: Callable[[str | Path], Any]
"""The layout in a file. Raises InputError."""

"""Figures to files: the same input gives the same bytes; a file is there whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.figure import Figure

from armada_sim.errors import InputError

FORMATS = ("svg", "pdf", "png")
DOTS_PER_INCH = 200


def save_figure(figure: Figure, path: str | Path, *, title: str = "", description: str = "") -> None:
    """Write a figure as SVG, PDF or PNG by its suffix.

    title, description: put into the file for screen readers (SVG) and viewers. Raises InputError for
    another suffix or a place that cannot be written.
    """
    target = Path(path)
    kind = target.suffix.lower().lstrip(".")
    if kind not in FORMATS:
        raise InputError(f"a picture's name must end in .{', .'.join(FORMATS)}, not {target.name!r}", key="output")
    metadata: dict[str, Any] = {"Title": title} if title else {}
    if description:
        metadata["Subject" if kind == "pdf" else "Description"] = description
    if kind != "png":  # no date, so that the same picture gives the same bytes
        metadata["Date" if kind == "svg" else "CreationDate"] = None
    look: Any = {"svg.hashsalt": "armada", "svg.fonttype": "path", "pdf.fonttype": 42}
    handle = None
    try:
        handle, name = tempfile.mkstemp(dir=target.parent or ".", suffix=f".{kind}")
        os.close(handle)
        try:
            with matplotlib.rc_context(look):
                figure.savefig(name, format=kind, metadata=metadata, dpi=DOTS_PER_INCH)
            os.chmod(name, 0o644)
            os.replace(name, target)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise InputError(f"cannot write {target}: {error.strerror}", key="output") from None

"""Figures to files: the same figure gives the same bytes, and a file is there whole or not at all."""

from __future__ import annotations

import hashlib
import os
import tempfile
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import Any
from xml.sax.saxutils import escape

import matplotlib
from matplotlib.figure import Figure

from armada_sim.errors import InputError

FORMATS = ("svg", "pdf", "png")
DOTS_PER_INCH = 200
"""Of PNG files."""

_SETTINGS: Any = {
    "svg.hashsalt": "armada",
    "svg.fonttype": "path",
    "pdf.fonttype": 42,
    "savefig.bbox": None,
    "savefig.transparent": False,
}
_settings_lock = Lock()
"""Matplotlib's settings belong to the whole process: one figure is written at a time."""


def save_figure(
    figure: Figure, path: str | Path, *, title: str = "", description: str = "", dpi: float = DOTS_PER_INCH
) -> None:
    """Write a figure as SVG, PDF or PNG, by the suffix of `path`.

    title, description: for readers who cannot see it; made from the figure's own words if empty.
    Raises InputError for another suffix, or if the file cannot be written.
    """
    target = Path(path)
    kind = target.suffix.lower().removeprefix(".")
    if kind not in FORMATS:
        allowed = ", ".join(f".{name}" for name in FORMATS)
        raise InputError(f"a figure's name must end in one of {allowed}, not {target.name!r}")
    own_title, own_description = described(figure)
    content = figure_bytes(figure, kind, title or own_title, description or own_description, dpi)
    write_whole(target, content)


def figure_bytes(figure: Figure, kind: str, title: str, description: str, dpi: float = DOTS_PER_INCH) -> bytes:
    """The content of a file of this kind (svg, pdf or png); equal figures give equal bytes."""
    by_kind: dict[str, dict[str, Any]] = {
        "svg": {"Title": title, "Description": description, "Date": None},
        "pdf": {"Title": title, "Subject": description, "CreationDate": None},
        "png": {"Title": title, "Description": description},
    }
    buffer = BytesIO()
    with _settings_lock, matplotlib.rc_context(_SETTINGS):
        figure.savefig(buffer, format=kind, dpi=dpi, metadata=by_kind[kind], facecolor=figure.get_facecolor())
    content = buffer.getvalue()
    return _read_aloud(content, title, description) if kind == "svg" else content


def _read_aloud(svg: bytes, title: str, description: str) -> bytes:
    """The SVG with the title and the description where screen readers look for them."""
    name = hashlib.sha1(f"{title}\n{description}".encode(), usedforsecurity=False).hexdigest()[:12]
    old = f" <title>{escape(title)}</title>\n"
    new = f' <title id="title-{name}">{escape(title)}</title>\n <desc id="desc-{name}">{escape(description)}</desc>\n'
    head, found, rest = svg.decode().partition(old)
    assert found
    head = head.replace("<svg ", f'<svg role="img" aria-labelledby="title-{name} desc-{name}" ', 1)
    return (head + new + rest).encode()


def described(figure: Figure) -> tuple[str, str]:
    """Title and description of a figure from the words on it: titles, sentences, legends."""
    titles, sentences = [], []
    for ax in figure.axes:
        titles += [text for place in ("left", "center", "right") if (text := ax.get_title(place))]
        sentences += [text.get_text() for text in ax.texts if text.get_text()]
        legend = ax.get_legend()
        if legend is not None:
            sentences.append("Legend: " + "; ".join(text.get_text() for text in legend.get_texts()))
    flat = [" ".join(text.split()) for text in (*titles, *sentences)]
    count = len(titles)
    return " - ".join(flat[:count]), "\n".join(flat[count:])


def write_whole(target: Path, content: bytes) -> None:
    """Write a file whole or not at all. Raises InputError if it cannot be written."""
    try:
        _in_one_stroke(target, content)
    except OSError as error:
        raise InputError(f"cannot write {target}: {error.strerror or error}") from None


def _in_one_stroke(target: Path, content: bytes) -> None:
    """Beside the target first, then in its place."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.stem}-", suffix=target.suffix)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        umask = os.umask(0)
        os.umask(umask)
        Path(name).chmod(0o666 & ~umask)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise

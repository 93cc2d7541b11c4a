"""Photographs and their truths, written to a folder."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

from tests.photographs import conditions, developing, rendering, truth


def make(
    folder: Path,
    seed: int,
    long_side: int = 2000,
    passes: int = 6,
    samples: int = 4,
    most: int | None = None,
    told: Callable[[str], None] | None = None,
) -> Path | None:
    """Render a seed to `folder`/SEED.jpg with its truth beside it, and tell where; what is there already stays. None of
    a few seeds whose lamp hides what is looked for.

    most: bytes; the quality of the JPEG is lowered until it has no more.
    """
    path = folder / f"{seed:05}.jpg"
    if path.exists() and truth.beside(path).exists():
        return path
    folder.mkdir(parents=True, exist_ok=True)
    began = time.process_time()
    table = conditions.table(seed)
    if table.behind_lamp:
        return None
    light = rendering.render(table, long_side, passes, samples, told)
    picture = developing.developed(light, table)
    quality = table.developing.quality
    file = developing.encoded(picture, quality, developing.exif(table))
    while most is not None and len(file) > most:
        quality -= 3
        file = developing.encoded(picture, quality, developing.exif(table))
    written = truth.told(table, long_side)
    written["measures"]["quality"] = quality
    written["seconds"] = round(time.process_time() - began, 1)
    _write(path, file)
    _write(truth.beside(path), (json.dumps(written, indent=1) + "\n").encode())
    return path


def _write(path: Path, content: bytes) -> None:
    """All of it or nothing."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(content)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)

"""Run by Python in WebAssembly while a pocket is built: compiles what it will load, and asks what pages need first."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from py_compile import PycInvalidationMode, compile as compile_file
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from armada_sim.tabletop.language import LANGUAGES

_BARE = 2
"""Neither assertions nor docstrings are kept."""


def compiled(folder: str, archive: str) -> None:
    """All files of a folder in an archive, Python's compiled, without libraries; not compressed, as it
    is packed whole."""
    root, code = Path(folder), Path(archive).with_suffix(".pyc")
    with ZipFile(archive, "w", ZIP_STORED) as made:
        for path in sorted(path for path in root.rglob("*") if path.is_file() and path.suffix != ".so"):
            name, content = path.relative_to(root).as_posix(), path.read_bytes()
            if path.suffix == ".py":
                compile_file(
                    str(path), str(code), name, doraise=True, optimize=_BARE,
                    invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
                )  # fmt: skip
                name, content = f"{name}c", code.read_bytes()
            made.writestr(ZipInfo(name), content)
    code.unlink(missing_ok=True)


def pages(packages: str, module: str) -> str:
    """What the page needs once, by language, as JSON, answered by an engine that lies in a folder."""
    sys.path.insert(0, packages)
    engine = import_module(module).ENGINE
    return json.dumps({lang: json.loads(engine.answer("/api/page", lang, "").body) for lang in LANGUAGES})

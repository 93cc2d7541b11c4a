"""A pocket that is built for tests, and its engine asked in a page."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from armada_sim.cli.pocket import contents
from armada_sim.tabletop import InputError
from armada_sim.tabletop.pocket import Runtime, build, from_registries


def runtime(folder: Path) -> Runtime:
    """Python for browsers from the registries; without them tests are skipped."""
    try:
        return from_registries(folder)
    except InputError as error:
        pytest.skip(f"no Python for browsers: {error}")


_TOYS = {
    "toylib": """from types import SimpleNamespace
from toybase import said
ENGINE = SimpleNamespace(answer=lambda path, lang, body: SimpleNamespace(body=said(path, lang)))
""",
    "toybase": """import json, sys
def said(path, lang):
    return json.dumps({"path": path, "lang": lang, "on": sys.platform})
""",
}
"""Packages of one module, of which the first needs the second, and answers as an engine does."""


def toy_answer(lang: str) -> dict[str, str]:
    """What `toylib` in a browser answers to whoever asks for the page."""
    return {"path": "/api/page", "lang": lang, "on": "emscripten"}


def distribution(folder: Path, given: Runtime) -> Path:
    """A folder as somebody has it who has Pyodide's distribution, with the wheels of two packages of our own."""
    shutil.copytree(given.pyodide, folder)
    for wheel in given.wheels:
        shutil.copyfile(wheel, folder / wheel.name)
    listed = json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))
    for name, needed in (("toylib", ["toybase"]), ("toybase", [])):
        wheel = folder / f"{name}-1.0-py3-none-any.whl"
        with ZipFile(wheel, "w") as archive:
            archive.writestr(f"{name}/__init__.py", _TOYS[name])
            archive.writestr(f"{name}-1.0.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        listed["packages"][name] = {
            "depends": needed, "file_name": wheel.name, "imports": [name], "install_dir": "site", "name": name,
            "package_type": "package", "sha256": sha256(wheel.read_bytes()).hexdigest(), "version": "1.0",
        }  # fmt: skip
    (folder / "pyodide-lock.json").write_text(json.dumps(listed), encoding="utf-8")
    return folder


def built(target: Path, given: Runtime) -> Path:
    """A pocket in a folder."""
    build(contents(), target, lambda _: given, lambda _: None)
    return target


_ASK = """async ([lang, questions]) => {
  const { asked, ready } = await import('./transport.js');
  await ready();
  const answers = [];
  for (const [path, body] of questions) {
    const answer = await asked(path, lang, body, AbortSignal.timeout(120_000));
    answers.push([answer.status, await answer.text()]);
  }
  return answers;
}"""


def answers(page: Any, lang: str, questions: Sequence[tuple[str, Any]]) -> list[tuple[int, str]]:
    """What the engine of an open page answers: status and text; a body that is a text is sent as it is."""
    sent = [(path, body if isinstance(body, str) else json.dumps(body)) for path, body in questions]
    return [(status, text) for status, text in page.evaluate(_ASK, [lang, sent])]

"""The engine of a browser alone, in a Python that has no more than there."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tests.catalogues import ROOT

GONE = "ctypes numpy shapely matplotlib llvmlite starlette uvicorn pydantic rich click scipy sqlite3"

WITHOUT = f"""
import json, sys
for name in {GONE!r}.split():
    sys.modules[name] = None
from armada_sim.web.pocket import ENGINE

def ask(path, lang="en", **body):
    reply = ENGINE.answer("/api/" + path, lang, json.dumps(body))
    content = reply.body if isinstance(reply.body, bytes) else b"".join(reply.body)
    return reply.status, content.decode()

def done(path, **body):
    status, text = ask(path, **body)
    assert status == 200, text
    return json.loads(text)
"""
"""What a worker of the page does, in a Python that has no more than there."""


def without(code: str) -> Any:
    """What some code gives as `found`."""
    done = subprocess.run(
        [sys.executable, "-c", f"{WITHOUT}\n{code}\nprint(json.dumps(found))"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)

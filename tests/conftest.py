"""How Hypothesis runs: no deadlines (machines differ), and the same examples every time on CI; files for tests."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("plain", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "plain")


@pytest.fixture
def made_file(tmp_path: Path) -> Callable[[str | bytes | int | None], Path]:
    """Makes a file to read: with this text, with these bytes, this many bytes long, or (None) a directory."""

    def make(content: str | bytes | int | None) -> Path:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.toml"
        if content is None:
            path.mkdir()
        elif isinstance(content, int):
            path.touch()
            os.truncate(path, content)
        else:
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return make

"""How Hypothesis runs: no deadlines (machines differ), and the same examples every time; files for tests.

`HYPOTHESIS_PROFILE=explore pytest ...` tries other examples each time.
"""

import gc
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.dearest import Dearest

settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


MEMORY, ROOM = Path("/dev/shm"), 2**30
"""A folder in memory, on Linux, and how many bytes must be free there: files of tests are then kept in it, and no test
waits for a disk."""


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Dearest())
    os.environ["ARMADA_LANG"] = "en"  # not the locale of whoever runs them
    os.environ.pop("COLUMNS", None)  # nor the width of their terminal: xdist hands on one of its own
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_collection_finish() -> None:
    """What is there once all tests are known stays; looking through it for garbage took 7 % of a run."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture
def no_margins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Margins of shots take long; no answer depends on one where nothing may be off."""
    monkeypatch.setattr("armada_sim.firing.shots._margin", lambda *_, **__: (0.0, None, None, []))


@pytest.fixture
def ctrl_c_is_heard() -> Iterator[None]:
    """Programs started meanwhile hear Ctrl-C, though tests run in the background, where a shell has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


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


@pytest.fixture(scope="session")
def languages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of languages: those there are, and one of marked strings."""
    from armada_sim.tabletop import language
    from tests.marked import written

    folder = tmp_path_factory.mktemp("languages")
    written(folder)
    for lang in language.LANGUAGES[1:]:
        (folder / lang).symlink_to(language.LOCALE / lang)
    return folder


@pytest.fixture
def other(languages: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The language of marked strings, beside those there are, whose catalogues stay as they were read."""
    from armada_sim.tabletop import language
    from tests.marked import MARKED

    monkeypatch.setattr(language, "LOCALE", languages)
    monkeypatch.setattr(language, "LANGUAGES", (*language.LANGUAGES, MARKED))
    return MARKED


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One browser for all tests of pages."""
    from tests.web.browsing import CHROMIUM

    sync_api = pytest.importorskip("playwright.sync_api", reason="pip install '.[browser]' drives pages")
    with sync_api.sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()

"""One browser and one served table for all tests of pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.asking import table
from tests.web.browsing import CHROMIUM, served


@pytest.fixture(scope="session")
def link() -> Iterator[str]:
    """A table that is served, by its link."""
    with served() as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="pip install '.[browser]' drives pages")
    with sync_api.sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """A table that is asked without a browser."""
    with table() as made:
        yield made

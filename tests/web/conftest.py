"""One served table for all tests of pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from tests.web.asking import table
from tests.web.browsing import served


@pytest.fixture(scope="session")
def link() -> Iterator[str]:
    """A table that is served, by its link."""
    with served() as found:
        yield found


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """A table that is asked without a browser."""
    with table() as made:
        yield made

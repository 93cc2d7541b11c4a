"""The JavaScript's types of answers are those that the server publishes."""

from __future__ import annotations

import subprocess

import pytest

from tests.catalogues import ROOT
from tests.web.declarations import KEPT, declared


@pytest.mark.whole
def test_the_declarations_are_current() -> None:
    try:
        now = declared()
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no openapi-typescript here")
    assert KEPT.read_text(encoding="utf-8") == now, "python -m tests.web.declarations writes them anew"


def test_no_value_of_the_page_is_of_any_type() -> None:
    scripts = [*ROOT.glob("armada_sim/**/static/*.js")]
    assert scripts
    assert not [path.name for path in scripts if "any}" in path.read_text(encoding="utf-8")]

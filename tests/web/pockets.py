"""A pocket that is built for tests, and its engine asked in a page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

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

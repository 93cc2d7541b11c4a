"""Dispute and layout files: read, and every mistake in them in one sentence.

TOML or JSON with the same keys. Numbers keep the value they were written with; a length is the decimal as
written times its unit, exactly. In the key of a complaint lists are counted from 1, as players count:
`ships[2].heading` is the heading of the second ship.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from armada_sim.files.disputes import Dispute
from armada_sim.tabletop import Message, inside


def load_dispute(path: str | Path) -> Dispute:
    """The dispute in a file, or on standard input if `path` is "-". Raises InputError."""
    from armada_sim.tabletop import read_text

    file = Message("standard input") if str(path) == "-" else str(path)
    with inside(file=file):
        text = read_text(path)
    as_json = Path(file).suffix.lower() == ".json" or text.lstrip()[:1] == "{"
    return parse_dispute(text, format="json" if as_json else "toml", file=file)


def parse_dispute(text: str, *, format: Literal["toml", "json"] = "toml", file: str = "") -> Dispute:
    """The dispute in a text. Raises InputError: one sentence for all the mistakes found."""
    from armada_sim.files.building import build_dispute
    from armada_sim.tabletop import plain_data

    with inside(file=file):
        return build_dispute(plain_data(text, format), file)


def dispute_schema() -> dict[str, Any]:
    """JSON Schema of a dispute file, as plain data."""
    from armada_sim.files.model import DisputeTable
    from armada_sim.files.schema import schema_of

    return schema_of(DisputeTable)


def layout_schema() -> dict[str, Any]:
    """JSON Schema of a layout file: a dispute without questions, as plain data."""
    from armada_sim.files.model import LayoutTable
    from armada_sim.files.schema import schema_of

    return schema_of(LayoutTable)

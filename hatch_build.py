"""What a wheel has that a checkout has not: catalogues of messages in compiled form."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles every `armada.po` beside the sources, which it leaves as they are."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Have the compiled files packed."""
        self.made = TemporaryDirectory()
        if version == "editable":
            return
        for source in sorted(Path(self.root).glob("armada_sim/tabletop/locale/*/LC_MESSAGES/armada.po")):
            inside = source.relative_to(self.root).with_suffix(".mo")
            compiled = Path(self.made.name) / f"{inside.parts[-3]}.mo"
            with source.open("rb") as text, compiled.open("wb") as binary:
                write_mo(binary, read_po(text))
            build_data["force_include"][str(compiled)] = str(inside)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Once they are packed, they go."""
        self.made.cleanup()

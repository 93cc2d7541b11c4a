"""Types of what the page is answered, for its JavaScript: `python -m tests.web.declarations` writes them anew.

They are made of the OpenAPI document that the server publishes, by openapi-typescript, which npx fetches.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.catalogues import ROOT
from tests.web.asking import table

KEPT = ROOT / "armada_sim" / "web" / "static" / "answers.d.ts"
COMMAND = ["npx", "--yes", "openapi-typescript@7.13.0", "openapi.json", "--root-types", "--root-types-no-schema-prefix"]


def declared() -> str:
    """The declarations, of answers alone. Raises OSError or CalledProcessError where nothing can make them."""
    published = table().get("/api/openapi.json").json()
    for path in published["paths"].values():
        path.get("post", {}).pop("requestBody", None)
    del published["components"]["schemas"]["dispute"]
    with TemporaryDirectory() as folder:
        Path(folder, "openapi.json").write_text(json.dumps(published), encoding="utf-8")
        subprocess.run([*COMMAND, "-o", "answers.d.ts"], cwd=folder, check=True, capture_output=True)
        return Path(folder, "answers.d.ts").read_text(encoding="utf-8")


if __name__ == "__main__":
    KEPT.write_text(declared(), encoding="utf-8")

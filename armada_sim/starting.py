"""How an installed command starts. Nothing is loaded outside the function, so that Ctrl-C is met from the first import on."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def start(module: str, name: str) -> NoReturn:
    """Load the commands (`cli` of a module) and run them; Ctrl-C ends it with one line and status 130, whatever it is doing."""
    import os
    import sys

    try:
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy would start a thread a core; nothing here uses them
        from importlib import import_module

        from armada_sim.console import run

        run(import_module(module).cli, name)
    except KeyboardInterrupt:
        sys.stderr.write("Interrupted.\n")
        sys.exit(130)

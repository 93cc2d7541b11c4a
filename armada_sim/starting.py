"""How an installed command starts and ends. Nothing is loaded outside the function, so that Ctrl-C is met from the first import on."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it."""


def start(module: str, name: str) -> NoReturn:
    """Load the commands (`cli` of a module) and run them; Ctrl-C ends it with one line and status 130, whatever it is doing."""
    import os
    import sys
    from _thread import interrupt_main, start_new_thread
    from contextlib import suppress

    def not_lost(event: sys.UnraisableHookArgs) -> None:
        """Ctrl-C that met a finalizer, where nothing can be raised, comes again once that is over."""
        if issubclass(event.exc_type, KeyboardInterrupt):
            start_new_thread(interrupt_main, ())
        else:
            sys.__unraisablehook__(event)

    sys.unraisablehook = not_lost
    try:
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy would start a thread a core; nothing here uses them
        from importlib import import_module

        from armada_sim.console import run

        run(import_module(module).cli, name)
    except KeyboardInterrupt:
        status: object = INTERRUPTED
        with suppress(AttributeError, OSError):  # it may be closed
            sys.stderr.write("Interrupted.\n")
    except SystemExit as ended:
        status = ended.code
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the work is done: what is left is the interpreter's to tidy up
    if status == INTERRUPTED:  # an interpreter that saw Ctrl-C in an `exec` would kill itself instead of returning this
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(INTERRUPTED)
    sys.exit(status)  # type: ignore[arg-type]  # as the command said

"""How an installed command starts and ends. Functions load what they need: Ctrl-C is met from the first import."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

_INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it."""

_SIGNALLED = 128
"""Exit status after another signal, as shells have it: this and its number."""


def start(module: str, name: str) -> NoReturn:
    """Load the commands (`cli` of a module) and run them; Ctrl-C ends it with one line and status 130, at any time.

    SIGTERM and SIGHUP end it as an exit does, so that what was begun is left whole; signals ignored from outside (a job
    in the background, nohup) stay ignored.
    """
    import os
    import sys
    from _thread import interrupt_main, start_new_thread
    from contextlib import suppress

    def not_lost(event: sys.UnraisableHookArgs) -> None:
        """A signal that met a finalizer, where nothing can be raised, comes again once that is over."""
        if issubclass(event.exc_type, KeyboardInterrupt):
            start_new_thread(interrupt_main, ())
        elif (
            isinstance(event.exc_value, SystemExit)
            and isinstance(event.exc_value.code, int)
            and event.exc_value.code > _SIGNALLED
        ):
            _listen(ignored=False)
            start_new_thread(interrupt_main, (event.exc_value.code - _SIGNALLED,))  # type: ignore[arg-type]  # its stubs want an enum
        else:
            sys.__unraisablehook__(event)

    sys.unraisablehook = not_lost
    try:
        _listen()
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy would start a thread a core; nothing here uses them
        from importlib import import_module

        from armada_sim.tabletop.terminal.console import run

        run(import_module(module).cli, name)
    except KeyboardInterrupt:
        status: object = _INTERRUPTED
        with suppress(AttributeError, OSError):  # it may be closed
            sys.stderr.write(f"{_interrupted(sys.argv[1:])}\n")
    except SystemExit as ended:
        status = ended.code
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the work is done: what is left is the interpreter's to tidy up
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except AttributeError:  # it was closed from the start
            continue
        except OSError:  # nobody can read it any more: what is left goes nowhere
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    if status == _INTERRUPTED:
        # an interpreter that saw Ctrl-C in an `exec` would kill itself instead of returning this
        os._exit(_INTERRUPTED)
    if isinstance(status, int) and "threading" in sys.modules:
        from threading import enumerate as threads

        if any(thread.daemon for thread in threads()):  # C would return to no interpreter
            os._exit(status)
    sys.exit(status)  # type: ignore[arg-type]  # as the command said


def _interrupted(args: list[str]) -> str:
    from armada_sim.tabletop.errors import ArmadaError
    from armada_sim.tabletop.terminal.spoken import spoken

    try:
        return spoken(args).say("Interrupted.")
    except ArmadaError:  # which nobody was told yet
        return "Interrupted."


def _listen(*, ignored: bool = True) -> None:
    """Signals that end a program raise SystemExit, the first of them only; those ignored now stay so, if asked."""
    import signal

    ends = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    wanted = [one for one in ends if not (ignored and signal.getsignal(one) is signal.SIG_IGN)]

    def end(number: int, _: object) -> None:
        for one in wanted:  # a closed terminal may send several; the first has all it needs
            signal.signal(one, signal.SIG_IGN)
        raise SystemExit(_SIGNALLED + number)

    for one in wanted:
        signal.signal(one, end)

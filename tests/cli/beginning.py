"""Programs begun as a person begins them, whoever runs the tests: what must be otherwise in the process is done there,
since between a fork and the new program nothing of Python may run where there are threads."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import psutil

ROOT = Path(__file__).parents[2]


def begun(
    module: str, words: Sequence[str], *, ignored: Collection[signal.Signals] = (), first: str = "", **extra: Any
) -> subprocess.Popen[Any]:
    """The process of a program whose signals are as usual, but for those ignored, after a line of Python in it."""
    lines = ["import runpy, signal"]
    for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # whoever runs the tests may have them ignored
        usual = "default_int_handler" if one is signal.SIGINT else "SIG_DFL"
        lines.append(f"signal.signal({int(one)}, signal.{'SIG_IGN' if one in ignored else usual})")
    lines += [first, f"runpy.run_module({module!r}, run_name='__main__', alter_sys=True)"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", "TERM": "xterm"}
    environment |= extra.pop("env", {})
    return subprocess.Popen([sys.executable, "-c", "\n".join(lines), *words], env=environment, **extra)


def signalled(process: subprocess.Popen[Any], which: signal.Signals) -> None:
    """Send a signal to a program that waits for a line.

    One that comes between its prompt and its wait is noted by Python and looked at once the wait is over: never, where
    nothing is typed.
    """
    while psutil.Process(process.pid).status() in (psutil.STATUS_RUNNING, psutil.STATUS_DISK_SLEEP):
        os.sched_yield()
    process.send_signal(which)


def ended(module: str, words: Sequence[str], **extra: Any) -> subprocess.CompletedProcess[bytes]:
    """What such a program ends with; extra: what is typed (`input`), the environment, the folder."""
    typed, folder = extra.pop("input", b""), extra.pop("cwd", ROOT)
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE) | extra
    with begun(module, words, cwd=folder, **pipes) as process:
        output, errors = process.communicate(typed, 120)
    return subprocess.CompletedProcess(process.args, process.returncode, output, errors)

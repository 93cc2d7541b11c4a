"""What reading a picture takes beside the program itself."""

from __future__ import annotations

from importlib.util import find_spec

from armada_sim.tabletop import COMPUTER_ONLY, InputError, Message

NEEDS_OPENCV = Message("reading photos needs OpenCV and SciPy: pip install 'armada-sim[photo]'")

_LIBRARIES = ("cv2", "PIL", "scipy")


def missing_to_read() -> Message | None:
    """What to install before a picture can be read, in a sentence; None where all is there."""
    if find_spec("numpy") is None:
        return COMPUTER_ONLY
    return None if all(find_spec(name) for name in _LIBRARIES) else NEEDS_OPENCV


def check_installed() -> None:
    """Raises InputError with what to install before a picture can be read."""
    missing = missing_to_read()
    if missing is not None:
        raise InputError(missing)

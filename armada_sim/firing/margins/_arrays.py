"""NumPy, or what plain Python does in its place where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    try:
        import numpy as np
        from numpy.typing import NDArray
    except ModuleNotFoundError:
        from armada_sim.firing.margins import _plain as np

        NDArray = np.NDArray

PLAIN: bool = np.__name__ != "numpy"
"""Whether there is none."""

__all__ = ["PLAIN", "NDArray", "np"]

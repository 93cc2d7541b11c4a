"""Players by the colours of their pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, count

import cv2
import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.camera import GAMMA, Floats

# fmt: off
PLASTICS: dict[str, tuple[tuple[float, float, float], tuple[float, float, float]]] = {
    "black": ((-4.29, 0.00, 0.01), (0.55, 0.11, 0.09)),
    "blue": ((-3.37, -0.14, 1.48), (0.61, 0.15, 0.29)),
    "cyan": ((-2.06, -1.42, 0.30), (0.44, 0.33, 0.09)),
    "green": ((-2.54, -1.04, -0.87), (0.57, 0.34, 0.24)),
    "orange": ((-2.05, 1.77, -0.73), (0.41, 0.25, 0.22)),
    "pink": ((-1.97, 1.55, 0.57), (0.41, 0.25, 0.12)),
    "purple": ((-3.18, 0.80, 1.28), (0.45, 0.22, 0.26)),
    "red": ((-2.77, 2.06, 0.02), (0.47, 0.29, 0.10)),
    "transparent": ((-1.55, 0.03, -0.04), (0.55, 0.18, 0.13)),
    "white": ((-1.06, 0.00, -0.08), (0.29, 0.08, 0.07)),
    "yellow": ((-1.43, 0.37, -1.92), (0.39, 0.14, 0.29)),
}
# fmt: on
"""Pieces that are sold, as photographs show them: the usual shade (`shades`), and standard deviations of ships of one
player from theirs. `python -m tests.photographs.colours` fits them."""

_LIGHT = (0.68, 0.29, 0.23)
"""Standard deviations of a player's shade from the usual of such pieces, since lamps and plastics differ."""

_ANOTHER = ((-2.32, 0.30, 0.00), (0.49, 0.21, 0.18), (1.10, 0.95, 0.85))
"""Any other colour: the usual shade, and standard deviations of ships from their player's, of that from the usual."""

_ONE_PLAYER = 6.0
"""What counts for it, as a logarithm of odds, that two groups of ships are one player's: there are few players."""

_FAR = 9.0
"""Squares of standard deviations of one ship that count in full, of more their root: glare and shadows reach far."""


def shades(colours: Floats) -> Floats:
    """(n, 3). Of colours (n, 3), 0 to 255: how light, how red and how blue beside green, as logarithms of light.

    A lamp moves all of a picture alike. What is too dark for its colour to be seen has none.
    """
    light = (np.asarray(colours, dtype=np.float64) / 255) ** GAMMA
    red, green, blue = (light + _FAINT).T
    return np.column_stack([np.log(light @ _BRIGHT + _DARK), np.log(red / green), np.log(blue / green)])


_DARK, _FAINT = 0.004, 0.02
"""Of light: what is black, and what shows no colour."""

_BRIGHT = np.array([0.2126, 0.7152, 0.0722])
"""How bright red, green and blue are (Rec. 709)."""


def colour_of(rgb: NDArray[np.uint8], wire: Floats) -> tuple[int, int, int]:
    """Red, green, blue of the light from a solid, without its darkest and its brightest fifth: shadows and glare.

    wire: (5, 2) px of the picture (rows, columns, 3).
    """
    most = np.array(rgb.shape[1::-1]) - 1
    ring = cv2.convexHull((wire - 0.5).astype(np.float32))[:, 0]
    inner = ring.mean(axis=0) + _INNER * (ring - ring.mean(axis=0))
    low = np.clip(np.floor(inner.min(axis=0)), 0, most).astype(int)
    high = np.clip(np.ceil(inner.max(axis=0)), 0, most).astype(int) + 1
    mask = np.zeros((high - low)[::-1], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(inner - low).astype(np.int32), 1)
    shown = (rgb[low[1] : high[1], low[0] : high[0]][mask > 0] / 255) ** GAMMA
    cut = int(_CUT_OFF * len(shown))
    middle = shown[np.argsort(shown @ _BRIGHT)][cut : len(shown) - cut]
    red, green, blue = np.rint(255 * (middle.mean(axis=0) if len(middle) else np.zeros(3)) ** (1 / GAMMA))
    return int(red), int(green), int(blue)


_INNER, _CUT_OFF = 0.8, 0.2
"""Of an outline, about its middle, what is looked at; and of its points those that are left out at either end."""


def _odds(ships: Floats) -> Floats:
    """(plastics + 1,). Logarithms of how likely one player's ships have such shades (n, 3), if of this plastic.

    Shades are normal about their player's, and these about the usual. What is the same however ships are grouped is
    left out.
    """
    mean, n = ships.mean(axis=0), len(ships)
    off = (((ships - mean) / _SPREAD[:, None]) ** 2).sum(axis=2)  # (plastics + 1, n)
    off = np.where(off > _FAR, _FAR + np.sqrt(np.maximum(off - _FAR, 0)), off).sum(axis=1)
    varies = _VARIED**2 + _SPREAD**2 / n
    own = (mean - _USUAL) ** 2 / varies + np.log(varies) + (n - 1) * np.log(_SPREAD**2) + np.log(n)
    return np.asarray(-(own.sum(axis=1) + off) / 2)


_USUAL, _SPREAD, _VARIED = np.swapaxes([*((*one, _LIGHT) for one in PLASTICS.values()), _ANOTHER], 0, 1)
"""(plastics + 1, 3) each. See `PLASTICS`, `_LIGHT` and `_ANOTHER`."""


def players(colours: Floats) -> list[str]:
    """A name for each of the colours (n, 3), the same for those that are likely one player's.

    Groups of ships are joined as long as they are likelier of one plastic than of two.
    """
    at = shades(colours) if len(colours) else np.zeros((0, 3))
    likely: dict[tuple[int, ...], float] = {(k,): _odds(at[[k]]).max() for k in range(len(at))}
    joined = dict[tuple[tuple[int, ...], tuple[int, ...]], float]()
    while len(likely) > 1:
        pairs = list(combinations(likely, 2))
        joined |= {pair: _odds(at[[*pair[0], *pair[1]]]).max() for pair in pairs if pair not in joined}
        gains = {(one, other): joined[one, other] - likely[one] - likely[other] for one, other in pairs}
        one, other = max(gains, key=lambda pair: gains[pair])
        if gains[one, other] < -_ONE_PLAYER:
            break
        del likely[one], likely[other]
        likely[*one, *other] = joined[one, other]
    found, names = [""] * len(at), list(PLASTICS)
    taken: set[str] = set()
    for group in sorted(likely, key=len, reverse=True):
        order = np.argsort(-_odds(at[list(group)])[:-1])
        name = next((names[k] for k in order if names[k] not in taken), names[order[0]])
        taken.add(name)
        for k in group:
            found[k] = name
    return found


def ship_names(owners: Sequence[str]) -> list[str]:
    """A name for each ship: the first letter of its player, and a number; players of one letter share its numbers."""
    numbers: dict[str, Iterator[int]] = {}
    return [f"{name[0].upper()}{next(numbers.setdefault(name[0], count(1)))}" for name in owners]

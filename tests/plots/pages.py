"""PDF files read: the sizes of their pages, the paths drawn on them in mm of the page, and the words."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

MM_PER_POINT = 25.4 / 72

Points = npt.NDArray[np.float64]
"""A row for each point: x and y, mm, from the lower left corner."""


@dataclass
class Page:
    """What is drawn on one page, by the name of the form it lies in; "" for the page itself."""

    width: float
    height: float
    paths: dict[str, list[Points]] = field(default_factory=dict)
    clips: dict[str, Points] = field(default_factory=dict)
    """The corners that everything of a form is clipped to."""

    words: dict[str, str] = field(default_factory=dict)
    fills: dict[str, list[str]] = field(default_factory=dict)
    """The colour that was set when each path was drawn, as it is written."""


def objects_of(content: bytes) -> dict[int, tuple[bytes, bytes]]:
    """The dictionary and the stream of every object by its number."""
    found = {}
    for number, body in re.findall(rb"(\d+) 0 obj\n(.*?)\nendobj", content, re.DOTALL):
        head, _, stream = body.partition(b"\nstream\n")
        stream = stream.rpartition(b"\nendstream")[0]
        found[int(number)] = head, zlib.decompress(stream) if b"FlateDecode" in head else stream
    return found


def sizes_of(content: bytes) -> list[tuple[float, float]]:
    """mm. Width and height of every page."""
    boxes = re.findall(rb"/MediaBox ?\[ ?([^]]*)\]", content)
    found = [[float(number) * MM_PER_POINT for number in box.split()] for box in boxes]
    return [(right - left, top - bottom) for left, bottom, right, top in found]


def pages_of(content: bytes) -> list[Page]:
    """Everything drawn on every page."""
    objects = objects_of(content)
    found = []
    (kids,) = (re.findall(rb"(\d+) 0 R", head.split(b"/Kids")[1]) for head, _ in objects.values() if b"/Kids" in head)
    for kid in map(int, kids):
        head, _ = objects[kid]
        (width, height), *_ = sizes_of(head)
        forms = {name.decode(): int(number) for name, number in re.findall(rb"/(\w+) (\d+) 0 R", head)}
        page = Page(width, height)
        _read(page, "", objects, forms, objects[forms["Contents"]][1], np.eye(3))
        found.append(page)
    return found


_TOKEN = re.compile(rb"\((?:\\.|[^\\()])*\)|\[|\]|[^\s\[\]()]+", re.DOTALL)


def _read(
    page: Page, name: str, objects: dict[int, tuple[bytes, bytes]], forms: dict[str, int], stream: bytes,
    matrix: npt.NDArray[np.float64],
) -> None:  # fmt: skip
    """Read a stream of operators: straight and curved paths, moves of the origin, forms, words."""
    stack: list[bytes] = []
    kept: list[npt.NDArray[np.float64]] = []
    path: list[tuple[float, float]] = []
    fill = ""

    def placed() -> Points:
        flat = np.column_stack([np.array(path), np.ones(len(path))]) @ matrix
        return np.asarray(flat[:, :2] * MM_PER_POINT)

    for token in _TOKEN.findall(stream):
        numbers = [float(one) for one in stack] if token in (b"m", b"l", b"c", b"re", b"cm") else []
        if token == b"q":
            kept.append(matrix)
        elif token == b"Q":
            matrix = kept.pop()
        elif token == b"cm":
            a, b, c, d, e, f = numbers
            matrix = np.array([[a, b, 0], [c, d, 0], [e, f, 1]]) @ matrix
        elif token in (b"m", b"l", b"c"):
            path.append((numbers[-2], numbers[-1]))
        elif token == b"re":
            x, y, w, h = numbers
            path += [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
        elif token in (b"g", b"rg"):
            fill = b" ".join(stack).decode()
        elif token in (b"f", b"S", b"B", b"n"):
            if path and token != b"n":
                page.paths.setdefault(name, []).append(placed())
                page.fills.setdefault(name, []).append(fill)
            path = []
        elif token == b"W" and not name:
            page.clips["Figure"] = placed()
        elif token == b"Do":
            form = stack[-1].decode().removeprefix("/")
            if form in forms:
                _read(page, form, objects, {}, objects[forms[form]][1], matrix)
        elif token == b"TJ":
            said = b"".join(one[1:-1] for one in stack if one.startswith(b"("))
            text = re.sub(rb"\\(.)", rb"\1", said).replace(b"\0", b"").decode("latin-1")
            page.words[name] = page.words.get(name, "") + text + "\n"
        if re.fullmatch(rb"[-+.\d]+|/.*|\(.*|\[|\]", token, re.DOTALL):
            stack.append(token)
        else:
            stack = []

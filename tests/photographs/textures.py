"""Surfaces: wood, baize, printed cloth, a check, a printed sheet, a room; (h, w, 3) of linear light, 0 to 1."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

Image = np.ndarray[Any, np.dtype[np.float32]]

TILE = 700.0
"""mm. What a table's texture covers."""


def linear(colour: tuple[float, float, float] | Image) -> Image:
    """Of sRGB values of 0 to 1."""
    given = np.asarray(colour, dtype=np.float32)
    return np.where(given <= 0.04045, given / 12.92, ((np.maximum(given, 0) + 0.055) / 1.055) ** 2.4).astype(np.float32)


def muted(lot: np.random.Generator, low: float, high: float) -> tuple[float, float, float]:
    """sRGB of furniture, carpets, sleeves: mostly grey or brownish."""
    grey = lot.uniform(low, high)
    red, green, blue = (float(np.clip(grey + part, 0.03, 0.95)) for part in lot.normal([0.03, 0, -0.04], 0.04))
    return red, green, blue


def _noise(lot: np.random.Generator, shape: tuple[int, int], cells: tuple[int, int]) -> Image:
    """Smooth, within about -1 to 1; so many cells each way."""
    small = lot.normal(0, 0.6, (max(cells[0], 2), max(cells[1], 2))).astype(np.float32)
    return cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)


def _clouds(lot: np.random.Generator, size: int, cells: int, octaves: int) -> Image:
    return sum(_noise(lot, (size, size), (cells * 2**k, cells * 2**k)) / 2**k for k in range(octaves))  # type: ignore[return-value]


def _mixed(low: Image, high: Image, share: Image) -> Image:
    share = np.clip(share, 0, 1)[..., None]
    return (low * (1 - share) + high * share).astype(np.float32)


def wood(lot: np.random.Generator, size: int) -> Image:
    """Boards with grain, light or dark."""
    kinds = [
        ((0.78, 0.60, 0.40), (0.62, 0.43, 0.25)),
        ((0.55, 0.36, 0.22), (0.38, 0.23, 0.13)),
        ((0.84, 0.72, 0.55), (0.72, 0.57, 0.39)),
        ((0.40, 0.25, 0.16), (0.25, 0.15, 0.10)),
        ((0.70, 0.48, 0.33), (0.52, 0.31, 0.20)),
    ]
    light, dark = kinds[lot.integers(len(kinds))]
    out = np.zeros((size, size, 3), dtype=np.float32)
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) / size
    warp = 0.05 * _noise(lot, (size, size), (7, 3)) + 0.012 * _noise(lot, (size, size), (25, 5))
    boards = int(lot.integers(3, 9))
    edges = np.linspace(0, 1, boards + 1)
    for k in range(boards):
        rows = slice(int(edges[k] * size), int(edges[k + 1] * size))
        centre = lot.uniform(-0.5, 1.5)
        stretch = lot.uniform(0.03, 0.2)
        far = np.hypot((y[rows] - centre + warp[rows]), stretch * (x[rows] - lot.uniform(0, 1)) + 0.02)
        rings = 0.5 + 0.5 * np.sin(2 * np.pi * far * lot.uniform(18, 45) + 2 * warp[rows] * 20)
        shade = 0.25 + 0.5 * rings**1.5 * lot.uniform(0.4, 1.0) + lot.normal(0, 0.12)
        out[rows] = _mixed(np.float32(light), np.float32(dark), shade)
        out[rows][:2] *= 0.55
    fibres = _noise(lot, (size, size), (size // 2, size // 60))
    pores = _noise(lot, (size, size), (size // 3, size // 25))
    out *= (1 + 0.05 * fibres - 0.22 * np.clip(pores - 0.85, 0, 0.6))[..., None]
    out *= (1 + 0.05 * _clouds(lot, size, 3, 3))[..., None]
    return linear(np.clip(out, 0, 1))


def baize(lot: np.random.Generator, size: int) -> Image:
    """Felt with fibres."""
    kinds = [(0.10, 0.36, 0.22), (0.12, 0.24, 0.42), (0.42, 0.10, 0.13), (0.28, 0.30, 0.31), (0.16, 0.42, 0.30)]
    base = np.float32(kinds[lot.integers(len(kinds))])
    fuzz = np.zeros((size, size), dtype=np.float32)
    for way in range(6):
        angle = way * np.pi / 6 + lot.uniform(0, 0.3)
        speck = (lot.random((size, size)) < 0.009).astype(np.float32) * lot.choice([-1, 1])
        length = 25
        kernel = np.zeros((length, length), np.float32)
        end = (int(length / 2 + 11 * np.cos(angle)), int(length / 2 + 11 * np.sin(angle)))
        start = (int(length / 2 - 11 * np.cos(angle)), int(length / 2 - 11 * np.sin(angle)))
        cv2.line(kernel, start, end, 1.0, 1)
        fuzz += cv2.filter2D(speck, -1, kernel, borderType=cv2.BORDER_WRAP)
    grain = lot.normal(0, 0.10, (size, size)).astype(np.float32)
    out = base * (1 + 0.16 * fuzz + grain + 0.07 * _clouds(lot, size, 4, 4))[..., None]
    lint = (lot.random((size, size)) < 0.000012).astype(np.float32)
    lint = cv2.GaussianBlur(lint, (0, 0), 1.2)
    out += (lint * 3)[..., None]
    return linear(np.clip(out, 0, 1))


def _woven(lot: np.random.Generator, size: int, strength: float) -> Image:
    """(h, w) about 1: threads over and under each other."""
    pitch = size / TILE * lot.uniform(0.55, 0.9)
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    over = np.sin(np.pi * x / pitch) * np.sin(np.pi * y / pitch)
    uneven = _noise(lot, (size, size), (size // 3, size // 80)) + _noise(lot, (size, size), (size // 80, size // 3))
    return (1 + strength * over + 0.5 * strength * uneven).astype(np.float32)


def check(lot: np.random.Generator, size: int) -> Image:
    """A tablecloth with a check: two stripes that cross."""
    kinds = [(0.72, 0.10, 0.12), (0.13, 0.25, 0.55), (0.10, 0.40, 0.25), (0.20, 0.20, 0.22), (0.75, 0.52, 0.12)]
    ink, paper = np.float32(kinds[lot.integers(len(kinds))]), np.float32((0.93, 0.92, 0.88))
    paper = paper * np.float32(lot.uniform([0.84, 0.82, 0.74], [0.98, 0.98, 0.97]))
    period = TILE / round(TILE / lot.uniform(14, 60))
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) * TILE / size
    wavy = 0.5 * _noise(lot, (size, size), (6, 6)), 0.5 * _noise(lot, (size, size), (6, 6))
    across, along = ((part / period) % 1 < 0.5 for part in (x + wavy[0], y + wavy[1]))
    soft = [cv2.GaussianBlur(part.astype(np.float32), (0, 0), 1.0) for part in (across, along)]
    if lot.random() < 0.35:
        thin = [(((part / period) % 1) > 0.72) & (((part / period) % 1) < 0.78) for part in (x, y)]
        soft = [np.maximum(a, 0.8 * b) for a, b in zip(soft, thin, strict=True)]
    share = 0.5 * (soft[0] + soft[1])
    if lot.random() < 0.2:
        share = np.abs(soft[0] - soft[1])
    out = _mixed(paper, ink, share) * _woven(lot, size, 0.06)[..., None]
    return linear(np.clip(out * (1 + 0.03 * _clouds(lot, size, 3, 3))[..., None], 0, 1))


def cloth(lot: np.random.Generator, size: int) -> Image:
    """Cloth with printed flowers, leaves, dots or triangles."""
    grounds = [
        (0.90, 0.87, 0.78),
        (0.18, 0.24, 0.38),
        (0.75, 0.82, 0.80),
        (0.52, 0.20, 0.24),
        (0.35, 0.42, 0.32),
        (0.92, 0.80, 0.55),
    ]
    inks = [
        (0.80, 0.25, 0.25),
        (0.95, 0.75, 0.25),
        (0.25, 0.45, 0.65),
        (0.30, 0.55, 0.35),
        (0.92, 0.90, 0.86),
        (0.55, 0.30, 0.50),
    ]
    ground = np.float32(grounds[lot.integers(len(grounds))])
    chosen = [np.float32(inks[k]) for k in lot.permutation(len(inks))[:3]]
    canvas = np.tile(ground, (size, size, 1)).astype(np.float32)
    mm = size / TILE
    step = lot.uniform(22, 60)
    motif = str(lot.choice(["flower", "leaf", "dot", "triangle", "paisley"]))
    fine = 16

    def put(points: np.ndarray, colour: np.ndarray) -> None:
        for dx in (-size, 0, size):
            for dy in (-size, 0, size):
                moved = points + np.array([dx, dy])
                if (moved.max(axis=0) > 0).all() and (moved.min(axis=0) < size).all():
                    cv2.fillPoly(canvas, [np.round(moved * fine).astype(np.int32)], colour.tolist(), cv2.LINE_AA, 4)

    turns = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    count = round(TILE / step)
    for i in range(count):
        for j in range(count):
            at = (np.array([i + 0.5 * (j % 2), j]) + lot.normal(0, 0.12, 2)) / count * size
            big, turn = lot.uniform(0.28, 0.48) * step * mm, lot.uniform(0, 2 * np.pi)
            colour = chosen[lot.integers(3)]
            if motif in ("flower", "paisley"):
                petals = 5 if motif == "flower" else 1
                shape = 0.6 + 0.4 * np.cos(petals * turns)
                put(at + big * np.column_stack([shape * np.cos(turns + turn), shape * np.sin(turns + turn)]), colour)
                put(at + 0.25 * big * np.column_stack([np.cos(turns), np.sin(turns)]), chosen[lot.integers(3)])
            elif motif == "leaf":
                body = np.column_stack([np.cos(turns), 0.35 * np.sin(turns) ** 3])
                spun = body @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
                put(at + big * spun, colour)
            elif motif == "dot":
                put(at + 0.6 * big * np.column_stack([np.cos(turns), np.sin(turns)]), colour)
            else:
                three = turn + 2 * np.pi * np.arange(3) / 3
                put(at + big * np.column_stack([np.cos(three), np.sin(three)]), colour)
    out = canvas * _woven(lot, size, 0.07)[..., None]
    return linear(np.clip(out * (1 + 0.04 * _clouds(lot, size, 3, 3))[..., None], 0, 1))


TABLES = {"wood": wood, "baize": baize, "cloth": cloth, "check": check}


def paper(lot: np.random.Generator, size: tuple[float, float], printed: bool) -> Image:
    """A sheet, a pixel for each 0.25 mm; perhaps with a heading, lines of text, a table or a picture on it."""
    width, height = round(size[0] * 4), round(size[1] * 4)
    white = np.float32((0.93, 0.93, 0.915)) * lot.uniform(0.96, 1.0)
    out = np.tile(white, (height, width, 1)).astype(np.float32)
    if printed:
        ink = np.float32([(0.15, 0.15, 0.17), (0.25, 0.35, 0.6), (0.45, 0.45, 0.47)][lot.integers(3)])
        faint = lot.uniform(0.25, 0.8)
        margin, line = 80, int(lot.integers(22, 30))
        upright = bool(lot.random() < 0.5)
        page = np.zeros((width, height) if upright else (height, width), np.uint8)
        rows, columns = page.shape
        cv2.putText(
            page, "Rules of the fleet", (margin, margin + 30), cv2.FONT_HERSHEY_DUPLEX, 1.6, 255, 2, cv2.LINE_AA
        )
        y = margin + 90
        while y < rows - margin:
            x, end = margin, columns - margin - (lot.integers(0, columns // 2) if lot.random() < 0.15 else 0)
            while x < end:
                word = int(lot.integers(15, 75))
                strokes = lot.random((9, max(word // 4, 1))).astype(np.float32)
                block = cv2.resize((strokes > 0.45).astype(np.float32), (word, 10), interpolation=cv2.INTER_LINEAR)
                if x + word < columns - margin and y + 10 < rows:
                    page[y : y + 10, x : x + word] = 255 * block
                x += word + 12
            y += line * (2 if lot.random() < 0.12 else 1)
        if lot.random() < 0.5:
            left, top = lot.integers(margin, columns // 2), lot.integers(rows // 3, rows // 2)
            page[top : top + 220, left : left + 330] = 0
            cv2.rectangle(page, (int(left), int(top)), (int(left) + 330, int(top) + 220), 255, 3, cv2.LINE_AA)
            cv2.circle(page, (int(left) + 165, int(top) + 110), 80, 180, 3, cv2.LINE_AA)
        mark = np.float32(np.rot90(page) if upright else page) / 255
        out = _mixed(out, np.broadcast_to(ink, out.shape), mark * faint)
    out *= (1 + 0.008 * _noise(lot, (height, width), (8, 8)))[..., None]
    return linear(np.clip(out, 0, 1))


def room(lot: np.random.Generator, warmth: float) -> Image:
    """(256, 512, 3). Light all around a table indoors: ceiling, walls with windows, furniture, floor; its mean is 1."""
    height, width = 256, 512
    up = np.cos(np.pi * (np.arange(height) + 0.5) / height).astype(np.float32)[:, None]
    wall = 0.5 + 0.25 * _noise(lot, (height, width), (5, 12))
    level = np.where(up > 0.55, 1.15, np.where(up > -0.05, wall, 0.16)) + 0.0 * wall
    tint = np.float32([1 + 0.10 * warmth, 1.0, 1 - 0.16 * warmth])
    out = level[..., None] * tint
    for _ in range(int(lot.integers(1, 4))):
        left, top = int(lot.integers(0, width - 60)), int(lot.integers(55, 90))
        wide, high = int(lot.integers(25, 55)), int(lot.integers(25, 45))
        out[top : top + high, left : left + wide] = np.float32([0.92, 1.0, 1.12]) * lot.uniform(4, 9)
        out[top : top + high, left + wide // 2 - 1 : left + wide // 2 + 1] = 0.4
    for _ in range(int(lot.integers(3, 8))):
        left, top = int(lot.integers(0, width - 80)), int(lot.integers(100, 132))
        wide = int(lot.integers(20, 80))
        out[top:140, left : left + wide] = linear(muted(lot, 0.1, 0.75))
    out = cv2.GaussianBlur(out.astype(np.float32), (0, 0), 1.5)
    weight = np.maximum(up, 0)[..., None] * np.sqrt(1 - up**2)[..., None]
    return (out / ((out.mean(axis=-1, keepdims=True) * weight).sum() / (weight.sum() * width))).astype(np.float32)

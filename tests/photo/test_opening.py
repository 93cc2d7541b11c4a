"""Pictures as they come: turned by EXIF, large, small, dark, damaged, and what is none."""

from __future__ import annotations

import io
import math
import random
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from armada_sim.photo import missing_to_read, opened, read
from armada_sim.photo.opening import MOST_BYTES, MOST_PIXELS, WORKED_ON_PX, Cut
from armada_sim.tabletop import InputError
from tests.photo.painting import paint
from tests.whole import whole

ORIENTATION, EXIF, FOCAL_35 = 0x0112, 0x8769, 0xA405

STORED = {
    1: lambda shown: shown,
    2: lambda shown: shown[:, ::-1],
    3: lambda shown: shown[::-1, ::-1],
    4: lambda shown: shown[::-1],
    5: lambda shown: shown.swapaxes(0, 1),
    6: lambda shown: shown.swapaxes(0, 1)[::-1],  # its first row is the right side of what is shown
    7: lambda shown: shown[::-1, ::-1].swapaxes(0, 1),
    8: lambda shown: shown.swapaxes(0, 1)[:, ::-1],
}
"""How a picture is stored that each orientation says how to show (EXIF 2.32, 4.6.4: sides of row 0 and of column 0)."""


def bright(wide: int = 640, high: int = 480) -> np.ndarray:
    """(high, wide, 3). No two corners, and no two sides, are alike."""
    y, x = np.mgrid[0:high, 0:wide]
    return np.stack([x * 255 // wide, y * 255 // high, 255 - x * y * 255 // (wide * high)], axis=-1).astype(np.uint8)


def file(shown: np.ndarray, kind: str = "PNG", orientation: int = 1, focal: int | None = None, **more: object) -> bytes:
    told = Image.Exif()
    told[ORIENTATION] = orientation
    if focal is not None:
        told.get_ifd(EXIF)[FOCAL_35] = focal
    out = io.BytesIO()
    stored = np.ascontiguousarray(STORED[orientation](shown))
    Image.fromarray(stored).save(out, kind, exif=told.tobytes(), **more)
    return out.getvalue()


@pytest.mark.parametrize("orientation", STORED)
def test_a_picture_is_upright_however_it_is_stored(orientation: int) -> None:
    given = opened(file(bright(), orientation=orientation, focal=26))
    assert (given.width, given.height) == (640, 480)
    assert (given.rgb == bright()).all()
    assert given.focal == pytest.approx(26 * math.hypot(640, 480) / math.hypot(36, 24))
    assert given.scale == 1


@pytest.mark.parametrize("orientation", [whole(6), whole(8)])
def test_every_orientation_gives_the_same_reading(orientation: int, tmp_path: Path) -> None:
    paint(tmp_path / "table.png")
    shown = np.asarray(Image.open(tmp_path / "table.png"))
    upright, told = read(file(shown)), read(file(shown, orientation=orientation))
    assert len(upright.ships) == 4
    assert told.picture == upright.picture == (2000, 1500)
    for one, other in zip(told.ships, upright.ships, strict=True):
        assert (one.name, one.size, one.player) == (other.name, other.size, other.player)
        assert abs(float(one.pose.x - other.pose.x)) < 0.01
        assert abs(float(one.pose.y - other.pose.y)) < 0.01
        assert np.array(one.wire) == pytest.approx(np.array(other.wire), abs=0.01)


def test_a_jpeg_says_how_it_was_turned_and_its_lens() -> None:
    given = opened(file(bright(), "JPEG", orientation=6, focal=28, quality=95))
    assert (given.width, given.height) == (640, 480)
    assert np.abs(given.rgb.astype(int) - bright()).mean() < 3
    assert given.focal == pytest.approx(28 * math.hypot(640, 480) / math.hypot(36, 24))


@pytest.mark.parametrize("focal", [None, 0, 3, 5000])
def test_a_focal_length_that_is_none_is_not_believed(focal: int | None) -> None:
    assert opened(file(bright(), "JPEG", focal=focal)).focal is None


def test_a_large_picture_is_worked_on_smaller() -> None:
    given = opened(file(bright(2500, 1500), "JPEG", focal=26))
    assert (given.width, given.height) == (2500, 1500)
    assert given.rgb.shape == (WORKED_ON_PX * 1500 // 2500, WORKED_ON_PX, 3)
    assert given.scale == pytest.approx(WORKED_ON_PX / 2500)
    assert given.focal == pytest.approx(26 * math.hypot(2500, 1500) / math.hypot(36, 24))


@pytest.mark.parametrize("mode", ["L", "LA", "P", "RGBA", "CMYK", "1", "I;16"])
def test_pictures_of_other_kinds_are_taken_too(mode: str) -> None:
    out = io.BytesIO()
    if mode == "I;16":
        image = Image.fromarray(bright()[..., 0].astype(np.uint16) << 8)
    else:
        image = Image.fromarray(bright()).convert(mode)
    image.save(out, "TIFF" if mode == "CMYK" else "PNG")
    assert opened(out.getvalue()).rgb.shape == (480, 640, 3)


HEIC = b"\x00\x00\x00\x18ftypheic" + bytes(100)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "this is no picture that can be read"),
        (b"not a picture", "this is no picture that can be read"),
        (b"\xff\xd8\xff\xe0", "this is no picture that can be read"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "this is no picture that can be read"),
        (HEIC, "this picture is a HEIC or AVIF file: save or send it as JPEG"),
        (bytes(MOST_BYTES + 1), "the picture has more than 40 MB"),
        (file(bright(200, 900)), "the picture is too small: it should have at least 300 px"),
        (file(bright() // 10), "the picture is too dark"),
        (file(bright(), "JPEG")[:2000], "this is no picture that can be read"),
        (file(bright(), "GIF"), "this is no picture that can be read"),
    ],
    ids=["empty", "words", "head", "svg", "heic", "bytes", "small", "dark", "cut", "gif"],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_in_a_sentence(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "picture.jpg"
    path.write_bytes(content)
    for source in (content, path):
        with pytest.raises(InputError) as refused:
            read(source)
        assert str(refused.value).startswith(said)


@pytest.mark.parametrize("side", [9100, 60_000])
def test_too_many_pixels_are_refused_before_they_are_decoded(side: int) -> None:
    """A file of some kB that says it has 83, or 3600, megapixels: it is what an attacker sends."""
    small = bytearray(file(bright(), "JPEG"))
    at = next(k for k in range(len(small)) if small[k] == 0xFF and small[k + 1] in (0xC0, 0xC2))
    small[at + 5 : at + 9] = side.to_bytes(2, "big") * 2
    assert side**2 > MOST_PIXELS
    with pytest.raises(InputError, match=rf"the picture has {side * side // 1_000_000} megapixels|too many pixels"):
        read(bytes(small))


def test_a_file_that_is_not_there_is_said_to_be_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read: No such file"):
        read(tmp_path / "none.jpg")
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        read(tmp_path)


@pytest.mark.parametrize("count", [300, whole(10_000)])
def test_a_damaged_file_is_a_picture_or_refused_in_a_sentence(count: int) -> None:
    lot, seen = random.Random(3), {True: 0, False: 0}
    good = [file(bright(), kind, 6, 26) for kind in ("JPEG", "PNG", "WEBP", "TIFF", "BMP")]
    for number in range(count):
        damaged = bytearray(good[number % len(good)])
        for _ in range(lot.choice([1, 3, 30])):
            damaged[lot.randrange(lot.choice([64, 400, len(damaged)]))] = lot.randrange(256)
        if lot.random() < 0.2:
            del damaged[lot.randrange(len(damaged)) :]
        try:
            seen[opened(bytes(damaged)).rgb.ndim == 3] += 1
        except InputError:
            seen[False] += 1
    assert seen[False] > count // 20
    assert seen[True] > count // 20


@pytest.mark.parametrize("library", ["cv2", "scipy", "PIL"])
def test_without_a_library_one_sentence_names_the_extra(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)  # what Python itself does to forbid an import
    assert missing_to_read() is not None
    for ask in (read, opened):
        with pytest.raises(
            InputError, match=r"reading photos needs OpenCV and SciPy: pip install 'armada-sim\[photo\]'"
        ):
            ask(b"")


@pytest.mark.parametrize(
    ("size", "cut"),
    [
        ((1600, 1200), Cut.NOT),
        ((1200, 1600), Cut.NOT),
        ((1599, 1200), Cut.NOT),
        ((1500, 1500), Cut.PERHAPS),
        ((1920, 1080), Cut.PERHAPS),
        ((1600, 1100), Cut.SURELY),
        ((1450, 1200), Cut.SURELY),
        ((1200, 900), Cut.NOT),
    ],
)
def test_sides_that_no_camera_takes_are_those_of_a_cropped_picture(size: tuple[int, int], cut: Cut) -> None:
    out = io.BytesIO()
    Image.new("RGB", size, (200, 190, 180)).save(out, "JPEG")
    assert opened(out.getvalue()).cut is cut


def test_a_picture_that_was_taken_with_other_sides_was_cropped_and_keeps_its_focal_length() -> None:
    exif = Image.Exif()
    exif.get_ifd(0x8769).update({0xA405: 26, 0xA002: 4000, 0xA003: 3000})
    whole_focal = 26 * math.hypot(4000, 3000) / math.hypot(36, 24)
    for size, cut, focal in (
        ((4000, 3000), Cut.NOT, whole_focal),
        ((2000, 1500), Cut.NOT, whole_focal / 2),
        ((3000, 2000), Cut.SURELY, whole_focal),
    ):
        out = io.BytesIO()
        Image.new("RGB", size, (200, 190, 180)).save(out, "JPEG", exif=exif)
        given = opened(out.getvalue())
        assert given.cut is cut
        assert given.focal == pytest.approx(focal)

"""Colours stay apart for readers who do not see red, or green, or any colour."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from matplotlib.colors import to_rgb

from plots import STYLES, Style

Colour = np.ndarray

SEEN_AS: dict[str, np.ndarray] = {
    # Machado, Oliveira & Fernandes 2009, severity 1, on linear RGB
    "protanopia": np.array([
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    "deuteranopia": np.array([
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
    "tritanopia": np.array([
        [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
    "no colour": np.array([[0.2126, 0.7152, 0.0722]] * 3),
    "full colour": np.eye(3),
}  # fmt: skip
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = TO_XYZ @ np.ones(3)


def lab(colour: str, seen_as: str, alpha: float = 1.0) -> Colour:
    """CIE Lab of a colour over white paper, as one kind of reader sees it."""
    rgb = alpha * np.array(to_rgb(colour)) + (1 - alpha)
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    xyz = TO_XYZ @ np.clip(SEEN_AS[seen_as] @ linear, 0, 1) / WHITE
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def apart(a: Colour, b: Colour) -> float:
    return float(np.linalg.norm(a - b))


@pytest.mark.parametrize("seen_as", SEEN_AS)
@pytest.mark.parametrize("style", STYLES.values(), ids=list(STYLES))
def test_fleets_stay_apart_for_every_reader(style: Style, seen_as: str) -> None:
    fills = [lab(look.fill, seen_as) for look in style.players]

    assert min(apart(a, b) for a, b in itertools.combinations(fills[:6], 2)) > 9
    assert min(apart(a, b) for a, b in itertools.combinations(fills, 2)) > 7  # hatches tell the last two as well
    assert len({look.hatch for look in style.players}) == len(fills) == 8
    symbols = [lab(look.hatch_ink, seen_as) for look in style.players]
    assert seen_as != "no colour" or all(apart(fill, ink) > 35 for fill, ink in zip(fills, symbols, strict=True))
    # the two fleets of most figures; without any colour the hatch helps, and there is a style for it
    assert apart(fills[0], fills[1]) > (12 if seen_as == "no colour" and style.name != "greyscale" else 20)


@pytest.mark.parametrize("seen_as", SEEN_AS)
@pytest.mark.parametrize("style", STYLES.values(), ids=list(STYLES))
def test_regions_and_marks_stand_out_from_the_paper(style: Style, seen_as: str) -> None:
    paper = lab(style.page, seen_as)
    assert apart(lab(style.reach, seen_as, style.reach_alpha), paper) > 8
    for colour in (style.reach, style.blocker, style.good, style.ink):
        assert apart(lab(colour, seen_as), paper) > 35


def test_the_measure_knows_colours_that_are_confused() -> None:
    red, green = "#b04a20", "#6a6a20"  # a pair that deuteranopes mix up
    assert apart(lab(red, "full colour"), lab(green, "full colour")) > 35
    assert apart(lab(red, "deuteranopia"), lab(green, "deuteranopia")) < 20

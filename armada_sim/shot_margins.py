"""How far pieces may be off before a shot's answer changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from armada_sim.broadsides import ShotCase
from armada_sim.layout import Pose


@dataclass(frozen=True, slots=True)
class Margin:
    """Margin from both sides."""

    low: float
    high: float | None
    flip: dict[str, Pose] | None


def shot_margin(case: ShotCase, weights: Mapping[str, float], clear: bool) -> Margin:
    """Nothing is proved yet."""
    return Margin(0.0, None, None)

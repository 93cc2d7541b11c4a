"""Figures of Armada, in the order of the gallery."""

from __future__ import annotations

from plots.rulebook.shipped import figures

FIGURES = figures(
    "armada",
    "anatomy", "step", "one-step", "paths", "turn-limit", "steps-small", "steps-medium", "steps-large",
    "blocked-headings", "refused-step", "stuck", "contact-overlap", "errors", "gun-reach", "large-slide",
    "threat", "shot-clear", "shot-blocked", "sight-lines", "reach-obstacles", "threat-obstacles", "three-actions",
    "sinking", "outlines", "solid", "fleets", "template", "deployment", "deployment-band", "deployment-anywhere",
    "three-players", "goal-flag", "flagship", "goal-infiltration",
)  # fmt: skip

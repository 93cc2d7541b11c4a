"""Every figure of the rulebooks, by name: files, as an author's own are."""

from plots.rulebook.build import Written, write_figures
from plots.rulebook.gallery import gallery_page, marked, write_gallery
from plots.rulebook.registry import SOURCES, RulebookFigure, stands_for
from plots.rulebook.shipped import figures

FIGURES: tuple[RulebookFigure, ...] = figures(
    "anatomy", "step", "one-step", "paths", "turn-limit", "steps-small", "steps-medium", "steps-large",
    "blocked-headings", "refused-step", "stuck", "contact-overlap", "errors", "gun-reach", "large-slide",
    "threat", "shot-clear", "shot-blocked", "sight-lines", "reach-obstacles", "threat-obstacles", "three-actions",
    "sinking", "outlines", "solid", "fleets", "template", "deployment", "deployment-band", "deployment-anywhere",
    "three-players", "goal-flag", "flagship", "goal-infiltration",
    "strategiksa-classic", "strategiksa-mountains", "strategiksa-position", "strategiksa-battle",
    "strategiksa-cycle", "strategiksa-moves", "strategiksa-control", "strategiksa-reinforcement",
    "strategiksa-vassal",
    "singidunum-board", "singidunum-deployment", "singidunum-counters", "singidunum-zones", "singidunum-moves",
    "singidunum-pincer", "singidunum-melee", "singidunum-double", "singidunum-shots", "singidunum-support",
    "singidunum-burning", "singidunum-odds", "singidunum-track",
    "destin-map", "destin-start", "destin-counters", "destin-zones", "destin-ratio", "destin-stacking",
    "destin-spell", "destin-invisibility", "destin-turn", "destin-table",
)  # fmt: skip
"""In the order of the gallery, game by game."""

__all__ = [
    "FIGURES",
    "SOURCES",
    "RulebookFigure",
    "Written",
    "gallery_page",
    "marked",
    "stands_for",
    "write_figures",
    "write_gallery",
]

"""Exact referee for Armada: rule on a disputed move or shot, with evidence.

Names are imported when first used, so that a command pays only for what it needs.
"""

from __future__ import annotations

from armada_sim.table import loading

TYPE_CHECKING = False  # as type checkers understand it; loading `typing` would be most of loading this package
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from armada_sim.evidence.evidence import HeadingInterval
    from armada_sim.evidence.ruling import Answer, Reason, Ruling
    from armada_sim.moving.movement import legal_headings
    from armada_sim.referee.positions import position_problems
    from armada_sim.referee.questions import check_contact, check_move, check_setup, check_shot
    from armada_sim.regions.claims import path_to_pose
    from armada_sim.regions.reach import Reach, reach_stages, reachable
    from armada_sim.regions.threats import threat, threat_stages
    from armada_sim.table.clauses import Clause
    from armada_sim.table.layout import Fleet, Layout, Obstacle, Pose, Ship, Surface
    from armada_sim.table.pieces import Dimensions, Footprint, Profile, Size
    from armada_sim.table.rules import Rules
    from armada_sim.tabletop.errors import ArmadaError, InputError, NotBuiltError

_HOME = {
    "Answer": "evidence.ruling",
    "ArmadaError": "tabletop.errors",
    "Clause": "table.clauses",
    "Dimensions": "table.pieces",
    "Fleet": "table.layout",
    "Footprint": "table.pieces",
    "HeadingInterval": "evidence.evidence",
    "InputError": "tabletop.errors",
    "Layout": "table.layout",
    "NotBuiltError": "tabletop.errors",
    "Obstacle": "table.layout",
    "Pose": "table.layout",
    "Profile": "table.pieces",
    "Reach": "regions.reach",
    "Reason": "evidence.ruling",
    "Rules": "table.rules",
    "Ruling": "evidence.ruling",
    "Ship": "table.layout",
    "Size": "table.pieces",
    "Surface": "table.layout",
    "check_contact": "referee.questions",
    "check_move": "referee.questions",
    "check_setup": "referee.questions",
    "check_shot": "referee.questions",
    "legal_headings": "moving.movement",
    "path_to_pose": "regions.claims",
    "position_problems": "referee.positions",
    "reachable": "regions.reach",
    "reach_stages": "regions.reach",
    "threat": "regions.threats",
    "threat_stages": "regions.threats",
}

__all__ = [
    "Answer",
    "ArmadaError",
    "Clause",
    "Dimensions",
    "Fleet",
    "Footprint",
    "HeadingInterval",
    "InputError",
    "Layout",
    "NotBuiltError",
    "Obstacle",
    "Pose",
    "Profile",
    "Reach",
    "Reason",
    "Rules",
    "Ruling",
    "Ship",
    "Size",
    "Surface",
    "check_contact",
    "check_move",
    "check_setup",
    "check_shot",
    "legal_headings",
    "path_to_pose",
    "position_problems",
    "reach_stages",
    "reachable",
    "threat",
    "threat_stages",
]


def _layout_of(path: str | Path) -> Layout:
    from armada_sim.files.records import load_dispute

    return load_dispute(path).layout


loading.layout_of = _layout_of


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return __all__

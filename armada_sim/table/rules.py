"""The rules in force: one value for each option of `options` and `game_options`."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from armada_sim.geometry.exact import Number, exact
from armada_sim.geometry.tolerance import DEFAULT_TABLE_TOLERANCE_MM
from armada_sim.table.game_options import BY_KEY
from armada_sim.table.options import PRESETS, REAL_TABLE_PRESETS
from armada_sim.table.pieces import PROFILES, Dimensions, Footprint, Outline, Profile, Size, outline
from armada_sim.table.units import Measure
from armada_sim.tabletop.errors import InputError, NotBuiltError

_SHIPS = re.compile(r"([0-9]{1,3}) (small|medium|large)")
_RANGE = re.compile(r"([0-9]{1,3}), *([0-9]{1,3})")
_COUNTED = ("quiet_turns", "more_pips_left_wins", "most_enemy_pips_sunk", "after_turns")
_MEASURED = ("own_edge_band", "land_adjacent", "disc")
_WITH_PARAMETER = re.compile(r"(\w+)\((.+)\)")


MOST_HEADINGS = 3600
"""1. Headings of an agreed set, at most: a tenth of a degree apart, finer than anybody lays a piece."""


def length_mm(value: Number | str, key: str) -> Fraction:
    """A length in mm from a number (mm) or text such as "10 in". Raises InputError."""
    if isinstance(value, str):
        try:
            return Measure.parse(value).mm
        except InputError as error:
            raise error.within(key=key) from None
    try:
        return exact(value)
    except (TypeError, ValueError) as error:
        raise InputError(str(error), key=key) from None


@dataclass(frozen=True, slots=True)
class Rules:
    """One value for every option; the defaults are the preset `classic`.

    Raises InputError for unknown values, NotBuiltError for those that are known but refused.
    """

    footprint: str = "contact_triangle"
    piece_profile: str | Profile = "ideal_sharp"
    contact_blocks_move: str = "touch_blocks"
    setup_touch: str = "touch_allowed"
    setup_edge: str = "touch_ok"
    leave_contact: str = "may_move_away"
    max_turn_boundary: str = "legal"
    doubt_rule: str = "three_answers"
    doubt_scope: str = "every_positive_claim"
    premeasure: str = "allowed"
    step_legality: str = "every_step"
    illegal_later_step: str = "whole_move_void"
    heading_set: str = "continuous"
    edge: str = "touch_illegal"
    surface: str = "rectangle_36"
    objects: str = "solid"
    damage_marker_solid: str = "ignored"
    stuck_ship: str = "may_not_move"
    template_slide: str = "any"
    template_base: str = "whole_base"
    physical_fit: str = "virtual"
    in_area: str = "any_part"
    obstruction: str = "line_of_fire"
    friendly_blocks: str = "anything"
    wreck: str = "removed"
    touching_target: str = "may_be_hit"
    friendly_fire: str = "permitted"
    template_over_edge: str = "allowed"
    long_sides: str = "two_long"
    surface_least: Number | str = "none"
    min_gap: Number | str = "25 cm"
    deploy_zone: str = "own_side_group"
    fleet_budget: str = "exactly_12"
    max_per_size: int = 4
    players: str = "any"
    goal: str = "annihilation"
    illegal_claim_cost: str = "not_spent"
    move_sharing: str = "one_action"
    stuck_lasts: str = "rest_of_turn"
    stuck_player: str = "turn_passes"
    guns_per_side: str = "shared"
    guns_when_damaged: str = "all"
    deploy_order: str = "mover_first"
    first_player: str = "other_decides"
    turn_order_n: str = "clockwise"
    teams: str = "separate_turns"
    ffa_end: str = "last_afloat"
    draw: str = "no_limit"
    mutual_loss: str = "cannot_occur"
    flag_kind: str = "each_chooses"
    flag_contact: str = "wins"
    flag_size: str = "disc(0.5 in)"
    flag_place: str = "anywhere_own_half"
    flag_ship_contact: str = "only_sinking"
    flag_shot: str = "no"
    goal_cross: str = "whole_footprint"
    goal_and_annihilation: str = "both"
    goal_line_room: str = "must_fit"
    infiltration_defender: str = "sinks_all"
    preset: str = field(default="classic", compare=False)
    """Where the values came from; only shown."""

    def __post_init__(self) -> None:
        for item in fields(self):
            if item.name != "preset":
                self._check(item.name, getattr(self, item.name))

    def _check(self, key: str, value: Any) -> None:
        match key:
            case "min_gap":
                if length_mm(value, key) < 0:
                    raise InputError("a gap cannot be negative", key=key)
            case "surface_least":
                if value != "none" and length_mm(value, key) <= 0:
                    raise InputError("expected none or a positive length", key=key)
            case "max_per_size":
                if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                    raise InputError(f"expected a whole number from 1, not {value!r}", key=key)
            case "piece_profile" if isinstance(value, Profile):
                pass
            case "piece_profile" if value == "custom":
                raise InputError(
                    "a custom profile is a table with base and height for small, medium and large", key=key
                )
            case _:
                self._check_name(key, value)

    def _check_name(self, key: str, value: Any) -> None:
        option = BY_KEY[key]
        if not isinstance(value, str):
            raise InputError(f"expected one of {', '.join(option.values)}, not {value!r}", key=key)
        name, parameter = _split(value)
        if name in option.refused:
            raise NotBuiltError(f"{name} {option.refused[name]}", key=key)
        plain = {(known.partition("(")[0], "(" in known) for known in option.values}
        if (name, parameter is not None) not in plain:
            hint = get_close_matches(name, option.values, 1)
            guess = f"; did you mean {hint[0]}?" if hint else ""
            raise InputError(f"expected one of {', '.join(option.values)}, not {value!r}{guess}", key=key)
        if name == "grid" and not 1 <= _count(parameter) <= MOST_HEADINGS:
            raise InputError(
                f"grid takes a whole number of headings from 1 to {MOST_HEADINGS}, not {parameter!r}", key=key
            )
        if name == "partial_base" and not 0 < _number(parameter, key) <= 1:
            raise InputError("partial_base takes a share above 0 and up to 1", key=key)
        if name in _COUNTED and _count(parameter) < 1:
            raise InputError(f"{name} takes a whole number from 1, not {parameter!r}", key=key)
        if name in _MEASURED and length_mm(_text(parameter), key) <= 0:
            raise InputError(f"{name} takes a positive length", key=key)
        if name == "between":
            _players(parameter, key)
        if name == "matched" and parameter is not None:
            _fleets(parameter, key)

    @classmethod
    def preset_named(cls, name: str, /, **changes: Any) -> Rules:
        """The preset called `name` with some options changed. Raises InputError."""
        if name not in PRESETS:
            hint = get_close_matches(name, PRESETS, 1)
            guess = f"; did you mean {hint[0]}?" if hint else ""
            raise InputError(f"there is no preset {name!r} (presets: {', '.join(PRESETS)}){guess}", key="preset")
        for key in changes:
            if key == "tolerance":
                raise InputError("stands in the layout: [tolerance] position, or tolerance of a ship", key=key)
            if key not in BY_KEY:
                hint = get_close_matches(key, BY_KEY, 1)
                guess = f"; did you mean {hint[0]}?" if hint else "; `armada rules` lists them"
                raise InputError(f"there is no option {key!r}{guess}", key=key)
        return cls(**{**PRESETS[name], **changes}, preset=name)

    def but(self, **changes: Any) -> Rules:
        """The same rules with some options changed."""
        return replace(self, **changes)

    def not_default(self) -> dict[str, str]:
        """The options whose value is not the default, for rulings and captions."""
        default = Rules()
        return {
            item.name: _shown(getattr(self, item.name))
            for item in fields(self)
            if item.name != "preset" and getattr(self, item.name) != getattr(default, item.name)
        }

    @property
    def profile(self) -> Profile:
        """The pieces' dimensions."""
        return self.piece_profile if isinstance(self.piece_profile, Profile) else PROFILES[self.piece_profile]

    def outline(self, size: Size) -> Outline:
        """The outline of a ship of this size."""
        return outline(self.profile[size], Footprint(self.footprint))

    @property
    def heading_grid(self) -> int | None:
        """How many headings there are; None if every heading is allowed."""
        name, parameter = _split(self.heading_set)
        return int(_text(parameter)) if name == "grid" else None

    @property
    def base_share(self) -> Fraction:
        """Least share of the large piece's base that must lie on the gun side."""
        name, parameter = _split(self.template_base)
        if name == "partial_base":
            return _number(parameter, "template_base")
        return Fraction(int(name == "whole_base"))

    @property
    def disarmed(self) -> tuple[Size, ...]:
        """The sizes that can never fire: the large piece's base does not lie on any of their gun sides."""
        need = (2 * self.base_share - 1) * self.profile.large.base  # of which the rest may overhang
        found = []
        for size in Size:
            outline = self.outline(size)
            own_base = self.long_sides == "all_three" and outline.base >= need
            if need > 0 and not own_base and outline.side_square < need**2:
                found.append(size)
        return tuple(found)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What players should know of these pieces before they play."""
        found = []
        for size in self.disarmed:
            side, base = math.sqrt(self.outline(size).side_square), float(self.profile.large.base)
            found.append(
                f"no {size} ship can fire: its long side is {side:.2f} mm and a large piece's base of {base:.2f} mm "
                f"does not lie on it"
            )
        return tuple(found)

    @property
    def min_gap_mm(self) -> Fraction:
        """mm. Least distance of enemy ships at set-up."""
        return length_mm(self.min_gap, "min_gap")

    @property
    def surface_least_mm(self) -> Fraction | None:
        """mm. How far across the surface must be at its narrowest, if that is agreed on."""
        return None if self.surface_least == "none" else length_mm(self.surface_least, "surface_least")

    @property
    def edge_band_mm(self) -> Fraction | None:
        """mm. Depth of the deployment band at a player's edge, if there is one."""
        name, parameter = _split(self.deploy_zone)
        return length_mm(_text(parameter), "deploy_zone") if name == "own_edge_band" else None

    @property
    def matched_fleets(self) -> tuple[tuple[int, int, int], ...]:
        """Small, medium, large ships of every fleet that `matched(…)` lists; empty if it lists none."""
        name, parameter = _split(self.fleet_budget)
        return _fleets(parameter, "fleet_budget") if name == "matched" and parameter is not None else ()

    @property
    def player_range(self) -> tuple[int, int] | None:
        """Fewest and most players, if that is agreed on."""
        name, parameter = _split(self.players)
        return _players(parameter, "players") if name == "between" else None

    @property
    def quiet_turns(self) -> int | None:
        """How many turns in a row without damage end the game; None if they do not."""
        return _count(_split(self.draw)[1]) or None

    @property
    def more_pips_win(self) -> bool:
        """Whether such a game is won by the side with more pips afloat."""
        return _split(self.draw)[0] == "more_pips_left_wins"

    @property
    def last_round(self) -> int | None:
        """After how many rounds a battle of several sides is counted out, if it is."""
        return _count(_split(self.ffa_end)[1]) or None

    @property
    def last_attack(self) -> int | None:
        """After how many turns of the attacker an infiltration has failed, if that is agreed on."""
        return _count(_split(self.infiltration_defender)[1]) or None

    @property
    def flag_radius_mm(self) -> Fraction:
        """mm. Radius of a fixed flag; 0 for a point."""
        name, parameter = _split(self.flag_size)
        return length_mm(_text(parameter), "flag_size") if name == "disc" else Fraction(0)

    @property
    def flag_adjacent_mm(self) -> Fraction | None:
        """mm. How near a ship must end to a flag to take it, if contact does not take it."""
        name, parameter = _split(self.flag_contact)
        return length_mm(_text(parameter), "flag_contact") if name == "land_adjacent" else None

    @property
    def presumed_tolerance(self) -> Fraction:
        """mm. The tolerance in force when the layout states none."""
        return DEFAULT_TABLE_TOLERANCE_MM if self.preset in REAL_TABLE_PRESETS else Fraction(0)


def _split(value: str) -> tuple[str, str | None]:
    match = _WITH_PARAMETER.fullmatch(value)
    return (match[1], match[2]) if match else (value, None)


def _text(parameter: str | None) -> str:
    return parameter or ""


def _count(parameter: str | None) -> int:
    """A whole number; 0 for anything else."""
    return int(parameter) if parameter and parameter.isascii() and parameter.isdigit() and len(parameter) < 7 else 0


def _number(parameter: str | None, key: str) -> Fraction:
    try:
        return exact(Decimal(_text(parameter)))
    except (InvalidOperation, ValueError):
        raise InputError(f"expected a number, not {parameter!r}", key=key) from None


def _fleets(parameter: str, key: str) -> tuple[tuple[int, int, int], ...]:
    """Fleets such as "2 small, 3 medium, 2 large or 4 large", each as numbers of small, medium, large."""
    found = []
    for fleet in parameter.split(" or "):
        counts: dict[str, int] = {}
        for part in fleet.split(","):
            match = _SHIPS.fullmatch(part.strip())
            if match is None or match[2] in counts:
                raise InputError(f"expected fleets such as '2 small, 3 medium or 4 large', not {parameter!r}", key=key)
            counts[match[2]] = int(match[1])
        found.append((counts.get("small", 0), counts.get("medium", 0), counts.get("large", 0)))
    return tuple(found)


def _players(parameter: str | None, key: str) -> tuple[int, int]:
    match = _RANGE.fullmatch(_text(parameter))
    if match is None or not 0 < int(match[1]) <= int(match[2]):
        raise InputError(f"between takes the fewest and the most players, not {parameter!r}", key=key)
    return int(match[1]), int(match[2])


def _shown(value: Any) -> str:
    if isinstance(value, Profile):
        return f"custom ({', '.join(_measures(value, size) for size in Size)})"
    return str(value)


def _measures(profile: Profile, size: Size) -> str:
    dimensions = profile[size]
    cut = f", tip cut {float(dimensions.cut):g} mm wide" if dimensions.cut else ""
    return f"{size} {float(dimensions.base):g} by {float(dimensions.height):g} mm{cut}"


def parse_rules(given: str | Mapping[str, Any] | None) -> Rules:
    """Rules from a preset's name, or a table with `preset` and options. Raises InputError."""
    if given is None:
        return Rules()
    if isinstance(given, str):
        return Rules.preset_named(given)
    changes = dict(given)
    preset = changes.pop("preset", "classic")
    if not isinstance(preset, str):
        raise InputError(f"expected the name of a preset, not {preset!r}", key="preset")
    if isinstance(changes.get("piece_profile"), Mapping):
        changes["piece_profile"] = _custom_profile(changes["piece_profile"])
    return Rules.preset_named(preset, **changes)


def _custom_profile(table: Mapping[str, Any]) -> Profile:
    """A profile from measured base, height and perhaps cut, mm or lengths with unit, for each size."""
    found: dict[str, Dimensions] = {}
    for size in Size:
        row = table.get(size)
        if not isinstance(row, Mapping) or set(row) - {"cut"} != {"base", "height"}:
            raise InputError("expected base and height, and cut if the tip is blunt", key=f"piece_profile.{size}")
        where = f"piece_profile.{size}"
        try:
            found[size] = Dimensions(
                *(length_mm(row.get(key, 0), f"{where}.{key}") for key in ("base", "height", "cut"))
            )
        except ValueError as error:
            raise InputError(str(error), key=f"piece_profile.{size}") from None
    unknown = set(table) - set(found)
    if unknown:
        raise InputError(f"unknown size {unknown.pop()!r}", key="piece_profile")
    return Profile("custom", found["small"], found["medium"], found["large"])

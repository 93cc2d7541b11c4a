"""The rules in force: one value for each option of `options` and `game_options`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from fractions import Fraction
from functools import cache
from typing import Any

from armada_sim.geometry import DEFAULT_TABLE_TOLERANCE_MM, MM_PER_INCH, Surd
from armada_sim.table.game_options import BY_KEY, GameOptions
from armada_sim.table.gone import GONE
from armada_sim.table.layout import Surface, standard_surface
from armada_sim.table.numbers import CLASSIC, GUNS, MEASURES, NONE, NUMBERS, PIPS, Numbers, parse_numbers
from armada_sim.table.options import PRESETS, REAL_TABLE_PRESETS
from armada_sim.table.parameters import length_mm
from armada_sim.table.pieces import PROFILES, Dimensions, Footprint, Outline, Profile, Size, outline
from armada_sim.table.units import Unit
from armada_sim.tabletop import N_, InputError, Message, NotBuiltError, Option, cause

_TEN_INCHES_MM = 10 * MM_PER_INCH
"""mm. Radius, and both coordinates of the centre, of the surface `disc_20`."""

_WITH_PARAMETER = re.compile(r"(\w+)\((.+)\)")


@dataclass(frozen=True, slots=True)
class Rules(GameOptions):
    """One value for every option; the defaults are the preset `classic`.

    Raises InputError for unknown values, NotBuiltError for those that are known but refused.
    """

    preset: str = field(default="classic", compare=False)
    """Where the values came from; only shown."""

    numbers: Numbers = CLASSIC
    """Sizes of ships, and what a turn allows."""

    def __post_init__(self) -> None:
        for key in BY_KEY:
            self._parameter(key)
        if self.numbers != CLASSIC and self.first_player != "advanced_cut_and_choose":
            self._check_prices()

    def _check_prices(self) -> None:
        """Raises InputError if no fleet costs what the option fleet_budget asks for."""
        costs = {Fraction(0)}
        for size in self.sizes:
            costs = {cost + n * size.price for cost in costs for n in range(self.max_per_size + 1)}
            costs = {cost for cost in costs if cost <= PIPS}
        enough = {"exactly_12": PIPS in costs, "at_most_12": costs != {0}}.get(self.fleet_budget, True)
        if not enough:
            said = N_("no fleet of these sizes costs what is agreed on: fleet_budget = {budget}")
            raise InputError(Message(said, budget=self.fleet_budget), key="sizes")

    def _parameter(self, key: str) -> Any:
        """What the option's value says beyond its name, as the option reads it; None if it says nothing."""
        value = getattr(self, key)
        if key == "piece_profile" and (isinstance(value, Profile) or value == "custom"):
            if value == "custom":
                said = Message("a custom profile is a table with base and height for small, medium and large")
                raise InputError(said, key=key)
            return None
        try:
            return _read(BY_KEY[key], value)
        except InputError as error:
            raise error.within(key=key) from None

    @classmethod
    def preset_named(cls, name: str, /, numbers: Numbers = CLASSIC, **changes: Any) -> Rules:
        """The preset called `name` with some numbers and options changed. Raises InputError."""
        if name not in PRESETS:
            said, known = N_("there is no preset {name} (presets: {known}){guess}"), ", ".join(PRESETS)
            text = Message(said, name=repr(name), known=known, guess=_guess(name, PRESETS))
            raise InputError(text, key="preset")
        for key in changes:
            if key == "tolerance":
                raise InputError(Message("stands in the layout: [tolerance] position, or tolerance of a ship"), key=key)
            if key in GONE:
                raise InputError(GONE[key].message, key=key)
            if key not in BY_KEY:
                guess = _guess(key, (*BY_KEY, *NUMBERS), Message("; `armada rules` lists them"))
                raise InputError(Message("there is no option {key}{guess}", key=repr(key), guess=guess), key=key)
        return cls(**{**PRESETS[name], **changes}, preset=name, numbers=numbers)

    def but(self, **changes: Any) -> Rules:
        """The same rules with some options changed."""
        return replace(self, **changes)

    def not_default(self) -> dict[str, str]:
        """The options whose value is not the default, and the numbers that are not the text's, for rulings and
        captions."""
        default = Rules()
        given = {key: getattr(self, key) for key in BY_KEY}
        changed = {key: value for key, value in given.items() if value != getattr(default, key)}
        return {key: _shown(value) for key, value in (changed | self.numbers.changed).items()}

    @property
    def profile(self) -> Profile:
        """The pieces' dimensions."""
        return self._plastic if self.sizes == CLASSIC.sizes else replace(self._plastic, sizes=self.sizes)

    @property
    def _plastic(self) -> Profile:
        return self.piece_profile if isinstance(self.piece_profile, Profile) else PROFILES[self.piece_profile]

    @property
    def sizes(self) -> tuple[Size, ...]:
        """The sizes of ships."""
        return self.numbers.sizes

    def outline(self, size: Size) -> Outline:
        """The outline of a ship of this size."""
        return outline(self._plastic[size], Footprint(self.footprint))

    @property
    def widest_mm(self) -> Fraction:
        """mm. The base of the widest piece."""
        return max(self._plastic[size].base for size in self.sizes)

    @property
    def template(self) -> Outline:
        """The outline of the piece that shots are measured with: of a large piece, in the text."""
        reach = self.numbers.range
        if isinstance(reach, str):
            return self.outline(self.numbers.named(reach))
        base = self._plastic[next((size for size in self.sizes if size.name == "large"), Size.LARGE)].base
        half, zero, length = Surd(base / 2), Surd(Fraction(0)), Surd(reach)
        return Outline(((zero, -half), (length, zero), (zero, half)), 1, 1, length, base)

    @property
    def template_length(self) -> Surd:
        """mm. From its base to its tip, whatever outline counts."""
        reach = self.numbers.range
        return self._plastic[self.numbers.named(reach)].length if isinstance(reach, str) else Surd(reach)

    @property
    def disarmed(self) -> tuple[Size, ...]:
        """The sizes that can never fire: the large piece's base does not lie on any of their gun sides."""
        need = self.template.base
        return tuple(size for size in self.sizes if size.guns and self.outline(size).side_square < need**2)

    @property
    def remarks(self) -> tuple[Message, ...]:
        """`remarks_in` mm."""
        return self.remarks_in(Unit())

    def remarks_in(self, unit: Unit) -> tuple[Message, ...]:
        """What players should know of these pieces before they play."""
        said = N_("no {ship} can fire, as its long side is {side} and a large piece's base of {base} does not fit")
        found, most = [], float(self.template.base)
        if self.numbers.range != CLASSIC.range:
            found.append(self.numbers.measured_with(unit))
        for size in self.disarmed:
            side, base = unit.exactly.compared(math.sqrt(self.outline(size).side_square), most)
            found.append(Message(said, ship=size.ship, side=side, base=base))
        return tuple(found)

    @property
    def min_gap_mm(self) -> Fraction:
        """mm. Least distance of enemy ships at set-up."""
        found: Fraction = self._parameter("min_gap")
        return found

    @property
    def surface_least_mm(self) -> Fraction | None:
        """mm. How far across the surface must be at its narrowest, if that is agreed on."""
        found: Fraction | None = self._parameter("surface_least")
        return found

    @property
    def edge_band_mm(self) -> Fraction | None:
        """mm. Depth of the deployment band at a player's edge, if there is one."""
        found: Fraction | None = self._parameter("deploy_zone")
        return found

    @property
    def matched_fleets(self) -> tuple[tuple[int, int, int], ...]:
        """Small, medium, large ships of every fleet that `matched(…)` lists; empty if it lists none."""
        found: tuple[tuple[int, int, int], ...] = self._parameter("fleet_budget") or ()
        return found

    @property
    def player_range(self) -> tuple[int, int] | None:
        """Fewest and most players, if that is agreed on."""
        found: tuple[int, int] | None = self._parameter("players")
        return found

    @property
    def quiet_turns(self) -> int | None:
        """How many turns in a row without damage end the game; None if they do not."""
        return self._limit("quiet_turns")

    @property
    def most_turns(self) -> int | None:
        """How many turns a game has at most; None if there is no such limit."""
        return self._limit("turns")

    @property
    def limited(self) -> bool:
        """Whether every game ends, whoever does what."""
        return self.game_limit != "no_limit"

    def _limit(self, name: str) -> int | None:
        return self._parameter("game_limit") if self.game_limit.startswith(f"{name}(") else None

    @property
    def flag_radius_mm(self) -> Fraction:
        """mm. Radius of a fixed flag; 0 for a point."""
        return self._parameter("flag_size") or Fraction(0)

    @property
    def presumed_tolerance(self) -> Fraction:
        """mm. The tolerance in force when the layout states none."""
        return DEFAULT_TABLE_TOLERANCE_MM if self.preset in REAL_TABLE_PRESETS else Fraction(0)


def _read(option: Option, value: object) -> Any:
    """The parameter of a value; None if it has none. Raises InputError, NotBuiltError for what is refused."""
    if option.other is not None:
        return option.other(value)
    expected = Message("expected one of {known}, not {given}", known=", ".join(option.values), given=repr(value))
    if not isinstance(value, str):
        raise InputError(expected)
    match = _WITH_PARAMETER.fullmatch(value)
    name = match[1] if match else value
    if name in option.refused:
        raise NotBuiltError(option.refusal(name))
    if match and name in option.takes:
        return option.takes[name](name, match[2])
    if match or name not in option.values:
        hint = _guess(name, option.values)
        raise InputError(Message("{message}{guess}", message=expected, guess=hint) if hint else expected)
    return None


def _guess(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """What a mistyped name may have meant, to be added to a complaint."""
    near = get_close_matches(name, known, 1)
    return Message("; did you mean {name}?", name=near[0]) if near else otherwise


def _shown(value: object) -> str:
    """The value of an option or a number, as a file has it; lengths in mm."""
    match value:
        case Profile():
            return _listed({str(size): _listed(_measures(value[size])) for size in Size})
        case dict():
            return _listed({name: NONE if size is None else _listed(_of_size(size)) for name, size in value.items()})
        case Fraction():
            return f"{float(value):g} mm"
        case None:
            return GUNS
    return str(value)


def _listed(values: Mapping[str, object]) -> str:
    return f"{{ {', '.join(f'{key} = {value}' for key, value in values.items())} }}"


def _measures(dimensions: Dimensions) -> dict[str, object]:
    lengths = {key: getattr(dimensions, key) for key in MEASURES}
    return {key: f"{float(value):g}" for key, value in lengths.items() if value}


def _of_size(size: Size) -> dict[str, object]:
    own = {key: f"{value} mm" for key, value in (_measures(size.dimensions) if size.dimensions else {}).items()}
    numbers = {"pips": size.pips, "steps": size.steps, "guns": size.guns, "price": f"{float(size.price):g}"}
    return {**own, **numbers}


def default_surface(rules: Rules) -> Surface:
    """The surface when a file states none: the option `surface` of the rules."""
    if rules.surface == "unbounded":
        return Surface.unbounded()
    if rules.surface == "disc_20":
        return Surface.disc((_TEN_INCHES_MM, _TEN_INCHES_MM), _TEN_INCHES_MM)
    return standard_surface()


def given_as(key: str, value: str) -> str | int:
    """A value of an option, as it is written among its values, as `Rules` takes it."""
    return int(value) if BY_KEY[key].other is not None and value.isdecimal() else value


@cache
def plain_values(key: str) -> tuple[str, ...]:
    """The values of an option that say all by themselves: all, but of those with a parameter the ones a text names."""
    found = []
    for value in dict.fromkeys((*BY_KEY[key].values, *BY_KEY[key].sources)):
        with suppress(InputError):  # it stands for numbers, and no text names any
            Rules(**{key: given_as(key, value)})  # type: ignore[arg-type]
            found.append(value)
    return tuple(found)


def parse_rules(given: str | Mapping[str, Any] | None) -> Rules:
    """Rules from a preset's name, or a table with `preset` and options. Raises InputError."""
    if given is None:
        return Rules()
    if isinstance(given, str):
        return Rules.preset_named(given)
    changes = dict(given)
    preset = changes.pop("preset", "classic")
    if not isinstance(preset, str):
        raise InputError(Message("expected the name of a preset, not {given}", given=repr(preset)), key="preset")
    if isinstance(changes.get("piece_profile"), Mapping):
        changes["piece_profile"] = _custom_profile(changes["piece_profile"])
    numbers = parse_numbers({key: changes.pop(key) for key in NUMBERS if key in changes})
    return Rules.preset_named(preset, numbers, **changes)


def _custom_profile(table: Mapping[str, Any]) -> Profile:
    """A profile from measured base, height and perhaps cut, mm or lengths with unit, for each size."""
    found: dict[str, Dimensions] = {}
    for size in map(str, Size):
        row = table.get(size)
        if not isinstance(row, Mapping) or set(row) - {"cut"} != {"base", "height"}:
            raise InputError(
                Message("expected base and height, and cut if the tip is blunt"), key=f"piece_profile.{size}"
            )
        where = f"piece_profile.{size}"
        try:
            found[size] = Dimensions(
                *(length_mm(row.get(key, 0), f"{where}.{key}") for key in ("base", "height", "cut"))
            )
        except ValueError as error:
            raise InputError(cause(error), key=f"piece_profile.{size}") from None
    unknown = set(table) - set(found)
    if unknown:
        raise InputError(Message("unknown size {name}", name=repr(unknown.pop())), key="piece_profile")
    return Profile("custom", found["small"], found["medium"], found["large"])

"""From the plain data of a file to a dispute, with every mistake found gathered into one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar

from pydantic_core import PydanticCustomError, ValidationError

from armada_sim.files import model as model
from armada_sim.files._complaints import Tables, complaints
from armada_sim.files.disputes import ContactQuestion, Dispute, MoveQuestion, Question, SetupQuestion, ShotQuestion
from armada_sim.geometry import DISC_CORNERS, MM_PER_INCH, Number, exact
from armada_sim.table import (
    BY_KEY,
    LENGTHS,
    MM_PER,
    UNITS,
    Fleet,
    Layout,
    Measure,
    Obstacle,
    Pose,
    Rules,
    Ship,
    Size,
    Surface,
    Unit,
    checked_coordinate,
    checked_heading,
    disc_excess,
    fitted,
    parse_rules,
    standard_surface,
)
from armada_sim.tabletop import N_, Amount, InputError, Listing, Message, Mistakes, guess, inside, key_text, shown

_HUGE = re.compile(r"[eE]\s*[+-]?\d{2,}|\d{30,}")
"""A number within an option's text that fits no table."""

T = TypeVar("T")

_TEN_INCHES_MM = 10 * MM_PER_INCH
"""mm. Radius, and both coordinates of the centre, of the surface `disc_20`."""


def build_dispute(raw: Mapping[str, Any], file: str = "") -> Dispute:
    """The dispute in plain data. Raises InputError for all the mistakes found."""
    table, rules, mistakes = understood(raw, model.validated, model.TABLES)
    return Builder(table, rules, mistakes).dispute(file)


# ---------------------------------------------------------------------------------------------- rules


def understood(
    raw: Mapping[str, Any], validated: Callable[[Mapping[str, Any]], T], tables: Tables
) -> tuple[T, Rules, Mistakes]:
    """A file's tables, its rules, and where more mistakes go. Raises InputError for all the mistakes found."""
    mistakes, table = Mistakes(), None
    unit = next((name for name in UNITS if name == raw.get("unit")), "mm")
    rules = mistakes.attempt("rules", lambda: rules_of(raw.get("rules", "classic"), unit))
    try:
        table = validated(raw)
    except ValidationError as error:
        mistakes.found += complaints(error, tables)
    mistakes.stop_if_any()
    assert rules is not None
    assert table is not None
    return table, rules, mistakes


def rules_of(given: Any, unit: str) -> Rules:
    """The rules of a file. Raises InputError with the option's key."""
    if not isinstance(given, str | dict):
        raise InputError(
            Message("expected the name of a preset or a table of options, not {given}", given=shown(given))
        )
    if isinstance(given, str):
        return _parsed(_option("preset", given, unit))
    mistakes = Mistakes()
    options = {key: mistakes.attempt("", partial(_known_option, key, value, unit)) for key, value in given.items()}
    if not mistakes.found:
        with suppress(InputError):
            return _parsed(options)
    for key, value in options.items():
        if value is not None:
            mistakes.attempt("", partial(_parsed, {key: value}))
    mistakes.stop_if_any()
    return _parsed(options)  # what is wrong with options together


def _known_option(key: str, value: Any, unit: str) -> Any:
    known = ["preset", *BY_KEY]
    if key not in (*known, "tolerance"):
        raise InputError(Message("there is no such option{guess}", guess=guess(key, known)), key=key_text(key))
    return _option(key, value, unit)


def _parsed(given: Any) -> Rules:
    try:
        return parse_rules(given)
    except InputError:
        raise
    except (ArithmeticError, TypeError, ValueError):
        raise InputError(Message("has a value that cannot be understood")) from None


def _option(key: str, value: Any, unit: str) -> Any:
    """An option's value with lengths of the file's unit; refuses what no option takes."""
    if isinstance(value, dict) and key == "piece_profile":
        return {size: _dimensions(f"{key}.{key_text(size)}", row, unit) for size, row in value.items()}
    if isinstance(value, str):
        if len(value) > model.LONGEST_OPTION or _HUGE.search(value):
            raise InputError(Message("expected something shorter than {value}", value=shown(value)), key=key)
        return value
    if isinstance(value, bool | int | Decimal):
        if isinstance(value, Decimal) or abs(value) > model.LARGEST_NUMBER:
            value = _number(key, value)
        return f"{Decimal(value):f} {unit}" if key in LENGTHS and not isinstance(value, bool) else value
    raise InputError(Message("expected text or a number, not {value}", value=shown(value)), key=key)


def _number(key: str, value: Any) -> int | Decimal:
    try:
        return model.number(value)
    except PydanticCustomError as error:
        raise InputError((error.context or {})["message"], key=key) from None


def _dimensions(key: str, row: Any, unit: str) -> Any:
    if not isinstance(row, dict):
        return row
    found = {}
    for name, value in row.items():
        option = _option(name, value, unit)
        is_number = isinstance(option, int | Decimal) and not isinstance(option, bool)
        found[name] = scaled(_number(f"{key}.{key_text(name)}", option), unit) if is_number else option
    return found


def scaled(value: Number | Measure, unit: str) -> Number:
    """A length of the file in mm, exactly: as written, or times its unit or the file's."""
    if isinstance(value, Measure):
        return scaled(value.value, value.unit)
    return value if unit == "mm" else exact(value) * MM_PER[unit]


# --------------------------------------------------------------------------------------------- layout


class Builder:
    """A checked file on its way to a dispute."""

    def __init__(self, table: model.DisputeTable, rules: Rules, mistakes: Mistakes, ships: str = "ships") -> None:
        """`ships` is the key of the ships in complaints."""
        self.table, self.rules, self.mistakes, self.ships = table, rules, mistakes, ships
        self.unit = table["unit"]
        self.notes: list[str] = []

    def dispute(self, file: str) -> Dispute:
        """The dispute. Raises InputError."""
        layout = self.layout()
        questions = [
            self.mistakes.attempt(f"questions[{i}]", partial(self._question, q))
            for i, q in enumerate(self.table["questions"], 1)
        ]
        self.mistakes.stop_if_any()
        assert layout is not None
        self._measured(layout)
        asked = tuple(question for question in questions if question)
        return Dispute(self.table["title"], self.unit, self.rules, layout, asked, tuple(self.notes), file)

    def layout(self) -> Layout | None:
        """The layout; None if there are mistakes. Raises InputError if there are too many corners to go on."""
        table, attempt = self.table, self.mistakes.attempt
        attempt("", self._few_corners)
        self.mistakes.stop_if_any()
        surface = attempt("surface", self._surface)
        tolerance = attempt("tolerance", self._tolerance)
        ships = [attempt(f"{self.ships}[{i}]", partial(self._ship, s)) for i, s in enumerate(table["ships"], 1)]
        things = [attempt(f"objects[{i}]", partial(self._object, o)) for i, o in enumerate(table["objects"], 1)]
        fleets = [attempt(f"fleets[{i}]", partial(_fleet, f)) for i, f in enumerate(table["fleets"], 1)]
        teams = self._teams()
        self._unique()
        if self.mistakes.found:
            return None
        return Layout(
            ships=tuple(ship for ship in ships if ship),
            surface=surface or standard_surface(),
            objects=tuple(thing for thing in things if thing),
            tolerance=tolerance or 0,
            fleets=_in_teams([fleet for fleet in fleets if fleet], teams),
            position=table["position"],
        )

    def _teams(self) -> dict[str, str]:
        """The team of every player who has one."""
        players = list(dict.fromkeys(row["player"] for row in (*self.table["ships"], *self.table["fleets"])))
        found: dict[str, str] = {}
        for team, members in self.table["teams"].items():
            for i, player in enumerate(members, 1):
                text, name = None, repr(player)
                if player not in players:
                    hint = guess(player, players)
                    text = Message("no ship and no fleet belongs to {name}{guess}", name=name, guess=hint)
                elif player in found:
                    twice = N_("{name} is on two teams") if found[player] != team else N_("{name} is named twice")
                    text = Message(twice, name=name)
                if text is not None:
                    self.mistakes.found.append(InputError(text, key=f"teams.{key_text(team)}[{i}]"))
                found[player] = team
        return found

    def _few_corners(self) -> None:
        corners = sum(len(thing.get("polygon", range(DISC_CORNERS))) for thing in self.table["objects"])
        corners += len(self.table.get("surface", {}).get("polygon", ()))
        if corners > model.MOST_CORNERS:
            said, most = N_("its polygons have {n} corners together; at most {most} are allowed"), model.MOST_CORNERS
            text = Message(said, n=corners, most=most)
            raise InputError(text, key="objects")

    def _length(self, value: Number | Measure, key: str, what: str) -> Number:
        length = scaled(value, self.unit)
        with inside(key=key):
            checked_coordinate(length, what)
        return length

    def _point(self, point: Sequence[Number | Measure], key: str) -> tuple[Number, Number]:
        return self._length(point[0], key, "x"), self._length(point[1], key, "y")

    def _points(self, points: Sequence[Sequence[Number | Measure]], key: str) -> list[tuple[Number, Number]]:
        return [self._point(point, f"{key}[{i}]") for i, point in enumerate(points, 1)]

    def _surface(self) -> Surface:
        given = self.table.get("surface")
        if given is None:
            return default_surface(self.rules)
        if len(given) != 1:
            raise InputError(Message("expected one of rectangle, disc and polygon, not {n} of them", n=len(given)))
        with inside(key=next(iter(given))):
            if "rectangle" in given:
                return Surface.rectangle(*self._point(given["rectangle"], ""))
            if "disc" in given:
                radius = self._length(given["disc"]["radius"], "radius", Message("the radius"))
                return Surface.disc(self._point(given["disc"]["center"], "center"), radius)
            return Surface.polygon(self._points(given["polygon"], ""))

    def _tolerance(self) -> Number:
        if "tolerance" not in self.table:
            return self.rules.presumed_tolerance
        return self._not_negative(self.table["tolerance"]["position"], "position")

    def _not_negative(self, value: Number | Measure, key: str) -> Number:
        length = self._length(value, key, Message("the tolerance"))
        if length < 0:
            raise InputError(
                Message("a tolerance cannot be negative, as {given} is", given=_as_written(value)), key=key
            )
        return length

    def _ship(self, row: model.ShipTable) -> Ship:
        pose, misfit, measured = self._pose(row)
        tolerance = self._not_negative(row["tolerance"], "tolerance") if "tolerance" in row else None
        return Ship(row["name"], row["player"], Size(row["size"]), pose, row["damage"], tolerance, misfit, measured)

    def _pose(self, row: model.ShipTable) -> tuple[Pose, float, tuple[tuple[Number, Number], ...]]:
        given = row.keys() & {"base", "heading", "tip", "corners"}
        outline = self.rules.outline(Size(row["size"]))
        if given == {"corners"}:
            corners = tuple(self._points(row["corners"], "corners"))
            return *fitted(corners, outline), corners
        if given == {"base", "tip"}:
            ends = (self._point(row["base"], "base"), self._point(row["tip"], "tip"))
            return *fitted(ends, outline), ends
        if given == {"base", "heading"}:
            return self._stated(row["base"], row["heading"]), 0.0, ()
        missing = {frozenset({"base"}): "heading", frozenset({"heading"}): "base", frozenset({"tip"}): "base"}
        key = missing.get(frozenset(given), "")
        keys = Listing(sorted(given)) if given else Message("none of them")
        raise InputError(
            Message("expected base and heading, or base and tip, or corners; given: {keys}", keys=keys), key=key
        )

    def _object(self, row: model.ObjectTable) -> Obstacle:
        given = [key for key in ("polygon", "disc") if key in row]
        if len(given) != 1:
            both, none = (
                N_("expected one of polygon and disc, not both"),
                N_("expected one of polygon and disc, not none"),
            )
            raise InputError(Message(both if given else none))
        with inside(key=given[0]):
            if "disc" in row:
                return self._round(row["name"], row["disc"], marker=row["marker"])
            return Obstacle.of(row["name"], self._points(row["polygon"], ""), marker=row["marker"])

    def _round(self, name: str, disc: model.DiscTable, *, marker: bool) -> Obstacle:
        radius = self._length(disc["radius"], "radius", Message("the radius"))
        thing = Obstacle.disc(name, self._point(disc["center"], "center"), radius, marker=marker)
        beyond = Unit(self.unit).text(disc_excess(float(radius)))
        text = Message(
            "{name} is round: ruled on as the polygon of {count} corners around it, {length} wider at most",
            name=name, count=DISC_CORNERS, length=beyond,
        )  # fmt: skip
        self.notes.append(text)
        return thing

    def _unique(self) -> None:
        """Ships and objects have different names; a player declares one fleet."""
        lists = {
            self.ships: [row["name"] for row in self.table["ships"]],
            "objects": [row["name"] for row in self.table["objects"]],
        }
        seen: set[str] = set()
        for key, names in lists.items():
            for i, name in enumerate(names, 1):
                if name in seen:
                    error = InputError(Message("two things are named {name}", name=repr(name)), key=f"{key}[{i}].name")
                    self.mistakes.found.append(error)
                seen.add(name)
        players = [fleet["player"] for fleet in self.table["fleets"]]
        for i, player in enumerate(players):
            if player in players[:i]:
                error = InputError(
                    Message("two fleets are declared for {name}", name=repr(player)), key=f"fleets[{i + 1}].player"
                )
                self.mistakes.found.append(error)

    def _question(self, row: model.QuestionTable) -> Question:
        if "move" in row:
            return self._move(row)
        if "shot" in row:
            return self._shot(row)
        if "contact" in row:
            return self._contact(*row["contact"])
        return SetupQuestion()

    def _contact(self, a: str, b: str) -> ContactQuestion:
        things = [thing["name"] for thing in self.table["objects"]]
        for i, name in enumerate((a, b), 1):
            self._known(name, f"contact[{i}]", things)
        if a == b:
            raise InputError(Message("expected two different things, not {a} twice", a=repr(a)), key="contact")
        if a in things and b in things:
            raise InputError(
                Message(
                    "{a} and {b} are objects, which lie where they are stated to lie: name a ship", a=repr(a), b=repr(b)
                ),
                key="contact",
            )
        return ContactQuestion(a, b)

    def _shot(self, row: model.ShotTable) -> ShotQuestion:
        shot = row["shot"]
        if "side" in row and "side" in shot:
            raise InputError(Message("is given twice"), key="side")
        side = row.get("side") or shot.get("side", "either")
        if side == "base" and self.rules.long_sides != "all_three":
            raise InputError(Message("base is a gun side only under long_sides = all_three"), key="side")
        return ShotQuestion(self._known(shot["from"], "shot.from"), self._known(shot["at"], "shot.at"), side)

    def _move(self, row: model.MoveTable) -> MoveQuestion:
        ship = self._known(row["move"], "move")
        given: list[str] = [key for key in ("headings", "turns", "in_place", "to") if key in row]
        if len(given) != 1:
            keys = Listing(given) if given else Message("none of them")
            raise InputError(
                Message("a move is declared by headings, turns, in_place or to; given: {keys}", keys=keys),
                key=(given or [""])[-1],
            )
        if "to" in row:
            return self._arrival(ship, row["to"])
        headings, turns, in_place = row.get("headings"), row.get("turns"), row.get("in_place")
        declared = [("in_place", in_place)] if in_place is not None else []
        declared += [(f"headings[{i}]", heading) for i, heading in enumerate(headings or (), 1)]
        declared += [(f"turns[{i}]", turn) for i, turn in enumerate(turns or (), 1) if not isinstance(turn, str)]
        for key, heading in declared:
            with inside(key=key):
                checked_heading(heading)
        return MoveQuestion(
            ship, None if headings is None else tuple(headings), None if turns is None else tuple(turns), in_place
        )

    def _arrival(self, ship: str, row: model.ToTable) -> MoveQuestion:
        with inside(key="to"):
            pose = self._stated(row["base"], row["heading"])
            within = self._length(row["within"], "within", Message("the distance")) if "within" in row else None
            if within is not None and within <= 0:
                raise InputError(
                    Message("the distance must be above 0, not {given}", given=_as_written(row["within"])),
                    key="within",
                )
        return MoveQuestion(ship, to=pose, within=within)

    def _stated(self, base: Sequence[Number | Measure], heading: Number) -> Pose:
        """A pose stated by its base midpoint and heading."""
        x, y = self._point(base, "base")
        with inside(key="heading"):
            checked_heading(heading, Message("the heading"))
        return Pose(x, y, heading)

    def _known(self, name: str, key: str, things: Sequence[str] = ()) -> str:
        """The name of a ship or of one of some things besides. Raises InputError."""
        names = [*(ship["name"] for ship in self.table["ships"]), *things]
        if name not in names:
            said = N_("no ship or object is called {name}{guess}") if things else N_("no ship is called {name}{guess}")
            raise InputError(Message(said, name=repr(name), guess=guess(name, names)), key=key)
        return name

    def _measured(self, layout: Layout) -> None:
        """How every ship that was measured by its points was placed."""
        for row, ship in zip(self.table["ships"], layout.ships, strict=True):
            if "corners" in row or "tip" in row:
                self.notes.append(_misfit_note(ship, layout.tolerance_of(ship), Unit(self.unit)))


def default_surface(rules: Rules) -> Surface:
    """The surface when a file states none: the option `surface` of the rules."""
    if rules.surface == "unbounded":
        return Surface.unbounded()
    if rules.surface == "disc_20":
        return Surface.disc((_TEN_INCHES_MM, _TEN_INCHES_MM), _TEN_INCHES_MM)
    return standard_surface()


def _as_written(value: Number | Measure) -> str:
    """A length in a complaint."""
    return f"{shown(value.value)} {value.unit}" if isinstance(value, Measure) else shown(value)


def _fleet(row: model.FleetTable) -> Fleet:
    return Fleet(row["player"], row.get("small"), row.get("medium"), row.get("large"), row.get("side"))


def _in_teams(fleets: Sequence[Fleet], teams: Mapping[str, str]) -> tuple[Fleet, ...]:
    """What was declared, with everybody's team; who declared nothing else is added."""
    declared = [fleet.player for fleet in fleets]
    others = [Fleet(player, team=team) for player, team in teams.items() if player not in declared]
    return (*(replace(fleet, team=teams.get(fleet.player, "")) for fleet in fleets), *others)


_FITS = (
    N_("{ship}: the measured corners fit a {kind}"),
    N_("{ship}: the measured corners miss a {kind} by {length}"),
    N_("{ship}: the measured corners miss a {kind} by {length}, and no tolerance is stated"),
    N_("{ship}: the measured corners miss a {kind} by {length}, more than the tolerance of {limit}"),
)
_ENDS_FIT = (
    N_("{ship}: the measured base and tip fit a {kind}"),
    N_("{ship}: the measured base and tip miss a {kind} by {length}"),
    N_("{ship}: the measured base and tip miss a {kind} by {length}, and no tolerance is stated"),
    N_("{ship}: the measured base and tip miss a {kind} by {length}, more than the tolerance of {limit}"),
)


def _misfit_note(ship: Ship, tolerance: Fraction, unit: Unit) -> Message:
    """How well a ship fits what was measured, and the pose ruled on, in the file's unit."""
    which = 0 if not ship.misfit else 2 if not tolerance else 3 if ship.misfit > tolerance else 1
    said = (_ENDS_FIT if len(ship.measured) == 2 else _FITS)[which]
    amount, limit = unit.text(ship.misfit), unit.text(float(tolerance))
    found = Message(said, ship=ship.name, kind=ship.size.ship, length=amount, limit=limit)
    x, y = (Amount(f"{float(value) / unit.mm:.10g}") for value in (ship.pose.x, ship.pose.y))
    heading = Amount(f"{float(ship.pose.heading):.10g}", "°")
    return Message("{found}; ruled on as base ({x}, {y}), heading {heading}", found=found, x=x, y=y, heading=heading)

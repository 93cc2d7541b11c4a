"""From the plain data of a file to a dispute, with every mistake found gathered into one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, cast

from pydantic_core import PydanticCustomError, ValidationError

from armada_sim.files import model as model
from armada_sim.files._complaints import Tables, complaints
from armada_sim.files.disputes import (
    ActionQuestion,
    ContactQuestion,
    Dispute,
    MoveQuestion,
    Question,
    SetupQuestion,
    ShotQuestion,
    WonQuestion,
)
from armada_sim.geometry import DISC_CORNERS, Number, exact
from armada_sim.moving import Declaration
from armada_sim.table import (
    BY_KEY,
    GONE,
    LENGTHS,
    MEASURES,
    MM_PER,
    NUMBERS,
    UNITS,
    Fleet,
    Layout,
    Measure,
    Obstacle,
    Pose,
    Rules,
    Ship,
    Surface,
    checked_coordinate,
    checked_heading,
    default_surface,
    fitted,
    parse_rules,
    standard_surface,
    whole_within,
)
from armada_sim.tabletop import N_, InputError, Listing, Message, Mistakes, guess, inside, key_text, shown

if TYPE_CHECKING:
    from armada_sim.files.turns import GameBuilder

_HUGE = re.compile(r"[eE]\s*[+-]?\d{2,}|\d{30,}")
"""A number within an option's text that fits no table."""

T = TypeVar("T")


def build_dispute(raw: Mapping[str, Any], file: str = "") -> Dispute:
    """The dispute in plain data. Raises InputError for all the mistakes found."""
    table, rules, mistakes = understood(raw, model.validated, model.DISPUTE_TABLES)
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
    in_force = rules
    if rules is None and not (isinstance(raw.get("rules"), dict) and "sizes" in raw["rules"]):
        in_force = Rules()
    for key, size, known in _sizes_named(raw, in_force, unit, mistakes):
        mistakes.attempt(key, partial(known.numbers.named, size))
    mistakes.stop_if_any()
    assert rules is not None
    assert table is not None
    return table, rules, mistakes


def _sizes_named(
    raw: Mapping[str, Any], rules: Rules | None, unit: str, mistakes: Mistakes
) -> Iterator[tuple[str, str, Rules]]:  # fmt: skip
    """Where a file names the size of a ship, what it names, and the rules there; nothing where these are wrong."""
    frames = raw.get("frames")
    later = {"ships": raw.get("reinforcements")}
    parts = [("", raw), ("start.", raw.get("start")), ("reinforcements", later)]
    parts += [(f"frames[{i}].", row) for i, row in enumerate(frames if isinstance(frames, list) else (), 1)]
    for where, part in parts:
        ships, known = part.get("ships") if isinstance(part, dict) else None, rules
        if where.startswith("frames") and isinstance(part, dict) and "rules" in part:
            known = mistakes.attempt(f"{where}rules", partial(rules_of, part["rules"], unit))
        for i, ship in enumerate(ships if known and isinstance(ships, list) else (), 1):
            if known and isinstance(ship, dict) and isinstance(ship.get("size"), str):
                place = f"{where}[{i}]" if part is later else f"{where}ships[{i}]"
                yield f"{place}.size", ship["size"], known


def rules_of(given: object, unit: str) -> Rules:
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
    numbers = {key: value for key, value in options.items() if key in NUMBERS and value is not None}
    mistakes.attempt("", partial(_parsed, numbers))  # what they may be depends on one another
    for key, value in options.items():
        if value is not None and key not in numbers:
            mistakes.attempt("", partial(_parsed, {key: value}))
    mistakes.stop_if_any()
    return _parsed(options)  # what is wrong with options together


def _known_option(key: str, value: object, unit: str) -> Any:
    if key in GONE:
        raise InputError(GONE[key].message, key=key)
    known = ["preset", *BY_KEY, *NUMBERS]
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


def _option(key: str, value: object, unit: str) -> Any:
    """An option's value with lengths of the file's unit; refuses what no option takes."""
    if key == "sizes":
        rows = value if isinstance(value, dict) else {}
        return {size: _size_numbers(f"{key}.{key_text(size)}", row, unit) for size, row in rows.items()} or value
    if key == "range" and isinstance(value, int | Decimal) and not isinstance(value, bool):
        return scaled(_number(key, value), unit)
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


def _number(key: str, value: object) -> int | Decimal:
    try:
        return model.number(value)
    except PydanticCustomError as error:
        raise InputError((error.context or {})["message"], key=key) from None


def _size_numbers(key: str, row: object, unit: str) -> Any:
    """The numbers of a size, its lengths in mm."""
    if not isinstance(row, dict):
        return row
    lengths = _dimensions(key, {name: value for name, value in row.items() if name in MEASURES}, unit)
    written = {name: _number(f"{key}.{key_text(name)}", x) for name, x in row.items() if isinstance(x, Decimal)}
    return {**row, **written, **lengths}


def _dimensions(key: str, row: object, unit: str) -> Any:
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

    def __init__(
        self, table: model.DisputeTable, rules: Rules, mistakes: Mistakes,
        key_of: Callable[[str, int], str] = "{}[{}]".format,
    ) -> None:  # fmt: skip
        """`key_of`: how complaints name a row, from "ships", "objects" or "questions" and its number."""
        self.table, self.rules, self.mistakes, self.key_of = table, rules, mistakes, key_of
        self.unit = table["unit"]
        self.taken_off: dict[str, Message] = {}
        """Ships that a file of a game states though they are sunk and off the table, with a sentence that says so."""

    def dispute(self, file: str) -> Dispute:
        """The dispute. Raises InputError."""
        layout = self.layout()
        turn, game = self._turn(), None
        if turn is not None:
            game = turn.game(layout)
            self.taken_off = turn.taken_off
        questions = [
            self.mistakes.attempt(self.key_of("questions", i), partial(self._question, q, turn))
            for i, q in enumerate(self.table["questions"], 1)
        ]
        self.mistakes.stop_if_any()
        assert layout is not None
        asked = tuple(question for question in questions if question)
        layout = replace(layout, ships=tuple(ship for ship in layout.ships if ship.name not in self.taken_off))
        return Dispute(self.table["title"], self.unit, self.rules, layout, asked, file, game)

    def _turn(self) -> GameBuilder | None:
        """What is said of a game; None where nothing is."""
        table = self.table
        asks = any({"action", "actions", "won"} & row.keys() for row in table["questions"])
        if not (asks or "turn" in table or table["lines"] or table["flags"]):
            return None
        from armada_sim.files.turns import GameBuilder

        return GameBuilder(table, self.rules, self._point, self.mistakes)

    def layout(self) -> Layout | None:
        """The layout; None if there are mistakes. Raises InputError if there are too many corners to go on."""
        table, attempt = self.table, self.mistakes.attempt
        attempt("", self._few_corners)
        self.mistakes.stop_if_any()
        surface = attempt("surface", self._surface)
        tolerance = attempt("tolerance", self._tolerance)
        ships = [
            attempt(self.key_of("ships", i), partial(self._ship, s, tolerance or 0))
            for i, s in enumerate(table["ships"], 1)
        ]
        things = [
            attempt(self.key_of("objects", i), partial(self._object, o)) for i, o in enumerate(table["objects"], 1)
        ]
        fleets = [attempt(f"fleets[{i}]", partial(_fleet, f, self.rules)) for i, f in enumerate(table["fleets"], 1)]
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
            surface_stated="surface" in table,
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

    def _ship(self, row: model.ShipTable, stated: Number) -> Ship:
        """A ship; stated: mm, the tolerance of the table."""
        given = row.keys() & {"base", "heading", "tip", "corners"}
        with inside(key="size"):
            size, tolerance = self.rules.numbers.named(row["size"]), None
        if "tolerance" in row:
            tolerance = self._not_negative(row["tolerance"], "tolerance")
        who = partial(Ship, row["name"], row["player"], size, damage=row["damage"], tolerance=tolerance)
        if given == {"base", "heading"}:
            return who(pose=self._stated(row["base"], row["heading"]))
        measured = self._readings(row, given)
        fit = fitted(measured, self.rules.outline(size), stated if tolerance is None else tolerance)
        return who(pose=fit.pose, misfit=fit.misfit, measured=measured, spread=Decimal(str(fit.spread)))

    def _readings(self, row: model.ShipTable, given: Set[str]) -> tuple[tuple[Number, Number], ...]:
        """mm. What was measured of a ship: its corners, or its base and tip. given: which keys say where it lies."""
        if given == {"corners"}:
            return tuple(self._points(row["corners"], "corners"))
        if given == {"base", "tip"}:
            return self._point(row["base"], "base"), self._point(row["tip"], "tip")
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
        return Obstacle.disc(name, self._point(disc["center"], "center"), radius, marker=marker)

    def _unique(self) -> None:
        """Ships and objects have different names; a player declares one fleet."""
        lists = {
            "ships": [row["name"] for row in self.table["ships"]],
            "objects": [row["name"] for row in self.table["objects"]],
        }
        seen: set[str] = set()
        for kind, names in lists.items():
            for i, name in enumerate(names, 1):
                if name in seen:
                    key = f"{self.key_of(kind, i)}.name"
                    error = InputError(Message("two things are named {name}", name=repr(name)), key=key)
                    self.mistakes.found.append(error)
                seen.add(name)
        players = [fleet["player"] for fleet in self.table["fleets"]]
        for i, player in enumerate(players):
            if player in players[:i]:
                error = InputError(
                    Message("two fleets are declared for {name}", name=repr(player)), key=f"fleets[{i + 1}].player"
                )
                self.mistakes.found.append(error)

    def _question(self, row: model.QuestionTable, turn: GameBuilder | None) -> Question:
        if turn is not None and "action" in row:
            with inside(key="action"):
                return ActionQuestion((turn.action(row["action"]),))
        if turn is not None and "actions" in row:
            found = []
            for i, line in enumerate(row["actions"], 1):
                with inside(key=f"actions[{i}]"):
                    found.append(turn.action(line))
            return ActionQuestion(tuple(found))
        if "won" in row:
            return WonQuestion()
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
        return ShotQuestion(self._known(shot["from"], "shot.from"), self._known(shot["at"], "shot.at"), side)

    def _move(self, row: model.MoveTable) -> MoveQuestion:
        ship = self._known(row["move"], "move")
        to = row.get("to")
        pose, within = (None, None) if to is None else self._arrival(to)
        declared = Declaration.of(row.get("headings"), row.get("turns"), pose)
        declared.check_degrees()
        return MoveQuestion(ship, declared, within)

    def _arrival(self, row: model.ToTable) -> tuple[Pose, Number | None]:
        with inside(key="to"):
            pose = self._stated(row["base"], row["heading"])
            within = self._length(row["within"], "within", Message("the distance")) if "within" in row else None
            if within is not None and within <= 0:
                raise InputError(
                    Message("the distance must be above 0, not {given}", given=_as_written(row["within"])),
                    key="within",
                )
        return pose, within

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
        if name in self.taken_off:
            raise InputError(self.taken_off[name], key=key)
        return name


def _as_written(value: Number | Measure) -> str:
    """A length in a complaint."""
    return f"{shown(value.value)} {value.unit}" if isinstance(value, Measure) else shown(value)


def _fleet(row: model.FleetTable, rules: Rules) -> Fleet:
    own, others = [size.name for size in rules.sizes], []
    known = dict.fromkeys((*model.known_keys(model.FleetTable), *own))
    for key, count in row.items():
        if key not in known:
            said = Message("there is no such key here{guess}", guess=guess(key, [*known]))
            raise InputError(said, key=key_text(key))
        if key not in model.known_keys(model.FleetTable):
            whole_within(count, 0, model.MOST_COUNTED, key)
            others.append((key, cast(int, count)))
    return Fleet(
        row["player"], row.get("small"), row.get("medium"), row.get("large"), row.get("side"), others=tuple(others)
    )


def _in_teams(fleets: Sequence[Fleet], teams: Mapping[str, str]) -> tuple[Fleet, ...]:
    """What was declared, with everybody's team; who declared nothing else is added."""
    declared = [fleet.player for fleet in fleets]
    others = [Fleet(player, team=team) for player, team in teams.items() if player not in declared]
    return (*(replace(fleet, team=teams.get(fleet.player, "")) for fleet in fleets), *others)

"""The turn that a dispute states, with its goals, as a game in the middle of a turn; every mistake with its key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, get_args

from armada_sim.files import model as model
from armada_sim.files.goals import PointOf, flag_of, known_player, line_of
from armada_sim.play import Agreement, Game, Move, Refused, Seat, Shoot, Turn, TurnAction, parse_action
from armada_sim.table import Layout, Rules, Size
from armada_sim.tabletop import N_, InputError, Message, Mistakes, guess, inside, key_text

if TYPE_CHECKING:
    from armada_sim.play import Flag, GoalLine


class GameBuilder:
    """What a dispute says of the game it is taken from."""

    def __init__(self, table: model.DisputeTable, rules: Rules, point: PointOf, mistakes: Mistakes) -> None:
        """point: reads a point of the file."""
        self.table, self.rules, self.point, self.mistakes = table, rules, point, mistakes
        self.ships = {row["name"]: row for row in table["ships"]}
        self.seats = _seats(table)
        self.players = [seat.player for seat in self.seats]

    def game(self, layout: Layout | None) -> Game | None:
        """The game; None if there are mistakes."""
        table, attempt = self.table, self.mistakes.attempt
        for i, ship in enumerate(table["ships"], 1):
            attempt(f"ships[{i}].damage", partial(_check_damage, ship, self._size(ship)))
        lines = [attempt(f"lines[{i}]", partial(self._line, row)) for i, row in enumerate(table["lines"], 1)]
        flags = [attempt(f"flags[{i}]", partial(self._flag, row)) for i, row in enumerate(table["flags"], 1)]
        attempt("", self._check_goals)
        turn = self._turn(table["turn"]) if "turn" in table else None
        if self.mistakes.found or layout is None:
            return None
        goals = tuple(line for line in lines if line), tuple(flag for flag in flags if flag)
        return attempt("", lambda: self._played(layout, turn, *goals))

    @property
    def taken_off(self) -> dict[str, Message]:
        """The ships that are stated and off the table because they are sunk (option wreck), and how to say so."""
        return {
            name: Message.counted(
                "{ship} has taken {n} hit and is sunk",
                "{ship} has taken {n} hits and is sunk",
                row["damage"],
                ship=name,
            )
            for name, row in self.ships.items()
            if self.rules.wreck == "removed" and row["damage"] >= self._size(row).pips
        }

    def _played(self, layout: Layout, turn: Turn | None, lines: tuple[GoalLine, ...], flags: tuple[Flag, ...]) -> Game:
        agreement = Agreement(self.seats, self.rules, layout.surface, layout.objects, "choose", lines, layout.tolerance)
        stated = _counted(self.table["turn"]) if "turn" in self.table else {}
        return Game.in_turn(agreement, layout, turn, flags, **stated)

    def _line(self, row: model.LineTable) -> GoalLine:
        line = line_of(row, self.players, self.point)
        if line.start == line.end:
            raise InputError(Message("a goal line needs two different points"), key="end")
        return line

    def _flag(self, row: model.FlagTable) -> Flag:
        known_player(row["owner"], "owner", self.players)
        if "ship" in row:
            self._known(row["ship"], "ship")
        return flag_of(row, self.point)

    def _check_goals(self) -> None:
        """Raises InputError unless there are two sides, and goals where the rules have them and nowhere else."""
        goal = self.rules.goal
        if len({seat.party for seat in self.seats}) < 2:
            said = Message(
                "a game needs at least two players who are not on one team; who has no ship left is named in [[fleets]]"
            )
            raise InputError(said, key="fleets")
        if (goal == "infiltration") != bool(self.table["lines"]):
            raise InputError(Message("goal = infiltration and goal lines belong together"), key="lines")
        if (goal == "flag") != bool(self.table["flags"]):
            raise InputError(Message("goal = flag and flags belong together"), key="flags")

    def _size(self, row: model.ShipTable) -> Size:
        return self.rules.numbers.named(row["size"])

    # the turn

    def _turn(self, row: model.TurnTable) -> Turn | None:
        attempt = self.mistakes.attempt
        player = attempt("turn", lambda: known_player(row["player"], "player", self.players))
        for key, names in self._named(row):
            for name in names:
                attempt("turn", partial(known_player, name, key, self.players))
        if player is None:
            return None
        attempt("turn.order", lambda: self._check_order(row))
        for name, steps in _moves(row):
            attempt(f"turn.steps.{key_text(name)}", partial(self._check_steps, name, steps, player))
        most = self.rules.numbers.moves_a_ship
        for name, count in Counter(name for name, _ in _moves(row)).items():
            if count > most:
                said = Message(
                    "{n} moves of a ship are named, and it makes at most {most} in a turn", n=count, most=most
                )
                self.mistakes.found.append(InputError(said, key=f"turn.steps.{key_text(name)}"))
        for i, shot in enumerate(row["shots"], 1):
            attempt(f"turn.shots[{i}]", partial(self._check_shot, shot, player))
        for i, name in enumerate(row["stuck"], 1):
            attempt("turn", partial(self._own, name, f"stuck[{i}]", player))
        attempt("turn", lambda: self._check_guns(row))
        left = attempt("turn", lambda: _left(row, self.rules.numbers.actions))
        if left is None:
            return None
        shots = tuple((shot["from"], shot.get("side", "either")) for shot in row["shots"])
        return Turn(player, left, _moves(row), shots, tuple(row["stuck"]), bool(row["shots"]))

    def _named(self, row: model.TurnTable) -> Iterator[tuple[str, Sequence[str]]]:
        """The keys that name players, with the names."""
        yield "order", row.get("order", ())
        yield "agreed", row["agreed"]
        yield "out", row["out"]

    def _check_order(self, row: model.TurnTable) -> None:
        """Raises InputError unless everybody takes one turn in the round."""
        order = row.get("order")
        if order is not None and sorted(order) != sorted(self.players):
            known = ", ".join(sorted(self.players))
            raise InputError(Message("expected everybody who takes turns once: {players}", players=known))

    def _known(self, name: str, key: str) -> model.ShipTable:
        if name not in self.ships:
            said = Message("no ship is called {name}{guess}", name=repr(name), guess=guess(name, [*self.ships]))
            raise InputError(said, key=key)
        return self.ships[name]

    def _own(self, name: str, key: str, player: str) -> model.ShipTable:
        """A ship that may act in the turn. Raises InputError."""
        ship = self._known(name, key)
        if ship["player"] != player:
            said = Message("{ship} is a ship of {player}, whose turn it is not", ship=name, player=ship["player"])
            raise InputError(said, key=key)
        return ship

    def _check_steps(self, name: str, steps: int, player: str) -> None:
        size = self._size(self._own(name, "", player))
        if steps > size.steps:
            raise InputError(
                Message.counted(
                    "{ship} is a {kind} and may take {n} step in a move, not {given}",
                    "{ship} is a {kind} and may take {n} steps in a move, not {given}",
                    size.steps, ship=name, kind=size.ship, given=steps,
                )
            )  # fmt: skip

    def _check_shot(self, shot: model.FiredTable, player: str) -> None:
        self._own(shot["from"], "from", player)
        if "at" in shot:
            self._target(shot["at"], "at")

    def _check_guns(self, row: model.TurnTable) -> None:
        """Raises InputError if a ship fired more shots than it has guns."""
        most = self.rules.numbers.shots_a_side
        sides = Counter((shot["from"], shot.get("side", "either")) for shot in row["shots"])
        for (_, side), count in sides.items():
            if most is not None and (side == "either" or count > most):
                said = N_("needs the side of each shot, and a side fires at most {n} in a turn (shots_a_side)")
                raise InputError(Message(said, n=most), key="shots")
        for name, count in Counter(shot["from"] for shot in row["shots"]).items():
            guns = self._size(self.ships[name]).guns if name in self.ships else count
            if count > guns:
                said = Message.counted(
                    "{ship} has {n} gun; shots fired this turn: {fired}",
                    "{ship} has {n} guns; shots fired this turn: {fired}", guns, ship=name, fired=count,
                )  # fmt: skip
                raise InputError(said, key="shots")

    # questions

    def action(self, line: str) -> TurnAction:
        """An action that can be asked about. Raises InputError."""
        action: Any = parse_action(line)
        if not isinstance(action, get_args(TurnAction)):
            raise InputError(Message("is no action of a turn"))
        if "turn" not in self.table:
            raise InputError(Message("needs a [turn] table that says whose turn it is"))
        claim = action.claim if isinstance(action, Refused) else action
        if isinstance(claim, Move | Shoot):
            self._known(claim.ship, "")
        if isinstance(claim, Shoot):
            self._target(claim.target, "")
        if isinstance(claim, Move):
            claim.declared.check_degrees()
        turn_action: TurnAction = action
        return turn_action

    def _target(self, name: str, key: str) -> None:
        self._known(name, key)


def _seats(table: model.DisputeTable) -> tuple[Seat, ...]:
    """The players: those of [[fleets]] in their order, then those of the ships."""
    sides = {fleet["player"]: fleet.get("side") for fleet in table["fleets"]}
    teams = {player: team for team, players in table["teams"].items() for player in players}
    players = dict.fromkeys((*sides, *(ship["player"] for ship in table["ships"])))
    return tuple(Seat(player, sides.get(player), teams.get(player, "")) for player in players)


def _check_damage(ship: model.ShipTable, size: Size) -> None:
    if ship["damage"] > size.pips:
        raise InputError(
            Message.counted(
                "{ship} is a {kind} and takes {n} hit, not {given}",
                "{ship} is a {kind} and takes {n} hits, not {given}",
                size.pips, ship=ship["name"], kind=size.ship, given=ship["damage"],
            )
        )  # fmt: skip


def _left(row: model.TurnTable, actions: int) -> int:
    """Actions left. Raises InputError if there are fewer than that after those named."""
    named = len(_moves(row)) + len(row["shots"])
    if named > actions:
        raise InputError(Message("{n} actions are named, and a turn has {most}", n=named, most=actions))
    left = row.get("left", actions - named)
    if left > actions:
        raise InputError(Message("must be at most {bound}, not {given}", bound=actions, given=left), key="left")
    if left > actions - named:
        with inside(key="left"):
            said = Message.counted(
                "{n} action is named, which leaves {most} at most, not {given}",
                "{n} actions are named, which leaves {most} at most, not {given}",
                named, most=actions - named, given=left,
            )  # fmt: skip
            raise InputError(said)
    return left


def _moves(row: model.TurnTable) -> tuple[tuple[str, int], ...]:
    """Ship and steps of each move."""
    return tuple(
        (name, n) for name, steps in row["steps"].items() for n in (steps if isinstance(steps, list) else [steps])
    )


def _counted(row: model.TurnTable) -> dict[str, object]:
    """What else of the state of a game a file says."""
    known: dict[str, object] = {
        "quiet": row["quiet"], "turns": row["turns"], "agreed": tuple(row["agreed"]), "out": tuple(row["out"]),
    }  # fmt: skip
    if "order" in row:
        known["order"] = tuple(row["order"])
    return known

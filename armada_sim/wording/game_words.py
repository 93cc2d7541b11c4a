"""A game in words: who did what, and how it ended; for accounts and pictures."""

from __future__ import annotations

from armada_sim.geometry import Number
from armada_sim.play import (
    ENDINGS,
    Action,
    Answer,
    ChooseFirst,
    ChooseFleet,
    Deploy,
    Draw,
    Game,
    Move,
    Offer,
    Pass,
    Phase,
    PlaceFlag,
    Refused,
    Resign,
    Shoot,
    arrivals,
)
from armada_sim.table import Counts
from armada_sim.tabletop import N_, Language, Outcome
from armada_sim.wording.naming import Naming


def counted(language: Language, size: str, n: int) -> str:
    """4 small, 1 large"""
    match size:
        case "large":
            return language.say_many("{n} large", "{n} large", n)
        case "medium":
            return language.say_many("{n} medium", "{n} medium", n)
        case "small":
            return language.say_many("{n} small", "{n} small", n)
    return f"{n} {size}"


class Teller(Naming):
    """Tells a game in one language."""

    def number(self, value: Number) -> str:
        """A number of at most two decimals."""
        text = f"{float(value):.2f}".rstrip("0").rstrip(".")
        return self.decimal("0" if text == "-0" else text)

    def fleet(self, fleet: Counts) -> str:
        """A fleet: 4 medium and 4 small."""
        counts = [counted(self, size, count) for size, count in fleet.by_name.items() if count]
        return self.listed(counts) or self.say("no ships")

    def heading(self, game: Game) -> str:
        """Under what the next action stands: a turn and whose it is, or what comes before the first."""
        turn = game.state.turn
        if turn is not None:
            return self.say("Turn {n}: {player}", n=game.state.turns + 1, player=turn.player)
        return self.say("Before the first turn") if game.state.phase is not Phase.OVER else ""

    def action(self, before: Game, action: Action, after: Game) -> str:
        """What an action did, and what came onto the table with it: without a full stop."""
        came = map(self.tell, arrivals(before.state, after.state))
        return self.in_turn([self._done(before, action, after), *came])

    def _done(self, before: Game, action: Action, after: Game) -> str:
        player = before.current_player()
        match action:
            case ChooseFleet(fleet):
                settled = after.state.fleets
                if before.state.agreement.fleets == "basic":
                    other, rest = settled[1]
                    return self.say(
                        "{player} takes {fleet}; {other} has {rest}",
                        player=player, fleet=self.fleet(fleet), other=other, rest=self.fleet(rest),
                    )  # fmt: skip
                return self.say("{player} takes {fleet}", player=player, fleet=self.fleet(fleet))
            case Offer(ships, take):
                half = self.say("the larges") if take == "large" else self.say("the mediums and smalls")
                return self.say(
                    "{player} offers {fleet} and would take {half}", player=player, fleet=self.fleet(ships), half=half
                )
            case Answer(swap):
                return self.say(N_("{player} swaps sides") if swap else N_("{player} accepts"), player=player)
            case ChooseFirst(first):
                return self.say("{player}: {first} moves first", player=player, first=first)
            case Deploy(ships):
                return self.say(
                    "{player} sets up {ships}", player=player, ships=self.listed([name for name, _ in ships])
                )
            case PlaceFlag(at):
                if isinstance(at, str):
                    return self.say("{player} gives the flag to {ship}", player=player, ship=at)
                return self.say(
                    "{player} sets the flag up at ({x}, {y})", player=player, x=self.number(at[0]), y=self.number(at[1])
                )
            case Move():
                return self._move(action, after)
            case Shoot():
                return self._shot(action, after)
            case Refused(claim):
                if isinstance(claim, Move):
                    return self.say("a move of {ship} is claimed and refused", ship=claim.ship)
                return self.say(
                    "a shot from {ship} at {target} is claimed and refused", ship=claim.ship, target=claim.target
                )
            case Pass():
                return self.say("{player} ends the turn", player=player)
            case Draw():
                return self.say("{player} is for a draw", player=player)
            case Resign():
                return self.say("{player} resigns", player=player)

    def _move(self, action: Move, after: Game) -> str:
        heading = self.number(after.state.layout.ship(action.ship).pose.heading)
        count = action.declared.steps
        return self.say_many(
            "{ship} takes one step, to heading {heading}°", "{ship} takes {n} steps, to heading {heading}°", count,
            ship=action.ship, heading=heading,
        )  # fmt: skip

    def _shot(self, action: Shoot, after: Game) -> str:
        target = next((ship for ship in after.state.layout.ships if ship.name == action.target), None)
        if target is None:
            return self.say("{ship} hits {target}", ship=action.ship, target=action.target)
        if target.sunk:
            return self.say("{ship} hits {target} and sinks it", ship=action.ship, target=target.name)
        return self.say(
            "{ship} hits {target} ({n} of {pips})",
            ship=action.ship,
            target=target.name,
            n=target.damage,
            pips=target.size.pips,
        )

    def outcome(self, result: Outcome) -> str:
        """How a game ended: without a full stop."""
        reason = self.say(ENDINGS[result.reason])
        if result.drawn:
            return self.say("A draw: {reason}", reason=reason)
        return self.say_many(
            "{winners} wins: {reason}", "{winners} win: {reason}", len(result.winners),
            winners=self.listed(result.winners), reason=reason,
        )  # fmt: skip

    def standing(self, game: Game) -> str:
        """How a game ended, or that it goes on."""
        result = game.outcome()
        if result is not None:
            return self.outcome(result)
        return self.say("The game goes on; {player} decides", player=game.current_player())

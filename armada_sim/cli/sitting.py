"""A game of Armada at the terminal: what may be typed, and what each person reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click
import numpy as np

from armada_sim.files import Record, record_of, record_text
from armada_sim.moving import legal_headings
from armada_sim.play import (
    Deploy,
    Game,
    IllegalActionError,
    NoRoomError,
    Phase,
    flagships,
    notation,
    parse_action,
    stuck_text,
)
from armada_sim.players import Computer, declines
from armada_sim.table import Unit
from armada_sim.tabletop import InputError, Language, Message
from armada_sim.tabletop.terminal import Table, say
from armada_sim.wording import Sitting, Teller, coming, interval_line, ship_line, sitting as wording

HELP = (
    Message(
        "{typed}   before the first turn (auto sets your ships up)",
        typed="fleet L4 | first red | place RL1 300,100,90; ...",
    ),
    Message("offer L3 M2 S4 take large   ships for the battle, and the half you would take (advanced set-up)"),
    Message("accept, swap         take an offer and move first, or swap halves and move second"),
    Message("flag 457,120 | flag RL1     set your flag up at a point, or give it to a ship"),
    Message("RL1 > 90 75.5        move by headings, one per step"),
    Message("RL1 ~ 10 max -20     move by turns; max and -max are the limit of turn"),
    Message("RL1 x BS2 [left]     fire"),
    Message("pass, draw, resign   end the turn, be for a draw, give up"),
    Message("hint                 what a computer player would do"),
    Message("why ACTION           the rules against an action, without trying it"),
    Message("legal SHIP           headings a first step may take"),
    Message("table, ships         show them again;  undo: take your last action back;  quit"),
)
"""What can be typed."""


@dataclass
class Battle(Table):
    """A game of Armada."""

    words: Language
    begins: Record
    computers: Mapping[str, Computer]
    rng: np.random.Generator
    sitting: Sitting
    picture: str | None = None
    """The file of it; None once it cannot be refreshed any more."""

    pictured: Game = field(init=False)
    """As the picture shows it; as it began, where there is none yet."""

    faced: tuple[str, int] | None = None
    """Who saw the table last, and in which turn."""

    def __post_init__(self) -> None:
        self.pictured = self.game
        self.verbs = {
            "help": lambda _: HELP, "?": lambda _: HELP, "table": lambda _: wording.shown(self.game),
            "ships": lambda _: self._ships(), "hint": lambda _: self._hint(), "undo": lambda _: self._undo(),
            "auto": lambda _: self._set_up(), "legal": self._legal,
        }  # fmt: skip
        self.naming = ("legal",)

    @property
    def game(self) -> Game:
        """The game now."""
        return self.sitting.game

    def decides(self) -> str | None:
        return self.game.current_player() if self.game.outcome() is None else None

    def asks(self, player: str) -> bool:
        return player not in self.computers

    def goes_on(self, player: str) -> list[str]:
        game = self.game
        action = self.computers[player].choose(game, self.rng)
        self.sitting = self.sitting.played(action, game.play(action), person=False)
        declined = self.words.say("{player} does not agree to a draw.", player=player)
        return [*([declined] if declines(game.state, action) else []), *self._latest(game)]

    def faces(self, player: str) -> list[str]:
        before, self.faced = self.faced, (player, self.game.state.turns)
        if self.faced == before or not self.game.layout.ships:
            return []
        return [*map(self.words.tell, wording.shown(self.game))]

    def prompt(self, player: str) -> str:
        return self.words.tell(wording.due(self.game))

    def answer(self, player: str, line: str) -> list[str]:
        before = self.sitting
        said = self.say(line)
        more = len(self.sitting.actions) > len(before.actions)
        return [*said, *(self._latest(before.game) if more else [])]

    def _latest(self, before: Game) -> list[str]:
        """The latest action, and what it came to."""
        action, player = self.sitting.actions[-1], before.current_player()
        outcome = Teller(self.words.lang).action(before, action, self.game)
        if isinstance(action, Deploy):  # places to a millionth of a mm, which the table shows
            return [outcome]
        line = self.words.say("{player}: {action}", player=player, action=notation(action))
        return [line, click.style(f"  {outcome}", dim=True)]

    def ending(self) -> list[str]:
        return [Teller(self.words.lang).standing(self.game) + "."]

    def record(self) -> str:
        begins, actions = self.begins, self.sitting.actions
        return record_text(
            record_of(self.game, actions, start=begins.start, title=begins.title, notes=dict(begins.notes))
        )

    def draw(self) -> None:
        """Refresh the picture, if the table has changed."""
        if self.picture is None or self.game == self.pictured:
            return
        self.pictured = self.game
        try:
            draw(self.game, self.picture, self.words.lang)
        except InputError as error:
            say(self.words.say("The picture is not refreshed any more: {why}.", why=self.words.complaint(error)))
            self.picture = None

    # what may be typed

    def example(self) -> str:
        return "why RL1 > 90 75.5"

    def why(self, text: str) -> Sequence[str]:
        try:
            reasons = self.game.why_not(parse_action(text))
        except InputError as error:
            return [Message("{mistake}. Type help.", mistake=error.message)]
        if not reasons:
            return [Message("It is allowed.")]
        return [Message("{text} ({clause})", text=reason.text, clause=str(reason.clause)) for reason in reasons]

    def attempt(self, line: str) -> Sequence[str]:
        try:
            action = parse_action(line)
        except InputError as error:
            return [Message("{mistake}. Type help.", mistake=error.message)]
        try:
            self.sitting, reasons = wording.claimed(self.sitting, action)
        except IllegalActionError as error:
            reasons = error.reasons
        except InputError as error:
            return [error.message]
        return wording.refusals(reasons)

    def _ships(self) -> list[str]:
        flagged, later = flagships(self.game.state), map(coming, self.game.state.to_come)
        return [*(ship_line(ship, flagged) for ship in self.game.layout.ships), *later]

    def _hint(self) -> list[str]:
        try:
            return [Message("A computer would play: {move}", move=notation(wording.hint(self.game, self.rng)))]
        except NoRoomError as error:
            return [Message("A computer would be at a loss: {problem}.", problem=error.args[0])]

    def _undo(self) -> list[str]:
        self.sitting, said = wording.undone(self.sitting)
        return said

    def _set_up(self) -> Sequence[str]:
        if self.game.state.phase is Phase.PLAY:
            return self.attempt("auto")
        try:
            action = wording.set_up(self.game, self.rng)
        except NoRoomError as error:
            return [Message("{problem}; place them by hand, or undo.", problem=error.args[0])]
        self.sitting = self.sitting.played(action, self.game.forced(action), person=True)
        return [notation(action)]

    def _legal(self, ship: str) -> list[str]:
        state = self.game.state
        if state.turn and ship in state.turn.stuck:
            return [Message("{reason}: it stays for the turn.", reason=stuck_text(state, state.layout.ship(ship)))]
        try:
            headings = legal_headings(self.game.layout, ship, state.rules)
        except InputError as error:
            return [error.message]
        if not headings:
            return [Message("{ship} has no legal heading.", ship=ship)]
        return [interval_line(interval, Unit()) for interval in headings]


def draw(game: Game, picture: str, lang: str) -> None:
    """A picture of the table in a file. Raises InputError."""
    import plots

    figure = plots.figure_of_position(
        game.layout, game.state.rules, flagships=flagships(game.state), title="Armada", lang=lang
    )
    plots.save_figure(figure, Path(picture), title="Armada", lang=lang)

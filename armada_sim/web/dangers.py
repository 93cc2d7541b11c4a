"""What can hit a ship: each enemy from where it lies, and after a move of its own.

Points are (x, y) in mm in the table frame.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from armada_sim.evidence import Answer, ClearLine, ShotEvidence
from armada_sim.geometry import Point, Progress, exact
from armada_sim.moving import Mover
from armada_sim.referee import check_shot
from armada_sim.regions import threat
from armada_sim.table import Layout, Rules, Ship
from armada_sim.tabletop import N_, Amount, Language, Listing, Message
from armada_sim.web.answers import DangerStage

_GAP_MM = 4.0
"""mm. How well it is known where an enemy's guns can be brought before shots from there are tried: a finer search costs
several times as much, and finds the same shots but for glancing ones."""

_NOW = {
    Answer.YES: N_("{enemy} can hit {ship} from where it lies."),
    Answer.NO: N_("{enemy} cannot hit {ship} from where it lies."),
    Answer.IN_DOUBT: N_("It is in doubt whether {enemy} can hit {ship} from where it lies."),
}
_MOVED = {
    Answer.YES: N_("{enemy} can move and then hit {ship}, with the headings {headings}."),
    Answer.NO: N_("{enemy} cannot move so that it can hit {ship}."),
    Answer.IN_DOUBT: N_(
        "Neither a move of {enemy} after which it can hit {ship} was found, nor a proof that there is none."
    ),
}


@dataclass(frozen=True, slots=True)
class Danger:
    """One enemy, from where it lies or after a move."""

    enemy: Ship
    target: str
    moved: bool
    answer: Answer
    path: tuple[float, ...] = ()
    """Headings of the move, degrees."""

    line: tuple[Point, Point] | None = None
    """Of the shot."""

    def shown(self, rules: Rules, words: Language) -> DangerStage:
        """In words, with where the enemy fires from and the line of its shot."""
        headings = Listing([Amount(f"{heading % 360:.1f}", "°") for heading in self.path])
        said = (_MOVED if self.moved else _NOW)[self.answer]
        mover = Mover(self.enemy, rules.outline(self.enemy.size))
        places = mover.path([exact(heading) for heading in self.path])
        return {
            "enemy": self.enemy.name,
            "answer": self.answer.value,
            "text": words.tell(Message(said, enemy=self.enemy.name, ship=self.target, headings=headings)),
            "steps": [[*mover.body(place).corners] for place in places],
            "line": self.line,
        }


def dangers(layout: Layout, name: str, rules: Rules, progress: Progress = lambda *_: None) -> Iterator[Danger]:
    """What can hit the ship: first every enemy from where it lies, then each after a move. Raises InputError.

    progress: called now and then; what it raises ends the search.
    """
    target = layout.ship(name)
    enemies = [one for one in layout.ships if not layout.allied(one.player, target.player) and not one.sunk]
    if target.sunk:
        return iter(())
    return itertools.chain(
        (_from_there(layout, enemy, target, rules) for enemy in enemies),
        (_after_a_move(layout, enemy, target, rules, progress) for enemy in enemies),
    )


def _from_there(layout: Layout, enemy: Ship, target: Ship, rules: Rules) -> Danger:
    ruling = check_shot(layout, enemy.name, target.name, rules=rules)
    shown = ruling.witness.line if isinstance(ruling.witness, ShotEvidence) else None
    line = (shown.gun_point, shown.target_point) if isinstance(shown, ClearLine) else None
    return Danger(enemy, target.name, False, ruling.answer, (), line)


def _after_a_move(layout: Layout, enemy: Ship, target: Ship, rules: Rules, progress: Progress) -> Danger:
    (hit,) = threat(layout, enemy.name, None, _GAP_MM, rules, progress, at=target.name).ships
    shot = hit.shot
    line = (shot.gun_point, shot.target_point) if shot and shot.gun_point and shot.target_point else None
    return Danger(enemy, target.name, True, hit.answer, hit.path or (), line)

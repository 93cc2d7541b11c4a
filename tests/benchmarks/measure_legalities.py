"""Moves under rules that ask for more: `python -m tests.benchmarks.measure_legalities strict_table headings`.

Questions among the twelve ships of `tests/scenes.py` under the preset `strict_table`, under `swept_area`, under both or
under the default rules ("classic"), one for each seed: a declared move ("headings"), or whether a ship can have got to
a pose ("arrivals"), a third each of poses by lot, of ends of random paths that the ship may turn to, and of such ends
moved by some millimetres. Printed are seconds of processor time; every new longest is told with its seed, so that
`--first SEED --count 1` asks it again. `--answers` prints a digest of what was answered, for comparing two versions.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import time
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from statistics import median

from armada_sim import Pose, Rules, Ruling, check_move
from armada_sim.moving import Mover
from tests.scenes import Question, crowd, hard_turn

RULES = {
    "classic": Rules(),
    "strict_table": Rules.preset_named("strict_table"),
    "swept_area": Rules(step_legality="swept_area"),
    "both": Rules.preset_named("strict_table", step_legality="swept_area"),
}
"""By the name of a preset, or of the value of an option."""

ROOMS = (420, 320, 260)
"""mm. Sides of the squares in which twelve ships lie, each for a third of the questions: loosely, packed, heaped."""

KINDS = ("headings", "arrivals")


def question(rules: str, kind: str, seed: int) -> Question:
    """The question of a kind with this seed; a table without a tolerance has the real table's, as in files."""
    chooser = random.Random(f"{kind} {seed}")
    room, asked = chooser.choice(ROOMS), RULES[rules]
    layout = crowd(chooser, room)
    if chooser.random() < 0.5:  # the table is looked at first
        layout = replace(layout, position="checked")
    if rules != "swept_area" and not layout.largest_tolerance:
        layout = replace(layout, tolerance=Fraction(1, 2))
    ship = chooser.choice(layout.ships)
    mover = Mover(ship, asked.outline(ship.size))
    steps = chooser.randint(1, ship.size.steps)
    if kind == "headings":
        turns = [hard_turn(chooser, mover.turn_limit) for _ in range(steps)]
        words = f"{ship.name} turns {turns} under {rules}"
        return Question(layout, words, lambda: check_move(layout, ship.name, turns=turns, rules=asked))
    to = _end(chooser, room, mover, steps)
    words = f"{ship.name} to {float(to.x):.3f}, {float(to.y):.3f}, {float(to.heading):.3f} under {rules}"
    return Question(layout, words, lambda: check_move(layout, ship.name, to=to, rules=asked))


def _end(chooser: random.Random, room: int, mover: Mover, steps: int) -> Pose:
    """A pose claimed."""
    way = chooser.randrange(3)
    if way == 0:
        return Pose(chooser.uniform(0, room), chooser.uniform(0, room), chooser.uniform(0, 360))
    heading, headings = float(mover.ship.pose.heading), []
    for _ in range(steps):
        heading += chooser.uniform(-mover.turn_limit, mover.turn_limit)
        headings.append(heading)
    (x, y), off = mover.path([Fraction(h) for h in headings])[-1].origin, 3.0 * (way - 1)
    return Pose(
        round(x + chooser.uniform(-off, off), 3), round(y + chooser.uniform(-off, off), 3), round(heading % 360, 3)
    )


def taken(rules: str, kind: str, seed: int) -> tuple[float, Ruling]:
    """Seconds of processor time that an answer takes, and the answer."""
    asked = question(rules, kind, seed)
    start = time.process_time()
    ruling = asked.ask()
    return time.process_time() - start, ruling


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", choices=sorted(RULES))
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--count", type=int, default=300, help="how many questions (300)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--answers", action="store_true", help="print a digest of all rulings")
    given = parser.parse_args()
    taken(given.rules, given.kind, given.first)  # loads and compiles what is loaded once
    spent, answers, digest, longest = [], Counter[str](), hashlib.sha256(), 0.0
    for seed in range(given.first, given.first + given.count):
        seconds, ruling = taken(given.rules, given.kind, seed)
        spent.append(seconds)
        answers[ruling.answer.name] += 1
        digest.update(json.dumps(ruling.as_json(), sort_keys=True).encode())
        if seconds > longest:
            longest = seconds
            print(f"seed {seed}: {seconds:.3f} s, {question(given.rules, given.kind, seed).words}", flush=True)
    high = sorted(spent)[int(0.99 * len(spent))]
    told = f"median {median(spent):.3f} s, 99 % below {high:.3f} s, longest {max(spent):.3f} s"
    print(f"{len(spent)} {given.kind} under {given.rules}: {told}; {dict(answers)}; {sum(spent):.0f} s in all")
    if given.answers:
        print(digest.hexdigest())


if __name__ == "__main__":
    main()

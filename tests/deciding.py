"""Questions of every kind and their answers as plain data, for two surroundings to be compared."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from armada_sim import (
    Layout,
    Obstacle,
    Pose,
    Rules,
    Ruling,
    Ship,
    Size,
    Surface,
    check_contact,
    check_move,
    check_setup,
    position_problems,
)
from armada_sim.files import Dispute
from armada_sim.files.records import load_dispute
from armada_sim.firing.broadsides import decide, shot_case
from armada_sim.referee import other_readings
from armada_sim.table import BY_KEY, PRESETS
from armada_sim.tabletop import InputError, Language
from armada_sim.web.looking import look, snap
from armada_sim.web.rulings import rule
from tests.faulty import random_scene
from tests.scenes import question
from tests.shot_scenes import shot_scene

EXAMPLES = Path(__file__).parent.parent / "examples"

LEAST_MOTIONS = (35, 157)
"""Seeds of set-ups that are mended by least motions."""

Answers = Iterator[tuple[str, Any]]
"""Each with what was asked."""


def or_sentence(ask: Callable[[], Any]) -> Any:
    """What is answered, or why not."""
    try:
        return ask()
    except InputError as error:
        return f"refused: {error}"


def disputes() -> Iterator[tuple[str, Dispute]]:
    """The shipped ones."""
    for path in sorted(EXAMPLES.glob("*.toml")):
        yield path.stem, load_dispute(path)


def ruled(dispute: Dispute, number: int) -> Any:
    """What the page is answered, in one language or the other. Margins of shots are compared in `tests/firing`: where
    there is no NumPy they are looked for in fewer steps."""
    told: dict[str, Any] = {**rule(dispute, number, "mm", Language("fr" if number % 2 else "en"))}
    if told["ruling"]["question"] == "shot":
        searched = ("margin", "margin_upper", "flip", "notes")
        told |= {"ruling": {key: told["ruling"][key] for key in told["ruling"] if key not in searched}}
        told = {key: told[key] for key in told if key not in searched}
    return told


def examples() -> Answers:
    """Every question of every shipped dispute."""
    for name, dispute in disputes():
        for number in range(1, len(dispute.questions) + 1):
            yield f"{name} {number}", or_sentence(lambda d=dispute, n=number: ruled(d, n))  # type: ignore[misc]


def hand() -> Answers:
    """What the page shows while ships lie in a hand: of each ship, as it lies and with a step being turned."""
    words = Language("en")
    for name, dispute in disputes():
        layout, rules, unit = dispute.layout, dispute.rules, dispute.measure("cm")
        for ship in layout.ships:
            for asked in ({"turns": []}, {"turns": [Decimal(20)], "next": "max"}, {"turns": [], "next": Decimal(-30)}):
                row: Any = {"name": ship.name, **asked}
                yield f"{name} {row}", or_sentence(lambda a=layout, b=rules, c=row, d=unit: look(a, b, c, d, words))  # type: ignore[misc]
            yield f"{name} {ship.name}", snap(layout, rules, ship.name, 8.0, words)


def readings() -> Answers:
    """Other readings of the rules."""
    for name in ("blunt-tips", "overlapping-neighbours", "measured-corners"):
        dispute = load_dispute(EXAMPLES / f"{name}.toml")
        yield name, other_readings(dispute.ask(1)).as_json()


def told(ruling: Ruling) -> Any:
    """All of it."""
    return ruling.as_json("en")


def crowds() -> Answers:
    """Moves, contacts and set-ups among twelve ships, at limits and with faults, margins and flips included."""
    for kind, seeds in (("moves", range(60)), ("contacts", range(20)), ("setups", (*range(4), *LEAST_MOTIONS))):
        for seed in seeds:
            yield f"{kind} {seed}", or_sentence(lambda k=kind, s=seed: told(question(k, s).ask()))  # type: ignore[misc]
    for seed in range(24):
        scene = random_scene(random.Random(seed))
        if scene.kind != "shot":
            yield f"faulty {seed}", told(scene.ask())


def shots() -> Answers:
    """Whether shots are clear, by which line and past what."""
    for seed in range(60):
        scene = shot_scene(seed, varied=seed % 2 == 0)
        ends = (scene.layout.ship(name) for name in (scene.shooter, scene.target))
        yield (
            f"shot {seed}",
            [str(shot) for shot in decide(shot_case(scene.layout, *ends, ("left", "right"), scene.rules))],
        )


def table() -> Layout:
    """Ships that touch, overlap and lie at the edge of a surface that is not convex, about an island."""
    ships = [
        Ship("A", "red", Size.LARGE, Pose(200, 200, 90)), Ship("B", "blue", Size.SMALL, Pose(150, 220, 100)),
        Ship("C", "blue", Size.MEDIUM, Pose(220, 215, 10)), Ship("D", "red", Size.SMALL, Pose(8, 300, 180)),
        Ship("E", "blue", Size.MEDIUM, Pose(200, 320, 250), damage=2),
    ]  # fmt: skip
    surface = Surface.polygon([(0, 0), (500, 0), (500, 250), (300, 260), (290, 500), (0, 500)])
    island = Obstacle.of("island", [(150, 250), (190, 250), (190, 258), (158, 260), (160, 290), (150, 290)])
    return Layout(tuple(ships), surface, (island,), Decimal("0.5"))


def every_rules() -> Iterator[tuple[str, Rules, tuple[str, ...]]]:
    """Every preset, and every value of every option that takes no parameter, with the kinds of question it bears on."""
    for name in PRESETS:
        yield name, Rules.preset_named(name), ("move", "contact", "shot")
    for option in BY_KEY.values():
        for value in option.values:
            if value not in (option.default, *option.refused) and "(" not in value:
                try:
                    yield f"{option.key}={value}", Rules(**{option.key: value}), option.bears  # type: ignore[arg-type]
                except InputError:
                    continue


def options() -> Answers:
    """A table under every preset and option."""
    layout = table()
    ships, few = (layout.ship("A"), layout.ship("B")), replace(layout, ships=layout.ships[2:])
    for name, rules, kinds in every_rules():
        questions: dict[str, Callable[[], Any]] = {
            "move": lambda under=rules: told(check_move(layout, "A", [120, 100], rules=under)),
            "contact": lambda under=rules: told(check_contact(layout, "A", "C", rules=under)),
            "setup": lambda under=rules: told(check_setup(few, rules=under)),
            "shot": lambda under=rules: [
                str(shot) for shot in decide(shot_case(layout, *ships, ("left", "right"), under))
            ],
            "table": lambda under=rules: [str(reason.text) for reason in position_problems(layout, under)],
        }  # type: ignore[misc]
        yield name, [or_sentence(questions[kind]) for kind in (*kinds, "table") if kind in questions]


KINDS: dict[str, Callable[[], Answers]] = {
    kind.__name__: kind for kind in (hand, shots, examples, readings, crowds, options)
}

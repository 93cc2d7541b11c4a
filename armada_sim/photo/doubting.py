"""What does not fit in what was read off a picture, asked of the person who knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from armada_sim.photo.adjusting import ASIDE, Adjusted, Expected, adjusted, each_adjusted
from armada_sim.photo.beginning import Begin, Known, is_sheet, rivals_of
from armada_sim.photo.camera import Floats
from armada_sim.photo.choosing import SEEN, Chosen, all_ships, in_one_place, outlines
from armada_sim.photo.contrast import MIDDLE
from armada_sim.photo.edges import Body, lying
from armada_sim.photo.paper import WHOLE
from armada_sim.photo.readings import SIDES_MM, Paper, Question, SaidShip, Topic
from armada_sim.photo.said import likeliest_of
from armada_sim.photo.saying import sheet_named
from armada_sim.photo.scaling import surely
from armada_sim.photo.sheets import cost_of
from armada_sim.photo.weighing import features, weighed
from armada_sim.tabletop import Amount, Message

_CLEARER = 8.0
"""By how much another sheet must fit better (half a sum of squares, in spreads) to be asked about."""

_RATHER = 2.5
"""By how much more must speak for another sheet, on which ships were looked for, too, to be asked about."""

_EDGES = 0.5
"""What edges count, those of ships and of the sheet, beside the odds of ships where two sheets may lie in one place:
all points of one err alike, and those of one picture are not many."""

_LIKELIER = 2.5
"""Logarithm of the odds by which a ship must rather be of another size to be asked about."""

_LOOSE, _LOOSE_FOCAL = 0.3, 0.3
"""Of a picture's reach, how far from its middle the axis may be where it was cropped; how far off its focal length."""

_CROPPED, _CROPPED_SPREADS, _THOUGH_WHOLE = 0.05, 4.0, 6.0
"""Of its reach, how far the axis must be from the middle, and in its standard deviations, to be asked about; in these
of a picture whose sides are to each other as cameras make them. Of whole ones it was 5.3 at most, on 90 photographs; of
ones a quarter of which was cut off 6 and more on nine of fourteen."""

_BLURRED = 2.6 / 2000
"""Of a picture's longer side: a standard deviation of blur with which edges are hardly seen."""

_FEW = 4
"""Without a sheet or a pattern, fewer sure ships look nearly the same from another side if some are of other sizes;
beside a sheet too, where the picture may be cropped."""

_PLAIN = 2.0
"""Logarithm of the odds of a ship at which somebody points: of those seen less plainly a third lies otherwise."""

_BESIDE_PX = 9.0
"""Of the picture that is worked on: a corner that was set farther from where the picture shows it is asked about."""


def spoken_for(known: Known, done: Chosen) -> float:
    """What speaks for ships and the sheet beside which they were found."""
    return done.total - _EDGES * cost_of(done.adjusted, known.expected)


def loosened(expected: Expected) -> Expected:
    """Of a picture that was cropped."""
    return replace(expected, aside_spread=_LOOSE, focal_spread=max(_LOOSE_FOCAL, expected.focal_spread))


def cropped(known: Known, begin: Begin, done: Chosen, seems_whole: bool) -> Adjusted | None:
    """The same with the axis away from the picture's middle, where it surely is.

    seems_whole: whether its sides are to each other as cameras make them.
    """
    loose = loosened(known.expected)
    state, sound = done.adjusted.state, [k for k, odds in enumerate(done.odds) if odds > 0]
    own = [known.bodies[done.sizes[k]] for k in sound]
    some = replace(state, poses=state.poses[sound].reshape(-1, 3))
    fit = adjusted(known.sight.taken, some, own, begin.sheet, loose)
    camera = fit.state.camera
    aside = np.array(camera.aside) / camera.reach
    far = float(np.linalg.norm(aside / np.sqrt(np.diag(fit.covariance)[ASIDE])))
    if not (_CROPPED < np.linalg.norm(aside) < 1 and far > (_THOUGH_WHOLE if seems_whole else _CROPPED_SPREADS)):
        return None
    if begin.seen > WHOLE:  # the sheet is right, so a fit that is worse has run away
        before = adjusted(known.sight.taken, some, own, begin.sheet, known.expected)
        if cost_of(fit, loose) > cost_of(before, known.expected) + _CLEARER:
            return None
    bodies, others = [known.bodies[size] for size in done.sizes], frozenset(range(len(done.sizes))) - frozenset(sound)
    return adjusted(known.sight.taken, state, bodies, begin.sheet, loose, doubtful=others)


def questions(
    known: Known, found: Sequence[Begin], done: Chosen, names: Sequence[str], tolerances: Sequence[float | None],
    said: Sequence[SaidShip] | None, was_cropped: bool, any_scale: bool,
) -> tuple[Question, ...]:  # fmt: skip
    """What to ask, the picture and the sheet first; with the wrong sheet nothing can be said of sizes.

    any_scale: whether all ships could as well be a size larger, or smaller.
    """
    of_ships: list[Question] = []
    asked = [*_of_sheet(known, found, done if said is None else None)]
    another_sheet = bool(asked)
    few = not _show_camera(known, done if said is not None else surely(done))
    if was_cropped:
        text = Message(
            "This picture was cropped: its middle is not the lens's. Take the picture as the camera made it."
        )
        asked.append(Question(Topic.CROPPED, "", text))
    if known.blur > _BLURRED * max(known.picture):
        text = Message("This picture is blurred: hold the camera still, with more light, and take it again.")
        asked.append(Question(Topic.PICTURE, "", text))
    if any_scale:
        surest = names[int(np.argmax(done.odds))]
        text = Message(
            "All ships may be a size larger or smaller, and lie as much farther apart or nearer: say which size {ship}"
            " is, or lay a sheet of paper beside them.",
            ship=surest,
        )
        asked.append(Question(Topic.SCALE, surest, text))
    elif not done.sizes:
        text = Message("No ships were found: take the picture from nearer, with more light.")
        asked.append(Question(Topic.PICTURE, "", text))
    elif few and found[0].sheet is None:
        text = Message("So few ships do not show how the camera stood: lay a sheet of paper beside them.")
        asked.append(Question(Topic.PICTURE, "", text))
    elif few and known.expected.may_be_cropped and not was_cropped:
        text = Message(
            "So few ships do not show whether this picture was cropped: take it again in the camera's 4:3 format."
        )
        asked.append(Question(Topic.CROPPED, "", text))
    for k, tolerance in enumerate(tolerances):
        about = [] if said is None or another_sheet else [*_of_ship(known, done, k, said[k])]
        if tolerance is None:  # where the picture shows its corners is not known either
            about = [one for one in about if one.topic is Topic.SIZE]
        of_ships += about
    return (*asked, *of_ships)


def _show_camera(known: Known, ships: Chosen) -> bool:
    """Whether without a sheet it is known how the camera stood: enough ships say so, or a pattern of the table."""
    return known.expected.lattice is not None or len(ships.sizes) >= _FEW


def _of_sheet(known: Known, found: Sequence[Begin], done: Chosen | None) -> Iterator[Question]:
    """Whether another sheet fits much better than the one that was said; done: what was found with that one."""
    said, begin = known.said_size, found[0]
    if said is None or begin.sheet is None:
        return
    if not is_sheet(begin.sheet, said):
        yield _looks_like(begin.paper, said)
        return
    for other in found[1:]:
        if other.sheet is not None and not is_sheet(other.sheet, said) and other.cost + _CLEARER < begin.cost:
            yield _looks_like(other.paper, said)
            return
    if done is None:
        return
    for other in rivals_of(found):
        if spoken_for(known, all_ships(known, other)) > spoken_for(known, done) + _RATHER:
            yield _looks_like(other.paper, said)


def _looks_like(paper: Paper, said: tuple[float, float]) -> Question:
    was = next((sheet_named(one) for one, sides in SIDES_MM.items() if np.allclose(said, sides, atol=0.05)), None)
    if was is None:
        wide, high = (Amount(f"{side:g}", "mm") for side in said)
        text = Message(
            "This looks like a sheet of {paper}, not {wide} by {high}.", paper=sheet_named(paper), wide=wide, high=high
        )
    else:
        text = Message("This sheet looks like {paper}, not {said}.", paper=sheet_named(paper), said=was)
    return Question(Topic.PAPER, "", text, paper.value)


def _odds_of_sizes(known: Known, done: Chosen, k: int, ship: SaidShip) -> Floats:
    """(sizes,). Logarithms of the odds that a ship is of each size, about the same middle."""
    state, own = done.adjusted.state, known.bodies[done.sizes[k]]
    turn = state.poses[k, 2]
    ahead = MIDDLE * np.array([np.cos(turn), np.sin(turn)])
    middle = state.poses[k, :2] + own.corners[2, 0] * ahead
    poses = np.array([np.append(middle - body.corners[2, 0] * ahead, turn) for body in known.bodies])
    lies = each_adjusted(known.sight.image, replace(state, poses=poses), known.bodies, _RANGES_PX)
    here = weighed(features(known.sight, lies, known.bodies))
    anew = [likeliest_of(known, state.camera, replace(ship, wire=()), size) for size in range(len(known.bodies))]
    ships = outlines(state.camera.project(lying([known.bodies[size] for size in done.sizes], state.poses)))
    others = [*ships[:k], *ships[k + 1 :]]
    shapes = outlines(state.camera.project(lying(known.bodies, np.array([pose for pose, _ in anew]))))
    for size, (shape, (_, odds)) in enumerate(zip(shapes, anew, strict=True)):
        if not any(in_one_place(shape, other, SEEN) for other in others):
            here[size] = max(here[size], odds)
    return here


_RANGES_PX = (6.0, 4.0, 3.0, 2.0)


def _of_ship(known: Known, done: Chosen, k: int, ship: SaidShip) -> Iterator[Question]:
    camera = done.adjusted.state.camera
    if ship.size is not None:
        odds = _odds_of_sizes(known, done, k, ship)
        best = int(np.argmax(odds))
        if known.sizes[best] != ship.size and odds[best] > max(0.0, odds[done.sizes[k]] + _LIKELIER):
            text = Message("{ship} looks like a {size}.", ship=ship.name, size=known.sizes[best].ship)
            yield Question(Topic.SIZE, ship.name, text, known.sizes[best].value)
    if ship.wire:
        body: Body = known.bodies[done.sizes[k]]
        seen = camera.project(lying([body], done.adjusted.state.poses[k : k + 1])[0])
        off = float(np.linalg.norm(seen - np.array(ship.wire), axis=1).max())
        if off > _BESIDE_PX:
            pixels = Amount(f"{off / known.shown:.0f}")
            text = Message(
                "A corner of {ship} was set {pixels} px from where the picture shows it.", ship=ship.name, pixels=pixels
            )
            yield Question(Topic.MARK, ship.name, text)
    elif done.odds[k] < _PLAIN:
        text = Message("{ship} is hardly seen: look whether its wire lies on it.", ship=ship.name)
        yield Question(Topic.PLACE, ship.name, text)

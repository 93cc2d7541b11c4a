"""A picture of a table in, the ships on it out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import tee
from pathlib import Path

import numpy as np

from armada_sim.geometry import HEADING_GRID_DEG, POSE_GRID_MM
from armada_sim.photo.adjusting import Adjusted, Expected, refined
from armada_sim.photo.alone import spots
from armada_sim.photo.beginning import Begin, Known, alone, beginnings, quads_of, rivals_of, sheets_of
from armada_sim.photo.camera import Camera, Floats
from armada_sim.photo.choosing import Chosen, all_ships, doubtful
from armada_sim.photo.colouring import colour_of, players, ship_names
from armada_sim.photo.doubting import cropped, loosened, questions, spoken_for
from armada_sim.photo.edges import blur_of, body, lying
from armada_sim.photo.finding import sight
from armada_sim.photo.opening import Cut, Opened, opened
from armada_sim.photo.paper import small_of
from armada_sim.photo.pattern import pattern
from armada_sim.photo.readings import Paper, Question, Reading, ReadShip, SaidSheet, SaidShip, Source, Topic
from armada_sim.photo.said import fitted
from armada_sim.photo.saying import called
from armada_sim.photo.scaling import scaled
from armada_sim.photo.sheets import Laid
from armada_sim.photo.solids import solid, visible
from armada_sim.photo.together import Looking, Ships, camera_over, laid_over, pairs_of, shift_to, together
from armada_sim.photo.trusting import tolerances
from armada_sim.table import PROFILES, Pose, Profile, Size, on_grid
from armada_sim.tabletop import InputError, Language, Message, inside

USUAL_FOCAL, FOCAL_SPREAD = 0.85, 0.25
"""Of the longer side of a picture, and the standard deviation of its logarithm, where it says none: of telephones."""

SAID_SPREAD = 0.015
"""The same where it does: telephones round to whole millimetres of some 25."""

SWELL_OF_BLUR = 0.4
"""Of a picture's blur: by how much more what is light is seen larger."""

CROPPED_SPREAD = 0.2
"""Of a picture's reach: how far from its middle the axis is where it was cropped."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A picture and the sheets in it, before anything is said of its ships."""

    given: Opened
    known: Known
    sheets: Sequence[Laid]
    cut: bool
    """Whether a sheet shows that it was cropped."""

    alone: Sequence[Begin] | None
    """Cameras that ships alone show; None beside a sheet, where they are not looked for yet."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """A picture as it was read alone."""

    given: Opened
    known: Known
    found: Sequence[Begin]
    done: Chosen
    cropped: bool
    any_scale: bool
    """Whether all ships could as well be a size larger, or smaller."""


def read(
    source: Source | Prepared | Sequence[Source],
    profile: Profile | None,
    sheet: Paper | SaidSheet | None,
    ships: Sequence[SaidShip] | None,
    words: Language,
) -> Reading:
    """As `asking.read` says."""
    if isinstance(source, Prepared):
        return _of_one(_shown(source, ships), ships, words)
    sources = [source] if isinstance(source, Path | bytes) else list(source)
    names = [str(one) if len(sources) > 1 and isinstance(one, Path) else "" for one in sources]  # one alone is known
    pictures = list[Opened]()
    for name, one in zip(names, sources, strict=True):  # all of them before any is read, which takes seconds
        with inside(file=name):
            pictures.append(opened(one))
    there = _solids(profile)
    with inside(file=names[0]):
        shown = _shown(_prepared(pictures[0], there, sheet), ships)
    if len(pictures) > 1:
        usual, more = None if isinstance(sheet, SaidSheet) else sheet, []
        for name, another in zip(names[1:], pictures[1:], strict=True):
            with inside(file=name):
                more.append(_shown(_prepared(another, there, usual), None))
        return _together(shown, more, ships, words)
    return _of_one(shown, ships, words)


def prepared(source: Source, profile: Profile | None, sheet: Paper | SaidSheet | None) -> Prepared:
    """As `asking.prepared` says."""
    return _prepared(opened(source), _solids(profile), sheet)


def _solids(profile: Profile | None) -> dict[Size, Floats]:
    """From the shortest."""
    pieces = profile or PROFILES["ideal_sharp"]
    return {size: solid(pieces[size]) for size in sorted(pieces.sizes, key=lambda one: float(pieces[one].length))}


def _prepared(given: Opened, solids: Mapping[Size, Floats], sheet: Paper | SaidSheet | None) -> Prepared:
    known, sheets, cut = _with_sheets(_known(given, solids, sheet))
    return Prepared(given, known, sheets, cut, None if sheets else alone(known))


def _of_one(shown: _Shown, said: Sequence[SaidShip] | None, words: Language) -> Reading:
    return _told(shown, shown.done, _stated(shown, shown.done, said), said, words)


def _shown(picture: Prepared, ships: Sequence[SaidShip] | None) -> _Shown:
    given, known, sheets = picture.given, picture.known, picture.sheets
    said = None if ships is None else [_worked_on(ship, given) for ship in ships]
    seen_by = partial(all_ships, known) if said is None else partial(fitted, known, ships=said)
    begun = partial(beginnings, known, sheets, before=picture.alone)
    found = begun(said) or (begun(None) if said else [])
    if not found:
        raise _nothing()
    if said is None:
        begin, done = _likeliest(known, found)
    else:
        begin, done = max(((one, seen_by(one)) for one in _to_fit(found)), key=_odds_of)
    if begin.seen and known.sheet is None and done.total < _DOUBTED * len(done.sizes):
        without = _without_sheet(found) or alone(known, said)
        begin, done = max([(begin, done), *((one, seen_by(one)) for one in without)], key=_odds_of)
    others, any_scale = [one for one in found if one is not begin], False
    if begin.sheet is None:
        begin, done, several = scaled(known, begin, done, seen_by)
        if said is None and done.odds.max(initial=0) < _SUREST:
            raise _nothing()
        any_scale = several and all(ship.size is None for ship in said or ())
    found = [begin, *others]
    seems_whole = not known.expected.may_be_cropped
    tells = begin.sheet is not None if seems_whole else given.cut is Cut.PERHAPS  # ships alone do not
    other = cropped(known, begin, done, seems_whole) if tells else None
    placed = refined(
        known.sight.taken,
        done.adjusted if other is None else other,
        [known.bodies[size] for size in done.sizes],
        begin.sheet,
        known.expected if other is None else loosened(known.expected),
        doubtful(done.odds),
    )
    return _Shown(
        given,
        known,
        found,
        replace(done, adjusted=placed),
        given.cut is Cut.SURELY or (picture.cut and begin.sheet is not None) or other is not None,
        any_scale,
    )


def _to_fit(found: Sequence[Begin]) -> Sequence[Begin]:
    """Where ships are said: the likeliest camera, or those that ships alone show."""
    return found[:1] if found[0].sheet is not None else _without_sheet(found)[:_MOST_BEGINNINGS]


def _without_sheet(found: Sequence[Begin]) -> list[Begin]:
    return [one for one in found if one.sheet is None]


def _odds_of(one: tuple[Begin, Chosen]) -> float:
    """Logarithm: of the ships that a camera sees, and of its sheet."""
    return one[1].total + _SHEET * one[0].seen


def _likeliest(known: Known, found: Sequence[Begin]) -> tuple[Begin, Chosen]:
    """Of ways to begin, the likeliest first, that for which most speaks when all ships are known."""
    tried: list[tuple[Begin, Chosen]] = []
    rivals = rivals_of(found) if known.sheet is None else []
    for begin in _in_turn(found, rivals)[:_MOST_BEGINNINGS]:
        clearly_less = len(tried) > len(rivals) and begin.odds < found[0].odds - _CLEARLY
        if clearly_less and max(one.total for _, one in tried) > _ENOUGH:
            break
        tried.append((begin, all_ships(known, begin)))
        if begin.seen and tried[-1][1].total > _ENOUGH and len(tried) > len(rivals):
            break
    best = max(tried, key=_odds_of)
    either = tried[: 1 + len(rivals)]
    if rivals and any(one is best for one in either):
        best = max(either, key=lambda one: spoken_for(known, one[1]))
    return best


def _nothing() -> InputError:
    return InputError(
        Message("neither a sheet of paper nor ships were found: take the picture from nearer, with more light")
    )


_SUREST = 5.0
"""Logarithm of the odds of the surest ship without which ships alone are prints of a cloth: on 108 photographs without
a sheet it was 7.0 at least, on one whose sheet was not seen, where prints were taken for ships, 4.3."""


def _with_sheets(known: Known) -> tuple[Known, list[Laid], bool]:
    """Sheets in a picture, and whether one shows that it was cropped: before a camera whose axis meets its middle, the
    pattern of the table may leave no place for it."""
    given, again = tee(quads_of(known))
    sheets = sheets_of(known, given)
    if sheets or known.pattern is None or known.expected.may_be_cropped:
        return known, sheets, False
    cut = replace(known, expected=_as_cropped(known.expected))
    seen = [one for one in sheets_of(cut, again) if one.seen > _SURELY and _may_be_cut(one.adjusted.state.camera)]
    return (cut, seen, True) if seen else (known, [], False)


_SURELY = 0.85
"""Share of a sheet's sides that must be seen."""


def _may_be_cut(camera: Camera) -> bool:
    """Whether an axis is no farther from the middle of a picture than those of pictures that were cropped."""
    return math.hypot(*camera.aside) < _FARTHEST_AXIS * CROPPED_SPREAD * camera.reach


_FARTHEST_AXIS = 3.0
"""Of standard deviations."""


def _as_cropped(expected: Expected) -> Expected:
    return replace(expected, focal_spread=FOCAL_SPREAD, aside_spread=CROPPED_SPREAD)


_MOST_BEGINNINGS, _ENOUGH, _CLEARLY, _SHEET = 3, 6.0, 4.0, 10.0
"""Cameras that are tried; the logarithms of odds of all ships, added up, after which no other is with a sheet; by how
much less may speak for one that is tried without; and what a whole sheet counts beside ships."""

_DOUBTED = 4.0
"""Logarithm of the odds of a ship, in the mean: where those beside a sheet are less sure, what is seen may be the
side of something else, such as a cup, and cameras that ships alone show are tried. Beside 80 right sheets it was 4.9 at
least, beside two wrong ones 2.7 and 1.6."""

_HOPELESS = 1.0
"""Logarithm of the odds of a camera below which it is not tried beside another."""


def _in_turn(found: Sequence[Begin], rivals: Sequence[Begin]) -> list[Begin]:
    """The likeliest camera, then those that are tried beside it: a sheet without ships may be a pattern of a cloth."""
    others = [one for one in found[1:] if one.odds >= _HOPELESS and all(one is not rival for rival in rivals)]
    return [found[0], *rivals, *(sorted(others, key=lambda one: bool(one.seen)) if found[0].seen else others)]


def _stated(shown: _Shown, done: Chosen, said: Sequence[SaidShip] | None) -> tuple[float | None, ...]:
    wired = [k for k, ship in enumerate(said or ()) if ship.wire]
    return tolerances(done, [shown.known.bodies[size] for size in done.sizes], shown.found[0].seen, wired)


def _together(first: _Shown, others: Sequence[_Shown], said: Sequence[SaidShip] | None, words: Language) -> Reading:
    """Several pictures: the ships of all of them, in the frame of the first."""
    ships = Ships(first.done.sizes, first.done.adjusted.state.poses)
    odds = first.done.odds
    views = [_looking(first, first.done.adjusted.state.camera, first.found[0].sheet, range(len(ships.sizes)))]
    used, lost = [first], []
    for number, other in enumerate(others, 2):
        there = Ships(other.done.sizes, other.done.adjusted.state.poses)
        over = shift_to(ships, there)
        if over is None:
            lost.append(number)
            continue
        same = {j: i for i, j in pairs_of(ships, there, *over)}
        new = [j for j in range(len(there.sizes)) if j not in same and said is None]
        same |= {j: len(ships.sizes) + k for k, j in enumerate(new)}
        ships = Ships(
            (*ships.sizes, *(there.sizes[j] for j in new)),
            np.concatenate([ships.poses, laid_over(there.poses[new].reshape(-1, 3), *over)]),
        )
        odds = np.concatenate([odds, other.done.odds[new]])
        for j, i in same.items():
            odds[i] = max(odds[i], other.done.odds[j])
        sheet = other.found[0].sheet
        over_sheet = None if sheet is None else laid_over(np.column_stack([sheet, np.zeros(4)]), *over)[:, :2]
        views.append(
            _looking(
                other,
                camera_over(other.done.adjusted.state.camera, *over),
                _sheet_of(first, over_sheet),
                sorted(same.values()),
            )
        )
        used.append(other)
    bodies = [first.known.bodies[size] for size in ships.sizes]
    fits = together(views, ships.poses, bodies)
    each = [_stated(one, Chosen(fit, ships.sizes, odds), said) for one, fit in zip(used, fits, strict=True)]
    stated = [
        _least(off[k] for off, view in zip(each, views, strict=True) if k in view.shown) for k in range(len(bodies))
    ]
    done = Chosen(fits[0], ships.sizes, odds)
    return _told(
        first,
        done,
        tuple(stated),
        said,
        words,
        [(one, fit, view.shown) for one, fit, view in zip(used, fits, views, strict=True)],
        lost,
    )


def _least(given: Iterable[float | None]) -> float | None:
    return min((one for one in given if one is not None), default=None)


def _looking(shown: _Shown, camera: Camera, sheet: Floats | None, ships: Iterable[int]) -> Looking:
    return Looking(
        shown.known.sight.taken, shown.known.expected, camera, shown.done.adjusted.state.radius, sheet, tuple(ships)
    )


def _sheet_of(first: _Shown, sheet: Floats | None) -> Floats | None:
    """The sheet of another picture where it lies on that of the first, of which it is then the same; else none."""
    here = first.found[0].sheet
    if here is None or sheet is None:
        return None
    order = [int(np.argmin(np.linalg.norm(here - corner, axis=1))) for corner in sheet]
    alike = sorted(order) == [0, 1, 2, 3] and np.linalg.norm(here[order] - sheet, axis=1).max() < _SAME_SHEET_MM
    return here[order] if alike else None


_SAME_SHEET_MM = 12.0
"""How far apart corners of one sheet may lie in two pictures."""


def _known(given: Opened, solids: Mapping[Size, Floats], sheet: Paper | SaidSheet | None) -> Known:
    rows, columns = given.rgb.shape[:2]
    if given.focal is None:
        expected = Expected(USUAL_FOCAL * max(rows, columns), FOCAL_SPREAD)
    else:
        expected = Expected(given.focal * given.scale, SAID_SPREAD)
    blur = blur_of(given.rgb)
    expected = replace(expected, swell_spread=expected.swell_spread + SWELL_OF_BLUR * blur)
    if given.cut is not Cut.NOT:
        expected = _as_cropped(expected)
    repeats = pattern(given.rgb, expected.focal)
    if repeats is not None and repeats.lattice.both_ways:
        expected = replace(expected, lattice=repeats.lattice)
    before = sight(given.rgb)
    if isinstance(sheet, SaidSheet) and sheet.corners:
        sheet = replace(sheet, corners=tuple((x * given.scale, y * given.scale) for x, y in sheet.corners))
    searched = before if repeats is None else sight(repeats.cleared, before)
    return Known(
        given.rgb,
        small_of(given.rgb),
        searched,
        spots(searched.perceived),
        np.stack([*solids.values()]),
        tuple(solids),
        tuple(body(one) for one in solids.values()),
        expected,
        given.focal is not None,
        sheet,
        given.scale,
        blur,
        repeats,
    )


def _worked_on(ship: SaidShip, given: Opened) -> SaidShip:
    """The same, in pixels of the picture that is worked on."""
    scale = given.scale
    wire = tuple((x * scale, y * scale) for x, y in ship.wire)
    return replace(ship, at=(ship.at[0] * scale, ship.at[1] * scale), wire=wire)


def _told(
    shown: _Shown,
    done: Chosen,
    stated: Sequence[float | None],
    said: Sequence[SaidShip] | None,
    words: Language,
    views: Sequence[tuple[_Shown, Adjusted, Sequence[int]]] = (),
    lost: Sequence[int] = (),
) -> Reading:
    """views: if there are several pictures, their fits and the ships found in each; lost: numbers of others."""
    given, begin, poses = shown.given, shown.found[0], done.adjusted.state.poses
    camera = enlarged(done.adjusted.state.camera, given)
    corners = lying([shown.known.bodies[size] for size in done.sizes], poses)
    views = views or [(shown, done.adjusted, range(len(corners)))]
    colours = [_colour_of(k, lies, views) for k, lies in enumerate(corners)]
    owners = players(np.array(colours, dtype=np.float64).reshape(-1, 3))
    names = ship_names([called(owner, words) for owner in owners]) if said is None else [ship.name for ship in said]
    worked_on = said and [_worked_on(ship, given) for ship in said]
    any_scale = all(one.any_scale for one, _, _ in views)
    if any_scale:
        stated = [None] * len(stated)
    asked = questions(shown.known, shown.found, done, names, stated, worked_on, shown.cropped, any_scale)
    ships = [
        ReadShip(
            name=name,
            player=player,
            colour=colour,
            size=shown.known.sizes[size],
            pose=pose_of(pose),
            tolerance=tolerance,
            wire=_pixels(camera.project(lies)),
            hidden=tuple(not seen for seen in visible(camera.place, lies[None])[0]),
        )
        for name, player, colour, size, pose, lies, tolerance in zip(
            names, owners, colours, done.sizes, poses, corners, stated, strict=True
        )
    ]
    if said is None:  # one player's after another's, the surest first
        ships.sort(key=lambda ship: owners.index(ship.player))
    x, y, z = camera.place
    return Reading(
        picture=(given.width, given.height),
        ships=tuple(ships),
        paper=begin.paper,
        sheet=() if begin.sheet is None else _pixels(camera.seen(begin.sheet)),
        size=None if begin.sheet is None else (float(begin.sheet[2, 0]), float(begin.sheet[2, 1])),
        questions=(*(_left_out(number) for number in lost), *asked),
        focal=camera.focal,
        camera=(float(x), float(y), float(z)),
    )


def _left_out(number: int) -> Question:
    text = Message("Picture {n} shows too few of the same ships: it was left out.", n=str(number))
    return Question(Topic.PICTURE, "", text)


def _colour_of(
    number: int, lies: Floats, views: Sequence[tuple[_Shown, Adjusted, Sequence[int]]]
) -> tuple[int, int, int]:
    """As the first picture shows it in which a ship was found."""
    shown, fit = next((shown, fit) for shown, fit, ships in views if number in ships)
    return colour_of(shown.given.rgb, fit.state.camera.project(lies))


def pose_of(pose: Floats) -> Pose:
    """Of (3,) mm, mm, radians."""
    heading = math.degrees(pose[2]) % 360
    return Pose(on_grid(pose[0], POSE_GRID_MM), on_grid(pose[1], POSE_GRID_MM), on_grid(heading, HEADING_GRID_DEG))


def enlarged(camera: Camera, given: Opened) -> Camera:
    """The same camera, for the picture as it was taken."""
    x, y = camera.aside
    return replace(
        camera,
        width=given.width,
        height=given.height,
        focal=camera.focal / given.scale,
        aside=(x / given.scale, y / given.scale),
    )


def _pixels(points: Floats) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in points)

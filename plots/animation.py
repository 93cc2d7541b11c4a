"""A replay as one HTML page: an SVG whose ships a small script moves, and every action in words.

Without scripts the page shows the last position and the list of actions. Lengths in the SVG are mm, y downwards.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from html import escape
from importlib.resources import files
from pathlib import Path

from armada_sim.files import Replay
from armada_sim.geometry import Point
from armada_sim.pictures import PlayerLook, Spot, Style, View, Words, round_length, shapes
from armada_sim.table import Obstacle, Pose, Rules, Ship
from armada_sim.tabletop import N_, InputError, Message, write_files
from plots.frames import Frame, all_ships, closing, common_view, frames, name_spots
from plots.settings import plain
from plots.style_file import style_of

KIND = ".html"
"""How the name of an animation ends."""

_HATCHES = {
    "////": "M0,4 L4,0", "\\\\\\\\": "M0,0 L4,4", "----": "M0,2 H4", "++++": "M0,2 H4 M2,0 V4",
    "....": "M1.5,2 h1",
}  # fmt: skip
"""Matplotlib's hatches as paths of a tile of 4 by 4 mm."""

TEXT_SHARE = 0.013
"""Height of letters as a share of the picture's width."""

LETTERS = 9.0
"""Points. Height of letters where their places are sought; lengths there are in the same proportion."""

_BUTTONS = {
    "TO_FIRST": N_("first"), "ONE_BACK": N_("back"), "PLAY": N_("play"), "PAUSE": N_("pause"), "ONE_ON": N_("next"),
    "TO_LAST": N_("last"), "SLIDER": N_("action shown"), "ALL_ACTIONS": N_("All actions"),
    "KEYS": N_("Keys: arrows, Home, End, space."),
}  # fmt: skip
"""Places of the page and what is said there."""


@plain
def save_animation(
    found: Replay, path: str | Path, *, style: str | Style = "screen", lang: str = "en",
    progress: Callable[[int], None] = lambda _: None,
) -> None:  # fmt: skip
    """Write a replay as a page (.html), whole or not at all; `progress` is called with every picture's number.

    Raises InputError for another suffix, an unknown style or language, or if the file cannot be written.
    """
    target = Path(path)
    if target.suffix.lower() != KIND:
        said = Message(
            "the name of an animation ends in {known}, not as {name} does", known=KIND, name=repr(target.name)
        )
        raise InputError(said)
    look, words = style_of(style), Words(lang)
    write_files([(target, page(found, frames(found, lang, progress), look, words).encode())])


def page(found: Replay, shown: Sequence[Frame], style: Style, words: Words) -> str:
    """The page."""
    record = found.record
    rules, players = record.agreement.rules, record.agreement.players
    view, ships = common_view(list(shown), found), all_ships(list(shown))
    title = words.say(record.title) if record.title else ""
    title = style.heading_words or title or words.say("A game of Armada: {players}", players=", ".join(players))
    looks, last = style.looks(players), shown[-1]
    notes = {name: words.say(note) for name, note in record.notes}
    legend = _legend(players, looks, notes) + (_flag_legend(words) if _flown(shown) else "")
    named = list(name_spots(shown, rules, view, LETTERS / (view.width * TEXT_SHARE), LETTERS, "DejaVu Sans"))
    texts = {
        "TITLE": escape(title), "H1": f"<h1>{escape(title)}</h1>" if style.heading else "",
        "LANG": words.lang, "CSS": _css(style, looks, players),
        "SVG": _svg(shown, ships, rules, view, looks, words, title, named),
        "HEADING": escape(last.heading), "WORDS": escape(last.words), "NOTATION": escape(last.notation),
        "CLOSING": escape(closing(found, words.lang)),
        "LEGEND": "" if style.legend == "none" else f'<ul class="legend">{legend}</ul>',
        "LIST": _list(shown), "MOST": str(len(shown) - 1), "DATA": _data(shown, ships, rules, named),
        "SCRIPT": (files("plots") / "animation.js").read_text(encoding="utf-8"),
        **{key: escape(words.say(message)) for key, message in _BUTTONS.items()},
    }  # fmt: skip
    template = (files("plots") / "animation.html").read_text(encoding="utf-8")
    parts = template.split("@@")  # every second part is the name of a text
    return "".join(texts[part] if i % 2 else part for i, part in enumerate(parts))


def _number(value: float, places: int = 3) -> str:
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _points(corners: Sequence[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(-y)}" for x, y in corners)


def _css(style: Style, looks: dict[str, PlayerLook], players: Sequence[str]) -> str:
    rows = [f".p{i}{{fill:{looks[player].fill}}}" for i, player in enumerate(players)]
    colours = {
        "page": style.page, "surface": style.surface, "edge": style.surface_edge, "ink": style.ink,
        "quiet": style.quiet,
        "halo": style.halo, "thing": style.thing, "thing-ink": style.thing_ink, "good": style.good,
    }  # fmt: skip
    rows += [] if style.width_mm is None else [f"#table svg{{width:{style.width_mm:g}mm}}"]
    rows += [] if style.margin_mm else ["body{padding:0}"]
    return ":root{" + ";".join(f"--{name}:{colour}" for name, colour in colours.items()) + "}" + "".join(rows)


def _svg(
    shown: Sequence[Frame], ships: Sequence[Ship], rules: Rules, view: View, looks: dict[str, PlayerLook], words: Words,
    title: str, named: Sequence[Mapping[str, Spot]],
) -> str:  # fmt: skip
    layout, height = shown[-1].layout, view.width * TEXT_SHARE
    border = shapes.surface_corners(layout.surface)
    bar, number = round_length(view.width / 4, words.unit)
    x, y = view.left + 2 * height, -view.bottom + 1.6 * height
    box = f"{_number(view.left)} {_number(-view.top)} {_number(view.width)} {_number(view.height + 3 * height)}"
    players = list(looks)
    described = words.say("The table seen from above; under it, what each action did.")
    out = [
        f'<svg viewBox="{box}" role="img" aria-labelledby="t d" font-size="{_number(height)}">',
        f'<title id="t">{escape(title)}</title><desc id="d">{escape(described)}</desc>',
        f"<defs>{_definitions(ships, rules, looks)}</defs>",
        f'<polygon class="surface" points="{_points(border)}"/>' if border else "",
        *(_thing(thing, shown) for thing in layout.objects),
        '<g id="ghost" display="none"><use href=""/></g>',
        *(_ship(i, ship, layout.ships, rules, players) for i, ship in enumerate(ships)),
        '<line id="shot" display="none"/>',
        *(_flag(i, ship, shown[-1], rules) for i, ship in enumerate(ships) if ship.name in _flown(shown)),
        *(_name(i, ship, named) for i, ship in enumerate(ships)),
        f'<path class="bar" d="M{_number(x)},{_number(y)} h{_number(bar)}"/>',
        f'<text class="scale" x="{_number(x + bar + height)}" y="{_number(y)}">{escape(words.tell(number))}</text>',
        "</svg>",
    ]
    return "\n".join(part for part in out if part)


def _at_origin(ship: Ship, damage: int = 0) -> Ship:
    return replace(ship, pose=Pose(0, 0, 0), damage=damage)


def _definitions(ships: Sequence[Ship], rules: Rules, looks: dict[str, PlayerLook]) -> str:
    """Hull, tip and dots of every size in its own frame, and the players' hatches."""
    out = []
    for size in dict.fromkeys(ship.size for ship in ships):
        ship = _at_origin(Ship("ship", "player", size, Pose(0, 0, 0)))
        out.append(f'<polygon id="h-{size}" points="{_points(shapes.corners_of(ship, rules))}"/>')
        out.append(f'<polygon id="t-{size}" points="{_points(shapes.tip_mark(ship, rules))}"/>')
    (top, peak, low), (mast, *_) = shapes.pennant((0.0, 0.0)), shapes.FLAG_MM
    out.append(f'<g id="flag"><path d="M0,0 V{_number(-mast)}"/><polygon points="{_points((top, peak, low))}"/></g>')
    for i, look in enumerate(looks.values()):
        if look.hatch in _HATCHES:
            out.append(
                f'<pattern id="k{i}" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="scale(1.8)">'
                f'<path d="{_HATCHES[look.hatch]}" stroke="{look.hatch_ink}" stroke-width="0.7"/></pattern>'
            )
    return "".join(out)


def _ship(number: int, ship: Ship, last: Sequence[Ship], rules: Rules, players: Sequence[str]) -> str:
    """A ship where it lies in the last picture."""
    now = next((other for other in last if other.name == ship.name), None)
    who = players.index(ship.player)
    kind = f"ship p{who}{' sunk' if now is not None and now.sunk else ''}"
    place = f'transform="{_transform(now.pose)}"' if now is not None else 'display="none"'
    dots = "".join(_dots(ship, count, rules, now) for count in range(1, ship.size.pips))
    return (
        f'<g id="s{number}" class="{kind}" {place}><title>{escape(ship.name)}</title>'
        f'<use class="hull" href="#h-{ship.size}"/><use class="hatch" href="#h-{ship.size}" fill="url(#k{who})"/>'
        f'<use class="tip" href="#t-{ship.size}"/><use class="line" href="#h-{ship.size}"/>{dots}</g>'
    )


def _flown(shown: Sequence[Frame]) -> set[str]:
    """The ships that carry a flag in any picture."""
    return {name for frame in shown for name in frame.flagships}


def _flag(number: int, ship: Ship, last: Frame, rules: Rules) -> str:
    """A flagship's pennant where it flies in the last picture."""
    if ship.name not in last.flagships:
        return f'<use id="f{number}" class="flag" href="#flag" display="none"/>'
    x, y = shapes.flag_foot(last.layout.ship(ship.name), rules)
    return f'<use id="f{number}" class="flag" href="#flag" transform="translate({_number(x)} {_number(-y)})"/>'


def _flag_legend(words: Words) -> str:
    mast, length, _ = shapes.FLAG_MM
    box = f"{_number(-length / 2)} {_number(-mast - 1)} {_number(2 * length)} {_number(mast + 2)}"
    flag = f'<svg viewBox="{box}" class="flag" aria-hidden="true"><use href="#flag"/></svg>'
    return f"<li>{flag} {escape(words.say('flagship: carries the flag'))}</li>"


def _transform(pose: Pose) -> str:
    x, y, heading = _place(pose)
    return f"translate({_number(x)} {_number(y)}) rotate({_number(heading, 6)})"


def _place(pose: Pose) -> tuple[float, float, float]:
    return float(pose.x), -float(pose.y), -float(pose.heading)


def _dots(ship: Ship, count: int, rules: Rules, now: Ship | None) -> str:
    places, radius = shapes.hit_places(_at_origin(ship, count), rules)
    circles = "".join(f'<circle cx="{_number(x)}" cy="{_number(-y)}" r="{_number(radius)}"/>' for x, y in places)
    hidden = "" if now is not None and now.damage == count else ' display="none"'
    return f'<g class="d{count}"{hidden}>{circles}</g>'


def _name(number: int, ship: Ship, named: Sequence[Mapping[str, Spot]]) -> str:
    """A ship's name where it stands in the last picture, with its leader if it has one in any."""
    spot, leader = named[-1].get(ship.name), ""
    if any(there.leader for names in named if (there := names.get(ship.name))):
        ends = spot.leader if spot is not None else None
        leader = f'<line id="l{number}" class="leader" {_attributes(_LINE, _row(ends)) if ends else _HIDDEN}/>'
    place = _HIDDEN if spot is None else _attributes("xy", _row([spot.middle]))
    return f'{leader}<text id="n{number}" {place}>{escape(ship.name)}</text>'


_HIDDEN, _LINE = 'display="none"', ("x1", "y1", "x2", "y2")


def _attributes(names: Sequence[str], values: Sequence[float]) -> str:
    return " ".join(f'{name}="{_number(value)}"' for name, value in zip(names, values, strict=True))


def _row(points: Iterable[Point]) -> list[float]:
    """Points of the picture, y downwards, one after the other."""
    return [round(value, 3) + 0.0 for x, y in points for value in (x, -y)]


def _thing(thing: Obstacle, shown: Sequence[Frame]) -> str:
    since = next(i for i, frame in enumerate(shown) if thing in frame.layout.objects)
    return (
        f'<polygon class="thing" data-since="{since}" points="{_points(shapes.thing_corners(thing))}">'
        f"<title>{escape(thing.name)}</title></polygon>"
    )


def _legend(players: Sequence[str], looks: dict[str, PlayerLook], notes: dict[str, str]) -> str:
    rows = []
    for i, player in enumerate(players):
        note = f" ({notes[player]})" if player in notes else ""
        swatch = f'<svg viewBox="0 0 16 10" aria-hidden="true"><rect class="p{i}" width="16" height="10"/>'
        swatch += (
            f'<rect width="16" height="10" fill="url(#k{i})"/></svg>' if looks[player].hatch in _HATCHES else "</svg>"
        )
        rows.append(f"<li>{swatch} {escape(player + note)}</li>")
    return "".join(rows)


def _list(shown: Sequence[Frame]) -> str:
    """Every action in words, under its turn."""
    out, heading = [], ""
    for number, frame in enumerate(shown[1:], 1):
        if frame.heading != heading:
            out.append(("</ol>" if heading else "") + f'<h2>{escape(frame.heading)}</h2><ol start="{number}">')
            heading = frame.heading
        out.append(f"<li><code>{escape(frame.notation)}</code> <span>{escape(frame.words)}</span></li>")
    return "\n".join(out) + ("</ol>" if heading else "")


def _data(shown: Sequence[Frame], ships: Sequence[Ship], rules: Rules, named: Sequence[Mapping[str, Spot]]) -> str:
    """What changes from picture to picture: ships as [number, x, y, turn, damage], names as [number, x, y and the ends
    of a leader], flagships, ghost, line of fire."""
    index, rows = {ship.name: i for i, ship in enumerate(ships)}, []
    flying: tuple[str, ...] = ()
    lying: dict[str, Ship] = {}
    stood: Mapping[str, Spot] = {}
    for frame, names in zip(shown, named, strict=True):
        row: dict[str, object] = {}
        changed = [ship for ship in frame.layout.ships if lying.get(ship.name) != ship]
        lying |= {ship.name: ship for ship in changed}
        if changed:
            row["c"] = [[index[s.name], *_rounded(s.pose), min(s.damage, s.size.pips)] for s in changed]
        spots = [(name, spot) for name, spot in names.items() if stood.get(name) != spot]
        if spots:
            row["n"] = [[index[name], *_row([spot.middle, *(spot.leader or ())])] for name, spot in spots]
        stood = names
        if frame.flagships != flying:
            row["f"], flying = [index[name] for name in frame.flagships], frame.flagships
        if frame.ghost is not None:
            row["g"] = [index[frame.ghost.name], *_rounded(frame.ghost.pose)]
        if frame.shot is not None:
            row["s"] = _row(frame.shot)
        rows.append(row)
    feet = [shapes.flag_foot(_at_origin(ship), rules)[0] for ship in ships]
    sizes = [[str(ship.size), ship.size.pips, round(foot, 3)] for ship, foot in zip(ships, feet, strict=True)]
    data = {"frames": rows, "ships": sizes, "begins": shown[0].words, "opening": shown[0].heading}
    return json.dumps(data, separators=(",", ":"), ensure_ascii=True).replace("<", "\\u003c").replace("&", "\\u0026")


def _rounded(pose: Pose) -> list[float]:
    x, y, heading = _place(pose)
    return [round(x, 3) + 0.0, round(y, 3) + 0.0, round(heading, 6) + 0.0]

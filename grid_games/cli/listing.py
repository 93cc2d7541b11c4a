"""`grid-games list`: which games there are, and what can be set and typed in each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from armada_sim.tabletop.terminal import JSON, command, wrapped

if TYPE_CHECKING:
    from armada_sim.tabletop import Option
    from grid_games.core.extras import Extras
    from grid_games.core.protocol import Kind


@command("list", short_help="List the games, or the options of one.", example="grid-games list strategiksa")
@click.argument("game", required=False)
@JSON
def list_games(game: str | None, as_json: bool) -> None:
    """List the games with their numbers of players and what they offer; of one GAME its options, maps and notation."""
    from grid_games import catalogue
    from grid_games.cli.shared import in_json

    names = [game] if game is not None else list(catalogue.KINDS)
    found = [(catalogue.kind(name), catalogue.extras(name)) for name in names]
    if as_json:
        told = [_document(*one) for one in found]
        click.echo(in_json(told[0] if game is not None else {"games": told}))
    elif game is not None:
        click.echo("\n".join(_page(*found[0])))
    else:
        width = max((len(kind.name) for kind, _ in found), default=0)
        for kind, extras in found:
            lines = wrapped(
                f"{kind.title}; {_seats(kind)}; {', '.join(_offers(extras))}",
                f"{kind.name:{width}}  ",
                " " * (width + 2),
            )
            click.echo("\n".join(lines))


def _seats(kind: Kind) -> str:
    seats = kind.seats
    if len(seats) == 1:
        return f"{seats.start} players"
    return f"{seats[0]} to {seats[-1]} players" if seats.step == 1 else f"{' or '.join(map(str, seats))} players"


def _offers(extras: Extras) -> list[str]:
    """The commands a game has something for."""
    return ["play", "check", "draw", *(["odds"] if extras.odds is not None else []), "balance"]


def _page(kind: Kind, extras: Extras) -> list[str]:
    lines = [click.style(f"{kind.name}: {kind.title}", bold=True)]
    lines.append(f"{_seats(kind)[:1].upper()}{_seats(kind)[1:]}; {kind.seats[0]} if nothing is said.")
    for title, rows in (("Maps", extras.maps.items()), ("What may be typed", extras.notation)):
        if rows:
            width = max(len(one) for one, _ in rows)
            lines += ["", f"{title}:"]
            for one, meaning in rows:
                lines += wrapped(meaning, f"  {one:{width}}  ", " " * (width + 4))
    for told, text in (("A position as text", extras.positions), ("A game as text", extras.transcripts)):
        if text is not None:
            lines += ["", f"{told}: {text.example}"]
    if extras.rules:
        lines += [
            "",
            f"The rules, clause by clause: grid-games rules {kind.name}; with sources and tests: {extras.rules}",
        ]
    lines += ["", "Options, --set KEY=VALUE (the first value of each is the default):"]
    for option in kind.options:
        lines += _option(option)
    return lines


def _option(option: Option) -> list[str]:
    lines = wrapped(f"{option.key}: {option.question}", "  ", "    ")
    width = max(map(len, (*option.values, *option.refused)), default=0)
    for value, meaning in option.values.items():
        lines += wrapped(meaning, f"      {value:{width}}  ", " " * (width + 8))
    if option.numbers is not None:
        lines.append(f"      or any whole number from {option.numbers[0]} to {option.numbers[-1]}")
    for value, reason in option.refused.items():
        lines += wrapped(f"refused: {value} {reason}", f"      {value:{width}}  ", " " * (width + 8), dim=True)
    return lines


def _document(kind: Kind, extras: Extras) -> dict[str, Any]:
    return {
        "name": kind.name,
        "title": kind.title,
        "rules": extras.rules or None,
        "players": list(kind.seats),
        "offers": _offers(extras),
        "maps": dict(extras.maps),
        "notation": [{"example": one, "meaning": meaning} for one, meaning in extras.notation],
        "options": [
            {
                "key": option.key, "question": option.question, "default": option.default, "values": option.values,
                "numbers": [option.numbers[0], option.numbers[-1]] if option.numbers else None,
                "refused": option.refused,
            }
            for option in kind.options
        ],
    }  # fmt: skip

"""`grid-games list`: which games there are, and what can be set and typed in each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from armada_sim.tabletop.terminal import JSON, command, in_json, wrapped

if TYPE_CHECKING:
    from armada_sim.tabletop import Language, Option
    from grid_games.core.extras import Extras
    from grid_games.core.protocol import Kind


@command("list", short_help="List the games, or the options of one.", example="grid-games list strategiksa")
@click.argument("game", required=False)
@JSON
@click.pass_obj
def list_games(words: Language, game: str | None, as_json: bool) -> None:
    """List the games with their numbers of players and what they offer; of one GAME its options, maps and notation."""
    from grid_games import catalogue

    names = [game] if game is not None else list(catalogue.KINDS)
    found = [(catalogue.kind(name), catalogue.extras(name)) for name in names]
    if as_json:
        told = [_document(*one, words) for one in found]
        click.echo(in_json(told[0] if game is not None else {"games": told}))
    elif game is not None:
        click.echo("\n".join(_page(*found[0], words)))
    else:
        width = max((len(kind.name) for kind, _ in found), default=0)
        for kind, extras in found:
            lines = wrapped(
                words.say(
                    "{title}; {seats}; {offers}",
                    title=words.say(kind.title),
                    seats=_seats(kind, words),
                    offers=", ".join(_offers(extras)),
                ),
                f"{kind.name:{width}}  ",
                " " * (width + 2),
            )
            click.echo("\n".join(lines))


def _seats(kind: Kind, words: Language) -> str:
    seats = kind.seats
    if len(seats) == 1:
        return words.say_many("{n} player", "{n} players", seats.start)
    if seats.step == 1:
        return words.say("{first} to {last} players", first=seats[0], last=seats[-1])
    *others, last = map(str, sorted(seats))
    return words.say("{others} or {last} players", others=", ".join(others), last=last)


def _offers(extras: Extras) -> list[str]:
    """The commands a game has something for."""
    return ["play", "check", "draw", *(["odds"] if extras.odds is not None else []), "balance"]


def _page(kind: Kind, extras: Extras, words: Language) -> list[str]:
    seats = words.say("{seats} ({least} by default).", seats=_seats(kind, words), least=kind.seats[0])
    lines = [click.style(words.say("{name}: {text}", name=kind.name, text=words.say(kind.title)), bold=True), seats]
    told = (
        (words.say("Maps:"), extras.maps.items()),
        (words.say("Numbers, --numbers NAME|FILE:"), extras.numbers.items()),
        (words.say("What may be typed:"), extras.notation),
    )
    for title, rows in told:
        if rows:
            width = max(len(one) for one, _ in rows)
            lines += ["", title]
            for one, meaning in rows:
                lines += wrapped(words.say(meaning), f"  {one:{width}}  ", " " * (width + 4))
    if extras.positions is not None:
        lines += ["", words.say("A position as text: {text}", text=extras.positions.example)]
    if extras.transcripts is not None:
        lines += ["", words.say("A game as text: {text}", text=extras.transcripts.example)]
    if extras.rules:
        lines += [
            "",
            words.say(
                "The rules, clause by clause: {command}; with sources and tests: {page}",
                command=f"grid-games rules {kind.name}",
                page=_rules(extras, words),
            ),
        ]
    lines += ["", words.say("Options, --set KEY=VALUE (the first value of each is the default):")]
    for option in kind.options:
        lines += _option(option, words)
    return lines


def _rules(extras: Extras, words: Language) -> str:
    """The page of a game's rules in the language of the words."""
    from pathlib import PurePosixPath

    from armada_sim.tabletop.rules_pages import name_of_page

    page = PurePosixPath(extras.rules)
    return str(page.with_name(name_of_page(page.stem, words.lang)))


def _option(option: Option, words: Language) -> list[str]:
    question = words.say(option.question)
    lines = wrapped(words.say("{name}: {text}", name=option.key, text=question), "  ", "    ")
    width = max(map(len, (*option.values, *option.refused)), default=0)
    for value, meaning in option.values.items():
        lines += wrapped(words.say(meaning), f"      {value:{width}}  ", " " * (width + 8))
    if option.numbers is not None:
        first, last = option.numbers[0], option.numbers[-1]
        lines.append("      " + words.say("or any whole number from {first} to {last}", first=first, last=last))
    for value, reason in option.refused.items():
        why = words.say("refused: {value} {why}", value=value, why=words.say(reason))
        lines += wrapped(why, f"      {value:{width}}  ", " " * (width + 8), dim=True)
    return lines


def _document(kind: Kind, extras: Extras, words: Language) -> dict[str, Any]:
    return {
        "name": kind.name,
        "title": words.say(kind.title),
        "rules": _rules(extras, words) if extras.rules else None,
        "players": list(kind.seats),
        "offers": _offers(extras),
        "maps": {name: words.say(meaning) for name, meaning in extras.maps.items()},
        "numbers": {name: words.say(meaning) for name, meaning in extras.numbers.items()},
        "notation": [{"example": one, "meaning": words.say(meaning)} for one, meaning in extras.notation],
        "options": [
            {
                "key": option.key, "question": words.say(option.question), "default": option.default,
                "values": {value: words.say(meaning) for value, meaning in option.values.items()},
                "numbers": [option.numbers[0], option.numbers[-1]] if option.numbers else None,
                "refused": {value: words.say(why) for value, why in option.refused.items()},
            }
            for option in kind.options
        ],
    }  # fmt: skip

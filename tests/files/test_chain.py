"""Digests of records: whatever is changed, taken out, put in, moved or cut is noticed, and the first of it named."""

from __future__ import annotations

import copy
import hashlib
import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from armada_sim import InputError
from armada_sim.cli.commands import cli
from armada_sim.files.chain import chain_of
from armada_sim.files.game_reading import load_game, parse_game
from armada_sim.files.game_records import record_of, record_text, replay
from tests.whole import whole

ROOT = Path(__file__).parents[2]
OLD = ROOT / "tests" / "data" / "games"
SHIPPED = ROOT / "examples" / "games" / "larges-against-mediums.json"
AGREEMENT, SEED, RESULT, CUT = (
    "the first thing that does not go with its digest is the agreement (all that the file says besides seed, actions "
    "and result)", "the first thing that does not go with its digest is the seed, ",
    "the first thing that does not go with its digest is the result",
    "it has no result, and does not say that it is unfinished",
)  # fmt: skip


def action(number: int) -> str:
    return f"the first thing that does not go with its digest is action {number}, "


def written(name: str, length: int | None = None) -> dict[str, Any]:
    """A kept game as it is written now, after so many actions if it is left."""
    record = load_game(OLD / f"{name}.json")
    games = replay(record).games
    length = len(games) - 1 if length is None else length
    now = record_of(
        games[length], record.actions[:length], start=record.start, title=record.title, notes=dict(record.notes)
    )
    table: dict[str, Any] = json.loads(record_text(now))
    return table


GAMES: dict[str, tuple[str, int | None]] = {
    "infiltration": ("line-crossed", None), "flags": ("three-flags", None), "draw": ("offer-and-draw", None),
    "left": ("held-for-the-turn", 5),
}  # fmt: skip


@cache
def kept(name: str) -> dict[str, Any]:
    return written(*GAMES[name])


def said_of(table: dict[str, Any]) -> str:
    """What in a record is first not as it was written, whether it can be understood or not; empty if nothing is."""
    try:
        change = parse_game(json.dumps(table)).change
    except InputError as error:
        message = str(error.message)
        start = message.rfind("(the first thing")
        return message[start + 1 : -1] if start >= 0 else f"{error.key}: {message}"
    return "" if change is None else str(change.text)


def run(table: dict[str, Any], *arguments: str) -> Any:
    return CliRunner().invoke(cli, ["replay", "-", *arguments], input=json.dumps(table))


Way = tuple[str | int, ...]


def places(value: Any, way: Way = ()) -> Iterator[Way]:
    """The way to everything within plain data."""
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield (*way, key)
        yield from places(value[key], (*way, key))


def others(value: Any) -> list[Any]:
    """Values near one."""
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1, float(value)]
        case float():
            return [value + 1e-6]
        case str():
            return [f"{value} ", value[:-1], value.swapcase() if value.swapcase() != value else f"{value}0"]
    return []


def altered(table: dict[str, Any]) -> Iterator[tuple[Way, dict[str, Any]]]:
    """The record with one thing changed, taken out, doubled or exchanged with the next, at every place."""
    for way in places(table):
        key: Any = way[-1]

        def made(way: Way = way) -> tuple[dict[str, Any], Any]:
            copied = copy.deepcopy(table)
            place: Any = copied
            for step in way[:-1]:
                place = place[step]
            return copied, place

        _, inside = made()
        for value in others(inside[key]):
            changed, place = made()
            place[key] = value
            yield way, changed
        changed, place = made()
        del place[key]
        yield way, changed
        if isinstance(inside, list):
            changed, place = made()
            place.insert(key, place[key])
            yield way, changed
            if key + 1 < len(inside) and inside[key] != inside[key + 1]:
                changed, place = made()
                place[key : key + 2] = place[key + 1], place[key]
                yield way, changed


def expected(way: Way, before: dict[str, Any], after: dict[str, Any]) -> str:
    """The beginning of what must be said of a change there."""
    part = way[1] if way[0] == "chain" and len(way) > 1 else way[0]
    if way == ("chain",):
        return "chain: is missing"
    if way == ("format",):
        return "format: " if after.get("format") == 4 else AGREEMENT
    if part == "seed":
        return SEED
    if part == "actions":
        tables = (before["chain"], after["chain"]) if way[0] == "chain" else (before, after)
        pairs = zip_longest(*(table.get("actions", []) for table in tables))
        return action(next(number for number, (was, now) in enumerate(pairs, 1) if was != now))
    if part in ("result", "digest", "unfinished", "end"):
        return CUT if "result" not in after and after.get("unfinished") is not True else RESULT
    return AGREEMENT


@pytest.mark.parametrize(("name", "every"), [("left", 4), *(whole(name, 1) for name in GAMES)])
def test_any_one_change_is_noticed_and_named(name: str, every: int) -> None:
    """Every number, word and entry of a record, digests too; what cannot be understood any more is named as well."""
    before, count = kept(name), 0
    assert said_of(before) == ""
    for way, after in islice(altered(before), 0, None, every):
        if name == "left" and way == ("chain", "end") and "end" not in after["chain"]:
            continue  # it says itself that it was cut
        said, count = said_of(after), count + 1

        assert said.startswith(expected(way, before, after)), (way, said)
    assert count > 300 / every


def test_a_record_cut_at_any_length_is_noticed_unless_it_says_so() -> None:
    before = kept("flags")
    for n in range(len(before["actions"])):
        cut = {**before, "actions": before["actions"][:n]}
        assert said_of(cut) == action(n + 1) + "which is missing"
        cut["chain"] = {**before["chain"], "actions": before["chain"]["actions"][:n]}
        assert said_of(cut) == RESULT
        cut = {key: value for key, value in cut.items() if key not in ("result", "digest")}
        assert said_of(cut) == CUT
        del cut["chain"]["end"]
        assert said_of(cut) == CUT
        cut["unfinished"] = True
        assert said_of(cut) == ""
        assert replay(parse_game(json.dumps(cut))).good
        cut["digest"] = before["digest"]
        assert replay(parse_game(json.dumps(cut))).differs.endswith("(its digest differs)")


def test_two_changes_name_the_first() -> None:
    twice = copy.deepcopy(kept("infiltration"))
    twice["actions"][5] += " "
    twice["actions"][2] = "draw"
    twice["result"]["reason"] = "sunk"
    assert said_of(twice) == action(3) + "'draw'"
    twice["seed"] = 8
    assert said_of(twice) == SEED + "8"
    twice["rules"]["draw"] = "quiet_turns(7)"
    assert said_of(twice) == AGREEMENT


def test_how_a_file_is_laid_out_changes_nothing() -> None:
    """Spaces, the order of keys, and numbers that another program writes in its own way."""
    table = kept("flags")
    for text in (json.dumps(table), json.dumps(table, indent=4, sort_keys=True, ensure_ascii=False)):
        assert parse_game(text).change is None
    small = json.loads(SHIPPED.read_text())
    small["tolerance"]["position"] = 0.0000001
    record = parse_game(json.dumps({key: small[key] for key in small if key not in ("chain", "result", "actions")}))
    text = record_text(record)
    assert "0.0000001" in text
    assert parse_game(text.replace("0.0000001", "1e-07")).change is None
    assert parse_game(text.replace("0.0000001", "0.0000001000000000000000000001")).change is not None


def test_an_option_that_is_not_known_here_leaves_the_digests_as_they_are() -> None:
    """The record of another version is refused by the option's name, and said to be as it was written."""
    table = copy.deepcopy(kept("flags"))
    table["program"], table["rules"]["wind"] = "9.9", "strong"
    del table["chain"]
    table["chain"] = chain_of(table)
    result = run(table)
    assert result.exit_code == 2
    (said,) = result.stderr.splitlines()
    assert "rules.wind: there is no such option" in said
    assert said.endswith(" (all of it is as version '9.9' wrote it)")
    table["actions"][6] += "0"
    assert action(7) in run(table).stderr


def test_a_link_is_made_as_the_page_says() -> None:
    page, table = (ROOT / "docs" / "records.md").read_text(encoding="utf-8"), json.loads(SHIPPED.read_text())
    found = re.search(r"printf '%s\\n%s' (\w+) '(.+)' \| sha256sum \| cut -c1-16 +# (\w+)", page)
    assert found is not None
    before, part, link = found.groups()
    assert [before, link] == table["chain"]["actions"][:2]
    assert json.loads(part) == table["actions"][1]
    assert hashlib.sha256(f"{before}\n{part}".encode()).hexdigest()[:16] == link


# the command


@pytest.mark.parametrize("line", ["RL1 > 135", "RL1 > 154.999999"])
def test_a_heading_that_stays_legal_is_named_with_status_1(line: str) -> None:
    table = json.loads(SHIPPED.read_text())
    assert table["actions"][4] == "RL1 > 155"
    table["actions"][4] = line
    result = run(table)
    assert result.exit_code == 1
    told = f"This record is not as it was written: {action(5)}'{line}'."
    assert told in " ".join(result.output.split())
    document = json.loads(run(table, "--json").output)
    assert (document["allowed"], document["changed"]) == (False, {"part": "action", "number": 5})
    assert document["differs"] == told.partition(": ")[2][:-1]
    if line == "RL1 > 135":
        french = " ".join(run(table, "--lang", "fr").output.replace("\u202f", " ").split())
        assert "la première chose qui ne répond pas à son empreinte est l’action 5" in french


@pytest.mark.parametrize(
    ("change", "words", "status"),
    [
        ({"seed": 1}, SEED + "1", 1),
        ({"result": None, "digest": None}, CUT, 1),
        ({"tolerance": {"position": 0.1}}, AGREEMENT, 1),
        ({"fleets": "bsic"}, AGREEMENT, 2),
        whole({"title": "Another"}, AGREEMENT, 1),
    ],
)
def test_what_is_not_as_it_was_written_is_said_in_one_sentence(change: dict[str, Any], words: str, status: int) -> None:
    table = {**json.loads(SHIPPED.read_text()), **change}
    result = run({key: value for key, value in table.items() if value is not None})
    assert result.exit_code == status
    assert words in " ".join((result.output + result.stderr).split())


def test_a_change_that_breaks_a_later_action_is_named_before_that() -> None:
    table = json.loads(SHIPPED.read_text())
    table["actions"][4] = "RL1 > 300"
    told = " ".join(run(table).output.split())
    assert told.index(action(5)) < told.index("Action 5 by red is not allowed")
    del table["actions"][4]
    table["actions"][4:4] = ["RL1 x BS9"]
    told = run(table)
    assert action(5) in " ".join((told.output + told.stderr).split())


@pytest.mark.parametrize("path", sorted(OLD.glob("*.json")), ids=lambda path: path.stem)
def test_older_records_are_replayed_and_said_to_be_older(path: Path) -> None:
    table = json.loads(path.read_text(encoding="utf-8"))
    told = f"This record is of the older kind (format {table['format']}), without digests of its actions"
    result = run(table)
    assert result.exit_code == 0
    assert told in " ".join(result.output.split())
    (note,) = json.loads(run(table, "--json").output)["notes"]
    assert note.startswith(told)


def test_a_new_record_is_not_said_to_be_older() -> None:
    result = run(json.loads(SHIPPED.read_text()), "--json")
    document = json.loads(result.output)
    assert (result.exit_code, document["notes"], document["changed"], document["differs"]) == (0, [], None, None)


def test_a_game_said_to_be_unfinished_that_is_over_when_replayed_is_noticed() -> None:
    table = {key: value for key, value in kept("flags").items() if key not in ("result", "digest")}
    table = {**table, "unfinished": True, "chain": {**table["chain"]}}
    del table["chain"]["end"]
    assert "the record says that the game goes on; replayed, Anna and Eva Lu all won" in " ".join(
        run(table).output.split()
    )


def test_a_game_to_play_from_that_was_changed_says_so(tmp_path: Path) -> None:
    """It is played all the same: nothing was done in it yet."""
    record = tmp_path / "begun.json"
    CliRunner().invoke(cli, ["play", "--blue", "human", "--record", str(record)], input="quit\n")
    table = json.loads(record.read_text())
    assert (table["unfinished"], table["actions"]) == (True, [])
    for fleets, words in (("basic", False), ("choose", True)):
        record.write_text(json.dumps({**table, "fleets": fleets}))
        done = CliRunner().invoke(cli, ["play", "--from", str(record), "--blue", "human"], input="quit\n")
        assert done.exit_code == 0, done.output
        assert ("This record is not as it was written" in done.output) == words


def test_the_shipped_record_is_whole_in_every_language() -> None:
    for lang in ("en", "fr"):
        shown = CliRunner().invoke(cli, ["example", "larges-against-mediums", "--lang", lang]).output
        result = CliRunner().invoke(cli, ["replay", "-", "--lang", lang], input=shown)
        assert result.exit_code == 0
    assert result.output.startswith("Quatre grands contre quatre moyens")

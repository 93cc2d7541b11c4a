"""Input that means harm, or nothing: one sentence, status 2, no traceback, nothing half-written."""

from __future__ import annotations

import copy
import json
import os
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, Literal

import pytest
from click.testing import CliRunner
from hypothesis import example, given, settings, strategies as st

from armada_sim import InputError
from armada_sim.cli.commands import cli
from armada_sim.files.records import load_dispute, parse_dispute
from tests.whole import whole

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.toml"))
INCHES = (ROOT / "examples" / "inches.toml").read_text(encoding="utf-8")

unix = pytest.mark.skipif(os.name == "nt", reason="pipes and devices of Unix")


def shell(script: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """`script` under a shell, with `armada` as a function."""
    program = f'armada() {{ "{sys.executable}" -m armada_sim.cli "$@"; }}\n'
    return subprocess.run(
        ["bash", "-c", program + script],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@unix
@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("mkfifo pipe; armada check pipe", "pipe: is a pipe that nothing is written to"),
        ("armada check - <&-", "standard input: is closed"),
        ("armada check - </dev/null", "standard input: questions: asks nothing"),
        ("armada check ''", "FILE: the name of the file is empty"),
        ("armada check .", ".: is a directory, not a file"),
        ("armada check /dev/null", "/dev/null: questions: asks nothing"),
        ("armada check /dev/zero", "/dev/zero: is larger than 1000 kB"),
        ("ln -s loop loop; armada check loop", "loop: cannot be read: "),
        ("ln -s nowhere link; armada check link", "link: there is no such file"),
        ("armada check good.toml > /dev/full", "standard output: cannot be written: No space left on device"),
        ("mkdir p-2.svg; armada check good.toml -o p.svg", "--output: p-2.svg is a directory"),
        ("mkdir p.svg; armada draw good.toml -o p.svg", "cannot write p.svg: Is a directory"),
        (f"armada check good.toml -o {'a' * 300}.svg", "cannot write aaa"),
        ("armada check good.toml -o /dev/null/p.svg", "--output: there is no directory '/dev/null'"),
        ("armada check good.toml -o p", "--output: the name of a picture ends in .svg, .pdf or .png"),
        ("armada check good.toml --style print", "--style: says how a picture looks; name one with -o"),
        (
            "armada check good.toml -o p.svg --style loud",
            "style: must be screen, print or greyscale, or the name of a file, not 'loud'",
        ),
        ("armada check good.toml --jso", "No such option"),
        ("armada check a b", "Got unexpected extra argument (b) See armada check --help."),
        ("armada frobnicate", "No such command 'frobnicate'. See armada --help."),
        ("armada replay .", ".: is a directory, not a file"),
        ("armada replay /dev/zero", "/dev/zero: is larger than 1000 kB"),
        ("mkdir g.json; armada play --red random --blue random --record g.json", "--record: g.json is a directory"),
        ("mkdir p.svg; armada play --red random --blue random --picture p.svg", "--picture: p.svg is a directory"),
        ("armada rules frobnicate --json", "KEY: there is no option, preset or clause called 'frobnicate'"),
    ],
)
def test_a_call_that_cannot_be_done_is_one_sentence(
    script: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is closed or full has a process of its own."""
    (tmp_path / "good.toml").write_text(INCHES, encoding="utf-8")
    if "<" in script or ">" in script:
        done = shell(script, tmp_path)
        said = done.returncode, done.stdout, done.stderr
    else:
        monkeypatch.chdir(tmp_path)
        *before, call = script.split("; ")
        for command in before:
            subprocess.run(shlex.split(command), check=True)
        result = CliRunner().invoke(cli, shlex.split(call)[1:], prog_name="armada")
        said = result.exit_code, result.stdout, result.stderr
    assert said[:2] == (2, "")
    assert said[2].startswith("Error: ")
    assert said[2].count("\n") == 1
    assert words in said[2]
    assert not [
        path for path in tmp_path.iterdir() if path.is_file() and path.name != "good.toml" and not path.is_fifo()
    ]


@unix
@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read and write everything")
def test_missing_permission_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text(INCHES, encoding="utf-8")
    done = shell("cp good.toml no.toml; chmod 0 no.toml; armada check no.toml", tmp_path)
    assert (done.returncode, done.stderr) == (2, "Error: no.toml: cannot be read: Permission denied\n")
    done = shell("mkdir no; chmod 555 no; armada check good.toml -o no/p.svg", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "no/p-1.svg: Permission denied" in done.stderr


@unix
@pytest.mark.parametrize(
    "script",
    [
        whole("armada check <(cat good.toml)"),
        # more than a pipe holds: it is let go only after the command has begun to read
        "mkfifo pipe; exec 3<>pipe; armada check pipe 3<&- & (cat good.toml; yes '#' | head -c 200000) >&3; exec "
        "3<&-; wait $!",
        whole("armada check /dev/stdin < good.toml"),
        whole("cat good.toml | armada check /dev/stdin"),
        "(printf '\\357\\273\\277'; sed 's/$/\\r/' good.toml) | armada check -",
    ],
)
def test_every_way_to_hand_a_file_over_is_read(script: str, tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text(INCHES, encoding="utf-8")
    done = shell(script, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "A medium ship goes round a corner" in done.stdout


@unix
def test_a_pipe_that_somebody_may_yet_write_to_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer, waits = os.open(pipe, os.O_RDWR), os.set_blocking

    def written_meanwhile(handle: int, blocking: bool) -> None:
        waits(handle, blocking)
        os.write(writer, INCHES.encode())
        os.close(writer)

    monkeypatch.setattr(os, "set_blocking", written_meanwhile)
    assert load_dispute(pipe).layout == parse_dispute(INCHES).layout


@unix
def test_a_reader_who_has_seen_enough_hears_nothing(tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text(INCHES, encoding="utf-8")
    done = shell('armada check good.toml | head -1; echo "${PIPESTATUS[0]}"', tmp_path)
    assert done.stderr == ""
    assert done.stdout.startswith("A medium ship")
    assert shell("armada rules | head -1", tmp_path).stderr == ""
    assert shell("armada rules >&-", tmp_path).stderr == ""


@unix
def test_colour_is_for_terminals_that_want_it(tmp_path: Path) -> None:
    """Nothing piped holds an escape; on a terminal the answer is coloured unless NO_COLOR is set."""
    (tmp_path / "good.toml").write_text(INCHES, encoding="utf-8")
    seen = {}
    for no_color in ("", "1"):
        master, slave = os.openpty()  # type: ignore[attr-defined,unused-ignore]
        subprocess.run(
            [sys.executable, "-m", "armada_sim.cli", "check", "good.toml"],
            cwd=tmp_path, stdout=slave, timeout=60, check=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": no_color},
        )  # fmt: skip
        os.close(slave)
        seen[no_color] = os.read(master, 200)
        os.close(master)
    assert b"\x1b[1m" in seen[""]
    assert b"\x1b" not in seen["1"]
    assert "\x1b" not in CliRunner().invoke(cli, ["check", str(tmp_path / "good.toml")]).stdout


def test_what_is_told_can_be_had_as_json() -> None:
    def told(*arguments: str) -> Any:
        done = CliRunner().invoke(cli, [*arguments, "--json"])
        assert (done.exit_code, done.stderr) == (0, "")
        return json.loads(done.stdout)

    others = [path for path in (ROOT / "examples").glob("*/*") if path.suffix in (".toml", ".json", ".txt")]
    named = {path.stem for path in (*EXAMPLES, *others) if path.parent.name != "figures"}
    assert {row["name"] for row in told("example")} == {"latex", "figure", *named}
    assert told("example", "inches") == {"name": "inches", "text": INCHES}
    everything = told("rules")
    assert set(everything) == {"options", "presets", "clauses", "gone", "numbers"}
    assert told("rules", "edge") == {"options": {"edge": everything["options"]["edge"]}}
    assert told("rules", "lenient")["presets"]["lenient"]["edge"] == "touch_ok"
    assert "contact" in told("rules", "move.contact")["clauses"]["move.contact"]["text"]
    assert told("rules", "game_limit")["options"]["game_limit"]["default"] == "no_limit"


# ------------------------------------------------------------------------- files damaged with understanding


def places(node: Any, path: tuple[int | str, ...] = ()) -> list[tuple[int | str, ...]]:
    """The way to every value of a tree."""
    found = [path] if path else []
    if isinstance(node, dict):
        for key, item in node.items():
            found += places(item, (*path, key))
    if isinstance(node, list):
        for i, item in enumerate(node):
            found += places(item, (*path, i))
    return found


VALUES: list[Any] = [
    0, 1, -1, 0.5, -0.5, 90, 1e-9, 1e-60, 1e5, 100000.0001, -1e5, 1e9, 1e10, 1e300, 36000, 36000.5, 10**40, True, False,
    "", " ", "R1", "B1", "max", "-max", "nan", "inf", "left", "base", "small", "large", "mm", "in", "half", "solid",
    "grid(7)", "grid(0)", "partial_base(1e9)", "own_edge_band(1 in)", "\x1b[31m", "\u202e", "x" * 500, "é", "=", "'",
    [], {}, [[]], [0], [0, 0], [1, 2, 3], [[0, 0], [0, 0], [0, 0]], [[0, 0], [1, 0], [0, 1]], ["max"] * 4, [0, 0, 0, 0],
    [1e5, 1e5], [-1e5, 0], {"from": "R1", "at": "R1"}, {"center": [0, 0], "radius": 300}, {"preset": "lenient"},
    [[0, 0], [1e5, 0], [1e5, 1e5], [0, 1e5]], [[0, 0], [9, 9], [9, 0], [0, 9]], [[0, 0], [1, 1], [2, 2]], "lenient",
]  # fmt: skip


def damaged(data: st.DataObject, table: dict[str, Any]) -> dict[str, Any]:
    """A valid file's tables with a few values replaced, doubled, moved or left out."""
    table = copy.deepcopy(table)
    for _ in range(data.draw(st.integers(1, 3))):
        where = places(table)
        if not where:
            break
        *way, last = data.draw(st.sampled_from(where))
        node: Any = table
        for part in way:
            node = node[part]
        match data.draw(st.sampled_from(["replace", "replace", "replace", "drop", "double", "swap"])):
            case "replace":
                node[last] = copy.deepcopy(data.draw(st.sampled_from(VALUES)))
            case "drop":
                del node[last]
            case "double" if isinstance(node, list):
                node.insert(last, copy.deepcopy(node[last]))
            case _:
                other: Any = table
                *there, end = data.draw(st.sampled_from(where))
                for part in there:
                    other = other[part]
                node[last] = copy.deepcopy(other[end])
    return table


def complaint(text: str, form: Literal["toml", "json"] = "json", questions: int = 0) -> str | None:
    """Read, and rule on the first questions: what an InputError says, or None if the rulings are valid JSON."""
    try:
        dispute = parse_dispute(text, format=form, file="fuzz")
        for number in range(1, min(len(dispute.questions), questions) + 1):
            json.dumps(dispute.ask(number).as_json(), allow_nan=False)
    except InputError as error:
        return str(error)
    return None


def is_one_sentence(said: str | None) -> bool:
    return said is None or (said.startswith("fuzz: ") and said.isprintable() and len(said) < 600)


TABLES = [tomllib.loads(path.read_text(encoding="utf-8")) for path in EXAMPLES]


@given(st.data())
@settings(max_examples=60)
def test_a_file_damaged_with_understanding_is_ruled_on_or_refused(data: st.DataObject) -> None:
    table = damaged(data, data.draw(st.sampled_from(TABLES)))
    assert is_one_sentence(complaint(json.dumps(table), questions=3))


@given(st.binary(max_size=300))
@example(b"\xef\xbb\xbf")
@example(b"\x00" * 50)
@example(b"[" * 300)
@example(b"{" * 300)
@example(b'{"ships": [{}]}')
@settings(max_examples=80)
def test_random_bytes_are_refused(content: bytes) -> None:
    text = content.decode("utf-8", "surrogateescape")
    assert is_one_sentence(complaint(text, "toml"))
    assert is_one_sentence(complaint(text, "json"))


def test_numbers_too_long_to_be_numbers() -> None:
    for number in ("1e400", "-1e400", "9" * 10**5, "0." + "9" * 10**5, "1" + "0" * 400 + ".0"):
        ship = '{"name": "R1", "player": "red", "size": "large", "base": [0, 0], "heading": %s}' % number  # noqa: UP031
        with pytest.raises(InputError, match=r"ships\[1\]\.heading: "):
            parse_dispute(f'{{"ships": [{ship}]}}', format="json")

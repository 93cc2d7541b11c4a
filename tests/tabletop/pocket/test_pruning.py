"""Libraries of WebAssembly without the exports that nothing asks for."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.sources import ROOT

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="no Node here")

PRUNE = """
import { readFileSync } from "node:fs";
import { prune } from "%s";
prune("python.wasm", "libraries", "Module._asked(); wasmExports.used");
const told = {};
for (const name of ["python.wasm", "libraries/in/one.so", "libraries/two.so"]) {
  const given = { env: new Proxy({}, { get: () => () => 0 }) };
  const { instance } = await WebAssembly.instantiate(readFileSync(name), given);
  told[name] = Object.fromEntries(Object.entries(instance.exports).map(([name, call]) => [name, call()]));
}
console.log(JSON.stringify(told));
"""


def vector(*items: bytes) -> bytes:
    return bytes([len(items)]) + b"".join(items)


def section(number: int, content: bytes) -> bytes:
    return bytes([number, len(content)]) + content


def name(text: str) -> bytes:
    return bytes([len(text)]) + text.encode()


def module(exports: Sequence[str], imports: Sequence[str] = ()) -> bytes:
    """Functions without arguments: those that are exported give their numbers."""
    count = len(imports)
    bodies = (b"\x04\x00\x41" + bytes([number]) + b"\x0b" for number in range(len(exports)))
    entries = (name(one) + b"\x00" + bytes([count + number]) for number, one in enumerate(exports))
    return (
        b"\x00asm\x01\x00\x00\x00"
        + section(1, vector(b"\x60\x00\x01\x7f"))
        + section(2, vector(*(name("env") + name(one) + b"\x00\x00" for one in imports)))
        + section(3, vector(*(b"\x00" for _ in exports)))
        + section(7, vector(*entries))
        + section(10, vector(*bodies))
    )


def test_what_nothing_asks_for_is_no_export_any_more_and_the_rest_is_what_it_was(tmp_path: Path) -> None:
    (tmp_path / "libraries/in").mkdir(parents=True)
    tmp_path.joinpath("python.wasm").write_bytes(module(["lost", "asked", "linked", "used", "__wasm_call_ctors"]))
    tmp_path.joinpath("libraries/in/one.so").write_bytes(module(["PyInit_one"], ["linked", "there"]))
    tmp_path.joinpath("libraries/two.so").write_bytes(module(["away", "there", "asked"]))
    tmp_path.joinpath("run.mjs").write_text(PRUNE % (ROOT / "armada_sim/tabletop/pocket/prune.mjs").as_uri())
    done = subprocess.run(["node", "run.mjs"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "python.wasm": {"asked": 1, "linked": 2, "used": 3, "__wasm_call_ctors": 4},
        "libraries/in/one.so": {"PyInit_one": 0},
        "libraries/two.so": {"there": 1},
    }

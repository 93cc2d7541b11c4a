"""Where a pocket gets its Python from, and where it may be written: everything that lacks is said in a sentence."""

from __future__ import annotations

import json
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest

from armada_sim.tabletop import InputError
from armada_sim.tabletop.pocket import Contents, build, from_folder
from armada_sim.tabletop.pocket.runtime import PYODIDE, needed, run
from tests.commands import refused
from tests.tabletop.pocket.toy import PAGE, toy
from tests.web.pockets import distribution as distribution_with_toys, runtime, toy_answer

NOTHING = Contents((), (), (), {}, "", {})


def distribution(folder: Path, *more: str) -> Path:
    """A folder with all that is needed, of other bytes, and packages that need each other in a row."""
    folder.mkdir()
    for name in PYODIDE:
        folder.joinpath(name).write_bytes(b"")
    for name in needed():
        folder.joinpath(f"{name.replace('-', '_')}-1.0-py3-none-any.whl").write_bytes(b"")
    packages = {}
    for name, after in zip(more, (*more[1:], None), strict=True):
        wheel = folder / f"{name}-2.0.whl"
        wheel.write_text(name)
        digest = sha256(name.encode()).hexdigest()
        packages[name] = {"file_name": wheel.name, "sha256": digest, "depends": [after] if after else []}
    folder.joinpath("pyodide-lock.json").write_text(json.dumps({"info": {}, "packages": packages}))
    return folder


def test_a_package_comes_with_all_that_it_needs(tmp_path: Path) -> None:
    folder = distribution(tmp_path / "there", "scipy", "numpy", "blas", "other")
    named = {wheel.name for wheel in from_folder(folder, ["NumPy"], tmp_path).wheels}
    assert {"numpy-2.0.whl", "blas-2.0.whl", "other-2.0.whl"} <= named
    assert "scipy-2.0.whl" not in named
    assert len(named) == 3 + len(needed())


LEFT_OUT = ("armada_sim/[!_t]*", "armada_sim/tabletop/web/*", "flint/*", "python_flint.libs/*", "pydantic_core/*")
"""What a pocket does not need whose engine rules on nothing."""


def pocket(page: Path) -> Contents:
    """A page of nothing, whose engine is the package `toylib`."""
    toy(page, "one")
    page.joinpath("index.html").write_text(PAGE)
    return Contents((page,), ("armada_sim",), LEFT_OUT, {}, "toylib", {})


@pytest.mark.whole
def test_what_a_package_holds_runs_where_the_pocket_runs(tmp_path: Path) -> None:
    """In Python in WebAssembly, by which the pages are asked for while the pocket is built."""
    folder = distribution_with_toys(tmp_path / "there", runtime(tmp_path))
    source = partial(from_folder, folder, ["toylib"])
    build(pocket(tmp_path / "page"), tmp_path / "new", source, lambda _: None)
    for lang in ("en", "fr"):
        assert json.loads((tmp_path / f"new/page.{lang}.json").read_text()) == toy_answer(lang)


@pytest.mark.whole
def test_why_python_for_a_browser_fails_is_said_in_a_sentence(tmp_path: Path) -> None:
    """Not in a line of its code, of a million characters."""
    folder = distribution_with_toys(tmp_path / "there", runtime(tmp_path))
    folder.joinpath("pyodide-lock.json").write_text('{"info": {}, "packages": {"toylib": {}}}')
    with pytest.raises(InputError, match=r"^node failed: .{1,100}$"):
        build(pocket(tmp_path / "page"), tmp_path / "new", partial(from_folder, folder, []), lambda _: None)


def test_what_a_folder_lacks_is_said(tmp_path: Path) -> None:
    folder = distribution(tmp_path / "there", "numpy", "blas")
    with pytest.raises(InputError, match="Pyodide has no pandas"):
        from_folder(folder, ["pandas"], tmp_path)
    folder.joinpath("blas-2.0.whl").write_text("another")
    with pytest.raises(InputError, match=r"blas-2\.0\.whl is not the file that its list names"):
        from_folder(folder, ["numpy"], tmp_path)
    folder.joinpath("blas-2.0.whl").unlink()
    with pytest.raises(InputError, match=r"lacks blas-2\.0\.whl"):
        from_folder(folder, ["numpy"], tmp_path)
    folder.joinpath("pyodide.asm.wasm").unlink()
    folder.joinpath("python_flint-1.0-py3-none-any.whl").unlink()
    with pytest.raises(InputError, match=r"lacks pyodide\.asm\.wasm, python-flint"):
        from_folder(folder, [], tmp_path)


def test_a_program_that_is_missing_or_fails_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="this takes no-such-program, which is not installed"):
        run("no-such-program", at=tmp_path)
    with pytest.raises(InputError, match="python3 failed: ValueError: so"):
        run("python3", "-c", "raise ValueError('so')", at=tmp_path)


def test_a_folder_with_other_files_is_left_as_it_is(tmp_path: Path) -> None:
    target = tmp_path / "mine"
    target.mkdir()
    target.joinpath("letter.txt").write_text("mine")
    with pytest.raises(InputError, match="holds other files"):
        build(NOTHING, target, lambda _: pytest.fail("asked for Python"), lambda _: None)
    with pytest.raises(InputError, match="is no folder"):
        build(NOTHING, target / "letter.txt", lambda _: pytest.fail("asked for Python"), lambda _: None)
    assert [path.name for path in tmp_path.rglob("*")] == ["mine", "letter.txt"]


def test_a_build_that_fails_leaves_nothing(tmp_path: Path) -> None:
    def broken(_: Path) -> None:
        raise InputError("no network")

    with pytest.raises(InputError, match="no network"):
        build(NOTHING, tmp_path / "new", broken, lambda _: None)  # type: ignore[arg-type]
    assert not [*tmp_path.iterdir()]


def test_python_is_fetched_into_the_same_folder_from_wherever_it_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(folder: Path) -> None:
        raise InputError(f"{folder.is_absolute()}")

    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="True"):
        build(NOTHING, Path("new"), broken, lambda _: None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--with", "numpy"], "name it with --runtime"),
        (["--runtime", "no-such-folder"], "lacks pyodide.mjs"),
    ],
)
def test_the_command_says_what_is_wrong(tmp_path: Path, options: list[str], said: str) -> None:
    assert said in refused("armada", "pocket", "-o", tmp_path / "new", *options)
    assert not [*tmp_path.iterdir()]

"""Pictures that are sent to a table: held in memory for a while, read as often as asked, forgotten; never written."""

from __future__ import annotations

import sys
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from armada_sim.photo import Paper, SaidSheet
from armada_sim.table import parse_rules
from armada_sim.tabletop.web import GoneError
from armada_sim.web import photographs
from armada_sim.web.photographs import Pictures
from tests.photo.painting import paint
from tests.photo.standing import SEVEN, Ready, Standing, looks_like
from tests.web.asking import asked, table

ABOUT: dict[str, Any] = {"dispute": {}, "show_in": "mm"}


@pytest.fixture(scope="module")
def painted(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("painted") / "table.png"
    paint(path, SEVEN)
    return path.read_bytes()


@pytest.fixture
def stand(monkeypatch: pytest.MonkeyPatch) -> Standing:
    made = Standing()
    made.stand_in(monkeypatch)
    return made


@pytest.fixture
def client() -> Iterator[TestClient]:
    with table() as made:
        yield made


def sent(client: TestClient, content: bytes, status: int = 200, lang: str = "en") -> Any:
    answer = client.post(f"/api/photo/picture?lang={lang}", content=content, headers={"content-type": "image/png"})
    assert answer.status_code == status, answer.text
    return answer.json() if status == 200 else answer.json()["error"]


def test_a_picture_is_read_by_its_name_until_it_is_forgotten(
    client: TestClient, painted: bytes, stand: Standing
) -> None:
    held = sent(client, painted)
    assert (held["width"], held["height"]) == (2000, 1500)
    assert len(held["picture"]) >= 24
    for lang, player, said in (("en", "red", "R1: any"), ("fr", "rouge", "R1\u202f: la position")):
        found = asked(client, "photo/read", lang=lang, picture=held["picture"], **ABOUT)
        assert [ship["name"] for ship in found["ships"]] == ["R1", "R2", "B3", "B4", "R5", "B6", "B7"]
        assert found["ships"][0]["player"] == player
        assert found["ships"][0]["text"].startswith(said)
        assert len(found["ships"][0]["wire"]) == 5
    assert asked(client, "photo/forget", picture=held["picture"]) == {"there": True}
    assert asked(client, "photo/forget", picture=held["picture"]) == {"there": False}
    assert "no more" in asked(client, "photo/read", 404, picture=held["picture"], **ABOUT)


@pytest.mark.whole  # by every run in tests/cli/test_photo.py
def test_the_painted_ships_are_read_by_the_reading_itself(client: TestClient, painted: bytes) -> None:
    found = asked(client, "photo/read", picture=sent(client, painted)["picture"], **ABOUT)
    for true in SEVEN:
        near = min(found["ships"], key=lambda ship: (ship["base"][0] - true.x) ** 2 + (ship["base"][1] - true.y) ** 2)
        assert near["base"] == pytest.approx([true.x, true.y], abs=3)
        assert near["size"] == true.size


def test_what_is_said_of_ships_and_sheet_reaches_the_reading(
    client: TestClient, painted: bytes, stand: Standing
) -> None:
    name = sent(client, painted)["picture"]
    wire = [[10 * k, 20 * k] for k in range(5)]
    ships = [{"name": "A", "at": [100, 200], "size": "large"}, {"name": "B", "at": [0, 0], "wire": wire}]
    corners = [[0, 0], [10, 0], [10, 10], [0, 10]]
    for said, meant in (
        ({}, None),
        ({"sheet": "letter"}, Paper.LETTER),
        ({"sheet": "none"}, Paper.NONE),
        ({"size": [600, 400]}, SaidSheet((600, 400))),
        (
            {"sheet": "a4", "corners": corners},
            SaidSheet((297, 210), ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))),
        ),
    ):
        asked(client, "photo/read", picture=name, ships=ships, **said, **ABOUT)
        assert stand.calls[-1]["sheet"] == meant
    first, second = stand.calls[-1]["ships"]
    assert (first.name, first.at, first.size, first.wire) == ("A", (100, 200), "large", ())
    assert second.size is None
    assert len(second.wire) == 5
    asked(client, "photo/read", picture=name, **ABOUT)
    assert stand.calls[-1]["ships"] is None


def test_what_does_not_depend_on_ships_is_worked_out_once(client: TestClient, painted: bytes, stand: Standing) -> None:
    """Until something else is said of the sheet or the pieces, or another picture is read."""
    name = sent(client, painted)["picture"]
    here = {"ships": [{"name": "A", "at": [100, 200]}]}
    for said in ({}, here, {}, {"ships": [{"name": "A", "at": [100, 200], "size": "large"}]}):
        asked(client, "photo/read", picture=name, **said, **ABOUT)
    assert len(stand.prepared) == 1
    assert len(stand.calls) == 4
    asked(client, "photo/read", picture=name, sheet="a4", **here, **ABOUT)
    asked(client, "photo/read", picture=name, sheet="a4", **ABOUT)
    assert [ready.sheet for ready in stand.prepared] == [None, Paper.A4]
    giants = {"dispute": {"rules": {"piece_profile": "giant_x8"}}, "show_in": "mm"}
    for about in (giants, giants, ABOUT):
        asked(client, "photo/read", picture=name, sheet="a4", **about)
    assert [ready.profile == stand.prepared[0].profile for ready in stand.prepared] == [True, True, False, True]
    other = sent(client, painted)["picture"]
    for picture in (other, name):
        asked(client, "photo/read", picture=picture, sheet="a4", **ABOUT)
    assert len(stand.prepared) == 6


def test_what_was_worked_out_of_a_picture_goes_with_it(painted: bytes, stand: Standing) -> None:
    pictures, profile = Pictures(), parse_rules({}).profile
    name = pictures.hold(painted)
    ready = pictures.prepared(name, profile, None)
    assert pictures.prepared(name, profile, None) is ready
    kept = weakref.ref(ready)
    del ready
    stand.prepared.clear()
    assert kept() is not None
    pictures.forget(name)
    assert kept() is None
    with pytest.raises(GoneError):
        pictures.prepared(name, profile, None)


def test_a_picture_that_is_forgotten_while_it_is_looked_at_is_not_held(
    painted: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures, profile, kept = Pictures(), parse_rules({}).profile, list[weakref.ref[Ready]]()
    name = pictures.hold(painted)

    def forgotten_meanwhile(*_: object) -> Ready:
        pictures.forget(name)
        ready = Ready(profile, None)
        kept.append(weakref.ref(ready))
        return ready

    monkeypatch.setattr("armada_sim.photo.prepared", forgotten_meanwhile)
    assert isinstance(pictures.prepared(name, profile, None), Ready)
    assert kept[0]() is None


def test_questions_and_ships_that_cannot_be_known_are_answered(
    client: TestClient, painted: bytes, stand: Standing
) -> None:
    stand.questions, stand.unknown = [looks_like(Paper.LETTER)], frozenset({2})
    found = asked(client, "photo/read", picture=sent(client, painted)["picture"], **ABOUT)
    assert found["questions"] == [
        {"topic": "paper", "about": "", "text": "this sheet looks like Letter", "offer": "letter",
         "offered": "a sheet of Letter"}
    ]  # fmt: skip
    lost = found["ships"][2]
    assert (lost["tolerance"], lost["off"]) == (None, "")
    assert "cannot be known" in lost["text"]


@pytest.mark.parametrize(
    "content", [b"", b"nothing", b"\x89PNG\r\n\x1a\n" + b"0" * 100, b"\0\0\0\x18ftypheic" + b"0" * 9]
)
def test_what_is_no_picture_gets_a_sentence_and_is_not_held(client: TestClient, content: bytes) -> None:
    assert "JPEG" in sent(client, content, 422)
    assert "JPEG" in sent(client, content, 422, "fr")


def test_a_picture_that_is_too_large_is_refused_before_all_of_it_has_come(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with table() as plain:
        assert plain.post("/api/look", content=b"0" * 1_000_001).status_code == 413
        assert plain.post("/api/photo/picture", content=b"0" * 2_000_000).status_code == 422
        assert plain.post("/api/photo/picture", content=b"0" * 40_000_001).status_code == 413


@pytest.mark.parametrize(
    "change",
    [
        {"picture": ""}, {"picture": 3}, {"sheet": "a5"}, {"size": [1, 2]}, {"size": [100]}, {"corners": [[0, 0]]},
        {"ships": [{"name": "A"}]}, {"ships": [{"name": "A", "at": [1, 2], "wire": [[0, 0]]}]},
        {"ships": [{"name": "A", "at": [1, 2], "size": "huge"}]}, {"ships": [{"name": "A", "at": [1e9, 0]}]},
        {"ships": [{"name": f"S{k}", "at": [1, 2]} for k in range(49)]}, {"more": 1},
    ],
)  # fmt: skip
def test_what_cannot_be_said_of_a_picture_is_refused(
    client: TestClient, painted: bytes, stand: Standing, change: dict[str, Any]
) -> None:
    name = sent(client, painted)["picture"]
    assert asked(client, "photo/read", 422, **{"picture": name, **ABOUT, **change})
    assert stand.calls == []


def test_two_ships_of_one_name_are_refused(client: TestClient, painted: bytes, stand: Standing) -> None:
    ships = [{"name": "A", "at": [1, 2]}] * 2
    name = sent(client, painted)["picture"]
    assert "one name" in asked(client, "photo/read", 422, picture=name, ships=ships, **ABOUT)


def test_pictures_go_that_nobody_asks_for_or_that_are_too_many() -> None:
    now = [0.0]
    pictures = Pictures(lambda: now[0], most=250, kept_s=100)
    first, second = pictures.hold(b"0" * 100), pictures.hold(b"1" * 100)
    now[0] = 60
    assert pictures.at(first) == b"0" * 100
    third = pictures.hold(b"2" * 100)  # the second was asked for longest ago
    with pytest.raises(GoneError):
        pictures.at(second)
    assert len(pictures) == 2
    now[0] = 161
    pictures.sweep()
    assert len(pictures) == 0
    with pytest.raises(GoneError):
        pictures.at(third)
    large = pictures.hold(b"3" * 1000)
    assert pictures.at(large)  # one is held however large


def test_pictures_go_by_themselves_though_nobody_asks_for_any(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[Any] = []

    class Later:
        def __init__(self, seconds: float, act: Any) -> None:
            waits.append((seconds, act))

        def start(self) -> None:
            pass

    monkeypatch.setattr(photographs, "Timer", Later)
    now = [0.0]
    pictures = Pictures(lambda: now[0], kept_s=100)
    pictures.hold(b"0")
    now[0] = 50
    pictures.hold(b"1")
    ((seconds, act),) = waits  # one of them waits for all
    now[0] = seconds
    act()
    assert (len(pictures), len(waits)) == (1, 2)
    now[0] += seconds
    waits[1][1]()
    assert (len(pictures), len(waits)) == (0, 2)


def test_names_of_pictures_are_not_alike() -> None:
    pictures = Pictures()
    names = {pictures.hold(b"0") for _ in range(20)}
    assert len(names) == 20
    assert min(map(len, names)) >= 24


def test_nothing_of_a_picture_is_written(
    client: TestClient, painted: bytes, stand: Standing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No file is opened for writing, in whatever way, from its coming to its being forgotten."""
    opened: list[object] = []
    watching = [True]

    def watch(event: str, details: tuple[Any, ...]) -> None:
        if watching and event == "open" and isinstance(details[1], str) and set(details[1]) & set("wax+"):
            opened.append(details[0])

    sys.addaudithook(watch)
    name = sent(client, painted)["picture"]
    asked(client, "photo/read", picture=name, **ABOUT)
    asked(client, "photo/forget", picture=name)
    watching.clear()
    assert opened == []


@pytest.mark.parametrize("library", ["cv2", "scipy", "PIL"])
def test_where_a_library_is_missing_it_is_said_what_to_install(
    client: TestClient, painted: bytes, monkeypatch: pytest.MonkeyPatch, library: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    told = "pip install 'armada-sim[photo]'"
    assert told in client.get("/api/page").json()["reading"]
    assert told in sent(client, painted, 422)
    assert client.get("/api/page?lang=fr").json()["reading"].startswith("lire des photos demande")


def test_where_all_is_there_nothing_is_missing(client: TestClient) -> None:
    assert client.get("/api/page").json()["reading"] == ""


def test_in_the_pocket_no_picture_is_read() -> None:
    from armada_sim.web.pocket import ENGINE

    assert ENGINE.answer("/api/photo/read", "en", "{}").status == 404
    assert b'"reading":"only the program on a computer' in ENGINE.answer("/api/page", "en", "").body

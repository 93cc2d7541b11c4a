"""What the page is answered: the referee's own words and figures, and a sentence where nothing can be answered."""

from __future__ import annotations

import json
import math
import warnings
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from starlette.testclient import TestClient

from armada_sim import Layout, check_contact, check_move, check_shot, legal_headings
from armada_sim.files.disputes import ActionQuestion, WonQuestion
from armada_sim.files.records import load_dispute, parse_dispute
from armada_sim.regions.reach import reach_stages
from armada_sim.tabletop import Language
from armada_sim.tabletop.shipped import shipped
from armada_sim.tabletop.web import LeftError
from armada_sim.web.bodies import SharpenBody, understood
from armada_sim.web.dangers import dangers
from armada_sim.web.questions import page_words
from armada_sim.web.searching import search_stages
from tests.catalogues import ROOT
from tests.photo.painting import SHIPS, seen, sheet
from tests.web.asking import answer_of, asked, published
from tests.whole import few

EXAMPLES = sorted(shipped("armada_sim", ".toml"))


def example(client: TestClient, name: str) -> dict[str, Any]:
    found: dict[str, Any] = asked(client, "example", name=name)
    return found


@pytest.mark.parametrize("name", few(EXAMPLES, 4))
def test_an_example_on_the_page_is_the_same_table_and_gets_the_same_rulings(client: TestClient, name: str) -> None:
    dispute, document = load_dispute(ROOT / "examples" / f"{name}.toml"), example(client, name)
    assert ("left_out" in document) == (dispute.game is not None)
    document.pop("left_out", None)
    again = parse_dispute(json.dumps(document), format="json")
    assert again.rules == dispute.rules
    assert again.layout.surface == dispute.layout.surface
    assert [(s.name, s.pose, s.damage) for s in again.layout.ships] == [
        (s.name, s.pose, s.damage) for s in dispute.layout.ships
    ]
    assert again.layout.objects == dispute.layout.objects
    assert again.layout.fleets == dispute.layout.fleets
    alone = [q for q in dispute.questions if not isinstance(q, ActionQuestion | WonQuestion)]
    assert len(again.questions) == len(alone)
    for number in range(1, 1 + len(alone)):
        ruling = again.ask(number)
        found = asked(client, "rule", dispute=document, number=number)
        assert found["ruling"] == json.loads(json.dumps(ruling.as_json()))
        assert found["state"] == {"yes": "yes", "no": "no", "in_doubt": "in_doubt"}[found["state"]]
        assert (found["state"] == "in_doubt") == (ruling.answer == "in_doubt")
        assert len(found["reasons"]) == len(ruling.reasons)


@pytest.mark.parametrize("lang", few(["en", "fr"], 1))
def test_other_readings_are_listed_in_the_language_of_the_page(client: TestClient, lang: str) -> None:
    """What `armada check --readings` says, in words and as data; of a question that hangs on none, that it does not."""
    document = example(client, "half-out-of-reach")
    found = asked(client, "readings", lang=lang, dispute=document)
    assert found["stated"] == "no"
    assert [row["value"] for row in found["readings"]] == ["any_part", "touch_counts"]
    assert (
        found["lines"][1]
        == {
            "en": "not allowed; allowed if in_area = touch_counts (no text says this)",
            "fr": "interdit\u202f; permis si in_area = touch_counts (aucun texte ne le dit)",
        }[lang]
    )
    assert found["heading"].endswith({"en": "each alone:", "fr": "chacune seule\u202f:"}[lang])
    wedged = asked(client, "readings", dispute=example(client, "wedged-at-the-edge"))
    assert (wedged["lines"], wedged["readings"]) == ([], [])
    assert wedged["heading"] == "No other reading of the rules changes this, each option alone."


def test_readings_of_a_question_there_is_none_of_are_refused(client: TestClient) -> None:
    document = example(client, "half-out-of-reach")
    assert asked(client, "readings", 422, dispute=document, number=7) == "number: there is no question 7"


def test_what_is_shown_of_a_ship_is_what_the_engine_says(client: TestClient) -> None:
    document = example(client, "four-steps")
    layout: Layout = parse_dispute(json.dumps(document), format="json").layout
    found = asked(client, "look", dispute=document, ship={"name": "B1", "turns": [0]})["ship"]
    step = check_move(layout, "B1", turns=[0]).witness.steps[-1]
    assert found["places"][1]["base"] == pytest.approx(step.base)
    assert found["places"][1]["tip"] == pytest.approx(step.tip)
    at_rest = asked(client, "look", dispute=document, ship={"name": "B1"})["ship"]
    legal = [{"from": round(part.start, 9), "to": round(part.end, 9)} for part in legal_headings(layout, "B1")]
    assert at_rest["fan"]["legal"] == legal
    nearest = at_rest["near"][0]
    apart = check_contact(layout, "B1", "R1").witness
    assert (nearest["name"], nearest["relation"], nearest["clearance"]) == ("R1", apart.relation, apart.clearance)
    assert nearest["text"] == "B1 is 17.2 mm clear of R1"


@pytest.mark.parametrize(
    ("value", "told", "searched"),
    [
        ("allowed", {"near", "fan", "guns", "R1"}, {"reach", "threat", "danger"}),
        ("own_ship_only", {"near", "fan"}, {"reach"}),
        ("declared_only", set(), set()),
    ],
)
def test_what_may_not_be_measured_is_not_shown_and_why_is_said(
    client: TestClient, value: str, told: set[str], searched: set[str]
) -> None:
    document = {**example(client, "four-steps"), "rules": {"premeasure": value}}
    own = {"name": "B2", "player": "blue", "size": "small", "base": [430, 300], "heading": 90}
    document["ships"].append(own)
    found = asked(client, "look", dispute=document, ship={"name": "B1"})
    ship = found["ship"]
    shown = {key for key in ("near", "fan", "guns") if ship.get(key)} | {near["name"] for near in ship.get("near", ())}
    assert shown - {"B2"} == told
    assert ("B2" in shown) == ("near" in told)
    assert ("before an action is declared" in found["unsaid"]) == (value != "allowed")
    with client.websocket_connect("/api/sharpen") as socket:
        for what in ("reach", "threat", "danger"):
            socket.send_text(json.dumps({"id": 1, "what": what, "ship": "B1", "dispute": document}))
            answer = socket.receive_json()
            assert ("error" in answer) == (what not in searched), what
            assert "error" not in answer or "before an action is declared" in answer["error"]


@pytest.mark.parametrize("what", ["reach", "threat", "danger"])
def test_a_search_is_ended_in_the_middle_of_a_stage(client: TestClient, what: str) -> None:
    """The first stage is asked for; then the page wants something else."""
    document, stopped = example(client, "four-steps"), False
    document["ships"] += [{"name": "R8", "player": "red", "size": "small", "base": [300, 420], "heading": 200}]
    given = understood(json.dumps({"id": 1, "what": what, "ship": "B1", "dispute": document}), SharpenBody)

    def progress(*_: object) -> None:
        if stopped:
            raise LeftError

    stages = search_stages(given, Language("en"), progress)
    assert next(stages)
    stopped = True
    with pytest.raises(LeftError):
        list(stages)


def test_a_table_that_cannot_be_is_told(client: TestClient) -> None:
    document = example(client, "four-steps")
    document["ships"][0]["base"] = document["ships"][1]["base"]
    problems = asked(client, "look", dispute=document)["problems"]
    assert problems
    assert {"B1", "R1"} == set(problems[0]["pieces"])


def test_regions_come_stage_by_stage_and_the_last_question_is_the_one_that_is_answered(client: TestClient) -> None:
    document = example(client, "four-steps")
    document["ships"] = [{**ship, "size": "large"} for ship in document["ships"] if ship["name"] == "B1"]
    layout = parse_dispute(json.dumps(document), format="json").layout
    gaps = [stage.gap for stage in reach_stages(layout, "B1", 4, gap=1.0)]
    with client.websocket_connect("/api/sharpen") as socket:
        ask = {"what": "reach", "ship": "B1", "dispute": document}
        socket.send_text(json.dumps({**ask, "id": 1, "what": "threat"}))
        socket.send_text(json.dumps({**ask, "id": 2}))
        answers = []
        while not answers or not (answers[-1]["id"] == 2 and answers[-1].get("done")):
            answers.append(socket.receive_json())
        stages = [answer["region"] for answer in answers if answer["id"] == 2 and "region" in answer]
        assert [stage["gap"] for stage in stages] == gaps
        assert all(stage["inner"] and stage["outer"] for stage in stages)
        assert not any(answer.get("done") for answer in answers[:-1])
        socket.send_text(json.dumps({**ask, "id": 3, "ship": "X"}))
        assert "no ship is called 'X'" in socket.receive_json()["error"]
        socket.send_text("no JSON")
        assert "error" in socket.receive_json()


def test_what_can_hit_a_ship_is_shown_by_moves_and_shots_the_referee_allows(client: TestClient) -> None:
    document = example(client, "four-steps")
    document["ships"] += [
        {"name": "R8", "player": "red", "size": "small", "base": [300, 420], "heading": 200},
        {"name": "R9", "player": "red", "size": "small", "base": [800, 800], "heading": 90},
    ]
    layout = parse_dispute(json.dumps(document), format="json").layout
    with client.websocket_connect("/api/sharpen") as socket:
        socket.send_text(json.dumps({"id": 7, "what": "danger", "ship": "B1", "dispute": document}))
        found = []
        while "danger" in (answer := socket.receive_json()):
            found.append(answer["danger"])
    enemies = [ship.name for ship in layout.ships if ship.player == "red"]
    assert [one["enemy"] for one in found] == [*enemies, *enemies]
    for one in found[: len(enemies)]:
        assert (one["answer"], one["steps"]) == (check_shot(layout, one["enemy"], "B1").answer, [])
    moved = {one["enemy"]: one for one in found[len(enemies) :]}
    assert {moved["R8"]["answer"], moved["R9"]["answer"]} == {"yes", "no"}
    assert moved["R9"]["text"] == "R9 cannot move so that it can hit B1."
    for name, one in moved.items():
        assert bool(one["steps"]) == bool(one["line"]) == (one["answer"] == "yes"), name


def test_no_ally_endangers_a_ship_and_nobody_a_sunk_one(client: TestClient) -> None:
    document = example(client, "four-steps")
    rules = parse_dispute(json.dumps(document), format="json").rules
    allied = {**document, "teams": {"both": ["red", "blue"]}, "fleets": [{"player": "red"}, {"player": "blue"}]}
    assert [*dangers(parse_dispute(json.dumps(allied), format="json").layout, "B1", rules)] == []
    document["ships"][0]["damage"] = 9
    assert document["ships"][0]["name"] == "B1"
    assert [*dangers(parse_dispute(json.dumps(document), format="json").layout, "B1", rules)] == []


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(
    frames=st.lists(
        st.binary(max_size=40) | st.text(max_size=40) | st.deferred(lambda: DEEP).map(json.dumps), max_size=5
    )
)
def test_whatever_is_sent_to_the_searches_they_go_on(client: TestClient, frames: list[bytes | str]) -> None:
    last = {"id": 9, "what": "reach", "ship": "X", "dispute": {}}
    with client.websocket_connect("/api/sharpen") as socket:
        for frame in [*frames, json.dumps(last)]:
            socket.send_bytes(frame) if isinstance(frame, bytes) else socket.send_text(frame)
            answer = socket.receive_json()
            assert answer.keys() == {"id", "error"}
        assert "no ship is called 'X'" in answer["error"]


@pytest.mark.parametrize("kind", ["svg", "pdf", "png"])
def test_a_ruling_is_exported_as_the_command_line_draws_it(client: TestClient, kind: str) -> None:
    document = example(client, "four-steps")
    answer = client.post("/api/picture?lang=fr", json={"dispute": document, "number": 1, "format": kind})
    assert answer.status_code == 200
    assert answer.content[:5] == {"svg": b"<?xml", "pdf": b"%PDF-", "png": b"\x89PNG\r"}[kind]


@pytest.mark.parametrize(
    ("path", "body", "told"),
    [
        ("rule", b"{", "JSON"),
        ("rule", b"\xff", "UTF-8"),
        ("rule", b"[]", "table"),
        ("rule", b"{}", "dispute: is missing"),
        ("look", b'{"dispute": {"ships": 3}}', ""),
        ("look", b'{"dispute": {}, "ship": {"name": "X"}}', "no ship is called 'X'"),
        ("look", b'{"dispute": {}, "ship": 3}', "ship: expected a table, not 3"),
        ("look", b'{"dispute": {}, "ship": {"name": "X", "turns": [[]]}}', "ship.turns[1]: expected a number"),
        ("rule", b'{"dispute": {}, "number": 1}', "there is no question 1"),
        (
            "rule",
            b'{"dispute": {}, "nummer": 1, "show_in": 2}',
            "nummer: there is no such key here; did you mean number?; show_in: ",
        ),
        ("rule", b'{"dispute": {}, "number": true}', "number: expected a whole number, not true"),
        ("picture", b'{"dispute": {}, "number": 1}', "there is no question 1"),
        ("picture", b'{"dispute": {}, "format": "../x"}', "format: expected svg, pdf or png"),
        ("example", b'{"name": "../../etc/passwd"}', "there is no example of that name"),
        ("read", b'{"text": "heding = 3"}', "heding"),
    ],
)
def test_what_cannot_be_understood_gets_a_sentence(client: TestClient, path: str, body: bytes, told: str) -> None:
    answer = client.post(f"/api/{path}", content=body)
    assert answer.status_code == 422
    assert told in answer.json()["error"]


PLAIN = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5)
)
KEYS = ["dispute", "ship", "ships", "name", "turns", "number", "rules", "size", "show_in", "text", "format"]
DEEP = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=12,
)
ASKED = ("rule", "look", "picture", "example", "read", "pieces")


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
@given(path=st.sampled_from(ASKED), body=DEEP | st.dictionaries(st.sampled_from(KEYS), DEEP, max_size=4))
def test_whatever_is_asked_is_answered_or_refused(client: TestClient, path: str, body: object) -> None:
    """No body makes an answer that is a fault of the program: the client raises those."""
    assert client.post(f"/api/{path}", json=body).status_code in (200, 422)


def test_every_word_the_page_says_is_known_and_every_known_word_said() -> None:
    import re

    folders = (ROOT / "armada_sim" / "web" / "static", ROOT / "armada_sim" / "tabletop" / "web" / "static")
    files = [file for folder in folders for file in folder.glob("*.js")]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    said = set(re.findall(r'say\("(\w+)"', text))
    families = re.findall(r"say\(`(\w+_)\$", text)
    assert families
    assert said <= page_words().keys()
    for key in page_words().keys() - said:
        assert f'"{key}"' in text or any(key.startswith(family) for family in families), key


def test_players_look_as_on_figures() -> None:
    import re

    from armada_sim.pictures import SCREEN

    text = (ROOT / "armada_sim" / "web" / "static" / "looks.js").read_text(encoding="utf-8")
    listed = re.findall(r"\[((?:\"\w+\"(?:, )?)+)\]", text)
    assert [tuple(re.findall(r"\w+", one)) for one in listed] == [look.words for look in SCREEN.players]


def some(schema: dict[str, Any], body: dict[str, Any]) -> Any:
    """A value of a schema."""
    if "$ref" in schema:
        schema = body["$defs"][schema["$ref"].split("/")[-1]]
    if schema.get("type") == "object":
        return {key: some(schema["properties"][key], body) for key in schema.get("required", [])}
    if schema.get("type") == "array":
        return [some(schema["items"], body)] * schema.get("minItems", 0)
    return schema.get("minimum", 1) if schema.get("type") in ("integer", "number") else "x"


def test_what_may_be_asked_and_what_is_answered_is_published(client: TestClient) -> None:
    assert published() == client.get("/api/openapi.json").json()
    page = published()["paths"]["/api/page"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    jsonschema.validate(client.get("/api/page").json(), {**page, "components": published()["components"]})
    posts = {path: ways["post"] for path, ways in published()["paths"].items() if path != "/api/page"}
    assert {*posts} >= {f"/api/{name}" for name in ASKED}
    for path, question in posts.items():
        assert question["summary"], path
        if path == "/api/photo/picture":
            assert [*question["requestBody"]["content"]] == ["image/*"]
            continue
        body = question["requestBody"]["content"]["application/json"]["schema"]
        whole = {**body, "components": published()["components"]}
        jsonschema.Draft202012Validator.check_schema(whole)
        jsonschema.Draft202012Validator.check_schema(answer_of(path).schema)
        given = {"dispute": {"ships": []}} if "dispute" in body["properties"] else {}
        given |= {key: some(body["properties"][key], body) for key in body.get("required", []) if key != "dispute"}
        jsonschema.validate(given, whole)
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**given, "heding": 3}, whole)


def photo(**change: Any) -> dict[str, Any]:
    """What the page sends of a painted photo."""
    marks = [[{"at": [*at], "corner": name} for name, at in seen(ship).items()] for ship in SHIPS]
    return {
        "dispute": {}, "picture": [2000, 1500], "reference": {"size": [297, 210], "corners": sheet().tolist()},
        "ships": [{"name": f"S{k}", "size": ship.size, "marks": marks[k]} for k, ship in enumerate(SHIPS)],
        **change,
    }  # fmt: skip


def test_ships_on_a_photo_are_told_in_the_unit_and_language_asked_for(client: TestClient) -> None:
    found = asked(client, "photo", **photo(show_in="cm"))
    for ship, true in zip(found["ships"], SHIPS, strict=True):
        assert ship["base"] == pytest.approx([true.x, true.y], abs=found["tolerance"])
        assert ship["text"].startswith(f"{ship['name']}: its marks miss it by 0.")
        assert ship["text"].endswith(" cm.")
    answer = client.post("/api/photo?lang=fr", json=photo()).json()
    assert "0,0 px au plus" in answer["ships"][0]["text"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"picture": [2000, 10]}, "picture[2]: must lie between 100 and 20000, not 10"),
        ({"picture": [1e300, 1500]}, "picture[1]: is out of range"),
        ({"reference": {"size": [297, 0], "corners": []}}, "reference.size[2]: must lie between 20 and 5000, not 0"),
        ({"reference": {"size": [297, 210], "corners": [[0, 0]] * 5}}, "reference.corners: has more than 4 entries"),
        ({"reference": {"size": [297, 210], "corners": [[0, 0], [1, 1]]}}, "mark the four corners of the reference"),
        ({"ships": []}, "ships: mark at least one ship"),
        ({"ships": [{"name": "A", "size": "huge", "marks": []}]}, "ships[1].size: expected"),
        ({"ships": [{"name": "A", "size": "small", "marks": []}] * 2}, "ships: two ships have one name"),
        (
            {"ships": [{"name": "A", "size": "small", "marks": [{"at": [5, 5], "corner": "bow"}]}]},
            "corner: expected base_right",
        ),
        ({"ships": [{"name": "A", "size": "small", "marks": [{"at": [5, 5]}]}]}, "A: mark 3 to 5 corners of each ship"),
    ],
)
def test_marks_on_a_photo_that_make_no_sense_get_a_sentence(
    client: TestClient, change: dict[str, Any], told: str
) -> None:
    answer = client.post("/api/photo", json=photo(**change))
    assert answer.status_code == 422
    assert told in answer.json()["error"]


ANYWHERE = st.tuples(st.floats(-20_000, 40_000), st.floats(-20_000, 40_000))
ON_LINES = st.tuples(st.sampled_from([0, 700, 702, 1e-300, 40_000]), st.sampled_from([700, 20_000, -20_000]))
NOWHERE = st.tuples(st.sampled_from([math.nan, math.inf, -math.inf, 1e300]), st.just(700))
RIGHT = st.sampled_from([[tuple(at) for at in seen(ship).values()] for ship in SHIPS])
MARKED = st.one_of(
    RIGHT, RIGHT, RIGHT,
    st.builds(lambda right, wrong: [wrong, *right[1:]], RIGHT, st.one_of(ANYWHERE, ON_LINES, NOWHERE)),
    st.lists(ANYWHERE, min_size=3, max_size=5),
    st.lists(ON_LINES, min_size=3, max_size=5),
    ON_LINES.map(lambda at: [at] * 3),
)  # fmt: skip
CORNERS = st.one_of(
    st.none(), st.just(sheet().tolist()), st.lists(st.one_of(ANYWHERE, ON_LINES), min_size=4, max_size=4)
)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], database=None)
@given(
    ships=st.lists(MARKED, min_size=1, max_size=3),
    corners=CORNERS,
    sides=st.sampled_from([(297, 210)] * 4 + [(20, 5000), (0, 210), (math.inf, 210)]),
    picture=st.sampled_from([(2000, 1500)] * 4 + [(100, 20_000), (99, 100), (math.nan, 1)]),
)
def test_any_marks_on_a_photo_get_an_answer_or_a_sentence_after_bounded_work(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, ships: Any, corners: Any, sides: Any, picture: Any
) -> None:
    worked = []
    optimize = pytest.importorskip("scipy.optimize", reason="pip install '.[photo]' fits photos")
    solve = optimize.least_squares

    def counted(*given: Any, **options: Any) -> Any:
        answer = solve(*given, **options)
        worked.append(answer.nfev)
        return answer

    with monkeypatch.context() as spied, warnings.catch_warnings():
        spied.setattr(optimize, "least_squares", counted)
        warnings.simplefilter("error")
        marked = [
            {"name": f"S{k}", "size": "large", "marks": [{"at": at} for at in one]} for k, one in enumerate(ships)
        ]
        body = photo(picture=picture, ships=marked, reference={"size": sides, "corners": corners})
        if corners is None:
            del body["reference"]
        answer = client.post("/api/photo", content=json.dumps(body))
    assert answer.status_code in (200, 422)
    told = answer.json()
    if answer.status_code == 422:
        assert "\n" not in told["error"].strip()
        assert told["error"]
    else:
        assert told["tolerance"] > 0
        assert all(ship["misfit"] >= 0 for ship in told["ships"])
    assert len(worked) <= 100
    assert sum(worked) <= 2000


def test_a_file_with_a_turn_is_read_and_says_what_the_page_leaves_out(client: TestClient) -> None:
    """Its table is laid out and its other questions stay; asked with the turn, a chain is answered by its end."""
    text = (ROOT / "examples" / "shot-after-a-move.toml").read_text(encoding="utf-8")
    text += '\n[[questions]]\nmove = "R1"\nheadings = [95]\n'
    document = asked(client, "read", text=text)
    assert "armada check" in document.pop("left_out")
    assert ([ship["name"] for ship in document["ships"]], len(document["questions"])) == (["R1", "R2", "B1", "B2"], 1)
    assert asked(client, "rule", dispute=document, number=1)["state"] == "yes"
    whole = {**document, "turn": {"player": "red"}, "questions": [{"actions": ["R1 > 95", "R1 x B1"]}, {"won": True}]}
    assert asked(client, "rule", dispute=whole, number=1)["question"] == "May R1 (red, medium) hit B1 (blue, small)?"
    assert asked(client, "rule", dispute=whole, number=2)["answer"] == "No, nobody has won."
    assert client.post("/api/picture", json={"dispute": whole, "number": 1}).status_code == 200


def test_the_page_is_given_the_outline_of_every_size_of_a_game_of_one_s_own(client: TestClient) -> None:
    document = example(client, "huge")
    found = asked(client, "pieces", dispute=document, show_in="mm")
    assert [*found] == ["small", "medium", "large", "huge"]
    assert found["huge"]["length"] == pytest.approx(math.hypot(88.9, 25.4))
    assert asked(client, "look", dispute=document, ship={"name": "R1", "turns": []}, show_in="mm")["ship"]["steps"] == 1

"""What is said in other languages: catalogues are whole and say the same, a further language is a file, nothing stays
English."""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.mofile import write_mo

from armada_sim.experiments.experiment import parse_experiment
from armada_sim.files.records import load_dispute
from armada_sim.pictures import Words
from armada_sim.table.units import Unit
from armada_sim.tabletop import language
from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.laboratory import run
from armada_sim.tabletop.laboratory.contest import Plan
from armada_sim.tabletop.laboratory.store import opened
from armada_sim.tabletop.laboratory.summary import Summary, summary
from armada_sim.tabletop.laboratory.words import Teller
from armada_sim.tabletop.language import LANGUAGES, LOCALE, Language, Worded
from armada_sim.tabletop.terminal.speaking import METAVAR
from plots.balance.report import contents
from plots.rulebook import FIGURES
from plots.style_file import style_of
from tests.catalogues import KEYWORDS, ROOT, catalogue, name_of, path_of, template, texts_of, updated
from tests.marked import unmarked
from tests.sources import calls
from tests.tabletop.laboratory.toys import Coin, round_robin

OTHERS = LANGUAGES[1:]


def places(text: str) -> set[str]:
    """The names of the values a message takes."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def forms(given: str | tuple[str, ...]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


@pytest.mark.parametrize("lang", OTHERS)
def test_a_catalogue_has_what_is_said_and_nothing_else(lang: str) -> None:
    """New messages are in it, and none that is said no more; in the order in which `python -m tests.catalogues` writes
    it."""
    assert len(template()) > 400
    assert path_of(lang).read_bytes() == updated(lang), "run python -m tests.catalogues"


@pytest.mark.parametrize("lang", OTHERS)
def test_every_message_is_translated_with_the_same_values(lang: str) -> None:
    found = catalogue(lang)
    for message in found:
        if not message.id:
            continue
        assert not message.fuzzy, message.id
        assert len(forms(message.string)) == (found.num_plurals if message.pluralizable else 1), message.id
        wanted = set[str]().union(*map(places, forms(message.id)))
        for form in forms(message.string):
            assert form, f"{message.id!r} is not translated"
            assert places(form) == wanted or (message.pluralizable and places(form) | {"n"} == wanted), message.id


def test_what_says_a_message_gives_the_values_it_takes() -> None:
    """And none is chosen inside the call: `say("a" if x else "b")` would be in no catalogue, each has to be marked by
    N_."""
    counted = 0
    for where, call in calls():
        if (name := name_of(call)) not in KEYWORDS:
            continue
        literal = texts_of(call)
        if name != "N_" and isinstance(call.args[-1], ast.IfExp):
            assert not any(isinstance(one, ast.Constant) for one in (call.args[-1].body, call.args[-1].orelse)), where
        assert not any(isinstance(arg, ast.JoinedStr) for arg in call.args), where
        given = {keyword.arg for keyword in call.keywords} - ({"key", "file"} if name == "NotationError" else set())
        if literal and name != "N_" and None not in given:
            taken = set[str]().union(*map(places, literal[KEYWORDS[name] == ((1, "c"), 2) :]))
            assert taken - ({"n"} if KEYWORDS[name] == (1, 2) else set()) == given, where
            counted += 1
    assert counted > 200


def test_plurals_go_by_the_rule_of_the_language() -> None:
    english, french = Language(), Language("fr")
    assert [english.say_many("{n} large", "{n} large", n) for n in (0, 1, 2)] == ["0 large", "1 large", "2 large"]
    assert [french.say_many("{n} large", "{n} large", n) for n in (0, 1, 2)] == ["0 grand", "1 grand", "2 grands"]
    named = [
        tell.say_many("{winners} wins: {reason}", "{winners} win: {reason}", n, winners="A", reason="b")
        for tell in (english, french)
        for n in (1, 2)
    ]
    assert named == ["A wins: b", "A win: b", "A gagne\u202f: b", "A gagnent\u202f: b"]


def test_french_signs_keep_to_their_words() -> None:
    """A narrow space that does not break stands before ; : ! ? % », after « and before units; apostrophes are ’."""
    plain = re.compile(r"(?<=[^\W\d_])'(?=[^\W_]|[«{])| [;:!?%»]|« |\d (?:mm|cm|po)\b|[^\s\u202f(][;!?»]|\w:(?:\s|$)")
    texts = [form for message in catalogue("fr") if message.id for form in forms(message.string)]
    quoted = re.compile(r"(?<!\w)'[^']*'")  # what is typed, as it is typed
    assert [text for text in texts if plain.search(quoted.sub("", text))] == []
    assert (Words("fr").length(22.25), Words("fr", Unit("in")).length(25.4)) == ("22,25\u202fmm", "1,000\u202fpo")


def test_numbers_lists_and_words_of_two_meanings() -> None:
    english, french = Language(), Language("fr")
    assert [tell.decimal("2.50 of 3. 4.5") for tell in (english, french)] == ["2.50 of 3. 4.5", "2,50 of 3. 4,5"]
    assert [english.listed(list("abc")[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert french.listed(["a", "b", "c"]) == "a, b et c"
    assert (french.say("fleets"), french.say_as("compared", "fleets")) == ("flottes", "les flottes")
    assert english.say_as("compared", "fleets") == "fleets"
    assert english.say("{ as it stands }") == "{ as it stands }"
    with pytest.raises(InputError, match="lang: must be one of en, fr, not 'xx'"):
        Language("xx")


# a language of marked strings


def test_a_language_more_is_a_file_more(other: str) -> None:
    assert Language(other).say("the limit is {x}", x=1) == "the limit is 1"
    assert Language(other).say("Turn {n}: {player}", n=1, player="red") == "⟦Turn ⟧1⟦: ⟧red"


def test_what_is_compiled_says_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wheel has the compiled catalogue alone; a checkout, a read-only one too, compiles in memory."""
    made = tmp_path / "fr" / "LC_MESSAGES" / "armada.mo"
    made.parent.mkdir(parents=True)
    with made.open("wb") as file:
        write_mo(file, catalogue("fr"))
    messages = [
        message for message in catalogue("fr") if message.id and not message.pluralizable and not message.context
    ]
    sources = [language.catalogue("fr").gettext(message.id) for message in messages]
    assert sources == [message.string for message in messages]
    assert not list(LOCALE.rglob("*.mo"))
    monkeypatch.setattr(language, "LOCALE", tmp_path)
    language.catalogue.cache_clear()
    assert [language.catalogue("fr").gettext(message.id) for message in messages] == sources
    shutil.rmtree(tmp_path / "fr")
    language.catalogue.cache_clear()


def toy(coin: Coin, sets: int, folder: Path) -> Summary:
    with opened(folder / "a.games", coin.identity, coin.meetings) as store:
        return summary(coin, store, run(coin, Plan(sets), store))


@pytest.mark.parametrize(
    "coin",
    [Coin((0.9, 0.5)), Coin((0.5,) * 13), round_robin("rps", {"rp": 0.0, "rs": 1.0, "ps": 0.0})],
    ids=["few", "many", "rps"],
)
def test_a_report_says_nothing_in_english(coin: Coin, tmp_path: Path, other: str) -> None:
    found = toy(coin, 20, tmp_path)
    names = [name for meeting in coin.meetings for name in meeting.entrants]
    told = "\n".join(Teller(other).sentences(found.settings, found.changes, found.games, found.distinct))
    assert "⟦whoever moves first gets ⟧" in told
    assert unmarked(told, *names) == set()
    for block in contents(found, (), (), style_of("screen"), Words(other)).blocks:
        assert unmarked(repr({key: value for key,
            value in vars(block).items() if key != "draw"}).replace("\\n", " "),
                        "text lines listed caption head rows title description height True False",
                        *names) == set()  # fmt: skip


def test_the_facts_of_an_experiment_are_said_in_any_language(other: str) -> None:
    for file in sorted((ROOT / "examples" / "experiments").glob("*.toml")):
        asked = parse_experiment(file.read_text(encoding="utf-8"))
        names = [name for name, _ in (*asked.fleets, *asked.against, *asked.players)]
        names += [f"{one.ship.name} {one.ship.player}" for one in asked.tables[0].later]
        changed = [f"{table.name} {table.rules.not_default()}" for table in asked.tables]
        for name, value in asked.facts(asked.plan, other):
            assert unmarked(name) == set()
            assert unmarked(value, "armada sim dev", *names, *changed, *map(str, (f for _, f in asked.fleets))) <= {
                "None"
            }


def test_every_figure_has_title_and_caption_in_every_language(other: str) -> None:
    for figure in FIGURES:
        for text in (figure.title, figure.caption):
            if isinstance(text, Worded):  # a figure file has its words in it, in each language
                assert set(text.texts) == {"en", "fr"} or not text
            else:
                assert Language(other).tell(text) == f"⟦{text}⟧"


def test_that_a_file_has_no_name_is_said_in_the_language() -> None:
    with pytest.raises(InputError) as told:
        load_dispute("")
    assert Language("fr").complaint(told.value) == "FICHIER\u202f: le nom du fichier est vide"


NOT_SAID = ("sens trigonométrique", "sens horaire", "mise en place avancée", "margin_upper")
"""What one term stands for elsewhere: the same thing is called the same, and a key is no word of a sentence."""


def test_french_calls_one_thing_by_one_name() -> None:
    said = [text for message in catalogue("fr") for text in forms(message.string)]
    assert len(said) > 4000
    assert [text for text in said if any(words in text for words in NOT_SAID)] == []


def test_what_stands_for_something_to_be_typed_is_french_in_sentences_too() -> None:
    """NOM, not NAME, in the paragraphs of a help."""
    french = catalogue("fr")
    words = {m.id: m.string for m in french if isinstance(m.id, str) and METAVAR.fullmatch(m.id) and m.id != m.string}
    assert words["NAME"] == "NOM"
    helped = {str(m.id): str(m.string) for m in french if any("/cli/" in place for place, _ in m.locations)}
    left = {text for name in words for text in helped.values() if re.search(rf"\b{name}\b", text) and len(text) > 30}
    assert left == set()


def test_numbers_are_written_out_as_people_write_them() -> None:
    assert [Language().plain(n) for n in (1_000_000, 3600, 0.00001, 1.0, -2)] == [
        "1,000,000", "3600", "0.00001", "1", "−2",
    ]  # fmt: skip
    assert [Language("fr").plain(n) for n in (1_000_000, 0.125)] == ["1\u202f000\u202f000", "0,125"]

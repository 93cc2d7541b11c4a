"""`armada example`, `armada rules` and `armada schema`: what is shipped, what the words mean, what files hold."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from armada_sim.tabletop import N_, InputError, Message
from armada_sim.tabletop.shipped import shipped
from armada_sim.tabletop.terminal import JSON, command, in_json, one_of, show_example, wrapped

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from importlib.resources.abc import Traversable

    from armada_sim.tabletop import Language, Option

_FRAME = (
    N_("In a file x counts to the right and y upwards from (0, 0), the lower left corner of a rectangular surface."),
    N_("Headings are degrees counter-clockwise; 0 points to the right."),
)
"""What the numbers of a file mean, for the list of examples."""

SCHEMAS = {
    "layout": "armada_sim.files.records.layout_schema",
    "dispute": "armada_sim.files.records.dispute_schema",
    "game": "armada_sim.files.game_reading.game_schema",
    "experiment": "armada_sim.experiments.experiment.experiment_schema",
    "style": "plots.style_file.style_schema",
    "figure": "plots.figure_file.building.figure_schema",
}
"""What makes the JSON Schema of a kind of file; its descriptions are messages."""


EXAMPLES = {
    "disputes": (".toml",), "experiments": (".toml", "experiments"), "agreements": (".toml", "games"),
    "games": (".json", "games"), "styles": (".toml", "styles"),
}  # fmt: skip
"""Kinds of shipped files: what they end in, and their folder. Agreements are game files without actions."""


FIRST_FIGURE = "one-step"
"""The figure file that one starts from."""


def examples(kind: str = "disputes") -> dict[str, Traversable]:
    """The shipped files of a kind by name."""
    return shipped("armada_sim", *EXAMPLES[kind])


@command(
    short_help="Print a shipped dispute, game, experiment, style, figure or LaTeX document, to start from.",
    example="armada example shot-past-a-friend > dispute.toml",
)
@click.argument("name", required=False)
@click.argument("which", metavar="[FIGURE]", required=False)
@JSON
@click.pass_obj
def example(words: Language, name: str | None, which: str | None, as_json: bool) -> None:
    """Print the shipped dispute, game, experiment, style, figure or LaTeX document NAME, to start from; without a name,
    list them.

    armada example figure paths prints the figure file of that figure of the rulebook (armada figures --list).
    """
    files = {file: there for kind in EXAMPLES for file, there in examples(kind).items()}
    documents = shipped("armada_sim", ".tex", "latex")
    drawn = shipped("armada_sim", ".toml", "figures")
    if which is not None and name != "figure":
        raise InputError(Message("only figures have names of their own: armada example figure NAME"), key="FIGURE")
    shown = which or FIRST_FIGURE
    files["figure"] = drawn[one_of(shown, list(drawn), Message("FIGURE"), N_("no figure is called {name}{guess}"))]
    files["latex"] = documents.get(f"rulebook.{words.lang}", documents["rulebook.en"])
    titles = dict.fromkeys(examples("styles"), N_("How pictures look: colours, letters, legend, size"))
    titles["figure"] = N_("A figure of your own: one step, in three frames")
    titles["latex"] = N_("Figures at their true size in a LaTeX document")
    show_example(name, files, words, as_json=as_json, titles=titles, after=_FRAME)


@command(short_help="Explain options, presets and clauses.", example="armada rules obstruction")
@click.argument("key", required=False)
@JSON
@click.pass_obj
def rules(words: Language, key: str | None, as_json: bool) -> None:
    """Explain an option, a preset or a clause; without KEY, list them all."""
    from armada_sim.table import BY_KEY, GONE, NUMBERS, PRESETS, TEXT, Clause
    from armada_sim.tabletop import entry, page

    if as_json:
        _rules_document(key, words)
        return
    if key is None:
        _list_rules(words)
        return
    known = [*BY_KEY, *NUMBERS, *PRESETS, *Clause, *GONE]
    one_of(key, known, Message("KEY"), N_("there is no option, preset or clause called {name}{guess}"))
    if key in BY_KEY:
        _explain_option(key, words)
    if key in NUMBERS:
        _tell(words.say("{name}: {text}", name=key, text=words.say(NUMBERS[key].question)))
    if key in GONE:
        _tell(words.say("{name}: {text}", name=key, text=words.tell(GONE[key].message)))
    if key in PRESETS:
        _explain_preset(key, words)
    if key in tuple(Clause):
        text, source = TEXT[Clause(key)]
        _tell(words.say("clause {key}: {text}", key=key, text=words.say(text)))
        _tell(words.say("source: {source}", source=words.say(source)), "  ")
        click.echo(f"\n{entry(page('armada', words.lang), key)}\n")
    click.echo(_where(words))


def _rules_document(key: str | None, words: Language) -> None:
    """The same as one JSON document: `options`, `presets`, `clauses`, `gone`, `numbers`, all or the one asked for."""
    from armada_sim.table import BY_KEY, GONE, NUMBERS, PRESETS, TEXT

    options: dict[str, object] = {
        o.key: {
            "question": words.say(o.question),
            "default": o.default,
            "values": {value: words.say(meaning) for value, meaning in o.values.items()},
            "refused": {value: words.say(why) for value, why in o.refused.items()},
            "bears": [*o.bears],
            "sources": {value: words.say(text) for value, text in o.sources.items()},
        }
        for o in BY_KEY.values()
    }
    clauses = {
        str(clause): {"text": words.say(text), "source": words.say(source)} for clause, (text, source) in TEXT.items()
    }
    gone = {name: {"value": one.value, "now": words.say(one.now)} for name, one in GONE.items()}
    document: dict[str, dict[str, object]] = {
        "options": options, "presets": {**PRESETS}, "clauses": {**clauses}, "gone": {**gone},
        "numbers": {key: words.say(one.question) for key, one in NUMBERS.items()},
    }  # fmt: skip
    if key is not None:
        known = [name for kind in document.values() for name in kind]
        one_of(key, known, Message("KEY"), N_("there is no option, preset or clause called {name}{guess}"))
        document = {kind: {key: found[key]} for kind, found in document.items() if key in found}
    click.echo(in_json(document))


def _tell(text: str, indent: str = "") -> None:
    click.echo("\n".join(wrapped(text, indent, indent + "  ")))


def _explain_option(key: str, words: Language) -> None:
    from armada_sim.table import BY_KEY, plain_values

    option = BY_KEY[key]
    _tell(words.say("{name}: {text}", name=key, text=words.say(option.question)))
    for value, meaning in option.values.items():
        name = words.say("{value} (default)", value=value) if value == option.default else value
        _tell(words.say("{name}: {text}", name=name, text=words.say(meaning)), "  ")
    _tell(words.say("what the texts say of it:"))
    for text in dict.fromkeys(option.sources.values()):
        values = [value for value, said in option.sources.items() if said == text]
        _tell(words.say("{values}: {text}", values=words.listed(values), text=words.say(text)), "  ")
    if unsaid := [value for value in plain_values(key) if value not in option.sources]:
        _tell(words.say("no text says {values}", values=words.listed(unsaid)), "  ")
    for value, why in option.refused.items():
        _tell(words.say("{value}: {why}; refused", value=value, why=words.say(why)), "  ")
    _tell(words.say("in a file: {setting}", setting=in_a_file(key)))


def in_a_file(key: str) -> str:
    """How a file chooses a value of an option that is not the default."""
    from armada_sim.table import BY_KEY

    option = BY_KEY[key]
    value = option.example or [*option.values, option.default][1]
    return f"rules = {{ {key} = {json.dumps(value)} }}"


def _explain_preset(name: str, words: Language) -> None:
    from armada_sim.table import PRESETS, REAL_TABLE_PRESETS

    if changes := PRESETS[name]:
        _tell(words.say("preset {name}: differs from the defaults in", name=name))
    else:
        _tell(words.say("preset {name}: all defaults", name=name))
    for key, value in changes.items():
        _tell(f"{key} = {value}", "  ")
    if name in REAL_TABLE_PRESETS:
        _tell(words.say("and a tolerance of 0.5 mm unless the file states one"), "  ")
    _tell(words.say("in a file: {setting}", setting=f'rules = "{name}"'))


def _list_rules(words: Language) -> None:
    from armada_sim.table import GAME_OPTIONS, OPTIONS, PRESETS, TEXT

    click.echo(words.say("Options (default in brackets):"))
    _list_options(OPTIONS, words)
    click.echo("\n" + words.say("Options of a whole game (no single ruling depends on them):"))
    _list_options(GAME_OPTIONS, words)
    click.echo("\n" + words.say("Presets:"))
    for name, changes in PRESETS.items():
        listed = ", ".join(f"{key} = {value}" for key, value in changes.items()) or words.say("all defaults")
        _tell(words.say("{name}: {text}", name=name, text=listed), "  ")
    click.echo("\n" + words.say("Clauses:"))
    for clause, (text, _) in TEXT.items():
        _tell(words.say("{name}: {text}", name=str(clause), text=words.say(text)), "  ")
    click.echo(f"\n{_where(words)}")


def _list_options(options: Sequence[Option], words: Language) -> None:
    for option in options:
        name = f"{option.key} [{option.default}]"
        _tell(words.say("{name}: {text}", name=name, text=words.say(option.question)), "  ")


def _where(words: Language) -> str:
    """Where the rules of Armada stand."""
    from armada_sim.tabletop.rules_pages import name_of_page

    return words.say("The rules, clause by clause: docs/rules/{page}", page=name_of_page("armada", words.lang))


@command(
    short_help="Print the JSON Schema of a kind of file.",
    example="armada schema dispute > dispute.schema.json",
)
@click.argument("kind", metavar="layout|dispute|game|experiment|style|figure")
@click.pass_obj
def schema(words: Language, kind: str) -> None:
    """Print the JSON Schema of a kind of file."""
    from pkgutil import resolve_name

    one_of(kind, list(SCHEMAS), Message("KIND"), N_("there is no file called {name}{guess}"))
    click.echo(in_json(described(resolve_name(SCHEMAS[kind])(), words.say)))


def described(schema: object, said: Callable[[str], str]) -> Any:
    """A JSON Schema with what `said` makes of its descriptions."""
    if isinstance(schema, list):
        return [described(part, said) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: said(" ".join(part.split())) if key == "description" and isinstance(part, str) else described(part, said)
        for key, part in schema.items()
    }

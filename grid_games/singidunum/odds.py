"""Exact odds of every melee and shot: what a table says before the dice are rolled (sections 5, 9, 11, U8, U10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from armada_sim.tabletop import N_, InputError, Listing, Message, signed
from grid_games.core.dice import Chances, certain, die
from grid_games.core.extras import OddsTable
from grid_games.singidunum.moves import MOST
from grid_games.singidunum.numbers import Numbers
from grid_games.singidunum.options import Rules, agreed

COLUMNS = tuple(range(MOST, -MOST - 1, -1))
"""Columns of the melee table, best for the attacker first; 4 is 4 or more."""

ADVANTAGES = range(-5, 9)
"""Attacker's strength less defender's, in the tables people use: from 8 on (d5) elimination is certain."""


@dataclass(frozen=True, slots=True)
class Fighter:
    """A unit with the face that shows."""

    unit: str
    """Such as "H7"."""

    available: bool = True

    @property
    def face(self) -> int:
        """The strength it shows."""
        return int(self.unit[1:]) - (0 if self.available else 1)

    @property
    def heavy(self) -> bool:
        """Whether it may be saved."""
        return self.unit[0] == "H"


def special_die(rules: Rules) -> Chances[int]:
    """One special die; with `die` = d4 every 5 is rolled again (section 5)."""
    return die(1, 2, 3, 3, 4) if rules.die == "d4" else die(1, 2, 3, 3, 4, 5)


@cache
def gaps(one: Chances[int]) -> Chances[int]:
    """One die less another."""
    return one.also(one).of(lambda both: both[0] - both[1])


SAVE = die(*range(1, 7)).of(lambda face: face >= 4)
"""Heavy infantry's save (U8): an ordinary die."""


def melee(rules: Rules, advantage: int) -> Mapping[int, Fraction]:
    """The probability of each column of the melee table (section 9), 4 and -4 holding what lies beyond, before any
    save."""
    columns = gaps(special_die(rules)).of(lambda gap: max(-MOST, min(MOST, gap + advantage)))
    return {column: columns[column] for column in COLUMNS}


def melee_of(rules: Rules, attackers: Sequence[Fighter], defender: Fighter) -> Mapping[str, Fraction]:
    """What becomes of a melee of one or two attackers, saves counted: probabilities by the words of `results`.

    With two attackers "attacker out" is the loss of the lead, who is named first.
    """
    columns = melee(rules, sum(one.face for one in attackers) - defender.face)
    save, words = SAVE[True], results(rules)
    found: dict[str, Fraction] = {}
    for column, word in words.items():
        unit = {MOST: defender, -MOST: attackers[0]}.get(column)
        saved = columns[column] * save if unit is not None and unit.heavy else Fraction(0)
        found[word] = columns[column] - saved
        if saved:
            found[Message("defender saved, back 2") if column > 0 else Message("attacker saved, back 2")] = saved
    return found


def results(rules: Rules) -> dict[int, str]:
    """Each column in words."""
    follows = (3,) if rules.pursuit == "after_3" else (3, 4)
    words = {
        4: Message("defender out"), 3: Message("defender back 2 (by 3)"), 2: Message("defender back 2"),
        1: Message("defender back 1"),
        0: Message("tie"),
        -1: Message("attacker back 1"), -2: Message("attacker back 2"), -3: Message("attacker back 2 (by 3)"),
        -4: Message("attacker out"),
    }  # fmt: skip
    return {
        column: Message("{result}, pursuit", result=word) if column in follows else word
        for column, word in words.items()
    }


def shot_column(gap: int) -> int:
    """The column of a difference in the table of shots (U10): 4 or more, 2 (and 3), 1, 0 (and less)."""
    return 4 if gap >= 4 else 2 if gap == 3 else max(gap, 0)


def shot(rules: Rules, advantage: int) -> Mapping[int, Fraction]:
    """The probability of each column of the table of shots, before any save."""
    columns = gaps(special_die(rules)).of(lambda gap: shot_column(gap + advantage))
    return {column: columns[column] for column in SHOTS}


def supported(rules: Rules, advantage: int) -> Mapping[int, Fraction]:
    """The same for a supported shot whose archer rolls again whenever a new die is the better bet.

    Better: the higher chance of 4 or more counts four, of 2 or 3 two, of 1 one, as the hexes and the unit it costs.
    """
    one = special_die(rules)

    def best(dice: tuple[int, int]) -> Chances[int]:
        own, needed = dice[0], advantage - dice[1]
        choices = certain(shot_column(needed + own)), one.of(lambda face: shot_column(needed + face))
        return max(choices, key=lambda chances: sum(share * result for result, share in chances))

    columns = one.also(one).then(best)
    return {result: columns[result] for result in SHOTS}


def rerolled(rules: Rules, needed: int) -> Mapping[int, Fraction]:
    """The same where the archer's die is rolled again; `needed`: his advantage less the target's die."""
    columns = special_die(rules).of(lambda face: shot_column(needed + face))
    return {column: columns[column] for column in SHOTS}


def tables(words: Sequence[str]) -> list[OddsTable]:
    """What was asked, in words KEY=VALUE.

    Options of the game (die=d4), attack=E9 (attack=C6+A5 for two), defence=H7' (an apostrophe: activated),
    shoot=A6, target=C5, over=1 for friends on the way. For no fight the tables by advantage. Raises InputError.
    """
    asked, rules, numbers = _sorted(words)
    if "attack" in asked or "defence" in asked:
        attackers = [_fighter(numbers, "attack", text) for text in _given(asked, "attack").split("+")]
        if len(attackers) > 2:
            raise InputError(Message("one or two units attack"), key="attack")
        return [_melee_table(rules, attackers, _fighter(numbers, "defence", _given(asked, "defence")))]
    if "shoot" in asked or "target" in asked:
        archer, target = (_fighter(numbers, key, _given(asked, key)) for key in ("shoot", "target"))
        return [_shot_table(rules, archer, target, _over(asked))]
    if asked:
        raise InputError(Message("is asked with shoot=A6 target=C5"), key=next(iter(asked)))
    dice, note = _dice(rules), Message("Advantage: the archer's strength, less 1 over friends, less the target's.")
    weighed = Message(
        "Advantage: the attacker's strength, or both attackers', less the defender's. Heavy infantry's save comes "
        "after."
    )
    again = Message("{note} Supported: {again}", note=note, again=Message(_AGAIN))
    shots = Message("out (4+)"), Message("back 2 (2, 3)"), Message("back 1"), Message("miss")
    fates = (
        Message("def. elim. (4+)"), "3", "2", "1", Message("tie"), Message("att. −1"), "−2", "−3",
        Message("att. elim."),
    )  # fmt: skip
    kinds = (
        (Message("Melee, {dice}", dice=dice), fates, melee, weighed),
        (Message("Shot, {dice}", dice=dice), shots, shot, note),
        (Message("Supported shot, {dice}", dice=dice), shots, supported, again),
    )
    return [
        OddsTable(
            title, (Message("advantage"), *head), tuple((signed(k), *of(rules, k).values()) for k in ADVANTAGES), why
        )
        for title, head, of, why in kinds
    ]


_AGAIN = N_("his own die is rolled again where that is the better bet: out counts four, back 2 two, back 1 one.")
"""When a die of a supported shot is rolled again."""


def unlawful(words: Sequence[str]) -> str:
    """Why the rules do not allow the fight asked about, words as in `tables`; empty where they do."""
    asked, rules, numbers = _sorted(words)
    sides = [asked.get("attack", asked.get("shoot", "")), asked.get("defence", asked.get("target", ""))]
    for text in sides:
        units = [name.removesuffix("'") for name in text.split("+") if name]
        for unit in units:
            if units.count(unit) > (most := numbers.pool[numbers.codes[unit]]):
                told = {"unit": unit, "n": units.count(unit), "most": most}
                return Message("{unit} fights {n} times, and a side has {most} [2]", **told)
    if "'" in sides[0]:
        return Message("an activated unit neither attacks nor shoots: it acts once a turn [6.1]")
    if "shoot" not in asked:
        return ""
    if asked["shoot"][0] != "A":
        return Message("{unit} does not shoot: only archers do [11]", unit=asked["shoot"])
    over = int(asked.get("over", "0"))
    if over > 2 and rules.shot_separation == "exact":
        return Message("{n} friends do not stand on the way: one or two hexes lie between [11]", n=over)
    return ""


_ASKED = ("attack", "defence", "shoot", "target", "over")


def _sorted(words: Sequence[str]) -> tuple[dict[str, str], Rules, Numbers]:
    """What is asked of a fight, the rules and the numbers."""
    asked, options = dict[str, str](), dict[str, str]()
    for word in words:
        key, mark, value = word.partition("=")
        if not mark or not value:
            raise InputError(Message("expected KEY=VALUE, such as attack=E9 or die=d4, not {given}", given=repr(word)))
        (asked if key in _ASKED else options)[key] = value
    _, _, rules, numbers = agreed(options)
    return asked, rules, numbers


def _given(asked: Mapping[str, str], key: str) -> str:
    if key not in asked:
        told = Message("is missing: a fight has attack=E9 and defence=H7, a shot shoot=A6 and target=C5")
        raise InputError(told, key=key)
    return asked[key]


def _fighter(numbers: Numbers, key: str, text: str) -> Fighter:
    unit = text.removesuffix("'")
    if unit not in numbers.codes:
        told = Message(
            "expected a unit such as {units}, with an apostrophe if it is activated, not {given}",
            units=", ".join(numbers.codes), given=repr(text),
        )  # fmt: skip
        raise InputError(told, key=key)
    return Fighter(unit, available=unit == text)


def _over(asked: Mapping[str, str]) -> int:
    text = asked.get("over", "0")
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise InputError(Message("expected a number of friends on the way, not {given}", given=repr(text)), key="over")
    return min(int(text), 1)


def _dice(rules: Rules) -> Message:
    return Message("dice 1, 2, 3, 3, 4 (5 rolled again)") if rules.die == "d4" else Message("dice 1, 2, 3, 3, 4, 5")


def _melee_table(rules: Rules, attackers: Sequence[Fighter], defender: Fighter) -> OddsTable:
    title = Message(
        "{attackers} against {defender}, {dice}",
        attackers=Listing(map(_name, attackers)), defender=_name(defender), dice=_dice(rules),
    )  # fmt: skip
    found = melee_of(rules, attackers, defender)
    return OddsTable(
        title, (Message("result"), Message.meaning("odds", "chance")),
        tuple((word, share) for word, share in found.items() if share),
    )  # fmt: skip


def _shot_table(rules: Rules, archer: Fighter, target: Fighter, over: int) -> OddsTable:
    columns, save = shot(rules, archer.face - over - target.face), SAVE[True]
    again = supported(rules, archer.face - over - target.face)
    rows: list[tuple[str, Fraction, Fraction]] = []
    for column, word in SHOTS.items():
        pair = columns[column], again[column]
        if column == 4 and target.heavy:
            rows.append((word, pair[0] * (1 - save), pair[1] * (1 - save)))
            rows.append((Message("saved"), pair[0] * save, pair[1] * save))
        elif any(pair):
            rows.append((word, *pair))
    shown = {"archer": _name(archer), "target": _name(target), "dice": _dice(rules)}
    title = Message("{archer} shoots at {target}, {dice}", **shown)
    if over:
        title = Message("{archer} shoots at {target} over friends (-{n}), {dice}", n=over, **shown)
    return OddsTable(
        title, (Message("result"), Message("alone"), Message("supported")), tuple(rows),
        Message("Supported: {again}", again=Message(_AGAIN)),
    )  # fmt: skip


SHOTS = {4: Message("out"), 2: Message("hit, back 2"), 1: Message("hit, back 1"), 0: Message("miss")}
"""The table of shots: its columns in words."""


def _name(one: Fighter) -> Message:
    if one.available:
        return Message("{unit} (available, {strength})", unit=one.unit, strength=one.face)
    return Message("{unit} (activated, {strength})", unit=one.unit, strength=one.face)

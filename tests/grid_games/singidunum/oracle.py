"""Singidunum once more, slowly: written from the reference alone, by following its chapters one after another.

It shares nothing with `grid_games`: the board is a dictionary from names of hexes to letters, units are little
dictionaries, whatever is needed is found by looking at all of them, and the game is one generator that stops wherever
somebody, or the dice, must decide. Numbers and U-numbers are those of `docs/rules/singidunum.md`.

A position is `turn|mover|passer|points|entered|burnt|units`, such as `3|r|-|1:0|b|a6|E9@d5 A4@c3' / C5@a7!`: Romans
left of the slash; an apostrophe: activated; "!": it reached an enemy base hex by a retreat; "?": it is turned to its
light side at the end of the action, at the latest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import permutations

ROWS = (
    "FFFMMBBBMMFFF", "FMMMBBBBMMMF", "FSPPPPPPPPPSF", "FSPPPPPPPPSF", "FSPPPPPPPPPSF", "FSPPPPPPPPSF",
    "FSPPPPPPPPPSF", "FSPPPPPPPPSF", "FSPPPPPPPPPSF", "FMMMBBBBMMMF", "FFFMMBBBMMFFF",
)  # fmt: skip
LAND = {
    "abcdefghijk"[row] + str(column + 1): letter
    for row, letters in enumerate(ROWS)
    for column, letter in enumerate(letters)
}
BASE = {
    "r": {at for at in LAND if LAND[at] == "B" and at < "f"},
    "b": {at for at in LAND if LAND[at] == "B" and at > "f"},
}
POOL = ["E9", "E8", "H7", "H7", "H6", "H6", "C6", "C5", "C5", "C4", "A6", "A5", "A5", "A4"]
SCENARIOS = {"37": (37, 4), "50": (50, 7), "55": (55, 8), "60": (60, 9)}
FACES = {"d5": (1, 2, 3, 3, 4, 5), "d4": (1, 2, 3, 3, 4)}
DEFAULTS = {
    "scenario": "55", "die": "d5", "maquis": "separate", "cavalry_end": "plain_or_brush", "zoc_step": "any",
    "pincer": "both", "pincer_shape": "non_adjacent", "attack_in_place": "yes", "follow_double": "same_two",
    "pursuit": "after_3_and_elimination", "second_hex": "opposite", "attacker_return": "if_legal",
    "shot_veto": "once", "veto_steps": "each", "shot_separation": "exact", "shoot_in_contact": "no",
    "flanks": "both_open", "refuge_zoc": "both", "burning": "turn_end",
}  # fmt: skip

Unit = dict  # kind, side, at, ready, fled; came: the hex it left in this action
Asks = Generator[tuple[str, set[str] | dict[str, Fraction]], str, object]


@cache
def spot(at: str) -> tuple[int, int]:
    """Where a hex is on paper, in half hexes across and rows down."""
    row = "abcdefghijk".index(at[0])
    return 2 * int(at[1:]) + row % 2, row


@cache
def beside(at: str) -> frozenset[str]:
    x, y = spot(at)
    return frozenset(
        other
        for other in LAND
        if (spot(other)[0] - x, spot(other)[1] - y) in ((2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))
    )


@cache
def ranges(at: str) -> dict[str, int]:
    """How far every hex is from here."""
    found, edge, distance = {at: 0}, {at}, 0
    while edge:
        distance += 1
        edge = {near for far in edge for near in beside(far)} - set(found)
        found |= dict.fromkeys(edge, distance)
    return found


@cache
def between(start: str, end: str) -> tuple[tuple[str, ...], ...]:
    """What lies between on each of the shortest paths."""
    if end in beside(start):
        return ((),)
    nearer = [at for at in beside(start) if ranges(at)[end] == ranges(start)[end] - 1]
    return tuple((at, *rest) for at in nearer for rest in between(at, end))


def straight_away(enemy: str, at: str) -> str | None:
    """The next hex on the straight line of hexes from an enemy through a hex; None if they stand on no such line."""
    (ex, ey), (x, y) = spot(enemy), spot(at)
    for other in beside(at):
        dx, dy = spot(other)[0] - x, spot(other)[1] - y
        if any((x - ex, y - ey) == (dx * times, dy * times) for times in range(1, 14)):
            return other
    return None


def other_side(side: str) -> str:
    return "b" if side == "r" else "r"


def both_dice(die: str) -> dict[tuple[int, int], Fraction]:
    """Both dice."""
    faces = FACES[die]
    counts = Counter((own, other) for own in faces for other in faces)
    return {pair: Fraction(count, len(faces) ** 2) for pair, count in counts.items()}


def gathered(pairs: Iterable[tuple[str, Fraction]]) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for text, chance in pairs:
        found[text] = found.get(text, Fraction(0)) + chance
    return found


def melee_odds(advantage: int, die: str = "d5") -> dict[str, Fraction]:
    """9: differences, 4 meaning 4 or more."""
    return gathered(
        (f"{max(-4, min(4, advantage + own - other)):+d}", chance) for (own, other), chance in both_dice(die).items()
    )


def shot_result(gap: int) -> str:
    """U10: what a difference does: 4 eliminates, 2 and 3 are the same, 0 or less a miss."""
    return "+0" if gap <= 0 else "+1" if gap == 1 else "+2" if gap <= 3 else "+4"


def shot_odds(advantage: int, die: str = "d5") -> dict[str, Fraction]:
    return gathered((shot_result(advantage + own - other), chance) for (own, other), chance in both_dice(die).items())


class Oracle:
    """A game in progress: `decider`, `legal` (with chances where dice decide), `play(text)`; then `ending`."""

    def __init__(
        self,
        position: str = "",
        options: Mapping[str, str] | None = None,
        pool: Mapping[str, int] = Counter(POOL),
        prices: Mapping[str, int] | None = None,
        scenario: tuple[int, int] | None = None,
        turns: int = 8,
        depth: int = 4,
    ) -> None:
        """`pool`: how many of each unit; `prices`: if not its strength; `scenario`: army points, points that win;
        `depth`: rows of a deployment zone."""
        self.turns, self.depth = turns, depth
        self.o = DEFAULTS | dict(options or {})
        self.pool, self.prices = pool, {kind: int(kind[1]) for kind in pool} | dict(prices or {})
        self.budget, self.enough = scenario or SCENARIOS[self.o["scenario"]]
        self.units: list[Unit] = []
        self.turn, self.mover, self.passer = 0, "r", ""
        self.points = {"r": 0, "b": 0}
        self.burnt: set[str] = set()
        self.entered: set[str] = set()
        self.ending: tuple[str, str] | None = None
        self.acting: list[Unit] = []
        self.dead: list[Unit] = []
        self.seen: Counter[str] = Counter()
        if position:
            self.read(position)
        self.asks = self.whole_game()
        self.decider = ""
        self.legal: set[str] | dict[str, Fraction] = set()
        self.go_on(None)

    def go_on(self, text: str | None) -> None:
        try:
            self.decider, self.legal = self.asks.send(text)
        except StopIteration:
            self.decider, self.legal = "", set()

    def play(self, text: str) -> None:
        assert text in self.legal, text
        self.go_on(text)

    def read(self, position: str) -> None:
        turn, self.mover, passer, points, entered, burnt, units = position.split("|")
        self.turn, self.passer = int(turn), passer.strip("-")
        self.points = dict(zip("rb", map(int, points.split(":")), strict=True))
        self.entered, self.burnt = set(entered), set(burnt.split())
        for side, texts in zip("rb", units.split("/"), strict=True):
            for text in texts.split():
                kind, at = text.split("@")
                self.units.append(
                    {"kind": kind, "side": side, "at": at.strip("'!"), "ready": "'" not in at, "fled": "!" in at}
                )

    def text(self) -> str:
        sides = [" ".join(sorted(self.called(unit) for unit in self.units if unit["side"] == side)) for side in "rb"]
        points = f"{self.points['r']}:{self.points['b']}"
        marks = f"{''.join(sorted(self.entered))}|{' '.join(sorted(self.burnt))}"
        return f"{self.turn}|{self.mover}|{self.passer or '-'}|{points}|{marks}|{' / '.join(sides)}"

    def called(self, unit: Unit) -> str:
        fled = unit["fled"] and unit["at"] in BASE[other_side(unit["side"])]
        turning = unit in self.acting
        return f"{unit['kind']}@{unit['at']}{'?' if turning else '' if unit['ready'] else chr(39)}{'!' if fled else ''}"

    def pick(self, who: str, options: set[str]) -> Asks:
        """Nobody is asked where there is one answer."""
        if len(options) == 1:
            return next(iter(options))
        return (yield who, options)

    # ---- the board

    def on(self, at: str) -> Unit | None:
        return next((unit for unit in self.units if unit["at"] == at), None)

    def army(self, side: str) -> list[Unit]:
        return [unit for unit in self.units if unit["side"] == side]

    def foes(self, unit: Unit) -> list[Unit]:
        return [other for other in self.units if other["side"] != unit["side"]]

    def touched(self, unit: Unit) -> list[Unit]:
        return [foe for foe in self.foes(unit) if foe["at"] in beside(unit["at"])]

    def land(self, at: str) -> str:
        letter = LAND[at]
        return "M" if letter == "S" and self.o["maquis"] == "same" else letter

    def controllers(self, at: str, side: str) -> set[str]:
        """8: where the enemies of a side stand in whose zone of control a hex lies."""
        return {unit["at"] for unit in self.army(other_side(side)) if at in beside(unit["at"])}

    def strength(self, unit: Unit) -> int:
        return int(unit["kind"][1]) - (not unit["ready"])

    def put(self, unit: Unit, at: str, fled: bool) -> None:
        unit["at"], unit["fled"] = at, fled
        if at in BASE[other_side(unit["side"])]:
            self.entered.add(unit["side"])
        if LAND[at] == "F":  # 7: it leaves play
            self.units.remove(unit)
            self.seen["flight zone" + " by retreat" * fled] += 1

    def kill(self, unit: Unit) -> None:
        """13, U14."""
        self.units.remove(unit)
        self.dead.append(unit)
        escaped = LAND[unit["at"]] == "P" and any(self.is_refuge(at, unit["side"]) for at in beside(unit["at"]))
        self.seen["killed"] += 1
        self.seen["killed beside a refuge"] += escaped
        if not escaped:
            self.points[other_side(unit["side"])] += 1

    def is_refuge(self, at: str, side: str) -> bool:
        base, maquis = at in BASE[side], self.land(at) == "M"
        if (not base and not maquis) or self.on(at):
            return False
        return not self.controllers(at, side) or (base and self.o["refuge_zoc"] == "maquis")

    # ---- 3, U2: armies

    def deployment(self) -> Asks:
        for side, rows in ("r", "abcdefghijk"[: self.depth]), ("b", "abcdefghijk"[-self.depth :]):
            self.mover, left, pool = side, self.budget, Counter(self.pool)
            while True:
                zone = {at for at in LAND if at[0] in rows and LAND[at] != "F" and not self.on(at)}
                kinds = {kind for kind in pool if pool[kind] and self.prices[kind] <= left}
                if not kinds:
                    break
                text = yield (
                    side,
                    {f"{kind}@{at}" for kind in kinds for at in zone} | ({"done"} if self.army(side) else set()),
                )
                if text == "done":
                    break
                kind, at = text.split("@")
                self.units.append({"kind": kind, "side": side, "at": at, "ready": True, "fled": False})
                pool[kind] -= 1
                left -= self.prices[kind]
        text = yield "chance", {"first:romans": Fraction(1, 2), "first:barbarians": Fraction(1, 2)}
        self.mover, self.turn = text[6], 1

    # ---- 6: the turn

    def whole_game(self) -> Asks:
        if not self.turn:
            yield from self.deployment()
        while True:
            yield from self.one_turn()
            self.burn()
            if self.ended():
                return
            for unit in self.units:
                unit["ready"] = True
            self.turn, self.mover, self.passer = self.turn + 1, self.passer, ""

    def one_turn(self) -> Asks:
        while True:
            if self.o["burning"] == "at_once":
                for side in "rb":
                    if not any(unit["ready"] for unit in self.army(other_side(side))):
                        self.burn(side)
            acts = any(unit["ready"] for unit in self.army(self.mover)) and (yield from self.action())
            if acts and self.passer:
                continue  # the other has passed
            if not acts:
                for unit in self.army(self.mover):
                    unit["ready"] = False
                if self.passer:
                    return
                self.passer = self.mover
            self.mover = other_side(self.mover)

    def burn(self, sides: str = "rb") -> None:
        """13, U15."""
        for unit in self.units:
            if unit["side"] in sides and unit["at"] in BASE[other_side(unit["side"])] - self.burnt:
                self.seen["in the enemy base at the end of a turn"] += 1
                self.seen["kept from burning by a retreat"] += unit["fled"]
                if not unit["fled"] and not self.controllers(unit["at"], unit["side"]):
                    self.burnt.add(unit["at"])
                    self.points[unit["side"]] += 2
                    self.seen["burnt"] += 1

    def ended(self) -> bool:
        """13, U15."""
        enough = self.enough
        reached = [side for side in "rb" if self.points[side] >= enough]
        reason = ""
        if reached:
            reason = "victory_points"
        elif self.turn == self.turns:
            reason = "last_turn"
        elif not self.units:
            reason = "no_units"
        if not reason:
            return False
        if self.points["r"] != self.points["b"]:
            self.ending = ("r" if self.points["r"] > self.points["b"] else "b"), reason
        elif len(self.entered) == 1:
            self.ending = next(iter(self.entered)), "entered_base"
        else:
            self.ending = "", "equal"
        return True

    def action(self) -> Asks:
        """False: the player passes."""
        side = self.mover
        options = {"pass"}
        for unit in self.army(side):
            if unit["ready"]:
                options |= {unit["at"]} | {f"{unit['at']}-{end}" for end in self.ways(unit)}
        doubles = self.doubles(side)
        options |= {f"{lead}++{target}" for lead, target, *_ in doubles}
        text = yield side, options
        if text == "pass":
            self.seen["passed"] += 1
            return False
        if "++" in text:
            yield from self.double_attack(*text.split("++"), doubles)
        else:
            start, _, end = text.partition("-")
            yield from self.single(self.on(start), end or start)
        for unit in self.acting:
            unit["ready"] = False
        self.acting = []
        return True

    # ---- 7, U4: movement

    def caught(self, at: str, side: str) -> bool:
        """7.1, U4: between two available enemies."""
        near = [foe["at"] for foe in self.army(other_side(side)) if foe["ready"] and foe["at"] in beside(at)]
        return any(self.shape(at, one, two) for one in near for two in near if one < two)

    def shape(self, at: str, one: str, two: str) -> bool:
        if self.o["pincer_shape"] == "any_two":
            return True
        if self.o["pincer_shape"] == "opposite":
            return straight_away(one, at) == two
        return two not in beside(one)

    def steps(self, side: str, start: str) -> set[str]:
        return {end for end in beside(start) if not self.barred(side, start, end)}

    def barred(self, side: str, start: str, end: str) -> bool:
        if self.on(end):
            return True
        before, then = self.controllers(start, side), self.controllers(end, side)
        if before & then or (before and then and self.o["zoc_step"] == "any"):
            self.seen["barred: within the zone of one" if before & then else "barred: from zone to zone"] += 1
            return True
        pincer = self.o["pincer"] != "leaving" and self.caught(end, side)
        self.seen["barred: pincer"] += pincer
        return pincer

    def ways(self, unit: Unit) -> set[str]:
        """Where a unit may go, the hex it is on not included."""
        start, side = unit["at"], unit["side"]
        if self.o["pincer"] != "entering" and self.caught(start, side):
            return set()
        ends = self.steps(side, start)
        for middle in self.middles(unit):
            ends |= self.onward(side, middle)
        return ends - {start}

    def middles(self, unit: Unit) -> set[str]:
        """The hexes from which cavalry may take a second step."""
        if unit["kind"][0] != "C" or LAND[unit["at"]] != "P":
            return set()
        ridden = {at for at in self.steps(unit["side"], unit["at"]) if self.brush(at)}
        return {at for at in ridden if not self.controllers(at, unit["side"])}

    def onward(self, side: str, middle: str) -> set[str]:
        return {
            at
            for at in self.steps(side, middle)
            if LAND[at] == "P" or (self.brush(at) and self.o["cavalry_end"] != "plain")
        }

    def brush(self, at: str) -> bool:
        return LAND[at] in "PS" or (LAND[at] == "M" and self.o["maquis"] == "same")

    # ---- 9: one unit acts

    def single(self, unit: Unit, end: str) -> Asks:
        start, known = unit["at"], self.touched(unit)
        moved = start != end
        unit["came"] = start if moved else ""
        if moved:
            self.put(unit, end, fled=False)
            if unit not in self.units:
                return
            self.seen["back into contact with the same enemy"] += any(foe in known for foe in self.touched(unit))
        self.acting = [unit]
        named = self.touched(unit) if moved or self.o["attack_in_place"] == "yes" else []
        options = {f"x{foe['at']}" for foe in self.first_of_all(unit, named)}
        if self.may_shoot(unit, moved):
            options |= {f"*{foe['at']}" for foe in self.foes(unit) if self.penalty(unit, foe) is not None}
        if not (moved and named):
            options.add("hold")
        text = yield from self.pick(unit["side"], options)
        if text[0] == "x":
            self.seen["attack " + ("after a move" if moved else "in place")] += 1
            yield from self.attack([unit], self.on(text[1:]), named)
        elif text[0] == "*":
            yield from self.shoot(unit, self.on(text[1:]))

    def first_of_all(self, unit: Unit, named: list[Unit]) -> list[Unit]:
        """U13: enemies on the attacker's own terrain first."""
        alike = [foe for foe in named if self.land(foe["at"]) == self.land(unit["at"])]
        return alike or named

    # ---- 12, U12: two units act

    def flanks_open(self, target: Unit) -> bool:
        x, y = spot(target["at"])
        friends = [spot(unit["at"]) for unit in self.army(target["side"]) if unit["at"] in beside(target["at"])]
        covered = len({(x - 2, y), (x + 2, y)} & set(friends))
        return covered == 0 or (covered == 1 and self.o["flanks"] == "one_open")

    def doubles(self, side: str) -> set[tuple[str, str, str, str]]:
        """Every double attack: lead's hex, target's hex, first going, second going."""
        found = set()
        open_foes = [foe for foe in self.army(other_side(side)) if self.flanks_open(foe)]
        ready = [unit for unit in self.army(side) if unit["ready"]]
        for first, second in permutations(ready, 2):
            near = [
                foe for foe in open_foes if ranges(foe["at"])[first["at"]] <= 3 and ranges(foe["at"])[second["at"]] <= 3
            ]
            if not near:
                continue
            starts = first["at"], second["at"]
            for end in self.stands(first):
                if not any(foe["at"] in beside(end) for foe in near):
                    continue
                first["at"] = end
                for other_end in self.stands(second):
                    second["at"] = other_end
                    goings = going(starts[0], end), going(starts[1], other_end)
                    for lead, start in zip((first, second), starts, strict=True):
                        for target in self.first_of_all(lead, self.touched(lead)):
                            if target in near and target["at"] in beside(end) & beside(other_end):
                                found.add((start, target["at"], *goings))
                second["at"] = starts[1]
                first["at"] = starts[0]
        return found

    def stands(self, unit: Unit) -> set[str]:
        """From where a unit could attack."""
        stays = {unit["at"]} if self.o["attack_in_place"] == "yes" else set()
        return stays | {at for at in self.ways(unit) if LAND[at] != "F"}

    def double_attack(self, lead_at: str, target_at: str, doubles: set[tuple[str, str, str, str]]) -> Asks:
        side, lead, target = self.mover, self.on(lead_at), self.on(target_at)
        assert lead
        assert target
        left = [goings for at, aim, *goings in doubles if (at, aim) == (lead_at, target_at)]
        first = yield side, {goings[0] for goings in left}
        units = [self.goes(first)]
        second = yield side, {goings[1] for goings in left if goings[0] == first}
        units.append(self.goes(second))
        helper = next(unit for unit in units if unit is not lead)
        self.acting = [lead, helper]
        self.seen["double attack"] += 1
        self.seen["double attack in which one stays"] += not all("-" in text for text in (first, second))
        yield from self.attack([lead, helper], target, self.touched(lead))

    def goes(self, text: str) -> Unit:
        start, _, end = text.partition("-")
        unit = self.on(start)
        assert unit
        unit["came"] = start if end else ""
        if end:
            self.put(unit, end, fled=False)
        return unit

    # ---- 9: melee

    def attack(self, attackers: list[Unit], target: Unit, named: list[Unit]) -> Asks:
        """9: challenges until one is accepted or the attacker stops."""
        lead, challenged = attackers[0], []
        while True:
            challenged.append(target)
            self.acting.append(target)
            joint = all(target["at"] in beside(unit["at"]) for unit in attackers) and self.flanks_open(target)
            fighters = attackers if joint else [lead]
            if len(challenged) > 1:
                self.seen["joint follow-up" if len(fighters) == 2 else "follow-up"] += 1
                self.seen["third attack"] += len(challenged) > 2
            hexes = self.refuge_of(target, lead["at"])
            self.seen["cannot refuse"] += not hexes
            if not hexes or (yield target["side"], {"accept", "refuse"}) == "accept":
                yield from self.fight(fighters, target)
                return
            self.seen["refused" if target["ready"] else "refused by an activated unit"] += 1
            text = yield from self.pick(target["side"], {">" + at for at in hexes})
            self.put(target, text[1:], fled=True)
            rest = [foe for foe in self.touched(lead) if foe in named and foe not in challenged]
            if not rest:
                return
            singles = self.first_of_all(lead, rest)
            joins = {f"{lead['at']}++{foe['at']}" for foe in singles if self.joiners(attackers, foe)}
            text = yield lead["side"], {f"x{foe['at']}" for foe in singles} | joins | {"hold"}
            if text == "hold":
                return
            target = self.on(text.replace("x", "++").split("++")[1])
            if text in joins:
                self.seen["joined after a refusal"] += 1
                helper = self.goes((yield lead["side"], self.joiners(attackers, target)))
                attackers = [lead, helper]
                self.acting.append(helper)

    def joiners(self, attackers: list[Unit], target: Unit) -> set[str]:
        """U12, `follow_double`: the moves by which another unit joins a single attacker."""
        if self.o["follow_double"] == "same_two" or len(attackers) > 1 or not self.flanks_open(target):
            return set()
        others = [unit for unit in self.army(attackers[0]["side"]) if unit["ready"] and unit is not attackers[0]]
        return {going(unit["at"], at) for unit in others for at in self.stands(unit) if at in beside(target["at"])}

    def refuge_of(self, target: Unit, enemy: str) -> set[str]:
        """9, U9: where a challenged unit may go instead of fighting."""
        hexes = self.retreats(target)
        if target["ready"]:
            return hexes
        return {straight_away(enemy, target["at"])} & hexes or hexes

    def fight(self, attackers: list[Unit], target: Unit) -> Asks:
        lead, vacated = attackers[0], target["at"]
        advantage = sum(map(self.strength, attackers)) - self.strength(target)
        result = int((yield "chance", melee_odds(advantage, self.o["die"])))
        self.seen[f"melee {result:+d}"] += 1
        if result == 0:
            return
        if result < 0:
            yield from self.beaten(attackers, target, -result)
            return
        saved = result == 4 and (yield from self.saved(target))
        if result == 4 and not saved:
            self.kill(target)
        else:
            yield from self.pressed(target, 1 if result == 1 else 2, lead["at"], saved=saved)
        killed = target in self.dead
        pursues = result == 3 or (killed and self.o["pursuit"] == "after_3_and_elimination")
        if pursues and not saved and not self.on(vacated):
            self.seen["pursuit after " + ("elimination" if killed else "3")] += 1
            text = yield lead["side"], {f"{unit['at']}-{vacated}" for unit in attackers} | {"hold"}
            if text != "hold":
                self.seen["pursued"] += 1
                self.put(self.on(text.split("-")[0]), vacated, fled=False)

    def beaten(self, attackers: list[Unit], target: Unit, result: int) -> Asks:
        """The attackers lose."""
        self.seen[f"double attack lost by {result}"] += len(attackers) == 2
        for unit in attackers:
            saved = False
            if result == 4 and unit is attackers[0]:
                saved = yield from self.saved(unit)
                if not saved:
                    self.kill(unit)
                    continue
            yield from self.pressed(unit, 1 if result == 1 else 2, target["at"], back=unit["came"], saved=saved)

    def saved(self, unit: Unit) -> Asks:
        """U8."""
        if unit["kind"][0] != "H":
            return False
        text = yield "chance", {"saved": Fraction(1, 2), "lost": Fraction(1, 2)}
        self.seen[text] += 1
        return text == "saved"

    def pressed(self, unit: Unit, steps: int, enemy: str, back: str = "", saved: bool = False) -> Asks:
        """U8, U9: a retreat after melee, or death."""
        went = yield from self.fall_back(unit, steps, enemy, back)
        if not went:
            self.seen["no retreat" + " though saved" * saved] += 1
            self.kill(unit)

    # ---- 10, U9: retreat

    def retreats(self, unit: Unit) -> set[str]:
        return {at for at in beside(unit["at"]) if self.is_retreat(unit, at)}

    def is_retreat(self, unit: Unit, at: str) -> bool:
        start = unit["at"]
        if self.on(at) or self.land(at) != self.land(start):
            return False
        foes = self.controllers(at, unit["side"])
        for base in BASE.values():
            if start in base and at in base:
                self.seen["retreat in a base, enemies outside it"] += bool(foes - base)
                foes &= base
        return not foes

    def fall_back(self, unit: Unit, steps: int, enemy: str, back: str) -> Asks:
        """False: there is no first step."""
        left = unit["at"]
        hexes = self.retreats(unit)
        legal = self.is_retreat(unit, back) if back else False
        if back and (legal or (self.o["attacker_return"] == "always" and not self.on(back))):
            self.seen["back where it came from"] += 1
            self.seen["back two hexes"] += ranges(left)[back] == 2
            hexes = {back}
        elif not hexes:
            return False
        else:
            self.seen["another way than it came"] += bool(back)
            hexes = self.opposite_first(unit, enemy, hexes)
        text = yield from self.pick(unit["side"], {">" + at for at in hexes})
        self.put(unit, text[1:], fled=True)
        if steps == 2 and unit in self.units:
            hexes = self.retreats(unit) - {left}
            yield from self.second_step(unit, self.opposite_first(unit, enemy, hexes), enemy)
        return True

    def opposite_first(self, unit: Unit, enemy: str, hexes: set[str]) -> set[str]:
        opposite = {straight_away(enemy, unit["at"])} & hexes
        self.seen["retreat opposite" if opposite else "retreat elsewhere"] += bool(hexes)
        return opposite or hexes

    def second_step(self, unit: Unit, hexes: set[str], enemy: str = "") -> Asks:
        """9, 10: without an enemy, after a shot, the owner has the choice."""
        options = {">" + at for at in hexes}
        if not hexes:
            others = {at for at in beside(unit["at"]) if self.land(at) != self.land(unit["at"]) and not self.on(at)}
            others = {at for at in others if LAND[unit["at"]] == "P" and not self.controllers(at, unit["side"])}
            if enemy and self.o["second_hex"] == "opposite":
                others = self.opposite_first(unit, enemy, others)
            options = {">" + at for at in others} | {"hold"}
            self.seen["no second step" if len(options) == 1 else "second step elsewhere"] += 1
        names = self.pick if enemy or self.o["veto_steps"] == "first" else self.announced
        text = yield from names(unit["side"], options)
        if text != "hold":
            self.put(unit, text[1:], fled=True)

    # ---- 11, U10, U11: shots

    def may_shoot(self, unit: Unit, moved: bool) -> bool:
        if unit["kind"][0] != "A":
            return False
        return not self.touched(unit) or (not moved and self.o["shoot_in_contact"] == "yes")

    def penalty(self, unit: Unit, target: Unit) -> int | None:
        """What is taken off for friends in between; None if there is no line."""
        if ranges(unit["at"])[target["at"]] not in ((2, 3) if self.o["shot_separation"] == "exact" else range(2, 30)):
            return None
        enemies = {foe["at"] for foe in self.foes(unit)}
        friends = {friend["at"] for friend in self.army(unit["side"])}
        over = [
            bool(friends & set(path))
            for path in between(unit["at"], target["at"])
            if all(LAND[at] == "P" for at in path) and not enemies & set(path)
        ]
        return min(over) if over else None

    def may_support(self, helper: Unit, lead: Unit, target: Unit) -> bool:
        if helper["kind"][0] != "A" or not helper["ready"] or helper is lead or helper["at"] not in beside(lead["at"]):
            return False
        return self.may_shoot(helper, moved=False) and self.penalty(helper, target) is not None

    def shoot(self, archer: Unit, target: Unit) -> Asks:
        side, helpers = (
            archer["side"],
            [unit for unit in self.army(archer["side"]) if self.may_support(unit, archer, target)],
        )
        penalty = self.penalty(archer, target) or 0
        advantage = self.strength(archer) - penalty - self.strength(target)
        self.seen["shot over friends"] += penalty > 0
        text = yield from self.pick(side, {"+" + unit["at"] for unit in helpers} | {"alone"})
        if text == "alone":
            result = yield "chance", shot_odds(advantage, self.o["die"])
        else:
            self.acting.append(self.on(text[1:]))
            result = yield from self.supported_shot(side, advantage)
        self.seen[f"shot {result}"] += 1
        if result == "+0":
            return
        self.acting.append(target)
        if result in ("+1", "+2"):
            yield from self.hit(target, int(result))
        elif result == "+4":
            if (yield from self.saved(target)):
                yield from self.hit(target, 2)
            else:
                self.kill(target)

    def supported_shot(self, side: str, advantage: int) -> Asks:
        die = self.o["die"]
        dice = yield "chance", {f"{own}:{other}": chance for (own, other), chance in both_dice(die).items()}
        own, other = map(int, dice.split(":"))
        again = yield side, {"keep", "reroll"}
        self.seen["supported shot, " + again] += 1
        if again == "keep":
            return shot_result(advantage + own - other)
        part = Fraction(1, len(FACES[die]))
        return (yield "chance", gathered((shot_result(advantage + face - other), part) for face in FACES[die]))

    def hit(self, target: Unit, steps: int) -> Asks:
        """U10: the owner announces a hex, the opponent may object."""
        side, left, hexes = target["side"], target["at"], self.retreats(target)
        if not hexes:
            self.seen["nowhere to go from a shot"] += 1
            return
        text = yield from self.announced(side, {">" + at for at in hexes})
        self.put(target, text[1:], fled=True)
        if steps == 2 and target in self.units:
            yield from self.second_step(target, self.retreats(target) - {left})

    def announced(self, side: str, options: set[str]) -> Asks:
        """10: a hex, or staying, that the opponent has not refused."""
        text = yield from self.pick(side, options)
        vetoes = 0
        while text != "hold" and options - {text, "hold"} and (not vetoes or self.o["shot_veto"] == "until_last"):
            if (yield other_side(side), {"allow", "veto"}) == "allow":
                break
            vetoes += 1
            self.seen["vetoed"] += 1
            options = options - {text}
            text = yield from self.pick(side, options)
        return text


def going(start: str, end: str) -> str:
    return start if start == end else f"{start}-{end}"

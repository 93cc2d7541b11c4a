"""Strategiksa once more, slowly: the default rules, written from the rule sheet and its dossier alone.

It shares nothing with `grid_games`: pieces are little lists, the board is found by looking at all of them, and the game
is one generator that follows the sheet from top to bottom and stops wherever somebody has to decide. Clause numbers and
U-numbers are those of `docs/rules/strategiksa.md`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping
from fractions import Fraction
from functools import cache, partial

FILES = "abcdefghij"
MOUNTAINS = {"classic": set(), "pinwheel": {"c4", "c5", "d5", "f3", "f4", "g3", "d8", "e7", "e8", "g6", "h6", "h7"}}
PRICE = {"K": 0, "I": 1, "C": 2, "A": 1, "H": 1}
BEATS = {("I", "C"), ("C", "A"), ("A", "I"), ("K", "I"), ("K", "C"), ("K", "A")}
CAP, TERRITORY = 50, 18

Piece = dict  # colour, kind, wounded, square, moved
Asks = Generator[tuple[str, set[str]], str, None]


@cache
def file_and_rank(square: str) -> tuple[int, int]:
    return FILES.index(square[0]), int(square[1:])


@cache
def zone_of(square: str) -> str:
    across, up = file_and_rank(square)
    return "ABCDE"[across // 2] + str((up - 1) // 2 + 1)


@cache
def beside(square: str) -> frozenset[str]:
    across, up = file_and_rank(square)
    near = {(across + i, up + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} - {(across, up)}
    return frozenset(f"{FILES[i]}{j}" for i, j in near if 0 <= i < 10 and 1 <= j <= 10)


def called(piece: Piece) -> str:
    return piece["kind"] + ("*" if piece["wounded"] else "")


class GameOver(Exception):
    """Raised wherever the game ends, so that the rules below need not ask."""


class Oracle:
    """A game in progress: `decider`, `legal`, then `play(text)`; `ending` is (winner or None, reason) when it is
    over."""

    def __init__(
        self, letters: Iterable[str], board: str = "classic", rounds: int = 100, position: str = "",
        price: Mapping[str, int] = PRICE, start: int = 10, cap: int = CAP, territory: int = TERRITORY, spent: int = 0,
    ) -> None:  # fmt: skip
        self.price, self.start, self.cap, self.enough = price, start, cap, territory
        self.spent = spent or start
        self.kinds = [kind for kind in "ICAH" if kind in price]
        self.seats = list(letters)
        self.board, self.rounds = board, rounds
        self.open = {f + str(r) for f in FILES for r in range(1, 11)} - MOUNTAINS[board]
        self.zones = {zone_of(square) for square in self.open}
        self.pieces: list[Piece] = []
        self.lord = {colour: colour for colour in self.seats}
        self.manager = {colour: colour for colour in self.seats}
        self.round, self.turn = 0, self.seats[0]
        self.ending: tuple[str | None, str] | None = None
        self.score = {player: Fraction(0) for player in self.seats}
        self.seen: Counter[str] = Counter()
        self.silent: set[str] = set()
        if position:
            self.read(position)
        self.asks = self.whole_game()
        self.decider: str | None = None
        self.legal: set[str] = set()
        self.go_on(None)

    def go_on(self, text: str | None) -> None:
        try:
            self.decider, self.legal = self.asks.send(text)  # type: ignore[arg-type]
        except StopIteration:
            self.decider, self.legal = None, set()

    def play(self, text: str) -> None:
        assert text in self.legal, (text, self.legal)
        self.go_on(text)

    # What stands where

    def on(self, square: str) -> list[Piece]:
        return [piece for piece in self.pieces if piece["square"] == square]

    def of(self, colour: str) -> list[Piece]:
        return [piece for piece in self.pieces if piece["colour"] == colour]

    def enemies_on(self, square: str, colour: str) -> bool:
        return any(self.lord[piece["colour"]] != self.lord[colour] for piece in self.on(square))

    def controller(self, zone: str) -> str | None:
        """18"""
        there = [piece for piece in self.pieces if zone_of(piece["square"]) == zone]
        colours = {piece["colour"] for piece in there}
        lords = {self.lord[colour] for colour in colours}
        if len(lords) != 1 or len({piece["square"] for piece in there}) < 2:
            return None
        return colours.pop() if len(colours) == 1 else lords.pop()

    def points_run_by(self, player: str) -> int:
        """53, 54"""
        return sum(self.price[piece["kind"]] for piece in self.pieces if self.manager[piece["colour"]] == player)

    def independent(self, player: str) -> bool:
        return self.lord[player] == player

    def alliances(self) -> set[str]:
        """The lords with a piece left: the independent players in play."""
        return {self.lord[piece["colour"]] for piece in self.pieces}

    def put(self, colour: str, kind: str, square: str) -> None:
        self.pieces.append({"colour": colour, "kind": kind, "wounded": False, "square": square, "moved": False})

    def remove(self, *gone: Piece) -> None:
        self.pieces = [piece for piece in self.pieces if not any(piece is one for one in gone)]

    # Who may speak before anybody decides (48 to 50, U17)

    def ask(self, look: Callable[[], tuple[str, set[str]]]) -> Generator[tuple[str, set[str]], str, str | None]:
        """What is answered to a question; None if a suzerain's word has left nothing of it.

        `look` says who decides and what he may do, as things stand.
        """
        first = self.seats.index(self.turn)
        for lord in self.seats[first:] + self.seats[:first]:
            if not self.independent(lord) or lord in self.silent:
                continue
            allies = [player for player in self.seats if self.lord[player] == lord]
            mine = [colour for colour in allies if colour != lord and self.of(colour)]
            if not mine:
                continue
            words = {f"m {colour}={player}" for colour in mine for player in allies if player != self.manager[colour]}
            text = yield lord, words | {"wait", "pass"}
            if text == "pass":
                self.silent.add(lord)
                self.seen["passed"] += 1
            elif text != "wait":
                self.manager[text[2]] = text[-1]
                self.seen["managed"] += 1
                if not look()[1]:
                    self.seen["question gone"] += 1
                    return None
        return (yield look())

    def runs(self, colour: str, legal: set[str]) -> tuple[str, set[str]]:
        return self.manager[colour], legal

    # The game

    def whole_game(self) -> Asks:
        try:
            if self.round == 0:
                for colour in self.seats:
                    self.turn = colour
                    yield from self.set_up(colour)
                self.round, first = 1, 0
            else:
                first = self.seats.index(self.turn)
            while self.round <= self.rounds:
                for colour in self.seats[first:]:
                    self.turn = colour
                    if self.of(colour):
                        yield from self.one_turn(colour)
                        self.territory()
                    else:
                        self.seen["skipped"] += 1
                first = 0
                self.round += 1
                self.silent = set()
            self.draw(self.alliances(), "limit")  # U26
        except GameOver:
            pass

    def set_up(self, colour: str) -> Asks:
        """11, 12"""
        taken = {zone_of(piece["square"]) for piece in self.pieces}
        roomy = {zone for zone in self.zones if len([s for s in self.open if zone_of(s) == zone]) >= 2}
        zone = (yield colour, {f"zone {zone}" for zone in roomy - taken}).split()[1]
        squares = {square for square in self.open if zone_of(square) == zone}
        self.put(colour, "K", (yield colour, {f"+K {square}" for square in squares}).split()[1])
        left, least = self.start, min(self.price[kind] for kind in self.kinds)
        while left >= least:
            stood = {piece["square"] for piece in self.of(colour)}
            done = {"stop"} if self.start - left >= self.spent and len(stood) > 1 else set()
            text = yield (
                colour,
                done
                | {
                    f"+{kind} {square}"
                    for kind in self.kinds
                    if self.price[kind] <= left
                    for square in squares
                    if self.price[kind] + least <= left or stood | {square} != stood or len(stood) > 1  # U4
                },
            )
            if text == "stop":
                return
            self.put(colour, text[1], text.split()[1])
            left -= self.price[text[1]]

    def one_turn(self, colour: str) -> Asks:
        """13"""
        for piece in self.pieces:
            piece["moved"] = False
        yield from self.offer(colour)
        if not self.of(colour):  # U19
            return
        yield from self.reinforce(colour)
        yield from self.convert(colour)
        yield from self.move(colour)
        yield from self.battles(colour)

    def offer(self, colour: str) -> Asks:
        """52, U19"""
        targets = self.alliances() - {colour}
        if not self.independent(colour) or not targets:
            return
        text = yield from self.ask(lambda: (colour, {"no offer"} | {f"offer {target}" for target in targets}))
        if text == "no offer":
            return
        target = text.split()[1]
        answer = yield from self.ask(lambda: (target, {"yes", "no"}))
        self.seen[f"offer {answer}"] += 1
        if answer == "yes":
            self.remove(*[piece for piece in self.of(colour) if piece["kind"] == "K"])
            self.pass_on(colour, target)
            self.supremacy(set())

    def pass_on(self, fallen: str, lord: str) -> None:
        """47: his colours, and with them his vassals, go to another."""
        self.seen["vassals of vassals"] += list(self.lord.values()).count(fallen) > 1
        self.lord = {colour: lord if held == fallen else held for colour, held in self.lord.items()}

    def reinforce(self, colour: str) -> Asks:
        """19 to 23"""
        quota = [self.controller(zone) for zone in self.zones].count(colour)
        lord = self.lord[colour]

        def look() -> tuple[str, set[str]]:
            player = self.manager[colour]
            run = {other for other in self.seats if self.manager[other] == player}
            allied = {other for other in self.seats if self.lord[other] == lord} if player == lord else set()
            friends = run | {lord} | allied
            zones = {zone for zone in self.zones if self.controller(zone) in friends}
            kinds = {kind for kind in self.kinds if self.price[kind] <= quota}
            if self.points_run_by(player) > self.cap:  # 53, U24
                self.seen["capped"] += quota > 0
                kinds = set()
            legal = {f"+{kind} {square}" for kind in kinds for square in self.open if zone_of(square) in zones}
            return player, legal | {"stop"} if legal else set()

        while look()[1]:
            text = yield from self.ask(look)
            if text in ("stop", None):
                return
            self.put(colour, text[1], text.split()[1])
            quota -= self.price[text[1]]

    def convert(self, colour: str) -> Asks:
        """24, 25, U7"""
        while True:
            legal = {
                f"{called(piece)}>{into} {piece['square']}"
                for piece in self.of(colour)
                if piece["kind"] == "C"
                for into in "IA"
                if into in self.price
            }
            if not legal:
                return
            text = yield from self.ask(partial(self.runs, colour, legal | {"stop"}))
            if text == "stop":
                return
            what, square = text.split()
            piece = self.find(colour, what.split(">")[0], square)
            piece["kind"] = what[-1]
            self.seen["converted"] += 1

    def find(self, colour: str, name: str, square: str) -> Piece:
        """A piece of that name; one that has not moved, if there is any."""
        found = [piece for piece in self.of(colour) if called(piece) == name and piece["square"] == square]
        return min(found, key=lambda piece: bool(piece["moved"]))

    def reach(self, piece: Piece) -> set[str]:
        """26, 28"""
        near = beside(piece["square"]) & self.open
        reached = set(near)
        if piece["kind"] in "KC":
            for square in near:
                if not self.enemies_on(square, piece["colour"]):
                    reached |= beside(square) & self.open
        return reached - {piece["square"]}

    def move(self, colour: str) -> Asks:
        """26 to 30"""
        while True:
            legal = {
                f"{called(piece)} {piece['square']}-{to}"
                for piece in self.of(colour)
                if not piece["moved"]
                for to in self.reach(piece)
            }
            if not legal:
                return
            text = yield from self.ask(partial(self.runs, colour, legal | {"stop"}))
            if text == "stop":
                return
            name, way = text.split()
            start, end = way.split("-")
            piece = self.find(colour, name, start)
            piece["square"], piece["moved"] = end, True

    def battles(self, colour: str) -> Asks:
        """32, U8, U14"""
        while True:
            disputed = {piece["square"] for piece in self.of(colour) if self.enemies_on(piece["square"], colour)}
            if not disputed:
                return
            square = min(disputed)
            if len(disputed) > 1:
                text = yield from self.ask(partial(self.runs, colour, {f"b {square}" for square in disputed}))
                square = text.split()[1]
                self.seen["battle chosen"] += 1
            yield from self.battle(square, colour)

    def battle(self, square: str, colour: str) -> Asks:
        """33 to 42"""
        self.seen["battle"] += 1
        ours = self.lord[colour]
        theirs = next(self.lord[piece["colour"]] for piece in self.on(square) if self.lord[piece["colour"]] != ours)
        began = dict(self.manager)
        leads = self.leads(square, ours, theirs)

        def led(lord: str, legal: set[str]) -> tuple[str, set[str]]:
            """U13: settled when the battle begins, and anew when a suzerain has named somebody for a colour in it."""
            if any(began[piece["colour"]] != self.manager[piece["colour"]] for piece in self.on(square)):
                leads.update(self.leads(square, ours, theirs))
                self.seen["led anew"] += 1
            began.update(self.manager)
            return leads[lord], legal

        several = {lord for lord in (ours, theirs) if len({p["colour"] for p in self.side(square, lord)}) > 1}
        self.seen["colours in one side"] += len(several)
        heals = {lord: [p["kind"] for p in self.side(square, lord)].count("H") for lord in (ours, theirs)}
        first, second = theirs, ours
        clash = False
        while not self.decided(square, ours, theirs):
            picks = self.fighters(square, first, first in several)
            cures: dict[str, Piece] = {}
            if heals[first] > 0:  # 38, U28
                cures = {
                    f"h {name}": p for name, p in self.named(square, first, first in several).items() if p["wounded"]
                }
            text = yield from self.ask(partial(led, first, set(picks) | set(cures)))
            if text in cures:
                cures[text]["wounded"] = False
                heals[first] -= 1
                self.seen["healed"] += 1
                first, second = second, first
                continue
            one = picks[text]
            replies = {f"/{name}": p for name, p in self.fighters(square, second, second in several).items()}
            other = replies[(yield from self.ask(partial(led, second, set(replies))))]
            self.fight(one, other)
            first, second = second, first
            fallen = [p for p in (one, other) if p["kind"] == "K" and all(p is not alive for alive in self.pieces)]
            if len(fallen) == 2:  # U10
                clash = True
                self.seen["clash"] += 1
            elif fallen:  # 43 to 46, U14
                killer = other if fallen[0] is one else one
                side = self.lord[killer["colour"]]
                yield from self.regicide(fallen[0]["colour"], killer["colour"], {ours, theirs}, leads[side] != side)
                return
        holders = {self.lord[piece["colour"]] for piece in self.on(square)}
        if clash and holders:
            holder = holders.pop()
            self.seen["clash won"] += 1
            yield from self.regicide(theirs if holder == ours else ours, holder, {ours, theirs})
            return
        self.seen["clash undecided"] += clash
        self.supremacy({ours, theirs})

    def leads(self, square: str, *lords: str) -> dict[str, str]:
        """U13: who leads each side."""
        found = {}
        for lord in lords:
            managers = {self.manager[piece["colour"]] for piece in self.side(square, lord)}
            self.seen["commander for several"] += len(managers) > 1
            found[lord] = managers.pop() if len(managers) == 1 else lord
        return found

    def side(self, square: str, lord: str) -> list[Piece]:
        return [piece for piece in self.on(square) if self.lord[piece["colour"]] == lord]

    def named(self, square: str, lord: str, several: bool) -> dict[str, Piece]:
        """With their colours where the side had several when the battle began, as in test 19 of the dossier."""
        return {(f"{p['colour']}." if several else "") + called(p): p for p in self.side(square, lord)}

    def fighters(self, square: str, lord: str, several: bool) -> dict[str, Piece]:
        return {name: piece for name, piece in self.named(square, lord, several).items() if piece["kind"] != "H"}

    def decided(self, square: str, ours: str, theirs: str) -> bool:
        """37, 39, U12, U33: whether the battle is over, the massacre done."""
        sides = [self.side(square, lord) for lord in (ours, theirs)]
        helpless = [side for side in sides if side and all(piece["kind"] == "H" for piece in side)]
        for side in helpless:
            self.remove(*side)
        self.seen["massacre"] += len(helpless) == 1
        self.seen["massacre of both"] += len(helpless) == 2
        return bool(helpless) or not all(sides)

    def fight(self, one: Piece, other: Piece) -> None:
        """35, 36"""
        if one["kind"] == other["kind"]:
            self.remove(one, other)
            return
        winner, loser = (one, other) if (one["kind"], other["kind"]) in BEATS else (other, one)
        self.remove(loser)
        if winner["wounded"]:
            self.remove(winner)
        winner["wounded"] = True

    def regicide(self, fallen: str, killer: str, fought: set[str], by_vassal: bool = False) -> Asks:
        """43 to 47, U14 to U16"""
        lord = self.lord[killer]
        taken = True
        if not by_vassal:
            taken = (yield from self.ask(lambda: (lord, {"v", "s"}))) == "v"
            self.seen["regicide v" if taken else "regicide s"] += 1
        else:
            self.seen["regicide by vassal"] += 1
        self.pass_on(fallen, lord)
        if not taken:
            self.manager = {colour: lord if by == fallen else by for colour, by in self.manager.items()}
        self.supremacy(fought)

    # The end

    def supremacy(self, fought: set[str]) -> None:
        """55, U26"""
        left = self.alliances()
        if len(left) == 1:
            self.win(left.pop(), "supremacy")
        if not left:
            self.draw(fought, "empty")

    def territory(self) -> None:
        """56, U27"""
        held = Counter(self.lord[colour] for colour in map(self.controller, self.zones) if colour)
        for lord, zones in held.items():
            if zones >= self.enough:
                self.win(lord, "territory")

    def share(self, lord: str, part: Fraction) -> None:
        """58: his part to a lord, half of it to his vassals who run troops."""
        self.score[lord] = part
        for player in self.seats:
            runs = any(self.manager[piece["colour"]] == player for piece in self.pieces)
            if player != lord and self.lord[player] == lord and runs:
                self.score[player] = part / 2
                self.seen["half victory"] += 1

    def win(self, lord: str, reason: str) -> None:
        self.share(lord, Fraction(1))
        self.ending = lord, reason
        raise GameOver

    def draw(self, lords: set[str], reason: str) -> None:
        for lord in lords:
            self.share(lord, Fraction(1, len(lords)))
        self.ending = None, reason
        raise GameOver

    # Positions as text, section 4 of the dossier

    def text(self) -> str:
        there: dict[str, dict[str, Counter[str]]] = {}
        for piece in self.pieces:
            there.setdefault(piece["square"], {}).setdefault(piece["colour"], Counter())[called(piece)] += 1
        squares = []
        for square in sorted(there, key=file_and_rank):
            groups = []
            for colour in sorted(there[square], key=self.seats.index):
                counts = there[square][colour]
                names = [name for name in ("K", "K*", "I", "I*", "C", "C*", "A", "A*", "H") if counts[name]]
                stack = "".join((str(counts[name]) if counts[name] > 1 else "") + name for name in names)
                groups.append(f"{colour}:{stack}")
            squares.append(f"{square}={'+'.join(groups)}")
        pairs = [",".join(f"{colour}={by[colour]}" for colour in self.seats) for by in (self.lord, self.manager)]
        return "|".join([self.board, str(self.round), self.turn, *pairs, ";".join(squares)])

    def read(self, position: str) -> None:
        """A position at the start of a turn."""
        _, number, self.turn, lords, managers, squares = position.split("|")
        self.round = int(number)
        self.lord = dict(pair.split("=") for pair in lords.split(","))  # type: ignore[misc]
        self.manager = dict(pair.split("=") for pair in managers.split(","))  # type: ignore[misc]
        for part in squares.split(";"):
            square, groups = part.split("=")
            for group in groups.split("+"):
                colour, stack = group.split(":")
                count, last = "", 0
                for sign in stack:
                    if sign.isdigit():
                        count += sign
                    elif sign == "*":
                        for piece in self.pieces[-last:]:
                            piece["wounded"] = True
                    else:
                        last = int(count or 1)
                        count = ""
                        for _ in range(last):
                            self.put(colour, sign, square)

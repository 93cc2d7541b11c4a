"""Every gap in the text (clause 12), once: key, question, values with the default first, how a value is read, why there
is an option at all; and the options that went, with what is played."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from armada_sim.tabletop import Gone, InputError, Message, Option, gap, options_of, read_as
from grid_games.destin_arc.units import BY_ID, UNITS


# fmt: off
@dataclass(frozen=True, slots=True)
class Rules:
    """A value for each option, as the chapters read it."""

    # Pieces (12.1)

    half_round: str = gap("odd values on the back", {
        "up": "rounded up", "down": "rounded down"},
        stays="dispute: half of 5 is 2 or 3, and the text says half and no more")
    leaders: str = gap("which pieces are leaders", {
        "all": "Winandy, Koulnikov, Bonnaire, Ulf, Gonzague, Fereira", "without_gonzague": "these without Gonzague",
        "without_winandy": "these without Winandy"},
        stays="dispute: the text lists no leaders; Gonzague leads in its story and is a special unit in its lists")
    cavalry: str = gap("who is cavalry", {
        "units": "the units named cavalry, and the knights", "named": "these, and Gonzague on horse",
        "riders": "these, Winandy and Ulf: all who ride"}, was="riders",
        stays="dispute: walls are closed to units of cavalry; the lists give Gonzague a horse, Ulf its movement")
    wall_cavalry: str = gap('"not for cavalry" about walls', {
        "barred": "cavalry may not enter", "waived": "it costs cavalry 1, no more is changed"},
        stays="dispute: the bracket of 1.14.3 may go with crossing a wall, or with what that costs")
    pegasus_flight: str = gap("Gonzague on Pegasus", {
        "flies": "every hex costs 1, walls are open, zones stop him", "no": "only the 40 differs"},
        stays="dispute: the list gives Pegasus 40 points and does not say what flying spares him")

    # Combat (12.2)

    missile_range: int | str = gap("reach of missiles", {
        "1": "adjacent hexes, as the rules say", "counter": "4 hexes, as the counter says",
        "units": "as the counter of each says: 4 hexes for the archers MPA, whose counter is known; 1 for the others"},
        stays="dispute: the rules say an adjacent hex (1.9.2), the counter they print says 4")
    attack_mod: str = gap("what +1 to attack means", {
        "column": "one column to the right", "die": "1 subtracted from the roll",
        "strength": "1 added to the attack value"},
        stays="dispute: the lists say +1 to attack, which is the word for the value, and the spells att +1")
    joint_mod: str = gap("modifiers of several attackers", {
        "majority": "the highest that half of the strength has", "best": "the best"},
        stays="dispute: Winandy with +2 and five others attack together, and each player reckons otherwise")
    retreat_time: str = gap("when retreats and advances happen", {
        "after_each": "at once, battle by battle",
        "sub_phase": "after the melee, when all shots and melees are resolved; losses at once"},
        stays="dispute: the list of phases ends with retreats, the sequence of resolution has them at once (1.3.3)")
    retreat_path: str = gap("who chooses a retreat", {
        "owner": "its owner", "opponent": "the attacker"},
        stays="dispute: owner and attacker both like to choose the hex, and the text leaves it to nobody")
    leader_of_lost_unit: str = gap("a visible leader whose piece is eliminated", {
        "retreats": "retreats 1", "stays": "stays", "dies": "is eliminated"},
        stays="dispute: it happens in most games, and the text speaks of the defence a leader adds alone")
    marsh_combat: str = gap("combat between marsh and dry ground", {"barred": "barred", "allowed": "allowed"},
        stays="dispute: one sentence of 1.14.4 bars river and bank, the next allows the same terrain, river or marsh")
    terrain_stops_magic: str = gap("spells between river and bank", {"no": "allowed", "yes": "barred as combat is"},
        stays="dispute: 1.14.4 bars combat there, and magic is the first phase of combat")
    success: str = gap('a "successful attack"', {
        "d": "the letter D, or automatic", "d_or_b": "D or B, or automatic"},
        stays="dispute: with B the defender suffers too, and the text does not say what success is")
    temple_scope: str = gap("what the bonus near temples is for", {
        "melee": "the priest's melee", "saves": "that, and enemy saves against his spells"},
        stays="dispute: the lists put it beside the spells (3.4) and do not say what it is added to")
    aris_decay: str = gap("\"reduced by a third per turn\"", {
        "every_turn": "a third of the initial value after every turn without rest",
        "attacks": "a third of the initial value after a turn with an attack"}, was="attacks",
        stays="dispute: a third per turn (3.4), whether he attacked or not; but what wears is the force of attack")
    aris_visibility: str = gap("Aris after an attack", {
        "next_move": "shown until his next general movement", "turn": "shown for the rest of the turn"},
        stays="dispute: his line is silent where Carmelina's says for the rest of the turn")
    convert_must: str = gap("\"automatic\" conversion", {
        "yes": "it happens wherever it can; Ulf's player chooses the pieces and the hex",
        "no": "Ulf's player may leave it"}, was="no",
        stays="dispute: the text calls it automatic (3.4), among abilities that are all used at will")
    convert_limit: str = gap("how many conversions", {
        "one": "one a turn", "all": "all pairs in reach", "anytime": "all pairs, after every movement"},
        stays="dispute: automatic (3.4) may mean whenever two are near; the text sets no number and no time")

    # Magic (12.3)

    spells_a_step: str = gap("spells of one priest in a step", {
        "one": "one spell", "one_attack": "one that is an attack, and others as far as his points go"},
        stays="dispute: a unit does not attack twice in a phase (1.7.1), and not every spell is an attack")
    joint_cast: str = gap("two priests casting together", {
        "pool": "they pool points for one spell", "save": "one pays, the target needs 1 more to save"},
        stays="dispute: two priests may join in an attack (1.8.4), and what that does is not said")
    koulnikov_is_priest: str = gap("Koulnikov as a priest", {
        "casts": "casts and meditates, not counted among the priests", "counted": "counted too",
        "no_meditation": "casts, does not meditate"},
        stays="clause 1.8.1 against 1.8.5")
    willing_target: str = gap("saves against a friend's bless or light", {"no_roll": "no roll", "rolls": "as anyone"},
        stays="dispute: a save cancels bless and light (4), which are cast on friends, who want them")
    light_target: str = gap("whom light helps", {
        "friend": "the lit friend attacks better", "enemy": "the lit enemy is attacked better"},
        stays="dispute: light adds to attacks, as bless does; but it reaches six hexes, and a save cancels it (4)")
    zone_missiles: str = gap("missiles at a hex in the zone of a spell", {
        "barred": "none: the text grants melee alone", "allowed": "as at any other hex"}, was="allowed",
        stays="dispute: an attack in melee on such a hex is possible, says each spell (4), of which missiles are none; "
        "or it says so because a zone might seem to stop those who fight at its edge")
    hold_attack: str = gap("the attack that destroys a held piece", {
        "adjacent": "any, however weak", "legal": "one of at least 1-4"},
        stays="clause 4.5 against 1.12.3")

    # Hidden pieces, objectives, turns, map (12.4)

    enemy_hex: str = gap("Fra Borges and Aris, invisible, and an enemy in one hex", {
        "stopped": "they may stop there, shown and immobilised like the others who hide",
        "passed": "they pass, and may not stop there; nothing happens if he stops"}, was="passed",
        stays="dispute: the lists say of three of the five who hide that they are immobilised (7.1.3)")
    hold: str = gap("what holds a point", {
        "presence": "a visible piece on it", "last_occupier": "it stays with whoever stood there last"},
        stays="dispute: places are conquered and held (8.1.2); must somebody stay on one that was conquered?")
    hold_time: str = gap('"a full turn"', {
        "full": "from the end of one turn through the end of the next",
        "rolling": "from the own half-turn through the end of the next one"},
        stays="dispute: a full turn (8.1.2) may begin with the turn, or with the player's own half of it")
    elimination_credit: str = gap("who must eliminate", {"anyone": "anyone", "own_only": "the player himself"},
        stays="dispute: an objective that is a player's own, met by what another player did")
    leader_scope: str = gap('"leader piece of"', {
        "named": "the piece of that name", "all": "all leaders of that player"},
        stays="dispute: the text has leader pieces of Ulf, in the plural, and the piece of Koulnikov (8.1.3)")
    place_points: int = gap("points of a place held after the last turn", {"2": "two points"}, numbers=range(10),
        stays="dispute: what eight turns without a victory are worth; the text does not say")
    clause_points: int = gap("points of a clause met after the last turn", {"1": "one point"}, numbers=range(10),
        stays="dispute: as place_points; both at 0 make it a draw")
    calendar: str = gap("night and day, turn by turn", {
        "NNDDNNDD": "from 18 h", "DDNNDDNN": "from 6 h", "NDDNNDDN": "from 0 h"},
        stays="dispute: turns of six hours and modifiers of the night (9), without the hour of the first turn")
    questions: str = gap("steps in which nothing but the end can be said", {
        "needed": "passed over, where that tells nobody anything he may not know", "all": "asked all the same"},
        was="all",
        stays="example somebody-unseen")
    simul: str = gap("Ulf and Fereira together", {
        "interleaved": "step by step, the leader of the turn first, declarations unseen",
        "sequential": "the leader's whole half-turn, then the other's",
        "plotted": "orders written unseen for each piece and carried out hex by hex together; the rest as interleaved"},
        stays="dispute: the text says simultaneously (1.3.4), and not how")
    level_b: str = gap("campaign level of Bonnaire", {
        "average": "as it comes", "unfavourable": "few units", "favourable": "many units"},
        stays="example factions")
    level_u: str = gap("campaign level of Ulf", {
        "average": "as it comes", "unfavourable": "few units", "favourable": "many units"}, stays="example factions")
    level_f: str = gap("campaign level of Fereira", {
        "average": "as it comes", "unfavourable": "few units", "favourable": "many units"}, stays="example factions")

COUNTS = Option("counts", "how many pieces of each unit", {
    "level": "by the campaign level",
    "pieces(x)": "those given, such as pieces(b8=12 u1=20); the others by level",
    "survivors(x)": "units left by the tactical game, such as survivors(b5=14 u1=35), divided by 3 for priests, "
                    "knights and barons, by 5 for the others, and rounded up",
    "bonuses(x)": "by the level that each side's bonuses and penalties in the campaign add up to, such as "
                  "bonuses(b=4-1 f=-2): favourable above 0, average at 0, unfavourable below",
}, example="pieces(b8=12 u1=20)",
    stays="dispute: the levels have three numbers, and campaign and tactical game (10) give any")
"""A table of numbers; it is read by `counts_of`, so that it is no part of `OPTIONS`."""

MAP = Option("map", "the map: a name or a file", {
    "arc": "the city of Arc, reconstructed",
    "village": "a small one with something of everything, three turns",
    "hamlet": "seven pieces, two turns",
    "barons": "Arc, the battle on the hill of the Barons alone: four turns, best for two players",
    "briscourt": "Arc, the rising on the Place de Briscourt alone: four turns, best for two players",
    "academy": "Arc, with the explosion of the Academy of Magic and its rain of fire",
}, stays="scenario village")
"""Which map is played on. A file's name is a value as well, so that it is no part of `OPTIONS`."""

OPTIONS = options_of(Rules)

_COUNTED = "how many of a unit take part is said in one table, as in counts = \"pieces(b8=12 u1=20)\""

GONE: dict[str, Gone] = {
    "half_spell_points": Gone("no", "spell points stay when a piece is turned: attack and defence halve"),
    "special_move": Gone("flagged", "pieces with extra movement have their full allowance again"),
    "zoc_exit": Gone("free", "to leave a zone is free: the text speaks of those who enter one"),
    "zoc_friend_negates": Gone("no", "a friend on a hex does not cancel enemy zones there"),
    "zoc_into_costly": Gone("yes", "zones reach onto river, marsh and wall: the hex of who exerts them matters"),
    "hidden_zoc": Gone("suffered", "hidden pieces exert no zone, which would give them away, and suffer others"),
    "min_one_hex": Gone("no", "a piece with two points never moves onto a hex that costs three"),
    "setup_stack": Gone("printed", "pieces start on the hexes of the list, however many there are"),
    "setup_cap": Gone("none", "any number of pieces starts on a hex of the list", was="6"),
    "setup_free": Gone("free", "owners distribute their pieces over the hexes of the list"),
    "fr_split": Gone("even", "ten Fraternité Rouge start five on A64 and five on D1, Bonnaire on A64"),
    "setup_order": Gone("in_turn", "Ulf places before Fereira, who sees it"),
    "pegasus_zoc": Gone("no", "who stands on river, marsh or wall exerts no zone, Gonzague on Pegasus included"),
    "gonzague_mount": Gone("free", "Gonzague takes horse or Pegasus at each move, whatever the level", was="level"),
    "zoc_free_retreat": Gone("aris", "only Aris may end a retreat in an enemy zone"),
    "attacks_per_target": Gone("one", "each player fights one battle against a piece in a step"),
    "shift_overflow": Gone("automatic", "shifts stop at 1-4 below, and eliminate above 8-1"),
    "joint_flags": Gone("one", "one attacker with an ability is enough in a joint attack"),
    "auto_elim": Gone("rounded", "above 8-1 is 9-1 or more after rounding"),
    "code6": Gone("same", "codes 5 and 6 of the table both mean eliminated"),
    "attacker_losses": Gone("all", "what falls on the attacker falls on all attackers of the battle"),
    "b_order": Gone("defender", "where both suffer the defender suffers first"),
    "advance": Gone("any", "one attacker may move into the hex won, after missiles too"),
    "stacked_leader_defence": Gone("own", "a leader singled out defends with his own value"),
    "wall_combat": Gone("allowed", "walls bar no combat"),
    "forced_retreat_scope": Gone("any", "whom snipers attack retreats, whatever the roll"),
    "charge_target": Gone("line", "a charge hits the next hex of its line"),
    "sniper_zoc": Gone("own", "an archer stops snipers in its own zone"),
    "convert_time": Gone("own", "Ulf converts after his general movement; with convert_limit = anytime after all"),
    "night_scope": Gone("attack", "modifiers of the night are for attacks"),
    "touch": Gone("adjacent", "bless and healing reach the hexes beside the caster", was="own"),
    "meditation": Gone("initial", "meditation gives half of the initial points"),
    "duration_count": Gone("yes", "the turn of casting is the first of a duration"),
    "zone_repeat": Gone("no", "who stays in a zone of a spell does not roll again"),
    "zone_overlap": Gone("refused", "no hex lies in two zones of one spell"),
    "zone_friends": Gone("affected", "a zone of a spell strikes every piece in it, friends of the caster included"),
    "dispel_cost": Gone("spell", "dispel costs what the spell costs that it ends"),
    "dispel_when": Gone("own", "dispel is cast in the own magic step"),
    "spell_on_leader": Gone("no", "no spell singles out an enemy leader who is stacked"),
    "zone_reveals": Gone("no", "a hidden piece that a zone of a spell hits is not shown"),
    "shown_until": Gone("turn", "Fraternité Rouge and Carmelina stay visible to the end of the turn"),
    "voluntary_show": Gone("yes", "owners may show hidden pieces in their movement"),
    "collision": Gone("shown", "a hidden piece on the hex of an enemy is shown and immobilised"),
    "detect_public": Gone("all", "a piece that is detected is seen by everybody"),
    "spell_points_public": Gone("no", "spell points are known to their owner"),
    "objectives_public": Gone("no", "each side has the secret objective of its list and knows its own progress"),
    "hidden_start": Gone("printed", "hidden pieces start on the hexes of the list"),
    "hold_latch": Gone("stays", "a place held for a secret objective stays done"),
    "hidden_holds": Gone("no", "hidden pieces hold no place"),
    "capture": Gone("borges", "Bonnaire is captured by a successful attack with Fra Borges in it"),
    "final_score": Gone("points", "after the last turn points are counted; place_points and clause_points may be 0"),
    "tie_break": Gone("none", "who are level share a victory, or nobody wins", was="attack"),
    "custom_counts": Gone("off", _COUNTED),
    "two_value_average": Gone("low", "the average of 20/40 and 5/10 is the low number"),
    "tactical_import": Gone("off", "survivors of the tactical game are a value of counts"),
    "o_fix": Gone("letter", "the printed O3 and O5, which do not exist, are P3 and P5"),
    "not_block": Gone("hexes", "of the hexes N, T and P who places first has what is taken"),
    "m38": Gone("printed", "Peuple start on M38 as printed", was="g38"),
    "map_extent": Gone("whole", "the map is played as it is; a map file may be smaller"),
    "minor_temples": Gone("map", "temples are where the map has them; a map file may have others"),
    **{f"site_{place}": Gone("map", "places are where the map has them; a map file may have them elsewhere")
       for place in ("hall", "place", "university", "port")},
    **{f"count_{unit.id}": Gone("level", _COUNTED) for unit in UNITS},
}
"""Options that went."""
# fmt: on

MOST = 60
"""Pieces of one unit, at most."""

THIRDS = ("b5", "b7", "u2", "u3", "u6")
"""Priests, knights and barons: a strategic piece for three tactical units; for five of all others."""


LEVELS = ("unfavourable", "average", "favourable")
"""Of a side in the campaign, the numbers of its units in this order."""

_BONUSES = re.compile(r"bonuses\(((?:[buf]=[+-]?\d{1,2}(?:[+-]\d{1,2})*(?:[ ,]+|(?=\))))+)\)")


def levels_of(text: str, rules: Rules) -> list[str]:
    """Each side's level: what its bonuses add up to in a value of `COUNTS`, else what is agreed."""
    agreed = {"b": rules.level_b, "u": rules.level_u, "f": rules.level_f}
    found = _BONUSES.fullmatch(text)
    for side, numbers in re.findall(r"([buf])=([+\d-]+)", found[1]) if found else ():
        total = sum(map(int, re.findall(r"[+-]?\d+", numbers)))
        agreed[side] = LEVELS[1 + (total > 0) - (total < 0)]
    return [*agreed.values()]


def counts_of(text: str) -> dict[str, int]:
    """The numbers of pieces that a value of `COUNTS` gives. Raises InputError with the key."""
    if text == COUNTS.default or _BONUSES.fullmatch(text):
        return {}
    found = re.fullmatch(r"(pieces|survivors)\(((?:[buf]\d{1,2}=\d{1,3}[ ,]*)+)\)", text)
    pairs = [word.split("=") for word in re.split("[ ,]+", found[2].strip(" ,"))] if found else []
    numbers = {unit: int(number) for unit, number in pairs}
    if found and found[1] == "survivors":
        numbers = {unit: -(-number // (3 if unit in THIRDS else 5)) for unit, number in numbers.items()}
    if not found or not set(numbers) <= set(BY_ID) or max(numbers.values()) > MOST:
        told = Message(
            "expected level, bonuses(b=4-1 f=-2), pieces(b8=12 u1=20) or survivors(b5=14 u1=35), with units of the "
            "lists and at most {most} pieces of each, not {given}",
            most=MOST, given=repr(text),
        )  # fmt: skip
        raise InputError(told, key=COUNTS.key)
    return numbers


def read_rules(settings: Mapping[str, str | int]) -> Rules:
    """Settled options, as the chapters read them."""
    return Rules(**read_as(Rules, settings))

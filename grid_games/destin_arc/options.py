"""Every gap in the text (clause 12), once: key, question, values with the default first, how a value is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from armada_sim.tabletop import Gone, Option, gap, options_of, read_as
from grid_games.destin_arc.units import UNITS


# fmt: off
@dataclass(frozen=True, slots=True)
class Rules:
    """A value for each option, as the chapters read it."""

    # Pieces (12.1)

    half_round: str = gap("odd values on the back", {
        "up": "rounded up", "down": "rounded down", "exact": "not rounded"})
    half_spell_points: str = gap("does a flip touch the spell points", {
        "no": "no", "yes": "it halves what is left, rounded up"})
    special_move: str = gap("who moves in the special step, and how far", {
        "flagged": "pieces with extra movement, their full allowance",
        "half": "the same pieces, half of it, rounded up", "all": "every piece, its full allowance",
        "not_attacked": "the same pieces, unless they attacked this turn"})
    zoc_exit: str = gap("leaving an enemy zone for another", {
        "free": "free; it stops in the next", "cost": "leaving costs 1 more",
        "barred": "not from zone to zone of one enemy"})
    zoc_friend_negates: str = gap("a friend in a hex cancels enemy zones there", {
        "no": "no", "retreats": "for retreats only, which never end there", "always": "always"})
    zoc_into_costly: str = gap("zones reach onto river, marsh and wall", {"yes": "yes", "no": "no"})
    hidden_zoc: str = gap("zones and hidden pieces", {
        "suffered": "hidden pieces exert none and suffer them",
        "exerted": "they exert theirs too, which gives them away", "neither": "neither"})
    min_one_hex: str = gap("an allowance of 2 against a hex of 3", {
        "no": "it cannot move in", "yes": "it may enter one with its whole move"})
    leaders: str = gap("which pieces are leaders", {
        "all": "Winandy, Koulnikov, Bonnaire, Ulf, Gonzague, Fereira", "without_gonzague": "these without Gonzague",
        "without_winandy": "these without Winandy"})
    setup_stack: str = gap("pieces beyond the limit on start hexes", {
        "printed": "they stand there", "spread": "they go to the nearest free hexes"})
    setup_cap: int | None = gap("most pieces on one start hex", {
        "none": "any number", "6": "six"}, read={"none": None}, was="6")
    setup_free: str = gap("lists without \"owner's choice\"", {
        "free": "the owner chooses all the same", "printed": "one by one in the printed order"})
    fr_split: str = gap("ten Fraternité Rouge on A64 and D1", {
        "even": "five each, Bonnaire on A64", "owner": "the owner's choice for each",
        "bonnaire": "the owner's choice, Bonnaire's too"})
    setup_order: str = gap("placing after Bonnaire", {
        "in_turn": "Ulf, then Fereira", "secret": "both without seeing the other's"})
    cavalry: str = gap("who is cavalry", {
        "units": "the units named cavalry, and the knights", "named": "these, and Gonzague on horse",
        "riders": "these, Winandy and Ulf: all who ride"}, was="riders")
    wall_cavalry: str = gap('"not for cavalry" about walls', {
        "barred": "cavalry may not enter", "cost_1": "a wall is like open ground for it",
        "waived": "it costs cavalry 1, no more is changed"})
    pegasus_flight: str = gap("Gonzague on Pegasus", {
        "flies": "every hex costs 1, walls are open, zones stop him", "ignores_zoc": "zones do not stop him either",
        "no": "only the 40 differs"})
    pegasus_zoc: str = gap("zone of Gonzague on Pegasus over river, marsh and wall", {
        "no": "no zone", "yes": "exerted"})
    gonzague_mount: str = gap("20 / 40", {
        "free": "horse or Pegasus, chosen at each move, whatever the campaign level",
        "level": "horse, Pegasus at the favourable level", "pegasus": "always Pegasus"}, was="level")
    zoc_free_retreat: str = gap("who may end a retreat in a zone he may ignore", {
        "aris": "Aris only", "all": "snipers, Fra Borges and Aris", "none": "nobody"})

    # Combat (12.2)

    missile_range: int | str = gap("reach of missiles", {
        "1": "adjacent hexes, as the rules say", "counter": "4 hexes, as the counter says",
        "units": "as the counter of each says: 4 hexes for the archers MPA, whose counter is known; 1 for the others"})
    attacks_per_target: str = gap("battles on one piece in one step", {
        "one": "one for each attacking player", "any": "any number"})
    attack_mod: str = gap("what +1 to attack means", {
        "column": "one column to the right", "die": "1 subtracted from the roll",
        "strength": "1 added to the attack value", "percent": "10 % of the attack value"})
    shift_overflow: str = gap("shifts beyond the table", {
        "automatic": "1-4 below, eliminated above", "clamp": "1-4 below, 8-1 above",
        "illegal": "no attack below, eliminated above"})
    joint_mod: str = gap("modifiers of several attackers", {
        "majority": "the highest that half of the strength has", "best": "the best", "worst": "the worst",
        "sum": "all added", "lead": "that of the first named"})
    joint_flags: str = gap("abilities in a joint attack", {
        "one": "one attacker with the ability is enough", "half": "they bring at least half of the strength",
        "all": "all attackers have it"})
    auto_elim: str = gap('"above 8-1"', {
        "rounded": "9-1 or more after rounding", "exact": "the exact ratio is above 8"})
    code6: str = gap("code 6 of the table", {
        "same": "as code 5", "stack": "the defender's whole stack is eliminated",
        "no_advance": "as code 5, and nobody advances"})
    attacker_losses: str = gap("who suffers what falls on the attacker", {
        "all": "all attackers", "strongest": "the strongest",
        "worth": "those the attacker chooses, until they are worth the defence"})
    b_order: str = gap("order when both suffer", {
        "defender": "the defender, then the attackers", "attackers": "the attackers first",
        "together": "all losses, then all retreats"})
    advance: str = gap("moving into the hex won", {
        "any": "one attacker, after missiles too", "melee": "after melee only"})
    retreat_time: str = gap("when retreats and advances happen", {
        "after_each": "at once, battle by battle",
        "sub_phase": "after the melee, when all shots and melees are resolved; losses at once"})
    retreat_path: str = gap("who chooses a retreat", {
        "owner": "its owner", "opponent": "the attacker",
        "away": "its owner, among the hexes farthest from the attackers"})
    stacked_leader_defence: str = gap("a leader singled out in a stack", {
        "own": "his own defence", "sum": "that of both"})
    leader_of_lost_unit: str = gap("a visible leader whose piece is eliminated", {
        "retreats": "retreats 1", "stays": "stays", "dies": "is eliminated", "same": "suffers the same result"})
    wall_combat: str = gap("combat across a wall", {
        "allowed": "as anywhere", "barred": "barred as with rivers", "cover": "who is on a wall has one column"})
    marsh_combat: str = gap("combat between marsh and dry ground", {"barred": "barred", "allowed": "allowed"})
    terrain_stops_magic: str = gap("spells between river and bank", {"no": "allowed", "yes": "barred as combat is"})
    success: str = gap('a "successful attack"', {
        "d": "the letter D, or automatic", "d_or_b": "D or B, or automatic",
        "eliminating": "the defender is eliminated", "damage": "the defender loses anything"})
    forced_retreat_scope: str = gap("the snipers' automatic retreat", {
        "any": "after any attack", "d_or_b": "after D or B"})
    charge_target: str = gap("whom a charge hits", {
        "line": "the next hex in the same line", "adjacent": "any adjacent target",
        "anywhere": "any adjacent target, after 4 straight hexes anywhere in the move"})
    sniper_zoc: str = gap('"presence of archers"', {"own": "the archer's own zone", "two": "any archer within 2 hexes"})
    temple_scope: str = gap("what the bonus near temples is for", {
        "melee": "the priest's melee", "saves": "that, and enemy saves against his spells",
        "defence": "his defence, as columns", "effects": "bless and light he casts"})
    aris_decay: str = gap("\"reduced by a third per turn\"", {
        "every_turn": "a third of the initial value after every turn without rest",
        "attacks": "a third of the initial value after a turn with an attack",
        "geometric": "two thirds of what it was (120, 80, 53, 36) after a turn with an attack"}, was="attacks")
    aris_visibility: str = gap("Aris after an attack", {
        "next_move": "shown until his next general movement", "turn": "shown for the rest of the turn",
        "at_once": "hidden at once"})
    convert_must: str = gap("\"automatic\" conversion", {
        "yes": "it happens wherever it can; Ulf's player chooses the pieces and the hex",
        "no": "Ulf's player may leave it"}, was="no")
    convert_limit: str = gap("how many conversions", {
        "one": "one a turn", "all": "all pairs in reach", "anytime": "all pairs, after every movement"})
    convert_time: str = gap("when Ulf converts", {
        "own": "at the end of Ulf's general movement", "every": "at the end of every movement of any player"})
    night_scope: str = gap("modifiers of the night", {"attack": "for attacks", "defence": "for defence too"})

    # Magic (12.3)

    touch: str = gap("\"hex contigu\": how far bless and healing reach", {
        "adjacent": "the hexes beside the caster", "own": "his own hex too"}, was="own")
    spells_a_step: str = gap("spells of one priest in a step", {
        "one": "one spell", "one_attack": "one that is an attack, and others as far as his points go"})
    joint_cast: str = gap("two priests casting together", {
        "pool": "they pool points for one spell", "save": "one pays, the target needs 1 more to save",
        "half": "each casts a spell of his own, either at half cost"})
    koulnikov_is_priest: str = gap("Koulnikov as a priest", {
        "casts": "casts and meditates, not counted among the priests", "counted": "counted too",
        "no_meditation": "casts, does not meditate"})
    meditation: str = gap("what meditation gives", {
        "initial": "half of the initial points", "spent": "half of what was spent, rounded up"})
    willing_target: str = gap("saves against a friend's bless or light", {"no_roll": "no roll", "rolls": "as anyone"})
    light_target: str = gap("whom light helps", {
        "friend": "the lit friend attacks better", "enemy": "the lit enemy is attacked better"})
    duration_count: str = gap("does the turn of casting count", {"yes": "yes", "no": "no"})
    zone_repeat: str = gap("pieces that stay in a zone", {
        "no": "no further roll", "every_turn": "roll at the end of every turn"})
    zone_overlap: str = gap("a hex in two zones of one spell", {
        "refused": "refused", "no_roll": "who is in one does not roll for the other", "every": "every zone rolls"})
    zone_friends: str = gap("friends of the caster in a zone", {"affected": "affected", "spared": "spared"})
    hold_attack: str = gap("the attack that destroys a held piece", {
        "adjacent": "any, however weak", "legal": "one of at least 1-4"})
    dispel_cost: int | str = gap("cost of dispel", {"spell": "that of the spell", "25": "25"})
    dispel_when: str = gap("when dispel is cast", {
        "own": "in the own magic step", "reaction": "also at once by an enemy priest, when a spell has taken effect"})
    spell_on_leader: str = gap("a spell on a stacked enemy leader", {"no": "not allowed", "yes": "allowed"})
    zone_reveals: str = gap("a hidden piece hit by a zone", {"no": "its hex is not shown", "yes": "it is shown"})

    # Hidden pieces, objectives, turns, map (12.4)

    shown_until: str = gap("how long Fraternité Rouge and Carmelina stay visible", {
        "turn": "to the end of the turn", "own_next_move": "to the owner's next general movement",
        "stationary": "until the piece moves"})
    voluntary_show: str = gap("may the owner show a hidden piece in his movement", {"yes": "yes", "no": "no"})
    collision: str = gap("a hidden piece and an enemy in one hex", {
        "shown": "shown and immobilised", "silent": "immobilised, not shown",
        "passing": "shown, also when the enemy only passes"})
    enemy_hex: str = gap("Fra Borges and Aris, invisible, and an enemy in one hex", {
        "stopped": "they may stop there, shown and immobilised like the others who hide",
        "stacking": "they may stop there and stay with him, unseen and free to go, as on a friend",
        "passed": "they pass, and may not stop there; nothing happens if he stops"}, was="passed")
    detect_public: str = gap("who sees a detected piece", {"all": "everybody", "detector": "the player who detects it"})
    spell_points_public: str = gap("are spell points open", {"no": "no", "yes": "yes"})
    objectives_public: str = gap("are the secret objectives open", {
        "no": "one's own progress only", "yes": "everybody's progress",
        "dealt": "dealt by lot, none to whom it names; one's own only"})
    hidden_start: str = gap("start hexes of hidden pieces", {
        "printed": "as printed", "shifted": "up to 3 hexes from there"})
    hold: str = gap("what holds a point", {
        "presence": "a visible piece on it", "last_occupier": "it stays with whoever stood there last"})
    hold_time: str = gap('"a full turn"', {
        "full": "from the end of one turn through the end of the next",
        "rolling": "from the own half-turn through the end of the next one", "one": "at one end of turn"})
    hold_latch: str = gap("a point held for a secret objective", {
        "stays": "stays done", "lasts": "must last until the rest is met"})
    hidden_holds: str = gap("may hidden pieces hold", {"no": "no", "yes": "yes"})
    elimination_credit: str = gap("who must eliminate", {"anyone": "anyone", "own_only": "the player himself"})
    leader_scope: str = gap('"leader piece of"', {
        "named": "the piece of that name", "all": "all leaders of that player"})
    capture: str = gap("capturing Bonnaire", {
        "borges": "a successful attack with Fra Borges in it", "kill_by_f": "any elimination by Fereira's pieces too",
        "trapped": "elimination for want of a retreat too"})
    final_score: str = gap("no Total Victory after the last turn", {
        "points": "points for places and clauses; without any, nobody wins", "draw": "nobody wins"})
    place_points: int = gap("points of a place held after the last turn", {"2": "two points"}, numbers=range(10))
    clause_points: int = gap("points of a clause met after the last turn", {"1": "one point"}, numbers=range(10))
    tie_break: str = gap("who are level, at a victory or in points", {
        "none": "share it, or nobody wins", "attack": "who has the larger share of his attack values left is first"},
        was="attack")
    calendar: str = gap("night and day, turn by turn", {
        "NNDDNNDD": "from 18 h", "DDNNDDNN": "from 6 h", "NDDNNDDN": "from 0 h"})
    questions: str = gap("steps in which nothing but the end can be said", {
        "needed": "passed over, where that tells nobody anything he may not know", "all": "asked all the same",
        "choices": "passed over so; and later in a step what has a single answer is answered at once"}, was="all")
    simul: str = gap("Ulf and Fereira together", {
        "interleaved": "step by step, the leader of the turn first, declarations unseen",
        "sequential": "the leader's whole half-turn, then the other's", "fixed": "step by step, Ulf leads in odd turns",
        "random_alternate": "step by step, moving piece by piece",
        "plotted": "orders written unseen for each piece and carried out hex by hex together; the rest as interleaved"})
    level_b: str = gap("campaign level of Bonnaire", {
        "average": "as it comes", "unfavourable": "few units", "favourable": "many units"})
    level_u: str = gap("campaign level of Ulf", {
        "average": "as it comes", "unfavourable": "few units", "favourable": "many units"})
    level_f: str = gap("campaign level of Fereira", {
        "average": "as it comes", "unfavourable": "few units", "favourable": "many units"})
    custom_counts: str = gap("free counts", {"off": "by level", "on": "counts may be given, such as count_u1"})
    two_value_average: str = gap('the average of "20/40" and "5/10"', {
        "low": "the low one", "high": "the high one", "middle": "between, rounded up"})
    tactical_import: str = gap("the lost tactical game", {
        "off": "not played", "on": "counts given are its survivors, to be divided by 3 or 5"})
    o_fix: str = gap("the hexes O3 and O5, which do not exist", {
        "letter": "P3, P5", "row_plus": "O4, O6", "row_minus": "O2, O4", "drop": "left out"})
    not_block: str = gap("N, T, O given to both enemies", {"hexes": "who places first has them", "drop": "left out"})
    m38: str = gap("M38 among Peuple's start hexes", {"printed": "M38", "g38": "G38, beside its companions"}, was="g38")
    map_extent: str = gap("size of the map", {"whole": "as the map is", "cut": "columns A to W, rows 1 to 67"})
    minor_temples: str = gap("lesser temples", {"map": "as the map has them", "none": "no lesser ones"})
    site_hall: str = gap("the new town hall", {
        "map": "as the map has it", "N35": "beside the east gate", "M38": "farther from the crowd"})
    site_place: str = gap("the place de Briscourt", {
        "map": "as the map has it", "G38": "east of it", "H39": "two hexes east"})
    site_university: str = gap("the University", {
        "map": "as the map has it", "L19": "south-east of it", "N19": "by the wall"})
    site_port: str = gap("the Port", {"map": "as the map has it", "I50": "up the quay", "J51": "on the dwarves' quay"})


COUNTS = tuple(
    Option(
        f"count_{unit.id}",
        f"number of {unit.short}, where custom_counts is on",
        {"level": "by the campaign level"},
        numbers=range(61),
    )
    for unit in UNITS
)

MAP = Option("map", "the map: a name or a file", {
    "arc": "the city of Arc, reconstructed",
    "village": "a small one with something of everything, three turns",
    "hamlet": "seven pieces, two turns",
})
"""Which map is played on. A file's name is a value as well, so that it is no part of `OPTIONS`."""
# fmt: on

OPTIONS = (*options_of(Rules), *COUNTS)

GONE: dict[str, Gone] = {}
"""Options that went."""


def read_rules(settings: Mapping[str, str | int]) -> Rules:
    """Settled options, as the chapters read them."""
    return Rules(**read_as(Rules, settings))

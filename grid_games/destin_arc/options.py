"""Every gap in the text as a named option (clause 12): key, question, values, of which the first is the default.

A game's `Settings` are what `settled` makes of these; rules read a value by its key.
"""

from __future__ import annotations

from collections.abc import Mapping

from armada_sim.tabletop.options import Option
from grid_games.destin_arc.units import UNITS

Settings = Mapping[str, str | int]
"""The value of each option by its key; whole numbers as int."""

PIECES = (
    Option("half_round", "odd values on the back", {"up": "rounded up", "down": "rounded down", "exact": "not rounded"}),
    Option("half_spell_points", "does a flip touch the spell points", {"no": "no", "yes": "it halves what is left, rounded up"}),
    Option("special_move", "who moves in the special step, and how far", {
        "flagged": "pieces with extra movement, their full allowance", "half": "the same pieces, half of it, rounded up",
        "all": "every piece, its full allowance", "not_attacked": "the same pieces, unless they attacked this turn"}),
    Option("zoc_exit", "leaving an enemy zone for another", {
        "free": "free; it stops in the next", "cost": "leaving costs 1 more", "barred": "not from zone to zone of one enemy"}),
    Option("zoc_friend_negates", "a friend in a hex cancels enemy zones there", {"no": "no", "retreats": "for retreats only, which never end there", "always": "always"}),
    Option("zoc_into_costly", "zones reach onto river, marsh and wall", {"yes": "yes", "no": "no"}),
    Option("hidden_zoc", "zones and hidden pieces", {
        "suffered": "hidden pieces exert none and suffer them", "exerted": "they exert theirs too, which gives them away", "neither": "neither"}),
    Option("min_one_hex", "an allowance of 2 against a hex of 3", {"no": "it cannot move in", "yes": "it may enter one with its whole move"}),
    Option("leaders", "which pieces are leaders", {
        "all": "Winandy, Koulnikov, Bonnaire, Ulf, Gonzague, Fereira", "without_gonzague": "these without Gonzague",
        "without_winandy": "these without Winandy"}),
    Option("setup_stack", "pieces beyond the limit on start hexes", {"printed": "they stand there", "spread": "they go to the nearest free hexes"}),
    Option("setup_cap", "most pieces on one start hex", {"6": "six", "none": "any number"}),
    Option("setup_free", "lists without \"owner's choice\"", {"free": "the owner chooses all the same", "printed": "one by one in the printed order"}),
    Option("fr_split", "ten Fraternité Rouge on A64 and D1", {
        "even": "five each, Bonnaire on A64", "owner": "the owner's choice for each", "bonnaire": "the owner's choice, Bonnaire's too"}),
    Option("setup_order", "placing after Bonnaire", {"in_turn": "Ulf, then Fereira", "secret": "both without seeing the other's"}),
    Option("cavalry", "who is mounted", {
        "riders": "the units named cavalry, knights, Winandy, Ulf, Gonzague on horse", "named": "the units named cavalry, knights, Gonzague on horse"}),
    Option("wall_cavalry", "\"not for cavalry\" about walls", {
        "barred": "cavalry may not enter", "cost_1": "a wall is like open ground for it", "waived": "it costs cavalry 1, no more is changed"}),
    Option("pegasus_flight", "Gonzague on Pegasus", {
        "flies": "every hex costs 1, walls are open, zones stop him", "ignores_zoc": "zones do not stop him either", "no": "only the 40 differs"}),
    Option("pegasus_zoc", "zone of Gonzague on Pegasus over river, marsh and wall", {"no": "none", "yes": "exerted"}),
    Option("gonzague_mount", "20 / 40", {
        "level": "horse, Pegasus at the favourable level", "free": "chosen at each move", "pegasus": "always Pegasus"}),
    Option("zoc_free_retreat", "who may end a retreat in a zone he may ignore", {"aris": "Aris only", "all": "snipers, Fra Borges and Aris", "none": "nobody"}),
)  # fmt: skip

COMBAT = (
    Option("missile_range", "reach of missiles", {"1": "adjacent hexes, as the rules say", "counter": "4 hexes, as the counter says",
        "units": "as the counter of each says: 4 hexes for the archers MPA, whose counter is known; 1 for the others"}),
    Option("attacks_per_target", "battles on one piece in one step", {"one": "one for each attacking player", "any": "any number"}),
    Option("attack_mod", "what +1 to attack means", {
        "column": "one column to the right", "die": "1 subtracted from the roll", "strength": "1 added to the attack value", "percent": "10 % of the attack value"}),
    Option("shift_overflow", "shifts beyond the table", {
        "automatic": "1-4 below, eliminated above", "clamp": "1-4 below, 8-1 above", "illegal": "no attack below, eliminated above"}),
    Option("joint_mod", "modifiers of several attackers", {
        "majority": "the highest that half of the strength has", "best": "the best", "worst": "the worst", "sum": "all added", "lead": "that of the first named"}),
    Option("joint_flags", "abilities in a joint attack", {
        "one": "one attacker with the ability is enough", "half": "they bring at least half of the strength", "all": "all attackers have it"}),
    Option("auto_elim", "\"above 8-1\"", {"rounded": "9-1 or more after rounding", "exact": "the exact ratio is above 8"}),
    Option("code6", "code 6 of the table", {
        "same": "as code 5", "stack": "the defender's whole stack is eliminated", "no_advance": "as code 5, and nobody advances"}),
    Option("attacker_losses", "who suffers what falls on the attacker", {
        "all": "all attackers", "strongest": "the strongest", "worth": "those the attacker chooses, until they are worth the defence"}),
    Option("b_order", "order when both suffer", {
        "defender": "the defender, then the attackers", "attackers": "the attackers first", "together": "all losses, then all retreats"}),
    Option("advance", "moving into the hex won", {"any": "one attacker, after missiles too", "melee": "after melee only"}),
    Option("retreat_path", "who chooses a retreat", {
        "owner": "its owner", "opponent": "the attacker", "away": "its owner, among the hexes farthest from the attackers"}),
    Option("stacked_leader_defence", "a leader singled out in a stack", {"own": "his own defence", "sum": "that of both"}),
    Option("leader_of_lost_unit", "a visible leader whose piece is eliminated", {
        "retreats": "retreats 1", "stays": "stays", "dies": "is eliminated", "same": "suffers the same result"}),
    Option("wall_combat", "combat across a wall", {"allowed": "as anywhere", "barred": "barred as with rivers", "cover": "who is on a wall has one column"}),
    Option("marsh_combat", "combat between marsh and dry ground", {"barred": "barred", "allowed": "allowed"}),
    Option("terrain_stops_magic", "spells between river and bank", {"no": "allowed", "yes": "barred as combat is"}),
    Option("success", "a \"successful attack\"", {
        "d": "the letter D, or automatic", "d_or_b": "D or B, or automatic", "eliminating": "the defender is eliminated", "damage": "the defender loses anything"}),
    Option("forced_retreat_scope", "the snipers' automatic retreat", {"any": "after any attack", "d_or_b": "after D or B"}),
    Option("charge_target", "whom a charge hits", {
        "line": "the next hex in the same line", "adjacent": "any adjacent target", "anywhere": "any adjacent target, after 4 straight hexes anywhere in the move"}),
    Option("sniper_zoc", "\"presence of archers\"", {"own": "the archer's own zone", "two": "any archer within 2 hexes"}),
    Option("temple_scope", "what the bonus near temples is for", {
        "melee": "the priest's melee", "saves": "that, and enemy saves against his spells", "defence": "his defence, as columns", "effects": "bless and light he casts"}),
    Option("aris_decay", "\"reduced by a third per turn\"", {
        "attacks": "a third of the initial value after a turn with an attack", "geometric": "two thirds of what it was (120, 80, 53, 36)",
        "every_turn": "a third of the initial value after every turn without rest"}),
    Option("aris_visibility", "Aris after an attack", {
        "next_move": "shown until his next general movement", "turn": "shown for the rest of the turn", "at_once": "hidden at once"}),
    Option("convert_limit", "how many conversions", {"one": "one a turn", "all": "all pairs in reach", "anytime": "all pairs, after every movement"}),
    Option("convert_time", "when Ulf converts", {"own": "at the end of Ulf's general movement", "every": "at the end of every movement of any player"}),
    Option("night_scope", "modifiers of the night", {"attack": "for attacks", "defence": "for defence too"}),
)  # fmt: skip

MAGIC = (
    Option("joint_cast", "two priests casting together", {
        "pool": "they pool points for one spell", "save": "one pays, the target needs 1 more to save", "half": "each casts a spell of his own, either at half cost"}),
    Option("koulnikov_is_priest", "Koulnikov as a priest", {
        "casts": "casts and meditates, not counted among the priests", "counted": "counted too", "no_meditation": "casts, does not meditate"}),
    Option("meditation", "what meditation gives", {"initial": "half of the initial points", "spent": "half of what was spent, rounded up"}),
    Option("willing_target", "saves against a friend's bless or light", {"no_roll": "none", "rolls": "as anyone"}),
    Option("light_target", "whom light helps", {"friend": "the lit friend attacks better", "enemy": "the lit enemy is attacked better"}),
    Option("duration_count", "does the turn of casting count", {"yes": "yes", "no": "no"}),
    Option("zone_repeat", "pieces that stay in a zone", {"no": "no further roll", "every_turn": "roll at the end of every turn"}),
    Option("zone_overlap", "a hex in two zones of one spell", {"refused": "refused", "no_roll": "who is in one does not roll for the other", "every": "every zone rolls"}),
    Option("zone_friends", "friends of the caster in a zone", {"affected": "affected", "spared": "spared"}),
    Option("hold_attack", "the attack that destroys a held piece", {"adjacent": "any, however weak", "legal": "one of at least 1-4"}),
    Option("dispel_cost", "cost of dispel", {"spell": "that of the spell", "25": "25"}),
    Option("dispel_when", "when dispel is cast", {
        "own": "in the own magic step", "reaction": "also at once by an enemy priest, when a spell has taken effect"}),
    Option("spell_on_leader", "a spell on a stacked enemy leader", {"no": "not allowed", "yes": "allowed"}),
    Option("zone_reveals", "a hidden piece hit by a zone", {"no": "its hex is not shown", "yes": "it is shown"}),
)  # fmt: skip

WORLD = (
    Option("shown_until", "how long Fraternité Rouge and Carmelina stay visible", {
        "turn": "to the end of the turn", "own_next_move": "to the owner's next general movement", "stationary": "until the piece moves"}),
    Option("voluntary_show", "may the owner show a hidden piece in his movement", {"yes": "yes", "no": "no"}),
    Option("collision", "a hidden piece and an enemy in one hex", {
        "shown": "shown and immobilised", "silent": "immobilised, not shown", "passing": "shown, also when the enemy only passes"}),
    Option("detect_public", "who sees a detected piece", {"all": "everybody", "detector": "the player who detects it"}),
    Option("spell_points_public", "are spell points open", {"no": "no", "yes": "yes"}),
    Option("objectives_public", "are the secret objectives open", {
        "no": "one's own progress only", "yes": "everybody's progress", "dealt": "dealt by lot, none to whom it names; one's own only"}),
    Option("hidden_start", "start hexes of hidden pieces", {"printed": "as printed", "shifted": "up to 3 hexes from there"}),
    Option("hold", "what holds a point", {"presence": "a visible piece on it", "last_occupier": "it stays with whoever stood there last"}),
    Option("hold_time", "\"a full turn\"", {
        "full": "from the end of one turn through the end of the next", "rolling": "from the own half-turn through the end of the next one", "one": "at one end of turn"}),
    Option("hold_latch", "a point held for a secret objective", {"stays": "stays done", "lasts": "must last until the rest is met"}),
    Option("hidden_holds", "may hidden pieces hold", {"no": "no", "yes": "yes"}),
    Option("elimination_credit", "who must eliminate", {"anyone": "anyone", "own_only": "the player himself"}),
    Option("leader_scope", "\"leader piece of\"", {"named": "the piece of that name", "all": "all leaders of that player"}),
    Option("capture", "capturing Bonnaire", {
        "borges": "a successful attack with Fra Borges in it", "kill_by_f": "any elimination by Fereira's pieces too", "trapped": "elimination for want of a retreat too"}),
    Option("final_score", "no Total Victory after the last turn", {"points": "points for places and clauses", "draw": "nobody wins"}),
    Option("calendar", "night and day, turn by turn", {"NNDDNNDD": "from 18 h", "DDNNDDNN": "from 6 h", "NDDNNDDN": "from 0 h"}),
    Option("simul", "Ulf and Fereira together", {
        "interleaved": "step by step, the leader of the turn first, declarations unseen", "sequential": "the leader's whole half-turn, then the other's",
        "fixed": "step by step, Ulf leads in odd turns", "random_alternate": "step by step, moving piece by piece",
        "plotted": "orders written unseen for each piece and carried out hex by hex together; the rest as interleaved"}),
    Option("level_b", "campaign level of Bonnaire", {"average": "as it comes", "unfavourable": "few units", "favourable": "many units"}),
    Option("level_u", "campaign level of Ulf", {"average": "as it comes", "unfavourable": "few units", "favourable": "many units"}),
    Option("level_f", "campaign level of Fereira", {"average": "as it comes", "unfavourable": "few units", "favourable": "many units"}),
    Option("custom_counts", "free counts", {"off": "by level", "on": "counts may be given, such as count_u1"}),
    Option("two_value_average", "the average of \"20/40\" and \"5/10\"", {"low": "the low one", "high": "the high one", "middle": "between, rounded up"}),
    Option("tactical_import", "the lost tactical game", {"off": "not played", "on": "counts given are its survivors, to be divided by 3 or 5"}),
    Option("o_fix", "the hexes O3 and O5, which do not exist", {"letter": "P3, P5", "row_plus": "O4, O6", "row_minus": "O2, O4", "drop": "left out"}),
    Option("not_block", "N, T, O given to both enemies", {"hexes": "who places first has them", "drop": "left out"}),
    Option("m38", "M38 among Peuple's start hexes", {"g38": "G38", "printed": "M38"}),
    Option("map_extent", "size of the map", {"whole": "as the map is", "cut": "columns A to W, rows 1 to 67"}),
    Option("minor_temples", "lesser temples", {"map": "as the map has them", "none": "none"}),
    Option("site_hall", "the new town hall", {"map": "as the map has it", "N35": "beside the east gate", "M38": "farther from the crowd"}),
    Option("site_place", "the place de Briscourt", {"map": "as the map has it", "G38": "east of it", "H39": "two hexes east"}),
    Option("site_university", "the University", {"map": "as the map has it", "L19": "south-east of it", "N19": "by the wall"}),
    Option("site_port", "the Port", {"map": "as the map has it", "I50": "up the quay", "J51": "on the dwarves' quay"}),
)  # fmt: skip

COUNTS = tuple(
    Option(f"count_{unit.id}", f"number of {unit.short}, where custom_counts is on", {"level": "by the campaign level"}, numbers=range(61))
    for unit in UNITS
)  # fmt: skip

MAP = Option("map", "the map: a name or a file", {
    "arc": "the city of Arc, reconstructed", "village": "a small one with something of everything, three turns", "hamlet": "seven pieces, two turns"})  # fmt: skip
"""Which map is played on. A file's name is a value as well, so that it is no part of `OPTIONS`."""

OPTIONS = (*PIECES, *COMBAT, *MAGIC, *WORLD, *COUNTS)

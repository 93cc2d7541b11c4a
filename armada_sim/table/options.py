"""The gaps in the rules of Armada, each written once: key, question, values, default, how a parameter is read.

`docs/rules/armada.md` has each beside the clause it settles; where no text defines an alternative, the
definition is ours. Options that only matter between actions (turn order, draws, goals) stand in `game_options`.

`bears` names the kinds of question whose answer an option may change, of pieces that lie as stated: "move", also of a
position claimed, "shot", "contact" and "setup". What doubt
is taken for and what may be said changes no such answer. `sources` are sentences of `texts`.
"""

from __future__ import annotations

from dataclasses import dataclass

from armada_sim.geometry import Number
from armada_sim.table import texts
from armada_sim.table.parameters import (
    count_of_ships,
    fleets,
    least_gap,
    least_width,
    length,
    players_between,
)
from armada_sim.table.pieces import Profile
from armada_sim.tabletop import gap, options_of

_VARIANT = "is a variant this program does not play"


# fmt: off
@dataclass(frozen=True, slots=True)
class RulingOptions:
    """What one move, one shot or a set-up depends on."""

    # 4.1 shape, contact, doubt
    footprint: str = gap("What is the outline of a ship lying down?", {
        "contact_triangle": "the triangular face on the table",
        "section_triangle": "the published cross-section: as long as the pyramid is high",
        "shadow_pentagon": "the vertical shadow, with the raised base corners",
        "solid3d": "the real pyramids decide contact between pieces, and meet objects with their shadow (objects rise "
            "straight up); the edge and the guns go by the triangular face on the table",
    }, bears=("move", "shot", "contact", "setup"), sources={
        "contact_triangle": texts.LIE_DOWN, "section_triangle": texts.CROSS_SECTION,
    }, stays="preset strict_table")
    piece_profile: str | Profile = gap("Which plastic is on the table?", {
        "ideal_sharp": "the official sizes with sharp tips",
        "same_shape_law": "base (3p + 5)/14 in for p pips, official heights",
        "giant_x8": "giant pieces, eight times the official sizes",
        "custom": "a table with base and height measured for each size, and with the width at which a blunt tip is "
            "cut off (cut)",
    }, refused={
        "rounded": "has no published measures: describe your pieces with custom, where cut is the width of the tip",
    }, bears=("move", "shot", "contact", "setup"), sources={
        "ideal_sharp": texts.OFFICIAL_SIZES, "same_shape_law": texts.SAME_SHAPE, "giant_x8": texts.GIANT,
    })
    contact_blocks_move: str = gap("Is a step illegal when the ship touches something, or only when it overlaps it?", {
        "touch_blocks": "touching is enough to forbid a position",
        "overlap_only": "touching is allowed, overlapping is not",
    }, bears=("move",), sources={"touch_blocks": texts.IN_CONTACT},
        stays="preset lenient")
    setup_touch: str = gap("May ships touch at set-up?", {
        "touch_allowed": "only overlap is barred", "no_touch": "touching is barred too",
    }, bears=("setup",), sources={"touch_allowed": texts.NO_OVERLAP},
        stays="preset strict_table")
    doubt_rule: str = gap("How is 'in doubt, no' decided?", {
        "three_answers": "yes, no or in doubt within the tolerance; in doubt means no",
        "exact": "the stated positions decide; the tolerance is ignored",
        "favour_actor": "yes, no or in doubt within the tolerance; in doubt means yes",
    }, refused={"die_roll": _VARIANT}, sources={"three_answers": texts.DOUBT_IS_NO},
        stays="preset lenient")
    doubt_scope: str = gap("Does the doubt rule also cover things that are not actions, such as the gap at set-up?", {
        "every_positive_claim": "every claim needs a clear yes",
        "actions_only": "moves and shots need a clear yes; set-up and contact go by the stated positions",
    }, sources={"actions_only": texts.DOUBT_IS_NO},
        stays="dispute: the text's doubt is about what is done; a line is crossed or it is not, whoever "
        "moved")
    premeasure: str = gap("May one test before declaring?", {
        "allowed": "anything may be measured at any time",
        "declared_only": "only a declared action is ruled on: no legal headings, no margins, and of two ships "
            "only whether they touch",
        "own_ship_only": "legal headings of a ship and distances between ships of one player are given, no margins",
    }, stays="preset strict_table")
    # 4.2 movement
    step_legality: str = gap("Are the steps before the last one tested?", {
        "every_step": "every step's position must be legal",
        "swept_area": "every step's position, and the way to it: the ship slides ahead until its base lies where its "
            "tip was, then turns about that point to the new heading, touching nothing",
    }, bears=("move",), sources={"every_step": texts.IN_CONTACT, "swept_area": texts.WAY_BLOCKED})
    edge: str = gap("What is the surface's edge to a moving ship?", {
        "touch_illegal": "touching the edge is illegal",
        "touch_ok": "touching is allowed, sticking out is not",
        "open_sea": "there is no edge",
    }, refused={"hits_edge_sinks": _VARIANT, "overhang_by_centroid": _VARIANT}, bears=("move",), sources={
        "touch_illegal": texts.IN_CONTACT,
    }, stays="preset lenient")
    surface: str = gap("What is played on when the layout does not say?", {
        "rectangle_36": "a square of 36 in",
        "disc_20": "a disc of 20 in diameter",
        "unbounded": "a table without edges",
    }, bears=("move", "shot", "setup"), sources={"disc_20": texts.SURFACE_20},
        stays="dispute: the table has no edge worth the name; a ship that slides off it is lost")
    objects: str = gap("What do other things on the table do?", {
        "solid": "they block movement and shots",
        "block_move_only": "they block movement only",
        "block_shot_only": "they block shots only",
    }, refused={"reef": _VARIANT, "teleporter": _VARIANT}, bears=("move", "shot", "setup"), sources={
        "solid": texts.IN_CONTACT,
    }, stays="dispute: one shoots over a low thing that no ship can pass; one sails under what no shot "
        "passes")
    # 4.3 firing
    physical_fit: str = gap("Must the large piece really fit on the table?", {
        "virtual": "no, it only marks a region",
        "must_fit": "no other piece may lie under it except the target, and it may not reach over the edge",
    }, refused={"must_fit_except_target_and_beyond": _VARIANT}, bears=("shot",), sources={
        "virtual": texts.HELD_THERE, "must_fit": texts.LAID_THERE,
    }, stays="preset strict_table")
    in_area: str = gap("How much of the target must lie in the region of reach?", {
        "any_part": "any part with an area",
        "touch_counts": "one point is enough",
        "half": "at least half of its area under one position of the large piece",
        "whole": "all of it under one position of the large piece",
    }, refused={"tip_or_base_only": _VARIANT}, bears=("shot",), sources={
        "any_part": texts.IN_THE_ZONE, "whole": texts.IN_THE_ZONE,
    }, stays="preset lenient")
    obstruction: str = gap("What does 'not obstructed' mean?", {
        "line_of_fire": "some straight line under the large piece, from its base to a covered part of the target, "
            "misses every other solid; grazing counts as blocked",
        "clear_template": "no other solid touches the large piece nearer to the side than the covered part of the "
            "target begins",
        "partial_cover_ok": "as line_of_fire, but grazing does not block",
        "none": "nothing blocks",
    }, refused={"perpendicular_only": _VARIANT, "centre_line": _VARIANT}, bears=("shot",), sources={
        "line_of_fire": texts.UNOBSTRUCTED, "clear_template": texts.UNOBSTRUCTED,
    }, stays="preset simple_guns")
    friendly_blocks: str = gap("Do the ships of the shooter's side block?", {
        "anything": "yes, every ship and object blocks",
        "enemies_only": "own ships and those of team mates do not block",
        "none": "no ship blocks, only objects do",
    }, bears=("shot",), sources={"anything": texts.UNOBSTRUCTED},
        stays="dispute: my own ship holds its fire and lets mine through; a solid is a solid")
    wreck: str = gap("What becomes of a sunk ship?", {
        "removed": "it is taken away at once", "stays_as_obstacle": "it stays as an obstacle",
    }, bears=("move", "shot", "setup"), sources={
        "removed": texts.SUNK_REMOVED, "stays_as_obstacle": texts.DISABLED_STAYS,
    })
    touching_target: str = gap("May a ship be hit that touches the gun side?", {
        "may_be_hit": "yes", "cannot": "not from that side, where there is no room for the large piece",
    }, bears=("shot",),
        stays="dispute: there is no room to lay the large piece; nearer than that nobody can be")
    # 4.4 set-up
    surface_least: Number | str = gap("How far across must the surface be at its narrowest?", {
        "none": "as far as the players like; only the English text says that it should be 20 in at least, so a "
            "narrower one is remarked on at set-up",
        "20 in": "at least 20 in",
        "d": "at least any other length, such as '60 cm', or a number in the file's unit",
    }, other=least_width, bears=("setup",), sources={"20 in": texts.SURFACE_20, "30 in": texts.SURFACE_30},
        stays="dispute: only the English text asks for 20 in; my table is what it is")
    min_gap: Number | str = gap("How far apart must enemy ships be at set-up?", {
        "25 cm": "nearest point to nearest point; the least that any text asks for (10 to 12 in the English, 25 to 30 "
            "cm the French), so that what any of them allows is allowed",
        "10 in": "the least of the English text",
        "30 cm": "the most of the French text",
        "12 in": "the most of the English text",
        "d": "any other length, such as '280 mm', or a number in the file's unit",
    }, other=least_gap, example="12 in", bears=("setup",), sources={
        "25 cm": texts.GAP_CM, "10 in": texts.GAP_IN, "30 cm": texts.GAP_CM, "12 in": texts.GAP_IN,
    })
    deploy_zone: str = gap("Where may a fleet be set up?", {
        "own_side_group": "wholly on the player's half, and in one group: however his ships are parted in two, some "
            "ship of one part is within one large piece's length of some ship of the other",
        "anywhere": "anywhere the gap allows",
        "own_edge_band(d)": "wholly within the length d of the player's edge, such as own_edge_band(6 in)",
    }, takes={"own_edge_band": length}, example="own_edge_band(6 in)", bears=("setup",), sources={
        "own_side_group": texts.IN_A_GROUP, "anywhere": texts.ANYWHERE,
    })
    fleet_budget: str = gap("How large is a declared fleet?", {
        "exactly_12": "exactly 12 pips",
        "at_most_12": "at most 12 pips",
        "free": "any size",
        "matched": "the same number of each size on every side",
        "matched(f)": "the same, and one of the fleets listed, such as matched(2 small, 3 medium, 2 large or 4 small, "
            "4 medium, 4 large)",
        "matched_or_constructed": "matched fleets, or each side's own choice out of one stash; what a chosen fleet "
            "may cost is not known, so pips are not counted",
        "full_4_4_4": "four of each size",
        "basic": "the basic game's: four large against four medium and four small",
        "advanced": "the advanced game's: up to four of each size, the larges on one side and the mediums and smalls "
            "on the other, neither side empty; pips are not counted",
    }, takes={"matched": fleets}, bears=("setup",), sources={
        "exactly_12": texts.TWELVE_PIPS, "matched": texts.MATCHED,
        "matched(4 small, 4 medium, 4 large or 2 small, 3 medium, 2 large)": texts.MATCHED,
        "matched_or_constructed": texts.CONSTRUCTED, "full_4_4_4": texts.FULL, "basic": texts.BASIC,
        "advanced": texts.ADVANCED,
    }, stays="preset armada_2k")
    max_per_size: int = gap("How many ships of one size may a fleet have?", {
        "4": "four: one piece of each size is kept back for measuring", "n": "any other whole number",
    }, other=count_of_ships, example=5, bears=("setup",), sources={"4": texts.FOUR_OF_A_SIZE})
    players: str = gap("How many players may set up?", {
        "any": "any number", "between(a, b)": "from a to b of them, such as between(2, 10)",
    }, takes={"between": players_between}, example="between(2, 10)", bears=("setup",), sources={
        "any": texts.MORE_THAN_TWO, "between(2, 2)": texts.FOR_TWO, "between(2, 10)": texts.TEN_PLAYERS,
    })
    goal: str = gap("What is the game about? (A single ruling does not depend on it; it is printed with it.)", {
        "annihilation": "sinking every enemy ship", "flag": "capturing the flag", "infiltration": "passing a line",
    }, sources={"annihilation": texts.AIM, "flag": texts.FLAG, "infiltration": texts.LINE})
# fmt: on


OPTIONS = options_of(RulingOptions)
"""Every option that one move, one shot or a set-up depends on."""

LENGTHS = tuple(option.key for option in OPTIONS if option.other in (least_gap, least_width))
"""The options that take any length, text with its unit or a number in the unit of a file."""

PRESETS: dict[str, dict[str, str]] = {
    "classic": {},
    "strict_table": {
        "footprint": "solid3d",
        "physical_fit": "must_fit",
        "in_area": "half",
        "premeasure": "declared_only",
        "setup_touch": "no_touch",
    },
    "lenient": {
        "contact_blocks_move": "overlap_only",
        "edge": "touch_ok",
        "in_area": "touch_counts",
        "obstruction": "partial_cover_ok",
        "doubt_rule": "favour_actor",
    },
    "simple_guns": {"obstruction": "none"},
    "armada_2k": {"fleet_budget": "matched_or_constructed", "players": "between(2, 10)"},
    "flag": {"goal": "flag"},
    "infiltration": {"goal": "infiltration"},
}
"""Named sets of options; what a preset does not name is default."""

REAL_TABLE_PRESETS = ("strict_table",)
"""Presets that presume a real table: half a millimetre of tolerance unless the layout says."""

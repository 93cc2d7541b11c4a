"""The options that Armada had once, each with the value that is played and what that is.

Whoever names one in a dispute, an experiment or a command is told so; a record that says what is played is read.
"""

from __future__ import annotations

from armada_sim.tabletop import Gone

GONE = {
    "draw": Gone("no_limit", "game_limit says when a game ends that nobody has won, and tie_break who wins it then",
        became={
            r"no_limit|quiet_turns\(\d+\)": {"game_limit": r"\g<0>"},
            r"more_pips_left_wins(\(\d+\))": {"game_limit": r"quiet_turns\1", "tie_break": "more_pips_left"},
        }),
    "mutual_loss": Gone("cannot_occur", "somebody is always left: a shot has one victim, and who sinks the last ship "
        "of their own side loses"),
    "teams": Gone("separate_turns", "each player of a team has turns of their own, alternating between teams; allies "
        "block and can be hit"),
    "turn_order_n": Gone("clockwise", "players take turns in the order of their seats, and those without ships are "
        "skipped"),
    "ffa_end": Gone("last_afloat", "a battle between more than two sides is over when one side is afloat"),
    "infiltration_defender": Gone("sinks_all", "the defender of a goal line wins only by sinking all attackers"),
    "goal_and_annihilation": Gone("both", "sinking the whole enemy fleet wins with every goal"),
    "stuck_player": Gone("turn_passes", "the turn of a player passes who has no legal action"),
    "flag_shot": Gone("no", "a fixed flag is not shot at, and blocks no shot"),
    "flag_contact": Gone("wins", "contact with an enemy flag is legal and wins; your own flag is an obstacle"),
    "guns_per_side": Gone("shared", "both sides of a ship share its guns: as many shots in a turn as it has pips"),
    "guns_when_damaged": Gone("all", "damage costs no guns"),
    "move_sharing": Gone("one_action", "a ship has one move action in a turn"),
    "goal_line_room": Gone("must_fit", "between a goal line and the edge every size that attacks must fit without "
        "touching either"),
    "illegal_later_step": Gone("whole_move_void", "a move of which a later step is illegal is not permitted as a "
        "whole, and the player chooses again"),
    "stuck_ship": Gone("may_not_move", "a ship that has no legal heading does nothing this turn but fire"),
    "heading_set": Gone("continuous", "every heading is allowed"),
    "leave_contact": Gone("may_move_away", "a ship that starts in contact may move: only its new positions are tested"),
    "max_turn_boundary": Gone("legal", "a turn of exactly the limit is legal"),
    "template_slide": Gone("any", "the large piece may be laid anywhere its base fits on the side"),
    "template_base": Gone("whole_base", "the large piece's whole base edge lies on the side"),
    "long_sides": Gone("two_long", "the gun sides of a ship are the two edges from a corner of its base to its tip"),
    "setup_edge": Gone("touch_ok", "a ship may touch the surface's edge at set-up, and only sticking out is barred"),
    "damage_marker_solid": Gone("ignored", "damage markers go with their ship and are in nobody's way"),
    "friendly_fire": Gone("permitted", "own ships may be hit, with a warning, as the text says any object"),
    "template_over_edge": Gone("allowed", "the large piece may reach over the edge, unless physical_fit = must_fit"),
}  # fmt: skip

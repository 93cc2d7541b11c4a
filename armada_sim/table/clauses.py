"""The clauses rulings cite, each with its words and its source.

Sources: F is the French text of 2009, E the English opening, IP "Ice Pirates" and 2K "Armada 2K" by the same author;
"option k" means that the clause's reading depends on the option k.
"""

from __future__ import annotations

from enum import StrEnum


class Clause(StrEnum):
    """Identifier of a clause; `TEXT` has its words and its source."""

    MOVE_STEPS = "move.steps"
    MOVE_STEP = "move.step"
    MOVE_TURN_LIMIT = "move.turn_limit"
    MOVE_CONTACT = "move.contact"
    MOVE_EDGE = "move.edge"
    MOVE_SWEEP = "move.sweep"
    MOVE_STUCK = "move.stuck"
    MOVE_SUNK = "move.sunk"
    MOVE_TO = "move.to"
    SHOT_SIDE = "shot.side"
    SHOT_REACH = "shot.reach"
    SHOT_FIT = "shot.fit"
    SHOT_BLOCKED = "shot.blocked"
    SHOT_CLEAR = "shot.clear"
    SHOT_SUNK = "shot.sunk"
    SHOT_TARGET = "shot.target"
    SHOT_FRIEND = "shot.friend"
    SHOT_TOUCHING = "shot.touching"
    CONTACT = "contact"
    SETUP_OVERLAP = "setup.overlap"
    SETUP_TOUCH = "setup.touch"
    SETUP_EDGE = "setup.edge"
    SETUP_GAP = "setup.gap"
    SETUP_ZONE = "setup.zone"
    SETUP_GROUP = "setup.group"
    SETUP_FLEET = "setup.fleet"
    SETUP_PLAYERS = "setup.players"
    SETUP_SURFACE = "setup.surface"
    SETUP_SUNK = "setup.sunk"
    POSITION_OVERLAP = "position.overlap"
    POSITION_SURFACE = "position.surface"
    POSITION_OBJECT = "position.object"
    POSITION_MISFIT = "position.misfit"
    POSITION_SUNK = "position.sunk"
    DOUBT = "doubt"
    GAME_PHASE = "game.phase"
    GAME_FLEET = "game.fleet"
    GAME_OFFER = "game.offer"
    GAME_FIRST = "game.first"
    GAME_DEPLOY = "game.deploy"
    TURN_ACTIONS = "turn.actions"
    TURN_SHIP = "turn.ship"
    TURN_MOVED = "turn.moved"
    TURN_STUCK = "turn.stuck"
    TURN_GUNS = "turn.guns"
    TURN_CLAIM = "turn.claim"
    GOAL_FLAG = "goal.flag"
    GOAL_LINE = "goal.line"
    GAME_END = "game.end"


TEXT: dict[Clause, tuple[str, str]] = {
    Clause.MOVE_STEPS: ("A small ship may take up to four steps in a move, a medium two, a large one.", "F, IP"),
    Clause.MOVE_STEP: (
        "A step lays a piece of the same size with its base midpoint on the ship's tip, at any heading; "
        "the old ship is then taken away. Whole steps only.", "F, IP"),
    Clause.MOVE_TURN_LIMIT: (
        "The new piece may not overlap the position the ship just left: it may turn by at most 90° less "
        "half the angle at the tip.", "F"),
    Clause.MOVE_CONTACT: (
        "A position is not allowed if the ship would come into contact with another ship or object.",
        "F, IP; options contact_blocks_move, step_legality, objects"),
    Clause.MOVE_EDGE: (
        "A position is not allowed if the ship would come into contact with the edge of the surface.",
        "F; option edge"),
    Clause.MOVE_SWEEP: ("The way from one position to the next must be clear.", "option step_legality"),
    Clause.MOVE_STUCK: (
        "A ship with no heading that is legal may not move this turn.", "F"),
    Clause.MOVE_SUNK: ("A sunk ship cannot move.", "F"),
    Clause.MOVE_TO: (
        "A ship can reach a position if a legal path, no longer than its size allows, ends there.",
        "F, IP: follows from the clauses on moves"),
    Clause.SHOT_SIDE: (
        "To fire, a large piece is laid with its base edge along one of the ship's two long sides.",
        "F, IP"),
    Clause.SHOT_REACH: (
        "The target must lie in the region the large piece covers.", "F, IP; option in_area"),
    Clause.SHOT_FIT: (
        "The large piece must fit where it is laid.", "option physical_fit"),
    Clause.SHOT_BLOCKED: (
        "Nothing may obstruct the shot: every straight line from the base of the large piece to a covered "
        "part of the target meets something else.", "F; options obstruction, friendly_blocks"),
    Clause.SHOT_CLEAR: (
        "The shot is clear: a straight line under the large piece, from its base to a covered part of the "
        "target, meets nothing else.", "F; option obstruction"),
    Clause.SHOT_SUNK: ("A sunk ship cannot fire.", "F"),
    Clause.SHOT_TARGET: ("A shot is aimed at another ship that is afloat.", "F; option wreck"),
    Clause.SHOT_FRIEND: ("Own ships may be hit, if the player wishes.", "F"),
    Clause.SHOT_TOUCHING: ("A ship in contact with the gun side may be hit.", "option touching_target"),
    Clause.CONTACT: ("How far apart two pieces are.", "F"),
    Clause.SETUP_OVERLAP: ("No piece may overlap another.", "F, E"),
    Clause.SETUP_TOUCH: ("Ships may touch at set-up.", "F; option setup_touch"),
    Clause.SETUP_EDGE: ("Every ship lies on the surface.", "F, E"),
    Clause.SETUP_GAP: (
        "No ship may lie nearer than the agreed gap to an enemy ship.", "F, E; option min_gap"),
    Clause.SETUP_ZONE: ("A fleet is set up near its player.", "F; option deploy_zone"),
    Clause.SETUP_GROUP: ("A fleet is set up in one group.", "F; option deploy_zone"),
    Clause.SETUP_FLEET: (
        "A fleet holds what was declared, within the agreed pips and the number of pieces of a size.",
        "F, E; options fleet_budget, max_per_size"),
    Clause.SETUP_PLAYERS: ("As many players take part as the game is made for.", "2K; option players"),
    Clause.SETUP_SURFACE: ("The surface is at least as far across as was agreed on.", "E; option surface_least"),
    Clause.SETUP_SUNK: ("Every ship starts undamaged.", "F"),
    Clause.POSITION_OVERLAP: (
        "No two pieces can overlap: those written so lie elsewhere, further off than their tolerances.",
        "follows from the pieces; option footprint"),
    Clause.POSITION_SURFACE: ("Every ship lies on the surface.", "F, E; option edge"),
    Clause.POSITION_OBJECT: (
        "No ship lies where something solid is.",
        "follows from the pieces; options objects, footprint"),
    Clause.POSITION_MISFIT: (
        "Points measured on a piece fit a piece of its size, within its tolerance or, where none is stated, 0.5 mm.",
        "follows from the pieces; option piece_profile"),
    Clause.POSITION_SUNK: ("A sunk ship is taken off the table.", "F; option wreck"),
    Clause.DOUBT: (
        "If it is questionable whether something can be done, it cannot.", "F; options doubt_rule, doubt_scope"),
    Clause.GAME_PHASE: ("Fleets and the first mover are settled, then ships are set up, then turns are taken.", "F, E"),
    Clause.GAME_FLEET: (
        "One player picks a fleet: four larges, or four mediums and four smalls.", "F, E; option fleet_budget"),
    Clause.GAME_OFFER: (
        "Advanced set-up: one player says how many of each size are used and which side he takes; the other accepts "
        "and moves first, or swaps and moves second.", "F; option first_player"),
    Clause.GAME_FIRST: ("The player who did not pick the fleet says who moves first.", "F, E; option first_player"),
    Clause.GAME_DEPLOY: ("Every ship of the fleet is set up, in the order agreed on.", "F; option deploy_order"),
    Clause.TURN_ACTIONS: (
        "A turn has up to three actions: moves and shots in any order. Doing fewer is allowed.", "F, E"),
    Clause.TURN_SHIP: ("In his turn a player uses his own ships.", "F"),
    Clause.TURN_MOVED: ("A ship moves at most once per turn.", "F"),
    Clause.TURN_STUCK: (
        "A ship that was found stuck, or by agreement was so when the turn began, stays for the turn.",
        "F; option stuck_lasts"),
    Clause.TURN_GUNS: (
        "A ship fires at most as many shots per turn as it has pips; each is an action.", "F"),
    Clause.TURN_CLAIM: ("What is claimed and impossible is not done.", "F; option illegal_claim_cost"),
    Clause.GOAL_FLAG: (
        "The first to sink the ship that carries the flag, or to touch the flag, wins.",
        "F; options flag_kind, flag_place, flag_size, flag_ship_contact"),
    Clause.GOAL_LINE: (
        "The line lies behind one player's fleet. The attacker wins by getting one ship past it, and loses if all his "
        "ships are sunk.",
        "F; option goal_cross"),
    Clause.GAME_END: ("The last side afloat wins.", "F, E; options game_limit, tie_break"),
}  # fmt: skip
"""Words and source of every clause."""

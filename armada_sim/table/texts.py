"""What the texts of Armada say where a reading of the rules rests on a sentence of one: in our words, with the place.

The French text is that of 2009, the English one what is left of it; Ice Pirates and Armada 2K are by the same author.
"""

from __future__ import annotations

from armada_sim.tabletop import N_

# the game and its preparation
AIM = N_("French text, aim of the game: to sink the whole enemy fleet")
FOR_TWO = N_("French text, at the head: a game for two players")
LIE_DOWN = N_("French and English text, on preparing: every ship lies on a side of the pyramid")
NO_OVERLAP = N_("French and English text, on preparing: no ship overlaps another; they say nothing about touching")
IN_A_GROUP = N_("French text, on preparing: every player sets up in a group, on the near side of the table")
GAP_CM = N_("French text, on preparing: no ship nearer than 25 to 30 cm to an enemy's")
GAP_IN = N_("English text, on preparing: at least some 10 to 12 in between enemies")
BASIC = N_("French and English text, on preparing: four larges against four mediums and four smalls")
OTHER_DECIDES = N_("French and English text, on preparing: one player picks a fleet, the other who moves first")
SURFACE_20 = N_("English text, on the surface: of any shape, at least 20 in across")
SURFACE_30 = N_("Ice Pirates, on the surface: at least 30 in across")
ADVANCED = N_("French text, advanced set-up: one offers up to four of each size and picks a side, the other may swap")
TWELVE_PIPS = N_("French text, several stashes: fleets of twelve pips in all")
FOUR_OF_A_SIZE = N_("French text, several stashes: no more than four of a size, as one of each is kept for measuring")
FULL = N_("French text, several stashes: a longer battle, with all twelve ships of a stash for every player")
MORE_THAN_TWO = N_("French text, several stashes: with a stash for each, more than two may play")
TEN_PLAYERS = N_("Armada 2K, at the head: two to ten players with a stash each")
MATCHED = N_("Armada 2K, on fleets: matched fleets, such as 4-4-4, or two smalls, three mediums and two larges")
CONSTRUCTED = N_("Armada 2K, on fleets: matched ones, or each player's own")
ANYWHERE = N_("mailing list of 2009, msg04237: fleets set up freely, once with one around the other")

# pieces
OFFICIAL_SIZES = N_("looneypyramids.wiki, on pieces: the official bases and heights")
GIANT = N_("looneypyramids.wiki, on pieces: giant ones are eight times as large")
SAME_SHAPE = N_("Icehouse mailing list, msg01191: the law by which all sizes would have one shape")
CROSS_SECTION = N_("page “piecesize” on pyramids made at home: the drawing shows the cross-section")

# moving
IN_CONTACT = N_("French text and Ice Pirates, on moving: a ship may not come into contact with an object or the edge")
NOT_PERMITTED = N_("French text, on moving: such a move is not permitted")
WAY_BLOCKED = N_("French text, on moving: the way of a ship may be blocked by a ship or an obstacle")
STUCK = N_("French text, on moving: a ship that cannot move in any direction stays for the turn")

# firing
LAID_THERE = N_("French text, on firing: a large piece is laid there")
HELD_THERE = N_("Ice Pirates, on firing: the large piece is held there")
IN_THE_ZONE = N_("French text, on firing: what is fired at is in the zone that the large piece covers")
UNOBSTRUCTED = N_("French text, on firing: without any obstruction")
SUNK_REMOVED = N_("French text, on firing: a ship that has sunk is taken out of the game")
DISABLED_STAYS = N_("Ice Pirates, on firing: disabled ships stay where they are")

# points of detail
DOUBT_IS_NO = N_("French text, points of detail: to whoever wonders whether an action can be done the answer is no")

# optional goals
FLAG = N_("French text, optional goals: who first sinks the ship with the flag, or touches the flag, wins")
FLAG_KIND = N_("French text, optional goals: a fixed flag, whose place is not named, or one of the ships")
LINE = N_("French text, optional goals: whoever gets one ship past the line wins, and loses once all are sunk")

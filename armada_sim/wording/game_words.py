"""A game in words, English or French: who did what, and how it ended. One table of words for accounts and pictures."""

from __future__ import annotations

from armada_sim.geometry.exact import Number
from armada_sim.play.actions import (
    Action,
    Answer,
    ChooseFirst,
    ChooseFleet,
    Deploy,
    Draw,
    Move,
    Offer,
    Pass,
    PlaceFlag,
    Refused,
    Resign,
    Shoot,
)
from armada_sim.play.game import Game
from armada_sim.play.state import Phase
from armada_sim.table.pieces import Counts, Size
from armada_sim.tabletop.language import Language, Pair
from armada_sim.tabletop.protocol import Outcome

WORDS: dict[str, Pair] = {
    "and": ("and", "et"),
    "no ships": ("no ships", "aucun navire"),
    "large": ("{n} large", "{n} grand"),
    "medium": ("{n} medium", "{n} moyen"),
    "small": ("{n} small", "{n} petit"),
    "larges": ("{n} large", "{n} grands"),
    "mediums": ("{n} medium", "{n} moyens"),
    "smalls": ("{n} small", "{n} petits"),
    "half large": ("the larges", "les grands"),
    "half small": ("the mediums and smalls", "les moyens et les petits"),
    # before the first turn
    "opening": ("Before the first turn", "Avant le premier tour"),
    "begins": ("The table before the first action", "La table avant la première action"),
    "fleet": ("{player} takes {fleet}", "{player} prend {fleet}"),
    "both fleets": ("{player} takes {fleet}; {other} has {rest}", "{player} prend {fleet} ; {other} a {rest}"),
    "offer": ("{player} offers {fleet} and would take {half}", "{player} propose {fleet} et prendrait {half}"),
    "accept": ("{player} accepts", "{player} accepte"),
    "swap": ("{player} swaps sides", "{player} échange les camps"),
    "first": ("{player}: {first} moves first", "{player} : {first} commence"),
    "deploy": ("{player} sets up {ships}", "{player} place {ships}"),
    "flag at": ("{player} sets the flag up at ({x}, {y})", "{player} plante son drapeau en ({x} ; {y})"),
    "flag on": ("{player} gives the flag to {ship}", "{player} confie son drapeau à {ship}"),
    # turns
    "turn": ("Turn {n}: {player}", "Tour {n} : {player}"),
    "step": ("{ship} takes one step, to heading {heading}°", "{ship} fait un pas, cap {heading}°"),
    "steps": ("{ship} takes {n} steps, to heading {heading}°", "{ship} fait {n} pas, cap {heading}°"),
    "in place": ("{ship} turns in place to heading {heading}°", "{ship} pivote sur place, cap {heading}°"),
    "hit": ("{ship} hits {target} ({n} of {pips})", "{ship} touche {target} ({n} sur {pips})"),
    "sink": ("{ship} hits {target} and sinks it", "{ship} touche {target} et le coule"),
    "flag hit": ("{ship} hits {target}", "{ship} touche le drapeau ({target})"),
    "pass": ("{player} ends the turn", "{player} termine son tour"),
    "draw": ("{player} is for a draw", "{player} est pour la partie nulle"),
    "resign": ("{player} resigns", "{player} abandonne"),
    "refused move": ("a move of {ship} is claimed and refused", "un déplacement de {ship} est annoncé et refusé"),
    "refused shot": (
        "a shot from {ship} at {target} is claimed and refused", "un tir de {ship} sur {target} est annoncé et refusé"),
    # endings
    "wins": ("{winners} wins: {reason}", "{winners} gagne : {reason}"),
    "win": ("{winners} win: {reason}", "{winners} gagnent : {reason}"),
    "drawn": ("A draw: {reason}", "Partie nulle : {reason}"),
    "goes on": ("The game goes on; {player} decides", "La partie continue ; la décision est à {player}"),
    "length": ("Turns: {turns}; actions: {actions}", "Tours : {turns} ; actions : {actions}"),
    # around the account
    "players": ("Players: {list}.", "Joueurs : {list}."),
    "team": ("team {team}", "équipe {team}"),
    "default rules": ("Rules: the defaults.", "Règles : celles par défaut."),
    "rules": ("Rules: {list}; else the defaults.", "Règles : {list} ; sinon celles par défaut."),
    "south": ("south", "sud"),
    "north": ("north", "nord"),
    "west": ("west", "ouest"),
    "east": ("east", "est"),
}  # fmt: skip
"""Key: (English, French)."""

ENDINGS: dict[str, Pair] = {
    "sunk": ("no other side is afloat", "aucun autre camp n'est à flot"),
    "nobody_afloat": ("no side is afloat", "aucun camp n'est à flot"),
    "attackers_sunk": ("no attacker is afloat", "aucun attaquant n'est à flot"),
    "resigned": ("the other side resigned", "l'autre camp a abandonné"),
    "stuck": ("the other side has nothing it can do", "l'autre camp ne peut rien faire"),
    "agreement": ("all agreed to it", "tous l'ont acceptée"),
    "quiet_turns": ("too many turns in a row without damage", "trop de tours de suite sans dégâts"),
    "more_pips_left": (
        "too many turns in a row without damage, and most pips afloat",
        "trop de tours de suite sans dégâts, et le plus de points à flot"),
    "repetition": ("the same position for the third time", "la même position pour la troisième fois"),
    "most_pips_sunk": ("most pips sunk when the last round was over",
        "le plus de points coulés au dernier tour de table"),
    "last_round": (
        "equal numbers of pips sunk when the last round was over", "autant de points coulés au dernier tour de table"),
    "flag_taken": ("a ship reached the enemy flag", "un navire a atteint le drapeau ennemi"),
    "flag_boarded": (
        "a ship reached the ship that carries the enemy flag", "un navire a atteint le porteur du drapeau ennemi"),
    "flag_shot": ("the enemy flag was hit", "le drapeau ennemi a été touché"),
    "flag_sunk": ("the ship that carried the enemy flag was sunk", "le porteur du drapeau ennemi a été coulé"),
    "own_flag_sunk": ("a player sank the ship that carried his own flag",
        "un joueur a coulé le porteur de son drapeau"),
    "line_crossed": ("a ship got past the line", "un navire a franchi la ligne"),
    "line_held": ("the line was held long enough", "la ligne a été tenue assez longtemps"),
}  # fmt: skip
"""Reason of an outcome: (English, French)."""


class Teller(Language):
    """Tells a game in one language."""

    words = WORDS

    def number(self, value: Number) -> str:
        """A number of at most two decimals."""
        text = f"{float(value):.2f}".rstrip("0").rstrip(".")
        return self.decimal("0" if text == "-0" else text)

    def fleet(self, fleet: Counts) -> str:
        """A fleet: 4 medium and 4 small."""
        sizes = [(size, fleet.of(size)) for size in reversed(Size)]
        counts = [self(f"{size}s" if count > 1 else str(size), n=count) for size, count in sizes if count]
        return self.listed(counts) or self("no ships")

    def heading(self, game: Game) -> str:
        """Under what the next action stands: a turn and whose it is, or what comes before the first."""
        turn = game.state.turn
        if turn is not None:
            return self("turn", n=game.state.turns + 1, player=turn.player)
        return self("opening") if game.state.phase is not Phase.OVER else ""

    def action(self, before: Game, action: Action, after: Game) -> str:
        """What an action did: without a full stop."""
        player = before.current_player()
        match action:
            case ChooseFleet(fleet):
                settled = after.state.fleets
                if before.state.agreement.fleets == "basic":
                    other, rest = settled[1]
                    return self(
                        "both fleets", player=player, fleet=self.fleet(fleet), other=other, rest=self.fleet(rest)
                    )
                return self("fleet", player=player, fleet=self.fleet(fleet))
            case Offer(ships, take):
                return self("offer", player=player, fleet=self.fleet(ships), half=self(f"half {take}"))
            case Answer(swap):
                return self("swap" if swap else "accept", player=player)
            case ChooseFirst(first):
                return self("first", player=player, first=first)
            case Deploy(ships):
                return self("deploy", player=player, ships=self.listed([name for name, _ in ships]))
            case PlaceFlag(at):
                if isinstance(at, str):
                    return self("flag on", player=player, ship=at)
                return self("flag at", player=player, x=self.number(at[0]), y=self.number(at[1]))
            case Move():
                return self._move(action, after)
            case Shoot():
                return self._shot(action, after)
            case Refused(claim):
                if isinstance(claim, Move):
                    return self("refused move", ship=claim.ship)
                return self("refused shot", ship=claim.ship, target=claim.target)
            case Pass():
                return self("pass", player=player)
            case Draw():
                return self("draw", player=player)
            case Resign():
                return self("resign", player=player)

    def _move(self, action: Move, after: Game) -> str:
        heading = self.number(after.state.layout.ship(action.ship).pose.heading)
        if action.in_place is not None:
            return self("in place", ship=action.ship, heading=heading)
        count = len(action.headings or action.turns or ())
        return self("step" if count == 1 else "steps", ship=action.ship, n=count, heading=heading)

    def _shot(self, action: Shoot, after: Game) -> str:
        target = next((ship for ship in after.state.layout.ships if ship.name == action.target), None)
        if target is None:
            return self("flag hit", ship=action.ship, target=action.target)
        if target.sunk:
            return self("sink", ship=action.ship, target=target.name)
        return self("hit", ship=action.ship, target=target.name, n=target.damage, pips=target.size.pips)

    def outcome(self, result: Outcome) -> str:
        """How a game ended: without a full stop."""
        reason = self.of(ENDINGS[result.reason])
        if result.drawn:
            return self("drawn", reason=reason)
        return self("wins" if len(result.winners) == 1 else "win", winners=self.listed(result.winners), reason=reason)

    def standing(self, game: Game) -> str:
        """How a game ended, or that it goes on."""
        result = game.outcome()
        return self("goes on", player=game.current_player()) if result is None else self.outcome(result)

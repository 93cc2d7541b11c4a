"""Every word on a figure, in English and in French, in one table.

A message is a key and its values; `Words` writes it in one language with lengths in one unit. In French decimals
have a comma, and the ends of a ship keep the words of the rules in force here: pointe (tip) and base. (The French
text of 2009 calls the base "proue" and the tip "poupe"; geometry is not affected, the words are avoided.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from armada_sim.table.clauses import Clause
from armada_sim.table.units import Unit
from armada_sim.tabletop.language import Language, Pair

MESSAGES: dict[str, Pair] = {
    # lists
    "and": ("and", "et"),
    # what lies on the table
    "tip": ("tip: the end that moves ahead", "pointe : l'extrémité qui avance"),
    "frame": ("x to the right, y up; headings counter-clockwise, 0° to the right",
        "x vers la droite, y vers le haut ; caps dans le sens inverse des aiguilles d'une montre, 0° vers la droite"),
    "frame corner": ("(0, 0) is the lower left corner; headings counter-clockwise, 0° to the right",
        "(0, 0) est le coin inférieur gauche ; caps dans le sens inverse des aiguilles d'une montre, 0° vers la droite"),
    "edge": ("edge of the surface", "bord de la surface"),
    "turn limit": ("limit of turn", "limite de rotation"),
    "sunk": ("sunk ship", "navire coulé"),
    "overhang": ("raised base corners, over the table", "coins relevés de la base, au-dessus de la table"),
    "flagship": ("flagship: carries the flag", "navire amiral : porte le pavillon"),
    "hit": ("one hit taken", "un point de dégâts"),
    "object": ("object ({names})", "objet ({names})"),
    "objects": ("objects ({names})", "objets ({names})"),
    "east": ("to the east, {unit}", "vers l'est, {unit}"),
    "north": ("to the north, {unit}", "vers le nord, {unit}"),
    "options": ("Rules other than default: {list}", "Règles autres que celles par défaut : {list}"),
    "player": ("{player} ({names})", "{player} ({names})"),
    # dimension lines
    "in contact": ("contact", "contact"),
    "over edge": ("over by {length}", "dépasse de {length}"),
    "overlap by": ("overlap {length}", "chevauchement {length}"),
    "where they touch": ("where they touch", "point de contact"),
    "measured": ("measured distance", "distance mesurée"),
    "measured over": ("measured: how far over the edge", "mesuré : de combien le bord est dépassé"),
    "measured overlap": ("measured overlap", "chevauchement mesuré"),
    # broadsides, regions, threats
    "broadside": ("reach of {player}'s guns, to each side", "portée des canons de {player}, de chaque côté"),
    "inner": ("can be covered", "peut être couvert"),
    "inner of": ("{ship} can cover", "{ship} peut couvrir"),
    "band": ("undecided: between the two bounds", "indécis : entre les deux bornes"),
    "outer": ("nothing beyond can be reached", "rien au-delà ne peut être atteint"),
    "undecided": ("passage too narrow to decide", "passage trop étroit pour décider"),
    "reach one": ("What {ship} can cover in one step", "Ce que {ship} peut couvrir en un pas"),
    "reach": ("What {ship} can cover in at most {steps} steps", "Ce que {ship} peut couvrir en {steps} pas au plus"),
    "reach gap": (
        "Every filled point has a legal path; no point beyond the dashed border has one. The two are at most {gap} apart, "
        "but for passages too narrow to decide.",
        "Tout point coloré a un chemin permis ; aucun point au-delà du bord tireté n'en a. Entre les deux, au plus {gap}, "
        "sauf aux passages trop étroits pour décider."),
    "threat": ("can be shot at after moving", "peut être touché après le déplacement"),
    # a move
    "step": ("step {numbers}", "pas {numbers}"),
    "steps": ("steps {numbers}", "pas {numbers}"),
    "range": ("{first} to {last}", "{first} à {last}"),
    "bad step": ("{steps} is not allowed", "{steps} : interdit"),
    "bad steps": ("{steps} are not allowed", "{steps} : interdits"),
    "doubtful step": ("{steps} is in doubt", "{steps} : douteux"),
    "doubtful steps": ("{steps} are in doubt", "{steps} : douteux"),
    "after steps": ("where {ship} would lie after {steps}", "où {ship} se trouverait après {steps}"),
    "claimed": ("where {ship} is said to have got", "où {ship} serait arrivé"),
    "path found": ("a legal path of {ship}: {steps}", "un chemin permis de {ship} : {steps}"),
    "nearest path": (
        "the legal path of {ship} found that ends nearest: {steps}",
        "le chemin permis de {ship} trouvé qui finit le plus près : {steps}"),
    "how far off": ("how far off that is, at a corner", "à quelle distance, à un coin"),
    "last headings": (
        "legal headings of the last step: {start} to {end}", "caps permis du dernier pas : de {start} à {end}"),
    "heading end": ("{angle} ({by})", "{angle} ({by})"),
    "may turn": (
        "as far as step {step} may turn: {angle} to either side",
        "rotation permise au pas {step} : {angle} de chaque côté"),
    "blocked headings": ("headings that are blocked: {list}", "caps bloqués : {list}"),
    "blocked headings in order": (
        "headings that are blocked, from the inside: {list}", "caps bloqués, de l'intérieur vers l'extérieur : {list}"),
    "blocked range": ("{start} to {end} by {by}", "de {start} à {end} ({by})"),
    "legal fan": ("legal headings: {list}", "caps permis : {list}"),
    "blocked fan": ("blocked by {by}: {list}", "bloqués ({by}) : {list}"),
    "blockers": ("{words} ({names})", "{words} ({names})"),
    "in the way": ("in the way", "fait obstacle"),
    "in danger": ("can be hit from somewhere", "peut être touché de quelque part"),
    "too close": ("too close to be sure", "trop près pour être sûr"),
    # a shot
    "reach of side": ("reach of {ship}'s {side} side", "portée du côté {side} de {ship}"),
    "left": ("left", "gauche"),
    "right": ("right", "droit"),
    "base": ("base", "base"),
    "large laid": ("large piece laid on the side", "grande pièce posée contre le côté"),
    "line of fire": ("clear line of fire", "ligne de tir dégagée"),
    "doubtful line": ("line of fire, too close to be sure", "ligne de tir, trop juste pour être sûr"),
    "tried line": ("a line that would reach the target", "une ligne qui atteindrait la cible"),
    "where blocked": ("where that line is blocked", "là où cette ligne est bloquée"),
    "line blocked": ("that line is blocked", "cette ligne est bloquée"),
    # pairs and set-ups
    "overlap": ("overlap", "chevauchement"),
    "named": ("{name}: {text}", "{name} : {text}"),
    "reason": ("{number}: {text}", "{number} : {text}"),
    "more reasons": ("and {count} more", "et {count} de plus"),
    "tightest": ("the tightest place", "l'endroit le plus étroit"),
    "breaks": ("breaks a rule of the set-up", "enfreint une règle de mise en place"),
    # a position that cannot be
    "misplaced": ("cannot lie so", "ne peut pas se trouver ainsi"),
    "cannot be": ("This table cannot be as it is written: {list}.", "Cette table est impossible telle qu'elle est écrite : {list}."),
    "as written": (
        "It is ruled on as it is written (position = as_written).", "On juge la table telle qu'elle est écrite (position = as_written)."),
    # answers
    "Apart": ("Apart", "Séparés"),
    "In contact": ("In contact", "En contact"),
    "Overlapping": ("Overlapping", "Se chevauchent"),
    "doubtful relation": ("In doubt: {relation} as stated", "Douteux : {relation} tel que déclaré"),
    "doubt allowed": ("In doubt: allowed", "Douteux : permis"),
    "doubt not allowed": ("In doubt: not allowed", "Douteux : interdit"),
    "Allowed": ("Allowed", "Permis"),
    "Not allowed": ("Not allowed", "Interdit"),
    "Possible": ("Possible", "Possible"),
    "Not possible": ("Not possible", "Impossible"),
    "In doubt": ("In doubt", "Douteux"),
    "asked": ("{answer} ({question})", "{answer} ({question})"),
    "asked move": ("move of {ship}", "déplacement de {ship}"),
    "asked to": ("can {ship} have got there?", "{ship} a-t-il pu arriver là ?"),
    "asked shot": ("shot from {ship} at {target}", "tir de {ship} sur {target}"),
    "asked contact": ("{ship} and {target}", "{ship} et {target}"),
    "asked setup": ("set-up", "mise en place"),
    "one reason more": ("1 more reason beside the picture.", "1 autre raison à côté de la figure."),
    "reasons more": ("{count} more reasons beside the picture.", "{count} autres raisons à côté de la figure."),
    "margin": (
        "The answer holds as long as no corner of a piece is off by {length} or more.",
        "La réponse vaut tant qu'aucun coin d'une pièce n'est faux de {length} ou plus."),
    "note": ("Note: {text}.", "Note (en anglais) : {text}."),
    "Legend": ("Legend: {list}", "Légende : {list}"),
    # a game in motion
    "to first": ("first", "début"),
    "one back": ("back", "précédent"),
    "play": ("play", "lecture"),
    "pause": ("pause", "pause"),
    "one on": ("next", "suivant"),
    "to last": ("last", "fin"),
    "slider": ("action shown", "action affichée"),
    "all actions": ("All actions", "Toutes les actions"),
    "keys": ("Keys: arrows, Home, End, space.", "Touches : flèches, Début, Fin, espace."),
    "animated": (
        "The table seen from above; under it, what each action did.",
        "La table vue de dessus ; en dessous, ce qu'a fait chaque action."),
    "game of": ("A game of Armada: {players}", "Une partie d'Armada : {players}"),
    "reason measured": ("{text} ({measured})", "{text} ({measured})"),
    "reason limit": (
        "{text} ({measured}, limit {limit})", "{text} ({measured} ; limite : {limit})"),
    "reason pieces": ("{pieces}: {text}", "{pieces} : {text}"),
    "reason step": ("step {step}, {text}", "pas {step}, {text}"),
    # the report of an experiment
    "from mean to": ("{mean} ({low} to {high})", "{mean} ({low} à {high})"),
    "from to": ("{low} to {high}", "{low} à {high}"),
    "part of": ("{title} ({number} of {count})", "{title} ({number} sur {count})"),
    "first of": ("Shown are the first {count} of {all}.", "Les {count} premiers sur {all}."),
    "in short": ("In short", "En bref"),
    "how played": ("How it was played", "Comment on a joué"),
    "how counted": (
        "A share is a part of the points: a game won is one, drawn a half. Sets are mirrored: the games of a set begin from the "
        "same set-up, and each side moves first in as many. Intervals hold the true value in {level} % of cases; their unit is the set. "
        "One is said to beat the other only where all of the interval says so.",
        "Une part est une part des points : une partie gagnée en vaut un, nulle un demi. Les séries sont en miroir : les parties d'une "
        "série partent de la même mise en place, et chaque camp commence aussi souvent. Un intervalle contient la vraie valeur dans "
        "{level} % des cas ; son unité est la série. On ne dit que l'un bat l'autre que si tout l'intervalle le dit."),
    "all settings": ("All settings", "Tous les réglages"),
    "setting": ("Setting: {name}", "Réglage : {name}"),
    "results": ("Results", "Résultats"),
    "all meetings": ("all meetings", "toutes les rencontres"),
    "matrix": ("Who beats whom", "Qui bat qui"),
    "matrix caption": (
        "Each cell is the share of its row's entrant against its column's, in percent, with half the width of its interval.",
        "Chaque case donne la part de la ligne contre la colonne, en pour cent, avec la moitié de la largeur de son intervalle."),
    "no matrix": (
        "There are too many entrants for a picture of all meetings; the table has them.",
        "Il y a trop de participants pour une image de toutes les rencontres ; le tableau les donne."),
    "share of row": ("share of the row's entrant, percent", "part de la ligne, pour cent"),
    "includes even": ("hatched: the interval includes 50", "hachuré : l'intervalle contient 50"),
    "shares": ("Shares under each setting", "Parts sous chaque réglage"),
    "first named share": ("share of the one named first, percent", "part du premier nommé, pour cent"),
    "convergence": ("How the shares settled", "Comment les parts se stabilisent"),
    "convergence caption": (
        "The share of the one named first after so many sets, with its interval.",
        "La part du premier nommé après tant de séries, avec son intervalle."),
    "settles": (
        "The running share against the number of sets, with its interval, of: {names}. The last values stand in the table.",
        "La part courante selon le nombre de séries, avec son intervalle : {names}. Les dernières valeurs sont dans le tableau."),
    "mirrored sets": ("mirrored sets", "séries en miroir"),
    "share percent": ("share, percent", "part, pour cent"),
    "lengths": ("Length of the games", "Durée des parties"),
    "lengths caption": (
        "Boxes hold the middle half of the games, the heavy line is the median, thin lines go to the shortest and the longest.",
        "Les boîtes contiennent la moitié centrale des parties, le trait épais est la médiane, les traits fins vont à la plus courte et "
        "à la plus longue."),
    "turns of a game": ("turns", "tours"),
    "quartiles": (
        "turns of the shortest game, quartiles, longest: {list}", "tours de la partie la plus courte, quartiles, la plus longue : {list}"),
    "first movers": ("What it is worth to move first", "Ce que vaut de commencer"),
    "first share": ("share of whoever moves first, percent", "part de qui commence, pour cent"),
    "forest caption": (
        "Dots are full where the interval leaves out 50, else hollow.",
        "Les points sont pleins là où l'intervalle exclut 50, sinon creux."),
    "ratings": ("Ratings", "Classement"),
    "elo": ("rating, Elo points", "classement, points Elo"),
    "ratings caption": (
        "By the model of Bradley and Terry, with mean 0. A rating sums up all meetings; who beats whom stands above.",
        "Selon le modèle de Bradley et Terry, de moyenne 0. Un classement résume toutes les rencontres ; qui bat qui est dit plus haut."),
    "mixture": ("The mixture that nothing beats", "Le mélange que rien ne bat"),
    "weight": ("weight, percent", "poids, pour cent"),
    "mixture caption": (
        "Who chooses by lot with these weights loses to nothing, by the shares found; lines are intervals.",
        "Qui tire au sort selon ces poids ne perd contre rien, d'après les parts trouvées ; les traits sont des intervalles."),
    "openings": ("Openings that win", "Mises en place gagnantes"),
    "openings caption": (
        "By how many points the fleet did better than its average when one of its ships began in the cell. The table is seen from the "
        "fleet's own edge. Hatched: the interval includes the average. Of cells that mean nothing, one in twenty is not hatched, by chance. "
        "Grey: too few sets.",
        "De combien de points la flotte a fait mieux que sa moyenne quand un de ses navires a commencé dans la case. La table est vue du "
        "bord de la flotte. Hachuré : l'intervalle contient la moyenne. Des cases sans signification, une sur vingt n'est pas hachurée, "
        "par hasard. Gris : trop peu de séries."),
    "own edge": ("the fleet's own edge", "bord de la flotte"),
    "cell": ("column {column}, row {row}: {more}", "colonne {column}, rangée {row} : {more}"),
    "too few": ("too few games to say.", "trop peu de parties pour le dire."),
    "first of two": ("{name}, named first", "{name}, nommé en premier"),
    "second of two": ("{name}, named second", "{name}, nommé en second"),
    "changes": ("What the settings change", "Ce que changent les réglages"),
    "set by set": ("Differences, set by set", "Différences, série par série"),
    "points changed": ("change of the share, points of 100", "changement de la part, points de 100"),
    "changes caption": (
        "The share of the one named first, compared with {against!r} set by set. Full dots: the change is certain.",
        "La part du premier nommé, comparée à {against!r} série par série. Points pleins : le changement est certain."),
    "table caption": (
        "All meetings. Shares are those of the one named first, in percent.",
        "Toutes les rencontres. Les parts sont celles du premier nommé, en pour cent."),
    "fair caption": (
        "The nearest to even: the share of the one named first when the one in the second column moves first, in percent; "
        "near means within {even} of 50.",
        "Le plus près de l'égalité : la part du premier nommé quand commence celui de la deuxième colonne, en pour cent ; "
        "près veut dire à {even} au plus de 50."),
    "head meeting": ("meeting", "rencontre"),
    "head share": ("share", "part"),
    "head interval": ("interval", "intervalle"),
    "head sets": ("sets", "séries"),
    "head games": ("games", "parties"),
    "head different": ("different", "différentes"),
    "head drawn": ("drawn", "nulles"),
    "head turns": ("median turns", "tours (médiane)"),
    "head first share short": ("first mover's share", "part de qui commence"),
    "head verdict": ("verdict", "verdict"),
    "head moves first": ("moves first", "commence"),
    "head near even": ("near even", "près de l'égalité"),
    "is above": ("above", "au-dessus"),
    "is below": ("below", "en dessous"),
    "is open": ("open", "ouvert"),
    "even yes": ("yes", "oui"),
    "even no": ("no", "non"),
    "even open": ("open", "ouvert"),
    "fact compared": ("compared", "comparé"),
    "fact fleets": ("fleets", "flottes"),
    "fact players": ("players", "joueurs"),
    "fact rules": ("rules", "règles"),
    "fact set up": ("set up", "mise en place"),
    "fact varied": ("varied", "ce qui varie"),
    "fact seed": ("seed", "graine"),
    "fact sets of a meeting": ("sets of a meeting", "séries d'une rencontre"),
    "fact program": ("program", "programme"),
    "page": ("{number} of {count}", "{number} sur {count}"),
}  # fmt: skip
"""Key: (English, French)."""

FRENCH_CLAUSES: dict[Clause, str] = {
    Clause.MOVE_STEPS: "un petit fait au plus quatre pas, un moyen deux, un grand un",
    Clause.MOVE_STEP: "le milieu de la base de la nouvelle pièce se pose sur la pointe",
    Clause.MOVE_TURN_LIMIT: "un pas ne tourne pas au-delà de 90° moins le demi-angle de la pointe",
    Clause.MOVE_CONTACT: "un navire qui se déplace ne doit toucher ni navire ni objet",
    Clause.MOVE_EDGE: "un navire qui se déplace ne doit pas toucher le bord de la surface",
    Clause.MOVE_SWEEP: "le passage d'une position à la suivante doit être libre",
    Clause.MOVE_STUCK: "sans aucun cap permis, le navire ne bouge pas à ce tour",
    Clause.MOVE_START_CONTACT: "un navire en contact au départ peut s'écarter",
    Clause.MOVE_HEADING_SET: "les caps appartiennent à l'ensemble convenu",
    Clause.MOVE_TO: "un navire arrive là où finit un chemin permis",
    Clause.MOVE_SUNK: "un navire coulé ne se déplace pas",
    Clause.SHOT_SIDE: "une grande pièce se pose, base contre un long côté du tireur",
    Clause.SHOT_REACH: "la cible doit se trouver sous la grande pièce",
    Clause.SHOT_FIT: "la grande pièce doit avoir la place d'être posée",
    Clause.SHOT_BLOCKED: "toute ligne de la base de la grande pièce à la cible rencontre autre chose",
    Clause.SHOT_CLEAR: "une ligne sous la grande pièce atteint la cible sans rien rencontrer",
    Clause.SHOT_SUNK: "un navire coulé ne tire pas",
    Clause.SHOT_TARGET: "on tire sur un autre navire à flot",
    Clause.SHOT_FRIEND: "on peut toucher ses propres navires",
    Clause.SHOT_TOUCHING: "une cible en contact avec le tireur peut être touchée",
    Clause.CONTACT: "distance entre deux pièces",
    Clause.SETUP_OVERLAP: "aucune pièce n'en chevauche une autre",
    Clause.SETUP_TOUCH: "contact entre navires à la mise en place",
    Clause.SETUP_EDGE: "tout navire est posé sur la surface",
    Clause.SETUP_GAP: "aucun navire n'est plus près d'un ennemi que l'écart convenu",
    Clause.SETUP_ZONE: "une flotte se place près de son joueur",
    Clause.SETUP_GROUP: "une flotte se place en un seul groupe",
    Clause.SETUP_FLEET: "une flotte contient ce qui a été annoncé",
    Clause.SETUP_SURFACE: "la surface est au moins aussi large que convenu",
    Clause.SETUP_SUNK: "tout navire commence sans dégâts",
    Clause.POSITION_OVERLAP: "deux pièces ne peuvent pas se chevaucher",
    Clause.POSITION_SURFACE: "un navire se trouve sur la surface",
    Clause.POSITION_OBJECT: "un navire ne se trouve pas sur un objet",
    Clause.POSITION_MISFIT: "les points mesurés sont ceux d'une pièce de cette taille",
    Clause.POSITION_SUNK: "un navire coulé n'est plus sur la table",
    Clause.DOUBT: "dans le doute, la réponse est non",
}
"""What each clause asks for, as a French figure says it; the English words come from the referee."""

_DEGREES = {
    Clause.MOVE_TURN_LIMIT, Clause.MOVE_HEADING_SET,
}  # fmt: skip
_LENGTHS = {
    Clause.MOVE_TO, Clause.MOVE_CONTACT, Clause.MOVE_EDGE, Clause.MOVE_SWEEP, Clause.CONTACT, Clause.SETUP_GAP, Clause.SETUP_OVERLAP,
    Clause.SETUP_TOUCH, Clause.SETUP_EDGE, Clause.SETUP_GROUP, Clause.POSITION_OVERLAP, Clause.POSITION_SURFACE,
    Clause.POSITION_OBJECT, Clause.POSITION_MISFIT,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Words(Language):
    """The words of one language, with lengths in one unit."""

    words: ClassVar[Mapping[str, Pair]] = MESSAGES
    unit: Unit = field(default_factory=Unit)

    def length(self, length: float) -> str:
        """A length (mm) in words."""
        return self.local(self.unit.text(length))

    def local(self, text: str) -> str:
        """A length written in English, as it is written in this language."""
        return self.decimal(text).replace(" in", " po") if self.lang == "fr" else text

    @property
    def unit_name(self) -> str:
        """mm, in or po."""
        return "po" if self.lang == "fr" and self.unit.name == "in" else self.unit.name

    def angle(self, degrees: float, digits: int = 2) -> str:
        """An angle in degrees."""
        return self.decimal(f"{degrees:.{digits}f}") + "°"

    def steps(self, numbers: Sequence[int]) -> str:
        """Steps in words: "step 1", "steps 2 and 3", "steps 1 to 4", "steps 1, 2 and 4"."""
        if len(numbers) == 1:
            return self("step", numbers=numbers[0])
        if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
            return self("steps", numbers=self("range", first=numbers[0], last=numbers[-1]))
        return self("steps", numbers=self.listed([str(n) for n in numbers]))

    def reason(
        self, clause: Clause, text: str, pieces: Sequence[str], step: int | None,
        measured: float | None, limit: float | None,
    ) -> str:  # fmt: skip
        """What a ruling says for one clause: the referee's English sentence, or the clause in French with its figures."""
        if self.lang == "en":
            return text
        sentence = FRENCH_CLAUSES[clause]
        write = self.angle if clause in _DEGREES else self.length if clause in _LENGTHS else None
        if write is not None and measured is not None and abs(measured) < float("inf"):
            if limit is not None and abs(limit) < float("inf"):
                sentence = self("reason limit", text=sentence, measured=write(measured), limit=write(limit))
            else:
                sentence = self("reason measured", text=sentence, measured=write(measured))
        if step is not None:
            sentence = self("reason step", step=step, text=sentence)
        if pieces:
            sentence = self(
                "reason pieces", pieces=self.listed([self("edge") if p == "edge" else p for p in pieces]), text=sentence
            )
        return sentence

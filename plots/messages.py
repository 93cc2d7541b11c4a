"""Every word on a figure, in English and in French, in one table.

A message is a key and its values; `Words` writes it in one language with lengths in one unit. In French decimals
have a comma, and the ends of a ship keep the words of the rules in force here: pointe (tip) and base. (The French
text of 2009 calls the base "proue" and the tip "poupe"; geometry is not affected, the words are avoided.)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from armada_sim.clauses import Clause
from armada_sim.errors import InputError
from armada_sim.units import Unit

LANGUAGES = ("en", "fr")

MESSAGES: dict[str, tuple[str, str]] = {
    # lists
    "and": ("and", "et"),
    # what lies on the table
    "tip": ("tip: the end that moves ahead", "pointe : l'extrémité qui avance"),
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
    "reach of a side": ("reach of {ship}'s side", "portée d'un côté de {ship}"),
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
    # answers
    "Apart": ("Apart", "Séparés"),
    "In contact": ("In contact", "En contact"),
    "Overlapping": ("Overlapping", "Se chevauchent"),
    "Contact": ("Contact", "Contact"),
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
    "told measured": ("{text} ({measured})", "{text} ({measured})"),
    "told limit": (
        "{text} ({measured}, limit {limit})", "{text} ({measured} ; limite : {limit})"),
    "told pieces": ("{pieces}: {text}", "{pieces} : {text}"),
    "told step": ("step {step}, {text}", "pas {step}, {text}"),
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
    Clause.SETUP_GROUP: "une flotte se place en groupe",
    Clause.SETUP_FLEET: "une flotte contient ce qui a été annoncé",
    Clause.SETUP_SURFACE: "la surface mesure au moins 20 pouces de large",
    Clause.SETUP_SUNK: "tout navire commence sans dégâts",
    Clause.DOUBT: "dans le doute, la réponse est non",
}
"""What each clause asks for, as a French figure tells it; the English words come from the referee."""

_DEGREES = {
    Clause.MOVE_TURN_LIMIT, Clause.MOVE_HEADING_SET,
}  # fmt: skip
_LENGTHS = {
    Clause.MOVE_TO, Clause.MOVE_CONTACT, Clause.MOVE_EDGE, Clause.MOVE_SWEEP, Clause.CONTACT, Clause.SETUP_GAP, Clause.SETUP_OVERLAP,
    Clause.SETUP_TOUCH, Clause.SETUP_EDGE, Clause.SETUP_GROUP,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language, with lengths in one unit."""

    lang: str = "en"
    unit: Unit = field(default_factory=Unit)

    def __post_init__(self) -> None:
        if self.lang not in LANGUAGES:
            raise InputError(f"lang must be one of {', '.join(LANGUAGES)}, not {self.lang!r}", key="lang")

    def __call__(self, key: str, **values: object) -> str:
        """The message of this key, with its values put in."""
        return MESSAGES[key][LANGUAGES.index(self.lang)].format(**values)

    def of(self, pair: tuple[str, str]) -> str:
        """The one of (English, French) that is wanted."""
        return pair[LANGUAGES.index(self.lang)]

    def decimal(self, text: str) -> str:
        """A number as it is written: with a comma in French."""
        return re.sub(r"(?<=\d)\.(?=\d)", ",", text) if self.lang == "fr" else text

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

    def listed(self, items: Sequence[str]) -> str:
        """a, b and c"""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self('and')} {items[-1]}"

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
        told = FRENCH_CLAUSES[clause]
        write = self.angle if clause in _DEGREES else self.length if clause in _LENGTHS else None
        if write is not None and measured is not None and abs(measured) < float("inf"):
            if limit is not None and abs(limit) < float("inf"):
                told = self("told limit", text=told, measured=write(measured), limit=write(limit))
            else:
                told = self("told measured", text=told, measured=write(measured))
        if step is not None:
            told = self("told step", step=step, text=told)
        if pieces:
            told = self("told pieces", pieces=self.listed([self("edge") if p == "edge" else p for p in pieces]), text=told)
        return told

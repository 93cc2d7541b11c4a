"""Titles, captions and labels of the rulebooks' figures: (English, French)."""

from __future__ import annotations

from armada_sim.tabletop.language import Pair

TITLES: dict[str, Pair] = {
    "step": ("Where one step can lead", "Où mène un pas"),
    "paths": ("Paths and distances", "Parcours et distances"),
    "gun-reach": ("The reach of the guns", "La portée des canons"),
    "turn-limit": ("How far a step may turn", "De combien un pas peut tourner"),
    "large-slide": ("The large piece slides along the side", "La grande pièce glisse le long du côté"),
    "steps-small": ("One to four steps of a small ship", "Un à quatre pas d'un petit navire"),
    "steps-medium": ("One to four steps of a medium ship", "Un à quatre pas d'un navire moyen"),
    "steps-large": ("One to four steps of a large ship", "Un à quatre pas d'un grand navire"),
    "threat": ("What a ship threatens", "Ce que menace un navire"),
    "blocked-headings": ("Headings that are blocked", "Caps bloqués"),
    "shot-clear": ("A clear shot", "Un tir dégagé"),
    "shot-blocked": ("A blocked shot", "Un tir bloqué"),
    "sight-lines": ("Sight lines", "Lignes de tir"),
    "contact-overlap": ("Apart, in contact, overlapping", "Séparés, en contact, chevauchés"),
    "reach-obstacles": ("What a ship can reach among obstacles", "Ce qu'un navire peut atteindre entre des obstacles"),
    "threat-obstacles": ("What a ship threatens among obstacles", "Ce que menace un navire entre des obstacles"),
    "outlines": ("Three outlines of a lying large pyramid", "Trois contours d'une grande pyramide couchée"),
    "solid": ("A lying large pyramid as a solid", "Une grande pyramide couchée, en volume"),
    "fleets": ("The nine fleets of 12 pips", "Les neuf flottes de 12 encoches"),
    "deployment": ("Setting up: each in a group on his side", "Mise en place : chacun en groupe de son côté"),
    "deployment-band": ("Setting up in a band along the edge", "Mise en place dans une bande au bord"),
    "deployment-anywhere": ("Setting up anywhere", "Mise en place libre"),
    "goal-flag": ("Capture the flag", "Capture du pavillon"),
    "goal-infiltration": ("Infiltration", "Infiltration"),
    "template": ("Template: print at 100 %", "Gabarit : imprimer à 100 %"),
}

CAPTIONS: dict[str, Pair] = {
    "step": (
        "The middle of the new piece's base lies on the old ship's tip; its heading is free up to the limit of turn.",
        "Le milieu de la base de la nouvelle pièce se pose sur la pointe du navire ; "
        "son cap est libre jusqu'à la limite de rotation."),
    "paths": (
        "In one action a small ship makes up to four steps, a medium one up to two, a large one a single step.",
        "En une action, un petit navire fait jusqu'à quatre pas, un moyen jusqu'à deux, un grand un seul."),
    "gun-reach": (
        "A large piece lies with its whole base against a long side; all the places it can lie in make up the reach.",
        "Une grande pièce se pose, toute sa base contre un long côté ; toutes ses positions forment la portée."),
    "turn-limit": (
        "At the limit the new piece lies edge to edge with the place the ship has just left: 90° less half the angle "
        "at the tip.",
        "À la limite, la nouvelle pièce est bord à bord avec la position quittée : 90° moins la moitié de l'angle de "
        "la pointe."),
    "large-slide": (
        "The side is longer than the large piece's base by what the piece can slide; a small ship leaves it hardly any "
        "room.",
        "Le côté dépasse la base de la grande pièce de la course de celle-ci ; un petit navire ne lui en laisse "
        "presque pas."),
    "steps-small": (
        "What the ship can cover on an empty table. Four steps are one action.",
        "Ce que le navire peut couvrir sur une table vide. Quatre pas font une action."),
    "steps-medium": (
        "What the ship can cover on an empty table. Two steps are one action; the third and fourth take another turn.",
        "Ce que le navire peut couvrir sur une table vide. Deux pas font une action ; le troisième et le quatrième "
        "demandent un autre tour."),
    "steps-large": (
        "What the ship can cover on an empty table. Each step is an action of another turn.",
        "Ce que le navire peut couvrir sur une table vide. Chaque pas est l'action d'un autre tour."),
    "threat": (
        "What can be covered by one move action on an empty table, and what can be shot at from there or from the "
        "start.",
        "Ce qu'une action de déplacement peut couvrir sur une table vide, et ce qui peut être touché de là ou du "
        "départ."),
    "blocked-headings": (
        "Each arc spans the headings at which the next piece would touch something; what is left is legal.",
        "Chaque arc couvre les caps auxquels la pièce suivante toucherait quelque chose ; le reste est permis."),
    "shot-clear": (
        "From a place of the large piece a straight line reaches the target and meets nothing else.",
        "D'une position de la grande pièce, une ligne droite atteint la cible sans rien rencontrer."),
    "shot-blocked": (
        "Every line from the large piece's base to the target meets the ship in between: the target cannot be hit.",
        "Toute ligne de la base de la grande pièce à la cible rencontre le navire placé entre eux : pas de tir."),
    "reach-obstacles": (
        "A move action of M, worked out step by step: every filled point has a legal path; no point beyond the dashed "
        "border has one.",
        "Une action de déplacement de M, calculée pas à pas : tout point coloré a un chemin permis ; aucun point "
        "au-delà du bord tireté n'en a."),
    "threat-obstacles": (
        "After a move action of M: every point inside the dashed border can be shot at from somewhere M can get to.",
        "Après une action de déplacement de M : tout point à l'intérieur du bord tireté peut être touché d'un endroit "
        "que M peut atteindre."),
    "sight-lines": (
        "One free line from the base of the large piece to any point of the target in reach is enough, however narrow "
        "the gap.",
        "Une seule ligne libre de la base de la grande pièce à un point de la cible à portée suffit, si étroit que "
        "soit le passage."),
    "contact-overlap": (
        "A ship that moves must stay apart from everything. At set-up own ships may touch, but not overlap.",
        "Un navire qui se déplace doit rester séparé de tout. À la mise en place, des navires amis peuvent se toucher, "
        "non se chevaucher."),
    "outlines": (
        "The face on the table is the rule. The section is as long as the pyramid is high; the shadow adds the raised "
        "corners.",
        "La face posée sur la table fait règle. La coupe a la longueur de la hauteur ; l'ombre ajoute les coins "
        "relevés."),
    "solid": (
        "With the option solid3d pieces meet as they really lie: the base leans ahead, and its raised corners stick "
        "out beyond the face by about 2 mm.",
        "Avec l'option solid3d, les pièces se rencontrent telles qu'elles sont couchées : la base penche vers l'avant, "
        "et ses coins relevés dépassent la face d'environ 2 mm."),
    "fleets": (
        "A large ship has 3 pips, a medium one 2, a small one 1. At most four of a size: the fifth is kept for "
        "measuring.",
        "Un grand navire a 3 encoches, un moyen 2, un petit 1. Au plus quatre par taille : la cinquième sert à "
        "mesurer."),
    "deployment": (
        "Every ship lies on its player's half, in one group with its fleet, at least 25 cm from every enemy.",
        "Tout navire est sur la moitié de son joueur, en un seul groupe avec sa flotte, à 25 cm au moins de tout "
        "ennemi."),
    "deployment-band": (
        "With the option own_edge_band every ship lies wholly within so much of its player's edge, here 6 in (152.4 "
        "mm).",
        "Avec l'option own_edge_band, tout navire est à moins de cette distance du bord de son joueur, ici 152,4 mm "
        "(6 po)."),
    "deployment-anywhere": (
        "With the option anywhere only the gap to the enemy counts: one fleet may ring the other.",
        "Avec l'option anywhere, seul compte l'écart à l'ennemi : une flotte peut encercler l'autre."),
    "goal-flag": (
        "Touching the enemy's fixed flag wins. It stands on its owner's half, here inside his fleet: a disc of radius "
        "12.7 mm (½ in).",
        "Toucher le pavillon fixe de l'ennemi fait gagner. Il est sur la moitié de son joueur, ici dans sa flotte : un "
        "disque de 12,7 mm (½ po) de rayon."),
    "goal-infiltration": (
        "The attacker wins when a ship lies wholly past the line behind the other fleet.",
        "L'attaquant gagne quand un navire est tout entier au-delà de la ligne, derrière l'autre flotte."),
    "template": (
        "Check the bars with a ruler, then lay your pieces on the outlines: a face must cover its outline exactly.",
        "Vérifiez les barres à la règle, puis posez vos pièces : une face doit couvrir exactement son contour."),
}  # fmt: skip

LABELS: dict[str, Pair] = {
    "small": ("small", "petit"),
    "medium": ("medium", "moyen"),
    "large": ("large", "grand"),
    "the ship": ("the ship before it moves", "le navire avant son déplacement"),
    "the shooter": ("the ship that fires", "le navire qui tire"),
    "target": ("target", "cible"),
    "own fleet": ("the ship that fires (A) and a friend (W)", "le navire qui tire (A) et un ami (W)"),
    "friend": ("own ship", "navire ami"),
    "own ships": ("own ships; M moves", "navires amis ; M se déplace"),
    "enemy": ("enemy ship", "navire ennemi"),
    "rock": ("rock", "rocher"),
    "example step": ("examples of a step", "exemples de pas"),
    "step positions": ("where a step can lead", "positions possibles après un pas"),
    "on the way": ("steps on the way, where it may stop", "pas intermédiaires, où il peut s'arrêter"),
    "furthest": ("the furthest step", "le pas le plus avancé"),
    "reach": ("reach of the guns", "portée des canons"),
    "large piece": ("large piece laid on the side", "grande pièce posée contre le côté"),
    "new piece": ("the new piece at the limit", "la nouvelle pièce à la limite"),
    "straight ahead": ("straight ahead", "tout droit"),
    "slide start": ("large piece at one end of its slide", "grande pièce à un bout de sa course"),
    "slide end": ("large piece at the other end", "grande pièce à l'autre bout"),
    "after one": ("after 1 step", "après 1 pas"),
    "after": ("after {steps} steps", "après {steps} pas"),
    "later": ("after {steps} steps (turn {turn} at the earliest)", "après {steps} pas (au plus tôt au tour {turn})"),
    "movable": ("can be covered by moving", "peut être couvert en se déplaçant"),
    "mover": ("the ship that moves", "le navire qui se déplace"),
    "ship a": ("one ship", "un navire"),
    "ship b": ("another ship", "un autre navire"),
    "apart": ("apart", "séparés"),
    "contact": ("in contact", "en contact"),
    "overlapping": ("overlapping", "chevauchés"),
    "measured": ("measured: distance, contact, overlap", "mesuré : distance, contact, chevauchement"),
    "face": ("the face on the table", "la face posée sur la table"),
    "this outline": ("the outline in question", "le contour en question"),
    "side view": ("the piece seen from the side", "la pièce vue de côté"),
    "table": ("the table", "la table"),
    "from above": ("from above", "vue de dessus"),
    "from the side": ("from the side", "vue de côté"),
    "many small": ("small", "petits"),
    "many medium": ("medium", "moyens"),
    "many large": ("large", "grands"),
    "a ship": ("a ship", "un navire"),
    "south fleet": ("fleet of the player in the south", "flotte du joueur au sud"),
    "north fleet": ("fleet of the player in the north", "flotte du joueur au nord"),
    "halves": ("the two halves", "les deux moitiés"),
    "band": ("the bands", "les bandes"),
    "ring": ("fleet that surrounds the other", "flotte qui encercle l'autre"),
    "ringed": ("fleet in the middle", "flotte au milieu"),
    "south flag": ("flag of the fleet in the south", "pavillon de la flotte au sud"),
    "north flag": ("flag of the fleet in the north", "pavillon de la flotte au nord"),
    "flag": ("flag", "pavillon"),
    "goal line": ("goal line", "ligne d'objectif"),
    "beyond": ("to be reached", "à atteindre"),
    "winner": ("a ship wholly past it: won", "un navire tout entier au-delà : gagné"),
    "outline": ("outline of a face", "contour d'une face"),
    "axis": ("middle line: base midpoint to tip", "ligne médiane : du milieu de la base à la pointe"),
    "bar": ("bar to check the printer", "barre de contrôle de l'imprimante"),
}

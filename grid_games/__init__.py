"""Three board wargames: Singidunum, Strategiksa, Le Jeu du destin d'Arc; their rules, players, laboratory and
command."""

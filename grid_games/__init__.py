"""Three board wargames: Singidunum, Strategiksa, Le Jeu du destin d'Arc. None is here yet."""

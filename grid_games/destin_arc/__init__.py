"""Le Jeu du destin d'Arc: three sides, a city on hexes, magic, hidden pieces."""

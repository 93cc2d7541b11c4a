"""What any game on a table needs, no game by name: errors, options, the protocol of games and matches, lots, files."""

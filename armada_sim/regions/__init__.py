"""Where a ship can get to and what it can hit from there: reach, claims, threats."""

"""The rules of set-ups: fleets, groups, gaps."""

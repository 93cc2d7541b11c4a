"""Every game here in the shape other libraries expect: `openspiel` and `pettingzoo`, each behind an extra of its name
(`rl` for the second)."""

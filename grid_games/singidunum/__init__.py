"""Singidunum, by Pascal Donjon: two armies, hexes, two dice. Its rules clause by clause: `docs/rules/singidunum.md`."""

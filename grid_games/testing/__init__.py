"""Tests for a game of your own: what every game of `grid_games.core.protocol` must keep, and what it did before.

* `conformance`: `check_kind` and `check_game` hold options and random games to every promise of the protocol;
* `golden`: whole games as text that a person reads; `check_golden` replays one line by line, `rewritten` writes it
anew;
* `counting`: numbers of sequences of moves in a file that another program can confirm; `check_counts` counts them
again.

Each raises ConformanceError, which says what is broken, in which game and after which moves:

    check_kind(MY_KIND)
    check_game(MY_KIND.load(3), games=20)
"""

"""Counted trees of the reference (P1 to P13): histories, end positions, results."""

from __future__ import annotations

import pytest

from tests.grid_games.strategiksa.trees import Tree, counted, cut, read_trees
from tests.whole import whole

TREES = read_trees("trees.txt")
DEAR = "P9 2I 2A 2C v 2I 2A 2C"
"""As dear as all others together."""


@pytest.mark.parametrize("tree", [whole(one) if one.name == DEAR else one for one in TREES], ids=lambda tree: tree.name)
def test_tree(tree: Tree) -> None:
    found = counted(tree)
    for key, number in (("H", found.total()), ("E", len(found))):
        assert tree.numbers.get(key, (number,)) == (number,), key
    for reason, number in tree.results.items():
        assert sum(n for (_, end), n in found.items() if end is not None and end.reason == reason) == number, reason


@pytest.mark.parametrize("tree", [tree for tree in TREES if "D" in tree.numbers], ids=lambda tree: tree.name)
def test_histories_cut_at_each_depth(tree: Tree) -> None:
    assert tuple(cut(tree, depth) for depth in range(1, len(tree.numbers["D"]) + 1)) == tree.numbers["D"]


@pytest.mark.parametrize("tree", [
    tree for tree in read_trees("trees.txt", canonical_steps="on")
    if "E" in tree.numbers and "H" in tree.numbers and tree.name.startswith(("P2", "P3", "P4", "P5", "P6", "P10", "P12",
     "P13"))
], ids=lambda tree: tree.name)  # fmt: skip
def test_one_order_loses_no_end(tree: Tree) -> None:
    """canonical_steps: the same end positions by no more histories."""
    found = counted(tree)
    assert len(found) == tree.numbers["E"][0]
    assert found.total() <= tree.numbers["H"][0]


def test_one_order_saves_histories() -> None:
    by_name = {
        tree.name: counted(tree).total()
        for tree in read_trees("trees.txt", canonical_steps="on")
        if tree.name[:2] in ("P3", "P5")
    }
    assert by_name["P3 two apart"] == 24  # 4 × 6 ways to move or not, each once
    assert by_name["P5 two squares"] == 9

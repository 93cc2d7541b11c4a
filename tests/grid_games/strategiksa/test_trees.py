"""Counted trees of the reference (P1 to P13): histories, end positions, results."""

from __future__ import annotations

import pytest

from tests.grid_games.strategiksa.trees import Tree, counted, cut, read_trees

TREES = read_trees("trees.txt")


@pytest.mark.parametrize("tree", TREES, ids=lambda tree: tree.name)
def test_tree(tree: Tree) -> None:
    found = counted(tree)
    for key, number in (("H", found.histories), ("E", len(found.ends))):
        assert tree.numbers.get(key, (number,)) == (number,), key
    for reason, number in tree.results.items():
        assert found.results[reason] == number, reason


@pytest.mark.parametrize("tree", [tree for tree in TREES if "D" in tree.numbers], ids=lambda tree: tree.name)
def test_histories_cut_at_each_depth(tree: Tree) -> None:
    assert tuple(cut(tree, depth) for depth in range(1, len(tree.numbers["D"]) + 1)) == tree.numbers["D"]

"""What is too dear for every run: `pytest -m whole` runs it, `pytest -m ''` runs it besides all the rest."""

import pytest
from _pytest.mark.structures import ParameterSet


def whole(*values: object) -> ParameterSet:
    """These values of parameters, marked; the same test takes fewer or smaller ones in every run."""
    return pytest.param(*values, marks=pytest.mark.whole)

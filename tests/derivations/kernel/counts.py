"""How many random cases a test looks at: a sample always, all of them with `pytest -m full`."""

from __future__ import annotations

import pytest

SAMPLE, ALL = 320, 100_000
how_many = pytest.mark.parametrize(
    "count", [pytest.param(SAMPLE, id="sample"), pytest.param(ALL, id="all", marks=pytest.mark.full)]
)

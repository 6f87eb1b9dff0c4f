"""Chapter 11 in our own words, verified once: with p_B mistyped where it is printed first, and as it should be."""

from __future__ import annotations

import pytest

from derivations.verdict import Verification
from tests.reports.html.parsed import chapter11


@pytest.fixture(scope="session")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Verification:
    return chapter11(tmp_path_factory.mktemp("wrong"))


@pytest.fixture(scope="session")
def right(tmp_path_factory: pytest.TempPathFactory) -> Verification:
    return chapter11(tmp_path_factory.mktemp("right"), wrong=False)

"""The order of bound indices depends on how a monomial is made, not on the names of its indices."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from derivations.prover.search import certificate

DECLARED: dict[str, Any] = {
    "sorts": ["n"], "tensors": {"A": ["n", "n"], "x": ["n"], "P": ["n", "n"]}, "positive": ["P"], "masks": {}, "maps": {},
    "functions": [], "define": [], "given": [], "free": [],
}  # fmt: skip
PATTERNS = {
    "path": ["ab", "bc", "cd"],
    "cycle of four": ["ab", "bc", "cd", "da"],
    "two cycles": ["ab", "ba", "cd", "dc"],
    "star": ["ab", "ac", "ad"],
    "all loops": ["aa", "bb", "cc", "dd"],
    "complete": ["ab", "ba", "ac", "ca", "bc", "cb", "ad", "da", "bd", "db", "cd", "dc"],
}


def summed(pattern: list[str], names: dict[str, str], inner: bool) -> Any:
    letters = sorted({letter for edge in pattern for letter in edge})
    term: Any = ["times", [["entry", "P" if inner else "A", [names[edge[0]], names[edge[1]]]] for edge in pattern]]
    for letter in letters:
        term = ["sum", names[letter], "n", term]
    return ["power", term, "-1/2"] if inner else term


@pytest.mark.parametrize("inner", [False, True])
@pytest.mark.parametrize("name", PATTERNS)
def test_renamed_sums_are_equal(name: str, inner: bool) -> None:
    pattern = PATTERNS[name]
    letters = sorted({letter for edge in pattern for letter in edge})
    left = summed(pattern, {letter: letter for letter in letters}, inner)
    for renamed in list(permutations(letters))[::5]:
        names = dict(zip(letters, renamed, strict=True))
        right = summed(pattern[::-1], names, inner)
        assert certificate({**DECLARED, "left": left, "right": right}) is not None


def test_patterns_that_differ_are_not_equal() -> None:
    for one in PATTERNS:
        for other in PATTERNS:
            sums = [summed(PATTERNS[name], {letter: letter for letter in "abcd"}, False) for name in (one, other)]
            proved = certificate({**DECLARED, "left": sums[0], "right": sums[1]}) is not None
            assert proved == (one == other)


def test_inner_sums_are_ordered_with_the_names_they_have_outside() -> None:
    """Σ_i 1/Σ_ab P_ia P_bi: the inner order must not depend on what the outer index is called meanwhile."""

    def side(i: str, a: str, b: str) -> Any:
        body = ["times", [["entry", "P", [i, a]], ["entry", "P", [b, i]], ["entry", "P", [a, b]]]]
        outer = ["entry", "x", [i]]
        return ["sum", i, "n", ["times", [outer, ["power", ["sum", a, "n", ["sum", b, "n", body]], "-1"]]]]

    assert certificate({**DECLARED, "left": side("i", "a", "b"), "right": side("z", "y", "c")}) is not None

"""Notation that authors use and that is not read here: which kind it is, so that they can be told what to write instead."""

from __future__ import annotations

from lessonproof.patterns import pattern

_HAS_NO_MEANING = r"(?:is not declared|has no meaning here)"
KINDS = {
    "expectation": pattern(rf"(?:E|Var|Cov|Pr|P|bb\([EP]\)|E_\S+) {_HAS_NO_MEANING}"),
    "unit": pattern(rf"(?:I|I_\S+|Id|eye|tr|Tr|diag) {_HAS_NO_MEANING}"),
    "norm": pattern(rf"(?:norm|abs|\|\S+\|) {_HAS_NO_MEANING}"),
    "range": pattern(r"what \S+ runs over is not said"),
    "superscript": pattern(r"\S+ has a superscript for .+"),
    "function": pattern(r"(?:[^\W\d_]\w+|σ) has no meaning here"),
}
"""Each with the reasons that it is refused for; the first that fits counts."""


def instead(reason: str) -> str | None:
    """The kind of notation for which a reading refused a formula; None where nothing else says the same."""
    return next((kind for kind, of in KINDS.items() if of.fullmatch(reason)), None)
